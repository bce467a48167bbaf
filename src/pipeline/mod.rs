//! The pipeline: every stage of compilation from a procedure to code, in order.
//!
//! [`Pipeline`] and the first half of [`BackEnd`] are the table of contents: each call is a stage, or a step of one,
//! and its file has the details. The stages on the IR are in `front`. The back end has two paths: `whole` runs each
//! stage on the whole procedure; `batched` (O0) runs all stages on a few blocks at a time.

mod back_end;
mod batched;
mod emit;
pub mod error;
mod front;
mod lines;
mod observe;
mod parts;
mod whole;
#[cfg(feature = "cranelift")]
mod with_cranelift;
mod work;

use crate::air::Code as Air;
use crate::base::{Arch, BranchProtection, Budget, CancelToken, Gauge, Target, Usage};
use crate::ir::Procedure;
use crate::isa::{CodeBuffer, CompiledCode, Label};
use crate::opt::{Callees, InlineStats};
use crate::options::{Backend, OnLimit, OptLevel, Options};
use back_end::BackEnd;
use error::{CompileError, bug};
use front::Stages;
pub(crate) use observe::Attached;
use observe::Observation;
use std::any::Any;
use std::ops::Deref;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use work::Work;

pub use observe::{CodeLine, Observer, Progress, Stage};
pub(crate) use parts::Parts;

/// The result of a stage.
type Result<T> = std::result::Result<T, CompileError>;

/// Compiles procedures to bytes for one target, and reuses its memory between procedures.
pub(crate) struct Pipeline {
    pub(crate) target: Target,
    pub(crate) options: Options,
    /// The procedures whose calls may be inlined.
    pub(crate) callees: Option<Arc<dyn Callees>>,
    /// Cancels compilations.
    pub(crate) cancel: Option<CancelToken>,
    /// The error of the last compilation, if it was repeated at O0.
    fell_back: Option<CompileError>,
    work: Work,
}

impl Pipeline {
    pub(crate) fn new(target: Target, options: Options) -> Pipeline {
        Pipeline { target, options, callees: None, cancel: None, fell_back: None, work: Work::default() }
    }

    /// Compiles a procedure. Passes rewrite it in place.
    pub(crate) fn compile(&mut self, proc: &mut Procedure, attached: Attached<'_>) -> Result<CompiledCode> {
        self.check_request(proc)?;
        let osr_entries = proc.osr_layouts();
        let code = self.run_within_limits(proc, attached, |mut stages, proc| {
            stages.validate(proc)?;
            proc.clear_osr_entries();
            stages.optimize(proc)?;
            if stages.expands() {
                stages.expand(proc)?;
            }
            stages.generate(proc)
        })?;
        Ok(CompiledCode { osr_entries, ..code })
    }

    /// Compiles a procedure and does not change it. Clones it only if passes run.
    pub(crate) fn compile_copy(&mut self, proc: &Procedure, attached: Attached<'_>) -> Result<CompiledCode> {
        if front::levels(&self.options).is_some() {
            return self.compile(&mut proc.clone(), attached);
        }
        self.check_request(proc)?;
        self.run_within_limits(proc, attached, |mut stages, proc| {
            stages.work.optimizer.set_callees(None);
            stages.validate(proc)?;
            let code = if stages.expands() {
                let mut copy = Procedure::clone(proc);
                copy.clear_osr_entries();
                stages.expand(&mut copy)?;
                stages.generate(&copy)?
            } else {
                stages.generate(proc)?
            };
            Ok(CompiledCode { osr_entries: proc.osr_layouts(), ..code })
        })
    }

    /// Compiles a procedure as far as allocated machine code.
    pub(crate) fn prepare(&mut self, proc: &mut Procedure) -> Result<Parts> {
        self.check_target(proc)?;
        if self.options.backend != Backend::Barebones {
            return Err(CompileError::UnsupportedTarget { target: self.options.backend.name() });
        }
        self.check_protection()?;
        self.run_within_limits(proc, Attached::default(), |mut stages, proc| {
            stages.validate(proc)?;
            proc.clear_osr_entries();
            stages.optimize(proc)?;
            if stages.expands() {
                stages.expand(proc)?;
            }
            stages.back_end(proc)?.prepare()
        })
    }

