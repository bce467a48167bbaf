//! Jumps, calls, returns and other operations that compute nothing.

use super::{MacroAssembler, Operand};
use crate::base::{Arch, RegSet, TrapCode};
use crate::isa::Label;
use crate::isa::a64::Landing;

impl<'g> MacroAssembler<'g> {
    /// Jumps to a label in this code.
    #[track_caller]
    pub fn jump(&mut self, target: Label) {
        self.begin("jump");
        self.emit([], |backend| backend.jump(target));
    }

    /// Jumps to the address in a register or in memory, or to a constant address.
    #[track_caller]
    pub fn far_jump(&mut self, target: impl Into<Operand<'g>>) {
        self.begin("far_jump");
        let target = target.into();
        self.emit([target.set()], |backend| backend.far_jump(target));
    }

    /// Calls the address in a register or in memory, or a constant address. The callee may write `clobbers`.
    ///
    /// Stack pointer and arguments must satisfy the callee's convention: see [`MacroAssembler::set_arguments`].
    #[track_caller]
    pub fn call(&mut self, target: impl Into<Operand<'g>>, clobbers: RegSet) {
        self.begin("call");
        let target = target.into();
        self.emit([target.set()], |backend| backend.call(target));
        self.buffer.note_writes(clobbers);
    }

    /// Calls a label in this code. The callee may write `clobbers`.
    #[track_caller]
    pub fn near_call(&mut self, target: Label, clobbers: RegSet) {
        self.begin("near_call");
        self.emit([], |backend| backend.near_call(target));
        self.buffer.note_writes(clobbers);
    }

    /// Emits a landing pad for indirect jumps and calls if the code uses landing pads, else nothing. The client's own
    /// code needs one at entries of an assembly, at labels whose address [`MacroAssembler::lea_label`] takes, and at
    /// targets of patchable jumps and jump tables. Procedures and successors of patchpoints get their own.
    #[track_caller]
    pub fn landing_pad(&mut self) {
        self.begin("landing_pad");
        if !self.buffer.protection().landing_pads {
            return;
        }
        if let Some(mut asm) = self.a64() {
            asm.bti(Landing::Any);
        } else if let Some(mut asm) = self.x64() {
            asm.endbr64();
        }
    }

    /// Returns to the caller.
    #[track_caller]
    pub fn ret(&mut self) {
        self.begin("ret");
        self.emit([], |backend| backend.ret());
    }

    /// Traps with an instruction that is always invalid. Without a trap site it is a signal of the process: see
    /// [`MacroAssembler::trap_with`].
    #[track_caller]
    pub fn trap(&mut self) {
        self.begin("trap");
        self.emit([], |backend| backend.trap());
    }

    /// Traps with this code, which [`TrapRecovery`](crate::jit::TrapRecovery) reports.
    #[track_caller]
    pub fn trap_with(&mut self, code: TrapCode) {
        self.begin("trap_with");
        self.buffer.add_trap_site(code);
        self.trap();
    }

    /// Stops in a debugger.
    #[track_caller]
    pub fn breakpoint(&mut self) {
        self.begin("breakpoint");
        self.emit([], |backend| backend.breakpoint());
    }

    /// Emits a hint that this is a spin loop.
    #[track_caller]
    pub fn pause(&mut self) {
        self.begin("pause");
        self.emit([], |backend| backend.pause());
    }

    /// Emits a no-op of one instruction.
    #[track_caller]
    pub fn nop(&mut self) {
        self.begin("nop");
        self.emit([], |backend| backend.nop());
    }

    /// Pads with no-ops to a multiple of `alignment`, a power of two of at most 4096, on AArch64 at least 4.
    #[track_caller]
    pub fn align(&mut self, alignment: u32) {
        self.begin("align");
        self.emit([], |backend| backend.align(alignment));
    }

    /// Appends instructions encoded elsewhere, which may write `clobbers`. AArch64 requires a multiple of 4 bytes.
    #[track_caller]
    pub fn raw_bytes(&mut self, bytes: &[u8], clobbers: RegSet) {
        self.begin("raw_bytes");
        if self.buffer.arch() == Arch::A64 && !bytes.len().is_multiple_of(4) {
            return self.invalid_operand("whole instructions of four bytes");
        }
        self.buffer.append(bytes);
        self.buffer.note_writes(clobbers);
    }
}
