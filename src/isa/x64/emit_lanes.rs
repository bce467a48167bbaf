//! Operations on lanes of vectors one by one, shifts, and reductions.

use super::emit::Emit;
use super::emit_vector::width_number;
use super::{Alu, Extend, FloatOp, Fma, FmaOrder, Shift, VectorShift};
use crate::air::{Arg, Opcode};
use crate::base::semantics::Operator;
use crate::base::{Lane, Reg, Width};

const W32: Width = Width::W32;

/// The low halves of the lanes of two vectors, alternating, by the width of a lane; and the high halves.
const LOW: [FloatOp; 4] = [FloatOp::Punpcklbw, FloatOp::Punpcklwd, FloatOp::Punpckldq, FloatOp::Punpcklqdq];
const HIGH: [FloatOp; 4] = [FloatOp::Punpckhbw, FloatOp::Punpckhwd, FloatOp::Punpckhdq, FloatOp::Punpckhqdq];

/// The low half of the lanes extended, by the width of the source.
const SIGN_EXTENDED: [FloatOp; 3] = [FloatOp::Pmovsxbw, FloatOp::Pmovsxwd, FloatOp::Pmovsxdq];
const ZERO_EXTENDED: [FloatOp; 3] = [FloatOp::Pmovzxbw, FloatOp::Pmovzxwd, FloatOp::Pmovzxdq];

/// The lower half of the first operand of `shufps`, and the upper half of the second.
const HALVES: u8 = 0xe4;

/// The bit of a rounding mode that keeps the flag of inexact results.
const QUIET: u8 = 8;

/// A shift of lanes of 16 bits or more: to the left, to the right, or to the right with signs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Left,
    Right,
    Signed,
}

/// The amount of a shift: a constant or the low half of a vector.
#[derive(Clone, Copy)]
enum Amount {
    Constant(u8),
    Register(Reg),
}

/// The instruction for lanes of 16, 32 or 64 bits; with signs there is none for 64.
fn shift(direction: Direction, bits: u32) -> (VectorShift, FloatOp) {
    match (direction, bits) {
        (Direction::Left, 16) => (VectorShift::Psllw, FloatOp::Psllw),
        (Direction::Left, 32) => (VectorShift::Pslld, FloatOp::Pslld),
        (Direction::Left, _) => (VectorShift::Psllq, FloatOp::Psllq),
        (Direction::Right, 16) => (VectorShift::Psrlw, FloatOp::Psrlw),
        (Direction::Right, 32) => (VectorShift::Psrld, FloatOp::Psrld),
        (Direction::Right, _) => (VectorShift::Psrlq, FloatOp::Psrlq),
        (Direction::Signed, 16) => (VectorShift::Psraw, FloatOp::Psraw),
        (Direction::Signed, _) => (VectorShift::Psrad, FloatOp::Psrad),
    }
}

