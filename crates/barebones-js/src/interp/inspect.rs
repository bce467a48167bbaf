//! Values as a person reads them, without running code of the program.

use super::Vm;
use super::objects::Key;
use crate::heap::{Class, Kind, Settled, Value};

/// Maximum depth of objects in objects.
const MAX_DEPTH: usize = 3;

/// Maximum number of properties of an object.
const MAX_ITEMS: usize = 100;

impl Vm {
    /// Text of a value.
    pub(crate) fn inspect(&self, value: Value) -> String {
        self.inspect_in(value, &mut Vec::new())
    }

    fn inspect_in(&self, value: Value, open: &mut Vec<Value>) -> String {
        match value.kind() {
            Kind::Undefined => String::from("undefined"),
            Kind::Null => String::from("null"),
            Kind::Empty => String::from("<empty>"),
            Kind::Boolean(value) => value.to_string(),
            Kind::Number(0.0) if value.bits() != 0 => String::from("-0"),
            Kind::Number(number) => ryu_js::Buffer::new().format(number).to_string(),
            Kind::Symbol(symbol) => self.key_text(Key::Name(symbol)),
            Kind::Cell if self.heap.is_string(value) => quoted(&self.text_of(value)),
            Kind::Cell => match self.heap.bigint(value) {
                Some(number) => format!("{number}n"),
                None => self.inspect_object(value, open),
            },
        }
    }

    fn inspect_object(&self, object: Value, open: &mut Vec<Value>) -> String {
        let Some(data) = self.heap.object(object) else { return String::new() };
        if open.contains(&object) {
            return String::from("[Circular]");
        }
        let head = self.head(object, &data.class);
        if open.len() == MAX_DEPTH {
            return if head.is_empty() { String::from("[Object]") } else { head };
        }
        open.push(object);
        let is_array = matches!(data.class, Class::Array { .. });
        let mut items = Vec::new();
        for index in data.indices() {
            let Some((value, attributes)) = data.element(index) else { continue };
            let text =
                if attributes.accessor { String::from("[Getter]") } else { self.inspect_in(value, open) };
            items.push(if is_array { text } else { format!("'{index}': {text}") });
            if items.len() == MAX_ITEMS {
                break;
            }
        }
        for name in self.heap.names_of(data) {
            let Some(slot) = self.heap.find(data, name) else { continue };
            if !slot.attributes.enumerable || self.heap.is_private(name) || items.len() >= MAX_ITEMS {
                continue;
            }
            let value = data.slots[slot.index as usize];
            let accessor = slot.attributes.accessor;
            let text = if accessor { String::from("[Getter]") } else { self.inspect_in(value, open) };
            let key = self.key_text(Key::Name(name));
            let plain = key.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$');
            let key = if name.is_symbol() {
                format!("[{key}]")
            } else if plain {
                key
            } else {
                quoted(&key)
            };
            items.push(format!("{key}: {text}"));
        }
        if items.len() == MAX_ITEMS {
            items.push(String::from("..."));
        }
        open.pop();
        let body = match (is_array, items.is_empty()) {
            (true, true) => String::from("[]"),
            (true, false) => format!("[ {} ]", items.join(", ")),
            (false, true) => String::from("{}"),
            (false, false) => format!("{{ {} }}", items.join(", ")),
        };
        match (head.as_str(), items.is_empty()) {
            ("", _) => body,
            (_, true) => head,
            _ => format!("{head} {body}"),
        }
    }

    /// What an object is beyond its properties; empty for plain objects and arrays.
    fn head(&self, object: Value, class: &Class) -> String {
        let named = |what: &str| match self.own_text(object, self.atoms.name) {
            Some(name) if !name.is_empty() => format!("[{what}: {name}]"),
            _ => format!("[{what}]"),
        };
        match class {
            Class::Closure { .. } | Class::Native(_) | Class::Captured { .. } | Class::Bound { .. } => {
                named("Function")
            }
            Class::Error => self.error_head(object),
            Class::Boxed(value) => format!("[Boxed: {}]", self.inspect_in(*value, &mut Vec::new())),
            Class::RegExp(regexp) => {
                let [source, flags] =
                    [&regexp.source, &regexp.flags].map(|units| String::from_utf16_lossy(units));
                format!("/{source}/{flags}")
            }
            Class::Date(time) => format!("[Date: {}]", ryu_js::Buffer::new().format(*time)),
            Class::Map(table) => format!("[Map: {} entries]", table.len()),
            Class::Set(table) => format!("[Set: {} values]", table.len()),
            Class::ArrayBuffer(bytes) => {
                format!("[ArrayBuffer: {} bytes]", bytes.as_ref().map_or(0, Vec::len))
            }
            Class::TypedArray(view) => {
                format!("[{:?}Array: {} elements]", view.element, self.view_length(*view))
            }
            Class::Promise(promise) => match promise.state {
                Settled::Pending => String::from("[Promise: pending]"),
                Settled::Fulfilled => {
                    format!("[Promise: {}]", self.inspect_in(promise.result, &mut vec![object]))
                }
                Settled::Rejected => {
                    format!("[Promise: rejected with {}]", self.inspect_in(promise.result, &mut vec![object]))
                }
            },
            Class::Proxy { .. } => String::from("[Proxy]"),
            Class::WeakMap(_) => String::from("[WeakMap]"),
            Class::WeakSet(_) => String::from("[WeakSet]"),
            Class::WeakRef(_) => String::from("[WeakRef]"),
            Class::DataView(_) => String::from("[DataView]"),
            Class::Generator(_) => String::from("[Generator]"),
            Class::AsyncGenerator(_) => String::from("[AsyncGenerator]"),
            Class::Iterator(_) => String::from("[Iterator]"),
            Class::Arguments | Class::MappedArguments { .. } => String::from("[Arguments]"),
            Class::Plain | Class::Array { .. } => String::new(),
        }
    }

    /// The stack of an error, or its name and message.
    fn error_head(&self, error: Value) -> String {
        let prototype = self.heap.object(error).map_or(Value::NULL, |data| data.prototype);
        let name = [error, prototype].into_iter().find_map(|holder| self.own_text(holder, self.atoms.name));
        let message = self.own_text(error, self.atoms.message).unwrap_or_default();
        let name = name.unwrap_or_else(|| String::from("Error"));
        if message.is_empty() { name } else { format!("{name}: {message}") }
    }

    /// The text of an own data property that is a string.
    fn own_text(&self, object: Value, name: crate::heap::Atom) -> Option<String> {
        let found = self.ordinary_property(object, Key::Name(name))?;
        (self.heap.is_string(found.value) && !found.attributes.accessor).then(|| self.text_of(found.value))
    }
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from("'");
    for c in text.chars() {
        match c {
            '\n' => quoted.push_str("\\n"),
            '\'' | '\\' => quoted.extend(['\\', c]),
            c => quoted.push(c),
        }
    }
    quoted + "'"
}
