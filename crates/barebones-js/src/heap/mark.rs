//! The collector that moves nothing: frees the cells that no root reaches. It runs while a function of the library holds
//! values, whose indices must stay.

use super::{Cell, Class, Heap, Value};

impl Heap {
    /// Frees all cells that the roots do not reach; no value changes but those of dead entries of weak tables. Takes time
    /// as [`Heap::collect`].
    pub(crate) fn collect_in_place<'r>(&mut self, roots: impl Iterator<Item = &'r mut Value>) {
        let mut marker = Marker {
            marked: vec![false; self.cells.len()],
            cells: std::mem::take(&mut self.cells),
            pending: Vec::new(),
            weak: Vec::new(),
            bytes: 0,
            count: self.next_count(),
        };
        let mut visits = 0;
        roots.map(|root| *root).chain(self.roots.iter().chain(&self.unit_strings).copied()).for_each(
            |root| {
                visits += 1;
                marker.mark(root);
            },
        );
        marker.scan();
        while marker.mark_weak_values() {
            marker.scan();
        }
        marker.drop_dead_entries();
        let Marker { marked, mut cells, bytes, .. } = marker;
        self.free.clear();
        for (index, cell) in cells.iter_mut().enumerate() {
            if !marked[index] {
                self.pool.recycle(std::mem::replace(cell, Cell::Free));
                self.free.push(index as u32);
            }
        }
        // The last is reused first.
        self.free.reverse();
        self.cells = cells;
        self.live_bytes = bytes;
        self.old = self.cells.len();
        self.cards.clear();
        self.set_unusual();
        self.set_limits(visits);
        self.collections += 1;
    }
}

/// State of a collection.
struct Marker {
    cells: Vec<Cell>,
    marked: Vec<bool>,
    /// Marked cells whose references are not marked yet.
    pending: Vec<u32>,
    /// Weak tables and references.
    weak: Vec<u32>,
    bytes: usize,
    /// Number of the count of bytes.
    count: u64,
}

impl Marker {
    fn mark(&mut self, value: Value) {
        if let Some(index) = value.as_cell()
            && let Some(marked) = self.marked.get_mut(index as usize)
            && !std::mem::replace(marked, true)
        {
            self.pending.push(index);
        }
    }

    fn is_marked(&self, value: Value) -> bool {
        match value.as_cell() {
            None => true,
            Some(index) => self.marked.get(index as usize).copied().unwrap_or(false),
        }
    }

    /// Marks all that pending cells reach.
    fn scan(&mut self) {
        while let Some(index) = self.pending.pop() {
            // The cell is out of the list while its references are marked.
            let mut cell = std::mem::replace(&mut self.cells[index as usize], Cell::Free);
            cell.references(&mut |value| self.mark(*value));
            if let Cell::Object(object) = &cell
                && matches!(object.class, Class::WeakMap(_) | Class::WeakSet(_) | Class::WeakRef(_))
            {
                self.weak.push(index);
            }
            self.bytes += cell.bytes(self.count);
            self.cells[index as usize] = cell;
        }
    }

    /// Marks the values of entries whose keys live; true if there was one to mark.
    fn mark_weak_values(&mut self) -> bool {
        for place in self.weak.clone() {
            let mut cell = std::mem::replace(&mut self.cells[place as usize], Cell::Free);
            if let Cell::Object(object) = &mut cell
                && let Class::WeakMap(table) = &mut object.class
            {
                for (key, value) in table.entries_mut() {
                    if self.is_marked(*key) {
                        self.mark(*value);
                    }
                }
            }
            self.cells[place as usize] = cell;
        }
        !self.pending.is_empty()
    }

    fn drop_dead_entries(&mut self) {
        for place in std::mem::take(&mut self.weak) {
            let mut cell = std::mem::replace(&mut self.cells[place as usize], Cell::Free);
            if let Cell::Object(object) = &mut cell {
                match &mut object.class {
                    Class::WeakMap(table) | Class::WeakSet(table) => table.retain(|key| self.is_marked(key)),
                    Class::WeakRef(target) if !self.is_marked(*target) => *target = Value::UNDEFINED,
                    _ => {}
                }
            }
            self.cells[place as usize] = cell;
        }
    }
}

