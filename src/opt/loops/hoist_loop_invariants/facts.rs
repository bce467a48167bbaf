//! Effects, entry edges and register pressure of loops, and the values that each iteration is certain to execute.

use super::MAX_LEVELS;
use crate::analysis::{ControlFlow, LoopId, Loops, Order};
use crate::base::{Bank, EffectFlags, Effects, HeapRange, Type};
use crate::ir::opcode::Payload;
use crate::ir::{BlockId, Opcode, Procedure, Value};
use crate::opt::context::Context;
use crate::opt::memory::footprint::Footprint;
use crate::support::Entity;

/// Maximum number of values that are live through a loop, in general and in floating-point registers: more would leave
/// no registers for the values of the loop.
const MAX_LIVE: [u32; 2] = [8, 10];

/// Maximum number of writes of a loop that are distinguished; further ones are merged.
const MAX_WRITES: usize = 8;

/// What may have happened between the beginning of an iteration and a position in it.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Progress {
    /// The first iteration reaches the position, unless a side exit is taken before.
    pub(super) certain: bool,
    /// So does each iteration that the test in the header lets continue.
    pub(super) past_test: bool,
    /// A side exit may have been taken before.
    pub(super) exits: bool,
    /// An effect that is visible after a side exit may have happened before.
    pub(super) effects: bool,
}

impl Progress {
    /// Moves past a value.
    pub(super) fn pass(&mut self, effects: &Effects) {
        const SEEN: EffectFlags =
            EffectFlags::WRITES_PINNED.union(EffectFlags::FENCE).union(EffectFlags::SAFEPOINT);
        self.exits |= effects.flags.contains(EffectFlags::EXITS_SIDEWAYS);
        self.effects |= effects.flags.intersects(SEEN) || !effects.writes.is_empty();
    }
}

/// The facts about a loop.
#[derive(Debug)]
pub(super) struct LoopFacts {
    /// The number of loops in it, itself included, and its number in preorder of the loop forest.
    size: u32,
    number: u32,
    /// The preheader; invalid if there is none.
    pub(super) preheader: BlockId,
    /// It can have a preheader.
    pub(super) has_room: bool,
    /// Frequency of its entry edges.
    pub(super) frequency: f64,
    /// All flags of all its values.
    pub(super) flags: EffectFlags,
    /// The number of values that are live through it but not through the loop around it; after [`LoopWalk::close`] the
    /// maximum that are live at once in it. In general and in floating-point registers.
    live: [u32; 2],
    /// The number of values hoisted out of it.
    pub(super) added: [u32; 2],
    /// A call in it clobbers registers.
    calls: bool,
    writes: [Footprint; MAX_WRITES],
    write_count: usize,
    /// Progress of the loop around it where this one is entered.
    pub(super) entered: Progress,
    /// Progress of the walk in it.
    pub(super) now: Progress,
    /// Number of edges inside it whose targets the walk has not reached.
    open: u32,
    /// The walk has passed an exit edge, a back edge, or an edge into another loop.
    diverged: bool,
    /// The same, except for the exit edge of its header.
    diverged_past_test: bool,
    /// Its header ends with a test that can be copied before the loop: see [`super::guarded`].
    pub(super) has_test: bool,
    /// The exit test of its header is known to continue in the first iteration.
    pub(super) runs_at_least_once: bool,
    /// That copy will be created: values hoisted from now on are executed past it.
    pub(super) is_guarded: bool,
}

impl LoopFacts {
    fn new(number: u32) -> LoopFacts {
        LoopFacts {
            size: 1,
            number,
            preheader: BlockId::INVALID,
            has_room: false,
            frequency: 0.0,
            flags: EffectFlags::empty(),
            live: [0; 2],
            added: [0; 2],
            calls: false,
            writes: [Footprint::anywhere(HeapRange::EMPTY); MAX_WRITES],
            write_count: 0,
            entered: Progress::default(),
            now: Progress::default(),
            open: 0,
            diverged: false,
            diverged_past_test: false,
            has_test: false,
            runs_at_least_once: false,
            is_guarded: false,
        }
    }

