//! Properties: lookup through prototypes, accessors, elements of arrays, and what the library lacks.

use super::{Completion, Intrinsic, Stop, Vm};
use crate::heap::{Atom, Attributes, Cell, Class, Kind, Slot, Value};

/// A property key.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Key {
    /// An array index.
    Index(u32),
    Name(Atom),
}

/// Maximum number of elements by which a store may extend an array.
const MAX_GAP: usize = 1 << 20;

/// Where a lookup found a property.
pub(super) enum Found {
    Value(Value),
    Slot(Value, Slot),
}

impl Vm {
    /// Converts a value to a key.
    pub(crate) fn key_of(&mut self, value: Value) -> Completion<Key> {
        if let Some(number) = value.as_number() {
            let index = number as u32;
            if f64::from(index) == number && index != u32::MAX {
                return Ok(Key::Index(index));
            }
        }
        let text = self.string_of(value)?;
        Ok(self.string_key(text))
    }

    pub(crate) fn string_key(&mut self, text: Value) -> Key {
        let Some(units) = self.heap.string(text).cloned() else { return Key::Name(self.atoms.length) };
        if let Some(index) = index_of(&units) {
            return Key::Index(index);
        }
        Key::Name(self.heap.intern(&units))
    }

    fn key_atom(&mut self, key: Key) -> Atom {
        match key {
            Key::Name(name) => name,
            Key::Index(index) => self.heap.atom(&index.to_string()),
        }
    }

    fn key_text(&self, key: Key) -> String {
        match key {
            Key::Index(index) => index.to_string(),
            Key::Name(name) => String::from_utf16_lossy(self.heap.name(name)),
        }
    }

    /// An own property, but for slots of shapes.
    fn exotic(&self, object: Value, key: Key) -> Option<Value> {
        match (&self.heap.object(object)?.class, key) {
            (Class::Array(elements), Key::Index(index)) => {
                elements.get(index as usize).copied().filter(|element| *element != Value::EMPTY)
            }
            (Class::Array(elements), Key::Name(name)) if name == self.atoms.length => {
                Some(Value::number(elements.len() as f64))
            }
            _ => None,
        }
    }

    pub(super) fn own(&mut self, object: Value, key: Key) -> Option<Found> {
        if let Some(value) = self.exotic(object, key) {
            return Some(Found::Value(value));
        }
        let is_array = matches!(self.heap.object(object)?.class, Class::Array(_));
        if is_array && matches!(key, Key::Index(_)) {
            return None;
        }
        let name = self.key_atom(key);
        let shape = self.heap.object(object)?.shape;
        let slot = self.heap.shapes.find(shape, name)?;
        Some(Found::Slot(object, slot))
    }

    fn find(&mut self, object: Value, key: Key) -> Completion<Option<Found>> {
        let mut walk = object;
        while self.heap.object(walk).is_some() {
            if let Some(found) = self.own(walk, key) {
                return Ok(Some(found));
            }
            let Some(data) = self.heap.object(walk) else { break };
            if let (Some(library), Key::Name(name)) = (data.library, key) {
                let text = String::from_utf16_lossy(self.heap.name(name));
                if crate::builtins::lacks(library, &text) {
                    return Err(Stop::Unsupported(format!("`{text}` of the library")));
                }
            }
            walk = data.prototype;
        }
        Ok(None)
    }

