//! Translates operations on vectors. A vector is an I8X16, which each operation on lanes casts to its own type.

use super::translate::Translator;
use super::{Result, internal};
use crate::base::Lane;
use crate::ir::{Opcode, ValueId};
use cranelift_codegen::ir as clif;
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::types::{F32X4, F64X2, I8X16, I16X8, I32X4, I64X2};
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

    pub(super) fn vector_operation(&mut self, id: ValueId) -> Result {
        let value = self.proc.value(id);
        let opcode = value.opcode();
        let lane = value.lane().filter(|lane| opcode.lanes().contains(*lane));
        let ty = lane.map_or(I8X16, type_of);
        let mut operands = [clif::Value::from_u32(0); 3];
        for (operand, &child) in operands.iter_mut().zip(self.proc.children(id)) {
            let got = self.get(child)?;
            *operand = self.cast(ty, got);
        }
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
            other => return Err(internal(&format!("{id}: {} has no translation", other.name()))),
        };
        let result = self.cast(I8X16, result);
        self.define(id, result);
        Ok(())
    }
}
