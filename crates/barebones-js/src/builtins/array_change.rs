//! Methods of arrays that change them; they accept every object with a length.

use super::array::{set_length, species_create};
use super::array_search::{indices, this_list};
use super::{Row, method};
use crate::heap::{Class, Value};
use crate::interp::{Arguments, Completion, Vm};
use std::cmp::Ordering;

pub(super) const PROTOTYPE: &[Row] = &[
    method("copyWithin", 2, copy_within),
    method("fill", 1, fill),
    method("pop", 0, pop),
    method("push", 1, push),
    method("reverse", 0, reverse),
    method("shift", 0, shift),
    method("sort", 1, sort),
    method("splice", 2, splice),
    method("unshift", 1, unshift),
];

/// Largest length of an object like an array.
const MAX_LENGTH: f64 = 9_007_199_254_740_991.0;

/// Deletes a property, which must be possible.
fn remove(vm: &mut Vm, object: Value, index: f64) -> Completion<()> {
    let key = vm.index_key(index);
    if !vm.delete_key(object, key)? {
        return vm.type_error("Cannot delete property");
    }
    Ok(())
}

fn put(vm: &mut Vm, object: Value, index: f64, value: Value) -> Completion<()> {
    let key = vm.index_key(index);
    vm.set_key(object, key, value, true)
}

/// Moves an element, or the absence of one.
fn shift_element(vm: &mut Vm, object: Value, from: f64, to: f64) -> Completion<()> {
    let key = vm.index_key(from);
    if vm.has_key(object, key)? {
        let value = vm.get_key(object, key)?;
        return put(vm, object, to, value);
    }
    remove(vm, object, to)
}

/// The elements of an array that plain operations on a list may change.
fn plain_elements(vm: &mut Vm, object: Value) -> Option<&mut Vec<Value>> {
    let data = vm.heap.object_mut(object)?;
    let simple = data.dense().is_some_and(|elements| !elements.contains(&Value::EMPTY));
    simple.then_some(&mut data.elements)
}

fn write_length(vm: &mut Vm, object: Value) {
    if let Some(data) = vm.heap.object_mut(object) {
        let count = data.elements.len() as u32;
        if let Class::Array { length, .. } = &mut data.class {
            *length = count;
        }
    }
}

fn copy_within(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (object, length) = this_list(vm, arguments)?;
    let [to, from, end] = [0, 1, 2].map(|index| vm.argument(arguments, index));
    let to = vm.relative(to, length, 0.0)?;
    let from = vm.relative(from, length, 0.0)?;
    let end = vm.relative(end, length, length)?;
    let count = (end - from).min(length - to).max(0.0);
    let backward = from < to && to < from + count;
    let mut step = 0.0;
    while step < count {
        let at = if backward { count - 1.0 - step } else { step };
        shift_element(vm, object, from + at, to + at)?;
        step += 1.0;
    }
    Ok(object)
}

fn fill(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (object, length) = this_list(vm, arguments)?;
    let [value, from, end] = [0, 1, 2].map(|index| vm.argument(arguments, index));
    let mut index = vm.relative(from, length, 0.0)?;
    let end = vm.relative(end, length, length)?;
    while index < end {
        put(vm, object, index, value)?;
        index += 1.0;
    }
    Ok(object)
}

fn pop(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let this = vm.this(arguments);
    if let Some(data) = vm.heap.object_mut(this)
        && data.dense().is_some()
        && let Some(last) = data.elements.pop_if(|last| *last != Value::EMPTY)
    {
        write_length(vm, this);
        return Ok(last);
    }
    let (object, length) = this_list(vm, arguments)?;
    if length == 0.0 {
        set_length(vm, object, 0.0)?;
        return Ok(Value::UNDEFINED);
    }
    let key = vm.index_key(length - 1.0);
    let value = vm.get_key(object, key)?;
    remove(vm, object, length - 1.0)?;
    set_length(vm, object, length - 1.0)?;
    Ok(value)
}

