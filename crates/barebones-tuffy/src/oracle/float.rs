//! Operations on floats of all formats, by their bits.

use super::Limit;
use crate::table::{FloatPredicate, FloatType, Op};
use num_bigint::{BigInt, BigUint, Sign};

/// A float: a NaN with its sign, an infinity, or mantissa * 2^exponent.
enum Number {
    Nan(bool, BigUint),
    Infinity(bool),
    Finite(bool, BigUint, i64),
}

fn bias(ty: FloatType) -> i64 {
    (1i64 << (ty.layout().0 - 1)) - 1
}

fn sign_bit(ty: FloatType) -> u128 {
    1u128 << (8 * ty.bytes() - 1)
}

fn infinity(ty: FloatType, negative: bool) -> u128 {
    let (exponent_bits, fraction_bits) = ty.layout();
    (((1u128 << exponent_bits) - 1) << fraction_bits) | if negative { sign_bit(ty) } else { 0 }
}

pub(super) fn is_nan(ty: FloatType, bits: u128) -> bool {
    bits & !sign_bit(ty) > infinity(ty, false)
}

fn read(ty: FloatType, bits: u128) -> Number {
    let (exponent_bits, fraction_bits) = ty.layout();
    let negative = bits & sign_bit(ty) != 0;
    let fraction = bits & ((1 << fraction_bits) - 1);
    let exponent = (bits >> fraction_bits & ((1 << exponent_bits) - 1)) as i64;
    let least = 1 - bias(ty) - i64::from(fraction_bits);
    match exponent {
        0 => Number::Finite(negative, fraction.into(), least),
        e if e == (1 << exponent_bits) - 1 => match fraction {
            0 => Number::Infinity(negative),
            // The payload, its quiet bit at the top of 112 bits.
            fraction => Number::Nan(negative, BigUint::from(fraction) << (112 - fraction_bits)),
        },
        e => Number::Finite(negative, (fraction | 1 << fraction_bits).into(), least + e - 1),
    }
}

/// The float nearest to mantissa * 2^exponent; ties go to the even one.
fn round(ty: FloatType, negative: bool, mantissa: &BigUint, exponent: i64) -> u128 {
    let fraction_bits = i64::from(ty.layout().1);
    let sign = if negative { sign_bit(ty) } else { 0 };
    let least = 1 - bias(ty) - fraction_bits;
    // The exponent of the result's last bit: as many bits as the format has, or those of subnormal numbers.
    let bits = i64::try_from(mantissa.bits()).unwrap_or(i64::MAX / 2);
    let last = (exponent + bits - 1 - fraction_bits).max(least);
    let shift = last - exponent;
    let kept = if shift <= 0 {
        mantissa << shift.unsigned_abs()
    } else {
        let shift = shift.unsigned_abs();
        let kept = mantissa >> shift;
        let rest = mantissa - (&kept << shift);
        let half = BigUint::from(1u32) << (shift - 1);
        let up = rest > half || rest == half && kept.bit(0);
        kept + u32::from(up)
    };
    let kept = u128::try_from(&kept).unwrap_or(u128::MAX);
    // Adding the mantissa to the exponent field carries into it where rounding reached a power of two.
    let normal = kept >> fraction_bits != 0;
    let field = if normal { last - least } else { 0 };
    let largest = (1i64 << ty.layout().0) - 2;
    if field >= largest {
        return infinity(ty, negative);
    }
    let bits = ((field as u128) << fraction_bits) + kept;
    if bits >= infinity(ty, false) { infinity(ty, negative) } else { sign | bits }
}

/// The same number in another format.
pub(super) fn convert(from: FloatType, to: FloatType, bits: u128) -> u128 {
    match read(from, bits) {
        Number::Infinity(negative) => infinity(to, negative),
        Number::Finite(negative, mantissa, exponent) => round(to, negative, &mantissa, exponent),
        Number::Nan(negative, payload) => {
            let fraction_bits = to.layout().1;
            let payload = u128::try_from(payload >> (112 - fraction_bits)).unwrap_or(0);
            infinity(to, negative) | payload | 1 << (fraction_bits - 1)
        }
    }
}

/// The integer of a float, rounded toward zero; `None` for infinities and NaNs.
pub(super) fn to_integer(ty: FloatType, bits: u128) -> Option<BigInt> {
    match read(ty, bits) {
        Number::Finite(negative, mantissa, exponent) => {
            let amount = exponent.unsigned_abs();
            let magnitude = if exponent < 0 { mantissa >> amount } else { mantissa << amount };
            Some(BigInt::from_biguint(if negative { Sign::Minus } else { Sign::Plus }, magnitude))
        }
        _ => None,
    }
}

/// The float nearest to an integer.
pub(super) fn from_integer(ty: FloatType, value: &BigInt) -> u128 {
    round(ty, value.sign() == Sign::Minus, value.magnitude(), 0)
}

fn as_f64(ty: FloatType, bits: u128) -> f64 {
    f64::from_bits(convert(ty, FloatType::F64, bits) as u64)
}

