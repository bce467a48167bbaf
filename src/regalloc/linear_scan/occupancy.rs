//! The state of each register during the scan: active and inactive intervals, and fixed ranges.
//!
//! The state changes only where a range, a lifetime hole or a fixed range ends. For each instruction, a set holds the
//! registers with such an end; the scan examines no others.

use super::control_flow::NONE;
use super::fixed::{Fixed, MAX_CLASSES};
use super::point::{Point, gap, inst_of};
use super::scan::Pass;
use super::split_intervals::skip;
use crate::base::{Bank, Reg, RegSet};
use crate::regalloc::why::Split;
use crate::support::refill;
use smallvec::SmallVec;
use std::cell::Cell;

/// Maximum number of inactive intervals per register. Tests use fewer, to exercise the limit.
const MAX_INACTIVE: usize = if cfg!(test) { 1 } else { 4 };

#[derive(Clone, Debug)]
struct State {
    /// The active interval, or [`NONE`] for a short-lived temporary.
    occupant: u32,
    /// The end of the occupant's current range.
    until: Point,
    /// The occupant ends there too.
    last: bool,
    /// The start of the next fixed range of the register.
    next_fixed: Point,
    /// The index of that range in its list.
    next_fixed_index: u32,
    /// The first point at which an inactive interval resumes.
    resume: Point,
    /// Inactive intervals of the register: the end of the lifetime hole, and the interval.
    inactive: SmallVec<[(Point, u32); 2]>,
}

/// A clobber class and the next point at which it is clobbered.
#[derive(Clone, Copy, Debug)]
struct NextClobber {
    regs: RegSet,
    next: Point,
    at: usize,
}

/// Registers that may conflict with an interval.
#[derive(Clone, Copy, Debug)]
pub(super) struct PossibleConflicts {
    /// Registers clobbered while the interval is live.
    pub(super) clobbered: RegSet,
    /// None of these is free past this point.
    pub(super) clobbered_by: Point,
    /// Registers with fixed ranges, or with an inactive interval that resumes before the end.
    pub(super) uncertain: RegSet,
}

impl PossibleConflicts {
    /// The registers for which [`Pass::conflict`] must be consulted.
    pub(super) fn all(self) -> RegSet {
        self.clobbered.union(self.uncertain)
    }
}

/// The state of all registers.
#[derive(Debug)]
pub(super) struct Occupancy {
    /// Entries are valid only as the sets below indicate.
    states: Vec<State>,
    pub(super) occupied: RegSet,
    /// Registers whose last occupant was a short-lived temporary.
    short_lived: RegSet,
    /// Registers with inactive intervals.
    has_inactive: RegSet,
    /// No inactive interval resumes before this point.
    next_resume: Point,
    /// For each instruction, the registers to update when the scan reaches it.
    due_updates: Vec<RegSet>,
    /// The last instruction whose registers were updated.
    updated_to: u32,
    next_clobbers: SmallVec<[NextClobber; 4]>,
    /// The next clobber of any class.
    next_clobber: Point,
    /// No fixed range starts before this point.
    first_fixed: Point,
    /// Cache of [`Pass::conflict`] for the current interval: the registers compared, and the results.
    compared: Cell<RegSet>,
    conflicts: Vec<Cell<Point>>,
    /// The same for the clobber classes: bits by class, and the results.
    classes_compared: Cell<u8>,
    class_conflicts: [Cell<Point>; MAX_CLASSES],
}

impl Default for Occupancy {
    fn default() -> Occupancy {
        let state = State {
            occupant: NONE,
            until: 0,
            last: false,
            next_fixed: 0,
            next_fixed_index: 0,
            resume: 0,
            inactive: SmallVec::new(),
        };
        Occupancy {
            states: vec![state; Reg::COUNT],
            occupied: RegSet::EMPTY,
            short_lived: RegSet::EMPTY,
            has_inactive: RegSet::EMPTY,
            next_resume: Point::MAX,
            due_updates: Vec::new(),
            updated_to: 0,
            next_clobbers: SmallVec::new(),
            next_clobber: 0,
            first_fixed: 0,
            compared: Cell::new(RegSet::EMPTY),
            conflicts: vec![Cell::new(0); Reg::COUNT],
            classes_compared: Cell::new(0),
            class_conflicts: [const { Cell::new(0) }; MAX_CLASSES],
        }
    }
}

