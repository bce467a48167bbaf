//! Fuses two operations into one instruction, on targets with such instructions: a product and a sum, a shift or an
//! extension and its user, two shifts, a shift and a mask.
//!
//! The inner operation is not selected itself, so it must have no other user and be in the block of the outer one.
//! These operations are pure, so the values between the two do not matter.

use super::combinations::Rule;
use super::select::{Lowering, Result};
use crate::air::{Arg, IndexExtend, Opcode as Air, Tmp, find_form};
use crate::base::{Bank, ImmediateOf, Target, Type};
use crate::ir::{Opcode, ValueId};
use smallvec::SmallVec;

/// True if the target has such instructions.
pub(super) fn is_supported(target: Target) -> bool {
    let tmp = Arg::Tmp(Tmp::new(Bank::Gp, 0));
    find_form(Air::MulAdd64, target.desc.arch, target.features, &[tmp; 4]).is_some()
}

/// Instructions for 32 and 64 bits.
type Widths = [Air; 2];

/// How a second operand is shifted.
#[derive(Clone, Copy)]
enum Shift {
    Left,
    Right,
    UnsignedRight,
    RotateRight,
}

/// A value that is another value shifted by a constant less than its width.
#[derive(Clone, Copy)]
struct Shifted {
    shift: Shift,
    from: ValueId,
    amount: i64,
}

/// A value that is the lower half of another value, extended and then shifted left.
#[derive(Clone, Copy)]
pub(super) struct Extended {
    pub(super) from: ValueId,
    pub(super) extend: IndexExtend,
    pub(super) amount: i64,
}

/// The instructions for an operation with a shifted second operand.
fn with_shift(opcode: Opcode, shift: Shift) -> Option<Widths> {
    use Shift::*;
    Some(match (opcode, shift) {
        (Opcode::Add, Left) => [Air::AddLeftShift32, Air::AddLeftShift64],
        (Opcode::Add, Right) => [Air::AddRightShift32, Air::AddRightShift64],
        (Opcode::Add, UnsignedRight) => [Air::AddUnsignedRightShift32, Air::AddUnsignedRightShift64],
        (Opcode::Sub, Left) => [Air::SubLeftShift32, Air::SubLeftShift64],
        (Opcode::Sub, Right) => [Air::SubRightShift32, Air::SubRightShift64],
        (Opcode::Sub, UnsignedRight) => [Air::SubUnsignedRightShift32, Air::SubUnsignedRightShift64],
        (Opcode::BitAnd, Left) => [Air::AndLeftShift32, Air::AndLeftShift64],
        (Opcode::BitAnd, Right) => [Air::AndRightShift32, Air::AndRightShift64],
        (Opcode::BitAnd, UnsignedRight) => [Air::AndUnsignedRightShift32, Air::AndUnsignedRightShift64],
        (Opcode::BitAnd, RotateRight) => [Air::AndRotateRight32, Air::AndRotateRight64],
        (Opcode::BitOr, Left) => [Air::OrLeftShift32, Air::OrLeftShift64],
        (Opcode::BitOr, Right) => [Air::OrRightShift32, Air::OrRightShift64],
        (Opcode::BitOr, UnsignedRight) => [Air::OrUnsignedRightShift32, Air::OrUnsignedRightShift64],
        (Opcode::BitOr, RotateRight) => [Air::OrRotateRight32, Air::OrRotateRight64],
        (Opcode::BitXor, Left) => [Air::XorLeftShift32, Air::XorLeftShift64],
        (Opcode::BitXor, Right) => [Air::XorRightShift32, Air::XorRightShift64],
        (Opcode::BitXor, UnsignedRight) => [Air::XorUnsignedRightShift32, Air::XorUnsignedRightShift64],
        (Opcode::BitXor, RotateRight) => [Air::XorRotateRight32, Air::XorRotateRight64],
        _ => return None,
    })
}

/// Number of ones in a mask of contiguous low bits; `None` for other masks.
fn low_ones(bits: u64) -> Option<i64> {
    (bits != 0 && bits & bits.wrapping_add(1) == 0).then_some(i64::from(bits.count_ones()))
}

