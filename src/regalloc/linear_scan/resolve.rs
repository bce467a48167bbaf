//! Resolution: finds the moves that connect the intervals of each bundle. They are at interval boundaries, after
//! results in fixed registers, after definitions that are stored, around rare calls, and on edges.
//!
//! A value is stored either right after its definitions or wherever it leaves its register, whichever is less frequent;
//! not at all if its slot is never read. The moves of an edge are placed at the end of its source, if that has no other
//! successor, at the start of its target, if that has no other predecessor, or in a block of their own.
//!
//! A value that is rematerialized so as to stay in a register around a loop is instead rematerialized in the block that
//! uses it, if that is the only one and less frequent.

use super::bundle::{Bundle, Bundles};
use super::control_flow::{ControlFlow, NONE};
use super::intervals::{Range, UseKind};
use super::live_sets::each_bit;
use super::liveness::Liveness;
use super::point::{Point, gap, inst_of, late};
use super::scan::Saved;
use super::split_intervals::{Cursor, SplitIntervals, defined_at, skip};
use crate::air::{BlockId, Code};
use crate::base::Reg;
use crate::support::refill;

/// The source or destination of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MoveEnd {
    Reg(Reg),
    /// The bundle's slot, or its rematerialization.
    Home,
}

/// The position of a move relative to its instruction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Phase {
    /// On the only edge into the block that starts with the instruction.
    Entry,
    /// In the parallel move of the gap.
    Gap,
    /// On the only edge out of the block that ends with the instruction.
    Exit,
}

/// A move of a bundle.
#[derive(Clone, Copy, Debug)]
pub(super) struct BundleMove {
    pub(super) inst: u32,
    pub(super) phase: Phase,
    pub(super) bundle: u32,
    pub(super) from: MoveEnd,
    pub(super) to: MoveEnd,
    /// Stores a value that leaves its register; not needed if definitions are stored.
    stores_on_leave: bool,
}

/// An edge that needs a block for its moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct SplitEdge {
    pub(super) from: u32,
    pub(super) to: u32,
    /// Its moves in [`Resolution::on_edges`].
    pub(super) moves: (u32, u32),
}

/// Along edges that span more blocks than this, interval boundaries are not looked up block by block.
const MAX_SCANNED_BLOCKS: usize = 16;

/// All moves, and the working memory of resolution.
#[derive(Debug, Default)]
pub(super) struct Resolution {
    /// Sorted by instruction and phase.
    pub(super) bundle_moves: Vec<BundleMove>,
    pub(super) on_edges: Vec<BundleMove>,
    pub(super) edges: Vec<SplitEdge>,
    /// Bundles that may need moves or slots, ascending.
    pub(super) moved: Vec<u32>,
    /// Number of liveness facts examined on edges.
    pub(super) facts: u32,
    /// Number of edges examined.
    looked: u32,
    edge: Vec<BundleMove>,
    /// For each global temporary, the points around the last edge target without a change of its location.
    same: Vec<Range>,
    /// Bitset of the global temporaries with several locations.
    multi_location: Vec<u64>,
    /// If liveness is in bitsets: for each block, a row of the temporaries with an interval boundary in it.
    borders: Vec<u64>,
    /// Temporaries whose location may change on the current edge.
    changed: Vec<u32>,
    sorted: Vec<BundleMove>,
    /// Bundles rematerialized at their use: the point, the bundle, and the register.
    remat_at_use: Vec<(Point, u32, Reg)>,
    starts: Vec<u32>,
    cursor: Cursor,
    /// Gaps after rare calls, with the bundles and the registers that the call clobbered.
    pub(super) clobbered_by_rare_calls: Vec<(u32, u32, Reg)>,
}

/// The input of resolution.
pub(super) struct Allocation<'a> {
    pub(super) code: &'a Code,
    pub(super) control_flow: &'a ControlFlow,
    pub(super) live: &'a Liveness,
    pub(super) split_intervals: &'a mut SplitIntervals,
    pub(super) across_rare_calls: &'a [Saved],
}

