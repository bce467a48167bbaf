//! The walk over all values, and the checks deferred to its end.

use super::facts::Place;
use super::fast_path::{DominanceSource, WalkState, walk_fast};
use super::types::{self, Check, KEYS, Shape, VOID, check_of_head, code};
use super::{Contents, Facts, Report, Rule, UseFlags, Validator, states};
use crate::analysis::{Dominators, ForwardDominators, Predecessors};
use crate::ir::opcode::{LIST, Properties};
use crate::ir::{BlockId, Opcode, Procedure, Value, ValueFlags, ValueId};
use crate::support::Entity;

/// A use whose definition does not precede it in the same block.
#[derive(Clone, Copy, Debug)]
pub(super) struct DeferredUse {
    user: ValueId,
    used: ValueId,
    /// The rule violated if the definition does not dominate the use.
    rule: Rule,
}

/// Checks blocks and their values, and fills the facts.
pub(super) fn check(validator: &mut Validator, proc: &Procedure, report: &mut Report) {
    let skip_fast_path = validator.skip_fast_path;
    let Validator { facts, late, forward, predecessors, dominators, marks, cases, cycles, .. } = validator;
    let edges = Edges::list(proc, forward);
    let dominance = if forward.is_certain() { Dominance::Listed } else { Dominance::Unknown };
    let mut walk = Walk {
        proc,
        facts,
        late,
        order: BlockOrder { dominance, forward, predecessors, dominators },
        marks,
        cases,
        report,
        contents: edges.contents,
        walked: WalkState::new(edges.exist),
        misplaced: 0,
        skip_fast_path,
    };
    walk.run();
    let WalkState { seen, placed, .. } = walk.walked;
    let (contents, placed) = (walk.contents, placed - walk.misplaced);
    let dominance = walk.order.dominance;
    facts.contents |= contents | Contents::from_bits_truncate(seen);
    (facts.placed, facts.edges) = (placed, edges.count);
    if placed != facts.places.len() {
        check_unlisted(proc, facts, report);
    }
    if !late.is_empty() {
        BlockOrder { dominance, forward, predecessors, dominators }.compute(proc);
        check_deferred(proc, facts, late, dominators, cycles, report);
    }
}

/// The state of dominance information.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Dominance {
    /// Known from the edges alone: dominators come first in layout order.
    Listed,
    /// Not computed yet.
    Unknown,
    Computed,
}

struct BlockOrder<'a> {
    dominance: Dominance,
    forward: &'a ForwardDominators,
    predecessors: &'a mut Predecessors,
    dominators: &'a mut Dominators,
}

impl BlockOrder<'_> {
    fn above(&self) -> DominanceSource<'_> {
        match self.dominance {
            Dominance::Listed => DominanceSource::Listed(self.forward),
            Dominance::Unknown => DominanceSource::Unknown,
            Dominance::Computed => DominanceSource::Computed(self.dominators),
        }
    }

    #[cold]
    fn compute(&mut self, proc: &Procedure) {
        if self.dominance != Dominance::Computed {
            self.predecessors.compute(proc);
            self.dominators.compute(proc, self.predecessors);
            self.dominance = Dominance::Computed;
        }
    }
}

/// Properties of the edges.
struct Edges {
    count: usize,
    /// True if all edges have valid targets.
    exist: bool,
    contents: Contents,
}

impl Edges {
    /// Collects the edges in layout order, and computes dominators from them.
    fn list(proc: &Procedure, forward: &mut ForwardDominators) -> Edges {
        let mut edges = Edges { count: 0, exist: true, contents: Contents::empty() };
        forward.reset(proc.block_count());
        for block in proc.block_ids() {
            let successors = proc.successors(block);
            edges.count += successors.len();
            match forward.add_edges::<Procedure>(block.index(), successors) {
                Some(true) => edges.contents |= Contents::BACKWARD_EDGES,
                Some(false) => {}
                None => edges.exist = false,
            }
        }
        edges
    }
}

pub(super) struct Walk<'a> {
    pub(super) proc: &'a Procedure,
    facts: &'a mut Facts,
    late: &'a mut Vec<DeferredUse>,
    order: BlockOrder<'a>,
    pub(super) marks: &'a mut states::Marks,
    /// Scratch memory to sort the cases of a Switch.
    pub(super) cases: &'a mut Vec<i64>,
    report: &'a mut Report,
    pub(super) contents: Contents,
    walked: WalkState,
    /// The number of entries in block lists that place no value: nonexistent or already listed ones.
    misplaced: usize,
    /// See [`Validator`].
    skip_fast_path: bool,
}

