//! Compiles and links the functions of a module.

use super::inline::{self, Copies, Inlinable};
use super::parse::Body;
use super::{Module, Sections};
use crate::engine::{Config, Engine};
use crate::error::Error;
use crate::translate::{FrameOf, Linkage, Translator, function_of_symbol};
use barebones::base::Signature;
use barebones::error::CompileError;
use barebones::ir::Procedure;
use barebones::isa::CompiledCode;
use barebones::jit::{self, Code, Linkable, Resolved};
use barebones::regalloc::AllocStats;
use barebones::{Backend, Compiler, Observer, OptLevel, Progress, Stage};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::Builder;
use std::time::{Duration, Instant};
use wasmparser::FuncToValidate;

/// Cost of compiling a module, summed over threads. Times of stages, spills and the slowest functions are measured
/// only with [`crate::Config::measure`].
#[derive(Clone, Debug, Default)]
pub struct CompileStats {
    /// Time for validating operators and building IR.
    pub translate: Duration,
    /// Time for each stage of the library, in the order of [`Stage::ALL`].
    pub stages: [Duration; Stage::ALL.len()],
    /// Time for linking.
    pub link: Duration,
    /// Number of functions.
    pub functions: usize,
    /// Number of WebAssembly operators.
    pub operators: u64,
    /// Number of IR values.
    pub values: u64,
    /// Number of inlined calls ([`crate::Config::inline`]).
    pub inlined: u64,
    /// Number of IR values copied by inlining.
    pub copied_values: u64,
    /// Size of the instructions in bytes.
    pub code_bytes: u64,
    /// Number of spill stores and reloads.
    pub spills: u64,
    /// The functions with the longest compile times, by index, the slowest first.
    pub slowest: Vec<(u32, Duration)>,
}

/// Number of slowest functions to report.
const SLOWEST: usize = 10;

impl CompileStats {
    fn add(&mut self, other: &CompileStats) {
        self.translate += other.translate;
        for (sum, stage) in self.stages.iter_mut().zip(other.stages) {
            *sum += stage;
        }
        self.functions += other.functions;
        self.operators += other.operators;
        self.values += other.values;
        self.inlined += other.inlined;
        self.copied_values += other.copied_values;
        self.code_bytes += other.code_bytes;
        self.spills += other.spills;
        self.slowest.extend_from_slice(&other.slowest);
        self.keep_slowest();
    }

    fn keep_slowest(&mut self) {
        self.slowest.sort_by_key(|(function, time)| (std::cmp::Reverse(*time), *function));
        self.slowest.truncate(SLOWEST);
    }
}

/// Measures the time of each stage of the library.
struct Watch<'a> {
    stats: &'a mut CompileStats,
    began: Instant,
}

impl Observer for Watch<'_> {
    fn before(&mut self, _stage: Stage) {
        self.began = Instant::now();
    }

    fn after(&mut self, stage: Stage, progress: Progress<'_>) {
        self.stats.stages[stage as usize] += self.began.elapsed();
        if let Progress::Allocated(AllocStats { reloads, stores, .. }) = progress {
            self.stats.spills += u64::from(*reloads) + u64::from(*stores);
        }
    }
}

/// A compiled function, not yet linked.
pub(super) struct Piece {
    pub(super) code: CompiledCode,
    pub(super) name: String,
    pub(super) signature: Signature,
    pub(super) conv: barebones::base::ConvId,
    /// The function that each symbol of the code refers to.
    pub(super) callees: Vec<u32>,
    /// Origins of the code that was inlined into it.
    pub(super) copies: Copies,
}

/// Compiled functions, or `None` if the assumption about tail calls was wrong.
type Attempt = (Option<Vec<Piece>>, CompileStats);

/// Compiles functions of a module at one optimization level, one at a time.
pub(crate) struct Worker {
    compiler: Compiler,
    translator: Translator,
    inlinable: Inlinable,
    stats: CompileStats,
    /// Number of values of the largest function so far.
    largest: usize,
}

