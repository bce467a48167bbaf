//! Refinements from conditions: the facts that a known condition implies for the values it was computed from.

use super::Walk;
use super::compare::{ALL, EQUAL, GREATER, LESS, Order, refine, swap_outcomes, without};
use super::fact::Fact;
use super::transfer::{Widths, transfer, truncate};
use crate::base::Type;
use crate::ir::{BlockId, Opcode, Procedure, ValueId};
use crate::opt::scalar::known_bits::{Known, low_bits};

/// Maximum number of operations that a condition is followed through.
const DEPTH: u32 = 3;

/// True if `to` is the target of a Branch for a nonzero condition, false for a zero one; `None` if the terminal is not
/// a Branch or both edges lead there.
fn branch_edge(proc: &Procedure, from: BlockId, to: BlockId) -> Option<bool> {
    let terminal = proc.value(proc.terminal(from)?);
    match *proc.successors(from) {
        [then, otherwise] if terminal.opcode() == Opcode::Branch && then.block() != otherwise.block() => {
            Some(then.block() == to)
        }
        _ => None,
    }
}

/// Maximum number of successors of a Switch that is used for refinement.
const MAX_CASES: usize = 16;

impl Walk<'_> {
    /// The condition that is known on an edge, and whether it holds.
    pub(super) fn edge_condition(&self, from: BlockId, to: BlockId) -> Option<(ValueId, bool)> {
        let holds = branch_edge(self.proc, from, to)?;
        let terminal = self.proc.value(self.proc.terminal(from)?);
        Some((self.child(terminal, 0), holds))
    }

    /// Refines facts by the condition of the only edge into the current block.
    pub(super) fn assume_edge(&mut self, from: BlockId) {
        if let Some((condition, holds)) = self.edge_condition(from, self.block) {
            return self.assume(condition, holds);
        }
        let Some(terminal) = self.proc.terminal(from) else { return };
        let value = self.proc.value(terminal);
        let successors = self.proc.successors(from);
        if value.opcode() != Opcode::Switch || successors.len() > MAX_CASES {
            return;
        }
        let mut slots = (0..successors.len()).filter(|slot| successors[*slot].block() == self.block);
        if let (Some(slot), None) = (slots.next(), slots.next())
            && let Some(case) = self.proc.switch_cases(value).get(slot)
        {
            let operand = self.child(value, 0);
            let width = self.width(operand);
            self.narrow(operand, &Fact::constant(width, *case as u64 & low_bits(width)), DEPTH);
        }
    }

    /// Refines facts for a condition that is nonzero (`holds`) or zero.
    pub(super) fn assume(&mut self, condition: ValueId, holds: bool) {
        self.assume_within(condition, holds, DEPTH);
    }

    fn assume_within(&mut self, condition: ValueId, holds: bool, depth: u32) {
        let value = *self.proc.value(condition);
        if !self.is_tracked(&value) {
            return;
        }
        let width = self.width(condition);
        if Order::of(value.opcode()).is_some() {
            self.push_refinement(condition, Fact::constant(width, holds.into()));
        } else {
            let zero = Fact::constant(width, 0);
            let fact = if holds { without(width, &self.fact(condition), 0) } else { zero };
            self.narrow(condition, &fact, 1);
        }
        if depth == 0 {
            return;
        }
        match value.opcode() {
            Opcode::BitAnd if holds => {
                let [a, b] = [self.child(&value, 0), self.child(&value, 1)];
                self.assume_within(a, true, depth - 1);
                match self.constant(b) {
                    // A single-bit mask: the bit is known in the operand.
                    Some(bits) if bits.is_power_of_two() => {
                        let known = Known { zeros: !low_bits(width), ones: bits };
                        self.narrow(a, &Fact::with_bits(width, known), depth - 1);
                    }
                    Some(_) => {}
                    None => self.assume_within(b, true, depth - 1),
                }
            }
            Opcode::BitOr if !holds => {
                self.assume_within(self.child(&value, 0), false, depth - 1);
                self.assume_within(self.child(&value, 1), false, depth - 1);
            }
            Opcode::ZExt32 | Opcode::SExt32 => {
                self.assume_within(self.child(&value, 0), holds, depth - 1);
            }
            _ => self.assume_comparison(condition, holds, depth),
        }
    }

    /// The order, possible outcomes and operands of an integer comparison that holds or does not.
    fn comparison(&self, condition: ValueId, holds: bool) -> Option<(Order, u8, [ValueId; 2])> {
        let value = self.proc.value(condition);
        let (order, wanted) = Order::of(value.opcode())?;
        let operands = [self.child(value, 0), self.child(value, 1)];
        if operands.iter().any(|id| !self.is_tracked(self.proc.value(*id))) {
            return None;
        }
        Some((order, if holds { wanted } else { ALL & !wanted }, operands))
    }

    fn assume_comparison(&mut self, condition: ValueId, holds: bool, depth: u32) {
        let Some((order, outcomes, [a, b])) = self.comparison(condition, holds) else { return };
        self.relate(order, outcomes, a, b);
        if self.is_unknown(a) && self.is_unknown(b) {
            return;
        }
        let (x, y, width) = (self.fact(a), self.fact(b), self.width(a));
        if let Some(fact) = refine(width, order, outcomes, &x, &y) {
            self.narrow(a, &fact, depth);
        }
        if let Some(fact) = refine(width, order, swap_outcomes(outcomes), &y, &x) {
            self.narrow(b, &fact, depth);
        }
        if order == Order::Any && self.constant(b) == Some(0) {
            self.assume_within(a, outcomes != EQUAL, depth - 1);
        }
    }

    /// Refines a value here, and the values it was computed from.
    fn narrow(&mut self, id: ValueId, fact: &Fact, depth: u32) {
        let value = *self.proc.value(id);
        if !self.refine(id, fact)
            || depth == 0
            || !self.is_tracked(&value)
            || self.proc.children_of(&value).is_empty()
        {
            return;
        }
        if let Some(source) = self.source(id, fact) {
            self.narrow(self.child(&value, 0), &source, depth - 1);
        }
    }

    /// The fact of the first operand that a fact of the result implies.
    fn source(&self, id: ValueId, fact: &Fact) -> Option<Fact> {
        let value = self.proc.value(id);
        let width = self.width(id);
        let constant = || self.constant(*self.proc.children_of(value).get(1)?);
        let undo = |opcode, bits| {
            let by = Fact::constant(width, bits);
            transfer(Widths::REAL, opcode, value.ty, value.ty, fact, &by)
        };
        Some(match value.opcode() {
            Opcode::Add | Opcode::CheckAdd => undo(Opcode::Sub, constant()?),
            Opcode::Sub | Opcode::CheckSub => undo(Opcode::Add, constant()?),
            Opcode::ZExt32 | Opcode::SExt32 => truncate(Widths::REAL.of(Type::Int32), fact),
            Opcode::BitAnd => {
                let (mask, above) = (constant()?, !low_bits(width));
                let known = Known { zeros: fact.known.zeros & mask | above, ones: fact.known.ones & mask };
                Fact::with_bits(width, known)
            }
            _ => return None,
        })
    }

    /// The fact of a value in a block, on the assumption that a condition holds or does not.
    pub(super) fn fact_if(&self, condition: ValueId, holds: bool, id: ValueId, scope: BlockId) -> Fact {
        let fact = self.fact_in(id, scope);
        if !self.is_tracked(self.proc.value(id)) {
            return fact;
        }
        match self.implied(condition, holds, id, scope) {
            Some(implied) => fact.meet_or_self(&implied, self.width(id)),
            None => fact,
        }
    }

    /// The fact that a condition implies for a value, if it tests the value.
    fn implied(&self, condition: ValueId, holds: bool, id: ValueId, scope: BlockId) -> Option<Fact> {
        let width = self.width(id);
        if condition == id {
            let zero = Fact::constant(width, 0);
            return Some(if holds { without(width, &self.fact_in(id, scope), 0) } else { zero });
        }
        let (order, outcomes, [a, b]) = self.comparison(condition, holds)?;
        let (x, y) = (self.fact_in(a, scope), self.fact_in(b, scope));
        let of_a = || refine(self.width(a), order, outcomes, &x, &y);
        if a == id {
            return of_a();
        }
        if b == id {
            return refine(width, order, swap_outcomes(outcomes), &y, &x);
        }
        // The compared value is `id` plus a constant or extended; or `id` is the compared value plus a constant.
        let value = self.proc.value(a);
        if !self.proc.children_of(value).is_empty() && self.child(value, 0) == id {
            return self.source(a, &of_a()?);
        }
        let value = self.proc.value(id);
        if matches!(value.opcode(), Opcode::Add | Opcode::Sub | Opcode::CheckAdd | Opcode::CheckSub)
            && self.child(value, 0) == a
        {
            let by = Fact::constant(width, self.constant(self.child(value, 1))?);
            return Some(transfer(Widths::REAL, value.opcode(), value.ty, value.ty, &of_a()?, &by));
        }
        None
    }

    /// The fact of a value on an edge.
    pub(super) fn fact_on_edge(&self, from: BlockId, to: BlockId, id: ValueId) -> Fact {
        match self.edge_condition(from, to) {
            Some((condition, holds)) => self.fact_if(condition, holds, id, from),
            None => self.fact_in(id, from),
        }
    }

    /// If the condition on an edge compares an induction variable or its next value (`counts`): that value, the order,
    /// the possible outcomes, and the other operand.
    pub(super) fn compared_on_edge(
        &self,
        from: BlockId,
        to: BlockId,
        counts: [ValueId; 2],
    ) -> Option<(ValueId, Order, u8, ValueId)> {
        let (condition, holds) = self.edge_condition(from, to)?;
        let (order, outcomes, [a, b]) = self.comparison(condition, holds)?;
        debug_assert!(outcomes & !(LESS | EQUAL | GREATER) == 0);
        match () {
            _ if counts.contains(&a) => Some((a, order, outcomes, b)),
            _ if counts.contains(&b) => Some((b, order, swap_outcomes(outcomes), a)),
            _ => None,
        }
    }
}
