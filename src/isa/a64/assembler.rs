//! The AArch64 assembler: one small method per operand shape, with opcode bits in the discriminants of enums.
//!
//! Method suffixes give the operands, destination first: `r` register, `i` immediate, `s` shifted register, `e`
//! extended register. `finish` fails if an immediate does not fit; the functions of `encoding.rs` test this. Every
//! method records the registers that its instruction writes. Floating point is in `assembler_fp.rs`.
//!
//! In these comments 31 is the register number that an instruction interprets as sp or as the zero register.

use super::encoding::{Cond, Extend, Mem, ShiftKind, arithmetic_immediate, logical_immediate};
use super::registers::{LR, ZR};
use crate::base::{Reg, Width};
use crate::isa::code_buffer::{CodeBuffer, FixupKind, Label};
use crate::isa::{RelocKind, RelocTarget};

/// Addition and subtraction; the discriminant is bits 29 and 30.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u32)]
#[allow(missing_docs)] // the mnemonics; suffix `s`: sets the flags
pub enum Arith {
    Add = 0,
    Adds = 1 << 29,
    Sub = 1 << 30,
    Subs = 3 << 29,
}

/// Bitwise operations; the discriminant is bits 29 and 30, and bit 21 (N), which inverts the last operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u32)]
#[allow(missing_docs)] // the mnemonics; suffix `s`: sets the flags
pub enum Logic {
    And = 0,
    Bic = 1 << 21,
    Orr = 1 << 29,
    Orn = 1 << 29 | 1 << 21,
    Eor = 2 << 29,
    Eon = 2 << 29 | 1 << 21,
    Ands = 3 << 29,
    Bics = 3 << 29 | 1 << 21,
}

/// Moves of a 16-bit immediate; the discriminant is bits 29 and 30.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u32)]
pub enum MoveWide {
    /// Sets the other bits to zero, then inverts all.
    Movn = 0,
    /// Sets the other bits to zero.
    Movz = 2 << 29,
    /// Keeps the other bits.
    Movk = 3 << 29,
}

/// Two-source operations; the discriminant is bits 10 to 15.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u32)]
#[allow(missing_docs)] // the mnemonics
pub enum Binary {
    Udiv = 2,
    Sdiv = 3,
    Lslv = 8,
    Lsrv = 9,
    Asrv = 10,
    Rorv = 11,
}

/// One-source operations; the discriminant is bits 10 to 15.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u32)]
pub enum Unary {
    /// Reverses the bits.
    Rbit = 0,
    /// Reverses the bytes of each half word.
    Rev16 = 1,
    /// Reverses the bytes of each word.
    Rev32 = 2,
    /// Reverses the bytes of a double word; 64 bits only.
    Rev64 = 3,
    /// Counts leading zeros.
    Clz = 4,
    /// Counts leading copies of the sign.
    Cls = 5,
}

/// Multiplications with three sources; the discriminant is the opcode, without the bit for 64 bits if there is a
/// choice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u32)]
pub enum Multiply {
    /// `c + a * b`
    Madd = 0x1b00_0000,
    /// `c - a * b`
    Msub = 0x1b00_8000,
    /// `c + a * b` of signed 32-bit `a` and `b`; 64 bits only.
    Smaddl = 0x9b20_0000,
    /// `c + a * b` of unsigned 32-bit `a` and `b`; 64 bits only.
    Umaddl = 0x9ba0_0000,
    /// `c - a * b` of signed 32-bit `a` and `b`; 64 bits only.
    Smsubl = 0x9b20_8000,
    /// `c - a * b` of unsigned 32-bit `a` and `b`; 64 bits only.
    Umsubl = 0x9ba0_8000,
}

/// Bit field moves; the discriminant is bits 29 and 30.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u32)]
pub enum Bitfield {
    /// The other bits become copies of the sign.
    Sbfm = 0,
    /// Keeps the other bits.
    Bfm = 1 << 29,
    /// The other bits become zero.
    Ubfm = 2 << 29,
}

/// Conditional selections; the discriminant is bits 30 and 10.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u32)]
pub enum Select {
    /// `a` or `b`
    Csel = 0,
    /// `a` or `b + 1`
    Csinc = 1 << 10,
    /// `a` or `!b`
    Csinv = 1 << 30,
    /// `a` or `-b`
    Csneg = 1 << 30 | 1 << 10,
}

/// Conditional comparisons; the discriminant is bit 30.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u32)]
pub enum CondCompare {
    /// Compares by `a + b`.
    Ccmn = 0,
    /// Compares by `a - b`.
    Ccmp = 1 << 30,
}

