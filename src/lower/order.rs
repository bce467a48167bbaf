//! The order in which blocks are selected and emitted.
//!
//! If the root has predecessors, an entry block is added before it, in which arguments become temporaries: that must
//! happen once. Each edge on which a terminal's results exist gets an edge block, in which they become temporaries; it
//! has no other predecessor.

use crate::analysis::{ControlFlow, NestedOrder};
use crate::base::Type;
use crate::ir::{BlockId, Opcode, Procedure};
use crate::support::{Entity, refill};
use smallvec::SmallVec;

/// A place of the order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Node {
    /// The entry block before the root, in which arguments become temporaries.
    Entry,
    /// A block of the procedure.
    Block(BlockId),
    /// The edge from a block, whose terminal has results, to its n-th successor.
    Edge(BlockId, usize),
}

/// Number of successor edges of a block, from the first, that get edge blocks for the results of its terminal: all
/// edges of a patchpoint, and the normal edge of a call.
fn edges_with_results(proc: &Procedure, block: BlockId) -> usize {
    let last = proc.block_values(block).last().and_then(|id| proc.get_value(*id));
    match last.filter(|value| value.ty != Type::Void).map(|value| value.opcode()) {
        Some(Opcode::Patchpoint) => usize::MAX,
        Some(Opcode::CCall) => 1,
        _ => 0,
    }
}

/// True if there may be a block whose terminal has results.
fn has_results(proc: &Procedure) -> bool {
    !proc.stackmaps().is_empty() || proc.calls().values().any(|call| call.exceptional)
}

/// Reachable blocks, cold ones last, in order of ids or with loops contiguous. Its memory is reused.
///
/// A block is cold if every path to it takes a rare edge, or leads through a block that the client marked as cold.
#[derive(Default)]
pub struct BlockOrder {
    order: Vec<Node>,
    /// The place of each block in the order, or [`UNREACHABLE`].
    places: Vec<u32>,
    first_cold: usize,
    /// 1 if there is an entry block before the root, else 0.
    entry_blocks: usize,
    /// The edges with edge blocks and their places, sorted.
    edges: Vec<(BlockId, usize, usize)>,
    /// True if every block is at the place equal to its id, and there are no other places.
    is_identity: bool,
    work: Vec<BlockId>,
    nested: NestedOrder,
}

const UNREACHABLE: u32 = u32::MAX;
const COLD: u32 = u32::MAX - 1;
const WARM: u32 = u32::MAX - 2;

impl BlockOrder {
    /// Computes the order by ids. Visits each edge once, or twice if its source was cold first and then becomes warm.
    pub fn compute(&mut self, proc: &Procedure) {
        self.is_identity = self.find_plain(proc);
        if self.is_identity {
            return;
        }
        self.find(proc, (0..proc.block_count()).map(BlockId::from_index));
    }

    /// Computes an order in which loops are contiguous and values precede their uses, independent of the block ids.
    pub fn compute_nested(&mut self, proc: &Procedure, flow: &mut ControlFlow) {
        self.is_identity = false;
        let mut nested = std::mem::take(&mut self.nested);
        nested.compute(proc, flow);
        self.find(proc, nested.nodes().map(BlockId::from_index));
        self.nested = nested;
    }

    /// Finds the order by ids if every block is at the place of its id. That is the case if each block has a
    /// predecessor with a smaller id, no block is cold, the root has no predecessor, and there are no edge blocks.
    /// Returns false if not; the contents are then not usable.
    fn find_plain(&mut self, proc: &Procedure) -> bool {
        if has_results(proc) || proc.has_hints() {
            return false;
        }
        refill(&mut self.places, proc.block_count(), UNREACHABLE);
        for block in proc.block_ids() {
            if self.places[block.index()] == UNREACHABLE && block != Procedure::ROOT {
                return false;
            }
            for edge in proc.successors(block) {
                let to = edge.block();
                match self.places.get_mut(to.index()) {
                    Some(place) if !edge.is_rare() && to != Procedure::ROOT => *place = to.number(),
                    _ => return false,
                }
            }
        }
        if let Some(root) = self.places.first_mut() {
            *root = 0;
        }
        self.order.clear();
        self.order.extend(proc.block_ids().map(Node::Block));
        self.edges.clear();
        (self.first_cold, self.entry_blocks) = (self.order.len(), 0);
        true
    }

