//! Makes four turns of a small loop with one test, where nobody knows how often it turns.
//!
//! Turn this: `loop { i = Phi; body(i); n = i + 1; Upsilon(n, ^i); Branch(n < end) }`
//! Into this: `limit = max(end, MIN + 4) - 4; while i < limit { body(i); body(i + 1); body(i + 2); body(i + 3) }`, and
//! behind it the loop as it was
//!
//! A counter that is far enough from the end passes the tests of the next four turns. So one test in front of four
//! copies of the turn takes the place of theirs. It asks for enough in front of the end, no matter where in a turn the
//! loop asks: where the test is of the Phi, the last of four is three steps ahead of it, where it is of the sum, four. The
//! limit does not wrap: if there is no number so far in front of the end, it is the least of all, and no counter is less.
//! Then no sum of the four wraps either: none passes the end. Loops that count down are the same the other way round.
//! What counts until it is equal to the end has as far to go as the difference says, as an unsigned number. If that is
//! no multiple of the step it turns until it wraps; but no four turns make more of the way than is left.
//!
//! The loop itself makes what turns are left, and ends as it did. So nobody outside sees that there are copies, and other
//! ways out stay, one in each copy; then no value of the loop may be used outside, but by Upsilons in it.
//!
//! A check that something which grows, or shrinks, by the same in each turn is in bounds, is left to that loop, and so is a
//! Branch or a TrapIf that asks the same: the four turns begin so far in front of the length that none of them would leave
//! (`bounds.rs`). What leaves does so with the exit state that it had; the copies need none.
//!
//! What a turn saves is its test and its jump, and what follows in the pipeline adds up steps and finds what turns have in
//! common. A large body saves little of what it costs, so [`MAX_SIZE`] bounds it, and [`MAX_UNROLLED`] what
//! a compiler has left that unrolls loops ([`InputProfile::ProducerOptimized`]). A loop that turns a few times has the
//! work in front of it and saves nothing: one is left as it is that turns less than [`FEW`] times, as far as that is known
//! or measured, or whose end, or first number if the end is known, is a Phi of the loop around it. A loop is left as it is, too, for each reason for which
//! `unroll_loops` leaves one, but for checks of bounds; and its values may be named by exit states as they may be used.
//!
//! - Requires: valid IR. Loops, which it finds.
//! - Ensures: valid IR that means the same; what `simplify_cfg` ensures, if there was such a loop.
//! - Keeps: ids of values and blocks. The copies of a block and the block run as often together as it did, if that is
//!   measured.
//! - Changes: edges.
//! - Cost: one look at each loop of at most [`MAX_BLOCKS`](super::unroll_loops::MAX_BLOCKS) blocks; of a small one with
//!   checks, a bounded number of looks. If a loop is copied,
//!   at most two visits of all values, and `simplify_cfg`; the copies are no more than a part of the procedure and
//!   [`FREE_GROWTH`](super::unroll_loops::FREE_GROWTH).
//! - Source: the unrolling of LLVM's LoopUnrollPass with a loop for the rest (UnrollRuntimeLoopRemainder), which computes
//!   the number of turns; here, the bound of the counter is moved.

mod bounds;
mod rewrite;

use super::retire_old_values::step_of;
use super::unroll_loops::{Carried, Counted, MAX_BLOCKS, UnrollWork, ends, first_values, is_in};
use crate::analysis::LoopId;
use crate::base::Type;
use crate::ir::validate::Contents;
use crate::ir::{BlockId, Opcode, Procedure, ValueId};
use crate::opt::InputProfile;
use crate::opt::cfg::simplify_cfg::simplify_cfg;
use crate::opt::context::{Context, resolve};
use crate::opt::scalar::reduce_strength::{flipped, inverted, is_comparison};
use crate::support::Entity;
use bounds::{Body, Bound, Guard};
use rewrite::in_front;
use smallvec::SmallVec;

/// So many turns are made with one test.
const TURNS: usize = 4;
/// A turn has no more values that compute something.
const MAX_SIZE: usize = 24;
/// Nor has one that is left small, and of one block, where loops were unrolled before.
const MAX_UNROLLED: usize = 16;
/// A loop that turns less often stays.
const FEW: i64 = 8;
/// A counter makes no larger steps, so that four are less than any type has numbers.
const MAX_STEP: i64 = 1 << 16;

