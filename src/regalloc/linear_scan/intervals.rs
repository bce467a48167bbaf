//! Where each temporary is live, and where and how it is used: one backward sweep over the code.
//!
//! Ranges and uses are lists in pools while they grow. [`super::bundle`] makes arrays of them.

use super::fixed::Fixed;
use super::liveness::{Liveness, specs_of};
use super::point::{Point, early, gap, late, taken};
use super::shape::{NONE, Shape};
use crate::air::opcode::Properties;
use crate::air::{
    Arg, Code, FormId, Inst, Kinds, Opcode, OperandSpec, Role, Timing, Tmp, find_form_of_kinds,
};
use crate::base::{Reg, RegSet};
use crate::regalloc::AllocError;
use crate::regalloc::plan::IN_SLOT;

/// A stretch of points at which a temporary is live.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    pub(super) start: Point,
    pub(super) end: Point,
}

/// What a use asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum UseKind {
    /// Read in a register.
    Reg,
    /// Read in a register, or in its slot.
    Slot,
    /// Read wherever it is.
    Any,
    /// Read in the gap, from wherever it is, into this register.
    Fixed(Reg),
    /// Written in a register.
    Def,
    /// Written by a move, to a register or, from a register, to its slot.
    MoveDef,
    /// Comes in the gap from this register.
    FixedDef(Reg),
    /// A side of a move that vanishes.
    Nothing,
}

impl UseKind {
    /// True if it gives the temporary a new value.
    pub(super) fn is_def(self) -> bool {
        matches!(self, UseKind::Def | UseKind::MoveDef | UseKind::FixedDef(_))
    }
}

/// One use or definition.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Use {
    pub(super) point: Point,
    pub(super) kind: UseKind,
    /// How often it happens.
    pub(super) weight: f32,
}

/// A list element in a pool.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link<T> {
    pub(super) item: T,
    pub(super) next: u32,
}

/// What the sweep knows of one temporary.
#[derive(Clone, Copy, Debug)]
pub(super) struct TmpRanges {
    pub(super) ranges: u32,
    pub(super) uses: u32,
    /// The end of the range in progress; 0 if there is none.
    open: Point,
    /// If it is in memory between blocks: the gap before its first use in this one.
    first_gap: Point,
    /// Its first range begins with a load, and is not the rest of one in front of it.
    sealed: bool,
}

const NEVER: TmpRanges = TmpRanges { ranges: NONE, uses: NONE, open: 0, first_gap: 0, sealed: false };

/// A move of the program between two temporaries.
#[derive(Clone, Copy, Debug)]
pub(super) struct Copy {
    pub(super) from: u32,
    pub(super) to: u32,
    /// Its uses in [`Intervals::uses`].
    pub(super) uses: (u32, u32),
    pub(super) weight: f32,
}

/// A call in rare code, which takes no registers from what lives across it.
#[derive(Clone, Copy, Debug)]
pub(super) struct RareCall {
    pub(super) inst: u32,
    pub(super) clobbers: RegSet,
}

/// Live ranges and uses of all temporaries.
#[derive(Debug, Default)]
pub(super) struct Intervals {
    pub(super) tmps: Vec<TmpRanges>,
    pub(super) ranges: Vec<Link<Range>>,
    pub(super) uses: Vec<Link<Use>>,
    /// In backward order.
    pub(super) copies: Vec<Copy>,
    /// In backward order.
    pub(super) rare_calls: Vec<RareCall>,
    /// Instructions, and temporaries that they still read when they have written them. The ranges are of no use
    /// then.
    pub(super) overlaps: Vec<(u32, u32)>,
    /// Temporaries of this block that are in memory where it begins.
    homed_here: Vec<u32>,
}

impl Intervals {
    /// Finds everything. Registers outside `usable` may be named, but not asked for.
    pub(super) fn build(
        &mut self,
        code: &Code,
        shape: &Shape,
        live: &Liveness,
        fixed: &mut Fixed,
        usable: RegSet,
    ) -> Result<(), AllocError> {
        self.tmps.clear();
        self.tmps.resize(code.tmps.len(), NEVER);
        self.ranges.clear();
        self.uses.clear();
        self.copies.clear();
        self.rare_calls.clear();
        self.overlaps.clear();
        fixed.clear();
        for (id, data) in code.blocks.iter().rev() {
            let block = id.number();
            let (start, end) = (shape.start(block), shape.end(block));
            for successor in data.successors.iter().filter(|to| code.blocks.contains(**to)) {
                for &tmp in live.live_in(successor.number()) {
                    let state = &mut self.tmps[tmp as usize];
                    if state.open == 0 {
                        state.open = end;
                        state.first_gap = end - 4;
                        if live.homed[tmp as usize] {
                            self.homed_here.push(tmp);
                        }
                    }
                }
            }
            let sweep = Sweep { code, live, usable, weight: shape.weights[block as usize], rare: data.rare };
            for inst in (shape.first[block as usize]..shape.first[block as usize + 1]).rev() {
                self.inst(&sweep, inst, fixed)?;
            }
            for &tmp in live.live_in(block) {
                self.close(tmp, start);
            }
            while let Some(tmp) = self.homed_here.pop() {
                let state = self.tmps[tmp as usize];
                if state.open != 0 {
                    self.close(tmp, state.first_gap);
                    self.tmps[tmp as usize].sealed = true;
                }
            }
        }
        fixed.finish();
        Ok(())
    }

