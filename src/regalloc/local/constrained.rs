//! Instructions with constraints: calls, divisions, and every other one with fixed registers, clobbers, or operands
//! that are both read and written.
//!
//! Every register that the instruction fixes or clobbers is kept free of values that live across it. The copies before
//! the instruction therefore go from any register into registers without another reader, and are independent of each
//! other. Only the moves after it form a parallel move: from result registers, and from the registers of displaced
//! occupants, to the registers that later code expects.

use super::LocalAllocator;
use crate::air::{Arg, FormId, Inst, Opcode, OperandSpec, Role, Timing, Tmp};
use crate::base::RegSet;
use crate::regalloc::AllocError;
use crate::regalloc::plan::{Action, IN_SLOT as FORM_IN_SLOT};
use crate::regalloc::registers::{Failed, GLOBAL, IN_SLOT, Place, REMAT, TmpState, Walk};
use crate::support::ParallelMove;

/// The registers that an instruction fixes or clobbers.
struct Reserved {
    /// Registers of results, and clobbers.
    written_late: RegSet,
    /// Registers of fixed uses; `LocalAllocator::readers` has their temporaries.
    read_early: RegSet,
    /// True if a use is not fixed: a temporary without a fixed register, or an address.
    has_unfixed_use: bool,
}

impl LocalAllocator {
    /// Allocates an instruction with constraints. Queues the parallel move after it and the copies before it.
    pub(super) fn allocate_constrained(&mut self, walk: &mut Walk<'_>, inst: &Inst) -> Result<(), Failed> {
        let mut specs = std::mem::take(&mut self.specs);
        specs.clear();
        let result = self.allocate_with_reserved(walk, inst, &mut specs);
        self.specs = specs;
        result
    }

    fn allocate_with_reserved(
        &mut self,
        walk: &mut Walk<'_>,
        inst: &Inst,
        specs: &mut Vec<OperandSpec>,
    ) -> Result<(), Failed> {
        // `specs[i - first]` describes operand `i`.
        let first;
        let (clobbers_early, clobbers);
        let mut hidden = None;
        walk.halved = RegSet::EMPTY;
        if let Some(form) = inst.form.get() {
            (first, clobbers_early, clobbers) = (0, RegSet::EMPTY, form.clobbers);
            specs.extend_from_slice(form.operands);
        } else {
            let special = match walk.args().first().copied() {
                Some(Arg::Special(id)) => walk.code.specials.get(id),
                _ => None,
            };
            let Some(special) = special else { return Ok(()) };
            hidden = special.hidden;
            (first, clobbers_early) = (1, special.clobbers_early);
            clobbers = walk.code.lost_registers(special);
            walk.halved = clobbers.difference(special.clobbers);
            specs.extend_from_slice(&special.operands);
        }
        (walk.kept, walk.displaced) = (self.regs.occupied, RegSet::EMPTY);
        let mut reserved = self.reserve_registers(walk, specs, first, clobbers_early, clobbers)?;
        if inst.opcode == Opcode::Entry {
            // Nothing can be inserted before an entry, so all registers must be avoided.
            walk.late = walk.late.union(self.regs.allocatable);
        }
        self.define_results(walk, specs, first, &mut reserved)?;
        self.displace_occupants(walk, &reserved);
        if !reserved.has_unfixed_use {
            return self.allocate_fixed_uses(walk, specs, first);
        }
        let form = hidden.or(Some(inst.form)).and_then(FormId::get);
        let shift = first as u8;
        let tied = form.and_then(|form| form.tied).map(|(user, result)| (user + shift, result + shift));
        self.allocate_uses(walk, specs, first, Timing::Late, None, hidden)?;
        self.allocate_fixed_uses(walk, specs, first)?;
        self.allocate_uses(walk, specs, first, Timing::Early, tied, hidden)?;
        // Uses that accept any location get the registers left over.
        if inst.form.get().is_none() {
            self.allocate_any_location_uses(walk, specs, reserved.written_late)?;
        }
        Ok(())
    }

