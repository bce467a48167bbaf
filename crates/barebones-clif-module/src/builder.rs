//! The builder of modules, and the lookup of symbols.

use cranelift_codegen::ir::LibCall;
use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_module::{ModuleError, ModuleResult};
use std::collections::HashMap;
use std::fmt;

type Lookup = Box<dyn Fn(&str) -> Option<*const u8> + Send>;

/// Symbols of the host: those that were named, then functions that look them up, the last one first.
pub(crate) struct Symbols {
    /// Addresses by name.
    named: HashMap<String, usize>,
    lookups: Vec<Lookup>,
    libcall_names: Box<dyn Fn(LibCall) -> String + Send + Sync>,
}

impl Symbols {
    pub(crate) fn find(&self, name: &str) -> Option<*const u8> {
        let named = self.named.get(name).map(|address| *address as *const u8);
        named.or_else(|| self.lookups.iter().rev().find_map(|lookup| lookup(name)))
    }

    /// A library function: the program's, else our own.
    pub(crate) fn find_libcall(&self, function: LibCall) -> Option<*const u8> {
        let name = (self.libcall_names)(function);
        self.find(&name).or_else(|| barebones_clif::host_function(&function.to_string()))
    }
}

/// Settings and symbols of a [`JITModule`](crate::JITModule), with the methods of `cranelift_jit::JITBuilder`.
pub struct JITBuilder {
    pub(crate) isa: OwnedTargetIsa,
    pub(crate) symbols: Symbols,
}

impl fmt::Debug for JITBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JITBuilder").finish_non_exhaustive()
    }
}

impl JITBuilder {
    /// Creates a builder for this machine. `libcall_names` names the library functions that code calls:
    /// `cranelift_module::default_libcall_names()`.
    ///
    /// # Errors
    /// Fails if Cranelift does not support this machine.
    pub fn new(libcall_names: Box<dyn Fn(LibCall) -> String + Send + Sync>) -> ModuleResult<JITBuilder> {
        JITBuilder::with_flags(&[], libcall_names)
    }

    /// As [`JITBuilder::new`], with settings of Cranelift. `opt_level` selects O0 (`none`, the default) or O2, and
    /// `enable_verifier` runs Cranelift's verifier before each compilation. The others have no effect on the code.
    ///
    /// # Errors
    /// Fails also if a setting is unknown.
    pub fn with_flags(
        flags: &[(&str, &str)],
        libcall_names: Box<dyn Fn(LibCall) -> String + Send + Sync>,
    ) -> ModuleResult<JITBuilder> {
        let mut builder = settings::builder();
        for (name, value) in flags {
            builder.set(name, value)?;
        }
        let isa = cranelift_native::builder().map_err(|what| ModuleError::Backend(anyhow::anyhow!(what)))?;
        let isa = isa.finish(settings::Flags::new(builder))?;
        Ok(JITBuilder::with_isa(isa, libcall_names))
    }

    /// Creates a builder for a target of Cranelift, which must have the architecture of this machine: otherwise
    /// `define_function` fails.
    pub fn with_isa(
        isa: OwnedTargetIsa,
        libcall_names: Box<dyn Fn(LibCall) -> String + Send + Sync>,
    ) -> JITBuilder {
        let mut lookups: Vec<Lookup> = Vec::new();
        if let Ok(of_process) = barebones::jit::process_symbols() {
            lookups.push(Box::new(of_process));
        }
        JITBuilder { isa, symbols: Symbols { named: HashMap::new(), lookups, libcall_names } }
    }

    /// Adds a function or data object of the host. The last definition of a name counts.
    pub fn symbol<K: Into<String>>(&mut self, name: K, address: *const u8) -> &mut JITBuilder {
        self.symbols.named.insert(name.into(), address as usize);
        self
    }

    /// Adds functions or data objects of the host.
    pub fn symbols<I: IntoIterator<Item = (K, *const u8)>, K: Into<String>>(
        &mut self,
        symbols: I,
    ) -> &mut JITBuilder {
        for (name, address) in symbols {
            self.symbol(name, address);
        }
        self
    }

    /// Adds a function that looks up names that were not added. The last one is asked first, the symbols of the process
    /// come last.
    pub fn symbol_lookup_fn(
        &mut self,
        lookup: Box<dyn Fn(&str) -> Option<*const u8> + Send>,
    ) -> &mut JITBuilder {
        self.symbols.lookups.push(lookup);
        self
    }
}
