//! The order in which blocks are selected and emitted.
//!
//! If something goes back to the root, a block of its own goes before it, in which arguments become
//! temporaries: that must happen once.

use crate::ir::{BlockId, Procedure};
use crate::support::Entity;

/// Reachable blocks in order of their ids, cold ones last. Its memory is reused.
///
/// A block is cold if every path to it takes a rare edge.
#[derive(Default)]
pub struct BlockOrder {
    order: Vec<BlockId>,
    /// For each block its place in the order, or [`UNREACHABLE`].
    places: Vec<u32>,
    first_cold: usize,
    /// 1 if there is an entry block before the root.
    entry_blocks: usize,
    work: Vec<BlockId>,
}

const UNREACHABLE: u32 = u32::MAX;
const COLD: u32 = u32::MAX - 1;
const WARM: u32 = u32::MAX - 2;

impl BlockOrder {
    /// Computes the order. One visit of each edge, at most two of those that make a cold block warm.
    pub fn compute(&mut self, proc: &Procedure) {
        self.places.clear();
        self.places.resize(proc.block_count(), UNREACHABLE);
        self.order.clear();
        self.work.clear();
        self.entry_blocks = 0;
        self.mark(proc, Procedure::ROOT, WARM);
        while let Some(block) = self.work.pop() {
            let temperature = self.places[block.index()];
            for &successor in proc.successors(block) {
                let reached = if successor.is_rare() { COLD } else { temperature };
                if successor.block() == Procedure::ROOT {
                    self.entry_blocks = 1;
                }
                self.mark(proc, successor.block(), reached);
            }
        }
        for wanted in [WARM, COLD] {
            if wanted == COLD {
                self.first_cold = self.order.len();
            }
            self.order.extend(proc.block_ids().filter(|block| self.places[block.index()] == wanted));
        }
        for (place, block) in self.order.iter().enumerate() {
            self.places[block.index()] = (place + self.entry_blocks) as u32;
        }
    }

    /// Marks a block as reached; a cold one may become warm once.
    fn mark(&mut self, proc: &Procedure, block: BlockId, reached: u32) {
        if block.index() >= proc.block_count() {
            return;
        }
        let place = &mut self.places[block.index()];
        if *place == UNREACHABLE || (*place == COLD && reached == WARM) {
            *place = reached;
            self.work.push(block);
        }
    }

    /// How many places there are.
    pub fn len(&self) -> usize {
        self.order.len() + self.entry_blocks
    }

    /// True if no order was computed yet: there is always the root.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// The block at a place; `None` for an entry block before the root.
    pub fn block(&self, place: usize) -> Option<BlockId> {
        self.order.get(place.wrapping_sub(self.entry_blocks)).copied()
    }

    /// True if an entry block comes before the root.
    pub fn has_entry_block(&self) -> bool {
        self.entry_blocks != 0
    }

    /// The place of a block in the order; `None` if it cannot be reached.
    pub fn place(&self, block: BlockId) -> Option<usize> {
        self.places.get(block.index()).copied().filter(|place| *place < WARM).map(|place| place as usize)
    }

    /// True if the block at this place of the order is cold.
    pub fn is_cold(&self, place: usize) -> bool {
        place >= self.first_cold + self.entry_blocks
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Successor;

    #[test]
    fn cold_blocks_come_last_and_unreachable_ones_not_at_all() {
        let target = crate::base::Target::baseline(crate::isa::TARGETS[0]);
        let mut proc = Procedure::new(&target);
        let blocks: Vec<BlockId> = (0..6).map(|_| proc.add_block()).collect();
        let condition = proc.add_const32(blocks[0], 1);
        proc.add_branch(blocks[0], condition, Successor::rare(blocks[1]), blocks[2]);
        proc.add_jump(blocks[1], blocks[4]);
        proc.add_branch(blocks[2], condition, blocks[3], Successor::rare(blocks[3]));
        for block in [blocks[3], blocks[4], blocks[5]] {
            proc.add_return(block, None);
        }
        let mut order = BlockOrder::default();
        order.compute(&proc);
        let found: Vec<_> = (0..order.len()).map(|place| order.block(place)).collect();
        assert_eq!(found, [0, 2, 3, 1, 4].map(|n| Some(blocks[n])));
        let cold: Vec<bool> = (0..5).map(|place| order.is_cold(place)).collect();
        assert_eq!(cold, [false, false, false, true, true]);
        assert_eq!((order.place(blocks[5]), order.place(blocks[1])), (None, Some(3)));
    }

    #[test]
    fn a_loop_to_the_root_gets_an_entry_block() {
        let target = crate::base::Target::baseline(crate::isa::TARGETS[0]);
        let mut proc = Procedure::new(&target);
        let root = proc.add_block();
        proc.add_jump(root, root);
        let mut order = BlockOrder::default();
        order.compute(&proc);
        assert!(order.has_entry_block());
        assert_eq!((order.len(), order.block(0), order.block(1)), (2, None, Some(root)));
        assert_eq!((order.place(root), order.is_cold(1)), (Some(1), false));
    }
}
