//! Code that can be replaced while it runs: lazy compilation at the first call, and tier-up after many calls.
//!
//! The module has a code table that compiled code reads (see [`crate::layout`]): the address of each function's code,
//! and its remaining budget. An address is stored only after its code is complete. Replaced code lives as long as the
//! module, because a thread may still be running it.

use super::{Module, ModuleInner, Sections};
use crate::background::Improve;
use crate::engine::{Adapters, Engine};
use crate::error::Error;
use crate::info::Body;
use crate::layout::WORD;
use crate::worker::Worker;
use barebones::error::CompileError;
use barebones::jit::Code;
use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};
use wasmparser::{BinaryReader, FuncToValidate, FunctionBody, ValidatorResources};

/// State of a function's code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tier {
    /// No code: the function is compiled at its first call, see [`Config::lazy`](crate::Config::lazy).
    Uncompiled,
    /// Code of level O0 that counts calls and iterations, see [`Config::tier_up`](crate::Config::tier_up).
    Baseline,
    /// Code of level [`Config::opt_level`](crate::Config::opt_level), which is not replaced.
    Final,
}

/// Number of defined functions in each [`Tier`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TierStats {
    /// Functions that are [`Tier::Uncompiled`].
    pub uncompiled: usize,
    /// Functions that are [`Tier::Baseline`].
    pub baseline: usize,
    /// Functions that are [`Tier::Final`].
    pub finished: usize,
    /// Functions whose recompilation failed.
    pub failed: usize,
}

/// State of a module whose code can be replaced.
pub(crate) struct Replaceable {
    /// The bytes of the module that contain the function bodies.
    bytes: Box<[u8]>,
    /// Offset of these bytes in the module.
    offset: u64,
    /// Ranges of the bodies in the module.
    bodies: Box<[Range<u64>]>,
    /// State for the validation of functions; `None` if there are none.
    resources: Option<ValidatorResources>,
    functions: Box<[Function]>,
    /// The code table, which compiled code reads.
    table: Box<[AtomicU64]>,
    /// Size and function of each code, by its address.
    places: RwLock<BTreeMap<u64, (u64, u32)>>,
    /// Idle workers for compilation at the first call; as many as ever ran concurrently.
    #[allow(clippy::vec_box)] // moving a worker is expensive
    workers: Mutex<Vec<Box<Worker>>>,
}

/// A defined function.
struct Function {
    adapters: Adapters,
    /// Held by the thread that compiles the first code.
    compiling: Mutex<()>,
    first: OnceLock<Code>,
    better: OnceLock<Code>,
    /// Set when tier-up is requested.
    requested: AtomicBool,
    /// Set when tier-up failed.
    failed: AtomicBool,
}

