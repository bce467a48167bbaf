//! Reverse post-order with contiguous loops.

use super::{ControlFlow, Graph};
use crate::support::Entity;

const NONE: u32 = u32::MAX;

/// The reachable nodes, each after its predecessors except along retreating edges. The nodes of a loop, with those of
/// its inner loops, are contiguous and begin with its header.
#[derive(Clone, Debug, Default)]
pub struct NestedOrder {
    nodes: Vec<u32>,
    /// First and last item of the list of each loop, and at the end of the list of nodes in no loop.
    lists: Vec<(u32, u32)>,
    /// The next item in the list of each item, which is a node or, numbered after these, a loop.
    next: Vec<u32>,
    stack: Vec<u32>,
}

impl NestedOrder {
    /// Computes the order of a graph and its loops. Nearly linear in nodes and edges.
    pub fn compute<G: Graph>(&mut self, graph: &G, flow: &mut ControlFlow) {
        let len = graph.len();
        flow.find_loops(graph);
        let (order, loops) = (&flow.order, &flow.loops);
        self.nodes.clear();
        if loops.is_empty() {
            self.nodes.extend(order.nodes().map(|node| node as u32));
            return;
        }
        let outside = loops.len();
        self.lists.clear();
        self.lists.resize(outside + 1, (NONE, NONE));
        self.next.clear();
        self.next.resize(len + outside, NONE);
        for node in order.nodes() {
            let Some(id) = loops.innermost(node) else {
                append(&mut self.lists[outside], &mut self.next, node);
                continue;
            };
            if loops.header(id) == Some(node) {
                let around = loops.parent(id).map_or(outside, Entity::index);
                append(&mut self.lists[around], &mut self.next, len + id.index());
            }
            append(&mut self.lists[id.index()], &mut self.next, node);
        }
        let mut item = self.lists[outside].0;
        loop {
            if item == NONE {
                let Some(outer) = self.stack.pop() else { break };
                item = outer;
            } else if let Some(inner) = (item as usize).checked_sub(len) {
                self.stack.push(self.next[item as usize]);
                item = self.lists[inner].0;
            } else {
                self.nodes.push(item);
                item = self.next[item as usize];
            }
        }
    }

    /// The reachable nodes in this order.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = usize> + Clone + '_ {
        self.nodes.iter().map(|node| *node as usize)
    }
}

fn append(list: &mut (u32, u32), next: &mut [u32], item: usize) {
    match list {
        (first, last) if *first == NONE => (*first, *last) = (item as u32, item as u32),
        (_, last) => {
            next[*last as usize] = item as u32;
            *last = item as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Lists, Random, random_graph};
    use super::*;

    #[test]
    fn loops_are_contiguous() {
        // The exit, 1, is the first successor of the header, 2.
        let nodes = |lists| {
            let mut order = NestedOrder::default();
            order.compute(&Lists(lists), &mut ControlFlow::default());
            order.nodes().collect::<Vec<_>>()
        };
        assert_eq!(
            nodes(vec![vec![2], vec![5], vec![1, 3], vec![4, 2], vec![2], vec![]]),
            [0, 2, 3, 4, 1, 5]
        );
        // The same graph without the loop: the first successor follows.
        assert_eq!(nodes(vec![vec![2], vec![5], vec![1, 3], vec![4], vec![5], vec![]]), [0, 2, 1, 3, 4, 5]);
    }

    #[test]
    fn random_graphs_are_ordered() {
        let (mut random, mut order, mut loops) = (Random(9), NestedOrder::default(), 0);
        let mut flow = ControlFlow::default();
        for _ in 0..2_000 {
            let graph = random_graph(&mut random, 30);
            flow.invalidate();
            order.compute(&graph, &mut flow);
            let nodes: Vec<usize> = order.nodes().collect();
            let mut places = vec![None; graph.len()];
            nodes.iter().enumerate().for_each(|(place, node)| places[*node] = Some(place));
            assert_eq!(nodes.len(), flow.order.nodes().len(), "{:?}", graph.0);
            for (place, &node) in nodes.iter().enumerate() {
                for &to in graph.successors(node) {
                    let Some(number) = flow.order.number(to as usize) else { continue };
                    let retreats = Some(number) <= flow.order.number(node);
                    assert!(retreats || places[to as usize] > Some(place), "{:?}: {node} to {to}", graph.0);
                }
            }
            for id in flow.loops.ids() {
                let is_inside = |mut inner: Option<_>| {
                    while inner.is_some() && inner != Some(id) {
                        inner = inner.and_then(|inner| flow.loops.parent(inner));
                    }
                    inner.is_some()
                };
                let inside: Vec<bool> =
                    nodes.iter().map(|node| is_inside(flow.loops.innermost(*node))).collect();
                let first = inside.iter().position(|inside| *inside).expect("the header");
                let behind =
                    inside[first..].iter().position(|inside| !inside).unwrap_or(inside.len() - first);
                assert_eq!(Some(nodes[first]), flow.loops.header(id), "{:?}", graph.0);
                assert!(!inside[first + behind..].contains(&true), "{:?}: {nodes:?}", graph.0);
                loops += 1;
            }
        }
        assert!(loops > 500, "{loops}");
    }
}
