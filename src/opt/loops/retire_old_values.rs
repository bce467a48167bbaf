//! Lets the old value of a Phi end where its new one is made.
//!
//! If a turn of a loop makes the new value of a Phi while the old one is still wanted, the two need two registers, and
//! a copy from one to the other in each turn. Three things can be done about that.
//!
//! Turn this: `loop { p = Phi; n = p + c; Upsilon(n, ^p) }; use(p)`
//! Into this: `loop { p = Phi; n = p + c; Upsilon(n, ^p) }; q = n + -c; use(q)`
//!
//! The sum and the Phi are of the same turn wherever the sum dominates: what comes to such a place has passed the sum
//! since it last passed the Phi. The old value is computed at the beginning of the closest block outside of the loop that
//! dominates all uses there; not in another loop that the first is not in, which would compute it in each of its turns.
//! It pays only if in the loop the Phi is not used once the sum is there either, and if all that the Phi gets in the loop
//! is the sum. A counter that an exit state names stays: whoever leaves in the loop may want it.
//!
//! Turn this: `Upsilon(a, ^p); loop { p = Phi; n = p + c; Upsilon(n, ^p); Branch(x < p) }`
//! Into this: `b = a + -c; Upsilon(b, ^q); loop { q = Phi; p = q + c; Upsilon(p, ^q); Branch(x < p) }`
//!
//! If the old value is used behind the sum, and the sum by nobody but its Upsilon, the sum can be the first thing of the
//! next turn. What a branch compares is used at the branch, wherever in its block the comparison is.
//!
//! Turn this: `n = load(p); Upsilon(p, ^q); Upsilon(n, ^p); Jump`
//! Into this: `Upsilon(p, ^q); n = load(p); Upsilon(n, ^p); Jump`
//!
//! An Upsilon writes a location that is read where its Phi is: between the two places there is none. It pays if neither
//! p nor q is used between them.
//!
//! - Requires: valid IR. Dominators, which it finds.
//! - Ensures: valid IR that means the same.
//! - Keeps: ids of values and blocks, edges, frequencies.
//! - Cost: one look at the ends of blocks that lead back, at most [`MAX_WAY`] values for each of [`MAX_UPSILONS`]; if
//!   there is a counter, one visit of what headers of such loops dominate, and for each counter at most [`MAX_CLIMB`]
//!   steps up in the dominator tree; if there is a sum for the next turn, one look at all values.
//! - Source: the exit values that LLVM's IndVarSimplify rewrites, of which the first is the case that saves a register;
//!   the others are of this project.

mod rewrite;

use crate::analysis::{LoopId, Loops};
use crate::base::Type;
use crate::ir::{BlockId, InsertionSet, Opcode, Procedure, ValueId};
use crate::opt::context::{Context, KIND, resolve, visit_states};
use crate::opt::scalar::reduce_strength::is_comparison;
use crate::support::Entity;

/// So many steps are gone for a counter in all, from block to dominator and from loop to loop.
const MAX_CLIMB: u32 = 64;
/// So many Upsilons at the end of a block are looked at for moving; of more, none.
const MAX_UPSILONS: usize = 32;
/// An Upsilon moves past at most so many values.
const MAX_WAY: usize = 64;

/// No counter.
const NONE: u32 = u32::MAX;

/// A Phi of a loop's header that gets a sum of itself and a constant.
#[derive(Debug)]
struct Counter {
    phi: ValueId,
    sum: ValueId,
    step: i64,
    /// What makes the sum the Phi's.
    upsilon: ValueId,
    of: LoopId,
    /// Where the sum is; invalid until it was seen.
    block: BlockId,
    place: u32,
    /// Where the value is computed anew: the closest block that dominates all uses outside of the loop, invalid as long
    /// as there are none; the header, if the sum is that of the next turn.
    at: BlockId,
    climbed: u32,
    /// The Phi is used in the loop when the sum is there.
    is_used_late: bool,
    /// Somebody but its Upsilon uses the sum.
    sum_is_used: bool,
    stays: bool,
    /// The Phi's value as it is computed there; invalid if it is not.
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

