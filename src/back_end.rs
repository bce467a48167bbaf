//! The stages behind the passes over the IR: from a procedure of which the validator has the facts to code.
//!
//! At O0 some blocks at a time are selected, allocated and emitted before others are looked at; otherwise the whole
//! procedure goes through each stage.

use crate::air::{self, Code as Air, InstBuffer};
use crate::air_opt;
use crate::assembly::Parts;
use crate::base::{BranchProtection, Origin, Target};
#[cfg(feature = "cranelift")]
use crate::cranelift::CraneliftBackend;
use crate::error::{CompileError, emission_error};
use crate::ir::{self, Procedure, Validator};
use crate::isa::{self, BlockContext, CodeBuffer, CompiledCode, EmitState, Emitter, Label};
use crate::lower::order::BlockOrder;
use crate::lower::{ExitEncoder, Selector, may_save};
use crate::opt::Optimizer;
use crate::options::{Observer, OptLevel, Options, Progress, Stage};
use crate::patchpoint::Closures;
use crate::regalloc::{self, AllocOptions, AllocStats, Cleanup, LinearScan, LocalAllocator, Trace, Why};
use crate::support::BitSet;
use std::ops::Range;

/// What one compilation needs and the next can reuse.
#[derive(Default)]
pub(crate) struct Work {
    pub(crate) validator: Validator,
    pub(crate) optimizer: Optimizer,
    pub(crate) order: BlockOrder,
    selector: Selector,
    allocator: LocalAllocator,
    scan: LinearScan,
    cleanup: Cleanup,
    stats: AllocStats,
    trace: Trace,
    /// These two are large, and moved for each procedure.
    code: Option<Box<Air>>,
    selected: InstBuffer,
    allocated: InstBuffer,
    batch: Batch,
    buffer: Option<Box<CodeBuffer>>,
    emission: EmitState,
    exits: ExitEncoder,
    labels: Vec<Label>,
    /// Where the code of each entry begins behind its prologue.
    bodies: Vec<Label>,
    /// Blocks that begin with landing pads.
    landings: BitSet,
    late_frame: air_opt::LateFrame,
    layout: air_opt::Layout,
    /// Blocks in order of emission.
    placed: Vec<air_opt::Placed>,
    forwarding: air_opt::CopyForwarding,
    /// Blocks that selection ends in two branches.
    splits: Vec<(air::BlockId, air::SplitEdge)>,
    #[cfg(feature = "cranelift")]
    pub(crate) cranelift: CraneliftBackend,
    pub(crate) stage: Option<Stage>,
}

/// How many instructions make selection stop at O0, for what it has to be allocated and emitted. Each of these is a lot
/// of code, which is in the processor's first cache while it runs, and not any more when the others have run: with one
/// block at a time, O0 takes 5 % longer. What the instructions are in is to stay in a cache, too.
const ENOUGH: usize = 512;

/// Blocks that are next: the place of each in the order, and its instructions in the buffer that was written last.
type Batch = Vec<(usize, Range<usize>)>;

/// Where the instructions of a block are.
#[derive(Clone)]
enum BlockCode<'a> {
    /// In the code of the whole procedure; and a block of which a copy takes the place of the jump to it.
    Whole(&'a InstBuffer, Option<air::BlockId>),
    /// Among those that were allocated last, backward.
    Batch(Range<usize>),
}

pub(crate) fn bug(stage: Stage, message: String, proc: &Procedure) -> CompileError {
    CompileError::Bug { stage, message, procedure: proc.to_string() }
}