const EXTRACT: Widths = [Air::ExtractUnsignedBitfield32, Air::ExtractUnsignedBitfield64];
const EXTRACT_SIGNED: Widths = [Air::ExtractSignedBitfield32, Air::ExtractSignedBitfield64];
const INSERT: Widths = [Air::InsertUnsignedBitfieldInZero32, Air::InsertUnsignedBitfieldInZero64];
const INSERT_SIGNED: Widths = [Air::InsertSignedBitfieldInZero32, Air::InsertSignedBitfieldInZero64];
const REPLACE: Widths = [Air::InsertBitField32, Air::InsertBitField64];
const REPLACE_LOW: Widths = [Air::ExtractInsertBitfieldAtLowEnd32, Air::ExtractInsertBitfieldAtLowEnd64];

impl<const RECORDS: bool> Lowering<'_, RECORDS> {
    /// Emits an operation fused with one of its operands. Returns false and emits nothing if no instruction does both.
    #[inline(never)]
    pub(super) fn fuse_operand(&mut self, id: ValueId) -> Result<bool> {
        use Opcode::*;
        let opcode = self.proc.value(id).opcode();
        match opcode {
            SExt8 => return self.extended_field(id, 8),
            SExt16 => return self.extended_field(id, 16),
            Neg => return Ok(self.mask_on_flags(id)? || self.negated_product(id)?),
            SExt32 => return self.mask_on_flags(id),
            _ => {}
        }
        if !matches!(opcode, Add | Sub | Mul | BitAnd | BitOr | BitXor | Shl | SShr | ZShr) {
            return Ok(false);
        }
        let [a, b] = [self.child(id, 0), self.child(id, 1)];
        match opcode {
            Add => Ok(self.fuse_multiply_add(id, [Air::MulAdd32, Air::MulAdd64], [a, b])?
                || self.fuse_multiply_add(id, [Air::MulAdd32, Air::MulAdd64], [b, a])?
                || self.fuse_extended_operand(id, [Air::AddSignExtend32, Air::AddZeroExtend32], [a, b])?
                || self.fuse_extended_operand(id, [Air::AddSignExtend32, Air::AddZeroExtend32], [b, a])?
                || self.fuse_shifted_operand(id, [a, b])?
                || self.fuse_shifted_operand(id, [b, a])?),
            Sub => Ok(self.fuse_multiply_add(id, [Air::MulSub32, Air::MulSub64], [a, b])?
                || self.fuse_extended_operand(id, [Air::SubSignExtend32, Air::SubZeroExtend32], [a, b])?
                || self.fuse_shifted_operand(id, [a, b])?),
            Mul => self.product_of_extended(id, [a, b]),
            BitAnd => Ok(self.set_on_flags(id)?
                || self.masked_field(id, [a, b])?
                || self.fuse_shifted_operand(id, [a, b])?
                || self.fuse_shifted_operand(id, [b, a])?),
            BitOr => Ok(self.set_on_flags(id)?
                || self.joined(id, [a, b])?
                || self.joined(id, [b, a])?
                || self.replaced_field(id, [a, b])?
                || self.replaced_field(id, [b, a])?
                || self.fuse_inverted_operand(id, [Air::OrNot32, Air::OrNot64], [a, b])?
                || self.fuse_inverted_operand(id, [Air::OrNot32, Air::OrNot64], [b, a])?
                || self.fuse_shifted_operand(id, [a, b])?
                || self.fuse_shifted_operand(id, [b, a])?),
            BitXor => Ok(self.fuse_inverted_operand(id, [Air::XorNot32, Air::XorNot64], [a, b])?
                || self.fuse_inverted_operand(id, [Air::XorNot32, Air::XorNot64], [b, a])?
                || self.fuse_shifted_operand(id, [a, b])?
                || self.fuse_shifted_operand(id, [b, a])?),
            _ => self.shifted_field(id),
        }
    }

    /// True if the value's only user is the value being selected or a part of it, so that it can be fused.
    pub(super) fn is_fusible(&self, id: ValueId) -> bool {
        self.is_used_once(id) && !self.is_needed(id)
    }

    pub(super) fn is_fusible_op(&self, id: ValueId, opcode: Opcode) -> bool {
        self.proc.value(id).opcode() == opcode && self.is_fusible(id)
    }

    /// The value of a constant, as the bits of its type.
    fn constant(&self, id: ValueId) -> Option<u64> {
        match self.immediate(id) {
            Some(Arg::Imm(bits)) if self.proc.type_of(id) == Type::Int64 => Some(bits as u64),
            Some(Arg::Imm(bits)) => Some(u64::from(bits as u32)),
            _ => None,
        }
    }

    fn bits_of(&self, id: ValueId) -> i64 {
        i64::from(self.proc.type_of(id).size() * 8)
    }

    /// The parts of a shift by a constant, or of a product with a power of two.
    fn as_shift(&self, id: ValueId) -> Option<Shifted> {
        let value = self.proc.value(id);
        let shift = match value.opcode() {
            Opcode::Shl | Opcode::Mul => Shift::Left,
            Opcode::SShr => Shift::Right,
            Opcode::ZShr => Shift::UnsignedRight,
            Opcode::RotR | Opcode::RotL => Shift::RotateRight,
            _ => return None,
        };
        if !value.ty.is_int() {
            return None;
        }
        let [from, by] = [self.child(id, 0), self.child(id, 1)];
        let last = self.bits_of(id) - 1;
        let amount = match (value.opcode(), self.immediate(by)?) {
            (Opcode::Mul, _) => i64::from(self.constant(by).filter(|by| by.is_power_of_two())?.ilog2()),
            (Opcode::RotL, Arg::Imm(amount)) => amount.wrapping_neg() & last,
            (_, Arg::Imm(amount)) => amount & last,
            _ => return None,
        };
        Some(Shifted { shift, from, amount })
    }

    fn emit_wide(&mut self, id: ValueId, opcodes: Widths, args: &[Arg]) -> Result<bool> {
        let wide = self.proc.type_of(id) == Type::Int64;
        self.emit(opcodes[usize::from(wide)], args)?;
        Ok(true)
    }

    // ---- Products -------------------------------------------------------------------------------------

    /// Turn this: `c + a * b`, `c - a * b`, also of factors extended from 32 bits
    /// Into this: one instruction. Not if c is an immediate of an addition, or the product is a shift or a short sum.
    fn fuse_multiply_add(
        &mut self,
        id: ValueId,
        opcodes: Widths,
        [c, product]: [ValueId; 2],
    ) -> Result<bool> {
        if !self.is_fusible_op(product, Opcode::Mul)
            || self.is_encodable(c, ImmediateOf::Sum)
            || self.is_cheap_product(product)
        {
            return Ok(false);
        }
        if let Some((multiply, [a, b])) = self.extended_factors(product) {
            let opcode = match (multiply, opcodes[0]) {
                (Air::MulSignExtend32, Air::MulAdd32) => Air::MulAddSignExtend32,
                (Air::MulSignExtend32, _) => Air::MulSubSignExtend32,
                (_, Air::MulAdd32) => Air::MulAddZeroExtend32,
                (_, _) => Air::MulSubZeroExtend32,
            };
            let args = [self.tmp(a)?, self.tmp(b)?, self.tmp(c)?, self.tmp(id)?];
            self.emit(opcode, &args.map(Arg::Tmp))?;
            return Ok(true);
        }
        let [a, b] = [self.child(product, 0), self.child(product, 1)];
        self.took(Rule::MultiplyAdd, &[product]);
        let args = [self.tmp(a)?, self.tmp(b)?, self.tmp(c)?, self.tmp(id)?];
        self.emit_wide(id, opcodes, &args.map(Arg::Tmp))
    }

    /// True for products that are a shift, or the sum of a value and that value shifted.
    fn is_cheap_product(&self, product: ValueId) -> bool {
        let factor = self.immediate(self.child(product, 1));
        self.as_shift(product).is_some() || matches!(factor, Some(Arg::Imm(3 | 5 | 9)))
    }

    /// Turn this: `-(a * b)`
    /// Into this: one instruction
    fn negated_product(&mut self, id: ValueId) -> Result<bool> {
        let product = self.child(id, 0);
        if !self.is_fusible_op(product, Opcode::Mul) || self.is_cheap_product(product) {
            return Ok(false);
        }
        self.took(Rule::MultiplyNegate, &[product]);
        let [a, b] = [self.child(product, 0), self.child(product, 1)];
        let args = [self.tmp(a)?, self.tmp(b)?, self.tmp(id)?];
        self.emit_wide(id, [Air::MulNeg32, Air::MulNeg64], &args.map(Arg::Tmp))
    }

    /// Turn this: `SExt32(a) * SExt32(b)`, `ZExt32(a) * ZExt32(b)`, also with a 32-bit constant for b
    /// Into this: the 64-bit product of two 32-bit registers
    fn product_of_extended(&mut self, id: ValueId, factors: [ValueId; 2]) -> Result<bool> {
        let Some((opcode, [a, b])) = self.extended_factors(id) else {
            // The product with a negated factor is the negated product.
            let [a, b] = factors;
            for [negated, other] in [[a, b], [b, a]] {
                if self.is_fusible_op(negated, Opcode::Neg) && self.immediate(other).is_none() {
                    self.took(Rule::MultiplyNegate, &[negated]);
                    let args = [self.tmp(self.child(negated, 0))?, self.tmp(other)?, self.tmp(id)?];
                    return self.emit_wide(id, [Air::MulNeg32, Air::MulNeg64], &args.map(Arg::Tmp));
                }
            }
            return Ok(false);
        };
        if RECORDS {
            let extended = factors.into_iter().filter(|factor| ![a, b].contains(factor));
            self.took(Rule::MultiplyExtended, &extended.collect::<SmallVec<[ValueId; 2]>>());
        }
        let args = [self.tmp(a)?, self.tmp(b)?, self.tmp(id)?];
        self.emit(opcode, &args.map(Arg::Tmp))?;
        Ok(true)
    }

    /// The factors of a product with the same extension, without their extensions.
    fn extended_factors(&self, product: ValueId) -> Option<(Air, [ValueId; 2])> {
        let [a, b] = [self.child(product, 0), self.child(product, 1)];
        if self.proc.type_of(product) != Type::Int64 {
            return None;
        }
        let extension = self.proc.value(a).opcode();
        let (opcode, constants) = match extension {
            Opcode::SExt32 => (Air::MulSignExtend32, i64::from(i32::MIN)..=i64::from(i32::MAX)),
            Opcode::ZExt32 => (Air::MulZeroExtend32, 0..=i64::from(u32::MAX)),
            _ => return None,
        };
        let uses = if a == b { 2 } else { 1 };
        let is_fusible =
            |id: ValueId| self.is_local(id) && self.facts.value(id).uses() == uses && !self.is_needed(id);
        if !is_fusible(a) {
            return None;
        }
        let other = match self.immediate(b) {
            Some(Arg::Imm(factor)) if constants.contains(&factor) && factor.count_ones() > 1 => b,
            None if self.proc.value(b).opcode() == extension && is_fusible(b) => self.child(b, 0),
            _ => return None,
        };
        Some((opcode, [self.child(a, 0), other]))
    }

    // ---- Shifts and extensions of an operand ----------------------------------------------------------

    /// Turn this: `a op (b << n)`, `a op (b >> n)`
    /// Into this: one instruction. Not if a is constant: the plain operation has an immediate.
    fn fuse_shifted_operand(&mut self, id: ValueId, [a, b]: [ValueId; 2]) -> Result<bool> {
        let opcode = self.proc.value(id).opcode();
        if !self.is_fusible(b) || self.immediate(a).is_some() {
            return Ok(false);
        }
        let Some(Shifted { shift, from, amount }) = self.as_shift(b) else { return Ok(false) };
        let Some(opcodes) = with_shift(opcode, shift) else { return Ok(false) };
        self.took(Rule::ShiftedOperand, &[b]);
        let (a, b, to) = (self.tmp(a)?, self.tmp(from)?, self.tmp(id)?);
        self.emit_wide(id, opcodes, &[a.into(), b.into(), Arg::Imm(amount), to.into()])
    }

    /// Turn this: `a + SExt32(b)`, `a - (ZExt32(b) << n)`, where n is at most 4
    /// Into this: one instruction. An extension that is free or that a load does is not fused.
    fn fuse_extended_operand(
        &mut self,
        id: ValueId,
        [signed, unsigned]: [Air; 2],
        [a, b]: [ValueId; 2],
    ) -> Result<bool> {
        if self.immediate(a).is_some() {
            return Ok(false);
        }
        let Some(Extended { from, extend, amount }) = self.as_extended(b) else { return Ok(false) };
        let opcode = if extend == IndexExtend::Sign32 { signed } else { unsigned };
        if RECORDS {
            self.took(Rule::ExtendedOperand, &[b, self.shifted_from(b)]);
        }
        let (a, b, to) = (self.tmp(a)?, self.tmp(from)?, self.tmp(id)?);
        self.emit(opcode, &[a.into(), b.into(), Arg::Imm(amount), to.into()])?;
        Ok(true)
    }

    /// The parts of a 64-bit operand that is an extension of 32 bits, shifted left by at most 4.
    pub(super) fn as_extended(&self, id: ValueId) -> Option<Extended> {
        if self.proc.type_of(id) != Type::Int64 || !self.is_fusible(id) {
            return None;
        }
        let (extended, amount) = match self.as_shift(id) {
            Some(Shifted { shift: Shift::Left, from, amount: amount @ 0..=4 }) if self.is_fusible(from) => {
                (from, amount)
            }
            Some(_) => return None,
            None => (id, 0),
        };
        let is_signed = self.extension(extended).filter(|_| !self.is_cheap_extension(extended))?;
        let extend = if is_signed { IndexExtend::Sign32 } else { IndexExtend::Zero32 };
        Some(Extended { from: self.child(extended, 0), extend, amount })
    }

    /// The extension in an operand that is extended and perhaps shifted.
    pub(super) fn shifted_from(&self, id: ValueId) -> ValueId {
        self.as_shift(id).map_or(id, |shifted| shifted.from)
    }

    /// True for a 32-bit extension without other users that would be an instruction of its own.
    pub(super) fn is_fusible_extension(&self, id: ValueId) -> bool {
        self.state.fuses_operations
            && self.is_fusible(id)
            && self.extension(id).is_some()
            && !self.is_cheap_extension(id)
    }

    /// For an extension of the lower half of the first operand to 64 bits: whether it is signed.
    fn extension(&self, id: ValueId) -> Option<bool> {
        match self.proc.value(id).opcode() {
            Opcode::SExt32 => Some(true),
            Opcode::ZExt32 => Some(false),
            Opcode::BitAnd if self.constant(self.child(id, 1)) == Some(u64::from(u32::MAX)) => {
                (self.proc.type_of(id) == Type::Int64).then_some(false)
            }
            _ => None,
        }
    }

    /// True for an extension that needs no instruction, or that is done by a load without other users.
    fn is_cheap_extension(&self, id: ValueId) -> bool {
        use Opcode::{Load, Load8S, Load16S};
        let from = self.child(id, 0);
        let is_load = matches!(self.proc.value(from).opcode(), Load | Load8S | Load16S);
        is_load && self.is_used_once(from)
            || self.proc.value(id).opcode() == Opcode::ZExt32 && self.is_zero_extended(from)
    }

    /// Turn this: `a op ~b`
    /// Into this: one instruction
    fn fuse_inverted_operand(&mut self, id: ValueId, opcodes: Widths, [a, b]: [ValueId; 2]) -> Result<bool> {
        if !self.is_fusible_op(b, Opcode::BitXor) || self.immediate(a).is_some() {
            return Ok(false);
        }
        let [inverted, ones] = [self.child(b, 0), self.child(b, 1)];
        if self.immediate(ones) != Some(Arg::Imm(-1)) {
            return Ok(false);
        }
        self.took(Rule::InvertedOperand, &[b]);
        let (a, b, to) = (self.tmp(a)?, self.tmp(inverted)?, self.tmp(id)?);
        self.emit_wide(id, opcodes, &[a, b, to].map(Arg::Tmp))
    }

    // ---- Bitfields ------------------------------------------------------------------------------------

    /// Turn this: `(x >> n) & ones`, `(x << n) & (ones << n)`
    /// Into this: a bitfield instruction
    fn masked_field(&mut self, id: ValueId, [a, b]: [ValueId; 2]) -> Result<bool> {
        let (Some(mask), true) = (self.constant(b), self.is_fusible(a)) else { return Ok(false) };
        let Some(Shifted { shift, from, amount: amount @ 1.. }) = self.as_shift(a) else { return Ok(false) };
        let left = self.bits_of(id) - amount;
        let (opcodes, ones) = match shift {
            Shift::Left => {
                let is_above = mask.trailing_zeros() as i64 == amount;
                (INSERT, low_ones(mask >> amount).filter(|ones| is_above && *ones <= left))
            }
            Shift::Right => (EXTRACT, low_ones(mask).filter(|ones| *ones <= left)),
            Shift::UnsignedRight => (EXTRACT, low_ones(mask).map(|ones| ones.min(left))),
            Shift::RotateRight => return Ok(false),
        };
        match ones {
            Some(ones) => {
                self.took(Rule::ExtractField, &[a]);
                self.emit_field(id, opcodes, from, amount, ones)
            }
            None => Ok(false),
        }
    }

    /// Turn this: `(x << m) >> n`, `(x & mask) >> n`, `(x & ones) << n`, `SExt32(x) << n`
    /// Into this: a bitfield instruction
    fn shifted_field(&mut self, id: ValueId) -> Result<bool> {
        let Some(Shifted { shift, from: inner, amount }) = self.as_shift(id) else { return Ok(false) };
        if amount == 0 || !self.is_fusible(inner) {
            return Ok(false);
        }
        let bits = self.bits_of(id);
        let left = bits - amount;
        let value = self.proc.value(inner);
        match (value.opcode(), shift) {
            (Opcode::Shl, Shift::Right | Shift::UnsignedRight) => {
                let Some(Shifted { from, amount: up, .. }) = self.as_shift(inner) else { return Ok(false) };
                let signed = matches!(shift, Shift::Right);
                self.took(Rule::ExtractField, &[inner]);
                match amount - up {
                    down @ 0.. => {
                        self.emit_field(id, if signed { EXTRACT_SIGNED } else { EXTRACT }, from, down, left)
                    }
                    down => {
                        let opcodes = if signed { INSERT_SIGNED } else { INSERT };
                        self.emit_field(id, opcodes, from, -down, bits - up)
                    }
                }
            }
            (Opcode::BitAnd, Shift::Left | Shift::UnsignedRight) => {
                let Some(mask) = self.constant(self.child(inner, 1)) else { return Ok(false) };
                let (opcodes, ones) = match shift {
                    Shift::Left => (INSERT, low_ones(mask).map(|ones| ones.min(left))),
                    _ => (EXTRACT, low_ones(mask >> amount)),
                };
                match ones {
                    Some(ones) => {
                        self.took(Rule::ExtractField, &[inner]);
                        self.emit_field(id, opcodes, self.child(inner, 0), amount, ones)
                    }
                    None => Ok(false),
                }
            }
            (Opcode::SExt32 | Opcode::ZExt32, Shift::Left) if !self.is_cheap_extension(inner) => {
                let opcodes = if value.opcode() == Opcode::SExt32 { INSERT_SIGNED } else { INSERT };
                self.took(Rule::ExtractField, &[inner]);
                self.emit_field(id, opcodes, self.child(inner, 0), amount, left.min(32))
            }
            _ => Ok(false),
        }
    }

    /// Turn this: `SExt8(x >> n)`, `SExt16(x >> n)`
    /// Into this: a bitfield instruction
    fn extended_field(&mut self, id: ValueId, width: i64) -> Result<bool> {
        let inner = self.child(id, 0);
        if !self.is_fusible(inner) {
            return Ok(false);
        }
        match self.as_shift(inner) {
            Some(Shifted { shift: Shift::Right | Shift::UnsignedRight, from, amount })
                if amount + width <= self.bits_of(id) =>
            {
                self.took(Rule::ExtractField, &[inner]);
                self.emit_field(id, EXTRACT_SIGNED, from, amount, width)
            }
            _ => Ok(false),
        }
    }

    /// Turn this: `(x & ~(ones << n)) | ((y & ones) << n)`, `(x & ~ones) | ((y >> n) & ones)`
    /// Into this: an instruction that replaces a bitfield of x
    fn replaced_field(&mut self, id: ValueId, [base, field]: [ValueId; 2]) -> Result<bool> {
        if !self.is_fusible(base) || !self.is_fusible(field) {
            return Ok(false);
        }
        let kept = match self.proc.value(base).opcode() {
            Opcode::BitAnd => self.constant(self.child(base, 1)),
            Opcode::ZExt32 if !self.is_cheap_extension(base) => Some(u64::from(u32::MAX)),
            _ => None,
        };
        let all = u64::MAX >> (64 - self.bits_of(id));
        let replaced = kept.map(|kept| !kept & all);
        let Some(replaced) = replaced.filter(|replaced| *replaced != all) else { return Ok(false) };
        let Some((opcodes, from, first)) = self.field_in(field, replaced) else { return Ok(false) };
        self.took(Rule::ReplaceField, &[base, field]);
        let bits = Arg::Imm(i64::from(replaced.count_ones()));
        let (from, base, to) = (self.tmp(from)?, self.tmp(self.child(base, 0))?, self.tmp(id)?);
        self.emit_wide(id, opcodes, &[from.into(), Arg::Imm(first), bits, base.into(), to.into()])
    }

    /// Matches `field` as a bitfield of another value at the bits `replaced`, with zeros elsewhere. Returns the
    /// instruction that inserts the bitfield, its source, and the bit position to insert at or extract from.
    fn field_in(&self, field: ValueId, replaced: u64) -> Option<(Widths, ValueId, i64)> {
        let first = i64::from(replaced.trailing_zeros());
        let ones = low_ones(replaced.checked_shr(first as u32)?)?;
        let bits = self.bits_of(field);
        if let Some(Shifted { shift, from, amount: amount @ 1.. }) = self.as_shift(field) {
            let has_rest = amount + ones == bits;
            return match shift {
                Shift::Left if amount == first && has_rest => Some((REPLACE, from, amount)),
                Shift::Left if amount == first && self.is_fusible_op(from, Opcode::BitAnd) => {
                    let is_field = low_ones(self.constant(self.child(from, 1))?)? == ones;
                    is_field.then_some((REPLACE, self.child(from, 0), amount))
                }
                Shift::UnsignedRight if first == 0 && has_rest => Some((REPLACE_LOW, from, amount)),
                _ => None,
            };
        }
        if self.proc.value(field).opcode() != Opcode::BitAnd
            || self.constant(self.child(field, 1)) != Some(replaced)
        {
            return None;
        }
        let inner = self.child(field, 0);
        match self.as_shift(inner).filter(|_| self.is_fusible(inner)) {
            Some(Shifted { shift: Shift::Left, from, amount }) if first != 0 && amount == first => {
                Some((REPLACE, from, amount))
            }
            Some(Shifted { shift: Shift::Right | Shift::UnsignedRight, from, amount })
                if first == 0 && amount + ones <= bits =>
            {
                Some((REPLACE_LOW, from, amount))
            }
            _ => (first == 0).then_some((REPLACE_LOW, inner, 0)),
        }
    }

    fn emit_field(
        &mut self,
        id: ValueId,
        opcodes: Widths,
        from: ValueId,
        first: i64,
        bits: i64,
    ) -> Result<bool> {
        let (from, to) = (self.tmp(from)?, self.tmp(id)?);
        self.emit_wide(id, opcodes, &[from.into(), Arg::Imm(first), Arg::Imm(bits), to.into()])
    }

    /// Turn this: `(x << n) | (y >> (bits - n))`, with a logical right shift
    /// Into this: the extraction of a register from both
    fn joined(&mut self, id: ValueId, [high, low]: [ValueId; 2]) -> Result<bool> {
        let halves = [high, low];
        if !self.is_fusible_op(high, Opcode::Shl) || !self.is_fusible_op(low, Opcode::ZShr) {
            return Ok(false);
        }
        let (Some(high), Some(low)) = (self.as_shift(high), self.as_shift(low)) else { return Ok(false) };
        if low.amount == 0 || high.amount + low.amount != self.bits_of(id) {
            return Ok(false);
        }
        self.took(Rule::JoinHalves, &halves);
        let (a, b, to) = (self.tmp(high.from)?, self.tmp(low.from)?, self.tmp(id)?);
        let opcodes = [Air::ExtractRegister32, Air::ExtractRegister64];
        self.emit_wide(id, opcodes, &[a.into(), b.into(), Arg::Imm(low.amount), to.into()])
    }
}
