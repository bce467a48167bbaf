//! Removes redundant Phis, and Upsilons that are never read.
//!
//! A Phi reads its location, which any Upsilon of it may write. Its value is known in two simple cases. If an Upsilon
//! of it precedes it in its block, it is the operand of the last one. If every predecessor of its block has an Upsilon
//! of it, it is *plain*: on each edge it has the value of that predecessor's last Upsilon. A plain Phi whose operands
//! are all one value, or itself, is that value (rule 2 of Aycock and Horspool): its definition then dominates the Phi
//! and cannot execute again between the Upsilon and the Phi. Upsilons of a plain Phi that are overwritten or are in a
//! block that does not precede it are removed. A Phi without Upsilons, whose bits are unspecified, becomes zero.
//!
//! A Phi is revisited when a Phi among its operands is replaced, at most three times.
//!
//! - Requires: valid IR.
//! - Ensures: no plain Phi is redundant, except in cycles of Phis or after three visits.
//! - Keeps: ids, edges, dominators.
//! - Cost: one visit of each value and edge; at most three visits of each operand of a Phi.
//! - Source: John Aycock and Nigel Horspool, "Simple Generation of Static Single-Assignment Form" (CC 2000).

use crate::base::Type;
use crate::ir::{BlockId, Opcode, Procedure, ValueId};
use crate::opt::context::{Context, KIND, resolve};
use crate::support::Entity;

#[derive(Clone, Copy, Debug, Default)]
struct PhiFacts {
    block: BlockId,
    /// Last Upsilon of it seen so far, and the block of that Upsilon.
    last: ValueId,
    last_block: BlockId,
    upsilons: u32,
    /// Number of predecessors with an Upsilon.
    writing_predecessors: u32,
    /// List of its operands, one per such predecessor.
    operands: u32,
    /// List of Phis that have it as an operand.
    users: u32,
    visits: u8,
    /// True if an Upsilon in its own block determines its value.
    is_local: bool,
}

/// A list entry: a value, and the index of the next entry.
#[derive(Clone, Copy, Debug)]
struct ListEntry {
    value: ValueId,
    next: u32,
}

/// End of a list; number of a value that is not a Phi.
const NONE: u32 = u32::MAX;

/// Reusable working memory of the pass.
#[derive(Debug, Default)]
pub(in crate::opt) struct PhiWork {
    phis: Vec<(ValueId, PhiFacts)>,
    /// By value: index into `phis`.
    numbers: Vec<u32>,
    entries: Vec<ListEntry>,
    /// Phis written by the current block.
    written: Vec<u32>,
    /// By block: the predecessor whose edge was visited last.
    reached_from: Vec<BlockId>,
    work: Vec<u32>,
}

impl PhiWork {
    fn push(&mut self, list: u32, value: ValueId) -> u32 {
        self.entries.push(ListEntry { value, next: list });
        self.entries.len() as u32 - 1
    }

    fn facts(&mut self, phi: u32) -> &mut PhiFacts {
        &mut self.phis[phi as usize].1
    }

    fn number(&self, id: ValueId) -> Option<u32> {
        self.numbers.get(id.index()).copied().filter(|number| *number != NONE)
    }
}

pub(in crate::opt) fn simplify_ssa(proc: &mut Procedure, cx: &mut Context) {
    cx.flow.find_predecessors(proc);
    let mut work = cx.scratch.take::<PhiWork>();
    find_phis(proc, cx, &mut work);
    if !work.phis.is_empty() {
        cx.find_reachable(proc);
        find_operands(proc, cx, &mut work);
        simplify(proc, cx, &mut work);
        remove_upsilons(proc, cx, &mut work);
    }
    cx.scratch.put(work);
}

fn find_phis(proc: &Procedure, cx: &mut Context, work: &mut PhiWork) {
    work.phis.clear();
    work.numbers.clear();
    work.numbers.resize(proc.value_count(), NONE);
    for block in proc.block_ids() {
        for &id in proc.block_values(block) {
            if proc.value(id).opcode() == Opcode::Phi {
                work.numbers[id.index()] = work.phis.len() as u32;
                let facts = PhiFacts { block, operands: NONE, users: NONE, ..PhiFacts::default() };
                work.phis.push((id, facts));
            }
        }
        cx.work += proc.block_values(block).len() as u64;
    }
}

/// Finds the last value that each predecessor writes to a Phi. Phis after an Upsilon in their block become Identities.
fn find_operands(proc: &mut Procedure, cx: &mut Context, work: &mut PhiWork) {
    work.entries.clear();
    work.reached_from.clear();
    work.reached_from.resize(proc.block_count(), BlockId::INVALID);
    for block in proc.block_ids() {
        work.written.clear();
        for place in 0..proc.block_values(block).len() {
            let id = proc.block_values(block)[place];
            let value = proc.value(id);
            match value.opcode() {
                Opcode::Upsilon => {
                    let Some(phi) = work.number(value.phi()) else { continue };
                    let facts = work.facts(phi);
                    facts.upsilons += 1;
                    facts.last = id;
                    if facts.last_block != block {
                        facts.last_block = block;
                        work.written.push(phi);
                    }
                }
                Opcode::Phi => {
                    let Some(phi) = work.number(id) else { continue };
                    let facts = work.facts(phi);
                    if facts.last_block == block {
                        facts.is_local = true;
                        let operand = proc.children(facts.last)[0];
                        if cx.reachable.set.contains(block.index()) {
                            replace_phi(proc, cx, id, operand);
                        }
                    }
                }
                _ => {}
            }
        }
        for edge in proc.successors(block) {
            work.reached_from[edge.block().index()] = block;
            cx.work += 1;
        }
        for at in 0..work.written.len() {
            let phi = work.written[at];
            let (id, facts) = work.phis[phi as usize];
            if work.reached_from[facts.block.index()] != block {
                continue;
            }
            let operand = resolve(proc, proc.children(facts.last)[0]);
            let operands = work.push(facts.operands, operand);
            (work.facts(phi).operands, work.facts(phi).writing_predecessors) =
                (operands, facts.writing_predecessors + 1);
            if let Some(other) = work.number(operand) {
                let users = work.push(work.phis[other as usize].1.users, id);
                work.facts(other).users = users;
            }
        }
    }
}

