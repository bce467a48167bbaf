//! Small code with a known allocation, and code that has none.

use super::target::{CALLEE_SAVED, CLOBBERED, FRAME_POINTER, target};
use super::{Allocator, allocate_and_check};
use crate::air::{Arg, Block, BlockId, Code, InstBuffer, Opcode, OperandSpec, Role, Special, Tmp};
use crate::base::{Bank, Features, IntCondition, LibCall, Origin, Reg, RegSet, TrapCode, Width};
use crate::regalloc::{
    AllocError, AllocOptions, AllocStats, CheckErrorKind, Forced, LocalAllocator, Trace, allocate, check,
};

const NONE: Origin = Origin::NONE;

/// Builds code; blocks end at their terminals.
pub(super) struct Builder {
    pub(super) code: Code,
    start: u32,
}

impl Builder {
    pub(super) fn new() -> Builder {
        Builder { code: Code::new(target(Features::empty())), start: 0 }
    }

    pub(super) fn gp(&mut self) -> Tmp {
        self.code.add_tmp(Bank::Gp)
    }

    pub(super) fn push(&mut self, opcode: Opcode, args: &[Arg]) -> &mut Builder {
        self.code.push(opcode, args, NONE).unwrap_or_else(|| panic!("no form of {opcode:?} for {args:?}"));
        self
    }

    pub(super) fn special(&mut self, opcode: Opcode, special: Special, args: &[Arg]) -> &mut Builder {
        let id = self.code.specials.push(special);
        let args: Vec<Arg> = [Arg::Special(id)].into_iter().chain(args.iter().copied()).collect();
        self.push(opcode, &args)
    }

    pub(super) fn end(&mut self, successors: &[u32]) -> &mut Builder {
        let end = self.code.buffer.insts.len() as u32;
        self.code.blocks.push(Block {
            insts: self.start..end,
            successors: successors.iter().copied().map(BlockId::new).collect(),
            frequency: 1.0,
            rare: false,
        });
        self.start = end;
        self
    }

    pub(super) fn trap(&mut self) -> Code {
        self.push(Opcode::Trap, &[Arg::Trap(TrapCode::Unreachable)]).end(&[]);
        self.code.clone()
    }
}

fn stats(code: &Code) -> AllocStats {
    allocate(&mut LocalAllocator::new(), &mut code.clone(), &AllocOptions::default(), None, None)
        .expect("an allocation")
}

fn error(code: &Code) -> AllocError {
    let result =
        allocate(&mut LocalAllocator::new(), &mut code.clone(), &AllocOptions::default(), None, None);
    let error = result.expect_err("no allocation");
    // The scan also uses callee-saved registers, and defines undefined temporaries.
    if !matches!(error, AllocError::TooFewRegisters { .. } | AllocError::Undefined { .. }) {
        let scan = Allocator::Scan.allocate(&mut code.clone(), Forced::None, None);
        assert_eq!(scan.expect_err("no allocation"), error);
    }
    error
}

fn opcodes(code: &Code) -> Vec<Opcode> {
    code.buffer.insts.iter().map(|inst| inst.opcode).collect()
}

pub(super) fn store_of(builder: &mut Builder, tmp: Tmp) {
    builder.push(Opcode::Move, &[tmp.into(), Arg::Addr { base: Tmp::from_reg(FRAME_POINTER), offset: 8 }]);
}

#[test]
fn local_values_stay_in_registers_and_ties_save_moves() {
    let mut b = Builder::new();
    let (x, y, z) = (b.gp(), b.gp(), b.gp());
    b.push(Opcode::Move, &[Arg::Imm(1), x.into()]);
    b.push(Opcode::Move, &[Arg::Imm(2), y.into()]);
    b.push(Opcode::Sub64, &[x.into(), y.into(), z.into()]);
    store_of(&mut b, z);
    let (code, _) = allocate_and_check(Allocator::Local, &b.trap(), Forced::None, "ties");
    let sub = &code.buffer.insts[2];
    let args = code.buffer.args(sub);
    assert_eq!(args[0], args[2]);
    assert_ne!(args[1], args[2]);
    assert_eq!(code.buffer.insts.len(), 5);
    assert_eq!(code.slots.len(), 0);
}

