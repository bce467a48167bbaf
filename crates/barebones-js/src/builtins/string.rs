//! `String`: constructor, and methods that concern positions and parts.

use super::iterator::new_iterator;
use super::{Row, method, quick};
use crate::heap::{Class, IterationKind, Value};
use crate::interp::{Arguments, Completion, Few, Intrinsic, Vm};
use std::rc::Rc;

const STATIC: &[Row] = &[
    quick("fromCharCode", 1, from_char_code, |vm, few| {
        let number = few.values[0].as_number().filter(|_| few.count == 1)?;
        Some(vm.heap.new_unit(crate::interp::to_int32(number) as u16))
    }),
    method("fromCodePoint", 1, from_code_point),
    method("raw", 1, raw),
];

const PROTOTYPE: &[Row] = &[
    method("at", 1, at),
    quick("charAt", 1, char_at, |vm, few| {
        let unit = unit_in_place(vm, few)?;
        Some(vm.heap.new_unit(unit))
    }),
    quick("charCodeAt", 1, char_code_at, |vm, few| {
        unit_in_place(vm, few).map(|unit| Value::number(f64::from(unit)))
    }),
    method("codePointAt", 1, code_point_at),
    method("concat", 1, concat),
    method("endsWith", 1, ends_with),
    method("includes", 1, includes),
    method("indexOf", 1, index_of),
    method("isWellFormed", 0, |vm, arguments| {
        let text = this_units(vm, arguments)?;
        let lone = char::decode_utf16(text.iter().copied()).any(|item| item.is_err());
        Ok(Value::boolean(!lone))
    }),
    method("lastIndexOf", 1, last_index_of),
    method("slice", 2, slice),
    method("startsWith", 1, starts_with),
    method("substr", 2, substr),
    method("substring", 2, substring),
    method("toString", 0, value_of),
    method("toWellFormed", 0, |vm, arguments| {
        let text = this_units(vm, arguments)?;
        Ok(vm.heap.text(&String::from_utf16_lossy(&text)))
    }),
    method("valueOf", 0, value_of),
    method("@@iterator", 0, |vm, arguments| {
        let text = this_text(vm, arguments)?;
        Ok(new_iterator(vm, text, IterationKind::String))
    }),
];

pub(super) fn install(vm: &mut Vm) {
    let object = vm.intrinsic(Intrinsic::ObjectPrototype);
    let empty = vm.heap.text("");
    let prototype = vm.heap.new_object(object, Class::Boxed(empty));
    vm.set_intrinsic(Intrinsic::StringPrototype, prototype);
    vm.install(prototype, PROTOTYPE);
    vm.install(prototype, super::string_methods::PROTOTYPE);
    for (alias, name) in [("trimLeft", "trimStart"), ("trimRight", "trimEnd")] {
        let name = vm.heap.atom(name);
        if let Ok(function) = vm.get_atom(prototype, name) {
            vm.hidden(prototype, alias, function);
        }
    }
    let constructor = vm.constructor("String", 1, string, prototype);
    vm.install(constructor, STATIC);
    // Template literals call this.
    vm.namespace("HermesInternal", &[method("concat", 1, concat)]);
}

fn string(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let value = vm.argument(arguments, 0);
    let text = if arguments.count == 0 {
        vm.heap.text("")
    } else if let (Some(symbol), false) = (value.as_symbol(), arguments.new_target) {
        super::symbol::symbol_text(vm, symbol)
    } else {
        vm.string_of(value)?
    };
    if !arguments.new_target {
        return Ok(text);
    }
    let new_target = vm.new_target(arguments);
    let prototype = vm.prototype_for(new_target, Intrinsic::StringPrototype)?;
    Ok(vm.heap.new_object(prototype, Class::Boxed(text)))
}

/// `this` as a string.
pub(super) fn this_text(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let this = vm.this(arguments);
    if this.is_nullish() {
        return vm.type_error("String.prototype method called on null or undefined");
    }
    vm.string_of(this)
}

pub(super) fn this_units(vm: &mut Vm, arguments: Arguments) -> Completion<Rc<[u16]>> {
    let text = this_text(vm, arguments)?;
    Ok(vm.heap.string(text).cloned().unwrap_or_else(|| Rc::from([])))
}

