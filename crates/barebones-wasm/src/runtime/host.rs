//! Host functions.

use super::store::{Owner, Words, address_of, word, words};
use super::{Extern, Func, Instance, Memory, Store};
use crate::error::{Error, HostError};
use crate::layout::{WORD, context, func};
use crate::raw::HOST_FUNCTION;
use crate::types::{FuncType, FuncTypeId};
use barebones::jit::Code;
use std::cell::Cell;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// A host function on untyped words: arguments on entry, results on return.
pub(crate) type RawHostFunc = Arc<dyn Fn(&mut Caller<'_>, &mut [u64]) -> Result<(), HostError> + Send + Sync>;

/// A host function. Each instance that imports it has its own copy.
pub(super) struct HostData {
    pub(super) ty: FuncType,
    /// The same type, as the engine knows it.
    id: FuncTypeId,
    function: RawHostFunc,
    /// The importing instance, if this is its copy.
    instance: Option<usize>,
    /// Its context: [`context::WORDS`], then [`func::REPLACEABLE_WORDS`].
    context: Words,
    /// Keeps the exit code alive, which calls the host function from compiled WebAssembly.
    _exit: Option<Code>,
}

/// Offset of the [`func`] words in the context.
const FUNCTION: i32 = context::WORDS as i32 * WORD;

impl HostData {
    /// The [`func`] words.
    pub(super) fn function(&self) -> &[Cell<u64>] {
        &self.context[context::WORDS as usize..]
    }
}

/// The caller of a host function. It dereferences to the store. The process aborts if a host function replaces the
/// store, for example with [`std::mem::swap`].
pub struct Caller<'a> {
    store: &'a mut Store,
    instance: Option<Instance>,
}

impl Caller<'_> {
    /// The instance that called the function as an import. For a call through a table, the instance that the table
    /// element comes from.
    pub fn instance(&self) -> Option<Instance> {
        self.instance
    }

    /// An export of [`Caller::instance`].
    pub fn export(&self, name: &str) -> Option<Extern> {
        self.instance?.export(self.store, name)
    }

    /// A linear memory that [`Caller::instance`] exports.
    pub fn memory(&self, name: &str) -> Option<Memory> {
        match self.export(name)? {
            Extern::Memory(memory) => Some(memory),
            _ => None,
        }
    }
}

impl Deref for Caller<'_> {
    type Target = Store;

    fn deref(&self) -> &Store {
        self.store
    }
}

impl DerefMut for Caller<'_> {
    fn deref_mut(&mut self) -> &mut Store {
        self.store
    }
}

impl Store {
    /// Adds a host function.
    pub(super) fn add_host(
        &mut self,
        ty: FuncType,
        id: FuncTypeId,
        function: RawHostFunc,
    ) -> Result<Func, Error> {
        self.add_host_for(ty, id, function, None)
    }

    fn add_host_for(
        &mut self,
        ty: FuncType,
        id: FuncTypeId,
        function: RawHostFunc,
        instance: Option<usize>,
    ) -> Result<Func, Error> {
        let is_interpreted = self.engine.config().interpret;
        let exit = if is_interpreted { None } else { Some(self.engine.exit(&ty)?) };
        let code = exit.as_ref().map_or(HOST_FUNCTION, |exit| exit.entry().expose_provenance() as u64);
        let all = words((context::WORDS + func::REPLACEABLE_WORDS) as usize);
        let start = address_of(&all);
        let set = |offset: i32, value: u64| word(&all, offset).set(value);
        set(context::RUNTIME, address_of(&self.runtime));
        set(context::OWNER, self.hosts.len() as u64);
        set(FUNCTION + func::CODE, code);
        set(FUNCTION + func::PLACE, start + (FUNCTION + func::CODE) as u64);
        set(FUNCTION + func::CONTEXT, start);
        set(FUNCTION + func::SIGNATURE, id.number.into());
        self.owners.insert(start, Owner::Host(self.hosts.len()));
        self.hosts.push(HostData { ty, id, function, instance, context: all, _exit: exit });
        Ok(Func { store: self.id, address: start + FUNCTION as u64 })
    }

    /// Copies a host function for an instance that imports it; returns other functions unchanged.
    pub(super) fn bind_host(&mut self, function: Func, instance: usize) -> Result<Func, Error> {
        match self.owners.range(..=function.address).next_back() {
            Some((_, Owner::Host(index))) => {
                let HostData { ty, id, function, .. } = &self.hosts[*index];
                self.add_host_for(ty.clone(), *id, function.clone(), Some(instance))
            }
            _ => Ok(function),
        }
    }

    /// Number of words that a host function takes or returns, whichever is larger.
    pub(crate) fn host_words(&self, function: usize) -> usize {
        self.hosts[function].ty.words()
    }

    /// Calls a host function.
    pub(crate) fn call_host(&mut self, function: usize, values: &mut [u64]) -> Result<(), HostError> {
        let HostData { function, instance, .. } = &self.hosts[function];
        let function = function.clone();
        let instance = instance.map(|index| Instance { store: self.id, index });
        function(&mut Caller { store: self, instance }, values)
    }
}
