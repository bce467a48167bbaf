//! Bundles: coalesced temporaries, which share every location. Temporaries connected by moves are coalesced if they are
//! never live together, or have the same value wherever both are live.
//!
//! The latter holds if every definition of each within the lifetime of the other is a move from the other. Then the
//! last definition made both equal, and neither has changed since (Chaitin, "Register Allocation and Spilling via Graph
//! Coloring", 1982). The usual case is a Phi that is read after the loop while its next value is live too.
//!
//! Moves are tried in the order of their frequency; moves within a bundle are dropped. The ranges and uses of a bundle
//! are slices of two arrays, sorted by point. A temporary that no move mentions, by far the usual case, is a bundle by
//! itself; only the others have a [`Member`].

use super::control_flow::NONE;
use super::intervals::{Copy, Intervals, Range, Use, UseKind};
use super::liveness::Liveness;
use super::point::{early, inst_of};
use super::split_intervals::NO_REG;
use crate::air::opcode::Properties;
use crate::air::{Arg, Code, SlotId, Tmp};
use crate::base::{Bank, Reg};
use crate::regalloc::why::Why;
use crate::support::refill;
use smallvec::SmallVec;

/// A bundle: one or more temporaries that share every location.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bundle {
    pub(super) bank: Bank,
    /// Its slice of [`Bundles::ranges`].
    pub(super) ranges: (u32, u32),
    /// Its slice of [`Bundles::uses`].
    pub(super) uses: (u32, u32),
    /// Its first and last interval, or [`NONE`].
    pub(super) split_intervals: (u32, u32),
    /// [`crate::base::Reg::index`] of the register assigned last to one of its intervals, or [`NO_REG`].
    pub(super) reg: u8,
    /// In memory at every block entry where it is not live-in.
    pub(super) homed: bool,
    pub(super) first_tmp: u32,
    /// Rematerialized: spilling needs no store and no slot.
    pub(super) remat: Option<Tmp>,
    /// It has been in memory already.
    pub(super) spilled: bool,
    /// Its slot is read.
    pub(super) read: bool,
    /// Stored after its definitions, so that the slot is always valid; otherwise stored where it leaves its register.
    pub(super) stored_at_defs: bool,
    /// The sum of the weights of its definitions.
    pub(super) def_weight: f32,
    /// The weight of the stores where it leaves its register.
    pub(super) leave_weight: f32,
    /// The weight of the reloads or rematerializations.
    pub(super) load_weight: f32,
    /// Rematerialized at its use, and in no register elsewhere.
    pub(super) remat_at_use: bool,
    pub(super) slot: SlotId,
    /// One of its uses is [`UseKind::FixedDef`].
    pub(super) has_fixed_def: bool,
    /// One of its uses names a fixed register.
    pub(super) has_fixed_operand: bool,
    /// The last edge with a move of it. Several of its temporaries may be live on an edge; it moves once.
    pub(super) edge: u32,
}

impl Bundle {
    fn new(bank: Bank, first_tmp: u32, ranges: (u32, u32), uses: (u32, u32)) -> Bundle {
        Bundle {
            bank,
            ranges,
            uses,
            split_intervals: (NONE, NONE),
            reg: NO_REG,
            homed: false,
            first_tmp,
            remat: None,
            spilled: false,
            read: false,
            stored_at_defs: false,
            def_weight: 0.0,
            leave_weight: 0.0,
            load_weight: 0.0,
            remat_at_use: false,
            slot: SlotId::INVALID,
            has_fixed_def: false,
            has_fixed_operand: false,
            edge: NONE,
        }
    }
}

/// First of the numbers in [`Bundles::of`] that encode a register, by its index, instead of a bundle.
const FIRST_REGISTER: u32 = NONE - 0xff;

/// Decodes the register of a number in [`Bundles::of`], if it is one.
#[inline]
pub(super) fn register_of(number: u32) -> Option<Reg> {
    (FIRST_REGISTER <= number && number != NONE).then(|| Reg::from_index((number - FIRST_REGISTER) as u8))
}

