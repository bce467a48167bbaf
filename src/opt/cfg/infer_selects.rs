//! If-conversion: replaces Branches that only choose between values by Selects.
//!
//! Turn this: `#0: Branch(c, #1, #2)` and `#1: y = Add(x, 1); Upsilon(y, ^p); Jump(#3)` and
//! `#2: Upsilon(x, ^p); Jump(#3)` and `#3: p = Phi()`
//! Into this: `#0: y = Add(x, 1); p = Select(c, y, x)`, and the rest of `#3`
//!
//! The Branch and its merge form a diamond, or a triangle with one empty arm; the block's own Upsilons count for an
//! empty arm. The merge may have other predecessors. Both arms together cost at most [`MAX_COST`] cycles, with
//! operations that cannot trap and do not access memory. They write at most [`MAX_PHIS`] Phis, of integers only,
//! because machines choose between floats by jumps too.
//!
//! A predicted jump costs less than the code it skips, a mispredicted one as much as twenty instructions. So a Branch
//! stays if a rare edge or the frequencies predict it. Without frequencies, every cheap enough Branch is converted.
//!
//! Blocks are visited last to first, and again after they have grown, so nested Branches are Selects by the time the
//! enclosing Branch is visited.
//!
//! - Requires: valid IR.
//! - Ensures: valid IR that means the same. A block that became unreachable contains only an Oops.
//! - Keeps: ids of values and blocks; frequencies.
//! - Changes: edges.
//! - Cost: one visit of each edge; one look at the two successors of each Branch, which are removed if cheap; for each
//!   Branch that is replaced, its block and at most [`MAX_MERGED`] values of the merge are copied.
//! - Source: J. R. Allen, Ken Kennedy, Carrie Porterfield and Joe Warren, "Conversion of Control Dependence to Data
//!   Dependence" (POPL 1983).

use super::simplify_cfg::empty;
use crate::ir::validate::Contents;
use crate::ir::{BlockId, Opcode, Procedure, Successor, ValueId};
use crate::opt::context::{Context, KIND};
use crate::support::Entity;

/// Maximum total cost of both arms, in cycles: on either path, the work of the other arm is wasted.
const MAX_COST: u32 = 4;
/// Maximum number of Selects per Branch.
const MAX_PHIS: usize = 2;
/// Maximum number of values in an arm.
const MAX_VALUES: usize = 12;
/// Maximum distance from the end of a block at which its Upsilons are searched.
const UPSILON_WINDOW: usize = 24;
/// Maximum number of times a block is revisited because it absorbed its merge.
const MAX_MERGES: usize = 16;
/// Maximum number of values in a merge that is appended to its predecessor: in a row of diamonds, each would copy all
/// that follow it.
const MAX_MERGED: usize = 512;
/// A Branch counts as predicted if one arm is this much more frequent than the other.
const PREDICTED_RATIO: f64 = 8.0;

/// Reusable working memory of the pass.
#[derive(Debug, Default)]
pub(in crate::opt) struct SelectWork {
    /// By block: its predecessor, if it has one edge in.
    from: Vec<Option<BlockId>>,
    /// Phis that become Selects, with the values for the true and the false arm.
    selected: Vec<(ValueId, [ValueId; 2])>,
}

/// A diamond or triangle that can be converted.
struct Diamond {
    /// The arms; `None` for an edge that leads directly to the merge.
    arms: [Option<BlockId>; 2],
    /// The common successor of the arms.
    merge: BlockId,
}

pub(in crate::opt) fn infer_selects(proc: &mut Procedure, cx: &mut Context) {
    let mut work = cx.scratch.take::<SelectWork>();
    work.begin(proc, cx);
    let mut changed = false;
    for block in proc.block_ids().rev() {
        for _ in 0..MAX_MERGES {
            let Some(diamond) = work.find(proc, cx, block).filter(|_| cx.fuel.take()) else { break };
            work.choose(proc, cx, block, &diamond);
            changed = true;
            if !work.append(proc, cx, block, diamond.merge) {
                break;
            }
        }
    }
    if changed {
        cx.edges_changed();
        cx.remove_upsilons_of_no_phi(proc);
        cx.contents |= Contents::NOPS_AND_IDENTITIES;
    }
    cx.scratch.put(work);
}

impl SelectWork {
    /// Counts reachable edges. Unreachable blocks are never arms: in an unreachable loop each block can be the only
    /// predecessor of the next, and a Phi can be its own operand.
    fn begin(&mut self, proc: &Procedure, cx: &mut Context) {
        cx.find_reachable(proc);
        cx.scratch.counts.clear();
        cx.scratch.counts.resize(proc.block_count(), 0);
        self.from.clear();
        self.from.resize(proc.block_count(), None);
        for &block in &cx.reachable.blocks {
            for edge in proc.successors(block) {
                let to = edge.block().index();
                cx.scratch.counts[to] += 1;
                self.from[to] = (cx.scratch.counts[to] == 1).then_some(block);
            }
            cx.work += 1 + proc.successors(block).len() as u64;
        }
    }

