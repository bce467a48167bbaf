//! `Object` and its prototype.

use super::unsupported;
use crate::heap::{Class, Kind, Value};
use crate::interp::{Arguments, Completion, Intrinsic, Vm};

pub(super) fn install(vm: &mut Vm) {
    let prototype = vm.intrinsic(Intrinsic::ObjectPrototype);
    let constructor = vm.constructor("Object", 1, object, prototype);
    vm.method(constructor, "keys", 1, keys);
    vm.method(constructor, "create", 2, create);
    vm.method(constructor, "getPrototypeOf", 1, get_prototype);
    vm.method(prototype, "hasOwnProperty", 1, has_own);
    vm.method(prototype, "toString", 0, text);
    vm.method(prototype, "valueOf", 0, value_of);
}

fn to_object(vm: &mut Vm, value: Value) -> Completion<Value> {
    match value.kind() {
        Kind::Undefined | Kind::Null | Kind::Empty => {
            vm.type_error("Cannot convert undefined or null to object")
        }
        Kind::Cell if vm.heap.object(value).is_some() => Ok(value),
        _ => Ok(vm.boxed(value)),
    }
}

fn object(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let value = vm.argument(arguments, 0);
    if value.is_nullish() {
        let prototype = vm.intrinsic(Intrinsic::ObjectPrototype);
        return Ok(vm.heap.new_object(prototype, Class::Plain));
    }
    to_object(vm, value)
}

fn keys(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let value = vm.argument(arguments, 0);
    let object = to_object(vm, value)?;
    if matches!(vm.heap.object(object).map(|object| &object.class), Some(Class::Boxed(_))) {
        return unsupported("`Object.keys` of a primitive");
    }
    let names = vm.own_names(object);
    Ok(vm.new_array(names))
}

fn create(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let prototype = vm.argument(arguments, 0);
    if vm.argument(arguments, 1) != Value::UNDEFINED {
        return unsupported("`Object.create` with properties");
    }
    if prototype != Value::NULL && vm.heap.object(prototype).is_none() {
        return vm.type_error("Object prototype may only be an Object or null");
    }
    Ok(vm.heap.new_object(prototype, Class::Plain))
}

fn get_prototype(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let value = vm.argument(arguments, 0);
    let object = to_object(vm, value)?;
    Ok(vm.heap.object(object).map_or(Value::NULL, |object| object.prototype))
}

fn has_own(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let key = vm.argument(arguments, 0);
    let key = vm.key_of(key)?;
    let this = vm.this(arguments);
    let object = to_object(vm, this)?;
    vm.has_own(object, key).map(Value::boolean)
}

fn text(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let this = vm.this(arguments);
    let tag = match this.kind() {
        Kind::Undefined | Kind::Empty => "Undefined",
        Kind::Null => "Null",
        Kind::Number(_) => "Number",
        Kind::Boolean(_) => "Boolean",
        Kind::Cell => match vm.heap.object(this).map(|object| &object.class) {
            None => "String",
            Some(Class::Plain) if this == vm.intrinsic(Intrinsic::Global) => "global",
            Some(Class::Plain) => {
                let library = vm.heap.object(this).is_some_and(|object| object.library.is_some());
                if library && this != vm.intrinsic(Intrinsic::ObjectPrototype) {
                    return unsupported("`toString` of an object of the library");
                }
                "Object"
            }
            Some(Class::Array(_)) => "Array",
            Some(Class::Arguments) => "Arguments",
            Some(Class::Error) => "Error",
            Some(Class::Generator(_)) => "Generator",
            Some(Class::Closure { .. } | Class::Native(_)) => "Function",
            Some(Class::Boxed(value)) => match value.kind() {
                Kind::Number(_) => "Number",
                Kind::Boolean(_) => "Boolean",
                _ => "String",
            },
        },
    };
    Ok(vm.heap.text(&format!("[object {tag}]")))
}

fn value_of(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let this = vm.this(arguments);
    to_object(vm, this)
}
