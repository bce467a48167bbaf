//! The checker's walk over one block: forward, with symbolic contents at the entry.

use super::{CheckError, CheckErrorKind, Exit, Obligation, Summary};
use crate::air::opcode::Properties;
use crate::air::{
    Arg, BlockId, Code, FORMS, Form, Inst, InstFlags, Kinds, Opcode, OperandSpec, Role, SlotId, SlotKind,
    Timing, Tmp, find_form,
};
use crate::base::{Bank, Reg, RegSet, Width};
use crate::regalloc::trace::{Location, Step, Trace, TracedBlock};
use crate::support::BitSet;
use smallvec::SmallVec;
use std::collections::HashMap;

/// The owner of a value that no temporary has at the block's entry.
const NO_OWNER: u32 = u32::MAX;

/// The content of a location at the current point.
#[derive(Clone, Debug)]
struct Content {
    /// The walk for which the other fields are valid.
    stamp: u32,
    /// The location whose content at the entry this is.
    entry: Option<Location>,
    /// The values that it holds; values that no temporary has any more are harmless.
    held: SmallVec<[Value; 2]>,
}

/// A value number: each definition creates one, a move copies one.
type Value = u32;

#[derive(Clone, Copy, Debug, Default)]
struct Current {
    /// The walk for which the other fields are valid.
    stamp: u32,
    value: Value,
    /// True if it was defined in that walk.
    defined: bool,
    /// Number of safepoints of the block before; for references only.
    safepoints: u32,
}

#[derive(Default)]
struct Accesses {
    reads: SmallVec<[(Location, Option<Tmp>, Timing); 8]>,
    writes: SmallVec<[(Location, Option<Tmp>); 4]>,
    written_early: RegSet,
    written_late: RegSet,
    /// Clobbered late; fixed results may be in these registers.
    clobbered: RegSet,
    clobbered_early: RegSet,
    /// As `clobbered`, except that the half is left that a frame of this convention must preserve.
    halved: RegSet,
    /// Results that are not fixed.
    free_results: RegSet,
    /// 32-bit results that zero the upper half.
    zeroing: RegSet,
    conflict: bool,
}

/// Walks the blocks of a trace.
pub(super) struct BlockWalk<'a> {
    code: &'a Code,
    trace: &'a Trace,
    writable: RegSet,
    /// Registers that must keep their entry value because no return restores them.
    kept: RegSet,
    contents: Vec<Content>,
    current: Vec<Current>,
    /// For each temporary, the first one with the same rematerialization, whose value represents both; or itself.
    remat_leaders: Vec<u32>,
    next_value: Value,
    /// Temporaries that a safepoint redefines: references, and what is derived from them.
    moving: BitSet,
    /// Number of safepoints of the block so far.
    safepoints: u32,
    /// By value of this walk, from `first_value`: the temporary that has it at the block's entry.
    owners: Vec<u32>,
    /// By value of this walk: true if the upper half of a register that holds it is zero.
    zeroed: Vec<bool>,
    first_value: Value,
    touched: Vec<Location>,
    defined: Vec<u32>,
    stamp: u32,
    block: BlockId,
    inst: u32,
    opcode: Opcode,
    /// Registers in which the block's terminal leaves results, and in which the block reads those of its predecessors.
    left: RegSet,
    left_for_first: bool,
    landed: RegSet,
    obligations: Vec<Obligation>,
    errors: Vec<CheckError>,
}

