//! Comparisons and their consumers.
//!
//! Five families of opcodes share six kinds of comparison. A comparison sets the flags, and its condition maps to one
//! condition code. Some floating-point conditions need two, because an unordered result sets the flags of both
//! "below" and "equal".

use super::emit::Emit;
use super::emit_flags::FlagsOf;
use super::{Alu, Bit, Cond, Extend, FloatOp};
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

/// The flags for which a condition is true.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flags {
    /// This condition code.
    One(Cond),
    /// This condition code, and not unordered.
    Ordered(Cond),
    /// This condition code, or unordered.
    OrUnordered(Cond),
}

const W8: Width = Width::W8;
const W16: Width = Width::W16;
const W32: Width = Width::W32;
const W64: Width = Width::W64;

fn parts(opcode: Opcode) -> Option<(Consumer, Compared)> {
    use Compared::*;
    use Opcode::*;
    Some(match opcode {
        Compare32 => (Consumer::Set, Int(W32)),
        Compare64 => (Consumer::Set, Int(W64)),
        Test32 => (Consumer::Set, Test(W32)),
        Test64 => (Consumer::Set, Test(W64)),
        Compare8 => (Consumer::Set, Int(W8)),
        Compare16 => (Consumer::Set, Int(W16)),
        Test8 => (Consumer::Set, Test(W8)),
        TestBit32 => (Consumer::Set, Bit(W32)),
        TestBit64 => (Consumer::Set, Bit(W64)),
        CompareFloat => (Consumer::Set, Float(W32)),
        CompareDouble => (Consumer::Set, Float(W64)),
        Branch32 => (Consumer::Branch, Int(W32)),
        Branch64 => (Consumer::Branch, Int(W64)),
        BranchTest32 => (Consumer::Branch, Test(W32)),
        BranchTest64 => (Consumer::Branch, Test(W64)),
        Branch8 => (Consumer::Branch, Int(W8)),
        Branch16 => (Consumer::Branch, Int(W16)),
        BranchTest8 => (Consumer::Branch, Test(W8)),
        BranchTestBit32 => (Consumer::Branch, Bit(W32)),
        BranchTestBit64 => (Consumer::Branch, Bit(W64)),
        BranchFloat => (Consumer::Branch, Float(W32)),
        BranchDouble => (Consumer::Branch, Float(W64)),
        TrapIf32 => (Consumer::TrapIf, Int(W32)),
        TrapIf64 => (Consumer::TrapIf, Int(W64)),
        TrapIfTest32 => (Consumer::TrapIf, Test(W32)),
        TrapIfTest64 => (Consumer::TrapIf, Test(W64)),
        TrapIf8 => (Consumer::TrapIf, Int(W8)),
        TrapIf16 => (Consumer::TrapIf, Int(W16)),
        TrapIfTest8 => (Consumer::TrapIf, Test(W8)),
        TrapIfTestBit32 => (Consumer::TrapIf, Bit(W32)),
        TrapIfTestBit64 => (Consumer::TrapIf, Bit(W64)),
        TrapIfFloat => (Consumer::TrapIf, Float(W32)),
        TrapIfDouble => (Consumer::TrapIf, Float(W64)),
        MoveConditionally32 => (Consumer::Move, Int(W32)),
        MoveConditionally64 => (Consumer::Move, Int(W64)),
        MoveConditionallyTest32 => (Consumer::Move, Test(W32)),
        MoveConditionallyTest64 => (Consumer::Move, Test(W64)),
        MoveConditionally8 => (Consumer::Move, Int(W8)),
        MoveConditionally16 => (Consumer::Move, Int(W16)),
        MoveConditionallyTest8 => (Consumer::Move, Test(W8)),
        MoveConditionallyTestBit32 => (Consumer::Move, Bit(W32)),
        MoveConditionallyTestBit64 => (Consumer::Move, Bit(W64)),
        MoveConditionallyFloat => (Consumer::Move, Float(W32)),
        MoveConditionallyDouble => (Consumer::Move, Float(W64)),
        MoveDoubleConditionally32 => (Consumer::MoveDouble, Int(W32)),
        MoveDoubleConditionally64 => (Consumer::MoveDouble, Int(W64)),
        MoveDoubleConditionallyTest32 => (Consumer::MoveDouble, Test(W32)),
        MoveDoubleConditionallyTest64 => (Consumer::MoveDouble, Test(W64)),
        MoveDoubleConditionally8 => (Consumer::MoveDouble, Int(W8)),
        MoveDoubleConditionally16 => (Consumer::MoveDouble, Int(W16)),
        MoveDoubleConditionallyTest8 => (Consumer::MoveDouble, Test(W8)),
        MoveDoubleConditionallyTestBit32 => (Consumer::MoveDouble, Bit(W32)),
        MoveDoubleConditionallyTestBit64 => (Consumer::MoveDouble, Bit(W64)),
        MoveDoubleConditionallyFloat => (Consumer::MoveDouble, Float(W32)),
        MoveDoubleConditionallyDouble => (Consumer::MoveDouble, Float(W64)),
        _ => return None,
    })
}

