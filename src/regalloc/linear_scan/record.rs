//! Records decisions in a [`Why`], and counts them. Makes no decisions.
//!
//! Only the scan and the rewriter report as they run; the rest is derived from the final state.

use super::bundle::{Bundle, Bundles};
use super::intervals::{Copy, UseKind};
use super::liveness::Liveness;
use super::point::{Point, gap, inst_of, late};
use super::resolve::{Resolution, SplitEdge};
use super::scan::Pass;
use super::short_lived::ShortLivedTmp;
use super::spill_cost::Need;
use crate::air::{BlockId, Code, Opcode, SlotId, Tmp};
use crate::base::{Bank, Reg, RegSet};
use crate::regalloc::Forced;
use crate::regalloc::why::{Decision, Entry, HintSource, Homed, Reason, Refusal, Split, Why};

/// The kind of decision that gave an interval its register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Placement {
    Hinted,
    Free,
    FreeForAWhile,
    CalleeSaved,
    Evicted,
}

/// The representative temporary of a bundle.
fn first_tmp(bundle: &Bundle) -> Tmp {
    Tmp::new(bundle.bank, bundle.first_tmp)
}

impl Why {
    fn note(&mut self, inst: u32, tmp: impl Into<Option<Tmp>>, decision: Decision) {
        self.entries.push(Entry { inst, tmp: tmp.into(), decision });
    }

    /// Resets for a new procedure, and keeps a copy of its code, which the instruction numbers refer to.
    #[cold]
    #[inline(never)]
    pub(super) fn begin(&mut self, code: &Code) {
        *self = Why { program: Some(Box::new(code.clone())), ..Why::default() };
    }

    /// Records whether a move was coalesced.
    #[cold]
    #[inline(never)]
    pub(super) fn note_copy(
        &mut self,
        code: &Code,
        live: &Liveness,
        copy: &Copy,
        inst: u32,
        joined: bool,
        spent: bool,
    ) {
        let bank = |number: u32| code.tmps[number as usize].bank;
        let (from, to) = (Tmp::new(bank(copy.from), copy.from), Tmp::new(bank(copy.to), copy.to));
        let homed = |number: u32| live.homed(number);
        let because = match () {
            () if bank(copy.from) != bank(copy.to) => Refusal::OtherBank,
            () if homed(copy.from) || homed(copy.to) => Refusal::InMemory,
            () if spent => Refusal::BudgetSpent,
            () => Refusal::LiveTogether,
        };
        let decision = if joined {
            Decision::Coalesced { with: from }
        } else {
            Decision::Refused { with: from, because }
        };
        self.note(inst, to, decision);
    }

    /// Records the decisions of liveness and coalescing.
    #[cold]
    #[inline(never)]
    pub(super) fn note_bundles(&mut self, code: &Code, live: &Liveness, bundles: &Bundles, forced: Forced) {
        for bundle in &bundles.all {
            let next = |tmp: &u32| bundles.next_member(*tmp);
            let members = std::iter::successors(Some(bundle.first_tmp), next);
            let others: Vec<Tmp> = members.skip(1).map(|number| Tmp::new(bundle.bank, number)).collect();
            if !others.is_empty() {
                self.members.push((first_tmp(bundle), others));
            }
            if live.homed(bundle.first_tmp) {
                let because = match () {
                    () if code.tmps[bundle.first_tmp as usize].remat.is_valid() => Homed::Rematerialized,
                    () if forced == Forced::SpillAll => Homed::Force,
                    () => Homed::TooManyFacts,
                };
                let start = bundles.ranges[bundle.ranges.0 as usize].start;
                self.note(inst_of(start), first_tmp(bundle), Decision::Homed(because));
            }
        }
    }