/// A bound makes no more values: its length and a limit, the nearer of two; a number, and a test of it.
const BOUND_SIZE: usize = 32;

/// The test that ends a loop, by a counter.
#[derive(Clone, Copy, Debug)]
struct Test {
    phi: ValueId,
    step: i64,
    /// It asks for the sum and not for the Phi.
    of_sum: bool,
    /// The loop goes on if the counter is less than the end, or greater, signed or not; or if it is another number.
    relation: Opcode,
    /// Or if it is the end.
    or_equal: bool,
    /// Zero, if there is none.
    end: Option<ValueId>,
    ty: Type,
}

impl Test {
    /// What a loop asks of a counter's Phi or sum, if a counter that makes such steps comes to the end.
    fn new(
        relation: Opcode,
        ty: Type,
        [phi, end]: [Option<ValueId>; 2],
        step: i64,
        of_sum: bool,
    ) -> Option<Test> {
        let (strict, or_equal) = strict(relation);
        let comes_there = match strict {
            Opcode::LessThan | Opcode::Below => step > 0,
            Opcode::GreaterThan | Opcode::Above => step < 0,
            Opcode::NotEqual => step != 0,
            _ => false,
        };
        let test = Test { phi: phi?, step, of_sum, relation: strict, or_equal, end, ty };
        (comes_there && (-MAX_STEP..=MAX_STEP).contains(&step)).then_some(test)
    }

    /// A Phi that is further from the end than this passes the tests of so many turns.
    fn distance(&self) -> i64 {
        let steps = TURNS as i64 - i64::from(!self.of_sum);
        steps * self.step.abs() - i64::from(self.or_equal)
    }

    /// True if a counter that begins with a number comes to a known end soon.
    fn ends_soon(&self, first: i64, end: i64) -> bool {
        let way = if self.step > 0 { end.wrapping_sub(first) } else { first.wrapping_sub(end) };
        let way = if self.ty == Type::Int32 { u64::from(way as u32) } else { way as u64 };
        way < (FEW * self.step.abs()) as u64
    }
}

/// A relation without what is equal, and whether it is with it.
fn strict(relation: Opcode) -> (Opcode, bool) {
    match relation {
        Opcode::LessEqual => (Opcode::LessThan, true),
        Opcode::GreaterEqual => (Opcode::GreaterThan, true),
        Opcode::BelowEqual => (Opcode::Below, true),
        Opcode::AboveEqual => (Opcode::Above, true),
        other => (other, false),
    }
}

/// The number that has furthest to go until it is no longer less than an end, or greater.
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

/// What the pass works in.
#[derive(Debug, Default)]
pub(in crate::opt) struct FourWork {
    /// Of each loop that is to be copied; and a range of the bounds.
    tests: Vec<(Test, [usize; 2])>,
    bounds: Vec<Bound>,
    /// What asks for each of these.
    left_out: Vec<ValueId>,
    /// What four turns of a loop still ask for.
    guards: Vec<Guard>,
    /// The Phis of a loop, and those of its four turns.
    copies: Vec<(ValueId, ValueId)>,
    kept: Vec<ValueId>,
}

/// Runs the pass.
pub(in crate::opt) fn unroll_by_four(proc: &mut Procedure, cx: &mut Context) {
    cx.find_loops(proc);
    let (mut work, mut loops) = (std::mem::take(&mut cx.by_four), std::mem::take(&mut cx.unrolling));
    work.find_loops(proc, cx, &mut loops);
    if loops.loops.iter().any(|counted| !counted.is_only_way) {
        loops.find_uses(proc, cx);
    }
    if loops.loops.iter().any(may_be_copied) {
        cx.first_copy = proc.block_count();
        work.rewrite(proc, cx, &mut loops);
        cx.contents |= Contents::LEFTOVERS | Contents::OUTSIDE_USES | Contents::COPIES;
        cx.edges_changed();
        simplify_cfg(proc, cx);
    }
    (cx.by_four, cx.unrolling) = (work, loops);
}

/// True if no use would miss a copy of what it uses. The loop itself ends last: with one way out, what is known behind it
/// is what it has made.
fn may_be_copied(counted: &Counted) -> bool {
    counted.is_only_way || counted.may_be_copied()
}

