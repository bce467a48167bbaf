//! Arrays. The methods accept arrays only; array-like objects are refused by name.

use super::unsupported;
use crate::heap::{Class, Value};
use crate::interp::{Arguments, Completion, Intrinsic, Vm};

pub(super) fn install(vm: &mut Vm) {
    let prototype = vm.intrinsic(Intrinsic::ArrayPrototype);
    let constructor = vm.constructor("Array", 1, array, prototype);
    vm.method(constructor, "isArray", 1, is_array);
    vm.method(prototype, "push", 1, push);
    vm.method(prototype, "pop", 0, pop);
    vm.method(prototype, "join", 1, join);
    vm.method(prototype, "toString", 0, |vm, arguments| join(vm, Arguments { count: 0, ..arguments }));
    vm.method(prototype, "indexOf", 1, index_of);
    vm.method(prototype, "slice", 2, slice);
    vm.method(prototype, "concat", 1, concat);
    vm.method(prototype, "forEach", 1, for_each);
    vm.method(prototype, "map", 1, map);
    vm.method(prototype, "filter", 1, filter);
    vm.method(prototype, "reduce", 1, reduce);
}

/// The elements of `this`.
fn elements(vm: &mut Vm, arguments: Arguments) -> Completion<&mut Vec<Value>> {
    let this = vm.this(arguments);
    match vm.heap.object_mut(this).map(|object| &mut object.class) {
        Some(Class::Array(elements)) => Ok(elements),
        _ => unsupported("methods of arrays for other objects"),
    }
}

fn array(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let values: Vec<Value> = (0..arguments.count).map(|index| vm.argument(arguments, index)).collect();
    if let [length] = values[..]
        && let Some(length) = length.as_number()
    {
        let count = length as u32;
        if f64::from(count) != length {
            return vm.throw_error(Intrinsic::RangeErrorPrototype, "Invalid array length");
        }
        if count > 1 << 20 {
            return unsupported("arrays with a gap of more than a million elements");
        }
        return Ok(vm.new_array(vec![Value::EMPTY; count as usize]));
    }
    Ok(vm.new_array(values))
}

fn is_array(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let value = vm.argument(arguments, 0);
    Ok(Value::boolean(matches!(vm.heap.object(value).map(|object| &object.class), Some(Class::Array(_)))))
}

fn push(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let values: Vec<Value> = (0..arguments.count).map(|index| vm.argument(arguments, index)).collect();
    let elements = elements(vm, arguments)?;
    elements.extend(values);
    Ok(Value::number(elements.len() as f64))
}

fn pop(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let last = elements(vm, arguments)?.pop();
    Ok(last.filter(|last| *last != Value::EMPTY).unwrap_or(Value::UNDEFINED))
}

/// Maximum depth of arrays in arrays that become text.
const MAX_JOIN: usize = 100;

fn join(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let separator = vm.argument(arguments, 0);
    let separator = if separator == Value::UNDEFINED { vm.heap.text(",") } else { vm.string_of(separator)? };
    let separator = vm.heap.string(separator).cloned();
    let this = vm.this(arguments);
    let count = elements(vm, arguments)?.len();
    if vm.joining.contains(&this) {
        return Ok(vm.heap.text(""));
    }
    if vm.joining.len() == MAX_JOIN {
        return unsupported("arrays nested deeper than 100 levels as text");
    }
    vm.joining.push(this);
    let mut units: Vec<u16> = Vec::new();
    let mut result = Ok(());
    for index in 0..count {
        if index > 0 {
            units.extend(separator.iter().flat_map(|separator| separator.iter()));
        }
        let value = elements(vm, arguments)?.get(index).copied().unwrap_or(Value::EMPTY);
        if value.is_nullish() || value == Value::EMPTY {
            continue;
        }
        match vm.string_of(value) {
            Ok(text) => units.extend(vm.heap.string(text).into_iter().flat_map(|text| text.iter())),
            Err(stop) => {
                result = Err(stop);
                break;
            }
        }
    }
    vm.joining.pop();
    result?;
    Ok(vm.heap.new_string(units))
}

