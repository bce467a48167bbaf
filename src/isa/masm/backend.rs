//! What a target implements, once for each shape of operation.

use super::{Address, BinaryOp, Extension, Operand, ResultCondition, UnaryOp};
use crate::base::{IntCondition, Reg, RegSet, Width};
use crate::isa::Label;

/// The registers that operations may use for themselves.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Scratches {
    pub(crate) gp: [Option<Reg>; 2],
    pub(crate) fp: Option<Reg>,
}

impl Scratches {
    /// Without those that an operation has as operands.
    pub(super) fn without(self, busy: RegSet) -> Scratches {
        let free = |reg: &Reg| !busy.contains(*reg);
        Scratches { gp: self.gp.map(|reg| reg.filter(free)), fp: self.fp.filter(free) }
    }

    /// Takes a general one.
    pub(crate) fn take_gp(&mut self) -> Option<Reg> {
        self.gp.iter_mut().find_map(Option::take)
    }
}

/// The operations of the macro assembler on one target. Widths are 32 and 64 bits if nothing else is said. Whatever
/// cannot be encoded is an error of the buffer.
pub(crate) trait Backend {
    /// `dst = src`, registers and immediates; of 32 bits the rest becomes zero.
    fn mov(&mut self, width: Width, dst: Reg, src: Operand<'_>);
    /// `dst = [address]`, extended.
    fn load(&mut self, extension: Extension, dst: Reg, address: Address<'_>);
    /// `[address] = value`, 8 to 64 bits; a register or an immediate.
    fn store(&mut self, width: Width, address: Address<'_>, value: Operand<'_>);
    /// `dst = [address]`, 32, 64 or 128 bits, a floating-point register.
    fn load_float(&mut self, width: Width, dst: Reg, address: Address<'_>);
    /// `[address] = src`, 32, 64 or 128 bits, a floating-point register.
    fn store_float(&mut self, width: Width, address: Address<'_>, src: Reg);
    /// `dst` = the address.
    fn lea(&mut self, dst: Reg, address: Address<'_>);
    /// `dst = src` extended.
    fn extend(&mut self, extension: Extension, dst: Reg, src: Reg);
    /// `dst = a op b`.
    fn binary(&mut self, op: BinaryOp, width: Width, dst: Reg, a: Reg, b: Operand<'_>);
    /// `dst = op(src)`.
    fn unary(&mut self, op: UnaryOp, width: Width, dst: Reg, src: Reg);
    /// Goes to `target` if `a condition b`, 8 to 64 bits.
    fn branch(
        &mut self,
        condition: IntCondition,
        width: Width,
        a: Operand<'_>,
        b: Operand<'_>,
        target: Label,
    );
    /// Goes to `target` if `a & mask` is so, 8 to 64 bits.
    fn branch_test(
        &mut self,
        condition: ResultCondition,
        width: Width,
        a: Operand<'_>,
        mask: Operand<'_>,
        target: Label,
    );
    /// Goes to a place in this code.
    fn jump(&mut self, target: Label);
    /// Goes to the address in a register, an immediate or memory.
    fn far_jump(&mut self, target: Operand<'_>);
    /// Calls the address in a register, an immediate or memory.
    fn call(&mut self, target: Operand<'_>);
    /// Calls a place in this code.
    fn near_call(&mut self, target: Label);
    /// Returns.
    fn ret(&mut self);
    /// Traps: an invalid instruction.
    fn trap(&mut self);
    /// Does nothing, in one instruction.
    fn nop(&mut self);
}