    /// Allocates the uses of a special that accept their slot. `lost`: registers that the instruction writes.
    fn allocate_any_location_uses(
        &mut self,
        walk: &mut Walk<'_>,
        specs: &[OperandSpec],
        lost: RegSet,
    ) -> Result<(), Failed> {
        for (operand, spec) in (1..).zip(specs) {
            let Some(Arg::Tmp(tmp)) = walk.args().get(operand).copied() else { continue };
            let Some(timing) = spec.role.use_timing().filter(|_| spec.may_be_in_slot()) else { continue };
            if tmp.number().is_none() {
                continue; // already replaced by its register
            }
            let Some(state) = self.regs.state(walk, tmp)? else { continue };
            let late = timing == Timing::Late;
            let in_reg = state.reg().is_some_and(|reg| !(late && lost.contains(reg)));
            let in_slot = match state.reg() {
                Some(_) => !in_reg,
                None => self.prefers_slot(walk, tmp, state, *spec),
            };
            *walk.arg(operand) = if in_slot && state.flags & REMAT == 0 {
                self.regs.stats.in_place += 1;
                Arg::Stack { slot: self.regs.home(walk.code, tmp), offset: 0 }
            } else {
                let action = if late { Action::LateUse } else { Action::EarlyUse };
                Arg::Tmp(self.use_register(walk, tmp, action, None)?)
            };
        }
        Ok(())
    }

    /// Reserves the registers of fixed operands and clobbers. Checks them for conflicts.
    fn reserve_registers(
        &mut self,
        walk: &mut Walk<'_>,
        specs: &[OperandSpec],
        first: usize,
        clobbers_early: RegSet,
        clobbers: RegSet,
    ) -> Result<Reserved, Failed> {
        let mut reserved =
            Reserved { written_late: RegSet::EMPTY, read_early: RegSet::EMPTY, has_unfixed_use: false };
        let mut read_late = RegSet::EMPTY;
        let mut written_early = RegSet::EMPTY;
        for (i, spec) in specs.iter().enumerate() {
            let Some(arg) = walk.args().get(first + i) else { continue };
            let Arg::Tmp(tmp) = *arg else {
                reserved.has_unfixed_use |= arg.is_memory();
                continue;
            };
            reserved.has_unfixed_use |= spec.fixed().is_none()
                && !matches!(spec.role, Role::Def | Role::ZDef | Role::Scratch)
                || spec.role.is_cold();
            let Some(reg) = spec.fixed() else { continue };
            if tmp.number().is_none() {
                continue;
            }
            if !self.regs.allocatable.contains(reg) {
                return Err(walk.unavailable(reg));
            }
            let conflict = AllocError::FixedConflict { opcode: walk.opcode, origin: walk.origin, reg };
            if let Some(timing) = spec.role.use_timing() {
                if reserved.read_early.contains(reg) && self.readers[reg.index()] != tmp {
                    return Err(walk.fail(conflict));
                }
                self.readers[reg.index()] = tmp;
                reserved.read_early.insert(reg);
                if timing == Timing::Late {
                    read_late.insert(reg);
                }
            }
            if let Some(timing) = spec.role.def_timing() {
                if reserved.written_late.contains(reg) {
                    return Err(walk.fail(conflict));
                }
                reserved.written_late.insert(reg);
                if timing == Timing::Early {
                    written_early.insert(reg);
                }
            }
        }
        let lost_early = reserved.read_early.intersection(written_early.union(clobbers_early));
        let lost_late = read_late.intersection(reserved.written_late.union(clobbers));
        if let Some(reg) = lost_early.union(lost_late).first() {
            let (opcode, origin) = (walk.opcode, walk.origin);
            return Err(walk.fail(AllocError::FixedConflict { opcode, origin, reg }));
        }
        walk.early = reserved.read_early.union(written_early).union(clobbers_early);
        walk.late = reserved.written_late.union(read_late).union(clobbers);
        if walk.opcode != Opcode::Entry {
            // The instruction writes these, or a copy before it does.
            let written = walk.early.union(reserved.written_late).union(read_late);
            let written = written.union(clobbers.difference(walk.halved));
            let saved = written.intersection(self.regs.callee_saved);
            walk.code.saved = walk.code.saved.union(saved);
        }
        reserved.written_late = reserved.written_late.union(clobbers).union(clobbers_early);
        Ok(reserved)
    }

