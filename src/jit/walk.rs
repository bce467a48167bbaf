//! Walking over frames of compiled code.

use super::Code;
use super::code::Piece;
use super::frame_values::{ExitError, ExitValues, FrameValues, Registers, read};
use super::signed::without_signature;
use crate::isa::{ExitDescription, ExitTableError};
use std::marker::PhantomData;

/// A frame of compiled code that called somebody, and has not been returned to.
#[derive(Debug)]
pub struct WalkedFrame {
    code: Code,
    offset: u32,
    frame_pointer: usize,
    registers: Registers,
}

impl WalkedFrame {
    /// The procedure, which stays alive as long as this.
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// The offset behind its call.
    pub fn offset(&self) -> u32 {
        self.offset
    }

    /// Its frame pointer.
    pub fn frame_pointer(&self) -> *const u8 {
        std::ptr::with_exposed_provenance(self.frame_pointer)
    }

    /// The exit state of the call, or of the generator's code that contains it.
    ///
    /// # Errors
    /// The exit states are malformed.
    pub fn exit(&self) -> Result<Option<ExitDescription>, ExitTableError> {
        match self.code.exit_of_call(self.offset)? {
            Some(exit) => self.code.exits().describe(exit).map(Some),
            None => Ok(None),
        }
    }

    /// The values of the exit state.
    ///
    /// A value in a register that callees keep is found where one of them saved it. If a function of the host is among
    /// them, the library does not know where that saved it: [`ExitError::RegisterLost`].
    ///
    /// # Errors
    /// The exit states are malformed, or a value is not known.
    ///
    /// # Safety
    ///
    /// The frame is still active on this thread's stack.
    pub unsafe fn values(&self) -> Result<Option<ExitValues>, ExitError> {
        let Some(exit) = self.exit()? else { return Ok(None) };
        let (frame_pointer, registers) = (self.frame_pointer, &self.registers);
        // The walk saw that there is one.
        let Some(piece) = self.code.piece_at(self.offset - 1) else { return Ok(None) };
        // SAFETY: the caller's.
        unsafe { FrameValues { piece, frame_pointer, registers }.all(&exit) }.map(Some)
    }
}

/// Frames of compiled code, from the innermost outwards: see [`walk_frames`]. They are on the stack of this thread.
#[derive(Debug)]
pub struct FrameWalk<'a> {
    frame_pointer: usize,
    return_address: usize,
    registers: Registers,
    stack: PhantomData<&'a *const u8>,
}

/// Walks over the frames of compiled code of this thread: from the one whose frame pointer this is, and to which
/// `return_address` leads back, outwards to the first caller that is no compiled procedure: a function of the host, or
/// what a client emitted himself into an [assembly](crate::assembly::Assembly), of whose frames nothing is known.
///
/// A function of the host that compiled code called knows both: the value of `FramePointer`, which the code hands over,
/// and its own return address. Without the address, null: then the walk begins with the caller of the frame.
///
/// # Safety
///
/// `frame` is the frame pointer of a frame of compiled code of this thread; it is active, and stays so as long as the
/// walk is used.
pub unsafe fn walk_frames<'a>(frame: *const u8, return_address: *const u8) -> FrameWalk<'a> {
    // A function that reads its own from the stack may find it signed.
    let return_address = without_signature(return_address as usize);
    let frame_pointer = frame.expose_provenance();
    let mut walk =
        FrameWalk { frame_pointer, return_address, registers: Registers::UNKNOWN, stack: PhantomData };
    if return_address == 0 {
        // SAFETY: the caller's.
        unsafe { walk.go_out(None) };
    }
    walk
}

impl FrameWalk<'_> {
    /// The walk over the callers of a frame whose registers are known.
    ///
    /// # Safety
    ///
    /// As for [`walk_frames`]; the frame is the piece's.
    pub(super) unsafe fn from_callee(piece: &Piece, frame_pointer: usize, registers: Registers) -> Self {
        let mut walk = FrameWalk { frame_pointer, return_address: 0, registers, stack: PhantomData };
        // SAFETY: the caller's.
        unsafe { walk.go_out(Some(piece)) };
        walk
    }

    /// Goes on to the caller of the frame.
    ///
    /// # Safety
    ///
    /// The frame pointer is that of a frame of compiled code, which is active: of `piece`, if that is known.
    unsafe fn go_out(&mut self, piece: Option<&Piece>) {
        match piece {
            Some(piece) => {
                let mut registers = self.registers.clone();
                let frame =
                    FrameValues { piece, frame_pointer: self.frame_pointer, registers: &self.registers };
                // SAFETY: the caller's.
                unsafe { frame.saved() }.for_each(|(reg, [low, _])| registers.set(reg, low));
                registers.keep(piece.convention.callee_saved);
                self.registers = registers;
            }
            None => self.registers = Registers::UNKNOWN,
        }
        // SAFETY: the caller's frame pointer and the return address are there.
        let [next, return_address] =
            unsafe { [read(self.frame_pointer, 8), read(self.frame_pointer + 8, 8)] }
                .map(|word| word as usize);
        let return_address = without_signature(return_address);
        // A caller that is no procedure may have anything in that register, and its frame is not looked at; one that is
        // has its frame above.
        let is_frame = next > self.frame_pointer && next.is_multiple_of(8) && next.checked_add(16).is_some();
        self.return_address = if is_frame { return_address } else { 0 };
        self.frame_pointer = next;
    }
}

impl Iterator for FrameWalk<'_> {
    type Item = WalkedFrame;

    fn next(&mut self) -> Option<WalkedFrame> {
        // The end of a call may be the end of the procedure.
        let inside: *const u8 = std::ptr::without_provenance(self.return_address.checked_sub(1)?);
        let code = Code::at(inside)?;
        let offset = code.offset_of(inside)?;
        let piece = code.piece_at(offset)?;
        let (frame_pointer, registers) = (self.frame_pointer, self.registers.clone());
        // SAFETY: compiled code was called from there (contract of whoever began the walk), so its frame is active.
        unsafe { self.go_out(Some(piece)) };
        Some(WalkedFrame { offset: offset + 1, code, frame_pointer, registers })
    }
}
