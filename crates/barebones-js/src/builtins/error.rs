//! Errors.

use super::{Row, method};
use crate::heap::{Attributes, Class, Value};
use crate::interp::{Arguments, Completion, Intrinsic, Key, Native, Vm};

const PROTOTYPE: &[Row] = &[method("toString", 0, text)];

const STATIC: &[Row] = &[method("captureStackTrace", 2, |vm, arguments| {
    let object = vm.argument(arguments, 0);
    if vm.heap.object(object).is_none() {
        return vm.type_error("Error.captureStackTrace requires an object");
    }
    describe_stack(vm, object)?;
    Ok(Value::UNDEFINED)
})];

pub(super) fn install(vm: &mut Vm) {
    let base = vm.prototype_object(Intrinsic::ErrorPrototype, Intrinsic::ObjectPrototype);
    vm.install(base, PROTOTYPE);
    let constructor =
        vm.constructor("Error", 1, |vm, arguments| error(vm, arguments, Intrinsic::ErrorPrototype), base);
    vm.install(constructor, STATIC);
    describe(vm, base, "Error");
    let kinds: [(Intrinsic, &str, Native); 6] = [
        (Intrinsic::TypeErrorPrototype, "TypeError", |vm, arguments| {
            error(vm, arguments, Intrinsic::TypeErrorPrototype)
        }),
        (Intrinsic::ReferenceErrorPrototype, "ReferenceError", |vm, arguments| {
            error(vm, arguments, Intrinsic::ReferenceErrorPrototype)
        }),
        (Intrinsic::RangeErrorPrototype, "RangeError", |vm, arguments| {
            error(vm, arguments, Intrinsic::RangeErrorPrototype)
        }),
        (Intrinsic::SyntaxErrorPrototype, "SyntaxError", |vm, arguments| {
            error(vm, arguments, Intrinsic::SyntaxErrorPrototype)
        }),
        (Intrinsic::EvalErrorPrototype, "EvalError", |vm, arguments| {
            error(vm, arguments, Intrinsic::EvalErrorPrototype)
        }),
        (Intrinsic::UriErrorPrototype, "URIError", |vm, arguments| {
            error(vm, arguments, Intrinsic::UriErrorPrototype)
        }),
    ];
    let aggregate: (Intrinsic, &str, Native) =
        (Intrinsic::AggregateErrorPrototype, "AggregateError", aggregate_error);
    for (intrinsic, name, native) in kinds.into_iter().chain([aggregate]) {
        let prototype = vm.prototype_object(intrinsic, Intrinsic::ErrorPrototype);
        let length = if intrinsic == Intrinsic::AggregateErrorPrototype { 2 } else { 1 };
        let special = vm.constructor(name, length, native, prototype);
        if let Some(object) = vm.heap.object_mut(special) {
            object.prototype = constructor;
        }
        describe(vm, prototype, name);
    }
}

fn describe(vm: &mut Vm, prototype: Value, name: &str) {
    let text = vm.heap.text(name);
    vm.hidden(prototype, "name", text);
    let empty = vm.heap.text("");
    vm.hidden(prototype, "message", empty);
}

/// Defines `stack`: the error as text, and the active calls.
fn describe_stack(vm: &mut Vm, error: Value) -> Completion<()> {
    let text = error_text(vm, error)?;
    let text = vm.text_of(text) + &vm.stack_trace();
    vm.define_stack(error, &text);
    Ok(())
}

fn create(
    vm: &mut Vm,
    arguments: Arguments,
    prototype: Intrinsic,
    message: Value,
    options: Value,
) -> Completion<Value> {
    let new_target = vm.new_target(arguments);
    let prototype = vm.prototype_for(new_target, prototype)?;
    let error = vm.heap.new_object(prototype, Class::Error);
    if message != Value::UNDEFINED {
        let text = vm.string_of(message)?;
        vm.define(error, vm.atoms.message, text, Attributes::HIDDEN);
    }
    if vm.heap.object(options).is_some() {
        let cause = Key::Name(vm.heap.atom("cause"));
        if vm.has_key(options, cause)? {
            let value = vm.get_key(options, cause)?;
            vm.hidden(error, "cause", value);
        }
    }
    Ok(error)
}

fn error(vm: &mut Vm, arguments: Arguments, prototype: Intrinsic) -> Completion<Value> {
    let (message, options) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
    let error = create(vm, arguments, prototype, message, options)?;
    // The message is a string and so are the names of prototypes, unless a program has replaced them.
    describe_stack(vm, error).or_else(|stop| match stop {
        crate::interp::Stop::Thrown => Ok(()),
        stop => Err(stop),
    })?;
    Ok(error)
}

fn aggregate_error(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (errors, message) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
    let options = vm.argument(arguments, 2);
    let error = create(vm, arguments, Intrinsic::AggregateErrorPrototype, message, options)?;
    let errors = vm.iterated(errors)?;
    let errors = vm.new_array(errors);
    vm.hidden(error, "errors", errors);
    Ok(error)
}

fn text(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let this = vm.this(arguments);
    if vm.heap.object(this).is_none() {
        return vm.type_error("Error.prototype.toString requires that 'this' be an object");
    }
    error_text(vm, this)
}

fn error_text(vm: &mut Vm, error: Value) -> Completion<Value> {
    let mut parts = Vec::new();
    for (atom, default) in [(vm.atoms.name, "Error"), (vm.atoms.message, "")] {
        let value = vm.get_atom(error, atom)?;
        let text = if value == Value::UNDEFINED { vm.heap.text(default) } else { vm.string_of(value)? };
        if vm.heap.string_length(text) > 0 {
            parts.push(text);
        }
    }
    match parts[..] {
        [name, message] => {
            let colon = vm.heap.text(": ");
            let start = vm.join(name, colon)?;
            vm.join(start, message)
        }
        [part] => Ok(part),
        _ => Ok(vm.heap.text("")),
    }
}
