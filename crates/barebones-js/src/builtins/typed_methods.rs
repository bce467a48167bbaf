//! Methods of typed arrays.

use super::array_change::merge_sort;
use super::buffer::byte_length;
use super::iterator::new_iterator;
use super::typed::{KINDS, constructor_of, create_by, species_create, valid_view};
use super::{Row, getter, method};
use crate::heap::{Class, IterationKind, Part, Value, View};
use crate::interp::{Arguments, Completion, Key, Vm};
use std::cmp::Ordering;

pub(super) const PROTOTYPE: &[Row] = &[
    getter("buffer", |vm, arguments| Ok(any_view(vm, arguments)?.buffer)),
    getter("byteLength", |vm, arguments| {
        let view = any_view(vm, arguments)?;
        Ok(Value::number((vm.view_length(view) * view.element.size()) as f64))
    }),
    getter("byteOffset", |vm, arguments| {
        let view = any_view(vm, arguments)?;
        Ok(Value::number(if vm.is_detached(view.buffer) { 0.0 } else { view.offset as f64 }))
    }),
    getter("length", |vm, arguments| {
        let view = any_view(vm, arguments)?;
        Ok(Value::number(vm.view_length(view) as f64))
    }),
    getter("@@toStringTag", |vm, arguments| {
        let this = vm.this(arguments);
        let Some(Class::TypedArray(view)) = vm.heap.class(this) else { return Ok(Value::UNDEFINED) };
        let element = view.element;
        let name = KINDS.iter().find(|(known, _, _)| *known == element).map_or("", |(_, name, _)| name);
        Ok(vm.heap.text(name))
    }),
    method("at", 1, |vm, arguments| {
        let (array, view) = this_view(vm, arguments)?;
        let index = vm.argument(arguments, 0);
        let index = vm.whole(index)?;
        let index = if index < 0.0 { view.length as f64 + index } else { index };
        if index < 0.0 || index >= view.length as f64 {
            return Ok(Value::UNDEFINED);
        }
        vm.get_key(array, Key::Index(index as u32))
    }),
    method("copyWithin", 2, copy_within),
    method("entries", 0, |vm, arguments| iterator(vm, arguments, Part::Entries)),
    method("every", 1, |vm, arguments| {
        let found = each(vm, arguments, false, |vm, _, _, result| Ok(!vm.truthy(result)))?;
        Ok(Value::boolean(found.is_none()))
    }),
    method("fill", 1, fill),
    method("filter", 1, filter),
    method("find", 1, |vm, arguments| find(vm, arguments, false).map(|found| found.1)),
    method("findIndex", 1, |vm, arguments| find(vm, arguments, false).map(|found| found.0)),
    method("findLast", 1, |vm, arguments| find(vm, arguments, true).map(|found| found.1)),
    method("findLastIndex", 1, |vm, arguments| find(vm, arguments, true).map(|found| found.0)),
    method("forEach", 1, |vm, arguments| {
        each(vm, arguments, false, |_, _, _, _| Ok(false))?;
        Ok(Value::UNDEFINED)
    }),
    method("includes", 1, includes),
    method("indexOf", 1, |vm, arguments| index_of(vm, arguments, false)),
    method("join", 1, |vm, arguments| {
        let (array, view) = this_view(vm, arguments)?;
        let separator = vm.argument(arguments, 0);
        join(vm, array, view, separator, false)
    }),
    method("keys", 0, |vm, arguments| iterator(vm, arguments, Part::Keys)),
    method("lastIndexOf", 1, |vm, arguments| index_of(vm, arguments, true)),
    method("map", 1, map),
    method("reduce", 1, |vm, arguments| reduce(vm, arguments, false)),
    method("reduceRight", 1, |vm, arguments| reduce(vm, arguments, true)),
    method("reverse", 0, reverse),
    method("set", 1, set),
    method("slice", 2, slice),
    method("some", 1, |vm, arguments| {
        let found = each(vm, arguments, false, |vm, _, _, result| Ok(vm.truthy(result)))?;
        Ok(Value::boolean(found.is_some()))
    }),
    method("sort", 1, sort),
    method("subarray", 2, subarray),
    method("toLocaleString", 0, |vm, arguments| {
        let (array, view) = this_view(vm, arguments)?;
        join(vm, array, view, Value::UNDEFINED, true)
    }),
    method("values", 0, |vm, arguments| iterator(vm, arguments, Part::Values)),
];

