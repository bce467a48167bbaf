//! Compares the kernels with independent formulations: 128-bit arithmetic, loops over bits, and explicit rounding of
//! exact numbers.

use super::*;
use crate::ir::opcode::{Class, Properties, ROWS, ResultRule};

const INTS: [u64; 27] = [
    0,
    1,
    2,
    3,
    5,
    7,
    31,
    32,
    63,
    64,
    0x7f,
    0x80,
    0xff,
    0x7fff,
    0x8000,
    0x00ff_ffff,
    0x0100_0001,
    0x7fff_ffff,
    0x8000_0000,
    0x8000_0001,
    0xffff_fffe,
    0xffff_ffff,
    0x1_0000_0000,
    0x7fff_ffff_ffff_ffff,
    0x8000_0000_0000_0000,
    0xdead_beef_0bad_f00d,
    0xffff_ffff_ffff_ffff,
];

const DOUBLES: [f64; 35] = [
    0.0,
    -0.0,
    0.49999999999999994,
    0.5,
    -0.5,
    0.9999999999999999,
    -0.9999999999999999,
    1.0,
    -1.0,
    1.5,
    2.5,
    -2.5,
    3.0000000000000004,
    8388609.5,
    16777217.0,
    2147483647.0,
    2147483647.5,
    2147483648.0,
    -2147483648.0,
    -2147483648.5,
    -2147483649.0,
    4294967295.5,
    4294967296.0,
    4503599627370497.5,
    9007199254740993.0,
    9223372036854774784.0,
    9223372036854775808.0,
    -9223372036854775808.0,
    -9223372036854777856.0,
    18446744073709549568.0,
    18446744073709551616.0,
    1e300,
    5e-324,
    f64::INFINITY,
    f64::NEG_INFINITY,
];

const FLOATS: [f32; 26] = [
    0.0,
    -0.0,
    0.49999997,
    0.5,
    -0.5,
    0.99999994,
    -0.99999994,
    1.0,
    -1.0,
    1.5,
    2.5,
    -2.5,
    4194304.5,
    8388607.5,
    2147483520.0,
    2147483648.0,
    -2147483648.0,
    -2147483904.0,
    4294967040.0,
    4294967296.0,
    9223371487098961920.0,
    9223372036854775808.0,
    18446742974197923840.0,
    18446744073709551616.0,
    1e-45,
    f32::INFINITY,
];

/// Quiet and signalling NaNs with both signs.
const DOUBLE_NANS: [u64; 5] = [
    0x7ff8_0000_0000_0000,
    0xfff8_0000_0000_0000,
    0x7ff0_0000_0000_0001,
    0xfff4_0000_0000_0000,
    0x7fff_ffff_ffff_ffff,
];
const FLOAT_NANS: [u64; 5] = [0x7fc0_0000, 0xffc0_0000, 0x7f80_0001, 0xffa0_0000, 0x7fff_ffff];
const NAN: [u64; 2] = [0x7fc0_0000, 0x7ff8_0000_0000_0000];

fn bits(opcode: Opcode, ty: Type, args: &[u64]) -> u64 {
    bits_as(opcode, ty, ty, args)
}

#[track_caller]
fn bits_as(opcode: Opcode, ty: Type, result: Type, args: &[u64]) -> u64 {
    match evaluate(opcode, ty, result, args) {
        Some(Evaluated::Bits(bits)) => bits,
        other => panic!("{opcode:?} {ty} {args:x?}: {other:?}"),
    }
}

fn width(ty: Type) -> u32 {
    ty.size() * 8
}

fn cut(ty: Type, a: i128) -> u64 {
    if width(ty) == 32 { a as u32 as u64 } else { a as u64 }
}

fn signed(ty: Type, a: u64) -> i128 {
    if width(ty) == 32 { i128::from(a as u32 as i32) } else { i128::from(a as i64) }
}

/// Checks all pairs of edge-case operands.
fn int_pairs(mut check: impl FnMut(Type, u64, u64)) {
    for ty in [Type::Int32, Type::Int64] {
        for a in INTS {
            for b in INTS {
                check(ty, cut(ty, a.into()), cut(ty, b.into()));
            }
        }
    }
}

