//! Operations on integers, as the document's formulas define them.

use super::value::{PoisonSource, Value};
use super::{Division, Limit};
use crate::annotation::{Range, power};
use crate::table::{IntPredicate, Op};
use num_bigint::{BigInt, BigUint, Sign};

/// Maximum number of bits of an integer, and the largest amount of a left shift.
const MAX_BITS: u64 = 8192;
const MAX_SHIFT: u32 = 4096;

/// Why an operation has no values.
#[derive(Debug)]
pub(super) enum NoValue {
    Poison(PoisonSource),
    Limit(Limit),
}

/// `a` modulo 2 to the power of `bits`, not negative.
pub(super) fn modulo(a: &BigInt, bits: u32) -> BigInt {
    a & (power(bits) - 1)
}

/// `a` wrapped into the range of a width.
pub(super) fn wrap(a: &BigInt, range: Range) -> BigInt {
    let low = modulo(a, range.bits);
    if range.contains(&low) { low } else { low - power(range.bits) }
}

fn flagged(exact: &BigInt, range: Range, overflow: bool) -> Vec<Value> {
    vec![Value::Int(wrap(exact, range)), Value::Bool(overflow)]
}

/// Quotient and remainder of a divisor that is not 0.
pub(super) fn divide(a: &BigInt, b: &BigInt, division: Division) -> (BigInt, BigInt) {
    let (quotient, remainder) = (a / b, a % b);
    let euclidean = division == Division::Euclidean && remainder.sign() == Sign::Minus;
    match (euclidean, b.sign()) {
        (false, _) => (quotient, remainder),
        (true, Sign::Minus) => (quotient + 1, remainder - b),
        (true, _) => (quotient - 1, remainder + b),
    }
}

