//! Instructions that set the flags for others, and the consumers of such flags.
//!
//! Only moves inserted by the register allocator can come between the two, and no move of this target writes the flags.

use super::emit::{Emit, W32, W64, immediate_bits};
use super::masm::{Flags, float_flags};
use super::registers::{X16, X17, ZR};
use super::{Cond, CondCompare, Logic, Select, logical_immediate};
use crate::air::{Arg, Opcode};
use crate::base::Width;

impl Emit<'_, '_> {
    /// Emits an instruction that sets or reads flags as an operand. Returns false for other opcodes.
    pub(super) fn on_flags(&mut self, opcode: Opcode) -> bool {
        use Opcode::*;
        match opcode {
            CompareOnFlags32 => self.compare_ints(W32, 0),
            CompareOnFlags64 => self.compare_ints(W64, 0),
            TestOnFlags32 => self.test_on_flags(W32),
            TestOnFlags64 => self.test_on_flags(W64),
            CompareFloatOnFlags => self.compare_floats_on_flags(W32),
            CompareDoubleOnFlags => self.compare_floats_on_flags(W64),
            CompareConditionallyOnFlags32 => self.compare_conditionally(W32),
            CompareConditionallyOnFlags64 => self.compare_conditionally(W64),
            CompareFloatConditionallyOnFlags => self.compare_floats_conditionally(W32),
            CompareDoubleConditionallyOnFlags => self.compare_floats_conditionally(W64),
            SetOnFlags => {
                let flags = self.flags(0);
                self.set(flags, 1);
            }
            BranchOnFlags => {
                let flags = self.flags(0);
                self.branch(|emit, inverted, target| {
                    emit.jump_if(if inverted { flags.inverted() } else { flags }, target);
                });
            }
            TrapIfOnFlags => {
                let (flags, trap) = (self.flags(0), self.trap_operand(1));
                self.jump_if(flags, trap);
            }
            MoveConditionallyOnFlags => self.select_on_flags(Select::Csel, W64),
            MoveDoubleConditionallyOnFlags => {
                let flags = self.flags(0);
                self.move_double_if(flags, 1);
            }
            MoveOrIncrementOnFlags32 => self.select_on_flags(Select::Csinc, W32),
            MoveOrIncrementOnFlags64 => self.select_on_flags(Select::Csinc, W64),
            MoveOrInvertOnFlags32 => self.select_on_flags(Select::Csinv, W32),
            MoveOrInvertOnFlags64 => self.select_on_flags(Select::Csinv, W64),
            MoveOrNegateOnFlags32 => self.select_on_flags(Select::Csneg, W32),
            MoveOrNegateOnFlags64 => self.select_on_flags(Select::Csneg, W64),
            _ => return false,
        }
        true
    }

    /// The flags for which the condition of an operand is true.
    pub(super) fn flags(&mut self, n: usize) -> Flags {
        match self.arg(n) {
            Arg::IntCondition(condition) => Flags::One(condition.into()),
            Arg::FloatCondition(condition) => float_flags(condition),
            _ => {
                self.unexpected();
                Flags::One(Cond::Eq)
            }
        }
    }

    /// Like [`Emit::flags`], for an instruction with one condition code.
    fn one_flag(&mut self, n: usize) -> Cond {
        match self.flags(n) {
            Flags::One(cond) => cond,
            _ => {
                self.unexpected();
                Cond::Eq
            }
        }
    }

    fn test_on_flags(&mut self, width: Width) {
        let a = self.reg(0);
        match self.as_imm(1).map(|imm| immediate_bits(imm, width)) {
            Some(bits) if logical_immediate(bits, width).is_some() => {
                self.asm.logic_rri(Logic::Ands, width, ZR, a, bits);
            }
            _ => {
                let b = self.reg_or_imm(1, width);
                self.asm.logic_rrr(Logic::Ands, width, ZR, a, b);
            }
        }
    }

    fn compare_floats_on_flags(&mut self, width: Width) {
        let [a, b] = [0, 1].map(|n| self.reg(n));
        self.asm.fcmp_rr(width, a, b);
    }

    fn compare_conditionally(&mut self, width: Width) {
        const MAX: i32 = 31; // the largest immediate
        const MIN: i32 = -MAX;
        let (cond, a, nzcv) = (self.one_flag(0), self.reg(1), flags_with(self.one_flag(3)));
        match self.as_imm(2) {
            Some(imm @ 0..=MAX) => {
                self.asm.cond_compare_ri(CondCompare::Ccmp, width, a, imm as u32, nzcv, cond);
            }
            // a - b and a + (-b) set the same flags unless b is zero.
            Some(imm @ MIN..0) => {
                self.asm.cond_compare_ri(CondCompare::Ccmn, width, a, imm.unsigned_abs(), nzcv, cond);
            }
            _ => {
                let b = self.reg_or_imm(2, width);
                self.asm.cond_compare_rr(CondCompare::Ccmp, width, a, b, nzcv, cond);
            }
        }
    }

    fn compare_floats_conditionally(&mut self, width: Width) {
        let (cond, nzcv) = (self.one_flag(0), flags_with(self.one_flag(3)));
        let [a, b] = [1, 2].map(|n| self.reg(n));
        self.asm.fccmp_rr(width, a, b, nzcv, cond);
    }

    /// Selects operand 1, or `op` applied to operand 2, into operand 3.
    fn select_on_flags(&mut self, op: Select, width: Width) {
        let flags = self.flags(0);
        let (then, otherwise) = (self.reg_or_imm_in(1, width, X16), self.reg_or_imm_in(2, width, X17));
        let to = self.reg(3);
        match flags {
            Flags::One(cond) => self.asm.select_rrr(op, width, to, then, otherwise, cond),
            Flags::Either(a, b) => {
                self.asm.select_rrr(op, width, X17, then, otherwise, a);
                self.asm.select_rrr(Select::Csel, width, to, then, X17, b);
            }
            Flags::Both(a, b) => {
                self.asm.select_rrr(op, width, X16, then, otherwise, b);
                self.asm.select_rrr(op, width, to, X16, otherwise, a);
            }
        }
    }
}

/// N, Z, C and V, from bit 3 down, for which the condition is true.
const fn flags_with(cond: Cond) -> u32 {
    const N: u32 = 8;
    const Z: u32 = 4;
    const C: u32 = 2;
    const V: u32 = 1;
    match cond {
        Cond::Eq | Cond::Le => Z,
        Cond::Hs | Cond::Hi => C,
        Cond::Mi | Cond::Lt => N,
        Cond::Vs => V,
        Cond::Ne | Cond::Lo | Cond::Pl | Cond::Vc | Cond::Ls | Cond::Ge | Cond::Gt => 0,
    }
}