/// An index from an argument: negative counts from the end, and it is clamped to the length.
pub(super) fn relative(vm: &mut Vm, value: Value, length: usize, default: usize) -> Completion<usize> {
    if value == Value::UNDEFINED {
        return Ok(default);
    }
    let number = vm.number_of(value)?;
    let number = if number.is_nan() { 0.0 } else { number.trunc() };
    let length = length as f64;
    let index = if number < 0.0 { (length + number).max(0.0) } else { number.min(length) };
    Ok(index as usize)
}

fn index_of(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (value, from) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
    let length = elements(vm, arguments)?.len();
    let from = relative(vm, from, length, 0)?;
    let all = elements(vm, arguments)?.clone();
    let found =
        (from..all.len()).find(|index| all[*index] != Value::EMPTY && vm.strictly_equal(all[*index], value));
    Ok(Value::number(found.map_or(-1.0, |index| index as f64)))
}

fn slice(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let length = elements(vm, arguments)?.len();
    let (from, to) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
    let from = relative(vm, from, length, 0)?;
    let to = relative(vm, to, length, length)?;
    let all = elements(vm, arguments)?;
    let part = all.get(from..to.min(all.len())).map(<[Value]>::to_vec).unwrap_or_default();
    Ok(vm.new_array(part))
}

fn concat(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let mut all = elements(vm, arguments)?.clone();
    for index in 0..arguments.count {
        let value = vm.argument(arguments, index);
        match vm.heap.object(value).map(|object| &object.class) {
            Some(Class::Array(elements)) => all.extend(elements),
            _ => all.push(value),
        }
    }
    Ok(vm.new_array(all))
}

/// Calls a function for each element, and passes its result on.
fn each(
    vm: &mut Vm,
    arguments: Arguments,
    mut visit: impl FnMut(&mut Vm, usize, Value, Value),
) -> Completion<usize> {
    let (function, receiver) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
    let this = vm.this(arguments);
    let length = elements(vm, arguments)?.len();
    if !vm.is_callable(function) {
        return vm.type_error("the callback is not a function");
    }
    for index in 0..length {
        let value = elements(vm, arguments)?.get(index).copied().unwrap_or(Value::EMPTY);
        if value != Value::EMPTY {
            let result = vm.call_function(function, receiver, &[value, Value::number(index as f64), this])?;
            visit(vm, index, value, result);
        }
    }
    Ok(length)
}

fn for_each(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    each(vm, arguments, |_, _, _, _| {})?;
    Ok(Value::UNDEFINED)
}

fn map(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let mut results = Vec::new();
    let length = each(vm, arguments, |_, index, _, result| {
        results.resize(index, Value::EMPTY);
        results.push(result);
    })?;
    results.resize(length, Value::EMPTY);
    Ok(vm.new_array(results))
}

fn filter(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let mut kept = Vec::new();
    each(vm, arguments, |vm, _, value, result| {
        if vm.truthy(result) {
            kept.push(value);
        }
    })?;
    Ok(vm.new_array(kept))
}

fn reduce(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let function = vm.argument(arguments, 0);
    let this = vm.this(arguments);
    let length = elements(vm, arguments)?.len();
    if !vm.is_callable(function) {
        return vm.type_error("the callback is not a function");
    }
    let mut sum = (arguments.count > 1).then(|| vm.argument(arguments, 1));
    for index in 0..length {
        let value = elements(vm, arguments)?.get(index).copied().unwrap_or(Value::EMPTY);
        if value == Value::EMPTY {
            continue;
        }
        sum = Some(match sum {
            None => value,
            Some(sum) => {
                let values = [sum, value, Value::number(index as f64), this];
                vm.call_function(function, Value::UNDEFINED, &values)?
            }
        });
    }
    match sum {
        Some(sum) => Ok(sum),
        None => vm.type_error("Reduce of empty array with no initial value"),
    }
}