#[test]
fn moves_between_values_that_do_not_overlap_vanish_and_others_stay() {
    let mut b = Builder::new();
    let (x, y) = (b.gp(), b.gp());
    b.push(Opcode::Move, &[Arg::Imm(1), x.into()]).push(Opcode::Move, &[x.into(), y.into()]);
    store_of(&mut b, y);
    let code = b.trap();
    assert_eq!(stats(&code).dropped_moves, 1);
    let (code, _) = allocate_and_check(Allocator::Local, &code, Forced::None, "dropped");
    assert_eq!(opcodes(&code), [Opcode::Move, Opcode::Move, Opcode::Trap]);

    let mut b = Builder::new();
    let (x, y) = (b.gp(), b.gp());
    b.push(Opcode::Move, &[Arg::Imm(1), x.into()]).push(Opcode::Move, &[x.into(), y.into()]);
    store_of(&mut b, y);
    store_of(&mut b, x);
    let code = b.trap();
    assert_eq!(stats(&code).dropped_moves, 0);
    allocate_and_check(Allocator::Local, &code, Forced::None, "kept");
}

#[test]
fn a_global_is_stored_at_its_definition_and_read_in_place_once() {
    let mut b = Builder::new();
    let (x, y, z) = (b.gp(), b.gp(), b.gp());
    b.push(Opcode::Add64, &[Tmp::from_reg(FRAME_POINTER).into(), Arg::Imm(1), x.into()]);
    b.push(Opcode::Jump, &[]).end(&[1]);
    b.push(Opcode::Add64, &[x.into(), Arg::Imm(2), y.into()]);
    store_of(&mut b, y);
    b.push(Opcode::Jump, &[]).end(&[2]);
    b.push(Opcode::Add64, &[x.into(), x.into(), z.into()]);
    store_of(&mut b, z);
    let code = b.trap();
    let found = stats(&code);
    assert_eq!((found.stores, found.in_place, found.reloads), (1, 1, 1));
    let (code, _) = allocate_and_check(Allocator::Local, &code, Forced::None, "in place");
    assert!(matches!(code.buffer.args(&code.buffer.insts[3])[0], Arg::Stack { .. }));
}

#[test]
fn a_value_read_before_it_is_written_lives_across_the_loop() {
    let mut b = Builder::new();
    let (x, y) = (b.gp(), b.gp());
    b.push(Opcode::Jump, &[]).end(&[1]);
    store_of(&mut b, x);
    b.push(Opcode::Move, &[Arg::Imm(1), x.into()]).push(Opcode::Move, &[Arg::Imm(1), y.into()]);
    b.push(Opcode::Branch32, &[Arg::IntCondition(IntCondition::Equal), y.into(), x.into()]).end(&[1, 2]);
    let mut code = b.trap();
    // In the first iteration `x` is undefined. The checker must report that; the allocator need not.
    let mut trace = Trace::new();
    allocate(&mut LocalAllocator::new(), &mut code, &AllocOptions::default(), Some(&mut trace), None)
        .expect("an allocation");
    assert!(code.tmps[0].global && !code.tmps[1].global);
    let errors = check(&code, &trace).expect_err("undefined");
    assert_eq!(errors.len(), 1);
    let lost = CheckErrorKind::WrongValue { tmp: x, lost_in: Some(BlockId::new(0)) };
    assert_eq!(errors[0].kind, lost);
    assert_eq!(errors[0].block, BlockId::new(1));
}

