//! The operations of the macro assembler as data, which its methods pass to the targets.

use super::{Address, Operand};
use crate::base::{FloatCondition, IntCondition, Reg, RegSet, Width};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum BinaryOp {
    Add,
    Sub,
    Mul,
    And,
    Or,
    Xor,
    /// All shifts and rotations take the count modulo the width.
    Lshift,
    /// Arithmetic.
    Rshift,
    /// Logical.
    Urshift,
    RotateRight,
    RotateLeft,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum UnaryOp {
    Neg,
    Not,
    CountLeadingZeros,
    CountTrailingZeros,
    CountPopulation,
    ByteSwap,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum FloatBinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    /// Bitwise, like the next two.
    And,
    Or,
    Xor,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum FloatUnaryOp {
    Move,
    Abs,
    Neg,
    Sqrt,
    Ceil,
    Floor,
    Trunc,
    /// Rounds to nearest, ties to even.
    Nearest,
}

/// Conversions and moves between banks and precisions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum ConvertOp {
    /// Signed integer of the first width to a float of the second.
    FromSigned(Width, Width),
    /// Unsigned integer of the first width to a float of the second.
    FromUnsigned(Width, Width),
    /// Float of the first width, truncated to a signed integer of the second.
    ToSigned(Width, Width),
    /// Float of the first width, truncated to an unsigned integer of the second.
    ToUnsigned(Width, Width),
    /// Float of this width to the other one.
    Float(Width),
    /// Bits of a general register to a floating-point register.
    FromBits(Width),
    /// Bits of a floating-point register to a general register.
    ToBits(Width),
}

/// Atomic read-modify-write operations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum AtomicOp {
    Add,
    And,
    Or,
    Xor,
}

/// Memory fences.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Fence {
    /// Orders all accesses before with all after.
    Full,
    /// Orders loads before with all accesses after.
    Acquire,
    /// Orders all accesses before with stores after.
    Release,
}

/// Conditions on the result of an operation.
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
    /// The signed result overflows.
    Overflow,
    /// The signed result does not overflow.
    NoOverflow,
    /// The unsigned result overflows: carry of an addition, borrow of a subtraction. Not for multiplications.
    Carry,
    /// The unsigned result does not overflow. Not for multiplications.
    NoCarry,
}

impl ResultCondition {
    /// All conditions; a condition and its inverse are adjacent.
    pub const ALL: [ResultCondition; 8] = {
        use ResultCondition::*;
        [Zero, NonZero, Signed, PositiveOrZero, Overflow, NoOverflow, Carry, NoCarry]
    };

    /// The negated condition.
    pub const fn inverted(self) -> ResultCondition {
        ResultCondition::ALL[self as usize ^ 1]
    }
}

/// Zero or sign extension of a value to 32 or 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Extension {
    /// Width of the value.
    pub(crate) from: Width,
    /// Width of the result: 64, or 32 with a zero upper half.
    pub(crate) to: Width,
    /// True for sign extension, false for zero extension.
    pub(crate) signed: bool,
}

/// The condition of a branch, selection or comparison.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Predicate<'g> {
    /// `a condition b`, 8 to 64 bits.
    Compare(IntCondition, Width, Operand<'g>, Operand<'g>),
    /// A condition on `a & b`, 8 to 64 bits.
    Test(ResultCondition, Width, Operand<'g>, Operand<'g>),
    /// `a condition b` of floating-point registers.
    Float(FloatCondition, Width, Reg, Reg),
    /// `dst = a op b`, and a condition on the result. 32 or 64 bits; `Add` and `Sub` also 8 or 16, zero-extended.
    Binary(ResultCondition, BinaryOp, Width, Reg, Reg, Operand<'g>),
    /// `[address] = [address] op b`, and a condition on the result. `Add` and `Sub`, 8 to 64 bits.
    BinaryMemory(ResultCondition, BinaryOp, Width, Address<'g>, Operand<'g>),
    /// `dst = -src`, and a condition on the result.
    Neg(ResultCondition, Width, Reg, Reg),
}

/// The low bits of a number, sign-extended and zero-extended.
fn low_bits(number: i64, width: Width) -> (i64, u64) {
    let rest = 64 - width.bits();
    (number << rest >> rest, (number as u64) << rest >> rest)
}

impl<'g> Predicate<'g> {
    /// Folds the condition if its operands are constant; otherwise moves a constant to the right.
    pub(super) fn simplified(self) -> Result<bool, Predicate<'g>> {
        use IntCondition::*;
        match self {
            Predicate::Compare(condition, width, Operand::Imm(a), Operand::Imm(b)) => {
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
            Predicate::Test(condition, width, Operand::Imm(a), Operand::Imm(b)) => {
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
            Predicate::Compare(condition, width, a @ Operand::Imm(_), b) => {
                Err(Predicate::Compare(condition.flipped(), width, b, a))
            }
            Predicate::Test(condition, width, a @ Operand::Imm(_), b) => {
                Err(Predicate::Test(condition, width, b, a))
            }
            other => Err(other),
        }
    }

    pub(super) fn set(&self) -> RegSet {
        match *self {
            Predicate::Compare(_, _, a, b) | Predicate::Test(_, _, a, b) => a.set().union(b.set()),
            Predicate::Float(_, _, a, b) => RegSet::of(&[a, b]),
            Predicate::Binary(_, _, _, dst, a, b) => RegSet::of(&[dst, a]).union(b.set()),
            Predicate::BinaryMemory(_, _, _, address, b) => address.set().union(b.set()),
            Predicate::Neg(_, _, dst, src) => RegSet::of(&[dst, src]),
        }
    }
}
