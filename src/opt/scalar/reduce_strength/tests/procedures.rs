//! Tests of rules for memory, checks and control flow, each in a procedure of its own.

use crate::analysis::ControlFlow;
use crate::base::{HeapRange, StateId, Type};
use crate::ir::testing::target;
use crate::ir::{Opcode, Procedure, RangePair, StackSlotKind, Stackmap, ValueFlags, ValueId, validate};
use crate::opt::scalar::reduce_strength::arithmetic::Arithmetic;
use crate::opt::scalar::reduce_strength::rules::{Place, ROWS, Rule};
use crate::opt::scalar::reduce_strength::{Applied, Work, run};

/// Reduces a procedure and validates it before and after.
fn reduce(proc: &mut Procedure) -> Applied {
    let mut work = Work::default();
    validate(proc).unwrap_or_else(|violations| panic!("{violations:?}\n{proc}"));
    run(proc, Arithmetic::REAL, &mut ControlFlow::default(), &mut work, true, 0);
    validate(proc).unwrap_or_else(|violations| panic!("{violations:?}\n{proc}"));
    assert_eq!(work.applied.hit_limit, 0, "{proc}");
    work.applied
}

/// Builds a procedure with two arguments, an address and an integer.
fn with(body: impl FnOnce(&mut Procedure, ValueId, ValueId)) -> Procedure {
    let mut proc = Procedure::new(&target());
    let root = proc.add_block();
    let [p, x] = [Type::Int64, Type::Int32].map(|ty| proc.at(root).argument(ty));
    body(&mut proc, p, x);
    if proc.successors(root).is_empty() {
        proc.at(root).ret([]);
    }
    proc
}

const ROOT: crate::ir::BlockId = Procedure::ROOT;

fn everything() -> Vec<Procedure> {
    let ranges = RangePair { reads: HeapRange::TOP, writes: HeapRange::TOP };
    let three_ways = |proc: &mut Procedure| {
        [0; 3].map(|_| {
            let block = proc.add_block();
            proc.at(block).ret([]);
            block
        })
    };
    vec![
        with(|proc, p, _| {
            let mut b = proc.at(ROOT);
            let (c, d) = (b.const32(i32::MAX), b.const32(1));
            let pair = b.proc.tuple_type(&[Type::Int32, Type::Int32]);
            let tuple = b.apply_typed(Opcode::AddOverflow, pair, &[c, d]);
            let (sum, flag) = (b.extract(tuple, 0), b.extract(tuple, 1));
            b.store(sum, p, 0);
            b.store(flag, p, 4);
        }),
        with(|proc, p, _| {
            let eight = proc.at(ROOT).const64(8);
            let sum = proc.at(ROOT).add(p, eight);
            let loaded = proc.at(ROOT).load(Type::Int32, sum, 4);
            proc.at(ROOT).store(loaded, sum, -16);
        }),
        with(|proc, p, x| {
            let mask = proc.at(ROOT).const32(255);
            let low = proc.at(ROOT).bit_and(x, mask);
            proc.at(ROOT).store8(low, p, 0);
            let float = proc.at(ROOT).bitwise_cast(x);
            proc.at(ROOT).store(float, p, 8);
            let one = proc.at(ROOT).const_double(1.0);
            proc.at(ROOT).store(one, p, 16);
        }),
        with(|proc, p, x| {
            for count in [0, 12, 33] {
                let count = proc.at(ROOT).const64(count);
                let byte = proc.at(ROOT).const32(7);
                proc.at(ROOT).memory_copy(p, p, count, ranges);
                proc.at(ROOT).memory_fill(p, byte, count, HeapRange::TOP);
                proc.at(ROOT).memory_fill(p, x, count, HeapRange::TOP);
            }
        }),
        with(|proc, _, x| {
            let zero = proc.at(ROOT).const32(0);
            proc.at(ROOT).stackmap_value(Opcode::Check, Type::Void, &[zero], Stackmap::default());
            proc.at(ROOT).stackmap_value(Opcode::CheckAdd, Type::Int32, &[x, zero], Stackmap::default());
            let narrow = proc.at(ROOT).sext8(x);
            proc.at(ROOT).stackmap_value(
                Opcode::CheckMul,
                Type::Int32,
                &[narrow, narrow],
                Stackmap::default(),
            );
        }),
        with(|proc, _, _| {
            let [a, b, _] = three_ways(proc);
            let one = proc.at(ROOT).const32(1);
            proc.at(ROOT).branch(one, a, b);
        }),
        with(|proc, _, x| {
            let [a, _, _] = three_ways(proc);
            proc.at(ROOT).branch(x, a, a);
        }),
        with(|proc, _, _| {
            let [a, b, c] = three_ways(proc);
            let two = proc.at(ROOT).const32(2);
            proc.at(ROOT).switch(two, &[(1, a), (2, b)], c);
        }),
    ]
}

