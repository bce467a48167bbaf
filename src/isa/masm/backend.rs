//! The interface that each target implements: one method for each shape of operation.

use super::op::*;
use super::{Address, Operand};
use crate::base::{IntCondition, Reg, RegSet, SiteId, Width};
use crate::isa::{BranchRole, Label, RelocTarget};

/// The scratch registers for operations.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Scratches {
    pub(crate) gp: [Option<Reg>; 4],
    pub(crate) fp: Option<Reg>,
}

impl Scratches {
    /// The first of these general registers.
    pub(super) fn of(regs: &[Reg]) -> Scratches {
        let mut scratches = Scratches::default();
        scratches.gp.iter_mut().zip(regs).for_each(|(slot, reg)| *slot = Some(*reg));
        scratches
    }

    /// Removes the operands of an operation.
    pub(super) fn without(self, busy: RegSet) -> Scratches {
        let free = |reg: &Reg| !busy.contains(*reg);
        Scratches { gp: self.gp.map(|reg| reg.filter(free)), fp: self.fp.filter(free) }
    }

    pub(crate) fn take_gp(&mut self) -> Option<Reg> {
        self.gp.iter_mut().find_map(Option::take)
    }
}

/// The macro assembler operations of one target. Widths are 32 and 64 bits unless noted. Operations of 32 bits
/// zero-extend into general registers. Anything that cannot be encoded is an error of the buffer.
pub(crate) trait Backend {
    /// `dst = src`, a register or an immediate.
    fn mov(&mut self, width: Width, dst: Reg, src: Operand<'_>);
    /// Swaps all 64 bits.
    fn swap(&mut self, a: Reg, b: Reg);
    fn load(&mut self, extension: Extension, dst: Reg, address: Address<'_>);
    /// `[address] = value`, a register or an immediate of 8 to 64 bits.
    fn store(&mut self, width: Width, address: Address<'_>, value: Operand<'_>);
    /// `dst = [address]`, a floating-point register of 32, 64 or 128 bits.
    fn load_float(&mut self, width: Width, dst: Reg, address: Address<'_>);
    /// `[address] = src`, a floating-point register of 32, 64 or 128 bits.
    fn store_float(&mut self, width: Width, address: Address<'_>, src: Reg);
    /// `dst` = the address.
    fn lea(&mut self, dst: Reg, address: Address<'_>);
    /// `dst` = the address of a place in the code.
    fn lea_label(&mut self, dst: Reg, label: Label);
    /// `dst` = an address that the linker fills in, at any distance.
    fn lea_target(&mut self, dst: Reg, target: RelocTarget);
    /// Calls an address that the linker fills in, at any distance.
    fn call_target(&mut self, target: RelocTarget);
    /// Begins a function: a landing pad if the code uses them, then saves return address and frame pointer, and sets
    /// the frame pointer.
    fn enter_frame(&mut self);
    /// Restores stack pointer, frame pointer and return address, and returns.
    fn leave_frame(&mut self);
    /// `dst = src` extended.
    fn extend(&mut self, extension: Extension, dst: Reg, src: Reg);
    /// `dst = a op b`.
    fn binary(&mut self, op: BinaryOp, width: Width, dst: Reg, a: Reg, b: Operand<'_>);
    /// `[address] = [address] op b`, not atomic; `op` is `Add`, `Sub`, `And`, `Or` or `Xor`.
    fn binary_memory(&mut self, op: BinaryOp, width: Width, address: Address<'_>, b: Operand<'_>);
    fn unary(&mut self, op: UnaryOp, width: Width, dst: Reg, src: Reg);

    /// Branches to `target` if the condition holds.
    fn branch(&mut self, predicate: Predicate<'_>, target: Label);
    /// `dst` = 1 if the condition holds, else 0.
    fn set(&mut self, predicate: Predicate<'_>, dst: Reg);
    /// `dst = then` if the condition holds, else `otherwise`; all 64 bits.
    fn select(&mut self, predicate: Predicate<'_>, dst: Reg, then: Reg, otherwise: Reg);
    /// `dst = then` if the condition holds, else `otherwise`; floating-point registers, 64 bits.
    fn select_float(&mut self, predicate: Predicate<'_>, dst: Reg, then: Reg, otherwise: Reg);

    /// `dst = a op b`.
    fn float_binary(&mut self, op: FloatBinaryOp, width: Width, dst: Reg, a: Reg, b: Reg);
    fn float_unary(&mut self, op: FloatUnaryOp, width: Width, dst: Reg, src: Reg);
    /// `dst` = these bits.
    fn float_constant(&mut self, width: Width, dst: Reg, bits: u64);
    /// `dst = op(src)`, in the banks that the operation specifies.
    fn convert(&mut self, op: ConvertOp, dst: Reg, src: Reg);
    /// `dst` = the double as a 32-bit integer. To `failure` if it is not one, or is -0 and `negative_zero`.
    fn convert_exactly(&mut self, dst: Reg, src: Reg, negative_zero: bool, failure: Label);

    /// `dst = [address]` and `[address] = src`, atomically; 8 to 64 bits.
    fn atomic_exchange(&mut self, width: Width, dst: Reg, address: Address<'_>, src: Reg);
    /// `dst = [address]` and `[address] += src`, atomically; 8 to 64 bits.
    fn atomic_exchange_add(&mut self, width: Width, dst: Reg, address: Address<'_>, src: Reg);
    /// `[address] = [address] op src`, atomically; 8 to 64 bits.
    fn atomic(&mut self, op: AtomicOp, width: Width, address: Address<'_>, src: Operand<'_>);
    /// Compare and swap: if `[address]` is `expected`, sets it to `new`. Sets `expected` to the old value. Branches
    /// to `target` on success (`true`) or failure (`false`).
    fn atomic_cas(
        &mut self,
        width: Width,
        expected: Reg,
        new: Reg,
        address: Address<'_>,
        target: Option<(bool, Label)>,
    );
    /// Load-acquire: later accesses are ordered after it; 8 to 64 bits, zero-extended.
    fn load_acquire(&mut self, width: Width, dst: Reg, address: Address<'_>);
    /// Store-release: earlier accesses are ordered before it; 8 to 64 bits.
    fn store_release(&mut self, width: Width, address: Address<'_>, src: Reg);
    fn fence(&mut self, fence: Fence);

    fn jump(&mut self, target: Label);
    /// Jumps to the address in a register, an immediate or memory.
    fn far_jump(&mut self, target: Operand<'_>);
    /// Calls the address in a register, an immediate or memory.
    fn call(&mut self, target: Operand<'_>);
    fn near_call(&mut self, target: Label);
    fn cell_jump(&mut self, site: SiteId);
    fn patchable_branch(&mut self, target: Label, role: BranchRole) -> SiteId;
    /// `dst = bits`. `None` after an error.
    fn patchable_mov(&mut self, dst: Reg, bits: u64) -> Option<SiteId>;
    /// Branches to `target` if the comparison of 32 bits with a constant has this result. `None` after an error.
    fn patchable_compare(
        &mut self,
        condition: IntCondition,
        reg: Reg,
        bits: u32,
        target: Label,
    ) -> Option<SiteId>;
    /// `dst` = the 64 bits in a cell.
    fn cell_load(&mut self, dst: Reg, site: SiteId);
    fn ret(&mut self);
    /// Traps with an invalid instruction.
    fn trap(&mut self);
    /// Adds to the stack pointer, without recording a write.
    fn move_stack_pointer(&mut self, bytes: i32);
    /// Traps with a breakpoint instruction.
    fn breakpoint(&mut self);
    /// A hint that this is a spin loop.
    fn pause(&mut self);
    /// A no-op of one instruction.
    fn nop(&mut self);
    /// Pads with no-ops to a multiple of `alignment`.
    fn align(&mut self, alignment: u32);
}
