//! Typed arrays: constructors and creation. Methods are in `typed_methods`.

use super::buffer::{allocate, byte_length};
use super::{Row, getter, method, this};
use crate::heap::{Attributes, Class, Element, Value, View, WellKnown};
use crate::interp::{Arguments, Completion, Intrinsic, Key, Native, TYPED_ARRAYS, Vm};

const STATIC: &[Row] = &[method("from", 1, from), method("of", 0, of), getter("@@species", this)];

/// Kinds in order of their numbers.
pub(super) const KINDS: [(Element, &str, Native); TYPED_ARRAYS] = [
    (Element::Int8, "Int8Array", |vm, arguments| create(vm, arguments, 0)),
    (Element::Uint8, "Uint8Array", |vm, arguments| create(vm, arguments, 1)),
    (Element::Uint8Clamped, "Uint8ClampedArray", |vm, arguments| create(vm, arguments, 2)),
    (Element::Int16, "Int16Array", |vm, arguments| create(vm, arguments, 3)),
    (Element::Uint16, "Uint16Array", |vm, arguments| create(vm, arguments, 4)),
    (Element::Int32, "Int32Array", |vm, arguments| create(vm, arguments, 5)),
    (Element::Uint32, "Uint32Array", |vm, arguments| create(vm, arguments, 6)),
    (Element::Float32, "Float32Array", |vm, arguments| create(vm, arguments, 7)),
    (Element::Float64, "Float64Array", |vm, arguments| create(vm, arguments, 8)),
    (Element::BigInt64, "BigInt64Array", |vm, arguments| create(vm, arguments, 9)),
    (Element::BigUint64, "BigUint64Array", |vm, arguments| create(vm, arguments, 10)),
];

const FIRST: usize = Intrinsic::Last as usize;

pub(super) fn install(vm: &mut Vm) {
    let base = vm.prototype_object(Intrinsic::TypedArrayPrototype, Intrinsic::ObjectPrototype);
    vm.install(base, super::typed_methods::PROTOTYPE);
    let array = vm.intrinsic(Intrinsic::ArrayPrototype);
    if let Ok(text) = vm.get_atom(array, vm.atoms.to_string) {
        vm.define(base, vm.atoms.to_string, text, Attributes::HIDDEN);
    }
    let name = vm.heap.atom("values");
    if let Ok(values) = vm.get_atom(base, name) {
        vm.define(base, WellKnown::Iterator.atom(), values, Attributes::HIDDEN);
    }
    let parent = vm.native("TypedArray", 0, |vm, _| {
        vm.type_error("Abstract class TypedArray not directly constructable")
    });
    vm.constructors.insert(vm.natives.len() as u32 - 1);
    vm.set_intrinsic(Intrinsic::TypedArray, parent);
    vm.define(parent, vm.atoms.prototype, base, Attributes::FIXED);
    vm.define(base, vm.atoms.constructor, parent, Attributes::HIDDEN);
    vm.install(parent, STATIC);
    for (index, (element, name, native)) in KINDS.into_iter().enumerate() {
        let prototype = vm.heap.new_object(base, Class::Plain);
        let constructor = vm.constructor(name, 3, native, prototype);
        if let Some(object) = vm.heap.object_mut(constructor) {
            object.prototype = parent;
        }
        let size = Value::number(element.size() as f64);
        let name = vm.heap.atom("BYTES_PER_ELEMENT");
        vm.define(prototype, name, size, Attributes::FIXED);
        vm.define(constructor, name, size, Attributes::FIXED);
        vm.intrinsics[FIRST + index] = prototype;
        vm.intrinsics[FIRST + TYPED_ARRAYS + index] = constructor;
    }
}

/// The number of an element's kind.
fn number_of(element: Element) -> usize {
    KINDS.iter().position(|(known, _, _)| *known == element).unwrap_or(0)
}

/// The constructor of an element's kind.
pub(super) fn constructor_of(vm: &Vm, element: Element) -> Value {
    vm.intrinsics[FIRST + TYPED_ARRAYS + number_of(element)]
}

/// The view of a typed array.
///
/// # Errors
/// A TypeError if the value is none, or its buffer is detached.
pub(super) fn valid_view(vm: &mut Vm, value: Value) -> Completion<View> {
    match vm.heap.class(value) {
        Some(Class::TypedArray(view)) => {
            let view = *view;
            byte_length(vm, view.buffer)?;
            Ok(view)
        }
        _ => vm.type_error("this is not a typed array"),
    }
}

/// A typed array of zeros.
fn zeros(vm: &mut Vm, element: Element, length: f64, prototype: Value) -> Completion<Value> {
    let buffer_prototype = vm.intrinsic(Intrinsic::ArrayBufferPrototype);
    let buffer = allocate(vm, length * element.size() as f64, buffer_prototype)?;
    let view = View { element, buffer, offset: 0, length: length as usize };
    Ok(vm.heap.new_object(prototype, Class::TypedArray(view)))
}

