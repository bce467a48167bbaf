//! The compiler API for clients: compiles procedures and modules to linked code or bytes.

use crate::assembly::{Assembled, Assembly, PieceSource, Prepared, Report};
use crate::base::{CancelToken, ConvId, Features, Signature, SymbolId, Target, Targets, Usage};
use crate::bundle::{AssembledSource, Bundle, OptionRow, PieceOf, Source, SourceInput};
use crate::ir::{self, Module, Opcode, Procedure, ValueId};
use crate::isa::{self, CompiledCode};
use crate::jit::{
    self, CFunction, Code, CodeMemory, Definition, ExitHandler, ExitReply, Function, KnownSymbol, LinkError,
    Linkable, Linker, LinkerError, MemoryOptions, Resolved, SymbolUse, TakenExit,
};
use crate::opt::{Callees, InlineStats};
use crate::options::Options;
use crate::patchpoint::LocalGenerators;
use crate::pipeline::error::{CompileError, CompileFailure, Failure, ModuleFailure, bug};
use crate::pipeline::{Attached, Observer, Pipeline, Stage};
use crate::saved_code::{ContentKey, SavedCode, SavedData, SavedFunction};
use crate::support::Entity;
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::sync::Arc;

/// Returns the target of this machine, with the optional instructions that it supports. [`Compiler::host`] compiles for
/// it.
///
/// # Errors
/// [`CompileError::UnsupportedTarget`] if the library has no back end for this machine.
pub fn host_target() -> Result<Target, CompileError> {
    let desc = isa::host_desc().map_err(|_| CompileError::UnsupportedTarget { target: "this machine" })?;
    Ok(Target { desc, features: desc.baseline | jit::host_features() })
}

/// Returns the targets that a text may name. The name `host` refers to `host`.
pub fn targets(host: Target) -> Targets<'static> {
    Targets { all: &isa::TARGETS, host }
}

/// Compiles procedures, and reuses its memory between them.
pub struct Compiler {
    pipeline: Pipeline,
    memory: Option<Arc<CodeMemory>>,
    exit_handler: Option<ExitHandler>,
    bundle_handler: Option<BundleHandler>,
}

/// Receives the bundle of a compilation that failed by a bug of the library.
struct BundleHandler(Box<dyn FnMut(Bundle) + Send>);

impl Report for BundleHandler {
    fn report(&mut self, prepared: &Prepared, error: &CompileError) {
        let source = prepared.source().and_then(|source| source.downcast_ref::<Source>());
        if let (CompileError::Bug { .. }, Some(source)) = (error, source) {
            (self.0)(source.bundle().with_error(error));
        }
    }
}

/// Creation and configuration.
impl Compiler {
    /// Creates a compiler for this machine.
    ///
    /// # Errors
    /// [`CompileError::UnsupportedTarget`] if the library has no back end for this machine.
    pub fn host() -> Result<Compiler, CompileError> {
        Compiler::with_options(Options::default())
    }

    /// Creates a compiler for this machine with these options.
    ///
    /// # Errors
    /// [`CompileError::UnsupportedTarget`] if the library has no back end for this machine.
    pub fn with_options(options: Options) -> Result<Compiler, CompileError> {
        Ok(Compiler::for_target(host_target()?, options))
    }

    /// Creates a compiler for any target. Code for another machine than this can be inspected, but not linked.
    pub fn for_target(target: Target, options: Options) -> Compiler {
        Compiler {
            pipeline: Pipeline::new(target, options),
            memory: None,
            exit_handler: None,
            bundle_handler: None,
        }
    }

    /// Returns the target.
    pub fn target(&self) -> &Target {
        &self.pipeline.target
    }

    /// Restricts the optional instructions of the target to these.
    pub fn restrict_features(&mut self, features: Features) {
        let target = &mut self.pipeline.target;
        target.features &= features | target.desc.baseline;
    }

    /// Returns the options.
    pub fn options(&self) -> &Options {
        &self.pipeline.options
    }

    /// Places code in this memory, which several compilers may share, instead of memory of its own.
    pub fn set_memory(&mut self, memory: Arc<CodeMemory>) {
        self.memory = Some(memory);
    }

