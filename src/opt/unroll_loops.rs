//! Fully unrolls small loops with a known trip count.
//!
//! Turn this: `loop { i = Phi; a[i] = x; n = i + 1; Upsilon(n, ^i); Branch(n < 3) }`, where i is 0 at first
//! Into this: `a[0] = x; a[1] = x; a[2] = x`
//!
//! The trip count is found by evaluation: the header Phis start with their constant initial values. Everything computed
//! from them is evaluated, iteration by iteration, until a Branch that every iteration reaches exits. So it does not
//! matter how the loop counts: by sums, shifts or products. The blocks of the loop are copied for each iteration after
//! the first. Header Phis become the values of the previous iteration. The exit Branch becomes a Jump, which leaves the
//! loop in the last iteration. Later passes fold the constants.
//!
//! Other exits stay, one in each iteration; then no value of the loop may be used outside, except by Upsilons in the
//! loop. Without other exits, uses outside get the values of the last iteration.
//!
//! Unrolling pays if the iterations become simpler. [`MAX_LEFT`] bounds the number of values that do not fold; beyond a
//! few values, a part of the copies must fold. A loop is left alone if it contains another loop, a call, a check or any
//! other variadic value, a Switch, or references; if an exit state names one of its values; if it has several back
//! edges or several entry edges; or if it is rare.
//!
//! Loops with an unknown trip count are left to `unroll_by_four`.
//!
//! - Requires: valid IR. Finds loops.
//! - Ensures: valid IR of the same meaning; what `simplify_cfg` ensures, if a loop was unrolled.
//! - Keeps: ids of values and blocks. If frequencies are measured, the copies of a block together run as often as the
//!   block did.
//! - Changes: edges.
//! - Cost: one visit of each loop of at most [`MAX_BLOCKS`] blocks, with [`MAX_BODY`] values each. Of those with a Phi
//!   with a constant initial value, at most [`MAX_ITERATIONS`] iterations are evaluated. If a loop is unrolled: three
//!   visits of all values, and `simplify_cfg`. The copies are bounded by a fraction of the procedure and
//!   [`FREE_GROWTH`].
//! - Source: full unrolling in LLVM's LoopUnrollPass, with the exhaustive evaluation of its scalar evolution.

pub(super) mod rewrite;

use super::context::{Context, KIND, resolve, visit_states};
use super::simplify_cfg::simplify_cfg;
use super::thread_jumps::evaluate_with;
use crate::analysis::{ControlFlow, LoopId};
use crate::ir::validate::Contents;
use crate::ir::{BlockId, Opcode, Procedure, Successor, Value, ValueId};
use crate::support::Entity;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Maximum number of blocks of a loop.
pub(super) const MAX_BLOCKS: usize = 8;
/// Maximum number of values of a block, and of Phis in the loop header.
const MAX_BODY: usize = 96;
/// Maximum number of computing values, over all iterations of a loop, that do not fold.
const MAX_LEFT: usize = 64;
/// If more values than this do not fold, at least a quarter of all must fold.
const FREE_LEFT: usize = 32;
/// Maximum number of iterations.
const MAX_ITERATIONS: usize = 16;
/// The copies may add this fraction (one tenth) of a procedure's values, ..
pub(super) const GROWTH: usize = 10;
/// .. plus this number.
pub(super) const FREE_GROWTH: usize = 256;
/// Maximum number of values examined at the end of a block, to find its Upsilons.
const MAX_TAIL: usize = 64;

/// No loop.
const NONE: u32 = u32::MAX;

