//! `Number` and its prototype.

use super::{Row, method, number as constant};
use crate::heap::{Class, Value};
use crate::interp::{Arguments, Completion, Intrinsic, Vm, to_double};
use num_bigint::BigInt;

/// The first double whose neighbours are two apart.
const TWO_TO_53: f64 = 9_007_199_254_740_992.0;

const STATIC: &[Row] = &[
    constant("EPSILON", f64::EPSILON),
    constant("MAX_SAFE_INTEGER", 9_007_199_254_740_991.0),
    constant("MAX_VALUE", f64::MAX),
    constant("MIN_SAFE_INTEGER", -9_007_199_254_740_991.0),
    constant("MIN_VALUE", 5e-324),
    constant("NEGATIVE_INFINITY", f64::NEG_INFINITY),
    constant("NaN", f64::NAN),
    constant("POSITIVE_INFINITY", f64::INFINITY),
    method("isFinite", 1, |vm, arguments| test(vm, arguments, f64::is_finite)),
    method("isInteger", 1, |vm, arguments| test(vm, arguments, |number| number.fract() == 0.0)),
    method("isNaN", 1, |vm, arguments| test(vm, arguments, f64::is_nan)),
    method("isSafeInteger", 1, |vm, arguments| {
        test(vm, arguments, |number| number.fract() == 0.0 && number.abs() <= 9_007_199_254_740_991.0)
    }),
];

const PROTOTYPE: &[Row] = &[
    method("toExponential", 1, to_exponential),
    method("toFixed", 1, to_fixed),
    method("toLocaleString", 0, |vm, arguments| {
        let number = this_number(vm, arguments)?;
        vm.string_of(Value::number(number))
    }),
    method("toPrecision", 1, to_precision),
    method("toString", 1, text),
    method("valueOf", 0, |vm, arguments| this_number(vm, arguments).map(Value::number)),
];

pub(super) fn install(vm: &mut Vm) {
    let object = vm.intrinsic(Intrinsic::ObjectPrototype);
    let prototype = vm.heap.new_object(object, Class::Boxed(Value::number(0.0)));
    vm.set_intrinsic(Intrinsic::NumberPrototype, prototype);
    vm.install(prototype, PROTOTYPE);
    let constructor = vm.constructor("Number", 1, number, prototype);
    vm.install(constructor, STATIC);
}

fn test(vm: &mut Vm, arguments: Arguments, holds: fn(f64) -> bool) -> Completion<Value> {
    Ok(Value::boolean(vm.argument(arguments, 0).as_number().is_some_and(holds)))
}

fn number(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let mut number = 0.0;
    if arguments.count > 0 {
        let value = vm.argument(arguments, 0);
        let value = vm.numeric_of(value)?;
        number = match vm.heap.bigint(value) {
            Some(number) => to_double(number),
            None => vm.number_of(value)?,
        };
    }
    if !arguments.new_target {
        return Ok(Value::number(number));
    }
    let new_target = vm.new_target(arguments);
    let prototype = vm.prototype_for(new_target, Intrinsic::NumberPrototype)?;
    Ok(vm.heap.new_object(prototype, Class::Boxed(Value::number(number))))
}

fn this_number(vm: &mut Vm, arguments: Arguments) -> Completion<f64> {
    let this = vm.this(arguments);
    let value = match vm.heap.class(this) {
        Some(Class::Boxed(inner)) => *inner,
        _ => this,
    };
    match value.as_number() {
        Some(number) => Ok(number),
        None => vm.type_error("'this' is not a number"),
    }
}

/// A radix from an argument; 10 by default.
pub(super) fn radix(vm: &mut Vm, value: Value) -> Completion<u32> {
    if value == Value::UNDEFINED {
        return Ok(10);
    }
    let radix = vm.whole(value)?;
    if !(2.0..=36.0).contains(&radix) {
        return vm.range_error("toString() radix must be between 2 and 36");
    }
    Ok(radix as u32)
}

fn text(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let number = this_number(vm, arguments)?;
    let value = vm.argument(arguments, 0);
    let radix = radix(vm, value)?;
    if radix == 10 || !number.is_finite() {
        return vm.string_of(Value::number(number));
    }
    let text = in_radix(number, radix);
    Ok(vm.heap.text(&text))
}

/// Digits of a whole number. Those that a double does not hold are zeros, as in other engines.
fn whole_in_radix(mut whole: f64, radix: u32) -> String {
    let base = f64::from(radix);
    let mut reversed = String::new();
    while whole / base >= TWO_TO_53 {
        reversed.push('0');
        whole /= base;
    }
    loop {
        let digit = whole % base;
        reversed.push(char::from_digit(digit as u32, radix).unwrap_or('0'));
        whole = (whole - digit) / base;
        if whole <= 0.0 {
            break;
        }
    }
    reversed.chars().rev().collect()
}

