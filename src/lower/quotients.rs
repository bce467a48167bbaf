//! A quotient and a remainder of the same operands in one block: one division, at O1 and O2.
//!
//! Both are computed at the place of the first one, where the operands are the same. So a result that is used between
//! the two is no obstacle. A remainder that is defined for all operands is computed where its quotient is if only the
//! quotient requires other operands.

use super::divide::Divisor;
use super::select::{FOLDED, Lowering, NONE, Result};
use crate::air::{Arg, Opcode as Air, Tmp};
use crate::base::{Bank, IntCondition, Type};
use crate::ir::opcode::Payload;
use crate::ir::{Opcode, ValueId};

/// Maximum number of pairs whose first value is not yet selected.
const MAX_PENDING: usize = 8;

/// Maximum number of values examined between the two.
const MAX_SCANNED: usize = 32;

/// A division by a constant, or one that needs an instruction.
#[derive(Clone, Copy)]
enum Kind {
    Constant(Divisor),
    Instruction,
}

/// What an opcode of a division computes.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Division {
    is_signed: bool,
    is_remainder: bool,
    /// False if the operation is undefined for some operands.
    is_total: bool,
}

fn division(opcode: Opcode) -> Option<Division> {
    let (is_signed, is_remainder, is_total) = match opcode {
        Opcode::Div => (true, false, false),
        Opcode::Mod => (true, true, false),
        Opcode::ChillDiv => (true, false, true),
        Opcode::ChillMod => (true, true, true),
        Opcode::UDiv => (false, false, false),
        Opcode::UMod => (false, true, false),
        _ => return None,
    };
    Some(Division { is_signed, is_remainder, is_total })
}

