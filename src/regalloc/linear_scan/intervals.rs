//! The live ranges and uses of each temporary, found by one backward sweep over the code.
//!
//! Nearly every temporary has one range, stored inline; further ranges are in a list. Liveness counted the mentions of
//! each temporary, so the sweep writes all uses, already sorted, to their final positions in one array.

use super::accesses::{Access, TmpScope, is_for_slot, of_operands};
use super::control_flow::{ControlFlow, NONE};
use super::fixed::Fixed;
use super::forms::of;
use super::live_sets::each_bit;
use super::liveness::{Liveness, specs_of};
use super::point::{Point, early, gap, inst_of, late, taken};
use super::short_lived::ShortLivedTmp;
use crate::air::opcode::Properties;
use crate::air::{
    Arg, Code, FORMS, Inst, InstFlags, Kinds, Opcode, OperandSpec, Role, Timing, Tmp, forms_of,
};
use crate::base::{Reg, RegSet};
use crate::regalloc::AllocError;

/// A live range: consecutive points at which a temporary is live.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    pub(super) start: Point,
    pub(super) end: Point,
}

/// What a use or definition requires.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum UseKind {
    /// Read from a register.
    Reg,
    /// Read from a register, or from its slot.
    Slot,
    /// Read from any location, preferably a register.
    Warm,
    /// Read from any location.
    Any,
    /// Copied in the gap from any location to this fixed register.
    Fixed(Reg),
    /// Written to a register.
    Def,
    /// Written by a move: to a register or, if the source is a register or constant, to its slot.
    MoveDef,
    /// Copied in the gap from this fixed register, which an instruction wrote.
    FixedDef(Reg),
    /// An operand of a coalesced move.
    Nothing,
}

impl UseKind {
    pub(super) fn is_def(self) -> bool {
        matches!(self, UseKind::Def | UseKind::MoveDef | UseKind::FixedDef(_))
    }

    /// True if the slot serves it as well as a register.
    pub(super) fn is_soft(self) -> bool {
        matches!(self, UseKind::Any | UseKind::Fixed(_) | UseKind::Nothing)
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Use {
    pub(super) point: Point,
    pub(super) kind: UseKind,
    /// Frequency of its block.
    pub(super) weight: f32,
}

#[derive(Clone, Copy, Debug)]
struct Link<T> {
    item: T,
    next: u32,
}

/// The live ranges of one temporary, and what the sweep knows of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct TmpRanges {
    /// The first range; [`NEVER`] if there is none.
    first: Range,
    /// The list of the other ranges, in [`Intervals::ranges`].
    others: u32,
    /// Its uses in [`Intervals::uses`].
    pub(super) uses: (u32, u32),
    /// The end of the open range; 0 if there is none.
    open: Point,
    /// For a temporary in memory between blocks: the gap before its first use in this block.
    first_gap: Point,
    /// In memory between blocks.
    pub(super) homed: bool,
    /// Rematerialized instead of loaded.
    remat: bool,
    /// Mentioned in several blocks.
    global: bool,
    /// Its first range begins with a load, so it must not be merged with an earlier range.
    starts_with_load: bool,
    /// Its uses are not sorted by point, because one instruction mentions it several times.
    pub(super) unsorted: bool,
    /// One of its uses is [`UseKind::FixedDef`].
    pub(super) has_fixed_def: bool,
    /// One of its uses names a fixed register.
    pub(super) has_fixed_operand: bool,
    /// Short-lived ([`ShortLivedTmp`]): only `open` is used.
    short_lived: bool,
    /// The sum of the weights of its definitions.
    pub(super) def_weight: f32,
}

const NEVER: Range = Range { start: Point::MAX, end: 0 };

/// In [`TmpRanges::first_gap`]: the range continues into the previous block.
const CONTINUES: Point = Point::MAX;

impl TmpRanges {
    /// True if it has a range.
    pub(super) fn is_live(&self) -> bool {
        self.first.end != NEVER.end
    }

    /// Opens a range at the end of a block where it is live-out. Adds homed temporaries to `homed_here`.
    #[inline]
    fn open_at_end(&mut self, tmp: u32, end: Point, homed_here: &mut Vec<u32>) {
        if self.open == 0 {
            (self.open, self.first_gap) = (end, end - 4);
            if self.homed {
                homed_here.push(tmp);
            }
        }
    }

