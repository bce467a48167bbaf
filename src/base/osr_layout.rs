//! What an OSR entry reads: the frames of another tier, in a buffer of 64-bit words.

use super::Type;

/// The buffer of one OSR entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OsrLayout {
    /// The number of the entry point.
    pub entry: u32,
    /// The frames, the innermost first.
    pub frames: Vec<OsrFrame>,
}

/// A frame that an OSR entry takes over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OsrFrame {
    /// The client's number of the function.
    pub function: u32,
    /// The client's number of the position in it.
    pub pc: u32,
    /// Number of slots that are locals; those of the expression stack follow. `None` if they are not told apart.
    pub local_count: Option<u32>,
    /// Locals and expression stack.
    pub slots: Vec<OsrSlot>,
}

/// Where an entry of a frame goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OsrSlot {
    /// It is not read.
    Dead,
    /// It has this type, and goes to this word of the buffer. Its upper bits are zero.
    Word {
        /// The word.
        index: u32,
        /// The type; Int64 for references.
        ty: Type,
        /// True if it is a reference.
        is_reference: bool,
    },
    /// The code was compiled for this value.
    Constant(Type, u64),
}

impl OsrLayout {
    /// The length of the buffer in words.
    pub fn word_count(&self) -> usize {
        let slots = self.frames.iter().flat_map(|frame| &frame.slots);
        let ends = slots.map(|slot| match *slot {
            OsrSlot::Word { index, .. } => index as usize + 1,
            OsrSlot::Dead | OsrSlot::Constant(..) => 0,
        });
        ends.max().unwrap_or(0)
    }
}
