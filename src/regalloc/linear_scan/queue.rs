//! The pieces in the order in which the scan comes to their beginnings.
//!
//! Most pieces are known before the scan: they are in a list for each point, and a bit set tells which points
//! have one, which costs a few instructions for each. Only what the scan makes itself is in a heap.

use super::point::{Point, gap};
use super::shape::NONE;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The queue of one scan.
#[derive(Debug, Default)]
pub(super) struct Queue {
    /// A bit for each point at which a piece begins.
    marks: Vec<u64>,
    /// For each point that is marked the first piece that begins there.
    lists: Vec<u32>,
    /// For each piece the next one with the same beginning.
    next: Vec<u32>,
    /// The last point.
    end: usize,
    /// The next list, and what is left of the one before.
    list: usize,
    piece: u32,
    later: BinaryHeap<Reverse<(Point, u32)>>,
}

impl Queue {
    /// Forgets everything; code has so many instructions.
    pub(super) fn begin(&mut self, insts: u32) {
        self.end = gap(insts) as usize;
        self.marks.clear();
        self.marks.resize(self.end / 64 + 1, 0);
        if self.lists.len() <= self.end {
            self.lists.resize(self.end + 1, NONE);
        }
        self.next.clear();
        (self.list, self.piece) = (0, NONE);
        self.later.clear();
    }

    /// Adds a piece before the scan; the number of the piece is the number of calls before this. Of those with
    /// the same beginning, the last comes first.
    #[inline]
    pub(super) fn add(&mut self, start: Point, piece: u32) {
        let list = (start as usize).min(self.end);
        let (mark, bit) = (&mut self.marks[list / 64], 1 << (list % 64));
        let first = std::mem::replace(&mut self.lists[list], piece);
        self.next.push(if *mark & bit == 0 { NONE } else { first });
        *mark |= bit;
    }

    /// Adds a piece that begins at the scan's point or later. It comes after others that begin there.
    pub(super) fn add_later(&mut self, start: Point, piece: u32) {
        self.later.push(Reverse((start, piece)));
    }

    /// How many pieces of [`Queue::add_later`] are waiting.
    #[inline]
    pub(super) fn added(&self) -> usize {
        self.later.len()
    }

    /// Goes on to the next list that has a piece, if this one has none.
    #[inline]
    fn find_list(&mut self) {
        if self.piece != NONE {
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
        (self.piece, self.list) = (self.lists[list], list + 1);
    }

    /// Where the next piece begins; [`Point::MAX`] if there is none.
    #[inline]
    pub(super) fn next_start(&mut self) -> Point {
        self.find_list();
        let later = self.later.peek().map_or(Point::MAX, |later| later.0.0);
        let first = if self.piece == NONE { Point::MAX } else { self.list as Point - 1 };
        first.min(later)
    }

    /// Takes the next piece.
    #[inline]
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
        assert_eq!((queue.next_start(), queue.pop()), (4, Some(2)));
        queue.add_later(5, 6);
        assert_eq!((queue.next_start(), queue.next_start()), (4, 4));
        let rest: Vec<u32> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(rest, [1, 3, 4, 6, 0, 5]);
        assert_eq!(queue.next_start(), Point::MAX);
    }
}
