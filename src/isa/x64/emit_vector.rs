//! Operations on vectors.

use super::emit::Emit;
use super::{Cond, FloatOp, VectorShift};
use crate::air::{Arg, Opcode};
use crate::base::semantics::Operator;
use crate::base::{Lane, Reg, Width};

/// The integer operations of 8, 16, 32 and 64 bits, then those of floats and doubles.
type Family = [FloatOp; 6];

const ADD: Family =
    [FloatOp::Paddb, FloatOp::Paddw, FloatOp::Paddd, FloatOp::Paddq, FloatOp::Addps, FloatOp::Addpd];
const SUB: Family =
    [FloatOp::Psubb, FloatOp::Psubw, FloatOp::Psubd, FloatOp::Psubq, FloatOp::Subps, FloatOp::Subpd];

/// Equality of integers, and signed order: the first operand is the greater.
const EQUAL: [FloatOp; 4] = [FloatOp::Pcmpeqb, FloatOp::Pcmpeqw, FloatOp::Pcmpeqd, FloatOp::Pcmpeqq];
const GREATER: [FloatOp; 4] = [FloatOp::Pcmpgtb, FloatOp::Pcmpgtw, FloatOp::Pcmpgtd, FloatOp::Pcmpgtq];

/// Predicates of comparisons of floats.
const EQ: u8 = 0;
const LT: u8 = 1;
const LE: u8 = 2;

/// Both halves of a vector get the upper one of their 32-bit lanes, the lower one, or both results of even lanes come
/// first: selectors of `shufps`.
const UPPER: u8 = 0xf5;
const EXCHANGED: u8 = 0xb1;
const EVEN: u8 = 0x08;

/// The number of the width of a lane: 0 for 8 bits.
pub(super) fn width_number(lane: Lane) -> usize {
    (lane.bits().ilog2() - 3) as usize
}

/// The operation of a family for these lanes. The sign of integers makes no difference.
fn of_lane(family: Family, lane: Lane) -> FloatOp {
    family[if lane.is_float() { width_number(lane) + 2 } else { width_number(lane) }]
}

/// The operation on floats, or on doubles.
fn of_float(lane: Lane, floats: FloatOp, doubles: FloatOp) -> FloatOp {
    if lane == Lane::F32x4 { floats } else { doubles }
}

fn min_of(lane: Lane) -> FloatOp {
    match lane {
        Lane::U8x16 => FloatOp::Pminub,
        Lane::I16x8 => FloatOp::Pminsw,
        Lane::U16x8 => FloatOp::Pminuw,
        Lane::I32x4 => FloatOp::Pminsd,
        Lane::U32x4 => FloatOp::Pminud,
        _ => FloatOp::Pminsb,
    }
}

fn max_of(lane: Lane) -> FloatOp {
    match lane {
        Lane::U8x16 => FloatOp::Pmaxub,
        Lane::I16x8 => FloatOp::Pmaxsw,
        Lane::U16x8 => FloatOp::Pmaxuw,
        Lane::I32x4 => FloatOp::Pmaxsd,
        Lane::U32x4 => FloatOp::Pmaxud,
        _ => FloatOp::Pmaxsb,
    }
}

fn saturating_sum(lane: Lane) -> FloatOp {
    match lane {
        Lane::U8x16 => FloatOp::Paddusb,
        Lane::I16x8 => FloatOp::Paddsw,
        Lane::U16x8 => FloatOp::Paddusw,
        _ => FloatOp::Paddsb,
    }
}

fn saturating_difference(lane: Lane) -> FloatOp {
    match lane {
        Lane::U8x16 => FloatOp::Psubusb,
        Lane::I16x8 => FloatOp::Psubsw,
        Lane::U16x8 => FloatOp::Psubusw,
        _ => FloatOp::Psubsb,
    }
}

