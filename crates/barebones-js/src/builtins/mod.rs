//! The library: global functions, constructors and prototypes.
//!
//! Each object of the library has a table of rows: name, length, function. [`Vm::install`] makes properties of them.

mod array;
mod array_change;
mod array_search;
mod async_generator;
mod bigint;
mod boolean;
mod buffer;
mod collections;
mod console;
mod dataview;
mod date;
mod date_parse;
mod error;
mod function;
mod generator;
mod global;
mod iterator;
mod json;
mod math;
mod number;
mod object;
mod object_static;
mod promise;
mod promise_static;
mod proxy;
mod reflect;
mod regexp;
mod regexp_methods;
mod string;
mod string_methods;
mod symbol;
mod typed;
mod typed_methods;
mod uri;
mod weak;

use crate::heap::{Atom, Attributes, Cell, Class, Value, WellKnown};
use crate::interp::{Arguments, Completion, InPlace, Intrinsic, Native, Vm};
pub(crate) use object_static::freeze;

/// A property of an object of the library.
pub(crate) struct Row {
    /// The name; `@@iterator` stands for `Symbol.iterator`.
    name: &'static str,
    what: What,
}

enum What {
    /// A function, and its number of parameters.
    Method(u32, Native),
    /// One that compiled code calls in few steps where it can.
    Quick(u32, Native, InPlace),
    Getter(Native),
    Accessor(Native, Native),
    Number(f64),
    Text(&'static str),
}

const fn method(name: &'static str, length: u32, native: Native) -> Row {
    Row { name, what: What::Method(length, native) }
}

const fn quick(name: &'static str, length: u32, native: Native, in_place: InPlace) -> Row {
    Row { name, what: What::Quick(length, native, in_place) }
}

const fn getter(name: &'static str, native: Native) -> Row {
    Row { name, what: What::Getter(native) }
}

const fn accessor(name: &'static str, getter: Native, setter: Native) -> Row {
    Row { name, what: What::Accessor(getter, setter) }
}

const fn number(name: &'static str, value: f64) -> Row {
    Row { name, what: What::Number(value) }
}

/// The row of `Symbol.toStringTag`.
const fn tag(text: &'static str) -> Row {
    Row { name: "@@toStringTag", what: What::Text(text) }
}

impl Vm {
    /// An argument; undefined if the call has fewer.
    pub(crate) fn argument(&self, arguments: Arguments, index: usize) -> Value {
        if index < arguments.count { self.stack[arguments.base + 2 + index] } else { Value::UNDEFINED }
    }

    /// `this` of a call.
    pub(crate) fn this(&self, arguments: Arguments) -> Value {
        self.stack[arguments.base + 1]
    }

    /// The atom of a name in a table.
    fn row_atom(&mut self, name: &str) -> Atom {
        match name.strip_prefix("@@") {
            Some(symbol) => {
                let found = WellKnown::ALL.iter().find(|(_, known)| *known == symbol);
                found.map_or(Atom(0), |(symbol, _)| symbol.atom())
            }
            None => self.heap.atom(name),
        }
    }

    /// The name of a function in a table: that of a symbol is in brackets.
    fn function_name(&self, atom: Atom, prefix: &str) -> String {
        let text = String::from_utf16_lossy(&self.heap.name(atom));
        let text = if atom.is_symbol() { format!("[{text}]") } else { text };
        if prefix.is_empty() { text } else { format!("{prefix} {text}") }
    }

    /// Makes properties of the rows of a table.
    pub(crate) fn install(&mut self, object: Value, table: &[Row]) {
        for row in table {
            let atom = self.row_atom(row.name);
            match row.what {
                What::Method(length, native) | What::Quick(length, native, _) => {
                    let name = self.function_name(atom, "");
                    let function = self.native(&name, length, native);
                    let attributes = if row.name == "@@toPrimitive" {
                        Attributes::READ_ONLY
                    } else if row.name == "@@hasInstance" {
                        Attributes::FIXED
                    } else {
                        Attributes::HIDDEN
                    };
                    self.define(object, atom, function, attributes);
                    if let What::Quick(_, _, in_place) = row.what {
                        self.in_place.resize(self.natives.len() - 1, None);
                        self.in_place.push(Some(in_place));
                    }
                }
                What::Getter(native) => {
                    let name = self.function_name(atom, "get");
                    let getter = self.native(&name, 0, native);
                    self.define_accessor(object, atom, getter, Value::UNDEFINED);
                }
                What::Accessor(get, set) => {
                    let (getting, setting) =
                        (self.function_name(atom, "get"), self.function_name(atom, "set"));
                    let (getter, setter) = (self.native(&getting, 0, get), self.native(&setting, 1, set));
                    self.define_accessor(object, atom, getter, setter);
                }
                What::Number(value) => self.define(object, atom, Value::number(value), Attributes::FIXED),
                What::Text(text) => {
                    let text = self.heap.text(text);
                    self.define(object, atom, text, Attributes::READ_ONLY);
                }
            }
        }
    }

