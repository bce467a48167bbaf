//! What a target implements, once for each shape of operation.

use super::op::*;
use super::{Address, Operand};
use crate::base::{Reg, RegSet, SiteId, Width};
use crate::isa::Label;

/// The registers that operations may use for themselves.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Scratches {
    pub(crate) gp: [Option<Reg>; 4],
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

/// The operations of the macro assembler on one target. Widths are 32 and 64 bits if nothing else is said; of 32 bits
/// the rest of a general register becomes zero. Whatever cannot be encoded is an error of the buffer.
pub(crate) trait Backend {
    /// `dst = src`, a register or an immediate.
    fn mov(&mut self, width: Width, dst: Reg, src: Operand<'_>);
    /// The two registers change places, all 64 bits.
    fn swap(&mut self, a: Reg, b: Reg);
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
    /// `dst` = the address of a place in the code.
    fn lea_label(&mut self, dst: Reg, label: Label);
    /// `dst = src` extended.
    fn extend(&mut self, extension: Extension, dst: Reg, src: Reg);
    /// `dst = a op b`.
    fn binary(&mut self, op: BinaryOp, width: Width, dst: Reg, a: Reg, b: Operand<'_>);
    /// `[address] = [address] op b`, not atomic: `Add` to `Xor` but for `Mul`.
    fn binary_memory(&mut self, op: BinaryOp, width: Width, address: Address<'_>, b: Operand<'_>);
    /// `dst = op(src)`.
    fn unary(&mut self, op: UnaryOp, width: Width, dst: Reg, src: Reg);

    /// Goes to `target` if it is so.
    fn branch(&mut self, question: Question<'_>, target: Label);
    /// `dst` = 1 if it is so, else 0.
    fn set(&mut self, question: Question<'_>, dst: Reg);
    /// `dst = then` if it is so, else `otherwise`; all 64 bits.
    fn select(&mut self, question: Question<'_>, dst: Reg, then: Reg, otherwise: Reg);
    /// `dst = then` if it is so, else `otherwise`: floating-point registers, 64 bits.
    fn select_float(&mut self, question: Question<'_>, dst: Reg, then: Reg, otherwise: Reg);

    /// `dst = a op b`.
    fn float_binary(&mut self, op: FloatBinaryOp, width: Width, dst: Reg, a: Reg, b: Reg);
    /// `dst = op(src)`.
    fn float_unary(&mut self, op: FloatUnaryOp, width: Width, dst: Reg, src: Reg);
    /// `dst` = these bits.
    fn float_constant(&mut self, width: Width, dst: Reg, bits: u64);
    /// `dst = op(src)`, in the banks that the operation says.
    fn convert(&mut self, op: ConvertOp, dst: Reg, src: Reg);
    /// `dst` = the double as an integer of 32 bits; to `failure` if it is not one, or is -0 and that matters.
    fn convert_exactly(&mut self, dst: Reg, src: Reg, negative_zero: bool, failure: Label);

    /// `dst` = what was at the address, and `src` is there now; 8 to 64 bits.
    fn atomic_exchange(&mut self, width: Width, dst: Reg, address: Address<'_>, src: Reg);
    /// `dst` = what was at the address, and that plus `src` is there now; 8 to 64 bits.
    fn atomic_exchange_add(&mut self, width: Width, dst: Reg, address: Address<'_>, src: Reg);
    /// `[address] = [address] op src`, 8 to 64 bits.
    fn atomic(&mut self, op: AtomicOp, width: Width, address: Address<'_>, src: Operand<'_>);
    /// If `expected` is at the address, `new` is there now. `expected` = what was there. To `target` if that
    /// happened (`true`) or did not.
    fn atomic_cas(
        &mut self,
        width: Width,
        expected: Reg,
        new: Reg,
        address: Address<'_>,
        target: Option<(bool, Label)>,
    );
    /// A load that no access after it overtakes; 8 to 64 bits, zero-extended.
    fn load_acquire(&mut self, width: Width, dst: Reg, address: Address<'_>);
    /// A store that overtakes no access before it; 8 to 64 bits.
    fn store_release(&mut self, width: Width, address: Address<'_>, src: Reg);
    /// Orders accesses.
    fn fence(&mut self, fence: Fence);

    /// Goes to a place in this code.
    fn jump(&mut self, target: Label);
    /// Goes to the address in a register, an immediate or memory.
    fn far_jump(&mut self, target: Operand<'_>);
    /// Calls the address in a register, an immediate or memory.
    fn call(&mut self, target: Operand<'_>);
    /// Calls a place in this code.
    fn near_call(&mut self, target: Label);
    /// Goes to the address in a cell.
    fn cell_jump(&mut self, site: SiteId);
    /// `dst` = what is in a cell, 64 bits.
    fn cell_load(&mut self, dst: Reg, site: SiteId);
    /// Returns.
    fn ret(&mut self);
    /// Traps: an invalid instruction.
    fn trap(&mut self);
    /// Adds to the stack pointer, and records no write.
    fn move_stack_pointer(&mut self, bytes: i32);
    /// Traps: a breakpoint.
    fn breakpoint(&mut self);
    /// Says that this is a waiting loop.
    fn pause(&mut self);
    /// Does nothing, in one instruction.
    fn nop(&mut self);
    /// Does nothing until the next multiple of `alignment`.
    fn align(&mut self, alignment: u32);
}
