//! Operations on vectors.

use super::emit::Emit;
use super::{Cond, FloatOp};
use crate::air::{Arg, Opcode};
use crate::base::{Lane, Reg, Width};

/// The integer operations of 8, 16, 32 and 64 bits, then those of floats and doubles.
type Family = [FloatOp; 6];

const ADD: Family =
    [FloatOp::Paddb, FloatOp::Paddw, FloatOp::Paddd, FloatOp::Paddq, FloatOp::Addps, FloatOp::Addpd];
const SUB: Family =
    [FloatOp::Psubb, FloatOp::Psubw, FloatOp::Psubd, FloatOp::Psubq, FloatOp::Subps, FloatOp::Subpd];

/// The operation of a family for these lanes. The sign of integers makes no difference.
fn of_lane(family: Family, lane: Lane) -> FloatOp {
    family[if lane.is_float() { 4 } else { 0 }
        + (lane.bits().ilog2() - if lane.is_float() { 5 } else { 3 }) as usize]
}

impl Emit<'_, '_> {
    /// Emits an operation on vectors. Returns false for other opcodes.
    pub(super) fn vector(&mut self, opcode: Opcode) -> bool {
        match opcode {
            Opcode::SelectVector => self.select_vector(),
            Opcode::VectorAnd => self.vector_binary(FloatOp::Andps, 2, true),
            Opcode::VectorOr => self.vector_binary(FloatOp::Orps, 2, true),
            Opcode::VectorXor => self.vector_binary(FloatOp::Xorps, 2, true),
            Opcode::VectorAndNot => self.vector_and_not(),
            Opcode::VectorAdd => {
                let op = of_lane(ADD, self.lane(2));
                self.vector_binary(op, 3, true);
            }
            Opcode::VectorSub => {
                let op = of_lane(SUB, self.lane(2));
                self.vector_binary(op, 3, false);
            }
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

    /// `result = op(0, 1)`. Without AVX, memory must be aligned, so it is a constant.
    fn vector_binary(&mut self, op: FloatOp, result: usize, commutes: bool) {
        let (a, to) = (self.reg(0), self.reg(result));
        match (self.as_reg(1), self.is_avx()) {
            (Some(b), true) => self.asm.avx_rrr(op, to, a, b),
            (None, true) => {
                let b = self.mem(1);
                self.asm.avx_rrm(op, to, a, b);
            }
            (Some(b), false) if to == b && to != a => match commutes {
                true => self.asm.float_rr(op, to, a),
                false => self.unexpected(), // b is a late use
            },
            (Some(b), false) => {
                self.copy(Width::W128, to, a);
                self.asm.float_rr(op, to, b);
            }
            (None, false) => {
                self.copy(Width::W128, to, a);
                let b = self.mem(1);
                self.asm.float_rm(op, to, b);
            }
        }
    }

    /// `andnps` inverts its first operand, which is the second of `a & ~b`.
    fn vector_and_not(&mut self) {
        let (b, to) = (self.reg(1), self.reg(2));
        let op = FloatOp::Andnps;
        match (self.as_reg(0), self.is_avx()) {
            (Some(a), true) => self.asm.avx_rrr(op, to, b, a),
            (None, true) => {
                let a = self.mem(0);
                self.asm.avx_rrm(op, to, b, a);
            }
            (Some(a), false) => {
                self.copy(Width::W128, to, b);
                self.asm.float_rr(op, to, a);
            }
            (None, false) => {
                self.copy(Width::W128, to, b);
                let a = self.mem(0);
                self.asm.float_rm(op, to, a);
            }
        }
    }

    fn select_vector(&mut self) {
        let [predicate, then, otherwise, to]: [Reg; 4] = [0, 1, 2, 3].map(|n| self.reg(n));
        let done = self.asm.buffer().new_label();
        self.copy(Width::W128, to, then);
        self.asm.test_rr(Width::W32, predicate, predicate);
        self.asm.jcc_short(Cond::Ne, done);
        self.copy(Width::W128, to, otherwise);
        self.asm.buffer().bind(done);
    }
}