#[test]
fn integer_arithmetic_is_truncated_128_bit_arithmetic() {
    int_pairs(|ty, a, b| {
        let (s, t) = (signed(ty, a), signed(ty, b));
        assert_eq!(bits(Opcode::Add, ty, &[a, b]), cut(ty, s + t));
        assert_eq!(bits(Opcode::Sub, ty, &[a, b]), cut(ty, s - t));
        assert_eq!(bits(Opcode::Mul, ty, &[a, b]), cut(ty, s * t));
        assert_eq!(bits(Opcode::Neg, ty, &[a]), cut(ty, -s));
        assert_eq!(bits(Opcode::MulHigh, ty, &[a, b]), cut(ty, (s * t) >> width(ty)));
        for (opcode, exact) in
            [(Opcode::CheckAdd, s + t), (Opcode::CheckSub, s - t), (Opcode::CheckMul, s * t)]
        {
            let wrapped = cut(ty, exact);
            let overflows = signed(ty, wrapped) != exact;
            assert_eq!(checked(opcode, ty).unwrap()(a, b), (wrapped, overflows), "{a:x} {b:x}");
        }
    });
}

#[test]
fn high_product_by_shifting_and_adding() {
    int_pairs(|ty, a, b| {
        // Shift and add into a two-word product, one bit of b per iteration.
        let (mut low, mut high) = (0u64, 0u64);
        for i in (0..64).rev() {
            high = high << 1 | low >> 63;
            low <<= 1;
            if b >> i & 1 != 0 {
                let (sum, carry) = low.overflowing_add(a);
                (low, high) = (sum, high + u64::from(carry));
            }
        }
        let expected = if width(ty) == 32 { low >> 32 } else { high };
        assert_eq!(bits(Opcode::UMulHigh, ty, &[a, b]), expected, "{ty} {a:x} {b:x}");
    });
}

#[test]
fn division_is_undefined_exactly_as_documented() {
    int_pairs(|ty, a, b| {
        let (s, t) = (signed(ty, a), signed(ty, b));
        let overflows = s == -(1i128 << (width(ty) - 1)) && t == -1;
        let undefined = t == 0 || overflows;
        let expected = |bits| if undefined { Evaluated::Undefined } else { Evaluated::Bits(bits) };
        let (quotient, rest) = if undefined { (0, 0) } else { (cut(ty, s / t), cut(ty, s % t)) };
        assert_eq!(evaluate(Opcode::Div, ty, ty, &[a, b]), Some(expected(quotient)));
        assert_eq!(evaluate(Opcode::Mod, ty, ty, &[a, b]), Some(expected(rest)));
        assert_eq!(bits(Opcode::ChillDiv, ty, &[a, b]), if overflows { a } else { quotient });
        assert_eq!(bits(Opcode::ChillMod, ty, &[a, b]), rest);
        let zero = b == 0;
        let expected = |bits| if zero { Evaluated::Undefined } else { Evaluated::Bits(bits) };
        let d = b.max(1);
        assert_eq!(evaluate(Opcode::UDiv, ty, ty, &[a, b]), Some(expected(a / d)));
        assert_eq!(evaluate(Opcode::UMod, ty, ty, &[a, b]), Some(expected(a % d)));
    });
}

#[test]
fn carries_are_the_overflow() {
    int_pairs(|ty, a, b| {
        for carry in [0, 1, 2, 0x8000_0000] {
            let c = i128::from(carry != 0);
            let sum = i128::from(a) + i128::from(b) + c;
            let expected = Evaluated::Pair(cut(ty, sum), (sum >> width(ty)) as u64);
            assert_eq!(evaluate(Opcode::AddCarry, ty, ty, &[a, b, carry]), Some(expected));
            let difference = i128::from(a) - i128::from(b) - c;
            let expected = Evaluated::Pair(cut(ty, difference), u64::from(difference < 0));
            assert_eq!(evaluate(Opcode::SubBorrow, ty, ty, &[a, b, carry]), Some(expected));
        }
    });
}