fn any_view(vm: &mut Vm, arguments: Arguments) -> Completion<View> {
    let this = vm.this(arguments);
    match vm.heap.class(this) {
        Some(Class::TypedArray(view)) => Ok(*view),
        _ => vm.type_error("this is not a typed array"),
    }
}

fn this_view(vm: &mut Vm, arguments: Arguments) -> Completion<(Value, View)> {
    let this = vm.this(arguments);
    let view = valid_view(vm, this)?;
    Ok((this, view))
}

fn iterator(vm: &mut Vm, arguments: Arguments, part: Part) -> Completion<Value> {
    let (array, _) = this_view(vm, arguments)?;
    Ok(new_iterator(vm, array, IterationKind::Array(part)))
}

fn join(vm: &mut Vm, array: Value, view: View, separator: Value, local: bool) -> Completion<Value> {
    let separator = if separator == Value::UNDEFINED { vm.heap.text(",") } else { vm.string_of(separator)? };
    let separator = vm.units_of(separator)?;
    let mut units = Vec::new();
    for index in 0..view.length {
        if index > 0 {
            units.extend_from_slice(&separator);
        }
        let mut value = vm.get_key(array, Key::Index(index as u32))?;
        if value == Value::UNDEFINED {
            continue;
        }
        if local {
            let name = vm.heap.atom("toLocaleString");
            value = vm.invoke(value, name, &[])?;
        }
        units.extend_from_slice(&vm.units_of(value)?);
        if units.len() > vm.heap.max_string() {
            return vm.range_error("Invalid string length");
        }
    }
    Ok(vm.heap.new_string(units))
}

/// Calls a function for each element until `stop` holds of its result; returns the index and the element.
fn each(
    vm: &mut Vm,
    arguments: Arguments,
    reverse: bool,
    mut stop: impl FnMut(&mut Vm, usize, Value, Value) -> Completion<bool>,
) -> Completion<Option<(usize, Value)>> {
    let (array, view) = this_view(vm, arguments)?;
    let (function, receiver) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
    vm.require_callable(function)?;
    for step in 0..view.length {
        let index = if reverse { view.length - 1 - step } else { step };
        let value = vm.get_key(array, Key::Index(index as u32))?;
        let result = vm.call_function(function, receiver, &[value, Value::number(index as f64), array])?;
        if stop(vm, index, value, result)? {
            return Ok(Some((index, value)));
        }
    }
    Ok(None)
}

fn find(vm: &mut Vm, arguments: Arguments, reverse: bool) -> Completion<(Value, Value)> {
    let found = each(vm, arguments, reverse, |vm, _, _, result| Ok(vm.truthy(result)))?;
    Ok(match found {
        Some((index, value)) => (Value::number(index as f64), value),
        None => (Value::number(-1.0), Value::UNDEFINED),
    })
}

fn filter(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let mut kept = Vec::new();
    each(vm, arguments, false, |vm, _, value, result| {
        if vm.truthy(result) {
            kept.push(value);
        }
        Ok(false)
    })?;
    let this = vm.this(arguments);
    let target = species_create(vm, this, &[Value::number(kept.len() as f64)])?;
    for (index, value) in kept.into_iter().enumerate() {
        vm.set_key(target, Key::Index(index as u32), value, true)?;
    }
    Ok(target)
}

fn map(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (array, view) = this_view(vm, arguments)?;
    let function = vm.argument(arguments, 0);
    vm.require_callable(function)?;
    let target = species_create(vm, array, &[Value::number(view.length as f64)])?;
    each(vm, arguments, false, |vm, index, _, result| {
        vm.set_key(target, Key::Index(index as u32), result, true)?;
        Ok(false)
    })?;
    Ok(target)
}