#[test]
fn values_live_across_a_call_are_reloaded_after_it() {
    let mut b = Builder::new();
    let (x, constant) =
        (b.gp(), b.code.add_remat(Bank::Gp, Opcode::Move, Some(Arg::Imm(9))).expect("a form"));
    b.push(Opcode::Add64, &[Tmp::from_reg(FRAME_POINTER).into(), Arg::Imm(1), x.into()]);
    store_of(&mut b, constant);
    let operand = OperandSpec::new(Role::Use, Bank::Gp, Width::W64);
    let special = Special { operands: vec![operand], clobbers: CLOBBERED, ..Special::default() };
    b.special(Opcode::Call, special, &[Arg::LibCall(LibCall::Fmod)]);
    store_of(&mut b, x);
    store_of(&mut b, constant);
    let code = b.trap();
    let found = stats(&code);
    assert_eq!((found.stores, found.reloads, found.remats, found.evictions), (1, 1, 2, 2));
    allocate_and_check(Allocator::Local, &code, Forced::None, "call");
}

#[test]
fn one_value_in_several_operands() {
    let mut b = Builder::new();
    let (x, q) = (b.gp(), b.gp());
    b.push(Opcode::Move, &[Arg::Imm(1), x.into()]);
    b.push(Opcode::Div32, &[x.into(), x.into(), q.into()]);
    let use_in = |n| OperandSpec::in_reg(Role::Use, Reg::gp(n), Width::W64);
    let operands = vec![OperandSpec::new(Role::Use, Bank::Gp, Width::W64), use_in(7), use_in(6)];
    let special = Special { operands, clobbers: CLOBBERED, ..Special::default() };
    b.special(Opcode::Call, special, &[x.into(), x.into(), x.into()]);
    store_of(&mut b, q);
    store_of(&mut b, x);
    let code = b.trap();
    for forced in super::MODES {
        allocate_and_check(Allocator::Local, &code, forced, "several places");
    }
}

#[test]
fn results_are_swapped_by_a_parallel_move() {
    // The results arrive crosswise: the patchpoint needs each in the register of the other.
    let mut b = Builder::new();
    let (x, y) = (b.gp(), b.gp());
    let fixed = |role, n| OperandSpec::in_reg(role, Reg::gp(n), Width::W64);
    let special =
        |role, a, b| Special { operands: vec![fixed(role, a), fixed(role, b)], ..Special::default() };
    b.special(Opcode::Entry, special(Role::Def, 0, 1), &[x.into(), y.into()]);
    b.special(Opcode::Patch, special(Role::Use, 1, 0), &[x.into(), y.into()]);
    let code = b.trap();
    let found = stats(&code);
    assert_eq!((found.cycles, found.moves), (1, 3));
    allocate_and_check(Allocator::Local, &code, Forced::None, "cycle");
}

/// Two general values and two others, which a patchpoint needs in place or swapped, while another is in a register.
fn swaps(gp: bool, fp: bool, call: bool) -> Code {
    let mut b = Builder::new();
    let (x, y, z) = (b.gp(), b.gp(), b.gp());
    let (v, w) = (b.code.add_tmp(Bank::Fp), b.code.add_tmp(Bank::Fp));
    let special = |role, order: [u8; 4]| {
        let reg = |(i, n)| if i < 2 { Reg::gp(n) } else { Reg::fp(n) };
        let operands = order.into_iter().enumerate().map(reg);
        let operands = operands.map(|reg| OperandSpec::in_reg(role, reg, Width::W64)).collect();
        Special { operands, ..Special::default() }
    };
    let values = [x.into(), y.into(), v.into(), w.into()];
    b.special(Opcode::Entry, special(Role::Def, [0, 1, 0, 1]), &values);
    b.push(Opcode::Move, &[Arg::Imm(1), z.into()]);
    let (gp, fp) = (u8::from(gp), u8::from(fp));
    b.special(Opcode::Patch, special(Role::Use, [gp, 1 - gp, fp, 1 - fp]), &values);
    store_of(&mut b, z);
    if call {
        let operands = vec![OperandSpec::new(Role::Use, Bank::Gp, Width::W64)];
        let special = Special { operands, clobbers: CLOBBERED, ..Special::default() };
        b.special(Opcode::Call, special, &[Arg::LibCall(LibCall::Fmod)]);
    }
    b.trap()
}

