//! Strings.

use super::array::relative;
use super::function::primitive;
use super::unsupported;
use crate::heap::{Class, Value};
use crate::interp::{Arguments, Completion, Intrinsic, Vm};
use std::rc::Rc;

pub(super) fn install(vm: &mut Vm) {
    let prototype = vm.intrinsic(Intrinsic::StringPrototype);
    let constructor = vm.constructor("String", 1, string, prototype);
    vm.method(constructor, "fromCharCode", 1, from_char_code);
    vm.method(prototype, "toString", 0, primitive);
    vm.method(prototype, "valueOf", 0, primitive);
    vm.method(prototype, "charAt", 1, char_at);
    vm.method(prototype, "charCodeAt", 1, char_code_at);
    vm.method(prototype, "indexOf", 1, index_of);
    vm.method(prototype, "slice", 2, slice);
    vm.method(prototype, "substring", 2, substring);
    vm.method(prototype, "split", 2, split);
    vm.method(prototype, "toUpperCase", 0, |vm, arguments| {
        let text = String::from_utf16_lossy(&this_units(vm, arguments)?);
        Ok(vm.heap.text(&text.to_uppercase()))
    });
    vm.method(prototype, "toLowerCase", 0, |vm, arguments| {
        let text = String::from_utf16_lossy(&this_units(vm, arguments)?);
        Ok(vm.heap.text(&text.to_lowercase()))
    });
    let object = vm.intrinsic(Intrinsic::ObjectPrototype);
    let internal = vm.heap.new_object(object, Class::Plain);
    vm.mark(internal, "HermesInternal");
    vm.method(internal, "concat", 1, concat);
    let global = vm.intrinsic(Intrinsic::Global);
    vm.hidden(global, "HermesInternal", internal);
}

fn string(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    if arguments.new_target {
        return unsupported("`new String`");
    }
    if arguments.count == 0 {
        return Ok(vm.heap.text(""));
    }
    let value = vm.argument(arguments, 0);
    vm.string_of(value)
}

fn this_units(vm: &mut Vm, arguments: Arguments) -> Completion<Rc<[u16]>> {
    let this = vm.this(arguments);
    if this.is_nullish() {
        return vm.type_error("String.prototype method called on null or undefined");
    }
    let text = vm.string_of(this)?;
    Ok(vm.heap.string(text).cloned().unwrap_or_else(|| Rc::from([])))
}

fn units_of(vm: &mut Vm, value: Value) -> Completion<Rc<[u16]>> {
    let text = vm.string_of(value)?;
    Ok(vm.heap.string(text).cloned().unwrap_or_else(|| Rc::from([])))
}

/// An index from an argument, as a whole number.
fn whole(vm: &mut Vm, value: Value) -> Completion<f64> {
    let number = vm.number_of(value)?;
    Ok(if number.is_nan() { 0.0 } else { number.trunc() })
}

fn unit_at(vm: &mut Vm, arguments: Arguments) -> Completion<Option<u16>> {
    let units = this_units(vm, arguments)?;
    let index = vm.argument(arguments, 0);
    let index = whole(vm, index)?;
    Ok(if index < 0.0 || index >= units.len() as f64 { None } else { Some(units[index as usize]) })
}

fn char_at(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let unit = unit_at(vm, arguments)?;
    let units: Vec<u16> = unit.into_iter().collect();
    Ok(vm.heap.new_string(units))
}

fn char_code_at(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let unit = unit_at(vm, arguments)?;
    Ok(Value::number(unit.map_or(f64::NAN, f64::from)))
}

fn from_char_code(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let mut units = Vec::new();
    for index in 0..arguments.count {
        let value = vm.argument(arguments, index);
        units.push(crate::interp::to_int32(vm.number_of(value)?) as u16);
    }
    Ok(vm.heap.new_string(units))
}

/// The first place of a part in a string, from an index.
fn find(units: &[u16], part: &[u16], from: usize) -> Option<usize> {
    (from..=units.len().checked_sub(part.len())?).find(|at| units[*at..].starts_with(part))
}

fn index_of(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let units = this_units(vm, arguments)?;
    let part = vm.argument(arguments, 0);
    let part = units_of(vm, part)?;
    let from = vm.argument(arguments, 1);
    let from = whole(vm, from)?.clamp(0.0, units.len() as f64) as usize;
    Ok(Value::number(find(&units, &part, from).map_or(-1.0, |at| at as f64)))
}

fn slice(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let units = this_units(vm, arguments)?;
    let (from, to) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
    let from = relative(vm, from, units.len(), 0)?;
    let to = relative(vm, to, units.len(), units.len())?;
    let part = units.get(from..to).unwrap_or(&[]).to_vec();
    Ok(vm.heap.new_string(part))
}

fn substring(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let units = this_units(vm, arguments)?;
    let length = units.len() as f64;
    let (from, to) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
    let from = whole(vm, from)?.clamp(0.0, length);
    let to = if to == Value::UNDEFINED { length } else { whole(vm, to)?.clamp(0.0, length) };
    let part = units[from.min(to) as usize..from.max(to) as usize].to_vec();
    Ok(vm.heap.new_string(part))
}

fn split(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let units = this_units(vm, arguments)?;
    let (separator, limit) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
    if limit != Value::UNDEFINED || vm.heap.object(separator).is_some() {
        return unsupported("`split` with a limit or an object");
    }
    let mut parts: Vec<Vec<u16>> = Vec::new();
    if separator == Value::UNDEFINED {
        parts.push(units.to_vec());
    } else {
        let separator = units_of(vm, separator)?;
        if separator.is_empty() {
            parts.extend(units.iter().map(|unit| vec![*unit]));
        } else {
            let mut start = 0;
            while let Some(at) = find(&units, &separator, start) {
                parts.push(units[start..at].to_vec());
                start = at + separator.len();
            }
            parts.push(units[start..].to_vec());
        }
    }
    let parts = parts.into_iter().map(|part| vm.heap.new_string(part)).collect();
    Ok(vm.new_array(parts))
}

/// `this` and all arguments as one string: a template literal.
fn concat(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let mut units = this_units(vm, arguments)?.to_vec();
    for index in 0..arguments.count {
        let value = vm.argument(arguments, index);
        units.extend(units_of(vm, value)?.iter());
    }
    Ok(vm.heap.new_string(units))
}