fn push(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let this = vm.this(arguments);
    let values = vm.operands(arguments);
    if vm.heap.object(this).is_some_and(|data| data.dense().is_some_and(|all| all.len() < 1 << 26))
        && plain_prototypes(vm, this)
    {
        vm.reserve_elements(this, values.len())?;
        let length = vm.heap.extend_elements(this, &values);
        write_length(vm, this);
        return Ok(Value::number(length as f64));
    }
    let (object, length) = this_list(vm, arguments)?;
    if length + values.len() as f64 > MAX_LENGTH {
        return vm.type_error("the array is too long");
    }
    let mut next = length;
    for value in values {
        put(vm, object, next, value)?;
        next += 1.0;
    }
    set_length(vm, object, next)?;
    Ok(Value::number(next))
}

/// True if no prototype of an array has elements, so that a store to a hole stores to the array.
fn plain_prototypes(vm: &Vm, array: Value) -> bool {
    let mut walk = vm.heap.object(array).map_or(Value::NULL, |object| object.prototype);
    while let Some(object) = vm.heap.object(walk) {
        let plain = matches!(object.class, Class::Plain | Class::Array { .. });
        if !plain || !object.elements.is_empty() || object.sparse.is_some() {
            return false;
        }
        walk = object.prototype;
    }
    true
}

fn reverse(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let this = vm.this(arguments);
    if let Some(elements) = plain_elements(vm, this) {
        elements.reverse();
        return Ok(this);
    }
    let (object, length) = this_list(vm, arguments)?;
    let middle = (length / 2.0).floor();
    let mut low = 0.0;
    while low < middle {
        let high = length - 1.0 - low;
        let (low_key, high_key) = (vm.index_key(low), vm.index_key(high));
        let has_low = vm.has_key(object, low_key)?;
        let low_value = if has_low { vm.get_key(object, low_key)? } else { Value::UNDEFINED };
        let has_high = vm.has_key(object, high_key)?;
        let high_value = if has_high { vm.get_key(object, high_key)? } else { Value::UNDEFINED };
        if has_high {
            put(vm, object, low, high_value)?;
        } else if has_low {
            remove(vm, object, low)?;
        }
        if has_low {
            put(vm, object, high, low_value)?;
        } else if has_high {
            remove(vm, object, high)?;
        }
        low += 1.0;
    }
    Ok(object)
}

fn shift(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let this = vm.this(arguments);
    if let Some(elements) = plain_elements(vm, this)
        && !elements.is_empty()
    {
        let first = elements.remove(0);
        write_length(vm, this);
        return Ok(first);
    }
    let (object, length) = this_list(vm, arguments)?;
    if length == 0.0 {
        set_length(vm, object, 0.0)?;
        return Ok(Value::UNDEFINED);
    }
    let key = vm.index_key(0.0);
    let first = vm.get_key(object, key)?;
    let mut index = 1.0;
    while index < length {
        shift_element(vm, object, index, index - 1.0)?;
        index += 1.0;
    }
    remove(vm, object, length - 1.0)?;
    set_length(vm, object, length - 1.0)?;
    Ok(first)
}

fn unshift(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (object, length) = this_list(vm, arguments)?;
    let values = vm.operands(arguments);
    let count = values.len() as f64;
    if count > 0.0 {
        if length + count > MAX_LENGTH {
            return vm.type_error("the array is too long");
        }
        for index in indices(vm, object, 0.0..length, true)? {
            shift_element(vm, object, index, index + count)?;
        }
        for (index, value) in values.into_iter().enumerate() {
            put(vm, object, index as f64, value)?;
        }
    }
    set_length(vm, object, length + count)?;
    Ok(Value::number(length + count))
}