impl Resolution {
    /// Finds all moves, and decides where values are stored.
    pub(super) fn resolve(&mut self, allocation: &mut Allocation<'_>, bundles: &mut Bundles) {
        self.bundle_moves.clear();
        self.on_edges.clear();
        self.edges.clear();
        self.clobbered_by_rare_calls.clear();
        self.moved.clear();
        self.moved.extend_from_slice(&allocation.split_intervals.multi_location);
        for &number in &allocation.split_intervals.multi_location {
            self.borders(allocation, bundles, number);
        }
        self.edges(allocation, bundles);
        self.find_remat_at_use(allocation, bundles);
        self.rare_calls(allocation, bundles);
        self.moved.sort_unstable();
        self.moved.dedup();
        for &number in &self.moved {
            let bundle = &mut bundles.all[number as usize];
            bundle.stored_at_defs |= bundle.def_weight <= bundle.leave_weight;
            bundle.stored_at_defs &= bundle.read && bundle.remat.is_none();
        }
        let all = &bundles.all;
        let keep = |shift: &BundleMove| {
            let bundle = &all[shift.bundle as usize];
            let store = shift.to == MoveEnd::Home;
            !store
                || bundle.read && bundle.remat.is_none() && !(shift.stores_on_leave && bundle.stored_at_defs)
        };
        self.bundle_moves.retain(keep);
        self.prune_edges(|shift| keep(shift) && !all[shift.bundle as usize].remat_at_use);
        for i in 0..self.moved.len() {
            let bundle = self.moved[i];
            if bundles.all[bundle as usize].stored_at_defs {
                self.store_definitions(allocation, bundles, bundle);
            }
        }
        self.sort(allocation.control_flow.first.last().copied().unwrap_or(0));
        if !self.clobbered_by_rare_calls.is_empty() {
            self.reload_after_rare_calls();
        }
    }

    /// Finds bundles rematerialized more often than their only block with uses runs; rematerializes them there.
    fn find_remat_at_use(&mut self, allocation: &mut Allocation<'_>, bundles: &mut Bundles) {
        self.remat_at_use.clear();
        for i in 0..allocation.split_intervals.multi_location.len() {
            let number = allocation.split_intervals.multi_location[i];
            let bundle = &mut bundles.all[number as usize];
            if bundle.remat.is_none() {
                continue;
            }
            let uses = &bundles.uses[bundle.uses.0 as usize..bundle.uses.1 as usize];
            let (Some(first), Some(last)) = (uses.first(), uses.last()) else { continue };
            if bundle.load_weight <= first.weight
                || last.point >= allocation.control_flow.end(allocation.control_flow.block_of(first.point))
            {
                continue;
            }
            let (start, end) = (gap(inst_of(first.point)), gap(inst_of(last.point) + 1));
            if let Some(interval) =
                allocation.split_intervals.keep_only_around(bundle, start, last.point, end)
            {
                bundle.remat_at_use = true;
                self.remat_at_use.push((start, number, Reg::from_index(interval.reg)));
            }
        }
        if self.remat_at_use.is_empty() {
            return;
        }
        self.bundle_moves.retain(|shift| !bundles.all[shift.bundle as usize].remat_at_use);
        for i in 0..self.remat_at_use.len() {
            let (start, number, reg) = self.remat_at_use[i];
            self.push(start, number, MoveEnd::Home, MoveEnd::Reg(reg), false);
        }
    }

    fn prune_edges(&mut self, keep: impl Fn(&BundleMove) -> bool) {
        let mut kept = 0;
        for edge in &mut self.edges {
            let start = kept;
            for i in edge.moves.0 as usize..edge.moves.1 as usize {
                if keep(&self.on_edges[i]) {
                    self.on_edges[kept] = self.on_edges[i];
                    kept += 1;
                }
            }
            edge.moves = (start as u32, kept as u32);
        }
        self.on_edges.truncate(kept);
        self.edges.retain(|edge| edge.moves.0 < edge.moves.1);
    }

