//! Captures bundles: compiles with an observer that records what happens; and replays them.

use super::callees::{CalleeChange, add_callees, externs_of, remove_closures};
use super::{Bundle, Fault, InlinedCall, Outcome, PassRecord, Record, Replay, digest};
use crate::base::{Origin, Target};
use crate::ir::{Module, Procedure, ValueId};
use crate::isa::CompiledCode;
use crate::opt::{Callees, Pass, PassCounts};
use crate::options::Options;
use crate::pipeline::error::CompileError;
use crate::pipeline::{Attached, CodeLine, Observer, Pipeline, Progress, Stage};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Records the stage, the passes, and the lines of the code.
#[derive(Default)]
struct Recorder {
    stage: Option<Stage>,
    passes: Vec<PassRecord>,
    lines: Vec<CodeLine>,
    observes_lines: bool,
}

impl Observer for Recorder {
    fn before(&mut self, stage: Stage) {
        self.stage = Some(stage);
    }

    fn after(&mut self, _stage: Stage, progress: Progress<'_>) {
        if let Progress::Lines(lines) = progress {
            self.lines = lines.to_vec();
        }
    }

    fn after_pass(&mut self, pass: &'static Pass, _proc: &Procedure, counts: PassCounts) {
        let PassCounts { work, rewrites } = counts;
        self.passes.push(PassRecord { name: pass.name.into(), work, rewrites });
    }

    fn observes_lines(&self) -> bool {
        self.observes_lines
    }
}

/// Compiling what a bundle records.
impl Bundle {
    /// Compiles a procedure and records all that reproduces it. Does not change the procedure. `callees` are the
    /// procedures that may be inlined; those that it may reach become part of the bundle.
    pub fn of_procedure(
        proc: &Procedure,
        target: Target,
        options: &Options,
        callees: Option<&Arc<dyn Callees>>,
    ) -> Bundle {
        let mut procedures = vec![proc.clone()];
        let inlined = add_callees(&mut procedures, &BTreeSet::new(), callees);
        let others = procedures[1..].iter().map(|proc| proc.name.clone()).collect();
        let module = Module { externs: externs_of(&procedures, &[]), procedures, ..Module::default() };
        Bundle::capture((module, inlined, others), false, target, options, callees)
    }

    /// As [`Bundle::of_procedure`], for all procedures of a module, up to the first failure.
    pub fn of_module(
        module: &Module,
        target: Target,
        options: &Options,
        callees: Option<&Arc<dyn Callees>>,
    ) -> Bundle {
        let mut module = module.clone();
        let own: BTreeSet<String> = module.data.iter().map(|data| data.name.clone()).collect();
        let count = module.procedures.len();
        let inlined = add_callees(&mut module.procedures, &own, callees);
        let others = module.procedures[count..].iter().map(|proc| proc.name.clone()).collect();
        if module.procedures.len() > count {
            let is_procedure = |name: &str| module.procedures.iter().any(|proc| proc.name == name);
            module.externs.retain(|known| !is_procedure(&known.name));
            for found in externs_of(&module.procedures[count..], &module.procedures[..count]) {
                if !own.contains(&found.name) && module.externs.iter().all(|known| known.name != found.name) {
                    module.externs.push(found);
                }
            }
        }
        Bundle::capture((module, inlined, others), true, target, options, callees)
    }

    fn capture(
        (module, inlined, others): (Module, Vec<InlinedCall>, BTreeSet<String>),
        is_module: bool,
        target: Target,
        options: &Options,
        callees: Option<&Arc<dyn Callees>>,
    ) -> Bundle {
        let mut bundle = Bundle {
            version: env!("CARGO_PKG_VERSION").into(),
            target,
            options: options.clone(),
            is_module,
            inlining: callees.map(|callees| callees.budget()),
            inlined,
            callees: others,
            seeds: Vec::new(),
            calls: Vec::new(),
            procedures: Vec::new(),
            fault: None,
            module,
        };
        bundle.compile(callees);
        bundle
    }

    /// Compiles, and fills in the records.
    fn compile(&mut self, callees: Option<&Arc<dyn Callees>>) {
        let mut pipeline = Pipeline::new(self.target, self.options.clone());
        pipeline.callees = callees.cloned();
        let mut records = Vec::new();
        for proc in self.compiled() {
            let record = self.record_of(&mut pipeline, proc);
            let failed = matches!(record.outcome, Outcome::Failed { .. });
            records.push(record);
            if failed {
                break;
            }
        }
        self.procedures = records;
    }

