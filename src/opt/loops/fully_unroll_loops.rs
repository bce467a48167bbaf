//! Fully unrolls small loops with a known trip count.
//!
//! Turn this: `loop { i = Phi; a[i] = x; n = i + 1; Upsilon(n, ^i); Branch(n < 3) }`, where i is 0 at first
//! Into this: `a[0] = x; a[1] = x; a[2] = x`
//!
//! The trip count is found by evaluation: header Phis start with the constants of the entry edge, and what depends on
//! them only is evaluated, iteration by iteration, until a Branch that each iteration reaches leaves the loop. So it
//! does not matter how a loop counts: by sums, by shifts, by products. A loop of which an induction variable shows that
//! it iterates more often is not evaluated. Header Phis become the values of the iteration before, and the Branch a
//! Jump that leaves in the last iteration. Later passes fold the constants.
//!
//! Other exits stay in each iteration; then no value of the loop may be used outside, except by Upsilons in it. If
//! there is no other exit, uses outside get the values of the last iteration.
//!
//! Unrolling pays if the iterations become smaller: [`MAX_LEFT`] bounds the values that are not constant, and above a
//! few values part of them must fold. A loop stays if it contains another loop, a call, a Check or another value with a
//! list of operands, a Switch, or references; if an exit state names one of its values; if it has several latches or
//! entry edges; or if it is rarely executed.
//!
//! Loops with an unknown trip count stay: `unroll_by_four` unrolls some of them.
//!
//! - Requires: valid IR. Finds the loops.
//! - Ensures: valid IR with the same meaning; what `simplify_cfg` ensures, if a loop was unrolled.
//! - Keeps: ids of values and blocks. If frequencies are known, the copies of a block add up to its frequency.
//! - Changes: edges.
//! - Cost: one visit of each loop of at most [`MAX_BLOCKS`] blocks; if a Phi starts with a constant, at most
//!   [`MAX_TRIPS`] iterations are evaluated. If a loop is unrolled, three visits of all values, and `simplify_cfg`; the
//!   copies are at most a fraction of the procedure and [`FREE_GROWTH`](super::copy_loop::FREE_GROWTH) values.
//! - Source: the full unrolling of LLVM's LoopUnrollPass, with the exhaustive evaluation of its scalar evolution.

use super::copy_loop::copier::{Iteration, end_with_jump, entry_share, exit_edge, redirect};
use super::copy_loop::{CopiedLoop, CopyWork, MAX_BLOCKS, NONE, Size, computes, entry_and_latch, is_in};
use super::induction::Induction;
use crate::analysis::LoopId;
use crate::ir::validate::Contents;
use crate::ir::{BlockId, Opcode, Procedure, Successor, ValueId};
use crate::opt::cfg::simplify_cfg::simplify_cfg;
use crate::opt::cfg::thread_jumps::evaluate_with;
use crate::opt::context::{Context, resolve};
use crate::support::Entity;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Maximum number of values that all iterations compute and that are not constant: code size must stay small.
const MAX_LEFT: usize = 64;
/// Above this number of such values, a quarter of all must be constant.
const FREE_LEFT: usize = 32;
/// Maximum number of iterations: each is evaluated.
const MAX_TRIPS: usize = 16;

/// Reusable memory of the pass.
#[derive(Debug, Default)]
pub(in crate::opt) struct UnrollWork {
    induction: Induction,
    /// Known values of an iteration.
    known: FxHashMap<ValueId, u64>,
    /// Known values of the Phis in the next iteration.
    next: Vec<Option<u64>>,
    /// Maps values of unrolled loops to those of the last iterations, for uses outside.
    last: FxHashMap<ValueId, ValueId>,
}

/// Runs the pass.
pub(in crate::opt) fn fully_unroll_loops(proc: &mut Procedure, cx: &mut Context) {
    cx.find_loops(proc);
    let (mut work, mut copies) = (cx.scratch.take::<UnrollWork>(), cx.scratch.take::<CopyWork>());
    work.induction.begin();
    copies.find_inner_loops(proc, cx, &mut |copies, cx, id| {
        let (copied, size) = work.examine(proc, cx, copies, id)?;
        let values = copied.copies * size.all;
        Some((copied, values))
    });
    if !copies.loops.is_empty() {
        copies.find_uses(proc, cx);
        copies.loops.retain(|copied| copied.may_be_copied() && cx.fuel.take());
    }
    if !copies.loops.is_empty() {
        work.rewrite(proc, cx, &mut copies);
        cx.remove_upsilons_of_no_phi(proc);
        cx.contents |= Contents::NOPS_AND_IDENTITIES | Contents::OUTSIDE_USES;
        cx.edges_changed();
        simplify_cfg(proc, cx);
    }
    cx.scratch.put(work);
    cx.scratch.put(copies);
}

