//! Loop-invariant code motion (LICM): hoists values that are the same in each iteration into the preheader.
//!
//! Blocks are visited in reverse post-order, so that operands come first. A value whose operands are outside of a loop
//! moves to the loop's preheader, and from there out of outer loops, as long as its effects allow it:
//!
//! - The loop must not write what it reads: memory by heap range and, for loads and stores, by base and offset; pinned
//!   registers.
//! - A control-dependent value (a load, a division) moves only if it is certain to be executed: the first iteration
//!   reaches it, outside of inner loops, with no side exit before it. A division that cannot fault is not
//!   control-dependent.
//! - A check, or a load that traps, moves only if, besides, nothing before it in the iteration has an effect that is
//!   visible where it exits to. All of its exit state must be outside of the loop.
//! - In loops with safepoints, neither references move nor values computed from them.
//!
//! Some invariant values stay because selection folds them into their users: constants, addresses, comparisons, cheap
//! operations on one value and a constant. Hoisted, they would occupy a register in all of the loop. A hoisted value
//! takes copies of such operands along. A load that one instruction may take as an operand must find more free
//! registers, unless a check compares with it: then unrolled iterations may omit the check. Nothing moves out of a
//! block that runs less often than the loop is entered.
//!
//! If the header tests whether to continue, values that only continuing iterations execute are hoisted past a copy of
//! that test (`guarded.rs`), unless the loop is known to run at least once. A load of memory that the loop itself
//! stores to becomes a Phi (`promote.rs`).
//!
//! A preheader is the only predecessor of the header outside of the loop, if it ends with a Jump; otherwise a new block
//! on all entry edges. Loops that are entered from an EntrySwitch or from a terminal with results, and loops whose
//! header is the root, have none. Irreducible loops are ignored. Phis and Upsilons stay: an Upsilon writes its location
//! wherever it is.
//!
//! - Requires: valid IR. Finds the dominators and loops.
//! - Ensures: valid IR with the same meaning; a new preheader is not empty.
//! - Keeps: ids of values and blocks. Changes edges if a preheader or a test before a loop is created.
//! - Cost: one visit of each value in a loop, and two more if one may move; a value moves out of at most [`MAX_LEVELS`]
//!   loops, with at most [`MAX_TAKEN`] copies of operands; if a load becomes a Phi, two more visits, and fix_ssa.
//!   Without loops, an order and dominators.
//! - Source: B3's hoistLoopInvariantValues, which does not move values that exit, and examines exits of the whole
//!   loop.

mod facts;
mod guarded;
mod promote;

use crate::analysis::{ControlFlow, LoopId};
use crate::base::{EffectFlags, Effects, StateId, Type};
use crate::ir::opcode::{Payload, Properties};
use crate::ir::validate::Contents;
use crate::ir::{BlockId, Opcode, Procedure, StateEntry, Successor, Value, ValueFlags, ValueId};
use crate::opt::context::{Context, KIND, resolve};
use crate::opt::loops::induction::Induction;
use crate::opt::memory::fix_ssa::fix_ssa;
use crate::opt::memory::footprint::Footprint;
use crate::opt::scalar::eliminate_common_subexpressions::{is_cheap, is_check};
use crate::support::{BitSet, Entity};
use facts::{LoopWalk, entry_blocks};
use promote::Promotion;
use rustc_hash::FxHashMap;

/// Maximum number of loops that a value is hoisted out of: deep nests stay linear.
const MAX_LEVELS: usize = 8;
/// Maximum number of operands copied along with a hoisted value: copies cost registers and time.
const MAX_TAKEN: u32 = 4;
/// Maximum number of entries of a hoisted exit state: they are examined for each loop.
const MAX_ENTRIES: usize = 64;

/// A value to insert into a preheader.
#[derive(Clone, Copy, Debug)]
struct Move {
    id: ValueId,
    to: LoopId,
    /// It is executed only if the first iteration continues.
    guarded: bool,
}

