//! The stages on the IR: validation, and passes.

use super::Result;
use super::back_end::BackEnd;
use super::error::{CompileError, bug};
use super::observe::{Observation, Progress, Stage};
use super::work::Work;
use crate::base::Target;
use crate::ir::Procedure;
use crate::isa::Generators;
use crate::opt::{Callees, Levels, PassSet};
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
        self.work.optimizer.control_flow().invalidate();
        self.work.validator.validate(proc).map_err(CompileError::Invalid)?;
        self.observation.after(Stage::Validate, Progress::Procedure(proc));
        Ok(())
    }

    /// Runs passes over a valid procedure. Validates the result, because selection needs the facts about it.
    pub(super) fn optimize(&mut self, proc: &mut Procedure) -> Result<()> {
        let Work { validator, optimizer, .. } = &mut *self.work;
        optimizer.set_callees(self.callees.cloned());
        optimizer.set_input(self.options.input);
        optimizer.set_rewrites(self.options.rewrites);
        let Some(levels) = levels(self.options) else { return Ok(()) };
        self.observation.before(Stage::Optimize);
        let contents = validator.facts().contents();
        let watch = self.observation.of_passes();
        if optimizer.run(proc, contents, levels, self.options.passes, watch)
            && let Err(violations) = validator.validate(proc)
        {
            let message = violations.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
            return Err(bug(Stage::Optimize, message, proc));
        }
        self.observation.after(Stage::Optimize, Progress::Procedure(proc));
        Ok(())
    }

    /// Continues with the library's own back end.
    pub(super) fn back_end(self, proc: &'a Procedure) -> Result<BackEnd<'a, 'o>> {
        BackEnd::new(proc, self.target, self.options, self.work, (self.observation, self.generators))
    }
}
