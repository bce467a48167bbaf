//! The whole pipeline: a procedure in, code out.

mod batches;

use self::batches::Batch;
use crate::air::{self, Code as Air, InstBuffer};
use crate::assembly::{Assembly, Parts, Prepared};
use crate::base::{Arch, BranchProtection, Features, Origin, SymbolId, Target, Targets};
use crate::error::{CompileError, CompileFailure, Failure, ModuleFailure, emission_error};
use crate::ir::{self, Module, Procedure, Validator};
use crate::isa::{self, BlockContext, CodeBuffer, CompiledCode, EmitState, Emitter, Label};
use crate::jit::{
    self, Code, CodeMemory, ExitHandler, ExitReply, Linkable, MemoryOptions, Resolved, TakenExit,
};
#[cfg(feature = "cranelift")]
use crate::lower::cranelift::{CraneliftBackend, CraneliftError, Effort};
use crate::lower::order::BlockOrder;
use crate::lower::{ExitEncoder, Selector, may_save};
use crate::opt::{Callees, InlineStats, Levels, Optimizer, Pass, PassSet, Watch};
use crate::options::{Backend, Observer, OptLevel, Options, Progress, Stage};
use crate::patchpoint::Closures;
use crate::regalloc::{self, AllocOptions, AllocStats, Cleanup, LinearScan, LocalAllocator, Trace, Why};
use crate::support::BitSet;
use rustc_hash::FxHashMap;
use std::ops::{Deref, Range};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// This machine: the target that [`Compiler::host`] compiles for, with the optional instructions it has.
///
/// # Errors
/// [`CompileError::UnsupportedTarget`] on a machine the library makes no code for.
pub fn host_target() -> Result<Target, CompileError> {
    let desc = isa::host_desc().map_err(|_| CompileError::UnsupportedTarget { target: "this machine" })?;
    Ok(Target { desc, features: desc.baseline | jit::host_features() })
}

/// The targets that a text may name; `host` means `host`.
pub fn targets(host: Target) -> Targets<'static> {
    Targets { all: &isa::TARGETS, host }
}

/// Compiles procedures, and keeps its memory from one to the next.
pub struct Compiler {
    target: Target,
    options: Options,
    memory: Option<Arc<CodeMemory>>,
    exit_handler: Option<ExitHandler>,
    callees: Option<Arc<dyn Callees>>,
    work: Work,
}

/// What one compilation needs and the next can reuse.
#[derive(Default)]
struct Work {
    validator: Validator,
    optimizer: Optimizer,
    order: BlockOrder,
    selector: Selector,
    allocator: LocalAllocator,
    scan: LinearScan,
    cleanup: Cleanup,
    stats: AllocStats,
    trace: Trace,
    /// These two are large, and moved for each procedure.
    code: Option<Box<Air>>,
    selected: InstBuffer,
    allocated: InstBuffer,
    batch: Batch,
    buffer: Option<Box<CodeBuffer>>,
    emission: EmitState,
    exits: ExitEncoder,
    labels: Vec<Label>,
    /// Where the code of each entry begins behind its prologue.
    bodies: Vec<Label>,
    /// Blocks that begin with landing pads.
    landings: BitSet,
    late_frame: air::LateFrame,
    layout: air::Layout,
    /// Blocks in order of emission.
    placed: Vec<air::Placed>,
    forwarding: air::CopyForwarding,
    /// Blocks that selection ends in two branches.
    splits: Vec<(air::BlockId, air::SplitEdge)>,
    #[cfg(feature = "cranelift")]
    cranelift: CraneliftBackend,
    stage: Option<Stage>,
}

/// Where the instructions of a block are.
#[derive(Clone)]
enum BlockCode<'a> {
    /// In the code of the whole procedure; and a block of which a copy takes the place of the jump to it.
    Whole(&'a InstBuffer, Option<air::BlockId>),
    /// Among those that were allocated last, backward.
    Batch(Range<usize>),
}

impl Compiler {
    /// A compiler for this machine.
    ///
    /// # Errors
    /// [`CompileError::UnsupportedTarget`] on a machine the library makes no code for.
    pub fn host() -> Result<Compiler, CompileError> {
        Compiler::with_options(Options::default())
    }

    /// A compiler for this machine with these options.
    ///
    /// # Errors
    /// [`CompileError::UnsupportedTarget`] on a machine the library makes no code for.
    pub fn with_options(options: Options) -> Result<Compiler, CompileError> {
        Ok(Compiler::for_target(host_target()?, options))
    }

    /// A compiler for any target. What it emits for another machine than this can be inspected, not linked.
    pub fn for_target(target: Target, options: Options) -> Compiler {
        Compiler { target, options, memory: None, exit_handler: None, callees: None, work: Work::default() }
    }

    /// What it compiles for.
    pub fn target(&self) -> &Target {
        &self.target
    }

    /// Uses only these optional instructions, of those that the target has.
    pub fn restrict_features(&mut self, features: Features) {
        self.target.features &= features | self.target.desc.baseline;
    }

