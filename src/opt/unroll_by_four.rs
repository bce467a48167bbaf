//! Unrolls small loops with an unknown trip count by four, with one test per four iterations.
//!
//! Turn this: `loop { i = Phi; body(i); n = i + 1; Upsilon(n, ^i); Branch(n < end) }`
//! Into this: `limit = max(end, MIN + 4) - 4; while i < limit { body(i); body(i + 1); body(i + 2); body(i + 3) }`,
//! followed by the original loop
//!
//! If the counter is far enough from the end, the next four iterations pass their tests. One test before four copies of
//! the body replaces these four. The required distance depends on where the loop tests: if it tests the Phi, the fourth
//! test sees a value three steps ahead; if it tests the sum, four. The limit does not wrap: if no number is that far
//! from the end, the limit is the least number of the type, and no counter is less. None of the four sums wraps either,
//! because none passes the end. Loops that count down are handled symmetrically. For a loop that counts until it equals
//! the end, the distance is the unsigned difference. If that is not a multiple of the step, the loop wraps before it
//! ends, but four steps never exceed the remaining distance.
//!
//! The original loop runs the remaining iterations and exits as before, so values used outside need no Phis. Other
//! exits stay, one in each copy; then no value of the loop may be used outside, except by Upsilons in the loop.
//!
//! Bounds checks of numbers that change by a constant in each iteration stay only in the original loop. The same holds
//! for a Branch or a TrapIf that tests such a bound. The copies run only while the number is so far from the length
//! that no check would fail (`bounds.rs`). A failing check exits from the original loop, with its original exit state;
//! the copies need no exit states.
//!
//! Each iteration saves its test and its jump. Later passes combine the steps and find common subexpressions of
//! iterations. A large body gains little for its code size, so [`MAX_SIZE`] bounds it. [`MAX_UNROLLED`] is the bound
//! for loops that an unrolling compiler has left ([`InputProfile::ProducerOptimized`]). Loops with few iterations would
//! pay for the test and gain nothing. A loop is therefore left alone if its known or measured trip count is less than
//! [`MIN_TRIP_COUNT`]. It is also left alone if its end is a Phi of the enclosing loop, or if its end is constant and
//! its start is such a Phi. The restrictions of `unroll_loops` apply too, except that bounds checks are allowed, and
//! that exit states may name values where other users may use them.
//!
//! - Requires: valid IR. Finds loops.
//! - Ensures: valid IR of the same meaning; what `simplify_cfg` ensures, if a loop was unrolled.
//! - Keeps: ids of values and blocks. If frequencies are measured, a block and its copies together run as often as the
//!   block did.
//! - Changes: edges.
//! - Cost: one visit of each loop of at most [`MAX_BLOCKS`](super::unroll_loops::MAX_BLOCKS) blocks, and a bounded
//!   number of visits of a small one with checks. If a loop is copied: at most two visits of all values, and
//!   `simplify_cfg`. The copies are bounded by a fraction of the procedure and
//!   [`FREE_GROWTH`](super::unroll_loops::FREE_GROWTH).
//! - Source: runtime unrolling with a remainder loop in LLVM's LoopUnrollPass (UnrollRuntimeLoopRemainder), which
//!   computes the trip count; here, the bound of the counter is moved.

mod bounds;
mod rewrite;

use super::InputProfile;
use super::context::{Context, resolve};
use super::reduce_strength::{flipped, inverted, is_comparison};
use super::retire_old_values::step_of;
use super::simplify_cfg::simplify_cfg;
use super::unroll_loops::{Carried, Counted, MAX_BLOCKS, UnrollWork, ends, first_values, is_in};
use crate::analysis::LoopId;
use crate::base::Type;
use crate::ir::validate::Contents;
use crate::ir::{BlockId, Opcode, Procedure, ValueId};
use crate::support::Entity;
use bounds::{Body, Bound, Guard};
use rewrite::clamped_limit;
use smallvec::SmallVec;

/// Number of iterations per test: the unroll factor.
const UNROLL_FACTOR: usize = 4;
/// Maximum number of computing values in an iteration.
const MAX_SIZE: usize = 24;
/// As [`MAX_SIZE`], for loops that the producer's compiler did not unroll. They must also be of one block.
const MAX_UNROLLED: usize = 16;
/// Minimum trip count, if it is known.
const MIN_TRIP_COUNT: i64 = 8;
/// Maximum absolute step: four steps are less than the range of any type.
const MAX_STEP: i64 = 1 << 16;

