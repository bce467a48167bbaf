//! Intervals of integers, whose ends may be unbounded.

use crate::annotation::{Annotation, Range, power};
use crate::table::IntPredicate;
use num_bigint::{BigInt, Sign};
use std::fmt;

/// Maximum number of bits of an end that the forward walk keeps. Without it, the ends of a chain of n squares would take
/// 2^n bits.
const MAX_BITS: u64 = 8192;

/// The integers from `low` to `high`; `None` is unbounded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Interval {
    /// The smallest integer.
    pub low: Option<BigInt>,
    /// The largest integer.
    pub high: Option<BigInt>,
}

/// The smaller of two lower ends, or the larger of two upper ones, by `pick`; unbounded if either is.
fn outer(a: &Option<BigInt>, b: &Option<BigInt>, pick: fn(BigInt, BigInt) -> BigInt) -> Option<BigInt> {
    Some(pick(a.clone()?, b.clone()?))
}

fn inner(a: &Option<BigInt>, b: &Option<BigInt>, pick: fn(BigInt, BigInt) -> BigInt) -> Option<BigInt> {
    match (a, b) {
        (Some(a), Some(b)) => Some(pick(a.clone(), b.clone())),
        (a, b) => a.clone().or_else(|| b.clone()),
    }
}

impl Interval {
    /// All integers.
    pub const ALL: Interval = Interval { low: None, high: None };

    /// The integers from one to another.
    pub fn new(low: impl Into<BigInt>, high: impl Into<BigInt>) -> Interval {
        Interval { low: Some(low.into()), high: Some(high.into()) }
    }

    /// One integer.
    pub fn point(value: &BigInt) -> Interval {
        Interval::new(value.clone(), value.clone())
    }

    /// The integers of a width.
    pub fn width(signed: bool, bits: u32) -> Interval {
        let (low, high) = Range { signed, bits }.bounds();
        Interval::new(low, high)
    }

    /// The integers that are not negative.
    pub fn natural() -> Interval {
        Interval { low: Some(BigInt::ZERO), high: None }
    }

    /// The integers of an annotation's ranges. Known bits give no bounds, because the bits above them are open.
    pub fn of(annotation: &Annotation) -> Interval {
        annotation.ranges.iter().fold(Interval::ALL, |interval, range| {
            interval.intersect(&Interval::width(range.signed, range.bits))
        })
    }

    /// The smallest interval that contains both.
    pub fn hull(&self, other: &Interval) -> Interval {
        Interval {
            low: outer(&self.low, &other.low, Ord::min),
            high: outer(&self.high, &other.high, Ord::max),
        }
    }

    /// The integers in both. Of disjoint intervals, which only poison has, the second.
    pub fn intersect(&self, other: &Interval) -> Interval {
        let (low, high) = (inner(&self.low, &other.low, Ord::max), inner(&self.high, &other.high, Ord::min));
        match (&low, &high) {
            (Some(low), Some(high)) if low > high => other.clone(),
            _ => Interval { low, high },
        }
    }

    /// True if it is inside the other.
    pub fn is_in(&self, other: &Interval) -> bool {
        self.hull(other) == *other
    }

    /// True if no integer in it is negative.
    pub fn is_natural(&self) -> bool {
        self.low.as_ref().is_some_and(|low| low.sign() != Sign::Minus)
    }

    /// True if it is in the signed range of a width.
    pub fn fits_signed(&self, bits: u32) -> bool {
        self.is_in(&Interval::width(true, bits))
    }

    /// True if it is in the unsigned range of a width.
    pub fn fits_unsigned(&self, bits: u32) -> bool {
        self.is_in(&Interval::width(false, bits))
    }

    /// True if a register of this width has a content for each integer, extended by the interval's sign.
    pub fn fits(&self, bits: u32) -> bool {
        self.fits_signed(bits) || self.fits_unsigned(bits)
    }

    /// The number of bits of the narrowest register that it fits, if it is bounded.
    pub fn bits(&self) -> Option<u32> {
        let (low, high) = (self.low.as_ref()?, self.high.as_ref()?);
        let bits = |value: &BigInt| match value.sign() {
            Sign::Minus => (-(value + 1i32)).bits() + 1,
            _ => value.bits() + u64::from(low.sign() == Sign::Minus),
        };
        u32::try_from(bits(low).max(bits(high))).ok()
    }

    /// The same interval without ends of more than 8,192 bits, which are beyond the oracle's limit.
    pub(super) fn limited(self) -> Interval {
        let limit = |end: Option<BigInt>| end.filter(|end| end.bits() <= MAX_BITS);
        Interval { low: limit(self.low), high: limit(self.high) }
    }

