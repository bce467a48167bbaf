//! Tests atomic operations and vector logic of the AArch64 assembler against an independent disassembler.

use barebones::base::{Arch, Lane, MemoryOrder, Reg, RegSet, Width};
use barebones::isa::a64::registers::ZR;
use barebones::isa::a64::*;
use barebones::isa::{CodeBuffer, EmitError, FrameInfo};
use barebones_testing::gnu;
use std::cell::RefCell;
use std::collections::BTreeMap;
use yaxpeax_arch::{Decoder, U8Reader};
use yaxpeax_arm::armv8::a64::InstDecoder;

thread_local! {
    /// Instructions emitted by this test, and their texts.
    static SEEN: RefCell<BTreeMap<[u8; 4], String>> = const { RefCell::new(BTreeMap::new()) };
}

fn compare_with_gnu(what: &str) {
    gnu::compare(what, SEEN.take().into_iter().map(|(word, text)| (text, word)));
}

/// The text of one instruction, and the registers that it was recorded to write.
fn one(emit: impl FnOnce(&mut Assembler)) -> (String, RegSet) {
    let mut buffer = CodeBuffer::new(Arch::A64);
    emit(&mut Assembler::new(&mut buffer));
    assert_eq!(buffer.bytes().len(), 4);
    let instruction = InstDecoder::default().decode(&mut U8Reader::new(buffer.bytes()));
    let text = instruction.map(|instruction| instruction.to_string());
    let text = text.unwrap_or_else(|error| panic!("{:02x?}: {error}", buffer.bytes()));
    // The disassembler prints a copy of one lane to all lanes as a move.
    let is_dup = |word: &[u8; 4]| u32::from_le_bytes(*word) & 0xffe0_fc00 == 0x4e00_0400;
    let is_dup = buffer.bytes().first_chunk::<4>().is_some_and(is_dup);
    let text = if is_dup { text.replacen("mov", "dup", 1) } else { text };
    if let Some(word) = buffer.bytes().first_chunk::<4>() {
        SEEN.with_borrow_mut(|seen| seen.insert(*word, text.clone()));
    }
    (text, buffer.written())
}

/// Sets of registers in which each position takes each value; the base is not 31.
fn registers() -> impl Iterator<Item = [Reg; 3]> {
    (0..128u32).map(|i| [i % 32, (i * 5 + i / 32) % 32, (i * 11 + 3) % 31].map(|n| Reg::gp(n as u8)))
}

fn name(width: Width, reg: Reg) -> String {
    let letter = if width == Width::W64 { "x" } else { "w" };
    if reg == ZR { format!("{letter}zr") } else { format!("{letter}{}", reg.number()) }
}

fn written(reg: Reg) -> RegSet {
    if reg == ZR { RegSet::EMPTY } else { RegSet::of(&[reg]) }
}