/// Reusable memory of the pass.
#[derive(Debug, Default)]
pub(in crate::opt) struct HoistWork {
    walk: LoopWalk,
    induction: Induction,
    /// By value: the innermost loop of its current position, if the walk has reached it.
    homes: Vec<LoopId>,
    /// Values of loops that may be loop-invariant.
    invariant: BitSet,
    /// Values that are used other than as the address of an access.
    operands: BitSet,
    /// Values that have several uses in loops, or are the address of an access, or are compared for a check.
    shared: BitSet,
    /// By value: the loop for which it was last counted as live-in.
    counted: Vec<LoopId>,
    /// By value: the index of its last copy in `moves`, plus one.
    copies: Vec<u32>,
    moves: Vec<Move>,
    promotions: Vec<Promotion>,
    /// Moves are for promotions, which headers read, so they may not be guarded.
    promoting: bool,
    /// Values of a guarded loop in the first iteration.
    first: FxHashMap<ValueId, ValueId>,
    /// Values that were moved.
    moved: BitSet,
    /// Blocks that are reachable without rare edges.
    warm: BitSet,
    pending: Vec<BlockId>,
    /// The procedure has references and safepoints.
    references_move: bool,
}

/// A value that may move.
struct Candidate {
    id: ValueId,
    value: Value,
    effects: Effects,
    block: BlockId,
}

/// Condition under which a value may be executed earlier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Need {
    /// None.
    Nothing,
    /// It is certain to be executed later.
    Certain,
    /// And nothing before it has a visible effect.
    First,
}

/// Runs the pass.
pub(in crate::opt) fn hoist_loop_invariants(proc: &mut Procedure, cx: &mut Context) {
    cx.find_loops(proc);
    let mut work = cx.scratch.take::<HoistWork>();
    work.walk.exchange(&mut cx.flow);
    work.induction.begin();
    if work.walk.find(proc, cx) {
        work.begin(proc, cx);
        if work.find_candidates(proc, cx) {
            work.examine_loops(proc, cx);
            work.visit_blocks(proc, cx);
            work.begin_promotions(proc, cx);
        }
        if !work.moves.is_empty() {
            work.remove_moved(proc, cx);
            work.insert_moved(proc, cx);
            work.end_promotions(proc, cx);
        }
    }
    work.walk.exchange(&mut cx.flow);
    cx.work += proc.block_count() as u64;
    let has_variables = !work.promotions.is_empty();
    cx.scratch.put(work);
    if has_variables {
        fix_ssa(proc, cx);
    }
}

impl HoistWork {
    fn begin(&mut self, proc: &Procedure, cx: &mut Context) {
        cx.scratch.blocks.clear();
        cx.scratch.blocks.extend(self.walk.blocks());
        let values = proc.value_count();
        self.homes.clear();
        self.homes.resize(values, LoopId::INVALID);
        self.invariant.reset(values);
        self.moves.clear();
        self.promotions.clear();
        self.promoting = false;
        self.references_move = cx.contents.contains(Contents::REFERENCES.union(Contents::SAFEPOINTS));
    }

    /// Finds the values with invariant operands, whatever their effects; false if none of them is worth moving.
    fn find_candidates(&mut self, proc: &Procedure, cx: &mut Context) -> bool {
        const STAYS: Properties = Properties::READS_LOCAL.union(Properties::WRITES_LOCAL);
        const STAYS_TOO: Properties = Properties::TERMINAL.union(Properties::WRITES);
        let mut found = false;
        for &block in &cx.scratch.blocks {
            let Some(around) = self.walk.loops.innermost(block.index()) else { continue };
            for &id in proc.block_values(block) {
                self.homes[id.index()] = around;
                let value = proc.value(id);
                let children = proc.children_of(value);
                if !value.opcode().row().properties.intersects(STAYS.union(STAYS_TOO))
                    && children.iter().all(|child| self.may_be_invariant(around, *child))
                {
                    self.invariant.insert(id.index());
                    found |= !children.is_empty() && !is_cheap(proc, id, value);
                }
            }
            cx.work += proc.block_values(block).len() as u64;
        }
        found
    }

    fn may_be_invariant(&self, around: LoopId, child: ValueId) -> bool {
        let home = self.homes[child.index()];
        if home == around {
            return self.invariant.contains(child.index());
        }
        !home.is_valid() || self.walk.contains(home, around)
    }

