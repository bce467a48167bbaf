//! Comparisons and their consumers.
//!
//! Five families of opcodes share four kinds of comparison. A comparison sets the flags, and its condition maps to
//! one condition code, or for some floating-point conditions to two.

use super::emit::{Emit, W32, W64, immediate_bits};
use super::masm::{Flags, float_flags};
use super::registers::{X16, ZR};
use super::{Arith, Binary, Cond, Logic, Select, arithmetic_immediate, logical_immediate};
use crate::air::{Arg, Opcode};
use crate::base::{FloatCondition, IntCondition, Reg, Width};
use crate::isa::Label;

/// The kind of a comparison.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Compared {
    Int(Width),
    Test(Width),
    Bit(Width),
    Float(Width),
}

/// The use of the outcome.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Consumer {
    Set,
    Branch,
    TrapIf,
    Move,
    MoveDouble,
}

fn parts(opcode: Opcode) -> Option<(Consumer, Compared)> {
    use Compared::*;
    use Opcode::*;
    Some(match opcode {
        Compare32 => (Consumer::Set, Int(W32)),
        Compare64 => (Consumer::Set, Int(W64)),
        Test32 => (Consumer::Set, Test(W32)),
        Test64 => (Consumer::Set, Test(W64)),
        TestBit32 => (Consumer::Set, Bit(W32)),
        TestBit64 => (Consumer::Set, Bit(W64)),
        CompareFloat => (Consumer::Set, Float(W32)),
        CompareDouble => (Consumer::Set, Float(W64)),
        Branch32 => (Consumer::Branch, Int(W32)),
        Branch64 => (Consumer::Branch, Int(W64)),
        BranchTest32 => (Consumer::Branch, Test(W32)),
        BranchTest64 => (Consumer::Branch, Test(W64)),
        BranchTestBit32 => (Consumer::Branch, Bit(W32)),
        BranchTestBit64 => (Consumer::Branch, Bit(W64)),
        BranchFloat => (Consumer::Branch, Float(W32)),
        BranchDouble => (Consumer::Branch, Float(W64)),
        TrapIf32 => (Consumer::TrapIf, Int(W32)),
        TrapIf64 => (Consumer::TrapIf, Int(W64)),
        TrapIfTest32 => (Consumer::TrapIf, Test(W32)),
        TrapIfTest64 => (Consumer::TrapIf, Test(W64)),
        TrapIfTestBit32 => (Consumer::TrapIf, Bit(W32)),
        TrapIfTestBit64 => (Consumer::TrapIf, Bit(W64)),
        TrapIfFloat => (Consumer::TrapIf, Float(W32)),
        TrapIfDouble => (Consumer::TrapIf, Float(W64)),
        MoveConditionally32 => (Consumer::Move, Int(W32)),
        MoveConditionally64 => (Consumer::Move, Int(W64)),
        MoveConditionallyTest32 => (Consumer::Move, Test(W32)),
        MoveConditionallyTest64 => (Consumer::Move, Test(W64)),
        MoveConditionallyTestBit32 => (Consumer::Move, Bit(W32)),
        MoveConditionallyTestBit64 => (Consumer::Move, Bit(W64)),
        MoveConditionallyFloat => (Consumer::Move, Float(W32)),
        MoveConditionallyDouble => (Consumer::Move, Float(W64)),
        MoveDoubleConditionally32 => (Consumer::MoveDouble, Int(W32)),
        MoveDoubleConditionally64 => (Consumer::MoveDouble, Int(W64)),
        MoveDoubleConditionallyTest32 => (Consumer::MoveDouble, Test(W32)),
        MoveDoubleConditionallyTest64 => (Consumer::MoveDouble, Test(W64)),
        MoveDoubleConditionallyTestBit32 => (Consumer::MoveDouble, Bit(W32)),
        MoveDoubleConditionallyTestBit64 => (Consumer::MoveDouble, Bit(W64)),
        MoveDoubleConditionallyFloat => (Consumer::MoveDouble, Float(W32)),
        MoveDoubleConditionallyDouble => (Consumer::MoveDouble, Float(W64)),
        _ => return None,
    })
}

