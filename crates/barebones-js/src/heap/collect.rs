//! The moving collector: copies the cells that roots reach. A full collection copies all of them to new memory, one of the nursery the
//! young ones only, behind the old ones.

use super::cards::GROUP_CELLS;
use super::growing::NURSERY_COUNT;
use super::{Cell, Class, Heap, Value};

impl Heap {
    /// Copies all cells that the roots reach, and writes their new indices. Takes time linear in the live cells and in
    /// the number of all cells; weak tables are looked at once more for each link of the longest chain of their entries.
    pub(crate) fn collect<'r>(&mut self, roots: impl Iterator<Item = &'r mut Value>) {
        let mut copier = Copier {
            old: std::mem::take(&mut self.cells),
            first: 0,
            new: std::mem::take(&mut self.spare),
            strong: false,
            weak: Vec::new(),
            bytes: 0,
            count: self.next_count(),
            visits: 0,
        };
        copier.forward_roots(roots);
        copier.forward_roots(self.roots.iter_mut().chain(&mut self.unit_strings));
        let mut done = 0;
        loop {
            done = copier.scan_from(done);
            if !copier.forward_weak_values() {
                break;
            }
        }
        copier.drop_dead_entries();
        self.cells = copier.new;
        self.live_bytes = copier.bytes;
        copier.old.drain(..).for_each(|cell| self.pool.recycle(cell));
        if copier.old.capacity() <= MAX_SPARE {
            self.spare = copier.old;
        }
        self.free.clear();
        self.end_copying();
        self.set_limits(copier.visits);
    }

    /// Copies the cells of the nursery that the roots and the old cells with marked cards reach, and writes their new indices. They are
    /// old from then on. Weak tables and references keep what they have. Takes time linear in the nursery, the roots, the cells of
    /// marked cards, and the number of cards. The nursery is longer after a collection that has looked at many of them.
    pub(crate) fn collect_nursery<'r>(&mut self, roots: impl Iterator<Item = &'r mut Value>) {
        let (first, cells_before) = (self.old, self.cells.len());
        let mut copier = Copier {
            old: std::mem::take(&mut self.cells),
            first,
            new: std::mem::take(&mut self.survivors),
            strong: true,
            weak: Vec::new(),
            bytes: 0,
            count: NURSERY_COUNT,
            visits: first / GROUP_CELLS,
        };
        copier.forward_roots(roots);
        copier.forward_roots(self.roots.iter_mut().chain(&mut self.unit_strings));
        for range in self.cards.marked(first) {
            range.for_each(|index| copier.scan_old(index));
        }
        copier.scan_from(0);
        let Copier { old: mut cells, mut new, bytes, visits, .. } = copier;
        cells.drain(first..).for_each(|cell| self.pool.recycle(cell));
        let survivors = new.len();
        cells.append(&mut new);
        self.cells = cells;
        self.survivors = new;
        self.nursery_collections += 1;
        // What was charged may belong to old cells that live. If it belongs to copied ones, it is counted twice, and if to dead ones,
        // until the next full collection, which is due no later for it.
        self.live_bytes += bytes + self.charged * super::UNIT;
        let left = self.full_limit.saturating_sub(first + survivors);
        // Where most cells survive, to copy them is of no use: the next collection is a full one.
        let most = 2 * survivors > cells_before - first;
        self.end_copying();
        self.set_limits_to(left, if most { usize::MAX } else { super::NURSERY.max(visits / super::VISITS) });
        self.visits += visits;
    }

    /// All cells are old after a collection.
    fn end_copying(&mut self) {
        self.old = self.cells.len();
        self.cards.clear();
        self.set_unusual();
        self.collections += 1;
    }

    /// An old cell that refers to a young one although its card is not marked, if there is one: a store without its barrier. Takes
    /// time linear in the number of cells.
    pub(crate) fn find_unmarked(&mut self) -> Option<usize> {
        let old = self.old;
        (0..old).filter(|index| !self.cards.is_marked(*index)).find(|index| {
            let mut found = false;
            let mut visit = |value: &mut Value| {
                found |= value.as_cell().is_some_and(|target| target as usize >= old);
            };
            let cell = &mut self.cells[*index];
            // A rope that was flattened has no references.
            if !matches!(cell, Cell::Rope { flat, .. } if flat.get().is_some()) {
                cell.references(&mut visit);
                cell.weak_references(&mut visit);
            }
            found
        })
    }
}

