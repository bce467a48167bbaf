//! Makes Selects of Branches that do nothing but choose between values.
//!
//! Turn this: `#0: Branch(c, #1, #2)` and `#1: y = Add(x, 1); Upsilon(y, ^p); Jump(#3)` and
//! `#2: Upsilon(x, ^p); Jump(#3)` and `#3: p = Phi()`
//! Into this: `#0: y = Add(x, 1); p = Select(c, y, x)`, and what else `#3` does
//!
//! One of the two ways may lead to the merge at once; what the block itself has written counts there. What else leads to
//! the merge still does. The ways compute what costs at most [`MAX_COST`] together, a cycle each, of what cannot trap, reads
//! and writes nothing, and write at most [`MAX_PHIS`] Phis, of integers: machines choose between floats by jumps, too.
//!
//! A jump that is foreseen costs less than what it jumps over, and one that is not costs as much as twenty instructions. So
//! no Branch goes that mostly leads one way, by a rare edge or by its frequencies; where nothing is known of them, all that
//! are as cheap go.
//!
//! Blocks are looked at from the last one to the first, and again if they have become longer: what is inside is a value when
//! what is around it is looked at.
//!
//! - Requires: valid IR.
//! - Ensures: valid IR that means the same. A block that nothing leads to any more has nothing but an Oops.
//! - Keeps: ids of values and blocks; frequencies.
//! - Changes: edges.
//! - Cost: a visit of each edge; of each Branch a look at the two blocks behind it, which go if they are cheap; what is
//!   merged moves once for each of at most [`MAX_MERGES`] blocks that become one.
//! - Source: J. R. Allen, Ken Kennedy, Carrie Porterfield and Joe Warren, "Conversion of Control Dependence to Data
//!   Dependence" (POPL 1983).

use super::context::{Context, KIND};
use super::simplify_cfg::empty;
use crate::ir::validate::Contents;
use crate::ir::{BlockId, Opcode, Procedure, Successor, ValueId};
use crate::support::Entity;

/// What is computed on both ways, and is on one of them for nothing, costs no more.
const MAX_COST: u32 = 4;
/// So many Selects are made of one Branch.
const MAX_PHIS: usize = 2;
/// A block on the way has no more values, whatever they are.
const MAX_VALUES: usize = 12;
/// So far from the end of a block its Upsilons are looked for.
const MAX_LOOK: usize = 24;
/// A block is looked at again so many times because others became a part of it.
const MAX_MERGES: usize = 16;
/// A Branch that leads one way so much more often than the other is foreseen.
const MUCH_MORE: f64 = 8.0;

/// What the pass works in.
#[derive(Debug, Default)]
pub(super) struct SelectWork {
    /// By block: which one leads there, if one alone does.
    from: Vec<Option<BlockId>>,
    /// The Phis that a Branch chooses values of, with what is written on both ways.
    chosen: Vec<(ValueId, [ValueId; 2])>,
}

/// A Branch that only chooses.
struct Choice {
    /// What is done on each way; nothing if it leads to the merge at once.
    ways: [Option<BlockId>; 2],
    /// Where the ways meet.
    merge: BlockId,
}

/// Runs the pass.
pub(super) fn infer_selects(proc: &mut Procedure, cx: &mut Context) {
    let mut work = cx.scratch.take::<SelectWork>();
    work.begin(proc, cx);
    let mut changed = false;
    for block in proc.block_ids().rev() {
        for _ in 0..MAX_MERGES {
            let Some(choice) = work.find(proc, cx, block) else { break };
            work.choose(proc, cx, block, &choice);
            changed = true;
            if !work.append(proc, cx, block, choice.merge) {
                break;
            }
        }
    }
    if changed {
        cx.edges_changed();
        cx.remove_upsilons_of_no_phi(proc);
        cx.contents |= Contents::LEFTOVERS;
    }
    cx.scratch.put(work);
}

impl SelectWork {
    /// Counts the edges that can be reached. Blocks that cannot are nobody's ways: of those in a loop each may be in front
    /// of the others, and a Phi may be what it is itself.
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

    /// The choice that the end of a block is, if it is one and pays.
    fn find(&mut self, proc: &Procedure, cx: &mut Context, block: BlockId) -> Option<Choice> {
        if proc.value(proc.terminal(block)?).opcode() != Opcode::Branch {
            return None;
        }
        let [then, otherwise] = *proc.successors(block) else { return None };
        if then.is_rare() || otherwise.is_rare() {
            return None;
        }
        let [then, otherwise] = [then.block(), otherwise.block()];
        let ends = [then, otherwise].map(|way| self.end_of_way(proc, cx, block, way));
        let choice = match ends {
            [Some(a), Some(b)] if a == b => Choice { ways: [Some(then), Some(otherwise)], merge: a },
            [Some(a), _] if a == otherwise => Choice { ways: [Some(then), None], merge: a },
            [_, Some(b)] if b == then => Choice { ways: [None, Some(otherwise)], merge: b },
            _ => return None,
        };
        let cost: u32 = choice.ways.iter().flatten().map(|way| cost_of_block(proc, *way)).sum();
        let is_one = choice.merge != Procedure::ROOT && cost <= MAX_COST;
        (is_one && !is_foreseen(proc, block, &choice) && self.find_chosen(proc, block, &choice))
            .then_some(choice)
    }

