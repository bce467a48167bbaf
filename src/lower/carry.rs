//! Chains of sums and differences with carry: two limbs are one instruction, so the carry between them stays in a flag.

use super::select::{Lowering, Result};
use crate::air::{Arg, Opcode as Air};
use crate::base::Type;
use crate::ir::opcode::Payload;
use crate::ir::{Opcode, ValueId};

/// Maximum number of low limbs whose own place is not yet selected.
const MAX_PENDING: usize = 8;

/// Maximum number of values examined between two limbs, and after the high one.
const MAX_SCANNED: usize = 16;

impl Lowering<'_> {
    /// True if the value was selected with a high limb.
    pub(super) fn is_selected_as_low_limb(&mut self, id: ValueId) -> bool {
        let place = self.state.low_limbs.iter().rposition(|low| *low == id);
        place.map(|place| self.state.low_limbs.swap_remove(place)).is_some()
    }

    /// Turn this: a sum of 64 bits whose carry in is the carry of another one
    /// Into this: both, at the place of the second
    pub(super) fn two_limbs(&mut self, high: ValueId) -> Result<bool> {
        let Some(low) = self.low_limb(high) else { return Ok(false) };
        let subtracts = self.proc.value(high).opcode() == Opcode::SubBorrow;
        let needs_carry = self.uses_carry(high);
        let carry_in = match self.proc.children(low).get(2) {
            Some(&carry) => self.tmp_or_imm(carry)?,
            None => Arg::Imm(0),
        };
        let mut args: smallvec::SmallVec<[Arg; 8]> = smallvec::SmallVec::new();
        for limb in [low, high] {
            for place in 0..2 {
                args.push(self.tmp(self.child(limb, place))?.into());
            }
        }
        let results = [self.element(low, 0)?, self.element(high, 0)?].map(Arg::Tmp);
        let opcode = if !needs_carry && carry_in == Arg::Imm(0) {
            args.extend(results);
            if subtracts { Air::SubWide64 } else { Air::AddWide64 }
        } else {
            args.push(carry_in);
            args.extend(results);
            args.push(self.element(high, 1)?.into());
            if subtracts { Air::SubBorrows64 } else { Air::AddCarries64 }
        };
        self.state.low_limbs.push(low);
        self.emit(opcode, &args)?;
        Ok(true)
    }

    /// The limb whose carry is that of `high`, if it may be computed at the place of `high`.
    fn low_limb(&self, high: ValueId) -> Option<ValueId> {
        let value = self.proc.value(high);
        let carry = value.child(2);
        let is_wide = self.proc.type_of(value.child(0)) == Type::Int64;
        if !self.patterns || !is_wide || self.state.low_limbs.len() == MAX_PENDING {
            return None;
        }
        if self.proc.value(carry).opcode() != Opcode::Extract || !self.is_used_once(carry) {
            return None;
        }
        let (low, index) = (self.child(carry, 0), self.proc.value(carry).index());
        let plain =
            if value.opcode() == Opcode::AddCarry { Opcode::UAddOverflow } else { Opcode::USubOverflow };
        let opcode = self.proc.value(low).opcode();
        let fits = index == 1
            && (opcode == value.opcode() || opcode == plain)
            && self.is_local(low)
            && self.proc.type_of(self.child(low, 0)) == Type::Int64
            && !self.state.low_limbs.contains(&low);
        let of_low = |id: ValueId| {
            let value = self.proc.value(id);
            value.opcode() == Opcode::Extract && self.child(id, 0) == low
        };
        if !fits || of_low(value.child(0)) || of_low(value.child(1)) {
            return None;
        }
        let values = self.proc.block_values(self.block);
        let before = &values[..self.place];
        let distance = before.iter().rev().take(MAX_SCANNED).position(|id| *id == low)?;
        let is_free = before[before.len() - distance..].iter().all(|&id| {
            let value = self.proc.value(id);
            // Exit states may name the result, too.
            !matches!(value.opcode().row().payload, Payload::Stackmap | Payload::Call)
                && !self.proc.children(id).iter().any(|&child| of_low(child))
                && (!self.proc.children(id).contains(&low) || of_low(id) && self.is_local(id))
        });
        is_free.then_some(low)
    }

    /// False if it is certain that only the sum of a limb is used.
    fn uses_carry(&self, high: ValueId) -> bool {
        let after = self.proc.block_values(self.block).iter().skip(self.place + 1).take(MAX_SCANNED);
        let is_sum = |id: &&ValueId| {
            let value = self.proc.value(**id);
            value.opcode() == Opcode::Extract && self.child(**id, 0) == high && value.index() == 0
        };
        after.filter(is_sum).count() != self.facts.value(high).uses() as usize
    }
}
