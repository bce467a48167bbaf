//! Small code for which the linear scan's result is known, and code to expose quadratic time.

use super::cases::{Builder, store_of};
use super::simulator::simulate;
use super::target::{CLOBBERED, FRAME_POINTER, GP_ARGS};
use super::{Allocator, MODES, allocate_and_check};
use crate::air::{Arg, BlockId, Code, InstFlags, Opcode, OperandSpec, Role, Special, Tmp};
use crate::base::{Bank, IntCondition, Reg, RegSet, SymbolId, Width};
use crate::regalloc::{AllocOptions, AllocStats, Forced, LinearScan};

const SCAN: Allocator = Allocator::Scan;

fn allocated(code: &Code, name: &str) -> Code {
    allocate_and_check(SCAN, code, Forced::None, name).0
}

/// Number of inserted instructions in a block and of program moves left in it.
fn moves(code: &Code, block: u32) -> usize {
    let range = code.blocks[BlockId::new(block)].insts.clone();
    let insts = &code.buffer.insts[range.start as usize..range.end as usize];
    insts
        .iter()
        .filter(|inst| inst.flags.contains(InstFlags::INSERTED) || inst.opcode == Opcode::Move)
        .count()
}

pub(super) fn call(b: &mut Builder) {
    let operands = vec![OperandSpec::new(Role::Use, Bank::Gp, Width::W64)];
    let special = Special { operands, clobbers: CLOBBERED, ..Special::default() };
    b.special(Opcode::Call, special, &[Arg::Symbol(SymbolId::new(0))]);
}

/// A loop that counts `i` up to ten; `kept` is read after the loop, or in it.
pub(super) fn counting_loop(in_loop: bool) -> Code {
    let mut b = Builder::new();
    let (i, shadow, next, kept) = (b.gp(), b.gp(), b.gp(), b.gp());
    b.push(Opcode::Move, &[Arg::Imm(7), kept.into()]);
    b.push(Opcode::Move, &[Arg::Imm(0), shadow.into()]).push(Opcode::Jump, &[]).end(&[1]);
    b.push(Opcode::Move, &[shadow.into(), i.into()]);
    b.push(Opcode::Add64, &[i.into(), Arg::Imm(1), next.into()]);
    if in_loop {
        store_of(&mut b, i);
    }
    let read = if in_loop { i } else { next };
    b.push(Opcode::Move, &[next.into(), shadow.into()]);
    let condition = Arg::IntCondition(IntCondition::Below);
    b.push(Opcode::Branch64, &[condition, read.into(), Arg::Imm(10)]).end(&[1, 2]);
    store_of(&mut b, kept);
    b.trap()
}

#[test]
fn induction_variable_needs_no_copy_unless_its_old_value_is_read_later() {
    // The old value is dead when the new one is computed: one addition in place. `next` is read after its copy.
    let code = allocated(&counting_loop(false), "counter");
    assert!(moves(&code, 1) <= 1, "{:?}", code.buffer.insts);
    // The old value is compared: one copy is needed.
    let code = allocated(&counting_loop(true), "old counter");
    assert!(moves(&code, 1) >= 2, "a store and a copy: {:?}", code.buffer.insts);
}

/// As [`counting_loop`], but the final count and the value before it are read after the loop. `changes` may write one
/// of the three temporaries that share a value.
fn read_after_loop(changes: impl Fn(&mut Builder, [Tmp; 3])) -> Code {
    let mut b = Builder::new();
    let names @ [old, shadow, new] = [b.gp(), b.gp(), b.gp()];
    b.push(Opcode::Move, &[Arg::Imm(0), shadow.into()]).push(Opcode::Jump, &[]).end(&[1]);
    b.push(Opcode::Move, &[shadow.into(), old.into()]);
    b.push(Opcode::Add64, &[old.into(), Arg::Imm(1), new.into()]);
    b.push(Opcode::Move, &[new.into(), shadow.into()]);
    changes(&mut b, names);
    let condition = Arg::IntCondition(IntCondition::Below);
    b.push(Opcode::Branch64, &[condition, new.into(), Arg::Imm(10)]).end(&[1, 2]);
    store_of(&mut b, old);
    store_of(&mut b, new);
    b.trap()
}

