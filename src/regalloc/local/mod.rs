//! The local allocator: one backward walk per block, with nothing in registers between blocks.
//!
//! A local temporary gets a register at its last use and releases it at its definition. It has a home slot only if it
//! was evicted in between. A global temporary is stored to its home slot at each definition and loaded where a block
//! needs it. No liveness is computed: in a backward walk, the first mention of a temporary is its last use. At O1 some
//! global temporaries have a register for their whole lifetime instead ([`global_registers`]). No other
//! temporary uses that register in blocks that mention the global one or in which it is live.
//!
//! - Requires: `TmpInfo::global` and `TmpInfo::remat` are final when a block that mentions the temporary is allocated.
//!   The input names no allocatable register directly.
//! - Ensures: no pinned register is used. Of the callee-saved registers, only those that instructions fix or clobber,
//!   or that are global registers, are used, and `Code::saved` contains them. Every operand is a register or a slot, or
//!   unchanged. At block boundaries every global value is in its home slot or its global register.
//! - Cost: linear in the operands. No heap allocation per instruction.

mod constrained;
mod fast_path;
mod global_registers;
mod procedure;

use super::plan::{Action, FormShape, IN_SLOT as FORM_IN_SLOT, PLANS, Plan, TO_SLOT};
use super::registers::{Failed, GLOBAL, IN_SLOT, MoveForms, REMAT, Random, Registers, TmpState, Walk};
use super::trace::Step;
use super::{AllocError, AllocOptions, AllocStats, Forced, Trace};
use crate::air::opcode::Properties;
use crate::air::{Arg, Code, FormId, Inst, InstBuffer, Opcode, OperandSpec, Tmp};
use crate::base::{Origin, Reg, RegSet};
use global_registers::GlobalRegisters;

pub use procedure::{allocate, allocate_within};

/// The local allocator. Keeps its memory between procedures.
#[derive(Debug)]
pub struct LocalAllocator {
    pub(super) regs: Registers,
    pub(super) specs: Vec<OperandSpec>,
    /// By register, the temporary that the current instruction reads in it as a fixed operand.
    pub(super) readers: [Tmp; Reg::COUNT],
    /// The output buffer for a complete procedure; exchanged with the code's own buffer afterwards.
    pub(super) spare: InstBuffer,
    /// The number of the current block in this walk; identifies first uses.
    pub(super) block: u16,
    /// True if a constant is stored directly to the home slot of a temporary without a register. At O1 many temporaries
    /// have a global register instead, so it is false.
    pub(super) stores_constants: bool,
    /// The global registers, if any.
    globals: GlobalRegisters,
}

impl Default for LocalAllocator {
    fn default() -> LocalAllocator {
        LocalAllocator::new()
    }
}

impl LocalAllocator {
    /// A new allocator.
    pub fn new() -> LocalAllocator {
        LocalAllocator {
            regs: Registers::new(),
            specs: Vec::new(),
            readers: [Tmp::from_reg(Reg::from_index(0)); Reg::COUNT],
            spare: InstBuffer::default(),
            block: 0,
            stores_constants: false,
            globals: GlobalRegisters::default(),
        }
    }

    /// Prepares for a procedure. Its temporaries may still grow in number.
    ///
    /// # Errors
    ///
    /// [`AllocError::MissingMove`] if the target's form table lacks a move that spilling needs.
    pub fn begin(&mut self, code: &mut Code, options: &AllocOptions) -> Result<(), AllocError> {
        let env = code.env();
        let allocatable = env.allocatable_set().difference(code.pinned);
        self.regs.reset(allocatable, code.callee_saved(), options.forced);
        self.regs.tmps.reserve(code.tmps.capacity());
        self.regs.moves = MoveForms::by_bank(code)?;
        self.block = 0;
        self.stores_constants = !options.global_registers;
        Ok(())
    }

