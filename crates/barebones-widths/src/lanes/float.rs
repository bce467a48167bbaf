//! Operations on floating-point lanes.

use super::{Binary, Lane, LaneError, Lanes, Result, Unary, Vector, no_operation, same_type};
use crate::float::{self, Format};
use crate::int::Int;
use barebones::ir::{Cursor, ValueId};
use smallvec::SmallVec;

/// A comparison of floating-point numbers: the set of outcomes for which it is true.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FloatCompare {
    /// True for a smaller first operand.
    pub less: bool,
    /// True for equal operands.
    pub equal: bool,
    /// True for a larger first operand.
    pub greater: bool,
    /// True if an operand is a NaN.
    pub unordered: bool,
}

impl FloatCompare {
    const fn opposite(self) -> FloatCompare {
        FloatCompare {
            less: !self.less,
            equal: !self.equal,
            greater: !self.greater,
            unordered: !self.unordered,
        }
    }
}

/// The NaN that a minimum or maximum with a NaN operand returns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NanBits {
    /// That of the core's `FMin` and `FMax`, which may differ between machines.
    Machine,
    /// The one of Cranelift's code for x86-64: without payload; negative for a minimum, and for a maximum if the sign
    /// of an operand is set.
    Signed,
}

impl Lanes<'_> {
    pub(super) fn float_unary(&mut self, operation: Unary, x: ValueId, lane: Lane) -> Option<ValueId> {
        match operation {
            Unary::Not => return Some(self.invert(x, lane)),
            Unary::Neg | Unary::Abs if lane == Lane::F16 => {
                return Some(if operation == Unary::Neg {
                    let sign = self.b.const32(0x8000);
                    self.b.bit_xor(x, sign)
                } else {
                    let magnitude = self.b.const32(0x7FFF);
                    self.b.bit_and(x, magnitude)
                });
            }
            Unary::PopCount => return None,
            _ if lane == Lane::F16 => {
                return Some(self.compute_half(&[x], |b, x| match operation {
                    Unary::Sqrt => b.sqrt(x[0]),
                    Unary::Ceil => b.ceil(x[0]),
                    Unary::Floor => b.floor(x[0]),
                    Unary::Trunc => b.ftrunc(x[0]),
                    _ => b.nearest(x[0]),
                }));
            }
            _ => {}
        }
        Some(match operation {
            Unary::Neg => self.b.neg(x),
            Unary::Abs => self.b.abs(x),
            Unary::Sqrt => self.b.sqrt(x),
            Unary::Ceil => self.b.ceil(x),
            Unary::Floor => self.b.floor(x),
            Unary::Trunc => self.b.ftrunc(x),
            Unary::Nearest => self.b.nearest(x),
            Unary::Not | Unary::PopCount => return None,
        })
    }

    pub(super) fn float_binary(
        &mut self,
        operation: Binary,
        x: ValueId,
        y: ValueId,
        lane: Lane,
    ) -> Option<ValueId> {
        if lane == Lane::F16 {
            return self.half_binary(operation, x, y);
        }
        Some(match operation {
            Binary::Add => self.b.add(x, y),
            Binary::Sub => self.b.sub(x, y),
            Binary::Mul => self.b.mul(x, y),
            Binary::FloatDiv => self.b.div(x, y),
            Binary::FloatMin(nan) => {
                let smaller = self.b.fmin(x, y);
                match nan {
                    NanBits::Machine => smaller,
                    NanBits::Signed => {
                        let nan = self.b.constant(lane.core(), sign_bit(lane) | nan_bits(lane));
                        self.unless_ordered(x, y, nan, smaller)
                    }
                }
            }
            Binary::FloatMax(nan) => {
                let larger = self.b.fmax(x, y);
                match nan {
                    NanBits::Machine => larger,
                    NanBits::Signed => {
                        let sign = self.b.constant(lane.core(), sign_bit(lane));
                        let either = self.b.bit_or(x, y);
                        let sign = self.b.bit_and(either, sign);
                        let nan = self.b.constant(lane.core(), nan_bits(lane));
                        let nan = self.b.bit_or(sign, nan);
                        self.unless_ordered(x, y, nan, larger)
                    }
                }
            }
            Binary::PseudoMin => {
                let less = self.b.less_than(y, x);
                self.b.select(less, y, x)
            }
            Binary::PseudoMax => {
                let less = self.b.less_than(x, y);
                self.b.select(less, y, x)
            }
            Binary::MinOrSecond => {
                let less = self.b.less_than(x, y);
                self.b.select(less, x, y)
            }
            Binary::MaxOrSecond => {
                let greater = self.b.greater_than(x, y);
                self.b.select(greater, x, y)
            }
            Binary::CopySign => self.b.copy_sign(x, y),
            _ => return None,
        })
    }

    /// The number of an `f16`, which is exact.
    fn half_as_float(&mut self, x: ValueId) -> ValueId {
        float::to_float(&mut self.b, Format::F16, &half(x))
    }

    /// An operation on `f16` in Double, rounded once more.
    fn compute_half(
        &mut self,
        operands: &[ValueId],
        operation: impl FnOnce(&mut Cursor<'_>, &[ValueId]) -> ValueId,
    ) -> ValueId {
        let operands: SmallVec<[Int; 2]> = operands.iter().map(|x| half(*x)).collect();
        float::compute(&mut self.b, self.helpers, Format::F16, &operands, operation).low()
    }

    fn half_binary(&mut self, operation: Binary, x: ValueId, y: ValueId) -> Option<ValueId> {
        const FORMAT: Format = Format::F16;
        Some(match operation {
            Binary::Add => self.compute_half(&[x, y], |b, x| b.add(x[0], x[1])),
            Binary::Sub => self.compute_half(&[x, y], |b, x| b.sub(x[0], x[1])),
            Binary::Mul => self.compute_half(&[x, y], |b, x| b.mul(x[0], x[1])),
            Binary::FloatDiv => self.compute_half(&[x, y], |b, x| b.div(x[0], x[1])),
            Binary::FloatMin(nan) | Binary::FloatMax(nan) => {
                let is_min = matches!(operation, Binary::FloatMin(_));
                let b = &mut self.b;
                let chosen = if is_min {
                    float::min(b, FORMAT, &half(x), &half(y))
                } else {
                    float::max(b, FORMAT, &half(x), &half(y))
                };
                if nan == NanBits::Machine {
                    return Some(chosen.low());
                }
                let nan = if is_min {
                    b.const32(0xFE00)
                } else {
                    let sign = b.const32(0x8000);
                    let either = b.bit_or(x, y);
                    let sign = b.bit_and(either, sign);
                    let nan = b.const32(0x7E00);
                    b.bit_or(sign, nan)
                };
                let [x, y] = [self.half_as_float(x), self.half_as_float(y)];
                self.unless_ordered(x, y, nan, chosen.low())
            }
            Binary::PseudoMin | Binary::PseudoMax | Binary::MinOrSecond | Binary::MaxOrSecond => {
                let [x_number, y_number] = [self.half_as_float(x), self.half_as_float(y)];
                let b = &mut self.b;
                match operation {
                    Binary::PseudoMin => {
                        let less = b.less_than(y_number, x_number);
                        b.select(less, y, x)
                    }
                    Binary::PseudoMax => {
                        let less = b.less_than(x_number, y_number);
                        b.select(less, y, x)
                    }
                    Binary::MinOrSecond => {
                        let less = b.less_than(x_number, y_number);
                        b.select(less, x, y)
                    }
                    _ => {
                        let greater = b.greater_than(x_number, y_number);
                        b.select(greater, x, y)
                    }
                }
            }
            Binary::CopySign => float::copy_sign(&mut self.b, &half(x), &half(y)).low(),
            _ => return None,
        })
    }

    /// `ordered` if neither operand is a NaN, else `nan`.
    fn unless_ordered(&mut self, x: ValueId, y: ValueId, nan: ValueId, ordered: ValueId) -> ValueId {
        let [x, y] = [self.b.equal(x, x), self.b.equal(y, y)];
        let is_ordered = self.b.bit_and(x, y);
        self.b.select(is_ordered, ordered, nan)
    }

    /// Appends x * y + z on each lane, with one rounding.
    ///
    /// # Errors
    /// [`LaneError::Types`] if the types of the operands differ, [`LaneError::Operation`] for integer lanes.
    pub fn fma(&mut self, x: &Vector, y: &Vector, z: &Vector) -> Result<Vector> {
        same_type(x, y)?;
        same_type(x, z)?;
        if x.lane_type().is_int() {
            return Err(LaneError::Operation { name: String::from("Fma"), ty: x.ty() });
        }
        let factors = x.lanes().iter().zip(y.lanes());
        let lanes = factors.zip(z.lanes()).map(|((a, b), c)| {
            if x.lane_type() == Lane::F16 {
                let [a, b, c] = [a, b, c].map(|lane| half(*lane));
                float::fma(&mut self.b, self.helpers, Format::F16, &a, &b, &c).low()
            } else {
                self.b.fma(*a, *b, *c)
            }
        });
        let lanes = lanes.collect();
        Ok(Vector::of(x.ty(), lanes))
    }

    /// Appends a comparison of floating-point numbers: all bits of an integer lane are set if it is true, else none.
    ///
    /// # Errors
    /// [`LaneError::Types`] if the types of the operands differ, [`LaneError::Operation`] for integer lanes.
    pub fn compare_float(&mut self, condition: FloatCompare, x: &Vector, y: &Vector) -> Result<Vector> {
        same_type(x, y)?;
        let lane = x.lane_type();
        if lane.is_int() {
            return no_operation(&condition, x.ty());
        }
        let lanes = x.lanes().iter().zip(y.lanes()).map(|(x, y)| {
            let (mut x, mut y) = (*x, *y);
            if lane == Lane::F16 {
                [x, y] = [self.half_as_float(x), self.half_as_float(y)];
            }
            let truth = self.float_compare(condition, x, y);
            self.mask(truth, lane.as_int())
        });
        let lanes = lanes.collect();
        Ok(x.with_lane(lane.as_int(), lanes))
    }

    fn float_compare(&mut self, condition: FloatCompare, x: ValueId, y: ValueId) -> ValueId {
        let FloatCompare { less, equal, greater, unordered } = condition;
        match (less, equal, greater, unordered) {
            (false, false, false, false) => self.b.const32(0),
            (true, true, true, true) => self.b.const32(1),
            (true, false, false, false) => self.b.less_than(x, y),
            (false, true, false, false) => self.b.equal(x, y),
            (false, false, true, false) => self.b.greater_than(x, y),
            (true, true, false, false) => self.b.less_equal(x, y),
            (false, true, true, false) => self.b.greater_equal(x, y),
            (true, false, true, true) => self.b.not_equal(x, y),
            (false, true, false, true) => self.b.equal_or_unordered(x, y),
            (true, true, true, false) => {
                let [x, y] = [self.b.equal(x, x), self.b.equal(y, y)];
                self.b.bit_and(x, y)
            }
            // The others are the opposite of one above.
            _ => {
                let opposite = self.float_compare(condition.opposite(), x, y);
                let zero = self.b.const32(0);
                self.b.equal(opposite, zero)
            }
        }
    }
}

/// The bits of an `f16`.
fn half(x: ValueId) -> Int {
    Int::new(16, [x])
}

/// The sign bit of a 32-bit or 64-bit number.
const fn sign_bit(lane: Lane) -> u64 {
    1 << (lane.bits() - 1)
}

/// The bits of the positive quiet NaN without payload.
const fn nan_bits(lane: Lane) -> u64 {
    if lane.bits() == 32 { 0x7FC0_0000 } else { 0x7FF8_0000_0000_0000 }
}
