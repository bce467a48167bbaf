//! The operations of the macro assembler as data: what the methods hand to the targets.

use super::Operand;
use crate::base::{FloatCondition, IntCondition, Reg, RegSet, Width};

/// Arithmetic with two operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum BinaryOp {
    Add,
    Sub,
    Mul,
    And,
    Or,
    Xor,
    /// The count is taken modulo the width, as of all shifts.
    Lshift,
    /// Copies of the sign come in.
    Rshift,
    /// Zeros come in.
    Urshift,
    RotateRight,
    RotateLeft,
}

/// Arithmetic with one operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum UnaryOp {
    Neg,
    Not,
    CountLeadingZeros,
    CountTrailingZeros,
    CountPopulation,
    ByteSwap,
}

/// Floating-point arithmetic with two operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum FloatBinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    /// Of the bits, as the other two.
    And,
    Or,
    Xor,
}

/// Floating-point arithmetic with one operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum FloatUnaryOp {
    Move,
    Abs,
    Neg,
    Sqrt,
    Ceil,
    Floor,
    Trunc,
    /// To nearest, ties to even.
    Nearest,
}

/// Conversions and moves between banks and precisions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum ConvertOp {
    /// A signed integer of the first width to a float of the second.
    FromSigned(Width, Width),
    /// An unsigned integer of the first width to a float of the second.
    FromUnsigned(Width, Width),
    /// A float of the first width towards zero to a signed integer of the second.
    ToSigned(Width, Width),
    /// A float of the first width towards zero to an unsigned integer of the second.
    ToUnsigned(Width, Width),
    /// A float of this width to the other one.
    Float(Width),
    /// Bits of a general register.
    FromBits(Width),
    /// Bits to a general register.
    ToBits(Width),
}

/// Operations on memory that other threads see as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum AtomicOp {
    Add,
    And,
    Or,
    Xor,
}

/// What orders accesses to memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Fence {
    /// All before with all after.
    Full,
    /// Loads with loads and stores after.
    Acquire,
    /// Loads and stores with stores after.
    Release,
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
    /// The unsigned result does not fit: a carry out of an addition, a borrow of a subtraction. Not of
    /// multiplications.
    Carry,
    /// The unsigned result fits. Not of multiplications.
    NoCarry,
}

impl ResultCondition {
    /// All conditions; a condition and its inverse are neighbours.
    pub const ALL: [ResultCondition; 8] = {
        use ResultCondition::*;
        [Zero, NonZero, Signed, PositiveOrZero, Overflow, NoOverflow, Carry, NoCarry]
    };

    /// True exactly when `self` is false.
    pub const fn inverted(self) -> ResultCondition {
        ResultCondition::ALL[self as usize ^ 1]
    }
}

/// How a smaller number becomes one of 32 or 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Extension {
    /// The bits that count.
    pub(crate) from: Width,
    /// The bits it gets: 32, and then the rest of the register is zero, or 64.
    pub(crate) to: Width,
    /// True if the new bits are copies of the sign, false if they are zero.
    pub(crate) signed: bool,
}

/// What a branch, a selection or a comparison asks.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Question<'g> {
    /// `a condition b`, 8 to 64 bits.
    Compare(IntCondition, Width, Operand<'g>, Operand<'g>),
    /// What `a & b` is, 8 to 64 bits.
    Test(ResultCondition, Width, Operand<'g>, Operand<'g>),
    /// `a condition b` of floating-point registers.
    Float(FloatCondition, Width, Reg, Reg),
    /// `dst = a op b`, and what that is.
    Binary(ResultCondition, BinaryOp, Width, Reg, Reg, Operand<'g>),
    /// `dst = -src`, and what that is.
    Neg(ResultCondition, Width, Reg, Reg),
}

/// The low bits of a number, as signed and as unsigned.
fn low_bits(number: i64, width: Width) -> (i64, u64) {
    let rest = 64 - width.bits();
    (number << rest >> rest, (number as u64) << rest >> rest)
}

impl<'g> Question<'g> {
    /// The answer, if it is known; else the question with a constant on the right.
    pub(super) fn simplified(self) -> Result<bool, Question<'g>> {
        use IntCondition::*;
        match self {
            Question::Compare(condition, width, Operand::Imm(a), Operand::Imm(b)) => {
                let ((a, unsigned_a), (b, unsigned_b)) = (low_bits(a, width), low_bits(b, width));
                Ok(match condition {
                    Equal => a == b,
                    NotEqual => a != b,
                    LessThan => a < b,
                    LessEqual => a <= b,
                    GreaterThan => a > b,
                    GreaterEqual => a >= b,
                    Below => unsigned_a < unsigned_b,
                    BelowEqual => unsigned_a <= unsigned_b,
                    Above => unsigned_a > unsigned_b,
                    AboveEqual => unsigned_a >= unsigned_b,
                })
            }
            Question::Test(condition, width, Operand::Imm(a), Operand::Imm(b)) => {
                let (result, _) = low_bits(a & b, width);
                Ok(match condition {
                    ResultCondition::Zero => result == 0,
                    ResultCondition::NonZero => result != 0,
                    ResultCondition::Signed => result < 0,
                    ResultCondition::PositiveOrZero => result >= 0,
                    ResultCondition::Overflow | ResultCondition::Carry => false,
                    ResultCondition::NoOverflow | ResultCondition::NoCarry => true,
                })
            }
            Question::Compare(condition, width, a @ Operand::Imm(_), b) => {
                Err(Question::Compare(condition.flipped(), width, b, a))
            }
            Question::Test(condition, width, a @ Operand::Imm(_), b) => {
                Err(Question::Test(condition, width, b, a))
            }
            other => Err(other),
        }
    }

    /// The registers in it.
    pub(super) fn set(&self) -> RegSet {
        match *self {
            Question::Compare(_, _, a, b) | Question::Test(_, _, a, b) => a.set().union(b.set()),
            Question::Float(_, _, a, b) => RegSet::of(&[a, b]),
            Question::Binary(_, _, _, dst, a, b) => RegSet::of(&[dst, a]).union(b.set()),
            Question::Neg(_, _, dst, src) => RegSet::of(&[dst, src]),
        }
    }
}