    /// Sorts stably by instruction and phase, for code with `insts` instructions.
    fn sort(&mut self, insts: u32) {
        let key = |shift: &BundleMove| (shift.inst, shift.phase);
        if self.bundle_moves.len() < insts as usize / 8 {
            self.bundle_moves.sort_by_key(key);
            return;
        }
        // Counting sort by instruction.
        self.starts.clear();
        self.starts.resize(insts as usize + 2, 0);
        for shift in &self.bundle_moves {
            self.starts[shift.inst as usize + 1] += 1;
        }
        let mut start = 0;
        for count in &mut self.starts {
            start += *count;
            *count = start;
        }
        self.sorted.clear();
        if let Some(any) = self.bundle_moves.first() {
            self.sorted.resize(self.bundle_moves.len(), *any);
        }
        for shift in &self.bundle_moves {
            let place = &mut self.starts[shift.inst as usize];
            self.sorted[*place as usize] = *shift;
            *place += 1;
        }
        // Insertion sort by phase: few instructions have more than one phase, and each has few moves.
        for i in 1..self.sorted.len() {
            let mut at = i;
            while at > 0 && key(&self.sorted[at - 1]) > key(&self.sorted[at]) {
                self.sorted.swap(at - 1, at);
                at -= 1;
            }
        }
        std::mem::swap(&mut self.bundle_moves, &mut self.sorted);
    }

    fn push(&mut self, point: Point, bundle: u32, from: MoveEnd, to: MoveEnd, stores_on_leave: bool) {
        self.bundle_moves.push(BundleMove {
            inst: inst_of(point),
            phase: Phase::Gap,
            bundle,
            from,
            to,
            stores_on_leave,
        });
    }

    /// Finds the moves at interval boundaries within blocks, and after results in fixed registers.
    fn borders(&mut self, allocation: &Allocation<'_>, bundles: &mut Bundles, number: u32) {
        let bundle = bundles.all[number as usize];
        let uses = &bundles.uses[bundle.uses.0 as usize..bundle.uses.1 as usize];
        if let Some(to) = allocation.split_intervals.single_reg_of(&bundle) {
            for item in uses {
                if let UseKind::FixedDef(from) = item.kind
                    && from != to
                {
                    self.push(item.point, number, MoveEnd::Reg(from), MoveEnd::Reg(to), false);
                }
            }
            return;
        }
        let split_intervals = allocation.split_intervals.of(&bundle);
        let ranges = &bundles.ranges[bundle.ranges.0 as usize..bundle.ranges.1 as usize];
        let (mut leave_weight, mut load_weight, mut read, mut too_early) = (0.0, 0.0, false, false);
        let (mut next_range, mut next_use) = (0, 0);
        let mut previous_end = 0;
        for (i, interval) in split_intervals.iter().enumerate() {
            let reg = MoveEnd::Reg(Reg::from_index(interval.reg));
            while ranges[next_range].end <= interval.start {
                next_range += 1;
            }
            let range = ranges[next_range];
            next_use += skip(&uses[next_use..], |item| item.point < interval.start) as usize;
            let from_here = &uses[next_use..];
            let begins_here = range.start == interval.start;
            let arrives = if defined_at(from_here, interval.start) {
                false
            } else if begins_here {
                // It arrives on edges, or is in memory.
                bundle.homed && !allocation.is_live_in(interval.start, &bundle)
            } else {
                // Not if the interval starts in a lifetime hole.
                range.start < interval.start && !allocation.is_start(interval.start)
            };
            let adjacent = i > 0 && previous_end == interval.start;
            let mut loaded = false;
            if arrives {
                let from = match adjacent && !begins_here {
                    true => MoveEnd::Reg(Reg::from_index(split_intervals[i - 1].reg)),
                    false => MoveEnd::Home,
                };
                loaded = from == MoveEnd::Home;
                read |= loaded;
                load_weight += if loaded { allocation.weight(interval.start) } else { 0.0 };
                if from != reg {
                    self.push(interval.start, number, from, reg, false);
                }
            }
            // Does the value outlive the interval?
            let mut last = next_range;
            while ranges[last].end < interval.end {
                last += 1;
            }
            let lives_on = ranges[last].start < interval.end && interval.end < ranges[last].end;
            let goes_on = split_intervals.get(i + 1).is_some_and(|next| next.start == interval.end);
            if lives_on
                && !goes_on
                && !allocation.is_start(interval.end)
                && !defined_at(from_here, interval.end)
            {
                let defined =
                    from_here.iter().take_while(|u| u.point < interval.end).any(|u| u.kind.is_def());
                // A value reloaded in the same block is still valid in memory.
                let block = allocation.control_flow.start(allocation.control_flow.block_of(interval.end));
                if !loaded || defined || interval.start < block {
                    leave_weight += allocation.weight(interval.end);
                    // The store would be part of the parallel move that brings the value to its register.
                    let inst = inst_of(interval.end);
                    too_early |= interval.end > gap(inst) && interval.arrives_in_gap(uses, inst);
                    self.push(interval.end, number, reg, MoveEnd::Home, true);
                }
            }
            previous_end = interval.end;
        }
        // Uses and intervals are both sorted by point.
        let mut next_interval = 0;
        let mut reg_at = |point: Point| {
            next_interval +=
                skip(&split_intervals[next_interval..], |interval| interval.end <= point) as usize;
            let interval = split_intervals.get(next_interval).filter(|interval| interval.start <= point);
            interval.map(|interval| Reg::from_index(interval.reg))
        };
        for item in uses {
            match item.kind {
                UseKind::FixedDef(from) => match reg_at(item.point) {
                    Some(to) if to == from => {}
                    Some(to) => self.push(item.point, number, MoveEnd::Reg(from), MoveEnd::Reg(to), false),
                    None => {
                        self.push(item.point, number, MoveEnd::Reg(from), MoveEnd::Home, true);
                        leave_weight += item.weight;
                    }
                },
                // A constant moved directly to the slot is stored even if the slot is never read.
                UseKind::MoveDef if !allocation.copies_tmp(item.point) => {
                    read |= reg_at(item.point).is_none();
                }
                UseKind::Slot | UseKind::Warm | UseKind::Any | UseKind::Fixed(_) => {
                    read |= reg_at(item.point).is_none();
                }
                _ => {}
            }
        }
        let bundle = &mut bundles.all[number as usize];
        bundle.leave_weight += leave_weight;
        bundle.load_weight += load_weight;
        bundle.read |= read;
        bundle.stored_at_defs |= too_early;
    }

