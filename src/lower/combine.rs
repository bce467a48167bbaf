//! Several operations in one instruction, and operations as cheaper instructions, at O1 and O2. At all levels:
//! extensions that need no instruction.

use super::combinations::Rule;
use super::float::simple_conversion;
use super::select::{Lowering, NONE, Result};
use super::shadows::NO_SHADOW;
use crate::air::{Arg, Opcode as Air};
use crate::base::{ImmediateOf, Type};
use crate::ir::{Opcode, ValueId};

/// The instruction for a bit count.
fn counting(opcode: Opcode, ty: Type) -> Air {
    match (opcode, ty) {
        (Opcode::Clz, Type::Int64) => Air::Clz64,
        (Opcode::Clz, _) => Air::Clz32,
        (Opcode::Ctz, Type::Int64) => Air::Ctz64,
        (Opcode::Ctz, _) => Air::Ctz32,
        (_, Type::Int64) => Air::PopCount64,
        (_, _) => Air::PopCount32,
    }
}

impl<const RECORDS: bool> Lowering<'_, RECORDS> {
    /// Selects a value as a cheaper instruction. Returns false and emits nothing if there is none.
    #[inline(never)]
    pub(super) fn pattern(&mut self, id: ValueId) -> Result<bool> {
        use Opcode::*;
        let value = self.proc.value(id);
        match value.opcode() {
            Equal | NotEqual => self.set_on_cas(id),
            Load | Load8Z | Load8S | Load16Z | Load16S => Ok(self.is_folded(id)),
            Store | Store8 | Store16 => self.modify_in_place(id),
            Clz | Ctz | PopCount => self.fold_into(counting(value.opcode(), value.ty), id),
            SExt8 | SExt16 | SExt32 if self.state.fuses_operations => {
                Ok(self.fuse_operand(id)? || self.cast_of_load(id)?)
            }
            SExt8 | SExt16 | SExt8To64 | SExt16To64 | SExt32 | ZExt32 | Trunc | BitwiseCast => {
                self.cast_of_load(id)
            }
            FloatToDouble | DoubleToFloat | IToD | IToF => {
                match simple_conversion(value.opcode(), self.proc.type_of(self.child(id, 0))) {
                    Some(opcode) => self.fold_into(opcode, id),
                    None => Ok(false),
                }
            }
            opcode if opcode.is_atomic() => Ok(self.is_folded(id)),
            _ if value.ty.is_float() => self.fold_float_operand(id),
            _ if value.ty.is_int() => Ok(self.combined(id)? || self.fold_int_operand(id)?),
            _ => Ok(false),
        }
    }

    /// Emits a cheaper instruction for an integer operation. Returns false and emits nothing if there is none.
    fn combined(&mut self, id: ValueId) -> Result<bool> {
        if self.double_shift(id)? || self.state.fuses_operations && self.fuse_operand(id)? {
            return Ok(true);
        }
        let value = self.proc.value(id);
        let wide = value.ty == Type::Int64;
        match value.opcode() {
            Opcode::Add => self.sum_as_address(id),
            Opcode::Sub => self.minus_constant(id, wide),
            Opcode::Mul => Ok(self.is_selected_with_another(id)
                || self.wide_product(id)?
                || self.times_constant(id, wide)?),
            Opcode::MulHigh | Opcode::UMulHigh => {
                Ok(self.is_selected_with_another(id) || self.wide_product(id)?)
            }
            Opcode::BitAnd => Ok(self.change_bit(id)? || self.masked(id, wide)?),
            Opcode::BitOr => self.change_bit(id),
            Opcode::BitXor => Ok(self.flipped(id, wide)? || self.change_bit(id)?),
            Opcode::Div | Opcode::Mod | Opcode::ChillDiv | Opcode::ChillMod | Opcode::UDiv | Opcode::UMod => {
                self.division(id)
            }
            _ => Ok(false),
        }
    }

    /// Turn this: `x - constant`
    /// Into this: `x + -constant`, which may have its result in another register.
    fn minus_constant(&mut self, id: ValueId, wide: bool) -> Result<bool> {
        let [a, b] = [self.child(id, 0), self.child(id, 1)];
        let Some(Arg::Imm(constant)) = self.immediate(b) else { return Ok(false) };
        let Ok(negated) = i32::try_from(-i128::from(constant)) else { return Ok(false) };
        if negated == i32::MIN || self.is_foldable_load(a) || !self.is_encodable(b, ImmediateOf::Sum) {
            return Ok(false);
        }
        self.took(Rule::DifferenceAsSum, &[b]);
        let (from, to) = (self.tmp(a)?, self.tmp(id)?);
        let opcode = if wide { Air::Add64 } else { Air::Add32 };
        self.emit(opcode, &[from.into(), Arg::Imm(i64::from(negated)), to.into()])?;
        Ok(true)
    }

    /// Turn this: `x * constant`
    /// Into this: a shift, `x + x`, or the address `x + x * 2`, 4 or 8.
    fn times_constant(&mut self, id: ValueId, wide: bool) -> Result<bool> {
        let [a, b] = [self.child(id, 0), self.child(id, 1)];
        let Some(Arg::Imm(factor)) = self.immediate(b) else { return Ok(false) };
        if factor != 2 && !(factor > 2 && factor & (factor - 1) == 0) {
            return self.sum_as_address(id);
        }
        self.took(Rule::ProductAsShift, &[b]);
        let (from, to) = (Arg::Tmp(self.tmp(a)?), Arg::Tmp(self.tmp(id)?));
        let (opcode, second) = match (factor, wide) {
            (2, false) => (Air::Add32, from),
            (2, true) => (Air::Add64, from),
            (_, false) => (Air::Lshift32, Arg::Imm(i64::from(factor.ilog2()))),
            (_, true) => (Air::Lshift64, Arg::Imm(i64::from(factor.ilog2()))),
        };
        self.emit(opcode, &[from, second, to])?;
        Ok(true)
    }

    /// Turn this: `x & 255`, `x & 65535`, `x & 0xffff_ffff`
    /// Into this: a zero extension.
    ///
    /// Turn this: `x & ~y`, `x & -x`, `x & (x - 1)`
    /// Into this: one instruction, if the target has it.
    fn masked(&mut self, id: ValueId, wide: bool) -> Result<bool> {
        let [a, b] = [self.child(id, 0), self.child(id, 1)];
        if let Some(Arg::Imm(mask)) = self.immediate(b) {
            let opcode = match mask {
                0xff => Air::ZeroExtend8To32,
                0xffff => Air::ZeroExtend16To32,
                0xffff_ffff if wide => Air::Move32,
                _ => return Ok(false),
            };
            self.took(Rule::MaskAsExtension, &[b]);
            if !self.fold_into(opcode, id)? {
                let (from, to) = (self.tmp(a)?, self.tmp(id)?);
                self.emit(opcode, &[from.into(), to.into()])?;
            }
            return Ok(true);
        }
        Ok(self.and_not(id, a, b, wide)?
            || self.and_not(id, b, a, wide)?
            || self.lowest_bit(id, a, b, wide)?
            || self.lowest_bit(id, b, a, wide)?)
    }

    /// Emits `a & ~y`, if `b` is `~y`.
    fn and_not(&mut self, id: ValueId, a: ValueId, b: ValueId, wide: bool) -> Result<bool> {
        let any = Arg::Tmp(self.tmp(id)?);
        let opcode = if wide { Air::AndNot64 } else { Air::AndNot32 };
        if self.proc.value(b).opcode() != Opcode::BitXor || !self.is_used_once(b) {
            return Ok(false);
        }
        let [y, ones] = [self.child(b, 0), self.child(b, 1)];
        if self.immediate(ones) != Some(Arg::Imm(-1)) || !self.has_form(opcode, &[any, any, any]) {
            return Ok(false);
        }
        self.took(Rule::InvertedOperand, &[b]);
        let y = Arg::Tmp(self.tmp(y)?);
        let operand = self.load_or_tmp(a)?;
        self.emit_flagged(opcode, &[y, operand.arg, any], operand.flags)?;
        Ok(true)
    }

    /// Emits `x & -x` or `x & (x - 1)`, if `b` is `-x` or `x - 1`.
    fn lowest_bit(&mut self, id: ValueId, x: ValueId, b: ValueId, wide: bool) -> Result<bool> {
        let value = self.proc.value(b);
        let other = match value.opcode() {
            Opcode::Neg | Opcode::Add | Opcode::Sub if self.is_used_once(b) => self.child(b, 0),
            _ => return Ok(false),
        };
        let opcode = match (value.opcode(), wide) {
            _ if other != x => return Ok(false),
            (Opcode::Neg, false) => Air::LowestBit32,
            (Opcode::Neg, true) => Air::LowestBit64,
            (added, _) => {
                let minus_one = Arg::Imm(if added == Opcode::Add { -1 } else { 1 });
                match self.immediate(self.child(b, 1)) == Some(minus_one) {
                    true if wide => Air::ClearLowestBit64,
                    true => Air::ClearLowestBit32,
                    false => return Ok(false),
                }
            }
        };
        let to = Arg::Tmp(self.tmp(id)?);
        if !self.has_form(opcode, &[to, to]) {
            return Ok(false);
        }
        self.took(Rule::LowestBit, &[b]);
        let from = Arg::Tmp(self.tmp(x)?);
        self.emit(opcode, &[from, to])?;
        Ok(true)
    }

    /// Turn this: `x ^ -1`
    /// Into this: `~x`.
    fn flipped(&mut self, id: ValueId, wide: bool) -> Result<bool> {
        if self.immediate(self.child(id, 1)) != Some(Arg::Imm(-1)) {
            return Ok(false);
        }
        self.took(Rule::XorAsNot, &[id]);
        let (from, to) = (self.tmp(self.child(id, 0))?, self.tmp(id)?);
        self.emit(if wide { Air::Not64 } else { Air::Not32 }, &[from.into(), to.into()])?;
        Ok(true)
    }

    /// True if a zero extension shares the temporary of its operand.
    pub(super) fn is_free_extension(&self, id: ValueId) -> bool {
        let child = self.child(id, 0);
        self.is_local(id) && (self.is_zero_extended(child) || self.is_from_slot(child))
    }

    /// True if a needed extension is free: its temporary is that of its operand.
    pub(super) fn is_operand_of_users(&self, id: ValueId, operand: ValueId) -> bool {
        let [tmp, of_operand] = [id, operand].map(|id| self.state.tmps[id.number() as usize]);
        tmp == of_operand && tmp != NONE
    }

    /// True if the value is read from its shadow in a slot, by an instruction that clears the upper half.
    fn is_from_slot(&self, id: ValueId) -> bool {
        let value = self.proc.value(id);
        !self.state.shadows_are_tmps
            && value.ty == Type::Int32
            && match value.opcode() {
                Opcode::Phi => self.state.shadows[id.number() as usize] != NO_SHADOW,
                opcode => opcode == Opcode::Get,
            }
    }

    /// True if the instruction that computes this value clears the upper half of the register.
    pub(super) fn is_zero_extended(&self, id: ValueId) -> bool {
        use Opcode::*;
        let value = self.proc.value(id);
        value.ty == Type::Int32
            && matches!(
                value.opcode(),
                Add | Sub
                    | Mul
                    | Div
                    | Mod
                    | UDiv
                    | UMod
                    | ChillDiv
                    | ChillMod
                    | MulHigh
                    | UMulHigh
                    | Neg
                    | BitAnd
                    | BitOr
                    | BitXor
                    | Shl
                    | SShr
                    | ZShr
                    | RotR
                    | RotL
                    | Clz
                    | Ctz
                    | PopCount
                    | ByteSwap
                    | BitReverse
                    | SExt8
                    | SExt16
                    | Load8Z
                    | Load8S
                    | Load16Z
                    | Load16S
                    | Load
                    | BitwiseCast
                    | Equal
                    | NotEqual
                    | LessThan
                    | GreaterThan
                    | LessEqual
                    | GreaterEqual
                    | Above
                    | Below
                    | AboveEqual
                    | BelowEqual
                    | EqualOrUnordered
            )
    }
}
