//! `Object` and its prototype.

use super::{Row, accessor, method};
use crate::heap::{Cell, Class, Kind, Value, WellKnown};
use crate::interp::{Arguments, Completion, Descriptor, Intrinsic, Vm};

const PROTOTYPE: &[Row] = &[
    accessor("__proto__", get_proto, set_proto),
    method("__defineGetter__", 2, |vm, arguments| define_half(vm, arguments, true)),
    method("__defineSetter__", 2, |vm, arguments| define_half(vm, arguments, false)),
    method("__lookupGetter__", 1, |vm, arguments| lookup_half(vm, arguments, true)),
    method("__lookupSetter__", 1, |vm, arguments| lookup_half(vm, arguments, false)),
    method("hasOwnProperty", 1, has_own),
    method("isPrototypeOf", 1, is_prototype_of),
    method("propertyIsEnumerable", 1, is_enumerable),
    method("toLocaleString", 0, |vm, arguments| {
        let (this, name) = (vm.this(arguments), vm.atoms.to_string);
        vm.invoke(this, name, &[])
    }),
    method("toString", 0, text),
    method("valueOf", 0, |vm, arguments| {
        let this = vm.this(arguments);
        vm.object_of(this)
    }),
];

pub(super) fn install(vm: &mut Vm) {
    let prototype = vm.intrinsic(Intrinsic::ObjectPrototype);
    vm.install(prototype, PROTOTYPE);
    let constructor = vm.constructor("Object", 1, object, prototype);
    vm.set_intrinsic(Intrinsic::Object, constructor);
    vm.install(constructor, super::object_static::STATIC);
}

fn object(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let new_target = vm.new_target(arguments);
    if new_target != Value::UNDEFINED && new_target != vm.intrinsic(Intrinsic::Object) {
        let prototype = vm.prototype_for(new_target, Intrinsic::ObjectPrototype)?;
        return Ok(vm.heap.new_object(prototype, Class::Plain));
    }
    let value = vm.argument(arguments, 0);
    if value.is_nullish() {
        return Ok(vm.plain_object());
    }
    vm.object_of(value)
}

fn get_proto(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let this = vm.this(arguments);
    let object = vm.object_of(this)?;
    vm.prototype_of(object)
}

fn set_proto(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (this, prototype) = (vm.this(arguments), vm.argument(arguments, 0));
    if this.is_nullish() {
        return vm.type_error("Object.prototype.__proto__ called on null or undefined");
    }
    let valid = prototype == Value::NULL || vm.heap.object(prototype).is_some();
    if valid && vm.heap.object(this).is_some() && !vm.set_prototype(this, prototype)? {
        return vm.type_error("Cannot set the prototype of this object");
    }
    Ok(Value::UNDEFINED)
}

fn define_half(vm: &mut Vm, arguments: Arguments, getter: bool) -> Completion<Value> {
    let (this, key, function) = (vm.this(arguments), vm.argument(arguments, 0), vm.argument(arguments, 1));
    let object = vm.object_of(this)?;
    vm.require_callable(function)?;
    let key = vm.key_of(key)?;
    let mut descriptor =
        Descriptor { enumerable: Some(true), configurable: Some(true), ..Descriptor::default() };
    if getter {
        descriptor.getter = Some(function);
    } else {
        descriptor.setter = Some(function);
    }
    vm.define_or_throw(object, key, descriptor)?;
    Ok(Value::UNDEFINED)
}

fn lookup_half(vm: &mut Vm, arguments: Arguments, want_getter: bool) -> Completion<Value> {
    let (this, key) = (vm.this(arguments), vm.argument(arguments, 0));
    let mut walk = vm.object_of(this)?;
    let key = vm.key_of(key)?;
    while vm.heap.object(walk).is_some() {
        if let Some(found) = vm.own_property(walk, key)? {
            return Ok(match vm.heap.cell(found.value) {
                Some(Cell::Accessor { getter, setter }) if found.attributes.accessor => {
                    if want_getter {
                        *getter
                    } else {
                        *setter
                    }
                }
                _ => Value::UNDEFINED,
            });
        }
        walk = vm.prototype_of(walk)?;
    }
    Ok(Value::UNDEFINED)
}

fn has_own(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let key = vm.argument(arguments, 0);
    let key = vm.key_of(key)?;
    let this = vm.this(arguments);
    let object = vm.object_of(this)?;
    vm.has_own(object, key).map(Value::boolean)
}

fn is_prototype_of(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (this, value) = (vm.this(arguments), vm.argument(arguments, 0));
    if vm.heap.object(value).is_none() {
        return Ok(Value::FALSE);
    }
    let object = vm.object_of(this)?;
    let mut walk = vm.prototype_of(value)?;
    while vm.heap.object(walk).is_some() {
        if walk == object {
            return Ok(Value::TRUE);
        }
        walk = vm.prototype_of(walk)?;
    }
    Ok(Value::FALSE)
}

fn is_enumerable(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let key = vm.argument(arguments, 0);
    let key = vm.key_of(key)?;
    let this = vm.this(arguments);
    let object = vm.object_of(this)?;
    let found = vm.own_property(object, key)?;
    Ok(Value::boolean(found.is_some_and(|found| found.attributes.enumerable)))
}

/// IsArray.
pub(super) fn is_array(vm: &mut Vm, value: Value) -> Completion<bool> {
    let mut walk = value;
    loop {
        match vm.heap.class(walk) {
            Some(Class::Array { .. }) => return Ok(true),
            Some(Class::Proxy { handler: Value::NULL, .. }) => {
                return vm.type_error("Cannot perform 'IsArray' on a proxy that has been revoked");
            }
            Some(Class::Proxy { target, .. }) => walk = *target,
            _ => return Ok(false),
        }
    }
}

pub(super) fn text(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let this = vm.this(arguments);
    if this.is_nullish() {
        let tag = if this == Value::NULL { "Null" } else { "Undefined" };
        return Ok(vm.heap.text(&format!("[object {tag}]")));
    }
    let object = vm.object_of(this)?;
    let array = is_array(vm, object)?;
    let default = match vm.heap.class(object) {
        _ if array => "Array",
        Some(Class::Arguments | Class::MappedArguments { .. }) => "Arguments",
        Some(Class::Error) => "Error",
        Some(Class::Date(_)) => "Date",
        Some(Class::RegExp(_)) => "RegExp",
        Some(Class::Boxed(inner)) => match inner.kind() {
            Kind::Number(_) => "Number",
            Kind::Boolean(_) => "Boolean",
            Kind::Cell if vm.heap.is_string(*inner) => "String",
            _ => "Object",
        },
        _ if vm.is_callable(object) => "Function",
        _ => "Object",
    };
    let tag = vm.get_atom(object, WellKnown::ToStringTag.atom())?;
    let tag = if vm.heap.is_string(tag) { vm.text_of(tag) } else { default.to_string() };
    Ok(vm.heap.text(&format!("[object {tag}]")))
}
