//! Facts about loops: their effects, their entries, and which of their blocks are certain to be executed.

use super::MAX_LEVELS;
use crate::analysis::{ControlFlow, LoopId, Loops, Order};
use crate::base::{EffectFlags, Effects, HeapRange, Type};
use crate::ir::opcode::Payload;
use crate::ir::{BlockId, Opcode, Procedure, Value};
use crate::opt::context::Context;
use crate::opt::footprint::Footprint;
use crate::support::Entity;

/// Register pressure limits, for general and floating-point registers: with more values live through a loop, hoisted
/// values may spill.
const MAX_LIVE: [u32; 2] = [8, 10];

/// Maximum number of distinct writes that are recorded for a loop. Further ones are merged into them.
const MAX_WRITES: usize = 8;

/// What has happened between the start of an iteration and a point in the loop.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Progress {
    /// Every entry of the loop reaches this point, unless it exits sideways before.
    pub(super) certain: bool,
    /// Every iteration that passes the test in the loop header reaches this point, unless it exits sideways before.
    pub(super) after_test: bool,
    /// It may have exited sideways before.
    pub(super) exits: bool,
    /// An effect that is visible after an exit may have occurred before.
    pub(super) effects: bool,
}

impl Progress {
    /// Advances past a value.
    pub(super) fn pass(&mut self, effects: &Effects) {
        const SEEN: EffectFlags =
            EffectFlags::WRITES_PINNED.union(EffectFlags::FENCE).union(EffectFlags::SAFEPOINT);
        self.exits |= effects.flags.contains(EffectFlags::EXITS_SIDEWAYS);
        self.effects |= effects.flags.intersects(SEEN) || !effects.writes.is_empty();
    }
}

/// Facts about a loop.
#[derive(Debug)]
pub(super) struct LoopFacts {
    /// Number of loops in it, including itself; and its number in an order in which nested loops follow their parent.
    size: u32,
    number: u32,
    /// The only predecessor outside the loop, if it has no other successor; otherwise invalid.
    pub(super) preheader: BlockId,
    /// A preheader exists or can be created.
    pub(super) can_have_preheader: bool,
    /// How often the loop is entered.
    pub(super) frequency: f64,
    /// Union of the effect flags of all its values.
    pub(super) flags: EffectFlags,
    /// Number of values that live through the whole loop but not through the loop around it. After [`LoopWalk::close`]:
    /// all that are live in it at once. For general and floating-point registers.
    live: [u32; 2],
    /// Number of values that have moved to its preheader, for general and floating-point registers.
    pub(super) added: [u32; 2],
    /// It contains a call, which clobbers registers.
    calls: bool,
    writes: [Footprint; MAX_WRITES],
    write_count: usize,
    /// Progress of the enclosing loop at the point where this loop is entered.
    pub(super) entered: Progress,
    /// Progress at the current point of the walk.
    pub(super) now: Progress,
    /// Number of edges within the loop whose targets the walk has not reached yet.
    open: u32,
    /// The walk has passed an edge that exits the loop, returns to its header, or enters another loop.
    has_left: bool,
    /// As `has_left`, ignoring the exit in the header.
    has_left_after_test: bool,
    /// Its header ends with a test that can be copied to the preheader: see [`super::guarded`].
    pub(super) has_test: bool,
    /// It gets a guard: values that move from now on move after the copied test.
    pub(super) is_guarded: bool,
}

