//! Tracks the free parts of a range of code memory.
//!
//! Allocates best fit, at the lowest address among equals, so that code stays packed and the untouched end stays whole.
//! Adjacent free ranges are coalesced. Two ordered trees, by start and by size: every operation takes logarithmic time.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// How many ranges [`FreeRanges::take_one_of`] chooses among.
const CHOICES: usize = 16;

/// The free parts of a range, in units chosen by the owner.
#[derive(Debug)]
pub(super) struct FreeRanges {
    all: Range<u32>,
    /// Start to size.
    by_start: BTreeMap<u32, u32>,
    /// Size and start.
    by_size: BTreeSet<(u32, u32)>,
}

impl FreeRanges {
    /// Creates a range that is all free.
    pub(super) fn new(all: Range<u32>) -> FreeRanges {
        let mut free = FreeRanges { all, by_start: BTreeMap::new(), by_size: BTreeSet::new() };
        free.insert(free.all.start, free.all.end - free.all.start);
        free
    }

    /// Allocates `size` units at a multiple of `alignment`, a power of two.
    pub(super) fn take(&mut self, size: u32, alignment: u32) -> Option<u32> {
        let found = self.find(size, alignment)?;
        Some(self.take_from(found, size, alignment))
    }

    /// Like [`FreeRanges::take`], in one of the 16 smallest ranges that fit. `choose` gets their number, which is not 0,
    /// and returns a smaller one.
    pub(super) fn take_one_of(
        &mut self,
        size: u32,
        alignment: u32,
        choose: impl FnOnce(usize) -> usize,
    ) -> Option<u32> {
        let candidates = self.by_size.range((size, 0)..);
        let fitting: Vec<(u32, u32)> =
            candidates.copied().take(CHOICES).filter(|range| fits(*range, size, alignment)).collect();
        let found = match fitting.len() {
            0 => self.find(size, alignment)?,
            count => fitting[choose(count)],
        };
        Some(self.take_from(found, size, alignment))
    }

    /// Allocates from a free range that fits.
    fn take_from(&mut self, (found_size, found_start): (u32, u32), size: u32, alignment: u32) -> u32 {
        let start = found_start.next_multiple_of(alignment);
        self.remove(found_start, found_size);
        self.insert(found_start, start - found_start);
        self.insert(start + size, found_start + found_size - (start + size));
        start
    }

    /// The smallest range of sufficient size, if its alignment fits. Otherwise the smallest range that fits at any
    /// start.
    fn find(&self, size: u32, alignment: u32) -> Option<(u32, u32)> {
        let smallest = |size: u32| self.by_size.range((size, 0)..).next().copied();
        smallest(size)
            .filter(|range| fits(*range, size, alignment))
            .or_else(|| smallest(size.checked_add(alignment - 1)?))
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
        self.by_start.get(&self.all.start) == Some(&(self.all.end - self.all.start))
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

/// True if `size` units fit a free range (size, start) at a multiple of `alignment`.
fn fits((found_size, found_start): (u32, u32), size: u32, alignment: u32) -> bool {
    let padding = found_start.wrapping_neg() % alignment;
    found_size.checked_sub(padding).is_some_and(|rest| rest >= size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_the_best_ranges_is_chosen() {
        let mut free = FreeRanges::new(5..1000);
        assert!(free.is_all_free());
        let starts: Vec<u32> = (0..40).map(|_| free.take(10, 1).expect("room")).collect();
        starts.iter().step_by(2).for_each(|start| free.release(*start, 10));
        // 20 holes of 10 units, and the rest: the first 16 are offered.
        let taken = free.take_one_of(4, 1, |count| count - 1);
        assert_eq!((taken, free.take_one_of(11, 1, |count| count - 1)), (Some(5 + 15 * 20), Some(405)));
        assert_eq!(free.take_one_of(5000, 1, |_| 0), None);
        // No range of the first 16 has an aligned start: as `take`.
        assert_eq!(free.take_one_of(10, 64, |_| 0), Some(448));
        assert!(!free.is_all_free());
    }

    #[test]
    fn best_fit_and_coalescing() {
        let mut free = FreeRanges::new(0..100);
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
        let mut free = FreeRanges::new(0..64);
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
        let mut free = FreeRanges::new(0..LEN as u32);
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