#[test]
fn shifts_move_bits_one_at_a_time() {
    int_pairs(|ty, a, b| {
        let (w, amount) = (width(ty), b as u32);
        let n = amount % w;
        let bit = |i: u32| a >> i & 1;
        let gather = |from: &dyn Fn(u32) -> u64| (0..w).fold(0, |acc, i| acc | from(i) << i);
        let args = [a, u64::from(amount)];
        let sign = bit(w - 1);
        let at = |i: u32, beyond: u64| if i < w { bit(i) } else { beyond };
        assert_eq!(bits(Opcode::Shl, ty, &args), gather(&|i| if i < n { 0 } else { bit(i - n) }));
        assert_eq!(bits(Opcode::ZShr, ty, &args), gather(&|i| at(i + n, 0)));
        assert_eq!(bits(Opcode::SShr, ty, &args), gather(&|i| at(i + n, sign)));
        assert_eq!(bits(Opcode::RotR, ty, &args), gather(&|i| bit((i + n) % w)));
        assert_eq!(bits(Opcode::RotL, ty, &args), gather(&|i| bit((i + w - n) % w)));
    });
}

#[test]
fn bit_counts_equal_loops_over_bits() {
    int_pairs(|ty, a, _| {
        let w = width(ty);
        let set: Vec<u32> = (0..w).filter(|i| a >> i & 1 != 0).collect();
        let clz = set.last().map_or(w, |top| w - 1 - top);
        let ctz = set.first().copied().unwrap_or(w);
        assert_eq!(bits(Opcode::Clz, ty, &[a]), u64::from(clz));
        assert_eq!(bits(Opcode::Ctz, ty, &[a]), u64::from(ctz));
        assert_eq!(bits(Opcode::PopCount, ty, &[a]), set.len() as u64);
        let reversed = set.iter().fold(0, |acc, i| acc | 1u64 << (w - 1 - i));
        assert_eq!(bits(Opcode::BitReverse, ty, &[a]), reversed);
        let swapped = set.iter().fold(0, |acc, i| acc | 1u64 << (w - 8 - i / 8 * 8 + i % 8));
        assert_eq!(bits(Opcode::ByteSwap, ty, &[a]), swapped);
    });
}

#[test]
fn integers_compare_as_numbers() {
    use Opcode::*;
    int_pairs(|ty, a, b| {
        let (s, t) = (signed(ty, a), signed(ty, b));
        let expected = [
            (Equal, s == t),
            (NotEqual, s != t),
            (LessThan, s < t),
            (GreaterThan, s > t),
            (LessEqual, s <= t),
            (GreaterEqual, s >= t),
            (Above, a > b),
            (Below, a < b),
            (AboveEqual, a >= b),
            (BelowEqual, a <= b),
        ];
        for (opcode, holds) in expected {
            assert_eq!(bits_as(opcode, ty, Type::Int32, &[a, b]), u64::from(holds), "{opcode:?} {a:x} {b:x}");
        }
    });
}

#[test]
fn extensions_and_truncations() {
    for a in INTS {
        let low = a & 0xffff_ffff;
        let extend = |n: u32| {
            let m = a & ((1u64 << n) - 1);
            if m >> (n - 1) != 0 { m | !0 << n } else { m }
        };
        let run = |opcode, result| bits_as(opcode, Type::Int32, result, &[low]);
        assert_eq!(run(Opcode::SExt8, Type::Int32), extend(8) & 0xffff_ffff);
        assert_eq!(run(Opcode::SExt16, Type::Int32), extend(16) & 0xffff_ffff);
        assert_eq!(run(Opcode::SExt8To64, Type::Int64), extend(8));
        assert_eq!(run(Opcode::SExt16To64, Type::Int64), extend(16));
        assert_eq!(run(Opcode::SExt32, Type::Int64), extend(32));
        assert_eq!(run(Opcode::ZExt32, Type::Int64), low);
        for (wide, half) in [(Type::Int64, Type::Int32), (Type::Double, Type::Float)] {
            assert_eq!(bits_as(Opcode::Trunc, wide, half, &[a]), low);
        }
    }
    assert_eq!(evaluate(Opcode::Trunc, Type::Int32, Type::Int32, &[1]), None);
}

// ---- Floats ---------------------------------------------------------------------------------------------

/// A binary format: bits of the significand without the hidden bit, and bits of the exponent.
struct Format {
    fraction: u32,
    exponent: u32,
}

const SINGLE: Format = Format { fraction: 23, exponent: 8 };
const DOUBLE: Format = Format { fraction: 52, exponent: 11 };

impl Format {
    fn bias(&self) -> i32 {
        (1 << (self.exponent - 1)) - 1
    }

