//! Atomic accesses. All are sequentially consistent.
//!
//! An operation without an opcode of its own (`nand`, minima and maxima, sums of big-endian memory) is a loop around a
//! compare-and-swap. The rest of the block continues after the loop.

use super::{Missing, Result, Translator};
use crate::ast::*;
use crate::table::Opcode;
use crate::types::Type;
use barebones::base::{MemoryOrder, Width};
use barebones::ir::{AtomicAccess, Successor, ValueId};

impl Translator<'_> {
    /// Translates an atomic access; false if the instruction is another.
    pub(super) fn atomic(&mut self, inst: &Inst) -> Result<bool> {
        match inst.opcode {
            Opcode::AtomicLoad => {
                let address = self.address(inst, 0)?;
                let (ty, access) = self.access(inst)?;
                let core = self.core(ty)?;
                let value = self.b().atomic_load(core, address, access);
                self.loaded(inst, ty, value);
            }
            Opcode::AtomicStore => {
                let address = self.address(inst, 1)?;
                let (ty, access) = self.access(inst)?;
                let value = self.arg(inst, 0)?;
                let value = self.in_memory(inst, ty, value);
                let store = self.b().atomic_store(value, address, access);
                self.may_trap(inst, store);
            }
            Opcode::AtomicCas => {
                let address = self.address(inst, 0)?;
                let (ty, access) = self.access(inst)?;
                let [expected, new] = [self.arg(inst, 1)?, self.arg(inst, 2)?];
                // A branch on the success is fused if the upper bits of the expected value are zero.
                let expected = self.zext(expected, ty.bits);
                let [expected, new] = [expected, new].map(|value| self.in_memory(inst, ty, value));
                let old = self.b().atomic_strong_cas(expected, new, address, access);
                self.loaded(inst, ty, old);
            }
            Opcode::AtomicRmw => self.atomic_rmw(inst)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The type and the access of an instruction.
    fn access(&self, inst: &Inst) -> Result<(Type, AtomicAccess)> {
        let ty = self.controlling(inst)?;
        let width = match ty.bits {
            8 => Width::W8,
            16 => Width::W16,
            32 => Width::W32,
            64 => Width::W64,
            _ => return self.unsupported(Missing::WideAtomics),
        };
        Ok((ty, AtomicAccess { offset: 0, width, order: MemoryOrder::SeqCst }))
    }

    /// A value with its bytes in the order of the memory.
    fn in_memory(&mut self, inst: &Inst, ty: Type, value: ValueId) -> ValueId {
        if Self::is_swapped(ty, inst.flags) { self.swapped(value, ty.bits) } else { value }
    }

    fn may_trap(&mut self, inst: &Inst, value: ValueId) {
        if !inst.flags.notrap {
            self.proc.set_traps(value);
        }
    }

    /// The result of an access, which is zero-extended.
    fn loaded(&mut self, inst: &Inst, ty: Type, value: ValueId) {
        self.may_trap(inst, value);
        if ty.bits < 32 {
            self.limit_bits(value, ty.bits);
        }
        let value = self.in_memory(inst, ty, value);
        self.set(inst, 0, value);
    }

    fn atomic_rmw(&mut self, inst: &Inst) -> Result<()> {
        use barebones::ir::Opcode as Core;
        let address = self.address(inst, 0)?;
        let (ty, access) = self.access(inst)?;
        let value = self.arg(inst, 1)?;
        let Immediate::AtomicOp(op) = inst.imm else { return self.invalid("an operation is missing") };
        let is_swapped = Self::is_swapped(ty, inst.flags);
        let core = match op {
            AtomicOp::Xchg => Core::AtomicXchg,
            AtomicOp::And => Core::AtomicXchgAnd,
            AtomicOp::Or => Core::AtomicXchgOr,
            AtomicOp::Xor => Core::AtomicXchgXor,
            AtomicOp::Add if !is_swapped => Core::AtomicXchgAdd,
            AtomicOp::Sub if !is_swapped => Core::AtomicXchgSub,
            _ => return self.atomic_loop(inst, op, ty, access, value, address),
        };
        let value = self.in_memory(inst, ty, value);
        let result = self.core(ty)?;
        let old = self.b().atomic(core, result, &[value, address], access);
        self.loaded(inst, ty, old);
        Ok(())
    }

    /// Replaces memory by a function of it, in a loop that ends when no other thread has written in between.
    fn atomic_loop(
        &mut self,
        inst: &Inst,
        op: AtomicOp,
        ty: Type,
        access: AtomicAccess,
        value: ValueId,
        address: ValueId,
    ) -> Result<()> {
        let core = self.core(ty)?;
        let [attempt, retry, done] = std::array::from_fn(|_| self.proc.add_block());
        let first = self.b().atomic_load(core, address, access.with_order(MemoryOrder::Relaxed));
        self.may_trap(inst, first);
        let phi = self.proc.at(attempt).phi(core);
        if ty.bits < 32 {
            self.limit_bits(phi, ty.bits);
        }
        let mut b = self.b();
        b.upsilon(first, phi);
        b.jump(attempt);
        self.switch_to(attempt);
        let old = self.in_memory(inst, ty, phi);
        let new = self.combined(op, ty, old, value)?;
        let new = self.in_memory(inst, ty, new);
        let mut b = self.b();
        let found = b.atomic_strong_cas(phi, new, address, access);
        let is_unchanged = b.equal(found, phi);
        b.branch(is_unchanged, done, Successor::rare(retry));
        self.may_trap(inst, found);
        self.switch_to(retry);
        let mut b = self.b();
        b.upsilon(found, phi);
        b.jump(attempt);
        self.switch_to(done);
        self.set(inst, 0, old);
        Ok(())
    }

    /// The value that an operation stores.
    fn combined(&mut self, op: AtomicOp, ty: Type, old: ValueId, value: ValueId) -> Result<ValueId> {
        let is_signed = matches!(op, AtomicOp::Smin | AtomicOp::Smax);
        let [x, y] = match is_signed {
            true => [old, value].map(|value| self.sext(value, ty.bits)),
            false => [old, value].map(|value| self.zext(value, ty.bits)),
        };
        let mut b = self.b();
        Ok(match op {
            AtomicOp::Add => b.add(x, y),
            AtomicOp::Sub => b.sub(x, y),
            AtomicOp::Nand => {
                let both = b.bit_and(x, y);
                let ty = b.proc.type_of(both);
                let ones = b.constant(ty, u64::MAX);
                b.bit_xor(both, ones)
            }
            AtomicOp::Umin | AtomicOp::Umax | AtomicOp::Smin | AtomicOp::Smax => {
                let is_less = if is_signed { b.less_than(x, y) } else { b.below(x, y) };
                match op {
                    AtomicOp::Umin | AtomicOp::Smin => b.select(is_less, x, y),
                    _ => b.select(is_less, y, x),
                }
            }
            AtomicOp::And | AtomicOp::Or | AtomicOp::Xor | AtomicOp::Xchg => {
                return self.invalid("the operation has an opcode of its own");
            }
        })
    }
}
