//! Control flow of a random procedure: blocks, edges and dominators. It is fixed before values are created.

use super::recipe::ProcedureRecipe;

/// How a node ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ending {
    Return,
    Jump,
    /// Branch on some predicate.
    Branch,
    /// Branch to a trap that is never taken.
    Guard,
    Switch,
    /// Branch to the rest of the block while fuel is left.
    Fuel,
    /// Trap or Oops.
    Trap,
    /// A terminal patchpoint with successors.
    Patch,
    /// A call that returns to the first successor, or throws to the second.
    Throw,
    Entries,
}

/// Features that a procedure may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Allowed {
    pub(super) traps: bool,
    pub(super) patchpoints: bool,
    pub(super) exceptions: bool,
    pub(super) entries: bool,
}

/// A block of the procedure. The index of a node is the id of its block.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// The block of the recipe that it is, or whose end it has.
    pub(super) recipe: usize,
    /// True for the first node of a block of the recipe, which has its steps.
    pub(super) has_steps: bool,
    pub(super) ending: Ending,
    /// The node ending in the call whose normal return is the only edge to this node.
    pub(super) returned_from: Option<usize>,
    /// True if the only edge to this node is that of a call that throws.
    pub(super) caught: bool,
    /// Nodes, and whether the edge is rare.
    pub(super) successors: Vec<(usize, bool)>,
    pub(super) predecessors: Vec<usize>,
    /// The immediate dominator; the root for itself and for unreachable nodes.
    pub(super) dominator: usize,
}

/// All nodes, those of the recipe's blocks first.
#[derive(Clone, Debug)]
pub(super) struct Flow {
    pub(super) nodes: Vec<Node>,
    /// The order in which to create values: dominators first, and each subtree of the dominator tree contiguous.
    pub(super) order: Vec<usize>,
}

/// Endings that a recipe chooses from; the first is the simplest.
const ENDINGS: [Ending; 12] = [
    Ending::Return,
    Ending::Jump,
    Ending::Branch,
    Ending::Branch,
    Ending::Branch,
    Ending::Branch,
    Ending::Branch,
    Ending::Switch,
    Ending::Switch,
    Ending::Guard,
    Ending::Jump,
    Ending::Trap,
];

/// Procedure flag: blocks may branch to the root.
const LOOPS_TO_ROOT: u16 = 1;

/// Mask and value of the procedure flags: there are several entries.
const ENTRIES: (u16, u16) = (7 << 11, 5 << 11);

/// Mask and value of the flags of an end: a patchpoint selects the successor.
const PATCHES: (u16, u16) = (7 << 9, 3 << 9);

/// Mask and value of the flags of an end: a call that may throw precedes it.
const THROWS: (u16, u16) = (3 << 12, 2 << 12);

/// Flag of an end: the handler has no other predecessor.
const OWN_HANDLER: u16 = 1 << 14;

pub(super) fn matches_mask(word: u16, (mask, value): (u16, u16)) -> bool {
    word & mask == value
}

impl Flow {
    pub(super) fn new(recipe: &ProcedureRecipe, allowed: Allowed) -> Flow {
        let count = recipe.blocks.len().max(1);
        let mut nodes: Vec<Node> = (0..count).map(|i| node(i, true, Ending::Return)).collect();
        let first_target = usize::from(recipe.flags & LOOPS_TO_ROOT == 0);
        let mut out_of_fuel = None;
        for i in 0..count {
            let Some(end) = recipe.blocks.get(i).map(|block| block.end) else { continue };
            let mut ending = ENDINGS[end.kind as usize % ENDINGS.len()];
            if first_target == count && !matches!(ending, Ending::Trap) {
                ending = Ending::Return;
            }
            if ending == Ending::Trap && (!allowed.traps || i == 0) {
                ending = Ending::Return;
            }
            if matches!(ending, Ending::Branch | Ending::Switch)
                && allowed.patchpoints
                && matches_mask(end.detail, PATCHES)
            {
                ending = Ending::Patch;
            }
            if i == 0
                && allowed.entries
                && first_target == 1
                && count > 1
                && matches_mask(recipe.flags, ENTRIES)
            {
                ending = Ending::Entries;
            }
            let arity = match ending {
                Ending::Return | Ending::Trap | Ending::Fuel | Ending::Throw => 0,
                Ending::Jump | Ending::Guard => 1,
                Ending::Branch => 2,
                Ending::Patch | Ending::Entries | Ending::Switch => 2 + end.detail as usize % 3,
            };
            let mut successors: Vec<(usize, bool)> = end.targets[..arity]
                .iter()
                .map(|&target| {
                    let rare = target >> 12 == 7;
                    (first_target + target as usize % (count - first_target), rare)
                })
                .collect();
            let retreats = successors.iter().any(|(target, _)| *target <= i);
            if ending == Ending::Guard {
                nodes.push(node(i, false, Ending::Trap));
                successors.insert(0, (nodes.len() - 1, end.detail & 1 == 0));
            }
            let mut holder = i;
            if retreats {
                let out = *out_of_fuel.get_or_insert_with(|| {
                    nodes.push(node(i, false, Ending::Return));
                    nodes.len() - 1
                });
                nodes.push(node(i, false, ending));
                holder = nodes.len() - 1;
                nodes[i].ending = Ending::Fuel;
                nodes[i].successors = vec![(holder, false), (out, end.detail & 2 == 0)];
            }
            // A call that may throw comes first. Its handler is a later block, so that it needs no fuel.
            if allowed.exceptions
                && matches_mask(end.detail, THROWS)
                && i + 1 < count
                && !matches!(ending, Ending::Entries)
            {
                let mut handler = i + 1 + end.targets[3] as usize % (count - i - 1);
                if end.detail & OWN_HANDLER != 0 {
                    let own = Node {
                        caught: true,
                        successors: vec![(handler, false)],
                        ..node(i, false, Ending::Jump)
                    };
                    handler = nodes.len();
                    nodes.push(own);
                }
                let returned = Node { returned_from: Some(holder), ..node(i, false, ending) };
                nodes[holder].ending = Ending::Throw;
                nodes[holder].successors = vec![(nodes.len(), false), (handler, end.detail & 1 == 0)];
                holder = nodes.len();
                nodes.push(returned);
            }
            nodes[holder].ending = ending;
            nodes[holder].successors = successors;
        }
        for i in 0..nodes.len() {
            for (target, _) in nodes[i].successors.clone() {
                if !nodes[target].predecessors.contains(&i) {
                    nodes[target].predecessors.push(i);
                }
            }
        }
        let mut flow = Flow { nodes, order: Vec::new() };
        flow.find_dominators();
        flow
    }

