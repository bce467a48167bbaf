//! The meaning of operations on one lane, in Rust: integers in 128 bits, floating-point numbers by the host's.

use barebones_widths::lanes::{
    Binary, FloatCompare, Kind, Lane, NanBits, OutOfRange, Relation, Shift, Sign, Unary,
};

/// The value of a lane's bits.
pub(crate) fn value(bits: u64, lane: Lane, sign: Sign) -> i128 {
    let width = lane.bits();
    let bits = i128::from(bits);
    if sign == Sign::Signed && bits >> (width - 1) & 1 == 1 { bits - (1 << width) } else { bits }
}

/// The lane that has the low bits of a number.
pub(crate) fn wrap(x: i128, lane: Lane) -> u64 {
    x as u64 & (u64::MAX >> (64 - lane.bits()))
}

fn lowest(lane: Lane, sign: Sign) -> i128 {
    if sign == Sign::Signed { -(1 << (lane.bits() - 1)) } else { 0 }
}

fn highest(lane: Lane, sign: Sign) -> i128 {
    if sign == Sign::Signed { (1 << (lane.bits() - 1)) - 1 } else { (1 << lane.bits()) - 1 }
}

pub(crate) fn clamp(x: i128, lane: Lane, sign: Sign) -> u64 {
    wrap(x.clamp(lowest(lane, sign), highest(lane, sign)), lane)
}

/// A floating-point type.
trait Number: Copy + PartialOrd {
    fn of(bits: u64) -> Self;
    fn bits(self) -> u64;
    fn wide(self) -> f64;
}

impl Number for f32 {
    fn of(bits: u64) -> f32 {
        f32::from_bits(bits as u32)
    }

    fn bits(self) -> u64 {
        u64::from(self.to_bits())
    }

    fn wide(self) -> f64 {
        f64::from(self)
    }
}

impl Number for f64 {
    fn of(bits: u64) -> f64 {
        f64::from_bits(bits)
    }

    fn bits(self) -> u64 {
        self.to_bits()
    }

    fn wide(self) -> f64 {
        self
    }
}

/// A number of 16 bits, by its exact value.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
struct Half(f64);

impl Number for Half {
    fn of(bits: u64) -> Half {
        let (exponent, trailing) = (bits >> 10 & 31, (bits & 0x3FF) as f64);
        let magnitude = match exponent {
            0 => trailing * 2.0_f64.powi(-24),
            31 if trailing == 0.0 => f64::INFINITY,
            31 => f64::NAN,
            _ => (1024.0 + trailing) * 2.0_f64.powi(exponent as i32 - 25),
        };
        Half(if bits >> 15 & 1 == 1 { -magnitude } else { magnitude })
    }

    /// The bits of the nearest number, ties to even.
    fn bits(self) -> u64 {
        let sign = if self.0.is_sign_negative() { 0x8000 } else { 0 };
        let magnitude = self.0.abs();
        if magnitude.is_nan() {
            return 0x7E00;
        }
        // The last bit of a number in this range, or of a subnormal one.
        let mut last = 2.0_f64.powi(-24);
        while last * 2048.0 <= magnitude && last < 1e6 {
            last *= 2.0;
        }
        let whole = (magnitude / last).round_ties_even();
        if whole * last > 65504.0 {
            return sign | 0x7C00;
        }
        let exponent = (last.log2() as i64 + 24) as u64;
        // The highest of eleven bits adds one to the exponent.
        sign | ((exponent << 10) + whole as u64)
    }

    fn wide(self) -> f64 {
        self.0
    }
}

/// An integer times 2^-48 as the bits of a number of 16 bits, rounded once.
pub(crate) fn half_of_scaled(x: i128) -> u64 {
    let magnitude = x.unsigned_abs();
    let mut last = 24;
    while last < 80 && magnitude >> last >= 2048 {
        last += 1;
    }
    let (mut whole, rest) = ((magnitude >> last) as u64, magnitude & ((1 << last) - 1));
    let half = 1 << (last - 1);
    whole += u64::from(rest > half || rest == half && whole & 1 == 1);
    let bits = (((last - 24) as u64) << 10) + whole;
    bits.min(0x7C00) | if x < 0 { 0x8000 } else { 0 }
}