    /// For tests: makes some callee-saved registers allocatable and saves them. Only for a complete procedure: the
    /// saved registers must be known before any code is emitted.
    pub(super) fn use_callee_saved(&mut self, code: &mut Code, seed: u64) {
        let mut random = Random::new(seed);
        for reg in code.callee_saved().difference(code.pinned).iter() {
            if random.below(2) == 0 {
                self.regs.usable[reg.bank() as usize].insert(reg);
                code.saved.insert(reg);
            }
        }
    }

    /// The counters since [`LocalAllocator::begin`].
    pub fn stats(&self) -> AllocStats {
        self.regs.stats
    }

    /// Allocates one block. `input` has its instructions in backward order, with their operands in `input_buffer`.
    /// Appends the result to `output`, also backward.
    ///
    /// # Errors
    ///
    /// Fails if no allocation satisfies the block's constraints. The procedure is then lost: the next call must be
    /// [`LocalAllocator::begin`].
    #[inline]
    pub fn allocate_block<'a>(
        &mut self,
        code: &mut Code,
        input: impl Iterator<Item = &'a Inst>,
        input_buffer: &InstBuffer,
        output: &mut InstBuffer,
        mut trace: Option<&mut Trace>,
    ) -> Result<(), AllocError> {
        self.regs.tracing = trace.is_some();
        self.regs.traced_or_forced = self.regs.tracing || self.regs.forced != Forced::None;
        self.regs.steps.clear();
        let known = self.regs.tmps.len();
        self.regs.tmps.extend(code.tmps.get(known..).unwrap_or(&[]).iter().map(TmpState::new));
        self.block = self.block.wrapping_add(1).max(1);
        let first_output = output.insts.len();
        let mut walk = Walk {
            code,
            output,
            opcode: Opcode::Nop,
            origin: Origin::NONE,
            args: (0, 0),
            failure: None,
            early: RegSet::EMPTY,
            late: RegSet::EMPTY,
            locked: RegSet::EMPTY,
            kept: RegSet::EMPTY,
            displaced: RegSet::EMPTY,
            halved: RegSet::EMPTY,
        };
        let mut result = Ok(());
        for inst in input {
            if let Some(trace) = trace.as_deref_mut() {
                trace.add_program(input_buffer, inst);
            }
            result = self.allocate_inst(&mut walk, inst, input_buffer.args(inst));
            if result.is_err() {
                break;
            }
        }
        if result.is_ok() {
            result = self.reload_at_entry(&mut walk);
        }
        if let (Err(Failed), Some(error)) = (result, walk.failure) {
            return Err(error);
        }
        if let Some(trace) = trace {
            trace.end_block(&self.regs.steps, output, first_output);
        }
        Ok(())
    }

    #[inline(always)]
    fn allocate_inst(&mut self, walk: &mut Walk<'_>, inst: &Inst, args: &[Arg]) -> Result<(), Failed> {
        (walk.opcode, walk.origin) = (inst.opcode, inst.origin);
        let plan = PLANS.get(inst.form.0 as usize);
        if let Some(plan) = plan
            && self.regs.forced == Forced::None
            && (plan.shape != FormShape::Other && self.allocate_fast(walk, plan, inst, args)?
                || plan.simple && self.allocate_with_room(walk, plan, inst, args)?)
        {
            return Ok(());
        }
        self.allocate_any(walk, plan, inst, args)
    }

    /// The general path: allocates any instruction.
    #[inline(never)]
    fn allocate_any(
        &mut self,
        walk: &mut Walk<'_>,
        plan: Option<&Plan>,
        inst: &Inst,
        args: &[Arg],
    ) -> Result<(), Failed> {
        (walk.early, walk.late, walk.locked) = (RegSet::EMPTY, RegSet::EMPTY, RegSet::EMPTY);
        let form = match plan {
            Some(plan) if !plan.constrained => {
                if plan.copies && self.drop_move(walk, args)? {
                    return Ok(());
                }
                walk.args = (walk.output.push_args(args), args.len() as u16);
                self.allocate_operands(walk, plan, inst.form, args)?
            }
            _ => {
                walk.args = (walk.output.push_args(args), args.len() as u16);
                self.allocate_constrained(walk, inst)?;
                inst.form
            }
        };
        self.finish_before_push(walk, inst)?;
        walk.output.push_moved(inst, form, walk.args.0);
        self.after_program(walk);
        Ok(())
    }

    /// Inserts the pending code after the current instruction. Fails if the instruction is a terminal with such code.
    #[inline(always)]
    pub(super) fn finish_before_push(&mut self, walk: &mut Walk<'_>, inst: &Inst) -> Result<(), Failed> {
        if self.regs.has_pending {
            if self.regs.has_pending_after() && inst.opcode.has(Properties::TERMINAL) {
                let (opcode, origin) = (inst.opcode, inst.origin);
                return Err(walk.fail(AllocError::TerminalDefinition { opcode, origin }));
            }
            self.regs.finish_after(walk);
        }
        Ok(())
    }

    /// Finds a location for a use without a register: its home slot or a new register.
    fn use_elsewhere(
        &mut self,
        walk: &mut Walk<'_>,
        args: &[Arg],
        operand: usize,
        action: Action,
        result: Option<Reg>,
        form: &mut FormId,
    ) -> Result<(), Failed> {
        let Arg::Tmp(tmp) = args[operand] else { return Ok(()) };
        if self.regs.state_mut(tmp).may_use_home(self.block)
            && let Some(in_slot) = self.use_in_place(walk, *form, args, operand)
        {
            *form = in_slot;
            return Ok(());
        }
        let reg = self.use_anywhere(walk, tmp, action, result)?;
        *walk.arg(operand) = Arg::Tmp(reg.into());
        Ok(())
    }

    /// Allocates the operands of a form without constraints. Returns the form to use.
    #[inline]
    fn allocate_operands(
        &mut self,
        walk: &mut Walk<'_>,
        plan: &Plan,
        mut form: FormId,
        args: &[Arg],
    ) -> Result<FormId, Failed> {
        let mut result = None;
        for &(operand, action) in &plan.items[..plan.len as usize] {
            let operand = operand as usize;
            let Some(arg) = args.get(operand) else { break };
            match *arg {
                Arg::Tmp(tmp) => {
                    let Some(state) = self.regs.state(walk, tmp)? else { continue };
                    let reg = match action {
                        Action::LateUse | Action::TiedUse | Action::EarlyUse => match state.reg() {
                            Some(reg) => {
                                walk.locked.insert(reg);
                                reg
                            }
                            None => {
                                self.use_elsewhere(walk, args, operand, action, result, &mut form)?;
                                continue;
                            }
                        },
                        Action::Define => {
                            if plan.copies
                                && state.is_kept()
                                && state.reg().is_none()
                                && let Some(in_slot) = self.define_in_place(walk, tmp, form)?
                            {
                                form = in_slot;
                                continue;
                            }
                            let reg = self.define_anywhere(walk, tmp, state, walk.late)?;
                            result = result.or(Some(reg));
                            reg
                        }
                        Action::DefineEarly => {
                            let reg = self.define_anywhere(walk, tmp, state, walk.early.union(walk.late))?;
                            walk.early.insert(reg);
                            reg
                        }
                        Action::Scratch => self.take_scratch(walk, tmp, state)?,
                    };
                    *walk.arg(operand) = Arg::Tmp(reg.into());
                }
                Arg::Addr { base, offset } => {
                    let base = self.use_register(walk, base, action, None)?;
                    *walk.arg(operand) = Arg::Addr { base, offset };
                }
                Arg::Index { base, index, shift, extend, offset } => {
                    let base = self.use_register(walk, base, action, None)?;
                    let index = self.use_register(walk, index, action, None)?;
                    *walk.arg(operand) = Arg::Index { base, index, shift, extend, offset };
                }
                _ => {}
            }
        }
        Ok(form)
    }

    /// The register of a result: the one that later code expects, or any outside `avoid`.
    #[inline(always)]
    fn define_anywhere(
        &mut self,
        walk: &mut Walk<'_>,
        tmp: Tmp,
        state: TmpState,
        avoid: RegSet,
    ) -> Result<Reg, Failed> {
        let reg = match state.reg() {
            Some(reg) => {
                self.regs.release(tmp, reg);
                reg
            }
            None => self.regs.take(walk, tmp.bank(), avoid)?,
        };
        walk.late.insert(reg);
        self.regs.define(walk, tmp, state, reg)?;
        Ok(reg)
    }

    /// A register for a scratch, distinct from those of all operands.
    #[inline]
    pub(super) fn take_scratch(
        &mut self,
        walk: &mut Walk<'_>,
        tmp: Tmp,
        state: TmpState,
    ) -> Result<Reg, Failed> {
        if let Some(reg) = state.reg() {
            self.regs.release(tmp, reg);
        }
        let reg = self.regs.take(walk, tmp.bank(), walk.early.union(walk.late))?;
        walk.early.insert(reg);
        walk.late.insert(reg);
        Ok(reg)
    }

    /// A register for a use without one: for a tied use the result's, if free.
    #[inline(always)]
    fn use_anywhere(
        &mut self,
        walk: &mut Walk<'_>,
        tmp: Tmp,
        action: Action,
        result: Option<Reg>,
    ) -> Result<Reg, Failed> {
        let reg = match (action, result) {
            (Action::TiedUse, Some(reg))
                if !self.regs.occupied.union(self.regs.homes).contains(reg)
                    && !walk.early.contains(reg)
                    && reg.bank() == tmp.bank() =>
            {
                reg
            }
            (Action::LateUse, _) => self.regs.take(walk, tmp.bank(), walk.early.union(walk.late))?,
            _ => self.regs.take(walk, tmp.bank(), walk.early)?,
        };
        self.regs.assign(tmp, reg);
        walk.locked.insert(reg);
        Ok(reg)
    }

    /// The register of a use that does not stay in its home slot.
    #[inline]
    pub(super) fn use_register(
        &mut self,
        walk: &mut Walk<'_>,
        tmp: Tmp,
        action: Action,
        result: Option<Reg>,
    ) -> Result<Tmp, Failed> {
        let Some(state) = self.regs.state(walk, tmp)? else { return Ok(tmp) };
        let reg = match state.reg() {
            Some(reg) => {
                walk.locked.insert(reg);
                reg
            }
            None => self.use_anywhere(walk, tmp, action, result)?,
        };
        Ok(reg.into())
    }

    /// Reads the operand from its home slot if the form can and no other operand mentions the temporary. Returns the
    /// form to use. Callers ensure that this is the first use in the walk; a second use pays for a reload.
    fn use_in_place(
        &mut self,
        walk: &mut Walk<'_>,
        form: FormId,
        args: &[Arg],
        operand: usize,
    ) -> Option<FormId> {
        let tmp = args[operand].as_tmp()?;
        let in_slot = FORM_IN_SLOT.get(form.0 as usize)?[operand];
        let again = |(i, arg): (usize, &Arg)| i != operand && arg.mentions(tmp);
        if in_slot == FormId::SPECIAL || args.iter().enumerate().any(again) {
            return None;
        }
        *walk.arg(operand) = self.stay(walk, tmp);
        Some(in_slot)
    }

    /// Writes the result of a copy to its home slot, if a form can and no later code expects it in a register.
    fn define_in_place(
        &mut self,
        walk: &mut Walk<'_>,
        tmp: Tmp,
        form: FormId,
    ) -> Result<Option<FormId>, Failed> {
        let form = TO_SLOT.get(form.0 as usize).copied().unwrap_or(FormId::SPECIAL);
        if form == FormId::SPECIAL {
            return Ok(None);
        }
        let slot = self.regs.end_home(walk, tmp)?;
        self.regs.stats.in_place += 1;
        *walk.arg(1) = Arg::Stack { slot, offset: 0 };
        Ok(Some(form))
    }

    /// Coalesces both operands of a copy, or drops a dead copy. Returns false if the copy is needed.
    fn drop_move(&mut self, walk: &mut Walk<'_>, args: &[Arg]) -> Result<bool, Failed> {
        let [Arg::Tmp(from), Arg::Tmp(to)] = *args else { return Ok(false) };
        let (Some(_), Some(_)) = (from.number(), to.number()) else { return Ok(false) };
        let (from_state, to_state) = (*self.regs.state_mut(from), *self.regs.state_mut(to));
        let here = match (from_state.reg(), to_state.reg()) {
            _ if from == to => None,
            (Some(reg), Some(to)) if reg == to => Some(reg.index() as u32),
            (_, None) if from_state.shares_home(to_state) => Some(Reg::COUNT as u32 + to_state.home.number()),
            // The shared home slot holds the value already. No store: the copied value may be valid only in part.
            (None, Some(reg)) if from_state.shares_home(to_state) => {
                self.regs.release(to, reg);
                self.regs.assign(from, reg);
                Some(reg.index() as u32)
            }
            (Some(from_reg), Some(reg)) if from_state.shares_home(to_state) => {
                self.regs.release(to, reg);
                self.regs.insert_copy(walk, from_reg, reg);
                Some(from_reg.index() as u32)
            }
            (None, Some(reg)) if self.regs.homes.contains(reg) => return Ok(false),
            (None, Some(reg)) if from.bank() == to.bank() => {
                self.regs.release(to, reg);
                self.regs.assign(from, reg);
                self.regs.define(walk, to, to_state, reg)?;
                self.regs.finish_after(walk);
                Some(reg.index() as u32)
            }
            (_, None) if !to_state.is_kept() => None,
            _ => return Ok(false),
        };
        self.regs.stats.dropped_moves += 1;
        if self.regs.tracing {
            self.regs.steps.push(Step::Dropped(here));
        }
        if self.regs.forced != Forced::None {
            self.evict_by_force(walk);
        }
        Ok(true)
    }

    /// Inserts the pending copies before the instruction just appended. Records its trace step, and evicts by force.
    pub(super) fn after_program(&mut self, walk: &mut Walk<'_>) {
        if self.regs.tracing {
            self.regs.steps.push(Step::Program);
        }
        while let Some((from, to)) = self.regs.before.pop() {
            self.regs.insert_copy(walk, from, to);
        }
        if self.regs.forced != Forced::None {
            self.evict_by_force(walk);
        }
    }

    /// Reloads, at the block's entry, everything that the block expects in registers.
    fn reload_at_entry(&mut self, walk: &mut Walk<'_>) -> Result<(), Failed> {
        for reg in self.regs.occupied.iter() {
            let tmp = self.regs.occupant(reg);
            let state = *self.regs.state_mut(tmp);
            if state.flags & (GLOBAL | REMAT) == 0 {
                return Err(walk.fail(AllocError::Undefined { tmp }));
            }
            self.regs.release(tmp, reg);
            self.regs.reload(walk, tmp, reg);
        }
        if self.regs.local_homes != 0 {
            let undefined = |state: &TmpState| state.flags & (GLOBAL | IN_SLOT) == IN_SLOT;
            let number = self.regs.tmps.iter().position(undefined).unwrap_or(0);
            let bank = walk.code.tmps[number].bank;
            let tmp = Tmp::new(bank, number as u32);
            return Err(walk.fail(AllocError::Undefined { tmp }));
        }
        Ok(())
    }

    /// Evicts registers before the last instruction, as forced modes require.
    #[cold]
    fn evict_by_force(&mut self, walk: &mut Walk<'_>) {
        for reg in self.regs.occupied.iter() {
            let evict = match self.regs.forced {
                Forced::SpillAll => true,
                Forced::Split(_) => self.regs.random.below(4) == 0,
                _ => false,
            };
            if evict {
                self.regs.evict(walk, reg);
            }
        }
    }
}
