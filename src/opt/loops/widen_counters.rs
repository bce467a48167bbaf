//! Counts in 64 bits what loops count in 32 and extend.
//!
//! Turn this: `loop { p = Phi; a = ZExt32(p + k); n = p + c; Upsilon(n, ^p); Branch(n != e) }`
//! Into this: `loop { q = Phi; a = q + k; m = q + c; Upsilon(m, ^q); Branch(m != e) }`, all of it in 64 bits
//!
//! A sum of 32 bits that may wrap needs an instruction, and its extension perhaps another; one of 64 bits is part of
//! the address that it is for. All counters of a loop count its turns. So whichever of them ends the loop bounds all, if
//! it is known where they begin: then each is, in every turn, the number in a known interval that it is modulo 2^32, and
//! so is what is counted in 64 bits from there on. What is extended may be a counter shifted by up to [`MAX_SHIFT`] with
//! constants added on the way; it may wrap, as long as it does so in every turn or in none. Whoever wants the 32 bits
//! gets a Trunc, which is nothing.
//!
//! A branch ends the loop if each turn comes to it: its block dominates the only one that leads back, and is in no inner
//! loop. Counters of outer loops are looked at first: inner ones may begin with what they are.
//!
//! - Requires: valid IR. Loops, which it finds.
//! - Ensures: valid IR that means the same.
//! - Keeps: ids of values and blocks, edges, frequencies.
//! - Cost: one look at headers of loops, and at the ends of blocks that lead there; of each loop with a counter at most
//!   [`MAX_EXITS`] branches; if one is bounded, one visit of all values.
//! - Source: the widening of induction variables in LLVM's IndVarSimplify, which asks scalar evolution for what this
//!   pass finds out of the loop's turns.

mod rewrite;
mod turns;

use super::retire_old_values::{step_of, written};
use crate::analysis::{LoopId, Loops};
use crate::base::Type;
use crate::ir::{BlockId, InsertionSet, Opcode, Procedure, ValueId};
use crate::opt::context::{Context, KIND, resolve};
use crate::opt::scalar::reduce_strength::{flipped, inverted, is_comparison};
use crate::support::Entity;
use turns::{Interval, WORD, turns};

/// So many branches of a loop are looked at, and blocks on the way to them.
const MAX_EXITS: u32 = 8;
/// A counter may be shifted by at most so much: as far as addresses shift an index.
const MAX_SHIFT: u32 = 3;
/// So many operations are looked through between a counter and what is extended.
const MAX_OPERATIONS: u32 = 4;
/// So many counters of a loop are looked at.
const MAX_COUNTERS: usize = 16;
/// An Upsilon is one of so many values at the end of its block.
const MAX_WAY: usize = 64;
/// So many loops around one are gone through.
const MAX_LEVELS: u32 = 16;

/// No counter.
const NONE: u32 = u32::MAX;

/// A Phi of 32 bits in a loop's header that gets a sum of itself and a constant in each turn.
#[derive(Debug)]
struct Counter {
    phi: ValueId,
    sum: ValueId,
    step: i64,
    of: LoopId,
    /// The only block of the loop that leads back.
    back: BlockId,
    /// On so many ways into the loop the Phi gets something, on this last.
    entered: u32,
    last: BlockId,
    /// So many Upsilons write the Phi.
    writes: u32,
    phi_at: Place,
    sum_at: Place,
    /// It gets something on each way into the loop.
    is_whole: bool,
    /// One of these ways has been looked at.
    starts: bool,
    /// What it may be: at first, and at any time, as far as that is known.
    first: Option<Interval>,
    values: Option<Interval>,
    /// It is to have 64 bits.
    pays: bool,
    /// Phi and sum of 64 bits.
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
            is_whole: false,
            starts: false,
            first: None,
            values: None,
            pays: false,
            wide: [ValueId::INVALID; 2],
        }
    }
}

/// A place in a block.
#[derive(Clone, Copy, Default, Debug)]
struct Place {
    block: BlockId,
    at: u32,
}

/// What 32 bits are, modulo 2^32: a counter's Phi or its sum, shifted, and a constant.
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

/// Who does without the 32 bits: an extension of them, an equality with a constant, or a Branch on them.
#[derive(Clone, Copy, Debug)]
struct User {
    id: ValueId,
    place: Place,
    linear: Linear,
}

/// What the pass works in.
#[derive(Debug, Default)]
pub(in crate::opt) struct WideWork {
    /// Those of a loop follow each other.
    counters: Vec<Counter>,
    /// By value: the counter whose Phi, or whose sum, it is, twice, and one more for a sum.
    named: Vec<u32>,
    entries: Vec<Entry>,
    users: Vec<User>,
    /// What is new, in front of what is at a place so far.
    made: Vec<(Place, ValueId)>,
    insertions: InsertionSet,
    kept: Vec<ValueId>,
}

