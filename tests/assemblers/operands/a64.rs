use super::Size::{self, Atomic, Operand, Unsized};
use super::{Call, INTS, Machine, Row, WORDS};
use barebones::base::Width::{self, W64};
use barebones::base::{Arch, ExitId, Lane, SiteId};
use barebones::isa::a64::registers::*;
use barebones::isa::a64::*;
use barebones::isa::{BranchRole, CodeBuffer, EmitError, FrameInfo, RelocTarget};
use yaxpeax_arch::{Decoder, U8Reader};
use yaxpeax_arm::armv8::a64::{InstDecoder, Operand as Decoded, SIMDSizeCode, SizeCode};

const SEQ: barebones::base::MemoryOrder = barebones::base::MemoryOrder::SeqCst;

type Emit = fn(&mut Assembler<'_>, &Call<Mem>);

#[rustfmt::skip] // a table
const ROWS: &[(&str, &[Width], &str, Size, Emit)] = &[
    ("arith_rri", WORDS, "GG", Operand(0), |a, c| a.arith_rri(Arith::Add, c.width, c.regs[0], c.regs[1], 1)),
    ("arith_rrr", WORDS, "GGG", Operand(0), |a, c| a.arith_rrr(Arith::Add, c.width, c.regs[0], c.regs[1], c.regs[2])),
    ("arith_rrs", WORDS, "GGG", Operand(0), |a, c| a.arith_rrs(Arith::Add, c.width, c.regs[0], c.regs[1], c.regs[2], ShiftKind::Lsr, 4)),
    ("arith_rre", WORDS, "GGG", Operand(0), |a, c| a.arith_rre(Arith::Add, c.width, c.regs[0], c.regs[1], c.regs[2], Extend::Zero32, 4)),
    ("with_carry_rrr", WORDS, "GGG", Operand(0), |a, c| a.with_carry_rrr(false, c.width, c.regs[0], c.regs[1], c.regs[2])),
    ("cmp_rr", WORDS, "GG", Operand(1), |a, c| a.cmp_rr(c.width, c.regs[0], c.regs[1])),
    ("cmp_ri", WORDS, "G", Operand(1), |a, c| a.cmp_ri(c.width, c.regs[0], 1)),
    ("logic_rri", WORDS, "GG", Operand(0), |a, c| a.logic_rri(Logic::And, c.width, c.regs[0], c.regs[1], 1)),
    ("logic_rrr", WORDS, "GGG", Operand(0), |a, c| a.logic_rrr(Logic::And, c.width, c.regs[0], c.regs[1], c.regs[2])),
    ("logic_rrs", WORDS, "GGG", Operand(0), |a, c| a.logic_rrs(Logic::And, c.width, c.regs[0], c.regs[1], c.regs[2], ShiftKind::Lsr, 4)),
    ("binary_rrr", WORDS, "GGG", Operand(0), |a, c| a.binary_rrr(Binary::Udiv, c.width, c.regs[0], c.regs[1], c.regs[2])),
    ("unary_rr", WORDS, "GG", Operand(0), |a, c| a.unary_rr(Unary::Clz, c.width, c.regs[0], c.regs[1])),
    ("unary_rr", &[W64], "GG", Operand(0), |a, c| a.unary_rr(Unary::Rev64, c.width, c.regs[0], c.regs[1])),
    ("multiply_rrrr", WORDS, "GGGG", Operand(0), |a, c| a.multiply_rrrr(Multiply::Madd, c.width, c.regs[0], c.regs[1], c.regs[2], c.regs[3])),
    ("multiply_rrrr", &[W64], "GGGG", Operand(0), |a, c| a.multiply_rrrr(Multiply::Smaddl, c.width, c.regs[0], c.regs[1], c.regs[2], c.regs[3])),
    ("multiply_rrrr", &[W64], "GGGG", Operand(0), |a, c| a.multiply_rrrr(Multiply::Umaddl, c.width, c.regs[0], c.regs[1], c.regs[2], c.regs[3])),
    ("multiply_rrrr", &[W64], "GGGG", Operand(0), |a, c| a.multiply_rrrr(Multiply::Smsubl, c.width, c.regs[0], c.regs[1], c.regs[2], c.regs[3])),
    ("multiply_rrrr", &[W64], "GGGG", Operand(0), |a, c| a.multiply_rrrr(Multiply::Umsubl, c.width, c.regs[0], c.regs[1], c.regs[2], c.regs[3])),
    ("mul_rrr", WORDS, "GGG", Operand(0), |a, c| a.mul_rrr(c.width, c.regs[0], c.regs[1], c.regs[2])),
    ("smulh", &[], "GGG", Unsized, |a, c| a.smulh(c.regs[0], c.regs[1], c.regs[2])),
    ("umulh", &[], "GGG", Unsized, |a, c| a.umulh(c.regs[0], c.regs[1], c.regs[2])),
    ("bitfield_rrii", WORDS, "GG", Operand(0), |a, c| a.bitfield_rrii(Bitfield::Ubfm, c.width, c.regs[0], c.regs[1], 4, 4)),
    ("shift_rri", WORDS, "GG", Operand(0), |a, c| a.shift_rri(ShiftKind::Lsr, c.width, c.regs[0], c.regs[1], 4)),
    ("extr", WORDS, "GGG", Operand(0), |a, c| a.extr(c.width, c.regs[0], c.regs[1], c.regs[2], 4)),
    ("select_rrr", WORDS, "GGG", Operand(0), |a, c| a.select_rrr(Select::Csel, c.width, c.regs[0], c.regs[1], c.regs[2], Cond::Ne)),
    ("cond_compare_rr", WORDS, "GG", Operand(0), |a, c| a.cond_compare_rr(CondCompare::Ccmp, c.width, c.regs[0], c.regs[1], 4, Cond::Ne)),
    ("cond_compare_ri", WORDS, "G", Operand(0), |a, c| a.cond_compare_ri(CondCompare::Ccmp, c.width, c.regs[0], 4, 4, Cond::Ne)),
    ("cset", WORDS, "G", Operand(0), |a, c| a.cset(c.width, c.regs[0], Cond::Ne)),
    ("mov_rr", WORDS, "GG", Operand(0), |a, c| a.mov_rr(c.width, c.regs[0], c.regs[1])),
    ("mov_sp", &[], "GG", Unsized, |a, c| a.mov_sp(c.regs[0], c.regs[1])),
    ("move_wide", WORDS, "G", Operand(0), |a, c| a.move_wide(MoveWide::Movz, c.width, c.regs[0], 5, 16)),
    ("mov_ri", &[], "G", Unsized, |a, c| a.mov_ri(c.regs[0], 1)),
    ("adr", &[], "G", Unsized, |a, c| a.adr(c.regs[0], c.label)),
    ("access", &[], "G", Unsized, |a, c| a.access(Access::Load64, c.regs[0], c.mem)),
    ("access", &[], "F", Unsized, |a, c| a.access(Access::StoreF64, c.regs[0], c.mem)),
    ("load_pair", &[], "GG", Unsized, |a, c| a.load_pair(Pair::Gp64, c.regs[0], c.regs[1], c.mem)),
    ("load_pair", &[], "FF", Unsized, |a, c| a.load_pair(Pair::F64, c.regs[0], c.regs[1], c.mem)),
    ("store_pair", &[], "GG", Unsized, |a, c| a.store_pair(Pair::Gp64, c.regs[0], c.regs[1], c.mem)),
    ("store_pair", &[], "FF", Unsized, |a, c| a.store_pair(Pair::F64, c.regs[0], c.regs[1], c.mem)),
    ("b", &[], "", Unsized, |a, c| a.b(c.label)),
    ("bl", &[], "", Unsized, |a, c| a.bl(c.label)),
    ("b_address", &[], "", Unsized, |a, _| a.b_address(RelocTarget::Code, 0)),
    ("bl_address", &[], "", Unsized, |a, _| a.bl_address(RelocTarget::Code, 0)),
    ("b_cond", &[], "", Unsized, |a, c| a.b_cond(Cond::Ne, c.label)),
    ("cbz", WORDS, "G", Operand(0), |a, c| a.cbz(c.width, c.regs[0], c.label)),
    ("cbnz", WORDS, "G", Operand(0), |a, c| a.cbnz(c.width, c.regs[0], c.label)),
    ("tbz", &[], "G", Unsized, |a, c| a.tbz(c.regs[0], 4, c.label)),
    ("tbnz", &[], "G", Unsized, |a, c| a.tbnz(c.regs[0], 4, c.label)),
    ("br", &[], "G", Unsized, |a, c| a.br(c.regs[0])),
    ("blr", &[], "G", Unsized, |a, c| a.blr(c.regs[0])),
    ("ret", &[], "", Unsized, |a, _| a.ret()),
    ("brk", &[], "", Unsized, |a, _| a.brk(5)),
    ("udf", &[], "", Unsized, |a, _| a.udf(5)),
    ("nop", &[], "", Unsized, |a, _| a.nop()),
    ("dmb", &[], "", Unsized, |a, _| a.dmb()),
    ("align", &[], "", Unsized, |a, _| a.align(4)),
    ("load_exclusive", INTS, "GG", Atomic, |a, c| a.load_exclusive(SEQ, c.width, c.regs[0], c.regs[1])),
    ("store_exclusive", INTS, "GGG", Atomic, |a, c| a.store_exclusive(SEQ, c.width, c.regs[0], c.regs[1], c.regs[2])),
    ("load_acquire", INTS, "GG", Atomic, |a, c| a.load_acquire(c.width, c.regs[0], c.regs[1])),
    ("store_release", INTS, "GG", Atomic, |a, c| a.store_release(c.width, c.regs[0], c.regs[1])),
    ("compare_and_swap", INTS, "GGG", Atomic, |a, c| a.compare_and_swap(SEQ, c.width, c.regs[0], c.regs[1], c.regs[2])),
    ("atomic_load", INTS, "GGG", Atomic, |a, c| a.atomic_load(AtomicLoad::Add, SEQ, c.width, c.regs[0], c.regs[1], c.regs[2])),
    ("barrier", &[], "", Unsized, |a, _| a.barrier(Barrier::Full)),
    ("yield_hint", &[], "", Unsized, |a, _| a.yield_hint()),
    ("exit", &[], "", Unsized, |a, _| a.exit(ExitId::new(0))),
    ("invalidation_point", &[], "", Unsized, |a, c| { a.invalidation_point(c.label); }),
    ("patchable_branch", &[], "", Unsized, |a, c| { a.patchable_branch(c.label, BranchRole::Jump); }),
    ("cmp_cell", &[], "G", Unsized, |a, c| a.cmp_cell(c.regs[0], SiteId::new(0))),
    ("fjcvtzs", &[], "GF", Unsized, |a, c| a.fjcvtzs(c.regs[0], c.regs[1])),
    ("b_cell", &[], "", Unsized, |a, _| a.b_cell(SiteId::new(0))),
    ("ldr_cell", &[], "G", Unsized, |a, c| a.ldr_cell(c.regs[0], SiteId::new(0))),
    ("float_rrr", WORDS, "FFF", Operand(0), |a, c| a.float_rrr(FloatBinary::Fadd, c.width, c.regs[0], c.regs[1], c.regs[2])),
    ("float_rr", WORDS, "FF", Operand(0), |a, c| a.float_rr(FloatUnary::Fneg, c.width, c.regs[0], c.regs[1])),
    ("fcvt", WORDS, "FF", Operand(1), |a, c| a.fcvt(c.width, c.regs[0], c.regs[1])),
    ("float_multiply_rrrr", WORDS, "FFFF", Operand(0), |a, c| a.float_multiply_rrrr(FloatMultiply::Fmadd, c.width, c.regs[0], c.regs[1], c.regs[2], c.regs[3])),
    ("fcmp_rr", WORDS, "FF", Operand(0), |a, c| a.fcmp_rr(c.width, c.regs[0], c.regs[1])),
    ("fccmp_rr", WORDS, "FF", Operand(0), |a, c| a.fccmp_rr(c.width, c.regs[0], c.regs[1], 4, Cond::Ne)),
    ("fcmp_zero", WORDS, "F", Operand(0), |a, c| a.fcmp_zero(c.width, c.regs[0])),
    ("fcsel", WORDS, "FFF", Operand(0), |a, c| a.fcsel(c.width, c.regs[0], c.regs[1], c.regs[2], Cond::Ne)),
    ("from_gp", WORDS, "FG", Operand(1), |a, c| a.from_gp(FromGp::Scvtf, c.width, W64, c.regs[0], c.regs[1])),
    ("from_gp", WORDS, "FG", Operand(0), |a, c| a.from_gp(FromGp::Scvtf, W64, c.width, c.regs[0], c.regs[1])),
    ("to_gp", WORDS, "GF", Operand(1), |a, c| a.to_gp(ToGp::Fcvtzs, c.width, W64, c.regs[0], c.regs[1])),
    ("to_gp", WORDS, "GF", Operand(0), |a, c| a.to_gp(ToGp::Fcvtzs, W64, c.width, c.regs[0], c.regs[1])),
    ("vector_logic_rrr", &[], "FFF", Unsized, |a, c| a.vector_logic_rrr(VectorLogic::And, c.regs[0], c.regs[1], c.regs[2])),
    ("vector_rrr", &[], "FFF", Unsized, |a, c| a.vector_rrr(VectorBinary::Add, None, c.regs[0], c.regs[1], c.regs[2])),
    ("umov", &[], "GF", Unsized, |a, c| a.umov(Lane::I64x2, c.regs[0], c.regs[1], 1)),
    ("ins", &[], "FG", Unsized, |a, c| a.ins(Lane::I64x2, c.regs[0], 1, c.regs[1])),
    ("ins_first", &[], "FF", Unsized, |a, c| a.ins_first(Lane::I64x2, c.regs[0], 1, c.regs[1])),
    ("dup", &[], "FG", Unsized, |a, c| a.dup(Lane::I64x2, c.regs[0], c.regs[1])),
    ("dup_lane", &[], "FF", Unsized, |a, c| a.dup_lane(Lane::I64x2, c.regs[0], c.regs[1], 1)),
    ("extend_lanes", &[], "FF", Unsized, |a, c| a.extend_lanes(Lane::I8x16, c.regs[0], c.regs[1], true)),
    ("ext", &[], "FFF", Unsized, |a, c| a.ext(c.regs[0], c.regs[1], c.regs[2], 3)),
    ("vector_shift_rri", &[], "FF", Unsized, |a, c| a.vector_shift_rri(VectorShift::Shl, Lane::I64x2, c.regs[0], c.regs[1], 1)),
    ("vector_rr", &[], "FF", Unsized, |a, c| a.vector_rr(VectorUnary::Mvn, None, c.regs[0], c.regs[1])),
    ("cnt_bytes", &[], "FF", Unsized, |a, c| a.cnt_bytes(c.regs[0], c.regs[1])),
    ("addv_bytes", &[], "FF", Unsized, |a, c| a.addv_bytes(c.regs[0], c.regs[1])),
    ("fmov_ri", WORDS, "F", Operand(0), |a, c| a.fmov_ri(c.width, c.regs[0], 1.0)),
    ("bti", &[], "", Unsized, |a, _| a.bti(Landing::Call)),
    ("csdb", &[], "", Unsized, |a, _| a.csdb()),
    ("paciasp", &[], "", Unsized, |a, _| a.paciasp()),
    ("autiasp", &[], "", Unsized, |a, _| a.autiasp()),
    ("autia1716", &[], "", Unsized, |a, _| a.autia1716()),
    ("xpaclri", &[], "", Unsized, |a, _| a.xpaclri()),
];

fn size(bytes: &[u8], size: Size) -> u32 {
    let instruction = InstDecoder::default().decode(&mut U8Reader::new(bytes)).expect("an instruction");
    let bits = |operand: Decoded| match operand {
        Decoded::Register(SizeCode::W, _) | Decoded::RegisterOrSP(SizeCode::W, _) => 32,
        Decoded::Register(SizeCode::X, _) | Decoded::RegisterOrSP(SizeCode::X, _) => 64,
        Decoded::SIMDRegister(SIMDSizeCode::S, _) => 32,
        Decoded::SIMDRegister(SIMDSizeCode::D, _) => 64,
        other => panic!("{other:?} in {instruction:?}"),
    };
    match size {
        Operand(n) => bits(instruction.operands[n]),
        Atomic => {
            // The status of a store has 32 bits; data precede the address.
            let address = instruction
                .operands
                .iter()
                .position(|o| matches!(o, Decoded::RegPreIndex(..) | Decoded::RegPostIndex(..)));
            let data = bits(instruction.operands[address.expect("an address") - 1]);
            let name = barebones::disasm::a64_text(*bytes.first_chunk().unwrap()).unwrap();
            match name.split(' ').next().unwrap() {
                name if name.ends_with('b') => 8,
                name if name.ends_with('h') => 16,
                _ => data,
            }
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a64_methods_encode_their_operands_or_refuse_them() {
    let row = |&(name, widths, banks, size, emit): &(_, _, _, _, Emit)| Row {
        name,
        widths,
        banks,
        size,
        emit: Box::new(move |buffer, call| emit(&mut Assembler::new(buffer), call)),
    };
    Machine {
        arch: Arch::A64,
        folder: "a64",
        rows: ROWS.iter().map(row).collect(),
        memory: Mem::base(X9, 8),
        wrong_memories: vec![
            Mem::base(V1, 0),
            Mem::Index { base: V1, index: X1, extend: Extend::Zero64, scaled: false },
            Mem::Index { base: X1, index: V1, extend: Extend::Zero64, scaled: false },
            Mem::Index { base: X1, index: X1, extend: Extend::Zero16, scaled: false },
            Mem::PreIndex { base: V1, disp: 0 },
            Mem::PostIndex { base: V1, disp: 0 },
        ],
        missing_registers: Vec::new(),
        no_op: |buffer| Assembler::new(buffer).nop(),
        size,
    }
    .check();
}

/// Instructions whose result the manual leaves open, because they name a register twice.
#[test]
fn registers_that_must_differ_are_refused() {
    let pre = |base| Mem::PreIndex { base, disp: 16 };
    let post = |base| Mem::PostIndex { base, disp: 16 };
    type Emit = Box<dyn Fn(&mut Assembler<'_>)>;
    let cases: [(bool, Emit); 14] = [
        (false, Box::new(move |a| a.access(Access::Load64, X1, pre(X1)))),
        (false, Box::new(move |a| a.access(Access::Store64, X1, post(X1)))),
        (true, Box::new(move |a| a.access(Access::StoreF64, V1, post(X1)))),
        (true, Box::new(move |a| a.access(Access::Store64, ZR, pre(SP)))),
        (false, Box::new(move |a| a.load_pair(Pair::Gp64, X1, X2, post(X2)))),
        (false, Box::new(move |a| a.store_pair(Pair::Gp64, X1, X2, pre(X1)))),
        (true, Box::new(move |a| a.store_pair(Pair::Gp64, X1, X2, pre(SP)))),
        (false, Box::new(move |a| a.load_pair(Pair::Gp64, X1, X1, Mem::base(X2, 0)))),
        (true, Box::new(move |a| a.store_pair(Pair::Gp64, X1, X1, Mem::base(X2, 0)))),
        (true, Box::new(move |a| a.load_pair(Pair::Gp64, X1, X2, Mem::base(X1, 0)))),
        (false, Box::new(move |a| a.store_exclusive(SEQ, W64, X1, X1, X2))),
        (false, Box::new(move |a| a.store_exclusive(SEQ, W64, X1, X2, X1))),
        (true, Box::new(move |a| a.store_exclusive(SEQ, W64, ZR, X1, SP))),
        (false, Box::new(move |a| a.ldr_cell(ZR, SiteId::new(0)))),
    ];
    for (n, (fits, emit)) in cases.iter().enumerate() {
        let mut buffer = CodeBuffer::new(Arch::A64);
        emit(&mut Assembler::new(&mut buffer));
        let error = buffer.finish(FrameInfo::default()).err();
        let refused = matches!(error, Some(EmitError::InvalidOperand { offset: 0, .. }));
        assert_eq!((error.is_none(), refused), (*fits, !fits), "case {n}: {error:?}");
    }
}
