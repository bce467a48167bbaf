//! Objects whose properties are not in their slots: strings, arguments, typed arrays.

use super::objects::{Descriptor, Key, Property};
use super::{Completion, Vm};
use crate::heap::{Attributes, Cell, Class, Element, Value, View};
use num_bigint::BigInt;

impl Vm {
    /// The string in a string object.
    pub(crate) fn boxed_string(&self, object: Value) -> Option<Value> {
        match self.heap.class(object) {
            Some(Class::Boxed(inner)) if self.heap.is_string(*inner) => Some(*inner),
            _ => None,
        }
    }

    /// The property of an exotic object: none if plain lookup decides, and none in it if there is no such property.
    pub(super) fn exotic_property(&mut self, object: Value, key: Key) -> Option<Option<Property>> {
        match (self.heap.class(object)?, key) {
            (Class::Boxed(inner), key) => {
                let units = self.heap.string(*inner)?;
                match key {
                    Key::Index(index) => {
                        let unit = *units.get(index as usize)?;
                        let value = self.heap.new_unit(unit);
                        let attributes = Attributes { enumerable: true, ..Attributes::FIXED };
                        Some(Some(Property { value, attributes }))
                    }
                    Key::Name(name) if name == self.atoms.length => {
                        let value = Value::number(units.len() as f64);
                        Some(Some(Property { value, attributes: Attributes::FIXED }))
                    }
                    Key::Name(_) => None,
                }
            }
            (Class::TypedArray(view), Key::Index(index)) => {
                let view = *view;
                if index as usize >= self.view_length(view) {
                    return Some(None);
                }
                let value = self.view_load(view, index as usize);
                Some(Some(Property { value, attributes: Attributes::ALL }))
            }
            (Class::TypedArray(_), key) => self.is_numeric(key).then_some(None),
            (Class::MappedArguments { environment, variables }, Key::Index(index)) => {
                let variable = (*variables.get(index as usize)?)?;
                let Some(Cell::Environment { slots, .. }) = self.heap.cell(*environment) else { return None };
                let value = *slots.get(variable as usize)?;
                let plain = self.ordinary_property(object, key)?;
                Some(Some(Property { value, ..plain }))
            }
            _ => None,
        }
    }

    /// Writes a definition of a mapped element to its variable, and ends the mapping if it must.
    pub(super) fn write_mapped(&mut self, object: Value, key: Key, new: Descriptor) {
        let Key::Index(index) = key else { return };
        let Some(Class::MappedArguments { environment, variables }) = self.heap.class_mut(object) else {
            return;
        };
        let environment = *environment;
        let Some(place) = variables.get_mut(index as usize) else { return };
        let variable = *place;
        if new.is_accessor() || new.writable == Some(false) {
            *place = None;
        }
        if let (Some(variable), Some(value)) = (variable, new.value)
            && let Some(Cell::Environment { slots, .. }) = self.heap.cell_mut(environment)
            && let Some(slot) = slots.get_mut(variable as usize)
        {
            *slot = value;
        }
    }

