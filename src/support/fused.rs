//! Fused multiply-add in integer arithmetic: `a * b + c`, rounded once.
//!
//! The standard library's `mul_add` calls the C library, whose function rounds twice on some systems. Specified by
//! section 5.4.1 of IEEE 754-2019.

/// A binary format: the bits of its significand, and the exponent of the last bit of the smallest number.
struct Format {
    precision: u32,
    least: i32,
}

const SINGLE: Format = Format { precision: 24, least: -149 };
const DOUBLE: Format = Format { precision: 53, least: -1074 };

/// Fused multiplication and addition.
pub(crate) trait MulAdd {
    /// `self * b + c`, rounded once: to nearest, ties to even.
    fn mul_add_once(self, b: Self, c: Self) -> Self;
}

impl MulAdd for f64 {
    fn mul_add_once(self, b: f64, c: f64) -> f64 {
        fused(self, b, c, &DOUBLE)
    }
}

impl MulAdd for f32 {
    fn mul_add_once(self, b: f32, c: f32) -> f32 {
        fused(self.into(), b.into(), c.into(), &SINGLE) as f32 // exact: already rounded to a single
    }
}

/// Maximum number of bits of a term, so that the sum of two fits.
const ROOM: u32 = 126;

fn fused(a: f64, b: f64, c: f64, format: &Format) -> f64 {
    if !(a.is_finite() && b.is_finite()) || a == 0.0 || b == 0.0 {
        return a * b + c; // exact: an infinity, a NaN, or no product to round
    }
    if !c.is_finite() {
        return c; // independent of the product, which must not overflow to infinity
    }
    let ((ma, ea), (mb, eb)) = (decode(a), decode(b));
    let product =
        Term::new(a.is_sign_negative() != b.is_sign_negative(), u128::from(ma) * u128::from(mb), ea + eb);
    let sum = if c == 0.0 {
        product
    } else {
        let (mc, ec) = decode(c);
        product.plus(Term::new(c.is_sign_negative(), mc.into(), ec))
    };
    sum.round(format)
}

/// The significand of a finite number, and the exponent of its last bit.
fn decode(a: f64) -> (u64, i32) {
    let fraction = a.to_bits() & ((1 << 52) - 1);
    match (a.to_bits() >> 52 & 0x7ff) as i32 {
        0 => (fraction, DOUBLE.least),
        exponent => (fraction | 1 << 52, exponent - 1 + DOUBLE.least),
    }
}

/// An exact or truncated number. The highest set bit of a nonzero magnitude is just below bit [`ROOM`]. The lowest bit
/// is sticky: it is also set if any bit lost below it was set.
struct Term {
    negative: bool,
    magnitude: u128,
    exponent: i32,
}

impl Term {
    /// Normalizes a magnitude, which must not be zero.
    fn new(negative: bool, magnitude: u128, exponent: i32) -> Term {
        let shift = magnitude.leading_zeros() - (128 - ROOM);
        Term { negative, magnitude: magnitude << shift, exponent: exponent - shift as i32 }
    }

    /// The sum, exact or with a correct sticky bit.
    ///
    /// At least the last 20 bits of each operand are zero. If the smaller operand loses bits, it is shifted by more
    /// than that; the sum then loses at most one leading bit, so the lost bits are far below those that matter.
    fn plus(self, other: Term) -> Term {
        let (large, small) = if (self.exponent, self.magnitude) >= (other.exponent, other.magnitude) {
            (self, other)
        } else {
            (other, self)
        };
        let lost = large.exponent.abs_diff(small.exponent).min(127);
        let shifted = small.magnitude >> lost | u128::from(small.magnitude & ones(lost) != 0);
        if large.negative == small.negative {
            return Term { magnitude: large.magnitude + shifted, ..large };
        }
        match large.magnitude - shifted {
            0 => Term { negative: false, magnitude: 0, ..large },
            magnitude => Term::new(large.negative, magnitude, large.exponent),
        }
    }

    /// Rounds to the nearest number of the format, ties to even. At least one bit is always dropped.
    fn round(self, format: &Format) -> f64 {
        let length = (128 - self.magnitude.leading_zeros()) as i32;
        let exponent = (self.exponent + length - format.precision as i32).max(format.least);
        let dropped = (exponent - self.exponent).clamp(1, 127) as u32;
        let (kept, rest, half) =
            (self.magnitude >> dropped, self.magnitude & ones(dropped), 1 << (dropped - 1));
        let up = rest > half || rest == half && kept & 1 == 1;
        let absolute = (kept + u128::from(up)) as f64 * power_of_two(exponent);
        if self.negative { -absolute } else { absolute }
    }
}

fn ones(bits: u32) -> u128 {
    (1 << bits) - 1
}

