//! Removes stores that are overwritten before any read.
//!
//! Blocks are visited in post-order, values from last to first. The state at a point is a set of memory pieces that
//! every path from there overwrites before reading. At the end of a block it is the meet (intersection) of the
//! successors' states. The state across a back edge is empty, so a base value denotes the same address wherever it is
//! compared. A store is dead if a piece of the state covers it.
//!
//! Any sideways exit reads all memory: checks, traps, calls that may throw. This includes a store that may trap: it is
//! never removed, and it does not make an earlier store dead, because that store is visible if it traps. Fences,
//! safepoints and the end of the procedure also read all memory.
//!
//! - Requires: valid IR. No analysis.
//! - Ensures: valid IR that means the same. Removed stores are Nops.
//! - Keeps: ids, edges, frequencies.
//! - Cost: one visit of each value; per load or store at most [`MAX_PIECES`] memory pieces.
//! - Source: the dead stores of B3's eliminateCommonSubexpressions, with base and offset besides heap ranges.

use super::footprint::Footprint;
use crate::base::EffectFlags;
use crate::ir::opcode::{Payload, Properties};
use crate::ir::validate::Contents;
use crate::ir::{BlockId, Procedure};
use crate::opt::context::Context;
use crate::support::Entity;

/// Maximum number of memory pieces in the state at a point.
const MAX_PIECES: usize = 8;

/// Reusable working memory of the pass.
#[derive(Debug, Default)]
pub(in crate::opt) struct StoreWork {
    /// By block: its entry state, as the begin and end of a range of `pieces`.
    entry_states: Vec<(u32, u32)>,
    pieces: Vec<Footprint>,
    /// State at the current position.
    known: Vec<Footprint>,
}

pub(in crate::opt) fn eliminate_dead_stores(proc: &mut Procedure, cx: &mut Context) {
    let mut work = cx.scratch.take::<StoreWork>();
    cx.flow.find_order(proc);
    work.entry_states.clear();
    work.entry_states.resize(proc.block_count(), (0, 0));
    work.pieces.clear();
    for block in cx.flow.order.nodes().rev().map(BlockId::from_index) {
        work.meet_successors(proc, block);
        cx.work += (proc.block_values(block).len() + proc.successors(block).len()) as u64;
        if work.visit(proc, block) {
            cx.contents |= Contents::NOPS_AND_IDENTITIES;
        }
        let first = work.pieces.len() as u32;
        work.pieces.extend_from_slice(&work.known);
        work.entry_states[block.index()] = (first, work.pieces.len() as u32);
    }
    cx.scratch.put(work);
}

impl StoreWork {
    /// Computes the state at the end of a block: the meet of its successors' entry states. A successor not visited yet,
    /// across a back edge, has an empty state.
    fn meet_successors(&mut self, proc: &Procedure, block: BlockId) {
        self.known.clear();
        let Some((first, others)) = proc.successors(block).split_first() else { return };
        let range = |entry_states: &[(u32, u32)], to: BlockId| {
            let (first, end) = entry_states[to.index()];
            first as usize..end as usize
        };
        self.known.extend_from_slice(&self.pieces[range(&self.entry_states, first.block())]);
        for edge in others {
            let there = &self.pieces[range(&self.entry_states, edge.block())];
            self.known.retain(|piece| there.iter().any(|other| other.covers(piece)));
        }
    }

    /// Walks a block backward. Returns true if a store was removed.
    fn visit(&mut self, proc: &mut Procedure, block: BlockId) -> bool {
        const READS_ALL: EffectFlags =
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
            if effects.flags.intersects(READS_ALL) {
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
        if self.known.len() == MAX_PIECES {
            self.known.remove(0);
        }
        self.known.push(store);
    }
}
