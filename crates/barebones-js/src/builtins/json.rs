//! `JSON`.

use super::{Row, method, tag};
use crate::heap::{Attributes, Class, Kind, Value};
use crate::interp::{Arguments, Completion, Intrinsic, Key, Vm};
use std::rc::Rc;

const TABLE: &[Row] = &[method("parse", 2, parse), method("stringify", 3, stringify), tag("JSON")];

/// Maximum depth of values in values.
const MAX_DEPTH: u32 = 2000;

pub(super) fn install(vm: &mut Vm) {
    vm.namespace("JSON", TABLE);
}

fn parse(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (text, reviver) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
    let units = vm.units_of(text)?;
    let mut parser = Parser { units: &units, at: 0, depth: 0 };
    let value = parser.value(vm)?;
    parser.space();
    if parser.at < units.len() {
        return parser.error(vm);
    }
    if !vm.is_callable(reviver) {
        return Ok(value);
    }
    let root = vm.plain_object();
    let empty = vm.heap.atom("");
    vm.define(root, empty, value, Attributes::ALL);
    revive(vm, root, Key::Name(empty), reviver, 0)
}

fn revive(vm: &mut Vm, holder: Value, key: Key, reviver: Value, depth: u32) -> Completion<Value> {
    if depth == MAX_DEPTH {
        return vm.too_deep();
    }
    vm.check_stack()?;
    let value = vm.get_key(holder, key)?;
    if vm.heap.object(value).is_some() {
        let keys = if super::object::is_array(vm, value)? {
            let length = vm.length_of(value)?;
            (0..length as u32).map(Key::Index).collect()
        } else {
            vm.enumerable_keys(value)?
        };
        for key in keys {
            let new = revive(vm, value, key, reviver, depth + 1)?;
            if new == Value::UNDEFINED {
                vm.delete_key(value, key)?;
            } else {
                let new = crate::interp::Descriptor::data(new, Attributes::ALL);
                vm.define_own(value, key, new)?;
            }
        }
    }
    let name = vm.key_value(key);
    vm.call_function(reviver, holder, &[name, value])
}

struct Parser<'a> {
    units: &'a [u16],
    at: usize,
    depth: u32,
}

