//! Which temporaries are live where blocks begin, without a fixpoint.
//!
//! Most temporaries live and die in one block: a forward sweep finds them and keeps them out of everything else.
//! For each of the others the graph is walked backward from the blocks that read it before they write it, until
//! blocks that write it: the cost is the size of the answer (Boissinot et al., "A Non-Iterative Data-Flow Algorithm
//! for Computing Liveness Sets in Strict SSA Programs", 2011, also right for several definitions). Where rows of
//! bits take not much more room than the code, [`super::live_sets`] finds the same with less work. If the answer
//! grows out of proportion to the code, temporaries that live in many blocks stay in memory between blocks, so that
//! it stays linear.
//!
//! A temporary that is made again instead of loaded has no definition. It is as if defined before its first
//! use in a block, or, for a use in a loop, at the end of the block that enters the outermost loop.

use super::accesses::Accesses;
use super::live_sets::{LiveSets, each_bit};
use super::point::{MAX_INSTS, inst_of};
use super::shape::{NONE, Shape};
use crate::air::opcode::Properties;
use crate::air::{Arg, Code, Inst, OperandSpec, Tmp};
use smallvec::SmallVec;

/// What is known of one temporary.
#[derive(Clone, Copy, Debug)]
struct Seen {
    /// The last block that mentions it; after the sweep, of a global one: its number among them.
    block: u32,
    /// How often it is mentioned.
    mentions: u32,
    /// The instruction that wrote it first.
    written_at: u32,
    flags: u8,
}

/// It is mentioned in another block, too, or read before it is written.
const GLOBAL: u8 = 1;
/// It is written in the block of `Seen::block`.
const WRITTEN: u8 = 2;
/// It is read before it is written in that block.
const EXPOSED: u8 = 4;
/// It is made again instead of loaded.
const REMAT: u8 = 8;
/// It is in memory wherever a block begins.
const HOMED: u8 = 16;
/// It needs an interval: see [`super::brief`].
const LASTING: u8 = 32;

/// A temporary that lives longer, counted in instructions, needs an interval.
const MAX_BRIEF: u32 = 32;

/// Where a temporary is read.
#[derive(Clone, Copy)]
struct Place {
    block: u32,
    /// What was written before this instruction is not brief.
    oldest: u32,
}

/// A block reads a temporary before it writes it; or it writes it.
#[derive(Clone, Copy, Debug)]
struct Event {
    tmp: u32,
    /// Twice the block's number, and 1 for a write.
    block: u32,
}

/// Liveness at block entries.
#[derive(Debug, Default)]
pub(super) struct Liveness {
    seen: Vec<Seen>,
    /// What instructions do.
    pub(super) accesses: Accesses,
    /// Temporaries of more than one block, in ascending order.
    globals: Vec<u32>,
    /// What blocks do with them.
    events: Vec<Event>,
    /// The events of each of them, and where they begin.
    grouped: Vec<u32>,
    starts: Vec<u32>,
    /// For each block twice the number of the temporary that was last looked for there; plus 1 if it is live
    /// in, and not if it is only written.
    stamps: Vec<u32>,
    work: Vec<u32>,
    /// Pairs of block and temporary, by temporary.
    found: Vec<(u32, u32)>,
    live_starts: Vec<u32>,
    live: Vec<u32>,
    /// The same as bits by number among the globals, if it was found so; nothing is in the lists then.
    sets: LiveSets,
    dense: bool,
    /// How many blocks something is live in.
    found_facts: usize,
    /// Temporaries that something reads although nothing may have written them.
    pub(super) undefined: Vec<u32>,
    /// How many temporaries are in memory between blocks because the answer would be too large.
    pub(super) for_life: u32,
}

/// The specifications of an instruction's operands, and the first operand that has one.
#[inline]
pub(super) fn specs_of<'a>(code: &'a Code, inst: &Inst, args: &[Arg]) -> (&'a [OperandSpec], usize) {
    match inst.form.get() {
        Some(form) => (form.operands, 0),
        None => (code.operands(inst, args), 1),
    }
}

/// In how many blocks one temporary may be live: the more was found before, the fewer.
fn most_blocks(found: usize, limit: usize) -> usize {
    if found < limit / 2 { limit / 2 } else { 32.min(limit.saturating_sub(found)) }
}

