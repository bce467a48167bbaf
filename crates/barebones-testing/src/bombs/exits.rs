//! Bombs of exit states and patchpoints.

use super::{Input, Loop, begin, return_sum, sum_of};
use barebones::base::{StateId, Type};
use barebones::ir::{Cursor, Opcode, Stackmap, StateEntry, ValueId};

/// Products of the parameters.
fn products(b: &mut Cursor<'_>, [x, y]: [ValueId; 2], count: usize) -> Vec<ValueId> {
    let mut products = vec![x];
    for number in 1..count {
        let product = b.mul(products[number - 1], y);
        products.push(product);
    }
    products
}

pub(super) fn checks(input: &mut Input, n: usize) {
    let (mut b, [x, y]) = begin(input);
    let mut locals = products(&mut b, [x, y], 56);
    let mut sum = y;
    for number in 0..n {
        let stack = locals[number % 20..][..8].to_vec();
        let state = b.proc.exit_state(0, number as u32).locals(&locals).stack(&stack).add();
        sum = b.check_add(sum, x).exit_state(state).append();
        locals[number % 56] = sum;
    }
    b.ret([sum]);
}

/// Greatest number of frames or objects of a state here. The cost of an exit is proportional to its entries with those
/// of its callers' frames: without a limit, a procedure of n checks would have n * n of them.
const DEPTH: usize = 50;

pub(super) fn deep_states(input: &mut Input, n: usize) {
    let (mut b, [x, y]) = begin(input);
    let mut state = StateId::INVALID;
    let mut sum = y;
    for number in 0..n as u32 {
        if (number as usize).is_multiple_of(DEPTH) {
            state = StateId::INVALID;
        }
        state = b.proc.exit_state(number, 0).locals([sum, x]).inlined_in(state).add();
        sum = b.check_add(sum, x).exit_state(state).append();
    }
    b.ret([sum]);
}

pub(super) fn shared_state(input: &mut Input, n: usize) {
    let (mut b, [x, y]) = begin(input);
    let locals = products(&mut b, [x, y], DEPTH);
    let outer = b.proc.exit_state(0, 0).locals(&locals).add();
    let mut sum = y;
    for number in 0..n as u32 {
        let state = b.proc.exit_state(1, number).locals([sum]).inlined_in(outer).add();
        sum = b.check_add(sum, x).exit_state(state).append();
    }
    b.ret([sum]);
}

pub(super) fn state(input: &mut Input, n: usize) {
    let (mut b, [x, y]) = begin(input);
    let locals = products(&mut b, [x, y], n);
    let state = b.proc.exit_state(0, 0).locals(&locals).add();
    let sum = b.check_add(locals[n - 1], x).exit_state(state).append();
    b.ret([sum]);
}

pub(super) fn objects(input: &mut Input, n: usize) {
    let (mut b, [x, y]) = begin(input);
    let mut last = StateEntry::from(x);
    let mut sum = y;
    for number in 0..n as u32 {
        if (number as usize).is_multiple_of(DEPTH) {
            last = StateEntry::from(x);
        }
        last = StateEntry::from(b.proc.add_object(number, &[StateEntry::from(sum), last]));
        let state = b.proc.exit_state(0, number).locals([last]).add();
        sum = b.check_add(sum, x).exit_state(state).append();
    }
    b.ret([sum]);
}

pub(super) fn looped_checks(input: &mut Input, n: usize) {
    let (mut b, [x, y]) = begin(input);
    let around = Loop::begin(&mut b, x);
    let mut sum = around.counter;
    for number in 0..n as u32 {
        let state = b.proc.exit_state(0, number).locals([x, y, around.counter]).stack([sum]).add();
        sum = b.check_mul(sum, y).exit_state(state).append();
        sum = b.check_sub(sum, x).exit_state(state).append();
    }
    around.end_with(&mut b, sum, x, y);
}

pub(super) fn patchpoint(input: &mut Input, n: usize) {
    let (mut b, parameters) = begin(input);
    let operands = products(&mut b, parameters, n);
    let result = b.stackmap_value(Opcode::Patchpoint, Type::Int64, &operands, Stackmap::default());
    b.ret([result]);
}

pub(super) fn patchpoints(input: &mut Input, n: usize) {
    let (mut b, parameters) = begin(input);
    let mut operands = products(&mut b, parameters, 16);
    for number in 0..n {
        operands[number % 16] =
            b.stackmap_value(Opcode::Patchpoint, Type::Int64, &operands, Stackmap::default());
    }
    return_sum(&mut b, &operands);
}

pub(super) fn tuples(input: &mut Input, n: usize) {
    const ELEMENTS: usize = 1000;
    let (mut b, [x, y]) = begin(input);
    let ty = b.proc.tuple_type(&[Type::Int64; ELEMENTS]);
    let mut sum = y;
    for number in 0..n.div_ceil(ELEMENTS) {
        let [then, merge] = [(); 2].map(|()| b.proc.add_block());
        let phi = b.at(merge).phi(ty);
        let zeros = b.bottom_tuple(ty);
        b.upsilon(zeros, phi);
        b.branch(x, then, merge);
        let mut c = b.at(then);
        let others = c.bottom_tuple(ty);
        c.upsilon(others, phi);
        c.jump(merge);
        b.block = merge;
        let count = ELEMENTS.min(n - number * ELEMENTS);
        let elements: Vec<ValueId> = (0..count as u32).map(|index| b.extract(phi, index)).collect();
        let elements = sum_of(&mut b, &elements);
        sum = b.mul(sum, elements);
    }
    b.ret([sum]);
}
