//! Computes what a counter was in the last turn of its loop from what it became.
//!
//! Turn this: `loop { p = Phi; n = p + c; Upsilon(n, ^p) }; use(p)`
//! Into this: `loop { p = Phi; n = p + c; Upsilon(n, ^p) }; q = n + -c; use(q)`
//!
//! Where the old value of a counter is used behind the loop, it is alive beside the new one at the end of each turn: they
//! need two registers, and a copy from one to the other in each turn. If nobody behind the loop wants the old one, the
//! sum is made in place.
//!
//! The two are of the same turn wherever the sum dominates: what comes to such a place has passed the sum since it last
//! passed the Phi. The new value is computed at the beginning of the closest block outside of the loop that dominates all
//! uses there; not in another loop that the first is not in, which would compute it in each of its turns.
//!
//! It pays only if in the loop the Phi is not used once the sum is there either, and if all that the Phi gets in the loop
//! is the sum. A counter that an exit state names stays: whoever leaves in the loop may want it.
//!
//! - Requires: valid IR. Dominators, which it finds.
//! - Ensures: valid IR that means the same.
//! - Keeps: ids of values and blocks, edges, frequencies.
//! - Cost: one look at the Phis of each loop, and at the Upsilons in front of its backward edges; if there is a counter,
//!   one visit of each value, and for each counter a way of at most [`MAX_CLIMB`] steps up in the dominator tree.
//! - Source: the exit values that LLVM's IndVarSimplify rewrites, of which this is the case that saves a register.

use super::context::{Context, KIND, resolve};
use crate::analysis::{LoopId, Loops, Order};
use crate::base::Type;
use crate::ir::{BlockId, InsertionSet, Opcode, Procedure, StateEntry, ValueId};
use crate::support::Entity;

/// So many steps are gone for a counter in all, from block to dominator and from loop to loop.
const MAX_CLIMB: u32 = 64;

/// No counter.
const NONE: u32 = u32::MAX;

/// A Phi of a loop's header that gets a sum of itself and a constant.
#[derive(Debug)]
struct Counter {
    phi: ValueId,
    sum: ValueId,
    step: i64,
    of: LoopId,
    /// Where the sum is; invalid until it was seen.
    block: BlockId,
    place: u32,
    /// The closest block that dominates all uses outside of the loop; invalid as long as there are none.
    at: BlockId,
    climbed: u32,
    stays: bool,
    /// The Phi's value as it is computed there; invalid if it is not.
    old: ValueId,
}

