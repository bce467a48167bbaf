//! Known-bits analysis: a bitwise lattice of known zeros and ones, with transfer functions.
//!
//! Integers have up to 64 bits, given by `bits`; a number is zero-extended.

/// Known bits of an integer; no bit is in both masks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::opt) struct Known {
    /// Bits known to be 0; includes those above the type's width.
    pub(in crate::opt) zeros: u64,
    /// Bits known to be 1.
    pub(in crate::opt) ones: u64,
}

/// A mask of the lowest `count` bits.
#[inline]
pub(in crate::opt) fn low_bits(count: u32) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

/// Sign-extends the lowest `bits` bits.
#[inline]
pub(in crate::opt) fn sign_extend(value: u64, bits: u32) -> i64 {
    let above = 64 - bits;
    ((value << above) as i64) >> above
}

impl Known {
    pub(in crate::opt) fn of_constant(bits: u64) -> Known {
        Known { zeros: !bits, ones: bits }
    }

    /// Nothing is known, except that the value has `bits` bits.
    pub(in crate::opt) fn below(bits: u32) -> Known {
        Known { zeros: !low_bits(bits), ones: 0 }
    }

    /// Meet: bits known in both.
    pub(in crate::opt) fn both(self, other: Known) -> Known {
        Known { zeros: self.zeros & other.zeros, ones: self.ones & other.ones }
    }

    /// Number of trailing bits known to be 0.
    pub(in crate::opt) fn trailing(self) -> u32 {
        self.zeros.trailing_ones()
    }

    /// Number of bits up to the highest that may be 1.
    pub(in crate::opt) fn width(self) -> u32 {
        64 - self.zeros.leading_ones()
    }

    /// Minimum and maximum as unsigned numbers.
    pub(in crate::opt) fn unsigned(self) -> (u64, u64) {
        (self.ones, !self.zeros)
    }

    /// `a & b`
    pub(in crate::opt) fn and(self, b: Known) -> Known {
        Known { zeros: self.zeros | b.zeros, ones: self.ones & b.ones }
    }

    /// `a | b`
    pub(in crate::opt) fn or(self, b: Known) -> Known {
        Known { zeros: self.zeros & b.zeros, ones: self.ones | b.ones }
    }

    /// `a ^ b`
    pub(in crate::opt) fn xor(self, b: Known) -> Known {
        let a = self;
        Known { zeros: a.zeros & b.zeros | a.ones & b.ones, ones: a.zeros & b.ones | a.ones & b.zeros }
    }

    /// `a << amount`; `None` if the amount is unknown.
    pub(in crate::opt) fn shl(self, amount: Option<u32>, bits: u32) -> Known {
        let mask = low_bits(bits);
        match amount {
            Some(by) => {
                Known { zeros: self.zeros << by | low_bits(by) | !mask, ones: self.ones << by & mask }
            }
            None => Known { zeros: !mask | low_bits(self.trailing().min(bits)), ones: 0 },
        }
    }

    /// `a >> amount`, logical; `None` if the amount is unknown.
    pub(in crate::opt) fn zshr(self, amount: Option<u32>, bits: u32) -> Known {
        match amount {
            Some(by) => Known { zeros: self.zeros >> by | !low_bits(64 - by), ones: self.ones >> by },
            None => Known::below(self.width().min(bits)),
        }
    }

    /// `a >> amount`, arithmetic; `None` if the amount is unknown.
    pub(in crate::opt) fn sshr(self, amount: Option<u32>, bits: u32) -> Known {
        let mask = low_bits(bits);
        match amount {
            Some(by) => Known {
                zeros: (sign_extend(self.zeros, bits) >> by) as u64 & mask | !mask,
                ones: (sign_extend(self.ones, bits) >> by) as u64 & mask,
            },
            None => Known::below(bits),
        }
    }

    /// Sign-extends the lowest `from` bits to `bits` bits.
    pub(in crate::opt) fn sign_extended(self, from: u32, bits: u32) -> Known {
        let (low, mask) = (low_bits(from), low_bits(bits));
        let sign = 1 << (from - 1);
        let spread = |bits: u64| if bits & sign != 0 { bits & low | !low } else { bits & low };
        Known { zeros: spread(self.zeros) | !mask, ones: spread(self.ones) & mask }
    }

    /// Truncates to the lowest `bits` bits.
    pub(in crate::opt) fn truncated(self, bits: u32) -> Known {
        let mask = low_bits(bits);
        Known { zeros: self.zeros | !mask, ones: self.ones & mask }
    }

    /// `a + b`
    pub(in crate::opt) fn add(self, b: Known, bits: u32) -> Known {
        let width = (self.width().max(b.width()) + 1).min(bits);
        let (low, sum) = (self.both_know(b, bits), self.ones.wrapping_add(b.ones));
        Known { zeros: !low_bits(width) | !sum & low, ones: sum & low }
    }

    /// Mask of the trailing bits that both know: these bits of the sum or difference are known.
    fn both_know(self, b: Known, bits: u32) -> u64 {
        let known = (self.zeros | self.ones) & (b.zeros | b.ones);
        low_bits(known.trailing_ones().min(bits))
    }

    /// `a - b`
    pub(in crate::opt) fn sub(self, b: Known, bits: u32) -> Known {
        let (low, difference) = (self.both_know(b, bits), self.ones.wrapping_sub(b.ones));
        Known { zeros: !low_bits(bits) | !difference & low, ones: difference & low }
    }

    /// `-a`
    pub(in crate::opt) fn neg(self, bits: u32) -> Known {
        Known { zeros: !low_bits(bits) | low_bits(self.trailing().min(bits)), ones: 0 }
    }

    /// `a * b`
    pub(in crate::opt) fn mul(self, b: Known, bits: u32) -> Known {
        let a = self;
        let width = (a.width() + b.width()).min(bits);
        Known { zeros: !low_bits(width) | low_bits((a.trailing() + b.trailing()).min(width)), ones: 0 }
    }

    /// `a / b`, unsigned.
    pub(in crate::opt) fn udiv(self, bits: u32) -> Known {
        Known::below(self.width().min(bits))
    }

    /// `a % b`, unsigned.
    pub(in crate::opt) fn umod(self, b: Known, bits: u32) -> Known {
        Known::below(self.width().min(b.width()).min(bits))
    }
}