    /// Collects effects of loops, uses of values, and register pressure.
    fn examine_loops(&mut self, proc: &Procedure, cx: &mut Context) {
        let values = proc.value_count();
        self.counted.clear();
        self.counted.resize(values, LoopId::INVALID);
        self.copies.clear();
        self.copies.resize(values, 0);
        self.operands.reset(values);
        self.shared.reset(values);
        self.moved.reset(values);
        self.warm.reset(proc.block_count());
        self.warm.insert(Procedure::ROOT.index());
        self.pending.push(Procedure::ROOT);
        while let Some(block) = self.pending.pop() {
            for edge in proc.successors(block).iter().filter(|edge| !edge.is_rare()) {
                if self.warm.insert(edge.block().index()) {
                    self.pending.push(edge.block());
                }
            }
        }
        for &block in &cx.scratch.blocks {
            let Some(around) = self.walk.loops.innermost(block.index()) else { continue };
            let is_warm = self.warm.contains(block.index());
            for &id in proc.block_values(block) {
                let value = proc.value(id);
                if value.opcode() == Opcode::Identity {
                    continue;
                }
                self.examine_children(proc, around, value);
                if !value.opcode().has(Properties::PURE) {
                    self.walk.add(around, proc, value, &proc.effects_of(value), is_warm);
                }
            }
            cx.work += proc.block_values(block).len() as u64;
        }
        self.walk.close();
    }

    fn examine_children(&mut self, proc: &Procedure, around: LoopId, value: &Value) {
        let children = proc.children_of(value);
        if value.opcode() == Opcode::Check {
            // A length that a check compares with is worth a register: unrolled iterations may omit the check.
            let condition = resolve(proc, children[0]);
            let sides = proc.children(condition).iter().map(|side| resolve(proc, *side).index());
            sides.for_each(|side| _ = self.shared.insert(side));
        }
        let is_access = value.opcode().row().payload == Payload::Memory;
        for (place, child) in children.iter().enumerate() {
            let id = resolve(proc, *child);
            let is_address = is_access && place + 1 == children.len();
            if is_address || !self.operands.insert(id.index()) {
                self.shared.insert(id.index());
            }
            let home = self.homes[id.index()];
            if home != around {
                let through = self.walk.lives_through(home, around);
                if self.counted[id.index()] != through {
                    self.counted[id.index()] = through;
                    self.walk.add_live(through, home, proc.value(id));
                }
            }
        }
    }

    /// Decides what moves.
    fn visit_blocks(&mut self, proc: &mut Procedure, cx: &mut Context) {
        for &block in &cx.scratch.blocks {
            let Some(around) = self.walk.loops.innermost(block.index()) else { continue };
            self.walk.enter(around, block);
            for at in 0..proc.block_values(block).len() {
                let id = proc.block_values(block)[at];
                let value = *proc.value(id);
                let is_invariant = self.invariant.contains(id.index());
                if !is_invariant && value.opcode().has(Properties::PURE) {
                    continue;
                }
                let candidate = Candidate { id, value, effects: proc.effects_of(&value), block };
                let may_move = is_invariant && cx.fuel.is_left();
                let target = may_move.then(|| self.target(proc, around, &candidate, &mut cx.work)).flatten();
                match target {
                    Some(to) => {
                        cx.fuel.take();
                        self.move_to(proc, &candidate, to);
                    }
                    None => {
                        if may_move && self.find_promotion(proc, around, &candidate, &mut cx.work) {
                            cx.fuel.take();
                        }
                        self.walk.facts_mut(around).now.pass(&candidate.effects);
                    }
                }
            }
            cx.work += proc.block_values(block).len() as u64;
            if self.walk.header(around) == block && self.has_test(proc, around, &mut cx.work) {
                let runs = self.runs_at_least_once(proc, around, &mut cx.flow, &mut cx.work);
                let facts = self.walk.facts_mut(around);
                (facts.runs_at_least_once, facts.has_test) = (runs, !runs);
            }
            self.walk.leave(proc, around, block);
        }
    }

    /// True if the exit test in the header of a loop is known to continue in the first iteration.
    fn runs_at_least_once(
        &mut self,
        proc: &Procedure,
        of: LoopId,
        flow: &mut ControlFlow,
        work: &mut u64,
    ) -> bool {
        let header = self.walk.header(of);
        self.walk.exchange(flow);
        let variables = self.induction.add_loop(proc, flow, work, of, None);
        self.induction.find_starts(proc, &variables);
        let conditions = self.induction.exit_conditions(proc, flow, of, header).into_iter().flatten();
        let mut counts = conditions.filter_map(|condition| self.induction.trip_count_of(proc, &condition));
        let runs = counts.any(|count| count.is_exact && count.max > 0);
        self.walk.exchange(flow);
        runs
    }