    /// The procedures that are compiled; the others are callees.
    fn compiled(&self) -> impl Iterator<Item = &Procedure> {
        let compiled = self.module.procedures.iter().filter(|proc| !self.callees.contains(&proc.name));
        compiled.take(if self.is_module { usize::MAX } else { 1 })
    }

    /// Records an internal error of an earlier compilation if this one did not fail, as after a failure that depended
    /// on closures for one compilation. Other errors are not recorded.
    pub(crate) fn with_error(mut self, error: &CompileError) -> Bundle {
        let CompileError::Bug { stage, .. } = error else { return self };
        if self.error().is_some() {
            return self;
        }
        let at = error.procedure().and_then(|name| self.procedures.iter().position(|p| p.name == name));
        self.procedures.truncate(at.unwrap_or(0) + 1);
        if let Some(record) = self.procedures.last_mut() {
            record.outcome = Outcome::Failed { stage: *stage, message: error.to_string() };
        }
        self
    }

    /// The stage and the message of the error, if the compilation failed.
    pub fn error(&self) -> Option<(Stage, &str)> {
        match &self.procedures.last()?.outcome {
            Outcome::Failed { stage, message } => Some((*stage, message)),
            Outcome::Compiled { .. } => None,
        }
    }

    /// Sets the place of a fault: an offset in the code of a procedure, by its index. Compiles this procedure once more
    /// to find the instruction and the value, of which the fault lacks those that are not found. Returns false, and
    /// sets nothing, if the offset is not in its code.
    pub fn set_fault(&mut self, procedure: usize, offset: u32) -> bool {
        let Some(proc) = self.module.procedures.get(procedure) else { return false };
        let Some(Record { outcome: Outcome::Compiled { bytes, .. }, .. }) = self.procedures.get(procedure)
        else {
            return false;
        };
        if offset as usize >= bytes.len() {
            return false;
        }
        let mut fault =
            Fault { procedure: proc.name.clone(), offset, inst: None, value: None, origin: Origin::NONE };
        let mut pipeline = Pipeline::new(self.target, self.options.clone());
        pipeline.callees = self.recorded_callees(CalleeChange::AtCalls);
        find_place(&mut pipeline, proc, bytes, &mut fault);
        self.fault = Some(fault);
        true
    }
}

/// Compiling it again.
impl Bundle {
    /// Compiles the same again and compares.
    pub fn replay(&self) -> Replay {
        let callees = self.recorded_callees(CalleeChange::None);
        let mut bundle = Bundle {
            version: env!("CARGO_PKG_VERSION").into(),
            procedures: Vec::new(),
            fault: None,
            ..self.clone()
        };
        bundle.compile(callees.as_ref());
        if let Some(fault) = &self.fault
            && let Some(at) = bundle.module.procedures.iter().position(|proc| proc.name == fault.procedure)
        {
            bundle.set_fault(at, fault.offset);
        }
        let mut replay = Replay { bundle, differences: Vec::new(), stand_ins: Vec::new() };
        for record in &self.procedures {
            replay.compare(record);
        }
        if self.procedures.len() != replay.bundle.procedures.len() {
            let (recorded, now) = (self.procedures.len(), replay.bundle.procedures.len());
            replay.differences.push(format!("{now} procedures were compiled; the bundle has {recorded}"));
        }
        replay.compare_faults(self.fault.as_ref());
        replay
    }
}

impl Replay {
    /// True if the compilation gave the same code or failed in the same way.
    pub fn reproduces(&self) -> bool {
        self.differences.is_empty()
    }

    fn compare(&mut self, recorded: &Record) {
        let name = &recorded.name;
        let Some(now) = self.bundle.procedures.iter().find(|record| record.name == *name) else {
            return self.differences.push(format!("`{name}` was not compiled"));
        };
        let has_stand_ins = !recorded.closures.is_empty() && now.closures.is_empty();
        if has_stand_ins {
            let closures = recorded.closures.join(", ");
            let what = "these generators have no code here; stand-ins trap or take the exit of their check";
            self.stand_ins.push(format!("`{name}`: {what}: {closures}"));
        }
        let difference = match (&recorded.outcome, &now.outcome) {
            (Outcome::Failed { stage, message }, Outcome::Failed { stage: again, message: text }) => {
                let same = stage == again && message == text;
                (!same).then(|| format!("failed in stage {}: {text}", again.name()))
            }
            (Outcome::Failed { .. }, Outcome::Compiled { .. }) => {
                Some(String::from("compiled without error"))
            }
            (Outcome::Compiled { .. }, Outcome::Failed { stage, message }) => {
                Some(format!("failed in stage {}: {message}", stage.name()))
            }
            (Outcome::Compiled { bytes, stand_ins, .. }, Outcome::Compiled { bytes: again, .. }) => {
                let same = match (has_stand_ins, stand_ins) {
                    (true, Some(expected)) => *expected == digest(again),
                    (true, None) => false,
                    (false, _) => bytes == again,
                };
                let what = || match bytes.iter().zip(again).position(|(a, b)| a != b) {
                    _ if has_stand_ins && stand_ins.is_none() => {
                        String::from("the bundle does not record the code with stand-ins")
                    }
                    _ if has_stand_ins => String::from("the code with stand-ins differs"),
                    Some(at) => format!("the code differs at {at:#x}"),
                    None => format!("the code has {} bytes instead of {}", again.len(), bytes.len()),
                };
                (!same).then(what)
            }
        };
        if let Some(difference) = difference {
            self.differences.push(format!("`{name}`: {difference}"));
        }
    }

