//! Tests the AArch64 assembler against an independent disassembler.
//!
//! Every method is called with all registers in all positions and with the limits of its immediates. The disassembler
//! must report the same opcode and operands, and the recorded writes must be those of the instruction.

use barebones::base::{Arch, IntCondition, Reg, RegSet, SymbolId, Width};
use barebones::disasm::a64_text;
use barebones::isa::a64::registers::*;
use barebones::isa::a64::*;
use barebones::isa::{CodeBuffer, EmitError, FrameInfo, Label, RelocKind, RelocTarget};
use barebones_testing::gnu;
use std::collections::BTreeSet;
use yaxpeax_arch::{Decoder, U8Reader};
use yaxpeax_arm::armv8::a64::{InstDecoder, Opcode, Operand, SIMDSizeCode, ShiftStyle, SizeCode};

use Operand::*;
use Width::{W32, W64};

const WIDTHS: [Width; 2] = [W32, W64];

fn size(width: Width) -> SizeCode {
    if width == W64 { SizeCode::X } else { SizeCode::W }
}

/// A general register where number 31 is zero.
fn zr(width: Width, reg: Reg) -> Operand {
    Register(size(width), reg.number().into())
}

/// A general register where number 31 is sp.
fn sp(width: Width, reg: Reg) -> Operand {
    RegisterOrSP(size(width), reg.number().into())
}

fn fp(width: Width, reg: Reg) -> Operand {
    let size = match width {
        W32 => SIMDSizeCode::S,
        W64 => SIMDSizeCode::D,
        _ => SIMDSizeCode::Q,
    };
    SIMDRegister(size, reg.number().into())
}

/// Sets of registers in which each position takes each value, together with different ones in the others.
fn registers() -> impl Iterator<Item = [u8; 4]> {
    let set = |i: u32, j: u32| [i, i * 5 + j, i * 11 + 3 * j, i * 3 + 7 * j].map(|n| (n % 32) as u8);
    (0..256).map(move |n| set(n / 8, n % 8))
}

fn decode(bytes: &[u8]) -> (Opcode, [Operand; 4]) {
    let instruction = InstDecoder::default().decode(&mut U8Reader::new(bytes));
    let instruction = instruction.unwrap_or_else(|error| panic!("{bytes:02x?}: {error}"));
    (instruction.opcode, instruction.operands)
}

struct Tester {
    buffer: CodeBuffer,
    instructions: u64,
    words: BTreeSet<[u8; 4]>,
}

impl Tester {
    fn new() -> Tester {
        Tester { buffer: CodeBuffer::new(Arch::A64), instructions: 0, words: BTreeSet::new() }
    }

    /// Emits one instruction and compares it with the disassembly.
    fn one(
        &mut self,
        opcode: Opcode,
        operands: &[Operand],
        written: &[Reg],
        emit: impl FnOnce(&mut Assembler),
    ) {
        self.buffer.clear();
        emit(&mut Assembler::new(&mut self.buffer));
        assert_eq!(self.buffer.bytes().len(), 4, "{opcode:?}");
        let mut expected = [Nothing; 4];
        expected[..operands.len()].copy_from_slice(operands);
        assert_eq!(decode(self.buffer.bytes()), (opcode, expected), "{:02x?}", self.buffer.bytes());
        assert_eq!(self.buffer.written(), RegSet::of(written), "{opcode:?} {operands:?}");
        assert!(self.buffer.finish(FrameInfo::default()).is_ok(), "{opcode:?} {operands:?}");
        self.words.extend(self.buffer.bytes().first_chunk::<4>());
        self.instructions += 1;
    }

    /// Like `one`, but the zero register as destination is not a write.
    fn zr_dst(&mut self, opcode: Opcode, operands: &[Operand], dst: Reg, emit: impl FnOnce(&mut Assembler)) {
        let written = [dst];
        self.one(opcode, operands, if dst == ZR { &[] } else { &written }, emit);
    }

    fn finish(self, what: &str) {
        println!("{what}: {} instructions", self.instructions);
        assert!(self.instructions > 0);
        let text = |word: &[u8; 4]| (a64_text(*word).expect("decoded before"), *word);
        gnu::compare(what, self.words.iter().map(text));
    }
}

fn invalid(emit: impl FnOnce(&mut Assembler)) {
    let mut buffer = CodeBuffer::new(Arch::A64);
    let mut a = Assembler::new(&mut buffer);
    a.nop();
    emit(&mut a);
    let error = buffer.finish(FrameInfo::default()).map(|code| code.bytes);
    assert!(matches!(error, Err(EmitError::InvalidOperand { offset: 4, .. })), "{error:?}");
}

