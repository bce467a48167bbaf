//! Shortens the live ranges of header Phis, so that a Phi and its next value need not be live at the same time.
//!
//! If an iteration computes the next value of a Phi while the old one is still live, the two need two registers, and a
//! copy in each iteration. The pass has three remedies.
//!
//! Turn this: `loop { p = Phi; n = p + c; Upsilon(n, ^p) }; use(p)`
//! Into this: `loop { p = Phi; n = p + c; Upsilon(n, ^p) }; q = n + -c; use(q)`
//!
//! Wherever the sum dominates, sum and Phi are of the same iteration. The old value is recomputed at the beginning of
//! the closest block outside of the loop that dominates all uses there, but in no other loop that does not contain the
//! first one. It pays only if the Phi is dead in the loop once the sum is computed. The only latch writes the sum last,
//! so other writes in the loop have no effect. A variable that an exit state names stays: an exit needs it.
//!
//! Turn this: `Upsilon(a, ^p); loop { p = Phi; n = p + c; Upsilon(n, ^p); Branch(x < p) }`
//! Into this: `b = a + -c; Upsilon(b, ^q); loop { q = Phi; p = q + c; Upsilon(p, ^q); Branch(x < p) }`
//!
//! If the old value is used after the sum, and only its Upsilon uses the sum, the sum becomes the first operation of
//! the next iteration. A comparison is counted as a use at the branch that tests it, because selection fuses the two.
//!
//! Turn this: `n = load(p); Upsilon(p, ^q); Upsilon(n, ^p); Jump`
//! Into this: `Upsilon(p, ^q); n = load(p); Upsilon(n, ^p); Jump`
//!
//! An Upsilon writes a location that is read where its Phi is, so it may move up to the definition of n. It pays if
//! neither p nor q is used between the two places.
//!
//! - Requires: valid IR. Finds the loops and their induction variables.
//! - Ensures: valid IR with the same meaning.
//! - Keeps: ids of values and blocks, edges, frequencies.
//! - Cost: the ends of latches, at most [`UPSILON_WINDOW`] values for each of [`MAX_UPSILONS`]; if there is an
//!   induction variable, one visit of the blocks that headers dominate, and [`MAX_CLIMB`] dominators per variable; if a
//!   sum moves to the next iteration, one visit of all values.
//! - Source: the exit values that LLVM's IndVarSimplify rewrites, of which the first remedy is the case that saves a
//!   register; the others are original.

mod rewrite;

use super::induction::{Induction, UPSILON_WINDOW, written};
use crate::analysis::{LoopId, Loops};
use crate::ir::{BlockId, InsertionSet, Opcode, Procedure, ValueId};
use crate::opt::context::{Context, Fuel, KIND, resolve, visit_states};
use crate::opt::scalar::reduce_strength::is_comparison;
use crate::support::Entity;

/// Maximum number of steps per variable, to dominators and to outer loops: deep nests stay linear.
const MAX_CLIMB: u32 = 64;
/// Maximum number of Upsilons at the end of a block for moving them: the search is quadratic.
const MAX_UPSILONS: usize = 32;

/// The live range of an induction variable's Phi.
#[derive(Clone, Copy, Debug)]
struct LiveRange {
    of: LoopId,
    /// The position of the sum; invalid until the walk reached it.
    block: BlockId,
    place: u32,
    /// The block of the recomputed value: the closest common dominator of the uses outside of the loop, invalid without
    /// such uses; the header, if the sum moves to the next iteration.
    at: BlockId,
    climbed: u32,
    /// The loop uses the Phi after the sum.
    is_used_late: bool,
    /// The sum has other users than its Upsilon.
    sum_is_used: bool,
    /// The variable stays as it is.
    stays: bool,
    /// The recomputed value; invalid if there is none.
    old: ValueId,
}

