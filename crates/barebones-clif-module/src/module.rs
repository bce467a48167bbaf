//! The module.

// `JITModule::free_memory` is an unsafe function, as in cranelift-jit.
#![allow(unsafe_code)]

use crate::builder::{JITBuilder, Symbols};
use crate::data::Object;
use crate::{bytes, import};
use barebones::base::{CallConv, Signature, SymbolId};
use barebones::error::CompileError;
use barebones::ir::Procedure;
use barebones::isa::CompiledCode;
use barebones::jit::{self, Code, Linkable, Resolved};
use barebones::{Compiler, OptLevel, Options};
use barebones_clif::ast::Name;
use barebones_clif::{Settings, TranslateError, Vectors, abi, host_function, translate};
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::isa::{OwnedTargetIsa, TargetIsa};
use cranelift_codegen::{CodegenError, Context, ir, settings};
use cranelift_module::{
    DataDeclaration, DataDescription, DataId, FuncId, FunctionDeclaration, Linkage, Module,
    ModuleDeclarations, ModuleError, ModuleReloc, ModuleRelocTarget, ModuleResult,
};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// What a symbol of a function refers to.
enum Target {
    Module(ModuleRelocTarget),
    /// A function that the translation calls.
    Runtime(String),
}

/// A function that is compiled but not linked.
struct Pending {
    name: String,
    code: CompiledCode,
    signature: Signature,
    convention: &'static CallConv,
    /// Targets of its symbols.
    targets: Vec<Target>,
}

/// Compiles functions and data into memory, with the methods of `cranelift_jit::JITModule`.
///
/// Dropping the module frees the code and the data. So addresses from [`JITModule::get_finalized_function`] must not be
/// used afterwards.
pub struct JITModule {
    isa: OwnedTargetIsa,
    symbols: Symbols,
    declarations: ModuleDeclarations,
    /// An error if this machine is not supported; `define_function` returns it.
    compiler: Result<Compiler, CompileError>,
    pending: BTreeMap<FuncId, Pending>,
    functions: BTreeMap<FuncId, Code>,
    /// Procedures that long operations call, by name: those that are not linked, and those that are.
    pending_helpers: BTreeMap<String, Pending>,
    helpers: BTreeMap<String, Code>,
    objects: BTreeMap<DataId, Object>,
}

const _: () = {
    const fn is_send<T: Send>() {}
    is_send::<JITModule>();
};

impl fmt::Debug for JITModule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JITModule").finish_non_exhaustive()
    }
}

/// An error with a text.
fn failed(error: impl fmt::Display) -> ModuleError {
    ModuleError::Backend(anyhow::anyhow!("{error}"))
}

fn unsupported(what: impl fmt::Display) -> ModuleError {
    ModuleError::Compilation(CodegenError::Unsupported(what.to_string()))
}

impl JITModule {
    /// Creates a module. Code is compiled at O2 if Cranelift's setting `opt_level` is not `none`, else at O0.
    pub fn new(builder: JITBuilder) -> JITModule {
        let JITBuilder { isa, symbols } = builder;
        let mut options = Options::default();
        options.opt_level = match isa.flags().opt_level() {
            settings::OptLevel::None => OptLevel::O0,
            _ => OptLevel::O2,
        };
        JITModule {
            isa,
            symbols,
            declarations: ModuleDeclarations::default(),
            compiler: Compiler::with_options(options),
            pending: BTreeMap::new(),
            functions: BTreeMap::new(),
            pending_helpers: BTreeMap::new(),
            helpers: BTreeMap::new(),
            objects: BTreeMap::new(),
        }
    }

    /// Frees the code and the data, as dropping the module does.
    ///
    /// # Safety
    /// No function of the module runs, and no address of the module is used afterwards.
    pub unsafe fn free_memory(self) {}

    /// The address of a finalized function; null if it is not finalized, where `cranelift-jit` panics.
    /// [`JITModule::finalized_function`] returns an error.
    pub fn get_finalized_function(&self, id: FuncId) -> *const u8 {
        self.finalized_function(id).unwrap_or(std::ptr::null())
    }

