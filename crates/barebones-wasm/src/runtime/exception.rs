//! Tags and exceptions.
//!
//! An exception is an object of the store, whose words ([`crate::layout::exception`]) compiled code reads. `catch` copies
//! its values at once, so an exception to which nothing refers is freed when the next one is thrown. References are found
//! in globals, tables and other exceptions before an outermost call, when no code of the store is active.

use super::store::{StoreId, Words, address_of, word, words};
use super::{Store, Val};
use crate::error::{Error, HostError};
use crate::layout::{WORD, exception, runtime};
use crate::types::{Family, FuncType, FuncTypeId, ValType};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::Cell;
use std::fmt;

/// Maximum number of exceptions of a store.
const MAX_EXCEPTIONS: usize = 1 << 20;

/// Number of exceptions below which none are looked for that can be freed.
const FEW: usize = 64;

/// Index of the first word of an exception's values.
const FIRST_VALUE: usize = (exception::VALUES / WORD) as usize;

/// A tag of a store, which identifies a kind of exceptions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tag {
    pub(super) store: StoreId,
    pub(super) index: usize,
}

/// Data of a tag. The address of its word identifies it in compiled code.
pub(super) struct TagData {
    pub(super) ty: FuncType,
    /// The same type, as the engine knows it.
    pub(super) id: FuncTypeId,
    word: Words,
}

impl TagData {
    pub(super) fn address(&self) -> u64 {
        address_of(&self.word)
    }
}

/// A reference to an exception of a store. The exception is kept as long as the store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExnRef {
    pub(super) store: StoreId,
    pub(super) address: u64,
}

/// An exception: a tag, and values of the types of its parameters. A host function throws it by returning it as an
/// error, and a call from the host that does not catch it fails with [`Error::Exception`], see [`Error::exception`].
#[derive(Clone, PartialEq, Debug)]
pub struct Exception {
    /// The tag.
    pub tag: Tag,
    /// The values.
    pub values: Vec<Val>,
}

impl fmt::Display for Exception {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "uncaught exception with the tag {} and the values {:?}", self.tag.index, self.values)
    }
}

impl std::error::Error for Exception {}

impl Error {
    /// The exception that nothing caught, if the error is one.
    pub fn exception(&self) -> Option<&Exception> {
        match self {
            Error::Exception(exception) => exception.downcast_ref(),
            _ => None,
        }
    }
}

/// The exceptions of a store.
#[derive(Default)]
pub(super) struct Exceptions {
    /// Tag and words, by the address of the words.
    objects: FxHashMap<u64, (usize, Words)>,
    /// Number of objects from which on unreferenced ones are looked for.
    limit: usize,
}

impl Tag {
    /// Creates a tag of the host. The results of the type must be empty.
    ///
    /// # Errors
    /// The type has results, or refers to a function type of another engine.
    pub fn new(store: &mut Store, ty: FuncType) -> Result<Tag, Error> {
        if !ty.results.is_empty() {
            return Err(Error::count("results of a tag", 0, ty.results.len()));
        }
        let id = store.engine.func_type_id(&ty)?;
        Ok(Tag { store: store.id, index: store.add_tag(ty, id) })
    }

    /// Returns its type.
    ///
    /// # Errors
    /// It belongs to another store.
    pub fn ty(&self, store: &Store) -> Result<FuncType, Error> {
        store.check(self.store)?;
        Ok(store.tags[self.index].ty.clone())
    }
}

impl ExnRef {
    /// Returns the exception.
    ///
    /// # Errors
    /// It belongs to another store.
    pub fn exception(&self, store: &Store) -> Result<Exception, Error> {
        store.check(self.store)?;
        store.exception(self.address).ok_or(Error::WrongStore)
    }
}

impl Store {
    pub(super) fn add_tag(&mut self, ty: FuncType, id: FuncTypeId) -> usize {
        self.tags.push(TagData { ty, id, word: words(1) });
        self.tags.len() - 1
    }

    /// The current exception: the address of its words.
    fn current(&self) -> &Cell<u64> {
        word(&self.runtime, runtime::EXCEPTION)
    }

    /// `throw`: makes a new exception the current one. `values` gets the tag and the number of words, and returns them.
    ///
    /// # Errors
    /// There are too many exceptions.
    pub(crate) fn throw(
        &mut self,
        instance: usize,
        tag: u32,
        values: impl FnOnce(usize) -> Vec<u64>,
    ) -> Result<(), Error> {
        let tag = self.instances[instance].tags[tag as usize];
        let values = values(self.tags[tag].ty.words());
        self.throw_words(tag, &values)
    }

