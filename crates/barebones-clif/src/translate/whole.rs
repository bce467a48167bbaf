//! Vectors of 128 bits as values of type V128.
//!
//! Instructions that have an operation on the whole vector use it. For all others, [`super::vector`] unpacks the lanes
//! of the operands and packs those of the result.

use super::wide::relation;
use super::{Missing, Result, Translator};
use crate::ast::*;
use crate::table::Opcode;
use crate::types::{Kind, Type};
use barebones::base::{self, Arch, Lane};
use barebones::ir::{self, ValueId};
use barebones_widths::int::{Relation, Sign};

/// The lanes of a vector type of 128 bits; integers are signed, and those of `f16` are integers.
fn lane_of(ty: Type) -> Lane {
    match (ty.kind, ty.bits) {
        (Kind::Float, 32) => Lane::F32x4,
        (Kind::Float, 64) => Lane::F64x2,
        (_, bits) => int_lane(bits),
    }
}

fn int_lane(bits: u16) -> Lane {
    match bits {
        8 => Lane::I8x16,
        16 => Lane::I16x8,
        32 => Lane::I32x4,
        _ => Lane::I64x2,
    }
}

fn with_sign(lane: Lane, sign: Sign) -> Lane {
    match (sign, lane) {
        (Sign::Signed, lane) => lane,
        (Sign::Unsigned, Lane::I8x16) => Lane::U8x16,
        (Sign::Unsigned, Lane::I16x8) => Lane::U16x8,
        (Sign::Unsigned, Lane::I32x4) => Lane::U32x4,
        (Sign::Unsigned, Lane::I64x2) => Lane::U64x2,
        (Sign::Unsigned, lane) => lane,
    }
}

/// The same bits in each lane.
fn splat_bits(lane: Lane, bits: u64) -> u128 {
    (0..lane.count()).fold(0, |all, index| all | u128::from(bits) << (index * lane.bits()))
}

/// The highest bit of each lane.
fn sign_bits(lane: Lane) -> u128 {
    splat_bits(lane, 1 << (lane.bits() - 1))
}

/// The bytes of every second lane of two vectors, from the first or second one.
fn every_other(ty: Type, first: u8) -> [u8; 16] {
    let size = (ty.bits / 8) as u8;
    std::array::from_fn(|byte| {
        let byte = byte as u8;
        2 * size * (byte / size) + first * size + byte % size
    })
}

/// The operation of one operand.
fn unary(opcode: Opcode) -> Option<ir::Opcode> {
    Some(match opcode {
        Opcode::Ineg | Opcode::Fneg => ir::Opcode::VectorNeg,
        Opcode::Iabs | Opcode::Fabs => ir::Opcode::VectorAbs,
        Opcode::Sqrt => ir::Opcode::VectorSqrt,
        Opcode::Ceil => ir::Opcode::VectorCeil,
        Opcode::Floor => ir::Opcode::VectorFloor,
        Opcode::Trunc => ir::Opcode::VectorTrunc,
        Opcode::Nearest => ir::Opcode::VectorNearest,
        _ => return None,
    })
}

/// The operation of two operands, the sign of its lanes, and true if the operands are exchanged.
fn binary(opcode: Opcode) -> Option<(ir::Opcode, Sign, bool)> {
    use Opcode as O;
    use Sign::{Signed, Unsigned};
    Some(match opcode {
        O::Iadd | O::Fadd => (ir::Opcode::VectorAdd, Signed, false),
        O::Isub | O::Fsub => (ir::Opcode::VectorSub, Signed, false),
        O::Imul | O::Fmul => (ir::Opcode::VectorMul, Signed, false),
        O::Fdiv => (ir::Opcode::VectorDiv, Signed, false),
        O::Smin => (ir::Opcode::VectorMin, Signed, false),
        O::Umin => (ir::Opcode::VectorMin, Unsigned, false),
        O::Smax => (ir::Opcode::VectorMax, Signed, false),
        O::Umax => (ir::Opcode::VectorMax, Unsigned, false),
        O::SaddSat => (ir::Opcode::VectorAddSat, Signed, false),
        O::UaddSat => (ir::Opcode::VectorAddSat, Unsigned, false),
        O::SsubSat => (ir::Opcode::VectorSubSat, Signed, false),
        O::UsubSat => (ir::Opcode::VectorSubSat, Unsigned, false),
        O::AvgRound => (ir::Opcode::VectorAverage, Unsigned, false),
        O::FminPseudo => (ir::Opcode::VectorPMin, Signed, false),
        O::FmaxPseudo => (ir::Opcode::VectorPMax, Signed, false),
        // x < y ? x : y is the pseudo-minimum of y and x.
        O::X86Fmin => (ir::Opcode::VectorPMin, Signed, true),
        O::X86Fmax => (ir::Opcode::VectorPMax, Signed, true),
        _ => return None,
    })
}