    /// The address of a finalized function.
    ///
    /// # Errors
    /// Fails if it is not finalized.
    pub fn finalized_function(&self, id: FuncId) -> ModuleResult<*const u8> {
        match self.functions.get(&id) {
            Some(code) => Ok(code.entry()),
            None => Err(failed(format_args!("the function {id} is not finalized"))),
        }
    }

    /// The address and the size in bytes of a finalized data object; null and 0 if it is not finalized, where
    /// `cranelift-jit` panics.
    pub fn get_finalized_data(&self, id: DataId) -> (*const u8, usize) {
        match self.objects.get(&id) {
            Some(object) if object.pointers.is_empty() => (object.address(), object.size),
            _ => (std::ptr::null(), 0),
        }
    }

    /// The address of a function, data object or symbol of the host; null if it has none, where `cranelift-jit` panics.
    pub fn get_address(&self, target: &ModuleRelocTarget) -> *const u8 {
        self.address(target).unwrap_or(std::ptr::null())
    }

    /// As [`JITModule::get_address`].
    ///
    /// # Errors
    /// Fails if nothing is known by this name.
    pub fn address(&self, target: &ModuleRelocTarget) -> ModuleResult<*const u8> {
        let (name, linkage) = match target {
            ModuleRelocTarget::User { namespace: 0, index } => {
                let id = FuncId::from_u32(*index);
                if let Some(code) = self.functions.get(&id) {
                    return Ok(code.entry());
                }
                if self.pending.contains_key(&id) {
                    return Err(failed(format_args!("the function {id} is not finalized")));
                }
                let declared = self.function(id)?;
                (declared.linkage_name(id).into_owned(), declared.linkage)
            }
            ModuleRelocTarget::User { index, .. } => {
                let id = DataId::from_u32(*index);
                if let Some(object) = self.objects.get(&id) {
                    return Ok(object.address());
                }
                let declared = self.data_object(id)?;
                (declared.linkage_name(id).into_owned(), declared.linkage)
            }
            ModuleRelocTarget::LibCall(function) => {
                let found = self.symbols.find_libcall(*function);
                return found.ok_or_else(|| ModuleError::Undeclared(function.to_string()));
            }
            ModuleRelocTarget::FunctionOffset(id, offset) => {
                return self.finalized_function(*id).map(|entry| entry.wrapping_add(*offset as usize));
            }
            ModuleRelocTarget::KnownSymbol(name) => return Err(ModuleError::Undeclared(name.to_string())),
        };
        match self.symbols.find(&name) {
            Some(address) => Ok(address),
            None if linkage == Linkage::Preemptible => Ok(std::ptr::null()),
            None => Err(ModuleError::Undeclared(name)),
        }
    }

    /// Links all functions defined since the last time, and writes the pointers in data objects.
    ///
    /// # Errors
    /// [`ModuleError::Undeclared`] if a symbol is found nowhere. The functions can be finalized again after the symbol
    /// is defined.
    pub fn finalize_definitions(&mut self) -> ModuleResult<()> {
        let memory = Arc::clone(self.compiler.as_mut().map_err(failed)?.memory().map_err(failed)?);
        let pending: Vec<(&FuncId, &Pending)> = self.pending.iter().collect();
        let helpers: Vec<&Pending> = self.pending_helpers.values().collect();
        let functions = pending.iter().map(|(_, function)| *function);
        let all: Vec<&Pending> = functions.chain(helpers.iter().copied()).collect();
        let linkables: Vec<Linkable<'_>> = all
            .iter()
            .map(|function| Linkable {
                name: &function.name,
                code: &function.code,
                signature: &function.signature,
                convention: function.convention,
            })
            .collect();
        let missing = RefCell::new(None);
        let resolve = |function: usize, symbol: SymbolId| {
            let target = match all.get(function)?.targets.get(symbol.number() as usize)? {
                Target::Module(target) => target,
                Target::Runtime(name) => {
                    if let Ok(helper) = helpers.binary_search_by_key(&name, |helper| &helper.name) {
                        return Some(Resolved::Procedure(pending.len() + helper));
                    }
                    let helper = self.helpers.get(name).map(Code::entry);
                    return helper.or_else(|| host_function(name)).map(Resolved::Address);
                }
            };
            if let ModuleRelocTarget::User { namespace: 0, index } = target
                && let Ok(inside) = pending.binary_search_by_key(index, |(id, _)| id.as_u32())
            {
                return Some(Resolved::Procedure(inside));
            }
            let found = self.address(target);
            found.map(Resolved::Address).map_err(|error| missing.replace(Some(error))).ok()
        };
        let codes = jit::link(&memory, &linkables, &[], &resolve);
        let codes = codes.map_err(|error| missing.take().unwrap_or_else(|| failed(error)))?;
        let ids: Vec<FuncId> = std::mem::take(&mut self.pending).into_keys().collect();
        let mut codes = codes.into_iter();
        self.functions.extend(ids.into_iter().zip(codes.by_ref()));
        self.helpers.extend(std::mem::take(&mut self.pending_helpers).into_keys().zip(codes));
        self.write_pointers()
    }