/// Maximum number of new values for a bound: its length, a limit, and the minimum of two limits; a number, and its
/// test.
const BOUND_SIZE: usize = 32;

/// The exit test of a loop on an induction variable.
#[derive(Clone, Copy, Debug)]
struct Test {
    phi: ValueId,
    step: i64,
    /// It tests the sum, not the Phi.
    of_sum: bool,
    /// The loop continues while the counter has this relation to the end: less, greater (signed or unsigned), or not
    /// equal.
    relation: Opcode,
    /// The loop also continues if the counter equals the end.
    or_equal: bool,
    /// `None` means zero.
    end: Option<ValueId>,
    ty: Type,
}

impl Test {
    /// Creates the test of a counter. Returns `None` unless the counter approaches the end with a step of at most
    /// [`MAX_STEP`].
    fn new(
        relation: Opcode,
        ty: Type,
        [phi, end]: [Option<ValueId>; 2],
        step: i64,
        of_sum: bool,
    ) -> Option<Test> {
        let (strict, or_equal) = strict(relation);
        let approaches = match strict {
            Opcode::LessThan | Opcode::Below => step > 0,
            Opcode::GreaterThan | Opcode::Above => step < 0,
            Opcode::NotEqual => step != 0,
            _ => false,
        };
        let test = Test { phi: phi?, step, of_sum, relation: strict, or_equal, end, ty };
        (approaches && (-MAX_STEP..=MAX_STEP).contains(&step)).then_some(test)
    }

    /// Returns the distance of the Phi from the end beyond which it passes the tests of [`UNROLL_FACTOR`] iterations.
    fn distance(&self) -> i64 {
        let steps = UNROLL_FACTOR as i64 - i64::from(!self.of_sum);
        steps * self.step.abs() - i64::from(self.or_equal)
    }

    /// True if a loop with this constant start and end has fewer than [`MIN_TRIP_COUNT`] iterations.
    fn ends_soon(&self, first: i64, end: i64) -> bool {
        let distance = if self.step > 0 { end.wrapping_sub(first) } else { first.wrapping_sub(end) };
        let distance = if self.ty == Type::Int32 { u64::from(distance as u32) } else { distance as u64 };
        distance < (MIN_TRIP_COUNT * self.step.abs()) as u64
    }
}

/// Returns the strict form of a relation, and whether the relation includes equality.
fn strict(relation: Opcode) -> (Opcode, bool) {
    match relation {
        Opcode::LessEqual => (Opcode::LessThan, true),
        Opcode::GreaterEqual => (Opcode::GreaterThan, true),
        Opcode::BelowEqual => (Opcode::Below, true),
        Opcode::AboveEqual => (Opcode::Above, true),
        other => (other, false),
    }
}

/// Returns the start that maximizes the trip count for a relation: the least or greatest number of the type.
fn furthest(relation: Opcode, ty: Type) -> i64 {
    match (relation, ty) {
        (Opcode::LessThan, Type::Int32) => i64::from(i32::MIN),
        (Opcode::LessThan, _) => i64::MIN,
        (Opcode::GreaterThan, Type::Int32) => i64::from(i32::MAX),
        (Opcode::GreaterThan, _) => i64::MAX,
        (Opcode::Above, _) => -1,
        _ => 0,
    }
}

/// Memory of the pass.
#[derive(Debug, Default)]
pub(super) struct UnrollFourWork {
    /// For each loop that is copied: its test, and its range of `bounds`.
    tests: Vec<(Test, [usize; 2])>,
    bounds: Vec<Bound>,
    /// By bound: the check or branch that tests it.
    left_out: Vec<ValueId>,
    /// Tests that are still needed for four iterations of a loop.
    guards: Vec<Guard>,
    /// The Phis of a loop, and those of its unrolled version.
    copies: Vec<(ValueId, ValueId)>,
    kept: Vec<ValueId>,
}

