//! What a client can choose about a compilation.

use crate::base::BranchProtection;
use crate::opt::PassSet;
use crate::regalloc::Forced;

/// How much time compilation spends on the quality of the code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash, PartialOrd, Ord)]
pub enum OptLevel {
    /// One pass over each block: the shortest compile time.
    O0,
    /// The whole procedure at once: registers across blocks for the values with the most uses, and fused operations.
    O1,
    /// Passes over the IR, and live-range splitting in the register allocator.
    #[default]
    O2,
}

impl OptLevel {
    /// All levels.
    pub const ALL: [OptLevel; 3] = [OptLevel::O0, OptLevel::O1, OptLevel::O2];
}

/// What generates the code.
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

/// What a client can choose about a compilation.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// How much compile time to spend.
    pub opt_level: OptLevel,
    /// What generates the code.
    pub backend: Backend,
    /// Which passes over the IR may run at the levels that include them (default: all). None runs at O0, nor for
    /// [`Backend::Cranelift`].
    pub passes: PassSet,
    /// Prove each register allocation before its code is emitted. On by default in debug builds.
    pub check_allocation: bool,
    /// Provoke rare decisions of the register allocator, for tests.
    pub forced: Forced,
    /// Landing pads and signed return addresses (default: neither). Only [`Backend::Barebones`] for AArch64 has them;
    /// others return [`CompileError::NoBranchProtection`]. `docs/branch_protection.md` describes what the client's own
    /// code has to do.
    ///
    /// With landing pads, memory that the compiler allocates for itself is
    /// [guarded](crate::jit::MemoryOptions::guarded).
    ///
    /// [`CompileError::NoBranchProtection`]: crate::error::CompileError::NoBranchProtection
    pub branch_protection: BranchProtection,
    /// Whether O1 and O2 may create the frame after early returns, or none where no block needs one (default: true).
    ///
    /// A profiler that follows frame pointers from an interrupted instruction does not see the caller of code that
    /// runs without a frame. Backtraces of traps do.
    pub late_frames: bool,
    /// Whether the input comes from a compiler that unrolls loops, as most WebAssembly does (default: false). Then only
    /// the smallest loops are unrolled by four.
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
