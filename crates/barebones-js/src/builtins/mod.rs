//! The library: global functions, constructors and prototypes.
//!
//! It is incomplete. A lookup of a standard name that an object of the library should have, and has not, ends the program
//! with an error that names it; see [`lacks`].

mod array;
mod function;
mod object;
mod string;

use crate::heap::{Attributes, Class, Value};
use crate::interp::{Arguments, Completion, Intrinsic, Native, Stop, Vm};

/// Objects of the library, with their standard names.
const STANDARD: &[(&str, &str)] = &[
    (
        "global",
        "AggregateError Array ArrayBuffer Atomics BigInt BigInt64Array BigUint64Array Boolean DataView Date Error EvalError \
         FinalizationRegistry Float32Array Float64Array Function Infinity Int16Array Int32Array Int8Array Intl Iterator JSON Map \
         Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set SharedArrayBuffer String \
         Symbol SyntaxError TypeError URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef \
         WeakSet WebAssembly clearInterval clearTimeout console decodeURI decodeURIComponent encodeURI \
         encodeURIComponent escape eval globalThis isFinite isNaN parseFloat parseInt print queueMicrotask require \
         setInterval setTimeout structuredClone undefined unescape process gc",
    ),
    (
        "Object.prototype",
        "__defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__ __proto__ constructor hasOwnProperty \
         isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf",
    ),
    ("Function.prototype", "apply arguments bind call caller constructor length name prototype toString"),
    (
        "Array.prototype",
        "at concat constructor copyWithin entries every fill filter find findIndex findLast findLastIndex flat flatMap \
         forEach includes indexOf join keys lastIndexOf map pop push reduce reduceRight reverse shift slice some sort \
         splice toLocaleString toReversed toSorted toSpliced toString unshift values with",
    ),
    (
        "String.prototype",
        "anchor at big blink bold charAt charCodeAt codePointAt concat constructor endsWith fixed fontcolor fontsize \
         includes indexOf isWellFormed italics lastIndexOf link localeCompare match matchAll normalize padEnd padStart \
         repeat replace replaceAll search slice small split startsWith strike sub substr substring sup \
         toLocaleLowerCase toLocaleUpperCase toLowerCase toString toUpperCase toWellFormed trim trimEnd trimLeft \
         trimRight trimStart valueOf",
    ),
    ("Number.prototype", "constructor toExponential toFixed toLocaleString toPrecision toString valueOf"),
    ("Boolean.prototype", "constructor toString valueOf"),
    ("Error.prototype", "constructor message name stack toString"),
    (
        "Object",
        "assign create defineProperties defineProperty entries freeze fromEntries getOwnPropertyDescriptor \
         getOwnPropertyDescriptors getOwnPropertyNames getOwnPropertySymbols getPrototypeOf groupBy hasOwn is isExtensible \
         isFrozen isSealed keys preventExtensions seal setPrototypeOf values",
    ),
    ("Array", "from fromAsync isArray of"),
    ("String", "fromCharCode fromCodePoint raw"),
    (
        "Number",
        "EPSILON MAX_SAFE_INTEGER MAX_VALUE MIN_SAFE_INTEGER MIN_VALUE NEGATIVE_INFINITY NaN POSITIVE_INFINITY isFinite \
         isInteger isNaN isSafeInteger parseFloat parseInt",
    ),
    (
        "Math",
        "E LN10 LN2 LOG10E LOG2E PI SQRT1_2 SQRT2 abs acos acosh asin asinh atan atan2 atanh cbrt ceil clz32 cos cosh exp \
         expm1 floor fround hypot imul log log10 log1p log2 max min pow random round sign sin sinh sqrt tan tanh trunc",
    ),
    ("Error", "captureStackTrace stackTraceLimit"),
    ("Boolean", ""),
    ("HermesInternal", "concat"),
];

/// True if a standard name belongs to an object of the library. Since lookups find what there is, an object of which this
/// is queried lacks the name.
pub(crate) fn lacks(library: u8, name: &str) -> bool {
    STANDARD.get(usize::from(library)).is_some_and(|(_, names)| names.split(' ').any(|known| known == name))
}

