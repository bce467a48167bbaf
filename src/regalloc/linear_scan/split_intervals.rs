//! Intervals: the parts of a bundle's lifetime in one register. Each bundle starts with one interval, which may be
//! split. Where the bundle is live and no interval covers the point, it is in memory.

use super::bundle::{Bundle, Bundles, register_of};
use super::control_flow::NONE;
use super::intervals::{Range, Use};
use super::point::{Point, gap, inst_of};
use crate::air::Tmp;
use crate::base::Reg;
pub(super) const NO_REG: u8 = u8::MAX;

/// An interval: a part of a bundle's lifetime in one register, lifetime holes included.
#[derive(Clone, Copy, Debug)]
pub(super) struct SplitInterval {
    pub(super) bundle: u32,
    pub(super) start: Point,
    pub(super) end: Point,
    /// [`Reg::index`], or [`NO_REG`] if it stays in memory.
    pub(super) reg: u8,
    /// The bundle's next interval, or [`NONE`].
    pub(super) next: u32,
    /// The range at the scan's point, or the next one; advanced by the scan.
    pub(super) range: u32,
    /// The first use at or after the scan's point.
    pub(super) use_: u32,
}

impl SplitInterval {
    /// True if the value arrives in its register in the gap before the instruction. `uses`: those of its bundle.
    pub(super) fn arrives_in_gap(&self, uses: &[Use], inst: u32) -> bool {
        self.start >= gap(inst) || defined_at(uses, gap(inst))
    }
}

/// True if one of a bundle's uses is a definition at the point.
pub(super) fn defined_at(uses: &[Use], point: Point) -> bool {
    let first = skip(uses, |item| item.point < point);
    uses[first as usize..].iter().take_while(|item| item.point == point).any(|item| item.kind.is_def())
}

/// All intervals.
#[derive(Debug, Default)]
pub(super) struct SplitIntervals {
    /// In the order of creation.
    pub(super) all: Vec<SplitInterval>,
    /// After the scan: intervals with a register, by bundle and start, except those that cover their bundle.
    sorted: Vec<SplitInterval>,
    /// After the scan: [`Reg::index`] of each temporary's only register, or [`NO_REG`]. Answers most queries.
    single_reg: Vec<u8>,
    /// After the scan: bundles with several locations, or with definitions in fixed registers, ascending. All others
    /// need no move and no slot, except around rare calls.
    pub(super) multi_location: Vec<u32>,
}

impl SplitIntervals {
    /// Creates the first interval of a bundle.
    pub(super) fn add_first(&mut self, bundle: u32, data: &mut Bundle, start: Point, end: Point) -> u32 {
        let number = self.all.len() as u32;
        data.split_intervals = (number, number);
        let (range, use_) = (data.ranges.0, data.uses.0);
        self.all.push(SplitInterval { bundle, start, end, reg: NO_REG, next: NONE, range, use_ });
        number
    }

    /// Creates another interval of a bundle.
    pub(super) fn add(&mut self, bundles: &mut Bundles, bundle: u32, start: Point, end: Point) -> u32 {
        let number = self.all.len() as u32;
        let data = &mut bundles.all[bundle as usize];
        let (mut range, mut use_) = (data.ranges.0, data.uses.0);
        match self.all.get_mut(data.split_intervals.1 as usize) {
            None => data.split_intervals.0 = number,
            Some(last) => {
                last.next = number;
                if last.start <= start {
                    (range, use_) = (last.range, last.use_);
                }
            }
        }
        data.split_intervals.1 = number;
        range += skip(&bundles.ranges[range as usize..data.ranges.1 as usize], |range| range.end <= start);
        use_ += skip(&bundles.uses[use_ as usize..data.uses.1 as usize], |item| item.point < start);
        self.all.push(SplitInterval { bundle, start, end, reg: NO_REG, next: NONE, range, use_ });
        number
    }