    /// Computes immediate dominators (Cooper, Harvey, Kennedy: A Simple, Fast Dominance Algorithm) and the order.
    fn find_dominators(&mut self) {
        let nodes = &mut self.nodes;
        let mut postorder = Vec::new();
        let mut number = vec![usize::MAX; nodes.len()];
        let mut seen = vec![false; nodes.len()];
        let mut stack = vec![(0, 0)];
        seen[0] = true;
        while let Some((at, next)) = stack.last_mut() {
            if let Some((target, _)) = nodes[*at].successors.get(*next) {
                *next += 1;
                if !std::mem::replace(&mut seen[*target], true) {
                    stack.push((*target, 0));
                }
            } else {
                number[*at] = postorder.len();
                postorder.push(*at);
                stack.pop();
            }
        }
        let mut dominator = vec![usize::MAX; nodes.len()];
        dominator[0] = 0;
        let mut changed = true;
        while changed {
            changed = false;
            for &at in postorder.iter().rev().filter(|at| **at != 0) {
                let mut known = nodes[at].predecessors.iter().filter(|p| dominator[**p] != usize::MAX);
                let Some(&first) = known.next() else { continue };
                let nearest = known.fold(first, |a, &b| {
                    let (mut a, mut b) = (a, b);
                    while a != b {
                        if number[a] < number[b] {
                            a = dominator[a];
                        } else {
                            b = dominator[b];
                        }
                    }
                    a
                });
                changed |= std::mem::replace(&mut dominator[at], nearest) != nearest;
            }
        }
        let mut children = vec![Vec::new(); nodes.len()];
        for at in 1..nodes.len() {
            nodes[at].dominator = if seen[at] { dominator[at] } else { 0 };
            children[nodes[at].dominator].push(at);
        }
        let mut work = vec![0];
        while let Some(at) = work.pop() {
            self.order.push(at);
            work.extend(&children[at]);
        }
    }
}

fn node(recipe: usize, has_steps: bool, ending: Ending) -> Node {
    Node {
        recipe,
        has_steps,
        ending,
        returned_from: None,
        caught: false,
        successors: Vec::new(),
        predecessors: Vec::new(),
        dominator: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::super::recipe::{BlockRecipe, End};
    use super::*;

    /// A block that ends with `ENDINGS[kind]`.
    fn block(kind: u16, targets: [u16; 4]) -> BlockRecipe {
        BlockRecipe { end: End { kind, targets, ..End::default() }, ..BlockRecipe::default() }
    }

    #[test]
    fn loops_burn_fuel_and_dominators_hold() {
        // 0 -> 1, 2; 1 -> 2; 2 -> 1, 3 (irreducible); 3 returns. Targets count from block 1.
        let blocks =
            vec![block(2, [0, 1, 0, 0]), block(1, [1, 0, 0, 0]), block(2, [0, 2, 0, 0]), block(0, [0; 4])];
        let flow = Flow::new(&ProcedureRecipe { blocks, ..ProcedureRecipe::default() }, Allowed::default());
        let endings: Vec<Ending> = flow.nodes.iter().map(|node| node.ending).collect();
        use Ending::*;
        assert_eq!(endings, [Branch, Jump, Fuel, Return, Return, Branch]);
        let dominators: Vec<usize> = flow.nodes.iter().map(|node| node.dominator).collect();
        assert_eq!(dominators, [0, 0, 0, 5, 2, 2]);
        assert_eq!(flow.order.len(), flow.nodes.len());
        let place = |at: usize| flow.order.iter().position(|o| *o == at).unwrap();
        assert!((1..6).all(|at| place(dominators[at]) < place(at)));
    }
}
