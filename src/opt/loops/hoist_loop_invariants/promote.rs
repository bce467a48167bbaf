//! Scalar replacement of memory that a loop both loads and stores.
//!
//! Turn this: `#1: @1 = Load(@0); @2 = Add(@1, @3); Store(@2, @0); Branch(@4, #1, #2)`
//! Into this: `#0: @5 = Load(@0)` and `#1: @1 = Phi(@5, @2); @2 = Add(@1, @3); Store(@2, @0); Branch(@4, #1, #2)`
//!
//! All other writes of the loop that may alias are stores of the same bytes and type, so the content is always known.
//! It becomes a variable, which fix_ssa promotes to Phis. The load in the preheader has the same conditions as an
//! invariant load. Stores stay, and so do loads of a part.

use super::{Candidate, HoistWork, need};
use crate::analysis::LoopId;
use crate::base::Type;
use crate::ir::opcode::{Payload, Properties};
use crate::ir::{InsertionSet, Opcode, Procedure, ValueFlags, ValueId, VariableId};
use crate::opt::context::{Context, KIND};
use crate::opt::memory::footprint::Footprint;
use crate::support::Entity;

/// Maximum number of promotions per procedure: each access is compared with all of them.
const MAX_PROMOTIONS: usize = 16;

/// Memory that a loop keeps in a variable.
#[derive(Clone, Copy, Debug)]
pub(super) struct Promotion {
    /// A load of it that each first iteration executes.
    load: ValueId,
    ty: Type,
    memory: Footprint,
    around: LoopId,
    /// Invalid until all are found.
    variable: VariableId,
}

impl HoistWork {
    /// Records a load of memory that a loop writes as a whole only. Returns true if it did.
    pub(super) fn find_promotion(
        &mut self,
        proc: &Procedure,
        around: LoopId,
        v: &Candidate,
        work: &mut u64,
    ) -> bool {
        if v.value.opcode() != Opcode::Load
            || v.value.flags.intersects(KIND.union(ValueFlags::IMMUTABLE))
            || !v.value.ty.is_single()
            || self.promotions.len() == MAX_PROMOTIONS
        {
            return false;
        }
        let memory = Footprint::of_access(proc, &v.value);
        let is_same = |other: &Promotion| {
            other.ty == v.value.ty
                && other.memory.is_same(&memory)
                && self.walk.contains(other.around, around)
        };
        let Some(need) = need(proc, &v.value, &v.effects) else { return false };
        if self.promotions.iter().any(is_same) {
            return false;
        }
        let may = |here| {
            self.walk.facts(here).writes_whole(&memory)
                && self.walk.has_register(here, &v.value, false)
                && self.has_operands(proc, here, &v.value)
        };
        let found = self.outermost(proc, around, v, need, may, work);
        if let Some(around) = found {
            self.walk.facts_mut(around).added[v.value.ty.bank() as usize] += 1;
            let promotion =
                Promotion { load: v.id, ty: v.value.ty, memory, around, variable: VariableId::INVALID };
            self.promotions.push(promotion);
        }
        found.is_some()
    }

    /// Loads the variables of all promotions in the preheaders.
    pub(super) fn begin_promotions(&mut self, proc: &mut Procedure, cx: &mut Context) {
        if self.promotions.is_empty() {
            return;
        }
        self.drop_mixed(proc, cx);
        self.promoting = true;
        for at in 0..self.promotions.len() {
            let Promotion { load, ty, around, .. } = self.promotions[at];
            let variable = proc.add_variable(ty);
            let first = self.copy(proc, load, around);
            let set = proc.detached_for(first).set(first, variable);
            self.homes.push(LoopId::INVALID);
            self.copies.push(0);
            self.settle(set, around);
            self.promotions[at].variable = variable;
        }
    }

    /// Drops promotions of memory that is also stored as another type.
    fn drop_mixed(&mut self, proc: &Procedure, cx: &mut Context) {
        let Self { promotions, walk, .. } = self;
        for &block in &cx.scratch.blocks {
            let Some(around) = walk.loops.innermost(block.index()) else { continue };
            let values = proc.block_values(block);
            for value in values.iter().map(|id| proc.value(*id)) {
                let row = value.opcode().row();
                if row.payload == Payload::Memory && row.properties.contains(Properties::WRITES) {
                    let memory = Footprint::of_access(proc, value);
                    promotions.retain(|p| {
                        !walk.contains(p.around, around)
                            || !p.memory.overlaps(&memory)
                            || value.opcode() == Opcode::Store
                                && proc.type_of(proc.children_of(value)[0]) == p.ty
                    });
                }
            }
            cx.work += values.len() as u64;
        }
    }

    /// Replaces loads by reads of the variables, and adds writes of the variables to stores.
    pub(super) fn end_promotions(&mut self, proc: &mut Procedure, cx: &mut Context) {
        if self.promotions.is_empty() {
            return;
        }
        let mut insertions = InsertionSet::new();
        for &block in &cx.scratch.blocks {
            let Some(around) = self.walk.loops.innermost(block.index()) else { continue };
            for at in 0..proc.block_values(block).len() {
                let id = proc.block_values(block)[at];
                let value = *proc.value(id);
                if !matches!(value.opcode(), Opcode::Load | Opcode::Store) {
                    continue;
                }
                let memory = Footprint::of_access(proc, &value);
                let is_it =
                    |p: &&Promotion| p.memory.is_same(&memory) && self.walk.contains(p.around, around);
                for p in self.promotions.iter().filter(is_it) {
                    if value.opcode() == Opcode::Store {
                        let stored = proc.children(id)[0];
                        let set = proc.detached_for(id).set(stored, p.variable);
                        insertions.insert(at + 1, set);
                    } else if value.ty == p.ty && !value.flags.intersects(KIND) {
                        let get = proc.detached_for(id).get(p.variable);
                        insertions.insert(at, get);
                        proc.replace_with_identity(id, get);
                    }
                }
            }
            cx.work += proc.block_values(block).len() as u64;
            insertions.execute(proc, block);
        }
    }
}