    /// Ends the range in progress, if there is one, at its beginning.
    #[inline]
    fn close(&mut self, tmp: u32, start: Point) {
        let end = std::mem::take(&mut self.tmps[tmp as usize].open);
        if end > start {
            self.add_range(tmp, start, end);
        }
    }

    #[inline]
    fn add_range(&mut self, tmp: u32, start: Point, end: Point) {
        let head = self.tmps[tmp as usize].ranges;
        let sealed = std::mem::take(&mut self.tmps[tmp as usize].sealed);
        match self.ranges.get_mut(head as usize) {
            Some(next) if next.item.start <= end && !sealed => next.item.start = next.item.start.min(start),
            _ => {
                self.tmps[tmp as usize].ranges = self.ranges.len() as u32;
                self.ranges.push(Link { item: Range { start, end }, next: head });
            }
        }
    }

    #[inline]
    fn add_use(&mut self, tmp: u32, point: Point, kind: UseKind, weight: f32) {
        let next = std::mem::replace(&mut self.tmps[tmp as usize].uses, self.uses.len() as u32);
        self.uses.push(Link { item: Use { point, kind, weight }, next });
    }

    /// A temporary is read, and live up to `end`.
    #[inline]
    fn read(&mut self, sweep: &Sweep<'_>, tmp: Tmp, inst: u32, end: Point, kind: UseKind, point: Point) {
        let Some(tmp) = tmp.number() else { return };
        let state = &mut self.tmps[tmp as usize];
        state.first_gap = gap(inst);
        if state.open < end {
            // A result that is written before this is read: the instruction needs a copy of the old value.
            if self.ranges.get(state.ranges as usize).is_some_and(|range| range.item.start < end) {
                self.overlaps.push((inst, tmp));
            }
            if state.open == 0 && sweep.live.homed[tmp as usize] {
                self.homed_here.push(tmp);
            }
            state.open = end;
        }
        self.add_use(tmp, point, kind, sweep.weight);
    }

    /// A temporary is written at `start`; if nobody reads it, it is live up to `dead_end`.
    #[inline]
    fn write(&mut self, tmp: u32, start: Point, dead_end: Point) {
        let end = std::mem::take(&mut self.tmps[tmp as usize].open);
        self.add_range(tmp, start, if end == 0 { dead_end } else { end });
    }

    fn inst(&mut self, sweep: &Sweep<'_>, number: u32, fixed: &mut Fixed) -> Result<(), AllocError> {
        let code = sweep.code;
        let inst = &code.buffer.insts[number as usize];
        let args = code.buffer.args(inst);
        let (specs, first) = specs_of(code, inst, args);
        let args = args.get(first..).unwrap_or(&[]);
        let mut has_fixed = false;
        for (arg, spec) in args.iter().zip(specs) {
            has_fixed |= spec.fixed().is_some();
            if let Some(reg) = arg.as_tmp().and_then(Tmp::reg)
                && sweep.usable.contains(reg)
            {
                let (opcode, origin) = (inst.opcode, inst.origin);
                return Err(AllocError::UnavailableRegister { opcode, origin, reg });
            }
        }
        let (clobbers_early, clobbers) = match (inst.form.get(), code.buffer.args(inst).first()) {
            (Some(form), _) => (RegSet::EMPTY, form.clobbers),
            (None, Some(Arg::Special(id))) => {
                code.specials.get(*id).map_or_else(Default::default, |s| (s.clobbers_early, s.clobbers))
            }
            _ => Default::default(),
        };
        if has_fixed {
            check_claims(sweep.usable, inst, args, specs, clobbers_early, clobbers)?;
        }
        if !clobbers.is_empty() {
            let clobbers = clobbers.intersection(sweep.usable);
            if sweep.rare && inst.opcode == Opcode::Call {
                self.rare_calls.push(RareCall { inst: number, clobbers });
            } else {
                fixed.clobber(clobbers, late(number));
            }
        }
        for reg in clobbers_early.intersection(sweep.usable).iter() {
            fixed.occupy(reg, early(number), late(number));
        }
        for (arg, spec) in args.iter().zip(specs) {
            if let (Arg::Tmp(tmp), Some(timing)) = (arg, spec.role.def_timing()) {
                self.definition(sweep, number, *tmp, *spec, timing, fixed)?;
            }
        }
        self.reads(sweep, number, args, specs, fixed);
        Ok(())
    }

