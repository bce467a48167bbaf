//! Writes the allocated code: replaces temporaries by locations, inserts moves, and adds blocks for edges.

use super::bundle::Bundles;
use super::control_flow::ControlFlow;
use super::forms::{Summary, of, simple};
use super::liveness::specs_of;
use super::point::{Point, early, gap, late};
use super::resolve::{BundleMove, MoveEnd, Phase, Resolution, SplitEdge};
use super::split_intervals::{Cursor, SplitIntervals};
use crate::air::opcode::Properties;
use crate::air::{
    Arg, Block, BlockId, Code, FormId, Inst, InstBuffer, InstFlags, Opcode, OperandSpec, Role, SlotId,
    Timing, Tmp, find_form,
};
use crate::base::{Origin, Reg};
use crate::regalloc::plan::IN_SLOT;
use crate::regalloc::registers::{MoveForms, Place};
use crate::regalloc::trace::{Location, Step};
use crate::regalloc::why::Why;
use crate::regalloc::{AllocStats, Trace};
use crate::support::{ParallelMove, Table, sequentialize};
use smallvec::SmallVec;
#[derive(Debug, Default)]
pub(super) struct Rewriter {
    pub(super) output: InstBuffer,
    cursor: Cursor,
    moves: Vec<ParallelMove<Place>>,
    remats: Vec<(Tmp, Reg)>,
    sequence: Vec<(Place, Place)>,
    steps: Vec<Step>,
    blocks: Vec<(u32, Option<SplitEdge>)>,
    /// The position of each input block in the output.
    places: Vec<u32>,
    /// The position of each edge block in the output: source, target and position, sorted.
    edge_places: Vec<(u32, u32, u32)>,
    /// Number of edges whose source precedes the current block.
    passed_edges: usize,
    /// A cycle of moves was broken with [`Rewrite::scratch_slot`].
    pub(super) uses_scratch_slot: bool,
}

pub(super) struct Rewrite<'a> {
    /// The code without its operands, which are in the output's pool and are changed there.
    pub(super) code: &'a Code,
    /// The unchanged program, if a trace is recorded.
    pub(super) program: Option<&'a InstBuffer>,
    pub(super) control_flow: &'a ControlFlow,
    pub(super) bundles: &'a Bundles,
    pub(super) split_intervals: &'a SplitIntervals,
    pub(super) resolution: &'a Resolution,
    pub(super) forms: [MoveForms; 2],
    /// By bank, an unused register to break cycles of moves with.
    pub(super) scratch: [Option<Reg>; 2],
    /// The slot for cycles without such a register. The caller adds it if [`Rewriter::uses_scratch_slot`].
    pub(super) scratch_slot: SlotId,
    pub(super) stats: &'a mut AllocStats,
    pub(super) work: &'a mut Rewriter,
    pub(super) why: Option<&'a mut Why>,
    /// The next move of [`Resolution::bundle_moves`].
    pub(super) next: usize,
    /// The instruction of that move.
    pub(super) next_inst: u32,
    /// A trace is recorded.
    pub(super) traced: bool,
}

