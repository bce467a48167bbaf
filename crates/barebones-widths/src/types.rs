//! What describes values: widths and signs of integers, formats of numbers. No code of the IR.

use barebones::base::Type;

/// The bits above the width of an integer's last leaf, as far as they are known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Above {
    /// Nothing.
    Unknown,
    /// They are zero.
    Zeros,
    /// They are copies of the sign.
    Signs,
}

/// Whether an operation interprets its operands as signed or unsigned.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sign {
    /// Two's complement.
    Signed,
    /// No negative numbers.
    Unsigned,
}

impl Sign {
    /// True for [`Sign::Signed`].
    pub const fn is_signed(self) -> bool {
        matches!(self, Sign::Signed)
    }

    /// What is above an integer that is extended by this sign.
    pub const fn above(self) -> Above {
        match self {
            Sign::Signed => Above::Signs,
            Sign::Unsigned => Above::Zeros,
        }
    }
}

/// The type of each leaf of an integer of a width.
pub const fn leaf_type(bits: u32) -> Type {
    if bits <= 32 { Type::Int32 } else { Type::Int64 }
}

/// The number of leaves of an integer of a width.
pub const fn leaf_count(bits: u32) -> usize {
    if bits <= 64 { 1 } else { bits.div_ceil(64) as usize }
}

/// The number of bits of all leaves of an integer of a width.
pub const fn container(bits: u32) -> u32 {
    if bits <= 32 { 32 } else { bits.next_multiple_of(64) }
}

/// A format of IEEE 754: a sign, an exponent, the trailing bits of a significand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Format {
    /// binary16.
    F16,
    /// bfloat16: the upper half of a binary32.
    Bf16,
    /// binary32.
    F32,
    /// binary64.
    F64,
    /// binary128.
    F128,
}

impl Format {
    /// The number of bits of the exponent.
    pub const fn exponent_bits(self) -> u32 {
        match self {
            Format::F16 => 5,
            Format::Bf16 | Format::F32 => 8,
            Format::F64 => 11,
            Format::F128 => 15,
        }
    }

    /// The number of bits of the significand that are stored.
    pub const fn trailing_bits(self) -> u32 {
        match self {
            Format::F16 => 10,
            Format::Bf16 => 7,
            Format::F32 => 23,
            Format::F64 => 52,
            Format::F128 => 112,
        }
    }

    /// The width.
    pub const fn bits(self) -> u32 {
        1 + self.exponent_bits() + self.trailing_bits()
    }

    /// What is added to an exponent where it is stored.
    pub const fn bias(self) -> i32 {
        self.largest_exponent() / 2
    }

    /// The stored exponent of infinities and NaNs.
    pub const fn largest_exponent(self) -> i32 {
        (1 << self.exponent_bits()) - 1
    }

    /// The name, as Rust's.
    pub const fn name(self) -> &'static str {
        match self {
            Format::F16 => "f16",
            Format::Bf16 => "bf16",
            Format::F32 => "f32",
            Format::F64 => "f64",
            Format::F128 => "f128",
        }
    }
}

/// An operation of `f128` that has a helper.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Quad {
    /// x + y
    Add,
    /// x * y
    Mul,
    /// x / y
    Div,
    /// x * y + z, rounded once
    Fma,
    /// The square root
    Sqrt,
    /// The integer that is not below
    Ceil,
    /// The integer that is not above
    Floor,
    /// The integer toward zero
    Trunc,
    /// The nearest integer, ties to even
    Nearest,
}

impl Quad {
    /// The number of operands.
    pub const fn operand_count(self) -> usize {
        match self {
            Quad::Add | Quad::Mul | Quad::Div => 2,
            Quad::Fma => 3,
            Quad::Sqrt | Quad::Ceil | Quad::Floor | Quad::Trunc | Quad::Nearest => 1,
        }
    }
}
