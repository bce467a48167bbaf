//! Fast paths of the local allocator for instructions that need only free registers. One handles the commonest shapes:
//! binary operations, moves, loads, stores and comparisons. The other handles every simple plan while enough registers
//! are free.
//!
//! All checks precede all changes. What does not fit is left to `LocalAllocator::allocate_operands`, which handles
//! every case handled here.

use super::LocalAllocator;
use crate::air::{Arg, FormId, Inst, Tmp};
use crate::base::{Reg, RegSet};
use crate::regalloc::plan::{Action, FormShape, IN_SLOT, Plan, ROOM, TO_SLOT};
use crate::regalloc::registers::{Failed, TmpState, Walk};

impl LocalAllocator {
    /// Allocates and appends an instruction of a known shape. Returns false, without changes, if it does not qualify.
    #[inline(always)]
    pub(super) fn allocate_fast(
        &mut self,
        walk: &mut Walk<'_>,
        plan: &Plan,
        inst: &Inst,
        args: &[Arg],
    ) -> Result<bool, Failed> {
        match (plan.shape, args) {
            (FormShape::Binary, &[Arg::Tmp(a), Arg::Tmp(b), Arg::Tmp(to)]) => {
                self.binary(walk, plan, inst, [a, b, to])
            }
            (FormShape::Binary, &[Arg::Tmp(a), b @ Arg::Imm(_), Arg::Tmp(to)]) => {
                self.binary_immediate(walk, inst, a, b, to)
            }
            (FormShape::Move, &[from @ (Arg::Stack { .. } | Arg::Imm(_)), Arg::Tmp(to)]) => {
                self.load(walk, plan, inst, from, to)
            }
            (FormShape::Nothing, []) => self.append(walk, inst, inst.form, []),
            (FormShape::Move, &[from @ Arg::Imm(_), to @ Arg::Stack { .. }]) => {
                self.append(walk, inst, inst.form, [from, to])
            }
            (FormShape::Move, &[Arg::Tmp(from), Arg::Tmp(to)]) => self.copy(walk, plan, inst, from, to),
            (FormShape::Move, &[Arg::Tmp(from), to @ Arg::Stack { .. }]) => self.store(walk, inst, from, to),
            (FormShape::Move, &[from @ (Arg::Addr { .. } | Arg::Index { .. }), Arg::Tmp(to)]) => {
                self.load_from_address(walk, inst, from, to)
            }
            (
                FormShape::Move,
                &[from @ (Arg::Tmp(_) | Arg::Imm(_)), to @ (Arg::Addr { .. } | Arg::Index { .. })],
            ) => self.store_to_address(walk, inst, from, to),
            (FormShape::Compare, &[condition, Arg::Tmp(a), b @ (Arg::Tmp(_) | Arg::Imm(_))]) => {
                self.compare(walk, inst, condition, a, b)
            }
            _ => Ok(false),
        }
    }

    /// Allocates and appends an instruction with a simple plan, if enough registers are free for all operands. Then
    /// nothing is evicted and operands cannot conflict. Otherwise returns false, without changes.
    #[inline(never)]
    pub(super) fn allocate_with_room(
        &mut self,
        walk: &mut Walk<'_>,
        plan: &Plan,
        inst: &Inst,
        args: &[Arg],
    ) -> Result<bool, Failed> {
        match *args {
            _ if !self.regs.has_room() => Ok(false),
            _ if plan.len as usize >= ROOM && !self.regs.has_much_room() => Ok(false),
            // Left to the general path: the copy may be coalesced, or be written to its home slot.
            [Arg::Tmp(from), Arg::Tmp(to)]
                if plan.copies
                    && (from.number().is_some()
                        || self.regs.known(to).is_none_or(|to| to.reg().is_none())) =>
            {
                Ok(false)
            }
            [a, b] => self.operands_with_room(walk, plan, inst, [a, b]),
            [a, b, c] => self.operands_with_room(walk, plan, inst, [a, b, c]),
            [a, b, c, d] => self.operands_with_room(walk, plan, inst, [a, b, c, d]),
            [a, b, c, d, e, f] => self.operands_with_room(walk, plan, inst, [a, b, c, d, e, f]),
            _ => Ok(false),
        }
    }

