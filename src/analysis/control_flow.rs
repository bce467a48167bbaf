//! The analyses of one graph together, each found when it is first asked for.

use super::{Dominators, Graph, Loops, Order, Predecessors};
use std::hash::{DefaultHasher, Hasher};

bitflags::bitflags! {
    /// Which of the analyses are of the graph as it is.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    struct Known: u8 {
        const ORDER = 1;
        const PREDECESSORS = 1 << 1;
        const DOMINATORS = 1 << 2;
        const LOOPS = 1 << 3;
    }
}

/// Order, predecessors, dominators and loops of a graph. Each is found when it is asked for and holds until somebody
/// who changes an edge says so; what has not been asked for since is not of this graph.
#[derive(Clone, Debug, Default)]
pub struct ControlFlow {
    known: Known,
    /// Of the graph that is known, where debug assertions are.
    edges: u64,
    /// After [`ControlFlow::find_order`].
    pub order: Order,
    /// After [`ControlFlow::find_predecessors`].
    pub predecessors: Predecessors,
    /// After [`ControlFlow::find_dominators`].
    pub dominators: Dominators,
    /// After [`ControlFlow::find_loops`].
    pub loops: Loops,
}

impl ControlFlow {
    /// An edge or a node is not what it was, or the graph is another one: nothing is known.
    pub fn forget(&mut self) {
        self.known = Known::empty();
    }

    /// True if this was not known; it is from now on.
    fn learns<G: Graph>(&mut self, graph: &G, what: Known) -> bool {
        if cfg!(debug_assertions) {
            let edges = hash_edges(graph);
            assert!(self.known.is_empty() || self.edges == edges, "an edge has changed, and nobody said so");
            self.edges = edges;
        }
        let is_new = !self.known.contains(what);
        self.known |= what;
        is_new
    }

    /// Orders the nodes; true if they were not yet.
    pub fn find_order<G: Graph>(&mut self, graph: &G) -> bool {
        let is_new = self.learns(graph, Known::ORDER);
        if is_new {
            self.order.compute(graph);
        }
        is_new
    }

    /// Finds the predecessors; true if they were not known.
    pub fn find_predecessors<G: Graph>(&mut self, graph: &G) -> bool {
        let is_new = self.learns(graph, Known::PREDECESSORS);
        if is_new {
            self.predecessors.compute(graph);
        }
        is_new
    }

    /// Finds the dominators, and the predecessors; true if they were not known.
    pub fn find_dominators<G: Graph>(&mut self, graph: &G) -> bool {
        let is_new = self.learns(graph, Known::DOMINATORS);
        if is_new {
            self.find_predecessors(graph);
            self.dominators.compute(graph, &self.predecessors);
        }
        is_new
    }

    /// Finds the loops, and the order; true if they were not known. If there is one, predecessors and dominators are
    /// known then, too; a graph without an edge that leads back needs neither.
    pub fn find_loops<G: Graph>(&mut self, graph: &G) -> bool {
        let is_new = self.learns(graph, Known::LOOPS);
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

/// A number that two graphs with different edges hardly share.
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
    fn each_is_found_once_and_again_when_it_was_forgotten() {
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
        flow.forget();
        assert!(flow.find_loops(&straight) && flow.loops.is_empty() && flow.loops.innermost(1).is_none());
        assert_eq!(flow.order.nodes().collect::<Vec<_>>(), [0, 1]);
        assert!(flow.find_dominators(&straight) && !flow.find_predecessors(&straight));
        flow.forget();
        for find in known {
            assert!(find(&mut flow, &looping));
        }
        assert_eq!(flow.loops.innermost(2), flow.loops.innermost(1));
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "an edge has changed")]
    fn whoever_changes_an_edge_says_so() {
        let mut flow = ControlFlow::default();
        flow.find_order(&Lists(vec![vec![1], vec![]]));
        flow.find_dominators(&Lists(vec![vec![1], vec![0]]));
    }

    /// Loops are those that are found from order, predecessors and dominators, also where these are not needed.
    #[test]
    fn loops_are_those_of_the_analyses_alone() {
        let (mut random, mut flow, mut without) = (Random(11), ControlFlow::default(), 0);
        for _ in 0..2_000 {
            let graph = random_graph(&mut random, 8);
            flow.forget();
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
        assert!((100..1_900).contains(&without), "{without} of 2,000 without an edge back");
    }
}
