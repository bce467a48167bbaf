//! Unrolls small loops by four if their trip count is unknown, with one exit test for four iterations.
//!
//! Turn this: `loop { i = Phi; body(i); n = i + 1; Upsilon(n, ^i); Branch(n < end) }`
//! Into this: `limit = max(end, MIN + 4) - 4; while i < limit { body(i); body(i + 1); body(i + 2); body(i + 3) }`, and
//! after it the original loop
//!
//! An induction variable that is far enough from the end passes the exit tests of the next four iterations, so one test
//! before four copies of the body replaces theirs. If the loop tests the Phi, the last of four tests is three steps
//! ahead, if it tests the sum, four. The limit does not wrap: if no number is that far before the end, the limit is the
//! minimum of the type, and no variable is less. Then no sum of the four iterations wraps either. Loops that count down
//! are symmetric. If a loop counts until the variable equals the end, the unsigned difference is the remaining
//! distance; if that is no multiple of the step, the variable wraps, but four iterations never cover more than what is
//! left.
//!
//! The original loop runs the remaining iterations, and ends as before. So users outside do not see the copies. Other
//! exits stay, one in each copy; then no value of the loop may be used outside, except by Upsilons in it.
//!
//! A bounds check of a value that grows or shrinks by a constant in each iteration is left to the original loop, and so
//! is such a Branch or TrapIf: the four iterations start so far before the length that none of them fails
//! (`bounds.rs`). An exit happens in the original loop with its exit state; the copies need none.
//!
//! Each iteration saves its test and its jump, and later passes add up steps and find common subexpressions.
//! [`MAX_SIZE`] bounds the body, which saves less the larger it is; [`MAX_UNROLLED`] bounds it for input of a compiler
//! that unrolls loops ([`InputProfile::ProducerOptimized`]). A loop with few iterations pays for the setup and saves
//! nothing. So a loop stays if it is known or measured to have less than [`FEW`], or if its end, or its start if the
//! end is constant, is a Phi of the loop around it. It also stays for the reasons of `fully_unroll_loops`, except for
//! bounds checks; and exit states may name its values where they may be used.
//!
//! - Requires: valid IR. Finds the loops and their induction variables.
//! - Ensures: valid IR with the same meaning; what `simplify_cfg` ensures, if a loop was unrolled.
//! - Keeps: ids of values and blocks. If frequencies are known, the copies of a block and the block add up to its
//!   frequency.
//! - Changes: edges.
//! - Cost: one visit of each loop of at most [`MAX_BLOCKS`] blocks, a bounded number for small ones with checks. If a
//!   loop is unrolled, at most two visits of all values, and `simplify_cfg`; the copies are at most a fraction of the
//!   procedure and [`FREE_GROWTH`](super::copy_loop::FREE_GROWTH) values.
//! - Source: the unrolling of LLVM's LoopUnrollPass with a remainder loop (UnrollRuntimeLoopRemainder), which computes
//!   the trip count; here, the limit of the variable is moved.

mod bounds;
mod rewrite;

use super::copy_loop::{CopiedLoop, CopyWork, MAX_BLOCKS, entry_and_latch};
use super::induction::{ExitCondition, Induction, leading_phis};
use crate::analysis::LoopId;
use crate::base::Type;
use crate::ir::validate::Contents;
use crate::ir::{BlockId, Opcode, Procedure, ValueId};
use crate::opt::InputProfile;
use crate::opt::cfg::simplify_cfg::simplify_cfg;
use crate::opt::context::{Context, resolve};
use crate::support::Entity;
use bounds::{Body, Bound, Guard};
use rewrite::before;
use smallvec::SmallVec;

/// Number of iterations per exit test.
const ITERATIONS: usize = 4;
/// Maximum number of values of a body that compute something.
const MAX_SIZE: usize = 24;
/// The same for the bodies of one block that an unrolling compiler has left.
const MAX_UNROLLED: usize = 16;
/// Loops with fewer iterations stay.
const FEW: i64 = 8;
/// Maximum step of a variable: four steps must be less than the range of its type.
const MAX_STEP: i64 = 1 << 16;

/// Maximum number of values that a bound adds: a length, the nearer of two limits, a number and a test of it.
const BOUND_SIZE: usize = 32;

/// The exit test of a loop on an induction variable.
#[derive(Clone, Copy, Debug)]
struct Test {
    phi: ValueId,
    step: i64,
    /// It tests the sum and not the Phi.
    of_next: bool,
    /// The loop continues while the variable is less or greater than the end, signed or unsigned, or not equal.
    relation: Opcode,
    /// It also continues if the variable equals the end.
    or_equal: bool,
    /// Zero, if it is `None`.
    end: Option<ValueId>,
    ty: Type,
}

