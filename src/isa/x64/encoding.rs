//! The encoding of x86-64 instructions: prefixes, opcode, ModRM, SIB, displacement, immediate.
//!
//! Everything before the displacement is collected in one 64-bit word (at most seven bytes), displacement and
//! immediate in another. Both are appended to the buffer with one store, usually of eight bytes. Source: Intel,
//! "Software Developer's Manual", volume 2, chapter 2.

use crate::base::{IntCondition, Reg, Width};
use crate::isa::code_buffer::{CodeBuffer, FixupKind, Label};

/// A condition on the flags; the discriminant is its encoding.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs)] // the suffixes of the manual
pub enum Cond {
    O,
    No,
    B,
    Ae,
    E,
    Ne,
    Be,
    A,
    S,
    Ns,
    P,
    Np,
    L,
    Ge,
    Le,
    G,
}

impl Cond {
    /// All conditions; a condition and its inverse are adjacent.
    pub const ALL: [Cond; 16] = {
        use Cond::*;
        [O, No, B, Ae, E, Ne, Be, A, S, Ns, P, Np, L, Ge, Le, G]
    };

    /// The negated condition.
    pub const fn inverted(self) -> Cond {
        Cond::ALL[self as usize ^ 1]
    }

    /// The suffix in the manual.
    pub const fn name(self) -> &'static str {
        const NAMES: [&str; 16] =
            ["o", "no", "b", "ae", "e", "ne", "be", "a", "s", "ns", "p", "np", "l", "ge", "le", "g"];
        NAMES[self as usize]
    }
}

/// The condition code of `a condition b` after `cmp a, b`.
impl From<IntCondition> for Cond {
    fn from(condition: IntCondition) -> Cond {
        match condition {
            IntCondition::Equal => Cond::E,
            IntCondition::NotEqual => Cond::Ne,
            IntCondition::LessThan => Cond::L,
            IntCondition::GreaterEqual => Cond::Ge,
            IntCondition::GreaterThan => Cond::G,
            IntCondition::LessEqual => Cond::Le,
            IntCondition::Below => Cond::B,
            IntCondition::AboveEqual => Cond::Ae,
            IntCondition::Above => Cond::A,
            IntCondition::BelowEqual => Cond::Be,
        }
    }
}

/// The factor of an index register.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)] // the factor
pub enum Scale {
    One,
    Two,
    Four,
    Eight,
}

impl Scale {
    /// All scales; the index is the binary logarithm of the factor.
    pub const ALL: [Scale; 4] = [Scale::One, Scale::Two, Scale::Four, Scale::Eight];

    /// The scale with this factor.
    pub const fn from_factor(factor: u32) -> Option<Scale> {
        match factor {
            1 => Some(Scale::One),
            2 => Some(Scale::Two),
            4 => Some(Scale::Four),
            8 => Some(Scale::Eight),
            _ => None,
        }
    }

    /// The factor.
    pub const fn factor(self) -> u32 {
        1 << self as u32
    }
}

/// A memory operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mem {
    /// `[base + disp]`
    Base {
        /// Any general register.
        base: Reg,
        /// Displacement.
        disp: i32,
    },
    /// `[base + index * scale + disp]`
    Index {
        /// Any general register.
        base: Reg,
        /// Any general register but rsp.
        index: Reg,
        /// Factor of the index.
        scale: Scale,
        /// Displacement.
        disp: i32,
    },
    /// `[index * scale + disp]`
    Scaled {
        /// Any general register but rsp.
        index: Reg,
        /// Factor of the index.
        scale: Scale,
        /// Displacement.
        disp: i32,
    },
    /// `[rip + label + disp]`: a constant, a jump table or a place in the code.
    Label {
        /// The place.
        label: Label,
        /// Displacement.
        disp: i32,
    },
    /// `[address]`, sign-extended.
    Absolute(i32),
}

