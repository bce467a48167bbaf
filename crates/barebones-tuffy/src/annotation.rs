//! Annotations: ranges, known bits and excluded float classes.

use crate::table::FloatType;
use num_bigint::{BigInt, BigUint};
use std::fmt;

/// `:sN` or `:uN`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Range {
    /// True for `:sN`.
    pub signed: bool,
    /// N.
    pub bits: u32,
}

impl Range {
    /// The smallest and the largest integer of the range.
    pub fn bounds(self) -> (BigInt, BigInt) {
        match (self.signed, self.bits) {
            (_, 0) => (BigInt::ZERO, BigInt::ZERO),
            (true, bits) => (-power(bits - 1), power(bits - 1) - 1),
            (false, bits) => (BigInt::ZERO, power(bits) - 1),
        }
    }

    /// True if the integer is in the range.
    pub fn contains(self, value: &BigInt) -> bool {
        let (low, high) = self.bounds();
        low <= *value && *value <= high
    }
}

/// 2 to the power of `bits`.
pub(crate) fn power(bits: u32) -> BigInt {
    BigInt::from(1) << bits
}

/// A bit of `:known(..)`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum KnownBit {
    /// `0`
    Zero,
    /// `1`
    One,
    /// `?`: demanded, not known.
    Unknown,
    /// `x`: not demanded.
    DontCare,
}

impl KnownBit {
    pub(crate) fn of(character: char) -> Option<KnownBit> {
        Some(match character {
            '0' => KnownBit::Zero,
            '1' => KnownBit::One,
            '?' => KnownBit::Unknown,
            'x' => KnownBit::DontCare,
            _ => return None,
        })
    }

    fn character(self) -> char {
        match self {
            KnownBit::Zero => '0',
            KnownBit::One => '1',
            KnownBit::Unknown => '?',
            KnownBit::DontCare => 'x',
        }
    }
}

/// The ten classes of floats, as bits in the document's order, and the three groups.
pub(crate) const CLASSES: [(&str, u16); 13] = [
    ("snan", 1),
    ("qnan", 2),
    ("ninf", 4),
    ("nnorm", 8),
    ("nsub", 16),
    ("nzero", 32),
    ("pzero", 64),
    ("psub", 128),
    ("pnorm", 256),
    ("pinf", 512),
    ("nan", 3),
    ("inf", 4 | 512),
    ("zero", 32 | 64),
];

/// A set of classes of floats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct FloatClasses(pub u16);

impl FloatClasses {
    /// The class of a float.
    pub fn of(ty: FloatType, bits: u128) -> FloatClasses {
        let (exponent_bits, fraction_bits) = ty.layout();
        let negative = bits >> (exponent_bits + fraction_bits) & 1 == 1;
        let fraction = bits & ((1 << fraction_bits) - 1);
        let exponent = bits >> fraction_bits & ((1 << exponent_bits) - 1);
        let largest = (1u128 << exponent_bits) - 1;
        FloatClasses(match (exponent, fraction, negative) {
            (e, f, _) if e == largest && f != 0 => 1 << (f >> (fraction_bits - 1) & 1),
            (e, _, negative) if e == largest => {
                if negative {
                    4
                } else {
                    512
                }
            }
            (0, 0, negative) => {
                if negative {
                    32
                } else {
                    64
                }
            }
            (0, _, negative) => {
                if negative {
                    16
                } else {
                    128
                }
            }
            (_, _, negative) => {
                if negative {
                    8
                } else {
                    256
                }
            }
        })
    }

    /// True if the sets have a class in common.
    pub fn intersects(self, other: FloatClasses) -> bool {
        self.0 & other.0 != 0
    }
}

impl FloatType {
    /// The numbers of exponent and fraction bits.
    pub fn layout(self) -> (u32, u32) {
        match self {
            FloatType::BF16 => (8, 7),
            FloatType::F16 => (5, 10),
            FloatType::F32 => (8, 23),
            FloatType::F64 => (11, 52),
            FloatType::F128 => (15, 112),
        }
    }