impl Emit<'_, '_> {
    /// Emits a comparison and its consumer. Returns false for other opcodes.
    pub(super) fn comparison(&mut self, opcode: Opcode) -> bool {
        let Some((consumer, compared)) = parts(opcode) else { return false };
        match consumer {
            Consumer::Set => {
                let flags = self.compare(compared);
                self.set(flags, 3);
            }
            Consumer::Branch => {
                self.branch(|emit, inverted, target| emit.jump(compared, inverted, target));
            }
            Consumer::TrapIf => {
                let trap = self.trap_operand(3);
                self.jump(compared, false, trap);
            }
            Consumer::Move => {
                let flags = self.compare(compared);
                self.move_if(flags);
            }
            Consumer::MoveDouble => {
                let flags = self.compare(compared);
                self.move_double_if(flags, 3);
            }
        }
        true
    }

    /// Emits the comparison of a branch, and a branch to `target` if its condition is true.
    pub(super) fn exit_if(&mut self, branch: Opcode, target: Label) {
        match parts(branch) {
            Some((Consumer::Branch, compared)) => self.jump(compared, false, target),
            None if branch == Opcode::BranchOnFlags => {
                let flags = self.flags(0);
                self.jump_if(flags, target);
            }
            _ => self.unexpected(),
        }
    }

    /// Emits branches to the successors, one of which may be the next block. `jump` emits the conditional branch to a
    /// label; its second argument inverts the condition.
    pub(super) fn branch(&mut self, jump: impl Fn(&mut Self, bool, Label)) {
        let (taken, not_taken) = (self.context.successor(0), self.context.successor(1));
        if self.context.is_next(0) {
            return jump(self, true, not_taken);
        }
        jump(self, false, taken);
        if !self.context.is_next(1) {
            self.asm.b(not_taken);
        }
    }

    /// Branches to `target` if the condition is true or, if `inverted`, if it is false.
    fn jump(&mut self, compared: Compared, inverted: bool, target: Label) {
        if self.is_tested() {
            let cond = self.tested_overflow();
            return self.asm.b_cond(if inverted { cond.inverted() } else { cond }, target);
        }
        if let Some((width, reg, is_zero)) = self.match_zero_test(compared) {
            return match is_zero != inverted {
                true => self.asm.cbz(width, reg, target),
                false => self.asm.cbnz(width, reg, target),
            };
        }
        if let Some((reg, bit, is_zero)) = self.match_bit_test(compared) {
            return self.asm.branch_on_bit(reg, bit, is_zero == inverted, target);
        }
        let flags = self.compare(compared);
        let flags = if inverted { flags.inverted() } else { flags };
        self.jump_if(flags, target);
    }

    /// Matches a comparison that tests one bit of a register. Returns the register, the bit, and whether the
    /// condition is that the bit is zero.
    fn match_bit_test(&mut self, compared: Compared) -> Option<(Reg, u32, bool)> {
        use IntCondition::{Equal, GreaterEqual, GreaterThan, LessEqual, LessThan, NotEqual};
        let Arg::IntCondition(condition) = self.arg(0) else { return None };
        let (reg, imm) = (self.as_reg(1)?, self.as_imm(2)?);
        let (bit, is_zero) = match (compared, condition, imm) {
            (Compared::Bit(width), Equal | NotEqual, bit) => {
                (bit as u32 & (width.bits() - 1), condition == Equal)
            }
            (Compared::Test(width), Equal | NotEqual, mask) => {
                let mask = immediate_bits(mask, width);
                (mask.is_power_of_two().then(|| mask.ilog2())?, condition == Equal)
            }
            // The sign bit.
            (Compared::Int(width), LessThan, 0) | (Compared::Int(width), LessEqual, -1) => {
                (width.bits() - 1, false)
            }
            (Compared::Int(width), GreaterEqual, 0) | (Compared::Int(width), GreaterThan, -1) => {
                (width.bits() - 1, true)
            }
            _ => return None,
        };
        Some((reg, bit, is_zero))
    }

