//! Why a function is not translated.

use crate::ir::{MAX_WIDTH, Position, ValueId};
use crate::table::Op;
use std::fmt;

/// What the translator does not support.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Feature {
    /// An atomic access that is not of one scalar of 1, 2, 4 or 8 bytes.
    AtomicSize,
    /// Values of f128.
    Quadruple,
    /// A stack slot in a cycle of blocks: each execution would need a slot of its own.
    SlotInLoop,
    /// An integer of a signature or an aggregate without a width.
    NoWidth,
    /// More than 64 bytes of `byte(N)` in one value.
    Bytes,
    /// An address in static data.
    Relocation,
    /// A function outside the module that is called with different signatures.
    Extern,
    /// Second results of different types, or of more than one scalar.
    SecondResult,
    /// Bits of an aggregate read as another type.
    AggregateBits,
}

impl Feature {
    /// All, for counting.
    pub const ALL: [Feature; 9] = [
        Feature::AtomicSize,
        Feature::Quadruple,
        Feature::SlotInLoop,
        Feature::NoWidth,
        Feature::Bytes,
        Feature::Relocation,
        Feature::Extern,
        Feature::SecondResult,
        Feature::AggregateBits,
    ];
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Feature::AtomicSize => "an atomic access is not of one scalar of 1, 2, 4 or 8 bytes",
            Feature::Quadruple => "f128 is not supported",
            Feature::SlotInLoop => "a stack slot is in a loop",
            Feature::NoWidth => "an integer has no width: annotate it",
            Feature::Bytes => "more than 64 raw bytes in one value are not supported",
            Feature::Relocation => "addresses in static data are not supported",
            Feature::Extern => "calls of one outside function have different signatures",
            Feature::SecondResult => "second results are of different types, or of several scalars",
            Feature::AggregateBits => "bits of aggregates are not read as another type",
        })
    }
}

/// A function that is not translated, and why.
#[derive(Clone, PartialEq)]
pub enum Refusal {
    /// An integer that nothing bounds, with a use that needs all of it.
    Unbounded {
        /// The integer.
        value: ValueId,
        /// The use.
        position: Position,
        /// The instruction of the use.
        op: Op,
    },
    /// An integer of more than [`MAX_WIDTH`] bits.
    TooWide {
        /// The integer.
        value: ValueId,
        /// Its bits.
        bits: u32,
        /// The use.
        position: Position,
        /// The instruction of the use.
        op: Op,
    },
    /// What is not supported.
    Unsupported {
        /// What.
        feature: Feature,
        /// Where.
        position: Position,
    },
    /// The library refused the result.
    Library(String),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Unbounded { value, position, op } => {
                write!(f, "{position}: {value} is unbounded, and `{op}` needs all of it: annotate it")
            }
            Refusal::TooWide { value, bits, position, op } => {
                write!(
                    f,
                    "{position}: {value} has {bits} bits, and `{op}` needs all of them; at most {MAX_WIDTH} are supported"
                )
            }
            Refusal::Unsupported { feature, position } => write!(f, "{position}: {feature}"),
            Refusal::Library(message) => f.write_str(message),
        }
    }
}

impl fmt::Debug for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl std::error::Error for Refusal {}
