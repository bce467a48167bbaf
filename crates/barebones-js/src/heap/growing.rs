//! Strings that are made by appending short ones. The units of such a string are in memory with room behind them, which the strings
//! that it was before share: each has its own length. A string that ends where the units end grows in place; an append to one that
//! does not makes a rope.
//!
//! The units are first gathered when a rope is twice as long as what it began with, by short strings alone. So all copies take time
//! linear in the units that are appended, whatever a program does with the strings in between.

use super::{Cell as HeapCell, Heap, Value};
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

/// Maximum length of a string that is appended in place.
const SHORT: usize = 256;

/// Number of all counts of the bytes of new cells that live: the counts of all live cells have numbers of their own.
pub(super) const NURSERY_COUNT: u64 = 0;

/// Units that strings share.
pub(crate) struct Growing {
    units: RefCell<Vec<u16>>,
    /// The count of live bytes that has them.
    counted: Cell<u64>,
}

impl Growing {
    /// Calls a function with the first units.
    pub(super) fn with<T>(&self, length: usize, f: impl FnOnce(&[u16]) -> T) -> T {
        let units = self.units.borrow();
        f(units.get(..length).unwrap_or_default())
    }

    /// Appends units if there are so many so far. Returns by how many bytes the memory has grown.
    fn append(&self, length: usize, more: &[u16]) -> Option<usize> {
        let mut units = self.units.borrow_mut();
        if units.len() != length {
            return None;
        }
        let before = units.capacity();
        units.extend_from_slice(more);
        Some(2 * (units.capacity() - before))
    }

    /// Number of bytes in a count of live bytes: the first cell that has the units counts for all. In the count of the
    /// [nursery](NURSERY_COUNT) they have none: what was appended since the last one was charged.
    pub(super) fn bytes(&self, count: u64) -> usize {
        let is_counted = self.counted.replace(count) == count || count == NURSERY_COUNT;
        if is_counted { 0 } else { 2 * self.units.borrow().capacity() }
    }
}

/// The number of bits of a length.
fn bits(length: usize) -> u8 {
    (usize::BITS - length.leading_zeros()) as u8
}

impl Heap {
    /// Two strings in sequence, of which neither is empty, and which are too long to be copied.
    pub(super) fn join_long(&mut self, left: Value, right: Value, length: usize) -> Value {
        let added = self.string_length(right);
        if added <= SHORT
            && let Some(text) = self.growing(left)
            && let Some(more) = self.string(right).cloned()
            && let Some(bytes) = text.append(length - added, &more)
        {
            self.charge(bytes);
            return self.allocate(HeapCell::Growing { length: length as u32, text, flat: OnceCell::new() });
        }
        let base = match self.cell(left) {
            Some(HeapCell::Rope { base, .. }) if added <= SHORT => *base,
            _ if added <= SHORT => bits(length - added),
            _ => bits(length),
        };
        self.allocate(HeapCell::Rope { base, length: length as u32, left, right, flat: OnceCell::new() })
    }

    /// The units of a string that may grow in place: those that it shares, or those of a rope of short strings, which are gathered.
    fn growing(&mut self, value: Value) -> Option<Rc<Growing>> {
        match self.cell(value)? {
            HeapCell::Growing { text, .. } => Some(text.clone()),
            HeapCell::Rope { base, length, .. } if *length as usize >> (*base + 1) != 0 => {
                let mut units = Vec::with_capacity(2 * *length as usize);
                self.gather(value, &mut units);
                self.charge(2 * units.capacity());
                Some(Rc::new(Growing { units: RefCell::new(units), counted: Cell::new(NURSERY_COUNT) }))
            }
            _ => None,
        }
    }