    /// Records the decisions of resolution and slot assignment.
    #[cold]
    #[inline(never)]
    pub(super) fn note_places(&mut self, bundles: &Bundles, resolution: &Resolution) {
        for &(inst, bundle, reg) in &resolution.clobbered_by_rare_calls {
            let tmp = first_tmp(&bundles.all[bundle as usize]);
            self.note(inst - 1, tmp, Decision::SavedAroundCall { reg });
        }
        let with_slot = bundles.all.iter().filter(|bundle| bundle.slot.is_valid());
        let start = |bundle: &Bundle| bundles.ranges[bundle.ranges.0 as usize].start;
        let mut with_slot: Vec<&Bundle> = with_slot.collect();
        with_slot.sort_by_key(|bundle| if bundle.homed { 0 } else { start(bundle) });
        let mut last: Vec<(SlotId, Tmp)> = Vec::new();
        for bundle in with_slot {
            let tmp = first_tmp(bundle);
            let owner = last.iter_mut().find(|(slot, _)| *slot == bundle.slot);
            let after = owner.map(|owner| std::mem::replace(&mut owner.1, tmp));
            if after.is_none() {
                last.push((bundle.slot, tmp));
            }
            let decision = Decision::Slot {
                slot: bundle.slot,
                after,
                at_definitions: bundle.stored_at_defs,
                definitions: bundle.def_weight,
                leaves: bundle.leave_weight,
            };
            self.note(inst_of(start(bundle)), tmp, decision);
        }
    }

    /// Records the output position of the program's next instruction.
    #[cold]
    #[inline(never)]
    pub(super) fn begin_inst(&mut self, place: usize) {
        self.places.push(place as u32);
    }

    fn here(&self) -> u32 {
        (self.places.len() as u32).saturating_sub(1)
    }

    /// Records that an operand of the current instruction stays in its slot.
    #[cold]
    #[inline(never)]
    pub(super) fn note_in_place(&mut self, tmp: Tmp, slot: SlotId) {
        self.note(self.here(), tmp, Decision::InPlace { slot });
    }
    #[cold]
    #[inline(never)]
    pub(super) fn note_remat(&mut self, tmp: Tmp, reg: Reg) {
        self.note(self.here(), tmp, Decision::Rematerialized { reg });
    }
    #[cold]
    #[inline(never)]
    pub(super) fn note_cycle(&mut self) {
        self.note(self.here(), None, Decision::Cycle);
    }
    #[cold]
    #[inline(never)]
    pub(super) fn note_edge(&mut self, place: usize, edge: &SplitEdge) {
        let id = BlockId::new;
        let (from, to, moves) = (id(edge.from), id(edge.to), edge.moves.1 - edge.moves.0);
        self.note(place as u32, None, Decision::EdgeBlock { from, to, moves });
    }
}

