//! Operators of BigInts.

use super::{Completion, Intrinsic, Vm};
use crate::heap::{Kind, Value};
use crate::hir::Operator;
use num_bigint::{BigInt, Sign};
use std::cmp::Ordering;
use std::rc::Rc;

/// Maximum number of bits of a BigInt.
const MAX_BITS: u64 = 1 << 24;

/// The lower 64 bits, in two's complement.
pub(crate) fn low_word(number: &BigInt) -> u64 {
    let word = number.iter_u64_digits().next().unwrap_or(0);
    if number.sign() == Sign::Minus { word.wrapping_neg() } else { word }
}

/// A whole number as a BigInt.
pub(crate) fn from_double(number: f64) -> Option<BigInt> {
    if !number.is_finite() || number.fract() != 0.0 {
        return None;
    }
    let bits = number.abs().to_bits();
    let exponent = (bits >> 52) as i64;
    let mantissa = if exponent == 0 { 0 } else { (bits & ((1 << 52) - 1)) | 1 << 52 };
    let shift = exponent - 1075;
    let magnitude = BigInt::from(mantissa);
    let magnitude = if shift >= 0 { magnitude << shift } else { magnitude >> -shift };
    Some(if number < 0.0 { -magnitude } else { magnitude })
}

/// The double nearest to a BigInt.
pub(crate) fn to_double(number: &BigInt) -> f64 {
    // Decimal text is rounded correctly; conversions by truncated mantissas are not.
    if number.bits() <= 64 {
        let magnitude = number.iter_u64_digits().next().unwrap_or(0) as f64;
        return if number.sign() == Sign::Minus { -magnitude } else { magnitude };
    }
    if number.bits() > 1024 {
        return if number.sign() == Sign::Minus { f64::NEG_INFINITY } else { f64::INFINITY };
    }
    number.to_string().parse().unwrap_or(f64::NAN)
}

/// The BigInt that a string denotes.
pub(crate) fn parse(text: &str) -> Option<BigInt> {
    let text = text.trim_matches(super::is_space);
    if text.is_empty() {
        return Some(BigInt::ZERO);
    }
    for (prefix, radix) in [("0x", 16), ("0X", 16), ("0o", 8), ("0O", 8), ("0b", 2), ("0B", 2)] {
        if let Some(digits) = text.strip_prefix(prefix) {
            let valid = !digits.is_empty() && digits.chars().all(|c| c.is_digit(radix));
            return if valid { BigInt::parse_bytes(digits.as_bytes(), radix) } else { None };
        }
    }
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    BigInt::parse_bytes(text.as_bytes(), 10)
}

impl Vm {
    /// ToBigInt.
    pub(crate) fn bigint_of(&mut self, value: Value) -> Completion<Rc<BigInt>> {
        let value = self.primitive_of(value, false)?;
        if let Some(number) = self.heap.bigint(value) {
            return Ok(number.clone());
        }
        match value.kind() {
            Kind::Boolean(value) => Ok(Rc::new(BigInt::from(u8::from(value)))),
            Kind::Cell => {
                let text = self.text_of(value);
                match parse(&text) {
                    Some(number) => Ok(Rc::new(number)),
                    None => self.throw_error(
                        Intrinsic::SyntaxErrorPrototype,
                        &format!("Cannot convert {text} to a BigInt"),
                    ),
                }
            }
            _ => self.type_error("Cannot convert this value to a BigInt"),
        }
    }

    /// ToNumeric: a number or a BigInt.
    pub(crate) fn numeric_of(&mut self, value: Value) -> Completion<Value> {
        if value.as_number().is_some() {
            return Ok(value);
        }
        let value = self.primitive_of(value, false)?;
        if self.heap.bigint(value).is_some() {
            return Ok(value);
        }
        Ok(Value::number(self.number_of(value)?))
    }

