//! Range propagation: bounds and known bits of integers, and what they decide (constants, checks that cannot fail,
//! edges that are never taken).
//!
//! One walk over the blocks in reverse post-order, along executable edges, computes a [`Fact`] for every integer:
//! signed bounds, unsigned bounds, and known bits. If the condition of a Branch is known, its other edge is not
//! executable. After a Branch, Switch, Check or TrapIf, the values it tested are refined in the blocks that the edge or
//! the check dominates. Refinements are kept in a list per value; the first whose scope dominates the current block
//! applies. An edge dominates a block if all other edges into the block come from blocks that it dominates. A condition
//! on two unknown values is kept as a relation, `x + k <= y` ([`relations`]).
//!
//! A plain Phi is the join of its operands on executable edges. At a loop header, the operands on back edges are not
//! known yet. A fact is assumed from the induction step and the exit conditions. It is compared with the operands on
//! the back edges once the last of them is walked. If they exceed it, it is widened (to top at the third failure), and
//! the walk restarts at the header, with everything found since then discarded. So no final fact depends on a failed
//! assumption. If values are visited more than [`MAX_WALKS`] times on average, a last walk runs without assumptions.
//!
//! Decisions are recorded during the walk and applied at the end; the procedure does not change before.
//!
//! - Requires: valid IR.
//! - Ensures: valid IR that means the same. Ids stay; a decided value is a constant, an Identity or a Nop, a decided
//!   Branch or Switch is a Jump, and blocks that become unreachable remain as dead code.
//! - Keeps: ids, frequencies. Edges change where a Branch or Switch becomes a Jump.
//! - Cost: one visit of each value, and up to [`MAX_WALKS`] more in loops whose assumptions fail.
//! - Source: Wegman and Zadeck, "Constant Propagation with Conditional Branches" (TOPLAS 1991); Patterson, "Accurate
//!   Static Branch Prediction by Value Range Propagation" (PLDI 1995), for guesses at induction variables; Bodik, Gupta
//!   and Sarkar, "ABCD: Eliminating Array Bounds Checks on Demand" (PLDI 2000), for relations.

mod assume;
mod compare;
mod fact;
mod phis;
mod relations;
mod rewrite;
#[cfg(test)]
mod tests;
mod transfer;

use crate::analysis::{Dominators, Order as BlockOrder, Predecessors};
use crate::ir::opcode::{Properties, ResultRule};
use crate::ir::validate::Contents;
use crate::ir::{BlockId, InsertionSet, Opcode, Procedure, Value, ValueId};
use crate::opt::context::{Context, KIND, resolve};
use crate::support::Entity;
use compare::Order;
use fact::Fact;
use phis::Phis;
use relations::Relations;
use rewrite::{Action, Decision, Extension};
use transfer::Widths;

/// Maximum number of visits, as a multiple of the number of values, before assumptions are given up.
const MAX_WALKS: usize = 3;

/// Maximum number of refinements of a value searched for one that applies.
const MAX_REFINEMENTS: u32 = 8;

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct ValueState {
    /// Its block, if it was visited.
    block: BlockId,
    /// Index of its fact; 0 if nothing is known.
    fact: u32,
    refined: u32,
    /// True if it is the upper side of some relation.
    is_upper_bound: bool,
}

const UNKNOWN: ValueState =
    ValueState { block: BlockId::INVALID, fact: 0, refined: NONE, is_upper_bound: false };

/// A fact of a value that holds in the blocks dominated by `scope`.
#[derive(Clone, Copy, Debug)]
struct Refinement {
    value: ValueId,
    scope: BlockId,
    /// The previous refinement of the same value.
    next: u32,
    fact: Fact,
}

/// Executable edges out of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ExecutableEdges {
    /// The block is not reachable.
    None,
    All,
    One(u32),
}

/// A loop whose header was visited: the state to restore if its assumptions fail.
#[derive(Clone, Copy, Debug)]
struct OpenLoop {
    head: BlockId,
    /// Positions in the order of the header and of the source of the last back edge.
    first: u32,
    last: u32,
    facts: usize,
    refinements: usize,
    relations: usize,
    decisions: usize,
}

