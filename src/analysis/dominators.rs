//! Dominators.
//!
//! The algorithm is SEMI-NCA: semidominators are computed by path compression as in Lengauer and Tarjan. The immediate
//! dominator of a node is then the nearest common ancestor of its parent and its semidominator. See Loukas Georgiadis,
//! "Linear-Time Algorithms for Dominators and Related Problems" (Princeton, 2005), chapter 2. Nearly linear in
//! practice, and faster than algorithms with better bounds.

use super::{Graph, Predecessors};

const UNREACHED: u32 = u32::MAX;

/// The dominator tree. Internally nodes are DFS preorder numbers, so a parent has a smaller number than its children.
#[derive(Clone, Debug, Default)]
pub struct Dominators {
    /// The DFS number of each node.
    numbers: Vec<u32>,
    /// The node of each DFS number.
    nodes: Vec<u32>,
    /// Immediate dominators by DFS number; the root's is the root.
    idoms: Vec<u32>,
    /// For each node of the graph its subtree in the dominator tree, as a range of preorder numbers that begins with
    /// its own; empty for unreachable nodes.
    ranges: Vec<(u32, u32)>,
    ancestors: Vec<u32>,
    labels: Vec<u32>,
    semis: Vec<u32>,
    sizes: Vec<u32>,
    stack: Vec<(u32, u32)>,
    path: Vec<u32>,
}

impl Dominators {
    /// The dominators of an empty graph.
    pub fn new() -> Dominators {
        Dominators::default()
    }

    /// Computes the dominators of a graph with these predecessors.
    pub fn compute<G: Graph>(&mut self, graph: &G, predecessors: &Predecessors) {
        let len = graph.len();
        self.numbers.clear();
        self.numbers.resize(len, UNREACHED);
        self.nodes.clear();
        self.idoms.clear();
        self.ranges.clear();
        self.ranges.resize(len, (UNREACHED, 0));
        if len == 0 {
            return;
        }
        self.number_nodes(graph);
        self.find_semidominators(predecessors);
        self.find_idoms();
        self.number_tree();
    }

    /// Numbers the nodes in DFS preorder, and stores their DFS parents in `idoms`.
    fn number_nodes<G: Graph>(&mut self, graph: &G) {
        let root = graph.root();
        self.reach(root, 0);
        self.stack.push((root as u32, 0));
        while let Some((node, next)) = self.stack.last_mut() {
            let (node, edges) = (*node as usize, graph.successors(*node as usize));
            let Some(edge) = edges.get(*next as usize) else {
                self.stack.pop();
                continue;
            };
            *next += 1;
            let target = G::target(*edge);
            if self.numbers.get(target) == Some(&UNREACHED) {
                self.reach(target, self.numbers[node]);
                self.stack.push((target as u32, 0));
            }
        }
    }

    fn reach(&mut self, node: usize, parent: u32) {
        self.numbers[node] = self.nodes.len() as u32;
        self.nodes.push(node as u32);
        self.idoms.push(parent);
    }

    fn find_semidominators(&mut self, predecessors: &Predecessors) {
        let count = self.nodes.len() as u32;
        self.ancestors.clone_from(&self.idoms);
        self.labels.clear();
        self.labels.extend(0..count);
        self.semis.clear();
        self.semis.extend(0..count);
        for w in (1..count).rev() {
            let mut semi = self.idoms[w as usize];
            for predecessor in predecessors.of(self.nodes[w as usize] as usize) {
                let v = self.numbers[*predecessor as usize];
                if v != UNREACHED {
                    let label = self.evaluate(v, w);
                    semi = semi.min(self.semis[label as usize]);
                }
            }
            self.semis[w as usize] = semi;
        }
    }

    /// Returns the label (the node of least semidominator) for `v`: over the path from `v` up to, excluding, the first
    /// node that is not above `w`, or `v`'s own label if `v` is not above `w`. Compresses the path.
    fn evaluate(&mut self, v: u32, w: u32) -> u32 {
        if v <= w || self.ancestors[v as usize] <= w {
            return self.labels[v as usize];
        }
        let mut top = v;
        while self.ancestors[top as usize] > w {
            self.path.push(top);
            top = self.ancestors[top as usize];
        }
        let outside = self.ancestors[top as usize];
        let mut best = self.labels[top as usize];
        while let Some(node) = self.path.pop() {
            let label = self.labels[node as usize];
            if self.semis[label as usize] <= self.semis[best as usize] {
                best = label;
            }
            self.labels[node as usize] = best;
            self.ancestors[node as usize] = outside;
        }
        best
    }

    /// Computes immediate dominators from parents: the nearest ancestor in the tree built so far whose number is not
    /// above the semidominator's.
    fn find_idoms(&mut self) {
        for w in 1..self.nodes.len() {
            let mut idom = self.idoms[w];
            while idom > self.semis[w] {
                idom = self.idoms[idom as usize];
            }
            self.idoms[w] = idom;
        }
    }