/// Digits of a number, as many as tell it from its neighbours.
fn in_radix(number: f64, radix: u32) -> String {
    let magnitude = number.abs();
    let digit = |value: u32| char::from_digit(value, radix).unwrap_or('0');
    let mut whole = magnitude.floor();
    let mut fraction = magnitude - magnitude.floor();
    let mut digits: Vec<u32> = Vec::new();
    let mut delta = (0.5 * (f64::from_bits(magnitude.to_bits() + 1) - magnitude)).max(f64::from_bits(1));
    if fraction >= delta {
        let base = f64::from(radix);
        loop {
            fraction *= base;
            delta *= base;
            let next = fraction.floor();
            digits.push(next as u32);
            fraction -= next;
            if (fraction > 0.5 || (fraction == 0.5 && next as u32 & 1 == 1)) && fraction + delta > 1.0 {
                // Rounds up, with a carry.
                loop {
                    match digits.pop() {
                        None => {
                            whole += 1.0;
                            break;
                        }
                        Some(last) if last + 1 < radix => {
                            digits.push(last + 1);
                            break;
                        }
                        Some(_) => {}
                    }
                }
                break;
            }
            if fraction < delta {
                break;
            }
        }
    }
    let mut text = String::new();
    if number < 0.0 {
        text.push('-');
    }
    text.push_str(&whole_in_radix(whole, radix));
    if !digits.is_empty() {
        text.push('.');
        text.extend(digits.into_iter().map(digit));
    }
    text
}

/// Exact decimal digits of a magnitude rounded half up, so many after the point: the digits as an integer.
fn scaled(magnitude: f64, places: i64) -> BigInt {
    let bits = magnitude.to_bits();
    let exponent = (bits >> 52) as i64;
    let mantissa = if exponent == 0 { bits } else { (bits & ((1 << 52) - 1)) | 1 << 52 };
    let exponent = exponent.max(1) - 1075;
    let ten = BigInt::from(10);
    let mut numerator = BigInt::from(mantissa);
    let mut denominator = BigInt::from(1);
    if exponent >= 0 {
        numerator <<= exponent
    } else {
        denominator <<= -exponent
    }
    let power = ten.pow(places.unsigned_abs() as u32);
    if places >= 0 {
        numerator *= power
    } else {
        denominator *= power
    }
    (numerator * 2 + &denominator) / (denominator * 2)
}

fn to_fixed(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let number = this_number(vm, arguments)?;
    let digits = vm.argument(arguments, 0);
    let digits = vm.whole(digits)?;
    if !(0.0..=100.0).contains(&digits) {
        return vm.range_error("toFixed() digits argument must be between 0 and 100");
    }
    if number.is_nan() || number.abs() >= 1e21 {
        return vm.string_of(Value::number(number));
    }
    let digits = digits as usize;
    let mut text = scaled(number.abs(), digits as i64).to_string();
    if text.len() <= digits {
        text = format!("{}{text}", "0".repeat(digits + 1 - text.len()));
    }
    if digits > 0 {
        text.insert(text.len() - digits, '.');
    }
    let sign = if number < 0.0 { "-" } else { "" };
    Ok(vm.heap.text(&format!("{sign}{text}")))
}

/// Digits of a magnitude that is not zero, so many of them, and its decimal exponent.
fn significant(magnitude: f64, count: usize) -> (String, i64) {
    let mut exponent = magnitude.log10().floor() as i64;
    loop {
        let text = scaled(magnitude, count as i64 - 1 - exponent).to_string();
        match text.len().cmp(&count) {
            std::cmp::Ordering::Equal => return (text, exponent),
            // The logarithm was not exact, or rounding has added a digit.
            std::cmp::Ordering::Greater => exponent += 1,
            std::cmp::Ordering::Less => exponent -= 1,
        }
    }
}

fn exponential(digits: &str, exponent: i64) -> String {
    let (first, rest) = digits.split_at(1);
    let point = if rest.is_empty() { "" } else { "." };
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{first}{point}{rest}e{sign}{}", exponent.abs())
}

fn to_exponential(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let number = this_number(vm, arguments)?;
    let given = vm.argument(arguments, 0);
    let digits = vm.whole(given)?;
    if !number.is_finite() {
        return vm.string_of(Value::number(number));
    }
    if !(0.0..=100.0).contains(&digits) {
        return vm.range_error("toExponential() argument must be between 0 and 100");
    }
    let sign = if number < 0.0 { "-" } else { "" };
    let magnitude = number.abs();
    let (digits, exponent) = if given == Value::UNDEFINED {
        shortest(magnitude)
    } else if magnitude == 0.0 {
        ("0".repeat(digits as usize + 1), 0)
    } else {
        significant(magnitude, digits as usize + 1)
    };
    Ok(vm.heap.text(&format!("{sign}{}", exponential(&digits, exponent))))
}

/// The fewest digits that denote a magnitude, and its decimal exponent.
fn shortest(magnitude: f64) -> (String, i64) {
    let text = format!("{magnitude:e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    (digits.replace('.', ""), exponent.parse().unwrap_or(0))
}

fn to_precision(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let number = this_number(vm, arguments)?;
    let precision = vm.argument(arguments, 0);
    if precision == Value::UNDEFINED {
        return vm.string_of(Value::number(number));
    }
    let precision = vm.whole(precision)?;
    if !number.is_finite() {
        return vm.string_of(Value::number(number));
    }
    if !(1.0..=100.0).contains(&precision) {
        return vm.range_error("toPrecision() argument must be between 1 and 100");
    }
    let count = precision as usize;
    let magnitude = number.abs();
    let (digits, exponent) =
        if magnitude == 0.0 { ("0".repeat(count), 0) } else { significant(magnitude, count) };
    let sign = if number < 0.0 { "-" } else { "" };
    let text = if exponent < -6 || exponent >= count as i64 {
        exponential(&digits, exponent)
    } else if exponent < 0 {
        format!("0.{}{digits}", "0".repeat((-exponent - 1) as usize))
    } else if exponent as usize + 1 == count {
        digits
    } else {
        let (whole, fraction) = digits.split_at(exponent as usize + 1);
        format!("{whole}.{fraction}")
    };
    Ok(vm.heap.text(&format!("{sign}{text}")))
}