impl Test {
    /// The test of an exit condition, if the variable moves to the end in small steps.
    fn new(induction: &Induction, condition: &ExitCondition) -> Option<Test> {
        let variable = &induction.variables[condition.tested.variable as usize];
        let (step, (relation, or_equal)) = (variable.step, strict(condition.relation));
        let approaches = match relation {
            Opcode::LessThan | Opcode::Below => step > 0,
            Opcode::GreaterThan | Opcode::Above => step < 0,
            Opcode::NotEqual => step != 0,
            _ => false,
        };
        let of_next = condition.tested.of_next;
        let test = Test {
            phi: variable.phi,
            step,
            of_next,
            relation,
            or_equal,
            end: condition.limit,
            ty: variable.ty,
        };
        let is_direct = condition.tested.offset == 0;
        (approaches && is_direct && (-MAX_STEP..=MAX_STEP).contains(&step)).then_some(test)
    }

    /// A Phi further from the end than this passes the tests of four iterations.
    fn distance(&self) -> i64 {
        let steps = ITERATIONS as i64 - i64::from(!self.of_next);
        steps * self.step.abs() - i64::from(self.or_equal)
    }
}

/// A relation without equality, and whether it had it.
fn strict(relation: Opcode) -> (Opcode, bool) {
    match relation {
        Opcode::LessEqual => (Opcode::LessThan, true),
        Opcode::GreaterEqual => (Opcode::GreaterThan, true),
        Opcode::BelowEqual => (Opcode::Below, true),
        Opcode::AboveEqual => (Opcode::Above, true),
        other => (other, false),
    }
}

/// The number of a type that is furthest from any end for a relation.
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

/// Reusable memory of the pass.
#[derive(Debug, Default)]
pub(in crate::opt) struct FourWork {
    induction: Induction,
    /// For each loop to unroll, its test and a range of `bounds`.
    tests: Vec<(Test, [usize; 2])>,
    bounds: Vec<Bound>,
    /// The values that test these bounds.
    omitted: Vec<ValueId>,
    /// Further tests before four iterations of a loop.
    guards: Vec<Guard>,
    /// Header Phis of the original loop and of the unrolled one.
    copies: Vec<(ValueId, ValueId)>,
    kept: Vec<ValueId>,
}

/// Runs the pass.
pub(in crate::opt) fn unroll_by_four(proc: &mut Procedure, cx: &mut Context) {
    cx.find_loops(proc);
    let (mut work, mut copies) = (cx.scratch.take::<FourWork>(), cx.scratch.take::<CopyWork>());
    work.find_loops(proc, cx, &mut copies);
    if copies.loops.iter().any(|copied| !copied.has_one_exit) {
        copies.find_uses(proc, cx);
    }
    if copies.loops.iter().any(may_be_copied) {
        cx.first_copy = proc.block_count();
        work.rewrite(proc, cx, &mut copies);
        cx.contents |= Contents::NOPS_AND_IDENTITIES | Contents::OUTSIDE_USES | Contents::COPIES;
        cx.edges_changed();
        simplify_cfg(proc, cx);
    }
    cx.scratch.put(work);
    cx.scratch.put(copies);
}

/// True if each use gets the right value. With one exit, the original loop runs last, so uses outside need no change.
fn may_be_copied(copied: &CopiedLoop) -> bool {
    copied.has_one_exit || copied.may_be_copied()
}

impl FourWork {
    /// Finds the loops to unroll.
    fn find_loops(&mut self, proc: &Procedure, cx: &mut Context, copies: &mut CopyWork) {
        let mut induction = std::mem::take(&mut self.induction);
        induction.begin();
        copies.find_inner_loops(proc, cx, &mut |copies, cx, id| {
            // The last loop may have exceeded the budget.
            self.tests.truncate(copies.loops.len());
            let begin = self.tests.last().map_or(0, |(_, bounds)| bounds[1]);
            self.bounds.truncate(begin);
            self.omitted.truncate(begin);
            let (copied, test, size) = self.examine(proc, cx, (copies, &mut induction), id)?;
            self.tests.push((test, [begin, self.bounds.len()]));
            Some((copied, size + BOUND_SIZE * (self.bounds.len() - begin)))
        });
        self.induction = induction;
    }

