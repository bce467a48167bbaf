//! State that all modules of an engine share: code memory, adapters between the host and WebAssembly, workers.

use crate::background::Background;
use crate::config::Config;
use crate::error::Error;
use crate::info::ModuleInfo;
use crate::raw::{self, Entry};
use crate::translate::{Environment, Linkage, adapter, replace};
use crate::type_registry::TypeRegistry;
use crate::types::{FuncType, FuncTypeId};
use crate::worker::Worker;
use barebones::base::Target;
use barebones::jit::{Code, CodeMemory, MemoryOptions, TrapRecovery};
use barebones::{Compiler, OptLevel};
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A configuration with the state that modules and stores share: code memory, adapters between the host and
/// WebAssembly. Clones share one engine.
#[derive(Clone)]
pub struct Engine {
    inner: Arc<EngineInner>,
}

struct EngineInner {
    config: Config,
    target: Target,
    linkage: Linkage,
    recovery: TrapRecovery,
    memory: CodeMemory,
    types: TypeRegistry,
    shared: Mutex<Shared>,
    /// Idle workers, kept with their memory for the next module. Their number grows to the maximum that ran
    /// concurrently.
    #[allow(clippy::vec_box)] // a worker is too large to be moved
    workers: Mutex<Vec<Box<Worker>>>,
    /// The thread that compiles better code.
    background: Option<Background>,
}

/// Engine-wide data of a function type.
#[derive(Clone)]
pub(crate) struct Signature {
    /// The number of the type, which functions of this type have.
    pub(crate) number: u64,
    /// Code that calls a function of this type with arguments in memory; `None` if functions are interpreted.
    pub(crate) entry: Option<Entry>,
}

/// Addresses of the stubs through which functions of a signature are called while their code may be replaced.
#[derive(Clone, Copy)]
pub(crate) struct Adapters {
    /// Address of code that jumps to the current code.
    pub(crate) forward: u64,
    /// Address of code that compiles the function and then calls it.
    pub(crate) compile: u64,
}

struct Shared {
    compiler: Compiler,
    /// Code that calls a function with arguments in memory, once one of this type has been called.
    entries: FxHashMap<FuncType, Entry>,
    /// Code that calls a function of the host with arguments in memory.
    exits: FxHashMap<FuncType, Code>,
    /// Code of [`replace`] and its addresses.
    adapters: FxHashMap<FuncType, (Adapters, [Code; 2])>,
}

impl Engine {
    /// Creates an engine.
    ///
    /// # Errors
    /// Fails if the library has no back end for this machine, or if the system provides no executable memory, or no
    /// thread for [`Config::tier_up`]; or if the interpreter does not support an option ([`Error::NotInterpreted`]).
    pub fn new(config: Config) -> Result<Engine, Error> {
        let mut config = config;
        config.prepare()?;
        let recovery = raw::prepare()?;
        let no_code = |error| Error::compile(None, error);
        let guarded = config.branch_protection.landing_pads;
        let placement = config.hardening.placement();
        let memory =
            CodeMemory::with_options(MemoryOptions { guarded, placement, ..MemoryOptions::default() });
        let memory = memory.map_err(|e| no_code(barebones::error::CompileError::Memory(e)))?;
        let options = config.options_at(OptLevel::O0);
        let mut compiler = Compiler::with_options(options).map_err(no_code)?;
        compiler.set_memory(Arc::new(memory.clone()));
        let target = *compiler.target();
        let linkage = Linkage::new(&config, &target);
        let shared = Mutex::new(Shared {
            compiler,
            entries: FxHashMap::default(),
            exits: FxHashMap::default(),
            adapters: FxHashMap::default(),
        });
        let background = config.budget().map(|_| Background::start()).transpose()?;
        let workers = Mutex::default();
        let types = TypeRegistry::new();
        let inner =
            EngineInner { config, target, linkage, recovery, memory, types, shared, workers, background };
        Ok(Engine { inner: Arc::new(inner) })
    }

    /// Frees the memory that compilation keeps for the next module: at most about ten megabytes for each of
    /// [`Config::threads`].
    pub fn trim(&self) {
        // The workers are freed after the lock is released.
        let workers = std::mem::take(&mut *self.workers());
        drop(workers);
    }

    /// Returns a worker that compiles functions at the first level.
    ///
    /// # Errors
    /// Fails if the library has no back end for this machine.
    pub(crate) fn worker(&self) -> Result<Box<Worker>, Error> {
        let spare = self.workers().pop();
        let config = self.config();
        match spare {
            Some(worker) => Ok(worker),
            None => Ok(Box::new(Worker::new(config, config.first_level(), config.budget().is_some())?)),
        }
    }

    /// Takes back a worker of [`Engine::worker`], unless it holds too much memory.
    pub(crate) fn keep(&self, mut worker: Box<Worker>) {
        if worker.is_small() {
            worker.forget_module();
            self.workers().push(worker);
        }
    }

    fn workers(&self) -> MutexGuard<'_, Vec<Box<Worker>>> {
        self.inner.workers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until all better code that was requested is installed or has failed to compile: see [`Config::tier_up`].
    /// Returns at once without tier-up.
    pub fn wait_for_tier_up(&self) {
        if let Some(background) = &self.inner.background {
            background.wait();
        }
    }

    /// Returns the thread that compiles better code; `None` without tier-up.
    pub(crate) fn background(&self) -> Option<&Background> {
        self.inner.background.as_ref()
    }

