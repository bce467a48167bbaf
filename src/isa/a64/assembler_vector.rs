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

    /// `dst` is the lane of 64 bits with this index.
    pub fn umov64(&mut self, dst: Reg, src: Reg, index: u32) {
        if !(self.are_gp([dst]) && self.are_fp([src])) {
            return;
        }
        self.put(0x4e08_3c00 | (index & 1) << 20 | rn(src) | rd(dst));
        self.writes(dst);
    }

    /// Sets the lane of 64 bits with this index.
    pub fn ins64(&mut self, dst: Reg, index: u32, src: Reg) {
        if !(self.are_fp([dst]) && self.are_gp([src])) {
            return;
        }
        self.put(0x4e08_1c00 | (index & 1) << 20 | rn(src) | rd(dst));
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