impl<const RECORDS: bool> Lowering<'_, RECORDS> {
    /// Selects an integer division by a constant, or together with another division. Returns false and emits nothing
    /// if it is neither.
    pub(super) fn division(&mut self, id: ValueId) -> Result<bool> {
        if self.is_selected_with_another(id) {
            return Ok(true);
        }
        if let Some(place) = self.state.divisions.iter().rposition(|(first, _)| *first == id) {
            let (_, second) = self.state.divisions.swap_remove(place);
            return self.quotient_and_remainder([id, second]);
        }
        Ok(self.paired_with_earlier(id)? || self.divide_by_constant(id)?)
    }

    /// Turn this: `Div(a, b)`, after `Mod(a, b)` in the block, or the other way round
    /// Into this: both, at the place of the first
    fn paired_with_earlier(&mut self, second: ValueId) -> Result<bool> {
        let Some(first) = self.earlier_division(second) else { return Ok(false) };
        let total =
            [first, second].map(|id| division(self.proc.value(id).opcode()).is_some_and(|it| it.is_total));
        let is_constant = matches!(self.kind_of_pair(first), Some(Kind::Constant(_)));
        match total {
            // The first one may be executed where the second is undefined.
            [true, false] if !is_constant => {
                if !self.may_be_delayed(first) {
                    return Ok(false);
                }
                self.state.low_limbs.push(first);
                self.quotient_and_remainder([second, first])
            }
            _ => {
                self.state.divisions.push((first, second));
                self.tmp(first)?;
                Ok(true)
            }
        }
    }

    /// The nearest earlier value of the block that computes the other result of the same operands.
    fn earlier_division(&self, second: ValueId) -> Option<ValueId> {
        let value = self.proc.value(second);
        let own = division(value.opcode())?;
        self.kind_of_pair(second)?;
        let before = self.proc.block_values(self.block)[..self.place].iter().rev();
        let is_other = |id: &&ValueId| {
            let other = self.proc.value(**id);
            division(other.opcode()).is_some_and(|it| {
                it.is_signed == own.is_signed && it.is_remainder != own.is_remainder && other.ty == value.ty
            }) && self.is_same_operand(other.child(0), value.child(0))
                && self.is_same_operand(other.child(1), value.child(1))
        };
        let first = *before.take(MAX_SCANNED).find(is_other)?;
        let is_free = self.facts.value(first).uses() > 0
            && self.state.tmps[first.number() as usize] != FOLDED
            && self.state.divisions.len() + self.state.low_limbs.len() < MAX_PENDING
            && !self.state.divisions.iter().any(|(taken, _)| *taken == first)
            && !self.state.low_limbs.contains(&first);
        is_free.then_some(first)
    }

    fn is_same_operand(&self, a: ValueId, b: ValueId) -> bool {
        a == b || self.immediate(a).is_some() && self.immediate(a) == self.immediate(b)
    }

    /// How to compute both results; `None` if two separate operations are as fast.
    fn kind_of_pair(&self, id: ValueId) -> Option<Kind> {
        let value = self.proc.value(id);
        if !value.ty.is_int() {
            return None;
        }
        match self.constant_divisor(id) {
            // A shift and a mask.
            Some(divisor) if divisor.size.is_power_of_two() && !divisor.is_signed => None,
            Some(divisor) if divisor.size.is_power_of_two() && divisor.number < 0 => None,
            Some(divisor) => Some(Kind::Constant(divisor)),
            None => Some(Kind::Instruction),
        }
    }

    /// True if an earlier value of the block is needed, and may be computed at the place of the current one.
    fn may_be_delayed(&self, first: ValueId) -> bool {
        let between = self.proc.block_values(self.block)[..self.place].iter().rev();
        let is_needed = self.state.tmps[first.number() as usize] != NONE || self.facts.is_used_outside(first);
        is_needed
            && between.take_while(|id| **id != first).all(|id| {
                let value = self.proc.value(*id);
                // Exit states may name the result, too.
                !matches!(value.opcode().row().payload, Payload::Stackmap | Payload::Call)
                    && !self.proc.children(*id).contains(&first)
            })
    }

    /// Emits a pair at the place of its first value, which decides where both are defined.
    fn quotient_and_remainder(&mut self, [first, second]: [ValueId; 2]) -> Result<bool> {
        let value = self.proc.value(first);
        let wide = value.ty == Type::Int64;
        let Some(own) = division(value.opcode()) else { return Ok(false) };
        let [quotient, remainder] = if own.is_remainder { [second, first] } else { [first, second] };
        let (a, b) = (value.child(0), value.child(1));
        let [quotient, remainder] = [self.tmp(quotient)?, self.tmp(remainder)?];
        if let Some(Kind::Constant(divisor)) = self.kind_of_pair(first) {
            let from = self.tmp(a)?;
            self.constant_quotient(divisor, from, quotient, wide)?;
            self.remainder_of(divisor, from, quotient, remainder, wide)?;
            return Ok(true);
        }
        let [a, b] = [self.tmp(a)?, self.tmp(b)?];
        let both = match (own.is_signed, wide) {
            (true, false) if own.is_total => Air::ChillDivMod32,
            (true, true) if own.is_total => Air::ChillDivMod64,
            (true, false) => Air::DivMod32,
            (true, true) => Air::DivMod64,
            (false, false) => Air::UDivMod32,
            (false, true) => Air::UDivMod64,
        };
        let args = [a, b, quotient, remainder].map(Arg::Tmp);
        if self.has_form(both, &args) {
            self.emit(both, &args)?;
            return Ok(true);
        }
        let divide = match (own.is_signed, wide) {
            (true, false) if own.is_total => Air::ChillDiv32,
            (true, true) if own.is_total => Air::ChillDiv64,
            (true, false) => Air::Div32,
            (true, true) => Air::Div64,
            (false, false) => Air::UDiv32,
            (false, true) => Air::UDiv64,
        };
        self.emit(divide, &[a, b, quotient].map(Arg::Tmp))?;
        if !own.is_total {
            self.minus_product(a, quotient, b, remainder, wide)?;
            return Ok(true);
        }
        // The quotient by 0 is 0, so the difference is a.
        let difference = self.scratch(Bank::Gp);
        self.minus_product(a, quotient, b, difference, wide)?;
        let compare = if wide { Air::CompareOnFlags64 } else { Air::CompareOnFlags32 };
        self.emit(compare, &[b.into(), Arg::Imm(0)])?;
        let condition = Arg::IntCondition(IntCondition::Equal);
        let args = [condition, Arg::Imm(0), difference.into(), remainder.into()];
        self.emit(Air::MoveConditionallyOnFlags, &args)?;
        Ok(true)
    }

    /// Emits a remainder from a quotient by a constant.
    fn remainder_of(&mut self, divisor: Divisor, from: Tmp, quotient: Tmp, to: Tmp, wide: bool) -> Result {
        if self.state.fuses_operations && divisor.size.is_power_of_two() {
            let opcode = if wide { Air::SubLeftShift64 } else { Air::SubLeftShift32 };
            let shift = Arg::Imm(i64::from(divisor.size.trailing_zeros()));
            return self.emit(opcode, &[from.into(), quotient.into(), shift, to.into()]);
        }
        if self.state.fuses_operations {
            let divisor = self.remat(Bank::Gp, Air::Move, Some(Arg::Imm(divisor.number)))?;
            return self.minus_product(from, quotient, divisor, to, wide);
        }
        let product = if divisor.size.is_power_of_two() {
            let shift = Arg::Imm(i64::from(divisor.size.trailing_zeros()));
            self.fresh(Air::Lshift32, Air::Lshift64, wide, quotient, shift)?
        } else {
            let number = self.number(divisor.number)?;
            self.fresh(Air::Mul32, Air::Mul64, wide, quotient, number)?
        };
        let opcode = if wide { Air::Sub64 } else { Air::Sub32 };
        self.emit(opcode, &[from, product, to].map(Arg::Tmp))
    }

    /// Emits `a - x * y`.
    fn minus_product(&mut self, a: Tmp, x: Tmp, y: Tmp, to: Tmp, wide: bool) -> Result {
        let args = [x, y, a, to].map(Arg::Tmp);
        let fused = if wide { Air::MulSub64 } else { Air::MulSub32 };
        if self.has_form(fused, &args) {
            return self.emit(fused, &args);
        }
        let product = self.fresh(Air::Mul32, Air::Mul64, wide, x, y.into())?;
        let opcode = if wide { Air::Sub64 } else { Air::Sub32 };
        self.emit(opcode, &[a, product, to].map(Arg::Tmp))
    }
}
