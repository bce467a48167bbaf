//! The portable macro assembler on x86-64.
//!
//! A 64-bit immediate that instructions cannot hold is a constant behind the code, so few operations need a scratch
//! register: addresses that are absolute and far, comparisons of memory with memory, stores of such an immediate,
//! and shifts whose count is in their destination.

use super::assembler::{Alu, Assembler, Extend, Shift, ShiftX, Unary};
use super::encoding::{Cond, Mem};
use super::registers::{RBP, RCX, RSP};
use crate::base::{Features, IntCondition, Reg, Width};
use crate::isa::masm::{Address, Backend, Base, BinaryOp, Extension, Operand, ResultCondition};
use crate::isa::masm::{Scratches, UnaryOp};
use crate::isa::{CodeBuffer, EmitError, Label};

/// The macro assembler's operations for one instruction's worth of operands.
pub(in crate::isa) struct Portable<'a> {
    asm: Assembler<'a>,
    scratches: Scratches,
    features: Features,
}

/// The immediate of an instruction that sign-extends 32 bits to `width`.
fn short(imm: i64, width: Width) -> Option<i32> {
    if width == Width::W64 { i32::try_from(imm).ok() } else { Some(imm as i32) }
}

fn cond(condition: ResultCondition) -> Cond {
    match condition {
        ResultCondition::Zero => Cond::E,
        ResultCondition::NonZero => Cond::Ne,
        ResultCondition::Signed => Cond::S,
        ResultCondition::PositiveOrZero => Cond::Ns,
        ResultCondition::Overflow => Cond::O,
        ResultCondition::NoOverflow => Cond::No,
        ResultCondition::Carry => Cond::B,
        ResultCondition::NoCarry => Cond::Ae,
    }
}

fn extend_op(extension: Extension) -> Option<Extend> {
    match (extension.from, extension.signed) {
        (Width::W8, false) => Some(Extend::Zero8),
        (Width::W8, true) => Some(Extend::Sign8),
        (Width::W16, false) => Some(Extend::Zero16),
        (Width::W16, true) => Some(Extend::Sign16),
        (Width::W32, true) if extension.to == Width::W64 => Some(Extend::Sign32),
        _ => None,
    }
}

fn uses(mem: Mem, reg: Reg) -> bool {
    match mem {
        Mem::Base { base, .. } => base == reg,
        Mem::Index { base, index, .. } => base == reg || index == reg,
        Mem::Scaled { index, .. } => index == reg,
        Mem::Label { .. } | Mem::Absolute(_) => false,
    }
}

/// The right operand of two-operand instructions.
#[derive(Clone, Copy)]
enum Source {
    Reg(Reg),
    Imm(i32),
    Mem(Mem),
}

