//! The scan: assigns registers to intervals in the order of their start.
//!
//! An interval releases its register at its end, and lends it to others in its lifetime holes. If no register is free
//! for the whole interval, the cheapest of four choices is taken: use a register that is free for a part and split
//! there; evict the occupant of a register; use a new callee-saved register; or leave the interval in memory up to its
//! next use. A spilled value gets a second chance at its next use, or before the loop around that use.
//!
//! Poletto and Sarkar, "Linear Scan Register Allocation" (1999); Traub, Holloway and Smith, "Quality and Speed in
//! Linear-scan Register Allocation" (1998); Wimmer and Mössenböck, "Optimized Interval Splitting in a Linear Scan
//! Register Allocator" (2005).

use super::brief::Brief;
use super::bundle::Bundles;
use super::fixed::Fixed;
use super::intervals::{Range, RareCall};
use super::occupancy::{Doubts, Occupancy};
use super::pieces::Pieces;
use super::point::{Point, gap, inst_of, late};
use super::price::{Need, Outlook};
use super::queue::Queue;
use super::record::How;
use super::shape::Shape;
use crate::air::Code;
use crate::base::{Bank, Reg, RegSet};
use crate::regalloc::registers::Random;
use crate::regalloc::why::{Split, Why};
use crate::regalloc::{AllocError, AllocStats, Forced};
use smallvec::SmallVec;
use std::cell::Cell;

/// Maximum number of ranges per interval; bounds the time to compare two intervals.
const MAX_RANGES: usize = 32;

/// An interval that holds a register across a rare call that clobbers it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Saved {
    pub(super) inst: u32,
    pub(super) piece: u32,
}

/// What to do with an interval for which no register is free to its end.
#[derive(Clone, Copy, Debug)]
enum Way {
    Part(Reg),
    Evict(Reg),
    CalleeSaved(Reg),
    Memory,
}

/// The registers of the target.
#[derive(Clone, Copy)]
pub(super) struct Registers<'a> {
    /// By bank, the cheapest first. Only `usable` ones may be assigned.
    pub(super) allocatable: [&'a [Reg]; 2],
    pub(super) usable: RegSet,
    pub(super) callee_saved: RegSet,
}

/// The state of the scan.
#[derive(Debug)]
pub(super) struct Scan {
    pub(super) occupancy: Occupancy,
    pub(super) queue: Queue,
    /// Cache: a point, and the cost of having the current interval in memory from there on.
    pub(super) price_from: Cell<(Point, f32)>,
    /// By register, the cached eviction cost of its occupant.
    pub(super) outlooks: Vec<Outlook>,
    /// By bank, the order of assignment: runs of registers with ascending indices.
    order: [SmallVec<[RegSet; 4]>; 2],
    /// Registers that may be assigned; forced modes allow fewer than `usable`.
    pub(super) open: RegSet,
    /// Callee-saved registers not assigned yet: their first use costs a save and a restore.
    pub(super) dear: RegSet,
    /// Registers assigned to some interval.
    pub(super) given: RegSet,
    /// Callee-saved registers assigned.
    pub(super) saved: RegSet,
    pub(super) across_rare_calls: Vec<Saved>,
    pub(super) stats: AllocStats,
    /// Number of uses and ranges examined in loops that the code's length does not bound.
    pub(super) work: Cell<u32>,
    pub(super) random: Random,
}

impl Default for Scan {
    fn default() -> Scan {
        Scan {
            occupancy: Occupancy::default(),
            queue: Queue::default(),
            price_from: Cell::new((0, 0.0)),
            outlooks: vec![Outlook::NONE; Reg::COUNT],
            order: Default::default(),
            open: RegSet::EMPTY,
            dear: RegSet::EMPTY,
            given: RegSet::EMPTY,
            saved: RegSet::EMPTY,
            across_rare_calls: Vec::new(),
            stats: AllocStats::default(),
            work: Cell::new(0),
            random: Random::new(0),
        }
    }
}

