//! Configuration, and what all modules share.

use crate::background::Background;
use crate::error::Error;
use crate::module::Worker;
use crate::raw::{self, Entry};
use crate::translate::{Linkage, adapter, replace};
use crate::types::FuncType;
use barebones::base::BranchProtection;
use barebones::jit::{Code, CodeMemory, MemoryOptions, TrapRecovery};
use barebones::opt::PassSet;
use barebones::{Compiler, InputProfile, OptLevel, Options};
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

/// What functions of WebAssembly keep in registers that are used for nothing else.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Pins {
    /// Nothing: the context of the instance is an argument, and the address of a memory is loaded.
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
    /// How much work compilation spends.
    pub opt_level: OptLevel,
    /// Which passes over the IR may run, at the levels for which they are: all, but in measurements.
    pub passes: PassSet,
    /// What produced modules. By default, with guard pages, [`InputProfile::ProducerOptimized`]: a compiler that has
    /// optimised them, and nothing is added here. Explicit checks are something to optimise:
    /// [`InputProfile::Raw`].
    pub input: Option<InputProfile>,
    /// Copy small functions into those that call them, at O2. Traps and backtraces are the same; recursion needs less
    /// stack. Nothing is copied into code that may be replaced ([`Config::lazy`], [`Config::tier_up`]).
    pub inline: bool,
    /// Prove register allocations; by default in debug builds.
    pub check_allocation: bool,
    /// Landing pads, and then guarded memory, and signed return addresses: see
    /// [`Options::branch_protection`](barebones::Options::branch_protection).
    pub branch_protection: BranchProtection,
    /// How many threads compile the functions of a module: fewer if the system does not give so many. The one that
    /// asks for the module is one of them.
    pub threads: usize,
    /// Time the stages of compilation, which costs time itself.
    pub measure: bool,
    /// How accesses outside a memory become traps.
    pub bounds_checks: BoundsChecks,
    /// To how many bytes a linear memory may grow, if no less is declared: 64 GiB by default, and never more. Where every
    /// access is checked, memories reserve no more addresses than that.
    pub max_memory: u64,
    /// What functions keep in registers. None of it is seen from outside.
    pub pins: Pins,
    /// Whether code pays for what it does: [`crate::Store::set_fuel`].
    pub fuel: bool,
    /// Whether other threads can stop code: [`crate::Store::interrupt_handle`].
    pub interruption: bool,
    /// How many bytes of stack WebAssembly may use.
    pub max_stack: usize,
    /// Which proposals modules may use: some of [`SUPPORTED`].
    pub features: WasmFeatures,
    /// Compile each function when it is called first, by the thread that calls it, once for all threads.
    ///
    /// [`Module::new`](crate::Module::new) still validates everything: a module that is not valid cannot be
    /// instantiated, says the specification (core 2.0, 4.5.4, step 1 of instantiation). What cannot be compiled is
    /// [`Error::CompileOnCall`] when it is called. The compiler runs where functions of the host run: on what the
    /// thread has left of its stack beyond [`Config::max_stack`], of which it needs 256 KiB.
    pub lazy: bool,
    /// Begin with code of [`OptLevel::O0`] that counts, and replace it by code of [`Config::opt_level`] when a
    /// function has been called, or its loops have gone round, this many times in all.
    ///
    /// A thread of the engine's compiles in the background, one function at a time; see
    /// [`Engine::wait_for_tier_up`]. Better code is there for the next call: a call that runs goes on in the code
    /// that it began with, however long its loops take. Counts of threads that run the same code are not exact.
    /// Nothing happens if `opt_level` is O0.
    pub tier_up: Option<u32>,
}

/// What [`Config::tier_up`] is well set to.
pub const TIER_UP_THRESHOLD: u32 = 1000;

impl Default for Config {
    fn default() -> Config {
        let options = Options::default();
        Config {
            opt_level: options.opt_level,
            passes: options.passes,
            input: None,
            inline: true,
            check_allocation: options.check_allocation,
            branch_protection: options.branch_protection,
            threads: 1,
            measure: false,
            bounds_checks: BoundsChecks::default(),
            max_memory: 64 << 30,
            pins: Pins::default(),
            fuel: false,
            interruption: false,
            max_stack: 512 << 10,
            features: SUPPORTED,
            lazy: false,
            tier_up: None,
        }
    }
}

impl Config {
    /// The defaults at this level.
    pub fn at(opt_level: OptLevel) -> Config {
        Config { opt_level, ..Config::default() }
    }