/// Runs the pass.
pub(super) fn unroll_by_four(proc: &mut Procedure, cx: &mut Context) {
    cx.find_loops(proc);
    let (mut work, mut loops) = (cx.scratch.take::<UnrollFourWork>(), cx.scratch.take::<UnrollWork>());
    work.find_loops(proc, cx, &mut loops);
    if loops.loops.iter().any(|counted| !counted.has_single_exit) {
        loops.find_uses(proc, cx);
    }
    if loops.loops.iter().any(may_be_copied) {
        cx.first_copy = proc.block_count();
        work.rewrite(proc, cx, &mut loops);
        cx.contents |= Contents::NOPS_AND_IDENTITIES | Contents::OUTSIDE_USES | Contents::COPIES;
        cx.edges_changed();
        simplify_cfg(proc, cx);
    }
    cx.scratch.put(work);
    cx.scratch.put(loops);
}

/// True if copies do not invalidate uses outside the loop. The original loop runs last, so with a single exit its own
/// values are the final ones.
fn may_be_copied(counted: &Counted) -> bool {
    counted.has_single_exit || counted.may_be_copied()
}

impl UnrollFourWork {
    /// Finds the loops that can be unrolled with one test per four iterations.
    fn find_loops(&mut self, proc: &Procedure, cx: &mut Context, loops: &mut UnrollWork) {
        loops.find_inner_loops(proc, cx, &mut |loops, cx, id| {
            // The last loop may have been rejected after it was recorded.
            self.tests.truncate(loops.loops.len());
            let begin = self.tests.last().map_or(0, |(_, bounds)| bounds[1]);
            self.bounds.truncate(begin);
            self.left_out.truncate(begin);
            let (counted, test, copied) = self.examine(proc, cx, loops, id)?;
            self.tests.push((test, [begin, self.bounds.len()]));
            Some((counted, copied + BOUND_SIZE * (self.bounds.len() - begin)))
        });
    }

    /// Examines an innermost loop. If it can be unrolled by four, returns it with its test and the number of new
    /// values.
    fn examine(
        &mut self,
        proc: &Procedure,
        cx: &mut Context,
        loops: &mut UnrollWork,
        id: LoopId,
    ) -> Option<(Counted, Test, usize)> {
        let head = BlockId::from_index(cx.flow.loops.header(id)?);
        let [entry, back] = ends(proc, cx, head)?;
        if cx.input == InputProfile::ProducerOptimized && back != head {
            return None;
        }
        let is_plain = |id| matches!(proc.value(id).opcode(), Opcode::Jump | Opcode::Branch | Opcode::Switch);
        if !proc.terminal(entry).is_some_and(is_plain) || has_low_trip_count(proc, entry, head) {
            return None;
        }
        let phis = loops.find_phis(proc, cx, head, [entry, back])?;
        let counts = |carried: &Carried| step_of(proc, carried.phi, resolve(proc, carried.next)).is_some();
        if !loops.phis[phis[0]..phis[1]].iter().any(counts) {
            return None;
        }
        let blocks = loops.find_blocks(cx, head, back)?;
        let (last, test) = find_test(proc, cx, loops, id, back, [blocks, phis])?;
        let size = loops.size_of(proc, cx, blocks, id, true)?;
        let most = if cx.input == InputProfile::Raw { MAX_SIZE } else { MAX_UNROLLED };
        if size.computing > most {
            return None;
        }
        let body = Body { blocks: &loops.blocks[blocks[0]..blocks[1]], phis: &loops.phis[phis[0]..phis[1]] };
        let exits = size.exits - self.find_bounds(proc, cx, body, (id, last))?;
        let counted = Counted {
            head,
            back,
            entry,
            blocks,
            phis,
            last,
            iterations: UNROLL_FACTOR,
            has_single_exit: exits == 1,
            is_used_outside: false,
            is_named: false,
        };
        // Includes Phis and Upsilons of the unrolled loop, and its test.
        let copied = UNROLL_FACTOR * size.all + 4 * (phis[1] - phis[0]) + 8;
        Some((counted, test, copied))
    }
}

/// True if the measured trip count is low.
fn has_low_trip_count(proc: &Procedure, entry: BlockId, head: BlockId) -> bool {
    let (entries, iterations) = (proc.frequency(entry), proc.frequency(head));
    iterations > entries && iterations < MIN_TRIP_COUNT as f64 * entries
}