pub(crate) fn before(work: &mut Work, observer: &mut Option<&mut (dyn Observer + '_)>, stage: Stage) {
    work.stage = Some(stage);
    if let Some(observer) = observer {
        observer.before(stage);
    }
}

pub(crate) fn after(observer: &mut Option<&mut (dyn Observer + '_)>, stage: Stage, progress: Progress<'_>) {
    if let Some(observer) = observer {
        observer.after(stage, progress);
    }
}

/// One compilation.
pub(crate) struct Run<'a, 'o> {
    proc: &'a Procedure,
    target: Target,
    options: &'a Options,
    emitter: &'static dyn Emitter,
    work: &'a mut Work,
    observer: Option<&'a mut (dyn Observer + 'o)>,
    /// There are patchpoints.
    patches: bool,
    /// Blocks may run before the frame is made.
    may_be_late: bool,
}

impl<'a, 'o> Run<'a, 'o> {
    pub(crate) fn new(
        proc: &'a Procedure,
        target: Target,
        options: &'a Options,
        work: &'a mut Work,
        observer: Option<&'a mut (dyn Observer + 'o)>,
    ) -> Result<Run<'a, 'o>, CompileError> {
        let unsupported = CompileError::UnsupportedTarget { target: target.name() };
        let emitter = isa::emitter(target.desc.arch).ok_or(unsupported)?;
        let patches = !proc.stackmaps().is_empty();
        Ok(Run { proc, target, options, emitter, work, observer, patches, may_be_late: false })
    }

    pub(crate) fn compile(mut self) -> Result<CompiledCode, CompileError> {
        self.order_blocks();
        let mut code = self.work.code.take().unwrap_or_else(|| Box::new(Air::new(self.target)));
        code.reset(self.target);
        let new_buffer = || Box::new(CodeBuffer::new(self.target.desc.arch));
        let mut buffer = self.work.buffer.take().unwrap_or_else(new_buffer);
        buffer.clear();
        buffer.protect(self.options.branch_protection);
        let result = self.blocks_to_bytes(&mut code, &mut buffer);
        (self.work.code, self.work.buffer) = (Some(code), Some(buffer));
        result
    }

    fn blocks_to_bytes(
        &mut self,
        code: &mut Air,
        buffer: &mut CodeBuffer,
    ) -> Result<CompiledCode, CompileError> {
        let alloc_options = self.alloc_options();
        self.begin(code)?;
        match self.options.opt_level {
            OptLevel::O0 if !may_save(self.proc) && !self.needs_landings() => {
                self.work.late_frame.clear();
                self.begin_emission(code, buffer);
                self.work.allocator.begin(code, &alloc_options).map_err(CompileError::Allocation)?;
                self.by_batches(code, buffer)?;
            }
            // A return is emitted when it is known what it restores, and a block when it is known who goes there.
            OptLevel::O0 | OptLevel::O1 | OptLevel::O2 => {
                let may_be_late = self.may_be_late();
                self.whole_procedure(code, &alloc_options, may_be_late)?;
                self.before(Stage::Emit);
                self.find_late_frame(code)?;
                self.place_blocks(code);
                self.begin_emission(code, buffer);
                let placed = std::mem::take(&mut self.work.placed);
                self.emit_blocks(&placed, code, buffer);
                self.work.placed = placed;
            }
        }
        // What is told here has taken no time.
        self.before(Stage::Allocate);
        let stats = self.work.stats;
        self.after(Stage::Allocate, Progress::Allocated(&stats));

        self.before(Stage::Emit);
        self.emitter.emit_cold(buffer, &mut self.work.emission, code, &mut Closures(self.proc));
        let frame = self.emitter.frame_info(code).map_err(CompileError::Emission)?;
        let entries = if self.work.late_frame.is_late() {
            self.work.bodies.clone()
        } else {
            buffer.start_prologue();
            self.emitter.emit_prologues(buffer, code, &frame, &self.work.bodies)
        };
        entries.iter().for_each(|entry| buffer.add_entry(*entry));
        let named = |error| emission_error(self.proc, self.work.selector.patchpoints(), error);
        let mut compiled = buffer.finish(frame).map_err(named)?;
        compiled.exits = self.work.exits.encode(self.proc, buffer).map_err(CompileError::Emission)?;
        self.after(Stage::Emit, Progress::Compiled(&compiled));
        Ok(compiled)
    }

    fn alloc_options(&self) -> AllocOptions {
        let global_registers = self.options.opt_level == OptLevel::O1;
        AllocOptions { forced: self.options.forced, global_registers }
    }

    fn begin(&mut self, code: &mut Air) -> Result<(), CompileError> {
        self.work.selector.shadows_are_tmps = self.options.opt_level != OptLevel::O0;
        self.work.selector.patterns = self.options.opt_level > OptLevel::O0;
        self.work.selector.begin(self.proc, self.work.validator.facts(), code)?;
        self.work.trace.clear();
        self.lay_out_blocks(code);
        Ok(())
    }

    /// Labels for all blocks, and for each entry the place where its body begins.
    fn begin_emission(&mut self, code: &Air, buffer: &mut CodeBuffer) {
        self.work.emission.clear();
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

    /// True if there may be blocks that begin with landing pads.
    fn needs_landings(&self) -> bool {
        let goes_by_address = |block: ir::BlockId| {
            let terminal = self.proc.terminal(block).map(|value| self.proc.value(value).opcode());
            matches!(terminal, Some(ir::Opcode::Switch | ir::Opcode::Patchpoint))
        };
        self.options.branch_protection.landing_pads && self.proc.block_ids().any(goes_by_address)
    }

    /// Gives each reachable block its place in the code.
    fn lay_out_blocks(&mut self, code: &mut Air) {
        let order = &self.work.order;
        for place in 0..order.len() {
            code.blocks.push(air::Block {
                insts: 0..0,
                successors: order.successors(self.proc, place, |to| air::BlockId::new(to as u32)),
                frequency: order.frequency(self.proc, place),
                rare: order.is_cold(place),
            });
        }
    }

    /// O0, if nothing is to be saved.
    fn by_batches(&mut self, code: &mut Air, buffer: &mut CodeBuffer) -> Result<(), CompileError> {
        let mut batch = std::mem::take(&mut self.work.batch);
        let mut done = 0;
        while done < self.work.order.len() {
            self.select_batch(done, &mut batch, code)?;
            self.allocate_batch(&mut batch, code)?;
            self.before(Stage::Emit);
            for (place, insts) in &batch {
                let ids = [*place, *place + 1].map(|place| air::BlockId::new(place as u32));
                self.emit_block(ids, code, buffer, BlockCode::Batch(insts.clone()));
            }
            self.after(Stage::Emit, Progress::Code(code));
            done += batch.len();
        }
        self.work.batch = batch;
        self.work.stats = self.work.allocator.stats();
        if !code.saved.is_empty() {
            let message =
                String::from("registers must be saved, and returns were emitted before that was known");
            return Err(bug(Stage::Allocate, message, self.proc));
        }
        self.check(code)
    }

    /// Selects blocks from a place on, at least one.
    fn select_batch(&mut self, first: usize, batch: &mut Batch, code: &mut Air) -> Result<(), CompileError> {
        self.before(Stage::Select);
        batch.clear();
        self.work.selected.clear();
        let (mut place, mut end) = (first, 0);
        while place < self.work.order.len() && end <= ENOUGH {
            self.select(place, code)?;
            let start = std::mem::replace(&mut end, self.work.selected.insts.len());
            batch.push((place, start..end));
            place += 1;
        }
        self.after(Stage::Select, Progress::Code(code));
        Ok(())
    }

    /// Allocates what was selected.
    fn allocate_batch(&mut self, batch: &mut Batch, code: &mut Air) -> Result<(), CompileError> {
        self.before(Stage::Allocate);
        self.work.allocated.clear();
        self.work.allocated.reserve(self.work.selected.insts.len());
        for (place, insts) in batch {
            let trace = self.options.check_allocation.then(|| {
                self.work.trace.begin_block(air::BlockId::new(*place as u32));
                &mut self.work.trace
            });
            let (selected, allocated) = (&self.work.selected, &mut self.work.allocated);
            let start = allocated.insts.len();
            let block = selected.insts[insts.clone()].iter();
            let result = self.work.allocator.allocate_block(code, block, selected, allocated, trace);
            result.map_err(CompileError::Allocation)?;
            *insts = start..allocated.insts.len();
            if self.patches {
                regalloc::find_live_across_in_block(code, allocated, insts.clone());
            }
        }
        self.after(Stage::Allocate, Progress::Code(code));
        Ok(())
    }

    /// O1 and O2, and O0 if there is something to save: the whole procedure as Air, then allocated. `may_be_late`: blocks
    /// may run before the frame is made.
    fn whole_procedure(
        &mut self,
        code: &mut Air,
        options: &AllocOptions,
        may_be_late: bool,
    ) -> Result<(), CompileError> {
        self.before(Stage::Select);
        let mut splits = std::mem::take(&mut self.work.splits);
        splits.clear();
        for place in 0..self.work.order.len() {
            self.work.selected.clear();
            self.select(place, code)?;
            let start = code.buffer.insts.len() as u32;
            for inst in self.work.selected.insts.iter().rev() {
                code.buffer.push_from(&self.work.selected, inst);
            }
            let block = air::BlockId::new(place as u32);
            code.blocks[block].insts = start..code.buffer.insts.len() as u32;
            splits.extend(self.work.selector.split.map(|edge| (block, edge)));
        }
        if self.options.opt_level > OptLevel::O0 {
            self.work.forwarding.run(code);
        }
        code.split_blocks(&splits);
        self.work.splits = splits;
        // Frames that are probed are made at the entry.
        let slots = code.slots.values().fold(0, |all: u32, slot| all.saturating_add(slot.size));
        self.may_be_late = may_be_late && slots < self.target.desc.conventions[0].probe_interval;
        if self.may_be_late && self.options.opt_level == OptLevel::O2 {
            self.may_be_late = self.work.late_frame.prepare(code);
        }
        self.after(Stage::Select, Progress::Code(code));
        self.before(Stage::Allocate);
        let trace = self.options.check_allocation.then_some(&mut self.work.trace);
        let first_home = code.slots.len();
        let asked = self.observer.as_ref().is_some_and(|observer| observer.asks_why());
        let mut why = (asked && self.options.opt_level != OptLevel::O0).then(Why::new);
        let stats = match self.options.opt_level {
            OptLevel::O0 | OptLevel::O1 => {
                regalloc::allocate(&mut self.work.allocator, code, options, trace, why.as_mut())
            }
            OptLevel::O2 => self.work.scan.explain(code, options, trace, why.as_mut()),
        };
        let mut stats = stats.map_err(CompileError::Allocation)?;
        if let Some(why) = &why {
            self.after(Stage::Allocate, Progress::Explained(code, why));
        }
        if self.options.opt_level == OptLevel::O2 {
            let trace = self.options.check_allocation.then_some(&mut self.work.trace);
            self.work.cleanup.run(code, first_home, &mut stats, trace);
        }
        if self.patches {
            regalloc::find_live_across(code);
        }
        self.work.stats = stats;
        self.after(Stage::Allocate, Progress::Code(code));
        self.check(code)
    }

    /// True if nothing but what they do forbids that blocks run before the frame is made.
    fn may_be_late(&self) -> bool {
        self.options.opt_level > OptLevel::O0
            && self.options.late_frames
            && self.target.desc.late_frames
            && self.proc.entry_count <= 1
            && self.options.branch_protection == BranchProtection::NONE
    }

    /// Which blocks of allocated code run before the frame is made.
    fn find_late_frame(&mut self, code: &mut Air) -> Result<(), CompileError> {
        self.work.late_frame.clear();
        if self.may_be_late && self.work.late_frame.find(code) {
            // Probing takes registers that are free at the entry.
            let probed = self.target.desc.conventions[0].probe_interval;
            let frame = self.emitter.frame_info(code).map_err(CompileError::Emission)?;
            if frame.size >= probed {
                self.work.late_frame.clear();
                return Ok(());
            }
            let is_never = self.work.late_frame.is_never();
            let counter =
                if is_never { &mut self.work.stats.without_frame } else { &mut self.work.stats.late_frames };
            *counter += 1;
        }
        Ok(())
    }

    /// The order in which the blocks of allocated code are emitted, and which of them begin loops.
    fn place_blocks(&mut self, code: &mut Air) {
        let Work { layout, placed, late_frame, .. } = &mut *self.work;
        match self.options.opt_level {
            OptLevel::O0 => layout.keep(code),
            OptLevel::O1 | OptLevel::O2 => layout.compute(code, late_frame),
        }
        let aligns = self.options.opt_level == OptLevel::O2;
        placed.clear();
        placed.extend(layout.placed(code, aligns));
    }

    fn emit_blocks(&mut self, placed: &[air_opt::Placed], code: &Air, buffer: &mut CodeBuffer) {
        for (i, here) in placed.iter().enumerate() {
            if here.loop_len != 0 {
                self.emitter.align_loop(buffer, here.loop_len);
            }
            let next = placed.get(i + 1).map_or(air::BlockId::INVALID, |next| next.block);
            self.emit_block([here.block, next], code, buffer, BlockCode::Whole(&code.buffer, here.tail));
        }
        buffer.set_frame(true);
        self.after(Stage::Emit, Progress::Code(code));
    }

    /// The order in which blocks are selected and allocated: the linear scan is the better for one that fits the graph.
    fn order_blocks(&mut self) {
        match self.options.opt_level {
            OptLevel::O0 | OptLevel::O1 => self.work.order.compute(self.proc),
            OptLevel::O2 => self.work.order.compute_nested(self.proc, self.work.optimizer.control_flow()),
        }
    }

    /// Everything up to allocated code.
    pub(crate) fn prepare(mut self) -> Result<Parts, CompileError> {
        self.order_blocks();
        let mut code = Air::new(self.target);
        self.begin(&mut code)?;
        let options = self.alloc_options();
        // Prologues come first in an assembly.
        self.whole_procedure(&mut code, &options, false)?;
        self.before(Stage::Emit);
        self.work.late_frame.clear();
        self.place_blocks(&mut code);
        let mut frame = self.emitter.frame_info(&code).map_err(CompileError::Emission)?;
        frame.signs_return_address = self.options.branch_protection.sign_return_address;
        let placed = self.work.placed.clone();
        let patchpoints = self.work.selector.patchpoints().to_vec();
        Ok(Parts { code, frame, placed, patchpoints })
    }

    /// The prologues, the blocks and what is out of line of prepared code, from here on. Gives the entries.
    pub(crate) fn generate(
        mut self,
        parts: &Parts,
        buffer: &mut CodeBuffer,
    ) -> Result<Vec<Label>, CompileError> {
        self.before(Stage::Emit);
        self.work.late_frame.clear();
        self.begin_emission(&parts.code, buffer);
        let entries = self.emitter.emit_prologues(buffer, &parts.code, &parts.frame, &self.work.bodies);
        self.emit_blocks(&parts.placed, &parts.code, buffer);
        let generators = &mut Closures(self.proc);
        self.emitter.emit_cold(buffer, &mut self.work.emission, &parts.code, generators);
        buffer.set_origin(Origin::NONE);
        buffer.take_written();
        match buffer.error() {
            Some(error) => Err(emission_error(self.proc, &parts.patchpoints, error.clone())),
            None => Ok(entries),
        }
    }

    fn select(&mut self, place: usize, code: &mut Air) -> Result<(), CompileError> {
        let node = self.work.order.node(place);
        let work = &mut *self.work;
        work.selector.select_block(self.proc, work.validator.facts(), node, code, &mut work.selected)?;
        Ok(())
    }

    /// Emits a block, behind which `next` comes, if that is a block.
    fn emit_block(
        &mut self,
        [id, next]: [air::BlockId; 2],
        code: &Air,
        buffer: &mut CodeBuffer,
        insts: BlockCode<'_>,
    ) {
        let number = id.number() as usize;
        // The first block of a procedure with several entries is there once for each: its copies end differently.
        let again = if number == 0 { self.proc.entry_count.max(1) as usize - 1 } else { 0 };
        for entry in 0..again {
            self.emit_copy(
                [id, air::BlockId::INVALID],
                (entry, self.work.bodies[entry]),
                code,
                buffer,
                insts.clone(),
            );
        }
        let label = if number == 0 { self.work.bodies[again] } else { self.work.labels[number] };
        self.emit_copy([id, next], (again, label), code, buffer, insts);
    }

    fn emit_copy(
        &mut self,
        [id, next]: [air::BlockId; 2],
        (entry, label): (usize, Label),
        code: &Air,
        buffer: &mut CodeBuffer,
        insts: BlockCode<'_>,
    ) {
        buffer.bind(label);
        if self.work.landings.contains(id.number() as usize) {
            self.emitter.emit_landing_pad(buffer);
        }
        let late = &self.work.late_frame;
        buffer.set_frame(!late.is_before(id));
        if late.begins_at(id) {
            buffer.set_origin(Origin::NONE);
            match self.emitter.frame_info(code) {
                Ok(frame) => self.emitter.emit_late_prologue(buffer, code, &frame),
                Err(error) => buffer.fail(error),
            }
        }
        let block = &code.blocks[id];
        let context = BlockContext {
            labels: &self.work.labels,
            successors: &block.successors,
            next: code.blocks.contains(next).then_some(next),
            entry,
        };
        let emission = &mut self.work.emission;
        let generators = &mut Closures(self.proc);
        match insts {
            BlockCode::Whole(insts, tail) => {
                let mut emit = |block: &air::Block, end: u32, context| {
                    let range = block.insts.start as usize..end as usize;
                    self.emitter.emit_block(buffer, emission, code, insts, range, false, context, generators);
                };
                // A copy of the tail takes the place of the jump to it.
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

    fn check(&mut self, code: &Air) -> Result<(), CompileError> {
        // A frame that cannot be addressed is the client's doing; what the checker finds is ours.
        self.emitter.frame_info(code).map_err(CompileError::Emission)?;
        if !self.options.check_allocation {
            return Ok(());
        }
        self.before(Stage::Check);
        if let Err(errors) = regalloc::check(code, &self.work.trace) {
            let message = errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
            return Err(bug(Stage::Check, message, self.proc));
        }
        self.after(Stage::Check, Progress::Code(code));
        Ok(())
    }

    fn before(&mut self, stage: Stage) {
        before(self.work, &mut self.observer, stage);
    }

    fn after(&mut self, stage: Stage, progress: Progress<'_>) {
        after(&mut self.observer, stage, progress);
    }
}