    fn define_accessor(&mut self, object: Value, name: Atom, getter: Value, setter: Value) {
        let value = self.heap.allocate(Cell::Accessor { getter, setter });
        let attributes = Attributes { writable: false, accessor: true, ..Attributes::HIDDEN };
        self.define(object, name, value, attributes);
    }

    /// A function of the library.
    pub(crate) fn native(&mut self, name: &str, length: u32, native: Native) -> Value {
        self.natives.push(native);
        let index = self.natives.len() as u32 - 1;
        self.function_of(name, length, Class::Native(index))
    }

    /// A function of the library with values of its own.
    pub(crate) fn captured_function(
        &mut self,
        name: &str,
        length: u32,
        native: Native,
        values: Vec<Value>,
    ) -> Value {
        // A function pointer that is known already keeps its number, since these functions are created all the time.
        let known = self.natives.iter().position(|known| std::ptr::fn_addr_eq(*known, native));
        let index = known.unwrap_or_else(|| {
            self.natives.push(native);
            self.natives.len() - 1
        });
        self.function_of(name, length, Class::Captured { native: index as u32, values })
    }

    fn function_of(&mut self, name: &str, length: u32, class: Class) -> Value {
        let prototype = self.intrinsic(Intrinsic::FunctionPrototype);
        let function = self.heap.new_object(prototype, class);
        self.define(function, self.atoms.length, Value::number(f64::from(length)), Attributes::READ_ONLY);
        let text = self.heap.text(name);
        self.define(function, self.atoms.name, text, Attributes::READ_ONLY);
        function
    }

    fn hidden(&mut self, object: Value, name: &str, value: Value) {
        let atom = self.heap.atom(name);
        self.define(object, atom, value, Attributes::HIDDEN);
    }

    /// A plain object.
    pub(crate) fn plain_object(&mut self) -> Value {
        let prototype = self.intrinsic(Intrinsic::ObjectPrototype);
        self.heap.new_object(prototype, Class::Plain)
    }

    /// A plain object that is remembered as a part of the library.
    fn prototype_object(&mut self, intrinsic: Intrinsic, parent: Intrinsic) -> Value {
        let parent = self.intrinsic(parent);
        let object = self.heap.new_object(parent, Class::Plain);
        self.set_intrinsic(intrinsic, object);
        object
    }

    /// Adds a constructor to the global object, with its prototype.
    fn constructor(&mut self, name: &str, length: u32, native: Native, prototype: Value) -> Value {
        let constructor = self.native(name, length, native);
        self.constructors.insert(self.natives.len() as u32 - 1);
        self.define(constructor, self.atoms.prototype, prototype, Attributes::FIXED);
        self.define(prototype, self.atoms.constructor, constructor, Attributes::HIDDEN);
        let global = self.intrinsic(Intrinsic::Global);
        self.hidden(global, name, constructor);
        constructor
    }

    /// Adds an object of functions to the global object.
    fn namespace(&mut self, name: &str, table: &[Row]) -> Value {
        let object = self.plain_object();
        self.install(object, table);
        let global = self.intrinsic(Intrinsic::Global);
        self.hidden(global, name, object);
        object
    }

    /// A TypeError if a constructor is called.
    fn require_new(&mut self, arguments: Arguments, name: &str) -> Completion<()> {
        if arguments.new_target {
            return Ok(());
        }
        self.type_error(&format!("Constructor {name} requires 'new'"))
    }

    /// ToObject.
    pub(crate) fn object_of(&mut self, value: Value) -> Completion<Value> {
        if self.heap.object(value).is_some() {
            return Ok(value);
        }
        if value.is_nullish() || value == Value::EMPTY {
            return self.type_error("Cannot convert undefined or null to object");
        }
        Ok(self.boxed(value))
    }