    /// Clears everything and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.all.clear();
    }

    /// After the scan: sorts the intervals that have registers for lookup by point.
    pub(super) fn sort(&mut self, bundles: &mut Bundles) {
        self.sorted.clear();
        self.multi_location.clear();
        let Bundles { all, of, ranges, .. } = bundles;
        for (bundle, number) in all.iter_mut().zip(0..) {
            let (mut at, last) = bundle.split_intervals;
            if at == last
                && self.has_single_reg(bundle, &ranges[bundle.ranges.0 as usize..bundle.ranges.1 as usize])
            {
                bundle.split_intervals.0 = NONE;
                if bundle.has_fixed_def {
                    self.multi_location.push(number);
                }
                continue;
            }
            self.multi_location.push(number);
            let first = self.sorted.len();
            while let Some(interval) = self.all.get(at as usize) {
                if interval.reg != NO_REG && interval.start < interval.end {
                    self.sorted.push(*interval);
                }
                at = interval.next;
            }
            if !self.sorted[first..].is_sorted_by_key(|interval| interval.start) {
                self.sorted[first..].sort_unstable_by_key(|interval| interval.start);
            }
            bundle.split_intervals = (first as u32, self.sorted.len() as u32);
        }
        self.single_reg.clear();
        self.single_reg.extend(of.iter().map(|number| match all.get(*number as usize) {
            Some(bundle) if bundle.split_intervals.0 == NONE => bundle.reg,
            Some(_) => NO_REG,
            None => register_of(*number).map_or(NO_REG, |reg| reg.index() as u8),
        }));
    }

    /// True if the only interval of a bundle has a register and covers its entire lifetime.
    #[inline]
    fn has_single_reg(&self, bundle: &Bundle, ranges: &[Range]) -> bool {
        let (Some(interval), Some(first), Some(last)) =
            (self.all.get(bundle.split_intervals.0 as usize), ranges.first(), ranges.last())
        else {
            return false;
        };
        interval.reg != NO_REG && !bundle.homed && interval.start <= first.start && last.end <= interval.end
    }

    /// After [`SplitIntervals::sort`]: the only register of a temporary, if it has one for its entire lifetime.
    #[inline]
    pub(super) fn single_reg(&self, tmp: u32) -> Option<Reg> {
        match self.single_reg.get(tmp as usize) {
            Some(&index) if index != NO_REG => Some(Reg::from_index(index)),
            _ => None,
        }
    }

    /// As [`SplitIntervals::single_reg`], for all temporaries of a bundle.
    #[inline]
    pub(super) fn single_reg_of(&self, bundle: &Bundle) -> Option<Reg> {
        (bundle.split_intervals.0 == NONE).then(|| Reg::from_index(bundle.reg))
    }

    /// After [`SplitIntervals::sort`]: the intervals of a bundle.
    pub(super) fn of(&self, bundle: &Bundle) -> &[SplitInterval] {
        match bundle.split_intervals {
            (NONE, only) => std::slice::from_ref(&self.all[only as usize]),
            (first, end) => &self.sorted[first as usize..end as usize],
        }
    }

    /// After [`SplitIntervals::sort`]: for a bundle with several locations, keeps only the interval that covers `start`
    /// to `last`, cut to the range from `start` to `end`. `None` if there is no such interval.
    pub(super) fn keep_only_around(
        &mut self,
        bundle: &mut Bundle,
        start: Point,
        last: Point,
        end: Point,
    ) -> Option<SplitInterval> {
        let (from, to) = bundle.split_intervals;
        let split_intervals = self.sorted.get_mut(from as usize..to as usize)?;
        let at =
            split_intervals.iter().position(|interval| interval.start <= start && last < interval.end)?;
        let interval = &mut split_intervals[at];
        (interval.start, interval.end) = (start, interval.end.min(end));
        bundle.split_intervals = (from + at as u32, from + at as u32 + 1);
        Some(*interval)
    }

    /// After [`SplitIntervals::sort`]: the register of a bundle at a point; `None` if it is in memory.
    pub(super) fn reg_at(&self, bundle: &Bundle, point: Point) -> Option<Reg> {
        let split_intervals = self.of(bundle);
        let interval = match split_intervals {
            [only] => only,
            _ => split_intervals.get(split_intervals.partition_point(|interval| interval.end <= point))?,
        };
        let inside = interval.start <= point && point < interval.end;
        inside.then(|| Reg::from_index(interval.reg))
    }
}