    /// The outermost loop that a value should be hoisted out of.
    fn target(&mut self, proc: &Procedure, around: LoopId, v: &Candidate, work: &mut u64) -> Option<LoopId> {
        if !self.pays(proc, v) {
            return None;
        }
        let need = need(proc, &v.value, &v.effects)?;
        let may = |here| {
            self.walk.has_register(here, &v.value, self.is_folded(v)) && self.is_invariant(proc, here, v)
        };
        match self.outermost(proc, around, v, need, may, work) {
            Some(to) => (!self.walk.facts(to).is_guarded || is_mergeable(&v.value)).then_some(to),
            None => {
                let may = self.is_past_test(proc, around, v, need) && may(around);
                self.walk.facts_mut(around).is_guarded |= may;
                may.then_some(around)
            }
        }
    }

    /// The outermost loop that a value may be hoisted out of, passing all loops between.
    fn outermost(
        &self,
        proc: &Procedure,
        around: LoopId,
        v: &Candidate,
        need: Need,
        may_leave: impl Fn(LoopId) -> bool,
        work: &mut u64,
    ) -> Option<LoopId> {
        let mut progress = self.walk.facts(around).now;
        let (mut here, mut target) = (around, None);
        for _ in 0..MAX_LEVELS {
            *work += 1;
            let is_reached = match need {
                Need::Nothing => true,
                Need::Certain => progress.certain && !progress.exits,
                Need::First => progress.certain && !progress.exits && !progress.effects,
            };
            if !is_reached || !self.is_worth_it(proc, here, v) || !may_leave(here) {
                break;
            }
            target = Some(here);
            progress = self.walk.facts(here).entered;
            let Some(parent) = self.walk.loops.parent(here) else { break };
            here = parent;
        }
        target
    }

    /// True if a loop can have a preheader that runs no more often than the value's block.
    fn is_worth_it(&self, proc: &Procedure, here: LoopId, v: &Candidate) -> bool {
        let facts = self.walk.facts(here);
        // A block only rare edges reach, in a loop that is not rare, runs less often than its frequency shows.
        let is_rare = |block: BlockId| !self.warm.contains(block.index());
        facts.has_room
            && facts.frequency <= proc.frequency(v.block)
            && (!is_rare(v.block) || is_rare(self.walk.header(here)))
    }

    /// False for values that are better computed at their use, or free there.
    fn pays(&self, proc: &Procedure, v: &Candidate) -> bool {
        let costs = match v.value.opcode() {
            Opcode::Identity | Opcode::Opaque | Opcode::Extract => false,
            Opcode::Add if v.value.ty == Type::Int64 => self.operands.contains(v.id.index()),
            _ => !proc.children_of(&v.value).is_empty(),
        };
        costs && !is_cheap(proc, v.id, &v.value)
    }

    /// True if selection may fold a load into its only user, where it costs little.
    fn is_folded(&self, v: &Candidate) -> bool {
        v.value.opcode().row().payload == Payload::Memory && !self.shared.contains(v.id.index())
    }

    /// True if a value is invariant in a loop that contains it.
    fn is_invariant(&self, proc: &Procedure, here: LoopId, v: &Candidate) -> bool {
        let (facts, value, effects) = (self.walk.facts(here), &v.value, &v.effects);
        let reads_pinned = effects.flags.contains(EffectFlags::READS_PINNED);
        if reads_pinned && facts.flags.contains(EffectFlags::WRITES_PINNED) {
            return false;
        }
        if value.flags.intersects(KIND) && self.collects(here) || !self.has_operands(proc, here, value) {
            return false;
        }
        if value.flags.contains(ValueFlags::DERIVED)
            && !proc.base(v.id).is_some_and(|base| self.is_outside(here, base))
        {
            return false;
        }
        let state = proc.state_of(value);
        if state.is_valid() && !self.is_state_outside(proc, here, state) {
            return false;
        }
        if effects.reads.is_empty() || value.flags.contains(ValueFlags::IMMUTABLE) {
            return true;
        }
        match value.opcode().row().payload {
            Payload::Memory => !facts.may_write(&Footprint::of_access(proc, value)),
            // The exit of a check may read all memory, but the check itself does not depend on it.
            _ if effects.flags.contains(EffectFlags::EXITS_SIDEWAYS) => true,
            _ => !facts.may_write(&Footprint::anywhere(effects.reads)),
        }
    }

    /// True if the operands of a value are outside of a loop, or can be copied there.
    fn has_operands(&self, proc: &Procedure, here: LoopId, value: &Value) -> bool {
        let mut left = MAX_TAKEN;
        !self.is_address(proc, here, value)
            && proc.children_of(value).iter().all(|child| self.can_take(proc, here, *child, &mut left))
    }

