//! Short-lived temporaries: local to a block, live for a few instructions, and across no fixed register or clobber.
//!
//! Most temporaries are short-lived. One that is written once, is read only by instructions without constraints, and is
//! no operand of a register move needs no uses, bundle or interval. The scan assigns it a free register for its whole
//! lifetime when it reaches the definition; it cannot be evicted. If no register is free, or too few would be left, it
//! becomes a bundle like any other.

use super::forms::of;
use super::intervals::{Range, Use, UseKind};
use super::point::{Point, early, inst_of, late};
use super::record::How;
use super::scan::Pass;
use crate::air::Tmp;
use crate::base::{Reg, RegSet};
use crate::regalloc::Forced;

/// Minimum number of registers of a bank without a short-lived occupant: the operands of one instruction may need them.
/// Tests use fewer, to exercise the failure.
const ENOUGH: usize = if cfg!(test) { 1 } else { 7 };

/// A short-lived temporary.
#[derive(Clone, Copy, Debug)]
pub(super) struct Brief {
    pub(super) tmp: Tmp,
    /// The instruction that defines it.
    pub(super) inst: u32,
    /// The end of its lifetime.
    pub(super) end: Point,
}

impl Pass<'_> {
    /// Assigns a short-lived temporary a register, or creates an interval and queues it.
    pub(super) fn place_brief(&mut self, brief: &Brief) {
        self.advance(late(brief.inst));
        let occupancy = &mut self.scan.occupancy;
        let bank = brief.tmp.bank();
        let open = self.scan.open.in_bank(bank).intersection(occupancy.not_brief());
        let free = open.difference(occupancy.occupied).difference(self.scan.dear);
        let free = free.difference(occupancy.returning(brief.end));
        if free.is_empty() || open.len() < ENOUGH {
            self.queue_as_piece(brief);
            return;
        }
        let hint = self.brief_hint(brief, free);
        let how = if hint.is_some() { How::Wished } else { How::Free };
        let Some(reg) = hint.or_else(|| self.first_of(bank, free)) else { return };
        self.note_brief(brief, reg, how);
        self.scan.given.insert(reg);
        if self.registers.callee_saved.contains(reg) {
            self.scan.saved.insert(reg);
        }
        self.scan.occupancy.hold_briefly(reg, brief.end);
        if let Some(number) = brief.tmp.number() {
            self.bundles.give(number, reg);
        }
    }

    /// The free register that would save a move.
    fn brief_hint(&mut self, brief: &Brief, free: RegSet) -> Option<Reg> {
        if let Forced::Random(_) = self.forced {
            let skipped = self.scan.random.below(free.len());
            return free.iter().nth(skipped);
        }
        let from_operands = self.hint_from_operands(late(brief.inst), |reg| free.contains(reg));
        from_operands.or_else(|| {
            let result = self.hint_from_result_of(brief.end - 1, |tmp| tmp == brief.tmp);
            result.filter(|reg| free.contains(*reg))
        })
    }

    /// Collects the uses of a short-lived temporary and queues it as an interval.
    #[inline(never)]
    fn queue_as_piece(&mut self, brief: &Brief) {
        let weight = self.weight;
        let (ranges, uses) = (self.bundles.ranges.len() as u32, self.bundles.uses.len() as u32);
        let (start, end) = (late(brief.inst), brief.end);
        self.bundles.ranges.push(Range { start, end });
        self.bundles.uses.push(Use { point: start, kind: UseKind::Def, weight });
        for inst in brief.inst + 1..=inst_of(end - 1) {
            self.worked(1);
            let data = &self.code.buffer.insts[inst as usize];
            let late_reads = of(data.form).map_or(0, |summary| summary.late);
            let args = self.code.buffer.args(data);
            // Several reads in one instruction each count, in the order of points.
            let mut late_uses = 0;
            for (i, _) in args.iter().enumerate().filter(|(_, arg)| arg.mentions(brief.tmp)) {
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
        let Some(bundle) = self.bundles.add(brief.tmp, ranges, uses, weight) else { return };
        let data = &mut self.bundles.all[bundle as usize];
        let piece = self.pieces.add_first(bundle, data, start, end);
        self.scan.queue.add_later(start, piece);
    }
}