    /// Closes the open range, if there is one, at its start.
    #[inline]
    fn close(&mut self, start: Point, others: &mut Vec<Link<Range>>) {
        let end = std::mem::take(&mut self.open);
        if end > start {
            self.add_range(start, end, others);
        }
    }

    /// Closes the range at a definition. A dead definition gets a range up to `dead_end`.
    #[inline]
    fn write(&mut self, start: Point, dead_end: Point, others: &mut Vec<Link<Range>>) {
        let end = std::mem::take(&mut self.open);
        self.add_range(start, if end == 0 { dead_end } else { end }, others);
    }

    /// Prepends a range, or merges it with the first one.
    #[inline]
    fn add_range(&mut self, start: Point, end: Point, others: &mut Vec<Link<Range>>) {
        let starts_with_load = std::mem::take(&mut self.starts_with_load);
        match &mut self.first {
            first if first.end == NEVER.end => *first = Range { start, end },
            first if first.start <= end && !starts_with_load => first.start = first.start.min(start),
            first => {
                others.push(Link { item: *first, next: self.others });
                self.others = others.len() as u32 - 1;
                *first = Range { start, end };
            }
        }
    }
}

/// A move of the program between two temporaries.
#[derive(Clone, Copy, Debug)]
pub(super) struct Copy {
    pub(super) from: u32,
    pub(super) to: u32,
    /// Its uses in [`Intervals::uses`].
    pub(super) uses: (u32, u32),
    pub(super) weight: f32,
}

/// A call in rare code. It has no fixed ranges for its clobbers; values that live across it are saved around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct RareCall {
    pub(super) inst: u32,
    pub(super) clobbers: RegSet,
}

/// The live ranges and uses of all temporaries.
#[derive(Debug, Default)]
pub(super) struct Intervals {
    pub(super) tmps: Vec<TmpRanges>,
    ranges: Vec<Link<Range>>,
    /// The uses of each temporary; elements may be unused.
    pub(super) uses: Vec<Use>,
    /// In backward order.
    pub(super) copies: Vec<Copy>,
    /// In backward order.
    pub(super) rare_calls: Vec<RareCall>,
    /// In backward order.
    pub(super) short_lived_tmps: Vec<ShortLivedTmp>,
    /// Instructions, and temporaries that they read after writing them. If there are any, the ranges are unusable.
    pub(super) overlaps: Vec<(u32, u32)>,
    /// Homed temporaries with an open range in this block.
    homed_here: Vec<u32>,
    /// Bitset of the ranges that stay open from this block into the previous one.
    carried: Vec<u64>,
    /// Bitset of rematerialized and homed temporaries, whose ranges stay open only through complete blocks.
    remats: Vec<u64>,
}

impl Intervals {
    /// Number of ranges and uses.
    pub(super) fn facts(&self) -> usize {
        self.ranges.len() + self.uses.len()
    }

    /// Computes all live ranges, uses and fixed ranges. Fixed operands must be in `usable` registers.
    pub(super) fn build(
        &mut self,
        code: &Code,
        control_flow: &ControlFlow,
        live: &Liveness,
        fixed: &mut Fixed,
        usable: RegSet,
    ) -> Result<(), AllocError> {
        let mut place = 0;
        self.tmps.clear();
        self.tmps.extend(code.tmps.iter().zip(live.mentions()).map(
            |(info, (mentions, homed, short_lived))| {
                place += if short_lived { 0 } else { mentions };
                TmpRanges {
                    first: NEVER,
                    others: NONE,
                    uses: (place, place),
                    open: 0,
                    first_gap: 0,
                    homed,
                    remat: info.remat.is_valid(),
                    global: info.global,
                    starts_with_load: false,
                    unsorted: false,
                    has_fixed_def: false,
                    has_fixed_operand: false,
                    short_lived,
                    def_weight: 0.0,
                }
            },
        ));
        self.ranges.clear();
        self.uses.resize(place as usize, Use { point: 0, kind: UseKind::Nothing, weight: 0.0 });
        self.copies.clear();
        self.rare_calls.clear();
        self.short_lived_tmps.clear();
        self.overlaps.clear();
        fixed.clear();
        self.begin_rows(live);
        let stored = MOVES.map(|opcode| stored_by(opcode, code));
        for (id, data) in code.blocks.iter().rev() {
            let block = id.number();
            let (start, end) = (control_flow.start(block), control_flow.end(block));
            match live.sets() {
                Some(sets) => self.open_row(sets.live_out(block), live.globals(), end),
                None => {
                    for successor in data.successors.iter().filter(|to| code.blocks.contains(**to)) {
                        for &tmp in live.live_in(successor.number()) {
                            self.tmps[tmp as usize].open_at_end(tmp, end, &mut self.homed_here);
                        }
                    }
                }
            }
            let (weight, first) = (control_flow.weights[block as usize], data.insts.start);
            let sweep = Sweep { code, usable, stored, weight, rare: data.rare, first };
            self.accesses(&sweep, live.accesses.of_block(block), fixed)?;
            match live.sets() {
                Some(sets) => {
                    let before =
                        block.checked_sub(1).map(|before| (sets.live_in(before), sets.live_out(before)));
                    self.close_row(sets.live_in(block), before, live.globals(), start);
                }
                None => {
                    for &tmp in live.live_in(block) {
                        self.tmps[tmp as usize].close(start, &mut self.ranges);
                    }
                }
            }
            while let Some(tmp) = self.homed_here.pop() {
                let state = &mut self.tmps[tmp as usize];
                if state.open != 0 && state.first_gap != CONTINUES {
                    state.close(state.first_gap, &mut self.ranges);
                    state.starts_with_load = true;
                }
            }
        }
        fixed.finish();
        Ok(())
    }

