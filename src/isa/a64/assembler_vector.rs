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
}

/// Operations on one vector. The discriminant is the encoding without registers and lanes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u32)]
#[allow(missing_docs)] // the mnemonics
pub enum VectorUnary {
    Mvn = 0x6e20_5800,
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

    /// `dst = op(src)` in each lane. Bitwise operations have no lanes.
    pub fn vector_rr(&mut self, op: VectorUnary, lane: Option<Lane>, dst: Reg, src: Reg) {
        if !self.are_fp([dst, src]) {
            return;
        }
        self.put(op as u32 | size(lane) | rn(src) | rd(dst));
        self.writes(dst);
    }
}