#[test]
fn arithmetic() {
    let mut t = Tester::new();
    let ops = [
        (Arith::Add, Opcode::ADD, false),
        (Arith::Adds, Opcode::ADDS, true),
        (Arith::Sub, Opcode::SUB, false),
        (Arith::Subs, Opcode::SUBS, true),
    ];
    let shifts = [
        (ShiftKind::Lsl, ShiftStyle::LSL),
        (ShiftKind::Lsr, ShiftStyle::LSR),
        (ShiftKind::Asr, ShiftStyle::ASR),
        (ShiftKind::Ror, ShiftStyle::ROR),
    ];
    let extends = [
        (Extend::Zero8, ShiftStyle::UXTB, W32),
        (Extend::Zero16, ShiftStyle::UXTH, W32),
        (Extend::Zero32, ShiftStyle::UXTW, W32),
        (Extend::Zero64, ShiftStyle::UXTX, W64),
        (Extend::Sign8, ShiftStyle::SXTB, W32),
        (Extend::Sign16, ShiftStyle::SXTH, W32),
        (Extend::Sign32, ShiftStyle::SXTW, W32),
        (Extend::Sign64, ShiftStyle::SXTX, W64),
    ];
    for (op, opcode, sets_flags) in ops {
        for w in WIDTHS {
            for (i, n) in registers().enumerate() {
                let [d, a, b, _] = n.map(Reg::gp);
                let flag_dst = if sets_flags { zr(w, d) } else { sp(w, d) };
                let written: &[Reg] = if sets_flags && d == ZR { &[] } else { &[d] };
                let imm = [0u64, 1, 0xfff, 0x1000, 0x5000, 0xff_f000][i % 6];
                let last =
                    if imm < 0x1000 { Immediate(imm as u32) } else { ImmShift((imm >> 12) as u16, 12) };
                t.one(opcode, &[flag_dst, sp(w, a), last], written, |asm| {
                    asm.arith_rri(op, w, d, a, imm);
                });
                let (shift, style) = shifts[i % 3];
                let amount = [0, 1, 7, w.bits() - 1][i % 4];
                let last = RegShift(style, amount as u8, size(w), b.number().into());
                t.zr_dst(opcode, &[zr(w, d), zr(w, a), last], d, |asm| {
                    asm.arith_rrs(op, w, d, a, b, shift, amount);
                });
                let last = RegShift(ShiftStyle::LSL, 0, size(w), b.number().into());
                t.zr_dst(opcode, &[zr(w, d), zr(w, a), last], d, |asm| asm.arith_rrr(op, w, d, a, b));
                let (extend, style, from) = extends[i % 8];
                let amount = (i / 8 % 5) as u32;
                let from = if w == W32 { W32 } else { from };
                // The decoder prints `lsl` with the size of the register if the operand is not narrowed.
                let all = extend == Extend::Zero32 || extend == Extend::Zero64 && w == W64;
                let style = if all { ShiftStyle::LSL } else { style };
                let last = RegShift(style, amount as u8, size(from), b.number().into());
                t.one(opcode, &[flag_dst, sp(w, a), last], written, |asm| {
                    asm.arith_rre(op, w, d, a, b, extend, amount);
                });
            }
        }
    }
    for w in WIDTHS {
        for n in registers() {
            let [a, b, ..] = n.map(Reg::gp);
            let last = RegShift(ShiftStyle::LSL, 0, size(w), b.number().into());
            t.one(Opcode::SUBS, &[zr(w, ZR), zr(w, a), last], &[], |asm| asm.cmp_rr(w, a, b));
            t.one(Opcode::SUBS, &[zr(w, ZR), sp(w, a), Immediate(7)], &[], |asm| asm.cmp_ri(w, a, 7));
        }
    }
    for imm in [0x1001, 0x100_0000, u64::MAX] {
        invalid(|asm| asm.arith_rri(Arith::Add, W64, X0, X0, imm));
    }
    invalid(|asm| asm.arith_rrs(Arith::Add, W32, X0, X0, X0, ShiftKind::Lsl, 32));
    invalid(|asm| asm.arith_rrs(Arith::Add, W32, X0, X0, X0, ShiftKind::Ror, 1));
    invalid(|asm| asm.arith_rre(Arith::Add, W32, X0, X0, X0, Extend::Zero8, 5));

    let ops = [
        (Logic::And, Opcode::AND),
        (Logic::Bic, Opcode::BIC),
        (Logic::Orr, Opcode::ORR),
        (Logic::Orn, Opcode::ORN),
        (Logic::Eor, Opcode::EOR),
        (Logic::Eon, Opcode::EON),
        (Logic::Ands, Opcode::ANDS),
        (Logic::Bics, Opcode::BICS),
    ];
    for (op, opcode) in ops {
        for w in WIDTHS {
            for (i, n) in registers().enumerate() {
                let [d, a, b, _] = n.map(Reg::gp);
                let (shift, style) = shifts[i % 4];
                let amount = [0, 1, 7, w.bits() - 1][i / 4 % 4];
                let last = RegShift(style, amount as u8, size(w), b.number().into());
                t.zr_dst(opcode, &[zr(w, d), zr(w, a), last], d, |asm| {
                    asm.logic_rrs(op, w, d, a, b, shift, amount);
                });
                let last = RegShift(ShiftStyle::LSL, 0, size(w), b.number().into());
                t.zr_dst(opcode, &[zr(w, d), zr(w, a), last], d, |asm| asm.logic_rrr(op, w, d, a, b));
            }
        }
    }
    invalid(|asm| asm.logic_rrs(Logic::And, W32, X0, X0, X0, ShiftKind::Lsl, 32));
    t.finish("arithmetic");
}

/// Every logical immediate in both widths: the decoder must return the same value.
#[test]
fn logical_immediates() {
    let mut t = Tester::new();
    let ops = [
        (Logic::And, Opcode::AND),
        (Logic::Orr, Opcode::ORR),
        (Logic::Eor, Opcode::EOR),
        (Logic::Ands, Opcode::ANDS),
    ];
    let mut count = 0;
    for element in [2u32, 4, 8, 16, 32, 64] {
        for ones in 1..element {
            for rotation in 0..element {
                let run = u64::MAX >> (64 - ones);
                let turned = if rotation == 0 { run } else { run >> rotation | run << (element - rotation) };
                let turned = turned & u64::MAX >> (64 - element);
                let imm = (0..64 / element).fold(0, |all, i| all | turned << (i * element));
                let (op, opcode) = ops[count % 4];
                let [d, a] = [Reg::gp((count % 32) as u8), Reg::gp((count / 32 % 32) as u8)];
                let dst = |w| if op == Logic::Ands { zr(w, d) } else { sp(w, d) };
                let written: &[Reg] = if op == Logic::Ands && d == ZR { &[] } else { &[d] };
                t.one(opcode, &[dst(W64), zr(W64, a), Imm64(imm)], written, |asm| {
                    asm.logic_rri(op, W64, d, a, imm);
                });
                count += 1;
                if element <= 32 {
                    let low = imm as u32;
                    t.one(opcode, &[dst(W32), zr(W32, a), Immediate(low)], written, |asm| {
                        asm.logic_rri(op, W32, d, a, low.into());
                    });
                }
            }
        }
    }
    assert_eq!((count, t.instructions), (5334, 5334 + 1302));
    for imm in [0, u64::MAX, 5, 0x1_0000_0000_8000] {
        invalid(|asm| asm.logic_rri(Logic::And, W64, X0, X0, imm));
    }
    invalid(|asm| asm.logic_rri(Logic::Bic, W64, X0, X0, 1));
    t.finish("logical immediates");
}

