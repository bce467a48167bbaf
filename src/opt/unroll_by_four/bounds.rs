//! Bounds checks that the four iterations of an unrolled loop can omit.
//!
//! Turn this: `loop { i = Phi; Check(i >= length); body(i); n = i + 1; Upsilon(n, ^i); Branch(n < end) }`
//! Into this: `while i < limit { body(i); body(i + 1); body(i + 2); body(i + 3) }`, where the limit is also below the
//! length
//!
//! A number that changes by a constant in each iteration is in bounds in all four iterations if it is far enough in
//! bounds in the first one. The limit is derived from the length as the counter's limit is from the end, for the
//! comparison that the check makes. A number that passes the limit neither wraps nor leaves the bounds when the steps
//! are added. So no range of the number needs to be known: it may be negative, or may have wrapped before. A 32-bit
//! number that is extended may wrap within the four iterations. If it does, it moves further into bounds, except for
//! sign-extended numbers that are compared as unsigned. For those, the length is capped at the greatest signed number.
//!
//! Often one limit covers both the counter and the check. If the check compares the counter, or a sum further ahead,
//! with the relation of the loop test, the minimum of the two limits is used. The loop test may also be signed and the
//! check unsigned, as in array accesses of many front ends. Then a counter with a constant start is never negative
//! unless it wraps, and a limit four steps below the greatest number excludes wrapping. Otherwise one more test
//! precedes the four iterations.
//!
//! A failing check exits from the original loop, at the same iteration and with the same values: the four copies run
//! only if none of their checks would fail. So the copies need no exit states.

use super::{Test, UNROLL_FACTOR, UnrollFourWork, clamped_limit, furthest, strict};
use crate::analysis::LoopId;
use crate::base::Type;
use crate::ir::opcode::Properties;
use crate::ir::{BlockId, Opcode, Procedure, ValueId};
use crate::opt::context::{Context, resolve};
use crate::opt::reduce_strength::{flipped, inverted, is_comparison};
use crate::opt::retire_old_values::step_of;
use crate::opt::unroll_loops::{Carried, is_in};
use smallvec::SmallVec;

/// Maximum number of checks in a loop.
const MAX_BOUNDS: usize = 8;
/// Maximum number of values from which a bounded number or a length is computed.
const MAX_TERMS: u32 = 8;
/// Maximum absolute offset of a number from its base, and maximum change per iteration.
const MAX_OFFSET: i64 = 1 << 16;

/// A passing check: a number that changes by a constant in each iteration is in bounds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bound {
    of: Number,
    /// The least and the greatest offset from the base in the four iterations.
    offsets: [i64; 2],
    /// The number may equal the length.
    or_equal: bool,
    length: ValueId,
}

/// A bounded number: a value of the first iteration plus an offset, perhaps extended. Bounds that differ only in offset
/// and length share one test.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Number {
    base: ValueId,
    extension: Option<Opcode>,
    /// Its relation to the length when in bounds: less or greater, signed or unsigned.
    relation: Opcode,
}

/// Blocks and Phis of a loop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Body<'a> {
    pub(super) blocks: &'a [BlockId],
    pub(super) phis: &'a [Carried],
}

impl UnrollFourWork {
    /// Finds the checks that the four iterations can omit, except the loop test. Returns how many of them are Branches
    /// that exit the loop, or `None` if the loop has another check.
    pub(super) fn find_bounds(
        &mut self,
        proc: &Procedure,
        cx: &mut Context,
        body: Body<'_>,
        (id, last): (LoopId, BlockId),
    ) -> Option<usize> {
        let (begin, mut exits) = (self.bounds.len(), 0);
        for &block in body.blocks {
            let values = proc.block_values(block);
            cx.work += values.len() as u64;
            for &check in values {
                let opcode = proc.value(check).opcode();
                let goes_on_if = match (opcode, proc.successors(block)) {
                    (Opcode::Check | Opcode::TrapIf, _) => false,
                    (Opcode::Branch, [taken, otherwise]) if block != last => {
                        let stays = [taken, otherwise].map(|edge| is_in(&cx.flow, edge.block(), id));
                        if stays[0] == stays[1] {
                            continue;
                        }
                        stays[0]
                    }
                    _ => continue,
                };
                let has_room = self.bounds.len() < begin + MAX_BOUNDS;
                match has_room.then(|| body.bound(proc, check, goes_on_if)).flatten() {
                    Some(bound) => {
                        self.bounds.push(bound);
                        self.left_out.push(check);
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

/// A test before the four iterations.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guard {
    of: Number,
    offset: i64,
    limit: ValueId,
}

/// Reason why the counter's limit implies that a number is in bounds.
#[derive(Clone, Copy, Debug)]
enum Merging {
    /// The check has the relation of the loop test.
    SameOrder,
    /// The loop test is signed and the check unsigned, but the counter is never negative.
    NeverNegative,
}

impl Number {
    /// Returns the direction from the number to the length.
    fn sign(&self) -> i64 {
        if matches!(self.relation, Opcode::LessThan | Opcode::Below) { 1 } else { -1 }
    }
}

impl Bound {
    /// Returns the least signed distance from the base, in the direction of the length, among the numbers of the four
    /// iterations.
    fn nearest(&self) -> i64 {
        self.offsets.map(|offset| offset * self.of.sign())[usize::from(self.of.sign() < 0)]
    }

    /// Computes the limit for the base plus `begin`: if it passes, the numbers of all four iterations are in bounds.
    fn limit(&self, proc: &mut Procedure, block: BlockId, body: Body<'_>, begin: i64) -> ValueId {
        let Number { extension, relation, .. } = self.of;
        let mut length = body.copy_to(proc, block, self.length, &[]);
        let ty = proc.type_of(length);
        if extension == Some(Opcode::SExt32) && relation == Opcode::Below {
            let greatest = proc.add_constant(block, ty, i32::MAX as u64);
            length = nearer(proc, block, relation, [greatest, length]);
        }
        let last = self.offsets[usize::from(self.of.sign() > 0)];
        let distance = (last - begin) * self.of.sign() - i64::from(self.or_equal);
        clamped_limit(proc, block, (relation, ty), length, distance.max(0))
    }
}

/// Returns the stricter of two limits.
fn nearer(proc: &mut Procedure, block: BlockId, relation: Opcode, [a, b]: [ValueId; 2]) -> ValueId {
    let ty = proc.type_of(a);
    let is_nearer = proc.append_typed(block, relation, Type::Int32, &[a, b]);
    proc.append_typed(block, Opcode::Select, ty, &[is_nearer, a, b])
}

impl Body<'_> {
    /// Computes in a preheader block the limit of the counter, combined with the limits of the bounds that it implies.
    /// Collects tests of the other bounds in `guards`.
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
            let counter = self.merging(proc, test, of).filter(|_| nearest * of.sign() >= 0);
            let begin = if counter.is_some() { 0 } else { nearest };
            let mut guard = None;
            for bound in group {
                let next = bound.limit(proc, block, self, begin);
                guard = Some(guard.map_or(next, |guard| nearer(proc, block, of.relation, [next, guard])));
            }
            let Some(guard) = guard else { continue };
            match counter {
                Some(Merging::SameOrder) => limit = nearer(proc, block, test.relation, [guard, limit]),
                Some(Merging::NeverNegative) => {
                    let last = furthest(Opcode::GreaterThan, test.ty) - UNROLL_FACTOR as i64 * test.step + 1;
                    let last = proc.add_constant(block, test.ty, last as u64);
                    let guard = nearer(proc, block, of.relation, [last, guard]);
                    limit = nearer(proc, block, test.relation, [guard, limit]);
                }
                None => guards.push(Guard { of: *of, offset: begin, limit: guard }),
            }
        }
        limit
    }

    /// Emits the test of a guard in a block in which `phis` replace the Phis of the loop.
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
            let offset = proc.add_constant(block, ty, guard.offset as u64);
            number = proc.append_typed(block, Opcode::Add, ty, &[number, offset]);
        }
        if let Some(extension) = guard.of.extension {
            number = proc.append_typed(block, extension, Type::Int64, &[number]);
        }
        proc.append_typed(block, guard.of.relation, Type::Int32, &[number, guard.limit])
    }

