//! Natural loops.

use super::{Dominators, Graph, Order, Predecessors};
use crate::support::entity;

entity!(
    /// A loop of a [`Loops`] analysis.
    LoopId, "loop"
);

/// The natural loops of a graph: a header, and the nodes that reach it again without leaving the nodes it dominates.
///
/// Loops with the same header are one loop. A retreating edge to a node that does not dominate its source forms no
/// loop; such irreducible edges are counted.
#[derive(Clone, Debug, Default)]
pub struct Loops {
    loops: Vec<Loop>,
    /// The innermost loop of each node.
    innermost: Vec<LoopId>,
    irreducible: usize,
    /// Back edges as (preorder number of the header in the dominator tree, header, source).
    back_edges: Vec<(u32, u32, u32)>,
    work: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Loop {
    header: u32,
    parent: LoopId,
    depth: u32,
    /// Union-find link toward the outermost loop around it found so far.
    outermost: LoopId,
}

impl Loops {
    /// The loops of an empty graph.
    pub fn new() -> Loops {
        Loops::default()
    }

    /// Resets to the loops of an empty graph.
    pub fn clear(&mut self) {
        self.loops.clear();
        self.innermost.clear();
        self.irreducible = 0;
    }

    /// Computes the loops of a graph. Nearly linear in nodes and edges; without retreating edges, one pass over the
    /// edges.
    pub fn compute<G: Graph>(
        &mut self,
        graph: &G,
        order: &Order,
        predecessors: &Predecessors,
        dominators: &Dominators,
    ) {
        self.loops.clear();
        self.innermost.clear();
        self.innermost.resize(graph.len(), LoopId::INVALID);
        self.find_back_edges(graph, order, dominators);
        // Inner headers follow outer ones in the dominator tree; in descending order, inner loops are built first.
        self.back_edges.sort_unstable_by(|a, b| b.cmp(a));
        let mut i = 0;
        while let Some(&(_, header, _)) = self.back_edges.get(i) {
            let id = LoopId::new(self.loops.len() as u32);
            self.loops.push(Loop { header, parent: LoopId::INVALID, depth: 0, outermost: id });
            while let Some(&(_, other, source)) = self.back_edges.get(i)
                && other == header
            {
                self.work.push(source);
                i += 1;
            }
            self.fill(id, header, predecessors, dominators);
        }
        // A parent has a higher id than its inner loops.
        for i in (0..self.loops.len()).rev() {
            self.loops[i].depth = 1 + self.depth(self.loops[i].parent);
        }
    }

    fn find_back_edges<G: Graph>(&mut self, graph: &G, order: &Order, dominators: &Dominators) {
        self.irreducible = 0;
        self.back_edges.clear();
        for (number, node) in order.nodes().enumerate() {
            for edge in graph.successors(node) {
                let target = G::target(*edge);
                if order.number(target).is_some_and(|target| target <= number) {
                    if dominators.dominates(target, node) {
                        let edge = (dominators.tree_number(target), target as u32, node as u32);
                        self.back_edges.push(edge);
                    } else {
                        self.irreducible += 1;
                    }
                }
            }
        }
    }

    /// Adds to a loop the nodes in `work` and all nodes that reach them without passing through the header. A loop
    /// already found is added as one node.
    fn fill(&mut self, id: LoopId, header: u32, predecessors: &Predecessors, dominators: &Dominators) {
        self.innermost[header as usize] = id;
        while let Some(node) = self.work.pop() {
            let known = self.innermost[node as usize];
            let entry = if known == LoopId::INVALID {
                self.innermost[node as usize] = id;
                node
            } else {
                let outer = self.outermost(known);
                if outer == id {
                    continue;
                }
                let outer = &mut self.loops[outer.number() as usize];
                (outer.parent, outer.outermost) = (id, id);
                outer.header
            };
            if entry != header {
                let reachable = |p: &&u32| dominators.is_reachable(**p as usize);
                self.work.extend(predecessors.of(entry as usize).iter().filter(reachable));
            }
        }
    }

    /// The outermost loop found so far around a loop (union-find with path halving).
    fn outermost(&mut self, mut id: LoopId) -> LoopId {
        loop {
            let next = self.loops[id.number() as usize].outermost;
            if next == id {
                return id;
            }
            let after = self.loops[next.number() as usize].outermost;
            self.loops[id.number() as usize].outermost = after;
            id = after;
        }
    }

    /// The number of loops.
    pub fn len(&self) -> usize {
        self.loops.len()
    }

    /// True if there is no natural loop.
    pub fn is_empty(&self) -> bool {
        self.loops.is_empty()
    }

    /// All loops, inner before outer ones.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = LoopId> + ExactSizeIterator + use<> {
        (0..self.loops.len() as u32).map(LoopId::new)
    }

