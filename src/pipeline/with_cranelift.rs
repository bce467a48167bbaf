//! The pipeline with Cranelift as its back end: selection translates to CLIF, and Cranelift does the rest.

use super::Result;
use super::error::{CompileError, bug};
use super::front::Stages;
use super::observe::{Progress, Stage};
use crate::base::Budget;
use crate::cranelift::{CraneliftError, Effort};
use crate::ir::{Procedure, ValueId};
use crate::isa::CompiledCode;
use crate::lower::references_move;
use crate::options::OptLevel;

impl Stages<'_, '_> {
    /// Compiles a validated procedure with Cranelift.
    pub(super) fn generate_with_cranelift(self, proc: &Procedure) -> Result<CompiledCode> {
        let Stages { target, options, work, observation, .. } = self;
        let named = |error: CraneliftError| match CompileError::from(error) {
            CompileError::Bug { stage, message, .. } => bug(stage, message, proc),
            other => other,
        };
        observation.before(Stage::Select);
        work.order.compute(proc);
        let effort = Effort {
            optimize: options.opt_level == OptLevel::O2,
            single_pass: options.opt_level == OptLevel::O0,
            verify: options.check_allocation,
        };
        let facts = work.validator.facts();
        if references_move(facts) {
            let what = String::from("a procedure with references and safepoints");
            return Err(CompileError::from(CraneliftError::Unsupported { value: ValueId::INVALID, what }));
        }
        work.cranelift.translate(proc, facts, &work.order, target, effort).map_err(named)?;
        observation.after(Stage::Select, Progress::Clif(&work.cranelift));

        observation.before(Stage::Emit);
        let compiled = work.cranelift.finish(proc).map_err(named)?;
        let size = work.gauge.size(Budget::CodeBytes, compiled.bytes.len() as u64);
        size.map_err(|stop| CompileError::stopped(Stage::Emit, stop))?;
        observation.after(Stage::Emit, Progress::Compiled(&compiled));
        Ok(compiled)
    }
}
