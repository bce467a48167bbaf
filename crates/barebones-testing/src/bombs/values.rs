//! Bombs of values.

use super::{Input, Loop, begin, next_block, numbers, return_sum, sum_of};
use barebones::base::Type;
use barebones::ir::ValueId;

pub(super) fn block(input: &mut Input, n: usize) {
    let (mut b, [x, y]) = begin(input);
    let mut live = [x, y].repeat(20);
    let mut numbers = numbers();
    for number in 0..n {
        let mut any = || numbers.below(40) as usize;
        let (first, second, place) = (live[any()], live[any()], any());
        live[place] = match number % 4 {
            0 => b.add(first, second),
            1 => b.sub(first, second),
            2 => b.bit_xor(first, second),
            _ => b.mul(first, second),
        };
    }
    return_sum(&mut b, &live);
}

pub(super) fn wide(input: &mut Input, n: usize) {
    let (mut b, [x, y]) = begin(input);
    let mut values = vec![x];
    for number in 0..n / 2 {
        let product = b.mul(values[number], y);
        values.push(product);
    }
    values.reverse();
    let mut result = y;
    for value in values {
        result = b.bit_xor(result, value);
        result = b.mul(result, x);
    }
    b.ret([result]);
}

pub(super) fn wide_floats(input: &mut Input, n: usize) {
    let (mut b, [x, y]) = begin(input);
    let (x, y) = (b.itod(x), b.itod(y));
    let mut values = vec![x];
    for number in 0..n / 2 {
        let product = b.mul(values[number], y);
        values.push(product);
    }
    values.reverse();
    return_sum(&mut b, &values);
}

pub(super) fn users(input: &mut Input, n: usize) {
    let (mut b, [x, y]) = begin(input);
    let once = b.mul(x, y);
    let mut result = x;
    for _ in 0..n {
        result = b.bit_xor(result, once);
        result = b.mul(result, y);
    }
    b.ret([result]);
}

pub(super) fn far_users(input: &mut Input, n: usize) {
    let (mut b, [x, y]) = begin(input);
    let once = b.mul(x, y);
    let callee = b.proc.symbol("callee");
    let mut result = x;
    for number in 0..n {
        if number.is_multiple_of(10) {
            result = b.ccall(Type::Int64, callee, &[result]);
        }
        let [then, merge] = [(); 2].map(|()| b.proc.add_block());
        let below = b.less_than(result, once);
        b.branch(below, then, merge);
        let mut c = b.at(then);
        c.store(once, x, 0);
        c.jump(merge);
        b.block = merge;
        result = b.bit_xor(result, once);
    }
    b.ret([result]);
}

pub(super) fn sum(input: &mut Input, n: usize) {
    let (mut b, [x, y]) = begin(input);
    let around = Loop::begin(&mut b, x);
    let mut sum = around.counter;
    for number in 0..n {
        let term = match number % 3 {
            0 => x,
            1 => y,
            _ => b.const64(number as i64),
        };
        sum = b.add(term, sum);
    }
    around.end_with(&mut b, sum, x, x);
}

pub(super) fn right_sum(input: &mut Input, n: usize) {
    let (mut b, [x, y]) = begin(input);
    let around = Loop::begin(&mut b, x);
    let terms: Vec<ValueId> = (0..n as i32)
        .map(|number| {
            let number = b.const32(number);
            let shifted = b.shl(around.counter, number);
            b.bit_xor(shifted, y)
        })
        .collect();
    let sum = sum_of(&mut b, &terms.into_iter().rev().collect::<Vec<_>>());
    around.end_with(&mut b, sum, x, x);
}

pub(super) fn unary(input: &mut Input, n: usize) {
    let (mut b, [mut x, _]) = begin(input);
    for number in 0..n {
        x = match number % 3 {
            0 => b.neg(x),
            1 => b.clz(x),
            _ => {
                let minus_one = b.const64(-1);
                b.bit_xor(x, minus_one)
            }
        };
    }
    b.ret([x]);
}

pub(super) fn narrowing(input: &mut Input, n: usize) {
    let (mut b, [mut x, _]) = begin(input);
    for number in 0..n as i64 {
        x = match number % 5 {
            0 => {
                let word = b.trunc(x);
                b.zext32(word)
            }
            1 => {
                let amount = b.const32(1 + (number % 7) as i32);
                b.shl(x, amount)
            }
            2 => {
                let mask = b.const64(0x7fff_ffff - number);
                b.bit_and(x, mask)
            }
            3 => {
                let word = b.trunc(x);
                let byte = b.sext8(word);
                b.sext32(byte)
            }
            _ => {
                let bits = b.const64(number << 3);
                b.bit_or(x, bits)
            }
        };
    }
    b.ret([x]);
}