impl Flags {
    /// The flags of ucomiss and ucomisd. Unordered counts as below and equal.
    fn of_floats(condition: FloatCondition) -> Flags {
        use FloatCondition as C;
        match condition {
            C::EqualAndOrdered => Flags::Ordered(Cond::E),
            C::NotEqualOrUnordered => Flags::OrUnordered(Cond::Ne),
            C::GreaterThanAndOrdered => Flags::One(Cond::A),
            C::GreaterEqualAndOrdered => Flags::One(Cond::Ae),
            C::LessThanOrUnordered => Flags::One(Cond::B),
            C::LessEqualOrUnordered => Flags::One(Cond::Be),
            C::EqualOrUnordered => Flags::One(Cond::E),
            C::NotEqualAndOrdered => Flags::One(Cond::Ne),
            C::LessThanAndOrdered => Flags::Ordered(Cond::B),
            C::LessEqualAndOrdered => Flags::Ordered(Cond::Be),
            C::GreaterThanOrUnordered => Flags::OrUnordered(Cond::A),
            C::GreaterEqualOrUnordered => Flags::OrUnordered(Cond::Ae),
        }
    }

    fn inverted(self) -> Flags {
        match self {
            Flags::One(cond) => Flags::One(cond.inverted()),
            Flags::Ordered(cond) => Flags::OrUnordered(cond.inverted()),
            Flags::OrUnordered(cond) => Flags::Ordered(cond.inverted()),
        }
    }
}

impl Emit<'_, '_> {
    /// Emits a comparison and its consumer. Returns false for other opcodes.
    pub(super) fn comparison(&mut self, opcode: Opcode) -> bool {
        let Some((consumer, compared)) = parts(opcode) else { return false };
        if consumer == Consumer::Set {
            self.flags = FlagsOf::Nothing; // the result may be cleared first
        }
        match consumer {
            Consumer::Set => self.set(compared),
            Consumer::Branch => {
                let flags = self.compare(compared);
                self.branch(flags);
            }
            Consumer::TrapIf => {
                let flags = self.compare(compared);
                let trap = self.trap_operand(3);
                self.jump_if(flags, trap);
            }
            Consumer::Move => {
                let flags = self.compare(compared);
                self.move_if(flags);
            }
            Consumer::MoveDouble => {
                let flags = self.compare(compared);
                self.move_double_if(flags);
            }
        }
        true
    }

    /// Emits the comparison of a branch, and a branch to `target` if its condition is true.
    pub(super) fn exit_if(&mut self, branch: Opcode, target: Label) {
        match parts(branch) {
            Some((Consumer::Branch, compared)) => {
                let flags = self.compare(compared);
                self.jump_if(flags, target);
            }
            _ => self.unexpected(),
        }
    }

    /// Compares operands 1 and 2 by the condition in operand 0.
    fn compare(&mut self, compared: Compared) -> Flags {
        let flags = match self.is_tested() {
            true => Flags::One(self.tested_overflow()),
            false => self.compare_operands(compared),
        };
        self.flags = FlagsOf::Nothing;
        flags
    }

    fn compare_operands(&mut self, compared: Compared) -> Flags {
        match (compared, self.arg(0)) {
            (Compared::Float(width), Arg::FloatCondition(condition)) => self.compare_floats(width, condition),
            // Operands of less than 32 bits are in memory.
            (Compared::Int(W8 | W16) | Compared::Test(W8), Arg::IntCondition(_))
                if self.as_reg(1).is_some() =>
            {
                self.unexpected();
                Flags::One(Cond::E)
            }
            (Compared::Int(width), Arg::IntCondition(condition)) => {
                if let (Some(a), Some(0)) = (self.as_reg(1), self.as_imm(2))
                    && let Some(cond) = self.condition_from_flags(width, a, condition)
                {
                    return Flags::One(cond);
                }
                self.compare_ints(width);
                Flags::One(condition.into())
            }
            (Compared::Test(width), Arg::IntCondition(condition)) => {
                if let (Some(a), Some(b)) = (self.as_reg(1), self.as_reg(2))
                    && a == b
                    && let Some(cond) = self.condition_from_flags(width, a, condition)
                {
                    return Flags::One(cond);
                }
                self.test(width);
                Flags::One(condition.into())
            }
            (Compared::Bit(width), Arg::IntCondition(condition)) => self.test_bit(width, condition),
            _ => {
                self.unexpected();
                Flags::One(Cond::E)
            }
        }
    }

