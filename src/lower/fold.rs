//! Loads that are part of the instruction that uses them.
//!
//! A load is folded if nobody else uses it and if it may be done where its user is. What stands between the
//! load and the user's instruction (a comparison that a branch does, a copy) must have no other user either, or
//! the load would be done twice.

use super::select::{FOLDED, Lowering, NONE, Result};
use crate::air::{Arg, InstFlags, Opcode as Air};
use crate::base::Width;
use crate::ir::{Opcode, ValueId};

/// An operand, and what the instruction that has it must be told of it.
#[derive(Clone, Copy)]
pub(super) struct Operand {
    pub(super) arg: Arg,
    pub(super) flags: InstFlags,
}

impl From<Arg> for Operand {
    fn from(arg: Arg) -> Operand {
        Operand { arg, flags: InstFlags::empty() }
    }
}

impl Lowering<'_> {
    /// True if the value is a load of the whole of its type that the value being selected may do.
    pub(super) fn is_foldable_load(&mut self, id: ValueId) -> bool {
        self.is_foldable(id, Opcode::Load)
    }

    /// As [`Lowering::is_foldable_load`], for another kind of load.
    fn is_foldable(&mut self, id: ValueId, load: Opcode) -> bool {
        self.patterns && self.proc.value(id).opcode() == load && self.is_used_once(id) && self.may_sink(id)
    }

    /// Turn this: `SExt32(Load8S(p))`, `SExt32(Load16S(p))`
    /// Into this: a load that extends to 64 bits at once.
    pub(super) fn extended_load(&mut self, id: ValueId) -> Result<bool> {
        let child = self.child(id, 0);
        let (load, opcode) = match self.proc.value(child).opcode() {
            Opcode::Load8S => (Opcode::Load8S, Air::SignExtend8To64),
            Opcode::Load16S => (Opcode::Load16S, Air::SignExtend16To64),
            _ => return Ok(false),
        };
        let folds = self.proc.value(id).opcode() == Opcode::SExt32 && self.is_foldable(child, load);
        if folds {
            let to = Arg::Tmp(self.tmp(id)?);
            let memory = self.fold_load(child)?;
            self.emit_flagged(opcode, &[memory.arg, to], memory.flags)?;
        }
        Ok(folds)
    }

    /// True if nobody has asked for the value and it may be computed where the value being selected is.
    pub(super) fn may_sink(&mut self, id: ValueId) -> bool {
        let (from, to) = (self.facts.value(id), self.facts.value(self.current));
        self.state.tmps[id.number() as usize] == NONE
            && from.block() == to.block()
            && self.state.motion.may_sink(self.proc, self.block, from.position(), to.position())
    }

    /// The memory that a load reads, as an operand: the load itself is not selected.
    pub(super) fn fold_load(&mut self, id: ValueId) -> Result<Operand> {
        let value = self.proc.value(id);
        let operand =
            Operand { arg: self.address(self.child(id, 0), value.offset())?, flags: self.trap_flags(id) };
        self.state.tmps[id.number() as usize] = FOLDED;
        if operand.flags.contains(InstFlags::TRAPS) {
            self.origin = value.origin; // whoever asks what trapped means the load
        }
        Ok(operand)
    }

    /// The memory of a load if the value is one to fold, else its temporary.
    pub(super) fn load_or_tmp(&mut self, id: ValueId) -> Result<Operand> {
        match self.is_foldable_load(id) {
            true => self.fold_load(id),
            false => Ok(Arg::Tmp(self.tmp(id)?).into()),
        }
    }

    /// True if [`Lowering::load_constant_or_tmp`] gives memory.
    pub(super) fn is_in_memory(&mut self, id: ValueId) -> bool {
        let value = self.proc.value(id);
        let constant = matches!(value.opcode(), Opcode::ConstFloat | Opcode::ConstDouble);
        constant && value.bits() != 0 && self.patterns || self.is_foldable_load(id)
    }

    /// For an operand that may also be a floating-point constant in memory.
    pub(super) fn load_constant_or_tmp(&mut self, id: ValueId) -> Result<Operand> {
        let value = self.proc.value(id);
        let width = match value.opcode() {
            Opcode::ConstFloat => Width::W32,
            Opcode::ConstDouble => Width::W64,
            _ => return self.load_or_tmp(id),
        };
        // +0 takes no memory to make.
        match value.bits() {
            bits if self.patterns && bits != 0 => Ok(Arg::Const { bits, width }.into()),
            _ => Ok(Arg::Tmp(self.tmp(id)?).into()),
        }
    }

    /// Emits `opcode load, id` for a value whose only child is a load to fold; false, and nothing emitted, if it
    /// is none or the target has no such form.
    pub(super) fn fold_into(&mut self, opcode: Air, id: ValueId) -> Result<bool> {
        let child = self.child(id, 0);
        let any = Arg::CallArg { offset: 0 };
        let to = Arg::Tmp(self.tmp(id)?);
        if !self.is_foldable_load(child) || !self.has_form(opcode, &[any, to]) {
            return Ok(false);
        }
        let memory = self.fold_load(child)?;
        self.emit_flagged(opcode, &[memory.arg, to], memory.flags)?;
        Ok(true)
    }

    /// True for a load that another instruction does.
    pub(super) fn is_folded(&self, id: ValueId) -> bool {
        self.state.tmps[id.number() as usize] == FOLDED
    }

    /// The instruction that reads, changes and writes memory, if a store of this type is one.
    pub(super) fn is_modified_in_place(&mut self, store: ValueId) -> Option<InPlace> {
        if !self.patterns || self.proc.value(store).opcode() != Opcode::Store {
            return None;
        }
        let (operation, pointer) = (self.child(store, 0), self.child(store, 1));
        let ty = self.proc.type_of(operation);
        let opcode = super::arithmetic::in_place(self.proc.value(operation).opcode(), ty)?;
        if !ty.is_int()
            || !self.is_used_once(operation)
            || self.state.tmps[operation.number() as usize] != NONE
        {
            return None;
        }
        let [a, b] = [self.child(operation, 0), self.child(operation, 1)];
        let commutes = self.proc.value(operation).opcode() != Opcode::Sub;
        let here = |this: &mut Self, load: ValueId| {
            let (load_value, store_value) = (this.proc.value(load), this.proc.value(store));
            load_value.opcode() == Opcode::Load
                && load_value.offset() == store_value.offset()
                && this.through_copies(this.child(load, 0)) == this.through_copies(pointer)
                && this.is_foldable_load(load)
        };
        if here(self, a) {
            Some(InPlace { opcode, load: a, other: b })
        } else if commutes && here(self, b) {
            Some(InPlace { opcode, load: b, other: a })
        } else {
            None
        }
    }

    /// Emits a store as an instruction that changes memory.
    pub(super) fn modify_in_place(&mut self, store: ValueId, found: &InPlace) -> Result {
        let other = self.tmp_or_imm(found.other)?;
        let memory = self.fold_load(found.load)?;
        let flags = memory.flags | self.trap_flags(store);
        self.emit_flagged(found.opcode, &[other, memory.arg], flags)
    }
}

/// A store of what its place holds, changed.
pub(super) struct InPlace {
    opcode: Air,
    load: ValueId,
    other: ValueId,
}
