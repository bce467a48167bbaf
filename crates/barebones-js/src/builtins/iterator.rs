//! Iterators of the library: arrays, strings, maps, sets, matches.

use super::{Row, method, tag, this};
use crate::heap::{Class, Iteration, IterationKind, Part, Value};
use crate::interp::{Arguments, Completion, Intrinsic, Vm};

const BASE: &[Row] = &[method("@@iterator", 0, this)];
const ASYNC: &[Row] = &[method("@@asyncIterator", 0, this)];
const ARRAY: &[Row] = &[method("next", 0, next_array), tag("Array Iterator")];
const STRING: &[Row] = &[method("next", 0, next_string), tag("String Iterator")];
const MAP: &[Row] = &[method("next", 0, next_map), tag("Map Iterator")];
const SET: &[Row] = &[method("next", 0, next_set), tag("Set Iterator")];
const MATCHES: &[Row] = &[method("next", 0, next_match), tag("RegExp String Iterator")];

pub(super) fn install(vm: &mut Vm) {
    let base = vm.prototype_object(Intrinsic::IteratorPrototype, Intrinsic::ObjectPrototype);
    vm.install(base, BASE);
    let base = vm.prototype_object(Intrinsic::AsyncIteratorPrototype, Intrinsic::ObjectPrototype);
    vm.install(base, ASYNC);
    for (intrinsic, table) in [
        (Intrinsic::ArrayIteratorPrototype, ARRAY),
        (Intrinsic::StringIteratorPrototype, STRING),
        (Intrinsic::MapIteratorPrototype, MAP),
        (Intrinsic::SetIteratorPrototype, SET),
        (Intrinsic::MatchesPrototype, MATCHES),
    ] {
        let prototype = vm.prototype_object(intrinsic, Intrinsic::IteratorPrototype);
        vm.install(prototype, table);
    }
    let prototype = vm.intrinsic(Intrinsic::ArrayIteratorPrototype);
    if let Ok(next) = vm.get_atom(prototype, vm.atoms.next) {
        vm.set_intrinsic(Intrinsic::ArrayIteratorNext, next);
    }
}

/// A new iterator of the library.
pub(super) fn new_iterator(vm: &mut Vm, source: Value, kind: IterationKind) -> Value {
    let prototype = vm.intrinsic(match kind {
        IterationKind::Array(_) => Intrinsic::ArrayIteratorPrototype,
        IterationKind::Map(_) => Intrinsic::MapIteratorPrototype,
        IterationKind::Set(_) => Intrinsic::SetIteratorPrototype,
        IterationKind::String => Intrinsic::StringIteratorPrototype,
        IterationKind::Matches { .. } => Intrinsic::MatchesPrototype,
    });
    vm.heap.new_object(prototype, Class::Iterator(Box::new(Iteration { source, kind, position: 0 })))
}

/// The state of `this`, which must be an iterator of a kind.
fn state(
    vm: &mut Vm,
    arguments: Arguments,
    is: fn(IterationKind) -> bool,
) -> Completion<(Value, Value, IterationKind, u64)> {
    let this = vm.this(arguments);
    match vm.heap.class(this) {
        Some(Class::Iterator(iteration)) if is(iteration.kind) => {
            let (source, kind, position) = (iteration.source, iteration.kind, iteration.position);
            // A getter may end the iterator, which then forgets its source.
            vm.heap.keep(source);
            Ok((this, source, kind, position))
        }
        _ => vm.type_error("next requires that 'this' be an iterator of its kind"),
    }
}

/// Remembers where an iterator is; none at the end.
fn advance(vm: &mut Vm, iterator: Value, position: Option<u64>) {
    if let Some(Class::Iterator(iteration)) = vm.heap.class_mut(iterator) {
        match position {
            Some(position) => iteration.position = position,
            None => iteration.source = Value::UNDEFINED,
        }
    }
}

