//! Random trees of operations on integers: the interpreter and compiled code agree.
//!
//! `WIDTHS_TREES=100000 cargo test -p barebones-widths --test trees` runs more of them.

mod common;

use barebones::ir::Cursor;
use barebones_widths::helpers::Helpers;
use barebones_widths::int::{self, Excess, Int, Relation, Shift, Sign};
use common::{Compiled, Random};

const WIDTHS: [u32; 16] = [1, 3, 8, 13, 16, 31, 32, 33, 48, 63, 64, 65, 100, 127, 128, 160];

fn sign(random: &mut Random) -> Sign {
    if random.below(2) == 0 { Sign::Signed } else { Sign::Unsigned }
}

/// One of the values, with this width.
fn operand(b: &mut Cursor<'_>, random: &mut Random, values: &[Int], bits: u32) -> Int {
    let x = values[random.below(values.len() as u64) as usize].clone();
    let sign = sign(random);
    int::resized(b, &x, bits, sign)
}

/// A value of some operation on others.
fn step(b: &mut Cursor<'_>, helpers: &mut Helpers, random: &mut Random, values: &[Int]) -> Vec<Int> {
    let bits = match random.below(3) {
        0 => 128,
        _ => WIDTHS[random.below(WIDTHS.len() as u64) as usize],
    };
    let x = &operand(b, random, values, bits);
    let y = &operand(b, random, values, bits);
    let z = &operand(b, random, values, 8);
    let sign = sign(random);
    let condition = |x| Int::new(32, [x]);
    let with_flag = |(result, flag)| vec![result, condition(flag)];
    match random.below(30) {
        0 | 1 => vec![int::add(b, x, y)],
        2 | 3 => vec![int::sub(b, x, y)],
        4 => vec![int::mul(b, x, y)],
        5 => vec![int::mul_high(b, x, y, sign)],
        6 => vec![int::and(b, x, y)],
        7 => vec![int::or(b, x, y)],
        8 => vec![int::xor(b, x, y)],
        9 => vec![int::not(b, x)],
        10 => vec![int::neg(b, x)],
        11 => vec![int::abs(b, x)],
        12 => vec![int::min(b, x, y, sign), int::max(b, x, y, sign)],
        13 => {
            let relations =
                [Relation::Equal, Relation::Less(sign), Relation::GreaterEqual(sign), Relation::NotEqual];
            let relation = relations[random.below(4) as usize];
            vec![condition(int::compare(b, relation, x, y))]
        }
        14 => {
            let chosen = int::truth(b, z);
            vec![int::select(b, chosen, x, y)]
        }
        15 => vec![int::leading_zeros(b, x), int::trailing_zeros(b, x)],
        16 => vec![int::leading_signs(b, x), int::ones(b, x)],
        17 => vec![int::reversed_bits(b, x)],
        18 => vec![if bits % 8 == 0 { int::reversed_bytes(b, x) } else { x.clone() }],
        19 => {
            let (sum, out) = int::add_carry(b, x, y, None);
            let (difference, borrow) = int::sub_borrow(b, &sum, y, Some(out));
            vec![sum, difference, condition(out), condition(borrow)]
        }
        20 => with_flag(int::add_overflow(b, x, y, None, sign)),
        21 => with_flag(int::sub_overflow(b, x, y, None, sign)),
        22 => with_flag(int::mul_overflow(b, x, y, sign)),
        23 => vec![int::saturating_add(b, x, y, sign), int::saturating_sub(b, x, y, sign)],
        24 => {
            let one = int::constant(b, bits, &[1]);
            let divisor = int::or(b, y, &one);
            let (quotient, remainder) = int::divide(b, helpers, x, &divisor, sign);
            vec![quotient, remainder]
        }
        kind => {
            let shifts = [Shift::Left, Shift::Right(sign), Shift::RotateLeft, Shift::RotateRight];
            let shift = shifts[random.below(4) as usize];
            if kind == 25 {
                return vec![int::shift_by(b, shift, x, random.below(u64::from(bits) + 2) as u32)];
            }
            let amount = int::as_amount(b, z);
            let excess = if random.below(2) == 0 { Excess::Wraps } else { Excess::Empties };
            vec![int::shift(b, shift, x, amount, excess)]
        }
    }
}

#[test]
fn engines_agree_on_random_trees() {
    let count = std::env::var("WIDTHS_TREES").ok().and_then(|text| text.parse().ok()).unwrap_or(500);
    let first = std::env::var("WIDTHS_FIRST").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    for seed in first..first + count {
        let mut random = Random(seed);
        let params: Vec<u32> =
            (0..2 + random.below(3)).map(|_| WIDTHS[random.below(WIDTHS.len() as u64) as usize]).collect();
        let start = random.next();
        let build = |b: &mut Cursor<'_>, helpers: &mut Helpers, operands: &[Int]| {
            let mut random = Random(start);
            let mut values = operands.to_vec();
            for _ in 0..4 + random.below(10) {
                let results = step(b, helpers, &mut random, &values);
                values.extend(results);
            }
            values.split_off(values.len() - 4)
        };
        let compiled = Compiled::new(&params, &build);
        let cases = (0..6).map(|_| params.iter().map(|bits| random.number(*bits)).collect());
        compiled.agree(&format!("seed {seed}"), cases);
    }
}