    /// Compares the places of the fault. Not with stand-ins: offsets in the code differ then.
    fn compare_faults(&mut self, recorded: Option<&Fault>) {
        let Some(recorded) = recorded.filter(|_| self.stand_ins.is_empty()) else { return };
        if self.bundle.fault.as_ref() != Some(recorded) {
            let at = format!("offset {:#x} of `{}`", recorded.offset, recorded.procedure);
            self.differences.push(format!("{at} is not the same instruction, value and origin"));
        }
    }
}

impl Bundle {
    /// Compiles a procedure.
    fn record_of(&self, pipeline: &mut Pipeline, proc: &Procedure) -> Record {
        let mut recorder = Recorder::default();
        let result = pipeline.compile(&mut proc.clone(), Attached::observer(&mut recorder));
        let closures = self.closures_of(proc);
        let outcome = match result {
            Ok(code) => {
                let stand_ins = (!closures.is_empty()).then(|| self.digest_with_stand_ins(proc)).flatten();
                Outcome::Compiled { bytes: code.bytes, code_size: code.code_size, stand_ins }
            }
            Err(error) => {
                let reached = recorder.stage.unwrap_or(Stage::Validate);
                let stage = if let CompileError::Bug { stage, .. } = error { stage } else { reached };
                Outcome::Failed { stage, message: error.to_string() }
            }
        };
        Record { name: proc.name.clone(), closures, passes: recorder.passes, outcome }
    }

    fn digest_with_stand_ins(&self, proc: &Procedure) -> Option<u64> {
        let mut proc = proc.clone();
        remove_closures(&mut proc);
        let mut pipeline = Pipeline::new(self.target, self.options.clone());
        pipeline.callees = self.recorded_callees(CalleeChange::WithoutClosures);
        let code = pipeline.compile(&mut proc, Attached::default()).ok()?;
        Some(digest(&code.bytes))
    }
}

/// Compiles a procedure whose origins are the numbers of its values, and finds those of an offset: of the call, in
/// inlined code. Leaves the place unknown if that is not the expected code, as with generators that use the origin.
fn find_place(pipeline: &mut Pipeline, proc: &Procedure, expected: &[u8], fault: &mut Fault) {
    let mut numbered = proc.clone();
    for id in numbered.value_ids() {
        if let Some(value) = numbered.get_value_mut(id) {
            value.origin = Origin(id.number());
        }
    }
    let mut recorder = Recorder { observes_lines: true, ..Recorder::default() };
    let Ok(code) = pipeline.compile(&mut numbered, Attached::observer(&mut recorder)) else { return };
    if code.bytes != expected || fault.offset >= code.code_size {
        return;
    }
    let lines = &recorder.lines;
    let line = lines.partition_point(|line| line.offset <= fault.offset).checked_sub(1);
    let line = line.map(|at| &lines[at]);
    fault.inst = line.map(|line| line.inst.clone()).filter(|inst| !inst.is_empty());
    let number = line.map_or_else(|| origin_at(&code, fault.offset), |line| line.origin);
    if number == Origin::NONE {
        return;
    }
    let id = ValueId::new(number.0);
    let Some(value) = proc.get_value(id) else { return };
    let block = proc.block_ids().find(|block| proc.block_values(*block).contains(&id));
    fault.value = Some((id, proc.display_value(id, block).to_string()));
    fault.origin = value.origin;
}

/// The origin at an offset.
fn origin_at(code: &CompiledCode, offset: u32) -> Origin {
    let after = code.origins.partition_point(|part| part.offset <= offset);
    after.checked_sub(1).map_or(Origin::NONE, |at| code.origins[at].origin)
}