fn library(name: &str) -> Option<u8> {
    STANDARD.iter().position(|(known, _)| *known == name).map(|index| index as u8)
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

    fn native(&mut self, name: &'static str, length: u32, native: Native) -> Value {
        self.natives.push((native, name));
        let prototype = self.intrinsic(Intrinsic::FunctionPrototype);
        let function = self.heap.new_object(prototype, Class::Native(self.natives.len() as u32 - 1));
        let hidden = Attributes { writable: false, ..Attributes::HIDDEN };
        self.define(function, self.atoms.length, Value::number(f64::from(length)), hidden);
        let text = self.heap.text(name);
        self.define(function, self.atoms.name, text, hidden);
        function
    }

    pub(crate) fn method(&mut self, object: Value, name: &'static str, length: u32, native: Native) {
        let function = self.native(name, length, native);
        self.hidden(object, name, function);
    }

    fn hidden(&mut self, object: Value, name: &str, value: Value) {
        let atom = self.heap.atom(name);
        self.define(object, atom, value, Attributes::HIDDEN);
    }

    fn mark(&mut self, object: Value, name: &str) {
        if let Some(object) = self.heap.object_mut(object) {
            object.library = library(name);
        }
    }

    /// Adds a constructor to the global object, with its prototype.
    fn constructor(&mut self, name: &'static str, length: u32, native: Native, prototype: Value) -> Value {
        let constructor = self.native(name, length, native);
        let fixed = Attributes { writable: false, enumerable: false, configurable: false, accessor: false };
        self.define(constructor, self.atoms.prototype, prototype, fixed);
        self.define(prototype, self.atoms.constructor, constructor, Attributes::HIDDEN);
        self.mark(constructor, name);
        let global = self.intrinsic(Intrinsic::Global);
        self.hidden(global, name, constructor);
        constructor
    }
}

/// An error for a use of the library that is not supported.
pub(crate) fn unsupported<T>(what: &str) -> Completion<T> {
    Err(Stop::Unsupported(what.to_string()))
}

/// Creates the global object and all it refers to.
pub(crate) fn install(vm: &mut Vm) {
    let object = vm.heap.new_object(Value::NULL, Class::Plain);
    vm.set_intrinsic(Intrinsic::ObjectPrototype, object);
    vm.natives.push((nothing, ""));
    let function = vm.heap.new_object(object, Class::Native(0));
    vm.set_intrinsic(Intrinsic::FunctionPrototype, function);
    let global = vm.heap.new_object(object, Class::Plain);
    vm.set_intrinsic(Intrinsic::Global, global);
    let array = vm.heap.new_object(object, Class::Array(Vec::new()));
    vm.set_intrinsic(Intrinsic::ArrayPrototype, array);
    let empty = vm.heap.text("");
    for (intrinsic, value) in [
        (Intrinsic::StringPrototype, empty),
        (Intrinsic::NumberPrototype, Value::number(0.0)),
        (Intrinsic::BooleanPrototype, Value::FALSE),
    ] {
        let prototype = vm.heap.new_object(object, Class::Boxed(value));
        vm.set_intrinsic(intrinsic, prototype);
    }
    for (intrinsic, name) in [
        (Intrinsic::Global, "global"),
        (Intrinsic::ObjectPrototype, "Object.prototype"),
        (Intrinsic::FunctionPrototype, "Function.prototype"),
        (Intrinsic::ArrayPrototype, "Array.prototype"),
        (Intrinsic::StringPrototype, "String.prototype"),
        (Intrinsic::NumberPrototype, "Number.prototype"),
        (Intrinsic::BooleanPrototype, "Boolean.prototype"),
    ] {
        let object = vm.intrinsic(intrinsic);
        vm.mark(object, name);
    }
    let fixed = Attributes { writable: false, enumerable: false, configurable: false, accessor: false };
    let constants = [
        ("undefined", Value::UNDEFINED),
        ("NaN", Value::number(f64::NAN)),
        ("Infinity", Value::number(f64::INFINITY)),
    ];
    for (name, value) in constants {
        let name = vm.heap.atom(name);
        vm.define(global, name, value, fixed);
    }
    vm.hidden(global, "globalThis", global);
    vm.method(global, "print", 0, print);
    function::install(vm);
    object::install(vm);
    array::install(vm);
    string::install(vm);
}

fn nothing(_: &mut Vm, _: Arguments) -> Completion<Value> {
    Ok(Value::UNDEFINED)
}

/// Prints its arguments as text, with spaces between.
fn print(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let mut line = Vec::new();
    for index in 0..arguments.count {
        let value = vm.argument(arguments, index);
        let text = vm.string_of(value)?;
        line.push(vm.text_of(text));
    }
    vm.output.push_str(&line.join(" "));
    vm.output.push('\n');
    Ok(Value::UNDEFINED)
}
