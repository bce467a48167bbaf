//! Block layout: the order in which blocks are emitted, and which blocks are dropped.
//!
//! Runs after allocation, when it is known which blocks are empty.
//!
//! - *Jump threading*: an edge to a block that only jumps is redirected to the target of that jump. A branch whose
//!   successors become equal becomes a jump.
//! - *Traces*: a block is followed by one of its successors if possible. The preference is for a successor in the same
//!   loop, then for the more frequent edge if the client gave frequencies, then for the first in reverse post-order, so
//!   that the code that a branch skips precedes the join. Where a trace ends, the most frequent block that was passed
//!   over starts the next one; without frequencies, the one in the deepest loop.
//! - *Loop rotation*: applies to a loop that exits at its header and has a jump as back edge. The layout puts the
//!   header at the bottom, after the latch, which saves one jump per iteration and costs one at loop entry. A loop that
//!   mostly exits at once according to its frequencies is not rotated.
//! - Cold blocks are placed last.
//! - *Tail duplication*: jumps left in a loop become copies of their target if it ends with a jump through a table.
//!
//! Requires: allocated code. Ensures: the order depends only on edges, cold blocks and, unless all are 1, block
//! frequencies. Cost: nearly linear in blocks and edges; one scan of each without loops.

mod duplicate_tails;

use super::ShrinkWrap;
use crate::air::{BlockId, Code, Opcode};
use crate::analysis::{Dominators, LoopId, Loops, Order, Predecessors};
use crate::support::{BitSet, Entity};

/// Maximum number of empty blocks that an edge is threaded through.
const MAX_THREADED: usize = 16;

/// Maximum number of straight-line blocks between a loop's header and its exit branch.
const MAX_HEADER_BLOCKS: usize = 4;

/// Maximum number of enclosing loops that are compared for a block, so that deep nests take linear time.
const MAX_DEPTH: usize = 32;

/// Number of frequency classes of blocks. Loops nested deeper are in the last class.
const FREQUENCY_CLASSES: usize = 8;

/// An order of blocks. Reused across procedures to keep its memory.
#[derive(Debug, Default)]
pub struct Layout {
    blocks: Vec<BlockId>,
    /// First blocks of innermost loops.
    loop_tops: BitSet,
    forwards: Vec<BlockId>,
    order: Order,
    predecessors: Predecessors,
    dominators: Dominators,
    loops: Loops,
    placed: BitSet,
    /// Headers of rotated loops.
    rotated: BitSet,
    /// Loops of which a block is placed.
    begun: BitSet,
    /// Loops that contain no other.
    innermost: BitSet,
    /// Blocks that were passed over, by frequency class.
    deferred: [Vec<u32>; FREQUENCY_CLASSES],
    /// True if the client gave block frequencies.
    has_frequencies: bool,
    /// In order of place: the place, and the block copied there instead of a jump to it.
    tails: Vec<(usize, BlockId)>,
}

/// A block in the order of emission.
#[derive(Clone, Copy, Debug)]
pub struct Placed {
    /// The block.
    pub block: BlockId,
    /// Number of instructions of the loop that begins here and is to be aligned; 0 if there is none.
    pub loop_len: usize,
    /// The block that is emitted instead of the jump at the end of this one.
    pub tail: Option<BlockId>,
}

