//! The state of each register during the scan: active and inactive intervals, and fixed ranges.
//!
//! The state changes only where a range, a lifetime hole or a fixed range ends. For each instruction, a set holds the
//! registers with such an end; the scan examines no others.

use super::fixed::{Fixed, MAX_CLASSES};
use super::pieces::skip;
use super::point::{Point, gap, inst_of};
use super::scan::Pass;
use super::shape::NONE;
use crate::base::{Bank, Reg, RegSet};
use crate::regalloc::why::Split;
use crate::support::refill;
use smallvec::SmallVec;
use std::cell::Cell;

/// Maximum number of inactive intervals per register. Tests use fewer, to exercise the limit.
const MAX_WAITING: usize = if cfg!(test) { 1 } else { 4 };

#[derive(Clone, Debug)]
struct State {
    /// The active interval, or [`NONE`] for a short-lived temporary.
    occupant: u32,
    /// The end of the occupant's current range.
    until: Point,
    /// The occupant ends there too.
    last: bool,
    /// The start of the next fixed range of the register.
    claim: Point,
    /// The index of that range in its list.
    claim_at: u32,
    /// The first point at which an inactive interval resumes.
    resume: Point,
    /// Inactive intervals of the register: the end of the lifetime hole, and the interval.
    waiting: SmallVec<[(Point, u32); 2]>,
}

/// A clobber class and the next point at which it is clobbered.
#[derive(Clone, Copy, Debug)]
struct Claims {
    regs: RegSet,
    next: Point,
    at: usize,
}

/// Registers that may conflict with an interval.
#[derive(Clone, Copy, Debug)]
pub(super) struct Doubts {
    /// Registers clobbered while the interval is live.
    pub(super) blocked: RegSet,
    /// None of these is free past this point.
    pub(super) blocked_at: Point,
    /// Registers with fixed ranges, or with an inactive interval that resumes before the end.
    pub(super) uncertain: RegSet,
}

impl Doubts {
    /// The registers for which [`Pass::conflict`] must be consulted.
    pub(super) fn all(self) -> RegSet {
        self.blocked.union(self.uncertain)
    }
}