#[test]
fn exclusive_and_atomic_accesses() {
    for (width, suffix) in [(Width::W8, "b"), (Width::W16, "h"), (Width::W32, ""), (Width::W64, "")] {
        for [a, b, base] in registers() {
            let (x, y, at) = (name(width, a), name(width, b), format!("[x{}]", base.number()));
            let status = name(Width::W32, b);
            for order in MemoryOrder::ALL {
                let (acquires, releases) = (order.acquires(), order.releases());
                let (a_or, l_or) = (if acquires { "a" } else { "" }, if releases { "l" } else { "" });
                assert_eq!(
                    one(|asm| asm.load_exclusive(order, width, a, base)),
                    (format!("ld{a_or}xr{suffix} {x}, {at}"), written(a))
                );
                if b != a && b != base {
                    assert_eq!(
                        one(|asm| asm.store_exclusive(order, width, b, a, base)),
                        (format!("st{l_or}xr{suffix} {status}, {x}, {at}"), written(b))
                    );
                }
                assert_eq!(
                    one(|asm| asm.compare_and_swap(order, width, b, a, base)),
                    (format!("cas{a_or}{l_or}{suffix} {y}, {x}, {at}"), written(b))
                );
                for (op, mnemonic) in [
                    (AtomicLoad::Add, "ldadd"),
                    (AtomicLoad::Clear, "ldclr"),
                    (AtomicLoad::Invert, "ldeor"),
                    (AtomicLoad::Set, "ldset"),
                    (AtomicLoad::Swap, "swp"),
                ] {
                    let (text, regs) = one(|asm| asm.atomic_load(op, order, width, a, b, base));
                    let expected = format!("{mnemonic}{a_or}{l_or}{suffix} {y}, {x}, {at}");
                    // Without a destination and without acquire, the disassembler prints another name.
                    let stored = format!("st{}{l_or}{suffix} {y}, {at}", &mnemonic[2..]);
                    assert!(text == expected || a == ZR && !acquires && text == stored, "{text}: {expected}");
                    assert_eq!(regs, written(a));
                }
            }
            assert_eq!(
                one(|asm| asm.load_acquire(width, a, base)),
                (format!("ldar{suffix} {x}, {at}"), written(a))
            );
            assert_eq!(
                one(|asm| asm.store_release(width, a, base)),
                (format!("stlr{suffix} {x}, {at}"), RegSet::EMPTY)
            );
        }
    }
    compare_with_gnu("exclusive and atomic accesses");
}

#[test]
fn barriers_and_hints() {
    for (barrier, option) in [(Barrier::Load, "ishld"), (Barrier::Store, "ishst"), (Barrier::Full, "ish")] {
        let (text, _) = one(|asm| asm.barrier(barrier));
        assert_eq!(text, format!("dmb {option}"));
    }
    assert_eq!(one(|asm| asm.yield_hint()).0, "yield");
    compare_with_gnu("barriers and hints");
}

#[test]
fn vector_logic() {
    for (op, mnemonic) in [(VectorLogic::And, "and"), (VectorLogic::Orr, "orr"), (VectorLogic::Eor, "eor")] {
        for [d, a, b] in registers() {
            let [d, a, b] = [d, a, b].map(|reg| Reg::fp(reg.number()));
            let (text, regs) = one(|asm| asm.vector_logic_rrr(op, d, a, b));
            let [dst, a, b] = [d, a, b].map(|reg| format!("v{}.8b", reg.number()));
            // The disassembler prints an `orr` that copies as `mov`.
            let expected = if mnemonic == "orr" && a == b {
                format!("mov {dst}, {a}")
            } else {
                format!("{mnemonic} {dst}, {a}, {b}")
            };
            assert_eq!((text, regs), (expected, RegSet::of(&[d])));
        }
    }
    compare_with_gnu("vector logic");
}

