//! Iteration, enumeration of names, spread elements.

use super::objects::{Descriptor, Key};
use super::{Arguments, Completion, Intrinsic, Stop, Vm};
use crate::heap::{Attributes, Class, Value, WellKnown};
use std::collections::HashSet;

/// An iterator and its `next`.
#[derive(Clone, Copy)]
pub(crate) struct Iterating {
    pub(crate) iterator: Value,
    pub(crate) next: Value,
}

impl Vm {
    /// Names that for-in visits: enumerable properties of the object and its prototypes, each once.
    pub(super) fn enumerate(&mut self, value: Value) -> Completion<Vec<Value>> {
        self.pinning(|vm| vm.enumerate_names(value))
    }

    fn enumerate_names(&mut self, value: Value) -> Completion<Vec<Value>> {
        let mut walk = if self.heap.object(value).is_some() { value } else { self.boxed(value) };
        let mut names: Vec<Value> = Vec::new();
        let mut seen: HashSet<Key> = HashSet::new();
        while self.heap.object(walk).is_some() {
            // Names that are not enumerable hide those of prototypes, too.
            for key in self.own_keys(walk)? {
                if key.is_symbol() {
                    continue;
                }
                if let Some(found) = self.own_property(walk, key)?
                    && seen.insert(key)
                    && found.attributes.enumerable
                {
                    names.push(self.key_value(key));
                }
            }
            walk = self.prototype_of(walk)?;
        }
        Ok(names)
    }

    /// True if iteration of a value is by index, since no program has changed how arrays are iterated.
    pub(crate) fn array_iteration_pristine(&self, value: Value) -> bool {
        let prototype = self.intrinsic(Intrinsic::ArrayPrototype);
        let Some(object) = self.heap.object(value) else { return false };
        if !matches!(object.class, Class::Array { .. }) || object.prototype != prototype || object.shape != 0
        {
            return false;
        }
        let is = |object, name, intrinsic| {
            self.ordinary_property(object, Key::Name(name))
                .is_some_and(|found| found.value == self.intrinsic(intrinsic))
        };
        is(prototype, WellKnown::Iterator.atom(), Intrinsic::ArrayValues)
            && is(
                self.intrinsic(Intrinsic::ArrayIteratorPrototype),
                self.atoms.next,
                Intrinsic::ArrayIteratorNext,
            )
    }

    /// Starts an iteration by the protocol.
    pub(crate) fn iterate(&mut self, value: Value) -> Completion<Iterating> {
        let method = self.get_atom(value, WellKnown::Iterator.atom())?;
        if !self.is_callable(method) {
            let kind = self.type_name(value);
            return self.type_error(&format!("{kind} is not iterable"));
        }
        self.iterate_by(value, method)
    }

    /// Starts an iteration by a method.
    pub(crate) fn iterate_by(&mut self, value: Value, method: Value) -> Completion<Iterating> {
        let iterator = self.call_function(method, value, &[])?;
        if self.heap.object(iterator).is_none() {
            return self.type_error("Result of the Symbol.iterator method is not an object");
        }
        let next = self.get_atom(iterator, self.atoms.next)?;
        Ok(Iterating { iterator, next })
    }

    /// The next value of an iteration; none at the end.
    pub(crate) fn iterator_step(&mut self, iterating: Iterating) -> Completion<Option<Value>> {
        // Of what a step reads, only the value lives on.
        let mark = self.heap.roots.len();
        let result = self.call_function(iterating.next, iterating.iterator, &[])?;
        let value = self.iterator_value(result)?;
        self.heap.roots.truncate(mark);
        if let Some(value) = value {
            self.heap.keep(value);
        }
        Ok(value)
    }

    /// The value of an iterator's result; none at the end.
    fn iterator_value(&mut self, result: Value) -> Completion<Option<Value>> {
        if self.heap.object(result).is_none() {
            return self.type_error("Iterator result is not an object");
        }
        let done = self.get_atom(result, self.atoms.done)?;
        if self.truthy(done) {
            return Ok(None);
        }
        self.get_atom(result, self.atoms.value).map(Some)
    }

    /// Ends an iteration before its end.
    pub(crate) fn iterator_close(&mut self, iterator: Value) -> Completion<()> {
        let name = self.heap.atom("return");
        let method = self.method_of(iterator, name)?;
        if method == Value::UNDEFINED {
            return Ok(());
        }
        let result = self.call_function(method, iterator, &[])?;
        if self.heap.object(result).is_none() {
            return self.type_error("Result of an iterator's return is not an object");
        }
        Ok(())
    }

    /// Passes a result on; if it is an exception, ends the iteration first.
    pub(crate) fn or_close<T>(&mut self, iterator: Value, result: Completion<T>) -> Completion<T> {
        if let Err(Stop::Thrown) = result {
            let exception = self.exception;
            self.heap.keep(exception);
            match self.iterator_close(iterator) {
                Ok(()) | Err(Stop::Thrown) => self.exception = exception,
                Err(stop) => return Err(stop),
            }
        }
        result
    }

    /// All values of an iterable.
    pub(crate) fn iterated(&mut self, value: Value) -> Completion<Vec<Value>> {
        let mut elements = Vec::new();
        if self.array_iteration_pristine(value) {
            while elements.len() < self.array_length(value) {
                let element = self.get_key(value, Key::Index(elements.len() as u32))?;
                elements.push(element);
            }
            return Ok(elements);
        }
        let iterating = self.iterate(value)?;
        while let Some(element) = self.iterator_step(iterating)? {
            elements.push(element);
        }
        Ok(elements)
    }

