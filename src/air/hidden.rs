//! Hidden instructions: how a check decides whether it exits.
//!
//! A [`Opcode::Check`] is one instruction and does not end its block. Its first operands are those of a form of another
//! opcode, the *hidden* one: arithmetic that may overflow, or a branch on the exit condition. The operands of the
//! stackmap follow. The hidden form describes the first operands; roles, banks and widths of all operands are in the
//! special, as usual.
//!
//! The exit state is read after the hidden instruction has written its result. The operands of an addition, a
//! subtraction or a negation may still be early uses, whose register the result may share. The out-of-line code undoes
//! the operation, which restores the bits of the operation's width.

use super::{Arg, Code, Form, FormId, Opcode, Special};

/// The condition on which a check exits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExitCause {
    /// The operation overflows; the operation can be undone.
    UndoableOverflow,
    /// The operation overflows.
    Overflow,
    /// The branch condition is true.
    Condition,
}

impl Opcode {
    /// The condition on which a check that hides this opcode exits; `None` if no check can hide it.
    pub fn exit_cause(self) -> Option<ExitCause> {
        use Opcode::*;
        match self {
            Add32 | Add64 | Sub32 | Sub64 | Neg32 | Neg64 => Some(ExitCause::UndoableOverflow),
            Mul32 | Mul64 => Some(ExitCause::Overflow),
            Branch8 | Branch16 | Branch32 | Branch64 | BranchTest8 | BranchTest32 | BranchTest64
            | BranchTestBit32 | BranchTestBit64 | BranchFloat | BranchDouble | BranchOnFlags => {
                Some(ExitCause::Condition)
            }
            _ => None,
        }
    }
}

impl Special {
    /// The form of the hidden instruction of a check.
    #[inline]
    pub fn hidden_form(&self) -> Option<&'static Form> {
        self.hidden.and_then(FormId::get)
    }

    /// How many operands, from the first on, are those of the hidden instruction.
    pub fn hidden_operands(&self) -> usize {
        self.hidden_form().map_or(0, |form| form.operands.len())
    }
}

impl Code {
    /// The hidden form of an instruction with these operands, and its operands.
    pub fn hidden<'a>(&self, args: &'a [Arg]) -> Option<(FormId, &'a [Arg])> {
        let (Arg::Special(id), args) = args.split_first()? else { return None };
        let special = self.specials.get(*id)?;
        Some((special.hidden?, args.get(..special.hidden_operands())?))
    }
}