#[test]
fn data_processing() {
    let mut t = Tester::new();
    let binaries = [
        (Binary::Udiv, Opcode::UDIV),
        (Binary::Sdiv, Opcode::SDIV),
        (Binary::Lslv, Opcode::LSLV),
        (Binary::Lsrv, Opcode::LSRV),
        (Binary::Asrv, Opcode::ASRV),
        (Binary::Rorv, Opcode::RORV),
    ];
    let selects = [
        (Select::Csel, Opcode::CSEL),
        (Select::Csinc, Opcode::CSINC),
        (Select::Csinv, Opcode::CSINV),
        (Select::Csneg, Opcode::CSNEG),
    ];
    let bitfields =
        [(Bitfield::Sbfm, Opcode::SBFM), (Bitfield::Bfm, Opcode::BFM), (Bitfield::Ubfm, Opcode::UBFM)];
    for (i, n) in registers().enumerate() {
        let [d, a, b, c] = n.map(Reg::gp);
        for w in WIDTHS {
            for (op, opcode) in binaries {
                t.zr_dst(opcode, &[zr(w, d), zr(w, a), zr(w, b)], d, |asm| asm.binary_rrr(op, w, d, a, b));
            }
            for (subtracts, opcode) in [(false, Opcode::ADCS), (true, Opcode::SBCS)] {
                let operands = [zr(w, d), zr(w, a), zr(w, b)];
                t.zr_dst(opcode, &operands, d, |asm| asm.with_carry_rrr(subtracts, w, d, a, b));
            }
            let cond = Cond::ALL[i % 14];
            for (op, opcode) in selects {
                let operands = [zr(w, d), zr(w, a), zr(w, b), ConditionCode(cond as u8)];
                t.zr_dst(opcode, &operands, d, |asm| asm.select_rrr(op, w, d, a, b, cond));
            }
            let operands = [zr(w, d), zr(w, ZR), zr(w, ZR), ConditionCode(cond as u8 ^ 1)];
            t.zr_dst(Opcode::CSINC, &operands, d, |asm| asm.cset(w, d, cond));
            let (imm, nzcv) = (i as u32 % 32, i as u32 / 3 % 16);
            for (op, opcode) in [(CondCompare::Ccmp, Opcode::CCMP), (CondCompare::Ccmn, Opcode::CCMN)] {
                let [flags, code] = [Immediate(nzcv), ConditionCode(cond as u8)];
                t.one(opcode, &[zr(w, a), zr(w, b), flags, code], &[], |asm| {
                    asm.cond_compare_rr(op, w, a, b, nzcv, cond);
                });
                t.one(opcode, &[zr(w, a), Immediate(imm), flags, code], &[], |asm| {
                    asm.cond_compare_ri(op, w, a, imm, nzcv, cond);
                });
            }
            for (op, opcode) in [(Multiply::Madd, Opcode::MADD), (Multiply::Msub, Opcode::MSUB)] {
                let operands = [zr(w, d), zr(w, a), zr(w, b), zr(w, c)];
                t.zr_dst(opcode, &operands, d, |asm| asm.multiply_rrrr(op, w, d, a, b, c));
            }
            let operands = [zr(w, d), zr(w, a), zr(w, b), zr(w, ZR)];
            t.zr_dst(Opcode::MADD, &operands, d, |asm| asm.mul_rrr(w, d, a, b));
            let unaries = [
                (Unary::Rbit, Opcode::RBIT),
                (Unary::Rev16, Opcode::REV16),
                (Unary::Rev32, if w == W64 { Opcode::REV32 } else { Opcode::REV }),
                (Unary::Clz, Opcode::CLZ),
                (Unary::Cls, Opcode::CLS),
            ];
            for (op, opcode) in unaries {
                t.zr_dst(opcode, &[zr(w, d), zr(w, a)], d, |asm| asm.unary_rr(op, w, d, a));
            }
            let (rotation, last) = (i as u32 % w.bits(), (i as u32 * 7 + 5) % w.bits());
            for (op, opcode) in bitfields {
                let operands = [zr(w, d), zr(w, a), Immediate(rotation), Immediate(last)];
                t.zr_dst(opcode, &operands, d, |asm| asm.bitfield_rrii(op, w, d, a, rotation, last));
            }
            let top = w.bits() - 1;
            let left = (w.bits() - rotation) % w.bits();
            let fields = [(ShiftKind::Lsl, left, top - rotation), (ShiftKind::Lsr, rotation, top)];
            for (shift, immr, imms) in fields {
                let operands = [zr(w, d), zr(w, a), Immediate(immr), Immediate(imms)];
                t.zr_dst(Opcode::UBFM, &operands, d, |asm| asm.shift_rri(shift, w, d, a, rotation));
            }
            let operands = [zr(w, d), zr(w, a), Immediate(rotation), Immediate(top)];
            t.zr_dst(Opcode::SBFM, &operands, d, |asm| asm.shift_rri(ShiftKind::Asr, w, d, a, rotation));
            let operands = [zr(w, d), zr(w, a), zr(w, b), Immediate(rotation)];
            t.zr_dst(Opcode::EXTR, &operands, d, |asm| asm.extr(w, d, a, b, rotation));
            let operands = [zr(w, d), zr(w, a), zr(w, a), Immediate(rotation)];
            t.zr_dst(Opcode::EXTR, &operands, d, |asm| asm.shift_rri(ShiftKind::Ror, w, d, a, rotation));
            let last = RegShift(ShiftStyle::LSL, 0, size(w), a.number().into());
            t.zr_dst(Opcode::ORR, &[zr(w, d), zr(w, ZR), last], d, |asm| asm.mov_rr(w, d, a));
        }
        for (op, opcode) in [
            (Multiply::Smaddl, Opcode::SMADDL),
            (Multiply::Umaddl, Opcode::UMADDL),
            (Multiply::Smsubl, Opcode::SMSUBL),
            (Multiply::Umsubl, Opcode::UMSUBL),
        ] {
            let operands = [zr(W64, d), zr(W32, a), zr(W32, b), zr(W64, c)];
            t.zr_dst(opcode, &operands, d, |asm| asm.multiply_rrrr(op, W64, d, a, b, c));
        }
        let operands = [zr(W64, d), zr(W64, a), zr(W64, b)];
        t.zr_dst(Opcode::SMULH, &operands, d, |asm| asm.smulh(d, a, b));
        t.zr_dst(Opcode::UMULH, &operands, d, |asm| asm.umulh(d, a, b));
        t.zr_dst(Opcode::REV, &operands[..2], d, |asm| asm.unary_rr(Unary::Rev64, W64, d, a));
        t.one(Opcode::ADD, &[sp(W64, d), sp(W64, a), Immediate(0)], &[d], |asm| asm.mov_sp(d, a));
    }
    invalid(|asm| asm.unary_rr(Unary::Rev64, W32, X0, X0));
    invalid(|asm| asm.bitfield_rrii(Bitfield::Ubfm, W32, X0, X0, 32, 0));
    invalid(|asm| asm.bitfield_rrii(Bitfield::Ubfm, W32, X0, X0, 0, 32));
    invalid(|asm| asm.shift_rri(ShiftKind::Lsl, W32, X0, X0, 32));
    invalid(|asm| asm.extr(W64, X0, X0, X0, 64));
    t.finish("data processing");
}

