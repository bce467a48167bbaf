//! Operations on vectors.

use super::select::{Lowering, Result};
use crate::air::{Arg, InstFlags, Opcode as Air, Tmp};
use crate::base::{Bank, Lane};
use crate::ir::{Opcode, Value, ValueId};

/// The instruction of an operation that needs only one.
fn instruction(opcode: Opcode) -> Option<Air> {
    Some(match opcode {
        Opcode::VectorAnd => Air::VectorAnd,
        Opcode::VectorOr => Air::VectorOr,
        Opcode::VectorXor => Air::VectorXor,
        Opcode::VectorAndNot => Air::VectorAndNot,
        Opcode::VectorNot => Air::VectorNot,
        Opcode::VectorAdd => Air::VectorAdd,
        Opcode::VectorSub => Air::VectorSub,
        Opcode::VectorMul => Air::VectorMul,
        Opcode::VectorDiv => Air::VectorDiv,
        Opcode::VectorNeg => Air::VectorNeg,
        Opcode::VectorAbs => Air::VectorAbs,
        Opcode::VectorMin => Air::VectorMin,
        Opcode::VectorMax => Air::VectorMax,
        Opcode::VectorPMin => Air::VectorPMin,
        Opcode::VectorPMax => Air::VectorPMax,
        Opcode::VectorAddSat => Air::VectorAddSat,
        Opcode::VectorSubSat => Air::VectorSubSat,
        Opcode::VectorAverage => Air::VectorAverage,
        Opcode::VectorEqual => Air::VectorEqual,
        Opcode::VectorLessThan => Air::VectorLessThan,
        Opcode::VectorLessEqual => Air::VectorLessEqual,
        Opcode::VectorBitSelect => Air::VectorBitSelect,
        _ => return None,
    })
}

/// A vector with these bits in each lane.
pub(super) fn in_each(lane: Lane, bits: u128) -> u128 {
    (0..lane.count()).fold(0, |vector, index| vector | bits << (index * lane.bits()))
}

