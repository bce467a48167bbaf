//! Widens 32-bit induction variables to 64 bits if the loop extends them.
//!
//! Turn this: `loop { p = Phi; a = ZExt32(p + k); n = p + c; Upsilon(n, ^p); Branch(n != e) }`
//! Into this: `loop { q = Phi; a = q + k; m = q + c; Upsilon(m, ^q); Branch(m != e) }`, all of it in 64 bits
//!
//! A 32-bit sum that may wrap needs an instruction, and its extension perhaps another; a 64-bit sum folds into the
//! address. All counters of a loop advance once per iteration. So the counter that ends the loop bounds the trip count,
//! and with it all counters with a known initial interval. In every iteration, such a counter is congruent modulo 2^32
//! to exactly one number of a known interval, and the 64-bit counter holds that number. The extended value may be a
//! counter shifted by up to [`MAX_SHIFT`], with constants added in between. It may wrap, if it does so in every
//! iteration or in none. Other users of the 32 bits get a Trunc, which is free.
//!
//! A branch bounds the trip count if every iteration reaches it: its block dominates the only latch, and is in no inner
//! loop. Counters of outer loops are examined first, because inner ones may start from them.
//!
//! - Requires: valid IR. Finds loops.
//! - Ensures: valid IR of the same meaning.
//! - Keeps: ids of values and blocks, edges, frequencies.
//! - Cost: one visit of loop headers and of the ends of their predecessors. Per loop with a counter: at most
//!   [`MAX_EXITS`] branches. If a counter is bounded: one visit of all values.
//! - Source: induction variable widening in LLVM's IndVarSimplify, which queries scalar evolution where this pass uses
//!   the trip count.

mod rewrite;
mod trip_count;

use super::context::{Context, KIND, resolve};
use super::reduce_strength::{flipped, inverted, is_comparison};
use super::retire_old_values::{step_of, written};
use crate::analysis::{LoopId, Loops};
use crate::base::Type;
use crate::ir::{BlockId, InsertionSet, Opcode, Procedure, ValueId};
use crate::support::Entity;
use trip_count::{Interval, WORD, trip_count};

/// Maximum number of dominators of the latch whose branches are examined per loop.
const MAX_EXITS: u32 = 8;
/// Maximum shift of a counter: the largest index shift of an address.
const MAX_SHIFT: u32 = 3;
/// Maximum number of operations between a counter and its extension.
const MAX_OPERATIONS: u32 = 4;
/// Maximum number of counters per loop.
const MAX_COUNTERS: usize = 16;
/// Maximum number of values examined at the end of a block, to find its Upsilons.
const MAX_TAIL: usize = 64;
/// Maximum number of enclosing loops examined for a block.
const MAX_LEVELS: u32 = 16;

/// No counter.
const NONE: u32 = u32::MAX;

/// A 32-bit induction variable: a header Phi that each iteration increases by a constant.
#[derive(Debug)]
struct Counter {
    phi: ValueId,
    sum: ValueId,
    step: i64,
    of: LoopId,
    /// The latch: the only block of the loop with a back edge.
    back: BlockId,
    /// Number of entry edges on which the Phi gets a value, and the last such predecessor.
    entered: u32,
    last: BlockId,
    /// Number of Upsilons that write the Phi.
    writes: u32,
    phi_at: Place,
    sum_at: Place,
    /// It gets a value on each entry edge.
    has_all_entries: bool,
    /// The initial value on one entry edge has been examined.
    starts: bool,
    /// Intervals of its initial value, and of its values in all iterations, if known.
    first: Option<Interval>,
    values: Option<Interval>,
    /// It is to be widened.
    pays: bool,
    /// The 64-bit Phi and sum.
    wide: [ValueId; 2],
}

impl Counter {
    fn new(of: LoopId, back: BlockId, phi: ValueId, sum: ValueId, step: i64) -> Counter {
        Counter {
            phi,
            sum,
            step,
            of,
            back,
            entered: 0,
            last: back,
            writes: 0,
            phi_at: Place::default(),
            sum_at: Place::default(),
            has_all_entries: false,
            starts: false,
            first: None,
            values: None,
            pays: false,
            wide: [ValueId::INVALID; 2],
        }
    }
}

/// A position in a block.
#[derive(Clone, Copy, Default, Debug)]
struct Place {
    block: BlockId,
    at: u32,
}

/// A linear function of a counter, modulo 2^32: its Phi or its sum, shifted, plus a constant.
#[derive(Clone, Copy, Debug)]
struct Linear {
    counter: u32,
    of_sum: bool,
    shift: u32,
    plus: i64,
}