/// Maximum number of cells of the memory that is kept for the next collection.
const MAX_SPARE: usize = 4 * super::FIRST_LIMIT;

/// State of a collection.
struct Copier {
    old: Vec<Cell>,
    /// Index of the first cell that is copied; those before stay where they are.
    first: usize,
    new: Vec<Cell>,
    /// True if weak tables and references keep what they have.
    strong: bool,
    /// Numbers of copied cells that are weak tables and references.
    weak: Vec<usize>,
    /// Bytes of the copied cells, and the number of their count.
    bytes: usize,
    count: u64,
    /// As [`Heap::visits`].
    visits: usize,
}

impl Copier {
    fn forward_roots<'r>(&mut self, roots: impl Iterator<Item = &'r mut Value>) {
        roots.for_each(|root| {
            self.visits += 1;
            self.forward(root);
        });
    }

    fn forward(&mut self, value: &mut Value) {
        let Some(index) = value.as_cell().filter(|index| *index as usize >= self.first) else { return };
        let Some(cell) = self.old.get_mut(index as usize) else { return };
        let place = match cell {
            Cell::Moved(place) => *place,
            _ => {
                let place = (self.first + self.new.len()) as u32;
                self.new.push(std::mem::replace(cell, Cell::Moved(place)));
                place
            }
        };
        *value = Value::cell(place);
    }

    /// Forwards all references of the copied cells from one on. Returns the number of copied cells.
    fn scan_from(&mut self, mut done: usize) -> usize {
        while done < self.new.len() {
            self.scan(done);
            done += 1;
        }
        done
    }

    /// Forwards all references of a copied cell.
    fn scan(&mut self, index: usize) {
        // The cell is out of the list while its references are copied, since that grows the list.
        let mut cell = std::mem::replace(&mut self.new[index], Cell::Free);
        cell.references(&mut |value| self.forward(value));
        if self.strong {
            cell.weak_references(&mut |value| self.forward(value));
        }
        if let Cell::Object(object) = &cell
            && !self.strong
            && matches!(object.class, Class::WeakMap(_) | Class::WeakSet(_) | Class::WeakRef(_))
        {
            self.weak.push(index);
        }
        self.bytes += cell.bytes(self.count);
        self.new[index] = cell;
    }

    /// Forwards all references of a cell that stays where it is.
    fn scan_old(&mut self, index: usize) {
        let mut cell = std::mem::replace(&mut self.old[index], Cell::Free);
        let mut visit = |value: &mut Value| {
            self.visits += 1;
            self.forward(value);
        };
        cell.references(&mut visit);
        cell.weak_references(&mut visit);
        self.old[index] = cell;
    }

    /// The new place of a value of the old memory; none if it is dead so far.
    fn moved(&self, value: Value) -> Option<Value> {
        match value.as_cell() {
            None => Some(value),
            Some(index) => match self.old.get(index as usize) {
                Some(Cell::Moved(place)) => Some(Value::cell(*place)),
                _ => None,
            },
        }
    }

    /// Forwards the values of entries whose keys live; true if there was one to copy.
    fn forward_weak_values(&mut self) -> bool {
        let before = self.new.len();
        for place in self.weak.clone() {
            let mut cell = std::mem::replace(&mut self.new[place], Cell::Free);
            if let Cell::Object(object) = &mut cell
                && let Class::WeakMap(table) = &mut object.class
            {
                for (key, value) in table.entries_mut() {
                    // Values keep their old indices until the end, when each is rewritten once.
                    let mut copy = *value;
                    if self.moved(*key).is_some() {
                        self.forward(&mut copy);
                    }
                }
            }
            self.new[place] = cell;
        }
        self.new.len() > before
    }

    /// Writes the new indices into weak tables and drops entries without a live key.
    fn drop_dead_entries(&mut self) {
        for place in std::mem::take(&mut self.weak) {
            let mut cell = std::mem::replace(&mut self.new[place], Cell::Free);
            if let Cell::Object(object) = &mut cell {
                match &mut object.class {
                    Class::WeakMap(table) | Class::WeakSet(table) => {
                        table.retain(|key| self.moved(key).is_some());
                        for (key, value) in table.entries_mut() {
                            *key = self.moved(*key).unwrap_or(Value::UNDEFINED);
                            *value = self.moved(*value).unwrap_or(Value::UNDEFINED);
                        }
                    }
                    Class::WeakRef(target) => *target = self.moved(*target).unwrap_or(Value::UNDEFINED),
                    _ => {}
                }
            }
            self.new[place] = cell;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Attributes, FIRST_LIMIT, MAX_ROOTS, MIN_BUDGET, NURSERY, UNIT, VISITS};
    use super::{Cell, Class, Heap, Value};
    use crate::heap::Table;

    #[test]
    fn collections_move_live_cells_and_drop_others() {
        let mut heap = Heap::new();
        heap.text("garbage");
        let kept = heap.text("kept");
        let mut root = heap.allocate(Cell::Environment { parent: Value::NULL, slots: vec![kept, kept] });
        assert_eq!(root, Value::cell(2));
        heap.collect(std::iter::once(&mut root));
        assert_eq!(root, Value::cell(0));
        let Some(Cell::Environment { slots, .. }) = heap.cell(root) else { panic!("an environment") };
        assert_eq!(slots[0], slots[1]);
        let text: Vec<u16> = "kept".encode_utf16().collect();
        assert_eq!(heap.string(slots[0]).map(|units| units.to_vec()), Some(text));
        assert_eq!(heap.cells.len(), 2);
    }

    #[test]
    fn weak_tables_keep_values_of_live_keys_only() {
        let mut heap = Heap::new();
        let [mut live, dead, middle, end] = [(); 4].map(|()| heap.new_object(Value::NULL, Class::Plain));
        let mut table = Table::default();
        // A chain: the live key keeps a value that is the key of another.
        for (key, value) in [(middle, end), (live, middle), (dead, dead)] {
            let found = heap.table_key(key);
            table.insert(found, key, value);
        }
        let mut map = heap.new_object(Value::NULL, Class::WeakMap(Box::new(table)));
        heap.collect([&mut live, &mut map].into_iter());
        assert_eq!(heap.cells.len(), 4);
        let key = heap.table_key(live);
        let Some(Class::WeakMap(table)) = heap.class(map) else { panic!("a map") };
        assert_eq!(table.len(), 2);
        let middle = table.get(&key).unwrap();
        assert!(heap.object(middle).is_some());
    }

    /// An object with one property that is a string.
    fn object_of(heap: &mut Heap, text: &str) -> Value {
        let (name, text) = (heap.atom("name"), heap.text(text));
        let object = heap.new_object(Value::NULL, Class::Plain);
        heap.put_named(object, name, text, Attributes::ALL);
        object
    }

    fn slot(heap: &Heap, object: Value) -> String {
        let object = heap.object(object).expect("an object");
        String::from_utf16_lossy(heap.string(object.slots[0]).expect("a string"))
    }

    #[test]
    fn the_nursery_is_copied_behind_the_old_cells() {
        let mut heap = Heap::new();
        heap.text("garbage");
        let mut old = object_of(&mut heap, "old");
        heap.collect_nursery(std::iter::once(&mut old));
        assert_eq!((old, heap.old, heap.cells.len()), (Value::cell(0), 2, 2));
        heap.text("more garbage");
        let mut young = object_of(&mut heap, "young");
        let name = heap.atom("name");
        // The old object is not a root of this collection, but it is old, and refers to the string.
        let text = heap.text("stored");
        heap.put_named(old, name, text, Attributes::ALL);
        assert_eq!(heap.find_unmarked(), None);
        heap.collect_nursery(std::iter::once(&mut young));
        assert_eq!((slot(&heap, old), slot(&heap, young)), (String::from("stored"), String::from("young")));
        assert_eq!((young, heap.old, heap.cells.len()), (Value::cell(2), 5, 5));
        // Garbage among old cells stays until a full collection.
        heap.collect_nursery(std::iter::empty());
        assert_eq!((heap.cells.len(), heap.nursery_collections), (5, 3));
        heap.collect(std::iter::once(&mut young));
        assert_eq!((heap.cells.len(), heap.old), (2, 2));
        assert_eq!(slot(&heap, young), "young");
    }

    #[test]
    fn stores_without_a_barrier_are_found() {
        let mut heap = Heap::new();
        let mut old = heap.new_environment(Value::NULL, 1);
        heap.collect_nursery(std::iter::once(&mut old));
        let text = heap.text("young");
        if let Cell::Environment { slots, .. } = &mut heap.cells[0] {
            slots[0] = text;
        }
        assert_eq!(heap.find_unmarked(), Some(0));
        heap.cell_mut(old);
        assert_eq!(heap.find_unmarked(), None);
    }

    #[test]
    fn reused_cells_are_among_the_old_ones() {
        let mut heap = Heap::new();
        heap.text("garbage");
        let mark = heap.pin();
        heap.unpin(mark);
        let mut kept = heap.text("kept");
        heap.collect_in_place(std::iter::once(&mut kept));
        assert_eq!((heap.old, heap.free.len()), (2, 1));
        let reused = heap.new_environment(Value::NULL, 1);
        assert_eq!(reused, Value::cell(0));
        let young = heap.text("young");
        if let Some(Cell::Environment { slots, .. }) = heap.cell_mut(reused) {
            slots[0] = young;
        }
        heap.collect_nursery(std::iter::empty());
        let Some(Cell::Environment { slots, .. }) = heap.cell(reused) else { panic!("an environment") };
        assert!(heap.is_string(slots[0]) && heap.is_string(kept));
    }

    #[test]
    fn weak_tables_keep_all_entries_while_the_nursery_is_collected() {
        let mut heap = Heap::new();
        let mut map = heap.new_object(Value::NULL, Class::WeakMap(Box::default()));
        heap.collect_nursery(std::iter::once(&mut map));
        let [key, value] = [(); 2].map(|()| heap.new_object(Value::NULL, Class::Plain));
        let found = heap.table_key(key);
        if let Some(Class::WeakMap(table)) = heap.class_mut(map) {
            table.insert(found, key, value);
        }
        heap.collect_nursery(std::iter::empty());
        assert_eq!(heap.cells.len(), 3);
        heap.collect(std::iter::once(&mut map));
        let Some(Class::WeakMap(table)) = heap.class(map) else { panic!("a map") };
        assert_eq!((table.len(), heap.cells.len()), (0, 1));
    }

    #[test]
    fn a_full_collection_is_due_when_the_old_cells_have_doubled() {
        let mut heap = Heap::new();
        let mut roots = Vec::new();
        loop {
            while !heap.is_full() {
                roots.push(heap.new_object(Value::NULL, Class::Plain));
            }
            if heap.is_full_collection_due() {
                break;
            }
            heap.collect_nursery(roots.iter_mut());
        }
        // All cells live, so there was one collection of the nursery only.
        assert_eq!((heap.cells.len(), roots.len()), (FIRST_LIMIT, FIRST_LIMIT));
        assert_eq!((heap.nursery_collections, heap.old), (1, NURSERY));
        heap.collect(roots.iter_mut());
        assert!(!heap.is_full_collection_due() && heap.full_limit == 2 * FIRST_LIMIT);
    }

    /// Allocates garbage, with a step before each of so many cells, and collects when it is due. Returns the number of full collections.
    fn churn(
        heap: &mut Heap,
        roots: &mut [Value],
        cells: usize,
        mut step: impl FnMut(&mut Heap, Value),
    ) -> usize {
        let mut full = 0;
        for _ in 0..cells {
            if heap.is_full_collection_due() {
                full += 1;
                heap.collect(roots.iter_mut());
            } else if heap.is_full() {
                heap.collect_nursery(roots.iter_mut());
            }
            step(heap, roots[0]);
            heap.new_environment(Value::NULL, 1);
        }
        full
    }

    #[test]
    fn stores_to_a_large_old_cell_cost_time_in_proportion_to_allocations() {
        for count in [1 << 16, 1 << 18] {
            let mut heap = Heap::new();
            let mut roots = [heap.new_environment(Value::NULL, count)];
            heap.collect(roots.iter_mut());
            let full = churn(&mut heap, &mut roots, count, |heap, root| {
                heap.cell_mut(root);
            });
            // Each collection looks at all values, and the cells pay for all but the first.
            assert!(heap.nursery_collections >= 2, "{}", heap.nursery_collections);
            assert!(heap.visits <= (VISITS + 2) * count, "{count}: {}", heap.visits);
            assert!(full * count <= VISITS * count, "{count}: {full}");
        }
    }

    #[test]
    fn roots_cost_time_in_proportion_to_allocations() {
        let count = 1 << 18;
        let mut heap = Heap::new();
        let mut roots = vec![heap.text("the same"); count];
        churn(&mut heap, &mut roots, count, |_, _| {});
        // The first collection is not paid for.
        let collections = heap.collections as usize;
        assert!((3..=VISITS + 1).contains(&collections), "{collections}");
        assert!((collections * count..(collections + 1) * count).contains(&heap.visits), "{}", heap.visits);
    }

    #[test]
    fn held_roots_cost_time_in_proportion_to_their_number() {
        let mut heap = Heap::new();
        let mark = heap.pin();
        let text = heap.text("held");
        for _ in 0..3 * MAX_ROOTS {
            heap.keep(text);
            heap.keep_read(text);
            if heap.is_full() {
                heap.collect_in_place(std::iter::empty());
                assert!(heap.collections <= 3, "at {} values", heap.roots.len());
            }
        }
        assert_eq!((heap.roots.len(), heap.collections), (6 * MAX_ROOTS + 1, 3));
        heap.unpin(mark);
        heap.collect_in_place(std::iter::empty());
        assert_eq!(heap.max_roots, MAX_ROOTS);
    }

    #[test]
    fn a_full_collection_is_due_after_few_cells() {
        let mut heap = Heap::new();
        heap.set_limits_to(NURSERY + 10, NURSERY);
        let mut roots = Vec::new();
        while !heap.is_full_collection_due() {
            if heap.is_full() {
                heap.collect_nursery(roots.iter_mut());
            }
            roots.push(heap.new_object(Value::NULL, Class::Plain));
            assert!(roots.len() < 2 * NURSERY, "no full collection is ever due");
        }
        assert_eq!((roots.len(), heap.nursery_collections), (NURSERY + MIN_BUDGET, 1));
    }

    #[test]
    fn bytes_that_live_defer_the_next_full_collection() {
        let mut heap = Heap::new();
        let mut root = heap.new_environment(Value::NULL, 1 << 22);
        heap.collect(std::iter::once(&mut root));
        assert_eq!(heap.full_limit, 1 + heap.live_bytes / UNIT);
        assert!(heap.full_limit > (1 << 22) / VISITS && heap.limit == 1 + NURSERY);
    }

    #[test]
    fn lookups_of_identities_mark_no_card() {
        let mut heap = Heap::new();
        let mut key = heap.new_object(Value::NULL, Class::Plain);
        let identity = heap.identity(key);
        heap.collect_nursery(std::iter::once(&mut key));
        assert_eq!((heap.identity(key), heap.cards.is_marked(0)), (identity, false));
        assert_eq!(heap.identity(Value::NULL), 0);
        let other = heap.new_object(Value::NULL, Class::Plain);
        assert_eq!(heap.identity(other), identity + 1);
    }
}