    /// The object in which a property of a value is looked up, and a property that the primitive itself has.
    fn base(&mut self, value: Value, key: Key) -> Completion<(Value, Option<Value>)> {
        let prototype = match value.kind() {
            Kind::Number(_) => Intrinsic::NumberPrototype,
            Kind::Boolean(_) => Intrinsic::BooleanPrototype,
            Kind::Cell => {
                let inner = match self.heap.object(value).map(|object| &object.class) {
                    Some(Class::Boxed(inner)) => *inner,
                    Some(_) => return Ok((value, None)),
                    None => value,
                };
                if let Some(units) = self.heap.string(inner).cloned() {
                    let own = match key {
                        Key::Index(index) => {
                            units.get(index as usize).map(|unit| self.heap.new_string([*unit]))
                        }
                        Key::Name(name) if name == self.atoms.length => {
                            Some(Value::number(units.len() as f64))
                        }
                        Key::Name(_) => None,
                    };
                    if own.is_some() {
                        return Ok((value, own));
                    }
                }
                if inner != value {
                    return Ok((value, None));
                }
                Intrinsic::StringPrototype
            }
            _ => {
                let text = self.key_text(key);
                let kind = if value == Value::NULL { "null" } else { "undefined" };
                return self.type_error(&format!("Cannot read properties of {kind} (reading '{text}')"));
            }
        };
        Ok((self.intrinsic(prototype), None))
    }

    pub(crate) fn get(&mut self, object: Value, key: Value) -> Completion<Value> {
        if object.is_nullish() && self.heap.object(key).is_some() {
            return self.type_error("Cannot read properties of undefined or null");
        }
        let key = self.key_of(key)?;
        self.get_key(object, key)
    }

    pub(crate) fn get_atom(&mut self, object: Value, name: Atom) -> Completion<Value> {
        self.get_key(object, Key::Name(name))
    }

    pub(crate) fn get_key(&mut self, object: Value, key: Key) -> Completion<Value> {
        let (base, own) = self.base(object, key)?;
        if let Some(own) = own {
            return Ok(own);
        }
        match self.find(base, key)? {
            None => Ok(Value::UNDEFINED),
            Some(Found::Value(value)) => Ok(value),
            Some(Found::Slot(holder, slot)) => {
                let value = self.slot(holder, slot);
                if !slot.attributes.accessor {
                    return Ok(value);
                }
                match self.heap.cell(value) {
                    Some(Cell::Accessor { getter, .. }) if *getter != Value::UNDEFINED => {
                        let getter = *getter;
                        self.call_function(getter, object, &[])
                    }
                    _ => Ok(Value::UNDEFINED),
                }
            }
        }
    }

    fn slot(&self, holder: Value, slot: Slot) -> Value {
        self.heap.object(holder).map_or(Value::UNDEFINED, |object| object.slots[slot.index as usize])
    }

    /// True if an object or its prototypes have a property.
    pub(crate) fn has(&mut self, object: Value, key: Value) -> Completion<bool> {
        let key = self.key_of(key)?;
        let (base, own) = self.base(object, key)?;
        Ok(own.is_some() || self.find(base, key)?.is_some())
    }

    /// True if an object itself has a property.
    pub(crate) fn has_own(&mut self, object: Value, key: Key) -> Completion<bool> {
        let (base, own) = self.base(object, key)?;
        if own.is_some() {
            return Ok(true);
        }
        if self.heap.object(base).is_some_and(|object| object.library.is_some()) {
            return Ok(self.find(base, key)?.is_some() && self.own(base, key).is_some());
        }
        Ok(base == object && self.own(base, key).is_some())
    }

    pub(crate) fn set(&mut self, object: Value, key: Value, value: Value, strict: bool) -> Completion<()> {
        let key = self.key_of(key)?;
        let written = self.set_key(object, key, value)?;
        if !written && strict {
            let text = self.key_text(key);
            return self.type_error(&format!("Cannot assign to read only property '{text}'"));
        }
        Ok(())
    }