    /// Appends the ranges of a temporary, in order.
    #[inline]
    pub(super) fn copy_ranges(&self, tmp: &TmpRanges, to: &mut Vec<Range>) {
        if tmp.is_live() {
            to.push(tmp.first);
        }
        let mut next = tmp.others;
        while let Some(link) = self.ranges.get(next as usize) {
            to.push(link.item);
            next = link.next;
        }
    }

    /// Clears the bitsets of open ranges.
    fn begin_rows(&mut self, live: &Liveness) {
        let words = live.globals().len().div_ceil(64);
        for row in [&mut self.carried, &mut self.remats] {
            row.clear();
            row.resize(words, 0);
        }
        if live.sets().is_some() {
            for (number, &tmp) in live.globals().iter().enumerate() {
                self.remats[number / 64] |= u64::from(live.homed(tmp)) << (number % 64);
            }
        }
    }

    /// Starts a range for each live-out temporary that has none open.
    fn open_row(&mut self, live_out: &[u64], globals: &[u32], end: Point) {
        let Intervals { carried, tmps, homed_here, .. } = self;
        let row = live_out.iter().zip(&*carried).map(|(live, carried)| live & !carried);
        each_bit(row, |number| {
            let tmp = globals[number as usize];
            tmps[tmp as usize].open_at_end(tmp, end, homed_here);
        });
    }

    /// Closes the ranges of the live-in temporaries, except those that stay open into the previous block. `before`: the
    /// live-in and live-out rows of that block, if there is one.
    fn close_row(
        &mut self,
        live_in: &[u64],
        before: Option<(&[u64], &[u64])>,
        globals: &[u32],
        start: Point,
    ) {
        let Intervals { carried, remats, tmps, ranges, .. } = self;
        let mut close = |number: u32| tmps[globals[number as usize] as usize].close(start, ranges);
        let Some((comes, goes)) = before else {
            each_bit(live_in.iter().copied(), close);
            return;
        };
        let row = live_in.iter().zip(carried.iter_mut()).zip(comes.iter().zip(goes).zip(&*remats));
        let mut any_through = 0;
        let row = row.map(|((live, carried), ((comes, goes), remats))| {
            *carried = live & goes & (comes | !remats);
            any_through |= *carried & remats;
            live & !*carried
        });
        each_bit(row, &mut close);
        if any_through != 0 {
            let through = carried.iter().zip(&*remats).map(|(carried, remats)| carried & remats);
            each_bit(through, |number| tmps[globals[number as usize] as usize].first_gap = CONTINUES);
        }
    }

    /// Prepends a definition to the uses.
    #[inline]
    fn add_def(&mut self, tmp: u32, point: Point, kind: UseKind, weight: f32) {
        let state = &mut self.tmps[tmp as usize];
        state.def_weight += weight;
        state.uses.0 -= 1;
        self.uses[state.uses.0 as usize] = Use { point, kind, weight };
    }

    /// Marks the uses as unsorted if the next one to be prepended follows the first one. Both are in one instruction.
    #[inline]
    fn note_order(&mut self, tmp: u32, point: Point) {
        let state = &mut self.tmps[tmp as usize];
        let front = self.uses.get(state.uses.0 as usize..state.uses.1 as usize).and_then(<[Use]>::first);
        state.unsorted |= front.is_some_and(|front| front.point < point);
    }

