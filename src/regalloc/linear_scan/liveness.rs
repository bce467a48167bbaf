//! Live-in sets of blocks, computed without a fixpoint.
//!
//! Most temporaries are local to a block. A forward sweep finds them and excludes them from all other work. For each
//! global temporary, the control flow graph is walked backward from the blocks with upward-exposed reads to the blocks
//! that write it. The cost is the size of the result (Boissinot et al., "A Non-Iterative Data-Flow Algorithm for
//! Computing Liveness Sets in Strict SSA Programs", 2011; also correct for several definitions). If bitsets take little
//! more memory than the code, [`super::live_sets`] computes the same with less work. If the result is too large for the
//! code, temporaries that are live in many blocks stay in memory between blocks, which keeps the result linear.
//!
//! A rematerialized temporary has no definition. It is treated as defined before its first use in a block or, for a use
//! in a loop, at the end of the preheader of the outermost loop.

use super::accesses::Accesses;
use super::control_flow::{ControlFlow, NONE};
use super::live_sets::{LiveSets, each_bit};
use super::point::{MAX_INSTS, inst_of};
use crate::air::opcode::Properties;
use crate::air::{Arg, Code, Inst, OperandSpec, Tmp};
use smallvec::SmallVec;

/// What the sweep knows of a temporary.
#[derive(Clone, Copy, Debug)]
struct Seen {
    /// The last block that mentions it. After the sweep, for a global temporary: its index in `globals`.
    block: u32,
    mentions: u32,
    /// The first instruction that writes it.
    written_at: u32,
    flags: u8,
}

/// Another block mentions it too, or it is read before it is written.
const GLOBAL: u8 = 1;
/// Written in the block `Seen::block`.
const WRITTEN: u8 = 2;
/// Has an upward-exposed read in that block.
const EXPOSED: u8 = 4;
/// Rematerialized instead of loaded.
const REMAT: u8 = 8;
/// In memory at every block entry.
const HOMED: u8 = 16;
/// Not short-lived ([`super::short_lived`]): needs an interval.
const NEEDS_INTERVAL: u8 = 32;

/// Maximum lifetime of a short-lived temporary, in instructions.
const MAX_SHORT_LIVED: u32 = 32;

/// The position of a read.
#[derive(Clone, Copy)]
struct Place {
    block: u32,
    /// A temporary written before this instruction is not short-lived.
    oldest: u32,
}

/// An upward-exposed read or a write of a temporary in a block.
#[derive(Clone, Copy, Debug)]
struct Event {
    tmp: u32,
    /// Twice the block's number, plus 1 for a write.
    block: u32,
}

/// Liveness at block entries.
#[derive(Debug, Default)]
pub(super) struct Liveness {
    seen: Vec<Seen>,
    pub(super) accesses: Accesses,
    /// Global temporaries, ascending.
    globals: Vec<u32>,
    /// Their reads and writes by block.
    events: Vec<Event>,
    /// The events grouped by temporary, and the start of each group.
    grouped: Vec<u32>,
    starts: Vec<u32>,
    /// For each block, twice the number of the temporary whose walk visited it last; plus 1 if that is live-in, and
    /// without it if the block only writes it.
    stamps: Vec<u32>,
    work: Vec<u32>,
    /// Pairs of block and live-in temporary, by temporary.
    found: Vec<(u32, u32)>,
    live_starts: Vec<u32>,
    live: Vec<u32>,
    /// The result as bitsets, if `dense`; the lists are then empty.
    sets: LiveSets,
    dense: bool,
    /// Number of pairs of a block and a live-in temporary.
    found_facts: usize,
    /// Temporaries with a read that no write may reach.
    pub(super) undefined: Vec<u32>,
    /// Number of temporaries kept in memory between blocks because the result would be too large.
    pub(super) homed_at_limit: u32,
}

/// The specifications of an instruction's operands, and the index of the first operand that has one.
#[inline]
pub(super) fn specs_of<'a>(code: &'a Code, inst: &Inst, args: &[Arg]) -> (&'a [OperandSpec], usize) {
    match inst.form.get() {
        Some(form) => (form.operands, 0),
        None => (code.operands(inst, args), 1),
    }
}

/// Maximum number of blocks in which a temporary may be live. It drops once half of the limit is used.
fn max_live_blocks(found: usize, limit: usize) -> usize {
    if found < limit / 2 { limit / 2 } else { 32.min(limit.saturating_sub(found)) }
}

/// A row of at least this many bits, all set.
fn all_ones(numbers: usize) -> SmallVec<[u64; 8]> {
    SmallVec::from_elem(u64::MAX, numbers.div_ceil(64))
}

impl Liveness {
    /// The live-in temporaries of a block. Only if not dense.
    pub(super) fn live_in(&self, block: u32) -> &[u32] {
        let block = block as usize;
        &self.live[self.live_starts[block] as usize..self.live_starts[block + 1] as usize]
    }

    /// The live-in bitsets, by index in [`Liveness::globals`]. Only if dense.
    #[inline]
    pub(super) fn sets(&self) -> Option<&LiveSets> {
        self.dense.then_some(&self.sets)
    }