    /// The finite number with these bits: its sign, and its magnitude as `m * 2^e`.
    fn decode(&self, bits: u64) -> (bool, u128, i32) {
        let fraction = bits & ((1 << self.fraction) - 1);
        let exponent = (bits >> self.fraction & ((1 << self.exponent) - 1)) as i32;
        let negative = bits >> (self.fraction + self.exponent) & 1 != 0;
        let (m, e) = if exponent == 0 { (fraction, 1) } else { (fraction | 1 << self.fraction, exponent) };
        (negative, m.into(), e - self.bias() - self.fraction as i32)
    }

    /// The bits of `m * 2^e`, rounded to nearest even.
    fn round(&self, negative: bool, m: u128, e: i32) -> u64 {
        let sign = u64::from(negative) << (self.fraction + self.exponent);
        if m == 0 {
            return sign;
        }
        let lowest = 1 - self.bias() - self.fraction as i32;
        let top = 127 - m.leading_zeros() as i32;
        // The exponent of the last bit kept.
        let last = (e + top - self.fraction as i32).max(lowest);
        let drop = last - e;
        let kept = match drop {
            ..=0 => m << -drop,
            1..=127 => {
                let (kept, rest, half) = (m >> drop, m & ((1 << drop) - 1), 1u128 << (drop - 1));
                kept + u128::from(rest > half || rest == half && kept & 1 != 0)
            }
            _ => 0,
        };
        // A carry out of the significand increments the exponent.
        let exponent = ((last - lowest) as u64) << self.fraction;
        let infinity = ((1u64 << self.exponent) - 1) << self.fraction;
        sign | (exponent + kept as u64).min(infinity)
    }
}

/// A type, its format, edge-case numbers, NaNs, and the canonical NaN.
type Samples = (Type, Format, Vec<u64>, [u64; 5], u64);

fn formats() -> [Samples; 2] {
    [
        (Type::Float, SINGLE, FLOATS.map(|f| f.to_bits().into()).to_vec(), FLOAT_NANS, NAN[0]),
        (Type::Double, DOUBLE, DOUBLES.map(f64::to_bits).to_vec(), DOUBLE_NANS, NAN[1]),
    ]
}

fn is_infinite(ty: Type, bits: u64) -> bool {
    let infinity = if ty == Type::Float { 0x7f80_0000 } else { 0x7ff0_0000_0000_0000 };
    let sign = if ty == Type::Float { 1 << 31 } else { 1 << 63 };
    bits & !sign == infinity
}

#[test]
fn integers_round_to_nearest_even() {
    let mut awkward = INTS.to_vec();
    for power in [24, 25, 31, 32, 53, 54, 62, 63] {
        for offset in [-3i64, -2, -1, 0, 1, 2, 3] {
            let a = (1u64 << power).wrapping_add_signed(offset);
            awkward.extend([a, a | a >> 1, (a as i64).wrapping_neg() as u64, a ^ a >> 24, a ^ a >> 53]);
        }
    }
    for ty in [Type::Int32, Type::Int64] {
        for a in awkward.iter().map(|a| cut(ty, i128::from(*a))) {
            let s = signed(ty, a);
            let run = |opcode, result| bits_as(opcode, ty, result, &[a]);
            assert_eq!(run(Opcode::UToF, Type::Float), SINGLE.round(false, a.into(), 0), "{ty} {a:x}");
            assert_eq!(run(Opcode::UToD, Type::Double), DOUBLE.round(false, a.into(), 0), "{ty} {a:x}");
            assert_eq!(run(Opcode::IToF, Type::Float), SINGLE.round(s < 0, s.unsigned_abs(), 0), "{s}");
            assert_eq!(run(Opcode::IToD, Type::Double), DOUBLE.round(s < 0, s.unsigned_abs(), 0), "{s}");
        }
    }
}

/// The values are those that ECMAScript's ToInt32 specifies.
#[test]
fn doubles_become_integers_modulo_2_to_the_32() {
    let two = |exponent: i32| 2f64.powi(exponent);
    let cases = [
        (0.0, 0),
        (0.9, 0),
        (-1.9, -1),
        (two(31), i32::MIN),
        (-two(31) - 1.0, i32::MAX),
        (two(32), 0),
        (two(32) + 5.5, 5),
        (-two(32) - 5.5, -5),
        (two(53) - 1.0, -1),
        (two(63), 0),
        (two(63) + two(11), 1 << 11),
        (-two(64) - two(12), -(1 << 12)),
        (3.0 * two(82), 0),
        (two(83) + two(31), i32::MIN),
        (two(84), 0),
        (two(95) + two(43), 0),
        (-two(96), 0),
        (f64::MAX, 0),
        (f64::MIN_POSITIVE, 0),
        (5e-324, 0),
        (f64::INFINITY, 0),
        (f64::NAN, 0),
    ];
    for (number, expected) in cases {
        let bits = bits_as(Opcode::DoubleToInt32, Type::Double, Type::Int32, &[number.to_bits()]);
        assert_eq!(bits as u32 as i32, expected, "{number:e}");
    }
}

