//! Operations on lanes of floats, and conversions between them and integers.

use super::select::{Lowering, Result};
use super::vector::in_each;
use super::vector_lanes::lane_arg;
use crate::air::{Arg, InstFlags, Opcode as Air, Tmp};
use crate::base::{Bank, Lane, LibCall};
use crate::ir::{Opcode, ValueId};

/// Numbers of the modes of [`Air::VectorRound`].
const NEAREST: i64 = 0;
const DOWN: i64 = 1;
const UP: i64 = 2;
const TOWARD_ZERO: i64 = 3;

/// 2^31 in each lane.
fn two_to_31(lane: Lane) -> u128 {
    in_each(lane, if lane == Lane::F32x4 { 0x4f00_0000 } else { 0x41e0_0000_0000_0000 })
}

impl<const RECORDS: bool> Lowering<'_, RECORDS> {
    pub(super) fn vector_round(&mut self, id: ValueId) -> Result {
        let lane = self.lane_of(id);
        let mode = match self.proc.value(id).opcode() {
            Opcode::VectorNearest => NEAREST,
            Opcode::VectorFloor => DOWN,
            Opcode::VectorCeil => UP,
            _ => TOWARD_ZERO,
        };
        let a = Arg::Tmp(self.tmp(self.child(id, 0))?);
        let to = self.tmp(id)?;
        if self.try_emit(Air::VectorRound, &[a, lane_arg(lane), Arg::Imm(mode), to.into()]) {
            return Ok(());
        }
        self.rounded(mode, lane, a, to)
    }

    /// Without an instruction: the sum with a number whose last bit is worth 1 is rounded, to nearest. The difference
    /// from it is the nearest integer, which another mode corrects by 1. Numbers that are not less are integers.
    fn rounded(&mut self, mode: i64, lane: Lane, a: Arg, to: Tmp) -> Result {
        let (sign_bit, whole, one) = match lane {
            Lane::F32x4 => (1 << 31, 0x4b00_0000, 0x3f80_0000),
            _ => (1 << 63, 0x4330_0000_0000_0000, 0x3ff0_0000_0000_0000),
        };
        let signs = self.in_register(in_each(lane, sign_bit))?;
        let whole = self.in_register(in_each(lane, whole))?;
        let sign = self.bitwise(Air::VectorAnd, a, signs)?;
        let magnitude = self.bitwise(Air::VectorAndNot, a, signs)?;
        let sum = self.new_lanes(Air::VectorAdd, &[magnitude, whole], lane)?;
        let mut near = self.new_lanes(Air::VectorSub, &[sum, whole], lane)?;
        if mode != NEAREST {
            let exact = if mode == TOWARD_ZERO { magnitude } else { a };
            if mode != TOWARD_ZERO {
                near = self.bitwise(Air::VectorOr, near, sign)?;
            }
            let order = if mode == UP { [near, exact] } else { [exact, near] };
            let is_wrong = self.new_lanes(Air::VectorLessThan, &order, lane)?;
            let one = self.in_register(in_each(lane, one))?;
            let correction = self.bitwise(Air::VectorAnd, is_wrong, one)?;
            let correct = if mode == UP { Air::VectorAdd } else { Air::VectorSub };
            near = self.new_lanes(correct, &[near, correction], lane)?;
        }
        let near = self.bitwise(Air::VectorOr, near, sign)?;
        let has_fraction = self.new_lanes(Air::VectorLessThan, &[magnitude, whole], lane)?;
        // The difference makes a NaN quiet.
        let zero = self.vector_zero()?;
        let other = self.new_lanes(Air::VectorSub, &[a, zero], lane)?;
        self.bit_select([near, other, has_fraction], to)
    }

    pub(super) fn vector_sqrt(&mut self, id: ValueId) -> Result {
        let lane = self.lane_of(id);
        let a = Arg::Tmp(self.tmp(self.child(id, 0))?);
        let to = Arg::Tmp(self.tmp(id)?);
        self.emit(Air::VectorSqrt, &[a, lane_arg(lane), to])
    }

    /// Without an instruction, the library's function computes each lane.
    pub(super) fn vector_fma(&mut self, id: ValueId) -> Result {
        let lane = self.lane_of(id);
        let [a, b, c] = [0, 1, 2].map(|n| self.child(id, n));
        let operands = [self.tmp(a)?, self.tmp(b)?, self.tmp(c)?];
        let [a, b, c] = operands.map(Arg::Tmp);
        let to = self.tmp(id)?;
        if self.try_emit(Air::VectorFma, &[a, b, c, lane_arg(lane), to.into()]) {
            return Ok(());
        }
        let function = if lane == Lane::F32x4 { LibCall::Fmaf } else { LibCall::Fma };
        let ty = lane.scalar();
        let mut result = self.vector_zero()?;
        for index in 0..lane.count() {
            let mut arguments = [(ty, a); 3];
            for (argument, operand) in arguments.iter_mut().zip(operands) {
                let element = self.scratch(Bank::Fp);
                self.extracted_float(lane, index, operand.into(), element.into())?;
                argument.1 = element.into();
            }
            let element = self.scratch(Bank::Fp);
            self.library_call(function, &arguments, Some((ty, element)))?;
            let next = self.scratch(Bank::Fp);
            let args = [result, element.into(), lane_arg(lane), Arg::Imm(index.into()), next.into()];
            self.emit_with_scratches(Air::VectorInsertFirst, &args, InstFlags::empty())?;
            result = next.into();
        }
        self.emit(Air::MoveVector, &[result, to.into()])
    }

    /// The result of a conversion of one instruction, in a new temporary.
    fn converted(&mut self, opcode: Air, a: Arg) -> Result<Arg> {
        let to = self.scratch(Bank::Fp);
        self.emit(opcode, &[a, to.into()])?;
        Ok(to.into())
    }

    pub(super) fn vector_conversion(&mut self, id: ValueId) -> Result {
        let is_unsigned = self.lane_of(id).is_unsigned();
        let opcode = self.proc.value(id).opcode();
        let a = Arg::Tmp(self.tmp(self.child(id, 0))?);
        let to = self.tmp(id)?;
        let whole = match (opcode, is_unsigned) {
            (Opcode::VectorConvert, false) => Air::VectorInt32ToFloats,
            (Opcode::VectorConvert, true) => Air::VectorUInt32ToFloats,
            (Opcode::VectorConvertLow, false) => Air::VectorInt32ToDoubles,
            (Opcode::VectorConvertLow, true) => Air::VectorUInt32ToDoubles,
            (Opcode::VectorTruncSat, false) => Air::VectorFloatsToInt32,
            (Opcode::VectorTruncSat, true) => Air::VectorFloatsToUInt32,
            (Opcode::VectorTruncSatLow, false) => Air::VectorDoublesToInt32,
            (Opcode::VectorTruncSatLow, true) => Air::VectorDoublesToUInt32,
            (Opcode::VectorPromote, _) => Air::VectorFloatsToDoubles,
            _ => Air::VectorDoublesToFloats,
        };
        if self.try_emit(whole, &[a, to.into()]) {
            return Ok(());
        }
        match (opcode, is_unsigned) {
            (Opcode::VectorConvert, _) => self.unsigned_to_float(a, to),
            (Opcode::VectorConvertLow, _) => self.unsigned_to_double(a, to),
            (Opcode::VectorTruncSat, false) => self.float_to_signed(a, to),
            (Opcode::VectorTruncSat, true) => self.float_to_unsigned(a, to),
            (_, false) => self.double_to_signed(a, to),
            (_, true) => self.double_to_unsigned(a, to),
        }
    }

    /// Both halves of 16 bits are exact, so only their sum is rounded.
    fn unsigned_to_float(&mut self, a: Arg, to: Tmp) -> Result {
        let low_bits = self.in_register(in_each(Lane::U32x4, 0xffff))?;
        let low = self.bitwise(Air::VectorAnd, a, low_bits)?;
        let high = self.new_lanes(Air::VectorShr, &[a, Arg::Imm(16)], Lane::U32x4)?;
        let [low, high] =
            [self.converted(Air::VectorInt32ToFloats, low)?, self.converted(Air::VectorInt32ToFloats, high)?];
        let factor = self.in_register(in_each(Lane::F32x4, 0x4780_0000))?;
        let high = self.new_lanes(Air::VectorMul, &[high, factor], Lane::F32x4)?;
        self.emit_with_scratches(
            Air::VectorAdd,
            &[high, low, lane_arg(Lane::F32x4), to.into()],
            InstFlags::empty(),
        )
    }

    /// An integer below the upper half of 2^52 is the double 2^52 plus it.
    fn unsigned_to_double(&mut self, a: Arg, to: Tmp) -> Result {
        let upper = self.in_register(in_each(Lane::U32x4, 0x4330_0000))?;
        let sum = self.new_lanes(Air::VectorInterleaveLow, &[a, upper], Lane::I32x4)?;
        let offset = self.in_register(in_each(Lane::F64x2, 0x4330_0000_0000_0000))?;
        self.emit_with_scratches(
            Air::VectorSub,
            &[sum, offset, lane_arg(Lane::F64x2), to.into()],
            InstFlags::empty(),
        )
    }

    /// Zeros for the lanes that are NaNs.
    fn without_nans(&mut self, lane: Lane, a: Arg) -> Result<Arg> {
        let is_number = self.new_lanes(Air::VectorEqual, &[a, a], lane)?;
        self.bitwise(Air::VectorAnd, a, is_number)
    }

    /// Floats as integers of 32 bits: 2^31 and more become the greatest one.
    fn saturated_above(&mut self, a: Arg) -> Result<Arg> {
        let limit = self.in_register(two_to_31(Lane::F32x4))?;
        let is_above = self.new_lanes(Air::VectorLessEqual, &[limit, a], Lane::F32x4)?;
        let least = self.converted(Air::VectorFloatsToInt32Min, a)?;
        self.bitwise(Air::VectorXor, least, is_above)
    }

    fn float_to_signed(&mut self, a: Arg, to: Tmp) -> Result {
        let number = self.without_nans(Lane::F32x4, a)?;
        let result = self.saturated_above(number)?;
        self.emit(Air::MoveVector, &[result, to.into()])
    }

    /// What a number has above 2^31 is converted apart and added: below, the first conversion is exact and the second
    /// one zero; above, the first one gives 2^31.
    fn float_to_unsigned(&mut self, a: Arg, to: Tmp) -> Result {
        let zero = self.vector_zero()?;
        let number = self.new_lanes(Air::VectorPMax, &[zero, a], Lane::F32x4)?;
        let low = self.converted(Air::VectorFloatsToInt32Min, number)?;
        let limit = self.in_register(two_to_31(Lane::F32x4))?;
        let rest = self.new_lanes(Air::VectorSub, &[number, limit], Lane::F32x4)?;
        let rest = self.new_lanes(Air::VectorPMax, &[zero, rest], Lane::F32x4)?;
        let high = self.saturated_above(rest)?;
        self.emit_with_scratches(
            Air::VectorAdd,
            &[low, high, lane_arg(Lane::I32x4), to.into()],
            InstFlags::empty(),
        )
    }

    fn double_to_signed(&mut self, a: Arg, to: Tmp) -> Result {
        let number = self.without_nans(Lane::F64x2, a)?;
        let most = self.in_register(in_each(Lane::F64x2, 0x41df_ffff_ffc0_0000))?;
        let number = self.new_lanes(Air::VectorPMin, &[number, most], Lane::F64x2)?;
        self.emit(Air::VectorDoublesToInt32Min, &[number, to.into()])
    }

    /// From 2^31 on, what the number has above it is converted, and the upper bit set.
    fn double_to_unsigned(&mut self, a: Arg, to: Tmp) -> Result {
        let zero = self.vector_zero()?;
        let number = self.new_lanes(Air::VectorPMax, &[zero, a], Lane::F64x2)?;
        let most = self.in_register(in_each(Lane::F64x2, 0x41ef_ffff_ffe0_0000))?;
        let number = self.new_lanes(Air::VectorPMin, &[number, most], Lane::F64x2)?;
        let limit = self.in_register(two_to_31(Lane::F64x2))?;
        let is_above = self.new_lanes(Air::VectorLessEqual, &[limit, number], Lane::F64x2)?;
        let subtracted = self.bitwise(Air::VectorAnd, is_above, limit)?;
        let rest = self.new_lanes(Air::VectorSub, &[number, subtracted], Lane::F64x2)?;
        let low = self.converted(Air::VectorDoublesToInt32Min, rest)?;
        let upper = self.scratch(Bank::Fp);
        self.emit(Air::VectorShuffle32, &[is_above, Arg::Imm(0x88), upper.into()])?;
        let upper_bits = self.in_register(1 << 31 | 1 << 63)?;
        let upper = self.bitwise(Air::VectorAnd, upper.into(), upper_bits)?;
        self.emit(Air::VectorOr, &[low, upper, to.into()])
    }
}