/// An Upsilon that writes a counter's Phi.
#[derive(Clone, Copy, Debug)]
struct Entry {
    counter: u32,
    id: ValueId,
    place: Place,
}

/// A user that can use the 64-bit counter: an extension, an equality with a constant, or a Branch.
#[derive(Clone, Copy, Debug)]
struct User {
    id: ValueId,
    place: Place,
    linear: Linear,
}

/// Memory of the pass.
#[derive(Debug, Default)]
pub(super) struct WidenWork {
    /// Counters of the same loop are adjacent.
    counters: Vec<Counter>,
    /// By value: twice the index of the counter whose Phi it is, or whose sum it is, plus one for a sum.
    named: Vec<u32>,
    entries: Vec<Entry>,
    users: Vec<User>,
    /// New values, to be inserted before the value that is now at the position.
    new_values: Vec<(Place, ValueId)>,
    insertions: InsertionSet,
    kept: Vec<ValueId>,
}

/// Runs the pass.
pub(super) fn widen_counters(proc: &mut Procedure, cx: &mut Context) {
    cx.find_loops(proc);
    let mut work = cx.scratch.take::<WidenWork>();
    work.find_counters(proc, cx);
    if !work.counters.is_empty() {
        work.find_intervals(proc, cx);
    }
    if work.counters.iter().any(|counter| counter.values.is_some()) && work.visit_values(proc, cx) {
        work.rewrite(proc, cx);
    }
    cx.work += proc.block_count() as u64;
    cx.scratch.put(work);
}

impl WidenWork {
    /// Finds the header Phis that get sums of themselves, those of outer loops first.
    fn find_counters(&mut self, proc: &Procedure, cx: &mut Context) {
        self.counters.clear();
        self.entries.clear();
        for of in cx.flow.loops.ids().rev() {
            let Some(header) = cx.flow.loops.header(of) else { continue };
            let (mut back, mut latches, mut entry_edges) = (BlockId::INVALID, 0, 0);
            for &from in cx.flow.predecessors.of(header) {
                match cx.flow.dominators.dominates(header, from as usize) {
                    true => (back, latches) = (BlockId::new(from), latches + 1),
                    false => entry_edges += 1,
                }
            }
            if latches != 1 {
                continue;
            }
            let first = self.counters.len();
            for (at, id) in last_upsilons(proc, back, &mut cx.work) {
                let (phi, sum) = written(proc, id);
                if let Some(step) = step_of(proc, phi, sum)
                    && proc.value(phi).ty == Type::Int32
                    && self.counters.len() < first + MAX_COUNTERS
                {
                    let counter = self.counters.len() as u32;
                    self.entries.push(Entry { counter, id, place: Place { block: back, at } });
                    self.counters.push(Counter::new(of, back, phi, sum, step));
                }
            }
            if self.counters.len() > first {
                self.find_entries(proc, cx, BlockId::from_index(header), first);
                self.counters[first..]
                    .iter_mut()
                    .for_each(|counter| counter.has_all_entries = counter.entered == entry_edges);
            }
        }
    }

    /// Finds the initial values of a loop's counters, which are the last ones in the list.
    fn find_entries(&mut self, proc: &Procedure, cx: &mut Context, header: BlockId, first: usize) {
        for &from in cx.flow.predecessors.of(header.index()) {
            let block = BlockId::new(from);
            if block == self.counters[first].back {
                continue;
            }
            for (at, id) in last_upsilons(proc, block, &mut cx.work) {
                let phi = proc.value(id).phi();
                let mut counters = (first as u32..).zip(&mut self.counters[first..]);
                let Some((n, counter)) = counters.find(|(_, counter)| counter.phi == phi) else { continue };
                // If one block has two Upsilons, the first one is dead: reject the counter.
                counter.entered =
                    if counter.last == block { u32::MAX } else { counter.entered.saturating_add(1) };
                counter.last = block;
                self.entries.push(Entry { counter: n, id, place: Place { block, at } });
            }
        }
    }

