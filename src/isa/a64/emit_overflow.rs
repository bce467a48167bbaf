//! Arithmetic with its overflow as a result.

use super::emit::{Emit, W32, W64};
use super::registers::{X17, ZR};
use super::{Arith, Cond, Extend, Multiply, ShiftKind, arithmetic_immediate};
use crate::air::{Arg, Inst, Opcode};
use crate::base::{IntCondition, Width};

impl Emit<'_, '_> {
    /// Emits arithmetic with overflow. Returns false for other opcodes.
    pub(super) fn with_overflow(&mut self, opcode: Opcode) -> bool {
        use Opcode::*;
        match opcode {
            AddOverflow32 => self.sum_and_overflow(Arith::Adds, W32, Cond::Vs),
            AddOverflow64 => self.sum_and_overflow(Arith::Adds, W64, Cond::Vs),
            SubOverflow32 => self.sum_and_overflow(Arith::Subs, W32, Cond::Vs),
            SubOverflow64 => self.sum_and_overflow(Arith::Subs, W64, Cond::Vs),
            UAddOverflow32 => self.sum_and_overflow(Arith::Adds, W32, Cond::Hs),
            UAddOverflow64 => self.sum_and_overflow(Arith::Adds, W64, Cond::Hs),
            USubOverflow32 => self.sum_and_overflow(Arith::Subs, W32, Cond::Lo),
            USubOverflow64 => self.sum_and_overflow(Arith::Subs, W64, Cond::Lo),
            MulOverflow32 => self.narrow_product(true),
            MulOverflow64 => self.wide_product(true),
            UMulOverflow32 => self.narrow_product(false),
            UMulOverflow64 => self.wide_product(false),
            _ => return false,
        }
        true
    }

    fn sum_and_overflow(&mut self, op: Arith, width: Width, cond: Cond) {
        let [a, to] = [0, 2].map(|n| self.reg(n));
        match self.as_imm(1).and_then(|imm| u64::try_from(imm).ok()) {
            Some(imm) if arithmetic_immediate(imm).is_some() => self.asm.arith_rri(op, width, to, a, imm),
            _ => {
                let b = self.reg_or_imm(1, width);
                self.asm.arith_rrr(op, width, to, a, b);
            }
        }
        self.set_flag(cond);
    }

    /// True if the instruction computes an overflow that stays in the flags, or tests it.
    pub(super) fn is_tested(&self) -> bool {
        self.inst.is_some_and(Inst::is_tested)
    }

    /// The condition code for the overflow in the flags, or for its absence if the condition is equality with zero.
    pub(super) fn tested_overflow(&mut self) -> Cond {
        match (self.overflow.take(), self.arg(0)) {
            (Some(cond), Arg::IntCondition(IntCondition::NotEqual)) => cond,
            (Some(cond), Arg::IntCondition(IntCondition::Equal)) => cond.inverted(),
            _ => {
                self.unexpected();
                Cond::Vs
            }
        }
    }

    /// Operand 3 = 1 if the condition holds, else 0; unless the next instruction tests the flags.
    fn set_flag(&mut self, cond: Cond) {
        if self.is_tested() {
            self.overflow = Some(cond);
            return;
        }
        let flag = self.reg(3);
        self.asm.cset(W32, flag, cond);
    }

    /// A product of 32 bits: it overflows if the extension of its low half is not the whole product.
    fn narrow_product(&mut self, signed: bool) {
        let [a, b, to] = [0, 1, 2].map(|n| self.reg(n));
        let (multiply, extend) = match signed {
            true => (Multiply::Smaddl, Extend::Sign32),
            false => (Multiply::Umaddl, Extend::Zero32),
        };
        self.asm.multiply_rrrr(multiply, W64, X17, a, b, ZR);
        self.asm.arith_rre(Arith::Subs, W64, ZR, X17, X17, extend, 0);
        self.asm.mov_rr(W32, to, X17);
        self.set_flag(Cond::Ne);
    }

    /// A product of 64 bits: it overflows if the high half is not the extension of the low half.
    fn wide_product(&mut self, signed: bool) {
        let [a, b, to] = [0, 1, 2].map(|n| self.reg(n));
        match signed {
            true => self.asm.smulh(X17, a, b),
            false => self.asm.umulh(X17, a, b),
        }
        self.asm.mul_rrr(W64, to, a, b);
        match signed {
            true => self.asm.arith_rrs(Arith::Subs, W64, ZR, X17, to, ShiftKind::Asr, 63),
            false => self.asm.cmp_rr(W64, X17, ZR),
        }
        self.set_flag(Cond::Ne);
    }
}
