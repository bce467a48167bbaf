//! Methods of regular expressions that methods of strings call by symbols.

use super::iterator::{new_iterator, pair_length};
use super::regexp::{execute, require_object};
use super::string_methods::{Found, expand};
use super::{Row, method};
use crate::heap::{IterationKind, Value};
use crate::interp::{Arguments, Completion, Intrinsic, Key, Vm};
use std::rc::Rc;

pub(super) const PROTOTYPE: &[Row] = &[
    method("@@match", 1, matched),
    method("@@matchAll", 1, match_all),
    method("@@replace", 2, replace),
    method("@@search", 1, search),
    method("@@split", 2, split),
];

/// `this`, which must be an object, and the first argument as a string.
fn operands(vm: &mut Vm, arguments: Arguments) -> Completion<(Value, Value)> {
    let (regexp, text) = (vm.this(arguments), vm.argument(arguments, 0));
    require_object(vm, regexp)?;
    let text = vm.string_of(text)?;
    Ok((regexp, text))
}

fn flags_of(vm: &mut Vm, regexp: Value) -> Completion<Rc<[u16]>> {
    let name = vm.heap.atom("flags");
    let flags = vm.get_atom(regexp, name)?;
    vm.units_of(flags)
}

/// The index after a character.
fn next_index(units: &[u16], index: f64, unicode: bool) -> f64 {
    let pair = unicode && index < units.len() as f64 && pair_length(&units[index as usize..]) == 2;
    index + if pair { 2.0 } else { 1.0 }
}

/// Moves `lastIndex` on after a match of nothing.
pub(super) fn skip_empty_match(
    vm: &mut Vm,
    regexp: Value,
    text: Value,
    found: Value,
    unicode: bool,
) -> Completion<()> {
    let part = vm.get_key(found, Key::Index(0))?;
    let part = vm.string_of(part)?;
    if vm.heap.string_length(part) == 0 {
        let last = vm.get_atom(regexp, vm.atoms.last_index)?;
        let last = vm.length_from(last)?;
        let units = vm.units_of(text)?;
        let next = next_index(&units, last, unicode);
        vm.set_atom(regexp, vm.atoms.last_index, Value::number(next))?;
    }
    Ok(())
}

fn matched(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (regexp, text) = operands(vm, arguments)?;
    let flags = flags_of(vm, regexp)?;
    if !flags.contains(&u16::from(b'g')) {
        return execute(vm, regexp, text);
    }
    let unicode = flags.contains(&u16::from(b'u'));
    vm.set_atom(regexp, vm.atoms.last_index, Value::number(0.0))?;
    let mut all = Vec::new();
    loop {
        let found = execute(vm, regexp, text)?;
        if found == Value::NULL {
            break;
        }
        let part = vm.get_key(found, Key::Index(0))?;
        all.push(vm.string_of(part)?);
        vm.make_room()?;
        skip_empty_match(vm, regexp, text, found, unicode)?;
    }
    Ok(if all.is_empty() { Value::NULL } else { vm.new_array(all) })
}

fn match_all(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (regexp, text) = operands(vm, arguments)?;
    let constructor = default_constructor(vm)?;
    let constructor = vm.species(regexp, constructor)?;
    let flags = flags_of(vm, regexp)?;
    let flag_text = vm.heap.new_string(flags.clone());
    let copy = vm.construct_values(constructor, &[regexp, flag_text], constructor)?;
    let last = vm.get_atom(regexp, vm.atoms.last_index)?;
    let last = vm.length_from(last)?;
    vm.set_atom(copy, vm.atoms.last_index, Value::number(last))?;
    let (global, unicode) = (flags.contains(&u16::from(b'g')), flags.contains(&u16::from(b'u')));
    Ok(new_iterator(vm, copy, IterationKind::Matches { text, global, unicode }))
}

fn default_constructor(vm: &mut Vm) -> Completion<Value> {
    let prototype = vm.intrinsic(Intrinsic::RegExpPrototype);
    vm.get_atom(prototype, vm.atoms.constructor)
}

fn search(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (regexp, text) = operands(vm, arguments)?;
    let last_index = vm.atoms.last_index;
    let previous = vm.get_atom(regexp, last_index)?;
    if !vm.same_value(previous, Value::number(0.0)) {
        vm.set_atom(regexp, last_index, Value::number(0.0))?;
    }
    let found = execute(vm, regexp, text)?;
    let current = vm.get_atom(regexp, last_index)?;
    if !vm.same_value(current, previous) {
        vm.set_atom(regexp, last_index, previous)?;
    }
    if found == Value::NULL {
        return Ok(Value::number(-1.0));
    }
    vm.get_atom(found, vm.atoms.index)
}