    /// True if both are clones of the same engine.
    pub(crate) fn is(&self, other: &Engine) -> bool {
        Arc::ptr_eq(&self.inner, &other.inner)
    }

    /// Returns the configuration.
    pub fn config(&self) -> &Config {
        &self.inner.config
    }

    /// Returns the machine that code is translated for.
    pub(crate) fn target(&self) -> &Target {
        &self.inner.target
    }

    /// Returns how functions find their instance, other than by arguments.
    pub(crate) fn linkage(&self) -> Linkage {
        self.inner.linkage
    }

    /// Returns how the functions of a module are compiled at first.
    pub(crate) fn environment<'a>(&'a self, info: &'a ModuleInfo) -> Environment<'a> {
        Environment { config: self.config(), linkage: self.linkage(), info, known: None }
    }

    /// Returns the handler that catches traps.
    pub(crate) fn recovery(&self) -> TrapRecovery {
        self.inner.recovery
    }

    /// Returns the memory for code.
    pub(crate) fn memory(&self) -> &CodeMemory {
        &self.inner.memory
    }

    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.inner.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the function types of the engine.
    pub(crate) fn types(&self) -> &TypeRegistry {
        &self.inner.types
    }

    /// The function type with these parameters and results, without declared supertypes and subtypes. References can name
    /// it: [`crate::HeapType::Type`].
    ///
    /// # Errors
    /// It refers to a type of another engine.
    pub fn func_type_id(&self, ty: &FuncType) -> Result<FuncTypeId, Error> {
        self.types().add(ty)
    }

    /// The parameters and results of a function type; `None` if it belongs to another engine.
    pub fn func_type(&self, id: FuncTypeId) -> Option<FuncType> {
        self.types().get(id).map(|declared| declared.ty)
    }

    /// Returns the data of a function type, with the parameters and results `ty`. Only here, entry code is compiled: a
    /// module may have many types of functions that are never called.
    pub(crate) fn signature(&self, id: FuncTypeId, ty: &FuncType) -> Result<Signature, Error> {
        let number = id.number.into();
        if self.config().interpret {
            return Ok(Signature { number, entry: None });
        }
        let mut shared = self.shared();
        let entry = match shared.entries.get(ty) {
            Some(entry) => entry.clone(),
            None => {
                let proc = adapter::entry(shared.compiler.target(), self.linkage(), ty);
                let entry = Entry::new(&shared.compile(proc)?)?;
                shared.entries.insert(ty.clone(), entry.clone());
                entry
            }
        };
        Ok(Signature { number, entry: Some(entry) })
    }

    /// Returns the adapter through which WebAssembly calls host functions of this type.
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

    /// Returns the adapters of functions of this type while their code may be replaced. They live as long as the
    /// engine.
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
    fn compile(&mut self, proc: barebones::ir::Procedure) -> Result<Code, Error> {
        let code = self.compiler.compile(proc);
        code.map_err(|failure| Error::compile(None, failure.error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::worker::MAX_REUSABLE_VALUES;
    use crate::{Instance, Module, Store, Val};

    /// A module with one type per number of parameters below `count`, and an exported function of the first type.
    fn many_types(count: u32) -> Vec<u8> {
        let types: String =
            (0..count).map(|n| format!("(type (func (param {})))", "i32 i64 ".repeat(n as usize))).collect();
        module_of(&format!(r#"(module {types} (func (export "f") (type 0)))"#))
    }

    fn module_of(text: &str) -> Vec<u8> {
        let buffer = ::wast::parser::ParseBuffer::new(text).expect("tokens");
        ::wast::parser::parse::<::wast::Wat<'_>>(&buffer).and_then(|mut wat| wat.encode()).expect("a module")
    }

    /// Modules compiled by the same worker may use the same indices for different types and functions.
    #[test]
    fn workers_are_reused() {
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
    fn large_workers_are_not_reused() {
        let engine = Engine::new(Config::at(OptLevel::O0)).expect("works where tests run");
        let kept = |additions: usize| {
            let additions = "local.get 0 i32.const 3 i32.add local.set 0 ".repeat(additions);
            let large = format!("(module (func (param i32) (result i32) {additions} local.get 0))");
            Module::new(&engine, &module_of(&large)).expect("compiles");
            engine.workers().len()
        };
        assert_eq!([kept(100), kept(MAX_REUSABLE_VALUES / 3), kept(MAX_REUSABLE_VALUES)], [1, 1, 0]);
    }

    #[test]
    fn uncalled_signatures_have_no_code() {
        let engine = Engine::new(Config::default()).expect("works where tests run");
        let module = Module::new(&engine, &many_types(300)).expect("valid");
        let mut store = Store::new(&engine);
        let instance = Instance::new(&mut store, &module, &[]).expect("no imports");
        let counts = || (engine.types().len(), engine.shared().entries.len());
        assert_eq!(counts(), (300, 0));
        let call = instance.func(&store, "f").expect("exported").call(&mut store, &[]);
        assert_eq!(call.expect("returns"), Vec::<Val>::new());
        assert_eq!(counts(), (300, 1));
        // The type is the same for the host.
        let info = &module.inner.sections.info;
        assert_eq!(engine.func_type_id(info.type_of(0)).ok(), info.id_of(0));
        assert_eq!(counts(), (300, 1));
    }
}
