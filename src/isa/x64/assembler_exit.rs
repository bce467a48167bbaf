//! Leaving a procedure through the exit thunk.

use super::Assembler;
use crate::base::ExitId;
use crate::isa::{RelocKind, RelocTarget};

impl Assembler<'_> {
    /// Leaves the procedure through an exit of this code: pushes its number and calls the thunk, which does not come
    /// back. The return address says whose exit it is. The stack pointer must be where the frame has it. No register
    /// counts as written: nobody reads one afterwards.
    ///
    /// The push and the call write below the frame, as any call does: where the stack ends there, that is a signal of the
    /// process and no trap.
    ///
    /// Seven bytes for the first 128 exits, ten for the others.
    pub fn exit(&mut self, exit: ExitId) {
        let number = exit.number();
        // `push imm8` or `push imm32`, sign-extended; then `call`.
        match number {
            0..=0x7f => self.buffer.put_short(0x6a | u64::from(number) << 8, 2),
            _ => self.buffer.put_short(0x68 | u64::from(number) << 8, 5),
        }
        self.buffer.put_short(0xe8, 5);
        let field = self.buffer.offset() - 4;
        self.buffer.add_relocation(field, RelocKind::X64Rel32, RelocTarget::ExitThunk, -4);
    }
}