    /// Sets the handler that is called when code that is linked from now on takes an exit. It continues at the exit
    /// state, in an interpreter for example. See [`Code::set_exit_handler`].
    pub fn set_exit_handler(
        &mut self,
        handler: impl Fn(&mut TakenExit<'_>) -> ExitReply + Send + Sync + 'static,
    ) {
        self.exit_handler = Some(Arc::new(handler));
    }

    /// Sets a function that gets a bundle when a compilation fails with [`CompileError::Bug`]: everything that
    /// reproduces the failure, to be stored in a file. See [`crate::bundle`].
    ///
    /// It is called before the compilation returns its error, by [`Compiler::compile`] and its relatives,
    /// [`Compiler::define`], [`Compiler::prepare`], [`Assembly::generate`], and `emit` in all forms. While there is a
    /// handler, each input is copied before passes rewrite it.
    pub fn set_bundle_handler(&mut self, handler: impl FnMut(Bundle) + Send + 'static) {
        self.bundle_handler = Some(BundleHandler(Box::new(handler)));
    }

    /// Compiles a procedure, and returns a bundle of all that reproduces this compilation, whether it fails or not.
    pub fn bundle(&self, proc: &Procedure) -> Bundle {
        let Pipeline { target, options, callees, .. } = &self.pipeline;
        Bundle::of_procedure(proc, *target, options, callees.as_ref())
    }

    /// As [`Compiler::bundle`], for the procedures of a module.
    pub fn bundle_module(&self, module: &Module) -> Bundle {
        let Pipeline { target, options, callees, .. } = &self.pipeline;
        Bundle::of_module(module, *target, options, callees.as_ref())
    }

    /// Inlines calls of these procedures at O2, within their budget (default: `None`). See [`Callees`];
    /// [`ModuleCallees`](crate::opt::ModuleCallees) has those of a module.
    pub fn set_callees(&mut self, callees: Option<Arc<dyn Callees>>) {
        self.pipeline.callees = callees;
    }

    /// Returns which calls of the last compiled procedure were inlined, and why others were not. Empty without callees,
    /// and if the compilation reached [`Limits::memory`](crate::Limits::memory).
    pub fn inlined(&self) -> &InlineStats {
        self.pipeline.inlined()
    }

    /// Cancels compilations from now on if this token is cancelled, which any thread may do (default: none). They fail
    /// with [`CompileError::Cancelled`].
    pub fn set_cancel_token(&mut self, token: Option<CancelToken>) {
        self.pipeline.cancel = token;
    }

    /// Returns why the last procedure was compiled at O0, if it reached a limit at the level of the options: see
    /// [`OnLimit::CompileAtO0`](crate::OnLimit::CompileAtO0).
    pub fn fell_back(&self) -> Option<&CompileError> {
        self.pipeline.fell_back()
    }

    /// Returns what the compilation of the last procedure used of each limit, to choose [`Options::limits`].
    pub fn usage(&self) -> &Usage {
        self.pipeline.usage()
    }

    /// Frees the memory that is kept for the next procedure.
    pub fn release_memory(&mut self) {
        self.pipeline.release_memory();
    }

    /// Returns the memory in which code is placed.
    ///
    /// # Errors
    /// [`CompileError::Memory`] if the operating system provides none.
    pub fn memory(&mut self) -> Result<&Arc<CodeMemory>, CompileError> {
        let memory = match self.memory.take() {
            Some(memory) => memory,
            None => {
                let guarded = self.options().branch_protection.landing_pads;
                let placement = self.options().hardening.placement();
                let options = MemoryOptions { guarded, placement, ..MemoryOptions::default() };
                Arc::new(CodeMemory::with_options(options).map_err(CompileError::Memory)?)
            }
        };
        Ok(self.memory.insert(memory))
    }
}

/// From procedures and modules to linked code.
impl Compiler {
    /// Compiles and links a procedure that refers to no symbol but its own name: it can call itself. Code that calls
    /// other procedures and extern functions by name is a module, see [`Compiler::compile_module`].
    ///
    /// # Errors
    /// Fails if the procedure is invalid or cannot be compiled for this target, or if there is no memory. The failure
    /// returns the procedure, which passes may have rewritten.
    pub fn compile(&mut self, mut proc: Procedure) -> Result<Code, CompileFailure> {
        self.try_compile(&mut proc, Attached::default())
            .map_err(|error| Failure { error, input: Box::new(proc) })
    }

