//! Several values that selection makes one instruction of, and some that look almost like them.

use super::body::{Body, scalar};
use super::recipe::Step;
use barebones::base::Type;
use barebones::ir::ValueId;

impl Body<'_> {
    pub(super) fn idiom_step(&mut self, step: &Step) {
        let block = self.block;
        let ty = scalar(step.ty % 2);
        let [a, b, c] = step.operands;
        let mut x = self.operand(ty, a);
        if step.ty & 2 != 0 {
            let offset = super::BUFFER_START + u32::from(a % 8) * 8;
            x = self.proc.load(block, ty, self.buffer, offset as i32);
        }
        let y = self.operand(ty, b);
        let constant = |this: &mut Self, value: i64| this.proc.add_constant(block, ty, value as u64);
        let id = match step.detail % 13 {
            0 => {
                let ones = constant(self, -1);
                let flipped = self.proc.bit_xor(block, y, ones);
                self.proc.bit_and(block, x, flipped)
            }
            1 => {
                let negated = self.proc.neg(block, x);
                self.proc.bit_and(block, negated, x)
            }
            2 => {
                let one = constant(self, if c & 1 == 0 { 1 } else { -1 });
                let less = match c & 1 {
                    0 => self.proc.sub(block, x, one),
                    _ => self.proc.add(block, x, one),
                };
                self.proc.bit_and(block, x, less)
            }
            3 => self.sum(ty, x, y, c),
            4 => {
                let factor = constant(self, [2, 3, 4, 5, 8, 9, 16, 7, -2, i64::MIN][c as usize % 10]);
                self.proc.mul(block, x, factor)
            }
            5 => {
                let mask = constant(self, [0xff, 0xffff, 0xffff_ffff, 0x1ff][c as usize % 4]);
                self.proc.bit_and(block, x, mask)
            }
            6 => {
                let amount = self.proc.add_const32(block, i32::from(c as u8));
                self.proc.rotr(block, x, amount)
            }
            7 => {
                let zero = constant(self, 0);
                let y = if c & 2 == 0 { y } else { constant(self, i64::from(c)) };
                let bits = match c & 1 {
                    0 => self.proc.bit_and(block, x, y),
                    _ => self.proc.bit_and(block, y, x),
                };
                self.proc.equal(block, bits, zero)
            }
            8 => {
                // Of the constants that fit 32 bits, this one's negation does not.
                let constant = constant(self, i64::from(if c & 1 == 0 { i32::MIN } else { c.into() }));
                self.proc.sub(block, y, constant)
            }
            9 => {
                // No bit of no bits is set.
                let none = constant(self, 0);
                let bits = self.proc.bit_and(block, x, none);
                self.proc.trap_if(block, bits, super::trap_code(c));
                y
            }
            10 => {
                let y = self.operand(Type::Int32, b);
                self.narrow_change(y, c);
                return;
            }
            11 => {
                let carry = self.proc.add_const32(block, i32::from(c & 1));
                let sum = match c & 2 {
                    0 => self.proc.add_carry(block, x, y, carry),
                    _ => self.proc.sub_borrow(block, x, y, carry),
                };
                self.proc.extract(block, sum, u32::from(c >> 2 & 1))
            }
            _ => {
                let p = self.proc.less_than(block, x, y);
                let q = self.predicate(c, b, a);
                let q = match self.proc.type_of(q) {
                    Type::Int32 => q,
                    _ => self.proc.above(block, y, x),
                };
                let joined = match c & 1 {
                    0 => self.proc.bit_and(block, p, q),
                    _ => self.proc.bit_or(block, p, q),
                };
                self.proc.select(block, joined, x, y)
            }
        };
        if id != y {
            self.push(id, true);
        }
        if step.detail & 0x100 != 0 && self.proc.type_of(id) == Type::Int32 {
            let wide = self.proc.zext32(block, id);
            self.push(wide, true);
        }
    }

    /// x + (y << shift) + constant, with the constant in one of three places.
    fn sum(&mut self, ty: Type, x: ValueId, y: ValueId, word: u16) -> ValueId {
        let block = self.block;
        let offset = i64::from(word as i16) << (word & 16);
        let offset = self.proc.add_constant(block, ty, offset as u64);
        let shift = self.proc.add_const32(block, i32::from(word & 3));
        let plus = |this: &mut Self, value: ValueId, place: u16| match word >> 2 & 3 == place {
            true => this.proc.add(block, value, offset),
            false => value,
        };
        let (x, y) = (plus(self, x, 0), plus(self, y, 1));
        let scaled = self.proc.shl(block, y, shift);
        let sum = self.proc.add(block, x, scaled);
        plus(self, sum, 2)
    }
}
