//! From functions to linked code.

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

/// What compiling a module cost, summed over threads. Times of stages, spills and the slowest functions are there
/// if [`crate::Config::measure`] asks for them.
#[derive(Clone, Debug, Default)]
pub struct CompileStats {
    /// Validating operators and building IR.
    pub translate: Duration,
    /// The stages of the library, in the order of [`Stage::ALL`].
    pub stages: [Duration; Stage::ALL.len()],
    /// Linking.
    pub link: Duration,
    /// Functions.
    pub functions: usize,
    /// Operators of WebAssembly.
    pub operators: u64,
    /// Values of the IR.
    pub values: u64,
    /// Calls that were inlined ([`crate::Config::inline`]).
    pub inlined: u64,
    /// Values of the IR that were copied for them.
    pub copied_values: u64,
    /// Bytes of instructions.
    pub code_bytes: u64,
    /// Loads and stores of values that found no register.
    pub spills: u64,
    /// The functions that took longest, by index, the slowest first.
    pub slowest: Vec<(u32, Duration)>,
}

/// How many of the slowest functions are remembered.
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

/// Adds up what the stages of the library take.
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

/// A function before it is linked.
pub(super) struct Piece {
    pub(super) code: CompiledCode,
    pub(super) name: String,
    pub(super) signature: Signature,
    pub(super) conv: barebones::base::ConvId,
    /// The functions that the code's symbols mean, in their order.
    pub(super) callees: Vec<u32>,
    /// What of other functions was copied into it.
    pub(super) copies: Copies,
}

/// Functions of a module, if they all are compiled under the right assumption about tail calls.
type Attempt = (Option<Vec<Piece>>, CompileStats);

/// What compiles functions of a module at one level, one after the other.
pub(crate) struct Worker {
    compiler: Compiler,
    translator: Translator,
    inlinable: Inlinable,
    stats: CompileStats,
    /// How many values the largest function had.
    largest: usize,
}

/// How many values the functions may have that a worker compiled, if its memory is to be kept: it is about ten
/// megabytes then.
pub(crate) const MAX_KEPT: usize = 1 << 15;

impl Worker {
    /// `counting`: functions ask for better code some day.
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

    /// Whether the memory that it has is worth keeping.
    pub(crate) fn is_small(&self) -> bool {
        self.largest <= MAX_KEPT
    }

    /// Forgets what it knows of the module whose functions it compiled; others may come from another one.
    pub(crate) fn forget_module(&mut self) {
        self.translator.forget_module();
        self.compiler.set_callees(None);
        self.inlinable.clear();
    }

    /// Compiles a function of a module that calls the others through the module's table.
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

    /// A function before it is linked, and whether it leaves by a tail call to what may be another instance's. Of
    /// the functions with these bodies, which are all that the module has or none, some may be inlined. `each` sees
    /// it as it was emitted.
    #[allow(clippy::too_many_arguments)] // what all functions of a module have in common, and what this one has
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
        // Those of copies come behind its own.
        let more = proc.symbols().values().skip(callees.len());
        callees.extend(more.map(|symbol| function_of_symbol(&symbol.name).unwrap_or(u32::MAX)));
        let copies = inlined.map(|inlined| inlined.take_copies()).unwrap_or_default();
        self.translator.recycle(proc);
        let piece = Piece { code, name, signature, conv, callees, copies };
        Ok((piece, translated.leaves_by_tail_call))
    }
}

/// Compiles the functions of a module and links them; beside the code, what was copied into each. Each thread says
/// after each function how many are done, and of how many.
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

/// Compiles the functions of a module, and finds out about its tail calls: if there is one that was not assumed,
/// all functions are compiled again.
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
    // Each takes the next function until there is none, or one failed.
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

/// Does the work on this thread and, at the same time, on others: `threads` in all, or as many as the system gives.
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
    /// Compiles the functions of a module with any compiler, for the machine that it compiles for, and links
    /// nothing: for whoever looks at code. `each` is told the index of a function, its procedure as it was after
    /// passes, and its code. Functions have the convention of the system and pin nothing, whatever the configuration
    /// says, so that every backend compiles them.
    ///
    /// # Errors
    /// The module is not valid, or needs what there is no code for.
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

/// Links the functions of a module, `imported` others being before them.
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
        // No system has memory for such a stack.
        let none = on_threads(4, || Builder::new().stack_size(1 << 60), &work);
        assert_eq!(none, [here]);
        let mut all = on_threads(4, Builder::new, &work);
        assert_eq!((all.len(), all[0]), (4, here));
        all.dedup();
        assert_eq!(all.len(), 4);
    }
}