/// Loads and stores of one register; the discriminant is size, V and opc in bits 22 to 31.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u32)]
#[allow(missing_docs)] // Load or Store, extension, width in memory
pub enum Access {
    Store8 = 0,
    Store16 = 1 << 30,
    Store32 = 2 << 30,
    Store64 = 3 << 30,
    StoreF32 = 2 << 30 | 1 << 26,
    StoreF64 = 3 << 30 | 1 << 26,
    StoreF128 = 1 << 26 | 2 << 22,
    Load8 = 1 << 22,
    Load16 = 1 << 30 | 1 << 22,
    Load32 = 2 << 30 | 1 << 22,
    Load64 = 3 << 30 | 1 << 22,
    /// Sign-extends to 64 bits.
    LoadSigned8 = 2 << 22,
    /// Sign-extends to 64 bits.
    LoadSigned16 = 1 << 30 | 2 << 22,
    /// Sign-extends to 64 bits.
    LoadSigned32 = 2 << 30 | 2 << 22,
    /// Sign-extends to 32 bits.
    LoadSigned8To32 = 3 << 22,
    /// Sign-extends to 32 bits.
    LoadSigned16To32 = 1 << 30 | 3 << 22,
    LoadF32 = 2 << 30 | 1 << 26 | 1 << 22,
    LoadF64 = 3 << 30 | 1 << 26 | 1 << 22,
    LoadF128 = 1 << 26 | 3 << 22,
}

impl Access {
    /// All accesses.
    pub const ALL: [Access; 19] = {
        use Access::*;
        [
            Store8,
            Store16,
            Store32,
            Store64,
            StoreF32,
            StoreF64,
            StoreF128,
            Load8,
            Load16,
            Load32,
            Load64,
            LoadSigned8,
            LoadSigned16,
            LoadSigned32,
            LoadSigned8To32,
            LoadSigned16To32,
            LoadF32,
            LoadF64,
            LoadF128,
        ]
    };

    /// True if the register is a floating-point register.
    pub const fn is_float(self) -> bool {
        self as u32 & 1 << 26 != 0
    }

    /// True for loads.
    pub const fn is_load(self) -> bool {
        // opc is 10 or 11 for 16-byte accesses.
        let opc = self as u32 >> 22 & 3;
        if self.size_log2() == 4 { opc == 3 } else { opc != 0 }
    }

    /// Binary logarithm of the number of bytes in memory.
    pub const fn size_log2(self) -> u32 {
        let bits = self as u32;
        if self.is_float() && bits >> 23 & 1 != 0 { 4 } else { bits >> 30 }
    }

    /// True if the instruction can encode `disp`.
    pub const fn fits(self, disp: i32) -> bool {
        let size = self.size_log2();
        disp >= -256 && disp < 256 || disp >= 0 && disp >> size < 1 << 12 && disp & ((1 << size) - 1) == 0
    }
}

/// Loads and stores of two registers; the discriminant is opc and V in bits 26 to 31.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u32)]
#[allow(missing_docs)] // bank and width
pub enum Pair {
    Gp32 = 0,
    Gp64 = 2 << 30,
    F32 = 1 << 26,
    F64 = 1 << 30 | 1 << 26,
    F128 = 2 << 30 | 1 << 26,
}

impl Pair {
    /// True if the registers are floating-point registers.
    pub const fn is_float(self) -> bool {
        self as u32 & 1 << 26 != 0
    }

    /// Binary logarithm of the number of bytes of one register.
    pub const fn size_log2(self) -> u32 {
        match self {
            Pair::Gp32 | Pair::F32 => 2,
            Pair::Gp64 | Pair::F64 => 3,
            Pair::F128 => 4,
        }
    }
}

pub(super) const fn sf(width: Width) -> u32 {
    (width as u8 == Width::W64 as u8) as u32 * (1 << 31)
}

pub(super) fn rd(reg: Reg) -> u32 {
    u32::from(reg.number())
}

pub(super) fn rn(reg: Reg) -> u32 {
    u32::from(reg.number()) << 5
}

pub(super) fn rm(reg: Reg) -> u32 {
    u32::from(reg.number()) << 16
}

pub(super) fn ra(reg: Reg) -> u32 {
    u32::from(reg.number()) << 10
}

