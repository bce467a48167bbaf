//! Shared ownership with cycles: which nodes of a graph are still needed.
//!
//! A node is alive if a handle outside of the graph refers to it, or an alive node owns it. Counts find most dead nodes
//! at once. Nodes that own each other in a cycle are found by trial deletion: of the nodes that a suspect reaches
//! through nodes without handles, those are dead that no node outside of this set leads to. (D. Bacon, V. Rajan,
//! "Concurrent Cycle Collection in Reference Counted Systems", 2001.)
//!
//! The search for a cycle ends after [`SEARCH_LIMIT`] nodes, and its start is recorded as a suspect. A collection
//! examines all suspects together. It begins by itself when there are suspects and, since the last one, as many handles
//! and edges were removed as nodes existed after it. A node loses its last handle before it is dead, so dead nodes that
//! wait are about as many as other nodes, at most. On average a change costs its bounded search, and a visit of one node
//! and its edges.

/// Maximum number of nodes in the search for a cycle that follows a change, and minimum number of changes between
/// collections.
const SEARCH_LIMIT: usize = 64;

/// Nodes by number, and the edges between them.
#[derive(Default)]
pub(super) struct Ownership {
    nodes: Vec<Node>,
    /// Numbers of removed nodes, for reuse.
    vacant: Vec<u32>,
    /// Nodes at which a search for a cycle ended early. They may have been removed since.
    suspects: Vec<u32>,
    /// The number of handles and edges removed since the last collection.
    removals: usize,
    /// The number of nodes after the last collection.
    collected_nodes: usize,
    /// Nodes that lost a handle or an owner and are not examined yet.
    pending: Vec<u32>,
}

#[derive(Default)]
struct Node {
    /// False if the number is vacant.
    exists: bool,
    handles: usize,
    /// The number of edges that lead here.
    owners: usize,
    owned: Vec<u32>,
    is_suspect: bool,
    /// In a search: the position in the list of found nodes.
    found: Option<u32>,
}

impl Ownership {
    pub(super) const fn new() -> Ownership {
        Ownership {
            nodes: Vec::new(),
            vacant: Vec::new(),
            suspects: Vec::new(),
            removals: 0,
            collected_nodes: 0,
            pending: Vec::new(),
        }
    }

    /// Adds a node with one handle.
    pub(super) fn add(&mut self) -> u32 {
        let node = Node { exists: true, handles: 1, ..Node::default() };
        match self.vacant.pop() {
            Some(number) => {
                self.nodes[number as usize] = node;
                number
            }
            None => {
                self.nodes.push(node);
                self.nodes.len() as u32 - 1
            }
        }
    }

    fn node(&mut self, number: u32) -> &mut Node {
        &mut self.nodes[number as usize]
    }

    /// True if the node has a handle.
    pub(super) fn has_handle(&self, number: u32) -> bool {
        self.nodes[number as usize].handles != 0
    }

    /// Adds a handle of a node.
    pub(super) fn acquire(&mut self, number: u32) {
        self.node(number).handles += 1;
    }

    /// Removes a handle of a node. Appends all nodes that are removed by it to `dead`.
    pub(super) fn release(&mut self, number: u32, dead: &mut Vec<u32>) {
        self.node(number).handles -= 1;
        self.removals += 1;
        self.pending.push(number);
        self.examine(dead);
    }

    /// Replaces the nodes that a node owns. Appends all nodes that are removed by it to `dead`.
    pub(super) fn set_owned(&mut self, number: u32, owned: Vec<u32>, dead: &mut Vec<u32>) {
        for &other in &owned {
            self.node(other).owners += 1;
        }
        let old = std::mem::replace(&mut self.node(number).owned, owned);
        self.disown(&old);
        self.examine(dead);
    }

    /// Adds an edge, as the last of its owner.
    pub(super) fn add_owned(&mut self, number: u32, other: u32) {
        self.node(other).owners += 1;
        self.node(number).owned.push(other);
    }

