//! Check: comparisons, tests and loads that are fused into it.

use super::support::*;
use barebones::base::{Type, ValueRep};
use barebones::ir::{Opcode, Procedure, ValueId};
use barebones_testing::awkward::few;

/// A check followed by a return of a number. All parameters are stackmap operands.
fn checks<const N: usize>(
    types: [Type; N],
    condition: impl FnOnce(&mut Procedure, [ValueId; N]) -> ValueId,
) -> Procedure {
    let (mut proc, params) = procedure(types);
    let predicate = condition(&mut proc, params);
    check(&mut proc, ROOT, Opcode::Check, &[predicate], &params);
    let number = proc.add_const32(ROOT, 42);
    proc.add_return(ROOT, Some(number));
    proc
}

#[test]
fn simple_check() {
    agrees(&checks([I32], |_, [x]| x), &[&[0], &[1], &[MIN32]], 2);
    agrees(&checks([I64], |_, [x]| x), &[&[0], &[1], &[1 << 32]], 2);
}

#[test]
fn check_false() {
    agrees(&checks([I32], |proc, _| proc.add_const32(ROOT, 0)), &[&[5]], 0);
}

#[test]
fn check_true() {
    agrees(&checks([I32], |proc, _| proc.add_const32(ROOT, 1)), &[&[5]], 1);
}

#[test]
fn check_less_than() {
    let proc = checks([I32], |proc, [x]| {
        let limit = proc.add_const32(ROOT, 42);
        proc.less_than(ROOT, x, limit)
    });
    agrees(&proc, &[&[42], &[41], &[1000], &[MIN32]], 2);
}

const COMPARISONS: [Opcode; 11] = [
    Opcode::Equal,
    Opcode::NotEqual,
    Opcode::LessThan,
    Opcode::GreaterThan,
    Opcode::LessEqual,
    Opcode::GreaterEqual,
    Opcode::Above,
    Opcode::Below,
    Opcode::AboveEqual,
    Opcode::BelowEqual,
    Opcode::EqualOrUnordered,
];

/// `a ? b` and its negation, which for a NaN differs from the opposite comparison.
fn comparison(ty: Type, opcode: Opcode, inverted: u32) -> Procedure {
    checks([ty, ty], |proc, [a, b]| {
        let compared = proc.append_typed(ROOT, opcode, I32, &[a, b]);
        let zero = proc.add_const32(ROOT, 0);
        (0..inverted).fold(compared, |predicate, _| proc.equal(ROOT, predicate, zero))
    })
}

#[test]
fn every_comparison_and_its_opposite() {
    for ty in [I32, I64, F32, F64] {
        let numbers = few(ty);
        let all: Vec<[u64; 2]> = numbers.iter().flat_map(|a| numbers.iter().map(move |b| [*a, *b])).collect();
        let inputs: Vec<&[u64]> = all.iter().map(|args| &args[..]).collect();
        for opcode in COMPARISONS {
            let only_ints =
                matches!(opcode, Opcode::Above | Opcode::Below | Opcode::AboveEqual | Opcode::BelowEqual);
            if only_ints && ty.is_float() || opcode == Opcode::EqualOrUnordered && ty.is_int() {
                continue;
            }
            let mut leave = [0; 3];
            for inverted in 0..3 {
                let proc = comparison(ty, opcode, inverted);
                let leaves = |args: &&&[u64]| matches!(interpret(&proc, args), End::Left(_));
                leave[inverted as usize] = inputs.iter().filter(leaves).count();
                agrees(&proc, &inputs, leave[inverted as usize]);
            }
            assert_eq!((leave[0] + leave[1], leave[2]), (inputs.len(), leave[0]), "{opcode:?} of {ty}");
        }
    }
}

/// As B3 specifies: exits if a >= b or if either is a NaN.
#[test]
fn the_opposite_of_less_than_is_true_of_nans() {
    let (one, two, nan) = (1_f64.to_bits(), 2_f64.to_bits(), f64::NAN.to_bits());
    agrees(
        &comparison(F64, Opcode::LessThan, 1),
        &[&[one, two], &[two, one], &[one, one], &[nan, one], &[one, nan]],
        4,
    );
}

