//! Observation of a compilation: the names of its stages, the result of each, and what the client attaches to it.
//!
//! Timing, dumping and validation between stages are done by observers, not by stages.

use crate::air::Code;
use crate::base::Origin;
#[cfg(feature = "cranelift")]
use crate::cranelift::CraneliftBackend;
use crate::ir::Procedure;
use crate::isa::{CompiledCode, Generators};
use crate::lower::combinations::Combinations;
use crate::opt::{Pass, PassCounts, Watch};
use crate::regalloc::{AllocStats, Why};

/// A stage of compilation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Stage {
    /// The IR is checked, and facts about its values are collected.
    Validate,
    /// Passes rewrite the IR, and the result is checked again.
    Optimize,
    /// Machine instructions are chosen.
    Select,
    /// Registers and slots are assigned.
    Allocate,
    /// The assignment is proved.
    Check,
    /// Instructions become bytes.
    Emit,
}

impl Stage {
    /// All stages, in order.
    pub const ALL: [Stage; 6] =
        [Stage::Validate, Stage::Optimize, Stage::Select, Stage::Allocate, Stage::Check, Stage::Emit];

    /// Returns the name, as the command's `--after` takes it.
    pub const fn name(self) -> &'static str {
        match self {
            Stage::Validate => "validate",
            Stage::Optimize => "optimize",
            Stage::Select => "select",
            Stage::Allocate => "allocate",
            Stage::Check => "check",
            Stage::Emit => "emit",
        }
    }
}

/// The result of a stage, as an observer sees it.
#[derive(Debug)]
#[non_exhaustive]
pub enum Progress<'a> {
    /// The IR.
    Procedure(&'a Procedure),
    /// The machine IR. At O0 its blocks have no instructions: whole procedures are never built there.
    Code(&'a Code),
    /// The IR as CLIF, after selection for Cranelift. Its later stages show the bytes only.
    #[cfg(feature = "cranelift")]
    Clif(&'a CraneliftBackend),
    /// The allocated machine IR before the clean-ups, and every decision of its allocation, at O1 and O2. Only for
    /// an observer that [requests](Observer::observes_decisions) it.
    Explained(&'a Code, &'a Why),
    /// The selected machine IR before copies are forwarded, and what its selection combined, at O1 and O2. Only for an
    /// observer that [requests](Observer::observes_combinations) it.
    Combined(&'a Code, &'a Combinations),
    /// Statistics of the allocation of the whole procedure; once, after the last block.
    Allocated(&'a AllocStats),
    /// The bytes.
    Compiled(&'a CompiledCode),
    /// Which machine instruction each part of the code was emitted for, by offset. After the bytes, and only for an
    /// observer that [requests](Observer::observes_lines) it. Not from Cranelift.
    Lines(&'a [CodeLine]),
}

/// A part of the code of a procedure, up to the next line: the machine instruction that it was emitted for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CodeLine {
    /// Offset of the first byte.
    pub offset: u32,
    /// The instruction in the text format of the machine IR, without successors and origin. Empty for code of no
    /// instruction, such as a prologue.
    pub inst: String,
    /// The origin of the instruction.
    pub origin: Origin,
    /// The index of the instruction in [`Code::buffer`] as [`Stage::Emit`] reports it. At O0, whose code has no
    /// instructions, the number in order of emission. `None` for code of no instruction.
    pub number: Option<u32>,
}

/// Observes a compilation, to time, dump or validate.
///
/// [`Stage::Optimize`] is reported if a pass may run, and contains each pass that runs. At O0, [`Stage::Select`],
/// [`Stage::Allocate`] and [`Stage::Emit`] alternate, each for some blocks. [`Stage::Emit`] comes once more for
/// out-of-line code. A repetition at O0 ([`OnLimit::CompileAtO0`](crate::OnLimit::CompileAtO0)) reports its stages from
/// the first on, after those of the attempt.
pub trait Observer {
    /// A stage begins.
    fn before(&mut self, _stage: Stage) {}
    /// A stage has ended.
    fn after(&mut self, _stage: Stage, _progress: Progress<'_>) {}
    /// A pass begins.
    fn before_pass(&mut self, _pass: &'static Pass) {}
    /// A pass has ended.
    fn after_pass(&mut self, _pass: &'static Pass, _proc: &Procedure, _counts: PassCounts) {}
    /// True if it needs the reasons for the decisions of allocation: [`Progress::Explained`].
    fn observes_decisions(&self) -> bool {
        false
    }
    /// True if it needs the machine instruction of each part of the code: [`Progress::Lines`].
    fn observes_lines(&self) -> bool {
        false
    }
    /// True if it needs what selection combines: [`Progress::Combined`].
    fn observes_combinations(&self) -> bool {
        false
    }
}

/// What the client attaches to one compilation.
#[derive(Default)]
pub(crate) struct Attached<'o> {
    pub(crate) observer: Option<&'o mut (dyn Observer + 'o)>,
    /// For the generators of the procedure that have no closure.
    pub(crate) generators: Option<&'o mut (dyn Generators + 'o)>,
}

impl<'o> Attached<'o> {
    /// The same, for one of several runs.
    pub(crate) fn reborrow(&mut self) -> Attached<'_> {
        Attached {
            observer: self.observer.as_mut().map(|observer| &mut **observer as _),
            generators: self.generators.as_mut().map(|generators| &mut **generators as _),
        }
    }

    pub(crate) fn observer(observer: &'o mut (dyn Observer + 'o)) -> Attached<'o> {
        Attached { observer: Some(observer), generators: None }
    }

    pub(crate) fn generators(generators: &'o mut (dyn Generators + 'o)) -> Attached<'o> {
        Attached { observer: None, generators: Some(generators) }
    }
}

/// The observer of one compilation, if any, and the current stage.
pub(super) struct Observation<'o> {
    observer: Option<&'o mut (dyn Observer + 'o)>,
    stage: Stage,
}

impl<'o> Observation<'o> {
    pub(super) fn new(observer: Option<&'o mut (dyn Observer + 'o)>) -> Observation<'o> {
        Observation { observer, stage: Stage::Validate }
    }

    /// The stage that began last.
    pub(super) fn stage(&self) -> Stage {
        self.stage
    }

    pub(super) fn before(&mut self, stage: Stage) {
        self.stage = stage;
        if let Some(observer) = &mut self.observer {
            observer.before(stage);
        }
    }

    pub(super) fn after(&mut self, stage: Stage, progress: Progress<'_>) {
        if let Some(observer) = &mut self.observer {
            observer.after(stage, progress);
        }
    }

    pub(super) fn observes_decisions(&self) -> bool {
        self.observer.as_ref().is_some_and(|observer| observer.observes_decisions())
    }

    pub(super) fn observes_combinations(&self) -> bool {
        self.observer.as_ref().is_some_and(|observer| observer.observes_combinations())
    }

    pub(super) fn observes_lines(&self) -> bool {
        self.observer.as_ref().is_some_and(|observer| observer.observes_lines())
    }

    /// Returns the watch for the optimizer; `None` without an observer.
    pub(super) fn of_passes(&mut self) -> Option<&mut dyn Watch> {
        match self.observer {
            Some(_) => Some(self),
            None => None,
        }
    }
}

impl Watch for Observation<'_> {
    fn before(&mut self, pass: &'static Pass) {
        if let Some(observer) = &mut self.observer {
            observer.before_pass(pass);
        }
    }

    fn after(&mut self, pass: &'static Pass, proc: &Procedure, counts: PassCounts) {
        if let Some(observer) = &mut self.observer {
            observer.after_pass(pass, proc, counts);
        }
    }
}