    fn find(&mut self, proc: &Procedure, blocks: impl Iterator<Item = BlockId> + Clone) {
        self.places.clear();
        self.places.resize(proc.block_count(), UNREACHABLE);
        self.order.clear();
        self.work.clear();
        self.entry_blocks = 0;
        let has_hints = proc.has_hints();
        self.mark(proc, Procedure::ROOT, WARM);
        while let Some(block) = self.work.pop() {
            let temperature = self.places[block.index()];
            for &successor in proc.successors(block) {
                let is_cold = successor.is_rare() || (has_hints && proc.is_cold(successor.block()));
                let reached = if is_cold { COLD } else { temperature };
                if successor.block() == Procedure::ROOT {
                    self.entry_blocks = 1;
                }
                self.mark(proc, successor.block(), reached);
            }
        }
        let has_results = has_results(proc);
        for wanted in [WARM, COLD] {
            if wanted == COLD {
                self.first_cold = self.order.len();
                if has_results {
                    self.add_rare_edges(proc);
                }
            }
            let blocks = blocks.clone().filter(|block| self.places[block.index()] == wanted);
            if !has_results {
                self.order.extend(blocks.map(Node::Block));
                continue;
            }
            for block in blocks {
                self.order.push(Node::Block(block));
                let edges = proc.successors(block).iter().enumerate().take(edges_with_results(proc, block));
                let here = edges.filter(|(_, edge)| wanted == COLD || !edge.is_rare());
                self.order.extend(here.map(|(n, _)| Node::Edge(block, n)));
            }
        }
        self.edges.clear();
        for (place, node) in self.order.iter().enumerate() {
            match *node {
                Node::Block(block) => self.places[block.index()] = (place + self.entry_blocks) as u32,
                Node::Edge(block, n) => self.edges.push((block, n, place + self.entry_blocks)),
                Node::Entry => {}
            }
        }
        self.edges.sort_unstable();
    }

    /// Adds the edge blocks of rare edges from blocks that are not cold.
    fn add_rare_edges(&mut self, proc: &Procedure) {
        for place in 0..self.first_cold {
            let Node::Block(block) = self.order[place] else { continue };
            let edges = proc.successors(block).iter().enumerate().take(edges_with_results(proc, block));
            self.order.extend(edges.filter(|(_, edge)| edge.is_rare()).map(|(n, _)| Node::Edge(block, n)));
        }
    }

    /// Marks a block as reached. A cold block may become warm once.
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

    /// Number of places.
    pub fn len(&self) -> usize {
        self.order.len() + self.entry_blocks
    }

    /// True if no order was computed yet. A computed order contains at least the root.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// The node at a place, which must be less than [`BlockOrder::len`].
    pub fn node(&self, place: usize) -> Node {
        self.order.get(place.wrapping_sub(self.entry_blocks)).copied().unwrap_or(Node::Entry)
    }

    /// True if an entry block comes before the root.
    pub fn has_entry_block(&self) -> bool {
        self.entry_blocks != 0
    }

    /// The place of a block in the order; `None` if it is unreachable.
    pub fn place(&self, block: BlockId) -> Option<usize> {
        self.places.get(block.index()).copied().filter(|place| *place < WARM).map(|place| place as usize)
    }

    /// Calls `f` with each successor place of a place, in the order of the block's successors.
    #[inline]
    pub fn for_each_successor(&self, proc: &Procedure, place: usize, mut f: impl FnMut(usize)) {
        let mut go = |to: BlockId| {
            if let Some(place) = self.place(to) {
                f(place);
            }
        };
        match self.node(place) {
            Node::Entry => go(Procedure::ROOT),
            Node::Block(block) if self.edges.is_empty() => {
                proc.successors(block).iter().for_each(|edge| go(edge.block()));
            }
            Node::Block(block) => {
                for (n, edge) in proc.successors(block).iter().enumerate() {
                    match self.edges.binary_search_by_key(&(block, n), |edge| (edge.0, edge.1)) {
                        // Through an edge block.
                        Ok(at) => f(self.edges[at].2),
                        Err(_) => {
                            if let Some(place) = self.place(edge.block()) {
                                f(place);
                            }
                        }
                    }
                }
            }
            Node::Edge(block, n) => {
                if let Some(edge) = proc.successors(block).get(n) {
                    go(edge.block());
                }
            }
        }
    }

