//! Instructions that combine two operations, and bit fields.

use super::emit::{Emit, W32, W64};
use super::registers::ZR;
use super::{Arith, Bitfield, Extend, Logic, Multiply, ShiftKind};
use crate::air::Opcode;
use crate::base::Width;

/// The operation on a shifted second operand.
#[derive(Clone, Copy)]
enum Outer {
    Arith(Arith),
    Logic(Logic),
}

/// The parts of an operation with a shifted second operand.
fn shifted(opcode: Opcode) -> Option<(Outer, ShiftKind, Width)> {
    use Opcode::*;
    use Outer::{Arith as A, Logic as L};
    use ShiftKind::{Asr, Lsl, Lsr, Ror};
    Some(match opcode {
        AddLeftShift32 => (A(Arith::Add), Lsl, W32),
        AddLeftShift64 => (A(Arith::Add), Lsl, W64),
        AddRightShift32 => (A(Arith::Add), Asr, W32),
        AddRightShift64 => (A(Arith::Add), Asr, W64),
        AddUnsignedRightShift32 => (A(Arith::Add), Lsr, W32),
        AddUnsignedRightShift64 => (A(Arith::Add), Lsr, W64),
        SubLeftShift32 => (A(Arith::Sub), Lsl, W32),
        SubLeftShift64 => (A(Arith::Sub), Lsl, W64),
        SubRightShift32 => (A(Arith::Sub), Asr, W32),
        SubRightShift64 => (A(Arith::Sub), Asr, W64),
        SubUnsignedRightShift32 => (A(Arith::Sub), Lsr, W32),
        SubUnsignedRightShift64 => (A(Arith::Sub), Lsr, W64),
        AndLeftShift32 => (L(Logic::And), Lsl, W32),
        AndLeftShift64 => (L(Logic::And), Lsl, W64),
        AndRightShift32 => (L(Logic::And), Asr, W32),
        AndRightShift64 => (L(Logic::And), Asr, W64),
        AndUnsignedRightShift32 => (L(Logic::And), Lsr, W32),
        AndUnsignedRightShift64 => (L(Logic::And), Lsr, W64),
        AndRotateRight32 => (L(Logic::And), Ror, W32),
        AndRotateRight64 => (L(Logic::And), Ror, W64),
        OrLeftShift32 => (L(Logic::Orr), Lsl, W32),
        OrLeftShift64 => (L(Logic::Orr), Lsl, W64),
        OrRightShift32 => (L(Logic::Orr), Asr, W32),
        OrRightShift64 => (L(Logic::Orr), Asr, W64),
        OrUnsignedRightShift32 => (L(Logic::Orr), Lsr, W32),
        OrUnsignedRightShift64 => (L(Logic::Orr), Lsr, W64),
        OrRotateRight32 => (L(Logic::Orr), Ror, W32),
        OrRotateRight64 => (L(Logic::Orr), Ror, W64),
        XorLeftShift32 => (L(Logic::Eor), Lsl, W32),
        XorLeftShift64 => (L(Logic::Eor), Lsl, W64),
        XorRightShift32 => (L(Logic::Eor), Asr, W32),
        XorRightShift64 => (L(Logic::Eor), Asr, W64),
        XorUnsignedRightShift32 => (L(Logic::Eor), Lsr, W32),
        XorUnsignedRightShift64 => (L(Logic::Eor), Lsr, W64),
        XorRotateRight32 => (L(Logic::Eor), Ror, W32),
        XorRotateRight64 => (L(Logic::Eor), Ror, W64),
        _ => return None,
    })
}

impl Emit<'_, '_> {
    /// Emits a combined or bit field operation. Returns false for other opcodes.
    pub(super) fn merged(&mut self, opcode: Opcode) -> bool {
        use Opcode::*;
        match opcode {
            MulAdd32 => self.multiply_and(Multiply::Madd, W32),
            MulAdd64 => self.multiply_and(Multiply::Madd, W64),
            MulSub32 => self.multiply_and(Multiply::Msub, W32),
            MulSub64 => self.multiply_and(Multiply::Msub, W64),
            MulAddSignExtend32 => self.multiply_and(Multiply::Smaddl, W64),
            MulAddZeroExtend32 => self.multiply_and(Multiply::Umaddl, W64),
            MulSubSignExtend32 => self.multiply_and(Multiply::Smsubl, W64),
            MulSubZeroExtend32 => self.multiply_and(Multiply::Umsubl, W64),
            MulNeg32 => self.product(Multiply::Msub, W32),
            MulNeg64 => self.product(Multiply::Msub, W64),
            MulSignExtend32 => self.product(Multiply::Smaddl, W64),
            MulZeroExtend32 => self.product(Multiply::Umaddl, W64),
            AddSignExtend32 => self.extended(Arith::Add, Extend::Sign32),
            AddZeroExtend32 => self.extended(Arith::Add, Extend::Zero32),
            SubSignExtend32 => self.extended(Arith::Sub, Extend::Sign32),
            SubZeroExtend32 => self.extended(Arith::Sub, Extend::Zero32),
            OrNot32 => self.with_inverted(Logic::Orn, W32),
            OrNot64 => self.with_inverted(Logic::Orn, W64),
            XorNot32 => self.with_inverted(Logic::Eon, W32),
            XorNot64 => self.with_inverted(Logic::Eon, W64),
            ExtractUnsignedBitfield32 => self.extract(Bitfield::Ubfm, W32),
            ExtractUnsignedBitfield64 => self.extract(Bitfield::Ubfm, W64),
            ExtractSignedBitfield32 => self.extract(Bitfield::Sbfm, W32),
            ExtractSignedBitfield64 => self.extract(Bitfield::Sbfm, W64),
            InsertUnsignedBitfieldInZero32 => self.insert_in_zero(Bitfield::Ubfm, W32),
            InsertUnsignedBitfieldInZero64 => self.insert_in_zero(Bitfield::Ubfm, W64),
            InsertSignedBitfieldInZero32 => self.insert_in_zero(Bitfield::Sbfm, W32),
            InsertSignedBitfieldInZero64 => self.insert_in_zero(Bitfield::Sbfm, W64),
            InsertBitField32 => self.insert(W32),
            InsertBitField64 => self.insert(W64),
            ExtractInsertBitfieldAtLowEnd32 => self.extract_insert(W32),
            ExtractInsertBitfieldAtLowEnd64 => self.extract_insert(W64),
            ExtractRegister32 => self.extract_register(W32),
            ExtractRegister64 => self.extract_register(W64),
            _ => match shifted(opcode) {
                Some((outer, kind, width)) => self.with_shifted(outer, kind, width),
                None => return false,
            },
        }
        true
    }