#[test]
fn whole_vectors() {
    use VectorBinary::*;
    let bitwise = [(Bsl, "bsl"), (And, "and"), (Bic, "bic"), (Orr, "orr"), (Eor, "eor")];
    let lanes = [(Lane::I8x16, "16b"), (Lane::U16x8, "8h"), (Lane::I32x4, "4s"), (Lane::U64x2, "2d")];
    let floats = [(Lane::F32x4, "4s"), (Lane::F64x2, "2d")];
    let name = |reg: Reg, lane: &str| format!("v{}.{lane}", reg.number());
    for [d, a, b] in registers() {
        let [d, a, b] = [d, a, b].map(|reg| Reg::fp(reg.number()));
        let check = |op, lane, suffix: &str, mnemonic: &str| {
            let (text, regs) = one(|asm| asm.vector_rrr(op, lane, d, a, b));
            let [dst, a, b] = [d, a, b].map(|reg| name(reg, suffix));
            // The disassembler prints an `orr` that copies as `mov`.
            let expected = match mnemonic {
                "orr" if a == b => format!("mov {dst}, {a}"),
                _ => format!("{mnemonic} {dst}, {a}, {b}"),
            };
            assert_eq!((text, regs), (expected, RegSet::of(&[d])));
        };
        bitwise.iter().for_each(|(op, mnemonic)| check(*op, None, "16b", mnemonic));
        for (lane, suffix) in lanes {
            check(Add, Some(lane), suffix, "add");
            check(Sub, Some(lane), suffix, "sub");
            check(Cmeq, Some(lane), suffix, "cmeq");
            check(Cmgt, Some(lane), suffix, "cmgt");
            check(Cmhi, Some(lane), suffix, "cmhi");
            check(Cmge, Some(lane), suffix, "cmge");
            check(Cmhs, Some(lane), suffix, "cmhs");
            check(Sqadd, Some(lane), suffix, "sqadd");
            check(Uqadd, Some(lane), suffix, "uqadd");
            check(Sqsub, Some(lane), suffix, "sqsub");
            check(Uqsub, Some(lane), suffix, "uqsub");
            if lane.bits() < 64 {
                check(Mul, Some(lane), suffix, "mul");
                check(Smin, Some(lane), suffix, "smin");
                check(Umin, Some(lane), suffix, "umin");
                check(Smax, Some(lane), suffix, "smax");
                check(Umax, Some(lane), suffix, "umax");
                check(Urhadd, Some(lane), suffix, "urhadd");
            }
        }
        for (lane, suffix) in floats {
            check(Fadd, Some(lane), suffix, "fadd");
            check(Fsub, Some(lane), suffix, "fsub");
            check(Fmul, Some(lane), suffix, "fmul");
            check(Fdiv, Some(lane), suffix, "fdiv");
            check(Fmin, Some(lane), suffix, "fmin");
            check(Fmax, Some(lane), suffix, "fmax");
            check(Fcmeq, Some(lane), suffix, "fcmeq");
            check(Fcmgt, Some(lane), suffix, "fcmgt");
            check(Fcmge, Some(lane), suffix, "fcmge");
        }
        for (lane, suffix) in lanes {
            check(Sshl, Some(lane), suffix, "sshl");
            check(Ushl, Some(lane), suffix, "ushl");
            check(Zip1, Some(lane), suffix, "zip1");
            check(Zip2, Some(lane), suffix, "zip2");
            check(Addp, Some(lane), suffix, "addp");
        }
        let (text, _) = one(|asm| asm.vector_rr(VectorUnary::Mvn, None, d, a));
        let [dst, a] = [d, a].map(|reg| name(reg, "16b"));
        assert!(text == format!("mvn {dst}, {a}") || text == format!("not {dst}, {a}"), "{text}");
    }
    compare_with_gnu("whole vectors");
}

