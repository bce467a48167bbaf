//! The registers that a piece would rather have, because a move then vanishes.

use super::forms::of;
use super::intervals::UseKind;
use super::pieces::NO_REG;
use super::point::{Point, inst_of};
use super::scan::Pass;
use crate::air::Arg;
use crate::base::Reg;
use crate::regalloc::Forced;

impl Pass<'_> {
    /// The first register that fits of those in which the piece would save a move, the best first.
    pub(super) fn hint(&mut self, piece: u32, fits: impl Fn(&Self, Reg) -> bool) -> Option<Reg> {
        let data = self.pieces.all[piece as usize];
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
        if !bundle.asks {
            // No register is named: what counts is the definition, and the last use near it.
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

    /// The result of an instruction would rather be in the register of an operand that ends there.
    pub(super) fn hint_from_operands(&self, point: Point, fits: impl Fn(Reg) -> bool) -> Option<Reg> {
        let inst = &self.code.buffer.insts[inst_of(point) as usize];
        let users = of(inst.form)?.users;
        let args = self.code.buffer.args(inst);
        for user in if users[0] == users[1] { &users[..1] } else { &users[..] } {
            if let Some(arg) = args.get(usize::from(*user))
                && let Some(reg) = self.last_reg(arg).filter(|reg| fits(*reg))
            {
                return Some(reg);
            }
        }
        None
    }

    /// An operand that ends in an instruction would rather be in the register of the result.
    fn hint_from_result(&self, point: Point, bundle: u32) -> Option<Reg> {
        let inst = &self.code.buffer.insts[inst_of(point) as usize];
        let summary = of(inst.form)?;
        let args = self.code.buffer.args(inst);
        // Most results have no register yet.
        let reg = self.last_reg(args.get(usize::from(summary.result))?)?;
        let is_user = |at: u8| {
            let tmp = args.get(usize::from(at)).and_then(Arg::as_tmp);
            tmp.and_then(|tmp| self.bundles.of(tmp)) == Some(bundle)
        };
        (summary.copies || summary.users.into_iter().any(is_user)).then_some(reg)
    }

    /// The register that the bundle of an operand got last.
    fn last_reg(&self, arg: &Arg) -> Option<Reg> {
        let bundle = &self.bundles.all[self.bundles.of(arg.as_tmp()?)? as usize];
        (bundle.reg != NO_REG).then(|| Reg::from_index(bundle.reg))
    }
}