/// Maximum number of values of a function after which a worker's memory is kept for reuse: about ten megabytes.
pub(crate) const MAX_KEPT: usize = 1 << 15;

impl Worker {
    /// `counting`: functions count down a budget and request tier-up.
    pub(crate) fn new(config: &Config, level: OptLevel, counting: bool) -> Result<Worker, Error> {
        let compiler = Compiler::with_options(config.options_at(level)).map_err(no_function)?;
        Ok(Worker::with_compiler(compiler, counting))
    }

    fn with_compiler(compiler: Compiler, counting: bool) -> Worker {
        let options = compiler.options();
        let is_plain = options.opt_level == OptLevel::O0 && options.backend == Backend::Barebones;
        let translator = Translator::new(counting, is_plain);
        let (inlinable, stats) = (Inlinable::default(), CompileStats::default());
        Worker { compiler, translator, inlinable, stats, largest: 0 }
    }

    /// True if the worker's memory is small enough to be kept.
    pub(crate) fn is_small(&self) -> bool {
        self.largest <= MAX_KEPT
    }

    /// Drops state that belongs to the current module; the next function may be of another one.
    pub(crate) fn forget_module(&mut self) {
        self.translator.forget_module();
        self.compiler.set_callees(None);
        self.inlinable.clear();
    }

    /// Compiles one function, which calls the others through the module's code table.
    pub(super) fn compile_alone(
        &mut self,
        engine: &Engine,
        sections: &Sections,
        function: u32,
        body: Body<'_>,
    ) -> Result<Code, Error> {
        let (config, linkage) = (engine.config(), engine.linkage());
        let (piece, _) = self.compile(config, linkage, sections, function, &body, &[], &mut |_, _| {})?;
        let codes = link(engine, sections.info.imported_functions, &[piece])?;
        codes.into_iter().next().ok_or(Error::OutOfMemory { what: "code" })
    }