impl Emit<'_, '_> {
    /// Emits an operation on vectors. Returns false for other opcodes.
    pub(super) fn vector_lanes(&mut self, opcode: Opcode) -> bool {
        match opcode {
            Opcode::VectorExtract => self.extract(),
            Opcode::VectorInsert => self.insert(),
            Opcode::VectorInsertFirst => self.insert_float(),
            Opcode::VectorInterleaveLow => self.interleave(LOW),
            Opcode::VectorInterleaveHigh => self.interleave(HIGH),
            Opcode::VectorShuffle32 => {
                let (a, selector, to) = (self.reg(0), self.selector(1), self.reg(2));
                self.asm.float_rri(FloatOp::Pshufd, to, a, selector);
            }
            Opcode::VectorShl => self.vector_shift(true),
            Opcode::VectorShr => self.vector_shift(false),
            Opcode::VectorBitmask => self.bitmask(),
            Opcode::VectorLookup => self.vector_binary(FloatOp::Pshufb, 2, false),
            Opcode::VectorConcat => {
                let (a, b, index, to) = (self.reg(0), self.reg(1), self.selector(2) % 16, self.reg(3));
                if self.is_avx() {
                    self.asm.avx_rrri(FloatOp::Palignr, to, b, a, index);
                    return true;
                }
                self.copy(Width::W128, to, b);
                self.asm.float_rri(FloatOp::Palignr, to, a, index);
            }
            Opcode::VectorRound => {
                let lane = self.lane_of(Operator::VectorRound, 1);
                let (from, mode, to) = (self.reg(0), self.selector(2) % 4, self.reg(3));
                let op = if lane == Lane::F32x4 { FloatOp::Roundps } else { FloatOp::Roundpd };
                self.asm.float_rri(op, to, from, QUIET | mode);
            }
            Opcode::VectorSqrt => {
                let lane = self.lane_of(Operator::VectorSqrt, 1);
                let [from, to] = [0, 2].map(|n| self.reg(n));
                let op = if lane == Lane::F32x4 { FloatOp::Sqrtps } else { FloatOp::Sqrtpd };
                self.asm.float_rr(op, to, from);
            }
            Opcode::VectorFma => {
                let width = lane_width_of_floats(self.lane_of(Operator::VectorFma, 3));
                let [a, b, c, to] = [0, 1, 2, 4].map(|n| self.reg(n));
                self.copy(Width::W128, to, a);
                self.asm.fma_packed_rrr(Fma::Madd, FmaOrder::F213, width, to, b, c);
            }
            Opcode::VectorInt32ToFloats => self.convert(FloatOp::Cvtdq2ps),
            Opcode::VectorInt32ToDoubles => self.convert(FloatOp::Cvtdq2pd),
            Opcode::VectorFloatsToInt32Min => self.convert(FloatOp::Cvttps2dq),
            Opcode::VectorDoublesToInt32Min => self.convert(FloatOp::Cvttpd2dq),
            Opcode::VectorFloatsToDoubles => self.convert(FloatOp::Cvtps2pd),
            Opcode::VectorDoublesToFloats => self.convert(FloatOp::Cvtpd2ps),
            Opcode::VectorNarrow => self.narrow(),
            Opcode::VectorExtendLow => {
                let lane = self.lane_of(Operator::VectorExtendLow, 1);
                let family = if lane.is_unsigned() { ZERO_EXTENDED } else { SIGN_EXTENDED };
                let [a, to] = [0, 2].map(|n| self.reg(n));
                self.asm.float_rr(family[width_number(lane.half()).min(2)], to, a);
            }
            Opcode::VectorDot => {
                let _ = self.reg(1);
                self.vector_binary(FloatOp::Pmaddwd, 2, true);
            }
            Opcode::VectorMulQ15 => {
                let [a, b, to, overflowed] = [0, 1, 2, 3].map(|n| self.reg(n));
                self.copy(Width::W128, to, a);
                self.step(FloatOp::Pmulhrsw, to, b);
                // Only the product of the least integers overflows, to the least one.
                self.step(FloatOp::Pcmpeqd, overflowed, overflowed);
                self.asm.vector_shift_ri(VectorShift::Psllw, overflowed, 15);
                self.step(FloatOp::Pcmpeqw, overflowed, to);
                self.step(FloatOp::Pxor, to, overflowed);
            }
            _ => return false,
        }
        true
    }

    /// The low byte of an immediate.
    fn selector(&mut self, n: usize) -> u8 {
        match self.arg(n) {
            Arg::Imm(value) => value as u8,
            _ => {
                self.unexpected();
                0
            }
        }
    }

    /// An index of a lane.
    fn index(&mut self, n: usize, lane: Lane) -> u8 {
        self.selector(n) % lane.count() as u8
    }

    /// Operands of the form, with its scratch registers.
    fn operand_count(&self) -> usize {
        self.inst.and_then(|inst| inst.form.get()).map_or(0, |form| form.operands.len())
    }

    fn convert(&mut self, op: FloatOp) {
        let [from, to] = [0, 1].map(|n| self.reg(n));
        self.asm.float_rr(op, to, from);
    }