/// Emits AArch64 instructions into a [`CodeBuffer`]. Widths are 32 and 64 bits.
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

    pub(super) fn put(&mut self, word: u32) {
        self.buffer.put_word(word);
    }

    /// Records the write of a floating-point register, or of a general one where 31 is the zero register.
    pub(super) fn writes(&mut self, reg: Reg) {
        if reg != ZR {
            self.buffer.note_write(reg);
        }
    }

    /// Unwraps the field of an immediate. If there is none, records an error and returns zero.
    pub(super) fn field(&mut self, field: Option<u32>, expected: &'static str) -> u32 {
        if field.is_none() {
            self.buffer.invalid_operand(expected);
        }
        field.unwrap_or(0)
    }

    // Arithmetic.

    /// `dst = a op imm`: an immediate of twelve bits, or of twelve bits times 4096. 31 is sp, but zero as the
    /// destination of an operation that sets flags.
    pub fn arith_rri(&mut self, op: Arith, width: Width, dst: Reg, a: Reg, imm: u64) {
        if !self.are_gp_words(width, [dst, a]) {
            return;
        }
        let field = self.field(arithmetic_immediate(imm), "an immediate of twelve bits, perhaps times 4096");
        self.put(0x1100_0000 | sf(width) | op as u32 | field << 10 | rn(a) | rd(dst));
        self.writes_sp(op, dst);
    }

    fn writes_sp(&mut self, op: Arith, dst: Reg) {
        if matches!(op, Arith::Add | Arith::Sub) {
            self.buffer.note_write(dst);
        } else {
            self.writes(dst);
        }
    }

    /// `dst = a op b`; 31 is zero.
    pub fn arith_rrr(&mut self, op: Arith, width: Width, dst: Reg, a: Reg, b: Reg) {
        self.arith_rrs(op, width, dst, a, b, ShiftKind::Lsl, 0);
    }

    /// `dst = a op (b shifted by amount)`; 31 is zero. The amount must be less than the width.
    #[allow(clippy::too_many_arguments)] // the operands of the instruction
    pub fn arith_rrs(
        &mut self,
        op: Arith,
        width: Width,
        dst: Reg,
        a: Reg,
        b: Reg,
        shift: ShiftKind,
        amount: u32,
    ) {
        if !self.are_gp_words(width, [dst, a, b]) {
            return;
        }
        let fits = shift != ShiftKind::Ror && amount < width.bits();
        let amount = self.field(fits.then_some(amount), "a shift below the width, and not ror");
        let shift = (shift as u32) << 22 | amount << 10;
        self.put(0x0b00_0000 | sf(width) | op as u32 | shift | rm(b) | rn(a) | rd(dst));
        self.writes(dst);
    }

    /// `dst = a op (b extended, then shifted left by 0 to 4)`. 31 is sp as `dst` or `a`, but zero as `b` and as the
    /// destination of an operation that sets flags.
    #[allow(clippy::too_many_arguments)] // the operands of the instruction
    pub fn arith_rre(
        &mut self,
        op: Arith,
        width: Width,
        dst: Reg,
        a: Reg,
        b: Reg,
        extend: Extend,
        amount: u32,
    ) {
        if !self.are_gp_words(width, [dst, a, b]) {
            return;
        }
        let amount = self.field((amount <= 4).then_some(amount), "a shift of an extended register: 0 to 4");
        let extend = (extend as u32) << 13 | amount << 10;
        self.put(0x0b20_0000 | sf(width) | op as u32 | extend | rm(b) | rn(a) | rd(dst));
        self.writes_sp(op, dst);
    }

    /// `dst = a + b + carry`, or `a - b - 1 + carry`; sets the flags. 31 is zero.
    pub fn with_carry_rrr(&mut self, subtracts: bool, width: Width, dst: Reg, a: Reg, b: Reg) {
        if !self.are_gp_words(width, [dst, a, b]) {
            return;
        }
        self.put(0x3a00_0000 | sf(width) | u32::from(subtracts) << 30 | rm(b) | rn(a) | rd(dst));
        self.writes(dst);
    }

    /// Sets the flags of `a - b`; 31 is zero.
    pub fn cmp_rr(&mut self, width: Width, a: Reg, b: Reg) {
        self.arith_rrr(Arith::Subs, width, ZR, a, b);
    }

    /// Sets the flags of `a - imm`; 31 is sp.
    pub fn cmp_ri(&mut self, width: Width, a: Reg, imm: u64) {
        self.arith_rri(Arith::Subs, width, ZR, a, imm);
    }

    /// `dst = a op imm`, if [`logical_immediate`] can encode `imm`. Only `and`, `orr`, `eor` and `ands`. 31 is sp as
    /// the destination of all but `ands`, else zero.
    pub fn logic_rri(&mut self, op: Logic, width: Width, dst: Reg, a: Reg, imm: u64) {
        if !self.are_gp_words(width, [dst, a]) {
            return;
        }
        let inverts = op as u32 & 1 << 21 != 0;
        let field = if inverts { None } else { logical_immediate(imm, width) };
        let field = self.field(field, "a logical immediate, of an operation that does not invert it");
        self.put(0x1200_0000 | sf(width) | op as u32 | field << 10 | rn(a) | rd(dst));
        if op == Logic::Ands {
            self.writes(dst);
        } else {
            self.buffer.note_write(dst);
        }
    }

    /// `dst = a op b`; 31 is zero.
    pub fn logic_rrr(&mut self, op: Logic, width: Width, dst: Reg, a: Reg, b: Reg) {
        self.logic_rrs(op, width, dst, a, b, ShiftKind::Lsl, 0);
    }

    /// `dst = a op (b shifted by amount)`; 31 is zero. The amount must be less than the width.
    #[allow(clippy::too_many_arguments)] // the operands of the instruction
    pub fn logic_rrs(
        &mut self,
        op: Logic,
        width: Width,
        dst: Reg,
        a: Reg,
        b: Reg,
        shift: ShiftKind,
        amount: u32,
    ) {
        if !self.are_gp_words(width, [dst, a, b]) {
            return;
        }
        let amount = self.field((amount < width.bits()).then_some(amount), "a shift below the width");
        let shift = (shift as u32) << 22 | amount << 10;
        self.put(0x0a00_0000 | sf(width) | op as u32 | shift | rm(b) | rn(a) | rd(dst));
        self.writes(dst);
    }

    /// `dst = a op b`; 31 is zero. Shifts take their count modulo the width; division by zero gives zero.
    pub fn binary_rrr(&mut self, op: Binary, width: Width, dst: Reg, a: Reg, b: Reg) {
        if !self.are_gp_words(width, [dst, a, b]) {
            return;
        }
        self.put(0x1ac0_0000 | sf(width) | (op as u32) << 10 | rm(b) | rn(a) | rd(dst));
        self.writes(dst);
    }

    /// `dst = op(src)`; 31 is zero.
    pub fn unary_rr(&mut self, op: Unary, width: Width, dst: Reg, src: Reg) {
        if !self.are_gp_words(width, [dst, src]) {
            return;
        }
        if op == Unary::Rev64 && width != Width::W64 {
            return self.buffer.invalid_operand("64 bits");
        }
        self.put(0x5ac0_0000 | sf(width) | (op as u32) << 10 | rn(src) | rd(dst));
        self.writes(dst);
    }

    /// `dst = c op a * b`; 31 is zero.
    pub fn multiply_rrrr(&mut self, op: Multiply, width: Width, dst: Reg, a: Reg, b: Reg, c: Reg) {
        if !self.are_gp_words(width, [dst, a, b, c]) {
            return;
        }
        if op as u32 & sf(Width::W64) & !sf(width) != 0 {
            return self.buffer.invalid_operand("64 bits");
        }
        self.put(op as u32 | sf(width) | rm(b) | ra(c) | rn(a) | rd(dst));
        self.writes(dst);
    }

    /// `dst = a * b`; 31 is zero.
    pub fn mul_rrr(&mut self, width: Width, dst: Reg, a: Reg, b: Reg) {
        self.multiply_rrrr(Multiply::Madd, width, dst, a, b, ZR);
    }

    /// `dst` = the upper half of the product of signed 64-bit numbers; 31 is zero.
    pub fn smulh(&mut self, dst: Reg, a: Reg, b: Reg) {
        if !self.are_gp([dst, a, b]) {
            return;
        }
        self.put(0x9b40_7c00 | rm(b) | rn(a) | rd(dst));
        self.writes(dst);
    }

    /// `dst` = the upper half of the product of unsigned 64-bit numbers; 31 is zero.
    pub fn umulh(&mut self, dst: Reg, a: Reg, b: Reg) {
        if !self.are_gp([dst, a, b]) {
            return;
        }
        self.put(0x9bc0_7c00 | rm(b) | rn(a) | rd(dst));
        self.writes(dst);
    }

    /// Moves a bit field: `src` rotated right by `rotation`. `last` determines the extent like `imms` in the manual.
    /// Both must be less than the width; 31 is zero.
    pub fn bitfield_rrii(
        &mut self,
        op: Bitfield,
        width: Width,
        dst: Reg,
        src: Reg,
        rotation: u32,
        last: u32,
    ) {
        if !self.are_gp_words(width, [dst, src]) {
            return;
        }
        let bits = width.bits();
        let fields = (rotation < bits && last < bits).then_some(rotation << 16 | last << 10);
        let fields = self.field(fields, "bit numbers below the width");
        let n = sf(width) >> 9;
        self.put(0x1300_0000 | sf(width) | op as u32 | n | fields | rn(src) | rd(dst));
        self.writes(dst);
    }

    /// `dst = src` shifted by a constant less than the width; 31 is zero.
    pub fn shift_rri(&mut self, shift: ShiftKind, width: Width, dst: Reg, src: Reg, amount: u32) {
        let bits = width.bits();
        match shift {
            ShiftKind::Lsl => {
                let amount = self.field((amount < bits).then_some(amount), "a shift below the width");
                let rotation = (bits - amount) & (bits - 1);
                self.bitfield_rrii(Bitfield::Ubfm, width, dst, src, rotation, bits - 1 - amount);
            }
            ShiftKind::Lsr => self.bitfield_rrii(Bitfield::Ubfm, width, dst, src, amount, bits - 1),
            ShiftKind::Asr => self.bitfield_rrii(Bitfield::Sbfm, width, dst, src, amount, bits - 1),
            ShiftKind::Ror => self.extr(width, dst, src, src, amount),
        }
    }

    /// `dst` = the low `width` bits of `high:low` shifted right by `amount`; 31 is zero.
    pub fn extr(&mut self, width: Width, dst: Reg, high: Reg, low: Reg, amount: u32) {
        if !self.are_gp_words(width, [dst, high, low]) {
            return;
        }
        let amount = self.field((amount < width.bits()).then_some(amount), "a shift below the width");
        let n = sf(width) >> 9;
        self.put(0x1380_0000 | sf(width) | n | rm(low) | amount << 10 | rn(high) | rd(dst));
        self.writes(dst);
    }

    /// `dst = a` if the condition holds, else `op` applied to `b`; 31 is zero.
    pub fn select_rrr(&mut self, op: Select, width: Width, dst: Reg, a: Reg, b: Reg, cond: Cond) {
        if !self.are_gp_words(width, [dst, a, b]) {
            return;
        }
        self.put(0x1a80_0000 | sf(width) | op as u32 | rm(b) | (cond as u32) << 12 | rn(a) | rd(dst));
        self.writes(dst);
    }

    /// Sets the flags of a comparison if the condition holds, else to `nzcv` (N is bit 3, Z, C, V bit 0). 31 is zero.
    pub fn cond_compare_rr(&mut self, op: CondCompare, width: Width, a: Reg, b: Reg, nzcv: u32, cond: Cond) {
        if self.are_gp_words(width, [a, b]) {
            self.put_cond_compare(op, width, a, rm(b), nzcv, cond);
        }
    }

    /// Like [`Assembler::cond_compare_rr`], with an immediate below 32.
    pub fn cond_compare_ri(
        &mut self,
        op: CondCompare,
        width: Width,
        a: Reg,
        imm: u32,
        nzcv: u32,
        cond: Cond,
    ) {
        if self.are_gp_words(width, [a]) {
            let imm = self.field((imm < 32).then_some(imm), "an immediate of five bits");
            self.put_cond_compare(op, width, a, 1 << 11 | imm << 16, nzcv, cond);
        }
    }

    fn put_cond_compare(&mut self, op: CondCompare, width: Width, a: Reg, b: u32, nzcv: u32, cond: Cond) {
        let nzcv = self.field((nzcv < 16).then_some(nzcv), "four flags");
        self.put(0x3a40_0000 | sf(width) | op as u32 | b | (cond as u32) << 12 | rn(a) | nzcv);
    }

    /// `dst` = 1 if the condition holds, else 0.
    pub fn cset(&mut self, width: Width, dst: Reg, cond: Cond) {
        self.select_rrr(Select::Csinc, width, dst, ZR, ZR, cond.inverted());
    }

    // Moves.

    /// `dst = src`; 31 is zero. At 32 bits the upper half becomes zero.
    pub fn mov_rr(&mut self, width: Width, dst: Reg, src: Reg) {
        self.logic_rrr(Logic::Orr, width, dst, ZR, src);
    }

    /// `dst = src`, 64 bits; 31 is sp.
    pub fn mov_sp(&mut self, dst: Reg, src: Reg) {
        self.arith_rri(Arith::Add, Width::W64, dst, src, 0);
    }

    /// Moves 16 bits to bit 0, 16, 32 or 48 (below the width); 31 is zero.
    pub fn move_wide(&mut self, op: MoveWide, width: Width, dst: Reg, imm: u16, shift: u32) {
        if !self.are_gp_words(width, [dst]) {
            return;
        }
        let fits = shift.is_multiple_of(16) && shift < width.bits();
        let half = self.field(fits.then_some(shift / 16), "a shift by a multiple of 16 below the width");
        self.put(0x1280_0000 | sf(width) | op as u32 | half << 21 | u32::from(imm) << 5 | rd(dst));
        self.writes(dst);
    }

    /// `dst = bits`, all 64, in the fewest of these instructions: one to four. `dst` must not be 31.
    pub fn mov_ri(&mut self, dst: Reg, bits: u64) {
        if !self.are_gp([dst]) {
            return;
        }
        if dst == ZR {
            return self.buffer.invalid_operand("a destination that is not register 31");
        }
        let halves = [0, 16, 32, 48].map(|shift| (bits >> shift) as u16);
        let zeros = halves.iter().filter(|half| **half == 0).count();
        let ones = halves.iter().filter(|half| **half == 0xffff).count();
        if zeros.max(ones) < 3 {
            // One instruction for a logical immediate; at 32 bits it clears the upper half.
            if logical_immediate(bits, Width::W64).is_some() {
                return self.logic_rri(Logic::Orr, Width::W64, dst, ZR, bits);
            }
            if bits >> 32 == 0 && logical_immediate(bits, Width::W32).is_some() {
                return self.logic_rri(Logic::Orr, Width::W32, dst, ZR, bits);
            }
            // One instruction for an inverted 16-bit value at 32 bits.
            if bits >> 32 == 0 && halves[..2].contains(&0xffff) {
                let shift = if halves[0] == 0xffff { 16 } else { 0 };
                let imm = !(bits >> shift) as u16;
                return self.move_wide(MoveWide::Movn, Width::W32, dst, imm, shift);
            }
        }
        let (fill, first) = if ones > zeros { (0xffff, MoveWide::Movn) } else { (0, MoveWide::Movz) };
        let start = halves.iter().position(|half| *half != fill).unwrap_or(0);
        self.move_wide(first, Width::W64, dst, halves[start] ^ fill, 16 * start as u32);
        for i in start + 1..4 {
            if halves[i] != fill {
                self.move_wide(MoveWide::Movk, Width::W64, dst, halves[i], 16 * i as u32);
            }
        }
    }

    /// `dst` = address of `label`, at most 1 MiB away.
    pub fn adr(&mut self, dst: Reg, label: Label) {
        if !self.are_gp([dst]) {
            return;
        }
        self.labelled(0x1000_0000 | rd(dst), FixupKind::A64Adr21, label);
        self.writes(dst);
    }

    /// Loads or stores `reg`, where 31 is zero. As the base 31 is sp. A base that changes is another register.
    pub fn access(&mut self, op: Access, reg: Reg, mem: Mem) {
        let in_place = match mem {
            Mem::Base { base, .. } | Mem::PreIndex { base, .. } | Mem::PostIndex { base, .. } => {
                self.are_gp([base])
            }
            Mem::Index { base, index, .. } => self.are_gp([base, index]),
            Mem::Label(_) => true,
        };
        if !in_place || !self.are_of(op.is_float(), [reg]) || !self.keeps_base(mem, [reg]) {
            return;
        }
        let bits = op as u32 | rd(reg);
        match mem {
            Mem::Base { base, disp } => {
                let size = op.size_log2();
                let scaled = disp >= 0 && disp >> size < 1 << 12 && disp & ((1 << size) - 1) == 0;
                if scaled {
                    self.put(0x3900_0000 | bits | (disp as u32 >> size) << 10 | rn(base));
                } else {
                    self.put_unscaled(bits, 0, base, disp);
                }
            }
            Mem::PreIndex { base, disp } => self.put_unscaled(bits, 3 << 10, base, disp),
            Mem::PostIndex { base, disp } => self.put_unscaled(bits, 1 << 10, base, disp),
            Mem::Index { base, index, extend, scaled } => {
                // Bit 1 of the extension is set for 32 and 64 bits, the only widths of an index.
                let option = (extend as u32 & 2 != 0).then_some(extend as u32);
                let option = self.field(option, "an index of 32 or 64 bits");
                let scale = u32::from(scaled) << 12;
                self.put(0x3820_0800 | bits | rm(index) | option << 13 | scale | rn(base));
            }
            Mem::Label(label) => {
                let literal = match op {
                    Access::Load32 => Some(0),
                    Access::Load64 => Some(1 << 30),
                    Access::LoadSigned32 => Some(2 << 30),
                    Access::LoadF32 => Some(1 << 26),
                    Access::LoadF64 => Some(1 << 30 | 1 << 26),
                    Access::LoadF128 => Some(2 << 30 | 1 << 26),
                    _ => None,
                };
                let literal = self.field(literal, "a load of 32 bits or more");
                self.labelled(0x1800_0000 | literal | rd(reg), FixupKind::A64Branch19, label);
            }
        }
        if op.is_load() {
            self.writes(reg);
        }
        self.writes_base(mem);
    }

    fn put_unscaled(&mut self, bits: u32, mode: u32, base: Reg, disp: i32) {
        let fits = (-256..256).contains(&disp);
        let disp = self.field(fits.then_some(disp as u32 & 0x1ff), "a displacement that fits");
        self.put(0x3800_0000 | bits | mode | disp << 12 | rn(base));
    }

    fn writes_base(&mut self, mem: Mem) {
        if let Mem::PreIndex { base, .. } | Mem::PostIndex { base, .. } = mem {
            self.buffer.note_write(base);
        }
    }

    /// Loads two different registers from adjacent places. The displacement must be -64 to 63 times the size, and a
    /// base that changes is another register.
    pub fn load_pair(&mut self, op: Pair, a: Reg, b: Reg, mem: Mem) {
        if self.put_pair(1 << 22, op, a, b, mem) {
            self.writes(a);
            self.writes(b);
        }
    }

    /// Stores two registers to adjacent places. The displacement must be -64 to 63 times the size, and a base that
    /// changes is another register.
    pub fn store_pair(&mut self, op: Pair, a: Reg, b: Reg, mem: Mem) {
        self.put_pair(0, op, a, b, mem);
    }

    /// Emits a load or store of a pair. Returns false, and emits nothing, if an operand is wrong.
    fn put_pair(&mut self, load: u32, op: Pair, a: Reg, b: Reg, mem: Mem) -> bool {
        if !self.are_of(op.is_float(), [a, b]) {
            return false;
        }
        let size = op.size_log2();
        let (mode, base, disp) = match mem {
            Mem::PostIndex { base, disp } => (1, base, disp),
            Mem::Base { base, disp } => (2, base, disp),
            Mem::PreIndex { base, disp } => (3, base, disp),
            Mem::Index { .. } | Mem::Label(_) => {
                self.buffer.invalid_operand("a base and a displacement");
                return false;
            }
        };
        if !self.are_gp([base]) || !self.keeps_base(mem, [a, b]) {
            return false;
        }
        if load != 0 && a == b {
            self.buffer.invalid_operand("two different registers to load");
            return false;
        }
        let fits = disp & ((1 << size) - 1) == 0 && (-64..64).contains(&(disp >> size));
        let field = fits.then_some((disp >> size) as u32 & 0x7f);
        let field = self.field(field, "a displacement of -64 to 63 times the size");
        let bits = op as u32 | load | mode << 23 | field << 15;
        self.put(0x2800_0000 | bits | ra(b) | rn(base) | rd(a));
        self.writes_base(mem);
        true
    }

    // Control.

    fn labelled(&mut self, word: u32, kind: FixupKind, label: Label) {
        let offset = self.buffer.offset();
        match kind {
            FixupKind::A64Branch19 | FixupKind::A64Adr21 => self.buffer.add_short_fixup(offset, kind, label),
            _ => self.buffer.add_fixup(offset, kind, label),
        }
        self.put(word);
    }

    /// Emits a conditional branch. If the label is out of range, emits the inverted branch over a jump; `inverse` is
    /// the bit that inverts the condition.
    fn conditional(&mut self, word: u32, inverse: u32, kind: FixupKind, label: Label) {
        if !self.buffer.is_beyond_range(label) {
            return self.labelled(word, kind, label);
        }
        self.put(word ^ inverse | 2 << 5);
        self.b(label);
    }

    /// Jumps to `label`, at most 128 MiB away.
    pub fn b(&mut self, label: Label) {
        self.labelled(0x1400_0000, FixupKind::A64Branch26, label);
    }

    /// Calls a label in this code.
    pub fn bl(&mut self, label: Label) {
        self.labelled(0x9400_0000, FixupKind::A64Branch26, label);
        self.writes(LR);
    }

    /// Jumps to an address that the linker fills in.
    pub fn b_address(&mut self, target: RelocTarget, addend: i64) {
        self.buffer.add_relocation(self.buffer.offset(), RelocKind::A64Branch26, target, addend);
        self.put(0x1400_0000);
    }

    /// Calls an address that the linker fills in.
    pub fn bl_address(&mut self, target: RelocTarget, addend: i64) {
        self.buffer.add_relocation(self.buffer.offset(), RelocKind::A64Branch26, target, addend);
        self.put(0x9400_0000);
        self.writes(LR);
    }

    /// Branches to `label`, at most 1 MiB ahead, if the condition holds.
    pub fn b_cond(&mut self, cond: Cond, label: Label) {
        self.conditional(0x5400_0000 | cond as u32, 1, FixupKind::A64Branch19, label);
    }

    /// Branches to `label`, at most 1 MiB ahead, if the register is zero.
    pub fn cbz(&mut self, width: Width, reg: Reg, label: Label) {
        if !self.are_gp_words(width, [reg]) {
            return;
        }
        self.conditional(0x3400_0000 | sf(width) | rd(reg), 1 << 24, FixupKind::A64Branch19, label);
    }

    /// Branches to `label`, at most 1 MiB ahead, if the register is not zero.
    pub fn cbnz(&mut self, width: Width, reg: Reg, label: Label) {
        if !self.are_gp_words(width, [reg]) {
            return;
        }
        self.conditional(0x3500_0000 | sf(width) | rd(reg), 1 << 24, FixupKind::A64Branch19, label);
    }

    /// Branches to `label`, at most 32 KiB away, if the bit (0 to 63) is zero. Islands do not extend the range.
    pub fn tbz(&mut self, reg: Reg, bit: u32, label: Label) {
        self.test_bit(0x3600_0000, reg, bit, label);
    }

    /// Branches to `label`, at most 32 KiB away, if the bit (0 to 63) is one. Islands do not extend the range.
    pub fn tbnz(&mut self, reg: Reg, bit: u32, label: Label) {
        self.test_bit(0x3700_0000, reg, bit, label);
    }

    fn test_bit(&mut self, opcode: u32, reg: Reg, bit: u32, label: Label) {
        if let Some(word) = self.bit_test(opcode, reg, bit) {
            self.labelled(word, FixupKind::A64Branch14, label);
        }
    }

    fn bit_test(&mut self, opcode: u32, reg: Reg, bit: u32) -> Option<u32> {
        if !self.are_gp([reg]) {
            return None;
        }
        let bit = self.field((bit < 64).then_some(bit), "a bit number below 64");
        Some(opcode | (bit >> 5) << 31 | (bit & 31) << 19 | rd(reg))
    }

    /// Branches to `label` if the bit (0 to 63) is one or zero, as `is_one` specifies. If the label is bound and out of
    /// range, emits the inverted branch over a jump. If it is not bound yet, the caller must emit islands when needed.
    pub(in crate::isa) fn branch_on_bit(&mut self, reg: Reg, bit: u32, is_one: bool, label: Label) {
        const INVERSE: u32 = 1 << 24;
        let Some(word) = self.bit_test(0x3600_0000 | u32::from(is_one) << 24, reg, bit) else { return };
        if self.buffer.is_beyond_near_range(label) {
            self.put(word ^ INVERSE | 2 << 5);
            return self.b(label);
        }
        self.buffer.add_near_fixup(self.buffer.offset(), label);
        self.put(word);
    }

    /// Jumps to the address in a register.
    pub fn br(&mut self, target: Reg) {
        if !self.are_gp([target]) {
            return;
        }
        self.stop_speculation();
        self.put(0xd61f_0000 | rn(target));
        self.stop_speculation();
    }

    /// Calls the address in a register.
    pub fn blr(&mut self, target: Reg) {
        if !self.are_gp([target]) {
            return;
        }
        self.stop_speculation();
        self.put(0xd63f_0000 | rn(target));
        self.writes(LR);
    }

    /// Returns to the address in x30.
    pub fn ret(&mut self) {
        self.put(0xd65f_0000 | rn(LR));
    }

    /// Traps with a breakpoint instruction.
    pub fn brk(&mut self, imm: u16) {
        self.put(0xd420_0000 | u32::from(imm) << 5);
    }

    /// Traps with an invalid instruction.
    pub fn udf(&mut self, imm: u16) {
        self.put(u32::from(imm));
    }

    /// A no-op.
    pub fn nop(&mut self) {
        self.put(0xd503_201f);
    }

    /// Orders all loads and stores before it with all after it, for all processors (`dmb ish`).
    pub fn dmb(&mut self) {
        self.put(0xd503_3bbf);
    }

    /// Pads the body with no-ops to a multiple of `alignment`, a power of two from 4 to 4096.
    pub fn align(&mut self, alignment: u32) {
        if !alignment.is_power_of_two() || !(4..=4096).contains(&alignment) {
            return self.buffer.invalid_operand("an alignment that is a power of two from 4 to 4096");
        }
        self.buffer.require_alignment(alignment);
        let bytes = self.buffer.offset().wrapping_neg() & (alignment - 1);
        for _ in 0..bytes / 4 {
            self.nop();
        }
    }
}
