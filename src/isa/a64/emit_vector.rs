//! Operations on vectors.

use super::emit::{Emit, W32};
use super::{VectorBinary, VectorUnary};
use crate::air::{Arg, Opcode};
use crate::base::{Lane, Reg, Width};

impl Emit<'_, '_> {
    /// Emits an operation on vectors. Returns false for other opcodes.
    pub(super) fn vector(&mut self, opcode: Opcode) -> bool {
        use VectorBinary as B;
        match opcode {
            Opcode::SelectVector => self.select_vector(),
            Opcode::VectorAnd => self.vector_bits(B::And),
            Opcode::VectorOr => self.vector_bits(B::Orr),
            Opcode::VectorXor => self.vector_bits(B::Eor),
            Opcode::VectorAndNot => self.vector_bits(B::Bic),
            Opcode::VectorNot => {
                let [from, to] = [0, 1].map(|n| self.reg(n));
                self.asm.vector_rr(VectorUnary::Mvn, None, to, from);
            }
            Opcode::VectorAdd => self.vector_binary(B::Add, B::Fadd),
            Opcode::VectorSub => self.vector_binary(B::Sub, B::Fsub),
            _ => return false,
        }
        true
    }

    /// The lanes in an operand; a number of none is that of the first lanes.
    fn lane(&mut self, n: usize) -> Lane {
        match self.arg(n) {
            Arg::Imm(number) => u32::try_from(number).ok().and_then(Lane::from_number).unwrap_or(Lane::I8x16),
            _ => {
                self.unexpected();
                Lane::I8x16
            }
        }
    }

    fn vector_bits(&mut self, op: VectorBinary) {
        let [a, b, to] = [0, 1, 2].map(|n| self.reg(n));
        self.asm.vector_rrr(op, None, to, a, b);
    }

    /// An operation on integers, or its variant on floats.
    fn vector_binary(&mut self, integers: VectorBinary, floats: VectorBinary) {
        let lane = self.lane(2);
        let [a, b, to] = [0, 1, 3].map(|n| self.reg(n));
        self.asm.vector_rrr(if lane.is_float() { floats } else { integers }, Some(lane), to, a, b);
    }

    /// `to = from`, all 128 bits, unless they are the same.
    fn copy_vector(&mut self, to: Reg, from: Reg) {
        if to != from {
            self.asm.vector_rrr(VectorBinary::Orr, None, to, from, from);
        }
    }

    pub(super) fn copy_float(&mut self, width: Width, to: Reg, from: Reg) {
        if width == Width::W128 { self.copy_vector(to, from) } else { self.copy(to, from) }
    }

    fn select_vector(&mut self) {
        let [predicate, then, otherwise, to] = [0, 1, 2, 3].map(|n| self.reg(n));
        let done = self.asm.buffer().new_label();
        self.copy_vector(to, then);
        self.asm.cbnz(W32, predicate, done);
        self.copy_vector(to, otherwise);
        self.asm.buffer().bind(done);
    }
}
