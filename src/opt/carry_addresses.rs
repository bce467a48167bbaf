//! Carries addresses from turn to turn of a loop that counts what it adds to one base.
//!
//! Turn this: `loop { i = Phi; a = base + i; n = i + c; Upsilon(n, ^i); Branch(n != end) }`
//! Into this: `loop { p = Phi; n = p + c; Upsilon(n, ^p); Branch(n != base + end) }`, where p begins with the base added
//!
//! Each access of the turn then is at a constant from one register: shorter instructions, which some processors also
//! execute faster than those of two registers; machines whose addresses have an index or a constant but not both save
//! the sums. It may be done where the loop uses the counter, and sums of it and constants, for nothing else than sums
//! with the base, and at most one comparison for equality, whose other side gets the base in front of the loop. Numbers
//! wrap: the sums are the same whichever way they are added up, and what was equal is.
//!
//! Who uses the counter behind the loop, or the low half that the loop takes of it for nothing else, gets the base
//! subtracted again, at the head of a block that only the loop leads to. The base is a value from outside of the loop,
//! or what a pinned register has that nothing in the loop sets. It is added in the block in front of the loop, which
//! must not run more often than the loop does.
//!
//! - Requires: valid IR. Loops, which it finds.
//! - Ensures: valid IR that means the same. Sums with the base are Identities.
//! - Keeps: ids of values and blocks, edges, frequencies.
//! - Cost: one look at the ends of blocks that lead back; if there is a counter, two visits of the values
//!   that its header dominates.
//! - Source: strength reduction of addresses with a replaced test, as in Muchnick, Advanced Compiler Design and
//!   Implementation, 14.1; LLVM's LoopStrengthReduce searches for the cheapest formulas instead.

use super::context::{Context, resolve, visit_states};
use super::retire_old_values::{step_of, written};
use super::unroll_loops::{ends, first_values};
use super::widen_counters::last_upsilons;
use crate::analysis::{LoopId, Loops};
use crate::base::{Reg, Type};
use crate::ir::validate::Contents;
use crate::ir::{BlockId, InsertionSet, Opcode, Procedure, ValueId};
use crate::support::{BitSet, Entity};

/// So many counters of a loop are looked at.
const MAX_COUNTERS: usize = 16;
/// So many values behind a loop may use a counter.
const MAX_USES_BEHIND: usize = 4;
/// So many loops around one, and blocks above one, are gone through.
const MAX_LEVELS: u32 = 16;
/// A block behind a loop has at most so many ways to it.
const MAX_WAYS: usize = 16;

/// No counter.
const NONE: u32 = u32::MAX;

/// What is added to a counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Base {
    /// A value from outside of the loop.
    Value(ValueId),
    /// What a pinned register has, read in the loop.
    Pinned(Reg),
}

/// A Phi of a loop's header that gets a sum of itself and a constant in each turn.
#[derive(Debug)]
struct Counter {
    phi: ValueId,
    of: LoopId,
    header: BlockId,
    /// The only block from outside that leads to the header.
    entry: BlockId,
    /// The last Upsilon there that writes the Phi.
    first: ValueId,
    base: Option<Base>,
    /// What is equal to the counter when the loop ends, as a child of the comparison.
    end: Option<Use>,
    /// So many uses are behind the loop.
    behind: usize,
    stays: bool,
}

/// A child of a value: of one that uses a counter, or a sum of it and constants.
#[derive(Clone, Copy, Debug)]
struct Use {
    counter: u32,
    user: ValueId,
    child: u32,
    /// For a user behind the loop: the block where the base is subtracted.
    at: BlockId,
}