fn copy_within(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (array, view) = this_view(vm, arguments)?;
    let length = view.length as f64;
    let [to, from, end] = [0, 1, 2].map(|index| vm.argument(arguments, index));
    let to = vm.relative(to, length, 0.0)?;
    let from = vm.relative(from, length, 0.0)?;
    let end = vm.relative(end, length, length)?;
    let count = (end - from).min(length - to).max(0.0) as usize;
    byte_length(vm, view.buffer)?;
    let size = view.element.size();
    let place = |index: f64| view.offset + index as usize * size;
    if let Some(Class::ArrayBuffer(Some(bytes))) = vm.heap.class_mut(view.buffer) {
        bytes.copy_within(place(from)..place(from) + count * size, place(to));
    }
    Ok(array)
}

fn fill(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (array, view) = this_view(vm, arguments)?;
    let length = view.length as f64;
    let [value, from, end] = [0, 1, 2].map(|index| vm.argument(arguments, index));
    let bytes = vm.encode(view.element, value)?;
    let from = vm.relative(from, length, 0.0)? as usize;
    let end = vm.relative(end, length, length)? as usize;
    byte_length(vm, view.buffer)?;
    for index in from..end {
        vm.view_put(view, index, bytes);
    }
    Ok(array)
}

fn includes(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (array, view) = this_view(vm, arguments)?;
    if view.length == 0 {
        return Ok(Value::FALSE);
    }
    let (value, from) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
    let from = vm.relative(from, view.length as f64, 0.0)? as usize;
    for index in from..view.length {
        let element = vm.get_key(array, Key::Index(index as u32))?;
        if vm.same_value_zero(element, value) {
            return Ok(Value::TRUE);
        }
    }
    Ok(Value::FALSE)
}

fn index_of(vm: &mut Vm, arguments: Arguments, last: bool) -> Completion<Value> {
    let (_, view) = this_view(vm, arguments)?;
    let length = view.length as f64;
    if length == 0.0 {
        return Ok(Value::number(-1.0));
    }
    let (value, from) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
    let indices: Box<dyn Iterator<Item = usize>> = if last {
        let from = if arguments.count > 1 { vm.whole(from)? } else { length - 1.0 };
        let from = if from < 0.0 { length + from } else { from.min(length - 1.0) };
        Box::new((0..(from + 1.0).max(0.0) as usize).rev())
    } else {
        Box::new(vm.relative(from, length, 0.0)? as usize..view.length)
    };
    if vm.is_detached(view.buffer) {
        return Ok(Value::number(-1.0));
    }
    for index in indices {
        let element = vm.view_load(view, index);
        if vm.strictly_equal(element, value) {
            return Ok(Value::number(index as f64));
        }
    }
    Ok(Value::number(-1.0))
}

fn reduce(vm: &mut Vm, arguments: Arguments, reverse: bool) -> Completion<Value> {
    let (array, view) = this_view(vm, arguments)?;
    let function = vm.argument(arguments, 0);
    vm.require_callable(function)?;
    let mut sum = (arguments.count > 1).then(|| vm.argument(arguments, 1));
    for step in 0..view.length {
        let index = if reverse { view.length - 1 - step } else { step };
        let value = vm.get_key(array, Key::Index(index as u32))?;
        sum = Some(match sum {
            None => value,
            Some(sum) => {
                let values = [sum, value, Value::number(index as f64), array];
                vm.call_function(function, Value::UNDEFINED, &values)?
            }
        });
    }
    match sum {
        Some(sum) => Ok(sum),
        None => vm.type_error("Reduce of empty array with no initial value"),
    }
}

fn reverse(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (array, view) = this_view(vm, arguments)?;
    let size = view.element.size();
    if let Some(Class::ArrayBuffer(Some(bytes))) = vm.heap.class_mut(view.buffer) {
        let part = &mut bytes[view.offset..view.offset + view.length * size];
        part.reverse();
        part.chunks_mut(size).for_each(<[u8]>::reverse);
    }
    Ok(array)
}