    fn write_pointers(&mut self) -> ModuleResult<()> {
        let ids: Vec<DataId> = self.objects.keys().copied().collect();
        for id in ids {
            let Some(object) = self.objects.get(&id) else { continue };
            let addresses: ModuleResult<Vec<*const u8>> =
                object.pointers.iter().map(|pointer| self.address(&pointer.target)).collect();
            let addresses = addresses?;
            if let Some(object) = self.objects.get_mut(&id) {
                let pointers = std::mem::take(&mut object.pointers);
                for (pointer, address) in pointers.iter().zip(addresses) {
                    object.write(pointer, address);
                }
            }
        }
        Ok(())
    }

    /// The name of a function that is to be defined.
    fn name_to_define(&self, id: FuncId) -> ModuleResult<String> {
        let declared = self.function(id)?;
        let name = declared.linkage_name(id).into_owned();
        if !declared.linkage.is_definable() {
            return Err(ModuleError::InvalidImportDefinition(name));
        }
        if self.pending.contains_key(&id) || self.functions.contains_key(&id) {
            return Err(ModuleError::DuplicateDefinition(name));
        }
        let machine = self.isa.triple().architecture;
        let host = self.compiler.as_ref().map_err(failed)?.target().desc.triple;
        if host.split('-').next() != Some(&*machine.into_str()) {
            return Err(unsupported(format_args!("code for {machine} on this machine")));
        }
        Ok(name)
    }

    fn function(&self, id: FuncId) -> ModuleResult<&FunctionDeclaration> {
        let count = self.declarations.get_functions().size_hint().0;
        if id.as_u32() as usize >= count {
            return Err(failed(format_args!("no function {id}")));
        }
        Ok(self.declarations.get_function_decl(id))
    }

    fn data_object(&self, id: DataId) -> ModuleResult<&DataDeclaration> {
        let count = self.declarations.get_data_objects().size_hint().0;
        if id.as_u32() as usize >= count {
            return Err(failed(format_args!("no data object {id}")));
        }
        Ok(self.declarations.get_data_decl(id))
    }
}

/// The settings of every function: none has a pinned register, because the host calls them.
fn own_settings(target: &barebones::base::Target) -> Settings {
    Settings { pinned: None, vectors: Vectors::of(target) }
}

/// The target of a symbol of a translated function.
fn target(name: &str) -> Target {
    let number = name.strip_prefix('u').and_then(|rest| rest.split_once(':'));
    if let Some((Ok(namespace), Ok(index))) = number.map(|(space, index)| (space.parse(), index.parse())) {
        return Target::Module(ModuleRelocTarget::user(namespace, index));
    }
    match ir::LibCall::from_str(name) {
        Ok(function) => Target::Module(ModuleRelocTarget::LibCall(function)),
        Err(()) => Target::Runtime(name.to_string()),
    }
}

/// Compiles a procedure to be linked later.
fn compile(compiler: &mut Compiler, mut procedure: Procedure) -> ModuleResult<Pending> {
    let code = compiler.emit_in_place(&mut procedure).map_err(failed)?;
    Ok(Pending {
        code,
        signature: procedure.signature().clone(),
        convention: compiler.target().convention(procedure.convention()),
        targets: procedure.symbols().iter().map(|(_, symbol)| target(&symbol.name)).collect(),
        name: procedure.name,
    })
}