impl Replaceable {
    /// Copies the data needed to compile functions later. No function has code yet.
    pub(super) fn new(
        engine: &Engine,
        sections: &Sections,
        bodies: &[Body<'_>],
        module: &[u8],
    ) -> Result<Replaceable, Error> {
        let info = &sections.info;
        let mut adapters = vec![None; info.types.len()];
        let mut functions = Vec::with_capacity(bodies.len());
        for (function, _) in bodies {
            let ty = function.ty as usize;
            let adapters = match adapters[ty] {
                Some(adapters) => adapters,
                None => *adapters[ty].insert(engine.adapters(&info.types[ty])?),
            };
            functions.push(Function {
                adapters,
                compiling: Mutex::new(()),
                first: OnceLock::new(),
                better: OnceLock::new(),
                requested: AtomicBool::new(false),
                failed: AtomicBool::new(false),
            });
        }
        let ranges: Box<[Range<u64>]> = bodies.iter().map(|(_, body)| body.range()).collect();
        let code_range =
            ranges.first().map_or(0, |range| range.start)..ranges.last().map_or(0, |range| range.end);
        let table: Box<[AtomicU64]> = (0..info.layout.table_words()).map(|_| AtomicU64::new(0)).collect();
        let budget = engine.config().budget().unwrap_or(0);
        for (own, function) in (0..).zip(&functions) {
            entry(&table, info.layout.code(own)).store(function.adapters.compile, Ordering::Relaxed);
            entry(&table, info.layout.budget(own)).store(budget.into(), Ordering::Relaxed);
        }
        Ok(Replaceable {
            bytes: module[code_range.start as usize..code_range.end as usize].into(),
            offset: code_range.start,
            bodies: ranges,
            resources: bodies.first().map(|(function, _)| function.resources.clone()),
            functions: functions.into(),
            table,
            places: RwLock::default(),
            workers: Mutex::default(),
        })
    }

    /// Installs the first code of all functions.
    pub(super) fn install_first(&mut self, sections: &Sections, codes: &[Code]) {
        for (own, code) in (0..).zip(codes) {
            self.install(sections, own, code, |function| &function.first);
        }
    }

    /// Makes code the target of calls from now on.
    fn install(&self, sections: &Sections, own: u32, code: &Code, cell: fn(&Function) -> &OnceLock<Code>) {
        let start = code.start() as u64;
        let address = code.entry().expose_provenance() as u64;
        let mut places = self.places.write().unwrap_or_else(PoisonError::into_inner);
        places.insert(start, (code.size() as u64, own));
        drop(places);
        let code = cell(&self.functions[own as usize]).get_or_init(|| code.clone());
        debug_assert_eq!(code.entry() as u64, address, "this code is compiled once");
        entry(&self.table, sections.info.layout.code(own)).store(address, Ordering::Release);
    }

    fn body(&self, own: usize) -> &[u8] {
        let Range { start, end } = self.bodies[own];
        &self.bytes[(start - self.offset) as usize..(end - self.offset) as usize]
    }

    // ---- Queries of instances and stores ----------------------------------------------------------------------

    /// Address of the code table.
    pub(crate) fn table_address(&self) -> u64 {
        self.table.as_ptr().expose_provenance() as u64
    }

    /// Address of the code that forwards to the current code of a defined function.
    pub(crate) fn forward(&self, own: usize) -> u64 {
        self.functions[own].adapters.forward
    }

    /// The defined function whose code contains an address.
    pub(crate) fn find(&self, address: u64) -> Option<u32> {
        let places = self.places.read().unwrap_or_else(PoisonError::into_inner);
        let (start, (size, own)) = places.range(..=address).next_back()?;
        (address - start < *size).then_some(*own)
    }
}

/// The word at a byte offset.
fn entry(table: &[AtomicU64], offset: i32) -> &AtomicU64 {
    &table[(offset / WORD) as usize]
}

impl ModuleInner {
    /// Returns the address of the code of a defined function; compiles the function if it has none.
    pub(crate) fn compile_on_call(&self, own: u32) -> Result<u64, Error> {
        let replaceable = self.replaceable.as_ref().ok_or(Error::WrongStore)?;
        let function = &replaceable.functions[own as usize];
        // Other threads that call the function wait for the same code.
        let compiling = function.compiling.lock().unwrap_or_else(PoisonError::into_inner);
        if function.first.get().is_none() {
            let lock = || replaceable.workers.lock().unwrap_or_else(PoisonError::into_inner);
            let spare = lock().pop();
            let mut worker = match spare {
                Some(worker) => worker,
                None => self.engine.worker()?,
            };
            let code = self.compile(own, &mut worker);
            lock().push(worker);
            replaceable.install(&self.sections, own, &code?, |function| &function.first);
        }
        drop(compiling);
        let place = self.sections.info.layout.code(own);
        Ok(entry(&replaceable.table, place).load(Ordering::Acquire))
    }

    /// Requests better code for a defined function from the background thread, once.
    pub(crate) fn request_better_code(self: &Arc<ModuleInner>, own: u32) {
        let Some(replaceable) = &self.replaceable else { return };
        // Prevents further requests for a long time.
        let budget = entry(&replaceable.table, self.sections.info.layout.budget(own));
        budget.store(i32::MAX as u64, Ordering::Relaxed);
        if let Some(background) = self.engine.background()
            && !replaceable.functions[own as usize].requested.swap(true, Ordering::Relaxed)
        {
            background.ask(self.clone(), own);
        }
    }

    fn compile(&self, own: u32, worker: &mut Worker) -> Result<Code, Error> {
        let (info, features) = (&self.sections.info, self.engine.config().features);
        let kept = self.replaceable.as_ref();
        let kept = kept.and_then(|kept| Some((kept, kept.resources.clone()?)));
        let (replaceable, resources) = kept.ok_or(Error::WrongStore)?;
        let index = info.imported_functions as u32 + own;
        let function = FuncToValidate { resources, index, ty: info.functions[index as usize], features };
        let (bytes, start) = (replaceable.body(own as usize), replaceable.bodies[own as usize].start);
        let body = FunctionBody::new(BinaryReader::new(bytes, start));
        let engine = &self.engine;
        let how = (engine.config(), engine.linkage(), engine.memory());
        worker.compile_alone(how, info, index, (function, body))
    }
}

impl Improve for ModuleInner {
    /// If better code cannot be compiled, the current code stays.
    fn recompile(&self, own: u32, worker: &mut Option<Worker>) {
        let Some(replaceable) = &self.replaceable else { return };
        let config = self.engine.config();
        let result = catch_unwind(AssertUnwindSafe(|| {
            let worker = match worker {
                Some(worker) => worker,
                None => worker.insert(Worker::new(config, config.opt_level, false)?),
            };
            self.compile(own, worker)
        }));
        match result {
            Ok(Ok(code)) => replaceable.install(&self.sections, own, &code, |function| &function.better),
            other => {
                if other.is_err() {
                    // The panic may have left it in an inconsistent state.
                    *worker = None;
                }
                let function = &replaceable.functions[own as usize];
                if let Ok(Err(Error::Compile { error, .. })) = &other
                    && let CompileError::Cancelled { .. } = **error
                {
                    // Not a property of the function, which is requested again when it has used its budget again.
                    function.requested.store(false, Ordering::Relaxed);
                    if let Some(budget) = config.budget() {
                        let place = self.sections.info.layout.budget(own);
                        entry(&replaceable.table, place).store(budget.into(), Ordering::Relaxed);
                    }
                } else {
                    function.failed.store(true, Ordering::Release);
                }
            }
        }
    }
}

impl Module {
    /// State of a function's code; `None` for an imported one.
    pub fn tier(&self, function: u32) -> Option<Tier> {
        let info = &self.inner.sections.info;
        let own = (function as usize).checked_sub(info.imported_functions)?;
        if (function as usize) >= info.functions.len() {
            return None;
        }
        Some(self.inner.replaceable.as_ref().map_or(Tier::Final, |replaceable| {
            let function = &replaceable.functions[own];
            match (function.first.get(), function.better.get()) {
                (_, Some(_)) => Tier::Final,
                (Some(_), None) if self.inner.engine.config().budget().is_some() => Tier::Baseline,
                (Some(_), None) => Tier::Final,
                (None, None) => Tier::Uncompiled,
            }
        }))
    }

