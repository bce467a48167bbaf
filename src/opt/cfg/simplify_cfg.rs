//! Simplifies control flow. Folds terminals with one possible successor to Jumps, forwards edges past blocks that only
//! jump, merges a block into its only predecessor if that ends in a Jump, and empties unreachable blocks.
//!
//! Upsilons and Phis execute in the same order as before on every path, so their meaning is unchanged: an Upsilon
//! writes its Phi's location, wherever both are. New critical edges may appear. The blocks of removed code remain and
//! contain only an Oops, so ids are stable.
//!
//! - Requires: valid IR. No analysis.
//! - Ensures: every reachable block has a terminal other than Jump, or jumps to a block with several edges in.
//! - Keeps: ids; the frequencies of blocks that stay.
//! - Changes: edges.
//! - Cost: one visit of each edge; one copy of each merged block; one visit of all values if a Phi became unreachable.
//! - Source: B3's simplifyCFG.

use crate::ir::{BlockId, Opcode, Procedure, Successor, ValueId};
use crate::opt::context::{Context, resolve};
use crate::support::Entity;

pub(in crate::opt) fn simplify_cfg(proc: &mut Procedure, cx: &mut Context) {
    let blocks = proc.block_count();
    cx.scratch.blocks.clear();
    cx.scratch.counts.clear();
    cx.scratch.counts.resize(blocks, 0);
    let mut changed = false;
    // Edges into each block reached so far; the root is also entered from outside.
    cx.scratch.counts[Procedure::ROOT.index()] = 1;
    cx.scratch.blocks.push(Procedure::ROOT);
    let mut next = 0;
    while let Some(&block) = cx.scratch.blocks.get(next) {
        next += 1;
        changed |= fold_terminal(proc, cx, block);
        changed |= forward_edges(proc, cx, block);
        for place in 0..proc.successors(block).len() {
            let target = proc.successors(block)[place].block();
            cx.scratch.counts[target.index()] += 1;
            if cx.scratch.counts[target.index()] == 1 {
                cx.scratch.blocks.push(target);
            }
            cx.work += 1;
        }
    }
    changed |= merge(proc, cx);
    changed |= remove_unreachable(proc, cx);
    if changed {
        cx.edges_changed();
    }
}

/// Folds a Branch or Switch on a constant, or with a single target block, to a Jump. Returns true if it did.
fn fold_terminal(proc: &mut Procedure, cx: &mut Context, block: BlockId) -> bool {
    let Some(id) = proc.terminal(block) else { return false };
    let value = *proc.value(id);
    if !matches!(value.opcode(), Opcode::Branch | Opcode::Switch) {
        return false;
    }
    let predicate = proc.value(resolve(proc, proc.children(id)[0])).int();
    let successors = proc.successors(block);
    let taken = match (value.opcode(), predicate) {
        (Opcode::Branch, Some(bits)) => successors[usize::from(bits == 0)],
        (Opcode::Switch, Some(bits)) => {
            let cases = proc.switch_cases(&value);
            successors[cases.iter().position(|case| *case == bits).unwrap_or(cases.len())]
        }
        _ if successors.iter().all(|other| other.block() == successors[0].block()) => {
            // Rare only if every edge is.
            *successors.iter().find(|edge| !edge.is_rare()).unwrap_or(&successors[0])
        }
        _ => return false,
    };
    if !cx.fuel.take() {
        return false;
    }
    proc.replace(id, Opcode::Jump, &[]);
    proc.set_successors(block, &[taken]);
    true
}

/// The edge out of a block that contains only a Jump.
fn jump_only_edge(proc: &Procedure, block: BlockId) -> Option<Successor> {
    match proc.block_values(block) {
        [only] if proc.value(*only).opcode() == Opcode::Jump => proc.successors(block).first().copied(),
        _ => None,
    }
}

/// Forwards the edges of a Jump, Branch or Switch past blocks that only jump.
fn forward_edges(proc: &mut Procedure, cx: &mut Context, block: BlockId) -> bool {
    // Edges of other terminals carry entries, results or exceptions: the client chose their targets.
    let is_plain =
        |id: ValueId| matches!(proc.value(id).opcode(), Opcode::Jump | Opcode::Branch | Opcode::Switch);
    if !proc.terminal(block).is_some_and(is_plain) {
        return false;
    }
    let mut changed = false;
    for place in 0..proc.successors(block).len() {
        let edge = proc.successors(block)[place];
        let Some(first) = jump_only_edge(proc, edge.block()) else { continue };
        let (mut end, mut rare, mut steps) = (first.block(), first.is_rare(), 1);
        while let Some(next) = jump_only_edge(proc, end)
            && steps < MAX_CHAIN
        {
            (end, rare, steps) = (next.block(), rare || next.is_rare(), steps + 1);
        }
        cx.work += steps;
        if !cx.fuel.take() {
            break;
        }
        let edge_to = |rare| if rare { Successor::rare(end) } else { Successor::new(end) };
        proc.successors_mut(block)[place] = edge_to(edge.is_rare() || rare);
        // Shortens the chain for later edges into it.
        if steps > 1 {
            proc.successors_mut(edge.block())[0] = edge_to(rare);
        }
        changed = true;
    }
    changed
}

