//! Pinned registers: what reads and writes them, what keeps them over calls, and which of them must be saved.
//!
//! Selection names them in operands, which nothing else does but allocation. So a value that reads one is a copy,
//! made where it stands; only addresses name the register itself, where it has still the same value.

use super::select::{Lowering, Result};
use crate::air::{Arg, Tmp};
use crate::base::{CallConv, RegSet};
use crate::ir::{Facts, Opcode, Procedure, ValueId};

/// The pinned registers that the procedure must save: those that its convention keeps, and that it sets itself or
/// lets callees set.
pub(super) fn to_save(proc: &Procedure) -> RegSet {
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

/// The pinned registers that the procedure has to keep only: nothing needs what is in them, or sets them, and it
/// calls nobody who gets to see them. At O1 and O2 it may use them for something else meanwhile. Only of
/// conventions that share pinned registers: in others, callers know what becomes of them.
pub(super) fn not_needed(proc: &Procedure, facts: &Facts) -> RegSet {
    let shares = |conv| proc.target().convention(conv).shares_pinned;
    // What generators read, and whoever continues an exit, is not known.
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

impl Lowering<'_> {
    /// GetPinned.
    pub(super) fn get_pinned(&mut self, id: ValueId) -> Result {
        let value = self.proc.value(id);
        let to = Arg::Tmp(self.tmp(id)?);
        self.emit(Self::move_of(value.ty), &[Tmp::from_reg(value.reg()).into(), to])
    }

    /// SetPinned.
    pub(super) fn set_pinned(&mut self, id: ValueId) -> Result {
        let child = self.child(id, 0);
        let ty = self.proc.type_of(child);
        let from = if ty.is_int() { self.tmp_or_imm(child)? } else { self.tmp(child)?.into() };
        let to = Tmp::from_reg(self.proc.value(id).reg());
        self.emit(Self::move_of(ty), &[from, to.into()])
    }

    /// The temporary of a part of an address; or the pinned register that it reads, if nothing sets that between
    /// there and here.
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

    /// What a call destroys: pinned registers are not among it. Those of a convention that shares them are the
    /// callee's as well; any other convention keeps them.
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
            return self.unsupported(&format!("a call of {whom}, which does not keep the pinned %{name},"));
        }
        Ok(conv.clobbered.difference(pinned))
    }
}
