//! The portable macro assembler for x86-64.
//!
//! A 64-bit immediate that does not fit an instruction is loaded from the constant pool, so few operations need a
//! scratch register: far absolute addresses, comparisons of memory with memory, stores of such an immediate, and
//! shifts whose count is in their destination.

use super::assembler::{Alu, Assembler, Bit, Extend, Scan, Shift, ShiftX, Unary};
use super::assembler_fp::FloatOp;
use super::encoding::{Cond, Mem, Scale};
use super::registers::RSP;
use super::registers::{RBP, RCX};
use crate::base::{Features, FloatCondition, Reg, Width};
use crate::isa::masm::*;
use crate::isa::{CodeBuffer, EmitError, Label};

/// Emits one operation of the macro assembler.
pub(in crate::isa) struct Portable<'a> {
    pub(super) asm: Assembler<'a>,
    scratches: Scratches,
    pub(super) features: Features,
}

/// The immediate of an instruction that sign-extends 32 bits to `width`, if it fits.
pub(super) fn short(imm: i64, width: Width) -> Option<i32> {
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

pub(super) fn extend_op(extension: Extension) -> Option<Extend> {
    match (extension.from, extension.signed) {
        (Width::W8, false) => Some(Extend::Zero8),
        (Width::W8, true) => Some(Extend::Sign8),
        (Width::W16, false) => Some(Extend::Zero16),
        (Width::W16, true) => Some(Extend::Sign16),
        (Width::W32, true) if extension.to == Width::W64 => Some(Extend::Sign32),
        _ => None,
    }
}

/// The flags for which a condition is true.
#[derive(Clone, Copy)]
pub(super) enum Flags {
    One(Cond),
    Both(Cond, Cond),
    Either(Cond, Cond),
}

/// The flags to test after ucomiss or ucomisd of `a` and `b`, and whether to swap these before.
fn float_flags(condition: FloatCondition) -> (Flags, bool) {
    use FloatCondition::*;
    match condition {
        EqualAndOrdered => (Flags::Both(Cond::E, Cond::Np), false),
        NotEqualOrUnordered => (Flags::Either(Cond::Ne, Cond::P), false),
        EqualOrUnordered => (Flags::One(Cond::E), false),
        NotEqualAndOrdered => (Flags::One(Cond::Ne), false),
        GreaterThanAndOrdered => (Flags::One(Cond::A), false),
        GreaterEqualAndOrdered => (Flags::One(Cond::Ae), false),
        LessThanAndOrdered => (Flags::One(Cond::A), true),
        LessEqualAndOrdered => (Flags::One(Cond::Ae), true),
        LessThanOrUnordered => (Flags::One(Cond::B), false),
        LessEqualOrUnordered => (Flags::One(Cond::Be), false),
        GreaterThanOrUnordered => (Flags::One(Cond::B), true),
        GreaterEqualOrUnordered => (Flags::One(Cond::Be), true),
    }
}

fn short_operand(operand: Operand<'_>, width: Width) -> Option<()> {
    match operand {
        Operand::Imm(imm) => short(imm, width).map(|_| ()),
        _ => Some(()),
    }
}

pub(super) fn uses(mem: Mem, reg: Reg) -> bool {
    match mem {
        Mem::Base { base, .. } => base == reg,
        Mem::Index { base, index, .. } => base == reg || index == reg,
        Mem::Scaled { index, .. } => index == reg,
        Mem::Label { .. } | Mem::Absolute(_) => false,
    }
}

/// The right operand of a two-operand instruction.
#[derive(Clone, Copy)]
pub(super) enum Source {
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

    /// Takes a scratch register. If there is none, records an error.
    pub(super) fn scratch(&mut self) -> Option<Reg> {
        let scratch = self.scratches.take_gp();
        if scratch.is_none() {
            let offset = self.asm.buffer.offset();
            self.asm.buffer.fail(EmitError::NoScratch { offset, operation: None });
        }
        scratch
    }

    /// The memory operand of an address. A far absolute address is loaded to `spare` or a scratch register.
    pub(super) fn mem(&mut self, address: Address<'_>, spare: Option<Reg>) -> Option<Mem> {
        let address = self.asm.buffer.adjust_to_lowered_stack(address);
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

    pub(super) fn source(
        &mut self,
        operand: Operand<'_>,
        width: Width,
        spare: Option<Reg>,
    ) -> Option<Source> {
        Some(match operand {
            Operand::Reg(reg) => Source::Reg(reg.reg()),
            Operand::Mem(address) => Source::Mem(self.mem(address, spare)?),
            Operand::Imm(imm) => match short(imm, width) {
                Some(imm) => Source::Imm(imm),
                None => Source::Mem(Mem::label(self.asm.buffer.constant8(imm as u64))),
            },
        })
    }

    /// Emits instructions that restore what they write: the stack pointer. No write is recorded.
    pub(super) fn keeping_written(&mut self, instructions: impl FnOnce(&mut Assembler<'a>)) {
        let written = self.asm.buffer.written();
        instructions(&mut self.asm);
        self.asm.buffer.set_written(written);
    }

    pub(super) fn copy(&mut self, width: Width, dst: Reg, src: Reg) {
        if dst != src {
            self.asm.mov_rr(width, dst, src);
        }
    }

    pub(super) fn put(&mut self, width: Width, dst: Reg, src: Source) {
        match src {
            Source::Reg(src) => self.copy(width, dst, src),
            Source::Imm(imm) if width == Width::W64 => self.asm.mov_ri(dst, i64::from(imm) as u64),
            Source::Imm(imm) => self.asm.mov_ri(dst, u64::from(imm as u32)),
            Source::Mem(mem) => self.asm.mov_rm(width, dst, mem),
        }
    }

    pub(super) fn alu(&mut self, op: Alu, width: Width, dst: Reg, src: Source) {
        match src {
            Source::Reg(src) => self.asm.alu_rr(op, width, dst, src),
            Source::Imm(imm) => self.asm.alu_ri(op, width, dst, imm),
            Source::Mem(mem) => self.asm.alu_rm(op, width, dst, mem),
        }
    }

    pub(super) fn multiply(&mut self, width: Width, dst: Reg, a: Reg, b: Source) {
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

    /// `dst = a op b` for a commutative operation. The flags are those of the operation.
    pub(super) fn commutative(&mut self, op: Alu, width: Width, dst: Reg, a: Reg, b: Source) {
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

    /// `dst = a - b`, with the flags of the subtraction.
    pub(super) fn subtract(&mut self, width: Width, dst: Reg, a: Reg, b: Source) {
        let b_is_dst = match b {
            Source::Reg(b) => b == dst,
            Source::Imm(_) => false,
            Source::Mem(mem) => uses(mem, dst),
        };
        if dst != a && b_is_dst {
            // Compute a - b as a + !b + 1, with instructions that do not change the flags of the comparison.
            self.alu(Alu::Cmp, width, a, b);
            self.put(width, dst, b);
            self.asm.unary_r(Unary::Not, width, dst);
            self.asm.lea(width, dst, Mem::index(a, dst, Scale::One, 1));
        } else {
            self.copy(width, dst, a);
            self.alu(Alu::Sub, width, dst, b);
        }
    }

    pub(super) fn shift(&mut self, op: Shift, width: Width, dst: Reg, a: Reg, count: Operand<'_>) {
        let count = match count {
            Operand::Imm(count) => {
                self.copy(width, dst, a);
                let count = count as u32 & (width.bits() - 1);
                // A 32-bit shift by zero must still clear the upper half.
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
        // Registers that are swapped and swapped back do not count as written.
        let written = self.asm.buffer.written();
        let scratch = self.shift_by_rcx(op, width, dst, a, count);
        self.asm.buffer.set_written(written);
        self.asm.writes(dst);
        if let Some(scratch) = scratch {
            self.asm.writes(scratch);
        }
    }

    /// Shifts with the count in rcx, and restores rcx. Returns the scratch register, if it took one.
    pub(super) fn shift_by_rcx(
        &mut self,
        op: Shift,
        width: Width,
        dst: Reg,
        a: Reg,
        count: Reg,
    ) -> Option<Reg> {
        if count == dst {
            // The value, the count and the old rcx need three registers.
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

    /// Sets the flags of `a - b` or, if `tests`, of `a & b`. A constant must be on the right.
    pub(super) fn compare(
        &mut self,
        tests: bool,
        width: Width,
        a: Operand<'_>,
        b: Operand<'_>,
    ) -> Option<()> {
        let a = match a {
            Operand::Reg(a) => Source::Reg(a.reg()),
            // `Predicate::simplified` moves constants to the right.
            Operand::Imm(_) => return None,
            Operand::Mem(address) if matches!(b, Operand::Mem(_)) || short_operand(b, width).is_none() => {
                let scratch = self.scratch()?;
                let mem = self.mem(address, Some(scratch))?;
                self.load_any(width, scratch, mem);
                Source::Reg(scratch)
            }
            Operand::Mem(address) => Source::Mem(self.mem(address, None)?),
        };
        let b = self.source(b, width, None)?;
        match (a, b) {
            (Source::Reg(a), Source::Reg(b)) if tests => self.asm.test_rr(width, a, b),
            (Source::Reg(a), Source::Imm(b)) if tests => self.asm.test_ri(width, a, b),
            (Source::Reg(a), Source::Mem(b)) if tests => self.asm.test_mr(width, b, a),
            (Source::Reg(a), Source::Imm(0)) => self.asm.test_rr(width, a, a),
            (Source::Reg(a), b) => self.alu(Alu::Cmp, width, a, b),
            (Source::Mem(a), Source::Reg(b)) if tests => self.asm.test_mr(width, a, b),
            (Source::Mem(a), Source::Imm(b)) if tests => self.asm.test_mi(width, a, b),
            (Source::Mem(a), Source::Reg(b)) => self.asm.alu_mr(Alu::Cmp, width, a, b),
            (Source::Mem(a), Source::Imm(b)) => self.asm.alu_mi(Alu::Cmp, width, a, b),
            (Source::Imm(_), _) | (Source::Mem(_), Source::Mem(_)) => {}
        }
        Some(())
    }

    pub(super) fn load_any(&mut self, width: Width, dst: Reg, mem: Mem) {
        match extend_op(Extension { from: width, to: Width::W32, signed: false }) {
            Some(op) => self.asm.extend_rm(op, Width::W32, dst, mem),
            None => self.asm.mov_rm(width, dst, mem),
        }
    }

    pub(super) fn arithmetic(&mut self, op: BinaryOp, width: Width, dst: Reg, a: Reg, b: Operand<'_>) {
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
        match alu_op(op) {
            Some(Alu::Sub) => self.subtract(width, dst, a, b),
            Some(op) => self.commutative(op, width, dst, a, b),
            None => self.multiply(width, dst, a, b),
        }
    }

    /// `dst = a op b`, a sum or difference of 8 or 16 bits, zero-extended. The flags are those of the operation: moves,
    /// extensions, `not` and `lea` keep them.
    fn narrow(&mut self, op: BinaryOp, width: Width, dst: Reg, a: Reg, b: Operand<'_>) -> Option<()> {
        let Some(op @ (Alu::Add | Alu::Sub)) = alu_op(op) else {
            self.asm.buffer.invalid_operand("an addition or subtraction, of 8 or 16 bits");
            return None;
        };
        let b = self.source(b, width, (dst != a).then_some(dst))?;
        let b_is_dst = match b {
            Source::Reg(b) => b == dst,
            Source::Imm(_) => false,
            Source::Mem(mem) => uses(mem, dst),
        };
        if dst == a || !b_is_dst {
            self.copy(Width::W32, dst, a);
            self.alu(op, width, dst, b);
        } else if op == Alu::Add {
            if let Source::Mem(mem) = b {
                self.load_any(width, dst, mem);
            }
            self.asm.alu_rr(op, width, dst, a);
        } else {
            // As in `subtract`: a + !b + 1.
            self.alu(Alu::Cmp, width, a, b);
            if let Source::Mem(mem) = b {
                self.load_any(width, dst, mem);
            }
            self.asm.unary_r(Unary::Not, Width::W32, dst);
            self.asm.lea(Width::W32, dst, Mem::index(a, dst, Scale::One, 1));
        }
        self.zero_extend(width, dst);
        Some(())
    }

    /// Emits the operation or comparison of a condition, and returns the flags to test.
    pub(super) fn flags(&mut self, predicate: Predicate<'_>) -> Option<Flags> {
        Some(match predicate {
            Predicate::Compare(condition, width, a, b) => {
                self.compare(false, width, a, b)?;
                Flags::One(condition.into())
            }
            Predicate::Test(condition, width, a, b) => {
                self.compare(true, width, a, b)?;
                Flags::One(cond(condition))
            }
            Predicate::Float(condition, width, a, b) => {
                let (flags, flipped) = float_flags(condition);
                let (a, b) = if flipped { (b, a) } else { (a, b) };
                let row = if width == Width::W32 { FloatOp::Ucomiss } else { FloatOp::Ucomisd };
                self.asm.float_rr(row, a, b);
                flags
            }
            Predicate::Binary(condition, op, width, dst, a, b) if width < Width::W32 => {
                self.narrow(op, width, dst, a, b)?;
                Flags::One(cond(condition))
            }
            Predicate::BinaryMemory(condition, op, width, address, b) => {
                self.binary_memory(op, width, address, b);
                Flags::One(cond(condition))
            }
            Predicate::Binary(condition, op, width, dst, a, b) => {
                self.arithmetic(op, width, dst, a, b);
                use ResultCondition::*;
                match condition {
                    Carry | NoCarry if op == BinaryOp::Mul => {
                        self.asm
                            .buffer
                            .invalid_operand("a condition of a multiplication that is not a carry");
                    }
                    Zero | NonZero | Signed | PositiveOrZero if op == BinaryOp::Mul => {
                        self.asm.test_rr(width, dst, dst);
                    }
                    _ => {}
                }
                Flags::One(cond(condition))
            }
            Predicate::Neg(condition, width, dst, src) => {
                self.copy(width, dst, src);
                self.asm.unary_r(Unary::Neg, width, dst);
                Flags::One(cond(condition))
            }
        })
    }

    pub(super) fn jump_if(&mut self, flags: Flags, target: Label) {
        match flags {
            Flags::One(cond) => self.asm.jcc(cond, target),
            Flags::Either(a, b) => {
                self.asm.jcc(a, target);
                self.asm.jcc(b, target);
            }
            Flags::Both(a, b) => {
                let end = self.asm.buffer.new_label();
                self.asm.jcc_short(a.inverted(), end);
                self.asm.jcc(b, target);
                self.asm.buffer.bind(end);
            }
        }
    }

    /// Selects with a branch. Relies on moves not changing the flags.
    pub(super) fn select_by_jump(
        &mut self,
        flags: Flags,
        dst: Reg,
        then: Reg,
        otherwise: Reg,
        mov: fn(&mut Assembler<'a>, Reg, Reg),
    ) {
        let (yes, end) = (self.asm.buffer.new_label(), self.asm.buffer.new_label());
        self.jump_if(flags, yes);
        if dst != otherwise {
            mov(&mut self.asm, dst, otherwise);
        }
        self.asm.jmp_short(end);
        self.asm.buffer.bind(yes);
        if dst != then {
            mov(&mut self.asm, dst, then);
        }
        self.asm.buffer.bind(end);
    }

    pub(super) fn memory_and_source(
        &mut self,
        width: Width,
        address: Address<'_>,
        operand: Operand<'_>,
    ) -> Option<(Mem, Source)> {
        let mem = self.mem(address, None)?;
        let source = match operand {
            Operand::Reg(reg) => Source::Reg(reg.reg()),
            Operand::Imm(imm) => match short(imm, width) {
                Some(imm) => Source::Imm(imm),
                None => {
                    let scratch = self.scratch()?;
                    self.asm.mov_ri(scratch, imm as u64);
                    Source::Reg(scratch)
                }
            },
            Operand::Mem(from) => {
                let scratch = self.scratch()?;
                let from = self.mem(from, Some(scratch))?;
                self.load_any(width, scratch, from);
                Source::Reg(scratch)
            }
        };
        Some((mem, source))
    }

    pub(super) fn exchange(
        &mut self,
        width: Width,
        dst: Reg,
        address: Address<'_>,
        src: Reg,
        exchange: fn(&mut Assembler<'a>, Width, Mem, Reg),
    ) {
        let Some(mem) = self.mem(address, None) else { return };
        let reg = match dst != src && uses(mem, dst) {
            true => match self.scratch() {
                Some(scratch) => scratch,
                None => return,
            },
            false => dst,
        };
        self.copy(Width::W64, reg, src);
        exchange(&mut self.asm, width, mem, reg);
        self.copy(Width::W64, dst, reg);
        if width < Width::W32 {
            self.zero_extend(width, dst);
        }
    }

    pub(super) fn zero_extend(&mut self, width: Width, reg: Reg) {
        match width {
            Width::W8 => self.asm.extend_rr(Extend::Zero8, Width::W32, reg, reg),
            Width::W16 => self.asm.extend_rr(Extend::Zero16, Width::W32, reg, reg),
            Width::W32 => self.asm.mov_rr(Width::W32, reg, reg),
            _ => {}
        }
    }

    /// `dst` = the index of a bit of `src`, or `none` if `src` is zero.
    pub(super) fn scan(&mut self, op: Scan, width: Width, dst: Reg, src: Reg, none: u32) {
        let end = self.asm.buffer.new_label();
        self.asm.scan_rr(op, width, dst, src);
        self.asm.jcc_short(Cond::Ne, end);
        self.asm.mov_ri(dst, none.into());
        self.asm.buffer.bind(end);
    }

    pub(super) fn count_population(&mut self, width: Width, dst: Reg, src: Reg) {
        if self.features.contains(Features::POPCNT) {
            return self.asm.scan_rr(Scan::Popcnt, width, dst, src);
        }
        let Some(scratch) = self.scratch() else { return };
        let mask = |this: &mut Self, reg: Reg, mask: u64| {
            let mask = Operand::Imm(mask as i64);
            this.arithmetic(BinaryOp::And, width, reg, reg, mask);
        };
        // Sums of 2, 4 and 8 bits; the highest byte of the product is the sum of all bytes.
        self.copy(width, dst, src);
        self.asm.mov_rr(width, scratch, dst);
        self.asm.shift_ri(Shift::Shr, width, scratch, 1);
        mask(self, scratch, 0x5555_5555_5555_5555);
        self.asm.alu_rr(Alu::Sub, width, dst, scratch);
        self.asm.mov_rr(width, scratch, dst);
        self.asm.shift_ri(Shift::Shr, width, scratch, 2);
        mask(self, scratch, 0x3333_3333_3333_3333);
        mask(self, dst, 0x3333_3333_3333_3333);
        self.asm.alu_rr(Alu::Add, width, dst, scratch);
        self.asm.mov_rr(width, scratch, dst);
        self.asm.shift_ri(Shift::Shr, width, scratch, 4);
        self.asm.alu_rr(Alu::Add, width, dst, scratch);
        mask(self, dst, 0x0f0f_0f0f_0f0f_0f0f);
        self.arithmetic(BinaryOp::Mul, width, dst, dst, Operand::Imm(0x0101_0101_0101_0101));
        self.asm.shift_ri(Shift::Shr, width, dst, width.bits() as u8 - 8);
    }

    pub(super) fn float_scratch(&mut self) -> Option<Reg> {
        let scratch = self.scratches.fp.take();
        if scratch.is_none() {
            let offset = self.asm.buffer.offset();
            self.asm.buffer.fail(EmitError::NoScratch { offset, operation: None });
        }
        scratch
    }

    pub(super) fn copy_float(&mut self, dst: Reg, src: Reg) {
        if dst != src {
            self.asm.float_rr(FloatOp::Movaps, dst, src);
        }
    }

    pub(super) fn with_mask(&mut self, row: FloatOp, mask: u128, dst: Reg, src: Reg) {
        let constant = self.asm.buffer.constant16(mask);
        self.copy_float(dst, src);
        self.asm.float_rm(row, dst, Mem::label(constant));
    }

    pub(super) fn signed_to_float(&mut self, from: Width, to: Width, dst: Reg, src: Reg) {
        let row = match (from, to) {
            (Width::W32, Width::W32) => FloatOp::Cvtsi2ss32,
            (Width::W32, _) => FloatOp::Cvtsi2sd32,
            (_, Width::W32) => FloatOp::Cvtsi2ss64,
            _ => FloatOp::Cvtsi2sd64,
        };
        // The instruction keeps the upper bits: break the false dependency.
        self.asm.float_rr(FloatOp::Xorps, dst, dst);
        self.asm.float_rr(row, dst, src);
    }

    /// Integers of 2^63 or more are halved, with a sticky lowest bit for rounding, converted, and doubled.
    pub(super) fn unsigned_to_float(&mut self, to: Width, dst: Reg, src: Reg) {
        let Some(scratch) = self.scratch() else { return };
        let (large, even, end) =
            (self.asm.buffer.new_label(), self.asm.buffer.new_label(), self.asm.buffer.new_label());
        self.asm.test_rr(Width::W64, src, src);
        self.asm.jcc_short(Cond::S, large);
        self.signed_to_float(Width::W64, to, dst, src);
        self.asm.jmp_short(end);
        self.asm.buffer.bind(large);
        self.asm.mov_rr(Width::W64, scratch, src);
        self.asm.shift_ri(Shift::Shr, Width::W64, scratch, 1);
        self.asm.jcc_short(Cond::Ae, even);
        self.asm.alu_ri(Alu::Or, Width::W64, scratch, 1);
        self.asm.buffer.bind(even);
        self.signed_to_float(Width::W64, to, dst, scratch);
        self.asm.float_rr(if to == Width::W32 { FloatOp::Addss } else { FloatOp::Addsd }, dst, dst);
        self.asm.buffer.bind(end);
    }

    /// A float too large for a signed integer is truncated after subtracting 2^63.
    pub(super) fn float_to_unsigned(&mut self, from: Width, dst: Reg, src: Reg) {
        let Some(scratch) = self.float_scratch() else { return };
        let end = self.asm.buffer.new_label();
        self.asm.float_rr(truncation(from, Width::W64), dst, src);
        self.asm.test_rr(Width::W64, dst, dst);
        self.asm.jcc_short(Cond::Ns, end);
        self.copy_float(scratch, src);
        let (row, constant) = match from {
            Width::W32 => (FloatOp::Subss, self.asm.buffer.constant4(0x5f00_0000)),
            _ => (FloatOp::Subsd, self.asm.buffer.constant8(0x43e0_0000_0000_0000)),
        };
        self.asm.float_rm(row, scratch, Mem::label(constant));
        self.asm.float_rr(truncation(from, Width::W64), dst, scratch);
        self.asm.bit_ri(Bit::Btc, Width::W64, dst, 63);
        self.asm.buffer.bind(end);
    }
}

pub(super) fn truncation(from: Width, to: Width) -> FloatOp {
    match (from, to) {
        (Width::W32, Width::W32) => FloatOp::Cvttss2si32,
        (Width::W32, _) => FloatOp::Cvttss2si64,
        (_, Width::W32) => FloatOp::Cvttsd2si32,
        _ => FloatOp::Cvttsd2si64,
    }
}

/// The two-operand instruction of an operation; `None` for multiplication and shifts.
pub(super) fn alu_op(op: BinaryOp) -> Option<Alu> {
    match op {
        BinaryOp::Add => Some(Alu::Add),
        BinaryOp::Sub => Some(Alu::Sub),
        BinaryOp::And => Some(Alu::And),
        BinaryOp::Or => Some(Alu::Or),
        BinaryOp::Xor => Some(Alu::Xor),
        _ => None,
    }
}
