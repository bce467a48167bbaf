//! What a client may choose about a compilation, and how it may watch one.

use crate::air::Code;
use crate::base::BranchProtection;
#[cfg(feature = "cranelift")]
use crate::cranelift::CraneliftBackend;
use crate::ir::Procedure;
use crate::isa::CompiledCode;
use crate::opt::{Pass, PassSet};
use crate::regalloc::{AllocStats, Forced, Why};

/// How much work compilation spends on the code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash, PartialOrd, Ord)]
pub enum OptLevel {
    /// One pass over each block: code as soon as possible.
    O0,
    /// The whole procedure at once: registers across blocks, for what is mentioned most, and instructions of several
    /// operations.
    O1,
    /// Passes over the IR, and registers that values change as it pays.
    #[default]
    O2,
}

impl OptLevel {
    /// All levels.
    pub const ALL: [OptLevel; 3] = [OptLevel::O0, OptLevel::O1, OptLevel::O2];
}

/// What makes the code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Backend {
    /// This library's own selection, register allocation and emission.
    #[default]
    Barebones,
    /// Cranelift, if the library was built with its feature `cranelift`; [`CompileError::BackendNotBuilt`] if not.
    ///
    /// The code has the same meaning, and its handles are the same. [`OptLevel::O0`] is Cranelift's `none` with
    /// registers allocated in a single pass, [`OptLevel::O1`] its `none` with its usual register allocator,
    /// [`OptLevel::O2`] its `speed`. [`Options::check_allocation`] turns on its verifier and the checker of its
    /// register allocator; [`Options::forced`] means nothing to it. Frame offsets of stack slots can be asked as
    /// ever; where callee-saved registers are kept, Cranelift does not say. It makes code for AArch64 on any host.
    ///
    /// [`CompileError::BackendNotBuilt`]: crate::error::CompileError::BackendNotBuilt
    Cranelift,
}

impl Backend {
    /// True if the library was built with it.
    pub const fn is_built(self) -> bool {
        match self {
            Backend::Barebones => true,
            Backend::Cranelift => cfg!(feature = "cranelift"),
        }
    }

    /// The name, as the command's `--backend` takes it.
    pub const fn name(self) -> &'static str {
        match self {
            Backend::Barebones => "barebones",
            Backend::Cranelift => "cranelift",
        }
    }
}

/// What a client may choose about a compilation.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// How much work to spend.
    pub opt_level: OptLevel,
    /// What makes the code.
    pub backend: Backend,
    /// Which passes over the IR may run, at the levels for which they are: all, but in tests. None runs at O0, nor for
    /// [`Backend::Cranelift`].
    pub passes: PassSet,
    /// Prove each register allocation before its code may run. On by default in debug builds.
    pub check_allocation: bool,
    /// Provoke rare decisions of the register allocator, for tests.
    pub forced: Forced,
    /// Landing pads and signed return addresses: neither, by default. Of [`Backend::Barebones`] for AArch64 only; asked
    /// of others it is [`CompileError::NoBranchProtection`]. `docs/branch_protection.md` says what the client's own code has to do.
    ///
    /// With landing pads, memory that the compiler makes for itself is
    /// [guarded](crate::jit::MemoryOptions::guarded).
    ///
    /// [`CompileError::NoBranchProtection`]: crate::error::CompileError::NoBranchProtection
    pub branch_protection: BranchProtection,
    /// Whether O1 and O2 may make a frame behind what returns early, and none where nothing needs one; they do, by default.
    ///
    /// Who follows frame pointers from an interrupted instruction, as a profiler may, does not see the caller of what runs
    /// without a frame. Backtraces of traps do.
    pub late_frames: bool,
    /// Whether what is compiled comes from a compiler that unrolls loops, as most WebAssembly does: then four turns of the
    /// smallest loops only are made with one test. It does not, by default.
    pub unrolled: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            opt_level: OptLevel::default(),
            backend: Backend::default(),
            passes: PassSet::ALL,
            check_allocation: cfg!(debug_assertions),
            forced: Forced::default(),
            branch_protection: BranchProtection::NONE,
            late_frames: true,
            unrolled: false,
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
    /// Passes rewrite the IR, and what they made is checked again.
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

    /// The name, as the command's `--after` takes it.
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

/// What there is to see after a stage.
#[derive(Debug)]
#[non_exhaustive]
pub enum Progress<'a> {
    /// The IR.
    Procedure(&'a Procedure),
    /// The machine IR. At O0 its blocks have no instructions: whole procedures are never built there.
    Code(&'a Code),
    /// The IR as CLIF, after selection for Cranelift. Nothing else happens to it that can be seen but the bytes.
    #[cfg(feature = "cranelift")]
    Clif(&'a CraneliftBackend),
    /// The allocated machine IR before the clean-ups, and every decision of its allocation, for an observer that
    /// [asks](Observer::asks_why), at O1 and O2.
    Explained(&'a Code, &'a Why),
    /// What allocation of the whole procedure cost; once, after the last block.
    Allocated(&'a AllocStats),
    /// The bytes.
    Compiled(&'a CompiledCode),
}

/// Watches a compilation: times, dumps, validates. Stages know nothing of it.
///
/// [`Stage::Optimize`] is there if a pass may run, and has each pass that runs inside. At O0, [`Stage::Select`],
/// [`Stage::Allocate`] and [`Stage::Emit`] alternate, each for some blocks; [`Stage::Emit`] comes once more for what is
/// out of line.
pub trait Observer {
    /// A stage begins.
    fn before(&mut self, _stage: Stage) {}
    /// A stage is over.
    fn after(&mut self, _stage: Stage, _progress: Progress<'_>) {}
    /// A pass begins.
    fn before_pass(&mut self, _pass: &'static Pass) {}
    /// A pass is over: the procedure as it is now, and how many values and edges the pass looked at.
    fn after_pass(&mut self, _pass: &'static Pass, _proc: &Procedure, _work: u64) {}
    /// True if it wants to know why allocation decided as it did: [`Progress::Explained`].
    fn asks_why(&self) -> bool {
        false
    }
}
