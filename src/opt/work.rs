//! Scratch memory of passes, reused between procedures.

use crate::ir::{BlockId, Successor, ValueId};
use crate::support::BitSet;
use std::any::Any;
use std::fmt;

/// Scratch memory of all passes. Its contents have no meaning to the next pass.
///
/// Each pass has its own type of memory. It takes it out by type when it begins, and puts it back at its end. So passes
/// do not depend on each other's memory, and no central list names the types.
#[derive(Default)]
pub(super) struct Scratch {
    /// At most one of each type.
    works: Vec<Box<dyn Any + Send + Sync>>,
    // Lists for passes that need no other memory. Each pass clears them before use.
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
    /// Takes out the memory of this type, or creates it if there is none.
    pub(super) fn take<Work: Any + Default>(&mut self) -> Box<Work> {
        let found = self.works.iter().position(|work| work.is::<Work>());
        let found = found.and_then(|index| self.works.swap_remove(index).downcast().ok());
        found.unwrap_or_default()
    }

    /// Puts memory back for reuse.
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
