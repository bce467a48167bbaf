//! Predecessors of nodes.

use super::Graph;

/// The predecessors of every node, ascending and without duplicates.
#[derive(Clone, Debug, Default)]
pub struct Predecessors {
    /// The start of each node's list in `nodes`, and the end of the last list.
    starts: Vec<u32>,
    nodes: Vec<u32>,
    /// The last source counted for each node, plus one.
    last: Vec<u32>,
}

impl Predecessors {
    /// The predecessors of an empty graph.
    pub fn new() -> Predecessors {
        Predecessors::default()
    }

    /// Computes the predecessors of a graph, including unreachable ones. Linear in nodes and edges.
    pub fn compute<G: Graph>(&mut self, graph: &G) {
        let len = graph.len();
        self.starts.clear();
        self.starts.resize(len + 1, 0);
        self.each_edge(graph, |this, _, target| this.starts[target] += 1);
        let mut total = 0;
        for start in &mut self.starts {
            total += *start;
            *start = total;
        }
        self.nodes.clear();
        self.nodes.resize(total as usize, 0);
        // Lists are filled from the end: sources descend, and each entry of `starts` ends as the start of its list.
        self.each_edge(graph, |this, source, target| {
            this.starts[target] -= 1;
            this.nodes[this.starts[target] as usize] = source;
        });
    }

    /// Calls `visit` once for every pair of nodes with an edge, in descending order of sources.
    fn each_edge<G: Graph>(&mut self, graph: &G, mut visit: impl FnMut(&mut Self, u32, usize)) {
        let len = graph.len();
        self.last.clear();
        self.last.resize(len, 0);
        for source in (0..len).rev() {
            for edge in graph.successors(source) {
                let target = G::target(*edge);
                if target < len && self.last[target] != source as u32 + 1 {
                    self.last[target] = source as u32 + 1;
                    visit(self, source as u32, target);
                }
            }
        }
    }

    /// The predecessors of a node; empty for a foreign node.
    pub fn of(&self, node: usize) -> &[u32] {
        match self.starts.get(node..node + 2) {
            Some(&[start, end]) => &self.nodes[start as usize..end as usize],
            _ => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Random, random_graph};
    use super::*;

    #[test]
    fn random_predecessors_are_exact() {
        let mut random = Random(11);
        let mut predecessors = Predecessors::new();
        for round in 0..200 {
            let graph = random_graph(&mut random, 1 + round % 30);
            predecessors.compute(&graph);
            for node in 0..graph.len() {
                let leads = |source: &u32| graph.0[*source as usize].contains(&(node as u32));
                let expected: Vec<u32> = (0..graph.len() as u32).filter(leads).collect();
                assert_eq!(predecessors.of(node), expected);
            }
            assert!(predecessors.of(graph.len()).is_empty() && predecessors.of(1 << 40).is_empty());
        }
    }
}