impl Mem {
    /// The same memory once this register, if it is the base, has been lowered by `bytes`; `None` if the displacement does
    /// not fit.
    pub(super) fn with_base_lowered(self, lowered: Reg, bytes: i32) -> Option<Mem> {
        Some(match self {
            Mem::Base { base, disp } if base == lowered => Mem::Base { base, disp: disp.checked_add(bytes)? },
            Mem::Index { base, index, scale, disp } if base == lowered => {
                Mem::Index { base, index, scale, disp: disp.checked_add(bytes)? }
            }
            other => other,
        })
    }

    /// `[base + disp]`
    pub const fn base(base: Reg, disp: i32) -> Mem {
        Mem::Base { base, disp }
    }

    /// `[base + index * scale + disp]`
    pub const fn index(base: Reg, index: Reg, scale: Scale, disp: i32) -> Mem {
        Mem::Index { base, index, scale, disp }
    }

    /// `[rip + label]`
    pub const fn label(label: Label) -> Mem {
        Mem::Label { label, disp: 0 }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Opcode {
    /// Escape bytes and the opcode, in memory order.
    code: u32,
    len: u8,
    /// 0, or 66, F2, F3 (hexadecimal).
    prefix: u8,
    /// 0: one byte; 1: 0F; 2: 0F 38; 3: 0F 3A.
    map: u8,
    byte: u8,
}

impl Opcode {
    pub(super) const fn new(prefix: u8, map: u8, byte: u8) -> Opcode {
        let b = byte as u32;
        let (code, len) = match map {
            0 => (b, 1),
            1 => (0x0f | b << 8, 2),
            2 => (0x380f | b << 16, 3),
            _ => (0x3a0f | b << 16, 3),
        };
        Opcode { code, len, prefix, map, byte }
    }

    /// A one-byte opcode.
    pub(super) const fn one(byte: u8) -> Opcode {
        Opcode::new(0, 0, byte)
    }

    /// An opcode of 0F and a byte.
    pub(super) const fn two(byte: u8) -> Opcode {
        Opcode::new(0, 1, byte)
    }

    /// True if it is one byte without a prefix.
    const fn is_byte(self) -> bool {
        self.map == 0 && self.prefix == 0
    }

    /// The opcode for this width: adds the 16-bit prefix, and sets the lowest bit unless the width is 8 bits.
    pub(super) const fn sized(self, width: Width) -> Opcode {
        let low = (width as u8 != Width::W8 as u8) as u8;
        let prefix = if width as u8 == Width::W16 as u8 { 0x66 } else { self.prefix };
        Opcode::new(prefix, self.map, self.byte | low)
    }

    /// Like [`Opcode::sized`], for instructions without an 8-bit form.
    pub(super) const fn prefixed(self, width: Width) -> Opcode {
        let prefix = if width as u8 == Width::W16 as u8 { 0x66 } else { self.prefix };
        Opcode::new(prefix, self.map, self.byte)
    }
}

/// The widths that a method takes.
#[derive(Clone, Copy)]
pub(super) struct Widths {
    /// Bit `n` is set for the width with this discriminant.
    pub(super) bits: u8,
    pub(super) text: &'static str,
}

pub(super) const INTS: Widths = Widths { bits: 0b0_1111, text: "a width of 8 to 64 bits" };
pub(super) const NOT_BYTES: Widths = Widths { bits: 0b0_1110, text: "a width of 16 to 64 bits" };
pub(super) const WORDS: Widths = Widths { bits: 0b0_1100, text: "a width of 32 or 64 bits" };
pub(super) const DOUBLE_WORD: Widths = Widths { bits: 0b0_1000, text: "a width of 64 bits" };
pub(super) const FLOATS: Widths = Widths { bits: 0b1_1100, text: "a width of 32, 64 or 128 bits" };

/// REX.W, for operands of 64 bits.
pub(super) const REX_W: u8 = 8;
/// An empty REX prefix: registers 4 to 7 are spl, bpl, sil, dil instead of ah, ch, dh, bh.
pub(super) const REX: u8 = 0x40;

/// REX.W for 64 bits.
pub(super) const fn rex_w(width: Width) -> u8 {
    if width as u8 == Width::W64 as u8 { REX_W } else { 0 }
}

/// Like [`rex_w`], plus an empty prefix if `reg` is a byte register that needs one.
pub(super) const fn rex_byte(width: Width, reg: Reg) -> u8 {
    if width as u8 == Width::W8 as u8 && reg.number() & !3 == 4 { REX } else { rex_w(width) }
}

/// An immediate: its bits and its length in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Imm {
    pub(super) bits: u64,
    pub(super) len: u32,
}

impl Imm {
    pub(super) const NONE: Imm = Imm { bits: 0, len: 0 };