#[test]
fn cycles_are_broken_with_a_register_that_nothing_uses() {
    // With a call no register is left: cycles of all banks share a slot, which exists only if there are cycles.
    for (gp, fp, call, slots) in [
        (false, false, false, 0),
        (true, true, false, 0),
        (false, false, true, 0),
        (true, false, true, 1),
        (false, true, true, 1),
        (true, true, true, 1),
    ] {
        let code = || swaps(gp, fp, call);
        let mut counted = code();
        let stats = Allocator::Scan.allocate(&mut counted, Forced::None, None);
        assert_eq!(stats.expect("an allocation").cycles, u32::from(gp) + u32::from(fp));
        assert_eq!(counted.slots.len(), slots, "{gp} {fp} {call}");
        for allocator in super::ALLOCATORS {
            allocate_and_check(allocator, &code(), Forced::None, "cycle beside a value");
        }
    }
}

#[test]
fn a_move_joins_what_is_not_read_where_the_other_is_written() {
    for (role, joined) in [(Role::Use, 1), (Role::LateUse, 0)] {
        let mut b = Builder::new();
        let (x, y) = (b.gp(), b.gp());
        let spec = |role| OperandSpec::new(role, Bank::Gp, Width::W64);
        let special = Special { operands: vec![spec(role), spec(Role::Def)], ..Special::default() };
        b.push(Opcode::Move, &[Arg::Imm(1), x.into()]);
        b.special(Opcode::Patch, special, &[x.into(), y.into()]);
        store_of(&mut b, y);
        b.push(Opcode::Move, &[Arg::Imm(2), x.into()]).push(Opcode::Move, &[x.into(), y.into()]);
        store_of(&mut b, y);
        let code = b.trap();
        let stats = Allocator::Scan.allocate(&mut code.clone(), Forced::None, None);
        assert_eq!(stats.expect("an allocation").coalesced_moves, joined, "{role:?}");
        for allocator in super::ALLOCATORS {
            allocate_and_check(allocator, &code, Forced::None, "joined");
        }
    }
}

#[test]
fn callee_saved_registers_that_a_rare_call_destroys_are_saved() {
    for (clobbers, saved) in
        [(RegSet::of(&[CALLEE_SAVED]), RegSet::of(&[CALLEE_SAVED])), (CLOBBERED, RegSet::EMPTY)]
    {
        let mut b = Builder::new();
        b.push(Opcode::Jump, &[]).end(&[1]);
        let operands = vec![OperandSpec::new(Role::Use, Bank::Gp, Width::W64)];
        let special = Special { operands, clobbers, ..Special::default() };
        b.special(Opcode::Call, special, &[Arg::LibCall(LibCall::Fmod)]);
        let mut code = b.trap();
        code.blocks[BlockId::new(1)].rare = true;
        for allocator in super::ALLOCATORS {
            let (allocated, _) = allocate_and_check(allocator, &code, Forced::None, "rare call");
            assert_eq!(allocated.saved, saved, "{allocator:?}");
        }
    }
}