#[test]
fn equal_values_share_a_register_until_one_is_written() {
    // The shadow equals the new value wherever both are live: one copy, of the old value.
    assert_eq!(moves(&allocated(&read_after_loop(|_, _| {}), "names"), 1), 1);
    // After another write the values differ: two copies, or an addition that copies.
    let add = |b: &mut Builder, from: Tmp, to: Tmp| {
        b.push(Opcode::Add64, &[from.into(), Arg::Imm(1), to.into()]);
    };
    let changed = [
        read_after_loop(|b, [old, shadow, _]| add(b, old, shadow)),
        read_after_loop(|b, [_, shadow, _]| add(b, shadow, shadow)),
        read_after_loop(|b, [_, _, new]| add(b, new, new)),
        read_after_loop(|b, [_, shadow, new]| {
            add(b, new, new);
            store_of(b, shadow);
        }),
    ];
    for (code, name) in changed.iter().zip(["shadow", "shadow and itself", "new", "new, and both are read"]) {
        for forced in MODES {
            allocate_and_check(SCAN, code, forced, name);
        }
        assert_ne!(moves(&allocated(code, name), 1), 0, "{name}");
    }
}

/// A call of generated code that clobbers the first operand that it reads, while it reads `kept`.
#[test]
fn clobbered_operand_does_not_share_a_register() {
    let mut b = Builder::new();
    let (kept, destroyed) = (b.gp(), b.gp());
    b.push(Opcode::Move, &[Arg::Imm(1), kept.into()]);
    b.push(Opcode::Move, &[kept.into(), destroyed.into()]);
    let operand = |role| OperandSpec::new(role, Bank::Gp, Width::W64);
    let special = Special { operands: vec![operand(Role::UseDef), operand(Role::Use)], ..Special::default() };
    b.special(Opcode::Patch, special, &[destroyed.into(), kept.into()]);
    store_of(&mut b, destroyed);
    let code = allocated(&b.trap(), "destroyed");
    let patch = code.buffer.insts.iter().find(|inst| inst.opcode == Opcode::Patch).expect("the generator");
    let places = &code.buffer.args(patch)[1..];
    assert_ne!(places[0], places[1]);
}

/// A call that clobbers all registers, and reads `read` in a fixed register.
fn call_of_all(b: &mut Builder, read: Option<Tmp>) {
    let clobbers = CLOBBERED.union(RegSet::of(&[3, 12, 13, 14, 15].map(Reg::gp)));
    let operands: Vec<OperandSpec> = std::iter::once(OperandSpec::new(Role::Use, Bank::Gp, Width::W64))
        .chain(read.map(|_| OperandSpec::in_reg(Role::Use, GP_ARGS[0], Width::W64)))
        .collect();
    let args: Vec<Arg> = std::iter::once(Arg::Symbol(SymbolId::new(0))).chain(read.map(Arg::from)).collect();
    b.special(Opcode::Call, Special { operands, clobbers, ..Special::default() }, &args);
}

/// A loop around such a call, with a path that bypasses a use of the value that lives through it.
fn loop_around_a_call(read_by_call: bool, read_after: bool) -> Code {
    let mut b = Builder::new();
    let x = b.gp();
    let load = [Arg::Addr { base: FRAME_POINTER.into(), offset: 16 }, x.into()];
    b.push(Opcode::Move, &load).push(Opcode::Jump, &[]).end(&[1]);
    let condition = Arg::IntCondition(IntCondition::Below);
    let leaves = |b: &mut Builder, to: [u32; 2]| {
        let [n, here] = [Arg::Addr { base: FRAME_POINTER.into(), offset: 24 }, b.gp().into()];
        b.push(Opcode::Move, &[n, here]);
        b.push(Opcode::Branch64, &[condition, here, Arg::Imm(10)]).end(&to);
    };
    call_of_all(&mut b, read_by_call.then_some(x));
    leaves(&mut b, [2, 3]);
    if !read_by_call {
        store_of(&mut b, x);
    }
    b.push(Opcode::Jump, &[]).end(&[3]);
    if read_after {
        store_of(&mut b, x);
    }
    leaves(&mut b, [1, 4]);
    store_of(&mut b, x);
    b.trap()
}

/// Number of inserted instructions that write a register, from block 1 to the end of the loop.
fn loads_in_loop(code: &Code) -> usize {
    let end =
        code.blocks.values().filter(|block| !block.rare).map(|block| block.insts.end).max().unwrap_or(0);
    let start = code.blocks[BlockId::new(1)].insts.start;
    let insts = &code.buffer.insts[start as usize..end as usize];
    insts.iter().filter(|inst| inst.flags.contains(InstFlags::INSERTED)).count()
}