    /// Global temporaries, ascending.
    #[inline]
    pub(super) fn globals(&self) -> &[u32] {
        &self.globals
    }

    /// The index of a global temporary in [`Liveness::globals`].
    #[inline]
    pub(super) fn number_of(&self, global: u32) -> u32 {
        self.seen[global as usize].block
    }

    /// True if a temporary is live-in in a block.
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

    /// Number of facts: live-in pairs, and reads and writes of global temporaries by block.
    pub(super) fn facts(&self) -> usize {
        self.found_facts + self.events.len()
    }

    /// True if a temporary is in memory or rematerialized at every block entry.
    #[inline]
    pub(super) fn homed(&self, tmp: u32) -> bool {
        self.seen[tmp as usize].flags & (HOMED | REMAT) != 0
    }

    /// For each temporary: an upper bound on its uses and definitions, and whether it is homed, or short-lived.
    pub(super) fn mentions(&self) -> impl Iterator<Item = (u32, bool, bool)> {
        self.seen.iter().map(|seen| {
            let short_lived = seen.flags & (GLOBAL | WRITTEN | REMAT | HOMED | NEEDS_INTERVAL) == WRITTEN;
            (seen.mentions, seen.flags & (HOMED | REMAT) != 0, short_lived)
        })
    }

    /// Computes liveness. `hoist`: rematerialize in preheaders. `short_lived`: allow short-lived temporaries.
    pub(super) fn compute(
        &mut self,
        code: &mut Code,
        control_flow: &ControlFlow,
        hoist: bool,
        home_everything: bool,
        short_lived: bool,
    ) {
        self.sweep(code, control_flow, hoist, short_lived);
        self.number();
        self.undefined.clear();
        self.homed_at_limit = 0;
        let insts = code.buffer.insts.len().min(MAX_INSTS);
        let limit = 16 * insts + 4096;
        let words = control_flow.len().saturating_mul(self.globals.len().div_ceil(64));
        // In tests, small code exercises both representations.
        let fits = words <= 4 * insts + 64 && !(cfg!(test) && insts.is_multiple_of(2));
        self.dense = !home_everything && fits && self.solve(control_flow, limit);
        if !self.dense {
            self.group();
            self.walk_all(control_flow, limit, home_everything);
        }
        for &tmp in &self.globals {
            code.tmps[tmp as usize].global |= self.seen[tmp as usize].flags & REMAT == 0;
        }
    }

