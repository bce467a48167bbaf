//! Emission: allocated blocks become bytes.

use super::Result;
use super::back_end::BackEnd;
use super::error::{CompileError, emission_error};
use super::observe::{Progress, Stage};
use crate::air::{self, Code as Air, InstBuffer};
use crate::air_opt::Placed;
use crate::base::{Budget, Origin};
use crate::isa::{self, BlockContext, CodeBuffer, CompiledCode, Label};
use crate::options::OptLevel;
use crate::patchpoint::Closures;
use crate::support::{BitSet, Entity};
use std::ops::Range;

/// Location of the instructions of a block.
#[derive(Clone)]
pub(super) enum BlockCode<'a> {
    /// In the code of the whole procedure. The second block, if any, is copied in place of the jump to it.
    Whole(&'a InstBuffer, Option<air::BlockId>),
    /// In the buffer of the current batch, backward.
    Batch(Range<usize>),
}

/// Reach of a short branch in bytes.
const SHORT_BRANCH: u32 = 127;

/// Maximum number of bytes of the branches at the end of a block, after the first.
const BRANCH_BYTES: u32 = 11;

/// Maximum number of bytes before an aligned loop.
const MAX_LOOP_PADDING: u32 = 31;

/// Bytes of a landing pad.
const PAD_BYTES: u32 = 4;

/// Maximum number of instructions that short branches skip. More have hardly ever a bound that is small enough.
const MAX_INSTS_OVER: u32 = 25;

impl BackEnd<'_, '_> {
    /// Creates the labels of all blocks and of the body of each entry.
    pub(super) fn begin_emission(&mut self, code: &Air, buffer: &mut CodeBuffer) {
        self.work.emission.clear();
        self.work.code_start = buffer.offset();
        buffer.begin_procedure();
        isa::begin_roots(code, buffer);
        self.work.emission.check_writes = self.options.check_allocation || cfg!(debug_assertions);
        self.work.labels.clear();
        self.work.labels.resize_with(code.blocks.len(), || buffer.new_label());
        self.work.bodies.clear();
        self.work.bodies.extend(self.work.labels.first());
        self.work.bodies.resize_with(self.proc.entry_count.max(1) as usize, || buffer.new_label());
        self.work.landings = match self.options.branch_protection.landing_pads {
            true => isa::landing_blocks(code),
            false => BitSet::default(),
        };
    }

    /// Emits the blocks of the whole procedure in the order that was computed last.
    pub(super) fn emit_placed_blocks(&mut self, code: &Air, buffer: &mut CodeBuffer) -> Result<()> {
        let placed = std::mem::take(&mut self.work.placed);
        let emitted = self.emit_blocks(&placed, code, buffer);
        self.work.placed = placed;
        emitted
    }

    /// Emits the blocks of the whole procedure in this order.
    pub(super) fn emit_blocks(
        &mut self,
        placed: &[Placed],
        code: &Air,
        buffer: &mut CodeBuffer,
    ) -> Result<()> {
        self.find_positions(placed, code);
        for (i, here) in placed.iter().enumerate() {
            if here.loop_len != 0 {
                self.emitter.align_loop(buffer, here.loop_len);
            }
            let next = placed.get(i + 1).map_or(air::BlockId::INVALID, |next| next.block);
            let near = match self.work.positions.is_empty() {
                true => [false; 2],
                false => self.near_successors(placed, i, code),
            };
            self.emit_block(
                [here.block, next],
                near,
                code,
                buffer,
                BlockCode::Whole(&code.buffer, here.tail),
            );
            self.gauge_bytes(code.blocks[here.block].insts.len(), buffer)?;
        }
        buffer.set_frame(true);
        self.end(Stage::Emit, Progress::Code(code));
        Ok(())
    }

    /// Records the position of each block in the order of emission, and the number of instructions before it. Only at
    /// O2, which emits short branches; there are no bounds for hardened branches.
    fn find_positions(&mut self, placed: &[Placed], code: &Air) {
        self.work.positions.clear();
        // The bounds cost more than the short branches save where compile time matters most.
        if self.options.opt_level < OptLevel::O2 || self.options.hardening.indirect_branches {
            return;
        }
        self.work.positions.resize(code.blocks.len(), (0, 0));
        let mut insts = 0;
        for (at, placed) in (0..).zip(placed) {
            self.work.positions[placed.block.index()] = (at, insts);
            insts += code.blocks[placed.block].insts.len() as u32;
        }
    }

    /// Finds the successors of a block that a short forward branch certainly reaches. Needs the positions of blocks.
    #[inline(never)]
    fn near_successors(&self, placed: &[Placed], at: usize, code: &Air) -> [bool; 2] {
        let successors = &*code.blocks[placed[at].block].successors;
        let mut near = [false; 2];
        // The end of a copied tail has other successors.
        let has_branch = matches!(successors.len(), 1 | 2) && placed[at].tail.is_none();
        if !has_branch {
            return near;
        }
        let Some(next) = placed.get(at + 1) else { return near };
        let (_, start) = self.work.positions[next.block.index()];
        for (to, near) in successors.iter().zip(&mut near) {
            let (position, insts) = self.work.positions.get(to.index()).copied().unwrap_or_default();
            *near = position as usize > at + 1
                && insts - start <= MAX_INSTS_OVER
                && self.reaches(&placed[at + 1..=position as usize], code);
        }
        near
    }

