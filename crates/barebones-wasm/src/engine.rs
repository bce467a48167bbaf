//! Configuration, and what all modules share.

use crate::error::Error;
use crate::raw::{self, Entry};
use crate::translate::adapter;
use crate::types::FuncType;
use barebones::jit::{Code, CodeMemory, TrapRecovery};
use barebones::{Compiler, OptLevel, Options};
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use wasmparser::WasmFeatures;

/// What is supported: WebAssembly 2.0 without SIMD, extended constant expressions, several memories, memories (but not
/// tables) with 64-bit addresses, tail calls.
pub const SUPPORTED: WasmFeatures = WasmFeatures::WASM2
    .difference(WasmFeatures::SIMD)
    .union(WasmFeatures::EXTENDED_CONST)
    .union(WasmFeatures::MULTI_MEMORY)
    .union(WasmFeatures::MEMORY64)
    .union(WasmFeatures::TAIL_CALL);

/// How accesses outside a linear memory become traps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BoundsChecks {
    /// Nothing can be accessed behind a memory: a fault is caught. Memories with 64-bit addresses are too large for
    /// that, and have explicit checks.
    #[default]
    GuardPages,
    /// Every access is compared with the size.
    Explicit,
}

/// How modules are compiled and run.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Config {
    /// How much work compilation spends.
    pub opt_level: OptLevel,
    /// Prove register allocations; by default in debug builds.
    pub check_allocation: bool,
    /// How many threads compile the functions of a module.
    pub threads: usize,
    /// Time the stages of compilation, which costs time itself.
    pub measure: bool,
    /// How accesses outside a memory become traps.
    pub bounds_checks: BoundsChecks,
    /// Whether code pays for what it does: [`crate::Store::set_fuel`].
    pub fuel: bool,
    /// Whether other threads can stop code: [`crate::Store::interrupt_handle`].
    pub interruption: bool,
    /// How many bytes of stack WebAssembly may use.
    pub max_stack: usize,
    /// Which proposals modules may use: some of [`SUPPORTED`].
    pub features: WasmFeatures,
}

impl Default for Config {
    fn default() -> Config {
        let options = Options::default();
        Config {
            opt_level: options.opt_level,
            check_allocation: options.check_allocation,
            threads: 1,
            measure: false,
            bounds_checks: BoundsChecks::default(),
            fuel: false,
            interruption: false,
            max_stack: 512 << 10,
            features: SUPPORTED,
        }
    }
}

impl Config {
    /// The defaults at this level.
    pub fn at(opt_level: OptLevel) -> Config {
        Config { opt_level, ..Config::default() }
    }

    pub(crate) fn options(&self) -> Options {
        let mut options = Options::at(self.opt_level);
        options.check_allocation = self.check_allocation;
        options
    }
}

/// What modules and stores share: a configuration, code memory, the code between the host and WebAssembly.
/// Clones share it.
#[derive(Clone)]
pub struct Engine {
    inner: Arc<EngineInner>,
}

struct EngineInner {
    config: Config,
    recovery: TrapRecovery,
    memory: CodeMemory,
    shared: Mutex<Shared>,
}

/// What depends on a signature only.
#[derive(Clone)]
pub(crate) struct Signature {
    /// Its number: equal for equal types.
    pub(crate) number: u64,
    /// Code that calls a function of this type with arguments in memory.
    pub(crate) entry: Entry,
}

struct Shared {
    compiler: Compiler,
    signatures: FxHashMap<FuncType, Signature>,
    /// Code that calls a function of the host with arguments in memory.
    exits: FxHashMap<FuncType, Code>,
}

impl Engine {
    /// An engine.
    ///
    /// # Errors
    /// There is no code for this machine, or it has no executable memory.
    pub fn new(config: Config) -> Result<Engine, Error> {
        let recovery = raw::prepare()?;
        let no_code = |error| Error::compile(None, error);
        let memory = CodeMemory::new().map_err(|e| no_code(barebones::error::CompileError::Memory(e)))?;
        let mut options = Options::at(OptLevel::O0);
        options.check_allocation = config.check_allocation;
        let mut compiler = Compiler::with_options(options).map_err(no_code)?;
        compiler.set_memory(Arc::new(memory.clone()));
        let shared = Shared { compiler, signatures: FxHashMap::default(), exits: FxHashMap::default() };
        Ok(Engine { inner: Arc::new(EngineInner { config, recovery, memory, shared: Mutex::new(shared) }) })
    }

    /// The configuration.
    pub fn config(&self) -> &Config {
        &self.inner.config
    }

    /// What catches traps.
    pub(crate) fn recovery(&self) -> TrapRecovery {
        self.inner.recovery
    }

    /// Where code goes.
    pub(crate) fn memory(&self) -> &CodeMemory {
        &self.inner.memory
    }

    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.inner.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What depends on this signature.
    pub(crate) fn signature(&self, ty: &FuncType) -> Result<Signature, Error> {
        let mut shared = self.shared();
        if let Some(signature) = shared.signatures.get(ty) {
            return Ok(signature.clone());
        }
        let proc = adapter::entry(shared.compiler.target(), ty);
        let entry = Entry::new(&shared.compile(proc)?)?;
        let signature = Signature { number: shared.signatures.len() as u64, entry };
        shared.signatures.insert(ty.clone(), signature.clone());
        Ok(signature)
    }

    /// The code between WebAssembly and functions of the host of this type.
    pub(crate) fn exit(&self, ty: &FuncType) -> Result<Code, Error> {
        let mut shared = self.shared();
        if let Some(code) = shared.exits.get(ty) {
            return Ok(code.clone());
        }
        let proc = adapter::exit(shared.compiler.target(), ty);
        let code = shared.compile(proc)?;
        shared.exits.insert(ty.clone(), code.clone());
        Ok(code)
    }
}

impl Shared {
    fn compile(&mut self, proc: barebones::ir::Procedure) -> Result<Code, Error> {
        let code = self.compiler.compile(proc);
        code.map_err(|failure| Error::compile(None, failure.error))
    }
}