    #[inline(always)]
    fn operands_with_room<const N: usize>(
        &mut self,
        walk: &mut Walk<'_>,
        plan: &Plan,
        inst: &Inst,
        args: [Arg; N],
    ) -> Result<bool, Failed> {
        let (mut places, mut form, mut result) = (args, inst.form, None);
        for &(operand, action) in &plan.items[..plan.len as usize] {
            let operand = operand as usize;
            let Some(arg) = args.get(operand) else { break };
            places[operand] = match *arg {
                Arg::Tmp(tmp) => {
                    let Some(state) = self.regs.state(walk, tmp)? else { continue };
                    match (action, state.reg()) {
                        (Action::Define, _) => {
                            let reg = self.result(walk, tmp, state)?;
                            result = Some(reg);
                            Arg::Tmp(reg.into())
                        }
                        (_, Some(reg)) => Arg::Tmp(reg.into()),
                        (_, None)
                            if self.can_use_home(form, operand, tmp)
                                && !is_mentioned_elsewhere(&args, operand, tmp) =>
                        {
                            form = IN_SLOT[form.0 as usize][operand];
                            self.stay(walk, tmp)
                        }
                        (_, None) => {
                            let reg = match (action, result) {
                                (Action::TiedUse, Some(reg))
                                    if !self.regs.occupied.union(self.regs.homes).contains(reg)
                                        && reg.bank() == tmp.bank() =>
                                {
                                    reg
                                }
                                (Action::LateUse, Some(reg)) => {
                                    self.regs.take(walk, tmp.bank(), RegSet::of(&[reg]))?
                                }
                                _ => self.regs.take(walk, tmp.bank(), RegSet::EMPTY)?,
                            };
                            self.regs.assign(tmp, reg);
                            Arg::Tmp(reg.into())
                        }
                    }
                }
                address => {
                    // A late use must not share a register with a result.
                    let late = if action == Action::LateUse { result } else { None };
                    self.address(walk, address, late.into_iter().collect())?
                }
            };
        }
        self.append(walk, inst, form, places)
    }

    /// The register of an instruction's only result, if enough registers are free.
    #[inline(always)]
    fn result(&mut self, walk: &mut Walk<'_>, to: Tmp, state: TmpState) -> Result<Reg, Failed> {
        let reg = match state.reg() {
            Some(reg) => {
                self.regs.release(to, reg);
                reg
            }
            None => self.regs.take(walk, to.bank(), RegSet::EMPTY)?,
        };
        self.regs.define_alone(walk, to, state, reg)?;
        Ok(reg)
    }

    /// Allocates the registers of an address, outside `avoid`. Returns any other operand unchanged.
    #[inline(always)]
    fn address(&mut self, walk: &mut Walk<'_>, address: Arg, avoid: RegSet) -> Result<Arg, Failed> {
        Ok(match address {
            Arg::Addr { base, offset } => Arg::Addr { base: self.register_of(walk, base, avoid)?, offset },
            Arg::Index { base, index, shift, extend, offset } => {
                let base = self.register_of(walk, base, avoid)?;
                let index = self.register_of(walk, index, avoid)?;
                Arg::Index { base, index, shift, extend, offset }
            }
            other => other,
        })
    }

    /// The register of a use, if enough registers are free: its own, or a free one outside `avoid`.
    #[inline(always)]
    fn register_of(&mut self, walk: &mut Walk<'_>, tmp: Tmp, avoid: RegSet) -> Result<Tmp, Failed> {
        let Some(state) = self.regs.state(walk, tmp)? else { return Ok(tmp) };
        match state.reg() {
            Some(reg) => Ok(reg.into()),
            None => {
                let reg = self.regs.take(walk, tmp.bank(), avoid)?;
                self.regs.assign(tmp, reg);
                Ok(reg.into())
            }
        }
    }

