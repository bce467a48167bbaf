//! Sums and products of two words, which selection joins to one instruction, and near misses.

use super::body::Body;
use barebones::base::Type;
use barebones::ir::{Opcode, ValueId};

impl Body<'_> {
    /// A sum, difference or product of two words.
    pub(super) fn words(&mut self, [a, b, c]: [u16; 3]) {
        let word = if c & 0x40 == 0 { Type::Int64 } else { Type::Int32 };
        let x = [a, b].map(|choice| self.operand(word, choice));
        if c & 3 == 0 {
            return self.wide_product(x, c);
        }
        let y = [a, b].map(|choice| self.operand(word, choice.rotate_left(5) ^ c));
        let subtracts = c & 4 != 0;
        let (plain, carrying) = match subtracts {
            false => (Opcode::UAddOverflow, Opcode::AddCarry),
            true => (Opcode::USubOverflow, Opcode::SubBorrow),
        };
        let ty = self.proc.tuple_type(&[word, Type::Int32]);
        let low = match c & 0x18 {
            0 => {
                let carry = self.operand(Type::Int32, b);
                self.proc.at(self.block).apply_typed(carrying, ty, &[x[0], y[0], carry])
            }
            8 => {
                let one = self.proc.at(self.block).const32(1);
                self.proc.at(self.block).apply_typed(carrying, ty, &[x[0], y[0], one])
            }
            _ => self.proc.at(self.block).apply_typed(plain, ty, &[x[0], y[0]]),
        };
        let mut b = self.proc.at(self.block);
        let carry = b.extract(low, 1);
        let high = b.apply_typed(carrying, ty, &[x[1], y[1], carry]);
        let [low, sum] = [low, high].map(|limb| b.extract(limb, 0));
        let carry = (c & 0x20 != 0).then(|| b.extract(high, 1));
        [Some(low), Some(sum), carry].into_iter().flatten().for_each(|id| self.push(id, true));
    }

    /// Both halves of a product, in either order.
    fn wide_product(&mut self, [x, y]: [ValueId; 2], word: u16) {
        let mut b = self.proc.at(self.block);
        let halves = match word & 4 {
            0 => [b.mul(x, y), b.umul_high(x, y)],
            _ => [b.umul_high(y, x), b.mul(x, y)],
        };
        halves.into_iter().for_each(|half| self.push(half, true));
    }
}
