//! Conversions between types.

use super::Function;
use super::numeric::Unary;
use barebones::base::Type;
use barebones::ir::{Cursor, ValueId};
use wasmparser::Operator;

/// Builds a conversion to a given type.
type ToType = fn(&mut Cursor<'_>, Type, ValueId) -> ValueId;

impl Function<'_> {
    /// Translates an operator of this family; returns false for other operators.
    #[inline(always)]
    pub(super) fn convert(&mut self, operator: &Operator<'_>) -> bool {
        use Operator::*;
        const I32: Type = Type::Int32;
        const I64: Type = Type::Int64;
        match operator {
            I32WrapI64 => self.unary(|b, x| b.trunc(x)),
            I64ExtendI32S => self.unary(|b, x| b.sext32(x)),
            I64ExtendI32U => self.unary(|b, x| b.zext32(x)),
            I32Extend8S => self.unary(|b, x| b.sext8(x)),
            I32Extend16S => self.unary(|b, x| b.sext16(x)),
            I64Extend8S => self.narrow(|b, x| b.sext8_to_64(x)),
            I64Extend16S => self.narrow(|b, x| b.sext16_to_64(x)),
            I64Extend32S => self.narrow(|b, x| b.sext32(x)),
            I32TruncF32S | I32TruncF64S => self.to(I32, |b, ty, x| b.ftoi_trap(ty, x)),
            I32TruncF32U | I32TruncF64U => self.to(I32, |b, ty, x| b.ftou_trap(ty, x)),
            I64TruncF32S | I64TruncF64S => self.to(I64, |b, ty, x| b.ftoi_trap(ty, x)),
            I64TruncF32U | I64TruncF64U => self.to(I64, |b, ty, x| b.ftou_trap(ty, x)),
            I32TruncSatF32S | I32TruncSatF64S => self.to(I32, |b, ty, x| b.ftoi_sat(ty, x)),
            I32TruncSatF32U | I32TruncSatF64U => self.to(I32, |b, ty, x| b.ftou_sat(ty, x)),
            I64TruncSatF32S | I64TruncSatF64S => self.to(I64, |b, ty, x| b.ftoi_sat(ty, x)),
            I64TruncSatF32U | I64TruncSatF64U => self.to(I64, |b, ty, x| b.ftou_sat(ty, x)),
            F32ConvertI32S | F32ConvertI64S => self.unary(|b, x| b.itof(x)),
            F32ConvertI32U | F32ConvertI64U => self.unary(|b, x| b.utof(x)),
            F64ConvertI32S | F64ConvertI64S => self.unary(|b, x| b.itod(x)),
            F64ConvertI32U | F64ConvertI64U => self.unary(|b, x| b.utod(x)),
            F32DemoteF64 => self.unary(|b, x| b.double_to_float(x)),
            F64PromoteF32 => self.unary(|b, x| b.float_to_double(x)),
            I32ReinterpretF32 | I64ReinterpretF64 | F32ReinterpretI32 | F64ReinterpretI64 => {
                self.unary(|b, x| b.bitwise_cast(x));
            }
            _ => return false,
        }
        true
    }

    /// Converts the low 32 bits.
    fn narrow(&mut self, build: Unary) {
        self.unary(|b, x| b.trunc(x));
        self.unary(build);
    }

    fn to(&mut self, ty: Type, build: ToType) {
        let a = self.pop();
        let value = build(&mut self.cursor(), ty, a);
        self.push(value);
    }
}
