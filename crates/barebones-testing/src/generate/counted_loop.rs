//! Models how small loops count and what values they leave, before any IR is created.

use super::outside_counts::OutsideCounts;
use barebones::base::Type;
use barebones::ir::Opcode;

/// Maximum number of iterations of a loop that burns no fuel.
const MAX_ITERATIONS: u32 = 32;

/// Relations of the counter and its limit: each with its swapped form and its inverse.
const RELATIONS: [[Opcode; 3]; 10] = [
    [Opcode::NotEqual, Opcode::NotEqual, Opcode::Equal],
    [Opcode::LessThan, Opcode::GreaterThan, Opcode::GreaterEqual],
    [Opcode::Below, Opcode::Above, Opcode::AboveEqual],
    [Opcode::LessEqual, Opcode::GreaterEqual, Opcode::GreaterThan],
    [Opcode::BelowEqual, Opcode::AboveEqual, Opcode::Above],
    [Opcode::GreaterThan, Opcode::LessThan, Opcode::LessEqual],
    [Opcode::Above, Opcode::Below, Opcode::BelowEqual],
    [Opcode::GreaterEqual, Opcode::LessEqual, Opcode::LessThan],
    [Opcode::AboveEqual, Opcode::BelowEqual, Opcode::Below],
    [Opcode::Equal, Opcode::Equal, Opcode::NotEqual],
];

/// Values near the limits of loops.
const PLACES: [i64; 5] = [0, i64::MIN, 1 << 31, 100, 1 << 32];

/// Increments of the induction variable.
const STEPS: [i64; 16] = [1, -1, 4, -4, 3, -3, 1, -1, 2, -2, 5, -1, 1, -7, 1 << 30, -(1 << 29)];

/// A sequence of choices, derived from a number; zero gives only zeros.
pub(super) struct Choices(u64);

impl Choices {
    pub(super) fn new(words: [u16; 4]) -> Choices {
        Choices(words.into_iter().fold(0, |all, word| all << 16 | u64::from(word)))
    }

    /// A choice below `limit`, which is not 0.
    pub(super) fn next(&mut self, limit: u64) -> usize {
        let choice = self.0 % limit;
        self.0 /= limit;
        choice as usize
    }

    /// True in one of `count` cases; never for zero.
    pub(super) fn one_in(&mut self, count: u64) -> bool {
        self.next(count) as u64 == count - 1
    }
}

/// A number that code computes. `values` has the possible ones; `None` if any are.
#[derive(Clone, Debug)]
pub(super) struct Number {
    pub(super) source: Source,
    pub(super) values: Option<Vec<i64>>,
}

/// The source of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    /// A constant, which may be created in the loop.
    Constant,
    /// A constant hidden from passes.
    Hidden,
    /// The first value plus the low bits of an operand times this factor.
    Masked(i64),
    /// The same, hidden from passes.
    HiddenMasked(i64),
    /// A result of the previous loop.
    Previous,
    /// An operand.
    Any,
}

/// Number of values of the low bits.
const MASKED: i64 = 8;
/// Mask of the low bits.
pub(super) const MASK: u64 = MASKED as u64 - 1;

/// A result of a loop: its possible values, and the value that they are near.
#[derive(Clone, Debug)]
pub(super) struct LoopResult {
    pub(super) ty: Type,
    pub(super) place: i64,
    pub(super) values: Option<Vec<i64>>,
}

/// How a loop counts, tests and ends.
#[derive(Clone, Debug)]
pub(super) struct CountedLoop {
    pub(super) ty: Type,
    pub(super) step: i64,
    pub(super) first: Number,
    pub(super) limit: Number,
    /// The continue condition, the same with swapped operands, and the exit condition.
    pub(super) relations: [Opcode; 3],
    /// The exit test is in the header.
    pub(super) tests_in_header: bool,
    /// The test uses the sum, not the Phi.
    pub(super) tests_sum: bool,
    /// The sum is computed first in an iteration.
    pub(super) sum_first: bool,
    /// The limit is xored with the lowest bit of the counter.
    pub(super) limit_changes: bool,
    /// The test is executed only if that bit is set.
    pub(super) tests_if_odd: bool,
    /// The result for the next loop is the sum.
    pub(super) result_is_sum: bool,
    place: i64,
}

