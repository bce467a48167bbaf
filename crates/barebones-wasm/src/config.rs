//! The configuration of an engine.

use crate::error::Error;
use barebones::base::{BranchProtection, Hardening};
use barebones::opt::PassSet;
use barebones::{CancelToken, InputProfile, Limits, OnLimit, OptLevel, Options};
use wasmparser::WasmFeatures;

/// The supported proposals: WebAssembly 3.0 and threads. Of garbage collection, only the types are supported that
/// functions need: recursion groups and declared supertypes of function types, and bottom types of references. Modules with
/// structures, arrays, references to integers, or casts are valid, but refused with [`Error::Unsupported`].
pub const SUPPORTED: WasmFeatures = WasmFeatures::WASM2
    .union(WasmFeatures::RELAXED_SIMD)
    .union(WasmFeatures::EXTENDED_CONST)
    .union(WasmFeatures::MULTI_MEMORY)
    .union(WasmFeatures::MEMORY64)
    .union(WasmFeatures::TAIL_CALL)
    .union(WasmFeatures::EXCEPTIONS)
    .union(WasmFeatures::FUNCTION_REFERENCES)
    .union(WasmFeatures::GC)
    .union(WasmFeatures::THREADS);

/// How accesses outside a linear memory become traps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BoundsChecks {
    /// The addresses after a memory are inaccessible, and the fault is caught. Memories with 64-bit addresses are too
    /// large for that and have explicit checks.
    #[default]
    GuardPages,
    /// Every access is compared with the size of the memory.
    Explicit,
}

/// What WebAssembly code keeps in reserved registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Pins {
    /// Nothing: the context of the instance is passed as an argument, and the address of a memory is loaded.
    Nothing,
    /// The context of the instance.
    Instance,
    /// The context of the instance, and the address of its first memory.
    #[default]
    InstanceAndMemory,
}

/// How modules are compiled and run.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Config {
    /// Trade-off between compile time and the quality of the code.
    pub opt_level: OptLevel,
    /// Which passes over the IR may run at the levels that include them (default: all).
    pub passes: PassSet,
    /// What produced the modules. `None` (the default) means [`InputProfile::ProducerOptimized`] with guard pages,
    /// because translation adds no code that such passes could improve, and [`InputProfile::Raw`] with explicit bounds
    /// checks.
    pub input: Option<InputProfile>,
    /// Inline small functions at O2. Traps and backtraces do not change. Nothing is inlined into code of the first call
    /// ([`Config::lazy`]), nor into code that counts ([`Config::tier_up`]).
    pub inline: bool,
    /// With [`Config::tier_up`], count the targets of calls through tables and references, and call frequent ones directly
    /// in better code (default: true). Such calls may be inlined.
    pub speculate_calls: bool,
    /// Prove register allocations (default: in debug builds).
    pub check_allocation: bool,
    /// Landing pads, with guarded memory, and signed return addresses: see
    /// [`Options::branch_protection`](barebones::Options::branch_protection).
    pub branch_protection: BranchProtection,
    /// Blinded constants, hardened indirect branches, and random placement, for hostile modules: see
    /// [`Options::hardening`](barebones::Options::hardening).
    pub hardening: Hardening,
    /// Upper bounds of the compilation of one function (default: none).
    pub limits: Limits,
    /// What to do with a function that reaches a limit (default: [`OnLimit::Fail`], which fails the module, or with
    /// [`Config::lazy`] the call).
    pub on_limit: OnLimit,
    /// Cancels the compilation of modules from any thread (default: none).
    ///
    /// While the token is cancelled, compilation on demand is cancelled, too: with [`Config::lazy`] the first call of a
    /// function fails, and with [`Config::tier_up`] a function keeps its code and is compiled later.
    pub cancel: Option<CancelToken>,
    /// Number of threads that compile the functions of a module, including the one that requests the module. Fewer if
    /// the system cannot start them.
    pub threads: usize,
    /// Measure the time of each stage of compilation, which itself takes time.
    pub measure: bool,
    /// How accesses outside a memory become traps.
    pub bounds_checks: BoundsChecks,
    /// Maximum size of a linear memory in bytes, unless it declares less (default and maximum: 64 GiB). With explicit
    /// checks, memories reserve no more addresses than that.
    pub max_memory: u64,
    /// What functions keep in reserved registers. This has no effect on behaviour.
    pub pins: Pins,
    /// Whether code consumes fuel: [`crate::Store::set_fuel`].
    pub fuel: bool,
    /// Whether other threads can interrupt code: [`crate::Store::interrupt_handle`].
    pub interruption: bool,
    /// Maximum stack size of WebAssembly code in bytes.
    pub max_stack: usize,
    /// Which proposals modules may use: a subset of [`SUPPORTED`].
    pub features: WasmFeatures,
    /// Run functions with the library's interpreter instead of compiling them: hundreds of times slower, and without
    /// generated code. Functions are translated to IR and not optimised, so [`Config::opt_level`] and other options of
    /// compilation have no effect. Bounds checks are always explicit. Not with [`Config::lazy`], [`Config::tier_up`]
    /// and [`Config::interruption`], nor for [`Module::precompile`](crate::Module::precompile):
    /// [`Error::NotInterpreted`]. Tail calls to other instances and to host functions return to the caller's frame, so
    /// long chains of them trap with [`TrapKind::StackOverflow`](crate::TrapKind::StackOverflow). A backtrace ends
    /// where another instance or the host called.
    pub interpret: bool,
    /// Compile each function at its first call, on the calling thread, once for all threads.
    ///
    /// [`Module::new`](crate::Module::new) still validates everything: the specification forbids to instantiate an
    /// invalid module (core 2.0, 4.5.4, step 1 of instantiation). A call of a function that cannot be compiled fails
    /// with [`Error::CompileOnCall`](crate::Error::CompileOnCall). The compiler runs where functions of the host run:
    /// on the rest of the thread's stack beyond [`Config::max_stack`], of which it needs 256 KiB.
    pub lazy: bool,
    /// Start with code of [`OptLevel::O0`] that counts its calls and loop iterations. When a function reaches this
    /// count, replace its code by code of [`Config::opt_level`].
    ///
    /// A background thread of the engine compiles one function at a time; see
    /// [`Engine::wait_for_tier_up`](crate::Engine::wait_for_tier_up). The next call uses the new code. A running call
    /// stays in the code that it began in, regardless of how long its loops run. Counts of threads that run the same
    /// code are not exact. Has no effect if `opt_level` is O0.
    pub tier_up: Option<u32>,
}