#[test]
fn floats_become_integers_toward_zero() {
    for (ty, format, numbers, nans, _) in formats() {
        for result in [Type::Int32, Type::Int64] {
            let w = width(result);
            let ranges = [
                (Opcode::FToISat, Opcode::FToITrap, -(1i128 << (w - 1)), (1i128 << (w - 1)) - 1),
                (Opcode::FToUSat, Opcode::FToUTrap, 0, (1i128 << w) - 1),
            ];
            for (saturating, trapping, low, high) in ranges {
                for a in numbers.iter().flat_map(|a| [*a, *a ^ 1 << (width(ty) - 1)]) {
                    let (negative, m, e) = format.decode(a);
                    let magnitude = match e {
                        _ if is_infinite(ty, a) || e >= 64 => i128::MAX,
                        0.. => (m << e) as i128,
                        _ => m.checked_shr(-e as u32).unwrap_or(0) as i128,
                    };
                    let exact = if negative { -magnitude } else { magnitude };
                    let clamped = cut(result, exact.clamp(low, high));
                    assert_eq!(bits_as(saturating, ty, result, &[a]), clamped, "{saturating:?} {a:x}");
                    let fits = (low..=high).contains(&exact);
                    let expected = if fits {
                        Evaluated::Bits(clamped)
                    } else {
                        Evaluated::Trap(TrapCode::IntegerOverflow)
                    };
                    assert_eq!(evaluate(trapping, ty, result, &[a]), Some(expected), "{trapping:?} {a:x}");
                    if saturating == Opcode::FToISat {
                        let or_min = if fits { clamped } else { cut(result, low) };
                        assert_eq!(bits_as(Opcode::FToIMin, ty, result, &[a]), or_min, "{a:x}");
                    }
                }
                for nan in nans {
                    assert_eq!(bits_as(saturating, ty, result, &[nan]), 0);
                    let minimum = cut(result, -(1i128 << (w - 1)));
                    assert_eq!(bits_as(Opcode::FToIMin, ty, result, &[nan]), minimum);
                    let expected = Some(Evaluated::Trap(TrapCode::BadConversion));
                    assert_eq!(evaluate(trapping, ty, result, &[nan]), expected);
                }
            }
        }
    }
}

#[test]
fn float_formats_convert_with_one_rounding() {
    for a in FLOATS.map(|f| u64::from(f.to_bits())) {
        let (negative, m, e) = SINGLE.decode(a);
        let expected = if is_infinite(Type::Float, a) {
            (a & 1 << 31) << 32 | 0x7ff0_0000_0000_0000
        } else {
            DOUBLE.round(negative, m, e)
        };
        assert_eq!(bits_as(Opcode::FloatToDouble, Type::Float, Type::Double, &[a]), expected);
    }
    let edges = [f64::from(f32::MAX), 3.4028235677973366e38, 3.4028235677973362e38, 1e-45, 7e-46, 7.1e-46];
    for a in DOUBLES.iter().chain(&edges).map(|a| a.to_bits()).filter(|a| !is_infinite(Type::Double, *a)) {
        let (negative, m, e) = DOUBLE.decode(a);
        let expected = SINGLE.round(negative, m, e);
        assert_eq!(bits_as(Opcode::DoubleToFloat, Type::Double, Type::Float, &[a]), expected, "{a:x}");
    }
    for (float, double) in FLOAT_NANS.into_iter().zip(DOUBLE_NANS) {
        assert_eq!(bits_as(Opcode::FloatToDouble, Type::Float, Type::Double, &[float]), NAN[1]);
        assert_eq!(bits_as(Opcode::DoubleToFloat, Type::Double, Type::Float, &[double]), NAN[0]);
    }
}