    /// Replaces the edge at this position of its owner. Appends all nodes that are removed by it to `dead`.
    pub(super) fn replace_owned(&mut self, number: u32, position: usize, other: u32, dead: &mut Vec<u32>) {
        self.node(other).owners += 1;
        let old = std::mem::replace(&mut self.node(number).owned[position], other);
        self.disown(&[old]);
        self.examine(dead);
    }

    /// Removes the edge at this position of its owner; the last edge takes its position. Appends all nodes that are
    /// removed by it to `dead`.
    pub(super) fn swap_remove_owned(&mut self, number: u32, position: usize, dead: &mut Vec<u32>) {
        let old = self.node(number).owned.swap_remove(position);
        self.disown(&[old]);
        self.examine(dead);
    }

    /// Removes every dead node, also those whose search ended early.
    pub(super) fn collect(&mut self, dead: &mut Vec<u32>) {
        let suspects = std::mem::take(&mut self.suspects);
        if let Some(cycles) = self.search(&suspects, usize::MAX) {
            self.remove_all(&cycles, dead);
        }
        for number in suspects {
            self.node(number).is_suspect = false;
        }
        self.examine_pending(dead);
        (self.removals, self.collected_nodes) = (0, self.nodes.len() - self.vacant.len());
    }

    fn disown(&mut self, owned: &[u32]) {
        for &other in owned {
            self.node(other).owners -= 1;
            self.removals += 1;
            self.pending.push(other);
        }
    }

    fn examine(&mut self, dead: &mut Vec<u32>) {
        self.examine_pending(dead);
        if !self.suspects.is_empty() && self.removals >= self.collected_nodes.max(SEARCH_LIMIT) {
            self.collect(dead);
        }
    }

    /// Removes dead nodes among those that lost a handle or an owner, and those that die with them.
    fn examine_pending(&mut self, dead: &mut Vec<u32>) {
        while let Some(number) = self.pending.pop() {
            let node = self.node(number);
            if !node.exists || node.handles != 0 {
                continue;
            }
            if node.owners == 0 {
                self.remove_all(&[number], dead);
            } else if !node.is_suspect {
                match self.search(&[number], SEARCH_LIMIT) {
                    Some(cycles) => self.remove_all(&cycles, dead),
                    None => {
                        self.node(number).is_suspect = true;
                        self.suspects.push(number);
                    }
                }
            }
        }
    }

    /// The dead nodes among those that are reached from `starts` through nodes without handles. `None` if these are
    /// more than `limit`.
    fn search(&mut self, starts: &[u32], limit: usize) -> Option<Vec<u32>> {
        let mut found: Vec<u32> = Vec::new();
        let visit = |nodes: &mut [Node], found: &mut Vec<u32>, number: u32| {
            let node = &mut nodes[number as usize];
            if node.exists && node.handles == 0 && node.found.is_none() {
                node.found = Some(found.len() as u32);
                found.push(number);
            }
        };
        starts.iter().for_each(|&number| visit(&mut self.nodes, &mut found, number));
        let mut next = 0;
        while next < found.len() && found.len() <= limit {
            let owned = std::mem::take(&mut self.nodes[found[next] as usize].owned);
            owned.iter().for_each(|&number| visit(&mut self.nodes, &mut found, number));
            self.nodes[found[next] as usize].owned = owned;
            next += 1;
        }
        let dead = (found.len() <= limit).then(|| self.without_owners_outside(&found));
        for number in found {
            self.nodes[number as usize].found = None;
        }
        dead
    }

    /// Those of the found nodes that no other node leads to.
    fn without_owners_outside(&self, found: &[u32]) -> Vec<u32> {
        let node = |number: u32| &self.nodes[number as usize];
        let position = |number: u32| node(number).found.map(|place| place as usize);
        let mut outside: Vec<usize> = found.iter().map(|&number| node(number).owners).collect();
        for place in found.iter().flat_map(|&number| &node(number).owned).filter_map(|&n| position(n)) {
            outside[place] -= 1;
        }
        let mut alive: Vec<bool> = outside.iter().map(|&owners| owners != 0).collect();
        let mut pending: Vec<usize> = (0..found.len()).filter(|&place| alive[place]).collect();
        while let Some(place) = pending.pop() {
            for place in node(found[place]).owned.iter().filter_map(|&number| position(number)) {
                if !std::mem::replace(&mut alive[place], true) {
                    pending.push(place);
                }
            }
        }
        found.iter().zip(alive).filter(|(_, alive)| !alive).map(|(&number, _)| number).collect()
    }

