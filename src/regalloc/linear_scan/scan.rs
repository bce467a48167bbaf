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

use super::bundle::Bundles;
use super::control_flow::ControlFlow;
use super::fixed::Fixed;
use super::intervals::{Range, RareCall};
use super::occupancy::{Occupancy, PossibleConflicts};
use super::point::{Point, gap, inst_of, late};
use super::queue::Queue;
use super::record::Placement;
use super::short_lived::ShortLivedTmp;
use super::spill_cost::{EvictionCost, Need};
use super::split_intervals::SplitIntervals;
use crate::air::Code;
use crate::base::{Bank, Gauge, Reg, RegSet};
use crate::regalloc::registers::Random;
use crate::regalloc::why::{Split, Why};
use crate::regalloc::{AllocError, AllocStats, Forced};
use smallvec::SmallVec;
use std::cell::Cell;

/// Maximum number of ranges per interval; bounds the time to compare two intervals.
const MAX_RANGES_PER_INTERVAL: usize = 32;

/// An interval that holds a register across a rare call that clobbers it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Saved {
    pub(super) inst: u32,
    pub(super) interval: u32,
}

/// What to do with an interval for which no register is free to its end.
#[derive(Clone, Copy, Debug)]
enum Choice {
    /// The register is free up to a conflict: splits the interval before it ([`Pass::split_before`]).
    Part(Reg),
    /// Evicts the occupant of the register, which is cheaper to have in memory.
    Evict(Reg),
    /// Uses a callee-saved register that is not saved yet.
    CalleeSaved(Reg),
    /// The slot, until a use needs a register ([`Pass::requeue`]).
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
    pub(super) spill_cost_from: Cell<(Point, f32)>,
    /// By register, the cached eviction cost of its occupant.
    pub(super) eviction_costs: Vec<EvictionCost>,
    /// By bank, the order of assignment: runs of registers with ascending indices.
    order: [SmallVec<[RegSet; 4]>; 2],
    /// Registers that may be assigned; forced modes allow fewer than `usable`.
    pub(super) open: RegSet,
    /// Callee-saved registers not assigned yet: their first use costs a save and a restore.
    pub(super) new_callee_saved: RegSet,
    /// Registers assigned to some interval.
    pub(super) assigned: RegSet,
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
            spill_cost_from: Cell::new((0, 0.0)),
            eviction_costs: vec![EvictionCost::NONE; Reg::COUNT],
            order: Default::default(),
            open: RegSet::EMPTY,
            new_callee_saved: RegSet::EMPTY,
            assigned: RegSet::EMPTY,
            saved: RegSet::EMPTY,
            across_rare_calls: Vec::new(),
            stats: AllocStats::default(),
            work: Cell::new(0),
            random: Random::new(0),
        }
    }
}

/// Maximum number of intervals placed per range and use.
const MAX_STEPS_PER_RANGE: usize = 64;