fn set(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let view = any_view(vm, arguments)?;
    let array = vm.this(arguments);
    let (source, offset) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
    let offset = vm.whole(offset)?;
    if offset < 0.0 {
        return vm.range_error("Offset is out of bounds");
    }
    byte_length(vm, view.buffer)?;
    let (object, from) = match vm.heap.class(source) {
        Some(Class::TypedArray(from)) => (source, Some(*from)),
        _ => (vm.object_of(source)?, None),
    };
    let length = match from {
        Some(from) => {
            byte_length(vm, from.buffer)?;
            if from.element.is_bigint() != view.element.is_bigint() {
                return vm.type_error("Cannot mix BigInt and other types, use explicit conversions");
            }
            from.length as f64
        }
        None => vm.length_of(object)?,
    };
    if offset + length > view.length as f64 {
        return vm.range_error("Offset is out of bounds");
    }
    if let Some(from) = from {
        // All values are read before the first is written, since both may have one buffer.
        let values: Vec<Value> = (0..from.length).map(|index| vm.view_load(from, index)).collect();
        for (index, value) in values.into_iter().enumerate() {
            let bytes = vm.encode(view.element, value)?;
            vm.view_put(view, offset as usize + index, bytes);
        }
        return Ok(Value::UNDEFINED);
    }
    for index in 0..length as u32 {
        let value = vm.get_key(object, Key::Index(index))?;
        vm.set_key(array, Key::Index(offset as u32 + index), value, true)?;
    }
    Ok(Value::UNDEFINED)
}

fn slice(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (array, view) = this_view(vm, arguments)?;
    let length = view.length as f64;
    let (from, to) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
    let from = vm.relative(from, length, 0.0)?;
    let to = vm.relative(to, length, length)?;
    let count = (to - from).max(0.0);
    let target = species_create(vm, array, &[Value::number(count)])?;
    if count > 0.0 {
        byte_length(vm, view.buffer)?;
        let new = valid_view(vm, target)?;
        for index in 0..count as usize {
            if new.element == view.element {
                let mut bytes = [0; 8];
                if let Some(found) = vm.view_bytes(view, from as usize + index) {
                    bytes[..found.len()].copy_from_slice(found);
                }
                vm.view_put(new, index, bytes);
            } else {
                let value = vm.view_load(view, from as usize + index);
                vm.set_key(target, Key::Index(index as u32), value, true)?;
            }
        }
    }
    Ok(target)
}

fn sort(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let function = vm.argument(arguments, 0);
    if function != Value::UNDEFINED && !vm.is_callable(function) {
        return vm.type_error("The comparison function must be either a function or undefined");
    }
    let (array, view) = this_view(vm, arguments)?;
    let values: Vec<Value> = (0..view.length).map(|index| vm.view_load(view, index)).collect();
    let sorted = merge_sort(vm, values, &mut |vm, a, b| {
        if function != Value::UNDEFINED {
            let result = vm.call_function(function, Value::UNDEFINED, &[a, b])?;
            let order = vm.number_of(result)?;
            return Ok(order.partial_cmp(&0.0).unwrap_or(Ordering::Equal));
        }
        if let (Some(a), Some(b)) = (a.as_number(), b.as_number()) {
            // All NaNs are the same positive one, so it is last.
            return Ok(a.total_cmp(&b));
        }
        Ok(vm.bigint_order(a, b)?.unwrap_or(Ordering::Equal))
    })?;
    for (index, value) in sorted.into_iter().enumerate() {
        vm.set_key(array, Key::Index(index as u32), value, true)?;
    }
    Ok(array)
}

fn subarray(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let view = any_view(vm, arguments)?;
    let array = vm.this(arguments);
    let length = vm.view_length(view) as f64;
    let (from, to) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
    let from = vm.relative(from, length, 0.0)?;
    let to = vm.relative(to, length, length)?;
    let count = (to - from).max(0.0);
    let offset = view.offset as f64 + from * view.element.size() as f64;
    let default = constructor_of(vm, view.element);
    let constructor = vm.species(array, default)?;
    let operands = [view.buffer, Value::number(offset), Value::number(count)];
    let target = create_by(vm, constructor, &operands)?;
    let new = valid_view(vm, target)?;
    if new.element.is_bigint() != view.element.is_bigint() {
        return vm.type_error("Cannot mix BigInt and other types, use explicit conversions");
    }
    Ok(target)
}
