//! Fills the buffer of an OSR entry from the frames of an exit or of an interpreter.

use super::{ExitEntry, ExitFrame};
use crate::base::{OsrFrame, OsrLayout, OsrSlot, Type};
use crate::support::error_type;
use std::fmt;

/// Frames do not fit an OSR entry.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum OsrEntryError {
    /// The number of frames differs.
    FrameCount {
        /// That of the entry.
        expected: usize,
        /// That of the frames.
        found: usize,
    },
    /// A frame is that of another function, or at another position.
    Position {
        /// The number of the frame, the innermost being 0.
        frame: usize,
        /// Function and pc of the entry.
        expected: (u32, u32),
        /// Function and pc of the frame.
        found: (u32, u32),
    },
    /// A frame has another number of locals, or of entries at all.
    EntryCount {
        /// The number of the frame.
        frame: usize,
        /// Locals and all entries of the entry.
        expected: (u32, usize),
        /// Locals and all entries of the frame.
        found: (u32, usize),
    },
    /// An entry has another type.
    Entry {
        /// The number of the frame.
        frame: usize,
        /// The number of the entry in it.
        index: usize,
        /// The type; Int64 for a reference.
        expected: Type,
        /// True if a reference is expected.
        is_reference: bool,
        /// What the frame has.
        found: ExitEntry,
    },
    /// The code was compiled for another value of this entry.
    Constant {
        /// The number of the frame.
        frame: usize,
        /// The number of the entry in it.
        index: usize,
        /// The bits that the code was compiled for.
        expected: u64,
        /// What the frame has.
        found: ExitEntry,
    },
    /// The buffer is too short.
    Buffer {
        /// The words that are needed.
        expected: usize,
        /// The words that the buffer has.
        found: usize,
    },
}

impl fmt::Display for OsrEntryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            OsrEntryError::FrameCount { expected, found } => {
                write!(f, "the OSR entry takes {expected} frames, found {found}")
            }
            OsrEntryError::Position { frame, expected, found } => write!(
                f,
                "frame {frame} of the OSR entry is function {} at {}, found function {} at {}",
                expected.0, expected.1, found.0, found.1
            ),
            OsrEntryError::EntryCount { frame, expected, found } => write!(
                f,
                "frame {frame} of the OSR entry has {} locals and {} entries, found {} and {}",
                expected.0, expected.1, found.0, found.1
            ),
            OsrEntryError::Entry { frame, index, expected, is_reference, found } => {
                let expected = if is_reference { "a reference".into() } else { expected.to_string() };
                write!(f, "entry {index} of frame {frame} of the OSR entry is {expected}, found {found:?}")
            }
            OsrEntryError::Constant { frame, index, expected, found } => write!(
                f,
                "entry {index} of frame {frame} of the OSR entry was compiled for {expected:#x}, found {found:?}"
            ),
            OsrEntryError::Buffer { expected, found } => {
                write!(f, "the OSR entry reads {expected} words, the buffer has {found}")
            }
        }
    }
}

error_type!(OsrEntryError);

impl OsrLayout {
    /// A buffer with the values of these frames, the innermost first, in the order of
    /// [`ExitValues::frames`](super::Exit::frames).
    ///
    /// # Errors
    /// The frames do not fit the entry.
    pub fn buffer(&self, frames: &[ExitFrame]) -> Result<Vec<u64>, OsrEntryError> {
        let mut words = vec![0; self.word_count()];
        self.fill(frames, &mut words)?;
        Ok(words)
    }

    /// Writes the values of these frames, the innermost first, to a buffer. Allocates nothing.
    ///
    /// # Errors
    /// The frames do not fit the entry, or the buffer is too short. Some words may have been written.
    pub fn fill(&self, frames: &[ExitFrame], words: &mut [u64]) -> Result<(), OsrEntryError> {
        let needed = self.word_count();
        if words.len() < needed {
            return Err(OsrEntryError::Buffer { expected: needed, found: words.len() });
        }
        if frames.len() != self.frames.len() {
            return Err(OsrEntryError::FrameCount { expected: self.frames.len(), found: frames.len() });
        }
        for (number, (expected, found)) in self.frames.iter().zip(frames).enumerate() {
            fill_frame(number, expected, found, words)?;
        }
        Ok(())
    }
}

