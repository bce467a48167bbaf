//! Shortens the live range of a Phi's old value so that it does not overlap the new one.
//!
//! If the old value of a loop-carried Phi is still live when the new one is computed, the two need two registers and a
//! copy in each iteration. Three rewrites avoid that.
//!
//! 1. Recompute the old value after the loop:
//!
//! Turn this: `loop { p = Phi; n = p + c; Upsilon(n, ^p) }; use(p)`
//! Into this: `loop { p = Phi; n = p + c; Upsilon(n, ^p) }; q = n + -c; use(q)`
//!
//! Wherever the sum dominates, it and the Phi belong to the same iteration: every path there has passed the sum since
//! it last passed the Phi. The old value is recomputed at the start of the closest block outside the loop that
//! dominates all uses there. That block may not be in another loop that does not contain the first one, which would
//! recompute it in each iteration. The rewrite pays only if the loop does not use the Phi after the sum, and if the sum
//! is all that the Phi gets in the loop. A counter that an exit state names is left alone, because exits in the loop
//! may need it.
//!
//! 2. Compute the sum at the start of the next iteration:
//!
//! Turn this: `Upsilon(a, ^p); loop { p = Phi; n = p + c; Upsilon(n, ^p); Branch(x < p) }`
//! Into this: `b = a + -c; Upsilon(b, ^q); loop { q = Phi; p = q + c; Upsilon(p, ^q); Branch(x < p) }`
//!
//! This applies if the old value is used after the sum, and only its Upsilon uses the sum. An operand of a comparison
//! that a branch tests counts as used at the branch, wherever in the block the comparison is.
//!
//! 3. Move an Upsilon of the old value before the new value:
//!
//! Turn this: `n = load(p); Upsilon(p, ^q); Upsilon(n, ^p); Jump`
//! Into this: `Upsilon(p, ^q); n = load(p); Upsilon(n, ^p); Jump`
//!
//! An Upsilon writes a location that only the Phi reads, so it may move up within its block. It pays if neither p nor q
//! is used in between.
//!
//! - Requires: valid IR. Finds dominators and loops.
//! - Ensures: valid IR of the same meaning.
//! - Keeps: ids of values and blocks, edges, frequencies.
//! - Cost: one visit of the ends of blocks with a back edge, and at most [`MAX_DISTANCE`] values for each of
//!   [`MAX_UPSILONS`]. If there is a counter: one visit of the blocks that the headers dominate, and at most
//!   [`MAX_CLIMB`] steps up the dominator tree per counter. If a sum moves to the next iteration: one visit of all
//!   values.
//! - Source: rewriting of exit values in LLVM's IndVarSimplify, of which rewrite 1 is the case that saves a register.
//!   Rewrites 2 and 3 are this project's own.

mod rewrite;

use super::context::{Context, KIND, resolve, visit_states};
use super::reduce_strength::is_comparison;
use crate::analysis::{LoopId, Loops};
use crate::base::Type;
use crate::ir::{BlockId, InsertionSet, Opcode, Procedure, ValueId};
use crate::support::Entity;

/// Maximum number of steps up the dominator tree per counter, and of loop levels examined per query.
const MAX_CLIMB: u32 = 64;
/// Maximum number of Upsilons at the end of a block; if there are more, none is moved.
const MAX_UPSILONS: usize = 32;
/// Maximum number of values that an Upsilon moves past.
const MAX_DISTANCE: usize = 64;

/// No counter.
const NONE: u32 = u32::MAX;

/// An induction variable: a header Phi that gets the sum of itself and a constant.
#[derive(Debug)]
struct Counter {
    phi: ValueId,
    sum: ValueId,
    step: i64,
    /// Writes the sum to the Phi.
    upsilon: ValueId,
    of: LoopId,
    /// Position of the sum; invalid until it has been seen.
    block: BlockId,
    place: u32,
    /// The block in which the value is recomputed: the closest one that dominates all uses outside the loop, invalid
    /// while there are none. The header if the sum moves to the next iteration.
    at: BlockId,
    climbed: u32,
    /// The loop uses the Phi after the sum.
    is_used_late: bool,
    /// The sum has users other than its Upsilon.
    sum_is_used: bool,
    stays: bool,
    /// The recomputed value of the Phi; invalid if there is none.
    old: ValueId,
}

impl Counter {
    fn new(of: LoopId, phi: ValueId, upsilon: ValueId, sum: ValueId, step: i64) -> Counter {
        let (block, old) = (BlockId::INVALID, ValueId::INVALID);
        Counter {
            phi,
            sum,
            step,
            upsilon,
            of,
            block,
            place: 0,
            at: block,
            climbed: 0,
            is_used_late: false,
            sum_is_used: false,
            stays: false,
            old,
        }
    }

