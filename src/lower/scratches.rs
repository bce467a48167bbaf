//! Instructions whose forms have scratch registers.

use super::select::{Lowering, Result};
use crate::air::{Arg, InstFlags, Opcode as Air, find_form_with_scratches};

impl<const RECORDS: bool> Lowering<'_, RECORDS> {
    /// Emits an instruction and appends the scratch registers that its form requires on the target.
    pub(super) fn emit_with_scratches(&mut self, opcode: Air, args: &[Arg], flags: InstFlags) -> Result {
        let Some(form) = find_form_with_scratches(opcode, self.arch, self.target.features, args) else {
            return self.no_form(opcode, args);
        };
        let mut args: smallvec::SmallVec<[Arg; 8]> = args.into();
        for spec in &form.operands[args.len()..] {
            args.push(self.scratch(spec.bank).into());
        }
        self.emit_flagged(opcode, &args, flags)
    }

    /// True if [`Lowering::emit_with_scratches`] finds a form.
    pub(super) fn has_form_with_scratches(&self, opcode: Air, args: &[Arg]) -> bool {
        find_form_with_scratches(opcode, self.arch, self.target.features, args).is_some()
    }
}
