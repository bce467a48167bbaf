//! The sum of a base and an index, kept in x16 for the next accesses of the block.
//!
//! No access has a base, an index and an offset at once, so a sum is computed to x16. Accesses at other offsets from
//! the same sum, as in an unrolled loop, use it again:
//!
//! ```text
//! add x16, x0, x2, lsl #3        add x16, x0, x2, lsl #3
//! ldr x5, [x16, #8]              ldr x5, [x16, #8]
//! add x16, x0, x2, lsl #3        ldr x6, [x16, #16]
//! ldr x6, [x16, #16]
//! ```
//!
//! An instruction keeps the sum if it emits at most one machine instruction, which is then its result and does not go
//! through x16, and if it writes neither base nor index.

use super::emit::{Emit, W64};
use super::encoding::Extend;
use super::registers::X16;
use super::{Arith, Mem};
use crate::air::{Arg, FormId, Inst, InstBuffer, Tmp};
use crate::base::Reg;

/// base + (index << shift), with the index extended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct AddressSum {
    pub(super) base: Reg,
    pub(super) index: Reg,
    pub(super) extend: Extend,
    /// 0 to 3.
    pub(super) shift: u32,
}

/// Bytes of a machine instruction.
const LEN: u32 = 4;

impl AddressSum {
    /// The sum of an indexed operand, and the offset from it.
    pub(super) fn of(arg: Arg) -> Option<(AddressSum, i32)> {
        let Arg::Index { base, index, shift: shift @ 0..=3, extend, offset } = arg else { return None };
        let (base, index) = (base.reg()?, index.reg()?);
        Some((AddressSum { base, index, extend: extend.into(), shift: shift.into() }, offset))
    }
}

impl Emit<'_, '_> {
    /// Computes a sum to x16, unless it is there. Returns the memory at an offset from it, which must fit the access.
    pub(super) fn at_sum(&mut self, sum: AddressSum, offset: i32) -> Mem {
        if self.sum != Some(sum) {
            let AddressSum { base, index, extend, shift } = sum;
            self.asm.arith_rre(Arith::Add, W64, X16, base, index, extend, shift);
            self.new_sum = Some((sum, self.asm.buffer().offset()));
        }
        Mem::base(X16, offset)
    }

    /// Forgets the sum in x16 unless an instruction that was emitted at `start` keeps it. Code that is emitted in
    /// reverse order keeps none.
    #[inline]
    pub(super) fn keep_sum(&mut self, inst: &Inst, insts: &InstBuffer, start: u32) {
        let new = self.new_sum.take();
        if new.is_none() && self.sum.is_none() {
            return;
        }
        let (sum, start) = match new {
            Some((sum, at)) => (Some(sum), at),
            None => (self.sum, start),
        };
        let end = self.asm.buffer().offset();
        let is_short = end >= start && end - start <= LEN && inst.form != FormId::SPECIAL;
        self.sum = sum.filter(|sum| is_short && !self.changes_base_of(sum) && !writes_part(inst, insts, sum));
    }

    /// True if an access of the block also changes the base or index.
    fn changes_base_of(&self, sum: &AddressSum) -> bool {
        self.changes.iter().any(|change| change.changes(sum.base) || change.changes(sum.index))
    }
}

/// True if the instruction writes the base or the index.
fn writes_part(inst: &Inst, insts: &InstBuffer, sum: &AddressSum) -> bool {
    let Some(form) = inst.form.get() else { return true };
    let parts = [sum.base, sum.index];
    let is_part = |arg: &Arg| matches!(arg, Arg::Tmp(tmp) if parts.map(Tmp::from_reg).contains(tmp));
    let written = insts.args(inst).iter().zip(form.operands).filter(|(_, spec)| spec.role.is_def());
    written.clone().any(|(arg, _)| is_part(arg)) || parts.iter().any(|part| form.clobbers.contains(*part))
}