#[test]
fn blocks_may_be_allocated_one_at_a_time_in_any_order() {
    let mut b = Builder::new();
    let (x, y) = (b.gp(), b.gp());
    b.push(Opcode::Move, &[Arg::Imm(1), x.into()]).push(Opcode::Jump, &[]).end(&[1]);
    b.push(Opcode::Add64, &[x.into(), Arg::Imm(2), y.into()]);
    store_of(&mut b, y);
    let mut code = b.trap();
    code.tmps[0].global = true;
    let mut allocator = LocalAllocator::new();
    let (mut trace, mut output) = (Trace::new(), InstBuffer::default());
    allocator.begin(&mut code, &AllocOptions::default()).expect("moves");
    let input = std::mem::take(&mut code.buffer);
    for block in [1, 0].map(BlockId::new) {
        let range = code.blocks[block].insts.clone();
        let insts = &input.insts[range.start as usize..range.end as usize];
        trace.begin_block(block);
        output.clear();
        allocator
            .allocate_block(&mut code, insts.iter().rev(), &input, &mut output, Some(&mut trace))
            .expect("an allocation");
        assert!(output.insts.len() >= 2);
    }
    assert_eq!(check(&code, &trace), Ok(()));
    // The same trace, with the value marked local.
    code.tmps[0].global = false;
    let errors = check(&code, &trace).expect_err("not global");
    assert!(errors.iter().any(|e| e.kind == CheckErrorKind::NotGlobal { tmp: x }), "{errors:?}");
}

#[test]
fn too_many_operands_are_an_error() {
    let with = |count: usize| {
        let mut b = Builder::new();
        let tmps: Vec<Arg> = (0..count).map(|_| b.gp().into()).collect();
        for tmp in &tmps {
            b.push(Opcode::Move, &[Arg::Imm(1), *tmp]);
        }
        let operands = vec![OperandSpec::new(Role::Use, Bank::Gp, Width::W64); count];
        b.special(Opcode::Patch, Special { operands, ..Special::default() }, &tmps);
        b.trap()
    };
    let (allocated, _) = allocate_and_check(Allocator::Local, &with(9), Forced::None, "as many as there are");
    assert_eq!(allocated.saved, RegSet::EMPTY);
    let (allocated, _) =
        allocate_and_check(Allocator::Local, &with(10), Forced::None, "with one to be saved");
    assert_eq!(allocated.saved, RegSet::of(&[CALLEE_SAVED]));
    let expected = AllocError::TooFewRegisters { opcode: Opcode::Patch, origin: NONE, bank: Bank::Gp };
    let (allocated, _) = allocate_and_check(Allocator::Local, &with(14), Forced::None, "with all of them");
    assert_eq!(allocated.saved.len(), 5);
    assert_eq!(error(&with(15)), expected);
    // If blocks are emitted one by one, no register can be saved.
    let mut code = with(10);
    let (mut local, input) = (LocalAllocator::new(), std::mem::take(&mut code.buffer));
    let options = AllocOptions::default();
    local.begin(&mut code, &options).expect("a target with moves");
    let insts = input.insts.iter().rev();
    let result = local.allocate_block(&mut code, insts, &input, &mut InstBuffer::default(), None);
    assert_eq!(result, Err(expected));
}

#[test]
fn cold_operands_need_no_registers() {
    let mut b = Builder::new();
    let tmps: Vec<Arg> = (0..30).map(|_| b.gp().into()).collect();
    for tmp in &tmps {
        b.push(Opcode::Move, &[Arg::Imm(1), *tmp]);
    }
    let operands = vec![OperandSpec::new(Role::LateColdUse, Bank::Gp, Width::W64); 30];
    b.special(Opcode::Patch, Special { operands, ..Special::default() }, &tmps);
    allocate_and_check(Allocator::Local, &b.trap(), Forced::None, "cold");
}