#[test]
fn constants() {
    let mut t = Tester::new();
    for reg in (0..32).map(Reg::gp) {
        for imm in [0, 1, 0x8000, 0xffff] {
            for shift in [0, 16, 32, 48] {
                for w in WIDTHS.into_iter().filter(|w| shift < w.bits()) {
                    let wide = ImmShift(imm, shift as u8);
                    let ops = [
                        (MoveWide::Movn, Opcode::MOVN),
                        (MoveWide::Movz, Opcode::MOVZ),
                        (MoveWide::Movk, Opcode::MOVK),
                    ];
                    for (op, opcode) in ops {
                        t.zr_dst(opcode, &[zr(w, reg), wide], reg, |a| a.move_wide(op, w, reg, imm, shift));
                    }
                }
            }
        }
    }
    invalid(|asm| asm.move_wide(MoveWide::Movz, W32, X0, 0, 32));
    invalid(|asm| asm.move_wide(MoveWide::Movz, W64, X0, 0, 8));

    let cases: [(u64, usize); 24] = [
        (0, 1),
        (1, 1),
        (0xffff, 1),
        (0x1_0000, 1),
        (0x1234_0000_0000_0000, 1),
        (u64::MAX, 1),
        (u64::MAX - 1, 1),
        (!0x1234_0000, 1),
        (0xffff_ffff, 1),
        (0xffff_1234, 1),
        (0x1234_ffff, 1),
        (0x8000_0000, 1),
        (0x5555_5555_5555_5555, 1),
        (0x5555_5555, 1),
        (0x00ff_00ff_00ff_00ff, 1),
        (0x7fff_ffff_ffff_ffff, 1),
        (0x1234_5678, 2),
        (0x1234_0000_5678, 2),
        (0xffff_1234_ffff_5678, 2),
        (0x1234_5678_9abc, 3),
        (0xffff_1234_5678_9abc, 3),
        (0x1234_5678_ffff_ffff, 2),
        (0x1234_5678_9abc_def0, 4),
        (0x0123_0000_ffff_def0, 3),
    ];
    for (bits, len) in cases {
        t.buffer.clear();
        Assembler::new(&mut t.buffer).mov_ri(X7, bits);
        assert_eq!(t.buffer.written(), RegSet::of(&[X7]));
        let mut value = 0u64;
        for bytes in t.buffer.bytes().chunks(4) {
            value = match decode(bytes) {
                (Opcode::MOVZ, [_, ImmShift(imm, shift), ..]) => u64::from(imm) << shift,
                (Opcode::MOVN, [Register(w, 7), ImmShift(imm, shift), ..]) => {
                    let ones = if w == SizeCode::X { u64::MAX } else { 0xffff_ffff };
                    !(u64::from(imm) << shift) & ones
                }
                (Opcode::MOVK, [_, ImmShift(imm, shift), ..]) => {
                    value & !(0xffff << shift) | u64::from(imm) << shift
                }
                (Opcode::ORR, [_, Register(_, 31), Imm64(imm), _]) => imm,
                (Opcode::ORR, [_, Register(_, 31), Immediate(imm), _]) => imm.into(),
                other => panic!("{other:?}"),
            };
        }
        assert_eq!((value, t.buffer.bytes().len() / 4), (bits, len), "{bits:#x}");
        t.instructions += len as u64;
    }
    t.finish("constants");
}

#[test]
fn loads_and_stores() {
    let mut t = Tester::new();
    for op in Access::ALL {
        let bytes = 1i32 << op.size_log2();
        let (opcode, unscaled) = match op {
            Access::Store8 => (Opcode::STRB, Opcode::STURB),
            Access::Store16 => (Opcode::STRH, Opcode::STURH),
            Access::Load8 => (Opcode::LDRB, Opcode::LDURB),
            Access::Load16 => (Opcode::LDRH, Opcode::LDURH),
            Access::LoadSigned8 | Access::LoadSigned8To32 => (Opcode::LDRSB, Opcode::LDURSB),
            Access::LoadSigned16 | Access::LoadSigned16To32 => (Opcode::LDRSH, Opcode::LDURSH),
            Access::LoadSigned32 => (Opcode::LDRSW, Opcode::LDURSW),
            _ if op.is_load() => (Opcode::LDR, Opcode::LDUR),
            _ => (Opcode::STR, Opcode::STUR),
        };
        assert_eq!(op.is_load(), format!("{op:?}").starts_with("Load"));
        assert_eq!(op.is_float(), format!("{op:?}").contains('F'));
        let to_64 = matches!(op, Access::LoadSigned8 | Access::LoadSigned16 | Access::LoadSigned32);
        for (i, n) in registers().enumerate() {
            let reg = if op.is_float() { Reg::fp(n[0]) } else { Reg::gp(n[0]) };
            let (base, index) = (Reg::gp(n[1]), Reg::gp(n[2]));
            let value = match op {
                _ if op.is_float() && bytes == 16 => fp(Width::W128, reg),
                _ if op.is_float() => fp(if bytes == 8 { W64 } else { W32 }, reg),
                _ => zr(if to_64 || bytes == 8 { W64 } else { W32 }, reg),
            };
            let number = base.number().into();
            let loaded = op.is_load() && reg != ZR;
            let written = if loaded { vec![reg] } else { vec![] };
            let and_base: Vec<Reg> = written.iter().copied().chain([base]).collect();
            let disp = [0, bytes, 4095 * bytes, 255 * bytes][i % 4];
            assert!(op.fits(disp));
            t.one(opcode, &[value, RegPreIndex(number, disp, false)], &written, |a| {
                a.access(op, reg, Mem::base(base, disp));
            });
            let disp = [-1, -256, if bytes == 1 { -7 } else { 255 }, -bytes][i % 4];
            assert!(op.fits(disp));
            t.one(unscaled, &[value, RegPreIndex(number, disp, false)], &written, |a| {
                a.access(op, reg, Mem::base(base, disp));
            });
            let disp = [-256, 255, 16, -16][i % 4];
            if reg != base || base == SP {
                t.one(opcode, &[value, RegPreIndex(number, disp, true)], &and_base, |a| {
                    a.access(op, reg, Mem::PreIndex { base, disp });
                });
                t.one(opcode, &[value, RegPostIndex(number, disp)], &and_base, |a| {
                    a.access(op, reg, Mem::PostIndex { base, disp });
                });
            }
            let extends = [
                (Extend::Zero64, ShiftStyle::LSL, SizeCode::X),
                (Extend::Zero32, ShiftStyle::UXTW, SizeCode::W),
                (Extend::Sign32, ShiftStyle::SXTW, SizeCode::W),
                (Extend::Sign64, ShiftStyle::SXTX, SizeCode::X),
            ];
            let (extend, style, width) = extends[i % 4];
            let scaled = i / 4 % 2 != 0;
            let amount = if scaled { op.size_log2() as u8 } else { 0 };
            let place = RegRegOffset(number, index.number().into(), width, style, amount);
            t.one(opcode, &[value, place], &written, |a| {
                a.access(op, reg, Mem::Index { base, index, extend, scaled });
            });
        }
        let reg = if op.is_float() { V1 } else { X1 };
        let too_far = [-257, 4096 * bytes, if bytes == 1 { 4096 } else { 256 * bytes + 1 }];
        for disp in too_far {
            assert!(!op.fits(disp), "{op:?} {disp}");
            invalid(|a| a.access(op, reg, Mem::base(X1, disp)));
        }
        for disp in [-257, 256] {
            invalid(|a| a.access(op, reg, Mem::PreIndex { base: X2, disp }));
            invalid(|a| a.access(op, reg, Mem::PostIndex { base: X2, disp }));
        }
        let index = Mem::Index { base: X2, index: X3, extend: Extend::Sign8, scaled: false };
        invalid(|a| a.access(op, reg, index));
    }
    t.finish("loads and stores");
}

