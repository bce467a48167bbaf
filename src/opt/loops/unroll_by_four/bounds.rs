//! Bounds of what a loop counts, which four turns need not ask for.
//!
//! Turn this: `loop { i = Phi; Check(i >= length); body(i); n = i + 1; Upsilon(n, ^i); Branch(n < end) }`
//! Into this: `while i < limit { body(i); body(i + 1); body(i + 2); body(i + 3) }`, where the limit is in front of the length, too
//!
//! A number that grows by the same in each turn is in bounds in four turns if it is far enough in bounds in the first one: the
//! limit is made as that of the counter is, of the length instead of the end, for the comparison that the check makes. It
//! says of one number and of what is added to it that none of the sums wraps and all are in bounds, whatever the number
//! was before. So nothing has to be known of it, neither that it is not less than zero nor that it has not wrapped.
//! An extension of a number of 32 bits may wrap on the way. If it does, it is further in bounds than before, but for signed
//! numbers that are compared as unsigned ones: for these no length counts that is more than the greatest of them.
//!
//! Often one limit says both. If the check asks for the counter itself, or a sum that is further, and compares it as the loop
//! does, the limit is the one that is nearer. If the loop compares signed numbers and the check unsigned ones, as frontends
//! for arrays do, a counter that begins with a constant is never less than zero as long as it does not wrap; and a limit that
//! is four steps in front of the greatest number lets nothing wrap. Otherwise there is one more test in front of the four
//! turns.
//!
//! What leaves does so in the loop itself, at the turn and with the values with which it did: four turns are made only where
//! none would leave, and if the first would, none is made so. So the copies need no exit states.

use super::{FourWork, TURNS, Test, furthest, in_front, strict};
use crate::analysis::LoopId;
use crate::base::Type;
use crate::ir::opcode::Properties;
use crate::ir::{BlockId, Opcode, Procedure, ValueId};
use crate::opt::context::{Context, resolve};
use crate::opt::loops::retire_old_values::step_of;
use crate::opt::loops::unroll_loops::{Carried, is_in};
use crate::opt::scalar::reduce_strength::{flipped, inverted, is_comparison};
use smallvec::SmallVec;

/// No more checks of a loop are looked at.
const MAX_BOUNDS: usize = 8;
/// A number in bounds, or a length, is computed of no more values.
const MAX_TERMS: u32 = 8;
/// No number is further from a counter, and none changes by more in a turn.
const MAX_OFFSET: i64 = 1 << 16;

/// What a check goes on with: a number that changes by the same in each turn is in bounds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bound {
    of: Number,
    /// The least constant that is added to the base in four turns, and the greatest.
    offsets: [i64; 2],
    /// The length is in bounds, too.
    or_equal: bool,
    length: ValueId,
}

/// A number: a value of the first turn and a constant, perhaps extended. One test says of several that they are in bounds
/// if only their constants and lengths differ.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Number {
    base: ValueId,
    extension: Option<Opcode>,
    /// In bounds it is less than a length, or greater, signed or not.
    relation: Opcode,
}

/// Blocks and Phis of a loop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Body<'a> {
    pub(super) blocks: &'a [BlockId],
    pub(super) phis: &'a [Carried],
}

impl FourWork {
    /// Finds what four turns need not ask for, besides for the end of the loop; how many of these are Branches that leave it.
    /// None if there is another check.
    pub(super) fn find_bounds(
        &mut self,
        proc: &Procedure,
        cx: &mut Context,
        body: Body<'_>,
        (id, last): (LoopId, BlockId),
    ) -> Option<usize> {
        let (begin, mut ways) = (self.bounds.len(), 0);
        for &block in body.blocks {
            let values = proc.block_values(block);
            cx.work += values.len() as u64;
            for &asks in values {
                let opcode = proc.value(asks).opcode();
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
                match has_room.then(|| body.bound(proc, asks, goes_on_if)).flatten() {
                    Some(bound) => {
                        self.bounds.push(bound);
                        self.left_out.push(asks);
                        ways += usize::from(opcode == Opcode::Branch);
                    }
                    None if opcode == Opcode::Check => return None,
                    None => {}
                }
            }
        }
        Some(ways)
    }
}

/// A test in front of four turns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guard {
    of: Number,
    offset: i64,
    limit: ValueId,
}

/// Why a limit of the counter says that a number is in bounds.
#[derive(Clone, Copy, Debug)]
enum Merging {
    /// The loop compares as the check does.
    SameOrder,
    /// The loop compares signed numbers and the check unsigned ones, but the counter is never less than zero.
    NeverNegative,
}

impl Number {
    /// In which direction the length is.
    fn sign(&self) -> i64 {
        if matches!(self.relation, Opcode::LessThan | Opcode::Below) { 1 } else { -1 }
    }
}

impl Bound {
    /// How far it is from the base in the direction of the length to that of the four numbers from which the length is furthest.
    fn nearest(&self) -> i64 {
        self.offsets.map(|offset| offset * self.of.sign())[usize::from(self.of.sign() < 0)]
    }

    /// What the base with this constant must be related to so that the numbers of four turns are in bounds.
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
        in_front(proc, block, (relation, ty), length, distance.max(0))
    }
}

/// Of two limits the one that fewer numbers are in front of.
fn nearer(proc: &mut Procedure, block: BlockId, relation: Opcode, [a, b]: [ValueId; 2]) -> ValueId {
    let ty = proc.type_of(a);
    let is_nearer = proc.append_typed(block, relation, Type::Int32, &[a, b]);
    proc.append_typed(block, Opcode::Select, ty, &[is_nearer, a, b])
}

impl Body<'_> {
    /// Computes in a block in front of a loop how far four turns may go: a limit of the counter that is as near as those of
    /// the bounds that it says, and the tests of the others.
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
                    let last = furthest(Opcode::GreaterThan, test.ty) - TURNS as i64 * test.step + 1;
                    let last = proc.add_constant(block, test.ty, last as u64);
                    let guard = nearer(proc, block, of.relation, [last, guard]);
                    limit = nearer(proc, block, test.relation, [guard, limit]);
                }
                None => guards.push(Guard { of: *of, offset: begin, limit: guard }),
            }
        }
        limit
    }

    /// Asks in a block, in which the Phis of a loop are others, whether four turns are in bounds.
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

    /// Why a limit of the counter may say that a number is in bounds, if it may.
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

    /// Computes a value at the end of a block, with other Phis.
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

    /// What goes on if its condition is true, or if it is not, says of a number and a length.
    fn bound(self, proc: &Procedure, asks: ValueId, goes_on_if: bool) -> Option<Bound> {
        let condition = resolve(proc, *proc.children(asks).first()?);
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

    /// A number that changes by the same in each turn is related to a length.
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
        let way = (TURNS as i64 - 1) * self.step(proc, base, &mut { MAX_TERMS })?;
        let offsets = [constant + way.min(0), constant + way.max(0)];
        let of = Number { base, extension, relation };
        self.is_same(proc, length, &mut { MAX_TERMS }).then_some(Bound { of, offsets, or_equal, length })
    }

    /// By how much a value changes in each turn.
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

    /// True if a value is the same in each turn, and may be computed in front of the loop.
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

/// True for what four turns add up without coming near the ends of a type.
fn is_small(number: &i64) -> bool {
    (-MAX_OFFSET..=MAX_OFFSET).contains(number)
}

/// A value and a constant that add up to a value.
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
