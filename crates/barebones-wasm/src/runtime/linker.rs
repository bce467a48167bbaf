//! Resolution of imports by name.

use super::{Extern, Func, HostFunc, Instance, Store};
use crate::error::Error;
use crate::module::Module;
use rustc_hash::FxHashMap;

/// Definitions for imports, by module name and name.
#[derive(Clone, Debug, Default)]
pub struct Linker {
    names: FxHashMap<String, FxHashMap<String, Extern>>,
}

impl Linker {
    /// Creates a linker without definitions.
    pub fn new() -> Linker {
        Linker::default()
    }

    /// Defines a name; replaces an earlier definition.
    pub fn define(&mut self, module: &str, name: &str, item: Extern) -> &mut Linker {
        self.names.entry(module.to_string()).or_default().insert(name.to_string(), item);
        self
    }

    /// Defines a host function; see [`Func::wrap`].
    ///
    /// # Errors
    /// There is no memory for code.
    pub fn wrap<Args>(
        &mut self,
        store: &mut Store,
        module: &str,
        name: &str,
        function: impl HostFunc<Args>,
    ) -> Result<&mut Linker, Error> {
        let function = Func::wrap(store, function)?;
        Ok(self.define(module, name, Extern::Func(function)))
    }

    /// Defines all exports of an instance.
    ///
    /// # Errors
    /// It belongs to another store.
    pub fn define_instance(
        &mut self,
        store: &Store,
        module: &str,
        instance: Instance,
    ) -> Result<&mut Linker, Error> {
        for (name, item) in instance.exports(store)? {
            self.define(module, name, item);
        }
        Ok(self)
    }

    /// The definition of a name.
    pub fn get(&self, module: &str, name: &str) -> Option<Extern> {
        self.names.get(module)?.get(name).copied()
    }

    /// Instantiates a module with the definitions of its imports.
    ///
    /// # Errors
    /// An import is not defined; or as [`Instance::new`].
    pub fn instantiate(&self, store: &mut Store, module: &Module) -> Result<Instance, Error> {
        let mut imports = Vec::new();
        for (from, name, _) in module.imports() {
            let unknown = || Error::UnknownImport { module: from.to_string(), name: name.to_string() };
            imports.push(self.get(from, name).ok_or_else(unknown)?);
        }
        Instance::new(store, module, &imports)
    }
}