    /// Emits a prepared procedure at the current position of the buffer. Returns its entries.
    pub(crate) fn emit_prepared(
        &mut self,
        proc: &Procedure,
        parts: &Parts,
        buffer: &mut CodeBuffer,
    ) -> Result<Vec<Label>> {
        self.run(&mut &*proc, Attached::default(), |stages, proc| {
            stages.back_end(proc)?.emit_prepared(parts, buffer)
        })
    }

    /// Returns the error of the last compilation at its level, if it was then repeated at O0.
    pub(crate) fn fell_back(&self) -> Option<&CompileError> {
        self.fell_back.as_ref()
    }

    /// Returns what the last compilation used.
    pub(crate) fn usage(&self) -> &Usage {
        self.work.gauge.usage()
    }

    /// Frees the memory that is kept for the next procedure.
    pub(crate) fn release_memory(&mut self) {
        self.work = Work { gauge: std::mem::take(&mut self.work.gauge), ..Work::default() };
    }

    /// Returns which calls of the last procedure were inlined, and why others were not.
    pub(crate) fn inlined(&self) -> &InlineStats {
        self.work.optimizer.inlined()
    }
}

impl Stages<'_, '_> {
    /// Runs the back end that the options select on a validated procedure.
    fn generate(self, proc: &Procedure) -> Result<CompiledCode> {
        match self.options.backend {
            #[cfg(feature = "cranelift")]
            Backend::Cranelift => self.generate_with_cranelift(proc),
            _ => self.back_end(proc)?.compile(),
        }
    }
}

impl BackEnd<'_, '_> {
    /// Compiles a validated procedure to code.
    fn compile(mut self) -> Result<CompiledCode> {
        let (mut code, mut buffer) = self.take_memory();
        let result = self.compile_into(&mut code, &mut buffer);
        self.give_back_memory(code, buffer);
        result
    }

    fn compile_into(&mut self, code: &mut Air, buffer: &mut CodeBuffer) -> Result<CompiledCode> {
        self.work.lines.clear();
        self.order_blocks();
        self.begin_selection(code)?;
        if self.works_in_batches() {
            self.batches(code, buffer)?;
        } else {
            self.shrink_wraps = self.may_shrink_wrap();
            self.whole_procedure(code)?;
            self.emit_procedure(code, buffer)?;
        }
        self.report_allocation();
        self.finish(code, buffer)
    }

    /// O0: selects, allocates and emits a few blocks at a time.
    fn batches(&mut self, code: &mut Air, buffer: &mut CodeBuffer) -> Result<()> {
        self.begin_batches(code, buffer)?;
        while self.select_batch(code)? {
            self.allocate_batch(code)?;
            self.emit_batch(code, buffer)?;
        }
        self.end_batches(code)?;
        self.check(code)
    }

    /// O1 and O2: compiles the whole procedure to allocated machine code.
    fn whole_procedure(&mut self, code: &mut Air) -> Result<()> {
        self.select_procedure(code)?;
        self.allocate_procedure(code)?;
        self.check(code)
    }

    /// Emits the allocated machine code.
    fn emit_procedure(&mut self, code: &mut Air, buffer: &mut CodeBuffer) -> Result<()> {
        self.begin(Stage::Emit);
        self.shrink_wrap(code)?;
        self.place_blocks(code);
        if self.observes_lines() {
            self.work.lines.number(&mut code.buffer, &self.target, buffer);
        }
        self.begin_emission(code, buffer);
        self.emit_placed_blocks(code, buffer)
    }
}

/// Checks of the request, and containment of panics; these are not stages.
impl Pipeline {
    fn check_request(&self, proc: &Procedure) -> Result<()> {
        self.check_target(proc)?;
        let backend = self.options.backend;
        if !backend.is_built() {
            return Err(CompileError::BackendNotBuilt { backend });
        }
        self.check_protection()
    }

    fn check_target(&self, proc: &Procedure) -> Result<()> {
        let (expected, found) = (self.target.name(), proc.target().name());
        if found != expected {
            return Err(CompileError::WrongTarget { procedure: proc.name.clone(), expected, found });
        }
        Ok(())
    }