impl Cell {
    /// Calls a function for each reference that keeps its target alive. What was flattened becomes a string.
    pub(super) fn references(&mut self, visit: &mut dyn FnMut(&mut Value)) {
        match self {
            Cell::String(_) | Cell::BigInt(_) | Cell::Free | Cell::Moved(_) => {}
            Cell::Rope { left, right, flat, .. } => match flat.take() {
                Some(units) => *self = Cell::String(units),
                None => {
                    visit(left);
                    visit(right);
                }
            },
            Cell::Growing { flat, .. } => {
                if let Some(units) = flat.take() {
                    *self = Cell::String(units);
                }
            }
            Cell::Environment { parent, slots } => {
                visit(parent);
                slots.iter_mut().for_each(visit);
            }
            Cell::Accessor { getter, setter } => {
                visit(getter);
                visit(setter);
            }
            Cell::Object(object) => {
                object.slots.iter_mut().for_each(&mut *visit);
                object.elements.iter_mut().for_each(&mut *visit);
                if let Some(sparse) = &mut object.sparse {
                    sparse.values_mut().for_each(|(value, _)| visit(value));
                }
                visit(&mut object.prototype);
                object.class.values(visit);
            }
        }
    }

    /// Calls a function for each reference that does not keep its target alive.
    pub(super) fn weak_references(&mut self, visit: &mut dyn FnMut(&mut Value)) {
        if let Cell::Object(object) = self {
            object.class.weak_values(visit);
        }
    }

    /// Number of bytes that the cell takes, with what it owns and what it is the first one to share in a count.
    pub(super) fn bytes(&self, count: u64) -> usize {
        let owned = match self {
            Cell::String(units) => 2 * units.len(),
            Cell::Rope { .. } | Cell::Accessor { .. } | Cell::Free | Cell::Moved(_) => 0,
            Cell::Growing { text, .. } => text.bytes(count),
            Cell::BigInt(number) => number.bits() as usize / 8,
            Cell::Environment { slots, .. } => 8 * slots.capacity(),
            Cell::Object(object) => object.bytes(),
        };
        owned + size_of::<Cell>()
    }
}

#[cfg(test)]
mod tests {
    use super::{Cell, Class, Heap, Value};
    use crate::heap::Table;

    #[test]
    fn collections_in_place_free_what_no_root_reaches() {
        let mut heap = Heap::new();
        heap.text("garbage");
        let kept = heap.text("kept");
        let mut root = heap.allocate(Cell::Environment { parent: Value::NULL, slots: vec![kept] });
        let mark = heap.pin();
        let held = heap.text("held by a function of the library");
        heap.collect_in_place(std::iter::once(&mut root));
        assert_eq!((root, heap.free.len()), (Value::cell(2), 1));
        assert!(heap.is_string(kept) && heap.is_string(held));
        // The next cell is the one that became free.
        assert_eq!(heap.text("new"), Value::cell(0));
        heap.unpin(mark);
        heap.collect_in_place(std::iter::once(&mut root));
        assert_eq!(heap.free.len(), 2);
        heap.collect(std::iter::once(&mut root));
        assert_eq!((heap.cells.len(), heap.free.len()), (2, 0));
    }

    #[test]
    fn weak_tables_keep_values_of_live_keys_only_in_place() {
        let mut heap = Heap::new();
        let [mut live, dead, middle, end] = [(); 4].map(|()| heap.new_object(Value::NULL, Class::Plain));
        let mut table = Table::default();
        for (key, value) in [(middle, end), (live, middle), (dead, dead)] {
            let found = heap.table_key(key);
            table.insert(found, key, value);
        }
        let mut map = heap.new_object(Value::NULL, Class::WeakMap(Box::new(table)));
        heap.collect_in_place([&mut live, &mut map].into_iter());
        assert_eq!(heap.free, [1]);
        let Some(Class::WeakMap(table)) = heap.class(map) else { panic!("a map") };
        assert_eq!(table.len(), 2);
    }

    #[test]
    fn bytes_near_the_maximum_make_collections_due() {
        let mut heap = Heap::new();
        heap.set_max_bytes(1 << 20);
        let mut root = heap.new_string(vec![0; 1 << 18]);
        assert!(!heap.is_full_collection_due());
        heap.new_string(vec![0; 1 << 18]);
        assert!(heap.is_full() && heap.is_full_collection_due());
        heap.collect_in_place(std::iter::once(&mut root));
        assert!(!heap.is_full() && !heap.is_exhausted());
        assert!((1 << 19..1 << 20).contains(&heap.bytes()), "{}", heap.bytes());
    }
}
