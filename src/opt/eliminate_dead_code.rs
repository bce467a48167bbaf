//! Removes values that nothing needs, and stores to Phis and variables that nobody reads.
//!
//! A value is live if its effects say that it must execute, or if a live value uses it: as a child, in its exit state,
//! or as the base it is derived from. Writing a location is no such effect: an Upsilon is live if its Phi is, a Set if
//! its variable has a live Get. Everything else goes. On the way every use of an Identity becomes a use of its operand,
//! in exit states too, so Identities go as well.
//!
//! - Requires: valid IR. No analysis.
//! - Ensures: every value left is live; no use of an Identity is left but where it changes what the garbage collector
//!   sees; no block lists a Nop.
//! - Keeps: ids, edges, frequencies.
//! - Cost: one visit of each value, of each use of a live one, and of each frame of an exit state; another one of what was
//!   thought to be dead and is not.
//! - Source: mark and sweep over def-use edges, as in B3's eliminateDeadCode; here what uses a value mostly comes first,
//!   as the walk goes backward, so that little has to wait in a list.

use super::context::{Context, StateWalk, resolve};
use crate::base::EffectFlags;
use crate::ir::{Opcode, Procedure, Value, ValueFlags, ValueId};
use crate::support::Entity;

/// Something needs a value, or reads a location.
const LIVE: u8 = 1;
/// The walk came by when nothing needed it yet.
const PASSED: u8 = 2;

/// What the pass works in.
#[derive(Debug, Default)]
pub(super) struct DeadWork {
    /// By value, and behind all values by variable.
    known: Vec<u8>,
    /// The last write of a location that nobody has been seen to read; by write the one before. No write is a location.
    writes: Vec<ValueId>,
    /// Values that are needed after all.
    late: Vec<ValueId>,
    /// The walk came by something in this block that nothing needed.
    passed: bool,
    /// How many uses it saw.
    uses: u64,
    states: StateWalk,
}

/// Runs the pass.
pub(super) fn eliminate_dead_code(proc: &mut Procedure, cx: &mut Context) {
    let mut dead = cx.scratch.take::<DeadWork>();
    dead.begin(proc);
    cx.scratch.blocks.clear();
    for block in proc.block_ids().rev() {
        let mut left = proc.block_values(block).len();
        cx.work += left as u64;
        dead.passed = false;
        while let Some(id) = dead.pass(proc, &proc.block_values(block)[..left], &mut left) {
            dead.keep(proc, id);
        }
        if dead.passed {
            cx.scratch.blocks.push(block);
        }
    }
    while let Some(id) = dead.late.pop() {
        dead.keep(proc, id);
    }
    cx.work += dead.uses;
    dead.sweep(proc, cx);
    cx.scratch.put(dead);
}

/// The number of the location that a value reads or writes: the Phi's, or behind all values the variable's.
fn location(proc: &Procedure, id: ValueId, value: &Value) -> Option<usize> {
    match value.opcode() {
        Opcode::Upsilon => Some(value.phi().index()),
        Opcode::Phi => Some(id.index()),
        Opcode::Set | Opcode::Get => Some(proc.value_count() + value.variable().index()),
        _ => None,
    }
}

/// True if a live value needs more than its children: writes of what it reads, its base, or what its exit state names;
/// what has one has a list of children.
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

    /// Walks backward over values of a block, up to one that must be looked at closely: more than its operands is
    /// needed, or one of them is an Identity. `left`: how many are in front of that then.
    #[inline]
    fn pass(&mut self, proc: &Procedure, ids: &[ValueId], left: &mut usize) -> Option<ValueId> {
        for (place, &id) in ids.iter().enumerate().rev() {
            let value = proc.value(id);
            if !self.must_stay(proc, id, value) {
                self.known[id.index()] |= PASSED;
                self.passed = true;
                continue;
            }
            let children = proc.children_of(value);
            let is_copy = |child: &ValueId| proc.value(*child).opcode() == Opcode::Identity;
            if needs_more(value) || children.iter().any(is_copy) {
                *left = place;
                return Some(id);
            }
            children.iter().for_each(|child| self.need(*child));
            self.uses += children.len() as u64;
        }
        None
    }

    fn is_live(&self, number: usize) -> bool {
        self.known[number] & LIVE != 0
    }

    /// Says that something needs a value.
    fn need(&mut self, id: ValueId) {
        need(&mut self.known, &mut self.late, id);
    }

    /// True if a value must execute, or is needed so far. A write of what nobody has read yet is kept in mind.
    #[inline]
    fn must_stay(&mut self, proc: &Procedure, id: ValueId, value: &Value) -> bool {
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

    /// Says that what a live value uses is needed, and puts what an Identity stands for in its place.
    fn keep(&mut self, proc: &mut Procedure, id: ValueId) {
        let value = *proc.value(id);
        for place in 0..proc.children_of(&value).len() {
            let child = proc.children(id)[place];
            let resolved = resolve(proc, child);
            if resolved != child {
                proc.children_mut(id)[place] = resolved;
            }
            self.need(resolved);
            self.uses += 1;
        }
        let state = proc.state_of(&value);
        if state.is_valid() {
            let DeadWork { known, late, states, uses, .. } = self;
            *uses += states.visit(proc, state, resolve, &mut |id| need(known, late, id));
        }
        if value.flags.contains(ValueFlags::DERIVED)
            && let Some(base) = proc.base(id)
        {
            let resolved = resolve(proc, base);
            proc.set_derived(id, resolved);
            self.need(resolved);
        }
        if matches!(value.opcode(), Opcode::Phi | Opcode::Get)
            && let Some(location) = location(proc, id, &value)
        {
            self.known[location] |= LIVE;
            let mut write = std::mem::take(&mut self.writes[location]);
            while write.is_valid() {
                self.need(write);
                write = self.writes[write.index()];
            }
        }
    }

    /// Removes what is dead from the blocks that have some.
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

/// Something needs a value. If the walk has passed it, it waits for another visit.
#[inline]
fn need(known: &mut [u8], late: &mut Vec<ValueId>, id: ValueId) {
    let known = &mut known[id.index()];
    if *known == PASSED {
        late.push(id);
    }
    *known |= LIVE;
}
