//! Methods of arrays that do not change them; they accept every object with a length.

use super::array::species_create;
use super::{Row, method};
use crate::heap::{Value, WellKnown};
use crate::interp::{Arguments, Completion, Vm};

pub(super) const PROTOTYPE: &[Row] = &[
    method("at", 1, at),
    method("concat", 1, concat),
    method("every", 1, |vm, arguments| {
        let found = each(vm, arguments, false, |vm, _, _, _, result| Ok(!vm.truthy(result)))?;
        Ok(Value::boolean(found.is_none()))
    }),
    method("filter", 1, filter),
    method("find", 1, |vm, arguments| find(vm, arguments, false).map(|found| found.1)),
    method("findIndex", 1, |vm, arguments| find(vm, arguments, false).map(|found| found.0)),
    method("findLast", 1, |vm, arguments| find(vm, arguments, true).map(|found| found.1)),
    method("findLastIndex", 1, |vm, arguments| find(vm, arguments, true).map(|found| found.0)),
    method("flat", 0, flat),
    method("flatMap", 1, flat_map),
    method("forEach", 1, |vm, arguments| {
        each(vm, arguments, false, |_, _, _, _, _| Ok(false))?;
        Ok(Value::UNDEFINED)
    }),
    method("includes", 1, includes),
    method("indexOf", 1, index_of),
    method("join", 1, |vm, arguments| {
        let separator = vm.argument(arguments, 0);
        let this = vm.this(arguments);
        join(vm, this, separator, false)
    }),
    method("lastIndexOf", 1, last_index_of),
    method("map", 1, map),
    method("reduce", 1, |vm, arguments| reduce(vm, arguments, false)),
    method("reduceRight", 1, |vm, arguments| reduce(vm, arguments, true)),
    method("slice", 2, slice),
    method("some", 1, |vm, arguments| {
        let found = each(vm, arguments, false, |vm, _, _, _, result| Ok(vm.truthy(result)))?;
        Ok(Value::boolean(found.is_some()))
    }),
    method("toLocaleString", 0, |vm, arguments| {
        let this = vm.this(arguments);
        join(vm, this, Value::UNDEFINED, true)
    }),
    method("toString", 0, text),
];

/// `this` as an object, and its length.
pub(super) fn this_list(vm: &mut Vm, arguments: Arguments) -> Completion<(Value, f64)> {
    let this = vm.this(arguments);
    let object = vm.object_of(this)?;
    let length = vm.length_of(object)?;
    Ok((object, length))
}

fn at(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (object, length) = this_list(vm, arguments)?;
    let index = vm.argument(arguments, 0);
    let index = vm.whole(index)?;
    let index = if index < 0.0 { length + index } else { index };
    if index < 0.0 || index >= length {
        return Ok(Value::UNDEFINED);
    }
    let key = vm.index_key(index);
    vm.get_key(object, key)
}

fn is_spreadable(vm: &mut Vm, value: Value) -> Completion<bool> {
    if vm.heap.object(value).is_none() {
        return Ok(false);
    }
    let spreadable = vm.get_atom(value, WellKnown::IsConcatSpreadable.atom())?;
    if spreadable != Value::UNDEFINED {
        return Ok(vm.truthy(spreadable));
    }
    super::object::is_array(vm, value)
}

fn concat(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let this = vm.this(arguments);
    let object = vm.object_of(this)?;
    let target = species_create(vm, object, 0.0)?;
    let mut next = 0.0;
    for item in [object].into_iter().chain(vm.operands(arguments)) {
        if !is_spreadable(vm, item)? {
            if next >= 9_007_199_254_740_991.0 {
                return vm.type_error("the array is too long");
            }
            let key = vm.index_key(next);
            vm.create_data(target, key, item)?;
            next += 1.0;
            continue;
        }
        let length = vm.length_of(item)?;
        if next + length > 9_007_199_254_740_991.0 {
            return vm.type_error("the array is too long");
        }
        for index in indices(vm, item, 0.0..length, false)? {
            let held = vm.held();
            let from = vm.index_key(index);
            if vm.has_key(item, from)? {
                let value = vm.get_key(item, from)?;
                let to = vm.index_key(next + index);
                vm.create_data(target, to, value)?;
            }
            vm.release(held, Value::UNDEFINED);
        }
        next += length;
    }
    super::array::set_length(vm, target, next)?;
    Ok(target)
}

