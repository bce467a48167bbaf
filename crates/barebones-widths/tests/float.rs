//! Operations on floating-point numbers against exact rational numbers, which are rounded once.

mod common;

use barebones::ir::Cursor;
use barebones_widths::float::{self, Format, Quad};
use barebones_widths::helpers::Helpers;
use barebones_widths::int::{self, Int, Sign};
use common::{Compiled, Random, signed, wrapped};
use num_bigint::{BigInt, BigUint};

const FORMATS: [Format; 5] = [Format::F16, Format::Bf16, Format::F32, Format::F64, Format::F128];

/// The meaning of the bits of a number.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Number {
    Nan,
    Infinite {
        negative: bool,
    },
    /// A magnitude times a power of two.
    Finite {
        negative: bool,
        magnitude: BigUint,
        power: i32,
    },
}

fn number(format: Format, bits: &BigUint) -> Number {
    let stored = format.trailing_bits();
    let negative = bits.bit(u64::from(format.bits()) - 1);
    let trailing = wrapped(&BigInt::from(bits.clone()), stored);
    let exponent = wrapped(&BigInt::from(bits >> stored), format.exponent_bits());
    let exponent = exponent.to_u32_digits().first().copied().unwrap_or(0) as i32;
    if exponent == format.largest_exponent() {
        return if trailing.bits() == 0 { Number::Infinite { negative } } else { Number::Nan };
    }
    let hidden = if exponent == 0 { BigUint::from(0_u8) } else { BigUint::from(1_u8) << stored };
    let power = exponent.max(1) - format.bias() - stored as i32;
    Number::Finite { negative, magnitude: trailing + hidden, power }
}

fn sign_bit(format: Format, negative: bool) -> BigUint {
    BigUint::from(u8::from(negative)) << (format.bits() - 1)
}

fn infinity(format: Format, negative: bool) -> BigUint {
    (BigUint::from(format.largest_exponent() as u32) << format.trailing_bits()) + sign_bit(format, negative)
}

fn nan(format: Format) -> BigUint {
    infinity(format, false) + (BigUint::from(1_u8) << (format.trailing_bits() - 1))
}

/// `numerator / denominator * 2^power`, rounded to nearest, ties to even.
fn rounded(
    format: Format,
    negative: bool,
    numerator: &BigUint,
    denominator: &BigUint,
    power: i32,
) -> BigUint {
    if numerator.bits() == 0 {
        return sign_bit(format, negative);
    }
    let stored = format.trailing_bits() as i32;
    let scaled = |shift: i32| {
        // The quotient by 2^shift, and its remainder and divisor.
        let down = shift - power;
        let (top, bottom) = if down >= 0 {
            (numerator.clone(), denominator << down)
        } else {
            (numerator << -down, denominator.clone())
        };
        (&top / &bottom, &top % &bottom, bottom)
    };
    // The place of the last bit: the quotient then has one bit more than is stored, or the number is subnormal.
    let mut last = numerator.bits() as i32 - denominator.bits() as i32 + power - stored - 1;
    last = last.max(1 - format.bias() - stored);
    while scaled(last).0.bits() as i32 > stored + 1 {
        last += 1;
    }
    let (mut quotient, rest, bottom) = scaled(last);
    let doubled: BigUint = rest << 1;
    if doubled > bottom || (doubled == bottom && quotient.bit(0)) {
        quotient += 1_u8;
    }
    let exponent = last + stored + format.bias();
    let whole = (BigUint::from((exponent - 1) as u32) << stored) + quotient;
    whole.min(infinity(format, false)) + sign_bit(format, negative)
}

/// An exact integer times a power of two, rounded; the sign of zero is given.
fn rounded_sum(format: Format, sum: &BigInt, power: i32, negative_zero: bool) -> BigUint {
    let negative = sum.sign() == num_bigint::Sign::Minus || (sum.bits() == 0 && negative_zero);
    rounded(format, negative, sum.magnitude(), &BigUint::from(1_u8), power)
}

fn random(random: &mut Random, format: Format) -> BigUint {
    let bits = random.number(format.bits());
    let stored = format.trailing_bits();
    match random.below(8) {
        0 => infinity(format, random.below(2) == 1),
        1 => sign_bit(format, random.below(2) == 1),
        // Near the exponents of another format, and of one.
        2..=5 => {
            let center = [0, -14, 16, -126, 127, -1022, 1023, -149, -24, -1074][random.below(10) as usize];
            let exponent = center + random.below(5) as i32 - 2 + format.bias();
            let exponent = exponent.clamp(0, format.largest_exponent() - 1);
            let trailing = wrapped(&BigInt::from(bits), stored);
            sign_bit(format, random.below(2) == 1) + (BigUint::from(exponent as u32) << stored) + trailing
        }
        _ => bits,
    }
}