impl<const RECORDS: bool> Lowering<'_, RECORDS> {
    /// Selects an operation on vectors.
    pub(super) fn vector_operation(&mut self, id: ValueId) -> Result {
        let value = self.proc.value(id);
        let Some(opcode) = instruction(value.opcode()) else {
            return self.unsupported(value.opcode().name());
        };
        let mut args: smallvec::SmallVec<[Arg; 6]> = smallvec::SmallVec::new();
        for &child in self.proc.children(id) {
            args.push(self.tmp(child)?.into());
        }
        let to = self.tmp(id)?;
        let [a, b, c] = [0, 1, 2].map(|n| args.get(n).copied().unwrap_or(Arg::Imm(0)));
        let Some(lane) = value.lane().filter(|lane| value.opcode().lanes().contains(*lane)) else {
            return match opcode {
                Air::VectorNot => self.complement(a, to),
                Air::VectorBitSelect => self.bit_select([a, b, c], to),
                _ => {
                    args.push(to.into());
                    self.emit(opcode, &args)
                }
            };
        };
        match opcode {
            Air::VectorNeg => self.vector_neg(lane, a, to),
            Air::VectorAbs => self.vector_abs(lane, a, to),
            Air::VectorMul if lane == Lane::I64x2 => {
                self.emit_with_scratches(Air::VectorMul64, &[a, b, to.into()], InstFlags::empty())
            }
            Air::VectorMin | Air::VectorMax if lane.is_float() => self.float_min_max(opcode, lane, a, b, to),
            Air::VectorMin | Air::VectorMax => self.integer_min_max(opcode, lane, a, b, to),
            Air::VectorPMin => self.chosen(opcode, lane, [a, b], [b, a], to),
            Air::VectorPMax => self.chosen(opcode, lane, [a, b], [a, b], to),
            Air::VectorLessThan => self.vector_less(lane, a, b, to),
            Air::VectorLessEqual => self.vector_less_equal(lane, a, b, to),
            _ => self.in_lanes(opcode, lane, a, b, to),
        }
    }

    /// A binary operation of one instruction.
    fn in_lanes(&mut self, opcode: Air, lane: Lane, a: Arg, b: Arg, to: Tmp) -> Result {
        let args = [a, b, Arg::Imm(lane as i64), to.into()];
        self.emit_with_scratches(opcode, &args, InstFlags::empty())
    }

    /// The result of a binary operation of one instruction, in a new temporary.
    fn new_in_lanes(&mut self, opcode: Air, lane: Lane, a: Arg, b: Arg) -> Result<Arg> {
        let to = self.scratch(Bank::Fp);
        self.in_lanes(opcode, lane, a, b, to)?;
        Ok(to.into())
    }

    /// The result of a bitwise operation, in a new temporary.
    pub(super) fn bitwise(&mut self, opcode: Air, a: Arg, b: Arg) -> Result<Arg> {
        let to = self.scratch(Bank::Fp);
        self.emit(opcode, &[a, b, to.into()])?;
        Ok(to.into())
    }

    fn complement(&mut self, a: Arg, to: Tmp) -> Result {
        if self.try_emit(Air::VectorNot, &[a, to.into()]) {
            return Ok(());
        }
        let ones = self.new_vector(u128::MAX);
        self.emit(Air::VectorXor, &[a, ones, to.into()])
    }

    pub(super) fn bit_select(&mut self, [a, b, mask]: [Arg; 3], to: Tmp) -> Result {
        if self.try_emit(Air::VectorBitSelect, &[a, b, mask, to.into()]) {
            return Ok(());
        }
        let from_a = self.bitwise(Air::VectorAnd, a, mask)?;
        let from_b = self.bitwise(Air::VectorAndNot, b, mask)?;
        self.emit(Air::VectorOr, &[from_a, from_b, to.into()])
    }

    pub(super) fn vector_zero(&mut self) -> Result<Arg> {
        Ok(self.remat(Bank::Fp, Air::MoveZeroToVector, None)?.into())
    }

    fn vector_neg(&mut self, lane: Lane, a: Arg, to: Tmp) -> Result {
        if self.try_emit(Air::VectorNeg, &[a, Arg::Imm(lane as i64), to.into()]) {
            return Ok(());
        }
        if lane.is_float() {
            let signs = self.new_vector(in_each(lane, 1 << (lane.bits() - 1)));
            return self.emit(Air::VectorXor, &[a, signs, to.into()]);
        }
        let zero = self.vector_zero()?;
        self.in_lanes(Air::VectorSub, lane, zero, a, to)
    }

    fn vector_abs(&mut self, lane: Lane, a: Arg, to: Tmp) -> Result {
        if self.try_emit(Air::VectorAbs, &[a, Arg::Imm(lane as i64), to.into()]) {
            return Ok(());
        }
        if lane.is_float() {
            let others = self.new_vector(in_each(lane, (1 << (lane.bits() - 1)) - 1));
            return self.emit(Air::VectorAnd, &[a, others, to.into()]);
        }
        let zero = self.vector_zero()?;
        let negative = self.new_in_lanes(Air::VectorLessThan, lane, a, zero)?;
        let inverted = self.bitwise(Air::VectorXor, a, negative)?;
        self.in_lanes(Air::VectorSub, lane, inverted, negative, to)
    }

    fn integer_min_max(&mut self, opcode: Air, lane: Lane, a: Arg, b: Arg, to: Tmp) -> Result {
        if self.has_form(opcode, &[a, b, Arg::Imm(lane as i64), to.into()]) {
            return self.in_lanes(opcode, lane, a, b, to);
        }
        let less = self.scratch(Bank::Fp);
        self.vector_less(lane, a, b, less)?;
        let [first, second] = if opcode == Air::VectorMin { [a, b] } else { [b, a] };
        self.bit_select([first, second, less.into()], to)
    }

    /// Without an instruction: the bits of both orders of operands differ if these are zeros, or one is a NaN.
    fn float_min_max(&mut self, opcode: Air, lane: Lane, a: Arg, b: Arg, to: Tmp) -> Result {
        let is_min = opcode == Air::VectorMin;
        let whole = if is_min { Air::VectorFMin } else { Air::VectorFMax };
        if self.try_emit(whole, &[a, b, Arg::Imm(lane as i64), to.into()]) {
            return Ok(());
        }
        let either = if is_min { Air::VectorPMin } else { Air::VectorPMax };
        let first = self.new_in_lanes(either, lane, a, b)?;
        let second = self.new_in_lanes(either, lane, b, a)?;
        let mut both = self.bitwise(Air::VectorOr, first, second)?;
        if !is_min {
            // For the greater of zeros it subtracts -0 from -0. A NaN remains one.
            let difference = self.bitwise(Air::VectorXor, first, second)?;
            both = self.new_in_lanes(Air::VectorSub, lane, both, difference)?;
        }
        // The NaNs have bits of the other operand: the canonical one, which clients expect of canonical ones, replaces
        // them.
        let ordered = self.new_in_lanes(Air::VectorEqual, lane, both, both)?;
        let canonical = if lane == Lane::F32x4 { 0x7fc0_0000 } else { 0x7ff8 << 48 };
        let canonical = self.new_vector(in_each(lane, canonical));
        self.bit_select([both, canonical, ordered], to)
    }

    /// b where the second pair is in order, else a.
    fn chosen(&mut self, opcode: Air, lane: Lane, [a, b]: [Arg; 2], order: [Arg; 2], to: Tmp) -> Result {
        if self.has_form(opcode, &[a, b, Arg::Imm(lane as i64), to.into()]) {
            return self.in_lanes(opcode, lane, a, b, to);
        }
        let less = self.new_in_lanes(Air::VectorLessThan, lane, order[0], order[1])?;
        self.bit_select([b, a, less], to)
    }

    fn vector_less(&mut self, lane: Lane, a: Arg, b: Arg, to: Tmp) -> Result {
        if !lane.is_unsigned() {
            return self.in_lanes(Air::VectorLessThan, lane, a, b, to);
        }
        if self.has_form(Air::VectorBelow, &[a, b, Arg::Imm(lane as i64), to.into()]) {
            return self.in_lanes(Air::VectorBelow, lane, a, b, to);
        }
        // The order of unsigned integers is that of signed ones with the other sign bit.
        let signs = self.new_vector(in_each(lane, 1 << (lane.bits() - 1)));
        let a = self.bitwise(Air::VectorXor, a, signs)?;
        let b = self.bitwise(Air::VectorXor, b, signs)?;
        self.in_lanes(Air::VectorLessThan, lane.signed(), a, b, to)
    }

    fn vector_less_equal(&mut self, lane: Lane, a: Arg, b: Arg, to: Tmp) -> Result {
        if lane.is_float() {
            return self.in_lanes(Air::VectorLessEqual, lane, a, b, to);
        }
        if self.has_form(Air::VectorNotGreater, &[a, b, Arg::Imm(lane as i64), to.into()]) {
            return self.in_lanes(Air::VectorNotGreater, lane, a, b, to);
        }
        let greater = self.scratch(Bank::Fp);
        self.vector_less(lane, b, a, greater)?;
        self.complement(greater.into(), to)
    }

    /// A constant in memory.
    pub(super) fn new_vector(&mut self, bits: u128) -> Arg {
        let known = self.code.vectors.iter().find(|(_, known)| **known == bits).map(|(id, _)| id);
        Arg::Vector(known.unwrap_or_else(|| self.code.vectors.push(bits)))
    }

    /// The temporary of a constant, which is rematerialized at its uses.
    pub(super) fn vector_constant(&mut self, value: &Value) -> Result<Tmp> {
        match self.proc.vector_bits(value) {
            0 => self.remat(Bank::Fp, Air::MoveZeroToVector, None),
            _ => self.remat(Bank::Fp, Air::MoveVector, Some(Arg::Vector(value.vector()))),
        }
    }

    /// Selects Select of vectors: the predicate is in a register.
    pub(super) fn select_vector(&mut self, id: ValueId) -> Result {
        let [predicate, then, otherwise] = [0, 1, 2].map(|n| self.child(id, n));
        let is_true = self.truth(predicate)?;
        let args = [is_true, self.tmp(then)?, self.tmp(otherwise)?, self.tmp(id)?];
        self.emit(Air::SelectVector, &args.map(Arg::Tmp))
    }
}
