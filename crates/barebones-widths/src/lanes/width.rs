//! Operations whose results have wider or narrower lanes.

use super::{
    Binary, Lane, LaneError, Lanes, Result, Sign, Unary, Vector, VectorType, no_operation, same_type,
};

/// A half of the lanes of a vector.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Half {
    /// The lanes with the lower numbers.
    Low,
    /// The lanes with the higher numbers.
    High,
}

/// How integers are narrowed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Narrow {
    /// Signed integers, clamped to the range of signed ones.
    SignedToSigned,
    /// Signed integers, clamped to the range of unsigned ones.
    SignedToUnsigned,
    /// Unsigned integers, clamped to the range of unsigned ones.
    UnsignedToUnsigned,
}

/// The integer lane with twice the bits.
fn wider(operation: &impl std::fmt::Debug, ty: VectorType) -> Result<Lane> {
    match ty.lane().double() {
        Some(lane) if lane.is_int() => Ok(lane),
        _ => no_operation(operation, ty),
    }
}

impl Lanes<'_> {
    /// Extends integers to wider lanes.
    ///
    /// # Errors
    /// [`LaneError::Operation`] if a lane is no integer, or the result is not wider.
    pub fn extend(&mut self, x: &Vector, to: Lane, sign: Sign) -> Result<Vector> {
        let from = x.lane_type();
        if !from.is_int() || !to.is_int() || to.bits() <= from.bits() {
            return Err(LaneError::Operation { name: format!("Extend to {to}"), ty: x.ty() });
        }
        let lanes = x.lanes().iter().map(|x| self.resize(*x, from, to, sign)).collect();
        Ok(x.with_lane(to, lanes))
    }

    /// The low bits of integers.
    ///
    /// # Errors
    /// [`LaneError::Operation`] if a lane is no integer, or the result is not narrower.
    pub fn truncate(&mut self, x: &Vector, to: Lane) -> Result<Vector> {
        let from = x.lane_type();
        if !from.is_int() || !to.is_int() || to.bits() >= from.bits() {
            return Err(LaneError::Operation { name: format!("Truncate to {to}"), ty: x.ty() });
        }
        let lanes = x.lanes().iter().map(|x| self.resize(*x, from, to, Sign::Unsigned)).collect();
        Ok(x.with_lane(to, lanes))
    }

    /// Extends half of the lanes to twice the bits.
    ///
    /// # Errors
    /// [`LaneError::Operation`] if there is no such integer, or for an odd number of lanes.
    pub fn widen(&mut self, half: Half, sign: Sign, x: &Vector) -> Result<Vector> {
        let to = wider(&half, x.ty())?;
        let [low, high] = self.split(x)?;
        let chosen = if half == Half::Low { low } else { high };
        self.extend(&chosen, to, sign)
    }

    /// Narrows the lanes of two vectors to half the bits; those of the first are the lower ones.
    ///
    /// # Errors
    /// [`LaneError::Types`] if the types of the operands differ, [`LaneError::Operation`] if there is no narrower
    /// integer, [`LaneError::Count`] for too many lanes.
    pub fn narrow(&mut self, narrow: Narrow, x: &Vector, y: &Vector) -> Result<Vector> {
        same_type(x, y)?;
        let from = x.lane_type();
        let Some(to) = from.half().filter(|lane| lane.is_int()) else {
            return no_operation(&narrow, x.ty());
        };
        let both = self.concat(x, y)?;
        let core = from.core();
        let [lowest, highest] = match narrow {
            Narrow::SignedToSigned => [!(to.ones() >> 1), to.ones() >> 1],
            Narrow::SignedToUnsigned | Narrow::UnsignedToUnsigned => [0, to.ones()],
        };
        let [lowest, highest] = [self.b.constant(core, lowest), self.b.constant(core, highest)];
        let lanes = both.lanes().iter().map(|x| {
            let clamped = if narrow == Narrow::UnsignedToUnsigned {
                let x = self.zext(*x, from);
                self.b.umin(x, highest)
            } else {
                let x = self.sext(*x, from);
                let x = self.b.smin(x, highest);
                self.b.smax(x, lowest)
            };
            self.resize(clamped, from, to, Sign::Unsigned)
        });
        let lanes = lanes.collect();
        Ok(both.with_lane(to, lanes))
    }

    /// The products of half of the lanes, with twice the bits.
    ///
    /// # Errors
    /// [`LaneError::Types`] if the types of the operands differ, else as [`Lanes::widen`].
    pub fn multiply_wide(&mut self, half: Half, sign: Sign, x: &Vector, y: &Vector) -> Result<Vector> {
        same_type(x, y)?;
        let [x, y] = [self.widen(half, sign, x)?, self.widen(half, sign, y)?];
        self.binary(Binary::Mul, &x, &y)
    }

    /// The sums of neighbours, with twice the bits.
    ///
    /// # Errors
    /// As [`Lanes::widen`].
    pub fn add_pairwise_wide(&mut self, sign: Sign, x: &Vector) -> Result<Vector> {
        let [low, high] = [self.widen(Half::Low, sign, x)?, self.widen(Half::High, sign, x)?];
        self.add_pairwise(&low, &high)
    }

    /// The products of signed integers, with twice the bits, added to their neighbours'. The sums wrap.
    ///
    /// # Errors
    /// As [`Lanes::multiply_wide`].
    pub fn dot_product(&mut self, x: &Vector, y: &Vector) -> Result<Vector> {
        let low = self.multiply_wide(Half::Low, Sign::Signed, x, y)?;
        let high = self.multiply_wide(Half::High, Sign::Signed, x, y)?;
        self.add_pairwise(&low, &high)
    }

    /// The products of unsigned and signed integers of 8 bits, with 16 bits, added to their neighbours'. The sums are
    /// clamped; x86's `pmaddubsw`.
    ///
    /// # Errors
    /// [`LaneError::Types`] if the types of the operands differ, [`LaneError::Operation`] if lanes have not 8 bits, or
    /// for an odd number of them.
    pub fn dot_product_mixed(&mut self, unsigned: &Vector, signed: &Vector) -> Result<Vector> {
        same_type(unsigned, signed)?;
        let ty = unsigned.ty();
        if ty.lane() != Lane::I8 || ty.count() % 2 == 1 {
            return Err(LaneError::Operation { name: String::from("DotProductMixed"), ty });
        }
        let pairs = unsigned.lanes().chunks(2).zip(signed.lanes().chunks(2));
        let lanes: Vec<_> = pairs
            .map(|(x, y)| {
                let products = [0, 1].map(|lane| {
                    let [x, y] = [self.zext(x[lane], Lane::I8), self.sext(y[lane], Lane::I8)];
                    self.b.mul(x, y)
                });
                let sum = self.b.add(products[0], products[1]);
                let [lowest, highest] = [self.b.const32(-0x8000), self.b.const32(0x7FFF)];
                let sum = self.b.smin(sum, highest);
                self.b.smax(sum, lowest)
            })
            .collect();
        Ok(Vector::of(VectorType::new(Lane::I16, ty.count() / 2)?, lanes))
    }

    /// The low and the high halves of the bits of each integer.
    ///
    /// # Errors
    /// [`LaneError::Operation`] if there is no integer with half the bits.
    pub fn halves(&mut self, x: &Vector) -> Result<[Vector; 2]> {
        let Some(to) = x.lane_type().half().filter(|lane| lane.is_int()) else {
            return Err(LaneError::Operation { name: String::from("Halves"), ty: x.ty() });
        };
        let low = self.truncate(x, to)?;
        let shift = self.b.const32(to.bits() as i32);
        let high = self.shift(super::Shift::Right(Sign::Unsigned), x, shift)?;
        Ok([low, self.truncate(&high, to)?])
    }

    /// Integers with the bits of those of one vector, and above them those of another.
    ///
    /// # Errors
    /// [`LaneError::Types`] if the types of the operands differ, [`LaneError::Operation`] if there is no integer with
    /// twice the bits.
    pub fn join(&mut self, low: &Vector, high: &Vector) -> Result<Vector> {
        same_type(low, high)?;
        let to = wider(&"Join", low.ty())?;
        let bits = low.lane_type().bits();
        let [low, high] = [self.extend(low, to, Sign::Unsigned)?, self.extend(high, to, Sign::Unsigned)?];
        let shift = self.b.const32(bits as i32);
        let high = self.shift(super::Shift::Left, &high, shift)?;
        self.binary(Binary::Or, &low, &high)
    }

    /// The numbers of half of the lanes with twice the bits: `f32` as `f64`.
    ///
    /// # Errors
    /// [`LaneError::Operation`] if lanes are not `f32`, or for an odd number of them.
    pub fn promote_half(&mut self, half: Half, x: &Vector) -> Result<Vector> {
        let [low, high] = self.split(x)?;
        self.promote(&if half == Half::Low { low } else { high })
    }

    /// The numbers with half the bits, and as many zeros after them: `f64` as `f32`, to nearest even.
    ///
    /// # Errors
    /// [`LaneError::Operation`] if lanes are not `f64`, [`LaneError::Count`] for too many lanes.
    pub fn demote_zero(&mut self, x: &Vector) -> Result<Vector> {
        let low = self.demote(x)?;
        let zero = self.b.constant(Lane::F32.core(), 0);
        let zeros = self.splat(low.ty(), zero);
        self.concat(&low, &zeros)
    }

    /// The integers of half of the lanes as numbers with twice the bits: `i32` as `f64`, which is exact.
    ///
    /// # Errors
    /// [`LaneError::Operation`] if lanes are not `i32`, or for an odd number of them.
    pub fn convert_half(&mut self, half: Half, sign: Sign, x: &Vector) -> Result<Vector> {
        if x.lane_type() != Lane::I32 {
            return Err(LaneError::Operation { name: String::from("ConvertHalf"), ty: x.ty() });
        }
        let [low, high] = self.split(x)?;
        self.from_int(&if half == Half::Low { low } else { high }, Lane::F64, sign)
    }

    /// All bits of lanes of a type where lanes of another are not zero, else none.
    ///
    /// # Errors
    /// [`LaneError::Operation`] if the result's lanes are no integers.
    pub fn to_mask(&mut self, x: &Vector, to: Lane) -> Result<Vector> {
        let ones = self.to_bit(x, to)?;
        if to == Lane::I1 { Ok(ones) } else { self.unary(Unary::Neg, &ones) }
    }

    /// 1 where lanes are not zero, else 0.
    ///
    /// # Errors
    /// [`LaneError::Operation`] if the result's lanes are no integers.
    pub fn to_bit(&mut self, x: &Vector, to: Lane) -> Result<Vector> {
        if !to.is_int() {
            return Err(LaneError::Operation { name: format!("ToBit of {to}"), ty: x.ty() });
        }
        let from = x.lane_type();
        let lanes = x.lanes().iter().map(|x| {
            let bit = self.is_set(*x, from);
            self.resize(bit, Lane::I1, to, Sign::Unsigned)
        });
        let lanes = lanes.collect();
        Ok(x.with_lane(to, lanes))
    }
}