type Unary<'a> = &'a dyn Fn(&mut Cursor<'_>, &mut Helpers, &[Int]) -> Vec<Int>;

fn check(
    what: &str,
    params: &[u32],
    build: Unary<'_>,
    cases: impl IntoIterator<Item = Vec<BigUint>>,
    reference: impl Fn(&[BigUint]) -> Option<Vec<BigUint>>,
) {
    let compiled = Compiled::new(params, build);
    compiled
        .check(what, cases.into_iter().filter_map(|case| reference(&case).map(|expected| (case, expected))));
}

fn converted(from: Format, to: Format, bits: &BigUint) -> BigUint {
    match number(from, bits) {
        Number::Nan => {
            let negative = bits.bit(u64::from(from.bits()) - 1);
            let payload = wrapped(&BigInt::from(bits.clone()), from.trailing_bits());
            let (had, has) = (from.trailing_bits(), to.trailing_bits());
            let payload = if has >= had { payload << (has - had) } else { payload >> (had - has) };
            nan(to) | payload | sign_bit(to, negative)
        }
        Number::Infinite { negative } => infinity(to, negative),
        Number::Finite { negative, magnitude, power } => {
            rounded(to, negative, &magnitude, &BigUint::from(1_u8), power)
        }
    }
}

#[test]
fn the_reference_rounds_as_rust() {
    let mut source = Random(3);
    for _ in 0..10_000 {
        let [x, y] = std::array::from_fn(|_| f64::from_bits(source.next()));
        let bits = BigUint::from(x.to_bits());
        if !x.is_nan() {
            let narrow = converted(Format::F64, Format::F32, &bits);
            assert_eq!(narrow, BigUint::from((x as f32).to_bits()), "{x}");
        }
        let both = (number(Format::F64, &bits), number(Format::F64, &BigUint::from(y.to_bits())));
        if let (
            Number::Finite { negative, magnitude, power },
            Number::Finite { negative: n, magnitude: m, power: p },
        ) = both
            && m.bits() != 0
        {
            let quotient = rounded(Format::F64, negative != n, &magnitude, &m, power - p);
            assert_eq!(quotient, BigUint::from((x / y).to_bits()), "{x} {y}");
        }
    }
}

#[test]
fn conversions_between_formats() {
    let mut source = Random(1);
    for from in FORMATS {
        for to in FORMATS {
            if from == to {
                continue;
            }
            let all = from.bits() == 16;
            let count: u32 = if all { 1 << 16 } else { 3_000 };
            let step = if all && to != Format::F32 { 7 } else { 1 };
            let cases = (0..count / step)
                .map(|index| vec![if all { BigUint::from(index * step) } else { random(&mut source, from) }]);
            check(
                &format!("{from:?} to {to:?}"),
                &[from.bits()],
                &|b, helpers, x| vec![float::convert(b, helpers, from, to, &x[0])],
                cases.collect::<Vec<_>>(),
                |x| Some(vec![converted(from, to, &x[0])]),
            );
        }
    }
}

#[test]
fn sixteen_bits_become_floats_exactly() {
    for format in [Format::F16, Format::Bf16] {
        check(
            &format!("{format:?}"),
            &[16],
            &|b, _, x| {
                let float = float::to_float(b, format, &x[0]);
                let nan = b.equal(float, float);
                let bits = b.bitwise_cast(float);
                vec![Int::new(32, [bits]), Int::new(32, [nan])]
            },
            (0..1_u32 << 16).map(|bits| vec![BigUint::from(bits)]),
            |x| match number(format, &x[0]) {
                Number::Nan => None,
                _ => Some(vec![converted(format, Format::F32, &x[0]), BigUint::from(1_u8)]),
            },
        );
    }
}

#[test]
fn integers_become_numbers() {
    let mut source = Random(2);
    for to in FORMATS {
        for bits in [7, 32, 64, 65, 100, 128, 129, 192] {
            for sign in [Sign::Signed, Sign::Unsigned] {
                check(
                    &format!("{sign:?} {bits} to {to:?}"),
                    &[bits],
                    &|b, helpers, x| vec![float::from_int(b, helpers, to, &x[0], sign)],
                    (0..100).map(|_| vec![source.number(bits)]).collect::<Vec<_>>(),
                    |x| {
                        let value =
                            if sign.is_signed() { signed(&x[0], bits) } else { BigInt::from(x[0].clone()) };
                        Some(vec![rounded_sum(to, &value, 0, false)])
                    },
                );
            }
        }
    }
}

#[test]
fn numbers_become_integers() {
    let mut source = Random(4);
    for from in FORMATS {
        for bits in [8, 16, 31, 32, 63, 64, 65, 127, 128, 129] {
            for sign in [Sign::Signed, Sign::Unsigned] {
                let mut cases: Vec<Vec<BigUint>> = (0..60).map(|_| vec![random(&mut source, from)]).collect();
                // Around the ends of the range.
                for power in [bits - 1, bits, 0] {
                    let end = rounded(from, false, &BigUint::from(1_u8), &BigUint::from(1_u8), power as i32);
                    for change in -3..=3 {
                        for negative in [false, true] {
                            let near = BigInt::from(end.clone()) + change;
                            cases.push(vec![wrapped(&near, from.bits()) | sign_bit(from, negative)]);
                        }
                    }
                }
                check(
                    &format!("{from:?} to {sign:?} {bits}"),
                    &[from.bits()],
                    &|b, helpers, x| {
                        let result = float::to_int_saturating(b, helpers, from, &x[0], bits, sign);
                        let fits = float::fits_int(b, from, &x[0], bits, sign);
                        vec![result, Int::new(32, [fits])]
                    },
                    cases,
                    |x| {
                        let one = BigInt::from(1);
                        let [smallest, largest] = match sign {
                            Sign::Signed => [-(&one << (bits - 1)), (&one << (bits - 1)) - &one],
                            Sign::Unsigned => [BigInt::from(0), (&one << bits) - &one],
                        };
                        let (value, fits) = match number(from, &x[0]) {
                            Number::Nan => (BigInt::from(0), false),
                            Number::Infinite { negative: true } => (smallest, false),
                            Number::Infinite { negative: false } => (largest, false),
                            Number::Finite { negative, magnitude, power } => {
                                let size = if power >= 0 { magnitude << power } else { magnitude >> -power };
                                let value = BigInt::from(size);
                                let value = if negative { -value } else { value };
                                let fits = value >= smallest && value <= largest;
                                (value.clamp(smallest, largest), fits)
                            }
                        };
                        Some(vec![wrapped(&value, bits), BigUint::from(u8::from(fits))])
                    },
                );
            }
        }
    }
}

#[test]
fn signs_and_comparisons() {
    let mut source = Random(5);
    for format in FORMATS {
        let bits = format.bits();
        let cases: Vec<Vec<BigUint>> = (0..300)
            .map(|index| {
                let x = random(&mut source, format);
                let y = match index % 4 {
                    0 => x.clone(),
                    1 => &x ^ sign_bit(format, true),
                    _ => random(&mut source, format),
                };
                vec![x, y]
            })
            .collect();
        check(
            &format!("{format:?}"),
            &[bits, bits],
            &|b, _, x| {
                let order = float::compare(b, format, &x[0], &x[1]);
                let mut results = vec![float::neg(b, &x[0]), float::abs(b, &x[0])];
                results.push(float::copy_sign(b, &x[0], &x[1]));
                let conditions = [order.less, order.equal, order.greater, order.unordered];
                results.extend(conditions.map(|condition| Int::new(32, [condition])));
                results
            },
            cases,
            |x| {
                let sign = sign_bit(format, true);
                let magnitude = |x: &BigUint| if x >= &sign { x - &sign } else { x.clone() };
                let of_second = if x[1] >= sign { sign.clone() } else { BigUint::from(0_u8) };
                let value = |bits: &BigUint| match number(format, bits) {
                    Number::Nan => None,
                    Number::Infinite { negative } => Some(
                        BigInt::from(if negative { -1 } else { 1 }) << (2 * format.largest_exponent() + 300),
                    ),
                    Number::Finite { negative, magnitude, power } => {
                        let value = BigInt::from(magnitude << (power + format.bias() + 120));
                        Some(if negative { -value } else { value })
                    }
                };
                let order = value(&x[0]).zip(value(&x[1])).map(|(x, y)| x.cmp(&y));
                let mut results = vec![&x[0] ^ &sign, magnitude(&x[0]), magnitude(&x[0]) + of_second];
                for expected in [
                    Some(std::cmp::Ordering::Less),
                    Some(std::cmp::Ordering::Equal),
                    Some(std::cmp::Ordering::Greater),
                    None,
                ] {
                    results.push(BigUint::from(u8::from(order == expected)));
                }
                Some(results)
            },
        );
    }
}

/// The exact sum of two finite numbers as an integer times a power of two.
fn exact_sum(one: (bool, &BigUint, i32), other: (bool, &BigUint, i32)) -> (BigInt, i32) {
    let power = one.2.min(other.2);
    let [x, y] = [one, other].map(|(negative, magnitude, own)| {
        let value = BigInt::from(magnitude.clone()) << (own - power);
        if negative { -value } else { value }
    });
    (x + y, power)
}

/// `x * y + z` of a format, or the NaN without payload.
fn fused(format: Format, x: &BigUint, y: &BigUint, z: &BigUint) -> BigUint {
    let numbers = [x, y, z].map(|bits| number(format, bits));
    match numbers {
        [
            Number::Finite { negative: xn, magnitude: xm, power: xp },
            Number::Finite { negative: yn, magnitude: ym, power: yp },
            Number::Finite { negative: zn, magnitude: zm, power: zp },
        ] => {
            let product = (xn != yn, &(xm * ym), xp + yp);
            let (sum, power) = exact_sum(product, (zn, &zm, zp));
            rounded_sum(format, &sum, power, product.0 && zn)
        }
        [x, y, z] => {
            let negative = |number: &Number| match number {
                Number::Infinite { negative } | Number::Finite { negative, .. } => *negative,
                Number::Nan => false,
            };
            let is_zero =
                |number: &Number| matches!(number, Number::Finite { magnitude, .. } if magnitude.bits() == 0);
            let is_infinite = |number: &Number| matches!(number, Number::Infinite { .. });
            let sign = negative(&x) != negative(&y);
            let product_infinite = is_infinite(&x) || is_infinite(&y);
            let invalid = (is_zero(&x) && is_infinite(&y))
                || (is_infinite(&x) && is_zero(&y))
                || (product_infinite && is_infinite(&z) && sign != negative(&z));
            if [&x, &y, &z].contains(&&Number::Nan) || invalid {
                nan(format)
            } else if product_infinite {
                infinity(format, sign)
            } else {
                infinity(format, negative(&z))
            }
        }
    }
}

fn quotient(format: Format, x: &BigUint, y: &BigUint) -> BigUint {
    let negative = x.bit(u64::from(format.bits()) - 1) != y.bit(u64::from(format.bits()) - 1);
    match (number(format, x), number(format, y)) {
        (Number::Nan, _) | (_, Number::Nan) | (Number::Infinite { .. }, Number::Infinite { .. }) => {
            nan(format)
        }
        (Number::Infinite { .. }, _) => infinity(format, negative),
        (_, Number::Infinite { .. }) => sign_bit(format, negative),
        (
            Number::Finite { magnitude: xm, power: xp, .. },
            Number::Finite { magnitude: ym, power: yp, .. },
        ) => match (xm.bits(), ym.bits()) {
            (0, 0) => nan(format),
            (_, 0) => infinity(format, negative),
            _ => rounded(format, negative, &xm, &ym, xp - yp),
        },
    }
}

/// The number, or the NaN without payload if it is a NaN.
fn canonical(b: &mut Cursor<'_>, format: Format, x: &Int) -> Int {
    let is_nan = float::is_nan(b, format, x);
    let nan = format.nan(b);
    int::select(b, is_nan, &nan, x)
}

fn one(format: Format, negative: bool) -> BigUint {
    rounded(format, negative, &BigUint::from(1_u8), &BigUint::from(1_u8), 0)
}

/// Operands of which many are close to each other.
fn operands(source: &mut Random, format: Format, count: usize) -> Vec<Vec<BigUint>> {
    (0..count)
        .map(|index| {
            let x = random(source, format);
            let mut near = |x: &BigUint| {
                let change = BigInt::from(source.below(9)) - 4;
                let power = source.below(u64::from(format.bits()) - 1);
                wrapped(&(BigInt::from(x.clone()) + (change << power)), format.bits())
            };
            let (y, z) = match index % 3 {
                0 => (near(&x), near(&x) ^ sign_bit(format, true)),
                1 => (near(&one(format, true)), near(&x)),
                _ => (near(&one(format, false)), near(&x) ^ sign_bit(format, true)),
            };
            let other = random(source, format);
            vec![x, if index % 5 == 0 { other } else { y }, z]
        })
        .collect()
}

#[test]
fn arithmetic_of_sixteen_bits() {
    let mut source = Random(6);
    for format in [Format::F16, Format::Bf16] {
        check(
            &format!("{format:?}"),
            &[16, 16, 16],
            &|b, helpers, x| {
                let [sum, difference, product, quotient] = {
                    type Operation = fn(&mut Cursor<'_>, &[barebones::ir::ValueId]) -> barebones::ir::ValueId;
                    let all: [Operation; 4] = [
                        |b, x| b.add(x[0], x[1]),
                        |b, x| b.sub(x[0], x[1]),
                        |b, x| b.mul(x[0], x[1]),
                        |b, x| b.div(x[0], x[1]),
                    ];
                    all.map(|operation| float::compute(b, helpers, format, &x[..2], operation))
                };
                let fused = float::fma(b, helpers, format, &x[0], &x[1], &x[2]);
                [sum, difference, product, quotient, fused].map(|x| canonical(b, format, &x)).into()
            },
            operands(&mut source, format, 20_000),
            |x| {
                let zero = sign_bit(format, true);
                let minus = |x: &BigUint| x ^ &zero;
                Some(vec![
                    fused(format, &x[0], &one(format, false), &x[1]),
                    fused(format, &x[0], &one(format, false), &minus(&x[1])),
                    fused(format, &x[0], &x[1], &product_zero(format, &x[0], &x[1])),
                    quotient(format, &x[0], &x[1]),
                    fused(format, &x[0], &x[1], &x[2]),
                ])
            },
        );
    }
}

/// The zero that does not change the sign of a product.
fn product_zero(format: Format, x: &BigUint, y: &BigUint) -> BigUint {
    let sign = u64::from(format.bits()) - 1;
    sign_bit(format, x.bit(sign) != y.bit(sign))
}

/// The square root, rounded once, or the NaN without payload.
fn square_root(format: Format, x: &BigUint) -> BigUint {
    match number(format, x) {
        Number::Finite { magnitude, .. } if magnitude.bits() == 0 => x.clone(),
        Number::Infinite { negative: false } => x.clone(),
        Number::Finite { negative: false, magnitude, power } => {
            // An even power, and twice the bits of a root, of which a last one stands for the rest.
            let shift = 2 * (format.trailing_bits() as i32 + 8) + (power & 1);
            let radicand = magnitude << shift;
            let root = radicand.sqrt();
            let inexact = u8::from(&root * &root != radicand);
            rounded(format, false, &((root << 1) + inexact), &BigUint::from(1_u8), (power - shift) / 2 - 1)
        }
        _ => nan(format),
    }
}

/// The integer next to a number, or the NaN without payload.
fn rounded_to_integer(format: Format, operation: Quad, x: &BigUint) -> BigUint {
    let Number::Finite { negative, magnitude, power } = number(format, x) else {
        return if number(format, x) == Number::Nan { nan(format) } else { x.clone() };
    };
    if power >= 0 {
        return x.clone();
    }
    let unit = BigUint::from(1_u8) << -power;
    let (mut whole, rest) = (&magnitude / &unit, &magnitude % &unit);
    let doubled: BigUint = &rest << 1;
    let away = match operation {
        Quad::Ceil => !negative && rest.bits() != 0,
        Quad::Floor => negative && rest.bits() != 0,
        Quad::Trunc => false,
        _ => doubled > unit || (doubled == unit && whole.bit(0)),
    };
    whole += u8::from(away);
    rounded(format, negative, &whole, &BigUint::from(1_u8), 0)
}

#[test]
fn arithmetic_of_f128() {
    let mut source = Random(7);
    let format = Format::F128;
    for operation in [Quad::Add, Quad::Mul, Quad::Div, Quad::Fma] {
        let count = operation.operand_count();
        check(
            &format!("{operation:?}"),
            &[128, 128, 128][..count],
            &|b, helpers, x| {
                let result = float::quad(b, helpers, operation, x);
                vec![canonical(b, format, &result)]
            },
            operands(&mut source, format, 6_000).into_iter().map(|mut x| {
                x.truncate(count);
                x
            }),
            |x| {
                Some(vec![match operation {
                    Quad::Add => fused(format, &x[0], &one(format, false), &x[1]),
                    Quad::Mul => fused(format, &x[0], &x[1], &product_zero(format, &x[0], &x[1])),
                    Quad::Fma => fused(format, &x[0], &x[1], &x[2]),
                    _ => quotient(format, &x[0], &x[1]),
                }])
            },
        );
    }
}

/// Products that nearly cancel the addend, and addends that decide how an exact half is rounded.
#[test]
fn fused_products_of_f128_round_once() {
    let mut source = Random(8);
    let format = Format::F128;
    let mut cases = Vec::new();
    for index in 0..4_000 {
        let [x, y] = std::array::from_fn(|_| random(&mut source, format));
        let product = fused(format, &x, &y, &product_zero(format, &x, &y));
        let z = match index % 4 {
            0 => product ^ sign_bit(format, true),
            1 => (product ^ sign_bit(format, true)) ^ BigUint::from(1_u8),
            // Far below the last bit of the product.
            2 => {
                let below = BigUint::from(100 + source.below(150)) << format.trailing_bits();
                if product > below { product - below } else { product }
            }
            _ => BigUint::from(source.below(3)) ^ sign_bit(format, source.below(2) == 1),
        };
        cases.push(vec![x, y, z]);
    }
    check(
        "Fma",
        &[128, 128, 128],
        &|b, helpers, x| {
            let result = float::quad(b, helpers, Quad::Fma, x);
            vec![canonical(b, format, &result)]
        },
        cases,
        |x| Some(vec![fused(format, &x[0], &x[1], &x[2])]),
    );
}

#[test]
fn roots_and_roundings_of_f128() {
    let mut source = Random(9);
    let format = Format::F128;
    let mut cases: Vec<Vec<BigUint>> = (0..3_000).map(|_| vec![random(&mut source, format)]).collect();
    let mut add = |bits: BigUint| cases.push(vec![bits]);
    for exponent in -3..118_i32 {
        // Integers, halves and their neighbours; squares.
        let whole = BigUint::from((exponent + format.bias()) as u32) << format.trailing_bits();
        let place = (format.trailing_bits() as i32 - exponent).clamp(0, 112) as u32;
        let half = BigUint::from(1_u8) << place.saturating_sub(1);
        for negative in [false, true] {
            for multiple in [0_u8, 1, 2, 3] {
                let bits: BigUint = &whole + &half * multiple + sign_bit(format, negative);
                add(bits.clone());
                add(&bits + 1_u8);
                add(bits - 1_u8);
            }
        }
    }
    for _ in 0..300 {
        let root = rounded(
            format,
            false,
            &BigUint::from(source.next() >> 8),
            &BigUint::from(1_u8),
            source.below(200) as i32 - 100,
        );
        let square = fused(format, &root, &root, &BigUint::from(0_u8));
        add(&square + 1_u8);
        add(&square - 1_u8);
        add(square);
    }
    for tiny in 0..20_u8 {
        add(BigUint::from(tiny));
        add(infinity(format, tiny % 2 == 0) - tiny);
    }
    for operation in [Quad::Sqrt, Quad::Ceil, Quad::Floor, Quad::Trunc, Quad::Nearest] {
        check(
            &format!("{operation:?}"),
            &[128],
            &|b, helpers, x| {
                let result = float::quad(b, helpers, operation, x);
                vec![canonical(b, format, &result)]
            },
            cases.clone(),
            |x| {
                Some(vec![match operation {
                    Quad::Sqrt => square_root(format, &x[0]),
                    _ => rounded_to_integer(format, operation, &x[0]),
                }])
            },
        );
    }
}

/// The references against Rust's operations on f64.
#[test]
fn the_references_of_roots_and_roundings_are_those_of_rust() {
    let mut source = Random(10);
    let format = Format::F64;
    for _ in 0..20_000 {
        let x = random(&mut source, format);
        let value = f64::from_bits(x.to_u64_digits().first().copied().unwrap_or(0));
        let same = |found: BigUint, expected: f64| {
            let expected = if expected.is_nan() { nan(format) } else { BigUint::from(expected.to_bits()) };
            assert_eq!(found, expected, "{value:e}");
        };
        same(square_root(format, &x), value.sqrt());
        same(rounded_to_integer(format, Quad::Ceil, &x), value.ceil());
        same(rounded_to_integer(format, Quad::Floor, &x), value.floor());
        same(rounded_to_integer(format, Quad::Trunc, &x), value.trunc());
        same(rounded_to_integer(format, Quad::Nearest, &x), value.round_ties_even());
    }
}