/// Runs the pass.
pub(in crate::opt) fn widen_counters(proc: &mut Procedure, cx: &mut Context) {
    cx.find_loops(proc);
    let mut work = std::mem::take(&mut cx.counters);
    work.find_counters(proc, cx);
    if !work.counters.is_empty() {
        work.find_intervals(proc, cx);
    }
    if work.counters.iter().any(|counter| counter.values.is_some()) && work.visit_values(proc, cx) {
        work.rewrite(proc, cx);
    }
    cx.work += proc.block_count() as u64;
    cx.counters = work;
}

impl WideWork {
    /// Finds the Phis of loop headers that get sums of themselves, those of outer loops first.
    fn find_counters(&mut self, proc: &Procedure, cx: &mut Context) {
        self.counters.clear();
        self.entries.clear();
        for of in cx.flow.loops.ids().rev() {
            let Some(header) = cx.flow.loops.header(of) else { continue };
            let (mut back, mut turning, mut ways) = (BlockId::INVALID, 0, 0);
            for &from in cx.flow.predecessors.of(header) {
                match cx.flow.dominators.dominates(header, from as usize) {
                    true => (back, turning) = (BlockId::new(from), turning + 1),
                    false => ways += 1,
                }
            }
            if turning != 1 {
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
                    .for_each(|counter| counter.is_whole = counter.entered == ways);
            }
        }
    }

    /// Finds what the counters of a loop, which are the last ones, get on the ways in.
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
                // Of two in one block, the first means nothing.
                counter.entered =
                    if counter.last == block { u32::MAX } else { counter.entered.saturating_add(1) };
                counter.last = block;
                self.entries.push(Entry { counter: n, id, place: Place { block, at } });
            }
        }
    }

    /// Finds where counters are, and who uses them; false if something else writes one than what was seen.
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
                && (!counter.is_whole || counter.writes == counter.entered + 1)
        })
    }

    /// The counter whose Phi or sum a value is.
    fn named(&self, proc: &Procedure, id: ValueId) -> Option<Linear> {
        let named = self.named[resolve(proc, id).index()];
        (named != NONE).then_some(Linear { counter: named / 2, of_sum: named % 2 == 1, shift: 0, plus: 0 })
    }

    /// The counter that a value of 32 bits is computed from, with nothing but constants.
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

    /// Finds out what counters may be, loop by loop, from the outside in.
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
            let turns = self.turns_of(proc, cx, of, back);
            for counter in self.counters[begin..end].iter_mut().filter(|counter| counter.is_whole) {
                counter.values =
                    counter.first.zip(turns).and_then(|(first, turns)| first.after(counter.step, turns));
            }
            begin = end;
        }
    }

    /// An interval of integers one of which a value is, modulo 2^32.
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

    /// What is computed from a counter, as one integer for each that the counter may be.
    fn interval_of(&self, linear: &Linear) -> Option<Interval> {
        let counter = &self.counters[linear.counter as usize];
        let of_sum = if linear.of_sum { counter.step } else { 0 };
        Some(counter.values?.plus(of_sum).shifted(linear.shift).plus(linear.plus))
    }

    /// How often a loop turns at most: what one of its counters says that ends it.
    fn turns_of(&self, proc: &Procedure, cx: &mut Context, of: LoopId, back: BlockId) -> Option<i64> {
        let (mut block, mut least) = (back, None);
        for _ in 0..MAX_EXITS {
            cx.work += 1;
            if cx.flow.loops.innermost(block.index()) == Some(of) {
                let turns = self.turns_at(proc, &cx.flow.loops, of, block);
                least = least.into_iter().chain(turns).min();
            }
            if cx.flow.loops.header(of) == Some(block.index()) {
                break;
            }
            block = BlockId::from_index(cx.flow.dominators.immediate_dominator(block.index())?);
        }
        least
    }

    /// How often a branch stays in a loop at most.
    fn turns_at(&self, proc: &Procedure, loops: &Loops, of: LoopId, block: BlockId) -> Option<i64> {
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
            if linear.shift != 0 || counter.of != of || !counter.is_whole {
                return None;
            }
            let of_sum = if linear.of_sum { counter.step } else { 0 };
            let first = counter.first.map(|first| first.plus(of_sum + linear.plus));
            turns(relation, first, counter.step, limit, 32)
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

/// The last Upsilons of a block, from the last on, and where they are.
pub(in crate::opt) fn last_upsilons<'a>(
    proc: &'a Procedure,
    block: BlockId,
    work: &mut u64,
) -> impl Iterator<Item = (u32, ValueId)> + use<'a> {
    let values = proc.block_values(block);
    *work += values.len().min(MAX_WAY) as u64;
    let ways = (0..values.len() as u32).zip(values).rev().take(MAX_WAY);
    ways.filter(|(_, id)| proc.value(**id).opcode() == Opcode::Upsilon).map(|(at, id)| (at, *id))
}

/// True if a block is in a loop, and that can be seen in a few steps.
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
