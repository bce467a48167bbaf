//! Conversions between floats and integers of more than 64 bits.

use super::{CoreValue, Translator};
use barebones::base::Type as CoreType;
use barebones_widths::int::{self, Excess, Int, Shift, Sign};

/// A factor of 2 to this power makes every normalised limb infinite.
const LARGEST_SCALE: i64 = 961;

impl Translator<'_> {
    /// The float nearest to a wide integer.
    ///
    /// The magnitude is shifted so that its highest bit is that of a limb; a bit that is lost below sets the lowest bit
    /// of the limb, whose conversion then rounds the whole number. A power of two scales the result exactly.
    pub(super) fn wide_to_float(&mut self, value: &Int, unsigned: bool, to: CoreType) -> CoreValue {
        let bits = value.bits();
        let magnitude = if unsigned { value.clone() } else { int::abs(&mut self.b(), value) };
        let mut b = self.b();
        let zeros = int::leading_zeros(&mut b, &magnitude);
        let zeros = b.trunc(zeros.low());
        let normal = int::shift(&mut b, Shift::Left, &magnitude, zeros, Excess::Empties);
        let below = Int::new(
            bits,
            std::iter::once(b.const64(0)).chain(normal.leaves()[..normal.leaves().len() - 1].iter().copied()),
        );
        let lost = int::truth(&mut b, &below);
        let none = b.const64(0);
        let sticky = b.not_equal(lost, none);
        let sticky = b.zext32(sticky);
        let top = b.bit_or(normal.top(), sticky);
        let single = to == CoreType::Float;
        let rounded = if single {
            let rounded = b.utof(top);
            b.float_to_double(rounded)
        } else {
            b.utod(top)
        };
        // 2 to the number of bits below the limb; of 0 the limb is 0.
        let all = b.const32(bits as i32 - 64);
        let scale = b.sub(all, zeros);
        let scale = b.sext32(scale);
        let most = b.const64(LARGEST_SCALE);
        let scale = b.smin(scale, most);
        let bias = b.const64(1023);
        let exponent = b.add(scale, bias);
        let place = b.const32(52);
        let power = b.shl(exponent, place);
        let power = b.bitwise_cast(power);
        let scaled = b.mul(rounded, power);
        let scaled = if unsigned {
            scaled
        } else {
            let negative = int::is_negative(&mut b, value);
            let negated = b.neg(scaled);
            b.select(negative, negated, scaled)
        };
        if single { b.double_to_float(scaled) } else { scaled }
    }

    /// The integer of a float, rounded toward zero, modulo a width. Of infinities and NaNs it is any integer.
    pub(super) fn float_to_wide(&mut self, value: CoreValue, from: CoreType, bits: u32) -> Int {
        let mut b = self.b();
        let value = if from == CoreType::Float { b.float_to_double(value) } else { value };
        let word = b.bitwise_cast(value);
        let (place, field) = (b.const32(52), b.const64(0x7FF));
        let exponent = b.zshr(word, place);
        let exponent = b.bit_and(exponent, field);
        let (fraction, one) = (b.const64((1 << 52) - 1), b.const64(1 << 52));
        let mantissa = b.bit_and(word, fraction);
        let mantissa = b.bit_or(mantissa, one);
        let exponent = b.trunc(exponent);
        let bias = b.const32(1023 + 52);
        let (up, down) = (b.sub(exponent, bias), b.sub(bias, exponent));
        let zero = b.const32(0);
        let (up, down) = (b.smax(up, zero), b.smax(down, zero));
        // A subnormal number has a mantissa that is too large, which is shifted out.
        let mantissa = Int::new(64, [mantissa]);
        let mantissa = int::shift(&mut b, Shift::Right(Sign::Unsigned), &mantissa, down, Excess::Empties);
        let mantissa = int::widened(&mut b, &mantissa, bits, Sign::Unsigned);
        let magnitude = int::shift(&mut b, Shift::Left, &mantissa, up, Excess::Empties);
        let none = b.const64(0);
        let negative = b.less_than(word, none);
        let negated = int::neg(&mut b, &magnitude);
        int::select(&mut b, negative, &negated, &magnitude)
    }
}