    /// The size in bytes.
    pub fn bytes(self) -> u32 {
        let (exponent, fraction) = self.layout();
        (exponent + fraction + 1) / 8
    }
}

/// The annotations of a value or of a use, all of which apply.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Annotation {
    /// Ranges.
    pub ranges: Vec<Range>,
    /// Known bits, the most significant first; bits above the first one are not restricted.
    pub known: Vec<Vec<KnownBit>>,
    /// Classes that the float must not belong to.
    pub excluded: FloatClasses,
}

impl Annotation {
    /// True if there is no annotation.
    pub fn is_empty(&self) -> bool {
        *self == Annotation::default()
    }

    /// True if the integer satisfies the ranges and the known bits.
    pub fn allows(&self, value: &BigInt) -> bool {
        let known = |bits: &Vec<KnownBit>| {
            bits.iter().rev().zip(0..).all(|(bit, index)| match bit {
                KnownBit::Zero => !value.bit(index),
                KnownBit::One => value.bit(index),
                KnownBit::Unknown | KnownBit::DontCare => true,
            })
        };
        self.ranges.iter().all(|range| range.contains(value)) && self.known.iter().all(known)
    }

    /// The number of bits of the narrowest range: what a memory access of the integer needs.
    pub fn bits(&self) -> Option<u32> {
        self.ranges.iter().map(|range| range.bits).min()
    }

    /// The first range, which decides how a loaded integer is extended.
    pub fn range(&self) -> Option<Range> {
        self.ranges.iter().copied().min_by_key(|range| range.bits)
    }

    /// Known bits as a mask and the value of the bits in it.
    pub fn known_bits(&self) -> (BigUint, BigUint) {
        let (mut mask, mut ones) = (BigUint::ZERO, BigUint::ZERO);
        for bits in &self.known {
            for (bit, index) in bits.iter().rev().zip(0..) {
                mask.set_bit(index, mask.bit(index) || matches!(bit, KnownBit::Zero | KnownBit::One));
                ones.set_bit(index, ones.bit(index) || *bit == KnownBit::One);
            }
        }
        (mask, ones)
    }
}

impl fmt::Display for Annotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for range in &self.ranges {
            write!(f, ":{}{}", if range.signed { 's' } else { 'u' }, range.bits)?;
        }
        for bits in &self.known {
            let text: String = bits.iter().map(|bit| bit.character()).collect();
            write!(f, ":known({text})")?;
        }
        if self.excluded.0 != 0 {
            let names = CLASSES[..10].iter().filter(|(_, class)| self.excluded.0 & class != 0);
            let names: Vec<&str> = names.map(|(name, _)| *name).collect();
            write!(f, ":nofpclass({})", names.join(" "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_of_floats() {
        let class = |number: f32| FloatClasses::of(FloatType::F32, u128::from(number.to_bits())).0;
        let expected = [
            (f32::NEG_INFINITY, 4),
            (-1.0, 8),
            (-1e-40, 16),
            (-0.0, 32),
            (0.0, 64),
            (1e-40, 128),
            (1.0, 256),
            (f32::INFINITY, 512),
            (f32::NAN, 2),
            (f32::from_bits(0x7F80_0001), 1),
        ];
        for (number, bits) in expected {
            assert_eq!(class(number), bits, "{number}");
        }
    }

    #[test]
    fn ranges_and_known_bits() {
        let annotation = Annotation {
            ranges: vec![Range { signed: true, bits: 8 }],
            known: vec![vec![KnownBit::One, KnownBit::Unknown, KnownBit::Zero, KnownBit::DontCare]],
            ..Annotation::default()
        };
        let allowed: Vec<i32> = (-300..300).filter(|n| annotation.allows(&BigInt::from(*n))).collect();
        let expected: Vec<i32> = (-128..128).filter(|n| n & 0b1010 == 0b1000).collect();
        assert_eq!(allowed, expected);
        assert_eq!(annotation.to_string(), ":s8:known(1?0x)");
        assert_eq!(Range { signed: false, bits: 3 }.bounds(), (BigInt::ZERO, BigInt::from(7)));
    }
}
