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
        let [digits, sum] = [0; 2].map(|_| self.proc.at(head).phi(Type::Int64));
        for (phi, word) in [(digits, a), (sum, b)] {
            let first = self.operand(Type::Int64, word);
            self.proc.at(before).upsilon(first, phi);
        }
        let operands =
            [1, 2, 3, 4, 5, 6].map(|rotation| self.operand(Type::Int64, a.rotate_left(rotation) ^ b));
        self.proc.at(before).jump(head);
        let mask = self.proc.at(head).const64(7);
        let digit = self.proc.at(head).bit_and(digits, mask);
        let cases: Vec<_> =
            (1..).zip(operands).map(|(case, operand)| (case, operand, self.another_block(head))).collect();
        let edges: Vec<_> = cases
            .iter()
            .map(|&(case, _, block)| {
                let is_rare = case == c % 16;
                (i64::from(case), if is_rare { Successor::rare(block) } else { Successor::new(block) })
            })
            .collect();
        self.proc.at(head).switch(digit, &edges, exit);
        for (case, operand, block) in cases {
            let total = match (b >> case) & 3 {
                0 => self.proc.at(block).mul(sum, operand),
                1 => self.proc.at(block).bit_xor(sum, operand),
                2 => self.proc.at(block).sub(operand, sum),
                _ => self.proc.at(block).add(sum, operand),
            };
            let three = self.proc.at(block).const32(3);
            let rest = self.proc.at(block).zshr(digits, three);
            self.proc.at(block).upsilon(total, sum);
            self.proc.at(block).upsilon(rest, digits);
            self.proc.at(block).jump(head);
        }
        self.block = exit;
        self.push(sum, true);
    }
}