    /// Allocates results and scratches. Queues moves for results that later code expects in another register.
    fn define_results(
        &mut self,
        walk: &mut Walk<'_>,
        specs: &mut [OperandSpec],
        first: usize,
        reserved: &mut Reserved,
    ) -> Result<(), Failed> {
        for (i, spec) in specs.iter_mut().enumerate() {
            let Some(Arg::Tmp(tmp)) = walk.args().get(first + i).copied() else { continue };
            let Some(timing) = spec.role.def_timing() else { continue };
            let Some(state) = self.regs.state(walk, tmp)? else { continue };
            let both = timing == Timing::Early || spec.role.is_use();
            let avoid = if both { walk.early.union(walk.late) } else { walk.late };
            let wanted = state.reg();
            if let Some(reg) = wanted {
                self.regs.release(tmp, reg);
            }
            let reg = match (spec.fixed(), wanted) {
                (Some(reg), _) => reg,
                (None, Some(reg)) if !avoid.contains(reg) => reg,
                (None, _) => self.regs.take(walk, tmp.bank(), avoid)?,
            };
            walk.late.insert(reg);
            reserved.written_late.insert(reg);
            if both {
                walk.early.insert(reg);
            }
            if spec.role.is_use() {
                *spec = OperandSpec::in_reg(spec.role, reg, spec.width); // its use must be in the same register
            }
            if spec.role != Role::Scratch {
                self.regs.define(walk, tmp, state, reg)?;
                if let Some(wanted) = wanted.filter(|wanted| *wanted != reg) {
                    self.regs.has_pending = true;
                    self.regs.after.push(ParallelMove { from: Place::Reg(reg), to: Place::Reg(wanted) });
                }
            }
            if !spec.role.is_use() {
                *walk.arg(first + i) = Arg::Tmp(reg.into());
            }
        }
        Ok(())
    }

    /// Displaces the occupants of reserved registers that live across the instruction. A local value without a slot
    /// moves to a free register and back after the instruction. Every other value is evicted and reloaded.
    fn displace_occupants(&mut self, walk: &mut Walk<'_>, reserved: &Reserved) {
        for reg in self.regs.occupied.intersection(walk.early.union(walk.late)).iter() {
            let tmp = self.regs.occupant(reg);
            let is_read = reserved.read_early.contains(reg) && self.readers[reg.index()] == tmp;
            if is_read && !reserved.written_late.contains(reg) {
                continue; // a fixed use already in its register
            }
            let local = self.regs.state_mut(tmp).flags & (GLOBAL | REMAT | IN_SLOT) == 0;
            let busy = self.regs.occupied.union(walk.early).union(walk.late);
            let free = self.regs.usable[reg.bank() as usize].difference(busy);
            match self.regs.choose(free) {
                Some(displaced) if local => {
                    self.regs.release(tmp, reg);
                    self.regs.assign(tmp, displaced);
                    walk.displaced.insert(displaced);
                    self.regs.has_pending = true;
                    self.regs.after.push(ParallelMove { from: Place::Reg(displaced), to: Place::Reg(reg) });
                }
                _ => self.regs.evict(walk, reg),
            }
        }
    }

