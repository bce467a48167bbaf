//! Enumeration of names, iteration of arrays and strings, spread elements.
//!
//! The library has no symbols, so no program can change how arrays and strings are iterated, and no other object can be
//! iterated but a generator, and an arguments object, which is refused.

use super::objects::Key;
use super::{Arguments, Completion, Stop, Vm};
use crate::heap::{Attributes, Class, Value};
use std::collections::HashSet;

impl Vm {
    /// Names that for-in visits: enumerable properties of the object and its prototypes, each once.
    pub(super) fn enumerate(&mut self, value: Value) -> Completion<Vec<Value>> {
        let mut walk = if self.heap.object(value).is_some() { value } else { self.boxed(value) };
        let mut names: Vec<Value> = Vec::new();
        let mut seen: HashSet<Key> = HashSet::new();
        while let Some(object) = self.heap.object(walk) {
            let (prototype, shape) = (object.prototype, object.shape);
            if let Class::Boxed(inner) = object.class
                && self.heap.string(inner).is_some_and(|units| !units.is_empty())
            {
                return Err(Stop::Unsupported(String::from("for-in over a string")));
            }
            for name in self.own_names(walk) {
                let key = self.string_key(name);
                if !seen.contains(&key) {
                    names.push(name);
                }
            }
            // Names that are not enumerable hide those of prototypes, too.
            for name in self.own_names(walk) {
                let key = self.string_key(name);
                seen.insert(key);
            }
            let hidden: Vec<_> = self.heap.shapes.names(shape).to_vec();
            seen.extend(hidden.into_iter().map(Key::Name));
            walk = prototype;
        }
        Ok(names)
    }

    /// The array whose elements an iteration of a value visits.
    pub(super) fn iterable(&mut self, value: Value) -> Completion<Value> {
        if let Some(units) = self.heap.string(value).cloned() {
            let mut elements = Vec::new();
            let mut rest: &[u16] = &units;
            while let [first, ..] = rest {
                let pair = (0xd800..0xdc00).contains(first)
                    && rest.get(1).is_some_and(|second| (0xdc00..0xe000).contains(second));
                let (element, others) = rest.split_at(1 + usize::from(pair));
                elements.push(self.heap.new_string(element));
                rest = others;
            }
            return Ok(self.new_array(elements));
        }
        match self.heap.object(value).map(|object| &object.class) {
            Some(Class::Array(_)) => Ok(value),
            Some(Class::Arguments | Class::Boxed(_)) => {
                Err(Stop::Unsupported(String::from("iteration of this object")))
            }
            _ => {
                let kind = self.type_name(value);
                self.type_error(&format!("{kind} is not iterable"))
            }
        }
    }

    /// Starts an iteration: the iterator or an index, and the method `next` or the array.
    pub(super) fn iterator_begin(&mut self, value: Value) -> Completion<(Value, Value)> {
        if matches!(self.heap.object(value).map(|object| &object.class), Some(Class::Generator(_))) {
            let next = self.heap.atom("next");
            return Ok((value, self.get_atom(value, next)?));
        }
        let array = self.iterable(value)?;
        Ok((Value::number(0.0), array))
    }

    /// The next value of an iteration, and the new index; undefined as index at the end, none for an iterator object that goes
    /// on.
    pub(super) fn iterator_next(
        &mut self,
        position: Value,
        source: Value,
    ) -> Completion<(Value, Option<Value>)> {
        if position == Value::UNDEFINED {
            return Ok((Value::UNDEFINED, Some(Value::UNDEFINED)));
        }
        if let Some(index) = position.as_number() {
            if index < self.array_length(source) as f64 {
                let value = self.get_element(source, Value::number(index))?;
                return Ok((value, Some(Value::number(index + 1.0))));
            }
            return Ok((Value::UNDEFINED, Some(Value::UNDEFINED)));
        }
        let result = self.call_moving(source, position, &[])?;
        if self.heap.object(result).is_none() {
            return self.type_error("the result of an iterator is not an object");
        }
        let (done, value) = (self.atoms.done, self.atoms.value);
        let done = self.get_atom(result, done)?;
        if self.truthy(done) {
            return Ok((Value::UNDEFINED, Some(Value::UNDEFINED)));
        }
        Ok((self.get_atom(result, value)?, None))
    }

    /// Calls `return` of an iterator object, quietly if an exception is on its way.
    pub(super) fn iterator_close(&mut self, iterator: Value, quiet: bool) -> Completion<()> {
        if self.heap.object(iterator).is_none() {
            return Ok(());
        }
        let name = self.heap.atom("return");
        let closed = self.get_atom(iterator, name).and_then(|method| {
            if method.is_nullish() {
                return Ok(iterator);
            }
            self.call_function(method, iterator, &[])
        });
        match closed {
            Ok(result) if quiet || self.heap.object(result).is_some() => Ok(()),
            Ok(_) => self.type_error("the result of closing an iterator is not an object"),
            Err(Stop::Thrown) if quiet => Ok(()),
            Err(stop) => Err(stop),
        }
    }

    /// The elements of a value that is iterated at once. No cell moves meanwhile.
    fn iterated(&mut self, value: Value) -> Completion<Vec<Value>> {
        self.pinned += 1;
        let elements = self.iterate_all(value);
        self.pinned -= 1;
        elements
    }

    fn iterate_all(&mut self, value: Value) -> Completion<Vec<Value>> {
        let (mut position, source) = self.iterator_begin(value)?;
        let mut elements = Vec::new();
        loop {
            let (element, next) = self.iterator_next(position, source)?;
            position = next.unwrap_or(position);
            if position == Value::UNDEFINED {
                return Ok(elements);
            }
            elements.push(element);
        }
    }

    /// Appends the elements of a value to an array from an index, and returns the next index.
    pub(super) fn spread(&mut self, array: Value, source: Value, index: Value) -> Completion<Value> {
        let mut next = index.as_number().unwrap_or(0.0);
        for element in self.iterated(source)? {
            self.define_key(array, Value::number(next), element, Attributes::ALL)?;
            next += 1.0;
        }
        Ok(Value::number(next))
    }

    /// Copies the enumerable own properties of a value to an object, but for the names of another object.
    pub(super) fn copy_properties(
        &mut self,
        target: Value,
        source: Value,
        excluded: Value,
    ) -> Completion<Value> {
        if source.is_nullish() {
            return Ok(target);
        }
        let source = if self.heap.object(source).is_some() { source } else { self.boxed(source) };
        if matches!(self.heap.object(source).map(|object| &object.class), Some(Class::Boxed(_))) {
            return Err(Stop::Unsupported(String::from("copies of the properties of a primitive")));
        }
        let mut left_out = HashSet::new();
        for name in self.own_names(excluded) {
            let key = self.string_key(name);
            left_out.insert(key);
        }
        for name in self.own_names(source) {
            let key = self.string_key(name);
            if !left_out.contains(&key) && self.has_own(source, key)? {
                let value = self.get_key(source, key)?;
                self.define_key(target, name, value, Attributes::ALL)?;
            }
        }
        Ok(target)
    }

    /// Calls a function with the elements of an array; without `this`, as a constructor.
    pub(super) fn apply_array(
        &mut self,
        callee: Value,
        array: Value,
        this: Option<Value>,
    ) -> Completion<Value> {
        let elements = self.iterated(array)?;
        let base = self.stack.len();
        self.stack.extend([callee, this.unwrap_or(Value::UNDEFINED)]);
        self.stack.extend_from_slice(&elements);
        match this {
            Some(_) => self.call(Arguments { base, count: elements.len(), new_target: false }),
            None => self.construct(base, elements.len()),
        }
    }
}