impl Parser<'_> {
    fn error<T>(&self, vm: &mut Vm) -> Completion<T> {
        let message = match self.units.get(self.at) {
            Some(unit) => {
                let found = String::from_utf16_lossy(&[*unit]);
                format!("Unexpected token {found} in JSON at position {}", self.at)
            }
            None => String::from("Unexpected end of JSON input"),
        };
        vm.throw_error(Intrinsic::SyntaxErrorPrototype, &message)
    }

    fn peek(&self) -> u8 {
        self.units.get(self.at).and_then(|unit| u8::try_from(*unit).ok()).unwrap_or(0)
    }

    fn space(&mut self) {
        while matches!(self.peek(), b' ' | b'\t' | b'\n' | b'\r') {
            self.at += 1;
        }
    }

    fn expect(&mut self, vm: &mut Vm, text: &str, value: Value) -> Completion<Value> {
        for byte in text.bytes() {
            if self.peek() != byte {
                return self.error(vm);
            }
            self.at += 1;
        }
        Ok(value)
    }

    fn value(&mut self, vm: &mut Vm) -> Completion<Value> {
        self.space();
        match self.peek() {
            b'{' | b'[' if self.depth == MAX_DEPTH => vm.too_deep(),
            open @ (b'{' | b'[') => {
                vm.check_stack()?;
                vm.make_room()?;
                self.depth += 1;
                self.at += 1;
                let value = if open == b'{' { self.object(vm) } else { self.array(vm) };
                self.depth -= 1;
                value
            }
            b'"' => {
                let units = self.string(vm)?;
                vm.make_room()?;
                Ok(vm.heap.new_string(units))
            }
            b't' => self.expect(vm, "true", Value::TRUE),
            b'f' => self.expect(vm, "false", Value::FALSE),
            b'n' => self.expect(vm, "null", Value::NULL),
            b'-' | b'0'..=b'9' => self.number(vm),
            _ => self.error(vm),
        }
    }

    fn object(&mut self, vm: &mut Vm) -> Completion<Value> {
        let object = vm.plain_object();
        self.space();
        if self.peek() == b'}' {
            self.at += 1;
            return Ok(object);
        }
        loop {
            self.space();
            if self.peek() != b'"' {
                return self.error(vm);
            }
            let name = self.string(vm)?;
            let key = match crate::interp::index_of(&name) {
                Some(index) => Key::Index(index),
                None => Key::Name(vm.heap.intern(&name)),
            };
            self.space();
            self.expect(vm, ":", Value::NULL)?;
            let value = self.value(vm)?;
            vm.create_data(object, key, value)?;
            self.space();
            match self.peek() {
                b',' => self.at += 1,
                b'}' => {
                    self.at += 1;
                    return Ok(object);
                }
                _ => return self.error(vm),
            }
        }
    }

    fn array(&mut self, vm: &mut Vm) -> Completion<Value> {
        let mut elements = Vec::new();
        self.space();
        if self.peek() == b']' {
            self.at += 1;
            return Ok(vm.new_array(elements));
        }
        loop {
            elements.push(self.value(vm)?);
            if elements.len().is_power_of_two() {
                vm.reserve(8 * elements.len())?;
            }
            self.space();
            match self.peek() {
                b',' => self.at += 1,
                b']' => {
                    self.at += 1;
                    return Ok(vm.new_array(elements));
                }
                _ => return self.error(vm),
            }
        }
    }

    fn string(&mut self, vm: &mut Vm) -> Completion<Vec<u16>> {
        let mut units = Vec::new();
        self.at += 1;
        loop {
            let Some(unit) = self.units.get(self.at) else { return self.error(vm) };
            match *unit {
                0x22 => {
                    self.at += 1;
                    return Ok(units);
                }
                0..=0x1f => return self.error(vm),
                0x5c => {
                    self.at += 1;
                    let escaped = match self.peek() {
                        b'b' => 8,
                        b'f' => 12,
                        b'n' => 10,
                        b'r' => 13,
                        b't' => 9,
                        b'u' => {
                            let mut unit = 0;
                            for _ in 0..4 {
                                self.at += 1;
                                match char::from(self.peek()).to_digit(16) {
                                    Some(digit) => unit = unit * 16 + digit as u16,
                                    None => return self.error(vm),
                                }
                            }
                            unit
                        }
                        same @ (b'"' | b'\\' | b'/') => u16::from(same),
                        _ => return self.error(vm),
                    };
                    units.push(escaped);
                }
                unit => units.push(unit),
            }
            self.at += 1;
        }
    }

    fn digits(&mut self, vm: &mut Vm) -> Completion<()> {
        if !self.peek().is_ascii_digit() {
            return self.error(vm);
        }
        while self.peek().is_ascii_digit() {
            self.at += 1;
        }
        Ok(())
    }

    fn number(&mut self, vm: &mut Vm) -> Completion<Value> {
        let start = self.at;
        if self.peek() == b'-' {
            self.at += 1;
        }
        if self.peek() == b'0' {
            self.at += 1;
        } else {
            self.digits(vm)?;
        }
        if self.peek() == b'.' {
            self.at += 1;
            self.digits(vm)?;
        }
        if matches!(self.peek(), b'e' | b'E') {
            self.at += 1;
            if matches!(self.peek(), b'+' | b'-') {
                self.at += 1;
            }
            self.digits(vm)?;
        }
        let text = String::from_utf16_lossy(&self.units[start..self.at]);
        Ok(Value::number(text.parse().unwrap_or(f64::NAN)))
    }
}

struct Writer {
    replacer: Value,
    /// Keys to write; none if all.
    keys: Option<Vec<Key>>,
    gap: Vec<u16>,
    indent: Vec<u16>,
    /// Objects that are being written, from the outermost.
    open: Vec<Value>,
    out: Vec<u16>,
}

fn stringify(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let [value, replacer, space] = [0, 1, 2].map(|index| vm.argument(arguments, index));
    let mut writer = Writer {
        replacer: Value::UNDEFINED,
        keys: None,
        gap: Vec::new(),
        indent: Vec::new(),
        open: Vec::new(),
        out: Vec::new(),
    };
    if vm.is_callable(replacer) {
        writer.replacer = replacer;
    } else if vm.heap.object(replacer).is_some() && super::object::is_array(vm, replacer)? {
        let mut keys = Vec::new();
        let length = vm.length_of(replacer)?;
        for index in 0..length as u32 {
            let item = vm.get_key(replacer, Key::Index(index))?;
            let named = match vm.heap.class(item) {
                Some(Class::Boxed(inner)) => inner.as_number().is_some() || vm.heap.is_string(*inner),
                _ => item.as_number().is_some() || vm.heap.is_string(item),
            };
            if named {
                let text = vm.string_of(item)?;
                let key = vm.string_key(text);
                if !keys.contains(&key) {
                    keys.push(key);
                }
            }
        }
        writer.keys = Some(keys);
    }
    let space = unboxed(vm, space)?;
    if space.as_number().is_some() {
        let count = vm.whole(space)?.clamp(0.0, 10.0) as usize;
        writer.gap = vec![u16::from(b' '); count];
    } else if vm.heap.is_string(space) {
        writer.gap = vm.units_of(space)?.iter().copied().take(10).collect();
    }
    let holder = vm.plain_object();
    let empty = vm.heap.atom("");
    vm.define(holder, empty, value, Attributes::ALL);
    vm.make_room()?;
    if !writer.property(vm, holder, Key::Name(empty))? {
        return Ok(Value::UNDEFINED);
    }
    Ok(vm.heap.new_string(writer.out))
}