    fn interleave(&mut self, family: [FloatOp; 4]) {
        let op = family[width_number(self.lane_of(Operator::VectorInterleaveLow, 2))];
        let _ = self.reg(1);
        self.vector_binary(op, 3, false);
    }

    fn extract(&mut self) {
        let lane = self.lane_of(Operator::VectorExtract, 1);
        let index = self.index(2, lane);
        let (from, to) = (self.reg(0), self.reg(3));
        match (lane, self.operand_count() > 4) {
            (Lane::I16x8, _) => {
                if self.operand_count() > 4 {
                    let _ = self.reg(4);
                }
                self.asm.float_rri(FloatOp::Pextrw, to, from, index);
            }
            (_, false) => self.asm.extract_lane(lane_width(lane), to, from, index),
            (Lane::I8x16, true) => {
                let _ = self.reg(4);
                self.asm.float_rri(FloatOp::Pextrw, to, from, index / 2);
                match index % 2 {
                    0 => self.asm.extend_rr(Extend::Zero8, W32, to, to),
                    _ => self.asm.shift_ri(Shift::Shr, W32, to, 8),
                }
            }
            (_, true) => {
                let scratch = self.reg(4);
                let selector = if lane == Lane::I64x2 { 0x44 + 0xaa * index } else { index };
                self.asm.float_rri(FloatOp::Pshufd, scratch, from, selector);
                self.asm.float_to_gp(lane_width(lane), to, scratch);
            }
        }
    }

    fn insert(&mut self) {
        let lane = self.lane_of(Operator::VectorInsert, 2);
        let index = self.index(3, lane);
        let (a, from, to) = (self.reg(0), self.reg(1), self.reg(4));
        if self.operand_count() == 5 {
            self.copy(Width::W128, to, a);
            let op = [FloatOp::Pinsrb, FloatOp::Pinsrw, FloatOp::Pinsrd, FloatOp::Pinsrq];
            return self.asm.float_rri(op[width_number(lane)], to, from, index);
        }
        let [scratch, first, second] = [5, 6, 7].map(|n| self.reg(n));
        match lane {
            Lane::I8x16 => {
                self.asm.float_rri(FloatOp::Pextrw, first, a, index / 2);
                self.asm.extend_rr(Extend::Zero8, W32, second, from);
                if index.is_multiple_of(2) {
                    self.asm.alu_ri(Alu::And, W32, first, 0xff00);
                } else {
                    self.asm.extend_rr(Extend::Zero8, W32, first, first);
                    self.asm.shift_ri(Shift::Shl, W32, second, 8);
                }
                self.asm.alu_rr(Alu::Or, W32, first, second);
                self.copy(Width::W128, to, a);
                self.asm.float_rri(FloatOp::Pinsrw, to, first, index / 2);
            }
            Lane::I16x8 => {
                self.copy(Width::W128, to, a);
                self.asm.float_rri(FloatOp::Pinsrw, to, from, index);
            }
            Lane::I32x4 => {
                self.copy(Width::W128, to, a);
                self.insert_words(to, from, first, index);
            }
            _ => {
                self.asm.gp_to_float(Width::W64, scratch, from);
                self.insert_half(to, a, scratch, index);
            }
        }
    }

    /// Sets a lane of 32 bits of `to`, with a scratch register.
    fn insert_words(&mut self, to: Reg, from: Reg, scratch: Reg, index: u8) {
        self.asm.float_rri(FloatOp::Pinsrw, to, from, 2 * index);
        self.copy(W32, scratch, from);
        self.asm.shift_ri(Shift::Shr, W32, scratch, 16);
        self.asm.float_rri(FloatOp::Pinsrw, to, scratch, 2 * index + 1);
    }