/// The disassembler has few of these: GNU's assembler and disassembler check them.
#[test]
fn lanes_of_vectors() {
    for (lane, suffix, letter) in [
        (Lane::I8x16, "16b", 'b'),
        (Lane::U16x8, "8h", 'h'),
        (Lane::I32x4, "4s", 's'),
        (Lane::F64x2, "2d", 'd'),
    ] {
        let general = if lane.bits() == 64 { 'x' } else { 'w' };
        for index in [0, 1, lane.count() - 1] {
            let (text, _) = one(|asm| asm.umov(lane, Reg::gp(3), Reg::fp(29), index));
            let expected = [
                format!("umov {general}3, v29.{letter}[{index}]"),
                format!("mov {general}3, v29.{letter}[{index}]"),
            ];
            assert!(expected.contains(&text), "{text}");
            let (text, _) = one(|asm| asm.ins(lane, Reg::fp(3), index, Reg::gp(17)));
            let expected = [
                format!("ins v3.{letter}[{index}], {general}17"),
                format!("mov v3.{letter}[{index}], {general}17"),
            ];
            assert!(expected.contains(&text), "{text}");
            let (text, _) = one(|asm| asm.ins_first(lane, Reg::fp(3), index, Reg::fp(17)));
            let expected = [
                format!("ins v3.{letter}[{index}], v17.{letter}[0]"),
                format!("mov v3.{letter}[{index}], v17.{letter}[0]"),
            ];
            assert!(expected.contains(&text), "{text}");
            let (text, _) = one(|asm| asm.dup_lane(lane, Reg::fp(3), Reg::fp(17), index));
            assert_eq!(text, format!("dup v3.{suffix}, v17.{letter}[{index}]"));
        }
        let (text, _) = one(|asm| asm.dup(lane, Reg::fp(3), Reg::gp(17)));
        assert_eq!(text, format!("dup v3.{suffix}, {general}17"));
        for amount in [1, lane.bits() - 1] {
            for (op, mnemonic) in
                [(VectorShift::Shl, "shl"), (VectorShift::Sshr, "sshr"), (VectorShift::Ushr, "ushr")]
            {
                let (text, _) = one(|asm| asm.vector_shift_rri(op, lane, Reg::fp(3), Reg::fp(17), amount));
                let [decimal, hex] = [format!("#{amount}"), format!("#{amount:#x}")]
                    .map(|n| format!("{mnemonic} v3.{suffix}, v17.{suffix}, {n}"));
                assert!(text == decimal || text == hex, "{text}");
            }
        }
    }
    let [d, a, b] = [3, 17, 29].map(Reg::fp);
    for (narrow, wide, letter) in
        [("8b", "8h", Lane::I8x16), ("4h", "4s", Lane::I16x8), ("2s", "2d", Lane::I32x4)]
    {
        let all = ["16b", "8h", "4s"][letter as usize];
        let unsigned = [Lane::U8x16, Lane::U16x8, Lane::U32x4][letter as usize];
        for (lane, mnemonic, alias) in [(letter, "sshll", "sxtl"), (unsigned, "ushll", "uxtl")] {
            for (is_high, suffix, source) in [(false, "", narrow), (true, "2", all)] {
                let (text, _) = one(|asm| asm.extend_lanes(lane, d, a, is_high));
                let expected = [
                    format!("{mnemonic}{suffix} v3.{wide}, v17.{source}, #0x0"),
                    format!("{mnemonic}{suffix} v3.{wide}, v17.{source}, #0"),
                    format!("{alias}{suffix} v3.{wide}, v17.{source}"),
                ];
                assert!(expected.contains(&text), "{text}");
            }
        }
        for (op, name, to) in [
            (VectorUnary::Sqxtn, "sqxtn", narrow),
            (VectorUnary::Sqxtn2, "sqxtn2", all),
            (VectorUnary::Sqxtun, "sqxtun", narrow),
            (VectorUnary::Sqxtun2, "sqxtun2", all),
        ] {
            let (text, _) = one(|asm| asm.vector_rr(op, Some(letter), d, a));
            assert_eq!(text, format!("{name} v3.{to}, v17.{wide}"));
        }
        for (op, name, from) in
            [(VectorBinary::Smull, "smull", narrow), (VectorBinary::Smull2, "smull2", all)]
        {
            let (text, _) = one(|asm| asm.vector_rrr(op, Some(letter), d, a, b));
            assert_eq!(text, format!("{name} v3.{wide}, v17.{from}, v29.{from}"));
        }
    }
    let (text, _) = one(|asm| asm.vector_rrr(VectorBinary::Sqrdmulh, Some(Lane::I16x8), d, a, b));
    assert_eq!(text, "sqrdmulh v3.8h, v17.8h, v29.8h");
    let (text, _) = one(|asm| asm.vector_rrr(VectorBinary::Tbl, None, d, a, b));
    assert_eq!(text, "tbl v3.16b, {v17.16b}, v29.16b");
    let (text, _) = one(|asm| asm.ext(d, a, b, 5));
    assert!(
        ["ext v3.16b, v17.16b, v29.16b, #0x5", "ext v3.16b, v17.16b, v29.16b, #5"].contains(&&*text),
        "{text}"
    );
    use VectorUnary::*;
    let floats = [
        (Frintn, "frintn"),
        (Frintm, "frintm"),
        (Frintp, "frintp"),
        (Frintz, "frintz"),
        (Fsqrt, "fsqrt"),
        (Scvtf, "scvtf"),
        (Ucvtf, "ucvtf"),
        (Fcvtzs, "fcvtzs"),
        (Fcvtzu, "fcvtzu"),
    ];
    for (lane, suffix) in [(Lane::F32x4, "4s"), (Lane::F64x2, "2d")] {
        for (op, name) in floats {
            let (text, _) = one(|asm| asm.vector_rr(op, Some(lane), d, a));
            assert_eq!(text, format!("{name} v3.{suffix}, v17.{suffix}"));
        }
        let (text, _) = one(|asm| asm.vector_rrr(VectorBinary::Fmla, Some(lane), d, a, b));
        assert_eq!(text, format!("fmla v3.{suffix}, v17.{suffix}, v29.{suffix}"));
    }
    assert_eq!(one(|asm| asm.vector_rr(Fcvtl, None, d, a)).0, "fcvtl v3.2d, v17.2s");
    assert_eq!(one(|asm| asm.vector_rr(Fcvtn, None, d, a)).0, "fcvtn v3.2s, v17.2d");
    assert_eq!(one(|asm| asm.vector_rr(Uqxtn, Some(Lane::I32x4), d, a)).0, "uqxtn v3.2s, v17.2d");
    let (text, _) = one(|asm| asm.vector_rr(VectorUnary::Cnt, None, Reg::fp(3), Reg::fp(17)));
    assert_eq!(text, "cnt v3.16b, v17.16b");
    compare_with_gnu("lanes of vectors");
}

