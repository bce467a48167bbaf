//! Functions that encode and decode text: URIs, `escape`, `unescape`.

use super::string::{code_point, push_code_point};
use super::{Row, method};
use crate::heap::Value;
use crate::interp::{Arguments, Completion, Intrinsic, Vm};

pub(super) const TABLE: &[Row] = &[
    method("decodeURI", 1, |vm, arguments| decode(vm, arguments, ";/?:@&=+$,#")),
    method("decodeURIComponent", 1, |vm, arguments| decode(vm, arguments, "")),
    method("encodeURI", 1, |vm, arguments| encode(vm, arguments, ";/?:@&=+$,#-_.!~*'()")),
    method("encodeURIComponent", 1, |vm, arguments| encode(vm, arguments, "-_.!~*'()")),
    method("escape", 1, escape),
    method("unescape", 1, unescape),
];

fn ascii(unit: u16) -> Option<char> {
    u8::try_from(unit).ok().filter(u8::is_ascii).map(char::from)
}

fn malformed<T>(vm: &mut Vm) -> Completion<T> {
    vm.throw_error(Intrinsic::UriErrorPrototype, "URI malformed")
}

fn encode(vm: &mut Vm, arguments: Arguments, kept: &str) -> Completion<Value> {
    let text = vm.argument(arguments, 0);
    let units = vm.units_of(text)?;
    let mut result = String::new();
    let mut rest: &[u16] = &units;
    while let Some(point) = code_point(rest) {
        rest = &rest[if point > 0xffff { 2 } else { 1 }..];
        let Some(c) = char::from_u32(point) else { return malformed(vm) };
        if c.is_ascii_alphanumeric() || kept.contains(c) {
            result.push(c);
        } else {
            for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                result.push_str(&format!("%{byte:02X}"));
            }
        }
    }
    Ok(vm.heap.text(&result))
}

/// The byte of `%XX` at the start of units.
fn escaped_byte(units: &[u16]) -> Option<u8> {
    let [percent, high, low, ..] = units else { return None };
    let digit = |unit: &u16| ascii(*unit)?.to_digit(16);
    (*percent == u16::from(b'%')).then_some(())?;
    Some((digit(high)? * 16 + digit(low)?) as u8)
}

fn decode(vm: &mut Vm, arguments: Arguments, kept: &str) -> Completion<Value> {
    let text = vm.argument(arguments, 0);
    let units = vm.units_of(text)?;
    let mut result: Vec<u16> = Vec::new();
    let mut rest: &[u16] = &units;
    while let [first, ..] = rest {
        if *first != u16::from(b'%') {
            result.push(*first);
            rest = &rest[1..];
            continue;
        }
        let Some(byte) = escaped_byte(rest) else { return malformed(vm) };
        let count = match byte {
            0..=0x7f => 1,
            0xc2..=0xdf => 2,
            0xe0..=0xef => 3,
            0xf0..=0xf4 => 4,
            _ => return malformed(vm),
        };
        let mut bytes = Vec::new();
        for index in 0..count {
            match rest.get(index * 3..).and_then(escaped_byte) {
                Some(byte) => bytes.push(byte),
                None => return malformed(vm),
            }
        }
        let Ok(decoded) = std::str::from_utf8(&bytes) else { return malformed(vm) };
        let Some(c) = decoded.chars().next() else { return malformed(vm) };
        if kept.contains(c) {
            result.extend_from_slice(&rest[..3]);
        } else {
            push_code_point(&mut result, u32::from(c));
        }
        rest = &rest[count * 3..];
    }
    Ok(vm.heap.new_string(result))
}

fn escape(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let text = vm.argument(arguments, 0);
    let units = vm.units_of(text)?;
    let mut result = String::new();
    for unit in units.iter() {
        match ascii(*unit) {
            Some(c) if c.is_ascii_alphanumeric() || "@*_+-./".contains(c) => result.push(c),
            _ if *unit < 256 => result.push_str(&format!("%{unit:02X}")),
            _ => result.push_str(&format!("%u{unit:04X}")),
        }
    }
    Ok(vm.heap.text(&result))
}

fn unescape(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let text = vm.argument(arguments, 0);
    let units = vm.units_of(text)?;
    let mut result: Vec<u16> = Vec::new();
    let mut rest: &[u16] = &units;
    while let [first, ..] = rest {
        let wide = match rest {
            [0x25, 0x75, digits @ ..] if digits.len() >= 4 => {
                digits[..4].iter().try_fold(0, |sum, unit| Some(sum * 16 + ascii(*unit)?.to_digit(16)?))
            }
            _ => None,
        };
        let (unit, used) = match (wide, escaped_byte(rest)) {
            (Some(wide), _) => (wide as u16, 6),
            (None, Some(byte)) => (u16::from(byte), 3),
            _ => (*first, 1),
        };
        result.push(unit);
        rest = &rest[used..];
    }
    Ok(vm.heap.new_string(result))
}
