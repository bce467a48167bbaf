//! Functions of `Promise`: settled promises, and combinations of promises.

use super::promise::{Capability, capability, promise_resolve};
use super::{Row, method};
use crate::heap::{Attributes, Class, Value};
use crate::interp::{Arguments, Completion, Intrinsic, Iterating, Key, Native, Stop, Vm};

pub(super) const STATIC: &[Row] = &[
    method("all", 1, |vm, arguments| combine(vm, arguments, Kind::All)),
    method("allSettled", 1, |vm, arguments| combine(vm, arguments, Kind::AllSettled)),
    method("any", 1, |vm, arguments| combine(vm, arguments, Kind::Any)),
    method("race", 1, |vm, arguments| combine(vm, arguments, Kind::Race)),
    method("reject", 1, |vm, arguments| {
        let (constructor, value) = (vm.this(arguments), vm.argument(arguments, 0));
        let capability = capability(vm, constructor)?;
        vm.call_function(capability.reject, Value::UNDEFINED, &[value])?;
        Ok(capability.promise)
    }),
    method("resolve", 1, |vm, arguments| {
        let (constructor, value) = (vm.this(arguments), vm.argument(arguments, 0));
        if vm.heap.object(constructor).is_none() {
            return vm.type_error("Promise.resolve requires that 'this' be an object");
        }
        promise_resolve(vm, constructor, value)
    }),
];

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    All,
    AllSettled,
    Any,
    Race,
}

fn combine(vm: &mut Vm, arguments: Arguments, kind: Kind) -> Completion<Value> {
    let constructor = vm.this(arguments);
    let source = vm.argument(arguments, 0);
    let capability = capability(vm, constructor)?;
    let mut iterating = None;
    let result = gather(vm, constructor, source, capability, kind, &mut iterating);
    match result {
        Ok(()) => {}
        Err(Stop::Thrown) => {
            if let Some(Iterating { iterator, .. }) = iterating {
                let result: Completion<()> = vm.or_close(iterator, Err(Stop::Thrown));
                if let Err(stop @ (Stop::Unsupported(_) | Stop::Interrupted)) = result {
                    return Err(stop);
                }
            }
            let error = vm.exception;
            vm.call_function(capability.reject, Value::UNDEFINED, &[error])?;
        }
        Err(stop) => return Err(stop),
    }
    Ok(capability.promise)
}

/// Subscribes to all promises of an iterable. `open` is the iteration if it must be closed after an exception.
fn gather(
    vm: &mut Vm,
    constructor: Value,
    source: Value,
    capability: Capability,
    kind: Kind,
    open: &mut Option<Iterating>,
) -> Completion<()> {
    let name = vm.heap.atom("resolve");
    let resolve = vm.get_atom(constructor, name)?;
    vm.require_callable(resolve)?;
    let iterating = vm.iterate(source)?;
    let values = vm.new_array(Vec::new());
    // The number of promises that are not settled, and one until all are known.
    let remaining = vm.captured_function("", 0, super::nothing, vec![Value::number(1.0)]);
    let mut index = 0.0;
    while let Some(item) = vm.iterator_step(iterating)? {
        *open = Some(iterating);
        let promise = vm.call_function(resolve, constructor, &[item])?;
        let mut handlers = [capability.resolve, capability.reject];
        if kind != Kind::Race {
            let key = vm.index_key(index);
            vm.create_data(values, key, Value::UNDEFINED)?;
            count(vm, remaining, 1.0);
            let called = vm.captured_function("", 0, super::nothing, vec![Value::FALSE]);
            let end = if kind == Kind::Any { capability.reject } else { capability.resolve };
            let captured = vec![values, Value::number(index), remaining, end, called];
            let handler = |vm: &mut Vm, native: Native| vm.captured_function("", 1, native, captured.clone());
            match kind {
                Kind::All => handlers[0] = handler(vm, |vm, arguments| element(vm, arguments, Wrap::Value)),
                Kind::AllSettled => {
                    handlers[0] = handler(vm, |vm, arguments| element(vm, arguments, Wrap::Fulfilled));
                    handlers[1] = handler(vm, |vm, arguments| element(vm, arguments, Wrap::Rejected));
                }
                Kind::Any => handlers[1] = handler(vm, |vm, arguments| element(vm, arguments, Wrap::Error)),
                Kind::Race => {}
            }
        }
        let then = vm.atoms.then;
        vm.invoke(promise, then, &handlers)?;
        *open = None;
        index += 1.0;
    }
    if kind != Kind::Race && count(vm, remaining, -1.0) == 0.0 {
        let end = if kind == Kind::Any { capability.reject } else { capability.resolve };
        finish(vm, values, end, kind == Kind::Any)?;
    }
    Ok(())
}

fn count(vm: &mut Vm, remaining: Value, change: f64) -> f64 {
    match vm.heap.class_mut(remaining) {
        Some(Class::Captured { values, .. }) => {
            let next = values[0].as_number().unwrap_or(0.0) + change;
            values[0] = Value::number(next);
            next
        }
        _ => 0.0,
    }
}

/// What is stored for a promise.
#[derive(Clone, Copy, PartialEq)]
enum Wrap {
    Value,
    Fulfilled,
    Rejected,
    Error,
}

fn element(vm: &mut Vm, arguments: Arguments, wrap: Wrap) -> Completion<Value> {
    let [values, index, remaining, end, called] = [0, 1, 2, 3, 4].map(|index| vm.captured(arguments, index));
    if let Some(Class::Captured { values, .. }) = vm.heap.class_mut(called)
        && std::mem::replace(&mut values[0], Value::TRUE) == Value::TRUE
    {
        return Ok(Value::UNDEFINED);
    }
    let mut value = vm.argument(arguments, 0);
    if matches!(wrap, Wrap::Fulfilled | Wrap::Rejected) {
        let fulfilled = wrap == Wrap::Fulfilled;
        let object = vm.plain_object();
        let status = vm.heap.text(if fulfilled { "fulfilled" } else { "rejected" });
        for (name, field) in [("status", status), (if fulfilled { "value" } else { "reason" }, value)] {
            let name = vm.heap.atom(name);
            vm.define(object, name, field, Attributes::ALL);
        }
        value = object;
    }
    let key: Key = vm.index_key(index.as_number().unwrap_or(0.0));
    vm.create_data(values, key, value)?;
    if count(vm, remaining, -1.0) == 0.0 {
        return finish(vm, values, end, wrap == Wrap::Error);
    }
    Ok(Value::UNDEFINED)
}

fn finish(vm: &mut Vm, values: Value, end: Value, error: bool) -> Completion<Value> {
    let mut value = values;
    if error {
        let prototype = vm.intrinsic(Intrinsic::AggregateErrorPrototype);
        value = vm.heap.new_object(prototype, Class::Error);
        let message = vm.heap.text("All promises were rejected");
        vm.define(value, vm.atoms.message, message, Attributes::HIDDEN);
        vm.hidden(value, "errors", values);
    }
    vm.call_function(end, Value::UNDEFINED, &[value])
}
