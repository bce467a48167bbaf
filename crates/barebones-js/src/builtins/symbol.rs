//! `Symbol` and its prototype.

use super::{Row, getter, method, tag};
use crate::heap::{Atom, Attributes, Class, Value, WellKnown};
use crate::interp::{Arguments, Completion, Intrinsic, Vm};

const STATIC: &[Row] = &[method("for", 1, registered), method("keyFor", 1, key_for)];

const PROTOTYPE: &[Row] = &[
    method("toString", 0, text),
    method("valueOf", 0, value_of),
    getter("description", description),
    method("@@toPrimitive", 1, value_of),
    tag("Symbol"),
];

pub(super) fn install(vm: &mut Vm) {
    let prototype = vm.prototype_object(Intrinsic::SymbolPrototype, Intrinsic::ObjectPrototype);
    vm.install(prototype, PROTOTYPE);
    let constructor = vm.constructor("Symbol", 0, symbol, prototype);
    vm.install(constructor, STATIC);
    for (symbol, name) in WellKnown::ALL {
        let name = vm.heap.atom(name);
        vm.define(constructor, name, Value::symbol(symbol.atom()), Attributes::FIXED);
    }
}

fn symbol(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    if arguments.new_target {
        return vm.type_error("Symbol is not a constructor");
    }
    let description = vm.argument(arguments, 0);
    let description = match description {
        Value::UNDEFINED => None,
        value => Some(vm.units_of(value)?),
    };
    Ok(Value::symbol(vm.heap.new_symbol(description)))
}

fn registered(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let key = vm.argument(arguments, 0);
    let key = vm.units_of(key)?;
    Ok(Value::symbol(vm.heap.registered(&key)))
}

fn key_for(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let Some(symbol) = vm.argument(arguments, 0).as_symbol() else {
        return vm.type_error("Symbol.keyFor requires a symbol");
    };
    if !vm.heap.is_registered(symbol) {
        return Ok(Value::UNDEFINED);
    }
    let key = vm.heap.name(symbol);
    Ok(vm.heap.new_string(key))
}

/// The symbol of `this`.
fn this_symbol(vm: &mut Vm, arguments: Arguments) -> Completion<Atom> {
    let this = vm.this(arguments);
    let value = match vm.heap.class(this) {
        Some(Class::Boxed(inner)) => *inner,
        _ => this,
    };
    match value.as_symbol() {
        Some(symbol) => Ok(symbol),
        None => vm.type_error("'this' is not a symbol"),
    }
}

fn text(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let symbol = this_symbol(vm, arguments)?;
    Ok(symbol_text(vm, symbol))
}

/// `Symbol(description)`.
pub(super) fn symbol_text(vm: &mut Vm, symbol: Atom) -> Value {
    let mut units: Vec<u16> = "Symbol(".encode_utf16().collect();
    units.extend(vm.heap.name(symbol).iter());
    units.push(u16::from(b')'));
    vm.heap.new_string(units)
}

fn value_of(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    this_symbol(vm, arguments).map(Value::symbol)
}

fn description(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let symbol = this_symbol(vm, arguments)?;
    Ok(match vm.heap.description(symbol) {
        Some(units) => vm.heap.new_string(units),
        None => Value::UNDEFINED,
    })
}
