//! The x86-64 assembler for floating point and vectors: SSE2, SSE4.1, AVX, FMA.
//!
//! Operations are rows of one table. Each row describes the two-operand SSE form and the VEX form. Most VEX forms
//! have a further source: `op(a, b)`, or for conversions and square roots the register that provides the upper bits
//! of the destination.

use super::assembler::Assembler;
use super::encoding::{FLOATS, INTS, WORDS};
use super::encoding::{Imm, Mem, Opcode, REX_W, put_rm, put_rr, put_vex_rm, put_vex_rr, rex_w};
use crate::base::{Bank, Reg, Width};

/// The operands of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// The VEX form has a further source.
    Merge,
    /// Like `Merge`, with an immediate byte.
    MergeImm,
    /// The whole destination is overwritten; the VEX form has the same operands.
    Plain,
    /// Like `Plain`, with an immediate byte.
    PlainImm,
    /// Like `Plain`, but the first operand is only read and the result is in the flags.
    Compare,
}

impl Shape {
    const fn has_imm(self) -> bool {
        matches!(self, Shape::MergeImm | Shape::PlainImm)
    }
}

struct Row {
    name: &'static str,
    opcode: Opcode,
    w: u8,
    banks: [Bank; 2],
    mem_bytes: u8,
    shape: Shape,
}

const fn banks(letters: &str) -> [Bank; 2] {
    match letters.as_bytes() {
        b"FG" => [Bank::Fp, Bank::Gp],
        b"GF" => [Bank::Gp, Bank::Fp],
        _ => [Bank::Fp, Bank::Fp],
    }
}

/// `Name "mnemonic" prefix map opcode W banks memory shape`. Banks: those of the first and second operand (F or G).
/// Memory: bytes of a second operand in memory (0: no such form).
macro_rules! float_ops {
    ($($name:ident $text:literal $prefix:literal $map:literal $byte:literal $w:literal $banks:literal
        $mem:literal $shape:ident)*) => {
        /// An operation on floating-point or vector registers. The names are the manual's mnemonics, plus the width
        /// of the general register where there are two.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr(u8)]
        #[allow(missing_docs)]
        pub enum FloatOp {
            $($name),*
        }

        impl FloatOp {
            /// All operations, in order of the discriminants.
            pub const ALL: &[FloatOp] = &[$(FloatOp::$name),*];
        }

        static ROWS: &[Row] = &[$(Row {
            name: $text,
            opcode: Opcode::new($prefix, $map, $byte),
            w: if $w == 1 { REX_W } else { 0 },
            banks: banks($banks),
            mem_bytes: $mem,
            shape: Shape::$shape,
        }),*];
    };
}

