//! Register hints: the registers in which an interval would save a move.

use super::bundle::register_of;
use super::forms::{Summary, of};
use super::intervals::UseKind;
use super::point::{Point, inst_of};
use super::scan::Pass;
use super::split_intervals::NO_REG;
use crate::air::{Arg, Inst, Tmp};
use crate::base::Reg;
use crate::regalloc::Forced;

impl Pass<'_> {
    /// The best hint that `fits` accepts.
    pub(super) fn hint(&mut self, interval: u32, fits: impl Fn(&Self, Reg) -> bool) -> Option<Reg> {
        let data = self.split_intervals.all[interval as usize];
        let bundle = &self.bundles.all[data.bundle as usize];
        if let Forced::Random(_) = self.forced {
            let order = self.registers.allocatable[bundle.bank as usize];
            let first = self.scan.random.below(order.len().max(1));
            return order.iter().cycle().skip(first).take(order.len()).copied().find(|reg| fits(self, *reg));
        }
        if bundle.reg != NO_REG {
            let reg = Reg::from_index(bundle.reg);
            if fits(self, reg) {
                return Some(reg);
            }
        }
        let uses = &self.bundles.uses[data.use_ as usize..bundle.uses.1 as usize];
        let mut last = None;
        if !bundle.has_fixed_operand {
            // No use is fixed: only the definition and the last use near it give hints.
            let near = &uses[..uses.len().min(6)];
            let [first, rest @ ..] = near else { return None };
            let mut rest = rest;
            if matches!(first.kind, UseKind::Def | UseKind::MoveDef) && first.point < data.end {
                if let Some(reg) = self.hint_from_operands(first.point, |reg| fits(self, reg)) {
                    return Some(reg);
                }
            } else {
                rest = near;
            }
            let last = rest.iter().rev().find(|item| item.point < data.end)?;
            return self.hint_from_result(last.point, data.bundle).filter(|reg| fits(self, *reg));
        }
        for (i, item) in uses.iter().take(6).enumerate() {
            if item.point >= data.end {
                break;
            }
            match item.kind {
                UseKind::Fixed(reg) | UseKind::FixedDef(reg) => {
                    if fits(self, reg) {
                        return Some(reg);
                    }
                }
                UseKind::Def | UseKind::MoveDef if i == 0 => {
                    if let Some(reg) = self.hint_from_operands(item.point, |reg| fits(self, reg)) {
                        return Some(reg);
                    }
                }
                _ => last = Some(item.point),
            }
        }
        self.hint_from_result(last?, data.bundle).filter(|reg| fits(self, *reg))
    }

    /// The register of an operand that dies at an instruction, as a hint for its result: a copy, or a tied operand.
    pub(super) fn hint_from_operands(&self, point: Point, fits: impl Fn(Reg) -> bool) -> Option<Reg> {
        let inst = &self.code.buffer.insts[inst_of(point) as usize];
        let (summary, args) = self.summary(inst)?;
        let [first, second] = summary.users;
        let reg_of = |user: u8| self.last_reg(args.get(usize::from(user))?).filter(|reg| fits(*reg));
        reg_of(first).or_else(|| if second == first { None } else { reg_of(second) })
    }

    /// The register of an instruction's result, as a hint for an operand that dies there.
    fn hint_from_result(&self, point: Point, bundle: u32) -> Option<Reg> {
        self.hint_from_result_of(point, |tmp| self.bundles.of(tmp) == Some(bundle))
    }

    /// As [`Pass::hint_from_result`], for the operands that `is_it` accepts.
    #[inline]
    pub(super) fn hint_from_result_of(&self, point: Point, is_it: impl Fn(Tmp) -> bool) -> Option<Reg> {
        let inst = &self.code.buffer.insts[inst_of(point) as usize];
        let (summary, args) = self.summary(inst)?;
        // Most results have no register yet; test this first.
        let reg = self.last_reg(args.get(usize::from(summary.result))?)?;
        let is_user = |at: u8| args.get(usize::from(at)).and_then(Arg::as_tmp).is_some_and(&is_it);
        (summary.copies || summary.users.into_iter().any(is_user)).then_some(reg)
    }

    /// The summary of an instruction's form, or of its hidden instruction's, and the operands that it describes.
    #[inline]
    fn summary(&self, inst: &Inst) -> Option<(&'static Summary, &[Arg])> {
        let args = self.code.buffer.args(inst);
        match of(inst.form) {
            Some(summary) => Some((summary, args)),
            None => {
                let (form, args) = self.code.hidden(args)?;
                Some((of(form)?, args))
            }
        }
    }

    /// The register assigned last to an operand's bundle.
    fn last_reg(&self, arg: &Arg) -> Option<Reg> {
        let number = *self.bundles.of.get(arg.as_tmp()?.number()? as usize)?;
        match self.bundles.all.get(number as usize) {
            Some(bundle) => (bundle.reg != NO_REG).then(|| Reg::from_index(bundle.reg)),
            None => register_of(number),
        }
    }
}
