//! The library's own back end: one compilation, and the steps that its two paths share.

use super::Result;
use super::error::{CompileError, bug};
use super::observe::{Observation, Progress, Stage};
use super::work::Work;
use crate::air::{self, Code as Air};
use crate::base::{Budget, MemoryOf, Target};
use crate::ir::{self, Procedure};
use crate::isa::{self, CodeBuffer, Emitter, Generators};
use crate::lower::{may_save, references_move};
use crate::options::{OptLevel, Options};
use crate::regalloc::{self, AllocOptions};

/// The back end, compiling one procedure for which the validator has collected facts.
pub(super) struct BackEnd<'a, 'o> {
    pub(super) proc: &'a Procedure,
    pub(super) target: Target,
    pub(super) options: &'a Options,
    pub(super) emitter: &'static dyn Emitter,
    pub(super) work: &'a mut Work,
    observation: &'a mut Observation<'o>,
    /// For generators of the procedure that have no closure.
    pub(super) generators: Option<&'o mut (dyn Generators + 'o)>,
    /// True if the procedure has patchpoints.
    pub(super) patches: bool,
    /// True if blocks may run before the frame is created.
    pub(super) shrink_wraps: bool,
}

impl<'a, 'o> BackEnd<'a, 'o> {
    pub(super) fn new(
        proc: &'a Procedure,
        target: Target,
        options: &'a Options,
        work: &'a mut Work,
        (observation, generators): (&'a mut Observation<'o>, Option<&'o mut (dyn Generators + 'o)>),
    ) -> Result<BackEnd<'a, 'o>> {
        let unsupported = CompileError::UnsupportedTarget { target: target.name() };
        let emitter = isa::emitter(target.desc.arch).ok_or(unsupported)?;
        let patches = !proc.stackmaps().is_empty();
        Ok(BackEnd {
            proc,
            target,
            options,
            emitter,
            work,
            observation,
            generators,
            patches,
            shrink_wraps: false,
        })
    }

    pub(super) fn take_memory(&mut self) -> (Box<Air>, Box<CodeBuffer>) {
        let mut code = self.work.code.take().unwrap_or_else(|| Box::new(Air::new(self.target)));
        code.reset(self.target);
        let new_buffer = || Box::new(CodeBuffer::new(self.target.desc.arch));
        let mut buffer = self.work.buffer.take().unwrap_or_else(new_buffer);
        buffer.clear();
        buffer.protect(self.options.branch_protection);
        buffer.harden_branches(self.options.hardening.indirect_branches);
        (code, buffer)
    }

    pub(super) fn give_back_memory(&mut self, code: Box<Air>, buffer: Box<CodeBuffer>) {
        (self.work.code, self.work.buffer) = (Some(code), Some(buffer));
    }

    /// Computes the order of selection and allocation. The linear scan needs one that follows the graph.
    pub(super) fn order_blocks(&mut self) {
        match self.options.opt_level {
            OptLevel::O0 | OptLevel::O1 => self.work.order.compute(self.proc),
            OptLevel::O2 => self.work.order.compute_nested(self.proc, self.work.optimizer.control_flow()),
        }
    }

    /// True if some blocks can be emitted before others are selected.
    ///
    /// False without [`Options::batches`](crate::Options::batches); if callee-saved registers must be saved, because
    /// each return restores them; if blocks begin with landing pads, because these depend on all branches; or if maps of
    /// references are needed, because liveness is.
    pub(super) fn works_in_batches(&self) -> bool {
        self.options.opt_level == OptLevel::O0
            && self.options.batches
            && !may_save(self.proc)
            && !self.needs_landings()
            && !self.references_move()
    }

    /// True if the procedure has references and safepoints.
    pub(super) fn references_move(&self) -> bool {
        references_move(self.work.validator.facts())
    }

    /// True if blocks may begin with landing pads.
    fn needs_landings(&self) -> bool {
        let branches_indirectly = |block: ir::BlockId| {
            let terminal = self.proc.terminal(block).map(|value| self.proc.value(value).opcode());
            matches!(terminal, Some(ir::Opcode::Switch | ir::Opcode::Patchpoint))
        };
        self.options.branch_protection.landing_pads && self.proc.block_ids().any(branches_indirectly)
    }

    /// Prepares selection, and creates the blocks of the machine code, which are empty.
    pub(super) fn begin_selection(&mut self, code: &mut Air) -> Result<()> {
        self.work.selector.shadows_are_tmps =
            self.options.opt_level != OptLevel::O0 || self.references_move();
        self.work.selector.patterns = self.options.opt_level > OptLevel::O0;
        let records = self.options.opt_level != OptLevel::O0 && self.observation.observes_combinations();
        self.work.selector.record(records);
        self.work.selector.begin(self.proc, self.work.validator.facts(), code)?;
        code.tests_bits = !self.options.hardening.blind_constants;
        self.work.trace.clear();
        let order = &self.work.order;
        for place in 0..order.len() {
            code.blocks.push(air::Block {
                insts: 0..0,
                successors: order.successors(self.proc, place, |to| air::BlockId::new(to as u32)),
                frequency: order.frequency(self.proc, place),
                rare: order.is_cold(place),
            });
        }
        Ok(())
    }

    /// Selects the block at this place of the order.
    pub(super) fn select_block(&mut self, place: usize, code: &mut Air) -> Result<()> {
        let node = self.work.order.node(place);
        let work = &mut *self.work;
        work.selector.select_block(self.proc, work.validator.facts(), node, code, &mut work.selected)?;
        Ok(())
    }

    pub(super) fn alloc_options(&self) -> AllocOptions {
        let global_registers = self.options.opt_level == OptLevel::O1;
        AllocOptions { forced: self.options.forced, global_registers }
    }

    /// Fails if the frame cannot be addressed. Proves the allocation if the options request it.
    pub(super) fn check(&mut self, code: &Air) -> Result<()> {
        // The client can cause a frame that is too large. An error that the checker finds is a bug of this library.
        let frame = self.emitter.frame_info(code).map_err(CompileError::emission)?;
        let gauged = self.work.gauge.size(Budget::FrameBytes, frame.size.into());
        gauged.map_err(|stop| CompileError::stopped(Stage::Allocate, stop))?;
        if !self.options.check_allocation {
            return Ok(());
        }
        self.begin(Stage::Check);
        if let Err(errors) = regalloc::check(code, &self.work.trace) {
            let message = errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
            return Err(bug(Stage::Check, message, self.proc));
        }
        self.end(Stage::Check, Progress::Code(code));
        Ok(())
    }

    /// Fails if the compilation is cancelled.
    pub(super) fn poll(&self, stage: Stage) -> Result<()> {
        self.work.gauge.poll().map_err(|stop| CompileError::stopped(stage, stop))
    }

    /// Counts work units.
    pub(super) fn gauge_work(&mut self, stage: Stage, units: usize) -> Result<()> {
        self.work.gauge.work(units as u64).map_err(|stop| CompileError::stopped(stage, stop))
    }

    /// Counts work units, and notes the memory of the machine code.
    pub(super) fn gauge_code(&mut self, stage: Stage, units: usize, bytes: u64) -> Result<()> {
        let noted = self.work.gauge.memory(MemoryOf::Machine, bytes);
        noted.map_err(|stop| CompileError::stopped(stage, stop))?;
        self.gauge_work(stage, units)
    }

    /// Counts emitted instructions, and notes the size of the code so far.
    pub(super) fn gauge_bytes(&mut self, insts: usize, buffer: &CodeBuffer) -> Result<()> {
        let (gauge, bytes) = (&mut self.work.gauge, u64::from(buffer.offset() - self.work.code_start));
        let noted = gauge.size(Budget::CodeBytes, bytes).and_then(|()| gauge.memory(MemoryOf::Code, bytes));
        noted.map_err(|stop| CompileError::stopped(Stage::Emit, stop))?;
        self.gauge_work(Stage::Emit, insts)
    }

    /// Reports the statistics of allocation, which are complete now, to the observer.
    pub(super) fn report_allocation(&mut self) {
        self.begin(Stage::Allocate);
        let stats = self.work.stats;
        self.end(Stage::Allocate, Progress::Allocated(&stats));
    }

    pub(super) fn begin(&mut self, stage: Stage) {
        self.observation.before(stage);
    }

    pub(super) fn end(&mut self, stage: Stage, progress: Progress<'_>) {
        self.observation.after(stage, progress);
    }

    /// True if the observer needs the reasons for the decisions of allocation.
    pub(super) fn observes_decisions(&self) -> bool {
        self.observation.observes_decisions()
    }

    /// True if the observer needs the machine instruction of each part of the code.
    pub(super) fn observes_lines(&self) -> bool {
        self.observation.observes_lines()
    }
}
