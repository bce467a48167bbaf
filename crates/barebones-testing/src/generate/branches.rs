//! Branches and Switches lowered to several blocks.

use super::BUFFER_START;
use super::body::Body;
use barebones::base::Type;
use barebones::ir::{BlockId, Successor, ValueId};

/// Flag of an end: its Switch or Branch is lowered to several blocks.
pub(super) const IN_BLOCKS: u16 = 1 << 15;

impl Body<'_> {
    /// A Switch as a chain of comparisons, with a block per case.
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
            let mut b = self.proc.at(block);
            let constant = b.constant(ty, case as u64);
            let (predicate, [then, otherwise]) = match (detail >> (i % 8)) & 1 {
                _ if case == 0 && detail & 2 == 0 => (selector, [next, to]),
                0 => (b.equal(selector, constant), [to, next]),
                _ => (b.not_equal(selector, constant), [next, to]),
            };
            b.branch(predicate, then, otherwise);
            block = next.block();
        }
    }

    /// A Branch on merged conditions: on Phis whose inputs are mostly constants, for jump threading.
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
        let [first, second] = [merge, last].map(|block| self.proc.at(block).phi(ty));
        self.proc.at(block).branch(predicate, then, otherwise);
        // Sometimes the merge loads what each predecessor has loaded or stored.
        let shared = (c & 6 == 0).then_some((BUFFER_START + 8 * u32::from(a % 16)) as i32);
        if let Some(offset) = shared {
            self.proc.at(then).store(number, self.buffer, offset);
            match c & 8 {
                0 => self.proc.at(otherwise).load(ty, self.buffer, offset),
                _ => self.proc.at(otherwise).store(another, self.buffer, offset),
            };
        }
        let inputs =
            [(then, b, first, merge, 1), (otherwise, a, first, merge, 0), (other, c >> 1, second, last, 2)];
        for (from, constant, phi, to, computed) in inputs {
            let constant = self.proc.at(from).constant(ty, u64::from(constant % 4));
            let written = if detail & computed == 0 { constant } else { number };
            self.proc.at(from).upsilon(written, phi);
            self.proc.at(from).jump(to);
        }
        let loaded = shared.map(|offset| self.proc.at(merge).load(ty, self.buffer, offset));
        // One predecessor of the second Phi writes a value computed from the first.
        let other_term = loaded.unwrap_or(if detail & 4 == 0 { first } else { number });
        let sum = self.proc.at(merge).add(first, other_term);
        self.proc.at(merge).upsilon(sum, second);
        match detail & 8 {
            0 => self.proc.at(merge).branch(first, last, other),
            _ => self.proc.at(merge).switch(first, &[(2, other), (1, last)], other),
        };
        let limit = self.proc.at(last).constant(ty, 3);
        let is_less = self.proc.at(last).less_than(second, limit);
        self.proc.at(last).branch(is_less, successors[0], successors[1]);
    }

    /// Adds a block with the frequency of `block`.
    pub(super) fn another_block(&mut self, block: BlockId) -> BlockId {
        let other = self.proc.add_block();
        self.proc.set_frequency(other, self.proc.frequency(block));
        other
    }
}