/// What the pass works in.
#[derive(Debug, Default)]
pub(super) struct AddressWork {
    counters: Vec<Counter>,
    /// Blocks that headers of counters' loops dominate, and values in them that something needs, as far as that can be
    /// seen without going around loops.
    below: Vec<BlockId>,
    live: BitSet,
    /// By value: the counter that it is, or that it is a sum of with constants; and which of these blocks it is in.
    named: Vec<u32>,
    homes: Vec<BlockId>,
    /// The loops that set a pinned register.
    setting: BitSet,
    /// Sums of counters and bases, and the uses behind loops.
    sums: Vec<Use>,
    behind: Vec<Use>,
    /// What is new, in front of what is at that place of a block so far.
    made: Made,
    /// What counters were behind their loops: where, which, and what is that.
    given: Vec<(BlockId, ValueId, ValueId)>,
    insertions: InsertionSet,
}

/// Runs the pass.
pub(super) fn carry_addresses(proc: &mut Procedure, cx: &mut Context) {
    if cx.contents.contains(Contents::REFERENCES) {
        return; // an address in an object would live over safepoints
    }
    cx.find_loops(proc);
    let mut work = cx.scratch.take::<AddressWork>();
    work.find_counters(proc, cx);
    if !work.counters.is_empty() {
        work.find_live(proc, cx);
        work.find_uses(proc, cx);
        work.decide();
        if work.counters.iter().any(|counter| !counter.stays) {
            work.rewrite(proc, cx);
            cx.contents |= Contents::LEFTOVERS;
        }
    }
    cx.scratch.put(work);
}

impl AddressWork {
    /// Finds the Phis of loop headers that get sums of themselves.
    fn find_counters(&mut self, proc: &Procedure, cx: &mut Context) {
        self.counters.clear();
        cx.work += cx.flow.loops.len() as u64;
        for of in cx.flow.loops.ids() {
            let Some(header) = cx.flow.loops.header(of).map(BlockId::from_index) else { continue };
            let is_wide = |id: &ValueId| proc.value(*id).ty == Type::Int64;
            if !first_values(proc, header).iter().any(is_wide) {
                continue;
            }
            let Some([entry, back]) = ends(proc, cx, header) else { continue };
            let leads_in = proc.terminal(entry).is_some_and(|id| proc.value(id).opcode() == Opcode::Jump);
            if !leads_in || proc.frequency(entry) > proc.frequency(header) {
                continue;
            }
            let others = self.counters.len();
            for (_, id) in last_upsilons(proc, back, &mut cx.work) {
                let (phi, sum) = written(proc, id);
                if step_of(proc, phi, sum).is_some()
                    && proc.value(phi).ty == Type::Int64
                    && self.counters.len() < others + MAX_COUNTERS
                {
                    let mut firsts = last_upsilons(proc, entry, &mut cx.work);
                    let Some((_, first)) = firsts.find(|(_, id)| proc.value(*id).phi() == phi) else {
                        continue;
                    };
                    self.counters.push(Counter {
                        phi,
                        of,
                        header,
                        entry,
                        first,
                        base: None,
                        end: None,
                        behind: 0,
                        stays: false,
                    });
                }
            }
        }
    }

    /// Finds what is below the headers of loops that have counters: all that may use one; and what of that is not for
    /// nothing.
    fn find_live(&mut self, proc: &Procedure, cx: &mut Context) {
        self.below.clear();
        cx.scratch.marks.reset(proc.block_count());
        self.counters.iter().for_each(|counter| _ = cx.scratch.marks.insert(counter.header.index()));
        for block in cx.flow.order.nodes() {
            let above = cx.flow.dominators.immediate_dominator(block);
            if above.is_some_and(|above| cx.scratch.marks.contains(above)) || cx.scratch.marks.contains(block)
            {
                cx.scratch.marks.insert(block);
                self.below.push(BlockId::from_index(block));
            }
        }
        self.live.reset(proc.value_count());
        // Users come first.
        for &block in self.below.iter().rev() {
            for &id in proc.block_values(block).iter().rev() {
                let value = proc.value(id);
                if self.live.contains(id.index()) || proc.effects_of(value).must_execute() {
                    self.live.insert(id.index());
                    proc.children_of(value).iter().for_each(|child| _ = self.live.insert(child.index()));
                }
            }
            cx.work += proc.block_values(block).len() as u64;
        }
    }