    /// What it compiles with.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Puts code into this memory, which several compilers may share, instead of memory of its own.
    pub fn set_memory(&mut self, memory: Arc<CodeMemory>) {
        self.memory = Some(memory);
    }

    /// Has this handler asked when code that is linked from now on leaves by an exit: it continues where that stopped,
    /// in an interpreter for example. See [`Code::set_exit_handler`].
    pub fn set_exit_handler(
        &mut self,
        handler: impl Fn(&mut TakenExit<'_>) -> ExitReply + Send + Sync + 'static,
    ) {
        self.exit_handler = Some(Arc::new(handler));
    }

    /// Has calls of these procedures inlined at O2, as far as their budget goes; of none, if there is nothing here,
    /// as in a new compiler. See [`Callees`]; [`ModuleCallees`](crate::opt::ModuleCallees) has those of a module.
    pub fn set_callees(&mut self, callees: Option<Arc<dyn Callees>>) {
        self.callees = callees;
    }

    /// Which calls of the procedure that was compiled last were inlined, and why others were not, if there were
    /// callees.
    pub fn inlined(&self) -> &InlineStats {
        self.work.optimizer.inlined()
    }

    /// The memory it puts code into.
    ///
    /// # Errors
    /// [`CompileError::Memory`] if the operating system gives none.
    pub fn memory(&mut self) -> Result<&Arc<CodeMemory>, CompileError> {
        let memory = match self.memory.take() {
            Some(memory) => memory,
            None => {
                let guarded = self.options.branch_protection.landing_pads;
                let options = MemoryOptions { guarded, ..MemoryOptions::default() };
                Arc::new(CodeMemory::with_options(options).map_err(CompileError::Memory)?)
            }
        };
        Ok(self.memory.insert(memory))
    }

    /// Compiles a procedure that refers to no symbol.
    ///
    /// # Errors
    /// The procedure is not valid, has no code on this target, or there is no memory; the failure hands it back, as far
    /// as it was optimised.
    pub fn compile(&mut self, mut proc: Procedure) -> Result<Code, CompileFailure> {
        self.try_compile(&mut proc).map_err(|error| Failure { error, input: Box::new(proc) })
    }

    fn try_compile(&mut self, proc: &mut Procedure) -> Result<Code, CompileError> {
        let compiled = self.emit_in_place(proc)?;
        let codes = self.link(&[proc], &[compiled], &[], &|_, _| None)?;
        codes
            .into_iter()
            .next()
            .ok_or_else(|| bug(Stage::Emit, String::from("no code for the procedure"), proc))
    }

    /// Compiles and links the procedures of a module, which own their code together: one handle each, in order.
    ///
    /// `externs` gives the addresses of the module's extern functions. Whoever calls the code answers for them.
    ///
    /// # Errors
    /// As [`Compiler::compile`]; or a name is neither in the module nor known to `externs`.
    pub fn compile_module(
        &mut self,
        mut module: Module,
        externs: &dyn Fn(&str) -> Option<*const u8>,
    ) -> Result<Vec<Code>, ModuleFailure> {
        self.try_compile_module(&mut module, externs, None)
            .map_err(|error| Failure { error, input: Box::new(module) })
    }

    /// As [`Compiler::compile_module`], while `observer` watches: one procedure after the other.
    ///
    /// # Errors
    /// As [`Compiler::compile_module`].
    pub fn compile_module_observed(
        &mut self,
        mut module: Module,
        externs: &dyn Fn(&str) -> Option<*const u8>,
        observer: &mut dyn Observer,
    ) -> Result<Vec<Code>, ModuleFailure> {
        self.try_compile_module(&mut module, externs, Some(observer))
            .map_err(|error| Failure { error, input: Box::new(module) })
    }

    fn try_compile_module(
        &mut self,
        module: &mut Module,
        externs: &dyn Fn(&str) -> Option<*const u8>,
        mut observer: Option<&mut dyn Observer>,
    ) -> Result<Vec<Code>, CompileError> {
        // Each procedure is validated when it is compiled. If one is not valid, say what is wrong with all of them.
        let everything_wrong =
            |module: &Module| CompileError::Invalid(ir::validate_module(module).err().unwrap_or_default());
        ir::validate_links(module).map_err(|_| everything_wrong(module))?;
        let emit = |proc| match &mut observer {
            Some(observer) => self.emit_in_place_observed(proc, *observer),
            None => self.emit_in_place(proc),
        };
        let compiled = module.procedures.iter_mut().map(emit).collect::<Result<Vec<_>, _>>();
        let compiled = compiled.map_err(|error| match error {
            CompileError::Invalid(_) => everything_wrong(module),
            other => other,
        })?;
        let module = &*module;
        let data: Vec<&[u8]> = module.data.iter().map(|data| &data.bytes[..]).collect();
        let names = module.procedures.iter().enumerate().map(|(i, p)| (&p.name[..], Resolved::Procedure(i)));
        let pieces = module.data.iter().enumerate().map(|(i, data)| (&data.name[..], Resolved::Data(i)));
        let inside: FxHashMap<&str, Resolved> = names.chain(pieces).collect();
        let resolve = |procedure: usize, symbol: SymbolId| {
            let name = &module.procedures[procedure].symbols().get(symbol)?.name[..];
            inside.get(name).copied().or_else(|| externs(name).map(Resolved::Address))
        };
        let procedures: Vec<&Procedure> = module.procedures.iter().collect();
        self.link(&procedures, &compiled, &data, &resolve)
    }

    fn link(
        &mut self,
        procedures: &[&Procedure],
        compiled: &[CompiledCode],
        data: &[&[u8]],
        resolve: &dyn Fn(usize, SymbolId) -> Option<Resolved>,
    ) -> Result<Vec<Code>, CompileError> {
        let target = self.target;
        let linkables: Vec<Linkable<'_>> = procedures
            .iter()
            .zip(compiled)
            .map(|(proc, code)| Linkable {
                name: &proc.name,
                code,
                signature: proc.signature(),
                convention: target.convention(proc.convention()),
            })
            .collect();
        self.link_with_handler(&linkables, data, resolve)
    }

    /// Links a group, whose exits the compiler's handler gets.
    pub(crate) fn link_with_handler(
        &mut self,
        linkables: &[Linkable<'_>],
        data: &[&[u8]],
        resolve: &dyn Fn(usize, SymbolId) -> Option<Resolved>,
    ) -> Result<Vec<Code>, CompileError> {
        let codes = jit::link(self.memory()?, linkables, data, resolve).map_err(CompileError::Link)?;
        if let (Some(code), Some(handler)) = (codes.first(), &self.exit_handler) {
            code.install_exit_handler(handler.clone());
        }
        Ok(codes)
    }

    /// Compiles a procedure to bytes, for any target. It stays as it is: passes rewrite a copy.
    ///
    /// # Errors
    /// The procedure is not valid or has no code on this target.
    pub fn emit(&mut self, proc: &Procedure) -> Result<CompiledCode, CompileError> {
        self.emit_copy(proc, None)
    }

    /// As [`Compiler::emit`], while `observer` watches.
    ///
    /// # Errors
    /// As [`Compiler::emit`].
    pub fn emit_observed(
        &mut self,
        proc: &Procedure,
        observer: &mut dyn Observer,
    ) -> Result<CompiledCode, CompileError> {
        self.emit_copy(proc, Some(observer))
    }

    /// As [`Compiler::emit`], without a copy: passes rewrite the procedure itself. Afterwards it means the same, and
    /// ids of values and blocks are what they were; values that nothing needed are Nops.
    ///
    /// # Errors
    /// As [`Compiler::emit`].
    pub fn emit_in_place(&mut self, proc: &mut Procedure) -> Result<CompiledCode, CompileError> {
        self.emit_itself(proc, None)
    }

    /// As [`Compiler::emit_in_place`], while `observer` watches.
    ///
    /// # Errors
    /// As [`Compiler::emit`].
    pub fn emit_in_place_observed(
        &mut self,
        proc: &mut Procedure,
        observer: &mut dyn Observer,
    ) -> Result<CompiledCode, CompileError> {
        self.emit_itself(proc, Some(observer))
    }

    fn emit_copy(
        &mut self,
        proc: &Procedure,
        mut observer: Option<&mut dyn Observer>,
    ) -> Result<CompiledCode, CompileError> {
        if levels(&self.options).is_some() {
            return self.emit_itself(&mut proc.clone(), observer);
        }
        self.check_options(proc)?;
        let (target, options) = (self.target, &self.options);
        guarded(&mut self.work, proc, |work, proc| {
            work.optimizer.set_callees(None);
            validate(proc, work, &mut observer)?;
            back_end(proc, target, options, work, observer)
        })
    }

    fn emit_itself(
        &mut self,
        proc: &mut Procedure,
        mut observer: Option<&mut dyn Observer>,
    ) -> Result<CompiledCode, CompileError> {
        self.check_options(proc)?;
        let (target, options, callees) = (self.target, &self.options, self.callees.as_ref());
        guarded(&mut self.work, proc, |work, proc| {
            validate(proc, work, &mut observer)?;
            optimize(proc, options, callees, work, &mut observer)?;
            back_end(proc, target, options, work, observer)
        })
    }

    fn check_options(&self, proc: &Procedure) -> Result<(), CompileError> {
        let (expected, found) = (self.target.name(), proc.target().name());
        if found != expected {
            return Err(CompileError::WrongTarget { expected, found });
        }
        let backend = self.options.backend;
        if !backend.is_built() {
            return Err(CompileError::BackendNotBuilt { backend });
        }
        self.check_protection()
    }

    /// Code that is asked to be protected is, or there is none.
    fn check_protection(&self) -> Result<(), CompileError> {
        let (backend, machine) = (self.options.backend, self.target.desc);
        if self.options.branch_protection == BranchProtection::NONE {
            return Ok(());
        }
        match (backend, machine.arch) {
            (Backend::Barebones, Arch::A64) => Ok(()),
            (Backend::Barebones, Arch::X64) => Err(CompileError::NoBranchProtection { by: machine.name }),
            (Backend::Cranelift, _) => Err(CompileError::NoBranchProtection { by: backend.name() }),
        }
    }

    /// Everything up to allocated machine code, which can be generated into an [`Assembly`] as often as wanted.
    ///
    /// # Errors
    /// As [`Compiler::compile`]; [`CompileError::UnsupportedTarget`] for Cranelift's backend, which has no such code.
    pub fn prepare(&mut self, mut proc: Procedure) -> Result<Prepared, CompileFailure> {
        let (target, options, callees) = (self.target, &self.options, self.callees.as_ref());
        let parts = if proc.target().name() != target.name() {
            Err(CompileError::WrongTarget { expected: target.name(), found: proc.target().name() })
        } else if options.backend != Backend::Barebones {
            Err(CompileError::UnsupportedTarget { target: options.backend.name() })
        } else if let Err(error) = self.check_protection() {
            Err(error)
        } else {
            guarded(&mut self.work, &mut proc, |work, proc| {
                validate(proc, work, &mut None)?;
                optimize(proc, options, callees, work, &mut None)?;
                Run::new(proc, target, options, work, None)?.prepare()
            })
        };
        match parts {
            Ok(parts) => Ok(Prepared { proc: Box::new(proc), target, parts }),
            Err(error) => Err(Failure { error, input: Box::new(proc) }),
        }
    }

    /// Begins code that is put together of prepared procedures and of the client's own.
    pub fn assemble(&mut self) -> Assembly<'_> {
        Assembly::new(self)
    }

    /// Emits a prepared procedure. Gives its entries.
    pub(crate) fn generate(
        &mut self,
        prepared: &Prepared,
        buffer: &mut CodeBuffer,
    ) -> Result<Vec<Label>, CompileError> {
        let (target, options, proc) = (self.target, &self.options, &*prepared.proc);
        guarded(&mut self.work, proc, |work, proc| {
            Run::new(proc, target, options, work, None)?.generate(&prepared.parts, buffer)
        })
    }
}

/// Runs a part of the pipeline; a panic in it is an error, a bug of the library.
fn guarded<T, P: Deref<Target = Procedure>>(
    work: &mut Work,
    mut proc: P,
    run: impl FnOnce(&mut Work, &mut P) -> Result<T, CompileError>,
) -> Result<T, CompileError> {
    match catch_unwind(AssertUnwindSafe(|| run(work, &mut proc))) {
        Ok(result) => result,
        Err(panic) => {
            let message = panic.downcast_ref::<String>().cloned();
            let message = message.or_else(|| panic.downcast_ref::<&str>().map(|text| text.to_string()));
            let mut message = message.unwrap_or_else(|| String::from("a panic"));
            let stage = work.stage.unwrap_or(Stage::Validate);
            if let Some(pass) = work.optimizer.current() {
                message = format!("{pass}: {message}");
            }
            *work = Work::default(); // whatever it was in the middle of
            Err(bug(stage, message, &proc))
        }
    }
}

/// Checks a procedure, and learns what passes and selection want to know of it.
fn validate(
    proc: &Procedure,
    work: &mut Work,
    observer: &mut Option<&mut (dyn Observer + '_)>,
) -> Result<(), CompileError> {
    before(work, observer, Stage::Validate);
    work.optimizer.control_flow().forget();
    work.validator.validate(proc).map_err(CompileError::Invalid)?;
    after(observer, Stage::Validate, Progress::Procedure(proc));
    Ok(())
}

/// The rows of the pipeline that options ask for, if there are any.
fn levels(options: &Options) -> Option<Levels> {
    match options.opt_level {
        _ if options.backend != Backend::Barebones || options.passes == PassSet::NONE => None,
        OptLevel::O0 => None,
        OptLevel::O1 => Some(Levels::O1),
        OptLevel::O2 => Some(Levels::O2),
    }
}

/// Runs passes over a valid procedure, and checks what they made: selection wants to know the same of it.
fn optimize(
    proc: &mut Procedure,
    options: &Options,
    callees: Option<&Arc<dyn Callees>>,
    work: &mut Work,
    observer: &mut Option<&mut (dyn Observer + '_)>,
) -> Result<(), CompileError> {
    struct Forward<'a, 'o>(&'a mut (dyn Observer + 'o));

    impl Watch for Forward<'_, '_> {
        fn before(&mut self, pass: &'static Pass) {
            self.0.before_pass(pass);
        }

        fn after(&mut self, pass: &'static Pass, proc: &Procedure, work: u64) {
            self.0.after_pass(pass, proc, work);
        }
    }

    work.optimizer.set_callees(callees.cloned());
    work.optimizer.set_unrolled(options.unrolled);
    let Some(levels) = levels(options) else { return Ok(()) };
    before(work, observer, Stage::Optimize);
    let contents = work.validator.facts().contents();
    let mut forward = observer.as_mut().map(|observer| Forward(*observer));
    let watch = forward.as_mut().map(|forward| forward as &mut dyn Watch);
    if work.optimizer.run(proc, contents, levels, options.passes, watch)
        && let Err(violations) = work.validator.validate(proc)
    {
        let message = violations.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        return Err(bug(Stage::Optimize, message, proc));
    }
    after(observer, Stage::Optimize, Progress::Procedure(proc));
    Ok(())
}

/// Makes code of a procedure of which the validator has the facts.
fn back_end(
    proc: &Procedure,
    target: Target,
    options: &Options,
    work: &mut Work,
    observer: Option<&mut (dyn Observer + '_)>,
) -> Result<CompiledCode, CompileError> {
    match options.backend {
        #[cfg(feature = "cranelift")]
        Backend::Cranelift => with_cranelift(proc, target, options, work, observer),
        _ => Run::new(proc, target, options, work, observer)?.compile(),
    }
}

fn bug(stage: Stage, message: String, proc: &Procedure) -> CompileError {
    CompileError::Bug { stage, message, procedure: proc.to_string() }
}

/// The pipeline with the other backend in it: selection is the translation to CLIF, the rest is Cranelift's.
#[cfg(feature = "cranelift")]
fn with_cranelift(
    proc: &Procedure,
    target: Target,
    options: &Options,
    work: &mut Work,
    mut observer: Option<&mut (dyn Observer + '_)>,
) -> Result<CompiledCode, CompileError> {
    let named = |error: CraneliftError| match CompileError::from(error) {
        CompileError::Bug { stage, message, .. } => bug(stage, message, proc),
        other => other,
    };
    before(work, &mut observer, Stage::Select);
    work.order.compute(proc);
    let effort = Effort {
        optimize: options.opt_level == OptLevel::O2,
        single_pass: options.opt_level == OptLevel::O0,
        verify: options.check_allocation,
    };
    let facts = work.validator.facts();
    work.cranelift.translate(proc, facts, &work.order, target, effort).map_err(named)?;
    after(&mut observer, Stage::Select, Progress::Clif(&work.cranelift));

    before(work, &mut observer, Stage::Emit);
    let compiled = work.cranelift.finish(proc).map_err(named)?;
    after(&mut observer, Stage::Emit, Progress::Compiled(&compiled));
    Ok(compiled)
}

fn before(work: &mut Work, observer: &mut Option<&mut (dyn Observer + '_)>, stage: Stage) {
    work.stage = Some(stage);
    if let Some(observer) = observer {
        observer.before(stage);
    }
}

fn after(observer: &mut Option<&mut (dyn Observer + '_)>, stage: Stage, progress: Progress<'_>) {
    if let Some(observer) = observer {
        observer.after(stage, progress);
    }
}

/// One compilation.
struct Run<'a, 'o> {
    proc: &'a Procedure,
    target: Target,
    options: &'a Options,
    emitter: &'static dyn Emitter,
    work: &'a mut Work,
    observer: Option<&'a mut (dyn Observer + 'o)>,
    /// There are patchpoints.
    patches: bool,
    /// Blocks may run before the frame is made.
    may_be_late: bool,
}

impl<'a, 'o> Run<'a, 'o> {
    fn new(
        proc: &'a Procedure,
        target: Target,
        options: &'a Options,
        work: &'a mut Work,
        observer: Option<&'a mut (dyn Observer + 'o)>,
    ) -> Result<Run<'a, 'o>, CompileError> {
        let unsupported = CompileError::UnsupportedTarget { target: target.name() };
        let emitter = isa::emitter(target.desc.arch).ok_or(unsupported)?;
        let patches = !proc.stackmaps().is_empty();
        Ok(Run { proc, target, options, emitter, work, observer, patches, may_be_late: false })
    }

    fn compile(mut self) -> Result<CompiledCode, CompileError> {
        self.order_blocks();
        let mut code = self.work.code.take().unwrap_or_else(|| Box::new(Air::new(self.target)));
        code.reset(self.target);
        let new_buffer = || Box::new(CodeBuffer::new(self.target.desc.arch));
        let mut buffer = self.work.buffer.take().unwrap_or_else(new_buffer);
        buffer.clear();
        buffer.protect(self.options.branch_protection);
        let result = self.blocks_to_bytes(&mut code, &mut buffer);
        (self.work.code, self.work.buffer) = (Some(code), Some(buffer));
        result
    }

    fn blocks_to_bytes(
        &mut self,
        code: &mut Air,
        buffer: &mut CodeBuffer,
    ) -> Result<CompiledCode, CompileError> {
        let alloc_options = self.alloc_options();
        self.begin(code)?;
        match self.options.opt_level {
            OptLevel::O0 if !may_save(self.proc) && !self.needs_landings() => {
                self.work.late_frame.clear();
                self.begin_emission(code, buffer);
                self.work.allocator.begin(code, &alloc_options).map_err(CompileError::Allocation)?;
                self.block_by_block(code, buffer)?;
            }
            // A return is emitted when it is known what it restores, and a block when it is known who goes there.
            OptLevel::O0 | OptLevel::O1 | OptLevel::O2 => {
                let may_be_late = self.may_be_late();
                self.whole_procedure(code, &alloc_options, may_be_late)?;
                self.before(Stage::Emit);
                self.find_late_frame(code)?;
                self.place_blocks(code);
                self.begin_emission(code, buffer);
                let placed = std::mem::take(&mut self.work.placed);
                self.emit_blocks(&placed, code, buffer);
                self.work.placed = placed;
            }
        }
        let stats = self.work.stats;
        self.after(Stage::Allocate, Progress::Allocated(&stats));

        self.before(Stage::Emit);
        self.emitter.emit_cold(buffer, &mut self.work.emission, code, &mut Closures(self.proc));
        let frame = self.emitter.frame_info(code).map_err(CompileError::Emission)?;
        let entries = if self.work.late_frame.is_late() {
            self.work.bodies.clone()
        } else {
            buffer.start_prologue();
            self.emitter.emit_prologues(buffer, code, &frame, &self.work.bodies)
        };
        entries.iter().for_each(|entry| buffer.add_entry(*entry));
        let named = |error| emission_error(self.proc, self.work.selector.patchpoints(), error);
        let mut compiled = buffer.finish(frame).map_err(named)?;
        compiled.exits = self.work.exits.encode(self.proc, buffer).map_err(CompileError::Emission)?;
        self.after(Stage::Emit, Progress::Compiled(&compiled));
        Ok(compiled)
    }

    fn alloc_options(&self) -> AllocOptions {
        let global_registers = self.options.opt_level == OptLevel::O1;
        AllocOptions { forced: self.options.forced, global_registers }
    }

    fn begin(&mut self, code: &mut Air) -> Result<(), CompileError> {
        self.work.selector.shadows_are_tmps = self.options.opt_level != OptLevel::O0;
        self.work.selector.patterns = self.options.opt_level > OptLevel::O0;
        self.work.selector.begin(self.proc, self.work.validator.facts(), code)?;
        self.work.trace.clear();
        self.lay_out_blocks(code);
        Ok(())
    }

    /// Labels for all blocks, and for each entry the place where its body begins.
    fn begin_emission(&mut self, code: &Air, buffer: &mut CodeBuffer) {
        self.work.emission.clear();
        self.work.emission.check_writes = self.options.check_allocation || cfg!(debug_assertions);
        self.work.labels.clear();
        self.work.labels.resize_with(code.blocks.len(), || buffer.new_label());
        self.work.bodies.clear();
        self.work.bodies.extend(self.work.labels.first());
        self.work.bodies.resize_with(self.proc.entry_count.max(1) as usize, || buffer.new_label());
        self.work.landings = match self.options.branch_protection.landing_pads {
            true => isa::landing_blocks(code),
            false => BitSet::default(),
        };
    }

    /// True if there may be blocks that begin with landing pads.
    fn needs_landings(&self) -> bool {
        let goes_by_address = |block: ir::BlockId| {
            let terminal = self.proc.terminal(block).map(|value| self.proc.value(value).opcode());
            matches!(terminal, Some(ir::Opcode::Switch | ir::Opcode::Patchpoint))
        };
        self.options.branch_protection.landing_pads && self.proc.block_ids().any(goes_by_address)
    }

    /// Gives each reachable block its place in the code.
    fn lay_out_blocks(&mut self, code: &mut Air) {
        let order = &self.work.order;
        for place in 0..order.len() {
            code.blocks.push(air::Block {
                insts: 0..0,
                successors: order.successors(self.proc, place, |to| air::BlockId::new(to as u32)),
                frequency: order.frequency(self.proc, place),
                rare: order.is_cold(place),
            });
        }
    }

    /// O1 and O2, and O0 if there is something to save: the whole procedure as Air, then allocated. `may_be_late`: blocks
    /// may run before the frame is made.
    fn whole_procedure(
        &mut self,
        code: &mut Air,
        options: &AllocOptions,
        may_be_late: bool,
    ) -> Result<(), CompileError> {
        self.before(Stage::Select);
        let mut splits = std::mem::take(&mut self.work.splits);
        splits.clear();
        for place in 0..self.work.order.len() {
            self.work.selected.clear();
            self.select(place, code)?;
            let start = code.buffer.insts.len() as u32;
            for inst in self.work.selected.insts.iter().rev() {
                code.buffer.push_from(&self.work.selected, inst);
            }
            let block = air::BlockId::new(place as u32);
            code.blocks[block].insts = start..code.buffer.insts.len() as u32;
            splits.extend(self.work.selector.split.map(|edge| (block, edge)));
        }
        if self.options.opt_level > OptLevel::O0 {
            self.work.forwarding.run(code);
        }
        code.split_blocks(&splits);
        self.work.splits = splits;
        // Frames that are probed are made at the entry.
        let slots = code.slots.values().fold(0, |all: u32, slot| all.saturating_add(slot.size));
        self.may_be_late = may_be_late && slots < self.target.desc.conventions[0].probe_interval;
        if self.may_be_late && self.options.opt_level == OptLevel::O2 {
            self.may_be_late = self.work.late_frame.prepare(code);
        }
        self.after(Stage::Select, Progress::Code(code));
        self.before(Stage::Allocate);
        let trace = self.options.check_allocation.then_some(&mut self.work.trace);
        let first_home = code.slots.len();
        let asked = self.observer.as_ref().is_some_and(|observer| observer.asks_why());
        let mut why = (asked && self.options.opt_level != OptLevel::O0).then(Why::new);
        let stats = match self.options.opt_level {
            OptLevel::O0 | OptLevel::O1 => {
                regalloc::allocate(&mut self.work.allocator, code, options, trace, why.as_mut())
            }
            OptLevel::O2 => self.work.scan.explain(code, options, trace, why.as_mut()),
        };
        let mut stats = stats.map_err(CompileError::Allocation)?;
        if let Some(why) = &why {
            self.after(Stage::Allocate, Progress::Explained(code, why));
        }
        if self.options.opt_level == OptLevel::O2 {
            let trace = self.options.check_allocation.then_some(&mut self.work.trace);
            self.work.cleanup.run(code, first_home, &mut stats, trace);
        }
        if self.patches {
            regalloc::find_live_across(code);
        }
        self.work.stats = stats;
        self.after(Stage::Allocate, Progress::Code(code));
        self.check(code)
    }

    /// True if nothing but what they do forbids that blocks run before the frame is made.
    fn may_be_late(&self) -> bool {
        self.options.opt_level > OptLevel::O0
            && self.options.late_frames
            && self.target.desc.late_frames
            && self.proc.entry_count <= 1
            && self.options.branch_protection == BranchProtection::NONE
    }

    /// Which blocks of allocated code run before the frame is made.
    fn find_late_frame(&mut self, code: &mut Air) -> Result<(), CompileError> {
        self.work.late_frame.clear();
        if self.may_be_late && self.work.late_frame.find(code) {
            // Probing takes registers that are free at the entry.
            let probed = self.target.desc.conventions[0].probe_interval;
            let frame = self.emitter.frame_info(code).map_err(CompileError::Emission)?;
            if frame.size >= probed {
                self.work.late_frame.clear();
                return Ok(());
            }
            let is_never = self.work.late_frame.is_never();
            let counter =
                if is_never { &mut self.work.stats.without_frame } else { &mut self.work.stats.late_frames };
            *counter += 1;
        }
        Ok(())
    }

    /// The order in which the blocks of allocated code are emitted, and which of them begin loops.
    fn place_blocks(&mut self, code: &mut Air) {
        let Work { layout, placed, late_frame, .. } = &mut *self.work;
        match self.options.opt_level {
            OptLevel::O0 => layout.keep(code),
            OptLevel::O1 | OptLevel::O2 => layout.compute(code, late_frame),
        }
        let aligns = self.options.opt_level == OptLevel::O2;
        placed.clear();
        placed.extend(layout.placed(code, aligns));
    }

    fn emit_blocks(&mut self, placed: &[air::Placed], code: &Air, buffer: &mut CodeBuffer) {
        for (i, here) in placed.iter().enumerate() {
            if here.loop_len != 0 {
                self.emitter.align_loop(buffer, here.loop_len);
            }
            let next = placed.get(i + 1).map_or(air::BlockId::INVALID, |next| next.block);
            self.emit_block([here.block, next], code, buffer, BlockCode::Whole(&code.buffer, here.tail));
        }
        buffer.set_frame(true);
        self.after(Stage::Emit, Progress::Code(code));
    }

    /// The order in which blocks are selected and allocated: the linear scan is the better for one that fits the graph.
    fn order_blocks(&mut self) {
        match self.options.opt_level {
            OptLevel::O0 | OptLevel::O1 => self.work.order.compute(self.proc),
            OptLevel::O2 => self.work.order.compute_nested(self.proc, self.work.optimizer.control_flow()),
        }
    }

    /// Everything up to allocated code.
    fn prepare(mut self) -> Result<Parts, CompileError> {
        self.order_blocks();
        let mut code = Air::new(self.target);
        self.begin(&mut code)?;
        let options = self.alloc_options();
        // Prologues come first in an assembly.
        self.whole_procedure(&mut code, &options, false)?;
        self.before(Stage::Emit);
        self.work.late_frame.clear();
        self.place_blocks(&mut code);
        let mut frame = self.emitter.frame_info(&code).map_err(CompileError::Emission)?;
        frame.signs_return_address = self.options.branch_protection.sign_return_address;
        let placed = self.work.placed.clone();
        let patchpoints = self.work.selector.patchpoints().to_vec();
        Ok(Parts { code, frame, placed, patchpoints })
    }

    /// The prologues, the blocks and what is out of line of prepared code, from here on. Gives the entries.
    fn generate(mut self, parts: &Parts, buffer: &mut CodeBuffer) -> Result<Vec<Label>, CompileError> {
        self.before(Stage::Emit);
        self.work.late_frame.clear();
        self.begin_emission(&parts.code, buffer);
        let entries = self.emitter.emit_prologues(buffer, &parts.code, &parts.frame, &self.work.bodies);
        self.emit_blocks(&parts.placed, &parts.code, buffer);
        let generators = &mut Closures(self.proc);
        self.emitter.emit_cold(buffer, &mut self.work.emission, &parts.code, generators);
        buffer.set_origin(Origin::NONE);
        buffer.take_written();
        match buffer.error() {
            Some(error) => Err(emission_error(self.proc, &parts.patchpoints, error.clone())),
            None => Ok(entries),
        }
    }

    fn select(&mut self, place: usize, code: &mut Air) -> Result<(), CompileError> {
        let node = self.work.order.node(place);
        let work = &mut *self.work;
        work.selector.select_block(self.proc, work.validator.facts(), node, code, &mut work.selected)?;
        Ok(())
    }

    /// Emits a block, behind which `next` comes, if that is a block.
    fn emit_block(
        &mut self,
        [id, next]: [air::BlockId; 2],
        code: &Air,
        buffer: &mut CodeBuffer,
        insts: BlockCode<'_>,
    ) {
        let number = id.number() as usize;
        // The first block of a procedure with several entries is there once for each: its copies end differently.
        let again = if number == 0 { self.proc.entry_count.max(1) as usize - 1 } else { 0 };
        for entry in 0..again {
            self.emit_copy(
                [id, air::BlockId::INVALID],
                (entry, self.work.bodies[entry]),
                code,
                buffer,
                insts.clone(),
            );
        }
        let label = if number == 0 { self.work.bodies[again] } else { self.work.labels[number] };
        self.emit_copy([id, next], (again, label), code, buffer, insts);
    }

    fn emit_copy(
        &mut self,
        [id, next]: [air::BlockId; 2],
        (entry, label): (usize, Label),
        code: &Air,
        buffer: &mut CodeBuffer,
        insts: BlockCode<'_>,
    ) {
        buffer.bind(label);
        if self.work.landings.contains(id.number() as usize) {
            self.emitter.emit_landing_pad(buffer);
        }
        let late = &self.work.late_frame;
        buffer.set_frame(!late.is_before(id));
        if late.begins_at(id) {
            buffer.set_origin(Origin::NONE);
            match self.emitter.frame_info(code) {
                Ok(frame) => self.emitter.emit_late_prologue(buffer, code, &frame),
                Err(error) => buffer.fail(error),
            }
        }
        let block = &code.blocks[id];
        let context = BlockContext {
            labels: &self.work.labels,
            successors: &block.successors,
            next: code.blocks.contains(next).then_some(next),
            entry,
        };
        let emission = &mut self.work.emission;
        let generators = &mut Closures(self.proc);
        match insts {
            BlockCode::Whole(insts, tail) => {
                let mut emit = |block: &air::Block, end: u32, context| {
                    let range = block.insts.start as usize..end as usize;
                    self.emitter.emit_block(buffer, emission, code, insts, range, false, context, generators);
                };
                // A copy of the tail takes the place of the jump to it.
                emit(block, block.insts.end - u32::from(tail.is_some()), &context);
                if let Some(tail) = tail.and_then(|tail| code.blocks.get(tail)) {
                    emit(tail, tail.insts.end, &BlockContext { successors: &tail.successors, ..context });
                }
            }
            BlockCode::Batch(range) => {
                let insts = &self.work.allocated;
                self.emitter.emit_block(buffer, emission, code, insts, range, true, &context, generators);
            }
        }
    }

    fn check(&mut self, code: &Air) -> Result<(), CompileError> {
        // A frame that cannot be addressed is the client's doing; what the checker finds is ours.
        self.emitter.frame_info(code).map_err(CompileError::Emission)?;
        if !self.options.check_allocation {
            return Ok(());
        }
        self.before(Stage::Check);
        if let Err(errors) = regalloc::check(code, &self.work.trace) {
            let message = errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
            return Err(bug(Stage::Check, message, self.proc));
        }
        self.after(Stage::Check, Progress::Code(code));
        Ok(())
    }

    fn before(&mut self, stage: Stage) {
        before(self.work, &mut self.observer, stage);
    }

    fn after(&mut self, stage: Stage, progress: Progress<'_>) {
        after(&mut self.observer, stage, progress);
    }
}