impl Occupancy {
    /// Resets the state for code with `insts` instructions.
    pub(super) fn begin(&mut self, insts: u32, fixed: &Fixed) {
        for reg in self.has_inactive.iter() {
            self.states[reg.index()].inactive.clear();
        }
        (self.occupied, self.has_inactive, self.short_lived) = (RegSet::EMPTY, RegSet::EMPTY, RegSet::EMPTY);
        refill(&mut self.due_updates, insts as usize + 1, RegSet::EMPTY);
        (self.updated_to, self.first_fixed, self.next_clobber) = (0, Point::MAX, 0);
        self.next_resume = Point::MAX;
        self.next_clobbers.clear();
        for (regs, points) in fixed.classes() {
            self.next_clobbers.push(NextClobber {
                regs,
                next: points.first().copied().unwrap_or(Point::MAX),
                at: 0,
            });
        }
        for reg in fixed.ranged.iter() {
            let next_fixed = fixed.ranges(reg).first().map_or(Point::MAX, |range| range.0);
            (self.states[reg.index()].next_fixed, self.states[reg.index()].next_fixed_index) =
                (next_fixed, 0);
            self.first_fixed = self.first_fixed.min(next_fixed);
            self.schedule_update(reg, next_fixed.saturating_add(1));
        }
    }

    /// Clears the conflict cache: another interval is current.
    #[inline]
    pub(super) fn forget_conflicts(&self) {
        self.compared.set(RegSet::EMPTY);
        self.classes_compared.set(0);
    }

    fn state(&self, reg: Reg) -> &State {
        &self.states[reg.index()]
    }

    /// Schedules an update of a register for a point.
    #[inline]
    fn schedule_update(&mut self, reg: Reg, point: Point) {
        if let Some(due_updates) = self.due_updates.get_mut(inst_of(point) as usize) {
            due_updates.insert(reg);
        }
    }

    /// Makes an interval active in a register, up to the end of its current range.
    #[inline]
    fn hold(&mut self, reg: Reg, interval: u32, range_end: Point, end: Point) {
        let until = range_end.min(end);
        let state = &mut self.states[reg.index()];
        (state.occupant, state.until, state.last) = (interval, until, end <= range_end);
        self.occupied.insert(reg);
        self.short_lived.remove(reg);
        self.schedule_update(reg, until);
    }

    /// Gives the register to a short-lived temporary.
    #[inline]
    pub(super) fn hold_short_lived(&mut self, reg: Reg, until: Point) {
        let state = &mut self.states[reg.index()];
        (state.occupant, state.until, state.last) = (NONE, until, true);
        self.occupied.insert(reg);
        self.short_lived.insert(reg);
        self.schedule_update(reg, until);
    }

    /// Registers not held by short-lived temporaries.
    #[inline]
    pub(super) fn without_short_lived(&self) -> RegSet {
        RegSet::all(Bank::Gp)
            .union(RegSet::all(Bank::Fp))
            .difference(self.short_lived.intersection(self.occupied))
    }

    /// Registers in which an inactive interval resumes before a point.
    #[inline]
    pub(super) fn resuming(&mut self, before: Point) -> RegSet {
        if before <= self.next_resume { RegSet::EMPTY } else { self.find_resuming(before) }
    }

    /// Slow path of [`Occupancy::resuming`].
    #[inline(never)]
    fn find_resuming(&mut self, before: Point) -> RegSet {
        let mut resuming = RegSet::EMPTY;
        self.next_resume = Point::MAX;
        for reg in self.has_inactive.iter() {
            let resume = self.states[reg.index()].resume;
            self.next_resume = self.next_resume.min(resume);
            if resume < before {
                resuming.insert(reg);
            }
        }
        resuming
    }

    /// Removes and returns the active interval of a register, or [`NONE`].
    pub(super) fn take_occupant(&mut self, reg: Reg) -> u32 {
        let occupant = self.occupant(reg);
        self.occupied.remove(reg);
        occupant
    }

