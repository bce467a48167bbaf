//! Promotes variables, and stack slots used like variables, to SSA values.
//!
//! A *place* is a variable, or a part of an anonymous stack slot whose stores all have the same width and that no other
//! access overlaps. Within a block, a read becomes the last value written before it. The remaining reads need the value
//! at the head of their block. From their blocks, a backward walk that stops at writes finds the heads where the place
//! is live-in; each is a node. A node either has the one content that all predecessors leave in the place, or is a Phi.
//! In reverse post-order most nodes are resolved at once. Those that depend on back edges are revisited, in alternating
//! directions, until nothing changes or [`ROUNDS`] rounds are over; simplify_ssa removes redundant Phis that are left.
//! The result is pruned SSA (Phis only where a place is live-in) with few redundant Phis.
//!
//! A read of a slot may be narrower than the writes, or use the other register bank: it becomes a conversion with the
//! same bits. An unwritten place reads as zero. Accesses in unreachable code remain.
//!
//! - Requires: valid IR.
//! - Ensures: in reachable code no Get or Set remains, except of variables that hold derived references, or both
//!   references and other values; and no access to a slot that is used like a variable. If the pass reaches its budget,
//!   the remaining places are variables, each read at most once and set at most once in a block.
//! - Keeps: ids, edges, dominators. Every new Phi is at the head of its block and has an Upsilon at the end of every
//!   predecessor.
//! - Cost: one visit of each value; per place, at most [`ROUNDS`] + 1 visits of the blocks where it is live-in and of
//!   the edges to them. All places together: at most [`MAX_VISITS`] visits and [`MAX_GROWTH`] new values per value, and
//!   those of one place.
//! - Source: pruned SSA as in Choi, Cytron and Ferrante, "Automatic construction of sparse data flow evaluation graphs"
//!   (POPL 1991), with the search for Phis of Braun et al., "Simple and Efficient Construction of Static Single
//!   Assignment Form" (CC 2013), restricted to where a place is live; B3's fixSSA.

mod slots;

use crate::base::Type;
use crate::ir::validate::Contents;
use crate::ir::{BlockId, InsertionSet, Opcode, Procedure, ValueFlags, ValueId};
use crate::opt::context::{Context, KIND};
use crate::support::Entity;
use slots::SlotPlaces;

/// Maximum number of times the Phis of a place are revisited.
const ROUNDS: u32 = 4;

/// Maximum number of visits per value of the procedure: the live ranges of many variables across many blocks have a
/// size that is quadratic.
const MAX_VISITS: u64 = 64;

/// Maximum number of Phis and Upsilons per value of the procedure: so has the number of Phis in nested loops.
const MAX_GROWTH: usize = 4;

/// What both budgets allow a procedure without values.
const MIN_BUDGET: usize = 4096;

/// A promotable location: a variable, or a part of a slot.
#[derive(Clone, Copy, Debug)]
pub(in crate::opt) struct Place {
    pub(in crate::opt) ty: Type,
    /// GC flags of its content; `None` before the first access.
    kind: Option<ValueFlags>,
    /// False if it cannot be promoted: its accesses remain.
    pub(in crate::opt) is_promotable: bool,
    /// Lists of blocks that write it, with the last value of each, and of reads that need the value at the block's
    /// head.
    writes: u32,
    reads: u32,
}

impl Place {
    pub(in crate::opt) fn new(ty: Type) -> Place {
        Place { ty, kind: None, is_promotable: true, writes: NONE, reads: NONE }
    }
}

/// A list entry: a block, a value, and the index of the next entry.
#[derive(Clone, Copy, Debug)]
struct ListEntry {
    block: BlockId,
    value: ValueId,
    next: u32,
}

const NONE: u32 = u32::MAX;

/// The content of a place at a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Content {
    Value(ValueId),
    /// The content of this node.
    Node(u32),
    /// Undefined: never written on any path.
    Nothing,
}

/// The head of a block where a place is live-in. A node whose content is itself is a Phi.
#[derive(Clone, Copy, Debug)]
struct Node {
    block: BlockId,
    content: Content,
    phi: ValueId,
}

/// Per-block state of the current place. A field is valid if its stamp (place + 1) matches.
#[derive(Clone, Copy, Debug, Default)]
struct BlockState {
    /// Stamp: the block writes the place, `value` last.
    written: u32,
    value: ValueId,
    /// Stamp: the place is live-in here, with this `node`.
    live: u32,
    node: u32,
}

