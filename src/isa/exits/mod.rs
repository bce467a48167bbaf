//! Exit states as data: where they hold in the code, and where their values are there.
//!
//! Emission records sites ([`CodeBuffer::add_exit_site`](super::CodeBuffer::add_exit_site)); a [`ExitTableWriter`]
//! makes a compact stream of bytes of them and of the frames they share, and an [`ExitTable`] reads one site out of it
//! when an exit is taken.
//!
//! # The stream
//!
//! Numbers are LEB128 ([`bytes`]); a signed one is zigzagged. There are two sequences, of *records* and of *sites*, both
//! in groups of [`GROUP`]; tables of the groups' offsets are in front, so that reading one costs reading its group.
//!
//! A record is a frame or a virtual object. The frame around another has the smaller number, so that chains of frames
//! end. A frame is written whole, or as what differs from one of the frames before it in its group: checks that follow
//! each other have nearly the same frame. The values that entries name are numbered in the order of the records, so that
//! a new one needs no number.
//!
//! A site names its innermost frame and says where values are: the places of the values that are new, and of those that
//! moved since the site before it in its group. What stays where it is costs nothing.

mod bytes;
mod reader;
mod sites;
#[cfg(test)]
mod tests;
mod writer;

pub use bytes::ExitTableError;
pub use reader::{
    DescribedEntry, DescribedFrame, DescribedObject, ExitDescription, ExitPlace, ExitTable, SitePlace,
};
pub(super) use sites::ExitSites;
pub use sites::{ExitKind, ExitSite};
pub use writer::{ExitTableWriter, RecordEntry};

/// How many records, and how many sites, are in a group.
const GROUP: usize = 32;

/// Behind the counts of the head: the number of the scalar type that all values have, or this; then their types follow.
const MIXED_TYPES: u8 = 4;

/// What the first byte of a record says besides counts: the low three bits.
mod record {
    /// A frame, written whole.
    pub(super) const FRAME: u8 = 0;
    /// An object, written whole.
    pub(super) const OBJECT: u8 = 1;
    /// A frame that differs from the one `n - DELTA + 1` records before it; up to 7.
    pub(super) const DELTA: u8 = 2;
    /// How far back the frame may be from which another is told.
    pub(super) const REACH: usize = 6;
    /// Entries of a whole record, in the other five bits; this: a number follows.
    pub(super) const MANY: u8 = 31;
    /// Changed entries of another, in the next three bits; this: a number follows.
    pub(super) const MANY_CHANGES: u8 = 7;
    /// What the highest two bits say of the length: as long, one longer, one shorter; this: a number follows.
    pub(super) const OTHER_LENGTH: u8 = 3;
}

/// What the first byte of a changed or added entry says: in the lowest three bits how many entries stay behind it, in
/// the others one of these.
mod change {
    /// The entry follows.
    pub(super) const ENTRY: u8 = 0;
    /// Nobody needs it.
    pub(super) const DEAD: u8 = 1;
    /// The next value.
    pub(super) const NEXT: u8 = 2;
    /// From here a value so many numbers back.
    pub(super) const NEAR: u8 = 3;
    /// From here up to [`END`] what the other frame has in the entry of this index.
    pub(super) const COPY: u8 = 18;
    pub(super) const END: u8 = 32;
    /// More entries stay: a number follows.
    pub(super) const FAR: u8 = 7;
    pub(super) const SHIFT: u32 = 3;
}

/// The first byte of an entry.
mod entry {
    pub(super) const DEAD: u8 = 0;
    /// The next value that has no number yet.
    pub(super) const NEXT: u8 = 1;
    pub(super) const NEXT_REFERENCE: u8 = 2;
    /// The distance to an object's record follows.
    pub(super) const OBJECT: u8 = 3;
    /// How many values back follows.
    pub(super) const VALUE: u8 = 4;
    pub(super) const REFERENCE: u8 = 5;
    /// Of the first scalar type, the bits follow; then those of the others.
    pub(super) const CONSTANT: u8 = 6;
    /// The bits of a reference follow.
    pub(super) const CONSTANT_REFERENCE: u8 = 10;
    /// From here a value so many numbers back.
    pub(super) const NEAR_VALUE: u8 = 16;
    /// From here a reference so many numbers back.
    pub(super) const NEAR_REFERENCE: u8 = 136;
}

/// The first byte of a site: the kind in the lowest two bits.
mod site {
    /// The innermost frame is not the record behind that of the site before: the distance to it follows.
    pub(super) const OTHER_FRAME: u8 = 4;
    /// New values, in two bits from this one; this many: a number follows.
    pub(super) const NEW_SHIFT: u32 = 3;
    pub(super) const MANY_NEW: u8 = 3;
    /// Values that moved, in the highest three bits; this many: a number follows.
    pub(super) const MOVED_SHIFT: u32 = 5;
    pub(super) const MANY_MOVED: u8 = 7;
}

/// The first byte of a place.
mod place {
    /// Below this: a register.
    pub(super) const STACK: u8 = 64;
    /// From [`STACK`], the words below the frame pointer; from here the words of the area of arguments.
    pub(super) const ARGUMENT: u8 = 224;
    /// A constant of the narrowest width, its bits follow; then those of the wider ones.
    pub(super) const CONSTANT: u8 = 240;
    /// The offset from the frame pointer follows.
    pub(super) const ANY_STACK: u8 = 245;
    /// The offset in the area of arguments follows.
    pub(super) const ANY_ARGUMENT: u8 = 246;
}