    pub(super) const fn byte(value: u8) -> Imm {
        Imm { bits: value as u64, len: 1 }
    }

    pub(super) const fn dword(value: u32) -> Imm {
        Imm { bits: value as u64, len: 4 }
    }

    /// The immediate of instructions of this width: 1, 2 or 4 bytes.
    pub(super) const fn sized(value: i32, width: Width) -> Imm {
        match width {
            Width::W8 => Imm::byte(value as u8),
            Width::W16 => Imm { bits: value as u16 as u64, len: 2 },
            _ => Imm::dword(value as u32),
        }
    }
}

/// True if sign-extending the low byte gives `imm` at this width.
pub(super) fn fits_byte(imm: i32, width: Width) -> bool {
    let imm = if width == Width::W16 { i32::from(imm as i16) } else { imm };
    imm == i32::from(imm as i8)
}

/// Opcode and immediate of an instruction of group 80/81/83: with one byte if it fits.
pub(super) fn with_immediate(imm: i32, width: Width) -> (Opcode, Imm) {
    if width != Width::W8 && fits_byte(imm, width) {
        (Opcode::one(0x83).prefixed(width), Imm::byte(imm as u8))
    } else {
        (Opcode::one(0x80).sized(width), Imm::sized(imm, width))
    }
}

/// The first bytes of an instruction, up to SIB.
#[derive(Clone, Copy)]
struct Head {
    bits: u64,
    /// Number of bits; at most 56.
    len: u32,
}

impl Head {
    #[inline(always)]
    fn push(&mut self, bits: u32, bytes: u32) {
        self.bits |= u64::from(bits) << self.len;
        self.len += bytes * 8;
    }

    /// Prefix, REX, opcode, and `rest` after it.
    #[inline(always)]
    fn legacy(op: Opcode, rex: u8, rest: u32, rest_bytes: u32) -> Head {
        let mut head = Head { bits: u64::from(op.code), len: u32::from(op.len) * 8 };
        head.push(rest, rest_bytes);
        if rex != 0 {
            head = Head { bits: head.bits << 8 | u64::from(REX | rex), len: head.len + 8 };
        }
        if op.prefix != 0 {
            head = Head { bits: head.bits << 8 | u64::from(op.prefix), len: head.len + 8 };
        }
        head
    }

    /// VEX prefix and opcode, with L = 0 (128 bits). `rex` holds W R X B as in REX, `source` is the register in `vvvv`.
    fn vex(op: Opcode, rex: u8, source: u8) -> Head {
        let pp = match op.prefix {
            0x66 => 1,
            0xf3 => 2,
            0xf2 => 3,
            _ => 0,
        };
        let source = u32::from(!source & 15) << 3 | pp;
        let inverted = u32::from(!rex & 7) << 5;
        let mut head = Head { bits: 0, len: 0 };
        if rex & 0b1011 == 0 && op.map == 1 {
            head.push(0xc5 | (inverted & 0x80 | source) << 8, 2);
        } else {
            let w = u32::from(rex & REX_W) << 4;
            head.push(0xc4 | (inverted | u32::from(op.map)) << 8 | (w | source) << 16, 3);
        }
        head.push(u32::from(op.byte), 1);
        head
    }

