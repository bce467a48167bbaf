//! Blocks in which random procedures find out where to go: what a Switch or a Branch says in one, in several.

use super::BUFFER_START;
use super::body::Body;
use barebones::base::Type;
use barebones::ir::{BlockId, Successor, ValueId};

/// Of the choices of a Switch or a Branch: whether it has blocks of its own.
pub(super) const IN_BLOCKS: u16 = 1 << 15;

impl Body<'_> {
    /// What a Switch says, in a block for each case.
    pub(super) fn comparisons(
        &mut self,
        selector: ValueId,
        cases: &[(i64, Successor)],
        default: Successor,
        detail: u16,
    ) {
        let (mut block, ty) = (self.block, self.proc.type_of(selector));
        for (i, &(case, to)) in cases.iter().enumerate() {
            let is_last = i + 1 == cases.len();
            let next = if is_last { default } else { Successor::new(self.another_block(block)) };
            let constant = self.proc.add_constant(block, ty, case as u64);
            let (predicate, [then, otherwise]) = match (detail >> (i % 8)) & 1 {
                _ if case == 0 && detail & 2 == 0 => (selector, [next, to]),
                0 => (self.proc.equal(block, selector, constant), [to, next]),
                _ => (self.proc.not_equal(block, selector, constant), [next, to]),
            };
            self.proc.add_branch(block, predicate, then, otherwise);
            block = next.block();
        }
    }

    /// A Branch on what others have written to Phis, mostly constants: as if it were on several conditions.
    pub(super) fn merged_branch(
        &mut self,
        predicate: ValueId,
        successors: &[Successor],
        [a, b, c]: [u16; 3],
        detail: u16,
    ) {
        let block = self.block;
        let ty = if c & 1 == 0 { Type::Int32 } else { Type::Int64 };
        let [number, another] = [a ^ b, b ^ c].map(|word| self.operand(ty, word));
        let [then, otherwise, merge, other, last] = [0; 5].map(|_| self.another_block(block));
        let [first, second] = [merge, last].map(|block| self.proc.phi(block, ty));
        self.proc.add_branch(block, predicate, then, otherwise);
        // Sometimes the merge loads what each way to it has loaded or stored.
        let shared = (c & 6 == 0).then_some((BUFFER_START + 8 * u32::from(a % 16)) as i32);
        if let Some(offset) = shared {
            self.proc.store(then, number, self.buffer, offset);
            match c & 8 {
                0 => self.proc.load(otherwise, ty, self.buffer, offset),
                _ => self.proc.store(otherwise, another, self.buffer, offset),
            };
        }
        let ways =
            [(then, b, first, merge, 1), (otherwise, a, first, merge, 0), (other, c >> 1, second, last, 2)];
        for (from, constant, phi, to, computed) in ways {
            let constant = self.proc.add_constant(from, ty, u64::from(constant % 4));
            let written = if detail & computed == 0 { constant } else { number };
            self.proc.upsilon(from, written, phi);
            self.proc.add_jump(from, to);
        }
        let loaded = shared.map(|offset| self.proc.load(merge, ty, self.buffer, offset));
        // What is computed of the first Phi is written to the second on one of the ways there.
        let other_term = loaded.unwrap_or(if detail & 4 == 0 { first } else { number });
        let sum = self.proc.add(merge, first, other_term);
        self.proc.upsilon(merge, sum, second);
        match detail & 8 {
            0 => self.proc.add_branch(merge, first, last, other),
            _ => self.proc.add_switch(merge, first, &[(2, other), (1, last)], other),
        };
        let limit = self.proc.add_constant(last, ty, 3);
        let is_less = self.proc.less_than(last, second, limit);
        self.proc.add_branch(last, is_less, successors[0], successors[1]);
    }

    /// A block that is executed as often as this one.
    pub(super) fn another_block(&mut self, block: BlockId) -> BlockId {
        let other = self.proc.add_block();
        self.proc.set_frequency(other, self.proc.frequency(block));
        other
    }
}
