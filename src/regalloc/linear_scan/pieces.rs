//! Intervals: the parts of a bundle's lifetime in one register. Each bundle starts with one interval, which may be
//! split. Where the bundle is live and no interval covers the point, it is in memory.

use super::bundle::{Bundle, Bundles, register_of};
use super::intervals::{Range, Use};
use super::point::{Point, gap, inst_of};
use super::shape::NONE;
use crate::air::Tmp;
use crate::base::Reg;
pub(super) const NO_REG: u8 = u8::MAX;

/// An interval: a part of a bundle's lifetime in one register, lifetime holes included.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
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

impl Piece {
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
pub(super) struct Pieces {
    /// In the order of creation.
    pub(super) all: Vec<Piece>,
    /// After the scan: intervals with a register, by bundle and start, except those that cover their bundle.
    sorted: Vec<Piece>,
    /// After the scan: [`Reg::index`] of each temporary's only register, or [`NO_REG`]. Answers most queries.
    whole: Vec<u8>,
    /// After the scan: bundles with several locations, or with definitions in fixed registers, ascending. All others
    /// need no move and no slot, except around rare calls.
    pub(super) odd: Vec<u32>,
}

impl Pieces {
    /// Creates the first interval of a bundle.
    pub(super) fn add_first(&mut self, bundle: u32, data: &mut Bundle, start: Point, end: Point) -> u32 {
        let number = self.all.len() as u32;
        data.pieces = (number, number);
        let (range, use_) = (data.ranges.0, data.uses.0);
        self.all.push(Piece { bundle, start, end, reg: NO_REG, next: NONE, range, use_ });
        number
    }

    /// Creates another interval of a bundle.
    pub(super) fn add(&mut self, bundles: &mut Bundles, bundle: u32, start: Point, end: Point) -> u32 {
        let number = self.all.len() as u32;
        let data = &mut bundles.all[bundle as usize];
        let (mut range, mut use_) = (data.ranges.0, data.uses.0);
        match self.all.get_mut(data.pieces.1 as usize) {
            None => data.pieces.0 = number,
            Some(last) => {
                last.next = number;
                if last.start <= start {
                    (range, use_) = (last.range, last.use_);
                }
            }
        }
        data.pieces.1 = number;
        range += skip(&bundles.ranges[range as usize..data.ranges.1 as usize], |range| range.end <= start);
        use_ += skip(&bundles.uses[use_ as usize..data.uses.1 as usize], |item| item.point < start);
        self.all.push(Piece { bundle, start, end, reg: NO_REG, next: NONE, range, use_ });
        number
    }

    /// Clears everything and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.all.clear();
    }

    /// After the scan: sorts the intervals that have registers for lookup by point.
    pub(super) fn sort(&mut self, bundles: &mut Bundles) {
        self.sorted.clear();
        self.odd.clear();
        let Bundles { all, of, ranges, .. } = bundles;
        for (bundle, number) in all.iter_mut().zip(0..) {
            let (mut at, last) = bundle.pieces;
            if at == last
                && self.is_whole(bundle, &ranges[bundle.ranges.0 as usize..bundle.ranges.1 as usize])
            {
                bundle.pieces.0 = NONE;
                if bundle.comes_fixed {
                    self.odd.push(number);
                }
                continue;
            }
            self.odd.push(number);
            let first = self.sorted.len();
            while let Some(piece) = self.all.get(at as usize) {
                if piece.reg != NO_REG && piece.start < piece.end {
                    self.sorted.push(*piece);
                }
                at = piece.next;
            }
            if !self.sorted[first..].is_sorted_by_key(|piece| piece.start) {
                self.sorted[first..].sort_unstable_by_key(|piece| piece.start);
            }
            bundle.pieces = (first as u32, self.sorted.len() as u32);
        }
        self.whole.clear();
        self.whole.extend(of.iter().map(|number| match all.get(*number as usize) {
            Some(bundle) if bundle.pieces.0 == NONE => bundle.reg,
            Some(_) => NO_REG,
            None => register_of(*number).map_or(NO_REG, |reg| reg.index() as u8),
        }));
    }

    /// True if the only interval of a bundle has a register and covers its entire lifetime.
    #[inline]
    fn is_whole(&self, bundle: &Bundle, ranges: &[Range]) -> bool {
        let (Some(piece), Some(first), Some(last)) =
            (self.all.get(bundle.pieces.0 as usize), ranges.first(), ranges.last())
        else {
            return false;
        };
        piece.reg != NO_REG && !bundle.homed && piece.start <= first.start && last.end <= piece.end
    }

    /// After [`Pieces::sort`]: the only register of a temporary, if it has one for its entire lifetime.
    #[inline]
    pub(super) fn whole(&self, tmp: u32) -> Option<Reg> {
        match self.whole.get(tmp as usize) {
            Some(&index) if index != NO_REG => Some(Reg::from_index(index)),
            _ => None,
        }
    }

