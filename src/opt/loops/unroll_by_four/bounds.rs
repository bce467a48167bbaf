//! Bounds checks that four iterations can omit.
//!
//! Turn this: `loop { i = Phi; Check(i >= length); body(i); n = i + 1; Upsilon(n, ^i); Branch(n < end) }`
//! Into this: `while i < limit { body(i); body(i + 1); body(i + 2); body(i + 3) }`, with a limit before the length
//!
//! A number that grows by a constant in each iteration is in bounds in four iterations if it is far enough in bounds in
//! the first one. The limit is that of the exit test, with the length as the end and the relation of the check. It
//! shows of the number and of its sums that none wraps and all are in bounds, whatever the number was before. So the
//! number need not be known to be positive, or not to have wrapped. An extended 32-bit number may wrap before the
//! extension. Then it is further in bounds than before, except for signed numbers with an unsigned check: there the
//! length counts as at most the maximum signed number.
//!
//! Often one limit suffices. If the check tests the variable itself, or a sum further on, and has the relation of the
//! exit test, the nearer limit is used. If the exit test is signed and the check unsigned, as in frontends for arrays,
//! a variable that starts with a constant of at least zero stays so while it does not wrap; and a limit four steps
//! before the maximum lets nothing wrap. Otherwise there is one more test before the four iterations.
//!
//! An exit happens in the original loop, in the same iteration with the same values: the unrolled loop runs only while
//! none would happen. So the copies need no exit states.

use super::{FourWork, ITERATIONS, Test, before, furthest, strict};
use crate::analysis::LoopId;
use crate::base::Type;
use crate::ir::opcode::Properties;
use crate::ir::{BlockId, Opcode, Procedure, ValueId};
use crate::opt::context::{Context, resolve};
use crate::opt::loops::copy_loop::{Carried, is_in};
use crate::opt::loops::induction::step_of;
use crate::opt::scalar::reduce_strength::{flipped, inverted, is_comparison};
use smallvec::SmallVec;

/// Maximum number of checks of a loop: each may need a test of its own.
const MAX_BOUNDS: usize = 8;
/// Maximum number of values from which a checked number or a length is computed: they are visited for each check.
const MAX_TERMS: u32 = 8;
/// Maximum offset from a variable, and maximum change per iteration: four must be less than the range of a type.
const MAX_OFFSET: i64 = 1 << 16;

/// The bound that a check tests, of a number that changes by a constant in each iteration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bound {
    of: Number,
    /// The minimum and the maximum of what four iterations add to the base.
    offsets: [i64; 2],
    /// The length itself is in bounds.
    or_equal: bool,
    length: ValueId,
}

/// A checked number: a value of the first iteration plus a constant, perhaps extended. Checks that differ in constants
/// and lengths only share one test.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Number {
    base: ValueId,
    extension: Option<Opcode>,
    /// The relation to the length in bounds: less or greater, signed or unsigned.
    relation: Opcode,
}

/// The blocks and header Phis of a loop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Body<'a> {
    pub(super) blocks: &'a [BlockId],
    pub(super) phis: &'a [Carried],
}

impl FourWork {
    /// Finds the checks that four iterations omit, besides the exit test. Returns the number of exit Branches among
    /// them; `None` if there is another Check.
    pub(super) fn find_bounds(
        &mut self,
        proc: &Procedure,
        cx: &mut Context,
        body: Body<'_>,
        (id, exit): (LoopId, BlockId),
    ) -> Option<usize> {
        let (begin, mut exits) = (self.bounds.len(), 0);
        for &block in body.blocks {
            let values = proc.block_values(block);
            cx.work += values.len() as u64;
            for &check in values {
                let opcode = proc.value(check).opcode();
                let passes_if = match (opcode, proc.successors(block)) {
                    (Opcode::Check | Opcode::TrapIf, _) => false,
                    (Opcode::Branch, [taken, otherwise]) if block != exit => {
                        let stays = [taken, otherwise].map(|edge| is_in(&cx.flow, edge.block(), id));
                        if stays[0] == stays[1] {
                            continue;
                        }
                        stays[0]
                    }
                    _ => continue,
                };
                let has_room = self.bounds.len() < begin + MAX_BOUNDS;
                match has_room.then(|| body.bound(proc, check, passes_if)).flatten() {
                    Some(bound) => {
                        self.bounds.push(bound);
                        self.omitted.push(check);
                        exits += usize::from(opcode == Opcode::Branch);
                    }
                    None if opcode == Opcode::Check => return None,
                    None => {}
                }
            }
        }
        Some(exits)
    }
}