    /// Allocates the uses of one timing that are not fixed, and addresses.
    fn allocate_uses(
        &mut self,
        walk: &mut Walk<'_>,
        specs: &[OperandSpec],
        first: usize,
        timing: Timing,
        tied: Option<(u8, u8)>,
        hidden: Option<FormId>,
    ) -> Result<(), Failed> {
        let action = if timing == Timing::Late { Action::LateUse } else { Action::EarlyUse };
        let result = tied.and_then(|(_, result)| walk.args().get(result as usize)?.as_tmp()?.reg());
        for (i, spec) in specs.iter().enumerate() {
            let operand = first + i;
            let Some(arg) = walk.args().get(operand).copied() else { break };
            *walk.arg(operand) = match arg {
                Arg::Tmp(tmp) => {
                    let free = spec.fixed().is_none() && spec.role.def_timing().is_none();
                    if !free || spec.role.use_timing() != Some(timing) {
                        continue;
                    }
                    let Some(state) = self.regs.state(walk, tmp)? else { continue };
                    if spec.may_be_in_slot() && state.flags & REMAT == 0 {
                        continue;
                    }
                    if state.reg().is_none()
                        && state.may_use_home(self.block)
                        && hidden.is_some_and(|form| hidden_may_use_home(walk, form, operand, tmp))
                    {
                        *walk.arg(operand) = self.stay(walk, tmp);
                        continue;
                    }
                    let tied = tied.is_some_and(|(user, _)| user as usize == operand);
                    let action = if tied { Action::TiedUse } else { action };
                    Arg::Tmp(self.use_register(walk, tmp, action, result)?)
                }
                Arg::Addr { base, offset } if spec.role.address_timing() == timing => {
                    Arg::Addr { base: self.use_register(walk, base, action, None)?, offset }
                }
                Arg::Index { base, index, shift, extend, offset } if spec.role.address_timing() == timing => {
                    let base = self.use_register(walk, base, action, None)?;
                    let index = self.use_register(walk, index, action, None)?;
                    Arg::Index { base, index, shift, extend, offset }
                }
                _ => continue,
            };
        }
        Ok(())
    }

    /// True if an operand that accepts any location, and has no register, should be read from its slot: cold uses,
    /// values that are in memory anyway, and all others if no register is free.
    fn prefers_slot(&self, walk: &Walk<'_>, tmp: Tmp, state: TmpState, spec: OperandSpec) -> bool {
        let avoid = if spec.role.use_timing() == Some(Timing::Late) {
            walk.early.union(walk.late)
        } else {
            walk.early
        };
        let taken = self.regs.occupied.union(avoid);
        let free = self.regs.usable[tmp.bank() as usize].difference(taken);
        spec.role.is_cold() || state.may_use_home(self.block) || state.flags & IN_SLOT != 0 || free.is_empty()
    }

    /// Assigns the fixed uses to their registers, which are free now, or queues copies into them.
    fn allocate_fixed_uses(
        &mut self,
        walk: &mut Walk<'_>,
        specs: &[OperandSpec],
        first: usize,
    ) -> Result<(), Failed> {
        for (i, spec) in specs.iter().enumerate() {
            let Some(Arg::Tmp(tmp)) = walk.args().get(first + i).copied() else { continue };
            let Some(reg) = spec.fixed().filter(|_| spec.role.is_use()) else { continue };
            let Some(state) = self.regs.state(walk, tmp)? else { continue };
            match state.reg() {
                None => self.regs.assign(tmp, reg),
                Some(home) if home != reg && !self.regs.before.contains(&(home, reg)) => {
                    self.regs.before.push((home, reg));
                    walk.locked.insert(home);
                }
                Some(_) => {}
            }
            walk.locked.insert(reg);
            *walk.arg(first + i) = Arg::Tmp(reg.into());
        }
        Ok(())
    }
}

/// True if an operand of a hidden instruction may be read from its home slot: no other is in memory or mentions it.
fn hidden_may_use_home(walk: &mut Walk<'_>, form: FormId, operand: usize, tmp: Tmp) -> bool {
    let (own, hidden) = (operand - 1, form.get().map_or(0, |form| form.operands.len()));
    let in_slot = FORM_IN_SLOT.get(form.0 as usize).and_then(|forms| forms.get(own));
    own < hidden
        && in_slot.is_some_and(|form| *form != FormId::SPECIAL)
        && walk
            .args()
            .iter()
            .skip(1)
            .take(hidden)
            .enumerate()
            .all(|(other, arg)| other == own || !arg.is_memory() && !arg.mentions(tmp))
}
