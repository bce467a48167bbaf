//! Predicates on narrow loads, single bits and pairs of comparisons; narrow updates of memory.

use super::BUFFER_START;
use super::body::{Body, scalar};
use barebones::base::Type;
use barebones::ir::{Opcode, ValueId};

/// Masks: some fit an immediate, some are a single bit, and some are in the lower half.
const MASKS: [u64; 8] = [1, 0x80, 1 << 31, 1 << 40, 0xf000_0000, 0x8000_0000, 1 << 63, 0xff_0000_0000];

const CONSTANTS: [i32; 8] = [0, 1, 127, 128, 255, -1, -128, 0xffff];

impl Body<'_> {
    /// A load of 8 or 16 bits of the buffer.
    fn narrow_load(&mut self, word: u16) -> ValueId {
        let offset = (BUFFER_START + u32::from(word >> 2) % 64 * 2) as i32;
        let (block, buffer) = (self.block, self.buffer);
        match word & 3 {
            0 => self.proc.at(block).load8z(buffer, offset),
            1 => self.proc.at(block).load8s(buffer, offset),
            2 => self.proc.at(block).load16z(buffer, offset),
            _ => self.proc.at(block).load16s(buffer, offset),
        }
    }

    /// A predicate on a byte, a bit, or two comparisons.
    pub(super) fn narrow_predicate(&mut self, word: u16, a: u16, b: u16) -> ValueId {
        let (kind, choice) = (word % 10, word / 10);
        let block = self.block;
        let ty = scalar(choice % 2);
        let one = self.proc.at(block).constant(ty, 1);
        let amount = self.operand(Type::Int32, b);
        if kind < 4 && choice & 8 != 0 {
            let bit = self.narrow_predicate(kind + (choice & !8) * 10, a, b);
            let zero = self.proc.at(block).constant(ty, 0);
            return self.proc.at(block).equal(bit, zero);
        }
        match kind {
            0 | 1 => {
                let x = self.operand(ty, a);
                let bit = self.proc.at(block).shl(one, amount);
                if kind == 0 {
                    self.proc.at(block).bit_and(x, bit)
                } else {
                    self.proc.at(block).bit_and(bit, x)
                }
            }
            2 | 3 => {
                let x = self.operand(ty, a);
                let known = self.proc.at(block).const32(i32::from(b % 80));
                let amount = if kind == 2 { amount } else { known };
                let shifted = match choice & 2 {
                    0 => self.proc.at(block).zshr(x, amount),
                    _ => self.proc.at(block).sshr(x, amount),
                };
                let bit = self.proc.at(block).bit_and(shifted, one);
                if choice & 4 == 0 { bit } else { self.proc.at(block).bit_xor(bit, one) }
            }
            4 => {
                let x = self.operand(ty, a);
                let mask = self.proc.at(block).constant(ty, MASKS[usize::from(b) % MASKS.len()]);
                self.proc.at(block).bit_and(x, mask)
            }
            5 => self.narrow_load(a),
            6 => {
                let (x, mask) = (self.narrow_load(a), i32::from(b as i8));
                let mask = self.proc.at(block).const32(mask);
                self.proc.at(block).bit_and(x, mask)
            }
            7 => {
                let (x, y) = (self.narrow_load(a), self.narrow_load(b));
                self.compare_ints(choice, x, y)
            }
            8 => {
                let x = self.narrow_load(a);
                let constant = self.proc.at(block).const32(CONSTANTS[usize::from(b) % CONSTANTS.len()]);
                if choice & 16 == 0 {
                    return self.compare_ints(choice, x, constant);
                }
                let (x, constant) = (self.proc.at(block).zext32(x), self.proc.at(block).zext32(constant));
                self.compare_ints(choice, x, constant)
            }
            _ => self.two_comparisons(choice, a, b),
        }
    }

    fn compare_ints(&mut self, word: u16, a: ValueId, b: ValueId) -> ValueId {
        use Opcode::*;
        const ALL: [Opcode; 10] = [
            Equal,
            NotEqual,
            LessThan,
            GreaterThan,
            LessEqual,
            GreaterEqual,
            Above,
            Below,
            AboveEqual,
            BelowEqual,
        ];
        let opcode = ALL[usize::from(word) % ALL.len()];
        self.proc.at(self.block).apply_typed(opcode, Type::Int32, &[a, b])
    }

    /// Two joined comparisons that have no other uses.
    fn two_comparisons(&mut self, word: u16, a: u16, b: u16) -> ValueId {
        let block = self.block;
        let (w, x) = (self.operand(Type::Int32, a), self.narrow_load(b));
        let (y, z) = (self.operand(Type::Double, b), self.operand(Type::Double, a));
        let first = self.compare_ints(word, w, x);
        let second = match word & 32 {
            0 => self.proc.at(block).less_than(y, z),
            _ => {
                let x = self.narrow_load(a ^ b);
                self.compare_ints(word >> 2, x, w)
            }
        };
        match word & 16 {
            0 => self.proc.at(block).bit_and(first, second),
            _ => self.proc.at(block).bit_or(second, first),
        }
    }

    /// A narrow predicate that is always 0, which passes cannot easily prove.
    pub(super) fn narrow_never_true(&mut self, word: u16, a: u16) -> ValueId {
        let (kind, choice) = (word % 8, word / 8);
        let block = self.block;
        let ty = scalar(choice % 2);
        let x = self.operand(ty, a);
        let constant = |this: &mut Self, value: u64| this.proc.at(block).constant(ty, value);
        let (low, one) = (constant(self, 15), constant(self, 1));
        let small = self.proc.at(block).bit_and(x, low);
        match kind {
            0 => {
                let amount = self.operand(Type::Int32, a.rotate_left(3));
                let mut b = self.proc.at(block);
                let (mask, more) = (b.const32(3), b.const32(8));
                let amount = b.bit_and(amount, mask);
                let amount = b.add(amount, more);
                if choice & 2 == 0 {
                    let bit = b.shl(one, amount);
                    return b.bit_and(small, bit);
                }
                let shifted = b.zshr(small, amount);
                self.proc.at(block).bit_and(shifted, one)
            }
            1 => {
                let amount = self.proc.at(block).const32(4 + i32::from(choice % 28));
                let shifted = self.proc.at(block).sshr(small, amount);
                self.proc.at(block).bit_and(shifted, one)
            }
            2 => {
                let mask = self.proc.at(block).const64(MASKS[3 + usize::from(choice) % 5] as i64);
                let x = self.operand(Type::Int64, a);
                let low = self.proc.at(block).const64(0xfff);
                let small = self.proc.at(block).bit_and(x, low);
                self.proc.at(block).bit_and(small, mask)
            }
            3 => {
                let (x, most) = (self.narrow_load(a & !3), self.proc.at(block).const32(255));
                self.proc.at(block).above(x, most)
            }
            4 => {
                let (x, most) = (self.narrow_load(a & !3 | 2), self.proc.at(block).const32(0xffff));
                self.proc.at(block).above(x, most)
            }
            5 => {
                let (x, none) = (self.narrow_load(a), self.proc.at(block).const32(0));
                self.proc.at(block).bit_and(x, none)
            }
            6 => {
                let (x, least) = (self.narrow_load(a & !3 | 3), self.proc.at(block).const32(0));
                self.proc.at(block).below(x, least)
            }
            _ => {
                let y = self.operand(Type::Double, a);
                let first = self.proc.at(block).less_than(y, y);
                let x = self.narrow_load(a);
                let second = self.compare_ints(choice, x, x);
                self.proc.at(block).bit_and(first, second)
            }
        }
    }

    /// Updates 8 or 16 bits of the buffer in place.
    pub(super) fn narrow_update(&mut self, y: ValueId, word: u16) {
        use Opcode::*;
        let (block, buffer) = (self.block, self.buffer);
        let place = word >> 5;
        let offset = (BUFFER_START + u32::from(place >> 2) % 64 * 2) as i32;
        let load = self.narrow_load(place);
        let opcode = [Add, Sub, BitAnd, BitOr, BitXor][usize::from(word) % 5];
        let constant = CONSTANTS[usize::from(word >> 4) % CONSTANTS.len()];
        let y = if word & 16 == 0 { y } else { self.proc.at(block).const32(constant) };
        let (a, b) = if word & 8 == 0 { (load, y) } else { (y, load) };
        let changed = self.proc.at(block).apply_typed(opcode, Type::Int32, &[a, b]);
        match place & 2 {
            0 => self.proc.at(block).store8(changed, buffer, offset),
            _ => self.proc.at(block).store16(changed, buffer, offset),
        };
    }
}