    /// Assigns, and returns false if the property cannot be written.
    pub(super) fn set_key(&mut self, object: Value, key: Key, value: Value) -> Completion<bool> {
        if object.is_nullish() {
            let text = self.key_text(key);
            let kind = if object == Value::NULL { "null" } else { "undefined" };
            return self.type_error(&format!("Cannot set properties of {kind} (setting '{text}')"));
        }
        let (base, own) = self.base(object, key)?;
        if own.is_some() {
            return Ok(false);
        }
        if base == object
            && let Some(object) = self.heap.object_mut(object)
            && let (Class::Array(elements), Key::Index(index)) = (&mut object.class, key)
            && let Some(element) = elements.get_mut(index as usize)
            && *element != Value::EMPTY
        {
            *element = value;
            return Ok(true);
        }
        match self.find(base, key)? {
            Some(Found::Slot(holder, slot)) if slot.attributes.accessor => {
                let accessor = self.slot(holder, slot);
                match self.heap.cell(accessor) {
                    Some(Cell::Accessor { setter, .. }) if *setter != Value::UNDEFINED => {
                        let setter = *setter;
                        self.call_function(setter, object, &[value])?;
                        Ok(true)
                    }
                    _ => Ok(false),
                }
            }
            Some(Found::Slot(_, slot)) if !slot.attributes.writable => Ok(false),
            Some(Found::Slot(holder, slot)) if holder == object => {
                if let Some(object) = self.heap.object_mut(object) {
                    object.slots[slot.index as usize] = value;
                }
                Ok(true)
            }
            _ if base != object => Ok(false),
            _ => self.add(object, key, value),
        }
    }

    /// Adds a property, or sets the length of an array.
    fn add(&mut self, object: Value, key: Key, value: Value) -> Completion<bool> {
        let length = self.atoms.length;
        let is_array = self.heap.object(object).is_some_and(|object| matches!(object.class, Class::Array(_)));
        if is_array && key == Key::Name(length) {
            let number = self.number_of(value)?;
            let new = number as u32;
            if f64::from(new) != number {
                return self.throw_error(Intrinsic::RangeErrorPrototype, "Invalid array length");
            }
            return self.resize(object, new as usize).map(|()| true);
        }
        let Some(data) = self.heap.object(object) else { return Ok(false) };
        if !data.extensible {
            return Ok(false);
        }
        if data.library.is_some() && matches!(key, Key::Index(_)) {
            return Err(Stop::Unsupported(String::from("elements of objects of the library")));
        }
        if let (true, Key::Index(index)) = (is_array, key) {
            let index = index as usize;
            if self.array_length(object) <= index {
                self.resize(object, index + 1)?;
            }
            if let Some(Class::Array(elements)) = self.heap.object_mut(object).map(|object| &mut object.class)
            {
                elements[index] = value;
            }
            return Ok(true);
        }
        let name = self.key_atom(key);
        self.define(object, name, value, Attributes::ALL);
        Ok(true)
    }

    pub(crate) fn array_length(&self, array: Value) -> usize {
        match self.heap.object(array).map(|object| &object.class) {
            Some(Class::Array(elements)) => elements.len(),
            _ => 0,
        }
    }

    fn resize(&mut self, array: Value, length: usize) -> Completion<()> {
        if let Some(Class::Array(elements)) = self.heap.object_mut(array).map(|object| &mut object.class) {
            if length > elements.len() + MAX_GAP {
                return Err(Stop::Unsupported(String::from(
                    "arrays with a gap of more than a million elements",
                )));
            }
            elements.resize(length, Value::EMPTY);
        }
        Ok(())
    }

    /// Defines an own property, whatever it was before.
    pub(crate) fn define(&mut self, object: Value, name: Atom, value: Value, attributes: Attributes) {
        let Some(data) = self.heap.object(object) else { return };
        let old = data.shape;
        let shape = match self.heap.shapes.find(old, name) {
            Some(slot) if slot.attributes == attributes => old,
            _ => self.heap.shapes.with(old, name, attributes),
        };
        let slot = self.heap.shapes.find(shape, name);
        if let (Some(object), Some(slot)) = (self.heap.object_mut(object), slot) {
            object.shape = shape;
            let index = slot.index as usize;
            if index < object.slots.len() {
                object.slots[index] = value;
            } else {
                object.slots.push(value);
            }
        }
    }

