//! Integers and booleans.

use super::{Leaves, Result, Translator};
use crate::ast::*;
use crate::table::Opcode;
use crate::types::{Kind, Type};
use barebones::base::{self, TrapCode};
use barebones::ir::ValueId;
use barebones_widths::int::{self, Int};
use smallvec::smallvec;

/// An operation on two values of the controlling type.
#[derive(Clone, Copy)]
pub(super) enum Binary {
    Add,
    Sub,
    Mul,
    MulHigh { signed: bool },
    Divide { signed: bool },
    Remainder { signed: bool },
    And,
    Or,
    Xor,
    AndNot,
    OrNot,
    XorNot,
    Shift(Shift),
    Least { signed: bool },
    Greatest { signed: bool },
}

/// A shift or rotation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shift {
    Left,
    Unsigned,
    Signed,
    RotateLeft,
    RotateRight,
}

/// The operation of an instruction, and true if its second operand is an immediate.
pub(super) fn binary(opcode: Opcode) -> Option<(Binary, bool)> {
    use Opcode as O;
    let (operation, immediate) = match opcode {
        O::Iadd => (Binary::Add, false),
        O::IaddImm => (Binary::Add, true),
        O::Isub => (Binary::Sub, false),
        O::Imul => (Binary::Mul, false),
        O::ImulImm => (Binary::Mul, true),
        O::Smulhi => (Binary::MulHigh { signed: true }, false),
        O::Umulhi => (Binary::MulHigh { signed: false }, false),
        O::Sdiv => (Binary::Divide { signed: true }, false),
        O::SdivImm => (Binary::Divide { signed: true }, true),
        O::Udiv => (Binary::Divide { signed: false }, false),
        O::UdivImm => (Binary::Divide { signed: false }, true),
        O::Srem => (Binary::Remainder { signed: true }, false),
        O::SremImm => (Binary::Remainder { signed: true }, true),
        O::Urem => (Binary::Remainder { signed: false }, false),
        O::UremImm => (Binary::Remainder { signed: false }, true),
        O::Band => (Binary::And, false),
        O::BandImm => (Binary::And, true),
        O::Bor => (Binary::Or, false),
        O::BorImm => (Binary::Or, true),
        O::Bxor => (Binary::Xor, false),
        O::BxorImm => (Binary::Xor, true),
        O::BandNot => (Binary::AndNot, false),
        O::BorNot => (Binary::OrNot, false),
        O::BxorNot => (Binary::XorNot, false),
        O::Ishl => (Binary::Shift(Shift::Left), false),
        O::IshlImm => (Binary::Shift(Shift::Left), true),
        O::Ushr => (Binary::Shift(Shift::Unsigned), false),
        O::UshrImm => (Binary::Shift(Shift::Unsigned), true),
        O::Sshr => (Binary::Shift(Shift::Signed), false),
        O::SshrImm => (Binary::Shift(Shift::Signed), true),
        O::Rotl => (Binary::Shift(Shift::RotateLeft), false),
        O::RotlImm => (Binary::Shift(Shift::RotateLeft), true),
        O::Rotr => (Binary::Shift(Shift::RotateRight), false),
        O::RotrImm => (Binary::Shift(Shift::RotateRight), true),
        O::Smin => (Binary::Least { signed: true }, false),
        O::Umin => (Binary::Least { signed: false }, false),
        O::Smax => (Binary::Greatest { signed: true }, false),
        O::Umax => (Binary::Greatest { signed: false }, false),
        _ => return None,
    };
    Some((operation, immediate))
}

