//! Reverse post-order.

use super::Graph;

const UNREACHED: u32 = u32::MAX;

/// The reachable nodes in reverse post-order: a node precedes its successors, except along retreating edges. The first
/// successor of a node tends to follow it directly.
#[derive(Clone, Debug, Default)]
pub struct Order {
    nodes: Vec<u32>,
    numbers: Vec<u32>,
    /// Nodes being visited, with the number of successors still to visit.
    stack: Vec<(u32, u32)>,
}

impl Order {
    /// The order of an empty graph.
    pub fn new() -> Order {
        Order::default()
    }

    /// Computes the order of a graph. Linear in nodes and edges.
    pub fn compute<G: Graph>(&mut self, graph: &G) {
        let len = graph.len();
        self.nodes.clear();
        self.numbers.clear();
        self.numbers.resize(len, UNREACHED);
        if len == 0 {
            return;
        }
        let root = graph.root();
        self.numbers[root] = 0;
        self.stack.push((root as u32, graph.successors(root).len() as u32));
        while let Some((node, left)) = self.stack.last_mut() {
            if *left == 0 {
                self.nodes.push(*node);
                self.stack.pop();
                continue;
            }
            *left -= 1;
            let target = G::target(graph.successors(*node as usize)[*left as usize]);
            if self.numbers.get(target) == Some(&UNREACHED) {
                self.numbers[target] = 0;
                self.stack.push((target as u32, graph.successors(target).len() as u32));
            }
        }
        self.nodes.reverse();
        for (number, node) in self.nodes.iter().enumerate() {
            self.numbers[*node as usize] = number as u32;
        }
    }

    /// The reachable nodes in reverse post-order.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = usize> + ExactSizeIterator + '_ {
        self.nodes.iter().map(|node| *node as usize)
    }

    /// The position of a node in the order; `None` if it is unreachable.
    pub fn number(&self, node: usize) -> Option<usize> {
        self.numbers.get(node).filter(|number| **number != UNREACHED).map(|number| *number as usize)
    }

    /// True if the graph, whose order this must be, has a retreating edge: an edge to a node that does not come later.
    /// A graph without one has no loops. One pass over the edges.
    pub fn has_retreating_edge<G: Graph>(&self, graph: &G) -> bool {
        self.nodes().enumerate().any(|(number, node)| {
            let leads_back = |edge: &G::Edge| self.number(G::target(*edge)).is_some_and(|to| to <= number);
            graph.successors(node).iter().any(leads_back)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Lists, Random, random_graph, reached, reached_from};
    use super::*;

    #[test]
    fn successors_follow_except_along_retreating_edges() {
        let mut order = Order::new();
        order.compute(&Lists(vec![vec![1, 2], vec![3], vec![3], vec![1, 4], vec![], vec![4]]));
        assert_eq!(order.nodes().collect::<Vec<_>>(), [0, 2, 3, 1, 4]);
        assert_eq!((order.number(4), order.number(5), order.number(99)), (Some(4), None, None));
        order.compute(&Lists(Vec::new()));
        assert_eq!(order.nodes().len(), 0);
    }

    #[test]
    fn retreating_edges_are_detected() {
        let leads_back = |graph: Lists| {
            let mut order = Order::new();
            order.compute(&graph);
            order.has_retreating_edge(&graph)
        };
        assert!(leads_back(Lists(vec![vec![1, 2], vec![3], vec![3], vec![1, 4], vec![], vec![4]])));
        assert!(leads_back(Lists(vec![vec![1], vec![1]])));
        // The only retreating edges left have an unreachable source.
        assert!(!leads_back(Lists(vec![vec![1, 2], vec![3], vec![3], vec![4], vec![], vec![5, 0]])));
    }

    #[test]
    fn random_orders_are_post_orders() {
        let mut random = Random(7);
        let mut order = Order::new();
        for round in 0..300 {
            let graph = random_graph(&mut random, 1 + round % 40);
            order.compute(&graph);
            let reached = reached(&graph, None);
            assert_eq!(order.nodes().len(), reached.iter().filter(|r| **r).count());
            for (number, node) in order.nodes().enumerate() {
                assert!(reached[node] && order.number(node) == Some(number));
                // An edge that is not forward closes a cycle.
                for target in graph.0[node].iter().map(|t| *t as usize).filter(|t| *t < graph.len()) {
                    assert!(order.number(target) > Some(number) || reached_from(&graph, target)[node]);
                }
            }
        }
    }

    #[test]
    fn long_chains_do_not_recurse() {
        let len = 200_000;
        let graph = Lists((0..len).map(|i| if i + 1 < len { vec![i + 1] } else { vec![] }).collect());
        let mut order = Order::new();
        order.compute(&graph);
        assert!(order.nodes().eq(0..len as usize));
    }
}
