//! `Map` and `Set`.

use super::iterator::new_iterator;
use super::{Row, getter, method, tag, this};
use crate::heap::{Attributes, Class, ENTRY, IterationKind, Part, Table, Value, WellKnown};
use crate::interp::{Arguments, Completion, Intrinsic, Key, Stop, Vm};

const SPECIES: &[Row] = &[getter("@@species", this)];

const MAP: &[Row] = &[
    method("clear", 0, |vm, arguments| clear(vm, arguments, IS_MAP)),
    method("delete", 1, |vm, arguments| delete(vm, arguments, IS_MAP)),
    method("entries", 0, |vm, arguments| iterator(vm, arguments, IS_MAP, IterationKind::Map(Part::Entries))),
    method("forEach", 1, |vm, arguments| for_each(vm, arguments, IS_MAP)),
    method("get", 1, |vm, arguments| {
        let key = vm.argument(arguments, 0);
        let key = vm.heap.table_key(key);
        Ok(table(vm, arguments, IS_MAP)?.get(&key).unwrap_or(Value::UNDEFINED))
    }),
    method("has", 1, |vm, arguments| has(vm, arguments, IS_MAP)),
    method("keys", 0, |vm, arguments| iterator(vm, arguments, IS_MAP, IterationKind::Map(Part::Keys))),
    method("set", 2, |vm, arguments| insert(vm, arguments, IS_MAP, 1)),
    getter("size", |vm, arguments| size(vm, arguments, IS_MAP)),
    method("values", 0, |vm, arguments| iterator(vm, arguments, IS_MAP, IterationKind::Map(Part::Values))),
    tag("Map"),
];

const SET: &[Row] = &[
    method("add", 1, |vm, arguments| insert(vm, arguments, IS_SET, 0)),
    method("clear", 0, |vm, arguments| clear(vm, arguments, IS_SET)),
    method("delete", 1, |vm, arguments| delete(vm, arguments, IS_SET)),
    method("entries", 0, |vm, arguments| iterator(vm, arguments, IS_SET, IterationKind::Set(Part::Entries))),
    method("forEach", 1, |vm, arguments| for_each(vm, arguments, IS_SET)),
    method("has", 1, |vm, arguments| has(vm, arguments, IS_SET)),
    getter("size", |vm, arguments| size(vm, arguments, IS_SET)),
    method("values", 0, |vm, arguments| iterator(vm, arguments, IS_SET, IterationKind::Set(Part::Values))),
    tag("Set"),
];

/// True for objects of one kind.
type Is = fn(&Class) -> bool;

const IS_MAP: Is = |class| matches!(class, Class::Map(_));

const IS_SET: Is = |class| matches!(class, Class::Set(_));

pub(super) fn install(vm: &mut Vm) {
    let map = vm.prototype_object(Intrinsic::MapPrototype, Intrinsic::ObjectPrototype);
    vm.install(map, MAP);
    let constructor = vm.constructor(
        "Map",
        0,
        |vm, arguments| create(vm, arguments, "Map", Intrinsic::MapPrototype, Class::Map(Box::default())),
        map,
    );
    vm.install(constructor, SPECIES);
    let set = vm.prototype_object(Intrinsic::SetPrototype, Intrinsic::ObjectPrototype);
    vm.install(set, SET);
    let constructor = vm.constructor(
        "Set",
        0,
        |vm, arguments| create(vm, arguments, "Set", Intrinsic::SetPrototype, Class::Set(Box::default())),
        set,
    );
    vm.install(constructor, SPECIES);
    for (prototype, name, aliases) in [(map, "entries", &[][..]), (set, "values", &["keys"][..])] {
        let name = vm.heap.atom(name);
        let Ok(function) = vm.get_atom(prototype, name) else { continue };
        vm.define(prototype, WellKnown::Iterator.atom(), function, Attributes::HIDDEN);
        aliases.iter().for_each(|alias| vm.hidden(prototype, alias, function));
    }
}

/// Creates a collection and adds the values of an iterable to it.
pub(super) fn create(
    vm: &mut Vm,
    arguments: Arguments,
    name: &str,
    prototype: Intrinsic,
    class: Class,
) -> Completion<Value> {
    vm.require_new(arguments, name)?;
    let new_target = vm.new_target(arguments);
    let prototype = vm.prototype_for(new_target, prototype)?;
    let pairs = matches!(class, Class::Map(_) | Class::WeakMap(_));
    let object = vm.heap.new_object(prototype, class);
    let source = vm.argument(arguments, 0);
    if source.is_nullish() {
        return Ok(object);
    }
    let adder = vm.heap.atom(if pairs { "set" } else { "add" });
    let adder = vm.get_atom(object, adder)?;
    vm.require_callable(adder)?;
    if pairs {
        each_entry(vm, source, |vm, key, value| vm.call_function(adder, object, &[key, value]).map(|_| ()))?;
    } else {
        let iterating = vm.iterate(source)?;
        let held = vm.held();
        while let Some(value) = vm.iterator_step(iterating)? {
            let result = vm.call_function(adder, object, &[value]);
            vm.or_close(iterating.iterator, result)?;
            vm.release(held, Value::UNDEFINED);
        }
    }
    Ok(object)
}

