//! Properties: lookup through prototypes, accessors, definition, deletion, and keys.

use super::{Completion, Intrinsic, Vm};
use crate::heap::{Atom, Attributes, Cell, Class, Kind, UNFINISHED, Value};

/// A property key.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Key {
    /// An array index.
    Index(u32),
    /// A string that is no array index, or a symbol.
    Name(Atom),
}

impl Key {
    pub(crate) fn is_symbol(self) -> bool {
        matches!(self, Key::Name(name) if name.is_symbol())
    }
}

/// An own property; the value of an accessor is its cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Property {
    pub(crate) value: Value,
    pub(crate) attributes: Attributes,
}

/// What a definition gives of a property.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Descriptor {
    pub(crate) value: Option<Value>,
    pub(crate) getter: Option<Value>,
    pub(crate) setter: Option<Value>,
    pub(crate) writable: Option<bool>,
    pub(crate) enumerable: Option<bool>,
    pub(crate) configurable: Option<bool>,
}

impl Descriptor {
    /// A data property with all it has.
    pub(crate) fn data(value: Value, attributes: Attributes) -> Descriptor {
        Descriptor {
            value: Some(value),
            writable: Some(attributes.writable),
            enumerable: Some(attributes.enumerable),
            configurable: Some(attributes.configurable),
            ..Descriptor::default()
        }
    }

    pub(crate) fn is_accessor(&self) -> bool {
        self.getter.is_some() || self.setter.is_some()
    }

    pub(crate) fn is_data(&self) -> bool {
        self.value.is_some() || self.writable.is_some()
    }
}

/// Index from which the growth of an array is checked before it happens.
const SMALL: u32 = 1 << 10;

