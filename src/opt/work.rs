//! The memory of passes, which is reused from one procedure to the next.

use crate::ir::{BlockId, Successor, ValueId};
use crate::support::BitSet;
use std::any::Any;
use std::fmt;

/// The memory of all passes. Nothing in it means anything to the next pass.
///
/// Each pass has a type of its own for its memory. It takes it out by type when it begins and puts it back at its end. So
/// no pass knows another's memory, and no list names them all.
#[derive(Default)]
pub(super) struct Scratch {
    /// One of each type.
    works: Vec<Box<dyn Any + Send + Sync>>,
    // Lists for passes that need no more. Each pass fills them anew.
    /// A set of values or blocks.
    pub(super) marks: BitSet,
    /// A worklist of values.
    pub(super) values: Vec<ValueId>,
    /// The new list of a block's values.
    pub(super) kept: Vec<ValueId>,
    /// A worklist of blocks.
    pub(super) blocks: Vec<BlockId>,
    /// By block: the number of incoming edges.
    pub(super) counts: Vec<u32>,
    /// The new list of a block's edges.
    pub(super) edges: Vec<Successor>,
}

impl Scratch {
    /// Takes out the memory of this type: what was put back last, or else a new one.
    pub(super) fn take<Work: Any + Default>(&mut self) -> Box<Work> {
        let found = self.works.iter().position(|work| work.is::<Work>());
        let found = found.and_then(|index| self.works.swap_remove(index).downcast().ok());
        found.unwrap_or_default()
    }

    /// Puts memory back for the next time.
    pub(super) fn put<Work: Any + Send + Sync>(&mut self, work: Box<Work>) {
        self.works.push(work);
    }
}

impl fmt::Debug for Scratch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scratch").field("works", &self.works.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_kept_by_type() {
        let mut scratch = Scratch::default();
        let (mut numbers, words) = (scratch.take::<Vec<u32>>(), scratch.take::<Vec<String>>());
        numbers.push(7);
        scratch.put(numbers);
        scratch.put(words);
        assert_eq!(scratch.works.len(), 2);
        assert_eq!((scratch.take::<Vec<String>>().len(), *scratch.take::<Vec<u32>>()), (0, vec![7]));
        assert_eq!(*scratch.take::<Vec<u32>>(), [], "it was taken");
    }
}
