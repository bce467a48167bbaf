//! The moving collector: copies the cells that roots reach.

use super::{Cell, Class, Heap, Value};

impl Heap {
    /// Copies all cells that the roots reach, and writes their new indices. Takes time linear in the live cells and in
    /// the number of all cells, and in their product with the number of links between entries of weak tables.
    pub(crate) fn collect<'r>(&mut self, roots: impl Iterator<Item = &'r mut Value>) {
        let mut copier = Copier {
            old: std::mem::take(&mut self.cells),
            new: std::mem::take(&mut self.spare),
            weak: Vec::new(),
            bytes: 0,
        };
        roots.for_each(|root| copier.forward(root));
        self.roots.iter_mut().chain(&mut self.units).for_each(|root| copier.forward(root));
        let mut done = 0;
        loop {
            while done < copier.new.len() {
                copier.scan(done);
                done += 1;
            }
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
        self.unusual = self.is_held();
        self.set_limit();
        self.collections += 1;
    }
}

/// Maximum number of cells of the memory that is kept for the next collection.
const MAX_SPARE: usize = 4 * super::FIRST_LIMIT;

/// State of a collection.
struct Copier {
    old: Vec<Cell>,
    new: Vec<Cell>,
    /// New indices of weak tables and references.
    weak: Vec<usize>,
    /// Bytes of the copied cells.
    bytes: usize,
}

impl Copier {
    fn forward(&mut self, value: &mut Value) {
        let Some(index) = value.as_cell() else { return };
        let Some(cell) = self.old.get_mut(index as usize) else { return };
        let place = match cell {
            Cell::Moved(place) => *place,
            _ => {
                let place = self.new.len() as u32;
                self.new.push(std::mem::replace(cell, Cell::Moved(place)));
                place
            }
        };
        *value = Value::cell(place);
    }

    /// Forwards all references of a copied cell.
    fn scan(&mut self, index: usize) {
        // The cell is out of the list while its references are copied, since that grows the list.
        let mut cell = std::mem::replace(&mut self.new[index], Cell::Free);
        cell.references(&mut |value| self.forward(value));
        if let Cell::Object(object) = &cell
            && matches!(object.class, Class::WeakMap(_) | Class::WeakSet(_) | Class::WeakRef(_))
        {
            self.weak.push(index);
        }
        self.bytes += cell.bytes();
        self.new[index] = cell;
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
}