    /// Matches an equality comparison of a register with zero: its width, the register, and whether zero means true.
    fn match_zero_test(&mut self, compared: Compared) -> Option<(Width, Reg, bool)> {
        let Arg::IntCondition(condition @ (IntCondition::Equal | IntCondition::NotEqual)) = self.arg(0)
        else {
            return None;
        };
        let reg = self.as_reg(1)?;
        let width = match compared {
            Compared::Int(width) if self.as_imm(2) == Some(0) => width,
            Compared::Test(width) if self.as_reg(2) == Some(reg) => width,
            _ => return None,
        };
        Some((width, reg, condition == IntCondition::Equal))
    }

    /// Compares operands 1 and 2 by the condition in operand 0.
    fn compare(&mut self, compared: Compared) -> Flags {
        if self.is_tested() {
            return Flags::One(self.tested_overflow());
        }
        match (compared, self.arg(0)) {
            (Compared::Float(width), Arg::FloatCondition(condition)) => self.compare_floats(width, condition),
            (Compared::Int(width), Arg::IntCondition(condition)) => {
                self.compare_ints(width, 1);
                Flags::One(condition.into())
            }
            (Compared::Test(width), Arg::IntCondition(condition)) => self.test(width, condition),
            (Compared::Bit(width), Arg::IntCondition(condition)) => self.test_bit(width, condition),
            _ => {
                self.unexpected();
                Flags::One(Cond::Eq)
            }
        }
    }

    /// Compares operand `first` with the next one.
    pub(super) fn compare_ints(&mut self, width: Width, first: usize) {
        let a = self.reg(first);
        if let Some(imm) = self.as_imm(first + 1) {
            // a - b and a + (-b) set the same flags unless b is zero.
            let (op, size) =
                if imm < 0 { (Arith::Adds, imm.unsigned_abs()) } else { (Arith::Subs, imm as u32) };
            if arithmetic_immediate(u64::from(size)).is_some() {
                return self.asm.arith_rri(op, width, ZR, a, u64::from(size));
            }
        }
        let b = self.reg_or_imm(first + 1, width);
        self.asm.cmp_rr(width, a, b);
    }

    fn test(&mut self, width: Width, condition: IntCondition) -> Flags {
        let a = self.reg(1);
        let imm = self.as_imm(2).map(|imm| immediate_bits(imm, width));
        let imm = imm.filter(|bits| logical_immediate(*bits, width).is_some());
        let cond = condition_of_test(condition);
        let to = if cond.is_some() { ZR } else { X16 };
        match imm {
            Some(bits) => self.asm.logic_rri(Logic::Ands, width, to, a, bits),
            None => {
                let b = self.reg_or_imm(2, width);
                self.asm.logic_rrr(Logic::Ands, width, to, a, b);
            }
        }
        self.flags_of_test(width, condition)
    }

    /// The flags of a condition after `ands`, whose result is in x16 if one condition code does not suffice.
    fn flags_of_test(&mut self, width: Width, condition: IntCondition) -> Flags {
        match condition_of_test(condition) {
            Some(cond) => Flags::One(cond),
            None => {
                self.asm.cmp_ri(width, X16, 0);
                Flags::One(condition.into())
            }
        }
    }

    /// Compares one bit, as a number, with 0.
    fn test_bit(&mut self, width: Width, condition: IntCondition) -> Flags {
        let a = self.reg(1);
        let bits = width.bits() - 1;
        match self.as_imm(2) {
            Some(bit) => self.asm.bitfield_rrii(
                super::Bitfield::Ubfm,
                width,
                X16,
                a,
                bit as u32 & bits,
                bit as u32 & bits,
            ),
            None => {
                let bit = self.reg(2);
                self.asm.binary_rrr(Binary::Lsrv, width, X16, a, bit);
            }
        }
        self.asm.logic_rri(Logic::Ands, W32, X16, X16, 1);
        self.flags_of_test(W32, condition)
    }

