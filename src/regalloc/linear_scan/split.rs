//! Splits intervals, and queues the rest of the bundle's lifetime.

use super::control_flow::NONE;
use super::intervals::{Use, UseKind};
use super::point::{Point, gap, inst_of};
use super::scan::Pass;
use crate::base::Reg;
use crate::regalloc::Forced;
use crate::regalloc::why::Split;

/// An interval in a loop with more uses there than this does not end at the last of them.
const MAX_LOOP_USES: usize = 8;

impl Pass<'_> {
    /// Evicts the occupant of a register, if it has one. The eviction takes effect here, or at the start of the
    /// outermost loop in which the occupant was not used.
    pub(super) fn evict(&mut self, reg: Reg) {
        let interval = self.scan.occupancy.take_occupant(reg);
        if interval == NONE {
            return;
        }
        let data = self.split_intervals.all[interval as usize];
        let uses = self.bundles.all[data.bundle as usize].uses;
        let (next, used) = self.uses_around(data.use_, uses, data.start);
        let mut from = self.point;
        if self.loops {
            let region = self.control_flow.outermost_without(self.block, used.unwrap_or(data.start));
            if region != NONE {
                from = self.control_flow.loops[region as usize].start.max(data.start).min(from);
            }
        }
        self.split_intervals.all[interval as usize].end = from;
        self.split_intervals.all[interval as usize].use_ = next;
        self.note_evicted(interval, reg, from < self.point);
        self.requeue(data.bundle, self.point, data.end, false);
    }

    /// Splits an interval before a conflict in its register, and queues the rest.
    pub(super) fn split_before(&mut self, interval: u32, reg: Reg, conflict: Point, no_register_pays: bool) {
        let data = self.split_intervals.all[interval as usize];
        // The last use that a slot would not serve as well, and whether the conflicting instruction uses it.
        let (mut used, mut used_there) = (data.start, false);
        let uses = self.bundles.all[data.bundle as usize].uses.1;
        for item in &self.bundles.uses[data.use_ as usize..uses as usize] {
            self.worked(1);
            if item.point >= conflict {
                break;
            }
            if inst_of(item.point) == inst_of(conflict) && item.point > gap(inst_of(conflict)) {
                // A value only read there may lose its register within the instruction; a result may not.
                let rest = self.bundles.uses[data.use_ as usize..uses as usize].iter();
                let mut there = rest
                    .skip_while(|other| other.point < item.point)
                    .take_while(|other| inst_of(other.point) == inst_of(conflict));
                used_there = !there.any(|other| {
                    other.point >= conflict || matches!(other.kind, UseKind::Def | UseKind::MoveDef)
                });
                break;
            }
            if !item.kind.is_soft() {
                used = item.point;
            }
        }
        let mut at = if used_there { conflict } else { gap(inst_of(conflict)) };
        if self.loops {
            // An interval kept only for a use that a slot serves would be reloaded in each iteration.
            let region = self.control_flow.outermost_without(self.control_flow.block_of(at), used);
            if region != NONE {
                at = self.control_flow.loops[region as usize].start;
            }
        }
        if at <= data.start {
            at = conflict;
        }
        self.split_intervals.all[interval as usize].end = at;
        self.note_split(interval, reg, conflict, at < gap(inst_of(conflict)));
        if no_register_pays {
            self.requeue(data.bundle, at, data.end, true);
        } else if at == gap(inst_of(at)) {
            self.add_later(data.bundle, at, data.end);
        } else {
            self.requeue(data.bundle, conflict, data.end, false);
        }
    }

    /// Queues the rest of an interval that is in memory from a point on. The new interval starts at the next use that
    /// needs a register, or before the loop around that use. `no_register_pays`: no register was just found worth its
    /// cost.
    ///
    /// An interval that starts within a loop, with the value in memory at the loop's header, ends at its last use in
    /// the loop, or after the inner loop around that use. Otherwise it would be reloaded on every back edge. What
    /// follows is queued as another interval.
    pub(super) fn requeue(&mut self, bundle: u32, from: Point, end: Point, no_register_pays: bool) {
        self.bundles.all[bundle as usize].spilled = true;
        let (mut from, mut no_register_pays) = (from, no_register_pays);
        while let Some((start, use_)) = self.find_next_interval(bundle, from, end, no_register_pays) {
            let stop = self.end_in_loop(bundle, use_, from, start).min(end);
            self.add_later(bundle, start, stop);
            if stop == end {
                break;
            }
            (from, no_register_pays) = (stop, false);
        }
    }

    /// Finds the next use that needs a register for a value in memory, and the start of an interval for it.
    fn find_next_interval(
        &mut self,
        bundle: u32,
        from: Point,
        end: Point,
        no_register_pays: bool,
    ) -> Option<(Point, u32)> {
        let data = &self.bundles.all[bundle as usize];
        let uses = &self.bundles.uses[data.uses.0 as usize..data.uses.1 as usize];
        let first = uses.partition_point(|item| item.point < from);
        let next = if from > gap(inst_of(from)) { gap(inst_of(from) + 1) } else { from };
        let mut wanted = None;
        for (i, item) in uses.iter().enumerate().skip(first) {
            self.worked(1);
            if item.point >= end {
                break;
            }
            let soft = match item.kind {
                UseKind::Reg | UseKind::Def => false,
                // Nothing can be reloaded within an instruction.
                UseKind::Slot | UseKind::Warm => {
                    no_register_pays || item.point < next || !self.register_pays(&uses[i..], end)
                }
                UseKind::MoveDef | UseKind::FixedDef(_) => item.point <= from,
                UseKind::Any | UseKind::Fixed(_) | UseKind::Nothing => true,
            };
            if !soft {
                wanted = Some((i, *item));
                break;
            }
        }
        let (i, item) = wanted?;
        let mut start = if item.kind.is_def() { item.point } else { gap(inst_of(item.point)) };
        if !item.kind.is_def() && self.loops && item.point >= self.block_end {
            let region = self.control_flow.outermost_without(self.control_flow.block_of(item.point), from);
            if region != NONE {
                start = self.control_flow.loops[region as usize].start;
            }
        }
        let ranges = &self.bundles.ranges[data.ranges.0 as usize..data.ranges.1 as usize];
        let range = ranges.partition_point(|range| range.end <= item.point);
        start = start.max(ranges.get(range).map_or(0, |range| range.start)).max(from);
        let use_ = data.uses.0 + i as u32;
        self.note_second_chance(bundle, start, item.point);
        Some((start, use_))
    }

    /// The end of an interval that starts in a loop at whose header the value is in memory, since `from`.
    /// [`Point::MAX`] if there is no such loop, or the interval has a definition or more than [`MAX_LOOP_USES`] uses
    /// there.
    fn end_in_loop(&self, bundle: u32, use_: u32, from: Point, start: Point) -> Point {
        let region = self.control_flow.innermost[self.control_flow.block_of(start) as usize];
        if !self.loops || region == NONE {
            return Point::MAX;
        }
        let region = &self.control_flow.loops[region as usize];
        if start <= region.start || region.start < from {
            return Point::MAX;
        }
        let uses = &self.bundles.uses[use_ as usize..self.bundles.all[bundle as usize].uses.1 as usize];
        let inside = uses.iter().take_while(|item| item.point < region.end).take(MAX_LOOP_USES + 1);
        let (mut count, mut last) = (0, start);
        for item in inside {
            self.worked(1);
            (count, last) = (count + 1, item.point);
            // A definition would need a store there.
            if item.kind.is_def() || count > MAX_LOOP_USES {
                return Point::MAX;
            }
        }
        // An inner loop keeps the value in a register throughout.
        match self.control_flow.outermost_without(self.control_flow.block_of(last), start) {
            NONE => gap(inst_of(last) + 1),
            inner => self.control_flow.loops[inner as usize].end,
        }
    }

    /// True if a use that could read the slot is better served by a register, because another use follows soon.
    pub(super) fn register_pays(&self, uses: &[Use], end: Point) -> bool {
        let [here, next, ..] = uses else { return false };
        next.point < end && !next.kind.is_def() && next.point - here.point < 64 && next.weight >= here.weight
    }

    /// Splits intervals at random or everywhere, as forced modes require.
    pub(super) fn split_by_force(&mut self, interval: u32) {
        let data = self.split_intervals.all[interval as usize];
        let next = gap(inst_of(data.start) + 1);
        let cut = match self.forced {
            Forced::SpillAll => true,
            Forced::Split(_) => self.scan.random.below(3) == 0,
            _ => false,
        };
        if !cut || next >= data.end {
            return;
        }
        let at = match self.forced {
            Forced::Split(_) => {
                let insts = (data.end - next) / 4;
                next + 4 * self.scan.random.below(insts.min(20) as usize + 1) as u32
            }
            _ => next,
        };
        if at >= data.end {
            return;
        }
        self.split_intervals.all[interval as usize].end = at;
        self.keep_split(interval, None, at, Split::Force, false);
        match self.forced {
            Forced::Split(_) if self.scan.random.below(2) == 0 => {
                let covered = self.bundles.ranges(data.bundle).iter().any(|r| r.start <= at && at < r.end);
                if covered {
                    self.add_later(data.bundle, at, data.end);
                } else {
                    self.requeue(data.bundle, at, data.end, false);
                }
            }
            _ => self.requeue(data.bundle, at, data.end, false),
        }
    }
}
