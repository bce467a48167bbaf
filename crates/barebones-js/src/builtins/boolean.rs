//! `Boolean` and its prototype.

use super::{Row, method};
use crate::heap::{Class, Value};
use crate::interp::{Arguments, Completion, Intrinsic, Vm};

const PROTOTYPE: &[Row] = &[
    method("toString", 0, |vm, arguments| {
        let value = this_boolean(vm, arguments)?;
        vm.string_of(value)
    }),
    method("valueOf", 0, this_boolean),
];

pub(super) fn install(vm: &mut Vm) {
    let object = vm.intrinsic(Intrinsic::ObjectPrototype);
    let prototype = vm.heap.new_object(object, Class::Boxed(Value::FALSE));
    vm.set_intrinsic(Intrinsic::BooleanPrototype, prototype);
    vm.install(prototype, PROTOTYPE);
    vm.constructor("Boolean", 1, boolean, prototype);
}

fn boolean(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let value = vm.argument(arguments, 0);
    let value = Value::boolean(vm.truthy(value));
    if !arguments.new_target {
        return Ok(value);
    }
    let new_target = vm.new_target(arguments);
    let prototype = vm.prototype_for(new_target, Intrinsic::BooleanPrototype)?;
    Ok(vm.heap.new_object(prototype, Class::Boxed(value)))
}

fn this_boolean(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let this = vm.this(arguments);
    let value = match vm.heap.class(this) {
        Some(Class::Boxed(inner)) => *inner,
        _ => this,
    };
    if value == Value::TRUE || value == Value::FALSE {
        return Ok(value);
    }
    vm.type_error("'this' is not a boolean")
}
