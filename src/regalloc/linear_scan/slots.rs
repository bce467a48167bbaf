//! Assigns spill slots to bundles, by a linear scan over their lifetimes.

use super::bundle::Bundles;
use super::point::Point;
use crate::air::{Code, SlotId, SlotKind};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
#[derive(Debug, Default)]
pub(super) struct Slots {
    order: Vec<(Point, Point, u32)>,
    taken: BinaryHeap<Reverse<(Point, SlotId)>>,
    free: Vec<SlotId>,
    /// Number of slots reused by another bundle.
    pub(super) shared: u32,
}

impl Slots {
    /// Assigns slots to the bundles of `moved` whose slot is read, in the order of their start.
    pub(super) fn assign(&mut self, code: &mut Code, bundles: &mut Bundles, moved: &[u32]) {
        self.order.clear();
        self.taken.clear();
        self.free.clear();
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
            while let Some(Reverse((_, slot))) = self.taken.peek().filter(|taken| taken.0.0 <= start) {
                self.free.push(*slot);
                self.taken.pop();
            }
            let slot = match self.free.pop() {
                Some(slot) => {
                    self.shared += 1;
                    slot
                }
                None => code.add_slot(8, 8, SlotKind::Spill),
            };
            bundles.all[number as usize].slot = slot;
            self.taken.push(Reverse((end, slot)));
        }
    }
}
