//! Objects: properties by name and by index, and what an object is beyond its properties.

use super::{Atom, Attributes, DICTIONARY, Dictionary, Heap, Slot, Table, Value};
use num_bigint::BigInt;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

/// Properties by index that are no plain elements.
pub(crate) type Sparse = BTreeMap<u32, (Value, Attributes)>;

/// A JavaScript object.
pub(crate) struct Object {
    pub(crate) shape: u32,
    pub(crate) slots: Vec<Value>,
    pub(crate) prototype: Value,
    /// Properties by index with all attributes; a hole is [`Value::EMPTY`]. Empty if there are sparse ones.
    pub(crate) elements: Vec<Value>,
    pub(crate) sparse: Option<Box<Sparse>>,
    /// Properties by name, if the shape is [`DICTIONARY`].
    pub(crate) dictionary: Option<Box<Dictionary>>,
    pub(crate) class: Class,
    pub(crate) extensible: bool,
    /// Key of identity in tables; zero until it is needed.
    pub(crate) identity: u64,
}

/// What an object is beyond its properties. Compiled code reads some of them, so their layout is defined, and their order is
/// that of [`Class::LAST_WITH_ELEMENTS`] and [`Class::LAST_ORDINARY`].
#[repr(u8)]
pub(crate) enum Class {
    Plain,
    Array {
        length: u32,
        /// False if the length is read-only.
        writable: bool,
    },
    /// An arguments object.
    Arguments,
    Error,
    Closure {
        function: u32,
        environment: Value,
    },
    /// A function of the library.
    Native(u32),
    /// An arguments object whose elements are variables of an environment.
    MappedArguments {
        environment: Value,
        variables: Vec<Option<u32>>,
    },
    /// A function of the library with values of its own.
    Captured {
        native: u32,
        values: Vec<Value>,
    },
    Bound {
        target: Value,
        this: Value,
        arguments: Vec<Value>,
    },
    /// A boxed primitive.
    Boxed(Value),
    /// Target and handler are null after it is revoked.
    Proxy {
        target: Value,
        handler: Value,
        callable: bool,
        constructs: bool,
    },
    RegExp(Box<RegExp>),
    /// Milliseconds since 1970, UTC.
    Date(f64),
    Map(Box<Table>),
    Set(Box<Table>),
    WeakMap(Box<Table>),
    WeakSet(Box<Table>),
    WeakRef(Value),
    /// Bytes; none if detached.
    ArrayBuffer(Option<Vec<u8>>),
    TypedArray(View),
    DataView(View),
    Promise(Box<Promise>),
    Generator(Box<crate::interp::Generator>),
    AsyncGenerator(Box<AsyncGenerator>),
    /// An iterator of the library.
    Iterator(Box<Iteration>),
}

/// Type of the elements of a typed array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Element {
    Int8,
    Uint8,
    Uint8Clamped,
    Int16,
    Uint16,
    Int32,
    Uint32,
    Float32,
    Float64,
    BigInt64,
    BigUint64,
}

/// A part of a buffer.
#[derive(Clone, Copy)]
pub(crate) struct View {
    pub(crate) element: Element,
    pub(crate) buffer: Value,
    /// First byte.
    pub(crate) offset: usize,
    /// Number of elements.
    pub(crate) length: usize,
}

/// A regular expression.
pub(crate) struct RegExp {
    pub(crate) source: Rc<[u16]>,
    pub(crate) flags: Rc<[u16]>,
    pub(crate) program: Rc<regress::Regex>,
}

/// State of a promise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Settled {
    Pending,
    Fulfilled,
    Rejected,
}

pub(crate) struct Promise {
    pub(crate) state: Settled,
    pub(crate) result: Value,
    /// Reactions: handlers for both results, and the capability (promise, resolve, reject).
    pub(crate) reactions: Vec<[Value; 5]>,
    pub(crate) handled: bool,
}

/// State of an async generator.
pub(crate) struct AsyncGenerator {
    /// The ordinary generator that executes the body.
    pub(crate) generator: Value,
    pub(crate) queue: VecDeque<Request>,
    pub(crate) started: bool,
    /// True while the first request is served.
    pub(crate) running: bool,
    pub(crate) completed: bool,
}

/// A call of a method of an async generator.
pub(crate) struct Request {
    pub(crate) action: crate::interp::Action,
    pub(crate) value: Value,
    pub(crate) resolve: Value,
    pub(crate) reject: Value,
}

/// What an iterator yields.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    Keys,
    Values,
    Entries,
}

