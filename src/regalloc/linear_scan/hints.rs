//! The registers that a piece would rather have, because a move then vanishes.

use super::intervals::UseKind;
use super::pieces::NO_REG;
use super::point::{Point, inst_of};
use super::scan::Pass;
use crate::air::Arg;
use crate::air::opcode::Properties;
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
        let form = inst.form.get()?;
        let users = match form.tied {
            Some((user, _)) if form.commutes && user < 2 => [user as usize, 1 - user as usize],
            Some((user, _)) => [user as usize; 2],
            None if inst.opcode.has(Properties::MOVE) => [0; 2],
            None => return None,
        };
        let args = self.code.buffer.args(inst);
        users.iter().filter_map(|user| self.last_reg(args.get(*user)?)).find(|reg| fits(*reg))
    }

    /// An operand that ends in an instruction would rather be in the register of the result.
    fn hint_from_result(&self, point: Point, bundle: u32) -> Option<Reg> {
        let inst = &self.code.buffer.insts[inst_of(point) as usize];
        let form = inst.form.get()?;
        let args = self.code.buffer.args(inst);
        let result = match form.tied {
            Some((user, result)) => {
                let is_user = |at: usize| {
                    args.get(at).and_then(Arg::as_tmp).and_then(|tmp| self.bundles.of(tmp)) == Some(bundle)
                };
                let tied = is_user(user as usize) || form.commutes && (is_user(0) || is_user(1));
                if !tied {
                    return None;
                }
                result as usize
            }
            None if inst.opcode.has(Properties::MOVE) => 1,
            None => return None,
        };
        self.last_reg(args.get(result)?)
    }

    /// The register that the bundle of an operand got last.
    fn last_reg(&self, arg: &Arg) -> Option<Reg> {
        let bundle = &self.bundles.all[self.bundles.of(arg.as_tmp()?)? as usize];
        (bundle.reg != NO_REG).then(|| Reg::from_index(bundle.reg))
    }
}