/// Reusable working memory of the pass.
#[derive(Debug, Default)]
pub(in crate::opt) struct Work {
    blocks: Vec<BlockId>,
    slots: Vec<ValueState>,
    facts: Vec<Fact>,
    refinements: Vec<Refinement>,
    relations: Relations,
    ends: Vec<ExecutableEdges>,
    phis: Phis,
    open: Vec<OpenLoop>,
    decisions: Vec<Decision>,
    extensions: Vec<Extension>,
    insertions: InsertionSet,
}

pub(in crate::opt) fn propagate_ranges(proc: &mut Procedure, cx: &mut Context) {
    cx.find_dominators(proc);
    let mut work = cx.scratch.take::<Work>();
    cx.flow.find_order(proc);
    work.begin(proc, cx.contents, &cx.flow.order);
    let mut walk = Walk {
        proc,
        order: &cx.flow.order,
        predecessors: &cx.flow.predecessors,
        dominators: &cx.flow.dominators,
        work: &mut work,
        block: Procedure::ROOT,
        is_optimistic: true,
        visits: 0,
        references_move: cx.contents.contains(Contents::REFERENCES.union(Contents::SAFEPOINTS)),
    };
    walk.run();
    cx.work += walk.visits as u64;
    rewrite::apply(proc, cx, &mut work);
    cx.scratch.put(work);
}

impl Work {
    fn begin(&mut self, proc: &Procedure, contents: Contents, order: &BlockOrder) {
        self.blocks.clear();
        self.blocks.extend(order.nodes().map(BlockId::from_index));
        self.slots.clear();
        self.slots.resize(proc.value_count(), UNKNOWN);
        self.ends.clear();
        self.ends.resize(proc.block_count(), ExecutableEdges::None);
        self.open.clear();
        self.relations.clear();
        self.facts.clear();
        self.facts.push(Fact::top(64));
        self.refinements.clear();
        self.decisions.clear();
        self.phis.begin(proc, contents);
    }
}

struct Walk<'a> {
    proc: &'a Procedure,
    order: &'a BlockOrder,
    predecessors: &'a Predecessors,
    dominators: &'a Dominators,
    work: &'a mut Work,
    block: BlockId,
    /// True if facts are assumed at loop headers.
    is_optimistic: bool,
    visits: usize,
    /// True if references may move: the live range of a value computed from one must not grow.
    references_move: bool,
}