/// State of an iterator of the library; the source is undefined at the end.
pub(crate) struct Iteration {
    pub(crate) source: Value,
    pub(crate) kind: IterationKind,
    pub(crate) position: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum IterationKind {
    Array(Part),
    Map(Part),
    Set(Part),
    String,
    /// Matches of a regular expression in `text`.
    Matches {
        text: Value,
        global: bool,
        unicode: bool,
    },
}

impl Class {
    /// Number of the last class whose elements are read and written as they are.
    pub(crate) const LAST_WITH_ELEMENTS: u8 = 2;
    /// Number of the last class whose properties by name are all in slots, but for the length of arrays.
    pub(crate) const LAST_ORDINARY: u8 = 5;

    /// The table of a map or set.
    pub(crate) fn table(&self) -> Option<&Table> {
        match self {
            Class::Map(table) | Class::Set(table) => Some(table),
            _ => None,
        }
    }

    /// That table, to be changed.
    pub(crate) fn table_mut(&mut self) -> Option<&mut Table> {
        match self {
            Class::Map(table) | Class::Set(table) => Some(table),
            _ => None,
        }
    }

    /// Calls a function for each value of a weak table or reference.
    pub(super) fn weak_values(&mut self, visit: &mut dyn FnMut(&mut Value)) {
        match self {
            Class::WeakMap(table) | Class::WeakSet(table) => table.values(visit),
            Class::WeakRef(target) => visit(target),
            _ => {}
        }
    }

    /// Calls a function for each value in it that keeps its target alive.
    pub(super) fn values(&mut self, visit: &mut dyn FnMut(&mut Value)) {
        match self {
            Class::Plain
            | Class::Array { .. }
            | Class::Arguments
            | Class::Error
            | Class::Native(_)
            | Class::RegExp(_)
            | Class::Date(_)
            | Class::ArrayBuffer(_)
            | Class::WeakMap(_)
            | Class::WeakSet(_)
            | Class::WeakRef(_) => {}
            Class::MappedArguments { environment, .. } => visit(environment),
            Class::Closure { environment, .. } => visit(environment),
            Class::Captured { values, .. } => values.iter_mut().for_each(visit),
            Class::Bound { target, this, arguments } => {
                visit(target);
                visit(this);
                arguments.iter_mut().for_each(visit);
            }
            Class::Boxed(value) => visit(value),
            Class::Proxy { target, handler, .. } => {
                visit(target);
                visit(handler);
            }
            Class::Map(table) | Class::Set(table) => table.values(visit),
            Class::TypedArray(view) | Class::DataView(view) => visit(&mut view.buffer),
            Class::Promise(promise) => {
                visit(&mut promise.result);
                promise.reactions.iter_mut().flatten().for_each(visit);
            }
            Class::Generator(generator) => generator.values(visit),
            Class::AsyncGenerator(state) => {
                visit(&mut state.generator);
                for request in &mut state.queue {
                    [&mut request.value, &mut request.resolve, &mut request.reject]
                        .into_iter()
                        .for_each(&mut *visit);
                }
            }
            Class::Iterator(iteration) => {
                visit(&mut iteration.source);
                if let IterationKind::Matches { text, .. } = &mut iteration.kind {
                    visit(text);
                }
            }
        }
    }
}

/// Bytes of an entry of a table.
pub(crate) const ENTRY: usize = 96;

/// Number of elements beyond the last that a store may leave as holes.
const MAX_GAP: usize = 1024;

impl Object {
    pub(crate) fn new(prototype: Value, class: Class) -> Object {
        Object {
            shape: 0,
            slots: Vec::new(),
            prototype,
            elements: Vec::new(),
            sparse: None,
            dictionary: None,
            class,
            extensible: true,
            identity: 0,
        }
    }

    /// Removes all that a dead object has, but for the memory of its lists.
    #[inline]
    pub(super) fn clear(&mut self) {
        self.shape = 0;
        self.slots.clear();
        self.elements.clear();
        if self.sparse.is_some() || self.dictionary.is_some() {
            (self.sparse, self.dictionary) = (None, None);
        }
        self.set_class(Class::Plain);
        self.extensible = true;
        self.identity = 0;
    }

    /// Replaces the class. Most objects are plain, and own nothing by it.
    #[inline]
    pub(super) fn set_class(&mut self, class: Class) {
        if self.owns_class() {
            self.class = class;
        } else {
            std::mem::forget(std::mem::replace(&mut self.class, class));
        }
    }

    /// True if the object's class may own memory.
    #[inline]
    fn owns_class(&self) -> bool {
        !matches!(self.class, Class::Plain | Class::Array { .. } | Class::Closure { .. })
    }

    /// The property by an index, but for exotic ones.
    pub(crate) fn element(&self, index: u32) -> Option<(Value, Attributes)> {
        match self.elements.get(index as usize) {
            Some(value) if *value != Value::EMPTY => Some((*value, Attributes::ALL)),
            _ => self.sparse.as_ref()?.get(&index).copied(),
        }
    }