#[test]
fn check_bit_tests() {
    for mask in [1, 0x80, 0xff00, MIN32] {
        let proc = checks([I32], |proc, [x]| {
            let mask = proc.add_constant(ROOT, I32, mask);
            proc.bit_and(ROOT, x, mask)
        });
        agrees(&proc, &[&[0], &[mask], &[!mask & 0xffff_ffff]], 1);
    }
    let proc = checks([I64, I32], |proc, [x, bit]| {
        let shifted = proc.zshr(ROOT, x, bit);
        let one = proc.add_const64(ROOT, 1);
        proc.bit_and(ROOT, shifted, one)
    });
    agrees(&proc, &[&[0, 3], &[1 << 40, 40], &[1 << 40, 39], &[1, 64]], 2);
}

/// Comparisons joined by And or Or, of more than are fused.
#[test]
fn joined_comparisons() {
    let numbers = |x: f64, y: f64| [x.to_bits(), y.to_bits()];
    let floats = [numbers(1.0, 2.0), numbers(2.0, 1.0), numbers(1.0, 1.0), numbers(f64::NAN, 1.0)];
    let ints = [3_u64, 4, 5, 6].into_iter().flat_map(|a| [7, 8].map(|b| [a, b]));
    let all: Vec<[u64; 4]> = ints.flat_map(|[a, b]| floats.map(|[x, y]| [a, b, x, y])).collect();
    let inputs: Vec<&[u64]> = all.iter().map(|args| &args[..]).collect();
    for joined in [Opcode::BitAnd, Opcode::BitOr] {
        for count in 2..=6 {
            let proc = checks([I32, I64, F64, F64], |proc, [a, b, x, y]| {
                let (three, five, eight) =
                    (proc.add_const32(ROOT, 3), proc.add_const32(ROOT, 5), proc.add_const64(ROOT, 8));
                let comparisons = [
                    proc.less_than(ROOT, a, five),
                    proc.equal(ROOT, b, eight),
                    proc.less_than(ROOT, x, y),
                    proc.not_equal(ROOT, a, three),
                    proc.append_typed(ROOT, Opcode::EqualOrUnordered, I32, &[x, y]),
                    proc.above(ROOT, b, eight),
                ];
                let join = |a, b: &ValueId| proc.append_typed(ROOT, joined, I32, &[a, *b]);
                comparisons[1..count].iter().fold(comparisons[0], join)
            });
            let leaves = |args: &&&[u64]| matches!(interpret(&proc, args), End::Left(_));
            agrees(&proc, &inputs, inputs.iter().filter(leaves).count());
        }
    }
}

/// A check of memory: pointer and index address a slot.
fn memory(load: impl FnOnce(&mut Procedure, ValueId, ValueId) -> ValueId, stored: Type) -> Procedure {
    let (mut proc, [value, limit]) = procedure([stored, I32]);
    let slot = proc.add_stack_slot(64, barebones::ir::StackSlotKind::Locked);
    let base = proc.slot_base(ROOT, slot);
    let copy = proc.append_typed(ROOT, Opcode::Opaque, I64, &[base]);
    proc.store(ROOT, value, copy, 16);
    let predicate = load(&mut proc, copy, limit);
    check(&mut proc, ROOT, Opcode::Check, &[predicate], &[value, limit]);
    proc.add_return(ROOT, Some(limit));
    proc
}

#[test]
fn check_of_loads() {
    let proc = memory(|proc, base, _| proc.load(ROOT, I64, base, 16), I64);
    agrees(&proc, &[&[0, 1], &[1 << 50, 2]], 1);
    let proc = memory(
        |proc, base, limit| {
            let loaded = proc.load(ROOT, I32, base, 16);
            proc.less_than(ROOT, loaded, limit)
        },
        I32,
    );
    agrees(&proc, &[&[5, 5], &[4, 5], &[MIN32, 0]], 2);
    let proc = memory(
        |proc, base, limit| {
            let loaded = proc.load(ROOT, I32, base, 16);
            proc.below(ROOT, limit, loaded)
        },
        I32,
    );
    agrees(&proc, &[&[5, 5], &[6, 5], &[MIN32, 0]], 2);
}

