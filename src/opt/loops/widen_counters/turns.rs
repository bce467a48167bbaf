//! How often a loop turns that a counter ends.

use crate::ir::Opcode;

/// Integers of 32 bits are equal if they are, modulo this.
pub(super) const WORD: i64 = 1 << 32;

/// Integers from the least to the greatest; at most 2^32 of them, and none further from zero than some 2^36.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Interval {
    pub(super) min: i64,
    pub(super) max: i64,
}

impl Interval {
    /// One number.
    pub(super) fn of(number: i64) -> Interval {
        Interval { min: number, max: number }
    }

    /// All from the least of two to the greatest.
    pub(super) fn hull(self, other: Interval) -> Interval {
        Interval { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// Each number, and a constant.
    pub(super) fn plus(self, constant: i64) -> Interval {
        Interval { min: self.min + constant, max: self.max + constant }
    }

    /// Each number times a power of two.
    pub(super) fn shifted(self, by: u32) -> Interval {
        Interval { min: self.min << by, max: self.max << by }
    }

    /// What each becomes if a step is added up to so many times; `None` if these are more than 2^32.
    pub(super) fn after(self, step: i64, times: i64) -> Option<Interval> {
        let way = step.checked_mul(times).filter(|way| way.unsigned_abs() < WORD as u64)?;
        let all = self.hull(self.plus(way));
        (all.max - all.min < WORD).then_some(all)
    }

    /// The multiple of 2^`bits` with which all numbers are between two bounds.
    fn brought_to(self, least: i64, greatest: i64, bits: u32) -> Option<i64> {
        let word = 1 << bits;
        let multiple = (least - self.min).div_euclid(word) * word;
        let multiple = if self.min + multiple < least { multiple + word } else { multiple };
        (self.max + multiple <= greatest).then_some(multiple)
    }

    /// The multiple of 2^32 with which all numbers are unsigned ones of 32 bits.
    pub(super) fn brought_to_unsigned(self) -> Option<i64> {
        self.brought_to(0, WORD - 1, 32)
    }

    /// The multiple of 2^32 with which all numbers are signed ones of 32 bits.
    pub(super) fn brought_to_signed(self) -> Option<i64> {
        self.brought_to(-WORD / 2, WORD / 2 - 1, 32)
    }

    /// The same numbers modulo 2^32, as signed or else as unsigned ones.
    pub(super) fn normal(self) -> Option<Interval> {
        let multiple = self.brought_to_signed().or_else(|| self.brought_to_unsigned())?;
        Some(self.plus(multiple))
    }
}

/// How often, from its first value on, a counter of so many bits is related to a limit as it must be for the loop to go
/// on, at most; `None` if that may be for ever, or is not known. The limit may be another one each time, and first values
/// and limits that are not known may be any.
pub(super) fn turns(
    relation: Opcode,
    first: Option<Interval>,
    step: i64,
    limit: Option<Interval>,
    bits: u32,
) -> Option<i64> {
    use Opcode::*;
    let word = 1_i64 << bits;
    let is_signed = match relation {
        Equal => return (step % word != 0).then_some(1).filter(|_| is_one(limit)),
        NotEqual => {
            let (first, limit) = (first.filter(|_| is_one(first))?, limit.filter(|_| is_one(limit))?);
            let way = if step > 0 { limit.min - first.min } else { first.min - limit.min };
            let way = way.rem_euclid(word);
            return (step != 0 && way % step.abs() == 0).then(|| way / step.abs());
        }
        LessThan | LessEqual | GreaterThan | GreaterEqual => true,
        Below | BelowEqual | Above | AboveEqual => false,
        _ => return None,
    };
    let (least, greatest) = if is_signed { (-word / 2, word / 2 - 1) } else { (0, word - 1) };
    let all = Interval { min: least, max: greatest };
    let as_such = |interval: Option<Interval>| {
        let interval = interval?;
        Some(interval.plus(interval.brought_to(least, greatest, bits)?))
    };
    let (first, limit) = (as_such(first).unwrap_or(all), as_such(limit).unwrap_or(all));
    let is_strict = i64::from(matches!(relation, LessThan | GreaterThan | Below | Above));
    // It must come to the end before it wraps.
    match relation {
        LessThan | LessEqual | Below | BelowEqual => {
            let last = limit.max - is_strict;
            let passes = step > 0 && last + step <= greatest;
            passes.then(|| if first.min > last { 0 } else { (last - first.min) / step + 1 })
        }
        _ => {
            let last = limit.min + is_strict;
            let passes = step < 0 && last + step >= least;
            passes.then(|| if first.max < last { 0 } else { (first.max - last) / -step + 1 })
        }
    }
}

/// True for a known number.
fn is_one(interval: Option<Interval>) -> bool {
    interval.is_some_and(|interval| interval.min == interval.max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Opcode::*;

    const BITS: u32 = 4;
    const RELATIONS: [Opcode; 10] = [
        Equal,
        NotEqual,
        LessThan,
        LessEqual,
        GreaterThan,
        GreaterEqual,
        Below,
        BelowEqual,
        Above,
        AboveEqual,
    ];

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

    /// How often the relation holds from the first value on; `None` if always.
    fn counted(relation: Opcode, first: i64, step: i64, limit: i64) -> Option<i64> {
        (0..16).find(|n| !holds(relation, first + n * step, limit))
    }

    /// All counters of four bits against all limits: known numbers, which must give the exact number of turns or none, ..
    #[test]
    fn turns_of_known_numbers() {
        let mut found = 0;
        for relation in RELATIONS {
            for (first, limit) in (-8..16).flat_map(|first| (-8..16).map(move |limit| (first, limit))) {
                for step in -8..8 {
                    let [a, b] = [first, limit].map(|number| Some(Interval::of(number)));
                    if let Some(turns) = turns(relation, a, step, b, BITS) {
                        let most = counted(relation, first, step, limit);
                        let is_exact = relation != Equal;
                        assert!(
                            most.is_some_and(|most| most == turns || !is_exact && most < turns),
                            "{relation:?} {first} {step} {limit}: {turns}, counted {most:?}"
                        );
                        found += 1;
                    }
                }
            }
        }
        assert!(found > 20_000, "{found}");
    }

    /// .. and intervals and nothing, which must give a bound of all that they may be.
    #[test]
    fn turns_of_intervals() {
        let intervals: Vec<Option<Interval>> = (-8..16)
            .flat_map(|min| (min..16).step_by(3).map(move |max| Some(Interval { min, max })))
            .filter(|interval| interval.is_some_and(|interval| interval.max - interval.min < 16))
            .chain([None])
            .collect();
        let mut found = 0;
        for relation in RELATIONS {
            for (first, limit) in intervals.iter().flat_map(|a| intervals.iter().map(move |b| (*a, *b))) {
                for step in [-8, -3, -2, -1, 1, 2, 5, 7] {
                    let Some(turns) = turns(relation, first, step, limit, BITS) else { continue };
                    found += 1;
                    let all = Interval { min: 0, max: 15 };
                    let (first, limit) = (first.unwrap_or(all), limit.unwrap_or(all));
                    for a in first.min..=first.max {
                        for b in limit.min..=limit.max {
                            let most = counted(relation, a, step, b);
                            assert!(
                                most.is_some_and(|most| most <= turns),
                                "{relation:?} {a} of {first:?} {step} {b} of {limit:?}: {turns}, counted {most:?}"
                            );
                        }
                    }
                }
            }
        }
        assert!(found > 20_000, "{found}");
    }

    #[test]
    fn intervals_are_brought_to_bounds() {
        let interval = |min, max| Interval { min, max };
        assert_eq!(interval(-16, -1).brought_to_unsigned(), Some(WORD));
        assert_eq!(interval(-16, -1).brought_to_signed(), Some(0));
        assert_eq!(interval(-1, 0).brought_to_unsigned(), None);
        assert_eq!(interval(WORD, WORD + 5).brought_to_unsigned(), Some(-WORD));
        assert_eq!(interval(3 * WORD - 1, 3 * WORD).brought_to_signed(), Some(-3 * WORD));
        assert_eq!(interval(WORD / 2 - 1, WORD / 2).brought_to_signed(), None);
        assert_eq!(interval(WORD / 2 - 1, WORD / 2).normal(), Some(interval(WORD / 2 - 1, WORD / 2)));
        assert_eq!(interval(0, WORD).normal(), None);
        assert_eq!(interval(5, 7).after(-2, 3), Some(interval(-1, 7)));
        assert_eq!(interval(0, 0).after(1, WORD - 1), Some(interval(0, WORD - 1)));
        assert_eq!(interval(0, 0).after(1, WORD), None);
        assert_eq!(interval(0, 0).after(i64::from(i32::MIN), WORD), None);
    }
}