/// Number of leading elements that satisfy `skipped`: a short linear search, then a binary one.
pub(super) fn skip<T>(items: &[T], skipped: impl Fn(&T) -> bool) -> u32 {
    let near = items.iter().take(4).take_while(|item| skipped(item)).count();
    let rest = if near == 4 { items[4..].partition_point(skipped) } else { 0 };
    (near + rest) as u32
}

/// Looks up registers at points that only ascend for each bundle.
#[derive(Debug, Default)]
pub(super) struct Cursor {
    at: Vec<u32>,
}

impl Cursor {
    pub(super) fn reset(&mut self, bundles: &Bundles, split_intervals: &SplitIntervals) {
        self.at.clear();
        self.at.resize(bundles.all.len(), 0);
        for &bundle in &split_intervals.multi_location {
            self.at[bundle as usize] = bundles.all[bundle as usize].split_intervals.0;
        }
    }

    /// The register of a temporary with several locations; `None` if it is in memory. The point must be in an
    /// instruction at or after that of the last query.
    #[inline(never)]
    pub(super) fn reg_at(
        &mut self,
        bundles: &Bundles,
        split_intervals: &SplitIntervals,
        tmp: Tmp,
        point: Point,
    ) -> Option<Reg> {
        let bundle = bundles.of(tmp)?;
        let at = &mut self.at[bundle as usize];
        // The usual case: in the same interval as before.
        if let Some(interval) = split_intervals.sorted.get(*at as usize)
            && interval.bundle == bundle
            && interval.start <= point
            && point < interval.end
        {
            return Some(Reg::from_index(interval.reg));
        }
        let mut rest =
            &split_intervals.sorted[*at as usize..bundles.all[bundle as usize].split_intervals.1 as usize];
        // An interval that ends within this instruction may be queried again.
        while let [first, ..] = rest
            && first.end <= gap(inst_of(point))
        {
            rest = &rest[1..];
            *at += 1;
        }
        let interval = rest.iter().find(|interval| interval.end > point)?;
        (interval.start <= point).then(|| Reg::from_index(interval.reg))
    }

    /// For a bundle with several locations: its registers at both ends of an edge, and the range of points around the
    /// target without a change. `start`, the target of the edge, only ascends; `end`, its source, is arbitrary but
    /// usually near.
    pub(super) fn regs_on_edge(
        &mut self,
        data: &Bundle,
        split_intervals: &SplitIntervals,
        bundle: u32,
        end: Point,
        start: Point,
    ) -> (Option<Reg>, Option<Reg>, Range) {
        let split_intervals = split_intervals.of(data);
        let reg_at = |at: usize, point: Point| {
            let interval = split_intervals.get(at).filter(|interval| interval.start <= point)?;
            Some(Reg::from_index(interval.reg))
        };
        let cursor = &mut self.at[bundle as usize];
        let mut at = (*cursor - data.split_intervals.0) as usize;
        at += skip(split_intervals.get(at..).unwrap_or(&[]), |interval| interval.end <= start) as usize;
        *cursor = data.split_intervals.0 + at as u32;
        let around = match split_intervals.get(at) {
            Some(interval) if interval.start <= start => Range { start: interval.start, end: interval.end },
            next => Range {
                start: split_intervals[..at].last().map_or(0, |interval| interval.end),
                end: next.map_or(Point::MAX, |interval| interval.start),
            },
        };
        let there = reg_at(at, start);
        if around.start <= end && end < around.end {
            return (there, there, around);
        }
        let here = if end >= start {
            at + skip(&split_intervals[at..], |interval| interval.end <= end) as usize
        } else {
            let over =
                split_intervals[..at].iter().rev().take(4).take_while(|interval| interval.end > end).count();
            if over < 4 {
                at - over
            } else {
                split_intervals[..at].partition_point(|interval| interval.end <= end)
            }
        };
        (reg_at(here, end), there, around)
    }
}