impl Module for JITModule {
    fn isa(&self) -> &dyn TargetIsa {
        &*self.isa
    }

    fn declarations(&self) -> &ModuleDeclarations {
        &self.declarations
    }

    fn declare_function(
        &mut self,
        name: &str,
        linkage: Linkage,
        signature: &ir::Signature,
    ) -> ModuleResult<FuncId> {
        self.declarations.declare_function(name, linkage, signature).map(|(id, _)| id)
    }

    fn declare_anonymous_function(&mut self, signature: &ir::Signature) -> ModuleResult<FuncId> {
        self.declarations.declare_anonymous_function(signature)
    }

    fn declare_data(
        &mut self,
        name: &str,
        linkage: Linkage,
        writable: bool,
        tls: bool,
    ) -> ModuleResult<DataId> {
        if tls {
            return Err(unsupported(format_args!("the thread-local data object {name}")));
        }
        self.declarations.declare_data(name, linkage, writable, tls).map(|(id, _)| id)
    }

    fn declare_anonymous_data(&mut self, writable: bool, tls: bool) -> ModuleResult<DataId> {
        if tls {
            return Err(unsupported("a thread-local data object"));
        }
        self.declarations.declare_anonymous_data(writable, tls)
    }

    /// Compiles a function. Code in the context is not set: [`JITModule`] keeps it.
    fn define_function_with_control_plane(
        &mut self,
        id: FuncId,
        context: &mut Context,
        _control_plane: &mut ControlPlane,
    ) -> ModuleResult<()> {
        let name = self.name_to_define(id)?;
        context.verify_if(&*self.isa)?;
        let func = &context.func;
        let imported = import::function(func, Name::User(0, id.as_u32())).map_err(unsupported)?;
        let compiler = self.compiler.as_mut().map_err(failed)?;
        let translated =
            translate(&imported, compiler.target(), own_settings(compiler.target())).map_err(|error| {
                let (what, place) = match error {
                    TranslateError::Unsupported { what, place } => (what.to_string(), place),
                    TranslateError::Invalid { what, place } => (what, place),
                };
                match import::instruction_at(func, place) {
                    Some(instruction) => unsupported(format_args!("{what}, at `{instruction}`")),
                    None => unsupported(what),
                }
            })?;
        let mut procedure = translated.procedure;
        procedure.name = name;
        let function = compile(compiler, procedure)?;
        for helper in translated.helpers.procedures(compiler.target(), &[]) {
            if !self.helpers.contains_key(&helper.name) && !self.pending_helpers.contains_key(&helper.name) {
                self.pending_helpers.insert(helper.name.clone(), compile(compiler, helper)?);
            }
        }
        self.pending.insert(id, function);
        Ok(())
    }

    fn define_function_bytes(
        &mut self,
        id: FuncId,
        alignment: u64,
        bytes: &[u8],
        relocs: &[ModuleReloc],
    ) -> ModuleResult<()> {
        let name = self.name_to_define(id)?;
        let target = *self.compiler.as_ref().map_err(failed)?.target();
        let (code, targets) =
            bytes::code(id, target.desc.arch, alignment, bytes, relocs).map_err(unsupported)?;
        let signature = import::signature(&self.declarations.get_function_decl(id).signature);
        let abi =
            abi(&target, &signature.map_err(unsupported)?, own_settings(&target)).map_err(unsupported)?;
        let function = Pending {
            name,
            code,
            signature: Signature { params: abi.params, results: abi.results },
            convention: target.convention(abi.conv),
            targets: targets.into_iter().map(Target::Module).collect(),
        };
        self.pending.insert(id, function);
        Ok(())
    }

    fn define_data(&mut self, id: DataId, data: &DataDescription) -> ModuleResult<()> {
        let declared = self.data_object(id)?;
        let name = declared.linkage_name(id).into_owned();
        if !declared.linkage.is_definable() {
            return Err(ModuleError::InvalidImportDefinition(name));
        }
        if self.objects.contains_key(&id) {
            return Err(ModuleError::DuplicateDefinition(name));
        }
        self.objects.insert(id, Object::new(data)?);
        Ok(())
    }
}