/// Finds a Branch that every iteration reaches, and that exits the loop when a counter reaches an end.
fn find_test(
    proc: &Procedure,
    cx: &Context,
    loops: &UnrollWork,
    id: LoopId,
    back: BlockId,
    [blocks, phis]: [[usize; 2]; 2],
) -> Option<(BlockId, Test)> {
    let (blocks, phis) = (&loops.blocks[blocks[0]..blocks[1]], &loops.phis[phis[0]..phis[1]]);
    // Bounds checks exit on rare edges: try other exits first.
    let ends_rarely = |block: &BlockId| proc.successors(*block).iter().any(|edge| edge.is_rare());
    let (rare, others): (SmallVec<[BlockId; MAX_BLOCKS]>, SmallVec<_>) =
        blocks.iter().copied().partition(ends_rarely);
    others.into_iter().chain(rare).find_map(|block| {
        let (relation, sides) = continue_relation(proc, cx, id, [block, back])?;
        let (test, carried) = phis.iter().find_map(|carried| {
            let sum = resolve(proc, carried.next);
            let step = step_of(proc, carried.phi, sum)?;
            let side = sides.iter().position(|side| [Some(carried.phi), Some(sum)].contains(side))?;
            let relation = if side == 0 { relation } else { flipped(relation) };
            let ty = proc.value(sum).ty;
            let test = Test::new(
                relation,
                ty,
                [Some(carried.phi), sides[1 - side]],
                step,
                sides[side] == Some(sum),
            )?;
            Some((test, carried))
        })?;
        let int_of_end = test.end.map_or(Some(0), |end| proc.value(end).int());
        let stays_the_same = match (int_of_end, test.end) {
            (Some(end), _) => {
                let first = proc.value(resolve(proc, carried.first)).int();
                let first =
                    first.or((test.relation != Opcode::NotEqual).then_some(furthest(test.relation, test.ty)));
                !first.is_some_and(|first| test.ends_soon(first, end))
            }
            (None, Some(end)) => !blocks.iter().any(|block| proc.block_values(*block).contains(&end)),
            _ => false,
        };
        // If the end is constant, the start determines the trip count.
        let far = if int_of_end.is_some() { Some(resolve(proc, carried.first)) } else { test.end };
        (stays_the_same && !far.is_some_and(|far| is_outer_phi(proc, cx, id, far))).then_some((block, test))
    })
}

/// True if a value is a Phi of the enclosing loop: then the average trip count of the inner loop is often low.
fn is_outer_phi(proc: &Procedure, cx: &Context, id: LoopId, value: ValueId) -> bool {
    let around = cx.flow.loops.parent(id).and_then(|around| cx.flow.loops.header(around));
    around.is_some_and(|head| first_values(proc, BlockId::from_index(head)).contains(&value))
        && proc.value(value).opcode() == Opcode::Phi
}

/// Returns the relation that holds between two operands if the loop continues after a block that every iteration
/// reaches. The second operand is `None` for zero.
fn continue_relation(
    proc: &Procedure,
    cx: &Context,
    id: LoopId,
    [block, back]: [BlockId; 2],
) -> Option<(Opcode, [Option<ValueId>; 2])> {
    let terminal = proc.terminal(block)?;
    let [taken, otherwise] = *proc.successors(block) else { return None };
    let stays = [taken, otherwise].map(|edge| is_in(&cx.flow, edge.block(), id));
    let continuing = if stays[0] { taken } else { otherwise };
    if proc.value(terminal).opcode() != Opcode::Branch
        || stays[0] == stays[1]
        || continuing.is_rare()
        || !cx.flow.dominators.dominates(block.index(), back.index())
    {
        return None;
    }
    let condition = resolve(proc, proc.children(terminal)[0]);
    let (relation, sides) = match *proc.children(condition) {
        [a, b] if is_comparison(proc.value(condition).opcode()) => {
            (proc.value(condition).opcode(), [a, b].map(|side| Some(resolve(proc, side))))
        }
        _ => (Opcode::NotEqual, [Some(condition), None]),
    };
    let ty = proc.value(sides[0]?).ty;
    let relation = if stays[0] { relation } else { inverted(relation, ty)? };
    Some((relation, sides))
}
