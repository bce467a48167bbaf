//! `BigInt` and its prototype.

use super::{Row, method, tag};
use crate::heap::{Class, Value};
use crate::interp::{Arguments, Completion, Intrinsic, Vm, from_double};
use num_bigint::BigInt;
use std::rc::Rc;

const STATIC: &[Row] = &[
    method("asIntN", 2, |vm, arguments| wrap(vm, arguments, true)),
    method("asUintN", 2, |vm, arguments| wrap(vm, arguments, false)),
];

const PROTOTYPE: &[Row] = &[
    method("toLocaleString", 0, |vm, arguments| {
        let number = this_bigint(vm, arguments)?;
        Ok(vm.heap.text(&number.to_string()))
    }),
    method("toString", 0, text),
    method("valueOf", 0, |vm, arguments| {
        let number = this_bigint(vm, arguments)?;
        Ok(vm.heap.new_bigint((*number).clone()))
    }),
    tag("BigInt"),
];

pub(super) fn install(vm: &mut Vm) {
    let prototype = vm.prototype_object(Intrinsic::BigIntPrototype, Intrinsic::ObjectPrototype);
    vm.install(prototype, PROTOTYPE);
    let constructor = vm.constructor("BigInt", 1, bigint, prototype);
    vm.install(constructor, STATIC);
}

fn bigint(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    if arguments.new_target {
        return vm.type_error("BigInt is not a constructor");
    }
    let value = vm.argument(arguments, 0);
    let value = vm.primitive_of(value, false)?;
    if let Some(number) = value.as_number() {
        return match from_double(number) {
            Some(number) => Ok(vm.heap.new_bigint(number)),
            None => vm.range_error("The number cannot be converted to a BigInt because it is not an integer"),
        };
    }
    let number = vm.bigint_of(value)?;
    Ok(vm.heap.new_bigint((*number).clone()))
}

fn wrap(vm: &mut Vm, arguments: Arguments, signed: bool) -> Completion<Value> {
    let (bits, number) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
    let bits = vm.index_from(bits)? as u64;
    let number = vm.bigint_of(number)?;
    if bits == 0 {
        return Ok(vm.heap.new_bigint(BigInt::ZERO));
    }
    let negative = number.sign() == num_bigint::Sign::Minus;
    if number.bits() < bits && (signed || !negative) {
        return Ok(vm.heap.new_bigint((*number).clone()));
    }
    if bits > 1 << 24 {
        return vm.range_error("Maximum BigInt size exceeded");
    }
    let modulus = BigInt::from(1) << bits;
    let mut result = ((&*number % &modulus) + &modulus) % &modulus;
    if signed && result >= (&modulus >> 1) {
        result -= modulus;
    }
    Ok(vm.heap.new_bigint(result))
}

fn this_bigint(vm: &mut Vm, arguments: Arguments) -> Completion<Rc<BigInt>> {
    let this = vm.this(arguments);
    let value = match vm.heap.class(this) {
        Some(Class::Boxed(inner)) => *inner,
        _ => this,
    };
    match vm.heap.bigint(value) {
        Some(number) => Ok(number.clone()),
        None => vm.type_error("'this' is not a BigInt"),
    }
}

fn text(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let number = this_bigint(vm, arguments)?;
    let radix = vm.argument(arguments, 0);
    let radix = super::number::radix(vm, radix)?;
    let text = number.to_str_radix(radix);
    Ok(vm.heap.text(&text))
}
