//! The x86-64 assembler: one small method per operand shape, with opcodes in the discriminants of enums.
//!
//! Method suffixes give the operands, destination first: `r` register, `m` memory, `i` immediate. Every method
//! records the registers that its instruction writes, so that undeclared clobbers of a generator can be detected.
//! Floating point and vectors are in `assembler_fp.rs`.

use super::encoding::{
    self, put_in_opcode, put_plain_ri, put_plain_rm, put_plain_rr, put_rm, put_rr, put_vex_rm, put_vex_rr,
};
use super::encoding::{Cond, Imm, Mem, Opcode, REX_W, Scale, fits_byte, rex_byte, rex_w, with_immediate};
use super::encoding::{DOUBLE_WORD, INTS, NOT_BYTES, WORDS, Widths};
use super::registers::{RAX, RBP, RDX, RSP};
use crate::base::{Reg, Width};
use crate::isa::code_buffer::CodeBuffer;
use crate::isa::{RelocKind, RelocTarget};

/// Two-operand arithmetic; the discriminant is the row of the opcode map.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)] // the mnemonics
pub enum Alu {
    Add,
    Or,
    Adc,
    Sbb,
    And,
    Sub,
    Xor,
    /// Writes only the flags.
    Cmp,
}

/// Shifts and rotations; the discriminant is the opcode extension in ModRM.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)] // the mnemonics
pub enum Shift {
    Rol = 0,
    Ror = 1,
    Rcr = 3,
    Shl = 4,
    Shr = 5,
    Sar = 7,
}

/// Shifts with the count in any register that do not change the flags (BMI2); the discriminant is the mandatory prefix.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)] // the mnemonics
pub enum ShiftX {
    Shlx = 0x66,
    Sarx = 0xf3,
    Shrx = 0xf2,
}

/// One-operand arithmetic; the discriminant is the opcode extension in ModRM.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Unary {
    /// Inverts all bits.
    Not = 2,
    /// Negates.
    Neg = 3,
    /// rdx:rax = rax * operand, unsigned.
    Mul = 4,
    /// rdx:rax = rax * operand, signed.
    Imul = 5,
    /// rax, rdx = quotient, remainder of rdx:rax / operand, unsigned.
    Div = 6,
    /// rax, rdx = quotient, remainder of rdx:rax / operand, signed.
    Idiv = 7,
}

/// Widening moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)] // zero or sign extension, and the width of the source
pub enum Extend {
    Zero8,
    Zero16,
    Sign8,
    Sign16,
    /// Only to 64 bits: `movsxd`.
    Sign32,
}

impl Extend {
    /// The widths of the destination.
    const fn widths(self) -> Widths {
        match self {
            Extend::Sign32 => DOUBLE_WORD,
            Extend::Zero8 | Extend::Zero16 | Extend::Sign8 | Extend::Sign16 => WORDS,
        }
    }

    const fn opcode(self) -> Opcode {
        match self {
            Extend::Zero8 => Opcode::two(0xb6),
            Extend::Zero16 => Opcode::two(0xb7),
            Extend::Sign8 => Opcode::two(0xbe),
            Extend::Sign16 => Opcode::two(0xbf),
            Extend::Sign32 => Opcode::one(0x63),
        }
    }
}

/// Bit scans and counts of 32 and 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)] // the mnemonics
pub enum Scan {
    /// Leaves the destination unchanged if the source is zero.
    Bsf,
    /// Leaves the destination unchanged if the source is zero.
    Bsr,
    Lzcnt,
    Tzcnt,
    Popcnt,
}

impl Scan {
    const fn opcode(self) -> Opcode {
        match self {
            Scan::Bsf => Opcode::two(0xbc),
            Scan::Bsr => Opcode::two(0xbd),
            Scan::Lzcnt => Opcode::new(0xf3, 1, 0xbd),
            Scan::Tzcnt => Opcode::new(0xf3, 1, 0xbc),
            Scan::Popcnt => Opcode::new(0xf3, 1, 0xb8),
        }
    }
}

/// Operations on the lowest set bit (BMI1); the discriminant is the opcode extension in ModRM.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum LowestBit {
    /// Clears it.
    Blsr = 1,
    /// Computes a mask up to and including it.
    Blsmsk = 2,
    /// Extracts it.
    Blsi = 3,
}

/// Operations on one bit; the discriminant is the opcode extension in ModRM.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Bit {
    /// Copies the bit to the carry flag.
    Bt = 4,
    /// Like `Bt`, and sets the bit.
    Bts = 5,
    /// Like `Bt`, and clears the bit.
    Btr = 6,
    /// Like `Bt`, and inverts the bit.
    Btc = 7,
}

const IMUL_RR: Opcode = Opcode::two(0xaf);
const ANDN: Opcode = Opcode::new(0, 2, 0xf2);
const BLS: Opcode = Opcode::new(0, 2, 0xf3);
const MULX: Opcode = Opcode::new(0xf2, 2, 0xf6);
const RORX: Opcode = Opcode::new(0xf2, 3, 0xf0);

