use super::Size::{self, Operand, Sign, Suffix, Unsized};
use super::{Call, FLOATS, INTS, Machine, NOT_BYTES, Row, WORDS};
use barebones::base::Width::{self, W64};
use barebones::base::{Arch, ExitId, Reg, SiteId};
use barebones::isa::x64::registers::{RAX, RSP, XMM1};
use barebones::isa::x64::*;
use barebones::isa::{BranchRole, RelocTarget};
use iced_x86::{Decoder, DecoderOptions, Mnemonic, OpKind};

type Emit = fn(&mut Assembler<'_>, &Call<Mem>);

#[rustfmt::skip] // a table
const ROWS: &[(&str, &[Width], &str, Size, Emit)] = &[
    ("alu_rr", INTS, "GG", Operand(0), |a, c| a.alu_rr(Alu::Add, c.width, c.regs[0], c.regs[1])),
    ("alu_rm", INTS, "G", Operand(0), |a, c| a.alu_rm(Alu::Add, c.width, c.regs[0], c.mem)),
    ("alu_mr", INTS, "G", Operand(0), |a, c| a.alu_mr(Alu::Add, c.width, c.mem, c.regs[0])),
    ("alu_ri", INTS, "G", Operand(0), |a, c| a.alu_ri(Alu::Add, c.width, c.regs[0], 5)),
    ("alu_mi", INTS, "", Operand(0), |a, c| a.alu_mi(Alu::Add, c.width, c.mem, 5)),
    ("test_rr", INTS, "GG", Operand(0), |a, c| a.test_rr(c.width, c.regs[0], c.regs[1])),
    ("test_mr", INTS, "G", Operand(0), |a, c| a.test_mr(c.width, c.mem, c.regs[0])),
    ("test_ri", INTS, "G", Operand(0), |a, c| a.test_ri(c.width, c.regs[0], 5)),
    ("test_mi", INTS, "", Operand(0), |a, c| a.test_mi(c.width, c.mem, 5)),
    ("shift_ri", INTS, "G", Operand(0), |a, c| a.shift_ri(Shift::Shl, c.width, c.regs[0], 5)),
    ("shift_mi", INTS, "", Operand(0), |a, c| a.shift_mi(Shift::Shl, c.width, c.mem, 5)),
    ("shift_rcl", INTS, "G", Operand(0), |a, c| a.shift_rcl(Shift::Shl, c.width, c.regs[0])),
    ("shift_mcl", INTS, "", Operand(0), |a, c| a.shift_mcl(Shift::Shl, c.width, c.mem)),
    ("shiftx_rr", WORDS, "GGG", Operand(0), |a, c| a.shiftx_rr(ShiftX::Shlx, c.width, c.regs[0], c.regs[1], c.regs[2])),
    ("shiftx_rm", WORDS, "GG", Operand(0), |a, c| a.shiftx_rm(ShiftX::Shlx, c.width, c.regs[0], c.mem, c.regs[1])),
    ("rorx_rr", WORDS, "GG", Operand(0), |a, c| a.rorx_rr(c.width, c.regs[0], c.regs[1], 5)),
    ("rorx_rm", WORDS, "G", Operand(0), |a, c| a.rorx_rm(c.width, c.regs[0], c.mem, 5)),
    ("mulx_rr", WORDS, "GGG", Operand(0), |a, c| a.mulx_rr(c.width, c.regs[0], c.regs[1], c.regs[2])),
    ("mulx_rm", WORDS, "GG", Operand(0), |a, c| a.mulx_rm(c.width, c.regs[0], c.regs[1], c.mem)),
    ("shld_rri", WORDS, "GG", Operand(0), |a, c| a.shld_rri(c.width, c.regs[0], c.regs[1], 5)),
    ("andn_rr", WORDS, "GGG", Operand(0), |a, c| a.andn_rr(c.width, c.regs[0], c.regs[1], c.regs[2])),
    ("andn_rm", WORDS, "GG", Operand(0), |a, c| a.andn_rm(c.width, c.regs[0], c.regs[1], c.mem)),
    ("lowest_bit_rr", WORDS, "GG", Operand(0), |a, c| a.lowest_bit_rr(LowestBit::Blsr, c.width, c.regs[0], c.regs[1])),
    ("lowest_bit_rm", WORDS, "G", Operand(0), |a, c| a.lowest_bit_rm(LowestBit::Blsr, c.width, c.regs[0], c.mem)),
    ("unary_r", INTS, "G", Operand(0), |a, c| a.unary_r(Unary::Neg, c.width, c.regs[0])),
    ("unary_m", INTS, "", Operand(0), |a, c| a.unary_m(Unary::Neg, c.width, c.mem)),
    ("imul_rr", NOT_BYTES, "GG", Operand(0), |a, c| a.imul_rr(c.width, c.regs[0], c.regs[1])),
    ("imul_rm", NOT_BYTES, "G", Operand(0), |a, c| a.imul_rm(c.width, c.regs[0], c.mem)),
    ("imul_rri", NOT_BYTES, "GG", Operand(0), |a, c| a.imul_rri(c.width, c.regs[0], c.regs[1], 5)),
    ("imul_rmi", NOT_BYTES, "G", Operand(0), |a, c| a.imul_rmi(c.width, c.regs[0], c.mem, 5)),
    ("sign_to_rdx", NOT_BYTES, "", Sign, |a, c| a.sign_to_rdx(c.width)),
    ("bswap", WORDS, "G", Operand(0), |a, c| a.bswap(c.width, c.regs[0])),
    ("scan_rr", WORDS, "GG", Operand(0), |a, c| a.scan_rr(Scan::Bsf, c.width, c.regs[0], c.regs[1])),
    ("scan_rm", WORDS, "G", Operand(0), |a, c| a.scan_rm(Scan::Bsf, c.width, c.regs[0], c.mem)),
    ("bit_rr", NOT_BYTES, "GG", Operand(0), |a, c| a.bit_rr(Bit::Bts, c.width, c.regs[0], c.regs[1])),
    ("bit_ri", NOT_BYTES, "G", Operand(0), |a, c| a.bit_ri(Bit::Bts, c.width, c.regs[0], 5)),
    ("bit_mi", NOT_BYTES, "", Operand(0), |a, c| a.bit_mi(Bit::Bts, c.width, c.mem, 5)),
    ("mov_rr", INTS, "GG", Operand(0), |a, c| a.mov_rr(c.width, c.regs[0], c.regs[1])),
    ("mov_rm", INTS, "G", Operand(0), |a, c| a.mov_rm(c.width, c.regs[0], c.mem)),
    ("mov_mr", INTS, "G", Operand(0), |a, c| a.mov_mr(c.width, c.mem, c.regs[0])),
    ("mov_mi", INTS, "", Operand(0), |a, c| a.mov_mi(c.width, c.mem, 5)),
    ("mov_ri", &[], "G", Unsized, |a, c| a.mov_ri(c.regs[0], 5)),
    ("zero", &[], "G", Unsized, |a, c| a.zero(c.regs[0])),
    ("mov_address", &[], "G", Unsized, |a, c| a.mov_address(c.regs[0], RelocTarget::Code, 0)),
    ("extend_rr", WORDS, "GG", Operand(0), |a, c| a.extend_rr(Extend::Zero8, c.width, c.regs[0], c.regs[1])),
    ("extend_rr", &[W64], "GG", Operand(0), |a, c| a.extend_rr(Extend::Sign32, c.width, c.regs[0], c.regs[1])),
    ("extend_rm", WORDS, "G", Operand(0), |a, c| a.extend_rm(Extend::Zero8, c.width, c.regs[0], c.mem)),
    ("extend_rm", &[W64], "G", Operand(0), |a, c| a.extend_rm(Extend::Sign32, c.width, c.regs[0], c.mem)),
    ("lea", WORDS, "G", Operand(0), |a, c| a.lea(c.width, c.regs[0], c.mem)),
    ("lea_address", &[], "G", Unsized, |a, c| a.lea_address(c.regs[0], RelocTarget::Code, 0)),
    ("setcc_r", &[], "G", Unsized, |a, c| a.setcc_r(Cond::E, c.regs[0])),
    ("setcc_m", &[], "", Unsized, |a, c| a.setcc_m(Cond::E, c.mem)),
    ("cmov_rr", NOT_BYTES, "GG", Operand(0), |a, c| a.cmov_rr(Cond::E, c.width, c.regs[0], c.regs[1])),
    ("cmov_rm", NOT_BYTES, "G", Operand(0), |a, c| a.cmov_rm(Cond::E, c.width, c.regs[0], c.mem)),
    ("xchg_rr", INTS, "GG", Operand(0), |a, c| a.xchg_rr(c.width, c.regs[0], c.regs[1])),
    ("xchg_mr", INTS, "G", Operand(0), |a, c| a.xchg_mr(c.width, c.mem, c.regs[0])),
    ("lock_cmpxchg_mr", INTS, "G", Operand(0), |a, c| a.lock_cmpxchg_mr(c.width, c.mem, c.regs[0])),
    ("lock_xadd_mr", INTS, "G", Operand(0), |a, c| a.lock_xadd_mr(c.width, c.mem, c.regs[0])),
    ("lock_alu_mr", INTS, "G", Operand(0), |a, c| a.lock_alu_mr(Alu::Add, c.width, c.mem, c.regs[0])),
    ("lock_alu_mi", INTS, "", Operand(0), |a, c| a.lock_alu_mi(Alu::Add, c.width, c.mem, 5)),
    ("push_r", &[], "G", Unsized, |a, c| a.push_r(c.regs[0])),
    ("push_m", &[], "", Unsized, |a, c| a.push_m(c.mem)),
    ("push_i", &[], "", Unsized, |a, _| a.push_i(5)),
    ("pop_r", &[], "G", Unsized, |a, c| a.pop_r(c.regs[0])),
    ("pop_m", &[], "", Unsized, |a, c| a.pop_m(c.mem)),
    ("leave", &[], "", Unsized, |a, _| a.leave()),
    ("jcc", &[], "", Unsized, |a, c| a.jcc(Cond::E, c.label)),
    ("jmp", &[], "", Unsized, |a, c| a.jmp(c.label)),
    ("jcc_short", &[], "", Unsized, |a, c| a.jcc_short(Cond::E, c.label)),
    ("jmp_short", &[], "", Unsized, |a, c| a.jmp_short(c.label)),
    ("jmp_r", &[], "G", Unsized, |a, c| a.jmp_r(c.regs[0])),
    ("jmp_m", &[], "", Unsized, |a, c| a.jmp_m(c.mem)),
    ("jmp_address", &[], "", Unsized, |a, _| a.jmp_address(RelocTarget::Code, 0)),
    ("call_address", &[], "", Unsized, |a, _| a.call_address(RelocTarget::Code, 0)),
    ("call_label", &[], "", Unsized, |a, c| a.call_label(c.label)),
    ("call_r", &[], "G", Unsized, |a, c| a.call_r(c.regs[0])),
    ("call_m", &[], "", Unsized, |a, c| a.call_m(c.mem)),
    ("ret", &[], "", Unsized, |a, _| a.ret()),
    ("ret_pop", &[], "", Unsized, |a, _| a.ret_pop(8)),
    ("ud2", &[], "", Unsized, |a, _| a.ud2()),
    ("int3", &[], "", Unsized, |a, _| a.int3()),
    ("endbr64", &[], "", Unsized, |a, _| a.endbr64()),
    ("mfence", &[], "", Unsized, |a, _| a.mfence()),
    ("pause", &[], "", Unsized, |a, _| a.pause()),
    ("lfence", &[], "", Unsized, |a, _| a.lfence()),
    ("nop", &[], "", Unsized, |a, _| a.nop(4)),
    ("align", &[], "", Unsized, |a, _| a.align(4)),
    ("exit", &[], "", Unsized, |a, _| a.exit(ExitId::new(0))),
    ("invalidation_point", &[], "", Unsized, |a, c| { a.invalidation_point(c.label); }),
    ("patchable_branch", &[], "", Unsized, |a, c| { a.patchable_branch(c.label, BranchRole::Jump); }),
    ("patchable_mov", &[], "G", Unsized, |a, c| { a.patchable_mov(c.regs[0], 1 << 40); }),
    ("patchable_cmp", &[], "G", Unsized, |a, c| { a.patchable_cmp(c.regs[0], 7); }),
    ("jmp_cell", &[], "", Unsized, |a, _| a.jmp_cell(SiteId::new(0))),
    ("mov_cell", &[], "G", Unsized, |a, c| a.mov_cell(c.regs[0], SiteId::new(0))),
    ("float_rr", &[], "FF", Unsized, |a, c| a.float_rr(FloatOp::Addsd, c.regs[0], c.regs[1])),
    ("float_rm", &[], "F", Unsized, |a, c| a.float_rm(FloatOp::Addsd, c.regs[0], c.mem)),
    ("float_rri", &[], "FF", Unsized, |a, c| a.float_rri(FloatOp::Roundsd, c.regs[0], c.regs[1], 5)),
    ("float_rmi", &[], "F", Unsized, |a, c| a.float_rmi(FloatOp::Roundsd, c.regs[0], c.mem, 5)),
    ("float_load", FLOATS, "F", Operand(1), |a, c| a.float_load(c.width, c.regs[0], c.mem)),
    ("float_store", FLOATS, "F", Operand(0), |a, c| a.float_store(c.width, c.mem, c.regs[0])),
    ("gp_to_float", WORDS, "FG", Operand(1), |a, c| a.gp_to_float(c.width, c.regs[0], c.regs[1])),
    ("float_to_gp", WORDS, "GF", Operand(0), |a, c| a.float_to_gp(c.width, c.regs[0], c.regs[1])),
    ("fma_packed_rrr", WORDS, "FFF", Suffix, |a, c| a.fma_packed_rrr(Fma::Madd, FmaOrder::F213, c.width, c.regs[0], c.regs[1], c.regs[2])),
    ("extract_lane", INTS, "GF", Suffix, |a, c| a.extract_lane(c.width, c.regs[0], c.regs[1], 1)),
    ("avx_rri", &[], "FF", Unsized, |a, c| a.avx_rri(FloatOp::Pshufd, c.regs[0], c.regs[1], 5)),
    ("vector_shift_ri", &[], "F", Unsized, |a, c| a.vector_shift_ri(VectorShift::Psllq, c.regs[0], 5)),
    ("avx_rr", &[], "FF", Unsized, |a, c| a.avx_rr(FloatOp::Ucomisd, c.regs[0], c.regs[1])),
    ("avx_rm", &[], "F", Unsized, |a, c| a.avx_rm(FloatOp::Ucomisd, c.regs[0], c.mem)),
    ("avx_rrr", &[], "FFF", Unsized, |a, c| a.avx_rrr(FloatOp::Addsd, c.regs[0], c.regs[1], c.regs[2])),
    ("avx_rrm", &[], "FF", Unsized, |a, c| a.avx_rrm(FloatOp::Addsd, c.regs[0], c.regs[1], c.mem)),
    ("avx_rrri", &[], "FFF", Unsized, |a, c| a.avx_rrri(FloatOp::Roundsd, c.regs[0], c.regs[1], c.regs[2], 5)),
    ("avx_rrmi", &[], "FF", Unsized, |a, c| a.avx_rrmi(FloatOp::Roundsd, c.regs[0], c.regs[1], c.mem, 5)),
    ("avx_load", FLOATS, "F", Operand(1), |a, c| a.avx_load(c.width, c.regs[0], c.mem)),
    ("avx_store", FLOATS, "F", Operand(0), |a, c| a.avx_store(c.width, c.mem, c.regs[0])),
    ("avx_gp_to_float", WORDS, "FG", Operand(1), |a, c| a.avx_gp_to_float(c.width, c.regs[0], c.regs[1])),
    ("avx_float_to_gp", WORDS, "GF", Operand(0), |a, c| a.avx_float_to_gp(c.width, c.regs[0], c.regs[1])),
    ("avx_vector_shift_rri", &[], "FF", Unsized, |a, c| a.avx_vector_shift_rri(VectorShift::Psllq, c.regs[0], c.regs[1], 5)),
    ("fma_rrr", WORDS, "FFF", Suffix, |a, c| a.fma_rrr(Fma::Madd, FmaOrder::F213, c.width, c.regs[0], c.regs[1], c.regs[2])),
    ("fma_rrm", WORDS, "FF", Suffix, |a, c| a.fma_rrm(Fma::Madd, FmaOrder::F213, c.width, c.regs[0], c.regs[1], c.mem)),
];

fn size(bytes: &[u8], size: Size) -> u32 {
    let instruction = Decoder::new(64, bytes, DecoderOptions::NONE).decode();
    assert_eq!(instruction.len(), bytes.len());
    match size {
        Operand(n) if instruction.op_kind(n as u32) == OpKind::Register => {
            8 * instruction.op_register(n as u32).size() as u32
        }
        Operand(_) => 8 * instruction.memory_size().size() as u32,
        Sign => match instruction.mnemonic() {
            Mnemonic::Cwd => 16,
            Mnemonic::Cdq => 32,
            _ => 64,
        },
        _ => match &*format!("{:?}", instruction.mnemonic()) {
            name if name.ends_with("ss") || name.ends_with("ps") => 32,
            "Pextrb" => 8,
            "Pextrw" => 16,
            "Pextrd" => 32,
            _ => 64,
        },
    }
}

#[test]
fn x64_methods_encode_their_operands_or_refuse_them() {
    let row = |&(name, widths, banks, size, emit): &(_, _, _, _, Emit)| Row {
        name,
        widths,
        banks,
        size,
        emit: Box::new(move |buffer, call| emit(&mut Assembler::new(buffer), call)),
    };
    let two = Scale::Two;
    Machine {
        arch: Arch::X64,
        folder: "x64",
        rows: ROWS.iter().map(row).collect(),
        memory: Mem::base(RAX, 8),
        wrong_memories: vec![
            Mem::base(XMM1, 0),
            Mem::base(Reg::gp(16), 0),
            Mem::index(RAX, XMM1, two, 0),
            Mem::index(XMM1, RAX, two, 0),
            Mem::index(RAX, RSP, two, 0),
            Mem::index(RAX, Reg::gp(20), two, 0),
            Mem::Scaled { index: XMM1, scale: two, disp: 0 },
            Mem::Scaled { index: RSP, scale: two, disp: 0 },
        ],
        missing_registers: vec![Reg::gp(17), Reg::fp(17)],
        no_op: |buffer| Assembler::new(buffer).nop(1),
        size,
    }
    .check();
}

/// Also where a label before the instruction would bring a displacement that wrapped back into reach.
#[test]
fn displacements_from_labels_do_not_wrap() {
    for (disp, is_bound, fits) in [
        (i32::MIN + 4, false, true),
        (i32::MIN + 3, false, false),
        (i32::MIN, false, false),
        (i32::MIN + 16, true, true),
        (i32::MIN + 15, true, false),
        (i32::MIN + 3, true, false),
        (i32::MIN, true, false),
    ] {
        let mut buffer = barebones::isa::CodeBuffer::new(Arch::X64);
        let label = buffer.new_label();
        if is_bound {
            buffer.bind(label);
        }
        let mut asm = Assembler::new(&mut buffer);
        asm.nop(9);
        asm.lea(W64, RAX, Mem::Label { label, disp });
        asm.nop(9);
        if !is_bound {
            buffer.bind(label);
        }
        assert_eq!(buffer.finish(Default::default()).is_ok(), fits, "{disp} {is_bound}");
    }
}
