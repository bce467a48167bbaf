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
            0 => self.proc.load8z(block, buffer, offset),
            1 => self.proc.load8s(block, buffer, offset),
            2 => self.proc.load16z(block, buffer, offset),
            _ => self.proc.load16s(block, buffer, offset),
        }
    }

    /// A predicate on a byte, a bit, or two comparisons.
    pub(super) fn narrow_predicate(&mut self, word: u16, a: u16, b: u16) -> ValueId {
        let (kind, choice) = (word % 10, word / 10);
        let block = self.block;
        let ty = scalar(choice % 2);
        let one = self.proc.add_constant(block, ty, 1);
        let amount = self.operand(Type::Int32, b);
        if kind < 4 && choice & 8 != 0 {
            let bit = self.narrow_predicate(kind + (choice & !8) * 10, a, b);
            let zero = self.proc.add_constant(block, ty, 0);
            return self.proc.equal(block, bit, zero);
        }
        match kind {
            0 | 1 => {
                let x = self.operand(ty, a);
                let bit = self.proc.shl(block, one, amount);
                if kind == 0 { self.proc.bit_and(block, x, bit) } else { self.proc.bit_and(block, bit, x) }
            }
            2 | 3 => {
                let x = self.operand(ty, a);
                let known = self.proc.add_const32(block, i32::from(b % 80));
                let amount = if kind == 2 { amount } else { known };
                let shifted = match choice & 2 {
                    0 => self.proc.zshr(block, x, amount),
                    _ => self.proc.sshr(block, x, amount),
                };
                let bit = self.proc.bit_and(block, shifted, one);
                if choice & 4 == 0 { bit } else { self.proc.bit_xor(block, bit, one) }
            }
            4 => {
                let x = self.operand(ty, a);
                let mask = self.proc.add_constant(block, ty, MASKS[usize::from(b) % MASKS.len()]);
                self.proc.bit_and(block, x, mask)
            }
            5 => self.narrow_load(a),
            6 => {
                let (x, mask) = (self.narrow_load(a), i32::from(b as i8));
                let mask = self.proc.add_const32(block, mask);
                self.proc.bit_and(block, x, mask)
            }
            7 => {
                let (x, y) = (self.narrow_load(a), self.narrow_load(b));
                self.compare_ints(choice, x, y)
            }
            8 => {
                let x = self.narrow_load(a);
                let constant = self.proc.add_const32(block, CONSTANTS[usize::from(b) % CONSTANTS.len()]);
                if choice & 16 == 0 {
                    return self.compare_ints(choice, x, constant);
                }
                let (x, constant) = (self.proc.zext32(block, x), self.proc.zext32(block, constant));
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
        self.proc.append_typed(self.block, opcode, Type::Int32, &[a, b])
    }

    /// Two joined comparisons that have no other uses.
    fn two_comparisons(&mut self, word: u16, a: u16, b: u16) -> ValueId {
        let block = self.block;
        let (w, x) = (self.operand(Type::Int32, a), self.narrow_load(b));
        let (y, z) = (self.operand(Type::Double, b), self.operand(Type::Double, a));
        let first = self.compare_ints(word, w, x);
        let second = match word & 32 {
            0 => self.proc.less_than(block, y, z),
            _ => {
                let x = self.narrow_load(a ^ b);
                self.compare_ints(word >> 2, x, w)
            }
        };
        match word & 16 {
            0 => self.proc.bit_and(block, first, second),
            _ => self.proc.bit_or(block, second, first),
        }
    }

    /// A narrow predicate that is always 0, which passes cannot easily prove.
    pub(super) fn narrow_never_true(&mut self, word: u16, a: u16) -> ValueId {
        let (kind, choice) = (word % 8, word / 8);
        let block = self.block;
        let ty = scalar(choice % 2);
        let x = self.operand(ty, a);
        let constant = |this: &mut Self, value: u64| this.proc.add_constant(block, ty, value);
        let (low, one) = (constant(self, 15), constant(self, 1));
        let small = self.proc.bit_and(block, x, low);
        match kind {
            0 => {
                let amount = self.operand(Type::Int32, a.rotate_left(3));
                let (mask, more) = (self.proc.add_const32(block, 3), self.proc.add_const32(block, 8));
                let amount = self.proc.bit_and(block, amount, mask);
                let amount = self.proc.add(block, amount, more);
                if choice & 2 == 0 {
                    let bit = self.proc.shl(block, one, amount);
                    return self.proc.bit_and(block, small, bit);
                }
                let shifted = self.proc.zshr(block, small, amount);
                self.proc.bit_and(block, shifted, one)
            }
            1 => {
                let amount = self.proc.add_const32(block, 4 + i32::from(choice % 28));
                let shifted = self.proc.sshr(block, small, amount);
                self.proc.bit_and(block, shifted, one)
            }
            2 => {
                let mask = self.proc.add_const64(block, MASKS[3 + usize::from(choice) % 5] as i64);
                let x = self.operand(Type::Int64, a);
                let low = self.proc.add_const64(block, 0xfff);
                let small = self.proc.bit_and(block, x, low);
                self.proc.bit_and(block, small, mask)
            }
            3 => {
                let (x, most) = (self.narrow_load(a & !3), self.proc.add_const32(block, 255));
                self.proc.above(block, x, most)
            }
            4 => {
                let (x, most) = (self.narrow_load(a & !3 | 2), self.proc.add_const32(block, 0xffff));
                self.proc.above(block, x, most)
            }
            5 => {
                let (x, none) = (self.narrow_load(a), self.proc.add_const32(block, 0));
                self.proc.bit_and(block, x, none)
            }
            6 => {
                let (x, least) = (self.narrow_load(a & !3 | 3), self.proc.add_const32(block, 0));
                self.proc.below(block, x, least)
            }
            _ => {
                let y = self.operand(Type::Double, a);
                let first = self.proc.less_than(block, y, y);
                let x = self.narrow_load(a);
                let second = self.compare_ints(choice, x, x);
                self.proc.bit_and(block, first, second)
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
        let y = if word & 16 == 0 { y } else { self.proc.add_const32(block, constant) };
        let (a, b) = if word & 8 == 0 { (load, y) } else { (y, load) };
        let changed = self.proc.append_typed(block, opcode, Type::Int32, &[a, b]);
        match place & 2 {
            0 => self.proc.store8(block, changed, buffer, offset),
            _ => self.proc.store16(block, changed, buffer, offset),
        };
    }
}