/// Indices in a range that a method visits: all; of a huge array that is nearly empty, only those that it and its
/// prototypes have.
pub(super) fn indices(
    vm: &mut Vm,
    object: Value,
    range: std::ops::Range<f64>,
    reverse: bool,
) -> Completion<Box<dyn Iterator<Item = f64>>> {
    let std::ops::Range { start, end: length } = range;
    let sparse = vm.heap.object(object).is_some_and(|object| {
        matches!(object.class, crate::heap::Class::Array { .. } | crate::heap::Class::Plain)
            && length > object.elements.len() as f64 + f64::from(1 << 20)
    });
    let (first, count) = (start as u64, length as u64);
    if !sparse {
        return Ok(if reverse {
            Box::new((first..count).rev().map(|index| index as f64))
        } else {
            Box::new((first..count).map(|index| index as f64))
        });
    }
    let mut present = Vec::new();
    let mut walk = object;
    while vm.heap.object(walk).is_some() {
        for key in vm.own_keys(walk)? {
            let number = crate::interp::string_to_number(&vm.key_text(key));
            if !key.is_symbol() && number >= start && number < length && number.fract() == 0.0 {
                present.push(number);
            }
        }
        walk = vm.prototype_of(walk)?;
    }
    present.sort_by(f64::total_cmp);
    present.dedup();
    if reverse {
        present.reverse();
    }
    Ok(Box::new(present.into_iter()))
}

/// Calls a function for each element that is there, until `stop` holds of its result; returns the index and the element.
fn each(
    vm: &mut Vm,
    arguments: Arguments,
    reverse: bool,
    mut stop: impl FnMut(&mut Vm, Value, f64, Value, Value) -> Completion<bool>,
) -> Completion<Option<(f64, Value)>> {
    let (function, receiver) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
    let (object, length) = this_list(vm, arguments)?;
    vm.require_callable(function)?;
    for index in indices(vm, object, 0.0..length, reverse)? {
        let key = vm.index_key(index);
        if vm.has_key(object, key)? {
            let held = vm.held();
            let value = vm.get_key(object, key)?;
            let result = vm.call_function(function, receiver, &[value, Value::number(index), object])?;
            if stop(vm, object, index, value, result)? {
                return Ok(Some((index, value)));
            }
            vm.release(held, Value::UNDEFINED);
        }
    }
    Ok(None)
}

fn filter(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (object, _) = this_list(vm, arguments)?;
    let function = vm.argument(arguments, 0);
    vm.require_callable(function)?;
    let target = species_create(vm, object, 0.0)?;
    let mut next = 0.0;
    each(vm, arguments, false, |vm, _, _, value, result| {
        if vm.truthy(result) {
            let key = vm.index_key(next);
            vm.create_data(target, key, value)?;
            next += 1.0;
        }
        Ok(false)
    })?;
    Ok(target)
}

fn map(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (object, length) = this_list(vm, arguments)?;
    let (function, receiver) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
    vm.require_callable(function)?;
    let target = species_create(vm, object, length)?;
    for index in indices(vm, object, 0.0..length, false)? {
        let key = vm.index_key(index);
        if vm.has_key(object, key)? {
            let held = vm.held();
            let value = vm.get_key(object, key)?;
            let result = vm.call_function(function, receiver, &[value, Value::number(index), object])?;
            vm.create_data(target, key, result)?;
            vm.release(held, Value::UNDEFINED);
        }
    }
    Ok(target)
}

/// Index and value of the first element of which a function holds, holes included.
fn find(vm: &mut Vm, arguments: Arguments, reverse: bool) -> Completion<(Value, Value)> {
    let (object, length) = this_list(vm, arguments)?;
    let (function, receiver) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
    vm.require_callable(function)?;
    let count = length as u64;
    for step in 0..count {
        let index = if reverse { count - 1 - step } else { step } as f64;
        let key = vm.index_key(index);
        let held = vm.held();
        let value = vm.get_key(object, key)?;
        let result = vm.call_function(function, receiver, &[value, Value::number(index), object])?;
        if vm.truthy(result) {
            return Ok((Value::number(index), value));
        }
        vm.release(held, Value::UNDEFINED);
    }
    Ok((Value::number(-1.0), Value::UNDEFINED))
}

