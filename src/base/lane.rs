//! The lanes of vectors.

use super::Type;
use std::fmt;

/// How an operation divides a vector of 128 bits into lanes. Lane 0 has the lowest bits.
///
/// The sign of integers matters to few operations; the others admit only the signed name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Lane {
    /// Sixteen integers of 8 bits, signed where it matters.
    I8x16,
    /// Eight integers of 16 bits, signed where it matters.
    I16x8,
    /// Four integers of 32 bits, signed where it matters.
    I32x4,
    /// Two integers of 64 bits, signed where it matters.
    I64x2,
    /// Sixteen unsigned integers of 8 bits.
    U8x16,
    /// Eight unsigned integers of 16 bits.
    U16x8,
    /// Four unsigned integers of 32 bits.
    U32x4,
    /// Two unsigned integers of 64 bits.
    U64x2,
    /// Four floats.
    F32x4,
    /// Two doubles.
    F64x2,
}

const NAMES: [&str; Lane::ALL.len()] =
    ["i8x16", "i16x8", "i32x4", "i64x2", "u8x16", "u16x8", "u32x4", "u64x2", "f32x4", "f64x2"];

impl Lane {
    /// All of them, by number.
    pub const ALL: [Lane; 10] = {
        use Lane::*;
        [I8x16, I16x8, I32x4, I64x2, U8x16, U16x8, U32x4, U64x2, F32x4, F64x2]
    };

    /// The lanes with this number.
    pub const fn from_number(number: u32) -> Option<Lane> {
        if (number as usize) < Lane::ALL.len() { Some(Lane::ALL[number as usize]) } else { None }
    }

    /// The lanes with this name.
    pub fn from_name(name: &str) -> Option<Lane> {
        NAMES.iter().position(|known| *known == name).map(|number| Lane::ALL[number])
    }

    /// The name in the text formats.
    pub const fn name(self) -> &'static str {
        NAMES[self as usize]
    }

    /// The bits of one lane.
    pub const fn bits(self) -> u32 {
        match self {
            Lane::I8x16 | Lane::U8x16 => 8,
            Lane::I16x8 | Lane::U16x8 => 16,
            Lane::I32x4 | Lane::U32x4 | Lane::F32x4 => 32,
            Lane::I64x2 | Lane::U64x2 | Lane::F64x2 => 64,
        }
    }

    /// The number of lanes.
    pub const fn count(self) -> u32 {
        128 / self.bits()
    }

    /// True for floats and doubles.
    pub const fn is_float(self) -> bool {
        matches!(self, Lane::F32x4 | Lane::F64x2)
    }

    /// True for the integers whose name says that they are unsigned.
    pub const fn is_unsigned(self) -> bool {
        matches!(self, Lane::U8x16 | Lane::U16x8 | Lane::U32x4 | Lane::U64x2)
    }

    /// The lanes of signed integers that are as wide as these unsigned ones; others are the same.
    pub const fn signed(self) -> Lane {
        match self {
            Lane::U8x16 => Lane::I8x16,
            Lane::U16x8 => Lane::I16x8,
            Lane::U32x4 => Lane::I32x4,
            Lane::U64x2 => Lane::I64x2,
            other => other,
        }
    }

    /// The lanes of integers of half the width, of the same sign. There are none of 4 bits: 8 bits stay.
    pub const fn half(self) -> Lane {
        match self {
            Lane::I16x8 => Lane::I8x16,
            Lane::I32x4 => Lane::I16x8,
            Lane::I64x2 => Lane::I32x4,
            Lane::U16x8 => Lane::U8x16,
            Lane::U32x4 => Lane::U16x8,
            Lane::U64x2 => Lane::U32x4,
            other => other,
        }
    }

    /// The lanes of integers of twice the width, of the same sign. There are none of 128 bits: 64 bits stay.
    pub const fn twice(self) -> Lane {
        match self {
            Lane::I8x16 => Lane::I16x8,
            Lane::I16x8 => Lane::I32x4,
            Lane::I32x4 => Lane::I64x2,
            Lane::U8x16 => Lane::U16x8,
            Lane::U16x8 => Lane::U32x4,
            Lane::U32x4 => Lane::U64x2,
            other => other,
        }
    }

    /// The type of a lane's value outside of the vector: Int32 for 8, 16 and 32 bits.
    pub const fn scalar(self) -> Type {
        match self {
            Lane::F32x4 => Type::Float,
            Lane::F64x2 => Type::Double,
            Lane::I64x2 | Lane::U64x2 => Type::Int64,
            _ => Type::Int32,
        }
    }
}