/// All bundles, and the state of coalescing.
#[derive(Debug, Default)]
pub(super) struct Bundles {
    /// The bundle of each temporary, or [`NONE`], or the encoded register of [`Bundles::assign_register`].
    pub(super) of: Vec<u32>,
    pub(super) all: Vec<Bundle>,
    pub(super) ranges: Vec<Range>,
    pub(super) uses: Vec<Use>,
    /// Number of moves within one bundle.
    pub(super) joined: u32,
    /// Number of pairs coalesced, and of moves refused.
    pub(super) united: u32,
    pub(super) refused: u32,
    /// Number of ranges compared or moved.
    pub(super) compared: u32,
    /// The member of a temporary, or [`NONE`].
    member_of: Vec<u32>,
    members: Vec<Member>,
    /// Moves by descending frequency: see [`sort_moves`].
    order: Vec<u64>,
}

struct Uses {
    /// Their slice of [`Bundles::uses`].
    at: (u32, u32),
    def_weight: f32,
    has_fixed_def: bool,
    has_fixed_operand: bool,
    /// Sorted by point.
    sorted: bool,
}

/// A temporary that moves mention; an element of a union-find forest.
#[derive(Clone, Copy, Debug)]
struct Member {
    tmp: u32,
    /// A member of the same bundle; itself for the representative.
    parent: u32,
    /// The next member of the same bundle, or [`NONE`].
    next: u32,
    /// For a representative: the last member.
    last: u32,
    /// For a representative: its slice of [`Bundles::ranges`], and the end of the space reserved for it.
    ranges: (u32, u32),
    reserved_end: u32,
}

/// Fills reserved space.
const NOTHING: Range = Range { start: 0, end: 0 };

impl Member {
    fn ranges(&self) -> std::ops::Range<usize> {
        self.ranges.0 as usize..self.ranges.1 as usize
    }
}

impl Bundles {
    /// Coalesces move-related temporaries. Takes the uses out of `intervals`.
    pub(super) fn build(
        &mut self,
        code: &Code,
        live: &Liveness,
        intervals: &mut Intervals,
        mut why: Option<&mut Why>,
    ) {
        let tmps = intervals.tmps.len();
        (self.joined, self.united, self.refused) = (0, 0, 0);
        self.members.clear();
        refill(&mut self.member_of, tmps, NONE);
        self.ranges.clear();
        std::mem::swap(&mut self.uses, &mut intervals.uses);
        let copies = &intervals.copies;
        sort_moves(copies, &mut self.order);
        let order = std::mem::take(&mut self.order);
        let all = 16 * code.buffer.insts.len() + 1024;
        let mut budget = all;
        for copy in order.iter().map(|key| copies[number_of(*key)]) {
            let (a, b) = (self.member(intervals, copy.from), self.member(intervals, copy.to));
            let (a, b) = (self.find(a), self.find(b));
            if a == b {
                self.drop_move_uses(&copy);
                continue;
            }
            let fit = |of: u32| {
                let tmp = self.members[of as usize].tmp;
                !live.homed(tmp) && intervals.tmps[tmp as usize].is_live()
            };
            let bank = |of: u32| code.tmps[self.members[of as usize].tmp as usize].bank;
            let fits = bank(a) == bank(b) && fit(a) && fit(b);
            let joined = fits
                && (self.disjoint(a, b, &mut budget)
                    || self.same_value_where_live(code, intervals, a, b, &mut budget));
            *if joined { &mut self.united } else { &mut self.refused } += 1;
            if let Some(why) = why.as_deref_mut() {
                let inst = inst_of(self.uses[copy.uses.0 as usize].point);
                why.note_copy(code, live, &copy, inst, joined, budget == 0);
            }
            if joined {
                self.unite(a, b, &mut budget);
                self.drop_move_uses(&copy);
            }
        }
        self.compared = (all - budget) as u32;
        self.order = order;
        self.number(code, intervals);
    }

