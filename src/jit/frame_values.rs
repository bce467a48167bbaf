//! Reads the values of a suspended frame of compiled code.

use super::code::Piece;
use crate::base::{Bank, Reg, RegSet, Type};
use crate::interp::{ExitEntry, ExitFrame, ExitObject};
use crate::isa::{DescribedEntry, DescribedFrame, ExitDescription, ExitPlace, ExitTableError, SitePlace};
use crate::support::error_type;
use std::sync::OnceLock;

/// Why the values of an exit state cannot be read.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExitError {
    /// The exit states of the procedure are malformed.
    Malformed(ExitTableError),
    /// The type is not scalar. Only scalars have a place.
    NotScalar(Type),
    /// The described place is outside of the procedure's frame.
    OutsideFrame(ExitPlace),
    /// The value's register was clobbered by a callee.
    RegisterLost(Reg),
}

error_type!(ExitError {
    ExitError::Malformed(error) => "{error}";
    ExitError::NotScalar(ty) => "exit states: a value of type {ty:?}, expected a scalar";
    ExitError::OutsideFrame(place) => "exit states: {place:?} is outside of the frame";
    ExitError::RegisterLost(reg) => "exit states: the value of {reg:?} was lost in a call";
});

impl From<ExitTableError> for ExitError {
    fn from(error: ExitTableError) -> ExitError {
        ExitError::Malformed(error)
    }
}

/// The frames and objects of an exit state with their values, in the same form as the interpreter reports them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExitValues {
    /// The frames, the innermost first.
    pub frames: Vec<ExitFrame>,
    /// The objects that the frames refer to, each once.
    pub objects: Vec<ExitObject>,
}

/// The exit sites of a procedure, by kind, each sorted by offset.
#[derive(Debug, Default)]
pub(super) struct ExitIndex {
    pub(super) calls: Vec<SitePlace>,
    pub(super) patchpoints: Vec<SitePlace>,
    pub(super) traps: Vec<SitePlace>,
}

/// An index that is built on first use.
pub(super) type LazyIndex = OnceLock<Result<ExitIndex, ExitTableError>>;

/// The known register values of a frame.
#[derive(Clone, Debug)]
pub(super) struct Registers {
    known: RegSet,
    bits: [u64; Reg::COUNT],
}

impl Registers {
    pub(super) const UNKNOWN: Registers = Registers { known: RegSet::EMPTY, bits: [0; Reg::COUNT] };

    pub(super) fn get(&self, reg: Reg) -> Option<u64> {
        self.known.contains(reg).then(|| self.bits[reg.index()])
    }

    pub(super) fn set(&mut self, reg: Reg, bits: u64) {
        self.known.insert(reg);
        self.bits[reg.index()] = bits;
    }

    /// Forgets all registers but these.
    pub(super) fn retain(&mut self, kept: RegSet) {
        self.known = self.known.intersection(kept);
    }
}

/// A frame of compiled code between its prologue and its epilogue.
pub(super) struct FrameValues<'a> {
    pub(super) piece: &'a Piece,
    pub(super) frame_pointer: usize,
    pub(super) registers: &'a Registers,
}