    /// The sum is one of the next turn.
    fn turns_over(&self) -> bool {
        self.is_used_late && !self.sum_is_used && !self.stays
    }

    /// The Phi's value is computed anew behind the loop.
    fn is_left(&self) -> bool {
        !self.is_used_late && !self.stays && self.at.is_valid()
    }
}

/// A use of a counter's Phi: of which counter, where, and of what value which child.
#[derive(Clone, Copy, Debug)]
struct Use {
    counter: u32,
    block: BlockId,
    place: u32,
    user: ValueId,
    child: u32,
}

/// A sum that is computed anew: in which block, behind which Phi or, if that is none, at the beginning.
#[derive(Clone, Copy, Debug)]
struct Made {
    block: BlockId,
    behind: ValueId,
    step: ValueId,
    sum: ValueId,
}

/// What the pass works in.
#[derive(Debug, Default)]
pub(in crate::opt) struct OldWork {
    counters: Vec<Counter>,
    /// By value: the counter whose Phi, or whose sum, it is, twice, and one more for a sum.
    named: Vec<u32>,
    uses: Vec<Use>,
    /// Upsilons at the end of a block, and its values in another order.
    upsilons: Vec<ValueId>,
    kept: Vec<ValueId>,
    /// What is computed anew.
    made: Vec<Made>,
    insertions: InsertionSet,
}

/// Runs the pass.
pub(in crate::opt) fn retire_old_values(proc: &mut Procedure, cx: &mut Context) {
    cx.find_loops(proc);
    let mut work = std::mem::take(&mut cx.old_values);
    work.look_at_loops(proc, cx);
    if !work.counters.is_empty() {
        work.find_uses(proc, cx);
        work.leave_named_in_states(proc);
        work.look_at_uses(proc, cx);
        work.rewrite(proc, cx);
    }
    cx.work += proc.block_count() as u64;
    cx.old_values = work;
}