    /// As [`Compiler::compile`], with closures for those generators of the procedure that have none. They may borrow,
    /// and run once.
    ///
    /// # Errors
    /// As [`Compiler::compile`].
    pub fn compile_with(
        &mut self,
        mut proc: Procedure,
        generators: &mut LocalGenerators<'_>,
    ) -> Result<Code, CompileFailure> {
        self.try_compile(&mut proc, Attached::generators(generators))
            .map_err(|error| Failure { error, input: Box::new(proc) })
    }

    fn try_compile(&mut self, proc: &mut Procedure, attached: Attached<'_>) -> Result<Code, CompileError> {
        ir::validate_own_calls(proc).map_err(|mut calls| {
            let mut violations = ir::validate(proc).err().unwrap_or_default();
            violations.append(&mut calls);
            CompileError::Invalid(violations).in_procedure(&proc.name)
        })?;
        let entry = self.keep_entry(proc);
        let compiled = self.pipeline.compile(proc, attached);
        let compiled = self.report(compiled, |compiler| Some(compiler.bundle(entry.as_deref()?)))?;
        let resolve = |_, symbol: SymbolId| {
            let is_own = proc.symbols().get(symbol)?.name == proc.name;
            is_own.then_some(Resolved::Procedure(0))
        };
        let codes = self.link_procedures(&[proc], &[compiled], &[], &resolve)?;
        self.keep_source(codes.first(), entry.map(SourceInput::Procedure));
        let no_code = || bug(Stage::Emit, String::from("no code for the procedure"), proc);
        codes.into_iter().next().ok_or_else(no_code)
    }

    /// Compiles and links the procedures of a module. They own their code together: one handle each, in order.
    ///
    /// `externs` returns the addresses of the module's extern functions. The caller of the code vouches for them.
    ///
    /// # Errors
    /// As [`Compiler::compile`]. Fails also if a name is neither in the module nor known to `externs`.
    pub fn compile_module(
        &mut self,
        mut module: Module,
        externs: &dyn Fn(&str) -> Option<*const u8>,
    ) -> Result<Vec<Code>, ModuleFailure> {
        self.try_compile_module(&mut module, externs, None)
            .map_err(|error| Failure { error, input: Box::new(module) })
    }