/// Maximum depth of arrays in arrays that become flat.
const MAX_FLAT: u32 = 1000;

fn flatten(
    vm: &mut Vm,
    target: Value,
    (source, length): (Value, f64),
    mut next: f64,
    depth: f64,
    nested: u32,
) -> Completion<f64> {
    if nested == MAX_FLAT {
        return vm.too_deep();
    }
    vm.check_stack()?;
    for index in indices(vm, source, 0.0..length, false)? {
        let held = vm.held();
        let key = vm.index_key(index);
        if vm.has_key(source, key)? {
            let value = vm.get_key(source, key)?;
            next = flatten_value(vm, target, value, next, depth, nested)?;
        }
        vm.release(held, Value::UNDEFINED);
    }
    Ok(next)
}

fn flatten_value(
    vm: &mut Vm,
    target: Value,
    value: Value,
    next: f64,
    depth: f64,
    nested: u32,
) -> Completion<f64> {
    if depth >= 1.0 && super::object::is_array(vm, value)? {
        let length = vm.length_of(value)?;
        return flatten(vm, target, (value, length), next, depth - 1.0, nested + 1);
    }
    let key = vm.index_key(next);
    vm.create_data(target, key, value)?;
    Ok(next + 1.0)
}

fn flat(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let list = this_list(vm, arguments)?;
    let depth = vm.argument(arguments, 0);
    let depth = if depth == Value::UNDEFINED { 1.0 } else { vm.whole(depth)? };
    let target = species_create(vm, list.0, 0.0)?;
    flatten(vm, target, list, 0.0, depth, 0)?;
    Ok(target)
}

fn flat_map(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (object, length) = this_list(vm, arguments)?;
    let (function, receiver) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
    vm.require_callable(function)?;
    let target = species_create(vm, object, 0.0)?;
    let mut next = 0.0;
    for index in indices(vm, object, 0.0..length, false)? {
        let key = vm.index_key(index);
        if vm.has_key(object, key)? {
            let held = vm.held();
            let value = vm.get_key(object, key)?;
            let result = vm.call_function(function, receiver, &[value, Value::number(index), object])?;
            next = flatten_value(vm, target, result, next, 1.0, 0)?;
            vm.release(held, Value::UNDEFINED);
        }
    }
    Ok(target)
}

fn includes(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (object, length) = this_list(vm, arguments)?;
    if length == 0.0 {
        return Ok(Value::FALSE);
    }
    let (value, from) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
    let mut index = vm.relative(from, length, 0.0)?;
    while index < length {
        let key = vm.index_key(index);
        let element = vm.get_key(object, key)?;
        if vm.same_value_zero(element, value) {
            return Ok(Value::TRUE);
        }
        index += 1.0;
    }
    Ok(Value::FALSE)
}

fn index_of(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (object, length) = this_list(vm, arguments)?;
    if length == 0.0 {
        return Ok(Value::number(-1.0));
    }
    let (value, from) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
    let from = vm.relative(from, length, 0.0)?;
    for index in indices(vm, object, from..length, false)? {
        let key = vm.index_key(index);
        if vm.has_key(object, key)? {
            let element = vm.get_key(object, key)?;
            if vm.strictly_equal(element, value) {
                return Ok(Value::number(index));
            }
        }
    }
    Ok(Value::number(-1.0))
}

fn last_index_of(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (object, length) = this_list(vm, arguments)?;
    if length == 0.0 {
        return Ok(Value::number(-1.0));
    }
    let value = vm.argument(arguments, 0);
    let mut last = length - 1.0;
    if arguments.count > 1 {
        let from = vm.argument(arguments, 1);
        let from = vm.whole(from)?;
        last = if from < 0.0 { length + from } else { from.min(last) };
    }
    for index in indices(vm, object, 0.0..(last + 1.0).max(0.0), true)? {
        let key = vm.index_key(index);
        if vm.has_key(object, key)? {
            let element = vm.get_key(object, key)?;
            if vm.strictly_equal(element, value) {
                return Ok(Value::number(index));
            }
        }
    }
    Ok(Value::number(-1.0))
}

