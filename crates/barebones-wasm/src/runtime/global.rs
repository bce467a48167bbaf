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
    /// Words of its own: a global of the host.
    Own(Words),
    /// Words in the context of an instance, from this one on.
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
        store.check_type(ty.content, value)?;
        let own = words(ty.content.words());
        own.iter().zip(store.words_of(value)?).for_each(|(word, bits)| word.set(bits));
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
        Ok(store.read(ty.content, &mut store.global_words(self.index).iter().map(Cell::get)))
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
        store.check_type(ty.content, value)?;
        let given = store.words_of(value)?;
        store.global_words(self.index).iter().zip(given).for_each(|(word, bits)| word.set(bits));
        Ok(())
    }
}

impl Store {
    /// The words that have the value of a global.
    pub(super) fn global_words(&self, index: usize) -> &[Cell<u64>] {
        let GlobalData { ty, place } = &self.globals[index];
        match place {
            Place::Own(words) => words,
            Place::Context { instance, word } => {
                &self.instances[*instance].context[*word..][..ty.content.words()]
            }
        }
    }

    /// The address of the first of these words.
    pub(super) fn global_address(&self, index: usize) -> u64 {
        address_of(self.global_words(index))
    }
}