#[test]
fn pairs() {
    let mut t = Tester::new();
    for op in [Pair::Gp32, Pair::Gp64, Pair::F32, Pair::F64, Pair::F128] {
        let bytes = 1i32 << op.size_log2();
        for (i, n) in registers().enumerate() {
            let bank = |n| if op.is_float() { Reg::fp(n) } else { Reg::gp(n) };
            let (a, b, base) = (bank(n[0]), bank(n[1]), Reg::gp(n[2]));
            let operand = |reg| match op {
                Pair::Gp32 => zr(W32, reg),
                Pair::Gp64 => zr(W64, reg),
                Pair::F32 => fp(W32, reg),
                Pair::F64 => fp(W64, reg),
                Pair::F128 => fp(Width::W128, reg),
            };
            let disp = [0, 63, -64, -1][i % 4] * bytes;
            let number = base.number().into();
            let places = [
                (Mem::Base { base, disp }, RegPreIndex(number, disp, false)),
                (Mem::PreIndex { base, disp }, RegPreIndex(number, disp, true)),
                (Mem::PostIndex { base, disp }, RegPostIndex(number, disp)),
            ];
            for (mem, place) in places {
                let changed: &[Reg] = if matches!(mem, Mem::Base { .. }) { &[] } else { &[base] };
                let loaded: Vec<Reg> =
                    [a, b].into_iter().filter(|r| *r != ZR).chain(changed.iter().copied()).collect();
                let operands = [operand(a), operand(b), place];
                if changed.contains(&a) && a != SP || changed.contains(&b) && b != SP {
                    continue;
                }
                t.one(Opcode::STP, &operands, changed, |asm| asm.store_pair(op, a, b, mem));
                if a != b {
                    t.one(Opcode::LDP, &operands, &loaded, |asm| asm.load_pair(op, a, b, mem));
                }
            }
        }
        let (a, b) = if op.is_float() { (V1, V2) } else { (X1, X2) };
        for disp in [64 * bytes, -65 * bytes, 1] {
            invalid(|asm| asm.store_pair(op, a, b, Mem::base(X3, disp)));
        }
        let index = Mem::Index { base: X3, index: X4, extend: Extend::Zero64, scaled: false };
        invalid(|asm| asm.store_pair(op, a, b, index));
    }
    t.finish("pairs");
}