fn create(vm: &mut Vm, arguments: Arguments, kind: usize) -> Completion<Value> {
    let (element, name, _) = KINDS[kind];
    vm.require_new(arguments, name)?;
    let [first, offset, length] = [0, 1, 2].map(|index| vm.argument(arguments, index));
    let new_target = vm.new_target(arguments);
    let mut prototype = vm.intrinsics[FIRST + kind];
    if vm.heap.object(first).is_none() {
        let length = vm.index_from(first)?;
        let own = vm.get_atom(new_target, vm.atoms.prototype)?;
        prototype = if vm.heap.object(own).is_some() { own } else { prototype };
        return zeros(vm, element, length, prototype);
    }
    let own = vm.get_atom(new_target, vm.atoms.prototype)?;
    prototype = if vm.heap.object(own).is_some() { own } else { prototype };
    if matches!(vm.heap.class(first), Some(Class::ArrayBuffer(_))) {
        return of_buffer(vm, element, [first, offset, length], prototype);
    }
    if let Some(Class::TypedArray(view)) = vm.heap.class(first) {
        let view = *view;
        byte_length(vm, view.buffer)?;
        if view.element.is_bigint() != element.is_bigint() {
            return vm.type_error("Cannot mix BigInt and other types, use explicit conversions");
        }
        let target = zeros(vm, element, view.length as f64, prototype)?;
        for index in 0..view.length {
            let value = vm.view_load(view, index);
            vm.set_key(target, Key::Index(index as u32), value, true)?;
        }
        return Ok(target);
    }
    let method = vm.method_of(first, WellKnown::Iterator.atom())?;
    let values = if method == Value::UNDEFINED {
        vm.list_of(first)?
    } else {
        let mut values = Vec::new();
        let iterating = vm.iterate_by(first, method)?;
        while let Some(value) = vm.iterator_step(iterating)? {
            values.push(value);
        }
        values
    };
    let target = zeros(vm, element, values.len() as f64, prototype)?;
    for (index, value) in values.into_iter().enumerate() {
        vm.set_key(target, Key::Index(index as u32), value, true)?;
    }
    Ok(target)
}

fn of_buffer(vm: &mut Vm, element: Element, operands: [Value; 3], prototype: Value) -> Completion<Value> {
    let [buffer, offset, length] = operands;
    let size = element.size() as f64;
    let offset = vm.index_from(offset)?;
    if offset % size != 0.0 {
        return vm.range_error("start offset should be a multiple of the size of the elements");
    }
    let length = if length == Value::UNDEFINED { None } else { Some(vm.index_from(length)?) };
    let total = byte_length(vm, buffer)? as f64;
    let length = match length {
        Some(length) => length,
        None if total % size != 0.0 || offset > total => {
            return vm.range_error("byte length should be a multiple of the size of the elements");
        }
        None => (total - offset) / size,
    };
    if offset + length * size > total {
        return vm.range_error("Invalid typed array length");
    }
    let view = View { element, buffer, offset: offset as usize, length: length as usize };
    Ok(vm.heap.new_object(prototype, Class::TypedArray(view)))
}

/// TypedArrayCreate: calls a constructor, and checks what it made.
pub(super) fn create_by(vm: &mut Vm, constructor: Value, operands: &[Value]) -> Completion<Value> {
    let array = vm.construct_values(constructor, operands, constructor)?;
    let view = valid_view(vm, array)?;
    if let [length] = operands
        && length.as_number().is_some_and(|length| (view.length as f64) < length)
    {
        return vm.type_error("the new typed array is too short");
    }
    Ok(array)
}

/// TypedArraySpeciesCreate.
pub(super) fn species_create(vm: &mut Vm, original: Value, operands: &[Value]) -> Completion<Value> {
    let view = valid_view(vm, original)?;
    let default = constructor_of(vm, view.element);
    let constructor = vm.species(original, default)?;
    let array = create_by(vm, constructor, operands)?;
    let new = valid_view(vm, array)?;
    if new.element.is_bigint() != view.element.is_bigint() {
        return vm.type_error("Cannot mix BigInt and other types, use explicit conversions");
    }
    Ok(array)
}

fn of(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let constructor = vm.this(arguments);
    if !vm.is_constructor(constructor) {
        return vm.type_error("this is not a constructor");
    }
    let values = vm.operands(arguments);
    let array = create_by(vm, constructor, &[Value::number(values.len() as f64)])?;
    for (index, value) in values.into_iter().enumerate() {
        vm.set_key(array, Key::Index(index as u32), value, true)?;
    }
    Ok(array)
}

fn from(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let constructor = vm.this(arguments);
    let [source, map, receiver] = [0, 1, 2].map(|index| vm.argument(arguments, index));
    if !vm.is_constructor(constructor) {
        return vm.type_error("this is not a constructor");
    }
    if map != Value::UNDEFINED {
        vm.require_callable(map)?;
    }
    let method = vm.method_of(source, WellKnown::Iterator.atom())?;
    let values = if method == Value::UNDEFINED {
        let object = vm.object_of(source)?;
        vm.list_of(object)?
    } else {
        let mut values = Vec::new();
        let iterating = vm.iterate_by(source, method)?;
        while let Some(value) = vm.iterator_step(iterating)? {
            values.push(value);
        }
        values
    };
    let array = create_by(vm, constructor, &[Value::number(values.len() as f64)])?;
    for (index, mut value) in values.into_iter().enumerate() {
        if map != Value::UNDEFINED {
            value = vm.call_function(map, receiver, &[value, Value::number(index as f64)])?;
        }
        vm.set_key(array, Key::Index(index as u32), value, true)?;
    }
    Ok(array)
}
