//! Removes stores to what is stored to again before anybody reads it.
//!
//! Blocks are visited in post-order, and the values of each from the last to the first. What is known at a place is
//! some memory that is stored to on every way from there before it is read; at the end of a block, what is known at
//! the beginning of each of its successors. Over an edge that leads back nothing is known, so that a value is the
//! same address wherever it is asked about. A store to a part of such memory is dead.
//!
//! Whatever leaves sideways reads all memory: checks, traps, calls that may throw. A store that traps is such a
//! one: it is never removed, nor does it make one before it dead, whose effect is seen if it traps. So are fences,
//! safepoints, and the end of the procedure.
//!
//! - Requires: valid IR. No analysis.
//! - Ensures: valid IR that means the same. Stores that were removed are Nops.
//! - Keeps: ids, edges, frequencies.
//! - Cost: one visit of each value, with at most [`MAX_KNOWN`] pieces of memory for each that reads or stores.
//! - Source: the dead stores of B3's eliminateCommonSubexpressions, with base and offset besides heap ranges.

use super::context::Context;
use super::footprint::Footprint;
use crate::base::EffectFlags;
use crate::ir::opcode::{Payload, Properties};
use crate::ir::validate::Contents;
use crate::ir::{BlockId, Procedure};
use crate::support::Entity;

/// So many pieces of memory are known at a place.
const MAX_KNOWN: usize = 8;

/// What the pass works in.
#[derive(Debug, Default)]
pub(super) struct StoreWork {
    /// By block: what is known at its beginning, as the first piece and one past the last.
    begins: Vec<(u32, u32)>,
    pieces: Vec<Footprint>,
    /// What is known where the walk is.
    known: Vec<Footprint>,
}

/// Runs the pass.
pub(super) fn eliminate_dead_stores(proc: &mut Procedure, cx: &mut Context) {
    let mut work = cx.scratch.take::<StoreWork>();
    cx.flow.find_order(proc);
    work.begins.clear();
    work.begins.resize(proc.block_count(), (0, 0));
    work.pieces.clear();
    for block in cx.flow.order.nodes().rev().map(BlockId::from_index) {
        work.meet_successors(proc, block);
        cx.work += (proc.block_values(block).len() + proc.successors(block).len()) as u64;
        if work.visit(proc, block) {
            cx.contents |= Contents::LEFTOVERS;
        }
        let first = work.pieces.len() as u32;
        work.pieces.extend_from_slice(&work.known);
        work.begins[block.index()] = (first, work.pieces.len() as u32);
    }
    cx.scratch.put(work);
}

impl StoreWork {
    /// What is known at the end of a block: what is at the beginning of each of its successors. Of one that was not
    /// visited yet, to which an edge leads back, nothing is.
    fn meet_successors(&mut self, proc: &Procedure, block: BlockId) {
        self.known.clear();
        let Some((first, others)) = proc.successors(block).split_first() else { return };
        let range = |begins: &[(u32, u32)], to: BlockId| {
            let (first, end) = begins[to.index()];
            first as usize..end as usize
        };
        self.known.extend_from_slice(&self.pieces[range(&self.begins, first.block())]);
        for edge in others {
            let there = &self.pieces[range(&self.begins, edge.block())];
            self.known.retain(|piece| there.iter().any(|other| other.covers(piece)));
        }
    }

    /// Walks a block backward; true if a store was removed.
    fn visit(&mut self, proc: &mut Procedure, block: BlockId) -> bool {
        const SEEN: EffectFlags =
            EffectFlags::EXITS_SIDEWAYS.union(EffectFlags::FENCE).union(EffectFlags::SAFEPOINT);
        let mut removed = false;
        for at in (0..proc.block_values(block).len()).rev() {
            let id = proc.block_values(block)[at];
            let value = *proc.value(id);
            if value.opcode().has(Properties::PURE) {
                continue;
            }
            let effects = proc.effects_of(&value);
            let is_access = value.opcode().row().payload == Payload::Memory;
            if effects.flags.intersects(SEEN) {
                self.known.clear();
            } else if is_access && !effects.writes.is_empty() {
                let store = Footprint::of_access(proc, &value);
                if self.known.iter().any(|piece| piece.covers(&store)) {
                    proc.replace_with_nop(id);
                    removed = true;
                } else {
                    self.add(store);
                }
            } else if !effects.reads.is_empty() {
                let read = match is_access {
                    true => Footprint::of_access(proc, &value),
                    false => Footprint::anywhere(effects.reads),
                };
                self.known.retain(|piece| !piece.overlaps(&read));
            }
        }
        removed
    }

    fn add(&mut self, store: Footprint) {
        self.known.retain(|piece| !store.covers(piece));
        if self.known.len() == MAX_KNOWN {
            self.known.remove(0);
        }
        self.known.push(store);
    }
}
