//! Many short growing lists in one vector.
//!
//! The capacity of a list follows from its length: the next power of two, at least four. A list handle is therefore
//! eight bytes, growth is amortized constant time, and freed blocks are reused by size class. No list has an allocation
//! of its own.

/// A handle of a list in a [`ListPool`]; empty by default.
///
/// Copying the handle does not copy the list: after a change through one copy, the other copy is stale.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct List {
    start: u32,
    len: u32,
}

impl List {
    /// The number of items.
    pub const fn len(self) -> usize {
        self.len as usize
    }

    /// True if there are no items.
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }

    /// The handle as two words, to store it in another structure.
    pub(crate) const fn to_words(self) -> [u32; 2] {
        [self.start, self.len]
    }

    /// The inverse of [`List::to_words`].
    pub(crate) const fn from_words(start: u32, len: u32) -> List {
        List { start, len }
    }
}

/// The memory of many lists of `T`.
#[derive(Clone, Debug)]
pub struct ListPool<T> {
    items: Vec<T>,
    /// Free blocks by size class (log2 of the capacity).
    free: [Vec<u32>; 32],
}

const MIN_CLASS: u32 = 2;

/// The size class for a nonzero length.
fn class(len: u32) -> u32 {
    len.next_power_of_two().trailing_zeros().max(MIN_CLASS)
}

impl<T: Copy + Default> ListPool<T> {
    /// An empty pool.
    pub fn new() -> Self {
        ListPool { items: Vec::new(), free: Default::default() }
    }

    /// The bytes of all lists, with their spare capacity.
    pub(crate) fn bytes(&self) -> u64 {
        self.items.len() as u64 * size_of::<T>() as u64
    }

    /// The items of a list. With a list of another pool the result is arbitrary items, or none.
    pub fn get(&self, list: List) -> &[T] {
        self.try_get(list).unwrap_or(&[])
    }

    /// The items of a list; `None` for a list of another pool that is out of bounds here.
    #[inline(always)]
    pub(crate) fn try_get(&self, list: List) -> Option<&[T]> {
        let start = list.start as usize;
        self.items.get(start..start + list.len as usize)
    }

    /// The items of a list, mutable.
    pub fn get_mut(&mut self, list: List) -> &mut [T] {
        let start = list.start as usize;
        self.items.get_mut(start..start + list.len as usize).unwrap_or(&mut [])
    }

    /// A new list with these items.
    pub fn list(&mut self, items: &[T]) -> List {
        if items.is_empty() {
            return List::default();
        }
        let (start, len) = (self.items.len() as u32, items.len() as u32);
        if len <= 1 << MIN_CLASS && self.free[MIN_CLASS as usize].is_empty() {
            // An inline copy is cheaper than a call of `memcpy` for this few items.
            let none = T::default();
            self.items.extend_from_slice(&match *items {
                [a] => [a, none, none, none],
                [a, b] => [a, b, none, none],
                [a, b, c] => [a, b, c, none],
                [a, b, c, d, ..] => [a, b, c, d],
                [] => [none; 1 << MIN_CLASS],
            });
            return List { start, len };
        }
        let start = self.allocate(class(len));
        self.items[start as usize..][..items.len()].copy_from_slice(items);
        List { start, len }
    }

    /// Appends an item.
    #[inline]
    pub fn push(&mut self, list: &mut List, item: T) {
        let len = list.len;
        if len == 0 || len >= 1 << MIN_CLASS && len.is_power_of_two() {
            self.make_room(list);
        }
        self.items[(list.start + len) as usize] = item;
        list.len += 1;
    }

    /// Makes room for one more item in a full list.
    #[inline(never)]
    fn make_room(&mut self, list: &mut List) {
        // The common case is at the end of the vector: a new list, or a short list that is the last one.
        let (len, end) = (list.len, (list.start + list.len) as usize);
        let is_new = len == 0 && self.free[MIN_CLASS as usize].is_empty();
        if is_new || len == 1 << MIN_CLASS && end == self.items.len() {
            list.start = self.items.len() as u32 - len;
            return self.add(1 << MIN_CLASS);
        }
        self.make_more_room(list);
    }

    #[inline(never)]
    fn make_more_room(&mut self, list: &mut List) {
        let len = list.len;
        if len == 0 {
            list.start = self.allocate(MIN_CLASS);
            return;
        }
        let (begin, end) = (list.start as usize, (list.start + len) as usize);
        if end == self.items.len() {
            // The list is the last one: it grows in place.
            return self.add(len);
        }
        let class = len.trailing_zeros();
        let start = self.allocate(class + 1);
        self.items.copy_within(begin..end, start as usize);
        self.free[class as usize].push(list.start);
        list.start = start;
    }