impl Emit<'_, '_> {
    /// Emits an operation on vectors. Returns false for other opcodes.
    pub(super) fn vector(&mut self, opcode: Opcode) -> bool {
        match opcode {
            Opcode::SelectVector => self.select_vector(),
            Opcode::VectorAnd => self.vector_binary(FloatOp::Andps, 2, true),
            Opcode::VectorOr => self.vector_binary(FloatOp::Orps, 2, true),
            Opcode::VectorXor => self.vector_binary(FloatOp::Xorps, 2, true),
            Opcode::VectorAndNot => self.vector_reversed(FloatOp::Andnps, 2),
            Opcode::VectorAdd => {
                let op = of_lane(ADD, self.lane(2));
                self.vector_binary(op, 3, true);
            }
            Opcode::VectorSub => {
                let op = of_lane(SUB, self.lane(2));
                self.vector_binary(op, 3, false);
            }
            Opcode::VectorMul => self.vector_mul(),
            Opcode::VectorMul64 => self.vector_mul64(),
            Opcode::VectorDiv => {
                let lane = self.lane_of(Operator::VectorDiv, 2);
                self.vector_binary(of_float(lane, FloatOp::Divps, FloatOp::Divpd), 3, false);
            }
            Opcode::VectorMin => {
                let op = min_of(self.lane_of(Operator::VectorMin, 2));
                self.vector_binary(op, 3, true);
            }
            Opcode::VectorMax => {
                let op = max_of(self.lane_of(Operator::VectorMax, 2));
                self.vector_binary(op, 3, true);
            }
            Opcode::VectorPMin => {
                let lane = self.lane_of(Operator::VectorPMin, 2);
                self.vector_reversed(of_float(lane, FloatOp::Minps, FloatOp::Minpd), 3);
            }
            Opcode::VectorPMax => {
                let lane = self.lane_of(Operator::VectorPMax, 2);
                self.vector_reversed(of_float(lane, FloatOp::Maxps, FloatOp::Maxpd), 3);
            }
            Opcode::VectorAddSat => {
                let op = saturating_sum(self.lane_of(Operator::VectorAddSat, 2));
                self.vector_binary(op, 3, true);
            }
            Opcode::VectorSubSat => {
                let op = saturating_difference(self.lane_of(Operator::VectorSubSat, 2));
                self.vector_binary(op, 3, false);
            }
            Opcode::VectorAverage => {
                let is_wide = self.lane_of(Operator::VectorAverage, 2) == Lane::U16x8;
                self.vector_binary(if is_wide { FloatOp::Pavgw } else { FloatOp::Pavgb }, 3, true);
            }
            Opcode::VectorEqual => self.vector_equal(),
            Opcode::VectorLessThan => self.vector_less(),
            Opcode::VectorLessEqual => {
                let lane = self.lane_of(Operator::VectorLessEqual, 2);
                self.compare_lanes(lane, LE, false);
            }
            other => return self.vector_lanes(other),
        }
        true
    }

    /// The lanes in an operand of sums.
    fn lane(&mut self, n: usize) -> Lane {
        self.lane_of(Operator::VectorAdd, n)
    }

    /// The lanes in an operand; a number that the operator does not admit is that of its first lanes.
    pub(super) fn lane_of(&mut self, operator: Operator, n: usize) -> Lane {
        let lane = match self.arg(n) {
            Arg::Imm(number) => operator.lanes().with_number(number as u64),
            _ => {
                self.unexpected();
                None
            }
        };
        lane.unwrap_or(Lane::I8x16)
    }