impl<'a> Portable<'a> {
    pub(in crate::isa) fn new(
        buffer: &'a mut CodeBuffer,
        scratches: Scratches,
        features: Features,
    ) -> Portable<'a> {
        Portable { asm: Assembler::new(buffer), scratches, features }
    }

    /// A register for ourselves; without one, an error of the buffer.
    fn scratch(&mut self) -> Option<Reg> {
        let scratch = self.scratches.take_gp();
        if scratch.is_none() {
            let offset = self.asm.buffer.offset();
            self.asm.buffer.fail(EmitError::NoScratch { offset });
        }
        scratch
    }

    /// The operand of an address. One that is absolute and far goes through `spare` or a scratch register.
    fn mem(&mut self, address: Address<'_>, spare: Option<Reg>) -> Option<Mem> {
        let base = match address.base {
            Base::Reg(base) => base.reg(),
            Base::StackPointer => RSP,
            Base::FramePointer => RBP,
            Base::Zero => {
                if let Ok(near) = i32::try_from(address.offset) {
                    return Some(Mem::Absolute(near));
                }
                let base = match spare {
                    Some(spare) => spare,
                    None => self.scratch()?,
                };
                self.asm.mov_ri(base, address.offset as u64);
                return Some(Mem::base(base, 0));
            }
        };
        let disp = address.offset as i32;
        Some(match address.index {
            None => Mem::base(base, disp),
            Some((index, scale)) => Mem::index(base, index.reg(), scale, disp),
        })
    }

    fn source(&mut self, operand: Operand<'_>, width: Width, spare: Option<Reg>) -> Option<Source> {
        Some(match operand {
            Operand::Reg(reg) => Source::Reg(reg.reg()),
            Operand::Mem(address) => Source::Mem(self.mem(address, spare)?),
            Operand::Imm(imm) => match short(imm, width) {
                Some(imm) => Source::Imm(imm),
                None => Source::Mem(Mem::label(self.asm.buffer.constant8(imm as u64))),
            },
        })
    }

    /// What this writes is as before when control is back: the stack pointer.
    fn keeping_written(&mut self, instructions: impl FnOnce(&mut Assembler<'a>)) {
        let written = self.asm.buffer.take_written();
        instructions(&mut self.asm);
        self.asm.buffer.take_written();
        self.asm.buffer.note_writes(written);
    }

    fn copy(&mut self, width: Width, dst: Reg, src: Reg) {
        if dst != src {
            self.asm.mov_rr(width, dst, src);
        }
    }

    /// `dst = src` of 32 or 64 bits.
    fn put(&mut self, width: Width, dst: Reg, src: Source) {
        match src {
            Source::Reg(src) => self.copy(width, dst, src),
            Source::Imm(imm) if width == Width::W64 => self.asm.mov_ri(dst, i64::from(imm) as u64),
            Source::Imm(imm) => self.asm.mov_ri(dst, u64::from(imm as u32)),
            Source::Mem(mem) => self.asm.mov_rm(width, dst, mem),
        }
    }

    fn alu(&mut self, op: Alu, width: Width, dst: Reg, src: Source) {
        match src {
            Source::Reg(src) => self.asm.alu_rr(op, width, dst, src),
            Source::Imm(imm) => self.asm.alu_ri(op, width, dst, imm),
            Source::Mem(mem) => self.asm.alu_rm(op, width, dst, mem),
        }
    }

    fn multiply(&mut self, width: Width, dst: Reg, a: Reg, b: Source) {
        match b {
            Source::Imm(imm) => self.asm.imul_rri(width, dst, a, imm),
            _ if dst != a => {
                self.put(width, dst, b);
                self.asm.imul_rr(width, dst, a);
            }
            Source::Reg(b) => self.asm.imul_rr(width, dst, b),
            Source::Mem(mem) => self.asm.imul_rm(width, dst, mem),
        }
    }

    /// `dst = a op b` where operands may change places. Flags are those of the operation.
    fn commutative(&mut self, op: Alu, width: Width, dst: Reg, a: Reg, b: Source) {
        match b {
            _ if dst == a => self.alu(op, width, dst, b),
            Source::Imm(imm) => {
                self.copy(width, dst, a);
                self.asm.alu_ri(op, width, dst, imm);
            }
            _ => {
                self.put(width, dst, b);
                self.asm.alu_rr(op, width, dst, a);
            }
        }
    }

    fn subtract(&mut self, width: Width, dst: Reg, a: Reg, b: Source) {
        let b_is_dst = match b {
            Source::Reg(b) => b == dst,
            Source::Imm(_) => false,
            Source::Mem(mem) => uses(mem, dst),
        };
        if dst != a && b_is_dst {
            self.put(width, dst, b);
            self.asm.unary_r(Unary::Neg, width, dst);
            self.asm.alu_rr(Alu::Add, width, dst, a);
        } else {
            self.copy(width, dst, a);
            self.alu(Alu::Sub, width, dst, b);
        }
    }

    fn shift(&mut self, op: Shift, width: Width, dst: Reg, a: Reg, count: Operand<'_>) {
        let count = match count {
            Operand::Imm(count) => {
                self.copy(width, dst, a);
                let count = count as u32 & (width.bits() - 1);
                // A shift by zero would leave the upper half as it is.
                if count != 0 {
                    self.asm.shift_ri(op, width, dst, count as u8);
                } else if width == Width::W32 && dst == a {
                    self.asm.mov_rr(width, dst, dst);
                }
                return;
            }
            Operand::Reg(count) => count.reg(),
            Operand::Mem(address) => {
                let Some(scratch) = self.scratch() else { return };
                let Some(mem) = self.mem(address, Some(scratch)) else { return };
                self.asm.mov_rm(width, scratch, mem);
                scratch
            }
        };
        let bmi = match op {
            Shift::Shl => Some(ShiftX::Shlx),
            Shift::Shr => Some(ShiftX::Shrx),
            Shift::Sar => Some(ShiftX::Sarx),
            Shift::Rol | Shift::Ror | Shift::Rcr => None,
        };
        if let Some(op) = bmi
            && self.features.contains(Features::BMI2)
        {
            return self.asm.shiftx_rr(op, width, dst, a, count);
        }
        // Registers that change places and change back were not written.
        let written = self.asm.buffer.take_written();
        let scratch = self.shift_by_rcx(op, width, dst, a, count);
        self.asm.buffer.take_written();
        self.asm.buffer.note_writes(written);
        self.asm.writes(dst);
        if let Some(scratch) = scratch {
            self.asm.writes(scratch);
        }
    }

    /// The count has to be in rcx, which keeps what it has. Gives back the scratch register if it took one.
    fn shift_by_rcx(&mut self, op: Shift, width: Width, dst: Reg, a: Reg, count: Reg) -> Option<Reg> {
        if count == dst {
            // The value, the count and what is in rcx want three registers.
            let scratch = self.scratch()?;
            if dst == RCX {
                self.asm.mov_rr(Width::W64, scratch, a);
                self.asm.shift_rcl(op, width, scratch);
                self.asm.mov_rr(width, RCX, scratch);
            } else {
                self.asm.mov_rr(Width::W64, scratch, RCX);
                self.asm.mov_rr(Width::W64, RCX, count);
                self.copy(Width::W64, dst, if a == RCX { scratch } else { a });
                self.asm.shift_rcl(op, width, dst);
                self.asm.mov_rr(Width::W64, RCX, scratch);
            }
            return Some(scratch);
        }
        if count == RCX {
            self.copy(width, dst, a);
            self.asm.shift_rcl(op, width, dst);
        } else {
            self.copy(width, dst, a);
            self.asm.xchg_rr(Width::W64, RCX, count);
            self.asm.shift_rcl(op, width, if dst == RCX { count } else { dst });
            self.asm.xchg_rr(Width::W64, RCX, count);
        }
        None
    }

    /// Flags of `a - b` or `a & b`; false if there is no instruction, because both are constants or a scratch is
    /// missing.
    fn compare(&mut self, tests: bool, width: Width, a: Operand<'_>, b: Operand<'_>) {
        let b_operand = b;
        let a = match a {
            Operand::Reg(a) => Source::Reg(a.reg()),
            Operand::Mem(address) if !matches!(b, Operand::Mem(_)) => {
                let Some(mem) = self.mem(address, None) else { return };
                Source::Mem(mem)
            }
            // A constant, or memory beside memory, in a register.
            _ => {
                let Some(scratch) = self.scratch() else { return };
                match a {
                    Operand::Mem(address) => {
                        let Some(mem) = self.mem(address, Some(scratch)) else { return };
                        self.load_any(width, scratch, mem);
                    }
                    Operand::Imm(imm) => self.asm.mov_ri(scratch, imm as u64),
                    Operand::Reg(_) => {}
                }
                Source::Reg(scratch)
            }
        };
        let Some(b) = self.source(b_operand, width, None) else { return };
        match (a, b) {
            (Source::Reg(a), Source::Reg(b)) if tests => self.asm.test_rr(width, a, b),
            (Source::Reg(a), Source::Imm(0)) if !tests => self.asm.test_rr(width, a, a),
            (Source::Reg(a), Source::Imm(b)) if tests => self.asm.test_ri(width, a, b),
            (Source::Reg(a), Source::Mem(b)) if tests => self.asm.test_mr(width, b, a),
            (Source::Reg(a), b) => self.alu(Alu::Cmp, width, a, b),
            (Source::Mem(a), Source::Reg(b)) if tests => self.asm.test_mr(width, a, b),
            (Source::Mem(a), Source::Reg(b)) => self.asm.alu_mr(Alu::Cmp, width, a, b),
            (Source::Mem(a), Source::Imm(b)) if tests => self.asm.test_mi(width, a, b),
            (Source::Mem(a), Source::Imm(b)) => self.asm.alu_mi(Alu::Cmp, width, a, b),
            // A constant that is memory, beside memory.
            (a, Source::Mem(b)) => {
                let Some(scratch) = self.scratch() else { return };
                self.put(width, scratch, Source::Mem(b));
                match a {
                    Source::Mem(a) if tests => self.asm.test_mr(width, a, scratch),
                    Source::Mem(a) => self.asm.alu_mr(Alu::Cmp, width, a, scratch),
                    _ => {}
                }
            }
            (Source::Imm(_), _) => {}
        }
    }

    fn load_any(&mut self, width: Width, dst: Reg, mem: Mem) {
        match extend_op(Extension { from: width, to: Width::W32, signed: false }) {
            Some(op) => self.asm.extend_rm(op, Width::W32, dst, mem),
            None => self.asm.mov_rm(width, dst, mem),
        }
    }
}

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

    fn extend(&mut self, extension: Extension, dst: Reg, src: Reg) {
        match extend_op(extension) {
            Some(op) => self.asm.extend_rr(op, extension.to, dst, src),
            None => self.asm.mov_rr(extension.from, dst, src),
        }
    }

    fn binary(&mut self, op: BinaryOp, width: Width, dst: Reg, a: Reg, b: Operand<'_>) {
        let shift = match op {
            BinaryOp::Lshift => Some(Shift::Shl),
            BinaryOp::Rshift => Some(Shift::Sar),
            BinaryOp::Urshift => Some(Shift::Shr),
            BinaryOp::RotateRight => Some(Shift::Ror),
            BinaryOp::RotateLeft => Some(Shift::Rol),
            _ => None,
        };
        if let Some(shift) = shift {
            return self.shift(shift, width, dst, a, b);
        }
        let spare = (dst != a).then_some(dst);
        let Some(b) = self.source(b, width, spare) else { return };
        match op {
            BinaryOp::Add => self.commutative(Alu::Add, width, dst, a, b),
            BinaryOp::And => self.commutative(Alu::And, width, dst, a, b),
            BinaryOp::Or => self.commutative(Alu::Or, width, dst, a, b),
            BinaryOp::Xor => self.commutative(Alu::Xor, width, dst, a, b),
            BinaryOp::Mul => self.multiply(width, dst, a, b),
            _ => self.subtract(width, dst, a, b),
        }
    }

    fn unary(&mut self, op: UnaryOp, width: Width, dst: Reg, src: Reg) {
        self.copy(width, dst, src);
        let op = match op {
            UnaryOp::Neg => Unary::Neg,
            UnaryOp::Not => Unary::Not,
        };
        self.asm.unary_r(op, width, dst);
    }

    fn branch(
        &mut self,
        condition: IntCondition,
        width: Width,
        a: Operand<'_>,
        b: Operand<'_>,
        target: Label,
    ) {
        // A constant goes to the right.
        if matches!(a, Operand::Imm(_)) && !matches!(b, Operand::Imm(_)) {
            self.compare(false, width, b, a);
            self.asm.jcc(condition.flipped().into(), target);
        } else {
            self.compare(false, width, a, b);
            self.asm.jcc(condition.into(), target);
        }
    }

    fn branch_test(
        &mut self,
        condition: ResultCondition,
        width: Width,
        a: Operand<'_>,
        mask: Operand<'_>,
        target: Label,
    ) {
        // A constant goes to the right.
        if matches!(a, Operand::Imm(_)) {
            self.compare(true, width, mask, a);
        } else {
            self.compare(true, width, a, mask);
        }
        self.asm.jcc(cond(condition), target);
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

    fn ret(&mut self) {
        self.keeping_written(|asm| asm.ret());
    }

    fn trap(&mut self) {
        self.asm.ud2();
    }

    fn nop(&mut self) {
        self.asm.nop(1);
    }
}
