//! Tests of transfer functions, refinements and decisions against all integers of a small width.

use super::compare::{self, Order};
use super::fact::Fact;
use super::phis::widened;
use super::transfer::{Widths, exact, transfer, truncate};
use crate::base::Type;
use crate::ir::evaluate::Evaluated;
use crate::ir::testing::target;
use crate::ir::{BlockId, Opcode, Procedure, validate};
use crate::opt::scalar::known_bits::{Known, low_bits, sign_extend};
use crate::opt::scalar::reduce_strength::tests::{Random, narrow};
use crate::opt::{Optimizer, Pass, PassCounts, Watch, pass};

/// Bits of an Int32 here; an Int64 has twice as many.
const UNIT: u32 = 4;

/// The integers in a fact.
fn members(fact: &Fact, width: u32) -> Vec<u64> {
    (0..=low_bits(width)).filter(|bits| fact.contains(width, *bits)).collect()
}

/// The tightest fact that contains these integers.
fn covering(width: u32, bits: &[u64]) -> Fact {
    let facts = bits.iter().map(|bits| Fact::constant(width, *bits));
    facts.reduce(|a, b| a.join(&b)).expect("not of none")
}

/// All ranges of this width (a subset above [`UNIT`] bits), random known bits, and tight facts of random sets.
fn facts(width: u32, random: &mut Random) -> Vec<Fact> {
    let all = low_bits(width);
    let mut facts = vec![Fact::top(width)];
    let step = if width > UNIT { 29 } else { 1 };
    for low in (0..=all).step_by(step) {
        for high in (low..=all).step_by(step) {
            facts.push(Fact::unsigned(width, low, high));
            let sign = 1 << (width - 1);
            let [min, max] = [low, high].map(|end| sign_extend(end.wrapping_sub(sign) & all, width));
            facts.push(Fact::signed(width, min, max));
        }
    }
    for _ in 0..200 {
        let zeros = random.next() & random.next() & all;
        let ones = random.next() & random.next() & all & !zeros;
        facts.push(Fact::with_bits(width, Known { zeros: zeros | !all, ones }));
        let count = 1 + random.next() as usize % 4;
        let set: Vec<u64> = (0..count).map(|_| random.next() & all).collect();
        facts.push(covering(width, &set));
    }
    facts.dedup();
    facts
}

fn some(facts: &[Fact], count: usize, random: &mut Random) -> Vec<Fact> {
    (0..count).map(|_| *random.pick(facts)).collect()
}

#[test]
fn facts_are_tight() {
    let mut random = Random(1);
    let all = facts(UNIT, &mut random);
    for fact in &all {
        let inside = members(fact, UNIT);
        assert!(!inside.is_empty(), "{fact:?}");
        assert_eq!(fact.tightened(UNIT).map(|it| members(&it, UNIT)), Some(inside.clone()), "{fact:?}");
        assert!(covering(UNIT, &inside).is_within(fact), "{fact:?} {inside:?}");
        assert_eq!(fact.as_constant(), if inside.len() == 1 { Some(inside[0]) } else { None }, "{fact:?}");
        assert!(!fact.excludes_zero() || !inside.contains(&0), "{fact:?}");
        for other in some(&all, 300, &mut random) {
            let others = members(&other, UNIT);
            let joined = fact.join(&other);
            assert!(inside.iter().chain(&others).all(|bits| joined.contains(UNIT, *bits)));
            let both: Vec<u64> = inside.iter().copied().filter(|bits| others.contains(bits)).collect();
            match fact.meet(&other, UNIT) {
                Some(met) => assert_eq!(members(&met, UNIT), both, "{fact:?} {other:?}"),
                None => assert!(both.is_empty(), "{fact:?} {other:?}"),
            }
            if fact.is_within(&other) {
                assert!(inside.iter().all(|bits| others.contains(bits)), "{fact:?} {other:?}");
            }
        }
    }
}