#[test]
fn reloads_in_a_loop_are_not_repeated() {
    // Reloads: into the argument register, and after the loop.
    let code = allocated(&loop_around_a_call(true, false), "an argument in each iteration");
    assert_eq!(loads_in_loop(&code), 2, "{:?}", code.buffer.insts);
    // Reloads: at the use, and after the loop; not on the path that bypasses the use.
    let code = allocated(&loop_around_a_call(false, false), "read on one of two paths");
    assert_eq!(loads_in_loop(&code), 2, "{:?}", code.buffer.insts);
    // Read on both paths, it is reloaded on both.
    let code = allocated(&loop_around_a_call(false, true), "read on one path and after both");
    assert!(loads_in_loop(&code) > 2, "{:?}", code.buffer.insts);
}

/// A value from memory that each iteration changes, and that is read after a call after the loop.
#[test]
fn value_spilled_after_a_loop_stays_in_a_register_in_it() {
    let mut b = Builder::new();
    let (shadow, old, new) = (b.gp(), b.gp(), b.gp());
    let frame = |offset| Arg::Addr { base: FRAME_POINTER.into(), offset };
    b.push(Opcode::Move, &[frame(16), shadow.into()]).push(Opcode::Jump, &[]).end(&[1]);
    b.push(Opcode::Move, &[shadow.into(), old.into()]);
    b.push(Opcode::Add64, &[old.into(), Arg::Imm(1), new.into()]);
    store_of(&mut b, old);
    b.push(Opcode::Move, &[new.into(), shadow.into()]);
    let condition = Arg::IntCondition(IntCondition::Below);
    b.push(Opcode::Branch64, &[condition, new.into(), Arg::Imm(10)]).end(&[1, 2]);
    call_of_all(&mut b, None);
    store_of(&mut b, old);
    let code = allocated(&b.trap(), "an old value after a call");
    let range = code.blocks[BlockId::new(1)].insts.clone();
    let insts = &code.buffer.insts[range.start as usize..range.end as usize];
    let in_memory = |arg: &Arg| matches!(arg, Arg::Stack { .. });
    let count = insts.iter().filter(|inst| code.buffer.args(inst).iter().any(in_memory)).count();
    assert_eq!(count, 0, "{insts:?}");
}

/// A value that begins while `other` has the only register that survives calls; `goes_on`: past a call.
fn value_beside_another(goes_on: bool) -> AllocStats {
    let mut b = Builder::new();
    let (other, value) = (b.gp(), b.gp());
    let call = |b: &mut Builder| {
        let clobbers = CLOBBERED.union(RegSet::of(&[12, 13, 14, 15].map(Reg::gp)));
        let operands = vec![OperandSpec::new(Role::Use, Bank::Gp, Width::W64)];
        let special = Special { operands, clobbers, ..Special::default() };
        b.special(Opcode::Call, special, &[Arg::Symbol(SymbolId::new(0))]);
    };
    b.push(Opcode::Move, &[Arg::Imm(1), other.into()]);
    for _ in 0..3 {
        call(&mut b);
        store_of(&mut b, other);
    }
    b.push(Opcode::Move, &[Arg::Imm(2), value.into()]);
    store_of(&mut b, value);
    store_of(&mut b, other);
    call(&mut b);
    if goes_on {
        store_of(&mut b, other);
    }
    // Needed later than the other.
    for _ in 0..8 {
        let brief = b.gp();
        b.push(Opcode::Move, &[Arg::Imm(3), brief.into()]);
        store_of(&mut b, brief);
    }
    store_of(&mut b, value);
    let mut code = b.trap();
    LinearScan::new().allocate(&mut code, &AllocOptions::default(), None).expect("there are registers")
}

#[test]
fn value_moves_to_a_free_register_at_a_call() {
    let stats = value_beside_another(false);
    assert_eq!((stats.stores, stats.reloads, stats.split_intervals), (0, 0, 3), "{stats:?}");
    // The other has a higher spill cost: nothing is queued for the call, only for the next use.
    let stats = value_beside_another(true);
    assert_eq!((stats.stores, stats.reloads, stats.split_intervals), (1, 1, 3), "{stats:?}");
}

