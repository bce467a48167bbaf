//! Operations on several words: two limbs of a sum or difference are one instruction, so the carry between them stays
//! in a flag; so are both halves of a product, and a shift of two words.

use super::combinations::Rule;
use super::select::{FOLDED, Lowering, Result};
use crate::air::{Arg, Opcode as Air, Tmp};
use crate::base::{Bank, Type};
use crate::ir::opcode::Payload;
use crate::ir::{Opcode, ValueId};

/// Maximum number of values that were selected with a later one, and whose own place is not yet selected.
const MAX_PENDING: usize = 8;

/// Maximum number of values examined between two values, and after the second.
const MAX_SCANNED: usize = 16;

impl<const RECORDS: bool> Lowering<'_, RECORDS> {
    /// True if the value was selected together with a later one.
    pub(super) fn is_selected_with_another(&mut self, id: ValueId) -> bool {
        let place = self.state.low_limbs.iter().rposition(|low| *low == id);
        place.map(|place| self.state.low_limbs.swap_remove(place)).is_some()
    }

    /// Turn this: a sum whose carry in is the carry of another one
    /// Into this: both, at the place of the second
    pub(super) fn two_limbs(&mut self, high: ValueId) -> Result<bool> {
        let Some(low) = self.low_limb(high) else { return Ok(false) };
        let subtracts = self.proc.value(high).opcode() == Opcode::SubBorrow;
        let wide = self.proc.type_of(self.child(high, 0)) == Type::Int64;
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
            match (subtracts, wide) {
                (false, false) => Air::AddWide32,
                (false, true) => Air::AddWide64,
                (true, false) => Air::SubWide32,
                (true, true) => Air::SubWide64,
            }
        } else {
            args.push(carry_in);
            args.extend(results);
            args.push(self.element(high, 1)?.into());
            match (subtracts, wide) {
                (false, false) => Air::AddCarries32,
                (false, true) => Air::AddCarries64,
                (true, false) => Air::SubBorrows32,
                (true, true) => Air::SubBorrows64,
            }
        };
        self.state.low_limbs.push(low);
        self.took(Rule::TwoLimbs, &[low]);
        self.emit(opcode, &args)?;
        Ok(true)
    }

    /// The limb whose carry is that of `high`, if it may be computed at the place of `high`.
    fn low_limb(&self, high: ValueId) -> Option<ValueId> {
        let value = self.proc.value(high);
        let carry = value.child(2);
        if !self.patterns || self.state.low_limbs.len() == MAX_PENDING {
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
            && self.proc.type_of(self.child(low, 0)) == self.proc.type_of(value.child(0))
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

    /// Turn this: the low and the high half of a product, signed or unsigned
    /// Into this: one instruction, if the target has it, at the place of the second
    pub(super) fn wide_product(&mut self, id: ValueId) -> Result<bool> {
        let any = Arg::Tmp(Tmp::new(Bank::Gp, 0));
        let value = self.proc.value(id);
        let [a, b] = [value.child(0), value.child(1)];
        let wide = value.ty == Type::Int64;
        let unsigned = if wide { Air::UMulWide64 } else { Air::UMulWide32 };
        if !value.ty.is_int()
            || self.immediate(a).is_some()
            || self.immediate(b).is_some()
            || self.state.low_limbs.len() == MAX_PENDING
            || !self.has_form(unsigned, &[any; 4])
        {
            return Ok(false);
        }
        let is_high = value.opcode() != Opcode::Mul;
        let is_wanted = |opcode: Opcode| match is_high {
            true => opcode == Opcode::Mul,
            false => matches!(opcode, Opcode::MulHigh | Opcode::UMulHigh),
        };
        let before = &self.proc.block_values(self.block)[..self.place];
        let mut other = None;
        for &found in before.iter().rev().take(MAX_SCANNED) {
            let candidate = self.proc.value(found);
            let is_it = is_wanted(candidate.opcode()) && {
                let children = self.proc.children(found);
                children == [a, b] || children == [b, a]
            };
            if is_it {
                other = Some(found);
                break;
            }
            if matches!(candidate.opcode().row().payload, Payload::Stackmap | Payload::Call) {
                return Ok(false);
            }
        }
        let Some(other) = other else { return Ok(false) };
        let tmp = self.state.tmps[other.number() as usize];
        let is_needed = tmp < FOLDED || self.facts.is_used_outside(other);
        let between = before.iter().rev().take_while(|found| **found != other);
        let is_used = between.clone().any(|found| self.proc.children(*found).contains(&other));
        if !is_needed || tmp == FOLDED || is_used || self.state.low_limbs.contains(&other) {
            return Ok(false);
        }
        let (low, high) = if is_high { (other, id) } else { (id, other) };
        let is_signed = self.proc.value(high).opcode() == Opcode::MulHigh;
        let signed = if wide { Air::MulWide64 } else { Air::MulWide32 };
        let opcode = if is_signed { signed } else { unsigned };
        let args = [self.tmp(a)?, self.tmp(b)?, self.tmp(low)?, self.tmp(high)?].map(Arg::Tmp);
        self.state.low_limbs.push(other);
        self.took(Rule::WideProduct, &[other]);
        self.emit(opcode, &args)?;
        Ok(true)
    }

    /// Turn this: `(a << k) | (b >> (width - k))`
    /// Into this: a shift of both at once, if the target has it
    pub(super) fn double_shift(&mut self, id: ValueId) -> Result<bool> {
        let value = self.proc.value(id);
        if value.opcode() != Opcode::BitOr {
            return Ok(false);
        }
        let (opcode, bits) = match value.ty {
            Type::Int64 => (Air::ShiftLeftDouble64, 64),
            _ => (Air::ShiftLeftDouble32, 32),
        };
        let any = Arg::Tmp(Tmp::new(Bank::Gp, 0));
        let [x, y] = [value.child(0), value.child(1)];
        for (left, right) in [(x, y), (y, x)] {
            let opcodes = [left, right].map(|id| self.proc.value(id).opcode());
            if opcodes != [Opcode::Shl, Opcode::ZShr] || !self.is_used_once(left) || !self.is_used_once(right)
            {
                continue;
            }
            let amounts = [left, right].map(|id| self.immediate(self.child(id, 1)));
            if let [Some(Arg::Imm(up)), Some(Arg::Imm(down))] = amounts
                && (1..bits).contains(&up)
                && up + down == bits
                && self.has_form(opcode, &[any, any, Arg::Imm(up), any])
            {
                self.took(Rule::JoinHalves, &[left, right]);
                let [a, b] = [self.tmp(self.child(left, 0))?, self.tmp(self.child(right, 0))?];
                let to = self.tmp(id)?;
                self.emit(opcode, &[a.into(), b.into(), Arg::Imm(up), to.into()])?;
                return Ok(true);
            }
        }
        Ok(false)
    }
}