#[test]
fn products_and_sums_round_the_exact_number() {
    for (ty, format, numbers, _, nan) in formats() {
        let finite: Vec<u64> = numbers.into_iter().filter(|a| !is_infinite(ty, *a)).collect();
        for &a in &finite {
            for &b in &finite {
                let ((n, m, e), (n2, m2, e2)) = (format.decode(a), format.decode(b));
                let product = format.round(n != n2, m * m2, e + e2);
                assert_eq!(bits(Opcode::Mul, ty, &[a, b]), product, "{ty} {a:x} {b:x}");
                let minus_zero = 1 << (width(ty) - 1);
                assert_eq!(bits(Opcode::Fma, ty, &[a, b, minus_zero]), product, "{ty} {a:x} {b:x}");
                // Only numbers with nearby exponents have exact sums.
                let low = e.min(e2);
                if e.max(e2) - low < 60 && m * m2 != 0 {
                    let scale = |n: bool, m: u128, e: i32| {
                        let m = (m << (e - low)) as i128;
                        if n { -m } else { m }
                    };
                    let (x, y) = (scale(n, m, e), scale(n2, m2, e2));
                    let round = |sum: i128| format.round(sum < 0, sum.unsigned_abs(), low);
                    assert_eq!(bits(Opcode::Add, ty, &[a, b]), round(x + y), "{ty} {a:x} {b:x}");
                    assert_eq!(bits(Opcode::Sub, ty, &[a, b]), round(x - y), "{ty} {a:x} {b:x}");
                    let one = if ty == Type::Float { 1f32.to_bits().into() } else { 1f64.to_bits() };
                    assert_eq!(bits(Opcode::Fma, ty, &[a, one, b]), round(x + y), "{ty} {a:x} {b:x}");
                }
            }
        }
        let infinity = if ty == Type::Float { 0x7f80_0000 } else { 0x7ff0_0000_0000_0000 };
        assert_eq!(bits(Opcode::Sub, ty, &[infinity, infinity]), nan);
        assert_eq!(bits(Opcode::Mul, ty, &[infinity, 0]), nan);
        assert_eq!(bits(Opcode::Div, ty, &[0, 0]), nan);
        assert_eq!(bits(Opcode::Mod, ty, &[infinity, infinity]), nan);
    }
}

#[test]
fn fma_rounds_once() {
    // (1 + 2^-52)(1 - 2^-52) - 1 is -2^-104; two roundings give 0. Likewise for Float.
    let e = 2f64.powi(-52);
    let args = [(1.0 + e).to_bits(), (1.0 - e).to_bits(), (-1f64).to_bits()];
    assert_eq!(bits(Opcode::Fma, Type::Double, &args), (-(2f64.powi(-104))).to_bits());
    let e = 2f32.powi(-23);
    let args = [1.0 + e, 1.0 - e, -1.0].map(|f: f32| u64::from(f.to_bits()));
    assert_eq!(bits(Opcode::Fma, Type::Float, &args), u64::from((-(2f32.powi(-46))).to_bits()));
}

#[test]
fn division_root_and_remainder() {
    let d = |f: f64| f.to_bits();
    let cases = [
        (Opcode::Div, 1.0, 3.0, 0x3fd5_5555_5555_5555),
        (Opcode::Div, 1.0, -0.0, d(f64::NEG_INFINITY)),
        (Opcode::Div, 5e-324, 2.0, 0),
        (Opcode::Mod, 5.5, 2.0, d(1.5)),
        (Opcode::Mod, -5.5, 2.0, d(-1.5)),
        (Opcode::Mod, 5.5, -2.0, d(1.5)),
        (Opcode::Mod, -4.0, 2.0, d(-0.0)),
        (Opcode::Mod, 3.0, f64::INFINITY, d(3.0)),
        (Opcode::Mod, 3.0, 0.0, NAN[1]),
    ];
    for (opcode, a, b, expected) in cases {
        assert_eq!(bits(opcode, Type::Double, &[d(a), d(b)]), expected, "{opcode:?} {a} {b}");
    }
    // 1e300 mod 7, by squaring: the number is m * 2^e.
    let (_, m, e) = DOUBLE.decode(d(1e300));
    let rest = (0..e).fold(m % 7, |rest, _| rest * 2 % 7);
    assert_eq!(bits(Opcode::Mod, Type::Double, &[d(1e300), d(7.0)]), d(rest as f64));
    for (a, expected) in [(4.0, 2.0), (-0.0, -0.0), (2.0, f64::from_bits(0x3ff6_a09e_667f_3bcd))] {
        assert_eq!(bits(Opcode::Sqrt, Type::Double, &[d(a)]), d(expected));
    }
    assert_eq!(bits(Opcode::Sqrt, Type::Double, &[d(-1.0)]), NAN[1]);
    assert_eq!(bits(Opcode::Sqrt, Type::Float, &[2f32.to_bits().into()]), 0x3fb5_04f3);
}

