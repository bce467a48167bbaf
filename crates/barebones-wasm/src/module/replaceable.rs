//! Code that can be replaced while it runs: lazy compilation at the first call, and tier-up after many calls.
//!
//! The module has a code table that compiled code reads (see [`crate::layout`]): the address of each function's code,
//! and its remaining budget. An address is stored only after its code is complete. Replaced code lives as long as the
//! module, because a thread may still be running it.

use super::profile::Profile;
use super::{Module, ModuleInner, Sections};
use crate::background::Improve;
use crate::engine::{Adapters, Engine};
use crate::error::Error;
use crate::info::{Bodies, Body};
use crate::layout::WORD;
use crate::translate::Environment;
use crate::translate::profile::Known;
use crate::worker::inline::{Copied, Copies, MAX_BODY_BYTES};
use crate::worker::{LinkedFunction, Worker};
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
    /// Number of direct calls of frequent targets in better code.
    speculated: AtomicU64,
}

/// A defined function.
struct Function {
    adapters: Adapters,
    /// Held by the thread that compiles the first code.
    compiling: Mutex<()>,
    first: OnceLock<Code>,
    better: OnceLock<Code>,
    /// What was inlined into the better code.
    copies: OnceLock<Copies>,
    /// What the first code counts.
    profile: OnceLock<Profile>,
    /// Set when tier-up is requested.
    requested: AtomicBool,
    /// Set when tier-up failed.
    failed: AtomicBool,
}

/// The facts of a module for the better code of one of its functions.
struct KnownModule<'a> {
    module: &'a ModuleInner,
    kept: &'a Replaceable,
    /// The function.
    function: u32,
}

impl Known for KnownModule<'_> {
    /// Calls use the symbols of functions whose code is final, and of those that may be inlined.
    fn is_direct(&self, function: u32) -> bool {
        let own = function as usize - self.module.sections.info.imported_functions;
        let is_small = || self.range(own).is_some_and(|range| range.end - range.start <= MAX_BODY_BYTES);
        function == self.function
            || self.kept.functions[own].better.get().is_some()
            || self.module.engine.config().inline && is_small()
    }

    fn targets(&self, offset: u32) -> Vec<(u32, f64)> {
        let info = &self.module.sections.info;
        let own = self.function as usize - info.imported_functions;
        let profile = self.kept.functions[own].profile.get();
        profile.map(|profile| profile.targets(offset, info)).unwrap_or_default()
    }
}

