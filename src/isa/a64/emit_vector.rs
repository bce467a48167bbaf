//! Operations on vectors.

use super::emit::{Emit, W32, W64};
use super::{FromGp, VectorBinary, VectorUnary};
use crate::air::{Arg, Opcode};
use crate::base::semantics::Operator;
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
            Opcode::VectorMul => self.in_lanes(Operator::VectorMul, [B::Mul, B::Mul, B::Fmul]),
            Opcode::VectorMul64 => self.vector_mul64(),
            Opcode::VectorDiv => self.in_lanes(Operator::VectorDiv, [B::Fdiv; 3]),
            Opcode::VectorNeg => self.vector_unary(Operator::VectorNeg, VectorUnary::Neg, VectorUnary::Fneg),
            Opcode::VectorAbs => self.vector_unary(Operator::VectorAbs, VectorUnary::Abs, VectorUnary::Fabs),
            Opcode::VectorMin => self.in_lanes(Operator::VectorMin, [B::Smin, B::Umin, B::Fmin]),
            Opcode::VectorMax => self.in_lanes(Operator::VectorMax, [B::Smax, B::Umax, B::Fmax]),
            Opcode::VectorFMin => self.in_lanes(Operator::VectorFMin, [B::Fmin; 3]),
            Opcode::VectorFMax => self.in_lanes(Operator::VectorFMax, [B::Fmax; 3]),
            Opcode::VectorAddSat => self.in_lanes(Operator::VectorAddSat, [B::Sqadd, B::Uqadd, B::Fadd]),
            Opcode::VectorSubSat => self.in_lanes(Operator::VectorSubSat, [B::Sqsub, B::Uqsub, B::Fsub]),
            Opcode::VectorAverage => self.in_lanes(Operator::VectorAverage, [B::Urhadd; 3]),
            Opcode::VectorEqual => self.in_lanes(Operator::VectorEqual, [B::Cmeq, B::Cmeq, B::Fcmeq]),
            // There are only instructions for greater.
            Opcode::VectorLessThan => self.exchanged(Operator::VectorLess, [B::Cmgt, B::Cmhi, B::Fcmgt]),
            Opcode::VectorBelow => self.exchanged(Operator::VectorBelow, [B::Cmgt, B::Cmhi, B::Fcmgt]),
            Opcode::VectorLessEqual => {
                self.exchanged(Operator::VectorLessEqual, [B::Cmge, B::Cmhs, B::Fcmge]);
            }
            Opcode::VectorNotGreater => {
                self.exchanged(Operator::VectorNotGreater, [B::Cmge, B::Cmhs, B::Fcmge]);
            }
            Opcode::VectorBitSelect => {
                let [a, b, mask, to] = [0, 1, 2, 3].map(|n| self.reg(n));
                self.copy_vector(to, mask);
                self.asm.vector_rrr(B::Bsl, None, to, a, b);
            }
            other => return self.vector_lanes(other),
        }
        true
    }

    /// The lanes in an operand; a number that the operator does not admit is that of its first lanes.
    pub(super) fn lane(&mut self, operator: Operator, n: usize) -> Lane {
        let lane = match self.arg(n) {
            Arg::Imm(number) => operator.lanes().with_number(number as u64),
            _ => {
                self.unexpected();
                None
            }
        };
        lane.unwrap_or(Lane::I8x16)
    }

    /// An operation on signed integers, unsigned integers or floats.
    pub(super) fn in_lanes(&mut self, operator: Operator, ops: [VectorBinary; 3]) {
        let [a, b] = [0, 1].map(|n| self.reg(n));
        self.on_lanes(operator, ops, a, b);
    }

    /// Like `in_lanes`, with the second operand first.
    fn exchanged(&mut self, operator: Operator, ops: [VectorBinary; 3]) {
        let [a, b] = [0, 1].map(|n| self.reg(n));
        self.on_lanes(operator, ops, b, a);
    }

    fn on_lanes(
        &mut self,
        operator: Operator,
        [signed, unsigned, floats]: [VectorBinary; 3],
        a: Reg,
        b: Reg,
    ) {
        let lane = self.lane(operator, 2);
        let op = match lane {
            lane if lane.is_float() => floats,
            lane if lane.is_unsigned() => unsigned,
            _ => signed,
        };
        let to = self.reg(3);
        self.asm.vector_rrr(op, Some(lane), to, a, b);
    }

    fn vector_unary(&mut self, operator: Operator, integers: VectorUnary, floats: VectorUnary) {
        let lane = self.lane(operator, 1);
        let [from, to] = [0, 2].map(|n| self.reg(n));
        self.asm.vector_rr(if lane.is_float() { floats } else { integers }, Some(lane), to, from);
    }

    /// There is no product of lanes of 64 bits: each is computed in general registers.
    fn vector_mul64(&mut self) {
        let [a, b, to, low, high, factor] = [0, 1, 2, 3, 4, 5].map(|n| self.reg(n));
        for (index, product) in [(0, low), (1, high)] {
            self.asm.umov(Lane::I64x2, product, a, index);
            self.asm.umov(Lane::I64x2, factor, b, index);
            self.asm.mul_rrr(W64, product, product, factor);
        }
        self.asm.from_gp(FromGp::Fmov, W64, W64, to, low);
        self.asm.ins(Lane::I64x2, to, 1, high);
    }

    fn vector_bits(&mut self, op: VectorBinary) {
        let [a, b, to] = [0, 1, 2].map(|n| self.reg(n));
        self.asm.vector_rrr(op, None, to, a, b);
    }

    /// An operation on integers, or its variant on floats.
    fn vector_binary(&mut self, integers: VectorBinary, floats: VectorBinary) {
        let lane = self.lane(Operator::VectorAdd, 2);
        let [a, b, to] = [0, 1, 3].map(|n| self.reg(n));
        self.asm.vector_rrr(if lane.is_float() { floats } else { integers }, Some(lane), to, a, b);
    }

    /// `to = from`, all 128 bits, unless they are the same.
    pub(super) fn copy_vector(&mut self, to: Reg, from: Reg) {
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
