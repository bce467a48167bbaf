//! The lattice of integer facts: signed bounds, unsigned bounds, and known bits.

use crate::opt::scalar::known_bits::{Known, low_bits, sign_extend};

/// A set of integers of some width, up to 64 bits: those within all bounds and with all known bits. The width is not
/// stored; callers know it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fact {
    /// Signed minimum.
    pub(super) min: i64,
    /// Signed maximum.
    pub(super) max: i64,
    /// Unsigned minimum.
    pub(super) low: u64,
    /// Unsigned maximum.
    pub(super) high: u64,
    pub(super) known: Known,
}

/// Signed minimum and maximum of a width.
pub(super) fn limits(width: u32) -> (i64, i64) {
    let max = (low_bits(width) >> 1) as i64;
    (-max - 1, max)
}

impl Fact {
    /// All integers of a width.
    pub(super) fn top(width: u32) -> Fact {
        let (min, max) = limits(width);
        Fact { min, max, low: 0, high: low_bits(width), known: Known::below(width) }
    }

    pub(super) fn constant(width: u32, bits: u64) -> Fact {
        let number = sign_extend(bits, width);
        Fact { min: number, max: number, low: bits, high: bits, known: Known::of_constant(bits) }
    }

    pub(super) fn unsigned(width: u32, low: u64, high: u64) -> Fact {
        Fact { low, high, ..Fact::top(width) }.or_top(width)
    }

    pub(super) fn signed(width: u32, min: i64, max: i64) -> Fact {
        Fact { min, max, ..Fact::top(width) }.or_top(width)
    }

    /// The integers with these known bits.
    pub(super) fn with_bits(width: u32, known: Known) -> Fact {
        Fact { known, ..Fact::top(width) }.or_top(width)
    }

    pub(super) fn bool(width: u32) -> Fact {
        Fact { min: 0, max: 1, low: 0, high: 1, known: Known { zeros: !1, ones: 0 } }.or_top(width)
    }

    /// True if the set contains all integers.
    pub(super) fn is_top(&self, width: u32) -> bool {
        *self == Fact::top(width)
    }

    /// The only element, if there is just one.
    pub(super) fn as_constant(&self) -> Option<u64> {
        (self.low == self.high).then_some(self.low)
    }

    /// True if 0 is not in the set.
    pub(super) fn excludes_zero(&self) -> bool {
        self.low > 0 || self.min > 0 || self.max < 0 || self.known.ones != 0
    }

    /// True if this is a subset of the other set.
    pub(super) fn is_within(&self, other: &Fact) -> bool {
        other.min <= self.min
            && self.max <= other.max
            && other.low <= self.low
            && self.high <= other.high
            && other.known.zeros & !self.known.zeros == 0
            && other.known.ones & !self.known.ones == 0
    }

    /// Join: a superset of the union.
    pub(super) fn join(&self, other: &Fact) -> Fact {
        Fact {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
            low: self.low.min(other.low),
            high: self.high.max(other.high),
            known: self.known.both(other.known),
        }
    }

    /// Meet: a superset of the intersection; `None` if that is empty.
    pub(super) fn meet(&self, other: &Fact, width: u32) -> Option<Fact> {
        Fact {
            min: self.min.max(other.min),
            max: self.max.min(other.max),
            low: self.low.max(other.low),
            high: self.high.min(other.high),
            known: Known {
                zeros: self.known.zeros | other.known.zeros,
                ones: self.known.ones | other.known.ones,
            },
        }
        .tightened(width)
    }

    /// Meet; this set if the meet is empty, as happens in unreachable code only.
    pub(super) fn meet_or_self(&self, other: &Fact, width: u32) -> Fact {
        self.meet(other, width).unwrap_or(*self)
    }

    fn or_top(self, width: u32) -> Fact {
        self.tightened(width).unwrap_or(Fact::top(width))
    }

    /// Derives tighter bounds and bits from each other; `None` if the set is empty.
    pub(super) fn tightened(mut self, width: u32) -> Option<Fact> {
        self.low = self.low.max(self.known.ones);
        self.high = self.high.min(!self.known.zeros);
        let trailing = (self.known.zeros | self.known.ones).trailing_ones();
        if trailing > 0 && trailing < width {
            // Rounds the bounds to the known trailing bits.
            let below = low_bits(trailing);
            let rest = self.known.ones & below;
            let (up, down) =
                (|from: u64| rest.wrapping_sub(from) & below, |from: u64| from.wrapping_sub(rest) & below);
            self.low = self.low.checked_add(up(self.low))?;
            self.high = self.high.checked_sub(down(self.high))?;
            self.min = self.min.checked_add_unsigned(up(self.min as u64))?;
            self.max = self.max.checked_sub_unsigned(down(self.max as u64))?;
        }
        self.agree_on_sign(width);
        if self.low > self.high || self.min > self.max {
            return None;
        }
        // Leading bits common to both bounds are known.
        let common = !low_bits(64 - (self.low ^ self.high).leading_zeros());
        self.known.zeros |= !self.low & common;
        self.known.ones |= self.low & common;
        (self.known.zeros & self.known.ones == 0).then_some(self)
    }

    /// If the sign is known, signed and unsigned bounds imply each other.
    fn agree_on_sign(&mut self, width: u32) {
        let sign = 1 << (width - 1);
        if self.high < sign || self.low >= sign {
            self.min = self.min.max(sign_extend(self.low, width));
            self.max = self.max.min(sign_extend(self.high, width));
        }
        if self.min >= 0 || self.max < 0 {
            let mask = low_bits(width);
            self.low = self.low.max(self.min as u64 & mask);
            self.high = self.high.min(self.max as u64 & mask);
        }
    }

    #[cfg(test)]
    pub(super) fn contains(&self, width: u32, bits: u64) -> bool {
        let number = sign_extend(bits, width);
        (self.min..=self.max).contains(&number)
            && (self.low..=self.high).contains(&bits)
            && bits & self.known.zeros == 0
            && bits & self.known.ones == self.known.ones
    }
}
