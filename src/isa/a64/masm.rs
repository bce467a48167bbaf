//! The portable macro assembler for AArch64.
//!
//! Instructions encode only small immediates and offsets. Larger ones are loaded into the destination if it is free,
//! else into a scratch register, like memory operands. Conditional branches and the constant pool have a range of 1
//! MiB.

use super::assembler::*;
use super::assembler_atomic::{AtomicLoad, Barrier};
use super::assembler_fp::*;
use super::encoding::*;
use super::registers::{FP, LR, SP, ZR};
use crate::base::{Features, FloatCondition, IntCondition, Reg, SiteId, Width};
use crate::isa::masm::*;
use crate::isa::{BranchRole, CodeBuffer, EmitError, Label, RelocTarget};
use Width::{W8, W16, W32, W64};

/// Emits one operation of the macro assembler.
pub(in crate::isa) struct Portable<'a> {
    pub(super) asm: Assembler<'a>,
    scratches: Scratches,
    pub(super) features: Features,
}

/// The flags for which a condition is true.
#[derive(Clone, Copy)]
pub(super) enum Flags {
    One(Cond),
    Both(Cond, Cond),
    Either(Cond, Cond),
}

impl Flags {
    pub(super) fn inverted(self) -> Flags {
        match self {
            Flags::One(cond) => Flags::One(cond.inverted()),
            Flags::Both(a, b) => Flags::Either(a.inverted(), b.inverted()),
            Flags::Either(a, b) => Flags::Both(a.inverted(), b.inverted()),
        }
    }
}

/// The condition code after an addition or test or, if `borrows`, a subtraction, whose carry flag is inverted.
fn cond(condition: ResultCondition, borrows: bool) -> Cond {
    match condition {
        ResultCondition::Zero => Cond::Eq,
        ResultCondition::NonZero => Cond::Ne,
        ResultCondition::Signed => Cond::Mi,
        ResultCondition::PositiveOrZero => Cond::Pl,
        ResultCondition::Overflow => Cond::Vs,
        ResultCondition::NoOverflow => Cond::Vc,
        ResultCondition::Carry => {
            if borrows {
                Cond::Lo
            } else {
                Cond::Hs
            }
        }
        ResultCondition::NoCarry => {
            if borrows {
                Cond::Hs
            } else {
                Cond::Lo
            }
        }
    }
}

/// The flags of a condition after a floating-point comparison.
pub(super) fn float_flags(condition: FloatCondition) -> Flags {
    use FloatCondition::*;
    match condition {
        EqualAndOrdered => Flags::One(Cond::Eq),
        NotEqualOrUnordered => Flags::One(Cond::Ne),
        LessThanAndOrdered => Flags::One(Cond::Mi),
        GreaterEqualOrUnordered => Flags::One(Cond::Pl),
        GreaterThanAndOrdered => Flags::One(Cond::Gt),
        LessEqualOrUnordered => Flags::One(Cond::Le),
        LessEqualAndOrdered => Flags::One(Cond::Ls),
        GreaterThanOrUnordered => Flags::One(Cond::Hi),
        GreaterEqualAndOrdered => Flags::One(Cond::Ge),
        LessThanOrUnordered => Flags::One(Cond::Lt),
        EqualOrUnordered => Flags::Either(Cond::Eq, Cond::Vs),
        NotEqualAndOrdered => Flags::Both(Cond::Ne, Cond::Vc),
    }
}

/// The bits of an immediate of this width.
fn bits(imm: i64, width: Width) -> u64 {
    imm as u64 & (u64::MAX >> (64 - width.bits()))
}

/// An immediate of this width, sign-extended.
fn signed(imm: i64, width: Width) -> i64 {
    let rest = 64 - width.bits();
    imm << rest >> rest
}

fn load_access(width: Width) -> Access {
    match width {
        W8 => Access::Load8,
        W16 => Access::Load16,
        W32 => Access::Load32,
        _ => Access::Load64,
    }
}

fn store_access(width: Width) -> Access {
    match width {
        W8 => Access::Store8,
        W16 => Access::Store16,
        W32 => Access::Store32,
        _ => Access::Store64,
    }
}

fn extending_access(extension: Extension) -> Access {
    match (extension.from, extension.signed, extension.to) {
        (W8, true, W32) => Access::LoadSigned8To32,
        (W8, true, _) => Access::LoadSigned8,
        (W16, true, W32) => Access::LoadSigned16To32,
        (W16, true, _) => Access::LoadSigned16,
        (W32, true, W64) => Access::LoadSigned32,
        (width, ..) => load_access(width),
    }
}

/// The extension of an operand of 8 or 16 bits.
fn narrow(width: Width, signed: bool) -> Extend {
    match (width, signed) {
        (W8, false) => Extend::Zero8,
        (W8, true) => Extend::Sign8,
        (_, false) => Extend::Zero16,
        (_, true) => Extend::Sign16,
    }
}