fn splice(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (object, length) = this_list(vm, arguments)?;
    let (start, count) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
    let start = vm.relative(start, length, 0.0)?;
    let removed = match arguments.count {
        0 => 0.0,
        1 => length - start,
        _ => vm.whole(count)?.clamp(0.0, length - start),
    };
    let items: Vec<Value> = vm.operands(arguments).into_iter().skip(2).collect();
    let added = items.len() as f64;
    if length + added - removed > MAX_LENGTH {
        return vm.type_error("the array is too long");
    }
    let target = species_create(vm, object, removed)?;
    let mut index = 0.0;
    while index < removed {
        let from = vm.index_key(start + index);
        if vm.has_key(object, from)? {
            let value = vm.get_key(object, from)?;
            let to = vm.index_key(index);
            vm.create_data(target, to, value)?;
        }
        index += 1.0;
    }
    set_length(vm, target, removed)?;
    if added < removed {
        let mut index = start;
        while index < length - removed {
            shift_element(vm, object, index + removed, index + added)?;
            index += 1.0;
        }
        let mut index = length;
        while index > length - removed + added {
            remove(vm, object, index - 1.0)?;
            index -= 1.0;
        }
    } else if added > removed {
        let mut index = length - removed;
        while index > start {
            shift_element(vm, object, index + removed - 1.0, index + added - 1.0)?;
            index -= 1.0;
        }
    }
    for (index, item) in items.into_iter().enumerate() {
        put(vm, object, start + index as f64, item)?;
    }
    set_length(vm, object, length - removed + added)?;
    Ok(target)
}

/// Order of two values that are not undefined, by a function or as strings.
pub(super) fn compare(vm: &mut Vm, function: Value, a: Value, b: Value) -> Completion<Ordering> {
    if function != Value::UNDEFINED {
        let held = vm.held();
        let result = vm.call_function(function, Value::UNDEFINED, &[a, b])?;
        let order = vm.number_of(result)?;
        vm.release(held, Value::UNDEFINED);
        return Ok(order.partial_cmp(&0.0).unwrap_or(Ordering::Equal));
    }
    let (a, b) = (vm.units_of(a)?, vm.units_of(b)?);
    Ok(a.cmp(&b))
}

/// Sorts by merging, which calls the order once per comparison and is stable, whatever the order answers.
pub(super) fn merge_sort(
    vm: &mut Vm,
    values: Vec<Value>,
    order: &mut dyn FnMut(&mut Vm, Value, Value) -> Completion<Ordering>,
) -> Completion<Vec<Value>> {
    let mut from = values;
    let mut width = 1;
    while width < from.len() {
        let mut to = Vec::with_capacity(from.len());
        for run in from.chunks(2 * width) {
            let (mut left, mut right) = run.split_at(width.min(run.len()));
            while let (Some(a), Some(b)) = (left.first(), right.first()) {
                if order(vm, *a, *b)?.is_le() {
                    to.push(*a);
                    left = &left[1..];
                } else {
                    to.push(*b);
                    right = &right[1..];
                }
            }
            to.extend_from_slice(left);
            to.extend_from_slice(right);
        }
        from = to;
        width *= 2;
    }
    Ok(from)
}

fn sort(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let function = vm.argument(arguments, 0);
    if function != Value::UNDEFINED && !vm.is_callable(function) {
        return vm.type_error("The comparison function must be either a function or undefined");
    }
    let (object, length) = this_list(vm, arguments)?;
    let mut values = Vec::new();
    let mut undefined = 0;
    for index in indices(vm, object, 0.0..length, false)? {
        let key = vm.index_key(index);
        if vm.has_key(object, key)? {
            match vm.get_key(object, key)? {
                Value::UNDEFINED => undefined += 1,
                value => values.push(value),
            }
        }
    }
    let mut sorted = merge_sort(vm, values, &mut |vm, a, b| compare(vm, function, a, b))?;
    sorted.extend(std::iter::repeat_n(Value::UNDEFINED, undefined));
    let count = sorted.len() as f64;
    for (index, value) in sorted.into_iter().enumerate() {
        put(vm, object, index as f64, value)?;
    }
    let holes: Vec<f64> = indices(vm, object, count..length, false)?.collect();
    for index in holes {
        let key = vm.index_key(index);
        if vm.has_own(object, key)? {
            remove(vm, object, index)?;
        }
    }
    Ok(object)
}