/// Maximum number of intervals placed per range and use.
const STEPS_EACH: usize = 64;

/// One scan over both banks.
pub(super) struct Pass<'a> {
    pub(super) code: &'a Code,
    pub(super) shape: &'a Shape,
    pub(super) fixed: &'a Fixed,
    pub(super) bundles: &'a mut Bundles,
    pub(super) pieces: &'a mut Pieces,
    pub(super) rare_calls: &'a [RareCall],
    /// In backward order.
    pub(super) briefs: &'a [Brief],
    pub(super) registers: Registers<'a>,
    /// True if the code has loops: splits may move to loop boundaries.
    pub(super) loops: bool,
    pub(super) forced: Forced,
    pub(super) scan: &'a mut Scan,
    pub(super) why: Option<&'a mut Why>,
    /// The scan's point, its block, and the block's end.
    pub(super) point: Point,
    pub(super) block: u32,
    pub(super) block_end: Point,
    /// Frequency of that block.
    pub(super) weight: f32,
    /// Number of the current run of blocks with the same innermost loop.
    pub(super) zone: u32,
}

impl Pass<'_> {
    /// Assigns registers to all intervals.
    pub(super) fn run(mut self) -> Result<(), AllocError> {
        self.begin();
        let mut rare_calls = self.rare_calls.iter().rev().peekable();
        // An interval is placed once for each split or eviction. After more steps than this, the scan is stuck.
        let ends = self.bundles.ranges.len() + self.bundles.uses.len() + 2 * self.briefs.len();
        let mut steps = STEPS_EACH * (ends + 1);
        let mut briefs = self.briefs.iter().rev().peekable();
        loop {
            let start = self.scan.queue.next_start();
            let next_call = rare_calls.peek().map_or(Point::MAX, |call| late(call.inst));
            let (next, queued) = (start.min(next_call), self.scan.queue.added());
            // Stops when an interval is queued: it may start before the next one known so far.
            while self.scan.queue.added() == queued
                && let Some(brief) = briefs.next_if(|brief| late(brief.inst) < next)
            {
                self.place_brief(brief);
            }
            if self.scan.queue.added() != queued {
                continue;
            }
            if next_call < start {
                // May queue an interval that starts before the next one known so far.
                if let Some(call) = rare_calls.next() {
                    self.pass_rare_call(call);
                }
                continue;
            }
            let Some(piece) = self.scan.queue.pop() else { return Ok(()) };
            steps = steps.checked_sub(1).ok_or(AllocError::Endless)?;
            self.advance(self.pieces.all[piece as usize].start);
            self.place(piece)?;
        }
    }

    fn begin(&mut self) {
        let insts = self.shape.first.last().copied().unwrap_or(0);
        let Registers { allocatable, usable, callee_saved } = self.registers;
        let scan = &mut *self.scan;
        scan.random = match self.forced {
            Forced::Random(seed) | Forced::Split(seed) => Random::new(seed),
            _ => Random::new(0),
        };
        scan.open = RegSet::EMPTY;
        for (order, all) in scan.order.iter_mut().zip(allocatable) {
            order.clear();
            for run in all.chunk_by(|a, b| a.index() < b.index()) {
                order.push(RegSet::of(run));
            }
            let count = if self.forced == Forced::Few { 2 } else { all.len() };
            let open = all.iter().copied().filter(|reg| usable.contains(*reg)).take(count);
            scan.open = scan.open.union(open.collect());
        }
        scan.dear = if let Forced::Random(_) = self.forced { RegSet::EMPTY } else { callee_saved };
        (scan.given, scan.saved) = (RegSet::EMPTY, RegSet::EMPTY);
        scan.across_rare_calls.clear();
        scan.stats = AllocStats::default();
        scan.work.set(0);
        scan.occupancy.begin(insts, self.fixed);
        scan.queue.begin(insts);
        // Of intervals with the same start, the last one queued comes first.
        for bundle in (0..self.bundles.all.len() as u32).rev() {
            self.add_bundle(bundle);
        }
        self.block_end = self.shape.first.get(1).map_or(0, |first| gap(*first));
        self.weight = self.shape.weights.first().copied().unwrap_or(1.0);
    }

    /// Queues a bundle: as one interval, or as one per range if it is in memory between them.
    fn add_bundle(&mut self, bundle: u32) {
        let data = &mut self.bundles.all[bundle as usize];
        let (from, to) = data.ranges;
        if to == from + 1 {
            let Range { start, end } = self.bundles.ranges[from as usize];
            let piece = self.pieces.add_first(bundle, data, start, end);
            self.scan.queue.add(start, piece);
            return;
        }
        let ranges = &self.bundles.ranges[from as usize..to as usize];
        let step = if data.homed { 1 } else { MAX_RANGES };
        let [first, ..] = *ranges else { return };
        let last = ranges[step.min(ranges.len()) - 1];
        let piece = self.pieces.add_first(bundle, data, first.start, last.end);
        self.scan.queue.add(first.start, piece);
        if ranges.len() <= step {
            return;
        }
        let ((first, end), long) = (data.ranges, !data.homed);
        let mut before = piece;
        for from in (first as usize..end as usize).step_by(step).skip(1) {
            if long {
                let cut = self.pieces.all[before as usize].end;
                self.keep_split(before, None, cut, Split::LongLife, false);
            }
            let last = (from + step).min(end as usize) - 1;
            let (start, end) = (self.bundles.ranges[from].start, self.bundles.ranges[last].end);
            before = self.pieces.add(self.bundles, bundle, start, end);
            self.scan.queue.add(start, before);
        }
    }

    /// Queues the rest of a bundle as another interval.
    pub(super) fn add_later(&mut self, bundle: u32, start: Point, end: Point) {
        let piece = self.pieces.add(self.bundles, bundle, start, end);
        self.scan.queue.add_later(start, piece);
    }

    /// Records the intervals that live across a rare call in a register that it clobbers.
    fn pass_rare_call(&mut self, call: &RareCall) {
        self.advance(late(call.inst));
        for reg in call.clobbers.intersection(self.scan.occupancy.occupied).iter() {
            let occupant = self.scan.occupancy.occupant(reg);
            // No short-lived temporary lives across a call.
            let Some(piece) = self.pieces.all.get(occupant as usize) else { continue };
            // The interval may end right after the call while its value lives on.
            if self.bundles.ranges[piece.range as usize].end > gap(call.inst + 1) {
                self.scan.across_rare_calls.push(Saved { inst: call.inst, piece: occupant });
            }
        }
    }

    /// Assigns a register to an interval, or leaves it in memory.
    fn place(&mut self, piece: u32) -> Result<(), AllocError> {
        let data = self.pieces.all[piece as usize];
        if data.start >= data.end {
            return Ok(());
        }
        if self.forced != Forced::None {
            self.cut_by_force(piece);
        }
        self.scan.occupancy.forget_conflicts();
        let end = self.pieces.all[piece as usize].end;
        let bank = self.bundles.all[data.bundle as usize].bank;
        let free = self.scan.open.in_bank(bank).difference(self.scan.occupancy.occupied);
        let doubts = self.doubts(piece, end);
        if free.is_empty() {
            return self.place_at_a_price(piece, bank, &doubts, RegSet::EMPTY, None);
        }
        let cheap = free.difference(self.scan.dear);
        let open = free.difference(doubts.blocked);
        let best = open.intersection(cheap);
        let fits = |pass: &Self, reg| {
            best.contains(reg) && (!doubts.uncertain.contains(reg) || pass.conflict(reg, piece) >= end)
        };
        if !best.is_empty()
            && let Some(hint) = self.hint(piece, fits)
        {
            self.assign(piece, hint, How::Wished);
            return Ok(());
        }
        let (mut found, mut new_saved) = (None, None);
        'found: for run in &self.scan.order[bank as usize] {
            for reg in run.intersection(open).iter() {
                if !doubts.uncertain.contains(reg) || self.conflict(reg, piece) >= end {
                    if cheap.contains(reg) {
                        found = Some(reg);
                        break 'found;
                    }
                    new_saved = new_saved.or(Some(reg));
                }
            }
        }
        if let Some(reg) = found {
            self.assign(piece, reg, How::Free);
            return Ok(());
        }
        // No register without extra cost is free to the end.
        self.place_at_a_price(piece, bank, &doubts, cheap, new_saved)
    }

    /// The first of a set of registers, in the order of assignment.
    #[inline]
    pub(super) fn first_of(&self, bank: Bank, regs: RegSet) -> Option<Reg> {
        let order = &self.scan.order[bank as usize];
        order.iter().find_map(|run| run.intersection(regs).first())
    }

    /// Of some free registers, the one that is free for longest, and up to which point: past `least`.
    #[inline(never)]
    fn free_for_longest(
        &self,
        piece: u32,
        bank: Bank,
        free: RegSet,
        doubts: &Doubts,
        least: Point,
    ) -> (Point, Option<Reg>) {
        let mut part = (least, None);
        // A register clobbered no later than the best one found is no better.
        let without = |regs: RegSet, until| {
            if doubts.blocked_at <= until { regs.difference(doubts.blocked) } else { regs }
        };
        let mut free = without(free, least);
        for run in &self.scan.order[bank as usize] {
            let mut rest = run.intersection(free);
            while let Some(reg) = rest.first() {
                let until = self.conflict(reg, piece);
                if until > part.0 {
                    part = (until, Some(reg));
                    free = without(free, until);
                }
                rest.remove(reg);
                rest = rest.intersection(free);
            }
        }
        part
    }

    #[inline]
    fn assign(&mut self, piece: u32, reg: Reg, how: How) {
        self.note_assigned(piece, reg, how);
        self.scan.given.insert(reg);
        if self.registers.callee_saved.contains(reg) {
            self.scan.saved.insert(reg);
            self.scan.dear.remove(reg);
        }
        let data = &mut self.pieces.all[piece as usize];
        data.reg = reg.index() as u8;
        self.scan.outlooks[reg.index()].forget();
        self.bundles.all[data.bundle as usize].reg = reg.index() as u8;
        self.settle(reg, piece);
    }

    /// Places an interval for which no register in `free` is free to its end. `new_saved`: a callee-saved register that
    /// is, at the cost of saving it.
    fn place_at_a_price(
        &mut self,
        piece: u32,
        bank: Bank,
        doubts: &Doubts,
        free: RegSet,
        new_saved: Option<Reg>,
    ) -> Result<(), AllocError> {
        let doubtful = doubts.all();
        let data = self.pieces.all[piece as usize];
        let need = self.need(piece);
        self.scan.price_from.set((Point::MAX, 0.0));
        // The point up to which a register must be free to be useful.
        let least = if need.any { late(need.inst).min(data.end - 1) } else { self.point };
        let (mut best, mut price, mut part) = (None, f32::INFINITY, self.point);
        if !need.now {
            (best, price) =
                (Some(Way::Memory), self.price(data.bundle, data.use_, self.point, data.end, None));
            if !need.any {
                // No use needs a register: a register for a part costs nothing.
                price = price.max(0.0);
            }
        }
        let mut worse = RegSet::EMPTY;
        let least = if need.now { least.min(need.end) } else { least };
        if !free.is_empty()
            && price > 0.0
            && let (until, Some(reg)) = self.free_for_longest(piece, bank, free, doubts, least)
        {
            part = until;
            // Evicting an occupant from a register that is clobbered no later than that one is no better.
            worse = if doubts.blocked_at <= until { doubts.blocked } else { worse };
            let cost = self.price_from(piece, until);
            if cost < price || need.now {
                (best, price) = (Some(Way::Part(reg)), cost);
            }
        }
        if let Some(reg) = new_saved {
            let cost = 2.0 * self.shape.weights[0];
            if cost < price {
                (best, price) = (Some(Way::CalleeSaved(reg)), cost);
            }
        }
        if need.any {
            let lost = worse.union(need.claimed);
            let cheap = self.scan.occupancy.occupied.difference(self.scan.dear).difference(lost);
            for run in 0..self.scan.order[bank as usize].len() {
                for reg in self.scan.order[bank as usize][run].intersection(cheap).iter() {
                    let allowed = self.scan.open.contains(reg) || need.now && best.is_none();
                    let known = self.known_price(reg);
                    if allowed
                        && known.is_none_or(|known| known < price)
                        && let Some(cost) = self.price_of_eviction(reg, piece, &need, doubtful, price, known)
                    {
                        (best, price) = (Some(Way::Evict(reg)), cost);
                    }
                }
            }
        }
        if best.is_none() {
            best = self.last_resort(piece, bank, doubtful, &need);
        }
        self.note_prices(piece, bank, &need, doubtful, price);
        match best {
            Some(Way::Memory) => {
                self.note_memory(piece);
                self.pieces.all[piece as usize].end = self.point;
                self.requeue(data.bundle, self.point, data.end, true);
            }
            Some(Way::Part(reg)) => {
                let refused =
                    doubts.blocked.contains(reg) && self.is_hopeless(bank, doubts.blocked, part, price);
                self.split_before(piece, reg, part, refused);
                self.assign(piece, reg, How::FreeForAWhile);
            }
            Some(Way::CalleeSaved(reg)) => self.assign(piece, reg, How::CalleeSaved),
            Some(Way::Evict(reg)) => {
                self.evict(reg);
                let conflict = if doubtful.contains(reg) { self.conflict(reg, piece) } else { Point::MAX };
                if conflict < data.end {
                    self.split_before(piece, reg, conflict, false);
                }
                self.assign(piece, reg, How::Evicted);
            }
            None => {
                let data = &self.code.buffer.insts[inst_of(self.point) as usize];
                let (opcode, origin) = (data.opcode, data.origin);
                return Err(AllocError::TooFewRegisters { opcode, origin, bank });
            }
        }
        Ok(())
    }

    /// True if an interval with this spill cost would find no register at a point where `destroyed` are clobbered: all
    /// others have occupants with a higher cost there.
    fn is_hopeless(&self, bank: Bank, destroyed: RegSet, point: Point, price: f32) -> bool {
        let others = self.scan.open.in_bank(bank).difference(destroyed);
        others.iter().all(|reg| {
            let price_there = match self.scan.occupancy.is_held_at(reg, point) {
                true => self.known_price(reg).unwrap_or(0.0),
                false if self.scan.dear.contains(reg) => 2.0 * self.shape.weights[0],
                false => 0.0,
            };
            price_there > price
        })
    }

    /// Finds a register at any cost: a free one, or one whose occupant can be evicted.
    fn last_resort(&mut self, piece: u32, bank: Bank, doubtful: RegSet, need: &Need) -> Option<Way> {
        let usable = self.registers.usable;
        let order = self.registers.allocatable[bank as usize].iter().copied();
        let mut order = order.filter(|reg| usable.contains(*reg));
        let free = order.clone().filter(|reg| self.free_until(*reg, piece) > need.end);
        // Prefers a register without a conflict within the interval.
        let best = free.max_by_key(|reg| self.free_until(*reg, piece));
        if let Some(reg) = best {
            let free = self.free_until(reg, piece);
            if free >= self.pieces.all[piece as usize].end {
                return Some(Way::CalleeSaved(reg));
            }
            return Some(Way::Evict(reg)); // nothing to evict: splits at the conflict
        }
        let need = Need { now: true, ..*need };
        let limit = f32::INFINITY;
        let found = order.find(|reg| {
            let known = self.known_price(*reg);
            self.price_of_eviction(*reg, piece, &need, doubtful, limit, known).is_some()
        });
        found.map(Way::Evict)
    }
}