    pub(crate) fn options_at(&self, level: OptLevel) -> Options {
        let mut options = Options::at(level);
        options.passes = self.passes;
        options.input = self.input.unwrap_or(match self.bounds_checks {
            BoundsChecks::GuardPages => InputProfile::ProducerOptimized,
            BoundsChecks::Explicit => InputProfile::Raw,
        });
        options.check_allocation = self.check_allocation;
        options.branch_protection = self.branch_protection;
        options
    }

    /// How many calls and iterations a function has before better code is asked for.
    pub(crate) fn budget(&self) -> Option<u32> {
        let budget = self.tier_up.filter(|_| self.opt_level != OptLevel::O0)?;
        Some(budget.clamp(1, i32::MAX as u32))
    }

    /// The level of the first code of a function.
    pub(crate) fn first_level(&self) -> OptLevel {
        if self.budget().is_some() { OptLevel::O0 } else { self.opt_level }
    }

    /// True if the code of functions may be replaced.
    pub(crate) fn is_replaceable(&self) -> bool {
        self.lazy || self.budget().is_some()
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
    linkage: Linkage,
    recovery: TrapRecovery,
    memory: CodeMemory,
    shared: Mutex<Shared>,
    /// What compiled the functions of modules, with its memory, for the next module: as many as ever did so at the
    /// same time.
    #[allow(clippy::vec_box)] // a worker is too large to be moved
    workers: Mutex<Vec<Box<Worker>>>,
    /// What compiles better code.
    background: Option<Background>,
}

/// What depends on a signature only.
#[derive(Clone)]
pub(crate) struct Signature {
    /// Its number: equal for equal types.
    pub(crate) number: u64,
    /// Code that calls a function of this type with arguments in memory.
    pub(crate) entry: Entry,
}

/// The number of a signature, and its code, if somebody has called such a function.
struct Numbered {
    number: u64,
    entry: Option<Entry>,
}

/// What functions of a signature look like from outside, while their code may be replaced.
#[derive(Clone, Copy)]
pub(crate) struct Adapters {
    /// The address of what goes on to the code that runs now.
    pub(crate) forward: u64,
    /// The address of what has code made first.
    pub(crate) compile: u64,
}

struct Shared {
    compiler: Compiler,
    signatures: FxHashMap<FuncType, Numbered>,
    /// Code that calls a function of the host with arguments in memory.
    exits: FxHashMap<FuncType, Code>,
    /// Code of [`replace`], and where it is.
    adapters: FxHashMap<FuncType, (Adapters, [Code; 2])>,
}

impl Engine {
    /// An engine.
    ///
    /// # Errors
    /// There is no code for this machine, or it has no executable memory, or no thread for [`Config::tier_up`].
    pub fn new(config: Config) -> Result<Engine, Error> {
        let recovery = raw::prepare()?;
        let no_code = |error| Error::compile(None, error);
        let guarded = config.branch_protection.landing_pads;
        let memory = CodeMemory::with_options(MemoryOptions { guarded, ..MemoryOptions::default() });
        let memory = memory.map_err(|e| no_code(barebones::error::CompileError::Memory(e)))?;
        let options = config.options_at(OptLevel::O0);
        let mut compiler = Compiler::with_options(options).map_err(no_code)?;
        compiler.set_memory(Arc::new(memory.clone()));
        let linkage = Linkage::new(&config, compiler.target());
        let shared = Mutex::new(Shared {
            compiler,
            signatures: FxHashMap::default(),
            exits: FxHashMap::default(),
            adapters: FxHashMap::default(),
        });
        let background = config.budget().map(|_| Background::start()).transpose()?;
        let workers = Mutex::default();
        let inner = EngineInner { config, linkage, recovery, memory, shared, workers, background };
        Ok(Engine { inner: Arc::new(inner) })
    }

    /// Gives back the memory in which modules were compiled, and which otherwise waits for the next one: at most about
    /// ten megabytes for each of [`Config::threads`].
    pub fn trim(&self) {
        // It goes when the lock is free again.
        let workers = std::mem::take(&mut *self.workers());
        drop(workers);
    }

    /// What compiles functions at the first level.
    ///
    /// # Errors
    /// There is no code for this machine.
    pub(crate) fn worker(&self) -> Result<Box<Worker>, Error> {
        let spare = self.workers().pop();
        let config = self.config();
        match spare {
            Some(worker) => Ok(worker),
            None => Ok(Box::new(Worker::new(config, config.first_level(), config.budget().is_some())?)),
        }
    }