    /// Finds out who uses counters, and for what.
    fn find_uses(&mut self, proc: &Procedure, cx: &mut Context) {
        self.named.clear();
        self.named.resize(proc.value_count(), NONE);
        self.homes.clear();
        self.homes.resize(proc.value_count(), BlockId::INVALID);
        self.setting.reset(cx.flow.loops.len());
        self.sums.clear();
        self.behind.clear();
        for (n, counter) in (0..).zip(&mut self.counters) {
            let named = &mut self.named[counter.phi.index()];
            counter.stays = *named != NONE; // it gets two sums
            *named = n;
        }
        // Operands come first, but for what Upsilons carry around.
        for at in 0..self.below.len() {
            let block = self.below[at];
            let values = proc.block_values(block);
            for &id in values {
                if !self.live.contains(id.index()) {
                    continue;
                }
                self.homes[id.index()] = block;
                let value = proc.value(id);
                match value.opcode() {
                    Opcode::Phi => {
                        if let Some(counter) = self.counters.get_mut(self.named[id.index()] as usize) {
                            counter.stays |= counter.header != block;
                        }
                    }
                    Opcode::Upsilon => self.look_at_upsilon(proc, &cx.flow.loops, id, block),
                    _ if proc.sets_pinned(value) => {
                        let mut at = cx.flow.loops.innermost(block.index());
                        while let Some(of) = at.filter(|of| self.setting.insert(of.index())) {
                            at = cx.flow.loops.parent(of);
                        }
                    }
                    _ => {}
                }
                for (child, &operand) in (0..).zip(proc.children_of(value)) {
                    let counter = self.named[operand.index()];
                    if counter != NONE {
                        self.add_use(proc, cx, Use { counter, user: id, child, at: BlockId::INVALID }, block);
                    }
                }
            }
            cx.work += values.len() as u64;
        }
        // Who goes on from an exit knows nothing of the base.
        visit_states(proc, |id| {
            let named = self.named.get(resolve(proc, id).index()).copied().unwrap_or(NONE);
            self.counters.get_mut(named as usize).into_iter().for_each(|counter| counter.stays = true);
        });
    }

    /// Looks at what a counter gets in its loop: nothing but sums of itself.
    fn look_at_upsilon(&mut self, proc: &Procedure, loops: &Loops, upsilon: ValueId, block: BlockId) {
        let (phi, gets) = written(proc, upsilon);
        let (named, is_sum) = (self.named[phi.index()], self.named[phi.index()] == self.named[gets.index()]);
        if let Some(counter) = self.counters.get_mut(named as usize) {
            counter.stays |= !is_sum && is_in(loops, block, counter.of) != Some(false);
        }
    }

    fn add_use(&mut self, proc: &Procedure, cx: &Context, mut one: Use, block: BlockId) {
        let counter = &self.counters[one.counter as usize];
        let (value, loops, of) = (proc.value(one.user), &cx.flow.loops, counter.of);
        let other = proc.children_of(value).get(1 - one.child.min(1) as usize).map(|id| resolve(proc, *id));
        let is_constant = other.is_some_and(|other| proc.value(other).int().is_some());
        let is_narrow = proc.type_of(proc.children_of(value)[one.child as usize]) != Type::Int64;
        let stays = match (value.opcode(), other, is_in(loops, block, of)) {
            (_, _, None) => true,
            // Who uses an Identity uses what it is one of, and who uses 32 bits behind the loop can take them there.
            (Opcode::Identity, ..) | (Opcode::Trunc, _, Some(true)) => {
                self.named[one.user.index()] = one.counter;
                false
            }
            (_, _, Some(true)) if is_narrow => true,
            (Opcode::Add, _, Some(true)) if is_constant => {
                self.named[one.user.index()] = one.counter;
                false
            }
            (_, _, Some(false)) => {
                let at = behind(cx, block, of);
                one.at = at.unwrap_or_default();
                self.behind.push(one);
                self.counters[one.counter as usize].behind += 1;
                at.is_none()
            }
            (Opcode::Upsilon, ..) => value.phi() != counter.phi,
            (Opcode::Add, Some(other), _) => {
                let base = self.base(proc, loops, other, of);
                let is_other = counter.base.is_some() && counter.base != base;
                self.counters[one.counter as usize].base = base;
                self.sums.push(one);
                is_other || base.is_none()
            }
            (Opcode::Equal | Opcode::NotEqual, Some(other), _) => {
                let is_known = is_constant || self.is_from_outside(loops, other, of);
                let is_second = counter.end.is_some();
                self.counters[one.counter as usize].end = Some(Use { child: 1 - one.child, ..one });
                is_second || !is_known
            }
            _ => true,
        };
        self.counters[one.counter as usize].stays |= stays;
    }

