//! Terminals, and traps.

use super::select::{Lowering, Result};
use crate::air::{Arg, InstFlags, Opcode as Air};
use crate::base::{Bank, TrapCode, Type};
use crate::ir::ValueId;
use crate::isa::switch::{MIN_TABLE_CASES, is_one_table};

impl<const RECORDS: bool> Lowering<'_, RECORDS> {
    /// The trap code of a value, as an operand.
    pub(super) fn trap_code(&self, id: ValueId) -> Arg {
        Arg::Trap(self.proc.value(id).trap_code().unwrap_or(TrapCode::Unreachable))
    }

    pub(super) fn trap(&mut self, id: ValueId) -> Result {
        let code = self.trap_code(id);
        self.emit(Air::Trap, &[code])
    }

    pub(super) fn stack_limit_check(&mut self, id: ValueId) -> Result {
        let limit = self.load_or_tmp(self.child(id, 0))?;
        let args = [limit.arg, Arg::Trap(TrapCode::StackOverflow)];
        self.emit_flagged(Air::StackLimitCheck, &args, limit.flags)
    }

    /// Selects Switch; its emission chooses a table or a search.
    pub(super) fn switch(&mut self, id: ValueId) -> Result {
        let selector = self.child(id, 0);
        let cases = self.proc.switch_cases(self.proc.value(id));
        // A zero-extended selector can index a table without a copy. Otherwise 32-bit comparisons are shorter.
        let is_index = cases.len() >= MIN_TABLE_CASES
            && cases.iter().all(|case| *case >= 0)
            && self.is_local(selector)
            && self.is_zero_extended(selector);
        let wide = is_index || self.proc.type_of(selector) == Type::Int64;
        let successors = self.proc.successors(self.block).iter().map(|to| to.block().number());
        let has_address = self.patterns && is_one_table(cases.iter().copied().zip(successors));
        let (cases, selector) = (self.add_switch(cases), self.tmp(selector)?.into());
        if has_address && self.has_form_with_scratches(Air::TableSwitch64, &[cases, selector, selector]) {
            // As a temporary of its own, the address may stay in a register across uses.
            let address = self.remat(Bank::Gp, Air::TableAddress, Some(cases))?.into();
            let opcode = if wide { Air::TableSwitch64 } else { Air::TableSwitch32 };
            return self.emit_with_scratches(opcode, &[cases, selector, address], InstFlags::empty());
        }
        let opcode = if wide { Air::Switch64 } else { Air::Switch32 };
        self.emit_with_scratches(opcode, &[cases, selector], InstFlags::empty())
    }
}