    /// Where a way leads that only a block takes, and that may be done whether it is taken or not.
    fn end_of_way(
        &self,
        proc: &Procedure,
        cx: &mut Context,
        block: BlockId,
        way: BlockId,
    ) -> Option<BlockId> {
        if self.from[way.index()] != Some(block) || way == Procedure::ROOT {
            return None;
        }
        let (end, values) = proc.block_values(way).split_last()?;
        let is_small = values.len() <= MAX_VALUES && proc.value(*end).opcode() == Opcode::Jump;
        if !is_small {
            return None;
        }
        cx.work += values.len() as u64;
        let may_do = |id: &ValueId| {
            let value = proc.value(*id);
            value.opcode() == Opcode::Upsilon
                || cost(value.opcode()).is_some() && !value.flags.intersects(KIND)
        };
        match *proc.successors(way) {
            [edge] if !edge.is_rare() && values.iter().all(may_do) => Some(edge.block()),
            _ => None,
        }
    }

    /// Finds what both ways write; false if they write too much, or one does not what the other does.
    fn find_chosen(&mut self, proc: &Procedure, block: BlockId, choice: &Choice) -> bool {
        self.chosen.clear();
        let merge = proc.block_values(choice.merge);
        for &way in choice.ways.iter().flatten() {
            for &id in proc.block_values(way) {
                let value = proc.value(id);
                if value.opcode() != Opcode::Upsilon || self.chosen.iter().any(|(phi, _)| *phi == value.phi())
                {
                    continue;
                }
                let phi = value.phi();
                let is_plain = proc.type_of(phi).is_int() && !proc.value(phi).flags.intersects(KIND);
                let is_there = merge.iter().take_while(|id| is(proc, **id, Opcode::Phi)).any(|id| *id == phi);
                let written = choice.ways.map(|way| {
                    way.and_then(|way| written(proc, way, phi)).or_else(|| written(proc, block, phi))
                });
                let [Some(then), Some(otherwise)] = written else { return false };
                if !is_plain || !is_there || self.chosen.len() == MAX_PHIS {
                    return false;
                }
                self.chosen.push((phi, [then, otherwise]));
            }
        }
        true
    }

    /// Does in a block what both ways do, and chooses what they write.
    fn choose(&self, proc: &mut Procedure, cx: &mut Context, block: BlockId, choice: &Choice) {
        let Some((&branch, values)) = proc.block_values(block).split_last() else { return };
        cx.scratch.kept.clear();
        cx.scratch.kept.extend_from_slice(values);
        for &way in choice.ways.iter().flatten() {
            if let Some((&end, values)) = proc.block_values(way).split_last() {
                cx.scratch.kept.extend_from_slice(values);
                empty(proc, way, end);
            }
        }
        // What is written to these Phis is written once.
        cx.scratch.kept.retain(|&id| {
            let value = proc.value(id);
            let stays =
                value.opcode() != Opcode::Upsilon || self.chosen.iter().all(|(phi, _)| *phi != value.phi());
            if !stays {
                proc.replace_with_nop(id);
            }
            stays
        });
        let (condition, origin) = (proc.children(branch)[0], proc.value(branch).origin);
        let outer = std::mem::replace(&mut proc.origin, origin);
        for &(phi, [then, otherwise]) in &self.chosen {
            let chosen = proc.select(BlockId::INVALID, condition, then, otherwise);
            let upsilon = proc.upsilon(BlockId::INVALID, chosen, phi);
            cx.scratch.kept.extend([chosen, upsilon]);
        }
        proc.origin = outer;
        proc.replace(branch, Opcode::Jump, &[]);
        cx.scratch.kept.push(branch);
        proc.set_block_values(block, &cx.scratch.kept);
        proc.set_successors(block, &[Successor::new(choice.merge)]);
        cx.work += cx.scratch.kept.len() as u64;
        cx.scratch.counts[choice.merge.index()] -= 1;
    }

    /// Appends the block where ways met to the one before, if nothing else leads there.
    fn append(&mut self, proc: &mut Procedure, cx: &mut Context, block: BlockId, merge: BlockId) -> bool {
        if cx.scratch.counts[merge.index()] != 1 {
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

/// True if a Branch mostly leads one way.
fn is_foreseen(proc: &Procedure, block: BlockId, choice: &Choice) -> bool {
    let often = choice.ways.map(|way| way.map(|way| proc.frequency(way)));
    let [a, b] = match often {
        [Some(a), Some(b)] => [a, b],
        // A way that is taken each time is one of which nobody said how often it is.
        [Some(a), None] | [None, Some(a)] if a < proc.frequency(block) => [a, proc.frequency(block) - a],
        _ => return false,
    };
    a > b * MUCH_MORE || b > a * MUCH_MORE
}

/// What a block writes to a Phi last.
fn written(proc: &Procedure, block: BlockId, phi: ValueId) -> Option<ValueId> {
    let values = proc.block_values(block);
    let mut last = values[values.len().saturating_sub(MAX_LOOK)..].iter().rev();
    let id = last.find(|id| is(proc, **id, Opcode::Upsilon) && proc.value(**id).phi() == phi)?;
    Some(proc.children(*id)[0])
}

/// What it costs to do all of a way.
fn cost_of_block(proc: &Procedure, block: BlockId) -> u32 {
    proc.block_values(block).iter().filter_map(|id| cost(proc.value(*id).opcode())).sum()
}

/// About how many cycles an operation takes that cannot trap and takes few.
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