    /// True for arrays that may have any value by an index, which is that of an element or the next.
    pub(crate) fn accepts(&self, index: u32) -> bool {
        matches!(self.class, Class::Array { writable: true, .. })
            && index as usize <= self.elements.len()
            && self.sparse.is_none()
            && self.extensible
    }

    /// Writes a property by an index.
    pub(crate) fn put_element(&mut self, index: u32, value: Value, attributes: Attributes) {
        let position = index as usize;
        if self.sparse.is_none() && attributes == Attributes::ALL {
            if let Some(element) = self.elements.get_mut(position) {
                *element = value;
                return;
            }
            if position <= self.elements.len() + MAX_GAP {
                self.elements.resize(position, Value::EMPTY);
                self.elements.push(value);
                return;
            }
        }
        self.make_sparse().insert(index, (value, attributes));
    }

    /// The sparse properties, to which the elements are moved.
    fn make_sparse(&mut self) -> &mut Sparse {
        let elements = std::mem::take(&mut self.elements);
        let sparse = self.sparse.get_or_insert_default();
        for (index, value) in elements.into_iter().enumerate() {
            if value != Value::EMPTY {
                sparse.insert(index as u32, (value, Attributes::ALL));
            }
        }
        sparse
    }

    pub(crate) fn remove_element(&mut self, index: u32) {
        if let Some(element) = self.elements.get_mut(index as usize) {
            *element = Value::EMPTY;
        }
        if let Some(sparse) = &mut self.sparse {
            sparse.remove(&index);
        }
    }

    /// Indices of properties, in order.
    pub(crate) fn indices(&self) -> Vec<u32> {
        let present = self.elements.iter().enumerate().filter(|(_, element)| **element != Value::EMPTY);
        let mut indices: Vec<u32> = present.map(|(index, _)| index as u32).collect();
        indices.extend(self.sparse.iter().flat_map(|sparse| sparse.keys()));
        indices
    }

    /// Deletes elements from the last down to a length; stops at one that must stay, and returns the length.
    pub(crate) fn truncate(&mut self, length: u32) -> u32 {
        self.elements.truncate(length as usize);
        if let Some(sparse) = &mut self.sparse {
            while let Some((last, (_, attributes))) = sparse.last_key_value() {
                if *last < length {
                    break;
                }
                if !attributes.configurable {
                    return *last + 1;
                }
                sparse.pop_last();
            }
        }
        length
    }

    /// The elements of an array without holes or other surprises within its length.
    pub(crate) fn dense(&self) -> Option<&Vec<Value>> {
        match self.class {
            Class::Array { length, writable: true }
                if self.sparse.is_none() && self.elements.len() == length as usize && self.extensible =>
            {
                Some(&self.elements)
            }
            _ => None,
        }
    }

    /// Number of bytes that the object takes, with what it owns.
    pub(super) fn bytes(&self) -> usize {
        let class = match &self.class {
            Class::Captured { values, .. } => 8 * values.capacity(),
            Class::Bound { arguments, .. } => 8 * arguments.capacity(),
            Class::RegExp(_) => size_of::<RegExp>(),
            Class::Map(table) | Class::Set(table) | Class::WeakMap(table) | Class::WeakSet(table) => {
                ENTRY * table.len()
            }
            Class::ArrayBuffer(bytes) => bytes.as_ref().map_or(0, Vec::capacity),
            Class::Promise(promise) => size_of::<Promise>() + 40 * promise.reactions.capacity(),
            Class::Generator(generator) => {
                size_of::<crate::interp::Generator>()
                    + 8 * (generator.operands.capacity() + generator.registers.capacity())
            }
            Class::AsyncGenerator(state) => {
                size_of::<AsyncGenerator>() + size_of::<Request>() * state.queue.capacity()
            }
            Class::Iterator(_) => size_of::<Iteration>(),
            _ => 0,
        };
        let named = self.dictionary.as_ref().map_or(0, |_| ENTRY * self.slots.len());
        let sparse = self.sparse.as_ref().map_or(0, |sparse| ENTRY / 2 * sparse.len());
        size_of::<Object>() + 8 * (self.slots.capacity() + self.elements.capacity()) + class + named + sparse
    }

    pub(crate) fn is_function(&self) -> bool {
        match &self.class {
            Class::Closure { .. } | Class::Native(_) | Class::Captured { .. } | Class::Bound { .. } => true,
            Class::Proxy { callable, .. } => *callable,
            _ => false,
        }
    }
}

impl Heap {
    /// The slot of a property by name.
    pub(crate) fn find(&self, object: &Object, name: Atom) -> Option<Slot> {
        match &object.dictionary {
            None => self.shapes.find(object.shape, name),
            Some(dictionary) => dictionary.find(name),
        }
    }

