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
//! - Cost: one visit of each value, of each use of a live one, and of each frame of an exit state.
//! - Source: mark and sweep over def-use edges, as in B3's eliminateDeadCode.

use super::context::{Context, resolve};
use crate::base::EffectFlags;
use crate::ir::{Opcode, Procedure, Value, ValueFlags, ValueId};
use crate::support::Entity;

/// Runs the pass.
pub(super) fn eliminate_dead_code(proc: &mut Procedure, cx: &mut Context) {
    find_roots(proc, cx);
    mark(proc, cx);
    sweep(proc, cx);
}

/// The list of writes of the location that a value reads or writes: by the Phi's number, or behind all values by the
/// variable's.
fn location(proc: &Procedure, id: ValueId, value: &Value) -> Option<usize> {
    match value.opcode() {
        Opcode::Upsilon => Some(value.phi().index()),
        Opcode::Phi => Some(id.index()),
        Opcode::Set | Opcode::Get => Some(proc.value_count() + value.variable().index()),
        _ => None,
    }
}

/// Marks what must execute. Links the writes of each location: `links` has the last write of a location, and by write
/// the one before. No write is a location.
fn find_roots(proc: &Procedure, cx: &mut Context) {
    let values = proc.value_count();
    cx.marks.reset(values);
    cx.values.clear();
    cx.links.clear();
    cx.links.resize(values + proc.variables().len(), ValueId::INVALID);
    for block in proc.block_ids() {
        for &id in proc.block_values(block) {
            let value = proc.value(id);
            let effects = proc.effects_of(value);
            if !effects.must_execute() {
                continue;
            }
            match location(proc, id, value).filter(|_| effects.flags == EffectFlags::WRITES_LOCAL) {
                Some(location) => {
                    cx.links[id.index()] = std::mem::replace(&mut cx.links[location], id);
                }
                None => {
                    cx.marks.insert(id.index());
                    cx.values.push(id);
                }
            }
        }
        cx.work += proc.block_values(block).len() as u64;
    }
}

/// Marks what marked values use, and puts what an Identity stands for in its place.
fn mark(proc: &mut Procedure, cx: &mut Context) {
    cx.states.begin(proc);
    while let Some(id) = cx.values.pop() {
        let Context { marks, values, links, states, work, .. } = &mut *cx;
        let mut need = |id: ValueId| {
            if marks.insert(id.index()) {
                values.push(id);
            }
        };
        let value = *proc.value(id);
        let mut copies = false;
        for &child in proc.children_of(&value) {
            copies |= proc.value(child).opcode() == Opcode::Identity;
        }
        if copies {
            see_through_copies(proc, id);
        }
        let children = if copies { proc.children(id) } else { proc.children_of(&value) };
        children.iter().copied().for_each(&mut need);
        *work += children.len() as u64;
        let state = proc.state_of(&value);
        if state.is_valid() {
            *work += states.visit(proc, state, resolve, &mut need);
        }
        if value.flags.contains(ValueFlags::DERIVED)
            && let Some(base) = proc.base(id)
        {
            let resolved = resolve(proc, base);
            proc.set_derived(id, resolved);
            need(resolved);
        }
        if matches!(value.opcode(), Opcode::Phi | Opcode::Get)
            && let Some(location) = location(proc, id, &value)
        {
            let mut write = std::mem::take(&mut links[location]);
            while write.is_valid() {
                need(write);
                write = links[write.index()];
            }
        }
    }
}

/// Makes children of what copies copy.
fn see_through_copies(proc: &mut Procedure, id: ValueId) {
    for place in 0..proc.children(id).len() {
        let resolved = resolve(proc, proc.children(id)[place]);
        proc.children_mut(id)[place] = resolved;
    }
}

/// Removes what is not marked.
fn sweep(proc: &mut Procedure, cx: &mut Context) {
    for block in proc.block_ids() {
        let values = proc.block_values(block);
        if values.iter().all(|id| cx.marks.contains(id.index())) {
            continue;
        }
        cx.kept.clear();
        cx.values.clear();
        for &id in values {
            let list = if cx.marks.contains(id.index()) { &mut cx.kept } else { &mut cx.values };
            list.push(id);
        }
        proc.set_block_values(block, &cx.kept);
        cx.values.iter().for_each(|id| proc.replace_with_nop(*id));
    }
}
