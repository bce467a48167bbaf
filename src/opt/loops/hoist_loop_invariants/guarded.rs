//! Hoists loads, divisions and checks of loops that may have no iteration, past a copy of the header's test.
//!
//! Turn this: `#1: Jump(#2)` and `#2: @i = Phi(0, @n); Branch(@i < @e, #3, #4)` and `#3: @x = Load(@p); ..; Jump(#2)`
//! Into this: `#1: Branch(0 < @e, #5, #6)` and `#5: @y = Load(@p); Jump(#6)` and `#6: @x = Phi(@y, 0); Jump(#2)`
//!
//! A value that each iteration executes after the test in the header is not certain to be executed, so it may not move
//! into the preheader. Past a copy of the test it may: there it is executed if the first iteration continues. Otherwise
//! its Phi is never used. The loop keeps its test, so that facts it implies are still known.
//!
//! From the first such value on, all values that are hoisted out of this loop are guarded. Promoted memory that the
//! header reads stays before the test.

use super::{Candidate, HoistWork, MAX_TAKEN, Move, Need, is_mergeable, need};
use crate::analysis::LoopId;
use crate::base::{Effects, StateId, Type};
use crate::ir::opcode::Properties;
use crate::ir::validate::Contents;
use crate::ir::{BlockId, Opcode, Procedure, StateEntry, ValueId};
use crate::opt::context::{Context, KIND, resolve};
use crate::opt::loops::induction::UPSILON_WINDOW;
use crate::support::Entity;

impl HoistWork {
    /// True if the header of a loop ends with an exit test that can be computed for the first iteration in the
    /// preheader.
    pub(super) fn has_test(&self, proc: &Procedure, id: LoopId, work: &mut u64) -> bool {
        let preheader = self.walk.facts(id).preheader;
        let header = self.walk.header(id);
        let Some(condition) = condition(proc, header).filter(|_| preheader.is_valid()) else { return false };
        let [a, b] = *proc.successors(header) else { return false };
        let stays = [a, b].map(|edge| self.is_in(id, edge.block()) && edge.block() != header);
        if stays[0] == stays[1] || self.is_in(id, if stays[0] { b } else { a }.block()) {
            return false;
        }
        let mut left = MAX_TAKEN;
        self.has_first(proc, id, condition, (&mut left, work))
    }

    fn is_in(&self, id: LoopId, block: BlockId) -> bool {
        self.walk.loops.innermost(block.index()).is_some_and(|inner| self.walk.contains(id, inner))
    }

    /// True if the value of the first iteration can be computed in the preheader, with at most `left` copies.
    fn has_first(
        &self,
        proc: &Procedure,
        id: LoopId,
        of: ValueId,
        (left, work): (&mut u32, &mut u64),
    ) -> bool {
        let of = resolve(proc, of);
        if self.is_outside(id, of) {
            return true;
        }
        let value = proc.value(of);
        *work += 1;
        if value.flags.intersects(KIND) {
            return false;
        }
        if value.opcode() == Opcode::Phi {
            let written = proc.block_values(self.walk.facts(id).preheader);
            *work += UPSILON_WINDOW as u64;
            return proc.block_values(self.walk.header(id)).contains(&of)
                && first_of(proc, &written[written.len().saturating_sub(UPSILON_WINDOW)..], of).is_some();
        }
        if *left == 0 {
            return false;
        }
        *left -= 1;
        let effects = Effects::of(value.opcode().row().properties.effect_flags());
        value.opcode().has(Properties::PURE)
            && need(proc, value, &effects) == Some(Need::Nothing)
            && proc.children_of(value).iter().all(|child| self.has_first(proc, id, *child, (left, work)))
    }

    /// True if a value may be hoisted past a copy of the test of its loop.
    pub(super) fn is_past_test(&self, proc: &Procedure, around: LoopId, v: &Candidate, need: Need) -> bool {
        let facts = self.walk.facts(around);
        let may = match need {
            Need::Nothing => false,
            Need::Certain => !facts.now.exits,
            Need::First => !facts.now.exits && !facts.now.effects,
        };
        may && facts.has_test
            && facts.now.past_test
            && is_mergeable(&v.value)
            && !self.is_folded(v)
            && self.is_worth_it(proc, around, v)
            && !self.names_moved(proc, proc.state_of(&v.value))
    }

    /// True if an exit state names a moved value: past the test a Phi replaces it.
    fn names_moved(&self, proc: &Procedure, mut state: StateId) -> bool {
        let is_moved = |entry: &StateEntry| match *entry {
            StateEntry::Value(id) | StateEntry::Reference(id) => self.moved.contains(id.index()),
            StateEntry::Object(_) | StateEntry::Dead | StateEntry::Constant(..) => false,
        };
        while let Some(node) = proc.states().get(state) {
            if proc.state_entries(state).iter().any(is_moved) {
                return true;
            }
            state = node.parent;
        }
        false
    }

