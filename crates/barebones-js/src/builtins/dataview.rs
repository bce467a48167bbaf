//! `DataView`.

use super::buffer::byte_length;
use super::{Row, getter, method, tag};
use crate::heap::{Class, Element, Value, View};
use crate::interp::{Arguments, Completion, Intrinsic, Vm};

const PROTOTYPE: &[Row] = &[
    getter("buffer", |vm, arguments| Ok(this_view(vm, arguments)?.buffer)),
    getter("byteLength", |vm, arguments| {
        let view = this_view(vm, arguments)?;
        byte_length(vm, view.buffer)?;
        Ok(Value::number(view.length as f64))
    }),
    getter("byteOffset", |vm, arguments| {
        let view = this_view(vm, arguments)?;
        byte_length(vm, view.buffer)?;
        Ok(Value::number(view.offset as f64))
    }),
    method("getBigInt64", 1, |vm, arguments| get(vm, arguments, Element::BigInt64)),
    method("getBigUint64", 1, |vm, arguments| get(vm, arguments, Element::BigUint64)),
    method("getFloat32", 1, |vm, arguments| get(vm, arguments, Element::Float32)),
    method("getFloat64", 1, |vm, arguments| get(vm, arguments, Element::Float64)),
    method("getInt16", 1, |vm, arguments| get(vm, arguments, Element::Int16)),
    method("getInt32", 1, |vm, arguments| get(vm, arguments, Element::Int32)),
    method("getInt8", 1, |vm, arguments| get(vm, arguments, Element::Int8)),
    method("getUint16", 1, |vm, arguments| get(vm, arguments, Element::Uint16)),
    method("getUint32", 1, |vm, arguments| get(vm, arguments, Element::Uint32)),
    method("getUint8", 1, |vm, arguments| get(vm, arguments, Element::Uint8)),
    method("setBigInt64", 2, |vm, arguments| set(vm, arguments, Element::BigInt64)),
    method("setBigUint64", 2, |vm, arguments| set(vm, arguments, Element::BigUint64)),
    method("setFloat32", 2, |vm, arguments| set(vm, arguments, Element::Float32)),
    method("setFloat64", 2, |vm, arguments| set(vm, arguments, Element::Float64)),
    method("setInt16", 2, |vm, arguments| set(vm, arguments, Element::Int16)),
    method("setInt32", 2, |vm, arguments| set(vm, arguments, Element::Int32)),
    method("setInt8", 2, |vm, arguments| set(vm, arguments, Element::Int8)),
    method("setUint16", 2, |vm, arguments| set(vm, arguments, Element::Uint16)),
    method("setUint32", 2, |vm, arguments| set(vm, arguments, Element::Uint32)),
    method("setUint8", 2, |vm, arguments| set(vm, arguments, Element::Uint8)),
    tag("DataView"),
];

pub(super) fn install(vm: &mut Vm) {
    let prototype = vm.prototype_object(Intrinsic::DataViewPrototype, Intrinsic::ObjectPrototype);
    vm.install(prototype, PROTOTYPE);
    vm.constructor("DataView", 1, data_view, prototype);
}

fn data_view(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    vm.require_new(arguments, "DataView")?;
    let [buffer, offset, length] = [0, 1, 2].map(|index| vm.argument(arguments, index));
    if !matches!(vm.heap.class(buffer), Some(Class::ArrayBuffer(_))) {
        return vm.type_error("First argument to DataView constructor must be an ArrayBuffer");
    }
    let offset = vm.index_from(offset)?;
    let total = byte_length(vm, buffer)? as f64;
    if offset > total {
        return vm.range_error("Start offset is outside the bounds of the buffer");
    }
    let length = if length == Value::UNDEFINED { total - offset } else { vm.index_from(length)? };
    if offset + length > total {
        return vm.range_error("Invalid DataView length");
    }
    let new_target = vm.new_target(arguments);
    let prototype = vm.prototype_for(new_target, Intrinsic::DataViewPrototype)?;
    byte_length(vm, buffer)?;
    let view = View { element: Element::Uint8, buffer, offset: offset as usize, length: length as usize };
    Ok(vm.heap.new_object(prototype, Class::DataView(view)))
}

fn this_view(vm: &mut Vm, arguments: Arguments) -> Completion<View> {
    let this = vm.this(arguments);
    match vm.heap.class(this) {
        Some(Class::DataView(view)) => Ok(*view),
        _ => vm.type_error("the method requires that 'this' be a DataView"),
    }
}

/// The first byte of an access.
fn place(vm: &mut Vm, view: View, index: f64, element: Element) -> Completion<usize> {
    byte_length(vm, view.buffer)?;
    if index + element.size() as f64 > view.length as f64 {
        return vm.range_error("Offset is outside the bounds of the DataView");
    }
    Ok(view.offset + index as usize)
}

fn get(vm: &mut Vm, arguments: Arguments, element: Element) -> Completion<Value> {
    let view = this_view(vm, arguments)?;
    let (index, little) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
    let index = vm.index_from(index)?;
    let little = vm.truthy(little);
    let start = place(vm, view, index, element)?;
    let size = element.size();
    let mut bytes = [0; 8];
    if let Some(Class::ArrayBuffer(Some(all))) = vm.heap.class(view.buffer) {
        bytes[..size].copy_from_slice(&all[start..start + size]);
    }
    if !little {
        bytes[..size].reverse();
    }
    Ok(vm.decode(element, bytes))
}

fn set(vm: &mut Vm, arguments: Arguments, element: Element) -> Completion<Value> {
    let view = this_view(vm, arguments)?;
    let [index, value, little] = [0, 1, 2].map(|index| vm.argument(arguments, index));
    let index = vm.index_from(index)?;
    let mut bytes = vm.encode(element, value)?;
    let little = vm.truthy(little);
    let start = place(vm, view, index, element)?;
    let size = element.size();
    if !little {
        bytes[..size].reverse();
    }
    if let Some(Class::ArrayBuffer(Some(all))) = vm.heap.class_mut(view.buffer) {
        all[start..start + size].copy_from_slice(&bytes[..size]);
    }
    Ok(Value::UNDEFINED)
}