impl Bodies for KnownModule<'_> {
    fn range(&self, own: usize) -> Option<Range<u64>> {
        self.kept.bodies.get(own).cloned()
    }

    fn body(&self, own: usize) -> Option<Body<'_>> {
        self.module.body(self.kept, own)
    }
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
                copies: OnceLock::new(),
                profile: OnceLock::new(),
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
            speculated: AtomicU64::new(0),
        })
    }

    /// Installs the first code of all functions; `call_sites` are those that it counts.
    pub(super) fn install_first(&mut self, sections: &Sections, codes: &[Code], call_sites: Vec<Box<[u32]>>) {
        for (own, (code, call_sites)) in (0..).zip(codes.iter().zip(call_sites)) {
            self.add_profile(sections, own, call_sites);
            self.install(sections, own, code, |function| &function.first);
        }
    }

    /// Adds the memory in which the first code of a function counts.
    fn add_profile(&self, sections: &Sections, own: u32, call_sites: Box<[u32]>) {
        if !call_sites.is_empty() {
            let profile = self.functions[own as usize].profile.get_or_init(|| Profile::new(call_sites));
            let place = entry(&self.table, sections.info.layout.call_sites(own));
            place.store(profile.address(), Ordering::Relaxed);
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
            let linked = self.compile(own, &mut worker, None);
            lock().push(worker);
            let LinkedFunction { code, call_sites, .. } = linked?;
            replaceable.add_profile(&self.sections, own, call_sites);
            replaceable.install(&self.sections, own, &code, |function| &function.first);
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

    /// What is validated and compiled of a defined function.
    fn body<'a>(&self, kept: &'a Replaceable, own: usize) -> Option<Body<'a>> {
        let (info, features) = (&self.sections.info, self.engine.config().features);
        let resources = kept.resources.clone()?;
        let index = info.imported_functions + own;
        let ty = *info.functions.get(index)?;
        let function = FuncToValidate { resources, index: index as u32, ty, features };
        let (bytes, start) = (kept.body(own), kept.bodies[own].start);
        Some((function, FunctionBody::new(BinaryReader::new(bytes, start))))
    }

    /// Compiles a function; with `known`, its better code.
    fn compile(
        &self,
        own: u32,
        worker: &mut Worker,
        known: Option<&KnownModule<'_>>,
    ) -> Result<LinkedFunction, Error> {
        let kept = self.replaceable.as_ref();
        let found = kept.and_then(|kept| Some((kept, self.body(kept, own as usize)?)));
        let (kept, body) = found.ok_or(Error::WrongStore)?;
        let info = &self.sections.info;
        let environment =
            Environment { known: known.map(|known| known as _), ..self.engine.environment(info) };
        let address_of = |function: u32| {
            let callee = kept.functions.get((function as usize).checked_sub(info.imported_functions)?)?;
            let better = callee.better.get().map(|code| code.entry().expose_provenance() as u64);
            Some(better.unwrap_or(callee.adapters.forward))
        };
        let function = (info.imported_functions as u32 + own, body);
        let bodies = known.map(|known| known as _);
        worker.compile_alone(&environment, self.engine.memory(), function, bodies, &address_of)
    }

    /// Compiles better code for a function, unless it has some. If that fails, the current code stays; it is not tried
    /// again for each caller, since a failure may take all the work that limits permit.
    fn improve(&self, replaceable: &Replaceable, own: u32, worker: &mut Option<Worker>) {
        let function = &replaceable.functions[own as usize];
        if function.better.get().is_some() || function.failed.load(Ordering::Acquire) {
            return;
        }
        let config = self.engine.config();
        let index = self.sections.info.imported_functions as u32 + own;
        let known = KnownModule { module: self, kept: replaceable, function: index };
        let result = catch_unwind(AssertUnwindSafe(|| {
            let worker = match worker {
                Some(worker) => worker,
                None => worker.insert(Worker::new(config, config.opt_level, false)?),
            };
            let linked = self.compile(own, worker, Some(&known));
            replaceable.speculated.fetch_add(worker.take_stats().speculated, Ordering::Relaxed);
            linked
        }));
        match result {
            Ok(Ok(LinkedFunction { code, copies, .. })) => {
                function.copies.get_or_init(|| copies);
                replaceable.install(&self.sections, own, &code, |function| &function.better);
            }
            other => {
                if other.is_err() {
                    // The panic may have left it in an inconsistent state.
                    *worker = None;
                }
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

impl Improve for ModuleInner {
    /// First compiles better code for the targets that it calls directly then.
    fn recompile(&self, own: u32, worker: &mut Option<Worker>) {
        let Some(replaceable) = &self.replaceable else { return };
        let info = &self.sections.info;
        let profile = replaceable.functions[own as usize].profile.get();
        for target in profile.iter().flat_map(|profile| profile.all_targets(info)) {
            let target = target - info.imported_functions as u32;
            let has_code = replaceable.functions[target as usize].first.get().is_some();
            if target != own && has_code {
                self.improve(replaceable, target, worker);
            }
        }
        self.improve(replaceable, own, worker);
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

    /// Number of direct calls of frequent targets that better code has now ([`crate::Config::speculate_calls`]).
    pub fn speculated_calls(&self) -> u64 {
        self.inner.replaceable.as_ref().map_or(0, |kept| kept.speculated.load(Ordering::Relaxed))
    }

    /// What was inlined into the code of a defined function that has inlined code.
    pub(crate) fn copies(&self, own: usize) -> &[Copied] {
        let copies = match &self.inner.replaceable {
            Some(replaceable) => replaceable.functions.get(own).and_then(|function| function.copies.get()),
            None => self.inner.copies.get(own),
        };
        copies.map_or(&[][..], |copies| copies)
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
    use crate::{Linker, Store, Val};
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

    /// A target that many functions call is compiled on the request of each of them.
    #[test]
    fn failed_targets_are_not_compiled_again() {
        let text = "(module (type $t (func (param i32) (result i32)))
            (table funcref (elem $target))
            (func $target (type $t) (i32.mul (local.get 0) (i32.const 3)))
            (func (export \"run\") (type $t)
                (i32.add (call_indirect (type $t) (local.get 0) (i32.const 0)) (i32.const 1))))";
        let buffer = wast::parser::ParseBuffer::new(text).expect("tokens");
        let bytes = wast::parser::parse::<wast::Wat<'_>>(&buffer).and_then(|mut wat| wat.encode());
        let bytes = bytes.expect("a module");
        // The functions count, and never ask for better code themselves.
        let config = Config { tier_up: Some(1 << 20), ..Config::default() };
        let engine = Engine::new(config.clone()).expect("works where tests run");
        let tiers_after = |workers: Vec<Option<Worker>>| {
            let module = Module::new(&engine, &bytes).expect("valid");
            let mut store = Store::new(&engine);
            let instance = Linker::new().instantiate(&mut store, &module).expect("imports nothing");
            let run = instance.func(&store, "run").expect("exported");
            assert_eq!(run.call(&mut store, &[Val::I32(5)]).expect("no trap"), [Val::I32(16)]);
            workers.into_iter().for_each(|mut worker| module.inner.recompile(1, &mut worker));
            module.tiers()
        };
        let limited = || {
            let mut config = config.clone();
            config.limits.work = 1;
            Some(Worker::new(&config, config.opt_level, false).expect("works where tests run"))
        };
        let finished = TierStats { finished: 2, ..TierStats::default() };
        let failed = TierStats { baseline: 2, failed: 2, ..TierStats::default() };
        assert_eq!(tiers_after(vec![None]), finished, "the target, and the function itself");
        assert_eq!(tiers_after(vec![limited()]), failed);
        assert_eq!(tiers_after(vec![limited(), None]), failed);
    }

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
