//! Branches, jumps, calls and returns.

use super::{MacroAssembler, Operand, ResultCondition};
use crate::base::{IntCondition, RegSet, Width};
use crate::isa::Label;

macro_rules! branches {
    ($($(#[$doc:meta])* $name:ident = $method:ident $condition:ident $width:ident;)*) => {
        $($(#[$doc])*
        pub fn $name(
            &mut self,
            condition: $condition,
            a: impl Into<Operand<'g>>,
            b: impl Into<Operand<'g>>,
            target: Label,
        ) {
            let (a, b) = (a.into(), b.into());
            self.emit([a.set(), b.set()], |backend| backend.$method(condition, Width::$width, a, b, target));
        })*
    };
}

/// Branches, jumps and calls.
impl<'g> MacroAssembler<'g> {
    branches! {
        /// Goes to `target` if `a condition b`, of 8 bits.
        branch8 = branch IntCondition W8;
        /// Goes to `target` if `a condition b`, of 16 bits.
        branch16 = branch IntCondition W16;
        /// Goes to `target` if `a condition b`, of 32 bits.
        branch32 = branch IntCondition W32;
        /// Goes to `target` if `a condition b`, of 64 bits.
        branch64 = branch IntCondition W64;
        /// Goes to `target` if `a & b` is so, of 8 bits. Neither overflows nor carries.
        branch_test8 = branch_test ResultCondition W8;
        /// Goes to `target` if `a & b` is so, of 16 bits. Neither overflows nor carries.
        branch_test16 = branch_test ResultCondition W16;
        /// Goes to `target` if `a & b` is so, of 32 bits. Neither overflows nor carries.
        branch_test32 = branch_test ResultCondition W32;
        /// Goes to `target` if `a & b` is so, of 64 bits. Neither overflows nor carries.
        branch_test64 = branch_test ResultCondition W64;
    }

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

    /// Returns to the caller.
    pub fn ret(&mut self) {
        self.emit([], |backend| backend.ret());
    }

    /// Traps: an instruction that is always invalid. To report a trap code, add a trap site before it.
    pub fn trap(&mut self) {
        self.emit([], |backend| backend.trap());
    }

    /// Does nothing, in one instruction.
    pub fn nop(&mut self) {
        self.emit([], |backend| backend.nop());
    }
}