/// Evaluates an operation; `None` if it is undefined or exits.
fn evaluate(opcode: Opcode, operand: Type, ty: Type, args: &[u64]) -> Option<u64> {
    use Opcode::*;
    let width = Widths(UNIT).of(ty);
    let checked = |plain: Opcode| {
        let Some(Evaluated::Bits(bits)) = narrow::evaluate(UNIT, plain, operand, ty, args) else {
            return None;
        };
        let [x, y] = [args[0], args[1]].map(|bits| sign_extend(bits, width));
        let whole = match plain {
            Add => x + y,
            Sub => x - y,
            _ => x * y,
        };
        (sign_extend(bits, width) == whole).then_some(bits)
    };
    match opcode {
        CheckAdd => checked(Add),
        CheckSub => checked(Sub),
        CheckMul => checked(Mul),
        _ => match narrow::evaluate(UNIT, opcode, operand, ty, args) {
            Some(Evaluated::Bits(bits)) => Some(bits),
            Some(Evaluated::Undefined) => None,
            other => panic!("{opcode:?} {other:?}"),
        },
    }
}

/// Binary operations on one type, whose result has the same type or is a comparison's.
const BINARY: &[Opcode] = {
    use Opcode::*;
    &[
        Add,
        Sub,
        Mul,
        CheckAdd,
        CheckSub,
        CheckMul,
        Div,
        Mod,
        ChillDiv,
        ChillMod,
        UDiv,
        UMod,
        MulHigh,
        UMulHigh,
        BitAnd,
        BitOr,
        BitXor,
        Equal,
        NotEqual,
        LessThan,
        LessEqual,
        GreaterThan,
        GreaterEqual,
        Above,
        AboveEqual,
        Below,
        BelowEqual,
    ]
};

const SHIFTS: &[Opcode] = &[Opcode::Shl, Opcode::SShr, Opcode::ZShr, Opcode::RotL, Opcode::RotR];

fn result(opcode: Opcode, operand: Type) -> Type {
    if Order::of(opcode).is_some() { Type::Int32 } else { operand }
}

/// Checks an operation on all integers in two facts. Returns true if the resulting fact is top.
fn try_binary(opcode: Opcode, operand: Type, second: Type, a: &Fact, b: &Fact) -> bool {
    let (widths, ty) = (Widths(UNIT), result(opcode, operand));
    let fact = transfer(widths, opcode, ty, operand, a, b);
    for x in members(a, widths.of(operand)) {
        for y in members(b, widths.of(second)) {
            if let Some(bits) = evaluate(opcode, operand, ty, &[x, y]) {
                assert!(
                    fact.contains(widths.of(ty), bits),
                    "{opcode:?} {x:#x} {y:#x} is {bits:#x}, not in {fact:?}: {a:?} {b:?}"
                );
            }
        }
    }
    fact.is_top(widths.of(ty))
}

#[test]
fn binary_transfer_functions_are_sound() {
    let mut random = Random(2);
    let all = facts(UNIT, &mut random);
    for opcode in BINARY.iter().chain(SHIFTS) {
        let (mut tops, mut tried) = (0, 0);
        for a in &all {
            for b in some(&all, 120, &mut random) {
                tried += 1;
                tops += u32::from(try_binary(*opcode, Type::Int32, Type::Int32, a, &b));
            }
        }
        assert!(tops < tried, "{opcode:?} is always top");
    }
}

#[test]
fn wide_transfer_functions_are_sound() {
    let mut random = Random(3);
    let (narrow, wide) = (facts(UNIT, &mut random), facts(2 * UNIT, &mut random));
    for (opcodes, second, choice) in [(BINARY, Type::Int64, &wide), (SHIFTS, Type::Int32, &narrow)] {
        for opcode in opcodes {
            for a in some(&wide, 60, &mut random) {
                for b in some(choice, 6, &mut random) {
                    try_binary(*opcode, Type::Int64, second, &a, &b);
                }
            }
        }
    }
}

