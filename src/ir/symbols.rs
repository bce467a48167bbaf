//! Lookup of symbol ids by name, without a second copy of the names.

use super::Symbol;
use crate::base::SymbolId;
use crate::support::{Entity, Table};
use rustc_hash::{FxHashMap, FxHasher};
use std::fmt;
use std::hash::{Hash, Hasher};

/// A hash index of a table of symbols, which must be changed only through it.
#[derive(Clone, Default)]
pub(super) struct SymbolIds {
    /// The last symbol whose name has this hash. Never iterated.
    last: FxHashMap<u64, SymbolId>,
    /// For each symbol, the previous one with the same hash.
    before: Vec<SymbolId>,
    /// Strings of earlier procedures, for reuse.
    spare: Vec<String>,
}

/// The content, without spare memory.
impl fmt::Debug for SymbolIds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SymbolIds").field(&self.before).finish()
    }
}

impl SymbolIds {
    /// The id of a name; adds the name to the table if it is new.
    pub(super) fn id(&mut self, symbols: &mut Table<SymbolId, Symbol>, name: &str) -> SymbolId {
        let mut hasher = FxHasher::default();
        name.hash(&mut hasher);
        self.id_of_hash(symbols, name, hasher.finish())
    }

    fn id_of_hash(&mut self, symbols: &mut Table<SymbolId, Symbol>, name: &str, hash: u64) -> SymbolId {
        let last = self.last.entry(hash).or_default();
        let mut id = *last;
        while let Some(symbol) = symbols.get(id) {
            if symbol.name == name {
                return id;
            }
            id = self.before[id.index()];
        }
        let mut own = self.spare.pop().unwrap_or_default();
        own.push_str(name);
        let id = symbols.push(Symbol { name: own });
        self.before.push(std::mem::replace(last, id));
        id
    }

    /// Empties the table and the index; keeps the memory of the names.
    pub(super) fn clear(&mut self, symbols: &mut Table<SymbolId, Symbol>) {
        self.last.clear();
        self.before.clear();
        self.spare.extend(symbols.drain().map(|symbol| {
            let mut name = symbol.name;
            name.clear();
            name
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_equal_hashes_have_different_ids() {
        let (mut ids, mut table) = (SymbolIds::default(), Table::new());
        for _ in 0..2 {
            let names = ["f", "g", "f", "h", "g", "f"];
            let found = names.map(|name| ids.id_of_hash(&mut table, name, 7).number());
            assert_eq!(found, [0, 1, 0, 2, 1, 0]);
            assert_eq!(
                ids.id_of_hash(&mut table, "f", 8).number(),
                3,
                "a name with another hash is another name"
            );
            let all: Vec<&str> = table.values().map(|symbol| symbol.name.as_str()).collect();
            assert_eq!(all, ["f", "g", "h", "f"]);
            ids.clear(&mut table);
            assert!(table.is_empty());
        }
    }
}
