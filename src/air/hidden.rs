//! Hidden instructions: what a check does to find out whether it leaves.
//!
//! A [`Opcode::Check`] is one instruction, and does not end its block. Its first operands are those of a form of
//! another opcode, the *hidden* one: arithmetic that may overflow, or a branch whose condition says that the check
//! leaves. Behind them come the operands of the stackmap. Questions about the first operands are answered by the
//! hidden form; roles, banks and widths of all of them are in the special as usual.
//!
//! What a check hands over is read when the hidden instruction has written its result. Nevertheless the operands of
//! an addition, a subtraction or a negation may be read early, and so be overwritten: the code out of line undoes
//! the operation. It gives back as many bits as the operation has.

use super::{Arg, Code, Form, FormId, Opcode, Special};

/// What makes a check leave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaves {
    /// The operation overflows, and can be undone.
    OverflowUndone,
    /// The operation overflows.
    Overflow,
    /// The condition of the branch.
    Condition,
}

impl Opcode {
    /// What makes a check leave that hides this opcode; `None` if no check does.
    pub fn leaves(self) -> Option<Leaves> {
        use Opcode::*;
        match self {
            Add32 | Add64 | Sub32 | Sub64 | Neg32 | Neg64 => Some(Leaves::OverflowUndone),
            Mul32 | Mul64 => Some(Leaves::Overflow),
            Branch8 | Branch16 | Branch32 | Branch64 | BranchTest8 | BranchTest32 | BranchTest64
            | BranchTestBit32 | BranchTestBit64 | BranchFloat | BranchDouble => Some(Leaves::Condition),
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