    fn compare_ints(&mut self, width: Width) {
        match (self.as_reg(1), self.as_reg(2), self.as_imm(2)) {
            (Some(a), Some(b), _) => self.asm.alu_rr(Alu::Cmp, width, a, b),
            (Some(a), None, Some(0)) => self.asm.test_rr(width, a, a), // same flags, shorter
            (Some(a), None, Some(imm)) => self.asm.alu_ri(Alu::Cmp, width, a, imm),
            (Some(a), None, None) => {
                let b = self.mem(2);
                self.asm.alu_rm(Alu::Cmp, width, a, b);
            }
            (None, Some(b), _) => {
                let a = self.mem(1);
                self.asm.alu_mr(Alu::Cmp, width, a, b);
            }
            (None, None, Some(imm)) => {
                let a = self.mem(1);
                self.asm.alu_mi(Alu::Cmp, width, a, imm);
            }
            (None, None, None) => self.unexpected(),
        }
    }

    fn test(&mut self, width: Width) {
        match (self.as_reg(1), self.as_reg(2), self.as_imm(2)) {
            (Some(a), Some(b), _) => self.asm.test_rr(width, a, b),
            // Same flags from the low byte or half, with a shorter immediate.
            (Some(a), None, Some(imm @ 0..=127)) => self.asm.test_ri(W8, a, imm),
            (Some(a), None, Some(imm @ 0..)) => self.asm.test_ri(width.min(W32), a, imm),
            (Some(a), None, Some(imm)) => self.asm.test_ri(width, a, imm),
            (Some(reg), None, None) => {
                let mem = self.mem(2);
                self.asm.test_mr(width, mem, reg);
            }
            (None, Some(reg), _) => {
                let mem = self.mem(1);
                self.asm.test_mr(width, mem, reg);
            }
            (None, None, Some(imm)) => {
                let mem = self.mem(1);
                self.asm.test_mi(width, mem, imm);
            }
            (None, None, None) => self.unexpected(),
        }
    }

    /// Compares one bit, as a number, with 0. The bit is in the carry flag.
    fn test_bit(&mut self, width: Width, condition: IntCondition) -> Flags {
        use IntCondition::*;
        let a = self.reg(1);
        match self.as_imm(2) {
            Some(bit) => self.asm.bit_ri(Bit::Bt, width, a, bit as u8 & (width.bits() - 1) as u8),
            None => {
                let bit = self.reg(2);
                self.asm.bit_rr(Bit::Bt, width, a, bit);
            }
        }
        match condition {
            NotEqual | Above | GreaterThan => Flags::One(Cond::B),
            Equal | BelowEqual | LessEqual => Flags::One(Cond::Ae),
            // Never or always true: compare a register with itself.
            Below | AboveEqual | LessThan | GreaterEqual => {
                self.asm.alu_rr(Alu::Cmp, width, a, a);
                Flags::One(condition.into())
            }
        }
    }

    fn compare_floats(&mut self, width: Width, condition: FloatCondition) -> Flags {
        let compare = if width == W32 { FloatOp::Ucomiss } else { FloatOp::Ucomisd };
        let a = self.reg(1);
        let flags = Flags::of_floats(condition);
        match (Flags::of_floats(condition.flipped()), self.as_reg(2)) {
            // With swapped operands one condition code suffices.
            (flipped @ Flags::One(_), Some(b)) if !matches!(flags, Flags::One(_)) => {
                self.asm.float_rr(compare, b, a);
                return flipped;
            }
            (_, Some(b)) => self.asm.float_rr(compare, a, b),
            (_, None) => {
                let b = self.mem(2);
                self.asm.float_rm(compare, a, b);
            }
        }
        flags
    }

    /// Sets operand 3 to 1 or 0. A floating-point comparison has a scratch register as the next operand.
    fn set(&mut self, compared: Compared) {
        let to = self.reg(3);
        // Clearing the result first is cheaper, unless the comparison reads it.
        let clear_first = !self.reads(to);
        if clear_first {
            self.asm.zero(to);
        }
        match self.compare(compared) {
            Flags::One(cond) => self.asm.setcc_r(cond, to),
            Flags::Ordered(cond) => self.set_both(cond, Cond::Np, Alu::And, to),
            Flags::OrUnordered(cond) => self.set_both(cond, Cond::P, Alu::Or, to),
        }
        if !clear_first {
            self.asm.extend_rr(Extend::Zero8, W32, to, to);
        }
    }