/// A row of bits for so many numbers, all of which are set.
fn everything(numbers: usize) -> SmallVec<[u64; 8]> {
    SmallVec::from_elem(u64::MAX, numbers.div_ceil(64))
}

impl Liveness {
    /// The temporaries live at the beginning of a block, if they are in lists.
    pub(super) fn live_in(&self, block: u32) -> &[u32] {
        let block = block as usize;
        &self.live[self.live_starts[block] as usize..self.live_starts[block + 1] as usize]
    }

    /// Rows of bits by number in [`Liveness::globals`], if there are no lists.
    #[inline]
    pub(super) fn sets(&self) -> Option<&LiveSets> {
        self.dense.then_some(&self.sets)
    }

    /// Temporaries of more than one block, in ascending order.
    #[inline]
    pub(super) fn globals(&self) -> &[u32] {
        &self.globals
    }

    /// The place of one of them in that order.
    #[inline]
    pub(super) fn number_of(&self, global: u32) -> u32 {
        self.seen[global as usize].block
    }

    /// True if a temporary is live at the beginning of a block.
    pub(super) fn is_live_in(&self, block: u32, tmp: u32) -> bool {
        match self.sets() {
            None => self.live_in(block).binary_search(&tmp).is_ok(),
            Some(sets) => match self.seen[tmp as usize] {
                Seen { block: number, flags, .. } if flags & GLOBAL != 0 => {
                    sets.live_in(block)[number as usize / 64] >> (number % 64) & 1 != 0
                }
                _ => false,
            },
        }
    }

    /// How many facts there are: blocks that a temporary is live in, and those that mention what other blocks do.
    pub(super) fn facts(&self) -> usize {
        self.found_facts + self.events.len()
    }

    /// True if a temporary is in memory wherever a block begins.
    #[inline]
    pub(super) fn homed(&self, tmp: u32) -> bool {
        self.seen[tmp as usize].flags & (HOMED | REMAT) != 0
    }

    /// For each temporary, not fewer than it has uses and definitions; and whether it is homed, or brief.
    pub(super) fn mentions(&self) -> impl Iterator<Item = (u32, bool, bool)> {
        self.seen.iter().map(|seen| {
            let brief = seen.flags & (GLOBAL | WRITTEN | REMAT | HOMED | LASTING) == WRITTEN;
            (seen.mentions, seen.flags & (HOMED | REMAT) != 0, brief)
        })
    }

    /// Computes liveness. `hoist`: what is made again for a loop is made in front of it. `brief`: some temporaries
    /// may need no interval.
    pub(super) fn compute(
        &mut self,
        code: &mut Code,
        shape: &Shape,
        hoist: bool,
        everything_homed: bool,
        brief: bool,
    ) {
        self.sweep(code, shape, hoist, brief);
        self.number();
        self.undefined.clear();
        self.for_life = 0;
        let insts = code.buffer.insts.len().min(MAX_INSTS);
        let limit = 16 * insts + 4096;
        let words = shape.len().saturating_mul(self.globals.len().div_ceil(64));
        // In tests, small code takes turns.
        let fits = words <= 4 * insts + 64 && !(cfg!(test) && insts.is_multiple_of(2));
        self.dense = !everything_homed && fits && self.solve(shape, limit);
        if !self.dense {
            self.group();
            self.walk_all(shape, limit, everything_homed);
        }
        for &tmp in &self.globals {
            code.tmps[tmp as usize].global |= self.seen[tmp as usize].flags & REMAT == 0;
        }
    }

