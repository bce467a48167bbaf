//! Functions of the host.

use super::store::{Owner, Words, address_of, word, words};
use super::{Extern, Func, Instance, Memory, Store};
use crate::error::{Error, HostError};
use crate::layout::{WORD, context, func};
use crate::types::FuncType;
use barebones::jit::Code;
use std::cell::Cell;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// A function of the host that takes and gives words.
pub(crate) type RawHostFunc = Arc<dyn Fn(&mut Caller<'_>, &mut [u64]) -> Result<(), HostError> + Send + Sync>;

/// A function of the host. One that an instance imports is there once more for that instance.
pub(super) struct HostData {
    pub(super) ty: FuncType,
    function: RawHostFunc,
    /// The instance that calls it, if it is known.
    instance: Option<usize>,
    /// Its context: [`context::WORDS`], then [`func::WORDS`].
    context: Words,
    /// Keeps the code between WebAssembly and the host alive.
    _exit: Code,
}

/// Where the function is in its context.
const FUNCTION: i32 = context::WORDS as i32 * WORD;

impl HostData {
    /// The words by which it is called.
    pub(super) fn function(&self) -> &[Cell<u64>] {
        &self.context[context::WORDS as usize..]
    }
}

/// What a function of the host gets to know of who called it. It is the store, too: a function that puts another
/// store in its place, as [`std::mem::swap`] does, ends the process.
pub struct Caller<'a> {
    store: &'a mut Store,
    instance: Option<Instance>,
}

impl Caller<'_> {
    /// The instance that called, if it imports the function; if it found it in a table, the one it is from.
    pub fn instance(&self) -> Option<Instance> {
        self.instance
    }

    /// An export of the instance that called.
    pub fn export(&self, name: &str) -> Option<Extern> {
        self.instance?.export(self.store, name)
    }

    /// A linear memory that the instance that called exports.
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
    /// Adds a function of the host.
    pub(super) fn add_host(&mut self, ty: FuncType, function: RawHostFunc) -> Result<Func, Error> {
        self.add_host_for(ty, function, None)
    }

    fn add_host_for(
        &mut self,
        ty: FuncType,
        function: RawHostFunc,
        instance: Option<usize>,
    ) -> Result<Func, Error> {
        let number = self.engine.signature_number(&ty);
        let code = self.engine.exit(&ty)?;
        let all = words((context::WORDS + func::WORDS) as usize);
        let start = address_of(&all);
        let set = |offset: i32, value: u64| word(&all, offset).set(value);
        set(context::RUNTIME, address_of(&self.runtime));
        set(context::OWNER, self.hosts.len() as u64);
        set(FUNCTION + func::CODE, code.entry().expose_provenance() as u64);
        set(FUNCTION + func::CONTEXT, start);
        set(FUNCTION + func::SIGNATURE, number);
        self.owners.insert(start, Owner::Host(self.hosts.len()));
        self.hosts.push(HostData { ty, function, instance, context: all, _exit: code });
        Ok(Func { store: self.id, address: start + FUNCTION as u64 })
    }

    /// The function, if it is one of the host, bound to an instance that imports it.
    pub(super) fn bind_host(&mut self, function: Func, instance: usize) -> Result<Func, Error> {
        match self.owners.range(..=function.address).next_back() {
            Some((_, Owner::Host(index))) => {
                let HostData { ty, function, .. } = &self.hosts[*index];
                self.add_host_for(ty.clone(), function.clone(), Some(instance))
            }
            _ => Ok(function),
        }
    }

    /// How many words a function of the host takes or gives.
    pub(crate) fn host_words(&self, function: usize) -> usize {
        let ty = &self.hosts[function].ty;
        ty.params.len().max(ty.results.len())
    }

    /// Calls a function of the host.
    pub(crate) fn call_host(&mut self, function: usize, values: &mut [u64]) -> Result<(), HostError> {
        let HostData { function, instance, .. } = &self.hosts[function];
        let function = function.clone();
        let instance = instance.map(|index| Instance { store: self.id, index });
        function(&mut Caller { store: self, instance }, values)
    }
}