    /// Compiles a function. Also returns whether it has a tail call to a function that may belong to another
    /// instance. Small functions of `bodies` may be inlined; it has all functions of the module or none. `each`
    /// receives the procedure after all passes, and the code.
    #[allow(clippy::too_many_arguments)] // the first four are the same for all functions of a module
    fn compile(
        &mut self,
        config: &Config,
        linkage: Linkage,
        sections: &Sections,
        function: u32,
        (validated, body): &Body<'_>,
        bodies: &[Body<'_>],
        each: &mut dyn FnMut(&Procedure, &CompiledCode),
    ) -> Result<(Piece, bool), Error> {
        let began = Instant::now();
        let (info, target) = (&sections.info, *self.compiler.target());
        let FuncToValidate { resources, index, ty, features } = validated;
        let (resources, index, ty, features) = (resources.clone(), *index, *ty, *features);
        let validated = FuncToValidate { resources, index, ty, features };
        let translated =
            self.translator.translate(info, config, linkage, &target, (validated, body), FrameOf::Itself)?;
        let mut proc = translated.procedure;
        let inlined = match inline::is_wanted(config, &self.compiler, linkage)
            && !translated.callees.is_empty()
        {
            true => {
                let how = (config, linkage, &target);
                self.inlinable.callees_of(&translated.callees, bodies, sections, how, &mut self.translator)
            }
            false => None,
        };
        self.compiler.set_callees(inlined.clone().map(|callees| callees as _));
        self.stats.translate += began.elapsed();
        self.stats.functions += 1;
        self.stats.operators += translated.operators;
        self.stats.values += proc.value_count() as u64;
        self.largest = self.largest.max(proc.value_count());
        let code = if config.measure {
            let mut watch = Watch { stats: &mut self.stats, began };
            let code = self.compiler.emit_in_place_observed(&mut proc, &mut watch);
            self.stats.slowest.push((function, began.elapsed()));
            if self.stats.slowest.len() > 10 * SLOWEST {
                self.stats.keep_slowest();
            }
            code
        } else {
            self.compiler.emit_in_place(&mut proc)
        };
        let code = code.map_err(|error| Error::compile(function, error))?;
        self.stats.code_bytes += u64::from(code.code_size);
        self.stats.inlined += u64::from(self.compiler.inlined().inlined);
        self.stats.copied_values += u64::from(self.compiler.inlined().copied);
        each(&proc, &code);
        let (signature, conv) = (proc.signature().clone(), proc.convention());
        let name = std::mem::take(&mut proc.name);
        let mut callees = translated.callees;
        // Callees of inlined code follow the function's own.
        let more = proc.symbols().values().skip(callees.len());
        callees.extend(more.map(|symbol| function_of_symbol(&symbol.name).unwrap_or(u32::MAX)));
        let copies = inlined.map(|inlined| inlined.take_copies()).unwrap_or_default();
        self.translator.recycle(proc);
        let piece = Piece { code, name, signature, conv, callees, copies };
        Ok((piece, translated.leaves_by_tail_call))
    }
}

/// Compiles and links the functions of a module; also returns what was inlined into each. After each function, its
/// thread calls `progress` with the number of compiled functions and their total.
pub(super) fn compile(
    engine: &Engine,
    sections: &mut Sections,
    bodies: &[Body<'_>],
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<(Vec<Code>, Vec<Copies>, CompileStats), Error> {
    let (mut pieces, mut stats) = pieces(engine, sections, bodies, progress)?;
    let began = Instant::now();
    let codes = link(engine, sections.info.imported_functions, &pieces)?;
    stats.link = began.elapsed();
    let copies = pieces.iter_mut().map(|piece| std::mem::take(&mut piece.copies)).collect();
    Ok((codes, copies, stats))
}

/// Compiles the functions of a module. Assumes first that none has a tail call to another instance; if one has,
/// compiles all functions again.
pub(super) fn pieces(
    engine: &Engine,
    sections: &mut Sections,
    bodies: &[Body<'_>],
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<(Vec<Piece>, CompileStats), Error> {
    loop {
        if let (Some(pieces), stats) = attempt(engine, sections, bodies, progress)? {
            return Ok((pieces, stats));
        }
        sections.info.leaves_by_tail_calls = true;
    }
}

fn attempt(
    engine: &Engine,
    sections: &Sections,
    bodies: &[Body<'_>],
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Attempt, Error> {
    let imported = sections.info.imported_functions;
    let assumes_none = !sections.info.leaves_by_tail_calls;
    let threads = engine.config().threads.clamp(1, bodies.len().max(1));
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let assumed_wrong = AtomicBool::new(false);
    // Each thread takes the next function until none is left or one has failed.
    let work = || {
        let config = engine.config();
        let mut worker = engine.worker().map_err(|error| (0, error))?;
        let mut pieces = Vec::with_capacity(bodies.len().div_ceil(threads));
        loop {
            let task = next.fetch_add(1, Ordering::Relaxed);
            let Some(body) = bodies.get(task) else { break };
            let function = (imported + task) as u32;
            let linkage = engine.linkage();
            match worker.compile(config, linkage, sections, function, body, bodies, &mut |_, _| {}) {
                Ok((_, true)) if assumes_none => {
                    assumed_wrong.store(true, Ordering::Relaxed);
                    next.store(bodies.len(), Ordering::Relaxed);
                }
                Ok((piece, _)) => {
                    pieces.push((task, piece));
                    progress(done.fetch_add(1, Ordering::Relaxed) + 1, bodies.len());
                }
                Err(error) => {
                    next.store(bodies.len(), Ordering::Relaxed);
                    return Err((task, error));
                }
            }
        }
        let stats = std::mem::take(&mut worker.stats);
        engine.keep(worker);
        Ok((pieces, stats))
    };
    let results = on_threads(threads, Builder::new, &work);
    let mut stats = CompileStats::default();
    let mut pieces: Vec<Option<Piece>> = bodies.iter().map(|_| None).collect();
    let mut first_error: Option<(usize, Error)> = None;
    for result in results {
        match result {
            Ok((compiled, part)) => {
                stats.add(&part);
                compiled.into_iter().for_each(|(task, piece)| pieces[task] = Some(piece));
            }
            Err((task, error)) if first_error.as_ref().is_none_or(|(first, _)| task < *first) => {
                first_error = Some((task, error));
            }
            Err(_) => {}
        }
    }
    if let Some((_, error)) = first_error {
        return Err(error);
    }
    if assumed_wrong.into_inner() {
        return Ok((None, stats));
    }
    let mut all = Vec::with_capacity(pieces.len());
    all.extend(pieces.into_iter().flatten());
    Ok((Some(all), stats))
}

/// Runs `work` on this thread and on up to `threads - 1` others, fewer if the system creates no more.
fn on_threads<T: Send>(threads: usize, builder: fn() -> Builder, work: &(impl Fn() -> T + Sync)) -> Vec<T> {
    std::thread::scope(|scope| {
        let others = (1..threads).map_while(|_| builder().spawn_scoped(scope, work).ok());
        let others: Vec<_> = others.collect();
        let mut results = vec![work()];
        let joined = others.into_iter().map(|handle| handle.join());
        results.extend(joined.map(|result| result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))));
        results
    })
}

fn no_function(error: CompileError) -> Error {
    Error::compile(None, error)
}

impl Module {
    /// Compiles a module with any compiler, for the target of that compiler, and links nothing: for inspecting code.
    /// `each` receives the index of a function, its procedure after all passes, and its code. Functions have the
    /// system's convention and no pinned registers, whatever the configuration, so that every backend can compile
    /// them.
    ///
    /// # Errors
    /// The module is invalid or unsupported.
    pub fn emit_with(
        compiler: Compiler,
        config: &Config,
        bytes: &[u8],
        each: &mut dyn FnMut(u32, &Procedure, &CompiledCode),
    ) -> Result<CompileStats, Error> {
        let config = &Config { lazy: false, tier_up: None, ..config.clone() };
        let (sections, bodies) = super::parse::parse(config, bytes)?;
        let mut worker = Worker::with_compiler(compiler, false);
        for (function, body) in (sections.info.imported_functions as u32..).zip(&bodies) {
            let each = &mut |proc: &Procedure, code: &CompiledCode| each(function, proc, code);
            worker.compile(config, Linkage::plain(), &sections, function, body, &[], each)?;
        }
        Ok(worker.stats)
    }
}

/// Links the defined functions of a module. `imported` is the number of imported functions, which precede them.
pub(super) fn link(engine: &Engine, imported: usize, pieces: &[Piece]) -> Result<Vec<Code>, Error> {
    let target = barebones::host_target().map_err(no_function)?;
    let linkables: Vec<Linkable<'_>> = pieces
        .iter()
        .map(|piece| Linkable {
            name: &piece.name,
            code: &piece.code,
            signature: &piece.signature,
            convention: target.convention(piece.conv),
        })
        .collect();
    let resolve = |procedure: usize, symbol: barebones::base::SymbolId| {
        let callee = *pieces[procedure].callees.get(symbol.number() as usize)? as usize;
        Some(Resolved::Procedure(callee.checked_sub(imported)?))
    };
    let memory: Arc<jit::CodeMemory> = Arc::new(engine.memory().clone());
    jit::link(&memory, &linkables, &[], &resolve).map_err(|error| no_function(CompileError::Link(error)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_done_also_if_there_are_no_threads() {
        let work = || std::thread::current().id();
        let here = work();
        // No system provides a stack of this size.
        let none = on_threads(4, || Builder::new().stack_size(1 << 60), &work);
        assert_eq!(none, [here]);
        let mut all = on_threads(4, Builder::new, &work);
        assert_eq!((all.len(), all[0]), (4, here));
        all.dedup();
        assert_eq!(all.len(), 4);
    }
}