pub(super) fn conditions(input: &mut Input, n: usize) {
    let (mut b, [x, y]) = begin(input);
    let mut all = b.less_than(x, y);
    for number in 0..n as i64 {
        let number = b.const64(number);
        let less = b.less_than(number, x);
        all = b.bit_and(all, less);
    }
    let [then, otherwise] = [(); 2].map(|()| b.proc.add_block());
    b.branch(all, then, otherwise);
    b.at(then).ret([x]);
    b.at(otherwise).ret([y]);
}

pub(super) fn selects(input: &mut Input, n: usize) {
    let (mut b, [x, y]) = begin(input);
    let mut chosen = x;
    for number in 0..n as i64 {
        let number = b.const64(number);
        let less = b.less_than(chosen, number);
        chosen = b.select(less, chosen, y);
    }
    b.ret([chosen]);
}

pub(super) fn select_tree(input: &mut Input, n: usize) {
    let (mut b, [x, y]) = begin(input);
    let conditions: Vec<ValueId> = (0..10)
        .map(|number| {
            let number = b.const64(number);
            b.less_than(x, number)
        })
        .collect();
    let mut level: Vec<ValueId> = (0..n as i64)
        .map(|number| {
            let number = b.const64(number);
            b.mul(y, number)
        })
        .collect();
    let mut depth = 0;
    while level.len() > 1 {
        let condition = conditions[depth % conditions.len()];
        level = level.chunks(2).map(|pair| b.select(condition, pair[0], pair[pair.len() - 1])).collect();
        depth += 1;
    }
    b.ret([level[0]]);
}

pub(super) fn constants(input: &mut Input, n: usize) {
    let (mut b, [mut x, _]) = begin(input);
    for _ in 0..n {
        let bits = x.number().wrapping_mul(0x9e37_79b9) as i64;
        let number = b.const64(bits << 24 ^ bits);
        x = b.bit_xor(x, number);
        x = b.mul(x, x);
    }
    b.ret([x]);
}

pub(super) fn doubles(input: &mut Input, n: usize) {
    let (mut b, [x, _]) = begin(input);
    let mut x = b.itod(x);
    for number in 0..n {
        let number = b.const_double(number as f64 + 0.25);
        x = b.add(x, number);
    }
    b.ret([x]);
}

pub(super) fn divisions(input: &mut Input, n: usize) {
    let (mut b, [x, mut y]) = begin(input);
    for number in 0..n as i64 {
        let divisor = b.const64(number + 3);
        let quotient = b.div(x, divisor);
        let rest = b.modulo(y, divisor);
        y = b.add(quotient, rest);
    }
    b.ret([y]);
}

pub(super) fn equal(input: &mut Input, n: usize) {
    let (mut b, [x, y]) = begin(input);
    let [mut first, mut second] = [x; 2];
    for number in 0..n as i64 {
        let number = b.const64(number);
        let sum = b.add(y, number);
        first = b.mul(first, sum);
        let sum = b.add(number, y);
        second = b.mul(sum, second);
        if number.number().is_multiple_of(64) {
            b.block = next_block(&mut b);
        }
    }
    let result = b.sub(first, second);
    b.ret([result]);
}

pub(super) fn squares(input: &mut Input, n: usize) {
    let (mut b, [mut x, y]) = begin(input);
    for _ in 0..n {
        let square = b.mul(x, x);
        x = b.sub(square, y);
    }
    b.ret([x]);
}

pub(super) fn dead(input: &mut Input, n: usize) {
    let (mut b, [x, y]) = begin(input);
    let mut unused = x;
    for _ in 0..n {
        unused = b.mul(unused, y);
    }
    b.ret([y]);
}

pub(super) fn invariants(input: &mut Input, n: usize) {
    let (mut b, [x, y]) = begin(input);
    let around = Loop::begin(&mut b, x);
    let mut result = around.counter;
    for number in 0..n as i64 {
        let number = b.const64(number);
        let invariant = b.mul(y, number);
        result = b.bit_xor(result, invariant);
        result = b.mul(result, y);
    }
    around.end_with(&mut b, result, x, y);
}
