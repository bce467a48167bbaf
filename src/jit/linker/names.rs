//! Symbols by name: what a translator asks for when a call names something, and names that are given up.

use super::handles::{DataObject, Function, Handle};
use super::symbols::{Kind, Symbols};
use super::{Linker, LinkerError};
use crate::base::{CallConv, Signature};
use std::sync::Arc;

/// What a name of a [`Linker`] stands for.
#[derive(Clone, Debug)]
pub enum KnownSymbol {
    /// A function, defined or only declared.
    Function(Function),
    /// A data object.
    Data(DataObject),
    /// A symbol of the host.
    Host(*const u8),
}

impl Linker {
    /// Returns what a name stands for, if it is known. Asks the resolver, too.
    pub fn lookup(&self, name: &str) -> Option<KnownSymbol> {
        let known = self.find_symbol(&mut self.lock(), name); // asks without the lock
        known.or_else(|| {
            let address = self.resolve_host(name)?;
            match self.add_host(name, address) {
                Ok(()) => Some(KnownSymbol::Host(address)),
                // Another thread, or the resolver itself, has added a symbol of this name meanwhile.
                Err(_) => self.find_symbol(&mut self.lock(), name),
            }
        })
    }

    fn find_symbol(&self, symbols: &mut Symbols, name: &str) -> Option<KnownSymbol> {
        let Some(number) = symbols.find(name) else { return symbols.host(name).map(KnownSymbol::Host) };
        symbols.acquire(number);
        if let Some(function) = self.function_of(symbols, number) {
            return Some(KnownSymbol::Function(function));
        }
        let found = symbols.get(number);
        let Kind::Data(contents) = &found.kind else { return None };
        let handle = Arc::new(Handle { linker: self.clone(), symbol: number, name: found.name.clone() });
        Some(KnownSymbol::Data(DataObject { handle, contents: contents.clone() }))
    }

    /// Makes a name known that a procedure is going to call: unless it is a host symbol already, declares a function, as
    /// [`Linker::declare`] does. The resolver is asked first.
    ///
    /// # Errors
    /// As [`Linker::declare`].
    pub fn import(
        &self,
        name: &str,
        signature: &Signature,
        convention: &'static CallConv,
    ) -> Result<KnownSymbol, LinkerError> {
        match self.lookup(name) {
            Some(known @ KnownSymbol::Host(_)) => Ok(known),
            // A declaration compares the types.
            _ => self.declare(name, signature, convention).map(KnownSymbol::Function),
        }
    }

    /// Gives up a name: a later declaration or definition makes a new symbol of it, which may have other types.
    ///
    /// Code that refers to the old symbol keeps it, and so do its handles. Returns what the name stood for; `None` if it
    /// was unknown.
    pub fn unbind(&self, name: &str) -> Option<KnownSymbol> {
        let mut symbols = self.lock();
        let found = self.find_symbol(&mut symbols, name)?;
        symbols.unbind(name);
        Some(found)
    }
}