    /// Like [`BlockOrder::for_each_successor`]: returns the successor places mapped by `to`.
    pub fn successors<T: Copy + Default>(
        &self,
        proc: &Procedure,
        place: usize,
        to: impl Fn(usize) -> T,
    ) -> SmallVec<[T; 2]> {
        if self.is_identity {
            match *proc.successors(BlockId::from_index(place)) {
                [a] => return SmallVec::from_buf_and_len([to(a.block().index()), T::default()], 1),
                [a, b] => return SmallVec::from_buf([a, b].map(|edge| to(edge.block().index()))),
                _ => {}
            }
        }
        let mut successors = SmallVec::new();
        self.for_each_successor(proc, place, |place| successors.push(to(place)));
        successors
    }

    /// The execution frequency of a place.
    pub fn frequency(&self, proc: &Procedure, place: usize) -> f64 {
        match self.node(place) {
            Node::Entry => proc.frequency(Procedure::ROOT),
            Node::Block(block) => proc.frequency(block),
            Node::Edge(block, n) => {
                let to = proc.successors(block).get(n).map_or(block, |edge| edge.block());
                proc.frequency(block).min(proc.frequency(to))
            }
        }
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
    fn cold_blocks_are_last_and_unreachable_blocks_are_dropped() {
        let target = crate::base::Target::baseline(crate::isa::TARGETS[0]);
        let mut proc = Procedure::new(&target);
        let blocks: Vec<BlockId> = (0..6).map(|_| proc.add_block()).collect();
        let condition = proc.at(blocks[0]).const32(1);
        proc.at(blocks[0]).branch(condition, Successor::rare(blocks[1]), blocks[2]);
        proc.at(blocks[1]).jump(blocks[4]);
        proc.at(blocks[2]).branch(condition, blocks[3], Successor::rare(blocks[3]));
        for block in [blocks[3], blocks[4], blocks[5]] {
            proc.at(block).ret([]);
        }
        let mut order = BlockOrder::default();
        order.compute(&proc);
        let found: Vec<_> = (0..order.len()).map(|place| order.node(place)).collect();
        assert_eq!(found, [0, 2, 3, 1, 4].map(|n| Node::Block(blocks[n])));
        let cold: Vec<bool> = (0..5).map(|place| order.is_cold(place)).collect();
        assert_eq!(cold, [false, false, false, true, true]);
        assert_eq!((order.place(blocks[5]), order.place(blocks[1])), (None, Some(3)));
    }

    #[test]
    fn cold_blocks_are_last_in_id_order() {
        let target = crate::base::Target::baseline(crate::isa::TARGETS[0]);
        let mut proc = Procedure::new(&target);
        let blocks: Vec<BlockId> = (0..3).map(|_| proc.add_block()).collect();
        let condition = proc.at(blocks[0]).const32(1);
        proc.at(blocks[0]).branch(condition, Successor::rare(blocks[1]), blocks[2]);
        for block in [blocks[1], blocks[2]] {
            proc.at(block).ret([]);
        }
        let mut order = BlockOrder::default();
        order.compute(&proc);
        let found: Vec<_> = (0..order.len()).map(|place| (order.node(place), order.is_cold(place))).collect();
        let expected = [(0, false), (2, false), (1, true)].map(|(n, cold)| (Node::Block(blocks[n]), cold));
        assert_eq!(found, expected);
    }

    #[test]
    fn forward_and_back_edges_keep_id_order() {
        let target = crate::base::Target::baseline(crate::isa::TARGETS[0]);
        // A block without predecessors, and a block whose only predecessor has a larger id.
        for [first, second] in [[1, 2], [3, 2], [2, 2]] {
            let mut proc = Procedure::new(&target);
            let blocks: Vec<BlockId> = (0..4).map(|_| proc.add_block()).collect();
            let condition = proc.at(blocks[0]).const32(1);
            proc.at(blocks[0]).branch(condition, blocks[first], blocks[second]);
            proc.at(blocks[1]).jump(blocks[2]);
            proc.at(blocks[2]).branch(condition, blocks[2], blocks[3]);
            let end =
                if first == 3 { proc.at(blocks[3]).jump(blocks[1]) } else { proc.at(blocks[3]).ret([]) };
            assert!(end.is_valid());
            let mut order = BlockOrder::default();
            order.compute(&proc);
            let expected: Vec<Node> =
                blocks.iter().filter(|b| first != 2 || **b != blocks[1]).map(|b| Node::Block(*b)).collect();
            let found: Vec<_> = (0..order.len()).map(|place| order.node(place)).collect();
            assert_eq!((found, order.is_identity), (expected, first == 1));
            for place in 0..order.len() {
                let mut successors = vec![];
                order.for_each_successor(&proc, place, |to| successors.push(to));
                assert_eq!(order.successors(&proc, place, |to| to).to_vec(), successors);
                let own = order.node(place);
                let reaches = |to: &usize| match (own, order.node(*to)) {
                    (Node::Block(from), Node::Block(to)) => {
                        proc.successors(from).iter().any(|edge| edge.block() == to)
                    }
                    _ => false,
                };
                assert!(successors.iter().all(reaches));
            }
        }
    }

    /// The loop exit has a smaller id than the loop body, and the join in the body than its predecessors.
    #[test]
    fn nested_order_keeps_loops_contiguous() {
        let target = crate::base::Target::baseline(crate::isa::TARGETS[0]);
        let mut proc = Procedure::new(&target);
        let blocks: Vec<BlockId> = (0..7).map(|_| proc.add_block()).collect();
        let [root, exit, header, meeting, left, right, cold] = blocks[..] else { panic!("seven") };
        let condition = proc.at(root).const32(1);
        proc.at(root).jump(header);
        proc.at(header).branch(condition, exit, left);
        proc.at(left).branch(condition, right, Successor::rare(cold));
        proc.at(cold).jump(meeting);
        proc.at(right).jump(meeting);
        proc.at(meeting).jump(header);
        proc.at(exit).ret([]);
        let mut order = BlockOrder::default();
        let places = |order: &BlockOrder| (0..order.len()).map(|place| order.node(place)).collect::<Vec<_>>();
        order.compute(&proc);
        assert_eq!(places(&order), [root, exit, header, meeting, left, right, cold].map(Node::Block));
        order.compute_nested(&proc, &mut ControlFlow::default());
        assert_eq!(places(&order), [root, header, left, right, meeting, exit, cold].map(Node::Block));
        assert!(order.is_cold(6) && !order.is_cold(5));
    }

    #[test]
    fn a_loop_to_the_root_gets_an_entry_block() {
        let target = crate::base::Target::baseline(crate::isa::TARGETS[0]);
        let mut proc = Procedure::new(&target);
        let root = proc.add_block();
        proc.at(root).jump(root);
        let mut order = BlockOrder::default();
        order.compute(&proc);
        assert!(order.has_entry_block());
        assert_eq!((order.len(), order.node(0), order.node(1)), (2, Node::Entry, Node::Block(root)));
        assert_eq!((order.place(root), order.is_cold(1)), (Some(1), false));
    }

    #[test]
    fn a_terminal_with_results_has_a_block_on_each_edge() {
        use crate::base::{EffectFlags, Effects};
        let target = crate::base::Target::baseline(crate::isa::TARGETS[0]);
        let mut proc = Procedure::new(&target);
        let blocks: Vec<BlockId> = (0..3).map(|_| proc.add_block()).collect();
        let effects = Effects::of(EffectFlags::TERMINAL);
        let map = crate::ir::Stackmap { effects, ..Default::default() };
        proc.at(blocks[0]).stackmap_value(Opcode::Patchpoint, Type::Int32, &[], map.clone());
        let successors = [Successor::rare(blocks[1]), blocks[2].into(), blocks[2].into()];
        proc.set_successors(blocks[0], &successors);
        proc.at(blocks[1]).ret([]);
        proc.at(blocks[2]).stackmap_value(Opcode::Patchpoint, Type::Void, &[], map);
        proc.set_successors(blocks[2], &[blocks[1].into()]);
        let mut order = BlockOrder::default();
        order.compute(&proc);
        let found: Vec<_> = (0..order.len()).map(|place| order.node(place)).collect();
        let [a, b, c] = [0, 1, 2].map(|n| Node::Block(blocks[n]));
        let [rare, second, third] = [0, 1, 2].map(|n| Node::Edge(blocks[0], n));
        assert_eq!(found, [a, second, third, b, c, rare]);
        let leads = [0, 1, 2, 3, 4, 5].map(|place| {
            let mut successors = vec![];
            order.for_each_successor(&proc, place, |to| successors.push(to));
            successors
        });
        assert_eq!(leads, [vec![5, 1, 2], vec![4], vec![4], vec![], vec![3], vec![3]]);
    }
}