    /// Takes back what [`Engine::worker`] gave, unless it has too much memory to keep.
    pub(crate) fn keep(&self, mut worker: Box<Worker>) {
        if worker.is_small() {
            worker.forget_module();
            self.workers().push(worker);
        }
    }

    fn workers(&self) -> MutexGuard<'_, Vec<Box<Worker>>> {
        self.inner.workers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until all better code that was asked for is there, or has failed to be: see [`Config::tier_up`].
    /// Without that it returns at once.
    pub fn wait_for_tier_up(&self) {
        if let Some(background) = &self.inner.background {
            background.wait();
        }
    }

    /// What compiles better code.
    pub(crate) fn background(&self) -> Option<&Background> {
        self.inner.background.as_ref()
    }

    /// True if both are clones of the same engine.
    pub(crate) fn is(&self, other: &Engine) -> bool {
        Arc::ptr_eq(&self.inner, &other.inner)
    }

    /// The configuration.
    pub fn config(&self) -> &Config {
        &self.inner.config
    }

    /// What its functions know besides their arguments.
    pub(crate) fn linkage(&self) -> Linkage {
        self.inner.linkage
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

    /// The number of this signature. That makes no code: a module may have many of which nobody calls a function.
    pub(crate) fn signature_number(&self, ty: &FuncType) -> u64 {
        self.shared().number(ty)
    }

    /// What depends on this signature.
    pub(crate) fn signature(&self, ty: &FuncType) -> Result<Signature, Error> {
        let mut shared = self.shared();
        let number = shared.number(ty);
        let known = shared.signatures.get(ty).and_then(|it| it.entry.clone());
        let entry = match known {
            Some(entry) => entry,
            None => {
                let proc = adapter::entry(shared.compiler.target(), self.linkage(), ty);
                let entry = Entry::new(&shared.compile(proc)?)?;
                shared.signatures.insert(ty.clone(), Numbered { number, entry: Some(entry.clone()) });
                entry
            }
        };
        Ok(Signature { number, entry })
    }

    /// The code between WebAssembly and functions of the host of this type.
    pub(crate) fn exit(&self, ty: &FuncType) -> Result<Code, Error> {
        let mut shared = self.shared();
        if let Some(code) = shared.exits.get(ty) {
            return Ok(code.clone());
        }
        let proc = adapter::exit(shared.compiler.target(), self.linkage(), ty);
        let code = shared.compile(proc)?;
        shared.exits.insert(ty.clone(), code.clone());
        Ok(code)
    }

    /// What functions of this type look like from outside, while their code may be replaced. They stay as long as
    /// the engine.
    pub(crate) fn adapters(&self, ty: &FuncType) -> Result<Adapters, Error> {
        let mut shared = self.shared();
        if let Some((adapters, _)) = shared.adapters.get(ty) {
            return Ok(*adapters);
        }
        let procs = [replace::forward, replace::compile]
            .map(|make| make(shared.compiler.target(), self.linkage(), ty));
        let [forward, compile] = procs.map(|proc| shared.compile(proc));
        let codes = [forward?, compile?];
        let [forward, compile] = codes.each_ref().map(|code| code.entry().expose_provenance() as u64);
        let adapters = Adapters { forward, compile };
        shared.adapters.insert(ty.clone(), (adapters, codes));
        Ok(adapters)
    }
}

impl Shared {
    fn number(&mut self, ty: &FuncType) -> u64 {
        if let Some(known) = self.signatures.get(ty) {
            return known.number;
        }
        let number = self.signatures.len() as u64;
        self.signatures.insert(ty.clone(), Numbered { number, entry: None });
        number
    }

