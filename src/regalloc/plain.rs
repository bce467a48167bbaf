//! The short way for the commonest instructions, as long as nothing but a free register is asked for: operations
//! of two operands, and moves between a register and a slot.
//!
//! Everything is decided before anything changes; what does not fit is left to
//! `LocalAllocator::allocate_operands`, which can do all that is done here.

use super::LocalAllocator;
use super::plan::{Action, IN_SLOT, Plan, Shape};
use super::registers::{Failed, TmpState, Walk};
use crate::air::{Arg, FormId, Inst, Tmp};
use crate::base::Reg;

impl LocalAllocator {
    /// Allocates the operands of an instruction with a plan of some shape, and appends it. False, and nothing
    /// done, if it is not as easy as that.
    #[inline(always)]
    pub(super) fn allocate_plain(
        &mut self,
        walk: &mut Walk<'_>,
        plan: &Plan,
        inst: &Inst,
        args: &[Arg],
    ) -> Result<bool, Failed> {
        match (plan.shape, args) {
            (Shape::Binary, &[Arg::Tmp(a), Arg::Tmp(b), Arg::Tmp(to)]) => {
                self.binary(walk, plan, inst, [a, b, to])
            }
            (Shape::Binary, &[Arg::Tmp(a), b @ Arg::Imm(_), Arg::Tmp(to)]) => {
                self.binary_immediate(walk, inst, a, b, to)
            }
            (Shape::Move, &[from @ (Arg::Stack { .. } | Arg::Imm(_)), Arg::Tmp(to)]) => {
                self.load(walk, inst, from, to)
            }
            (Shape::Nothing, []) => self.append(walk, inst, inst.form, []),
            (Shape::Move, &[Arg::Tmp(from), Arg::Tmp(to)]) => self.copy(walk, plan, inst, from, to),
            (Shape::Move, &[Arg::Tmp(from), to @ Arg::Stack { .. }]) => self.store(walk, inst, from, to),
            (Shape::Compare, &[condition, Arg::Tmp(a), b @ (Arg::Tmp(_) | Arg::Imm(_))]) => {
                self.compare(walk, inst, condition, a, b)
            }
            _ => Ok(false),
        }
    }

    /// `to = a op b`, where later code wants `to` in a register.
    fn binary(
        &mut self,
        walk: &mut Walk<'_>,
        plan: &Plan,
        inst: &Inst,
        [a, b, to]: [Tmp; 3],
    ) -> Result<bool, Failed> {
        let (Some(a_state), Some(b_state)) = (self.regs.known(a), self.regs.known(b)) else {
            return Ok(false);
        };
        let Some(to_state) = self.regs.known(to) else { return Ok(false) };
        let Some(reg) = to_state.reg() else { return Ok(false) };
        if self.regs.homes.contains(reg) {
            // What is read late lives in no register that a result of the same instruction lives in.
            let (Some(a_reg), Some(b_reg)) = (a_state.reg(), b_state.reg()) else { return Ok(false) };
            return self.append(
                walk,
                inst,
                inst.form,
                [a_reg.into(), b_reg.into(), reg.into()].map(Arg::Tmp),
            );
        }
        // One of the two may take over the register of the result, which counts as taken until then.
        let (a_reg, b_reg) = match (a_state.reg(), b_state.reg()) {
            (Some(a_reg), Some(b_reg)) if a_reg != reg && b_reg != reg => {
                self.regs.release(to, reg);
                (a_reg, b_reg)
            }
            (None, Some(b_reg)) if b_reg != reg && plan.ties[0] && self.can_follow(a, a_state, to) => {
                self.regs.take_over(to, a, reg);
                (reg, b_reg)
            }
            (Some(a_reg), None) if a_reg != reg && plan.ties[1] && self.can_follow(b, b_state, to) => {
                self.regs.take_over(to, b, reg);
                (a_reg, reg)
            }
            (Some(a_reg), None) if a_reg != reg && !plan.ties[1] && !b_state.may_stay(self.block) => {
                let Some(b_reg) = self.regs.free(b.bank()) else { return Ok(false) };
                self.regs.release(to, reg);
                self.regs.assign(b, b_reg);
                (a_reg, b_reg)
            }
            (None, None) if plan.ties[0] && a != b && self.can_follow(a, a_state, to) => {
                let Some(b_reg) = self.regs.free(b.bank()) else { return Ok(false) };
                if b_state.may_stay(self.block) {
                    return Ok(false);
                }
                self.regs.take_over(to, a, reg);
                self.regs.assign(b, b_reg);
                (reg, b_reg)
            }
            _ => return self.binary_at_home(walk, plan, inst, [a, b, to], reg),
        };
        self.regs.define(walk, to, to_state, reg)?;
        self.append(walk, inst, inst.form, [a_reg.into(), b_reg.into(), reg.into()].map(Arg::Tmp))
    }