    /// Returns why a limit of the counter may imply that a number is in bounds, if it may.
    fn merging(self, proc: &Procedure, test: &Test, of: &Number) -> Option<Merging> {
        if of.base != test.phi || of.extension.is_some() {
            return None;
        }
        if of.relation == test.relation {
            return Some(Merging::SameOrder);
        }
        let carried = self.phis.iter().find(|carried| carried.phi == test.phi)?;
        let first = proc.value(resolve(proc, carried.first)).int()?;
        let is_never_negative =
            (test.relation, of.relation) == (Opcode::LessThan, Opcode::Below) && first >= 0;
        is_never_negative.then_some(Merging::NeverNegative)
    }

    /// Copies a value to the end of a block, with replaced Phis.
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

    /// Returns the bound that holds after a check or branch, which continues if its condition is `goes_on_if`.
    fn bound(self, proc: &Procedure, check: ValueId, goes_on_if: bool) -> Option<Bound> {
        let condition = resolve(proc, *proc.children(check).first()?);
        let opcode = proc.value(condition).opcode();
        let [a, b] = *proc.children(condition) else { return None };
        let ty = proc.type_of(a);
        if !is_comparison(opcode) || !matches!(ty, Type::Int32 | Type::Int64) {
            return None;
        }
        let [a, b] = [a, b].map(|side| resolve(proc, side));
        let relation = if goes_on_if { opcode } else { inverted(opcode, ty)? };
        self.bound_of(proc, [a, b], relation).or_else(|| self.bound_of(proc, [b, a], flipped(relation)))
    }

    /// Returns the bound if a number with a constant step is related to a loop-invariant length.
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
        let advance = (UNROLL_FACTOR as i64 - 1) * self.step(proc, base, &mut { MAX_TERMS })?;
        let offsets = [constant + advance.min(0), constant + advance.max(0)];
        let of = Number { base, extension, relation };
        self.is_same(proc, length, &mut { MAX_TERMS }).then_some(Bound { of, offsets, or_equal, length })
    }

    /// Returns the step of a value: its constant change per iteration.
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
            _ => self.is_same(proc, id, &mut { MAX_TERMS }).then_some(0),
        };
        step.filter(is_small)
    }

    /// True if a value is loop-invariant and can be computed in the preheader.
    fn is_same(self, proc: &Procedure, id: ValueId, left: &mut u32) -> bool {
        let (id, opcode) = (resolve(proc, id), proc.value(id).opcode());
        if !self.has(proc, id) || opcode.is_constant() {
            return true;
        }
        if *left == 0 || !opcode.has(Properties::PURE) || opcode.has(Properties::CONTROL_DEPENDENT) {
            return false;
        }
        *left -= 1;
        proc.children(id).iter().all(|child| self.is_same(proc, *child, left))
    }

    /// True if a value is computed in the loop.
    fn has(self, proc: &Procedure, id: ValueId) -> bool {
        self.blocks.iter().any(|block| proc.block_values(*block).contains(&id))
    }
}

/// True for steps and offsets that sum up over four iterations far below the range of a type.
fn is_small(number: &i64) -> bool {
    (-MAX_OFFSET..=MAX_OFFSET).contains(number)
}

/// Splits a value into a base and a constant offset.
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