    #[inline(always)]
    fn put(self, buffer: &mut CodeBuffer, tail: u64, tail_bytes: u32) {
        let bytes = self.len / 8 + tail_bytes;
        if bytes <= 8 {
            buffer.put_short(self.bits | tail << self.len, bytes);
        } else {
            buffer.put(u128::from(self.bits) | u128::from(tail) << self.len, bytes);
        }
    }
}

/// A memory operand, encoded except for the register in ModRM.reg.
struct Encoded {
    /// The X and B bits of REX.
    rex: u8,
    /// ModRM, and SIB in the second byte.
    modrm: u32,
    modrm_len: u32,
    disp: i32,
    disp_len: u32,
    label: Option<Label>,
}

impl Encoded {
    #[inline(always)]
    fn new(mem: Mem) -> Encoded {
        match mem {
            Mem::Base { base, disp } => {
                let number = base.number();
                let (mode, disp_len) = displacement(number, disp);
                let (modrm, modrm_len) = if number & 7 == 4 {
                    (mode | 0x2404, 2) // rsp and r12 mean "SIB follows"; in SIB, index 4 means none
                } else {
                    (mode | u32::from(number & 7), 1)
                };
                Encoded { rex: number >> 3, modrm, modrm_len, disp, disp_len, label: None }
            }
            Mem::Index { base, index, scale, disp } => {
                let (mode, disp_len) = displacement(base.number(), disp);
                let sib = sib(scale, index, base.number());
                let rex = base.number() >> 3 | index.number() >> 3 << 1;
                Encoded { rex, modrm: mode | 4 | sib << 8, modrm_len: 2, disp, disp_len, label: None }
            }
            Mem::Scaled { index, scale, disp } => {
                let rex = index.number() >> 3 << 1;
                let modrm = 4 | sib(scale, index, 5) << 8;
                Encoded { rex, modrm, modrm_len: 2, disp, disp_len: 4, label: None }
            }
            Mem::Label { label, disp } => {
                Encoded { rex: 0, modrm: 5, modrm_len: 1, disp, disp_len: 4, label: Some(label) }
            }
            Mem::Absolute(disp) => {
                Encoded { rex: 0, modrm: 0x2504, modrm_len: 2, disp, disp_len: 4, label: None }
            }
        }
    }

    /// ModRM with register `reg`, and SIB.
    #[inline(always)]
    fn rest(&self, reg: u8) -> u32 {
        self.modrm | u32::from(reg & 7) << 3
    }