    /// Number of defined functions in each tier now.
    pub fn tiers(&self) -> TierStats {
        let info = &self.inner.sections.info;
        let mut stats = TierStats::default();
        for function in info.imported_functions..info.functions.len() {
            match self.tier(function as u32) {
                Some(Tier::Uncompiled) => stats.uncompiled += 1,
                Some(Tier::Baseline) => stats.baseline += 1,
                Some(Tier::Final) => stats.finished += 1,
                None => {}
            }
        }
        let functions = self.inner.replaceable.iter().flat_map(|replaceable| &replaceable.functions);
        stats.failed = functions.filter(|function| function.failed.load(Ordering::Acquire)).count();
        stats
    }

    /// The code that calls of a function reach now; `None` for an imported function and one without code.
    pub fn code(&self, function: u32) -> Option<&Code> {
        let own = (function as usize).checked_sub(self.inner.sections.info.imported_functions)?;
        match &self.inner.replaceable {
            Some(replaceable) => {
                let function = replaceable.functions.get(own)?;
                function.better.get().or_else(|| function.first.get())
            }
            None => self.inner.codes.get(own),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use wasmparser::WasmFeatures;

    #[test]
    fn concurrent_calls_get_the_same_code() {
        // (module (func) .. (func)), 20 functions
        let mut binary = b"\0asm\x01\0\0\0\x01\x04\x01\x60\0\0\x03\x15\x14".to_vec();
        binary.extend([0; 20]);
        binary.extend([10, 61, 20]);
        binary.extend([2, 0, 0x0b].repeat(20));
        for _ in 0..20 {
            let engine =
                Engine::new(Config { lazy: true, ..Config::default() }).expect("works where tests run");
            let module = Module::new(&engine, &binary).expect("valid");
            let compile_all = || {
                let address = |own| module.inner.compile_on_call(own).expect("nothing in it");
                (0..20).map(address).collect::<Vec<u64>>()
            };
            let found = std::thread::scope(|scope| {
                let threads = [(); 4].map(|()| scope.spawn(compile_all));
                threads.map(|thread| thread.join().expect("no panic"))
            });
            assert!(found.iter().all(|addresses| *addresses == found[0]));
            let replaceable = module.inner.replaceable.as_ref().expect("lazy");
            let places = replaceable.places.read().expect("no panic").clone();
            assert_eq!(places.len(), 20, "each function was compiled once");
            let functions: Vec<_> = found[0].iter().map(|address| replaceable.find(*address)).collect();
            assert_eq!(functions, (0..20).map(Some).collect::<Vec<_>>());
        }
    }

    /// (module (func try catch_all end) (func)), of a proposal that is not implemented.
    const LEGACY: &[u8] = b"\0asm\x01\0\0\0\x01\x04\x01\x60\0\0\x03\x03\x02\0\0\
        \x0a\x0b\x02\x06\0\x06\x40\x19\x0b\x0b\x02\0\x0b";

    #[test]
    fn failed_tier_up_keeps_the_code() {
        let mut config = Config { lazy: true, tier_up: Some(1), ..Config::default() };
        config.features |= WasmFeatures::LEGACY_EXCEPTIONS;
        let engine = Engine::new(config).expect("works where tests run");
        let module = Module::new(&engine, LEGACY).expect("valid");
        assert!(matches!(module.inner.compile_on_call(0), Err(Error::Unsupported { .. })));
        let first = module.inner.compile_on_call(1).expect("nothing in it");
        assert_eq!(module.inner.compile_on_call(1).expect("there already"), first);
        assert_eq!(module.tiers(), TierStats { uncompiled: 1, baseline: 1, ..TierStats::default() });
        for _ in 0..2 {
            module.inner.request_better_code(0);
            module.inner.request_better_code(1);
            engine.wait_for_tier_up();
            let expected = TierStats { uncompiled: 1, finished: 1, failed: 1, ..TierStats::default() };
            assert_eq!(module.tiers(), expected);
        }
        assert_ne!(module.inner.compile_on_call(1).expect("replaced"), first);
    }
}
