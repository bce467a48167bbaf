//! Makes the turns of small loops one after the other, if it is known how many there are.
//!
//! Turn this: `loop { i = Phi; a[i] = x; n = i + 1; Upsilon(n, ^i); Branch(n < 3) }`, where i is 0 at first
//! Into this: `a[0] = x; a[1] = x; a[2] = x`
//!
//! How often a loop turns is found by doing it: its Phis begin with the constants that they get on the way in, and what is
//! computed from these is computed, turn by turn, until a Branch that each turn comes to leaves. So it does not
//! matter what counts, or how: by sums, by shifts, by products. The blocks of the loop are copied for
//! each turn behind the first. The Phis of the head become what the turn before has made, and the Branch a Jump, which
//! leaves in the last turn. What follows in the pipeline computes with the constants.
//!
//! Other ways out of the loop stay, one in each turn; then no value of the loop may be used outside, but by Upsilons in it.
//! If there is no other, what is used outside is what the last turn has made.
//!
//! It pays if the turns become less than they were: [`MAX_LEFT`] bounds what they compute that is not known, and more than
//! a few values are worth it only if a part of what is copied goes. A loop is left as it is if it has another one in it, a
//! call, a check or anything else with a list of operands, a Switch, or references; if an exit state names one of its
//! values; if more than one block leads back or in; or if it is rare.
//!
//! Loops whose turns are not known stay: some of them become turns by four in `unroll_by_four`.
//!
//! - Requires: valid IR. Loops, which it finds.
//! - Ensures: valid IR that means the same; what `simplify_cfg` ensures, if there was such a loop.
//! - Keeps: ids of values and blocks. Copies of a block run as often together as it did, if that is measured.
//! - Changes: edges.
//! - Cost: one look at each loop of at most [`MAX_BLOCKS`] blocks, with [`MAX_BODY`] values each; of those with a Phi that
//!   begins with a constant, at most [`MAX_TURNS`] turns are computed. If a loop is unrolled, three visits of all values,
//!   and `simplify_cfg`; the copies are no more than a part of the procedure and [`FREE_GROWTH`].
//! - Source: the full unrolling of LLVM's LoopUnrollPass, with the exhaustive evaluation of its scalar evolution.

pub(in crate::opt) mod rewrite;

use crate::analysis::{ControlFlow, LoopId};
use crate::ir::validate::Contents;
use crate::ir::{BlockId, Opcode, Procedure, Successor, Value, ValueId};
use crate::opt::cfg::simplify_cfg::simplify_cfg;
use crate::opt::cfg::thread_jumps::known_bits_of;
use crate::opt::context::{Context, KIND, resolve, visit_states};
use crate::support::Entity;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A loop has no more blocks.
pub(in crate::opt) const MAX_BLOCKS: usize = 8;
/// And a block of it, or its head's Phis, no more values.
const MAX_BODY: usize = 96;
/// All turns of a loop leave no more values that compute something that is not known, ..
const MAX_LEFT: usize = 64;
/// .. and if they leave more than this, a quarter of them must be known.
const FREE_LEFT: usize = 32;
/// A loop turns no more often.
const MAX_TURNS: usize = 16;
/// A procedure may grow by this part of its values, ..
pub(in crate::opt) const GROWTH: usize = 10;
/// .. and by so many more.
pub(in crate::opt) const FREE_GROWTH: usize = 256;
/// An Upsilon on the way in is one of so many values at the end of its block.
const MAX_WAY: usize = 64;

/// No loop.
const NONE: u32 = u32::MAX;

/// A loop that is to be copied.
#[derive(Debug)]
pub(in crate::opt) struct Counted {
    pub(in crate::opt) head: BlockId,
    /// The only block that leads back, and the only one that leads in.
    pub(in crate::opt) back: BlockId,
    pub(in crate::opt) entry: BlockId,
    /// Its blocks, in an order in which operands come first: a range of [`UnrollWork::blocks`].
    pub(in crate::opt) blocks: [usize; 2],
    /// Its Phis: a range of [`UnrollWork::phis`].
    pub(in crate::opt) phis: [usize; 2],
    /// The block whose Branch ends it.
    pub(in crate::opt) last: BlockId,
    /// How many copies of a turn there will be.
    pub(in crate::opt) turns: usize,
    /// There is no other edge out.
    pub(in crate::opt) is_only_way: bool,
    pub(in crate::opt) is_used_outside: bool,
    pub(in crate::opt) is_named: bool,
}

impl Counted {
    /// True if no use would miss a copy of what it uses: with several ways out, nobody knows which turn was last.
    pub(in crate::opt) fn may_be_copied(&self) -> bool {
        !self.is_named && (self.is_only_way || !self.is_used_outside)
    }
}

/// How large a loop is.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::opt) struct Size {
    /// Values that compute something, and all.
    pub(in crate::opt) computing: usize,
    pub(in crate::opt) all: usize,
    /// Edges out.
    pub(in crate::opt) ways: usize,
}

