//! Scalar literals in tests and commands.
//!
//! Integers are decimal or hexadecimal, with an optional minus sign, and in the range of their type. Floating-point
//! numbers are `1.5`, `-0.0`, `1e30`, `inf`, `-inf`, and NaNs with their bits, `nan:0x7ff8000000000000`. A `Float`
//! may end in `f`.

use barebones::base::{Lane, Type};
use std::fmt;

/// A scalar: its type and its bits, zero-extended; or a word of a vector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scalar {
    /// The type.
    pub ty: Type,
    /// The bits.
    pub bits: u64,
}

impl Scalar {
    /// Parses a scalar of this type.
    ///
    /// # Errors
    /// The text is not a scalar of this type; the message describes what was expected.
    pub fn parse(text: &str, ty: Type) -> Result<Scalar, String> {
        let bits = match ty {
            Type::Int32 => integer(text, 32),
            Type::Int64 => integer(text, 64),
            Type::Float => {
                float(text.strip_suffix('f').filter(|_| !is_named(text)).unwrap_or(text), 32, |text| {
                    text.parse::<f32>().ok().map(|number| (u64::from(number.to_bits()), number.is_finite()))
                })
            }
            Type::Double => float(text, 64, |text| {
                text.parse::<f64>().ok().map(|number| (number.to_bits(), number.is_finite()))
            }),
            _ => None,
        };
        let bits = bits.ok_or_else(|| format!("found `{text}`, expected {}", expected(ty)))?;
        Ok(Scalar { ty, bits })
    }
}

/// Parses a vector: its bits as one hexadecimal number, or lanes such as `i32x4:1:-2:3:4`, the lowest first. A lane of
/// a float is a number or its bits in hexadecimal.
///
/// # Errors
/// The text is not a vector; the message describes what was expected.
pub fn parse_vector(text: &str) -> Result<u128, String> {
    let wrong =
        || format!("found `{text}`, expected a V128: 0xff, i32x4:1:2:3:-4, f64x2:1.5:0x7ff8000000000000");
    let Some((name, lanes)) = text.split_once(':') else {
        let digits = text.strip_prefix("0x").ok_or_else(wrong)?;
        return u128::from_str_radix(digits, 16).map_err(|_| wrong());
    };
    let lane = Lane::from_name(name).ok_or_else(wrong)?;
    let (mut bits, mut count) = (0, 0);
    for text in lanes.split(':') {
        let one = match lane.is_float() && !text.starts_with("0x") {
            true => Scalar::parse(text, lane.scalar()).map_err(|_| wrong())?.bits,
            false => integer(text, lane.bits()).ok_or_else(wrong)?,
        };
        bits |= u128::from(one).checked_shl(lane.bits() * count).unwrap_or(0);
        count += 1;
    }
    if count == lane.count() { Ok(bits) } else { Err(wrong()) }
}

/// The texts of results; the two words of a vector are one of them.
pub fn texts(scalars: &[Scalar]) -> impl Iterator<Item = (Type, String)> + '_ {
    let mut rest = scalars.iter();
    std::iter::from_fn(move || {
        let first = rest.next()?;
        let high = if first.ty.is_vector() { rest.next() } else { None };
        Some(match high {
            Some(high) => (first.ty, format!("{:#x}", u128::from(high.bits) << 64 | u128::from(first.bits))),
            None => (first.ty, first.to_string()),
        })
    })
}

fn expected(ty: Type) -> &'static str {
    match ty {
        Type::Int32 => "an Int32: -0x80000000 to 0xffffffff",
        Type::Int64 => "an Int64: -0x8000000000000000 to 0xffffffffffffffff",
        Type::Float => "a Float: 1.5, 1.5f, inf, nan:0x7fc00000",
        Type::Double => "a Double: 1.5, inf, nan:0x7ff8000000000000",
        _ => "a scalar type",
    }
}

/// True for infinities and NaNs, which may end with an `f` that is not a suffix.
fn is_named(text: &str) -> bool {
    text.ends_with("inf") || text.starts_with("nan:")
}

fn integer(text: &str, bits: u32) -> Option<u64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let magnitude = match digits.strip_prefix("0x") {
        Some(digits) => hexadecimal(digits)?,
        None if digits.bytes().all(|byte| byte.is_ascii_digit()) => digits.parse().ok()?,
        None => return None,
    };
    let mask = u64::MAX >> (64 - bits);
    match negative {
        true => (magnitude <= 1 << (bits - 1)).then(|| magnitude.wrapping_neg() & mask),
        false => (magnitude <= mask).then_some(magnitude),
    }
}