/// Replaces a Phi by an Identity, unless that changes what the garbage collector sees. Returns true if it did.
fn replace_phi(proc: &mut Procedure, cx: &mut Context, phi: ValueId, value: ValueId) -> bool {
    let [old, new] = [phi, value].map(|id| proc.value(id).flags & KIND);
    let replaces = old == new && cx.fuel.take();
    if replaces {
        proc.replace_with_identity(phi, value);
    }
    replaces
}

/// True if each predecessor of the Phi's block writes it, and no other Upsilon determines its value. No Phi in
/// unreachable code is plain: it may depend on itself.
fn is_plain(cx: &Context, facts: &PhiFacts) -> bool {
    let predecessors = cx.flow.predecessors.of(facts.block.index()).len();
    !facts.is_local
        && facts.block != Procedure::ROOT
        && cx.reachable.set.contains(facts.block.index())
        && facts.writing_predecessors as usize == predecessors
}

fn simplify(proc: &mut Procedure, cx: &mut Context, work: &mut PhiWork) {
    work.work.clear();
    work.work.extend((0..work.phis.len() as u32).rev());
    while let Some(phi) = work.work.pop() {
        let facts = work.facts(phi);
        facts.visits += 1;
        let (id, facts) = work.phis[phi as usize];
        if proc.value(id).opcode() != Opcode::Phi || facts.visits > 3 {
            continue;
        }
        if facts.upsilons == 0 {
            // Never written: any bits will do, except for references.
            if matches!(proc.type_of(id), Type::Int32 | Type::Int64 | Type::Float | Type::Double)
                && (proc.value(id).flags & KIND).is_empty()
                && cx.fuel.take()
            {
                proc.replace_with_constant(id, 0);
                revisit(work, facts.users);
            }
            continue;
        }
        if !is_plain(cx, &facts) {
            continue;
        }
        let (mut only, mut member) = (Some(ValueId::INVALID), facts.operands);
        while let Some(&ListEntry { value, next }) = work.entries.get(member as usize) {
            cx.work += 1;
            member = next;
            let value = resolve(proc, value);
            if value == id || only == Some(value) {
                continue;
            }
            only = if only == Some(ValueId::INVALID) { Some(value) } else { None };
            if only.is_none() {
                break;
            }
        }
        if let Some(value) = only.filter(|value| value.is_valid())
            && replace_phi(proc, cx, id, value)
        {
            if let Some(other) = work.number(value) {
                // Users of the replaced Phi now use the other.
                let mut user = facts.users;
                while let Some(&ListEntry { value, next }) = work.entries.get(user as usize) {
                    let users = work.push(work.phis[other as usize].1.users, value);
                    work.facts(other).users = users;
                    user = next;
                }
            }
            revisit(work, facts.users);
        }
    }
}

fn revisit(work: &mut PhiWork, mut list: u32) {
    while let Some(&ListEntry { value, next }) = work.entries.get(list as usize) {
        if let Some(phi) = work.number(value) {
            work.work.push(phi);
        }
        list = next;
    }
}

/// Removes Upsilons of former Phis, and those of plain Phis that are not operands.
fn remove_upsilons(proc: &mut Procedure, cx: &mut Context, work: &mut PhiWork) {
    let is_left = |proc: &Procedure, id: ValueId| proc.value(id).opcode() == Opcode::Phi;
    let has_more = work.phis.iter().any(|(id, facts)| {
        facts.upsilons != 0
            && (!is_left(proc, *id) || (is_plain(cx, facts) && facts.upsilons > facts.writing_predecessors))
    });
    if !has_more {
        return;
    }
    for (_, facts) in &mut work.phis {
        facts.last_block = BlockId::INVALID;
    }
    for block in proc.block_ids() {
        for edge in proc.successors(block) {
            work.reached_from[edge.block().index()] = block;
        }
        for place in (0..proc.block_values(block).len()).rev() {
            let id = proc.block_values(block)[place];
            let value = proc.value(id);
            if value.opcode() != Opcode::Upsilon {
                continue;
            }
            let Some(phi) = work.number(value.phi()) else { continue };
            let (phi_id, facts) = work.phis[phi as usize];
            let is_last = facts.last_block != block && work.reached_from[facts.block.index()] == block;
            work.facts(phi).last_block = block;
            if !is_left(proc, phi_id) || (is_plain(cx, &facts) && !is_last && cx.fuel.take()) {
                proc.replace_with_nop(id);
            }
        }
        cx.work += proc.block_values(block).len() as u64;
    }
}