    fn add_write(&mut self, write: Footprint) {
        match self.writes[..self.write_count].iter_mut().find(|old| old.range == write.range) {
            Some(old) if self.write_count == MAX_WRITES => *old = old.cover(&write),
            None if self.write_count == MAX_WRITES => self.writes[0] = self.writes[0].cover(&write),
            _ => {
                self.writes[self.write_count] = write;
                self.write_count += 1;
            }
        }
    }

    /// True if the loop may write this memory.
    pub(super) fn may_write(&self, memory: &Footprint) -> bool {
        self.writes[..self.write_count].iter().any(|write| write.overlaps(memory))
    }

    /// True if the loop writes this memory as a whole only.
    pub(super) fn writes_whole(&self, memory: &Footprint) -> bool {
        let mut writes =
            self.writes[..self.write_count].iter().filter(|write| write.overlaps(memory)).peekable();
        writes.peek().is_some() && writes.all(|write| write.is_same(memory))
    }
}

/// The loops of a procedure, and the facts that the walk over its blocks collects.
#[derive(Debug, Default)]
pub(super) struct LoopWalk {
    order: Order,
    pub(super) loops: Loops,
    facts: Vec<LoopFacts>,
    /// By block: number of edges to it that the walk has passed.
    arriving: Vec<u32>,
}

impl LoopWalk {
    /// Exchanges order and loops with those of the control flow analyses.
    pub(super) fn exchange(&mut self, flow: &mut ControlFlow) {
        std::mem::swap(&mut self.order, &mut flow.order);
        std::mem::swap(&mut self.loops, &mut flow.loops);
    }

    /// Finds the entry edges of the loops; false if there are no loops.
    pub(super) fn find(&mut self, proc: &Procedure, cx: &Context) -> bool {
        if self.loops.is_empty() {
            return false;
        }
        self.facts.clear();
        self.facts.extend((0..self.loops.len()).map(|_| LoopFacts::new(0)));
        self.number_loops();
        self.arriving.clear();
        self.arriving.resize(proc.block_count(), 0);
        for id in self.loops.ids() {
            self.find_entry(proc, cx, id);
        }
        true
    }

    /// Numbers loops in preorder.
    fn number_loops(&mut self) {
        let mut roots = 0;
        for id in self.loops.ids() {
            let size = self.facts[id.index()].size;
            match self.loops.parent(id) {
                Some(parent) => self.facts[parent.index()].size += size,
                None => roots += size,
            }
        }
        // Outer loops first: `arriving` has the next number of each loop.
        self.arriving.clear();
        self.arriving.resize(self.facts.len(), 0);
        for id in self.loops.ids().rev() {
            let size = self.facts[id.index()].size;
            let number = match self.loops.parent(id) {
                Some(parent) => {
                    let next = &mut self.arriving[parent.index()];
                    *next += size;
                    *next - size
                }
                None => {
                    roots -= size;
                    roots
                }
            };
            self.facts[id.index()].number = number;
            self.arriving[id.index()] = number + 1;
        }
    }

    /// Finds the preheader of a loop, or that it can have one.
    fn find_entry(&mut self, proc: &Procedure, cx: &Context, id: LoopId) {
        let header = self.header(id);
        if header == Procedure::ROOT {
            return;
        }
        let (mut count, mut frequency, mut only) = (0, 0.0, BlockId::INVALID);
        for from in entry_blocks(cx, header) {
            // The client chose the targets of entries, and of edges that carry results or exceptions.
            let terminal = proc.terminal(from).map(|id| proc.value(id).opcode());
            match terminal {
                Some(Opcode::Jump) => only = from,
                Some(Opcode::Branch | Opcode::Switch) => count += 1,
                _ => return,
            }
            count += 1;
            frequency += proc.frequency(from);
        }
        let facts = &mut self.facts[id.index()];
        (facts.has_room, facts.frequency) = (true, frequency.min(proc.frequency(header)));
        if count == 1 {
            (facts.preheader, facts.frequency) = (only, frequency);
        }
    }

