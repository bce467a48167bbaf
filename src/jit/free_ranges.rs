//! Tracks the free parts of a range of code memory.
//!
//! Allocates best fit, at the lowest address among equals, so that code stays packed and the untouched end stays whole.
//! Adjacent free ranges are coalesced. Two ordered trees, by start and by size: every operation takes logarithmic time.

use std::collections::{BTreeMap, BTreeSet};

/// The free parts of `0..len`, in units chosen by the owner.
#[derive(Debug)]
pub(super) struct FreeRanges {
    len: u32,
    /// Start to size.
    by_start: BTreeMap<u32, u32>,
    /// Size and start.
    by_size: BTreeSet<(u32, u32)>,
}

impl FreeRanges {
    /// Creates a range that is all free.
    pub(super) fn new(len: u32) -> FreeRanges {
        let mut free = FreeRanges { len, by_start: BTreeMap::new(), by_size: BTreeSet::new() };
        free.insert(0, len);
        free
    }

    /// Allocates `size` units at a multiple of `alignment`, a power of two.
    pub(super) fn take(&mut self, size: u32, alignment: u32) -> Option<u32> {
        let (found_size, found_start) = self.find(size, alignment)?;
        let start = found_start.next_multiple_of(alignment);
        self.remove(found_start, found_size);
        self.insert(found_start, start - found_start);
        self.insert(start + size, found_start + found_size - (start + size));
        Some(start)
    }

    /// The smallest range of sufficient size, if its alignment fits. Otherwise the smallest range that fits at any
    /// start.
    fn find(&self, size: u32, alignment: u32) -> Option<(u32, u32)> {
        let smallest = |size: u32| self.by_size.range((size, 0)..).next().copied();
        let fits = |(found_size, found_start): &(u32, u32)| {
            let padding = found_start.wrapping_neg() % alignment;
            found_size.checked_sub(padding).is_some_and(|rest| rest >= size)
        };
        smallest(size).filter(fits).or_else(|| smallest(size.checked_add(alignment - 1)?))
    }

    /// Frees units that were allocated.
    pub(super) fn release(&mut self, mut start: u32, mut size: u32) {
        if let Some((&before, &before_size)) = self.by_start.range(..start).next_back()
            && before + before_size == start
        {
            self.remove(before, before_size);
            start = before;
            size += before_size;
        }
        if let Some(&after_size) = self.by_start.get(&(start + size)) {
            self.remove(start + size, after_size);
            size += after_size;
        }
        self.insert(start, size);
    }

    /// True if nothing is allocated.
    pub(super) fn is_all_free(&self) -> bool {
        self.by_start.get(&0) == Some(&self.len)
    }

    fn insert(&mut self, start: u32, size: u32) {
        if size != 0 {
            self.by_start.insert(start, size);
            self.by_size.insert((size, start));
        }
    }

    fn remove(&mut self, start: u32, size: u32) {
        self.by_start.remove(&start);
        self.by_size.remove(&(size, start));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn best_fit_and_coalescing() {
        let mut free = FreeRanges::new(100);
        assert_eq!((free.take(10, 1), free.take(5, 1), free.take(20, 1)), (Some(0), Some(10), Some(15)));
        free.release(0, 10);
        free.release(15, 5);
        assert_eq!(free.take(5, 1), Some(15), "the smaller hole");
        assert_eq!(free.take(6, 1), Some(0));
        free.release(15, 20);
        free.release(0, 6);
        assert!(!free.is_all_free());
        free.release(10, 5);
        assert!(free.is_all_free());
        assert_eq!(free.by_size.iter().copied().collect::<Vec<_>>(), [(100, 0)]);
        assert_eq!((free.take(101, 1), free.take(100, 1), free.take(1, 1)), (None, Some(0), None));
    }

    #[test]
    fn alignment_leaves_the_padding_free() {
        let mut free = FreeRanges::new(64);
        assert_eq!(free.take(1, 1), Some(0));
        assert_eq!(free.take(4, 16), Some(16));
        assert_eq!(free.take(15, 1), Some(1), "the padding");
        assert_eq!(free.take(60, 16), None);
        assert_eq!(free.take(u32::MAX, 16), None);
    }

    /// Compares with a model: one flag per unit.
    #[test]
    fn random_sequences_match_a_model() {
        const LEN: usize = 97;
        let mut free = FreeRanges::new(LEN as u32);
        let mut taken = [false; LEN];
        let mut blocks: Vec<(u32, u32)> = Vec::new();
        let mut seed = 1u32;
        let mut random = |below: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) % below
        };
        for _ in 0..20_000 {
            if random(2) == 0 && !blocks.is_empty() {
                let (start, size) = blocks.swap_remove(random(blocks.len() as u32) as usize);
                free.release(start, size);
                taken[start as usize..][..size as usize].fill(false);
            } else {
                let (size, alignment) = (1 + random(20), 1 << random(3));
                match free.take(size, alignment) {
                    Some(start) => {
                        assert_eq!(start % alignment, 0);
                        let units = &mut taken[start as usize..][..size as usize];
                        assert!(units.iter().all(|t| !t));
                        units.fill(true);
                        blocks.push((start, size));
                    }
                    None => {
                        let run = (size + alignment - 1) as usize;
                        assert!(!taken.windows(run).any(|w| w.iter().all(|t| !t)), "{size} would fit");
                    }
                }
            }
            let runs = taken.chunk_by(|a, b| a == b).filter(|run| !run[0]).count();
            assert_eq!((free.by_start.len(), free.by_size.len()), (runs, runs));
        }
    }
}