impl UnrollWork {
    /// Examines an innermost loop: how to unroll it if its trip count is known, and its size.
    fn examine(
        &mut self,
        proc: &Procedure,
        cx: &mut Context,
        copies: &mut CopyWork,
        id: LoopId,
    ) -> Option<(CopiedLoop, Size)> {
        let header = BlockId::from_index(cx.flow.loops.header(id)?);
        let [entry, latch] = entry_and_latch(proc, cx, header)?;
        let phis = copies.find_phis(proc, cx, header, [entry, latch])?;
        let starts_known =
            copies.phis[phis[0]..phis[1]].iter().any(|carried| int_of(proc, carried.start).is_some());
        if !starts_known {
            return None;
        }
        let blocks = copies.find_blocks(cx, header, latch)?;
        let size = copies.size_of(proc, cx, blocks, id, false)?;
        let body = &copies.blocks[blocks[0]..blocks[1]];
        if size.exits == 1 && iterates_often(proc, cx, &mut self.induction, id, body) {
            return None;
        }
        let (exit, trips, left) = self.evaluate(proc, cx, copies, id, latch, [blocks, phis])?;
        if left > FREE_LEFT && 4 * left > 3 * (trips + 1) * size.computing {
            return None;
        }
        let blocks_of_loop = [header, entry, latch, exit];
        Some((CopiedLoop::new(blocks_of_loop, [blocks, phis], trips, size.exits == 1), size))
    }

    /// Evaluates iterations of a loop until a Branch that each of them reaches leaves it. Returns the block of that
    /// Branch, the number of back edges taken, and the number of values of all iterations that are not constant.
    fn evaluate(
        &mut self,
        proc: &Procedure,
        cx: &mut Context,
        copies: &CopyWork,
        id: LoopId,
        latch: BlockId,
        [blocks, phis]: [[usize; 2]; 2],
    ) -> Option<(BlockId, usize, usize)> {
        let (blocks, phis) = (&copies.blocks[blocks[0]..blocks[1]], &copies.phis[phis[0]..phis[1]]);
        let is_always = |block: &&BlockId| cx.flow.dominators.dominates(block.index(), latch.index());
        let flow = &cx.flow;
        let stays = |edge: &Successor| is_in(flow, edge.block(), id);
        // Exits that were known to stay in all iterations so far.
        let mut exits: SmallVec<[BlockId; MAX_BLOCKS]> = blocks
            .iter()
            .filter(is_always)
            .filter(|block| proc.successors(**block).iter().any(|edge| !stays(edge)))
            .copied()
            .collect();
        if exits.is_empty() {
            return None;
        }
        self.next.clear();
        self.next.extend(phis.iter().map(|carried| int_of(proc, carried.start)));
        let known = &mut self.known;
        let mut left = 0;
        for trips in 0..MAX_TRIPS {
            known.clear();
            for (carried, bits) in phis.iter().zip(&self.next) {
                bits.map(|bits| known.insert(carried.phi, bits));
            }
            for block in blocks {
                for &id in proc.block_values(*block) {
                    let value = proc.value(id);
                    if value.opcode() != Opcode::Phi
                        && let Some(bits) = evaluate_with(proc, id, |id| known_in(proc, known, id))
                    {
                        known.insert(id, bits);
                    } else if computes(value) {
                        left += 1;
                    }
                }
                cx.work += proc.block_values(*block).len() as u64;
                let Some(place) = exits.iter().position(|exit| exit == block) else { continue };
                let edge = proc.terminal(*block).and_then(|id| {
                    let bits = known_in(proc, known, *proc.children(id).first()?)?;
                    proc.successors(*block).get(usize::from(bits == 0))
                });
                match edge {
                    None => _ = exits.remove(place),
                    Some(edge) if !stays(edge) => return Some((*block, trips, left)),
                    Some(_) => {}
                }
            }
            if exits.is_empty() || left > MAX_LEFT {
                return None;
            }
            for (carried, bits) in phis.iter().zip(&mut self.next) {
                *bits = known_in(proc, known, carried.next);
            }
        }
        None
    }