fn hexadecimal(digits: &str) -> Option<u64> {
    let plain = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    plain.then(|| u64::from_str_radix(digits, 16).ok()).flatten()
}

/// `finite` parses a number and returns whether it is finite; too large numbers are rejected.
fn float(text: &str, bits: u32, finite: impl Fn(&str) -> Option<(u64, bool)>) -> Option<u64> {
    // A NaN has all exponent bits and at least one mantissa bit set.
    let (sign, exponent) = if bits == 32 { (1 << 31, 0xFF << 23) } else { (1 << 63, 0x7FF << 52) };
    match text {
        "inf" => Some(exponent),
        "-inf" => Some(sign | exponent),
        _ => match text.strip_prefix("nan:0x") {
            Some(digits) => {
                let found = hexadecimal(digits)?;
                let is_nan = found & exponent == exponent && found & !(sign | exponent) != 0;
                (is_nan && found <= u64::MAX >> (64 - bits)).then_some(found)
            }
            None => {
                let digits = |byte: u8| byte.is_ascii_digit() || b"+-.eE".contains(&byte);
                let plain = text.bytes().all(digits);
                finite(text).filter(|&(_, finite)| plain && finite).map(|(bits, _)| bits)
            }
        },
    }
}

/// Text that [`Scalar::parse`] accepts, without the type.
impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.ty {
            Type::Int32 => write!(f, "{}", self.bits as i32),
            Type::Float => {
                let number = f32::from_bits(self.bits as u32);
                if number.is_nan() {
                    write!(f, "nan:{:#x}", self.bits as u32)
                } else {
                    write!(f, "{number:?}")
                }
            }
            Type::Double => {
                let number = f64::from_bits(self.bits);
                if number.is_nan() { write!(f, "nan:{:#x}", self.bits) } else { write!(f, "{number:?}") }
            }
            _ => write!(f, "{}", self.bits as i64),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CASES: &[(Type, &str, u64)] = &[
        (Type::Int32, "-1", 0xFFFF_FFFF),
        (Type::Int32, "-2147483648", 0x8000_0000),
        (Type::Int32, "42", 42),
        (Type::Int64, "-1", u64::MAX),
        (Type::Int64, "9223372036854775807", i64::MAX as u64),
        (Type::Float, "1.5", 0x3FC0_0000),
        (Type::Float, "-0.0", 0x8000_0000),
        (Type::Float, "inf", 0x7F80_0000),
        (Type::Float, "nan:0x7fc0000f", 0x7FC0_000F),
        (Type::Double, "1.5", 0x3FF8_0000_0000_0000),
        (Type::Double, "-inf", 0xFFF0_0000_0000_0000),
        (Type::Double, "1e300", 0x7E37_E43C_8800_759C),
        (Type::Double, "nan:0x7ff0000000000001", 0x7FF0_0000_0000_0001),
    ];

    #[test]
    fn printed_literals_parse() {
        for &(ty, text, bits) in CASES {
            let scalar = Scalar { ty, bits };
            assert_eq!((Scalar::parse(text, ty), scalar.to_string()), (Ok(scalar), text.to_string()));
        }
        for (text, bits) in [("0xffffffff", 0xFFFF_FFFF), ("-0x80000000", 0x8000_0000)] {
            assert_eq!(Scalar::parse(text, Type::Int32).map(|scalar| scalar.bits), Ok(bits));
        }
        assert_eq!(Scalar::parse("1.5f", Type::Float).map(|scalar| scalar.bits), Ok(0x3FC0_0000));
    }

    #[test]
    fn invalid_literals_are_refused() {
        let wrong = [
            (
                Type::Int32,
                &["", "-", "4294967296", "-2147483649", "1.5", "0x", "+1", "0x-1", "inf", "1_0"][..],
            ),
            (Type::Int64, &["18446744073709551616", "-9223372036854775809", "x"]),
            (Type::Float, &["", "f", "1e39", "nan", "nan:0x7f800000", "nan:0x1ffffffff", "infinity", "0x10"]),
            (Type::Double, &["1.5f", "inff", "nan:0x7ff0000000000000", "1e400", "NaN"]),
            (Type::Void, &["0"]),
        ];
        for (ty, texts) in wrong {
            for text in texts {
                assert!(Scalar::parse(text, ty).is_err(), "{ty} {text:?}");
            }
        }
    }
}