/// A loop that is to be copied.
#[derive(Debug)]
pub(super) struct Counted {
    pub(super) head: BlockId,
    /// The only predecessors of the header inside and outside the loop: the latch and the entry.
    pub(super) back: BlockId,
    pub(super) entry: BlockId,
    /// Its blocks in reverse post-order: a range of [`UnrollWork::blocks`].
    pub(super) blocks: [usize; 2],
    /// Its header Phis: a range of [`UnrollWork::phis`].
    pub(super) phis: [usize; 2],
    /// The block whose Branch ends the loop.
    pub(super) last: BlockId,
    /// Number of copies of the body.
    pub(super) iterations: usize,
    /// The loop has no other exit edge.
    pub(super) has_single_exit: bool,
    pub(super) is_used_outside: bool,
    pub(super) is_named: bool,
}

impl Counted {
    /// True if copies do not invalidate uses outside the loop: with several exits, the last iteration is not known.
    pub(super) fn may_be_copied(&self) -> bool {
        !self.is_named && (self.has_single_exit || !self.is_used_outside)
    }
}

/// The size of a loop.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Size {
    /// Number of values that compute something, and of all values.
    pub(super) computing: usize,
    pub(super) all: usize,
    /// Number of exit edges.
    pub(super) exits: usize,
}

/// A header Phi with its initial value and its value for the next iteration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Carried {
    pub(super) phi: ValueId,
    pub(super) first: ValueId,
    pub(super) next: ValueId,
}

/// Decides whether a loop is copied. Returns the loop and the number of values in the copies.
type Examine<'a> = dyn FnMut(&mut UnrollWork, &mut Context, LoopId) -> Option<(Counted, usize)> + 'a;

/// Memory of the pass.
#[derive(Debug, Default)]
pub(super) struct UnrollWork {
    pub(super) loops: Vec<Counted>,
    pub(super) blocks: Vec<BlockId>,
    pub(super) phis: Vec<Carried>,
    /// By block, and by value: the loop that contains it.
    owner: Vec<u32>,
    of_value: Vec<u32>,
    /// Known bits of values in the evaluated iteration.
    known: FxHashMap<ValueId, u64>,
    /// Known bits of the Phis in the next iteration.
    next: Vec<Option<u64>>,
    pub(super) copying: rewrite::Copying,
}

/// Runs the pass.
pub(super) fn unroll_loops(proc: &mut Procedure, cx: &mut Context) {
    cx.find_loops(proc);
    let mut work = cx.scratch.take::<UnrollWork>();
    work.find_loops(proc, cx);
    if !work.loops.is_empty() {
        work.find_uses(proc, cx);
        work.loops.retain(Counted::may_be_copied);
    }
    if !work.loops.is_empty() {
        work.rewrite(proc, cx);
        cx.remove_upsilons_of_no_phi(proc);
        cx.contents |= Contents::NOPS_AND_IDENTITIES | Contents::OUTSIDE_USES;
        cx.edges_changed();
        simplify_cfg(proc, cx);
    }
    cx.scratch.put(work);
}

impl UnrollWork {
    /// Finds the loops with a known trip count.
    fn find_loops(&mut self, proc: &Procedure, cx: &mut Context) {
        self.find_inner_loops(proc, cx, &mut |work, cx, id| {
            let (counted, size) = work.examine(proc, cx, id)?;
            let copied = counted.iterations * size.all;
            Some((counted, copied))
        });
    }

    /// Finds the innermost loops that `examine` accepts, as long as their copies fit the growth limit.
    pub(super) fn find_inner_loops(&mut self, proc: &Procedure, cx: &mut Context, examine: &mut Examine<'_>) {
        self.loops.clear();
        self.blocks.clear();
        self.phis.clear();
        let loops = &cx.flow.loops;
        // Marks loops that contain others.
        cx.scratch.marks.reset(loops.len());
        loops
            .ids()
            .filter_map(|id| loops.parent(id))
            .for_each(|outer| _ = cx.scratch.marks.insert(outer.index()));
        let mut room = proc.value_count() / GROWTH + FREE_GROWTH;
        for id in cx.flow.loops.ids() {
            cx.work += 1;
            let (blocks, phis) = (self.blocks.len(), self.phis.len());
            let found = if cx.scratch.marks.contains(id.index()) { None } else { examine(self, cx, id) };
            match found {
                Some((counted, copied)) if copied <= room => {
                    room -= copied;
                    self.loops.push(counted);
                }
                _ => {
                    self.blocks.truncate(blocks);
                    self.phis.truncate(phis);
                }
            }
        }
    }

