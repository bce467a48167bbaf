//! Workers: each compiles functions to unlinked code.

pub(crate) mod inline;
mod speculate;

use crate::config::Config;
use crate::error::Error;
use crate::info::{Bodies, Body, Surprises, copy_of};
use crate::translate::{Environment, FrameOf, Translator, function_of_symbol};
use barebones::base::Signature;
use barebones::error::CompileError;
use barebones::ir::Procedure;
use barebones::isa::CompiledCode;
use barebones::jit::{self, Code, CodeMemory, Linkable, Resolved};
use barebones::regalloc::AllocStats;
use barebones::{Backend, Compiler, Observer, OptLevel, Progress, Stage};
use inline::{Copies, Inlinable, ModuleOf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Cost of compiling a module, summed over threads. Stage times, spills and the slowest functions are recorded only
/// with [`crate::Config::measure`].
#[derive(Clone, Debug, Default)]
pub struct CompileStats {
    /// Time to validate operators and build IR.
    pub translate: Duration,
    /// Time of each stage of the library, in the order of [`Stage::ALL`].
    pub stages: [Duration; Stage::ALL.len()],
    /// Time to link.
    pub link: Duration,
    /// Number of functions.
    pub functions: usize,
    /// Number of WebAssembly operators.
    pub operators: u64,
    /// Number of IR values.
    pub values: u64,
    /// Number of inlined calls ([`crate::Config::inline`]).
    pub inlined: u64,
    /// Number of IR values that inlining copied.
    pub copied_values: u64,
    /// Number of direct calls of frequent targets that were added ([`crate::Config::speculate_calls`]).
    pub speculated: u64,
    /// Size of the instructions in bytes.
    pub code_bytes: u64,
    /// Number of loads and stores of spilled values.
    pub spills: u64,
    /// The slowest functions by index, slowest first.
    pub slowest: Vec<(u32, Duration)>,
}

/// Number of the slowest functions that are recorded.
const SLOWEST: usize = 10;

impl CompileStats {
    pub(crate) fn add(&mut self, other: &CompileStats) {
        self.translate += other.translate;
        for (sum, stage) in self.stages.iter_mut().zip(other.stages) {
            *sum += stage;
        }
        self.functions += other.functions;
        self.operators += other.operators;
        self.values += other.values;
        self.inlined += other.inlined;
        self.copied_values += other.copied_values;
        self.speculated += other.speculated;
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

/// Adds up the times of the library's stages.
struct StageTimer<'a> {
    stats: &'a mut CompileStats,
    began: Instant,
}

impl Observer for StageTimer<'_> {
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

/// A compiled function that is not linked yet.
pub(crate) struct CompiledFunction {
    pub(crate) code: CompiledCode,
    pub(crate) name: String,
    pub(crate) signature: Signature,
    pub(crate) conv: barebones::base::ConvId,
    /// The functions that the code's symbols refer to, by symbol.
    pub(crate) callees: Vec<u32>,
    /// The operators of other functions that were inlined into it.
    pub(crate) copies: Copies,
    /// The operators that count their targets.
    pub(crate) call_sites: Box<[u32]>,
}

/// A function that was compiled and linked alone.
pub(crate) struct LinkedFunction {
    pub(crate) code: Code,
    pub(crate) copies: Copies,
    pub(crate) call_sites: Box<[u32]>,
}

impl CompiledFunction {
    /// Links the functions of a module. `imported` functions precede them.
    pub(crate) fn link_all(
        memory: &CodeMemory,
        imported: usize,
        pieces: &[CompiledFunction],
    ) -> Result<Vec<Code>, Error> {
        let resolve = |callee: u32| (callee as usize).checked_sub(imported).map(Resolved::Procedure);
        CompiledFunction::link(memory, pieces, &resolve)
    }

    /// Links functions; `resolve` binds the functions that their symbols refer to.
    fn link(
        memory: &CodeMemory,
        pieces: &[CompiledFunction],
        resolve: &dyn Fn(u32) -> Option<Resolved>,
    ) -> Result<Vec<Code>, Error> {
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
            resolve(*pieces[procedure].callees.get(symbol.number() as usize)?)
        };
        let memory: Arc<CodeMemory> = Arc::new(memory.clone());
        jit::link(&memory, &linkables, &[], &resolve).map_err(|error| no_function(CompileError::Link(error)))
    }
}

/// Compiles functions of modules at one level, one after the other, and reuses its memory.
pub(crate) struct Worker {
    compiler: Compiler,
    translator: Translator,
    inlinable: Inlinable,
    stats: CompileStats,
    /// Number of values of the largest function.
    largest: usize,
}

/// Maximum number of values of a function up to which its worker is kept for reuse. A worker then holds about ten
/// megabytes.
pub(crate) const MAX_REUSABLE_VALUES: usize = 1 << 15;

impl Worker {
    /// Creates a worker. With `counting`, the code counts calls and iterations, and requests better code.
    pub(crate) fn new(config: &Config, level: OptLevel, counting: bool) -> Result<Worker, Error> {
        let mut compiler = Compiler::with_options(config.options_at(level)).map_err(no_function)?;
        compiler.set_cancel_token(config.cancel.clone());
        Ok(Worker::with_compiler(compiler, counting))
    }

    pub(crate) fn with_compiler(compiler: Compiler, counting: bool) -> Worker {
        let options = compiler.options();
        let is_plain = options.opt_level == OptLevel::O0 && options.backend == Backend::Barebones;
        let translator = Translator::new(counting, is_plain);
        let (inlinable, stats) = (Inlinable::default(), CompileStats::default());
        Worker { compiler, translator, inlinable, stats, largest: 0 }
    }

    /// Takes the statistics of the functions compiled since the last call.
    pub(crate) fn take_stats(&mut self) -> CompileStats {
        std::mem::take(&mut self.stats)
    }

    /// True if its memory is small enough to be kept.
    pub(crate) fn is_small(&self) -> bool {
        self.largest <= MAX_REUSABLE_VALUES
    }

    /// Forgets the module whose functions it compiled, before it compiles those of another one.
    pub(crate) fn forget_module(&mut self) {
        self.translator.forget_module();
        self.compiler.set_callees(None);
        self.inlinable.clear();
    }

    /// Compiles and links a function that calls the others through the module's table, or at the addresses that `address_of`
    /// returns. `bodies` are candidates for inlining.
    pub(crate) fn compile_alone(
        &mut self,
        environment: &Environment<'_>,
        memory: &CodeMemory,
        (function, body): (u32, Body<'_>),
        bodies: Option<&dyn Bodies>,
        address_of: &dyn Fn(u32) -> Option<u64>,
    ) -> Result<LinkedFunction, Error> {
        let (mut piece, _) = self.compile(environment, function, &body, bodies, &mut |_, _| {})?;
        let (copies, call_sites) = (std::mem::take(&mut piece.copies), std::mem::take(&mut piece.call_sites));
        let resolve = |callee: u32| match callee == function {
            true => Some(Resolved::Procedure(0)),
            false => address_of(callee)
                .map(|address| Resolved::Address(std::ptr::with_exposed_provenance(address as usize))),
        };
        let codes = CompiledFunction::link(memory, &[piece], &resolve)?;
        let code = codes.into_iter().next().ok_or(Error::OutOfMemory { what: "code" })?;
        Ok(LinkedFunction { code, copies, call_sites })
    }

    /// Translates a function to IR.
    pub(crate) fn translate(
        &mut self,
        environment: &Environment<'_>,
        (validated, body): &Body<'_>,
    ) -> Result<Procedure, Error> {
        let began = Instant::now();
        let target = *self.compiler.target();
        let function = (copy_of(validated), body);
        let translated = self.translator.translate(environment, &target, function, FrameOf::Itself)?;
        self.stats.translate += began.elapsed();
        self.stats.functions += 1;
        self.stats.operators += translated.operators;
        self.stats.values += translated.procedure.value_count() as u64;
        self.largest = self.largest.max(translated.procedure.value_count());
        Ok(*translated.procedure)
    }

    /// Compiles a function. Also returns what it does that other functions may have been compiled without. `bodies` are
    /// candidates for inlining. `each` is called with the procedure and its code after emission.
    pub(crate) fn compile(
        &mut self,
        environment: &Environment<'_>,
        function: u32,
        (validated, body): &Body<'_>,
        bodies: Option<&dyn Bodies>,
        each: &mut dyn FnMut(&Procedure, &CompiledCode),
    ) -> Result<(CompiledFunction, Surprises), Error> {
        let &Environment { config, info, known, .. } = environment;
        let began = Instant::now();
        let target = *self.compiler.target();
        let function_body = (copy_of(validated), body);
        let translated = self.translator.translate(environment, &target, function_body, FrameOf::Itself)?;
        let (mut proc, mut callees) = (translated.procedure, translated.callees);
        if let Some(known) = known {
            let stats = speculate::speculate(&mut proc, info, known, &translated.indirect_calls);
            self.stats.speculated += u64::from(stats.direct);
            add_callees(&mut callees, &proc);
        }
        let inlined = match bodies {
            Some(bodies) if inline::is_inlining_enabled(config, &self.compiler) && !callees.is_empty() => {
                let of = ModuleOf { environment: *environment, target: &target, bodies };
                self.inlinable.callees_of(function, &callees, &of, &mut self.translator)
            }
            _ => None,
        };
        self.compiler.set_callees(inlined.clone().map(|callees| callees as _));
        self.stats.translate += began.elapsed();
        self.stats.functions += 1;
        self.stats.operators += translated.operators;
        self.stats.values += proc.value_count() as u64;
        self.largest = self.largest.max(proc.value_count());
        let code = if config.measure {
            let mut watch = StageTimer { stats: &mut self.stats, began };
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
        add_callees(&mut callees, &proc);
        let copies = inlined.map(|inlined| inlined.take_copies()).unwrap_or_default();
        self.translator.recycle(proc);
        let call_sites = translated.call_sites.into();
        let piece = CompiledFunction { code, name, signature, conv, callees, copies, call_sites };
        Ok((piece, translated.surprises))
    }
}

/// Adds the functions of the symbols that follow those of `callees`: of speculation and of inlined code.
fn add_callees(callees: &mut Vec<u32>, proc: &Procedure) {
    let more = proc.symbols().values().skip(callees.len());
    callees.extend(more.map(|symbol| function_of_symbol(&symbol.name).unwrap_or(u32::MAX)));
}

fn no_function(error: CompileError) -> Error {
    Error::compile(None, error)
}
