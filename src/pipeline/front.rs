//! The stages on the IR: validation, and passes.

use super::Result;
use super::back_end::BackEnd;
use super::error::{CompileError, bug};
use super::observe::{Observation, Progress, Stage};
use super::work::Work;
use crate::base::{Budget, Gauge, MemoryOf, Stop, Target};
use crate::ir::Procedure;
use crate::ir::validate::Contents;
use crate::isa::Generators;
use crate::opt::{Callees, Levels, Pass, PassCounts, PassSet, Watch};
use crate::options::{Backend, OptLevel, Options};
use std::sync::Arc;

/// State that the stages of one compilation share.
pub(super) struct Stages<'a, 'o> {
    pub(super) target: Target,
    pub(super) options: &'a Options,
    pub(super) callees: Option<&'a Arc<dyn Callees>>,
    pub(super) work: &'a mut Work,
    pub(super) observation: &'a mut Observation<'o>,
    pub(super) generators: Option<&'o mut (dyn Generators + 'o)>,
}

/// Returns the levels of the pass pipeline that the options select; `None` if no pass runs.
pub(super) fn levels(options: &Options) -> Option<Levels> {
    match options.opt_level {
        _ if options.backend != Backend::Barebones || options.passes == PassSet::NONE => None,
        OptLevel::O0 => None,
        OptLevel::O1 => Some(Levels::O1),
        OptLevel::O2 => Some(Levels::O2),
    }
}

impl<'a, 'o> Stages<'a, 'o> {
    /// Checks a procedure, and collects the facts that passes and selection use.
    pub(super) fn validate(&mut self, proc: &Procedure) -> Result<()> {
        self.observation.before(Stage::Validate);
        let values = proc.value_count() as u64;
        let gauged = gauge_procedure(&mut self.work.gauge, proc, values);
        gauged.map_err(|stop| CompileError::stopped(Stage::Validate, stop))?;
        self.work.optimizer.control_flow().invalidate();
        self.work.validator.validate(proc).map_err(CompileError::Invalid)?;
        // Exit states share frames, and no later stage does: their size can be quadratic.
        let exits = self.work.gauge.work(proc.exit_entries());
        exits.map_err(|stop| CompileError::stopped(Stage::Validate, stop))?;
        self.observation.after(Stage::Validate, Progress::Procedure(proc));
        Ok(())
    }

    /// Runs passes over a valid procedure. Validates the result, because selection needs the facts about it.
    pub(super) fn optimize(&mut self, proc: &mut Procedure) -> Result<()> {
        let Work { gauge, validator, optimizer, .. } = &mut *self.work;
        optimizer.set_callees(self.callees.cloned());
        optimizer.set_input(self.options.input);
        optimizer.set_rewrites(self.options.rewrites);
        let Some(levels) = levels(self.options) else { return Ok(()) };
        self.observation.before(Stage::Optimize);
        let contents = validator.facts().contents();
        optimizer.set_max_values(gauge.limits().values);
        let mut watch = Bounded { watch: self.observation.of_passes(), gauge, stop: None };
        let changed = optimizer.run(proc, contents, levels, self.options.passes, Some(&mut watch));
        if let Some(stop) = watch.stop {
            return Err(CompileError::stopped(Stage::Optimize, stop));
        }
        if changed && let Err(violations) = validator.validate(proc) {
            let message = violations.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
            return Err(bug(Stage::Optimize, message, proc));
        }
        self.observation.after(Stage::Optimize, Progress::Procedure(proc));
        Ok(())
    }

    /// True if the procedure, which was validated, is expanded: it has Polls, or its constants are blinded.
    pub(super) fn expands(&self) -> bool {
        self.has_polls() || self.options.hardening.blind_constants
    }

    fn has_polls(&self) -> bool {
        self.work.validator.facts().contents().contains(Contents::POLLS)
    }

    /// Moves the calls of Polls to cold blocks, blinds constants, and validates the result.
    pub(super) fn expand(&mut self, proc: &mut Procedure) -> Result<()> {
        if self.has_polls() {
            proc.expand_polls();
        }
        if self.options.hardening.blind_constants {
            proc.blind_constants(self.options.hardening.seed);
        }
        self.work.optimizer.control_flow().invalidate();
        if let Err(violations) = self.work.validator.validate(proc) {
            let message = violations.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
            return Err(bug(Stage::Optimize, message, proc));
        }
        Ok(())
    }

    /// Continues with the library's own back end.
    pub(super) fn back_end(self, proc: &'a Procedure) -> Result<BackEnd<'a, 'o>> {
        BackEnd::new(proc, self.target, self.options, self.work, (self.observation, self.generators))
    }
}

/// Notes the size of a procedure, and counts work units.
fn gauge_procedure(gauge: &mut Gauge, proc: &Procedure, work: u64) -> std::result::Result<(), Stop> {
    gauge.size(Budget::Values, proc.value_count() as u64)?;
    gauge.size(Budget::Blocks, proc.block_count() as u64)?;
    gauge.memory(MemoryOf::Ir, proc.bytes())?;
    gauge.work(work)
}

/// A watch that stops the passes at a limit.
struct Bounded<'a> {
    watch: Option<&'a mut dyn Watch>,
    gauge: &'a mut Gauge,
    /// Why the passes were stopped.
    stop: Option<Stop>,
}

impl Watch for Bounded<'_> {
    fn before(&mut self, pass: &'static Pass) {
        if let Some(watch) = &mut self.watch {
            watch.before(pass);
        }
    }

    fn after(&mut self, pass: &'static Pass, proc: &Procedure, counts: PassCounts) {
        if let Some(watch) = &mut self.watch {
            watch.after(pass, proc, counts);
        }
        self.stop = gauge_procedure(self.gauge, proc, counts.work).err();
    }

    fn stops(&self) -> bool {
        self.stop.is_some()
    }
}
