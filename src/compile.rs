//! The whole pipeline: a procedure in, code out.

use crate::assembly::{Assembly, Prepared};
use crate::back_end::{Run, Work, after, before, bug};
use crate::base::{Arch, BranchProtection, Features, SymbolId, Target, Targets};
#[cfg(feature = "cranelift")]
use crate::cranelift::{CraneliftError, Effort};
use crate::error::{CompileError, CompileFailure, Failure, ModuleFailure};
use crate::ir::{self, Module, Procedure};
use crate::isa::{self, CodeBuffer, CompiledCode, Label};
use crate::jit::{
    self, Code, CodeMemory, ExitHandler, ExitReply, Linkable, MemoryOptions, Resolved, TakenExit,
};
use crate::opt::{Callees, InlineStats, Levels, Pass, PassSet, Watch};
use crate::options::{Backend, Observer, OptLevel, Options, Progress, Stage};
use rustc_hash::FxHashMap;
use std::ops::Deref;
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
