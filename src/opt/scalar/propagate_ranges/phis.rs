//! Facts of Phis: joined over executable edges, and assumed at loop headers.
//!
//! A Phi reads a location that Upsilons anywhere may write. It has a fact only if it is plain, as in `simplify_ssa`:
//! every predecessor of its block has an Upsilon of it, and its block has none before it.

use super::compare::{GREATER, LESS, Order, outcomes, refine, swap_outcomes};
use super::fact::{Fact, limits};
use super::transfer::{Widths, transfer};
use super::{ExecutableEdges, Walk};
use crate::ir::validate::Contents;
use crate::ir::{BlockId, Opcode, Procedure, ValueId};
use crate::opt::scalar::known_bits::{Known, low_bits};
use crate::support::Entity;

const NONE: u32 = u32::MAX;

/// Maximum depth of operations followed by a guess.
const DEPTH: u32 = 3;

/// Maximum number of Phi operands examined by a guess.
const MAX_OPERANDS: usize = 4;

#[derive(Clone, Copy, Debug)]
struct Phi {
    /// Invalid until the Phi was seen.
    block: BlockId,
    /// Block of the last Upsilon seen.
    last_block: BlockId,
    /// List of operands, one per predecessor.
    operands: u32,
    next: u32,
    /// Number of predecessors that write it.
    writing_predecessors: u32,
    id: ValueId,
    is_plain: bool,
    /// Number of failed assumptions.
    failures: u8,
    assumed: Option<Fact>,
}

/// The last value that a predecessor writes to a Phi.
#[derive(Clone, Copy, Debug)]
struct Operand {
    from: BlockId,
    value: ValueId,
    next: u32,
}

#[derive(Clone, Copy, Debug)]
struct Write {
    block: BlockId,
    phi: u32,
    value: ValueId,
}

/// All Phis and Upsilons, and the back edges of loops.
#[derive(Debug, Default)]
pub(super) struct Phis {
    exist: bool,
    all: Vec<Phi>,
    /// By value: index into `all`.
    numbers: Vec<u32>,
    operands: Vec<Operand>,
    writes: Vec<Write>,
    /// By block: its first Phi.
    firsts: Vec<u32>,
    /// By block: position of the source of its last back edge.
    back: Vec<u32>,
    /// By block: true if a retreating edge enters it from a block it does not dominate (irreducible loop).
    irreducible: Vec<bool>,
    /// By block: the predecessor whose edges were scanned last.
    reached_from: Vec<BlockId>,
}

impl Phis {
    pub(super) fn begin(&mut self, proc: &Procedure, contents: Contents) {
        let blocks = proc.block_count();
        self.exist = contents.contains(Contents::PHIS);
        self.all.clear();
        self.operands.clear();
        self.writes.clear();
        self.back.clear();
        self.back.resize(blocks, NONE);
        self.irreducible.clear();
        self.irreducible.resize(blocks, false);
        if self.exist {
            self.numbers.clear();
            self.numbers.resize(proc.value_count(), NONE);
            self.firsts.clear();
            self.firsts.resize(blocks, NONE);
            self.reached_from.clear();
            self.reached_from.resize(blocks, BlockId::INVALID);
        }
    }

    /// Position in the order of the source of the last back edge to a block.
    pub(super) fn last_back_edge(&self, block: BlockId) -> Option<u32> {
        Some(self.back[block.index()]).filter(|last| *last != NONE)
    }

    pub(super) fn is_irreducible(&self, block: BlockId) -> bool {
        self.irreducible[block.index()]
    }

    fn number(&mut self, id: ValueId) -> u32 {
        let number = &mut self.numbers[id.index()];
        if *number == NONE {
            *number = self.all.len() as u32;
            self.all.push(Phi {
                block: BlockId::INVALID,
                last_block: BlockId::INVALID,
                operands: NONE,
                next: NONE,
                writing_predecessors: 0,
                id,
                is_plain: true,
                failures: 0,
                assumed: None,
            });
        }
        *number
    }

    fn operands(&self, phi: u32) -> impl Iterator<Item = Operand> + use<'_> {
        let mut at = self.all[phi as usize].operands;
        std::iter::from_fn(move || {
            let operand = *self.operands.get(at as usize)?;
            at = operand.next;
            Some(operand)
        })
    }
}

