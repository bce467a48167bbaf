//! Arithmetic and comparisons.

use super::Function;
use super::control::ZeroTest;
use barebones::base::{TrapCode, Type};
use barebones::ir::{Opcode, ValueId};
use wasmparser::Operator;

impl Function<'_> {
    /// Translates an operator of this family; returns false for other operators.
    #[inline(always)]
    pub(super) fn numeric(&mut self, operator: &Operator<'_>) -> bool {
        use Operator::*;
        match operator {
            I32Add | I64Add | F32Add | F64Add => self.binary(Opcode::Add),
            I32Sub | I64Sub | F32Sub | F64Sub => self.binary(Opcode::Sub),
            I32Mul | I64Mul | F32Mul | F64Mul => self.binary(Opcode::Mul),
            F32Div | F64Div => self.binary(Opcode::Div),
            I32DivS | I64DivS => self.signed_division(),
            I32RemS | I64RemS => self.division(Opcode::ChillMod),
            I32DivU | I64DivU => self.division(Opcode::UDiv),
            I32RemU | I64RemU => self.division(Opcode::UMod),
            I32And | I64And => self.binary(Opcode::BitAnd),
            I32Or | I64Or => self.binary(Opcode::BitOr),
            I32Xor | I64Xor => self.binary(Opcode::BitXor),
            I32Shl => self.binary(Opcode::Shl),
            I32ShrS => self.binary(Opcode::SShr),
            I32ShrU => self.binary(Opcode::ZShr),
            I32Rotl => self.binary(Opcode::RotL),
            I32Rotr => self.binary(Opcode::RotR),
            I64Shl => self.shift(Opcode::Shl),
            I64ShrS => self.shift(Opcode::SShr),
            I64ShrU => self.shift(Opcode::ZShr),
            I64Rotl => self.shift(Opcode::RotL),
            I64Rotr => self.shift(Opcode::RotR),
            I32Clz | I64Clz => self.unary(Opcode::Clz),
            I32Ctz | I64Ctz => self.unary(Opcode::Ctz),
            I32Popcnt | I64Popcnt => self.unary(Opcode::PopCount),
            F32Abs | F64Abs => self.unary(Opcode::Abs),
            F32Neg | F64Neg => self.unary(Opcode::Neg),
            F32Ceil | F64Ceil => self.unary(Opcode::Ceil),
            F32Floor | F64Floor => self.unary(Opcode::Floor),
            F32Trunc | F64Trunc => self.unary(Opcode::FTrunc),
            F32Nearest | F64Nearest => self.unary(Opcode::Nearest),
            F32Sqrt | F64Sqrt => self.unary(Opcode::Sqrt),
            F32Min | F64Min => self.binary(Opcode::FMin),
            F32Max | F64Max => self.binary(Opcode::FMax),
            F32Copysign | F64Copysign => self.binary(Opcode::CopySign),
            I32Eqz | I64Eqz | RefIsNull => self.is_zero(),
            I32Eq | I64Eq | F32Eq | F64Eq => self.binary(Opcode::Equal),
            I32Ne | I64Ne | F32Ne | F64Ne => self.binary(Opcode::NotEqual),
            I32LtS | I64LtS | F32Lt | F64Lt => self.binary(Opcode::LessThan),
            I32GtS | I64GtS | F32Gt | F64Gt => self.binary(Opcode::GreaterThan),
            I32LeS | I64LeS | F32Le | F64Le => self.binary(Opcode::LessEqual),
            I32GeS | I64GeS | F32Ge | F64Ge => self.binary(Opcode::GreaterEqual),
            I32LtU | I64LtU => self.binary(Opcode::Below),
            I32GtU | I64GtU => self.binary(Opcode::Above),
            I32LeU | I64LeU => self.binary(Opcode::BelowEqual),
            I32GeU | I64GeU => self.binary(Opcode::AboveEqual),
            _ => return false,
        }
        true
    }

    pub(super) fn unary(&mut self, opcode: Opcode) {
        let a = self.pop();
        let value = self.cursor().apply(opcode, &[a]);
        self.push(value);
    }

    fn binary(&mut self, opcode: Opcode) {
        let [a, b] = self.pop2();
        let value = self.cursor().apply(opcode, &[a, b]);
        self.push(value);
    }

    /// A 64-bit shift, whose amount is truncated to 32 bits.
    fn shift(&mut self, opcode: Opcode) {
        let [a, amount] = self.pop2();
        let amount = match self.proc.value(amount).int() {
            Some(constant) => self.const32(constant as i32),
            None => self.cursor().trunc(amount),
        };
        let value = self.cursor().apply(opcode, &[a, amount]);
        self.push(value);
    }

    /// Defers the comparison: its value is built only if an operator needs more than the condition.
    fn is_zero(&mut self) {
        self.zero_test = Some(match self.zero_test.take() {
            Some(ZeroTest { value, is_zero }) => ZeroTest { value, is_zero: !is_zero },
            None => ZeroTest { value: self.pop(), is_zero: true },
        });
    }

    /// A division that traps only for a zero divisor.
    fn division(&mut self, opcode: Opcode) {
        let [a, b] = self.pop2();
        self.check_divisor(b);
        let value = self.cursor().apply(opcode, &[a, b]);
        self.push(value);
    }

    fn check_divisor(&mut self, b: ValueId) {
        if self.proc.value(b).int().is_some_and(|divisor| divisor != 0) {
            return;
        }
        let ty = self.proc.type_of(b);
        let zero = self.int(ty, 0);
        let is_zero = self.cursor().equal(b, zero);
        self.trap_if(is_zero, TrapCode::IntegerDivisionByZero);
    }

    /// A signed division, which also traps on overflow.
    fn signed_division(&mut self) {
        let [a, b] = self.pop2();
        self.check_divisor(b);
        if self.proc.value(b).int().is_none_or(|divisor| divisor == -1) {
            let ty = self.proc.type_of(a);
            let least = if ty == Type::Int32 { 1 << 31 } else { 1 << 63 };
            let least = self.int(ty, least);
            let minus_one = self.int(ty, u64::MAX);
            let is_least = self.cursor().equal(a, least);
            let is_minus_one = self.cursor().equal(b, minus_one);
            let overflows = self.cursor().bit_and(is_least, is_minus_one);
            self.trap_if(overflows, TrapCode::IntegerOverflow);
        }
        let value = self.cursor().div(a, b);
        self.push(value);
    }
}
