//! Memory of dead objects and environments, which new ones reuse: that takes fewer steps than the allocator of the system,
//! and an object keeps the block of its slots.

use super::{Cell, Class, Object, Value};

/// Maximum number of blocks of each kind.
const MAX_BLOCKS: usize = super::FIRST_LIMIT;

/// Maximum number of values of a list that is kept.
pub(crate) const MAX_VALUES: usize = 8;

/// Compiled code takes the last object of each list. A recycled object keeps only the prototype of the dead one.
#[derive(Default)]
#[allow(clippy::vec_box)] // the boxes are what is reused
pub(crate) struct Pool {
    /// Objects without a list of elements.
    pub(crate) objects: Vec<Box<Object>>,
    /// Objects with one.
    pub(crate) arrays: Vec<Box<Object>>,
    /// Slots of environments.
    pub(crate) lists: Vec<Vec<Value>>,
}

impl Pool {
    /// A new object.
    #[inline]
    pub(super) fn object(&mut self, prototype: Value, class: Class) -> Box<Object> {
        let known = match class {
            Class::Array { .. } => self.arrays.pop(),
            _ => self.objects.pop(),
        };
        match known {
            Some(mut object) => {
                object.prototype = prototype;
                object.set_class(class);
                object
            }
            None => Box::new(Object::new(prototype, class)),
        }
    }

    /// A list of undefined values.
    #[inline]
    pub(super) fn list(&mut self, count: usize) -> Vec<Value> {
        match self.lists.pop() {
            Some(mut list) => {
                list.resize(count, Value::UNDEFINED);
                list
            }
            None => vec![Value::UNDEFINED; count],
        }
    }

    /// Keeps the memory of a dead cell.
    #[inline]
    pub(super) fn recycle(&mut self, cell: Cell) {
        match cell {
            Cell::Object(mut object) => {
                let elements = object.elements.capacity();
                let list = if elements == 0 { &mut self.objects } else { &mut self.arrays };
                let small = object.slots.capacity() <= MAX_VALUES && elements <= MAX_VALUES;
                if small && list.len() < MAX_BLOCKS {
                    object.clear();
                    list.push(object);
                }
            }
            Cell::Environment { mut slots, .. }
                if (1..=MAX_VALUES).contains(&slots.capacity()) && self.lists.len() < MAX_BLOCKS =>
            {
                slots.clear();
                self.lists.push(slots);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Attributes, Heap};
    use super::{Class, Value};

    #[test]
    fn new_objects_have_nothing_of_dead_ones() {
        let mut heap = Heap::new();
        let name = heap.atom("name");
        let dead = heap.new_object(Value::NULL, Class::Boxed(Value::TRUE));
        heap.put_named(dead, name, Value::TRUE, Attributes::ALL);
        heap.put_element(dead, 0, Value::TRUE, Attributes::READ_ONLY);
        heap.remove_named(dead, name);
        heap.identity(dead);
        let array = heap.new_object(Value::NULL, Class::Array { length: 0, writable: true });
        heap.put_element(array, 1, Value::TRUE, Attributes::ALL);
        heap.object_mut(array).unwrap().extensible = false;
        heap.collect(std::iter::empty());
        assert_eq!((heap.pool.objects.len(), heap.pool.arrays.len()), (1, 1));
        let array = Class::Array { length: 0, writable: true };
        for class in [Class::Plain, array] {
            let object = heap.new_object(Value::FALSE, class);
            let object = heap.object(object).unwrap();
            assert_eq!((object.shape, object.prototype, object.identity), (0, Value::FALSE, 0));
            assert!(object.slots.is_empty() && object.elements.is_empty() && object.extensible);
            assert!(object.sparse.is_none() && object.dictionary.is_none());
            assert!(matches!(object.class, Class::Plain | Class::Array { length: 0, .. }));
        }
        assert_eq!((heap.pool.objects.len(), heap.pool.arrays.len()), (0, 0));
    }

    #[test]
    fn new_environments_have_undefined_slots() {
        let mut heap = Heap::new();
        let mark = heap.pin();
        let mut kept = heap.new_environment(Value::NULL, 3);
        if let Some(super::Cell::Environment { slots, .. }) = heap.cell_mut(kept) {
            slots.fill(Value::TRUE);
        }
        heap.collect_in_place(std::iter::empty());
        assert_eq!(heap.pool.lists.len(), 0, "the function of the library may hold it");
        heap.unpin(mark);
        heap.collect_in_place(std::iter::once(&mut kept));
        assert_eq!(heap.pool.lists.len(), 0);
        heap.collect_in_place(std::iter::empty());
        assert_eq!(heap.pool.lists.len(), 1);
        for count in [2, 5] {
            let environment = heap.new_environment(Value::NULL, count);
            let Some(super::Cell::Environment { slots, .. }) = heap.cell(environment) else { panic!("one") };
            assert_eq!(*slots, vec![Value::UNDEFINED; count]);
        }
    }
}
