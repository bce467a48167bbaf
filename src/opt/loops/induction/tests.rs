//! Trip counts and intervals, against counting.

use super::*;
use crate::ir::testing::target;
use crate::ir::validate;
use Opcode::*;

const BITS: u32 = 4;
const RELATIONS: [Opcode; 10] =
    [Equal, NotEqual, LessThan, LessEqual, GreaterThan, GreaterEqual, Below, BelowEqual, Above, AboveEqual];

fn holds(relation: Opcode, a: i64, b: i64) -> bool {
    let [s, t] = [a, b].map(|x| (x << 60) >> 60);
    let [u, v] = [a, b].map(|x| x & 15);
    match relation {
        Equal => u == v,
        NotEqual => u != v,
        LessThan => s < t,
        LessEqual => s <= t,
        GreaterThan => s > t,
        GreaterEqual => s >= t,
        Below => u < v,
        BelowEqual => u <= v,
        Above => u > v,
        _ => u >= v,
    }
}

/// How often the relation holds from the start value on; `None` if always.
fn counted(relation: Opcode, first: i64, step: i64, limit: i64) -> Option<i64> {
    (0..16).find(|n| !holds(relation, first + n * step, limit))
}

/// All variables of four bits against all constant limits: the count must be exact, unless it says otherwise.
#[test]
fn trip_counts_of_constants() {
    let mut found = 0;
    for relation in RELATIONS {
        for (first, limit) in (-8..16).flat_map(|first| (-8..16).map(move |limit| (first, limit))) {
            for step in -8..8 {
                let [a, b] = [first, limit].map(|number| Some(Interval::of(number)));
                if let Some(count) = trip_count(relation, a, step, b, BITS) {
                    let most = counted(relation, first, step, limit).map(i128::from);
                    assert_eq!(count.is_exact, relation != Equal);
                    assert!(
                        most.is_some_and(|most| most == count.max || !count.is_exact && most < count.max),
                        "{relation:?} {first} {step} {limit}: {count:?}, counted {most:?}"
                    );
                    found += 1;
                }
            }
        }
    }
    assert!(found > 20_000, "{found}");
}

/// Intervals and unknown numbers: the count must bound that of all numbers they contain.
#[test]
fn trip_counts_of_intervals() {
    let intervals: Vec<Option<Interval>> = (-8..16)
        .flat_map(|min| (min..16).step_by(3).map(move |max| Some(Interval { min, max })))
        .filter(|interval| interval.is_some_and(|interval| interval.max - interval.min < 16))
        .chain([None])
        .collect();
    let mut found = 0;
    for relation in RELATIONS {
        for (first, limit) in intervals.iter().flat_map(|a| intervals.iter().map(move |b| (*a, *b))) {
            for step in [-8, -3, -2, -1, 1, 2, 5, 7] {
                let Some(count) = trip_count(relation, first, step, limit, BITS) else { continue };
                found += 1;
                let all = Interval { min: 0, max: 15 };
                let (first, limit) = (first.unwrap_or(all), limit.unwrap_or(all));
                for a in first.min..=first.max {
                    for b in limit.min..=limit.max {
                        let most = counted(relation, a as i64, step, b as i64);
                        assert!(
                            most.is_some_and(|most| i128::from(most) <= count.max),
                            "{relation:?} {a} of {first:?} {step} {b} of {limit:?}: {count:?}, counted {most:?}"
                        );
                    }
                }
            }
        }
    }
    assert!(found > 20_000, "{found}");
}

/// All intervals of four bits: the multiple of 16 that makes all numbers signed or unsigned exists if one does so.
#[test]
fn no_interval_is_said_to_wrap_that_does_not() {
    let offsets = || (-6..=6).map(|multiple| multiple * 16);
    for (min, max) in (-40_i128..40).flat_map(|min| (min..min + 16).map(move |max| (min, max))) {
        let interval = Interval { min, max };
        let fits = |least: i128, greatest: i128| {
            offsets().find(|offset| min + offset >= least && max + offset <= greatest)
        };
        assert_eq!(interval.offset_to_unsigned(BITS), fits(0, 15), "{interval:?}");
        assert_eq!(interval.offset_to_signed(BITS), fits(-8, 7), "{interval:?}");
    }
}

/// All intervals of four bits and all steps: the numbers of all iterations are in the interval.
#[test]
fn intervals_of_all_iterations() {
    for (min, max) in (-8_i128..16).flat_map(|min| (min..16).map(move |max| (min, max))) {
        for (step, count) in (-8..8).flat_map(|step| (0..9).map(move |count| (step, count))) {
            let numbers =
                || (min..=max).flat_map(|start| (0..=count).map(move |n| start + n * i128::from(step)));
            match (Interval { min, max }).after(step, count, BITS) {
                Some(all) => {
                    assert!(all.max - all.min < 16);
                    assert!(numbers().all(|number| (all.min..=all.max).contains(&number)));
                }
                None => assert!(numbers().max().unwrap_or(0) - numbers().min().unwrap_or(0) >= 16),
            }
        }
    }
}