    fn compare_floats(&mut self, width: Width, condition: FloatCondition) -> Flags {
        let [a, b] = [1, 2].map(|n| self.reg(n));
        self.asm.fcmp_rr(width, a, b);
        float_flags(condition)
    }

    /// Sets operand `n` to 1 or 0.
    pub(super) fn set(&mut self, flags: Flags, n: usize) {
        let to = self.reg(n);
        match flags {
            Flags::One(cond) => self.asm.cset(W32, to, cond),
            Flags::Either(a, b) => {
                self.asm.cset(W32, to, a);
                self.asm.select_rrr(Select::Csinc, W32, to, to, ZR, b.inverted());
            }
            Flags::Both(a, b) => {
                self.asm.cset(W32, to, a);
                self.asm.select_rrr(Select::Csel, W32, to, to, ZR, b);
            }
        }
    }

    pub(super) fn jump_if(&mut self, flags: Flags, target: Label) {
        match flags {
            Flags::One(cond) => self.asm.b_cond(cond, target),
            Flags::Either(a, b) => {
                self.asm.b_cond(a, target);
                self.asm.b_cond(b, target);
            }
            Flags::Both(a, b) => {
                let skip = self.asm.buffer().new_label();
                self.asm.b_cond(a.inverted(), skip);
                self.asm.b_cond(b, target);
                self.asm.buffer().bind(skip);
            }
        }
    }

    /// Selects operand 3 or 4 into 5, in the general bank.
    fn move_if(&mut self, flags: Flags) {
        let [then, otherwise, to] = [3, 4, 5].map(|n| self.reg(n));
        match flags {
            Flags::One(cond) => self.asm.select_rrr(Select::Csel, W64, to, then, otherwise, cond),
            Flags::Either(a, b) => {
                self.asm.select_rrr(Select::Csel, W64, X16, then, otherwise, a);
                self.asm.select_rrr(Select::Csel, W64, to, then, X16, b);
            }
            Flags::Both(a, b) => {
                self.asm.select_rrr(Select::Csel, W64, X16, then, otherwise, a);
                self.asm.select_rrr(Select::Csel, W64, to, X16, otherwise, b);
            }
        }
    }

    /// Selects operand `first` or the next one into the one after, in the floating-point bank.
    pub(super) fn move_double_if(&mut self, flags: Flags, first: usize) {
        let [then, otherwise, to] = [0, 1, 2].map(|n| self.reg(first + n));
        match flags {
            // The operand that would be read twice is in the result's register.
            Flags::Either(..) if to == then => self.copy_unless(flags, to, otherwise),
            Flags::Both(..) if to == otherwise => self.copy_unless(flags.inverted(), to, then),
            Flags::One(cond) => self.asm.fcsel(W64, to, then, otherwise, cond),
            Flags::Either(a, b) => {
                self.asm.fcsel(W64, to, then, otherwise, a);
                self.asm.fcsel(W64, to, then, to, b);
            }
            Flags::Both(a, b) => {
                self.asm.fcsel(W64, to, then, otherwise, a);
                self.asm.fcsel(W64, to, to, otherwise, b);
            }
        }
    }
}

impl Emit<'_, '_> {
    /// `to = from` unless the flags match.
    fn copy_unless(&mut self, flags: Flags, to: Reg, from: Reg) {
        let done = self.asm.buffer().new_label();
        self.jump_if(flags, done);
        self.copy(to, from);
        self.asm.buffer().bind(done);
    }
}

/// The condition code after `ands`; `None` for conditions that are always or never true. These depend on the carry,
/// which a subtraction of zero sets and `ands` clears.
fn condition_of_test(condition: IntCondition) -> Option<Cond> {
    match condition {
        IntCondition::Above => Some(Cond::Ne),
        IntCondition::BelowEqual => Some(Cond::Eq),
        IntCondition::Below | IntCondition::AboveEqual => None,
        condition => Some(condition.into()),
    }
}
