//! `WeakMap`, `WeakSet`, `WeakRef`.

use super::collections::create;
use super::{Row, method, tag};
use crate::heap::{Class, ENTRY, Table, Value};
use crate::interp::{Arguments, Completion, Intrinsic, Vm};

const MAP: &[Row] = &[
    method("delete", 1, |vm, arguments| delete(vm, arguments, false)),
    method("get", 1, |vm, arguments| {
        let key = vm.argument(arguments, 0);
        let key = vm.heap.table_key(key);
        Ok(table(vm, arguments, false)?.get(&key).unwrap_or(Value::UNDEFINED))
    }),
    method("has", 1, |vm, arguments| has(vm, arguments, false)),
    method("set", 2, |vm, arguments| {
        let value = vm.argument(arguments, 1);
        insert(vm, arguments, false, value)
    }),
    tag("WeakMap"),
];

const SET: &[Row] = &[
    method("add", 1, |vm, arguments| insert(vm, arguments, true, Value::TRUE)),
    method("delete", 1, |vm, arguments| delete(vm, arguments, true)),
    method("has", 1, |vm, arguments| has(vm, arguments, true)),
    tag("WeakSet"),
];

const REF: &[Row] = &[method("deref", 0, deref), tag("WeakRef")];

pub(super) fn install(vm: &mut Vm) {
    let map = vm.prototype_object(Intrinsic::WeakMapPrototype, Intrinsic::ObjectPrototype);
    vm.install(map, MAP);
    vm.constructor(
        "WeakMap",
        0,
        |vm, arguments| {
            create(vm, arguments, "WeakMap", Intrinsic::WeakMapPrototype, Class::WeakMap(Box::default()))
        },
        map,
    );
    let set = vm.prototype_object(Intrinsic::WeakSetPrototype, Intrinsic::ObjectPrototype);
    vm.install(set, SET);
    vm.constructor(
        "WeakSet",
        0,
        |vm, arguments| {
            create(vm, arguments, "WeakSet", Intrinsic::WeakSetPrototype, Class::WeakSet(Box::default()))
        },
        set,
    );
    let reference = vm.prototype_object(Intrinsic::WeakRefPrototype, Intrinsic::ObjectPrototype);
    vm.install(reference, REF);
    vm.constructor("WeakRef", 1, weak_ref, reference);
}

fn table(vm: &mut Vm, arguments: Arguments, set: bool) -> Completion<&mut Table> {
    let this = vm.this(arguments);
    let right = match vm.heap.class(this) {
        Some(Class::WeakMap(_)) => !set,
        Some(Class::WeakSet(_)) => set,
        _ => false,
    };
    if !right {
        return vm.type_error("the method requires that 'this' be a weak collection of its kind");
    }
    match vm.heap.class_mut(this) {
        Some(Class::WeakMap(table) | Class::WeakSet(table)) => Ok(table),
        _ => Err(crate::interp::Stop::Thrown),
    }
}

fn delete(vm: &mut Vm, arguments: Arguments, set: bool) -> Completion<Value> {
    let key = vm.argument(arguments, 0);
    let key = vm.heap.table_key(key);
    Ok(Value::boolean(table(vm, arguments, set)?.remove(&key)))
}

fn has(vm: &mut Vm, arguments: Arguments, set: bool) -> Completion<Value> {
    let key = vm.argument(arguments, 0);
    let key = vm.heap.table_key(key);
    Ok(Value::boolean(table(vm, arguments, set)?.get(&key).is_some()))
}

fn insert(vm: &mut Vm, arguments: Arguments, set: bool, value: Value) -> Completion<Value> {
    let name = vm.argument(arguments, 0);
    table(vm, arguments, set)?;
    if vm.heap.object(name).is_none() {
        return vm.type_error("Invalid value used as a key of a weak collection");
    }
    let key = vm.heap.table_key(name);
    vm.make_room()?;
    table(vm, arguments, set)?.insert(key, name, value);
    vm.heap.charge(ENTRY);
    Ok(vm.this(arguments))
}

fn weak_ref(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    vm.require_new(arguments, "WeakRef")?;
    let target = vm.argument(arguments, 0);
    if vm.heap.object(target).is_none() {
        return vm.type_error("WeakRef: the target must be an object");
    }
    let new_target = vm.new_target(arguments);
    let prototype = vm.prototype_for(new_target, Intrinsic::WeakRefPrototype)?;
    vm.kept.push(target);
    Ok(vm.heap.new_object(prototype, Class::WeakRef(target)))
}

fn deref(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let this = vm.this(arguments);
    let Some(Class::WeakRef(target)) = vm.heap.class(this) else {
        return vm.type_error("deref requires that 'this' be a WeakRef");
    };
    let target = *target;
    if !vm.kept.contains(&target) {
        vm.kept.push(target);
    }
    Ok(target)
}