impl Walk<'_> {
    /// Finds back edges and the operands of Phis.
    pub(super) fn scan(&mut self) {
        let proc = self.proc;
        for at in 0..self.work.blocks.len() {
            let block = self.work.blocks[at];
            let values = proc.block_values(block);
            self.visits += values.len();
            if self.work.phis.exist {
                self.scan_values(block, values);
            }
            for edge in proc.successors(block) {
                let to = edge.block();
                if self.place(to) <= at {
                    let is_natural = self.dominators.dominates(to.index(), block.index());
                    let phis = &mut self.work.phis;
                    if is_natural {
                        phis.back[to.index()] = at as u32;
                    } else {
                        phis.irreducible[to.index()] = true;
                    }
                }
            }
        }
        if self.work.phis.exist {
            self.find_operands();
        }
    }

    fn scan_values(&mut self, block: BlockId, values: &[ValueId]) {
        for &id in values {
            let value = self.proc.value(id);
            let phis = &mut self.work.phis;
            match value.opcode() {
                Opcode::Upsilon => {
                    let phi = phis.number(value.phi());
                    phis.all[phi as usize].last_block = block;
                    phis.writes.push(Write { block, phi, value: self.proc.children(id)[0] });
                }
                Opcode::Phi => {
                    let number = phis.number(id);
                    let first = std::mem::replace(&mut phis.firsts[block.index()], number);
                    let phi = &mut phis.all[number as usize];
                    (phi.block, phi.next) = (block, first);
                    phi.is_plain = phi.last_block != block;
                }
                _ => {}
            }
        }
    }

    fn find_operands(&mut self) {
        let mut at = 0;
        while let Some(&Write { block, .. }) = self.work.phis.writes.get(at) {
            let phis = &mut self.work.phis;
            for edge in self.proc.successors(block) {
                phis.reached_from[edge.block().index()] = block;
            }
            while let Some(write) = phis.writes.get(at).copied().filter(|write| write.block == block) {
                at += 1;
                let phi = &mut phis.all[write.phi as usize];
                if phi.block == BlockId::INVALID || phis.reached_from[phi.block.index()] != block {
                    continue;
                }
                match phis.operands.get_mut(phi.operands as usize) {
                    // The last Upsilon counts.
                    Some(operand) if operand.from == block => operand.value = write.value,
                    _ => {
                        let next = std::mem::replace(&mut phi.operands, phis.operands.len() as u32);
                        phis.operands.push(Operand { from: block, value: write.value, next });
                        phi.writing_predecessors += 1;
                    }
                }
            }
        }
        for number in 0..self.work.phis.all.len() {
            let Phi { block, writing_predecessors, is_plain, .. } = self.work.phis.all[number];
            if block == BlockId::INVALID || block == Procedure::ROOT {
                self.work.phis.all[number].is_plain = false;
                continue;
            }
            let all = self.predecessors.of(block.index()).len();
            let irreducible = self.work.phis.irreducible[block.index()];
            self.work.phis.all[number].is_plain =
                is_plain && !irreducible && writing_predecessors as usize == all;
        }
    }

    /// The fact of a Phi operand, if its edge is executable.
    fn incoming(&self, phi: u32, operand: Operand) -> Option<Fact> {
        let Phi { block, .. } = self.work.phis.all[phi as usize];
        if self.work.ends[operand.from.index()] == ExecutableEdges::None
            || !self.is_executable(operand.from, block)
        {
            return None;
        }
        let value = super::resolve(self.proc, operand.value);
        if !self.is_tracked(self.proc.value(value)) {
            return Some(Fact::top(self.width(operand.value)));
        }
        Some(self.fact_on_edge(operand.from, block, value))
    }

    /// Joins the facts of a Phi's operands: those on back edges (`back`), or all others.
    fn joined(&self, phi: u32, back: bool) -> Option<Fact> {
        let place = self.place(self.work.phis.all[phi as usize].block);
        let phis = &self.work.phis;
        let operands = phis.operands(phi).filter(|operand| (self.place(operand.from) >= place) == back);
        let facts = operands.filter_map(|operand| self.incoming(phi, operand));
        facts.reduce(|a, b| a.join(&b))
    }

    pub(super) fn phi(&mut self, id: ValueId) -> Fact {
        let top = Fact::top(self.width(id));
        let number = self.work.phis.numbers.get(id.index()).copied().unwrap_or(NONE);
        let Some(&phi) = self.work.phis.all.get(number as usize).filter(|phi| phi.is_plain) else {
            return top;
        };
        if self.work.phis.last_back_edge(phi.block).is_none() {
            return self.joined(number, false).unwrap_or(top);
        }
        if !self.is_optimistic {
            return top;
        }
        let Some(start) = self.joined(number, false) else { return top };
        let assumed = match phi.assumed.filter(|_| phi.failures > 0) {
            Some(assumed) => assumed.join(&start),
            None if start.is_top(self.width(id)) => top,
            None => self.guess(number, id, &start),
        };
        self.work.phis.all[number as usize].assumed = Some(assumed);
        self.relate_to_limit(number, id, &assumed);
        assumed
    }

    /// Checks the assumptions of loops whose back edges were all walked. Returns the innermost loop to walk again.
    pub(super) fn failed(&mut self, at: usize) -> Option<usize> {
        while let Some(open) = self.work.open.last().copied()
            && open.last as usize <= at
        {
            if self.work.phis.exist && !self.holds(open.head) {
                return Some(self.work.open.len() - 1);
            }
            self.work.open.pop();
        }
        None
    }

    /// True if the assumptions at a loop header hold; widens those that do not.
    fn holds(&mut self, head: BlockId) -> bool {
        let mut holds = true;
        let mut number = self.work.phis.firsts[head.index()];
        while let Some(&phi) = self.work.phis.all.get(number as usize) {
            if let Some(assumed) = phi.assumed.filter(|_| phi.is_plain && self.is_optimistic)
                && self.work.ends[head.index()] != ExecutableEdges::None
                && let Some(incoming) = self.joined(number, true)
                && !incoming.is_within(&assumed)
            {
                holds = false;
                let width = self.width(phi.id);
                let phi = &mut self.work.phis.all[number as usize];
                phi.failures += 1;
                phi.assumed = Some(widened(width, phi.failures, &assumed, &incoming));
            }
            number = phi.next;
        }
        holds
    }

    // ---- Guesses: these need not be sound ------------------------------------------------------------

    /// A fact that a Phi with this start value may have in all iterations.
    fn guess(&self, phi: u32, id: ValueId, start: &Fact) -> Fact {
        let Phi { block, .. } = self.work.phis.all[phi as usize];
        let (mut guess, width, place) = (*start, self.width(id), self.place(block));
        for operand in self.work.phis.operands(phi).filter(|operand| self.place(operand.from) >= place) {
            let value = super::resolve(self.proc, operand.value);
            if value != id {
                let guess_next = self.guess_next(id, value, operand.from, block, start);
                let next = guess_next.unwrap_or_else(|| self.guess_value(value, id, start, DEPTH));
                guess = guess.join(&next);
            }
            if guess.is_top(width) {
                break;
            }
        }
        guess
    }

    /// The constant, if `next` is the Phi plus a constant.
    fn step(&self, phi: ValueId, next: ValueId) -> Option<i64> {
        let value = self.proc.value(next);
        let adds = match value.opcode() {
            Opcode::Add | Opcode::CheckAdd => true,
            Opcode::Sub | Opcode::CheckSub => false,
            _ => return None,
        };
        let bits = self.constant(self.child(value, 1)).filter(|_| self.child(value, 0) == phi)?;
        let step = Fact::constant(self.width(phi), bits).min;
        if adds { Some(step) } else { step.checked_neg() }
    }

    /// The next value of an induction variable: from its start up (or down) to the limit of a loop condition, tested at
    /// the latch or in the header.
    fn guess_next(
        &self,
        phi: ValueId,
        next: ValueId,
        from: BlockId,
        head: BlockId,
        start: &Fact,
    ) -> Option<Fact> {
        let step = self.step(phi, next).filter(|step| *step != 0)?;
        let (width, up) = (self.width(phi), step > 0);
        let (least, most) = limits(width);
        // Bits below those that the step changes.
        let low = low_bits(step.trailing_zeros().min(width));
        let known = Known { zeros: start.known.zeros & low | !low_bits(width), ones: start.known.ones & low };
        let all = Fact { known, ..Fact::top(width) };
        let signed = if up { (start.min, most) } else { (least, start.max) };
        let unsigned = if up { (start.low, all.high) } else { (0, start.high) };
        let ahead = Fact { min: signed.0, max: signed.1, low: unsigned.0, high: unsigned.1, known };
        let ahead = ahead.tightened(width)?;
        let mut found = None;
        for (value, order, outcomes, limit) in self.limits(phi, next, from, head) {
            let limit = self.fact_in(limit, head);
            let toward = if up { LESS } else { GREATER };
            let within = match order {
                Order::Any if outcomes == LESS | GREATER => {
                    let signed = refine(width, Order::Signed, toward, &ahead, &limit);
                    let unsigned = refine(width, Order::Unsigned, toward, &ahead, &limit);
                    signed.or(unsigned)
                }
                _ => refine(width, order, outcomes, &ahead, &limit),
            };
            let Some(mut within) = within else { continue };
            if value == phi {
                let by = Fact::constant(width, step as u64 & low_bits(width));
                let ty = self.proc.type_of(phi);
                within = transfer(Widths::REAL, Opcode::Add, ty, ty, &within, &by);
            }
            found = Some(found.map_or(within, |so_far: Fact| so_far.meet_or_self(&within, width)));
        }
        let is_checked = matches!(self.proc.value(next).opcode(), Opcode::CheckAdd | Opcode::CheckSub);
        let unlimited = if is_checked { Fact { min: signed.0, max: signed.1, ..all } } else { all };
        found.or(unlimited.tightened(width))
    }

    /// The comparisons of an induction variable, or of its next value, that keep the loop running.
    fn limits(
        &self,
        phi: ValueId,
        next: ValueId,
        from: BlockId,
        head: BlockId,
    ) -> impl Iterator<Item = (ValueId, Order, u8, ValueId)> + use<> {
        let counts = [phi, next];
        let at_end = self.compared_on_edge(from, head, counts);
        // The edge of a header's Branch that stays in the loop.
        let edges = Some(self.proc.successors(head)).filter(|edges| edges.len() == 2).unwrap_or_default();
        let mut inside = edges.iter().map(|edge| edge.block());
        let stays = inside.find(|to| self.dominators.dominates(to.index(), from.index()));
        let stays = stays.filter(|to| from != head && *to != head);
        let at_head = stays.and_then(|to| self.compared_on_edge(head, to, counts));
        [at_end, at_head].into_iter().flatten()
    }

    /// Guesses the fact of a value that was not visited yet.
    fn guess_value(&self, id: ValueId, phi: ValueId, start: &Fact, depth: u32) -> Fact {
        use Opcode::*;
        let value = self.proc.value(id);
        let top = Fact::top(Widths::REAL.of(value.ty));
        if id == phi {
            return *start;
        }
        if !self.is_tracked(value) {
            return top;
        }
        if value.opcode().is_constant() || self.work.slots[id.index()].fact != 0 {
            return self.fact_in(id, self.block);
        }
        let of = |place| self.guess_value(self.child(value, place), phi, start, depth - 1);
        let operand = || self.proc.type_of(self.child(value, 0));
        let give = |a: &Fact, b: &Fact| transfer(Widths::REAL, value.opcode(), value.ty, operand(), a, b);
        match value.opcode() {
            Load8Z | Load8S | Load16Z | Load16S => give(&top, &top),
            Equal | NotEqual | LessThan | GreaterThan | LessEqual | GreaterEqual | Above | Below
            | AboveEqual | BelowEqual | EqualOrUnordered => Fact::bool(32),
            _ if depth == 0 => top,
            BitAnd | UMod | Mod | ZShr | SShr => give(&of(0), &of(1)),
            ZExt32 | SExt32 | SExt8 | SExt16 | SExt8To64 | SExt16To64 | Trunc => give(&of(0), &top),
            Select => of(1).join(&of(2)),
            Phi => {
                let number = self.work.phis.numbers[id.index()];
                let known = self.work.phis.all.get(number as usize).is_some_and(|phi| phi.is_plain);
                let operands = self.work.phis.operands(number).take(if known { MAX_OPERANDS + 1 } else { 0 });
                if !known || operands.count() > MAX_OPERANDS {
                    return top;
                }
                let others = self.work.phis.operands(number).map(|operand| operand.value);
                let facts = others
                    .filter(|other| *other != id)
                    .map(|other| self.guess_value(super::resolve(self.proc, other), phi, start, depth - 1));
                facts.reduce(|a, b| a.join(&b)).unwrap_or(top)
            }
            _ => top,
        }
    }

    // ---- Relations ------------------------------------------------------------------------------------

    /// Relates an induction variable to a loop-invariant limit if it is within it on every edge into the header: on
    /// entry edges by known facts, on back edges by the condition under which they are taken.
    fn relate_to_limit(&mut self, number: u32, id: ValueId, fact: &Fact) {
        let Phi { block, .. } = self.work.phis.all[number as usize];
        let place = self.place(block);
        let mut limit: Option<(Order, u8, ValueId)> = None;
        for operand in self.work.phis.operands(number) {
            if self.place(operand.from) < place {
                continue;
            }
            let value = super::resolve(self.proc, operand.value);
            let compared = self.compared_on_edge(operand.from, block, [value, value]);
            let Some((_, order, outcomes, other)) = compared else { return };
            if limit.is_some_and(|limit| limit != (order, outcomes, other)) {
                return;
            }
            limit = Some((order, outcomes, other));
        }
        let Some((order, wanted, other)) = limit else { return };
        let home = self.work.slots[other.index()].block;
        let is_outside = home != block
            && home != BlockId::INVALID
            && self.dominators.dominates(home.index(), block.index());
        if order == Order::Any || !is_outside {
            return;
        }
        for operand in self.work.phis.operands(number) {
            if self.place(operand.from) < place && self.is_executable(operand.from, block) {
                let Some(start) = self.incoming(number, operand) else { return };
                let limit = self.fact_on_edge(operand.from, block, other);
                if order.decide(wanted, outcomes(&start, &limit)) != Some(true) {
                    return;
                }
            }
        }
        self.relate(order, wanted, id, other);
        let width = self.width(id);
        if let Some(limit) = refine(width, order, swap_outcomes(wanted), &self.fact(other), fact) {
            self.refine(other, &limit);
        }
    }
}

