//! Functions and constants of the global object.

use super::{Row, method, number};
use crate::heap::{Attributes, Value};
use crate::interp::{Arguments, Completion, Intrinsic, Vm, is_space};

const TABLE: &[Row] = &[
    number("Infinity", f64::INFINITY),
    number("NaN", f64::NAN),
    method("eval", 1, |vm, arguments| {
        let value = vm.argument(arguments, 0);
        vm.eval_value(value)
    }),
    method("isFinite", 1, |vm, arguments| {
        let value = vm.argument(arguments, 0);
        Ok(Value::boolean(vm.number_of(value)?.is_finite()))
    }),
    method("isNaN", 1, |vm, arguments| {
        let value = vm.argument(arguments, 0);
        Ok(Value::boolean(vm.number_of(value)?.is_nan()))
    }),
    method("parseFloat", 1, parse_float),
    method("parseInt", 2, parse_int),
    method("queueMicrotask", 1, |vm, arguments| {
        let job = vm.argument(arguments, 0);
        vm.require_callable(job)?;
        vm.jobs.push_back((job, Vec::new()));
        Ok(Value::UNDEFINED)
    }),
];

pub(super) fn install(vm: &mut Vm) {
    let global = vm.intrinsic(Intrinsic::Global);
    vm.install(global, TABLE);
    vm.install(global, super::uri::TABLE);
    let name = vm.heap.atom("eval");
    let eval = vm.get_atom(global, name).unwrap_or(Value::UNDEFINED);
    vm.set_intrinsic(Intrinsic::Eval, eval);
    let name = vm.heap.atom("undefined");
    vm.define(global, name, Value::UNDEFINED, Attributes::FIXED);
    // `Number.parseFloat` and `Number.parseInt` are the same functions.
    let number = vm.heap.atom("Number");
    let number = vm.get_atom(global, number).unwrap_or(Value::NULL);
    for name in ["parseFloat", "parseInt"] {
        let atom = vm.heap.atom(name);
        if let Ok(function) = vm.get_atom(global, atom) {
            vm.hidden(number, name, function);
        }
    }
}

fn parse_float(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let value = vm.argument(arguments, 0);
    let text = vm.text_from(value)?;
    let text = text.trim_start_matches(is_space);
    let sign = usize::from(text.starts_with(['+', '-']));
    if text[sign..].starts_with("Infinity") {
        let negative = text.starts_with('-');
        return Ok(Value::number(if negative { f64::NEG_INFINITY } else { f64::INFINITY }));
    }
    let bytes = text.as_bytes();
    let digits = |from: usize| bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut end = sign + digits(sign);
    let mut any = end > sign;
    if bytes.get(end) == Some(&b'.') {
        let fraction = digits(end + 1);
        if any || fraction > 0 {
            end += 1 + fraction;
            any = true;
        }
    }
    if any && matches!(bytes.get(end), Some(b'e' | b'E')) {
        let signed = end + 1 + usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let exponent = if signed <= bytes.len() { digits(signed) } else { 0 };
        if exponent > 0 {
            end = signed + exponent;
        }
    }
    Ok(Value::number(if any { text[..end].parse().unwrap_or(f64::NAN) } else { f64::NAN }))
}

fn parse_int(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (value, radix) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
    let text = vm.text_from(value)?;
    let mut radix = crate::interp::to_int32(vm.number_of(radix)?);
    let text = text.trim_start_matches(is_space);
    let negative = text.starts_with('-');
    let mut digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if radix != 0 && !(2..=36).contains(&radix) {
        return Ok(Value::number(f64::NAN));
    }
    if (radix == 0 || radix == 16)
        && let Some(rest) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X"))
    {
        digits = rest;
        radix = 16;
    }
    let radix = if radix == 0 { 10 } else { radix as u32 };
    let end = digits.find(|c: char| !c.is_digit(radix)).unwrap_or(digits.len());
    if end == 0 {
        return Ok(Value::number(f64::NAN));
    }
    let magnitude = match num_bigint::BigInt::parse_bytes(&digits.as_bytes()[..end], radix) {
        Some(number) => crate::interp::to_double(&number),
        None => f64::NAN,
    };
    Ok(Value::number(if negative { -magnitude } else { magnitude }))
}