    /// `to` is `a` with the low half of `half`, which is overwritten, as one of its halves.
    fn insert_half(&mut self, to: Reg, a: Reg, half: Reg, index: u8) {
        if index == 0 {
            self.asm.float_rri(FloatOp::Shufps, half, a, HALVES);
            self.copy(Width::W128, to, half);
        } else {
            self.copy(Width::W128, to, a);
            self.asm.float_rr(FloatOp::Punpcklqdq, to, half);
        }
    }

    fn insert_float(&mut self) {
        let lane = self.lane_of(Operator::VectorInsertFirst, 2);
        let index = self.index(3, lane);
        let (a, from, to) = (self.reg(0), self.reg(1), self.reg(4));
        if self.operand_count() == 5 {
            self.copy(Width::W128, to, a);
            match (lane, index) {
                (Lane::F32x4, _) => self.asm.float_rri(FloatOp::Insertps, to, from, index << 4),
                (_, 0) => self.asm.float_rri(FloatOp::Blendps, to, from, 0b0011),
                _ => self.asm.float_rr(FloatOp::Punpcklqdq, to, from),
            }
            return;
        }
        let (half, bits) = (self.reg(5), self.reg(6));
        if lane == Lane::F64x2 {
            self.copy(Width::W128, half, from);
            return self.insert_half(to, a, half, index);
        }
        self.copy(Width::W128, to, a);
        self.asm.float_to_gp(W32, bits, from);
        self.asm.float_rri(FloatOp::Pinsrw, to, bits, 2 * index);
        self.asm.shift_ri(Shift::Shr, W32, bits, 16);
        self.asm.float_rri(FloatOp::Pinsrw, to, bits, 2 * index + 1);
    }

    fn vector_shift(&mut self, is_left: bool) {
        let operator = if is_left { Operator::VectorShl } else { Operator::VectorShr };
        let lane = self.lane_of(operator, 2);
        let (a, to, first, second) = (self.reg(0), self.reg(3), self.reg(4), self.reg(5));
        let direction = match is_left {
            true => Direction::Left,
            false if lane.is_unsigned() => Direction::Right,
            false => Direction::Signed,
        };
        let amount = match self.as_reg(1) {
            None => Amount::Constant(self.selector(1) % lane.bits() as u8),
            Some(amount) => {
                let [vector, masked] = [6, 7].map(|n| self.reg(n));
                self.copy(W32, masked, amount);
                self.asm.alu_ri(Alu::And, W32, masked, lane.bits() as i32 - 1);
                self.asm.gp_to_float(W32, vector, masked);
                Amount::Register(vector)
            }
        };
        match (lane.bits(), direction) {
            (8, _) => self.shift_bytes(direction, amount, a, to, [first, second]),
            (64, Direction::Signed) => {
                // The sign bit is moved like the others, and the difference fills the bits above it.
                self.shift_lanes(Direction::Right, 64, amount, to, a);
                self.step(FloatOp::Pcmpeqd, first, first);
                self.asm.vector_shift_ri(VectorShift::Psllq, first, 63);
                self.shift_lanes(Direction::Right, 64, amount, first, first);
                self.step(FloatOp::Pxor, to, first);
                self.step(FloatOp::Psubq, to, first);
            }
            (bits, _) => self.shift_lanes(direction, bits, amount, to, a),
        }
    }

    /// `to = from` shifted, in lanes of 16 bits or more.
    fn shift_lanes(&mut self, direction: Direction, bits: u32, amount: Amount, to: Reg, from: Reg) {
        let (by_constant, by_register) = shift(direction, bits);
        self.copy(Width::W128, to, from);
        match amount {
            Amount::Constant(amount) => self.asm.vector_shift_ri(by_constant, to, amount),
            Amount::Register(amount) => self.asm.float_rr(by_register, to, amount),
        }
    }