/// x * y + z of finite numbers of 16 bits, rounded once.
pub(crate) fn half_fma(x: u64, y: u64, z: u64) -> u64 {
    let scaled = |bits: u64, power: i32| (Half::of(bits).0 * 2.0_f64.powi(power)) as i128;
    let product = scaled(x, 24) * scaled(y, 24);
    let sum = product + scaled(z, 48);
    if sum != 0 {
        return half_of_scaled(sum);
    }
    // An exact zero is negative only as the sum of negative ones.
    let is_negative = (x ^ y) & z & 0x8000 != 0;
    if is_negative { 0x8000 } else { 0 }
}

/// The exact value of a finite or infinite number.
pub(crate) fn number(bits: u64, lane: Lane) -> f64 {
    match lane {
        Lane::F16 => Half::of(bits).wide(),
        Lane::F32 => f32::of(bits).wide(),
        _ => f64::of(bits),
    }
}

/// A number in another format, rounded to nearest.
pub(crate) fn resized(bits: u64, from: Lane, to: Lane) -> u64 {
    let x = number(bits, from);
    match to {
        Lane::F16 => Half(x).bits(),
        Lane::F32 => (x as f32).bits(),
        _ => x.bits(),
    }
}

pub(crate) fn unary(operation: Unary, x: u64, lane: Lane) -> Option<u64> {
    let sign_bit = 1 << (lane.bits() - 1);
    match (operation, lane.kind()) {
        (Unary::Not, _) => Some(wrap(!i128::from(x), lane)),
        (Unary::Neg, Kind::Float) => Some(x ^ sign_bit),
        (Unary::Abs, Kind::Float) => Some(x & !sign_bit),
        (Unary::Neg, Kind::Int) => Some(wrap(-value(x, lane, Sign::Signed), lane)),
        (Unary::Abs, Kind::Int) => Some(wrap(value(x, lane, Sign::Signed).abs(), lane)),
        (Unary::PopCount, Kind::Int) => Some(u64::from(x.count_ones()) & (u64::MAX >> (64 - lane.bits()))),
        (_, Kind::Int) => None,
        _ => {
            let apply = |single: fn(f32) -> f32, double: fn(f64) -> f64| match lane {
                Lane::F32 => Some(single(f32::of(x)).bits()),
                Lane::F64 => Some(double(f64::of(x)).bits()),
                _ => Some(Half(double(Half::of(x).0)).bits()),
            };
            match operation {
                Unary::Sqrt => apply(f32::sqrt, f64::sqrt),
                Unary::Ceil => apply(f32::ceil, f64::ceil),
                Unary::Floor => apply(f32::floor, f64::floor),
                Unary::Trunc => apply(f32::trunc, f64::trunc),
                Unary::Nearest => apply(f32::round_ties_even, f64::round_ties_even),
                _ => None,
            }
        }
    }
}

/// The result, or `None` where there is no such operation. `Err` is a trap: true for an overflow.
pub(crate) fn binary(operation: Binary, x: u64, y: u64, lane: Lane) -> Option<Result<u64, bool>> {
    let bitwise = match operation {
        Binary::And => Some(x & y),
        Binary::Or => Some(x | y),
        Binary::Xor => Some(x ^ y),
        Binary::AndNot => Some(x & !y),
        Binary::OrNot => Some(x | !y),
        Binary::XorNot => Some(x ^ !y),
        _ => None,
    };
    if let Some(bits) = bitwise {
        return Some(Ok(wrap(i128::from(bits), lane)));
    }
    match lane.kind() {
        Kind::Int => int_binary(operation, x, y, lane),
        Kind::Float => float_binary(operation, x, y, lane).map(Ok),
    }
}