impl Counter {
    fn new(of: LoopId, phi: ValueId, sum: ValueId, step: i64) -> Counter {
        let (block, old) = (BlockId::INVALID, ValueId::INVALID);
        Counter { phi, sum, step, of, block, place: 0, at: block, climbed: 0, stays: false, old }
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

/// What the pass works in.
#[derive(Debug, Default)]
pub(super) struct ExitWork {
    order: Order,
    loops: Loops,
    counters: Vec<Counter>,
    /// By value: the counter whose Phi it is.
    of_phi: Vec<u32>,
    uses: Vec<Use>,
    /// What is computed anew: where, the constant, and the sum.
    made: Vec<(BlockId, ValueId, ValueId)>,
    insertions: InsertionSet,
}

/// Runs the pass.
pub(super) fn rewrite_exit_values(proc: &mut Procedure, cx: &mut Context) {
    cx.find_dominators(proc);
    let mut work = std::mem::take(&mut cx.exit_values);
    work.order.compute(proc);
    work.loops.compute(proc, &work.order, &cx.predecessors, &cx.dominators);
    work.find_counters(proc, cx);
    if !work.counters.is_empty() {
        work.find_uses(proc, cx);
        work.leave_named_in_states(proc);
        work.look_at_uses(proc, cx);
        work.rewrite(proc);
    }
    cx.work += proc.block_count() as u64;
    cx.exit_values = work;
}

impl ExitWork {
    /// Finds Phis of loop headers that get a sum of themselves over a backward edge.
    fn find_counters(&mut self, proc: &Procedure, cx: &mut Context) {
        self.counters.clear();
        self.uses.clear();
        for of in self.loops.ids() {
            let Some(header) = self.loops.header(of).map(BlockId::from_index) else { continue };
            for &from in cx.predecessors.of(header.index()) {
                let from = from as usize;
                if !cx.dominators.dominates(header.index(), from) {
                    continue;
                }
                let before = proc.block_values(BlockId::from_index(from)).iter().rev().skip(1);
                let mut seen = 0;
                for &id in before {
                    let value = proc.value(id);
                    seen += 1;
                    match value.opcode() {
                        Opcode::Upsilon => {}
                        Opcode::Identity | Opcode::Nop => continue,
                        _ => break,
                    }
                    let (phi, sum) = (value.phi(), resolve(proc, proc.children_of(value)[0]));
                    if let Some(step) = step_of(proc, phi, sum) {
                        self.counters.push(Counter::new(of, phi, sum, step));
                    }
                }
                cx.work += seen;
            }
        }
    }

    /// Finds where the sums are and what uses the Phis.
    fn find_uses(&mut self, proc: &Procedure, cx: &mut Context) {
        self.of_phi.clear();
        self.of_phi.resize(proc.value_count(), NONE);
        for (n, counter) in (0..).zip(&mut self.counters) {
            let of_phi = &mut self.of_phi[counter.phi.index()];
            // Over several backward edges it may get several sums.
            counter.stays = *of_phi != NONE;
            *of_phi = n;
        }
        // Operands come first, but for what Upsilons carry around.
        let order = std::mem::take(&mut self.order);
        for block in order.nodes().map(BlockId::from_index) {
            let values = proc.block_values(block);
            for (place, &user) in (0..).zip(values) {
                let value = proc.value(user);
                for (child, &id) in (0..).zip(proc.children_of(value)) {
                    let counter = self.of_phi[id.index()];
                    if counter != NONE {
                        self.add_use(proc, Use { counter, block, place, user, child });
                    }
                }
                if value.opcode() == Opcode::Upsilon
                    && let Some(counter) = self.counters.get_mut(self.of_phi[value.phi().index()] as usize)
                    && resolve(proc, proc.children_of(value)[0]) != counter.sum
                {
                    counter.stays |= is_in(&self.loops, block, counter);
                }
            }
            cx.work += values.len() as u64;
        }
        self.order = order;
    }

    fn add_use(&mut self, proc: &Procedure, one: Use) {
        let counter = &mut self.counters[one.counter as usize];
        let value = proc.value(one.user);
        if one.user == counter.sum {
            (counter.block, counter.place) = (one.block, one.place);
        } else if value.opcode() == Opcode::Identity && !value.flags.intersects(KIND) {
            self.of_phi[one.user.index()] = one.counter; // its users use the Phi
        } else {
            self.uses.push(one);
        }
    }

    /// Counters in exit states stay.
    fn leave_named_in_states(&mut self, proc: &Procedure) {
        let mut leave = |entry: &StateEntry| {
            if let StateEntry::Value(id) | StateEntry::Reference(id) = *entry
                && let Some(counter) = self.of_phi.get(resolve(proc, id).index())
                && let Some(counter) = self.counters.get_mut(*counter as usize)
            {
                counter.stays = true;
            }
        };
        for state in proc.states().ids() {
            proc.state_entries(state).iter().for_each(&mut leave);
        }
        for object in proc.objects().ids() {
            proc.object_fields(object).iter().for_each(&mut leave);
        }
    }

    /// Finds out which counters are not used once the sum is there, but outside of the loop; and where they are
    /// computed there.
    fn look_at_uses(&mut self, proc: &Procedure, cx: &Context) {
        let dominates = |a: BlockId, b: BlockId| cx.dominators.dominates(a.index(), b.index());
        for one in &self.uses {
            let counter = &mut self.counters[one.counter as usize];
            if counter.stays || !counter.block.is_valid() {
                continue;
            }
            if is_in(&self.loops, one.block, counter) {
                // In front of the sum in each turn, if the sum is in no inner loop.
                let is_before = match one.block == counter.block {
                    true => one.place < counter.place,
                    false => dominates(one.block, counter.block),
                };
                let innermost = self.loops.innermost(counter.block.index());
                counter.stays |= !is_before || innermost != Some(counter.of);
                continue;
            }
            if !counter.at.is_valid() {
                counter.at = one.block;
            }
            while !dominates(counter.at, one.block) && climb(cx, counter) {}
        }
        for counter in &mut self.counters {
            if counter.stays || !counter.at.is_valid() {
                continue;
            }
            // Out of loops that the counter's is not in.
            while let Some(around) = self.loops.innermost(counter.at.index())
                && !is_around(&self.loops, around, counter)
                && climb(cx, counter)
            {}
            counter.stays |= is_in(&self.loops, counter.at, counter)
                || !dominates(counter.block, counter.at)
                || proc.frequency(counter.at) > proc.frequency(counter.block);
        }
    }

    /// Computes the old values anew.
    fn rewrite(&mut self, proc: &mut Procedure) {
        self.made.clear();
        for counter in self.counters.iter_mut().filter(|counter| !counter.stays && counter.at.is_valid()) {
            let (ty, origin) = (proc.value(counter.phi).ty, proc.value(counter.sum).origin);
            let outer = std::mem::replace(&mut proc.origin, origin);
            let step = proc.add_constant(BlockId::INVALID, ty, counter.step.wrapping_neg() as u64);
            counter.old = proc.append_typed(BlockId::INVALID, Opcode::Add, ty, &[counter.sum, step]);
            proc.origin = outer;
            self.made.push((counter.at, step, counter.old));
        }
        self.made.sort_by_key(|(block, ..)| *block);
        for of_block in self.made.chunk_by(|a, b| a.0 == b.0) {
            let block = of_block[0].0;
            let is_phi = |id: &&ValueId| proc.value(**id).opcode() == Opcode::Phi;
            let place = proc.block_values(block).iter().take_while(is_phi).count();
            for &(_, step, old) in of_block {
                self.insertions.insert(place, step);
                self.insertions.insert(place, old);
            }
            self.insertions.execute(proc, block);
        }
        for one in &self.uses {
            let counter = &self.counters[one.counter as usize];
            if counter.old.is_valid() && !is_in(&self.loops, one.block, counter) {
                proc.children_mut(one.user)[one.child as usize] = counter.old;
            }
        }
    }
}

/// The constant that is added to a Phi, if that is what the sum is.
fn step_of(proc: &Procedure, phi: ValueId, sum: ValueId) -> Option<i64> {
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
    let above = cx.dominators.immediate_dominator(counter.at.index());
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