#[test]
fn floating_point() {
    let mut t = Tester::new();
    let binaries = [
        (FloatBinary::Fmul, Opcode::FMUL),
        (FloatBinary::Fdiv, Opcode::FDIV),
        (FloatBinary::Fadd, Opcode::FADD),
        (FloatBinary::Fsub, Opcode::FSUB),
        (FloatBinary::Fmax, Opcode::FMAX),
        (FloatBinary::Fmin, Opcode::FMIN),
        (FloatBinary::Fmaxnm, Opcode::FMAXNM),
        (FloatBinary::Fminnm, Opcode::FMINNM),
        (FloatBinary::Fnmul, Opcode::FNMUL),
    ];
    let unaries = [
        (FloatUnary::Fmov, Opcode::FMOV),
        (FloatUnary::Fabs, Opcode::FABS),
        (FloatUnary::Fneg, Opcode::FNEG),
        (FloatUnary::Fsqrt, Opcode::FSQRT),
        (FloatUnary::Frintn, Opcode::FRINTN),
        (FloatUnary::Frintp, Opcode::FRINTP),
        (FloatUnary::Frintm, Opcode::FRINTM),
        (FloatUnary::Frintz, Opcode::FRINTZ),
    ];
    let multiplies = [
        (FloatMultiply::Fmadd, Opcode::FMADD),
        (FloatMultiply::Fmsub, Opcode::FMSUB),
        (FloatMultiply::Fnmadd, Opcode::FNMADD),
        (FloatMultiply::Fnmsub, Opcode::FNMSUB),
    ];
    for (i, n) in registers().enumerate() {
        let [d, a, b, c] = n.map(Reg::fp);
        let (gd, ga) = (Reg::gp(n[0]), Reg::gp(n[1]));
        for w in WIDTHS {
            let other = if w == W32 { W64 } else { W32 };
            for (op, opcode) in binaries {
                t.one(opcode, &[fp(w, d), fp(w, a), fp(w, b)], &[d], |asm| asm.float_rrr(op, w, d, a, b));
            }
            for (op, opcode) in unaries {
                t.one(opcode, &[fp(w, d), fp(w, a)], &[d], |asm| asm.float_rr(op, w, d, a));
            }
            t.one(Opcode::FCVT, &[fp(other, d), fp(w, a)], &[d], |asm| asm.fcvt(w, d, a));
            for (op, opcode) in multiplies {
                let operands = [fp(w, d), fp(w, a), fp(w, b), fp(w, c)];
                t.one(opcode, &operands, &[d], |asm| asm.float_multiply_rrrr(op, w, d, a, b, c));
            }
            t.one(Opcode::FCMP, &[fp(w, a), fp(w, b)], &[], |asm| asm.fcmp_rr(w, a, b));
            t.one(Opcode::FCMP, &[fp(w, a), ImmediateDouble(0.0)], &[], |asm| asm.fcmp_zero(w, a));
            let cond = Cond::ALL[i % 14];
            let operands = [fp(w, d), fp(w, a), fp(w, b), ConditionCode(cond as u8)];
            t.one(Opcode::FCSEL, &operands, &[d], |asm| asm.fcsel(w, d, a, b, cond));
            let nzcv = i as u32 / 3 % 16;
            let operands = [fp(w, a), fp(w, b), Immediate(nzcv), ConditionCode(cond as u8)];
            t.one(Opcode::FCCMP, &operands, &[], |asm| asm.fccmp_rr(w, a, b, nzcv, cond));
            for int in WIDTHS {
                for (op, opcode) in [(FromGp::Scvtf, Opcode::SCVTF), (FromGp::Ucvtf, Opcode::UCVTF)] {
                    t.one(opcode, &[fp(w, d), zr(int, ga)], &[d], |asm| asm.from_gp(op, int, w, d, ga));
                }
                for (op, opcode) in [(ToGp::Fcvtzs, Opcode::FCVTZS), (ToGp::Fcvtzu, Opcode::FCVTZU)] {
                    t.zr_dst(opcode, &[zr(int, gd), fp(w, a)], gd, |asm| asm.to_gp(op, w, int, gd, a));
                }
            }
            if w == W64 {
                t.zr_dst(Opcode::FJCVTZS, &[zr(W32, gd), fp(w, a)], gd, |asm| asm.fjcvtzs(gd, a));
            }
            t.one(Opcode::FMOV, &[fp(w, d), zr(w, ga)], &[d], |asm| asm.from_gp(FromGp::Fmov, w, w, d, ga));
            t.zr_dst(Opcode::FMOV, &[zr(w, gd), fp(w, a)], gd, |asm| asm.to_gp(ToGp::Fmov, w, w, gd, a));
            let (sixteenths, exponent) = (16 + (i as u32 & 15), (i as i32 >> 4 & 7) - 3);
            let sign = if i < 128 { 1.0 } else { -1.0 };
            let value = sign * f64::from(sixteenths) / 16.0 * 2f64.powi(exponent);
            t.one(Opcode::FMOV, &[fp(w, d), ImmediateDouble(value)], &[d], |asm| asm.fmov_ri(w, d, value));
        }
        let bytes = |reg: Reg| SIMDRegisterElements(SIMDSizeCode::D, reg.number().into(), SIMDSizeCode::B);
        t.one(Opcode::CNT, &[bytes(d), bytes(a)], &[d], |asm| asm.cnt_bytes(d, a));
        let sum = SIMDRegister(SIMDSizeCode::B, d.number().into());
        t.one(Opcode::ADDV, &[sum, bytes(a)], &[d], |asm| asm.addv_bytes(d, a));
    }
    for value in [0.0, 0.1, 32.0] {
        invalid(|asm| asm.fmov_ri(W64, V0, value));
    }
    t.finish("floating point");
}

#[test]
fn control() {
    let mut t = Tester::new();
    for reg in (0..32).map(Reg::gp) {
        t.one(Opcode::BR, &[zr(W64, reg)], &[], |a| a.br(reg));
        t.one(Opcode::BLR, &[zr(W64, reg)], &[LR], |a| a.blr(reg));
    }
    t.one(Opcode::RET, &[zr(W64, LR)], &[], |a| a.ret());
    for imm in [0, 1, 0xffff] {
        t.one(Opcode::BRK, &[Imm16(imm)], &[], |a| a.brk(imm));
        t.one(Opcode::UDF, &[Imm16(imm)], &[], |a| a.udf(imm));
    }
    t.one(Opcode::HINT, &[ControlReg(0), Immediate(0)], &[], |a| a.nop());
    t.one(Opcode::DMB(11), &[], &[], |a| a.dmb());
    t.finish("control");
}

/// The instruction at byte offset `place` of finished code.
fn at(bytes: &[u8], place: u32) -> (Opcode, [Operand; 4]) {
    decode(&bytes[place as usize..][..4])
}

#[test]
fn branches_reach_their_labels() {
    let mut checked = 0;
    for distance in [0i64, 1, 2, 100, 8190, 8191] {
        for backward in [false, true] {
            for reg in (0..32).map(Reg::gp) {
                type Emit = fn(&mut Assembler, Reg, barebones::isa::Label);
                let cases: [(Emit, Opcode, &[Operand]); 10] = [
                    (|a, _, l| a.b(l), Opcode::B, &[]),
                    (|a, _, l| a.bl(l), Opcode::BL, &[]),
                    (|a, _, l| a.b_cond(Cond::Le, l), Opcode::Bcc(13), &[]),
                    (|a, r, l| a.cbz(W32, r, l), Opcode::CBZ, &[zr(W32, reg)]),
                    (|a, r, l| a.cbnz(W64, r, l), Opcode::CBNZ, &[zr(W64, reg)]),
                    (|a, r, l| a.tbz(r, 3, l), Opcode::TBZ, &[zr(W32, reg), Imm16(3)]),
                    (|a, r, l| a.tbnz(r, 63, l), Opcode::TBNZ, &[zr(W64, reg), Imm16(63)]),
                    (|a, r, l| a.adr(r, l), Opcode::ADR, &[zr(W64, reg)]),
                    (|a, r, l| a.access(Access::Load64, r, Mem::Label(l)), Opcode::LDR, &[zr(W64, reg)]),
                    (
                        |a, r, l| a.access(Access::LoadF32, Reg::fp(r.number()), Mem::Label(l)),
                        Opcode::LDR,
                        &[fp(W32, reg)],
                    ),
                ];
                if distance > 100 && reg != X7 {
                    continue; // large code once is enough
                }
                for (emit, opcode, operands) in cases {
                    let mut buffer = CodeBuffer::new(Arch::A64);
                    let mut a = Assembler::new(&mut buffer);
                    let label = a.buffer().new_label();
                    if backward {
                        a.buffer().bind(label);
                        (0..distance).for_each(|_| a.nop());
                    }
                    let place = a.buffer().offset();
                    emit(&mut a, reg, label);
                    if !backward {
                        (1..distance.max(1)).for_each(|_| a.nop());
                        a.buffer().bind(label);
                    }
                    a.ret();
                    let code = buffer.finish(FrameInfo::default()).unwrap();
                    let words = if backward { -distance } else { distance.max(1) };
                    let mut expected = [Nothing; 4];
                    expected[..operands.len()].copy_from_slice(operands);
                    expected[operands.len()] = PCOffset(words * 4);
                    assert_eq!(at(&code.bytes, place), (opcode, expected));
                    checked += 1;
                }
            }
        }
    }
    println!("branches: {checked}");
    assert!(checked > 1000);
    invalid(|a| {
        let label = a.buffer().bind_new_label();
        a.tbz(X0, 64, label);
    });
    invalid(|a| {
        let label = a.buffer().bind_new_label();
        a.access(Access::Load8, X0, Mem::Label(label));
    });
}