    /// Examines an innermost loop. Returns it with its size if its trip count is known and unrolling pays.
    fn examine(&mut self, proc: &Procedure, cx: &mut Context, id: LoopId) -> Option<(Counted, Size)> {
        let head = BlockId::from_index(cx.flow.loops.header(id)?);
        let [entry, back] = ends(proc, cx, head)?;
        let phis = self.find_phis(proc, cx, head, [entry, back])?;
        let begins = |carried: &Carried| int_of(proc, carried.first).is_some();
        if !self.phis[phis[0]..phis[1]].iter().any(begins) {
            return None;
        }
        let blocks = self.find_blocks(cx, head, back)?;
        let size = self.size_of(proc, cx, blocks, id, false)?;
        let (last, iterations, left) = self.evaluate_iterations(proc, cx, id, back, [blocks, phis])?;
        if left > FREE_LEFT && 4 * left > 3 * (iterations + 1) * size.computing {
            return None;
        }
        let counted = Counted {
            head,
            back,
            entry,
            blocks,
            phis,
            last,
            iterations,
            has_single_exit: size.exits == 1,
            is_used_outside: false,
            is_named: false,
        };
        Some((counted, size))
    }

    /// Finds the header Phis, with the values that they get from `from`: the entry and the latch.
    pub(super) fn find_phis(
        &mut self,
        proc: &Procedure,
        cx: &mut Context,
        head: BlockId,
        from: [BlockId; 2],
    ) -> Option<[usize; 2]> {
        let first = self.phis.len();
        for &phi in first_values(proc, head) {
            let value = proc.value(phi);
            if value.opcode() == Opcode::Phi {
                if self.phis.len() - first == MAX_BODY {
                    return None;
                }
                self.phis.push(Carried { phi, first: ValueId::INVALID, next: ValueId::INVALID });
            }
        }
        let phis = &mut self.phis[first..];
        for (side, from) in from.into_iter().enumerate() {
            let values = proc.block_values(from);
            for id in &values[values.len().saturating_sub(MAX_TAIL)..] {
                let value = proc.value(*id);
                if value.opcode() == Opcode::Upsilon
                    && let Some(carried) = phis.iter_mut().find(|carried| carried.phi == value.phi())
                {
                    // The last Upsilon counts.
                    *if side == 0 { &mut carried.first } else { &mut carried.next } =
                        proc.children_of(value)[0];
                }
                cx.work += 1;
            }
        }
        let is_written = |carried: &Carried| carried.first.is_valid() && carried.next.is_valid();
        phis.iter().all(is_written).then_some([first, self.phis.len()])
    }

    /// Finds the blocks of a loop with a single latch.
    pub(super) fn find_blocks(
        &mut self,
        cx: &mut Context,
        head: BlockId,
        back: BlockId,
    ) -> Option<[usize; 2]> {
        let first = self.blocks.len();
        self.blocks.push(head);
        if back != head {
            self.blocks.push(back);
        }
        let mut at = first + 1;
        while let Some(&block) = self.blocks.get(at) {
            at += 1;
            for &from in cx.flow.predecessors.of(block.index()) {
                cx.work += 1;
                let body = &self.blocks[first..];
                if !body.contains(&BlockId::new(from)) {
                    if !cx.flow.dominators.is_reachable(from as usize) || body.len() == MAX_BLOCKS {
                        return None;
                    }
                    self.blocks.push(BlockId::new(from));
                }
            }
        }
        let order = &cx.flow.order;
        self.blocks[first..].sort_unstable_by_key(|block| order.number(block.index()));
        Some([first, self.blocks.len()])
    }

