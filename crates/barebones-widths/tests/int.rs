//! Operations on integers against big integers: exhaustively up to 6 bits, and on random numbers above.

mod common;

use barebones::ir::Cursor;
use barebones_widths::helpers::Helpers;
use barebones_widths::int::{self, Excess, Int, Relation, Shift, Sign};
use common::{Compiled, Random, signed, wrapped};
use num_bigint::{BigInt, BigUint};

type Build = Box<dyn Fn(&mut Cursor<'_>, &mut Helpers, &[Int]) -> Vec<Int>>;
/// The results, modulo their widths; `None` where the operation is undefined.
type Reference = Box<dyn Fn(u32, &[BigUint]) -> Option<Vec<BigInt>>>;

struct Operation {
    name: String,
    arity: usize,
    build: Build,
    reference: Reference,
}

fn condition(value: barebones::ir::ValueId) -> Int {
    Int::new(32, [value])
}

fn meaning(x: &BigUint, bits: u32, sign: Sign) -> BigInt {
    if sign.is_signed() { signed(x, bits) } else { BigInt::from(x.clone()) }
}

fn limits(bits: u32, sign: Sign) -> [BigInt; 2] {
    let one = BigInt::from(1);
    match sign {
        Sign::Signed => [-(&one << (bits - 1)), (&one << (bits - 1)) - &one],
        Sign::Unsigned => [BigInt::from(0), (&one << bits) - &one],
    }
}

fn fits(x: &BigInt, bits: u32, sign: Sign) -> bool {
    let [smallest, largest] = limits(bits, sign);
    (smallest..=largest).contains(x)
}

fn flag(is_set: bool) -> BigInt {
    BigInt::from(u8::from(is_set))
}

fn small(x: &BigUint) -> u64 {
    x.to_u64_digits().first().copied().unwrap_or(0)
}

fn operations() -> Vec<Operation> {
    let mut all: Vec<Operation> = Vec::new();
    let mut add = |name: String, arity: usize, build: Build, reference: Reference| {
        all.push(Operation { name, arity, build, reference });
    };
    macro_rules! op {
        ($name:expr, $arity:expr, |$b:ident, $h:ident, $x:ident| $build:expr, |$n:ident, $y:ident| $reference:expr) => {
            add(
                $name.to_string(),
                $arity,
                Box::new(move |$b, $h, $x| {
                    let _ = &$h;
                    $build
                }),
                Box::new(move |$n, $y| {
                    let _ = $n;
                    $reference
                }),
            )
        };
    }
    let big = |x: &BigUint| BigInt::from(x.clone());
    op!("add", 2, |b, h, x| vec![int::add(b, &x[0], &x[1])], |n, x| Some(vec![big(&x[0]) + big(&x[1])]));
    op!("sub", 2, |b, h, x| vec![int::sub(b, &x[0], &x[1])], |n, x| Some(vec![big(&x[0]) - big(&x[1])]));
    op!("mul", 2, |b, h, x| vec![int::mul(b, &x[0], &x[1])], |n, x| Some(vec![big(&x[0]) * big(&x[1])]));
    op!("neg", 1, |b, h, x| vec![int::neg(b, &x[0])], |n, x| Some(vec![-big(&x[0])]));
    op!("abs", 1, |b, h, x| vec![int::abs(b, &x[0])], |n, x| {
        let value = signed(&x[0], n);
        Some(vec![if value < BigInt::from(0) { -value } else { value }])
    });
    op!("and", 2, |b, h, x| vec![int::and(b, &x[0], &x[1])], |n, x| Some(vec![big(&(&x[0] & &x[1]))]));
    op!("or", 2, |b, h, x| vec![int::or(b, &x[0], &x[1])], |n, x| Some(vec![big(&(&x[0] | &x[1]))]));
    op!("xor", 2, |b, h, x| vec![int::xor(b, &x[0], &x[1])], |n, x| Some(vec![big(&(&x[0] ^ &x[1]))]));
    op!("not", 1, |b, h, x| vec![int::not(b, &x[0])], |n, x| Some(vec![-big(&x[0]) - 1]));
    op!(
        "truth",
        1,
        |b, h, x| {
            let any = int::truth(b, &x[0]);
            let [zero, one] = [int::constant(b, x[0].bits(), &[]), int::signed_constant(b, x[0].bits(), -1)];
            vec![int::select(b, any, &one, &zero)]
        },
        |n, x| Some(vec![-flag(x[0].bits() > 0)])
    );
    op!("is_negative", 1, |b, h, x| vec![condition(int::is_negative(b, &x[0]))], |n, x| {
        Some(vec![flag(signed(&x[0], n) < BigInt::from(0))])
    });
    op!(
        "extended",
        1,
        |b, h, x| {
            let wide = int::widened(b, &x[0], 2 * x[0].bits() + 1, Sign::Signed);
            vec![
                wide,
                int::extended(b, &x[0], Sign::Signed),
                int::truncated(b, &x[0], x[0].bits().div_ceil(2)),
            ]
        },
        |n, x| Some(vec![signed(&x[0], n), signed(&x[0], n), big(&x[0])])
    );
    op!(
        "zero extended",
        1,
        |b, h, x| {
            let wide = int::widened(b, &x[0], x[0].bits() + 40, Sign::Unsigned);
            let back = int::truncated(b, &wide, x[0].bits());
            vec![wide, back]
        },
        |n, x| Some(vec![big(&x[0]), big(&x[0])])
    );
    op!("leading zeros", 1, |b, h, x| vec![int::leading_zeros(b, &x[0])], |n, x| {
        Some(vec![BigInt::from(u64::from(n) - x[0].bits())])
    });
    op!("leading signs", 1, |b, h, x| vec![int::leading_signs(b, &x[0])], |n, x| {
        let value = signed(&x[0], n);
        let value = if value < BigInt::from(0) { -value - 1 } else { value };
        Some(vec![BigInt::from(u64::from(n) - value.bits() - 1)])
    });
    op!("trailing zeros", 1, |b, h, x| vec![int::trailing_zeros(b, &x[0])], |n, x| {
        Some(vec![BigInt::from(x[0].trailing_zeros().unwrap_or(u64::from(n)))])
    });
    op!("ones", 1, |b, h, x| vec![int::ones(b, &x[0])], |n, x| Some(vec![BigInt::from(x[0].count_ones())]));
    op!("reversed bits", 1, |b, h, x| vec![int::reversed_bits(b, &x[0])], |n, x| {
        let mut result = BigUint::from(0_u8);
        (0..u64::from(n)).for_each(|bit| result.set_bit(u64::from(n) - 1 - bit, x[0].bit(bit)));
        Some(vec![big(&result)])
    });
    op!(
        "reversed bytes",
        1,
        |b, h, x| vec![if x[0].bits() % 8 == 0 { int::reversed_bytes(b, &x[0]) } else { x[0].clone() }],
        |n, x| {
            let mut bytes = x[0].to_bytes_le();
            if n % 8 == 0 {
                bytes.resize(n as usize / 8, 0);
                bytes.reverse();
            }
            Some(vec![big(&BigUint::from_bytes_le(&bytes))])
        }
    );
    for sign in [Sign::Signed, Sign::Unsigned] {
        let named = |name: &str| format!("{name} {sign:?}");
        op!(named("wide product"), 2, |b, h, x| vec![int::wide_mul(b, &x[0], &x[1], sign)], |n, x| {
            Some(vec![meaning(&x[0], n, sign) * meaning(&x[1], n, sign)])
        });
        op!(named("high product"), 2, |b, h, x| vec![int::mul_high(b, &x[0], &x[1], sign)], |n, x| {
            Some(vec![(meaning(&x[0], n, sign) * meaning(&x[1], n, sign)) >> n])
        });
        op!(named("minimum"), 2, |b, h, x| vec![int::min(b, &x[0], &x[1], sign)], |n, x| {
            Some(vec![meaning(&x[0], n, sign).min(meaning(&x[1], n, sign))])
        });
        op!(named("maximum"), 2, |b, h, x| vec![int::max(b, &x[0], &x[1], sign)], |n, x| {
            Some(vec![meaning(&x[0], n, sign).max(meaning(&x[1], n, sign))])
        });
        op!(
            named("divide"),
            2,
            |b, h, x| {
                let (quotient, remainder) = int::divide(b, h, &x[0], &x[1], sign);
                vec![quotient, remainder]
            },
            |n, x| {
                let [x, y] = [&x[0], &x[1]].map(|x| meaning(x, n, sign));
                (y != BigInt::from(0)).then(|| vec![&x / &y, &x % &y])
            }
        );
        for carry in [None, Some(0), Some(1), Some(8)] {
            let named = |name: &str| format!("{name} {sign:?} carry {carry:?}");
            let added = i32::from(carry.is_some_and(|carry| carry != 0));
            op!(
                named("sum"),
                2,
                |b, h, x| {
                    let carry = carry.map(|carry| b.const32(carry));
                    let (sum, overflow) = int::add_overflow(b, &x[0], &x[1], carry, sign);
                    vec![sum, condition(overflow)]
                },
                |n, x| {
                    let sum = meaning(&x[0], n, sign) + meaning(&x[1], n, sign) + added;
                    let overflow = flag(!fits(&sum, n, sign));
                    Some(vec![sum, overflow])
                }
            );
            op!(
                named("difference"),
                2,
                |b, h, x| {
                    let carry = carry.map(|carry| b.const32(carry));
                    let (sum, overflow) = int::sub_overflow(b, &x[0], &x[1], carry, sign);
                    vec![sum, condition(overflow)]
                },
                |n, x| {
                    let sum = meaning(&x[0], n, sign) - meaning(&x[1], n, sign) - added;
                    let overflow = flag(!fits(&sum, n, sign));
                    Some(vec![sum, overflow])
                }
            );
        }
        op!(
            named("product"),
            2,
            |b, h, x| {
                let (product, overflow) = int::mul_overflow(b, &x[0], &x[1], sign);
                vec![product, condition(overflow)]
            },
            |n, x| {
                let product = meaning(&x[0], n, sign) * meaning(&x[1], n, sign);
                let overflow = flag(!fits(&product, n, sign));
                Some(vec![product, overflow])
            }
        );
        op!(
            named("saturating sum"),
            2,
            |b, h, x| vec![int::saturating_add(b, &x[0], &x[1], sign)],
            |n, x| {
                let [smallest, largest] = limits(n, sign);
                Some(vec![(meaning(&x[0], n, sign) + meaning(&x[1], n, sign)).clamp(smallest, largest)])
            }
        );
        op!(
            named("saturating difference"),
            2,
            |b, h, x| vec![int::saturating_sub(b, &x[0], &x[1], sign)],
            |n, x| {
                let [smallest, largest] = limits(n, sign);
                Some(vec![(meaning(&x[0], n, sign) - meaning(&x[1], n, sign)).clamp(smallest, largest)])
            }
        );
        let relations: [(Relation, fn(&BigInt, &BigInt) -> bool); 6] = [
            (Relation::Equal, |x, y| x == y),
            (Relation::NotEqual, |x, y| x != y),
            (Relation::Less(sign), |x, y| x < y),
            (Relation::LessEqual(sign), |x, y| x <= y),
            (Relation::Greater(sign), |x, y| x > y),
            (Relation::GreaterEqual(sign), |x, y| x >= y),
        ];
        for (relation, holds) in relations {
            op!(
                format!("{relation:?}"),
                2,
                |b, h, x| vec![condition(int::compare(b, relation, &x[0], &x[1]))],
                |n, x| Some(vec![flag(holds(&meaning(&x[0], n, sign), &meaning(&x[1], n, sign)))])
            );
        }
    }
    let shifts = [
        Shift::Left,
        Shift::Right(Sign::Signed),
        Shift::Right(Sign::Unsigned),
        Shift::RotateLeft,
        Shift::RotateRight,
    ];
    for shift in shifts {
        for excess in [Excess::Wraps, Excess::Empties] {
            op!(
                format!("{shift:?} {excess:?}"),
                2,
                |b, h, x| {
                    let amount = int::as_amount(b, &x[1]);
                    vec![int::shift(b, shift, &x[0], amount, excess)]
                },
                |n, x| {
                    let amount = if x[1].bits() > 32 { u64::from(u32::MAX) } else { small(&x[1]) };
                    Some(vec![shifted(shift, &x[0], amount, n, excess)])
                }
            );
        }
        for amount in [0, 1, 3, 32, 63, 64, 65, 100, 127, 128, 130, 191] {
            op!(
                format!("{shift:?} by {amount}"),
                1,
                |b, h, x| vec![int::shift_by(b, shift, &x[0], amount)],
                |n, x| Some(vec![shifted(shift, &x[0], u64::from(amount), n, Excess::Empties)])
            );
        }
    }
    op!("carry-less product", 2, |b, h, x| vec![int::carryless_mul(b, h, &x[0], &x[1])], |n, x| {
        let mut sum = BigUint::from(0_u8);
        for bit in 0..u64::from(n) {
            if x[1].bit(bit) {
                sum ^= &x[0] << bit;
            }
        }
        Some(vec![big(&sum)])
    });
    all
}

fn shifted(shift: Shift, x: &BigUint, amount: u64, bits: u32, excess: Excess) -> BigInt {
    let bits = u64::from(bits);
    let is_rotation = matches!(shift, Shift::RotateLeft | Shift::RotateRight);
    let amount = if is_rotation || excess == Excess::Wraps { amount % bits } else { amount.min(bits) };
    let value = BigInt::from(x.clone());
    match shift {
        Shift::Left => value << amount,
        Shift::Right(sign) => meaning(x, bits as u32, sign) >> amount,
        Shift::RotateLeft => (&value << amount) | (&value >> (bits - amount)),
        Shift::RotateRight => (&value >> amount) | (&value << (bits - amount)),
    }
}

fn check(operation: &Operation, bits: u32, cases: &[Vec<BigUint>]) {
    let params = vec![bits; operation.arity];
    let widths = std::cell::RefCell::new(Vec::new());
    let compiled = Compiled::new(&params, &|b, helpers, operands| {
        let results = (operation.build)(b, helpers, operands);
        *widths.borrow_mut() = results.iter().map(Int::bits).collect();
        results
    });
    let widths = widths.into_inner();
    let name = format!("{} at {bits} bits", operation.name);
    let expected = cases.iter().filter_map(|case| {
        let results = (operation.reference)(bits, case)?;
        Some((case.clone(), results.iter().zip(&widths).map(|(x, bits)| wrapped(x, *bits)).collect()))
    });
    compiled.check(&name, expected);
}

#[test]
fn all_operands_of_up_to_six_bits() {
    for operation in operations() {
        for bits in 1..=6 {
            let count = 1_u32 << bits;
            let cases: Vec<Vec<BigUint>> = match operation.arity {
                1 => (0..count).map(|x| vec![x.into()]).collect(),
                _ => (0..count).flat_map(|x| (0..count).map(move |y| vec![x.into(), y.into()])).collect(),
            };
            check(&operation, bits, &cases);
        }
    }
}

#[test]
fn random_operands() {
    let mut random = Random(1);
    for operation in operations() {
        for bits in
            (65..=130).step_by(5).chain([7, 8, 16, 17, 24, 31, 32, 33, 63, 64, 127, 128, 192, 200, 256])
        {
            let mut cases: Vec<Vec<BigUint>> =
                (0..20).map(|_| (0..operation.arity).map(|_| random.number(bits)).collect()).collect();
            if operation.name.contains("Wraps") || operation.name.contains("Empties") {
                for amount in [0, 1, 31, 63, 64, 65, 100, 127, 128, 129, 191, 192, bits - 1, bits, bits + 1] {
                    cases.push(vec![random.number(bits), wrapped(&BigInt::from(amount), bits)]);
                }
            }
            check(&operation, bits, &cases);
        }
    }
}