/// Lanes of vectors.
impl Translator<'_> {
    /// The lanes of a vector.
    pub(super) fn unpack(&mut self, ty: Type, vector: ValueId) -> Vec<ValueId> {
        (0..u32::from(ty.lanes)).map(|index| self.extract_lane(ty, vector, index)).collect()
    }

    fn extract_lane(&mut self, ty: Type, vector: ValueId, index: u32) -> ValueId {
        let lane = lane_of(ty);
        // A narrow lane is zero-extended, which is known of it.
        let lane = if lane.bits() < 32 { with_sign(lane, Sign::Unsigned) } else { lane };
        let value = self.b().vector_at(ir::Opcode::VectorExtractLane, lane, index, &[vector]);
        self.limit_bits(value, ty.bits);
        value
    }

    /// The vector of lanes. Constant ones are one constant.
    pub(super) fn pack(&mut self, ty: Type, lanes: &[ValueId]) -> ValueId {
        let lane = lane_of(ty);
        let mut b = self.b();
        let bits_of = |id: &ValueId| {
            let value = b.proc.get_value(*id)?;
            value.opcode().is_constant().then(|| value.bits() & (u64::MAX >> (64 - lane.bits())))
        };
        let known: Vec<Option<u64>> = lanes.iter().map(bits_of).collect();
        let constants = known
            .iter()
            .zip(0..)
            .fold(0, |all, (bits, index)| all | u128::from(bits.unwrap_or(0)) << (index * lane.bits()));
        let mut vector = match lanes {
            [first, rest @ ..] if known[0].is_none() && rest.iter().all(|other| other == first) => {
                return b.vector(ir::Opcode::VectorSplat, lane, &[*first]);
            }
            _ => b.const128(constants),
        };
        for ((value, known), index) in lanes.iter().zip(&known).zip(0..) {
            if known.is_none() {
                vector = b.vector_at(ir::Opcode::VectorReplaceLane, lane, index, &[vector, *value]);
            }
        }
        vector
    }
}