/// Maximum depth of arrays in arrays that become text.
const MAX_JOIN: usize = 1000;

pub(super) fn join(vm: &mut Vm, this: Value, separator: Value, local: bool) -> Completion<Value> {
    let object = vm.object_of(this)?;
    let length = vm.length_of(object)?;
    let separator = if separator == Value::UNDEFINED { vm.heap.text(",") } else { vm.string_of(separator)? };
    if vm.joining.contains(&object) {
        return Ok(vm.heap.text(""));
    }
    if vm.joining.len() == MAX_JOIN {
        return vm.too_deep();
    }
    vm.check_stack()?;
    vm.joining.push(object);
    let result = join_elements(vm, object, length, separator, local);
    vm.joining.pop();
    result
}

fn join_elements(
    vm: &mut Vm,
    object: Value,
    length: f64,
    separator: Value,
    local: bool,
) -> Completion<Value> {
    let separator = vm.heap.string(separator).cloned().unwrap_or_else(|| std::rc::Rc::from([]));
    if separator.len() as f64 * (length - 1.0) > vm.heap.max_string() as f64 {
        return vm.range_error("Invalid string length");
    }
    let mut units: Vec<u16> = Vec::new();
    let mut index = 0.0;
    while index < length {
        if index > 0.0 {
            units.extend_from_slice(&separator);
        }
        let key = vm.index_key(index);
        let mut value = vm.get_key(object, key)?;
        if !value.is_nullish() {
            if local {
                let name = vm.heap.atom("toLocaleString");
                value = vm.invoke(value, name, &[])?;
            }
            let text = vm.string_of(value)?;
            units.extend(vm.heap.string(text).into_iter().flat_map(|text| text.iter()));
            if units.len() > vm.heap.max_string() {
                return vm.range_error("Invalid string length");
            }
        }
        index += 1.0;
    }
    Ok(vm.heap.new_string(units))
}

fn text(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let this = vm.this(arguments);
    let object = vm.object_of(this)?;
    let name = vm.heap.atom("join");
    let method = vm.get_atom(object, name)?;
    if vm.is_callable(method) {
        return vm.call_function(method, object, &[]);
    }
    super::object::text(vm, arguments)
}

fn reduce(vm: &mut Vm, arguments: Arguments, reverse: bool) -> Completion<Value> {
    let (object, length) = this_list(vm, arguments)?;
    let function = vm.argument(arguments, 0);
    vm.require_callable(function)?;
    let mut sum = (arguments.count > 1).then(|| vm.argument(arguments, 1));
    for index in indices(vm, object, 0.0..length, reverse)? {
        let key = vm.index_key(index);
        if !vm.has_key(object, key)? {
            continue;
        }
        let held = vm.held();
        let value = vm.get_key(object, key)?;
        sum = Some(match sum {
            None => value,
            Some(sum) => {
                let values = [sum, value, Value::number(index), object];
                vm.call_function(function, Value::UNDEFINED, &values)?
            }
        });
        vm.release(held, sum.unwrap_or(Value::UNDEFINED));
    }
    match sum {
        Some(sum) => Ok(sum),
        None => vm.type_error("Reduce of empty array with no initial value"),
    }
}

fn slice(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (object, length) = this_list(vm, arguments)?;
    let (from, to) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
    let from = vm.relative(from, length, 0.0)?;
    let to = vm.relative(to, length, length)?;
    let count = (to - from).max(0.0);
    let target = species_create(vm, object, count)?;
    for index in indices(vm, object, from..to, false)? {
        let key = vm.index_key(index);
        if vm.has_key(object, key)? {
            let value = vm.get_key(object, key)?;
            let key = vm.index_key(index - from);
            vm.create_data(target, key, value)?;
        }
    }
    super::array::set_length(vm, target, count)?;
    Ok(target)
}
