//! Walking over frames of compiled code.

use super::Code;
use super::frame_values::{ExitError, ExitValues, FrameValues, Registers, read};
use crate::isa::{ExitDescription, ExitTableError};

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
        let (code, frame_pointer, registers) = (&self.code, self.frame_pointer, &self.registers);
        // SAFETY: the caller's.
        unsafe { FrameValues { code, frame_pointer, registers }.all(&exit) }.map(Some)
    }
}

/// Frames of compiled code, from the innermost outwards: see [`walk_frames`].
#[derive(Debug)]
pub struct FrameWalk {
    frame_pointer: usize,
    return_address: usize,
    registers: Registers,
}

/// Walks over the frames of compiled code of this thread: from the one whose frame pointer this is, and to which
/// `return_address` leads back, outwards to the first caller that is not compiled code.
///
/// A function of the host that compiled code called knows both: the value of `FramePointer`, which the code hands over,
/// and its own return address. Without the address, null: then the walk begins with the caller of the frame.
///
/// # Safety
///
/// `frame` is the frame pointer of a frame of compiled code of this thread; it is active, and stays so as long as the
/// walk is used.
pub unsafe fn walk_frames(frame: *const u8, return_address: *const u8) -> FrameWalk {
    let (frame_pointer, return_address) = (frame.expose_provenance(), return_address as usize);
    let mut walk = FrameWalk { frame_pointer, return_address, registers: Registers::UNKNOWN };
    if return_address == 0 {
        // SAFETY: the caller's.
        unsafe { walk.go_out(None) };
    }
    walk
}

impl FrameWalk {
    /// The walk over the callers of a frame whose registers are known.
    ///
    /// # Safety
    ///
    /// As for [`walk_frames`]; the frame is the code's.
    pub(super) unsafe fn from_callee(code: &Code, frame_pointer: usize, registers: Registers) -> FrameWalk {
        let mut walk = FrameWalk { frame_pointer, return_address: 0, registers };
        // SAFETY: the caller's.
        unsafe { walk.go_out(Some(code)) };
        walk
    }

    /// Goes on to the caller of the frame.
    ///
    /// # Safety
    ///
    /// The frame pointer is that of a frame of compiled code, which is active: of `code`, if that is known.
    unsafe fn go_out(&mut self, code: Option<&Code>) {
        match code {
            Some(code) => {
                let mut registers = self.registers.clone();
                let frame =
                    FrameValues { code, frame_pointer: self.frame_pointer, registers: &self.registers };
                // SAFETY: the caller's.
                unsafe { frame.saved() }.for_each(|(reg, [low, _])| registers.set(reg, low));
                registers.keep(code.convention().callee_saved);
                self.registers = registers;
            }
            None => self.registers = Registers::UNKNOWN,
        }
        // SAFETY: the caller's frame pointer and the return address are there.
        unsafe {
            self.return_address = read(self.frame_pointer + 8, 8) as usize;
            self.frame_pointer = read(self.frame_pointer, 8) as usize;
        }
    }
}

impl Iterator for FrameWalk {
    type Item = WalkedFrame;

    fn next(&mut self) -> Option<WalkedFrame> {
        // The end of a call may be the end of the procedure.
        let inside: *const u8 = std::ptr::without_provenance(self.return_address.checked_sub(1)?);
        let code = Code::at(inside)?;
        let offset = code.offset_of(inside)? + 1;
        let (frame_pointer, registers) = (self.frame_pointer, self.registers.clone());
        // SAFETY: compiled code was called from there (contract of whoever began the walk), so its frame is active.
        unsafe { self.go_out(Some(&code)) };
        Some(WalkedFrame { code, offset, frame_pointer, registers })
    }
}