impl FrameValues<'_> {
    /// Reads the bits of a value, zero-extended.
    ///
    /// # Safety
    /// The frame belongs to the piece, is on this thread's stack, and is active.
    pub(super) unsafe fn read(&self, ty: Type, place: ExitPlace) -> Result<u64, ExitError> {
        if !ty.is_scalar() {
            return Err(ExitError::NotScalar(ty));
        }
        let size = ty.size();
        let bits = match place {
            ExitPlace::Constant(bits) => bits,
            ExitPlace::Register(reg) => self.registers.get(reg).ok_or(ExitError::RegisterLost(reg))?,
            ExitPlace::Stack(offset) => {
                let offset = i64::from(offset);
                let low = -i64::from(self.piece.frame.size);
                let high = 16 + i64::from(self.piece.incoming_bytes());
                if offset < low || offset + i64::from(size) > high {
                    return Err(ExitError::OutsideFrame(place));
                }
                // SAFETY: between the frame's stack pointer and the end of its arguments.
                unsafe { read(self.frame_pointer.wrapping_add_signed(offset as isize), size) }
            }
            ExitPlace::StackArgument(offset) => {
                let frame_size = i64::from(self.piece.frame.size);
                let offset = i64::from(offset);
                if offset < 0 || offset + i64::from(size) > frame_size {
                    return Err(ExitError::OutsideFrame(place));
                }
                let offset = offset - frame_size;
                // SAFETY: as above.
                unsafe { read(self.frame_pointer.wrapping_add_signed(offset as isize), size) }
            }
        };
        Ok(if size == 4 { bits & u64::from(u32::MAX) } else { bits })
    }

    /// Reads all values of an exit.
    ///
    /// # Safety
    /// As for [`FrameValues::read`].
    pub(super) unsafe fn all(&self, exit: &ExitDescription) -> Result<ExitValues, ExitError> {
        let entries = |described: &[DescribedEntry]| -> Result<Vec<ExitEntry>, ExitError> {
            let entry = |entry: &DescribedEntry| {
                Ok(match *entry {
                    DescribedEntry::Dead => ExitEntry::Dead,
                    DescribedEntry::Object(id) => ExitEntry::Object(id),
                    DescribedEntry::Scalar(ty, place) => {
                        // SAFETY: guaranteed by the caller.
                        let bits = unsafe { self.read(ty, place) }?;
                        ExitEntry::Scalar(ty, bits)
                    }
                    DescribedEntry::Reference(ty, place) => {
                        // SAFETY: guaranteed by the caller.
                        let bits = unsafe { self.read(ty, place) }?;
                        ExitEntry::Reference(bits)
                    }
                })
            };
            described.iter().map(entry).collect()
        };
        let mut frames = Vec::with_capacity(exit.frames.len());
        for frame in &exit.frames {
            let entries = entries(&frame.entries)?;
            let DescribedFrame { function, pc, local_count, .. } = *frame;
            frames.push(ExitFrame { function, pc, local_count, entries });
        }
        let mut objects = Vec::with_capacity(exit.objects.len());
        for object in &exit.objects {
            let fields = entries(&object.fields)?;
            objects.push(ExitObject { id: object.id, shape: object.shape, fields });
        }
        Ok(ExitValues { frames, objects })
    }

    /// The callee-saved registers that the procedure saved, and the values that its caller had in them.
    ///
    /// # Safety
    /// As for [`FrameValues::read`].
    pub(super) unsafe fn saved(&self) -> impl Iterator<Item = (Reg, [u64; 2])> + '_ {
        let fp_bytes = self.piece.convention.env.saved_bytes[Bank::Fp as usize];
        self.piece.frame.callee_saves.iter().map(move |&(reg, offset)| {
            let place = self.frame_pointer.wrapping_add_signed(offset as isize);
            let wide = !reg.is_gp() && fp_bytes >= 16;
            // SAFETY: the prologue stored the register there, with this size.
            let bits = unsafe { [read(place, 8), if wide { read(place + 8, 8) } else { 0 }] };
            (reg, bits)
        })
    }
}

/// Reads 4 or 8 bytes of the stack.
///
/// # Safety
/// The bytes are readable.
pub(super) unsafe fn read(address: usize, size: u32) -> u64 {
    let pointer: *const u8 = std::ptr::with_exposed_provenance(address);
    // SAFETY: guaranteed by the caller.
    unsafe {
        match size {
            4 => u64::from(pointer.cast::<u32>().read_unaligned()),
            _ => pointer.cast::<u64>().read_unaligned(),
        }
    }
}

/// Writes 8 bytes of the stack.
///
/// # Safety
/// The bytes are writable, and nothing else uses them.
pub(super) unsafe fn write(address: usize, bits: u64) {
    let pointer: *mut u8 = std::ptr::with_exposed_provenance_mut(address);
    // SAFETY: guaranteed by the caller.
    unsafe { pointer.cast::<u64>().write_unaligned(bits) };
}
