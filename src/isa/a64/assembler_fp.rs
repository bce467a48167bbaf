//! The AArch64 assembler for floating point. Widths are 32 and 64 bits.

use super::assembler::{Assembler, ra, rd, rm, rn, sf};
use super::encoding::{Cond, float_immediate};
use crate::base::{Reg, Width};

/// Two-source operations; the discriminant is bits 12 to 15.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u32)]
#[allow(missing_docs)] // the mnemonics
pub enum FloatBinary {
    Fmul = 0,
    Fdiv = 1,
    Fadd = 2,
    Fsub = 3,
    /// NaN if either is NaN; -0 < +0.
    Fmax = 4,
    /// NaN if either is NaN; -0 < +0.
    Fmin = 5,
    /// The other operand if one is a quiet NaN.
    Fmaxnm = 6,
    /// The other operand if one is a quiet NaN.
    Fminnm = 7,
    Fnmul = 8,
}

/// One-source operations; the discriminant is bits 15 to 20.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u32)]
#[allow(missing_docs)] // the mnemonics
pub enum FloatUnary {
    Fmov = 0,
    Fabs = 1,
    Fneg = 2,
    Fsqrt = 3,
    /// Rounds to nearest, ties to even.
    Frintn = 8,
    /// Rounds up.
    Frintp = 9,
    /// Rounds down.
    Frintm = 10,
    /// Rounds towards zero.
    Frintz = 11,
}

/// Fused multiply-add operations; the discriminant is bits 21 and 15.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u32)]
pub enum FloatMultiply {
    /// `c + a * b`
    Fmadd = 0,
    /// `c - a * b`
    Fmsub = 1 << 15,
    /// `-c - a * b`
    Fnmadd = 1 << 21,
    /// `-c + a * b`
    Fnmsub = 1 << 21 | 1 << 15,
}

/// Conversions and moves from a general register; the discriminant is bits 16 to 20.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u32)]
pub enum FromGp {
    /// Converts a signed integer, rounded.
    Scvtf = 2,
    /// Converts an unsigned integer, rounded.
    Ucvtf = 3,
    /// Moves the bits; both widths must be equal.
    Fmov = 7,
}

/// Conversions and moves to a general register; the discriminant is bits 16 to 20.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u32)]
pub enum ToGp {
    /// Truncates, saturated to signed; NaN gives zero.
    Fcvtzs = 0x18,
    /// Truncates, saturated to unsigned; NaN gives zero.
    Fcvtzu = 0x19,
    /// Moves the bits; both widths must be equal.
    Fmov = 6,
}

/// Bitwise operations; the discriminant is bits 29, 22 and 23.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u32)]
#[allow(missing_docs)] // the mnemonics
pub enum VectorLogic {
    And = 0,
    Orr = 2 << 22,
    Eor = 1 << 29,
    /// The bits of `a` where those of `dst` are set, else those of `b`.
    Bsl = 1 << 29 | 1 << 22,
}

/// The type field: 0 for 32 bits, 1 for 64.
const fn precision(width: Width) -> u32 {
    sf(width) >> 9
}