    /// Assigns preorder numbers of the dominator tree without walking it: first the subtree sizes from the leaves up,
    /// then a range for each subtree from the root down.
    fn number_tree(&mut self) {
        let count = self.nodes.len();
        self.sizes.clear();
        self.sizes.resize(count, 1);
        for w in (1..count).rev() {
            self.sizes[self.idoms[w] as usize] += self.sizes[w];
        }
        // `labels` is reused: the next free preorder number below each node.
        self.labels[0] = 1;
        self.ranges[self.nodes[0] as usize] = (0, count as u32);
        for w in 1..count {
            let next = &mut self.labels[self.idoms[w] as usize];
            let start = *next;
            *next += self.sizes[w];
            self.labels[w] = start + 1;
            self.ranges[self.nodes[w] as usize] = (start, start + self.sizes[w]);
        }
    }

    /// True if every path from the root to `b` contains `a`; a node dominates itself. False if either is unreachable.
    /// Constant time.
    pub fn dominates(&self, a: usize, b: usize) -> bool {
        match (self.ranges.get(a), self.ranges.get(b)) {
            (Some((start, end)), Some((at, _))) => start <= at && at < end,
            _ => false,
        }
    }

    /// The immediate dominator of a node; `None` for the root and unreachable nodes.
    pub fn immediate_dominator(&self, node: usize) -> Option<usize> {
        let number = *self.numbers.get(node)?;
        if number == 0 || number == UNREACHED {
            return None;
        }
        Some(self.nodes[self.idoms[number as usize] as usize] as usize)
    }

    /// True if the node is reachable from the root.
    pub fn is_reachable(&self, node: usize) -> bool {
        self.numbers.get(node).is_some_and(|number| *number != UNREACHED)
    }

    /// The reachable nodes, dominators first (DFS preorder).
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = usize> + ExactSizeIterator + '_ {
        self.nodes.iter().map(|node| *node as usize)
    }

    /// The preorder number of a node in the dominator tree; meaningful only for reachable nodes.
    pub(super) fn tree_number(&self, node: usize) -> u32 {
        self.ranges[node].0
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Lists, Random, random_graph, reached};
    use super::*;

    fn compute(dominators: &mut Dominators, graph: &Lists) {
        let mut predecessors = Predecessors::new();
        predecessors.compute(graph);
        dominators.compute(graph, &predecessors);
    }

    #[test]
    fn random_dominators_equal_their_definition() {
        let mut random = Random(3);
        let mut dominators = Dominators::new();
        for round in 0..400 {
            let graph = random_graph(&mut random, 1 + round % 50);
            compute(&mut dominators, &graph);
            let all = reached(&graph, None);
            for a in 0..graph.len() {
                let without = reached(&graph, Some(a));
                assert_eq!(dominators.is_reachable(a), all[a]);
                for b in 0..graph.len() {
                    assert_eq!(dominators.dominates(a, b), all[a] && all[b] && !without[b], "{a} {b}");
                }
            }
            for node in 0..graph.len() {
                // The immediate dominator is dominated by every other dominator.
                let Some(idom) = dominators.immediate_dominator(node) else {
                    assert!(node == 0 || !all[node]);
                    continue;
                };
                assert!(idom != node && dominators.dominates(idom, node));
                let strict = (0..graph.len()).filter(|a| *a != node && dominators.dominates(*a, node));
                assert!(strict.into_iter().all(|a| dominators.dominates(a, idom)));
            }
            let order: Vec<usize> = dominators.nodes().collect();
            for (i, node) in order.iter().enumerate() {
                assert!(order[i..].iter().all(|later| later == node || !dominators.dominates(*later, *node)));
            }
        }
    }

    #[test]
    fn foreign_and_unreachable_nodes_dominate_nothing() {
        let mut dominators = Dominators::new();
        compute(&mut dominators, &Lists(vec![vec![], vec![0]]));
        assert!(!dominators.dominates(1, 0) && !dominators.dominates(1, 1) && !dominators.dominates(0, 1));
        assert!(!dominators.dominates(9, 0) && !dominators.dominates(0, 9) && !dominators.is_reachable(9));
        assert_eq!(dominators.immediate_dominator(1), None);
        compute(&mut dominators, &Lists(Vec::new()));
        assert!(!dominators.dominates(0, 0));
    }

    #[test]
    fn deep_and_ladder_shaped_graphs_are_fast() {
        let len = 200_000u32;
        let mut dominators = Dominators::new();
        compute(&mut dominators, &Lists((0..len).map(|i| vec![i + 1]).collect()));
        assert!(dominators.dominates(5, 199_999) && !dominators.dominates(199_999, 5));
        // Every node has an edge to the middle of the preceding nodes: long paths to compress.
        compute(&mut dominators, &Lists((0..len).map(|i| vec![i + 1, i / 2]).collect()));
        assert_eq!(dominators.immediate_dominator(199_999), Some(199_998));
    }
}