/// The result of an operation on one or two floats of a type.
pub(super) fn evaluate(op: Op, ty: FloatType, a: u128, b: u128) -> Result<u128, Limit> {
    let sign = sign_bit(ty);
    match op {
        Op::FNeg => return Ok(a ^ sign),
        Op::FAbs => return Ok(a & !sign),
        Op::CopySign => return Ok(a & !sign | b & sign),
        Op::FMinNum | Op::FMaxNum if is_nan(ty, a) => return Ok(b),
        Op::FMinNum | Op::FMaxNum if is_nan(ty, b) => return Ok(a),
        // The document leaves the order of zeros open; -0 is below +0 here.
        Op::FMinNum => return Ok(if order(ty, a) <= order(ty, b) { a } else { b }),
        Op::FMaxNum => return Ok(if order(ty, a) >= order(ty, b) { a } else { b }),
        _ => {}
    }
    match ty {
        FloatType::F128 => Err(Limit::Unsupported("arithmetic of f128")),
        FloatType::F32 => {
            let (a, b) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
            let result = match op {
                Op::FAdd => a + b,
                Op::FSub => a - b,
                Op::FMul => a * b,
                Op::FDiv => a / b,
                _ => a % b,
            };
            Ok(u128::from(result.to_bits()))
        }
        // Rounding an f64 once more is exact for formats of less than half its precision.
        ty => {
            let (a, b) = (as_f64(ty, a), as_f64(ty, b));
            let result = match op {
                Op::FAdd => a + b,
                Op::FSub => a - b,
                Op::FMul => a * b,
                Op::FDiv => a / b,
                _ => a % b,
            };
            Ok(convert(FloatType::F64, ty, u128::from(result.to_bits())))
        }
    }
}

/// An integer that is in the order of the floats, except NaNs; -0 is below +0.
fn order(ty: FloatType, bits: u128) -> i128 {
    let magnitude = (bits & !sign_bit(ty)) as i128;
    if bits & sign_bit(ty) != 0 { -1 - magnitude } else { magnitude }
}

/// The result of a comparison.
pub(super) fn compare(predicate: FloatPredicate, ty: FloatType, a: u128, b: u128) -> bool {
    let unordered = is_nan(ty, a) || is_nan(ty, b);
    // Both zeros are equal.
    let value = |bits: u128| if bits & !sign_bit(ty) == 0 { 0 } else { order(ty, bits) };
    let (a, b) = (value(a), value(b));
    match predicate {
        FloatPredicate::False => false,
        FloatPredicate::True => true,
        FloatPredicate::Ord => !unordered,
        FloatPredicate::Uno => unordered,
        FloatPredicate::Oeq => !unordered && a == b,
        FloatPredicate::Ogt => !unordered && a > b,
        FloatPredicate::Oge => !unordered && a >= b,
        FloatPredicate::Olt => !unordered && a < b,
        FloatPredicate::Ole => !unordered && a <= b,
        FloatPredicate::One => !unordered && a != b,
        FloatPredicate::Ueq => unordered || a == b,
        FloatPredicate::Ugt => unordered || a > b,
        FloatPredicate::Uge => unordered || a >= b,
        FloatPredicate::Ult => unordered || a < b,
        FloatPredicate::Ule => unordered || a <= b,
        FloatPredicate::Une => unordered || a != b,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NUMBERS: [f64; 16] = [
        0.0,
        -0.0,
        1.0,
        -1.5,
        65504.0,
        65520.0,
        6e-8,
        2.9e-8,
        1e-40,
        3.4e38,
        3.5e38,
        1e300,
        f64::INFINITY,
        f64::NEG_INFINITY,
        16777217.0,
        -33554435.0,
    ];

    #[test]
    fn narrowing_and_widening_are_those_of_the_hardware() {
        for number in NUMBERS {
            let bits = u128::from(number.to_bits());
            let narrow = convert(FloatType::F64, FloatType::F32, bits);
            assert_eq!(narrow, u128::from((number as f32).to_bits()), "{number}");
            let wide = convert(FloatType::F32, FloatType::F64, narrow);
            assert_eq!(wide, u128::from(f64::from(number as f32).to_bits()), "{number}");
            let quad = convert(FloatType::F64, FloatType::F128, bits);
            assert_eq!(convert(FloatType::F128, FloatType::F64, quad), bits, "{number}");
        }
        assert_eq!(convert(FloatType::F32, FloatType::F16, u128::from(1.0f32.to_bits())), 0x3C00);
        assert_eq!(convert(FloatType::F64, FloatType::F16, u128::from(65519.0f64.to_bits())), 0x7BFF);
        assert_eq!(convert(FloatType::F64, FloatType::F16, u128::from(65520.0f64.to_bits())), 0x7C00);
        assert_eq!(convert(FloatType::F32, FloatType::BF16, 0x3F80_8000), 0x3F80);
        assert_eq!(convert(FloatType::F32, FloatType::BF16, 0x3F81_8000), 0x3F82);
    }

    #[test]
    fn integers_are_rounded_once() {
        for value in [0i64, 1, -1, 16777217, i64::MAX, i64::MIN, 9007199254740993, 4611686293305294849] {
            let big = BigInt::from(value);
            assert_eq!(from_integer(FloatType::F32, &big), u128::from((value as f32).to_bits()), "{value}");
            assert_eq!(from_integer(FloatType::F64, &big), u128::from((value as f64).to_bits()), "{value}");
            let back = to_integer(FloatType::F64, u128::from((value as f64).to_bits()));
            assert_eq!(back, Some(BigInt::from(value as f64 as i128)), "{value}");
        }
    }

    #[test]
    fn comparisons_are_those_of_the_hardware() {
        let numbers = NUMBERS.into_iter().chain([f64::NAN]);
        for (a, b) in numbers.clone().flat_map(|a| numbers.clone().map(move |b| (a, b))) {
            let holds = |predicate| {
                compare(predicate, FloatType::F64, u128::from(a.to_bits()), u128::from(b.to_bits()))
            };
            assert_eq!(holds(FloatPredicate::Olt), a < b, "{a} {b}");
            assert_eq!(holds(FloatPredicate::Oeq), a == b, "{a} {b}");
            assert_eq!(holds(FloatPredicate::Une), a != b, "{a} {b}");
            assert_ne!(holds(FloatPredicate::Uge), a < b, "{a} {b}");
            assert_eq!(holds(FloatPredicate::Ord), !a.is_nan() && !b.is_nan(), "{a} {b}");
        }
    }
}