/// Reusable working memory of the pass.
#[derive(Debug, Default)]
pub(in crate::opt) struct FixWork {
    pub(in crate::opt) places: Vec<Place>,
    entries: Vec<ListEntry>,
    blocks: Vec<BlockState>,
    nodes: Vec<Node>,
    phis: Vec<u32>,
    slots: SlotPlaces,
    /// By place: the block that wrote it last, and the member that records this write.
    written: Vec<(BlockId, u32)>,
    /// New values by block: Phis at heads, Upsilons at ends.
    heads: Vec<(BlockId, ValueId)>,
    ends: Vec<(BlockId, ValueId)>,
    insertions: InsertionSet,
}

pub(in crate::opt) fn fix_ssa(proc: &mut Procedure, cx: &mut Context) {
    let mut work = cx.scratch.take::<FixWork>();
    work.find_places(proc, cx);
    for place in work.places.iter_mut().filter(|place| place.is_promotable && place.kind.is_some()) {
        place.is_promotable = cx.fuel.take();
    }
    if work.places.iter().any(|place| place.is_promotable) {
        cx.find_dominators(proc);
        cx.flow.find_order(proc);
        work.visit_blocks(proc, cx);
        let values = proc.value_count() + MIN_BUDGET;
        let (most_visits, most_values) = (cx.work + MAX_VISITS * values as u64, MAX_GROWTH * values);
        for place in 0..work.places.len() {
            if !work.places[place].is_promotable || work.places[place].reads == NONE {
                continue;
            }
            if cx.work <= most_visits && work.heads.len() + work.ends.len() <= most_values {
                work.find_contents(proc, cx, place);
            } else {
                work.leave_variable(proc, cx, place);
            }
        }
        work.insert(proc, cx);
        cx.contents |= Contents::NOPS_AND_IDENTITIES;
    }
    cx.scratch.put(work);
}

impl FixWork {
    fn find_places(&mut self, proc: &Procedure, cx: &mut Context) {
        self.places.clear();
        self.entries.clear();
        self.heads.clear();
        self.ends.clear();
        self.places.extend(proc.variables().values().map(|variable| Place::new(variable.ty)));
        let FixWork { places, slots, .. } = self;
        slots.find(proc, places, cx);
        // All accesses of a place must agree in their GC flags.
        for block in proc.block_ids() {
            for &id in proc.block_values(block) {
                let Some((place, written)) = self.access(proc, id) else { continue };
                let kind = proc.value(written.unwrap_or(id)).flags & KIND;
                let place = &mut self.places[place];
                let agrees = *place.kind.get_or_insert(kind) == kind;
                place.is_promotable &= agrees && !kind.contains(ValueFlags::DERIVED);
            }
            cx.work += proc.block_values(block).len() as u64;
        }
    }

    /// The place that a value accesses, and the value written there if it is a write.
    fn access(&self, proc: &Procedure, id: ValueId) -> Option<(usize, Option<ValueId>)> {
        let value = proc.value(id);
        match value.opcode() {
            Opcode::Get => Some((value.variable().index(), None)),
            Opcode::Set => Some((value.variable().index(), Some(proc.children(id)[0]))),
            _ => {
                let place = self.slots.place(id)?;
                let is_store = value.ty == Type::Void;
                Some((place, is_store.then(|| proc.children(id)[0])))
            }
        }
    }

    /// Forwards writes to reads within each block, removes writes, and lists the reads that are left.
    fn visit_blocks(&mut self, proc: &mut Procedure, cx: &mut Context) {
        self.written.clear();
        self.written.resize(self.places.len(), (BlockId::INVALID, 0));
        for block in cx.flow.order.nodes().map(BlockId::from_index) {
            for at in 0..proc.block_values(block).len() {
                let id = proc.block_values(block)[at];
                let Some((place, written)) = self.access(proc, id) else { continue };
                if !self.places[place].is_promotable {
                    continue;
                }
                let number = self.entries.len() as u32;
                let (writer, last) = self.written[place];
                match written {
                    // The block's last write is the content it leaves.
                    Some(value) if writer == block => self.entries[last as usize].value = value,
                    Some(value) => {
                        let next = std::mem::replace(&mut self.places[place].writes, number);
                        self.entries.push(ListEntry { block, value, next });
                        self.written[place] = (block, number);
                    }
                    None if writer == block => {
                        let value = self.entries[last as usize].value;
                        self.slots.read(proc, id, value);
                    }
                    None => {
                        let next = std::mem::replace(&mut self.places[place].reads, number);
                        self.entries.push(ListEntry { block, value: id, next });
                    }
                }
                if written.is_some() {
                    proc.replace_with_nop(id);
                }
            }
            cx.work += proc.block_values(block).len() as u64;
        }
        self.blocks.clear();
        self.blocks.resize(proc.block_count(), BlockState::default());
    }