impl Assembler<'_> {
    /// `dst = a op b`.
    pub fn float_rrr(&mut self, op: FloatBinary, width: Width, dst: Reg, a: Reg, b: Reg) {
        if !self.are_fp_words(width, [dst, a, b]) {
            return;
        }
        self.put(0x1e20_0800 | precision(width) | (op as u32) << 12 | rm(b) | rn(a) | rd(dst));
        self.writes(dst);
    }

    /// `dst = op(src)`.
    pub fn float_rr(&mut self, op: FloatUnary, width: Width, dst: Reg, src: Reg) {
        if !self.are_fp_words(width, [dst, src]) {
            return;
        }
        self.put(0x1e20_4000 | precision(width) | (op as u32) << 15 | rn(src) | rd(dst));
        self.writes(dst);
    }

    /// `dst = src` converted from `width` to the other width.
    pub fn fcvt(&mut self, width: Width, dst: Reg, src: Reg) {
        if !self.are_fp_words(width, [dst, src]) {
            return;
        }
        // The low bits of the operation encode the type of the result.
        let to = if width == Width::W64 { 4 } else { 5 };
        self.put(0x1e20_4000 | precision(width) | to << 15 | rn(src) | rd(dst));
        self.writes(dst);
    }

    /// `dst = c op a * b`, rounded once.
    pub fn float_multiply_rrrr(&mut self, op: FloatMultiply, width: Width, dst: Reg, a: Reg, b: Reg, c: Reg) {
        if !self.are_fp_words(width, [dst, a, b, c]) {
            return;
        }
        self.put(0x1f00_0000 | precision(width) | op as u32 | rm(b) | ra(c) | rn(a) | rd(dst));
        self.writes(dst);
    }

    /// Compares. If unordered, sets C and V and clears Z and N.
    pub fn fcmp_rr(&mut self, width: Width, a: Reg, b: Reg) {
        if !self.are_fp_words(width, [a, b]) {
            return;
        }
        self.put(0x1e20_2000 | precision(width) | rm(b) | rn(a));
    }

    /// Compares if the condition holds, else sets the flags to `nzcv`: N, Z, C and V from bit 3 down.
    pub fn fccmp_rr(&mut self, width: Width, a: Reg, b: Reg, nzcv: u32, cond: Cond) {
        if !self.are_fp_words(width, [a, b]) {
            return;
        }
        let nzcv = self.field((nzcv < 16).then_some(nzcv), "four flags");
        self.put(0x1e20_0400 | precision(width) | rm(b) | (cond as u32) << 12 | rn(a) | nzcv);
    }

    /// Compares with zero.
    pub fn fcmp_zero(&mut self, width: Width, a: Reg) {
        if !self.are_fp_words(width, [a]) {
            return;
        }
        self.put(0x1e20_2008 | precision(width) | rn(a));
    }

    /// `dst = a` if the condition holds, else `b`.
    pub fn fcsel(&mut self, width: Width, dst: Reg, a: Reg, b: Reg, cond: Cond) {
        if !self.are_fp_words(width, [dst, a, b]) {
            return;
        }
        self.put(0x1e20_0c00 | precision(width) | rm(b) | (cond as u32) << 12 | rn(a) | rd(dst));
        self.writes(dst);
    }

    /// Converts or moves a general register of width `from` to `dst` of width `to`; 31 is zero.
    pub fn from_gp(&mut self, op: FromGp, from: Width, to: Width, dst: Reg, src: Reg) {
        if !self.are_fp([dst]) || !self.are_gp([src]) || !self.is_word(from) || !self.is_word(to) {
            return;
        }
        if op == FromGp::Fmov && from != to {
            return self.buffer.invalid_operand("equal widths, because the bits are moved");
        }
        self.put(0x1e20_0000 | sf(from) | precision(to) | (op as u32) << 16 | rn(src) | rd(dst));
        self.writes(dst);
    }

    /// Converts or moves a floating-point register of width `from` to a general one of width `to`; 31 is zero.
    pub fn to_gp(&mut self, op: ToGp, from: Width, to: Width, dst: Reg, src: Reg) {
        if !self.are_gp([dst]) || !self.are_fp([src]) || !self.is_word(from) || !self.is_word(to) {
            return;
        }
        if op == ToGp::Fmov && from != to {
            return self.buffer.invalid_operand("equal widths, because the bits are moved");
        }
        self.put(0x1e20_0000 | sf(to) | precision(from) | (op as u32) << 16 | rn(src) | rd(dst));
        self.writes(dst);
    }

    /// `dst = src`, a double truncated to an integer modulo 2^32 (FEAT_JSCVT); 0 for a NaN and infinities. Sets the
    /// flags: Z if the conversion is exact, and `src` is not -0.
    pub fn fjcvtzs(&mut self, dst: Reg, src: Reg) {
        if !self.are_gp([dst]) || !self.are_fp([src]) {
            return;
        }
        self.put(0x1e7e_0000 | rn(src) | rd(dst));
        self.writes(dst);
    }

    /// `dst = a op b`, 64 bits; the rest of `dst` becomes zero.
    pub fn vector_logic_rrr(&mut self, op: VectorLogic, dst: Reg, a: Reg, b: Reg) {
        if !self.are_fp([dst, a, b]) {
            return;
        }
        self.put(0x0e20_1c00 | op as u32 | rm(b) | rn(a) | rd(dst));
        self.writes(dst);
    }

    /// Counts the ones in each of the low eight bytes; the rest of `dst` becomes zero (`cnt`).
    pub fn cnt_bytes(&mut self, dst: Reg, src: Reg) {
        if !self.are_fp([dst, src]) {
            return;
        }
        self.put(0x0e20_5800 | rn(src) | rd(dst));
        self.writes(dst);
    }

    /// Adds the low eight bytes, modulo 256; the rest of `dst` becomes zero (`addv`).
    pub fn addv_bytes(&mut self, dst: Reg, src: Reg) {
        if !self.are_fp([dst, src]) {
            return;
        }
        self.put(0x0e31_b800 | rn(src) | rd(dst));
        self.writes(dst);
    }

    /// `dst = value`, if [`float_immediate`] can encode it.
    pub fn fmov_ri(&mut self, width: Width, dst: Reg, value: f64) {
        if !self.are_fp_words(width, [dst]) {
            return;
        }
        let field =
            self.field(float_immediate(value.to_bits()), "a float with a short exponent and mantissa");
        self.put(0x1e20_1000 | precision(width) | field << 13 | rd(dst));
        self.writes(dst);
    }
}