#[test]
fn registers_that_are_not_free_to_use_are_errors() {
    let fixed = |role, reg| OperandSpec::in_reg(role, reg, Width::W64);
    let patch = |special: Special| {
        let mut b = Builder::new();
        let (x, y) = (b.gp(), b.gp());
        b.push(Opcode::Move, &[Arg::Imm(1), x.into()]).push(Opcode::Move, &[Arg::Imm(1), y.into()]);
        b.special(Opcode::Patch, special, &[x.into(), y.into()]);
        b.trap()
    };
    let of = |operands: [OperandSpec; 2]| Special { operands: operands.to_vec(), ..Special::default() };
    let rax = Reg::gp(0);
    let conflict = AllocError::FixedConflict { opcode: Opcode::Patch, origin: NONE, reg: rax };
    let unavailable = |reg| AllocError::UnavailableRegister { opcode: Opcode::Patch, origin: NONE, reg };
    assert_eq!(error(&patch(of([fixed(Role::Use, rax), fixed(Role::Use, rax)]))), conflict);
    assert_eq!(error(&patch(of([fixed(Role::LateUse, rax), fixed(Role::Def, rax)]))), conflict);
    assert_eq!(error(&patch(of([fixed(Role::Def, rax), fixed(Role::EarlyDef, rax)]))), conflict);
    allocate_and_check(
        Allocator::Local,
        &patch(of([fixed(Role::Use, rax), fixed(Role::Def, rax)])),
        Forced::None,
        "no conflict",
    );
    let any = OperandSpec::new(Role::Use, Bank::Gp, Width::W64);
    assert_eq!(error(&patch(of([fixed(Role::Use, FRAME_POINTER), any]))), unavailable(FRAME_POINTER));
    let mut pinned = patch(of([fixed(Role::Use, rax), any]));
    pinned.pinned.insert(rax);
    assert_eq!(error(&pinned), unavailable(rax));
    let mut clobbered = of([fixed(Role::LateUse, rax), any]);
    clobbered.clobbers.insert(rax);
    assert_eq!(error(&patch(clobbered)), conflict);

    let mut b = Builder::new();
    store_of(&mut b, rax.into());
    let reg = AllocError::UnavailableRegister { opcode: Opcode::Move, origin: NONE, reg: rax };
    assert_eq!(error(&b.trap()), reg);
}

#[test]
fn callee_saved_registers_are_saved_if_they_are_written() {
    let saved = RegSet::of(&[CALLEE_SAVED]);
    let with = |special: Special, operands: usize| {
        let mut b = Builder::new();
        let tmps = [b.gp(), b.gp()];
        for tmp in tmps {
            b.push(Opcode::Move, &[Arg::Imm(1), tmp.into()]);
        }
        b.special(Opcode::Patch, special, &[Arg::from(tmps[0])][..operands]);
        store_of(&mut b, tmps[1]);
        b.trap()
    };
    let fixed = |role| Special {
        operands: vec![OperandSpec::in_reg(role, CALLEE_SAVED, Width::W64)],
        ..Special::default()
    };
    for (name, special, expected) in [
        ("nothing", Special::default(), RegSet::EMPTY),
        ("other clobbers", Special { clobbers: CLOBBERED, ..Special::default() }, RegSet::EMPTY),
        ("a clobber", Special { clobbers: saved, ..Special::default() }, saved),
        ("an early clobber", Special { clobbers_early: saved, ..Special::default() }, saved),
        ("a use", fixed(Role::Use), saved),
        ("a result", fixed(Role::Def), saved),
    ] {
        let program = with(special.clone(), special.operands.len());
        let (mut code, trace) = allocate_and_check(Allocator::Local, &program, Forced::None, name);
        assert_eq!(code.saved, expected, "{name}");
        // The checker finds out by itself which registers are written.
        code.saved = RegSet::EMPTY;
        assert_eq!(check(&code, &trace).is_err(), expected == saved, "{name}");
    }
    // Nothing restores the frame pointer of a procedure that changes it.
    let write_to_frame_pointer = || {
        let mut b = Builder::new();
        let mut code = b.push(Opcode::Move, &[Arg::Imm(1), Tmp::from_reg(FRAME_POINTER).into()]).trap();
        let mut trace = Trace::new();
        allocate(&mut LocalAllocator::new(), &mut code, &AllocOptions::default(), Some(&mut trace), None)
            .expect("passes");
        check(&code, &trace).expect_err("what the caller keeps")[0].kind
    };
    assert_eq!(write_to_frame_pointer(), CheckErrorKind::ForbiddenRegister);
    // An entry finds its results in their registers and writes nothing.
    let mut b = Builder::new();
    let x = b.gp();
    b.special(Opcode::Entry, fixed(Role::Def), &[x.into()]);
    store_of(&mut b, x);
    assert_eq!(allocate_and_check(Allocator::Local, &b.trap(), Forced::None, "entry").0.saved, RegSet::EMPTY);
}

