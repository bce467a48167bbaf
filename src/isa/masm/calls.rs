//! Jumps, calls, returns and other operations that compute nothing.

use super::{MacroAssembler, Operand};
use crate::base::{Arch, RegSet, TrapCode};
use crate::isa::Label;
use crate::isa::a64::Landing;

impl<'g> MacroAssembler<'g> {
    /// Jumps to a label in this code.
    pub fn jump(&mut self, target: Label) {
        self.emit([], |backend| backend.jump(target));
    }

    /// Jumps to the address in a register or in memory, or to a constant address.
    pub fn far_jump(&mut self, target: impl Into<Operand<'g>>) {
        let target = target.into();
        self.emit([target.set()], |backend| backend.far_jump(target));
    }

    /// Calls the address in a register or in memory, or a constant address. The callee may write `clobbers`.
    ///
    /// Stack pointer and arguments must satisfy the callee's convention: see [`MacroAssembler::set_arguments`].
    pub fn call(&mut self, target: impl Into<Operand<'g>>, clobbers: RegSet) {
        let target = target.into();
        self.emit([target.set()], |backend| backend.call(target));
        self.buffer.note_writes(clobbers);
    }

    /// Calls a label in this code. The callee may write `clobbers`.
    pub fn near_call(&mut self, target: Label, clobbers: RegSet) {
        self.emit([], |backend| backend.near_call(target));
        self.buffer.note_writes(clobbers);
    }

    /// Emits a landing pad for indirect jumps and calls if the code uses landing pads, else nothing. The client's own
    /// code needs one at entries of an assembly, at labels whose address [`MacroAssembler::lea_label`] takes, and at
    /// targets of patchable jumps and jump tables. Procedures and successors of patchpoints get their own.
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

    /// Traps with an instruction that is always invalid. Without a trap site it is a signal of the process: see
    /// [`MacroAssembler::trap_with`].
    pub fn trap(&mut self) {
        self.emit([], |backend| backend.trap());
    }

    /// Traps with this code, which [`TrapRecovery`](crate::jit::TrapRecovery) reports.
    pub fn trap_with(&mut self, code: TrapCode) {
        self.buffer.add_trap_site(code);
        self.trap();
    }

    /// Stops in a debugger.
    pub fn breakpoint(&mut self) {
        self.emit([], |backend| backend.breakpoint());
    }

    /// Emits a hint that this is a spin loop.
    pub fn pause(&mut self) {
        self.emit([], |backend| backend.pause());
    }

    /// Emits a no-op of one instruction.
    pub fn nop(&mut self) {
        self.emit([], |backend| backend.nop());
    }

    /// Pads with no-ops to a multiple of `alignment`, a power of two of at most 4096, on AArch64 at least 4.
    pub fn align(&mut self, alignment: u32) {
        self.emit([], |backend| backend.align(alignment));
    }

    /// Appends instructions encoded elsewhere, which may write `clobbers`. AArch64 requires a multiple of 4 bytes.
    pub fn raw_bytes(&mut self, bytes: &[u8], clobbers: RegSet) {
        if self.buffer.arch() == Arch::A64 && !bytes.len().is_multiple_of(4) {
            return self.buffer.invalid_operand("whole instructions of four bytes");
        }
        self.buffer.append(bytes);
        self.buffer.note_writes(clobbers);
    }
}