    /// Saves the values that live across rare calls before the call, and reloads them after it.
    fn rare_calls(&mut self, allocation: &Allocation<'_>, bundles: &mut Bundles) {
        for saved in allocation.across_rare_calls {
            let number = allocation.split_intervals.all[saved.interval as usize].bundle;
            let bundle = &mut bundles.all[number as usize];
            let (before, behind) = (gap(saved.inst), gap(saved.inst + 1));
            let reg = Reg::from_index(allocation.split_intervals.all[saved.interval as usize].reg);
            // A later eviction or split may have changed the register.
            if allocation.split_intervals.reg_at(bundle, late(saved.inst)) != Some(reg) {
                continue;
            }
            bundle.read = true;
            self.moved.push(number);
            bundle.leave_weight += allocation.weight(before);
            let uses = &bundles.uses[bundle.uses.0 as usize..bundle.uses.1 as usize];
            // Before the other moves of the gap, the value may be in another register.
            let seen = if allocation.is_start(before) { before } else { before.saturating_sub(1) };
            match allocation.split_intervals.reg_at(bundle, seen) {
                Some(from) if !defined_at(uses, before) => {
                    self.push(before, number, MoveEnd::Reg(from), MoveEnd::Home, true);
                }
                _ => bundle.stored_at_defs = true,
            }
            if allocation.split_intervals.reg_at(bundle, behind) == Some(reg) {
                self.push(behind, number, MoveEnd::Home, MoveEnd::Reg(reg), false);
            }
            self.clobbered_by_rare_calls.push((saved.inst + 1, number, reg));
        }
    }

    /// Moves out of a register that a rare call clobbered read the slot instead.
    fn reload_after_rare_calls(&mut self) {
        for &(inst, bundle, reg) in &self.clobbered_by_rare_calls {
            let first = self.bundle_moves.partition_point(|shift| shift.inst < inst);
            for shift in self.bundle_moves[first..].iter_mut().take_while(|shift| shift.inst == inst) {
                if shift.bundle == bundle && shift.from == MoveEnd::Reg(reg) && shift.phase == Phase::Gap {
                    shift.from = MoveEnd::Home;
                }
            }
        }
        self.bundle_moves.retain(|shift| shift.from != shift.to);
    }

