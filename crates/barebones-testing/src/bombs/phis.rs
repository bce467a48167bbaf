//! Bombs of Phis and variables.

use super::{Input, Loop, begin, end_nested, numbers, return_sum};
use barebones::base::Type;
use barebones::ir::{BlockId, Cursor, ValueId, VariableId};

pub(super) fn merge(input: &mut Input, n: usize) {
    let (mut b, [x]) = begin(input);
    let [then, otherwise, merge] = [(); 3].map(|()| b.proc.add_block());
    b.branch(x, then, otherwise);
    let phis: Vec<ValueId> = (0..n).map(|_| b.at(merge).phi(Type::Int64)).collect();
    for (block, factor) in [(then, 3), (otherwise, 5)] {
        let mut c = b.at(block);
        for (number, phi) in phis.iter().enumerate() {
            let number = c.const64(factor * number as i64);
            c.upsilon(number, *phi);
        }
        c.jump(merge);
    }
    let mut c = b.at(merge);
    return_sum(&mut c, &phis);
}

pub(super) fn upsilons(input: &mut Input, n: usize) {
    let (mut b, [x]) = begin(input);
    let merge = b.proc.add_block();
    let phi = b.at(merge).phi(Type::Int64);
    let cases: Vec<(i64, BlockId)> = (0..n as i64)
        .map(|number| {
            let block = b.proc.add_block();
            let mut c = b.at(block);
            let addend = c.const64(number * 5);
            let sum = c.mul(x, addend);
            c.upsilon(sum, phi);
            c.jump(merge);
            (number, block)
        })
        .collect();
    b.switch(x, &cases, cases[0].1);
    b.at(merge).ret([phi]);
}

pub(super) fn web(input: &mut Input, n: usize) {
    const WIDTH: usize = 8;
    let (mut b, [x]) = begin(input);
    let blocks: Vec<BlockId> = (0..=n).map(|_| b.proc.add_block()).collect();
    let phis: Vec<[ValueId; WIDTH]> =
        blocks.iter().map(|block| [(); WIDTH].map(|()| b.at(*block).phi(Type::Int64))).collect();
    for phi in &phis[0] {
        b.upsilon(x, *phi);
    }
    b.jump(blocks[0]);
    for number in 0..n {
        let mut b = b.at(blocks[number]);
        let here = phis[number];
        let sum = b.add(here[0], here[WIDTH - 1]);
        let back = number / 2;
        for place in 0..WIDTH {
            let value = if place == 0 { sum } else { here[(place + 1) % WIDTH] };
            b.upsilon(value, phis[number + 1][place]);
            b.upsilon(value, phis[back][(place + number) % WIDTH]);
        }
        let below = b.less_than(sum, x);
        b.branch(below, blocks[back], blocks[number + 1]);
    }
    b.at(blocks[n]).ret([phis[n][0]]);
}

pub(super) fn swapped(input: &mut Input, n: usize) {
    let (mut b, [x]) = begin(input);
    let [header, after] = [(); 2].map(|()| b.proc.add_block());
    let phis: Vec<ValueId> = (0..n).map(|_| b.at(header).phi(Type::Int64)).collect();
    for (number, phi) in phis.iter().enumerate() {
        let number = b.const64(number as i64);
        b.upsilon(number, *phi);
    }
    b.jump(header);
    b.block = header;
    let below = b.less_than(phis[0], x);
    for (number, phi) in phis.iter().enumerate() {
        b.upsilon(phis[(number * 7 + 1) % n], *phi);
    }
    b.branch(below, header, after);
    b.block = after;
    return_sum(&mut b, &phis);
}

/// Begins a procedure of one parameter and of variables that are set to it.
fn begin_with_variables(input: &mut Input, n: usize) -> (Cursor<'_>, ValueId, Vec<VariableId>) {
    let (mut b, [x]) = begin(input);
    let variables: Vec<VariableId> = (0..n).map(|_| b.proc.add_variable(Type::Int64)).collect();
    for variable in &variables {
        b.set(x, *variable);
    }
    (b, x, variables)
}

/// Returns the sum of all variables.
fn return_sum_of(b: &mut Cursor<'_>, variables: &[VariableId]) {
    let values: Vec<ValueId> = variables.iter().map(|variable| b.get(*variable)).collect();
    return_sum(b, &values);
}

pub(super) fn variables(input: &mut Input, n: usize) {
    let (mut b, [mut x]) = begin(input);
    let variables: Vec<VariableId> = (0..n).map(|_| b.proc.add_variable(Type::Int64)).collect();
    for variable in variables {
        let [then, merge] = [(); 2].map(|()| b.proc.add_block());
        b.set(x, variable);
        b.branch(x, then, merge);
        let mut c = b.at(then);
        let product = c.mul(x, x);
        c.set(product, variable);
        c.jump(merge);
        b.block = merge;
        x = b.get(variable);
    }
    b.ret([x]);
}

pub(super) fn looped_variables(input: &mut Input, n: usize) {
    let (mut b, x, variables) = begin_with_variables(input, n);
    let around = Loop::begin(&mut b, x);
    for variable in &variables {
        let [then, merge] = [(); 2].map(|()| b.proc.add_block());
        let old = b.get(*variable);
        b.branch(old, then, merge);
        let mut c = b.at(then);
        let sum = c.add(old, around.counter);
        c.set(sum, *variable);
        c.jump(merge);
        b.block = merge;
    }
    around.end(&mut b);
    return_sum_of(&mut b, &variables);
}

pub(super) fn nested_variables(input: &mut Input, n: usize) {
    let (mut b, x, variables) = begin_with_variables(input, n);
    let around: Vec<Loop> = (0..n).map(|_| Loop::begin(&mut b, x)).collect();
    for variable in &variables {
        let old = b.get(*variable);
        let sum = b.add(old, around[n - 1].counter);
        b.set(sum, *variable);
    }
    end_nested(&mut b, around);
    return_sum_of(&mut b, &variables);
}

pub(super) fn crossing_variables(input: &mut Input, n: usize) {
    let (mut b, x, variables) = begin_with_variables(input, n);
    let mut numbers = numbers();
    let mut any = || variables[numbers.below(n as u64) as usize];
    let around = Loop::begin(&mut b, x);
    for _ in 0..n {
        let [then, merge] = [(); 2].map(|()| b.proc.add_block());
        let (first, second) = (b.get(any()), b.get(any()));
        let below = b.less_than(first, second);
        b.branch(below, then, merge);
        let mut c = b.at(then);
        let sum = c.add(first, second);
        c.set(sum, any());
        c.jump(merge);
        b.block = merge;
    }
    around.end(&mut b);
    return_sum_of(&mut b, &variables);
}

pub(super) fn phi_chain(input: &mut Input, n: usize) {
    let (mut b, [x]) = begin(input);
    let mut chained = x;
    for _ in 0..n {
        let [then, merge] = [(); 2].map(|()| b.proc.add_block());
        let phi = b.at(merge).phi(Type::Int64);
        let zero = b.const64(0);
        b.upsilon(chained, phi);
        b.branch(chained, then, merge);
        let mut c = b.at(then);
        c.upsilon(zero, phi);
        c.jump(merge);
        b.block = merge;
        chained = phi;
    }
    b.ret([chained]);
}