    /// Finds the contents of a place at the heads where it is live-in, and replaces its remaining reads.
    fn find_contents(&mut self, proc: &mut Procedure, cx: &mut Context, place: usize) {
        let stamp = place as u32 + 1;
        let mut write = self.places[place].writes;
        while let Some(&ListEntry { block, value, next }) = self.entries.get(write as usize) {
            (self.blocks[block.index()].written, self.blocks[block.index()].value) = (stamp, value);
            write = next;
        }
        self.find_live_heads(cx, place, stamp);
        self.find_phis(cx, stamp);
        self.make_phis(proc, cx, place, stamp);
        let mut read = self.places[place].reads;
        while let Some(&ListEntry { block, value, next }) = self.entries.get(read as usize) {
            let content = self.content(Content::Node(self.blocks[block.index()].node));
            let content = self.value(proc, place, content);
            self.slots.read(proc, value, content);
            read = next;
        }
    }

    /// Makes a place a variable that is set at the end of each block that writes it, and read at the head of each block
    /// that reads it first.
    fn leave_variable(&mut self, proc: &mut Procedure, cx: &mut Context, place: usize) {
        let Place { ty, kind, mut writes, mut reads, .. } = self.places[place];
        let variable = proc.add_variable(ty);
        while let Some(&ListEntry { block, value, next }) = self.entries.get(writes as usize) {
            let set = proc.detached().set(value, variable);
            self.ends.push((block, set));
            writes = next;
            cx.work += 1;
        }
        let mut last = (BlockId::INVALID, ValueId::INVALID);
        while let Some(&ListEntry { block, value, next }) = self.entries.get(reads as usize) {
            // The reads of a block follow each other in the list.
            if last.0 != block {
                last = (block, proc.detached().get(variable));
                if let (Some(get), Some(kind)) = (proc.get_value_mut(last.1), kind) {
                    get.flags |= kind;
                }
                self.heads.push(last);
            }
            self.slots.read(proc, value, last.1);
            reads = next;
            cx.work += 1;
        }
    }

    /// Creates a node for each block where the place is live-in, in reverse post-order.
    fn find_live_heads(&mut self, cx: &mut Context, place: usize, stamp: u32) {
        self.nodes.clear();
        let mut read = self.places[place].reads;
        while let Some(&ListEntry { block, next, .. }) = self.entries.get(read as usize) {
            self.add_node(block, stamp);
            read = next;
        }
        let mut at = 0;
        while let Some(&Node { block, .. }) = self.nodes.get(at) {
            at += 1;
            for &from in cx.flow.predecessors.of(block.index()) {
                if cx.flow.dominators.is_reachable(from as usize)
                    && self.blocks[from as usize].written != stamp
                {
                    self.add_node(BlockId::new(from), stamp);
                }
                cx.work += 1;
            }
        }
        let order = &cx.flow.order;
        self.nodes.sort_unstable_by_key(|node| order.number(node.block.index()));
        for (number, node) in self.nodes.iter_mut().enumerate() {
            node.content = Content::Node(number as u32);
            self.blocks[node.block.index()].node = number as u32;
        }
    }

    fn add_node(&mut self, block: BlockId, stamp: u32) {
        if std::mem::replace(&mut self.blocks[block.index()].live, stamp) != stamp {
            self.nodes.push(Node { block, content: Content::Nothing, phi: ValueId::INVALID });
        }
    }

    /// The content of the place at the end of a block.
    fn content_at_end(&self, block: u32, stamp: u32) -> Content {
        let state = &self.blocks[block as usize];
        if state.written == stamp { Content::Value(state.value) } else { Content::Node(state.node) }
    }

    /// Resolves a content through the nodes that are known.
    fn content(&mut self, content: Content) -> Content {
        let (mut first, mut end) = (content, content);
        while let Content::Node(node) = end
            && self.nodes[node as usize].content != end
        {
            end = self.nodes[node as usize].content;
        }
        // Path compression.
        while let Content::Node(node) = first
            && first != end
        {
            first = std::mem::replace(&mut self.nodes[node as usize].content, end);
        }
        end
    }