float_ops! {
    Sqrtss      "sqrtss"    0xf3 1 0x51 0 "FF" 4  Merge
    Sqrtsd      "sqrtsd"    0xf2 1 0x51 0 "FF" 8  Merge
    Addss       "addss"     0xf3 1 0x58 0 "FF" 4  Merge
    Addsd       "addsd"     0xf2 1 0x58 0 "FF" 8  Merge
    Mulss       "mulss"     0xf3 1 0x59 0 "FF" 4  Merge
    Mulsd       "mulsd"     0xf2 1 0x59 0 "FF" 8  Merge
    Subss       "subss"     0xf3 1 0x5c 0 "FF" 4  Merge
    Subsd       "subsd"     0xf2 1 0x5c 0 "FF" 8  Merge
    Minss       "minss"     0xf3 1 0x5d 0 "FF" 4  Merge
    Minsd       "minsd"     0xf2 1 0x5d 0 "FF" 8  Merge
    Divss       "divss"     0xf3 1 0x5e 0 "FF" 4  Merge
    Divsd       "divsd"     0xf2 1 0x5e 0 "FF" 8  Merge
    Maxss       "maxss"     0xf3 1 0x5f 0 "FF" 4  Merge
    Maxsd       "maxsd"     0xf2 1 0x5f 0 "FF" 8  Merge
    Cvtss2sd    "cvtss2sd"  0xf3 1 0x5a 0 "FF" 4  Merge
    Cvtsd2ss    "cvtsd2ss"  0xf2 1 0x5a 0 "FF" 8  Merge
    Roundss     "roundss"   0x66 3 0x0a 0 "FF" 4  MergeImm
    Roundsd     "roundsd"   0x66 3 0x0b 0 "FF" 8  MergeImm
    Cvtsi2ss32  "cvtsi2ss"  0xf3 1 0x2a 0 "FG" 4  Merge
    Cvtsi2ss64  "cvtsi2ss"  0xf3 1 0x2a 1 "FG" 8  Merge
    Cvtsi2sd32  "cvtsi2sd"  0xf2 1 0x2a 0 "FG" 4  Merge
    Cvtsi2sd64  "cvtsi2sd"  0xf2 1 0x2a 1 "FG" 8  Merge
    Cvttss2si32 "cvttss2si" 0xf3 1 0x2c 0 "GF" 4  Plain
    Cvttss2si64 "cvttss2si" 0xf3 1 0x2c 1 "GF" 4  Plain
    Cvttsd2si32 "cvttsd2si" 0xf2 1 0x2c 0 "GF" 8  Plain
    Cvttsd2si64 "cvttsd2si" 0xf2 1 0x2c 1 "GF" 8  Plain
    Ucomiss     "ucomiss"   0x00 1 0x2e 0 "FF" 4  Compare
    Ucomisd     "ucomisd"   0x66 1 0x2e 0 "FF" 8  Compare
    Comiss      "comiss"    0x00 1 0x2f 0 "FF" 4  Compare
    Comisd      "comisd"    0x66 1 0x2f 0 "FF" 8  Compare
    Andps       "andps"     0x00 1 0x54 0 "FF" 16 Merge
    Andpd       "andpd"     0x66 1 0x54 0 "FF" 16 Merge
    Andnps      "andnps"    0x00 1 0x55 0 "FF" 16 Merge
    Andnpd      "andnpd"    0x66 1 0x55 0 "FF" 16 Merge
    Orps        "orps"      0x00 1 0x56 0 "FF" 16 Merge
    Orpd        "orpd"      0x66 1 0x56 0 "FF" 16 Merge
    Xorps       "xorps"     0x00 1 0x57 0 "FF" 16 Merge
    Xorpd       "xorpd"     0x66 1 0x57 0 "FF" 16 Merge
    Addps       "addps"     0x00 1 0x58 0 "FF" 16 Merge
    Addpd       "addpd"     0x66 1 0x58 0 "FF" 16 Merge
    Subps       "subps"     0x00 1 0x5c 0 "FF" 16 Merge
    Subpd       "subpd"     0x66 1 0x5c 0 "FF" 16 Merge
    Paddb       "paddb"     0x66 1 0xfc 0 "FF" 16 Merge
    Paddw       "paddw"     0x66 1 0xfd 0 "FF" 16 Merge
    Paddd       "paddd"     0x66 1 0xfe 0 "FF" 16 Merge
    Paddq       "paddq"     0x66 1 0xd4 0 "FF" 16 Merge
    Psubb       "psubb"     0x66 1 0xf8 0 "FF" 16 Merge
    Psubw       "psubw"     0x66 1 0xf9 0 "FF" 16 Merge
    Psubd       "psubd"     0x66 1 0xfa 0 "FF" 16 Merge
    Psubq       "psubq"     0x66 1 0xfb 0 "FF" 16 Merge
    Pxor        "pxor"      0x66 1 0xef 0 "FF" 16 Merge
    Pand        "pand"      0x66 1 0xdb 0 "FF" 16 Merge
    Por         "por"       0x66 1 0xeb 0 "FF" 16 Merge
    Mulps       "mulps"     0x00 1 0x59 0 "FF" 16 Merge
    Mulpd       "mulpd"     0x66 1 0x59 0 "FF" 16 Merge
    Pmullw      "pmullw"    0x66 1 0xd5 0 "FF" 16 Merge
    Pmulld      "pmulld"    0x66 2 0x40 0 "FF" 16 Merge
    Pmuludq     "pmuludq"   0x66 1 0xf4 0 "FF" 16 Merge
    Divps       "divps"     0x00 1 0x5e 0 "FF" 16 Merge
    Divpd       "divpd"     0x66 1 0x5e 0 "FF" 16 Merge
    Minps       "minps"     0x00 1 0x5d 0 "FF" 16 Merge
    Minpd       "minpd"     0x66 1 0x5d 0 "FF" 16 Merge
    Maxps       "maxps"     0x00 1 0x5f 0 "FF" 16 Merge
    Maxpd       "maxpd"     0x66 1 0x5f 0 "FF" 16 Merge
    Pminsb      "pminsb"    0x66 2 0x38 0 "FF" 16 Merge
    Pminsw      "pminsw"    0x66 1 0xea 0 "FF" 16 Merge
    Pminsd      "pminsd"    0x66 2 0x39 0 "FF" 16 Merge
    Pminub      "pminub"    0x66 1 0xda 0 "FF" 16 Merge
    Pminuw      "pminuw"    0x66 2 0x3a 0 "FF" 16 Merge
    Pminud      "pminud"    0x66 2 0x3b 0 "FF" 16 Merge
    Pmaxsb      "pmaxsb"    0x66 2 0x3c 0 "FF" 16 Merge
    Pmaxsw      "pmaxsw"    0x66 1 0xee 0 "FF" 16 Merge
    Pmaxsd      "pmaxsd"    0x66 2 0x3d 0 "FF" 16 Merge
    Pmaxub      "pmaxub"    0x66 1 0xde 0 "FF" 16 Merge
    Pmaxuw      "pmaxuw"    0x66 2 0x3e 0 "FF" 16 Merge
    Pmaxud      "pmaxud"    0x66 2 0x3f 0 "FF" 16 Merge
    Paddsb      "paddsb"    0x66 1 0xec 0 "FF" 16 Merge
    Paddsw      "paddsw"    0x66 1 0xed 0 "FF" 16 Merge
    Paddusb     "paddusb"   0x66 1 0xdc 0 "FF" 16 Merge
    Paddusw     "paddusw"   0x66 1 0xdd 0 "FF" 16 Merge
    Psubsb      "psubsb"    0x66 1 0xe8 0 "FF" 16 Merge
    Psubsw      "psubsw"    0x66 1 0xe9 0 "FF" 16 Merge
    Psubusb     "psubusb"   0x66 1 0xd8 0 "FF" 16 Merge
    Psubusw     "psubusw"   0x66 1 0xd9 0 "FF" 16 Merge
    Pavgb       "pavgb"     0x66 1 0xe0 0 "FF" 16 Merge
    Pavgw       "pavgw"     0x66 1 0xe3 0 "FF" 16 Merge
    Pcmpeqb     "pcmpeqb"   0x66 1 0x74 0 "FF" 16 Merge
    Pcmpeqw     "pcmpeqw"   0x66 1 0x75 0 "FF" 16 Merge
    Pcmpeqd     "pcmpeqd"   0x66 1 0x76 0 "FF" 16 Merge
    Pcmpeqq     "pcmpeqq"   0x66 2 0x29 0 "FF" 16 Merge
    Pcmpgtb     "pcmpgtb"   0x66 1 0x64 0 "FF" 16 Merge
    Pcmpgtw     "pcmpgtw"   0x66 1 0x65 0 "FF" 16 Merge
    Pcmpgtd     "pcmpgtd"   0x66 1 0x66 0 "FF" 16 Merge
    Pcmpgtq     "pcmpgtq"   0x66 2 0x37 0 "FF" 16 Merge
    Cmpps       "cmpps"     0x00 1 0xc2 0 "FF" 16 MergeImm
    Cmppd       "cmppd"     0x66 1 0xc2 0 "FF" 16 MergeImm
    Punpckldq   "punpckldq" 0x66 1 0x62 0 "FF" 16 Merge
    Shufps      "shufps"    0x00 1 0xc6 0 "FF" 16 MergeImm
    Pandn       "pandn"     0x66 1 0xdf 0 "FF" 16 Merge
    Psllw       "psllw"     0x66 1 0xf1 0 "FF" 16 Merge
    Pslld       "pslld"     0x66 1 0xf2 0 "FF" 16 Merge
    Psllq       "psllq"     0x66 1 0xf3 0 "FF" 16 Merge
    Psrlw       "psrlw"     0x66 1 0xd1 0 "FF" 16 Merge
    Psrld       "psrld"     0x66 1 0xd2 0 "FF" 16 Merge
    Psrlq       "psrlq"     0x66 1 0xd3 0 "FF" 16 Merge
    Psraw       "psraw"     0x66 1 0xe1 0 "FF" 16 Merge
    Psrad       "psrad"     0x66 1 0xe2 0 "FF" 16 Merge
    Packsswb    "packsswb"  0x66 1 0x63 0 "FF" 16 Merge
    Packuswb    "packuswb"  0x66 1 0x67 0 "FF" 16 Merge
    Packssdw    "packssdw"  0x66 1 0x6b 0 "FF" 16 Merge
    Packusdw    "packusdw"  0x66 2 0x2b 0 "FF" 16 Merge
    Punpcklbw   "punpcklbw" 0x66 1 0x60 0 "FF" 16 Merge
    Punpcklwd   "punpcklwd" 0x66 1 0x61 0 "FF" 16 Merge
    Punpcklqdq  "punpcklqdq" 0x66 1 0x6c 0 "FF" 16 Merge
    Punpckhbw   "punpckhbw" 0x66 1 0x68 0 "FF" 16 Merge
    Punpckhwd   "punpckhwd" 0x66 1 0x69 0 "FF" 16 Merge
    Punpckhdq   "punpckhdq" 0x66 1 0x6a 0 "FF" 16 Merge
    Punpckhqdq  "punpckhqdq" 0x66 1 0x6d 0 "FF" 16 Merge
    Pshufd      "pshufd"    0x66 1 0x70 0 "FF" 16 PlainImm
    Pextrw      "pextrw"    0x66 1 0xc5 0 "GF" 0  PlainImm
    Pinsrb      "pinsrb"    0x66 3 0x20 0 "FG" 1  MergeImm
    Pinsrw      "pinsrw"    0x66 1 0xc4 0 "FG" 2  MergeImm
    Pinsrd      "pinsrd"    0x66 3 0x22 0 "FG" 4  MergeImm
    Pinsrq      "pinsrq"    0x66 3 0x22 1 "FG" 8  MergeImm
    Insertps    "insertps"  0x66 3 0x21 0 "FF" 4  MergeImm
    Blendps     "blendps"   0x66 3 0x0c 0 "FF" 16 MergeImm
    Pshufb      "pshufb"    0x66 2 0x00 0 "FF" 16 Merge
    Palignr     "palignr"   0x66 3 0x0f 0 "FF" 16 MergeImm
    Pmaddwd     "pmaddwd"   0x66 1 0xf5 0 "FF" 16 Merge
    Pmulhrsw    "pmulhrsw"  0x66 2 0x0b 0 "FF" 16 Merge
    Pmovsxbw    "pmovsxbw"  0x66 2 0x20 0 "FF" 8  Plain
    Pmovsxwd    "pmovsxwd"  0x66 2 0x23 0 "FF" 8  Plain
    Pmovsxdq    "pmovsxdq"  0x66 2 0x25 0 "FF" 8  Plain
    Pmovzxbw    "pmovzxbw"  0x66 2 0x30 0 "FF" 8  Plain
    Pmovzxwd    "pmovzxwd"  0x66 2 0x33 0 "FF" 8  Plain
    Pmovzxdq    "pmovzxdq"  0x66 2 0x35 0 "FF" 8  Plain
    Sqrtps      "sqrtps"    0x00 1 0x51 0 "FF" 16 Plain
    Sqrtpd      "sqrtpd"    0x66 1 0x51 0 "FF" 16 Plain
    Roundps     "roundps"   0x66 3 0x08 0 "FF" 16 PlainImm
    Roundpd     "roundpd"   0x66 3 0x09 0 "FF" 16 PlainImm
    Cvtdq2ps    "cvtdq2ps"  0x00 1 0x5b 0 "FF" 16 Plain
    Cvttps2dq   "cvttps2dq" 0xf3 1 0x5b 0 "FF" 16 Plain
    Cvtdq2pd    "cvtdq2pd"  0xf3 1 0xe6 0 "FF" 8  Plain
    Cvttpd2dq   "cvttpd2dq" 0x66 1 0xe6 0 "FF" 16 Plain
    Cvtps2pd    "cvtps2pd"  0x00 1 0x5a 0 "FF" 8  Plain
    Cvtpd2ps    "cvtpd2ps"  0x66 1 0x5a 0 "FF" 16 Plain
    Pmovmskb    "pmovmskb"  0x66 1 0xd7 0 "GF" 0  Plain
    Movaps      "movaps"    0x00 1 0x28 0 "FF" 16 Plain
    Movups      "movups"    0x00 1 0x10 0 "FF" 16 Plain
    Movmskps    "movmskps"  0x00 1 0x50 0 "GF" 0  Plain
    Movmskpd    "movmskpd"  0x66 1 0x50 0 "GF" 0  Plain
}