    /// Inserts moved values past a copy of the loop's test. `cx.scratch.kept` has the values of the preheader without
    /// its Jump.
    pub(super) fn insert_past_test(
        &mut self,
        proc: &mut Procedure,
        cx: &mut Context,
        preheader: BlockId,
        moves: &[Move],
    ) {
        let id = moves[0].to;
        let header = self.walk.header(id);
        let Some(condition) = condition(proc, header) else { return };
        self.first.clear();
        let condition = self.first_value(proc, cx, id, condition);
        let frequency = proc.frequency(preheader);
        let guarded = proc.add_block_with_frequency(frequency);
        let merged = proc.add_block_with_frequency(frequency);
        let (mut executed, mut merges, mut same) = (Vec::new(), Vec::new(), Vec::new());
        let mut written = Vec::new();
        self.first.clear();
        for &Move { id: of, .. } in moves {
            let ty = proc.type_of(of);
            let is_read = ty != Type::Void && self.moved.contains(of.index());
            let here = if is_read { proc.copy_of(BlockId::INVALID, of) } else { of };
            for place in 0..proc.children(here).len() {
                let child = resolve(proc, proc.children(here)[place]);
                if let Some(first) = self.first.get(&child) {
                    proc.children_mut(here)[place] = *first;
                }
            }
            executed.push(here);
            if is_read {
                let phi = proc.detached_for(of).phi(ty);
                self.first.insert(phi, here);
                let mut b = proc.detached_for(of);
                let nothing = b.constant(ty, 0);
                cx.scratch.kept.extend([nothing, b.upsilon(nothing, phi)]);
                written.push(b.upsilon(here, phi));
                proc.replace_with_identity(of, phi);
                merges.push(phi);
                same.push(of);
            }
        }
        // The predecessor of the header writes its Phis.
        let is_of_loop = |of: &ValueId| {
            let value = proc.value(*of);
            let is_upsilon = value.opcode() == Opcode::Upsilon;
            is_upsilon && self.homes.get(value.phi().index()) == Some(&id)
        };
        let begun: Vec<ValueId> = cx.scratch.kept.iter().copied().filter(is_of_loop).collect();
        cx.scratch.kept.retain(|id| !begun.contains(id));
        executed.append(&mut written);
        merges.append(&mut same);
        merges.extend(begun);
        cx.work += (cx.scratch.kept.len() + executed.len() + merges.len()) as u64;
        proc.set_block_values(preheader, &cx.scratch.kept);
        proc.set_block_values(guarded, &executed);
        proc.set_block_values(merged, &merges);
        let continues_first =
            proc.successors(header).first().is_some_and(|edge| self.is_in(id, edge.block()));
        let [taken, other] = if continues_first { [guarded, merged] } else { [merged, guarded] };
        let origin = proc.value(condition).origin;
        proc.at(preheader).with_origin(origin).branch(condition, taken, other);
        proc.at(guarded).jump(merged);
        proc.at(merged).jump(header);
        cx.contents |= Contents::PHIS | Contents::NOPS_AND_IDENTITIES;
    }

    /// Computes the value of the first iteration at the end of the preheader.
    fn first_value(&mut self, proc: &mut Procedure, cx: &mut Context, id: LoopId, of: ValueId) -> ValueId {
        let of = resolve(proc, of);
        if self.is_outside(id, of) {
            return of;
        }
        if let Some(first) = self.first.get(&of) {
            return *first;
        }
        let first = if proc.value(of).opcode() == Opcode::Phi {
            first_of(proc, &cx.scratch.kept, of).unwrap_or(of)
        } else {
            let copy = proc.copy_of(BlockId::INVALID, of);
            for place in 0..proc.children(copy).len() {
                let child = proc.children(copy)[place];
                proc.children_mut(copy)[place] = self.first_value(proc, cx, id, child);
            }
            cx.scratch.kept.push(copy);
            copy
        };
        self.first.insert(of, first);
        first
    }
}

/// The condition of the Branch at the end of a block.
fn condition(proc: &Procedure, block: BlockId) -> Option<ValueId> {
    let end = proc.value(proc.terminal(block)?);
    (end.opcode() == Opcode::Branch).then(|| proc.children_of(end)[0])
}

/// The value that the last Upsilon of a Phi among these values writes.
fn first_of(proc: &Procedure, values: &[ValueId], phi: ValueId) -> Option<ValueId> {
    let value = values
        .iter()
        .rev()
        .map(|id| proc.value(*id))
        .find(|value| value.opcode() == Opcode::Upsilon && value.phi() == phi)?;
    proc.children_of(value).first().copied()
}
