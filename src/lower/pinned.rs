//! Pinned registers: how they are read and written, how calls treat them, and which must be saved.
//!
//! Only selection names them in operands; allocation does not use them. So a read of one is a copy at its place in the
//! block. Only addresses name the register directly, where it still has the same value.

use super::select::{Lowering, Result};
use crate::air::{Arg, Tmp};
use crate::base::{CallConv, RegSet};
use crate::ir::{Facts, Opcode, Procedure, ValueId};

/// The pinned registers that the procedure must save: callee-saved ones that it sets or may let callees set.
pub(super) fn pinned_to_save(proc: &Procedure) -> RegSet {
    let kept = proc.target().convention(proc.convention()).env.callee_saved.intersection(proc.pinned);
    if kept.is_empty() {
        return kept;
    }
    if proc.calls().values().any(|call| proc.target().convention(call.conv).shares_pinned) {
        return kept;
    }
    let sets = |id: &ValueId| proc.value(*id).opcode() == Opcode::SetPinned;
    let set: RegSet = proc.value_ids().filter(sets).map(|id| proc.value(id).reg()).collect();
    set.intersection(kept)
}

/// The pinned registers that the procedure must only preserve: it neither reads nor sets them, and calls no procedure
/// that shares them. At O1 and O2 allocation may use them. Only in conventions that share pinned registers: in others,
/// callers rely on the convention alone.
pub(super) fn reusable_pinned(proc: &Procedure, facts: &Facts) -> RegSet {
    let shares = |conv| proc.target().convention(conv).shares_pinned;
    // Generators and the continuations of exits may read any pinned register.
    if proc.pinned.is_empty()
        || !proc.stackmaps().is_empty()
        || !shares(proc.convention())
        || proc.calls().values().any(|call| shares(call.conv))
    {
        return RegSet::EMPTY;
    }
    let names = |id: &ValueId| match proc.value(*id).opcode() {
        Opcode::GetPinned => facts.value(*id).uses() > 0,
        opcode => opcode == Opcode::SetPinned,
    };
    let named: RegSet = proc.value_ids().filter(names).map(|id| proc.value(id).reg()).collect();
    let allocatable = proc.target().convention(proc.convention()).env.allocatable_set();
    proc.pinned.intersection(allocatable).difference(named)
}

impl<const RECORDS: bool> Lowering<'_, RECORDS> {
    pub(super) fn get_pinned(&mut self, id: ValueId) -> Result {
        let value = self.proc.value(id);
        let to = Arg::Tmp(self.tmp(id)?);
        self.emit(Self::move_of(value.ty), &[Tmp::from_reg(value.reg()).into(), to])
    }

    pub(super) fn set_pinned(&mut self, id: ValueId) -> Result {
        let child = self.child(id, 0);
        let ty = self.proc.type_of(child);
        let from = if ty.is_int() { self.tmp_or_imm(child)? } else { self.tmp(child)?.into() };
        let to = Tmp::from_reg(self.proc.value(id).reg());
        self.emit(Self::move_of(ty), &[from, to.into()])
    }

    /// The temporary of a part of an address, or the pinned register it reads if that is not set in between.
    pub(super) fn address_part(&mut self, id: ValueId) -> Result<Tmp> {
        let seen = self.through_copies(id);
        let value = self.proc.value(seen);
        if value.opcode() == Opcode::GetPinned
            && self.is_in_block(seen)
            && self.state.motion.may_read_at(self.proc, self.block, seen, self.place)
        {
            return Ok(Tmp::from_reg(value.reg()));
        }
        self.tmp(id)
    }

    /// The registers that a call clobbers, without pinned ones. In a convention that shares pinned registers, the
    /// callee may set them. Any other convention must preserve them, else the call is unsupported.
    pub(super) fn clobbered_by_call(&mut self, conv: &CallConv, callee: Arg) -> Result<RegSet> {
        let pinned = self.proc.pinned;
        if let Some(reg) = conv.clobbered.intersection(pinned).first()
            && !conv.shares_pinned
        {
            let whom = match callee {
                Arg::LibCall(function) => function.name(),
                _ => "a function",
            };
            let name = self.target.desc.names.name(reg);
            return self
                .unsupported(&format!("a call of {whom}, which does not preserve the pinned %{name},"));
        }
        Ok(conv.clobbered.difference(pinned))
    }
}