    /// Returns the diamond or triangle that starts at a block, if converting it pays.
    fn find(&mut self, proc: &Procedure, cx: &mut Context, block: BlockId) -> Option<Diamond> {
        if proc.value(proc.terminal(block)?).opcode() != Opcode::Branch {
            return None;
        }
        let [then, otherwise] = *proc.successors(block) else { return None };
        if then.is_rare() || otherwise.is_rare() {
            return None;
        }
        let [then, otherwise] = [then.block(), otherwise.block()];
        let ends = [then, otherwise].map(|arm| self.arm_successor(proc, cx, block, arm));
        let diamond = match ends {
            [Some(a), Some(b)] if a == b => Diamond { arms: [Some(then), Some(otherwise)], merge: a },
            [Some(a), _] if a == otherwise => Diamond { arms: [Some(then), None], merge: a },
            [_, Some(b)] if b == then => Diamond { arms: [None, Some(otherwise)], merge: b },
            _ => return None,
        };
        let cost: u32 = diamond.arms.iter().flatten().map(|arm| cost_of_block(proc, *arm)).sum();
        let is_one = diamond.merge != Procedure::ROOT && cost <= MAX_COST;
        (is_one && !is_predicted(proc, block, &diamond) && self.find_selected_phis(proc, block, &diamond))
            .then_some(diamond)
    }

    /// Returns the successor of an arm, if `block` is its only predecessor and it can be executed speculatively.
    fn arm_successor(
        &self,
        proc: &Procedure,
        cx: &mut Context,
        block: BlockId,
        arm: BlockId,
    ) -> Option<BlockId> {
        if self.from[arm.index()] != Some(block) || arm == Procedure::ROOT {
            return None;
        }
        let (end, values) = proc.block_values(arm).split_last()?;
        let is_small = values.len() <= MAX_VALUES && proc.value(*end).opcode() == Opcode::Jump;
        if !is_small {
            return None;
        }
        cx.work += values.len() as u64;
        let is_speculatable = |id: &ValueId| {
            let value = proc.value(*id);
            value.opcode() == Opcode::Upsilon
                || cost(value.opcode()).is_some() && !value.flags.intersects(KIND)
        };
        match *proc.successors(arm) {
            [edge] if !edge.is_rare() && values.iter().all(is_speculatable) => Some(edge.block()),
            _ => None,
        }
    }

    /// Collects the Phis that the arms write. Returns false if there are too many, or if one arm leaves one unwritten.
    fn find_selected_phis(&mut self, proc: &Procedure, block: BlockId, diamond: &Diamond) -> bool {
        self.selected.clear();
        let merge = proc.block_values(diamond.merge);
        for &arm in diamond.arms.iter().flatten() {
            for &id in proc.block_values(arm) {
                let value = proc.value(id);
                if value.opcode() != Opcode::Upsilon
                    || self.selected.iter().any(|(phi, _)| *phi == value.phi())
                {
                    continue;
                }
                let phi = value.phi();
                let is_plain = proc.type_of(phi).is_int() && !proc.value(phi).flags.intersects(KIND);
                let is_there = merge.iter().take_while(|id| is(proc, **id, Opcode::Phi)).any(|id| *id == phi);
                let written = diamond.arms.map(|arm| {
                    arm.and_then(|arm| written(proc, arm, phi)).or_else(|| written(proc, block, phi))
                });
                let [Some(then), Some(otherwise)] = written else { return false };
                if !is_plain || !is_there || self.selected.len() == MAX_PHIS {
                    return false;
                }
                self.selected.push((phi, [then, otherwise]));
            }
        }
        true
    }