    /// Fails if branch protection or hardening is requested that the backend cannot emit.
    fn check_protection(&self) -> Result<()> {
        let (backend, machine) = (self.options.backend, self.target.desc);
        let BranchProtection { landing_pads, sign_return_address } = self.options.branch_protection;
        let hardening = &self.options.hardening;
        match (backend, machine.arch) {
            (Backend::Cranelift, _) if hardening.blind_constants || hardening.indirect_branches => {
                Err(CompileError::NoHardening { by: backend.name() })
            }
            (Backend::Cranelift, _) if landing_pads || sign_return_address => {
                Err(CompileError::NoBranchProtection { by: backend.name() })
            }
            (Backend::Barebones, Arch::X64) if sign_return_address => {
                Err(CompileError::NoBranchProtection { by: machine.name })
            }
            _ => Ok(()),
        }
    }

    /// Runs some stages, and again at O0 if they reach a limit and the options ask for that.
    fn run_within_limits<T, P: Deref<Target = Procedure>>(
        &mut self,
        mut proc: P,
        mut attached: Attached<'_>,
        stages: impl Fn(Stages<'_, '_>, &mut P) -> Result<T>,
    ) -> Result<T> {
        self.fell_back = None;
        let bytes = proc.bytes();
        let error = match self.run(&mut proc, attached.reborrow(), |run, proc| stages(run, proc)) {
            Err(error) if self.falls_back(&error) => error,
            result => return result,
        };
        self.fell_back = Some(error);
        let (level, limits) = (self.options.opt_level, self.options.limits);
        // The input was within the limits, and the passes may have exceeded them.
        self.options.limits.values = limits.values.max(proc.value_count() as u64);
        self.options.limits.blocks = limits.blocks.max(proc.block_count() as u64);
        self.options.limits.memory = limits.memory.saturating_add(proc.bytes().saturating_sub(bytes));
        self.options.opt_level = OptLevel::O0;
        let result = self.run(&mut proc, attached, |run, proc| stages(run, proc));
        (self.options.opt_level, self.options.limits) = (level, limits);
        result
    }

    /// True if the options ask to compile at O0 after this error. Emission is not repeated, because generators may have
    /// run.
    fn falls_back(&self, error: &CompileError) -> bool {
        let repeats = |stage: &Stage| matches!(stage, Stage::Optimize | Stage::Select | Stage::Allocate);
        self.options.on_limit == OnLimit::CompileAtO0
            && self.options.opt_level > OptLevel::O0
            && matches!(error, CompileError::Budget { stage, .. } if repeats(stage))
    }

    /// Runs some stages. A panic in one of them is returned as [`CompileError::Bug`].
    fn run<'o, T, P: Deref<Target = Procedure>>(
        &mut self,
        proc: &mut P,
        attached: Attached<'o>,
        run: impl FnOnce(Stages<'_, 'o>, &mut P) -> Result<T>,
    ) -> Result<T> {
        let Attached { observer, generators } = attached;
        let mut observation = Observation::new(observer);
        self.work.gauge = Gauge::new(self.options.limits, self.cancel.clone());
        let stages = Stages {
            target: self.target,
            options: &self.options,
            callees: self.callees.as_ref(),
            work: &mut self.work,
            observation: &mut observation,
            generators,
        };
        match catch_unwind(AssertUnwindSafe(|| run(stages, proc))) {
            Ok(result) => {
                let result = result.map_err(|error| error.in_procedure(&proc.name));
                if let Err(CompileError::Budget { budget: Budget::Memory, .. }) = result {
                    self.release_memory(); // otherwise it would be kept for the next procedure
                }
                result
            }
            Err(panic) => {
                let mut message = message_of(&*panic);
                if let Some(pass) = self.work.optimizer.current() {
                    message = format!("{pass}: {message}");
                }
                self.work = Work::default(); // the panic may have left it inconsistent
                Err(bug(observation.stage(), message, proc))
            }
        }
    }
}

fn message_of(panic: &(dyn Any + Send)) -> String {
    let message = panic.downcast_ref::<String>().cloned();
    let message = message.or_else(|| panic.downcast_ref::<&str>().map(|text| text.to_string()));
    message.unwrap_or_else(|| String::from("a panic"))
}