/// Two to an exponent that is at least that of the smallest double. Exponents above 1023 are clamped: their product
/// with an integral significand overflows to infinity in either case.
fn power_of_two(exponent: i32) -> f64 {
    match exponent.min(1023) {
        normal @ -1022.. => f64::from_bits(((normal + 1023) as u64) << 52),
        subnormal => f64::from_bits(1 << (subnormal - DOUBLE.least)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bits of the result, with one NaN for all NaNs.
    fn bits(a: f64) -> u64 {
        if a.is_nan() { f64::NAN.to_bits() } else { a.to_bits() }
    }

    #[test]
    fn known_answers() {
        let e = 2f64.powi(-52);
        let tiny = f64::from_bits(1);
        let max = f64::MAX;
        for (a, b, c, expected) in [
            (1.0 + e, 1.0 - e, -1.0, -(2f64.powi(-104))),
            (tiny, 0.5, 0.0, 0.0),
            (tiny, 0.5, tiny, 2.0 * tiny), // halfway, to even
            (tiny, 0.75, 0.0, tiny),
            (-tiny, 0.5, 0.0, -0.0),
            (max, 2.0, -max, max),
            (max, 2.0, 0.0, f64::INFINITY),
            (max, 1.0, max * e / 4.0, max),
            (max, 1.0, max * e, f64::INFINITY),
            (3.0, -2.0, 6.0, 0.0),
            (0.0, -1.0, 0.0, 0.0),
            (0.0, -1.0, -0.0, -0.0),
            (2.0, 3.0, -0.0, 6.0),
            (f64::INFINITY, 0.0, 1.0, f64::NAN),
            (1.0, 1.0, f64::NEG_INFINITY, f64::NEG_INFINITY),
            (max, max, f64::NEG_INFINITY, f64::NEG_INFINITY),
            (max, -max, f64::NAN, f64::NAN),
            (2f64.powi(-600), 2f64.powi(-600), 1.0, 1.0),
            (-(2f64.powi(-600)), 2f64.powi(-600), 1.0, 1.0),
            (2f64.powi(-600), 2f64.powi(-474), tiny, 2.0 * tiny),
        ] {
            assert_eq!(bits(a.mul_add_once(b, c)), bits(expected), "{a:e} * {b:e} + {c:e}");
        }
        let below_half = f32::from_bits(0x3eff_ffff);
        assert_eq!(below_half.mul_add_once(below_half, -0.0), below_half * below_half);
        assert_eq!(f32::MAX.mul_add_once(2.0, 0.0), f32::INFINITY);
    }

    /// A fused operation on singles has the exact result of a double computation before the final rounding, if the sum
    /// in doubles is exact. The test skips the other cases.
    #[test]
    fn singles_of_few_bits_are_exact() {
        let numbers = [1.0, 3.0, 5.5, 0.125, 1.0 + f32::EPSILON, 2f32.powi(-140), 2f32.powi(100), 1.5e-45];
        for a in numbers {
            for b in numbers {
                for c in numbers.into_iter().chain(numbers.map(|c| -c)) {
                    let product = f64::from(a) * f64::from(b);
                    let sum = product + f64::from(c);
                    if sum - product == f64::from(c) && sum - f64::from(c) == product {
                        assert_eq!(
                            a.mul_add_once(b, c).to_bits(),
                            (sum as f32).to_bits(),
                            "{a:e} {b:e} {c:e}"
                        );
                    }
                }
            }
        }
    }

    /// The C library of this system is known to be correct.
    #[cfg(target_env = "gnu")]
    #[cfg(target_os = "linux")]
    #[test]
    fn agrees_with_the_c_library() {
        let mut state = 0u64;
        let mut random = || {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let z = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ z >> 31
        };
        let mut near = 0;
        for i in 0..400_000 {
            let [mut a, mut b, mut c] = [random(), random(), random()];
            if i % 2 == 0 {
                // Choose exponents for which the terms overlap, or nearly.
                let exponent = |bits: u64, to: u64| bits & !(0x7ff << 52) | (to & 0x7ff) << 52;
                let (ea, eb) = (512 + random() % 1024, 512 + random() % 1024);
                (a, b) = (exponent(a, ea), exponent(b, eb));
                c = exponent(c, (ea + eb + random() % 128).saturating_sub(1023 + 64));
                near += 1;
            }
            let [a, b, c] = [a, b, c].map(f64::from_bits);
            assert_eq!(bits(a.mul_add_once(b, c)), bits(a.mul_add(b, c)), "{a:e} * {b:e} + {c:e}");
            let single = |a: f64| f32::from_bits((a.to_bits() >> 32) as u32);
            let [a, b, c] = [a, b, c].map(single);
            let (ours, theirs) = (a.mul_add_once(b, c), a.mul_add(b, c));
            assert!(
                ours.to_bits() == theirs.to_bits() || ours.is_nan() && theirs.is_nan(),
                "{a:e} * {b:e} + {c:e}"
            );
            // The result is the rounding error of the product.
            let (ours, theirs) = (a.mul_add_once(b, -(a * b)), a.mul_add(b, -(a * b)));
            assert!(
                ours.to_bits() == theirs.to_bits() || ours.is_nan() && theirs.is_nan(),
                "{a:e} * {b:e} minus its rounded product"
            );
        }
        assert!(near > 100_000);
    }
}
