//! `Math`.

use super::{Row, method, number, quick, tag};
use crate::heap::Value;
use crate::hir::Operator;
use crate::interp::{Arguments, Completion, Few, Vm, to_int32};
use std::f64::consts;

const TABLE: &[Row] = &[
    number("E", consts::E),
    number("LN10", consts::LN_10),
    number("LN2", consts::LN_2),
    number("LOG10E", consts::LOG10_E),
    number("LOG2E", consts::LOG2_E),
    number("PI", consts::PI),
    number("SQRT1_2", consts::FRAC_1_SQRT_2),
    number("SQRT2", consts::SQRT_2),
    quick("abs", 1, |vm, arguments| map(vm, arguments, f64::abs), |_, few| few.map(f64::abs)),
    method("acos", 1, |vm, arguments| map(vm, arguments, f64::acos)),
    method("acosh", 1, |vm, arguments| map(vm, arguments, f64::acosh)),
    method("asin", 1, |vm, arguments| map(vm, arguments, f64::asin)),
    method("asinh", 1, |vm, arguments| {
        map(vm, arguments, |x| if x == 0.0 || !x.is_finite() { x } else { x.asinh() })
    }),
    method("atan", 1, |vm, arguments| map(vm, arguments, f64::atan)),
    method("atan2", 2, |vm, arguments| pair(vm, arguments, f64::atan2)),
    method("atanh", 1, |vm, arguments| map(vm, arguments, |x| if x == 0.0 { x } else { x.atanh() })),
    method("cbrt", 1, |vm, arguments| map(vm, arguments, f64::cbrt)),
    quick("ceil", 1, |vm, arguments| map(vm, arguments, f64::ceil), |_, few| few.map(f64::ceil)),
    method("clz32", 1, |vm, arguments| {
        map(vm, arguments, |x| f64::from((to_int32(x) as u32).leading_zeros()))
    }),
    quick("cos", 1, |vm, arguments| map(vm, arguments, f64::cos), |_, few| few.map(f64::cos)),
    method("cosh", 1, |vm, arguments| map(vm, arguments, f64::cosh)),
    quick("exp", 1, |vm, arguments| map(vm, arguments, f64::exp), |_, few| few.map(f64::exp)),
    method("expm1", 1, |vm, arguments| map(vm, arguments, f64::exp_m1)),
    quick("floor", 1, |vm, arguments| map(vm, arguments, f64::floor), |_, few| few.map(f64::floor)),
    method("fround", 1, |vm, arguments| map(vm, arguments, |x| f64::from(x as f32))),
    method("hypot", 2, hypot),
    quick(
        "imul",
        2,
        |vm, arguments| pair(vm, arguments, imul),
        |_, few| few.pair().map(|(a, b)| Value::number(imul(a, b))),
    ),
    quick("log", 1, |vm, arguments| map(vm, arguments, f64::ln), |_, few| few.map(f64::ln)),
    method("log10", 1, |vm, arguments| map(vm, arguments, f64::log10)),
    method("log1p", 1, |vm, arguments| map(vm, arguments, f64::ln_1p)),
    method("log2", 1, |vm, arguments| map(vm, arguments, f64::log2)),
    quick(
        "max",
        2,
        |vm, arguments| fold(vm, arguments, f64::NEG_INFINITY, is_more),
        |_, few| better(few, is_more),
    ),
    quick(
        "min",
        2,
        |vm, arguments| fold(vm, arguments, f64::INFINITY, is_less),
        |_, few| better(few, is_less),
    ),
    method("pow", 2, |vm, arguments| {
        let (base, exponent) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
        let (base, exponent) = (vm.number_of(base)?, vm.number_of(exponent)?);
        vm.binary(Operator::Exponent, Value::number(base), Value::number(exponent))
    }),
    method("random", 0, random),
    quick("round", 1, |vm, arguments| map(vm, arguments, round), |_, few| few.map(round)),
    method("sign", 1, |vm, arguments| {
        map(vm, arguments, |x| if x == 0.0 || x.is_nan() { x } else { x.signum() })
    }),
    quick("sin", 1, |vm, arguments| map(vm, arguments, f64::sin), |_, few| few.map(f64::sin)),
    method("sinh", 1, |vm, arguments| map(vm, arguments, f64::sinh)),
    quick("sqrt", 1, |vm, arguments| map(vm, arguments, f64::sqrt), |_, few| few.map(f64::sqrt)),
    quick("tan", 1, |vm, arguments| map(vm, arguments, f64::tan), |_, few| few.map(f64::tan)),
    method("tanh", 1, |vm, arguments| map(vm, arguments, f64::tanh)),
    quick("trunc", 1, |vm, arguments| map(vm, arguments, f64::trunc), |_, few| few.map(f64::trunc)),
    tag("Math"),
];