    /// True if the sum moves to the start of the next iteration.
    fn is_rotated(&self) -> bool {
        self.is_used_late && !self.sum_is_used && !self.stays
    }

    /// True if the Phi's value is recomputed after the loop.
    fn is_recomputed(&self) -> bool {
        !self.is_used_late && !self.stays && self.at.is_valid()
    }
}

/// A use of a counter's Phi: child `child` of `user`.
#[derive(Clone, Copy, Debug)]
struct Use {
    counter: u32,
    block: BlockId,
    place: u32,
    user: ValueId,
    child: u32,
}

/// A recomputed sum and its constant: inserted after the Phi `after`, or at the start of the block if that is invalid.
#[derive(Clone, Copy, Debug)]
struct NewSum {
    block: BlockId,
    after: ValueId,
    step: ValueId,
    sum: ValueId,
}

/// Memory of the pass.
#[derive(Debug, Default)]
pub(super) struct RetireWork {
    counters: Vec<Counter>,
    /// By value: twice the index of the counter whose Phi it is, or whose sum it is, plus one for a sum.
    named: Vec<u32>,
    uses: Vec<Use>,
    /// Upsilons at the end of a block, and a reordered list of its values.
    upsilons: Vec<ValueId>,
    kept: Vec<ValueId>,
    /// Recomputed sums.
    new_sums: Vec<NewSum>,
    insertions: InsertionSet,
}

/// Runs the pass.
pub(super) fn retire_old_values(proc: &mut Procedure, cx: &mut Context) {
    cx.find_loops(proc);
    let mut work = cx.scratch.take::<RetireWork>();
    work.find_counters(proc, cx);
    if !work.counters.is_empty() {
        work.find_uses(proc, cx);
        work.exclude_named_in_states(proc);
        work.classify_uses(proc, cx);
        work.rewrite(proc, cx);
    }
    cx.work += proc.block_count() as u64;
    cx.scratch.put(work);
}

impl RetireWork {
    /// Finds counters among the header Phis, from their Upsilons on back edges, and moves Upsilons of old values.
    fn find_counters(&mut self, proc: &mut Procedure, cx: &mut Context) {
        self.counters.clear();
        self.uses.clear();
        for of in cx.flow.loops.ids() {
            let Some(header) = cx.flow.loops.header(of).map(BlockId::from_index) else { continue };
            for &from in cx.flow.predecessors.of(header.index()) {
                let from = from as usize;
                if !cx.flow.dominators.dominates(header.index(), from) {
                    continue;
                }
                self.find_upsilons(proc, BlockId::from_index(from));
                for &upsilon in &self.upsilons {
                    let (phi, sum) = written(proc, upsilon);
                    if let Some(step) = step_of(proc, phi, sum) {
                        self.counters.push(Counter::new(of, phi, upsilon, sum, step));
                    }
                }
                self.move_upsilons(proc, BlockId::from_index(from));
                cx.work += self.upsilons.len() as u64;
            }
        }
    }

    /// Finds the Upsilons at the end of a block, in reverse order.
    fn find_upsilons(&mut self, proc: &Procedure, block: BlockId) {
        self.upsilons.clear();
        for &id in proc.block_values(block).iter().rev().skip(1) {
            match proc.value(id).opcode() {
                Opcode::Upsilon => self.upsilons.push(id),
                Opcode::Identity | Opcode::Nop => {}
                _ => break,
            }
        }
    }

    /// Moves Upsilons of old values before the new values.
    fn move_upsilons(&mut self, proc: &mut Procedure, block: BlockId) {
        if self.upsilons.len() > MAX_UPSILONS {
            return;
        }
        for &upsilon in self.upsilons.iter().rev() {
            let (to, old) = written(proc, upsilon);
            let is_next = |other: &&ValueId| proc.value(**other).phi() == old;
            if proc.value(old).opcode() == Opcode::Phi
                && let Some(next) = self.upsilons.iter().find(is_next)
                && let Some((from, place)) =
                    find_move(proc, block, upsilon, written(proc, *next).1, [old, to])
            {
                self.kept.clear();
                self.kept.extend_from_slice(proc.block_values(block));
                self.kept[place..=from].rotate_right(1);
                proc.set_block_values(block, &self.kept);
            }
        }
    }