/// Instructions.
impl Translator<'_> {
    /// Translates an instruction by operations on whole vectors; false if there are none for it.
    pub(super) fn whole(&mut self, inst: &Inst) -> Result<bool> {
        let types = inst.args.iter().chain(&inst.results).filter_map(|value| self.function.type_of(*value));
        let is_other = |ty: Type| ty.is_vector() && !self.is_whole(ty);
        let Some(ty) = self.whole_type(inst) else { return Ok(false) };
        if types.into_iter().any(is_other) {
            return Ok(false);
        }
        let result = match self.whole_lane_wise(inst, ty)? {
            Some(result) => Some(result),
            None => match self.whole_conversion(inst, ty)? {
                Some(result) => Some(result),
                None => self.whole_moves(inst, ty)?,
            },
        };
        if let Some(result) = result {
            self.set(inst, 0, result);
        }
        Ok(result.is_some())
    }

    /// The type of the first operand that is a vector, else of the result.
    fn whole_type(&self, inst: &Inst) -> Option<Type> {
        let mut values = inst.args.iter().chain(&inst.results);
        values.find_map(|value| self.function.type_of(*value).filter(|ty| self.is_whole(*ty)))
    }

    /// An operand that is a vector of this type.
    fn whole_arg(&self, inst: &Inst, index: usize, ty: Type) -> Result<ValueId> {
        if self.arg_type(inst, index)? != ty {
            return self.invalid(format!("an operand of type {ty} is required"));
        }
        Ok(self.arg_leaves(inst, index)?[0])
    }

    fn whole_args(&self, inst: &Inst, ty: Type) -> Result<[ValueId; 2]> {
        Ok([self.whole_arg(inst, 0, ty)?, self.whole_arg(inst, 1, ty)?])
    }

    /// An operation on each lane.
    fn whole_lane_wise(&mut self, inst: &Inst, ty: Type) -> Result<Option<ValueId>> {
        use Opcode as O;
        let lane = lane_of(ty);
        let result = inst.results.first().and_then(|value| self.function.type_of(*value));
        // Bits of any lanes.
        match inst.opcode {
            O::Bnot => return Ok(Some(self.whole_arg(inst, 0, ty).map(|x| self.b().vector_not(x))?)),
            O::Band | O::Bor | O::Bxor | O::BandNot | O::BorNot | O::BxorNot => {
                let [x, y] = self.whole_args(inst, ty)?;
                let mut b = self.b();
                return Ok(Some(match inst.opcode {
                    O::Band => b.vector_and(x, y),
                    O::Bor => b.vector_or(x, y),
                    O::Bxor => b.vector_xor(x, y),
                    O::BandNot => b.vector_and_not(x, y),
                    O::BorNot => {
                        let inverted = b.vector_not(y);
                        b.vector_or(x, inverted)
                    }
                    _ => {
                        let inverted = b.vector_not(y);
                        b.vector_xor(x, inverted)
                    }
                }));
            }
            _ => {}
        }
        // Numbers of 16 bits, and their comparisons, are computed lane by lane.
        if ty.kind == Kind::Float && ty.bits == 16 || result.is_none_or(|result| result.bits != ty.bits) {
            return Ok(None);
        }
        if let Some(opcode) = unary(inst.opcode) {
            let x = self.whole_arg(inst, 0, ty)?;
            return Ok(opcode.lanes().contains(lane).then(|| self.b().vector(opcode, lane, &[x])));
        }
        if let Some((opcode, sign, exchanged)) = binary(inst.opcode)
            && opcode.lanes().contains(with_sign(lane, sign))
        {
            let [x, y] = self.whole_args(inst, ty)?;
            let operands = if exchanged { [y, x] } else { [x, y] };
            return Ok(Some(self.b().vector(opcode, with_sign(lane, sign), &operands)));
        }
        Ok(Some(match inst.opcode {
            O::Popcnt if lane == Lane::I8x16 => {
                let x = self.whole_arg(inst, 0, ty)?;
                self.b().apply(ir::Opcode::VectorPopCount, &[x])
            }
            O::SqmulRoundSat if lane == Lane::I16x8 => {
                let [x, y] = self.whole_args(inst, ty)?;
                self.b().apply(ir::Opcode::VectorMulQ15, &[x, y])
            }
            O::Fma => {
                let [x, y] = self.whole_args(inst, ty)?;
                let z = self.whole_arg(inst, 2, ty)?;
                self.b().vector(ir::Opcode::VectorFma, lane, &[x, y, z])
            }
            O::Fcopysign => {
                let [x, y] = self.whole_args(inst, ty)?;
                let mut b = self.b();
                let signs = b.const128(sign_bits(lane));
                b.apply(ir::Opcode::VectorBitSelect, &[y, x, signs])
            }
            O::Fmin | O::Fmax => self.whole_extremum(inst, ty)?,
            O::Icmp => {
                let [x, y] = self.whole_args(inst, ty)?;
                let Some(cc) = inst.int_cc else { return self.invalid("a condition is missing") };
                let Some(relation) = relation(cc) else {
                    return self.unsupported(Missing::OverflowCondition);
                };
                self.whole_compare(relation, lane, x, y)
            }
            O::Fcmp => {
                let [x, y] = self.whole_args(inst, ty)?;
                let Some(cc) = inst.float_cc else { return self.invalid("a condition is missing") };
                self.whole_float_compare(cc, lane, x, y)
            }
            _ => match self.whole_shift(inst, ty)? {
                Some(result) => result,
                None => return self.whole_composed(inst, ty),
            },
        }))
    }

    fn whole_shift(&mut self, inst: &Inst, ty: Type) -> Result<Option<ValueId>> {
        use Opcode as O;
        use ir::Opcode::{VectorShl, VectorShr};
        let lane = lane_of(ty);
        let unsigned = with_sign(lane, Sign::Unsigned);
        let (opcode, lane) = match inst.opcode {
            O::Ishl | O::IshlImm => (VectorShl, lane),
            O::Ushr | O::UshrImm => (VectorShr, unsigned),
            O::Sshr | O::SshrImm => (VectorShr, lane),
            O::Rotl | O::RotlImm | O::Rotr | O::RotrImm => (VectorShl, lane),
            _ => return Ok(None),
        };
        let x = self.whole_arg(inst, 0, ty)?;
        let amount = match inst.args.get(1) {
            Some(amount) => self.low(*amount)?,
            None => {
                let amount = self.immediate(inst)?;
                self.b().const32(amount as i32)
            }
        };
        let mut b = self.b();
        let shifted = |b: &mut ir::Cursor<'_>, amount| b.vector(opcode, lane, &[x, amount]);
        if !matches!(inst.opcode, O::Rotl | O::RotlImm | O::Rotr | O::RotrImm) {
            return Ok(Some(shifted(&mut b, amount)));
        }
        // Shifts mask their amounts, so those of a rotation are opposites.
        let zero = b.const32(0);
        let opposite = b.sub(zero, amount);
        let is_left = matches!(inst.opcode, O::Rotl | O::RotlImm);
        let (left, right) = if is_left { (amount, opposite) } else { (opposite, amount) };
        let high = shifted(&mut b, left);
        let low = b.vector(VectorShr, unsigned, &[x, right]);
        Ok(Some(b.vector_or(high, low)))
    }

    /// An operation on integers that takes several ones on whole vectors.
    fn whole_composed(&mut self, inst: &Inst, ty: Type) -> Result<Option<ValueId>> {
        use Opcode as O;
        use Sign::{Signed, Unsigned};
        if ty.kind != Kind::Int {
            return Ok(None);
        }
        let lane = lane_of(ty);
        Ok(Some(match inst.opcode {
            O::Popcnt => {
                let x = self.whole_arg(inst, 0, ty)?;
                self.sum_of_bytes(x, lane)
            }
            O::Imul if lane == Lane::I8x16 => {
                let [x, y] = self.whole_args(inst, ty)?;
                let mut b = self.b();
                let [low, high] = [0x00ff, 0xff00].map(|bits| b.const128(splat_bits(Lane::I16x8, bits)));
                let products = b.vector(ir::Opcode::VectorMul, Lane::I16x8, &[x, y]);
                let even = b.vector_and(products, low);
                // The product with a multiple of 256 is one of 256: the odd byte alone.
                let eight = b.const32(8);
                let odd = b.vector(ir::Opcode::VectorShr, Lane::U16x8, &[x, eight]);
                let factor = b.vector_and(y, high);
                let odd = b.vector(ir::Opcode::VectorMul, Lane::I16x8, &[odd, factor]);
                b.vector_or(even, odd)
            }
            O::Smulhi | O::Umulhi if ty.bits <= 32 => {
                let [x, y] = self.whole_args(inst, ty)?;
                let sign = if inst.opcode == O::Smulhi { Signed } else { Unsigned };
                let wide = int_lane(2 * ty.bits);
                let mut b = self.b();
                let [low, high] = [ir::Opcode::VectorExtendLow, ir::Opcode::VectorExtendHigh].map(|half| {
                    let [x, y] = [x, y].map(|operand| b.vector(half, with_sign(wide, sign), &[operand]));
                    b.vector(ir::Opcode::VectorMul, wide, &[x, y])
                });
                b.vector_shuffle(low, high, every_other(ty, 1))
            }
            O::UaddSat => {
                let [x, y] = self.whole_args(inst, ty)?;
                let mut b = self.b();
                let sum = b.vector(ir::Opcode::VectorAdd, lane, &[x, y]);
                let wrapped = b.vector(ir::Opcode::VectorLessThan, with_sign(lane, Unsigned), &[sum, x]);
                b.vector_or(sum, wrapped)
            }
            O::UsubSat => {
                let [x, y] = self.whole_args(inst, ty)?;
                let mut b = self.b();
                let difference = b.vector(ir::Opcode::VectorSub, lane, &[x, y]);
                let wrapped = b.vector(ir::Opcode::VectorLessThan, with_sign(lane, Unsigned), &[x, y]);
                b.vector_and_not(difference, wrapped)
            }
            O::SaddSat | O::SsubSat => {
                let [x, y] = self.whole_args(inst, ty)?;
                let mut b = self.b();
                let is_sum = inst.opcode == O::SaddSat;
                let opcode = if is_sum { ir::Opcode::VectorAdd } else { ir::Opcode::VectorSub };
                let result = b.vector(opcode, lane, &[x, y]);
                // A sum overflows if its sign differs from both operands; a difference if that of x differs from both
                // others. The limit is that on the side of x.
                let changed = b.vector_xor(x, result);
                let other = if is_sum { b.vector_xor(y, result) } else { b.vector_xor(x, y) };
                let overflows = b.vector_and(changed, other);
                let last = b.const32(i32::from(ty.bits) - 1);
                let [overflows, negative] =
                    [overflows, x].map(|signs| b.vector(ir::Opcode::VectorShr, lane, &[signs, last]));
                let largest = b.const128(!sign_bits(lane));
                let limit = b.vector_xor(negative, largest);
                b.apply(ir::Opcode::VectorBitSelect, &[limit, result, overflows])
            }
            O::AvgRound => {
                let [x, y] = self.whole_args(inst, ty)?;
                let mut b = self.b();
                // The sum is twice the common bits and once the others.
                let (union, others, one) = (b.vector_or(x, y), b.vector_xor(x, y), b.const32(1));
                let half = b.vector(ir::Opcode::VectorShr, with_sign(lane, Unsigned), &[others, one]);
                b.vector(ir::Opcode::VectorSub, lane, &[union, half])
            }
            _ => return Ok(None),
        }))
    }

    /// The number of bits that are set in each lane.
    fn sum_of_bytes(&mut self, x: ValueId, lane: Lane) -> ValueId {
        let unsigned = with_sign(lane, Sign::Unsigned);
        let mut b = self.b();
        let mut sums = b.apply(ir::Opcode::VectorPopCount, &[x]);
        let mut distance = lane.bits() / 2;
        // The lowest byte becomes the sum of all, which it can hold.
        while distance >= 8 {
            let amount = b.const32(distance as i32);
            let others = b.vector(ir::Opcode::VectorShr, unsigned, &[sums, amount]);
            sums = b.vector(ir::Opcode::VectorAdd, lane, &[sums, others]);
            distance /= 2;
        }
        let low = b.const128(splat_bits(lane, 0xff));
        b.vector_and(sums, low)
    }

    fn whole_compare(&mut self, relation: Relation, lane: Lane, x: ValueId, y: ValueId) -> ValueId {
        use ir::Opcode::{VectorEqual, VectorLessEqual, VectorLessThan};
        let mut b = self.b();
        match relation {
            Relation::Equal => b.vector(VectorEqual, lane, &[x, y]),
            Relation::NotEqual => {
                let equal = b.vector(VectorEqual, lane, &[x, y]);
                b.vector_not(equal)
            }
            Relation::Less(sign) => b.vector(VectorLessThan, with_sign(lane, sign), &[x, y]),
            Relation::LessEqual(sign) => b.vector(VectorLessEqual, with_sign(lane, sign), &[x, y]),
            Relation::Greater(sign) => b.vector(VectorLessThan, with_sign(lane, sign), &[y, x]),
            Relation::GreaterEqual(sign) => b.vector(VectorLessEqual, with_sign(lane, sign), &[y, x]),
        }
    }

    fn whole_float_compare(&mut self, cc: FloatCc, lane: Lane, x: ValueId, y: ValueId) -> ValueId {
        use ir::Opcode::{VectorEqual, VectorLessEqual, VectorLessThan};
        let FloatCc { less, equal, greater, unordered } = cc;
        if unordered {
            let opposite = FloatCc { less: !less, equal: !equal, greater: !greater, unordered: false };
            let result = self.whole_float_compare(opposite, lane, x, y);
            return self.b().vector_not(result);
        }
        let mut b = self.b();
        match (less, equal, greater) {
            (false, false, false) => b.const128(0),
            (true, false, false) => b.vector(VectorLessThan, lane, &[x, y]),
            (true, true, false) => b.vector(VectorLessEqual, lane, &[x, y]),
            (false, true, false) => b.vector(VectorEqual, lane, &[x, y]),
            (false, false, true) => b.vector(VectorLessThan, lane, &[y, x]),
            (false, true, true) => b.vector(VectorLessEqual, lane, &[y, x]),
            (true, false, true) => {
                let [one, other] = [[x, y], [y, x]].map(|pair| b.vector(VectorLessThan, lane, &pair));
                b.vector_or(one, other)
            }
            (true, true, true) => {
                let [x, y] = [x, y].map(|operand| b.vector(VectorEqual, lane, &[operand; 2]));
                b.vector_and(x, y)
            }
        }
    }

    /// The smaller or the larger numbers. Tests of Cranelift expect the NaN of its own code for x86-64, see
    /// [`barebones_widths::lanes::NanBits::Signed`].
    fn whole_extremum(&mut self, inst: &Inst, ty: Type) -> Result<ValueId> {
        let ([x, y], lane) = (self.whole_args(inst, ty)?, lane_of(ty));
        let is_min = inst.opcode == Opcode::Fmin;
        let opcode = if is_min { ir::Opcode::VectorMin } else { ir::Opcode::VectorMax };
        let number = self.b().vector(opcode, lane, &[x, y]);
        if self.proc.target().desc.arch == Arch::A64 {
            return Ok(number);
        }
        let ordered = FloatCc { less: true, equal: true, greater: true, unordered: false };
        let ordered = self.whole_float_compare(ordered, lane, x, y);
        let quiet = splat_bits(lane, if lane == Lane::F32x4 { 0x7fc0_0000 } else { 0x7ff8 << 48 });
        let mut b = self.b();
        let nan = if is_min {
            b.const128(quiet | sign_bits(lane))
        } else {
            let [either, signs, quiet] = [b.vector_or(x, y), b.const128(sign_bits(lane)), b.const128(quiet)];
            let sign = b.vector_and(either, signs);
            b.vector_or(sign, quiet)
        };
        Ok(b.apply(ir::Opcode::VectorBitSelect, &[number, nan, ordered]))
    }

    /// An operation that changes the width of lanes or their kind.
    fn whole_conversion(&mut self, inst: &Inst, ty: Type) -> Result<Option<ValueId>> {
        use Opcode as O;
        use Sign::{Signed, Unsigned};
        let result = inst.results.first().and_then(|value| self.function.type_of(*value));
        let Some(to) = result.filter(|to| self.is_whole(*to)) else { return Ok(None) };
        let (from_lane, to_lane) = (lane_of(ty), lane_of(to));
        let widened = ty.kind == Kind::Int && to.bits == 2 * ty.bits;
        let narrowed = ty.kind == Kind::Int && 2 * to.bits == ty.bits && to.bits < 32;
        if inst.opcode == O::Uunarrow && narrowed {
            let (operands, unsigned) = (self.whole_args(inst, ty)?, with_sign(from_lane, Unsigned));
            let mut b = self.b();
            // Not above the largest number, no operand is negative.
            let largest = b.const128(splat_bits(from_lane, (1 << to.bits) - 1));
            let operands = operands.map(|x| b.vector(ir::Opcode::VectorMin, unsigned, &[x, largest]));
            return Ok(Some(b.vector(ir::Opcode::VectorNarrow, with_sign(to_lane, Unsigned), &operands)));
        }
        let words_to_floats = (from_lane, to_lane) == (Lane::I32x4, Lane::F32x4);
        let floats_to_words = (from_lane, to_lane) == (Lane::F32x4, Lane::I32x4);
        let (opcode, lane) = match inst.opcode {
            O::SwidenLow if widened => (ir::Opcode::VectorExtendLow, to_lane),
            O::SwidenHigh if widened => (ir::Opcode::VectorExtendHigh, to_lane),
            O::UwidenLow if widened => (ir::Opcode::VectorExtendLow, with_sign(to_lane, Unsigned)),
            O::UwidenHigh if widened => (ir::Opcode::VectorExtendHigh, with_sign(to_lane, Unsigned)),
            O::Snarrow if narrowed => (ir::Opcode::VectorNarrow, to_lane),
            O::Unarrow if narrowed => (ir::Opcode::VectorNarrow, with_sign(to_lane, Unsigned)),
            O::FcvtFromSint if words_to_floats => (ir::Opcode::VectorConvert, from_lane),
            O::FcvtFromUint if words_to_floats => (ir::Opcode::VectorConvert, with_sign(from_lane, Unsigned)),
            O::FcvtLowFromSint if (from_lane, to_lane) == (Lane::I32x4, Lane::F64x2) => {
                (ir::Opcode::VectorConvertLow, with_sign(from_lane, Signed))
            }
            O::FcvtToSintSat if floats_to_words => (ir::Opcode::VectorTruncSat, to_lane),
            O::FcvtToUintSat if floats_to_words => (ir::Opcode::VectorTruncSat, with_sign(to_lane, Unsigned)),
            O::FvpromoteLow if (from_lane, to_lane) == (Lane::F32x4, Lane::F64x2) => {
                let x = self.whole_arg(inst, 0, ty)?;
                return Ok(Some(self.b().apply(ir::Opcode::VectorPromote, &[x])));
            }
            O::Fvdemote if (from_lane, to_lane) == (Lane::F64x2, Lane::F32x4) => {
                let x = self.whole_arg(inst, 0, ty)?;
                return Ok(Some(self.b().apply(ir::Opcode::VectorDemote, &[x])));
            }
            O::WideningPairwiseDotProductS if (from_lane, to_lane) == (Lane::I16x8, Lane::I32x4) => {
                let [x, y] = self.whole_args(inst, ty)?;
                return Ok(Some(self.b().apply(ir::Opcode::VectorDot, &[x, y])));
            }
            _ => return Ok(None),
        };
        let x = self.whole_arg(inst, 0, ty)?;
        if opcode != ir::Opcode::VectorNarrow {
            return Ok(Some(self.b().vector(opcode, lane, &[x])));
        }
        let y = self.whole_arg(inst, 1, ty)?;
        Ok(Some(self.b().vector(opcode, lane, &[x, y])))
    }

    /// An operation that moves lanes, chooses among them, or tests them.
    fn whole_moves(&mut self, inst: &Inst, ty: Type) -> Result<Option<ValueId>> {
        use Opcode as O;
        let (lane, bits) = (lane_of(ty), int_lane(ty.bits));
        Ok(Some(match inst.opcode {
            O::Splat => {
                let x = self.arg(inst, 0)?;
                self.b().vector(ir::Opcode::VectorSplat, lane, &[x])
            }
            O::Insertlane => {
                let (x, value) = (self.whole_arg(inst, 0, ty)?, self.arg(inst, 1)?);
                let index = self.lane_index(inst, ty)?;
                self.b().vector_at(ir::Opcode::VectorReplaceLane, lane, index, &[x, value])
            }
            O::Extractlane => {
                let x = self.whole_arg(inst, 0, ty)?;
                let index = self.lane_index(inst, ty)?;
                self.extract_lane(ty, x, index)
            }
            O::VanyTrue => {
                let x = self.whole_arg(inst, 0, ty)?;
                let any = self.b().apply(ir::Opcode::VectorAnyTrue, &[x]);
                self.bit(any)
            }
            O::VallTrue => {
                let x = self.whole_arg(inst, 0, ty)?;
                let mut b = self.b();
                let zero = b.const128(0);
                let zeros = b.vector(ir::Opcode::VectorEqual, bits, &[x, zero]);
                let any = b.apply(ir::Opcode::VectorAnyTrue, &[zeros]);
                self.not(any)
            }
            O::VhighBits => {
                let (x, to) = (self.whole_arg(inst, 0, ty)?, self.controlling(inst)?);
                let mask = self.b().vector(ir::Opcode::VectorBitmask, bits, &[x]);
                match self.core(to)? {
                    base::Type::Int64 => self.b().zext32(mask),
                    _ => mask,
                }
            }
            O::Shuffle => {
                let [x, y] = self.whole_args(inst, ty)?;
                let Immediate::Bytes(mask) = &inst.imm else { return self.invalid("a mask is missing") };
                let Ok(indices) = <[u8; 16]>::try_from(mask.as_slice()) else { return Ok(None) };
                if ty.lanes != 16 {
                    return Ok(None);
                }
                self.b().vector_shuffle(x, y, indices)
            }
            O::Swizzle if bits == Lane::I8x16 => {
                let [x, y] = self.whole_args(inst, ty)?;
                self.b().apply(ir::Opcode::VectorSwizzle, &[x, y])
            }
            O::X86Pshufb if bits == Lane::I8x16 => {
                let [x, y] = self.whole_args(inst, ty)?;
                let mut b = self.b();
                let used = b.const128(splat_bits(bits, 0x8f));
                let indices = b.vector_and(y, used);
                b.apply(ir::Opcode::VectorSwizzle, &[x, indices])
            }
            O::IaddPairwise if ty.kind == Kind::Int => {
                let [x, y] = self.whole_args(inst, ty)?;
                let mut b = self.b();
                let [even, odd] = [0, 1].map(|first| b.vector_shuffle(x, y, every_other(ty, first)));
                b.vector(ir::Opcode::VectorAdd, lane, &[even, odd])
            }
            O::Bitselect | O::Blendv | O::Vselect => return self.whole_choice(inst),
            _ => return Ok(None),
        }))
    }

    fn lane_index(&self, inst: &Inst, ty: Type) -> Result<u32> {
        let number = self.immediate(inst)?;
        let number = u32::try_from(number).ok().filter(|number| *number < u32::from(ty.lanes));
        match number {
            Some(number) => Ok(number),
            None => self.invalid(format!("the number of a lane of {ty} is required")),
        }
    }

    /// A choice by the bits of a mask, by the highest bit of its lanes, or by whole lanes.
    fn whole_choice(&mut self, inst: &Inst) -> Result<Option<ValueId>> {
        let (mask_type, ty) = (self.arg_type(inst, 0)?, self.arg_type(inst, 1)?);
        if !self.is_whole(mask_type) || mask_type.lanes != ty.lanes {
            return Ok(None);
        }
        let mask = self.whole_arg(inst, 0, mask_type)?;
        let [x, y] = [self.whole_arg(inst, 1, ty)?, self.whole_arg(inst, 2, ty)?];
        let bits = int_lane(mask_type.bits);
        let mut b = self.b();
        let choice = match inst.opcode {
            Opcode::Bitselect => [x, y, mask],
            Opcode::Blendv => {
                let zero = b.const128(0);
                [x, y, b.vector(ir::Opcode::VectorLessThan, bits, &[mask, zero])]
            }
            _ => {
                let zero = b.const128(0);
                [y, x, b.vector(ir::Opcode::VectorEqual, bits, &[mask, zero])]
            }
        };
        Ok(Some(b.apply(ir::Opcode::VectorBitSelect, &choice)))
    }
}
