//! Workers: each compiles functions to unlinked code.

pub(crate) mod inline;

use crate::config::Config;
use crate::error::Error;
use crate::info::{Body, ModuleInfo, Surprises};
use crate::translate::{FrameOf, Linkage, Translator, function_of_symbol};
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
use wasmparser::{FuncToValidate, ValidatorResources};

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
}

impl CompiledFunction {
    /// Links the functions of a module. `imported` functions precede them.
    pub(crate) fn link_all(
        memory: &CodeMemory,
        imported: usize,
        pieces: &[CompiledFunction],
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
            let callee = *pieces[procedure].callees.get(symbol.number() as usize)? as usize;
            Some(Resolved::Procedure(callee.checked_sub(imported)?))
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

    /// Compiles and links a function that calls the others through the module's table.
    pub(crate) fn compile_alone(
        &mut self,
        (config, linkage, memory): (&Config, Linkage, &CodeMemory),
        info: &ModuleInfo,
        function: u32,
        body: Body<'_>,
    ) -> Result<Code, Error> {
        let (piece, _) = self.compile(config, linkage, info, function, &body, &[], &mut |_, _| {})?;
        let codes = CompiledFunction::link_all(memory, info.imported_functions, &[piece])?;
        codes.into_iter().next().ok_or(Error::OutOfMemory { what: "code" })
    }

    /// Translates a function to IR.
    pub(crate) fn translate(
        &mut self,
        config: &Config,
        linkage: Linkage,
        info: &ModuleInfo,
        (validated, body): &Body<'_>,
    ) -> Result<Procedure, Error> {
        let began = Instant::now();
        let target = *self.compiler.target();
        let function = (copy_of(validated), body);
        let translated =
            self.translator.translate(info, config, linkage, &target, function, FrameOf::Itself)?;
        self.stats.translate += began.elapsed();
        self.stats.functions += 1;
        self.stats.operators += translated.operators;
        self.stats.values += translated.procedure.value_count() as u64;
        self.largest = self.largest.max(translated.procedure.value_count());
        Ok(*translated.procedure)
    }

    /// Compiles a function. Also returns what it does that other functions may have been compiled without. `bodies` are
    /// those of all functions of the module, as candidates for inlining, or empty. `each` is called with the procedure and
    /// its code after emission.
    #[allow(clippy::too_many_arguments)] // those of the module, and those of the function
    pub(crate) fn compile(
        &mut self,
        config: &Config,
        linkage: Linkage,
        info: &ModuleInfo,
        function: u32,
        (validated, body): &Body<'_>,
        bodies: &[Body<'_>],
        each: &mut dyn FnMut(&Procedure, &CompiledCode),
    ) -> Result<(CompiledFunction, Surprises), Error> {
        let began = Instant::now();
        let target = *self.compiler.target();
        let function_body = (copy_of(validated), body);
        let translated =
            self.translator.translate(info, config, linkage, &target, function_body, FrameOf::Itself)?;
        let mut proc = translated.procedure;
        let inlined = match inline::is_inlining_enabled(config, &self.compiler, linkage)
            && !translated.callees.is_empty()
        {
            true => {
                let of = ModuleOf { config, linkage, target: &target, info, bodies };
                self.inlinable.callees_of(function, &translated.callees, &of, &mut self.translator)
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
        let mut callees = translated.callees;
        // The symbols of inlined code follow the function's own.
        let more = proc.symbols().values().skip(callees.len());
        callees.extend(more.map(|symbol| function_of_symbol(&symbol.name).unwrap_or(u32::MAX)));
        let copies = inlined.map(|inlined| inlined.take_copies()).unwrap_or_default();
        self.translator.recycle(proc);
        let piece = CompiledFunction { code, name, signature, conv, callees, copies };
        Ok((piece, translated.surprises))
    }
}

fn copy_of(function: &FuncToValidate<ValidatorResources>) -> FuncToValidate<ValidatorResources> {
    let FuncToValidate { resources, index, ty, features } = function;
    FuncToValidate { resources: resources.clone(), index: *index, ty: *ty, features: *features }
}

fn no_function(error: CompileError) -> Error {
    Error::compile(None, error)
}
