//! Expansion of Polls: the test on the fast path, and the call in a cold block.

use super::procedure::ReorderMemory;
use super::{BlockId, Opcode, Procedure, Successor, ValueId};
use crate::base::Type;

/// Frequency of the call of a Poll, relative to its test.
const RARE: f64 = 1e-6;

impl Procedure {
    /// Splits blocks at their Polls, and moves each Poll to a cold block:
    ///
    /// ```text
    /// Turn this:              Into this:
    ///   #0: ...                 #0: ...
    ///       Poll(f, @word)          @n = Load(@word)
    ///       ...                     Branch(@n, #2:rare, #1)
    ///                           #1: ...
    ///                           #2: Poll(f, @word)
    ///                               Jump(#1)
    /// ```
    ///
    /// So registers are assigned as if there were no call, and references are stored and reloaded in the cold block only.
    /// Selection emits the Poll in the cold block without another test. Linear in the size of the procedure.
    pub(crate) fn expand_polls(&mut self) {
        let mut cold = Vec::new();
        let mut order = Vec::with_capacity(self.block_count());
        for block in self.block_ids() {
            order.push(block);
            let is_poll = |id: &ValueId| self.get_value(*id).is_some_and(|v| v.opcode == Opcode::Poll);
            if !self.block_values(block).iter().any(is_poll) {
                continue;
            }
            let values = self.block_values(block).to_vec();
            let polls: Vec<usize> = (0..values.len()).filter(|at| is_poll(&values[*at])).collect();
            let successors = self.successors(block).to_vec();
            let frequency = self.frequency(block);
            let (mut head, mut begin) = (block, 0);
            for at in polls {
                let tail = self.add_block_with_frequency(frequency);
                let slow = self.add_block_with_frequency(frequency * RARE);
                self.set_block_values(head, &values[begin..at]);
                self.test_word(head, values[at], [Successor::rare(slow), Successor::new(tail)]);
                self.set_block_values(slow, &[values[at]]);
                self.at(slow).jump(tail);
                order.push(tail);
                cold.push(slow);
                (head, begin) = (tail, at + 1);
            }
            self.set_block_values(head, &values[begin..]);
            self.set_successors(head, &successors);
        }
        order.extend(cold);
        self.reorder_blocks(&order, &mut ReorderMemory::default());
    }

    /// Branches on the word of a Poll.
    fn test_word(&mut self, block: BlockId, poll: ValueId, [slow, fast]: [Successor; 2]) {
        let value = *self.value(poll);
        let by_address = self.calls.get(value.call()).is_some_and(|call| !call.callee.is_valid());
        let word = self.children_of(&value).get(usize::from(by_address)).copied().unwrap_or_default();
        let mut b = self.at(block).with_origin(value.origin);
        let word = b.load(Type::Int32, word, 0);
        b.branch(word, slow, fast);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing;
    use super::*;

    #[test]
    fn blocks_are_split_and_calls_are_cold() {
        let mut proc = Procedure::new(&testing::target());
        let (root, out) = (proc.add_block(), proc.add_block());
        let mut b = proc.at(root);
        let word = b.argument(Type::Int64);
        b.poll(word, word, &[]);
        let one = b.const64(1);
        b.poll(word, word, &[one]);
        b.jump(out);
        proc.at(out).ret([one]);
        proc.expand_polls();
        let opcodes: Vec<Vec<Opcode>> = proc
            .block_ids()
            .map(|block| proc.block_values(block).iter().map(|id| proc.value(*id).opcode()).collect())
            .collect();
        use Opcode::*;
        let expected = [
            vec![ArgumentReg, Load, Branch],
            vec![Const64, Load, Branch],
            vec![Jump],
            vec![Return],
            vec![Poll, Jump],
            vec![Poll, Jump],
        ];
        assert_eq!(opcodes, expected);
        let targets: Vec<Vec<u32>> = proc
            .block_ids()
            .map(|block| proc.successors(block).iter().map(|edge| edge.block().number()).collect())
            .collect();
        assert_eq!(targets, [vec![4, 1], vec![5, 2], vec![3], vec![], vec![1], vec![2]]);
        assert!(proc.successors(Procedure::ROOT)[0].is_rare());
    }
}