    /// Removes a move within a bundle from its uses. A refused move never needs this later: ranges only grow.
    fn drop_move_uses(&mut self, copy: &Copy) {
        self.joined += 1;
        for at in [copy.uses.0, copy.uses.1] {
            self.uses[at as usize].kind = UseKind::Nothing;
        }
    }

    /// The member of a temporary, created on demand.
    fn member(&mut self, intervals: &Intervals, tmp: u32) -> u32 {
        let number = &mut self.member_of[tmp as usize];
        if *number == NONE {
            *number = self.members.len() as u32;
            let start = self.ranges.len() as u32;
            intervals.copy_ranges(&intervals.tmps[tmp as usize], &mut self.ranges);
            let (this, end) = (*number, self.ranges.len() as u32);
            self.members.push(Member {
                tmp,
                parent: this,
                next: NONE,
                last: this,
                ranges: (start, end),
                reserved_end: end,
            });
        }
        *number
    }

    #[inline]
    fn find(&mut self, mut member: u32) -> u32 {
        while self.members[member as usize].parent != member {
            let parent = self.members[member as usize].parent;
            let grandparent = self.members[parent as usize].parent;
            self.members[member as usize].parent = grandparent;
            member = grandparent;
        }
        member
    }

    /// True if no range of one overlaps a range of the other. False also if the budget is spent.
    fn disjoint(&self, a: u32, b: u32, budget: &mut usize) -> bool {
        let ranges = |of: u32| &self.ranges[self.members[of as usize].ranges()];
        let (a, b) = (ranges(a), ranges(b));
        let (few, mut many) = if a.len() < b.len() { (a, b) } else { (b, a) };
        for p in few {
            if *budget == 0 {
                return false;
            }
            *budget -= 1;
            // Skips the ranges that end before this one: usually all or none of them.
            let over = match many {
                [.., last] if last.end <= p.start => return true,
                [first, ..] if first.end > p.start => 0,
                _ => many.partition_point(|q| q.end <= p.start),
            };
            many = &many[over..];
            match many.first() {
                Some(q) if q.start < p.end => return false,
                Some(_) => {}
                None => return true,
            }
        }
        true
    }

    /// True if two bundles have the same value wherever both are live. False also if the budget is spent.
    fn same_value_where_live(
        &self,
        code: &Code,
        intervals: &Intervals,
        a: u32,
        b: u32,
        budget: &mut usize,
    ) -> bool {
        self.defs_are_copies(code, intervals, a, b, budget)
            && self.defs_are_copies(code, intervals, b, a, budget)
    }

    /// True if every definition of one bundle within the lifetime of the other is a move from the other.
    fn defs_are_copies(
        &self,
        code: &Code,
        intervals: &Intervals,
        defined: u32,
        alive: u32,
        budget: &mut usize,
    ) -> bool {
        let ranges = &self.ranges[self.members[alive as usize].ranges()];
        let mut next = defined;
        while let Some(member) = self.members.get(next as usize) {
            let (from, to) = intervals.tmps[member.tmp as usize].uses;
            let uses = &self.uses[from as usize..to as usize];
            if *budget < uses.len() {
                return false;
            }
            *budget -= uses.len();
            for (at, item) in uses.iter().enumerate().filter(|(_, item)| item.kind.is_def()) {
                // An instruction that reads and changes the operand must not find the other one in the same register.
                let inst = inst_of(item.point);
                let mut beside = uses.get(at.wrapping_sub(1)).into_iter().chain(uses.get(at + 1));
                let changed = beside.any(|other| inst_of(other.point) == inst);
                let point = if changed { item.point.min(early(inst)) } else { item.point };
                let over = ranges.partition_point(|range| range.end <= point);
                let is_alive = ranges.get(over).is_some_and(|range| range.start <= item.point);
                if is_alive && !self.is_copy(code, item, member.tmp, alive, budget) {
                    return false;
                }
            }
            next = member.next;
        }
        true
    }