    fn throw_words(&mut self, tag: usize, values: &[u64]) -> Result<(), Error> {
        let before = self.current().get();
        let objects = &mut self.exceptions.objects;
        if objects.get(&before).is_some_and(|(_, words)| word(words, exception::STATE).get() == 0) {
            objects.remove(&before);
        }
        if objects.len() >= MAX_EXCEPTIONS {
            return Err(Error::OutOfMemory { what: "an exception" });
        }
        let first = FIRST_VALUE;
        let all = words(first + values.len());
        word(&all, exception::TAG).set(self.tags[tag].address());
        all[first..].iter().zip(values).for_each(|(word, value)| word.set(*value));
        let address = address_of(&all);
        self.exceptions.objects.insert(address, (tag, all));
        self.current().set(address);
        Ok(())
    }

    /// If the error of a host function is an exception of this store, makes it the current one.
    ///
    /// # Errors
    /// Another error, which may be the same one.
    pub(crate) fn throw_error(&mut self, error: HostError) -> Result<(), HostError> {
        let error = match error.downcast::<Error>() {
            Ok(own) => match *own {
                Error::Exception(exception) => exception,
                own => return Err(Box::new(own)),
            },
            Err(error) => error,
        };
        let exception = error.downcast::<Exception>()?;
        if exception.tag.store != self.id {
            return Err(Box::new(Error::Exception(exception)));
        }
        let Exception { tag, values } = &*exception;
        let types = self.tags[tag.index].ty.params.clone();
        if types.len() != values.len() {
            return Err(Box::new(Error::count("values of an exception", types.len(), values.len())));
        }
        let mut bits = vec![0; ValType::words_of(&types)];
        let place = &mut bits.iter_mut();
        types.iter().zip(values).try_for_each(|(ty, value)| self.write_of(*ty, *value, place))?;
        Ok(self.throw_words(tag.index, &bits)?)
    }

    /// The current exception as data for the host.
    pub(super) fn current_exception(&self) -> Option<Exception> {
        self.exception(self.current().get())
    }

    fn exception(&self, address: u64) -> Option<Exception> {
        let (tag, words) = self.exceptions.objects.get(&address)?;
        let given = &mut words[FIRST_VALUE..].iter().map(Cell::get);
        let values = self.tags[*tag].ty.params.iter().map(|ty| self.read(*ty, given)).collect();
        Some(Exception { tag: Tag { store: self.id, index: *tag }, values })
    }

    /// The reference at this address, for the host: the exception is kept from now on.
    pub(super) fn exception_reference(&self, address: u64) -> Option<ExnRef> {
        let (_, words) = self.exceptions.objects.get(&address)?;
        let state = word(words, exception::STATE);
        state.set(state.get() | exception::KEPT);
        Some(ExnRef { store: self.id, address })
    }

    /// Frees the exceptions to which nothing refers, if there are many. No code of the store may be active.
    pub(super) fn sweep_exceptions(&mut self) {
        if self.exceptions.objects.len() < self.exceptions.limit.max(FEW) {
            return;
        }
        let mut pending: Vec<u64> = Vec::new();
        for index in 0..self.globals.len() {
            if self.globals[index].ty.content.is_of(Family::Exn) {
                pending.push(self.global_words(index)[0].get());
            }
        }
        for table in self.tables.iter().filter(|table| table.ty.element.is_of(Family::Exn)) {
            pending.extend(table.range(0, table.len()).unwrap_or_default().iter().map(Cell::get));
        }
        let objects = &self.exceptions.objects;
        let kept = objects
            .iter()
            .filter(|(_, (_, words))| word(words, exception::STATE).get() & exception::KEPT != 0);
        pending.extend(kept.map(|(address, _)| *address));
        let mut reached = FxHashSet::default();
        while let Some(address) = pending.pop() {
            let Some((tag, words)) = objects.get(&address) else { continue };
            if !reached.insert(address) {
                continue;
            }
            let mut at = FIRST_VALUE;
            for ty in &self.tags[*tag].ty.params {
                if ty.is_of(Family::Exn) {
                    pending.push(words[at].get());
                }
                at += ty.words();
            }
        }
        self.exceptions.objects.retain(|address, _| reached.contains(address));
        self.exceptions.limit = 2 * reached.len();
    }

    /// True if there is an exception at this address.
    pub(super) fn has_exception(&self, address: u64) -> bool {
        self.exceptions.objects.contains_key(&address)
    }

    /// Number of exceptions that the store holds: those that were not freed yet.
    pub fn exception_count(&self) -> usize {
        self.exceptions.objects.len()
    }
}