/// A Phi of a loop's head, what it gets on the way in, and in each turn.
#[derive(Clone, Copy, Debug)]
pub(in crate::opt) struct Carried {
    pub(in crate::opt) phi: ValueId,
    pub(in crate::opt) first: ValueId,
    pub(in crate::opt) next: ValueId,
}

/// Looks at a loop: what is to be copied, and how many values the copies have.
type Look<'a> = dyn FnMut(&mut UnrollWork, &mut Context, LoopId) -> Option<(Counted, usize)> + 'a;

/// What the pass works in.
#[derive(Debug, Default)]
pub(in crate::opt) struct UnrollWork {
    pub(in crate::opt) loops: Vec<Counted>,
    pub(in crate::opt) blocks: Vec<BlockId>,
    pub(in crate::opt) phis: Vec<Carried>,
    /// By block, and by value: the loop that it is in.
    owner: Vec<u32>,
    of_value: Vec<u32>,
    /// What is known of the values of a turn.
    known: FxHashMap<ValueId, u64>,
    /// What the Phis are in the next turn.
    next: Vec<Option<u64>>,
    pub(in crate::opt) copying: rewrite::Copying,
}

/// Runs the pass.
pub(in crate::opt) fn unroll_loops(proc: &mut Procedure, cx: &mut Context) {
    cx.find_loops(proc);
    let mut work = std::mem::take(&mut cx.unrolling);
    work.find_loops(proc, cx);
    if !work.loops.is_empty() {
        work.find_uses(proc, cx);
        work.loops.retain(Counted::may_be_copied);
    }
    if !work.loops.is_empty() {
        work.rewrite(proc, cx);
        cx.remove_upsilons_of_no_phi(proc);
        cx.contents |= Contents::LEFTOVERS | Contents::OUTSIDE_USES;
        cx.edges_changed();
        simplify_cfg(proc, cx);
    }
    cx.unrolling = work;
}

impl UnrollWork {
    /// Finds the loops that turn a known number of times.
    fn find_loops(&mut self, proc: &Procedure, cx: &mut Context) {
        self.find_inner_loops(proc, cx, &mut |work, cx, id| {
            let (counted, size) = work.look_at(proc, cx, id)?;
            let copied = counted.turns * size.all;
            Some((counted, copied))
        });
    }

