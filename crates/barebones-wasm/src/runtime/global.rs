//! Globals.

use super::store::{StoreId, Words, address_of, words};
use super::{Store, Val};
use crate::error::Error;
use crate::types::GlobalType;
use std::cell::Cell;

/// A global of a store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Global {
    pub(super) store: StoreId,
    pub(super) index: usize,
}

/// Type and location of a global.
pub(super) struct GlobalData {
    pub(super) ty: GlobalType,
    place: Place,
}

enum Place {
    /// A word of its own: a global of the host.
    Own(Words),
    /// A word in the context of an instance.
    Context { instance: usize, word: usize },
}

impl GlobalData {
    pub(super) fn in_context(ty: GlobalType, instance: usize, word: usize) -> GlobalData {
        GlobalData { ty, place: Place::Context { instance, word } }
    }
}

impl Global {
    /// Creates a global of the host.
    ///
    /// # Errors
    /// The value has the wrong type.
    pub fn new(store: &mut Store, ty: GlobalType, value: Val) -> Result<Global, Error> {
        let bits = store.bits_of(ty.content, value)?;
        let own = words(1);
        own[0].set(bits);
        store.globals.push(GlobalData { ty, place: Place::Own(own) });
        Ok(Global { store: store.id, index: store.globals.len() - 1 })
    }

    /// Returns its type.
    ///
    /// # Errors
    /// It belongs to another store.
    pub fn ty(&self, store: &Store) -> Result<GlobalType, Error> {
        store.check(self.store)?;
        Ok(store.globals[self.index].ty)
    }

    /// Returns its value.
    ///
    /// # Errors
    /// It belongs to another store.
    pub fn get(&self, store: &Store) -> Result<Val, Error> {
        let ty = self.ty(store)?;
        Ok(store.value(ty.content, store.global_word(self.index).get()))
    }

    /// Sets its value.
    ///
    /// # Errors
    /// It belongs to another store, is immutable, or has another type.
    pub fn set(&self, store: &mut Store, value: Val) -> Result<(), Error> {
        let ty = self.ty(store)?;
        if !ty.mutable {
            let found = String::from("a constant global");
            return Err(Error::Type { expected: String::from("a variable global"), found });
        }
        store.global_word(self.index).set(store.bits_of(ty.content, value)?);
        Ok(())
    }
}

impl Store {
    /// The word that has the value of a global.
    pub(super) fn global_word(&self, index: usize) -> &Cell<u64> {
        match &self.globals[index].place {
            Place::Own(words) => &words[0],
            Place::Context { instance, word } => &self.instances[*instance].context[*word],
        }
    }

    /// The address of that word.
    pub(super) fn global_address(&self, index: usize) -> u64 {
        address_of(std::slice::from_ref(self.global_word(index)))
    }
}