impl OldWork {
    /// Looks at what Phis of loop headers get over backward edges: finds those that get a sum of themselves, and moves
    /// Upsilons of old values.
    fn look_at_loops(&mut self, proc: &mut Procedure, cx: &mut Context) {
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

    /// Finds the Upsilons at the end of a block, from the last on.
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

    /// Moves the Upsilons of old values in front of the new ones.
    fn move_upsilons(&mut self, proc: &mut Procedure, block: BlockId) {
        if self.upsilons.len() > MAX_UPSILONS {
            return;
        }
        for &upsilon in self.upsilons.iter().rev() {
            let (to, old) = written(proc, upsilon);
            let is_next = |other: &&ValueId| proc.value(**other).phi() == old;
            if proc.value(old).opcode() == Opcode::Phi
                && let Some(next) = self.upsilons.iter().find(is_next)
                && let Some((from, place)) = way(proc, block, upsilon, written(proc, *next).1, [old, to])
            {
                self.kept.clear();
                self.kept.extend_from_slice(proc.block_values(block));
                self.kept[place..=from].rotate_right(1);
                proc.set_block_values(block, &self.kept);
            }
        }
    }

    /// Finds where the sums are and what uses the Phis.
    fn find_uses(&mut self, proc: &Procedure, cx: &mut Context) {
        self.named.clear();
        self.named.resize(proc.value_count(), NONE);
        cx.marks.reset(proc.block_count());
        for (n, counter) in (0..).zip(&mut self.counters) {
            cx.flow.loops.header(counter.of).into_iter().for_each(|header| _ = cx.marks.insert(header));
            let named = &mut self.named[counter.phi.index()];
            // Over several backward edges it may get several sums.
            counter.stays = *named != NONE;
            *named = 2 * n;
            self.named[counter.sum.index()] = 2 * n + 1;
        }
        // Operands come first, but for what Upsilons carry around.
        for block in cx.flow.order.nodes().map(BlockId::from_index) {
            // Only what a header dominates uses its Phis.
            let above = cx.flow.dominators.immediate_dominator(block.index());
            if !above.is_some_and(|above| cx.marks.contains(above)) && !cx.marks.contains(block.index()) {
                continue;
            }
            cx.marks.insert(block.index());
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

    /// Counters in exit states stay.
    fn leave_named_in_states(&mut self, proc: &Procedure) {
        visit_states(proc, |id| {
            if let Some(&named) = self.named.get(resolve(proc, id).index())
                && let Some(counter) = self.counters.get_mut(named as usize / 2)
            {
                counter.stays |= named % 2 == 0;
                counter.sum_is_used = true;
            }
        });
    }

    /// Finds out which counters are not used once the sum is there, but outside of the loop; and where they are
    /// computed there.
    fn look_at_uses(&mut self, proc: &Procedure, cx: &Context) {
        let dominates = |a: BlockId, b: BlockId| cx.flow.dominators.dominates(a.index(), b.index());
        for one in &self.uses {
            let counter = &mut self.counters[one.counter as usize];
            if counter.stays || !counter.block.is_valid() {
                continue;
            }
            if is_in(&cx.flow.loops, one.block, counter) {
                // In front of the sum in each turn, if the sum is in no inner loop.
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
            if counter.turns_over() {
                let header = cx.flow.loops.header(counter.of).map(BlockId::from_index);
                let above = header.and_then(|header| cx.flow.dominators.immediate_dominator(header.index()));
                let is_warm =
                    |above| proc.frequency(BlockId::from_index(above)) <= proc.frequency(counter.block);
                counter.stays |= !above.is_some_and(is_warm);
                counter.at = header.unwrap_or_default();
            }
            if !counter.is_left() {
                continue;
            }
            // Out of loops that the counter's is not in.
            while let Some(around) = cx.flow.loops.innermost(counter.at.index())
                && !is_around(&cx.flow.loops, around, counter)
                && climb(cx, counter)
            {}
            // The sum may be in no loop of the Upsilon's.
            counter.stays |= counter.at == counter.block
                || is_in(&cx.flow.loops, counter.at, counter)
                || !dominates(counter.block, counter.at)
                || proc.frequency(counter.at) > proc.frequency(counter.block);
        }
    }
}

/// The Phi that an Upsilon writes, and the value.
pub(in crate::opt) fn written(proc: &Procedure, upsilon: ValueId) -> (ValueId, ValueId) {
    let value = proc.value(upsilon);
    (value.phi(), resolve(proc, proc.children_of(value)[0]))
}

/// Where an Upsilon is in its block, and where the new value is made, if between them neither Phi is used nor the
/// second written: the one whose value the Upsilon has, and the one that it writes.
fn way(
    proc: &Procedure,
    block: BlockId,
    upsilon: ValueId,
    next: ValueId,
    [old, to]: [ValueId; 2],
) -> Option<(usize, usize)> {
    let values = proc.block_values(block);
    let from = values.iter().rposition(|id| *id == upsilon)?;
    for place in (from.saturating_sub(MAX_WAY)..from).rev() {
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

/// The constant that is added to a Phi, if that is what the sum is.
pub(in crate::opt) fn step_of(proc: &Procedure, phi: ValueId, sum: ValueId) -> Option<i64> {
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

/// True if a block is in a counter's loop, or may be: a way out of many loops is not followed to its end.
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

/// True if a loop is around a counter's.
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

/// Goes from the block where a counter is to be computed to the one above; if that is too far, the counter stays.
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

/// True if what uses a counter is what its block's branch tests: machines compare where they branch.
fn is_for_branch(proc: &Procedure, one: &Use) -> bool {
    let user = proc.value(one.user).opcode();
    let terminal = proc.terminal(one.block).map(|id| proc.value(id));
    (is_comparison(user) || user == Opcode::BitAnd)
        && terminal.is_some_and(|terminal| {
            let tested = proc.children_of(terminal).first();
            terminal.opcode() == Opcode::Branch && tested.is_some_and(|id| resolve(proc, *id) == one.user)
        })
}
