//! Overflow that stays in the flags of the machine.
//!
//! Arithmetic with its overflow as a result has a mark, [`InstFlags::TESTED`], if a single instruction tests that result
//! and only moves are between the two. The test has the mark, too. Then emission computes no 0 or 1: the test reads the
//! flags. The operands stay the same, so allocation and all other passes need not know of the mark; the temporary of
//! the flag has no value.

use super::{Arg, Code, Inst, InstFlags, Opcode};
use crate::base::IntCondition;

impl Opcode {
    /// True for arithmetic whose last operand becomes 1 if it overflows, else 0.
    pub fn computes_overflow(self) -> bool {
        use Opcode::*;
        matches!(
            self,
            AddOverflow32
                | AddOverflow64
                | SubOverflow32
                | SubOverflow64
                | MulOverflow32
                | MulOverflow64
                | UAddOverflow32
                | UAddOverflow64
                | USubOverflow32
                | USubOverflow64
                | UMulOverflow32
                | UMulOverflow64
        )
    }

    /// True for instructions that can be between arithmetic and the test of its overflow: no target changes its flags.
    pub fn keeps_flags(self) -> bool {
        use Opcode::*;
        matches!(self, Move | Move32 | MoveFloat | MoveDouble | MoveZeroToDouble | Lea64 | Lea32)
    }
}

impl Code {
    /// The flag that an instruction compares with 0, if the instruction can test overflow in its place.
    pub fn tested_flag(&self, inst: &Inst, args: &[Arg]) -> Option<Arg> {
        use Opcode::{BranchTest32, MoveConditionallyTest32, MoveDoubleConditionallyTest32, TrapIfTest32};
        let (opcode, args) = match self.hidden(args) {
            Some((form, hidden)) => (form.get()?.opcode, hidden),
            None => (inst.opcode, args),
        };
        let &[condition, a, b] = args.first_chunk::<3>()?;
        let tests = matches!(
            opcode,
            BranchTest32 | TrapIfTest32 | MoveConditionallyTest32 | MoveDoubleConditionallyTest32
        );
        let equality = [IntCondition::Equal, IntCondition::NotEqual].map(Arg::IntCondition);
        // Allocation may have put one of the two in the frame.
        let is_one_value = a == b && matches!(a, Arg::Tmp(_)) || self.allocated;
        (tests && equality.contains(&condition) && is_one_value).then_some(a)
    }
}

impl Inst {
    /// True if it computes overflow in the flags, or tests such overflow.
    #[inline]
    pub fn is_tested(&self) -> bool {
        self.flags.contains(InstFlags::TESTED)
    }

    /// True if it computes overflow in the flags.
    pub fn is_overflow_in_flags(&self) -> bool {
        self.is_tested() && self.opcode.computes_overflow()
    }
}