    /// Unrolls the loops.
    fn rewrite(&mut self, proc: &mut Procedure, cx: &mut Context, copies: &mut CopyWork) {
        // Loops that were dropped own no blocks.
        copies.owner.iter_mut().for_each(|owner| *owner = NONE);
        self.last.clear();
        for n in 0..copies.loops.len() {
            self.unroll(proc, cx, copies, n);
        }
        if !self.last.is_empty() {
            self.rename_outside(proc, cx, copies);
        }
    }

    fn unroll(&mut self, proc: &mut Procedure, cx: &mut Context, copies: &mut CopyWork, n: usize) {
        let copied = &copies.loops[n];
        let blocks = &copies.blocks[copied.blocks[0]..copied.blocks[1]];
        let phis = &copies.phis[copied.phis[0]..copied.phis[1]];
        let copier = &mut copies.copier;
        // The original is the first iteration.
        copier.begin(std::iter::empty());
        copier.omitted.clear();
        let share = entry_share(proc, copied);
        // The latch of the iteration before, if that is a copy; the header of the second iteration.
        let (mut from, mut second) = (None, copied.header);
        for trip in 1..=copied.copies {
            copier.advance(phis);
            let is_last = trip == copied.copies;
            let iteration = Iteration { shares_constants: true, is_last, rewrites_phis: false, share };
            let header = copier.copy_iteration(proc, cx, copied, blocks, phis, iteration);
            match from {
                Some(from) => redirect(proc, from, copied.header, header),
                None => second = header,
            }
            from = copier.copy_of(copied.latch);
        }
        copies.owner.resize(proc.block_count(), n as u32);
        for block in blocks {
            copies.owner[block.index()] = n as u32;
            proc.block_values(*block).iter().for_each(|id| copies.value_owner[id.index()] = n as u32);
            proc.set_frequency(*block, proc.frequency(*block) * share);
        }
        let edge = exit_edge(proc, copied.exit, blocks, copied.copies == 0);
        end_with_jump(proc, copied.exit, edge);
        redirect(proc, copied.latch, copied.header, second);
        for carried in phis {
            match int_of(proc, carried.start) {
                Some(bits) => proc.replace_with_constant(carried.phi, bits),
                None => proc.replace_with_identity(carried.phi, carried.start),
            }
        }
        if copied.is_used_outside {
            let values = blocks.iter().flat_map(|block| proc.block_values(*block));
            self.last.extend(values.filter_map(|of| Some((*of, *copier.values.get(of)?))));
        }
    }

    /// Replaces uses outside of the loops by the values of the last iterations.
    fn rename_outside(&mut self, proc: &mut Procedure, cx: &mut Context, copies: &CopyWork) {
        for block in proc.block_ids() {
            let owner = copies.owner.get(block.index()).copied().unwrap_or(NONE);
            for place in 0..proc.block_values(block).len() {
                let id = proc.block_values(block)[place];
                for child in 0..proc.children(id).len() {
                    let mut of = proc.children(id)[child];
                    let mut inside = owner;
                    // The last value of one loop may be that of an earlier one, or one of the loop's own iteration
                    // before, which stays.
                    while let Some(last) = self.last.get(&of)
                        && copies.value_owner[of.index()] != inside
                    {
                        inside = copies.value_owner[of.index()];
                        of = *last;
                    }
                    proc.children_mut(id)[child] = of;
                }
            }
            cx.work += proc.block_values(block).len() as u64;
        }
    }
}

/// True if the only exit of a loop is known to be taken after more than [`MAX_TRIPS`] iterations.
fn iterates_often(
    proc: &Procedure,
    cx: &mut Context,
    induction: &mut Induction,
    id: LoopId,
    blocks: &[BlockId],
) -> bool {
    let of = induction.add_loop(proc, &cx.flow, &mut cx.work, id, None);
    induction.find_starts(proc, &of);
    !of.variables.is_empty()
        && blocks.iter().any(|block| {
            let conditions = induction.exit_conditions(proc, &cx.flow, id, *block).into_iter().flatten();
            let mut counts = conditions.filter_map(|condition| induction.trip_count_of(proc, &condition));
            counts.any(|count| count.is_exact && count.max >= MAX_TRIPS as i128)
        })
}

/// The bits of an integer constant.
fn int_of(proc: &Procedure, id: ValueId) -> Option<u64> {
    let value = proc.value(resolve(proc, id));
    value.int().map(|_| value.bits())
}

/// The bits of a value that is known in an iteration, or a constant.
fn known_in(proc: &Procedure, known: &FxHashMap<ValueId, u64>, id: ValueId) -> Option<u64> {
    known.get(&resolve(proc, id)).copied().or_else(|| int_of(proc, id))
}