impl FloatOp {
    fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// The mnemonic without the `v` of the VEX form.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The shape of its operands.
    pub fn shape(self) -> Shape {
        self.row().shape
    }

    /// The banks of the first and the second operand.
    pub fn banks(self) -> [Bank; 2] {
        self.row().banks
    }

    /// True if the general register of a conversion has 64 bits.
    pub fn is_wide(self) -> bool {
        self.row().w != 0
    }

    /// Bytes of a memory operand; 0 if there is none. The SSE form needs 16-byte operands aligned, except for `Movups`.
    pub fn mem_bytes(self) -> u32 {
        u32::from(self.row().mem_bytes)
    }
}

/// Shifts of all lanes by a constant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)] // the mnemonics
pub enum VectorShift {
    Psrlw,
    Psraw,
    Psllw,
    Psrld,
    Psrad,
    Pslld,
    Psrlq,
    Psllq,
}

impl VectorShift {
    /// The opcode, and its extension in ModRM.
    const fn row(self) -> (Opcode, u8) {
        match self {
            VectorShift::Psrlw => (Opcode::new(0x66, 1, 0x71), 2),
            VectorShift::Psraw => (Opcode::new(0x66, 1, 0x71), 4),
            VectorShift::Psllw => (Opcode::new(0x66, 1, 0x71), 6),
            VectorShift::Psrld => (Opcode::new(0x66, 1, 0x72), 2),
            VectorShift::Psrad => (Opcode::new(0x66, 1, 0x72), 4),
            VectorShift::Pslld => (Opcode::new(0x66, 1, 0x72), 6),
            VectorShift::Psrlq => (Opcode::new(0x66, 1, 0x73), 2),
            VectorShift::Psllq => (Opcode::new(0x66, 1, 0x73), 6),
        }
    }
}