/// Widens a failed assumption. The result contains both facts. Bounds that moved go to the next common integer size at
/// the first failure, to the limits of the type at the second; the third gives top.
pub(super) fn widened(width: u32, failures: u8, assumed: &Fact, incoming: &Fact) -> Fact {
    let top = Fact::top(width);
    if failures > 2 {
        return top;
    }
    let mut fact = assumed.join(incoming);
    let sizes = [1, 7, 8, 15, 16, 31, 32, 63];
    let up = |bound: u64, most: u64| {
        let mut sizes = sizes.iter().map(|bits| low_bits(*bits));
        sizes.find(|size| failures == 1 && bound <= *size && *size <= most).unwrap_or(most)
    };
    if fact.max != assumed.max {
        fact.max = if fact.max < 0 { -1 } else { up(fact.max as u64, top.max as u64) as i64 };
    }
    if fact.min != assumed.min {
        fact.min = if fact.min >= 0 { 0 } else { -(up(!fact.min as u64, top.max as u64) as i64) - 1 };
    }
    if fact.high != assumed.high {
        fact.high = up(fact.high, top.high);
    }
    if fact.low != assumed.low {
        fact.low = 0;
    }
    if failures == 2 {
        fact.known = top.known;
    } else if fact.known != assumed.known {
        // Keeps low bits only: bits implied by bounds are derived again.
        fact.known = Known {
            zeros: fact.known.zeros & !(low_bits(width) << 3) | !low_bits(width),
            ones: fact.known.ones & 7,
        };
    }
    fact.tightened(width).unwrap_or(top)
}
