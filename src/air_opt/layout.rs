//! The order in which blocks are emitted, and who needs none.
//!
//! Runs after allocation, when it is known which blocks are empty.
//!
//! - *Threading*: an edge to a block that only jumps goes where that jump goes. A branch that then has one
//!   target is a jump.
//! - *Traces*: after a block comes, if possible, one of its successors: one of the same loop rather than one
//!   outside, then, if the client said how often blocks run, the one that is gone to more often, then the first in
//!   reverse post-order, so that what a branch skips comes before where it joins. Where a trace ends, the block that
//!   was passed over and runs most often begins the next; if nobody said how often, the deepest in loops.
//! - *Rotation*: a loop that is left from its header and continued by a jump is entered at its header but
//!   begins with the block behind it; the header then comes at the bottom, below the block that continues, and
//!   an iteration has one jump less. To enter it takes one more, so that a loop that is known to be left at once
//!   mostly stays as it is.
//! - Cold blocks come last.
//! - *Tails*: what jumps in a loop are left become copies of where they lead, if that goes on through a table.
//!
//! Requires: allocated code. Ensures: the edges, which blocks are cold, and their frequencies if any is not 1, are all
//! that order depends on.
//! Cost: nearly linear in blocks and edges; without loops, one look at each.

mod duplicate_tails;

use super::LateFrame;
use crate::air::{BlockId, Code, Opcode};
use crate::analysis::{Dominators, LoopId, Loops, Order, Predecessors};
use crate::support::{BitSet, Entity};

/// How many empty blocks an edge is threaded through.
const MAX_THREADED: usize = 16;

/// How many blocks that only lead to the exit of a loop are looked through for it.
const MAX_HEAD: usize = 4;

/// How many classes of blocks there are by how often they run. Deeper loops are as important as these.
const DEPTHS: usize = 8;

/// An order of blocks. Its memory is reused.
#[derive(Debug, Default)]
pub struct Layout {
    blocks: Vec<BlockId>,
    /// Blocks at which an innermost loop begins.
    loop_tops: BitSet,
    forwards: Vec<BlockId>,
    order: Order,
    predecessors: Predecessors,
    dominators: Dominators,
    loops: Loops,
    placed: BitSet,
    /// Headers of rotated loops.
    rotated: BitSet,
    /// Loops of which a block was placed.
    begun: BitSet,
    /// Loops that contain no other.
    innermost: BitSet,
    /// Blocks that were passed over, by how often they run.
    deferred: [Vec<u32>; DEPTHS],
    /// The client said how often blocks run.
    measured: bool,
    /// By place, in order: the block that is copied there instead of a jump to it.
    tails: Vec<(usize, BlockId)>,
}

/// A block in the order of emission.
#[derive(Clone, Copy, Debug)]
pub struct Placed {
    /// The block.
    pub block: BlockId,
    /// How many instructions the loop has that begins here and wants to be aligned; 0 if none does.
    pub loop_len: usize,
    /// What is emitted instead of the jump at its end.
    pub tail: Option<BlockId>,
}

impl Layout {
    /// Threads edges and orders the blocks.
    pub fn compute(&mut self, code: &mut Code, late: &LateFrame) {
        self.thread(code, late);
        self.measured = code.blocks.values().any(|block| block.frequency != 1.0);
        self.find_loops(code);
        let len = code.blocks.len();
        self.blocks.clear();
        for set in [&mut self.placed, &mut self.rotated, &mut self.loop_tops] {
            set.reset(len);
        }
        self.begun.reset(self.loops.len());
        let mut next = Some(0);
        while let Some(block) = next {
            self.place(code, block);
            let successor = self.successor(code, block);
            next = successor.or_else(|| self.take_deferred()).map(|block| self.enter(code, block));
        }
        let order = std::mem::take(&mut self.order);
        for block in order.nodes() {
            if !self.placed.contains(block) {
                self.place(code, block);
            }
        }
        self.order = order;
        self.duplicate_tails(code);
    }

    /// Takes the blocks as they are, without a look at what they do.
    pub fn keep(&mut self, code: &Code) {
        self.blocks.clear();
        self.blocks.extend(code.blocks.ids());
        self.loop_tops.reset(code.blocks.len());
        self.tails.clear();
    }

    /// The blocks in the order of their emission, without those that nothing reaches.
    pub fn blocks(&self) -> &[BlockId] {
        &self.blocks
    }