    /// Finds the answer as rows of bits. False if it takes too long.
    fn solve(&mut self, shape: &Shape, limit: usize) -> bool {
        self.sets.begin(shape.len(), self.globals.len());
        for event in &self.events {
            let number = self.seen[event.tmp as usize].block;
            self.sets.note(event.block / 2, number, event.block % 2 != 0);
        }
        if !self.sets.solve(|block| shape.predecessors(block)) {
            return false;
        }
        let entered_once = shape.predecessors(0).is_empty();
        let Liveness { seen, globals, sets, undefined, .. } = self;
        let at_entry: SmallVec<[u64; 8]> = sets.live_in(0).into();
        let mut kept = everything(globals.len());
        each_bit(at_entry.iter().copied(), |number| {
            let tmp = globals[number as usize];
            let state = &mut seen[tmp as usize];
            match (state.flags & REMAT != 0, entered_once) {
                (true, true) | (false, false) => {}
                (true, false) => {
                    state.flags |= HOMED;
                    kept[number as usize / 64] &= !(1 << (number % 64));
                }
                (false, true) => {
                    undefined.push(tmp);
                    state.mentions += 1;
                }
            }
        });
        if entered_once {
            sets.clear_entry(); // what is live there is given a value there
        } else {
            sets.keep(&kept);
        }
        self.found_facts = self.sets.count();
        if self.found_facts > limit / 2 {
            self.home_far(shape.len(), limit, entered_once);
        }
        true
    }

    /// Has temporaries that are live in too many blocks stay in memory between blocks.
    fn home_far(&mut self, blocks: usize, limit: usize, entered_once: bool) {
        let Liveness { seen, globals, sets, undefined, work: counts, .. } = self;
        counts.clear();
        counts.resize(globals.len(), 0);
        for block in 0..blocks as u32 {
            each_bit(sets.live_in(block).iter().copied(), |number| counts[number as usize] += 1);
        }
        let (mut found, defined) = (0, undefined.len());
        let mut kept = everything(globals.len());
        for ((number, &tmp), &count) in globals.iter().enumerate().zip(&*counts) {
            if count as usize <= most_blocks(found, limit) {
                found += count as usize;
                continue;
            }
            kept[number / 64] &= !(1 << (number % 64));
            let state = &mut seen[tmp as usize];
            state.flags |= HOMED;
            if state.flags & REMAT != 0 {
                continue;
            }
            self.for_life += 1;
            if entered_once && undefined[..defined].binary_search(&tmp).is_err() {
                undefined.push(tmp);
                state.mentions += 1;
            }
        }
        sets.keep(&kept);
        undefined.sort_unstable();
        self.found_facts = found;
    }

    /// Finds the answer as lists.
    fn walk_all(&mut self, shape: &Shape, limit: usize, everything_homed: bool) {
        let blocks = shape.len();
        self.stamps.clear();
        self.stamps.resize(blocks, NONE);
        self.live_starts.clear();
        self.live_starts.resize(blocks + 1, 0);
        self.found.clear();
        for global in 0..self.globals.len() {
            self.walk(global, shape, limit, everything_homed);
        }
        // From pairs by temporary to temporaries by block.
        let mut end = 0;
        for start in &mut self.live_starts {
            end += *start;
            *start = end;
        }
        self.live.clear();
        self.live.resize(self.found.len(), 0);
        for &(block, tmp) in self.found.iter().rev() {
            let place = &mut self.live_starts[block as usize];
            *place -= 1;
            self.live[*place as usize] = tmp;
        }
        self.found_facts = self.found.len();
    }

    /// Finds what blocks read and write of what others read or write, too.
    fn sweep(&mut self, code: &Code, shape: &Shape, hoist: bool, brief: bool) {
        let lasting = if brief { 0 } else { LASTING };
        self.seen.clear();
        self.seen.extend(code.tmps.iter().map(|info| {
            let flags = if info.remat.is_valid() { REMAT } else { 0 };
            Seen { block: NONE, mentions: 0, written_at: 0, flags: flags | lasting }
        }));
        self.events.clear();
        self.accesses.compute(code);
        let accesses = std::mem::take(&mut self.accesses);
        for block in code.blocks.ids().map(|id| id.number()) {
            let region = if hoist { shape.outermost_with_preheader(block) } else { NONE };
            let preheader = if region == NONE { NONE } else { shape.loops[region as usize].preheader };
            // What was written before it lasts.
            let mut oldest = 0;
            for access in accesses.of_block(block) {
                let number = inst_of(access.point);
                let Some(tmp) = access.tmp.number() else {
                    if access.is_whole() {
                        let inst = &code.buffer.insts[number as usize];
                        self.constrained(code, inst, code.buffer.args(inst), block, preheader);
                        oldest = number;
                    }
                    continue;
                };
                if access.writes() {
                    self.write(tmp, block, number);
                } else {
                    let at = Place { block, oldest: oldest.max(number.saturating_sub(MAX_BRIEF)) };
                    // What a copy copies is made here.
                    self.read(tmp, at, if access.copies() { NONE } else { preheader }, false);
                }
                if access.is_between() {
                    self.seen[tmp as usize].flags |= LASTING;
                }
            }
        }
        self.accesses = accesses;
    }

