//! Batched insertion of values into a block.

use super::{BlockId, Procedure, ValueId};

/// Values to insert into one block, collected while the block is walked and inserted in one pass (B3's `InsertionSet`).
///
/// Build a value in no block ([`BlockId::INVALID`]), add it with its index, and call [`InsertionSet::execute`] at the
/// end of the block. The set keeps its memory for the next block.
#[derive(Clone, Debug, Default)]
pub struct InsertionSet {
    /// Values, with the index before which each is inserted.
    insertions: Vec<(usize, ValueId)>,
    values: Vec<ValueId>,
}

impl InsertionSet {
    /// An empty set.
    pub fn new() -> InsertionSet {
        InsertionSet::default()
    }

    /// Inserts a value before the value now at `index` of the block, or at the end if there is none. Values with the
    /// same index keep the order of the calls.
    pub fn insert(&mut self, index: usize, value: ValueId) {
        self.insertions.push((index, value));
    }

    /// True if the set is empty.
    pub fn is_empty(&self) -> bool {
        self.insertions.is_empty()
    }

    /// Inserts all values into the block and empties the set; returns their number. Linear if the values were added at
    /// ascending indices.
    pub fn execute(&mut self, proc: &mut Procedure, block: BlockId) -> usize {
        let count = self.insertions.len();
        if count == 0 {
            return 0;
        }
        self.insertions.sort_by_key(|(index, _)| *index);
        let old = proc.block_values(block);
        self.values.clear();
        let mut done = 0;
        for &(index, value) in &self.insertions {
            let index = index.min(old.len());
            self.values.extend_from_slice(&old[done..index]);
            self.values.push(value);
            done = index;
        }
        self.values.extend_from_slice(&old[done..]);
        proc.set_block_values(block, &self.values);
        self.insertions.clear();
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::testing::target;

    #[test]
    fn values_are_inserted_at_their_indices() {
        let mut p = Procedure::new(&target());
        let root = p.add_block();
        let old: Vec<ValueId> = (0..4).map(|i| p.at(root).const32(i)).collect();
        let new: Vec<ValueId> = (0..5).map(|i| p.at(BlockId::INVALID).const32(i)).collect();
        let mut set = InsertionSet::new();
        for (index, value) in [3, 0, 3, 99, 4].into_iter().zip(&new) {
            set.insert(index, *value);
        }
        assert_eq!((set.execute(&mut p, root), set.is_empty()), (5, true));
        let expected = [new[1], old[0], old[1], old[2], new[0], new[2], old[3], new[4], new[3]];
        assert_eq!(p.block_values(root), expected);
        assert_eq!((set.execute(&mut p, root), p.block_values(root).len()), (0, 9));
    }
}
