//! What a client may choose about a compilation, and how it may watch one.

use crate::air::Code;
use crate::ir::Procedure;
use crate::isa::CompiledCode;
use crate::regalloc::{AllocStats, Forced};

/// How much work compilation spends on the code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash, PartialOrd, Ord)]
pub enum OptLevel {
    /// One pass over each block: code as soon as possible.
    O0,
    /// The whole procedure at once, without optimising the IR.
    O1,
    /// Everything.
    #[default]
    O2,
}

impl OptLevel {
    /// All levels.
    pub const ALL: [OptLevel; 3] = [OptLevel::O0, OptLevel::O1, OptLevel::O2];
}

/// What a client may choose about a compilation.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// How much work to spend.
    pub opt_level: OptLevel,
    /// Prove each register allocation before its code may run. On by default in debug builds.
    pub check_allocation: bool,
    /// Provoke rare decisions of the register allocator, for tests.
    pub forced: Forced,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            opt_level: OptLevel::default(),
            check_allocation: cfg!(debug_assertions),
            forced: Forced::default(),
        }
    }
}

impl Options {
    /// The defaults at this level.
    pub fn at(opt_level: OptLevel) -> Options {
        Options { opt_level, ..Options::default() }
    }
}

/// A step of compilation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Stage {
    /// The IR is checked, and facts about its values are collected.
    Validate,
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
    pub const ALL: [Stage; 5] = [Stage::Validate, Stage::Select, Stage::Allocate, Stage::Check, Stage::Emit];

    /// The name, as the command's `--after` takes it.
    pub const fn name(self) -> &'static str {
        match self {
            Stage::Validate => "validate",
            Stage::Select => "select",
            Stage::Allocate => "allocate",
            Stage::Check => "check",
            Stage::Emit => "emit",
        }
    }
}

/// What there is to see after a stage.
#[derive(Debug)]
#[non_exhaustive]
pub enum Progress<'a> {
    /// The IR.
    Procedure(&'a Procedure),
    /// The machine IR. At O0 its blocks have no instructions: whole procedures are never built there.
    Code(&'a Code),
    /// What allocation of the whole procedure cost; once, after the last block.
    Allocated(&'a AllocStats),
    /// The bytes.
    Compiled(&'a CompiledCode),
}

/// Watches a compilation: times, dumps, validates. Stages know nothing of it.
///
/// At O0, [`Stage::Select`], [`Stage::Allocate`] and [`Stage::Emit`] happen once per block; above, only
/// [`Stage::Emit`].
pub trait Observer {
    /// A stage begins.
    fn before(&mut self, _stage: Stage) {}
    /// A stage is over.
    fn after(&mut self, _stage: Stage, _progress: Progress<'_>) {}
}