    /// True if a definition is a move from a member of a bundle.
    fn is_copy(&self, code: &Code, item: &Use, defined: u32, bundle: u32, budget: &mut usize) -> bool {
        let inst = &code.buffer.insts[inst_of(item.point) as usize];
        if !inst.opcode.has(Properties::MOVE) || matches!(item.kind, UseKind::FixedDef(_)) {
            return false;
        }
        let [Arg::Tmp(from), Arg::Tmp(to)] = *code.buffer.args(inst) else { return false };
        let Some(from) = from.number() else { return false };
        let mut member = self.member_of[from as usize];
        while let Some(data) = self.members.get(member as usize).filter(|data| data.parent != member)
            && *budget > 0
        {
            *budget -= 1;
            member = data.parent;
        }
        to.number() == Some(defined) && member == bundle
    }

    /// Merges `b` into `a`. Inserts the shorter list of ranges into the longer one.
    fn unite(&mut self, a: u32, b: u32, budget: &mut usize) {
        let [x, y] = [a, b].map(|of| self.members[of as usize]);
        let (few, mut many) = if x.ranges().len() < y.ranges().len() { (x, y) } else { (y, x) };
        if !self.extend_touching(&few, &many) {
            self.merge(&few, &mut many, budget);
        }
        self.members[b as usize].parent = a;
        self.members[x.last as usize].next = b;
        let member = &mut self.members[a as usize];
        (member.last, member.ranges, member.reserved_end) = (y.last, many.ranges, many.reserved_end);
    }

    /// Fast path: the only range of one touches the first or last range of the other.
    #[inline]
    fn extend_touching(&mut self, few: &Member, many: &Member) -> bool {
        let &[range] = &self.ranges[few.ranges()] else { return false };
        match &mut self.ranges[many.ranges()] {
            [.., last] if last.end == range.start => last.end = range.end,
            [first, ..] if first.start == range.end => first.start = range.start,
            _ => return false,
        }
        true
    }

    /// Merges the ranges of `few` into those of `many`.
    fn merge(&mut self, few: &Member, many: &mut Member, budget: &mut usize) {
        let total = (few.ranges().len() + many.ranges().len()) as u32;
        let (mut start, mut reserved_end) = (many.ranges.0, many.reserved_end);
        if reserved_end - start < total {
            // Reserves twice the space, so that repeated growth does not copy each time.
            start = self.ranges.len() as u32;
            reserved_end = start + 2 * total;
            self.ranges.extend_from_within(many.ranges());
            self.ranges.resize(reserved_end as usize, NOTHING);
        }
        let few: SmallVec<[Range; 8]> = SmallVec::from_slice(&self.ranges[few.ranges()]);
        let (mut kept, mut to) = (many.ranges().len(), total as usize);
        let place = &mut self.ranges[start as usize..(start + total) as usize];
        for range in few.iter().rev() {
            while kept > 0 && place[kept - 1].start > range.start {
                kept -= 1;
                to -= 1;
                place[to] = place[kept];
            }
            to -= 1;
            place[to] = *range;
        }
        *budget = budget.saturating_sub(place.len() - to);
        // Merges touching ranges.
        let mut end = to.saturating_sub(1);
        for next in end + 1..place.len() {
            if place[end].end >= place[next].start {
                place[end].end = place[end].end.max(place[next].end);
            } else {
                end += 1;
                place[end] = place[next];
            }
        }
        (many.ranges, many.reserved_end) = ((start, start + end as u32 + 1), reserved_end);
    }