    /// Examines an innermost loop: how to unroll it, its exit test, and the number of new values.
    fn examine(
        &mut self,
        proc: &Procedure,
        cx: &mut Context,
        (copies, induction): (&mut CopyWork, &mut Induction),
        id: LoopId,
    ) -> Option<(CopiedLoop, Test, usize)> {
        let header = BlockId::from_index(cx.flow.loops.header(id)?);
        let [entry, latch] = entry_and_latch(proc, cx, header)?;
        if cx.input == InputProfile::ProducerOptimized && latch != header {
            return None;
        }
        let is_plain = |id| matches!(proc.value(id).opcode(), Opcode::Jump | Opcode::Branch | Opcode::Switch);
        if !proc.terminal(entry).is_some_and(is_plain) || has_few_iterations(proc, entry, header) {
            return None;
        }
        let variables = induction.add_loop(proc, &cx.flow, &mut cx.work, id, None);
        if variables.variables.is_empty() {
            return None;
        }
        induction.find_starts(proc, &variables);
        let phis = copies.find_phis(proc, cx, header, [entry, latch])?;
        let blocks = copies.find_blocks(cx, header, latch)?;
        let (exit, test) = find_test(proc, cx, (copies, induction), id, latch, [blocks, phis])?;
        let size = copies.size_of(proc, cx, blocks, id, true)?;
        let most = if cx.input == InputProfile::Raw { MAX_SIZE } else { MAX_UNROLLED };
        if size.computing > most {
            return None;
        }
        let body =
            Body { blocks: &copies.blocks[blocks[0]..blocks[1]], phis: &copies.phis[phis[0]..phis[1]] };
        let exits = size.exits - self.find_bounds(proc, cx, body, (id, exit))?;
        let copied = CopiedLoop::new([header, entry, latch, exit], [blocks, phis], ITERATIONS, exits == 1);
        // Phis and Upsilons of the unrolled loop, and its test.
        let values = ITERATIONS * size.all + 4 * (phis[1] - phis[0]) + 8;
        Some((copied, test, values))
    }
}

/// True if a loop was measured to have few iterations.
fn has_few_iterations(proc: &Procedure, entry: BlockId, header: BlockId) -> bool {
    let (entries, iterations) = (proc.frequency(entry), proc.frequency(header));
    iterations > entries && iterations < FEW as f64 * entries
}

/// Finds a Branch that each iteration reaches, and that leaves the loop when an induction variable reaches an end.
fn find_test(
    proc: &Procedure,
    cx: &Context,
    (copies, induction): (&CopyWork, &Induction),
    id: LoopId,
    latch: BlockId,
    [blocks, phis]: [[usize; 2]; 2],
) -> Option<(BlockId, Test)> {
    let (blocks, phis) = (&copies.blocks[blocks[0]..blocks[1]], &copies.phis[phis[0]..phis[1]]);
    // Exits for failed bounds checks are rare: others come first.
    let ends_rarely = |block: &BlockId| proc.successors(*block).iter().any(|edge| edge.is_rare());
    let (rare, others): (SmallVec<[BlockId; MAX_BLOCKS]>, SmallVec<_>) =
        blocks.iter().copied().partition(ends_rarely);
    others.into_iter().chain(rare).find_map(|block| {
        if !cx.flow.dominators.dominates(block.index(), latch.index()) {
            return None;
        }
        let conditions = induction.exit_conditions(proc, &cx.flow, id, block).into_iter().flatten();
        let mut tests =
            conditions.filter_map(|condition| Some((condition, Test::new(induction, &condition)?)));
        let (condition, test) = tests.find(|(condition, _)| !condition.stays.is_rare())?;
        let constant = test.end.map_or(Some(0), |end| proc.value(end).int());
        let stays_the_same = match (constant, test.end) {
            (Some(_), _) => {
                let count = induction.trip_count_of(proc, &condition);
                let iterations = |max: i128| max + i128::from(test.of_next);
                count.is_none_or(|count| iterations(count.max) >= FEW.into())
            }
            (None, Some(end)) => !blocks.iter().any(|block| proc.block_values(*block).contains(&end)),
            _ => false,
        };
        // The distance to a constant end is that of the start value.
        let start =
            phis.iter().find(|carried| carried.phi == test.phi).map(|carried| resolve(proc, carried.start));
        let far = if constant.is_some() { start } else { test.end };
        (stays_the_same && !far.is_some_and(|far| is_outer_phi(proc, cx, id, far))).then_some((block, test))
    })
}

/// True if a value is a header Phi of the loop around a loop: such an inner loop often has few iterations.
fn is_outer_phi(proc: &Procedure, cx: &Context, id: LoopId, value: ValueId) -> bool {
    let around = cx.flow.loops.parent(id).and_then(|around| cx.flow.loops.header(around));
    around.is_some_and(|header| leading_phis(proc, BlockId::from_index(header)).contains(&value))
        && proc.value(value).opcode() == Opcode::Phi
}
