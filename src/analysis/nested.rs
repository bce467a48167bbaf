//! Reverse post-order in which what belongs to a loop is together.

use super::{Dominators, Graph, Loops, Order, Predecessors};
use crate::support::Entity;

const NONE: u32 = u32::MAX;

/// The nodes that the root reaches, each behind its predecessors, except along retreating edges, and all nodes of a loop,
/// and of those in it, behind its header without any others in between.
#[derive(Clone, Debug, Default)]
pub struct NestedOrder {
    nodes: Vec<u32>,
    order: Order,
    predecessors: Predecessors,
    dominators: Dominators,
    loops: Loops,
    /// By list, which is a loop or, at the end, what is in none: the first and the last item.
    lists: Vec<(u32, u32)>,
    /// By item, which is a node or, behind these, a loop: the next one of its list.
    next: Vec<u32>,
    stack: Vec<u32>,
}

impl NestedOrder {
    /// Orders a graph. Nearly linear in nodes and edges.
    pub fn compute<G: Graph>(&mut self, graph: &G) {
        let len = graph.len();
        self.order.compute(graph);
        self.predecessors.compute(graph);
        self.dominators.compute(graph, &self.predecessors);
        self.loops.compute(graph, &self.order, &self.predecessors, &self.dominators);
        self.nodes.clear();
        if self.loops.is_empty() {
            self.nodes.extend(self.order.nodes().map(|node| node as u32));
            return;
        }
        let outside = self.loops.len();
        self.lists.clear();
        self.lists.resize(outside + 1, (NONE, NONE));
        self.next.clear();
        self.next.resize(len + outside, NONE);
        for node in self.order.nodes() {
            let Some(id) = self.loops.innermost(node) else {
                append(&mut self.lists[outside], &mut self.next, node);
                continue;
            };
            if self.loops.header(id) == Some(node) {
                let around = self.loops.parent(id).map_or(outside, Entity::index);
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
    fn loops_are_together() {
        // The exit, 1, is the first successor of the header, 2.
        let mut order = NestedOrder::default();
        order.compute(&Lists(vec![vec![2], vec![5], vec![1, 3], vec![4, 2], vec![2], vec![]]));
        assert_eq!(order.nodes().collect::<Vec<_>>(), [0, 2, 3, 4, 1, 5]);
        // And its twin without a loop: the first successor follows.
        order.compute(&Lists(vec![vec![2], vec![5], vec![1, 3], vec![4], vec![5], vec![]]));
        assert_eq!(order.nodes().collect::<Vec<_>>(), [0, 2, 1, 3, 4, 5]);
    }

    #[test]
    fn random_graphs_are_ordered() {
        let (mut random, mut order, mut loops) = (Random(9), NestedOrder::default(), 0);
        for _ in 0..2_000 {
            let graph = random_graph(&mut random, 30);
            order.compute(&graph);
            let nodes: Vec<usize> = order.nodes().collect();
            let mut places = vec![None; graph.len()];
            nodes.iter().enumerate().for_each(|(place, node)| places[*node] = Some(place));
            assert_eq!(nodes.len(), order.order.nodes().len(), "{:?}", graph.0);
            for (place, &node) in nodes.iter().enumerate() {
                for &to in graph.successors(node) {
                    let Some(number) = order.order.number(to as usize) else { continue };
                    let retreats = Some(number) <= order.order.number(node);
                    assert!(retreats || places[to as usize] > Some(place), "{:?}: {node} to {to}", graph.0);
                }
            }
            for id in order.loops.ids() {
                let is_inside = |mut inner: Option<_>| {
                    while inner.is_some() && inner != Some(id) {
                        inner = inner.and_then(|inner| order.loops.parent(inner));
                    }
                    inner.is_some()
                };
                let inside: Vec<bool> =
                    nodes.iter().map(|node| is_inside(order.loops.innermost(*node))).collect();
                let first = inside.iter().position(|inside| *inside).expect("the header");
                let behind =
                    inside[first..].iter().position(|inside| !inside).unwrap_or(inside.len() - first);
                assert_eq!(Some(nodes[first]), order.loops.header(id), "{:?}", graph.0);
                assert!(!inside[first + behind..].contains(&true), "{:?}: {nodes:?}", graph.0);
                loops += 1;
            }
        }
        assert!(loops > 500, "{loops}");
    }
}
