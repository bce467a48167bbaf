//! A cache of the analyses of one graph, each computed on demand.

use super::{Dominators, Graph, Loops, Order, Predecessors};
use std::hash::{DefaultHasher, Hasher};

bitflags::bitflags! {
    /// The analyses that are valid for the current graph.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    struct Valid: u8 {
        const ORDER = 1;
        const PREDECESSORS = 1 << 1;
        const DOMINATORS = 1 << 2;
        const LOOPS = 1 << 3;
    }
}

/// Caches the order, predecessors, dominators and loops of a graph.
///
/// Each analysis is computed on demand and stays valid until [`ControlFlow::invalidate`], which must be called after
/// each change of an edge. The public fields are meaningful only after the `find_` method of the same name.
#[derive(Clone, Debug, Default)]
pub struct ControlFlow {
    known: Valid,
    /// A hash of the edges of the analyzed graph; used by debug assertions only.
    edges: u64,
    /// Valid after [`ControlFlow::find_order`].
    pub order: Order,
    /// Valid after [`ControlFlow::find_predecessors`].
    pub predecessors: Predecessors,
    /// Valid after [`ControlFlow::find_dominators`].
    pub dominators: Dominators,
    /// Valid after [`ControlFlow::find_loops`].
    pub loops: Loops,
}

impl ControlFlow {
    /// Invalidates all analyses: an edge or node has changed, or another graph follows.
    pub fn invalidate(&mut self) {
        self.known = Valid::empty();
    }

    /// Marks an analysis as valid; true if it was not. With debug assertions, checks that the edges have not changed.
    fn mark_valid<G: Graph>(&mut self, graph: &G, what: Valid) -> bool {
        if cfg!(debug_assertions) {
            let edges = hash_edges(graph);
            assert!(self.known.is_empty() || self.edges == edges, "an edge has changed without invalidation");
            self.edges = edges;
        }
        let is_new = !self.known.contains(what);
        self.known |= what;
        is_new
    }

    /// Computes the order; true if it was not valid.
    pub fn find_order<G: Graph>(&mut self, graph: &G) -> bool {
        let is_new = self.mark_valid(graph, Valid::ORDER);
        if is_new {
            self.order.compute(graph);
        }
        is_new
    }

    /// Computes the predecessors; true if they were not valid.
    pub fn find_predecessors<G: Graph>(&mut self, graph: &G) -> bool {
        let is_new = self.mark_valid(graph, Valid::PREDECESSORS);
        if is_new {
            self.predecessors.compute(graph);
        }
        is_new
    }

    /// Computes the dominators and the predecessors; true if the dominators were not valid.
    pub fn find_dominators<G: Graph>(&mut self, graph: &G) -> bool {
        let is_new = self.mark_valid(graph, Valid::DOMINATORS);
        if is_new {
            self.find_predecessors(graph);
            self.dominators.compute(graph, &self.predecessors);
        }
        is_new
    }

    /// Computes the loops and the order; true if the loops were not valid. Predecessors and dominators are computed too
    /// if the graph has a retreating edge; without one there are no loops.
    pub fn find_loops<G: Graph>(&mut self, graph: &G) -> bool {
        let is_new = self.mark_valid(graph, Valid::LOOPS);
        if is_new {
            self.find_order(graph);
            if self.order.has_retreating_edge(graph) {
                self.find_dominators(graph);
                self.loops.compute(graph, &self.order, &self.predecessors, &self.dominators);
            } else {
                self.loops.clear();
            }
        }
        is_new
    }
}

/// Hash of all edges, to detect changes.
fn hash_edges<G: Graph>(graph: &G) -> u64 {
    let mut hasher = DefaultHasher::new();
    for node in 0..graph.len() {
        hasher.write_usize(node);
        graph.successors(node).iter().for_each(|edge| hasher.write_usize(G::target(*edge)));
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Lists, Random, random_graph};
    use super::*;

    #[test]
    fn analyses_are_cached_until_invalidated() {
        let (looping, straight) =
            (Lists(vec![vec![1], vec![2], vec![1, 3], vec![]]), Lists(vec![vec![1], vec![]]));
        let mut flow = ControlFlow::default();
        assert!(flow.find_loops(&looping) && flow.loops.len() == 1);
        assert!(flow.dominators.dominates(1, 3));
        let known = [
            ControlFlow::find_order::<Lists>,
            ControlFlow::find_predecessors,
            ControlFlow::find_dominators,
            ControlFlow::find_loops,
        ];
        for find in known {
            assert!(!find(&mut flow, &looping));
        }
        flow.invalidate();
        assert!(flow.find_loops(&straight) && flow.loops.is_empty() && flow.loops.innermost(1).is_none());
        assert_eq!(flow.order.nodes().collect::<Vec<_>>(), [0, 1]);
        assert!(flow.find_dominators(&straight) && !flow.find_predecessors(&straight));
        flow.invalidate();
        for find in known {
            assert!(find(&mut flow, &looping));
        }
        assert_eq!(flow.loops.innermost(2), flow.loops.innermost(1));
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "an edge has changed")]
    fn a_stale_cache_is_detected() {
        let mut flow = ControlFlow::default();
        flow.find_order(&Lists(vec![vec![1], vec![]]));
        flow.find_dominators(&Lists(vec![vec![1], vec![0]]));
    }

    /// Compares the cached loops with those computed from order, predecessors and dominators directly, also for acyclic
    /// graphs, for which the cache skips these.
    #[test]
    fn cached_loops_equal_direct_loops() {
        let (mut random, mut flow, mut without) = (Random(11), ControlFlow::default(), 0);
        for _ in 0..2_000 {
            let graph = random_graph(&mut random, 8);
            flow.invalidate();
            flow.find_loops(&graph);
            let (mut order, mut predecessors, mut dominators, mut loops) =
                (Order::new(), Predecessors::default(), Dominators::default(), Loops::new());
            order.compute(&graph);
            predecessors.compute(&graph);
            dominators.compute(&graph, &predecessors);
            loops.compute(&graph, &order, &predecessors, &dominators);
            without += usize::from(!order.has_retreating_edge(&graph));
            for node in 0..graph.len() {
                let header =
                    |loops: &Loops| loops.innermost(node).map(|id| (loops.header(id), loops.depth(id)));
                assert_eq!(header(&flow.loops), header(&loops), "{:?}", graph.0);
            }
        }
        assert!((100..1_900).contains(&without), "{without} of 2,000 without a retreating edge");
    }
}
