//! Adds in front of a loop what is the same in each of its turns, of sums that have such terms and others.
//!
//! Turn this: `loop { t = x + p; s = t + q }`
//! Into this: `n = p + q; loop { s = x + n }`
//!
//! x is of this turn, p and q are from outside of the loop; any of the three may be subtracted. One of p and q may be a
//! constant, on machines where that saves an instruction: where one instruction adds two values and a constant
//! (`TargetDesc::adds_constant_to_sum`), such sums stay as they are.
//!
//! It pays if nobody else uses what is between. The new sum is computed at the end of the block that dominates the
//! loop's header, which must not be in another loop beside it, nor run more often than the old sum; and further out, as
//! long as p and q are from there. It lives in a register through the loop: of each such block at most [`MAX_SUMS`]
//! come, each for all that want it. What is computed from references is not touched.
//!
//! - Requires: valid IR. Loops, which it finds.
//! - Ensures: valid IR that means the same. What was between is an Identity that nobody uses.
//! - Keeps: ids of the sums, edges, frequencies.
//! - Cost: one visit of each value in a loop; if a sum of a sum is among them, another one of all values, and for each
//!   such sum at most [`MAX_LEVELS`] steps from loop to loop.
//! - Source: LLVM's LICM reassociates invariant terms of sums in the same way; that it is also done with constants, and
//!   where, is of this project.

use super::context::{Context, count_uses, remove_unused, resolve};
use crate::analysis::{LoopId, Loops};
use crate::ir::validate::Contents;
use crate::ir::{BlockId, InsertionSet, Opcode, Procedure, Value, ValueId};
use crate::support::Entity;
use rustc_hash::FxHashMap;

/// In front of one loop so many sums are computed.
const MAX_SUMS: u32 = 4;
/// A sum moves past at most so many loops, and so many around a value are looked at.
const MAX_LEVELS: u32 = 16;

/// What is added, or subtracted.
#[derive(Clone, Copy, Debug)]
struct Term {
    id: ValueId,
    is_negative: bool,
}

/// How a sum can be computed: of a term of this turn, and a sum or difference of two that are the same in each.
#[derive(Clone, Copy, Debug)]
struct Split {
    /// The term that is a sum itself, and is not needed then.
    between: ValueId,
    own: Term,
    opcode: Opcode,
    terms: [ValueId; 2],
    /// What the two give is subtracted.
    is_negative: bool,
}

/// A sum or difference in front of a loop. Equal constants are the same, whichever values they are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Sum {
    at: BlockId,
    opcode: Opcode,
    left: Result<ValueId, i64>,
    right: Result<ValueId, i64>,
}

/// What the pass works in.
#[derive(Debug, Default)]
pub(super) struct TermWork {
    /// Sums of sums, and where they are.
    sums: Vec<(ValueId, BlockId)>,
    /// By value: how often it is used, and the innermost loop that it is in.
    uses: Vec<u32>,
    homes: Vec<LoopId>,
    /// What is computed in front of loops, and how many of that in each block.
    made: FxHashMap<Sum, ValueId>,
    counts: FxHashMap<BlockId, u32>,
    insertions: InsertionSet,
}

/// Runs the pass.
pub(super) fn hoist_terms(proc: &mut Procedure, cx: &mut Context) {
    if cx.contents.contains(Contents::REFERENCES) {
        return; // a sum may be computed from one at another place
    }
    cx.find_loops(proc);
    let mut work = cx.scratch.take::<TermWork>();
    work.find_sums(proc, cx);
    if !work.sums.is_empty() {
        work.find_homes(proc, cx);
        work.visit_sums(proc, cx);
    }
    cx.scratch.put(work);
}