    /// Finds the positions of counters, and their users. Returns false if a counter is written by an Upsilon that was
    /// not seen before.
    fn visit_values(&mut self, proc: &Procedure, cx: &mut Context) -> bool {
        self.users.clear();
        for block in proc.block_ids() {
            let values = proc.block_values(block);
            cx.work += values.len() as u64;
            for (at, &id) in (0..).zip(values) {
                let value = proc.value(id);
                match value.opcode() {
                    Opcode::Phi | Opcode::Add | Opcode::Sub => {
                        let named = self.named[id.index()];
                        if let Some(counter) = self.counters.get_mut(named as usize / 2) {
                            let is_sum = named % 2 == 1;
                            *if is_sum { &mut counter.sum_at } else { &mut counter.phi_at } =
                                Place { block, at };
                        }
                    }
                    Opcode::Upsilon => {
                        let named = self.named[value.phi().index()];
                        if let Some(counter) = self.counters.get_mut(named as usize / 2) {
                            counter.writes += 1;
                        }
                    }
                    Opcode::ZExt32 | Opcode::SExt32 | Opcode::Equal | Opcode::NotEqual | Opcode::Branch => {
                        let tested = proc.children_of(value)[0];
                        let linear = if value.ty == Type::Int64 {
                            self.linear(proc, tested)
                        } else {
                            self.named(proc, tested)
                        };
                        if let Some(linear) = linear
                            && !value.flags.intersects(KIND)
                            && cx.flow.dominators.is_reachable(block.index())
                        {
                            self.users.push(User { id, place: Place { block, at }, linear });
                        }
                    }
                    _ => {}
                }
            }
        }
        self.counters.iter().all(|counter| {
            let header = cx.flow.loops.header(counter.of);
            header == Some(counter.phi_at.block.index())
                && (!counter.has_all_entries || counter.writes == counter.entered + 1)
        })
    }

    /// Returns the counter whose Phi or sum a value is.
    fn named(&self, proc: &Procedure, id: ValueId) -> Option<Linear> {
        let named = self.named[resolve(proc, id).index()];
        (named != NONE).then_some(Linear { counter: named / 2, of_sum: named % 2 == 1, shift: 0, plus: 0 })
    }

    /// Returns a 32-bit value as a linear function of a counter, if it is one.
    fn linear(&self, proc: &Procedure, id: ValueId) -> Option<Linear> {
        let (mut id, mut shift, mut plus) = (resolve(proc, id), 0, 0_i64);
        for _ in 0..=MAX_OPERATIONS {
            if let Some(linear) = self.named(proc, id) {
                return Some(Linear { shift, plus: i64::from(plus as i32), ..linear });
            }
            let value = proc.value(id);
            let [a, b] = *proc.children_of(value) else { return None };
            let constant = proc.value(resolve(proc, b)).int()?;
            match value.opcode() {
                Opcode::Add => plus = plus.wrapping_add(constant << shift),
                Opcode::Sub => plus = plus.wrapping_sub(constant << shift),
                Opcode::Shl => shift += constant as u32 & 31,
                _ => return None,
            }
            if shift > MAX_SHIFT {
                return None;
            }
            id = resolve(proc, a);
        }
        None
    }

    /// Computes the intervals of counters, loop by loop, from the outside in.
    fn find_intervals(&mut self, proc: &Procedure, cx: &mut Context) {
        self.named.clear();
        self.named.resize(proc.value_count(), NONE);
        for (n, counter) in (0..).zip(&self.counters) {
            self.named[counter.phi.index()] = 2 * n;
            self.named[counter.sum.index()] = 2 * n + 1;
        }
        let (mut begin, mut entry) = (0, 0);
        while let Some(&Counter { of, back, .. }) = self.counters.get(begin) {
            let end = begin + self.counters[begin..].iter().take_while(|counter| counter.of == of).count();
            while let Some(&Entry { counter, id, place }) = self.entries.get(entry)
                && (counter as usize) < end
            {
                entry += 1;
                if place.block != back {
                    let interval = self.interval(proc, written(proc, id).1);
                    let counter = &mut self.counters[counter as usize];
                    let hull = |so_far: Interval| interval.map(|interval| so_far.hull(interval));
                    counter.first = if counter.starts { counter.first.and_then(hull) } else { interval };
                    counter.starts = true;
                }
            }
            let trip_count = self.max_trip_count(proc, cx, of, back);
            for counter in self.counters[begin..end].iter_mut().filter(|counter| counter.has_all_entries) {
                counter.values = counter
                    .first
                    .zip(trip_count)
                    .and_then(|(first, trip_count)| first.after(counter.step, trip_count));
            }
            begin = end;
        }
    }

