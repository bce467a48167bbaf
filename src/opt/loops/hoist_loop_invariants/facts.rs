//! What a loop does, where it is entered, and what is certain to be executed in it.

use super::MAX_LEVELS;
use crate::analysis::{ControlFlow, LoopId, Loops, Order};
use crate::base::{EffectFlags, Effects, HeapRange, Type};
use crate::ir::opcode::Payload;
use crate::ir::{BlockId, Opcode, Procedure, Value};
use crate::opt::context::Context;
use crate::opt::memory::footprint::Footprint;
use crate::support::Entity;

/// So many values that live through a loop, in general and in floating-point registers, leave registers for what the
/// loop computes.
const MAX_LIVE: [u32; 2] = [8, 10];

/// So many writes of a loop are told apart; if there are more, some are looked at as one.
const MAX_WRITES: usize = 8;

/// What has happened between the beginning of a turn of a loop and a place in it.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Progress {
    /// Whoever enters the loop comes here, unless it leaves sideways before.
    pub(super) certain: bool,
    /// So does whoever the test at the head of the loop lets go on.
    pub(super) behind_test: bool,
    /// It may have left sideways before.
    pub(super) exits: bool,
    /// It may have done before what is seen by whoever it leaves to.
    pub(super) effects: bool,
}

impl Progress {
    /// Passes a value.
    pub(super) fn pass(&mut self, effects: &Effects) {
        const SEEN: EffectFlags =
            EffectFlags::WRITES_PINNED.union(EffectFlags::FENCE).union(EffectFlags::SAFEPOINT);
        self.exits |= effects.flags.contains(EffectFlags::EXITS_SIDEWAYS);
        self.effects |= effects.flags.intersects(SEEN) || !effects.writes.is_empty();
    }
}

/// A loop.
#[derive(Debug)]
pub(super) struct LoopFacts {
    /// How many loops are in it, itself included; and its number in an order in which those come behind it.
    size: u32,
    number: u32,
    /// The only block that leads into it, and only into it; invalid if there is none.
    pub(super) preheader: BlockId,
    /// It can have a preheader.
    pub(super) has_room: bool,
    /// How often it is entered.
    pub(super) frequency: f64,
    /// All flags of all its values.
    pub(super) flags: EffectFlags,
    /// How many values live through all of it, besides those that live through the loop around it; after
    /// [`LoopWalk::close`] all that live at once in it. In general and in floating-point registers.
    live: [u32; 2],
    /// How many values have moved in front of it.
    pub(super) added: [u32; 2],
    /// A call in it destroys registers.
    calls: bool,
    writes: [Footprint; MAX_WRITES],
    write_count: usize,
    /// How far the loop around it has come where this one is entered.
    pub(super) entered: Progress,
    /// How far the walk has come in it.
    pub(super) now: Progress,
    /// Edges inside it whose targets the walk has not come to.
    open: u32,
    /// The walk has come to a way out of it, back to its header, or into another loop.
    parted: bool,
    /// The same, but for the way out at its head.
    parted_behind: bool,
    /// Its head ends with a test that can be done in front of it, too: see [`super::guarded`].
    pub(super) has_test: bool,
    /// It will be: what moves from now on moves behind that.
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
            parted: false,
            parted_behind: false,
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

    /// True if something in the loop may write to this memory.
    pub(super) fn may_write(&self, memory: &Footprint) -> bool {
        self.writes[..self.write_count].iter().any(|write| write.overlaps(memory))
    }

    /// True if something in the loop writes this memory, and nothing else may write to a part of it.
    pub(super) fn writes_whole(&self, memory: &Footprint) -> bool {
        let mut writes =
            self.writes[..self.write_count].iter().filter(|write| write.overlaps(memory)).peekable();
        writes.peek().is_some() && writes.all(|write| write.is_same(memory))
    }
}

/// The loops of a procedure, and what the walk over its blocks knows of them.
#[derive(Debug, Default)]
pub(super) struct LoopWalk {
    order: Order,
    pub(super) loops: Loops,
    facts: Vec<LoopFacts>,
    /// By block: edges that the walk has seen lead there.
    arriving: Vec<u32>,
}

impl LoopWalk {
    /// Takes the order and the loops that were found, or gives them back.
    pub(super) fn exchange(&mut self, flow: &mut ControlFlow) {
        std::mem::swap(&mut self.order, &mut flow.order);
        std::mem::swap(&mut self.loops, &mut flow.loops);
    }

