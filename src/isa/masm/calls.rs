//! Jumps, calls, returns, and what is no computation.

use super::{MacroAssembler, Operand};
use crate::base::{Arch, RegSet};
use crate::isa::Label;
use crate::isa::a64::Landing;

/// Jumps and calls.
impl<'g> MacroAssembler<'g> {
    /// Goes to a place in this code.
    pub fn jump(&mut self, target: Label) {
        self.emit([], |backend| backend.jump(target));
    }

    /// Goes to the address in a register or in memory, or to a constant one.
    pub fn far_jump(&mut self, target: impl Into<Operand<'g>>) {
        let target = target.into();
        self.emit([target.set()], |backend| backend.far_jump(target));
    }

    /// Calls the address in a register or in memory, or a constant one. The callee may write `clobbers`.
    ///
    /// The stack pointer must be where the callee's convention wants it, and arguments where it looks for them: see
    /// [`MacroAssembler::set_arguments`].
    pub fn call(&mut self, target: impl Into<Operand<'g>>, clobbers: RegSet) {
        let target = target.into();
        self.emit([target.set()], |backend| backend.call(target));
        self.buffer.note_writes(clobbers);
    }

    /// Calls a place in this code. What is there may write `clobbers`.
    pub fn near_call(&mut self, target: Label, clobbers: RegSet) {
        self.emit([], |backend| backend.near_call(target));
        self.buffer.note_writes(clobbers);
    }

    /// Says that jumps and calls by address may arrive here, if the code has landing pads; else it is nothing. Of the
    /// client's own code that is needed at entries of an assembly, at places whose address
    /// [`MacroAssembler::lea_label`] takes, and at the targets of patchable jumps and of jump tables. Procedures, and
    /// the successors of patchpoints, have their own.
    pub fn landing_pad(&mut self) {
        if self.buffer.protection().landing_pads
            && let Some(mut asm) = self.a64()
        {
            asm.bti(Landing::Any);
        }
    }

    /// Returns to the caller.
    pub fn ret(&mut self) {
        self.emit([], |backend| backend.ret());
    }

    /// Traps: an instruction that is always invalid. To report a trap code, add a trap site before it.
    pub fn trap(&mut self) {
        self.emit([], |backend| backend.trap());
    }

    /// Stops in a debugger.
    pub fn breakpoint(&mut self) {
        self.emit([], |backend| backend.breakpoint());
    }

    /// Says that this is a waiting loop.
    pub fn pause(&mut self) {
        self.emit([], |backend| backend.pause());
    }

    /// Does nothing, in one instruction.
    pub fn nop(&mut self) {
        self.emit([], |backend| backend.nop());
    }

    /// Does nothing until the next multiple of `alignment`: a power of two, at most 4096, on AArch64 at least 4.
    pub fn align(&mut self, alignment: u32) {
        self.emit([], |backend| backend.align(alignment));
    }

    /// Appends instructions that were encoded elsewhere, which may write `clobbers`. On AArch64 whole words.
    pub fn raw_bytes(&mut self, bytes: &[u8], clobbers: RegSet) {
        if self.buffer.arch() == Arch::A64 && !bytes.len().is_multiple_of(4) {
            return self.buffer.invalid_operand("whole instructions of four bytes");
        }
        self.buffer.append(bytes);
        self.buffer.note_writes(clobbers);
    }
}
