//! The labels of a buffer, which are told from those of other buffers.

use std::borrow::Cow;
use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};

/// The offset of a label that is not bound.
pub(super) const UNBOUND: u32 = u32::MAX;

/// Number of low bits that count the labels of one buffer.
const COUNT_BITS: u32 = 24;

/// A place in the code of one [`CodeBuffer`](super::CodeBuffer), bound now or later.
///
/// A label of another buffer is bound nowhere here: using it is
/// [`EmitError::UnboundLabel`](super::EmitError::UnboundLabel), and binding it
/// [`EmitError::InvalidBinding`](super::EmitError::InvalidBinding). The high bits of the number tell buffers apart;
/// they repeat after 254 buffers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label(u32);

impl Label {
    /// A label of no buffer.
    pub const INVALID: Label = Label(u32::MAX);

    /// A label with this number, for tables that are not of a buffer. No buffer contains it.
    pub const fn new(number: u32) -> Label {
        Label(number & ((1 << COUNT_BITS) - 1))
    }

    /// The number of this label in its buffer.
    pub const fn number(self) -> u32 {
        self.0 & ((1 << COUNT_BITS) - 1)
    }

    /// False for [`Self::INVALID`].
    pub const fn is_valid(self) -> bool {
        self.0 != u32::MAX
    }
}

impl Default for Label {
    fn default() -> Label {
        Label::INVALID
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_valid() { write!(f, "L{}", self.number()) } else { f.write_str("L?") }
    }
}

impl fmt::Debug for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The offsets of a buffer's labels.
#[derive(Clone, Debug)]
pub(crate) struct Labels {
    /// Combined with the index of a label by exclusive or, so that every index has a label. Neither 0, which is that
    /// of [`Label::new`], nor that of [`Label::INVALID`].
    tag: u32,
    offsets: Vec<u32>,
    /// Names, in no order; few labels have one.
    names: Vec<(Label, Cow<'static, str>)>,
}

impl Labels {
    pub(super) fn new() -> Labels {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed) % 254 + 1;
        Labels { tag: number << COUNT_BITS, offsets: Vec::new(), names: Vec::new() }
    }

    pub(super) fn clear(&mut self) {
        self.offsets.clear();
        self.names.clear();
    }

    pub(super) fn push(&mut self, offset: u32) -> Label {
        let index = self.offsets.len() as u32;
        self.offsets.push(offset);
        Label(index ^ self.tag)
    }

    pub(super) fn set_name(&mut self, label: Label, name: Cow<'static, str>) {
        self.names.push((label, name));
    }

    pub(super) fn name(&self, label: Label) -> Option<&str> {
        self.names.iter().find(|(other, _)| *other == label).map(|(_, name)| &**name)
    }

    /// The offset of a label, if it is of this buffer. The index of a foreign one is beyond all of them.
    pub(super) fn get(&self, label: Label) -> Option<u32> {
        self.offsets.get((label.0 ^ self.tag) as usize).copied()
    }

    /// The offset of a bound label.
    pub(crate) fn offset(&self, label: Label) -> Option<u32> {
        self.get(label).filter(|offset| *offset != UNBOUND)
    }

    pub(super) fn get_mut(&mut self, label: Label) -> Option<&mut u32> {
        self.offsets.get_mut((label.0 ^ self.tag) as usize)
    }

    pub(super) fn bound_mut(&mut self) -> impl Iterator<Item = &mut u32> {
        self.offsets.iter_mut().filter(|offset| **offset != UNBOUND)
    }
}

/// The tags are not compared: equal code has equal labels.
impl PartialEq for Labels {
    fn eq(&self, other: &Labels) -> bool {
        self.offsets == other.offsets
    }
}

impl Eq for Labels {}