impl LoopFacts {
    fn new(number: u32) -> LoopFacts {
        LoopFacts {
            size: 1,
            number,
            preheader: BlockId::INVALID,
            can_have_preheader: false,
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
            has_left: false,
            has_left_after_test: false,
            has_test: false,
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

    /// True if the loop may write to this memory.
    pub(super) fn may_write(&self, memory: &Footprint) -> bool {
        self.writes[..self.write_count].iter().any(|write| write.overlaps(memory))
    }

    /// True if the loop writes exactly this memory, and no write in it overlaps only a part.
    pub(super) fn writes_exactly(&self, memory: &Footprint) -> bool {
        let mut writes =
            self.writes[..self.write_count].iter().filter(|write| write.overlaps(memory)).peekable();
        writes.peek().is_some() && writes.all(|write| write.is_same(memory))
    }
}

/// The loops of a procedure, and the state of the walk over its blocks.
#[derive(Debug, Default)]
pub(super) struct LoopWalk {
    order: Order,
    pub(super) loops: Loops,
    facts: Vec<LoopFacts>,
    /// By block: number of incoming edges seen so far.
    arriving: Vec<u32>,
}

impl LoopWalk {
    /// Exchanges the order and the loops with those of `flow`: called to take them, and again to return them.
    pub(super) fn exchange(&mut self, flow: &mut ControlFlow) {
        std::mem::swap(&mut self.order, &mut flow.order);
        std::mem::swap(&mut self.loops, &mut flow.loops);
    }

    /// Finds how the loops are entered. Returns false if there are no loops.
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

    /// Numbers loops so that nested loops follow their parent.
    fn number_loops(&mut self) {
        let mut roots = 0;
        for id in self.loops.ids() {
            let size = self.facts[id.index()].size;
            match self.loops.parent(id) {
                Some(parent) => self.facts[parent.index()].size += size,
                None => roots += size,
            }
        }
        // From the outside in: `arriving` holds the next free number in each loop.
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

    /// Finds the preheader of a loop, or whether one can be created.
    fn find_entry(&mut self, proc: &Procedure, cx: &Context, id: LoopId) {
        let header = self.header(id);
        if header == Procedure::ROOT {
            return;
        }
        let (mut count, mut frequency, mut only) = (0, 0.0, BlockId::INVALID);
        for from in outer_predecessors(cx, header) {
            // Other terminals (entries, results or exceptions on the edge) must keep their targets.
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
        (facts.can_have_preheader, facts.frequency) = (true, frequency.min(proc.frequency(header)));
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

    /// True if `inner` is `outer` or nested in it. `inner` may be invalid: outside of all loops.
    pub(super) fn contains(&self, outer: LoopId, inner: LoopId) -> bool {
        let outer = &self.facts[outer.index()];
        self.facts
            .get(inner.index())
            .is_some_and(|inner| inner.number.wrapping_sub(outer.number) < outer.size)
    }

    /// Returns the reachable blocks in reverse post-order.
    pub(super) fn blocks(&self) -> impl Iterator<Item = BlockId> {
        self.order.nodes().map(BlockId::from_index)
    }

    /// Adds the effects of a value to its innermost loop; [`LoopWalk::close`] propagates them outwards.
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
        facts.calls |= is_warm && payload == Payload::Call;
        if value.opcode() == Opcode::Phi {
            facts.live[usize::from(value.ty.is_float())] += 1;
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

    /// Propagates effects to enclosing loops, and computes register pressure from the live values.
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

    /// Returns the outermost loop that a value defined in loop `home` lives through if loop `user` uses it. `home` is
    /// invalid if the value is outside of all loops.
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

    /// Counts a value defined in loop `home` as live through a loop.
    pub(super) fn add_live(&mut self, through: LoopId, home: LoopId, value: &Value) {
        use Opcode::*;
        let needs_none = match value.opcode() {
            // These are rematerialized at their uses.
            Const32 | Const64 | ConstFloat | ConstDouble | SlotBase | SymbolAddress | GetPinned => true,
            // Phis in a loop were already counted as live through it.
            Phi => home.is_valid(),
            _ => false,
        };
        if !needs_none {
            self.facts[through.index()].live[usize::from(value.ty.is_float())] += 1;
        }
    }

    /// True if a value that moves out of a loop is likely to stay in a register there, or is expensive. `is_folded`:
    /// the value costs little where it is.
    pub(super) fn has_register(&self, id: LoopId, value: &Value, is_folded: bool) -> bool {
        if value.ty == Type::Void || is_expensive(value) {
            return true;
        }
        let is_float = value.ty.is_float();
        let facts = self.facts(id);
        let limit = match (facts.calls, is_float) {
            (false, false) => MAX_LIVE[0],
            (false, true) => MAX_LIVE[1],
            // Most registers are caller-saved and do not survive a call.
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

    /// The walk enters a block of a loop.
    pub(super) fn enter(&mut self, id: LoopId, block: BlockId) {
        let arriving = self.arriving[block.index()];
        if self.header(id) == block {
            if let Some(parent) = self.loops.parent(id) {
                let around = &mut self.facts[parent.index()];
                around.arrive(arriving);
                let entered = around.now;
                // The inner loop may never terminate.
                (around.has_left, around.has_left_after_test) = (true, true);
                self.facts[id.index()].entered = entered;
            }
            self.facts[id.index()].now = Progress { certain: true, after_test: true, ..Progress::default() };
        } else {
            self.facts[id.index()].arrive(arriving);
        }
    }

    /// The walk leaves a block of a loop.
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
                facts.has_left = true;
                facts.has_left_after_test |= !facts.has_test || self.loops.header(id) != Some(block.index());
            }
        }
    }
}

impl LoopFacts {
    /// The walk reaches the target of this number of edges. No iteration bypasses it if no other edge is open and none
    /// has left the loop.
    fn arrive(&mut self, arriving: u32) {
        self.open -= arriving;
        self.now.certain = !self.has_left && self.open == 0;
        self.now.after_test = !self.has_left_after_test && self.open == 0;
    }
}

/// Returns the predecessors of a header that are outside the loop.
pub(super) fn outer_predecessors(cx: &Context, header: BlockId) -> impl Iterator<Item = BlockId> {
    let is_outside = move |from: &&u32| {
        let from = **from as usize;
        cx.flow.dominators.is_reachable(from) && !cx.flow.dominators.dominates(header.index(), from)
    };
    cx.flow.predecessors.of(header.index()).iter().filter(is_outside).map(|from| BlockId::new(*from))
}

/// True for operations that take longer than a reload of their result.
fn is_expensive(value: &Value) -> bool {
    use Opcode::*;
    let is_division = matches!(value.opcode(), Div | Mod | ChillDiv | ChillMod | UDiv | UMod | Sqrt);
    is_division || value.opcode().row().payload == Payload::Call
}
