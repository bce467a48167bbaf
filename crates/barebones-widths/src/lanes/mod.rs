//! Vectors as lanes: every vector operation, one core value for each lane.
//!
//! A [`Vector`] of type `i16x8` is eight core values, lane 0 first. [`Lanes`] appends the values of an operation at a
//! cursor. So vectors need nothing of the core, have any number of lanes up to 256 and any size, and every engine
//! executes them. The code is as long as the number of lanes. The results are exact to the bit: the later backend for
//! vector registers has these operations as its oracle, so they are written to be read.
//!
//! **Representation.** An integer of up to 32 bits is an `Int32` whose bits above the lane are unspecified, a 64-bit
//! integer an `Int64`. An operation whose result depends on the bits above the lane extends its operands first. A
//! truth value (`i1`) is 0 or 1 in its low bit. Floating-point numbers are `Float` and `Double`; `f16` is its bits in
//! an `Int32`, unspecified above. Its arithmetic is that of [`crate::float`]: in Double, and rounded by a helper.
//!
//! **Comparisons** have integer lanes as wide as the operands': all bits are set if the comparison is true, else none.
//!
//! **Order.** Lane 0 has the lowest address in memory, and in a bit cast to wider lanes the lowest bits.
//! [`Lanes::bitcast`] also casts as a machine does that stores the highest byte first.
//!
//! **NaNs.** Arithmetic has the result of the core's operation, whose payload may differ between machines. Operations
//! on signs, moves, pseudo-minimum and pseudo-maximum preserve all bits. [`NanBits`] selects the NaN of a minimum.
//!
//! ```
//! use barebones::{host_target, ir::Procedure};
//! use barebones_widths::helpers::Helpers;
//! use barebones_widths::lanes::{Binary, Lane, Lanes, Sign, VectorType};
//!
//! let mut proc = Procedure::new(&host_target()?);
//! let root = proc.add_block();
//! let mut helpers = Helpers::default();
//! let mut lanes = Lanes::new(proc.at(root), &mut helpers);
//! let ty = VectorType::new(Lane::I8, 4)?;
//! let x = lanes.constant(ty, &[100, 200, 0, 255])?;
//! let y = lanes.constant(ty, &[50, 100, 1, 1])?;
//! let sum = lanes.binary(Binary::AddSat(Sign::Unsigned), &x, &y)?; // [150 255 1 255]
//! let all = lanes.all_true(&sum);
//! lanes.cursor().ret([all]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bits;
mod convert;
mod float;
mod integer;
mod memory;
mod permute;
mod types;
mod width;

pub use crate::int::{Relation, Sign};
pub use bits::ByteOrder;
pub use convert::OutOfRange;
pub use float::{FloatCompare, NanBits};
pub use memory::Access;
pub use types::{Kind, Lane, LaneError, MAX_LANES, Vector, VectorType};
pub use width::{Half, Narrow};

use crate::helpers::Helpers;
use barebones::base::Type;
use barebones::ir::{Cursor, Opcode, ValueId};

/// An operation on each lane of a vector.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Unary {
    /// All bits inverted.
    Not,
    /// The negated number; integers wrap, floating-point numbers change only the sign bit.
    Neg,
    /// The magnitude; that of the smallest integer is itself. Floating-point numbers change only the sign bit.
    Abs,
    /// The number of bits that are set, of integers.
    PopCount,
    /// The square root.
    Sqrt,
    /// Rounds up.
    Ceil,
    /// Rounds down.
    Floor,
    /// Rounds toward zero.
    Trunc,
    /// Rounds to the nearest integer, ties to even.
    Nearest,
}

/// An operation on each pair of lanes of two vectors of the same type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Binary {
    /// The sum; integers wrap.
    Add,
    /// The difference; integers wrap.
    Sub,
    /// The product; integers wrap.
    Mul,
    /// The high half of the product, of integers.
    MulHigh(Sign),
    /// The quotient of integers, rounded toward zero. Traps for a zero divisor, and for the smallest integer by -1.
    IntDiv(Sign),
    /// The remainder of integers, with the sign of the dividend. Traps for a zero divisor; by -1 it is 0.
    Rem(Sign),
    /// The smaller integer.
    Min(Sign),
    /// The larger integer.
    Max(Sign),
    /// The sum of integers, clamped to their range.
    AddSat(Sign),
    /// The difference of integers, clamped to their range.
    SubSat(Sign),
    /// The mean of two unsigned integers, rounded up.
    AvgRound,
    /// The product of two signed fixed-point numbers in [-1, 1): rounded, and clamped to the largest. Integers of 16
    /// or 32 bits.
    MulRoundSat,
    /// As [`Binary::MulRoundSat`], but -1 times -1 wraps to -1. Integers of 16 bits; x86's `pmulhrsw`.
    MulRoundWrap,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Bitwise and with the inverted second operand.
    AndNot,
    /// Bitwise or with the inverted second operand.
    OrNot,
    /// Bitwise exclusive or with the inverted second operand.
    XorNot,
    /// The quotient of floating-point numbers.
    FloatDiv,
    /// The smaller floating-point number; -0 is below +0. NaN if either is a NaN.
    FloatMin(NanBits),
    /// The larger floating-point number; -0 is below +0. NaN if either is a NaN.
    FloatMax(NanBits),
    /// y < x ? y : x, of floating-point numbers.
    PseudoMin,
    /// x < y ? y : x, of floating-point numbers.
    PseudoMax,
    /// x < y ? x : y, of floating-point numbers; x86's `minps`.
    MinOrSecond,
    /// x > y ? x : y, of floating-point numbers; x86's `maxps`.
    MaxOrSecond,
    /// The first operand with the sign of the second, of floating-point numbers.
    CopySign,
}