    /// The header of a loop; `None` for a foreign id.
    pub fn header(&self, id: LoopId) -> Option<usize> {
        self.loops.get(id.number() as usize).map(|l| l.header as usize)
    }

    /// The innermost loop around a loop.
    pub fn parent(&self, id: LoopId) -> Option<LoopId> {
        self.loops.get(id.number() as usize).map(|l| l.parent).filter(|parent| parent.is_valid())
    }

    /// The nesting depth of a loop: 1 for an outermost loop, 0 for a foreign id.
    pub fn depth(&self, id: LoopId) -> u32 {
        self.loops.get(id.number() as usize).map_or(0, |l| l.depth)
    }

    /// The innermost loop of a node.
    pub fn innermost(&self, node: usize) -> Option<LoopId> {
        self.innermost.get(node).copied().filter(|id| id.is_valid())
    }

    /// The number of loops that contain a node.
    pub fn node_depth(&self, node: usize) -> u32 {
        self.innermost(node).map_or(0, |id| self.depth(id))
    }

    /// The number of retreating edges that form no natural loop.
    pub fn irreducible_edges(&self) -> usize {
        self.irreducible
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Lists, Random, random_graph};
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    struct All(Order, Predecessors, Dominators, Loops);

    fn compute(all: &mut All, graph: &Lists) {
        all.0.compute(graph);
        all.1.compute(graph);
        all.2.compute(graph, &all.1);
        all.3.compute(graph, &all.0, &all.1, &all.2);
    }

    fn new() -> All {
        All(Order::new(), Predecessors::new(), Dominators::new(), Loops::new())
    }

    #[test]
    fn nested_loops_have_depths() {
        let mut all = new();
        // 0 -> 1 { 2 { 3 } 4 } -> 5, and 5 branches to itself.
        compute(&mut all, &Lists(vec![vec![1], vec![2], vec![3, 4], vec![2], vec![1, 5], vec![5]]));
        let loops = &all.3;
        assert_eq!((0..6).map(|n| loops.node_depth(n)).collect::<Vec<_>>(), [0, 1, 2, 2, 1, 1]);
        let inner = loops.innermost(3).unwrap();
        assert_eq!((loops.header(inner), loops.depth(inner)), (Some(2), 2));
        assert_eq!(loops.parent(inner).and_then(|id| loops.header(id)), Some(1));
        assert_eq!((loops.len(), loops.irreducible_edges()), (3, 0));
        assert_eq!((loops.header(LoopId::INVALID), loops.innermost(77)), (None, None));
    }

    #[test]
    fn irreducible_edges_are_counted() {
        let mut all = new();
        compute(&mut all, &Lists(vec![vec![1, 2], vec![2], vec![1]]));
        assert_eq!((all.3.len(), all.3.irreducible_edges()), (0, 1));
    }

    #[test]
    fn random_loops_equal_their_definition() {
        let mut random = Random(5);
        let mut all = new();
        for round in 0..400 {
            let graph = random_graph(&mut random, 1 + round % 40);
            compute(&mut all, &graph);
            let All(order, predecessors, dominators, loops) = &all;
            let mut bodies: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
            let mut irreducible = 0;
            for node in order.nodes() {
                for target in graph.0[node].iter().map(|t| *t as usize).filter(|t| *t < graph.len()) {
                    if dominators.dominates(target, node) {
                        let body = bodies.entry(target).or_default();
                        body.insert(target);
                        let mut stack = vec![node];
                        while let Some(n) = stack.pop() {
                            if dominators.is_reachable(n) && body.insert(n) {
                                stack.extend(predecessors.of(n).iter().map(|p| *p as usize));
                            }
                        }
                    } else if order.number(target) <= order.number(node) {
                        irreducible += 1;
                    }
                }
            }
            assert_eq!((loops.len(), loops.irreducible_edges()), (bodies.len(), irreducible));
            for node in 0..graph.len() {
                let around = bodies.values().filter(|body| body.contains(&node));
                assert_eq!(loops.node_depth(node) as usize, around.count(), "node {node} of {:?}", graph.0);
                let innermost = bodies.iter().filter(|(_, b)| b.contains(&node)).min_by_key(|(_, b)| b.len());
                let header = loops.innermost(node).and_then(|id| loops.header(id));
                assert_eq!(header, innermost.map(|(header, _)| *header));
            }
            for id in loops.ids() {
                assert!(loops.parent(id).is_none_or(|parent| parent > id));
            }
        }
    }

    #[test]
    fn deep_nests_are_fast() {
        let depth = 50_000u32;
        let mut all = new();
        // Headers 0..depth, then their latches from the innermost to the outermost.
        let header = |i: u32| if i < depth { vec![i + 1] } else { vec![i + 1, 2 * depth - 1 - i] };
        compute(&mut all, &Lists((0..2 * depth).map(header).collect()));
        assert_eq!((all.3.len(), all.3.node_depth(depth as usize)), (depth as usize, depth));
    }
}
