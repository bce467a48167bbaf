//! The AArch64 assembler for vectors of 128 bits (Advanced SIMD).

use super::assembler::{Assembler, rd, rm, rn};
use crate::base::{Lane, Reg};

/// Operations on two vectors of the same lanes. The discriminant is the encoding without registers and lanes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u32)]
#[allow(missing_docs)] // the mnemonics
pub enum VectorBinary {
    And = 0x4e20_1c00,
    /// `a & ~b`
    Bic = 0x4e60_1c00,
    Orr = 0x4ea0_1c00,
    Eor = 0x6e20_1c00,
    Add = 0x4e20_8400,
    Sub = 0x6e20_8400,
    Fadd = 0x4e20_d400,
    Fsub = 0x4ea0_d400,
    Mul = 0x4e20_9c00,
    Fmul = 0x6e20_dc00,
    Fdiv = 0x6e20_fc00,
    Smin = 0x4e20_6c00,
    Umin = 0x6e20_6c00,
    Smax = 0x4e20_6400,
    Umax = 0x6e20_6400,
    Fmin = 0x4ea0_f400,
    Fmax = 0x4e20_f400,
    Sqadd = 0x4e20_0c00,
    Uqadd = 0x6e20_0c00,
    Sqsub = 0x4e20_2c00,
    Uqsub = 0x6e20_2c00,
    Urhadd = 0x6e20_1400,
    Cmeq = 0x6e20_8c00,
    Cmgt = 0x4e20_3400,
    Cmhi = 0x6e20_3400,
    Cmge = 0x4e20_3c00,
    Cmhs = 0x6e20_3c00,
    Fcmeq = 0x4e20_e400,
    Fcmgt = 0x6ea0_e400,
    Fcmge = 0x6e20_e400,
    /// Shifts left by the signed low byte of each lane of `b`; a negative amount shifts right.
    Sshl = 0x4e20_4400,
    Ushl = 0x6e20_4400,
    Zip1 = 0x4e00_3800,
    Zip2 = 0x4e00_7800,
    Addp = 0x4e20_bc00,
    /// Bytes of `a` by the indices in `b`; zero from 16.
    Tbl = 0x4e00_0000,
    /// Products of twice the width: of the low halves, of the high halves.
    Smull = 0x0e20_c000,
    Smull2 = 0x4e20_c000,
    Sqrdmulh = 0x6e20_b400,
    /// `dst = dst + a * b`, rounded once.
    Fmla = 0x4e20_cc00,
    /// `dst = dst & a | ~dst & b`
    Bsl = 0x6e60_1c00,
}

/// Operations on one vector. The discriminant is the encoding without registers and lanes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u32)]
#[allow(missing_docs)] // the mnemonics
pub enum VectorUnary {
    Mvn = 0x6e20_5800,
    Neg = 0x6e20_b800,
    Abs = 0x4e20_b800,
    Fneg = 0x6ea0_f800,
    Fabs = 0x4ea0_f800,
    Cnt = 0x4e20_5800,
    Frintn = 0x4e21_8800,
    Frintm = 0x4e21_9800,
    Frintp = 0x4ea1_8800,
    Frintz = 0x4ea1_9800,
    Fsqrt = 0x6ea1_f800,
    Scvtf = 0x4e21_d800,
    Ucvtf = 0x6e21_d800,
    Fcvtzs = 0x4ea1_b800,
    Fcvtzu = 0x6ea1_b800,
    /// The low two floats to doubles, without lanes.
    Fcvtl = 0x0e61_7800,
    /// Doubles to the low two floats, and zeros; without lanes.
    Fcvtn = 0x0e61_6800,
    /// Saturated to half the width: to the low half, which clears the other, or to the high half. The lanes are those of
    /// the result.
    Uqxtn = 0x2e21_4800,
    Sqxtn = 0x0e21_4800,
    Sqxtn2 = 0x4e21_4800,
    Sqxtun = 0x2e21_2800,
    Sqxtun2 = 0x6e21_2800,
}

/// Shifts by a constant. The discriminant is the encoding without registers, lanes and amount.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u32)]
#[allow(missing_docs)] // the mnemonics
pub enum VectorShift {
    Shl = 0x4f00_5400,
    /// From 1.
    Sshr = 0x4f00_0400,
    /// From 1.
    Ushr = 0x6f00_0400,
}

/// The bits that encode one of the lanes; the index is modulo their number.
const fn element(lane: Lane, index: u32) -> u32 {
    let log = lane.bits().ilog2() - 3;
    ((index % lane.count()) << (log + 1) | 1 << log) << 16
}

