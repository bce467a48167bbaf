//! Removes dead values, including writes of Phis and variables that are never read.
//!
//! A value is live if its effects require it to execute, or if a live value uses it: as a child, in its exit state, or
//! as the base it is derived from. Writing a local location is not such an effect: an Upsilon is live if its Phi is, a
//! Set if its variable has a live Get. All other values are removed. Uses of an Identity, in exit states too, become
//! uses of its operand, so Identities are removed as well.
//!
//! - Requires: valid IR. No analysis.
//! - Ensures: every remaining value is live; no use of an Identity remains except where it changes what the garbage
//!   collector sees; no block lists a Nop.
//! - Keeps: ids, edges, frequencies.
//! - Cost: one visit of each value, of each use of a live one, and of each frame of an exit state; a second visit of
//!   values first taken for dead.
//! - Source: mark and sweep over def-use edges, as in B3's eliminateDeadCode. The walk is backward, so most users come
//!   before the values they use and the worklist stays short.

use crate::base::EffectFlags;
use crate::ir::{Opcode, Procedure, Value, ValueFlags, ValueId};
use crate::opt::context::{Context, StateWalk, resolve};
use crate::support::Entity;

/// The value is needed, or the location is read.
const LIVE: u8 = 1;
/// The walk passed the value before any use of it was seen.
const VISITED: u8 = 2;

/// Reusable working memory of the pass.
#[derive(Debug, Default)]
pub(in crate::opt) struct DeadWork {
    /// By value, then by variable (offset by the number of values).
    known: Vec<u8>,
    /// By location: the last write not yet known to be read. By write: the one before it. A write is never a location.
    writes: Vec<ValueId>,
    /// Worklist: values found live after the walk passed them.
    worklist: Vec<ValueId>,
    /// The walk passed a value in this block that was not yet live.
    passed: bool,
    uses: u64,
    states: StateWalk,
}

pub(in crate::opt) fn eliminate_dead_code(proc: &mut Procedure, cx: &mut Context) {
    // One rewrite: dead values use each other, and which are dead depends on the substitution of all Identities.
    if !cx.fuel.take() {
        return;
    }
    let mut dead = cx.scratch.take::<DeadWork>();
    dead.begin(proc);
    cx.scratch.blocks.clear();
    for block in proc.block_ids().rev() {
        let mut left = proc.block_values(block).len();
        cx.work += left as u64;
        dead.passed = false;
        while let Some(id) = dead.pass(proc, &proc.block_values(block)[..left], &mut left) {
            dead.mark_uses(proc, id);
        }
        if dead.passed {
            cx.scratch.blocks.push(block);
        }
    }
    while let Some(id) = dead.worklist.pop() {
        dead.mark_uses(proc, id);
    }
    cx.work += dead.uses;
    dead.sweep(proc, cx);
    cx.scratch.put(dead);
}

/// Number of the location that a value accesses: its Phi, or its variable (offset by the number of values).
fn location(proc: &Procedure, id: ValueId, value: &Value) -> Option<usize> {
    match value.opcode() {
        Opcode::Upsilon => Some(value.phi().index()),
        Opcode::Phi => Some(id.index()),
        Opcode::Set | Opcode::Get => Some(proc.value_count() + value.variable().index()),
        _ => None,
    }
}

/// True if more than the children must be marked for a live value: writes of the location it reads, its base, or its
/// exit state (values with exit states have variable arity).
#[inline]
fn needs_more(value: &Value) -> bool {
    value.opcode().arity().is_none()
        || value.flags.contains(ValueFlags::DERIVED)
        || matches!(value.opcode(), Opcode::Phi | Opcode::Get)
}

impl DeadWork {
    fn begin(&mut self, proc: &Procedure) {
        let locations = proc.value_count() + proc.variables().len();
        self.known.clear();
        self.known.resize(locations, 0);
        self.writes.clear();
        self.writes.resize(locations, ValueId::INVALID);
        self.uses = 0;
        self.states.begin(proc);
    }