fn fill_frame(
    frame: usize,
    expected: &OsrFrame,
    found: &ExitFrame,
    words: &mut [u64],
) -> Result<(), OsrEntryError> {
    let positions = ((expected.function, expected.pc), (found.function, found.pc));
    if positions.0 != positions.1 {
        return Err(OsrEntryError::Position { frame, expected: positions.0, found: positions.1 });
    }
    // Without a count, all entries are locals.
    let counts = |locals: Option<u32>, entries: usize| (locals.unwrap_or(entries as u32), entries);
    let own = counts(expected.local_count, expected.slots.len());
    let other = counts(found.local_count, found.entries.len());
    if own != other {
        return Err(OsrEntryError::EntryCount { frame, expected: own, found: other });
    }
    for (index, (slot, &found)) in expected.slots.iter().zip(&found.entries).enumerate() {
        match *slot {
            OsrSlot::Dead => {}
            OsrSlot::Word { index: word, ty, is_reference } => {
                let bits = match found {
                    ExitEntry::Reference(bits) if is_reference => bits,
                    ExitEntry::Scalar(found, bits) if found == ty && !is_reference => bits,
                    _ => {
                        return Err(OsrEntryError::Entry { frame, index, expected: ty, is_reference, found });
                    }
                };
                words[word as usize] = bits;
            }
            OsrSlot::Constant(ty, bits) => {
                if found != ExitEntry::Scalar(ty, bits) {
                    return Err(OsrEntryError::Constant { frame, index, expected: bits, found });
                }
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(index: u32, ty: Type, is_reference: bool) -> OsrSlot {
        OsrSlot::Word { index, ty, is_reference }
    }

    fn layout() -> OsrLayout {
        let slots = vec![
            word(2, Type::Int32, false),
            OsrSlot::Dead,
            OsrSlot::Constant(Type::Double, 1.5f64.to_bits()),
            word(0, Type::Int64, true),
        ];
        OsrLayout { entry: 1, frames: vec![OsrFrame { function: 7, pc: 20, local_count: Some(3), slots }] }
    }

    fn frame() -> ExitFrame {
        let entries = vec![
            ExitEntry::Scalar(Type::Int32, 0xffff_fffe),
            ExitEntry::Scalar(Type::Float, 9),
            ExitEntry::Scalar(Type::Double, 1.5f64.to_bits()),
            ExitEntry::Reference(0x1000),
        ];
        ExitFrame { function: 7, pc: 20, local_count: Some(3), entries }
    }

    #[test]
    fn values_go_to_their_words() {
        assert_eq!(layout().buffer(&[frame()]), Ok(vec![0x1000, 0, 0xffff_fffe]));
        let mut words = [9; 4];
        assert_eq!(layout().fill(&[frame()], &mut words), Ok(()));
        assert_eq!(words, [0x1000, 9, 0xffff_fffe, 9]);
        let none = OsrLayout { entry: 0, frames: Vec::new() };
        assert_eq!(none.buffer(&[]), Ok(vec![]));
    }

    #[test]
    fn other_frames_are_refused() {
        let error = |change: fn(&mut ExitFrame)| {
            let mut frame = frame();
            change(&mut frame);
            layout().buffer(&[frame]).expect_err("it does not fit").to_string()
        };
        assert_eq!(
            error(|frame| frame.pc = 21),
            "frame 0 of the OSR entry is function 7 at 20, found function 7 at 21"
        );
        assert_eq!(
            error(|frame| frame.local_count = Some(2)),
            "frame 0 of the OSR entry has 3 locals and 4 entries, found 2 and 4"
        );
        assert_eq!(
            error(|frame| frame.entries.truncate(3)),
            "frame 0 of the OSR entry has 3 locals and 4 entries, found 3 and 3"
        );
        assert_eq!(
            error(|frame| frame.entries[0] = ExitEntry::Scalar(Type::Int64, 1)),
            "entry 0 of frame 0 of the OSR entry is Int32, found Scalar(Int64, 1)"
        );
        assert_eq!(
            error(|frame| frame.entries[3] = ExitEntry::Scalar(Type::Int64, 1)),
            "entry 3 of frame 0 of the OSR entry is a reference, found Scalar(Int64, 1)"
        );
        assert_eq!(
            error(|frame| frame.entries[2] = ExitEntry::Scalar(Type::Double, 1)),
            "entry 2 of frame 0 of the OSR entry was compiled for 0x3ff8000000000000, found Scalar(Double, 1)"
        );
        let count = layout().buffer(&[]).expect_err("there is no frame");
        assert_eq!(count.to_string(), "the OSR entry takes 1 frames, found 0");
        let short = layout().fill(&[frame()], &mut [0; 2]).expect_err("it is too short");
        assert_eq!(short.to_string(), "the OSR entry reads 3 words, the buffer has 2");
    }
}
