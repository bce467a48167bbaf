//! Elimination of comparisons with zero whose flags an earlier instruction has already set.
//!
//! Addition, subtraction and logical operations set the zero and sign flags by their result, like `test` of the result
//! with itself. Logical operations also clear carry and overflow, like `test`, so every condition gives the same
//! answer. After a sum or difference, only "equal", "not equal", and by the sign flag "negative" and "not negative" do.
//!
//! The state covers one register at a time, within a block. Moves, loads, stores and extensions do not change the
//! flags. Any other instruction, or a write to the register, invalidates it.

use super::emit::Emit;
use super::{Alu, Cond};
use crate::air::{Arg, Inst, Opcode};
use crate::base::{IntCondition, Reg, Width};

/// The value that the flags describe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FlagsOf {
    /// Unknown.
    Nothing,
    /// The result of a logical operation, in this register.
    Logic(Reg, Width),
    /// A sum or difference, in this register.
    Sum(Reg, Width),
    /// An overflow that the next test reads, and its condition code.
    Overflow(Cond),
}

impl Emit<'_, '_> {
    /// Records that the last instruction was this operation on this register.
    #[inline(always)]
    pub(super) fn record_flags(&mut self, alu: Alu, width: Width, to: Reg) {
        self.flags = match alu {
            _ if !self.follows_flags => return,
            Alu::And | Alu::Or | Alu::Xor => FlagsOf::Logic(to, width),
            Alu::Add | Alu::Sub => FlagsOf::Sum(to, width),
            _ => FlagsOf::Nothing,
        };
    }

    /// Invalidates the state if the next instruction may change flags or register before it uses them.
    #[inline(never)]
    pub(super) fn invalidate_flags(&mut self, inst: &Inst) {
        use Opcode::*;
        let (FlagsOf::Logic(reg, _) | FlagsOf::Sum(reg, _)) = self.flags else { return };
        let kept = match inst.opcode {
            // A move of zero is emitted as xor, which sets flags.
            Move | Move32 => !matches!(self.args, [Arg::Imm(_), Arg::Tmp(_)]),
            MoveFloat | MoveDouble | Lea64 | Lea32 | TableAddress | ZeroExtend8To32 | SignExtend8To32
            | ZeroExtend16To32 | SignExtend16To32 | SignExtend8To64 | SignExtend16To64 | SignExtend32To64
            | Store8 | Store16 => true,
            // Possible users of the flags.
            Branch32
            | Branch64
            | BranchTest32
            | BranchTest64
            | TrapIf32
            | TrapIf64
            | TrapIfTest32
            | TrapIfTest64
            | MoveConditionally32
            | MoveConditionally64
            | MoveConditionallyTest32
            | MoveConditionallyTest64
            | MoveDoubleConditionally32
            | MoveDoubleConditionally64
            | MoveDoubleConditionallyTest32
            | MoveDoubleConditionallyTest64 => return,
            _ => false,
        };
        let written = matches!(self.args.last(), Some(Arg::Tmp(tmp)) if tmp.reg() == Some(reg));
        if !kept || written {
            self.flags = FlagsOf::Nothing;
        }
    }

    /// True if the instruction computes an overflow that stays in the flags, or tests it.
    pub(super) fn is_tested(&self) -> bool {
        self.inst.is_some_and(Inst::is_tested)
    }

    /// The condition code for the overflow in the flags, or for its absence if the condition is equality with zero.
    pub(super) fn tested_overflow(&mut self) -> Cond {
        match (self.flags, self.arg(0)) {
            (FlagsOf::Overflow(cond), Arg::IntCondition(IntCondition::NotEqual)) => cond,
            (FlagsOf::Overflow(cond), Arg::IntCondition(IntCondition::Equal)) => cond.inverted(),
            _ => {
                self.unexpected();
                Cond::O
            }
        }
    }

    /// The condition code for a comparison of a register with zero, if the flags describe it. Resets the state.
    pub(super) fn condition_from_flags(
        &mut self,
        width: Width,
        reg: Reg,
        condition: IntCondition,
    ) -> Option<Cond> {
        let flags = std::mem::replace(&mut self.flags, FlagsOf::Nothing);
        match condition {
            _ if flags == FlagsOf::Logic(reg, width) => Some(condition.into()),
            _ if flags != FlagsOf::Sum(reg, width) => None,
            IntCondition::Equal | IntCondition::NotEqual => Some(condition.into()),
            IntCondition::LessThan => Some(Cond::S),
            IntCondition::GreaterEqual => Some(Cond::Ns),
            _ => None,
        }
    }
}