    /// As [`Compiler::compile_module`], while `observer` observes one procedure after the other.
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
        observer: Option<&mut dyn Observer>,
    ) -> Result<Vec<Code>, CompileError> {
        // Each procedure is validated when it is compiled. If one is invalid, the error lists the violations of all.
        let all_violations =
            |module: &Module| CompileError::Invalid(ir::validate_module(module).err().unwrap_or_default());
        ir::validate_links(module).map_err(|_| all_violations(module))?;
        let entry = self.keep_entry(module);
        let compiled = self.emit_all(&mut module.procedures, observer);
        let compiled = self.report(compiled, |compiler| Some(compiler.bundle_module(entry.as_deref()?)));
        let compiled = compiled.map_err(|error| match error {
            CompileError::Invalid(_) => all_violations(module),
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
        let codes = self.link_procedures(&procedures, &compiled, &data, &resolve)?;
        self.keep_source(codes.first(), entry.map(SourceInput::Module));
        Ok(codes)
    }

    fn emit_all(
        &mut self,
        procedures: &mut [Procedure],
        mut observer: Option<&mut dyn Observer>,
    ) -> Result<Vec<CompiledCode>, CompileError> {
        let emit = |proc| match &mut observer {
            Some(observer) => self.pipeline.compile(proc, Attached::observer(*observer)),
            None => self.pipeline.compile(proc, Attached::default()),
        };
        procedures.iter_mut().map(emit).collect()
    }

    /// Copies an input at entry if a bundle of it, or of the code that is linked, may need it.
    fn keep_entry<T: Clone>(&self, input: &T) -> Option<Box<T>> {
        if self.options().keep_source { Some(Box::new(input.clone())) } else { self.keep_for_handler(input) }
    }

    /// Copies an input at entry if a bundle of it may be needed. Its code is not linked.
    fn keep_for_handler<T: Clone>(&self, input: &T) -> Option<Box<T>> {
        self.bundle_handler.is_some().then(|| Box::new(input.clone()))
    }

    /// Gives the handler the bundle of a bug.
    fn report<T>(
        &mut self,
        result: Result<T, CompileError>,
        bundle: impl FnOnce(&Compiler) -> Option<Bundle>,
    ) -> Result<T, CompileError> {
        if let Err(error @ CompileError::Bug { .. }) = &result
            && self.bundle_handler.is_some()
            && let Some(bundle) = bundle(self)
            && let Some(handler) = &mut self.bundle_handler
        {
            (handler.0)(bundle.with_error(error));
        }
        result
    }

    /// Keeps what code was compiled from, if the options request it.
    fn keep_source(&self, code: Option<&Code>, input: Option<SourceInput>) {
        if let (Some(code), Some(input), true) = (code, input, self.options().keep_source) {
            code.keep_source(Arc::new(self.source_of(input)));
        }
    }

    fn source_of(&self, input: SourceInput) -> Source {
        let Pipeline { target, options, callees, .. } = &self.pipeline;
        Source { input, target: *target, options: options.clone(), callees: callees.clone() }
    }

    fn link_procedures(
        &mut self,
        procedures: &[&Procedure],
        compiled: &[CompiledCode],
        data: &[&[u8]],
        resolve: &dyn Fn(usize, SymbolId) -> Option<Resolved>,
    ) -> Result<Vec<Code>, CompileError> {
        let target = *self.target();
        let linkable = |(proc, code)| {
            let proc: &Procedure = proc;
            let convention = target.convention(proc.convention());
            Linkable { name: &proc.name, code, signature: proc.signature(), convention }
        };
        let linkables: Vec<_> = procedures.iter().copied().zip(compiled).map(linkable).collect();
        let unresolved = |procedure: usize, symbol| unresolved(procedures.get(procedure).copied(), symbol);
        self.link(&linkables, data, resolve, &unresolved)
    }

    /// Links a group of procedures. Their exits call the compiler's handler. `unresolved` describes a symbol that
    /// `resolve` does not know.
    fn link(
        &mut self,
        linkables: &[Linkable<'_>],
        data: &[&[u8]],
        resolve: &dyn Fn(usize, SymbolId) -> Option<Resolved>,
        unresolved: &dyn Fn(usize, SymbolId) -> CompileError,
    ) -> Result<Vec<Code>, CompileError> {
        let missing = Cell::new(None);
        let recording = |procedure, symbol| {
            let found = resolve(procedure, symbol);
            if found.is_none() {
                missing.set(Some((procedure, symbol)));
            }
            found
        };
        let codes = jit::link(self.memory()?, linkables, data, &recording);
        let codes = codes.map_err(|error| match (error, missing.get()) {
            (LinkError::UnresolvedSymbol { .. }, Some((procedure, symbol))) => unresolved(procedure, symbol),
            (error, _) => CompileError::Link(error),
        })?;
        if let (Some(code), Some(handler)) = (codes.first(), &self.exit_handler) {
            code.install_exit_handler(handler.clone());
        }
        Ok(codes)
    }
}

/// Linking over time: see [`Linker`].
impl Compiler {
    /// Creates a linker that places code in the compiler's memory.
    ///
    /// # Errors
    /// [`CompileError::Memory`] if the operating system provides none.
    pub fn linker(&mut self) -> Result<Linker, CompileError> {
        Ok(Linker::new(self.memory()?.clone()))
    }

    /// Declares a function that is called by the procedures of a linker and defined later, with the target's C
    /// convention. See [`Linker::declare`].
    ///
    /// # Errors
    /// As [`Linker::declare`].
    pub fn declare(
        &self,
        linker: &Linker,
        name: &str,
        signature: &Signature,
    ) -> Result<Function, LinkerError> {
        linker.declare(name, signature, self.target().convention(ConvId::new(0)))
    }

    /// Makes a name known that a procedure of a linker is going to call, with the target's C convention: declares a
    /// function, unless the host has the symbol. See [`Linker::import`].
    ///
    /// # Errors
    /// As [`Linker::import`].
    pub fn import(
        &self,
        linker: &Linker,
        name: &str,
        signature: &Signature,
    ) -> Result<KnownSymbol, LinkerError> {
        linker.import(name, signature, self.target().convention(ConvId::new(0)))
    }

    /// Compiles a procedure and defines it in a linker, by its name. Calls of the function call this code from now on.
    /// See [`Linker::define`].
    ///
    /// The code is placed in the linker's memory.
    ///
    /// # Errors
    /// As [`Compiler::compile`], and [`CompileError::Linker`] as [`Linker::define`]. The function is unchanged then.
    pub fn define(&mut self, linker: &Linker, mut proc: Procedure) -> Result<Function, CompileFailure> {
        self.try_define(linker, &mut proc, Attached::default())
            .map_err(|error| Failure { error, input: Box::new(proc) })
    }

    /// As [`Compiler::define`], with closures for those generators of the procedure that have none.
    ///
    /// # Errors
    /// As [`Compiler::define`].
    pub fn define_with(
        &mut self,
        linker: &Linker,
        mut proc: Procedure,
        generators: &mut LocalGenerators<'_>,
    ) -> Result<Function, CompileFailure> {
        self.try_define(linker, &mut proc, Attached::generators(generators))
            .map_err(|error| Failure { error, input: Box::new(proc) })
    }

    /// As [`Compiler::define`], while `observer` observes.
    ///
    /// # Errors
    /// As [`Compiler::define`].
    pub fn define_observed(
        &mut self,
        linker: &Linker,
        mut proc: Procedure,
        observer: &mut dyn Observer,
    ) -> Result<Function, CompileFailure> {
        self.try_define(linker, &mut proc, Attached::observer(observer))
            .map_err(|error| Failure { error, input: Box::new(proc) })
    }

    fn try_define(
        &mut self,
        linker: &Linker,
        proc: &mut Procedure,
        attached: Attached<'_>,
    ) -> Result<Function, CompileError> {
        // Passes may remove or copy values.
        let uses = symbol_uses(proc);
        let entry = self.keep_entry(proc);
        let compiled = self.pipeline.compile(proc, attached);
        let compiled = self.report(compiled, |compiler| Some(compiler.bundle(entry.as_deref()?)))?;
        let convention = self.target().convention(proc.convention());
        let procedure =
            Linkable { name: &proc.name, code: &compiled, signature: proc.signature(), convention };
        let symbols: Vec<&str> = proc.symbols().values().map(|symbol| &symbol.name[..]).collect();
        let exit_handler = self.exit_handler.as_ref();
        let definition = Definition { procedure, symbols: &symbols, uses: &uses, exit_handler };
        let keep = |code: &Code| self.keep_source(Some(code), entry.map(SourceInput::Procedure));
        linker.define_after(&definition, keep).map_err(CompileError::Linker)
    }
}

/// The values of a valid procedure that refer to symbols. Of an invalid one some of these.
fn symbol_uses(proc: &Procedure) -> Vec<SymbolUse> {
    let mut uses = Vec::new();
    if proc.symbols().is_empty() {
        return uses;
    }
    for &id in proc.block_ids().flat_map(|block| proc.block_values(block)) {
        let Some(value) = proc.get_value(id) else { continue };
        let number = id.number();
        match value.opcode() {
            Opcode::SymbolAddress => {
                uses.push(SymbolUse { symbol: value.symbol(), value: number, call: None })
            }
            Opcode::CCall | Opcode::Poll | Opcode::TailCall => {
                let Some(call) = proc.calls().get(value.call()) else { continue };
                if !call.callee.is_valid() {
                    continue;
                }
                let fixed = call.variadic_start.map_or(usize::MAX, |start| start as usize);
                let params = proc.children_of(value).iter().take(fixed).map(|id| proc.type_of(*id)).collect();
                let results = match value.opcode() {
                    Opcode::TailCall => proc.signature().results.clone(),
                    _ => proc.scalars(value.ty).to_vec(),
                };
                let types = (Signature { params, results }, proc.target().convention(call.conv));
                uses.push(SymbolUse { symbol: call.callee, value: number, call: Some(types) });
            }
            _ => {}
        }
    }
    uses
}

/// From procedures to bytes.
impl Compiler {
    /// Compiles a procedure to bytes, for any target, and does not change it: passes rewrite a copy.
    ///
    /// # Errors
    /// Fails if the procedure is invalid or cannot be compiled for this target.
    pub fn emit(&mut self, proc: &Procedure) -> Result<CompiledCode, CompileError> {
        let compiled = self.pipeline.compile_copy(proc, Attached::default());
        self.report(compiled, |compiler| Some(compiler.bundle(proc)))
    }

    /// As [`Compiler::emit`], while `observer` observes.
    ///
    /// # Errors
    /// As [`Compiler::emit`].
    pub fn emit_observed(
        &mut self,
        proc: &Procedure,
        observer: &mut dyn Observer,
    ) -> Result<CompiledCode, CompileError> {
        let compiled = self.pipeline.compile_copy(proc, Attached::observer(observer));
        self.report(compiled, |compiler| Some(compiler.bundle(proc)))
    }

    /// As [`Compiler::emit`], but passes rewrite the procedure itself, without a copy. It keeps its meaning and the ids
    /// of its values and blocks. Removed values are Nops.
    ///
    /// # Errors
    /// As [`Compiler::emit`].
    pub fn emit_in_place(&mut self, proc: &mut Procedure) -> Result<CompiledCode, CompileError> {
        let entry = self.keep_for_handler(proc);
        let compiled = self.pipeline.compile(proc, Attached::default());
        self.report(compiled, |compiler| Some(compiler.bundle(entry.as_deref()?)))
    }

    /// As [`Compiler::emit_in_place`], while `observer` observes.
    ///
    /// # Errors
    /// As [`Compiler::emit`].
    pub fn emit_in_place_observed(
        &mut self,
        proc: &mut Procedure,
        observer: &mut dyn Observer,
    ) -> Result<CompiledCode, CompileError> {
        let entry = self.keep_for_handler(proc);
        let compiled = self.pipeline.compile(proc, Attached::observer(observer));
        self.report(compiled, |compiler| Some(compiler.bundle(entry.as_deref()?)))
    }
}

/// Code that is saved by one process and linked by another: see [`crate::saved_code`].
impl Compiler {
    /// The key of a module's code: a digest of its text, the options, the target with its optional instructions, and the
    /// library's version. Add what else its code depends on with [`ContentKey::with`]: generators, and callees of
    /// [`Compiler::set_callees`].
    pub fn content_key(&self, module: &Module) -> ContentKey {
        let target = self.target();
        let mut key = ContentKey::of(env!("CARGO_PKG_VERSION").as_bytes())
            .with(target.name().as_bytes())
            .with(&target.features.bits().to_le_bytes());
        for row in OptionRow::all() {
            key = key.with(row.name.as_bytes()).with(row.write(self.options()).as_bytes());
        }
        key.with(module.to_string().as_bytes())
    }

    /// Compiles a procedure to be saved, for any target, and does not change it.
    ///
    /// # Errors
    /// As [`Compiler::emit`].
    pub fn save(&mut self, proc: &Procedure) -> Result<SavedFunction, CompileError> {
        self.save_attached(proc, Attached::default())
    }

    /// As [`Compiler::save`], with closures for those generators of the procedure that have none.
    ///
    /// # Errors
    /// As [`Compiler::emit`].
    pub fn save_with(
        &mut self,
        proc: &Procedure,
        generators: &mut LocalGenerators<'_>,
    ) -> Result<SavedFunction, CompileError> {
        self.save_attached(proc, Attached::generators(generators))
    }

    fn save_attached(
        &mut self,
        proc: &Procedure,
        attached: Attached<'_>,
    ) -> Result<SavedFunction, CompileError> {
        let uses = symbol_uses(proc);
        let code = self.pipeline.compile_copy(proc, attached);
        let code = self.report(code, |compiler| Some(compiler.bundle(proc)))?;
        Ok(SavedFunction {
            name: proc.name.clone(),
            signature: proc.signature().clone(),
            convention: self.target().convention(proc.convention()),
            code,
            symbols: proc.symbols().values().map(|symbol| symbol.name.clone()).collect(),
            uses,
            client_bytes: Vec::new(),
        })
    }

    /// Compiles the procedures of a module to be saved with its data, for any target. The key is
    /// [`Compiler::content_key`].
    ///
    /// # Errors
    /// As [`Compiler::emit`]. Fails also if a reference inside the module has other types than its definition.
    pub fn save_module(&mut self, module: &Module) -> Result<SavedCode, CompileError> {
        ir::validate_links(module).map_err(CompileError::Invalid)?;
        let mut saved = SavedCode::new(self.target(), self.content_key(module));
        let data = module.data.iter();
        saved.data =
            data.map(|data| SavedData { name: data.name.clone(), bytes: data.bytes.clone() }).collect();
        for proc in &module.procedures {
            saved.functions.push(self.save(proc)?);
        }
        Ok(saved)
    }

    /// Links saved code as one group: a handle for each function, in order. Names are looked up among its functions, then
    /// its data objects, then by `externs`, which returns the addresses of host symbols. The caller of the code vouches for
    /// them. Exits call the compiler's handler.
    ///
    /// # Errors
    /// [`CompileError::UnresolvedSymbol`], [`CompileError::Link`], [`CompileError::Memory`].
    pub fn link_saved(
        &mut self,
        saved: &SavedCode,
        externs: &dyn Fn(&str) -> Option<*const u8>,
    ) -> Result<Vec<Code>, CompileError> {
        let functions = &saved.functions;
        let names =
            functions.iter().enumerate().map(|(n, function)| (&function.name[..], Resolved::Procedure(n)));
        let data = saved.data.iter().enumerate().map(|(n, data)| (&data.name[..], Resolved::Data(n)));
        // The first of each name is inserted last.
        let inside: FxHashMap<&str, Resolved> = data.rev().chain(names.rev()).collect();
        let resolve = |function: usize, symbol: SymbolId| {
            let name = &functions[function].symbols.get(symbol.index())?[..];
            inside.get(name).copied().or_else(|| externs(name).map(Resolved::Address))
        };
        let unresolved =
            |function: usize, symbol: SymbolId| unresolved_saved(functions.get(function), symbol);
        let linkables: Vec<Linkable<'_>> = functions.iter().map(SavedFunction::linkable).collect();
        let data: Vec<&[u8]> = saved.data.iter().map(|data| &data.bytes[..]).collect();
        self.link(&linkables, &data, &resolve, &unresolved)
    }

    /// Defines a function of saved code in a linker, by its name. Data objects that it refers to must be known to the
    /// linker: see [`Linker::add_data`]. Exits call the compiler's handler.
    ///
    /// # Errors
    /// As [`Linker::define`].
    pub fn define_saved(&self, linker: &Linker, function: &SavedFunction) -> Result<Function, LinkerError> {
        let symbols: Vec<&str> = function.symbols.iter().map(String::as_str).collect();
        let (procedure, uses) = (function.linkable(), &function.uses[..]);
        let exit_handler = self.exit_handler.as_ref();
        linker.define(&Definition { procedure, symbols: &symbols, uses, exit_handler })
    }
}

/// Assembly of prepared procedures and of the client's own code: see [`crate::assembly`].
impl Compiler {
    /// Compiles a procedure as far as allocated machine code, which can be generated into an [`Assembly`] any number of
    /// times.
    ///
    /// # Errors
    /// As [`Compiler::compile`]; [`CompileError::UnsupportedTarget`] for Cranelift's backend, which has no such code.
    pub fn prepare(&mut self, mut proc: Procedure) -> Result<Prepared, CompileFailure> {
        let entry = self.keep_entry(&proc);
        let parts = self.pipeline.prepare(&mut proc);
        match self.report(parts, |compiler| Some(compiler.bundle(entry.as_deref()?))) {
            Ok(parts) => {
                let source = entry.map(|entry| {
                    let mut source = self.source_of(SourceInput::Procedure(entry));
                    // A prepared procedure always has its frame, and is prepared as a whole.
                    (source.options.shrink_wrapping, source.options.batches) = (false, false);
                    Arc::new(source) as _
                });
                Ok(Prepared::new(proc, *self.target(), parts, source))
            }
            Err(error) => Err(Failure { error, input: Box::new(proc) }),
        }
    }

    /// Begins an assembly.
    pub fn assemble(&mut self) -> Assembly<'_> {
        let report = self.bundle_handler.as_mut().map(|handler| handler as &mut dyn Report);
        Assembly::new(&mut self.pipeline, report)
    }

    /// Links an assembly whose entries are functions of type `F` with the C convention, and that defines all of its
    /// symbols. Entries of [`Assembly::add_function`] have their own types.
    ///
    /// # Errors
    /// As [`Compiler::link_assembled`].
    pub fn link_function<F: CFunction>(
        &mut self,
        assembled: &Assembled,
        name: &str,
    ) -> Result<Code, CompileError> {
        self.link_assembled(assembled, name, &F::signature(), ConvId::C, &|_| None)
    }

    /// Links an assembly. Its entries are called with this signature, unless they have their own, and convention.
    /// `externs` returns the addresses of the symbols that the assembly does not define.
    ///
    /// # Errors
    /// [`CompileError::Link`] if it has no entry, a name is unknown, or there is no memory.
    pub fn link_assembled(
        &mut self,
        assembled: &Assembled,
        name: &str,
        signature: &Signature,
        convention: ConvId,
        externs: &dyn Fn(&str) -> Option<*const u8>,
    ) -> Result<Code, CompileError> {
        let convention = self.target().convention(convention);
        let linkable = Linkable { name, code: &assembled.code, signature, convention };
        let resolve = |_: usize, symbol: SymbolId| {
            let name = assembled.symbols.get(symbol.number() as usize)?;
            let data = assembled.data.iter().position(|(data, _)| data == name);
            data.map(Resolved::Data).or_else(|| externs(name).map(Resolved::Address))
        };
        let data: Vec<&[u8]> = assembled.data.iter().map(|(_, bytes)| &bytes[..]).collect();
        let unresolved = |_, symbol: SymbolId| CompileError::UnresolvedSymbol {
            procedure: name.into(),
            symbol: assembled.symbols.get(symbol.number() as usize).cloned().unwrap_or_default(),
            user: None,
            is_call: false,
        };
        let codes = self.link(&[linkable], &data, &resolve, &unresolved)?;
        if let (Some(code), true) = (codes.first(), self.options().keep_source) {
            let piece = |piece: &PieceSource| {
                let PieceSource { range, marks, source } = piece.clone();
                Some(PieceOf { range, marks, source: source.downcast().ok()? })
            };
            code.keep_source(Arc::new(AssembledSource(
                assembled.sources().iter().filter_map(piece).collect(),
            )));
        }
        // An assembly has one handle, as if it were one procedure.
        codes.into_iter().next().ok_or_else(|| CompileError::Bug {
            stage: Stage::Emit,
            message: String::from("no code for the assembly"),
            procedure: name.into(),
            text: String::new(),
        })
    }
}

/// Describes a symbol without definition by the names that the client knows.
fn unresolved(proc: Option<&Procedure>, symbol: SymbolId) -> CompileError {
    let name = |proc: &Procedure| Some(proc.symbols().get(symbol)?.name.clone());
    let call = |proc: &Procedure, id: ValueId| {
        let value = proc.get_value(id)?;
        match value.opcode() {
            Opcode::SymbolAddress => (value.symbol() == symbol).then_some(false),
            Opcode::CCall | Opcode::Poll | Opcode::TailCall => {
                (proc.calls().get(value.call())?.callee == symbol).then_some(true)
            }
            _ => None,
        }
    };
    let user = |proc: &Procedure| {
        let mut values = proc.block_ids().flat_map(|block| proc.block_values(block));
        values.find_map(|id| Some((*id, call(proc, *id)?)))
    };
    let found = proc.and_then(user);
    CompileError::UnresolvedSymbol {
        procedure: proc.map(|proc| proc.name.clone()).unwrap_or_default(),
        symbol: proc.and_then(name).unwrap_or_else(|| symbol.to_string()),
        user: found.map(|(value, _)| value),
        is_call: found.is_some_and(|(_, is_call)| is_call),
    }
}

/// As [`unresolved`], for a saved function.
fn unresolved_saved(function: Option<&SavedFunction>, symbol: SymbolId) -> CompileError {
    let used = function.and_then(|function| function.uses.iter().find(|used| used.symbol == symbol));
    let name = function.and_then(|function| function.symbols.get(symbol.index()).cloned());
    CompileError::UnresolvedSymbol {
        procedure: function.map(|function| function.name.clone()).unwrap_or_default(),
        symbol: name.unwrap_or_else(|| symbol.to_string()),
        user: used.map(|used| ValueId::new(used.value)),
        is_call: used.is_some_and(|used| used.call.is_some()),
    }
}