    /// True if a garbage collection in the loop may move references.
    fn collects(&self, here: LoopId) -> bool {
        self.references_move && self.walk.facts(here).flags.contains(EffectFlags::SAFEPOINT)
    }

    /// True if a value is computed from a reference that a garbage collection in the loop may move.
    fn is_address(&self, proc: &Procedure, here: LoopId, value: &Value) -> bool {
        let is_one = |id: &ValueId| proc.value(*id).flags.intersects(KIND);
        self.collects(here) && proc.children_of(value).iter().any(is_one)
    }

    fn is_outside(&self, here: LoopId, id: ValueId) -> bool {
        !self.walk.contains(here, self.homes[id.index()])
    }

    /// True if a value is outside of a loop, or can be copied there.
    fn can_take(&self, proc: &Procedure, here: LoopId, child: ValueId, left: &mut u32) -> bool {
        let id = resolve(proc, child);
        if self.is_outside(here, id) {
            return true;
        }
        let value = proc.value(id);
        if *left == 0 || value.flags.intersects(KIND) || self.is_address(proc, here, value) {
            return false;
        }
        *left -= 1;
        match value.opcode() {
            Opcode::GetPinned => !self.walk.facts(here).flags.contains(EffectFlags::WRITES_PINNED),
            opcode if opcode.has(Properties::PURE) => {
                let effects = Effects::of(opcode.row().properties.effect_flags());
                need(proc, value, &effects) == Some(Need::Nothing)
                    && proc.children_of(value).iter().all(|child| self.can_take(proc, here, *child, left))
            }
            _ => false,
        }
    }

    /// True if all values of an exit state are outside of a loop.
    fn is_state_outside(&self, proc: &Procedure, here: LoopId, mut state: StateId) -> bool {
        let mut left = MAX_ENTRIES;
        while let Some(node) = proc.states().get(state) {
            let entries = proc.state_entries(state);
            if entries.len() >= left {
                return false;
            }
            left -= entries.len() + 1;
            let is_outside = |entry: &StateEntry| match *entry {
                StateEntry::Value(id) | StateEntry::Reference(id) => self.is_outside(here, id),
                StateEntry::Object(_) => false,
                StateEntry::Dead | StateEntry::Constant(..) => true,
            };
            if !entries.iter().all(is_outside) {
                return false;
            }
            state = node.parent;
        }
        true
    }

    /// Hoists a value out of a loop, with its operands.
    fn move_to(&mut self, proc: &mut Procedure, v: &Candidate, to: LoopId) {
        let id = v.id;
        for place in 0..proc.children(id).len() {
            let child = proc.children(id)[place];
            let taken = self.take(proc, child, to);
            if taken != child {
                proc.children_mut(id)[place] = taken;
            }
        }
        self.moved.insert(id.index());
        self.settle(id, to);
        let facts = self.walk.facts_mut(to);
        facts.added[v.value.ty.bank() as usize] += u32::from(v.value.ty != Type::Void);
        // Values that are hoisted further come after this side exit.
        facts.entered.exits |= v.effects.must_execute();
    }

    fn settle(&mut self, id: ValueId, to: LoopId) {
        self.homes[id.index()] = self.walk.loops.parent(to).unwrap_or(LoopId::INVALID);
        self.moves.push(Move { id, to, guarded: self.is_guarded(to) });
    }

    /// True if values hoisted from now on are executed past the copy of the loop's test.
    fn is_guarded(&self, to: LoopId) -> bool {
        self.walk.facts(to).is_guarded && !self.promoting
    }

    /// The value that a hoisted user uses: itself, or a copy.
    fn take(&mut self, proc: &mut Procedure, child: ValueId, to: LoopId) -> ValueId {
        let id = resolve(proc, child);
        if self.is_outside(to, id) {
            return id;
        }
        let last = (self.copies[id.index()] as usize).checked_sub(1).map(|at| self.moves[at]);
        if let Some(copy) = last
            && (copy.to, copy.guarded) == (to, self.is_guarded(to))
        {
            return copy.id;
        }
        let copy = self.copy(proc, id, to);
        self.copies[id.index()] = self.moves.len() as u32;
        copy
    }

    /// Hoists a copy of a value, with its operands.
    fn copy(&mut self, proc: &mut Procedure, id: ValueId, to: LoopId) -> ValueId {
        let copy = proc.copy_of(BlockId::INVALID, id);
        self.homes.push(LoopId::INVALID);
        self.copies.push(0);
        for place in 0..proc.children(copy).len() {
            let child = proc.children(copy)[place];
            proc.children_mut(copy)[place] = self.take(proc, child, to);
        }
        self.settle(copy, to);
        copy
    }