    /// Returns the size of a loop, or `None` if a value may not be copied. With `but_checks`, checks are accepted and
    /// not counted.
    pub(super) fn size_of(
        &self,
        proc: &Procedure,
        cx: &mut Context,
        blocks: [usize; 2],
        id: LoopId,
        but_checks: bool,
    ) -> Option<Size> {
        let mut size = Size::default();
        for &block in &self.blocks[blocks[0]..blocks[1]] {
            size.computing += self.size_of_block(proc, cx, block, self.blocks[blocks[0]], but_checks)?;
            size.all += proc.block_values(block).len();
            size.exits +=
                proc.successors(block).iter().filter(|edge| !is_in(&cx.flow, edge.block(), id)).count();
        }
        Some(size)
    }

    /// Returns the number of computing values of a block, or `None` as in `size_of`.
    fn size_of_block(
        &self,
        proc: &Procedure,
        cx: &mut Context,
        block: BlockId,
        head: BlockId,
        but_checks: bool,
    ) -> Option<usize> {
        let values = proc.block_values(block);
        let begin = first_values(proc, block).len();
        if values.len() > MAX_BODY {
            return None;
        }
        cx.work += values.len() as u64;
        let mut size = 0;
        for (place, &id) in values.iter().enumerate() {
            let value = proc.value(id);
            if but_checks && value.opcode() == Opcode::Check {
                continue;
            }
            let may_stay = match value.opcode() {
                Opcode::Phi => {
                    place < begin && (block == head || self.is_written_by_all(proc, cx, block, id))
                }
                _ => may_copy(value),
            };
            if !may_stay || value.flags.intersects(KIND) {
                return None;
            }
            size += usize::from(computes(value));
        }
        Some(size)
    }

    /// True if all predecessors of a block write this Phi of it.
    fn is_written_by_all(&self, proc: &Procedure, cx: &mut Context, block: BlockId, phi: ValueId) -> bool {
        cx.flow.predecessors.of(block.index()).iter().all(|&from| {
            let values = proc.block_values(BlockId::new(from));
            let last = &values[values.len().saturating_sub(MAX_TAIL)..];
            cx.work += last.len() as u64;
            last.iter().any(|id| {
                let value = proc.value(*id);
                value.opcode() == Opcode::Upsilon && value.phi() == phi
            })
        })
    }