    /// Replaces the content of a list.
    pub fn assign(&mut self, list: &mut List, items: &[T]) {
        self.release(list);
        *list = self.list(items);
    }

    /// Shortens a list to this length, in place; does nothing if it is not longer.
    pub fn truncate(&mut self, list: &mut List, len: usize) {
        let len = len as u32;
        if len == 0 {
            return self.release(list);
        }
        if len < list.len {
            // Each half that is not needed is a block.
            for smaller in class(len)..class(list.len) {
                self.free[smaller as usize].push(list.start + (1 << smaller));
            }
            list.len = len;
        }
    }

    /// Empties a list and frees its block.
    pub fn release(&mut self, list: &mut List) {
        if list.len != 0 {
            self.free[class(list.len) as usize].push(list.start);
        }
        *list = List::default();
    }

    /// Removes all lists; keeps the memory.
    pub fn clear(&mut self) {
        self.items.clear();
        self.free.iter_mut().for_each(Vec::clear);
    }

    fn allocate(&mut self, class: u32) -> u32 {
        if let Some(start) = self.free[class as usize].pop() {
            return start;
        }
        let start = self.items.len();
        self.add(1 << class);
        start as u32
    }

    /// Extends the vector by `count` items, a multiple of the smallest capacity and usually equal to it.
    #[inline(always)]
    fn add(&mut self, count: u32) {
        for _ in 0..count >> MIN_CLASS {
            self.items.extend_from_slice(&[T::default(); 1 << MIN_CLASS]);
        }
    }
}

impl<T: Copy + Default> Default for ListPool<T> {
    fn default() -> Self {
        ListPool::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortened_lists_free_what_they_do_not_need() {
        let mut pool = ListPool::new();
        let items: Vec<u32> = (0..100).collect();
        for len in 0..=101 {
            let mut list = pool.list(&items);
            pool.truncate(&mut list, len);
            assert_eq!(pool.get(list), &items[..len.min(100)]);
            // What was freed is used for other lists, and not shared with this one.
            let before = pool.items.len();
            let others: Vec<List> = [64, 32, 16, 8].map(|len| pool.list(&vec![1000; len])).into();
            assert!(!(1..=4).contains(&len) || pool.items.len() == before);
            for more in 0..200 {
                pool.push(&mut list, 500 + more);
            }
            assert_eq!(&pool.get(list)[..len.min(100)], &items[..len.min(100)]);
            assert!(others.iter().all(|other| pool.get(*other).iter().all(|item| *item == 1000)));
            others.into_iter().chain([list]).for_each(|mut list| pool.release(&mut list));
        }
    }

    #[test]
    fn lists_grow_and_reuse_memory() {
        let mut pool = ListPool::new();
        let (mut a, mut b) = (List::default(), List::default());
        for i in 0..100u32 {
            pool.push(&mut a, i);
            pool.push(&mut b, 1000 + i);
        }
        assert!(pool.get(a).iter().copied().eq(0..100));
        assert!(pool.get(b).iter().copied().eq(1000..1100));
        let size = pool.items.len();
        pool.release(&mut a);
        assert!(pool.get(a).is_empty());
        let c = pool.list(&(0..128).collect::<Vec<_>>());
        assert_eq!((pool.items.len(), pool.get(c).len()), (size, 128));
        pool.assign(&mut b, &[7, 8]);
        assert_eq!(pool.get(b), [7, 8]);
        assert_eq!(List::from_words(b.to_words()[0], b.to_words()[1]), b);
    }

    #[test]
    fn the_last_list_grows_in_place() {
        let mut pool = ListPool::new();
        let mut last = pool.list(&[0]);
        for i in 1..1000u32 {
            pool.push(&mut last, i);
            assert_eq!((last.start, pool.items.len()), (0, 1 << class(last.len)));
        }
        let mut other = pool.list(&[7]);
        for i in 1000..1025 {
            pool.push(&mut last, i);
        }
        assert_ne!(last.start, 0, "another list follows it");
        pool.push(&mut other, 8);
        assert!(pool.get(last).iter().copied().eq(0..1025));
        assert_eq!(pool.get(other), [7, 8]);
    }

    #[test]
    fn foreign_lists_are_empty() {
        assert!(ListPool::<u32>::new().get(List::from_words(5, 9)).is_empty());
    }
}