    /// Moves both arms into the block, and replaces their Upsilons by Selects.
    fn choose(&self, proc: &mut Procedure, cx: &mut Context, block: BlockId, diamond: &Diamond) {
        let Some((&branch, values)) = proc.block_values(block).split_last() else { return };
        cx.scratch.kept.clear();
        cx.scratch.kept.extend_from_slice(values);
        for &arm in diamond.arms.iter().flatten() {
            if let Some((&end, values)) = proc.block_values(arm).split_last() {
                cx.scratch.kept.extend_from_slice(values);
                empty(proc, arm, end);
            }
        }
        // The Upsilons of these Phis are replaced by one each.
        cx.scratch.kept.retain(|&id| {
            let value = proc.value(id);
            let stays =
                value.opcode() != Opcode::Upsilon || self.selected.iter().all(|(phi, _)| *phi != value.phi());
            if !stays {
                proc.replace_with_nop(id);
            }
            stays
        });
        let (condition, origin) = (proc.children(branch)[0], proc.value(branch).origin);
        let outer = std::mem::replace(&mut proc.origin, origin);
        for &(phi, [then, otherwise]) in &self.selected {
            let selected = proc.detached().select(condition, then, otherwise);
            let upsilon = proc.detached().upsilon(selected, phi);
            cx.scratch.kept.extend([selected, upsilon]);
        }
        proc.origin = outer;
        proc.replace(branch, Opcode::Jump, &[]);
        cx.scratch.kept.push(branch);
        proc.set_block_values(block, &cx.scratch.kept);
        proc.set_successors(block, &[Successor::new(diamond.merge)]);
        cx.work += cx.scratch.kept.len() as u64;
        cx.scratch.counts[diamond.merge.index()] -= 1;
    }

    /// Appends the merge to the block if it has no other predecessor. Returns false if it was not appended.
    fn append(&mut self, proc: &mut Procedure, cx: &mut Context, block: BlockId, merge: BlockId) -> bool {
        if cx.scratch.counts[merge.index()] != 1 {
            return false;
        }
        if proc.block_values(merge).len() > MAX_MERGED {
            return false;
        }
        for place in 0..proc.block_values(merge).len() {
            let phi = proc.block_values(merge)[place];
            if !is(proc, phi, Opcode::Phi) {
                break;
            }
            if let Some(operand) = written(proc, block, phi) {
                proc.replace_with_identity(phi, operand);
            }
        }
        let Some((&jump, values)) = proc.block_values(block).split_last() else { return false };
        cx.scratch.kept.clear();
        cx.scratch.kept.extend_from_slice(values);
        cx.scratch.kept.retain(|&id| {
            let is_read = !is(proc, id, Opcode::Upsilon) || is(proc, proc.value(id).phi(), Opcode::Phi);
            if !is_read {
                proc.replace_with_nop(id);
            }
            is_read
        });
        cx.scratch.kept.extend_from_slice(proc.block_values(merge));
        cx.work += cx.scratch.kept.len() as u64;
        cx.scratch.edges.clear();
        cx.scratch.edges.extend_from_slice(proc.successors(merge));
        for edge in &cx.scratch.edges {
            let from = &mut self.from[edge.block().index()];
            if *from == Some(merge) {
                *from = Some(block);
            }
        }
        empty(proc, merge, jump);
        proc.set_block_values(block, &cx.scratch.kept);
        proc.set_successors(block, &cx.scratch.edges);
        true
    }
}

/// True if the frequencies predict a Branch.
fn is_predicted(proc: &Procedure, block: BlockId, diamond: &Diamond) -> bool {
    let often = diamond.arms.map(|arm| arm.map(|arm| proc.frequency(arm)));
    let [a, b] = match often {
        [Some(a), Some(b)] => [a, b],
        // An arm that is not less frequent than its Branch has no profile.
        [Some(a), None] | [None, Some(a)] if a < proc.frequency(block) => [a, proc.frequency(block) - a],
        _ => return false,
    };
    a > b * PREDICTED_RATIO || b > a * PREDICTED_RATIO
}

/// The last value that a block writes to a Phi.
fn written(proc: &Procedure, block: BlockId, phi: ValueId) -> Option<ValueId> {
    let values = proc.block_values(block);
    let mut last = values[values.len().saturating_sub(UPSILON_WINDOW)..].iter().rev();
    let id = last.find(|id| is(proc, **id, Opcode::Upsilon) && proc.value(**id).phi() == phi)?;
    Some(proc.children(*id)[0])
}

fn cost_of_block(proc: &Procedure, block: BlockId) -> u32 {
    proc.block_values(block).iter().filter_map(|id| cost(proc.value(*id).opcode())).sum()
}

/// Approximate cost in cycles of a cheap operation that cannot trap; `None` for any other.
fn cost(opcode: Opcode) -> Option<u32> {
    use Opcode::*;
    Some(match opcode {
        Nop | Identity | Const32 | Const64 => 0,
        Add | Sub | Neg | BitAnd | BitOr | BitXor | Shl | SShr | ZShr | RotR | RotL => 1,
        SExt8 | SExt16 | SExt8To64 | SExt16To64 | SExt32 | ZExt32 | Trunc => 1,
        Equal | NotEqual | LessThan | GreaterThan | LessEqual | GreaterEqual => 1,
        Above | Below | AboveEqual | BelowEqual => 1,
        Mul | Select => 2,
        _ => return None,
    })
}

fn is(proc: &Procedure, id: ValueId, opcode: Opcode) -> bool {
    proc.value(id).opcode() == opcode
}
