//! Groups of values that instruction selection fuses into one instruction, and near misses.

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
            x = self.proc.at(block).load(ty, self.buffer, offset as i32);
        }
        let y = self.operand(ty, b);
        let constant = |this: &mut Self, value: i64| this.proc.at(block).constant(ty, value as u64);
        if step.detail >> 9 & 7 == 0 {
            return self.words(step.operands);
        }
        let id = match step.detail % 30 {
            0 => {
                let ones = constant(self, -1);
                let flipped = self.proc.at(block).bit_xor(y, ones);
                self.proc.at(block).bit_and(x, flipped)
            }
            1 => {
                let negated = self.proc.at(block).neg(x);
                self.proc.at(block).bit_and(negated, x)
            }
            2 => {
                let one = constant(self, if c & 1 == 0 { 1 } else { -1 });
                let less = match c & 1 {
                    0 => self.proc.at(block).sub(x, one),
                    _ => self.proc.at(block).add(x, one),
                };
                self.proc.at(block).bit_and(x, less)
            }
            3 => self.sum(ty, x, y, c),
            4 => {
                let factor = constant(self, [2, 3, 4, 5, 8, 9, 16, 7, -2, i64::MIN][c as usize % 10]);
                self.proc.at(block).mul(x, factor)
            }
            5 => {
                let mask = constant(self, [0xff, 0xffff, 0xffff_ffff, 0x1ff][c as usize % 4]);
                self.proc.at(block).bit_and(x, mask)
            }
            6 => {
                let amount = self.proc.at(block).const32(i32::from(c as u8));
                self.proc.at(block).rotr(x, amount)
            }
            7 => {
                let zero = constant(self, 0);
                let y = if c & 2 == 0 { y } else { constant(self, i64::from(c)) };
                let bits = match c & 1 {
                    0 => self.proc.at(block).bit_and(x, y),
                    _ => self.proc.at(block).bit_and(y, x),
                };
                self.proc.at(block).equal(bits, zero)
            }
            8 => {
                // Among the constants that fit 32 bits, only this one's negation does not.
                let constant = constant(self, i64::from(if c & 1 == 0 { i32::MIN } else { c.into() }));
                self.proc.at(block).sub(y, constant)
            }
            9 => {
                // Always zero, so it never traps.
                let none = constant(self, 0);
                let bits = self.proc.at(block).bit_and(x, none);
                self.proc.at(block).trap_if(bits, super::trap_code(c));
                y
            }
            10 => {
                let y = self.operand(Type::Int32, b);
                self.narrow_update(y, c);
                return;
            }
            11 => {
                let carry = self.proc.at(block).const32(i32::from(c & 1));
                let sum = match c & 2 {
                    0 => self.proc.at(block).add_carry(x, y, carry),
                    _ => self.proc.at(block).sub_borrow(x, y, carry),
                };
                self.proc.at(block).extract(sum, u32::from(c >> 2 & 1))
            }
            12..=15 => self.with_shifted(ty, [x, y], step.detail, c),
            16 => {
                let ones = constant(self, if c & 0x1c == 0 { 1 } else { -1 });
                let flipped = self.proc.at(block).bit_xor(y, ones);
                let [left, right] = if c & 2 == 0 { [x, flipped] } else { [flipped, x] };
                match c & 1 {
                    0 => self.proc.at(block).bit_or(left, right),
                    _ => self.proc.at(block).bit_xor(left, right),
                }
            }
            17 => self.joined(ty, x, y, c),
            18 => self.field(ty, x, c),
            19 => self.product(ty, [x, y], [a, b, c]),
            20 => self.with_extended(x, [a, b, c]),
            21 => self.insert_field(ty, [x, y], c),
            22 | 23 => self.select_computed(ty, [x, y], step.detail / 30, [a, b, c]),
            24 | 25 => self.divisions(ty, [x, y], c),
            27 | 28 => self.single_bit(ty, [x, y], c),
            26 => self.both_halves([x, y], c),
            _ => {
                let p = self.proc.at(block).less_than(x, y);
                let q = self.predicate(c, b, a);
                let q = match self.proc.type_of(q) {
                    Type::Int32 => q,
                    _ => self.proc.at(block).above(y, x),
                };
                let joined = match c & 1 {
                    0 => self.proc.at(block).bit_and(p, q),
                    _ => self.proc.at(block).bit_or(p, q),
                };
                self.proc.at(block).select(joined, x, y)
            }
        };
        if id != y {
            self.push(id, true);
        }
        if step.detail & 0x100 != 0 && self.proc.type_of(id) == Type::Int32 {
            let wide = self.proc.at(block).zext32(id);
            self.push(wide, true);
        }
    }

    /// A value shifted by a constant, which may be 0.
    fn shifted(&mut self, value: ValueId, kind: u16, amount: i32) -> ValueId {
        let block = self.block;
        let mut b = self.proc.at(block);
        let amount = b.const32(amount);
        match kind % 5 {
            0 => b.shl(value, amount),
            1 => b.sshr(value, amount),
            2 => b.zshr(value, amount),
            3 => b.rotr(value, amount),
            _ => b.rotl(value, amount),
        }
    }

    /// x op (y shifted), in either order.
    fn with_shifted(&mut self, ty: Type, [x, y]: [ValueId; 2], kinds: u16, word: u16) -> ValueId {
        let block = self.block;
        let y = self.shifted(y, kinds >> 5, i32::from(word & 63) % (ty.size() as i32 * 8));
        let [left, right] = if word & 0x3c0 == 0 { [y, x] } else { [x, y] };
        match (kinds >> 9) % 5 {
            0 => self.proc.at(block).add(left, right),
            1 => self.proc.at(block).sub(left, right),
            2 => self.proc.at(block).bit_and(left, right),
            3 => self.proc.at(block).bit_or(left, right),
            _ => self.proc.at(block).bit_xor(left, right),
        }
    }

    /// The upper bits of one value joined with the lower bits of another; sometimes off by one bit.
    fn joined(&mut self, ty: Type, x: ValueId, y: ValueId, word: u16) -> ValueId {
        let bits = ty.size() as i32 * 8;
        let amount = 1 + i32::from(word) % (bits - 1);
        let high = self.shifted(x, 0, amount);
        let low = self.shifted(y, 2, bits - amount - i32::from(word & 0x1c0 == 0));
        self.proc.at(self.block).bit_or(high, low)
    }

    /// A bit field of a value, moved to another position.
    fn field(&mut self, ty: Type, x: ValueId, word: u16) -> ValueId {
        let block = self.block;
        let bits = ty.size() as i32 * 8;
        let amounts = [0, 6].map(|by| i32::from(word >> by & 63) % bits);
        let ones = self.proc.at(block).constant(ty, (1 << (word & 31)) - 1);
        match word >> 12 {
            0..=4 => {
                let up = self.shifted(x, 0, amounts[0]);
                self.shifted(up, 1 + (word >> 12 & 1), amounts[1])
            }
            5 | 6 => {
                let masked = self.proc.at(block).bit_and(x, ones);
                self.shifted(masked, word >> 12 & 1, amounts[1])
            }
            7 | 8 => {
                let down = self.shifted(x, 1 + (word >> 12 & 1), amounts[1]);
                self.proc.at(block).bit_and(down, ones)
            }
            9 | 10 if ty == Type::Int32 => {
                let down = self.shifted(x, 2, amounts[1]);
                if word >> 12 & 1 == 0 {
                    self.proc.at(block).sext8(down)
                } else {
                    self.proc.at(block).sext16(down)
                }
            }
            _ => {
                let mut b = self.proc.at(block);
                let low = if ty == Type::Int32 { x } else { b.trunc(x) };
                let wide = match word >> 12 & 1 {
                    0 => b.sext32(low),
                    _ => b.zext32(low),
                };
                self.shifted(wide, 0, i32::from(word & 63))
            }
        }
    }

    /// A product, a sum with it, or its negation.
    fn product(&mut self, ty: Type, [x, y]: [ValueId; 2], [a, b, c]: [u16; 3]) -> ValueId {
        let block = self.block;
        let [mut x, mut y] = [x, y];
        if c & 0x18 == 0 {
            [x, y] = [a, b].map(|word| {
                let low = self.operand(Type::Int32, word);
                if c & 4 == 0 { self.proc.at(block).sext32(low) } else { self.proc.at(block).zext32(low) }
            });
            let product = self.proc.at(block).mul(x, y);
            let other = self.operand(Type::Int64, b.wrapping_add(c));
            return match c & 3 {
                0 => self.proc.at(block).add(other, product),
                1 => self.proc.at(block).sub(other, product),
                _ => product,
            };
        }
        if c & 0x18 == 8 {
            x = self.proc.at(block).neg(x);
        }
        let product = self.proc.at(block).mul(x, y);
        let other = self.operand(ty, b.wrapping_add(c));
        match c % 4 {
            0 => self.proc.at(block).add(other, product),
            1 => self.proc.at(block).sub(other, product),
            2 => self.proc.at(block).neg(product),
            _ => product,
        }
    }

    /// A quotient and a remainder, mostly of the same operands, in either order; sometimes one is used between them.
    fn divisions(&mut self, ty: Type, [x, y]: [ValueId; 2], word: u16) -> ValueId {
        let mut b = self.proc.at(self.block);
        let bits = u64::from(ty.size()) * 8;
        let number = [10, 3, 7, 8, 100, -10, -8, 1 << 20, 1_000_000_007, i64::MAX >> (64 - bits)];
        let divisor = match word & 3 {
            0 => b.constant(ty, number[usize::from(word >> 2) % number.len()] as u64),
            // Neither 0 nor -1.
            1 => {
                let masked = b.constant(ty, 0xff);
                let masked = b.bit_and(y, masked);
                let one = b.constant(ty, 1);
                b.bit_or(masked, one)
            }
            _ => y,
        };
        let is_defined = word & 3 < 2;
        let again = match word >> 6 & 15 {
            0 => b.constant(ty, 5),
            1 => b.constant(ty, 10),
            _ => divisor,
        };
        let again_is_defined = is_defined || again != divisor;
        let mut apply = |is_remainder: bool, divisor: ValueId, is_defined: bool, kind: u16| match (
            word >> 10 & 1 == 0 && is_defined,
            is_remainder,
        ) {
            (true, false) => b.udiv(x, divisor),
            (true, true) => b.umod(x, divisor),
            (false, false) if is_defined && kind != 0 => b.div(x, divisor),
            (false, true) if is_defined && kind != 0 => b.modulo(x, divisor),
            (false, false) => b.chill_div(x, divisor),
            (false, true) => b.chill_mod(x, divisor),
        };
        let first_is_remainder = word & 0x800 != 0;
        let first = apply(first_is_remainder, divisor, is_defined, word >> 12 & 1);
        let second = apply(!first_is_remainder, again, again_is_defined, word >> 13 & 1);
        match word >> 14 {
            0 => b.add(first, second),
            1 => {
                let used = b.bit_xor(first, x);
                b.sub(used, second)
            }
            2 => {
                self.push(first, true);
                second
            }
            _ => {
                self.push(second, true);
                first
            }
        }
    }

    /// A value with one bit set, cleared or inverted.
    fn single_bit(&mut self, ty: Type, [x, y]: [ValueId; 2], word: u16) -> ValueId {
        let mut b = self.proc.at(self.block);
        let number = if ty == Type::Int64 { b.trunc(y) } else { y };
        let bit = match word & 3 {
            0 => b.constant(ty, 1 << (word >> 4 & (ty.size() * 8 - 1) as u16)),
            _ => {
                let one = b.constant(ty, if word & 0xf000 == 0 { 2 } else { 1 });
                b.shl(one, number)
            }
        };
        match word >> 2 & 3 {
            0 => b.bit_or(bit, x),
            1 => b.bit_xor(x, bit),
            _ => {
                let ones = b.constant(ty, u64::MAX);
                let mask = b.bit_xor(bit, ones);
                b.bit_and(x, mask)
            }
        }
    }

    /// The low and the high half of a product, signed or unsigned, in either order.
    fn both_halves(&mut self, [x, y]: [ValueId; 2], word: u16) -> ValueId {
        let mut b = self.proc.at(self.block);
        let mut half = |is_high: bool| match (is_high, word & 2 == 0) {
            (false, _) => b.mul(x, y),
            (true, false) => b.mul_high(y, x),
            (true, true) => b.umul_high(x, y),
        };
        let [first, second] = [half(word & 1 == 0), half(word & 1 != 0)];
        if word & 4 == 0 {
            return b.sub(first, second);
        }
        self.push(first, true);
        second
    }

    /// A 64-bit value combined with an extended one, perhaps shifted.
    fn with_extended(&mut self, x: ValueId, [a, b, c]: [u16; 3]) -> ValueId {
        let block = self.block;
        let x = if self.proc.type_of(x) == Type::Int64 { x } else { self.operand(Type::Int64, a) };
        let low = self.operand(Type::Int32, b);
        let wide = if c & 1 == 0 { self.proc.at(block).sext32(low) } else { self.proc.at(block).zext32(low) };
        let wide = if c & 4 == 0 { wide } else { self.shifted(wide, 0, i32::from(c >> 3 & 7)) };
        if c & 2 == 0 { self.proc.at(block).add(x, wide) } else { self.proc.at(block).sub(x, wide) }
    }

    /// x + (y << shift) + constant, with the constant in one of three positions.
    fn sum(&mut self, ty: Type, x: ValueId, y: ValueId, word: u16) -> ValueId {
        let block = self.block;
        let offset = i64::from(word as i16) << (word & 16);
        let offset = self.proc.at(block).constant(ty, offset as u64);
        let shift = self.proc.at(block).const32(i32::from(word & 3));
        let plus = |this: &mut Self, value: ValueId, place: u16| match word >> 2 & 3 == place {
            true => this.proc.at(block).add(value, offset),
            false => value,
        };
        let (x, y) = (plus(self, x, 0), plus(self, y, 1));
        let scaled = self.proc.at(block).shl(y, shift);
        let sum = self.proc.at(block).add(x, scaled);
        plus(self, sum, 2)
    }
}
