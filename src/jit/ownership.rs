//! Shared ownership with cycles: which nodes of a graph are still needed.
//!
//! A node is alive if a handle outside of the graph refers to it, or an alive node owns it. Counts find most dead nodes
//! at once. Nodes that own each other in a cycle are found by trial deletion: of the nodes that a suspect reaches
//! through nodes without handles, those are dead that no node outside of this set leads to. (D. Bacon, V. Rajan,
//! "Concurrent Cycle Collection in Reference Counted Systems", 2001.)
//!
//! The search for a cycle ends after [`SEARCH_LIMIT`] nodes, and its start is recorded as a suspect. All suspects are
//! examined together once there is one for each `SEARCH_LIMIT` nodes. So each change of the graph takes constant time
//! on average, apart from the edges that it removes.

/// Maximum number of nodes in the search for a cycle that follows a change.
const SEARCH_LIMIT: usize = 64;

/// Nodes by number, and the edges between them.
#[derive(Default)]
pub(super) struct Ownership {
    nodes: Vec<Node>,
    /// Numbers of removed nodes, for reuse.
    vacant: Vec<u32>,
    /// Nodes at which a search for a cycle ended early.
    suspects: Vec<u32>,
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
    owned: Box<[u32]>,
    is_suspect: bool,
    /// In a search: the position in the list of found nodes, plus 1.
    found: u32,
}

impl Ownership {
    pub(super) const fn new() -> Ownership {
        Ownership { nodes: Vec::new(), vacant: Vec::new(), suspects: Vec::new(), pending: Vec::new() }
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
    pub(super) fn is_held(&self, number: u32) -> bool {
        self.nodes[number as usize].handles != 0
    }

    /// Adds a handle of a node.
    pub(super) fn acquire(&mut self, number: u32) {
        self.node(number).handles += 1;
    }

    /// Removes a handle of a node. Appends all nodes that are removed by it to `dead`.
    pub(super) fn release(&mut self, number: u32, dead: &mut Vec<u32>) {
        self.node(number).handles -= 1;
        self.pending.push(number);
        self.examine(dead);
    }

    /// Replaces the nodes that a node owns. Appends all nodes that are removed by it to `dead`.
    pub(super) fn set_owned(&mut self, number: u32, owned: Box<[u32]>, dead: &mut Vec<u32>) {
        for &other in &owned {
            self.node(other).owners += 1;
        }
        let old = std::mem::replace(&mut self.node(number).owned, owned);
        self.disown(&old);
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
    }

    fn disown(&mut self, owned: &[u32]) {
        for &other in owned {
            self.node(other).owners -= 1;
            self.pending.push(other);
        }
    }

    fn examine(&mut self, dead: &mut Vec<u32>) {
        self.examine_pending(dead);
        let live = self.nodes.len() - self.vacant.len();
        if self.suspects.len() * SEARCH_LIMIT > live {
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
            if node.exists && node.handles == 0 && node.found == 0 {
                found.push(number);
                node.found = found.len() as u32;
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
            self.nodes[number as usize].found = 0;
        }
        dead
    }

    /// Those of the found nodes that no other node leads to.
    fn without_owners_outside(&self, found: &[u32]) -> Vec<u32> {
        let node = |number: u32| &self.nodes[number as usize];
        let position = |number: u32| (node(number).found as usize).checked_sub(1);
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
            let (owned, was_suspect) = (std::mem::take(&mut node.owned), node.is_suspect);
            self.disown(&owned);
            if was_suspect {
                self.suspects.retain(|&suspect| suspect != number);
            }
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
        // The search after each release was bounded, and the suspects were examined from time to time.
        assert!(dead.is_empty() && graph.suspects.len() * SEARCH_LIMIT <= SIZE);
        graph.collect(&mut dead);
        assert_eq!(dead.len(), SIZE);
        assert_eq!((graph.vacant.len(), graph.suspects.len(), graph.pending.len()), (SIZE, 0, 0));
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
                    graph.set_owned(number, owned.into(), &mut dead);
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