    /// Gives each node the content its predecessors agree on; nodes that are left are Phis.
    fn find_phis(&mut self, cx: &mut Context, stamp: u32) {
        self.phis.clear();
        self.phis.extend(0..self.nodes.len() as u32);
        for _ in 0..=ROUNDS {
            let before = self.phis.len();
            for at in 0..before {
                let node = self.phis[at];
                let content = self.merge(cx, node, stamp);
                self.nodes[node as usize].content = content;
            }
            let nodes = &self.nodes;
            self.phis.retain(|node| nodes[*node as usize].content == Content::Node(*node));
            self.phis.reverse();
            if self.phis.len() == before || self.phis.is_empty() {
                break;
            }
        }
        self.phis.sort_unstable();
    }

    /// The content that all predecessors of a node's block leave in the place; the node itself if they disagree.
    fn merge(&mut self, cx: &mut Context, node: u32, stamp: u32) -> Content {
        let block = self.nodes[node as usize].block;
        // The place is undefined on entry to the root.
        let mut found = (block == Procedure::ROOT).then_some(Content::Nothing);
        for &from in cx.flow.predecessors.of(block.index()) {
            cx.work += 1;
            if !cx.flow.dominators.is_reachable(from as usize) {
                continue;
            }
            let content = self.content(self.content_at_end(from, stamp));
            if content == Content::Node(node) || found == Some(content) {
                continue;
            }
            if found.is_some() {
                return Content::Node(node);
            }
            found = Some(content);
        }
        found.unwrap_or(Content::Nothing)
    }

    /// Creates the Phis of the remaining nodes, and their Upsilons.
    fn make_phis(&mut self, proc: &mut Procedure, cx: &mut Context, place: usize, stamp: u32) {
        let Place { ty, kind, .. } = self.places[place];
        for at in 0..self.phis.len() {
            let node = self.phis[at] as usize;
            let phi = proc.detached().phi(ty);
            if let (Some(value), Some(kind)) = (proc.get_value_mut(phi), kind) {
                value.flags |= kind;
            }
            self.nodes[node].phi = phi;
            self.heads.push((self.nodes[node].block, phi));
            cx.contents |= Contents::PHIS;
        }
        for at in 0..self.phis.len() {
            let Node { block, phi, .. } = self.nodes[self.phis[at] as usize];
            for &from in cx.flow.predecessors.of(block.index()) {
                if !cx.flow.dominators.is_reachable(from as usize) {
                    continue;
                }
                let content = self.content(self.content_at_end(from, stamp));
                let value = self.value(proc, place, content);
                let upsilon = proc.detached().upsilon(value, phi);
                self.ends.push((BlockId::new(from), upsilon));
                cx.work += 1;
            }
        }
    }

    /// The value of a resolved content: a node is a Phi here.
    fn value(&mut self, proc: &mut Procedure, place: usize, content: Content) -> ValueId {
        match content {
            Content::Value(value) => value,
            Content::Node(node) => self.nodes[node as usize].phi,
            Content::Nothing => {
                let Place { ty, kind, .. } = self.places[place];
                // Any bits will do, but a reference must be valid or null: a Phi that is never written, like the
                // variable, ensures this.
                let value = if kind.unwrap_or_default() != ValueFlags::empty() {
                    let phi = proc.detached().phi(ty);
                    if let (Some(value), Some(kind)) = (proc.get_value_mut(phi), kind) {
                        value.flags |= kind;
                    }
                    phi
                } else if ty.is_tuple() {
                    proc.detached().bottom_tuple(ty)
                } else {
                    proc.detached().constant(ty, 0)
                };
                self.heads.push((Procedure::ROOT, value));
                value
            }
        }
    }

    fn insert(&mut self, proc: &mut Procedure, cx: &mut Context) {
        self.heads.extend(self.slots.masks().map(|mask| (Procedure::ROOT, mask)));
        self.heads.sort_by_key(|(block, _)| *block);
        self.ends.sort_by_key(|(block, _)| *block);
        let (mut heads, mut ends) = (self.heads.iter().peekable(), self.ends.iter().peekable());
        while let Some(block) = heads.peek().into_iter().chain(ends.peek()).map(|next| next.0).min() {
            while let Some((_, value)) = heads.next_if(|next| next.0 == block) {
                self.insertions.insert(0, *value);
            }
            let end = proc.block_values(block).len().saturating_sub(1);
            while let Some((_, value)) = ends.next_if(|next| next.0 == block) {
                self.insertions.insert(end, *value);
            }
            cx.work += self.insertions.execute(proc, block) as u64;
        }
    }
}
