//! Bundles: temporaries that moves connect and that are never live together share one place throughout.
//!
//! The moves that run most often come first. Moves within a bundle vanish. A bundle's ranges and uses are
//! slices of two arrays, sorted by point.

use super::intervals::{Copy, Intervals, Range, Use, UseKind};
use super::liveness::Liveness;
use super::point::Point;
use super::shape::NONE;
use crate::air::{Code, SlotId, Tmp};
use crate::base::Bank;

/// Temporaries with one place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bundle {
    pub(super) bank: Bank,
    /// Its ranges.
    pub(super) ranges: (u32, u32),
    /// Its uses and definitions.
    pub(super) uses: (u32, u32),
    /// The first and the last of its pieces, or [`NONE`].
    pub(super) pieces: (u32, u32),
    /// The register that the last piece got, or [`super::pieces::NO_REG`].
    pub(super) reg: u8,
    /// It is in memory wherever a block begins that it is not live in.
    pub(super) homed: bool,
    /// Its first temporary.
    pub(super) first_tmp: u32,
    /// The value is made again from nothing: memory costs no store and no slot.
    pub(super) remat: Option<Tmp>,
    /// It was in memory before.
    pub(super) spilled: bool,
    /// Something reads it in memory.
    pub(super) read: bool,
    /// Its slot is written at its definitions, and valid ever after; otherwise where it leaves its register.
    pub(super) stored_at_defs: bool,
    /// The sum of the weights of its definitions.
    pub(super) def_weight: f32,
    /// What it costs to store it where it leaves its register.
    pub(super) leave_weight: f32,
    /// Its slot, once it has one.
    pub(super) slot: SlotId,
}

/// The bundles, and what leads to them.
#[derive(Debug, Default)]
pub(super) struct Bundles {
    /// The bundle of each temporary, or [`NONE`].
    pub(super) of: Vec<u32>,
    pub(super) all: Vec<Bundle>,
    pub(super) ranges: Vec<Range>,
    pub(super) uses: Vec<Use>,
    /// How many moves have both sides in one bundle.
    pub(super) joined: u32,
    parents: Vec<u32>,
    /// The next temporary of the same bundle, or [`NONE`].
    members: Vec<u32>,
    last_member: Vec<u32>,
    order: Vec<Copy>,
}

impl Bundles {
    /// Unites what moves connect, and makes arrays of ranges and uses.
    pub(super) fn build(&mut self, code: &Code, live: &Liveness, intervals: &mut Intervals) {
        let tmps = intervals.tmps.len() as u32;
        self.joined = 0;
        self.parents.clear();
        self.parents.extend(0..tmps);
        self.members.clear();
        self.members.resize(tmps as usize, NONE);
        self.last_member.clear();
        self.last_member.extend(0..tmps);
        self.order.clear();
        self.order.extend(intervals.copies.iter().rev());
        self.order.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        let order = std::mem::take(&mut self.order);
        let mut budget = 16 * code.buffer.insts.len() + 1024;
        for copy in &order {
            let (a, b) = (self.find(copy.from), self.find(copy.to));
            if a == b {
                continue;
            }
            let fit = |tmp: u32| !live.homed[tmp as usize] && intervals.tmps[tmp as usize].ranges != NONE;
            let same_bank = code.tmps[a as usize].bank == code.tmps[b as usize].bank;
            if same_bank && fit(a) && fit(b) && disjoint(intervals, a, b, &mut budget) {
                self.unite(intervals, a, b);
            }
        }
        // A move within a bundle is no use of it.
        for copy in &order {
            if self.find(copy.from) == self.find(copy.to) {
                self.joined += 1;
                for at in [copy.uses.0, copy.uses.1] {
                    intervals.uses[at as usize].item.kind = UseKind::Nothing;
                }
            }
        }
        self.order = order;
        self.flatten(code, live, intervals);
    }

    fn find(&mut self, mut tmp: u32) -> u32 {
        while self.parents[tmp as usize] != tmp {
            let grandparent = self.parents[self.parents[tmp as usize] as usize];
            self.parents[tmp as usize] = grandparent;
            tmp = grandparent;
        }
        tmp
    }

