//! Bombs of memory accesses, stack slots and calls.

use super::{Input, Loop, begin, return_sum};
use barebones::base::{HeapRange, StackSlotId, Type};
use barebones::ir::StackSlotKind;

pub(super) fn slots(input: &mut Input, n: usize) {
    let slots: Vec<StackSlotId> =
        (0..n).map(|_| input.proc.add_stack_slot(8, StackSlotKind::Anonymous)).collect();
    let (mut b, [x, y]) = begin(input);
    for slot in &slots {
        let base = b.slot_base(*slot);
        b.store(x, base, 0);
    }
    let [then, merge] = [(); 2].map(|()| b.proc.add_block());
    b.branch(y, then, merge);
    let mut c = b.at(then);
    for slot in slots.iter().step_by(2) {
        let base = c.slot_base(*slot);
        c.store(y, base, 0);
    }
    c.jump(merge);
    b.block = merge;
    let mut sum = y;
    for slot in &slots {
        let base = b.slot_base(*slot);
        let loaded = b.load(Type::Int64, base, 0);
        sum = b.add(sum, loaded);
    }
    b.ret([sum]);
}

pub(super) fn escaping_slots(input: &mut Input, n: usize) {
    let slots: Vec<StackSlotId> =
        (0..n).map(|_| input.proc.add_stack_slot(8, StackSlotKind::Locked)).collect();
    let (mut b, [x, _]) = begin(input);
    let callee = b.proc.symbol("callee");
    let mut sum = x;
    for slot in &slots {
        let base = b.slot_base(*slot);
        b.store(sum, base, 0);
        b.ccall(Type::Void, callee, &[base]);
        let loaded = b.load(Type::Int64, base, 0);
        sum = b.add(sum, loaded);
    }
    b.ret([sum]);
}

pub(super) fn fields(input: &mut Input, n: usize) {
    let slot = input.proc.add_stack_slot(8 * n as u32, StackSlotKind::Anonymous);
    let (mut b, [x, y]) = begin(input);
    let base = b.slot_base(slot);
    for field in 0..n as i32 {
        b.store(x, base, 8 * field);
    }
    let [then, merge] = [(); 2].map(|()| b.proc.add_block());
    b.branch(y, then, merge);
    let mut c = b.at(then);
    for field in (0..n as i32).step_by(3) {
        c.store(y, base, 8 * field);
    }
    c.jump(merge);
    b.block = merge;
    let mut sum = y;
    for field in 0..n as i32 {
        let loaded = b.load(Type::Int64, base, 8 * field);
        sum = b.add(sum, loaded);
    }
    b.ret([sum]);
}

pub(super) fn aliases(input: &mut Input, n: usize) {
    let (mut b, [x, y]) = begin(input);
    let around = Loop::begin(&mut b, x);
    let mut sum = around.counter;
    for number in 0..n as i32 / 2 {
        b.store(sum, x, number % 1000 * 8);
        let loaded = b.load(Type::Int64, y, number % 700 * 8);
        sum = b.add(sum, loaded);
    }
    around.end_with(&mut b, sum, y, x);
}

pub(super) fn alias_blocks(input: &mut Input, n: usize) {
    let (mut b, [x, y]) = begin(input);
    let mut sum = y;
    for number in 0..n as i32 {
        let [then, merge] = [(); 2].map(|()| b.proc.add_block());
        let loaded = b.load(Type::Int64, x, number % 1000 * 8);
        b.branch(loaded, then, merge);
        b.at(then).store(sum, y, number % 700 * 8);
        b.at(then).jump(merge);
        b.block = merge;
        sum = b.add(sum, loaded);
    }
    b.ret([sum]);
}

pub(super) fn ranges(input: &mut Input, n: usize) {
    let (mut b, [x, mut y]) = begin(input);
    for number in 0..n as u32 {
        let range = HeapRange::new(number, number + 1);
        let stored = b.store(y, x, 8 * (number as i32 % 1000));
        b.proc.set_range(stored, range);
        let loaded = b.load(Type::Int64, x, 8 * (number as i32 % 500));
        b.proc.set_range(loaded, HeapRange::new(number / 2, number / 2 + 1));
        y = b.add(y, loaded);
    }
    b.ret([y]);
}

pub(super) fn overwritten(input: &mut Input, n: usize) {
    let (mut b, [x, mut y]) = begin(input);
    for _ in 0..n {
        y = b.mul(y, y);
        b.store(y, x, 8);
    }
    b.ret([y]);
}

pub(super) fn addresses(input: &mut Input, n: usize) {
    let (mut b, [mut x, y]) = begin(input);
    let mut sum = y;
    for number in 0..n as i64 {
        let step = b.const64(number % 16 * 8);
        x = b.add(x, step);
        let loaded = b.load(Type::Int64, x, 0);
        sum = b.add(sum, loaded);
    }
    b.ret([sum]);
}

pub(super) fn calls(input: &mut Input, n: usize) {
    let (mut b, [x, y]) = begin(input);
    let callee = b.proc.symbol("callee");
    let mut recent = [x, y, x, y, x, y, x, y];
    for number in 0..n {
        recent[number % 8] = b.ccall(Type::Int64, callee, &recent);
    }
    return_sum(&mut b, &recent);
}

pub(super) fn arguments(input: &mut Input, n: usize) {
    let root = input.proc.add_block();
    let mut signature = input.proc.signature().clone();
    signature.params = vec![Type::Int64; n];
    signature.results = vec![Type::Int64];
    input.proc.set_signature(signature);
    let mut b = input.proc.at(root);
    let mut arguments = b.arguments();
    arguments.reverse();
    let callee = b.proc.symbol("callee");
    let result = b.ccall(Type::Int64, callee, &arguments);
    b.ret([result]);
}

pub(super) fn throwing_calls(input: &mut Input, n: usize) {
    let (mut b, [x, y]) = begin(input);
    let callee = b.proc.symbol("callee");
    let mut sum = y;
    for _ in 0..n {
        let [normal, handler] = [(); 2].map(|()| b.proc.add_block());
        let result = b.throwing_ccall(Type::Int64, callee, &[x, sum], normal, handler);
        b.at(handler).ret([sum]);
        b.block = normal;
        sum = b.add(sum, result);
    }
    b.ret([sum]);
}