    /// The same where one of `a` and `b` is read in its home, and `to` is in `reg`.
    #[inline(never)]
    fn binary_at_home(
        &mut self,
        walk: &mut Walk<'_>,
        plan: &Plan,
        inst: &Inst,
        [a, b, to]: [Tmp; 3],
        reg: Reg,
    ) -> Result<bool, Failed> {
        let tmps = [a, b];
        let first = usize::from(plan.items[1].0 == 1);
        let Some(place) = [first, 1 - first].into_iter().find(|i| self.can_stay(inst.form, *i, tmps[*i]))
        else {
            return Ok(false);
        };
        let other = tmps[1 - place];
        let (Some(state), Some(to_state)) = (self.regs.known(other), self.regs.known(to)) else {
            return Ok(false);
        };
        if a == b || a == to || b == to {
            return Ok(false);
        }
        let other_reg = match state.reg() {
            Some(other_reg) => {
                self.regs.release(to, reg);
                other_reg
            }
            None if plan.ties[1 - place] && other.bank() == to.bank() => {
                self.regs.take_over(to, other, reg);
                reg
            }
            None => return Ok(false),
        };
        let form = IN_SLOT[inst.form.0 as usize][place];
        let mut args = [Arg::Tmp(other_reg.into()), Arg::Tmp(other_reg.into()), Arg::Tmp(reg.into())];
        args[place] = self.stay(walk, tmps[place]);
        self.regs.define(walk, to, to_state, reg)?;
        self.append(walk, inst, form, args)
    }

    /// True if the instruction can and should read its operand in its home. It must not mention it twice.
    #[inline]
    fn can_stay(&self, form: FormId, operand: usize, tmp: Tmp) -> bool {
        let state = self.regs.known(tmp);
        state.is_some_and(|state| state.reg().is_none() && state.may_stay(self.block))
            && IN_SLOT[form.0 as usize][operand] != FormId::SPECIAL
    }

    /// The home of a temporary, as an operand.
    #[inline]
    pub(super) fn stay(&mut self, walk: &mut Walk<'_>, tmp: Tmp) -> Arg {
        self.regs.state_mut(tmp).used_in_place = self.block;
        self.regs.stats.in_place += 1;
        Arg::Stack { slot: self.regs.home(walk.code, tmp), offset: 0 }
    }

    /// A comparison of `a` and `b` that has no result.
    fn compare(
        &mut self,
        walk: &mut Walk<'_>,
        inst: &Inst,
        condition: Arg,
        a: Tmp,
        b: Arg,
    ) -> Result<bool, Failed> {
        let Some(a_state) = self.regs.known(a) else { return Ok(false) };
        if let Arg::Tmp(b) = b {
            let Some(b_state) = self.regs.known(b) else { return Ok(false) };
            let a_stays = a != b && self.can_stay(inst.form, 1, a);
            let b_reg = match b_state.reg() {
                Some(b_reg) => b_reg,
                None if a_state.reg().is_none() && !a_stays => return Ok(false), // two free registers
                None if a != b && !a_stays && self.can_stay(inst.form, 2, b) => return Ok(false),
                None => {
                    let Some(b_reg) = self.regs.free(b.bank()) else { return Ok(false) };
                    self.regs.assign(b, b_reg);
                    b_reg
                }
            };
            if a_stays {
                let form = IN_SLOT[inst.form.0 as usize][1];
                let a = self.stay(walk, a);
                return self.append(walk, inst, form, [condition, a, Arg::Tmp(b_reg.into())]);
            }
            let a_reg = match a_state.reg() {
                Some(a_reg) => a_reg,
                None => {
                    // b has its register, and nothing has changed.
                    let Some(a_reg) = self.regs.free(a.bank()) else { return Ok(false) };
                    self.regs.assign(a, a_reg);
                    a_reg
                }
            };
            let args = [condition, Arg::Tmp(a_reg.into()), Arg::Tmp(b_reg.into())];
            return self.append(walk, inst, inst.form, args);
        }
        if self.can_stay(inst.form, 1, a) {
            let form = IN_SLOT[inst.form.0 as usize][1];
            let a = self.stay(walk, a);
            return self.append(walk, inst, form, [condition, a, b]);
        }
        let a_reg = match a_state.reg() {
            Some(a_reg) => a_reg,
            None => {
                let Some(a_reg) = self.regs.free(a.bank()) else { return Ok(false) };
                self.regs.assign(a, a_reg);
                a_reg
            }
        };
        self.append(walk, inst, inst.form, [condition, Arg::Tmp(a_reg.into()), b])
    }

