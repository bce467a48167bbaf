//! Conversions between types.

use super::Function;
use barebones::base::Type;
use barebones::ir::{BlockId, Procedure, ValueId};
use wasmparser::Operator;

type ToType = fn(&mut Procedure, BlockId, Type, ValueId) -> ValueId;

impl Function<'_> {
    /// Translates an operator of this family; returns false for other operators.
    #[inline(always)]
    pub(super) fn convert(&mut self, operator: &Operator<'_>) -> bool {
        use Operator::*;
        const I32: Type = Type::Int32;
        const I64: Type = Type::Int64;
        match operator {
            I32WrapI64 => self.unary(Procedure::trunc),
            I64ExtendI32S => self.unary(Procedure::sext32),
            I64ExtendI32U => self.unary(Procedure::zext32),
            I32Extend8S => self.unary(Procedure::sext8),
            I32Extend16S => self.unary(Procedure::sext16),
            I64Extend8S => self.narrow(Procedure::sext8_to_64),
            I64Extend16S => self.narrow(Procedure::sext16_to_64),
            I64Extend32S => self.narrow(Procedure::sext32),
            I32TruncF32S | I32TruncF64S => self.to(I32, Procedure::ftoi_trap),
            I32TruncF32U | I32TruncF64U => self.to(I32, Procedure::ftou_trap),
            I64TruncF32S | I64TruncF64S => self.to(I64, Procedure::ftoi_trap),
            I64TruncF32U | I64TruncF64U => self.to(I64, Procedure::ftou_trap),
            I32TruncSatF32S | I32TruncSatF64S => self.to(I32, Procedure::ftoi_sat),
            I32TruncSatF32U | I32TruncSatF64U => self.to(I32, Procedure::ftou_sat),
            I64TruncSatF32S | I64TruncSatF64S => self.to(I64, Procedure::ftoi_sat),
            I64TruncSatF32U | I64TruncSatF64U => self.to(I64, Procedure::ftou_sat),
            F32ConvertI32S | F32ConvertI64S => self.unary(Procedure::itof),
            F32ConvertI32U | F32ConvertI64U => self.unary(Procedure::utof),
            F64ConvertI32S | F64ConvertI64S => self.unary(Procedure::itod),
            F64ConvertI32U | F64ConvertI64U => self.unary(Procedure::utod),
            F32DemoteF64 => self.unary(Procedure::double_to_float),
            F64PromoteF32 => self.unary(Procedure::float_to_double),
            I32ReinterpretF32 | I64ReinterpretF64 | F32ReinterpretI32 | F64ReinterpretI64 => {
                self.unary(Procedure::bitwise_cast);
            }
            _ => return false,
        }
        true
    }

    /// Converts the low 32 bits.
    fn narrow(&mut self, build: fn(&mut Procedure, BlockId, ValueId) -> ValueId) {
        self.unary(Procedure::trunc);
        self.unary(build);
    }

    fn to(&mut self, ty: Type, build: ToType) {
        let a = self.pop();
        let value = build(&mut self.proc, self.at, ty, a);
        self.push(value);
    }
}
