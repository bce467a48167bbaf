//! Functions of `Object`.

use super::{Row, method};
use crate::heap::{Class, Value};
use crate::interp::{Arguments, Completion, Descriptor, Intrinsic, Key, Vm};

pub(super) const STATIC: &[Row] = &[
    method("assign", 2, assign),
    method("create", 2, create),
    method("defineProperties", 2, |vm, arguments| {
        let (object, properties) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
        if vm.heap.object(object).is_none() {
            return vm.type_error("Object.defineProperties called on non-object");
        }
        define_all(vm, object, properties)
    }),
    method("defineProperty", 3, define_property),
    method("entries", 1, |vm, arguments| list(vm, arguments, true, true)),
    method("freeze", 1, |vm, arguments| restrict(vm, arguments, true)),
    method("fromEntries", 1, from_entries),
    method("getOwnPropertyDescriptor", 2, get_descriptor),
    method("getOwnPropertyDescriptors", 1, get_descriptors),
    method("getOwnPropertyNames", 1, |vm, arguments| own(vm, arguments, false)),
    method("getOwnPropertySymbols", 1, |vm, arguments| own(vm, arguments, true)),
    method("getPrototypeOf", 1, |vm, arguments| {
        let value = vm.argument(arguments, 0);
        let object = vm.object_of(value)?;
        vm.prototype_of(object)
    }),
    method("hasOwn", 2, |vm, arguments| {
        let (value, key) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
        let object = vm.object_of(value)?;
        let key = vm.key_of(key)?;
        vm.has_own(object, key).map(Value::boolean)
    }),
    method("is", 2, |vm, arguments| {
        Ok(Value::boolean(vm.same_value(vm.argument(arguments, 0), vm.argument(arguments, 1))))
    }),
    method("isExtensible", 1, |vm, arguments| {
        let object = vm.argument(arguments, 0);
        vm.is_extensible(object).map(Value::boolean)
    }),
    method("isFrozen", 1, |vm, arguments| is_restricted(vm, arguments, true)),
    method("isSealed", 1, |vm, arguments| is_restricted(vm, arguments, false)),
    method("keys", 1, |vm, arguments| list(vm, arguments, true, false)),
    method("preventExtensions", 1, |vm, arguments| {
        let object = vm.argument(arguments, 0);
        if !vm.prevent_extensions(object)? {
            return vm.type_error("Cannot prevent extensions");
        }
        Ok(object)
    }),
    method("seal", 1, |vm, arguments| restrict(vm, arguments, false)),
    method("setPrototypeOf", 2, set_prototype),
    method("values", 1, |vm, arguments| list(vm, arguments, false, true)),
];

fn assign(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let target = vm.argument(arguments, 0);
    let target = vm.object_of(target)?;
    for source in vm.operands(arguments).into_iter().skip(1) {
        if source.is_nullish() {
            continue;
        }
        let source = vm.object_of(source)?;
        for key in vm.own_keys(source)? {
            if vm.own_property(source, key)?.is_some_and(|found| found.attributes.enumerable) {
                let value = vm.get_key(source, key)?;
                vm.set_key(target, key, value, true)?;
            }
        }
    }
    Ok(target)
}

fn create(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (prototype, properties) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
    if prototype != Value::NULL && vm.heap.object(prototype).is_none() {
        return vm.type_error("Object prototype may only be an Object or null");
    }
    let object = vm.heap.new_object(prototype, Class::Plain);
    if properties == Value::UNDEFINED { Ok(object) } else { define_all(vm, object, properties) }
}

fn define_all(vm: &mut Vm, object: Value, properties: Value) -> Completion<Value> {
    let properties = vm.object_of(properties)?;
    let mut all = Vec::new();
    for key in vm.own_keys(properties)? {
        if vm.own_property(properties, key)?.is_some_and(|found| found.attributes.enumerable) {
            let description = vm.get_key(properties, key)?;
            all.push((key, vm.read_descriptor(description)?));
        }
    }
    for (key, descriptor) in all {
        vm.define_or_throw(object, key, descriptor)?;
    }
    Ok(object)
}

fn define_property(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let object = vm.argument(arguments, 0);
    if vm.heap.object(object).is_none() {
        return vm.type_error("Object.defineProperty called on non-object");
    }
    let (key, description) = (vm.argument(arguments, 1), vm.argument(arguments, 2));
    let key = vm.key_of(key)?;
    let descriptor = vm.read_descriptor(description)?;
    vm.define_or_throw(object, key, descriptor)?;
    Ok(object)
}