impl LiveRange {
    fn new(of: LoopId) -> LiveRange {
        let (block, old) = (BlockId::INVALID, ValueId::INVALID);
        LiveRange {
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

    /// True if the sum moves to the next iteration.
    fn is_rotated(&self) -> bool {
        self.is_used_late && !self.sum_is_used && !self.stays
    }

    /// True if the value of the Phi is recomputed after the loop.
    fn is_recomputed(&self) -> bool {
        !self.is_used_late && !self.stays && self.at.is_valid()
    }
}

/// A use of a variable's Phi: the user, its position, and the index of the child.
#[derive(Clone, Copy, Debug)]
struct Use {
    variable: u32,
    block: BlockId,
    place: u32,
    user: ValueId,
    child: u32,
}

/// A new sum, to be inserted after a Phi of the block or, if `after` is invalid, at its beginning.
#[derive(Clone, Copy, Debug)]
struct NewSum {
    block: BlockId,
    after: ValueId,
    step: ValueId,
    sum: ValueId,
}

/// Reusable memory of the pass.
#[derive(Debug, Default)]
pub(in crate::opt) struct ShortenWork {
    induction: Induction,
    /// By variable.
    ranges: Vec<LiveRange>,
    uses: Vec<Use>,
    /// The Upsilons at the end of a block, and its values in a new order.
    upsilons: Vec<ValueId>,
    kept: Vec<ValueId>,
    sums: Vec<NewSum>,
    insertions: InsertionSet,
}

/// Runs the pass.
pub(in crate::opt) fn shorten_phi_live_ranges(proc: &mut Procedure, cx: &mut Context) {
    cx.find_loops(proc);
    let mut work = cx.scratch.take::<ShortenWork>();
    work.visit_latches(proc, cx);
    if !work.ranges.is_empty() {
        work.find_uses(proc, cx);
        work.keep_named_in_states(proc);
        work.examine_uses(proc, cx);
        work.rewrite(proc, cx);
    }
    cx.work += proc.block_count() as u64;
    cx.scratch.put(work);
}

impl ShortenWork {
    /// Finds the induction variables, and moves Upsilons of old values in latches.
    fn visit_latches(&mut self, proc: &mut Procedure, cx: &mut Context) {
        self.induction.begin();
        self.uses.clear();
        for of in cx.flow.loops.ids() {
            self.induction.add_loop(proc, &cx.flow, &mut cx.work, of, None);
            let Some(header) = cx.flow.loops.header(of) else { continue };
            for &from in cx.flow.predecessors.of(header) {
                let from = from as usize;
                if cx.flow.dominators.dominates(header, from) {
                    self.find_upsilons(proc, BlockId::from_index(from));
                    self.move_upsilons(proc, &mut cx.fuel, BlockId::from_index(from));
                    cx.work += self.upsilons.len() as u64;
                }
            }
        }
        self.ranges.clear();
        self.ranges.extend(self.induction.variables.iter().map(|variable| LiveRange::new(variable.loop_id)));
    }

    /// Finds the Upsilons at the end of a block, the last one first.
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

    /// Moves the Upsilons of old values before the definitions of the new ones.
    fn move_upsilons(&mut self, proc: &mut Procedure, fuel: &mut Fuel, block: BlockId) {
        if self.upsilons.len() > MAX_UPSILONS {
            return;
        }
        for &upsilon in self.upsilons.iter().rev() {
            let (to, old) = written(proc, upsilon);
            let is_next = |other: &&ValueId| proc.value(**other).phi() == old;
            if proc.value(old).opcode() == Opcode::Phi
                && let Some(next) = self.upsilons.iter().find(is_next)
                && let Some((from, place)) = span(proc, block, upsilon, written(proc, *next).1, [old, to])
                && fuel.take()
            {
                self.kept.clear();
                self.kept.extend_from_slice(proc.block_values(block));
                self.kept[place..=from].rotate_right(1);
                proc.set_block_values(block, &self.kept);
            }
        }
    }

    /// Finds the uses of variables in the blocks that headers dominate: only these can use header Phis.
    fn find_uses(&mut self, proc: &Procedure, cx: &mut Context) {
        cx.scratch.marks.reset(proc.block_count());
        for range in &self.ranges {
            cx.flow.loops.header(range.of).into_iter().for_each(|header| _ = cx.scratch.marks.insert(header));
        }
        // In reverse post-order, definitions come first, but for values of Upsilons.
        for block in cx.flow.order.nodes().map(BlockId::from_index) {
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
                if value.opcode() == Opcode::Identity && !value.flags.intersects(KIND) {
                    continue; // its users count as users of the Phi or sum
                }
                for (child, &id) in (0..).zip(proc.children_of(value)) {
                    if let Some((variable, is_next)) = self.induction.name(resolve(proc, id)) {
                        self.add_use(Use { variable, block, place, user, child }, is_next);
                    }
                }
            }
            cx.work += values.len() as u64;
        }
    }

    fn add_use(&mut self, one: Use, is_next: bool) {
        let range = &mut self.ranges[one.variable as usize];
        let variable = &self.induction.variables[one.variable as usize];
        if is_next {
            range.sum_is_used |= one.user != variable.update;
        } else if one.user == variable.next {
            (range.block, range.place) = (one.block, one.place);
        } else {
            self.uses.push(one);
        }
    }

    /// Keeps the variables that exit states name.
    fn keep_named_in_states(&mut self, proc: &Procedure) {
        visit_states(proc, |id| {
            if let Some((variable, is_next)) = self.induction.name(resolve(proc, id)) {
                let range = &mut self.ranges[variable as usize];
                range.stays |= !is_next;
                range.sum_is_used = true;
            }
        });
    }

    /// Determines which Phis are dead in the loop after the sum, and where the others are recomputed.
    fn examine_uses(&mut self, proc: &Procedure, cx: &Context) {
        let dominates = |a: BlockId, b: BlockId| cx.flow.dominators.dominates(a.index(), b.index());
        for one in &self.uses {
            let range = &mut self.ranges[one.variable as usize];
            if range.stays || !range.block.is_valid() {
                continue;
            }
            if is_in(&cx.flow.loops, one.block, range) {
                // Before the sum in each iteration, if the sum is in no inner loop.
                let is_before = match one.block == range.block {
                    true => one.place < range.place && !is_for_branch(proc, one),
                    false => dominates(one.block, range.block),
                };
                let innermost = cx.flow.loops.innermost(range.block.index());
                range.is_used_late |= !is_before;
                range.stays |= innermost != Some(range.of);
                continue;
            }
            if !range.at.is_valid() {
                range.at = one.block;
            }
            while !dominates(range.at, one.block) && climb(cx, range) {}
        }
        for range in &mut self.ranges {
            if range.is_rotated() {
                let header = cx.flow.loops.header(range.of).map(BlockId::from_index);
                let above = header.and_then(|header| cx.flow.dominators.immediate_dominator(header.index()));
                let is_warm =
                    |above| proc.frequency(BlockId::from_index(above)) <= proc.frequency(range.block);
                range.stays |= !above.is_some_and(is_warm);
                range.at = header.unwrap_or_default();
            }
            if !range.is_recomputed() {
                continue;
            }
            // Leaves the loops that do not contain the variable's loop.
            while let Some(around) = cx.flow.loops.innermost(range.at.index())
                && !is_around(&cx.flow.loops, around, range)
                && climb(cx, range)
            {}
            // The sum may not be in a loop that the Upsilon is not in.
            range.stays |=
                !dominates(range.block, range.at) || proc.frequency(range.at) > proc.frequency(range.block);
        }
    }
}

/// The position of an Upsilon of a Phi's old value, and of the definition of the Phi's next value before it. `None` if
/// something between them uses either Phi, the old one or the written one, or writes the latter.
fn span(
    proc: &Procedure,
    block: BlockId,
    upsilon: ValueId,
    next: ValueId,
    [old, to]: [ValueId; 2],
) -> Option<(usize, usize)> {
    let values = proc.block_values(block);
    let from = values.iter().rposition(|id| *id == upsilon)?;
    for place in (from.saturating_sub(UPSILON_WINDOW)..from).rev() {
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

/// True if a block is in the loop of a variable, or may be: only [`MAX_CLIMB`] outer loops are visited.
fn is_in(loops: &Loops, block: BlockId, range: &LiveRange) -> bool {
    let mut at = loops.innermost(block.index());
    for _ in 0..MAX_CLIMB {
        match at {
            Some(around) if around == range.of => return true,
            Some(around) if loops.depth(around) > loops.depth(range.of) => at = loops.parent(around),
            _ => return false,
        }
    }
    true
}

/// True if a loop contains the loop of a variable.
fn is_around(loops: &Loops, around: LoopId, range: &LiveRange) -> bool {
    let mut at = loops.parent(range.of);
    for _ in 0..MAX_CLIMB {
        match at {
            Some(outer) if outer == around => return true,
            Some(outer) if loops.depth(outer) > loops.depth(around) => at = loops.parent(outer),
            _ => return false,
        }
    }
    false
}

/// Moves the block of the recomputed value to its immediate dominator; false, and the variable stays, if that is too
/// far.
fn climb(cx: &Context, range: &mut LiveRange) -> bool {
    range.climbed += 1;
    let above = cx.flow.dominators.immediate_dominator(range.at.index());
    match above {
        Some(above) if range.climbed < MAX_CLIMB => {
            range.at = BlockId::from_index(above);
            true
        }
        _ => {
            range.stays = true;
            false
        }
    }
}

/// True if the user of a variable is the comparison that the Branch of its block tests.
fn is_for_branch(proc: &Procedure, one: &Use) -> bool {
    let user = proc.value(one.user).opcode();
    let terminal = proc.terminal(one.block).map(|id| proc.value(id));
    (is_comparison(user) || user == Opcode::BitAnd)
        && terminal.is_some_and(|terminal| {
            let tested = proc.children_of(terminal).first();
            terminal.opcode() == Opcode::Branch && tested.is_some_and(|id| resolve(proc, *id) == one.user)
        })
}