fn int_binary(operation: Binary, x: u64, y: u64, lane: Lane) -> Option<Result<u64, bool>> {
    let both = |sign: Sign| (value(x, lane, sign), value(y, lane, sign));
    let (sx, sy) = both(Sign::Signed);
    let (ux, uy) = both(Sign::Unsigned);
    let width = lane.bits();
    Some(Ok(match operation {
        Binary::Add => wrap(ux + uy, lane),
        Binary::Sub => wrap(ux - uy, lane),
        Binary::Mul => wrap(sx.wrapping_mul(sy), lane),
        Binary::MulHigh(Sign::Signed) => wrap((sx * sy) >> width, lane),
        Binary::MulHigh(Sign::Unsigned) => wrap(((ux as u128 * uy as u128) >> width) as i128, lane),
        Binary::IntDiv(sign) => {
            let (x, y) = both(sign);
            match y {
                0 => return Some(Err(false)),
                -1 if x == lowest(lane, sign) => return Some(Err(true)),
                _ => wrap(x / y, lane),
            }
        }
        Binary::Rem(sign) => {
            let (x, y) = both(sign);
            if y == 0 {
                return Some(Err(false));
            }
            wrap(x % y, lane)
        }
        Binary::Min(sign) => {
            let (x, y) = both(sign);
            wrap(x.min(y), lane)
        }
        Binary::Max(sign) => {
            let (x, y) = both(sign);
            wrap(x.max(y), lane)
        }
        Binary::AddSat(sign) => {
            let (x, y) = both(sign);
            clamp(x + y, lane, sign)
        }
        Binary::SubSat(sign) => {
            let (x, y) = both(sign);
            clamp(x - y, lane, sign)
        }
        Binary::AvgRound => wrap((ux + uy + 1) / 2, lane),
        Binary::MulRoundSat if matches!(lane, Lane::I16 | Lane::I32) => {
            clamp((sx * sy + (1 << (width - 2))) >> (width - 1), lane, Sign::Signed)
        }
        Binary::MulRoundWrap if lane == Lane::I16 => wrap((((sx * sy) >> 14) + 1) >> 1, lane),
        _ => return None,
    }))
}

fn float_binary(operation: Binary, x: u64, y: u64, lane: Lane) -> Option<u64> {
    match lane {
        Lane::F32 => number_binary::<f32>(
            operation,
            x,
            y,
            (0x8000_0000, 0x7FC0_0000),
            [|x, y| x + y, |x, y| x - y, |x, y| x * y, |x, y| x / y],
        ),
        Lane::F64 => number_binary::<f64>(
            operation,
            x,
            y,
            (1 << 63, 0x7FF8_0000_0000_0000),
            [|x, y| x + y, |x, y| x - y, |x, y| x * y, |x, y| x / y],
        ),
        _ => number_binary::<Half>(
            operation,
            x,
            y,
            (0x8000, 0x7E00),
            [|x, y| Half(x.0 + y.0), |x, y| Half(x.0 - y.0), |x, y| Half(x.0 * y.0), |x, y| Half(x.0 / y.0)],
        ),
    }
}