    /// Names of all properties by name, in order of their creation.
    pub(crate) fn names_of(&self, object: &Object) -> Vec<Atom> {
        match &object.dictionary {
            None => self.shapes.properties(object.shape).iter().map(|(name, _)| *name).collect(),
            Some(dictionary) => dictionary.names(),
        }
    }

    /// Writes a property by an index.
    pub(crate) fn put_element(&mut self, object: Value, index: u32, value: Value, attributes: Attributes) {
        let Some(data) = self.object_mut(object) else { return };
        let before = data.elements.capacity();
        data.put_element(index, value, attributes);
        if let Class::Array { length, .. } = &mut data.class {
            *length = (*length).max(index + 1);
        }
        let sparse = if data.sparse.is_some() { ENTRY / 2 } else { 0 };
        let grown = 8 * data.elements.capacity().saturating_sub(before) + sparse;
        if grown > 64 {
            self.charge(grown);
        }
    }

    /// Appends elements to a dense array, and returns its new length.
    pub(crate) fn extend_elements(&mut self, array: Value, values: &[Value]) -> usize {
        let Some(data) = self.object_mut(array) else { return 0 };
        let before = data.elements.capacity();
        data.elements.extend_from_slice(values);
        let (length, grown) = (data.elements.len(), 8 * (data.elements.capacity() - before));
        if grown > 64 {
            self.charge(grown);
        }
        length
    }

    /// Writes a property by name, whatever it was before.
    pub(crate) fn put_named(&mut self, object: Value, name: Atom, value: Value, attributes: Attributes) {
        let Some(index) = object.as_cell() else { return };
        self.cards.mark(index);
        let (cells, shapes) = (&mut self.cells, &mut self.shapes);
        let Some(super::Cell::Object(object)) = cells.get_mut(index as usize) else { return };
        if object.dictionary.is_none() {
            let slot = match shapes.find(object.shape, name) {
                Some(slot) if slot.attributes == attributes => Some(slot),
                _ => shapes.with(object.shape, name, attributes).and_then(|shape| {
                    object.shape = shape;
                    shapes.find(shape, name)
                }),
            };
            if let Some(slot) = slot {
                match object.slots.get_mut(slot.index as usize) {
                    Some(place) => *place = value,
                    None => {
                        let before = object.slots.capacity();
                        object.slots.push(value);
                        let grown = object.slots.capacity() - before;
                        if grown > 8 {
                            self.charge(8 * grown);
                        }
                    }
                }
                return;
            }
            Heap::make_dictionary(shapes, object);
        }
        if let Some(dictionary) = &mut object.dictionary {
            let slot = dictionary.add(name, attributes).index as usize;
            let grows = slot >= object.slots.len();
            if grows {
                object.slots.resize(slot + 1, Value::UNDEFINED);
            }
            object.slots[slot] = value;
            if grows {
                self.charge(ENTRY + 8);
            }
        }
    }

    fn make_dictionary(shapes: &super::Shapes, object: &mut Object) {
        object.dictionary = Some(Box::new(Dictionary::new(shapes.properties(object.shape))));
        object.shape = DICTIONARY;
    }

    /// Deletes a property by name.
    pub(crate) fn remove_named(&mut self, object: Value, name: Atom) {
        let Some(index) = object.as_cell() else { return };
        self.cards.mark(index);
        let (cells, shapes) = (&mut self.cells, &mut self.shapes);
        let Some(super::Cell::Object(object)) = cells.get_mut(index as usize) else { return };
        if object.dictionary.is_none() {
            Heap::make_dictionary(shapes, object);
        }
        if let Some(slot) = object.dictionary.as_mut().and_then(|dictionary| dictionary.remove(name)) {
            object.slots[slot.index as usize] = Value::UNDEFINED;
        }
    }

    pub(crate) fn bigint(&self, value: Value) -> Option<&Rc<BigInt>> {
        match self.cell(value) {
            Some(super::Cell::BigInt(number)) => Some(number),
            _ => None,
        }
    }

    /// Key of identity of an object in tables.
    pub(crate) fn identity(&mut self, object: Value) -> u64 {
        // Most have one: the card of an old object stays as it is.
        match self.object(object) {
            Some(object) if object.identity == 0 => {}
            found => return found.map_or(0, |object| object.identity),
        }
        self.identities += 1;
        let next = self.identities;
        if let Some(object) = self.object_mut(object) {
            object.identity = next;
        }
        next
    }
}

/// Work that runs after the program: a function and its values.
pub(crate) type Jobs = VecDeque<(Value, Vec<Value>)>;