/// A further test before four iterations.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guard {
    of: Number,
    offset: i64,
    limit: ValueId,
}

/// Why a limit of the exit test's variable implies that a number is in bounds.
#[derive(Clone, Copy, Debug)]
enum Merging {
    /// Exit test and check have the same relation.
    SameOrder,
    /// The exit test is signed and the check unsigned, but the variable is never negative.
    NeverNegative,
}

impl Number {
    /// The direction of the length.
    fn sign(&self) -> i64 {
        if matches!(self.relation, Opcode::LessThan | Opcode::Below) { 1 } else { -1 }
    }
}

impl Bound {
    /// Distance, towards the length, from the base to the one of the four numbers that is furthest from the length.
    fn nearest(&self) -> i64 {
        self.offsets.map(|offset| offset * self.of.sign())[usize::from(self.of.sign() < 0)]
    }

    /// Computes the limit of the base plus `begin` for which the numbers of four iterations are in bounds.
    fn limit(&self, proc: &mut Procedure, block: BlockId, body: Body<'_>, begin: i64) -> ValueId {
        let Number { extension, relation, .. } = self.of;
        let mut length = body.copy_to(proc, block, self.length, &[]);
        let ty = proc.type_of(length);
        if extension == Some(Opcode::SExt32) && relation == Opcode::Below {
            let greatest = proc.at(block).constant(ty, i32::MAX as u64);
            length = nearer(proc, block, relation, [greatest, length]);
        }
        let last = self.offsets[usize::from(self.of.sign() > 0)];
        let distance = (last - begin) * self.of.sign() - i64::from(self.or_equal);
        before(proc, block, (relation, ty), length, distance.max(0))
    }
}

/// Computes the nearer of two limits.
fn nearer(proc: &mut Procedure, block: BlockId, relation: Opcode, [a, b]: [ValueId; 2]) -> ValueId {
    let ty = proc.type_of(a);
    let is_nearer = proc.at(block).apply_typed(relation, Type::Int32, &[a, b]);
    proc.at(block).apply_typed(Opcode::Select, ty, &[is_nearer, a, b])
}