/// Calls a function for each pair of an iterable of pairs.
pub(super) fn each_entry(
    vm: &mut Vm,
    source: Value,
    mut visit: impl FnMut(&mut Vm, Value, Value) -> Completion<()>,
) -> Completion<()> {
    let iterating = vm.iterate(source)?;
    let held = vm.held();
    while let Some(item) = vm.iterator_step(iterating)? {
        let mut step = |vm: &mut Vm| {
            if vm.heap.object(item).is_none() {
                return vm.type_error("Iterator value is not an entry object");
            }
            let key = vm.get_key(item, Key::Index(0))?;
            let value = vm.get_key(item, Key::Index(1))?;
            visit(vm, key, value)
        };
        let result = step(vm);
        vm.or_close(iterating.iterator, result)?;
        vm.release(held, Value::UNDEFINED);
    }
    Ok(())
}

/// The object of a call, which has to be of one kind.
fn receiver(vm: &mut Vm, arguments: Arguments, is: Is) -> Completion<Value> {
    let this = vm.this(arguments);
    if !vm.heap.class(this).is_some_and(is) {
        return vm.type_error("the method requires that 'this' be a collection of its kind");
    }
    Ok(this)
}

/// Its table. To read it does not mark the object's card: a collection would look at all entries.
fn table(vm: &mut Vm, arguments: Arguments, is: Is) -> Completion<&Table> {
    let this = receiver(vm, arguments, is)?;
    vm.heap.class(this).and_then(Class::table).ok_or(Stop::Thrown)
}

/// That table, to be changed.
fn table_mut(vm: &mut Vm, arguments: Arguments, is: Is) -> Completion<&mut Table> {
    let this = receiver(vm, arguments, is)?;
    vm.heap.class_mut(this).and_then(Class::table_mut).ok_or(Stop::Thrown)
}

fn clear(vm: &mut Vm, arguments: Arguments, is: Is) -> Completion<Value> {
    table_mut(vm, arguments, is)?.clear();
    Ok(Value::UNDEFINED)
}

fn delete(vm: &mut Vm, arguments: Arguments, is: Is) -> Completion<Value> {
    let key = vm.argument(arguments, 0);
    let key = vm.heap.table_key(key);
    Ok(Value::boolean(table_mut(vm, arguments, is)?.remove(&key)))
}

fn has(vm: &mut Vm, arguments: Arguments, is: Is) -> Completion<Value> {
    let key = vm.argument(arguments, 0);
    let key = vm.heap.table_key(key);
    Ok(Value::boolean(table(vm, arguments, is)?.get(&key).is_some()))
}

fn insert(vm: &mut Vm, arguments: Arguments, is: Is, value: usize) -> Completion<Value> {
    let mut name = vm.argument(arguments, 0);
    if name == Value::number(-0.0) {
        name = Value::number(0.0);
    }
    let value = if value == 0 { name } else { vm.argument(arguments, value) };
    let key = vm.heap.table_key(name);
    vm.make_room()?;
    table_mut(vm, arguments, is)?.insert(key, name, value);
    vm.heap.charge(ENTRY);
    Ok(vm.this(arguments))
}

fn size(vm: &mut Vm, arguments: Arguments, is: Is) -> Completion<Value> {
    Ok(Value::number(table(vm, arguments, is)?.len() as f64))
}

fn iterator(vm: &mut Vm, arguments: Arguments, is: Is, kind: IterationKind) -> Completion<Value> {
    let this = receiver(vm, arguments, is)?;
    Ok(new_iterator(vm, this, kind))
}

fn for_each(vm: &mut Vm, arguments: Arguments, is: Is) -> Completion<Value> {
    let this = receiver(vm, arguments, is)?;
    let (function, receiver) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
    vm.require_callable(function)?;
    let mut time = 0;
    while let Some((next, key, value)) = table(vm, arguments, is)?.from(time) {
        vm.call_function(function, receiver, &[value, key, this])?;
        time = next;
    }
    Ok(Value::UNDEFINED)
}
