//! Tables.

use super::Store;
use super::Val;
use super::store::{StoreId, Words, address_of, word, words};
use crate::error::{Error, TrapKind};
use crate::layout::table;
use crate::types::{Limits, TableType};
use std::cell::Cell;

/// Maximum number of elements of a table, and of all tables of a store.
const MAX_ELEMENTS: u64 = 10_000_000;
const MAX_ALL_ELEMENTS: u64 = 50_000_000;

/// A table of a store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Table {
    pub(super) store: StoreId,
    pub(super) index: usize,
}

/// Data of a table. `definition` has the words that compiled code reads.
pub(super) struct TableData {
    pub(super) ty: TableType,
    elements: Vec<Cell<u64>>,
    definition: Words,
}

impl TableData {
    fn new(ty: TableType, element: u64) -> Result<TableData, Error> {
        let mut data = TableData { ty, elements: Vec::new(), definition: words(2) };
        data.grow(ty.limits.min, element).ok_or(Error::OutOfMemory { what: "a table" })?;
        Ok(data)
    }

    /// Address of the words that compiled code reads.
    pub(super) fn address(&self) -> u64 {
        address_of(&self.definition)
    }

    pub(super) fn len(&self) -> u64 {
        self.elements.len() as u64
    }

    /// Grows by `count` elements and returns the previous number. `None` if a limit or the system does not permit it.
    fn grow(&mut self, count: u64, element: u64) -> Option<u64> {
        let before = self.len();
        let after = before.checked_add(count)?;
        if after > self.ty.limits.max.unwrap_or(u64::MAX).min(MAX_ELEMENTS) {
            return None;
        }
        self.elements.try_reserve_exact(count as usize).ok()?;
        self.elements.resize(after as usize, Cell::new(element));
        word(&self.definition, table::BASE).set(address_of(&self.elements));
        word(&self.definition, table::LEN).set(after);
        Some(before)
    }

    /// The elements `from .. from + count`.
    pub(super) fn range(&self, from: u64, count: u64) -> Result<&[Cell<u64>], TrapKind> {
        from.checked_add(count)
            .and_then(|end| self.elements.get(usize::try_from(from).ok()?..usize::try_from(end).ok()?))
            .ok_or(TrapKind::TableOutOfBounds)
    }
}

impl Store {
    /// Adds a table with all elements set to `element`.
    pub(super) fn add_table(&mut self, ty: TableType, element: u64) -> Result<(), Error> {
        if ty.limits.min > MAX_ALL_ELEMENTS - self.table_elements {
            return Err(Error::OutOfMemory { what: "a table" });
        }
        self.tables.push(TableData::new(ty, element)?);
        self.table_elements += ty.limits.min;
        Ok(())
    }

    /// Grows a table and returns the previous number of elements. `None` if a limit or the system does not permit it.
    pub(super) fn grow_table_at(&mut self, table: usize, count: u64, element: u64) -> Option<u64> {
        if count > MAX_ALL_ELEMENTS - self.table_elements {
            return None;
        }
        let before = self.tables[table].grow(count, element)?;
        self.table_elements += count;
        Some(before)
    }
}

impl Table {
    /// Creates a table of the host with all elements set to `element`.
    ///
    /// # Errors
    /// The element has the wrong type, or memory is exhausted.
    pub fn new(store: &mut Store, ty: TableType, element: Val) -> Result<Table, Error> {
        let element = store.bits_of(ty.element, element)?;
        store.add_table(ty, element)?;
        Ok(Table { store: store.id, index: store.tables.len() - 1 })
    }

    /// Returns its type, with its current size.
    ///
    /// # Errors
    /// It belongs to another store.
    pub fn ty(&self, store: &Store) -> Result<TableType, Error> {
        store.check(self.store)?;
        let table = &store.tables[self.index];
        let limits = Limits { min: table.len(), max: table.ty.limits.max };
        Ok(TableType { limits, ..table.ty })
    }

    /// Returns an element.
    ///
    /// # Errors
    /// It belongs to another store, or the index is out of bounds.
    pub fn get(&self, store: &Store, index: u64) -> Result<Val, Error> {
        store.check(self.store)?;
        let table = &store.tables[self.index];
        let element = table.range(index, 1).map_err(|_| Error::OutOfBounds { what: "table" })?;
        Ok(store.value(table.ty.element, element[0].get()))
    }

    /// Sets an element.
    ///
    /// # Errors
    /// It belongs to another store, the index is out of bounds, or the value has the wrong type.
    pub fn set(&self, store: &mut Store, index: u64, value: Val) -> Result<(), Error> {
        store.check(self.store)?;
        let table = &store.tables[self.index];
        let bits = store.bits_of(table.ty.element, value)?;
        let element = table.range(index, 1).map_err(|_| Error::OutOfBounds { what: "table" })?;
        element[0].set(bits);
        Ok(())
    }

    /// Grows by `count` elements and returns the previous number.
    ///
    /// # Errors
    /// It belongs to another store, the value has the wrong type, or it cannot grow that much.
    pub fn grow(&self, store: &mut Store, count: u64, value: Val) -> Result<u64, Error> {
        store.check(self.store)?;
        let bits = store.bits_of(store.tables[self.index].ty.element, value)?;
        store.grow_table_at(self.index, count, bits).ok_or(Error::OutOfMemory { what: "a table" })
    }
}