fn value_of(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let this = vm.this(arguments);
    let value = vm.boxed_string(this).unwrap_or(this);
    if vm.heap.is_string(value) { Ok(value) } else { vm.type_error("'this' is not a string") }
}

/// The units of `this`, and an index into them from the first argument.
fn unit_at(vm: &mut Vm, arguments: Arguments) -> Completion<(Rc<[u16]>, Option<usize>)> {
    let units = this_units(vm, arguments)?;
    let index = vm.argument(arguments, 0);
    let index = vm.whole(index)?;
    let valid = index >= 0.0 && index < units.len() as f64;
    Ok((units, valid.then_some(index as usize)))
}

fn at(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let units = this_units(vm, arguments)?;
    let index = vm.argument(arguments, 0);
    let index = vm.whole(index)?;
    let index = if index < 0.0 { index + units.len() as f64 } else { index };
    if index < 0.0 || index >= units.len() as f64 {
        return Ok(Value::UNDEFINED);
    }
    Ok(vm.heap.new_unit(units[index as usize]))
}

fn char_at(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (units, index) = unit_at(vm, arguments)?;
    Ok(match index {
        Some(index) => vm.heap.new_unit(units[index]),
        None => vm.heap.text(""),
    })
}

/// The unit of a string by an index in it.
fn unit_in_place(vm: &Vm, few: &Few) -> Option<u16> {
    let units = vm.heap.string(few.this)?;
    let number = few.values[0].as_number()?;
    let index = number as u32;
    if f64::from(index) == number { units.get(index as usize).copied() } else { None }
}

fn char_code_at(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let few =
        Few { this: vm.this(arguments), count: 1, values: [vm.argument(arguments, 0), Value::UNDEFINED] };
    if let Some(unit) = unit_in_place(vm, &few) {
        return Ok(Value::number(f64::from(unit)));
    }
    let (units, index) = unit_at(vm, arguments)?;
    Ok(Value::number(index.map_or(f64::NAN, |index| f64::from(units[index]))))
}

/// The code point that begins units; a lone surrogate stands for itself.
pub(super) fn code_point(units: &[u16]) -> Option<u32> {
    match units {
        [high @ 0xd800..=0xdbff, low @ 0xdc00..=0xdfff, ..] => {
            Some(0x1_0000 + ((u32::from(*high) - 0xd800) << 10) + (u32::from(*low) - 0xdc00))
        }
        [unit, ..] => Some(u32::from(*unit)),
        [] => None,
    }
}

fn code_point_at(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (units, index) = unit_at(vm, arguments)?;
    let point = index.and_then(|index| code_point(&units[index..]));
    Ok(point.map_or(Value::UNDEFINED, |point| Value::number(f64::from(point))))
}

fn from_char_code(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    if arguments.count == 1
        && let Some(number) = vm.argument(arguments, 0).as_number()
    {
        return Ok(vm.heap.new_unit(crate::interp::to_int32(number) as u16));
    }
    let mut units = Vec::new();
    for value in vm.operands(arguments) {
        units.push(crate::interp::to_int32(vm.number_of(value)?) as u16);
    }
    Ok(vm.heap.new_string(units))
}

/// Appends a code point.
pub(super) fn push_code_point(units: &mut Vec<u16>, point: u32) {
    match point.checked_sub(0x1_0000) {
        None => units.push(point as u16),
        Some(rest) => {
            units.push(0xd800 + (rest >> 10) as u16);
            units.push(0xdc00 + (rest & 0x3ff) as u16);
        }
    }
}

fn from_code_point(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let mut units = Vec::new();
    for value in vm.operands(arguments) {
        let point = vm.number_of(value)?;
        if !(0.0..=1_114_111.0).contains(&point) || point.fract() != 0.0 {
            return vm.range_error("Invalid code point");
        }
        push_code_point(&mut units, point as u32);
    }
    Ok(vm.heap.new_string(units))
}

