//! Orders, predecessors, dominators and loops of any graph.
//!
//! A graph lists the outgoing edges of a node; nodes are numbers below its length. Each analysis is a struct that can
//! be recomputed for the next graph and so reuses its memory. All analyses tolerate unreachable nodes, irreducible
//! control flow, parallel edges, and edges without a valid target (which they ignore). None recurses.

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

    /// The root, where all paths begin.
    fn root(&self) -> usize {
        0
    }

    /// The outgoing edges of a node.
    fn successors(&self, node: usize) -> &[Self::Edge];

    /// The target of an edge; an edge to a number that is no node is ignored.
    fn target(edge: Self::Edge) -> usize;

    /// True if there are no nodes.
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

    /// A small random number generator (xorshift64*), so that tests are reproducible.
    pub(crate) struct Random(pub(crate) u64);

    impl Random {
        pub(crate) fn below(&mut self, bound: usize) -> usize {
            self.0 ^= self.0 >> 12;
            self.0 ^= self.0 << 25;
            self.0 ^= self.0 >> 27;
            ((self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % bound as u64) as usize
        }
    }

    /// A random graph with up to three edges per node; some edges have no valid target.
    pub(crate) fn random_graph(random: &mut Random, len: usize) -> Lists {
        let near = random.below(2) == 0;
        let node = |random: &mut Random, i: usize| match random.below(40) {
            0 => u32::MAX,
            _ if near => ((i + random.below(5)).saturating_sub(1) % len) as u32,
            _ => random.below(len) as u32,
        };
        Lists((0..len).map(|i| (0..random.below(4)).map(|_| node(random, i)).collect()).collect())
    }

    /// The nodes reachable from the root without passing through `without`.
    pub(crate) fn reached(graph: &Lists, without: Option<usize>) -> Vec<bool> {
        walk(graph, graph.root(), without)
    }

    /// The nodes reachable from a node.
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