impl Walk<'_> {
    #[cold]
    #[inline(never)]
    pub(super) fn wrong(&mut self, rule: Rule, block: BlockId, id: ValueId, message: String) {
        self.report.add(self.proc, rule, Some(block), Some(id), message);
    }

    #[cold]
    #[inline(never)]
    fn wrong_block(&mut self, rule: Rule, block: BlockId, message: String) {
        self.report.add(self.proc, rule, Some(block), None, message);
    }

    fn run(&mut self) {
        let proc = self.proc;
        loop {
            if !self.skip_fast_path {
                walk_fast(proc, self.facts, self.order.above(), &mut self.walked);
            }
            let block = BlockId::from_index(self.walked.block);
            if block.index() >= proc.block_count() {
                break;
            }
            let (ids, position) = (proc.block_values(block), self.walked.position);
            if let Some(&id) = ids.get(position) {
                self.walked.position += 1;
                match proc.values.get(id) {
                    Some(value) => self.value(block, id, value, position + 1 == ids.len()),
                    None => self.wrong_listing(block, id),
                }
            }
            if position + 1 >= ids.len() {
                self.end(block, ids.len());
            }
        }
    }

    /// Processes the end of a block.
    fn end(&mut self, block: BlockId, values: usize) {
        if !self.walked.edges_exist {
            self.check_edges(block);
        }
        self.check_end(block);
        self.walked.placed += values;
        self.walked.enter_next(self.order.above());
    }

    #[cold]
    #[inline(never)]
    fn wrong_listing(&mut self, block: BlockId, id: ValueId) {
        self.misplaced += 1;
        let message = format!("the block lists {id}, which is no value of the procedure");
        self.wrong_block(Rule::ListedOnce, block, message);
    }

    /// Reports edges without a valid target.
    #[cold]
    #[inline(never)]
    fn check_edges(&mut self, block: BlockId) {
        let proc = self.proc;
        for edge in proc.successors(block) {
            if edge.block() <= block {
                self.contents |= Contents::BACKWARD_EDGES;
            } else if edge.block().index() >= proc.block_count() {
                let message = format!("the successor {} is no block of the procedure", edge.block());
                self.wrong_block(Rule::SuccessorExists, block, message);
            }
        }
    }

    fn check_constant(&mut self, block: BlockId, id: ValueId, value: &Value, check: &Check) {
        if value.payload > check.largest {
            let message = format!("the bits are {:#x}, expected 32 bits", value.payload);
            self.wrong(Rule::ConstantBits, block, id, message);
        }
    }

    /// Fully checks a value.
    fn value(&mut self, block: BlockId, id: ValueId, value: &Value, is_last: bool) {
        let check = check_of_head(value.head());
        let code = code(value.ty);
        self.contents |= check.contents | Contents::of_type(value.ty);
        let mut key = types::own(value.ty);
        if check.arity == LIST {
            self.list(block, id, value, &mut key);
        } else {
            for (i, child) in value.children.iter().enumerate().take(check.arity as usize) {
                key |= self.operand(block, id, *child, Rule::DefinedBefore) << types::field(i);
            }
            if !KEYS[value.opcode as usize].accept(key) {
                self.check_types(block, id, value);
            }
        }
        if value.flags.intersects(check.refused) {
            self.check_flags(block, id, value, check);
        }
        match check.shape {
            Shape::Leaf => self.check_constant(block, id, value, check),
            Shape::Load | Shape::Store => self.check_access(block, id, value),
            Shape::Phi | Shape::Unary | Shape::Binary | Shape::Plain => {}
            _ => self.check_payload(block, id, value, is_last),
        }
        let place = &mut self.facts.places[id.index()];
        if place.is_known() {
            let message = format!("{id} is listed by {} too", place.block());
            self.misplaced += 1;
            return self.wrong(Rule::ListedOnce, block, id, message);
        }
        place.word = Place::in_block(block) | u32::from(code);
        match value.opcode {
            Opcode::ArgumentReg => self.facts.arguments.push(id),
            Opcode::Upsilon => self.facts.upsilons += 1,
            _ => {}
        }
    }

    /// Counts a use; returns the type code of the operand.
    #[inline(always)]
    pub(super) fn operand(&mut self, block: BlockId, user: ValueId, used: ValueId, rule: Rule) -> u32 {
        if let Some(place) = self.facts.places.get_mut(used.index())
            && let Some(code) = place.code_in(Place::in_block(block))
        {
            place.count();
            return code;
        }
        self.outside_operand(block, user, used, rule)
    }

    /// Counts a use of a value not defined earlier in the block; returns its type code.
    #[inline(never)]
    fn outside_operand(&mut self, block: BlockId, user: ValueId, used: ValueId, rule: Rule) -> u32 {
        let (Some(place), Some(value)) =
            (self.facts.places.get_mut(used.index()), self.proc.values.get(used))
        else {
            let rule = if rule == Rule::DefinedBefore { Rule::OperandExists } else { rule };
            self.wrong(rule, block, user, format!("{used} is no value of the procedure"));
            return u32::from(VOID);
        };
        place.count();
        let definition = place.block();
        if place.is_known() && definition != block {
            place.mark_outside();
        }
        self.contents |= Contents::OUTSIDE_USES;
        // The root dominates all reachable blocks.
        if definition != Procedure::ROOT {
            if self.order.dominance == Dominance::Unknown {
                self.order.compute(self.proc);
            }
            if self.order.above().dominates(definition.index(), block.index()) {
                self.walked.near = Place::in_block(definition);
            } else {
                self.late.push(DeferredUse { user, used, rule });
            }
        }
        u32::from(code(value.ty))
    }

    /// Marks the kind of use of an existing value.
    pub(super) fn mark(&mut self, used: ValueId, flags: UseFlags) {
        self.facts.mark(used, flags);
    }

    /// Checks the children of a variadic opcode.
    fn list(&mut self, block: BlockId, id: ValueId, value: &Value, key: &mut u32) {
        let children = self.proc.children_of(value);
        let own = value.opcode.row().operands.len();
        for (i, &child) in children.iter().enumerate() {
            let code = self.operand(block, id, child, Rule::DefinedBefore);
            if i < own {
                *key |= code << types::field(i);
            } else if code == u32::from(VOID) && self.proc.values.contains(child) {
                let message = format!("operand {} is {child}, which is Void", i + 1);
                self.wrong(Rule::OperandExists, block, id, message);
            }
        }
        if children.len() < own {
            let message = format!("there are {} operands, expected at least {own}", children.len());
            self.wrong(Rule::OperandCount, block, id, message);
        } else if !KEYS[value.opcode as usize].accept(*key) {
            self.check_types(block, id, value);
        }
    }

    #[cold]
    #[inline(never)]
    fn check_types(&mut self, block: BlockId, id: ValueId, value: &Value) {
        let proc = self.proc;
        let children = proc.children_of(value);
        types::check(proc, value, children, |rule, message| self.wrong(rule, block, id, message));
    }

    #[cold]
    #[inline(never)]
    fn check_flags(&mut self, block: BlockId, id: ValueId, value: &Value, check: &Check) {
        let proc = self.proc;
        let mut allowed = check.refused.complement() | ValueFlags::DERIVED;
        if code(value.ty) == code(crate::base::Type::Int64) {
            allowed |= ValueFlags::REFERENCE;
        }
        let wrong = value.flags - allowed;
        if !wrong.is_empty() {
            let message = format!("the flags are {:?}, of which {wrong:?} have no meaning here", value.flags);
            self.wrong(Rule::Flags, block, id, message);
        }
        if value.flags.contains(ValueFlags::REFERENCE) {
            self.contents |= Contents::REFERENCES;
        }
        if !value.flags.contains(ValueFlags::DERIVED) {
            return;
        }
        let Some(base) = proc.base(id) else {
            return self.wrong(Rule::Derived, block, id, String::from("a derived value has no base"));
        };
        self.operand(block, id, base, Rule::Derived);
        self.mark(base, UseFlags::AS_BASE);
        if value.ty != crate::base::Type::Int64 || value.flags.contains(ValueFlags::REFERENCE) {
            let message = format!("the derived value is {} {:?}, expected Int64", value.ty, value.flags);
            self.wrong(Rule::Derived, block, id, message);
        }
        if proc.get_value(base).is_some_and(|base| !base.flags.contains(ValueFlags::REFERENCE)) {
            self.wrong(Rule::Derived, block, id, format!("the base {base} is no reference"));
        }
    }

    pub(super) fn is_terminal(&self, value: &Value) -> bool {
        use crate::base::EffectFlags;
        match value.opcode {
            Opcode::CCall => self.proc.calls().get(value.call()).is_some_and(|call| call.exceptional),
            Opcode::Patchpoint => {
                let map = self.proc.stackmaps().get(value.stackmap());
                map.is_some_and(|map| map.effects.flags.contains(EffectFlags::TERMINAL))
            }
            opcode => opcode.has(Properties::TERMINAL),
        }
    }

    /// Checks the end of a block, and its frequency.
    fn check_end(&mut self, block: BlockId) {
        let proc = self.proc;
        let successors = proc.successors(block);
        let frequency = proc.frequency(block);
        if !(0.0..f64::INFINITY).contains(&frequency) {
            let message = format!("the frequency is {frequency}, expected a finite number from 0 up");
            self.wrong_block(Rule::Frequency, block, message);
        }
        let Some((id, value)) = proc.terminal(block).and_then(|id| Some((id, proc.get_value(id)?))) else {
            return self.wrong_block(Rule::BlockEnd, block, String::from("the block is empty"));
        };
        if !self.is_terminal(value) {
            return self.wrong(Rule::BlockEnd, block, id, String::from("the block ends with this"));
        }
        let expected = match value.opcode {
            Opcode::Jump => 1,
            Opcode::Branch | Opcode::CCall => 2,
            Opcode::Switch => value.cases().len() + 1,
            Opcode::Patchpoint => return,
            // Its own rule counts the successors.
            Opcode::EntrySwitch => return,
            _ => 0,
        };
        if successors.len() != expected {
            let message = format!("there are {} successors, expected {expected}", successors.len());
            self.wrong(Rule::SuccessorCount, block, id, message);
        }
    }
}