    /// As [`Pieces::whole`], for all temporaries of a bundle.
    #[inline]
    pub(super) fn whole_of(&self, bundle: &Bundle) -> Option<Reg> {
        (bundle.pieces.0 == NONE).then(|| Reg::from_index(bundle.reg))
    }

    /// After [`Pieces::sort`]: the intervals of a bundle.
    pub(super) fn of(&self, bundle: &Bundle) -> &[Piece] {
        match bundle.pieces {
            (NONE, only) => std::slice::from_ref(&self.all[only as usize]),
            (first, end) => &self.sorted[first as usize..end as usize],
        }
    }

    /// After [`Pieces::sort`]: for a bundle with several locations, keeps only the interval that covers `start` to
    /// `last`, cut to the range from `start` to `end`. `None` if there is no such interval.
    pub(super) fn narrow(
        &mut self,
        bundle: &mut Bundle,
        start: Point,
        last: Point,
        end: Point,
    ) -> Option<Piece> {
        let (from, to) = bundle.pieces;
        let pieces = self.sorted.get_mut(from as usize..to as usize)?;
        let at = pieces.iter().position(|piece| piece.start <= start && last < piece.end)?;
        let piece = &mut pieces[at];
        (piece.start, piece.end) = (start, piece.end.min(end));
        bundle.pieces = (from + at as u32, from + at as u32 + 1);
        Some(*piece)
    }

    /// After [`Pieces::sort`]: the register of a bundle at a point; `None` if it is in memory.
    pub(super) fn reg_at(&self, bundle: &Bundle, point: Point) -> Option<Reg> {
        let pieces = self.of(bundle);
        let piece = match pieces {
            [only] => only,
            _ => pieces.get(pieces.partition_point(|piece| piece.end <= point))?,
        };
        let inside = piece.start <= point && point < piece.end;
        inside.then(|| Reg::from_index(piece.reg))
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
    pub(super) fn reset(&mut self, bundles: &Bundles, pieces: &Pieces) {
        self.at.clear();
        self.at.resize(bundles.all.len(), 0);
        for &bundle in &pieces.odd {
            self.at[bundle as usize] = bundles.all[bundle as usize].pieces.0;
        }
    }

    /// The register of a temporary with several locations; `None` if it is in memory. The point must be in an
    /// instruction at or after that of the last query.
    #[inline(never)]
    pub(super) fn reg_at(
        &mut self,
        bundles: &Bundles,
        pieces: &Pieces,
        tmp: Tmp,
        point: Point,
    ) -> Option<Reg> {
        let bundle = bundles.of(tmp)?;
        let at = &mut self.at[bundle as usize];
        // The usual case: in the same interval as before.
        if let Some(piece) = pieces.sorted.get(*at as usize)
            && piece.bundle == bundle
            && piece.start <= point
            && point < piece.end
        {
            return Some(Reg::from_index(piece.reg));
        }
        let mut rest = &pieces.sorted[*at as usize..bundles.all[bundle as usize].pieces.1 as usize];
        // An interval that ends within this instruction may be queried again.
        while let [first, ..] = rest
            && first.end <= gap(inst_of(point))
        {
            rest = &rest[1..];
            *at += 1;
        }
        let piece = rest.iter().find(|piece| piece.end > point)?;
        (piece.start <= point).then(|| Reg::from_index(piece.reg))
    }

    /// For a bundle with several locations: its registers at both ends of an edge, and the range of points around the
    /// target without a change. `start`, the target of the edge, only ascends; `end`, its source, is arbitrary but
    /// usually near.
    pub(super) fn regs_on_edge(
        &mut self,
        data: &Bundle,
        pieces: &Pieces,
        bundle: u32,
        end: Point,
        start: Point,
    ) -> (Option<Reg>, Option<Reg>, Range) {
        let pieces = pieces.of(data);
        let reg_at = |at: usize, point: Point| {
            let piece = pieces.get(at).filter(|piece| piece.start <= point)?;
            Some(Reg::from_index(piece.reg))
        };
        let cursor = &mut self.at[bundle as usize];
        let mut at = (*cursor - data.pieces.0) as usize;
        at += skip(pieces.get(at..).unwrap_or(&[]), |piece| piece.end <= start) as usize;
        *cursor = data.pieces.0 + at as u32;
        let around = match pieces.get(at) {
            Some(piece) if piece.start <= start => Range { start: piece.start, end: piece.end },
            next => Range {
                start: pieces[..at].last().map_or(0, |piece| piece.end),
                end: next.map_or(Point::MAX, |piece| piece.start),
            },
        };
        let there = reg_at(at, start);
        if around.start <= end && end < around.end {
            return (there, there, around);
        }
        let here = if end >= start {
            at + skip(&pieces[at..], |piece| piece.end <= end) as usize
        } else {
            let over = pieces[..at].iter().rev().take(4).take_while(|piece| piece.end > end).count();
            if over < 4 { at - over } else { pieces[..at].partition_point(|piece| piece.end <= end) }
        };
        (reg_at(here, end), there, around)
    }
}