#[test]
fn wrong_definitions_are_errors() {
    let mut b = Builder::new();
    let remat = b.code.add_remat(Bank::Gp, Opcode::Move, Some(Arg::Imm(9))).expect("a form");
    b.push(Opcode::Move, &[Arg::Imm(1), remat.into()]);
    let expected = AllocError::RematDefinition { opcode: Opcode::Move, origin: NONE, tmp: remat };
    assert_eq!(error(&b.trap()), expected);

    let mut b = Builder::new();
    let x = b.gp();
    let operands = vec![OperandSpec::new(Role::Def, Bank::Gp, Width::W64)];
    b.special(Opcode::Ret, Special { operands, ..Special::default() }, &[x.into()]).end(&[1]);
    store_of(&mut b, x);
    let expected = AllocError::TerminalDefinition { opcode: Opcode::Ret, origin: NONE };
    assert_eq!(error(&b.trap()), expected);
}

#[test]
fn undefined_values_are_errors() {
    // `allocate` would mark it global; a caller that allocates block by block may not.
    let mut b = Builder::new();
    let x = b.gp();
    store_of(&mut b, x);
    let mut code = b.trap();
    for forced in [Forced::None, Forced::SpillAll] {
        let mut allocator = LocalAllocator::new();
        allocator.begin(&mut code, &AllocOptions { forced, ..AllocOptions::default() }).expect("moves");
        let (input, mut output) = (code.buffer.clone(), InstBuffer::default());
        let result = allocator.allocate_block(&mut code, input.insts.iter().rev(), &input, &mut output, None);
        assert_eq!(result, Err(AllocError::Undefined { tmp: x }));
    }
}

/// The results of a call that ends a block are available only on the edge where it has returned.
#[test]
fn results_of_calls_land_where_they_return() {
    for wrong in [false, true] {
        let mut b = Builder::new();
        let (unused, result) = (b.gp(), b.gp());
        b.code.tmps[result.number().expect("a temporary") as usize].global = true;
        let fixed = OperandSpec::in_reg(Role::Def, Reg::gp(0), Width::W64);
        let callee = OperandSpec::new(Role::Use, Bank::Gp, Width::W64);
        let call = Special { operands: vec![callee, fixed], clobbers: CLOBBERED, ..Special::default() };
        b.special(Opcode::Invoke, call, &[Arg::LibCall(LibCall::Fmod), unused.into()]);
        b.end(if wrong { &[2, 1] } else { &[1, 2] });
        let landing = Special { operands: vec![fixed], ..Special::default() };
        b.special(Opcode::Landing, landing, &[result.into()]);
        let read = Special { operands: vec![callee], ..Special::default() };
        b.special(Opcode::Patch, read, &[result.into()]);
        b.push(Opcode::Trap, &[Arg::Trap(TrapCode::Unreachable)]).end(&[]);
        let mut code = b.trap();
        let mut trace = Trace::new();
        let options = AllocOptions::default();
        allocate(&mut LocalAllocator::new(), &mut code, &options, Some(&mut trace), None)
            .expect("an allocation");
        let found = check(&code, &trace).map_err(|errors| errors[0].kind);
        match wrong {
            false => assert_eq!(found, Ok(())),
            true => assert!(matches!(found, Err(CheckErrorKind::NoResult)), "{found:?}"),
        }
    }
}