impl Layout {
    /// Threads edges and orders the blocks.
    pub fn compute(&mut self, code: &mut Code, shrink_wrap: &ShrinkWrap) {
        self.thread(code, shrink_wrap);
        self.has_frequencies = code.blocks.values().any(|block| block.frequency != 1.0);
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

    /// Keeps the blocks in their given order, without analysis.
    pub fn keep(&mut self, code: &Code) {
        self.blocks.clear();
        self.blocks.extend(code.blocks.ids());
        self.loop_tops.reset(code.blocks.len());
        self.tails.clear();
    }

    /// The blocks in order of emission, without unreachable ones.
    pub fn blocks(&self) -> &[BlockId] {
        &self.blocks
    }

    /// The blocks in order of emission; `aligns` is true if loops are to be aligned.
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

    /// Number of instructions of the innermost loop whose first block is at this place of the order, up to the first
    /// block outside the loop; 0 if none begins there, see [`is_loop_top`](Self::is_loop_top).
    pub fn loop_len(&self, code: &Code, place: usize) -> usize {
        let begins = self.blocks.get(place).is_some_and(|block| self.is_loop_top(*block));
        let blocks = if begins { &self.blocks[place..] } else { &[] };
        let own = blocks.first().and_then(|block| self.loop_of(block.index()));
        let in_loop = blocks.iter().take_while(|block| self.loop_of(block.index()) == own);
        let insts = in_loop.flat_map(|block| code.block_insts(&code.blocks[*block]));
        insts.filter(|inst| inst.opcode != Opcode::Nop).count()
    }

    // ---- Threading ------------------------------------------------------------------------------------

    fn thread(&mut self, code: &mut Code, shrink_wrap: &ShrinkWrap) {
        self.forwards.clear();
        self.forwards.extend(code.blocks.iter().map(|(id, block)| {
            let insts = code.block_insts(block);
            let only_jumps = insts.iter().all(|inst| matches!(inst.opcode, Opcode::Nop | Opcode::Jump));
            match block.successors[..] {
                [successor] if only_jumps && !shrink_wrap.has_prologue_at(id) => successor,
                _ => id,
            }
        }));
        for id in code.blocks.ids() {
            // Blocks in a cycle of jumps stay unthreaded.
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
        if goes_back || self.has_frequencies {
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

    /// The frequency class of a block. Without frequencies, a loop is assumed to run eight iterations.
    fn frequency_class(&self, code: &Code, block: usize) -> usize {
        if self.has_frequencies {
            // A block as frequent as the root is in class 2.
            let exponent = (frequency(code, block).to_bits() >> 52) as i64 - 1023;
            return (exponent + 6).div_euclid(3).clamp(0, FREQUENCY_CLASSES as i64 - 1) as usize;
        }
        let depth = self.loop_of(block).map_or(0, |id| self.loops.depth(id) as usize);
        depth.min(FREQUENCY_CLASSES - 1)
    }

    /// The frequency of the edge to `to`: the benefit of placing `to` next. 0 without frequencies.
    fn weight(&self, code: &Code, block: usize, to: usize) -> f64 {
        if !self.has_frequencies {
            return 0.0;
        }
        let has_single_predecessor = |to: usize| self.predecessors.of(to).len() == 1;
        let here = frequency(code, block);
        let other = match code.blocks[BlockId::from_index(block)].successors[..] {
            [a, b] if a.index() == to => b.index(),
            [a, b] if b.index() == to => a.index(),
            _ => return here.min(frequency(code, to)),
        };
        let often = match (has_single_predecessor(to), has_single_predecessor(other)) {
            (true, _) => frequency(code, to),
            (false, true) => here - frequency(code, other),
            (false, false) => frequency(code, to).min(here),
        };
        // Placed elsewhere, the block would need a jump to it and one back.
        let only_skipped =
            code.blocks[BlockId::from_index(to)].successors[..] == [BlockId::from_index(other)];
        if only_skipped { often * 2.0 } else { often }
    }

    /// True if the block is in the loop `outer`, at most [`MAX_DEPTH`] loops deeper, or `outer` is `None`.
    fn is_inside(&self, block: usize, outer: Option<LoopId>) -> bool {
        let Some(outer) = outer else { return true };
        let mut inner = self.loop_of(block);
        for _ in 0..MAX_DEPTH {
            match inner {
                Some(id) if id != outer => {
                    inner = self.loops.parent(id).filter(|_| self.loops.depth(id) > self.loops.depth(outer));
                }
                found => return found.is_some(),
            }
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

    /// Returns the best successor to place next and defers the others.
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
                let class = self.frequency_class(code, worse);
                self.deferred[class].push(worse as u32);
            }
        }
        best.map(|(_, node)| node)
    }

    /// Returns the last deferred block of the highest frequency class.
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

    /// The block to place when a trace reaches `block`: another one if `block` is the header of a loop to rotate.
    fn enter(&mut self, code: &Code, mut block: usize) -> usize {
        while !self.rotated.contains(block)
            && let Some(top) = self.top_of_rotation(code, block)
        {
            self.rotated.insert(block);
            let class = self.frequency_class(code, block);
            self.deferred[class].push(block as u32);
            block = top;
        }
        block
    }

    /// The block of the loop to place first instead of `header`, if the loop is to be rotated. The loop needs a latch
    /// that ends with a jump, and an exit at the header or at the end of the straight-line blocks that follow it.
    fn top_of_rotation(&self, code: &Code, header: usize) -> Option<usize> {
        let id = self.loop_of(header).filter(|id| self.loops.header(*id) == Some(header))?;
        let successors = |block: usize| &code.blocks[BlockId::from_index(block)].successors[..];
        let mut bottom = header;
        for _ in 0..MAX_HEADER_BLOCKS {
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
        let runs = !self.has_frequencies || frequency(code, top) * 2.0 >= frequency(code, header);
        (is_new && runs && self.predecessors.of(header).iter().any(continued)).then_some(top)
    }
}

fn frequency(code: &Code, block: usize) -> f64 {
    code.blocks[BlockId::from_index(block)].frequency
}