    /// One instruction of the sweep, whatever its operands.
    #[inline(never)]
    fn constrained(&mut self, code: &Code, inst: &Inst, args: &[Arg], block: u32, preheader: u32) {
        let (specs, first) = specs_of(code, inst, args);
        let args = args.get(first..).unwrap_or(&[]);
        let at = Place { block, oldest: u32::MAX };
        for (arg, spec) in args.iter().zip(specs) {
            match *arg {
                Arg::Tmp(tmp) if spec.role.is_use() => {
                    let here = spec.fixed().is_some() || inst.opcode.has(Properties::MOVE);
                    let preheader = if here { NONE } else { preheader };
                    self.read_part(tmp, at, preheader, spec.fixed().is_some());
                }
                Arg::Addr { base, .. } => self.read_part(base, at, preheader, false),
                Arg::Index { base, index, .. } => {
                    self.read_part(base, at, preheader, false);
                    self.read_part(index, at, preheader, false);
                }
                _ => {}
            }
        }
        for (arg, spec) in args.iter().zip(specs) {
            if let (Arg::Tmp(tmp), Some(_)) = (arg, spec.role.def_timing())
                && let Some(tmp) = tmp.number()
            {
                self.write(tmp, block, 0);
                self.seen[tmp as usize].flags |= LASTING;
            }
        }
    }

    /// As [`Liveness::read`], if it is a temporary.
    fn read_part(&mut self, tmp: Tmp, at: Place, preheader: u32, fixed: bool) {
        if let Some(tmp) = tmp.number() {
            self.read(tmp, at, preheader, fixed);
        }
    }

    #[inline(always)]
    fn read(&mut self, tmp: u32, at: Place, preheader: u32, fixed: bool) {
        let seen = &mut self.seen[tmp as usize];
        seen.mentions += 1;
        if seen.written_at < at.oldest {
            seen.flags |= LASTING;
        }
        if seen.flags & REMAT != 0 {
            self.read_remat(tmp, at.block, preheader, fixed);
        } else if seen.block != at.block {
            self.read_from_outside(tmp, at.block);
        }
    }

    /// A block reads what it did not mention before.
    #[inline(never)]
    fn read_from_outside(&mut self, tmp: u32, block: u32) {
        self.enter(tmp, block);
        self.seen[tmp as usize].flags |= GLOBAL | EXPOSED;
        self.events.push(Event { tmp, block: block * 2 });
    }

    /// What is made again is made in front of the loop, or here; fixed operands are made in their registers.
    #[inline(never)]
    fn read_remat(&mut self, tmp: u32, block: u32, preheader: u32, fixed: bool) {
        if self.seen[tmp as usize].block != block {
            self.enter(tmp, block);
            self.seen[tmp as usize].flags |= GLOBAL;
        }
        let seen = &mut self.seen[tmp as usize];
        if seen.flags & EXPOSED == 0 && !fixed {
            if preheader != NONE {
                seen.flags |= EXPOSED;
                self.events.push(Event { tmp, block: block * 2 });
                self.events.push(Event { tmp, block: preheader * 2 + 1 });
            } else if seen.flags & WRITTEN == 0 {
                seen.flags |= WRITTEN;
                self.events.push(Event { tmp, block: block * 2 + 1 });
            }
        }
    }

    #[inline(always)]
    fn write(&mut self, tmp: u32, block: u32, inst: u32) {
        let seen = &mut self.seen[tmp as usize];
        seen.mentions += 1;
        if seen.block == NONE && seen.flags & REMAT == 0 {
            (seen.block, seen.written_at) = (block, inst);
            seen.flags |= WRITTEN;
        } else {
            seen.flags |= LASTING;
            if seen.block != block || seen.flags & WRITTEN == 0 {
                self.write_again(tmp, block);
            }
        }
    }