    /// Removes nodes; what they owned is pending.
    fn remove_all(&mut self, numbers: &[u32], dead: &mut Vec<u32>) {
        for &number in numbers {
            let node = self.node(number);
            node.exists = false;
            let owned = std::mem::take(&mut node.owned);
            self.disown(&owned);
            dead.push(number);
            self.vacant.push(number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    fn nodes<const N: usize>(graph: &mut Ownership) -> [u32; N] {
        std::array::from_fn(|_| graph.add())
    }

    fn own(graph: &mut Ownership, number: u32, owned: &[u32]) -> Vec<u32> {
        let mut dead = Vec::new();
        graph.set_owned(number, owned.into(), &mut dead);
        dead.sort();
        dead
    }

    fn release(graph: &mut Ownership, number: u32) -> Vec<u32> {
        let mut dead = Vec::new();
        graph.release(number, &mut dead);
        dead.sort();
        dead
    }

    #[test]
    fn a_chain_dies_with_its_first_node() {
        let mut graph = Ownership::default();
        let [a, b, c] = nodes(&mut graph);
        assert_eq!((own(&mut graph, a, &[b]), own(&mut graph, b, &[c])), (vec![], vec![]));
        assert_eq!((release(&mut graph, c), release(&mut graph, b)), (vec![], vec![]));
        assert_eq!(release(&mut graph, a), [a, b, c]);
    }

    #[test]
    fn a_cycle_dies_with_its_last_handle() {
        let mut graph = Ownership::default();
        let [a, b, c, other] = nodes(&mut graph);
        own(&mut graph, a, &[b, a]);
        own(&mut graph, b, &[c, other]);
        own(&mut graph, c, &[a]);
        own(&mut graph, other, &[a]);
        assert_eq!((release(&mut graph, a), release(&mut graph, b)), (vec![], vec![]));
        assert_eq!(release(&mut graph, c), [], "the other node has a handle and owns the cycle");
        assert_eq!(own(&mut graph, other, &[]), [a, b, c]);
        assert_eq!(release(&mut graph, other), [other]);
    }

    #[test]
    fn replacing_what_is_owned_keeps_what_stays() {
        let mut graph = Ownership::default();
        let [a, b, c] = nodes(&mut graph);
        own(&mut graph, a, &[b]);
        own(&mut graph, b, &[b]);
        assert_eq!(release(&mut graph, b), []);
        assert_eq!(own(&mut graph, a, &[b, c]), []);
        assert_eq!(own(&mut graph, a, &[c]), [b]);
    }

    /// Dead cycles that are too large for the search after a change never wait in larger number than other nodes.
    #[test]
    fn repeated_cycles_of_any_size_die() {
        for live in [0, 1000] {
            for size in [65, 100, 1000] {
                let mut graph = Ownership::default();
                let others: Vec<u32> = (0..live).map(|_| graph.add()).collect();
                let mut dead = Vec::new();
                for round in 1..=100 {
                    let ring: Vec<u32> = (0..size).map(|_| graph.add()).collect();
                    for (place, &number) in ring.iter().enumerate() {
                        graph.add_owned(number, ring[(place + 1) % size]);
                    }
                    ring.iter().for_each(|&number| graph.release(number, &mut dead));
                    let waiting = round * size - dead.len();
                    assert!(waiting <= live + 2 * size, "{size}, {live}: {waiting} wait");
                }
                graph.collect(&mut dead);
                assert_eq!(dead.len(), 100 * size);
                drop(others);
            }
        }
    }

    #[test]
    fn single_edges_are_replaced_and_removed() {
        let mut graph = Ownership::default();
        let [a, b, c, d] = nodes(&mut graph);
        for other in [b, c, d] {
            graph.add_owned(a, other);
            assert_eq!(release(&mut graph, other), []);
        }
        let mut dead = Vec::new();
        graph.swap_remove_owned(a, 0, &mut dead); // the edge to `d` is first now
        assert_eq!(std::mem::take(&mut dead), [b]);
        graph.replace_owned(a, 0, c, &mut dead);
        assert_eq!(std::mem::take(&mut dead), [d]);
        graph.swap_remove_owned(a, 0, &mut dead);
        assert_eq!(dead, []);
        graph.swap_remove_owned(a, 0, &mut dead);
        assert_eq!(dead, [c]);
    }

    #[test]
    fn large_cycles_die_on_demand() {
        const SIZE: usize = 100 * SEARCH_LIMIT;
        let mut graph = Ownership::default();
        let ring: Vec<u32> = (0..SIZE).map(|_| graph.add()).collect();
        for (place, &number) in ring.iter().enumerate() {
            own(&mut graph, number, &[ring[(place + 1) % SIZE]]);
        }
        let mut dead = Vec::new();
        ring.iter().for_each(|&number| graph.release(number, &mut dead));
        // The last release made it dead, and was one of many since the last collection.
        assert_eq!(dead.len(), SIZE);
        let ring: Vec<u32> = (0..SIZE).map(|_| graph.add()).collect();
        let kept: Vec<u32> = (0..=SIZE).map(|_| graph.add()).collect();
        for (place, &number) in ring.iter().enumerate() {
            graph.add_owned(number, ring[(place + 1) % SIZE]);
        }
        graph.collect(&mut dead);
        dead.clear();
        ring.iter().for_each(|&number| graph.release(number, &mut dead));
        assert_eq!((dead.len(), graph.suspects.len()), (0, 1), "the search was bounded");
        graph.collect(&mut dead);
        assert_eq!(dead.len(), SIZE);
        kept.iter().for_each(|&number| graph.release(number, &mut dead));
        dead.truncate(SIZE);
        assert_eq!(dead.len(), SIZE);
        assert_eq!((graph.vacant.len(), graph.suspects.len(), graph.pending.len()), (2 * SIZE + 1, 0, 0));
    }

    /// Compares with a model: which nodes the handles reach.
    #[test]
    fn random_changes_match_a_model() {
        let mut seed = 1_u32;
        let mut random = |below: usize| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) as usize % below
        };
        let mut graph = Ownership::default();
        let mut handles: Vec<u32> = Vec::new();
        let mut edges: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for round in 0..20_000 {
            let mut dead = Vec::new();
            let all: Vec<u32> = edges.keys().copied().collect();
            match random(if all.len() < 40 { 6 } else { 4 }) {
                0 if !handles.is_empty() => {
                    let number = handles.swap_remove(random(handles.len()));
                    graph.release(number, &mut dead);
                }
                1 | 2 if !all.is_empty() => {
                    let owned: Vec<u32> = (0..random(4)).map(|_| all[random(all.len())]).collect();
                    let number = all[random(all.len())];
                    edges.insert(number, owned.clone());
                    graph.set_owned(number, owned, &mut dead);
                }
                3 if !handles.is_empty() => {
                    let number = handles.swap_remove(random(handles.len()));
                    graph.acquire(number);
                    handles.push(number);
                    graph.release(number, &mut dead);
                }
                _ => {
                    let number = graph.add();
                    assert!(edges.insert(number, Vec::new()).is_none(), "the number of a live node");
                    handles.push(number);
                }
            }
            if round % 16 == 0 {
                graph.collect(&mut dead);
            }
            let (mut alive, mut pending) = (BTreeSet::new(), handles.clone());
            while let Some(number) = pending.pop() {
                if alive.insert(number) {
                    pending.extend(&edges[&number]);
                }
            }
            for number in dead {
                assert!(!alive.contains(&number), "round {round}");
                assert!(edges.remove(&number).is_some(), "dead twice");
            }
            if round % 16 == 0 {
                assert_eq!(alive, edges.keys().copied().collect(), "round {round}");
            }
        }
    }
}