    /// Adds a read of a temporary with uses, live up to `end`.
    #[inline(always)]
    fn read(&mut self, sweep: &Sweep<'_>, tmp: u32, inst: u32, end: Point, kind: UseKind, point: Point) {
        let Intervals { tmps, uses, overlaps, homed_here, .. } = self;
        let state = &mut tmps[tmp as usize];
        state.first_gap = gap(inst);
        if state.open < end {
            // The instruction writes the temporary before this read: it must read a copy of the old value.
            if state.first.start < end {
                overlaps.push((inst, tmp));
            }
            if state.open == 0 && state.homed {
                homed_here.push(tmp);
            }
            state.open = end;
        }
        state.uses.0 -= 1;
        uses[state.uses.0 as usize] = Use { point, kind, weight: sweep.weight };
    }

    /// Visits the accesses of a block.
    #[inline]
    fn accesses(
        &mut self,
        sweep: &Sweep<'_>,
        accesses: &[Access],
        fixed: &mut Fixed,
    ) -> Result<(), AllocError> {
        for (at, access) in accesses.iter().enumerate().rev() {
            let inst = inst_of(access.point);
            let Some(tmp) = access.tmp.number() else {
                let data = &sweep.code.buffer.insts[inst as usize];
                if access.is_constrained() {
                    self.inst(sweep, data, inst, fixed)?;
                } else {
                    check_register(sweep.usable, data, access.tmp)?;
                }
                continue;
            };
            if access.writes() {
                self.write(sweep, access, tmp)?;
                continue;
            }
            let state = &mut self.tmps[tmp as usize];
            if state.short_lived {
                state.open = state.open.max(access.point + 1);
                continue;
            }
            let for_slot = access.may_be_in_slot() && self.is_for_slot(accesses, at);
            let kind = if for_slot { UseKind::Slot } else { UseKind::Reg };
            if access.is_late() {
                self.note_order(tmp, access.point);
            }
            self.read(sweep, tmp, inst, access.point + 1, kind, access.point);
            if access.is_tmp_copy()
                && let Some(to) = accesses.get(at + 1).and_then(|result| result.tmp.number())
            {
                self.note_copy(sweep, inst, tmp, to);
            }
        }
        Ok(())
    }

    /// Adds a write by an instruction without constraints.
    #[inline]
    fn write(&mut self, sweep: &Sweep<'_>, access: &Access, tmp: u32) -> Result<(), AllocError> {
        let Intervals { tmps, uses, ranges, short_lived_tmps, .. } = self;
        let (state, point) = (&mut tmps[tmp as usize], access.point);
        if state.short_lived {
            let end = std::mem::take(&mut state.open).max(point + 1);
            short_lived_tmps.push(ShortLivedTmp { tmp: access.tmp, inst: inst_of(point), end });
            return Ok(());
        }
        let inst = || &sweep.code.buffer.insts[inst_of(point) as usize];
        if state.remat {
            let Inst { opcode, origin, .. } = *inst();
            return Err(AllocError::RematDefinition { opcode, origin, tmp: access.tmp });
        }
        let copy = access.copies() && sweep.may_store(inst());
        let kind = if copy { UseKind::MoveDef } else { UseKind::Def };
        state.write(point, point + 1, ranges);
        state.def_weight += sweep.weight;
        state.uses.0 -= 1;
        uses[state.uses.0 as usize] = Use { point, kind, weight: sweep.weight };
        Ok(())
    }

    /// Records a move between two temporaries.
    #[inline]
    fn note_copy(&mut self, sweep: &Sweep<'_>, inst: u32, from: u32, to: u32) {
        if from != to && !sweep.code.buffer.insts[inst as usize].flags.contains(InstFlags::NO_COALESCE) {
            // The first uses of both are those of this move, since the definition was added last.
            let uses = (self.tmps[from as usize].uses.0, self.tmps[to as usize].uses.0);
            self.copies.push(Copy { from, to, uses, weight: sweep.weight });
        }
    }