impl TermWork {
    /// Finds the sums of sums in loops.
    fn find_sums(&mut self, proc: &Procedure, cx: &mut Context) {
        self.sums.clear();
        cx.work += proc.block_count() as u64;
        for block in proc.block_ids() {
            if cx.flow.loops.innermost(block.index()).is_none() {
                continue;
            }
            for &id in proc.block_values(block) {
                if is_sum(proc.value(id)) && terms_of(proc, id).iter().any(|term| is_sum(proc.value(term.id)))
                {
                    self.sums.push((id, block));
                }
            }
            cx.work += proc.block_values(block).len() as u64;
        }
    }

    fn find_homes(&mut self, proc: &Procedure, cx: &mut Context) {
        self.homes.clear();
        self.homes.resize(proc.value_count(), LoopId::INVALID);
        for block in proc.block_ids() {
            if let Some(home) = cx.flow.loops.innermost(block.index()) {
                proc.block_values(block).iter().for_each(|id| self.homes[id.index()] = home);
            }
        }
        cx.work += proc.value_count() as u64;
    }

    /// Changes the sums that it pays for. Uses are counted if there is one at all.
    fn visit_sums(&mut self, proc: &mut Procedure, cx: &mut Context) {
        let mut sums = std::mem::take(&mut self.sums);
        sums.retain(|&(id, block)| self.splits(proc, cx, id, block).next().is_some());
        if !sums.is_empty() {
            count_uses(proc, &mut self.uses);
        }
        for &(id, block) in &sums {
            let is_alone = |split: &Split| self.uses.get(split.between.index()) == Some(&1);
            let split = self.splits(proc, cx, id, block).find(is_alone);
            if let Some(split) = split
                && let Some(at) = self.place(proc, cx, block, &split)
                && let Some(same) = self.sum(proc, cx, id, at, &split)
            {
                match (split.own.is_negative, split.is_negative) {
                    (false, false) => proc.replace(id, Opcode::Add, &[split.own.id, same]),
                    (false, true) => proc.replace(id, Opcode::Sub, &[split.own.id, same]),
                    (true, _) => proc.replace(id, Opcode::Sub, &[same, split.own.id]),
                }
                remove_unused(proc, split.between);
                cx.contents |= Contents::LEFTOVERS;
            }
        }
        self.sums = sums;
        self.made.clear();
        self.counts.clear();
    }

    /// How a sum can be computed of one term of this turn and two others: with the sum that is its first term, and with
    /// that which is its second.
    fn splits(
        &self,
        proc: &Procedure,
        cx: &Context,
        id: ValueId,
        block: BlockId,
    ) -> impl Iterator<Item = Split> {
        let [left, right] = terms_of(proc, id);
        let split = |between, outer| self.split(proc, &cx.flow.loops, block, between, outer);
        [split(left, right), split(right, left)].into_iter().flatten()
    }

    fn split(
        &self,
        proc: &Procedure,
        loops: &Loops,
        block: BlockId,
        between: Term,
        outer: Term,
    ) -> Option<Split> {
        let around = loops.innermost(block.index())?;
        let is_constant = |term: Term| proc.value(term.id).int().is_some();
        let is_same = |term| is_constant(term) || !is_in(loops, self.homes[term.id.index()], around);
        if !is_sum(proc.value(between.id)) || !is_same(outer) {
            return None;
        }
        let [a, b] = terms_of(proc, between.id).map(|term| term.negated_if(between.is_negative));
        let (own, inner) = if is_same(b) { (a, b) } else { (b, a) };
        let constants = [inner, outer].map(is_constant);
        let constant_is_free = proc.target().desc.adds_constant_to_sum;
        if is_same(own)
            || !is_same(inner)
            || constants == [true; 2]
            || constants.contains(&true) && constant_is_free
        {
            return None;
        }
        // Both are subtracted if their sum is.
        let (opcode, terms, is_negative) = match (inner.is_negative, outer.is_negative) {
            (false, true) => (Opcode::Sub, [inner.id, outer.id], false),
            (true, false) => (Opcode::Sub, [outer.id, inner.id], false),
            (_, both) => (Opcode::Add, [inner.id, outer.id], both),
        };
        let split = Split { between: between.id, own, opcode, terms, is_negative };
        (!own.is_negative || !is_negative).then_some(split)
    }