fn raw(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let template = vm.argument(arguments, 0);
    let cooked = vm.object_of(template)?;
    let name = vm.heap.atom("raw");
    let raw = vm.get_atom(cooked, name)?;
    let raw = vm.object_of(raw)?;
    let length = vm.length_of(raw)?;
    let mut units = Vec::new();
    let mut index = 0.0;
    while index < length {
        let key = vm.index_key(index);
        let part = vm.get_key(raw, key)?;
        units.extend_from_slice(&vm.units_of(part)?);
        if index + 1.0 < length && index + 1.0 < arguments.count as f64 {
            let value = vm.argument(arguments, index as usize + 1);
            units.extend_from_slice(&vm.units_of(value)?);
        }
        if units.len() > vm.heap.max_string() {
            return vm.range_error("Invalid string length");
        }
        index += 1.0;
    }
    Ok(vm.heap.new_string(units))
}

fn concat(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let mut text = this_text(vm, arguments)?;
    for value in vm.operands(arguments) {
        let next = vm.string_of(value)?;
        text = vm.join(text, next)?;
    }
    Ok(text)
}

/// The first place of a part in a string, from an index.
pub(super) fn find(units: &[u16], part: &[u16], from: usize) -> Option<usize> {
    let last = units.len().checked_sub(part.len())?;
    let Some(first) = part.first() else { return (from <= last).then_some(from) };
    let mut at = from;
    while at <= last {
        at += units[at..=last].iter().position(|unit| unit == first)?;
        if units[at..].starts_with(part) {
            return Some(at);
        }
        at += 1;
    }
    None
}

/// What a search needs: units, the part, a position.
type Searched = (Rc<[u16]>, Rc<[u16]>, usize);

/// The units of `this`, those of a part that is no regular expression, and a position.
fn searched(vm: &mut Vm, arguments: Arguments, end: bool) -> Completion<Searched> {
    let units = this_units(vm, arguments)?;
    let (part, from) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
    if super::regexp::is_regexp(vm, part)? {
        return vm.type_error("the argument must not be a regular expression");
    }
    let part = vm.units_of(part)?;
    let length = units.len() as f64;
    let from = if end && from == Value::UNDEFINED { length } else { vm.whole(from)?.clamp(0.0, length) };
    Ok((units, part, from as usize))
}

fn includes(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (units, part, from) = searched(vm, arguments, false)?;
    Ok(Value::boolean(find(&units, &part, from).is_some()))
}

fn starts_with(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (units, part, from) = searched(vm, arguments, false)?;
    Ok(Value::boolean(units[from..].starts_with(&part)))
}

fn ends_with(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (units, part, end) = searched(vm, arguments, true)?;
    Ok(Value::boolean(units[..end].ends_with(&part)))
}

fn index_of(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let units = this_units(vm, arguments)?;
    let (part, from) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
    let part = vm.units_of(part)?;
    let from = vm.whole(from)?.clamp(0.0, units.len() as f64) as usize;
    Ok(Value::number(find(&units, &part, from).map_or(-1.0, |at| at as f64)))
}

fn last_index_of(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let units = this_units(vm, arguments)?;
    let (part, from) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
    let part = vm.units_of(part)?;
    let from = vm.number_of(from)?;
    let Some(last) = units.len().checked_sub(part.len()) else { return Ok(Value::number(-1.0)) };
    let from = if from.is_nan() { last } else { from.clamp(0.0, last as f64) as usize };
    let found = (0..=from).rev().find(|at| units[*at..].starts_with(&part));
    Ok(Value::number(found.map_or(-1.0, |at| at as f64)))
}

fn slice(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let units = this_units(vm, arguments)?;
    let length = units.len() as f64;
    let (from, to) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
    let from = vm.relative(from, length, 0.0)? as usize;
    let to = vm.relative(to, length, length)? as usize;
    Ok(vm.heap.new_string(units.get(from..to).unwrap_or(&[])))
}

fn substr(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let units = this_units(vm, arguments)?;
    let length = units.len() as f64;
    let (from, count) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
    let from = vm.relative(from, length, 0.0)?;
    let count = if count == Value::UNDEFINED { length } else { vm.whole(count)? };
    let to = (from + count.clamp(0.0, length)).min(length);
    Ok(vm.heap.new_string(units.get(from as usize..to as usize).unwrap_or(&[])))
}

fn substring(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let units = this_units(vm, arguments)?;
    let length = units.len() as f64;
    let (from, to) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
    let from = vm.whole(from)?.clamp(0.0, length);
    let to = if to == Value::UNDEFINED { length } else { vm.whole(to)?.clamp(0.0, length) };
    Ok(vm.heap.new_string(&units[from.min(to) as usize..from.max(to) as usize]))
}