    /// The upper and the lower byte of each lane of 16 bits are shifted apart from each other.
    fn shift_bytes(
        &mut self,
        direction: Direction,
        amount: Amount,
        a: Reg,
        to: Reg,
        [upper, even]: [Reg; 2],
    ) {
        self.step(FloatOp::Pcmpeqd, upper, upper);
        self.asm.vector_shift_ri(VectorShift::Psllw, upper, 8);
        match direction {
            Direction::Left => {
                self.shift_lanes(direction, 16, amount, even, a);
                self.copy(Width::W128, to, a);
                self.step(FloatOp::Pand, to, upper);
                self.shift_lanes(direction, 16, amount, to, to);
                self.step(FloatOp::Pandn, upper, even);
            }
            Direction::Right => {
                self.shift_lanes(direction, 16, amount, to, a);
                self.step(FloatOp::Pand, to, upper);
                self.step(FloatOp::Pandn, upper, a);
                self.shift_lanes(direction, 16, amount, upper, upper);
            }
            Direction::Signed => {
                self.shift_lanes(direction, 16, amount, to, a);
                self.step(FloatOp::Pand, to, upper);
                self.copy(Width::W128, upper, a);
                self.asm.vector_shift_ri(VectorShift::Psllw, upper, 8);
                self.shift_lanes(direction, 16, amount, upper, upper);
                self.asm.vector_shift_ri(VectorShift::Psrlw, upper, 8);
            }
        }
        self.step(FloatOp::Por, to, upper);
    }

    fn narrow(&mut self) {
        let lane = self.lane_of(Operator::VectorNarrow, 2);
        let [a, b, to] = [0, 1, 3].map(|n| self.reg(n));
        let op = match lane {
            Lane::U8x16 => FloatOp::Packuswb,
            Lane::I16x8 => FloatOp::Packssdw,
            Lane::U16x8 => FloatOp::Packusdw,
            _ => FloatOp::Packsswb,
        };
        let has_scratches = self.operand_count() > 4;
        if has_scratches {
            let _ = [4, 5].map(|n| self.reg(n));
        }
        if lane != Lane::U16x8 || !has_scratches {
            self.copy(Width::W128, to, a);
            return self.step(op, to, b);
        }
        // Lanes that are not negative, less 0x8000, saturate to signed ones at the same bounds.
        let [second, half] = [4, 5].map(|n| self.reg(n));
        self.step(FloatOp::Pcmpeqd, half, half);
        self.asm.vector_shift_ri(VectorShift::Psrld, half, 31);
        self.asm.vector_shift_ri(VectorShift::Pslld, half, 15);
        for (part, from) in [(to, a), (second, b)] {
            self.copy(Width::W128, part, from);
            self.asm.vector_shift_ri(VectorShift::Psrad, part, 31);
            self.step(FloatOp::Pandn, part, from);
            self.step(FloatOp::Psubd, part, half);
        }
        self.step(FloatOp::Packssdw, to, second);
        self.step(FloatOp::Pcmpeqd, half, half);
        self.asm.vector_shift_ri(VectorShift::Psllw, half, 15);
        self.step(FloatOp::Pxor, to, half);
    }

    fn bitmask(&mut self) {
        let lane = self.lane_of(Operator::VectorBitmask, 1);
        let (a, to, packed) = (self.reg(0), self.reg(2), self.reg(3));
        match lane {
            Lane::I32x4 => self.asm.float_rr(FloatOp::Movmskps, to, a),
            Lane::I64x2 => self.asm.float_rr(FloatOp::Movmskpd, to, a),
            Lane::I16x8 => {
                self.copy(Width::W128, packed, a);
                self.step(FloatOp::Packsswb, packed, packed);
                self.asm.float_rr(FloatOp::Pmovmskb, to, packed);
                self.asm.extend_rr(Extend::Zero8, W32, to, to);
            }
            _ => self.asm.float_rr(FloatOp::Pmovmskb, to, a),
        }
    }
}

/// The width of a float or a double.
fn lane_width_of_floats(lane: Lane) -> Width {
    if lane == Lane::F32x4 { W32 } else { Width::W64 }
}

/// The width of a lane.
fn lane_width(lane: Lane) -> Width {
    [Width::W8, Width::W16, Width::W32, Width::W64][width_number(lane)]
}
