//! Reads the values of a suspended frame of compiled code.

use super::code::Piece;
use super::thunk::{STACK_POINTER, ThunkFrame};
use crate::base::{Bank, ObjectId, Reg, RegSet, Type};
use crate::interp::{ExitEntry, ExitFrame, ExitObject};
use crate::isa::{DescribedEntry, DescribedFrame, ExitDescription, ExitPlace, ExitTableError};
use crate::support::error_type;

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
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ExitValues {
    /// The frames, the innermost first.
    pub frames: Vec<ExitFrame>,
    /// The objects that the frames refer to, each once.
    pub objects: Vec<ExitObject>,
}

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

/// Where the registers of a frame are.
#[derive(Clone, Copy)]
pub(super) enum RegisterSource<'a> {
    /// Nowhere.
    Unknown,
    /// In this list.
    Known(&'a Registers),
    /// Where the thunk stored them; the stack pointer is given.
    Thunk(&'a ThunkFrame, u64),
}

impl RegisterSource<'_> {
    /// The high half of a floating-point register, if it is known: where the thunk stored it.
    fn get_high(self, reg: Reg) -> Option<u64> {
        match (self, reg.bank()) {
            (RegisterSource::Thunk(machine, _), Bank::Fp) => {
                Some(machine.fp.get(usize::from(reg.number()))?[1])
            }
            _ => None,
        }
    }

    /// The value of a register, if it is known.
    pub(super) fn get(self, reg: Reg) -> Option<u64> {
        let number = usize::from(reg.number());
        match (self, reg.bank()) {
            (RegisterSource::Unknown, _) => None,
            (RegisterSource::Known(registers), _) => registers.get(reg),
            (RegisterSource::Thunk(_, stack_pointer), Bank::Gp) if number == STACK_POINTER => {
                Some(stack_pointer)
            }
            (RegisterSource::Thunk(machine, _), Bank::Gp) => machine.gp.get(number).copied(),
            (RegisterSource::Thunk(machine, _), Bank::Fp) => Some(machine.fp.get(number)?[0]),
        }
    }

    /// All known values.
    pub(super) fn to_registers(self) -> Registers {
        let mut registers = Registers::UNKNOWN;
        for reg in (0..Reg::COUNT as u8).map(Reg::from_index) {
            if let Some(bits) = self.get(reg) {
                registers.set(reg, bits);
            }
        }
        registers
    }
}

/// A frame of compiled code between its prologue and its epilogue.
pub(super) struct FrameValues<'a> {
    pub(super) piece: &'a Piece,
    pub(super) frame_pointer: usize,
    pub(super) registers: RegisterSource<'a>,
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
                let high = 16 + i64::from(self.piece.assignment().stack_bytes);
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

    /// Reads the bits of a vector.
    ///
    /// # Safety
    /// As for [`FrameValues::read`].
    pub(super) unsafe fn read_vector(&self, place: ExitPlace) -> Result<u128, ExitError> {
        let high = match place {
            ExitPlace::Register(reg) => {
                Ok(self.registers.get_high(reg).ok_or(ExitError::RegisterLost(reg))?)
            }
            ExitPlace::Constant(_) => Ok(0),
            ExitPlace::Stack(offset) => Err(ExitPlace::Stack(offset.wrapping_add(8))),
            ExitPlace::StackArgument(offset) => Err(ExitPlace::StackArgument(offset.wrapping_add(8))),
        };
        // SAFETY: guaranteed by the caller.
        let low = unsafe { self.read(Type::Int64, place) }?;
        let high = match high {
            Ok(high) => high,
            // SAFETY: as above.
            Err(place) => unsafe { self.read(Type::Int64, place) }?,
        };
        Ok(u128::from(low) | u128::from(high) << 64)
    }

    /// Reads all values of an exit. Reuses the memory of the result.
    ///
    /// # Safety
    /// As for [`FrameValues::read`].
    pub(super) unsafe fn read_all(
        &self,
        exit: &ExitDescription,
        values: &mut ExitValues,
    ) -> Result<(), ExitError> {
        let entries = |described: &[DescribedEntry], entries: &mut Vec<ExitEntry>| -> Result<(), ExitError> {
            entries.clear();
            entries.reserve(described.len());
            for entry in described {
                entries.push(match *entry {
                    DescribedEntry::Dead => ExitEntry::Dead,
                    DescribedEntry::Object(id) => ExitEntry::Object(id),
                    DescribedEntry::Scalar(Type::V128, place) => {
                        // SAFETY: guaranteed by the caller.
                        ExitEntry::Vector(unsafe { self.read_vector(place) }?)
                    }
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
                });
            }
            Ok(())
        };
        values.frames.resize_with(exit.frames.len(), || ExitFrame {
            function: 0,
            pc: 0,
            local_count: None,
            entries: Vec::new(),
        });
        for (described, frame) in exit.frames.iter().zip(&mut values.frames) {
            let DescribedFrame { function, pc, local_count, .. } = *described;
            (frame.function, frame.pc, frame.local_count) = (function, pc, local_count);
            entries(&described.entries, &mut frame.entries)?;
        }
        let none = || ExitObject { id: ObjectId::new(0), shape: 0, fields: Vec::new() };
        values.objects.resize_with(exit.objects.len(), none);
        for (described, object) in exit.objects.iter().zip(&mut values.objects) {
            (object.id, object.shape) = (described.id, described.shape);
            entries(&described.fields, &mut object.fields)?;
        }
        Ok(())
    }

    /// Reads all values of an exit.
    ///
    /// # Safety
    /// As for [`FrameValues::read`].
    pub(super) unsafe fn all(&self, exit: &ExitDescription) -> Result<ExitValues, ExitError> {
        let mut values = ExitValues::default();
        // SAFETY: guaranteed by the caller.
        unsafe { self.read_all(exit, &mut values) }?;
        Ok(values)
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
