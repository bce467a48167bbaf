//! Computes where it is rare what only rare blocks use.
//!
//! Turn this: `#0: @1 = Mul(@0, 12); Branch(@2, #1, #2:rare); #2: Return(@1)`
//! Into this: `#0: Branch(@2, #1, #2:rare); #2: @1 = Mul(@0, 12); Return(@1)`
//!
//! Blocks are visited in post-order and their values from the last on, so that users come before what they use. By then it
//! is known which block is the last to dominate all uses of a value; from there up, the first is taken in front of which
//! the value is not needed and that is much rarer than where it is: it runs [`LESS`] times as often at most, or only rare
//! edges lead to it, or it is behind a loop in which the value is computed of one other. What the operands of a value that
//! moved are needed for moves with it, and so they follow.
//!
//! - What moves does nothing but compute: it writes and reads no memory that may change, and leaves nowhere. That it runs
//!   less often is no matter for a division or a load that must not run elsewhere.
//! - Nothing moves into a loop that it is not in.
//! - References and what is computed of them stay, and so does what an exit state names, which may be used in many places.
//! - What has no operands stays: selection makes it where it is used.
//!
//! - Requires: valid IR. Dominators, which it finds, and loops if there are edges back.
//! - Ensures: valid IR that means the same.
//! - Keeps: ids, edges, frequencies.
//! - Cost: one visit of each value and use, and at most [`MAX_CLIMB`] steps up the dominator tree for one that looks for
//!   its place. None of that if no block is rarer than the first.
//! - Source: code sinking as in LLVM's Sink and in section 9.5 of Muchnick's "Advanced Compiler Design"; on a dominator
//!   tree as in Click's global code motion (PLDI 1995), whose late schedule this is.

use super::context::{Context, KIND, visit_states};
use crate::analysis::LoopId;
use crate::base::{EffectFlags, Type};
use crate::ir::validate::Contents;
use crate::ir::{BlockId, Opcode, Procedure, Value, ValueId};
use crate::support::{BitSet, Entity};

/// A value moves to a block that runs at most this often for each time that it is computed.
const LESS: f64 = 0.4;
/// So many dominators are looked at.
const MAX_CLIMB: usize = 16;

/// A value that moves.
#[derive(Clone, Copy, Debug)]
struct Move {
    to: BlockId,
    id: ValueId,
}

/// Which block is the last to dominate all uses.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Uses {
    #[default]
    None,
    Below(BlockId),
    /// It does not matter: the value stays.
    Anywhere,
}

/// What the pass works in.
#[derive(Debug, Default)]
pub(super) struct SinkWork {
    /// By value.
    uses: Vec<Uses>,
    /// Blocks that can be reached by edges that are not rare.
    warm: BitSet,
    moves: Vec<Move>,
    /// Values that nobody uses.
    dead: Vec<ValueId>,
    /// Values that are not where they were.
    gone: BitSet,
}

/// Runs the pass.
pub(super) fn sink_values(proc: &mut Procedure, cx: &mut Context) {
    let mut work = cx.scratch.take::<SinkWork>();
    cx.work += proc.block_count() as u64;
    if work.find_warm(proc, cx) {
        work.visit_blocks(proc, cx);
        work.take_out(proc, cx);
        work.put_in(proc, cx);
    }
    cx.scratch.put(work);
}

impl SinkWork {
    /// Finds the blocks that can be reached without rare edges; false if none can be rarer than another.
    fn find_warm(&mut self, proc: &Procedure, cx: &mut Context) -> bool {
        self.warm.reset(proc.block_count());
        self.warm.insert(Procedure::ROOT.index());
        cx.scratch.blocks.clear();
        cx.scratch.blocks.push(Procedure::ROOT);
        let (mut least, mut most, mut has_rare) = (f64::INFINITY, 0.0f64, false);
        while let Some(block) = cx.scratch.blocks.pop() {
            let frequency = proc.frequency(block);
            (least, most) = (least.min(frequency), most.max(frequency));
            for edge in proc.successors(block) {
                has_rare |= edge.is_rare();
                if !edge.is_rare() && self.warm.insert(edge.block().index()) {
                    cx.scratch.blocks.push(edge.block());
                }
            }
        }
        has_rare || least <= most * LESS || cx.contents.contains(Contents::BACKWARD_EDGES)
    }

    /// Finds what moves.
    fn visit_blocks(&mut self, proc: &Procedure, cx: &mut Context) {
        cx.find_dominators(proc);
        if cx.contents.contains(Contents::BACKWARD_EDGES) {
            cx.find_loops(proc);
        }
        self.uses.clear();
        self.uses.resize(proc.value_count(), Uses::None);
        self.gone.reset(proc.value_count());
        self.moves.clear();
        self.dead.clear();
        visit_states(proc, |id| self.uses[id.index()] = Uses::Anywhere);
        for block in proc.block_ids().filter(|block| !cx.flow.dominators.is_reachable(block.index())) {
            for id in proc.block_values(block) {
                proc.children(*id).iter().for_each(|child| self.uses[child.index()] = Uses::Anywhere);
            }
        }
        cx.flow.find_order(proc);
        cx.scratch.blocks.clear();
        cx.scratch.blocks.extend(cx.flow.order.nodes().rev().map(BlockId::from_index));
        for at in 0..cx.scratch.blocks.len() {
            let block = cx.scratch.blocks[at];
            for &id in proc.block_values(block).iter().rev() {
                let value = proc.value(id);
                let mut at = block;
                match self.uses[id.index()] {
                    Uses::None if only_computes(proc, value) => {
                        self.dead.push(id);
                        self.gone.insert(id.index());
                        continue;
                    }
                    Uses::Below(last) if last != block && only_computes(proc, value) => {
                        if let Some(to) = self.place(proc, cx, value, block, last) {
                            self.moves.push(Move { to, id });
                            self.gone.insert(id.index());
                            at = to;
                        }
                    }
                    _ => {}
                }
                for child in proc.children_of(value) {
                    self.use_at(cx, *child, at);
                }
            }
            cx.work += proc.block_values(block).len() as u64;
        }
    }

