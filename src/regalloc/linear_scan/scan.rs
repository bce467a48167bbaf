//! The scan: pieces get registers in the order of their beginnings.
//!
//! What holds a register gives it up where it ends, and lends it out where it has a hole. If no register is
//! free for a whole piece, the cheapest of four things is done: take one that is free for a while and go on
//! from there with another piece; take it from what occupies it, from here on; take a callee-saved register
//! that was not in use; or leave the piece in memory up to its next use. What lost its register gets a second
//! chance at its next use, or in front of the loop around it.
//!
//! Poletto and Sarkar, "Linear Scan Register Allocation" (1999); Traub, Holloway and Smith, "Quality and
//! Speed in Linear-scan Register Allocation" (1998); Wimmer and Mössenböck, "Optimized Interval Splitting in a
//! Linear Scan Register Allocator" (2005).

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

/// A piece with more ranges than this is cut, so that comparing two pieces takes bounded time.
const MAX_RANGES: usize = 32;

/// The pieces that hold a register across a rare call that destroys it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Saved {
    pub(super) inst: u32,
    pub(super) piece: u32,
}

/// What to do with a piece that finds no register for itself alone.
#[derive(Clone, Copy, Debug)]
enum Way {
    Part(Reg),
    Evict(Reg),
    CalleeSaved(Reg),
    Memory,
}

/// What the scan knows of the target and is asked for.
#[derive(Clone, Copy)]
pub(super) struct Registers<'a> {
    /// Which may be given out if they are usable, too, by bank, the cheapest first.
    pub(super) allocatable: [&'a [Reg]; 2],
    pub(super) usable: RegSet,
    pub(super) callee_saved: RegSet,
}

/// The scan's memory.
#[derive(Debug)]
pub(super) struct Scan {
    pub(super) occupancy: Occupancy,
    pub(super) queue: Queue,
    /// A point, and what it costs to have the piece that is placed now in memory from there on.
    pub(super) price_from: Cell<(Point, f32)>,
    /// By register what is known of the price of its occupant.
    pub(super) outlooks: Vec<Outlook>,
    /// By bank the registers in the order in which they are given out: each set from its first to its last.
    order: [SmallVec<[RegSet; 4]>; 2],
    /// Registers that may be given out without need: forced modes may allow less than those usable.
    pub(super) open: RegSet,
    /// Registers that cost something by themselves: callee-saved, and not given out yet.
    pub(super) dear: RegSet,
    /// Registers that some piece got.
    pub(super) given: RegSet,
    /// Callee-saved registers that are given out.
    pub(super) saved: RegSet,
    pub(super) across_rare_calls: Vec<Saved>,
    pub(super) stats: AllocStats,
    /// Uses and ranges looked at where it is not the code's length that bounds their number.
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

/// How many pieces are placed at most, per range and use.
const STEPS_EACH: usize = 64;

/// One scan, of both banks.
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
    /// Pieces may begin and end at the borders of loops.
    pub(super) loops: bool,
    pub(super) forced: Forced,
    pub(super) scan: &'a mut Scan,
    pub(super) why: Option<&'a mut Why>,
    /// The point that the scan is at, its block, and the block's end.
    pub(super) point: Point,
    pub(super) block: u32,
    pub(super) block_end: Point,
    /// How often that runs.
    pub(super) weight: f32,
    /// Counts the stretches of blocks that are in the same loops.
    pub(super) zone: u32,
}