pub(super) fn value_across_a_call(uses: usize) -> Code {
    let mut b = Builder::new();
    let x = b.gp();
    b.push(Opcode::Move, &[Arg::Imm(1), x.into()]);
    for _ in 0..uses {
        call(&mut b);
        store_of(&mut b, x);
    }
    b.trap()
}

#[test]
fn a_callee_saved_register_is_used_where_it_pays() {
    let code = allocated(&value_across_a_call(3), "often");
    assert_eq!(code.saved.len(), 1);
    assert!(code.buffer.insts.iter().all(|inst| !inst.flags.contains(InstFlags::INSERTED)));
    // Nothing lives across a call: nothing is saved.
    let mut b = Builder::new();
    let x = b.gp();
    call(&mut b);
    b.push(Opcode::Move, &[Arg::Imm(1), x.into()]);
    store_of(&mut b, x);
    assert_eq!(allocated(&b.trap(), "never").saved, RegSet::EMPTY);
}

pub(super) fn call_on_the_side(rare: bool) -> Code {
    let mut b = Builder::new();
    let x = b.gp();
    let condition = Arg::IntCondition(IntCondition::Below);
    b.push(Opcode::Move, &[Arg::Imm(1), x.into()]).push(Opcode::Jump, &[]).end(&[1]);
    b.push(Opcode::Add64, &[x.into(), Arg::Imm(1), x.into()]);
    b.push(Opcode::Branch64, &[condition, x.into(), Arg::Imm(10)]).end(&[1, 3]);
    b.push(Opcode::Trap, &[Arg::Trap(crate::base::TrapCode::Unreachable)]).end(&[]);
    call(&mut b);
    b.push(Opcode::Branch64, &[condition, x.into(), Arg::Imm(20)]).end(&[1, 2]);
    b.code.blocks[BlockId::new(3)].rare = rare;
    b.code.clone()
}

#[test]
fn a_rare_call_costs_nothing_elsewhere() {
    let code = allocated(&call_on_the_side(true), "rare");
    assert_eq!(code.saved, RegSet::EMPTY);
    let hot: usize = [0, 1].iter().map(|block| moves(&code, *block)).sum();
    assert_eq!(hot, 1, "the constant alone: {:?}", code.buffer.insts);
    // If the call is not rare, the loop pays for a callee-saved register.
    assert_eq!(allocated(&call_on_the_side(false), "not rare").saved.len(), 1);
}

#[test]
fn fixed_results_yield_the_last_register() {
    let regs = [0, 1, 2].map(Reg::gp);
    let fixed = |role, reg| OperandSpec::in_reg(role, reg, Width::W64);
    let mut b = Builder::new();
    b.code.pinned = b.code.env().allocatable_set().difference(RegSet::of(&regs));
    let (x, y) = (b.gp(), b.gp());
    let made = b.code.add_remat(Bank::Gp, Opcode::Move, Some(Arg::Imm(9))).expect("a form");
    let operands = vec![fixed(Role::Def, regs[0]), fixed(Role::Def, regs[1])];
    b.special(Opcode::Patch, Special { operands, ..Special::default() }, &[x.into(), y.into()]);
    // Both live on. Their registers are fixed here, and the rematerialized constant needs the third one.
    let any = OperandSpec::new(Role::Use, Bank::Gp, Width::W64);
    let operands = vec![fixed(Role::Use, regs[0]), fixed(Role::Use, regs[1]), any];
    b.special(Opcode::Patch, Special { operands, ..Special::default() }, &[y.into(), x.into(), made.into()]);
    store_of(&mut b, x);
    store_of(&mut b, y);
    let code = b.trap();
    for forced in MODES {
        let (found, _) = allocate_and_check(SCAN, &code, forced, "results");
        assert_eq!(simulate(&code, 0, 9), simulate(&found, 0, 9), "{forced:?}");
    }
}