    /// Creates the bundles, ordered by their representative temporaries.
    fn number(&mut self, code: &Code, intervals: &Intervals) {
        refill(&mut self.of, intervals.tmps.len(), NONE);
        self.all.clear();
        self.all.reserve(intervals.tmps.len());
        for (state, tmp) in intervals.tmps.iter().zip(0..) {
            if !state.is_live() {
                continue;
            }
            let number = self.all.len() as u32;
            let mut uses = Uses {
                at: state.uses,
                def_weight: state.def_weight,
                has_fixed_def: state.has_fixed_def,
                has_fixed_operand: state.has_fixed_operand,
                sorted: !state.unsorted,
            };
            let ranges = match self.members.get(self.member_of[tmp as usize] as usize) {
                Some(member) if self.members[member.parent as usize].tmp != tmp => continue,
                Some(member) => {
                    let ranges = member.ranges;
                    if member.next != NONE {
                        uses = self.collect_uses(intervals, tmp, number);
                    }
                    ranges
                }
                None => {
                    let start = self.ranges.len() as u32;
                    intervals.copy_ranges(state, &mut self.ranges);
                    (start, self.ranges.len() as u32)
                }
            };
            self.of[tmp as usize] = number;
            // The uses of one instruction are in operand order.
            if !uses.sorted {
                self.uses[uses.at.0 as usize..uses.at.1 as usize].sort_by_key(|item| item.point);
            }
            let info = code.tmps[tmp as usize];
            let homed = state.homed;
            self.all.push(Bundle {
                def_weight: uses.def_weight,
                homed,
                remat: info.remat.is_valid().then(|| Tmp::new(info.bank, tmp)),
                spilled: homed,
                stored_at_defs: homed,
                has_fixed_def: uses.has_fixed_def,
                has_fixed_operand: uses.has_fixed_operand,
                ..Bundle::new(info.bank, tmp, ranges, uses.at)
            });
        }
    }

    /// Appends the uses of all members of a bundle, except those of coalesced moves.
    fn collect_uses(&mut self, intervals: &Intervals, tmp: u32, number: u32) -> Uses {
        let start = self.uses.len() as u32;
        let mut uses = Uses {
            at: (start, start),
            def_weight: 0.0,
            has_fixed_def: false,
            has_fixed_operand: false,
            sorted: true,
        };
        let mut member = self.member_of[tmp as usize];
        let mut previous = 0;
        while let Some(data) = self.members.get(member as usize) {
            self.of[data.tmp as usize] = number;
            let (from, to) = intervals.tmps[data.tmp as usize].uses;
            for i in from..to {
                let item = self.uses[i as usize];
                match item.kind {
                    UseKind::Nothing => continue,
                    UseKind::Def | UseKind::MoveDef => uses.def_weight += item.weight,
                    UseKind::FixedDef(_) => {
                        uses.def_weight += item.weight;
                        (uses.has_fixed_def, uses.has_fixed_operand) = (true, true);
                    }
                    UseKind::Fixed(_) => uses.has_fixed_operand = true,
                    UseKind::Reg | UseKind::Slot | UseKind::Warm | UseKind::Any => {}
                }
                uses.sorted &= previous <= item.point;
                previous = item.point;
                self.uses.push(item);
            }
            member = data.next;
        }
        uses.at.1 = self.uses.len() as u32;
        uses
    }
    #[inline]
    pub(super) fn of(&self, tmp: Tmp) -> Option<u32> {
        let bundle = *self.of.get(tmp.number()? as usize)?;
        (bundle < FIRST_REGISTER).then_some(bundle)
    }

    /// Assigns a register to a temporary without a bundle, for its whole lifetime.
    #[inline]
    pub(super) fn assign_register(&mut self, tmp: u32, reg: Reg) {
        self.of[tmp as usize] = FIRST_REGISTER + reg.index() as u32;
    }

    /// Creates a bundle for a temporary, from appended ranges and uses.
    pub(super) fn add(
        &mut self,
        tmp: Tmp,
        ranges: (u32, u32),
        uses: (u32, u32),
        def_weight: f32,
    ) -> Option<u32> {
        let (first_tmp, bundle) = (tmp.number()?, self.all.len() as u32);
        self.of[first_tmp as usize] = bundle;
        self.all.push(Bundle { def_weight, ..Bundle::new(tmp.bank(), first_tmp, ranges, uses) });
        Some(bundle)
    }
    pub(super) fn next_member(&self, tmp: u32) -> Option<u32> {
        let member = self.members.get(*self.member_of.get(tmp as usize)? as usize)?;
        self.members.get(member.next as usize).map(|next| next.tmp)
    }