    /// Finds loops without others in them that `look_at` wants to copy; with each it says how many values that makes.
    pub(in crate::opt) fn find_inner_loops(
        &mut self,
        proc: &Procedure,
        cx: &mut Context,
        look_at: &mut Look<'_>,
    ) {
        self.loops.clear();
        self.blocks.clear();
        self.phis.clear();
        let loops = &cx.flow.loops;
        // Those with others in them.
        cx.marks.reset(loops.len());
        loops.ids().filter_map(|id| loops.parent(id)).for_each(|outer| _ = cx.marks.insert(outer.index()));
        let mut room = proc.value_count() / GROWTH + FREE_GROWTH;
        for id in cx.flow.loops.ids() {
            cx.work += 1;
            let (blocks, phis) = (self.blocks.len(), self.phis.len());
            let found = if cx.marks.contains(id.index()) { None } else { look_at(self, cx, id) };
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

    /// Looks at a loop without another one in it; if it turns a known number of times, how large it is.
    fn look_at(&mut self, proc: &Procedure, cx: &mut Context, id: LoopId) -> Option<(Counted, Size)> {
        let head = BlockId::from_index(cx.flow.loops.header(id)?);
        let [entry, back] = ends(proc, cx, head)?;
        let phis = self.find_phis(proc, cx, head, [entry, back])?;
        let begins = |carried: &Carried| int_of(proc, carried.first).is_some();
        if !self.phis[phis[0]..phis[1]].iter().any(begins) {
            return None;
        }
        let blocks = self.find_blocks(cx, head, back)?;
        let size = self.size_of(proc, cx, blocks, id, false)?;
        let (last, turns, left) = self.do_turns(proc, cx, id, back, [blocks, phis])?;
        if left > FREE_LEFT && 4 * left > 3 * (turns + 1) * size.computing {
            return None;
        }
        let counted = Counted {
            head,
            back,
            entry,
            blocks,
            phis,
            last,
            turns,
            is_only_way: size.ways == 1,
            is_used_outside: false,
            is_named: false,
        };
        Some((counted, size))
    }

    /// Finds what the Phis of a head get on the way in, and in each turn.
    pub(in crate::opt) fn find_phis(
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
        for (way, from) in from.into_iter().enumerate() {
            let values = proc.block_values(from);
            for id in &values[values.len().saturating_sub(MAX_WAY)..] {
                let value = proc.value(*id);
                if value.opcode() == Opcode::Upsilon
                    && let Some(carried) = phis.iter_mut().find(|carried| carried.phi == value.phi())
                {
                    // The last one counts.
                    *if way == 0 { &mut carried.first } else { &mut carried.next } =
                        proc.children_of(value)[0];
                }
                cx.work += 1;
            }
        }
        let is_written = |carried: &Carried| carried.first.is_valid() && carried.next.is_valid();
        phis.iter().all(is_written).then_some([first, self.phis.len()])
    }

    /// Finds the blocks of a loop, which only one block leads back to.
    pub(in crate::opt) fn find_blocks(
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

    /// How large a loop of these blocks is, if all of it may be copied, but perhaps checks, which then do not count.
    pub(in crate::opt) fn size_of(
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
            size.ways +=
                proc.successors(block).iter().filter(|edge| !is_in(&cx.flow, edge.block(), id)).count();
        }
        Some(size)
    }

    /// How many values of a block compute something, if all may be copied, but perhaps checks.
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

    /// True if all blocks that lead to a block write this Phi of it.
    fn is_written_by_all(&self, proc: &Procedure, cx: &mut Context, block: BlockId, phi: ValueId) -> bool {
        cx.flow.predecessors.of(block.index()).iter().all(|&from| {
            let values = proc.block_values(BlockId::new(from));
            let last = &values[values.len().saturating_sub(MAX_WAY)..];
            cx.work += last.len() as u64;
            last.iter().any(|id| {
                let value = proc.value(*id);
                value.opcode() == Opcode::Upsilon && value.phi() == phi
            })
        })
    }

    /// Does what is known of the turns of a loop, until a Branch that each comes to leaves: in which block it is, and
    /// how often the loop has come back to its head, and how many values all turns have that are not known then.
    fn do_turns(
        &mut self,
        proc: &Procedure,
        cx: &mut Context,
        id: LoopId,
        back: BlockId,
        [blocks, phis]: [[usize; 2]; 2],
    ) -> Option<(BlockId, usize, usize)> {
        let (blocks, phis) = (&self.blocks[blocks[0]..blocks[1]], &self.phis[phis[0]..phis[1]]);
        let comes_to = |block: &&BlockId| cx.flow.dominators.dominates(block.index(), back.index());
        let flow = &cx.flow;
        let stays = |edge: &Successor| is_in(flow, edge.block(), id);
        // Branches of which all that came so far have stayed.
        let mut exits: SmallVec<[BlockId; MAX_BLOCKS]> = blocks
            .iter()
            .filter(comes_to)
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
        for turns in 0..MAX_TURNS {
            known.clear();
            for (carried, bits) in phis.iter().zip(&self.next) {
                bits.map(|bits| known.insert(carried.phi, bits));
            }
            for block in blocks {
                for &id in proc.block_values(*block) {
                    let value = proc.value(id);
                    if value.opcode() != Opcode::Phi
                        && let Some(bits) = known_bits_of(proc, id, |id| known_in(proc, known, id))
                    {
                        known.insert(id, bits);
                    } else if computes(value) {
                        left += 1;
                    }
                }
                cx.work += proc.block_values(*block).len() as u64;
                let Some(place) = exits.iter().position(|exit| exit == block) else { continue };
                let way = proc.terminal(*block).and_then(|id| {
                    let bits = known_in(proc, known, *proc.children(id).first()?)?;
                    proc.successors(*block).get(usize::from(bits == 0))
                });
                match way {
                    None => _ = exits.remove(place),
                    Some(way) if !stays(way) => return Some((*block, turns, left)),
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

    /// Finds out of which loops values are used outside, or named by exit states.
    pub(in crate::opt) fn find_uses(&mut self, proc: &Procedure, cx: &mut Context) {
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

/// The blocks that lead to a loop's head: the only one from outside, and the only one back. None if that is rare.
pub(in crate::opt) fn ends(proc: &Procedure, cx: &mut Context, head: BlockId) -> Option<[BlockId; 2]> {
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

/// True if a block is in this loop, which has no other in it.
pub(in crate::opt) fn is_in(flow: &ControlFlow, block: BlockId, id: LoopId) -> bool {
    flow.loops.innermost(block.index()) == Some(id)
}

/// The Phis that a block begins with, and what is nothing among them.
pub(in crate::opt) fn first_values(proc: &Procedure, block: BlockId) -> &[ValueId] {
    let values = proc.block_values(block);
    let is_other =
        |id: &ValueId| !matches!(proc.value(*id).opcode(), Opcode::Phi | Opcode::Identity | Opcode::Nop);
    &values[..values.iter().position(is_other).unwrap_or(values.len())]
}

/// True for what may be executed in any number of places.
fn may_copy(value: &Value) -> bool {
    let opcode = value.opcode();
    opcode.arity().is_some() && !matches!(opcode, Opcode::Switch | Opcode::EntrySwitch)
}

/// True if a copy of a value is more than a name.
fn computes(value: &Value) -> bool {
    let opcode = value.opcode();
    let is_name =
        matches!(opcode, Opcode::Phi | Opcode::Upsilon | Opcode::Identity | Opcode::Nop | Opcode::Jump);
    !is_name && !opcode.is_constant()
}

/// The bits of an integer constant.
pub(in crate::opt) fn int_of(proc: &Procedure, id: ValueId) -> Option<u64> {
    let value = proc.value(resolve(proc, id));
    value.int().map(|_| value.bits())
}

/// The bits of what is known in a turn, or always.
fn known_in(proc: &Procedure, known: &FxHashMap<ValueId, u64>, id: ValueId) -> Option<u64> {
    known.get(&resolve(proc, id)).copied().or_else(|| int_of(proc, id))
}
