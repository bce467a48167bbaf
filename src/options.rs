//! Options of a compilation.

use crate::base::{BranchProtection, Hardening, Limits};
use crate::opt::{InputProfile, PassSet};
use crate::regalloc::Forced;

/// How much time compilation spends on the quality of the code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash, PartialOrd, Ord)]
pub enum OptLevel {
    /// Single-pass code generation, block by block: lowest compile time.
    O0,
    /// Allocates registers over the whole procedure, for the most-used values, and selects instructions that fuse
    /// operations. Runs only a few clean-up passes.
    O1,
    /// Optimizes the IR, and allocates registers with live-range splitting where it pays.
    #[default]
    O2,
}

impl OptLevel {
    /// All levels.
    pub const ALL: [OptLevel; 3] = [OptLevel::O0, OptLevel::O1, OptLevel::O2];
}

/// The code generator to use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Backend {
    /// This library's own instruction selection, register allocation and emission.
    #[default]
    Barebones,
    /// Cranelift, if the library was built with its feature `cranelift`; otherwise [`CompileError::BackendNotBuilt`].
    ///
    /// The code has the same semantics, and its handles are the same. [`OptLevel::O0`] is Cranelift's `none` with
    /// single-pass register allocation, [`OptLevel::O1`] its `none` with its usual register allocator, [`OptLevel::O2`]
    /// its `speed`. [`Options::check_allocation`] enables its verifier and the checker of its register allocator;
    /// [`Options::forced`] has no effect. Frame offsets of stack slots are available as usual; Cranelift does not
    /// report where callee-saved registers are saved. It generates AArch64 code on any host.
    ///
    /// [`CompileError::BackendNotBuilt`]: crate::error::CompileError::BackendNotBuilt
    Cranelift,
}

impl Backend {
    /// True if the library was built with this backend.
    pub const fn is_built(self) -> bool {
        match self {
            Backend::Barebones => true,
            Backend::Cranelift => cfg!(feature = "cranelift"),
        }
    }

    /// The name used by the command's `--backend`.
    pub const fn name(self) -> &'static str {
        match self {
            Backend::Barebones => "barebones",
            Backend::Cranelift => "cranelift",
        }
    }
}

/// What to do with a procedure that reaches one of the [`Limits`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum OnLimit {
    /// The compilation fails with [`CompileError::Budget`](crate::error::CompileError::Budget). The failure has the
    /// procedure, which the [interpreter](crate::interp) can run.
    #[default]
    Fail,
    /// The procedure is compiled at [`OptLevel::O0`], with the same limits from the start, if the limit was reached
    /// before [`Stage::Emit`](crate::Stage::Emit) at another level. [`Compiler::fell_back`](crate::Compiler::fell_back)
    /// has the error.
    CompileAtO0,
}

impl OnLimit {
    /// The names, as bundles and the command's `--on-limit` have them.
    pub const NAMES: [(&'static str, OnLimit); 2] =
        [("fail", OnLimit::Fail), ("compile_at_o0", OnLimit::CompileAtO0)];
}

/// Options of a compilation.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The optimization level.
    pub opt_level: OptLevel,
    /// The code generator.
    pub backend: Backend,
    /// The IR passes that may run, at the levels that include them (default: all). No pass runs at O0, nor for
    /// [`Backend::Cranelift`].
    pub passes: PassSet,
    /// Verifies each register allocation before its code may run (default: in debug builds).
    pub check_allocation: bool,
    /// Forces rare decisions of the register allocator, for tests.
    pub forced: Forced,
    /// Landing pads and signed return addresses (default: neither). Only for [`Backend::Barebones`], and signed return
    /// addresses only on AArch64; elsewhere compilation fails with [`CompileError::NoBranchProtection`].
    /// `docs/branch_protection.md` describes the requirements on the client's own code.
    ///
    /// With landing pads, code memory created by the compiler is [guarded](crate::jit::MemoryOptions::guarded).
    ///
    /// [`CompileError::NoBranchProtection`]: crate::error::CompileError::NoBranchProtection
    pub branch_protection: BranchProtection,
    /// Blinded constants, hardened indirect branches, and random placement (default: none of them), for procedures from
    /// hostile input: `docs/security.md`. Only for [`Backend::Barebones`]; elsewhere compilation fails with
    /// [`CompileError::NoHardening`], unless only the placement is random.
    ///
    /// [`CompileError::NoHardening`]: crate::error::CompileError::NoHardening
    pub hardening: Hardening,
    /// Enables shrink-wrapping at O1 and O2 (default: true): the frame may be set up after early returns, and is
    /// omitted if nothing needs it. Programs of many calls execute 4 to 7 % fewer instructions with it.
    ///
    /// A profiler that follows frame pointers from an interrupted instruction misses the caller of code that runs
    /// without a frame. Backtraces of traps include it. A single procedure can request its frame:
    /// [`Procedure::keeps_frame_pointer`](crate::ir::Procedure::keeps_frame_pointer).
    pub shrink_wrapping: bool,
    /// At O0, selects, allocates and emits a few blocks at a time where that is possible (default: true). Otherwise each
    /// stage runs on the whole procedure, as it does for [`Compiler::prepare`](crate::Compiler::prepare): that takes
    /// longer, and the code may differ a little.
    pub batches: bool,
    /// What produced the procedures (default: [`InputProfile::Raw`]). It decides which passes run.
    pub input: InputProfile,
    /// Upper bounds of the compilation of one procedure (default: none). With [`Backend::Cranelift`], only validation
    /// and passes check work, memory and cancellation; the code is checked at the end.
    pub limits: Limits,
    /// What to do with a procedure that reaches a limit (default: [`OnLimit::Fail`]).
    pub on_limit: OnLimit,
    /// Maximum number of rewrites that passes make in a procedure (default: `None`, no limit), to find the one that
    /// causes a wrong result: see [`Optimizer::set_rewrites`](crate::opt::Optimizer::set_rewrites).
    pub rewrites: Option<u64>,
    /// Keeps what linked code was compiled from (default: false), so that [`Code::bundle`](crate::jit::Code::bundle)
    /// can report a crash in it. Costs a copy of each procedure for as long as its code lives; and nothing if false.
    ///
    /// The copy also keeps the closures of generators, and the [`Callees`](crate::opt::Callees). A closure that owns a
    /// [`Code`](crate::jit::Code) that leads back to this code keeps both alive for ever.
    pub keep_source: bool,
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
            hardening: Hardening::NONE,
            shrink_wrapping: true,
            batches: true,
            input: InputProfile::Raw,
            limits: Limits::NONE,
            on_limit: OnLimit::Fail,
            rewrites: None,
            keep_source: false,
        }
    }
}

impl Options {
    /// The default options at this level.
    pub fn at(opt_level: OptLevel) -> Options {
        Options { opt_level, ..Options::default() }
    }
}