    fn definition(
        &mut self,
        sweep: &Sweep<'_>,
        inst: u32,
        tmp: Tmp,
        spec: OperandSpec,
        timing: Timing,
        fixed: &mut Fixed,
    ) -> Result<(), AllocError> {
        let data = &sweep.code.buffer.insts[inst as usize];
        let (opcode, origin) = (data.opcode, data.origin);
        let Some(number) = tmp.number() else { return Ok(()) };
        if sweep.code.tmps[number as usize].remat.is_valid() && spec.role != Role::Scratch {
            return Err(AllocError::RematDefinition { opcode, origin, tmp });
        }
        if opcode.has(Properties::TERMINAL) && spec.role != Role::Scratch {
            return Err(AllocError::TerminalDefinition { opcode, origin });
        }
        let start = match timing {
            _ if spec.role.is_use() => taken(inst),
            Timing::Early => early(inst),
            Timing::Late => late(inst),
        };
        match spec.fixed() {
            Some(reg) => {
                fixed.occupy(reg, start, late(inst) + 1);
                if spec.role == Role::Scratch {
                    return Ok(());
                }
                // Dead results need no place, unless other blocks read their slots.
                let mut end = std::mem::take(&mut self.tmps[number as usize].open);
                if sweep.live.homed[number as usize] {
                    end = end.max(taken(inst + 1));
                }
                if end > gap(inst + 1) {
                    self.add_range(number, gap(inst + 1), end);
                    self.add_use(number, gap(inst + 1), UseKind::FixedDef(reg), sweep.weight);
                }
            }
            None => {
                let start = if spec.role.is_use() { late(inst) } else { start };
                self.write(number, start, late(inst) + 1);
                let copy = opcode.has(Properties::MOVE) && sweep.may_store(data);
                let kind = if copy { UseKind::MoveDef } else { UseKind::Def };
                self.add_use(number, start, kind, sweep.weight);
            }
        }
        Ok(())
    }

    fn reads(
        &mut self,
        sweep: &Sweep<'_>,
        inst: u32,
        args: &[Arg],
        specs: &[OperandSpec],
        fixed: &mut Fixed,
    ) {
        let data = &sweep.code.buffer.insts[inst as usize];
        let in_slot = self.operand_for_slot(sweep, data, args);
        for (i, (arg, spec)) in args.iter().zip(specs).enumerate() {
            match *arg {
                Arg::Tmp(tmp) => {
                    let Some(timing) = spec.role.use_timing() else { continue };
                    let (point, end) = match timing {
                        Timing::Early => (early(inst), early(inst) + 1),
                        Timing::Late => (late(inst), late(inst) + 1),
                    };
                    if let Some(reg) = spec.fixed() {
                        if spec.role.def_timing().is_none() && tmp.number().is_some() {
                            fixed.occupy(reg, taken(inst), end);
                        }
                        // What is made again is made in the register itself.
                        let number = tmp.number().map_or(usize::MAX, |number| number as usize);
                        if sweep.code.tmps.get(number).is_some_and(|info| !info.remat.is_valid()) {
                            self.read(sweep, tmp, inst, taken(inst), UseKind::Fixed(reg), gap(inst));
                        }
                        continue;
                    }
                    let remat = |n: u32| sweep.code.tmps[n as usize].remat.is_valid();
                    let kind = match spec.role {
                        role if role.is_cold() && !tmp.number().is_some_and(remat) => UseKind::Any,
                        _ if in_slot == Some(i) => UseKind::Slot,
                        _ => UseKind::Reg,
                    };
                    self.read(sweep, tmp, inst, end, kind, point);
                }
                Arg::Addr { base, .. } => self.address(sweep, inst, base, spec.role),
                Arg::Index { base, index, .. } => {
                    self.address(sweep, inst, base, spec.role);
                    self.address(sweep, inst, index, spec.role);
                }
                _ => {}
            }
        }
        if data.opcode.has(Properties::MOVE)
            && let [Arg::Tmp(from), Arg::Tmp(to)] = *args
            && let (Some(from), Some(to)) = (from.number(), to.number())
            && from != to
        {
            // The latest uses of both: nothing was added since for the result.
            let uses = (self.tmps[from as usize].uses, self.tmps[to as usize].uses);
            self.copies.push(Copy { from, to, uses, weight: sweep.weight });
        }
    }