    /// Stores a bundle after each of its definitions.
    fn store_definitions(&mut self, allocation: &Allocation<'_>, bundles: &Bundles, number: u32) {
        let bundle = &bundles.all[number as usize];
        let ranges = bundles.ranges(number);
        let uses = &bundles.uses[bundle.uses.0 as usize..bundle.uses.1 as usize];
        for (i, item) in uses.iter().enumerate() {
            let inst = inst_of(item.point);
            // Of two results of one instruction, only the last may be live.
            let again = uses.get(i + 1).is_some_and(|next| next.kind.is_def() && next.point <= gap(inst + 1));
            if !item.kind.is_def() || again {
                continue;
            }
            let dies_at = ranges.get(ranges.partition_point(|range| range.end <= item.point));
            let dead = dies_at.is_none_or(|range| range.end <= late(inst) + 1);
            if dead && !bundle.homed && !matches!(item.kind, UseKind::FixedDef(_)) {
                continue;
            }
            let at = allocation.split_intervals.reg_at(bundle, item.point);
            let (point, from) = match (item.kind, at) {
                (UseKind::FixedDef(from), _) => (item.point, from),
                // An operand that a terminal clobbers: its value is dead, and the next point is in another block.
                (_, Some(_)) if allocation.is_start(gap(inst + 1)) => continue,
                (_, Some(from)) => (gap(inst + 1), from),
                (_, None) => continue,
            };
            self.push(point, number, MoveEnd::Reg(from), MoveEnd::Home, false);
        }
    }

    fn edges(&mut self, allocation: &Allocation<'_>, bundles: &mut Bundles) {
        self.find_multi_location(allocation, bundles);
        (self.facts, self.looked) = (0, 0);
        if allocation.live.sets().is_some() && self.multi_location.iter().all(|word| *word == 0) {
            return;
        }
        let mut edge = std::mem::take(&mut self.edge);
        self.cursor.reset(bundles, allocation.split_intervals);
        for to in 0..allocation.control_flow.len() as u32 {
            let predecessors = allocation.control_flow.predecessors(to);
            let mut done = NONE;
            for &from in predecessors {
                if from == done {
                    continue;
                }
                done = from;
                edge.clear();
                self.find_edge_moves(allocation, bundles, (from, to), &mut edge);
                self.place_edge(allocation, from, to, &edge);
            }
        }
        self.edge = edge;
    }

