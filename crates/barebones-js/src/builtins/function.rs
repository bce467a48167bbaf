//! `Function` and its prototype.

use super::{Row, method};
use crate::heap::{Attributes, Cell, Class, Value};
use crate::interp::{Arguments, Completion, Intrinsic, Key, Vm};

const PROTOTYPE: &[Row] = &[
    method("apply", 2, apply),
    method("bind", 1, bind),
    method("call", 1, call),
    method("toString", 0, text),
    method("@@hasInstance", 1, has_instance),
];

pub(super) fn install(vm: &mut Vm) {
    let prototype = vm.intrinsic(Intrinsic::FunctionPrototype);
    vm.define(prototype, vm.atoms.length, Value::number(0.0), Attributes::READ_ONLY);
    let empty = vm.heap.text("");
    vm.define(prototype, vm.atoms.name, empty, Attributes::READ_ONLY);
    vm.install(prototype, PROTOTYPE);
    vm.constructor("Function", 1, function, prototype);
    let thrower = vm
        .native("", 0, |vm, _| vm.type_error("'caller', 'callee' and 'arguments' may not be accessed here"));
    for name in [vm.atoms.length, vm.atoms.name] {
        let value = vm.get_atom(thrower, name).unwrap_or(Value::UNDEFINED);
        vm.define(thrower, name, value, Attributes::FIXED);
    }
    if let Some(thrower) = vm.heap.object_mut(thrower) {
        thrower.extensible = false;
    }
    vm.set_intrinsic(Intrinsic::ThrowTypeError, thrower);
    for name in ["caller", "arguments"] {
        let accessor = vm.heap.allocate(Cell::Accessor { getter: thrower, setter: thrower });
        let name = vm.heap.atom(name);
        let attributes = Attributes { writable: false, accessor: true, ..Attributes::HIDDEN };
        vm.define(prototype, name, accessor, attributes);
    }
}

fn function(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    dynamic_function(vm, arguments, "function", Intrinsic::FunctionPrototype)
}

/// A function of parameters and a body that are strings.
pub(super) fn dynamic_function(
    vm: &mut Vm,
    arguments: Arguments,
    keyword: &str,
    prototype: Intrinsic,
) -> Completion<Value> {
    let mut texts = Vec::new();
    for value in vm.operands(arguments) {
        texts.push(vm.text_from(value)?);
    }
    let body = texts.pop().unwrap_or_default();
    let params = texts.join(",");
    // The body alone must be one, so that it cannot close the function.
    let alone = format!("({keyword} anonymous(\n) {{\n{body}\n}})");
    vm.load_script(&alone)?;
    let function = vm.run_script(&format!("({keyword} anonymous({params}\n) {{\n{body}\n}})"))?;
    let new_target = vm.new_target(arguments);
    if new_target != Value::UNDEFINED {
        let prototype = vm.prototype_for(new_target, prototype)?;
        if let Some(function) = vm.heap.object_mut(function) {
            function.prototype = prototype;
        }
    }
    Ok(function)
}

fn apply(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (function, this, list) = (vm.this(arguments), vm.argument(arguments, 0), vm.argument(arguments, 1));
    vm.require_callable(function)?;
    let list = if list.is_nullish() { Vec::new() } else { vm.list_of(list)? };
    vm.call_function(function, this, &list)
}

fn call(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (function, this) = (vm.this(arguments), vm.argument(arguments, 0));
    vm.require_callable(function)?;
    let rest: Vec<Value> = vm.operands(arguments).into_iter().skip(1).collect();
    vm.call_function(function, this, &rest)
}

fn bind(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (target, this) = (vm.this(arguments), vm.argument(arguments, 0));
    vm.require_callable(target)?;
    let first: Vec<Value> = vm.operands(arguments).into_iter().skip(1).collect();
    let count = first.len() as f64;
    let prototype = vm.prototype_of(target)?;
    let bound = vm.heap.new_object(prototype, Class::Bound { target, this, arguments: first });
    let mut length = 0.0;
    if vm.has_own(target, Key::Name(vm.atoms.length))? {
        let value = vm.get_atom(target, vm.atoms.length)?;
        if value.as_number().is_some() {
            length = (vm.whole(value)? - count).max(0.0);
        }
    }
    vm.define(bound, vm.atoms.length, Value::number(length), Attributes::READ_ONLY);
    let name = vm.get_atom(target, vm.atoms.name)?;
    let name = if vm.heap.is_string(name) { name } else { vm.heap.text("") };
    let prefix = vm.heap.text("bound ");
    let name = vm.join(prefix, name)?;
    vm.define(bound, vm.atoms.name, name, Attributes::READ_ONLY);
    Ok(bound)
}

fn text(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let function = vm.this(arguments);
    if !vm.is_callable(function) {
        return vm.type_error("Function.prototype.toString requires that 'this' be a function");
    }
    let mut name = String::new();
    if matches!(vm.heap.class(function), Some(Class::Native(_) | Class::Closure { .. })) {
        let value = vm.get_atom(function, vm.atoms.name)?;
        name = vm.text_of(value);
    }
    Ok(vm.heap.text(&format!("function {name}() {{ [native code] }}")))
}

fn has_instance(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (constructor, value) = (vm.this(arguments), vm.argument(arguments, 0));
    vm.ordinary_instance(value, constructor).map(Value::boolean)
}