/// Whether a sum or difference with a carry or overflow is signed, and whether it is a difference.
pub(super) fn sum(opcode: Opcode) -> Option<(bool, bool)> {
    use Opcode as O;
    Some(match opcode {
        O::UaddOverflow | O::UaddOverflowCin | O::UaddOverflowTrap => (false, false),
        O::IaddCin | O::IaddCout | O::IaddCarry => (false, false),
        O::SaddOverflow | O::SaddOverflowCin => (true, false),
        O::UsubOverflow | O::UsubOverflowBin => (false, true),
        O::IsubBin | O::IsubBout | O::IsubBorrow => (false, true),
        O::SsubOverflow | O::SsubOverflowBin => (true, true),
        _ => return None,
    })
}

impl Translator<'_> {
    /// Translates an operation on integers, booleans or bits; false if the instruction is another.
    pub(super) fn int(&mut self, inst: &Inst) -> Result<bool> {
        if self.is_wide(inst) && self.wide_int(inst)? {
            return Ok(true);
        }
        if let Some((operation, immediate)) = binary(inst.opcode) {
            let (x, ty) = (self.arg(inst, 0)?, self.arg_type(inst, 0)?);
            let y = match (operation, immediate) {
                (Binary::Shift(_), true) => {
                    let amount = self.immediate(inst)?;
                    self.b().const32(amount as i32)
                }
                (Binary::Shift(_), false) => match inst.args.get(1) {
                    Some(amount) => self.low(*amount)?,
                    None => return self.invalid("an operand is missing"),
                },
                (_, true) => {
                    let value = self.immediate(inst)?;
                    self.int_const(ty.bits, value)
                }
                (_, false) => self.arg(inst, 1)?,
            };
            let result = self.binary(operation, x, y, ty);
            self.set(inst, 0, result);
            return Ok(true);
        }
        match inst.opcode {
            Opcode::Iconst => {
                let value = self.immediate(inst)?;
                let ty = self.controlling(inst)?;
                self.core(ty)?;
                let id = self.int_const(ty.bits, value);
                self.set(inst, 0, id);
            }
            Opcode::Bconst => {
                let Immediate::Bool(value) = inst.imm else {
                    return self.invalid("a truth value is missing");
                };
                let ty = self.controlling(inst)?;
                let bits = if ty.bits == 1 { i64::from(value) } else { -i64::from(value) };
                let id = self.int_const(ty.bits, bits);
                self.set(inst, 0, id);
            }
            Opcode::IrsubImm => {
                let (x, ty) = (self.arg(inst, 0)?, self.arg_type(inst, 0)?);
                let value = self.immediate(inst)?;
                let constant = self.int_const(ty.bits, value);
                let result = self.b().sub(constant, x);
                self.set(inst, 0, result);
            }
            Opcode::Icmp | Opcode::IcmpImm => {
                let (x, ty) = (self.arg(inst, 0)?, self.arg_type(inst, 0)?);
                let y = self.second(inst, ty)?;
                let result = self.compare(inst, &[x], &[y], ty)?;
                self.set(inst, 0, result);
            }
            Opcode::Ifcmp | Opcode::IfcmpImm => {
                let (x, ty) = (self.arg(inst, 0)?, self.arg_type(inst, 0)?);
                let y = self.second(inst, ty)?;
                self.remember(inst, 0, smallvec![x], smallvec![y])?;
            }
            Opcode::IfcmpSp => {
                let x = self.arg(inst, 0)?;
                let y = self.b().stack_pointer();
                let y = self.address_as(inst, y);
                self.remember(inst, 0, smallvec![x], smallvec![y])?;
            }
            Opcode::Trueif | Opcode::Trueff => {
                let result = self.flags_condition(inst)?;
                self.set(inst, 0, result);
            }
            Opcode::Select | Opcode::SelectSpectreGuard => {
                let condition = self.condition(inst, 0)?;
                self.select(inst, condition)?;
            }
            Opcode::Selectif => {
                let condition = self.flags_condition(inst)?;
                self.select(inst, condition)?;
            }
            Opcode::Bitselect => {
                let masks = self.arg_leaves(inst, 0)?;
                let [xs, ys] = [self.arg_leaves(inst, 1)?, self.arg_leaves(inst, 2)?];
                let mut leaves = Leaves::new();
                for ((mask, x), y) in masks.into_iter().zip(xs).zip(ys) {
                    let chosen = self.b().bit_and(mask, x);
                    let inverted = self.invert(mask);
                    let mut b = self.b();
                    let others = b.bit_and(inverted, y);
                    leaves.push(b.bit_or(chosen, others));
                }
                self.set_leaves(inst, 0, leaves);
            }
            Opcode::Ineg | Opcode::Iabs | Opcode::Bnot => self.unary(inst)?,
            Opcode::Clz | Opcode::Ctz | Opcode::Cls | Opcode::Popcnt | Opcode::Bitrev | Opcode::Bswap => {
                self.count(inst)?;
            }
            Opcode::Bitcast | Opcode::RawBitcast => self.bitcast(inst)?,
            Opcode::Bmask | Opcode::Bextend => {
                let condition = self.condition(inst, 0)?;
                let ty = self.controlling(inst)?;
                self.core(ty)?;
                let result = self.mask(condition, ty);
                self.set(inst, 0, result);
            }
            Opcode::Bint => {
                let value = self.condition(inst, 0)?;
                let ty = self.controlling(inst)?;
                self.core(ty)?;
                let mut b = self.b();
                let zero_type = b.proc.type_of(value);
                let zero = b.constant(zero_type, 0);
                let bit = b.not_equal(value, zero);
                let bit = self.bit(bit);
                let result = if ty.bits == 64 { self.b().zext32(bit) } else { bit };
                self.set(inst, 0, result);
            }
            Opcode::Breduce | Opcode::Ireduce => {
                let Some(value) = inst.args.first() else { return self.invalid("an operand is missing") };
                let to = self.controlling(inst)?;
                let result = if to.bits == 64 { self.get(*value)? } else { self.low(*value)? };
                self.set(inst, 0, result);
            }
            Opcode::Uextend | Opcode::Sextend => {
                let (value, from) = (self.arg(inst, 0)?, self.arg_type(inst, 0)?);
                let to = self.controlling(inst)?;
                self.core(to)?;
                let result = self.extend(value, from.bits, to.bits, inst.opcode == Opcode::Sextend);
                self.set(inst, 0, result);
            }
            Opcode::Isplit => self.split_halves(inst)?,
            Opcode::Iconcat => self.concat(inst)?,
            _ => return self.carries(inst),
        }
        Ok(true)
    }

    pub(super) fn immediate(&self, inst: &Inst) -> Result<i64> {
        match inst.imm {
            Immediate::Int(value) => Ok(value),
            _ => self.invalid("an immediate is missing"),
        }
    }

    /// The second operand: a value, or an immediate.
    fn second(&mut self, inst: &Inst, ty: Type) -> Result<ValueId> {
        match inst.imm {
            Immediate::Int(value) => Ok(self.int_const(ty.bits, value)),
            _ => self.arg(inst, 1),
        }
    }

    /// The same bits as another type.
    fn bitcast(&mut self, inst: &Inst) -> Result<()> {
        let (from, to) = (self.arg_type(inst, 0)?, self.controlling(inst)?);
        if from.bits * from.lanes != to.bits * to.lanes || from.bits == 1 {
            return self.invalid("a bitcast between types of different sizes");
        }
        let leaves = self.arg_leaves(inst, 0)?;
        if from.lanes == to.lanes && self.leaf_types(from)? == self.leaf_types(to)? {
            self.set_leaves(inst, 0, leaves);
            return Ok(());
        }
        let (value, _) = (self.arg(inst, 0)?, self.core(to)?);
        let result = self.b().bitwise_cast(value);
        self.set(inst, 0, result);
        Ok(())
    }

    fn select(&mut self, inst: &Inst, condition: ValueId) -> Result<()> {
        let [xs, ys] = [self.arg_leaves(inst, 1)?, self.arg_leaves(inst, 2)?];
        let mut leaves = Leaves::new();
        for (x, y) in xs.into_iter().zip(ys) {
            let used = self.used_bits(x).max(self.used_bits(y));
            let result = self.b().select(condition, x, y);
            self.limit_bits(result, used);
            leaves.push(result);
        }
        self.set_leaves(inst, 0, leaves);
        Ok(())
    }

    /// All bits set if a value is not zero, else none.
    pub(super) fn mask(&mut self, condition: ValueId, to: Type) -> ValueId {
        let mut b = self.b();
        let ty = b.proc.type_of(condition);
        let zero = b.constant(ty, 0);
        let bit = b.not_equal(condition, zero);
        let bit = if to.bits == 64 { b.zext32(bit) } else { bit };
        b.neg(bit)
    }

    /// All bits inverted.
    pub(super) fn invert(&mut self, value: ValueId) -> ValueId {
        let mut b = self.b();
        let ty = b.proc.type_of(value);
        let ones = b.constant(ty, u64::MAX);
        b.bit_xor(value, ones)
    }

    /// An integer of some width as one with more bits.
    pub(super) fn extend(&mut self, value: ValueId, from: u16, to: u16, signed: bool) -> ValueId {
        match (signed, to, from) {
            _ if from == to => value,
            (false, 64, _) => {
                let low = self.zext(value, from);
                self.b().zext32(low)
            }
            (false, ..) => self.zext(value, from),
            (true, 64, 8) => self.b().sext8_to_64(value),
            (true, 64, 16) => self.b().sext16_to_64(value),
            (true, 64, _) => {
                let low = self.sext(value, from);
                self.b().sext32(low)
            }
            (true, ..) => self.sext(value, from),
        }
    }

    fn extended(&mut self, value: ValueId, bits: u16, signed: bool) -> ValueId {
        if signed { self.sext(value, bits) } else { self.zext(value, bits) }
    }

    fn binary(&mut self, operation: Binary, x: ValueId, y: ValueId, ty: Type) -> ValueId {
        let bits = ty.bits;
        match operation {
            Binary::Add => self.b().add(x, y),
            Binary::Sub => self.b().sub(x, y),
            Binary::Mul => self.b().mul(x, y),
            Binary::And => self.b().bit_and(x, y),
            Binary::Or => self.b().bit_or(x, y),
            Binary::Xor => self.b().bit_xor(x, y),
            Binary::AndNot => {
                let y = self.invert(y);
                self.b().bit_and(x, y)
            }
            Binary::OrNot => {
                let y = self.invert(y);
                self.b().bit_or(x, y)
            }
            Binary::XorNot => {
                let y = self.invert(y);
                self.b().bit_xor(x, y)
            }
            Binary::MulHigh { signed } => {
                let [x, y] = [self.extended(x, bits, signed), self.extended(y, bits, signed)];
                let mut b = self.b();
                if bits < 32 {
                    let product = b.mul(x, y);
                    let shift = b.const32(i32::from(bits));
                    return b.zshr(product, shift);
                }
                if signed { b.mul_high(x, y) } else { b.umul_high(x, y) }
            }
            Binary::Divide { signed } => self.divide(x, y, bits, signed, false),
            Binary::Remainder { signed } => self.divide(x, y, bits, signed, true),
            Binary::Shift(shift) => self.shift(shift, x, y, bits),
            Binary::Least { signed } => {
                let [x, y] = [self.extended(x, bits, signed), self.extended(y, bits, signed)];
                let mut b = self.b();
                let less = if signed { b.less_than(x, y) } else { b.below(x, y) };
                b.select(less, x, y)
            }
            Binary::Greatest { signed } => {
                let [x, y] = [self.extended(x, bits, signed), self.extended(y, bits, signed)];
                let mut b = self.b();
                let greater = if signed { b.greater_than(x, y) } else { b.above(x, y) };
                b.select(greater, x, y)
            }
        }
    }

    /// A division: traps for a zero divisor, and for the smallest integer divided by -1.
    fn divide(&mut self, x: ValueId, y: ValueId, bits: u16, signed: bool, remainder: bool) -> ValueId {
        let [x, y] = [self.extended(x, bits, signed), self.extended(y, bits, signed)];
        let mut b = self.b();
        let ty = b.proc.type_of(x);
        let zero = b.constant(ty, 0);
        let is_zero = b.equal(y, zero);
        b.trap_if(is_zero, TrapCode::IntegerDivisionByZero);
        match (signed, remainder) {
            (false, false) => b.udiv(x, y),
            (false, true) => b.umod(x, y),
            (true, true) => b.chill_mod(x, y),
            (true, false) => {
                // Constants as sign-extended operands have them.
                let smallest = b.constant(ty, (-1_i64 << (bits - 1)) as u64);
                let minus_one = b.constant(ty, u64::MAX);
                let is_smallest = b.equal(x, smallest);
                let is_minus_one = b.equal(y, minus_one);
                let overflows = b.bit_and(is_smallest, is_minus_one);
                b.trap_if(overflows, TrapCode::IntegerOverflow);
                b.div(x, y)
            }
        }
    }

    /// A shift by an Int32, of which only the bits of the width count.
    fn shift(&mut self, shift: Shift, x: ValueId, amount: ValueId, bits: u16) -> ValueId {
        if bits >= 32 {
            let mut b = self.b();
            return match shift {
                Shift::Left => b.shl(x, amount),
                Shift::Unsigned => b.zshr(x, amount),
                Shift::Signed => b.sshr(x, amount),
                Shift::RotateLeft => b.rotl(x, amount),
                Shift::RotateRight => b.rotr(x, amount),
            };
        }
        let mut b = self.b();
        let mask = b.const32(i32::from(bits) - 1);
        let amount = b.bit_and(amount, mask);
        match shift {
            Shift::Left => self.b().shl(x, amount),
            Shift::Unsigned => {
                let x = self.zext(x, bits);
                let result = self.b().zshr(x, amount);
                self.limit_bits(result, bits);
                result
            }
            Shift::Signed => {
                let x = self.sext(x, bits);
                self.b().sshr(x, amount)
            }
            Shift::RotateLeft | Shift::RotateRight => {
                let x = self.zext(x, bits);
                let mut b = self.b();
                let zero = b.const32(0);
                let negated = b.sub(zero, amount);
                let opposite = b.bit_and(negated, mask);
                let (left, right) =
                    if shift == Shift::RotateLeft { (amount, opposite) } else { (opposite, amount) };
                let high = b.shl(x, left);
                let low = b.zshr(x, right);
                b.bit_or(high, low)
            }
        }
    }

    fn unary(&mut self, inst: &Inst) -> Result<()> {
        let (x, ty) = (self.arg(inst, 0)?, self.arg_type(inst, 0)?);
        let result = match inst.opcode {
            Opcode::Ineg => self.b().neg(x),
            Opcode::Bnot => self.invert(x),
            _ => {
                let x = self.sext(x, ty.bits);
                let mut b = self.b();
                let core = b.proc.type_of(x);
                let zero = b.constant(core, 0);
                let negative = b.less_than(x, zero);
                let negated = b.neg(x);
                b.select(negative, negated, x)
            }
        };
        self.set(inst, 0, result);
        Ok(())
    }

    /// Counts and permutations of bits.
    fn count(&mut self, inst: &Inst) -> Result<()> {
        let (x, ty) = (self.arg(inst, 0)?, self.arg_type(inst, 0)?);
        let bits = ty.bits;
        // Bits of the register above the type.
        let above = i32::from(if bits == 64 { 0 } else { 32 - bits });
        let result = match inst.opcode {
            Opcode::Clz => {
                let x = self.zext(x, bits);
                let count = self.b().clz(x);
                self.less(count, above)
            }
            Opcode::Ctz if bits < 32 => {
                // A bit above the type ends the count for 0.
                let mut b = self.b();
                let end = b.const32(1 << bits);
                let x = b.bit_or(x, end);
                b.ctz(x)
            }
            Opcode::Ctz => self.b().ctz(x),
            Opcode::Cls => {
                let x = self.sext(x, bits);
                let mut b = self.b();
                let shift = b.const32(if bits == 64 { 63 } else { 31 });
                let sign = b.sshr(x, shift);
                let differing = b.bit_xor(x, sign);
                let count = b.clz(differing);
                self.less(count, above + 1)
            }
            Opcode::Popcnt => {
                let x = self.zext(x, bits);
                self.b().pop_count(x)
            }
            Opcode::Bitrev => {
                let mut b = self.b();
                let reversed = b.bit_reverse(x);
                self.down(reversed, above)
            }
            _ if bits == 8 => x,
            _ => {
                let swapped = self.b().byte_swap(x);
                self.down(swapped, above)
            }
        };
        self.set(inst, 0, result);
        Ok(())
    }

    fn less(&mut self, value: ValueId, amount: i32) -> ValueId {
        if amount == 0 {
            return value;
        }
        let mut b = self.b();
        let ty = b.proc.type_of(value);
        let amount = b.constant(ty, amount as u64);
        b.sub(value, amount)
    }

    fn down(&mut self, value: ValueId, amount: i32) -> ValueId {
        if amount == 0 {
            return value;
        }
        let mut b = self.b();
        let shift = b.const32(amount);
        b.zshr(value, shift)
    }

    fn split_halves(&mut self, inst: &Inst) -> Result<()> {
        let (x, ty) = (self.arg(inst, 0)?, self.arg_type(inst, 0)?);
        let half = ty.bits / 2;
        let x = self.zext(x, ty.bits);
        let mut b = self.b();
        let shift = b.const32(i32::from(half));
        let high = b.zshr(x, shift);
        let (low, high) = if ty.bits == 64 { (b.trunc(x), b.trunc(high)) } else { (x, high) };
        self.set(inst, 0, low);
        self.set(inst, 1, high);
        Ok(())
    }

    fn concat(&mut self, inst: &Inst) -> Result<()> {
        let [low, high] = [self.arg(inst, 0)?, self.arg(inst, 1)?];
        let bits = self.arg_type(inst, 0)?.bits;
        let low = self.zext(low, bits);
        let mut b = self.b();
        let (low, high) = if bits == 32 { (b.zext32(low), b.zext32(high)) } else { (low, high) };
        let shift = b.const32(i32::from(bits));
        let high = b.shl(high, shift);
        let result = b.bit_or(low, high);
        self.set(inst, 0, result);
        Ok(())
    }

    /// Translates an operation with a carry or an overflow; false if the instruction is another.
    fn carries(&mut self, inst: &Inst) -> Result<bool> {
        use Opcode as O;
        let (signed, subtract) = match inst.opcode {
            O::UmulOverflow | O::SmulOverflow => {
                let (result, overflow) = self.multiply(inst, inst.opcode == O::SmulOverflow)?;
                self.set(inst, 0, result);
                self.set(inst, 1, overflow);
                return Ok(true);
            }
            opcode => match sum(opcode) {
                Some(kind) => kind,
                None => return self.intel(inst),
            },
        };
        let [x, y] = [self.arg(inst, 0)?, self.arg(inst, 1)?];
        let bits = self.arg_type(inst, 0)?.bits;
        let carry = match inst.args.len() {
            3 => Some(self.condition(inst, 2)?),
            _ => None,
        };
        let (result, overflow) = match bits {
            32 | 64 => self.sum(x, y, carry, signed, subtract),
            _ => self.narrow_sum(x, y, carry, bits, signed, subtract),
        };
        if inst.opcode == O::UaddOverflowTrap {
            let code = self.code(inst)?;
            self.b().trap_if(overflow, code);
        }
        self.set(inst, 0, result);
        self.set(inst, 1, overflow);
        Ok(true)
    }

    /// The sum or difference of two machine words, and its carry or overflow.
    fn sum(
        &mut self,
        x: ValueId,
        y: ValueId,
        carry: Option<ValueId>,
        signed: bool,
        subtract: bool,
    ) -> (ValueId, ValueId) {
        let mut b = self.b();
        let Some(carry) = carry else {
            let both = match (signed, subtract) {
                (true, false) => b.add_overflow(x, y),
                (true, true) => b.sub_overflow(x, y),
                (false, false) => b.uadd_overflow(x, y),
                (false, true) => b.usub_overflow(x, y),
            };
            let [result, overflow] = [b.extract(both, 0), b.extract(both, 1)];
            return (result, self.bit(overflow));
        };
        let both = if subtract { b.sub_borrow(x, y, carry) } else { b.add_carry(x, y, carry) };
        let [result, carry] = [b.extract(both, 0), b.extract(both, 1)];
        if !signed {
            return (result, self.bit(carry));
        }
        // A sum overflows if its sign differs from both operands; a difference if that of x differs from both others.
        let one = b.bit_xor(x, result);
        let other = if subtract { b.bit_xor(x, y) } else { b.bit_xor(y, result) };
        let signs = b.bit_and(one, other);
        let ty = b.proc.type_of(signs);
        let zero = b.constant(ty, 0);
        let overflow = b.less_than(signs, zero);
        (result, self.bit(overflow))
    }

    /// As [`Translator::sum`], for narrow integers: the sum of the extended operands has all bits.
    fn narrow_sum(
        &mut self,
        x: ValueId,
        y: ValueId,
        carry: Option<ValueId>,
        bits: u16,
        signed: bool,
        subtract: bool,
    ) -> (ValueId, ValueId) {
        let [x, y] = [self.extended(x, bits, signed), self.extended(y, bits, signed)];
        let mut b = self.b();
        let mut result = if subtract { b.sub(x, y) } else { b.add(x, y) };
        if let Some(carry) = carry {
            let zero = b.const32(0);
            let carry = b.not_equal(carry, zero);
            result = if subtract { b.sub(result, carry) } else { b.add(result, carry) };
        }
        let cut = self.extended(result, bits, signed);
        let overflow = self.b().not_equal(cut, result);
        (result, self.bit(overflow))
    }

    /// A product, and whether it overflows.
    fn multiply(&mut self, inst: &Inst, signed: bool) -> Result<(ValueId, ValueId)> {
        let [x, y] = [self.arg(inst, 0)?, self.arg(inst, 1)?];
        let bits = self.arg_type(inst, 0)?.bits;
        if bits < 32 {
            let [x, y] = [self.extended(x, bits, signed), self.extended(y, bits, signed)];
            let product = self.b().mul(x, y);
            let cut = self.extended(product, bits, signed);
            let overflow = self.b().not_equal(cut, product);
            return Ok((product, self.bit(overflow)));
        }
        let mut b = self.b();
        let both = if signed { b.mul_overflow(x, y) } else { b.umul_overflow(x, y) };
        let [product, overflow] = [b.extract(both, 0), b.extract(both, 1)];
        Ok((product, self.bit(overflow)))
    }

    /// Translates an instruction of Intel's group; false if the instruction is another.
    fn intel(&mut self, inst: &Inst) -> Result<bool> {
        let is_word = |ty: Type| ty.kind == Kind::Int && matches!(ty.bits, 32 | 64);
        match inst.opcode {
            Opcode::X86Smulx | Opcode::X86Umulx => {
                let [x, y] = [self.arg(inst, 0)?, self.arg(inst, 1)?];
                let ty = self.arg_type(inst, 0)?;
                let signed = inst.opcode == Opcode::X86Smulx;
                let high = self.binary(Binary::MulHigh { signed }, x, y, ty);
                let low = self.b().mul(x, y);
                self.set(inst, 0, low);
                self.set(inst, 1, high);
            }
            Opcode::X86Sdivmodx | Opcode::X86Udivmodx => {
                self.wide_divide(inst, inst.opcode == Opcode::X86Sdivmodx)?;
            }
            Opcode::X86Bsf | Opcode::X86Bsr => {
                let (x, ty) = (self.arg(inst, 0)?, self.arg_type(inst, 0)?);
                if !is_word(ty) {
                    return self.invalid("an integer of 32 or 64 bits is required");
                }
                let mut b = self.b();
                let core = b.proc.type_of(x);
                let zero = b.constant(core, 0);
                let result = if inst.opcode == Opcode::X86Bsf {
                    b.ctz(x)
                } else {
                    let count = b.clz(x);
                    let last = b.constant(core, u64::from(ty.bits) - 1);
                    b.bit_xor(count, last)
                };
                self.remember(inst, 1, smallvec![x], smallvec![zero])?;
                self.set(inst, 0, result);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The division of a double word by a word; traps if the quotient does not fit.
    fn wide_divide(&mut self, inst: &Inst, signed: bool) -> Result<()> {
        let [low, high, divisor] = [self.arg(inst, 0)?, self.arg(inst, 1)?, self.arg(inst, 2)?];
        match self.arg_type(inst, 0)?.bits {
            32 => {}
            64 => {
                let [numerator, divisor] = [Int::new(128, [low, high]), Int::new(64, [divisor])];
                let b = &mut self.proc.at(self.block);
                let sign = super::leaves::sign(signed);
                let (quotient, remainder) =
                    int::divide_wide(b, &mut self.helpers, &numerator, &divisor, sign);
                self.set_leaves(inst, 0, quotient.into_leaves());
                self.set_leaves(inst, 1, remainder.into_leaves());
                return Ok(());
            }
            _ => return self.invalid("an integer of 32 or 64 bits is required"),
        }
        let mut b = self.b();
        let zero = b.const32(0);
        let is_zero = b.equal(divisor, zero);
        b.trap_if(is_zero, TrapCode::IntegerDivisionByZero);
        let low = b.zext32(low);
        let high = b.zext32(high);
        let shift = b.const32(32);
        let high = b.shl(high, shift);
        let numerator = b.bit_or(low, high);
        let (quotient, remainder) = if signed {
            let divisor = b.sext32(divisor);
            // The quotient of the smallest integer and -1 does not fit either.
            (b.chill_div(numerator, divisor), b.chill_mod(numerator, divisor))
        } else {
            let divisor = b.zext32(divisor);
            (b.udiv(numerator, divisor), b.umod(numerator, divisor))
        };
        let cut = b.trunc(quotient);
        let whole = if signed { b.sext32(cut) } else { b.zext32(cut) };
        let overflows = b.not_equal(whole, quotient);
        b.trap_if(overflows, TrapCode::IntegerOverflow);
        let remainder = b.trunc(remainder);
        self.set(inst, 0, cut);
        self.set(inst, 1, remainder);
        Ok(())
    }

    /// The largest or smallest value of an integer type, as a constant of a core type.
    pub(super) fn limit(&mut self, ty: base::Type, bits: u16, signed: bool, largest: bool) -> ValueId {
        let value = match (signed, largest) {
            (true, true) => i64::MAX >> (64 - bits),
            (true, false) => -1 << (bits - 1),
            (false, true) => (u64::MAX >> (64 - bits)) as i64,
            (false, false) => 0,
        };
        self.b().constant(ty, value as u64)
    }
}