    /// Finds the global temporaries with several locations, and the blocks of their interval boundaries.
    fn find_multi_location(&mut self, allocation: &Allocation<'_>, bundles: &Bundles) {
        let Allocation { control_flow, live, split_intervals, .. } = allocation;
        let words = live.globals().len().div_ceil(64);
        self.multi_location.clear();
        self.multi_location.resize(words, 0);
        refill(&mut self.borders, if live.sets().is_some() { control_flow.len() * words } else { 0 }, 0);
        self.same.clear();
        for (number, &tmp) in live.globals().iter().enumerate() {
            let bundle = bundles.all.get(bundles.of[tmp as usize] as usize);
            let multi_location = bundle.filter(|bundle| split_intervals.single_reg_of(bundle).is_none());
            self.same.push(Range { start: 0, end: if multi_location.is_some() { 0 } else { Point::MAX } });
            let Some(bundle) = multi_location else { continue };
            let (word, bit) = (number / 64, 1 << (number % 64));
            self.multi_location[word] |= bit;
            if !self.borders.is_empty() {
                for point in
                    split_intervals.of(bundle).iter().flat_map(|interval| [interval.start, interval.end])
                {
                    self.borders[control_flow.block_of(point) as usize * words + word] |= bit;
                }
            }
        }
    }
    fn find_edge_moves(
        &mut self,
        allocation: &Allocation<'_>,
        bundles: &mut Bundles,
        (from, to): (u32, u32),
        edge: &mut Vec<BundleMove>,
    ) {
        let Allocation { live, control_flow, split_intervals, .. } = allocation;
        let (end, start) = (control_flow.end(from) - 1, control_flow.start(to));
        let (first, last) = (end.min(start), end.max(start));
        let weight = control_flow.weights[from as usize].min(control_flow.weights[to as usize]);
        let Resolution { multi_location, borders, same, cursor, facts, changed, looked, .. } = self;
        *looked += 1;
        changed.clear();
        let mut look = |number: u32| {
            *facts += 1;
            let same = &same[number as usize];
            if same.start > first || last >= same.end {
                changed.push(number);
            }
        };
        match live.sets() {
            Some(sets) => {
                // Without an interval boundary along the edge, the location is the same at both ends.
                let way = if from < to { from + 1..to + 1 } else { to..from + 1 };
                let row = sets.live_in(to).iter();
                let words = multi_location.len();
                let passed = borders.get(way.start as usize * words..way.end as usize * words);
                match passed {
                    Some(passed) if way.len() == 1 => {
                        each_bit(row.zip(passed).map(|(live, passed)| live & passed), look);
                    }
                    Some(passed) if way.len() <= MAX_SCANNED_BLOCKS => {
                        let passed =
                            |word: usize| passed[word..].iter().step_by(words).fold(0, |all, row| all | row);
                        let row = row.zip(&*multi_location).enumerate();
                        let row = row.map(|(word, (live, multi_location))| match live & multi_location {
                            0 => 0,
                            here => here & passed(word),
                        });
                        each_bit(row, look);
                    }
                    _ => each_bit(
                        row.zip(&*multi_location).map(|(live, multi_location)| live & multi_location),
                        look,
                    ),
                }
            }
            None => live.live_in(to).iter().for_each(|tmp| look(live.number_of(*tmp))),
        }
        for &global in &*changed {
            let number = bundles.of[live.globals()[global as usize] as usize];
            let bundle = &mut bundles.all[number as usize];
            let (here, there, around) = cursor.regs_on_edge(bundle, split_intervals, number, end, start);
            same[global as usize] = around;
            // A bundle with several live-in temporaries moves once.
            if here == there || std::mem::replace(&mut bundle.edge, *looked) == *looked {
                continue;
            }
            let spot = |reg: Option<Reg>| reg.map_or(MoveEnd::Home, MoveEnd::Reg);
            let (from, to) = (spot(here), spot(there));
            let stores_on_leave = to == MoveEnd::Home;
            bundle.read |= from == MoveEnd::Home;
            bundle.leave_weight += if stores_on_leave { weight } else { 0.0 };
            bundle.load_weight += if from == MoveEnd::Home { weight } else { 0.0 };
            edge.push(BundleMove { inst: 0, phase: Phase::Entry, bundle: number, from, to, stores_on_leave });
        }
    }

    fn place_edge(&mut self, allocation: &Allocation<'_>, from: u32, to: u32, moves: &[BundleMove]) {
        if moves.is_empty() {
            return;
        }
        let control_flow = allocation.control_flow;
        let last = control_flow.first[from as usize + 1] - 1;
        let jumps = allocation.code.buffer.args(&allocation.code.buffer.insts[last as usize]).is_empty();
        let place = if allocation.code.blocks[BlockId::new(from)].successors.len() == 1 && jumps {
            Some((last, Phase::Exit))
        } else if to != 0 && control_flow.predecessors(to).iter().all(|other| *other == from) {
            Some((control_flow.first[to as usize], Phase::Entry))
        } else {
            None
        };
        match place {
            Some((inst, phase)) => {
                self.bundle_moves.extend(moves.iter().map(|shift| BundleMove { inst, phase, ..*shift }));
            }
            None => {
                let start = self.on_edges.len() as u32;
                self.on_edges.extend_from_slice(moves);
                self.edges.push(SplitEdge { from, to, moves: (start, self.on_edges.len() as u32) });
            }
        }
    }
}

impl Allocation<'_> {
    /// True if a block starts at the point.
    fn is_start(&self, point: Point) -> bool {
        point == gap(inst_of(point)) && self.control_flow.start(self.control_flow.block_of(point)) == point
    }

    /// True if a block starts at the point and the bundle, of one temporary, is live-in there.
    fn is_live_in(&self, point: Point, bundle: &Bundle) -> bool {
        let tmp = bundle.first_tmp;
        self.is_start(point) && self.live.is_live_in(self.control_flow.block_of(point), tmp)
    }

    /// True if the first operand of the point's instruction is a temporary.
    fn copies_tmp(&self, point: Point) -> bool {
        let inst = &self.code.buffer.insts[inst_of(point) as usize];
        self.code.buffer.args(inst).first().is_some_and(|arg| arg.as_tmp().is_some())
    }

    fn weight(&self, point: Point) -> f32 {
        self.control_flow.weights[self.control_flow.block_of(point) as usize]
    }
}