    /// The active interval of a register, or [`NONE`].
    #[inline]
    pub(super) fn occupant(&self, reg: Reg) -> u32 {
        if self.occupied.contains(reg) { self.states[reg.index()].occupant } else { NONE }
    }

    /// True if the occupant of the register still holds it at a point, unless evicted.
    pub(super) fn is_held_at(&self, reg: Reg, point: Point) -> bool {
        self.occupied.contains(reg) && self.states[reg.index()].until > point
    }

    /// The registers to update up to and including this instruction.
    #[inline]
    fn due(&mut self, inst: u32) -> RegSet {
        let mut due = RegSet::EMPTY;
        let pending_updates = self.due_updates.get_mut(self.updated_to as usize..inst as usize + 1);
        for due_updates in pending_updates.unwrap_or(&mut []) {
            due = due.union(std::mem::take(due_updates));
        }
        self.updated_to = inst;
        due
    }
}

impl Pass<'_> {
    /// Advances the scan to a point: updates the registers whose ranges, holes or fixed ranges ended.
    #[inline]
    pub(super) fn advance(&mut self, point: Point) {
        debug_assert!(self.point <= point, "the scan's point must not decrease");
        self.point = point;
        if self.block_end <= point {
            self.pass_blocks();
        }
        if self.scan.occupancy.next_clobber < point {
            self.pass_clobbers();
        }
        let due = self.scan.occupancy.due(inst_of(point));
        if !due.is_empty() {
            self.update_due(due);
        }
    }

    /// Advances to the block of the scan's point.
    #[inline(never)]
    fn pass_blocks(&mut self) {
        while self.block_end <= self.point && self.block as usize + 1 < self.control_flow.len() {
            let before = self.block;
            self.block += 1;
            self.block_end = self.control_flow.end(self.block);
            let innermost = &self.control_flow.innermost;
            self.zone += u32::from(innermost[before as usize] != innermost[self.block as usize]);
        }
        self.weight = self.control_flow.weights[self.block as usize];
    }

    #[inline(never)]
    fn update_due(&mut self, due: RegSet) {
        let next_gap = gap(inst_of(self.point) + 1);
        for reg in due.iter() {
            // The usual case: the occupant ended, and the register has no other event.
            let occupancy = &mut self.scan.occupancy;
            let state = &occupancy.states[reg.index()];
            let fixed_here = state.next_fixed < next_gap && self.fixed.ranged.contains(reg);
            let returns = state.resume < next_gap && occupancy.has_inactive.contains(reg);
            if fixed_here || returns {
                self.update_reg(reg);
            } else if state.until <= self.point {
                if state.last {
                    occupancy.occupied.remove(reg);
                } else {
                    self.update_reg(reg);
                }
            } else if state.until < next_gap {
                occupancy.schedule_update(reg, state.until);
            }
        }
    }

    /// Advances each clobber class to its next point.
    fn pass_clobbers(&mut self) {
        let (point, occupancy) = (self.point, &mut self.scan.occupancy);
        occupancy.next_clobber = Point::MAX;
        for (next_clobbers, (_, points)) in occupancy.next_clobbers.iter_mut().zip(self.fixed.classes()) {
            while next_clobbers.next < point {
                next_clobbers.at += 1;
                next_clobbers.next = points.get(next_clobbers.at).copied().unwrap_or(Point::MAX);
            }
            occupancy.next_clobber = occupancy.next_clobber.min(next_clobbers.next);
        }
    }

    /// Updates a register at the scan's point.
    fn update_reg(&mut self, reg: Reg) {
        let point = self.point;
        let occupancy = &mut self.scan.occupancy;
        if occupancy.occupied.contains(reg) && occupancy.states[reg.index()].until <= point {
            let interval = occupancy.take_occupant(reg);
            if self.split_intervals.all.get(interval as usize).is_some_and(|interval| interval.end > point) {
                self.activate(reg, interval);
            }
        }
        let mut again = Point::MAX;
        let occupancy = &mut self.scan.occupancy;
        if occupancy.has_inactive.contains(reg) {
            while let Some(index) = self.resumed(reg) {
                let (_, interval) = self.scan.occupancy.states[reg.index()].inactive.swap_remove(index);
                self.activate(reg, interval);
            }
            let occupancy = &mut self.scan.occupancy;
            let state = &mut occupancy.states[reg.index()];
            state.resume = state.inactive.iter().map(|inactive| inactive.0).min().unwrap_or(Point::MAX);
            again = state.resume;
            if state.inactive.is_empty() {
                occupancy.has_inactive.remove(reg);
            }
        }
        let occupancy = &mut self.scan.occupancy;
        let state = &mut occupancy.states[reg.index()];
        if self.fixed.ranged.contains(reg) {
            if state.next_fixed < point {
                let ranges = &self.fixed.ranges(reg)[state.next_fixed_index as usize..];
                let over = ranges.iter().take_while(|range| range.1 <= point).count();
                state.next_fixed_index += over as u32;
                state.next_fixed = ranges.get(over).map_or(Point::MAX, |range| range.0.max(point));
                let next_fixed = state.next_fixed;
                occupancy.schedule_update(reg, next_fixed.saturating_add(1));
            }
            again = again.min(occupancy.states[reg.index()].next_fixed.saturating_add(1));
        }
        if occupancy.occupied.contains(reg) {
            again = again.min(occupancy.states[reg.index()].until);
        }
        // An end later in this instruction needs another update.
        if inst_of(again) == occupancy.updated_to {
            occupancy.schedule_update(reg, again);
        }
    }

    /// An inactive interval of the register whose lifetime hole ended.
    #[inline]
    fn resumed(&self, reg: Reg) -> Option<usize> {
        self.scan.occupancy.state(reg).inactive.iter().position(|inactive| inactive.0 <= self.point)
    }

    /// Advances an interval to its range at the scan's point. It becomes active or inactive, or has ended.
    #[inline]
    pub(super) fn activate(&mut self, reg: Reg, interval_number: u32) {
        let interval = &self.split_intervals.all[interval_number as usize];
        let range = self.bundles.ranges[interval.range as usize];
        if range.start <= self.point && self.point < range.end.min(interval.end) {
            self.scan.occupancy.hold(reg, interval_number, range.end, interval.end);
        } else {
            self.activate_slow(reg, interval_number);
        }
    }

    /// Slow path of [`Pass::activate`]: the scan may have left the interval's range.
    #[inline(never)]
    fn activate_slow(&mut self, reg: Reg, interval_number: u32) {
        let point = self.point;
        let interval = &mut self.split_intervals.all[interval_number as usize];
        let mut range = self.bundles.ranges[interval.range as usize];
        if range.end <= point {
            let end = self.bundles.all[interval.bundle as usize].ranges.1;
            let ranges = &self.bundles.ranges[interval.range as usize..end as usize];
            let over = ranges.iter().take_while(|range| range.end <= point).count();
            interval.range += over as u32;
            let Some(next) = ranges.get(over) else { return };
            range = *next;
        }
        if range.start.max(point) >= interval.end {
            return;
        }
        let occupancy = &mut self.scan.occupancy;
        if range.start <= point {
            occupancy.hold(reg, interval_number, range.end, interval.end);
            return;
        }
        let state = &mut occupancy.states[reg.index()];
        if state.inactive.len() < MAX_INACTIVE {
            state.inactive.push((range.start, interval_number));
            if !occupancy.has_inactive.contains(reg) || range.start < state.resume {
                state.resume = range.start;
            }
            occupancy.has_inactive.insert(reg);
            occupancy.next_resume = occupancy.next_resume.min(range.start);
            occupancy.schedule_update(reg, range.start);
            return;
        }
        let (bundle, start, last) = (interval.bundle, range.start, interval.end);
        interval.end = point;
        self.keep_split(interval_number, Some(reg), point, Split::TooManyHoles, false);
        self.add_later(bundle, start, last);
    }

    /// Adds the clobber classes that conflict with an interval.
    #[inline(never)]
    fn add_clobber_conflicts(&self, interval: u32, end: Point, possible_conflicts: &mut PossibleConflicts) {
        for class in 0..self.scan.occupancy.next_clobbers.len() {
            let next_clobbers = self.scan.occupancy.next_clobbers[class];
            if next_clobbers.next < end {
                let conflict = self.class_conflict(class, interval);
                if conflict < end {
                    possible_conflicts.clobbered = possible_conflicts.clobbered.union(next_clobbers.regs);
                    possible_conflicts.clobbered_by = possible_conflicts.clobbered_by.max(conflict);
                }
            }
        }
    }

    /// The registers that may conflict with an interval that ends at `end`.
    #[inline]
    pub(super) fn possible_conflicts(&mut self, interval: u32, end: Point) -> PossibleConflicts {
        let mut possible_conflicts = PossibleConflicts {
            clobbered: RegSet::EMPTY,
            clobbered_by: self.point,
            uncertain: RegSet::EMPTY,
        };
        if self.scan.occupancy.next_clobber < end {
            self.add_clobber_conflicts(interval, end, &mut possible_conflicts);
        }
        let occupancy = &mut self.scan.occupancy;
        if occupancy.first_fixed < end {
            if occupancy.first_fixed < self.point {
                let next_clobbers =
                    self.fixed.ranged.iter().map(|reg| occupancy.states[reg.index()].next_fixed);
                occupancy.first_fixed = next_clobbers.min().unwrap_or(Point::MAX);
            }
            if occupancy.first_fixed < end {
                possible_conflicts.uncertain = self.fixed.ranged;
            }
        }
        possible_conflicts.uncertain = possible_conflicts.uncertain.union(occupancy.resuming(end));
        possible_conflicts
    }

    /// True if a fixed range of the register starts, or an inactive interval resumes in it, at or before a point.
    #[inline]
    pub(super) fn is_claimed_by(&self, reg: Reg, point: Point) -> bool {
        let occupancy = &self.scan.occupancy;
        let state = occupancy.state(reg);
        occupancy.has_inactive.contains(reg) && state.resume <= point
            || self.fixed.ranged.contains(reg) && state.next_fixed <= point
    }

    /// The registers clobbered at or before a point.
    #[inline]
    pub(super) fn clobbered_up_to(&self, point: Point) -> RegSet {
        let occupancy = &self.scan.occupancy;
        if point < occupancy.next_clobber {
            return RegSet::EMPTY;
        }
        let next_clobbers =
            occupancy.next_clobbers.iter().filter(|next_clobbers| next_clobbers.next <= point);
        next_clobbers.fold(RegSet::EMPTY, |all, next_clobbers| all.union(next_clobbers.regs))
    }

    /// The point up to which a register is free for an interval that starts now: the current point if it is occupied.
    pub(super) fn free_until(&self, reg: Reg, interval: u32) -> Point {
        if self.scan.occupancy.occupied.contains(reg) { self.point } else { self.conflict(reg, interval) }
    }

    /// As [`Pass::free_until`], ignoring the occupant. Cached until the current interval, `interval`, is placed.
    #[inline]
    pub(super) fn conflict(&self, reg: Reg, interval: u32) -> Point {
        let occupancy = &self.scan.occupancy;
        let mut known = occupancy.compared.get();
        if !known.contains(reg) {
            known.insert(reg);
            occupancy.compared.set(known);
            occupancy.conflicts[reg.index()].set(self.find_conflict(reg, interval));
        }
        occupancy.conflicts[reg.index()].get()
    }

    #[inline(never)]
    fn find_conflict(&self, reg: Reg, interval: u32) -> Point {
        let data = &self.split_intervals.all[interval as usize];
        let occupancy = &self.scan.occupancy;
        let mut conflict = Point::MAX;
        if self.fixed.ranged.contains(reg) {
            let state = occupancy.state(reg);
            if state.next_fixed < data.end {
                conflict = self.fixed_conflict(reg, state, interval);
            }
        }
        // Copies to fixed registers precede the clobber of their call, so fixed ranges come first.
        if occupancy.next_clobber < data.end.min(conflict) {
            for (class, next_clobbers) in occupancy.next_clobbers.iter().enumerate() {
                if next_clobbers.next < data.end.min(conflict) && next_clobbers.regs.contains(reg) {
                    conflict = conflict.min(self.class_conflict(class, interval));
                }
            }
        }
        if !occupancy.has_inactive.contains(reg) {
            return conflict;
        }
        let state = occupancy.state(reg);
        let first = self.bundles.ranges[data.range as usize];
        if first.start <= state.resume && state.resume < first.end.min(data.end) {
            return conflict.min(state.resume); // the usual case: in the first range
        }
        for &(resume, other) in &state.inactive {
            if resume < data.end.min(conflict) {
                conflict = conflict.min(self.first_overlap(interval, other));
            }
        }
        conflict
    }

    /// The first point of the interval's ranges at which a clobber class is clobbered.
    #[inline]
    fn class_conflict(&self, class: usize, interval: u32) -> Point {
        let occupancy = &self.scan.occupancy;
        let known = occupancy.classes_compared.get();
        if known >> class & 1 == 0 {
            occupancy.classes_compared.set(known | 1 << class);
            occupancy.class_conflicts[class].set(self.find_class_conflict(class, interval));
        }
        occupancy.class_conflicts[class].get()
    }

    #[inline(never)]
    fn find_class_conflict(&self, class: usize, interval: u32) -> Point {
        let next_clobbers = &self.scan.occupancy.next_clobbers[class];
        let points = self.fixed.points(class);
        let mut at = next_clobbers.at;
        self.first_in_ranges(interval, next_clobbers.next, |from| {
            at += skip(points.get(at..).unwrap_or(&[]), |point| *point < from) as usize;
            points.get(at).copied().unwrap_or(Point::MAX)
        })
    }

    /// The first point of the interval's ranges at which a fixed range of the register covers it.
    fn fixed_conflict(&self, reg: Reg, state: &State, interval: u32) -> Point {
        let ranges = self.fixed.ranges(reg);
        let mut at = state.next_fixed_index as usize;
        self.first_in_ranges(interval, state.next_fixed, |from| {
            at += skip(ranges.get(at..).unwrap_or(&[]), |range| range.1 <= from) as usize;
            ranges.get(at).map_or(Point::MAX, |range| range.0.max(from))
        })
    }

    /// The first point of the interval's ranges that `next` yields. `next` maps a point to the first candidate at or
    /// after it and is called in ascending order. `next_fixed`: the first candidate of all.
    #[inline]
    fn first_in_ranges(
        &self,
        interval: u32,
        next_fixed: Point,
        mut next: impl FnMut(Point) -> Point,
    ) -> Point {
        let data = &self.split_intervals.all[interval as usize];
        let end = self.bundles.all[data.bundle as usize].ranges.1;
        let ranges = &self.bundles.ranges[data.range as usize..end as usize];
        if ranges.first().is_some_and(|first| next_fixed < first.end.min(data.end)) {
            return next_fixed;
        }
        for range in ranges.iter().skip(1) {
            self.worked(1);
            if range.start >= data.end {
                break;
            }
            let found = next(range.start);
            if found < range.end.min(data.end) {
                return found;
            }
            if found >= data.end {
                break;
            }
        }
        Point::MAX
    }

    /// The first point at which both intervals are live.
    fn first_overlap(&self, a: u32, b: u32) -> Point {
        let (a, b) = (&self.split_intervals.all[a as usize], &self.split_intervals.all[b as usize]);
        let end = a.end.min(b.end);
        let start = a.start.max(b.start).max(self.point);
        let (mut i, mut j) = (a.range, b.range);
        let last = |bundle: u32| self.bundles.all[bundle as usize].ranges.1;
        let (i_end, j_end) = (last(a.bundle), last(b.bundle));
        while i < i_end && j < j_end {
            self.worked(1);
            let (p, q) = (self.bundles.ranges[i as usize], self.bundles.ranges[j as usize]);
            let meet = p.start.max(q.start).max(start);
            if meet >= end {
                break;
            }
            if meet < p.end.min(q.end) {
                return meet;
            }
            if p.end <= q.end {
                i += 1;
            } else {
                j += 1;
            }
        }
        Point::MAX
    }
}