#[test]
fn intervals_at_full_width() {
    const WORD: i128 = 1 << 32;
    let interval = |min, max| Interval { min, max };
    assert_eq!(interval(-16, -1).offset_to_unsigned(32), Some(WORD));
    assert_eq!(interval(3 * WORD - 1, 3 * WORD).offset_to_signed(32), Some(-3 * WORD));
    assert_eq!(interval(WORD / 2 - 1, WORD / 2).normalized(32), Some(interval(WORD / 2 - 1, WORD / 2)));
    assert_eq!(interval(0, WORD).normalized(32), None);
    assert_eq!(interval(0, 0).after(1, WORD - 1, 32), Some(interval(0, WORD - 1)));
    assert_eq!(interval(0, 0).after(1, WORD, 32), None);
    assert_eq!(interval(0, 0).after(i64::from(i32::MIN), WORD, 32), None);
    assert_eq!(interval(0, 0).after(i64::MIN, i128::MAX, 64), None);
    assert_eq!(
        trip_count(Below, None, 1, Some(Interval::of(-1)), 64).map(|count| count.max),
        Some((1 << 64) - 1)
    );
}

/// A loop that runs while a variable, or its sum, is related to a limit; the limit is on the left if `is_flipped`.
fn counting_loop(
    relation: Opcode,
    [start, step, limit]: [i32; 3],
    of_next: bool,
    is_flipped: bool,
) -> Procedure {
    let mut proc = Procedure::new(&target());
    let [root, body, end] = [(); 3].map(|()| proc.add_block());
    let [first, by, limit] = [start, step, limit].map(|number| proc.at(root).const32(number));
    let phi = proc.at(BlockId::INVALID).phi(Type::Int32);
    proc.at(root).upsilon(first, phi);
    proc.at(root).jump(body);
    proc.set_block_values(body, &[phi]);
    let next = proc.at(body).apply_typed(Opcode::Add, Type::Int32, &[phi, by]);
    let tested = if of_next { next } else { phi };
    let sides = if is_flipped { [limit, tested] } else { [tested, limit] };
    let relation = if is_flipped { flipped(relation) } else { relation };
    let mut b = proc.at(body);
    let condition = b.apply_typed(relation, Type::Int32, &sides);
    b.upsilon(next, phi);
    b.branch(condition, body, end);
    proc.at(end).ret([]);
    validate(&proc).unwrap_or_else(|violations| panic!("{violations:?}\n{proc}"));
    proc
}

/// Loops near the ends of the 32-bit numbers: the analysis against executing them.
#[test]
fn loops_are_bounded_as_they_run() {
    const NUMBERS: [i32; 7] = [i32::MIN, i32::MIN + 1, -2, 0, 3, i32::MAX - 1, i32::MAX];
    const MAX: i128 = 40;
    let mut bounded = 0;
    for (relation, start) in RELATIONS.iter().flat_map(|relation| NUMBERS.map(|start| (*relation, start))) {
        for (limit, step) in NUMBERS.iter().flat_map(|limit| [-3, -1, 1, 2].map(|step| (*limit, step))) {
            for [of_next, is_flipped] in [[false, false], [true, false], [false, true]] {
                let proc = counting_loop(relation, [start, step, limit], of_next, is_flipped);
                let mut flow = ControlFlow::default();
                flow.find_dominators(&proc);
                flow.find_loops(&proc);
                let (mut induction, mut work) = (Induction::default(), 0);
                let of = flow.loops.ids().next().expect("a loop");
                let variables = induction.add_loop(&proc, &flow, &mut work, of, None);
                induction.bound_loop(&proc, &flow, &mut work, &variables);
                let [variable] = &induction.variables[..] else { panic!("one variable\n{proc}") };
                assert_eq!((variable.step, variable.has_all_starts), (step.into(), true));
                let Some(values) = variable.values else { continue };
                bounded += 1;
                let (mut phi, mut iterations) = (start, 0);
                loop {
                    let is_one = |word: &i128| (values.min..=values.max).contains(&(i128::from(phi) + word));
                    let words = [-1 << 32, 0, 1 << 32];
                    assert!(words.iter().any(is_one), "{phi} {values:?}\n{proc}");
                    let tested = if of_next { phi.wrapping_add(step) } else { phi };
                    let holds = match relation {
                        Equal => tested == limit,
                        NotEqual => tested != limit,
                        LessThan => tested < limit,
                        LessEqual => tested <= limit,
                        GreaterThan => tested > limit,
                        GreaterEqual => tested >= limit,
                        Below => (tested as u32) < limit as u32,
                        BelowEqual => tested as u32 <= limit as u32,
                        Above => tested as u32 > limit as u32,
                        _ => tested as u32 >= limit as u32,
                    };
                    if !holds || iterations == MAX {
                        break;
                    }
                    (phi, iterations) = (phi.wrapping_add(step), iterations + 1);
                }
                let distance = (values.max - values.min) / i128::from(step.abs());
                assert!(iterations == MAX || iterations <= distance, "{iterations} {values:?}\n{proc}");
            }
        }
    }
    assert!(bounded > 500, "{bounded}");
}