/// Maximum number of blocks that one edge is forwarded past: a chain may be a cycle. Later edges into the chain
/// continue from the shortened part.
const MAX_CHAIN: u64 = 16;

/// True if a block's only edge in is a Jump of `from`.
fn follows_jump(proc: &Procedure, cx: &Context, from: BlockId, block: BlockId) -> bool {
    let is_jump = |id: ValueId| proc.value(id).opcode() == Opcode::Jump;
    cx.scratch.counts[block.index()] == 1
        && block != Procedure::ROOT
        && block != from
        && proc.terminal(from).is_some_and(is_jump)
}

/// Appends to each block the target of its Jump, if that has no other predecessor.
fn merge(proc: &mut Procedure, cx: &mut Context) -> bool {
    // A block that will be appended does not start a chain, so each block is copied once.
    cx.scratch.marks.reset(proc.block_count());
    for at in 0..cx.scratch.blocks.len() {
        let block = cx.scratch.blocks[at];
        if let [edge] = *proc.successors(block)
            && follows_jump(proc, cx, block, edge.block())
        {
            cx.scratch.marks.insert(edge.block().index());
        }
    }
    let mut changed = false;
    for at in 0..cx.scratch.blocks.len() {
        let head = cx.scratch.blocks[at];
        let goes_on = match *proc.successors(head) {
            [edge] => cx.scratch.marks.contains(edge.block().index()),
            _ => false,
        };
        if cx.scratch.marks.contains(head.index()) || !goes_on || !cx.fuel.take() {
            continue;
        }
        cx.scratch.kept.clear();
        let mut last = head;
        while let [edge] = *proc.successors(last)
            && cx.scratch.marks.contains(edge.block().index())
        {
            let Some((&jump, others)) = proc.block_values(last).split_last() else { break };
            cx.scratch.kept.extend_from_slice(others);
            if last != head {
                empty(proc, last, jump);
            } else {
                cx.scratch.values.clear();
                cx.scratch.values.push(jump);
            }
            last = edge.block();
        }
        if last == head {
            continue;
        }
        cx.scratch.kept.extend_from_slice(proc.block_values(last));
        cx.work += cx.scratch.kept.len() as u64;
        cx.scratch.edges.clear();
        cx.scratch.edges.extend_from_slice(proc.successors(last));
        // The head's own Jump becomes the Oops of the last block.
        empty(proc, last, cx.scratch.values[0]);
        proc.set_block_values(head, &cx.scratch.kept);
        proc.set_successors(head, &cx.scratch.edges);
        changed = true;
    }
    changed
}

/// Empties a block, except for this value, which becomes an Oops.
pub(in crate::opt) fn empty(proc: &mut Procedure, block: BlockId, last: ValueId) {
    proc.replace_with_nop(last);
    proc.replace(last, Opcode::Oops, &[]);
    proc.set_block_values(block, &[last]);
    proc.set_successors(block, &[]);
}

/// Empties unreachable blocks and removes the Upsilons of their Phis.
fn remove_unreachable(proc: &mut Procedure, cx: &mut Context) -> bool {
    let (mut changed, mut phis) = (false, false);
    for block in proc.block_ids() {
        if cx.scratch.counts[block.index()] != 0 {
            continue;
        }
        cx.scratch.kept.clear();
        cx.scratch.kept.extend_from_slice(proc.block_values(block));
        let Some((last, others)) = cx.scratch.kept.split_last() else { continue };
        if others.is_empty() && proc.value(*last).opcode() == Opcode::Oops {
            continue;
        }
        // One rewrite for all: they may use each other's values.
        if !changed && !cx.fuel.take() {
            return false;
        }
        for &id in others {
            phis |= proc.value(id).opcode() == Opcode::Phi;
            proc.replace_with_nop(id);
        }
        empty(proc, block, *last);
        changed = true;
    }
    if phis {
        cx.remove_upsilons_of_no_phi(proc);
    }
    changed
}