/// Pairs of ranges of three bits, for all binary operations.
#[test]
fn transfer_functions_are_sound_on_three_bit_ranges() {
    // A unit that is not a power of two would give odd shifts for an Int64; sums and comparisons do not depend on it.
    let mut random = Random(4);
    let ranges: Vec<Fact> =
        facts(UNIT, &mut random).into_iter().filter(|fact| fact.high < 8 || fact.max < 0).collect();
    for opcode in BINARY {
        for a in ranges.iter().step_by(2) {
            for b in ranges.iter().step_by(3) {
                try_binary(*opcode, Type::Int32, Type::Int32, a, b);
            }
        }
    }
}

#[test]
fn unary_transfer_functions_are_sound() {
    use Opcode::*;
    let mut random = Random(5);
    let widths = Widths(UNIT);
    let rows: &[(&[Opcode], Type, Type)] = &[
        (&[Neg, Clz, Ctz, PopCount, SExt8, SExt16], Type::Int32, Type::Int32),
        (&[SExt8To64, SExt16To64, SExt32, ZExt32], Type::Int32, Type::Int64),
        (&[Neg, Clz, Ctz, PopCount], Type::Int64, Type::Int64),
        (&[Trunc], Type::Int64, Type::Int32),
    ];
    for (opcodes, operand, ty) in rows {
        for a in facts(widths.of(*operand), &mut random) {
            for opcode in *opcodes {
                let fact = transfer(widths, *opcode, *ty, *operand, &a, &a);
                for x in members(&a, widths.of(*operand)) {
                    let bits = evaluate(*opcode, *operand, *ty, &[x]).expect("is defined");
                    assert!(
                        fact.contains(widths.of(*ty), bits),
                        "{opcode:?} {x:#x} {bits:#x} {a:?} {fact:?}"
                    );
                }
            }
            let low = truncate(UNIT, &a);
            assert!(members(&a, widths.of(*operand)).iter().all(|x| low.contains(UNIT, x & low_bits(UNIT))));
        }
    }
}

#[test]
fn narrow_loads_have_narrow_ranges() {
    let top = Fact::top(64);
    let of = |opcode| transfer(Widths::REAL, opcode, Type::Int32, Type::Int64, &top, &top);
    assert_eq!((of(Opcode::Load8Z).low, of(Opcode::Load8Z).high), (0, 255));
    assert_eq!((of(Opcode::Load16Z).low, of(Opcode::Load16Z).high), (0, 65535));
    assert_eq!((of(Opcode::Load8S).min, of(Opcode::Load8S).max), (-128, 127));
    assert_eq!((of(Opcode::Load16S).min, of(Opcode::Load16S).max), (-32768, 32767));
    assert!(of(Opcode::Load).is_top(32));
}