    /// Finds the positions of the sums, and the uses of the Phis.
    fn find_uses(&mut self, proc: &Procedure, cx: &mut Context) {
        self.named.clear();
        self.named.resize(proc.value_count(), NONE);
        cx.scratch.marks.reset(proc.block_count());
        for (n, counter) in (0..).zip(&mut self.counters) {
            cx.flow
                .loops
                .header(counter.of)
                .into_iter()
                .for_each(|header| _ = cx.scratch.marks.insert(header));
            let named = &mut self.named[counter.phi.index()];
            // Several back edges may give it several sums.
            counter.stays = *named != NONE;
            *named = 2 * n;
            self.named[counter.sum.index()] = 2 * n + 1;
        }
        // In reverse post-order, operands come first, except those that Upsilons carry over back edges.
        for block in cx.flow.order.nodes().map(BlockId::from_index) {
            // Only blocks that a header dominates use its Phis.
            let above = cx.flow.dominators.immediate_dominator(block.index());
            if !above.is_some_and(|above| cx.scratch.marks.contains(above))
                && !cx.scratch.marks.contains(block.index())
            {
                continue;
            }
            cx.scratch.marks.insert(block.index());
            let values = proc.block_values(block);
            for (place, &user) in (0..).zip(values) {
                let value = proc.value(user);
                for (child, &id) in (0..).zip(proc.children_of(value)) {
                    let named = self.named[id.index()];
                    if named != NONE {
                        let one = Use { counter: named / 2, block, place, user, child };
                        self.add_use(proc, one, named);
                    }
                }
                if value.opcode() == Opcode::Upsilon
                    && let Some(counter) = self.counters.get_mut(self.named[value.phi().index()] as usize / 2)
                    && resolve(proc, proc.children_of(value)[0]) != counter.sum
                {
                    counter.stays |= is_in(&cx.flow.loops, block, counter);
                }
            }
            cx.work += values.len() as u64;
        }
    }

    fn add_use(&mut self, proc: &Procedure, one: Use, named: u32) {
        let counter = &mut self.counters[one.counter as usize];
        let value = proc.value(one.user);
        if value.opcode() == Opcode::Identity && !value.flags.intersects(KIND) {
            self.named[one.user.index()] = named; // its users use what it is one of
        } else if named % 2 == 1 {
            counter.sum_is_used |= one.user != counter.upsilon;
        } else if one.user == counter.sum {
            (counter.block, counter.place) = (one.block, one.place);
        } else {
            self.uses.push(one);
        }
    }

    /// Leaves counters alone that exit states name.
    fn exclude_named_in_states(&mut self, proc: &Procedure) {
        visit_states(proc, |id| {
            if let Some(&named) = self.named.get(resolve(proc, id).index())
                && let Some(counter) = self.counters.get_mut(named as usize / 2)
            {
                counter.stays |= named % 2 == 0;
                counter.sum_is_used = true;
            }
        });
    }

    /// Decides which counters are rewritten: those whose last use in the loop is before the sum, or whose sum can move.
    /// Finds the blocks in which their values are recomputed.
    fn classify_uses(&mut self, proc: &Procedure, cx: &Context) {
        let dominates = |a: BlockId, b: BlockId| cx.flow.dominators.dominates(a.index(), b.index());
        for one in &self.uses {
            let counter = &mut self.counters[one.counter as usize];
            if counter.stays || !counter.block.is_valid() {
                continue;
            }
            if is_in(&cx.flow.loops, one.block, counter) {
                // Before the sum in each iteration, if the sum is not in an inner loop.
                let is_before = match one.block == counter.block {
                    true => one.place < counter.place && !is_for_branch(proc, one),
                    false => dominates(one.block, counter.block),
                };
                let innermost = cx.flow.loops.innermost(counter.block.index());
                counter.is_used_late |= !is_before;
                counter.stays |= innermost != Some(counter.of);
                continue;
            }
            if !counter.at.is_valid() {
                counter.at = one.block;
            }
            while !dominates(counter.at, one.block) && climb(cx, counter) {}
        }
        for counter in &mut self.counters {
            if counter.is_rotated() {
                let header = cx.flow.loops.header(counter.of).map(BlockId::from_index);
                let above = header.and_then(|header| cx.flow.dominators.immediate_dominator(header.index()));
                let is_warm =
                    |above| proc.frequency(BlockId::from_index(above)) <= proc.frequency(counter.block);
                counter.stays |= !above.is_some_and(is_warm);
                counter.at = header.unwrap_or_default();
            }
            if !counter.is_recomputed() {
                continue;
            }
            // Leave loops that do not contain the counter's loop.
            while let Some(around) = cx.flow.loops.innermost(counter.at.index())
                && !is_around(&cx.flow.loops, around, counter)
                && climb(cx, counter)
            {}
            // The sum may be in none of the loops of the Upsilon.
            counter.stays |= counter.at == counter.block
                || is_in(&cx.flow.loops, counter.at, counter)
                || !dominates(counter.block, counter.at)
                || proc.frequency(counter.at) > proc.frequency(counter.block);
        }
    }
}

