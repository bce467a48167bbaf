//! `Reflect`.

use super::{Row, method, tag};
use crate::heap::Value;
use crate::interp::{Arguments, Completion, Key, Vm};

const TABLE: &[Row] = &[
    method("apply", 3, |vm, arguments| {
        let [function, this, list] = [0, 1, 2].map(|index| vm.argument(arguments, index));
        vm.require_callable(function)?;
        let list = vm.list_of(list)?;
        vm.call_function(function, this, &list)
    }),
    method("construct", 2, construct),
    method("defineProperty", 3, |vm, arguments| {
        let (object, key) = target_key(vm, arguments)?;
        let description = vm.argument(arguments, 2);
        let descriptor = vm.read_descriptor(description)?;
        vm.define_own(object, key, descriptor).map(Value::boolean)
    }),
    method("deleteProperty", 2, |vm, arguments| {
        let (object, key) = target_key(vm, arguments)?;
        vm.delete_key(object, key).map(Value::boolean)
    }),
    method("get", 2, |vm, arguments| {
        let (object, key) = target_key(vm, arguments)?;
        let receiver = if arguments.count > 2 { vm.argument(arguments, 2) } else { object };
        vm.get_with(object, key, receiver)
    }),
    method("getOwnPropertyDescriptor", 2, |vm, arguments| {
        let (object, key) = target_key(vm, arguments)?;
        super::object_static::descriptor_of(vm, object, key)
    }),
    method("getPrototypeOf", 1, |vm, arguments| {
        let object = target(vm, arguments)?;
        vm.prototype_of(object)
    }),
    method("has", 2, |vm, arguments| {
        let (object, key) = target_key(vm, arguments)?;
        vm.has_key(object, key).map(Value::boolean)
    }),
    method("isExtensible", 1, |vm, arguments| {
        let object = target(vm, arguments)?;
        vm.is_extensible(object).map(Value::boolean)
    }),
    method("ownKeys", 1, |vm, arguments| {
        let object = target(vm, arguments)?;
        let keys = vm.own_keys(object)?;
        let keys = keys.into_iter().map(|key| vm.key_value(key)).collect();
        Ok(vm.new_array(keys))
    }),
    method("preventExtensions", 1, |vm, arguments| {
        let object = target(vm, arguments)?;
        vm.prevent_extensions(object).map(Value::boolean)
    }),
    method("set", 3, |vm, arguments| {
        let (object, key) = target_key(vm, arguments)?;
        let value = vm.argument(arguments, 2);
        let receiver = if arguments.count > 3 { vm.argument(arguments, 3) } else { object };
        vm.set_with(object, key, value, receiver).map(Value::boolean)
    }),
    method("setPrototypeOf", 2, |vm, arguments| {
        let object = target(vm, arguments)?;
        let prototype = vm.argument(arguments, 1);
        if prototype != Value::NULL && vm.heap.object(prototype).is_none() {
            return vm.type_error("Object prototype may only be an Object or null");
        }
        vm.set_prototype(object, prototype).map(Value::boolean)
    }),
    tag("Reflect"),
];

pub(super) fn install(vm: &mut Vm) {
    vm.namespace("Reflect", TABLE);
}

fn target(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let object = vm.argument(arguments, 0);
    if vm.heap.object(object).is_none() {
        return vm.type_error("Reflect: the target must be an object");
    }
    Ok(object)
}

fn target_key(vm: &mut Vm, arguments: Arguments) -> Completion<(Value, Key)> {
    let object = target(vm, arguments)?;
    let key = vm.argument(arguments, 1);
    Ok((object, vm.key_of(key)?))
}

fn construct(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let [function, list, new_target] = [0, 1, 2].map(|index| vm.argument(arguments, index));
    let new_target = if arguments.count > 2 { new_target } else { function };
    if !vm.is_constructor(function) || !vm.is_constructor(new_target) {
        return vm.type_error("Reflect.construct requires constructors");
    }
    let list = vm.list_of(list)?;
    vm.construct_values(function, &list, new_target)
}