impl CountedLoop {
    /// Chooses a loop; mostly one that starts from a result of the previous loop. A plain loop tests in its latch, as
    /// simple code would: the first loop tests the sum, a later one the Phi, and the sum has no other use.
    pub(super) fn new(choices: &mut Choices, before: Option<LoopResult>, is_plain: bool) -> CountedLoop {
        let is_first = before.is_none();
        let before = before.filter(|_| !choices.one_in(4));
        let wide = choices.next(2) == 1;
        let ty = before.as_ref().map_or(if wide { Type::Int64 } else { Type::Int32 }, |before| before.ty);
        let place = narrow(ty, PLACES[choices.next(PLACES.len() as u64)]);
        let place = before.as_ref().map_or(place, |before| before.place);
        let step = STEPS[choices.next(STEPS.len() as u64)];
        let to_limit = if is_plain { 1 + choices.next(4) } else { choices.next(5) };
        let relation = match (choices.next(8), step < 0) {
            // Away from the limit.
            (7, true) => [9, 1, 2, 3, 4][to_limit],
            (7, false) => to_limit + 5,
            (_, true) if to_limit > 0 => to_limit + 4,
            _ => to_limit,
        };
        let mut may = || choices.next(2) == 1 && !is_plain;
        let [tests_in_header, result_is_sum] = [may(), may()];
        let tests_sum = if is_plain { is_first } else { choices.next(2) == 1 };
        let sum_first = choices.next(2) == 1 && !is_plain || tests_sum && tests_in_header;
        let [limit_changes, tests_if_odd] = [12, 16].map(|count| choices.one_in(count) && !is_plain);

        let around = |steps: i64, more: i64| narrow(ty, place.wrapping_add(steps * step).wrapping_add(more));
        // With "not equal", the counter must reach the limit exactly.
        let meets = relation == 0;
        let beside = [0, 0, 1, -1][choices.next(4)];
        let firsts = around(-(choices.next(13) as i64), if meets { 0 } else { beside });
        let first = match before {
            Some(before) => Number { source: Source::Previous, values: before.values },
            None => {
                let factor = if meets { -step } else { 1 };
                let sources = [
                    Source::Constant,
                    Source::Masked(factor),
                    Source::HiddenMasked(factor),
                    Source::Hidden,
                    Source::Any,
                ];
                Number::new(ty, sources[choices.next(5)], firsts)
            }
        };
        let beside = [0, 1, -1, 2, -3, 5][choices.next(6)];
        let limits = if meets { around(beside.max(0), 0) } else { around(0, beside) };
        let sources = [
            Source::Constant,
            Source::Masked(step),
            Source::HiddenMasked(step),
            Source::Hidden,
            Source::HiddenMasked(step),
            Source::Any,
        ];
        let limit = Number::new(ty, sources[choices.next(6)], limits);
        let relations = RELATIONS[relation];
        CountedLoop {
            ty,
            step,
            first,
            limit,
            relations,
            tests_in_header,
            tests_sum,
            sum_first,
            limit_changes,
            tests_if_odd,
            result_is_sum,
            place,
        }
    }

    /// The results of the loop. Unknown if it may have too many iterations, because it burns fuel then.
    pub(super) fn loop_result(&self) -> LoopResult {
        let values = self.first.values.iter().zip(&self.limit.values).next().and_then(|(firsts, limits)| {
            let pairs = firsts.iter().flat_map(|first| limits.iter().map(|limit| (*first, *limit)));
            let mut final_values =
                pairs.map(|(first, limit)| self.final_values(first, limit)).collect::<Option<Vec<i64>>>()?;
            final_values.sort_unstable();
            final_values.dedup();
            Some(final_values)
        });
        LoopResult { ty: self.ty, place: self.place, values }
    }

    /// Simulates the loop for an initial value and a limit. `None` if it has too many iterations.
    fn final_values(&self, first: i64, limit: i64) -> Option<i64> {
        let mut counter = first;
        for _ in 0..MAX_ITERATIONS {
            let sum = narrow(self.ty, counter.wrapping_add(self.step));
            let is_asked = !self.tests_if_odd || counter & 1 == 1;
            let limit = if self.limit_changes { limit ^ (counter & 1) } else { limit };
            if is_asked && !holds(self.relations[0], if self.tests_sum { sum } else { counter }, limit) {
                return Some(if self.result_is_sum && self.has_sum_at_exit() { sum } else { counter });
            }
            counter = sum;
        }
        None
    }

    /// True if the sum is computed before the exit.
    pub(super) fn has_sum_at_exit(&self) -> bool {
        self.sum_first || !self.tests_in_header
    }
}

impl Number {
    fn new(ty: Type, source: Source, first: i64) -> Number {
        let values = match source {
            Source::Constant | Source::Hidden => Some(vec![first]),
            Source::Masked(factor) | Source::HiddenMasked(factor) => {
                Some((0..MASKED).map(|n| narrow(ty, first.wrapping_add(n * factor))).collect())
            }
            Source::Previous | Source::Any => None,
        };
        Number { source, values }
    }

    /// The first of the possible values.
    pub(super) fn least(&self) -> i64 {
        self.values.as_ref().and_then(|values| values.first()).copied().unwrap_or_default()
    }
}

/// Wraps a number to a type.
fn narrow(ty: Type, number: i64) -> i64 {
    if ty == Type::Int32 { i64::from(number as i32) } else { number }
}

fn holds(relation: Opcode, a: i64, b: i64) -> bool {
    let (above, below) = (a as u64, b as u64);
    match relation {
        Opcode::Equal => a == b,
        Opcode::LessThan => a < b,
        Opcode::LessEqual => a <= b,
        Opcode::GreaterThan => a > b,
        Opcode::GreaterEqual => a >= b,
        Opcode::Below => above < below,
        Opcode::BelowEqual => above <= below,
        Opcode::Above => above > below,
        Opcode::AboveEqual => above >= below,
        _ => a != b,
    }
}