    /// Returns an interval that contains a value, modulo 2^32.
    fn interval(&self, proc: &Procedure, id: ValueId) -> Option<Interval> {
        let id = resolve(proc, id);
        let value = proc.value(id);
        if let Some(constant) = value.int() {
            return Some(Interval::of(constant));
        }
        if let Some(linear) = self.linear(proc, id) {
            return self.interval_of(&linear)?.normal();
        }
        let constant = |place: usize| proc.value(resolve(proc, *proc.children_of(value).get(place)?)).int();
        match value.opcode() {
            Opcode::Load8Z => Some(Interval { min: 0, max: 0xff }),
            Opcode::Load16Z => Some(Interval { min: 0, max: 0xffff }),
            Opcode::BitAnd => constant(1).filter(|mask| *mask >= 0).map(|max| Interval { min: 0, max }),
            Opcode::ZShr => constant(1).map(|by| Interval { min: 0, max: (WORD - 1) >> (by & 31) }),
            opcode if is_comparison(opcode) => Some(Interval { min: 0, max: 1 }),
            _ => None,
        }
    }

    /// Returns the interval of a linear function of a counter, without wrapping.
    fn interval_of(&self, linear: &Linear) -> Option<Interval> {
        let counter = &self.counters[linear.counter as usize];
        let of_sum = if linear.of_sum { counter.step } else { 0 };
        Some(counter.values?.plus(of_sum).shifted(linear.shift).plus(linear.plus))
    }

    /// Returns the maximum trip count of a loop, given by the counters that end it.
    fn max_trip_count(&self, proc: &Procedure, cx: &mut Context, of: LoopId, back: BlockId) -> Option<i64> {
        let (mut block, mut least) = (back, None);
        for _ in 0..MAX_EXITS {
            cx.work += 1;
            if cx.flow.loops.innermost(block.index()) == Some(of) {
                let trip_count = self.trip_count_at(proc, &cx.flow.loops, of, block);
                least = least.into_iter().chain(trip_count).min();
            }
            if cx.flow.loops.header(of) == Some(block.index()) {
                break;
            }
            block = BlockId::from_index(cx.flow.dominators.immediate_dominator(block.index())?);
        }
        least
    }

    /// Returns how often a branch stays in the loop at most.
    fn trip_count_at(&self, proc: &Procedure, loops: &Loops, of: LoopId, block: BlockId) -> Option<i64> {
        let terminal = proc.value(proc.terminal(block)?);
        let [then, otherwise] = *proc.successors(block) else { return None };
        let stays = [then, otherwise].map(|edge| is_in(loops, edge.block(), of));
        if terminal.opcode() != Opcode::Branch || stays[0] == stays[1] {
            return None;
        }
        let tested = resolve(proc, proc.children_of(terminal)[0]);
        let value = proc.value(tested);
        let (relation, left, right) = match *proc.children_of(value) {
            [a, b] if is_comparison(value.opcode()) => (value.opcode(), a, Err(b)),
            _ => (Opcode::NotEqual, tested, Ok(Interval::of(0))),
        };
        if proc.type_of(left) != Type::Int32 {
            return None;
        }
        let relation = if stays[0] { relation } else { inverted(relation, Type::Int32)? };
        let bounds = |relation, counted, limit| {
            let linear = self.linear(proc, counted)?;
            let counter = &self.counters[linear.counter as usize];
            if linear.shift != 0 || counter.of != of || !counter.has_all_entries {
                return None;
            }
            let of_sum = if linear.of_sum { counter.step } else { 0 };
            let first = counter.first.map(|first| first.plus(of_sum + linear.plus));
            trip_count(relation, first, counter.step, limit, 32)
        };
        let sides = match right {
            Ok(zero) => [bounds(relation, left, Some(zero)), None],
            Err(right) => [
                bounds(relation, left, self.interval(proc, right)),
                bounds(flipped(relation), right, self.interval(proc, left)),
            ],
        };
        sides.into_iter().flatten().min()
    }
}

/// Returns the Upsilons at the end of a block with their positions, in reverse order.
pub(super) fn last_upsilons<'a>(
    proc: &'a Procedure,
    block: BlockId,
    work: &mut u64,
) -> impl Iterator<Item = (u32, ValueId)> + use<'a> {
    let values = proc.block_values(block);
    *work += values.len().min(MAX_TAIL) as u64;
    let tail = (0..values.len() as u32).zip(values).rev().take(MAX_TAIL);
    tail.filter(|(_, id)| proc.value(**id).opcode() == Opcode::Upsilon).map(|(at, id)| (at, *id))
}

/// True if a block is in a loop and is found to be within [`MAX_LEVELS`] levels.
fn is_in(loops: &Loops, block: BlockId, of: LoopId) -> bool {
    let mut at = loops.innermost(block.index());
    for _ in 0..MAX_LEVELS {
        match at {
            Some(around) if around == of => return true,
            Some(around) => at = loops.parent(around),
            None => break,
        }
    }
    false
}