/// Fused multiply-add operations; the discriminant is the low hex digit of the opcode.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Fma {
    /// `x * y + z`
    Madd = 0x9,
    /// `x * y - z`
    Msub = 0xb,
    /// `-(x * y) + z`
    Nmadd = 0xd,
    /// `-(x * y) - z`
    Nmsub = 0xf,
}

/// The operand order of a fused multiply-add; the discriminant is the high hex digit of the opcode.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum FmaOrder {
    /// `dst * b + a`
    F132 = 0x90,
    /// `a * dst + b`
    F213 = 0xa0,
    /// `a * b + dst`
    F231 = 0xb0,
}

/// The opcode of loads and stores by width: movss, movsd, movups.
fn move_opcode(width: Width, byte: u8) -> Opcode {
    match width {
        Width::W32 => Opcode::new(0xf3, 1, byte),
        Width::W64 => Opcode::new(0xf2, 1, byte),
        _ => Opcode::new(0, 1, byte),
    }
}

/// The opcode of the extraction of a lane by width: pextrb, pextrw, pextrd and pextrq.
fn extract_opcode(width: Width) -> Opcode {
    Opcode::new(
        0x66,
        3,
        match width {
            Width::W8 => 0x14,
            Width::W16 => 0x15,
            _ => 0x16,
        },
    )
}