#[test]
fn overflow_free_operations_do_not_overflow() {
    let mut random = Random(6);
    let all = facts(UNIT, &mut random);
    for opcode in [Opcode::CheckAdd, Opcode::CheckSub, Opcode::CheckMul] {
        for a in &all {
            for b in some(&all, 100, &mut random) {
                let (least, most) = exact(opcode, a, &b);
                let fits = least >= -8 && most <= 7;
                for x in members(a, UNIT) {
                    for y in members(&b, UNIT) {
                        let overflows = evaluate(opcode, Type::Int32, Type::Int32, &[x, y]).is_none();
                        assert!(!(fits && overflows), "{opcode:?} {x:#x} {y:#x} {a:?} {b:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn refinement_by_outcome_is_sound() {
    let mut random = Random(7);
    let all = facts(UNIT, &mut random);
    let comparisons = BINARY.iter().filter_map(|opcode| Some((*opcode, Order::of(*opcode)?)));
    for (opcode, (order, wanted)) in comparisons {
        let mut sharper = 0;
        for a in &all {
            for b in some(&all, 100, &mut random) {
                let decided = order.decide(wanted, compare::outcomes(a, &b));
                for holds in [true, false] {
                    let outcomes = if holds { wanted } else { compare::ALL & !wanted };
                    let of_a = compare::refine(UNIT, order, outcomes, a, &b);
                    let of_b = compare::refine(UNIT, order, compare::swap_outcomes(outcomes), &b, a);
                    sharper += u32::from(of_a.is_some_and(|fact| fact != *a));
                    for x in members(a, UNIT) {
                        for y in members(&b, UNIT) {
                            let is = evaluate(opcode, Type::Int32, Type::Int32, &[x, y]) == Some(1);
                            assert!(decided.is_none_or(|decided| decided == is), "{opcode:?} {x} {y}");
                            let kept =
                                |fact: Option<Fact>, bits| fact.is_some_and(|fact| fact.contains(UNIT, bits));
                            assert!(
                                is != holds || (kept(of_a, x) && kept(of_b, y)),
                                "{opcode:?} {holds} {x:#x} {y:#x}: {a:?} {b:?} {of_a:?} {of_b:?}"
                            );
                        }
                    }
                }
            }
        }
        assert!(sharper > 0, "{opcode:?}");
    }
}

#[test]
fn widening_covers_both_and_terminates() {
    let mut random = Random(8);
    for width in [UNIT, 32, 64] {
        let all = facts(UNIT, &mut random);
        let wide = |fact: &Fact| {
            if width == UNIT { *fact } else { Fact::unsigned(width, fact.low << 13, fact.high << 13) }
        };
        for fact in &all {
            let mut assumed = wide(fact);
            for failures in 1..=3 {
                let brought = wide(random.pick(&all));
                let next = widened(width, failures, &assumed, &brought);
                assert!(
                    assumed.is_within(&next) && brought.is_within(&next),
                    "{assumed:?} {brought:?} {next:?}"
                );
                assumed = next;
            }
            assert!(assumed.is_top(width));
        }
    }
}

/// Nested loops that count by two from 0 and exit at an odd number: assumptions at their headers fail.
fn nested(depth: usize) -> Procedure {
    let mut p = Procedure::new(&target());
    let root = p.add_block();
    let (zero, two, odd) = (p.at(root).const64(0), p.at(root).const64(2), p.at(root).const64(7));
    let heads: Vec<BlockId> = (0..depth).map(|_| p.add_block()).collect();
    let ends: Vec<BlockId> = (0..depth).map(|_| p.add_block()).collect();
    let last = p.add_block();
    let mut at = root;
    let mut phis = Vec::new();
    for head in &heads {
        let phi = p.at(*head).phi(Type::Int64);
        p.at(at).upsilon(zero, phi);
        p.at(at).jump(*head);
        phis.push(phi);
        at = *head;
    }
    for level in (0..depth).rev() {
        p.at(at).jump(ends[level]);
        at = ends[level];
        let mut b = p.at(at);
        let next = b.add(phis[level], two);
        b.upsilon(next, phis[level]);
        let goes_on = b.not_equal(next, odd);
        let after = p.add_block();
        p.at(at).branch(goes_on, heads[level], after);
        at = after;
    }
    p.at(at).jump(last);
    p.at(last).ret([]);
    p
}

#[test]
fn visits_are_bounded_for_nested_loops() {
    struct Count(u64);
    impl Watch for Count {
        fn after(&mut self, _pass: &'static Pass, _proc: &Procedure, counts: PassCounts) {
            self.0 = counts.work;
        }
    }
    for depth in [1, 4, 20, 100, 400] {
        let mut p = nested(depth);
        let facts = validate(&p).expect("is valid");
        let values: usize = p.block_ids().map(|block| p.block_values(block).len()).sum();
        let mut count = Count(0);
        let rows = pass("propagate_ranges");
        Optimizer::new().run_rows(&mut p, facts.contents(), rows, Some(&mut count));
        // The scan, walks with assumptions and the excess of the last one, the walk without assumptions.
        let most = (values * (super::MAX_WALKS + 3) + p.block_count() + 64) as u64;
        assert!(count.0 >= values as u64 && count.0 <= most, "{depth}: {} of {values}", count.0);
        assert!(validate(&p).is_ok());
    }
}