#[test]
fn rounding_to_integers() {
    use std::cmp::Ordering;
    for (ty, format, numbers, nans, nan) in formats() {
        let sign = 1 << (width(ty) - 1);
        for a in numbers.into_iter().flat_map(|a| [a, a ^ sign]) {
            let (negative, m, e) = format.decode(a);
            for opcode in [Opcode::Ceil, Opcode::Floor, Opcode::FTrunc, Opcode::Nearest] {
                let expected = if e >= 0 {
                    a // infinite or integral
                } else {
                    let drop = (-e as u32).min(100);
                    let (whole, rest) = (m >> drop, m & ((1 << drop) - 1));
                    let away = match (opcode, rest.cmp(&(1 << (drop - 1)))) {
                        (Opcode::Ceil, _) => !negative && rest != 0,
                        (Opcode::Floor, _) => negative && rest != 0,
                        (Opcode::Nearest, Ordering::Greater) => true,
                        (Opcode::Nearest, Ordering::Equal) => whole & 1 != 0,
                        _ => false,
                    };
                    format.round(negative, whole + u128::from(away), 0)
                };
                assert_eq!(bits(opcode, ty, &[a]), expected, "{opcode:?} {ty} {a:x}");
            }
        }
        for a in nans {
            assert_eq!(bits(Opcode::Nearest, ty, &[a]), nan);
        }
    }
}

#[test]
fn minimum_and_maximum_order_zeros() {
    for (ty, _, numbers, nans, nan) in formats() {
        // After flipping all bits but the sign of negative numbers, integer order is float order, with -0 below +0.
        let sign = 1u64 << (width(ty) - 1);
        let key = |a: u64| if a & sign != 0 { -((a & !sign) as i128) - 1 } else { a as i128 };
        for a in numbers.iter().flat_map(|a| [*a, *a ^ sign]) {
            for b in numbers.iter().flat_map(|b| [*b, *b ^ sign]) {
                let (low, high) = if key(a) <= key(b) { (a, b) } else { (b, a) };
                assert_eq!(bits(Opcode::FMin, ty, &[a, b]), low, "{a:x} {b:x}");
                assert_eq!(bits(Opcode::FMax, ty, &[a, b]), high, "{a:x} {b:x}");
            }
            for b in nans {
                for opcode in [Opcode::FMin, Opcode::FMax, Opcode::Add, Opcode::Mul, Opcode::Mod] {
                    assert_eq!(bits(opcode, ty, &[a, b]), nan, "{opcode:?}");
                    assert_eq!(bits(opcode, ty, &[b, a]), nan, "{opcode:?}");
                }
            }
        }
    }
}

#[test]
fn bit_operations_preserve_nans() {
    for (ty, _, mut numbers, nans, nan) in formats() {
        let sign = 1 << (width(ty) - 1);
        numbers.extend(nans);
        for &a in &numbers {
            assert_eq!(bits(Opcode::Neg, ty, &[a]), a ^ sign);
            assert_eq!(bits(Opcode::Abs, ty, &[a]), a & !sign);
            assert_eq!(bits(Opcode::CopySign, ty, &[a, sign]), a | sign);
            assert_eq!(bits(Opcode::CopySign, ty, &[a, 0]), a & !sign);
            assert_eq!(bits(Opcode::Identity, ty, &[a]), a);
            let other = if ty == Type::Float { Type::Int32 } else { Type::Int64 };
            assert_eq!(bits_as(Opcode::BitwiseCast, ty, other, &[a]), a);
            assert_eq!(bits_as(Opcode::BitwiseCast, other, ty, &[a]), a);
            assert_eq!(bits(Opcode::Select, ty, &[1 << 31, a, 0]), a);
            assert_eq!(bits(Opcode::Select, ty, &[0, 0, a]), a);
            let purified = if nans.contains(&a) { nan } else { a };
            assert_eq!(bits(Opcode::PurifyNaN, ty, &[a]), purified);
            for &b in &numbers {
                assert_eq!(bits(Opcode::BitAnd, ty, &[a, b]), a & b);
                assert_eq!(bits(Opcode::BitOr, ty, &[a, b]), a | b);
                assert_eq!(bits(Opcode::BitXor, ty, &[a, b]), a ^ b);
            }
        }
    }
}

