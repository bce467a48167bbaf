//! Literals: integers of up to 128 bits, and floating-point numbers by their bits.

/// Reads a decimal or hexadecimal integer with an optional sign and underscores, as 128 bits. A negative number is
/// sign-extended. `None` if it is malformed or does not fit.
pub fn parse_int(text: &str) -> Option<i128> {
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let (radix, digits) = match digits.strip_prefix("0x") {
        Some(digits) => (16, digits),
        None => (10, digits),
    };
    let mut magnitude: u128 = 0;
    let mut any = false;
    for c in digits.chars().filter(|c| *c != '_') {
        any = true;
        magnitude = magnitude.checked_mul(u128::from(radix))?.checked_add(u128::from(c.to_digit(radix)?))?;
    }
    match (any, negative) {
        (false, _) => None,
        (true, false) => Some(magnitude as i128),
        (true, true) if magnitude <= 1 << 127 => Some((magnitude as i128).wrapping_neg()),
        (true, true) => None,
    }
}

/// True if a number is in the range of this many bits, signed or unsigned.
pub fn fits(value: i128, bits: u32, negative: bool) -> bool {
    match bits {
        128.. => true,
        bits if negative => value >= -(1 << (bits - 1)),
        bits => (value as u128) < 1 << bits,
    }
}

/// A floating-point format: bits of the exponent and of the trailing significand.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    exponent: u32,
    significand: u32,
}

impl Format {
    /// The format with this many bits; `None` if there is none.
    pub fn of_bits(bits: u16) -> Option<Format> {
        let (exponent, significand) = match bits {
            16 => (5, 10),
            32 => (8, 23),
            64 => (11, 52),
            128 => (15, 112),
            _ => return None,
        };
        Some(Format { exponent, significand })
    }

    fn max_exponent(self) -> u128 {
        (1 << self.exponent) - 1
    }

    fn quiet_bit(self) -> u128 {
        1 << (self.significand - 1)
    }

    fn infinity(self) -> u128 {
        self.max_exponent() << self.significand
    }

    fn bias(self) -> i32 {
        (1 << (self.exponent - 1)) - 1
    }

