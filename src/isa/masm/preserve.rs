//! Saving and restoring registers around code.

use super::{Address, Fpr, Gpr, MacroAssembler};
use crate::base::{Bank, Reg, RegSet};

impl<'g> MacroAssembler<'g> {
    /// Saves these registers, runs `body` to emit code, and restores them after that code. The generator may thus
    /// write registers that it has not declared, for example by a slow call with `regs` as its clobbers. Only 64 bits
    /// of floating-point registers are preserved.
    ///
    /// The registers are saved below the frame, and the stack pointer is lowered by a multiple of 16. Addresses
    /// relative to the stack pointer ([`Address::stack`]) denote the same places as before. Control must leave the
    /// emitted code only at its end, or permanently by an exit, a return or a trap.
    ///
    /// Saving the stack pointer or the frame pointer is an error of the buffer.
    #[track_caller]
    pub fn preserving<R>(&mut self, regs: RegSet, body: impl FnOnce(&mut MacroAssembler<'g>) -> R) -> R {
        self.begin("preserving");
        let desc = self.target.desc;
        let all: Vec<Reg> = regs.iter().collect();
        let is_saved = |reg: &&Reg| **reg != desc.frame_pointer && self.is_register(**reg);
        if all.iter().filter(is_saved).count() != all.len() {
            self.invalid_operand("registers other than the stack and the frame pointer");
            return body(self);
        }
        let bytes = (8 * all.len() as u32).next_multiple_of(16) as i32;
        let before = self.buffer.take_all_written();
        self.emit([], |backend| backend.move_stack_pointer(-bytes));
        self.buffer.lower_stack(bytes);
        // Relative to the frame's stack pointer, which may have been lowered before.
        let start = -self.buffer.lowered_bytes();
        for (n, reg) in (0..).zip(&all) {
            let (reg, place) = (*reg, Address::stack(start + 8 * n));
            match reg.bank() {
                Bank::Gp => self.store64(place, Gpr::new(reg)),
                Bank::Fp => self.store_double(place, Fpr::new(reg)),
            }
        }
        let result = body(self);
        for (n, reg) in (0..).zip(&all) {
            let (reg, place) = (*reg, Address::stack(start + 8 * n));
            match reg.bank() {
                Bank::Gp => self.load64(Gpr::new(reg), place),
                Bank::Fp => self.load_double(Fpr::new(reg), place),
            }
        }
        self.buffer.lower_stack(-bytes);
        self.emit([], |backend| backend.move_stack_pointer(bytes));
        let written = self.buffer.take_all_written();
        self.buffer.note_writes(before.union(written.difference(regs)));
        result
    }

    fn is_register(&self, reg: Reg) -> bool {
        self.gpr(reg).is_ok() || self.fpr(reg).is_ok()
    }
}