impl Rewrite<'_> {
    /// Writes the instructions to the rewriter's output, and returns their blocks.
    pub(super) fn run(mut self, mut trace: Option<&mut Trace>) -> Table<BlockId, Block> {
        self.work.output.insts.clear();
        self.work.uses_scratch_slot = false;
        let moves = self.resolution.bundle_moves.len();
        self.work.output.insts.reserve(self.code.buffer.insts.len() + moves);
        self.work.cursor.reset(self.bundles, self.split_intervals);
        self.order_blocks();
        let mut blocks = Table::with_capacity(self.work.blocks.len());
        for i in 0..self.work.blocks.len() {
            let (number, edge) = self.work.blocks[i];
            let start = self.work.output.insts.len();
            self.work.steps.clear();
            let data = &self.code.blocks[BlockId::new(number)];
            let program = data.insts.start as usize..data.insts.end as usize;
            let mut block = match edge {
                None => {
                    let insts = &self.code.buffer.insts[program.clone()];
                    for (inst, number) in insts.iter().zip(data.insts.start..) {
                        self.inst(inst, number);
                    }
                    let mut successors = SmallVec::from_slice(&data.successors);
                    for to in &mut successors {
                        *to = self.successor(number, *to);
                    }
                    Block { insts: 0..0, successors, ..*data }
                }
                Some(edge) => {
                    if let Some(why) = &mut self.why {
                        why.note_edge(start, &edge);
                    }
                    self.edge_block(&edge)
                }
            };
            let end = self.work.output.insts.len();
            if let Some(trace) = trace.as_deref_mut() {
                let program = match (edge, self.program) {
                    (None, Some(buffer)) => (buffer, program),
                    _ => (&self.work.output, end - 1..end),
                };
                let allocated = (&self.work.output, start..end);
                trace.add_block(BlockId::new(i as u32), &self.work.steps, program, allocated);
            }
            block.insts = start as u32..end as u32;
            blocks.push(block);
        }
        blocks
    }

    /// Orders the blocks. An edge block follows its source if on the likely path or a back edge; else it comes last.
    fn order_blocks(&mut self) {
        let Rewriter { blocks, places, edge_places, .. } = &mut *self.work;
        blocks.clear();
        places.clear();
        edge_places.clear();
        let mut by_source: Vec<SplitEdge> = self.resolution.edges.clone();
        by_source.sort_by_key(|edge| edge.from);
        let mut behind = Vec::new();
        let mut next = by_source.into_iter().peekable();
        for (block, data) in self.code.blocks.iter() {
            places.push(blocks.len() as u32);
            blocks.push((block.number(), None));
            while let Some(edge) = next.next_if(|edge| edge.from == block.number()) {
                let weight = |to: u32| self.control_flow.weights[to as usize];
                let others = data.successors.iter().map(|to| to.number()).filter(|to| *to != edge.to);
                let usual = edge.to <= edge.from || others.map(weight).fold(0.0, f32::max) <= weight(edge.to);
                if data.successors.len() <= 2 && usual {
                    blocks.push((edge.from, Some(edge)));
                } else {
                    behind.push((edge.from, Some(edge)));
                }
            }
        }
        blocks.append(&mut behind);
        for (place, (_, edge)) in blocks.iter().enumerate() {
            if let Some(edge) = edge {
                edge_places.push((edge.from, edge.to, place as u32));
            }
        }
        edge_places.sort_unstable();
        self.work.passed_edges = 0;
    }

    /// The new target of an edge. Sources must ascend.
    fn successor(&mut self, from: u32, to: BlockId) -> BlockId {
        let Rewriter { edge_places, passed_edges, places, .. } = &mut *self.work;
        while edge_places.get(*passed_edges).is_some_and(|edge| edge.0 < from) {
            *passed_edges += 1;
        }
        let own = match &edge_places[*passed_edges..] {
            rest @ [first, ..] if first.0 == from => {
                let found = rest.binary_search_by_key(&(from, to.number()), |edge| (edge.0, edge.1));
                found.ok().map(|at| &rest[at].2)
            }
            _ => None,
        };
        let place = own.or_else(|| places.get(to.number() as usize));
        place.map_or(BlockId::INVALID, |place| BlockId::new(*place))
    }

    fn edge_block(&mut self, edge: &SplitEdge) -> Block {
        let blocks = &self.code.blocks;
        let (from, to) = (&blocks[BlockId::new(edge.from)], &blocks[BlockId::new(edge.to)]);
        let moves = &self.resolution.on_edges[edge.moves.0 as usize..edge.moves.1 as usize];
        self.shift(moves, Origin::NONE);
        let target = self.code.target;
        let form = find_form(Opcode::Jump, target.desc.arch, target.features, &[]).unwrap_or(FormId::SPECIAL);
        self.work.output.push(Opcode::Jump, form, &[], Origin::NONE, InstFlags::empty());
        self.step(Step::Program);
        Block {
            insts: 0..0,
            successors: smallvec::smallvec![BlockId::new(self.work.places[edge.to as usize])],
            frequency: from.frequency.min(to.frequency),
            rare: from.rare || to.rare,
        }
    }

    /// Writes an instruction of the program, and the moves around it.
    #[inline]
    fn inst(&mut self, inst: &Inst, number: u32) {
        if let Some(why) = &mut self.why {
            why.begin_inst(self.work.output.insts.len());
        }
        if self.next_inst == number {
            self.emit_moves_at(number, Phase::Entry, inst.origin);
            self.emit_moves_at(number, Phase::Gap, inst.origin);
        }
        match of(inst.form) {
            Some(summary) if !summary.copies => {
                let mut form = inst.form;
                if summary.simple {
                    self.simple_operands(inst, summary, number, &mut form);
                } else {
                    self.operands(inst, number, &mut form);
                }
                if self.next_inst == number {
                    self.emit_moves_at(number, Phase::Exit, inst.origin);
                }
                self.work.output.push_in_place(inst, form);
                self.step(Step::Program);
            }
            _ => self.copy_or_special(inst, number),
        }
    }

    /// Continues [`Rewrite::inst`] after the moves, for copies, which may be dropped, and specials.
    fn copy_or_special(&mut self, inst: &Inst, number: u32) {
        let places = InstBuffer::places(inst);
        let before = match self.work.output.pool_mut()[places.clone()] {
            [from, to] if inst.opcode.has(Properties::MOVE) => Some([from, to]),
            _ => None,
        };
        if let Some([Arg::Tmp(from), Arg::Tmp(to)]) = before
            && let (Some(from), Some(to)) = (from.number(), to.number())
            && let (Some(from), Some(to)) =
                (self.split_intervals.single_reg(from), self.split_intervals.single_reg(to))
            && from == to
        {
            self.drop_move(Some(from.index() as Location));
            return;
        }
        let mut form = inst.form;
        match simple(form) {
            Some(summary) => self.simple_operands(inst, summary, number, &mut form),
            None => self.operands(inst, number, &mut form),
        }
        if self.next_inst == number {
            self.emit_moves_at(number, Phase::Exit, inst.origin);
        }
        if let Some(before) = before
            && let [from, to] = self.work.output.pool_mut()[places]
        {
            let now = [from, to];
            if let Some(place) = redundant_move(&before, &now) {
                self.drop_move(place);
                return;
            }
            if let Arg::Stack { .. } = to
                && to != before[1]
            {
                let target = self.code.target;
                form = find_form(inst.opcode, target.desc.arch, target.features, &now).unwrap_or(form);
            }
        }
        self.work.output.push_in_place(inst, form);
        self.step(Step::Program);
    }

    #[inline]
    fn step(&mut self, step: Step) {
        if self.traced {
            self.work.steps.push(step);
        }
    }

    fn drop_move(&mut self, place: Option<Location>) {
        self.stats.dropped_moves += 1;
        self.step(Step::Dropped(place));
    }

    /// Replaces the operands of a form without constraints.
    #[inline]
    fn simple_operands(&mut self, inst: &Inst, summary: &Summary, number: u32, form: &mut FormId) {
        let in_slots = self.registers(InstBuffer::places(inst), summary, number);
        if in_slots != 0 {
            self.slots(inst, summary, in_slots, form);
        }
    }

    /// Replaces some operands by slots.
    #[inline(never)]
    fn slots(&mut self, inst: &Inst, summary: &Summary, mut in_slots: u32, form: &mut FormId) {
        let first = InstBuffer::places(inst).start;
        while in_slots != 0 {
            let operand = in_slots.trailing_zeros() as usize;
            in_slots &= in_slots - 1;
            if let Arg::Tmp(tmp) = self.work.output.pool_mut()[first + operand] {
                let is_use = summary.writes >> operand & 1 == 0;
                let now = self.in_slot(tmp, operand, is_use, form);
                self.work.output.pool_mut()[first + operand] = now;
            }
        }
    }

    /// Replaces the operands of any form. Brings fixed operands into their registers.
    #[inline(never)]
    fn operands(&mut self, inst: &Inst, number: u32, form: &mut FormId) {
        let places = InstBuffer::places(inst);
        let (specs, first) = specs_of(self.code, inst, &self.work.output.pool_mut()[places.clone()]);
        self.constrained_operands(inst, number, places.start + first..places.end, specs, form);
    }

    /// Replaces operands by registers. Returns the bitset of those that are in slots.
    #[inline(always)]
    fn registers(&mut self, places: std::ops::Range<usize>, summary: &Summary, number: u32) -> u32 {
        let (bundles, split_intervals) = (self.bundles, self.split_intervals);
        let Rewriter { output, cursor, .. } = &mut *self.work;
        let mut in_slots = 0;
        let late = u32::from(summary.late);
        let written = late | u32::from(summary.writes);
        let mut put = |tmp: &mut Tmp, late: u32| {
            let Some(own) = tmp.number() else { return true };
            if let Some(reg) = split_intervals.single_reg(own) {
                *tmp = reg.into();
                return true;
            }
            let reg = cursor.reg_at(bundles, split_intervals, *tmp, early(number) + (late & 1));
            *tmp = reg.map_or(*tmp, Tmp::from);
            reg.is_some()
        };
        for (arg, i) in output.pool_mut()[places].iter_mut().zip(0..) {
            match arg {
                Arg::Tmp(tmp) => in_slots |= u32::from(!put(tmp, written >> i)) << i,
                Arg::Addr { base, .. } => _ = put(base, late >> i),
                Arg::Index { base, index, .. } => {
                    put(base, late >> i);
                    put(index, late >> i);
                }
                _ => {}
            }
        }
        in_slots
    }

    /// Implements [`Rewrite::operands`] for given positions and specifications.
    fn constrained_operands(
        &mut self,
        inst: &Inst,
        number: u32,
        places: std::ops::Range<usize>,
        specs: &[OperandSpec],
        form: &mut FormId,
    ) {
        let mut fixed = false;
        for (i, (operand, spec)) in places.zip(specs).enumerate() {
            let arg = self.work.output.pool_mut()[operand];
            let now = match arg {
                Arg::Tmp(tmp) if tmp.number().is_none() => continue,
                Arg::Tmp(tmp) => match spec.fixed() {
                    Some(reg) => {
                        if spec.role.is_use() {
                            fixed = true;
                            self.move_to_fixed(tmp, gap(number), reg);
                        }
                        Arg::Tmp(reg.into())
                    }
                    None => self.operand_location(tmp, number, i, spec.role, form),
                },
                Arg::Addr { base, offset } => {
                    let base = self.address(base, number, spec.role);
                    Arg::Addr { base, offset }
                }
                Arg::Index { base, index, shift, extend, offset } => {
                    let base = self.address(base, number, spec.role);
                    let index = self.address(index, number, spec.role);
                    Arg::Index { base, index, shift, extend, offset }
                }
                _ => continue,
            };
            self.work.output.pool_mut()[operand] = now;
        }
        if fixed {
            self.parallel(inst.origin);
        }
    }

    /// The location of an operand without a fixed register.
    fn operand_location(
        &mut self,
        tmp: Tmp,
        number: u32,
        operand: usize,
        role: Role,
        form: &mut FormId,
    ) -> Arg {
        let Some(timing) = role.use_timing().or(role.def_timing()) else { return tmp.into() };
        match self.place(tmp, point_of(number, timing)) {
            Some(reg) => Arg::Tmp(reg.into()),
            None => self.in_slot(tmp, operand, role.is_use(), form),
        }
    }

    /// The slot of an operand in memory; sets the form that reads or writes it there.
    fn in_slot(&mut self, tmp: Tmp, operand: usize, is_use: bool, form: &mut FormId) -> Arg {
        if let Some(forms) = IN_SLOT.get(form.0 as usize)
            && is_use
        {
            *form = forms[operand];
        }
        self.stats.in_place += 1;
        let slot = self.slot(tmp);
        if let Some(why) = &mut self.why {
            why.note_in_place(tmp, slot);
        }
        Arg::Stack { slot, offset: 0 }
    }

    /// The register of an address component.
    fn address(&mut self, tmp: Tmp, number: u32, role: Role) -> Tmp {
        self.place(tmp, point_of(number, role.address_timing())).map_or(tmp, Tmp::from)
    }

    /// The register of a temporary at a point, if it has one.
    #[inline]
    fn place(&mut self, tmp: Tmp, point: u32) -> Option<Reg> {
        let single_reg = self.split_intervals.single_reg(tmp.number()?);
        single_reg.or_else(|| self.work.cursor.reg_at(self.bundles, self.split_intervals, tmp, point))
    }

    fn slot(&self, tmp: Tmp) -> crate::air::SlotId {
        let bundle = self.bundles.of(tmp);
        bundle.map_or(crate::air::SlotId::INVALID, |bundle| self.bundles.all[bundle as usize].slot)
    }

    /// Adds the move or rematerialization that brings a temporary into the register of a fixed operand.
    fn move_to_fixed(&mut self, tmp: Tmp, point: u32, reg: Reg) {
        let remat = tmp.number().is_some_and(|number| self.code.tmps[number as usize].remat.is_valid());
        if remat {
            if !self.work.remats.contains(&(tmp, reg)) {
                self.work.remats.push((tmp, reg));
            }
            return;
        }
        let from = match self.place(tmp, point) {
            Some(from) => Place::Reg(from),
            None => Place::Slot(self.slot(tmp)),
        };
        let shift = ParallelMove { from, to: Place::Reg(reg) };
        if !self.work.moves.contains(&shift) {
            self.work.moves.push(shift);
        }
    }

    fn emit_moves_at(&mut self, inst: u32, phase: Phase, origin: Origin) {
        let bundle_moves = &self.resolution.bundle_moves;
        let start = self.next;
        while self.next < bundle_moves.len()
            && (bundle_moves[self.next].inst, bundle_moves[self.next].phase) == (inst, phase)
        {
            self.next += 1;
        }
        self.next_inst = bundle_moves.get(self.next).map_or(u32::MAX, |shift| shift.inst);
        if start < self.next {
            self.shift(&bundle_moves[start..self.next], origin);
        }
    }

    fn shift(&mut self, bundle_moves: &[BundleMove], origin: Origin) {
        for shift in bundle_moves {
            let bundle = &self.bundles.all[shift.bundle as usize];
            let place = |spot| match spot {
                MoveEnd::Reg(reg) => Place::Reg(reg),
                MoveEnd::Home => Place::Slot(bundle.slot),
            };
            match (shift.from, shift.to, bundle.remat) {
                (MoveEnd::Home, MoveEnd::Reg(to), Some(tmp)) => self.work.remats.push((tmp, to)),
                _ => self.work.moves.push(ParallelMove { from: place(shift.from), to: place(shift.to) }),
            }
        }
        self.parallel(origin);
    }

    /// Emits the collected moves as a sequence, then the rematerializations.
    fn parallel(&mut self, origin: Origin) {
        match self.work.moves[..] {
            [] => {}
            [ParallelMove { from, to }] => {
                self.work.moves.clear();
                if from != to {
                    self.insert_move(from, to, origin);
                }
            }
            _ => self.sequence(origin),
        }
        for i in 0..self.work.remats.len() {
            let (tmp, reg) = self.work.remats[i];
            self.insert_remat(tmp, reg, origin);
        }
        self.work.remats.clear();
    }
    fn sequence(&mut self, origin: Origin) {
        let mut moves = std::mem::take(&mut self.work.moves);
        let mut sequence = std::mem::take(&mut self.work.sequence);
        let (stats, why) = (&mut *self.stats, &mut self.why);
        let uses_slot = &mut self.work.uses_scratch_slot;
        let scratch = |from: Place| {
            stats.cycles += 1;
            if let Some(why) = why {
                why.note_cycle();
            }
            match from {
                Place::Reg(reg) => self.scratch[reg.bank() as usize].map_or_else(
                    || {
                        *uses_slot = true;
                        Place::Slot(self.scratch_slot)
                    },
                    Place::Reg,
                ),
                Place::Slot(_) => from, // cycles contain registers only
            }
        };
        sequentialize(&mut moves, scratch, |from, to| sequence.push((from, to)));
        for (from, to) in sequence.drain(..) {
            self.insert_move(from, to, origin);
        }
        (self.work.moves, self.work.sequence) = (moves, sequence);
    }

    fn insert_move(&mut self, from: Place, to: Place, origin: Origin) {
        let (bank, count) = match (from, to) {
            (Place::Reg(from), Place::Reg(_)) => (from.bank(), &mut self.stats.moves),
            (Place::Reg(from), Place::Slot(_)) => (from.bank(), &mut self.stats.stores),
            (_, Place::Reg(to)) => (to.bank(), &mut self.stats.reloads),
            (Place::Slot(_), Place::Slot(_)) => return, // a bundle has one slot
        };
        *count += 1;
        let forms = &self.forms[bank as usize];
        let form = match (from, to) {
            (Place::Reg(_), Place::Reg(_)) => forms.copy,
            (Place::Reg(_), Place::Slot(_)) => forms.store,
            _ => forms.load,
        };
        self.work.output.push(forms.opcode, form, &[from.arg(), to.arg()], origin, InstFlags::INSERTED);
        self.step(Step::Inserted);
    }

    fn insert_remat(&mut self, tmp: Tmp, reg: Reg, origin: Origin) {
        let info = tmp.number().and_then(|number| self.code.tmps.get(number as usize));
        let Some(remat) = info.and_then(|info| self.code.remats.get(info.remat)) else { return };
        let to = Arg::Tmp(reg.into());
        let args = [remat.arg.unwrap_or(to), to];
        let args = if remat.arg.is_some() { &args[..] } else { &args[..1] };
        self.stats.remats += 1;
        if let Some(why) = &mut self.why {
            why.note_remat(tmp, reg);
        }
        self.work.output.push(remat.opcode, remat.form, args, origin, InstFlags::INSERTED);
        self.step(Step::Remat(tmp));
    }
}

fn point_of(inst: u32, timing: Timing) -> Point {
    match timing {
        Timing::Early => early(inst),
        Timing::Late => late(inst),
    }
}

/// The common location of both sides of a redundant move; `Some(None)` if its result is dead.
fn redundant_move(before: &[Arg; 2], now: &[Arg; 2]) -> Option<Option<Location>> {
    let ([Arg::Tmp(_), Arg::Tmp(to)], [from_now, to_now]) = (before, now) else { return None };
    to.number()?;
    let location = |arg: &Arg| match *arg {
        Arg::Tmp(tmp) => tmp.reg().map(|reg| reg.index() as Location),
        Arg::Stack { slot, .. } if slot.is_valid() => Some(Reg::COUNT as Location + slot.number()),
        _ => None,
    };
    match (location(from_now), location(to_now)) {
        (_, None) => Some(None),
        (from, to) => (from == to).then_some(to),
    }
}