    /// What a value is as a base of a loop's counters, if it is one.
    fn base(&self, proc: &Procedure, loops: &Loops, id: ValueId, of: LoopId) -> Option<Base> {
        if self.is_from_outside(loops, id, of) {
            return Some(Base::Value(id));
        }
        let value = proc.value(id);
        (value.opcode() == Opcode::GetPinned).then(|| Base::Pinned(value.reg()))
    }

    /// True if an operand in a loop is from outside of it, and no counter of another one.
    fn is_from_outside(&self, loops: &Loops, id: ValueId, of: LoopId) -> bool {
        let home = self.homes[id.index()];
        self.named[id.index()] == NONE && (!home.is_valid() || is_in(loops, home, of) == Some(false))
    }

    /// Decides which counters become addresses.
    fn decide(&mut self) {
        for counter in &mut self.counters {
            counter.stays |= counter.behind > MAX_USES_BEHIND
                || match counter.base {
                    None => true,
                    Some(Base::Value(_)) => false,
                    Some(Base::Pinned(_)) => self.setting.contains(counter.of.index()),
                };
        }
    }

    /// Makes addresses of counters.
    fn rewrite(&mut self, proc: &mut Procedure, cx: &mut Context) {
        self.made.clear();
        let outer = proc.origin;
        // What a counter begins with may be one of another loop.
        self.give_back(proc);
        for n in 0..self.counters.len() {
            if !self.counters[n].stays {
                self.begin_with_base(proc, n);
            }
        }
        for one in &self.sums {
            if !self.counters[one.counter as usize].stays {
                let counted = resolve(proc, proc.children(one.user)[one.child as usize]);
                proc.replace_with_identity(one.user, counted);
            }
        }
        proc.origin = outer;
        self.made.sort_by_key(|(block, ..)| *block);
        for of_block in self.made.chunk_by(|(a, ..), (b, ..)| a == b) {
            for &(_, place, id) in of_block {
                self.insertions.insert(place, id);
            }
            self.insertions.execute(proc, of_block[0].0);
            cx.work += of_block.len() as u64;
        }
    }

    /// Gives users behind loops what counters were.
    fn give_back(&mut self, proc: &mut Procedure) {
        self.behind.sort_by_key(|one| one.counter);
        self.given.clear();
        let behind = std::mem::take(&mut self.behind);
        for one in &behind {
            let Counter { base: Some(base), stays: false, .. } = self.counters[one.counter as usize] else {
                continue;
            };
            let counted = resolve(proc, proc.children(one.user)[one.child as usize]);
            let before = self.given.iter().rev().take(MAX_USES_BEHIND);
            let mut before = before.filter(|(at, of, _)| (*at, *of) == (one.at, counted));
            let given = before.next().map(|(.., given)| *given).unwrap_or_else(|| {
                proc.origin = proc.value(one.user).origin;
                let place = (one.at, first_values(proc, one.at).len());
                let base = put_base(&mut self.made, proc, base, place);
                let narrow = proc.value(counted).opcode() == Opcode::Trunc;
                let wide = if narrow { resolve(proc, proc.children(counted)[0]) } else { counted };
                let mut given = put(&mut self.made, proc, Opcode::Sub, &[wide, base], place);
                if narrow {
                    given = put(&mut self.made, proc, Opcode::Trunc, &[given], place);
                }
                self.given.push((one.at, counted, given));
                given
            });
            proc.children_mut(one.user)[one.child as usize] = given;
        }
        self.behind = behind;
    }