    /// Iterator, or index, and `next`, or array, of a new iteration.
    pub(super) fn iterator_begin(&mut self, value: Value) -> Completion<(Value, Value)> {
        if self.array_iteration_pristine(value) {
            return Ok((Value::number(0.0), value));
        }
        let iterating = self.iterate(value)?;
        Ok((iterating.iterator, iterating.next))
    }

    /// The next value of an iteration, and the new index; undefined as index at the end, none for an iterator object that
    /// continues, which the call of its `next` may have moved.
    pub(super) fn iterator_next(
        &mut self,
        state: Value,
        source: Value,
    ) -> Completion<(Value, Option<Value>)> {
        let ended = (Value::UNDEFINED, Some(Value::UNDEFINED));
        if let Some(index) = state.as_number() {
            if index < self.array_length(source) as f64 {
                let value = self.get(source, Value::number(index))?;
                return Ok((value, Some(Value::number(index + 1.0))));
            }
            return Ok(ended);
        }
        if state == Value::UNDEFINED {
            return Ok(ended);
        }
        let result = self.call_moving(source, state, &[])?;
        self.heap.keep(result);
        let value = self.pinning(|vm| vm.iterator_value(result))?;
        Ok(value.map_or(ended, |value| (value, None)))
    }

    /// Ends an iteration; quietly, if an exception is on its way.
    pub(super) fn iterator_end(&mut self, state: Value, quiet: bool) -> Completion<()> {
        if self.heap.object(state).is_none() {
            return Ok(());
        }
        match self.iterator_close(state) {
            Err(Stop::Thrown) if quiet => Ok(()),
            result => result,
        }
    }

    /// Appends the elements of a value to an array from an index, and returns the next index.
    pub(super) fn spread(&mut self, array: Value, source: Value, index: Value) -> Completion<Value> {
        let mut next = index.as_number().unwrap_or(0.0);
        self.pinning(|vm| {
            for element in vm.iterated(source)? {
                vm.define_key(array, Value::number(next), element, Attributes::ALL)?;
                next += 1.0;
            }
            Ok(Value::number(next))
        })
    }

    /// Copies the enumerable own properties of a value to an object, but for the names of another object.
    pub(crate) fn copy_properties(
        &mut self,
        target: Value,
        source: Value,
        excluded: Value,
    ) -> Completion<Value> {
        if source.is_nullish() {
            return Ok(target);
        }
        let source = if self.heap.object(source).is_some() { source } else { self.boxed(source) };
        let left_out: HashSet<Key> = self.own_keys(excluded)?.into_iter().collect();
        for key in self.own_keys(source)? {
            if !left_out.contains(&key)
                && self.own_property(source, key)?.is_some_and(|found| found.attributes.enumerable)
            {
                let value = self.get_key(source, key)?;
                self.define_own(target, key, Descriptor::data(value, Attributes::ALL))?;
            }
        }
        Ok(target)
    }

    /// The elements of an object with a length.
    pub(crate) fn list_of(&mut self, object: Value) -> Completion<Vec<Value>> {
        match self.heap.object(object) {
            None => return self.type_error("an object with a length is expected"),
            Some(data) => {
                if let Some(elements) = data.dense()
                    && !elements.contains(&Value::EMPTY)
                {
                    return Ok(elements.clone());
                }
            }
        }
        let length = self.length_of(object)?;
        if length > f64::from(1 << 24) {
            return self.throw_error(Intrinsic::RangeErrorPrototype, "Too many arguments");
        }
        (0..length as u32).map(|index| self.get_key(object, Key::Index(index))).collect()
    }

    /// Calls a function with the elements of an array; without `this`, as a constructor.
    pub(super) fn apply_array(
        &mut self,
        callee: Value,
        array: Value,
        this: Option<Value>,
    ) -> Completion<Value> {
        let elements = self.list_of(array)?;
        let base = self.stack.len();
        self.stack.extend([callee, this.unwrap_or(Value::UNDEFINED)]);
        self.stack.extend_from_slice(&elements);
        match this {
            Some(_) => self.call(Arguments { base, count: elements.len(), new_target: false }),
            None => self.construct(base, elements.len()),
        }
    }

    /// Defines what an arguments object has beside its elements.
    pub(super) fn finish_arguments(
        &mut self,
        object: Value,
        count: Value,
        arguments: Arguments,
        strict: bool,
    ) {
        self.define(object, self.atoms.length, count, Attributes::HIDDEN);
        let iterator = self.intrinsic(Intrinsic::ArrayValues);
        self.define(object, WellKnown::Iterator.atom(), iterator, Attributes::HIDDEN);
        let name = self.heap.atom("callee");
        if strict {
            let thrower = self.intrinsic(Intrinsic::ThrowTypeError);
            let accessor =
                self.heap.allocate(crate::heap::Cell::Accessor { getter: thrower, setter: thrower });
            let attributes = Attributes { accessor: true, ..Attributes::FIXED };
            self.define(object, name, accessor, attributes);
        } else {
            let callee = self.stack[arguments.base];
            self.define(object, name, callee, Attributes::HIDDEN);
        }
    }
}
