//! References of the program as properties of temporaries, for the maps of safepoints.
//!
//! A value that is a reference, or derived from one, shares its temporary with others: copies, elements of tuples,
//! arguments. So the temporaries are marked when selection is complete.

use super::select::{Lowering, NONE, Selector};
use crate::air::{Code, Tmp};
use crate::ir::validate::Contents;
use crate::ir::{Facts, Opcode, Procedure, ValueFlags, ValueId};
use crate::support::Entity;

/// True if the garbage collector may move references of the procedure while it is active.
pub fn references_move(facts: &Facts) -> bool {
    facts.contents().contains(Contents::REFERENCES.union(Contents::SAFEPOINTS))
}

/// True for values that a safepoint of the procedure lists if they are live.
fn is_listed(flags: ValueFlags) -> bool {
    flags.intersects(ValueFlags::REFERENCE | ValueFlags::DERIVED)
}

impl Selector {
    /// Marks the temporaries that are references and records the bases of derived ones, after all blocks are selected.
    /// Returns temporaries that must not be live at a safepoint, each with its value: what Upsilons and Sets write for
    /// derived values, because the base may not have been written yet.
    pub fn mark_references(&self, proc: &Procedure, code: &mut Code) -> Vec<(Tmp, ValueId)> {
        let mut unlisted = Vec::new();
        for (id, value) in proc.values.iter() {
            if !is_listed(value.flags) || value.ty.is_tuple() {
                continue;
            }
            let own = self.tmp_of_listed(proc, id);
            let shadow = match value.opcode() {
                Opcode::Phi => self.shadow_tmp(id.index(), code),
                Opcode::Get => self.shadow_tmp(proc.value_count() + value.variable().index(), code),
                _ => None,
            };
            if value.flags.contains(ValueFlags::REFERENCE) {
                for tmp in [own, shadow].into_iter().flatten() {
                    if let Some(info) = tmp.number().and_then(|number| code.tmps.get_mut(number as usize)) {
                        info.reference |= !info.remat.is_valid();
                    }
                }
                continue;
            }
            unlisted.extend(shadow.map(|tmp| (tmp, id)));
            let base = proc.base(id).and_then(|base| self.tmp_of_listed(proc, base));
            code.derived.extend(own.zip(base).filter(|(own, base)| own != base));
        }
        code.derived.sort_unstable();
        code.derived.dedup_by_key(|derived| derived.0);
        unlisted.sort_unstable();
        unlisted
    }

    /// The temporary of a reference or derived value, if it has one.
    fn tmp_of_listed(&self, proc: &Procedure, id: ValueId) -> Option<Tmp> {
        let value = proc.get_value(id)?;
        match self.tmps.get(id.index()).copied()? {
            NONE if value.opcode() == Opcode::Extract => {
                self.element_tmp(proc, *proc.children_of(value).first()?, value.index())
            }
            bits => Some(Tmp::from_bits(bits)).filter(|_| bits < NONE - 1),
        }
    }

    /// The temporary of an element of a tuple, if it has one.
    fn element_tmp(&self, proc: &Procedure, mut tuple: ValueId, index: usize) -> Option<Tmp> {
        loop {
            match (self.tmps.get(tuple.index()).copied()?, proc.get_value(tuple)?.opcode()) {
                (NONE, Opcode::Identity | Opcode::Opaque) => tuple = *proc.children(tuple).first()?,
                (NONE, _) => return None,
                (first, _) => return self.elements.get(first as usize + index).copied(),
            }
        }
    }

    /// The temporary in which a Phi or variable is written, if that is not the Phi's own.
    fn shadow_tmp(&self, index: usize, code: &Code) -> Option<Tmp> {
        let number = self.shadows.get(index).copied().filter(|_| self.shadows_are_tmps)?;
        let info = code.tmps.get(number as usize)?;
        Some(Tmp::new(info.bank, number))
    }
}

impl<const RECORDS: bool> Lowering<'_, RECORDS> {
    /// Makes sure that the base of a derived value has a temporary, which safepoints list with the value.
    pub(super) fn keep_base(&mut self, id: ValueId) {
        if let (true, Some(base)) = (self.state.references_move, self.proc.base(id)) {
            // An error is recorded, and reported for the block.
            _ = self.tmp(base);
        }
    }

    /// True if a copy is a reference or a derived value and its source is not.
    pub(super) fn changes_kind(&self, id: ValueId) -> bool {
        let kind = |id| self.proc.value(id).flags & (ValueFlags::REFERENCE | ValueFlags::DERIVED);
        !kind(id).is_empty() && kind(id) != kind(self.child(id, 0))
    }
}