    /// Reads a number: `0x1.8p3`, `0.0`, `Inf`, `NaN`, `NaN:0x1`, `sNaN:0x1`, each with an optional sign. Decimal
    /// numbers other than zero are refused, and so are numbers that need rounding.
    ///
    /// # Errors
    /// What was expected instead.
    pub fn parse(self, text: &str) -> Result<u128, &'static str> {
        let (negative, text) = match text.as_bytes().first() {
            Some(b'-') => (true, &text[1..]),
            Some(b'+') => (false, &text[1..]),
            _ => (false, text),
        };
        let sign = u128::from(negative) << (self.exponent + self.significand);
        let payload = |digits: &str| u128::from_str_radix(digits, 16).ok().filter(|p| *p < self.quiet_bit());
        let magnitude = match text {
            "0.0" => 0,
            "Inf" => self.infinity(),
            "NaN" => self.infinity() | self.quiet_bit(),
            _ => {
                if let Some(digits) = text.strip_prefix("NaN:0x") {
                    let payload = payload(digits).ok_or("a NaN payload that fits")?;
                    self.infinity() | self.quiet_bit() | payload
                } else if let Some(digits) = text.strip_prefix("sNaN:0x") {
                    let payload = payload(digits).filter(|payload| *payload > 0);
                    self.infinity() | payload.ok_or("a NaN payload that fits and is not 0")?
                } else {
                    let digits = text.strip_prefix("0x").ok_or("a hexadecimal floating-point number")?;
                    self.parse_hex(digits)?
                }
            }
        };
        Ok(sign | magnitude)
    }

    fn parse_hex(self, text: &str) -> Result<u128, &'static str> {
        let (digits, exponent) = match text.split_once('p') {
            Some((digits, exponent)) => {
                let exponent = exponent.parse::<i16>().map_err(|_| "a decimal exponent")?;
                (digits, i32::from(exponent))
            }
            None => (text, 0),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let mut number: u128 = 0;
        if whole.len() + fraction.len() == 0 || whole.len() + fraction.len() > 32 {
            return Err("1 to 32 hexadecimal digits");
        }
        for c in whole.chars().chain(fraction.chars()) {
            number = number << 4 | u128::from(c.to_digit(16).ok_or("a hexadecimal digit")?);
        }
        if number == 0 {
            return Ok(0);
        }
        // The exponent of the highest bit.
        let top = 127 - number.leading_zeros() as i32;
        let exponent = exponent - 4 * fraction.len() as i32 + top;
        let is_normal = exponent > -self.bias();
        if exponent > self.bias() {
            return Err("a number of smaller magnitude");
        }
        // The exponent of the lowest bit that the format has.
        let lowest = exponent.max(1 - self.bias()) - self.significand as i32;
        let shift = lowest - (exponent - top);
        let bits = if shift <= 0 {
            number << -shift
        } else if shift < 128 && number & ((1 << shift) - 1) == 0 {
            number >> shift
        } else {
            return Err("a number with fewer significant bits");
        };
        let trailing = bits & ((1 << self.significand) - 1);
        let biased = if is_normal { (exponent + self.bias()) as u128 } else { 0 };
        Ok(biased << self.significand | trailing)
    }

    /// The text that [`Format::parse`] reads as these bits.
    pub fn print(self, bits: u128) -> String {
        let trailing = bits & ((1 << self.significand) - 1);
        let exponent = bits >> self.significand & self.max_exponent();
        let negative = bits >> (self.significand + self.exponent) & 1 == 1;
        let sign = if negative { "-" } else { "" };
        // Padded to whole hexadecimal digits.
        let padding = self.significand.next_multiple_of(4) - self.significand;
        let width = (self.significand + padding) as usize / 4;
        let fraction = trailing << padding;
        if exponent == self.max_exponent() {
            let payload = trailing & !self.quiet_bit();
            let sign = if negative { "-" } else { "+" };
            match (trailing == 0, trailing & self.quiet_bit() != 0, payload) {
                (true, ..) => format!("{sign}Inf"),
                (_, true, 0) => format!("{sign}NaN"),
                (_, true, payload) => format!("{sign}NaN:{payload:#x}"),
                (_, false, payload) => format!("{sign}sNaN:{payload:#x}"),
            }
        } else if exponent == 0 && trailing == 0 {
            format!("{sign}0.0")
        } else if exponent == 0 {
            format!("{sign}0x0.{fraction:0width$x}p{}", 1 - self.bias())
        } else {
            format!("{sign}0x1.{fraction:0width$x}p{}", exponent as i32 - self.bias())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers() {
        for (text, expected) in [
            ("0", Some(0)),
            ("-1", Some(-1)),
            ("+7", Some(7)),
            ("0xff_ff", Some(0xFFFF)),
            ("-0x80", Some(-128)),
            ("1_000", Some(1000)),
            ("", None),
            ("-", None),
            ("0x", None),
            ("_", None),
            ("12a", None),
            ("0x1_0000_0000_0000_0000_0000_0000_0000_0000", None),
            ("-0x80000000000000000000000000000001", None),
            ("-0x80000000000000000000000000000000", Some(i128::MIN)),
        ] {
            assert_eq!(parse_int(text), expected, "{text}");
        }
        assert!(fits(255, 8, false) && !fits(256, 8, false) && fits(-128, 8, true) && !fits(-129, 8, true));
    }

    #[test]
    fn floats_round_trip() {
        let single = Format::of_bits(32).expect("a format");
        let mut bits: u32 = 1;
        for _ in 0..20_000 {
            bits = bits.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            for bits in [bits, bits & 0x807F_FFFF, bits | 0x7F80_0000] {
                let text = single.print(u128::from(bits));
                assert_eq!(single.parse(&text), Ok(u128::from(bits)), "{text}");
            }
        }
        for (bits, text) in [
            (64, "0x1.0000000000000p0"),
            (64, "-0x0.0000000000001p-1022"),
            (128, "0x1.0000000000000000000000000001p16383"),
            (16, "-0x1.ffcp15"),
            (32, "+NaN:0x1"),
            (32, "-sNaN:0x3fffff"),
            (16, "+Inf"),
        ] {
            let format = Format::of_bits(bits).expect("a format");
            assert_eq!(format.parse(text).map(|bits| format.print(bits)).as_deref(), Ok(text));
        }
    }

    #[test]
    fn floats_of_any_form() {
        let double = Format::of_bits(64).expect("a format");
        for (text, expected) in [
            ("0x1.0", 1.0_f64),
            ("0x8.1", 8.0625),
            ("-0xB2D05E00.0", -3e9),
            ("0x0.5", 0.3125),
            ("0x4p-1", 2.0),
            ("0x.8", 0.5),
            ("-0.0", -0.0),
            ("0x0.0", 0.0),
            ("+Inf", f64::INFINITY),
        ] {
            assert_eq!(double.parse(text), Ok(u128::from(expected.to_bits())), "{text}");
        }
        for text in [
            "1.5",
            "0x",
            "0x1.0p",
            "0x1.0p99999",
            "0x1.0p2000",
            "0x1.0p-1080",
            "0x1.00000000000001",
            "NaN:0x8000000000000",
            "sNaN:0x0",
            "0x1.0.0",
            "",
            "-",
        ] {
            assert!(double.parse(text).is_err(), "{text}");
        }
        let single = Format::of_bits(32).expect("a format");
        assert!(single.parse("0x1.0000001").is_err() && single.parse("0x1.000001p0").is_err());
    }
}