/// A number or string object as its primitive.
fn unboxed(vm: &mut Vm, value: Value) -> Completion<Value> {
    let Some(Class::Boxed(inner)) = vm.heap.class(value) else { return Ok(value) };
    let inner = *inner;
    if inner.as_number().is_some() {
        return Ok(Value::number(vm.number_of(value)?));
    }
    if vm.heap.is_string(inner) {
        return vm.string_of(value);
    }
    let primitive = matches!(inner.kind(), Kind::Boolean(_)) || vm.heap.bigint(inner).is_some();
    Ok(if primitive { inner } else { value })
}

impl Writer {
    fn write(&mut self, text: &str) {
        self.out.extend(text.encode_utf16());
    }

    /// Writes the value of a property; false if it has no text.
    fn property(&mut self, vm: &mut Vm, holder: Value, key: Key) -> Completion<bool> {
        let mut value = vm.get_key(holder, key)?;
        if vm.heap.object(value).is_some() || vm.heap.bigint(value).is_some() {
            let method = vm.get_atom(value, vm.atoms.to_json)?;
            if vm.is_callable(method) {
                let name = vm.key_value(key);
                value = vm.call_function(method, value, &[name])?;
            }
        }
        if self.replacer != Value::UNDEFINED {
            let name = vm.key_value(key);
            value = vm.call_function(self.replacer, holder, &[name, value])?;
        }
        let value = unboxed(vm, value)?;
        match value.kind() {
            Kind::Null => self.write("null"),
            Kind::Boolean(value) => self.write(if value { "true" } else { "false" }),
            Kind::Number(number) if number.is_finite() => self.write(ryu_js::Buffer::new().format(number)),
            Kind::Number(_) => self.write("null"),
            Kind::Undefined | Kind::Empty | Kind::Symbol(_) => return Ok(false),
            Kind::Cell if vm.heap.is_string(value) => {
                let units = vm.units_of(value)?;
                self.quote(&units);
            }
            Kind::Cell if vm.heap.bigint(value).is_some() => {
                return vm.type_error("Do not know how to serialize a BigInt");
            }
            Kind::Cell if vm.is_callable(value) => return Ok(false),
            Kind::Cell => self.nested(vm, value)?,
        }
        if self.out.len() > vm.heap.max_string() {
            return vm.range_error("Invalid string length");
        }
        Ok(true)
    }

    fn nested(&mut self, vm: &mut Vm, value: Value) -> Completion<()> {
        if self.open.contains(&value) {
            return vm.type_error("Converting circular structure to JSON");
        }
        if self.open.len() == MAX_DEPTH as usize {
            return vm.too_deep();
        }
        vm.check_stack()?;
        self.open.push(value);
        let outer = self.indent.len();
        self.indent.extend_from_slice(&self.gap);
        let is_array = super::object::is_array(vm, value)?;
        let keys = if is_array {
            let length = vm.length_of(value)?;
            (0..length as u32).map(Key::Index).collect()
        } else {
            match &self.keys {
                Some(keys) => keys.clone(),
                None => vm.enumerable_keys(value)?,
            }
        };
        self.write(if is_array { "[" } else { "{" });
        let mut first = true;
        for key in keys {
            let before = self.out.len();
            if !first {
                self.write(",");
            }
            if !self.gap.is_empty() {
                self.write("\n");
                let indent = self.indent.clone();
                self.out.extend_from_slice(&indent);
            }
            if !is_array {
                let name: Rc<[u16]> = match key {
                    Key::Index(index) => index.to_string().encode_utf16().collect(),
                    Key::Name(name) => vm.heap.name(name),
                };
                self.quote(&name);
                self.write(if self.gap.is_empty() { ":" } else { ": " });
            }
            if self.property(vm, value, key)? {
                first = false;
            } else if is_array {
                self.write("null");
                first = false;
            } else {
                self.out.truncate(before);
            }
        }
        self.indent.truncate(outer);
        if !first && !self.gap.is_empty() {
            self.write("\n");
            let indent = self.indent.clone();
            self.out.extend_from_slice(&indent);
        }
        self.write(if is_array { "]" } else { "}" });
        self.open.pop();
        Ok(())
    }

    fn quote(&mut self, units: &[u16]) {
        self.write("\"");
        for item in char::decode_utf16(units.iter().copied()) {
            match item {
                Ok('"') => self.write("\\\""),
                Ok('\\') => self.write("\\\\"),
                Ok('\u{8}') => self.write("\\b"),
                Ok('\u{c}') => self.write("\\f"),
                Ok('\n') => self.write("\\n"),
                Ok('\r') => self.write("\\r"),
                Ok('\t') => self.write("\\t"),
                Ok(c) if c < ' ' => self.write(&format!("\\u{:04x}", u32::from(c))),
                Ok(c) => self.out.extend_from_slice(c.encode_utf16(&mut [0; 2])),
                Err(lone) => self.write(&format!("\\u{:04x}", lone.unpaired_surrogate())),
            }
        }
        self.write("\"");
    }
}
