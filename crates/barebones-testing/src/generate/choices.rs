//! Joined comparisons, selects, and bit field insertions.

use super::body::{Body, scalar};
use barebones::base::Type;
use barebones::ir::ValueId;

impl Body<'_> {
    /// Two to five comparisons, joined by And, Or or both; sometimes with a test of bits.
    pub(super) fn joined_comparisons(&mut self, word: u16, a: u16, b: u16) -> ValueId {
        let block = self.block;
        let mut joined = self.comparison(word, a, b);
        for n in 1..2 + word % 4 {
            let choice = word.rotate_left(u32::from(3 * n)) ^ b;
            let (a, b) = (a.wrapping_add(n), b.wrapping_add(5 * n));
            let next = match choice & 0x700 {
                0 => {
                    let (x, y) = (self.operand(Type::Int32, a), self.operand(Type::Int32, b));
                    let (bits, zero) = (self.proc.at(block).bit_and(x, y), self.proc.at(block).const32(0));
                    self.proc.at(block).not_equal(bits, zero)
                }
                _ => self.comparison(choice, a, b),
            };
            joined = match word & 0x80 == 0 || choice & 0x3800 == 0 {
                true => self.proc.at(block).bit_and(joined, next),
                false => self.proc.at(block).bit_or(next, joined),
            };
        }
        joined
    }

    /// A select between a value and one computed from another, as for conditional increment, invert or negate.
    pub(super) fn select_computed(
        &mut self,
        ty: Type,
        [x, y]: [ValueId; 2],
        word: u16,
        [a, b, c]: [u16; 3],
    ) -> ValueId {
        let block = self.block;
        let predicate = match word & 3 {
            0 => self.predicate(c, a, b),
            1 => self.joined_comparisons(c, a, b),
            _ => self.comparison(c, a, b),
        };
        let constant = |this: &mut Self, value: i64| this.proc.at(block).constant(ty, value as u64);
        let computed = match word >> 2 & 7 {
            0 => {
                let one = constant(self, 1);
                self.proc.at(block).add(y, one)
            }
            1 => {
                let ones = constant(self, -1);
                self.proc.at(block).bit_xor(y, ones)
            }
            2 => self.proc.at(block).neg(y),
            3 => {
                let zero = constant(self, 0);
                self.proc.at(block).sub(zero, y)
            }
            4 => constant(self, 0),
            5 => {
                let float = scalar(2 + c % 2);
                let (x, y) = (self.exact_operand(float, a), self.exact_operand(float, b));
                return self.proc.at(block).select(predicate, x, y);
            }
            6 => {
                let two = constant(self, 2);
                self.proc.at(block).add(y, two)
            }
            _ => y,
        };
        match word >> 5 & 3 {
            0 => self.proc.at(block).select(predicate, computed, x),
            1 if word >> 2 & 7 < 4 => self.proc.at(block).select(predicate, computed, y),
            _ => self.proc.at(block).select(predicate, x, computed),
        }
    }

    /// Replaces a bit field of a value by bits of another; sometimes the masks do not match exactly.
    pub(super) fn insert_field(&mut self, ty: Type, [x, y]: [ValueId; 2], word: u16) -> ValueId {
        let block = self.block;
        let bits = ty.size() * 8;
        let first = u32::from(word) % bits;
        let width = 1 + u32::from(word >> 6) % (bits - first);
        let ones = u64::MAX >> (64 - width);
        // Sometimes the mask clears another bit.
        let mask = |this: &mut Self, mask: u64| this.proc.at(block).constant(ty, mask);
        let gone = if word & 0xf000 == 0 { ones << first ^ 1 } else { ones << first };
        let kept = mask(self, !gone);
        let base = self.proc.at(block).bit_and(x, kept);
        let amount = self.proc.at(block).const32(first as i32);
        let field = match word >> 12 & 7 {
            0 | 1 => {
                let low = mask(self, ones);
                let low = self.proc.at(block).bit_and(y, low);
                self.proc.at(block).shl(low, amount)
            }
            2 => {
                let (up, there) = (self.proc.at(block).shl(y, amount), mask(self, ones << first));
                self.proc.at(block).bit_and(up, there)
            }
            3 => self.proc.at(block).shl(y, amount),
            kind => {
                // Replaces the low bits of x by higher bits of y.
                let kept = mask(self, if kind == 4 { !(u64::MAX >> (64 - bits + first)) } else { !ones });
                let mut b = self.proc.at(block);
                let base = b.bit_and(x, kept);
                let down = match kind {
                    5 => b.sshr(y, amount),
                    6 => y,
                    _ => b.zshr(y, amount),
                };
                let there = mask(self, ones);
                let low = if kind == 4 { down } else { self.proc.at(block).bit_and(down, there) };
                return self.proc.at(block).bit_or(low, base);
            }
        };
        match word & 1 {
            0 => self.proc.at(block).bit_or(base, field),
            _ => self.proc.at(block).bit_or(field, base),
        }
    }
}