    /// Defines an own property of an object or an array.
    pub(crate) fn define_key(
        &mut self,
        object: Value,
        key: Value,
        value: Value,
        attributes: Attributes,
    ) -> Completion<()> {
        let key = self.key_of(key)?;
        let is_array = self.heap.object(object).is_some_and(|object| matches!(object.class, Class::Array(_)));
        if is_array && matches!(key, Key::Index(_)) {
            if attributes != Attributes::ALL {
                return Err(Stop::Unsupported(String::from("attributes of elements of arrays")));
            }
            if let (Key::Index(index), length) = (key, self.array_length(object)) {
                if length <= index as usize {
                    self.resize(object, index as usize + 1)?;
                }
                if let Some(Class::Array(elements)) =
                    self.heap.object_mut(object).map(|object| &mut object.class)
                {
                    elements[index as usize] = value;
                }
            }
            return Ok(());
        }
        let name = self.key_atom(key);
        self.define(object, name, value, attributes);
        Ok(())
    }

    /// Deletes an own property; false if it must stay.
    pub(crate) fn delete(&mut self, object: Value, key: Value) -> Completion<bool> {
        let key = self.key_of(key)?;
        let (base, own) = self.base(object, key)?;
        if own.is_some() {
            return Ok(false);
        }
        if base != object {
            return Ok(true);
        }
        if let Some(data) = self.heap.object_mut(object)
            && let Class::Array(elements) = &mut data.class
        {
            match key {
                Key::Index(index) => {
                    if let Some(element) = elements.get_mut(index as usize) {
                        *element = Value::EMPTY;
                    }
                    return Ok(true);
                }
                Key::Name(name) if name == self.atoms.length => return Ok(false),
                Key::Name(_) => {}
            }
        }
        let name = self.key_atom(key);
        let Some(shape) = self.heap.object(object).map(|object| object.shape) else { return Ok(true) };
        let Some(slot) = self.heap.shapes.find(shape, name) else { return Ok(true) };
        if !slot.attributes.configurable {
            return Ok(false);
        }
        let shape = self.heap.shapes.without(shape, name);
        if let Some(object) = self.heap.object_mut(object) {
            object.shape = shape;
            object.slots.remove(slot.index as usize);
        }
        Ok(true)
    }

    /// Names of the enumerable own properties: indices in order, then names by creation.
    pub(crate) fn own_names(&mut self, object: Value) -> Vec<Value> {
        let Some(data) = self.heap.object(object) else { return Vec::new() };
        let mut indices: Vec<u32> = Vec::new();
        if let Class::Array(elements) = &data.class {
            let present = elements.iter().enumerate().filter(|(_, element)| **element != Value::EMPTY);
            indices.extend(present.map(|(index, _)| index as u32));
        }
        let mut names = Vec::new();
        for name in self.heap.shapes.names(data.shape) {
            let slot = self.heap.shapes.find(data.shape, *name);
            if slot.is_some_and(|slot| slot.attributes.enumerable) {
                match index_of(self.heap.name(*name)) {
                    Some(index) => indices.push(index),
                    None => names.push(*name),
                }
            }
        }
        indices.sort_unstable();
        let mut all: Vec<Value> = indices.iter().map(|index| self.heap.text(&index.to_string())).collect();
        for name in names {
            let units = self.heap.name(name).clone();
            all.push(self.heap.new_string(units));
        }
        all
    }
}

/// The array index that a string is the text of.
fn index_of(units: &[u16]) -> Option<u32> {
    if units.is_empty() || units.len() > 10 || (units[0] == u16::from(b'0') && units.len() > 1) {
        return None;
    }
    let mut index: u64 = 0;
    for unit in units {
        let digit = char::from_u32(u32::from(*unit))?.to_digit(10)?;
        index = index * 10 + u64::from(digit);
    }
    u32::try_from(index).ok().filter(|index| *index != u32::MAX)
}
