//! The registers that a piece would rather have, because a move then vanishes.

use super::intervals::UseKind;
use super::pieces::NO_REG;
use super::point::{Point, inst_of};
use super::scan::Pass;
use crate::air::Arg;
use crate::air::opcode::Properties;
use crate::regalloc::Forced;
use smallvec::SmallVec;

impl Pass<'_> {
    /// Registers in which the piece would save a move, the best first.
    pub(super) fn hints(&mut self, piece: u32) -> SmallVec<[u8; 8]> {
        let data = self.pieces.all[piece as usize];
        let bundle = self.bundles.all[data.bundle as usize];
        let mut hints = SmallVec::new();
        if let Forced::Random(_) = self.forced {
            let count = self.scan.order.len();
            let first = self.scan.random.below(count);
            hints.extend((0..count.min(8)).map(|i| self.scan.order[(first + i) % count]));
            return hints;
        }
        if bundle.reg != NO_REG {
            hints.push(bundle.reg);
        }
        let uses = &self.bundles.uses[data.use_ as usize..bundle.uses.1 as usize];
        let mut last = None;
        for (i, item) in uses.iter().take(6).enumerate() {
            if item.point >= data.end {
                break;
            }
            match item.kind {
                UseKind::Fixed(reg) | UseKind::FixedDef(reg) if reg.bank() == self.bank => {
                    hints.push(reg.number());
                }
                UseKind::Def | UseKind::MoveDef if i == 0 => self.hint_from_operands(item.point, &mut hints),
                _ => last = Some(item.point),
            }
        }
        if let Some(point) = last {
            self.hint_from_result(point, data.bundle, &mut hints);
        }
        hints
    }

    /// The result of an instruction would rather be in the register of an operand that ends there.
    pub(super) fn hint_from_operands(&self, point: Point, hints: &mut SmallVec<[u8; 8]>) {
        let inst = &self.code.buffer.insts[inst_of(point) as usize];
        let Some(form) = inst.form.get() else { return };
        let args = self.code.buffer.args(inst);
        let is_move = inst.opcode.has(Properties::MOVE);
        let users = match form.tied {
            Some((user, _)) if form.commutes && user < 2 => [user as usize, 1 - user as usize],
            Some((user, _)) => [user as usize; 2],
            None if is_move => [0; 2],
            None => return,
        };
        for user in users {
            if let Some(reg) = args.get(user).and_then(|arg| self.last_reg(arg)) {
                hints.push(reg);
            }
        }
    }

    /// An operand that ends in an instruction would rather be in the register of the result.
    pub(super) fn hint_from_result(&self, point: Point, bundle: u32, hints: &mut SmallVec<[u8; 8]>) {
        let inst = &self.code.buffer.insts[inst_of(point) as usize];
        let Some(form) = inst.form.get() else { return };
        let args = self.code.buffer.args(inst);
        let is_move = inst.opcode.has(Properties::MOVE);
        let result = match form.tied {
            Some((user, result)) => {
                let is_user = |at: usize| {
                    args.get(at).and_then(Arg::as_tmp).and_then(|tmp| self.bundles.of(tmp)) == Some(bundle)
                };
                let tied = is_user(user as usize) || form.commutes && (is_user(0) || is_user(1));
                if !tied {
                    return;
                }
                result as usize
            }
            None if is_move => 1,
            None => return,
        };
        if let Some(reg) = args.get(result).and_then(|arg| self.last_reg(arg)) {
            hints.push(reg);
        }
    }

    pub(super) fn last_reg(&self, arg: &Arg) -> Option<u8> {
        let tmp = arg.as_tmp()?;
        let bundle = &self.bundles.all[self.bundles.of(tmp)? as usize];
        (bundle.bank == self.bank && bundle.reg != NO_REG).then_some(bundle.reg)
    }
}
