//! Bombs of control flow.

use super::{Input, Loop, begin, end_nested, next_block, numbers};
use barebones::base::{TrapCode, Type};
use barebones::ir::{BlockId, Cursor, Procedure, Successor, ValueId};

/// A diamond that adds nothing or a constant. The cursor is then at its end.
fn diamond(b: &mut Cursor<'_>, x: ValueId, number: usize) -> ValueId {
    let [then, otherwise, merge] = [(); 3].map(|()| b.proc.add_block());
    let result = b.at(merge).phi(Type::Int64);
    let limit = b.const64(3 * number as i64);
    let below = b.less_than(x, limit);
    b.branch(below, then, otherwise);
    let mut c = b.at(then);
    let number = c.const64(number as i64);
    let product = c.mul(x, number);
    c.upsilon(product, result);
    c.jump(merge);
    let mut c = b.at(otherwise);
    c.upsilon(x, result);
    c.jump(merge);
    b.block = merge;
    result
}

pub(super) fn chain(input: &mut Input, n: usize) {
    let (mut b, [mut x]) = begin(input);
    for number in 0..n {
        let number = b.const64(number as i64 + 2);
        x = b.mul(x, number);
        b.block = next_block(&mut b);
    }
    b.ret([x]);
}

pub(super) fn diamonds(input: &mut Input, n: usize) {
    let (mut b, [mut x]) = begin(input);
    for number in 0..n {
        x = diamond(&mut b, x, number);
    }
    b.ret([x]);
}

pub(super) fn joins(input: &mut Input, n: usize) {
    let (mut b, [x]) = begin(input);
    let out = b.proc.add_block();
    for number in 0..n {
        let number = b.const64(number as i64);
        let equal = b.equal(x, number);
        let next = b.proc.add_block();
        b.branch(equal, out, next);
        b.block = next;
    }
    b.jump(out);
    b.at(out).ret([x]);
}

/// Blocks that return a constant each.
fn returns(b: &mut Cursor<'_>, count: usize) -> Vec<BlockId> {
    (0..count)
        .map(|number| {
            let block = b.proc.add_block();
            let mut c = b.at(block);
            let number = c.const64(number as i64 * 7);
            c.ret([number]);
            block
        })
        .collect()
}

pub(super) fn switch_of_switches(input: &mut Input, n: usize) {
    let (mut b, [x]) = begin(input);
    let mut leaves = returns(&mut b, n);
    for number in (0..n).step_by(8) {
        let second = b.proc.add_block();
        let cases: Vec<(i64, BlockId)> =
            (0..8).map(|case| (case, leaves[(number + case as usize) % n])).collect();
        let mut c = b.at(second);
        let shift = c.const32(20);
        let high = c.sshr(x, shift);
        c.switch(high, &cases, leaves[(number + 8) % n]);
        leaves[number] = second;
    }
    let cases: Vec<(i64, BlockId)> = (0..).zip(leaves.iter().copied()).collect();
    b.switch(x, &cases, leaves[n - 1]);
}

pub(super) fn sparse_switch(input: &mut Input, n: usize) {
    let (mut b, [x]) = begin(input);
    let leaves = returns(&mut b, n);
    let cases: Vec<(i64, BlockId)> =
        leaves.iter().enumerate().map(|(number, leaf)| (number as i64 * 1_000_003, *leaf)).collect();
    b.switch(x, &cases, leaves[0]);
}

pub(super) fn switches(input: &mut Input, n: usize) {
    let (mut b, [mut x]) = begin(input);
    for _ in 0..n {
        let merge = b.proc.add_block();
        let result = b.at(merge).phi(Type::Int64);
        let cases: Vec<(i64, BlockId)> = (0..16)
            .map(|number| {
                let block = b.proc.add_block();
                let mut c = b.at(block);
                let addend = c.const64(number * 5);
                let sum = c.add(x, addend);
                c.upsilon(sum, result);
                c.jump(merge);
                (number, block)
            })
            .collect();
        b.switch(x, &cases, cases[3].1);
        b.block = merge;
        x = result;
    }
    b.ret([x]);
}

pub(super) fn entries(input: &mut Input, n: usize) {
    let root = input.proc.add_block();
    input.proc.entry_count = n as u32;
    let mut b = input.proc.at(root);
    let blocks: Vec<Successor> = returns(&mut b, n).into_iter().map(Successor::from).collect();
    b.entry_switch(&blocks);
}

pub(super) fn siblings(input: &mut Input, n: usize) {
    let (mut b, [x]) = begin(input);
    let mut sum = x;
    for _ in 0..n {
        let around = Loop::begin(&mut b, x);
        sum = b.add(sum, around.counter);
        sum = diamond(&mut b, sum, 7);
        around.end(&mut b);
    }
    b.ret([sum]);
}

pub(super) fn nest(input: &mut Input, n: usize) {
    let (mut b, [x]) = begin(input);
    let mut sum = x;
    let mut around = Vec::new();
    for _ in 0..n {
        let next = Loop::begin(&mut b, x);
        sum = b.add(sum, next.counter);
        around.push(next);
    }
    end_nested(&mut b, around);
    b.ret([sum]);
}

pub(super) fn loop_exits(input: &mut Input, n: usize) {
    let (mut b, [x]) = begin(input);
    let around = Loop::begin(&mut b, x);
    for number in 0..n {
        let [out, next] = [(); 2].map(|()| b.proc.add_block());
        let number = b.const64(number as i64 * 3);
        let equal = b.equal(around.counter, number);
        b.branch(equal, out, next);
        b.at(out).ret([number]);
        b.block = next;
    }
    around.end(&mut b);
    b.ret([x]);
}