impl Walk<'_> {
    fn run(&mut self) {
        self.scan();
        let fuel = self.visits * MAX_WALKS + 64;
        let mut at = 0;
        while let Some(&block) = self.work.blocks.get(at) {
            self.walk_block(block, at);
            at = match self.failed(at) {
                None => at + 1,
                Some(_) if self.visits > fuel => {
                    self.is_optimistic = false;
                    self.restart(None)
                }
                Some(open) => self.restart(Some(open)),
            };
        }
    }

    /// Restores the state at a loop header, or the initial one. Returns the position to continue from.
    fn restart(&mut self, open: Option<usize>) -> usize {
        let work = &mut *self.work;
        let none = OpenLoop {
            head: Procedure::ROOT,
            first: 0,
            last: 0,
            facts: 1,
            refinements: 0,
            relations: 0,
            decisions: 0,
        };
        let to = open.map_or(none, |at| work.open[at]);
        // The header is entered again.
        work.open.truncate(open.unwrap_or(0));
        work.facts.truncate(to.facts);
        work.decisions.truncate(to.decisions);
        work.relations.truncate(to.relations);
        while work.refinements.len() > to.refinements {
            if let Some(last) = work.refinements.pop() {
                work.slots[last.value.index()].refined = last.next;
            }
        }
        to.first as usize
    }

    /// True if an edge between these blocks is executable.
    fn is_executable(&self, from: BlockId, to: BlockId) -> bool {
        match self.work.ends[from.index()] {
            ExecutableEdges::None => false,
            ExecutableEdges::All => true,
            ExecutableEdges::One(slot) => {
                self.proc.successors(from).get(slot as usize).is_some_and(|edge| edge.block() == to)
            }
        }
    }

    fn place(&self, block: BlockId) -> usize {
        self.order.number(block.index()).unwrap_or(usize::MAX)
    }

    fn is_reached(&self, block: BlockId, at: usize) -> bool {
        if block == Procedure::ROOT {
            return true;
        }
        // A block of an irreducible loop counts as reached if its immediate dominator is.
        if self.work.phis.is_irreducible(block)
            && let Some(above) = self.dominators.immediate_dominator(block.index())
        {
            return self.work.ends[above] != ExecutableEdges::None;
        }
        let is_before = |from: &BlockId| self.place(*from) < at;
        self.predecessors_of(block).filter(is_before).any(|from| self.is_executable(from, block))
    }

    /// The only predecessor of a block, apart from sources of back edges.
    fn only_entry(&self, block: BlockId, at: usize) -> Option<BlockId> {
        let mut before = self.predecessors_of(block).filter(|from| self.place(*from) < at);
        let from = before.next()?;
        let is_only = before.next().is_none() && block != Procedure::ROOT;
        (is_only && !self.work.phis.is_irreducible(block)).then_some(from)
    }

    fn predecessors_of(&self, block: BlockId) -> impl Iterator<Item = BlockId> + use<'_> {
        self.predecessors.of(block.index()).iter().map(|from| BlockId::from_index(*from as usize))
    }

    fn walk_block(&mut self, block: BlockId, at: usize) {
        self.block = block;
        if !self.is_reached(block, at) {
            self.work.ends[block.index()] = ExecutableEdges::None;
            return;
        }
        if let Some(last) = self.work.phis.last_back_edge(block) {
            let work = &mut *self.work;
            work.open.push(OpenLoop {
                head: block,
                first: at as u32,
                last,
                facts: work.facts.len(),
                refinements: work.refinements.len(),
                relations: work.relations.len(),
                decisions: work.decisions.len(),
            });
        }
        if let Some(from) = self.only_entry(block, at) {
            self.assume_edge(from);
        }
        let proc = self.proc;
        let values = proc.block_values(block);
        for (place, id) in values.iter().enumerate() {
            self.visit(*id, place);
        }
        self.visits += values.len();
        self.work.ends[block.index()] = match values.last() {
            Some(last) => self.end(*last, values.len() - 1),
            None => ExecutableEdges::All,
        };
    }

    /// Decides which edges out of a block are executable.
    fn end(&mut self, terminal: ValueId, place: usize) -> ExecutableEdges {
        let value = self.proc.value(terminal);
        let slot = match value.opcode() {
            Opcode::Branch => self.decide(self.child(value, 0)).map(|holds| u32::from(!holds)),
            Opcode::Switch => {
                let operand = self.child(value, 0);
                self.fact(operand).as_constant().map(|_| {
                    let number = self.fact(operand).min;
                    let cases = self.proc.switch_cases(value);
                    cases.iter().position(|case| *case == number).unwrap_or(cases.len()) as u32
                })
            }
            _ => None,
        };
        match slot {
            Some(slot) => {
                self.record(terminal, place, Action::JumpTo(slot));
                ExecutableEdges::One(slot)
            }
            None => ExecutableEdges::All,
        }
    }

    fn record(&mut self, value: ValueId, place: usize, action: Action) {
        let (block, place) = (self.block, place as u32);
        self.work.decisions.push(Decision { value, block, place, action });
    }

    // ---- Facts ----------------------------------------------------------------------------------------

    /// A child, resolved through Identities.
    #[inline]
    fn child(&self, value: &Value, place: usize) -> ValueId {
        let child = self.proc.children_of(value)[place];
        if self.proc.value(child).opcode() == Opcode::Identity { resolve(self.proc, child) } else { child }
    }

    /// True for an integer that is not a reference.
    #[inline]
    fn is_tracked(&self, value: &Value) -> bool {
        value.ty.is_int() && !value.flags.intersects(KIND)
    }

    fn width(&self, id: ValueId) -> u32 {
        Widths::REAL.of(self.proc.type_of(id))
    }

    /// The bits of an integer constant.
    #[inline]
    fn constant(&self, id: ValueId) -> Option<u64> {
        let value = self.proc.value(id);
        let is_it = matches!(value.opcode(), Opcode::Const32 | Opcode::Const64) && self.is_tracked(value);
        is_it.then(|| value.bits())
    }

    /// The fact of a value in the current block.
    #[inline]
    fn fact(&self, id: ValueId) -> Fact {
        self.fact_in(id, self.block)
    }

    /// The fact of a value in a block.
    fn fact_in(&self, id: ValueId, scope: BlockId) -> Fact {
        let value = self.proc.value(id);
        let width = Widths::REAL.of(value.ty);
        if matches!(value.opcode(), Opcode::Const32 | Opcode::Const64) && self.is_tracked(value) {
            return Fact::constant(width, value.bits());
        }
        let slot = self.work.slots[id.index()];
        let mut at = slot.refined;
        for _ in 0..MAX_REFINEMENTS {
            let Some(refinement) = self.work.refinements.get(at as usize) else { break };
            if self.dominators.dominates(refinement.scope.index(), scope.index()) {
                return refinement.fact;
            }
            at = refinement.next;
        }
        match slot.fact {
            0 => Fact::top(width),
            // An index from a discarded walk may be past the end; only guesses read one.
            fact => self.work.facts.get(fact as usize).copied().unwrap_or(Fact::top(width)),
        }
    }

    /// True if nothing is known of a value anywhere.
    #[inline]
    fn is_unknown(&self, id: ValueId) -> bool {
        let slot = self.work.slots[id.index()];
        slot.fact == 0 && slot.refined == NONE && self.constant(id).is_none()
    }

    fn set_fact(&mut self, id: ValueId, fact: &Fact) {
        let width = self.width(id);
        self.work.slots[id.index()].fact = if fact.is_top(width) {
            0
        } else {
            self.work.facts.push(*fact);
            self.work.facts.len() as u32 - 1
        };
    }

    /// Refines the fact of a value in the current block and those it dominates. Returns true if it became tighter.
    fn refine(&mut self, id: ValueId, fact: &Fact) -> bool {
        let value = self.proc.value(id);
        if !self.is_tracked(value) || value.opcode().is_constant() {
            return false;
        }
        let old = self.fact(id);
        if old.is_within(fact) {
            return false;
        }
        // An empty meet means unreachable code.
        let Some(fact) = old.meet(fact, self.width(id)) else { return false };
        self.push_refinement(id, fact);
        true
    }

    /// Records a fact that holds from here on.
    fn push_refinement(&mut self, id: ValueId, fact: Fact) {
        let slot = &mut self.work.slots[id.index()];
        let next = std::mem::replace(&mut slot.refined, self.work.refinements.len() as u32);
        self.work.refinements.push(Refinement { value: id, scope: self.block, next, fact });
    }

    // ---- Values ---------------------------------------------------------------------------------------

    fn visit(&mut self, id: ValueId, place: usize) {
        use Opcode::*;
        let value = *self.proc.value(id);
        let opcode = value.opcode();
        match opcode {
            Const32 | Const64 | ConstFloat | ConstDouble | Nop | Upsilon | Identity => return,
            Check | TrapIf => {
                let condition = self.child(&value, 0);
                match self.decide(condition) {
                    Some(false) => self.record(id, place, Action::Remove),
                    _ => self.assume(condition, false),
                }
                return;
            }
            _ if !self.is_tracked(&value) => return,
            Phi => {
                self.work.slots[id.index()].block = self.block;
                let fact = self.phi(id);
                self.set_fact(id, &fact);
                if let Some(bits) = fact.as_constant() {
                    self.record(id, place, Action::Constant(bits));
                }
                return;
            }
            _ => {}
        }
        self.work.slots[id.index()].block = self.block;
        let fact = match opcode {
            Select => self.select(id, &value, place),
            Extract => self.extract(&value),
            Add | Sub | Mul | BitXor | Neg | CheckAdd | CheckSub | CheckMul
                if self.proc.children_of(&value).iter().take(2).any(|child| self.is_unknown(*child))
                    && opcode != CheckAdd
                    && opcode != CheckSub =>
            {
                None
            }
            _ => self.operation(id, &value, place),
        };
        match fact {
            Some(fact) => {
                self.set_fact(id, &fact);
                if let Some(bits) = fact.as_constant()
                    && opcode.has(Properties::PURE)
                {
                    self.record(id, place, Action::Constant(bits));
                }
            }
            None => self.work.slots[id.index()].fact = 0,
        }
    }

    /// The first two operands and their facts; top for other types or a missing operand.
    #[inline]
    fn operands(&self, value: &Value) -> ([ValueId; 2], [Fact; 2]) {
        let a = self.child(value, 0);
        if self.proc.children_of(value).len() < 2 {
            return ([a, ValueId::INVALID], [self.fact(a), self.work.facts[0]]);
        }
        let b = self.child(value, 1);
        ([a, b], [self.fact(a), self.fact(b)])
    }

    fn operation(&mut self, id: ValueId, value: &Value, place: usize) -> Option<Fact> {
        let opcode = value.opcode();
        if self.proc.children_of(value).is_empty() {
            return None;
        }
        let operand = self.proc.type_of(self.proc.children_of(value)[0]);
        if let Some((order, wanted)) = Order::of(opcode).filter(|_| operand.is_int()) {
            let holds = self.compare(value, order, wanted);
            return Some(holds.map_or(Fact::bool(32), |holds| Fact::constant(32, holds.into())));
        }
        let (ids, facts) = self.operands(value);
        let fact = transfer::transfer(Widths::REAL, opcode, value.ty, operand, &facts[0], &facts[1]);
        if fact.as_constant().is_none() || !opcode.has(Properties::PURE) {
            self.improve(id, place, ids, &facts);
        }
        Some(fact)
    }

    /// The carry or overflow is 0 or 1.
    fn extract(&self, value: &Value) -> Option<Fact> {
        let tuple = self.proc.value(self.child(value, 0)).opcode();
        let has_flag = tuple.row().result == ResultRule::WithCarry;
        (value.index() == 1 && has_flag).then(|| Fact::bool(32))
    }

    fn select(&mut self, id: ValueId, value: &Value, place: usize) -> Option<Fact> {
        let [condition, then, otherwise] = [0, 1, 2].map(|place| self.child(value, place));
        let kept = |id: ValueId| !self.proc.value(id).flags.intersects(KIND);
        if !kept(then) || !kept(otherwise) {
            return None;
        }
        if let Some(holds) = self.decide(condition) {
            let chosen = if holds { then } else { otherwise };
            if !self.references_move {
                self.record(id, place, Action::Copy(chosen));
            }
            return Some(self.fact(chosen));
        }
        if self.is_unknown(then) && self.is_unknown(otherwise) && self.is_unknown(condition) {
            return None;
        }
        let facts = [(then, true), (otherwise, false)]
            .map(|(arm, holds)| self.fact_if(condition, holds, arm, self.block));
        Some(facts[0].join(&facts[1]))
    }

    /// The result of a comparison, if it is known here.
    fn compare(&self, value: &Value, order: Order, wanted: u8) -> Option<bool> {
        let ids = [self.child(value, 0), self.child(value, 1)];
        if ids.iter().any(|id| !self.is_tracked(self.proc.value(*id))) {
            return None;
        }
        // Common case: the first operand is unknown, and the second is unknown or a constant.
        let is_open = |id: ValueId| self.is_unknown(id) && !self.work.slots[id.index()].is_upper_bound;
        if is_open(ids[0]) && (is_open(ids[1]) || self.constant(ids[1]).is_some()) && ids[0] != ids[1] {
            return None;
        }
        let facts = ids.map(|id| self.fact(id));
        order.decide(wanted, self.outcomes(ids, &facts))
    }

    /// True or false if a condition is known to be nonzero or zero here.
    fn decide(&self, condition: ValueId) -> Option<bool> {
        let value = self.proc.value(condition);
        if !self.is_tracked(value) {
            return None;
        }
        let fact = self.fact(condition);
        if fact.excludes_zero() {
            return Some(true);
        }
        if fact.as_constant() == Some(0) {
            return Some(false);
        }
        let (order, wanted) = Order::of(value.opcode())?;
        let operand = self.proc.type_of(self.proc.children_of(value)[0]);
        if operand.is_int() { self.compare(value, order, wanted) } else { None }
    }
}
