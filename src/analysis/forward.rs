//! Approximate dominators of code in layout order, computed while its edges are added.

use super::Graph;

const NONE: u32 = u32::MAX;

/// Maximum number of steps up the tree to find where two nodes meet; beyond it, they meet at the root.
const MAX_MEET_STEPS: u32 = 16;

/// Maximum number of steps up the tree in a dominance query.
const MAX_CLIMB_STEPS: u32 = 32;

/// A dominator of each node: usually its immediate dominator, sometimes one further up. Node 0 is the root.
///
/// Edges must be added in ascending order of their sources. The dominator of a node is where the sources of its forward
/// edges meet; it is final when the node's own edges are added. A back edge (to the same or a lower node) changes
/// nothing if its target dominates its source, as a header of a natural loop does. If all back edges are like this, the
/// answers are certain. If not, they are guesses, and the caller must use [`super::Dominators`].
///
/// Linear time, because the steps up the tree are bounded. The bounds make answers less precise, never wrong.
#[derive(Clone, Debug, Default)]
pub struct ForwardDominators {
    /// The dominator of each node: a lower node, except for the root; [`NONE`] if the node is unreached.
    above: Vec<u32>,
    /// Number of steps left for checks of back edges.
    fuel: usize,
    irreducible: bool,
}

/// A node and its dominator.
#[derive(Clone, Copy, Debug)]
struct Source {
    node: u32,
    /// [`NONE`] if no edge reaches the node so far.
    above: u32,
}

impl ForwardDominators {
    /// The dominators of an empty graph.
    pub fn new() -> ForwardDominators {
        ForwardDominators::default()
    }

    /// Resets to a graph with `len` nodes and no edges.
    pub fn reset(&mut self, len: usize) {
        self.above.clear();
        self.above.resize(len, NONE);
        self.fuel = 4 * len;
        self.irreducible = false;
        if let Some(root) = self.above.first_mut() {
            *root = 0;
        }
    }

    /// A dominator of this node; the root's is the root. `None` if no edge reaches the node so far.
    #[inline(always)]
    pub fn above(&self, node: usize) -> Option<usize> {
        let above = self.source(node).above;
        (above != NONE).then_some(above as usize)
    }

    #[inline(always)]
    fn source(&self, node: usize) -> Source {
        Source { node: node as u32, above: self.above.get(node).copied().unwrap_or(NONE) }
    }

    /// Adds the outgoing edges of a node, which must not be lower than earlier sources. Returns true if one of them is
    /// a back edge or self edge, and `None` if one has no valid target. Adding an edge twice is harmless.
    pub fn add_edges<G: Graph>(&mut self, from: usize, edges: &[G::Edge]) -> Option<bool> {
        let source = self.source(from);
        let (mut back, mut all) = (false, true);
        for edge in edges {
            match self.add_edge(source, G::target(*edge)) {
                Some(leads_back) => back |= leads_back,
                None => all = false,
            }
        }
        all.then_some(back)
    }

    /// Adds one edge; returns as [`ForwardDominators::add_edges`].
    #[inline(always)]
    fn add_edge(&mut self, source: Source, to: usize) -> Option<bool> {
        let known = *self.above.get(to)?;
        if to <= source.node as usize {
            // Irregular is final: nothing more to find out.
            if !self.irreducible && to < source.node as usize {
                self.add_edge_back(source, to);
            }
            return Some(true);
        }
        if source.above != NONE {
            if known == NONE {
                self.above[to] = source.node;
            } else if known != 0 && known != source.above && known != source.node {
                // The two sides of a diamond meet at the dominator of both.
                let is_side = self.above.get(known as usize) == Some(&source.above);
                self.above[to] = if is_side { source.above } else { self.meet(known, source.node) };
            }
        }
        Some(false)
    }

    #[inline(never)]
    fn add_edge_back(&mut self, source: Source, to: usize) {
        if source.above == NONE {
            return;
        }
        let mut node = source.node as usize;
        while node > to && self.fuel > 0 {
            node = self.above[node] as usize;
            self.fuel -= 1;
        }
        if node != to {
            self.irreducible = true;
            self.fuel = 0;
        }
    }

    /// The nearest common ancestor; the root if it is more than [`MAX_MEET_STEPS`] steps away.
    #[inline(never)]
    fn meet(&self, mut a: u32, mut b: u32) -> u32 {
        for _ in 0..MAX_MEET_STEPS {
            if a == b {
                return a;
            }
            let Some(&lower) = self.above.get(a.max(b) as usize) else { break };
            (a, b) = (a.min(b), lower);
        }
        0
    }

    /// True if `a` is known to dominate `b`; false does not exclude it.
    pub fn dominates(&self, a: usize, mut b: usize) -> bool {
        for _ in 0..MAX_CLIMB_STEPS {
            if b <= a {
                break;
            }
            let Some(above) = self.above(b) else { return false };
            b = above;
        }
        a == b
    }