impl Vm {
    /// Converts a value to a key.
    pub(crate) fn key_of(&mut self, value: Value) -> Completion<Key> {
        if let Some(number) = value.as_number() {
            let index = number as u32;
            if f64::from(index) == number && index != u32::MAX {
                return Ok(Key::Index(index));
            }
        }
        let value = self.primitive_of(value, true)?;
        if let Some(symbol) = value.as_symbol() {
            return Ok(Key::Name(symbol));
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

    /// The key of a whole number, as large as lengths may be.
    pub(crate) fn index_key(&mut self, index: f64) -> Key {
        let small = index as u32;
        if f64::from(small) == index && small != u32::MAX {
            return Key::Index(small);
        }
        let name = self.heap.atom(ryu_js::Buffer::new().format(index));
        Key::Name(name)
    }

    /// The string or symbol of a key.
    pub(crate) fn key_value(&mut self, key: Key) -> Value {
        match key {
            Key::Index(index) => self.heap.text(&index.to_string()),
            Key::Name(name) if name.is_symbol() => Value::symbol(name),
            Key::Name(name) => {
                let units = self.heap.name(name);
                self.heap.new_string(units)
            }
        }
    }

    pub(crate) fn key_text(&self, key: Key) -> String {
        match key {
            Key::Index(index) => index.to_string(),
            Key::Name(name) => {
                let text = String::from_utf16_lossy(&self.heap.name(name));
                if name.is_symbol() { format!("Symbol({text})") } else { text }
            }
        }
    }

    /// The own property of an object.
    pub(crate) fn own_property(&mut self, object: Value, key: Key) -> Completion<Option<Property>> {
        let Some(data) = self.heap.object(object) else { return Ok(None) };
        match &data.class {
            Class::Plain | Class::Native(_) => {}
            Class::Closure { .. } => self.finish_closure(object),
            Class::Array { length, writable } if key == Key::Name(self.atoms.length) => {
                let attributes = Attributes { writable: *writable, ..Attributes::FIXED };
                return Ok(Some(Property { value: Value::number(f64::from(*length)), attributes }));
            }
            Class::Array { .. } => {}
            Class::Proxy { .. } => return self.proxy_own_property(object, key),
            _ => {
                if let Some(found) = self.exotic_property(object, key) {
                    return Ok(found);
                }
            }
        }
        Ok(self.ordinary_property(object, key))
    }

    /// The property of an object as a plain one has it.
    pub(super) fn ordinary_property(&self, object: Value, key: Key) -> Option<Property> {
        let data = self.heap.object(object)?;
        match key {
            Key::Index(index) => {
                data.element(index).map(|(value, attributes)| Property { value, attributes })
            }
            Key::Name(name) => {
                let slot = self.heap.find(data, name)?;
                Some(Property { value: data.slots[slot.index as usize], attributes: slot.attributes })
            }
        }
    }

    /// Writes a property as a plain object has it.
    pub(super) fn put(&mut self, object: Value, key: Key, property: Property) {
        match key {
            Key::Name(name) => self.define(object, name, property.value, property.attributes),
            Key::Index(index) => self.heap.put_element(object, index, property.value, property.attributes),
        }
    }

    pub(crate) fn get(&mut self, object: Value, key: Value) -> Completion<Value> {
        if object.is_nullish() && self.heap.object(key).is_some() {
            return self.type_error("Cannot read properties of undefined or null");
        }
        let key = self.key_of(key)?;
        self.get_key(object, key)
    }

    /// The primitive of a key of a property that is read and then written; the object is looked at first.
    pub(super) fn reference_key(&mut self, object: Value, key: Value) -> Completion<Value> {
        if object.is_nullish() {
            return self.type_error("Cannot read properties of undefined or null");
        }
        self.primitive_of(key, true)
    }

    pub(crate) fn get_atom(&mut self, object: Value, name: Atom) -> Completion<Value> {
        self.get_key(object, Key::Name(name))
    }

    /// Reads a property of any value.
    pub(crate) fn get_key(&mut self, object: Value, key: Key) -> Completion<Value> {
        if self.heap.object(object).is_some() {
            let value = self.get_with(object, key, object)?;
            self.heap.keep_read(value);
            return Ok(value);
        }
        if self.heap.is_string(object) {
            match key {
                Key::Index(index) => {
                    let unit = self.heap.string(object).and_then(|units| units.get(index as usize)).copied();
                    if let Some(unit) = unit {
                        return Ok(self.heap.new_unit(unit));
                    }
                }
                Key::Name(name) if name == self.atoms.length => {
                    return Ok(Value::number(self.heap.string_length(object) as f64));
                }
                Key::Name(_) => {}
            }
        }
        match self.primitive_prototype(object) {
            Some(prototype) => self.get_with(prototype, key, object),
            None => {
                let text = self.key_text(key);
                let kind = if object == Value::NULL { "null" } else { "undefined" };
                self.type_error(&format!("Cannot read properties of {kind} (reading '{text}')"))
            }
        }
    }

    /// The prototype of a primitive that is not undefined or null.
    pub(crate) fn primitive_prototype(&self, value: Value) -> Option<Value> {
        let intrinsic = match value.kind() {
            Kind::Number(_) => Intrinsic::NumberPrototype,
            Kind::Boolean(_) => Intrinsic::BooleanPrototype,
            Kind::Symbol(_) => Intrinsic::SymbolPrototype,
            Kind::Cell if self.heap.is_string(value) => Intrinsic::StringPrototype,
            Kind::Cell if self.heap.bigint(value).is_some() => Intrinsic::BigIntPrototype,
            _ => return None,
        };
        Some(self.intrinsic(intrinsic))
    }

    /// Reads a property of an object for a receiver.
    pub(crate) fn get_with(&mut self, object: Value, key: Key, receiver: Value) -> Completion<Value> {
        let mut walk = object;
        loop {
            let Some(data) = self.heap.object(walk) else { return Ok(Value::UNDEFINED) };
            let prototype = data.prototype;
            let found = match (&data.class, key) {
                (
                    Class::Plain | Class::Array { .. } | Class::Closure { .. } | Class::Native(_),
                    Key::Index(index),
                ) => match data.elements.get(index as usize) {
                    Some(value) if *value != Value::EMPTY => return Ok(*value),
                    _ => data.element(index).map(|(value, attributes)| Property { value, attributes }),
                },
                (Class::Plain | Class::Closure { .. } | Class::Native(_), _) => {
                    if data.shape == UNFINISHED && key == Key::Name(self.atoms.prototype) {
                        self.finish_closure(walk);
                    }
                    self.ordinary_property(walk, key)
                }
                (Class::Proxy { .. }, _) => return self.proxy_get(walk, key, receiver),
                (Class::TypedArray(_), _) => {
                    if let Some(found) = self.exotic_property(walk, key) {
                        return Ok(found.map_or(Value::UNDEFINED, |found| found.value));
                    }
                    self.ordinary_property(walk, key)
                }
                _ => self.own_property(walk, key)?,
            };
            match found {
                Some(found) if found.attributes.accessor => return self.call_getter(found.value, receiver),
                Some(found) => return Ok(found.value),
                None => walk = prototype,
            }
        }
    }

    fn call_getter(&mut self, accessor: Value, receiver: Value) -> Completion<Value> {
        match self.heap.cell(accessor) {
            Some(Cell::Accessor { getter, .. }) if *getter != Value::UNDEFINED => {
                let getter = *getter;
                self.call_function(getter, receiver, &[])
            }
            _ => Ok(Value::UNDEFINED),
        }
    }

    /// The method of a name; undefined if it is undefined or null.
    ///
    /// # Errors
    /// A TypeError if it is something else that cannot be called.
    pub(crate) fn method_of(&mut self, object: Value, name: Atom) -> Completion<Value> {
        let method = self.get_atom(object, name)?;
        if method.is_nullish() {
            return Ok(Value::UNDEFINED);
        }
        if !self.is_callable(method) {
            let text = self.key_text(Key::Name(name));
            return self.type_error(&format!("{text} is not a function"));
        }
        Ok(method)
    }

    /// Calls the method of a name.
    pub(crate) fn invoke(&mut self, object: Value, name: Atom, arguments: &[Value]) -> Completion<Value> {
        let method = self.get_atom(object, name)?;
        if !self.is_callable(method) {
            let text = self.key_text(Key::Name(name));
            return self.type_error(&format!("{text} is not a function"));
        }
        self.call_function(method, object, arguments)
    }

    /// True if an object or its prototypes have a property.
    pub(crate) fn has(&mut self, object: Value, key: Value) -> Completion<bool> {
        let key = self.key_of(key)?;
        self.has_key(object, key)
    }

    /// True if an object or its prototypes, or those of a primitive, have a property.
    pub(crate) fn has_key(&mut self, object: Value, key: Key) -> Completion<bool> {
        if let Key::Index(index) = key
            && let Some(data) = self.heap.object(object)
            && matches!(data.class, Class::Plain | Class::Array { .. })
            && data.elements.get(index as usize).is_some_and(|element| *element != Value::EMPTY)
        {
            return Ok(true);
        }
        let mut walk = match self.heap.object(object) {
            Some(_) => object,
            None if object.is_nullish() => return Ok(false),
            None => self.boxed(object),
        };
        while let Some(data) = self.heap.object(walk) {
            let prototype = data.prototype;
            if matches!(data.class, Class::Proxy { .. }) {
                return self.proxy_has(walk, key);
            }
            if matches!(data.class, Class::TypedArray(_))
                && let Some(found) = self.exotic_property(walk, key)
            {
                return Ok(found.is_some());
            }
            if self.own_property(walk, key)?.is_some() {
                return Ok(true);
            }
            walk = prototype;
        }
        Ok(false)
    }

    /// True if a value itself has a property.
    pub(crate) fn has_own(&mut self, object: Value, key: Key) -> Completion<bool> {
        let object = if self.heap.object(object).is_some() { object } else { self.boxed(object) };
        Ok(self.own_property(object, key)?.is_some())
    }

    pub(crate) fn set(&mut self, object: Value, key: Value, value: Value, strict: bool) -> Completion<()> {
        if object.is_nullish() && self.heap.object(key).is_some() {
            return self.type_error("Cannot set properties of undefined or null");
        }
        let key = self.key_of(key)?;
        self.set_key(object, key, value, strict)
    }

    /// Assigns a property of any value.
    pub(crate) fn set_key(&mut self, object: Value, key: Key, value: Value, strict: bool) -> Completion<()> {
        let written = if self.heap.object(object).is_some() {
            self.set_with(object, key, value, object)?
        } else if object.is_nullish() {
            let text = self.key_text(key);
            let kind = if object == Value::NULL { "null" } else { "undefined" };
            return self.type_error(&format!("Cannot set properties of {kind} (setting '{text}')"));
        } else {
            let boxed = self.boxed(object);
            self.set_with(boxed, key, value, object)?
        };
        if !written && strict {
            let text = self.key_text(key);
            return self.type_error(&format!("Cannot assign to read only property '{text}'"));
        }
        Ok(())
    }

    pub(crate) fn set_atom(&mut self, object: Value, name: Atom, value: Value) -> Completion<()> {
        self.set_key(object, Key::Name(name), value, true)
    }

    /// Assigns, and returns false if the property cannot be written.
    pub(crate) fn set_with(
        &mut self,
        object: Value,
        key: Key,
        value: Value,
        receiver: Value,
    ) -> Completion<bool> {
        if object == receiver && self.set_own(object, key, value) {
            return Ok(true);
        }
        let mut walk = object;
        while let Some(data) = self.heap.object(walk) {
            let prototype = data.prototype;
            match &data.class {
                Class::Proxy { .. } => return self.proxy_set(walk, key, value, receiver),
                Class::TypedArray(_) if self.is_numeric(key) => {
                    if walk == receiver {
                        self.typed_store(walk, key, value)?;
                        return Ok(true);
                    }
                    if !matches!(self.exotic_property(walk, key), Some(Some(_))) {
                        return Ok(true);
                    }
                }
                _ => {}
            }
            if let Some(found) = self.own_property(walk, key)? {
                if found.attributes.accessor {
                    return match self.heap.cell(found.value) {
                        Some(Cell::Accessor { setter, .. }) if *setter != Value::UNDEFINED => {
                            let setter = *setter;
                            self.call_function(setter, receiver, &[value])?;
                            Ok(true)
                        }
                        _ => Ok(false),
                    };
                }
                if !found.attributes.writable {
                    return Ok(false);
                }
                break;
            }
            walk = prototype;
        }
        if self.heap.object(receiver).is_none() {
            return Ok(false);
        }
        match self.own_property(receiver, key)? {
            Some(found) if found.attributes.accessor || !found.attributes.writable => Ok(false),
            Some(_) => {
                let change = Descriptor { value: Some(value), ..Descriptor::default() };
                self.define_own(receiver, key, change)
            }
            None => self.define_own(receiver, key, Descriptor::data(value, Attributes::ALL)),
        }
    }

    /// Writes a plain own data property that is there; false if there is none or the object is exotic.
    fn set_own(&mut self, object: Value, key: Key, value: Value) -> bool {
        let Some(data) = self.heap.object(object) else { return false };
        match (key, &data.class) {
            (Key::Index(index), Class::Plain | Class::Array { .. }) => {
                if let Some(data) = self.heap.object_mut(object)
                    && let Some(element) = data.elements.get_mut(index as usize)
                    && *element != Value::EMPTY
                {
                    *element = value;
                    return true;
                }
                false
            }
            (Key::Name(name), Class::Plain | Class::Closure { .. } | Class::Native(_) | Class::Error) => {
                match self.heap.find(data, name) {
                    Some(slot) if slot.attributes.writable && !slot.attributes.accessor => {
                        if let Some(data) = self.heap.object_mut(object) {
                            data.slots[slot.index as usize] = value;
                        }
                        true
                    }
                    _ => false,
                }
            }
            _ => false,
        }
    }

    pub(crate) fn array_length(&self, array: Value) -> usize {
        match self.heap.class(array) {
            Some(Class::Array { length, .. }) => *length as usize,
            _ => 0,
        }
    }

    /// Defines an own property of a name, whatever it was before.
    pub(crate) fn define(&mut self, object: Value, name: Atom, value: Value, attributes: Attributes) {
        self.finish_closure(object);
        self.heap.put_named(object, name, value, attributes);
    }

    /// Defines an own property; the value of an accessor is its cell.
    ///
    /// # Errors
    /// A TypeError if it cannot be defined.
    pub(crate) fn define_key(
        &mut self,
        object: Value,
        key: Value,
        value: Value,
        attributes: Attributes,
    ) -> Completion<()> {
        let key = self.key_of(key)?;
        let descriptor = match self.heap.cell(value) {
            Some(Cell::Accessor { getter, setter }) if attributes.accessor => Descriptor {
                getter: Some(*getter),
                setter: Some(*setter),
                enumerable: Some(attributes.enumerable),
                configurable: Some(attributes.configurable),
                ..Descriptor::default()
            },
            _ => Descriptor::data(value, attributes),
        };
        self.define_or_throw(object, key, descriptor)
    }

    pub(crate) fn define_or_throw(&mut self, object: Value, key: Key, what: Descriptor) -> Completion<()> {
        if !self.define_own(object, key, what)? {
            let text = self.key_text(key);
            return self.type_error(&format!("Cannot define property '{text}'"));
        }
        Ok(())
    }

    /// Defines a data property with all attributes.
    pub(crate) fn create_data(&mut self, object: Value, key: Key, value: Value) -> Completion<()> {
        if let Key::Index(index) = key
            && index < SMALL
            && self.heap.object(object).is_some_and(|data| data.accepts(index))
        {
            self.make_room()?;
            self.heap.put_element(object, index, value, Attributes::ALL);
            return Ok(());
        }
        self.define_or_throw(object, key, Descriptor::data(value, Attributes::ALL))
    }

    /// Defines an own property, or returns false if it must not change so.
    pub(crate) fn define_own(&mut self, object: Value, key: Key, new: Descriptor) -> Completion<bool> {
        let Some(data) = self.heap.object(object) else { return Ok(false) };
        match (&data.class, key) {
            (Class::Proxy { .. }, _) => return self.proxy_define(object, key, new),
            (Class::Array { .. }, Key::Name(name)) if name == self.atoms.length => {
                return self.define_length(object, new);
            }
            (Class::Array { length, writable: false }, Key::Index(index)) if index >= *length => {
                return Ok(false);
            }
            (Class::TypedArray(_), _) if self.is_numeric(key) => return self.typed_define(object, key, new),
            _ => {}
        }
        let extensible = self.heap.object(object).is_some_and(|data| data.extensible);
        let current = self.own_property(object, key)?;
        let Some(merged) = self.merge(current, new, extensible) else { return Ok(false) };
        if matches!(self.heap.class(object), Some(Class::MappedArguments { .. })) {
            self.write_mapped(object, key, new);
        }
        if let Key::Index(index) = key {
            self.reserve_element(object, index)?;
        }
        self.put(object, key, merged);
        Ok(true)
    }

    /// The property after a definition; none if the definition is not allowed.
    pub(super) fn merge(
        &mut self,
        current: Option<Property>,
        new: Descriptor,
        extensible: bool,
    ) -> Option<Property> {
        let Some(current) = current else {
            let attributes = Attributes {
                writable: new.writable.unwrap_or(false),
                enumerable: new.enumerable.unwrap_or(false),
                configurable: new.configurable.unwrap_or(false),
                accessor: new.is_accessor(),
            };
            let value = if attributes.accessor {
                let getter = new.getter.unwrap_or(Value::UNDEFINED);
                let setter = new.setter.unwrap_or(Value::UNDEFINED);
                self.heap.allocate(Cell::Accessor { getter, setter })
            } else {
                new.value.unwrap_or(Value::UNDEFINED)
            };
            return extensible.then_some(Property { value, attributes });
        };
        let old = current.attributes;
        let (old_getter, old_setter) = match self.heap.cell(current.value) {
            Some(Cell::Accessor { getter, setter }) if old.accessor => (*getter, *setter),
            _ => (Value::UNDEFINED, Value::UNDEFINED),
        };
        if !old.configurable {
            let changes = new.configurable == Some(true)
                || new.enumerable.is_some_and(|enumerable| enumerable != old.enumerable)
                || (new.is_accessor() && !old.accessor)
                || (new.is_data() && old.accessor);
            let accessor_changes = old.accessor
                && (new.getter.is_some_and(|getter| getter != old_getter)
                    || new.setter.is_some_and(|setter| setter != old_setter));
            let value_changes = !old.accessor
                && !old.writable
                && (new.writable == Some(true)
                    || new.value.is_some_and(|value| !self.same_value(value, current.value)));
            if changes || accessor_changes || value_changes {
                return None;
            }
        }
        let mut attributes = Attributes {
            enumerable: new.enumerable.unwrap_or(old.enumerable),
            configurable: new.configurable.unwrap_or(old.configurable),
            ..old
        };
        let mut value = current.value;
        if new.is_accessor() {
            attributes = Attributes { writable: false, accessor: true, ..attributes };
            let getter = new.getter.unwrap_or(old_getter);
            let setter = new.setter.unwrap_or(old_setter);
            value = self.heap.allocate(Cell::Accessor { getter, setter });
        } else if new.is_data() {
            let was = if old.accessor { Value::UNDEFINED } else { current.value };
            attributes.writable = new.writable.unwrap_or(old.writable && !old.accessor);
            attributes.accessor = false;
            value = new.value.unwrap_or(was);
        }
        Some(Property { value, attributes })
    }

    /// Defines the length of an array.
    fn define_length(&mut self, array: Value, new: Descriptor) -> Completion<bool> {
        let mut target = None;
        if let Some(value) = new.value {
            let length = super::to_int32(self.number_of(value)?) as u32;
            if f64::from(length) != self.number_of(value)? {
                return self.throw_error(Intrinsic::RangeErrorPrototype, "Invalid array length");
            }
            target = Some(length);
        }
        let Some(data) = self.heap.object_mut(array) else { return Ok(false) };
        let Class::Array { length, writable } = &data.class else { return Ok(false) };
        let (old, was_writable) = (*length, *writable);
        let target = target.unwrap_or(old);
        if new.configurable == Some(true)
            || new.enumerable == Some(true)
            || new.is_accessor()
            || (!was_writable && (new.writable == Some(true) || target != old))
        {
            return Ok(false);
        }
        let reached = if target < old { data.truncate(target) } else { target };
        data.class = Class::Array { length: reached, writable: was_writable && new.writable != Some(false) };
        Ok(reached == target)
    }

    /// Deletes an own property; false if it must stay.
    pub(crate) fn delete(&mut self, object: Value, key: Value) -> Completion<bool> {
        if object.is_nullish() {
            return self.type_error("Cannot convert undefined or null to object");
        }
        let key = self.key_of(key)?;
        let object = if self.heap.object(object).is_some() { object } else { self.boxed(object) };
        self.delete_key(object, key)
    }

    pub(crate) fn delete_key(&mut self, object: Value, key: Key) -> Completion<bool> {
        if matches!(self.heap.class(object), Some(Class::Proxy { .. })) {
            return self.proxy_delete(object, key);
        }
        let Some(found) = self.own_property(object, key)? else { return Ok(true) };
        if !found.attributes.configurable
            || matches!(self.heap.class(object), Some(Class::TypedArray(_)) if self.is_numeric(key))
        {
            return Ok(false);
        }
        match key {
            Key::Name(name) => self.heap.remove_named(object, name),
            Key::Index(index) => {
                if let Some(data) = self.heap.object_mut(object) {
                    data.remove_element(index);
                    if let Class::MappedArguments { variables, .. } = &mut data.class
                        && let Some(variable) = variables.get_mut(index as usize)
                    {
                        *variable = None;
                    }
                }
            }
        }
        Ok(true)
    }

    /// All own keys: indices in order, names by creation, symbols by creation.
    pub(crate) fn own_keys(&mut self, object: Value) -> Completion<Vec<Key>> {
        self.finish_closure(object);
        let Some(data) = self.heap.object(object) else { return Ok(Vec::new()) };
        if matches!(data.class, Class::Proxy { .. }) {
            return self.proxy_keys(object);
        }
        let mut keys: Vec<Key> = Vec::new();
        match &data.class {
            Class::TypedArray(view) => keys.extend((0..self.view_length(*view) as u32).map(Key::Index)),
            Class::Boxed(inner) => {
                keys.extend((0..self.heap.string_length(*inner) as u32).map(Key::Index));
            }
            _ => {}
        }
        keys.extend(data.indices().into_iter().map(Key::Index));
        if matches!(data.class, Class::Array { .. }) || self.boxed_string(object).is_some() {
            keys.push(Key::Name(self.atoms.length));
        }
        let (symbols, names): (Vec<Atom>, Vec<Atom>) =
            self.heap.names_of(data).into_iter().partition(|name| name.is_symbol());
        let symbols = symbols.into_iter().filter(|symbol| !self.heap.is_private(*symbol));
        keys.extend(names.into_iter().chain(symbols).map(Key::Name));
        Ok(keys)
    }

    /// Keys of the enumerable own properties that are no symbols.
    pub(crate) fn enumerable_keys(&mut self, object: Value) -> Completion<Vec<Key>> {
        let mut keys = Vec::new();
        for key in self.own_keys(object)? {
            if !key.is_symbol()
                && self.own_property(object, key)?.is_some_and(|found| found.attributes.enumerable)
            {
                keys.push(key);
            }
        }
        Ok(keys)
    }

    pub(crate) fn prototype_of(&mut self, object: Value) -> Completion<Value> {
        match self.heap.object(object) {
            Some(data) if matches!(data.class, Class::Proxy { .. }) => self.proxy_prototype(object),
            Some(data) => Ok(data.prototype),
            None => Ok(Value::NULL),
        }
    }

    /// Changes the prototype, or returns false if it must stay.
    pub(crate) fn set_prototype(&mut self, object: Value, prototype: Value) -> Completion<bool> {
        let Some(data) = self.heap.object(object) else { return Ok(false) };
        if matches!(data.class, Class::Proxy { .. }) {
            return self.proxy_set_prototype(object, prototype);
        }
        if data.prototype == prototype {
            return Ok(true);
        }
        if !data.extensible || object == self.intrinsic(Intrinsic::ObjectPrototype) {
            return Ok(false);
        }
        let mut walk = prototype;
        while let Some(data) = self.heap.object(walk) {
            if walk == object {
                return Ok(false);
            }
            if matches!(data.class, Class::Proxy { .. }) {
                break;
            }
            walk = data.prototype;
        }
        if let Some(data) = self.heap.object_mut(object) {
            data.prototype = prototype;
        }
        Ok(true)
    }

    pub(crate) fn is_extensible(&mut self, object: Value) -> Completion<bool> {
        match self.heap.object(object) {
            Some(data) if matches!(data.class, Class::Proxy { .. }) => self.proxy_is_extensible(object),
            Some(data) => Ok(data.extensible),
            None => Ok(false),
        }
    }

    pub(crate) fn prevent_extensions(&mut self, object: Value) -> Completion<bool> {
        match self.heap.object_mut(object) {
            Some(data) if matches!(data.class, Class::Proxy { .. }) => self.proxy_prevent_extensions(object),
            Some(data) => {
                data.extensible = false;
                Ok(true)
            }
            None => Ok(true),
        }
    }
}

/// The array index that a string is the text of.
pub(crate) fn index_of(units: &[u16]) -> Option<u32> {
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