    pub(super) fn header(&self, id: LoopId) -> BlockId {
        self.loops.header(id).map_or(BlockId::INVALID, BlockId::from_index)
    }

    pub(super) fn facts(&self, id: LoopId) -> &LoopFacts {
        &self.facts[id.index()]
    }

    pub(super) fn facts_mut(&mut self, id: LoopId) -> &mut LoopFacts {
        &mut self.facts[id.index()]
    }

    /// True if `inner` is `outer` or in it. An invalid `inner` is outside of all loops.
    pub(super) fn contains(&self, outer: LoopId, inner: LoopId) -> bool {
        let outer = &self.facts[outer.index()];
        self.facts
            .get(inner.index())
            .is_some_and(|inner| inner.number.wrapping_sub(outer.number) < outer.size)
    }

    /// The reachable blocks in reverse post-order.
    pub(super) fn blocks(&self) -> impl Iterator<Item = BlockId> {
        self.order.nodes().map(BlockId::from_index)
    }

    /// Adds a value to its innermost loop; [`LoopWalk::close`] adds it to the outer ones.
    pub(super) fn add(
        &mut self,
        id: LoopId,
        proc: &Procedure,
        value: &Value,
        effects: &Effects,
        is_warm: bool,
    ) {
        let facts = &mut self.facts[id.index()];
        let payload = value.opcode().row().payload;
        facts.calls |= is_warm && payload == Payload::Call && value.opcode() != Opcode::Poll;
        if value.opcode() == Opcode::Phi {
            facts.live[value.ty.bank() as usize] += 1;
        }
        facts.flags |= effects.flags;
        if effects.flags.contains(EffectFlags::FENCE) {
            facts.add_write(Footprint::anywhere(HeapRange::TOP));
        } else if !effects.writes.is_empty() {
            facts.add_write(match payload {
                Payload::Memory => Footprint::of_access(proc, value),
                _ => Footprint::anywhere(effects.writes),
            });
        }
    }

    /// Adds the facts of inner loops to outer ones.
    pub(super) fn close(&mut self) {
        for id in self.loops.ids() {
            let Some(parent) = self.loops.parent(id) else { continue };
            let (inner, outer) = self.facts.split_at_mut(parent.index());
            let inner = &inner[id.index()];
            outer[0].flags |= inner.flags;
            outer[0].calls |= inner.calls;
            inner.writes[..inner.write_count].iter().for_each(|write| outer[0].add_write(*write));
        }
        for id in self.loops.ids().rev() {
            if let Some(parent) = self.loops.parent(id) {
                let around = self.facts[parent.index()].live;
                self.facts[id.index()].live.iter_mut().zip(around).for_each(|(live, around)| *live += around);
            }
        }
        for id in self.loops.ids() {
            if let Some(parent) = self.loops.parent(id) {
                let inner = self.facts[id.index()].live;
                let outer = &mut self.facts[parent.index()].live;
                outer.iter_mut().zip(inner).for_each(|(live, inner)| *live = inner.max(*live));
            }
        }
    }

    /// The outermost loop around `user` through which a value from `home`, a loop or none, is live if `user` uses it.
    pub(super) fn lives_through(&self, home: LoopId, user: LoopId) -> LoopId {
        let mut through = user;
        for _ in 0..MAX_LEVELS {
            match self.loops.parent(through) {
                Some(parent) if !self.contains(parent, home) => through = parent,
                _ => break,
            }
        }
        through
    }

    /// Counts a value from `home` that is live through a loop.
    pub(super) fn add_live(&mut self, through: LoopId, home: LoopId, value: &Value) {
        use Opcode::*;
        let needs_none = match value.opcode() {
            // Rematerialized at each use.
            Const32 | Const64 | ConstFloat | ConstDouble | SlotBase | SymbolAddress | GetPinned => true,
            // Phis of a loop are counted as live through inner loops.
            Phi => home.is_valid(),
            _ => false,
        };
        if !needs_none {
            self.facts[through.index()].live[value.ty.bank() as usize] += 1;
        }
    }