    fn compile(&mut self, proc: barebones::ir::Procedure) -> Result<Code, Error> {
        let code = self.compiler.compile(proc);
        code.map_err(|failure| Error::compile(None, failure.error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::module::MAX_KEPT;
    use crate::{Instance, Module, Store, Val};

    /// A module with a type for each of so many numbers of parameters, and an exported function of the first.
    fn many_types(count: u32) -> Vec<u8> {
        let types: String =
            (0..count).map(|n| format!("(type (func (param {})))", "i32 i64 ".repeat(n as usize))).collect();
        module_of(&format!(r#"(module {types} (func (export "f") (type 0)))"#))
    }

    #[test]
    fn producers_have_optimised_all_but_checks() {
        let input =
            |bounds_checks| Config { bounds_checks, ..Config::default() }.options_at(OptLevel::O2).input;
        assert_eq!(input(BoundsChecks::GuardPages), InputProfile::ProducerOptimized);
        assert_eq!(input(BoundsChecks::Explicit), InputProfile::Raw);
    }

    fn module_of(text: &str) -> Vec<u8> {
        let buffer = ::wast::parser::ParseBuffer::new(text).expect("tokens");
        ::wast::parser::parse::<::wast::Wat<'_>>(&buffer).and_then(|mut wat| wat.encode()).expect("a module")
    }

    /// What types and functions of the same numbers are in one module is not what they are in the next.
    #[test]
    fn what_compiled_a_module_compiles_the_next_one() {
        let [sum, difference] = ["add", "sub"].map(|operation| {
            let text = r#"(module
                (func $own (param i32 i32) (result i32) (i32.OPERATION (local.get 0) (local.get 1)))
                (func (export "f") (result i32) (local $i i32) (local $sum i32)
                    (loop (local.set $sum (call $own (local.get $sum) (local.get $i)))
                        (local.set $i (i32.add (local.get $i) (i32.const 1)))
                        (br_if 0 (i32.lt_u (local.get $i) (i32.const 10))))
                    (local.get $sum)))"#;
            module_of(&text.replace("OPERATION", operation))
        });
        let product = module_of(
            r#"(module
                (func $own (param f64 i64) (result f64)
                    (f64.mul (local.get 0) (f64.convert_i64_u (local.get 1))))
                (func (export "f") (result f64) (local $i i64) (local $product f64)
                    (local.set $product (f64.const 0.5)) (local.set $i (i64.const 1))
                    (loop (local.set $product (call $own (local.get $product) (local.get $i)))
                        (local.set $i (i64.add (local.get $i) (i64.const 1)))
                        (br_if 0 (i64.lt_u (local.get $i) (i64.const 6))))
                    (local.get $product)))"#,
        );
        for level in OptLevel::ALL {
            let engine =
                Engine::new(Config { threads: 1, ..Config::at(level) }).expect("works where tests run");
            let run = |binary: &[u8]| {
                let module = Module::new(&engine, binary).expect("compiles");
                let mut store = Store::new(&engine);
                let instance = Instance::new(&mut store, &module, &[]).expect("no imports");
                instance.func(&store, "f").expect("exported").call(&mut store, &[]).expect("returns")
            };
            for _ in 0..2 {
                assert_eq!(run(&sum), [Val::I32(45)]);
                assert_eq!(run(&difference), [Val::I32(-45)]);
                assert_eq!(run(&product), [Val::F64(60.0f64.to_bits())]);
                assert_eq!(engine.workers().len(), 1, "the first one is still there");
            }
            engine.trim();
            assert_eq!(engine.workers().len(), 0);
            assert_eq!(run(&sum), [Val::I32(45)]);
        }
    }

    #[test]
    fn much_memory_is_not_kept() {
        let engine = Engine::new(Config::at(OptLevel::O0)).expect("works where tests run");
        let kept = |additions: usize| {
            let additions = "local.get 0 i32.const 3 i32.add local.set 0 ".repeat(additions);
            let large = format!("(module (func (param i32) (result i32) {additions} local.get 0))");
            Module::new(&engine, &module_of(&large)).expect("compiles");
            engine.workers().len()
        };
        assert_eq!([kept(100), kept(MAX_KEPT / 3), kept(MAX_KEPT)], [1, 1, 0]);
    }

    #[test]
    fn signatures_that_nobody_calls_have_no_code() {
        let engine = Engine::new(Config::default()).expect("works where tests run");
        let module = Module::new(&engine, &many_types(300)).expect("valid");
        let mut store = Store::new(&engine);
        let instance = Instance::new(&mut store, &module, &[]).expect("no imports");
        let counts = || {
            let shared = engine.shared();
            (shared.signatures.len(), shared.signatures.values().filter(|it| it.entry.is_some()).count())
        };
        assert_eq!(counts(), (300, 0));
        let call = instance.func(&store, "f").expect("exported").call(&mut store, &[]);
        assert_eq!(call.expect("returns"), Vec::<Val>::new());
        assert_eq!(counts(), (300, 1));
        // It keeps its number.
        let number = engine.signature(module.inner.sections.info.type_of(0)).expect("known").number;
        assert_eq!(number, engine.signature_number(module.inner.sections.info.type_of(0)));
    }
}