#[test]
fn rules_about_procedures_are_applied() {
    let mut counts = vec![0; ROWS.len()];
    for mut proc in everything() {
        for (total, count) in counts.iter_mut().zip(reduce(&mut proc).counts) {
            *total += count;
        }
    }
    let rows = ROWS.iter().zip(counts);
    let unused: Vec<&str> = rows
        .filter(|(row, count)| row.place == Place::Procedure && *count == 0)
        .map(|(row, _)| row.name)
        .collect();
    assert!(unused.is_empty(), "{unused:?}");
}

/// A constant is folded into an access to a slot only if the access stays within the slot.
#[test]
fn accesses_stay_in_their_slots() {
    for (added, stays) in [(4, false), (5, true), (-4, true)] {
        let mut proc = with(|proc, _, _| {
            let slot = proc.add_stack_slot(8, StackSlotKind::Locked);
            let mut b = proc.at(ROOT);
            let base = b.slot_base(slot);
            let constant = b.const64(added);
            let sum = b.add(base, constant);
            b.load(Type::Int32, sum, 0);
        });
        reduce(&mut proc);
        assert_eq!(proc.to_string().contains(&format!("offset={added}")), !stays, "{added}\n{proc}");
    }
}

/// The bytes of a copy may overlap: all loads precede all stores.
#[test]
fn copies_load_before_they_store() {
    let mut proc = with(|proc, p, _| {
        let count = proc.at(ROOT).const64(31);
        let ranges = RangePair { reads: HeapRange::new(1, 2), writes: HeapRange::new(3, 4) };
        proc.at(ROOT).memory_copy(p, p, count, ranges);
    });
    reduce(&mut proc);
    let opcodes = proc.block_values(ROOT).iter().map(|id| proc.value(*id).opcode());
    let (mut loads, mut stores) = (0, 0);
    for opcode in opcodes {
        match opcode {
            Opcode::Load | Opcode::Load16Z | Opcode::Load8Z => {
                assert_eq!(stores, 0, "{proc}");
                loads += 1;
            }
            Opcode::Store | Opcode::Store16 | Opcode::Store8 => stores += 1,
            _ => {}
        }
    }
    assert_eq!((loads, stores), (6, 6), "{proc}");
}

/// A value used only by an exit state is live.
#[test]
fn exit_states_keep_values_alive() {
    let mut proc = with(|proc, _, x| {
        let mut b = proc.at(ROOT);
        let [five, three] = [5, 3].map(|it| b.const32(it));
        let named = b.add(x, five);
        let sum = b.add(named, three);
        let state = proc.add_state(StateId::INVALID, 0, 0, &[named.into()]);
        let stackmap = Stackmap { state, ..Stackmap::default() };
        proc.at(ROOT).stackmap_value(Opcode::Check, Type::Void, &[sum], stackmap);
    });
    let applied = reduce(&mut proc);
    assert_eq!(applied.counts[Rule::AddAddConstant as usize], 1, "{proc}");
}

/// The overflow check of a sum stays if it may overflow in either direction.
#[test]
fn sums_that_may_overflow_are_checked() {
    for (amount, is_checked) in [(1, false), (0, true)] {
        let mut proc = with(|proc, _, x| {
            let mut b = proc.at(ROOT);
            let one = b.const32(1);
            let amount = b.const32(amount);
            let [bit, shifted] = [b.bit_and(x, one), b.sshr(x, amount)];
            let map = Stackmap::default();
            proc.at(ROOT).stackmap_value(Opcode::CheckAdd, Type::Int32, &[shifted, bit], map);
        });
        reduce(&mut proc);
        assert_eq!(proc.to_string().contains("CheckAdd"), is_checked, "{proc}");
    }
}

/// A number made from a reference by shifts may be live across a safepoint, an address computed from one may not. So
/// the shifts must not become a mask.
#[test]
fn values_from_references_are_unchanged() {
    for is_reference in [true, false] {
        let mut proc = with(|proc, p, _| {
            let reference = proc.at(ROOT).load(Type::Int64, p, 0);
            if is_reference {
                proc.get_value_mut(reference).expect("exists").flags |= ValueFlags::REFERENCE;
            }
            let mut b = proc.at(ROOT);
            let amount = b.const32(40);
            let up = b.shl(reference, amount);
            let down = b.zshr(up, amount);
            let symbol = proc.symbol("f");
            proc.at(ROOT).ccall(Type::Void, symbol, &[]);
            proc.at(ROOT).store(down, p, 8);
        });
        reduce(&mut proc);
        assert_eq!(proc.to_string().contains("BitAnd"), !is_reference, "{proc}");
    }
}