    /// Evaluates iterations until a Branch that every iteration reaches exits. Returns its block, how often the loop
    /// took its back edge, and the number of values over all iterations that did not fold.
    fn evaluate_iterations(
        &mut self,
        proc: &Procedure,
        cx: &mut Context,
        id: LoopId,
        back: BlockId,
        [blocks, phis]: [[usize; 2]; 2],
    ) -> Option<(BlockId, usize, usize)> {
        let (blocks, phis) = (&self.blocks[blocks[0]..blocks[1]], &self.phis[phis[0]..phis[1]]);
        let is_always_reached = |block: &&BlockId| cx.flow.dominators.dominates(block.index(), back.index());
        let flow = &cx.flow;
        let stays = |edge: &Successor| is_in(flow, edge.block(), id);
        // Exit branches that have been known to stay in the loop so far.
        let mut exits: SmallVec<[BlockId; MAX_BLOCKS]> = blocks
            .iter()
            .filter(is_always_reached)
            .filter(|block| proc.successors(**block).iter().any(|edge| !stays(edge)))
            .copied()
            .collect();
        if exits.is_empty() {
            return None;
        }
        self.next.clear();
        self.next.extend(phis.iter().map(|carried| int_of(proc, carried.first)));
        let known = &mut self.known;
        let mut left = 0;
        for iterations in 0..MAX_ITERATIONS {
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
                    Some(edge) if !stays(edge) => return Some((*block, iterations, left)),
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

    /// Finds the loops whose values are used outside or named by exit states.
    pub(super) fn find_uses(&mut self, proc: &Procedure, cx: &mut Context) {
        self.owner.clear();
        self.owner.resize(proc.block_count(), NONE);
        self.of_value.clear();
        self.of_value.resize(proc.value_count(), NONE);
        for (n, counted) in (0..).zip(&self.loops) {
            for block in &self.blocks[counted.blocks[0]..counted.blocks[1]] {
                self.owner[block.index()] = n;
                proc.block_values(*block).iter().for_each(|id| self.of_value[id.index()] = n);
            }
        }
        for block in proc.block_ids() {
            let values = proc.block_values(block);
            cx.work += values.len() as u64;
            for child in values.iter().flat_map(|id| proc.children(*id)) {
                let of = self.of_value[child.index()];
                if of != self.owner[block.index()]
                    && let Some(counted) = self.loops.get_mut(of as usize)
                {
                    counted.is_used_outside = true;
                }
            }
        }
        visit_states(proc, |id| {
            if let Some(of) = self.of_value.get(id.index())
                && let Some(counted) = self.loops.get_mut(*of as usize)
            {
                counted.is_named = true;
            }
        });
    }
}

/// Returns the entry and the latch: the only predecessors of a loop header outside and inside the loop. Returns `None`
/// if there are others, or if the loop is rare.
pub(super) fn ends(proc: &Procedure, cx: &mut Context, head: BlockId) -> Option<[BlockId; 2]> {
    let (mut back, mut entry) = (BlockId::INVALID, BlockId::INVALID);
    for &from in cx.flow.predecessors.of(head.index()) {
        cx.work += 1;
        let is_back = cx.flow.dominators.dominates(head.index(), from as usize);
        let place = if is_back { &mut back } else { &mut entry };
        if place.is_valid() {
            return None;
        }
        *place = BlockId::new(from);
    }
    let leads_in = proc.successors(entry).iter().find(|edge| edge.block() == head)?;
    let is_seldom = leads_in.is_rare() || proc.frequency(head) < proc.frequency(Procedure::ROOT);
    (head != Procedure::ROOT && !is_seldom).then_some([entry, back])
}

/// True if a block is in this innermost loop.
pub(super) fn is_in(flow: &ControlFlow, block: BlockId, id: LoopId) -> bool {
    flow.loops.innermost(block.index()) == Some(id)
}

/// Returns the Phis at the start of a block, including Identities and Nops among them.
pub(super) fn first_values(proc: &Procedure, block: BlockId) -> &[ValueId] {
    let values = proc.block_values(block);
    let is_other =
        |id: &ValueId| !matches!(proc.value(*id).opcode(), Opcode::Phi | Opcode::Identity | Opcode::Nop);
    &values[..values.iter().position(is_other).unwrap_or(values.len())]
}

/// True for values that may be duplicated.
fn may_copy(value: &Value) -> bool {
    let opcode = value.opcode();
    opcode.arity().is_some() && !matches!(opcode, Opcode::Switch | Opcode::EntrySwitch)
}

/// True if a copy of a value emits code.
fn computes(value: &Value) -> bool {
    let opcode = value.opcode();
    let is_name =
        matches!(opcode, Opcode::Phi | Opcode::Upsilon | Opcode::Identity | Opcode::Nop | Opcode::Jump);
    !is_name && !opcode.is_constant()
}

/// Returns the bits of an integer constant.
pub(super) fn int_of(proc: &Procedure, id: ValueId) -> Option<u64> {
    let value = proc.value(resolve(proc, id));
    value.int().map(|_| value.bits())
}

/// Returns the bits of a value that is known in the evaluated iteration, or constant.
fn known_in(proc: &Procedure, known: &FxHashMap<ValueId, u64>, id: ValueId) -> Option<u64> {
    known.get(&resolve(proc, id)).copied().or_else(|| int_of(proc, id))
}