/// A byte of memory at a computed address, compared and inverted, all fused into the check.
#[test]
fn check_mega_combo() {
    let combo = |proc: &mut Procedure, base: ValueId, limit: ValueId| {
        let two = proc.add_const32(ROOT, 2);
        let zero = proc.add_const64(ROOT, 0);
        let index = proc.zext32(ROOT, two);
        let scaled = proc.shl(ROOT, index, two);
        let scaled = proc.add(ROOT, scaled, zero);
        let address = proc.add(ROOT, base, scaled);
        let byte = proc.load8s(ROOT, address, 8);
        let _ = limit;
        let number = proc.add_const32(ROOT, 42);
        proc.less_than(ROOT, byte, number)
    };
    agrees(&memory(combo, I32), &[&[42, 0], &[127, 0], &[41, 0], &[200, 0]], 2);
    let inverted = |proc: &mut Procedure, base, limit| {
        let combo = combo(proc, base, limit);
        let zero = proc.add_const32(ROOT, 0);
        proc.equal(ROOT, combo, zero)
    };
    agrees(&memory(inverted, I32), &[&[42, 0], &[127, 0], &[41, 0], &[200, 0]], 2);
}

/// The same comparison twice, each with its own load, which is not repeated.
fn two_checks(same: bool) -> Procedure {
    let (mut proc, [value, limit]) = procedure([I32, I32]);
    let slot = proc.add_stack_slot(16, barebones::ir::StackSlotKind::Locked);
    let base = proc.slot_base(ROOT, slot);
    let base = proc.append_typed(ROOT, Opcode::Opaque, I64, &[base]);
    proc.store(ROOT, value, base, 0);
    let byte = proc.load8z(ROOT, base, 0);
    let predicate = proc.less_than(ROOT, byte, limit);
    check(&mut proc, ROOT, Opcode::Check, &[predicate], &[value]);
    let changed = proc.add_const32(ROOT, 255);
    proc.store8(ROOT, changed, base, 0);
    let predicate = match same {
        true => predicate,
        false => proc.equal(ROOT, byte, limit),
    };
    check(&mut proc, ROOT, Opcode::Check, &[predicate], &[limit, byte]);
    proc.add_return(ROOT, Some(byte));
    proc
}

#[test]
fn check_two_mega_combos() {
    agrees(&two_checks(true), &[&[5, 5], &[4, 5], &[300, 45], &[255, 255]], 2);
}

#[test]
fn check_two_non_redundant_mega_combos() {
    agrees(&two_checks(false), &[&[5, 5], &[4, 5], &[300, 40], &[255, 254], &[255, 255]], 3);
}

/// The compared value has other uses: in the check itself, after it, and in another block.
#[test]
fn check_tricky_mega_combo() {
    let (mut proc, [value, limit]) = procedure([I32, I32]);
    let slot = proc.add_stack_slot(16, barebones::ir::StackSlotKind::Locked);
    let base = proc.slot_base(ROOT, slot);
    let base = proc.append_typed(ROOT, Opcode::Opaque, I64, &[base]);
    proc.store(ROOT, value, base, 0);
    let byte = proc.load8s(ROOT, base, 0);
    let compared = proc.less_than(ROOT, byte, limit);
    let zero = proc.add_const32(ROOT, 0);
    let predicate = proc.equal(ROOT, compared, zero);
    check(&mut proc, ROOT, Opcode::Check, &[predicate], &[byte, compared, predicate]);
    let end = proc.add_block();
    proc.add_jump(ROOT, end);
    let sum = proc.add(end, byte, compared);
    check(&mut proc, end, Opcode::Check, &[compared], &[byte, sum]);
    proc.add_return(end, Some(sum));
    agrees(&proc, &[&[5, 5], &[4, 5], &[200, 0]], 3);
}

/// Operands of the comparison are also stackmap operands in registers, from constants and from floats.
#[test]
fn operands_of_the_comparison() {
    let (mut proc, [a, b]) = procedure([F64, F64]);
    let predicate = proc.less_than(ROOT, a, b);
    let constant = proc.add_const_double(ROOT, -0.5);
    let others = [
        (a, ValueRep::SomeRegister),
        (constant, ValueRep::ColdAny),
        (b, ValueRep::WarmAny),
        (constant, ValueRep::SomeRegister),
        (predicate, ValueRep::ColdAny),
    ];
    check_with(&mut proc, ROOT, Opcode::Check, &[predicate], &others);
    proc.add_return(ROOT, Some(a));
    let (one, two, nan) = (1_f64.to_bits(), 2_f64.to_bits(), f64::NAN.to_bits());
    agrees(&proc, &[&[one, two], &[two, one], &[nan, one]], 1);
}
