//! Relations between two unknown values: `x + k <= y`, signed or unsigned.
//!
//! The sum does not wrap: `x < y` is `x + 1 <= y`, and a relation of `x + 8` implies one of `x + 4`.

use super::Walk;
use super::compare::{EQUAL, GREATER, LESS, Order, Outcomes, swap_outcomes};
use super::fact::{Fact, limits};
use crate::ir::{BlockId, Opcode, ValueId};
use crate::opt::scalar::known_bits::low_bits;
use crate::support::Entity;

/// Maximum number of relations examined per pair.
const MAX_LOOKS: u32 = 8;
const BUCKETS: usize = 64;
const NONE: u32 = u32::MAX;

/// `less + offset <= more`, in the blocks dominated by `scope`.
#[derive(Clone, Copy, Debug)]
struct Relation {
    signed: bool,
    less: ValueId,
    more: ValueId,
    offset: i64,
    scope: BlockId,
    next: u32,
}

/// All relations, in a hash table by pair of values.
#[derive(Debug)]
pub(super) struct Relations {
    all: Vec<Relation>,
    buckets: [u32; BUCKETS],
}

impl Default for Relations {
    fn default() -> Relations {
        Relations { all: Vec::new(), buckets: [NONE; BUCKETS] }
    }
}

fn bucket(less: ValueId, more: ValueId) -> usize {
    let mixed = less.number().wrapping_mul(0x9E37_79B9) ^ more.number().wrapping_mul(0x85EB_CA6B);
    (mixed >> 26) as usize
}

impl Relations {
    pub(super) fn clear(&mut self) {
        self.truncate(0);
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn truncate(&mut self, len: usize) {
        while self.all.len() > len {
            if let Some(last) = self.all.pop() {
                self.buckets[bucket(last.less, last.more)] = last.next;
            }
        }
    }

    fn add(&mut self, mut relation: Relation) {
        let bucket = &mut self.buckets[bucket(relation.less, relation.more)];
        relation.next = std::mem::replace(bucket, self.all.len() as u32);
        self.all.push(relation);
    }
}

/// A value as a base plus a constant.
#[derive(Clone, Copy)]
struct Sum {
    base: ValueId,
    offset: i64,
}

impl Walk<'_> {
    /// Decomposes a value into a base plus a constant.
    fn as_sum(&self, id: ValueId) -> Option<Sum> {
        let value = self.proc.value(id);
        if !matches!(value.opcode(), Opcode::Add | Opcode::CheckAdd) {
            return None;
        }
        let (base, added) = (self.child(value, 0), self.child(value, 1));
        let offset = Fact::constant(self.width(id), self.constant(added)?).min;
        self.is_tracked(self.proc.value(base)).then_some(Sum { base, offset })
    }

    /// True if this sum does not wrap in the given order.
    fn does_not_wrap(&self, id: ValueId, Sum { base, offset }: Sum, signed: bool) -> bool {
        let (width, fact) = (self.width(id), self.fact(base));
        if signed {
            let (min, max) = limits(width);
            let within = |end: i64| end.checked_add(offset).is_some_and(|sum| min <= sum && sum <= max);
            self.proc.value(id).opcode() == Opcode::CheckAdd || (within(fact.min) && within(fact.max))
        } else {
            offset >= 0 && fact.high.checked_add(offset as u64).is_some_and(|sum| sum <= low_bits(width))
        }
    }

    /// The possible outcomes of comparing two values, given their facts and their relations.
    pub(super) fn outcomes(&self, [a, b]: [ValueId; 2], facts: &[Fact; 2]) -> Outcomes {
        if a == b {
            return Outcomes { signed: EQUAL, unsigned: EQUAL };
        }
        let mut outcomes = super::compare::outcomes(&facts[0], &facts[1]);
        let is_upper_bound = |id: ValueId| self.work.slots[id.index()].is_upper_bound;
        let (mut signed, mut unsigned) = (0, 0);
        if is_upper_bound(b) {
            (signed, unsigned) = self.ruled_out(a, b);
        }
        if is_upper_bound(a) {
            let ruled_out = self.ruled_out(b, a);
            (signed, unsigned) = (signed | swap_outcomes(ruled_out.0), unsigned | swap_outcomes(ruled_out.1));
        }
        if signed | unsigned != 0 {
            // For non-negative numbers both orders agree.
            let both = if facts.iter().all(|fact| fact.min >= 0) { signed | unsigned } else { 0 };
            outcomes.signed &= !(signed | both);
            outcomes.unsigned &= !(unsigned | both);
        }
        outcomes
    }

    /// The outcomes, signed and unsigned, that relations `a <= b` rule out.
    fn ruled_out(&self, a: ValueId, b: ValueId) -> (u8, u8) {
        let mut ruled_out = [0; 2];
        let itself = Some(Sum { base: a, offset: 0 });
        for sum in [itself, self.as_sum(a)].into_iter().flatten() {
            let relations = &self.work.relations;
            let mut at = relations.buckets[bucket(sum.base, b)];
            for _ in 0..MAX_LOOKS {
                let Some(relation) = relations.all.get(at as usize) else { break };
                at = relation.next;
                let is_it = relation.less == sum.base && relation.more == b && sum.offset <= relation.offset;
                if is_it
                    && self.is_in_scope(relation.scope)
                    && (sum.base == a || self.does_not_wrap(a, sum, relation.signed))
                {
                    let strict = if sum.offset < relation.offset { EQUAL } else { 0 };
                    ruled_out[usize::from(!relation.signed)] |= GREATER | strict;
                }
            }
        }
        (ruled_out[0], ruled_out[1])
    }

    /// True if a fact with this scope holds in the current block.
    fn is_in_scope(&self, scope: BlockId) -> bool {
        self.dominators.dominates(scope.index(), self.block.index())
    }

    /// Records that comparing two values has one of these outcomes in the current block and those it dominates.
    pub(super) fn relate(&mut self, order: Order, outcomes: u8, a: ValueId, b: ValueId) {
        if self.constant(a).is_some() || self.constant(b).is_some() || order == Order::Any {
            return;
        }
        let signed = order == Order::Signed;
        let (less, more, strict) = match () {
            _ if outcomes & GREATER == 0 => (a, b, outcomes & EQUAL == 0),
            _ if outcomes & LESS == 0 => (b, a, outcomes & EQUAL == 0),
            _ => return,
        };
        let exact_sum = self.as_sum(less).filter(|sum| self.does_not_wrap(less, *sum, signed));
        let Sum { base, offset } = exact_sum.unwrap_or(Sum { base: less, offset: 0 });
        let Some(offset) = offset.checked_add(strict.into()) else { return };
        if base != more {
            let (scope, next) = (self.block, NONE);
            self.work.slots[more.index()].is_upper_bound = true;
            self.work.relations.add(Relation { signed, less: base, more, offset, scope, next });
        }
    }
}