    /// Visits an instruction with constraints.
    #[inline(never)]
    fn inst(
        &mut self,
        sweep: &Sweep<'_>,
        inst: &Inst,
        number: u32,
        fixed: &mut Fixed,
    ) -> Result<(), AllocError> {
        let code = sweep.code;
        let args = code.buffer.args(inst);
        let (specs, first) = specs_of(code, inst, args);
        let args = args.get(first..).unwrap_or(&[]);
        let mut has_fixed = false;
        for (arg, spec) in args.iter().zip(specs) {
            has_fixed |= spec.fixed().is_some();
            if let Arg::Tmp(tmp) = *arg {
                check_register(sweep.usable, inst, tmp)?;
            }
        }
        let (clobbers_early, clobbers) = match (inst.form.get(), code.buffer.args(inst).first()) {
            (Some(form), _) => (RegSet::EMPTY, form.clobbers),
            (None, Some(Arg::Special(id))) => {
                let special = code.specials.get(*id);
                special.map_or_else(Default::default, |s| (s.clobbers_early, code.lost_registers(s)))
            }
            _ => Default::default(),
        };
        if has_fixed {
            check_claims(sweep.usable, inst, args, specs, clobbers_early, clobbers)?;
        }
        if !clobbers.is_empty() {
            let clobbers = clobbers.intersection(sweep.usable);
            // Late reads and unfixed results must avoid clobbered registers. Then even a rare call needs fixed ranges.
            let avoids = |spec: &OperandSpec| {
                spec.role.use_timing() == Some(Timing::Late)
                    || spec.role.def_timing().is_some() && spec.fixed().is_none()
            };
            if sweep.rare && inst.opcode == Opcode::Call && !specs.iter().any(avoids) {
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
        self.reads(sweep, inst, number, args, specs, fixed);
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
        if self.tmps[number as usize].remat && spec.role != Role::Scratch {
            return Err(AllocError::RematDefinition { opcode, origin, tmp });
        }
        // Fixed results of a terminal arrive on its edges; no code reads them through the terminal's own temporary.
        let read = self.tmps[number as usize].open != 0 || self.tmps[number as usize].homed;
        if opcode.has(Properties::TERMINAL) && spec.role != Role::Scratch && read {
            return Err(AllocError::TerminalDefinition { opcode, origin });
        }
        let start = match timing {
            // Already in its register at the block's entry.
            _ if opcode == Opcode::Landing => gap(sweep.first),
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
                // A dead result needs no location, unless other blocks read its slot.
                let mut end = std::mem::take(&mut self.tmps[number as usize].open);
                if self.tmps[number as usize].homed {
                    end = end.max(taken(inst + 1));
                }
                if end > gap(inst + 1) {
                    self.tmps[number as usize].add_range(gap(inst + 1), end, &mut self.ranges);
                    self.note_order(number, gap(inst + 1));
                    self.add_def(number, gap(inst + 1), UseKind::FixedDef(reg), sweep.weight);
                    let state = &mut self.tmps[number as usize];
                    (state.has_fixed_def, state.has_fixed_operand) = (true, true);
                }
            }
            None => {
                let start = if spec.role.is_use() { late(inst) } else { start };
                self.tmps[number as usize].write(start, late(inst) + 1, &mut self.ranges);
                let copy = opcode.has(Properties::MOVE) && sweep.may_store(data);
                let kind = if copy { UseKind::MoveDef } else { UseKind::Def };
                self.note_order(number, start);
                self.add_def(number, start, kind, sweep.weight);
            }
        }
        Ok(())
    }

    fn reads(
        &mut self,
        sweep: &Sweep<'_>,
        data: &Inst,
        inst: u32,
        args: &[Arg],
        specs: &[OperandSpec],
        fixed: &mut Fixed,
    ) {
        let in_slot = match of(data.form) {
            Some(summary) => self.operand_for_slot(summary.in_slot, args),
            None => match sweep.code.hidden(sweep.code.buffer.args(data)) {
                Some((form, own)) => self.operand_for_slot(of(form).map_or(0, |form| form.in_slot), own),
                None => usize::MAX,
            },
        };
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
                        // A fixed use rematerializes directly into its register.
                        if let Some(number) = tmp.number()
                            && !self.tmps[number as usize].remat
                        {
                            self.tmps[number as usize].has_fixed_operand = true;
                            self.read(sweep, number, inst, taken(inst), UseKind::Fixed(reg), gap(inst));
                        }
                        continue;
                    }
                    let remat = |n: u32| self.tmps[n as usize].remat;
                    let kind = match spec.role {
                        _ if spec.may_be_in_slot() && !tmp.number().is_some_and(remat) => {
                            if spec.role.is_cold() { UseKind::Any } else { UseKind::Warm }
                        }
                        _ if in_slot == i => UseKind::Slot,
                        _ => UseKind::Reg,
                    };
                    self.read_in_any_order(sweep, tmp, inst, end, kind, point);
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
        {
            self.note_copy(sweep, inst, from, to);
        }
    }