#[test]
fn floats_compare_as_numbers() {
    use Opcode::*;
    for (ty, _, mut numbers, nans, _) in formats() {
        let sign = 1u64 << (width(ty) - 1);
        let key = |a: u64| if a & sign != 0 { -((a & !sign) as i128) } else { a as i128 };
        numbers.extend(nans);
        for &a in &numbers {
            for &b in &numbers {
                let unordered = nans.contains(&a) || nans.contains(&b);
                let (x, y) = (key(a), key(b));
                let expected = [
                    (Equal, !unordered && x == y),
                    (NotEqual, unordered || x != y),
                    (LessThan, !unordered && x < y),
                    (GreaterThan, !unordered && x > y),
                    (LessEqual, !unordered && x <= y),
                    (GreaterEqual, !unordered && x >= y),
                    (EqualOrUnordered, unordered || x == y),
                ];
                for (opcode, holds) in expected {
                    let found = bits_as(opcode, ty, Type::Int32, &[a, b]);
                    assert_eq!(found, u64::from(holds), "{opcode:?} {ty} {a:x} {b:x}");
                }
            }
        }
    }
}

// ---- The table ------------------------------------------------------------------------------------------

/// The types for T in a row: those of its class if T occurs, else those of the first operand.
fn operation_types(row: &crate::ir::opcode::Row) -> Vec<Type> {
    let all = Type::SCALARS.into_iter();
    if row.operands.contains(&Rule::T) {
        return all.filter(|ty| row.class == Class::Any || row.class.contains(*ty)).collect();
    }
    all.filter(|ty| match row.operands[0] {
        Rule::Int32 => *ty == Type::Int32,
        Rule::Float => *ty == Type::Float,
        Rule::Double => *ty == Type::Double,
        Rule::AnyInt => ty.is_int(),
        Rule::AnyFloat => ty.is_float(),
        _ => false,
    })
    .collect()
}

#[test]
fn every_pure_row_on_scalars_is_evaluated() {
    let mut count = 0;
    for row in ROWS.iter().filter(|row| row.properties.contains(Properties::PURE)) {
        if row.operands.is_empty() || row.operands.contains(&Rule::AnyTuple) {
            continue;
        }
        // Those between scalars and vectors are evaluated as vectors.
        if row.opcode.is_vector() {
            continue;
        }
        for ty in operation_types(row) {
            let results: Vec<Type> = if row.result == ResultRule::Own {
                Type::SCALARS.into_iter().filter(|ty| row.class.contains(*ty)).collect()
            } else {
                vec![ty]
            };
            for result in results {
                let args = vec![1; row.operands.len()];
                assert!(evaluate(row.opcode, ty, result, &args).is_some(), "{} {ty} {result}", row.name);
                assert_eq!(evaluate(row.opcode, ty, result, &args[1..]), None, "{}", row.name);
                count += 1;
            }
        }
    }
    assert!(count > 150, "{count}");
}

#[test]
fn other_opcodes_are_not_evaluated() {
    for opcode in [Opcode::Load, Opcode::Opaque, Opcode::CCall, Opcode::Phi, Opcode::Const32, Opcode::Nop] {
        assert_eq!(evaluate(opcode, Type::Int32, Type::Int32, &[1]), None);
    }
    assert_eq!(evaluate(Opcode::Shl, Type::Float, Type::Float, &[1, 1]), None);
    assert_eq!(evaluate(Opcode::Sqrt, Type::Int64, Type::Int64, &[1]), None);
    assert_eq!(evaluate(Opcode::Add, Type::tuple(0), Type::tuple(0), &[1, 1]), None);
    assert_eq!(evaluate(Opcode::FToISat, Type::Double, Type::Double, &[1]), None);
    assert!(checked(Opcode::Add, Type::Int32).is_none());
    assert!(checked(Opcode::CheckAdd, Type::Float).is_none());
}