const GP_TO_FP: Opcode = Opcode::new(0x66, 1, 0x6e);
const FP_TO_GP: Opcode = Opcode::new(0x66, 1, 0x7e);

fn fma_opcode(op: Fma, order: FmaOrder) -> Opcode {
    Opcode::new(0x66, 2, order as u8 | op as u8)
}

impl Assembler<'_> {
    /// `dst = op(dst, src)`, or `dst = op(src)`, or a comparison.
    pub fn float_rr(&mut self, op: FloatOp, dst: Reg, src: Reg) {
        if !self.is_shape(!op.shape().has_imm()) {
            return;
        }
        self.sse_rr(op, dst, src, Imm::NONE);
    }

    /// [`Assembler::float_rr`] with the second operand in memory.
    pub fn float_rm(&mut self, op: FloatOp, dst: Reg, mem: Mem) {
        if !self.is_shape(!op.shape().has_imm()) {
            return;
        }
        self.sse_rm(op, dst, mem, Imm::NONE);
    }

    /// [`Assembler::float_rr`] for the rows with an immediate.
    pub fn float_rri(&mut self, op: FloatOp, dst: Reg, src: Reg, imm: u8) {
        if !self.is_shape(op.shape().has_imm()) {
            return;
        }
        self.sse_rr(op, dst, src, Imm::byte(imm));
    }

    /// [`Assembler::float_rm`] for the rows with an immediate.
    pub fn float_rmi(&mut self, op: FloatOp, dst: Reg, mem: Mem, imm: u8) {
        if !self.is_shape(op.shape().has_imm()) {
            return;
        }
        self.sse_rm(op, dst, mem, Imm::byte(imm));
    }

    fn sse_rr(&mut self, op: FloatOp, dst: Reg, src: Reg, imm: Imm) {
        let row = op.row();
        if !(self.is_of(row.banks[0], dst) && self.is_of(row.banks[1], src)) {
            return;
        }
        put_rr(self.buffer, row.opcode, row.w, dst.number(), src.number(), imm);
        self.float_writes(row, dst);
    }

    fn sse_rm(&mut self, op: FloatOp, dst: Reg, mem: Mem, imm: Imm) {
        let row = op.row();
        if !(self.is_of(row.banks[0], dst) && self.has_memory_form(row)) {
            return;
        }
        put_rm(self.buffer, row.opcode, row.w, dst.number(), mem, imm);
        self.float_writes(row, dst);
    }

    fn float_writes(&mut self, row: &Row, dst: Reg) {
        if row.shape != Shape::Compare {
            self.writes(dst);
        }
    }

    /// Records an error unless an operation has the shape that a method takes. Returns `is`.
    #[inline(always)]
    fn is_shape(&mut self, is: bool) -> bool {
        if !is {
            self.buffer.invalid_operand("an operation with the operands of this method");
        }
        is
    }

    fn has_memory_form(&mut self, row: &Row) -> bool {
        let has = row.mem_bytes != 0;
        if !has {
            self.buffer.invalid_operand("a register: this instruction has no memory operand");
        }
        has
    }

    /// `dst = [mem]`, zero-extended: 32, 64 or 128 bits at any alignment.
    pub fn float_load(&mut self, width: Width, dst: Reg, mem: Mem) {
        if !(self.is_sized(FLOATS, width) && self.are_fp([dst])) {
            return;
        }
        put_rm(self.buffer, move_opcode(width, 0x10), 0, dst.number(), mem, Imm::NONE);
        self.writes(dst);
    }

    /// `[mem] = src`: 32, 64 or 128 bits at any alignment.
    pub fn float_store(&mut self, width: Width, mem: Mem, src: Reg) {
        if !(self.is_sized(FLOATS, width) && self.are_fp([src])) {
            return;
        }
        put_rm(self.buffer, move_opcode(width, 0x11), 0, src.number(), mem, Imm::NONE);
    }

    /// Moves 32 or 64 bits of a general register, zero-extended.
    pub fn gp_to_float(&mut self, width: Width, dst: Reg, src: Reg) {
        if !(self.is_sized(WORDS, width) && self.are_gp([src]) && self.are_fp([dst])) {
            return;
        }
        put_rr(self.buffer, GP_TO_FP, rex_w(width), dst.number(), src.number(), Imm::NONE);
        self.writes(dst);
    }

    /// Moves the low bits to a general register: 32 (the upper half becomes zero) or 64 bits.
    pub fn float_to_gp(&mut self, width: Width, dst: Reg, src: Reg) {
        if !(self.is_sized(WORDS, width) && self.are_gp([dst]) && self.are_fp([src])) {
            return;
        }
        put_rr(self.buffer, FP_TO_GP, rex_w(width), src.number(), dst.number(), Imm::NONE);
        self.writes(dst);
    }

    /// `dst` is a lane of `src`, zero-extended: `pextrb`, `pextrd`, `pextrq` (SSE4.1).
    pub fn extract_lane(&mut self, width: Width, dst: Reg, src: Reg, index: u8) {
        if !(self.is_sized(INTS, width) && self.are_gp([dst]) && self.are_fp([src])) {
            return;
        }
        let imm = Imm::byte(index);
        put_rr(self.buffer, extract_opcode(width), rex_w(width), src.number(), dst.number(), imm);
        self.writes(dst);
    }

    /// Shifts the lanes of `dst` by a constant.
    pub fn vector_shift_ri(&mut self, op: VectorShift, dst: Reg, count: u8) {
        if !self.are_fp([dst]) {
            return;
        }
        let (opcode, digit) = op.row();
        put_rr(self.buffer, opcode, 0, digit, dst.number(), Imm::byte(count));
        self.writes(dst);
    }
}

