//! Arithmetic and comparisons.

use super::Function;
use super::control::ZeroTest;
use barebones::base::{TrapCode, Type};
use barebones::ir::{BlockId, Procedure, ValueId};
use wasmparser::Operator;

type Unary = fn(&mut Procedure, BlockId, ValueId) -> ValueId;
type Binary = fn(&mut Procedure, BlockId, ValueId, ValueId) -> ValueId;

impl Function<'_> {
    /// Translates an operator of this family; returns false for other operators.
    #[inline(always)]
    pub(super) fn numeric(&mut self, operator: &Operator<'_>) -> bool {
        use Operator::*;
        match operator {
            I32Add | I64Add | F32Add | F64Add => self.binary(Procedure::add),
            I32Sub | I64Sub | F32Sub | F64Sub => self.binary(Procedure::sub),
            I32Mul | I64Mul | F32Mul | F64Mul => self.binary(Procedure::mul),
            F32Div | F64Div => self.binary(Procedure::div),
            I32DivS | I64DivS => self.signed_division(),
            I32RemS | I64RemS => self.division(Procedure::chill_mod),
            I32DivU | I64DivU => self.division(Procedure::udiv),
            I32RemU | I64RemU => self.division(Procedure::umod),
            I32And | I64And => self.binary(Procedure::bit_and),
            I32Or | I64Or => self.binary(Procedure::bit_or),
            I32Xor | I64Xor => self.binary(Procedure::bit_xor),
            I32Shl => self.binary(Procedure::shl),
            I32ShrS => self.binary(Procedure::sshr),
            I32ShrU => self.binary(Procedure::zshr),
            I32Rotl => self.binary(Procedure::rotl),
            I32Rotr => self.binary(Procedure::rotr),
            I64Shl => self.shift(Procedure::shl),
            I64ShrS => self.shift(Procedure::sshr),
            I64ShrU => self.shift(Procedure::zshr),
            I64Rotl => self.shift(Procedure::rotl),
            I64Rotr => self.shift(Procedure::rotr),
            I32Clz | I64Clz => self.unary(Procedure::clz),
            I32Ctz | I64Ctz => self.unary(Procedure::ctz),
            I32Popcnt | I64Popcnt => self.unary(Procedure::pop_count),
            F32Abs | F64Abs => self.unary(Procedure::abs),
            F32Neg | F64Neg => self.unary(Procedure::neg),
            F32Ceil | F64Ceil => self.unary(Procedure::ceil),
            F32Floor | F64Floor => self.unary(Procedure::floor),
            F32Trunc | F64Trunc => self.unary(Procedure::ftrunc),
            F32Nearest | F64Nearest => self.unary(Procedure::nearest),
            F32Sqrt | F64Sqrt => self.unary(Procedure::sqrt),
            F32Min | F64Min => self.binary(Procedure::fmin),
            F32Max | F64Max => self.binary(Procedure::fmax),
            F32Copysign | F64Copysign => self.binary(Procedure::copy_sign),
            I32Eqz | I64Eqz | RefIsNull => self.is_zero(),
            I32Eq | I64Eq | F32Eq | F64Eq => self.binary(Procedure::equal),
            I32Ne | I64Ne | F32Ne | F64Ne => self.binary(Procedure::not_equal),
            I32LtS | I64LtS | F32Lt | F64Lt => self.binary(Procedure::less_than),
            I32GtS | I64GtS | F32Gt | F64Gt => self.binary(Procedure::greater_than),
            I32LeS | I64LeS | F32Le | F64Le => self.binary(Procedure::less_equal),
            I32GeS | I64GeS | F32Ge | F64Ge => self.binary(Procedure::greater_equal),
            I32LtU | I64LtU => self.binary(Procedure::below),
            I32GtU | I64GtU => self.binary(Procedure::above),
            I32LeU | I64LeU => self.binary(Procedure::below_equal),
            I32GeU | I64GeU => self.binary(Procedure::above_equal),
            _ => return false,
        }
        true
    }

    pub(super) fn unary(&mut self, build: Unary) {
        let a = self.pop();
        let value = build(&mut self.proc, self.at, a);
        self.push(value);
    }

    fn binary(&mut self, build: Binary) {
        let [a, b] = self.pop2();
        let value = build(&mut self.proc, self.at, a, b);
        self.push(value);
    }

    /// A 64-bit shift, whose amount is truncated to 32 bits.
    fn shift(&mut self, build: Binary) {
        let [a, amount] = self.pop2();
        let amount = match self.proc.value(amount).int() {
            Some(constant) => self.const32(constant as i32),
            None => self.proc.trunc(self.at, amount),
        };
        let value = build(&mut self.proc, self.at, a, amount);
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
        let value = build(&mut self.proc, self.at, a, b);
        self.push(value);
    }

    fn check_divisor(&mut self, b: ValueId) {
        if self.proc.value(b).int().is_some_and(|divisor| divisor != 0) {
            return;
        }
        let ty = self.proc.type_of(b);
        let zero = self.int(ty, 0);
        let is_zero = self.proc.equal(self.at, b, zero);
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
            let is_least = self.proc.equal(self.at, a, least);
            let is_minus_one = self.proc.equal(self.at, b, minus_one);
            let overflows = self.proc.bit_and(self.at, is_least, is_minus_one);
            self.trap_if(overflows, TrapCode::IntegerOverflow);
        }
        let value = self.proc.div(self.at, a, b);
        self.push(value);
    }
}