/// One scan over both banks.
pub(super) struct Pass<'a> {
    pub(super) code: &'a Code,
    pub(super) control_flow: &'a ControlFlow,
    pub(super) fixed: &'a Fixed,
    pub(super) bundles: &'a mut Bundles,
    pub(super) split_intervals: &'a mut SplitIntervals,
    pub(super) rare_calls: &'a [RareCall],
    /// In backward order.
    pub(super) short_lived_tmps: &'a [ShortLivedTmp],
    pub(super) registers: Registers<'a>,
    /// True if the code has loops: splits may move to loop boundaries.
    pub(super) loops: bool,
    pub(super) forced: Forced,
    pub(super) scan: &'a mut Scan,
    pub(super) why: Option<&'a mut Why>,
    pub(super) gauge: &'a mut Gauge,
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
        let ends = self.bundles.ranges.len() + self.bundles.uses.len() + 2 * self.short_lived_tmps.len();
        let mut steps = MAX_STEPS_PER_RANGE * (ends + 1);
        let mut short_lived_tmps = self.short_lived_tmps.iter().rev().peekable();
        loop {
            let start = self.scan.queue.next_start();
            let next_call = rare_calls.peek().map_or(Point::MAX, |call| late(call.inst));
            let (next, queued) = (start.min(next_call), self.scan.queue.added());
            // Stops when an interval is queued: it may start before the next one known so far.
            while self.scan.queue.added() == queued
                && let Some(short_lived) =
                    short_lived_tmps.next_if(|short_lived| late(short_lived.inst) < next)
            {
                self.place_short_lived(short_lived);
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
            let Some(interval) = self.scan.queue.pop() else { return Ok(()) };
            steps = steps.checked_sub(1).ok_or(AllocError::StepLimit)?;
            self.advance(self.split_intervals.all[interval as usize].start);
            let before = self.scan.work.get();
            self.place(interval)?;
            let units = 1 + self.scan.work.get().wrapping_sub(before);
            self.gauge.work(units.into()).map_err(AllocError::Stopped)?;
        }
    }

    fn begin(&mut self) {
        let insts = self.control_flow.first.last().copied().unwrap_or(0);
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
        scan.new_callee_saved =
            if let Forced::Random(_) = self.forced { RegSet::EMPTY } else { callee_saved };
        (scan.assigned, scan.saved) = (RegSet::EMPTY, RegSet::EMPTY);
        scan.across_rare_calls.clear();
        scan.stats = AllocStats::default();
        scan.work.set(0);
        scan.occupancy.begin(insts, self.fixed);
        scan.queue.begin(insts);
        // Of intervals with the same start, the last one queued comes first.
        for bundle in (0..self.bundles.all.len() as u32).rev() {
            self.add_bundle(bundle);
        }
        self.block_end = self.control_flow.first.get(1).map_or(0, |first| gap(*first));
        self.weight = self.control_flow.weights.first().copied().unwrap_or(1.0);
    }

    /// Queues a bundle: as one interval, or as one per range if it is in memory between them.
    fn add_bundle(&mut self, bundle: u32) {
        let data = &mut self.bundles.all[bundle as usize];
        let (from, to) = data.ranges;
        if to == from + 1 {
            let Range { start, end } = self.bundles.ranges[from as usize];
            let interval = self.split_intervals.add_first(bundle, data, start, end);
            self.scan.queue.add(start, interval);
            return;
        }
        let ranges = &self.bundles.ranges[from as usize..to as usize];
        let step = if data.homed { 1 } else { MAX_RANGES_PER_INTERVAL };
        let [first, ..] = *ranges else { return };
        let last = ranges[step.min(ranges.len()) - 1];
        let interval = self.split_intervals.add_first(bundle, data, first.start, last.end);
        self.scan.queue.add(first.start, interval);
        if ranges.len() <= step {
            return;
        }
        let ((first, end), long) = (data.ranges, !data.homed);
        let mut before = interval;
        for from in (first as usize..end as usize).step_by(step).skip(1) {
            if long {
                let cut = self.split_intervals.all[before as usize].end;
                self.keep_split(before, None, cut, Split::TooManyHoles, false);
            }
            let last = (from + step).min(end as usize) - 1;
            let (start, end) = (self.bundles.ranges[from].start, self.bundles.ranges[last].end);
            before = self.split_intervals.add(self.bundles, bundle, start, end);
            self.scan.queue.add(start, before);
        }
    }

    /// Queues the rest of a bundle as another interval.
    pub(super) fn add_later(&mut self, bundle: u32, start: Point, end: Point) {
        let interval = self.split_intervals.add(self.bundles, bundle, start, end);
        self.scan.queue.add_later(start, interval);
    }

    /// Records the intervals that live across a rare call in a register that it clobbers.
    fn pass_rare_call(&mut self, call: &RareCall) {
        self.advance(late(call.inst));
        for reg in call.clobbers.intersection(self.scan.occupancy.occupied).iter() {
            let occupant = self.scan.occupancy.occupant(reg);
            // No short-lived temporary lives across a call.
            let Some(interval) = self.split_intervals.all.get(occupant as usize) else { continue };
            // The interval may end right after the call while its value lives on.
            if self.bundles.ranges[interval.range as usize].end > gap(call.inst + 1) {
                self.scan.across_rare_calls.push(Saved { inst: call.inst, interval: occupant });
            }
        }
    }

    /// Assigns a register to an interval, or leaves it in memory.
    fn place(&mut self, interval: u32) -> Result<(), AllocError> {
        let data = self.split_intervals.all[interval as usize];
        if data.start >= data.end {
            return Ok(());
        }
        if self.forced != Forced::None {
            self.split_by_force(interval);
        }
        self.scan.occupancy.forget_conflicts();
        let end = self.split_intervals.all[interval as usize].end;
        let bank = self.bundles.all[data.bundle as usize].bank;
        let free = self.scan.open.in_bank(bank).difference(self.scan.occupancy.occupied);
        let possible_conflicts = self.possible_conflicts(interval, end);
        if free.is_empty() {
            return self.place_or_spill(interval, bank, &possible_conflicts, RegSet::EMPTY, None);
        }
        let cheap = free.difference(self.scan.new_callee_saved);
        let open = free.difference(possible_conflicts.clobbered);
        let best = open.intersection(cheap);
        let fits = |pass: &Self, reg| {
            best.contains(reg)
                && (!possible_conflicts.uncertain.contains(reg) || pass.conflict(reg, interval) >= end)
        };
        if !best.is_empty()
            && let Some(hint) = self.hint(interval, fits)
        {
            self.assign(interval, hint, Placement::Hinted);
            return Ok(());
        }
        let (mut found, mut new_saved) = (None, None);
        'found: for run in &self.scan.order[bank as usize] {
            for reg in run.intersection(open).iter() {
                if !possible_conflicts.uncertain.contains(reg) || self.conflict(reg, interval) >= end {
                    if cheap.contains(reg) {
                        found = Some(reg);
                        break 'found;
                    }
                    new_saved = new_saved.or(Some(reg));
                }
            }
        }
        if let Some(reg) = found {
            self.assign(interval, reg, Placement::Free);
            return Ok(());
        }
        // No register without extra cost is free to the end.
        self.place_or_spill(interval, bank, &possible_conflicts, cheap, new_saved)
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
        interval: u32,
        bank: Bank,
        free: RegSet,
        possible_conflicts: &PossibleConflicts,
        least: Point,
    ) -> (Point, Option<Reg>) {
        let mut part = (least, None);
        // A register clobbered no later than the best one found is no better.
        let without = |regs: RegSet, until| {
            if possible_conflicts.clobbered_by <= until {
                regs.difference(possible_conflicts.clobbered)
            } else {
                regs
            }
        };
        let mut free = without(free, least);
        for run in &self.scan.order[bank as usize] {
            let mut rest = run.intersection(free);
            while let Some(reg) = rest.first() {
                let until = self.conflict(reg, interval);
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
    fn assign(&mut self, interval: u32, reg: Reg, how: Placement) {
        self.note_assigned(interval, reg, how);
        self.scan.assigned.insert(reg);
        if self.registers.callee_saved.contains(reg) {
            self.scan.saved.insert(reg);
            self.scan.new_callee_saved.remove(reg);
        }
        let data = &mut self.split_intervals.all[interval as usize];
        data.reg = reg.index() as u8;
        self.scan.eviction_costs[reg.index()].forget();
        self.bundles.all[data.bundle as usize].reg = reg.index() as u8;
        self.activate(reg, interval);
    }

    /// Places an interval for which no register in `free` is free to its end. `new_saved`: a callee-saved register that
    /// is, at the cost of saving it.
    fn place_or_spill(
        &mut self,
        interval: u32,
        bank: Bank,
        possible_conflicts: &PossibleConflicts,
        free: RegSet,
        new_saved: Option<Reg>,
    ) -> Result<(), AllocError> {
        let maybe_conflicting = possible_conflicts.all();
        let data = self.split_intervals.all[interval as usize];
        let need = self.need(interval);
        self.scan.spill_cost_from.set((Point::MAX, 0.0));
        // The point up to which a register must be free to be useful.
        let least = if need.any { late(need.inst).min(data.end - 1) } else { self.point };
        let (mut best, mut price, mut part) = (None, f32::INFINITY, self.point);
        if !need.now {
            (best, price) =
                (Some(Choice::Memory), self.memory_cost(data.bundle, data.use_, self.point, data.end, None));
            if !need.any {
                // No use needs a register: a register for a part costs nothing.
                price = price.max(0.0);
            }
        }
        let mut worse = RegSet::EMPTY;
        let least = if need.now { least.min(need.needed_until) } else { least };
        if !free.is_empty()
            && price > 0.0
            && let (until, Some(reg)) = self.free_for_longest(interval, bank, free, possible_conflicts, least)
        {
            part = until;
            // Evicting an occupant from a register that is clobbered no later than that one is no better.
            worse =
                if possible_conflicts.clobbered_by <= until { possible_conflicts.clobbered } else { worse };
            let cost = self.spill_cost_from(interval, until);
            if cost < price || need.now {
                (best, price) = (Some(Choice::Part(reg)), cost);
            }
        }
        if let Some(reg) = new_saved {
            let cost = 2.0 * self.control_flow.weights[0];
            if cost < price {
                (best, price) = (Some(Choice::CalleeSaved(reg)), cost);
            }
        }
        if need.any {
            let lost = worse.union(need.clobbered);
            let cheap = self.scan.occupancy.occupied.difference(self.scan.new_callee_saved).difference(lost);
            for run in 0..self.scan.order[bank as usize].len() {
                for reg in self.scan.order[bank as usize][run].intersection(cheap).iter() {
                    let allowed = self.scan.open.contains(reg) || need.now && best.is_none();
                    let known = self.cached_eviction_cost(reg);
                    if allowed
                        && known.is_none_or(|known| known < price)
                        && let Some(cost) =
                            self.cost_of_eviction(reg, interval, &need, maybe_conflicting, price, known)
                    {
                        (best, price) = (Some(Choice::Evict(reg)), cost);
                    }
                }
            }
        }
        if best.is_none() {
            best = self.last_resort(interval, bank, maybe_conflicting, &need);
        }
        self.note_prices(interval, bank, &need, maybe_conflicting, price);
        match best {
            Some(Choice::Memory) => {
                self.note_memory(interval);
                self.split_intervals.all[interval as usize].end = self.point;
                self.requeue(data.bundle, self.point, data.end, true);
            }
            Some(Choice::Part(reg)) => {
                let no_register_pays = possible_conflicts.clobbered.contains(reg)
                    && self.no_register_would_pay(bank, possible_conflicts.clobbered, part, price);
                self.split_before(interval, reg, part, no_register_pays);
                self.assign(interval, reg, Placement::FreeForAWhile);
            }
            Some(Choice::CalleeSaved(reg)) => self.assign(interval, reg, Placement::CalleeSaved),
            Some(Choice::Evict(reg)) => {
                self.evict(reg);
                let conflict =
                    if maybe_conflicting.contains(reg) { self.conflict(reg, interval) } else { Point::MAX };
                if conflict < data.end {
                    self.split_before(interval, reg, conflict, false);
                }
                self.assign(interval, reg, Placement::Evicted);
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
    fn no_register_would_pay(&self, bank: Bank, destroyed: RegSet, point: Point, price: f32) -> bool {
        let others = self.scan.open.in_bank(bank).difference(destroyed);
        others.iter().all(|reg| {
            let price_there = match self.scan.occupancy.is_held_at(reg, point) {
                true => self.cached_eviction_cost(reg).unwrap_or(0.0),
                false if self.scan.new_callee_saved.contains(reg) => 2.0 * self.control_flow.weights[0],
                false => 0.0,
            };
            price_there > price
        })
    }

    /// Finds a register at any cost: a free one, or one whose occupant can be evicted.
    fn last_resort(
        &mut self,
        interval: u32,
        bank: Bank,
        maybe_conflicting: RegSet,
        need: &Need,
    ) -> Option<Choice> {
        let usable = self.registers.usable;
        let order = self.registers.allocatable[bank as usize].iter().copied();
        let mut order = order.filter(|reg| usable.contains(*reg));
        let free = order.clone().filter(|reg| self.free_until(*reg, interval) > need.needed_until);
        // Prefers a register without a conflict within the interval.
        let best = free.max_by_key(|reg| self.free_until(*reg, interval));
        if let Some(reg) = best {
            let free = self.free_until(reg, interval);
            if free >= self.split_intervals.all[interval as usize].end {
                return Some(Choice::CalleeSaved(reg));
            }
            return Some(Choice::Evict(reg)); // nothing to evict: splits at the conflict
        }
        let need = Need { now: true, ..*need };
        let limit = f32::INFINITY;
        let found = order.find(|reg| {
            let known = self.cached_eviction_cost(*reg);
            self.cost_of_eviction(*reg, interval, &need, maybe_conflicting, limit, known).is_some()
        });
        found.map(Choice::Evict)
    }
}