    /// True if a short branch certainly reaches the last of these blocks, which follow the branch.
    fn reaches(&self, after: &[Placed], code: &Air) -> bool {
        let padding = |placed: &Placed| if placed.loop_len != 0 { MAX_LOOP_PADDING } else { 0 };
        let mut bytes = BRANCH_BYTES;
        for pair in after.windows(2) {
            let [over, next] = [pair[0], pair[1]];
            if over.tail.is_some() || self.work.shrink_wrap.has_prologue_at(over.block) {
                return false;
            }
            let (block, left) = (&code.blocks[over.block], SHORT_BRANCH - bytes);
            let size = self.emitter.max_block_size(code, block, next.block, left);
            let pad = if self.work.landings.contains(over.block.index()) { PAD_BYTES } else { 0 };
            bytes += size.unwrap_or(SHORT_BRANCH) + padding(&over) + pad;
            if bytes > SHORT_BRANCH {
                return false;
            }
        }
        after.last().is_some_and(|target| bytes + padding(target) <= SHORT_BRANCH)
    }

    /// Emits a block. `next` is the block that is emitted after it, if any. `near` are the successors that short
    /// branches reach.
    pub(super) fn emit_block(
        &mut self,
        [id, next]: [air::BlockId; 2],
        near: [bool; 2],
        code: &Air,
        buffer: &mut CodeBuffer,
        insts: BlockCode<'_>,
    ) {
        let number = id.number() as usize;
        // The first block is emitted once for each entry of the procedure: the copies end differently.
        let again = if number == 0 { self.proc.entry_count.max(1) as usize - 1 } else { 0 };
        for entry in 0..again {
            self.emit_copy(
                [id, air::BlockId::INVALID],
                [false; 2],
                (entry, self.work.bodies[entry]),
                code,
                buffer,
                insts.clone(),
            );
        }
        let label = if number == 0 { self.work.bodies[again] } else { self.work.labels[number] };
        self.emit_copy([id, next], near, (again, label), code, buffer, insts);
    }

    fn emit_copy(
        &mut self,
        [id, next]: [air::BlockId; 2],
        near: [bool; 2],
        (entry, label): (usize, Label),
        code: &Air,
        buffer: &mut CodeBuffer,
        insts: BlockCode<'_>,
    ) {
        buffer.bind(label);
        if self.work.landings.contains(id.number() as usize) {
            self.emitter.emit_landing_pad(buffer);
        }
        let shrink_wrap = &self.work.shrink_wrap;
        buffer.set_frame(!shrink_wrap.is_frameless_block(id));
        if shrink_wrap.has_prologue_at(id) {
            buffer.set_origin(Origin::NONE);
            match self.emitter.frame_info(code) {
                Ok(frame) => self.emitter.emit_shrink_wrapped_prologue(buffer, code, &frame),
                Err(error) => buffer.fail(error),
            }
        }
        let block = &code.blocks[id];
        let context = BlockContext {
            labels: &self.work.labels,
            successors: &block.successors,
            next: code.blocks.contains(next).then_some(next),
            entry,
            near,
        };
        let emission = &mut self.work.emission;
        let generators = &mut Closures { proc: self.proc, local: self.generators.as_deref_mut() };
        match insts {
            BlockCode::Whole(insts, tail) => {
                let mut emit = |block: &air::Block, end: u32, context| {
                    let range = block.insts.start as usize..end as usize;
                    self.emitter.emit_block(buffer, emission, code, insts, range, false, context, generators);
                };
                // A copy of the tail replaces the jump to it.
                emit(block, block.insts.end - u32::from(tail.is_some()), &context);
                if let Some(tail) = tail.and_then(|tail| code.blocks.get(tail)) {
                    emit(tail, tail.insts.end, &BlockContext { successors: &tail.successors, ..context });
                }
            }
            BlockCode::Batch(range) => {
                let insts = &self.work.allocated;
                self.emitter.emit_block(buffer, emission, code, insts, range, true, &context, generators);
            }
        }
    }

    /// Emits out-of-line code and prologues, and finishes the code.
    pub(super) fn finish(&mut self, code: &Air, buffer: &mut CodeBuffer) -> Result<CompiledCode> {
        self.begin(Stage::Emit);
        let generators = &mut Closures { proc: self.proc, local: self.generators.as_deref_mut() };
        self.emitter.emit_cold(buffer, &mut self.work.emission, code, generators);
        let frame = self.emitter.frame_info(code).map_err(CompileError::emission)?;
        let entries = if self.work.shrink_wrap.has_frameless_blocks() {
            self.work.bodies.clone()
        } else {
            buffer.start_prologue();
            self.emitter.emit_prologues(buffer, code, &frame, &self.work.bodies)
        };
        entries.iter().for_each(|entry| buffer.add_entry(*entry));
        let named = |error| emission_error(self.proc, self.work.selector.patchpoints(), error);
        let mut compiled = buffer.finish(frame).map_err(named)?;
        let stopped = |stop| CompileError::stopped(Stage::Emit, stop);
        self.work.gauge.size(Budget::CodeBytes, compiled.bytes.len() as u64).map_err(stopped)?;
        compiled.exits = self.work.exits.encode(self.proc, buffer).map_err(CompileError::emission)?;
        let lines = self.observes_lines().then(|| self.work.lines.resolve(&mut compiled));
        self.end(Stage::Emit, Progress::Compiled(&compiled));
        if let Some(lines) = lines {
            self.end(Stage::Emit, Progress::Lines(&lines));
        }
        Ok(compiled)
    }
}