    fn address(&mut self, sweep: &Sweep<'_>, inst: u32, tmp: Tmp, role: Role) {
        let (point, end) = match role.address_timing() {
            Timing::Early => (early(inst), early(inst) + 1),
            Timing::Late => (late(inst), late(inst) + 1),
        };
        self.read_in_any_order(sweep, tmp, inst, end, UseKind::Reg, point);
    }

    /// As [`Intervals::read`], for an operand that may be a register, and may be out of order within the instruction.
    fn read_in_any_order(
        &mut self,
        sweep: &Sweep<'_>,
        tmp: Tmp,
        inst: u32,
        end: Point,
        kind: UseKind,
        point: Point,
    ) {
        if let Some(tmp) = tmp.number() {
            self.note_order(tmp, point);
            self.read(sweep, tmp, inst, end, kind, point);
        }
    }

    /// As [`is_for_slot`].
    #[inline]
    fn is_for_slot(&self, accesses: &[Access], at: usize) -> bool {
        is_for_slot(accesses, at, |tmp| {
            let state =
                self.tmps.get(tmp.number()? as usize).filter(|state| !state.remat && !state.short_lived)?;
            Some(if state.global { TmpScope::Global } else { TmpScope::Local })
        })
    }

    /// The operand to read from its slot, or [`usize::MAX`].
    fn operand_for_slot(&self, operands: u8, args: &[Arg]) -> usize {
        let (accesses, operands_of) = of_operands(args, operands);
        let mut may_be = (0..accesses.len()).filter(|at| accesses[*at].may_be_in_slot());
        may_be.find(|at| self.is_for_slot(&accesses, *at)).map_or(usize::MAX, |at| operands_of[at])
    }
}

/// The constants of a sweep over one block.
struct Sweep<'a> {
    code: &'a Code,
    usable: RegSet,
    /// The operand kinds that each of [`MOVES`] can write to a slot.
    stored: [Kinds; MOVES.len()],
    weight: f32,
    rare: bool,
    /// The block's first instruction.
    first: u32,
}

impl Sweep<'_> {
    /// True if a move can write its result to a slot.
    fn may_store(&self, inst: &Inst) -> bool {
        if inst.flags.contains(InstFlags::NO_COALESCE) {
            return false;
        }
        let Some(from) = self.code.buffer.args(inst).first() else { return false };
        let Some(at) = MOVES.iter().position(|opcode| *opcode == inst.opcode) else { return false };
        !from.is_memory() && from.kinds().intersects(self.stored[at])
    }
}

const MOVES: [Opcode; 4] = [Opcode::Move, Opcode::MoveFloat, Opcode::MoveDouble, Opcode::MoveVector];

/// The operand kinds that a move can write to a slot.
fn stored_by(opcode: Opcode, code: &Code) -> Kinds {
    let target = code.target;
    let mut stored = Kinds::empty();
    for form in forms_of(opcode).map(|id| &FORMS[id as usize]) {
        if form.admits(target.desc.arch, target.features, &[form.kinds[0], Kinds::STACK]) {
            stored |= form.kinds[0];
        }
    }
    stored
}

/// Fails if an operand names an allocatable register.
fn check_register(usable: RegSet, inst: &Inst, tmp: Tmp) -> Result<(), AllocError> {
    match tmp.reg() {
        Some(reg) if usable.contains(reg) => {
            Err(AllocError::UnavailableRegister { opcode: inst.opcode, origin: inst.origin, reg })
        }
        _ => Ok(()),
    }
}

/// Fails if an instruction needs a register twice at one time, or fixes one that is not usable.
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
            // One temporary may have several fixed reads of one register.
            let reads_there = |(arg, spec): &(&Arg, &OperandSpec)| {
                let in_it = spec.fixed() == Some(reg) && spec.role.use_timing().is_some();
                in_it && arg.as_tmp().is_some_and(|tmp| tmp.number().is_some())
            };
            let reader = || args.iter().zip(specs).find(reads_there).and_then(|(arg, _)| arg.as_tmp());
            conflict = read.contains(reg) && reader() != Some(tmp);
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
