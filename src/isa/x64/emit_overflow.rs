//! Arithmetic with its overflow as a result.

use super::emit::Emit;
use super::emit_flags::FlagsOf;
use super::{Alu, Cond, Extend, Unary};
use crate::air::Opcode;
use crate::base::Width;

const W32: Width = Width::W32;
const W64: Width = Width::W64;

impl Emit<'_, '_> {
    /// Emits arithmetic with overflow. Returns false for other opcodes.
    pub(super) fn with_overflow(&mut self, opcode: Opcode) -> bool {
        use Opcode::*;
        match opcode {
            AddOverflow32 => self.sum_and_overflow(Alu::Add, W32, Cond::O),
            AddOverflow64 => self.sum_and_overflow(Alu::Add, W64, Cond::O),
            SubOverflow32 => self.sum_and_overflow(Alu::Sub, W32, Cond::O),
            SubOverflow64 => self.sum_and_overflow(Alu::Sub, W64, Cond::O),
            UAddOverflow32 => self.sum_and_overflow(Alu::Add, W32, Cond::B),
            UAddOverflow64 => self.sum_and_overflow(Alu::Add, W64, Cond::B),
            USubOverflow32 => self.sum_and_overflow(Alu::Sub, W32, Cond::B),
            USubOverflow64 => self.sum_and_overflow(Alu::Sub, W64, Cond::B),
            MulOverflow32 => self.product_and_overflow(W32),
            MulOverflow64 => self.product_and_overflow(W64),
            UMulOverflow32 => self.unsigned_product_and_overflow(W32),
            UMulOverflow64 => self.unsigned_product_and_overflow(W64),
            _ => return false,
        }
        true
    }

    /// Operand 3 = 1 if the condition holds, else 0; unless the next instruction tests the flags.
    fn set_flag(&mut self, cond: Cond) {
        if self.is_tested() {
            self.flags = FlagsOf::Overflow(cond);
            return;
        }
        let flag = self.reg(3);
        self.asm.setcc_r(cond, flag);
        self.asm.extend_rr(Extend::Zero8, W32, flag, flag);
    }

    fn sum_and_overflow(&mut self, alu: Alu, width: Width, cond: Cond) {
        let [a, to] = [0, 2].map(|n| self.reg(n));
        self.copy(width, to, a);
        match self.as_imm(1) {
            Some(imm) => self.asm.alu_ri(alu, width, to, imm),
            None => {
                let b = self.reg(1);
                self.asm.alu_rr(alu, width, to, b);
            }
        }
        self.set_flag(cond);
    }

    fn product_and_overflow(&mut self, width: Width) {
        let [a, b, to] = [0, 1, 2].map(|n| self.reg(n));
        self.copy(width, to, a);
        self.asm.imul_rr(width, to, b);
        self.set_flag(Cond::O);
    }

    /// The form requires operands 0 and 2 in `rax`, and clobbers `rdx`, the high half.
    fn unsigned_product_and_overflow(&mut self, width: Width) {
        let b = self.reg(1);
        self.asm.unary_r(Unary::Mul, width, b);
        self.set_flag(Cond::O);
    }
}