    /// A value is used in a block.
    fn use_at(&mut self, cx: &Context, id: ValueId, block: BlockId) {
        let uses = &mut self.uses[id.index()];
        *uses = match *uses {
            Uses::None => Uses::Below(block),
            Uses::Below(last) => common(cx, last, block).map_or(Uses::Anywhere, Uses::Below),
            Uses::Anywhere => Uses::Anywhere,
        };
    }

    /// The block that a value moves to from where it is, if all its uses are below another.
    fn place(
        &self,
        proc: &Procedure,
        cx: &Context,
        value: &Value,
        from: BlockId,
        mut to: BlockId,
    ) -> Option<BlockId> {
        let has_loops = cx.contents.contains(Contents::BACKWARD_EDGES);
        let depth = |block: BlockId| if has_loops { cx.flow.loops.node_depth(block.index()) } else { 0 };
        let is_constant = |id: &&ValueId| proc.value(**id).opcode().is_constant();
        let children = proc.children_of(value);
        let is_of_one = children.len() - children.iter().filter(is_constant).count() <= 1;
        for _ in 0..MAX_CLIMB {
            if to == from {
                return None;
            }
            let is_cold = self.warm.contains(from.index()) && !self.warm.contains(to.index());
            let is_rarer = is_cold || proc.frequency(to) <= proc.frequency(from) * LESS;
            let is_behind = depth(to) < depth(from) && is_of_one;
            if (is_rarer || is_behind) && is_in_loop_of(cx, from, to) {
                return Some(to);
            }
            to = BlockId::from_index(cx.flow.dominators.immediate_dominator(to.index())?);
        }
        None
    }

    /// Takes what moves out of its blocks, and removes what nobody uses.
    fn take_out(&self, proc: &mut Procedure, cx: &mut Context) {
        if self.moves.is_empty() {
            return;
        }
        self.dead.iter().for_each(|id| proc.replace_with_nop(*id));
        for block in proc.block_ids() {
            let values = proc.block_values(block);
            if values.iter().any(|id| self.gone.contains(id.index())) {
                cx.scratch.kept.clear();
                cx.scratch.kept.extend(values.iter().filter(|id| !self.gone.contains(id.index())));
                proc.set_block_values(block, &cx.scratch.kept);
            }
        }
    }

    /// Puts it behind the Phis of the blocks that need it.
    fn put_in(&mut self, proc: &mut Procedure, cx: &mut Context) {
        // What moved last is used by what moved before.
        self.moves.reverse();
        self.moves.sort_by_key(|m| m.to);
        for to_block in self.moves.chunk_by(|a, b| a.to == b.to) {
            let values = proc.block_values(to_block[0].to);
            let phis = values.iter().take_while(|id| proc.value(**id).opcode() == Opcode::Phi).count();
            cx.scratch.kept.clear();
            cx.scratch.kept.extend_from_slice(&values[..phis]);
            cx.scratch.kept.extend(to_block.iter().map(|m| m.id));
            cx.scratch.kept.extend_from_slice(&values[phis..]);
            proc.set_block_values(to_block[0].to, &cx.scratch.kept);
            cx.work += cx.scratch.kept.len() as u64;
        }
    }
}

/// The last block that dominates both, if it is near.
fn common(cx: &Context, mut a: BlockId, b: BlockId) -> Option<BlockId> {
    let dominators = &cx.flow.dominators;
    if dominators.dominates(b.index(), a.index()) {
        return Some(b);
    }
    for _ in 0..MAX_CLIMB {
        if dominators.dominates(a.index(), b.index()) {
            return Some(a);
        }
        a = BlockId::from_index(dominators.immediate_dominator(a.index())?);
    }
    None
}

/// True if all loops around `to` are around `from`.
fn is_in_loop_of(cx: &Context, from: BlockId, to: BlockId) -> bool {
    if !cx.contents.contains(Contents::BACKWARD_EDGES) {
        return true;
    }
    let loops = &cx.flow.loops;
    let Some(inner) = loops.innermost(to.index()) else { return true };
    let around = std::iter::successors(loops.innermost(from.index()), |id: &LoopId| loops.parent(*id));
    around.take(MAX_CLIMB).any(|id| id == inner)
}

/// True for what does nothing but compute a value of others, wherever it may do so.
fn only_computes(proc: &Procedure, value: &Value) -> bool {
    let children = proc.children_of(value);
    let is_fixed = matches!(value.opcode(), Opcode::Opaque | Opcode::Extract);
    if value.ty == Type::Void || children.is_empty() || is_fixed || value.flags.intersects(KIND) {
        return false;
    }
    let effects = proc.effects_of(value);
    effects.reads.is_empty()
        && effects.writes.is_empty()
        && EffectFlags::CONTROL_DEPENDENT.contains(effects.flags)
        && children.iter().all(|id| !proc.value(*id).flags.intersects(KIND))
}