    /// Walks backward over values of a block, up to a live one that needs [`DeadWork::mark_uses`]: one that uses more
    /// than its children, or an Identity. Sets `left` to the number of values before it.
    #[inline]
    fn pass(&mut self, proc: &Procedure, ids: &[ValueId], left: &mut usize) -> Option<ValueId> {
        for (place, &id) in ids.iter().enumerate().rev() {
            let value = proc.value(id);
            if !self.is_needed(proc, id, value) {
                self.known[id.index()] |= VISITED;
                self.passed = true;
                continue;
            }
            let children = proc.children_of(value);
            let is_copy = |child: &ValueId| proc.value(*child).opcode() == Opcode::Identity;
            if needs_more(value) || children.iter().any(is_copy) {
                *left = place;
                return Some(id);
            }
            children.iter().for_each(|child| self.mark_live(*child));
            self.uses += children.len() as u64;
        }
        None
    }

    fn is_live(&self, number: usize) -> bool {
        self.known[number] & LIVE != 0
    }

    fn mark_live(&mut self, id: ValueId) {
        mark_live(&mut self.known, &mut self.worklist, id);
    }

    /// True if a value must execute or is already live. Records a write of a location that no live value reads yet.
    #[inline]
    fn is_needed(&mut self, proc: &Procedure, id: ValueId, value: &Value) -> bool {
        if self.is_live(id.index()) {
            return true;
        }
        let effects = proc.effects_of(value);
        if !effects.must_execute() {
            return false;
        }
        if effects.flags == EffectFlags::WRITES_LOCAL
            && let Some(location) = location(proc, id, value)
            && !self.is_live(location)
        {
            self.writes[id.index()] = std::mem::replace(&mut self.writes[location], id);
            return false;
        }
        self.known[id.index()] |= LIVE;
        true
    }

    /// Marks everything that a live value uses, and replaces uses of Identities by their operands.
    fn mark_uses(&mut self, proc: &mut Procedure, id: ValueId) {
        let value = *proc.value(id);
        for place in 0..proc.children_of(&value).len() {
            let child = proc.children(id)[place];
            let resolved = resolve(proc, child);
            if resolved != child {
                proc.children_mut(id)[place] = resolved;
            }
            self.mark_live(resolved);
            self.uses += 1;
        }
        let state = proc.state_of(&value);
        if state.is_valid() {
            let DeadWork { known, worklist, states, uses, .. } = self;
            *uses += states.visit(proc, state, resolve, &mut |id| mark_live(known, worklist, id));
        }
        if value.flags.contains(ValueFlags::DERIVED)
            && let Some(base) = proc.base(id)
        {
            let resolved = resolve(proc, base);
            proc.set_derived(id, resolved);
            self.mark_live(resolved);
        }
        if matches!(value.opcode(), Opcode::Phi | Opcode::Get)
            && let Some(location) = location(proc, id, &value)
        {
            self.known[location] |= LIVE;
            let mut write = std::mem::take(&mut self.writes[location]);
            while write.is_valid() {
                self.mark_live(write);
                write = self.writes[write.index()];
            }
        }
    }

    /// Removes dead values from the blocks that have some.
    fn sweep(&self, proc: &mut Procedure, cx: &mut Context) {
        for &block in &cx.scratch.blocks {
            cx.scratch.kept.clear();
            cx.scratch.values.clear();
            for &id in proc.block_values(block) {
                let list =
                    if self.is_live(id.index()) { &mut cx.scratch.kept } else { &mut cx.scratch.values };
                list.push(id);
            }
            if !cx.scratch.values.is_empty() {
                proc.set_block_values(block, &cx.scratch.kept);
                cx.scratch.values.iter().for_each(|id| proc.replace_with_nop(*id));
            }
        }
    }
}

/// Marks a value live; queues it if the walk has already passed it.
#[inline]
fn mark_live(known: &mut [u8], worklist: &mut Vec<ValueId>, id: ValueId) {
    let known = &mut known[id.index()];
    if *known == VISITED {
        worklist.push(id);
    }
    *known |= LIVE;
}
