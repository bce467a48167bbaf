//! Exit states as data: where they hold in the code, and where their values are there.
//!
//! Emission records sites ([`CodeBuffer::add_exit_site`](super::CodeBuffer::add_exit_site)). An [`ExitTableWriter`]
//! encodes them, with the frames they share, as a compact byte stream. An [`ExitTable`] decodes one site of it when
//! an exit is taken.
//!
//! # The stream
//!
//! Numbers are LEB128 ([`bytes`]); signed ones are zigzagged. There are two sequences, *records* and *sites*, both in
//! groups of [`GROUP`]. Tables with the offsets of the groups come first, so that decoding one item costs decoding
//! its group.
//!
//! A record is a frame or a virtual object. A parent frame has a smaller number than its children, so chains of
//! frames are finite. A frame is encoded in full, or as a delta to an earlier frame of its group with as many locals:
//! consecutive checks have nearly the same frame. Values are numbered by first use in record order, so that a new one
//! needs no number. A full frame has twice the distance to its parent, 0 for none, plus 1 if the number of locals
//! follows.
//!
//! A site refers to its innermost frame and gives the places of new values, and of values that moved since the
//! previous site of its group. Values that stay in place cost nothing.

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

/// Number of records, and of sites, in a group.
const GROUP: usize = 64;

/// After the counts of the header: the number of the scalar type of all values, or this, followed by their types in two
/// bits each.
const MIXED_TYPES: u8 = 4;

/// As [`MIXED_TYPES`], but some are vectors: types have four bits, and this is the number of a vector.
const WITH_VECTORS: u8 = 5;

/// First byte of a record: the kind in the two lowest bits.
mod record {
    /// A frame in full; the other bits hold the number of entries.
    pub(super) const FRAME: u8 = 0;
    /// An object in full; the other bits hold the number of fields.
    pub(super) const OBJECT: u8 = 1;
    /// A frame as a delta to the previous record.
    pub(super) const NEXT: u8 = 2;
    /// A frame as a delta to a record further back.
    pub(super) const FAR: u8 = 3;
    pub(super) const LEN_SHIFT: u32 = 2;
    /// This number of entries or fields or more: a number follows.
    pub(super) const MANY: u8 = 63;
    /// Two bits: this number of changed entries or more: a number follows.
    pub(super) const MANY_CHANGES: u8 = 3;

    // Of a delta to the previous record: changes, length, pc.
    pub(super) const CHANGES_SHIFT: u32 = 2;
    pub(super) const LENGTH_SHIFT: u32 = 4;
    /// The length is the same, one more or one less; or this: a number follows.
    pub(super) const OTHER_LENGTH: u8 = 3;
    pub(super) const PC_SHIFT: u32 = 6;
    /// The pc is this plus 1 higher; or this: a number follows.
    pub(super) const OTHER_PC: u8 = 3;

    // Of a delta to a record further back: distance minus 2; changes; whether a number for the length follows. A
    // number for the pc always follows.
    pub(super) const BACK_SHIFT: u32 = 2;
    /// Maximum distance of the other record.
    pub(super) const REACH: usize = 9;
    pub(super) const FAR_CHANGES_SHIFT: u32 = 5;
    pub(super) const FAR_LENGTH: u8 = 128;
}

/// First byte of a changed or added entry: bits 0 to 2 count the unchanged entries after it, the others are:
mod change {
    /// The entry follows.
    pub(super) const ENTRY: u8 = 0;
    /// Not needed.
    pub(super) const DEAD: u8 = 1;
    /// The next new value.
    pub(super) const NEXT: u8 = 2;
    /// From here on: the value this many numbers back.
    pub(super) const NEAR: u8 = 3;
    /// From here up to [`END`]: a copy of the base frame's entry with this index.
    pub(super) const COPY: u8 = 18;
    pub(super) const END: u8 = 32;
    /// This number of unchanged entries or more: a number follows.
    pub(super) const FAR: u8 = 7;
    pub(super) const SHIFT: u32 = 3;
}

/// First byte of an entry.
mod entry {
    pub(super) const DEAD: u8 = 0;
    /// The next value without a number.
    pub(super) const NEXT: u8 = 1;
    pub(super) const NEXT_REFERENCE: u8 = 2;
    /// An object; the distance to its record follows.
    pub(super) const OBJECT: u8 = 3;
    /// The distance back to the value's number follows.
    pub(super) const VALUE: u8 = 4;
    pub(super) const REFERENCE: u8 = 5;
    /// A constant of the first scalar type, then of the others; the bits follow.
    pub(super) const CONSTANT: u8 = 6;
    /// A reference constant; the bits follow.
    pub(super) const CONSTANT_REFERENCE: u8 = 10;
    /// From here on: the value this many numbers back.
    pub(super) const NEAR_VALUE: u8 = 16;
    /// From here on: the reference this many numbers back.
    pub(super) const NEAR_REFERENCE: u8 = 136;
}

/// First byte of a site: the kind in the two lowest bits.
mod site {
    /// The innermost frame is not the record after that of the previous site: the distance to it follows.
    pub(super) const OTHER_FRAME: u8 = 4;
    /// Number of new values, in two bits; `MANY_NEW` or more: a number follows.
    pub(super) const NEW_SHIFT: u32 = 3;
    pub(super) const MANY_NEW: u8 = 3;
    /// Number of values that moved, in the three highest bits; `MANY_MOVED` or more: a number follows.
    pub(super) const MOVED_SHIFT: u32 = 5;
    pub(super) const MANY_MOVED: u8 = 7;
}

/// First byte of a place.
mod place {
    /// Below this: a register.
    pub(super) const STACK: u8 = 64;
    /// From [`STACK`] on: a word below the frame pointer. From here on: a word of the outgoing arguments.
    pub(super) const ARGUMENT: u8 = 224;
    /// A constant of the narrowest width, then of the wider ones; the bits follow.
    pub(super) const CONSTANT: u8 = 240;
    /// The offset from the frame pointer follows.
    pub(super) const ANY_STACK: u8 = 245;
    /// The offset in the area of outgoing arguments follows.
    pub(super) const ANY_ARGUMENT: u8 = 246;
}
