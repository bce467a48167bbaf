//! Orders, predecessors, dominators and loops of any graph.
//!
//! A graph is whatever can list the edges out of a node; nodes are numbers below its length. Each analysis is
//! a struct that is computed again for the next graph, so its memory is allocated once. All of them tolerate
//! unreachable nodes, irreducible flow, several edges between two nodes, and edges that lead nowhere (which
//! they ignore); none recurses.

mod control_flow;
mod dominators;
mod forward;
mod loops;
mod nested;
mod order;
mod predecessors;

pub use control_flow::ControlFlow;
pub use dominators::Dominators;
pub use forward::ForwardDominators;
pub use loops::{LoopId, Loops};
pub use nested::NestedOrder;
pub use order::Order;
pub use predecessors::Predecessors;

/// A directed graph with a root.
pub trait Graph {
    /// An edge as the graph stores it.
    type Edge: Copy;

    /// The number of nodes; nodes are the numbers below it.
    fn len(&self) -> usize;

    /// Where paths begin.
    fn root(&self) -> usize {
        0
    }

    /// The edges out of a node.
    fn successors(&self, node: usize) -> &[Self::Edge];

    /// Where an edge goes. A number that is no node: nowhere.
    fn target(edge: Self::Edge) -> usize;

    /// True if there is no node.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
pub(crate) mod testing {
    use super::Graph;

    /// Adjacency lists.
    pub(crate) struct Lists(pub(crate) Vec<Vec<u32>>);

    impl Graph for Lists {
        type Edge = u32;
        fn len(&self) -> usize {
            self.0.len()
        }
        fn successors(&self, node: usize) -> &[u32] {
            &self.0[node]
        }
        fn target(edge: u32) -> usize {
            edge as usize
        }
    }

    /// A small random number generator (xorshift64*), so that a test is the same everywhere.
    pub(crate) struct Random(pub(crate) u64);

    impl Random {
        pub(crate) fn below(&mut self, bound: usize) -> usize {
            self.0 ^= self.0 >> 12;
            self.0 ^= self.0 << 25;
            self.0 ^= self.0 >> 27;
            ((self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % bound as u64) as usize
        }
    }

    /// A graph with up to three edges per node; now and then an edge leads nowhere.
    pub(crate) fn random_graph(random: &mut Random, len: usize) -> Lists {
        let near = random.below(2) == 0;
        let node = |random: &mut Random, i: usize| match random.below(40) {
            0 => u32::MAX,
            _ if near => ((i + random.below(5)).saturating_sub(1) % len) as u32,
            _ => random.below(len) as u32,
        };
        Lists((0..len).map(|i| (0..random.below(4)).map(|_| node(random, i)).collect()).collect())
    }

    /// What can be reached from the root without passing through `without`.
    pub(crate) fn reached(graph: &Lists, without: Option<usize>) -> Vec<bool> {
        walk(graph, graph.root(), without)
    }

    /// What can be reached from a node.
    pub(crate) fn reached_from(graph: &Lists, node: usize) -> Vec<bool> {
        walk(graph, node, None)
    }

    fn walk(graph: &Lists, from: usize, without: Option<usize>) -> Vec<bool> {
        let mut seen = vec![false; graph.len()];
        let mut stack = vec![from];
        while let Some(node) = stack.pop() {
            if node < graph.len() && Some(node) != without && !seen[node] {
                seen[node] = true;
                stack.extend(graph.0[node].iter().map(|edge| *edge as usize));
            }
        }
        seen
    }
}
