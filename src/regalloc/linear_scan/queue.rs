//! The worklist of intervals, ordered by start.
//!
//! Most intervals are known before the scan. They are in a list per start point, with a bitset of the points that have
//! one. A heap holds the intervals that the scan adds.

use super::control_flow::NONE;
use super::point::{Point, gap};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The worklist of one scan.
#[derive(Debug, Default)]
pub(super) struct Queue {
    /// Bitset of the points at which an interval starts.
    marks: Vec<u64>,
    /// For each marked point, the first interval that starts there.
    lists: Vec<u32>,
    /// For each interval, the next one with the same start.
    next: Vec<u32>,
    /// The last point.
    end: usize,
    /// The next list, and the first interval left of the current one.
    list: usize,
    interval: u32,
    later: BinaryHeap<Reverse<(Point, u32)>>,
}

impl Queue {
    /// Clears the queue, for code with `insts` instructions.
    pub(super) fn begin(&mut self, insts: u32) {
        self.end = gap(insts) as usize;
        self.marks.clear();
        self.marks.resize(self.end / 64 + 1, 0);
        if self.lists.len() <= self.end {
            self.lists.resize(self.end + 1, NONE);
        }
        self.next.clear();
        (self.list, self.interval) = (0, NONE);
        self.later.clear();
    }

    /// Adds an interval before the scan. The interval number must equal the number of earlier calls. Among intervals
    /// with the same start, the last one added comes first.
    #[inline]
    pub(super) fn add(&mut self, start: Point, interval: u32) {
        let list = (start as usize).min(self.end);
        let (mark, bit) = (&mut self.marks[list / 64], 1 << (list % 64));
        let first = std::mem::replace(&mut self.lists[list], interval);
        self.next.push(if *mark & bit == 0 { NONE } else { first });
        *mark |= bit;
    }

    /// Adds an interval that starts at the scan's point or later. It comes after the others that start there.
    pub(super) fn add_later(&mut self, start: Point, interval: u32) {
        self.later.push(Reverse((start, interval)));
    }

    /// Number of waiting intervals added by [`Queue::add_later`].
    #[inline]
    pub(super) fn added(&self) -> usize {
        self.later.len()
    }

    /// Advances to the next nonempty list if the current one is exhausted.
    #[inline]
    fn find_list(&mut self) {
        if self.interval != NONE {
            return;
        }
        let mut word = self.list / 64;
        let mut marks = self.marks.get(word).map_or(0, |marks| marks & u64::MAX << (self.list % 64));
        while marks == 0 && word + 1 < self.marks.len() {
            word += 1;
            marks = self.marks[word];
        }
        if marks == 0 {
            self.list = self.marks.len() * 64;
            return;
        }
        let list = word * 64 + marks.trailing_zeros() as usize;
        (self.interval, self.list) = (self.lists[list], list + 1);
    }

    /// The start of the next interval; [`Point::MAX`] if there is none.
    #[inline]
    pub(super) fn next_start(&mut self) -> Point {
        self.find_list();
        let later = self.later.peek().map_or(Point::MAX, |later| later.0.0);
        let first = if self.interval == NONE { Point::MAX } else { self.list as Point - 1 };
        first.min(later)
    }
    #[inline]
    pub(super) fn pop(&mut self) -> Option<u32> {
        self.find_list();
        let first = self.interval;
        if let Some(Reverse(later)) = self.later.peek()
            && (first == NONE || (later.0 as usize) < self.list - 1)
        {
            return self.later.pop().map(|later| later.0.1);
        }
        self.interval = *self.next.get(first as usize)?;
        Some(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordered_by_start_then_by_age() {
        let mut queue = Queue::default();
        queue.begin(3);
        queue.add(8, 0);
        queue.add(4, 1);
        queue.add(4, 2);
        queue.add_later(4, 4);
        queue.add_later(4, 3);
        queue.add_later(12, 5);
        assert_eq!((queue.next_start(), queue.pop()), (4, Some(2)));
        queue.add_later(5, 6);
        assert_eq!((queue.next_start(), queue.next_start()), (4, 4));
        let rest: Vec<u32> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(rest, [1, 3, 4, 6, 0, 5]);
        assert_eq!(queue.next_start(), Point::MAX);
    }
}
