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
    let number = proc.at(ROOT).const32(42);
    proc.at(ROOT).ret([number]);
    proc
}

#[test]
fn simple_check() {
    agrees(&checks([I32], |_, [x]| x), &[&[0], &[1], &[MIN32]], 2);
    agrees(&checks([I64], |_, [x]| x), &[&[0], &[1], &[1 << 32]], 2);
}

#[test]
fn check_false() {
    agrees(&checks([I32], |proc, _| proc.at(ROOT).const32(0)), &[&[5]], 0);
}

#[test]
fn check_true() {
    agrees(&checks([I32], |proc, _| proc.at(ROOT).const32(1)), &[&[5]], 1);
}

#[test]
fn check_less_than() {
    let proc = checks([I32], |proc, [x]| {
        let limit = proc.at(ROOT).const32(42);
        proc.at(ROOT).less_than(x, limit)
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
        let compared = proc.at(ROOT).apply_typed(opcode, I32, &[a, b]);
        let zero = proc.at(ROOT).const32(0);
        (0..inverted).fold(compared, |predicate, _| proc.at(ROOT).equal(predicate, zero))
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
            let mask = proc.at(ROOT).constant(I32, mask);
            proc.at(ROOT).bit_and(x, mask)
        });
        agrees(&proc, &[&[0], &[mask], &[!mask & 0xffff_ffff]], 1);
    }
    let proc = checks([I64, I32], |proc, [x, bit]| {
        let shifted = proc.at(ROOT).zshr(x, bit);
        let one = proc.at(ROOT).const64(1);
        proc.at(ROOT).bit_and(shifted, one)
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
                    (proc.at(ROOT).const32(3), proc.at(ROOT).const32(5), proc.at(ROOT).const64(8));
                let comparisons = [
                    proc.at(ROOT).less_than(a, five),
                    proc.at(ROOT).equal(b, eight),
                    proc.at(ROOT).less_than(x, y),
                    proc.at(ROOT).not_equal(a, three),
                    proc.at(ROOT).apply_typed(Opcode::EqualOrUnordered, I32, &[x, y]),
                    proc.at(ROOT).above(b, eight),
                ];
                let join = |a, b: &ValueId| proc.at(ROOT).apply_typed(joined, I32, &[a, *b]);
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
    let mut b = proc.at(ROOT);
    let base = b.slot_base(slot);
    let copy = b.apply_typed(Opcode::Opaque, I64, &[base]);
    b.store(value, copy, 16);
    let predicate = load(&mut proc, copy, limit);
    check(&mut proc, ROOT, Opcode::Check, &[predicate], &[value, limit]);
    proc.at(ROOT).ret([limit]);
    proc
}

#[test]
fn check_of_loads() {
    let proc = memory(|proc, base, _| proc.at(ROOT).load(I64, base, 16), I64);
    agrees(&proc, &[&[0, 1], &[1 << 50, 2]], 1);
    let proc = memory(
        |proc, base, limit| {
            let loaded = proc.at(ROOT).load(I32, base, 16);
            proc.at(ROOT).less_than(loaded, limit)
        },
        I32,
    );
    agrees(&proc, &[&[5, 5], &[4, 5], &[MIN32, 0]], 2);
    let proc = memory(
        |proc, base, limit| {
            let loaded = proc.at(ROOT).load(I32, base, 16);
            proc.at(ROOT).below(limit, loaded)
        },
        I32,
    );
    agrees(&proc, &[&[5, 5], &[6, 5], &[MIN32, 0]], 2);
}

/// A byte of memory at a computed address, compared and inverted, all fused into the check.
#[test]
fn check_mega_combo() {
    let combo = |proc: &mut Procedure, base: ValueId, limit: ValueId| {
        let mut b = proc.at(ROOT);
        let two = b.const32(2);
        let zero = b.const64(0);
        let index = b.zext32(two);
        let scaled = b.shl(index, two);
        let scaled = b.add(scaled, zero);
        let address = b.add(base, scaled);
        let byte = b.load8s(address, 8);
        let _ = limit;
        let number = proc.at(ROOT).const32(42);
        proc.at(ROOT).less_than(byte, number)
    };
    agrees(&memory(combo, I32), &[&[42, 0], &[127, 0], &[41, 0], &[200, 0]], 2);
    let inverted = |proc: &mut Procedure, base, limit| {
        let combo = combo(proc, base, limit);
        let zero = proc.at(ROOT).const32(0);
        proc.at(ROOT).equal(combo, zero)
    };
    agrees(&memory(inverted, I32), &[&[42, 0], &[127, 0], &[41, 0], &[200, 0]], 2);
}

/// The same comparison twice, each with its own load, which is not repeated.
fn two_checks(same: bool) -> Procedure {
    let (mut proc, [value, limit]) = procedure([I32, I32]);
    let slot = proc.add_stack_slot(16, barebones::ir::StackSlotKind::Locked);
    let mut b = proc.at(ROOT);
    let base = b.slot_base(slot);
    let base = b.apply_typed(Opcode::Opaque, I64, &[base]);
    b.store(value, base, 0);
    let byte = b.load8z(base, 0);
    let predicate = b.less_than(byte, limit);
    check(&mut proc, ROOT, Opcode::Check, &[predicate], &[value]);
    let mut b = proc.at(ROOT);
    let changed = b.const32(255);
    b.store8(changed, base, 0);
    let predicate = match same {
        true => predicate,
        false => b.equal(byte, limit),
    };
    check(&mut proc, ROOT, Opcode::Check, &[predicate], &[limit, byte]);
    proc.at(ROOT).ret([byte]);
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
    let mut b = proc.at(ROOT);
    let base = b.slot_base(slot);
    let base = b.apply_typed(Opcode::Opaque, I64, &[base]);
    b.store(value, base, 0);
    let byte = b.load8s(base, 0);
    let compared = b.less_than(byte, limit);
    let zero = b.const32(0);
    let predicate = b.equal(compared, zero);
    check(&mut proc, ROOT, Opcode::Check, &[predicate], &[byte, compared, predicate]);
    let end = proc.add_block();
    proc.at(ROOT).jump(end);
    let sum = proc.at(end).add(byte, compared);
    check(&mut proc, end, Opcode::Check, &[compared], &[byte, sum]);
    proc.at(end).ret([sum]);
    agrees(&proc, &[&[5, 5], &[4, 5], &[200, 0]], 3);
}

/// Operands of the comparison are also stackmap operands in registers, from constants and from floats.
#[test]
fn operands_of_the_comparison() {
    let (mut proc, [a, b]) = procedure([F64, F64]);
    let predicate = proc.at(ROOT).less_than(a, b);
    let constant = proc.at(ROOT).const_double(-0.5);
    let others = [
        (a, ValueRep::SomeRegister),
        (constant, ValueRep::ColdAny),
        (b, ValueRep::WarmAny),
        (constant, ValueRep::SomeRegister),
        (predicate, ValueRep::ColdAny),
    ];
    check_with(&mut proc, ROOT, Opcode::Check, &[predicate], &others);
    proc.at(ROOT).ret([a]);
    let (one, two, nan) = (1_f64.to_bits(), 2_f64.to_bits(), f64::NAN.to_bits());
    agrees(&proc, &[&[one, two], &[two, one], &[nan, one]], 1);
}
