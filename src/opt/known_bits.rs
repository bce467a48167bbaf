//! Bits of an integer that are known without running the code, and what operations make of them.
//!
//! Integers have any number of bits up to 64, of which `bits` says how many; a number is zero-extended.

/// Bits that are known; no bit is in both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    /// Bits that are 0. Those above the type's are.
    pub(super) zeros: u64,
    /// Bits that are 1.
    pub(super) ones: u64,
}

/// So many ones.
#[inline]
pub(super) fn low_bits(count: u32) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

/// The lowest `bits` bits as a signed number.
#[inline]
pub(super) fn sign_extend(value: u64, bits: u32) -> i64 {
    let above = 64 - bits;
    ((value << above) as i64) >> above
}

impl Known {
    pub(super) fn of_constant(bits: u64) -> Known {
        Known { zeros: !bits, ones: bits }
    }

    /// Nothing but that there are only so many bits.
    pub(super) fn below(bits: u32) -> Known {
        Known { zeros: !low_bits(bits), ones: 0 }
    }

    /// What is known of a value that is one of two.
    pub(super) fn both(self, other: Known) -> Known {
        Known { zeros: self.zeros & other.zeros, ones: self.ones & other.ones }
    }

    /// Trailing zeros.
    pub(super) fn trailing(self) -> u32 {
        self.zeros.trailing_ones()
    }

    /// The bits that can be in use: all above are 0.
    pub(super) fn width(self) -> u32 {
        64 - self.zeros.leading_ones()
    }

    /// The least and the largest unsigned number.
    pub(super) fn unsigned(self) -> (u64, u64) {
        (self.ones, !self.zeros)
    }

    /// `a & b`
    pub(super) fn and(self, b: Known) -> Known {
        Known { zeros: self.zeros | b.zeros, ones: self.ones & b.ones }
    }

    /// `a | b`
    pub(super) fn or(self, b: Known) -> Known {
        Known { zeros: self.zeros & b.zeros, ones: self.ones | b.ones }
    }

    /// `a ^ b`
    pub(super) fn xor(self, b: Known) -> Known {
        let a = self;
        Known { zeros: a.zeros & b.zeros | a.ones & b.ones, ones: a.zeros & b.ones | a.ones & b.zeros }
    }

    /// Shifted left, by a known amount or any.
    pub(super) fn shl(self, amount: Option<u32>, bits: u32) -> Known {
        let mask = low_bits(bits);
        match amount {
            Some(by) => {
                Known { zeros: self.zeros << by | low_bits(by) | !mask, ones: self.ones << by & mask }
            }
            None => Known { zeros: !mask | low_bits(self.trailing().min(bits)), ones: 0 },
        }
    }

    /// Shifted right with zeros, by a known amount or any.
    pub(super) fn zshr(self, amount: Option<u32>, bits: u32) -> Known {
        match amount {
            Some(by) => Known { zeros: self.zeros >> by | !low_bits(64 - by), ones: self.ones >> by },
            None => Known::below(self.width().min(bits)),
        }
    }

    /// Shifted right with sign, by a known amount or any.
    pub(super) fn sshr(self, amount: Option<u32>, bits: u32) -> Known {
        let mask = low_bits(bits);
        match amount {
            Some(by) => Known {
                zeros: (sign_extend(self.zeros, bits) >> by) as u64 & mask | !mask,
                ones: (sign_extend(self.ones, bits) >> by) as u64 & mask,
            },
            None => Known::below(bits),
        }
    }

    /// The lowest `from` bits, sign-extended.
    pub(super) fn sign_extended(self, from: u32, bits: u32) -> Known {
        let (low, mask) = (low_bits(from), low_bits(bits));
        let sign = 1 << (from - 1);
        let spread = |bits: u64| if bits & sign != 0 { bits & low | !low } else { bits & low };
        Known { zeros: spread(self.zeros) | !mask, ones: spread(self.ones) & mask }
    }

    /// The lowest bits.
    pub(super) fn truncated(self, bits: u32) -> Known {
        let mask = low_bits(bits);
        Known { zeros: self.zeros | !mask, ones: self.ones & mask }
    }

    /// `a + b`
    pub(super) fn add(self, b: Known, bits: u32) -> Known {
        let width = (self.width().max(b.width()) + 1).min(bits);
        let (low, sum) = (self.both_know(b, bits), self.ones.wrapping_add(b.ones));
        Known { zeros: !low_bits(width) | !sum & low, ones: sum & low }
    }

    /// The bits below the first that one of two does not know: those of a sum or difference are known.
    fn both_know(self, b: Known, bits: u32) -> u64 {
        let known = (self.zeros | self.ones) & (b.zeros | b.ones);
        low_bits(known.trailing_ones().min(bits))
    }

    /// `a - b`
    pub(super) fn sub(self, b: Known, bits: u32) -> Known {
        let (low, difference) = (self.both_know(b, bits), self.ones.wrapping_sub(b.ones));
        Known { zeros: !low_bits(bits) | !difference & low, ones: difference & low }
    }

    /// `-a`
    pub(super) fn neg(self, bits: u32) -> Known {
        Known { zeros: !low_bits(bits) | low_bits(self.trailing().min(bits)), ones: 0 }
    }

    /// `a * b`
    pub(super) fn mul(self, b: Known, bits: u32) -> Known {
        let a = self;
        let width = (a.width() + b.width()).min(bits);
        Known { zeros: !low_bits(width) | low_bits((a.trailing() + b.trailing()).min(width)), ones: 0 }
    }

    /// `a / b`, unsigned.
    pub(super) fn udiv(self, bits: u32) -> Known {
        Known::below(self.width().min(bits))
    }

    /// `a % b`, unsigned.
    pub(super) fn umod(self, b: Known, bits: u32) -> Known {
        Known::below(self.width().min(b.width()).min(bits))
    }
}