/// The results of an operation on integers that has only integers as operands.
pub(super) fn evaluate(
    op: Op,
    width: u32,
    args: &[BigInt],
    division: Division,
) -> Result<Vec<Value>, NoValue> {
    let poison = |source| Err(NoValue::Poison(source));
    if op.row().syntax == crate::table::Syntax::Width && width == 0 {
        return poison(PoisonSource::ZeroWidth);
    }
    let zero = BigInt::ZERO;
    let a = args.first().unwrap_or(&zero);
    let b = args.get(1).unwrap_or(&zero);
    let is_negative = |value: &BigInt| value.sign() == Sign::Minus;
    let (signed, unsigned) = (Range { signed: true, bits: width }, Range { signed: false, bits: width });
    let above = |exact: &BigInt, range: Range| *exact > range.bounds().1;
    let outside = |exact: &BigInt| !signed.contains(exact);
    let value = match op {
        Op::Add => a + b,
        Op::Sub => a - b,
        Op::Mul => a * b,
        Op::Div | Op::Rem if *b == zero => return poison(PoisonSource::DivisionByZero),
        Op::Div => divide(a, b, division).0,
        Op::Rem => divide(a, b, division).1,
        Op::And => a & b,
        Op::Or => a | b,
        Op::Xor => a ^ b,
        Op::Shl | Op::Shr if is_negative(b) => return poison(PoisonSource::NegativeShift),
        Op::Shl if *a == zero => BigInt::ZERO,
        Op::Shl => match u32::try_from(b).ok().filter(|amount| *amount <= MAX_SHIFT) {
            Some(amount) => a << amount,
            None => return Err(NoValue::Limit(Limit::Shift)),
        },
        Op::Shr => match u64::try_from(b).ok().filter(|amount| *amount <= MAX_BITS) {
            Some(amount) => a >> amount,
            None => BigInt::from(if is_negative(a) { -1 } else { 0 }),
        },
        Op::CountOnes | Op::Clmul if is_negative(a) || is_negative(b) => {
            return poison(PoisonSource::NegativeOperand);
        }
        Op::CountOnes => BigInt::from(a.magnitude().count_ones()),
        Op::Clmul => {
            let (a, b) = (a.magnitude(), b.magnitude());
            let bits = (0..b.bits()).filter(|bit| b.bit(*bit));
            BigInt::from(bits.fold(BigUint::ZERO, |product, bit| product ^ (a << bit)))
        }
        Op::Clz => BigInt::from(u64::from(width) - modulo(a, width).bits()),
        Op::Ctz if a.sign() != Sign::Plus => return poison(PoisonSource::NotPositive),
        Op::Ctz => BigInt::from(a.trailing_zeros().unwrap_or(0)),
        Op::BSwap => {
            let (_, mut bytes) = modulo(a, 8 * width).to_bytes_le();
            bytes.resize(width as usize, 0);
            BigInt::from_bytes_be(Sign::Plus, &bytes)
        }
        Op::BitReverse => {
            let bits = (0..width).filter(|bit| a.bit(u64::from(*bit)));
            bits.fold(BigInt::ZERO, |reversed, bit| reversed | power(width - 1 - bit))
        }
        Op::RotL | Op::RotR => {
            let field = modulo(a, width);
            let width_as_int = BigInt::from(width);
            let amount = ((b % &width_as_int) + &width_as_int) % &width_as_int;
            let amount = u32::try_from(&amount).unwrap_or(0);
            let left = if op == Op::RotL { amount } else { (width - amount) % width };
            modulo(&((&field << left) | (&field >> (width - left))), width)
        }
        Op::Merge => (a - modulo(a, width)) | modulo(b, width),
        Op::Split => return Ok(vec![Value::Int(a >> width), Value::Int(modulo(a, width))]),
        Op::UAddSat => (a + b).min(unsigned.bounds().1),
        Op::USubSat => (a - b).max(BigInt::ZERO),
        Op::SAddSat => (a + b).clamp(signed.bounds().0, signed.bounds().1),
        Op::SSubSat => (a - b).clamp(signed.bounds().0, signed.bounds().1),
        Op::SAddOverflow => return Ok(flagged(&(a + b), signed, outside(&(a + b)))),
        Op::SSubOverflow => return Ok(flagged(&(a - b), signed, outside(&(a - b)))),
        Op::SMulOverflow => return Ok(flagged(&(a * b), signed, outside(&(a * b)))),
        Op::UAddOverflow => return Ok(flagged(&(a + b), unsigned, above(&(a + b), unsigned))),
        Op::USubOverflow => return Ok(flagged(&(a - b), unsigned, is_negative(&(a - b)))),
        Op::UMulOverflow => return Ok(flagged(&(a * b), unsigned, above(&(a * b), unsigned))),
        Op::SCarryingMulAdd | Op::UCarryingMulAdd => {
            let full = args.iter().skip(2).fold(a * b, |sum, addend| sum + addend);
            let range = if op == Op::SCarryingMulAdd { signed } else { unsigned };
            let high: BigInt = &full >> width;
            return Ok(vec![Value::Int(wrap(&full, range)), Value::Int(wrap(&high, range))]);
        }
        Op::Min => a.min(b).clone(),
        Op::Max => a.max(b).clone(),
        Op::SExt if !signed.contains(a) => return poison(PoisonSource::OutsideWidth),
        Op::SExt => a.clone(),
        Op::ZExt => modulo(a, width),
        _ => return Err(NoValue::Limit(Limit::Unsupported("an operation that is not one of integers"))),
    };
    if value.bits() > MAX_BITS {
        return Err(NoValue::Limit(Limit::Bits));
    }
    Ok(vec![Value::Int(value)])
}

/// The result of a comparison.
pub(super) fn compare(predicate: IntPredicate, a: &BigInt, b: &BigInt) -> bool {
    match predicate {
        IntPredicate::Eq => a == b,
        IntPredicate::Ne => a != b,
        IntPredicate::Lt => a < b,
        IntPredicate::Le => a <= b,
        IntPredicate::Gt => a > b,
        IntPredicate::Ge => a >= b,
    }
}