    /// ToIntegerOrInfinity.
    pub(crate) fn whole(&mut self, value: Value) -> Completion<f64> {
        let number = self.number_of(value)?;
        Ok(if number.is_nan() { 0.0 } else { number.trunc() + 0.0 })
    }

    /// ToLength of a value.
    pub(crate) fn length_from(&mut self, value: Value) -> Completion<f64> {
        Ok(self.whole(value)?.clamp(0.0, 9_007_199_254_740_991.0))
    }

    /// The length of an array or an object like one.
    pub(crate) fn length_of(&mut self, object: Value) -> Completion<f64> {
        if let Some(Class::Array { length, .. }) = self.heap.class(object) {
            return Ok(f64::from(*length));
        }
        let length = self.get_atom(object, self.atoms.length)?;
        self.length_from(length)
    }

    /// ToIndex: a whole number that is not negative.
    fn index_from(&mut self, value: Value) -> Completion<f64> {
        let number = self.whole(value)?;
        if !(0.0..=9_007_199_254_740_991.0).contains(&number) {
            return self.range_error("Invalid index");
        }
        Ok(number)
    }

    /// An index relative to a length, from an argument: negative counts from the end.
    fn relative(&mut self, value: Value, length: f64, default: f64) -> Completion<f64> {
        if value == Value::UNDEFINED {
            return Ok(default);
        }
        let number = self.whole(value)?;
        Ok(if number < 0.0 { (length + number).max(0.0) } else { number.min(length) })
    }

    pub(crate) fn range_error<T>(&mut self, message: &str) -> Completion<T> {
        self.throw_error(Intrinsic::RangeErrorPrototype, message)
    }

    /// The units of a value as a string.
    fn units_of(&mut self, value: Value) -> Completion<std::rc::Rc<[u16]>> {
        let text = self.string_of(value)?;
        Ok(self.heap.string(text).cloned().unwrap_or_else(|| std::rc::Rc::from([])))
    }

    /// The text of a value as a string.
    fn text_from(&mut self, value: Value) -> Completion<String> {
        let text = self.string_of(value)?;
        Ok(self.text_of(text))
    }

    /// SpeciesConstructor.
    fn species(&mut self, object: Value, default: Value) -> Completion<Value> {
        let constructor = self.get_atom(object, self.atoms.constructor)?;
        if constructor == Value::UNDEFINED {
            return Ok(default);
        }
        if self.heap.object(constructor).is_none() {
            return self.type_error("the constructor property is not an object");
        }
        let species = self.get_atom(constructor, WellKnown::Species.atom())?;
        if species.is_nullish() {
            return Ok(default);
        }
        if !self.is_constructor(species) {
            return self.type_error("the species of the constructor is not a constructor");
        }
        Ok(species)
    }

    /// A TypeError if a value cannot be called.
    fn require_callable(&mut self, value: Value) -> Completion<()> {
        if self.is_callable(value) {
            return Ok(());
        }
        let kind = self.type_name(value);
        self.type_error(&format!("{kind} is not a function"))
    }
}

/// Returns `this`, as getters of `Symbol.species` and iterators do.
fn this(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    Ok(vm.this(arguments))
}

fn nothing(_: &mut Vm, _: Arguments) -> Completion<Value> {
    Ok(Value::UNDEFINED)
}

/// Creates the global object and all it refers to.
pub(crate) fn install(vm: &mut Vm) {
    let object = vm.heap.new_object(Value::NULL, Class::Plain);
    vm.set_intrinsic(Intrinsic::ObjectPrototype, object);
    vm.natives.push(nothing);
    let function = vm.heap.new_object(object, Class::Native(0));
    vm.set_intrinsic(Intrinsic::FunctionPrototype, function);
    let global = vm.heap.new_object(object, Class::Plain);
    vm.set_intrinsic(Intrinsic::Global, global);
    vm.hidden(global, "globalThis", global);
    for install in [
        symbol::install as fn(&mut Vm),
        function::install,
        object::install,
        error::install,
        iterator::install,
        array::install,
        generator::install,
        string::install,
        number::install,
        boolean::install,
        bigint::install,
        math::install,
        json::install,
        regexp::install,
        collections::install,
        weak::install,
        buffer::install,
        typed::install,
        dataview::install,
        date::install,
        promise::install,
        async_generator::install,
        proxy::install,
        reflect::install,
        global::install,
        console::install,
    ] {
        install(vm);
    }
}