    /// Makes one list of the ranges of two bundles, and one bundle.
    fn unite(&mut self, intervals: &mut Intervals, a: u32, b: u32) {
        let (mut x, mut y) = (intervals.tmps[a as usize].ranges, intervals.tmps[b as usize].ranges);
        let mut head = NONE;
        let mut last = NONE;
        while x != NONE || y != NONE {
            let start = |at: u32| intervals.ranges.get(at as usize).map_or(Point::MAX, |l| l.item.start);
            let from = if start(x) <= start(y) { &mut x } else { &mut y };
            let at = *from;
            *from = intervals.ranges[at as usize].next;
            let item = intervals.ranges[at as usize].item;
            match intervals.ranges.get_mut(last as usize) {
                None => (head, last) = (at, at),
                Some(previous) if previous.item.end == item.start => previous.item.end = item.end,
                Some(previous) => {
                    previous.next = at;
                    last = at;
                }
            }
        }
        intervals.ranges[last as usize].next = NONE;
        intervals.tmps[a as usize].ranges = head;
        self.parents[b as usize] = a;
        let end = self.last_member[a as usize];
        self.members[end as usize] = b;
        self.last_member[a as usize] = self.last_member[b as usize];
    }

    fn flatten(&mut self, code: &Code, live: &Liveness, intervals: &Intervals) {
        self.of.clear();
        self.of.resize(intervals.tmps.len(), NONE);
        self.all.clear();
        self.ranges.clear();
        self.uses.clear();
        for root in 0..intervals.tmps.len() as u32 {
            let head = intervals.tmps[root as usize].ranges;
            if self.parents[root as usize] != root || head == NONE {
                continue;
            }
            let (first_range, first_use) = (self.ranges.len(), self.uses.len());
            let mut at = head;
            while let Some(link) = intervals.ranges.get(at as usize) {
                self.ranges.push(link.item);
                at = link.next;
            }
            let mut member = root;
            while member != NONE {
                self.of[member as usize] = self.all.len() as u32;
                let mut at = intervals.tmps[member as usize].uses;
                while let Some(link) = intervals.uses.get(at as usize) {
                    if link.item.kind != UseKind::Nothing {
                        self.uses.push(link.item);
                    }
                    at = link.next;
                }
                member = self.members[member as usize];
            }
            let uses = &mut self.uses[first_use..];
            // Those of one instruction are in the order of its operands.
            if !uses.is_sorted_by_key(|item| item.point) {
                uses.sort_by_key(|item| item.point);
            }
            let def_weight = |item: &Use| match item.kind {
                UseKind::Def | UseKind::MoveDef | UseKind::FixedDef(_) => item.weight,
                _ => 0.0,
            };
            let info = code.tmps[root as usize];
            self.all.push(Bundle {
                bank: info.bank,
                ranges: (first_range as u32, self.ranges.len() as u32),
                def_weight: uses.iter().map(def_weight).sum(),
                uses: (first_use as u32, self.uses.len() as u32),
                pieces: (NONE, NONE),
                reg: super::pieces::NO_REG,
                homed: live.homed[root as usize],
                first_tmp: root,
                remat: info.remat.is_valid().then(|| Tmp::new(info.bank, root)),
                spilled: live.homed[root as usize],
                read: false,
                stored_at_defs: live.homed[root as usize],
                leave_weight: 0.0,
                slot: SlotId::INVALID,
            });
        }
    }

    /// The bundle of a temporary, if it has any range.
    #[inline]
    pub(super) fn of(&self, tmp: Tmp) -> Option<u32> {
        let bundle = *self.of.get(tmp.number()? as usize)?;
        (bundle != NONE).then_some(bundle)
    }

    pub(super) fn ranges(&self, bundle: u32) -> &[Range] {
        let (start, end) = self.all[bundle as usize].ranges;
        &self.ranges[start as usize..end as usize]
    }
}

/// True if no point is in ranges of both. False, too, when the work is too much.
fn disjoint(intervals: &Intervals, a: u32, b: u32, budget: &mut usize) -> bool {
    let (mut x, mut y) = (intervals.tmps[a as usize].ranges, intervals.tmps[b as usize].ranges);
    while let (Some(p), Some(q)) = (intervals.ranges.get(x as usize), intervals.ranges.get(y as usize)) {
        if *budget == 0 {
            return false;
        }
        *budget -= 1;
        if p.item.end <= q.item.start {
            x = p.next;
        } else if q.item.end <= p.item.start {
            y = q.next;
        } else {
            return false;
        }
    }
    true
}