/// A good value for [`Config::tier_up`].
pub const TIER_UP_THRESHOLD: u32 = 1000;

impl Default for Config {
    fn default() -> Config {
        let options = Options::default();
        Config {
            opt_level: options.opt_level,
            passes: options.passes,
            input: None,
            inline: true,
            speculate_calls: true,
            check_allocation: options.check_allocation,
            branch_protection: options.branch_protection,
            hardening: options.hardening,
            limits: options.limits,
            on_limit: options.on_limit,
            cancel: None,
            threads: 1,
            measure: false,
            bounds_checks: BoundsChecks::default(),
            max_memory: 64 << 30,
            pins: Pins::default(),
            fuel: false,
            interruption: false,
            max_stack: 512 << 10,
            features: SUPPORTED,
            interpret: false,
            lazy: false,
            tier_up: None,
        }
    }
}

impl Config {
    /// Returns the default configuration at this level.
    pub fn at(opt_level: OptLevel) -> Config {
        Config { opt_level, ..Config::default() }
    }

    /// Checks that the options can be combined, and completes them.
    pub(crate) fn prepare(&mut self) -> Result<(), Error> {
        if !self.interpret {
            return Ok(());
        }
        // An access out of bounds must not fault in the interpreter itself.
        self.bounds_checks = BoundsChecks::Explicit;
        let refused =
            [(self.lazy, "lazy"), (self.tier_up.is_some(), "tier_up"), (self.interruption, "interruption")];
        match refused.into_iter().find(|(set, _)| *set) {
            Some((_, option)) => Err(Error::NotInterpreted { option }),
            None => Ok(()),
        }
    }

    pub(crate) fn options_at(&self, level: OptLevel) -> Options {
        let mut options = Options::at(level);
        options.passes = self.passes;
        options.input = self.input.unwrap_or(match self.bounds_checks {
            BoundsChecks::GuardPages => InputProfile::ProducerOptimized,
            BoundsChecks::Explicit => InputProfile::Raw,
        });
        options.check_allocation = self.check_allocation;
        (options.branch_protection, options.hardening) = (self.branch_protection, self.hardening);
        (options.limits, options.on_limit) = (self.limits, self.on_limit);
        options
    }

    /// Returns the number of calls and iterations after which a function requests better code; `None` without tier-up.
    pub(crate) fn budget(&self) -> Option<u32> {
        let budget = self.tier_up.filter(|_| self.opt_level != OptLevel::O0)?;
        Some(budget.clamp(1, i32::MAX as u32))
    }

    /// Returns the level of a function's first code.
    pub(crate) fn first_level(&self) -> OptLevel {
        if self.budget().is_some() { OptLevel::O0 } else { self.opt_level }
    }

    /// True if the code of functions may be replaced.
    pub(crate) fn is_replaceable(&self) -> bool {
        self.lazy || self.budget().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn explicit_bounds_checks_make_the_input_raw() {
        let input =
            |bounds_checks| Config { bounds_checks, ..Config::default() }.options_at(OptLevel::O2).input;
        assert_eq!(input(BoundsChecks::GuardPages), InputProfile::ProducerOptimized);
        assert_eq!(input(BoundsChecks::Explicit), InputProfile::Raw);
    }
}
