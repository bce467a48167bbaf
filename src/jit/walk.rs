//! Walks frames of compiled code.

use super::Code;
use super::code::Piece;
use super::frame_values::{ExitError, ExitValues, FrameValues, RegisterSource, Registers, read};
use super::signed::strip_signature;
use crate::isa::{ExitDescription, ExitTableError};
use std::marker::PhantomData;

/// An active frame of compiled code, suspended in a call.
#[derive(Debug)]
pub struct WalkedFrame {
    code: Code,
    offset: u32,
    frame_pointer: usize,
    registers: Registers,
}

impl WalkedFrame {
    /// The procedure; kept alive by this handle.
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// The return offset of its call.
    pub fn offset(&self) -> u32 {
        self.offset
    }

    /// Its frame pointer.
    pub fn frame_pointer(&self) -> *const u8 {
        std::ptr::with_exposed_provenance(self.frame_pointer)
    }

    /// The exit state of the call, or of the patchpoint that contains it.
    ///
    /// # Errors
    /// Fails if the exit states are malformed.
    pub fn exit(&self) -> Result<Option<ExitDescription>, ExitTableError> {
        match self.code.exit_of_call(self.offset)? {
            Some(exit) => self.code.exits().describe(exit).map(Some),
            None => Ok(None),
        }
    }

    /// Reads the values of the exit state.
    ///
    /// A value in a callee-saved register is read from the frame that saved it. If one of the callees is a host
    /// function, the location is unknown to the library: [`ExitError::RegisterLost`].
    ///
    /// # Errors
    /// Fails if the exit states are malformed, or a value is unknown.
    ///
    /// # Safety
    /// The frame is still active on this thread's stack.
    pub unsafe fn values(&self) -> Result<Option<ExitValues>, ExitError> {
        let Some(exit) = self.exit()? else { return Ok(None) };
        let (frame_pointer, registers) = (self.frame_pointer, RegisterSource::Known(&self.registers));
        // The walk has found a piece here, so this never returns early.
        let Some(piece) = self.code.piece_at(self.offset - 1) else { return Ok(None) };
        // SAFETY: guaranteed by the caller.
        unsafe { FrameValues { piece, frame_pointer, registers }.all(&exit) }.map(Some)
    }
}

/// Iterator over frames of compiled code on this thread's stack, from the innermost outwards: see [`walk_frames`].
#[derive(Debug)]
pub struct FrameWalk<'a> {
    frame_pointer: usize,
    return_address: usize,
    registers: Registers,
    stack: PhantomData<&'a *const u8>,
}

/// Walks frames of compiled code of this thread, from the given one outwards. `frame` is its frame pointer, and
/// `return_address` the address at which it continues. The walk ends at the first caller that is not a compiled
/// procedure: a host function, or code emitted by the client into an [assembly](crate::assembly::Assembly), whose
/// frames are unknown.
///
/// A host function called by compiled code gets both from the code (the value of `FramePointer`) and from its own
/// return address. If `return_address` is null, the walk begins with the caller of the frame.
///
/// # Safety
/// `frame` is the frame pointer of an active frame of compiled code of this thread. It stays active as long as the walk
/// is used.
pub unsafe fn walk_frames<'a>(frame: *const u8, return_address: *const u8) -> FrameWalk<'a> {
    // A function that reads its return address from the stack may find it signed.
    let return_address = strip_signature(return_address as usize);
    let frame_pointer = frame.expose_provenance();
    let mut walk =
        FrameWalk { frame_pointer, return_address, registers: Registers::UNKNOWN, stack: PhantomData };
    if return_address == 0 {
        // SAFETY: guaranteed by the caller.
        unsafe { walk.move_to_caller(None) };
    }
    walk
}

impl FrameWalk<'_> {
    /// Walks the callers of a frame with known registers.
    ///
    /// # Safety
    /// As for [`walk_frames`]; the frame belongs to `piece`.
    pub(super) unsafe fn from_callee(piece: &Piece, frame_pointer: usize, registers: Registers) -> Self {
        let mut walk = FrameWalk { frame_pointer, return_address: 0, registers, stack: PhantomData };
        // SAFETY: guaranteed by the caller.
        unsafe { walk.move_to_caller(Some(piece)) };
        walk
    }

    /// Moves to the caller of the frame.
    ///
    /// # Safety
    /// The frame pointer is that of an active frame of compiled code: of `piece`, if given.
    unsafe fn move_to_caller(&mut self, piece: Option<&Piece>) {
        match piece {
            Some(piece) => {
                let mut registers = self.registers.clone();
                let (frame_pointer, known) = (self.frame_pointer, RegisterSource::Known(&self.registers));
                let frame = FrameValues { piece, frame_pointer, registers: known };
                // SAFETY: guaranteed by the caller.
                unsafe { frame.saved() }.for_each(|(reg, [low, _])| registers.set(reg, low));
                registers.retain(piece.convention.callee_saved);
                self.registers = registers;
            }
            None => self.registers = Registers::UNKNOWN,
        }
        // SAFETY: every frame contains the caller's frame pointer and the return address.
        let [next, return_address] =
            unsafe { [read(self.frame_pointer, 8), read(self.frame_pointer + 8, 8)] }
                .map(|word| word as usize);
        let return_address = strip_signature(return_address);
        // If the caller is not a procedure, the frame pointer may hold any value, and its frame is not accessed. A
        // procedure's frame is at a higher address.
        let is_frame = next > self.frame_pointer && next.is_multiple_of(8) && next.checked_add(16).is_some();
        self.return_address = if is_frame { return_address } else { 0 };
        self.frame_pointer = next;
    }
}

impl Iterator for FrameWalk<'_> {
    type Item = WalkedFrame;

    fn next(&mut self) -> Option<WalkedFrame> {
        // A return address may be the end of the procedure.
        let inside: *const u8 = std::ptr::without_provenance(self.return_address.checked_sub(1)?);
        let code = Code::at(inside)?;
        let offset = code.offset_of(inside)?;
        let piece = code.piece_at(offset)?;
        let (frame_pointer, registers) = (self.frame_pointer, self.registers.clone());
        // SAFETY: compiled code called from there (contract of `walk_frames`), so its frame is active.
        unsafe { self.move_to_caller(Some(piece)) };
        Some(WalkedFrame { offset: offset + 1, code, frame_pointer, registers })
    }
}