    /// Appends the units of a string.
    pub(super) fn gather(&self, value: Value, units: &mut Vec<u16>) {
        let mut pending = vec![value];
        while let Some(part) = pending.pop() {
            match self.cell(part) {
                Some(HeapCell::String(part)) => units.extend_from_slice(part),
                Some(HeapCell::Rope { left, right, flat, .. }) => match flat.get() {
                    Some(flat) => units.extend_from_slice(flat),
                    None => pending.extend([*right, *left]),
                },
                Some(HeapCell::Growing { length, text, .. }) => {
                    text.with(*length as usize, |part| units.extend_from_slice(part));
                }
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Heap, HeapCell, SHORT, Value};

    fn text(heap: &Heap, value: Value) -> String {
        String::from_utf16_lossy(heap.string(value).expect("a string"))
    }

    fn is_growing(heap: &Heap, value: Value) -> bool {
        matches!(heap.cell(value), Some(HeapCell::Growing { .. }))
    }

    /// A string of many short ones, and what it is.
    fn grown(heap: &mut Heap, count: usize) -> (Value, String) {
        let (mut value, mut expected) = (heap.text("begin"), String::from("begin"));
        for part in (0..count).map(|index| format!("{index},")) {
            let part_value = heap.text(&part);
            value = heap.concat(value, part_value);
            expected.push_str(&part);
        }
        (value, expected)
    }

    #[test]
    fn strings_of_short_ones_grow_in_place() {
        let mut heap = Heap::new();
        let (value, expected) = grown(&mut heap, 100);
        assert!(is_growing(&heap, value));
        assert_eq!(text(&heap, value), expected);
        // Where it ends, one of two strings goes on.
        let [x, y] = ["x", "y"].map(|text| heap.text(text));
        let [first, second] = [x, y].map(|more| heap.concat(value, more));
        assert!(is_growing(&heap, first) && !is_growing(&heap, second));
        let third = heap.concat(first, y);
        let fourth = heap.concat(second, x);
        for (value, end) in [(first, "x"), (second, "y"), (third, "xy"), (fourth, "yx"), (value, "")] {
            assert_eq!(text(&heap, value), format!("{expected}{end}"));
            assert_eq!(heap.string_length(value), expected.len() + end.len());
        }
        let twice = heap.concat(third, third);
        assert_eq!(text(&heap, twice), format!("{expected}xy{expected}xy"));
    }

    #[test]
    fn strings_with_long_ones_are_ropes() {
        let mut heap = Heap::new();
        let (value, expected) = grown(&mut heap, 100);
        let long = "z".repeat(SHORT + 1);
        let long_value = heap.text(&long);
        let joined = heap.concat(value, long_value);
        assert!(!is_growing(&heap, joined));
        let short = heap.text("s");
        // Few short ones do not make the long part worth copying.
        let more = heap.concat(joined, short);
        let more = heap.concat(more, short);
        assert!(!is_growing(&heap, more));
        assert_eq!(text(&heap, more), format!("{expected}{long}ss"));
        let mut doubled = heap.text("0123456789012345678901234");
        for _ in 0..12 {
            doubled = heap.concat(doubled, doubled);
        }
        let doubled = heap.concat(doubled, short);
        assert!(!is_growing(&heap, doubled));
        assert_eq!(text(&heap, doubled).len(), (25 << 12) + 1);
    }

    #[test]
    fn collections_keep_strings_that_grow() {
        let mut heap = Heap::new();
        let (mut value, expected) = grown(&mut heap, 200);
        let short = heap.text("s");
        let mut longer = heap.concat(value, short);
        heap.collect([&mut value, &mut longer].into_iter());
        assert_eq!(heap.cells.len(), 2);
        // Both share the memory, which counts once.
        let Some(HeapCell::Growing { text: shared, .. }) = heap.cell(value) else { panic!("it grows") };
        let capacity = 2 * shared.units.borrow().capacity();
        let others = heap.bytes() - capacity;
        assert!(others < 500 && capacity > 1000, "{others} {capacity}");
        assert_eq!((text(&heap, value), text(&heap, longer)), (expected.clone(), format!("{expected}s")));
        heap.collect_nursery([&mut value, &mut longer].into_iter());
        heap.collect([&mut value, &mut longer].into_iter());
        assert!(!is_growing(&heap, value), "one that was read is flat");
        let short = heap.text("t");
        let longest = heap.concat(longer, short);
        assert_eq!(text(&heap, longest), format!("{expected}st"));
    }
}
