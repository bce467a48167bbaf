//! Arithmetic and comparisons.

use super::Function;
use super::control::ZeroTest;
use barebones::base::{TrapCode, Type};
use barebones::ir::{Cursor, ValueId};
use wasmparser::Operator;

/// Builds an operation with one operand.
pub(super) type Unary = fn(&mut Cursor<'_>, ValueId) -> ValueId;
/// Builds an operation with two operands.
type Binary = fn(&mut Cursor<'_>, ValueId, ValueId) -> ValueId;

impl Function<'_> {
    /// Translates an operator of this family; returns false for other operators.
    #[inline(always)]
    pub(super) fn numeric(&mut self, operator: &Operator<'_>) -> bool {
        use Operator::*;
        match operator {
            I32Add | I64Add | F32Add | F64Add => self.binary(|b, x, y| b.add(x, y)),
            I32Sub | I64Sub | F32Sub | F64Sub => self.binary(|b, x, y| b.sub(x, y)),
            I32Mul | I64Mul | F32Mul | F64Mul => self.binary(|b, x, y| b.mul(x, y)),
            F32Div | F64Div => self.binary(|b, x, y| b.div(x, y)),
            I32DivS | I64DivS => self.signed_division(),
            I32RemS | I64RemS => self.division(|b, x, y| b.chill_mod(x, y)),
            I32DivU | I64DivU => self.division(|b, x, y| b.udiv(x, y)),
            I32RemU | I64RemU => self.division(|b, x, y| b.umod(x, y)),
            I32And | I64And => self.binary(|b, x, y| b.bit_and(x, y)),
            I32Or | I64Or => self.binary(|b, x, y| b.bit_or(x, y)),
            I32Xor | I64Xor => self.binary(|b, x, y| b.bit_xor(x, y)),
            I32Shl => self.binary(|b, x, y| b.shl(x, y)),
            I32ShrS => self.binary(|b, x, y| b.sshr(x, y)),
            I32ShrU => self.binary(|b, x, y| b.zshr(x, y)),
            I32Rotl => self.binary(|b, x, y| b.rotl(x, y)),
            I32Rotr => self.binary(|b, x, y| b.rotr(x, y)),
            I64Shl => self.shift(|b, x, y| b.shl(x, y)),
            I64ShrS => self.shift(|b, x, y| b.sshr(x, y)),
            I64ShrU => self.shift(|b, x, y| b.zshr(x, y)),
            I64Rotl => self.shift(|b, x, y| b.rotl(x, y)),
            I64Rotr => self.shift(|b, x, y| b.rotr(x, y)),
            I32Clz | I64Clz => self.unary(|b, x| b.clz(x)),
            I32Ctz | I64Ctz => self.unary(|b, x| b.ctz(x)),
            I32Popcnt | I64Popcnt => self.unary(|b, x| b.pop_count(x)),
            F32Abs | F64Abs => self.unary(|b, x| b.abs(x)),
            F32Neg | F64Neg => self.unary(|b, x| b.neg(x)),
            F32Ceil | F64Ceil => self.unary(|b, x| b.ceil(x)),
            F32Floor | F64Floor => self.unary(|b, x| b.floor(x)),
            F32Trunc | F64Trunc => self.unary(|b, x| b.ftrunc(x)),
            F32Nearest | F64Nearest => self.unary(|b, x| b.nearest(x)),
            F32Sqrt | F64Sqrt => self.unary(|b, x| b.sqrt(x)),
            F32Min | F64Min => self.binary(|b, x, y| b.fmin(x, y)),
            F32Max | F64Max => self.binary(|b, x, y| b.fmax(x, y)),
            F32Copysign | F64Copysign => self.binary(|b, x, y| b.copy_sign(x, y)),
            I32Eqz | I64Eqz | RefIsNull => self.is_zero(),
            I32Eq | I64Eq | F32Eq | F64Eq => self.binary(|b, x, y| b.equal(x, y)),
            I32Ne | I64Ne | F32Ne | F64Ne => self.binary(|b, x, y| b.not_equal(x, y)),
            I32LtS | I64LtS | F32Lt | F64Lt => self.binary(|b, x, y| b.less_than(x, y)),
            I32GtS | I64GtS | F32Gt | F64Gt => self.binary(|b, x, y| b.greater_than(x, y)),
            I32LeS | I64LeS | F32Le | F64Le => self.binary(|b, x, y| b.less_equal(x, y)),
            I32GeS | I64GeS | F32Ge | F64Ge => self.binary(|b, x, y| b.greater_equal(x, y)),
            I32LtU | I64LtU => self.binary(|b, x, y| b.below(x, y)),
            I32GtU | I64GtU => self.binary(|b, x, y| b.above(x, y)),
            I32LeU | I64LeU => self.binary(|b, x, y| b.below_equal(x, y)),
            I32GeU | I64GeU => self.binary(|b, x, y| b.above_equal(x, y)),
            _ => return false,
        }
        true
    }

    pub(super) fn unary(&mut self, build: Unary) {
        let a = self.pop();
        let value = build(&mut self.cursor(), a);
        self.push(value);
    }

    fn binary(&mut self, build: Binary) {
        let [a, b] = self.pop2();
        let value = build(&mut self.cursor(), a, b);
        self.push(value);
    }

    /// A 64-bit shift, whose amount is truncated to 32 bits.
    fn shift(&mut self, build: Binary) {
        let [a, amount] = self.pop2();
        let amount = match self.proc.value(amount).int() {
            Some(constant) => self.const32(constant as i32),
            None => self.cursor().trunc(amount),
        };
        let value = build(&mut self.cursor(), a, amount);
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
    fn division(&mut self, build: Binary) {
        let [a, b] = self.pop2();
        self.check_divisor(b);
        let value = build(&mut self.cursor(), a, b);
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