impl fmt::Display for Lane {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of [`Lane`]s.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LaneSet(u16);

impl LaneSet {
    /// None of them.
    pub const EMPTY: LaneSet = LaneSet(0);

    /// Integers of which the sign does not matter.
    pub const INTEGERS: LaneSet = LaneSet::of(&[Lane::I8x16, Lane::I16x8, Lane::I32x4, Lane::I64x2]);

    /// Floats and doubles.
    pub const FLOATS: LaneSet = LaneSet::of(&[Lane::F32x4, Lane::F64x2]);

    /// The lanes with products of their own width, except for integers of 64 bits.
    pub const MULTIPLIED: LaneSet = LaneSet::FLOATS.union(LaneSet::of(&[Lane::I16x8, Lane::I32x4]));

    /// Integers of 8 and 16 bits, signed and unsigned.
    pub const NARROW: LaneSet = LaneSet::of(&[Lane::I8x16, Lane::I16x8, Lane::U8x16, Lane::U16x8]);

    /// Integers of 8, 16 and 32 bits, signed and unsigned.
    pub const UP_TO_32: LaneSet = LaneSet::NARROW.union(LaneSet::of(&[Lane::I32x4, Lane::U32x4]));

    /// The unsigned integers.
    pub const UNSIGNED: LaneSet = LaneSet::of(&[Lane::U8x16, Lane::U16x8, Lane::U32x4, Lane::U64x2]);

    /// Floats, doubles and integers, of which the sign matters if they are extended to 32 bits.
    pub const EXTRACTED: LaneSet =
        LaneSet::INTEGERS.union(LaneSet::FLOATS).union(LaneSet::of(&[Lane::U8x16, Lane::U16x8]));

    /// Integers of 16 bits and more, of which the sign matters.
    pub const EXTENDED: LaneSet =
        LaneSet::of(&[Lane::I16x8, Lane::I32x4, Lane::I64x2, Lane::U16x8, Lane::U32x4, Lane::U64x2]);

    /// These lanes.
    pub const fn of(lanes: &[Lane]) -> LaneSet {
        let (mut bits, mut i) = (0, 0);
        while i < lanes.len() {
            bits |= 1 << lanes[i] as u16;
            i += 1;
        }
        LaneSet(bits)
    }

    /// The lanes with this number, or the first of the set if it has none with it.
    pub fn with_number(self, number: u64) -> Option<Lane> {
        let lane = u32::try_from(number).ok().and_then(Lane::from_number);
        lane.filter(|lane| self.contains(*lane)).or_else(|| self.iter().next())
    }

    /// The lanes in either set.
    pub const fn union(self, other: LaneSet) -> LaneSet {
        LaneSet(self.0 | other.0)
    }

    /// True if the lanes are in the set.
    pub const fn contains(self, lane: Lane) -> bool {
        self.0 >> lane as u16 & 1 != 0
    }

    /// The lanes, by number.
    pub fn iter(self) -> impl Iterator<Item = Lane> {
        Lane::ALL.into_iter().filter(move |lane| self.contains(*lane))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_agree() {
        for (number, lane) in (0..).zip(Lane::ALL) {
            assert_eq!(Lane::from_number(number), Some(lane));
            assert_eq!(Lane::from_name(lane.name()), Some(lane));
            let letter = if lane.is_float() {
                'f'
            } else if lane.is_unsigned() {
                'u'
            } else {
                'i'
            };
            assert_eq!(lane.name(), format!("{letter}{}x{}", lane.bits(), lane.count()));
        }
        assert_eq!((Lane::from_number(10), Lane::from_name("i128x1")), (None, None));
    }

    #[test]
    fn sets_have_their_lanes() {
        let set = LaneSet::of(&[Lane::F64x2, Lane::I8x16]);
        assert_eq!(set.iter().collect::<Vec<_>>(), [Lane::I8x16, Lane::F64x2]);
        assert!(LaneSet::EMPTY.iter().next().is_none());
    }
}
