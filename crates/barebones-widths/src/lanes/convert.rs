//! Conversions between integers and floating-point numbers.

use super::{Lane, LaneError, Lanes, Result, Sign, Vector, no_operation};
use crate::float::{self, Format};
use crate::int::Int;
use barebones::base::{TrapCode, Type};
use barebones::ir::ValueId;

/// What a conversion to an integer does with NaN and with numbers out of range.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OutOfRange {
    /// It traps: `BadConversion` for a NaN, else `IntegerOverflow`.
    Trap,
    /// It clamps; NaN becomes 0.
    Clamp,
    /// The result is the smallest signed integer; x86's `cvttps2dq`. Only signed integers of 32 and 64 bits.
    Smallest,
}

impl Lanes<'_> {
    /// Converts numbers to integers, rounded toward zero.
    ///
    /// # Errors
    /// [`LaneError::Operation`] if the lanes are integers, or there is no such conversion to `to`.
    pub fn to_int(&mut self, x: &Vector, to: Lane, sign: Sign, outside: OutOfRange) -> Result<Vector> {
        let from = x.lane_type();
        let is_smallest = outside == OutOfRange::Smallest;
        let is_valid = !from.is_int()
            && to.is_int()
            && to != Lane::I1
            && (!is_smallest || to.bits() >= 32 && sign.is_signed());
        if !is_valid {
            return Err(LaneError::Operation { name: format!("ToInt {outside:?} {to}"), ty: x.ty() });
        }
        let lanes = x.lanes().iter().map(|x| {
            let (mut x, mut from) = (*x, from);
            if from == Lane::F16 {
                (x, from) = (self.resized_number(x, from, Lane::F32), Lane::F32);
            }
            match outside {
                OutOfRange::Trap => self.int_or_trap(x, to, sign),
                OutOfRange::Clamp => self.int_clamped(x, to, sign),
                OutOfRange::Smallest => self.int_or_smallest(x, from, to),
            }
        });
        let lanes = lanes.collect();
        Ok(x.with_lane(to, lanes))
    }

    fn int_or_trap(&mut self, x: ValueId, to: Lane, sign: Sign) -> ValueId {
        let core = to.core();
        let result = if sign.is_signed() { self.b.ftoi_trap(core, x) } else { self.b.ftou_trap(core, x) };
        if to.bits() < 32 {
            let cut = self.ext(result, to, sign);
            let outside = self.b.not_equal(cut, result);
            self.b.trap_if(outside, TrapCode::IntegerOverflow);
        }
        result
    }

    fn int_clamped(&mut self, x: ValueId, to: Lane, sign: Sign) -> ValueId {
        let core = to.core();
        let result = if sign.is_signed() { self.b.ftoi_sat(core, x) } else { self.b.ftou_sat(core, x) };
        if to.bits() >= 32 {
            return result;
        }
        if !sign.is_signed() {
            let largest = self.b.const32(to.ones() as i32);
            return self.b.umin(result, largest);
        }
        let largest = self.b.const32((to.ones() >> 1) as i32);
        let smallest = self.b.const32(-1 << (to.bits() - 1));
        let result = self.b.smin(result, largest);
        self.b.smax(result, smallest)
    }

    fn int_or_smallest(&mut self, x: ValueId, from: Lane, to: Lane) -> ValueId {
        let clamped = self.b.ftoi_sat(to.core(), x);
        // The first number that is too large is a power of two, so it is exact. Comparisons with NaN are false.
        let exponent = to.bits() as i32 - 1;
        let limit = match from {
            Lane::F32 => self.b.const_float(2.0_f32.powi(exponent)),
            _ => self.b.const_double(2.0_f64.powi(exponent)),
        };
        let fits = self.b.less_than(x, limit);
        let smallest = self.b.constant(to.core(), 1 << exponent);
        self.b.select(fits, clamped, smallest)
    }

    /// Converts integers to numbers, to nearest even.
    ///
    /// # Errors
    /// [`LaneError::Operation`] if the lanes are no integers, or `to` is one.
    #[allow(clippy::wrong_self_convention)] // it appends the conversion
    pub fn from_int(&mut self, x: &Vector, to: Lane, sign: Sign) -> Result<Vector> {
        let from = x.lane_type();
        if !from.is_int() || to.is_int() {
            return Err(LaneError::Operation { name: format!("FromInt to {to}"), ty: x.ty() });
        }
        let lanes = x.lanes().iter().map(|x| {
            let x = self.ext(*x, from, sign);
            if to == Lane::F16 {
                return self.half_from_int(x, from, sign);
            }
            match (to.core(), sign) {
                (Type::Float, Sign::Signed) => self.b.itof(x),
                (Type::Float, Sign::Unsigned) => self.b.utof(x),
                (_, Sign::Signed) => self.b.itod(x),
                (_, Sign::Unsigned) => self.b.utod(x),
            }
        });
        let lanes = lanes.collect();
        Ok(x.with_lane(to, lanes))
    }

    /// An extended integer as an `f16`, rounded once.
    fn half_from_int(&mut self, x: ValueId, from: Lane, sign: Sign) -> ValueId {
        if from == Lane::I64 {
            let x = Int::new(64, [x]);
            return float::from_int(&mut self.b, self.helpers, Format::F16, &x, sign).low();
        }
        // A Double has every integer of up to 32 bits.
        let number = if sign.is_signed() { self.b.itod(x) } else { self.b.utod(x) };
        self.resized_number(number, Lane::F64, Lane::F16)
    }

    /// A number in another format.
    fn resized_number(&mut self, x: ValueId, from: Lane, to: Lane) -> ValueId {
        let half = |x| Int::new(16, [x]);
        match (from, to) {
            (Lane::F16, Lane::F32) => float::to_float(&mut self.b, Format::F16, &half(x)),
            (Lane::F16, Lane::F64) => float::to_double(&mut self.b, Format::F16, &half(x)),
            (Lane::F32, Lane::F64) => self.b.float_to_double(x),
            (Lane::F64, Lane::F32) => self.b.double_to_float(x),
            (_, Lane::F16) if from != Lane::F16 => {
                float::round_to(&mut self.b, self.helpers, Format::F16, x).low()
            }
            _ => x,
        }
    }

    /// Converts numbers to another format, to nearest even.
    ///
    /// # Errors
    /// [`LaneError::Operation`] if a lane is an integer.
    pub fn resize_numbers(&mut self, x: &Vector, to: Lane) -> Result<Vector> {
        let from = x.lane_type();
        if from.is_int() || to.is_int() {
            return Err(LaneError::Operation { name: format!("Convert to {to}"), ty: x.ty() });
        }
        let lanes = x.lanes().iter().map(|x| self.resized_number(*x, from, to)).collect();
        Ok(x.with_lane(to, lanes))
    }

    /// Converts `f32` to `f64`.
    ///
    /// # Errors
    /// [`LaneError::Operation`] for other lanes.
    pub fn promote(&mut self, x: &Vector) -> Result<Vector> {
        if x.lane_type() != Lane::F32 {
            return no_operation(&"Promote", x.ty());
        }
        let lanes = x.lanes().iter().map(|x| self.b.float_to_double(*x)).collect();
        Ok(x.with_lane(Lane::F64, lanes))
    }

    /// Converts `f64` to `f32`, to nearest even.
    ///
    /// # Errors
    /// [`LaneError::Operation`] for other lanes.
    pub fn demote(&mut self, x: &Vector) -> Result<Vector> {
        if x.lane_type() != Lane::F64 {
            return no_operation(&"Demote", x.ty());
        }
        let lanes = x.lanes().iter().map(|x| self.b.double_to_float(*x)).collect();
        Ok(x.with_lane(Lane::F32, lanes))
    }
}