    /// True if no edge so far makes the answers uncertain.
    pub fn is_certain(&self) -> bool {
        !self.irreducible
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Lists, Random, random_graph};
    use super::super::{Dominators, Graph, Predecessors};
    use super::*;

    impl ForwardDominators {
        /// True if every dominator found is one.
        fn agrees(&self, dominators: &Dominators) -> bool {
            (0..self.above.len())
                .all(|node| self.above(node).is_none_or(|above| dominators.dominates(above, node)))
        }
    }

    fn compute(graph: &Lists) -> (ForwardDominators, Dominators) {
        let (mut forward, mut dominators) = (ForwardDominators::new(), Dominators::new());
        forward.reset(graph.len());
        for node in 0..graph.len() {
            let edges = &graph.0[node];
            let back = edges.iter().any(|edge| *edge as usize <= node);
            let all = edges.iter().all(|edge| (*edge as usize) < graph.len());
            assert_eq!(forward.add_edges::<Lists>(node, edges), all.then_some(back));
        }
        let mut predecessors = Predecessors::new();
        predecessors.compute(graph);
        dominators.compute(graph, &predecessors);
        (forward, dominators)
    }

    #[test]
    fn certain_answers_are_correct() {
        let mut random = Random(5);
        let (mut certain, mut wrong, mut found) = (0, 0, 0);
        for round in 0..4000 {
            let mut graph = random_graph(&mut random, 1 + round % 20);
            if round % 2 == 0 {
                // Keep mostly forward edges, so that many graphs are certain.
                for (node, edges) in graph.0.iter_mut().enumerate() {
                    edges.retain(|edge| *edge as usize > node || *edge % 5 == 0);
                }
            }
            let (forward, dominators) = compute(&graph);
            if !forward.is_certain() {
                wrong += usize::from(!forward.agrees(&dominators));
                continue;
            }
            certain += 1;
            assert!(forward.agrees(&dominators), "{:?}", graph.0);
            for node in 0..graph.len() {
                assert_eq!(forward.above(node).is_some(), dominators.is_reachable(node), "{:?}", graph.0);
                for other in 0..graph.len() {
                    let claim = dominators.is_reachable(other) && forward.dominates(node, other);
                    assert!(!claim || dominators.dominates(node, other), "{node} {other} {:?}", graph.0);
                    found += usize::from(claim && node != 0 && node != other);
                }
            }
        }
        // Checks that the test is meaningful: dominators are found, and uncertain graphs do have wrong answers.
        assert!(certain > 1000 && wrong > 100 && found > 1000, "{certain} {wrong} {found}");
    }

    #[test]
    fn diamonds_and_loops_are_exact() {
        // A diamond, a loop around another, and the code after them.
        let graph =
            Lists(vec![vec![1], vec![2, 3], vec![4], vec![4], vec![5], vec![5, 6], vec![4, 7], vec![]]);
        let (forward, dominators) = compute(&graph);
        assert!(forward.is_certain());
        for node in 1..graph.len() {
            assert_eq!(forward.above(node), dominators.immediate_dominator(node));
        }
        assert!(forward.dominates(1, 7) && !forward.dominates(2, 4) && !forward.dominates(7, 6));
    }

    #[test]
    fn irreducible_and_unordered_graphs_are_not_certain() {
        // Two entries into a loop; a merge that precedes one of its predecessors.
        for lists in [vec![vec![1, 2], vec![2], vec![1]], vec![vec![2, 3], vec![], vec![1], vec![1]]] {
            let (forward, dominators) = compute(&Lists(lists));
            assert!(!forward.is_certain() && forward.agrees(&dominators));
        }
        // An edge from a higher node to a node that a lower one seemed to dominate.
        let (forward, dominators) = compute(&Lists(vec![vec![1, 4], vec![2], vec![3], vec![], vec![2]]));
        assert!(!forward.is_certain() && !forward.agrees(&dominators));
        let (forward, dominators) =
            compute(&Lists(vec![vec![1, 4], vec![2], vec![3], vec![], vec![5], vec![]]));
        assert!(forward.is_certain() && forward.agrees(&dominators));
    }

    #[test]
    fn ladders_are_fast() {
        let len = 200_000u32;
        // Each node also has an edge to the end; in the second graph, to the middle of the preceding nodes.
        let (forward, _) = compute(&Lists((0..len).map(|i| vec![i + 1, len - 1]).collect()));
        assert!(forward.is_certain() && forward.dominates(5, 20) && !forward.dominates(5, 199_999));
        let (forward, dominators) = compute(&Lists((0..len).map(|i| vec![i + 1, i / 2]).collect()));
        assert!(!forward.is_certain() && forward.agrees(&dominators));
    }
}