fn number_binary<T: Number>(
    operation: Binary,
    x: u64,
    y: u64,
    (sign, nan): (u64, u64),
    arithmetic: [fn(T, T) -> T; 4],
) -> Option<u64> {
    let (a, b) = (T::of(x), T::of(y));
    let is_nan = a.wide().is_nan() || b.wide().is_nan();
    Some(match operation {
        Binary::Add => arithmetic[0](a, b).bits(),
        Binary::Sub => arithmetic[1](a, b).bits(),
        Binary::Mul => arithmetic[2](a, b).bits(),
        Binary::FloatDiv => arithmetic[3](a, b).bits(),
        Binary::FloatMin(NanBits::Signed) if is_nan => sign | nan,
        Binary::FloatMax(NanBits::Signed) if is_nan => (x | y) & sign | nan,
        Binary::FloatMin(_) | Binary::FloatMax(_) if is_nan => nan,
        // Zeros are equal, so their signs decide.
        Binary::FloatMin(_) if a == b => x | y & sign,
        Binary::FloatMax(_) if a == b => x & (y | !sign),
        Binary::FloatMin(_) | Binary::MinOrSecond => {
            if a < b {
                x
            } else {
                y
            }
        }
        Binary::FloatMax(_) | Binary::MaxOrSecond => {
            if a > b {
                x
            } else {
                y
            }
        }
        Binary::PseudoMin => {
            if b < a {
                y
            } else {
                x
            }
        }
        Binary::PseudoMax => {
            if a < b {
                y
            } else {
                x
            }
        }
        Binary::CopySign => x & !sign | y & sign,
        _ => return None,
    })
}

pub(crate) fn shift(shift: Shift, x: u64, amount: u32, lane: Lane) -> u64 {
    let width = lane.bits();
    let amount = amount % width;
    match shift {
        Shift::Left => wrap(i128::from(x) << amount, lane),
        Shift::Right(sign) => wrap(value(x, lane, sign) >> amount, lane),
        Shift::RotateLeft => wrap(i128::from(x) << amount | i128::from(x) >> (width - amount), lane),
        Shift::RotateRight => wrap(i128::from(x) >> amount | i128::from(x) << (width - amount), lane),
    }
}

pub(crate) fn compare(condition: Relation, x: u64, y: u64, lane: Lane) -> bool {
    let both = |sign: Sign| (value(x, lane, sign), value(y, lane, sign));
    match condition {
        Relation::Equal => x == y,
        Relation::NotEqual => x != y,
        Relation::Less(sign) => both(sign).0 < both(sign).1,
        Relation::LessEqual(sign) => both(sign).0 <= both(sign).1,
        Relation::Greater(sign) => both(sign).0 > both(sign).1,
        Relation::GreaterEqual(sign) => both(sign).0 >= both(sign).1,
    }
}

pub(crate) fn compare_float(condition: FloatCompare, x: u64, y: u64, lane: Lane) -> bool {
    let (x, y) = (number(x, lane), number(y, lane));
    match x.partial_cmp(&y) {
        Some(std::cmp::Ordering::Less) => condition.less,
        Some(std::cmp::Ordering::Equal) => condition.equal,
        Some(std::cmp::Ordering::Greater) => condition.greater,
        None => condition.unordered,
    }
}

/// The integer of a number; `Err` is a trap: true for one out of range.
pub(crate) fn to_int(x: u64, from: Lane, to: Lane, sign: Sign, outside: OutOfRange) -> Result<u64, bool> {
    let x = number(x, from);
    let smallest = wrap(lowest(to, Sign::Signed), to);
    if x.is_nan() {
        return match outside {
            OutOfRange::Trap => Err(false),
            OutOfRange::Clamp => Ok(0),
            OutOfRange::Smallest => Ok(smallest),
        };
    }
    // The cast clamps to 128 bits, which are more than any lane has.
    let whole = x.trunc() as i128;
    let fits = (lowest(to, sign)..=highest(to, sign)).contains(&whole);
    match outside {
        _ if fits => Ok(wrap(whole, to)),
        OutOfRange::Trap => Err(true),
        OutOfRange::Clamp => Ok(clamp(whole, to, sign)),
        OutOfRange::Smallest => Ok(smallest),
    }
}

pub(crate) fn from_int(x: u64, from: Lane, to: Lane, sign: Sign) -> u64 {
    let x = value(x, from, sign);
    match to {
        Lane::F16 => half_of_scaled(x.clamp(-(1 << 40), 1 << 40) << 48),
        Lane::F32 => (x as f32).bits(),
        _ => (x as f64).bits(),
    }
}