    /// `to = a op b`, where later code expects `to` in a register.
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
            // A late use has no global register that a result of the same instruction shares.
            let (Some(a_reg), Some(b_reg)) = (a_state.reg(), b_state.reg()) else { return Ok(false) };
            return self.append(
                walk,
                inst,
                inst.form,
                [a_reg.into(), b_reg.into(), reg.into()].map(Arg::Tmp),
            );
        }
        // One of the two may take over the register of the result, which counts as occupied until then.
        let (a_reg, b_reg) = match (a_state.reg(), b_state.reg()) {
            (Some(a_reg), Some(b_reg)) if a_reg != reg && b_reg != reg => {
                self.regs.release(to, reg);
                (a_reg, b_reg)
            }
            (None, Some(b_reg)) if b_reg != reg && plan.ties[0] && self.can_take_over(a, a_state, to) => {
                self.regs.take_over(to, a, reg);
                (reg, b_reg)
            }
            (Some(a_reg), None) if a_reg != reg && plan.ties[1] && self.can_take_over(b, b_state, to) => {
                self.regs.take_over(to, b, reg);
                (a_reg, reg)
            }
            (Some(a_reg), None) if a_reg != reg && !plan.ties[1] && !b_state.may_use_home(self.block) => {
                let Some(b_reg) = self.regs.free(b.bank()) else { return Ok(false) };
                self.regs.release(to, reg);
                self.regs.assign(b, b_reg);
                (a_reg, b_reg)
            }
            (None, None) if plan.ties[0] && a != b && self.can_take_over(a, a_state, to) => {
                let Some(b_reg) = self.regs.free(b.bank()) else { return Ok(false) };
                if b_state.may_use_home(self.block) {
                    return Ok(false);
                }
                self.regs.take_over(to, a, reg);
                self.regs.assign(b, b_reg);
                (reg, b_reg)
            }
            _ => return self.binary_from_home(walk, plan, inst, [a, b, to], reg),
        };
        self.regs.define_alone(walk, to, to_state, reg)?;
        self.append(walk, inst, inst.form, [a_reg.into(), b_reg.into(), reg.into()].map(Arg::Tmp))
    }

    /// `to = a op b`, where `a` or `b` is read from its home slot and `to` is in `reg`.
    #[inline(never)]
    fn binary_from_home(
        &mut self,
        walk: &mut Walk<'_>,
        plan: &Plan,
        inst: &Inst,
        [a, b, to]: [Tmp; 3],
        reg: Reg,
    ) -> Result<bool, Failed> {
        let tmps = [a, b];
        let first = usize::from(plan.items[1].0 == 1);
        let Some(place) = [first, 1 - first].into_iter().find(|i| self.can_use_home(inst.form, *i, tmps[*i]))
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
        self.regs.define_alone(walk, to, to_state, reg)?;
        self.append(walk, inst, form, args)
    }

    /// True if the instruction can and should read its operand from the home slot. The caller must ensure that no other
    /// operand mentions the temporary.
    #[inline]
    fn can_use_home(&self, form: FormId, operand: usize, tmp: Tmp) -> bool {
        let state = self.regs.known(tmp);
        state.is_some_and(|state| state.reg().is_none() && state.may_use_home(self.block))
            && IN_SLOT[form.0 as usize][operand] != FormId::SPECIAL
    }

    /// The home slot of a temporary, as an operand.
    #[inline]
    pub(super) fn stay(&mut self, walk: &mut Walk<'_>, tmp: Tmp) -> Arg {
        self.regs.state_mut(tmp).used_in_place = self.block;
        self.regs.stats.in_place += 1;
        Arg::Stack { slot: self.regs.home(walk.code, tmp), offset: 0 }
    }

    /// A comparison of `a` and `b` without a result.
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
            let a_stays = a != b && self.can_use_home(inst.form, 1, a);
            let b_reg = match b_state.reg() {
                Some(b_reg) => b_reg,
                None if a != b && a_state.reg().is_none() && !a_stays => return Ok(false), // needs two free registers
                None if a != b && !a_stays && self.can_use_home(inst.form, 2, b) => return Ok(false),
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
                None if a == b => b_reg,
                None => {
                    // `b` had a register already, so nothing has changed yet.
                    let Some(a_reg) = self.regs.free(a.bank()) else { return Ok(false) };
                    self.regs.assign(a, a_reg);
                    a_reg
                }
            };
            let args = [condition, Arg::Tmp(a_reg.into()), Arg::Tmp(b_reg.into())];
            return self.append(walk, inst, inst.form, args);
        }
        if self.can_use_home(inst.form, 1, a) {
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

    /// True if `tmp`, which has no register, can take over that of `to`.
    #[inline(always)]
    fn can_take_over(&self, tmp: Tmp, state: TmpState, to: Tmp) -> bool {
        !state.may_use_home(self.block) && tmp.bank() == to.bank()
    }

    /// `to = a op immediate`, where later code expects `to` in a register.
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
            None if a != to && self.can_use_home(inst.form, 0, a) => {
                self.regs.release(to, reg);
                self.regs.define_alone(walk, to, to_state, reg)?;
                let a = self.stay(walk, a);
                let form = IN_SLOT[inst.form.0 as usize][0];
                return self.append(walk, inst, form, [a, b, Arg::Tmp(reg.into())]);
            }
            Some(a_reg) if a_reg != reg => {
                self.regs.release(to, reg);
                a_reg
            }
            None if self.can_take_over(a, a_state, to) => {
                self.regs.take_over(to, a, reg);
                reg
            }
            _ => return Ok(false),
        };
        self.regs.define_alone(walk, to, to_state, reg)?;
        self.append(walk, inst, inst.form, [Arg::Tmp(a_reg.into()), b, Arg::Tmp(reg.into())])
    }

    /// The home slot of a result that is written directly to it.
    #[inline(always)]
    fn home_of_result(&mut self, walk: &mut Walk<'_>, to: Tmp) -> Result<Arg, Failed> {
        self.regs.stats.in_place += 1;
        Ok(Arg::Stack { slot: self.regs.end_home(walk, to)?, offset: 0 })
    }

    /// `to = from` from memory or a constant, where later code expects `to` in a register; or a constant to its home
    /// slot.
    fn load(
        &mut self,
        walk: &mut Walk<'_>,
        plan: &Plan,
        inst: &Inst,
        from: Arg,
        to: Tmp,
    ) -> Result<bool, Failed> {
        let Some(state) = self.regs.known(to) else { return Ok(false) };
        let Some(reg) = state.reg() else {
            let form = self.regs.moves[to.bank() as usize].constant;
            let fits = matches!(from, Arg::Imm(value) if i32::try_from(value).is_ok());
            if !(self.stores_constants && plan.copies && fits && state.is_kept() && form != FormId::SPECIAL) {
                return Ok(false);
            }
            let to = self.home_of_result(walk, to)?;
            return self.append(walk, inst, form, [from, to]);
        };
        self.regs.release(to, reg);
        self.regs.define_alone(walk, to, state, reg)?;
        self.append(walk, inst, inst.form, [from, Arg::Tmp(reg.into())])
    }

    /// `to = from`, where `from` has a register or one is free.
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

    /// `to = from`, where `from` is at a computed address and enough registers are free.
    fn load_from_address(
        &mut self,
        walk: &mut Walk<'_>,
        inst: &Inst,
        from: Arg,
        to: Tmp,
    ) -> Result<bool, Failed> {
        let Some(state) = self.regs.known(to).filter(|_| self.regs.has_room()) else { return Ok(false) };
        let reg = self.result(walk, to, state)?;
        let from = self.address(walk, from, RegSet::EMPTY)?;
        self.append(walk, inst, inst.form, [from, Arg::Tmp(reg.into())])
    }

    /// `to = from`, where `to` is at a computed address and enough registers are free.
    fn store_to_address(
        &mut self,
        walk: &mut Walk<'_>,
        inst: &Inst,
        from: Arg,
        to: Arg,
    ) -> Result<bool, Failed> {
        if !self.regs.has_room() {
            return Ok(false);
        }
        let first = match from {
            Arg::Tmp(from) => Arg::Tmp(self.register_of(walk, from, RegSet::EMPTY)?),
            from => from,
        };
        let to = self.address(walk, to, RegSet::EMPTY)?;
        self.append(walk, inst, inst.form, [first, to])
    }

    /// `to = from` or its extension, where later code expects `to` in a register or its home slot.
    fn copy(
        &mut self,
        walk: &mut Walk<'_>,
        plan: &Plan,
        inst: &Inst,
        from: Tmp,
        to: Tmp,
    ) -> Result<bool, Failed> {
        let Some(to_state) = self.regs.known(to) else { return Ok(false) };
        let Some(state) = self.regs.known(from) else {
            return self.copy_of_register(walk, inst, from, (to, to_state));
        };
        let Some(reg) = to_state.reg() else {
            return self.copy_to_home(walk, plan, inst, (from, state), (to, to_state));
        };
        let lives_there = self.regs.homes.contains(reg);
        let from_reg = match state.reg() {
            Some(from_reg) if lives_there && plan.copies && from_reg == reg => {
                self.regs.stats.dropped_moves += u32::from(!self.regs.traced_or_forced);
                return Ok(!self.regs.traced_or_forced);
            }
            Some(from_reg) if lives_there => from_reg,
            Some(from_reg) if !plan.copies && from_reg != reg => {
                self.regs.release(to, reg);
                from_reg
            }
            None if from == to || lives_there || plan.copies => return Ok(false),
            None if self.can_use_home(inst.form, 0, from) => {
                self.regs.release(to, reg);
                self.regs.define_alone(walk, to, to_state, reg)?;
                let from = self.stay(walk, from);
                return self.append(
                    walk,
                    inst,
                    IN_SLOT[inst.form.0 as usize][0],
                    [from, Arg::Tmp(reg.into())],
                );
            }
            None if self.can_take_over(from, state, to) => {
                self.regs.take_over(to, from, reg);
                reg
            }
            _ => return Ok(false),
        };
        self.regs.define_alone(walk, to, to_state, reg)?;
        self.append(walk, inst, inst.form, [from_reg, reg].map(|reg| Arg::Tmp(reg.into())))
    }

    /// `to = from`, where `from` is a register that is not allocatable.
    fn copy_of_register(
        &mut self,
        walk: &mut Walk<'_>,
        inst: &Inst,
        from: Tmp,
        (to, to_state): (Tmp, TmpState),
    ) -> Result<bool, Failed> {
        if to_state.reg().is_none() || self.regs.state(walk, from)?.is_some() {
            return Ok(false);
        }
        let reg = self.result(walk, to, to_state)?;
        self.append(walk, inst, inst.form, [Arg::Tmp(from), Arg::Tmp(reg.into())])
    }

    /// `to = from`, where later code expects `to` only in its home slot.
    fn copy_to_home(
        &mut self,
        walk: &mut Walk<'_>,
        plan: &Plan,
        inst: &Inst,
        (from, state): (Tmp, TmpState),
        (to, to_state): (Tmp, TmpState),
    ) -> Result<bool, Failed> {
        let form = TO_SLOT[inst.form.0 as usize];
        let is_dropped = from == to || state.shares_home(to_state) || !to_state.is_kept();
        if !plan.copies || is_dropped || form == FormId::SPECIAL {
            return Ok(false);
        }
        let from_reg = match state.reg() {
            Some(from_reg) => from_reg,
            None => {
                let Some(from_reg) = self.regs.free(from.bank()) else { return Ok(false) };
                self.regs.assign(from, from_reg);
                from_reg
            }
        };
        let to = self.home_of_result(walk, to)?;
        self.append(walk, inst, form, [Arg::Tmp(from_reg.into()), to])
    }

    /// Appends the instruction in this form with these operands, and inserts the pending code after it.
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
        if self.regs.traced_or_forced {
            self.after_program(walk);
        }
        Ok(true)
    }
}

/// True if another operand mentions the temporary too.
#[inline(always)]
fn is_mentioned_elsewhere<const N: usize>(args: &[Arg; N], operand: usize, tmp: Tmp) -> bool {
    args.iter().enumerate().any(|(i, arg)| i != operand && arg.mentions(tmp))
}