    /// The block in front of loops at whose end two terms can be added for a sum in `block`: what is not in a loop and
    /// dominates a block of it, dominates its header.
    fn place(&self, proc: &Procedure, cx: &Context, block: BlockId, split: &Split) -> Option<BlockId> {
        let (loops, dominators, terms) = (&cx.flow.loops, &cx.flow.dominators, &split.terms);
        let (mut here, mut place) = (loops.innermost(block.index())?, None);
        for _ in 0..MAX_LEVELS {
            let above = dominators.immediate_dominator(loops.header(here)?).map(BlockId::from_index)?;
            let is_beside = loops.innermost(above.index()) != loops.parent(here);
            let is_made_there = |id: &ValueId| proc.terminal(above) == Some(*id);
            if is_beside || proc.frequency(above) > proc.frequency(block) || terms.iter().any(is_made_there) {
                break;
            }
            place = Some(above);
            let Some(parent) = loops.parent(here) else { break };
            let is_from_there = |id: &ValueId| {
                proc.value(*id).int().is_none() && is_in(loops, self.homes[id.index()], parent)
            };
            if terms.iter().any(is_from_there) {
                break;
            }
            here = parent;
        }
        place
    }

    /// The sum of two terms in front of a loop, made if it is not there yet; `None` if there are too many.
    fn sum(
        &mut self,
        proc: &mut Procedure,
        cx: &Context,
        of: ValueId,
        at: BlockId,
        &Split { opcode, terms, .. }: &Split,
    ) -> Option<ValueId> {
        let [left, right] = terms.map(|id| proc.value(id).int().map_or(Ok(id), Err));
        let sum = Sum { at, opcode, left, right };
        if let Some(made) = self.made.get(&sum) {
            return Some(*made);
        }
        let count = self.counts.entry(at).or_default();
        if *count == MAX_SUMS {
            return None;
        }
        *count += 1;
        let end = proc.block_values(at).len().saturating_sub(1);
        let (ty, origin) = (proc.value(of).ty, proc.value(of).origin);
        let outer = std::mem::replace(&mut proc.origin, origin);
        let terms = [left, right].map(|term| {
            term.unwrap_or_else(|constant| {
                let constant = proc.add_constant(BlockId::INVALID, ty, constant as u64);
                self.insertions.insert(end, constant);
                constant
            })
        });
        let made = proc.append_typed(BlockId::INVALID, opcode, ty, &terms);
        proc.origin = outer;
        self.insertions.insert(end, made);
        self.insertions.execute(proc, at);
        let home = cx.flow.loops.innermost(at.index()).unwrap_or(LoopId::INVALID);
        self.homes.resize(proc.value_count(), home);
        self.made.insert(sum, made);
        Some(made)
    }
}

impl Term {
    fn negated_if(self, negate: bool) -> Term {
        Term { is_negative: self.is_negative != negate, ..self }
    }
}

/// True for sums and differences of integers.
fn is_sum(value: &Value) -> bool {
    matches!(value.opcode(), Opcode::Add | Opcode::Sub) && value.ty.is_int()
}

/// The two terms of a sum.
fn terms_of(proc: &Procedure, sum: ValueId) -> [Term; 2] {
    let value = proc.value(sum);
    let is_difference = value.opcode() == Opcode::Sub;
    let term = |place: usize| {
        let id = proc.children_of(value).get(place).map_or(sum, |child| resolve(proc, *child));
        Term { id, is_negative: is_difference && place == 1 }
    };
    [term(0), term(1)]
}

/// True if a loop is another one or in it, or that is not known.
fn is_in(loops: &Loops, inner: LoopId, outer: LoopId) -> bool {
    let mut at = inner;
    for _ in 0..MAX_LEVELS {
        if at == outer {
            return true;
        }
        match loops.parent(at) {
            Some(parent) if loops.depth(at) > loops.depth(outer) => at = parent,
            _ => return false,
        }
    }
    true
}
