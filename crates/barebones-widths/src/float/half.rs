//! Arithmetic of `f16` and `bf16`.

use super::{Format, convert};
use crate::helpers::Helpers;
use crate::int::{self, Int, Shift, Sign};
use barebones::base::Type;
use barebones::ir::{Cursor, ValueId};

/// A number of a 16-bit format as a Float, which is exact.
///
/// # Panics
/// Panics if the format is not of 16 bits.
pub fn to_float(b: &mut Cursor<'_>, format: Format, x: &Int) -> ValueId {
    assert!(format.bits() == 16 && x.bits() == 16, "a number of {}", format.name());
    if format == Format::Bf16 {
        let bits = int::resized(b, x, 32, Sign::Unsigned);
        let bits = int::shift_by(b, Shift::Left, &bits, 16);
        return b.bitwise_cast(bits.low());
    }
    // The bits as those of a Float are the number times a power of two, also if it is subnormal.
    let mask = b.const32(0x7FFF);
    let magnitude = b.bit_and(x.low(), mask);
    let shift = b.const32(13);
    let shifted = b.shl(magnitude, shift);
    let scaled = b.bitwise_cast(shifted);
    let factor = b.const_float(f32::from_bits((127 + 112) << 23));
    let number = b.mul(scaled, factor);
    let number = b.bitwise_cast(number);
    let [infinity, quiet, none] = [b.const32(0x7F80_0000), b.const32(0x0040_0000), b.const32(0)];
    let special = b.bit_or(shifted, infinity);
    let limit = b.const32(0x7C00);
    let is_nan = b.above(magnitude, limit);
    let quiet = b.select(is_nan, quiet, none);
    let special = b.bit_or(special, quiet);
    let is_special = b.above_equal(magnitude, limit);
    let number = b.select(is_special, special, number);
    let sign = b.bit_xor(x.low(), magnitude);
    let shift = b.const32(16);
    let sign = b.shl(sign, shift);
    let bits = b.bit_or(number, sign);
    b.bitwise_cast(bits)
}

/// A Float or Double rounded to a 16-bit format, by a helper.
pub fn round_to(b: &mut Cursor<'_>, helpers: &mut Helpers, format: Format, x: ValueId) -> Int {
    let is_float = b.proc.type_of(x) == Type::Float;
    let (from, bits) = if is_float { (Format::F32, 32) } else { (Format::F64, 64) };
    let leaf = b.bitwise_cast(x);
    convert(b, helpers, from, format, &Int::new(bits, [leaf]))
}

/// Computes in Double, and rounds. The operation gets the operands, and returns a Double.
///
/// Correctly rounded for a sum, difference, product, quotient or square root, and for what has the result's bits.
///
/// # Panics
/// Panics if the format is not of 16 bits.
pub fn compute(
    b: &mut Cursor<'_>,
    helpers: &mut Helpers,
    format: Format,
    operands: &[Int],
    operation: impl FnOnce(&mut Cursor<'_>, &[ValueId]) -> ValueId,
) -> Int {
    let doubles: Vec<ValueId> = operands.iter().map(|x| to_double(b, format, x)).collect();
    let result = operation(b, &doubles);
    round_to(b, helpers, format, result)
}

/// A number of a 16-bit format as a Double, which is exact.
///
/// # Panics
/// Panics if the format is not of 16 bits.
pub fn to_double(b: &mut Cursor<'_>, format: Format, x: &Int) -> ValueId {
    let float = to_float(b, format, x);
    b.float_to_double(float)
}

/// `x * y + z`, rounded once.
///
/// # Panics
/// Panics if the format is not of 16 bits.
pub fn fma(b: &mut Cursor<'_>, helpers: &mut Helpers, format: Format, x: &Int, y: &Int, z: &Int) -> Int {
    compute(b, helpers, format, &[x.clone(), y.clone(), z.clone()], |b, operands| {
        // The product is exact. The sum is rounded to odd, after which rounding once more is exact.
        let product = b.mul(operands[0], operands[1]);
        let addend = operands[2];
        let sum = b.add(product, addend);
        let added = b.sub(sum, product);
        let kept = b.sub(sum, added);
        let [lost_product, lost_addend] = [b.sub(product, kept), b.sub(addend, added)];
        let lost = b.add(lost_product, lost_addend);
        let zero = b.const_double(0.0);
        let [too_small, too_large] = [b.greater_than(lost, zero), b.less_than(lost, zero)];
        let negative = b.less_than(sum, zero);
        let is_inexact = b.bit_or(too_small, too_large);
        // Away from zero if the sum and what it lost have the same sign.
        let inward = b.bit_xor(too_large, negative);
        let bits = b.bitwise_cast(sum);
        let one = b.const64(1);
        let odd = b.bit_and(bits, one);
        let even = b.bit_xor(odd, one);
        let inexact = b.zext32(is_inexact);
        let moves = b.bit_and(even, inexact);
        let [up, down] = [b.add(bits, moves), b.sub(bits, moves)];
        let bits = b.select(inward, down, up);
        b.bitwise_cast(bits)
    })
}