fn ended(vm: &mut Vm, iterator: Value) -> Value {
    advance(vm, iterator, None);
    vm.iteration_result(Value::UNDEFINED, true)
}

fn next_array(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (this, source, kind, position) =
        state(vm, arguments, |kind| matches!(kind, IterationKind::Array(_)))?;
    let IterationKind::Array(part) = kind else { return Ok(Value::UNDEFINED) };
    if source == Value::UNDEFINED {
        return Ok(vm.iteration_result(Value::UNDEFINED, true));
    }
    let length = match vm.heap.class(source) {
        Some(Class::TypedArray(view)) => {
            let view = *view;
            if vm.is_detached(view.buffer) {
                return vm.type_error("Cannot perform next on a detached ArrayBuffer");
            }
            view.length as f64
        }
        _ => vm.length_of(source)?,
    };
    if position as f64 >= length {
        return Ok(ended(vm, this));
    }
    advance(vm, this, Some(position + 1));
    let index = Value::number(position as f64);
    let key = vm.index_key(position as f64);
    let value = match part {
        Part::Keys => index,
        Part::Values => vm.get_key(source, key)?,
        Part::Entries => {
            let value = vm.get_key(source, key)?;
            vm.new_array(vec![index, value])
        }
    };
    Ok(vm.iteration_result(value, false))
}

fn next_string(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (this, source, _, position) = state(vm, arguments, |kind| kind == IterationKind::String)?;
    let Some(units) = vm.heap.string(source).cloned() else {
        return Ok(vm.iteration_result(Value::UNDEFINED, true));
    };
    let rest = &units[(position as usize).min(units.len())..];
    if rest.is_empty() {
        return Ok(ended(vm, this));
    }
    let count = pair_length(rest);
    advance(vm, this, Some(position + count as u64));
    let value = vm.heap.new_string(&rest[..count]);
    Ok(vm.iteration_result(value, false))
}

/// Number of units of the first character: two for a pair of surrogates.
pub(super) fn pair_length(units: &[u16]) -> usize {
    match units {
        [0xd800..=0xdbff, 0xdc00..=0xdfff, ..] => 2,
        _ => 1,
    }
}

fn next_map(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    next_entry(vm, arguments, |kind| matches!(kind, IterationKind::Map(_)))
}

fn next_set(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    next_entry(vm, arguments, |kind| matches!(kind, IterationKind::Set(_)))
}

fn next_entry(vm: &mut Vm, arguments: Arguments, is: fn(IterationKind) -> bool) -> Completion<Value> {
    let (this, source, kind, position) = state(vm, arguments, is)?;
    let (IterationKind::Map(part) | IterationKind::Set(part)) = kind else { return Ok(Value::UNDEFINED) };
    let found = match vm.heap.class(source) {
        Some(Class::Map(table) | Class::Set(table)) => table.from(position),
        _ => None,
    };
    let Some((position, key, value)) = found else { return Ok(ended(vm, this)) };
    advance(vm, this, Some(position));
    let value = match part {
        Part::Keys => key,
        Part::Values => value,
        Part::Entries => vm.new_array(vec![key, value]),
    };
    Ok(vm.iteration_result(value, false))
}

fn next_match(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (this, source, kind, _) = state(vm, arguments, |kind| matches!(kind, IterationKind::Matches { .. }))?;
    let IterationKind::Matches { text, global, unicode } = kind else { return Ok(Value::UNDEFINED) };
    if source == Value::UNDEFINED {
        return Ok(vm.iteration_result(Value::UNDEFINED, true));
    }
    let found = super::regexp::execute(vm, source, text);
    if found.is_err() {
        advance(vm, this, None);
    }
    let found = found?;
    if found == Value::NULL {
        return Ok(ended(vm, this));
    }
    if global {
        super::regexp_methods::skip_empty_match(vm, source, text, found, unicode)?;
    } else {
        advance(vm, this, None);
    }
    Ok(vm.iteration_result(found, false))
}