impl Pass<'_> {
    /// Counts steps, to prove that the total is bounded.
    #[inline(always)]
    pub(super) fn worked(&self, steps: u32) {
        self.scan.work.set(self.scan.work.get().saturating_add(steps));
    }

    fn tmp_of(&self, interval: u32) -> Tmp {
        first_tmp(&self.bundles.all[self.split_intervals.all[interval as usize].bundle as usize])
    }

    /// Records the lowest cost found for an interval.
    #[inline(always)]
    pub(super) fn note_prices(
        &mut self,
        interval: u32,
        bank: Bank,
        need: &Need,
        maybe_conflicting: RegSet,
        price: f32,
    ) {
        if self.why.is_some() {
            self.keep_prices(interval, bank, need, maybe_conflicting, price);
        }
    }

    #[cold]
    #[inline(never)]
    fn keep_prices(&mut self, interval: u32, bank: Bank, need: &Need, maybe_conflicting: RegSet, price: f32) {
        let data = self.split_intervals.all[interval as usize];
        let memory = self.memory_cost(data.bundle, data.use_, self.point, data.end, None);
        let tmp = self.tmp_of(interval);
        // A query fills the cache of eviction costs. Restore it: recording must not change decisions.
        let eviction_costs = self.scan.eviction_costs.clone();
        let mut register = f32::INFINITY;
        for &reg in self.registers.allocatable[bank as usize] {
            let known = self.cached_eviction_cost(reg);
            if let Some(cost) = self.cost_of_eviction(reg, interval, need, maybe_conflicting, register, known)
            {
                register = cost;
            }
        }
        self.scan.eviction_costs = eviction_costs;
        if let Some(why) = &mut self.why {
            why.memory_price = (!need.now).then_some(memory);
            why.register_price = register.is_finite().then_some(register);
            (why.price, why.placing) = (price, Some(tmp));
        }
    }
    #[inline(always)]
    pub(super) fn note_assigned(&mut self, interval: u32, reg: Reg, how: Placement) {
        match how {
            Placement::Hinted => self.scan.stats.hinted += 1,
            Placement::CalleeSaved => self.scan.stats.new_callee_saved_taken += 1,
            Placement::Free | Placement::FreeForAWhile | Placement::Evicted => {}
        }
        if self.why.is_some() {
            self.keep_assigned(interval, reg, how);
        }
    }
    #[inline(always)]
    pub(super) fn note_short_lived(&mut self, short_lived: &ShortLivedTmp, reg: Reg, how: Placement) {
        let stats = &mut self.scan.stats;
        stats.short_lived += 1;
        stats.hinted += u32::from(how == Placement::Hinted);
        if self.why.is_some() {
            self.record_short_lived(short_lived, reg, how);
        }
    }

    #[cold]
    #[inline(never)]
    fn record_short_lived(&mut self, short_lived: &ShortLivedTmp, reg: Reg, how: Placement) {
        let (inst, end) = (short_lived.inst, inst_of(short_lived.end - 1));
        let is_operand = self.hint_from_operands(late(inst), |hint_source| hint_source == reg).is_some();
        let because = match (how, self.forced) {
            (Placement::Hinted, Forced::Random(_)) => Reason::Hinted(HintSource::Force),
            (Placement::Hinted, _) if is_operand => Reason::Hinted(HintSource::Operand { inst }),
            (Placement::Hinted, _) => Reason::Hinted(HintSource::Result { inst: end }),
            _ => Reason::Free,
        };
        if let Some(why) = &mut self.why {
            why.note(inst, short_lived.tmp, Decision::Takes { reg, end, because });
        }
    }

    #[cold]
    #[inline(never)]
    fn keep_assigned(&mut self, interval: u32, reg: Reg, how: Placement) {
        let hint_source =
            if how == Placement::Hinted { self.hint_source(interval, reg) } else { HintSource::Before };
        let (tmp, data) = (self.tmp_of(interval), self.split_intervals.all[interval as usize]);
        let Some(why) = &mut self.why else { return };
        let (price, memory) = (why.price, why.memory_price);
        // The eviction was recorded just before, perhaps followed by a split.
        let evicted = why.entries.iter().rev().take(3).find_map(|entry| match entry.decision {
            Decision::Evicted { at, by, .. } if by == tmp && at == inst_of(data.start) => Some(entry.tmp),
            _ => None,
        });
        let because = match how {
            Placement::Hinted => Reason::Hinted(hint_source),
            Placement::Free => Reason::Free,
            Placement::FreeForAWhile => Reason::FreeForAWhile { price },
            Placement::CalleeSaved => Reason::CalleeSaved { price, memory },
            Placement::Evicted => Reason::Evicted { from: evicted.flatten(), price, memory },
        };
        why.note(inst_of(data.start), tmp, Decision::Takes { reg, end: inst_of(data.end), because });
    }

    /// Finds the source of a hint.
    fn hint_source(&self, interval: u32, wished: Reg) -> HintSource {
        let data = self.split_intervals.all[interval as usize];
        let bundle = self.bundles.all[data.bundle as usize];
        if let Forced::Random(_) = self.forced {
            return HintSource::Force;
        }
        if usize::from(bundle.reg) == wished.index() {
            return HintSource::Before;
        }
        let mut last = None;
        for (i, item) in
            self.bundles.uses[data.use_ as usize..bundle.uses.1 as usize].iter().take(6).enumerate()
        {
            let inst = inst_of(item.point);
            match item.kind {
                UseKind::Fixed(reg) if reg == wished => return HintSource::Fixed { inst },
                // Copied from the fixed register in the gap after its instruction.
                UseKind::FixedDef(reg) if reg == wished => return HintSource::Fixed { inst: inst - 1 },
                UseKind::Fixed(_) | UseKind::FixedDef(_) => {}
                UseKind::Def | UseKind::MoveDef if i == 0 => {
                    if self.hint_from_operands(item.point, |reg| reg == wished).is_some() {
                        return HintSource::Operand { inst };
                    }
                }
                _ => last = Some(inst),
            }
        }
        last.map_or(HintSource::Before, |inst| HintSource::Result { inst })
    }

    /// Records that an interval was split because of a conflict at `conflict`.
    #[inline(never)]
    pub(super) fn note_split(&mut self, interval: u32, reg: Reg, conflict: Point, at_loop: bool) {
        let inst = &self.code.buffer.insts[inst_of(conflict) as usize];
        // No lifetime hole ends within a call: its results arrive in the gap after it.
        let because = match inst.opcode {
            Opcode::Call | Opcode::Invoke if conflict > gap(inst_of(conflict)) => Split::Call,
            _ if self.fixed.next(reg, conflict) == conflict => Split::FixedRange,
            _ => Split::Hole,
        };
        self.keep_split(interval, Some(reg), conflict, because, at_loop);
    }

    /// As [`Pass::note_split`], with a known reason.
    #[inline(never)]
    pub(super) fn keep_split(
        &mut self,
        interval: u32,
        reg: Option<Reg>,
        conflict: Point,
        because: Split,
        at_loop: bool,
    ) {
        let stats = &mut self.scan.stats;
        *match because {
            Split::Call => &mut stats.splits_at_calls,
            Split::FixedRange => &mut stats.splits_at_fixed,
            Split::Hole => &mut stats.splits_at_holes,
            Split::TooManyHoles => &mut stats.splits_at_hole_limit,
            Split::Force => &mut stats.splits_by_force,
        } += 1;
        stats.moved_to_loop_boundaries += u32::from(at_loop);
        if self.why.is_none() {
            return;
        }
        let (tmp, conflict) = (self.tmp_of(interval), inst_of(conflict));
        let end = inst_of(self.split_intervals.all[interval as usize].end);
        if let Some(why) = &mut self.why {
            why.note(end, tmp, Decision::Split { reg, conflict, because, at_loop });
        }
    }

    /// Records that a register's occupant was evicted, from the interval's new end on.
    pub(super) fn note_evicted(&mut self, interval: u32, reg: Reg, at_loop: bool) {
        self.scan.stats.evictions += 1;
        self.scan.stats.moved_to_loop_boundaries += u32::from(at_loop);
        if self.why.is_none() {
            return;
        }
        let at = inst_of(self.point);
        let (tmp, from) = (self.tmp_of(interval), inst_of(self.split_intervals.all[interval as usize].end));
        if let Some(why) = &mut self.why
            && let Some(by) = why.placing
        {
            let (price, other) = (why.price, why.memory_price);
            why.note(from, tmp, Decision::Evicted { reg, by, at, price, other, at_loop });
        }
    }

    /// Records that no register was worth its cost for an interval.
    pub(super) fn note_memory(&mut self, interval: u32) {
        self.scan.stats.left_in_memory += 1;
        if self.why.is_none() {
            return;
        }
        let (tmp, inst) = (self.tmp_of(interval), inst_of(self.point));
        if let Some(why) = &mut self.why {
            let (price, register) = (why.price, why.register_price);
            why.note(inst, tmp, Decision::LeftInMemory { price, register });
        }
    }

    /// Records that a value in memory gets another interval, from `start` on, for its use at `point`.
    pub(super) fn note_second_chance(&mut self, bundle: u32, start: Point, point: Point) {
        let at_loop = inst_of(start) < inst_of(point);
        self.scan.stats.second_chances += 1;
        self.scan.stats.moved_to_loop_boundaries += u32::from(at_loop);
        if let Some(why) = &mut self.why {
            let tmp = first_tmp(&self.bundles.all[bundle as usize]);
            why.note(inst_of(start), tmp, Decision::SecondChance { for_use: inst_of(point), at_loop });
        }
    }
}