impl<'a> Portable<'a> {
    pub(in crate::isa) fn new(
        buffer: &'a mut CodeBuffer,
        scratches: Scratches,
        features: Features,
    ) -> Portable<'a> {
        Portable { asm: Assembler::new(buffer), scratches, features }
    }

    fn no_scratch(&mut self) {
        let offset = self.asm.buffer.offset();
        self.asm.buffer.fail(EmitError::NoScratch { offset, operation: None });
    }

    /// Takes a scratch register. If there is none, records an error.
    pub(super) fn scratch(&mut self) -> Option<Reg> {
        let scratch = self.scratches.take_gp();
        if scratch.is_none() {
            self.no_scratch();
        }
        scratch
    }

    fn float_scratch(&mut self) -> Option<Reg> {
        let scratch = self.scratches.fp.take();
        if scratch.is_none() {
            self.no_scratch();
        }
        scratch
    }

    fn temporary(&mut self, spare: Option<Reg>) -> Option<Reg> {
        if spare.is_some() { spare } else { self.scratch() }
    }

    fn base(base: Base<'_>) -> Option<Reg> {
        match base {
            Base::Reg(base) => Some(base.reg()),
            Base::StackPointer => Some(SP),
            Base::FramePointer => Some(FP),
            Base::Zero => None,
        }
    }

    /// `dst = base + offset`, if that takes at most one instruction; 31 is sp. Returns false if not.
    fn add_short(&mut self, dst: Reg, base: Reg, offset: i64) -> bool {
        let (op, field) =
            if offset < 0 { (Arith::Sub, offset.unsigned_abs()) } else { (Arith::Add, offset as u64) };
        let short = arithmetic_immediate(field).is_some();
        if short && (offset != 0 || dst != base) {
            self.asm.arith_rri(op, W64, dst, base, field);
        }
        short
    }

    /// The memory operand of an address. Additional values use `spare`, if it is not the base, or scratch registers.
    fn mem(&mut self, address: Address<'_>, access: Access, spare: Option<Reg>) -> Option<Mem> {
        let address = self.asm.buffer.adjust_to_lowered_stack(address);
        let Some(base) = Self::base(address.base) else {
            let base = self.temporary(spare)?;
            self.asm.mov_ri(base, address.offset as u64);
            return Some(Mem::base(base, 0));
        };
        let disp = address.offset as i32;
        let (base, spare) = match address.index {
            None => (base, spare),
            Some((index, scale)) => {
                let (index, shift) = (index.reg(), scale as u32);
                if disp == 0 && (shift == 0 || shift == access.size_log2()) {
                    return Some(Mem::Index { base, index, extend: Extend::Zero64, scaled: shift != 0 });
                }
                let sum = self.temporary(spare)?;
                self.asm.arith_rre(Arith::Add, W64, sum, base, index, Extend::Zero64, shift);
                (sum, None)
            }
        };
        if access.fits(disp) {
            return Some(Mem::base(base, disp));
        }
        let rest = disp & 0xfff;
        if access.fits(rest) {
            let sum = if address.index.is_some() { base } else { self.temporary(spare)? };
            if self.add_short(sum, base, i64::from(disp) - i64::from(rest)) {
                return Some(Mem::base(sum, rest));
            }
            if sum != base {
                self.asm.mov_ri(sum, i64::from(disp) as u64);
                return Some(Mem::Index { base, index: sum, extend: Extend::Zero64, scaled: false });
            }
        }
        let index = self.temporary(spare.filter(|spare| *spare != base))?;
        self.asm.mov_ri(index, i64::from(disp) as u64);
        Some(Mem::Index { base, index, extend: Extend::Zero64, scaled: false })
    }

    /// The address in a plain register; 31 is sp.
    pub(super) fn plain_address(&mut self, address: Address<'_>, spare: Option<Reg>) -> Option<Reg> {
        let offset = self.asm.buffer.adjust_to_lowered_stack(address).offset;
        if let (Some(base), None, 0) = (Self::base(address.base), address.index, offset) {
            return Some(base);
        }
        let sum = self.temporary(spare)?;
        self.lea(sum, address);
        Some(sum)
    }

    /// An operand in a register, where 31 is zero. Operands of 8 and 16 bits in memory are zero-extended.
    pub(super) fn register(&mut self, operand: Operand<'_>, width: Width, spare: Option<Reg>) -> Option<Reg> {
        match operand {
            Operand::Reg(reg) => Some(reg.reg()),
            Operand::Imm(imm) if bits(imm, width) == 0 => Some(ZR),
            Operand::Imm(imm) => {
                let reg = self.temporary(spare)?;
                self.asm.mov_ri(reg, bits(imm, width));
                Some(reg)
            }
            Operand::Mem(address) => {
                let reg = self.temporary(spare)?;
                let access = load_access(width);
                let mem = self.mem(address, access, Some(reg))?;
                self.asm.access(access, reg, mem);
                Some(reg)
            }
        }
    }

    fn copy(&mut self, width: Width, dst: Reg, src: Reg) {
        if dst != src || width != W64 {
            self.asm.mov_rr(width, dst, src);
        }
    }

    fn copy_float(&mut self, dst: Reg, src: Reg) {
        if dst != src {
            self.asm.float_rr(FloatUnary::Fmov, W64, dst, src);
        }
    }

    /// `dst = a + b` or, if `subtracts`, `a - b`. If it `sets` flags, a destination of 31 is zero.
    #[allow(clippy::too_many_arguments)] // the operands of an operation
    fn add(
        &mut self,
        subtracts: bool,
        sets: bool,
        width: Width,
        dst: Reg,
        a: Reg,
        b: Operand<'_>,
    ) -> Option<()> {
        let op = |subtracts: bool| match (subtracts, sets) {
            (false, false) => Arith::Add,
            (false, true) => Arith::Adds,
            (true, false) => Arith::Sub,
            (true, true) => Arith::Subs,
        };
        if let Operand::Imm(imm) = b {
            let imm = signed(imm, width);
            // a + b and a - (-b) set the same flags unless b is zero.
            let (subtracts, imm) = if imm < 0 { (!subtracts, imm.wrapping_neg()) } else { (subtracts, imm) };
            if arithmetic_immediate(imm as u64).is_some() {
                self.asm.arith_rri(op(subtracts), width, dst, a, imm as u64);
                return Some(());
            }
        }
        let spare = (dst != a && dst != ZR).then_some(dst);
        let b = self.register(b, width, spare)?;
        self.asm.arith_rrr(op(subtracts), width, dst, a, b);
        Some(())
    }

    fn logic(&mut self, op: Logic, width: Width, dst: Reg, a: Reg, b: Operand<'_>) -> Option<()> {
        if let Operand::Imm(imm) = b
            && logical_immediate(imm as u64, width).is_some()
        {
            self.asm.logic_rri(op, width, dst, a, imm as u64);
            return Some(());
        }
        let spare = (dst != a && dst != ZR).then_some(dst);
        let b = self.register(b, width, spare)?;
        self.asm.logic_rrr(op, width, dst, a, b);
        Some(())
    }

    fn shift(
        &mut self,
        kind: ShiftKind,
        op: Binary,
        width: Width,
        dst: Reg,
        a: Reg,
        count: Operand<'_>,
    ) -> Option<()> {
        if let Operand::Imm(count) = count {
            self.asm.shift_rri(kind, width, dst, a, count as u32 & (width.bits() - 1));
            return Some(());
        }
        let count = self.register(count, width, (dst != a).then_some(dst))?;
        self.asm.binary_rrr(op, width, dst, a, count);
        Some(())
    }

    fn arithmetic(&mut self, op: BinaryOp, width: Width, dst: Reg, a: Reg, b: Operand<'_>) -> Option<()> {
        let spare = (dst != a).then_some(dst);
        match op {
            BinaryOp::Add => self.add(false, false, width, dst, a, b),
            BinaryOp::Sub => self.add(true, false, width, dst, a, b),
            BinaryOp::And => self.logic(Logic::And, width, dst, a, b),
            BinaryOp::Or => self.logic(Logic::Orr, width, dst, a, b),
            BinaryOp::Xor => self.logic(Logic::Eor, width, dst, a, b),
            BinaryOp::Mul => {
                let b = self.register(b, width, spare)?;
                self.asm.mul_rrr(width, dst, a, b);
                Some(())
            }
            BinaryOp::Lshift => self.shift(ShiftKind::Lsl, Binary::Lslv, width, dst, a, b),
            BinaryOp::Rshift => self.shift(ShiftKind::Asr, Binary::Asrv, width, dst, a, b),
            BinaryOp::Urshift => self.shift(ShiftKind::Lsr, Binary::Lsrv, width, dst, a, b),
            BinaryOp::RotateRight => self.shift(ShiftKind::Ror, Binary::Rorv, width, dst, a, b),
            BinaryOp::RotateLeft => {
                // Rotates right by the negated count.
                if let Operand::Imm(count) = b {
                    let count = Operand::Imm(count.wrapping_neg());
                    return self.shift(ShiftKind::Ror, Binary::Rorv, width, dst, a, count);
                }
                let negated = self.temporary(spare)?;
                let count = self.register(b, width, Some(negated))?;
                self.asm.arith_rrr(Arith::Sub, width, negated, ZR, count);
                self.asm.binary_rrr(Binary::Rorv, width, dst, a, negated);
                Some(())
            }
        }
    }

    fn compare(
        &mut self,
        condition: IntCondition,
        width: Width,
        a: Operand<'_>,
        b: Operand<'_>,
    ) -> Option<()> {
        if width >= W32 {
            let a = self.register(a, width, None)?;
            return self.add(true, true, width, ZR, a, b);
        }
        let is_signed = condition != condition.unsigned();
        let left = self.scratch()?;
        let extension = Extension { from: width, to: W32, signed: is_signed };
        match a {
            Operand::Mem(address) => {
                let access = extending_access(extension);
                let mem = self.mem(address, access, Some(left))?;
                self.asm.access(access, left, mem);
            }
            Operand::Reg(a) => self.extend(extension, left, a.reg()),
            Operand::Imm(_) => {}
        }
        if let Operand::Imm(imm) = b {
            let imm = if is_signed { signed(imm, width) } else { bits(imm, width) as i64 };
            return self.add(true, true, W32, ZR, left, Operand::Imm(imm));
        }
        let b = self.register(b, width, None)?;
        self.asm.arith_rre(Arith::Subs, W32, ZR, left, b, narrow(width, is_signed), 0);
        Some(())
    }

    fn test(&mut self, width: Width, a: Operand<'_>, b: Operand<'_>) -> Option<()> {
        let a = self.register(a, width, None)?;
        let all = matches!(b, Operand::Imm(imm) if bits(!imm, width) == 0);
        if width >= W32 {
            let b = if all { Operand::Reg(Gpr::new(a)) } else { b };
            return self.logic(Logic::Ands, width, ZR, a, b);
        }
        let result = if all {
            a
        } else {
            let result = self.scratch()?;
            let b = match b {
                Operand::Imm(imm) => Operand::Imm(bits(imm, width) as i64),
                Operand::Mem(_) => Operand::Reg(Gpr::new(self.register(b, width, Some(result))?)),
                Operand::Reg(_) => b,
            };
            self.logic(Logic::And, W32, result, a, b)?;
            result
        };
        // Shift to the upper end of 32 bits, where the sign bit is.
        self.asm.arith_rrs(Arith::Adds, W32, ZR, ZR, result, ShiftKind::Lsl, 32 - width.bits());
        Some(())
    }

    /// `dst = a * b`; sets the flags so that `Ne` means overflow.
    fn multiply_checked(&mut self, width: Width, dst: Reg, a: Reg, b: Operand<'_>) -> Option<()> {
        let b = self.register(b, width, (dst != a).then_some(dst))?;
        if width == W32 {
            self.asm.multiply_rrrr(Multiply::Smaddl, W64, dst, a, b, ZR);
            self.asm.arith_rre(Arith::Subs, W64, ZR, dst, dst, Extend::Sign32, 0);
            self.asm.mov_rr(W32, dst, dst);
        } else {
            let high = self.scratch()?;
            self.asm.smulh(high, a, b);
            self.asm.mul_rrr(W64, dst, a, b);
            self.asm.arith_rrs(Arith::Subs, W64, ZR, high, dst, ShiftKind::Asr, 63);
        }
        Some(())
    }

    /// True for a subtraction, false for an addition. Other operations are errors.
    fn is_difference(&mut self, op: BinaryOp) -> Option<bool> {
        match op {
            BinaryOp::Add => Some(false),
            BinaryOp::Sub => Some(true),
            _ => {
                self.asm.buffer.invalid_operand("an addition or subtraction, of 8 or 16 bits or in memory");
                None
            }
        }
    }

    /// `dst = a + b` or, if `subtracts`, `a - b`, of 8 or 16 bits, zero-extended, with the flags of this width:
    /// computed at the upper end of 32 bits.
    fn narrow(&mut self, subtracts: bool, width: Width, dst: Reg, a: Reg, b: Operand<'_>) -> Option<()> {
        let b = self.register(b, width, (dst != a).then_some(dst))?;
        let left = if b == dst { self.scratch()? } else { dst };
        let (op, unused) = (if subtracts { Arith::Subs } else { Arith::Adds }, 32 - width.bits());
        self.asm.shift_rri(ShiftKind::Lsl, W32, left, a, unused);
        self.asm.arith_rrs(op, W32, dst, left, b, ShiftKind::Lsl, unused);
        self.asm.shift_rri(ShiftKind::Lsr, W32, dst, dst, unused);
        Some(())
    }

    /// Emits the operation or comparison of a condition, and returns the flags to test.
    fn flags(&mut self, predicate: Predicate<'_>) -> Option<Flags> {
        use ResultCondition::*;
        Some(match predicate {
            Predicate::Compare(condition, width, a, b) => {
                self.compare(condition, width, a, b)?;
                Flags::One(condition.into())
            }
            Predicate::Test(condition, width, a, b) => {
                self.test(width, a, b)?;
                Flags::One(cond(condition, false))
            }
            Predicate::Float(condition, width, a, b) => {
                self.asm.fcmp_rr(width, a, b);
                float_flags(condition)
            }
            Predicate::Binary(condition, op, width, dst, a, b) if width < W32 => {
                let subtracts = self.is_difference(op)?;
                self.narrow(subtracts, width, dst, a, b)?;
                Flags::One(cond(condition, subtracts))
            }
            Predicate::BinaryMemory(condition, op, width, address, b) => {
                let subtracts = self.is_difference(op)?;
                let (load, store) = (load_access(width), store_access(width));
                let mem = self.mem(address, load, None)?;
                let value = self.scratch()?;
                let b = match b {
                    Operand::Mem(_) => Operand::Reg(Gpr::new(self.register(b, width, None)?)),
                    b => b,
                };
                self.asm.access(load, value, mem);
                if width < W32 {
                    self.narrow(subtracts, width, value, value, b)?;
                } else {
                    self.add(subtracts, true, width, value, value, b)?;
                }
                self.asm.access(store, value, mem);
                Flags::One(cond(condition, subtracts))
            }
            Predicate::Binary(condition, op, width, dst, a, b) => match op {
                BinaryOp::Add | BinaryOp::Sub => {
                    let subtracts = op == BinaryOp::Sub;
                    self.add(subtracts, true, width, dst, a, b)?;
                    Flags::One(cond(condition, subtracts))
                }
                BinaryOp::Mul if matches!(condition, Overflow | NoOverflow) => {
                    self.multiply_checked(width, dst, a, b)?;
                    Flags::One(if condition == Overflow { Cond::Ne } else { Cond::Eq })
                }
                _ => {
                    if op == BinaryOp::Mul && matches!(condition, Carry | NoCarry) {
                        self.asm
                            .buffer
                            .invalid_operand("a condition of a multiplication that is not a carry");
                    }
                    self.arithmetic(op, width, dst, a, b)?;
                    self.asm.logic_rrr(Logic::Ands, width, ZR, dst, dst);
                    Flags::One(cond(condition, false))
                }
            },
            Predicate::Neg(condition, width, dst, src) => {
                self.asm.arith_rrr(Arith::Subs, width, dst, ZR, src);
                Flags::One(cond(condition, true))
            }
        })
    }

    fn jump_if(&mut self, flags: Flags, target: Label) {
        match flags {
            Flags::One(cond) => self.asm.b_cond(cond, target),
            Flags::Either(a, b) => {
                self.asm.b_cond(a, target);
                self.asm.b_cond(b, target);
            }
            Flags::Both(a, b) => {
                let end = self.asm.buffer.new_label();
                self.asm.b_cond(a.inverted(), end);
                self.asm.b_cond(b, target);
                self.asm.buffer.bind(end);
            }
        }
    }

    /// Selects with a branch. Relies on moves not changing the flags.
    fn select_by_jump(&mut self, flags: Flags, copies: [bool; 2], mov: impl Fn(&mut Self, bool)) {
        let (yes, end) = (self.asm.buffer.new_label(), self.asm.buffer.new_label());
        self.jump_if(flags, yes);
        if copies[0] {
            mov(self, false);
        }
        self.asm.b(end);
        self.asm.buffer.bind(yes);
        if copies[1] {
            mov(self, true);
        }
        self.asm.buffer.bind(end);
    }
}

