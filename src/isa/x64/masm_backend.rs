//! The backend of the macro assembler for x86-64.

use super::assembler::{Alu, Extend, Scan, Unary};
use super::assembler_fp::FloatOp;
use super::encoding::{Cond, Mem};
use super::masm::{Flags, Portable, Source, alu_op, extend_op, short, truncation};
use super::registers::{RAX, RSP};
use crate::base::{Features, IntCondition, Reg, SiteId, Width};
use crate::isa::masm::*;
use crate::isa::{BranchRole, EmitError, Label, RelocTarget};

impl Backend for Portable<'_> {
    fn mov(&mut self, width: Width, dst: Reg, src: Operand<'_>) {
        match src {
            Operand::Reg(src) if width == Width::W64 => self.copy(width, dst, src.reg()),
            Operand::Reg(src) => self.asm.mov_rr(width, dst, src.reg()),
            Operand::Imm(imm) if width == Width::W64 => self.asm.mov_ri(dst, imm as u64),
            Operand::Imm(imm) => self.asm.mov_ri(dst, u64::from(imm as u32)),
            Operand::Mem(address) => {
                self.load(Extension { from: width, to: width, signed: false }, dst, address)
            }
        }
    }

    fn swap(&mut self, a: Reg, b: Reg) {
        if a != b {
            self.asm.xchg_rr(Width::W64, a, b);
        }
    }

    fn load(&mut self, extension: Extension, dst: Reg, address: Address<'_>) {
        let Some(mem) = self.mem(address, Some(dst)) else { return };
        match extend_op(extension) {
            Some(op) => self.asm.extend_rm(op, extension.to, dst, mem),
            None => self.asm.mov_rm(extension.from, dst, mem),
        }
    }

    fn store(&mut self, width: Width, address: Address<'_>, value: Operand<'_>) {
        let Some(mem) = self.mem(address, None) else { return };
        match value {
            Operand::Reg(value) => self.asm.mov_mr(width, mem, value.reg()),
            Operand::Imm(imm) => match short(imm, width) {
                Some(imm) => self.asm.mov_mi(width, mem, imm),
                None => {
                    let Some(scratch) = self.scratch() else { return };
                    self.asm.mov_ri(scratch, imm as u64);
                    self.asm.mov_mr(width, mem, scratch);
                }
            },
            Operand::Mem(from) => {
                let Some(scratch) = self.scratch() else { return };
                let Some(from) = self.mem(from, Some(scratch)) else { return };
                self.load_any(width, scratch, from);
                self.asm.mov_mr(width, mem, scratch);
            }
        }
    }

    fn load_float(&mut self, width: Width, dst: Reg, address: Address<'_>) {
        let Some(mem) = self.mem(address, None) else { return };
        self.asm.float_load(width, dst, mem);
    }

    fn store_float(&mut self, width: Width, address: Address<'_>, src: Reg) {
        let Some(mem) = self.mem(address, None) else { return };
        self.asm.float_store(width, mem, src);
    }

    fn lea(&mut self, dst: Reg, address: Address<'_>) {
        if address.base == Base::Zero {
            return self.asm.mov_ri(dst, address.offset as u64);
        }
        let Some(mem) = self.mem(address, None) else { return };
        self.asm.lea(Width::W64, dst, mem);
    }

    fn lea_label(&mut self, dst: Reg, label: Label) {
        self.asm.lea(Width::W64, dst, Mem::label(label));
    }

    fn lea_target(&mut self, dst: Reg, target: RelocTarget) {
        self.asm.mov_address(dst, target, 0);
    }

    fn call_target(&mut self, target: RelocTarget) {
        self.keeping_written(|asm| asm.call_address(target, 0));
    }

    fn enter_frame(&mut self) {
        self.keeping_written(|asm| asm.push_frame_record());
    }

    fn leave_frame(&mut self) {
        self.keeping_written(|asm| {
            asm.leave();
            asm.buffer().note_entry();
            asm.ret();
        });
    }

    fn extend(&mut self, extension: Extension, dst: Reg, src: Reg) {
        match extend_op(extension) {
            Some(op) => self.asm.extend_rr(op, extension.to, dst, src),
            None => self.asm.mov_rr(extension.from, dst, src),
        }
    }

    fn binary(&mut self, op: BinaryOp, width: Width, dst: Reg, a: Reg, b: Operand<'_>) {
        self.arithmetic(op, width, dst, a, b);
    }

    fn binary_memory(&mut self, op: BinaryOp, width: Width, address: Address<'_>, b: Operand<'_>) {
        let Some(op) = alu_op(op) else {
            return self.asm.buffer.invalid_operand("an operation on memory");
        };
        let Some((mem, b)) = self.memory_and_source(width, address, b) else { return };
        match b {
            Source::Imm(imm) => self.asm.alu_mi(op, width, mem, imm),
            Source::Reg(b) => self.asm.alu_mr(op, width, mem, b),
            Source::Mem(_) => {}
        }
    }

    fn unary(&mut self, op: UnaryOp, width: Width, dst: Reg, src: Reg) {
        match op {
            UnaryOp::Neg | UnaryOp::Not => {
                self.copy(width, dst, src);
                let op = if op == UnaryOp::Neg { Unary::Neg } else { Unary::Not };
                self.asm.unary_r(op, width, dst);
            }
            UnaryOp::CountLeadingZeros => {
                if self.features.contains(Features::LZCNT) {
                    return self.asm.scan_rr(Scan::Lzcnt, width, dst, src);
                }
                // The number of leading zeros is the index of the highest one with all bits inverted.
                self.scan(Scan::Bsr, width, dst, src, 2 * width.bits() - 1);
                self.asm.alu_ri(Alu::Xor, width, dst, width.bits() as i32 - 1);
            }
            UnaryOp::CountTrailingZeros => {
                if self.features.contains(Features::BMI1) {
                    return self.asm.scan_rr(Scan::Tzcnt, width, dst, src);
                }
                self.scan(Scan::Bsf, width, dst, src, width.bits());
            }
            UnaryOp::CountPopulation => self.count_population(width, dst, src),
            UnaryOp::ByteSwap => {
                self.copy(width, dst, src);
                self.asm.bswap(width, dst);
            }
        }
    }

    fn branch(&mut self, predicate: Predicate<'_>, target: Label) {
        if let Some(flags) = self.flags(predicate) {
            self.jump_if(flags, target);
        }
    }

    fn set(&mut self, predicate: Predicate<'_>, dst: Reg) {
        let Some(flags) = self.flags(predicate) else { return };
        if let Flags::One(cond) = flags {
            self.asm.setcc_r(cond, dst);
            self.asm.extend_rr(Extend::Zero8, Width::W32, dst, dst);
        } else {
            let (yes, end) = (self.asm.buffer.new_label(), self.asm.buffer.new_label());
            self.jump_if(flags, yes);
            self.asm.mov_ri(dst, 0);
            self.asm.jmp_short(end);
            self.asm.buffer.bind(yes);
            self.asm.mov_ri(dst, 1);
            self.asm.buffer.bind(end);
        }
    }

    fn select(&mut self, predicate: Predicate<'_>, dst: Reg, then: Reg, otherwise: Reg) {
        let Some(flags) = self.flags(predicate) else { return };
        if let Flags::One(cond) = flags {
            if dst == then {
                self.asm.cmov_rr(cond.inverted(), Width::W64, dst, otherwise);
            } else {
                self.copy(Width::W64, dst, otherwise);
                self.asm.cmov_rr(cond, Width::W64, dst, then);
            }
        } else {
            self.select_by_jump(flags, dst, then, otherwise, |asm, dst, src| {
                asm.mov_rr(Width::W64, dst, src);
            });
        }
    }

    fn select_float(&mut self, predicate: Predicate<'_>, dst: Reg, then: Reg, otherwise: Reg) {
        let Some(flags) = self.flags(predicate) else { return };
        self.select_by_jump(flags, dst, then, otherwise, |asm, dst, src| {
            asm.float_rr(FloatOp::Movaps, dst, src);
        });
    }

    fn float_binary(&mut self, op: FloatBinaryOp, width: Width, dst: Reg, a: Reg, b: Reg) {
        use FloatBinaryOp::*;
        let single = width == Width::W32;
        let (row, commutes) = match op {
            Add => (if single { FloatOp::Addss } else { FloatOp::Addsd }, true),
            Sub => (if single { FloatOp::Subss } else { FloatOp::Subsd }, false),
            Mul => (if single { FloatOp::Mulss } else { FloatOp::Mulsd }, true),
            Div => (if single { FloatOp::Divss } else { FloatOp::Divsd }, false),
            And => (FloatOp::Andps, true),
            Or => (FloatOp::Orps, true),
            Xor => (FloatOp::Xorps, true),
        };
        if self.features.contains(Features::AVX) {
            return self.asm.avx_rrr(row, dst, a, b);
        }
        if dst != b || dst == a {
            self.copy_float(dst, a);
            self.asm.float_rr(row, dst, b);
        } else if commutes {
            self.asm.float_rr(row, dst, a);
        } else {
            let Some(scratch) = self.float_scratch() else { return };
            self.copy_float(scratch, b);
            self.copy_float(dst, a);
            self.asm.float_rr(row, dst, scratch);
        }
    }

    fn float_unary(&mut self, op: FloatUnaryOp, width: Width, dst: Reg, src: Reg) {
        use FloatUnaryOp::*;
        let single = width == Width::W32;
        // Masks fill all lanes, because the instruction reads 16 bytes.
        let sign = if single { 0x8000_0000_8000_0000 } else { 0x8000_0000_0000_0000 };
        let mode = match op {
            Move => return self.copy_float(dst, src),
            Abs => return self.with_mask(FloatOp::Andps, !(sign | sign << 64), dst, src),
            Neg => return self.with_mask(FloatOp::Xorps, sign | sign << 64, dst, src),
            Sqrt => {
                let row = if single { FloatOp::Sqrtss } else { FloatOp::Sqrtsd };
                return self.asm.float_rr(row, dst, src);
            }
            Nearest => 0,
            Floor => 1,
            Ceil => 2,
            Trunc => 3,
        };
        if !self.features.contains(Features::SSE41) {
            return self.asm.buffer.fail(EmitError::MissingFeature { feature: "sse4.1" });
        }
        let row = if single { FloatOp::Roundss } else { FloatOp::Roundsd };
        self.asm.float_rri(row, dst, src, mode);
    }

    fn float_constant(&mut self, width: Width, dst: Reg, bits: u64) {
        if bits == 0 {
            return self.asm.float_rr(FloatOp::Xorps, dst, dst);
        }
        let buffer = &mut *self.asm.buffer;
        let constant =
            if width == Width::W32 { buffer.constant4(bits as u32) } else { buffer.constant8(bits) };
        self.asm.float_load(width, dst, Mem::label(constant));
    }

    fn convert(&mut self, op: ConvertOp, dst: Reg, src: Reg) {
        match op {
            ConvertOp::FromSigned(from, to) => self.signed_to_float(from, to, dst, src),
            ConvertOp::FromUnsigned(Width::W32, to) => {
                let Some(scratch) = self.scratch() else { return };
                self.asm.mov_rr(Width::W32, scratch, src);
                self.signed_to_float(Width::W64, to, dst, scratch);
            }
            ConvertOp::FromUnsigned(_, to) => self.unsigned_to_float(to, dst, src),
            ConvertOp::ToSigned(from, to) => self.asm.float_rr(truncation(from, to), dst, src),
            ConvertOp::ToUnsigned(from, Width::W32) => {
                self.asm.float_rr(truncation(from, Width::W64), dst, src);
                self.asm.mov_rr(Width::W32, dst, dst);
            }
            ConvertOp::ToUnsigned(from, _) => self.float_to_unsigned(from, dst, src),
            ConvertOp::Float(Width::W32) => self.asm.float_rr(FloatOp::Cvtss2sd, dst, src),
            ConvertOp::Float(_) => self.asm.float_rr(FloatOp::Cvtsd2ss, dst, src),
            ConvertOp::FromBits(width) => self.asm.gp_to_float(width, dst, src),
            ConvertOp::ToBits(width) => self.asm.float_to_gp(width, dst, src),
        }
    }

    fn convert_exactly(&mut self, dst: Reg, src: Reg, negative_zero: bool, failure: Label) {
        let Some(scratch) = self.float_scratch() else { return };
        self.asm.float_rr(FloatOp::Cvttsd2si32, dst, src);
        self.signed_to_float(Width::W32, Width::W64, scratch, dst);
        self.asm.float_rr(FloatOp::Ucomisd, scratch, src);
        self.asm.jcc(Cond::P, failure);
        self.asm.jcc(Cond::Ne, failure);
        if negative_zero {
            let end = self.asm.buffer.new_label();
            self.asm.test_rr(Width::W32, dst, dst);
            self.asm.jcc_short(Cond::Ne, end);
            self.asm.float_rr(FloatOp::Movmskpd, dst, src);
            self.asm.test_ri(Width::W32, dst, 1);
            self.asm.jcc(Cond::Ne, failure);
            self.asm.mov_ri(dst, 0);
            self.asm.buffer.bind(end);
        }
    }

    fn atomic_exchange(&mut self, width: Width, dst: Reg, address: Address<'_>, src: Reg) {
        self.exchange(width, dst, address, src, |asm, width, mem, reg| asm.xchg_mr(width, mem, reg));
    }

    fn atomic_exchange_add(&mut self, width: Width, dst: Reg, address: Address<'_>, src: Reg) {
        self.exchange(width, dst, address, src, |asm, width, mem, reg| asm.lock_xadd_mr(width, mem, reg));
    }

    fn atomic(&mut self, op: AtomicOp, width: Width, address: Address<'_>, src: Operand<'_>) {
        let op = match op {
            AtomicOp::Add => Alu::Add,
            AtomicOp::And => Alu::And,
            AtomicOp::Or => Alu::Or,
            AtomicOp::Xor => Alu::Xor,
        };
        let Some((mem, src)) = self.memory_and_source(width, address, src) else { return };
        match src {
            Source::Imm(imm) => self.asm.lock_alu_mi(op, width, mem, imm),
            Source::Reg(src) => self.asm.lock_alu_mr(op, width, mem, src),
            Source::Mem(_) => {}
        }
    }

    fn atomic_cas(
        &mut self,
        width: Width,
        expected: Reg,
        new: Reg,
        address: Address<'_>,
        target: Option<(bool, Label)>,
    ) {
        let Some(mem) = self.mem(address, None) else { return };
        // cmpxchg uses rax: swap it with `expected`, and rename both in the operands.
        let place = |reg: Reg| match reg {
            RAX => expected,
            reg if reg == expected => RAX,
            reg => reg,
        };
        let mem = match mem {
            Mem::Base { base, disp } => Mem::base(place(base), disp),
            Mem::Index { base, index, scale, disp } => Mem::index(place(base), place(index), scale, disp),
            other => other,
        };
        let written = self.asm.buffer.written();
        if expected != RAX {
            self.asm.xchg_rr(Width::W64, RAX, expected);
        }
        self.asm.lock_cmpxchg_mr(width, mem, place(new));
        self.zero_extend(width, RAX);
        if expected != RAX {
            self.asm.xchg_rr(Width::W64, RAX, expected);
        }
        self.asm.buffer.set_written(written);
        self.asm.writes(expected);
        if let Some((success, target)) = target {
            self.asm.jcc(if success { Cond::E } else { Cond::Ne }, target);
        }
    }

    fn load_acquire(&mut self, width: Width, dst: Reg, address: Address<'_>) {
        let Some(mem) = self.mem(address, Some(dst)) else { return };
        self.load_any(width, dst, mem);
    }

    fn store_release(&mut self, width: Width, address: Address<'_>, src: Reg) {
        let Some(mem) = self.mem(address, None) else { return };
        self.asm.mov_mr(width, mem, src);
    }

    fn fence(&mut self, fence: Fence) {
        // The CPU reorders only a store with a later load.
        if fence == Fence::Full {
            self.asm.mfence();
        }
    }

    fn jump(&mut self, target: Label) {
        self.asm.jmp(target);
    }

    fn far_jump(&mut self, target: Operand<'_>) {
        match self.source(target, Width::W64, None) {
            Some(Source::Reg(target)) => self.asm.jmp_r(target),
            Some(Source::Mem(target)) => self.asm.jmp_m(target),
            Some(Source::Imm(target)) => {
                let target = self.asm.buffer.constant8(i64::from(target) as u64);
                self.asm.jmp_m(Mem::label(target));
            }
            None => {}
        }
    }

    fn call(&mut self, target: Operand<'_>) {
        let Some(target) = self.source(target, Width::W64, None) else { return };
        self.keeping_written(|asm| match target {
            Source::Reg(target) => asm.call_r(target),
            Source::Mem(target) => asm.call_m(target),
            Source::Imm(target) => {
                let target = asm.buffer.constant8(i64::from(target) as u64);
                asm.call_m(Mem::label(target));
            }
        });
    }

    fn near_call(&mut self, target: Label) {
        self.keeping_written(|asm| asm.call_label(target));
    }

    fn cell_jump(&mut self, site: SiteId) {
        self.asm.jmp_cell(site);
    }

    fn patchable_branch(&mut self, target: Label, role: BranchRole) -> SiteId {
        let mut site = SiteId::INVALID;
        self.keeping_written(|asm| site = asm.patchable_branch(target, role));
        site
    }

    fn patchable_mov(&mut self, dst: Reg, bits: u64) -> Option<SiteId> {
        self.asm.patchable_mov(dst, bits)
    }

    fn patchable_compare(
        &mut self,
        condition: IntCondition,
        reg: Reg,
        bits: u32,
        target: Label,
    ) -> Option<SiteId> {
        let site = self.asm.patchable_cmp(reg, bits)?;
        self.asm.jcc(condition.into(), target);
        Some(site)
    }

    fn cell_load(&mut self, dst: Reg, site: SiteId) {
        self.asm.mov_cell(dst, site);
    }

    fn ret(&mut self) {
        self.keeping_written(|asm| asm.ret());
    }

    fn trap(&mut self) {
        self.asm.ud2();
    }

    fn move_stack_pointer(&mut self, bytes: i32) {
        self.keeping_written(|asm| asm.lea(Width::W64, RSP, Mem::base(RSP, bytes)));
    }

    fn breakpoint(&mut self) {
        self.asm.int3();
    }

    fn pause(&mut self) {
        self.asm.pause();
    }

    fn nop(&mut self) {
        self.asm.nop(1);
    }

    fn align(&mut self, alignment: u32) {
        self.asm.align(alignment);
    }
}