/// A shift of each lane by the same amount, of which only the low bits that number the bits of a lane count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shift {
    /// To higher bits.
    Left,
    /// To lower bits; a signed one copies the sign.
    Right(Sign),
    /// To higher bits, which reenter at the lowest.
    RotateLeft,
    /// To lower bits, which reenter at the highest.
    RotateRight,
}

/// Appends operations on vectors at a cursor.
#[derive(Debug)]
pub struct Lanes<'p> {
    b: Cursor<'p>,
    helpers: &'p mut Helpers,
}

type Result<T> = std::result::Result<T, LaneError>;

fn no_operation<T>(operation: &impl std::fmt::Debug, ty: VectorType) -> Result<T> {
    Err(LaneError::Operation { name: format!("{operation:?}"), ty })
}

fn same_type(x: &Vector, y: &Vector) -> Result<()> {
    if x.ty() == y.ty() { Ok(()) } else { Err(LaneError::Types { first: x.ty(), other: y.ty() }) }
}

impl<'p> Lanes<'p> {
    /// Operations that are appended at this cursor. The helpers are called to round numbers to `f16`.
    pub fn new(cursor: Cursor<'p>, helpers: &'p mut Helpers) -> Lanes<'p> {
        Lanes { b: cursor, helpers }
    }

    /// The cursor.
    pub fn cursor(&mut self) -> Cursor<'_> {
        self.b.reborrow()
    }

    /// Appends an operation on each lane.
    ///
    /// # Errors
    /// [`LaneError::Operation`] if lanes of this type have no such operation.
    pub fn unary(&mut self, operation: Unary, x: &Vector) -> Result<Vector> {
        let lane = x.lane_type();
        let mut lanes = Vec::with_capacity(x.lanes().len());
        for x in x.lanes() {
            let result = match lane.kind() {
                Kind::Int => self.int_unary(operation, *x, lane),
                Kind::Float => self.float_unary(operation, *x, lane),
            };
            lanes.extend(result);
        }
        if lanes.is_empty() { no_operation(&operation, x.ty()) } else { Ok(x.with_lane(lane, lanes)) }
    }

    /// Appends an operation on each pair of lanes.
    ///
    /// # Errors
    /// [`LaneError::Types`] if the types of the operands differ, [`LaneError::Operation`] if lanes of this type have
    /// no such operation.
    pub fn binary(&mut self, operation: Binary, x: &Vector, y: &Vector) -> Result<Vector> {
        same_type(x, y)?;
        let lane = x.lane_type();
        let mut lanes = Vec::with_capacity(x.lanes().len());
        for (x, y) in x.lanes().iter().zip(y.lanes()) {
            let result = match (self.bitwise(operation, *x, *y, lane), lane.kind()) {
                (Some(result), _) => Some(result),
                (None, Kind::Int) => self.int_binary(operation, *x, *y, lane),
                (None, Kind::Float) => self.float_binary(operation, *x, *y, lane),
            };
            lanes.extend(result);
        }
        if lanes.is_empty() { no_operation(&operation, x.ty()) } else { Ok(x.with_lane(lane, lanes)) }
    }

    fn bitwise(&mut self, operation: Binary, x: ValueId, y: ValueId, lane: Lane) -> Option<ValueId> {
        Some(match operation {
            Binary::And => self.b.bit_and(x, y),
            Binary::Or => self.b.bit_or(x, y),
            Binary::Xor => self.b.bit_xor(x, y),
            Binary::AndNot => {
                let y = self.invert(y, lane);
                self.b.bit_and(x, y)
            }
            Binary::OrNot => {
                let y = self.invert(y, lane);
                self.b.bit_or(x, y)
            }
            Binary::XorNot => {
                let y = self.invert(y, lane);
                self.b.bit_xor(x, y)
            }
            _ => return None,
        })
    }

    fn invert(&mut self, x: ValueId, lane: Lane) -> ValueId {
        let ones = self.b.constant(lane.core(), u64::MAX);
        self.b.bit_xor(x, ones)
    }

    /// A constant with these bits in each lane. Bits above the lane are ignored.
    ///
    /// # Errors
    /// [`LaneError::Lanes`] if the type has another number of lanes.
    pub fn constant(&mut self, ty: VectorType, bits: &[u64]) -> Result<Vector> {
        let lanes = bits.iter().map(|bits| self.lane_constant(ty.lane(), *bits)).collect();
        Vector::new(ty, lanes)
    }

    fn lane_constant(&mut self, lane: Lane, bits: u64) -> ValueId {
        self.b.constant(lane.core(), bits & lane.ones())
    }

    /// The bits of a lane that is a constant, zero-extended.
    fn known(&self, x: ValueId, lane: Lane) -> Option<u64> {
        let value = self.b.proc.get_value(x)?;
        value.opcode().is_constant().then(|| value.bits() & lane.ones())
    }

    /// The number of low bits above which an `Int32` is known to be zero.
    fn known_bits(&self, x: ValueId) -> u32 {
        let Some(value) = self.b.proc.get_value(x) else { return 32 };
        match value.opcode() {
            Opcode::Const32 => 32 - (value.bits() as u32).leading_zeros(),
            Opcode::Load8Z => 8,
            Opcode::Load16Z => 16,
            Opcode::Equal | Opcode::NotEqual | Opcode::EqualOrUnordered => 1,
            Opcode::LessThan | Opcode::LessEqual | Opcode::GreaterThan | Opcode::GreaterEqual => 1,
            Opcode::Below | Opcode::BelowEqual | Opcode::Above | Opcode::AboveEqual => 1,
            Opcode::BitAnd => {
                let constants = self.b.proc.children(x).iter().filter_map(|child| {
                    let child = self.b.proc.get_value(*child)?;
                    child.opcode().is_constant().then(|| 32 - (child.bits() as u32).leading_zeros())
                });
                constants.min().unwrap_or(32)
            }
            _ => 32,
        }
    }

    /// An integer with zeros above the lane.
    fn zext(&mut self, x: ValueId, lane: Lane) -> ValueId {
        let bits = lane.bits();
        if bits >= 32 || self.known_bits(x) <= bits {
            return x;
        }
        if let Some(known) = self.known(x, lane) {
            return self.b.const32(known as i32);
        }
        let mask = self.b.const32(lane.ones() as i32);
        self.b.bit_and(x, mask)
    }

    /// An integer with copies of the sign above the lane.
    fn sext(&mut self, x: ValueId, lane: Lane) -> ValueId {
        let bits = lane.bits();
        if bits >= 32 || self.known_bits(x) < bits {
            return x;
        }
        if let Some(known) = self.known(x, lane) {
            return self.b.const32((known as i32) << (32 - bits) >> (32 - bits));
        }
        match lane {
            Lane::I8 => self.b.sext8(x),
            Lane::I16 => self.b.sext16(x),
            _ => {
                let shift = self.b.const32(32 - bits as i32);
                let high = self.b.shl(x, shift);
                self.b.sshr(high, shift)
            }
        }
    }

    /// An integer, extended to its core type.
    fn ext(&mut self, x: ValueId, lane: Lane, sign: Sign) -> ValueId {
        match sign {
            Sign::Signed => self.sext(x, lane),
            Sign::Unsigned => self.zext(x, lane),
        }
    }

    /// An integer as one of another type, extended or truncated.
    fn resize(&mut self, x: ValueId, from: Lane, to: Lane, sign: Sign) -> ValueId {
        match (from, to) {
            _ if to.bits() <= from.bits() => {
                if from == Lane::I64 && to != Lane::I64 {
                    self.b.trunc(x)
                } else {
                    x
                }
            }
            (_, Lane::I64) => {
                let x = self.ext(x, from, sign);
                if sign.is_signed() { self.b.sext32(x) } else { self.b.zext32(x) }
            }
            _ => self.ext(x, from, sign),
        }
    }

    /// A truth value in an `Int32` as a lane of ones or zeros.
    fn mask(&mut self, truth: ValueId, lane: Lane) -> ValueId {
        match lane.core() {
            _ if lane == Lane::I1 => truth,
            Type::Int64 => {
                let wide = self.b.zext32(truth);
                self.b.neg(wide)
            }
            _ => self.b.neg(truth),
        }
    }

    /// 1 if a lane, by its bits, is not zero; else 0.
    fn is_set(&mut self, x: ValueId, lane: Lane) -> ValueId {
        let x = self.as_int_lane(x, lane);
        let x = self.zext(x, lane.as_int());
        let zero = self.b.constant(lane.as_int().core(), 0);
        self.b.not_equal(x, zero)
    }

    /// The bits of a lane as an integer.
    fn as_int_lane(&mut self, x: ValueId, lane: Lane) -> ValueId {
        if matches!(lane, Lane::F32 | Lane::F64) { self.b.bitwise_cast(x) } else { x }
    }

    /// A lane with the bits of an integer.
    fn of_int_lane(&mut self, x: ValueId, lane: Lane) -> ValueId {
        if matches!(lane, Lane::F32 | Lane::F64) { self.b.bitwise_cast(x) } else { x }
    }
}
