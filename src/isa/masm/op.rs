//! The operations of the macro assembler as data: what the methods hand to the targets.

use crate::base::Width;

/// Arithmetic with two operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)] // the names say it
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    And,
    Or,
    Xor,
    /// The count is taken modulo the width, as of all shifts.
    Lshift,
    /// Zeros come in.
    Urshift,
    /// Copies of the sign come in.
    Rshift,
    RotateRight,
    RotateLeft,
}

/// Arithmetic with one operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)] // the names say it
pub enum UnaryOp {
    Neg,
    Not,
}

/// What a result is asked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ResultCondition {
    /// It is zero.
    Zero,
    /// It is not zero.
    NonZero,
    /// Its sign bit is set.
    Signed,
    /// Its sign bit is not set.
    PositiveOrZero,
    /// The signed result does not fit.
    Overflow,
    /// The signed result fits.
    NoOverflow,
    /// The unsigned result does not fit: a carry out of an addition, a borrow of a subtraction.
    Carry,
    /// The unsigned result fits.
    NoCarry,
}

/// How a smaller number becomes one of 32 or 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Extension {
    /// The bits that count.
    pub from: Width,
    /// The bits it gets: 32, and then the rest of the register is zero, or 64.
    pub to: Width,
    /// True if the new bits are copies of the sign, false if they are zero.
    pub signed: bool,
}