    /// Looks at how the loops are entered; false if there are none.
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

    /// Numbers loops so that those in a loop follow it.
    fn number_loops(&mut self) {
        let mut roots = 0;
        for id in self.loops.ids() {
            let size = self.facts[id.index()].size;
            match self.loops.parent(id) {
                Some(parent) => self.facts[parent.index()].size += size,
                None => roots += size,
            }
        }
        // From the outside in: `arriving` has the next number to give out in each loop.
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

    /// Finds the preheader of a loop, or whether it can have one.
    fn find_entry(&mut self, proc: &Procedure, cx: &Context, id: LoopId) {
        let header = self.header(id);
        if header == Procedure::ROOT {
            return;
        }
        let (mut count, mut frequency, mut only) = (0, 0.0, BlockId::INVALID);
        for from in outside(cx, header) {
            // Entries, and edges on which results or exceptions arrive, lead where the client has let them lead.
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

    /// True if `inner` is `outer` or in it. `inner` may be no loop: what is in none.
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

    /// A value is in a loop, and so in all around it: [`LoopWalk::close`] tells these.
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

    /// What a loop does, those around it do.
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

    /// The outermost loop around `user` that a value from `home` lives through if it is used in `user`. `home` is a
    /// loop, or none: outside of all.
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

    /// A value from `home` lives through a loop.
    pub(super) fn add_live(&mut self, through: LoopId, home: LoopId, value: &Value) {
        use Opcode::*;
        let needs_none = match value.opcode() {
            // These are made where they are used.
            Const32 | Const64 | ConstFloat | ConstDouble | SlotBase | SymbolAddress | GetPinned => true,
            // Phis of a loop live through those in it.
            Phi => home.is_valid(),
            _ => false,
        };
        if !needs_none {
            self.facts[through.index()].live[usize::from(value.ty.is_float())] += 1;
        }
    }

    /// True if a value that moves in front of a loop is likely to be in a register there, or is expensive.
    /// `is_folded`: it would cost little where it is.
    pub(super) fn has_register(&self, id: LoopId, value: &Value, is_folded: bool) -> bool {
        if value.ty == Type::Void || is_expensive(value) {
            return true;
        }
        let is_float = value.ty.is_float();
        let facts = self.facts(id);
        let limit = match (facts.calls, is_float) {
            (false, false) => MAX_LIVE[0],
            (false, true) => MAX_LIVE[1],
            // Most of what is in registers is not there any more behind a call.
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

    /// The walk comes to a block of a loop.
    pub(super) fn enter(&mut self, id: LoopId, block: BlockId) {
        let arriving = self.arriving[block.index()];
        if self.header(id) == block {
            if let Some(parent) = self.loops.parent(id) {
                let around = &mut self.facts[parent.index()];
                around.arrive(arriving);
                let entered = around.now;
                // The inner loop may be one that is never left.
                (around.parted, around.parted_behind) = (true, true);
                self.facts[id.index()].entered = entered;
            }
            self.facts[id.index()].now = Progress { certain: true, behind_test: true, ..Progress::default() };
        } else {
            self.facts[id.index()].arrive(arriving);
        }
    }

    /// The walk has come to the end of a block of a loop.
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
                facts.parted = true;
                facts.parted_behind |= !facts.has_test || self.loops.header(id) != Some(block.index());
            }
        }
    }
}

impl LoopFacts {
    /// The walk comes to where so many edges lead: nobody passes by it if these are all, and none led elsewhere.
    fn arrive(&mut self, arriving: u32) {
        self.open -= arriving;
        self.now.certain = !self.parted && self.open == 0;
        self.now.behind_test = !self.parted_behind && self.open == 0;
    }
}

/// The blocks outside a loop that lead to its header.
pub(super) fn outside(cx: &Context, header: BlockId) -> impl Iterator<Item = BlockId> {
    let is_outside = move |from: &&u32| {
        let from = **from as usize;
        cx.flow.dominators.is_reachable(from) && !cx.flow.dominators.dominates(header.index(), from)
    };
    cx.flow.predecessors.of(header.index()).iter().filter(is_outside).map(|from| BlockId::new(*from))
}

/// True for what takes longer than to load its result.
fn is_expensive(value: &Value) -> bool {
    use Opcode::*;
    let is_division = matches!(value.opcode(), Div | Mod | ChillDiv | ChillMod | UDiv | UMod | Sqrt);
    is_division || value.opcode().row().payload == Payload::Call
}