    /// True if `tmp`, which is in no register, can get that of `to`.
    #[inline(always)]
    fn can_follow(&self, tmp: Tmp, state: TmpState, to: Tmp) -> bool {
        !state.may_stay(self.block) && tmp.bank() == to.bank()
    }

    /// `to = a op immediate`, in the same way.
    fn binary_immediate(
        &mut self,
        walk: &mut Walk<'_>,
        inst: &Inst,
        a: Tmp,
        b: Arg,
        to: Tmp,
    ) -> Result<bool, Failed> {
        let (Some(a_state), Some(to_state)) = (self.regs.known(a), self.regs.known(to)) else {
            return Ok(false);
        };
        let Some(reg) = to_state.reg() else { return Ok(false) };
        let home = self.regs.homes.contains(reg);
        let a_reg = match a_state.reg() {
            Some(a_reg) if home => a_reg,
            None if home => return Ok(false),
            Some(a_reg) if a_reg != reg => {
                self.regs.release(to, reg);
                a_reg
            }
            None if self.can_follow(a, a_state, to) => {
                self.regs.take_over(to, a, reg);
                reg
            }
            _ => return Ok(false),
        };
        self.regs.define(walk, to, to_state, reg)?;
        self.append(walk, inst, inst.form, [Arg::Tmp(a_reg.into()), b, Arg::Tmp(reg.into())])
    }

    /// `to = from` without a temporary in `from`, where later code wants `to` in a register.
    fn load(&mut self, walk: &mut Walk<'_>, inst: &Inst, from: Arg, to: Tmp) -> Result<bool, Failed> {
        let Some(state) = self.regs.known(to) else { return Ok(false) };
        let Some(reg) = state.reg() else { return Ok(false) };
        self.regs.release(to, reg);
        self.regs.define(walk, to, state, reg)?;
        self.append(walk, inst, inst.form, [from, Arg::Tmp(reg.into())])
    }

    /// `to = from`, where `from` is in a register or there is a free one.
    fn store(&mut self, walk: &mut Walk<'_>, inst: &Inst, from: Tmp, to: Arg) -> Result<bool, Failed> {
        let Some(state) = self.regs.known(from) else { return Ok(false) };
        let reg = match state.reg() {
            Some(reg) => reg,
            None => {
                let Some(reg) = self.regs.free(from.bank()) else { return Ok(false) };
                self.regs.assign(from, reg);
                reg
            }
        };
        self.append(walk, inst, inst.form, [Arg::Tmp(reg.into()), to])
    }

    /// `to = from`, or what an extension makes of it, where later code wants `to` in a register.
    fn copy(
        &mut self,
        walk: &mut Walk<'_>,
        plan: &Plan,
        inst: &Inst,
        from: Tmp,
        to: Tmp,
    ) -> Result<bool, Failed> {
        let (Some(state), Some(to_state)) = (self.regs.known(from), self.regs.known(to)) else {
            return Ok(false);
        };
        let Some(reg) = to_state.reg() else { return Ok(false) };
        let lives_there = self.regs.homes.contains(reg);
        let from_reg = match state.reg() {
            Some(from_reg) if lives_there && plan.copies && from_reg == reg => {
                self.regs.stats.dropped_moves += u32::from(!self.regs.watched);
                return Ok(!self.regs.watched);
            }
            Some(from_reg) if lives_there => from_reg,
            Some(from_reg) if !plan.copies && from_reg != reg => {
                self.regs.release(to, reg);
                from_reg
            }
            None if from == to || lives_there || plan.copies => return Ok(false),
            None if self.can_stay(inst.form, 0, from) => {
                self.regs.release(to, reg);
                self.regs.define(walk, to, to_state, reg)?;
                let from = self.stay(walk, from);
                return self.append(
                    walk,
                    inst,
                    IN_SLOT[inst.form.0 as usize][0],
                    [from, Arg::Tmp(reg.into())],
                );
            }
            None if plan.items[1].1 != Action::LateUse && self.can_follow(from, state, to) => {
                self.regs.take_over(to, from, reg);
                reg
            }
            _ => return Ok(false),
        };
        self.regs.define(walk, to, to_state, reg)?;
        self.append(walk, inst, inst.form, [from_reg, reg].map(|reg| Arg::Tmp(reg.into())))
    }

    /// Appends the instruction in this form with these operands, behind it what it owes.
    #[inline(always)]
    fn append<const N: usize>(
        &mut self,
        walk: &mut Walk<'_>,
        inst: &Inst,
        form: FormId,
        args: [Arg; N],
    ) -> Result<bool, Failed> {
        self.finish_before_push(walk, inst)?;
        let start = walk.output.push_args(&args);
        walk.output.push_moved(inst, form, start);
        if self.regs.watched {
            self.after_program(walk);
        }
        Ok(true)
    }
}
