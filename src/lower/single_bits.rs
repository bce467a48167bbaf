//! Single bits of a value that an instruction sets, clears or inverts, at O1 and O2.

use super::combinations::Rule;
use super::select::{Lowering, Result};
use crate::air::{Arg, Opcode as Air};
use crate::base::Type;
use crate::ir::{Opcode, ValueId};

/// The number of a bit.
#[derive(Clone, Copy)]
enum Bit {
    Value(ValueId),
    Constant(u32),
}

impl<const RECORDS: bool> Lowering<'_, RECORDS> {
    /// Turn this: `x | 1 << n`, `x & ~(1 << n)`, `x ^ 1 << n`, also with a constant that no immediate holds
    /// Into this: an instruction that changes one bit, if the target has it
    pub(super) fn change_bit(&mut self, id: ValueId) -> Result<bool> {
        let value = self.proc.value(id);
        let [a, b] = [value.child(0), value.child(1)];
        let found = [(a, b), (b, a)].into_iter().find_map(|(x, mask)| {
            let is_clear = value.opcode() == Opcode::BitAnd;
            let bit = if is_clear { self.cleared_bit(mask) } else { self.bit(mask) };
            Some((x, mask, bit?))
        });
        let Some((x, mask, bit)) = found else { return Ok(false) };
        let wide = value.ty == Type::Int64;
        let opcode = match (value.opcode(), wide) {
            (Opcode::BitOr, false) => Air::SetBit32,
            (Opcode::BitOr, true) => Air::SetBit64,
            (Opcode::BitAnd, false) => Air::ClearBit32,
            (Opcode::BitAnd, true) => Air::ClearBit64,
            (_, false) => Air::ComplementBit32,
            (_, true) => Air::ComplementBit64,
        };
        let to = Arg::Tmp(self.tmp(id)?);
        if !self.has_form(opcode, &[to; 3]) {
            return Ok(false);
        }
        self.took(Rule::ChangedBit, &[mask]);
        let bit = match bit {
            Bit::Value(number) => Arg::Tmp(self.tmp(number)?),
            Bit::Constant(number) => Arg::Imm(i64::from(number)),
        };
        let x = Arg::Tmp(self.tmp(x)?);
        self.emit(opcode, &[x, bit, to])?;
        Ok(true)
    }

    /// The bit of a mask `1 << n` without other users.
    fn bit(&self, mask: ValueId) -> Option<Bit> {
        if let Some(number) = self.shifted_one(mask) {
            return Some(Bit::Value(number));
        }
        self.single_bit(self.long_constant(mask)?)
    }

    /// The bit of a mask `~(1 << n)` without other users.
    fn cleared_bit(&self, mask: ValueId) -> Option<Bit> {
        if let Some(constant) = self.long_constant(mask) {
            return self.single_bit(!constant);
        }
        if !self.is_used_once(mask) || self.is_needed(mask) {
            return None;
        }
        let is = |place, constant| self.immediate(self.child(mask, place)) == Some(Arg::Imm(constant));
        match self.proc.value(mask).opcode() {
            Opcode::BitXor if is(1, -1) => Some(Bit::Value(self.shifted_one(self.child(mask, 0))?)),
            Opcode::RotL if is(0, -2) => Some(Bit::Value(self.child(mask, 1))),
            _ => None,
        }
    }

    fn single_bit(&self, mask: u64) -> Option<Bit> {
        mask.is_power_of_two().then(|| Bit::Constant(mask.ilog2()))
    }

    /// A 64-bit constant with one user that is no immediate of 32 bits.
    fn long_constant(&self, id: ValueId) -> Option<u64> {
        match self.immediate(id) {
            Some(Arg::Imm(bits)) if i32::try_from(bits).is_err() => {
                (self.facts.value(id).uses() == 1).then_some(bits as u64)
            }
            _ => None,
        }
    }
}
