//! The pieces in the order in which the scan comes to their beginnings.
//!
//! Most pieces are known before the scan: they are in a list for each point, which costs a few instructions for
//! each. Only what the scan makes itself is in a heap.

use super::point::{Point, gap};
use super::shape::NONE;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The queue of one scan.
#[derive(Debug, Default)]
pub(super) struct Queue {
    /// For each point the first piece that begins there.
    lists: Vec<u32>,
    /// For each piece the next one with the same beginning.
    next: Vec<u32>,
    /// The next list, and what is left of the one before.
    list: usize,
    piece: u32,
    later: BinaryHeap<Reverse<(Point, u32)>>,
}

impl Queue {
    /// Forgets everything; code has so many instructions.
    pub(super) fn begin(&mut self, insts: u32) {
        self.lists.clear();
        self.lists.resize(gap(insts) as usize + 1, NONE);
        self.next.clear();
        (self.list, self.piece) = (0, NONE);
        self.later.clear();
    }

    /// Adds a piece before the scan; the number of the piece is the number of calls before this. Of those with
    /// the same beginning, the last comes first.
    pub(super) fn add(&mut self, start: Point, piece: u32) {
        let list = (start as usize).min(self.lists.len() - 1);
        self.next.push(std::mem::replace(&mut self.lists[list], piece));
    }

    /// Adds a piece that begins at the scan's point or later. It comes after others that begin there.
    pub(super) fn add_later(&mut self, start: Point, piece: u32) {
        self.later.push(Reverse((start, piece)));
    }

    /// Goes on to the next list that has a piece, if this one has none.
    #[inline]
    fn find_list(&mut self) {
        if self.piece == NONE {
            let rest = self.lists.get(self.list..).unwrap_or(&[]);
            let empty = rest.iter().take_while(|piece| **piece == NONE).count();
            self.piece = rest.get(empty).copied().unwrap_or(NONE);
            self.list += empty + 1;
        }
    }

    /// Where the next piece begins.
    pub(super) fn next_start(&mut self) -> Option<Point> {
        self.find_list();
        let later = self.later.peek().map(|later| later.0.0);
        let first = (self.piece != NONE).then(|| self.list as Point - 1);
        first.into_iter().chain(later).min()
    }

    /// Takes the next piece.
    pub(super) fn pop(&mut self) -> Option<u32> {
        self.find_list();
        let first = self.piece;
        if let Some(Reverse(later)) = self.later.peek()
            && (first == NONE || (later.0 as usize) < self.list - 1)
        {
            return self.later.pop().map(|later| later.0.1);
        }
        self.piece = *self.next.get(first as usize)?;
        Some(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_beginning_then_by_age() {
        let mut queue = Queue::default();
        queue.begin(3);
        queue.add(8, 0);
        queue.add(4, 1);
        queue.add(4, 2);
        queue.add_later(4, 4);
        queue.add_later(4, 3);
        queue.add_later(12, 5);
        assert_eq!((queue.next_start(), queue.pop()), (Some(4), Some(2)));
        queue.add_later(5, 6);
        assert_eq!((queue.next_start(), queue.next_start()), (Some(4), Some(4)));
        let rest: Vec<u32> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(rest, [1, 3, 4, 6, 0, 5]);
        assert_eq!(queue.next_start(), None);
    }
}