pub(super) fn install(vm: &mut Vm) {
    vm.namespace("Math", TABLE);
}

fn map(vm: &mut Vm, arguments: Arguments, function: fn(f64) -> f64) -> Completion<Value> {
    let value = vm.argument(arguments, 0);
    let number = vm.number_of(value)?;
    Ok(Value::number(function(number)))
}

fn pair(vm: &mut Vm, arguments: Arguments, function: fn(f64, f64) -> f64) -> Completion<Value> {
    let (a, b) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
    let (a, b) = (vm.number_of(a)?, vm.number_of(b)?);
    Ok(Value::number(function(a, b)))
}

fn round(x: f64) -> f64 {
    if x.fract() == 0.0 || !x.is_finite() {
        return x;
    }
    let floor = x.floor();
    let rounded = if x - floor >= 0.5 { floor + 1.0 } else { floor };
    rounded.copysign(x)
}

fn imul(a: f64, b: f64) -> f64 {
    f64::from(to_int32(a).wrapping_mul(to_int32(b)))
}

/// True if a number is above another; zeros of different sign differ.
fn is_more(a: f64, b: f64) -> bool {
    b > a || (a == b && a.is_sign_negative())
}

/// True if a number is below another.
fn is_less(a: f64, b: f64) -> bool {
    b < a || (a == b && b.is_sign_negative())
}

/// The better one of two numbers by an order, as [`fold`] finds it.
fn better(few: &Few, better: fn(f64, f64) -> bool) -> Option<Value> {
    let (a, b) = few.pair().filter(|_| few.count == 2)?;
    let takes_second = b.is_nan() || (!a.is_nan() && better(a, b));
    Some(Value::number(if takes_second { b } else { a }))
}

/// The best argument by an order; NaN if one is NaN.
fn fold(vm: &mut Vm, arguments: Arguments, first: f64, better: fn(f64, f64) -> bool) -> Completion<Value> {
    let mut best = first;
    for value in vm.operands(arguments) {
        let number = vm.number_of(value)?;
        if number.is_nan() || (!best.is_nan() && better(best, number)) {
            best = number;
        }
    }
    Ok(Value::number(best))
}

fn hypot(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let mut numbers = Vec::new();
    for value in vm.operands(arguments) {
        numbers.push(vm.number_of(value)?.abs());
    }
    if numbers.contains(&f64::INFINITY) {
        return Ok(Value::number(f64::INFINITY));
    }
    if numbers.iter().any(|number| number.is_nan()) {
        return Ok(Value::number(f64::NAN));
    }
    let largest = numbers.iter().copied().fold(0.0, f64::max);
    if largest == 0.0 {
        return Ok(Value::number(0.0));
    }
    let sum: f64 = numbers.iter().map(|number| (number / largest).powi(2)).sum();
    Ok(Value::number(sum.sqrt() * largest))
}

/// A number of at least 0 and less than 1, by xorshift.
fn random(vm: &mut Vm, _: Arguments) -> Completion<Value> {
    if vm.random == 0 {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        vm.random = now.map_or(1, |now| now.as_nanos() as u64) | 1;
    }
    vm.random ^= vm.random << 13;
    vm.random ^= vm.random >> 7;
    vm.random ^= vm.random << 17;
    Ok(Value::number((vm.random >> 11) as f64 / 9_007_199_254_740_992.0))
}