    /// Computes the result as bitsets. Returns false if that takes too many passes.
    fn solve(&mut self, control_flow: &ControlFlow, limit: usize) -> bool {
        self.sets.begin(control_flow.len(), self.globals.len());
        for event in &self.events {
            let number = self.seen[event.tmp as usize].block;
            self.sets.note(event.block / 2, number, event.block % 2 != 0);
        }
        if !self.sets.solve(|block| control_flow.predecessors(block)) {
            return false;
        }
        let entered_once = control_flow.predecessors(0).is_empty();
        let Liveness { seen, globals, sets, undefined, .. } = self;
        let at_entry: SmallVec<[u64; 8]> = sets.live_in(0).into();
        let mut kept = all_ones(globals.len());
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
            sets.clear_entry(); // a definition is inserted there
        } else {
            sets.keep(&kept);
        }
        self.found_facts = self.sets.count();
        if self.found_facts > limit / 2 {
            self.home_widely_live(control_flow.len(), limit, entered_once);
        }
        true
    }

    /// Keeps temporaries that are live in too many blocks in memory between blocks.
    fn home_widely_live(&mut self, blocks: usize, limit: usize, entered_once: bool) {
        let Liveness { seen, globals, sets, undefined, work: counts, .. } = self;
        counts.clear();
        counts.resize(globals.len(), 0);
        for block in 0..blocks as u32 {
            each_bit(sets.live_in(block).iter().copied(), |number| counts[number as usize] += 1);
        }
        let (mut found, defined) = (0, undefined.len());
        let mut kept = all_ones(globals.len());
        for ((number, &tmp), &count) in globals.iter().enumerate().zip(&*counts) {
            if count as usize <= max_live_blocks(found, limit) {
                found += count as usize;
                continue;
            }
            kept[number / 64] &= !(1 << (number % 64));
            let state = &mut seen[tmp as usize];
            state.flags |= HOMED;
            if state.flags & REMAT != 0 {
                continue;
            }
            self.homed_at_limit += 1;
            if entered_once && undefined[..defined].binary_search(&tmp).is_err() {
                undefined.push(tmp);
                state.mentions += 1;
            }
        }
        sets.keep(&kept);
        undefined.sort_unstable();
        self.found_facts = found;
    }

    /// Computes the result as lists.
    fn walk_all(&mut self, control_flow: &ControlFlow, limit: usize, home_everything: bool) {
        let blocks = control_flow.len();
        self.stamps.clear();
        self.stamps.resize(blocks, NONE);
        self.live_starts.clear();
        self.live_starts.resize(blocks + 1, 0);
        self.found.clear();
        for global in 0..self.globals.len() {
            self.walk(global, control_flow, limit, home_everything);
        }
        // Regroups the pairs by block.
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

    /// Finds the reads and writes of global temporaries in each block.
    fn sweep(&mut self, code: &Code, control_flow: &ControlFlow, hoist: bool, short_lived: bool) {
        let lasting = if short_lived { 0 } else { NEEDS_INTERVAL };
        self.seen.clear();
        self.seen.extend(code.tmps.iter().map(|info| {
            let flags = if info.remat.is_valid() { REMAT } else { 0 };
            Seen { block: NONE, mentions: 0, written_at: 0, flags: flags | lasting }
        }));
        self.events.clear();
        self.accesses.compute(code);
        let accesses = std::mem::take(&mut self.accesses);
        for block in code.blocks.ids().map(|id| id.number()) {
            let region = if hoist { control_flow.outermost_with_preheader(block) } else { NONE };
            let preheader = if region == NONE { NONE } else { control_flow.loops[region as usize].preheader };
            // A temporary written before this instruction is not short-lived.
            let mut oldest = 0;
            for access in accesses.of_block(block) {
                let number = inst_of(access.point);
                let Some(tmp) = access.tmp.number() else {
                    if access.is_constrained() {
                        let inst = &code.buffer.insts[number as usize];
                        self.visit_constrained(code, inst, code.buffer.args(inst), block, preheader);
                        oldest = number;
                    }
                    continue;
                };
                if access.writes() {
                    self.write(tmp, block, number);
                } else {
                    let at = Place { block, oldest: oldest.max(number.saturating_sub(MAX_SHORT_LIVED)) };
                    // A copy rematerializes its source in place.
                    self.read(tmp, at, if access.copies() { NONE } else { preheader }, false);
                }
                if access.is_tmp_copy() {
                    self.seen[tmp as usize].flags |= NEEDS_INTERVAL;
                }
            }
        }
        self.accesses = accesses;
    }

    /// Visits an instruction with constraints.
    #[inline(never)]
    fn visit_constrained(&mut self, code: &Code, inst: &Inst, args: &[Arg], block: u32, preheader: u32) {
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
                self.seen[tmp as usize].flags |= NEEDS_INTERVAL;
            }
        }
    }

    /// As [`Liveness::read`]; ignores registers.
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
            seen.flags |= NEEDS_INTERVAL;
        }
        if seen.flags & REMAT != 0 {
            self.read_remat(tmp, at.block, preheader, fixed);
        } else if seen.block != at.block {
            self.read_from_outside(tmp, at.block);
        }
    }

    /// The first mention of a temporary in this block is a read.
    #[inline(never)]
    fn read_from_outside(&mut self, tmp: u32, block: u32) {
        self.enter(tmp, block);
        self.seen[tmp as usize].flags |= GLOBAL | EXPOSED;
        self.events.push(Event { tmp, block: block * 2 });
    }

    /// Rematerializes before the loop, or else in this block. Fixed operands are rematerialized in their registers.
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
            seen.flags |= NEEDS_INTERVAL;
            if seen.block != block || seen.flags & WRITTEN == 0 {
                self.write_again(tmp, block);
            }
        }
    }

    /// A write that is not the temporary's first mention.
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

    /// Handles the first mention of a temporary in a block. If it was local to a block so far, and written first there,
    /// that write becomes an event.
    fn enter(&mut self, tmp: u32, block: u32) {
        let seen = &mut self.seen[tmp as usize];
        if seen.flags & (GLOBAL | WRITTEN) == WRITTEN {
            self.events.push(Event { tmp, block: seen.block * 2 + 1 });
        }
        seen.block = block;
        seen.flags &= REMAT | GLOBAL | NEEDS_INTERVAL;
    }
    fn number(&mut self) {
        self.globals.clear();
        for (seen, tmp) in self.seen.iter_mut().zip(0..) {
            if seen.flags & GLOBAL != 0 {
                seen.block = self.globals.len() as u32;
                self.globals.push(tmp);
            }
        }
    }

    /// Groups the events by temporary.
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

    /// Finds the blocks in which a global temporary is live-in.
    fn walk(&mut self, global: usize, control_flow: &ControlFlow, limit: usize, home_everything: bool) {
        let tmp = self.globals[global];
        let events = self.starts[global] as usize..self.starts[global + 1] as usize;
        let before = self.found.len();
        let most = max_live_blocks(before, limit);
        let mut undefined = false;
        let mut homed = home_everything && !self.homed(tmp);
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
            let predecessors = control_flow.predecessors(block);
            if block == 0 {
                undefined = true;
                if predecessors.is_empty() {
                    continue; // a definition is inserted there
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
        let entered_once = control_flow.predecessors(0).is_empty();
        if homed || remat && undefined && !entered_once {
            for (block, _) in self.found.drain(before..) {
                self.live_starts[block as usize] -= 1;
            }
            self.seen[tmp as usize].flags |= HOMED;
            self.homed_at_limit += u32::from(!remat && !home_everything);
        }
        if (undefined || homed) && !remat && entered_once {
            self.undefined.push(tmp);
            self.seen[tmp as usize].mentions += 1;
        }
    }
}