    /// What is emitted, in order; `aligns`: loops want to be.
    pub fn placed(&self, code: &Code, aligns: bool) -> impl Iterator<Item = Placed> {
        let loop_len = move |place| if aligns { self.loop_len(code, place) } else { 0 };
        self.blocks.iter().enumerate().map(move |(place, block)| Placed {
            block: *block,
            loop_len: loop_len(place),
            tail: self.tail(place),
        })
    }

    /// True for the first block of a loop that contains no other loop.
    pub fn is_loop_top(&self, block: BlockId) -> bool {
        self.loop_tops.contains(block.index())
    }

    /// How many instructions the loop has that begins with the block at this place of the order, up to the first block
    /// that is none of it; 0 if none begins there, see [`is_loop_top`](Self::is_loop_top).
    pub fn loop_len(&self, code: &Code, place: usize) -> usize {
        let begins = self.blocks.get(place).is_some_and(|block| self.is_loop_top(*block));
        let blocks = if begins { &self.blocks[place..] } else { &[] };
        let own = blocks.first().and_then(|block| self.loop_of(block.index()));
        let in_loop = blocks.iter().take_while(|block| self.loop_of(block.index()) == own);
        let insts = in_loop.flat_map(|block| code.block_insts(&code.blocks[*block]));
        insts.filter(|inst| inst.opcode != Opcode::Nop).count()
    }

    // ---- Threading ------------------------------------------------------------------------------------

    fn thread(&mut self, code: &mut Code, late: &LateFrame) {
        self.forwards.clear();
        self.forwards.extend(code.blocks.iter().map(|(id, block)| {
            let insts = code.block_insts(block);
            let only_jumps = insts.iter().all(|inst| matches!(inst.opcode, Opcode::Nop | Opcode::Jump));
            match block.successors[..] {
                [successor] if only_jumps && !late.begins_at(id) => successor,
                _ => id,
            }
        }));
        for id in code.blocks.ids() {
            // Blocks that jump in a circle stay where they are.
            let mut target = id;
            for _ in 0..MAX_THREADED {
                let next = self.forwards[target.index()];
                if next == target {
                    break;
                }
                target = next;
            }
            self.forwards[id.index()] = target;
        }
        for id in code.blocks.ids() {
            let block = &mut code.blocks[id];
            block.successors.iter_mut().for_each(|to| *to = self.forwards[to.index()]);
            if let [first, second] = block.successors[..]
                && first == second
                && let Some(last) = block.insts.end.checked_sub(1)
                && code.buffer.branch_to_jump(last as usize, code.target)
            {
                block.successors.truncate(1);
            }
        }
    }

    // ---- Order ----------------------------------------------------------------------------------------

    fn find_loops(&mut self, code: &Code) {
        self.order.compute(code);
        let number = |block: &BlockId| self.order.number(block.index());
        let goes_back = self.order.nodes().any(|node| {
            let here = self.order.number(node);
            code.blocks[BlockId::from_index(node)].successors.iter().any(|to| number(to) <= here)
        });
        if goes_back || self.measured {
            self.predecessors.compute(code);
        }
        if !goes_back {
            self.loops = Loops::new();
            return;
        }
        self.dominators.compute(code, &self.predecessors);
        self.loops.compute(code, &self.order, &self.predecessors, &self.dominators);
        self.innermost.reset(self.loops.len());
        for id in self.loops.ids() {
            self.innermost.insert(id.index());
        }
        for parent in self.loops.ids().filter_map(|id| self.loops.parent(id)) {
            self.innermost.remove(parent.index());
        }
    }

    fn loop_of(&self, block: usize) -> Option<LoopId> {
        if self.loops.is_empty() { None } else { self.loops.innermost(block) }
    }

    /// The class of a block by how often it runs: a loop runs eight times, if nobody said how often.
    fn importance(&self, code: &Code, block: usize) -> usize {
        if self.measured {
            // A block that runs as often as the root is of class 2.
            let exponent = (frequency(code, block).to_bits() >> 52) as i64 - 1023;
            return (exponent + 6).div_euclid(3).clamp(0, DEPTHS as i64 - 1) as usize;
        }
        let depth = self.loop_of(block).map_or(0, |id| self.loops.depth(id) as usize);
        depth.min(DEPTHS - 1)
    }

