//! The portable macro assembler on x86-64.
//!
//! A 64-bit immediate that instructions cannot hold is a constant behind the code, so few operations need a scratch
//! register: addresses that are absolute and far, comparisons of memory with memory, stores of such an immediate,
//! and shifts whose count is in their destination.

use super::assembler::{Alu, Assembler, Bit, Extend, Scan, Shift, ShiftX, Unary};
use super::assembler_fp::FloatOp;
use super::encoding::{Cond, Mem, Scale};
use super::registers::{RAX, RSP};
use super::registers::{RBP, RCX};
use crate::base::{Features, FloatCondition, Reg, Width};
use crate::isa::masm::*;
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

/// What a condition is of the flags.
#[derive(Clone, Copy)]
enum Flags {
    One(Cond),
    Both(Cond, Cond),
    Either(Cond, Cond),
}

/// What to ask after an unordered comparison of `a` with `b`, and if they change places before it.
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

    /// `dst = a - b`, and its flags.
    fn subtract(&mut self, width: Width, dst: Reg, a: Reg, b: Source) {
        let b_is_dst = match b {
            Source::Reg(b) => b == dst,
            Source::Imm(_) => false,
            Source::Mem(mem) => uses(mem, dst),
        };
        if dst != a && b_is_dst {
            // a - b is a + !b + 1, and what computes that leaves the flags of the comparison alone.
            self.alu(Alu::Cmp, width, a, b);
            self.put(width, dst, b);
            self.asm.unary_r(Unary::Not, width, dst);
            self.asm.lea(width, dst, Mem::index(a, dst, Scale::One, 1));
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

    /// Flags of `a - b` or, if it `tests`, of `a & b`. A constant is on the right.
    fn compare(&mut self, tests: bool, width: Width, a: Operand<'_>, b: Operand<'_>) -> Option<()> {
        let a = match a {
            Operand::Reg(a) => Source::Reg(a.reg()),
            // Questions have their constants on the right.
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

    fn load_any(&mut self, width: Width, dst: Reg, mem: Mem) {
        match extend_op(Extension { from: width, to: Width::W32, signed: false }) {
            Some(op) => self.asm.extend_rm(op, Width::W32, dst, mem),
            None => self.asm.mov_rm(width, dst, mem),
        }
    }

    fn arithmetic(&mut self, op: BinaryOp, width: Width, dst: Reg, a: Reg, b: Operand<'_>) {
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

    /// Computes what a question asks.
    fn flags(&mut self, question: Question<'_>) -> Option<Flags> {
        Some(match question {
            Question::Compare(condition, width, a, b) => {
                self.compare(false, width, a, b)?;
                Flags::One(condition.into())
            }
            Question::Test(condition, width, a, b) => {
                self.compare(true, width, a, b)?;
                Flags::One(cond(condition))
            }
            Question::Float(condition, width, a, b) => {
                let (flags, flipped) = float_flags(condition);
                let (a, b) = if flipped { (b, a) } else { (a, b) };
                let row = if width == Width::W32 { FloatOp::Ucomiss } else { FloatOp::Ucomisd };
                self.asm.float_rr(row, a, b);
                flags
            }
            Question::Binary(condition, op, width, dst, a, b) => {
                self.arithmetic(op, width, dst, a, b);
                use ResultCondition::*;
                match condition {
                    Carry | NoCarry if op == BinaryOp::Mul => {
                        self.asm.buffer.invalid_operand("of a multiplication, not if it carries");
                    }
                    Zero | NonZero | Signed | PositiveOrZero if op == BinaryOp::Mul => {
                        self.asm.test_rr(width, dst, dst);
                    }
                    _ => {}
                }
                Flags::One(cond(condition))
            }
            Question::Neg(condition, width, dst, src) => {
                self.copy(width, dst, src);
                self.asm.unary_r(Unary::Neg, width, dst);
                Flags::One(cond(condition))
            }
        })
    }

    fn jump_if(&mut self, flags: Flags, target: Label) {
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

    /// Moves leave the flags alone.
    fn select_by_jump(
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

    /// A place in memory and an operand beside it: a register or an immediate.
    fn memory_and_source(
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

    fn exchange(
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

    fn zero_extend(&mut self, width: Width, reg: Reg) {
        match width {
            Width::W8 => self.asm.extend_rr(Extend::Zero8, Width::W32, reg, reg),
            Width::W16 => self.asm.extend_rr(Extend::Zero16, Width::W32, reg, reg),
            Width::W32 => self.asm.mov_rr(Width::W32, reg, reg),
            _ => {}
        }
    }

    /// `dst` = the number of a bit of `src`, or `none` if it has none.
    fn scan(&mut self, op: Scan, width: Width, dst: Reg, src: Reg, none: u32) {
        let end = self.asm.buffer.new_label();
        self.asm.scan_rr(op, width, dst, src);
        self.asm.jcc_short(Cond::Ne, end);
        self.asm.mov_ri(dst, none.into());
        self.asm.buffer.bind(end);
    }

    fn count_population(&mut self, width: Width, dst: Reg, src: Reg) {
        if self.features.contains(Features::POPCNT) {
            return self.asm.scan_rr(Scan::Popcnt, width, dst, src);
        }
        let Some(scratch) = self.scratch() else { return };
        let mask = |this: &mut Self, reg: Reg, mask: u64| {
            let mask = Operand::Imm(mask as i64);
            this.arithmetic(BinaryOp::And, width, reg, reg, mask);
        };
        // Sums of pairs, of fours, of bytes; the product has the sum of all bytes in the highest one.
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

    fn float_scratch(&mut self) -> Option<Reg> {
        let scratch = self.scratches.fp.take();
        if scratch.is_none() {
            let offset = self.asm.buffer.offset();
            self.asm.buffer.fail(EmitError::NoScratch { offset });
        }
        scratch
    }

    fn copy_float(&mut self, dst: Reg, src: Reg) {
        if dst != src {
            self.asm.float_rr(FloatOp::Movaps, dst, src);
        }
    }

    fn with_mask(&mut self, row: FloatOp, mask: u128, dst: Reg, src: Reg) {
        let constant = self.asm.buffer.constant16(mask);
        self.copy_float(dst, src);
        self.asm.float_rm(row, dst, Mem::label(constant));
    }

    fn from_signed(&mut self, from: Width, to: Width, dst: Reg, src: Reg) {
        let row = match (from, to) {
            (Width::W32, Width::W32) => FloatOp::Cvtsi2ss32,
            (Width::W32, _) => FloatOp::Cvtsi2sd32,
            (_, Width::W32) => FloatOp::Cvtsi2ss64,
            _ => FloatOp::Cvtsi2sd64,
        };
        // The instruction keeps the upper bits, and would wait for them.
        self.asm.float_rr(FloatOp::Xorps, dst, dst);
        self.asm.float_rr(row, dst, src);
    }

    /// A number with the highest bit set is halved, so that it becomes a signed one; its lowest bit stays to be seen
    /// by rounding.
    fn from_unsigned64(&mut self, to: Width, dst: Reg, src: Reg) {
        let Some(scratch) = self.scratch() else { return };
        let (large, even, end) =
            (self.asm.buffer.new_label(), self.asm.buffer.new_label(), self.asm.buffer.new_label());
        self.asm.test_rr(Width::W64, src, src);
        self.asm.jcc_short(Cond::S, large);
        self.from_signed(Width::W64, to, dst, src);
        self.asm.jmp_short(end);
        self.asm.buffer.bind(large);
        self.asm.mov_rr(Width::W64, scratch, src);
        self.asm.shift_ri(Shift::Shr, Width::W64, scratch, 1);
        self.asm.jcc_short(Cond::Ae, even);
        self.asm.alu_ri(Alu::Or, Width::W64, scratch, 1);
        self.asm.buffer.bind(even);
        self.from_signed(Width::W64, to, dst, scratch);
        self.asm.float_rr(if to == Width::W32 { FloatOp::Addss } else { FloatOp::Addsd }, dst, dst);
        self.asm.buffer.bind(end);
    }

    /// What does not fit as a signed number is truncated less 2 to the 63.
    fn to_unsigned64(&mut self, from: Width, dst: Reg, src: Reg) {
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

fn truncation(from: Width, to: Width) -> FloatOp {
    match (from, to) {
        (Width::W32, Width::W32) => FloatOp::Cvttss2si32,
        (Width::W32, _) => FloatOp::Cvttss2si64,
        (_, Width::W32) => FloatOp::Cvttsd2si32,
        _ => FloatOp::Cvttsd2si64,
    }
}

/// All but multiplication and shifts.
fn alu_op(op: BinaryOp) -> Option<Alu> {
    match op {
        BinaryOp::Add => Some(Alu::Add),
        BinaryOp::Sub => Some(Alu::Sub),
        BinaryOp::And => Some(Alu::And),
        BinaryOp::Or => Some(Alu::Or),
        BinaryOp::Xor => Some(Alu::Xor),
        _ => None,
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
                // The number of the highest one is the result with all bits inverted.
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

    fn branch(&mut self, question: Question<'_>, target: Label) {
        match self.flags(question) {
            Some(flags) => self.jump_if(flags, target),
            None => {}
        }
    }

    fn set(&mut self, question: Question<'_>, dst: Reg) {
        let Some(flags) = self.flags(question) else { return };
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

    fn select(&mut self, question: Question<'_>, dst: Reg, then: Reg, otherwise: Reg) {
        let Some(flags) = self.flags(question) else { return };
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

    fn select_float(&mut self, question: Question<'_>, dst: Reg, then: Reg, otherwise: Reg) {
        let Some(flags) = self.flags(question) else { return };
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
        // Of both parts or all four, so that the constant has the size that the instruction reads.
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
            ConvertOp::FromSigned(from, to) => self.from_signed(from, to, dst, src),
            ConvertOp::FromUnsigned(Width::W32, to) => {
                let Some(scratch) = self.scratch() else { return };
                self.asm.mov_rr(Width::W32, scratch, src);
                self.from_signed(Width::W64, to, dst, scratch);
            }
            ConvertOp::FromUnsigned(_, to) => self.from_unsigned64(to, dst, src),
            ConvertOp::ToSigned(from, to) => self.asm.float_rr(truncation(from, to), dst, src),
            ConvertOp::ToUnsigned(from, Width::W32) => {
                self.asm.float_rr(truncation(from, Width::W64), dst, src);
                self.asm.mov_rr(Width::W32, dst, dst);
            }
            ConvertOp::ToUnsigned(from, _) => self.to_unsigned64(from, dst, src),
            ConvertOp::Float(Width::W32) => self.asm.float_rr(FloatOp::Cvtss2sd, dst, src),
            ConvertOp::Float(_) => self.asm.float_rr(FloatOp::Cvtsd2ss, dst, src),
            ConvertOp::FromBits(width) => self.asm.gp_to_float(width, dst, src),
            ConvertOp::ToBits(width) => self.asm.float_to_gp(width, dst, src),
        }
    }

    fn convert_exactly(&mut self, dst: Reg, src: Reg, negative_zero: bool, failure: Label) {
        let Some(scratch) = self.float_scratch() else { return };
        self.asm.float_rr(FloatOp::Cvttsd2si32, dst, src);
        self.from_signed(Width::W32, Width::W64, scratch, dst);
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
        // The instruction compares with rax, which changes places with the register meant, also in the operands.
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
        let written = self.asm.buffer.take_written();
        if expected != RAX {
            self.asm.xchg_rr(Width::W64, RAX, expected);
        }
        self.asm.lock_cmpxchg_mr(width, mem, place(new));
        self.zero_extend(width, RAX);
        if expected != RAX {
            self.asm.xchg_rr(Width::W64, RAX, expected);
        }
        self.asm.buffer.take_written();
        self.asm.buffer.note_writes(written);
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
        // The machine keeps the order of all but a store and a load after it.
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

    fn ret(&mut self) {
        self.keeping_written(|asm| asm.ret());
    }

    fn trap(&mut self) {
        self.asm.ud2();
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