/// Returns the Phi that an Upsilon writes, and the written value.
pub(super) fn written(proc: &Procedure, upsilon: ValueId) -> (ValueId, ValueId) {
    let value = proc.value(upsilon);
    (value.phi(), resolve(proc, proc.children_of(value)[0]))
}

/// Returns the positions in the block of an Upsilon and of the new value `next`, if the Upsilon may move there. In
/// between, neither Phi (`old`, whose value the Upsilon reads, and `to`, which it writes) is used, and `to` is not
/// written.
fn find_move(
    proc: &Procedure,
    block: BlockId,
    upsilon: ValueId,
    next: ValueId,
    [old, to]: [ValueId; 2],
) -> Option<(usize, usize)> {
    let values = proc.block_values(block);
    let from = values.iter().rposition(|id| *id == upsilon)?;
    for place in (from.saturating_sub(MAX_DISTANCE)..from).rev() {
        let (id, value) = (values[place], proc.value(values[place]));
        let uses = |phi: ValueId| proc.children_of(value).iter().any(|child| resolve(proc, *child) == phi);
        if uses(to) || value.opcode() == Opcode::Phi {
            return None;
        } else if id == next {
            return Some((from, place));
        }
        let writes = value.opcode() == Opcode::Upsilon && value.phi() == to;
        if writes || uses(old) || proc.state_of(value).is_valid() {
            return None;
        }
    }
    None
}

/// Returns the constant step if `sum` is the sum of the Phi and a constant.
pub(super) fn step_of(proc: &Procedure, phi: ValueId, sum: ValueId) -> Option<i64> {
    let (counter, value) = (proc.get_value(phi)?, proc.value(sum));
    let is_integer = matches!(counter.ty, Type::Int32 | Type::Int64);
    if !is_integer || counter.opcode() != Opcode::Phi || (counter.flags | value.flags).intersects(KIND) {
        return None;
    }
    let [a, b] = *proc.children_of(value) else { return None };
    let constant = proc.value(resolve(proc, b)).int()?;
    match value.opcode() {
        _ if resolve(proc, a) != phi => None,
        Opcode::Add => Some(constant),
        Opcode::Sub => Some(constant.wrapping_neg()),
        _ => None,
    }
}

/// True if a block is in a counter's loop. Also true if that is not known after [`MAX_CLIMB`] levels.
fn is_in(loops: &Loops, block: BlockId, counter: &Counter) -> bool {
    let mut at = loops.innermost(block.index());
    for _ in 0..MAX_CLIMB {
        match at {
            Some(around) if around == counter.of => return true,
            Some(around) if loops.depth(around) > loops.depth(counter.of) => at = loops.parent(around),
            _ => return false,
        }
    }
    true
}

/// True if a loop encloses a counter's loop.
fn is_around(loops: &Loops, around: LoopId, counter: &Counter) -> bool {
    let mut at = loops.parent(counter.of);
    for _ in 0..MAX_CLIMB {
        match at {
            Some(outer) if outer == around => return true,
            Some(outer) if loops.depth(outer) > loops.depth(around) => at = loops.parent(outer),
            _ => return false,
        }
    }
    false
}

/// Moves the place of recomputation to the immediate dominator. Beyond the limit, the counter is left alone.
fn climb(cx: &Context, counter: &mut Counter) -> bool {
    counter.climbed += 1;
    let above = cx.flow.dominators.immediate_dominator(counter.at.index());
    match above {
        Some(above) if counter.climbed < MAX_CLIMB => {
            counter.at = BlockId::from_index(above);
            true
        }
        _ => {
            counter.stays = true;
            false
        }
    }
}

/// True if the user of a counter is the comparison that its block's branch tests: selection sinks it to the branch.
fn is_for_branch(proc: &Procedure, one: &Use) -> bool {
    let user = proc.value(one.user).opcode();
    let terminal = proc.terminal(one.block).map(|id| proc.value(id));
    (is_comparison(user) || user == Opcode::BitAnd)
        && terminal.is_some_and(|terminal| {
            let tested = proc.children_of(terminal).first();
            terminal.opcode() == Opcode::Branch && tested.is_some_and(|id| resolve(proc, *id) == one.user)
        })
}