impl Backend for Portable<'_> {
    fn mov(&mut self, width: Width, dst: Reg, src: Operand<'_>) {
        match src {
            Operand::Reg(src) => self.copy(width, dst, src.reg()),
            Operand::Imm(imm) => self.asm.mov_ri(dst, bits(imm, width)),
            Operand::Mem(address) => {
                self.load(Extension { from: width, to: width, signed: false }, dst, address);
            }
        }
    }

    fn swap(&mut self, a: Reg, b: Reg) {
        if a != b {
            self.asm.logic_rrr(Logic::Eor, W64, a, a, b);
            self.asm.logic_rrr(Logic::Eor, W64, b, a, b);
            self.asm.logic_rrr(Logic::Eor, W64, a, a, b);
        }
    }

    fn load(&mut self, extension: Extension, dst: Reg, address: Address<'_>) {
        let access = extending_access(extension);
        let Some(mem) = self.mem(address, access, Some(dst)) else { return };
        self.asm.access(access, dst, mem);
    }

    fn store(&mut self, width: Width, address: Address<'_>, value: Operand<'_>) {
        let Some(value) = self.register(value, width, None) else { return };
        let access = store_access(width);
        let Some(mem) = self.mem(address, access, None) else { return };
        self.asm.access(access, value, mem);
    }

    fn load_float(&mut self, width: Width, dst: Reg, address: Address<'_>) {
        let access = match width {
            W32 => Access::LoadF32,
            W64 => Access::LoadF64,
            _ => Access::LoadF128,
        };
        let Some(mem) = self.mem(address, access, None) else { return };
        self.asm.access(access, dst, mem);
    }

    fn store_float(&mut self, width: Width, address: Address<'_>, src: Reg) {
        let access = match width {
            W32 => Access::StoreF32,
            W64 => Access::StoreF64,
            _ => Access::StoreF128,
        };
        let Some(mem) = self.mem(address, access, None) else { return };
        self.asm.access(access, src, mem);
    }

    fn lea(&mut self, dst: Reg, address: Address<'_>) {
        let address = self.asm.buffer.adjust_to_lowered_stack(address);
        let Some(base) = Self::base(address.base) else {
            return self.asm.mov_ri(dst, address.offset as u64);
        };
        let add = |this: &mut Self, dst: Reg, base: Reg, disp: i64| {
            // One instruction, or one for the upper and one for the lower bits.
            let (high, low) = (disp.abs() & !0xfff, disp.abs() & 0xfff);
            if this.add_short(dst, base, disp) {
                return true;
            }
            high >> 24 == 0
                && this.add_short(dst, base, high * disp.signum())
                && this.add_short(dst, dst, low * disp.signum())
        };
        let index = address.index.map(|(index, scale)| (index.reg(), scale as u32));
        let (disp, spare) =
            (address.offset, (dst != base && index.is_none_or(|(i, _)| i != dst)).then_some(dst));
        let sum = |this: &mut Self, dst: Reg, base: Reg, index: Reg, shift: u32| {
            this.asm.arith_rre(Arith::Add, W64, dst, base, index, Extend::Zero64, shift);
        };
        let base = match index {
            Some((index, shift)) if disp.abs() >> 24 == 0 => {
                sum(self, dst, base, index, shift);
                dst
            }
            _ => base,
        };
        if add(self, dst, base, disp) {
            return;
        }
        let Some(offset) = self.temporary(spare) else { return };
        self.asm.mov_ri(offset, disp as u64);
        sum(self, offset, base, offset, 0);
        match index {
            Some((index, shift)) => sum(self, dst, offset, index, shift),
            None => self.copy(W64, dst, offset),
        }
    }

    fn lea_label(&mut self, dst: Reg, label: Label) {
        self.asm.adr(dst, label);
    }

    fn lea_target(&mut self, dst: Reg, target: RelocTarget) {
        let address = self.asm.buffer.address_constant(target, 0);
        self.asm.access(Access::Load64, dst, Mem::Label(address));
    }

    fn call_target(&mut self, target: RelocTarget) {
        self.asm.bl_address(target, 0);
    }

    fn enter_frame(&mut self) {
        self.asm.enter_frame();
    }

    fn leave_frame(&mut self) {
        self.asm.leave_frame();
    }

    fn extend(&mut self, extension: Extension, dst: Reg, src: Reg) {
        let op = if extension.signed { Bitfield::Sbfm } else { Bitfield::Ubfm };
        let width = if extension.signed { extension.to } else { W64 };
        if extension.from == W32 && !extension.signed {
            self.asm.mov_rr(W32, dst, src);
        } else {
            self.asm.bitfield_rrii(op, width, dst, src, 0, extension.from.bits() - 1);
        }
    }

    fn binary(&mut self, op: BinaryOp, width: Width, dst: Reg, a: Reg, b: Operand<'_>) {
        self.arithmetic(op, width, dst, a, b);
    }

    fn binary_memory(&mut self, op: BinaryOp, width: Width, address: Address<'_>, b: Operand<'_>) {
        let (load, store) = (load_access(width), store_access(width));
        let Some(mem) = self.mem(address, load, None) else { return };
        let Some(value) = self.scratch() else { return };
        let b = match b {
            Operand::Mem(_) => match self.register(b, width, None) {
                Some(b) => Operand::Reg(Gpr::new(b)),
                None => return,
            },
            b => b,
        };
        self.asm.access(load, value, mem);
        if self.arithmetic(op, width, value, value, b).is_some() {
            self.asm.access(store, value, mem);
        }
    }

    fn unary(&mut self, op: UnaryOp, width: Width, dst: Reg, src: Reg) {
        match op {
            UnaryOp::Neg => self.asm.arith_rrr(Arith::Sub, width, dst, ZR, src),
            UnaryOp::Not => self.asm.logic_rrr(Logic::Orn, width, dst, ZR, src),
            UnaryOp::CountLeadingZeros => self.asm.unary_rr(Unary::Clz, width, dst, src),
            UnaryOp::CountTrailingZeros => {
                self.asm.unary_rr(Unary::Rbit, width, dst, src);
                self.asm.unary_rr(Unary::Clz, width, dst, dst);
            }
            UnaryOp::CountPopulation => {
                let Some(scratch) = self.float_scratch() else { return };
                self.asm.from_gp(FromGp::Fmov, width, width, scratch, src);
                self.asm.cnt_bytes(scratch, scratch);
                self.asm.addv_bytes(scratch, scratch);
                self.asm.to_gp(ToGp::Fmov, W32, W32, dst, scratch);
            }
            UnaryOp::ByteSwap if width == W32 => self.asm.unary_rr(Unary::Rev32, W32, dst, src),
            UnaryOp::ByteSwap => self.asm.unary_rr(Unary::Rev64, W64, dst, src),
        }
    }

    fn branch(&mut self, predicate: Predicate<'_>, target: Label) {
        if let Some(flags) = self.flags(predicate) {
            self.jump_if(flags, target);
        }
    }

    fn set(&mut self, predicate: Predicate<'_>, dst: Reg) {
        match self.flags(predicate) {
            Some(Flags::One(cond)) => self.asm.cset(W64, dst, cond),
            Some(Flags::Either(a, b)) => {
                self.asm.cset(W64, dst, a);
                self.asm.select_rrr(Select::Csinc, W64, dst, dst, ZR, b.inverted());
            }
            Some(Flags::Both(a, b)) => {
                self.asm.cset(W64, dst, a);
                self.asm.select_rrr(Select::Csel, W64, dst, dst, ZR, b);
            }
            None => {}
        }
    }

    fn select(&mut self, predicate: Predicate<'_>, dst: Reg, then: Reg, otherwise: Reg) {
        match self.flags(predicate) {
            Some(Flags::One(cond)) => self.asm.select_rrr(Select::Csel, W64, dst, then, otherwise, cond),
            Some(flags) => self.select_by_jump(flags, [dst != otherwise, dst != then], |this, yes| {
                this.asm.mov_rr(W64, dst, if yes { then } else { otherwise });
            }),
            None => {}
        }
    }

    fn select_float(&mut self, predicate: Predicate<'_>, dst: Reg, then: Reg, otherwise: Reg) {
        match self.flags(predicate) {
            Some(Flags::One(cond)) => self.asm.fcsel(W64, dst, then, otherwise, cond),
            Some(flags) => self.select_by_jump(flags, [dst != otherwise, dst != then], |this, yes| {
                this.copy_float(dst, if yes { then } else { otherwise });
            }),
            None => {}
        }
    }

    fn float_binary(&mut self, op: FloatBinaryOp, width: Width, dst: Reg, a: Reg, b: Reg) {
        match op {
            FloatBinaryOp::Add => self.asm.float_rrr(FloatBinary::Fadd, width, dst, a, b),
            FloatBinaryOp::Sub => self.asm.float_rrr(FloatBinary::Fsub, width, dst, a, b),
            FloatBinaryOp::Mul => self.asm.float_rrr(FloatBinary::Fmul, width, dst, a, b),
            FloatBinaryOp::Div => self.asm.float_rrr(FloatBinary::Fdiv, width, dst, a, b),
            FloatBinaryOp::And => self.asm.vector_logic_rrr(VectorLogic::And, dst, a, b),
            FloatBinaryOp::Or => self.asm.vector_logic_rrr(VectorLogic::Orr, dst, a, b),
            FloatBinaryOp::Xor => self.asm.vector_logic_rrr(VectorLogic::Eor, dst, a, b),
        }
    }

    fn float_unary(&mut self, op: FloatUnaryOp, width: Width, dst: Reg, src: Reg) {
        let op = match op {
            FloatUnaryOp::Move => return self.copy_float(dst, src),
            FloatUnaryOp::Abs => FloatUnary::Fabs,
            FloatUnaryOp::Neg => FloatUnary::Fneg,
            FloatUnaryOp::Sqrt => FloatUnary::Fsqrt,
            FloatUnaryOp::Ceil => FloatUnary::Frintp,
            FloatUnaryOp::Floor => FloatUnary::Frintm,
            FloatUnaryOp::Trunc => FloatUnary::Frintz,
            FloatUnaryOp::Nearest => FloatUnary::Frintn,
        };
        self.asm.float_rr(op, width, dst, src);
    }

    fn float_constant(&mut self, width: Width, dst: Reg, bits: u64) {
        let single = width == W32;
        let value = if single { f64::from(f32::from_bits(bits as u32)) } else { f64::from_bits(bits) };
        if bits == 0 {
            self.asm.from_gp(FromGp::Fmov, W64, W64, dst, ZR);
        } else if float_immediate(value.to_bits()).is_some() {
            self.asm.fmov_ri(width, dst, value);
        } else if single {
            let constant = self.asm.buffer.constant4(bits as u32);
            self.asm.access(Access::LoadF32, dst, Mem::Label(constant));
        } else {
            let constant = self.asm.buffer.constant8(bits);
            self.asm.access(Access::LoadF64, dst, Mem::Label(constant));
        }
    }

    fn convert(&mut self, op: ConvertOp, dst: Reg, src: Reg) {
        match op {
            ConvertOp::FromSigned(from, to) => self.asm.from_gp(FromGp::Scvtf, from, to, dst, src),
            ConvertOp::FromUnsigned(from, to) => self.asm.from_gp(FromGp::Ucvtf, from, to, dst, src),
            ConvertOp::ToSigned(from, to) => self.asm.to_gp(ToGp::Fcvtzs, from, to, dst, src),
            ConvertOp::ToUnsigned(from, to) => self.asm.to_gp(ToGp::Fcvtzu, from, to, dst, src),
            ConvertOp::Float(width) => self.asm.fcvt(width, dst, src),
            ConvertOp::FromBits(width) => self.asm.from_gp(FromGp::Fmov, width, width, dst, src),
            ConvertOp::ToBits(width) => self.asm.to_gp(ToGp::Fmov, width, width, dst, src),
        }
    }

    fn convert_exactly(&mut self, dst: Reg, src: Reg, negative_zero: bool, failure: Label) {
        let Some(scratch) = self.float_scratch() else { return };
        self.asm.to_gp(ToGp::Fcvtzs, W64, W32, dst, src);
        self.asm.from_gp(FromGp::Scvtf, W32, W64, scratch, dst);
        self.asm.fcmp_rr(W64, scratch, src);
        self.asm.b_cond(Cond::Ne, failure);
        if negative_zero {
            let end = self.asm.buffer.new_label();
            self.asm.cbnz(W32, dst, end);
            // Of the two zeros only -0 has a bit set.
            self.asm.to_gp(ToGp::Fmov, W64, W64, dst, src);
            self.asm.cbnz(W64, dst, failure);
            self.asm.buffer.bind(end);
        }
    }

    fn atomic_exchange(&mut self, width: Width, dst: Reg, address: Address<'_>, src: Reg) {
        self.read_modify_write(AtomicLoad::Swap, width, Some(dst), address, Operand::Reg(Gpr::new(src)));
    }

    fn atomic_exchange_add(&mut self, width: Width, dst: Reg, address: Address<'_>, src: Reg) {
        self.read_modify_write(AtomicLoad::Add, width, Some(dst), address, Operand::Reg(Gpr::new(src)));
    }

    fn atomic(&mut self, op: AtomicOp, width: Width, address: Address<'_>, src: Operand<'_>) {
        let op = match op {
            AtomicOp::Add => AtomicLoad::Add,
            AtomicOp::And => AtomicLoad::Clear,
            AtomicOp::Or => AtomicLoad::Set,
            AtomicOp::Xor => AtomicLoad::Invert,
        };
        self.read_modify_write(op, width, None, address, src);
    }

    fn atomic_cas(
        &mut self,
        width: Width,
        expected: Reg,
        new: Reg,
        address: Address<'_>,
        target: Option<(bool, Label)>,
    ) {
        if self.compare_and_swap(width, expected, new, address, target.is_some()).is_some()
            && let Some((success, target)) = target
        {
            self.asm.b_cond(if success { Cond::Eq } else { Cond::Ne }, target);
        }
    }

    fn load_acquire(&mut self, width: Width, dst: Reg, address: Address<'_>) {
        let Some(address) = self.plain_address(address, Some(dst)) else { return };
        self.asm.load_acquire(width, dst, address);
    }

    fn store_release(&mut self, width: Width, address: Address<'_>, src: Reg) {
        let Some(address) = self.plain_address(address, None) else { return };
        self.asm.store_release(width, src, address);
    }

    fn fence(&mut self, fence: Fence) {
        // No barrier orders exactly loads and stores with stores.
        self.asm.barrier(if fence == Fence::Acquire { Barrier::Load } else { Barrier::Full });
    }

    fn jump(&mut self, target: Label) {
        self.asm.b(target);
    }

    fn far_jump(&mut self, target: Operand<'_>) {
        let Some(target) = self.register(target, W64, None) else { return };
        self.asm.br_to_entry(target);
    }

    fn call(&mut self, target: Operand<'_>) {
        // The call overwrites the link register in any case.
        let Some(target) = self.register(target, W64, Some(LR)) else { return };
        self.asm.blr(target);
    }

    fn near_call(&mut self, target: Label) {
        self.asm.bl(target);
    }

    fn cell_jump(&mut self, site: SiteId) {
        self.asm.b_cell(site);
    }

    fn patchable_branch(&mut self, target: Label, role: BranchRole) -> SiteId {
        self.asm.patchable_branch(target, role)
    }

    fn patchable_mov(&mut self, dst: Reg, bits: u64) -> Option<SiteId> {
        let site = self.asm.buffer.add_constant_cell(bits);
        self.asm.ldr_cell(dst, site);
        Some(site)
    }

    fn patchable_compare(
        &mut self,
        condition: IntCondition,
        reg: Reg,
        bits: u32,
        target: Label,
    ) -> Option<SiteId> {
        let site = self.asm.buffer.add_constant_cell(bits.into());
        self.asm.cmp_cell(reg, site);
        self.asm.b_cond(condition.into(), target);
        Some(site)
    }

    fn cell_load(&mut self, dst: Reg, site: SiteId) {
        self.asm.ldr_cell(dst, site);
    }

    fn ret(&mut self) {
        self.asm.ret();
    }

    fn trap(&mut self) {
        self.asm.udf(0);
    }

    fn move_stack_pointer(&mut self, bytes: i32) {
        let op = if bytes < 0 { Arith::Sub } else { Arith::Add };
        let written = self.asm.buffer.written();
        self.asm.arith_rri(op, W64, SP, SP, u64::from(bytes.unsigned_abs()));
        self.asm.buffer.set_written(written);
    }

    fn breakpoint(&mut self) {
        self.asm.brk(0);
    }

    fn pause(&mut self) {
        self.asm.yield_hint();
    }

    fn nop(&mut self) {
        self.asm.nop();
    }

    fn align(&mut self, alignment: u32) {
        self.asm.align(alignment);
    }
}