    /// True if a hoisted value is likely to stay in a register, or is expensive. `is_folded`: it costs little in the
    /// loop.
    pub(super) fn has_register(&self, id: LoopId, value: &Value, is_folded: bool) -> bool {
        if value.ty == Type::Void || is_expensive(value) {
            return true;
        }
        let is_float = value.ty.bank() == Bank::Fp;
        let facts = self.facts(id);
        let limit = match (facts.calls, is_float) {
            (false, false) => MAX_LIVE[0],
            (false, true) => MAX_LIVE[1],
            // A call clobbers most registers.
            (true, _) => 0,
        };
        let (mut live, mut around) = (facts.live[usize::from(is_float)], Some(id));
        for _ in 0..MAX_LEVELS {
            let Some(id) = around else { break };
            live += self.facts[id.index()].added[usize::from(is_float)];
            around = self.loops.parent(id);
        }
        live < if is_folded { limit / 2 } else { limit }
    }

    /// Enters a block of a loop.
    pub(super) fn enter(&mut self, id: LoopId, block: BlockId) {
        let arriving = self.arriving[block.index()];
        if self.header(id) == block {
            if let Some(parent) = self.loops.parent(id) {
                let around = &mut self.facts[parent.index()];
                around.arrive(arriving);
                let entered = around.now;
                // The inner loop may be infinite.
                (around.diverged, around.diverged_past_test) = (true, true);
                self.facts[id.index()].entered = entered;
            }
            self.facts[id.index()].now = Progress { certain: true, past_test: true, ..Progress::default() };
        } else {
            self.facts[id.index()].arrive(arriving);
        }
    }

    /// Leaves a block of a loop at its end.
    pub(super) fn leave(&mut self, proc: &Procedure, id: LoopId, block: BlockId) {
        for edge in proc.successors(block) {
            let target = edge.block().index();
            let stays = match self.loops.innermost(target) {
                _ if self.order.number(target) <= self.order.number(block.index()) => false,
                Some(to) if to == id => self.header(id).index() != target,
                Some(to) => self.loops.parent(to) == Some(id) && self.header(to).index() == target,
                None => false,
            };
            let facts = &mut self.facts[id.index()];
            if stays {
                facts.open += 1;
                self.arriving[target] += 1;
            } else {
                let is_header = self.loops.header(id) == Some(block.index());
                facts.diverged |= !(facts.runs_at_least_once && is_header);
                facts.diverged_past_test |= !(facts.has_test || facts.runs_at_least_once) || !is_header;
            }
        }
    }
}

impl LoopFacts {
    /// Enters a block with this number of edges: each iteration reaches it if there are no other open edges.
    fn arrive(&mut self, arriving: u32) {
        self.open -= arriving;
        self.now.certain = !self.diverged && self.open == 0;
        self.now.past_test = !self.diverged_past_test && self.open == 0;
    }
}

/// The predecessors of a header outside of its loop.
pub(super) fn entry_blocks(cx: &Context, header: BlockId) -> impl Iterator<Item = BlockId> {
    let is_outside = move |from: &&u32| {
        let from = **from as usize;
        cx.flow.dominators.is_reachable(from) && !cx.flow.dominators.dominates(header.index(), from)
    };
    cx.flow.predecessors.of(header.index()).iter().filter(is_outside).map(|from| BlockId::new(*from))
}

/// True for operations that take longer than reloading their result.
fn is_expensive(value: &Value) -> bool {
    use Opcode::*;
    let is_division = matches!(value.opcode(), Div | Mod | ChillDiv | ChillMod | UDiv | UMod | Sqrt);
    is_division || value.opcode().row().payload == Payload::Call
}