    fn set_both(&mut self, cond: Cond, ordered: Cond, join: Alu, to: Reg) {
        let scratch = self.reg(4);
        self.asm.setcc_r(cond, to);
        self.asm.setcc_r(ordered, scratch);
        self.asm.alu_rr(join, Width::W8, to, scratch);
    }

    /// True if operand 1 or 2 is or contains this register.
    fn reads(&self, reg: Reg) -> bool {
        self.args.iter().skip(1).take(2).any(|arg| {
            let mut found = arg.as_tmp().and_then(|tmp| tmp.reg()) == Some(reg);
            let mut arg = *arg;
            arg.for_each_address_tmp(|tmp| found |= tmp.reg() == Some(reg));
            found
        })
    }

    fn jump_if(&mut self, flags: Flags, target: Label) {
        match flags {
            Flags::One(cond) => self.asm.jcc(cond, target),
            Flags::OrUnordered(cond) => {
                self.asm.jcc(Cond::P, target);
                self.asm.jcc(cond, target);
            }
            Flags::Ordered(cond) => {
                let skip = self.asm.buffer().new_label();
                self.asm.jcc_short(Cond::P, skip);
                self.asm.jcc(cond, target);
                self.asm.buffer().bind(skip);
            }
        }
    }

    /// Like [`Emit::jump_if`], to a label at most 127 bytes ahead.
    fn jump_ahead_if(&mut self, flags: Flags, target: Label) {
        match flags {
            Flags::One(cond) => self.asm.jcc_short(cond, target),
            Flags::OrUnordered(cond) => {
                self.asm.jcc_short(Cond::P, target);
                self.asm.jcc_short(cond, target);
            }
            Flags::Ordered(cond) => {
                let skip = self.asm.buffer().new_label();
                self.asm.jcc_short(Cond::P, skip);
                self.asm.jcc_short(cond, target);
                self.asm.buffer().bind(skip);
            }
        }
    }

    fn branch(&mut self, flags: Flags) {
        if self.context.is_next(0) {
            return self.branch_to(1, flags.inverted());
        }
        self.branch_to(0, flags);
        if !self.context.is_next(1) {
            self.jump_to(1);
        }
    }

    /// Emits a branch to the first successor if the condition holds, else to the second.
    pub(super) fn branch_if(&mut self, cond: Cond) {
        self.branch(Flags::One(cond));
    }

    /// Branches to the n-th successor if the flags match.
    fn branch_to(&mut self, n: usize, flags: Flags) {
        let target = self.context.successor(n);
        match self.context.is_near(n) {
            true => self.jump_ahead_if(flags, target),
            false => self.jump_if(flags, target),
        }
    }

    /// Moves operand 3 or 4 to 5, in the general bank. Moves do not change the flags.
    fn move_if(&mut self, flags: Flags) {
        let [then, otherwise, to] = [3, 4, 5].map(|n| self.reg(n));
        if to == then && to != otherwise {
            return self.move_over(flags.inverted(), to, otherwise);
        }
        self.copy(W64, to, otherwise);
        self.move_over(flags, to, then);
    }

    /// `to = from` if the flags match.
    fn move_over(&mut self, flags: Flags, to: Reg, from: Reg) {
        match flags {
            Flags::One(cond) => self.asm.cmov_rr(cond, W64, to, from),
            Flags::OrUnordered(cond) => {
                self.asm.cmov_rr(cond, W64, to, from);
                self.asm.cmov_rr(Cond::P, W64, to, from);
            }
            Flags::Ordered(_) => {
                let done = self.asm.buffer().new_label();
                self.jump_ahead_if(flags.inverted(), done);
                self.copy(W64, to, from);
                self.asm.buffer().bind(done);
            }
        }
    }

    /// Moves operand 3 or 4 to 5, in the floating-point bank, which has no conditional move.
    fn move_double_if(&mut self, flags: Flags) {
        let [then, otherwise, to] = [3, 4, 5].map(|n| self.reg(n));
        let done = self.asm.buffer().new_label();
        let (flags, from) = match to == then && to != otherwise {
            true => (flags.inverted(), otherwise),
            false => {
                self.copy(W64, to, otherwise);
                (flags, then)
            }
        };
        self.jump_ahead_if(flags.inverted(), done);
        self.copy(W64, to, from);
        self.asm.buffer().bind(done);
    }
}
