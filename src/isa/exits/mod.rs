//! Exit states as data: where they hold in the code, and where their values are there.
//!
//! Emission records sites ([`CodeBuffer::add_exit_site`](super::CodeBuffer::add_exit_site)); a [`ExitTableWriter`]
//! makes a compact stream of bytes of them and of the frames they share, and an [`ExitTable`] reads one site out of it
//! when an exit is taken.
//!
//! # The stream
//!
//! Numbers are LEB128 ([`bytes`]); a signed one is zigzagged. There are two sequences, of *records* and of *sites*,
//! both in groups of [`GROUP`]; tables of the groups' offsets are in front, so that reading one costs reading its
//! group.
//!
//! A record is a frame or a virtual object. The frame around another has the smaller number, so that chains of
//! frames end. A frame is written whole, or as what differs from one of the frames before it in its group: checks
//! that follow each other have nearly the same frame. The values that entries name are numbered in the order of the
//! records, so that a new one needs no number.
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
const GROUP: usize = 64;

/// Behind the counts of the head: the number of the scalar type that all values have, or this; then their types follow.
const MIXED_TYPES: u8 = 4;

/// What the first byte of a record says: the kind in the lowest two bits.
mod record {
    /// A frame, written whole; in the other bits the number of entries.
    pub(super) const FRAME: u8 = 0;
    /// An object, written whole; in the other bits the number of fields.
    pub(super) const OBJECT: u8 = 1;
    /// A frame that differs from the record before.
    pub(super) const NEXT: u8 = 2;
    /// A frame that differs from one further back.
    pub(super) const FAR: u8 = 3;
    pub(super) const LEN_SHIFT: u32 = 2;
    /// So many entries or fields: a number follows.
    pub(super) const MANY: u8 = 63;
    /// So many changed entries, of two bits: a number follows.
    pub(super) const MANY_CHANGES: u8 = 3;

    // Of a frame that differs from the record before: changes, length, pc.
    pub(super) const CHANGES_SHIFT: u32 = 2;
    pub(super) const LENGTH_SHIFT: u32 = 4;
    /// As long, one longer, one shorter, or this: a number follows.
    pub(super) const OTHER_LENGTH: u8 = 3;
    pub(super) const PC_SHIFT: u32 = 6;
    /// The pc is higher by this and 1, or this: a number follows.
    pub(super) const OTHER_PC: u8 = 3;

    // Of one that differs from a record further back: how far, less 2; changes; a number for the length follows, or
    // not. A number for the pc follows always.
    pub(super) const BACK_SHIFT: u32 = 2;
    /// The distance to the last of them.
    pub(super) const REACH: usize = 9;
    pub(super) const FAR_CHANGES_SHIFT: u32 = 5;
    pub(super) const FAR_LENGTH: u8 = 128;
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
