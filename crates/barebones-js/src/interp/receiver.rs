//! Prototypes, constructors, and access to properties with a receiver.

use super::objects::{Found, Key};
use super::{Arguments, Completion, Vm};
use crate::heap::{Attributes, Cell, Class, Value};

impl Vm {
    pub(crate) fn prototype_of(&mut self, object: Value) -> Completion<Value> {
        Ok(self.heap.object(object).map_or(Value::NULL, |object| object.prototype))
    }

    pub(crate) fn set_prototype(&mut self, object: Value, prototype: Value) -> Completion<bool> {
        if let Some(object) = self.heap.object_mut(object) {
            object.prototype = prototype;
        }
        Ok(true)
    }

    pub(crate) fn is_constructor(&self, value: Value) -> bool {
        match self.heap.object(value).map(|object| &object.class) {
            Some(Class::Closure { function, .. }) => self.codes[*function as usize].constructs,
            Some(Class::Native(_)) => true,
            _ => false,
        }
    }

    /// Constructs with a `new.target` of its own.
    pub(crate) fn construct_values(
        &mut self,
        callee: Value,
        arguments: &[Value],
        new_target: Value,
    ) -> Completion<Value> {
        let base = self.stack.len();
        self.stack.extend([callee, Value::UNDEFINED]);
        self.stack.extend_from_slice(arguments);
        self.pinned += 1;
        let result = self.construct_for(base, arguments.len(), new_target);
        self.pinned -= 1;
        result
    }

    /// The accessor or value of a key of an object itself.
    pub(super) fn own_slot(&mut self, object: Value, key: Key) -> Option<(Value, Attributes)> {
        match self.own(object, key)? {
            Found::Value(value) => Some((value, Attributes::ALL)),
            Found::Slot(holder, slot) => {
                Some((self.heap.object(holder)?.slots[slot.index as usize], slot.attributes))
            }
        }
    }

    /// The accessor or value of a key that an object or its prototypes have, with its holder.
    fn property_of(&mut self, object: Value, key: Key) -> Completion<Option<(Value, Value, Attributes)>> {
        let mut walk = object;
        while self.heap.object(walk).is_some() {
            if let Some((value, attributes)) = self.own_slot(walk, key) {
                return Ok(Some((walk, value, attributes)));
            }
            walk = self.prototype_of(walk)?;
        }
        Ok(None)
    }

    pub(crate) fn get_with(&mut self, object: Value, key: Key, receiver: Value) -> Completion<Value> {
        match self.property_of(object, key)? {
            Some((_, value, attributes)) if attributes.accessor => match self.heap.cell(value) {
                Some(Cell::Accessor { getter, .. }) if *getter != Value::UNDEFINED => {
                    let getter = *getter;
                    self.call_function(getter, receiver, &[])
                }
                _ => Ok(Value::UNDEFINED),
            },
            _ => self.get_key(object, key),
        }
    }

    pub(crate) fn set_with(
        &mut self,
        object: Value,
        key: Key,
        value: Value,
        receiver: Value,
    ) -> Completion<bool> {
        match self.property_of(object, key)? {
            Some((_, accessor, attributes)) if attributes.accessor => match self.heap.cell(accessor) {
                Some(Cell::Accessor { setter, .. }) if *setter != Value::UNDEFINED => {
                    let setter = *setter;
                    self.call_function(setter, receiver, &[value])?;
                    Ok(true)
                }
                _ => Ok(false),
            },
            Some((_, _, attributes)) if !attributes.writable => Ok(false),
            _ => self.set_key(receiver, key, value),
        }
    }

    /// Calls a constructor whose operands are on the top of the stack, with `new.target` as another operand after them.
    pub(super) fn construct_for(&mut self, base: usize, count: usize, target: Value) -> Completion<Value> {
        self.stack.push(target);
        self.construct_target(Arguments { base, count, new_target: true })
    }
}