    pub(super) fn ranges(&self, bundle: u32) -> &[Range] {
        let (start, end) = self.all[bundle as usize].ranges;
        &self.ranges[start as usize..end as usize]
    }
}

/// Sorts the moves by descending frequency, then by code order. The keys encode both and the move's number.
fn sort_moves(copies: &[Copy], order: &mut Vec<u64>) {
    order.clear();
    // Weights are not negative, so their bits compare like their values. Moves are numbered in backward order.
    let key = |(copy, number): (&Copy, u32)| u64::from(!copy.weight.to_bits()) << 32 | u64::from(!number);
    order.extend(copies.iter().zip(0..copies.len() as u32).rev().map(key));
    order.sort_unstable();
}

/// The number of the move of a key.
fn number_of(key: u64) -> usize {
    !key as u32 as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regalloc::registers::Random;

    /// Random members with points below 60, and the point set of each.
    fn random_members(random: &mut Random, count: u32) -> (Bundles, Vec<u64>) {
        let mut bundles = Bundles::default();
        let mut points = Vec::new();
        for tmp in 0..count {
            let (from, start) = (1 + random.below(40), bundles.ranges.len() as u32);
            let set = (0..1 + random.below(4)).fold(0u64, |set, _| set | 0b111 << (from + random.below(18)));
            for at in 0..64u32 {
                match set >> at & 1 {
                    1 if at > 0 && set >> (at - 1) & 1 == 1 => {
                        if let Some(last) = bundles.ranges.last_mut() {
                            last.end = at + 1;
                        }
                    }
                    1 => bundles.ranges.push(Range { start: at, end: at + 1 }),
                    _ => {}
                }
            }
            let ranges = (start, bundles.ranges.len() as u32);
            bundles.members.push(Member {
                tmp,
                parent: tmp,
                next: NONE,
                last: tmp,
                ranges,
                reserved_end: ranges.1,
            });
            points.push(set);
        }
        (bundles, points)
    }

    #[test]
    fn merged_ranges_cover_both_and_overlaps_are_found() {
        let mut random = Random::new(5);
        let mut united = 0;
        for _ in 0..400 {
            let (mut bundles, mut points) = random_members(&mut random, 8);
            for _ in 0..20 {
                let [a, b] = [0; 2].map(|_| random.below(8) as u32).map(|of| bundles.find(of));
                if a == b {
                    continue;
                }
                let disjoint = points[a as usize] & points[b as usize] == 0;
                let mut budget = 1000;
                assert_eq!(bundles.disjoint(a, b, &mut budget), disjoint);
                assert!(!bundles.disjoint(a, b, &mut 0), "there is no more to spend");
                if !disjoint {
                    continue;
                }
                bundles.unite(a, b, &mut budget);
                points[a as usize] |= points[b as usize];
                united += 1;
                let ranges = &bundles.ranges[bundles.members[a as usize].ranges()];
                assert!(ranges.windows(2).all(|pair| pair[0].end < pair[1].start), "{ranges:?}");
                let bits = |range: &Range| (range.start..range.end).fold(0u64, |set, at| set | 1 << at);
                let all = ranges.iter().map(bits).fold(0, |all, set| all | set);
                assert_eq!(all, points[a as usize]);
            }
        }
        assert!(united > 400, "{united}");
    }

    #[test]
    fn moves_that_run_most_often_come_first() {
        for different in [3, 20] {
            let weight = |i: u32| (i * 7 % different) as f32;
            let copy = |i: u32| Copy { from: i, to: i, uses: (0, 0), weight: weight(i) };
            let copies: Vec<Copy> = (0..50).map(copy).collect();
            let mut order = Vec::new();
            sort_moves(&copies, &mut order);
            let mut expected: Vec<u32> = (0..50).rev().collect();
            expected.sort_by(|a, b| weight(*b).total_cmp(&weight(*a)));
            let order: Vec<u32> = order.into_iter().map(|key| number_of(key) as u32).collect();
            assert_eq!(order, expected);
        }
    }
}