    /// The result of a comparison, if it is the same for all integers of both.
    pub fn decides(&self, predicate: IntPredicate, other: &Interval) -> Option<bool> {
        // True if each integer of the first is less than (or equal to) each of the second.
        let ends = |a: &Interval, b: &Interval| Some((a.high.clone()?, b.low.clone()?));
        let less = |a: &Interval, b: &Interval| ends(a, b).is_some_and(|(high, low)| high < low);
        let less_equal = |a: &Interval, b: &Interval| ends(a, b).is_some_and(|(high, low)| high <= low);
        let (holds, fails) = match predicate {
            IntPredicate::Lt => (less(self, other), less_equal(other, self)),
            IntPredicate::Le => (less_equal(self, other), less(other, self)),
            IntPredicate::Gt => (less(other, self), less_equal(self, other)),
            IntPredicate::Ge => (less_equal(other, self), less(self, other)),
            IntPredicate::Eq | IntPredicate::Ne => {
                let same = less_equal(self, other) && less_equal(other, self);
                let different = less(self, other) || less(other, self);
                if predicate == IntPredicate::Eq { (same, different) } else { (different, same) }
            }
        };
        match (holds, fails) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        }
    }

    /// Sums.
    pub fn add(&self, other: &Interval) -> Interval {
        Interval {
            low: outer(&self.low, &other.low, |a, b| a + b),
            high: outer(&self.high, &other.high, |a, b| a + b),
        }
    }

    /// The integers with the other sign.
    pub fn negate(&self) -> Interval {
        Interval { low: self.high.clone().map(|high| -high), high: self.low.clone().map(|low| -low) }
    }

    /// Differences.
    pub fn sub(&self, other: &Interval) -> Interval {
        self.add(&other.negate())
    }

    /// Products.
    pub fn mul(&self, other: &Interval) -> Interval {
        let (Some(a), Some(b), Some(c), Some(d)) = (&self.low, &self.high, &other.low, &other.high) else {
            let natural = self.is_natural() && other.is_natural();
            return if natural { Interval::natural() } else { Interval::ALL };
        };
        let products = [a * c, a * d, b * c, b * d];
        Interval { low: products.iter().min().cloned(), high: products.iter().max().cloned() }
    }

    /// The smaller of one integer of each.
    pub fn min(&self, other: &Interval) -> Interval {
        Interval {
            low: outer(&self.low, &other.low, Ord::min),
            high: inner(&self.high, &other.high, Ord::min),
        }
    }

    /// The larger of one integer of each.
    pub fn max(&self, other: &Interval) -> Interval {
        self.negate().min(&other.negate()).negate()
    }

    /// The largest magnitude.
    pub fn magnitude(&self) -> Option<BigInt> {
        let (low, high) = (self.low.as_ref()?, self.high.as_ref()?);
        Some(BigInt::from(low.magnitude().max(high.magnitude()).clone()))
    }

    /// Each integer shifted right by an amount of the other interval.
    pub fn shift_right(&self, amount: &Interval) -> Interval {
        let limit = |bound: &Option<BigInt>, or: u32| match bound {
            Some(bound) if bound.sign() == Sign::Minus => 0,
            Some(bound) => u32::try_from(bound).unwrap_or(or).min(1 << 16),
            None => or,
        };
        let (least, most) = (limit(&amount.low, 0), limit(&amount.high, 1 << 16));
        let shifted = |value: &BigInt, negative: u32, natural: u32| {
            value >> if value.sign() == Sign::Minus { negative } else { natural }
        };
        Interval {
            low: self.low.as_ref().map(|low| shifted(low, least, most)),
            high: self.high.as_ref().map(|high| shifted(high, most, least)),
        }
    }

    /// Each integer shifted left by an amount of the other interval.
    pub fn shift_left(&self, amount: &Interval) -> Interval {
        let amount = amount.intersect(&Interval::natural());
        let bound = |bound: &Option<BigInt>| {
            bound.as_ref().and_then(|b| u32::try_from(b).ok()).filter(|b| *b <= 4096)
        };
        match (bound(&amount.low), bound(&amount.high)) {
            (Some(least), Some(most)) => self.mul(&Interval::new(power(least), power(most))),
            _ if self.is_natural() => Interval::natural(),
            _ => Interval::ALL,
        }
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = |end: &Option<BigInt>| end.as_ref().map_or(String::from("unbounded"), BigInt::to_string);
        write!(f, "{}..{}", end(&self.low), end(&self.high))
    }
}