impl FourWork {
    /// Finds the loops of which four turns need one test.
    fn find_loops(&mut self, proc: &Procedure, cx: &mut Context, loops: &mut UnrollWork) {
        loops.find_inner_loops(proc, cx, &mut |loops, cx, id| {
            // The last one may have been refused.
            self.tests.truncate(loops.loops.len());
            let begin = self.tests.last().map_or(0, |(_, bounds)| bounds[1]);
            self.bounds.truncate(begin);
            self.left_out.truncate(begin);
            let (counted, test, copied) = self.look_at(proc, cx, loops, id)?;
            self.tests.push((test, [begin, self.bounds.len()]));
            Some((counted, copied + BOUND_SIZE * (self.bounds.len() - begin)))
        });
    }

    /// Looks at a loop without another one in it; if four of its turns need one test, that test, and how many values there
    /// will be more.
    fn look_at(
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
        if !proc.terminal(entry).is_some_and(is_plain) || turns_seldom(proc, entry, head) {
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
        let ways = size.ways - self.find_bounds(proc, cx, body, (id, last))?;
        let counted = Counted {
            head,
            back,
            entry,
            blocks,
            phis,
            last,
            turns: TURNS,
            is_only_way: ways == 1,
            is_used_outside: false,
            is_named: false,
        };
        // Phis and Upsilons of the loop of four turns, and its test.
        let copied = TURNS * size.all + 4 * (phis[1] - phis[0]) + 8;
        Some((counted, test, copied))
    }
}

/// True if it is measured that a loop turns a few times only.
fn turns_seldom(proc: &Procedure, entry: BlockId, head: BlockId) -> bool {
    let (entries, turns) = (proc.frequency(entry), proc.frequency(head));
    turns > entries && turns < FEW as f64 * entries
}

/// Finds a Branch that each turn comes to, and that ends the loop when a counter comes to an end.
fn find_test(
    proc: &Procedure,
    cx: &Context,
    loops: &UnrollWork,
    id: LoopId,
    back: BlockId,
    [blocks, phis]: [[usize; 2]; 2],
) -> Option<(BlockId, Test)> {
    let (blocks, phis) = (&loops.blocks[blocks[0]..blocks[1]], &loops.phis[phis[0]..phis[1]]);
    // Who leaves out of bounds does so rarely.
    let ends_rarely = |block: &BlockId| proc.successors(*block).iter().any(|edge| edge.is_rare());
    let (rare, others): (SmallVec<[BlockId; MAX_BLOCKS]>, SmallVec<_>) =
        blocks.iter().copied().partition(ends_rarely);
    others.into_iter().chain(rare).find_map(|block| {
        let (relation, sides) = asked(proc, cx, id, [block, back])?;
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
        // A constant is as far as what the counter begins with.
        let far = if int_of_end.is_some() { Some(resolve(proc, carried.first)) } else { test.end };
        (stays_the_same && !far.is_some_and(|far| counts_around(proc, cx, id, far))).then_some((block, test))
    })
}

/// True if a value is a Phi of the loop around a loop: inner loops that turn as often as an outer one has done turn few times.
fn counts_around(proc: &Procedure, cx: &Context, id: LoopId, value: ValueId) -> bool {
    let around = cx.flow.loops.parent(id).and_then(|around| cx.flow.loops.header(around));
    around.is_some_and(|head| first_values(proc, BlockId::from_index(head)).contains(&value))
        && proc.value(value).opcode() == Opcode::Phi
}

/// What holds if a loop goes on at the end of a block that each turn comes to: the first is related to the second, which is
/// zero if there is none.
fn asked(
    proc: &Procedure,
    cx: &Context,
    id: LoopId,
    [block, back]: [BlockId; 2],
) -> Option<(Opcode, [Option<ValueId>; 2])> {
    let terminal = proc.terminal(block)?;
    let [taken, otherwise] = *proc.successors(block) else { return None };
    let stays = [taken, otherwise].map(|edge| is_in(&cx.flow, edge.block(), id));
    let way = if stays[0] { taken } else { otherwise };
    if proc.value(terminal).opcode() != Opcode::Branch
        || stays[0] == stays[1]
        || way.is_rare()
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