#[test]
fn branches_out_of_range_are_errors() {
    // `tbz` reaches 32,767 words less one forward and 32,768 bytes backward.
    for (words, fits) in [(8191, true), (8192, false)] {
        let mut buffer = CodeBuffer::new(Arch::A64);
        let mut a = Assembler::new(&mut buffer);
        let label = a.buffer().new_label();
        a.tbz(X0, 1, label);
        (1..words).for_each(|_| a.nop());
        a.buffer().bind(label);
        a.ret();
        let result = buffer.finish(FrameInfo::default());
        match result {
            Ok(_) => assert!(fits),
            Err(error) => {
                assert!(
                    !fits && matches!(error, EmitError::BranchOutOfRange { distance: 32768, .. }),
                    "{error}"
                )
            }
        }
    }
    for (words, fits) in [((1 << 18) - 1, true), (1 << 18, false)] {
        let mut buffer = CodeBuffer::new(Arch::A64);
        let mut a = Assembler::new(&mut buffer);
        let label = a.buffer().new_label();
        a.b_cond(Cond::Eq, label);
        a.adr(X1, label);
        (2..words).for_each(|_| a.nop());
        a.buffer().bind(label);
        a.ret();
        assert_eq!(buffer.finish(FrameInfo::default()).is_ok(), fits);
    }
}

#[test]
fn constants_and_addresses() {
    let mut buffer = CodeBuffer::new(Arch::A64);
    let mut a = Assembler::new(&mut buffer);
    let symbol = RelocTarget::Symbol(SymbolId::new(3));
    let (constant, address) = (a.buffer().constant8(7), a.buffer().address_constant(symbol, 8));
    a.bl_address(symbol, 0);
    a.b_address(symbol, 4);
    a.access(Access::Load64, X1, Mem::Label(constant));
    a.access(Access::Load64, X16, Mem::Label(address));
    a.align(32);
    a.blr(X16);
    let code = buffer.finish(FrameInfo::default()).unwrap();
    assert_eq!((code.alignment, code.code_size), (32, 36));
    for (place, label) in [(8, constant), (12, address)] {
        let target = buffer.label_offset(label).unwrap();
        assert_eq!(at(&code.bytes, place).1[1], PCOffset(i64::from(target) - i64::from(place)));
        assert_eq!(target % 8, 0);
    }
    let found: Vec<_> = code.relocations.iter().map(|r| (r.offset, r.kind, r.addend)).collect();
    let pool = buffer.label_offset(address).unwrap();
    assert_eq!(
        found,
        [(0, RelocKind::A64Branch26, 0), (4, RelocKind::A64Branch26, 4), (pool, RelocKind::Abs64, 8)]
    );
    assert_eq!(buffer.written(), RegSet::of(&[X1, X16, LR]));
    invalid(|a| a.align(2));
}

/// After `cmp a, b`, each integer condition holds exactly if its condition of the flags does.
#[test]
fn integer_conditions_are_conditions_of_the_flags() {
    let samples = [0u32, 1, 2, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];
    for (a, b) in samples.into_iter().flat_map(|a| samples.map(|b| (a, b))) {
        // C is set if there is no borrow.
        let (c, z) = (a >= b, a == b);
        let n = (a.wrapping_sub(b) as i32) < 0;
        let v = (a as i32).checked_sub(b as i32).is_none();
        // Table C1-1 of the manual.
        let flags = |cond| match cond {
            Cond::Eq => z,
            Cond::Hs => c,
            Cond::Hi => c && !z,
            Cond::Ge => n == v,
            Cond::Gt => !z && n == v,
            other => panic!("{other:?}"),
        };
        for condition in IntCondition::ALL {
            let holds = match condition {
                IntCondition::Equal => a == b,
                IntCondition::NotEqual => a != b,
                IntCondition::LessThan => (a as i32) < b as i32,
                IntCondition::GreaterEqual => a as i32 >= b as i32,
                IntCondition::GreaterThan => a as i32 > b as i32,
                IntCondition::LessEqual => a as i32 <= b as i32,
                IntCondition::Below => a < b,
                IntCondition::AboveEqual => a >= b,
                IntCondition::Above => a > b,
                IntCondition::BelowEqual => a <= b,
            };
            let cond = Cond::from(condition);
            let negative = cond as u8 & 1 != 0;
            let positive = if negative { cond.inverted() } else { cond };
            assert_eq!(flags(positive) != negative, holds, "{condition:?} {a} {b}");
        }
    }
}

