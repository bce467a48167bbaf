//! Interpreter loops in random procedures: a dense Switch in the header on the digits of a number, and a back edge
//! from each case.

use super::body::Body;
use super::recipe::End;
use barebones::base::Type;
use barebones::ir::Successor;

/// Mask and value of the flags of an end: such a loop precedes it, ..
const DISPATCHES: (u16, u16) = (3 << 5, 1 << 5);

/// .. if these bits of its operands are clear.
const OTHERS: u16 = 3 << 12;

impl Body<'_> {
    /// Sometimes emits a loop that iterates while the lowest digit of a number is 1 to 6, and continues after the
    /// loop.
    pub(super) fn dispatched_loop(&mut self, end: &End) {
        let [a, b, c] = end.operands;
        if end.detail & DISPATCHES.0 != DISPATCHES.1 || c & OTHERS != 0 {
            return;
        }
        let before = self.block;
        let [head, exit] = [0; 2].map(|_| self.another_block(before));
        let [digits, sum] = [0; 2].map(|_| self.proc.phi(head, Type::Int64));
        for (phi, word) in [(digits, a), (sum, b)] {
            let first = self.operand(Type::Int64, word);
            self.proc.upsilon(before, first, phi);
        }
        let operands =
            [1, 2, 3, 4, 5, 6].map(|rotation| self.operand(Type::Int64, a.rotate_left(rotation) ^ b));
        self.proc.add_jump(before, head);
        let mask = self.proc.add_const64(head, 7);
        let digit = self.proc.bit_and(head, digits, mask);
        let cases: Vec<_> =
            (1..).zip(operands).map(|(case, operand)| (case, operand, self.another_block(head))).collect();
        let edges: Vec<_> = cases
            .iter()
            .map(|&(case, _, block)| {
                let is_rare = case == c % 16;
                (i64::from(case), if is_rare { Successor::rare(block) } else { Successor::new(block) })
            })
            .collect();
        self.proc.add_switch(head, digit, &edges, exit);
        for (case, operand, block) in cases {
            let total = match (b >> case) & 3 {
                0 => self.proc.mul(block, sum, operand),
                1 => self.proc.bit_xor(block, sum, operand),
                2 => self.proc.sub(block, operand, sum),
                _ => self.proc.add(block, sum, operand),
            };
            let three = self.proc.add_const32(block, 3);
            let rest = self.proc.zshr(block, digits, three);
            self.proc.upsilon(block, total, sum);
            self.proc.upsilon(block, rest, digits);
            self.proc.add_jump(block, head);
        }
        self.block = exit;
        self.push(sum, true);
    }
}