/// Reports values that no block lists.
#[cold]
#[inline(never)]
fn check_unlisted(proc: &Procedure, facts: &Facts, report: &mut Report) {
    for (id, value) in proc.values.iter() {
        if !facts.places[id.index()].is_known() && value.opcode != Opcode::Nop {
            report.add(proc, Rule::InBlock, None, Some(id), String::from("the value is in no block"));
        }
    }
}

/// Checks dominance for the deferred uses.
#[inline(never)]
fn check_deferred(
    proc: &Procedure,
    facts: &mut Facts,
    late: &[DeferredUse],
    dominators: &Dominators,
    cycles: &mut Cycles,
    report: &mut Report,
) {
    let mut dead = false;
    for &DeferredUse { user, used, rule } in late {
        let (at, definition) = (facts.places[user.index()].block(), &mut facts.places[used.index()]);
        let of = definition.block();
        if definition.is_known() && at != of {
            definition.mark_outside();
        }
        let message = if !definition.is_known() {
            format!("{used} is in no block")
        } else if at == of {
            // An earlier definition in the block would have been found.
            format!("{used} is defined later in the block")
        } else if dominators.dominates(of.index(), at.index()) {
            continue;
        } else if !dominators.is_reachable(at.index()) {
            dead |= rule == Rule::DefinedBefore && !dominators.is_reachable(of.index());
            continue;
        } else {
            format!("{used} is defined in {}, which does not dominate {}", of, at)
        };
        let rule = match rule {
            Rule::DefinedBefore if !definition.is_known() => Rule::OperandExists,
            rule => rule,
        };
        report.add(proc, rule, Some(at), Some(user), message);
    }
    if dead {
        cycles.check(proc, facts, dominators, report);
    }
}

