//! Functions, errors, numbers and `Math`.

use super::unsupported;
use crate::heap::{Attributes, Class, Value};
use crate::interp::{Arguments, Completion, Intrinsic, Vm};

pub(super) fn install(vm: &mut Vm) {
    let prototype = vm.intrinsic(Intrinsic::FunctionPrototype);
    vm.method(prototype, "call", 1, call);
    vm.method(prototype, "apply", 2, apply);
    let object = vm.intrinsic(Intrinsic::ObjectPrototype);
    let error = vm.heap.new_object(object, Class::Plain);
    vm.set_intrinsic(Intrinsic::ErrorPrototype, error);
    vm.mark(error, "Error.prototype");
    let constructor = vm.constructor("Error", 1, new_error, error);
    describe(vm, error, "Error");
    vm.method(error, "toString", 0, error_text);
    for (intrinsic, name, native) in [
        (Intrinsic::TypeErrorPrototype, "TypeError", new_type_error as crate::interp::Native),
        (Intrinsic::ReferenceErrorPrototype, "ReferenceError", new_reference_error),
        (Intrinsic::RangeErrorPrototype, "RangeError", new_range_error),
    ] {
        let prototype = vm.heap.new_object(error, Class::Plain);
        vm.set_intrinsic(intrinsic, prototype);
        let special = vm.constructor(name, 1, native, prototype);
        if let Some(object) = vm.heap.object_mut(special) {
            object.prototype = constructor;
        }
        describe(vm, prototype, name);
    }
    let prototype = vm.intrinsic(Intrinsic::NumberPrototype);
    vm.constructor("Number", 1, number, prototype);
    vm.method(prototype, "toString", 1, number_text);
    vm.method(prototype, "valueOf", 0, primitive);
    let prototype = vm.intrinsic(Intrinsic::BooleanPrototype);
    vm.constructor("Boolean", 1, boolean, prototype);
    vm.method(prototype, "toString", 0, boolean_text);
    vm.method(prototype, "valueOf", 0, primitive);
    let global = vm.intrinsic(Intrinsic::Global);
    vm.method(global, "isNaN", 1, |vm, arguments| {
        let value = vm.argument(arguments, 0);
        Ok(Value::boolean(vm.number_of(value)?.is_nan()))
    });
    vm.method(global, "isFinite", 1, |vm, arguments| {
        let value = vm.argument(arguments, 0);
        Ok(Value::boolean(vm.number_of(value)?.is_finite()))
    });
    math(vm, global);
}

fn math(vm: &mut Vm, global: Value) {
    let object = vm.intrinsic(Intrinsic::ObjectPrototype);
    let math = vm.heap.new_object(object, Class::Plain);
    vm.mark(math, "Math");
    vm.hidden(global, "Math", math);
    let fixed = Attributes { writable: false, enumerable: false, configurable: false, accessor: false };
    for (name, value) in [("PI", std::f64::consts::PI), ("E", std::f64::consts::E)] {
        let name = vm.heap.atom(name);
        vm.define(math, name, Value::number(value), fixed);
    }
    vm.method(math, "floor", 1, |vm, arguments| map(vm, arguments, f64::floor));
    vm.method(math, "ceil", 1, |vm, arguments| map(vm, arguments, f64::ceil));
    vm.method(math, "trunc", 1, |vm, arguments| map(vm, arguments, f64::trunc));
    vm.method(math, "abs", 1, |vm, arguments| map(vm, arguments, f64::abs));
    vm.method(math, "sqrt", 1, |vm, arguments| map(vm, arguments, f64::sqrt));
    vm.method(math, "max", 2, |vm, arguments| {
        fold(vm, arguments, f64::NEG_INFINITY, |a, b| b > a || (a == b && a.is_sign_negative()))
    });
    vm.method(math, "min", 2, |vm, arguments| {
        fold(vm, arguments, f64::INFINITY, |a, b| b < a || (a == b && b.is_sign_negative()))
    });
    vm.method(math, "pow", 2, |vm, arguments| {
        let (base, exponent) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
        vm.binary(crate::hir::Operator::Exponent, base, exponent)
    });
}

fn map(vm: &mut Vm, arguments: Arguments, function: fn(f64) -> f64) -> Completion<Value> {
    let value = vm.argument(arguments, 0);
    let number = vm.number_of(value)?;
    Ok(Value::number(function(number)))
}