impl Body<'_> {
    /// Computes, in a block before the loop, the limit of the variable that implies as many bounds as possible, and the
    /// guards for the others.
    pub(super) fn find_guards(
        self,
        proc: &mut Procedure,
        block: BlockId,
        test: &Test,
        bounds: &[Bound],
        guards: &mut Vec<Guard>,
    ) -> ValueId {
        let mut limit = test.limit(proc, block);
        guards.clear();
        for (n, Bound { of, .. }) in bounds.iter().enumerate() {
            if bounds[..n].iter().any(|other| other.of == *of) {
                continue;
            }
            let group = bounds[n..].iter().filter(|bound| bound.of == *of);
            let nearest = group.clone().map(Bound::nearest).min().unwrap_or(0) * of.sign();
            let merging = self.merging(proc, test, of).filter(|_| nearest * of.sign() >= 0);
            let begin = if merging.is_some() { 0 } else { nearest };
            let mut guard = None;
            for bound in group {
                let next = bound.limit(proc, block, self, begin);
                guard = Some(guard.map_or(next, |guard| nearer(proc, block, of.relation, [next, guard])));
            }
            let Some(guard) = guard else { continue };
            match merging {
                Some(Merging::SameOrder) => limit = nearer(proc, block, test.relation, [guard, limit]),
                Some(Merging::NeverNegative) => {
                    let last = furthest(Opcode::GreaterThan, test.ty) - ITERATIONS as i64 * test.step + 1;
                    let last = proc.at(block).constant(test.ty, last as u64);
                    let guard = nearer(proc, block, of.relation, [last, guard]);
                    limit = nearer(proc, block, test.relation, [guard, limit]);
                }
                None => guards.push(Guard { of: *of, offset: begin, limit: guard }),
            }
        }
        limit
    }

    /// Emits the test of a guard in a block, with other Phis.
    pub(super) fn is_in_bounds(
        self,
        proc: &mut Procedure,
        block: BlockId,
        guard: Guard,
        phis: &[(ValueId, ValueId)],
    ) -> ValueId {
        let mut number = self.copy_to(proc, block, guard.of.base, phis);
        if guard.offset != 0 {
            let ty = proc.type_of(number);
            let offset = proc.at(block).constant(ty, guard.offset as u64);
            number = proc.at(block).apply_typed(Opcode::Add, ty, &[number, offset]);
        }
        if let Some(extension) = guard.of.extension {
            number = proc.at(block).apply_typed(extension, Type::Int64, &[number]);
        }
        proc.at(block).apply_typed(guard.of.relation, Type::Int32, &[number, guard.limit])
    }

    /// Why a limit of the variable implies that a number is in bounds, if it does.
    fn merging(self, proc: &Procedure, test: &Test, of: &Number) -> Option<Merging> {
        if of.base != test.phi || of.extension.is_some() {
            return None;
        }
        if of.relation == test.relation {
            return Some(Merging::SameOrder);
        }
        let carried = self.phis.iter().find(|carried| carried.phi == test.phi)?;
        let start = proc.value(resolve(proc, carried.start)).int()?;
        let is_never_negative =
            (test.relation, of.relation) == (Opcode::LessThan, Opcode::Below) && start >= 0;
        is_never_negative.then_some(Merging::NeverNegative)
    }

    /// Copies a value to the end of a block, with other Phis.
    fn copy_to(
        self,
        proc: &mut Procedure,
        block: BlockId,
        id: ValueId,
        phis: &[(ValueId, ValueId)],
    ) -> ValueId {
        let id = resolve(proc, id);
        if let Some((_, copy)) = phis.iter().find(|(phi, _)| *phi == id) {
            return *copy;
        }
        if !self.has(proc, id) {
            return id;
        }
        let copied = |place: usize, proc: &mut Procedure| {
            let child = proc.children(id)[place];
            self.copy_to(proc, block, child, phis)
        };
        let children: SmallVec<[ValueId; 3]> =
            (0..proc.children(id).len()).map(|place| copied(place, proc)).collect();
        let copy = proc.copy_of(block, id);
        proc.children_mut(copy).copy_from_slice(&children);
        copy
    }

    /// The bound that a Check, TrapIf or Branch tests, which passes if its condition is `passes_if`.
    fn bound(self, proc: &Procedure, check: ValueId, passes_if: bool) -> Option<Bound> {
        let condition = resolve(proc, *proc.children(check).first()?);
        let opcode = proc.value(condition).opcode();
        let [a, b] = *proc.children(condition) else { return None };
        let ty = proc.type_of(a);
        if !is_comparison(opcode) || !matches!(ty, Type::Int32 | Type::Int64) {
            return None;
        }
        let [a, b] = [a, b].map(|side| resolve(proc, side));
        let relation = if passes_if { opcode } else { inverted(opcode, ty)? };
        self.bound_of(proc, [a, b], relation).or_else(|| self.bound_of(proc, [b, a], flipped(relation)))
    }

    /// The bound of a relation between a number that changes by a constant and a length.
    fn bound_of(self, proc: &Procedure, [number, length]: [ValueId; 2], relation: Opcode) -> Option<Bound> {
        let (relation, or_equal) = strict(relation);
        if !matches!(relation, Opcode::LessThan | Opcode::Below | Opcode::GreaterThan | Opcode::Above) {
            return None;
        }
        let extension = proc.value(number).opcode();
        let extension = matches!(extension, Opcode::ZExt32 | Opcode::SExt32).then_some(extension);
        if extension == Some(Opcode::SExt32) && relation == Opcode::Above {
            return None;
        }
        let narrow = if extension.is_some() { resolve(proc, proc.children(number)[0]) } else { number };
        let (base, constant) = sum_of(proc, narrow);
        let distance = (ITERATIONS as i64 - 1) * self.step(proc, base, &mut { MAX_TERMS })?;
        let offsets = [constant + distance.min(0), constant + distance.max(0)];
        let of = Number { base, extension, relation };
        self.is_invariant(proc, length, &mut { MAX_TERMS }).then_some(Bound { of, offsets, or_equal, length })
    }

    /// The constant by which a value changes in each iteration.
    fn step(self, proc: &Procedure, id: ValueId, left: &mut u32) -> Option<i64> {
        let id = resolve(proc, id);
        if let Some(carried) = self.phis.iter().find(|carried| carried.phi == id) {
            return step_of(proc, id, resolve(proc, carried.next)).filter(is_small);
        }
        *left = left.checked_sub(1)?;
        let constant = |id: ValueId| proc.value(resolve(proc, id)).int();
        let step = match (proc.value(id).opcode(), proc.children(id)) {
            _ if !self.has(proc, id) => Some(0),
            (Opcode::Add, &[a, b]) => self.step(proc, a, left)?.checked_add(self.step(proc, b, left)?),
            (Opcode::Sub, &[a, b]) => self.step(proc, a, left)?.checked_sub(self.step(proc, b, left)?),
            (Opcode::Mul, &[a, b]) => self.step(proc, a, left)?.checked_mul(constant(b)?),
            (Opcode::Shl, &[a, b]) => {
                let bits = constant(b).filter(|bits| (0..=16).contains(bits))?;
                self.step(proc, a, left)?.checked_mul(1 << bits)
            }
            _ => self.is_invariant(proc, id, &mut { MAX_TERMS }).then_some(0),
        };
        step.filter(is_small)
    }

    /// True if a value is loop-invariant and can be computed before the loop.
    fn is_invariant(self, proc: &Procedure, id: ValueId, left: &mut u32) -> bool {
        let (id, opcode) = (resolve(proc, id), proc.value(id).opcode());
        if !self.has(proc, id) || opcode.is_constant() {
            return true;
        }
        if *left == 0 || !opcode.has(Properties::PURE) || opcode.has(Properties::CONTROL_DEPENDENT) {
            return false;
        }
        *left -= 1;
        proc.children(id).iter().all(|child| self.is_invariant(proc, *child, left))
    }

    /// True if a value is computed in the loop.
    fn has(self, proc: &Procedure, id: ValueId) -> bool {
        self.blocks.iter().any(|block| proc.block_values(*block).contains(&id))
    }
}

/// True for a number that four iterations add up without coming near the ends of a type.
fn is_small(number: &i64) -> bool {
    (-MAX_OFFSET..=MAX_OFFSET).contains(number)
}

/// Splits a value into a sum of a value and a constant.
fn sum_of(proc: &Procedure, id: ValueId) -> (ValueId, i64) {
    let value = proc.value(id);
    let constant = proc.children_of(value).get(1).and_then(|b| proc.value(resolve(proc, *b)).int());
    let constant = constant.filter(is_small);
    match (value.opcode(), constant) {
        (Opcode::Add, Some(constant)) => (resolve(proc, proc.children_of(value)[0]), constant),
        (Opcode::Sub, Some(constant)) => (resolve(proc, proc.children_of(value)[0]), -constant),
        _ => (id, 0),
    }
}