    /// Adds the base to what a counter begins with, and to its end.
    fn begin_with_base(&mut self, proc: &mut Procedure, n: usize) {
        let Counter { phi, entry, first, base: Some(base), end, .. } = self.counters[n] else {
            return;
        };
        proc.origin = proc.value(phi).origin;
        let place = (entry, proc.block_values(entry).len().saturating_sub(1));
        let base = put_base(&mut self.made, proc, base, place);
        let gets = written(proc, first).1;
        let begins = match *proc.children(gets) {
            // What another loop's counter was.
            [address, other] if proc.value(gets).opcode() == Opcode::Sub && other == base => address,
            _ if proc.value(gets).int() == Some(0) => base,
            _ => put(&mut self.made, proc, Opcode::Add, &[base, gets], place),
        };
        let upsilon = proc.upsilon(BlockId::INVALID, begins, phi);
        self.made.push((place.0, place.1, upsilon));
        proc.replace_with_nop(first);
        if let Some(end) = end {
            let counted = resolve(proc, proc.children(end.user)[end.child as usize]);
            // Constants need not be in front of the loop.
            let counted = match proc.value(counted).int() {
                Some(constant) => {
                    let constant = proc.add_const64(BlockId::INVALID, constant);
                    self.made.push((place.0, place.1, constant));
                    constant
                }
                None => counted,
            };
            let ends = put(&mut self.made, proc, Opcode::Add, &[base, counted], place);
            proc.children_mut(end.user)[end.child as usize] = ends;
        }
    }
}

/// What is new, by block and place there.
type Made = Vec<(BlockId, usize, ValueId)>;

/// The value of a base at a place.
fn put_base(made: &mut Made, proc: &mut Procedure, base: Base, (block, place): (BlockId, usize)) -> ValueId {
    match base {
        Base::Value(id) => id,
        Base::Pinned(reg) => {
            let base = proc.get_pinned(BlockId::INVALID, reg);
            made.push((block, place, base));
            base
        }
    }
}

/// A sum or difference of 64 bits, or the low half of one, at a place.
fn put(
    made: &mut Made,
    proc: &mut Procedure,
    opcode: Opcode,
    of: &[ValueId],
    (block, place): (BlockId, usize),
) -> ValueId {
    let ty = if opcode == Opcode::Trunc { Type::Int32 } else { Type::Int64 };
    let id = proc.append_typed(BlockId::INVALID, opcode, ty, of);
    made.push((block, place, id));
    id
}

/// The block behind a loop that is on each way to a block, if nothing but the loop leads there.
fn behind(cx: &Context, block: BlockId, of: LoopId) -> Option<BlockId> {
    let mut at = block.index();
    for _ in 0..MAX_LEVELS {
        let above = cx.flow.dominators.immediate_dominator(at)?;
        if is_in(&cx.flow.loops, BlockId::from_index(above), of)? {
            let ways = cx.flow.predecessors.of(at);
            let is_way = |from: &u32| is_in(&cx.flow.loops, BlockId::new(*from), of) == Some(true);
            let is_only_way = ways.len() <= MAX_WAYS && ways.iter().all(is_way);
            return is_only_way.then(|| BlockId::from_index(at));
        }
        at = above;
    }
    None
}

/// Whether a block is in a loop, if that can be seen in a few steps.
fn is_in(loops: &Loops, block: BlockId, of: LoopId) -> Option<bool> {
    let mut at = loops.innermost(block.index());
    for _ in 0..MAX_LEVELS {
        match at {
            Some(around) if around == of => return Some(true),
            Some(around) if loops.depth(around) > loops.depth(of) => at = loops.parent(around),
            _ => return Some(false),
        }
    }
    None
}