/// The best argument by an order; NaN if one is NaN.
fn fold(vm: &mut Vm, arguments: Arguments, first: f64, better: fn(f64, f64) -> bool) -> Completion<Value> {
    let mut best = first;
    for index in 0..arguments.count {
        let value = vm.argument(arguments, index);
        let number = vm.number_of(value)?;
        if number.is_nan() || (!best.is_nan() && better(best, number)) {
            best = number;
        }
    }
    Ok(Value::number(best))
}

fn call(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (function, this) = (vm.this(arguments), vm.argument(arguments, 0));
    let rest: Vec<Value> = (1..arguments.count).map(|index| vm.argument(arguments, index)).collect();
    vm.call_function(function, this, &rest)
}

fn apply(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (function, this, list) = (vm.this(arguments), vm.argument(arguments, 0), vm.argument(arguments, 1));
    let list = match vm.heap.object(list).map(|object| &object.class) {
        None if list.is_nullish() => Vec::new(),
        Some(Class::Array(elements)) => {
            let hole = |value: &Value| if *value == Value::EMPTY { Value::UNDEFINED } else { *value };
            elements.iter().map(hole).collect()
        }
        _ => return unsupported("`apply` with a list that is no array"),
    };
    vm.call_function(function, this, &list)
}

fn describe(vm: &mut Vm, prototype: Value, name: &'static str) {
    let text = vm.heap.text(name);
    vm.hidden(prototype, "name", text);
    let empty = vm.heap.text("");
    vm.hidden(prototype, "message", empty);
}

fn error(vm: &mut Vm, arguments: Arguments, prototype: Intrinsic) -> Completion<Value> {
    if arguments.count > 1 {
        return unsupported("options of errors");
    }
    let prototype = vm.intrinsic(prototype);
    let error = vm.heap.new_object(prototype, Class::Error);
    let message = vm.argument(arguments, 0);
    if message != Value::UNDEFINED {
        let text = vm.string_of(message)?;
        vm.hidden(error, "message", text);
    }
    Ok(error)
}

fn new_error(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    error(vm, arguments, Intrinsic::ErrorPrototype)
}

fn new_type_error(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    error(vm, arguments, Intrinsic::TypeErrorPrototype)
}

fn new_reference_error(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    error(vm, arguments, Intrinsic::ReferenceErrorPrototype)
}

fn new_range_error(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    error(vm, arguments, Intrinsic::RangeErrorPrototype)
}

fn error_text(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let this = vm.this(arguments);
    if vm.heap.object(this).is_none() {
        return vm.type_error("Error.prototype.toString requires an object");
    }
    let (name, message) = (vm.atoms.name, vm.atoms.message);
    let mut parts = Vec::new();
    for (atom, default) in [(name, "Error"), (message, "")] {
        let value = vm.get_atom(this, atom)?;
        let text = if value == Value::UNDEFINED { vm.heap.text(default) } else { vm.string_of(value)? };
        let text = vm.text_of(text);
        if !text.is_empty() {
            parts.push(text);
        }
    }
    Ok(vm.heap.text(&parts.join(": ")))
}

fn number(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    if arguments.new_target {
        return unsupported("`new Number`");
    }
    if arguments.count == 0 {
        return Ok(Value::number(0.0));
    }
    let value = vm.argument(arguments, 0);
    Ok(Value::number(vm.number_of(value)?))
}

fn boolean(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    if arguments.new_target {
        return unsupported("`new Boolean`");
    }
    let value = vm.argument(arguments, 0);
    Ok(Value::boolean(vm.truthy(value)))
}

/// The primitive in `this`.
fn unboxed(vm: &mut Vm, arguments: Arguments) -> Value {
    let this = vm.this(arguments);
    match vm.heap.object(this).map(|object| &object.class) {
        Some(Class::Boxed(value)) => *value,
        _ => this,
    }
}

pub(super) fn primitive(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let value = unboxed(vm, arguments);
    if vm.heap.object(value).is_some() || value.is_nullish() {
        return vm.type_error("valueOf requires that 'this' be a primitive of its type");
    }
    Ok(value)
}

fn number_text(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let radix = vm.argument(arguments, 0);
    if radix != Value::UNDEFINED && radix.as_number() != Some(10.0) {
        return unsupported("`toString` with a radix");
    }
    let value = primitive(vm, arguments)?;
    vm.string_of(value)
}

fn boolean_text(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let value = primitive(vm, arguments)?;
    vm.string_of(value)
}
