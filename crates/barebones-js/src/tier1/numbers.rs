//! Arithmetic, comparisons and branches of numbers; other values are rare cases.

use super::translate::Translator;
use crate::heap::Value;
use crate::hir::Operator;
use crate::interp::bytecode::Reg;
use barebones::ir::{Cursor, Successor, ValueId};

/// Appends an operation of two operands.
pub(super) type Binary = fn(&mut Cursor<'_>, ValueId, ValueId) -> ValueId;

impl Translator<'_> {
    /// 1 if a value is no number.
    fn is_other(&mut self, value: ValueId) -> ValueId {
        let mut b = self.cursor();
        let first = b.const64(Value::cell(0).bits() as i64);
        b.above_equal(value, first)
    }

    /// Takes the rare cases if a value is no number.
    pub(super) fn check_number(&mut self, value: ValueId) {
        let other = self.is_other(value);
        self.slow_if(other);
    }

    /// The Double in a register; other values than numbers are rare cases.
    pub(super) fn number_in(&mut self, register: Reg) -> ValueId {
        if self.is_number(register) {
            return self.read_number(register);
        }
        let bits = self.read(register);
        self.check_number(bits);
        self.cursor().bitwise_cast(bits)
    }

    /// The Doubles in two registers; other values than numbers are rare cases.
    pub(super) fn pair(&mut self, a: Reg, b: Reg) -> (ValueId, ValueId) {
        let unknown = [a, b].map(|register| (!self.is_number(register)).then(|| self.read(register)));
        unknown.iter().flatten().for_each(|bits| self.check_number(*bits));
        let [x, y] = [(a, unknown[0]), (b, unknown[1])].map(|(register, bits)| match bits {
            Some(bits) => self.cursor().bitwise_cast(bits),
            None => self.read_number(register),
        });
        (x, y)
    }

    /// Writes the Double of an operation on registers that all hold numbers if `known`. There is one NaN only; else the
    /// interpreter makes it.
    fn write_result(&mut self, to: Reg, number: ValueId, known: bool) {
        if known {
            let number = self.cursor().purify_nan(number);
            return self.write_number(to, number);
        }
        let nan = self.cursor().not_equal(number, number);
        self.slow_if(nan);
        self.write_number(to, number);
    }

    pub(super) fn arithmetic(&mut self, to: Reg, a: Reg, b: Reg, operation: Binary) {
        let (x, y) = self.pair(a, b);
        let result = operation(&mut self.cursor(), x, y);
        self.write_result(to, result, self.is_number(a) && self.is_number(b));
    }

    /// The remainder of integers that are not negative.
    pub(super) fn modulo(&mut self, to: Reg, a: Reg, b: Reg) {
        let (x, y) = self.pair(a, b);
        let (x, exact_x) = self.cursor().double_to_int32_exact(x);
        let (y, exact_y) = self.cursor().double_to_int32_exact(y);
        let mut cursor = self.cursor();
        let exact = cursor.bit_and(exact_x, exact_y);
        let zero = cursor.const32(0);
        let negative = cursor.less_than(x, zero);
        let positive = cursor.greater_than(y, zero);
        let not_negative = cursor.equal(negative, zero);
        let ordinary = cursor.bit_and(exact, positive);
        let ordinary = cursor.bit_and(ordinary, not_negative);
        let rare = cursor.equal(ordinary, zero);
        self.slow_if(rare);
        let mut cursor = self.cursor();
        let remainder = cursor.umod(x, y);
        let result = cursor.itod(remainder);
        self.write_number(to, result);
    }

    fn integers(&mut self, a: Reg, b: Reg) -> (ValueId, ValueId) {
        let (x, y) = self.pair(a, b);
        let mut cursor = self.cursor();
        (cursor.double_to_int32(x), cursor.double_to_int32(y))
    }

    pub(super) fn bitwise(&mut self, to: Reg, a: Reg, b: Reg, operation: Binary) {
        let (x, y) = self.integers(a, b);
        let mut cursor = self.cursor();
        let result = operation(&mut cursor, x, y);
        let result = cursor.itod(result);
        self.write_number(to, result);
    }

    pub(super) fn unsigned_shift(&mut self, to: Reg, a: Reg, b: Reg) {
        let (x, y) = self.integers(a, b);
        let mut cursor = self.cursor();
        let result = cursor.zshr(x, y);
        let result = cursor.utod(result);
        self.write_number(to, result);
    }

    pub(super) fn as_int32(&mut self, to: Reg, value: Reg) {
        let number = self.number_in(value);
        let mut cursor = self.cursor();
        let result = cursor.double_to_int32(number);
        let result = cursor.itod(result);
        self.write_number(to, result);
    }

    /// Adds 1 or -1.
    pub(super) fn step_number(&mut self, to: Reg, value: Reg, by: f64) {
        let number = self.number_in(value);
        let mut cursor = self.cursor();
        let by = cursor.const_double(by);
        let result = cursor.add(number, by);
        self.write_result(to, result, self.is_number(value));
    }

    /// The negation of a boolean.
    pub(super) fn not(&mut self, to: Reg, value: Reg) {
        let value = self.read(value);
        let bit = self.boolean(value);
        let flipped = {
            let mut cursor = self.cursor();
            let one = cursor.const64(1);
            let flipped = cursor.bit_xor(bit, one);
            let base = cursor.const64(Value::FALSE.bits() as i64);
            cursor.add(flipped, base)
        };
        self.write(to, flipped);
    }

    /// 0 or 1, for a boolean; others are rare cases.
    fn boolean(&mut self, value: ValueId) -> ValueId {
        let mut cursor = self.cursor();
        let base = cursor.const64(Value::FALSE.bits() as i64);
        let bit = cursor.sub(value, base);
        let one = cursor.const64(1);
        let other = cursor.above(bit, one);
        self.slow_if(other);
        bit
    }

    /// Branches by a boolean.
    pub(super) fn branch_if(&mut self, value: Reg, to: u32, sense: bool) {
        let value = self.read(value);
        let bit = self.boolean(value);
        self.branch(bit, to, sense);
    }

    /// Branches to an operation if the truth of a condition is `sense`, else to the next one.
    pub(super) fn branch(&mut self, condition: ValueId, to: u32, sense: bool) {
        let (target, next) = (self.edge(to), self.next_block());
        let (yes, no) = if sense { (target, next) } else { (next, target) };
        self.cursor().branch(condition, yes, no);
        self.end();
    }

    /// Branches by a comparison.
    pub(super) fn compare(&mut self, operator: Operator, sense: bool, a: Reg, b: Reg, to: u32) {
        match operator {
            Operator::Equal => return self.loosely_equal(a, b, to, sense),
            Operator::NotEqual => return self.loosely_equal(a, b, to, !sense),
            _ => {}
        }
        let Some(comparison) = comparison(operator) else {
            // The interpreter compares.
            let slow = self.slow();
            self.cursor().jump(slow);
            return self.end();
        };
        let (x, y) = self.pair(a, b);
        let holds = comparison(&mut self.cursor(), x, y);
        self.branch(holds, to, sense);
    }

    /// A comparison whose result is a value; other operators are left to the interpreter.
    pub(super) fn comparison(&mut self, operator: Operator, to: Reg, a: Reg, b: Reg) {
        let Some(comparison) = comparison(operator) else { return self.interpreted() };
        let (x, y) = self.pair(a, b);
        let mut cursor = self.cursor();
        let holds = comparison(&mut cursor, x, y);
        let bit = cursor.zext32(holds);
        let base = cursor.const64(Value::FALSE.bits() as i64);
        let value = cursor.add(bit, base);
        self.write(to, value);
    }

    /// Branches by `==`, if the values are numbers or the same.
    fn loosely_equal(&mut self, a: Reg, b: Reg, to: u32, sense: bool) {
        if self.is_number(a) && self.is_number(b) {
            return self.same_numbers(a, b, to, sense);
        }
        let (a, b) = (self.read(a), self.read(b));
        let [others, numbers] = [(); 2].map(|()| self.new_block());
        self.branch_to_numbers(a, b, numbers, others);
        let mut cursor = self.cursor();
        let (x, y) = (cursor.bitwise_cast(a), cursor.bitwise_cast(b));
        let same = cursor.equal(x, y);
        self.branch(same, to, sense);
        self.go_on(others);
        let slow = self.slow();
        let same = self.cursor().equal(a, b);
        let equal = if sense { self.edge(to) } else { self.next_block() };
        self.cursor().branch(same, equal, Successor::rare(slow));
        self.end();
    }

    /// Goes on in a block if both values are numbers, else in another; then in the first.
    fn branch_to_numbers(
        &mut self,
        a: ValueId,
        b: ValueId,
        numbers: barebones::ir::BlockId,
        others: barebones::ir::BlockId,
    ) {
        let other = self.is_other(a);
        let half = self.new_block();
        self.cursor().branch(other, others, half);
        self.go_on(half);
        let other = self.is_other(b);
        self.cursor().branch(other, others, numbers);
        self.go_on(numbers);
    }

    /// Branches by the equality of two registers that hold numbers.
    fn same_numbers(&mut self, a: Reg, b: Reg, to: u32, sense: bool) {
        let (x, y) = self.pair(a, b);
        let same = self.cursor().equal(x, y);
        self.branch(same, to, sense);
    }

    /// Branches by `===`, or its opposite.
    pub(super) fn same(&mut self, a: Reg, b: Reg, to: u32, sense: bool) {
        if self.is_number(a) && self.is_number(b) {
            return self.same_numbers(a, b, to, sense);
        }
        let (a, b) = (self.read(a), self.read(b));
        let [others, numbers, different, second] = [(); 4].map(|()| self.new_block());
        self.branch_to_numbers(a, b, numbers, others);
        let mut cursor = self.cursor();
        let (x, y) = (cursor.bitwise_cast(a), cursor.bitwise_cast(b));
        let equal = cursor.equal(x, y);
        self.branch(equal, to, sense);
        // Not both are numbers: they are the same if their bits are, or if they are equal strings or BigInts.
        self.go_on(others);
        let (yes, no) = {
            let (target, next) = (self.edge(to), self.next_block());
            if sense { (target, next) } else { (next, target) }
        };
        let equal = self.cursor().equal(a, b);
        self.cursor().branch(equal, yes, different);
        self.go_on(different);
        let is_cell = self.is_cell(a);
        self.cursor().branch(is_cell, second, no);
        self.go_on(second);
        let is_cell = self.is_cell(b);
        let slow = self.slow();
        self.cursor().branch(is_cell, slow, no);
        self.end();
    }

    fn is_cell(&mut self, value: ValueId) -> ValueId {
        let index = self.cell_index(value);
        let mut cursor = self.cursor();
        let last = cursor.const64(i64::from(u32::MAX));
        cursor.below_equal(index, last)
    }

    /// Index of a cell; above 32 bits for another value.
    pub(super) fn cell_index(&mut self, value: ValueId) -> ValueId {
        let mut cursor = self.cursor();
        let first = cursor.const64(Value::cell(0).bits() as i64);
        cursor.sub(value, first)
    }

    /// A non-negative integer that is the key of an element, as an Int64; other keys are rare cases.
    pub(super) fn element_index(&mut self, key: Reg) -> ValueId {
        if let Some(index) = self.unboxed_int(key) {
            return self.cursor().zext32(index);
        }
        let number = self.number_in(key);
        let (index, exact) = self.cursor().double_to_int32_exact(number);
        let inexact = self.is_zero(exact);
        self.slow_if(inexact);
        // A negative one becomes larger than any length.
        self.cursor().zext32(index)
    }

    /// Writes an Int32 that is not signed.
    pub(super) fn write_unsigned(&mut self, to: Reg, value: ValueId) {
        let number = self.cursor().utod(value);
        self.write_number(to, number);
    }
}

/// The comparison of two Doubles that an operator makes.
pub(super) fn comparison(operator: Operator) -> Option<Binary> {
    Some(match operator {
        Operator::Less => |b, x, y| b.less_than(x, y),
        Operator::LessEqual => |b, x, y| b.less_equal(x, y),
        Operator::Greater => |b, x, y| b.greater_than(x, y),
        Operator::GreaterEqual => |b, x, y| b.greater_equal(x, y),
        Operator::Equal | Operator::StrictlyEqual => |b, x, y| b.equal(x, y),
        Operator::NotEqual | Operator::StrictlyNotEqual => |b, x, y| b.not_equal(x, y),
        _ => return None,
    })
}