pub(super) fn back_edges(input: &mut Input, n: usize) {
    let (mut b, [x]) = begin(input);
    let around = Loop::begin(&mut b, x);
    for number in 0..n {
        let [back, next] = [(); 2].map(|()| b.proc.add_block());
        let number = b.const64(number as i64 * 3);
        let equal = b.equal(around.counter, number);
        b.branch(equal, back, next);
        let mut c = b.at(back);
        let one = c.const64(1);
        let counter = c.add(around.counter, one);
        c.upsilon(counter, around.counter);
        c.jump(around.header);
        b.block = next;
    }
    around.end(&mut b);
    b.ret([x]);
}

pub(super) fn irreducible(input: &mut Input, n: usize) {
    let (mut b, [x]) = begin(input);
    let mut sum = x;
    for number in 0..n {
        let [first, second, after] = [(); 3].map(|()| b.proc.add_block());
        let phi = b.at(first).phi(Type::Int64);
        let limit = b.const64(number as i64);
        let below = b.less_than(sum, limit);
        b.upsilon(sum, phi);
        b.branch(below, first, second);
        let mut c = b.at(first);
        let product = c.mul(phi, x);
        let less = c.less_than(product, sum);
        c.branch(less, second, after);
        let mut c = b.at(second);
        let more = c.add(sum, limit);
        c.upsilon(more, phi);
        c.jump(first);
        b.block = after;
        sum = phi;
    }
    b.ret([sum]);
}

pub(super) fn irreducible_nest(input: &mut Input, n: usize) {
    let (mut b, [x]) = begin(input);
    let mut pairs = Vec::new();
    for number in 0..n {
        let [first, second] = [(); 2].map(|()| b.proc.add_block());
        let limit = b.const64(number as i64);
        let below = b.less_than(x, limit);
        b.branch(below, first, second);
        let mut c = b.at(first);
        let product = c.mul(x, limit);
        c.store(product, x, number as i32 * 8);
        c.jump(second);
        b.block = second;
        pairs.push(first);
    }
    for (number, first) in pairs.into_iter().enumerate().rev() {
        let after = b.proc.add_block();
        let loaded = b.load(Type::Int64, x, number as i32 * 8);
        b.branch(loaded, first, after);
        b.block = after;
    }
    b.ret([x]);
}

/// Blocks each of which has two successors: `successors` chooses them for its number.
fn blocks_at_random(proc: &mut Procedure, n: usize, mut successors: impl FnMut(usize) -> [usize; 2]) {
    let root = proc.add_block();
    let blocks: Vec<BlockId> = (0..n).map(|_| proc.add_block()).collect();
    let x = proc.at(root).argument(Type::Int64);
    proc.at(root).jump(blocks[0]);
    let out = proc.add_block();
    proc.at(out).ret([x]);
    for (number, block) in blocks.iter().enumerate() {
        let mut b = proc.at(*block);
        let offset = number as i32 % 1000 * 8;
        let loaded = b.load(Type::Int64, x, offset);
        let product = b.mul(loaded, x);
        b.store(product, x, offset);
        let targets = successors(number).map(|target| blocks.get(target).copied().unwrap_or(out));
        b.branch(loaded, targets[0], targets[1]);
    }
}

pub(super) fn maze(input: &mut Input, n: usize) {
    let mut numbers = numbers();
    blocks_at_random(&mut input.proc, n, |_| [(); 2].map(|()| numbers.below(n as u64 + 1) as usize));
}

pub(super) fn near_maze(input: &mut Input, n: usize) {
    let mut numbers = numbers();
    blocks_at_random(&mut input.proc, n, |number| {
        [number + 1, (number + numbers.below(21) as usize).saturating_sub(9)]
    });
}

pub(super) fn traps(input: &mut Input, n: usize) {
    let (mut b, [x]) = begin(input);
    for number in 0..n {
        let number = b.const64(number as i64);
        let equal = b.equal(x, number);
        b.trap_if(equal, TrapCode::Unreachable);
    }
    b.ret([x]);
}

/// A procedure that computes something of its parameter, and then what `calls` appends.
fn callee(input: &Input, name: &str, calls: impl FnOnce(&mut Cursor<'_>, ValueId) -> ValueId) -> Procedure {
    let mut proc = Procedure::named(name, input.proc.target());
    let root = proc.add_block();
    let mut b = proc.at(root);
    let x = b.argument(Type::Int64);
    let product = b.mul(x, x);
    let result = calls(&mut b, product);
    b.ret([result]);
    proc
}

pub(super) fn calls_inlined(input: &mut Input, n: usize) {
    let small = callee(input, "small", |b, product| {
        let seven = b.const64(7);
        b.add(product, seven)
    });
    input.callees.procedures.push(small);
    let (mut b, [mut x]) = begin(input);
    let small = b.proc.symbol("small");
    for _ in 0..n {
        x = b.ccall(Type::Int64, small, &[x]);
    }
    b.ret([x]);
}

pub(super) fn deep_inlining(input: &mut Input, n: usize) {
    for number in 0..n {
        let proc = callee(input, &format!("f{number}"), |b, product| {
            let next = b.proc.symbol(&format!("f{}", number + 1));
            let first = b.ccall(Type::Int64, next, &[product]);
            b.ccall(Type::Int64, next, &[first])
        });
        input.callees.procedures.push(proc);
    }
    let (mut b, [x]) = begin(input);
    let first = b.proc.symbol("f0");
    let x = b.ccall(Type::Int64, first, &[x]);
    b.ret([x]);
}