/// Finds values in unreachable blocks that depend on themselves. In reachable code, dominance excludes that.
#[derive(Debug, Default)]
pub(super) struct Cycles {
    state: Vec<Visit>,
    /// Values being visited, with the number of children visited.
    stack: Vec<(ValueId, usize)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Visit {
    New,
    Open,
    Done,
}

impl Cycles {
    #[cold]
    fn check(&mut self, proc: &Procedure, facts: &Facts, dominators: &Dominators, report: &mut Report) {
        self.state.clear();
        self.state.resize(proc.value_count(), Visit::New);
        let dead = |id: ValueId| {
            let block = facts.value(id).block();
            block.is_valid() && !dominators.is_reachable(block.index())
        };
        for start in proc.value_ids() {
            if !dead(start) || self.state[start.index()] != Visit::New {
                continue;
            }
            self.state[start.index()] = Visit::Open;
            self.stack.push((start, 0));
            while let Some((id, next)) = self.stack.last_mut() {
                let id = *id;
                let Some(&child) = proc.children(id).get(*next) else {
                    self.state[id.index()] = Visit::Done;
                    self.stack.pop();
                    continue;
                };
                *next += 1;
                if !dead(child) {
                    continue;
                }
                match self.state[child.index()] {
                    Visit::Done => {}
                    Visit::New => {
                        self.state[child.index()] = Visit::Open;
                        self.stack.push((child, 0));
                    }
                    // Within one block, the wrong order has already been reported.
                    Visit::Open if facts.value(child).block() == facts.value(id).block() => {}
                    Visit::Open => {
                        let message = format!("it depends on {child}, which depends on it");
                        report.add(proc, Rule::NoCycle, Some(facts.value(id).block()), Some(id), message);
                    }
                }
            }
        }
    }
}
