//! Assigns spill slots to bundles, by a linear scan over their lifetimes.

use super::bundle::Bundles;
use super::point::Point;
use crate::air::{Code, SlotId};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
#[derive(Debug, Default)]
pub(super) struct Slots {
    order: Vec<(Point, Point, u32)>,
    /// Slots in use, by bank: their sizes may differ.
    taken: [BinaryHeap<Reverse<(Point, SlotId)>>; 2],
    free: [Vec<SlotId>; 2],
    /// Number of slots reused by another bundle.
    pub(super) shared: u32,
}

impl Slots {
    /// Assigns slots to the bundles of `moved` whose slot is read, in the order of their start.
    pub(super) fn assign(&mut self, code: &mut Code, bundles: &mut Bundles, moved: &[u32]) {
        self.order.clear();
        self.taken.iter_mut().for_each(BinaryHeap::clear);
        self.free.iter_mut().for_each(Vec::clear);
        self.shared = 0;
        for &number in moved {
            let bundle = &bundles.all[number as usize];
            if !bundle.read || bundle.remat.is_some() {
                continue;
            }
            let ranges = bundles.ranges(number);
            let (Some(first), Some(last)) = (ranges.first(), ranges.last()) else { continue };
            // The ranges of a bundle that is in memory between blocks do not cover all of its lifetime.
            let (start, end) = if bundle.homed { (0, Point::MAX) } else { (first.start, last.end) };
            self.order.push((start, end, number));
        }
        self.order.sort_unstable();
        for &(start, end, number) in &self.order {
            let bank = bundles.all[number as usize].bank;
            // If both have the same size, they share their slots.
            let class = if code.has_vectors { bank as usize } else { 0 };
            let (taken, free) = (&mut self.taken[class], &mut self.free[class]);
            while let Some(Reverse((_, slot))) = taken.peek().filter(|taken| taken.0.0 <= start) {
                free.push(*slot);
                taken.pop();
            }
            let slot = match free.pop() {
                Some(slot) => {
                    self.shared += 1;
                    slot
                }
                None => code.add_spill_slot(bank),
            };
            bundles.all[number as usize].slot = slot;
            taken.push(Reverse((end, slot)));
        }
    }
}