    /// True if a key is the text of a number, which typed arrays treat as an index.
    pub(super) fn is_numeric(&self, key: Key) -> bool {
        match key {
            Key::Index(_) => true,
            Key::Name(name) if name.is_symbol() => false,
            Key::Name(name) => {
                let text = String::from_utf16_lossy(&self.heap.name(name));
                let starts = text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | 'I' | 'N'));
                starts
                    && (text == "-0" || {
                        let number = super::string_to_number(&text);
                        ryu_js::Buffer::new().format(number) == text
                    })
            }
        }
    }

    /// Number of elements of a view; zero if its buffer is detached.
    pub(crate) fn view_length(&self, view: View) -> usize {
        if self.is_detached(view.buffer) { 0 } else { view.length }
    }

    pub(crate) fn is_detached(&self, buffer: Value) -> bool {
        !matches!(self.heap.class(buffer), Some(Class::ArrayBuffer(Some(_))))
    }

    /// Bytes of an element of a view.
    pub(crate) fn view_bytes(&self, view: View, index: usize) -> Option<&[u8]> {
        match self.heap.class(view.buffer) {
            Some(Class::ArrayBuffer(Some(bytes))) => {
                let size = view.element.size();
                let start = view.offset + index * size;
                bytes.get(start..start + size)
            }
            _ => None,
        }
    }

    /// An element of a view; undefined if there is none.
    pub(crate) fn view_load(&mut self, view: View, index: usize) -> Value {
        let mut bytes = [0; 8];
        match self.view_bytes(view, index) {
            Some(found) => bytes[..found.len()].copy_from_slice(found),
            None => return Value::UNDEFINED,
        }
        self.decode(view.element, bytes)
    }

    /// The value of little-endian bytes.
    pub(crate) fn decode(&mut self, element: Element, bytes: [u8; 8]) -> Value {
        let word = u64::from_le_bytes(bytes);
        Value::number(match element {
            Element::Int8 => f64::from(word as i8),
            Element::Uint8 | Element::Uint8Clamped => f64::from(word as u8),
            Element::Int16 => f64::from(word as i16),
            Element::Uint16 => f64::from(word as u16),
            Element::Int32 => f64::from(word as i32),
            Element::Uint32 => f64::from(word as u32),
            Element::Float32 => f64::from(f32::from_bits(word as u32)),
            Element::Float64 => f64::from_bits(word),
            Element::BigInt64 => return self.heap.new_bigint(BigInt::from(word as i64)),
            Element::BigUint64 => return self.heap.new_bigint(BigInt::from(word)),
        })
    }

    /// Little-endian bytes of a value, converted to the type of an element.
    pub(crate) fn encode(&mut self, element: Element, value: Value) -> Completion<[u8; 8]> {
        if element.is_bigint() {
            let number = self.bigint_of(value)?;
            return Ok(crate::interp::bigint::low_word(&number).to_le_bytes());
        }
        let number = self.number_of(value)?;
        let word = match element {
            Element::Uint8Clamped => number.clamp(0.0, 255.0).round_ties_even() as u64,
            Element::Float32 => u64::from((number as f32).to_bits()),
            Element::Float64 => Value::number(number).bits(),
            _ => u64::from(super::to_int32(number) as u32),
        };
        Ok(word.to_le_bytes())
    }

    /// Writes encoded bytes; out of bounds, nothing happens.
    pub(crate) fn view_put(&mut self, view: View, index: usize, bytes: [u8; 8]) {
        if let Some(Class::ArrayBuffer(Some(all))) = self.heap.class_mut(view.buffer)
            && index < view.length
        {
            let size = view.element.size();
            let start = view.offset + index * size;
            if let Some(place) = all.get_mut(start..start + size) {
                place.copy_from_slice(&bytes[..size]);
            }
        }
    }

    /// Stores to an element of a typed array by any numeric key.
    pub(super) fn typed_store(&mut self, object: Value, key: Key, value: Value) -> Completion<()> {
        let Some(Class::TypedArray(view)) = self.heap.class(object) else { return Ok(()) };
        let view = *view;
        let bytes = self.encode(view.element, value)?;
        if let Key::Index(index) = key {
            self.view_put(view, index as usize, bytes);
        }
        Ok(())
    }

    pub(super) fn typed_define(&mut self, object: Value, key: Key, new: Descriptor) -> Completion<bool> {
        if !matches!(self.exotic_property(object, key), Some(Some(_)))
            || new.configurable == Some(false)
            || new.enumerable == Some(false)
            || new.writable == Some(false)
            || new.is_accessor()
        {
            return Ok(false);
        }
        if let Some(value) = new.value {
            self.typed_store(object, key, value)?;
        }
        Ok(true)
    }
}

impl Element {
    pub(crate) fn size(self) -> usize {
        match self {
            Element::Int8 | Element::Uint8 | Element::Uint8Clamped => 1,
            Element::Int16 | Element::Uint16 => 2,
            Element::Int32 | Element::Uint32 | Element::Float32 => 4,
            Element::Float64 | Element::BigInt64 | Element::BigUint64 => 8,
        }
    }

    pub(crate) fn is_bigint(self) -> bool {
        matches!(self, Element::BigInt64 | Element::BigUint64)
    }
}