    /// A write that is not a temporary's first mention.
    #[inline(never)]
    fn write_again(&mut self, tmp: u32, block: u32) {
        let seen = self.seen[tmp as usize];
        if seen.block != block {
            self.enter(tmp, block);
            if seen.block != NONE {
                self.seen[tmp as usize].flags |= GLOBAL;
            }
        }
        let seen = &mut self.seen[tmp as usize];
        seen.flags |= WRITTEN;
        if seen.flags & GLOBAL != 0 {
            self.events.push(Event { tmp, block: block * 2 + 1 });
        }
    }

    /// The first mention of a temporary in a block. If it was only mentioned in one so far, which wrote it
    /// first, that becomes an event.
    fn enter(&mut self, tmp: u32, block: u32) {
        let seen = &mut self.seen[tmp as usize];
        if seen.flags & (GLOBAL | WRITTEN) == WRITTEN {
            self.events.push(Event { tmp, block: seen.block * 2 + 1 });
        }
        seen.block = block;
        seen.flags &= REMAT | GLOBAL | LASTING;
    }

    /// Numbers the temporaries of more than one block.
    fn number(&mut self) {
        self.globals.clear();
        for (seen, tmp) in self.seen.iter_mut().zip(0..) {
            if seen.flags & GLOBAL != 0 {
                seen.block = self.globals.len() as u32;
                self.globals.push(tmp);
            }
        }
    }

    /// Sorts the events by temporary.
    fn group(&mut self) {
        self.starts.clear();
        self.starts.resize(self.globals.len() + 1, 0);
        for event in &self.events {
            self.starts[self.seen[event.tmp as usize].block as usize] += 1;
        }
        let mut end = 0;
        for start in &mut self.starts {
            end += *start;
            *start = end;
        }
        self.grouped.clear();
        self.grouped.resize(end as usize, 0);
        for event in self.events.iter().rev() {
            let place = &mut self.starts[self.seen[event.tmp as usize].block as usize];
            *place -= 1;
            self.grouped[*place as usize] = event.block;
        }
    }

    /// Finds the blocks where a global temporary is live.
    fn walk(&mut self, global: usize, shape: &Shape, limit: usize, everything_homed: bool) {
        let tmp = self.globals[global];
        let events = self.starts[global] as usize..self.starts[global + 1] as usize;
        let before = self.found.len();
        let most = most_blocks(before, limit);
        let mut undefined = false;
        let mut homed = everything_homed && !self.homed(tmp);
        let (work, found, stamps) = (&mut self.work, &mut self.found, &mut self.stamps[..]);
        work.clear();
        for event in &self.grouped[events] {
            let (block, read) = (event / 2, event % 2 == 0);
            let stamp = &mut stamps[block as usize];
            if !read {
                *stamp = if *stamp / 2 == tmp { *stamp } else { 2 * tmp };
            } else if *stamp != 2 * tmp + 1 {
                *stamp = 2 * tmp + 1;
                work.push(block);
            }
        }
        while let Some(block) = work.pop() {
            if homed || found.len() - before >= most {
                homed = true;
                break;
            }
            let predecessors = shape.predecessors(block);
            if block == 0 {
                undefined = true;
                if predecessors.is_empty() {
                    continue; // it is given a value there
                }
            }
            found.push((block, tmp));
            self.live_starts[block as usize] += 1;
            for &predecessor in predecessors {
                let stamp = &mut stamps[predecessor as usize];
                if *stamp / 2 != tmp {
                    *stamp = 2 * tmp + 1;
                    work.push(predecessor);
                }
            }
        }
        let remat = self.seen[tmp as usize].flags & REMAT != 0;
        let entered_once = shape.predecessors(0).is_empty();
        if homed || remat && undefined && !entered_once {
            for (block, _) in self.found.drain(before..) {
                self.live_starts[block as usize] -= 1;
            }
            self.seen[tmp as usize].flags |= HOMED;
            self.for_life += u32::from(!remat && !everything_homed);
        }
        if (undefined || homed) && !remat && entered_once {
            self.undefined.push(tmp);
            self.seen[tmp as usize].mentions += 1;
        }
    }
}