/// AVX and FMA: the same operations with a VEX prefix. Memory operands need no alignment, except for `Movaps`.
impl Assembler<'_> {
    /// `dst = op(src)`, or a comparison: for the rows without a further source.
    pub fn avx_rr(&mut self, op: FloatOp, dst: Reg, src: Reg) {
        if !self.is_shape(matches!(op.shape(), Shape::Plain | Shape::Compare)) {
            return;
        }
        self.put_avx_rr(op, dst, 0, src, Imm::NONE);
    }

    /// [`Assembler::avx_rr`] for the rows with an immediate.
    pub fn avx_rri(&mut self, op: FloatOp, dst: Reg, src: Reg, imm: u8) {
        if !self.is_shape(op.shape() == Shape::PlainImm) {
            return;
        }
        self.put_avx_rr(op, dst, 0, src, Imm::byte(imm));
    }

    /// [`Assembler::avx_rr`] with the second operand in memory.
    pub fn avx_rm(&mut self, op: FloatOp, dst: Reg, mem: Mem) {
        if !self.is_shape(matches!(op.shape(), Shape::Plain | Shape::Compare)) {
            return;
        }
        self.put_avx_rm(op, dst, 0, mem, Imm::NONE);
    }

    /// `dst = op(a, b)`, or `dst = op(b)` with the upper bits of `a`.
    pub fn avx_rrr(&mut self, op: FloatOp, dst: Reg, a: Reg, b: Reg) {
        if !(self.is_shape(op.shape() == Shape::Merge) && self.are_fp([a])) {
            return;
        }
        self.put_avx_rr(op, dst, a.number(), b, Imm::NONE);
    }

    /// [`Assembler::avx_rrr`] with the last operand in memory.
    pub fn avx_rrm(&mut self, op: FloatOp, dst: Reg, a: Reg, mem: Mem) {
        if !(self.is_shape(op.shape() == Shape::Merge) && self.are_fp([a])) {
            return;
        }
        self.put_avx_rm(op, dst, a.number(), mem, Imm::NONE);
    }

    /// [`Assembler::avx_rrr`] for the rows with an immediate.
    pub fn avx_rrri(&mut self, op: FloatOp, dst: Reg, a: Reg, b: Reg, imm: u8) {
        if !(self.is_shape(op.shape() == Shape::MergeImm) && self.are_fp([a])) {
            return;
        }
        self.put_avx_rr(op, dst, a.number(), b, Imm::byte(imm));
    }

    /// [`Assembler::avx_rrm`] for the rows with an immediate.
    pub fn avx_rrmi(&mut self, op: FloatOp, dst: Reg, a: Reg, mem: Mem, imm: u8) {
        if !(self.is_shape(op.shape() == Shape::MergeImm) && self.are_fp([a])) {
            return;
        }
        self.put_avx_rm(op, dst, a.number(), mem, Imm::byte(imm));
    }

    fn put_avx_rr(&mut self, op: FloatOp, dst: Reg, a: u8, b: Reg, imm: Imm) {
        let row = op.row();
        if !(self.is_of(row.banks[0], dst) && self.is_of(row.banks[1], b)) {
            return;
        }
        put_vex_rr(self.buffer, row.opcode, row.w, dst.number(), a, b.number(), imm);
        self.float_writes(row, dst);
    }

    fn put_avx_rm(&mut self, op: FloatOp, dst: Reg, a: u8, mem: Mem, imm: Imm) {
        let row = op.row();
        if !(self.is_of(row.banks[0], dst) && self.has_memory_form(row)) {
            return;
        }
        put_vex_rm(self.buffer, row.opcode, row.w, dst.number(), a, mem, imm);
        self.float_writes(row, dst);
    }

    /// [`Assembler::float_load`] with a VEX prefix.
    pub fn avx_load(&mut self, width: Width, dst: Reg, mem: Mem) {
        if !(self.is_sized(FLOATS, width) && self.are_fp([dst])) {
            return;
        }
        put_vex_rm(self.buffer, move_opcode(width, 0x10), 0, dst.number(), 0, mem, Imm::NONE);
        self.writes(dst);
    }

    /// [`Assembler::float_store`] with a VEX prefix.
    pub fn avx_store(&mut self, width: Width, mem: Mem, src: Reg) {
        if !(self.is_sized(FLOATS, width) && self.are_fp([src])) {
            return;
        }
        put_vex_rm(self.buffer, move_opcode(width, 0x11), 0, src.number(), 0, mem, Imm::NONE);
    }

    /// [`Assembler::gp_to_float`] with a VEX prefix.
    pub fn avx_gp_to_float(&mut self, width: Width, dst: Reg, src: Reg) {
        if !(self.is_sized(WORDS, width) && self.are_gp([src]) && self.are_fp([dst])) {
            return;
        }
        put_vex_rr(self.buffer, GP_TO_FP, rex_w(width), dst.number(), 0, src.number(), Imm::NONE);
        self.writes(dst);
    }

    /// [`Assembler::float_to_gp`] with a VEX prefix.
    pub fn avx_float_to_gp(&mut self, width: Width, dst: Reg, src: Reg) {
        if !(self.is_sized(WORDS, width) && self.are_gp([dst]) && self.are_fp([src])) {
            return;
        }
        put_vex_rr(self.buffer, FP_TO_GP, rex_w(width), src.number(), 0, dst.number(), Imm::NONE);
        self.writes(dst);
    }

    /// `dst = src`, with its lanes shifted by a constant.
    pub fn avx_vector_shift_rri(&mut self, op: VectorShift, dst: Reg, src: Reg, count: u8) {
        if !self.are_fp([dst, src]) {
            return;
        }
        let (opcode, digit) = op.row();
        put_vex_rr(self.buffer, opcode, 0, digit, dst.number(), src.number(), Imm::byte(count));
        self.writes(dst);
    }

    /// A fused multiply-add of `dst`, `a` and `b`, 32 or 64 bits (FMA).
    pub fn fma_rrr(&mut self, op: Fma, order: FmaOrder, width: Width, dst: Reg, a: Reg, b: Reg) {
        if !(self.is_sized(WORDS, width) && self.are_fp([dst, a, b])) {
            return;
        }
        let opcode = fma_opcode(op, order);
        put_vex_rr(self.buffer, opcode, rex_w(width), dst.number(), a.number(), b.number(), Imm::NONE);
        self.writes(dst);
    }

    /// [`Assembler::fma_rrr`] in all lanes of 32 or 64 bits.
    pub fn fma_packed_rrr(&mut self, op: Fma, order: FmaOrder, width: Width, dst: Reg, a: Reg, b: Reg) {
        if !(self.is_sized(WORDS, width) && self.are_fp([dst, a, b])) {
            return;
        }
        // The scalar operations have odd opcodes, and those of vectors the even ones before.
        let opcode = Opcode::new(0x66, 2, order as u8 | (op as u8 - 1));
        put_vex_rr(self.buffer, opcode, rex_w(width), dst.number(), a.number(), b.number(), Imm::NONE);
        self.writes(dst);
    }

    /// [`Assembler::fma_rrr`] with `b` in memory.
    pub fn fma_rrm(&mut self, op: Fma, order: FmaOrder, width: Width, dst: Reg, a: Reg, mem: Mem) {
        if !(self.is_sized(WORDS, width) && self.are_fp([dst, a])) {
            return;
        }
        let opcode = fma_opcode(op, order);
        put_vex_rm(self.buffer, opcode, rex_w(width), dst.number(), a.number(), mem, Imm::NONE);
        self.writes(dst);
    }
}
