//! Short-lived temporaries: local to a block, live for a few instructions, and across no fixed register or clobber.
//!
//! Most temporaries are short-lived. One that is written once, is read only by instructions without constraints, and is
//! no operand of a register move needs no uses, bundle or interval. The scan assigns it a free register for its whole
//! lifetime when it reaches the definition; it cannot be evicted. If no register is free, or too few would be left, it
//! becomes a bundle like any other.

use super::forms::of;
use super::intervals::{Range, Use, UseKind};
use super::point::{Point, early, inst_of, late};
use super::record::Placement;
use super::scan::Pass;
use crate::air::Tmp;
use crate::base::{Reg, RegSet};
use crate::regalloc::Forced;

/// Minimum number of registers of a bank without a short-lived occupant: the operands of one instruction may need them.
/// Tests use fewer, to exercise the failure.
const MIN_OPEN: usize = if cfg!(test) { 1 } else { 7 };

/// A short-lived temporary.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShortLivedTmp {
    pub(super) tmp: Tmp,
    /// The instruction that defines it.
    pub(super) inst: u32,
    /// The end of its lifetime.
    pub(super) end: Point,
}

impl Pass<'_> {
    /// Assigns a short-lived temporary a register, or creates an interval and queues it.
    pub(super) fn place_short_lived(&mut self, short_lived: &ShortLivedTmp) {
        self.advance(late(short_lived.inst));
        let occupancy = &mut self.scan.occupancy;
        let bank = short_lived.tmp.bank();
        let open = self.scan.open.in_bank(bank).intersection(occupancy.without_short_lived());
        let free = open.difference(occupancy.occupied).difference(self.scan.new_callee_saved);
        let free = free.difference(occupancy.resuming(short_lived.end));
        if free.is_empty() || open.len() < MIN_OPEN {
            self.queue_as_interval(short_lived);
            return;
        }
        let hint = self.short_lived_hint(short_lived, free);
        let how = if hint.is_some() { Placement::Hinted } else { Placement::Free };
        let Some(reg) = hint.or_else(|| self.first_of(bank, free)) else { return };
        self.note_short_lived(short_lived, reg, how);
        self.scan.assigned.insert(reg);
        if self.registers.callee_saved.contains(reg) {
            self.scan.saved.insert(reg);
        }
        self.scan.occupancy.hold_short_lived(reg, short_lived.end);
        if let Some(number) = short_lived.tmp.number() {
            self.bundles.assign_register(number, reg);
        }
    }

    /// The free register that would save a move.
    fn short_lived_hint(&mut self, short_lived: &ShortLivedTmp, free: RegSet) -> Option<Reg> {
        if let Forced::Random(_) = self.forced {
            let skipped = self.scan.random.below(free.len());
            return free.iter().nth(skipped);
        }
        let from_operands = self.hint_from_operands(late(short_lived.inst), |reg| free.contains(reg));
        from_operands.or_else(|| {
            let result = self.hint_from_result_of(short_lived.end - 1, |tmp| tmp == short_lived.tmp);
            result.filter(|reg| free.contains(*reg))
        })
    }

    /// Collects the uses of a short-lived temporary and queues it as an interval.
    #[inline(never)]
    fn queue_as_interval(&mut self, short_lived: &ShortLivedTmp) {
        let weight = self.weight;
        let (ranges, uses) = (self.bundles.ranges.len() as u32, self.bundles.uses.len() as u32);
        let (start, end) = (late(short_lived.inst), short_lived.end);
        self.bundles.ranges.push(Range { start, end });
        self.bundles.uses.push(Use { point: start, kind: UseKind::Def, weight });
        for inst in short_lived.inst + 1..=inst_of(end - 1) {
            self.worked(1);
            let data = &self.code.buffer.insts[inst as usize];
            let late_reads = of(data.form).map_or(0, |summary| summary.late);
            let args = self.code.buffer.args(data);
            // Several reads in one instruction each count, in the order of points.
            let mut late_uses = 0;
            for (i, _) in args.iter().enumerate().filter(|(_, arg)| arg.mentions(short_lived.tmp)) {
                if late_reads >> i & 1 == 0 {
                    self.bundles.uses.push(Use { point: early(inst), kind: UseKind::Reg, weight });
                } else {
                    late_uses += 1;
                }
            }
            let late = Use { point: late(inst), kind: UseKind::Reg, weight };
            self.bundles.uses.extend(std::iter::repeat_n(late, late_uses));
        }
        let (ranges, uses) = ((ranges, ranges + 1), (uses, self.bundles.uses.len() as u32));
        let Some(bundle) = self.bundles.add(short_lived.tmp, ranges, uses, weight) else { return };
        let data = &mut self.bundles.all[bundle as usize];
        let interval = self.split_intervals.add_first(bundle, data, start, end);
        self.scan.queue.add_later(start, interval);
    }
}
