//! The heap: boxed values, cells, hidden classes, and a precise moving collector.
//!
//! A value is 64 bits; a reference in it is the index of a cell. The collector copies live cells to new memory and writes
//! the new indices into all roots and cells. All of it is safe code: a stale reference is a wrong cell or an internal
//! error, never undefined behaviour.

mod shape;
mod value;

pub(crate) use shape::{Attributes, Shapes, Slot};
pub(crate) use value::{Kind, Value};

use std::collections::HashMap;
use std::rc::Rc;

/// An interned property name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Atom(pub(crate) u32);

/// An object in the heap.
pub(crate) enum Cell {
    /// A string of UTF-16 units.
    String(Rc<[u16]>),
    /// The variables of a call, and those of the function around it.
    Environment { parent: Value, slots: Vec<Value> },
    /// A getter and a setter.
    Accessor { getter: Value, setter: Value },
    /// A JavaScript object.
    Object(Box<Object>),
}

/// A JavaScript object.
pub(crate) struct Object {
    pub(crate) shape: u32,
    pub(crate) slots: Vec<Value>,
    pub(crate) prototype: Value,
    pub(crate) class: Class,
    pub(crate) extensible: bool,
    /// True for an object of the library, whose properties may be incomplete.
    pub(crate) library: Option<u8>,
}

/// What an object is beyond its properties.
pub(crate) enum Class {
    Plain,
    /// Elements; a hole is [`Value::EMPTY`].
    Array(Vec<Value>),
    /// An arguments object, with elements as an array has them.
    Arguments,
    Error,
    Closure {
        function: u32,
        environment: Value,
    },
    Native(u32),
    /// A boxed primitive.
    Boxed(Value),
    Generator(Box<crate::interp::Generator>),
}

/// All cells.
pub(crate) struct Heap {
    cells: Vec<Cell>,
    pub(crate) shapes: Shapes,
    atoms: HashMap<Rc<[u16]>, Atom>,
    names: Vec<Rc<[u16]>>,
    /// Number of cells at which the next collection is due.
    limit: usize,
    pub(crate) collections: u64,
}

const FIRST_LIMIT: usize = 1 << 16;

impl Heap {
    pub(crate) fn new() -> Heap {
        Heap {
            cells: Vec::new(),
            shapes: Shapes::new(),
            atoms: HashMap::new(),
            names: Vec::new(),
            limit: FIRST_LIMIT,
            collections: 0,
        }
    }

    pub(crate) fn allocate(&mut self, cell: Cell) -> Value {
        self.cells.push(cell);
        Value::cell(self.cells.len() as u32 - 1)
    }

    pub(crate) fn is_full(&self) -> bool {
        self.cells.len() >= self.limit
    }

    pub(crate) fn cell(&self, value: Value) -> Option<&Cell> {
        value.as_cell().and_then(|index| self.cells.get(index as usize))
    }

    pub(crate) fn cell_mut(&mut self, value: Value) -> Option<&mut Cell> {
        value.as_cell().and_then(|index| self.cells.get_mut(index as usize))
    }

    pub(crate) fn object(&self, value: Value) -> Option<&Object> {
        match self.cell(value) {
            Some(Cell::Object(object)) => Some(object),
            _ => None,
        }
    }

    pub(crate) fn object_mut(&mut self, value: Value) -> Option<&mut Object> {
        match self.cell_mut(value) {
            Some(Cell::Object(object)) => Some(object),
            _ => None,
        }
    }

    pub(crate) fn string(&self, value: Value) -> Option<&Rc<[u16]>> {
        match self.cell(value) {
            Some(Cell::String(units)) => Some(units),
            _ => None,
        }
    }

    pub(crate) fn new_string(&mut self, units: impl Into<Rc<[u16]>>) -> Value {
        self.allocate(Cell::String(units.into()))
    }

    pub(crate) fn text(&mut self, text: &str) -> Value {
        let units: Vec<u16> = text.encode_utf16().collect();
        self.new_string(units)
    }

    pub(crate) fn new_object(&mut self, prototype: Value, class: Class) -> Value {
        let object =
            Object { shape: 0, slots: Vec::new(), prototype, class, extensible: true, library: None };
        self.allocate(Cell::Object(Box::new(object)))
    }

    pub(crate) fn intern(&mut self, units: &[u16]) -> Atom {
        if let Some(atom) = self.atoms.get(units) {
            return *atom;
        }
        let name: Rc<[u16]> = units.into();
        let atom = Atom(self.names.len() as u32);
        self.names.push(name.clone());
        self.atoms.insert(name, atom);
        atom
    }

    pub(crate) fn atom(&mut self, text: &str) -> Atom {
        let units: Vec<u16> = text.encode_utf16().collect();
        self.intern(&units)
    }

    pub(crate) fn name(&self, atom: Atom) -> &Rc<[u16]> {
        &self.names[atom.0 as usize]
    }

    /// Copies all cells that the roots reach, and writes their new indices. Takes time linear in the live cells and in
    /// the number of all cells.
    pub(crate) fn collect<'r>(&mut self, roots: impl Iterator<Item = &'r mut Value>) {
        let mut copier = Copier {
            old: std::mem::take(&mut self.cells).into_iter().map(Some).collect(),
            forwards: Vec::new(),
            new: Vec::new(),
        };
        copier.forwards = vec![u32::MAX; copier.old.len()];
        roots.for_each(|root| copier.forward(root));
        let mut done = 0;
        while done < copier.new.len() {
            // The cell is out of the list while its references are copied, since that grows the list.
            let mut cell = std::mem::replace(
                &mut copier.new[done],
                Cell::Accessor { getter: Value::UNDEFINED, setter: Value::UNDEFINED },
            );
            match &mut cell {
                Cell::String(_) => {}
                Cell::Environment { parent, slots } => {
                    copier.forward(parent);
                    slots.iter_mut().for_each(|slot| copier.forward(slot));
                }
                Cell::Accessor { getter, setter } => {
                    copier.forward(getter);
                    copier.forward(setter);
                }
                Cell::Object(object) => {
                    object.slots.iter_mut().for_each(|slot| copier.forward(slot));
                    copier.forward(&mut object.prototype);
                    match &mut object.class {
                        Class::Array(elements) => {
                            elements.iter_mut().for_each(|element| copier.forward(element))
                        }
                        Class::Closure { environment, .. } => copier.forward(environment),
                        Class::Boxed(value) => copier.forward(value),
                        Class::Generator(generator) => generator.values(&mut |value| copier.forward(value)),
                        Class::Plain | Class::Arguments | Class::Error | Class::Native(_) => {}
                    }
                }
            }
            copier.new[done] = cell;
            done += 1;
        }
        self.cells = copier.new;
        self.limit = FIRST_LIMIT.max(self.cells.len() * 2);
        self.collections += 1;
    }
}

/// State of a collection.
struct Copier {
    old: Vec<Option<Cell>>,
    forwards: Vec<u32>,
    new: Vec<Cell>,
}

impl Copier {
    fn forward(&mut self, value: &mut Value) {
        let Some(index) = value.as_cell() else { return };
        let Some(slot) = self.old.get_mut(index as usize) else { return };
        if let Some(cell) = slot.take() {
            self.forwards[index as usize] = self.new.len() as u32;
            self.new.push(cell);
        }
        *value = Value::cell(self.forwards[index as usize]);
    }
}

#[cfg(test)]
mod tests {
    use super::{Cell, Heap, Value};

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
}