    /// Removes the moved values from their blocks.
    fn remove_moved(&mut self, proc: &mut Procedure, cx: &mut Context) {
        for &block in &cx.scratch.blocks {
            if self.walk.loops.innermost(block.index()).is_none() {
                continue;
            }
            let values = proc.block_values(block);
            if values.iter().any(|id| self.moved.contains(id.index())) {
                cx.scratch.kept.clear();
                cx.scratch.kept.extend(values.iter().filter(|id| !self.moved.contains(id.index())));
                proc.set_block_values(block, &cx.scratch.kept);
            }
        }
    }

    /// Inserts the moved values into preheaders, which are created if needed.
    fn insert_moved(&mut self, proc: &mut Procedure, cx: &mut Context) {
        // Stable: operands moved before their users.
        self.moves.sort_by_key(|m| (m.to, m.guarded));
        let mut edges = false;
        let moves = std::mem::take(&mut self.moves);
        for of_loop in moves.chunk_by(|a, b| a.to == b.to) {
            let facts = self.walk.facts(of_loop[0].to);
            let header = self.walk.header(of_loop[0].to);
            let mut preheader = facts.preheader;
            if !preheader.is_valid() {
                preheader = proc.add_block_with_frequency(facts.frequency);
                for from in entry_blocks(cx, header) {
                    for edge in proc.successors_mut(from).iter_mut().filter(|edge| edge.block() == header) {
                        let is_rare = edge.is_rare();
                        *edge = if is_rare { Successor::rare(preheader) } else { Successor::new(preheader) };
                    }
                }
                proc.at(preheader).jump(header);
                edges = true;
            }
            cx.scratch.kept.clear();
            cx.scratch.kept.extend_from_slice(proc.block_values(preheader));
            let jump = cx.scratch.kept.pop();
            let (plain, guarded) = of_loop.split_at(of_loop.partition_point(|m| !m.guarded));
            cx.scratch.kept.extend(plain.iter().map(|m| m.id));
            if !guarded.is_empty() {
                jump.into_iter().for_each(|jump| proc.replace_with_nop(jump));
                self.insert_past_test(proc, cx, preheader, guarded);
                edges = true;
                continue;
            }
            cx.scratch.kept.extend(jump);
            proc.set_block_values(preheader, &cx.scratch.kept);
            cx.work += cx.scratch.kept.len() as u64;
        }
        self.moves = moves;
        cx.contents |= Contents::OUTSIDE_USES;
        if edges {
            cx.edges_changed();
        }
    }
}

/// True if a Phi can merge a value, or the value has no result.
fn is_mergeable(value: &Value) -> bool {
    (value.ty == Type::Void || value.ty.is_single()) && !value.flags.intersects(KIND)
}

/// The condition under which a value may be executed earlier; `None` if it may not.
fn need(proc: &Procedure, value: &Value, effects: &Effects) -> Option<Need> {
    const FIXED: EffectFlags =
        EffectFlags::SAFEPOINT.union(EffectFlags::READS_LOCAL).union(EffectFlags::POLLS);
    if effects.must_execute() {
        let traps = value.ty != Type::Void && value.flags.contains(ValueFlags::TRAPS);
        let leaves = traps || is_check(value, effects.flags);
        return (leaves && effects.writes.is_empty()).then_some(Need::First);
    }
    if effects.flags.intersects(FIXED) {
        return None;
    }
    if !effects.flags.contains(EffectFlags::CONTROL_DEPENDENT) || is_defined(proc, value) {
        return Some(Need::Nothing);
    }
    Some(Need::Certain)
}

/// True for a division that is defined for all dividends.
fn is_defined(proc: &Procedure, value: &Value) -> bool {
    use Opcode::*;
    match value.opcode() {
        ChillDiv | ChillMod => true,
        Div | Mod if value.ty.is_float() => true,
        Div | Mod | UDiv | UMod => {
            let divisor = proc.children_of(value).get(1).map(|id| resolve(proc, *id));
            let divisor = divisor.and_then(|id| proc.value(id).int());
            let is_signed = matches!(value.opcode(), Div | Mod);
            divisor.is_some_and(|divisor| divisor != 0 && !(is_signed && divisor == -1))
        }
        _ => false,
    }
}