fn replace(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (regexp, text) = operands(vm, arguments)?;
    let with = vm.argument(arguments, 1);
    let function = vm.is_callable(with);
    let with = if function { with } else { vm.string_of(with)? };
    let flags = flags_of(vm, regexp)?;
    let global = flags.contains(&u16::from(b'g'));
    let unicode = flags.contains(&u16::from(b'u'));
    if global {
        vm.set_atom(regexp, vm.atoms.last_index, Value::number(0.0))?;
    }
    let mut all = Vec::new();
    loop {
        let found = execute(vm, regexp, text)?;
        if found == Value::NULL {
            break;
        }
        vm.make_room()?;
        all.push(found);
        if !global {
            break;
        }
        skip_empty_match(vm, regexp, text, found, unicode)?;
    }
    let units = vm.units_of(text)?;
    let mut result: Vec<u16> = Vec::new();
    let mut end = 0;
    for found in all {
        let held = vm.held();
        let count = vm.length_of(found)?;
        let matched = vm.get_key(found, Key::Index(0))?;
        let matched = vm.string_of(matched)?;
        let position = vm.get_atom(found, vm.atoms.index)?;
        let position = vm.whole(position)?.clamp(0.0, units.len() as f64) as usize;
        let mut captures = Vec::new();
        for index in 1..(count.clamp(1.0, 1e6) as u32) {
            let capture = vm.get_key(found, Key::Index(index))?;
            captures.push(if capture == Value::UNDEFINED { capture } else { vm.string_of(capture)? });
        }
        let name = vm.heap.atom("groups");
        let names = vm.get_atom(found, name)?;
        let replacement: Rc<[u16]> = if function {
            let mut values = vec![matched];
            values.extend_from_slice(&captures);
            values.extend([Value::number(position as f64), text]);
            if names != Value::UNDEFINED {
                values.push(names);
            }
            let value = vm.call_function(with, Value::UNDEFINED, &values)?;
            vm.units_of(value)?
        } else {
            let names = if names == Value::UNDEFINED { names } else { vm.object_of(names)? };
            let template = vm.units_of(with)?;
            let matched = vm.units_of(matched)?;
            let found =
                Found { text: &units, start: position, matched: &matched, captures: &captures, names };
            expand(vm, &template, found)?.into()
        };
        if position >= end {
            result.extend_from_slice(&units[end..position]);
            result.extend_from_slice(&replacement);
            end = position + vm.heap.string_length(matched);
            if result.len() > vm.heap.max_string() {
                return vm.range_error("Invalid string length");
            }
        }
        vm.release(held, Value::UNDEFINED);
    }
    result.extend_from_slice(units.get(end..).unwrap_or(&[]));
    Ok(vm.heap.new_string(result))
}

fn split(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (regexp, text) = operands(vm, arguments)?;
    let limit = vm.argument(arguments, 1);
    let constructor = default_constructor(vm)?;
    let constructor = vm.species(regexp, constructor)?;
    let flags = flags_of(vm, regexp)?;
    let unicode = flags.contains(&u16::from(b'u'));
    let mut sticky = flags.to_vec();
    if !sticky.contains(&u16::from(b'y')) {
        sticky.push(u16::from(b'y'));
    }
    let sticky = vm.heap.new_string(sticky);
    let splitter = vm.construct_values(constructor, &[regexp, sticky], constructor)?;
    let limit = match limit {
        Value::UNDEFINED => u32::MAX,
        limit => crate::interp::to_int32(vm.number_of(limit)?) as u32,
    } as usize;
    let mut parts = Vec::new();
    if limit == 0 {
        return Ok(vm.new_array(parts));
    }
    let units = vm.units_of(text)?;
    let size = units.len();
    if size == 0 {
        let found = execute(vm, splitter, text)?;
        if found == Value::NULL {
            parts.push(text);
        }
        return Ok(vm.new_array(parts));
    }
    let mut start = 0;
    let mut at = 0;
    while at < size {
        vm.set_atom(splitter, vm.atoms.last_index, Value::number(at as f64))?;
        let found = execute(vm, splitter, text)?;
        let end = if found == Value::NULL {
            start
        } else {
            let end = vm.get_atom(splitter, vm.atoms.last_index)?;
            vm.length_from(end)?.min(size as f64) as usize
        };
        if end == start {
            at = next_index(&units, at as f64, unicode) as usize;
            continue;
        }
        vm.make_room()?;
        parts.push(vm.heap.new_string(units.get(start..at).unwrap_or(&[])));
        if parts.len() == limit {
            return Ok(vm.new_array(parts));
        }
        start = end;
        let count = vm.length_of(found)?;
        for index in 1..(count.clamp(1.0, 1e6) as u32) {
            parts.push(vm.get_key(found, Key::Index(index))?);
            if parts.len() == limit {
                return Ok(vm.new_array(parts));
            }
        }
        at = start;
    }
    parts.push(vm.heap.new_string(units.get(start..).unwrap_or(&[])));
    Ok(vm.new_array(parts))
}
