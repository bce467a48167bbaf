//! Conversions between types.

use super::Function;
use barebones::base::Type;
use barebones::ir::Opcode;
use wasmparser::Operator;

impl Function<'_> {
    /// Translates an operator of this family; returns false for other operators.
    #[inline(always)]
    pub(super) fn convert(&mut self, operator: &Operator<'_>) -> bool {
        use Operator::*;
        const I32: Type = Type::Int32;
        const I64: Type = Type::Int64;
        match operator {
            I32WrapI64 => self.unary(Opcode::Trunc),
            I64ExtendI32S => self.unary(Opcode::SExt32),
            I64ExtendI32U => self.unary(Opcode::ZExt32),
            I32Extend8S => self.unary(Opcode::SExt8),
            I32Extend16S => self.unary(Opcode::SExt16),
            I64Extend8S => self.narrow(Opcode::SExt8To64),
            I64Extend16S => self.narrow(Opcode::SExt16To64),
            I64Extend32S => self.narrow(Opcode::SExt32),
            I32TruncF32S | I32TruncF64S => self.to(I32, Opcode::FToITrap),
            I32TruncF32U | I32TruncF64U => self.to(I32, Opcode::FToUTrap),
            I64TruncF32S | I64TruncF64S => self.to(I64, Opcode::FToITrap),
            I64TruncF32U | I64TruncF64U => self.to(I64, Opcode::FToUTrap),
            I32TruncSatF32S | I32TruncSatF64S => self.to(I32, Opcode::FToISat),
            I32TruncSatF32U | I32TruncSatF64U => self.to(I32, Opcode::FToUSat),
            I64TruncSatF32S | I64TruncSatF64S => self.to(I64, Opcode::FToISat),
            I64TruncSatF32U | I64TruncSatF64U => self.to(I64, Opcode::FToUSat),
            F32ConvertI32S | F32ConvertI64S => self.unary(Opcode::IToF),
            F32ConvertI32U | F32ConvertI64U => self.unary(Opcode::UToF),
            F64ConvertI32S | F64ConvertI64S => self.unary(Opcode::IToD),
            F64ConvertI32U | F64ConvertI64U => self.unary(Opcode::UToD),
            F32DemoteF64 => self.unary(Opcode::DoubleToFloat),
            F64PromoteF32 => self.unary(Opcode::FloatToDouble),
            I32ReinterpretF32 | I64ReinterpretF64 | F32ReinterpretI32 | F64ReinterpretI64 => {
                self.unary(Opcode::BitwiseCast);
            }
            _ => return false,
        }
        true
    }

    /// Converts the low 32 bits.
    fn narrow(&mut self, opcode: Opcode) {
        self.unary(Opcode::Trunc);
        self.unary(opcode);
    }

    fn to(&mut self, ty: Type, opcode: Opcode) {
        let a = self.pop();
        let value = self.cursor().apply_typed(opcode, ty, &[a]);
        self.push(value);
    }
}