/// The state of all registers.
#[derive(Debug)]
pub(super) struct Occupancy {
    /// Entries are valid only as the sets below indicate.
    states: Vec<State>,
    pub(super) occupied: RegSet,
    /// Registers whose last occupant was a short-lived temporary.
    brief: RegSet,
    /// Registers with inactive intervals.
    waited: RegSet,
    /// No inactive interval resumes before this point.
    next_resume: Point,
    /// For each instruction, the registers to update when the scan reaches it.
    looks: Vec<RegSet>,
    /// The last instruction whose registers were updated.
    today: u32,
    claims: SmallVec<[Claims; 4]>,
    /// The next clobber of any class.
    next_clobber: Point,
    /// No fixed range starts before this point.
    next_claim: Point,
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
            claim: 0,
            claim_at: 0,
            resume: 0,
            waiting: SmallVec::new(),
        };
        Occupancy {
            states: vec![state; Reg::COUNT],
            occupied: RegSet::EMPTY,
            brief: RegSet::EMPTY,
            waited: RegSet::EMPTY,
            next_resume: Point::MAX,
            looks: Vec::new(),
            today: 0,
            claims: SmallVec::new(),
            next_clobber: 0,
            next_claim: 0,
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
        for reg in self.waited.iter() {
            self.states[reg.index()].waiting.clear();
        }
        (self.occupied, self.waited, self.brief) = (RegSet::EMPTY, RegSet::EMPTY, RegSet::EMPTY);
        refill(&mut self.looks, insts as usize + 1, RegSet::EMPTY);
        (self.today, self.next_claim, self.next_clobber) = (0, Point::MAX, 0);
        self.next_resume = Point::MAX;
        self.claims.clear();
        for (regs, points) in fixed.classes() {
            self.claims.push(Claims { regs, next: points.first().copied().unwrap_or(Point::MAX), at: 0 });
        }
        for reg in fixed.ranged.iter() {
            let claim = fixed.ranges(reg).first().map_or(Point::MAX, |range| range.0);
            (self.states[reg.index()].claim, self.states[reg.index()].claim_at) = (claim, 0);
            self.next_claim = self.next_claim.min(claim);
            self.look_at(reg, claim.saturating_add(1));
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
    fn look_at(&mut self, reg: Reg, point: Point) {
        if let Some(looks) = self.looks.get_mut(inst_of(point) as usize) {
            looks.insert(reg);
        }
    }

    /// Makes an interval active in a register, up to the end of its current range.
    #[inline]
    fn hold(&mut self, reg: Reg, piece: u32, range_end: Point, end: Point) {
        let until = range_end.min(end);
        let state = &mut self.states[reg.index()];
        (state.occupant, state.until, state.last) = (piece, until, end <= range_end);
        self.occupied.insert(reg);
        self.brief.remove(reg);
        self.look_at(reg, until);
    }

    /// Gives the register to a short-lived temporary.
    #[inline]
    pub(super) fn hold_briefly(&mut self, reg: Reg, until: Point) {
        let state = &mut self.states[reg.index()];
        (state.occupant, state.until, state.last) = (NONE, until, true);
        self.occupied.insert(reg);
        self.brief.insert(reg);
        self.look_at(reg, until);
    }

    /// Registers not held by short-lived temporaries.
    #[inline]
    pub(super) fn not_brief(&self) -> RegSet {
        RegSet::all(Bank::Gp).union(RegSet::all(Bank::Fp)).difference(self.brief.intersection(self.occupied))
    }

    /// Registers in which an inactive interval resumes before a point.
    #[inline]
    pub(super) fn returning(&mut self, before: Point) -> RegSet {
        if before <= self.next_resume { RegSet::EMPTY } else { self.find_returning(before) }
    }

    /// Slow path of [`Occupancy::returning`].
    #[inline(never)]
    fn find_returning(&mut self, before: Point) -> RegSet {
        let mut returning = RegSet::EMPTY;
        self.next_resume = Point::MAX;
        for reg in self.waited.iter() {
            let resume = self.states[reg.index()].resume;
            self.next_resume = self.next_resume.min(resume);
            if resume < before {
                returning.insert(reg);
            }
        }
        returning
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
        let days = self.looks.get_mut(self.today as usize..inst as usize + 1);
        for looks in days.unwrap_or(&mut []) {
            due = due.union(std::mem::take(looks));
        }
        self.today = inst;
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
            self.look_at_due(due);
        }
    }

    /// Advances to the block of the scan's point.
    #[inline(never)]
    fn pass_blocks(&mut self) {
        while self.block_end <= self.point && self.block as usize + 1 < self.shape.len() {
            let before = self.block;
            self.block += 1;
            self.block_end = self.shape.end(self.block);
            let innermost = &self.shape.innermost;
            self.zone += u32::from(innermost[before as usize] != innermost[self.block as usize]);
        }
        self.weight = self.shape.weights[self.block as usize];
    }

    #[inline(never)]
    fn look_at_due(&mut self, due: RegSet) {
        let tomorrow = gap(inst_of(self.point) + 1);
        for reg in due.iter() {
            // The usual case: the occupant ended, and the register has no other event.
            let occupancy = &mut self.scan.occupancy;
            let state = &occupancy.states[reg.index()];
            let claimed = state.claim < tomorrow && self.fixed.ranged.contains(reg);
            let returns = state.resume < tomorrow && occupancy.waited.contains(reg);
            if claimed || returns {
                self.look(reg);
            } else if state.until <= self.point {
                if state.last {
                    occupancy.occupied.remove(reg);
                } else {
                    self.look(reg);
                }
            } else if state.until < tomorrow {
                occupancy.look_at(reg, state.until);
            }
        }
    }

    /// Advances each clobber class to its next point.
    fn pass_clobbers(&mut self) {
        let (point, occupancy) = (self.point, &mut self.scan.occupancy);
        occupancy.next_clobber = Point::MAX;
        for (claims, (_, points)) in occupancy.claims.iter_mut().zip(self.fixed.classes()) {
            while claims.next < point {
                claims.at += 1;
                claims.next = points.get(claims.at).copied().unwrap_or(Point::MAX);
            }
            occupancy.next_clobber = occupancy.next_clobber.min(claims.next);
        }
    }

    /// Updates a register at the scan's point.
    fn look(&mut self, reg: Reg) {
        let point = self.point;
        let occupancy = &mut self.scan.occupancy;
        if occupancy.occupied.contains(reg) && occupancy.states[reg.index()].until <= point {
            let piece = occupancy.take_occupant(reg);
            if self.pieces.all.get(piece as usize).is_some_and(|piece| piece.end > point) {
                self.settle(reg, piece);
            }
        }
        let mut again = Point::MAX;
        let occupancy = &mut self.scan.occupancy;
        if occupancy.waited.contains(reg) {
            while let Some(index) = self.resumed(reg) {
                let (_, piece) = self.scan.occupancy.states[reg.index()].waiting.swap_remove(index);
                self.settle(reg, piece);
            }
            let occupancy = &mut self.scan.occupancy;
            let state = &mut occupancy.states[reg.index()];
            state.resume = state.waiting.iter().map(|waiting| waiting.0).min().unwrap_or(Point::MAX);
            again = state.resume;
            if state.waiting.is_empty() {
                occupancy.waited.remove(reg);
            }
        }
        let occupancy = &mut self.scan.occupancy;
        let state = &mut occupancy.states[reg.index()];
        if self.fixed.ranged.contains(reg) {
            if state.claim < point {
                let ranges = &self.fixed.ranges(reg)[state.claim_at as usize..];
                let over = ranges.iter().take_while(|range| range.1 <= point).count();
                state.claim_at += over as u32;
                state.claim = ranges.get(over).map_or(Point::MAX, |range| range.0.max(point));
                let claim = state.claim;
                occupancy.look_at(reg, claim.saturating_add(1));
            }
            again = again.min(occupancy.states[reg.index()].claim.saturating_add(1));
        }
        if occupancy.occupied.contains(reg) {
            again = again.min(occupancy.states[reg.index()].until);
        }
        // An end later in this instruction needs another update.
        if inst_of(again) == occupancy.today {
            occupancy.look_at(reg, again);
        }
    }

    /// An inactive interval of the register whose lifetime hole ended.
    #[inline]
    fn resumed(&self, reg: Reg) -> Option<usize> {
        self.scan.occupancy.state(reg).waiting.iter().position(|waiting| waiting.0 <= self.point)
    }

    /// Advances an interval to its range at the scan's point. It becomes active or inactive, or has ended.
    #[inline]
    pub(super) fn settle(&mut self, reg: Reg, piece_number: u32) {
        let piece = &self.pieces.all[piece_number as usize];
        let range = self.bundles.ranges[piece.range as usize];
        if range.start <= self.point && self.point < range.end.min(piece.end) {
            self.scan.occupancy.hold(reg, piece_number, range.end, piece.end);
        } else {
            self.settle_elsewhere(reg, piece_number);
        }
    }

    /// Slow path of [`Pass::settle`]: the scan may have left the interval's range.
    #[inline(never)]
    fn settle_elsewhere(&mut self, reg: Reg, piece_number: u32) {
        let point = self.point;
        let piece = &mut self.pieces.all[piece_number as usize];
        let mut range = self.bundles.ranges[piece.range as usize];
        if range.end <= point {
            let end = self.bundles.all[piece.bundle as usize].ranges.1;
            let ranges = &self.bundles.ranges[piece.range as usize..end as usize];
            let over = ranges.iter().take_while(|range| range.end <= point).count();
            piece.range += over as u32;
            let Some(next) = ranges.get(over) else { return };
            range = *next;
        }
        if range.start.max(point) >= piece.end {
            return;
        }
        let occupancy = &mut self.scan.occupancy;
        if range.start <= point {
            occupancy.hold(reg, piece_number, range.end, piece.end);
            return;
        }
        let state = &mut occupancy.states[reg.index()];
        if state.waiting.len() < MAX_WAITING {
            state.waiting.push((range.start, piece_number));
            if !occupancy.waited.contains(reg) || range.start < state.resume {
                state.resume = range.start;
            }
            occupancy.waited.insert(reg);
            occupancy.next_resume = occupancy.next_resume.min(range.start);
            occupancy.look_at(reg, range.start);
            return;
        }
        let (bundle, start, last) = (piece.bundle, range.start, piece.end);
        piece.end = point;
        self.keep_split(piece_number, Some(reg), point, Split::LongLife, false);
        self.add_later(bundle, start, last);
    }

    /// Adds the clobber classes that conflict with an interval.
    #[inline(never)]
    fn doubt_classes(&self, piece: u32, end: Point, doubts: &mut Doubts) {
        for class in 0..self.scan.occupancy.claims.len() {
            let claims = self.scan.occupancy.claims[class];
            if claims.next < end {
                let conflict = self.class_conflict(class, piece);
                if conflict < end {
                    doubts.blocked = doubts.blocked.union(claims.regs);
                    doubts.blocked_at = doubts.blocked_at.max(conflict);
                }
            }
        }
    }

    /// The registers that may conflict with an interval that ends at `end`.
    #[inline]
    pub(super) fn doubts(&mut self, piece: u32, end: Point) -> Doubts {
        let mut doubts = Doubts { blocked: RegSet::EMPTY, blocked_at: self.point, uncertain: RegSet::EMPTY };
        if self.scan.occupancy.next_clobber < end {
            self.doubt_classes(piece, end, &mut doubts);
        }
        let occupancy = &mut self.scan.occupancy;
        if occupancy.next_claim < end {
            if occupancy.next_claim < self.point {
                let claims = self.fixed.ranged.iter().map(|reg| occupancy.states[reg.index()].claim);
                occupancy.next_claim = claims.min().unwrap_or(Point::MAX);
            }
            if occupancy.next_claim < end {
                doubts.uncertain = self.fixed.ranged;
            }
        }
        doubts.uncertain = doubts.uncertain.union(occupancy.returning(end));
        doubts
    }

    /// True if a fixed range of the register starts, or an inactive interval resumes in it, at or before a point.
    #[inline]
    pub(super) fn something_arrives(&self, reg: Reg, point: Point) -> bool {
        let occupancy = &self.scan.occupancy;
        let state = occupancy.state(reg);
        occupancy.waited.contains(reg) && state.resume <= point
            || self.fixed.ranged.contains(reg) && state.claim <= point
    }

    /// The registers clobbered at or before a point.
    #[inline]
    pub(super) fn destroyed_by(&self, point: Point) -> RegSet {
        let occupancy = &self.scan.occupancy;
        if point < occupancy.next_clobber {
            return RegSet::EMPTY;
        }
        let claims = occupancy.claims.iter().filter(|claims| claims.next <= point);
        claims.fold(RegSet::EMPTY, |all, claims| all.union(claims.regs))
    }

    /// The point up to which a register is free for an interval that starts now: the current point if it is occupied.
    pub(super) fn free_until(&self, reg: Reg, piece: u32) -> Point {
        if self.scan.occupancy.occupied.contains(reg) { self.point } else { self.conflict(reg, piece) }
    }

    /// As [`Pass::free_until`], ignoring the occupant. Cached until the current interval, `piece`, is placed.
    #[inline]
    pub(super) fn conflict(&self, reg: Reg, piece: u32) -> Point {
        let occupancy = &self.scan.occupancy;
        let mut known = occupancy.compared.get();
        if !known.contains(reg) {
            known.insert(reg);
            occupancy.compared.set(known);
            occupancy.conflicts[reg.index()].set(self.find_conflict(reg, piece));
        }
        occupancy.conflicts[reg.index()].get()
    }

    #[inline(never)]
    fn find_conflict(&self, reg: Reg, piece: u32) -> Point {
        let data = &self.pieces.all[piece as usize];
        let occupancy = &self.scan.occupancy;
        let mut conflict = Point::MAX;
        if self.fixed.ranged.contains(reg) {
            let state = occupancy.state(reg);
            if state.claim < data.end {
                conflict = self.claim_conflict(reg, state, piece);
            }
        }
        // Copies to fixed registers precede the clobber of their call, so fixed ranges come first.
        if occupancy.next_clobber < data.end.min(conflict) {
            for (class, claims) in occupancy.claims.iter().enumerate() {
                if claims.next < data.end.min(conflict) && claims.regs.contains(reg) {
                    conflict = conflict.min(self.class_conflict(class, piece));
                }
            }
        }
        if !occupancy.waited.contains(reg) {
            return conflict;
        }
        let state = occupancy.state(reg);
        let first = self.bundles.ranges[data.range as usize];
        if first.start <= state.resume && state.resume < first.end.min(data.end) {
            return conflict.min(state.resume); // the usual case: in the first range
        }
        for &(resume, other) in &state.waiting {
            if resume < data.end.min(conflict) {
                conflict = conflict.min(self.meeting(piece, other));
            }
        }
        conflict
    }

    /// The first point of the interval's ranges at which a clobber class is clobbered.
    #[inline]
    fn class_conflict(&self, class: usize, piece: u32) -> Point {
        let occupancy = &self.scan.occupancy;
        let known = occupancy.classes_compared.get();
        if known >> class & 1 == 0 {
            occupancy.classes_compared.set(known | 1 << class);
            occupancy.class_conflicts[class].set(self.find_class_conflict(class, piece));
        }
        occupancy.class_conflicts[class].get()
    }

    #[inline(never)]
    fn find_class_conflict(&self, class: usize, piece: u32) -> Point {
        let claims = &self.scan.occupancy.claims[class];
        let points = self.fixed.points(class);
        let mut at = claims.at;
        self.first_in_ranges(piece, claims.next, |from| {
            at += skip(points.get(at..).unwrap_or(&[]), |point| *point < from) as usize;
            points.get(at).copied().unwrap_or(Point::MAX)
        })
    }

    /// The first point of the interval's ranges at which a fixed range of the register covers it.
    fn claim_conflict(&self, reg: Reg, state: &State, piece: u32) -> Point {
        let ranges = self.fixed.ranges(reg);
        let mut at = state.claim_at as usize;
        self.first_in_ranges(piece, state.claim, |from| {
            at += skip(ranges.get(at..).unwrap_or(&[]), |range| range.1 <= from) as usize;
            ranges.get(at).map_or(Point::MAX, |range| range.0.max(from))
        })
    }

    /// The first point of the interval's ranges that `next` yields. `next` maps a point to the first candidate at or
    /// after it and is called in ascending order. `claim`: the first candidate of all.
    #[inline]
    fn first_in_ranges(&self, piece: u32, claim: Point, mut next: impl FnMut(Point) -> Point) -> Point {
        let data = &self.pieces.all[piece as usize];
        let end = self.bundles.all[data.bundle as usize].ranges.1;
        let ranges = &self.bundles.ranges[data.range as usize..end as usize];
        if ranges.first().is_some_and(|first| claim < first.end.min(data.end)) {
            return claim;
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
    fn meeting(&self, a: u32, b: u32) -> Point {
        let (a, b) = (&self.pieces.all[a as usize], &self.pieces.all[b as usize]);
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
