//! Values of a runtime that the host holds: the table that the collector reads, and the handles to it.

use crate::heap::Value;
use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

/// Values that handles keep alive.
#[derive(Default)]
pub(crate) struct Handles {
    /// Values with the number of their handles; zero if the entry is free.
    entries: Vec<(Value, u32)>,
    free: Vec<u32>,
}

impl Handles {
    fn add(&mut self, value: Value) -> u32 {
        match self.free.pop() {
            Some(index) => {
                self.entries[index as usize] = (value, 1);
                index
            }
            None => {
                self.entries.push((value, 1));
                self.entries.len() as u32 - 1
            }
        }
    }

    fn drop_one(&mut self, index: u32) {
        let (value, count) = &mut self.entries[index as usize];
        *count -= 1;
        if *count == 0 {
            *value = Value::UNDEFINED;
            self.free.push(index);
        }
    }

    /// All values, for the collector.
    pub(crate) fn values(&mut self) -> impl Iterator<Item = &mut Value> {
        self.entries.iter_mut().map(|(value, _)| value)
    }
}

/// A value of a [`Runtime`](super::Runtime) that stays alive as long as the handle or a clone of it, wherever the collector
/// moves it. A handle may outlive its runtime; then it is of no use.
pub struct Handle {
    table: Rc<RefCell<Handles>>,
    index: u32,
}

impl Handle {
    pub(super) fn new(table: &Rc<RefCell<Handles>>, value: Value) -> Handle {
        let index = table.borrow_mut().add(value);
        Handle { table: table.clone(), index }
    }

    /// The value, if the handle belongs to a table.
    pub(super) fn value_in(&self, table: &Rc<RefCell<Handles>>) -> Option<Value> {
        Rc::ptr_eq(&self.table, table).then(|| self.table.borrow().entries[self.index as usize].0)
    }
}

impl Clone for Handle {
    fn clone(&self) -> Handle {
        self.table.borrow_mut().entries[self.index as usize].1 += 1;
        Handle { table: self.table.clone(), index: self.index }
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.table.borrow_mut().drop_one(self.index);
    }
}

/// True if the handles are of the same value of the same runtime.
impl PartialEq for Handle {
    fn eq(&self, other: &Handle) -> bool {
        let value = |handle: &Handle| handle.table.borrow().entries[handle.index as usize].0;
        Rc::ptr_eq(&self.table, &other.table) && value(self) == value(other)
    }
}

impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Handle({})", self.index)
    }
}

#[cfg(test)]
mod tests {
    use super::{Handle, Handles, Value};
    use std::cell::RefCell;
    use std::rc::Rc;

    #[test]
    fn entries_are_reused_after_the_last_handle() {
        let table: Rc<RefCell<Handles>> = Rc::default();
        let first = Handle::new(&table, Value::cell(7));
        let clone = first.clone();
        assert_eq!(first, clone);
        drop(first);
        let second = Handle::new(&table, Value::cell(8));
        assert_eq!(table.borrow().entries.len(), 2);
        drop(clone);
        assert_eq!(table.borrow_mut().values().next().copied(), Some(Value::UNDEFINED));
        let third = Handle::new(&table, Value::cell(9));
        assert_eq!((third.index, second.index), (0, 1));
        assert_eq!(third.value_in(&Rc::default()), None);
        assert_eq!(third.value_in(&table), Some(Value::cell(9)));
    }
}
