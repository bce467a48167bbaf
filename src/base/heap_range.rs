//! Abstract heaps: which memory an operation may access, in the client's numbering.

use std::fmt;

/// A half-open range of abstract heap numbers (B3's `HeapRange`).
///
/// The client numbers its heaps depth first, so a heap's range covers the ranges of its parts. Accesses whose ranges do
/// not overlap do not alias.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct HeapRange {
    begin: u32,
    end: u32,
}

impl HeapRange {
    /// No memory.
    pub const EMPTY: HeapRange = HeapRange { begin: 0, end: 0 };
    /// Any memory.
    pub const TOP: HeapRange = HeapRange { begin: 0, end: u32::MAX };

    /// `begin..end`; empty unless `begin < end`.
    pub const fn new(begin: u32, end: u32) -> HeapRange {
        if begin < end { HeapRange { begin, end } } else { HeapRange::EMPTY }
    }

    /// The number of the first heap.
    pub const fn begin(self) -> u32 {
        self.begin
    }

    /// The number after that of the last heap.
    pub const fn end(self) -> u32 {
        self.end
    }

    /// True if the range has no memory.
    pub const fn is_empty(self) -> bool {
        self.begin == self.end
    }

    /// True if the ranges have a heap in common.
    pub const fn overlaps(self, other: HeapRange) -> bool {
        self.begin < other.end && other.begin < self.end
    }

    /// The smallest range that covers both.
    pub const fn cover(self, other: HeapRange) -> HeapRange {
        if self.is_empty() {
            other
        } else if other.is_empty() {
            self
        } else {
            let begin = if self.begin < other.begin { self.begin } else { other.begin };
            let end = if self.end > other.end { self.end } else { other.end };
            HeapRange { begin, end }
        }
    }

    /// Packs both bounds into one word.
    pub(crate) const fn to_bits(self) -> u64 {
        self.begin as u64 | (self.end as u64) << 32
    }

    /// The inverse of [`HeapRange::to_bits`].
    pub(crate) const fn from_bits(bits: u64) -> HeapRange {
        HeapRange::new(bits as u32, (bits >> 32) as u32)
    }
}

/// `top`, `none`, or `3..7`: the text format.
impl fmt::Display for HeapRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            HeapRange::TOP => f.write_str("top"),
            HeapRange::EMPTY => f.write_str("none"),
            HeapRange { begin, end } => write!(f, "{begin}..{end}"),
        }
    }
}

impl fmt::Debug for HeapRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