#[test]
fn shifts_of_lanes_have_limits() {
    for (op, amount) in [(VectorShift::Shl, 8), (VectorShift::Sshr, 0), (VectorShift::Ushr, 8)] {
        let mut buffer = CodeBuffer::new(Arch::A64);
        Assembler::new(&mut buffer).vector_shift_rri(op, Lane::I8x16, Reg::fp(1), Reg::fp(2), amount);
        let error = buffer.finish(FrameInfo::default()).err();
        assert!(matches!(error, Some(EmitError::InvalidOperand { offset: 0, .. })), "{error:?}");
    }
}

#[test]
fn other_operands_are_errors() {
    let (gp, fp) = (Reg::gp(1), Reg::fp(1));
    let wrong: [fn(&mut Assembler, Reg, Reg); 8] = [
        |asm, gp, fp| asm.load_exclusive(MemoryOrder::SeqCst, Width::W32, fp, gp),
        |asm, gp, fp| asm.store_exclusive(MemoryOrder::SeqCst, Width::W32, fp, gp, gp),
        |asm, gp, fp| asm.load_acquire(Width::W32, gp, fp),
        |asm, gp, fp| asm.store_release(Width::W32, fp, gp),
        |asm, gp, fp| asm.compare_and_swap(MemoryOrder::SeqCst, Width::W32, fp, gp, gp),
        |asm, gp, fp| asm.atomic_load(AtomicLoad::Add, MemoryOrder::SeqCst, Width::W32, gp, fp, gp),
        |asm, gp, _| asm.load_acquire(Width::W128, gp, gp),
        |asm, gp, fp| asm.vector_logic_rrr(VectorLogic::And, fp, fp, gp),
    ];
    for emit in wrong {
        let mut buffer = CodeBuffer::new(Arch::A64);
        emit(&mut Assembler::new(&mut buffer), gp, fp);
        let error = buffer.finish(FrameInfo::default()).err();
        assert!(matches!(error, Some(EmitError::InvalidOperand { offset: 0, .. })), "{error:?}");
    }
}