    fn address(&mut self, sweep: &Sweep<'_>, inst: u32, tmp: Tmp, role: Role) {
        let (point, end) = match role.address_timing() {
            Timing::Early => (early(inst), early(inst) + 1),
            Timing::Late => (late(inst), late(inst) + 1),
        };
        self.read(sweep, tmp, inst, end, UseKind::Reg, point);
    }

    /// The operand that may be read in a slot: at most one, rather one that lives on or across blocks.
    fn operand_for_slot(&self, sweep: &Sweep<'_>, inst: &Inst, args: &[Arg]) -> Option<usize> {
        let table = IN_SLOT.get(inst.form.0 as usize)?;
        if inst.opcode.has(Properties::MOVE) {
            return None; // its result may have to stay in a slot
        }
        let mut found = None;
        for (i, arg) in args.iter().enumerate() {
            let Some(number) = arg.as_tmp().and_then(Tmp::number) else { continue };
            if table[i] == FormId::SPECIAL {
                continue;
            }
            let tmp = Tmp::new(sweep.code.tmps[number as usize].bank, number);
            let again = |(j, other): (usize, &Arg)| j != i && mentions(other, tmp);
            if sweep.code.tmps[number as usize].remat.is_valid() || args.iter().enumerate().any(again) {
                continue;
            }
            if found.is_none() || sweep.code.tmps[number as usize].global {
                found = Some(i);
            }
        }
        found
    }
}

/// What does not change within a block.
struct Sweep<'a> {
    code: &'a Code,
    live: &'a Liveness,
    usable: RegSet,
    weight: f32,
    rare: bool,
}

impl Sweep<'_> {
    /// True if a move could write its result to a slot.
    fn may_store(&self, inst: &Inst) -> bool {
        let Some(from) = self.code.buffer.args(inst).first() else { return false };
        let target = self.code.target;
        let kinds = [from.kinds(), Kinds::STACK];
        !from.is_memory()
            && find_form_of_kinds(inst.opcode, target.desc.arch, target.features, &kinds).is_some()
    }
}

/// True if the operand or its address has the temporary.
fn mentions(arg: &Arg, tmp: Tmp) -> bool {
    match *arg {
        Arg::Tmp(other) => other == tmp,
        Arg::Addr { base, .. } => base == tmp,
        Arg::Index { base, index, .. } => base == tmp || index == tmp,
        _ => false,
    }
}

/// Refuses an instruction that asks for a register twice at one time, or for one that is not to be had.
#[cold]
fn check_claims(
    usable: RegSet,
    inst: &Inst,
    args: &[Arg],
    specs: &[OperandSpec],
    clobbers_early: RegSet,
    clobbers: RegSet,
) -> Result<(), AllocError> {
    let (opcode, origin) = (inst.opcode, inst.origin);
    let mut reader = [None; Reg::COUNT];
    let (mut written, mut written_early) = (RegSet::EMPTY, clobbers_early);
    let (mut read, mut read_late) = (RegSet::EMPTY, RegSet::EMPTY);
    for (arg, spec) in args.iter().zip(specs) {
        let (Some(tmp), Some(reg)) = (arg.as_tmp(), spec.fixed()) else { continue };
        if tmp.number().is_none() {
            continue;
        }
        if !usable.contains(reg) {
            return Err(AllocError::UnavailableRegister { opcode, origin, reg });
        }
        let mut conflict = false;
        if let Some(timing) = spec.role.use_timing() {
            conflict = read.contains(reg) && reader[reg.index()] != Some(tmp);
            reader[reg.index()] = Some(tmp);
            read.insert(reg);
            if timing == Timing::Late {
                read_late.insert(reg);
            }
        }
        if let Some(timing) = spec.role.def_timing() {
            conflict |= written.contains(reg);
            written.insert(reg);
            if timing == Timing::Early {
                written_early.insert(reg);
            }
        }
        if conflict {
            return Err(AllocError::FixedConflict { opcode, origin, reg });
        }
    }
    let lost = read.intersection(written_early);
    match lost.union(read_late.intersection(written.union(clobbers))).first() {
        Some(reg) => Err(AllocError::FixedConflict { opcode, origin, reg }),
        None => Ok(()),
    }
}