impl<'a> BlockWalk<'a> {
    pub(super) fn new(code: &'a Code, trace: &'a Trace) -> BlockWalk<'a> {
        let callee_saved = code.target.convention(code.convention).callee_saved.union(code.kept);
        let kept = callee_saved.difference(code.saved);
        let mut first = HashMap::new();
        let remat_leaders =
            code.tmps.iter().zip(0..).map(|(info, number)| match code.remats.get(info.remat) {
                Some(remat) => *first.entry(*remat).or_insert(number),
                None => number,
            });
        let unknown = Content { stamp: 0, entry: None, held: SmallVec::new() };
        BlockWalk {
            code,
            trace,
            writable: code.env().allocatable_set().difference(kept).difference(code.pinned),
            kept,
            contents: vec![unknown; Reg::COUNT + code.slots.len()],
            current: vec![Current::default(); code.tmps.len()],
            remat_leaders: remat_leaders.collect(),
            moving: super::roots::moving(code),
            safepoints: 0,
            next_value: 0,
            owners: Vec::new(),
            zeroed: Vec::new(),
            first_value: 0,
            touched: Vec::new(),
            defined: Vec::new(),
            stamp: 0,
            block: BlockId::INVALID,
            inst: 0,
            opcode: Opcode::Nop,
            left: RegSet::EMPTY,
            left_for_first: false,
            landed: RegSet::EMPTY,
            obligations: Vec::new(),
            errors: Vec::new(),
        }
    }

    /// The obligations of block entries, and the errors.
    pub(super) fn finish(self) -> (Vec<Obligation>, Vec<CheckError>) {
        (self.obligations, self.errors)
    }
    pub(super) fn run(&mut self, traced: &TracedBlock) -> Summary {
        let trace = self.trace;
        self.stamp += 1;
        self.owners.clear();
        self.zeroed.clear();
        self.first_value = self.next_value;
        self.safepoints = 0;
        (self.block, self.inst, self.opcode) = (traced.block, 0, Opcode::Nop);
        let slice = |insts: &'a [Inst], range: &std::ops::Range<u32>| {
            insts.get(range.start as usize..range.end as usize).unwrap_or(&[])
        };
        let mut program = slice(&trace.program.insts, &traced.program).iter().rev();
        let allocated_insts = slice(&trace.allocated.insts, &traced.allocated);
        let mut allocated = allocated_insts.iter().rev();
        let steps = trace.steps.get(traced.steps.start as usize..traced.steps.end as usize).unwrap_or(&[]);
        for (after, step) in steps.iter().enumerate().rev() {
            let before = match step {
                Step::Program | Step::Dropped(_) | Step::Renamed => program.next(),
                _ => None,
            };
            let now = match step {
                Step::Dropped(_) | Step::Renamed | Step::AlreadyThere(..) => None,
                _ => allocated.next(),
            };
            self.opcode = now.or(before).map_or(Opcode::Nop, |inst| inst.opcode);
            match (step, before, now) {
                (Step::Program, Some(before), Some(now)) => {
                    let terminal = now.opcode.has(Properties::TERMINAL);
                    if terminal != (after == 0) || now.opcode == Opcode::Entry && after + 1 != steps.len() {
                        self.error(CheckErrorKind::OutOfBlock);
                    }
                    self.program(before, now);
                }
                (Step::Inserted, None, Some(now)) => self.inserted(now),
                (Step::Remat(tmp), None, Some(now)) => self.remat(*tmp, now),
                (Step::Dropped(place), Some(before), None) => self.dropped(*place, before),
                (Step::Renamed, Some(before), None) => self.renamed(before),
                (Step::AlreadyThere(tmp, place), None, None) => self.made(*tmp, *place),
                _ => self.error(CheckErrorKind::Mismatch),
            }
            self.inst += u32::from(now.is_some());
        }
        if program.next().is_some() || allocated.next().is_some() || !self.is_emitted(traced, allocated_insts)
        {
            self.error(CheckErrorKind::Mismatch);
        }
        let is_entry = allocated_insts.last().is_some_and(|inst| inst.opcode == Opcode::Entry);
        let (left, landed) = (std::mem::take(&mut self.left), std::mem::take(&mut self.landed));
        let left_for_first = std::mem::take(&mut self.left_for_first);
        Summary { is_entry, left, left_for_first, landed, ..self.summary() }
    }

    /// True if these are the instructions of the code, or the code has none.
    fn is_emitted(&self, traced: &TracedBlock, allocated: &[Inst]) -> bool {
        let code = self.code;
        if !code.allocated {
            return true;
        }
        let Some(block) = code.blocks.get(traced.block) else { return false };
        let emitted = code.buffer.insts.get(block.insts.start as usize..block.insts.end as usize);
        emitted.is_some_and(|emitted| {
            emitted.len() == allocated.len()
                && emitted.iter().zip(allocated.iter().rev()).all(|(a, b)| {
                    (a.opcode, a.form, a.origin, a.flags) == (b.opcode, b.form, b.origin, b.flags)
                        && code.buffer.args(a) == self.trace.allocated.args(b)
                })
        })
    }

    fn error(&mut self, kind: CheckErrorKind) {
        self.errors.push(CheckError { block: self.block, inst: self.inst, opcode: self.opcode, kind });
    }

    // ---- Facts -----------------------------------------------------------------------------------------

    fn content(&mut self, location: Location) -> &mut Content {
        let content = &mut self.contents[location as usize];
        if content.stamp != self.stamp {
            content.stamp = self.stamp;
            content.entry = Some(location);
            content.held.clear();
            self.touched.push(location);
        }
        content
    }

    /// Creates a value: a new one, or that of temporary `owner` at the block's entry.
    fn new_value(&mut self, owner: u32) -> Value {
        self.owners.push(owner);
        self.zeroed.push(false);
        self.next_value = self.next_value.wrapping_add(1);
        self.next_value.wrapping_sub(1)
    }

    /// The temporary that has a value at the block's entry, if any.
    fn owner(&self, value: Value) -> Option<u32> {
        let owner = self.owners.get(value.wrapping_sub(self.first_value) as usize);
        owner.copied().filter(|owner| *owner != NO_OWNER)
    }
    fn value(&mut self, tmp: Tmp) -> Option<Value> {
        let number = *self.remat_leaders.get(tmp.number()? as usize)?;
        let current = *self.current.get(number as usize)?;
        let moved = self.safepoints > 0 && self.moving.contains(number as usize);
        if current.stamp == self.stamp && (!moved || current.safepoints == self.safepoints) {
            return Some(current.value);
        }
        if moved {
            // A value that no location holds.
            self.define(tmp, None);
            return Some(self.current[number as usize].value);
        }
        let value = self.new_value(number);
        self.current[number as usize] = Current { stamp: self.stamp, value, defined: false, safepoints: 0 };
        Some(value)
    }

    /// Requires that a location holds a temporary.
    fn demand(&mut self, location: Location, tmp: Tmp) {
        let Some(value) = self.value(tmp) else {
            self.error(CheckErrorKind::WrongOperand);
            return;
        };
        let owner = self.owner(value);
        let content = self.content(location);
        if content.held.contains(&value) {
            return;
        }
        let (Some(entry), Some(owner)) = (content.entry, owner) else {
            self.error(CheckErrorKind::WrongValue { tmp, lost_in: None });
            return;
        };
        content.held.push(value); // proved by the obligation
        let info = self.code.tmps[owner as usize];
        if !info.global && !info.remat.is_valid() {
            self.error(CheckErrorKind::NotGlobal { tmp });
            return;
        }
        let kind = CheckErrorKind::WrongValue { tmp, lost_in: None };
        let user = CheckError { block: self.block, inst: self.inst, opcode: self.opcode, kind };
        let tmp = Tmp::new(info.bank, owner);
        self.obligations.push(Obligation { block: self.block, location: entry, tmp, user });
    }

    /// Kills the content of a location.
    fn kill(&mut self, location: Location) {
        let content = self.content(location);
        content.entry = None;
        content.held.clear();
    }

    /// Gives a temporary a value: the given one, or a new one.
    fn define(&mut self, tmp: Tmp, value: Option<Value>) {
        let value = value.unwrap_or_else(|| self.new_value(NO_OWNER));
        let (stamp, safepoints) = (self.stamp, self.safepoints);
        let current = tmp.number().and_then(|number| self.current.get_mut(number as usize));
        if let (Some(current), Some(number)) = (current, tmp.number()) {
            if current.stamp != stamp || !current.defined {
                self.defined.push(number);
            }
            *current = Current { stamp, value, defined: true, safepoints };
        }
    }

    /// Adds a temporary to the content of a location.
    fn add(&mut self, location: Location, tmp: Tmp) {
        if let Some(value) = self.value(tmp) {
            self.content(location).held.push(value);
        }
    }

    fn copy(&mut self, from: Location, to: Location) {
        let source = self.content(from).clone();
        let target = self.content(to);
        target.entry = source.entry;
        target.held = source.held;
    }

    /// True if a safepoint has redefined a temporary since its value was defined.
    fn has_moved(&self, number: u32) -> bool {
        let current = &self.current[number as usize];
        let since = current.stamp != self.stamp || current.safepoints != self.safepoints;
        since && self.safepoints > 0 && self.moving.contains(number as usize)
    }

    fn summary(&mut self) -> Summary {
        let mut summary = Summary { moves: self.safepoints > 0, ..Summary::default() };
        self.defined.sort_unstable();
        let mut names: Vec<(Value, u32)> = Vec::new();
        for &number in self.defined.iter().filter(|number| !self.has_moved(**number)) {
            let value = self.current[number as usize].value;
            names.push((value, number));
            summary.aliases.extend(self.owner(value).map(|owner| (number, owner)));
        }
        names.sort_unstable();
        self.touched.sort_unstable();
        for location in std::mem::take(&mut self.touched) {
            let content = &self.contents[location as usize];
            let start = summary.held.len();
            for &value in &content.held {
                let first = names.partition_point(|(other, _)| *other < value);
                let same = names[first..].iter().take_while(|(other, _)| *other == value);
                let is_unchanged =
                    |owner: &u32| !self.current[*owner as usize].defined && !self.has_moved(*owner);
                let owner = self.owner(value).filter(is_unchanged);
                let info = |number: &u32| self.code.tmps.get(*number as usize);
                // Local temporaries are not needed in other blocks.
                let crosses = |number: &u32| info(number).is_some_and(|t| t.global || t.remat.is_valid());
                summary.held.extend(same.map(|(_, number)| *number).chain(owner).filter(crosses));
            }
            let held = start as u32..summary.held.len() as u32;
            if content.entry != Some(location) || !held.is_empty() {
                summary.exits.push(Exit { location, entry: content.entry, held });
            }
        }
        summary.defined.append(&mut self.defined);
        summary
    }

    // ---- Locations -------------------------------------------------------------------------------------

    /// The location of the spill slot of a temporary of this bank. Fails if the slot is not accessed as a whole, or has
    /// no room for all bits of the temporary.
    fn home(&mut self, slot: SlotId, offset: i32, bank: Bank) -> Option<Location> {
        let bytes = if bank == Bank::Fp && self.code.has_vectors { 16 } else { 8 };
        let fits =
            |slot: &crate::air::Slot| slot.kind == SlotKind::Spill && slot.size >= bytes && offset == 0;
        if !self.code.slots.get(slot).is_some_and(fits) {
            self.error(CheckErrorKind::WrongSlot);
            return None;
        }
        Some(Reg::COUNT as u32 + slot.number())
    }

    /// The location of an operand of an inserted move.
    fn place(&mut self, arg: Arg, bank: Bank) -> Option<Location> {
        match arg {
            Arg::Tmp(tmp) if tmp.reg().is_some() && tmp.bank() == bank => Some(tmp.reg()?.index() as u32),
            Arg::Stack { slot, offset } => self.home(slot, offset, bank),
            _ => {
                self.error(CheckErrorKind::NotAMove);
                None
            }
        }
    }

    fn demand_writable(&mut self, location: Location) {
        if (location as usize) < Reg::COUNT && !self.writable.contains(Reg::from_index(location as u8)) {
            self.error(CheckErrorKind::ForbiddenRegister);
        }
    }

    // ---- Steps -----------------------------------------------------------------------------------------

    fn inserted(&mut self, inst: &Inst) {
        let bank = match inst.opcode {
            Opcode::Move => Bank::Gp,
            Opcode::MoveVector if self.code.has_vectors => Bank::Fp,
            Opcode::MoveDouble if !self.code.has_vectors => Bank::Fp,
            _ => return self.error(CheckErrorKind::NotAMove),
        };
        let args = self.trace.allocated.args(inst);
        if self.form(inst, args).is_none() || !inst.flags.contains(InstFlags::INSERTED) {
            return self.error(CheckErrorKind::WrongForm);
        }
        let [from, to] = *args else { return self.error(CheckErrorKind::NotAMove) };
        let (Some(from), Some(to)) = (self.place(from, bank), self.place(to, bank)) else { return };
        self.demand_writable(to);
        self.copy(from, to);
    }

    fn remat(&mut self, tmp: Tmp, inst: &Inst) {
        let info = tmp.number().and_then(|number| self.code.tmps.get(number as usize));
        let remat = info.and_then(|info| self.code.remats.get(info.remat));
        let args = self.trace.allocated.args(inst);
        let right = remat.is_some_and(|remat| {
            let arg = if args.len() == 1 { None } else { args.first().copied() };
            (remat.opcode, remat.form, remat.arg) == (inst.opcode, inst.form, arg)
        });
        let reg = args.last().and_then(Arg::as_tmp).and_then(Tmp::reg);
        let Some(reg) = reg.filter(|reg| right && args.len() <= 2 && reg.bank() == tmp.bank()) else {
            return self.error(CheckErrorKind::WrongRemat { tmp });
        };
        if self.form(inst, args).is_none() {
            return self.error(CheckErrorKind::WrongForm);
        }
        let location = reg.index() as u32;
        self.demand_writable(location);
        self.kill(location);
        self.add(location, tmp);
    }

    /// Checks that a location already holds a rematerialized temporary.
    fn made(&mut self, tmp: Tmp, location: Location) {
        if !self.is_remat(tmp) {
            return self.error(CheckErrorKind::WrongRemat { tmp });
        }
        self.demand(location, tmp);
    }

    fn is_zeroed(&mut self, tmp: Tmp) -> bool {
        let index = self.value(tmp).map(|value| value.wrapping_sub(self.first_value) as usize);
        index.and_then(|index| self.zeroed.get(index)).is_some_and(|zeroed| *zeroed)
    }

    /// Checks a copy that was dropped: its destination is another name of its source's value.
    fn renamed(&mut self, inst: &Inst) {
        let args = self.trace.program.args(inst);
        let [Arg::Tmp(from), Arg::Tmp(to)] = *args else { return self.error(CheckErrorKind::Mismatch) };
        let virtual_tmps = from.number().is_some() && to.number().is_some() && from.bank() == to.bank();
        let copies =
            inst.opcode.has(Properties::MOVE) || inst.opcode == Opcode::Move32 && self.is_zeroed(from);
        if !virtual_tmps || !copies || self.is_remat(to) {
            return self.error(CheckErrorKind::Mismatch);
        }
        let value = self.value(from);
        self.define(to, value);
    }

    fn dropped(&mut self, location: Option<Location>, inst: &Inst) {
        let args = self.trace.program.args(inst);
        let [Arg::Tmp(from), Arg::Tmp(to)] = *args else { return self.error(CheckErrorKind::Mismatch) };
        // The source of a dead copy does not matter: the copy has no location.
        let known = from.number().is_some() || location.is_none();
        let virtual_tmps = known && to.number().is_some() && from.bank() == to.bank();
        if !virtual_tmps || !inst.opcode.has(Properties::MOVE) || self.is_remat(to) {
            return self.error(CheckErrorKind::Mismatch);
        }
        if from == to {
            return;
        }
        if let Some(location) = location {
            self.demand(location, from);
        }
        let value = location.and_then(|_| self.value(from));
        self.define(to, value);
    }

    fn is_remat(&self, tmp: Tmp) -> bool {
        let info = tmp.number().and_then(|number| self.code.tmps.get(number as usize));
        info.is_some_and(|info| info.remat.is_valid())
    }

    /// The form of an instruction, if its operands fit.
    fn form(&self, inst: &Inst, args: &[Arg]) -> Option<&'static Form> {
        let form = inst.form.get()?;
        let target = self.code.target;
        let fits = form.opcode == inst.opcode
            && form.arch == target.desc.arch
            && target.features.contains(form.features)
            && form.operands.len() == args.len()
            && args.iter().zip(form.kinds).all(|(arg, kinds)| arg.kinds().intersects(kinds));
        fits.then_some(form)
    }

    /// Checks an instruction of the program.
    fn program(&mut self, before: &Inst, now: &Inst) {
        let (program, args) = (self.trace.program.args(before), self.trace.allocated.args(now));
        let same = before.opcode == now.opcode && before.origin == now.origin && before.flags == now.flags;
        if !same || program.len() != args.len() {
            return self.error(CheckErrorKind::Mismatch);
        }
        let mut accesses = Accesses::default();
        // Number of operands of the hidden instruction, which follow the special.
        let mut hidden = 0;
        let (specs, first): (&[OperandSpec], usize) = if before.form.get().is_none() {
            let special = match (program.first(), args.first()) {
                (Some(Arg::Special(a)), Some(Arg::Special(b))) if a == b => self.code.specials.get(*a),
                _ => None,
            };
            let Some(special) = special else { return self.error(CheckErrorKind::WrongForm) };
            hidden = special.hidden_operands();
            let form = special.hidden_form();
            let target = self.code.target;
            let fits = |form: &Form| {
                let own = args.get(1..1 + hidden).unwrap_or(&[]);
                find_form(form.opcode, target.desc.arch, target.features, own).is_some()
            };
            if !form.is_none_or(fits) {
                return self.error(CheckErrorKind::WrongForm);
            }
            accesses.clobbered = special.clobbers;
            // Not from the set that allocation uses: the checker must see if that is too small.
            if self.code.has_vectors {
                accesses.halved = special.clobbers_high.difference(special.clobbers);
            }
            accesses.clobbered_early = special.clobbers_early;
            accesses.written_early = special.clobbers_early;
            if now.form != before.form || special.operands.len() + 1 != args.len() {
                return self.error(CheckErrorKind::WrongForm);
            }
            (&special.operands, 1)
        } else {
            let (Some(old), Some(form)) = (FORMS.get(before.form.0 as usize), self.form(now, args)) else {
                return self.error(CheckErrorKind::WrongForm);
            };
            let alike = |(a, b): (&OperandSpec, &OperandSpec)| {
                (a.bank, a.width, a.fixed(), a.role.is_use(), a.role.is_def())
                    == (b.bank, b.width, b.fixed(), b.role.is_use(), b.role.is_def())
            };
            if old.clobbers != form.clobbers
                || old.operands.len() != form.operands.len()
                || !old.operands.iter().zip(form.operands).all(alike)
            {
                return self.error(CheckErrorKind::WrongForm);
            }
            accesses.clobbered = form.clobbers;
            (form.operands, 0)
        };
        let keeps = self.kept.union(self.code.pinned);
        if !accesses.clobbered.union(accesses.clobbered_early).intersection(keeps).is_empty() {
            self.error(CheckErrorKind::ForbiddenRegister);
        }
        for (n, ((was, is), spec)) in program.iter().zip(args).skip(first).zip(specs).enumerate() {
            self.operand(*was, *is, *spec, first == 1 && n >= hidden, &mut accesses);
        }
        if now.opcode == Opcode::Landing {
            self.land(args);
        }
        if matches!(now.opcode, Opcode::TerminalPatch | Opcode::Invoke) {
            self.left = self.code.fixed_results(args);
            self.left_for_first = now.opcode == Opcode::Invoke;
        }
        let is_safepoint = self.code.safepoint(args).is_some();
        self.execute(&accesses, now.opcode, program, is_safepoint);
    }

    /// Checks that nothing has changed the registers of the predecessors' results since the entry.
    fn land(&mut self, args: &[Arg]) {
        let regs = self.code.fixed_results(args);
        for reg in regs.iter() {
            let location = reg.index() as u32;
            if self.content(location).entry != Some(location) {
                self.error(CheckErrorKind::NoResult);
            }
        }
        self.landed = self.landed.union(regs);
    }

    /// Compares an operand with the program's, and adds its reads and writes.
    fn operand(&mut self, was: Arg, is: Arg, spec: OperandSpec, special: bool, accesses: &mut Accesses) {
        match (was, is) {
            (Arg::Tmp(tmp), Arg::Tmp(place)) => {
                let Some(reg) = place.reg().filter(|reg| reg.bank() == tmp.bank()) else {
                    return self.error(CheckErrorKind::WrongOperand);
                };
                if tmp.number().is_none() && tmp != place {
                    return self.error(CheckErrorKind::WrongOperand);
                }
                if spec.fixed().is_some_and(|fixed| fixed != reg) {
                    self.error(CheckErrorKind::NotFixed);
                }
                let location = reg.index() as u32;
                let value = tmp.number().map(|_| tmp);
                if let Some(timing) = spec.role.use_timing() {
                    accesses.reads.push((location, value, timing));
                }
                if let Some(timing) = spec.role.def_timing() {
                    // The results of an entry are already in their registers.
                    let written = value.is_some() && self.opcode != Opcode::Entry;
                    // The program itself may name a pinned register, but not one that callers need unchanged.
                    let named = self.code.pinned.contains(reg) && !self.kept.contains(reg);
                    if written || value.is_none() && !named {
                        self.demand_writable(location);
                    }
                    accesses.conflict |= accesses.written_late.contains(reg);
                    accesses.written_late.insert(reg);
                    if timing == Timing::Early {
                        accesses.written_early.insert(reg);
                    }
                    if spec.fixed().is_none() {
                        accesses.free_results.insert(reg);
                    }
                    if matches!(spec.role, Role::ZDef | Role::UseZDef) && spec.width == Width::W32 {
                        accesses.zeroing.insert(reg);
                    }
                    accesses.writes.push((location, value));
                }
            }
            (Arg::Tmp(tmp), Arg::Stack { slot, offset }) if tmp.number().is_some() => {
                let whole = spec.role == Role::Def || spec.role == Role::ZDef && spec.width >= Width::W64;
                let read =
                    matches!(spec.role, Role::Use | Role::LateUse) && !special || spec.may_be_in_slot();
                let widest = if self.code.has_vectors { Width::W128 } else { Width::W64 };
                if !(read || whole && !special) || spec.fixed().is_some() || spec.width > widest {
                    return self.error(CheckErrorKind::WrongOperand);
                }
                let Some(location) = self.home(slot, offset, spec.bank) else { return };
                match spec.role.use_timing() {
                    Some(timing) => accesses.reads.push((location, Some(tmp), timing)),
                    None => accesses.writes.push((location, Some(tmp))),
                }
            }
            (Arg::Addr { base, offset: a }, Arg::Addr { base: reg, offset: b }) if a == b => {
                self.address(base, reg, spec, accesses);
            }
            (
                Arg::Index { base, index, shift: s, extend: e, offset: a },
                Arg::Index { base: base_reg, index: index_reg, shift: t, extend: f, offset: b },
            ) if (s, e, a) == (t, f, b) => {
                self.address(base, base_reg, spec, accesses);
                self.address(index, index_reg, spec, accesses);
            }
            (was, is) if was == is && !was.kinds().intersects(Kinds::TMP | Kinds::ADDR | Kinds::INDEX) => {}
            _ => self.error(CheckErrorKind::WrongOperand),
        }
    }

    fn address(&mut self, was: Tmp, is: Tmp, spec: OperandSpec, accesses: &mut Accesses) {
        match is.reg() {
            Some(reg) if was.number().is_some() && was.bank() == is.bank() => {
                accesses.reads.push((reg.index() as u32, Some(was), spec.role.address_timing()));
            }
            Some(reg) if was == is => {
                accesses.reads.push((reg.index() as u32, None, spec.role.address_timing()));
            }
            _ => self.error(CheckErrorKind::WrongOperand),
        }
    }

    /// Applies the effect of an instruction of the program.
    fn execute(&mut self, accesses: &Accesses, opcode: Opcode, program: &[Arg], is_safepoint: bool) {
        let lost = accesses.clobbered.union(accesses.halved);
        let mut conflict = accesses.conflict || !accesses.free_results.intersection(lost).is_empty();
        let destroyed = accesses.written_early.union(accesses.written_late).union(lost);
        for reg in accesses.clobbered_early.iter() {
            self.kill(reg.index() as u32);
        }
        for (location, tmp, timing) in accesses.reads.iter().copied() {
            if let Some(tmp) = tmp {
                self.demand(location, tmp);
                // Read after the collector may have run.
                let number = tmp.number().map_or(usize::MAX, |number| number as usize);
                if is_safepoint && timing == Timing::Late && self.moving.contains(number) {
                    self.error(CheckErrorKind::WrongValue { tmp, lost_in: None });
                }
            }
            if (location as usize) < Reg::COUNT {
                let bad = if timing == Timing::Late { destroyed } else { accesses.written_early };
                conflict |= bad.contains(Reg::from_index(location as u8));
            }
        }
        if conflict {
            self.error(CheckErrorKind::Conflict);
        }
        // A move of all bits copies the complete content of its source.
        let is_whole = match opcode {
            Opcode::Move => true,
            Opcode::MoveDouble => !self.code.has_vectors,
            Opcode::MoveVector => self.code.has_vectors,
            _ => false,
        };
        let copied = match (accesses.reads.first(), accesses.writes.first()) {
            (Some((from, Some(_), _)), Some((to, Some(_))))
                if is_whole && matches!(program, [Arg::Tmp(_), Arg::Tmp(_)]) =>
            {
                Some((*from, *to))
            }
            _ => None,
        };
        let mut copied_value = None;
        if let Some((from, to)) = copied {
            self.copy(from, to);
            copied_value = accesses.reads.first().and_then(|read| self.value(read.1?));
        }
        for reg in accesses.clobbered.iter() {
            self.kill(reg.index() as u32);
        }
        for reg in accesses.halved.iter() {
            self.content(reg.index() as u32).held.clear();
        }
        self.safepoints += u32::from(is_safepoint);
        for (location, tmp) in accesses.writes.iter().copied() {
            if copied.is_none() {
                self.kill(location);
            }
            if let Some(tmp) = tmp {
                if self.is_remat(tmp) {
                    self.error(CheckErrorKind::WrongRemat { tmp });
                }
                self.define(tmp, copied_value);
            }
        }
        for (location, tmp) in accesses.writes.iter().copied() {
            let Some(tmp) = tmp else { continue };
            self.add(location, tmp);
            let in_reg = (location as usize) < Reg::COUNT;
            if in_reg && accesses.zeroing.contains(Reg::from_index(location as u8)) {
                let value = self.value(tmp).map(|value| value.wrapping_sub(self.first_value) as usize);
                if let Some(zeroed) = value.and_then(|value| self.zeroed.get_mut(value)) {
                    *zeroed = true;
                }
            }
        }
    }
}
