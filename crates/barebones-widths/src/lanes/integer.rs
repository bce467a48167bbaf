//! Operations on integer lanes.

use super::{
    Binary, Lane, LaneError, Lanes, Relation, Result, Shift, Sign, Unary, Vector, no_operation, same_type,
};
use barebones::base::TrapCode;
use barebones::ir::ValueId;

impl Lanes<'_> {
    pub(super) fn int_unary(&mut self, operation: Unary, x: ValueId, lane: Lane) -> Option<ValueId> {
        Some(match operation {
            Unary::Not => self.invert(x, lane),
            Unary::Neg => self.b.neg(x),
            Unary::Abs => {
                let x = self.sext(x, lane);
                let negated = self.b.neg(x);
                self.b.smax(x, negated)
            }
            Unary::PopCount => {
                let x = self.zext(x, lane);
                self.b.pop_count(x)
            }
            Unary::Sqrt | Unary::Ceil | Unary::Floor | Unary::Trunc | Unary::Nearest => return None,
        })
    }

    pub(super) fn int_binary(
        &mut self,
        operation: Binary,
        x: ValueId,
        y: ValueId,
        lane: Lane,
    ) -> Option<ValueId> {
        Some(match operation {
            Binary::Add => self.b.add(x, y),
            Binary::Sub => self.b.sub(x, y),
            Binary::Mul => self.b.mul(x, y),
            Binary::MulHigh(sign) => self.multiply_high(sign, x, y, lane),
            Binary::IntDiv(sign) => self.divide(sign, x, y, lane),
            Binary::Rem(sign) => self.remainder(sign, x, y, lane),
            Binary::Min(sign) | Binary::Max(sign) => {
                let [x, y] = [self.ext(x, lane, sign), self.ext(y, lane, sign)];
                match (operation, sign) {
                    (Binary::Min(_), Sign::Signed) => self.b.smin(x, y),
                    (Binary::Min(_), Sign::Unsigned) => self.b.umin(x, y),
                    (_, Sign::Signed) => self.b.smax(x, y),
                    (_, Sign::Unsigned) => self.b.umax(x, y),
                }
            }
            Binary::AddSat(sign) => self.saturate(sign, false, x, y, lane),
            Binary::SubSat(sign) => self.saturate(sign, true, x, y, lane),
            Binary::AvgRound => self.average(x, y, lane),
            Binary::MulRoundSat if matches!(lane, Lane::I16 | Lane::I32) => {
                let product = self.fixed_point_product(x, y, lane);
                self.clamp_high(product, lane)
            }
            Binary::MulRoundWrap if lane == Lane::I16 => self.fixed_point_product(x, y, lane),
            _ => return None,
        })
    }

    fn multiply_high(&mut self, sign: Sign, x: ValueId, y: ValueId, lane: Lane) -> ValueId {
        let [x, y] = [self.ext(x, lane, sign), self.ext(y, lane, sign)];
        if lane.bits() >= 32 {
            return if sign.is_signed() { self.b.mul_high(x, y) } else { self.b.umul_high(x, y) };
        }
        // The product of narrow lanes fits.
        let product = self.b.mul(x, y);
        let shift = self.b.const32(lane.bits() as i32);
        self.b.zshr(product, shift)
    }

    fn divide(&mut self, sign: Sign, x: ValueId, y: ValueId, lane: Lane) -> ValueId {
        let [x, y] = self.dividend_and_divisor(sign, x, y, lane);
        if !sign.is_signed() {
            return self.b.udiv(x, y);
        }
        let core = lane.core();
        let smallest = self.b.constant(core, (-1_i64 << (lane.bits() - 1)) as u64);
        let minus_one = self.b.constant(core, u64::MAX);
        let is_smallest = self.b.equal(x, smallest);
        let is_minus_one = self.b.equal(y, minus_one);
        let overflows = self.b.bit_and(is_smallest, is_minus_one);
        self.b.trap_if(overflows, TrapCode::IntegerOverflow);
        self.b.div(x, y)
    }

    fn remainder(&mut self, sign: Sign, x: ValueId, y: ValueId, lane: Lane) -> ValueId {
        let [x, y] = self.dividend_and_divisor(sign, x, y, lane);
        if sign.is_signed() { self.b.chill_mod(x, y) } else { self.b.umod(x, y) }
    }

    /// The extended operands of a division, after a trap for a zero divisor.
    fn dividend_and_divisor(&mut self, sign: Sign, x: ValueId, y: ValueId, lane: Lane) -> [ValueId; 2] {
        let [x, y] = [self.ext(x, lane, sign), self.ext(y, lane, sign)];
        let zero = self.b.constant(lane.core(), 0);
        let is_zero = self.b.equal(y, zero);
        self.b.trap_if(is_zero, TrapCode::IntegerDivisionByZero);
        [x, y]
    }

    /// A sum or difference, clamped.
    fn saturate(&mut self, sign: Sign, subtract: bool, x: ValueId, y: ValueId, lane: Lane) -> ValueId {
        let [x, y] = [self.ext(x, lane, sign), self.ext(y, lane, sign)];
        if lane.bits() < 32 {
            // The sum of narrow lanes fits.
            let sum = if subtract { self.b.sub(x, y) } else { self.b.add(x, y) };
            return match (sign, subtract) {
                (Sign::Signed, _) => {
                    let sum = self.clamp_high(sum, lane);
                    let smallest = self.b.const32(-1 << (lane.bits() - 1));
                    self.b.smax(sum, smallest)
                }
                (Sign::Unsigned, false) => {
                    let largest = self.b.const32(lane.ones() as i32);
                    self.b.umin(sum, largest)
                }
                (Sign::Unsigned, true) => {
                    let zero = self.b.const32(0);
                    self.b.smax(sum, zero)
                }
            };
        }
        let both = match (sign, subtract) {
            (Sign::Signed, false) => self.b.add_overflow(x, y),
            (Sign::Signed, true) => self.b.sub_overflow(x, y),
            (Sign::Unsigned, false) => self.b.uadd_overflow(x, y),
            (Sign::Unsigned, true) => self.b.usub_overflow(x, y),
        };
        let [sum, overflow] = [self.b.extract(both, 0), self.b.extract(both, 1)];
        let limit = match (sign, subtract) {
            (Sign::Unsigned, false) => self.b.constant(lane.core(), u64::MAX),
            (Sign::Unsigned, true) => self.b.constant(lane.core(), 0),
            (Sign::Signed, _) => {
                // An overflow ends at the limit on the side of the first operand.
                let shift = self.b.const32(lane.bits() as i32 - 1);
                let sign = self.b.sshr(x, shift);
                let largest = self.b.constant(lane.core(), lane.ones() >> 1);
                self.b.bit_xor(sign, largest)
            }
        };
        self.b.select(overflow, limit, sum)
    }

    /// The smaller of a signed integer and the largest signed one of a lane.
    fn clamp_high(&mut self, x: ValueId, lane: Lane) -> ValueId {
        let ty = self.b.proc.type_of(x);
        let largest = self.b.constant(ty, lane.ones() >> 1);
        let clamped = self.b.smin(x, largest);
        if ty == lane.core() { clamped } else { self.b.trunc(clamped) }
    }

    fn average(&mut self, x: ValueId, y: ValueId, lane: Lane) -> ValueId {
        let [x, y] = [self.zext(x, lane), self.zext(y, lane)];
        let one = self.b.const32(1);
        if lane.bits() < 32 {
            let sum = self.b.add(x, y);
            let sum = self.b.add(sum, one);
            return self.b.zshr(sum, one);
        }
        // The sum of x and y is twice their common bits and once the others: (x | y) - (x ^ y) / 2, rounded up.
        let union = self.b.bit_or(x, y);
        let difference = self.b.bit_xor(x, y);
        let half = self.b.zshr(difference, one);
        self.b.sub(union, half)
    }

    /// (2xy + 1) / 2, where all are fractions of the lane's largest power of two. In a wider core type for `i32`.
    fn fixed_point_product(&mut self, x: ValueId, y: ValueId, lane: Lane) -> ValueId {
        let [mut x, mut y] = [self.sext(x, lane), self.sext(y, lane)];
        if lane == Lane::I32 {
            [x, y] = [self.b.sext32(x), self.b.sext32(y)];
        }
        let product = self.b.mul(x, y);
        let ty = self.b.proc.type_of(product);
        let half = self.b.constant(ty, 1 << (lane.bits() - 2));
        let sum = self.b.add(product, half);
        let shift = self.b.const32(lane.bits() as i32 - 1);
        self.b.sshr(sum, shift)
    }

    /// Appends a shift of each lane by an `Int32`.
    ///
    /// # Errors
    /// [`LaneError::Operation`] for floating-point lanes and truth values.
    pub fn shift(&mut self, shift: Shift, x: &Vector, amount: ValueId) -> Result<Vector> {
        let lane = x.lane_type();
        if !lane.is_int() || lane == Lane::I1 {
            return no_operation(&shift, x.ty());
        }
        if lane.bits() >= 32 {
            // The core's shifts mask the amount.
            let shifted = |x: &ValueId| match shift {
                Shift::Left => self.b.shl(*x, amount),
                Shift::Right(Sign::Unsigned) => self.b.zshr(*x, amount),
                Shift::Right(Sign::Signed) => self.b.sshr(*x, amount),
                Shift::RotateLeft => self.b.rotl(*x, amount),
                Shift::RotateRight => self.b.rotr(*x, amount),
            };
            let lanes = x.lanes().iter().map(shifted).collect();
            return Ok(x.with_lane(lane, lanes));
        }
        let mask = self.b.const32(lane.bits() as i32 - 1);
        let amount = self.b.bit_and(amount, mask);
        let zero = self.b.const32(0);
        let negated = self.b.sub(zero, amount);
        let opposite = self.b.bit_and(negated, mask);
        let lanes = x.lanes().iter().map(|x| match shift {
            Shift::Left => self.b.shl(*x, amount),
            Shift::Right(sign) => {
                let x = self.ext(*x, lane, sign);
                if sign.is_signed() { self.b.sshr(x, amount) } else { self.b.zshr(x, amount) }
            }
            Shift::RotateLeft | Shift::RotateRight => {
                let x = self.zext(*x, lane);
                let (left, right) = match shift {
                    Shift::RotateLeft => (amount, opposite),
                    _ => (opposite, amount),
                };
                let high = self.b.shl(x, left);
                let low = self.b.zshr(x, right);
                self.b.bit_or(high, low)
            }
        });
        let lanes = lanes.collect();
        Ok(x.with_lane(lane, lanes))
    }

    /// Appends a comparison of integers: all bits of a lane are set if it is true, else none.
    ///
    /// # Errors
    /// [`LaneError::Types`] if the types of the operands differ, [`LaneError::Operation`] for floating-point lanes.
    pub fn compare(&mut self, condition: Relation, x: &Vector, y: &Vector) -> Result<Vector> {
        same_type(x, y)?;
        let lane = x.lane_type();
        if !lane.is_int() {
            return no_operation(&condition, x.ty());
        }
        let lanes = x.lanes().iter().zip(y.lanes()).map(|(x, y)| {
            let truth = self.int_compare(condition, *x, *y, lane);
            self.mask(truth, lane)
        });
        let lanes = lanes.collect();
        Ok(x.with_lane(lane, lanes))
    }

    fn int_compare(&mut self, condition: Relation, x: ValueId, y: ValueId, lane: Lane) -> ValueId {
        let sign = match condition {
            Relation::Equal | Relation::NotEqual => Sign::Unsigned,
            Relation::Less(sign)
            | Relation::LessEqual(sign)
            | Relation::Greater(sign)
            | Relation::GreaterEqual(sign) => sign,
        };
        let [x, y] = [self.ext(x, lane, sign), self.ext(y, lane, sign)];
        match condition {
            Relation::Equal => self.b.equal(x, y),
            Relation::NotEqual => self.b.not_equal(x, y),
            Relation::Less(Sign::Signed) => self.b.less_than(x, y),
            Relation::LessEqual(Sign::Signed) => self.b.less_equal(x, y),
            Relation::Greater(Sign::Signed) => self.b.greater_than(x, y),
            Relation::GreaterEqual(Sign::Signed) => self.b.greater_equal(x, y),
            Relation::Less(Sign::Unsigned) => self.b.below(x, y),
            Relation::LessEqual(Sign::Unsigned) => self.b.below_equal(x, y),
            Relation::Greater(Sign::Unsigned) => self.b.above(x, y),
            Relation::GreaterEqual(Sign::Unsigned) => self.b.above_equal(x, y),
        }
    }

    /// Appends the sums of neighbours: those of the first operand, then those of the second.
    ///
    /// # Errors
    /// [`LaneError::Types`] if the types of the operands differ, [`LaneError::Operation`] for floating-point lanes or
    /// an odd number of lanes.
    pub fn add_pairwise(&mut self, x: &Vector, y: &Vector) -> Result<Vector> {
        same_type(x, y)?;
        let ty = x.ty();
        if !ty.lane().is_int() || ty.count() % 2 == 1 {
            return Err(LaneError::Operation { name: String::from("AddPairwise"), ty });
        }
        let pairs = x.lanes().chunks(2).chain(y.lanes().chunks(2));
        let lanes = pairs.map(|pair| self.b.add(pair[0], pair[1])).collect();
        Ok(Vector::of(ty, lanes))
    }
}
