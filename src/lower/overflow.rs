//! Arithmetic with its overflow as a result. If one instruction tests the overflow and only moves are between the two,
//! it stays in the flags: see `src/air/tested.rs`.

use super::combinations::Rule;
use super::select::{Lowering, Result};
use crate::air::{Arg, InstFlags, Opcode as Air};
use crate::base::Type;
use crate::ir::{Opcode, ValueId};

/// Maximum number of values or instructions that are examined for the test of an overflow.
const MAX_SCANNED: usize = 16;

impl<const RECORDS: bool> Lowering<'_, RECORDS> {
    /// Selects arithmetic with its overflow.
    pub(super) fn overflow_operation(&mut self, id: ValueId) -> Result {
        if self.is_selected_with_another(id) {
            return Ok(());
        }
        let [a, b] = [self.child(id, 0), self.child(id, 1)];
        let opcode = overflow(self.proc.value(id).opcode(), self.proc.type_of(a) == Type::Int64);
        let [to, flag] = [Arg::Tmp(self.element(id, 0)?), Arg::Tmp(self.element(id, 1)?)];
        let a = Arg::Tmp(self.tmp(a)?);
        let constant = self.small_constant(b).map(Arg::Imm);
        let b = match constant.filter(|constant| self.has_form(opcode, &[a, *constant, to, flag])) {
            Some(constant) => constant,
            None => Arg::Tmp(self.tmp(b)?),
        };
        let is_tested = self.patterns && self.mark_test(id, flag);
        let flags = if is_tested { InstFlags::TESTED } else { InstFlags::empty() };
        self.emit_flagged(opcode, &[a, b, to, flag], flags)
    }

    /// Turn this: arithmetic, and a branch, select, trap or check on its overflow
    /// Into this: arithmetic, and a branch, conditional move, trap or check on its flags
    ///
    /// The test is selected already. Marks it, and returns true, if it is the only user of the flag and only moves are
    /// between the two.
    fn mark_test(&mut self, id: ValueId, flag: Arg) -> bool {
        let Some(extract) = self.single_flag(id) else { return false };
        let mut found = None;
        for (index, inst) in self.out.insts.iter().enumerate().rev().take(MAX_SCANNED) {
            let args = self.out.args(inst);
            if self.code.tested_flag(inst, args) == Some(flag) {
                found = Some(index);
                break;
            }
            if !inst.opcode.keeps_flags() || args.contains(&flag) {
                break;
            }
        }
        let Some(inst) = found.and_then(|index| self.out.insts.get_mut(index)) else { return false };
        inst.flags |= InstFlags::TESTED;
        self.took(Rule::OverflowInFlags, &[extract]);
        true
    }

    /// The value that is the overflow of this one, if it is used once and no other value may read it.
    fn single_flag(&self, id: ValueId) -> Option<ValueId> {
        let after = self.proc.block_values(self.block).iter().skip(self.place + 1).take(MAX_SCANNED);
        let is_element =
            |value: ValueId| self.proc.value(value).opcode() == Opcode::Extract && self.child(value, 0) == id;
        let (mut elements, mut flag) = (0, None);
        for &value in after.filter(|value| is_element(**value)) {
            elements += 1;
            if self.proc.value(value).index() == 1 {
                if flag.is_some() || !self.is_used_once(value) {
                    return None;
                }
                flag = Some(value);
            }
        }
        flag.filter(|_| self.facts.value(id).uses() as usize == elements)
    }

    /// True if a predicate is an overflow that may stay in the flags.
    pub(super) fn is_overflow(&self, predicate: ValueId) -> bool {
        let value = self.proc.value(predicate);
        value.opcode() == Opcode::Extract
            && value.index() == 1
            && self.is_used_once(predicate)
            && self.is_in_block(self.child(predicate, 0))
            && matches!(
                self.proc.value(self.child(predicate, 0)).opcode(),
                Opcode::AddOverflow
                    | Opcode::SubOverflow
                    | Opcode::MulOverflow
                    | Opcode::UAddOverflow
                    | Opcode::USubOverflow
                    | Opcode::UMulOverflow
            )
    }
}

/// The instruction that also computes whether the result overflows.
fn overflow(opcode: Opcode, wide: bool) -> Air {
    match (opcode, wide) {
        (Opcode::AddOverflow, false) => Air::AddOverflow32,
        (Opcode::AddOverflow, true) => Air::AddOverflow64,
        (Opcode::SubOverflow, false) => Air::SubOverflow32,
        (Opcode::SubOverflow, true) => Air::SubOverflow64,
        (Opcode::MulOverflow, false) => Air::MulOverflow32,
        (Opcode::MulOverflow, true) => Air::MulOverflow64,
        (Opcode::UAddOverflow, false) => Air::UAddOverflow32,
        (Opcode::UAddOverflow, true) => Air::UAddOverflow64,
        (Opcode::USubOverflow, false) => Air::USubOverflow32,
        (Opcode::USubOverflow, true) => Air::USubOverflow64,
        (_, false) => Air::UMulOverflow32,
        (_, true) => Air::UMulOverflow64,
    }
}