/// Properties of small loops, besides their relations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LoopEvent {
    StartsFromPrevious,
    TestsInHeader,
    Unknown,
    BurnsFuel,
    BothUsed,
    TestsCounter,
    Load,
    Divide,
    CheckAdd,
    TrapIf,
    AfterStore,
    AfterExit,
    SomeIterations,
    TestsIfOdd,
    Plain,
    Based,
    CountsInHeader,
}

/// A description of each event, for reports.
const EVENTS: [(LoopEvent, &str); 17] = [
    (LoopEvent::StartsFromPrevious, "start from a previous result"),
    (LoopEvent::TestsInHeader, "test in the header"),
    (LoopEvent::Unknown, "have unknown limits"),
    (LoopEvent::BurnsFuel, "burn fuel"),
    (LoopEvent::BothUsed, "have a sum and a Phi with uses after them"),
    (LoopEvent::TestsCounter, "test the counter itself"),
    (LoopEvent::Load, "have an invariant load after the test in the header"),
    (LoopEvent::Divide, "have an invariant division after the test in the header"),
    (LoopEvent::CheckAdd, "have an invariant check after the test in the header"),
    (LoopEvent::TrapIf, "may trap after the test in the header"),
    (LoopEvent::AfterStore, "have invariant work after a store"),
    (LoopEvent::AfterExit, "have invariant work after a possible exit"),
    (LoopEvent::SomeIterations, "have invariant work in some iterations"),
    (LoopEvent::TestsIfOdd, "test in some iterations"),
    (LoopEvent::Plain, "are plain and start from a previous result"),
    (LoopEvent::Based, "add the counter to a base"),
    (LoopEvent::CountsInHeader, "have invariant work and count in memory in the header"),
];

/// Statistics of small loops, and of accesses outside stack slots.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LoopCounts {
    /// By relation, and then by type and direction.
    relations: [[u64; 4]; RELATIONS.len()],
    events: [u64; EVENTS.len()],
    pub(super) outside: OutsideCounts,
}

impl LoopCounts {
    pub(super) fn count_relation(&mut self, counted_loop: &CountedLoop) {
        let kind = 2 * usize::from(counted_loop.ty == Type::Int64) + usize::from(counted_loop.step < 0);
        for (row, counts) in RELATIONS.iter().zip(&mut self.relations) {
            counts[kind] += u64::from(row[0] == counted_loop.relations[0]);
        }
    }

    pub(super) fn count(&mut self, event: LoopEvent) {
        self.events[event as usize] += 1;
    }

    /// Adds other counts.
    pub fn merge(&mut self, other: &LoopCounts) {
        let add = |to: &mut [u64], from: &[u64]| to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
        self.relations.iter_mut().zip(&other.relations).for_each(|(to, from)| add(to, from));
        add(&mut self.events, &other.events);
        self.outside.merge(&other.outside);
    }

    /// Description and count of each kind.
    pub fn counts(&self) -> Vec<(String, u64)> {
        let kinds = ["32 bits, upwards", "32 bits, downwards", "64 bits, upwards", "64 bits, downwards"];
        let relations = RELATIONS.iter().zip(&self.relations).flat_map(|(row, counts)| {
            kinds
                .iter()
                .zip(counts)
                .map(|(kind, count)| (format!("small loops: {:?}, {kind}", row[0]), *count))
        });
        let events = EVENTS
            .iter()
            .map(|(event, name)| (format!("small loops that {name}"), self.events[*event as usize]));
        relations.chain(events).chain(self.outside.counts()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loop_results_are_simulated() {
        let zero = CountedLoop::new(&mut Choices::new([0; 4]), None, false);
        assert_eq!((zero.ty, zero.step, zero.relations[0]), (Type::Int32, 1, Opcode::NotEqual));
        assert_eq!(zero.loop_result().values, Some(vec![0]));
        let number = |value: i64| Number { source: Source::Hidden, values: Some(vec![value]) };
        let to_end = |relation: usize, limit: i64| {
            let first = number(i64::from(i32::MAX) - 5);
            CountedLoop { first, limit: number(limit), relations: RELATIONS[relation], ..zero.clone() }
                .loop_result()
                .values
        };
        let max = i64::from(i32::MAX);
        assert_eq!(to_end(1, max), Some(vec![max]));
        // Always less or equal: the loop does not end.
        assert_eq!(to_end(3, max), None);
        // Wraps around.
        assert_eq!(to_end(0, i64::from(i32::MIN) + 2), Some(vec![i64::from(i32::MIN) + 2]));
        let sum = CountedLoop { result_is_sum: true, first: number(3), limit: number(7), ..zero.clone() };
        assert_eq!(sum.loop_result().values, Some(vec![8]));
        let tests_in_header = CountedLoop { tests_in_header: true, ..sum };
        assert_eq!(tests_in_header.loop_result().values, Some(vec![7]));
    }
}
