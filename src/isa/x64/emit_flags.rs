//! What the flags say already, so that a register need not be compared with zero.
//!
//! Addition, subtraction and logical operations set the zero flag and the sign flag by their result, as `test` of
//! the result with itself does. Logical operations also clear carry and overflow, as `test` does, so that every
//! condition is the same; after a sum or a difference only "equal" and "not equal" are, and "negative" and "not
//! negative" by the sign flag alone.
//!
//! It is known of one register at a time, in one block. Moves, loads, stores and extensions leave flags alone;
//! whatever else is between, or writes the register, ends it.

use super::emit::Emit;
use super::{Alu, Cond};
use crate::air::{Arg, Inst, Opcode};
use crate::base::{IntCondition, Reg, Width};

/// What the flags were set by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FlagsOf {
    /// Nothing of interest.
    Nothing,
    /// The result of a logical operation, which is still in this register.
    Logic(Reg, Width),
    /// A sum or a difference, which is still in this register.
    Sum(Reg, Width),
}

impl Emit<'_, '_> {
    /// Notes that the last instruction was this operation, on this register.
    #[inline(always)]
    pub(super) fn flags_are_of(&mut self, alu: Alu, width: Width, to: Reg) {
        self.flags = match alu {
            _ if !self.follows_flags => return,
            Alu::And | Alu::Or | Alu::Xor => FlagsOf::Logic(to, width),
            Alu::Add | Alu::Sub => FlagsOf::Sum(to, width),
            _ => FlagsOf::Nothing,
        };
    }

    /// Forgets what the next instruction may make untrue before it asks.
    #[inline(never)]
    pub(super) fn keep_flags(&mut self, inst: &Inst) {
        use Opcode::*;
        let (FlagsOf::Logic(reg, _) | FlagsOf::Sum(reg, _)) = self.flags else { return };
        let kept = match inst.opcode {
            // A zero is made by an instruction that sets flags.
            Move | Move32 => !matches!(self.args, [Arg::Imm(_), Arg::Tmp(_)]),
            MoveFloat | MoveDouble | Lea64 | Lea32 | TableAddress | ZeroExtend8To32 | SignExtend8To32
            | ZeroExtend16To32 | SignExtend16To32 | SignExtend8To64 | SignExtend16To64 | SignExtend32To64
            | Store8 | Store16 => true,
            // These ask.
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

    /// The condition code that says whether a register is so to zero, if the flags do; then they say nothing more.
    pub(super) fn flags_say(&mut self, width: Width, reg: Reg, condition: IntCondition) -> Option<Cond> {
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