/// Every operand position of every instruction shape rejects a register of the wrong bank with a named error and emits
/// nothing.
#[test]
fn registers_of_the_wrong_bank_are_errors() {
    type Emit = fn(&mut Assembler, Reg, Reg, Reg, Reg);
    // The banks of the registers in order: G(eneral), F(loating point).
    let cases: &[(&str, Emit)] = &[
        ("GG", |a, x, y, _, _| a.arith_rri(Arith::Add, W64, x, y, 1)),
        ("GGG", |a, x, y, z, _| a.arith_rrr(Arith::Subs, W64, x, y, z)),
        ("GGG", |a, x, y, z, _| a.arith_rre(Arith::Add, W64, x, y, z, Extend::Zero32, 1)),
        ("GG", |a, x, y, _, _| a.cmp_rr(W32, x, y)),
        ("G", |a, x, _, _, _| a.cmp_ri(W32, x, 1)),
        ("GG", |a, x, y, _, _| a.logic_rri(Logic::And, W64, x, y, 1)),
        ("GGG", |a, x, y, z, _| a.logic_rrr(Logic::Ands, W64, x, y, z)),
        ("GGG", |a, x, y, z, _| a.binary_rrr(Binary::Sdiv, W64, x, y, z)),
        ("GG", |a, x, y, _, _| a.unary_rr(Unary::Clz, W64, x, y)),
        ("GGGG", |a, x, y, z, w| a.multiply_rrrr(Multiply::Madd, W64, x, y, z, w)),
        ("GGG", |a, x, y, z, _| a.smulh(x, y, z)),
        ("GGG", |a, x, y, z, _| a.umulh(x, y, z)),
        ("GG", |a, x, y, _, _| a.bitfield_rrii(Bitfield::Ubfm, W64, x, y, 1, 2)),
        ("GGG", |a, x, y, z, _| a.extr(W64, x, y, z, 1)),
        ("GGG", |a, x, y, z, _| a.select_rrr(Select::Csel, W64, x, y, z, Cond::Eq)),
        ("GG", |a, x, y, _, _| a.cond_compare_rr(CondCompare::Ccmp, W64, x, y, 1, Cond::Eq)),
        ("G", |a, x, _, _, _| a.cond_compare_ri(CondCompare::Ccmp, W64, x, 1, 1, Cond::Eq)),
        ("G", |a, x, _, _, _| a.move_wide(MoveWide::Movz, W64, x, 1, 0)),
        ("G", |a, x, _, _, _| a.mov_ri(x, 0x1234_5678_9abc)),
        ("GG", |a, x, y, _, _| a.mov_sp(x, y)),
        ("GG", |a, x, y, _, _| a.access(Access::Load64, x, Mem::Base { base: y, disp: 8 })),
        ("FG", |a, x, y, _, _| a.access(Access::StoreF32, x, Mem::PreIndex { base: y, disp: 8 })),
        ("GGG", |a, x, base, index, _| {
            a.access(Access::Store8, x, Mem::Index { base, index, extend: Extend::Zero64, scaled: false });
        }),
        ("GGG", |a, x, y, base, _| a.load_pair(Pair::Gp64, x, y, Mem::PostIndex { base, disp: 16 })),
        ("FFG", |a, x, y, base, _| a.store_pair(Pair::F64, x, y, Mem::Base { base, disp: 16 })),
        ("G", |a, x, _, _, _| a.br(x)),
        ("G", |a, x, _, _, _| a.blr(x)),
        ("FFF", |a, x, y, z, _| a.float_rrr(FloatBinary::Fadd, W64, x, y, z)),
        ("FF", |a, x, y, _, _| a.float_rr(FloatUnary::Fneg, W64, x, y)),
        ("FF", |a, x, y, _, _| a.fcvt(W64, x, y)),
        ("FFFF", |a, x, y, z, w| a.float_multiply_rrrr(FloatMultiply::Fmadd, W64, x, y, z, w)),
        ("FF", |a, x, y, _, _| a.fcmp_rr(W64, x, y)),
        ("FF", |a, x, y, _, _| a.fccmp_rr(W64, x, y, 1, Cond::Eq)),
        ("F", |a, x, _, _, _| a.fcmp_zero(W64, x)),
        ("FFF", |a, x, y, z, _| a.fcsel(W64, x, y, z, Cond::Eq)),
        ("FG", |a, x, y, _, _| a.from_gp(FromGp::Scvtf, W64, W32, x, y)),
        ("GF", |a, x, y, _, _| a.to_gp(ToGp::Fmov, W64, W64, x, y)),
        ("FF", |a, x, y, _, _| a.cnt_bytes(x, y)),
        ("FF", |a, x, y, _, _| a.addv_bytes(x, y)),
        ("F", |a, x, _, _, _| a.fmov_ri(W64, x, 1.0)),
        // These take a label, which the test binds.
        ("G", |a, x, _, _, _| with_label(a, |a, label| a.adr(x, label))),
        ("G", |a, x, _, _, _| with_label(a, |a, label| a.cbz(W64, x, label))),
        ("G", |a, x, _, _, _| with_label(a, |a, label| a.cbnz(W64, x, label))),
        ("G", |a, x, _, _, _| with_label(a, |a, label| a.tbz(x, 1, label))),
        ("F", |a, x, _, _, _| with_label(a, |a, label| a.access(Access::LoadF64, x, Mem::Label(label)))),
    ];
    let right = |letter, place: u8| if letter == 'F' { Reg::fp(place) } else { Reg::gp(place) };
    for (number, (letters, emit)) in cases.iter().enumerate() {
        let mut regs = [X0; 4];
        for (place, letter) in letters.chars().enumerate() {
            regs[place] = right(letter, place as u8 + 1);
        }
        let mut buffer = CodeBuffer::new(Arch::A64);
        emit(&mut Assembler::new(&mut buffer), regs[0], regs[1], regs[2], regs[3]);
        assert!(buffer.finish(FrameInfo::default()).is_ok(), "case {number}");
        for (place, letter) in letters.chars().enumerate() {
            let mut regs = regs;
            regs[place] = right(if letter == 'F' { 'G' } else { 'F' }, place as u8 + 1);
            invalid(|a| {
                emit(a, regs[0], regs[1], regs[2], regs[3]);
                assert_eq!(a.buffer().bytes().len(), 4, "case {number}, operand {place}");
                assert_eq!(a.buffer().written(), RegSet::EMPTY, "case {number}, operand {place}");
            });
        }
    }
    invalid(|a| a.cond_compare_ri(CondCompare::Ccmp, W64, X0, 32, 0, Cond::Eq));
    invalid(|a| a.cond_compare_rr(CondCompare::Ccmp, W64, X0, X1, 16, Cond::Eq));
    invalid(|a| a.fccmp_rr(W64, V0, V1, 16, Cond::Eq));
    invalid(|a| a.mov_ri(ZR, 1));
    invalid(|a| a.to_gp(ToGp::Fmov, W64, W32, X0, V0));
    invalid(|a| a.from_gp(FromGp::Fmov, W32, W64, V0, X0));
}

fn with_label(a: &mut Assembler, emit: impl FnOnce(&mut Assembler, Label)) {
    let label = a.buffer().new_label();
    emit(a, label);
    a.buffer().bind(label);
}
