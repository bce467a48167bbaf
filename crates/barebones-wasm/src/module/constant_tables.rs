//! Finds tables that nothing outside of their module can write. If its code does not write them either, calls through
//! them need fewer checks and loads.

use super::{ConstOp, Item, Placement, Sections};
use crate::info::{CodeTable, ConstantTable, EntryType};
use crate::types::Family;
use rustc_hash::FxHashMap;

/// Maximum number of elements of a table whose code addresses are copied into each context.
const MAX_ELEMENTS: u64 = 1 << 14;

impl Sections {
    /// Describes the tables of functions that the module neither imports nor exports, and numbers its types. Linear in
    /// the sizes of the sections, and constant if there are no such tables.
    pub(super) fn find_constant_tables(&mut self) {
        let info = &self.info;
        let mut found: Vec<Option<ConstantTable>> = vec![None; info.tables.len()];
        let own = info.imported_tables..info.tables.len();
        for (table, ty) in own.clone().zip(&info.tables[own]) {
            if ty.element.is_of(Family::Func) {
                found[table] = Some(ConstantTable { len: ty.limits.min, code: None });
            }
        }
        for (_, item) in &self.exports {
            if let Item::Table(table) = item {
                found[*table as usize] = None;
            }
        }
        if found.iter().all(Option::is_none) {
            return;
        }
        let first_types = self.first_types();
        let mut entries: Vec<Option<Entries>> = vec![Some(Entries::Null); found.len()];
        for (table, value) in (self.info.imported_tables..).zip(&self.table_values) {
            value.iter().for_each(|value| self.add_entry(&first_types, &mut entries[table], value));
        }
        for segment in &self.elements {
            if let Placement::Active(table, _) = segment.placement
                && found[table as usize].is_some()
            {
                let entries = &mut entries[table as usize];
                segment.items.iter().for_each(|item| self.add_entry(&first_types, entries, item));
            }
        }
        for (table, entries) in found.iter_mut().zip(entries) {
            if let (Some(table), Some(entries)) = (table, entries)
                && table.len <= MAX_ELEMENTS
            {
                let ty = match entries {
                    Entries::Null => continue,
                    Entries::OfType(ty) => EntryType::All(ty),
                    Entries::OfTypes => EntryType::Beside,
                };
                // The layout places it.
                table.code = Some(CodeTable { ty, offset: 0 });
            }
        }
        self.info.constant_tables = found;
        self.info.first_types = first_types;
    }

    /// For each type, the first type that is equal.
    fn first_types(&self) -> Vec<u32> {
        let mut first = FxHashMap::default();
        (0..).zip(&self.info.ids).map(|(i, id)| *first.entry(id).or_insert(i)).collect()
    }

    /// Widens the class of a table's elements to admit the value of one constant expression.
    fn add_entry(&self, first_types: &[u32], entries: &mut Option<Entries>, value: &[ConstOp]) {
        let Some(known) = *entries else { return };
        *entries = match *value {
            // Null.
            [ConstOp::Bits(_)] => Some(known),
            [ConstOp::Func(function)] if function as usize >= self.info.imported_functions => {
                let ty = first_types[self.info.functions[function as usize] as usize];
                match known {
                    Entries::Null => Some(Entries::OfType(ty)),
                    Entries::OfType(other) if other == ty => Some(known),
                    _ => Some(Entries::OfTypes),
                }
            }
            // Functions of other instances.
            _ => None,
        };
    }
}

/// The elements of a table, all of which are null or functions that the module defines.
#[derive(Clone, Copy)]
enum Entries {
    Null,
    /// Functions of this type.
    OfType(u32),
    OfTypes,
}
