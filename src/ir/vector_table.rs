//! The table of constant vectors of a procedure.

use crate::base::VectorId;
use crate::support::Table;
use rustc_hash::FxHashMap;

/// The constant vectors of a procedure.
#[derive(Clone, Debug, Default)]
pub(super) struct Vectors {
    pub(super) table: Table<VectorId, u128>,
    ids: FxHashMap<u128, VectorId>,
}

impl Vectors {
    pub(super) fn id(&mut self, bits: u128) -> VectorId {
        *self.ids.entry(bits).or_insert_with(|| self.table.push(bits))
    }

    pub(super) fn clear(&mut self) {
        self.table.clear();
        self.ids.clear();
    }
}