    /// `result = op(0, 1)`. Without AVX, memory must be aligned, so it is a constant.
    pub(super) fn vector_binary(&mut self, op: FloatOp, result: usize, commutes: bool) {
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

    /// `result = op(1, 0)`. So `andnps`, which inverts its first operand, computes `a & ~b`; `minps` and `maxps` give
    /// their second operand unless the first is the lesser or the greater.
    fn vector_reversed(&mut self, op: FloatOp, result: usize) {
        let (b, to) = (self.reg(1), self.reg(result));
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

    /// True if the form of a binary operation has a scratch register: there is no instruction for all lanes. Then all
    /// operands are registers.
    fn has_scratch(&mut self) -> bool {
        let form = self.inst.and_then(|inst| inst.form.get());
        let has = form.is_some_and(|form| form.operands.len() > 4);
        if has {
            let _ = [1, 4].map(|n| self.reg(n));
        }
        has
    }

    /// `to = to op b` on whole registers.
    pub(super) fn step(&mut self, op: FloatOp, to: Reg, b: Reg) {
        self.asm.float_rr(op, to, b);
    }

    fn vector_mul(&mut self) {
        let lane = self.lane_of(Operator::VectorMul, 2);
        let op = match lane {
            Lane::F32x4 => FloatOp::Mulps,
            Lane::F64x2 => FloatOp::Mulpd,
            Lane::I32x4 => FloatOp::Pmulld,
            _ => FloatOp::Pmullw,
        };
        let has_scratch = self.has_scratch();
        if lane != Lane::I32x4 || !has_scratch {
            return self.vector_binary(op, 3, true);
        }
        // Products of the odd lanes, then of the even ones, and their low halves beside each other.
        let [a, b, to, odd] = [0, 1, 3, 4].map(|n| self.reg(n));
        self.copy(Width::W128, odd, a);
        self.asm.float_rri(FloatOp::Shufps, odd, odd, UPPER);
        self.copy(Width::W128, to, b);
        self.asm.float_rri(FloatOp::Shufps, to, to, UPPER);
        self.step(FloatOp::Pmuludq, odd, to);
        self.copy(Width::W128, to, a);
        self.step(FloatOp::Pmuludq, to, b);
        self.asm.float_rri(FloatOp::Shufps, to, to, EVEN);
        self.asm.float_rri(FloatOp::Shufps, odd, odd, EVEN);
        self.step(FloatOp::Punpckldq, to, odd);
    }

    /// The products of the low halves, plus those of a low and a high half times 2^32.
    fn vector_mul64(&mut self) {
        let [a, b, to, first, second] = [0, 1, 2, 3, 4].map(|n| self.reg(n));
        for (crossed, high, low) in [(first, a, b), (second, b, a)] {
            self.copy(Width::W128, crossed, high);
            self.asm.vector_shift_ri(VectorShift::Psrlq, crossed, 32);
            self.step(FloatOp::Pmuludq, crossed, low);
        }
        self.step(FloatOp::Paddq, first, second);
        self.asm.vector_shift_ri(VectorShift::Psllq, first, 32);
        self.copy(Width::W128, to, a);
        self.step(FloatOp::Pmuludq, to, b);
        self.step(FloatOp::Paddq, to, first);
    }

    fn vector_equal(&mut self) {
        let lane = self.lane_of(Operator::VectorEqual, 2);
        let has_scratch = self.has_scratch();
        if lane.is_float() {
            return self.compare_lanes(lane, EQ, true);
        }
        if lane.bits() < 64 || !has_scratch {
            return self.vector_binary(EQUAL[width_number(lane)], 3, true);
        }
        // Lanes are equal if both of their halves are.
        let [a, b, to, exchanged] = [0, 1, 3, 4].map(|n| self.reg(n));
        self.copy(Width::W128, to, a);
        self.step(FloatOp::Pcmpeqd, to, b);
        self.copy(Width::W128, exchanged, to);
        self.asm.float_rri(FloatOp::Shufps, exchanged, exchanged, EXCHANGED);
        self.step(FloatOp::Pand, to, exchanged);
    }

    fn vector_less(&mut self) {
        let lane = self.lane_of(Operator::VectorLess, 2);
        let has_scratch = self.has_scratch();
        let [a, b, to] = [0, 1, 3].map(|n| self.reg(n));
        if lane.is_float() {
            return self.compare_lanes(lane, LT, false);
        }
        let op = GREATER[width_number(lane)];
        if !has_scratch {
            return self.asm.avx_rrr(op, to, b, a);
        }
        if lane.bits() < 64 {
            self.copy(Width::W128, to, b);
            return self.step(op, to, a);
        }
        // By the upper halves; if these are equal, by the sign of the difference of the lower ones.
        let part = self.reg(4);
        self.copy(Width::W128, to, a);
        self.step(FloatOp::Psubq, to, b);
        self.copy(Width::W128, part, b);
        self.step(FloatOp::Pcmpeqd, part, a);
        self.step(FloatOp::Pand, to, part);
        self.copy(Width::W128, part, b);
        self.step(FloatOp::Pcmpgtd, part, a);
        self.step(FloatOp::Por, to, part);
        self.asm.float_rri(FloatOp::Shufps, to, to, UPPER);
    }

    /// Compares floats or doubles.
    fn compare_lanes(&mut self, lane: Lane, predicate: u8, commutes: bool) {
        let op = of_float(lane, FloatOp::Cmpps, FloatOp::Cmppd);
        let (a, to) = (self.reg(0), self.reg(3));
        match (self.as_reg(1), self.is_avx()) {
            (Some(b), true) => self.asm.avx_rrri(op, to, a, b, predicate),
            (None, true) => {
                let b = self.mem(1);
                self.asm.avx_rrmi(op, to, a, b, predicate);
            }
            (Some(b), false) if to == b && to != a => match commutes {
                true => self.asm.float_rri(op, to, a, predicate),
                false => self.unexpected(), // b is a late use
            },
            (Some(b), false) => {
                self.copy(Width::W128, to, a);
                self.asm.float_rri(op, to, b, predicate);
            }
            (None, false) => {
                self.copy(Width::W128, to, a);
                let b = self.mem(1);
                self.asm.float_rmi(op, to, b, predicate);
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