#[test]
fn late_use_of_a_rare_call_avoids_clobbers() {
    for (role, saved_at_call) in [(Role::LateColdUse, true), (Role::ColdUse, false)] {
        let mut b = Builder::new();
        let (kept, seen) = (b.gp(), b.gp());
        b.push(Opcode::Move, &[Arg::Imm(1), kept.into()]).push(Opcode::Move, &[Arg::Imm(2), seen.into()]);
        let condition = Arg::IntCondition(IntCondition::Below);
        b.push(Opcode::Branch64, &[condition, kept.into(), Arg::Imm(10)]).end(&[1, 2]);
        b.trap();
        let operands = vec![
            OperandSpec::new(Role::Use, Bank::Gp, Width::W64),
            OperandSpec::new(role, Bank::Gp, Width::W64),
        ];
        let special = Special { operands, clobbers: CLOBBERED, ..Special::default() };
        b.special(Opcode::Call, special, &[Arg::Symbol(SymbolId::new(0)), seen.into()]);
        let mut code = b.trap();
        code.blocks[BlockId::new(2)].rare = true;
        let found = allocated(&code, "late");
        let range = found.blocks[BlockId::new(2)].insts.clone();
        let call = found.buffer.insts[range.start as usize..range.end as usize]
            .iter()
            .find(|inst| inst.opcode == Opcode::Call)
            .expect("the call");
        let in_slot = matches!(found.buffer.args(call).last(), Some(Arg::Stack { .. }));
        assert_eq!(in_slot, saved_at_call, "{role:?}: {:?}", found.buffer.args(call));
    }
}

#[test]
fn result_of_a_rare_call_avoids_clobbers() {
    for fixed in [false, true] {
        let mut b = Builder::new();
        let (kept, result) = (b.gp(), b.gp());
        b.push(Opcode::Move, &[Arg::Addr { base: FRAME_POINTER.into(), offset: 16 }, kept.into()]);
        let condition = Arg::IntCondition(IntCondition::Below);
        b.push(Opcode::Branch64, &[condition, kept.into(), Arg::Imm(10)]).end(&[1, 2]);
        b.trap();
        let spec = OperandSpec::new(Role::Def, Bank::Gp, Width::W64);
        let spec = if fixed { OperandSpec::in_reg(Role::Def, Reg::gp(0), Width::W64) } else { spec };
        let operands = vec![OperandSpec::new(Role::Use, Bank::Gp, Width::W64), spec];
        let special = Special { operands, clobbers: CLOBBERED, ..Special::default() };
        b.special(Opcode::Call, special, &[Arg::Symbol(SymbolId::new(0)), result.into()]);
        store_of(&mut b, kept);
        store_of(&mut b, result);
        let mut code = b.trap();
        code.blocks[BlockId::new(2)].rare = true;
        let options = AllocOptions::default();
        let stats = LinearScan::new().allocate(&mut code.clone(), &options, None).expect("an allocation");
        assert_eq!(stats.saved_around_calls > 0, fixed, "a call whose result is anywhere is like any other");
        allocated(&code, "a result of a rare call");
    }
}

#[test]
fn many_values_across_many_blocks_take_linear_time() {
    const VALUES: usize = 1500;
    const BLOCKS: u32 = 1500;
    let mut b = Builder::new();
    let tmps: Vec<Tmp> = (0..VALUES).map(|_| b.gp()).collect();
    for tmp in &tmps {
        b.push(Opcode::Move, &[Arg::Imm(1), (*tmp).into()]);
    }
    for block in 0..BLOCKS {
        b.push(Opcode::Jump, &[]).end(&[block + 1]);
    }
    for tmp in &tmps {
        store_of(&mut b, *tmp);
    }
    let code = b.trap();
    let before = code.buffer.insts.len();
    let after = allocated(&code, "many").buffer.insts.len();
    assert!(after <= 4 * before, "{after} instructions of {before}");
}

#[test]
fn remat_twins_are_one_value() {
    for constants in [[9, 9], [9, 10]] {
        let mut b = Builder::new();
        let results = constants.map(|constant| {
            let made = b.code.add_remat(Bank::Gp, Opcode::Move, Some(Arg::Imm(constant))).expect("a form");
            let (copy, result) = (b.gp(), b.gp());
            b.push(Opcode::Move, &[made.into(), copy.into()]);
            (copy, result)
        });
        for (copy, result) in results {
            b.push(Opcode::Move, &[copy.into(), result.into()]);
        }
        b.push(Opcode::Jump, &[]).end(&[1]);
        results.iter().for_each(|(_, result)| store_of(&mut b, *result));
        let code = b.trap();
        for forced in MODES {
            // The checker must accept it: a constant already in a register is not rematerialized.
            let (found, _) = allocate_and_check(SCAN, &code, forced, "constants");
            assert_eq!(simulate(&code, 0, 9), simulate(&found, 0, 9), "{constants:?}, {forced:?}");
        }
    }
}