/// The bits that encode the lanes: two for integers, one for floats.
const fn size(lane: Option<Lane>) -> u32 {
    match lane {
        None => 0,
        Some(lane) if lane.is_float() => (lane.bits() / 64) << 22,
        Some(lane) => (lane.bits().ilog2() - 3) << 22,
    }
}

impl Assembler<'_> {
    /// `dst = a op b` in each lane. Bitwise operations have no lanes.
    pub fn vector_rrr(&mut self, op: VectorBinary, lane: Option<Lane>, dst: Reg, a: Reg, b: Reg) {
        if !self.are_fp([dst, a, b]) {
            return;
        }
        self.put(op as u32 | size(lane) | rm(b) | rn(a) | rd(dst));
        self.writes(dst);
    }

    /// `dst` is the lane with this index, zero-extended.
    pub fn umov(&mut self, lane: Lane, dst: Reg, src: Reg, index: u32) {
        if !(self.are_gp([dst]) && self.are_fp([src])) {
            return;
        }
        let wide = if lane.bits() == 64 { 1 << 30 } else { 0 };
        self.put(0x0e00_3c00 | wide | element(lane, index) | rn(src) | rd(dst));
        self.writes(dst);
    }

    /// Sets the lane with this index.
    pub fn ins(&mut self, lane: Lane, dst: Reg, index: u32, src: Reg) {
        if !(self.are_fp([dst]) && self.are_gp([src])) {
            return;
        }
        self.put(0x4e00_1c00 | element(lane, index) | rn(src) | rd(dst));
        self.writes(dst);
    }

    /// Sets the lane with this index to lane 0 of `src`.
    pub fn ins_first(&mut self, lane: Lane, dst: Reg, index: u32, src: Reg) {
        if !self.are_fp([dst, src]) {
            return;
        }
        self.put(0x6e00_0400 | element(lane, index) | rn(src) | rd(dst));
        self.writes(dst);
    }

    /// Sets all lanes to the low bits of a general register.
    pub fn dup(&mut self, lane: Lane, dst: Reg, src: Reg) {
        if !(self.are_fp([dst]) && self.are_gp([src])) {
            return;
        }
        self.put(0x4e00_0c00 | element(lane, 0) | rn(src) | rd(dst));
        self.writes(dst);
    }

    /// Sets all lanes to that with this index.
    pub fn dup_lane(&mut self, lane: Lane, dst: Reg, src: Reg, index: u32) {
        if !self.are_fp([dst, src]) {
            return;
        }
        self.put(0x4e00_0400 | element(lane, index) | rn(src) | rd(dst));
        self.writes(dst);
    }

    /// Extends half of the lanes, the low or the high ones, to twice their width.
    pub fn extend_lanes(&mut self, lane: Lane, dst: Reg, src: Reg, is_high: bool) {
        if !self.are_fp([dst, src]) {
            return;
        }
        let is_unsigned = u32::from(lane.is_unsigned()) << 29;
        let narrow = lane.bits().min(32) << 16;
        self.put(0x0f00_a400 | u32::from(is_high) << 30 | is_unsigned | narrow | rn(src) | rd(dst));
        self.writes(dst);
    }

    /// The bytes of `a` from an index up to 15, then the first ones of `b`.
    pub fn ext(&mut self, dst: Reg, a: Reg, b: Reg, index: u32) {
        if !self.are_fp([dst, a, b]) {
            return;
        }
        self.put(0x6e00_0000 | rm(b) | (index % 16) << 11 | rn(a) | rd(dst));
        self.writes(dst);
    }

    /// Shifts each lane by an amount that is less than its bits, and not 0 to the right.
    pub fn vector_shift_rri(&mut self, op: VectorShift, lane: Lane, dst: Reg, src: Reg, amount: u32) {
        if !self.are_fp([dst, src]) {
            return;
        }
        let bits = lane.bits();
        let is_valid = amount < bits && (op == VectorShift::Shl || amount > 0);
        let amount = self.field(is_valid.then_some(amount), "an amount less than the bits of a lane");
        let field = if op == VectorShift::Shl { bits + amount } else { 2 * bits - amount };
        self.put(op as u32 | field << 16 | rn(src) | rd(dst));
        self.writes(dst);
    }

    /// `dst = op(src)` in each lane. Bitwise operations have no lanes.
    pub fn vector_rr(&mut self, op: VectorUnary, lane: Option<Lane>, dst: Reg, src: Reg) {
        if !self.are_fp([dst, src]) {
            return;
        }
        self.put(op as u32 | size(lane) | rn(src) | rd(dst));
        self.writes(dst);
    }
}