    /// Appends the instruction: `head`, displacement, immediate.
    #[inline(always)]
    fn put(self, buffer: &mut CodeBuffer, head: Head, imm: Imm) {
        let mut disp = self.disp;
        if let Some(label) = self.label {
            // The distance is relative to the end of the instruction.
            match disp.checked_sub((4 + imm.len) as i32) {
                Some(from_end) => disp = from_end,
                None => buffer.invalid_operand("a displacement from a label of at least -2 GiB + 12"),
            }
            buffer.add_fixup(buffer.offset() + head.len / 8, FixupKind::X64Rel32, label);
        }
        let disp_bits = u64::from(disp as u32) & ((1 << (8 * self.disp_len)) - 1);
        head.put(buffer, disp_bits | imm.bits << (8 * self.disp_len), self.disp_len + imm.len);
    }
}

/// The mode bits of ModRM and the number of displacement bytes. rbp and r13 have no form without a displacement.
#[inline(always)]
fn displacement(base: u8, disp: i32) -> (u32, u32) {
    if disp == 0 && base & 7 != 5 {
        (0, 0)
    } else if disp == i32::from(disp as i8) {
        (0x40, 1)
    } else {
        (0x80, 4)
    }
}

fn sib(scale: Scale, index: Reg, base: u8) -> u32 {
    (scale as u32) << 6 | u32::from(index.number() & 7) << 3 | u32::from(base & 7)
}

/// Records the memory access of the instruction that begins here, and an error if the operand cannot be encoded.
#[inline(always)]
fn check(buffer: &mut CodeBuffer, mem: Mem) {
    // The index of a general register has neither the bank's bit nor bit 4.
    let is_general = |bits: usize| bits & 0x30 == 0;
    let (general, index) = match mem {
        Mem::Base { base, .. } => (is_general(base.index()), None),
        Mem::Index { base, index, .. } => (is_general(base.index() | index.index()), Some(index)),
        Mem::Scaled { index, .. } => (is_general(index.index()), Some(index)),
        Mem::Label { .. } => return,
        Mem::Absolute(_) => return buffer.note_access(),
    };
    buffer.note_access();
    if !general {
        buffer.invalid_operand("an address of general registers");
    }
    if index.is_some_and(|index| index.number() == 4) {
        buffer.invalid_operand("an index register other than rsp");
    }
}

/// The register bits of REX: R extends `reg`, B extends `rm`.
const fn rex_rr(reg: u8, rm: u8) -> u8 {
    reg >> 3 << 2 | rm >> 3
}

/// Emits an instruction with registers `reg` and `rm`. `rex` is W, or [`REX`], or 0.
#[inline]
pub(super) fn put_rr(buffer: &mut CodeBuffer, op: Opcode, rex: u8, reg: u8, rm: u8, imm: Imm) {
    debug_assert!(reg < 16 && rm < 16, "registers of x86-64");
    let modrm = 0xc0 | u32::from(reg & 7) << 3 | u32::from(rm & 7);
    Head::legacy(op, rex | rex_rr(reg, rm), modrm, 1).put(buffer, imm.bits, imm.len);
}

/// Emits an instruction with operand `rm` in memory.
#[inline]
pub(super) fn put_rm(buffer: &mut CodeBuffer, op: Opcode, rex: u8, reg: u8, mem: Mem, imm: Imm) {
    // Fast path: most operands are in the frame, and the instruction fits one word.
    if let Mem::Base { base, disp } = mem
        && op.is_byte()
        && base.index() < 16
        && base.number() & 7 != 4
        && !buffer.notes_accesses()
    {
        let (mode, disp_len) = displacement(base.number(), disp);
        let bytes = 2 + disp_len + imm.len;
        if bytes < 8 {
            let modrm = u64::from(mode) | u64::from(reg & 7) << 3 | u64::from(base.number() & 7);
            let disp_bits = u64::from(disp as u32) & ((1 << (8 * disp_len)) - 1);
            let tail = disp_bits | imm.bits << (8 * disp_len);
            let word = u64::from(op.byte) | modrm << 8 | tail << 16;
            return put_plain(buffer, rex | rex_rr(reg, base.number()), word, bytes);
        }
    }
    check(buffer, mem);
    let operand = Encoded::new(mem);
    let head = Head::legacy(op, rex | reg >> 3 << 2 | operand.rex, operand.rest(reg), operand.modrm_len);
    operand.put(buffer, head, imm);
}

/// Fast path of [`put_rr`] for a one-byte opcode of 32 or 64 bits without immediate: half of all instructions.
#[inline(always)]
pub(super) fn put_plain_rr(buffer: &mut CodeBuffer, byte: u8, width: Width, reg: u8, rm: u8) {
    debug_assert!(reg < 16 && rm < 16 && matches!(width, Width::W32 | Width::W64));
    let modrm = 0xc0 | u64::from(reg & 7) << 3 | u64::from(rm & 7);
    put_plain(buffer, rex_w(width) | rex_rr(reg, rm), u64::from(byte) | modrm << 8, 2);
}

/// Like [`put_plain_rr`], with the operand `rm` at `base + disp`.
#[inline(always)]
pub(super) fn put_plain_rm(buffer: &mut CodeBuffer, byte: u8, width: Width, reg: u8, base: u8, disp: i32) {
    debug_assert!(reg < 16 && base < 16 && matches!(width, Width::W32 | Width::W64));
    if base & 7 == 4 {
        let mem = Mem::base(Reg::gp(base), disp);
        return put_rm(buffer, Opcode::one(byte), rex_w(width), reg, mem, Imm::NONE);
    }
    let (mode, disp_len) = displacement(base, disp);
    let modrm = u64::from(mode) | u64::from(reg & 7) << 3 | u64::from(base & 7);
    let word = u64::from(byte) | modrm << 8 | u64::from(disp as u32) << 16;
    put_plain(buffer, rex_w(width) | rex_rr(reg, base), word, 2 + disp_len);
}

/// Like [`put_plain_rr`], for opcodes 81 and 83 with an opcode extension and an immediate, of one byte if it fits.
#[inline(always)]
pub(super) fn put_plain_ri(buffer: &mut CodeBuffer, digit: u8, width: Width, rm: u8, imm: i32) {
    debug_assert!(digit < 8 && rm < 16 && matches!(width, Width::W32 | Width::W64));
    let (byte, len) = if imm == i32::from(imm as i8) { (0x83, 1) } else { (0x81, 4) };
    let modrm = 0xc0 | u64::from(digit) << 3 | u64::from(rm & 7);
    put_plain(buffer, rex_w(width) | rm >> 3, byte | modrm << 8 | u64::from(imm as u32) << 16, 2 + len);
}

/// Like [`put_plain_rm`], at `base + index * scale + disp`; the index is not rsp.
#[inline(always)]
pub(super) fn put_plain_index(
    buffer: &mut CodeBuffer,
    byte: u8,
    width: Width,
    reg: u8,
    [base, index]: [u8; 2],
    scale: Scale,
    disp: i32,
) {
    debug_assert!(reg < 16 && base < 16 && index < 16 && index != 4);
    debug_assert!(matches!(width, Width::W32 | Width::W64));
    let (mode, disp_len) = displacement(base, disp);
    let modrm = u64::from(mode | 4) | u64::from(reg & 7) << 3;
    let sib = (scale as u64) << 6 | u64::from(index & 7) << 3 | u64::from(base & 7);
    let word = u64::from(byte) | modrm << 8 | sib << 16 | u64::from(disp as u32) << 24;
    let rex = rex_w(width) | rex_rr(reg, base) | index >> 3 << 1;
    put_plain(buffer, rex, word, 3 + disp_len);
}

/// Appends an instruction of at most seven bytes after its REX prefix, if it needs one.
#[inline(always)]
fn put_plain(buffer: &mut CodeBuffer, rex: u8, word: u64, bytes: u32) {
    if rex == 0 {
        buffer.put_short(word, bytes);
    } else {
        buffer.put_short(word << 8 | u64::from(REX | rex), bytes + 1);
    }
}

/// Emits an instruction without ModRM, with the register in the low bits of the opcode.
#[inline]
pub(super) fn put_in_opcode(buffer: &mut CodeBuffer, op: Opcode, rex: u8, reg: u8, imm: Imm) {
    let mut head = Head::legacy(op, rex | reg >> 3, 0, 0);
    head.bits |= u64::from(reg & 7) << (head.len - 8);
    head.put(buffer, imm.bits, imm.len);
}

/// Like [`put_rr`], with a VEX prefix; `source` is encoded in `vvvv` (0 if there is none). `w` is [`REX_W`] or 0.
#[inline]
pub(super) fn put_vex_rr(buffer: &mut CodeBuffer, op: Opcode, w: u8, reg: u8, source: u8, rm: u8, imm: Imm) {
    let mut head = Head::vex(op, w | rex_rr(reg, rm), source);
    head.push(0xc0 | u32::from(reg & 7) << 3 | u32::from(rm & 7), 1);
    head.put(buffer, imm.bits, imm.len);
}

/// Like [`put_rm`], with a VEX prefix.
#[inline]
pub(super) fn put_vex_rm(
    buffer: &mut CodeBuffer,
    op: Opcode,
    w: u8,
    reg: u8,
    source: u8,
    mem: Mem,
    imm: Imm,
) {
    check(buffer, mem);
    let operand = Encoded::new(mem);
    let mut head = Head::vex(op, w | reg >> 3 << 2 | operand.rex, source);
    head.push(operand.rest(reg), operand.modrm_len);
    operand.put(buffer, head, imm);
}