/// Emits x86-64 instructions into a [`CodeBuffer`].
///
/// Widths are 8 to 64 bits unless a method says otherwise. Immediates of 64-bit operations are sign-extended; 8- and
/// 16-bit operations use the low bits.
#[derive(Debug)]
pub struct Assembler<'a> {
    pub(super) buffer: &'a mut CodeBuffer,
}

impl<'a> Assembler<'a> {
    /// Creates an assembler that appends to `buffer`.
    pub fn new(buffer: &'a mut CodeBuffer) -> Assembler<'a> {
        Assembler { buffer }
    }

    /// The buffer: labels, constants, trap sites, origins.
    pub fn buffer(&mut self) -> &mut CodeBuffer {
        self.buffer
    }

    pub(super) fn gp_rr(&mut self, op: Opcode, rex: u8, reg: Reg, rm: Reg, imm: Imm) {
        if !self.are_gp([reg, rm]) {
            return;
        }
        put_rr(self.buffer, op, rex, reg.number(), rm.number(), imm);
    }

    fn gp_rm(&mut self, op: Opcode, rex: u8, reg: Reg, mem: Mem, imm: Imm) {
        if !self.are_gp([reg]) {
            return;
        }
        put_rm(self.buffer, op, rex, reg.number(), mem, imm);
    }

    /// Emits an instruction with an opcode extension in place of the second register.
    pub(super) fn digit_r(&mut self, op: Opcode, rex: u8, digit: u8, rm: Reg, imm: Imm) {
        if !self.are_gp([rm]) {
            return;
        }
        put_rr(self.buffer, op, rex, digit, rm.number(), imm);
    }

    #[inline(always)]
    pub(super) fn writes(&mut self, reg: Reg) {
        self.buffer.note_write(reg);
    }

    // Arithmetic.

    /// `dst = dst op src`; `cmp` only sets the flags.
    #[inline]
    pub fn alu_rr(&mut self, op: Alu, width: Width, dst: Reg, src: Reg) {
        if is_plain(width) {
            return self.plain_alu_rr(op, width, dst, src);
        }
        if !self.is_sized(INTS, width) {
            return;
        }
        let opcode = Opcode::one((op as u8) << 3).sized(width);
        self.gp_rr(opcode, rex_byte(width, dst) | rex_byte(width, src), src, dst, Imm::NONE);
        self.alu_writes(op, dst);
    }

    /// [`Assembler::alu_rr`] of 32 and 64 bits.
    #[inline(always)]
    pub(super) fn plain_alu_rr(&mut self, op: Alu, width: Width, dst: Reg, src: Reg) {
        if !self.are_gp([dst, src]) {
            return;
        }
        put_plain_rr(self.buffer, (op as u8) << 3 | 1, width, src.number(), dst.number());
        self.alu_writes(op, dst);
    }

    /// `dst = dst op [mem]`; `cmp` only sets the flags.
    pub fn alu_rm(&mut self, op: Alu, width: Width, dst: Reg, mem: Mem) {
        if !self.is_sized(INTS, width) {
            return;
        }
        let opcode = Opcode::one((op as u8) << 3 | 2).sized(width);
        self.gp_rm(opcode, rex_byte(width, dst), dst, mem, Imm::NONE);
        self.alu_writes(op, dst);
    }

    /// `[mem] = [mem] op src`; `cmp` only sets the flags.
    pub fn alu_mr(&mut self, op: Alu, width: Width, mem: Mem, src: Reg) {
        if !self.is_sized(INTS, width) {
            return;
        }
        let opcode = Opcode::one((op as u8) << 3).sized(width);
        self.gp_rm(opcode, rex_byte(width, src), src, mem, Imm::NONE);
    }

    /// `dst = dst op imm`; `cmp` only sets the flags.
    pub fn alu_ri(&mut self, op: Alu, width: Width, dst: Reg, imm: i32) {
        if is_plain(width) && (dst != RAX || fits_byte(imm, width)) {
            if self.are_gp([dst]) {
                put_plain_ri(self.buffer, op as u8, width, dst.number(), imm);
                self.alu_writes(op, dst);
            }
            return;
        }
        if !self.is_sized(INTS, width) {
            return;
        }
        let (opcode, bytes) = with_immediate(imm, width);
        // al, ax, eax and rax have a form without ModRM for immediates of full width.
        if dst == RAX && (width == Width::W8 || bytes.len > 1) {
            let opcode = Opcode::one((op as u8) << 3 | 4).sized(width);
            put_in_opcode(self.buffer, opcode, rex_w(width), 0, bytes);
        } else {
            self.digit_r(opcode, rex_byte(width, dst), op as u8, dst, bytes);
        }
        self.alu_writes(op, dst);
    }

    /// `[mem] = [mem] op imm`; `cmp` only sets the flags.
    pub fn alu_mi(&mut self, op: Alu, width: Width, mem: Mem, imm: i32) {
        if !self.is_sized(INTS, width) {
            return;
        }
        let (opcode, bytes) = with_immediate(imm, width);
        put_rm(self.buffer, opcode, rex_w(width), op as u8, mem, bytes);
    }

    #[inline(always)]
    fn alu_writes(&mut self, op: Alu, dst: Reg) {
        if op != Alu::Cmp {
            self.writes(dst);
        }
    }

    /// Sets the flags of `a & b`.
    pub fn test_rr(&mut self, width: Width, a: Reg, b: Reg) {
        if !self.is_sized(INTS, width) {
            return;
        }
        let rex = rex_byte(width, a) | rex_byte(width, b);
        self.gp_rr(Opcode::one(0x84).sized(width), rex, b, a, Imm::NONE);
    }

    /// Sets the flags of `[mem] & reg`.
    pub fn test_mr(&mut self, width: Width, mem: Mem, reg: Reg) {
        if !self.is_sized(INTS, width) {
            return;
        }
        self.gp_rm(Opcode::one(0x84).sized(width), rex_byte(width, reg), reg, mem, Imm::NONE);
    }

    /// Sets the flags of `reg & imm`.
    pub fn test_ri(&mut self, width: Width, reg: Reg, imm: i32) {
        if !self.is_sized(INTS, width) {
            return;
        }
        let bytes = Imm::sized(imm, width);
        if reg == RAX {
            put_in_opcode(self.buffer, Opcode::one(0xa8).sized(width), rex_w(width), 0, bytes);
        } else {
            self.digit_r(Opcode::one(0xf6).sized(width), rex_byte(width, reg), 0, reg, bytes);
        }
    }

    /// Sets the flags of `[mem] & imm`.
    pub fn test_mi(&mut self, width: Width, mem: Mem, imm: i32) {
        if !self.is_sized(INTS, width) {
            return;
        }
        let bytes = Imm::sized(imm, width);
        put_rm(self.buffer, Opcode::one(0xf6).sized(width), rex_w(width), 0, mem, bytes);
    }

    /// Shifts `dst` by a constant, which the CPU takes modulo 64, or modulo 32 if the width is less than 64.
    pub fn shift_ri(&mut self, op: Shift, width: Width, dst: Reg, count: u8) {
        if !self.is_sized(INTS, width) {
            return;
        }
        let (opcode, imm) = shift_count(count);
        self.digit_r(opcode.sized(width), rex_byte(width, dst), op as u8, dst, imm);
        self.writes(dst);
    }

    /// Shifts memory by a constant.
    pub fn shift_mi(&mut self, op: Shift, width: Width, mem: Mem, count: u8) {
        if !self.is_sized(INTS, width) {
            return;
        }
        let (opcode, imm) = shift_count(count);
        put_rm(self.buffer, opcode.sized(width), rex_w(width), op as u8, mem, imm);
    }

    /// Shifts `dst` by cl.
    pub fn shift_rcl(&mut self, op: Shift, width: Width, dst: Reg) {
        if !self.is_sized(INTS, width) {
            return;
        }
        let opcode = Opcode::one(0xd2).sized(width);
        self.digit_r(opcode, rex_byte(width, dst), op as u8, dst, Imm::NONE);
        self.writes(dst);
    }

    /// Shifts memory by cl.
    pub fn shift_mcl(&mut self, op: Shift, width: Width, mem: Mem) {
        if !self.is_sized(INTS, width) {
            return;
        }
        put_rm(self.buffer, Opcode::one(0xd2).sized(width), rex_w(width), op as u8, mem, Imm::NONE);
    }

    /// `dst = src op count`, 32 and 64 bits, flags unchanged (BMI2).
    pub fn shiftx_rr(&mut self, op: ShiftX, width: Width, dst: Reg, src: Reg, count: Reg) {
        if !self.is_sized(WORDS, width) {
            return;
        }
        self.vex_rr(Opcode::new(op as u8, 2, 0xf7), width, dst, count, src, Imm::NONE);
    }

    /// `dst = [mem] op count`, 32 and 64 bits, flags unchanged (BMI2).
    pub fn shiftx_rm(&mut self, op: ShiftX, width: Width, dst: Reg, mem: Mem, count: Reg) {
        if !self.is_sized(WORDS, width) {
            return;
        }
        self.vex_rm(Opcode::new(op as u8, 2, 0xf7), width, dst, count, mem, Imm::NONE);
    }

    /// `dst = src` rotated right by a constant, 32 and 64 bits, flags unchanged (BMI2).
    pub fn rorx_rr(&mut self, width: Width, dst: Reg, src: Reg, count: u8) {
        if !self.is_sized(WORDS, width) {
            return;
        }
        self.vex_rr(RORX, width, dst, RAX, src, Imm::byte(count));
    }

    /// `dst = [mem]` rotated right by a constant, 32 and 64 bits, flags unchanged (BMI2).
    pub fn rorx_rm(&mut self, width: Width, dst: Reg, mem: Mem, count: u8) {
        if !self.is_sized(WORDS, width) {
            return;
        }
        self.vex_rm(RORX, width, dst, RAX, mem, Imm::byte(count));
    }

    /// `[high:low] = rdx * src`, unsigned, 32 and 64 bits, flags unchanged (BMI2). One register for both gets the high
    /// half.
    pub fn mulx_rr(&mut self, width: Width, high: Reg, low: Reg, src: Reg) {
        if !self.is_sized(WORDS, width) {
            return;
        }
        self.vex_rr(MULX, width, high, low, src, Imm::NONE);
        self.writes(low);
    }

    /// `[high:low] = rdx * [mem]`, unsigned, 32 and 64 bits, flags unchanged (BMI2).
    pub fn mulx_rm(&mut self, width: Width, high: Reg, low: Reg, mem: Mem) {
        if !self.is_sized(WORDS, width) {
            return;
        }
        self.vex_rm(MULX, width, high, low, mem, Imm::NONE);
        self.writes(low);
    }

    /// `dst` = the upper half of the concatenation of `dst` and `src` shifted left by a constant, 32 and 64 bits.
    pub fn shld_rri(&mut self, width: Width, dst: Reg, src: Reg, count: u8) {
        if !self.is_sized(WORDS, width) {
            return;
        }
        self.gp_rr(Opcode::two(0xa4), rex_w(width), src, dst, Imm::byte(count));
        self.writes(dst);
    }

    /// `dst = !a & b`, 32 and 64 bits (BMI1).
    pub fn andn_rr(&mut self, width: Width, dst: Reg, a: Reg, b: Reg) {
        if !self.is_sized(WORDS, width) {
            return;
        }
        self.vex_rr(ANDN, width, dst, a, b, Imm::NONE);
    }

    /// `dst = !a & [mem]`, 32 and 64 bits (BMI1).
    pub fn andn_rm(&mut self, width: Width, dst: Reg, a: Reg, mem: Mem) {
        if !self.is_sized(WORDS, width) {
            return;
        }
        self.vex_rm(ANDN, width, dst, a, mem, Imm::NONE);
    }

    /// `dst = op(src)`, 32 and 64 bits (BMI1).
    pub fn lowest_bit_rr(&mut self, op: LowestBit, width: Width, dst: Reg, src: Reg) {
        if !self.is_sized(WORDS, width) {
            return;
        }
        if !self.are_gp([dst, src]) {
            return;
        }
        put_vex_rr(self.buffer, BLS, rex_w(width), op as u8, dst.number(), src.number(), Imm::NONE);
        self.writes(dst);
    }

    /// `dst = op([mem])`, 32 and 64 bits (BMI1).
    pub fn lowest_bit_rm(&mut self, op: LowestBit, width: Width, dst: Reg, mem: Mem) {
        if !self.is_sized(WORDS, width) {
            return;
        }
        if !self.are_gp([dst]) {
            return;
        }
        put_vex_rm(self.buffer, BLS, rex_w(width), op as u8, dst.number(), mem, Imm::NONE);
        self.writes(dst);
    }

    fn vex_rr(&mut self, op: Opcode, width: Width, dst: Reg, source: Reg, rm: Reg, imm: Imm) {
        if !self.are_gp([dst, source, rm]) {
            return;
        }
        put_vex_rr(self.buffer, op, rex_w(width), dst.number(), source.number(), rm.number(), imm);
        self.writes(dst);
    }

    fn vex_rm(&mut self, op: Opcode, width: Width, dst: Reg, source: Reg, mem: Mem, imm: Imm) {
        if !self.are_gp([dst, source]) {
            return;
        }
        put_vex_rm(self.buffer, op, rex_w(width), dst.number(), source.number(), mem, imm);
        self.writes(dst);
    }

    /// One-operand arithmetic on a register. Multiplication and division use rax and rdx (ax at 8 bits).
    pub fn unary_r(&mut self, op: Unary, width: Width, reg: Reg) {
        if !self.is_sized(INTS, width) {
            return;
        }
        self.digit_r(Opcode::one(0xf6).sized(width), rex_byte(width, reg), op as u8, reg, Imm::NONE);
        if matches!(op, Unary::Not | Unary::Neg) {
            self.writes(reg);
        } else {
            self.writes_product(width);
        }
    }

    /// One-operand arithmetic on memory. Multiplication and division use rax and rdx (ax at 8 bits).
    pub fn unary_m(&mut self, op: Unary, width: Width, mem: Mem) {
        if !self.is_sized(INTS, width) {
            return;
        }
        put_rm(self.buffer, Opcode::one(0xf6).sized(width), rex_w(width), op as u8, mem, Imm::NONE);
        if !matches!(op, Unary::Not | Unary::Neg) {
            self.writes_product(width);
        }
    }

    fn writes_product(&mut self, width: Width) {
        self.writes(RAX);
        if width != Width::W8 {
            self.writes(RDX);
        }
    }

    /// `dst = dst * src`, 16 to 64 bits.
    pub fn imul_rr(&mut self, width: Width, dst: Reg, src: Reg) {
        if !self.is_sized(NOT_BYTES, width) {
            return;
        }
        self.gp_rr(IMUL_RR.prefixed(width), rex_w(width), dst, src, Imm::NONE);
        self.writes(dst);
    }

    /// `dst = dst * [mem]`, 16 to 64 bits.
    pub fn imul_rm(&mut self, width: Width, dst: Reg, mem: Mem) {
        if !self.is_sized(NOT_BYTES, width) {
            return;
        }
        self.gp_rm(IMUL_RR.prefixed(width), rex_w(width), dst, mem, Imm::NONE);
        self.writes(dst);
    }

    /// `dst = src * imm`, 16 to 64 bits.
    pub fn imul_rri(&mut self, width: Width, dst: Reg, src: Reg, imm: i32) {
        if !self.is_sized(NOT_BYTES, width) {
            return;
        }
        let (opcode, bytes) = multiply_immediate(imm, width);
        self.gp_rr(opcode, rex_w(width), dst, src, bytes);
        self.writes(dst);
    }

    /// `dst = [mem] * imm`, 16 to 64 bits.
    pub fn imul_rmi(&mut self, width: Width, dst: Reg, mem: Mem, imm: i32) {
        if !self.is_sized(NOT_BYTES, width) {
            return;
        }
        let (opcode, bytes) = multiply_immediate(imm, width);
        self.gp_rm(opcode, rex_w(width), dst, mem, bytes);
        self.writes(dst);
    }

    /// Copies the sign of rax to all bits of rdx: `cwd`, `cdq` or `cqo`.
    pub fn sign_to_rdx(&mut self, width: Width) {
        if !self.is_sized(NOT_BYTES, width) {
            return;
        }
        put_opcode(self.buffer, Opcode::one(0x99).prefixed(width), rex_w(width), Imm::NONE);
        self.writes(RDX);
    }

    /// Reverses the bytes, 32 and 64 bits.
    pub fn bswap(&mut self, width: Width, dst: Reg) {
        if !self.is_sized(WORDS, width) {
            return;
        }
        if !self.are_gp([dst]) {
            return;
        }
        put_in_opcode(self.buffer, Opcode::two(0xc8), rex_w(width), dst.number(), Imm::NONE);
        self.writes(dst);
    }

    /// `dst = op(src)`, 32 and 64 bits.
    pub fn scan_rr(&mut self, op: Scan, width: Width, dst: Reg, src: Reg) {
        if !self.is_sized(WORDS, width) {
            return;
        }
        self.gp_rr(op.opcode(), rex_w(width), dst, src, Imm::NONE);
        self.writes(dst);
    }

    /// `dst = op([mem])`, 32 and 64 bits.
    pub fn scan_rm(&mut self, op: Scan, width: Width, dst: Reg, mem: Mem) {
        if !self.is_sized(WORDS, width) {
            return;
        }
        self.gp_rm(op.opcode(), rex_w(width), dst, mem, Imm::NONE);
        self.writes(dst);
    }

    /// Operates on bit `bit` (modulo the width) of `dst`, 16 to 64 bits.
    pub fn bit_rr(&mut self, op: Bit, width: Width, dst: Reg, bit: Reg) {
        if !self.is_sized(NOT_BYTES, width) {
            return;
        }
        let opcode = Opcode::two(0x83 | (op as u8) << 3).prefixed(width);
        self.gp_rr(opcode, rex_w(width), bit, dst, Imm::NONE);
        if op != Bit::Bt {
            self.writes(dst);
        }
    }

    /// Operates on bit `bit` (modulo the width) of `dst`, 16 to 64 bits.
    pub fn bit_ri(&mut self, op: Bit, width: Width, dst: Reg, bit: u8) {
        if !self.is_sized(NOT_BYTES, width) {
            return;
        }
        let opcode = Opcode::two(0xba).prefixed(width);
        self.digit_r(opcode, rex_w(width), op as u8, dst, Imm::byte(bit));
        if op != Bit::Bt {
            self.writes(dst);
        }
    }

    /// Operates on bit `bit` (modulo the width) of memory, 16 to 64 bits.
    pub fn bit_mi(&mut self, op: Bit, width: Width, mem: Mem, bit: u8) {
        if !self.is_sized(NOT_BYTES, width) {
            return;
        }
        let opcode = Opcode::two(0xba).prefixed(width);
        put_rm(self.buffer, opcode, rex_w(width), op as u8, mem, Imm::byte(bit));
    }

    // Moves.

    /// `dst = src`. At 32 bits the upper half becomes zero; at 8 and 16 bits the other bits are unchanged.
    pub fn mov_rr(&mut self, width: Width, dst: Reg, src: Reg) {
        if is_plain(width) {
            if !self.are_gp([dst, src]) {
                return;
            }
            put_plain_rr(self.buffer, 0x89, width, src.number(), dst.number());
            return self.writes(dst);
        }
        if !self.is_sized(INTS, width) {
            return;
        }
        let rex = rex_byte(width, dst) | rex_byte(width, src);
        self.gp_rr(Opcode::one(0x88).sized(width), rex, src, dst, Imm::NONE);
        self.writes(dst);
    }

    /// `dst = [mem]`. At 32 bits the upper half becomes zero; at 8 and 16 bits the other bits are unchanged.
    pub fn mov_rm(&mut self, width: Width, dst: Reg, mem: Mem) {
        match mem {
            _ if !is_plain(width) || self.buffer.notes_accesses() => {}
            Mem::Base { base, disp } => return self.load(width, dst, base, disp),
            Mem::Index { base, index, scale, disp } if index != RSP => {
                self.plain_index(0x8b, width, dst, [base, index], scale, disp);
                return self.writes(dst);
            }
            _ => {}
        }
        if !self.is_sized(INTS, width) {
            return;
        }
        self.gp_rm(Opcode::one(0x8a).sized(width), rex_byte(width, dst), dst, mem, Imm::NONE);
        self.writes(dst);
    }

    /// [`Assembler::mov_rm`] at `base + disp`, 32 and 64 bits: a fast path for the most frequent instructions.
    #[inline(always)]
    pub(super) fn load(&mut self, width: Width, dst: Reg, base: Reg, disp: i32) {
        if !self.are_gp([dst, base]) {
            return;
        }
        put_plain_rm(self.buffer, 0x8b, width, dst.number(), base.number(), disp);
        self.writes(dst);
    }

    /// [`Assembler::mov_mr`] at `base + disp`, 32 and 64 bits.
    #[inline(always)]
    pub(super) fn store(&mut self, width: Width, base: Reg, disp: i32, src: Reg) {
        if !self.are_gp([src, base]) {
            return;
        }
        put_plain_rm(self.buffer, 0x89, width, src.number(), base.number(), disp);
    }

    /// [`Assembler::alu_rm`] at `base + disp`, 32 and 64 bits.
    #[inline(always)]
    pub(super) fn plain_alu_rm(&mut self, op: Alu, width: Width, dst: Reg, base: Reg, disp: i32) {
        if self.are_gp([dst, base]) {
            put_plain_rm(self.buffer, (op as u8) << 3 | 3, width, dst.number(), base.number(), disp);
            self.alu_writes(op, dst);
        }
    }

    /// `mov` between a register and `base + index * scale + disp`, 32 and 64 bits; the index is not rsp.
    #[inline(always)]
    fn plain_index(
        &mut self,
        byte: u8,
        width: Width,
        reg: Reg,
        [base, index]: [Reg; 2],
        scale: Scale,
        disp: i32,
    ) {
        if self.are_gp([reg, base, index]) {
            let address = [base.number(), index.number()];
            encoding::put_plain_index(self.buffer, byte, width, reg.number(), address, scale, disp);
        }
    }

    /// `[mem] = src`.
    pub fn mov_mr(&mut self, width: Width, mem: Mem, src: Reg) {
        match mem {
            _ if !is_plain(width) || self.buffer.notes_accesses() => {}
            Mem::Base { base, disp } => return self.store(width, base, disp, src),
            Mem::Index { base, index, scale, disp } if index != RSP => {
                return self.plain_index(0x89, width, src, [base, index], scale, disp);
            }
            _ => {}
        }
        if !self.is_sized(INTS, width) {
            return;
        }
        self.gp_rm(Opcode::one(0x88).sized(width), rex_byte(width, src), src, mem, Imm::NONE);
    }

    /// `[mem] = imm`, sign-extended.
    pub fn mov_mi(&mut self, width: Width, mem: Mem, imm: i32) {
        if !self.is_sized(INTS, width) {
            return;
        }
        let bytes = Imm::sized(imm, width);
        put_rm(self.buffer, Opcode::one(0xc6).sized(width), rex_w(width), 0, mem, bytes);
    }

    /// `dst = bits`, all 64, with the shortest instruction that does not change the flags.
    pub fn mov_ri(&mut self, dst: Reg, bits: u64) {
        if !self.are_gp([dst]) {
            return;
        }
        if let Ok(low) = u32::try_from(bits) {
            put_in_opcode(self.buffer, Opcode::one(0xb8), 0, dst.number(), Imm::dword(low));
        } else if bits as i64 == i64::from(bits as i32) {
            self.digit_r(Opcode::one(0xc7), REX_W, 0, dst, Imm::dword(bits as u32));
        } else {
            put_in_opcode(self.buffer, Opcode::one(0xb8), REX_W, dst.number(), Imm { bits, len: 8 });
        }
        self.writes(dst);
    }

    /// `dst = 0`. Changes the flags.
    pub fn zero(&mut self, dst: Reg) {
        self.alu_rr(Alu::Xor, Width::W32, dst, dst);
    }

    /// `dst = address of target + addend`, as eight bytes that the linker fills in.
    pub fn mov_address(&mut self, dst: Reg, target: RelocTarget, addend: i64) {
        if !self.are_gp([dst]) {
            return;
        }
        let field = self.buffer.offset() + 2;
        put_in_opcode(self.buffer, Opcode::one(0xb8), REX_W, dst.number(), Imm { bits: 0, len: 8 });
        self.buffer.add_relocation(field, RelocKind::Abs64, target, addend);
        self.writes(dst);
    }

    /// `dst = src` extended to `width`, 32 and 64 bits; from 32 bits only to 64.
    pub fn extend_rr(&mut self, op: Extend, width: Width, dst: Reg, src: Reg) {
        if !self.is_sized(op.widths(), width) {
            return;
        }
        let byte = matches!(op, Extend::Zero8 | Extend::Sign8);
        let rex = if byte { rex_byte(Width::W8, src) } else { 0 };
        self.gp_rr(op.opcode(), rex | rex_w(width), dst, src, Imm::NONE);
        self.writes(dst);
    }

    /// `dst = [mem]` extended to `width`, 32 and 64 bits; from 32 bits only to 64.
    pub fn extend_rm(&mut self, op: Extend, width: Width, dst: Reg, mem: Mem) {
        if !self.is_sized(op.widths(), width) {
            return;
        }
        self.gp_rm(op.opcode(), rex_w(width), dst, mem, Imm::NONE);
        self.writes(dst);
    }

    /// `dst = address of mem`, 32 and 64 bits.
    pub fn lea(&mut self, width: Width, dst: Reg, mem: Mem) {
        if !self.is_sized(WORDS, width) {
            return;
        }
        let rex = rex_w(width);
        if !self.are_gp([dst]) {
            return;
        }
        // lea accesses no memory.
        self.buffer.without_accesses(|buffer| {
            put_rm(buffer, Opcode::one(0x8d), rex, dst.number(), mem, Imm::NONE);
        });
        self.writes(dst);
    }

    /// `dst = address of target + addend`, at most 2 GiB away: `lea` with a distance that the linker fills in.
    pub fn lea_address(&mut self, dst: Reg, target: RelocTarget, addend: i64) {
        if !self.are_gp([dst]) {
            return;
        }
        // ModRM 00 reg 101: [rip + disp32].
        let rex = u64::from(0x48 | dst.number() >> 3 << 2);
        let modrm = u64::from(5 | (dst.number() & 7) << 3);
        self.buffer.put(u128::from(rex | 0x8d << 8 | modrm << 16), 7);
        self.relocate_distance(target, addend);
        self.writes(dst);
    }

    /// The low byte of `dst` = 1 if the condition holds, else 0.
    pub fn setcc_r(&mut self, cond: Cond, dst: Reg) {
        let opcode = Opcode::two(0x90 | cond as u8);
        self.digit_r(opcode, rex_byte(Width::W8, dst), 0, dst, Imm::NONE);
        self.writes(dst);
    }

    /// The byte in memory = 1 if the condition holds, else 0.
    pub fn setcc_m(&mut self, cond: Cond, mem: Mem) {
        put_rm(self.buffer, Opcode::two(0x90 | cond as u8), 0, 0, mem, Imm::NONE);
    }

    /// `dst = src` if the condition holds, 16 to 64 bits. At 32 bits the upper half becomes zero in any case.
    pub fn cmov_rr(&mut self, cond: Cond, width: Width, dst: Reg, src: Reg) {
        if !self.is_sized(NOT_BYTES, width) {
            return;
        }
        let opcode = Opcode::two(0x40 | cond as u8).prefixed(width);
        self.gp_rr(opcode, rex_w(width), dst, src, Imm::NONE);
        self.writes(dst);
    }

    /// `dst = [mem]` if the condition holds, 16 to 64 bits. The memory is read in any case.
    pub fn cmov_rm(&mut self, cond: Cond, width: Width, dst: Reg, mem: Mem) {
        if !self.is_sized(NOT_BYTES, width) {
            return;
        }
        let opcode = Opcode::two(0x40 | cond as u8).prefixed(width);
        self.gp_rm(opcode, rex_w(width), dst, mem, Imm::NONE);
        self.writes(dst);
    }

    /// Exchanges two registers.
    pub fn xchg_rr(&mut self, width: Width, a: Reg, b: Reg) {
        if !self.is_sized(INTS, width) {
            return;
        }
        let rex = rex_byte(width, a) | rex_byte(width, b);
        self.gp_rr(Opcode::one(0x86).sized(width), rex, b, a, Imm::NONE);
        self.writes(a);
        self.writes(b);
    }

    /// Exchanges a register and memory, atomically.
    pub fn xchg_mr(&mut self, width: Width, mem: Mem, reg: Reg) {
        if !self.is_sized(INTS, width) {
            return;
        }
        self.gp_rm(Opcode::one(0x86).sized(width), rex_byte(width, reg), reg, mem, Imm::NONE);
        self.writes(reg);
    }

    /// Atomically: if `[mem]` is rax, `[mem] = src`, else `rax = [mem]`. Sets the flags of the comparison.
    pub fn lock_cmpxchg_mr(&mut self, width: Width, mem: Mem, src: Reg) {
        if !(self.is_sized(INTS, width) && self.are_gp([src])) {
            return;
        }
        self.lock();
        self.gp_rm(Opcode::two(0xb0).sized(width), rex_byte(width, src), src, mem, Imm::NONE);
        self.writes(RAX);
    }

    /// Atomically: `[mem] = [mem] + reg`, and `reg` becomes the old value.
    pub fn lock_xadd_mr(&mut self, width: Width, mem: Mem, reg: Reg) {
        if !(self.is_sized(INTS, width) && self.are_gp([reg])) {
            return;
        }
        self.lock();
        self.gp_rm(Opcode::two(0xc0).sized(width), rex_byte(width, reg), reg, mem, Imm::NONE);
        self.writes(reg);
    }

    /// Atomic [`Assembler::alu_mr`]. Not for `cmp`.
    pub fn lock_alu_mr(&mut self, op: Alu, width: Width, mem: Mem, src: Reg) {
        if self.can_lock(op, width) && self.are_gp([src]) {
            self.lock();
            self.alu_mr(op, width, mem, src);
        }
    }

    /// Atomic [`Assembler::alu_mi`]. Not for `cmp`.
    pub fn lock_alu_mi(&mut self, op: Alu, width: Width, mem: Mem, imm: i32) {
        if self.can_lock(op, width) {
            self.lock();
            self.alu_mi(op, width, mem, imm);
        }
    }

    fn can_lock(&mut self, op: Alu, width: Width) -> bool {
        if op == Alu::Cmp {
            self.buffer.invalid_operand("an operation that writes its operand");
        }
        op != Alu::Cmp && self.is_sized(INTS, width)
    }

    fn lock(&mut self) {
        // A trap reports the address of the prefix.
        self.buffer.note_access();
        self.buffer.put(0xf0, 1);
    }

    // The stack.

    /// Pushes 64 bits.
    pub fn push_r(&mut self, src: Reg) {
        if !self.are_gp([src]) {
            return;
        }
        put_in_opcode(self.buffer, Opcode::one(0x50), 0, src.number(), Imm::NONE);
        self.writes(RSP);
    }

    /// Pushes 64 bits from memory.
    pub fn push_m(&mut self, mem: Mem) {
        put_rm(self.buffer, Opcode::one(0xff), 0, 6, mem, Imm::NONE);
        self.writes(RSP);
    }

    /// Pushes 64 bits, sign-extended.
    pub fn push_i(&mut self, imm: i32) {
        if fits_byte(imm, Width::W64) {
            put_opcode(self.buffer, Opcode::one(0x6a), 0, Imm::byte(imm as u8));
        } else {
            put_opcode(self.buffer, Opcode::one(0x68), 0, Imm::dword(imm as u32));
        }
        self.writes(RSP);
    }

    /// Pops 64 bits.
    pub fn pop_r(&mut self, dst: Reg) {
        if !self.are_gp([dst]) {
            return;
        }
        put_in_opcode(self.buffer, Opcode::one(0x58), 0, dst.number(), Imm::NONE);
        self.writes(RSP);
        self.writes(dst);
    }

    /// Pops 64 bits to memory; an address with rsp uses its value after the pop.
    pub fn pop_m(&mut self, mem: Mem) {
        put_rm(self.buffer, Opcode::one(0x8f), 0, 0, mem, Imm::NONE);
        self.writes(RSP);
    }

    /// `rsp = rbp`, then pops rbp.
    pub fn leave(&mut self) {
        put_opcode(self.buffer, Opcode::one(0xc9), 0, Imm::NONE);
        self.writes(RSP);
        self.writes(RBP);
    }
}

/// Emits an opcode without ModRM.
pub(super) fn put_opcode(buffer: &mut CodeBuffer, op: Opcode, rex: u8, imm: Imm) {
    put_in_opcode(buffer, op, rex, 0, imm);
}

/// True for 32 and 64 bits, whose encodings differ only in a bit of the REX prefix.
#[inline(always)]
const fn is_plain(width: Width) -> bool {
    matches!(width, Width::W32 | Width::W64)
}

/// The opcode and immediate of a shift. A shift by one has no immediate.
fn shift_count(count: u8) -> (Opcode, Imm) {
    if count == 1 { (Opcode::one(0xd0), Imm::NONE) } else { (Opcode::one(0xc0), Imm::byte(count)) }
}

fn multiply_immediate(imm: i32, width: Width) -> (Opcode, Imm) {
    if fits_byte(imm, width) {
        (Opcode::one(0x6b).prefixed(width), Imm::byte(imm as u8))
    } else {
        (Opcode::one(0x69).prefixed(width), Imm::sized(imm, width))
    }
}
