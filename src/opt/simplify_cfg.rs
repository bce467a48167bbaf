//! Makes the control flow simple: terminals that have one way to go become jumps, edges lead past blocks that only
//! jump, a block that only one jump leads to becomes a part of the block before, and what cannot be reached is
//! emptied.
//!
//! Upsilons and Phis are executed in the same order as before on every path, so they mean what they meant: an Upsilon
//! writes its Phi's location, wherever both are. Critical edges may come to be. The blocks of removed code stay, with
//! nothing but an Oops: ids do not move.
//!
//! - Requires: valid IR. No analysis.
//! - Ensures: every block that can be reached has another terminal than Jump, or leads to a block with several
//!   edges in.
//! - Keeps: ids; the frequencies of blocks that stay.
//! - Changes: edges.
//! - Cost: one visit of each edge; one copy of each block that is merged, and one visit of all values if a Phi became
//!   unreachable.
//! - Source: B3's simplifyCFG.

use super::context::{Context, resolve};
use crate::ir::{BlockId, Opcode, Procedure, Successor, ValueId};
use crate::support::Entity;

/// Runs the pass.
pub(super) fn simplify_cfg(proc: &mut Procedure, cx: &mut Context) {
    let blocks = proc.block_count();
    cx.scratch.blocks.clear();
    cx.scratch.counts.clear();
    cx.scratch.counts.resize(blocks, 0);
    let mut changed = false;
    // `counts` has the edges into each block that was reached; the root is entered from outside.
    cx.scratch.counts[Procedure::ROOT.index()] = 1;
    cx.scratch.blocks.push(Procedure::ROOT);
    let mut next = 0;
    while let Some(&block) = cx.scratch.blocks.get(next) {
        next += 1;
        changed |= fold_terminal(proc, block);
        changed |= thread(proc, cx, block);
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

/// Turns a Branch or Switch on a constant, or all of whose edges go to one block, into a Jump.
fn fold_terminal(proc: &mut Procedure, block: BlockId) -> bool {
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
            // It is rare if every way is.
            *successors.iter().find(|edge| !edge.is_rare()).unwrap_or(&successors[0])
        }
        _ => return false,
    };
    proc.replace(id, Opcode::Jump, &[]);
    proc.set_successors(block, &[taken]);
    true
}

/// The block that a block which does nothing else jumps to.
fn passed(proc: &Procedure, block: BlockId) -> Option<Successor> {
    match proc.block_values(block) {
        [only] if proc.value(*only).opcode() == Opcode::Jump => proc.successors(block).first().copied(),
        _ => None,
    }
}

/// Leads the edges of a Jump, Branch or Switch past blocks that only jump.
fn thread(proc: &mut Procedure, cx: &mut Context, block: BlockId) -> bool {
    // Entries, and edges on which results or exceptions arrive, lead where the client has let them lead.
    let is_plain =
        |id: ValueId| matches!(proc.value(id).opcode(), Opcode::Jump | Opcode::Branch | Opcode::Switch);
    if !proc.terminal(block).is_some_and(is_plain) {
        return false;
    }
    let mut changed = false;
    for place in 0..proc.successors(block).len() {
        let edge = proc.successors(block)[place];
        let Some(first) = passed(proc, edge.block()) else { continue };
        let (mut end, mut rare, mut steps) = (first.block(), first.is_rare(), 1);
        while let Some(next) = passed(proc, end)
            && steps < MAX_CHAIN
        {
            (end, rare, steps) = (next.block(), rare || next.is_rare(), steps + 1);
        }
        cx.work += steps;
        let edge_to = |rare| if rare { Successor::rare(end) } else { Successor::new(end) };
        proc.successors_mut(block)[place] = edge_to(edge.is_rare() || rare);
        // Whoever comes to the same chain next passes it at once.
        if steps > 1 {
            proc.successors_mut(edge.block())[0] = edge_to(rare);
        }
        changed = true;
    }
    changed
}

/// An edge passes at most so many blocks: a chain may go in circles. The next edge that comes there passes as many
/// again.
const MAX_CHAIN: u64 = 16;

/// True if a block has one edge in, which is a Jump.
fn follows_jump(proc: &Procedure, cx: &Context, from: BlockId, block: BlockId) -> bool {
    let is_jump = |id: ValueId| proc.value(id).opcode() == Opcode::Jump;
    cx.scratch.counts[block.index()] == 1
        && block != Procedure::ROOT
        && block != from
        && proc.terminal(from).is_some_and(is_jump)
}

/// Appends to each block what its Jump leads to, if nothing else leads there.
fn merge(proc: &mut Procedure, cx: &mut Context) -> bool {
    // What will be appended is no beginning of a chain, so each block is copied once.
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
        if cx.scratch.marks.contains(head.index()) {
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
        // The jump of the head is not needed any more.
        empty(proc, last, cx.scratch.values[0]);
        proc.set_block_values(head, &cx.scratch.kept);
        proc.set_successors(head, &cx.scratch.edges);
        changed = true;
    }
    changed
}

/// Leaves a block with nothing but this value, which becomes an Oops.
pub(super) fn empty(proc: &mut Procedure, block: BlockId, last: ValueId) {
    proc.replace_with_nop(last);
    proc.replace(last, Opcode::Oops, &[]);
    proc.set_block_values(block, &[last]);
    proc.set_successors(block, &[]);
}

/// Empties the blocks that were not reached, and removes the Upsilons of their Phis.
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