    /// An operator of two operands of which at least one is a BigInt.
    pub(crate) fn bigint_binary(&mut self, operator: Operator, a: Value, b: Value) -> Completion<Value> {
        let (Some(a), Some(b)) = (self.heap.bigint(a).cloned(), self.heap.bigint(b).cloned()) else {
            return self.type_error("Cannot mix BigInt and other types, use explicit conversions");
        };
        let too_big =
            |vm: &mut Vm| vm.throw_error(Intrinsic::RangeErrorPrototype, "Maximum BigInt size exceeded");
        let result = match operator {
            Operator::Add => &*a + &*b,
            Operator::Subtract => &*a - &*b,
            Operator::Multiply if a.bits() + b.bits() > MAX_BITS => return too_big(self),
            Operator::Multiply => &*a * &*b,
            Operator::Divide | Operator::Modulo if b.sign() == Sign::NoSign => {
                return self.throw_error(Intrinsic::RangeErrorPrototype, "Division by zero");
            }
            Operator::Divide => &*a / &*b,
            Operator::Modulo => &*a % &*b,
            Operator::Exponent => {
                if b.sign() == Sign::Minus {
                    return self.throw_error(Intrinsic::RangeErrorPrototype, "Exponent must be non-negative");
                }
                let exponent = u32::try_from(&*b).ok();
                match exponent {
                    Some(exponent) if a.bits().saturating_mul(u64::from(exponent)) <= MAX_BITS => {
                        a.pow(exponent)
                    }
                    _ if a.bits() <= 1 => {
                        // Zero, one and minus one to any power.
                        let even = !b.bit(0);
                        if a.sign() == Sign::Minus && even { -&*a } else { (*a).clone() }
                    }
                    _ => return too_big(self),
                }
            }
            Operator::And => &*a & &*b,
            Operator::Or => &*a | &*b,
            Operator::Xor => &*a ^ &*b,
            Operator::ShiftLeft | Operator::ShiftRight => {
                let left = (operator == Operator::ShiftLeft) == (b.sign() != Sign::Minus);
                let distance = b.magnitude().iter_u64_digits().next().unwrap_or(0);
                let huge = b.bits() > 64 || distance > MAX_BITS;
                match (left, huge) {
                    (true, _) if a.sign() == Sign::NoSign => BigInt::ZERO,
                    (true, true) => return too_big(self),
                    (true, false) if a.bits() + distance > MAX_BITS => return too_big(self),
                    (true, false) => &*a << distance,
                    (false, true) if a.sign() == Sign::Minus => BigInt::from(-1),
                    (false, true) => BigInt::ZERO,
                    (false, false) => &*a >> distance,
                }
            }
            Operator::UnsignedShiftRight => {
                return self.type_error("BigInts have no unsigned right shift, use >> instead");
            }
            _ => return self.type_error("Cannot use this operator with BigInts"),
        };
        Ok(self.heap.new_bigint(result))
    }

    /// An operator of one BigInt.
    pub(crate) fn bigint_unary(&mut self, operator: Operator, number: &BigInt) -> Completion<Value> {
        let result = match operator {
            Operator::Minus => -number,
            Operator::Tilde => -(number + BigInt::from(1)),
            Operator::Increment => number + BigInt::from(1),
            Operator::Decrement => number - BigInt::from(1),
            _ => return self.type_error("Cannot convert a BigInt value to a number"),
        };
        Ok(self.heap.new_bigint(result))
    }

    /// Order of two primitives of which at least one is a BigInt; none if one is no number.
    pub(crate) fn bigint_order(&mut self, a: Value, b: Value) -> Completion<Option<Ordering>> {
        let mut sides = [None, None];
        for (side, value) in sides.iter_mut().zip([a, b]) {
            *side = match self.heap.bigint(value) {
                Some(number) => Some(Side::Integer(number.clone())),
                None if self.heap.is_string(value) => {
                    let text = self.text_of(value);
                    parse(&text).map(|number| Side::Integer(Rc::new(number)))
                }
                None => Some(Side::Double(self.number_of(value)?)),
            };
        }
        Ok(match sides {
            [Some(Side::Integer(a)), Some(Side::Integer(b))] => Some(a.cmp(&b)),
            [Some(Side::Integer(a)), Some(Side::Double(b))] => order(&a, b),
            [Some(Side::Double(a)), Some(Side::Integer(b))] => order(&b, a).map(Ordering::reverse),
            [Some(Side::Double(a)), Some(Side::Double(b))] => a.partial_cmp(&b),
            _ => None,
        })
    }
}

enum Side {
    Integer(Rc<BigInt>),
    Double(f64),
}

fn order(a: &BigInt, b: f64) -> Option<Ordering> {
    if b.is_nan() {
        return None;
    }
    if b.is_infinite() {
        return Some(if b > 0.0 { Ordering::Less } else { Ordering::Greater });
    }
    let whole = from_double(b.trunc())?;
    Some(a.cmp(&whole).then_with(|| 0.0.partial_cmp(&b.fract()).unwrap_or(Ordering::Equal)))
}
