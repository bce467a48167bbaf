//! Translates operations on vectors. A vector is an I8X16, which each operation on lanes casts to its own type.

use super::translate::Translator;
use super::{Result, internal};
use crate::base::Lane;
use crate::ir::{Opcode, ValueId};
use cranelift_codegen::ir as clif;
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::types::{F32X4, F64X2, I8, I8X16, I16X8, I32, I32X4, I64, I64X2};
use cranelift_codegen::ir::{Endianness, InstBuilder, MemFlagsData};

fn type_of(lane: Lane) -> clif::Type {
    match lane {
        Lane::I8x16 | Lane::U8x16 => I8X16,
        Lane::I16x8 | Lane::U16x8 => I16X8,
        Lane::I32x4 | Lane::U32x4 => I32X4,
        Lane::I64x2 | Lane::U64x2 => I64X2,
        Lane::F32x4 => F32X4,
        Lane::F64x2 => F64X2,
    }
}

impl Translator<'_> {
    pub(super) fn vector_constant(&mut self, bits: u128) -> clif::Value {
        let constant = self.builder.func.dfg.constants.insert(bits.to_le_bytes().as_slice().into());
        self.builder.ins().vconst(I8X16, constant)
    }

    fn cast(&mut self, to: clif::Type, a: clif::Value) -> clif::Value {
        if self.builder.func.dfg.value_type(a) == to {
            return a;
        }
        let flags = MemFlagsData::new().with_endianness(Endianness::Little);
        self.builder.ins().bitcast(to, flags, a)
    }

    /// The low bits of a scalar of at least this type.
    fn narrow(&mut self, ty: clif::Type, a: clif::Value) -> clif::Value {
        if self.builder.func.dfg.value_type(a) == ty { a } else { self.builder.ins().ireduce(ty, a) }
    }

    /// The vector of the bytes at these places in two vectors, which are followed by a zero. For machines on which
    /// Cranelift calls a function that the library does not have.
    fn bytes_through_memory(&mut self, from: [clif::Value; 2], places: Vec<clif::Value>) -> clif::Value {
        let mut slot = |size| {
            let data = clif::StackSlotData::new(clif::StackSlotKind::ExplicitSlot, size, 4);
            let slot = self.builder.create_sized_stack_slot(data);
            self.builder.ins().stack_addr(I64, slot, 0)
        };
        let [source, to] = [slot(48), slot(16)];
        let (flags, zero) = (MemFlagsData::new(), self.vector_constant(0));
        for (part, offset) in [from[0], from[1], zero].into_iter().zip([0, 16, 32]) {
            self.builder.ins().store(flags, part, source, offset);
        }
        for (place, offset) in places.into_iter().zip(0..) {
            let address = self.builder.ins().iadd(source, place);
            let byte = self.builder.ins().load(I8, flags, address, 0);
            self.builder.ins().store(flags, byte, to, offset);
        }
        self.builder.ins().load(I8X16, flags, to, 0)
    }

    pub(super) fn vector_operation(&mut self, id: ValueId) -> Result {
        let value = self.proc.value(id);
        let opcode = value.opcode();
        let lane = value.lane().filter(|lane| opcode.lanes().contains(*lane));
        let ty = lane.map_or(I8X16, type_of);
        let mut operands = [clif::Value::from_u32(0); 3];
        for (operand, &child) in operands.iter_mut().zip(self.proc.children(id)) {
            let got = self.get(child)?;
            *operand = if self.proc.type_of(child).is_vector() { self.cast(ty, got) } else { got };
        }
        let index = value.lane_index() as u8;
        let [a, b, c] = operands;
        let is_float = lane.is_some_and(Lane::is_float);
        let is_unsigned = lane.is_some_and(Lane::is_unsigned);
        let ins = self.builder.ins();
        let result = match opcode {
            Opcode::VectorAnd => ins.band(a, b),
            Opcode::VectorOr => ins.bor(a, b),
            Opcode::VectorXor => ins.bxor(a, b),
            Opcode::VectorAndNot => {
                let others = ins.bnot(b);
                self.builder.ins().band(a, others)
            }
            Opcode::VectorNot => ins.bnot(a),
            Opcode::VectorAdd if is_float => ins.fadd(a, b),
            Opcode::VectorAdd => ins.iadd(a, b),
            Opcode::VectorSub if is_float => ins.fsub(a, b),
            Opcode::VectorSub => ins.isub(a, b),
            Opcode::VectorMul if is_float => ins.fmul(a, b),
            Opcode::VectorMul => ins.imul(a, b),
            Opcode::VectorDiv => ins.fdiv(a, b),
            Opcode::VectorNeg if is_float => ins.fneg(a),
            Opcode::VectorNeg => ins.ineg(a),
            Opcode::VectorAbs if is_float => ins.fabs(a),
            Opcode::VectorAbs => ins.iabs(a),
            Opcode::VectorMin if is_float => ins.fmin(a, b),
            Opcode::VectorMax if is_float => ins.fmax(a, b),
            Opcode::VectorMin if is_unsigned => ins.umin(a, b),
            Opcode::VectorMax if is_unsigned => ins.umax(a, b),
            Opcode::VectorMin => ins.smin(a, b),
            Opcode::VectorMax => ins.smax(a, b),
            Opcode::VectorPMin | Opcode::VectorPMax => {
                let (less, than) = if opcode == Opcode::VectorPMin { (b, a) } else { (a, b) };
                let chosen = ins.fcmp(FloatCC::LessThan, less, than);
                let [a, b, chosen] = [a, b, chosen].map(|value| self.cast(I8X16, value));
                self.builder.ins().bitselect(chosen, b, a)
            }
            Opcode::VectorAddSat if is_unsigned => ins.uadd_sat(a, b),
            Opcode::VectorAddSat => ins.sadd_sat(a, b),
            Opcode::VectorSubSat if is_unsigned => ins.usub_sat(a, b),
            Opcode::VectorSubSat => ins.ssub_sat(a, b),
            Opcode::VectorAverage => ins.avg_round(a, b),
            Opcode::VectorEqual if is_float => ins.fcmp(FloatCC::Equal, a, b),
            Opcode::VectorLessThan if is_float => ins.fcmp(FloatCC::LessThan, a, b),
            Opcode::VectorLessEqual if is_float => ins.fcmp(FloatCC::LessThanOrEqual, a, b),
            Opcode::VectorEqual => ins.icmp(IntCC::Equal, a, b),
            Opcode::VectorLessThan if is_unsigned => ins.icmp(IntCC::UnsignedLessThan, a, b),
            Opcode::VectorLessThan => ins.icmp(IntCC::SignedLessThan, a, b),
            Opcode::VectorLessEqual if is_unsigned => ins.icmp(IntCC::UnsignedLessThanOrEqual, a, b),
            Opcode::VectorLessEqual => ins.icmp(IntCC::SignedLessThanOrEqual, a, b),
            Opcode::VectorBitSelect => ins.bitselect(c, a, b),
            Opcode::VectorSplat => {
                let narrow = self.narrow(ty.lane_type(), a);
                self.builder.ins().splat(ty, narrow)
            }
            Opcode::VectorReplaceLane => {
                let narrow = self.narrow(ty.lane_type(), b);
                self.builder.ins().insertlane(a, narrow, index)
            }
            Opcode::VectorExtractLane => {
                let element = ins.extractlane(a, index);
                let ins = self.builder.ins();
                let result = match lane {
                    Some(Lane::I8x16 | Lane::I16x8) => ins.sextend(I32, element),
                    Some(Lane::U8x16 | Lane::U16x8) => ins.uextend(I32, element),
                    _ => element,
                };
                self.define(id, result);
                return Ok(());
            }
            Opcode::VectorShl => ins.ishl(a, b),
            Opcode::VectorShr if is_unsigned => ins.ushr(a, b),
            Opcode::VectorShr => ins.sshr(a, b),
            Opcode::VectorPopCount => ins.popcnt(a),
            Opcode::VectorShuffle if !self.shuffles_bytes => {
                let indices = self.proc.vector_bits(value).to_le_bytes();
                let places = indices.map(|index| self.builder.ins().iconst(I64, i64::from(index.min(32))));
                self.bytes_through_memory([a, b], places.to_vec())
            }
            Opcode::VectorShuffle => {
                let indices = self.proc.vector_bits(value).to_le_bytes();
                // Cranelift has no index for zero: those are masked.
                let immediate = indices.map(|index| index % 32);
                let immediate = self.builder.func.dfg.immediates.push(immediate.as_slice().into());
                let shuffled = self.builder.ins().shuffle(a, b, immediate);
                let mask = indices.map(|index| if index < 32 { 0xff } else { 0 });
                let mask = self.vector_constant(u128::from_le_bytes(mask));
                self.builder.ins().band(shuffled, mask)
            }
            Opcode::VectorCeil => ins.ceil(a),
            Opcode::VectorFloor => ins.floor(a),
            Opcode::VectorTrunc => ins.trunc(a),
            Opcode::VectorNearest => ins.nearest(a),
            Opcode::VectorSqrt => ins.sqrt(a),
            Opcode::VectorFma => ins.fma(a, b, c),
            Opcode::VectorConvert if is_unsigned => ins.fcvt_from_uint(F32X4, a),
            Opcode::VectorConvert => ins.fcvt_from_sint(F32X4, a),
            Opcode::VectorConvertLow if is_unsigned => {
                let wide = ins.uwiden_low(a);
                self.builder.ins().fcvt_from_uint(F64X2, wide)
            }
            Opcode::VectorConvertLow => {
                let wide = ins.swiden_low(a);
                self.builder.ins().fcvt_from_sint(F64X2, wide)
            }
            Opcode::VectorTruncSat => {
                let a = self.cast(F32X4, a);
                let ins = self.builder.ins();
                if is_unsigned { ins.fcvt_to_uint_sat(I32X4, a) } else { ins.fcvt_to_sint_sat(I32X4, a) }
            }
            Opcode::VectorTruncSatLow => {
                let a = self.cast(F64X2, a);
                let ins = self.builder.ins();
                let wide =
                    if is_unsigned { ins.fcvt_to_uint_sat(I64X2, a) } else { ins.fcvt_to_sint_sat(I64X2, a) };
                let zero = self.builder.func.dfg.constants.insert([0; 16].as_slice().into());
                let zero = self.builder.ins().vconst(I64X2, zero);
                let ins = self.builder.ins();
                if is_unsigned { ins.uunarrow(wide, zero) } else { ins.snarrow(wide, zero) }
            }
            Opcode::VectorPromote => {
                let a = self.cast(F32X4, a);
                self.builder.ins().fvpromote_low(a)
            }
            Opcode::VectorDemote => {
                let a = self.cast(F64X2, a);
                self.builder.ins().fvdemote(a)
            }
            Opcode::VectorSwizzle if self.shuffles_bytes => ins.swizzle(a, b),
            Opcode::VectorSwizzle => {
                let zero = self.vector_constant(0);
                let outside = self.builder.ins().iconst(I64, 16);
                let places = (0..16).map(|lane| {
                    let index = self.builder.ins().extractlane(b, lane);
                    let index = self.builder.ins().uextend(I64, index);
                    self.builder.ins().umin(index, outside)
                });
                let places = places.collect();
                self.bytes_through_memory([a, zero], places)
            }
            Opcode::VectorNarrow => {
                let wide = type_of(lane.map_or(Lane::I16x8, Lane::twice));
                let [a, b] = [a, b].map(|value| self.cast(wide, value));
                let ins = self.builder.ins();
                if is_unsigned { ins.unarrow(a, b) } else { ins.snarrow(a, b) }
            }
            Opcode::VectorExtendLow | Opcode::VectorExtendHigh => {
                let a = self.cast(type_of(lane.map_or(Lane::I8x16, Lane::half)), a);
                let ins = self.builder.ins();
                match (opcode, is_unsigned) {
                    (Opcode::VectorExtendLow, false) => ins.swiden_low(a),
                    (Opcode::VectorExtendLow, true) => ins.uwiden_low(a),
                    (_, false) => ins.swiden_high(a),
                    (_, true) => ins.uwiden_high(a),
                }
            }
            Opcode::VectorDot => {
                let [a, b] = [a, b].map(|value| self.cast(I16X8, value));
                let [low_a, low_b] = [a, b].map(|value| self.builder.ins().swiden_low(value));
                let [high_a, high_b] = [a, b].map(|value| self.builder.ins().swiden_high(value));
                let low = self.builder.ins().imul(low_a, low_b);
                let high = self.builder.ins().imul(high_a, high_b);
                self.builder.ins().iadd_pairwise(low, high)
            }
            Opcode::VectorMulQ15 => {
                let [a, b] = [a, b].map(|value| self.cast(I16X8, value));
                self.builder.ins().sqmul_round_sat(a, b)
            }
            Opcode::VectorAnyTrue => {
                let any = ins.vany_true(a);
                let result = self.builder.ins().uextend(I32, any);
                self.define(id, result);
                return Ok(());
            }
            Opcode::VectorBitmask => {
                let mask = ins.vhigh_bits(I32, a);
                self.define(id, mask);
                return Ok(());
            }
            other => return Err(internal(&format!("{id}: {} has no translation", other.name()))),
        };
        let result = self.cast(I8X16, result);
        self.define(id, result);
        Ok(())
    }
}