/// Keys, values, or pairs of the enumerable properties.
fn list(vm: &mut Vm, arguments: Arguments, keys: bool, values: bool) -> Completion<Value> {
    let value = vm.argument(arguments, 0);
    let object = vm.object_of(value)?;
    let mut all = Vec::new();
    for key in vm.own_keys(object)? {
        if key.is_symbol() || !vm.own_property(object, key)?.is_some_and(|found| found.attributes.enumerable)
        {
            continue;
        }
        let item = match (keys, values) {
            (true, false) => vm.key_value(key),
            (false, _) => vm.get_key(object, key)?,
            (true, true) => {
                let value = vm.get_key(object, key)?;
                let key = vm.key_value(key);
                vm.new_array(vec![key, value])
            }
        };
        all.push(item);
    }
    Ok(vm.new_array(all))
}

fn from_entries(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let source = vm.argument(arguments, 0);
    if source.is_nullish() {
        return vm.type_error("Object.fromEntries requires an iterable");
    }
    let object = vm.plain_object();
    super::collections::each_entry(vm, source, |vm, key, value| {
        let key = vm.key_of(key)?;
        vm.create_data(object, key, value)
    })?;
    Ok(object)
}

fn get_descriptor(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (value, key) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
    let object = vm.object_of(value)?;
    let key = vm.key_of(key)?;
    descriptor_of(vm, object, key)
}

/// An object that describes a property; undefined if there is none.
pub(super) fn descriptor_of(vm: &mut Vm, object: Value, key: Key) -> Completion<Value> {
    match vm.own_property(object, key)?.and_then(|found| vm.full_descriptor(found)) {
        Some(descriptor) => vm.descriptor_object(descriptor),
        None => Ok(Value::UNDEFINED),
    }
}

fn get_descriptors(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let value = vm.argument(arguments, 0);
    let object = vm.object_of(value)?;
    let result = vm.plain_object();
    for key in vm.own_keys(object)? {
        let descriptor = descriptor_of(vm, object, key)?;
        if descriptor != Value::UNDEFINED {
            vm.create_data(result, key, descriptor)?;
        }
    }
    Ok(result)
}

fn own(vm: &mut Vm, arguments: Arguments, symbols: bool) -> Completion<Value> {
    let value = vm.argument(arguments, 0);
    let object = vm.object_of(value)?;
    let mut keys = vm.own_keys(object)?;
    keys.retain(|key| key.is_symbol() == symbols);
    let keys = keys.into_iter().map(|key| vm.key_value(key)).collect();
    Ok(vm.new_array(keys))
}

fn restrict(vm: &mut Vm, arguments: Arguments, freeze: bool) -> Completion<Value> {
    let object = vm.argument(arguments, 0);
    if vm.heap.object(object).is_some() {
        restrict_object(vm, object, freeze)?;
    }
    Ok(object)
}

/// Makes an object and its properties constant.
pub(crate) fn freeze(vm: &mut Vm, object: Value) -> Completion<()> {
    restrict_object(vm, object, true)
}

/// Seals an object, or freezes it.
fn restrict_object(vm: &mut Vm, object: Value, freeze: bool) -> Completion<()> {
    if !vm.prevent_extensions(object)? {
        return vm.type_error("Cannot prevent extensions");
    }
    for key in vm.own_keys(object)? {
        let Some(found) = vm.own_property(object, key)? else { continue };
        let mut descriptor = Descriptor { configurable: Some(false), ..Descriptor::default() };
        if freeze && !found.attributes.accessor {
            descriptor.writable = Some(false);
        }
        vm.define_or_throw(object, key, descriptor)?;
    }
    Ok(())
}

fn is_restricted(vm: &mut Vm, arguments: Arguments, frozen: bool) -> Completion<Value> {
    let object = vm.argument(arguments, 0);
    if vm.heap.object(object).is_none() {
        return Ok(Value::TRUE);
    }
    if vm.is_extensible(object)? {
        return Ok(Value::FALSE);
    }
    for key in vm.own_keys(object)? {
        let Some(found) = vm.own_property(object, key)? else { continue };
        let attributes = found.attributes;
        if attributes.configurable || (frozen && !attributes.accessor && attributes.writable) {
            return Ok(Value::FALSE);
        }
    }
    Ok(Value::TRUE)
}

fn set_prototype(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (object, prototype) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
    if object.is_nullish() {
        return vm.type_error("Object.setPrototypeOf called on null or undefined");
    }
    if prototype != Value::NULL && vm.heap.object(prototype).is_none() {
        return vm.type_error("Object prototype may only be an Object or null");
    }
    if vm.heap.object(object).is_some() && !vm.set_prototype(object, prototype)? {
        return vm.throw_error(Intrinsic::TypeErrorPrototype, "Cannot set the prototype of this object");
    }
    Ok(object)
}