impl Pass<'_> {
    /// Gives registers to all pieces.
    pub(super) fn run(mut self) -> Result<(), AllocError> {
        self.begin();
        let mut rare_calls = self.rare_calls.iter().rev().peekable();
        // A piece is placed once for each time that it was cut or lost its register. Far more than there are
        // ranges and uses to cut at: the scan does not advance any more.
        let ends = self.bundles.ranges.len() + self.bundles.uses.len() + 2 * self.briefs.len();
        let mut steps = STEPS_EACH * (ends + 1);
        let mut briefs = self.briefs.iter().rev().peekable();
        loop {
            let start = self.scan.queue.next_start();
            let next_call = rare_calls.peek().map_or(Point::MAX, |call| late(call.inst));
            let (next, queued) = (start.min(next_call), self.scan.queue.added());
            // Up to one that queues a piece: that may begin before what was the next one.
            while self.scan.queue.added() == queued
                && let Some(brief) = briefs.next_if(|brief| late(brief.inst) < next)
            {
                self.place_brief(brief);
            }
            if self.scan.queue.added() != queued {
                continue;
            }
            if next_call < start {
                // That may queue a piece that begins before what was the next one.
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
        // Of pieces that begin together, the one that was queued last is the first.
        for bundle in (0..self.bundles.all.len() as u32).rev() {
            self.add_bundle(bundle);
        }
        self.block_end = self.shape.first.get(1).map_or(0, |first| gap(*first));
        self.weight = self.shape.weights.first().copied().unwrap_or(1.0);
    }

    /// Queues a bundle: as one piece, or range by range if it is in memory between them.
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

    /// Queues the rest of a bundle.
    pub(super) fn add_later(&mut self, bundle: u32, start: Point, end: Point) {
        let piece = self.pieces.add(self.bundles, bundle, start, end);
        self.scan.queue.add_later(start, piece);
    }

    /// Notes what lives across a rare call in registers that it destroys.
    fn pass_rare_call(&mut self, call: &RareCall) {
        self.advance(late(call.inst));
        for reg in call.clobbers.intersection(self.scan.occupancy.occupied).iter() {
            let occupant = self.scan.occupancy.occupant(reg);
            // No brief temporary lives across a call.
            let Some(piece) = self.pieces.all.get(occupant as usize) else { continue };
            // The piece may end right behind the call, and its value go on.
            if self.bundles.ranges[piece.range as usize].end > gap(call.inst + 1) {
                self.scan.across_rare_calls.push(Saved { inst: call.inst, piece: occupant });
            }
        }
    }

    /// Gives a piece a register, or leaves it in memory.
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
        // None of the cheap ones is free to the end.
        self.place_at_a_price(piece, bank, &doubts, cheap, new_saved)
    }

    /// The first of some registers, in the order in which they are given out.
    #[inline]
    pub(super) fn first_of(&self, bank: Bank, regs: RegSet) -> Option<Reg> {
        let order = &self.scan.order[bank as usize];
        order.iter().find_map(|run| run.intersection(regs).first())
    }

    /// The one of some free registers that is free for longest, and how long that is: longer than `least`.
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
        // What is destroyed no later than the best one found is no better.
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

    /// No register is free for the whole piece; some cheap ones are for a while. `new_saved`: one that is dear.
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
        // How far a register must reach to be of use.
        let least = if need.any { late(need.inst).min(data.end - 1) } else { self.point };
        let (mut best, mut price, mut part) = (None, f32::INFINITY, self.point);
        if !need.now {
            (best, price) =
                (Some(Way::Memory), self.price(data.bundle, data.use_, self.point, data.end, None));
            if !need.any {
                // Nothing asks for a register: one for a while costs nothing.
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
            // Those that are destroyed no later than that one are no better, and someone would lose them.
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

    /// True if what is worth so much finds no register at a point where some are destroyed: the others are occupied
    /// by what is worth more.
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

    /// A register that is free or can be made so, whatever it costs.
    fn last_resort(&mut self, piece: u32, bank: Bank, doubtful: RegSet, need: &Need) -> Option<Way> {
        let usable = self.registers.usable;
        let order = self.registers.allocatable[bank as usize].iter().copied();
        let mut order = order.filter(|reg| usable.contains(*reg));
        let free = order.clone().filter(|reg| self.free_until(*reg, piece) > need.end);
        // Those without a conflict within the piece come first.
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