    /// c + a * b, or c - a * b.
    fn multiply_and(&mut self, op: Multiply, width: Width) {
        let [a, b, c, to] = [0, 1, 2, 3].map(|n| self.reg(n));
        self.asm.multiply_rrrr(op, width, to, a, b, c);
    }

    /// 0 + a * b, or 0 - a * b.
    fn product(&mut self, op: Multiply, width: Width) {
        let [a, b, to] = [0, 1, 2].map(|n| self.reg(n));
        self.asm.multiply_rrrr(op, width, to, a, b, ZR);
    }

    /// The immediate of an operand, which must be 0 to 63.
    fn number(&mut self, n: usize) -> u32 {
        match self.as_imm(n) {
            Some(number @ 0..64) => number as u32,
            _ => {
                self.unexpected();
                0
            }
        }
    }

    fn with_shifted(&mut self, outer: Outer, kind: ShiftKind, width: Width) {
        let [a, b, to] = [0, 1, 3].map(|n| self.reg(n));
        let amount = self.number(2) & (width.bits() - 1);
        match outer {
            Outer::Arith(op) => self.asm.arith_rrs(op, width, to, a, b, kind, amount),
            Outer::Logic(op) => self.asm.logic_rrs(op, width, to, a, b, kind, amount),
        }
    }

    fn extended(&mut self, op: Arith, extend: Extend) {
        let [a, b, to] = [0, 1, 3].map(|n| self.reg(n));
        match self.number(2) {
            amount @ 0..=4 => self.asm.arith_rre(op, W64, to, a, b, extend, amount),
            _ => self.unexpected(),
        }
    }

    fn with_inverted(&mut self, op: Logic, width: Width) {
        let [a, b, to] = [0, 1, 2].map(|n| self.reg(n));
        self.asm.logic_rrr(op, width, to, a, b);
    }

    /// The first bit and the width of a field, if the register contains all of it.
    fn field(&mut self, width: Width) -> Option<(u32, u32)> {
        let (first, bits) = (self.number(1), self.number(2));
        let fits = bits > 0 && first + bits <= width.bits();
        if !fits {
            self.unexpected();
        }
        fits.then_some((first, bits))
    }

    fn extract(&mut self, op: Bitfield, width: Width) {
        let [from, to] = [0, 3].map(|n| self.reg(n));
        if let Some((first, bits)) = self.field(width) {
            self.asm.bitfield_rrii(op, width, to, from, first, first + bits - 1);
        }
    }

    fn insert_in_zero(&mut self, op: Bitfield, width: Width) {
        let [from, to] = [0, 3].map(|n| self.reg(n));
        if let Some((first, bits)) = self.field(width) {
            let rotated = (width.bits() - first) & (width.bits() - 1);
            self.asm.bitfield_rrii(op, width, to, from, rotated, bits - 1);
        }
    }

    /// Replaces a field of operand 3 by the low bits of operand 0.
    fn insert(&mut self, width: Width) {
        if let Some((first, bits)) = self.field(width) {
            let rotated = (width.bits() - first) & (width.bits() - 1);
            self.bits_into(width, rotated, bits - 1);
        }
    }

    /// Replaces the low bits of operand 3 by a field of operand 0.
    fn extract_insert(&mut self, width: Width) {
        if let Some((first, bits)) = self.field(width) {
            self.bits_into(width, first, first + bits - 1);
        }
    }

    /// Emits `bfm`. Operand 0 is a late use, so the copy does not overwrite it.
    fn bits_into(&mut self, width: Width, rotated: u32, last: u32) {
        let [from, base, to] = [0, 3, 4].map(|n| self.reg(n));
        // At 32 bits bfm clears the upper half in any case.
        self.copy(to, base);
        self.asm.bitfield_rrii(Bitfield::Bfm, width, to, from, rotated, last);
    }

    fn extract_register(&mut self, width: Width) {
        let [high, low, to] = [0, 1, 3].map(|n| self.reg(n));
        let amount = self.number(2) & (width.bits() - 1);
        self.asm.extr(width, to, high, low, amount);
    }
}