    /// How often one of a block's successors is what should come next, rather than another; 0 if nobody said.
    fn weight(&self, code: &Code, block: usize, to: usize) -> f64 {
        if !self.measured {
            return 0.0;
        }
        let is_only_way = |to: usize| self.predecessors.of(to).len() == 1;
        let here = frequency(code, block);
        let other = match code.blocks[BlockId::from_index(block)].successors[..] {
            [a, b] if a.index() == to => b.index(),
            [a, b] if b.index() == to => a.index(),
            _ => return here.min(frequency(code, to)),
        };
        let often = match (is_only_way(to), is_only_way(other)) {
            (true, _) => frequency(code, to),
            (false, true) => here - frequency(code, other),
            (false, false) => frequency(code, to).min(here),
        };
        // Elsewhere it would be jumped to and would jump back.
        let only_skipped =
            code.blocks[BlockId::from_index(to)].successors[..] == [BlockId::from_index(other)];
        if only_skipped { often * 2.0 } else { often }
    }

    /// True if the block is in the loop, or there is none. As many steps as loops are nested.
    fn is_inside(&self, block: usize, outer: Option<LoopId>) -> bool {
        let Some(outer) = outer else { return true };
        let mut inner = self.loop_of(block);
        while let Some(id) = inner {
            if id == outer {
                return true;
            }
            inner = self.loops.parent(id).filter(|_| self.loops.depth(id) > self.loops.depth(outer));
        }
        false
    }

    fn place(&mut self, code: &Code, block: usize) {
        self.placed.insert(block);
        self.blocks.push(BlockId::from_index(block));
        if let Some(id) = self.loop_of(block)
            && self.innermost.contains(id.index())
            && self.begun.insert(id.index())
            && frequency(code, block) >= 1.0
        {
            self.loop_tops.insert(block);
        }
    }

    /// The best successor to come next; the others are for later.
    fn successor(&mut self, code: &Code, block: usize) -> Option<usize> {
        let own = self.loop_of(block);
        let mut best: Option<((bool, bool, f64, usize), usize)> = None;
        for to in &code.blocks[BlockId::from_index(block)].successors {
            let node = to.index();
            if self.placed.contains(node) || code.blocks[*to].rare {
                continue;
            }
            let number = self.order.number(node).unwrap_or(usize::MAX);
            let seldom = -self.weight(code, block, node);
            let rank = (!self.is_inside(node, own), self.rotated.contains(node), seldom, number);
            let worse = match best {
                Some((best_rank, _)) if best_rank <= rank => Some(node),
                _ => best.replace((rank, node)).map(|(_, node)| node),
            };
            if let Some(worse) = worse {
                let class = self.importance(code, worse);
                self.deferred[class].push(worse as u32);
            }
        }
        best.map(|(_, node)| node)
    }

    /// Of the blocks that were passed over, one that runs most often, and of those the last.
    fn take_deferred(&mut self) -> Option<usize> {
        for blocks in self.deferred.iter_mut().rev() {
            while let Some(block) = blocks.pop() {
                if !self.placed.contains(block as usize) {
                    return Some(block as usize);
                }
            }
        }
        None
    }

    /// The block to place when a trace comes to `block`: another if that is the header of a loop to rotate.
    fn enter(&mut self, code: &Code, mut block: usize) -> usize {
        while !self.rotated.contains(block)
            && let Some(top) = self.top_of_rotation(code, block)
        {
            self.rotated.insert(block);
            let class = self.importance(code, block);
            self.deferred[class].push(block as u32);
            block = top;
        }
        block
    }

    /// For the header of a loop that some block continues with a jump, and that is left at the header or where
    /// that leads: the block of the loop that comes behind.
    fn top_of_rotation(&self, code: &Code, header: usize) -> Option<usize> {
        let id = self.loop_of(header).filter(|id| self.loops.header(*id) == Some(header))?;
        let successors = |block: usize| &code.blocks[BlockId::from_index(block)].successors[..];
        let mut bottom = header;
        for _ in 0..MAX_HEAD {
            match *successors(bottom) {
                [next] if self.predecessors.of(next.index()).len() == 1 && next.index() != header => {
                    bottom = next.index();
                }
                _ => break,
            }
        }
        let [a, b] = *successors(bottom) else { return None };
        let (a, b) = (a.index(), b.index());
        let top = match (self.is_inside(a, Some(id)), self.is_inside(b, Some(id))) {
            (true, false) => a,
            (false, true) => b,
            _ => return None,
        };
        let is_new =
            top != header && !self.placed.contains(top) && !code.blocks[BlockId::from_index(top)].rare;
        let continued = |p: &u32| self.is_inside(*p as usize, Some(id)) && successors(*p as usize).len() == 1;
        let runs = !self.measured || frequency(code, top) * 2.0 >= frequency(code, header);
        (is_new && runs && self.predecessors.of(header).iter().any(continued)).then_some(top)
    }
}

fn frequency(code: &Code, block: usize) -> f64 {
    code.blocks[BlockId::from_index(block)].frequency
}
