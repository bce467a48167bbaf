//! Induction variables of random loops. They start from a constant before the loop and are increased in each
//! iteration. Their extensions, with constants added and shifts, are computed, and the latch compares them. The loops
//! are those of the control flow, and separate ones at the ends of blocks.

use super::body::Body;
use super::recipe::End;
use barebones::base::Type;
use barebones::ir::{BlockId, Opcode, ValueId};

/// Flag of a Phi at a block's head: it is an induction variable if the block is a loop header.
const COUNTS: u16 = 1 << 11;

/// Mask and value of the flags of an end: a counted loop precedes it.
const COUNTED_LOOP: (u16, u16) = (3 << 5, 2 << 5);

/// Mask of the operands of an end: the loop has a constant trip count.
const CONSTANT_TRIP_COUNT: u16 = 3 << 14;

/// An induction variable; its Phi is in the loop header.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counter {
    pub(super) phi: ValueId,
    word: u16,
    first: i32,
    step: i32,
}

impl Body<'_> {
    /// Adds an induction variable to a node, if the choice requests it and the node is a loop header.
    pub(super) fn add_counter(&mut self, at: usize, word: u16) -> bool {
        let is_head = self.flow.nodes[at].predecessors.iter().any(|from| self.dominates(at, *from));
        if word & COUNTS == 0 || !is_head {
            return false;
        }
        let counter = self.counter(BlockId::new(at as u32), word);
        self.counters[at].push(counter);
        true
    }

    fn counter(&mut self, head: BlockId, word: u16) -> Counter {
        let phi = self.proc.at(head).phi(Type::Int32);
        let firsts = [0, 1, 5, -1, -16, 0x400, i32::MAX - 9, i32::MIN, -100, 7];
        let steps = [1, -1, 4, -4, 3, 8, -3, 16];
        let first = firsts[word as usize % firsts.len()];
        Counter { phi, word, first, step: steps[(word >> 4) as usize % 8] }
    }

    /// Sometimes emits a loop of two blocks with two induction variables, one of which ends it, and continues after
    /// the loop.
    pub(super) fn counted_loop(&mut self, end: &End) {
        if end.detail & COUNTED_LOOP.0 != COUNTED_LOOP.1 {
            return;
        }
        let ([a, b, c], written) = (end.operands, self.written);
        if c & CONSTANT_TRIP_COUNT == CONSTANT_TRIP_COUNT {
            return self.constant_trip_count_loop([a, b, c]);
        }
        let [head, back, exit] = [0; 3].map(|_| self.another_block(self.block));
        let counters = [a ^ c, b.rotate_left(4) ^ a].map(|word| self.counter(head, word));
        counters.iter().for_each(|counter| self.enter(counter));
        self.proc.at(self.block).jump(head);
        self.block = head;
        for counter in counters {
            self.push(counter.phi, true);
            self.extend(&counter);
        }
        let more = self.burn_fuel();
        self.proc.at(head).branch(more, back, exit);
        let (visible_at_exit, last) = (self.pools.mark(), self.last);
        self.block = back;
        self.digest(2);
        for counter in counters {
            self.iteration(&counter);
        }
        let more_iterations = self.compared(&counters[1], [b, c, a]);
        match c & 0x2000 {
            0 => self.proc.at(back).branch(more_iterations, head, exit),
            _ => self.proc.at(back).branch(more_iterations, exit, head),
        };
        self.pools.truncate(visible_at_exit);
        (self.block, self.written, self.last) = (exit, written, last);
    }

    /// Emits a loop of one block with a constant trip count, and continues after it with values of the last
    /// iteration.
    fn constant_trip_count_loop(&mut self, [a, b, c]: [u16; 3]) {
        let (written, last) = (self.written, self.last);
        let [body, exit] = [0; 2].map(|_| self.another_block(self.block));
        let counter = self.counter(body, a ^ c);
        let first = self.proc.at(self.block).const32(counter.first);
        self.proc.at(self.block).upsilon(first, counter.phi);
        let phis = [0; 2].map(|_| self.proc.at(body).phi(Type::Int64));
        for (phi, word) in phis.into_iter().zip([b, a]) {
            let first = self.operand(Type::Int64, word);
            self.proc.at(self.block).upsilon(first, phi);
        }
        self.proc.at(self.block).jump(body);
        self.block = body;
        self.push(counter.phi, true);
        self.extend(&counter);
        phis.into_iter().for_each(|phi| self.push(phi, true));
        let operand = self.operand(Type::Int64, b ^ c);
        let made = match b & 1 {
            0 => self.proc.at(body).mul(phis[0], operand),
            _ => self.proc.at(body).add(phis[0], operand),
        };
        self.push(made, true);
        self.digest(usize::from(a & 1));
        // One Phi receives the new value; the other receives that of the previous iteration, or the new one, too.
        let other = if a & 2 == 0 { phis[0] } else { made };
        self.proc.at(body).upsilon(other, phis[1]);
        self.proc.at(body).upsilon(made, phis[0]);
        self.iteration(&counter);
        let more_iterations = 1 + i32::from(b >> 4 & 7);
        let limit = counter.first.wrapping_add(counter.step.wrapping_mul(more_iterations));
        let limit = self.proc.at(body).const32(limit);
        match a & 4 {
            0 => {
                let more_iterations = self.proc.at(body).not_equal(self.written, limit);
                self.proc.at(body).branch(more_iterations, body, exit);
            }
            _ => {
                let ends = self.proc.at(body).equal(self.written, limit);
                self.proc.at(body).branch(ends, exit, body);
            }
        }
        (self.block, self.written, self.last) = (exit, written, last);
    }

    /// True if `above` dominates `at`; every node dominates itself.
    fn dominates(&self, above: usize, mut at: usize) -> bool {
        while at != above && at != 0 {
            at = self.flow.nodes[at].dominator;
        }
        at == above
    }

    /// Extends the induction variables of the loop whose header is the current block.
    pub(super) fn extend_counters(&mut self, at: usize) {
        for counter in self.counters[at].clone() {
            self.extend(&counter);
        }
    }

    fn extend(&mut self, &Counter { phi, word, first, .. }: &Counter) {
        let block = self.block;
        for iteration in 0..word >> 12 & 3 {
            let choices = word.rotate_right(3 * u32::from(iteration)).wrapping_mul(0x9e37);
            let mut id = phi;
            if choices & 3 == 0 {
                let by = self.proc.at(block).const32(i32::from(choices >> 2 & 3));
                id = self.proc.at(block).shl(id, by);
            }
            let plus = [0, 1, 16, -1, 0x1000, first.wrapping_neg(), i32::MIN][(choices >> 4) as usize % 7];
            if plus != 0 {
                let plus = self.proc.at(block).const32(plus);
                id = self.proc.at(block).add(id, plus);
            }
            let wide = match choices & 0x400 {
                0 => self.proc.at(block).zext32(id),
                _ => self.proc.at(block).sext32(id),
            };
            self.push(wide, true);
        }
    }

    /// Writes the induction variables of successors that are loop headers: initial values at entry, next values on
    /// back edges.
    pub(super) fn write_counters(&mut self, from: usize, target: usize) {
        for counter in self.counters[target].clone() {
            match self.dominates(target, from) {
                true => self.iteration(&counter),
                false => self.enter(&counter),
            }
        }
    }

    fn iteration(&mut self, &Counter { phi, step, .. }: &Counter) {
        let step = self.proc.at(self.block).const32(step);
        self.written = self.proc.at(self.block).add(phi, step);
        self.proc.at(self.block).upsilon(self.written, phi);
    }

    fn enter(&mut self, &Counter { phi, word, first, .. }: &Counter) {
        let block = self.block;
        let value = match word & 0x4300 {
            0x4000 => {
                let mask = self.proc.at(block).const32(0x1f);
                let any = self.operand(Type::Int32, word >> 3);
                self.proc.at(block).bit_and(any, mask)
            }
            _ => self.proc.at(block).const32(first),
        };
        self.proc.at(block).upsilon(value, phi);
    }

    /// Compares an induction variable at the source of a back edge; the result is true if the loop continues. `None`
    /// if there is no back edge or no induction variable.
    pub(super) fn counted(&mut self, at: usize, words: [u16; 3]) -> Option<ValueId> {
        let successors = &self.flow.nodes[at].successors;
        let back = successors.iter().position(|(target, _)| self.dominates(*target, at))?;
        let counter = *self.counters[successors[back].0].last()?;
        let more_iterations = self.compared(&counter, words);
        if back == 0 {
            return Some(more_iterations);
        }
        let zero = self.proc.at(self.block).const32(0);
        Some(self.proc.at(self.block).equal(more_iterations, zero))
    }

    /// Compares an induction variable, or its next value, mostly in the direction of a limit.
    fn compared(&mut self, &Counter { phi, word, first, step }: &Counter, [a, b, _]: [u16; 3]) -> ValueId {
        use Opcode::*;
        let block = self.block;
        let relations = match (step > 0, a & 3 == 3) {
            (_, true) => [Equal, LessEqual, GreaterEqual, Above, BelowEqual, NotEqual],
            (true, _) => [NotEqual, LessThan, Below, LessEqual, BelowEqual, NotEqual],
            (false, _) => [NotEqual, GreaterThan, Above, GreaterEqual, AboveEqual, NotEqual],
        };
        let relation = relations[(a >> 2) as usize % 6];
        let off_by = [0, 0, 0, 1, -1][(a >> 5) as usize % 5];
        let limit = first.wrapping_add(step.wrapping_mul(i32::from(b % 7))).wrapping_add(off_by);
        let limit = match b & 0x700 {
            0x700 => self.operand(Type::Int32, word),
            _ => self.proc.at(block).const32(limit),
        };
        let counted = if b & 0x800 == 0 { self.written } else { phi };
        let sides = if b & 0x1000 == 0 { [counted, limit] } else { [limit, counted] };
        self.proc.at(block).apply_typed(relation, Type::Int32, &sides)
    }
}
