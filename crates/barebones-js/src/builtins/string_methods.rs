//! Methods of strings that make other strings, or search by regular expressions.

use super::string::{find, this_text, this_units};
use super::{Row, method};
use crate::heap::{Value, WellKnown};
use crate::interp::{Arguments, Completion, Intrinsic, Vm, is_space};
use std::rc::Rc;
use unicode_normalization::UnicodeNormalization;

pub(super) const PROTOTYPE: &[Row] = &[
    method("anchor", 1, |vm, arguments| html(vm, arguments, "a", "name")),
    method("big", 0, |vm, arguments| html(vm, arguments, "big", "")),
    method("blink", 0, |vm, arguments| html(vm, arguments, "blink", "")),
    method("bold", 0, |vm, arguments| html(vm, arguments, "b", "")),
    method("fixed", 0, |vm, arguments| html(vm, arguments, "tt", "")),
    method("fontcolor", 1, |vm, arguments| html(vm, arguments, "font", "color")),
    method("fontsize", 1, |vm, arguments| html(vm, arguments, "font", "size")),
    method("italics", 0, |vm, arguments| html(vm, arguments, "i", "")),
    method("link", 1, |vm, arguments| html(vm, arguments, "a", "href")),
    method("small", 0, |vm, arguments| html(vm, arguments, "small", "")),
    method("strike", 0, |vm, arguments| html(vm, arguments, "strike", "")),
    method("sub", 0, |vm, arguments| html(vm, arguments, "sub", "")),
    method("sup", 0, |vm, arguments| html(vm, arguments, "sup", "")),
    method("localeCompare", 1, locale_compare),
    method("match", 1, |vm, arguments| by_regexp(vm, arguments, WellKnown::Match, "")),
    method("matchAll", 1, match_all),
    method("normalize", 0, normalize),
    method("padEnd", 1, |vm, arguments| pad(vm, arguments, true)),
    method("padStart", 1, |vm, arguments| pad(vm, arguments, false)),
    method("repeat", 1, repeat),
    method("replace", 2, |vm, arguments| replace(vm, arguments, false)),
    method("replaceAll", 2, |vm, arguments| replace(vm, arguments, true)),
    method("search", 1, |vm, arguments| by_regexp(vm, arguments, WellKnown::Search, "")),
    method("split", 2, split),
    method("toLocaleLowerCase", 0, lower),
    method("toLocaleUpperCase", 0, upper),
    method("toLowerCase", 0, lower),
    method("toUpperCase", 0, upper),
    method("trim", 0, |vm, arguments| trim(vm, arguments, true, true)),
    method("trimEnd", 0, |vm, arguments| trim(vm, arguments, false, true)),
    method("trimStart", 0, |vm, arguments| trim(vm, arguments, true, false)),
];

fn html(vm: &mut Vm, arguments: Arguments, tag: &str, attribute: &str) -> Completion<Value> {
    let content = this_units(vm, arguments)?;
    let mut units: Vec<u16> = format!("<{tag}").encode_utf16().collect();
    if !attribute.is_empty() {
        let value = vm.argument(arguments, 0);
        let value = vm.units_of(value)?;
        units.extend(format!(" {attribute}=\"").encode_utf16());
        for unit in value.iter() {
            if *unit == u16::from(b'"') {
                units.extend("&quot;".encode_utf16());
            } else {
                units.push(*unit);
            }
        }
        units.push(u16::from(b'"'));
    }
    units.push(u16::from(b'>'));
    units.extend_from_slice(&content);
    units.extend(format!("</{tag}>").encode_utf16());
    Ok(vm.heap.new_string(units))
}

/// Changes the scalar values of a string; lone surrogates stay.
fn convert(units: &[u16], change: impl Fn(&str) -> String) -> Vec<u16> {
    let mut result = Vec::new();
    let mut text = String::new();
    for item in char::decode_utf16(units.iter().copied()) {
        match item {
            Ok(c) => text.push(c),
            Err(lone) => {
                result.extend(change(&text).encode_utf16());
                text.clear();
                result.push(lone.unpaired_surrogate());
            }
        }
    }
    result.extend(change(&text).encode_utf16());
    result
}

fn lower(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let units = this_units(vm, arguments)?;
    let units = convert(&units, str::to_lowercase);
    Ok(vm.heap.new_string(units))
}

fn upper(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let units = this_units(vm, arguments)?;
    let units = convert(&units, str::to_uppercase);
    Ok(vm.heap.new_string(units))
}

fn normalize(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let units = this_units(vm, arguments)?;
    let form = vm.argument(arguments, 0);
    let form = if form == Value::UNDEFINED { String::from("NFC") } else { vm.text_from(form)? };
    let units = match &*form {
        "NFC" => convert(&units, |text| text.nfc().collect()),
        "NFD" => convert(&units, |text| text.nfd().collect()),
        "NFKC" => convert(&units, |text| text.nfkc().collect()),
        "NFKD" => convert(&units, |text| text.nfkd().collect()),
        _ => return vm.range_error("The normalization form should be one of NFC, NFD, NFKC, NFKD"),
    };
    Ok(vm.heap.new_string(units))
}

fn locale_compare(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let units = this_units(vm, arguments)?;
    let other = vm.argument(arguments, 0);
    let other = vm.units_of(other)?;
    let [a, b] = [units, other].map(|units| convert(&units, |text| text.nfc().collect()));
    Ok(Value::number(match a.cmp(&b) {
        std::cmp::Ordering::Less => -1.0,
        std::cmp::Ordering::Equal => 0.0,
        std::cmp::Ordering::Greater => 1.0,
    }))
}

fn pad(vm: &mut Vm, arguments: Arguments, end: bool) -> Completion<Value> {
    let text = this_text(vm, arguments)?;
    let (length, filler) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
    let length = vm.length_from(length)?;
    let filler: Rc<[u16]> =
        if filler == Value::UNDEFINED { Rc::from([u16::from(b' ')]) } else { vm.units_of(filler)? };
    let missing = length - vm.heap.string_length(text) as f64;
    if missing <= 0.0 || filler.is_empty() {
        return Ok(text);
    }
    if length > vm.heap.max_string() as f64 {
        return vm.range_error("Invalid string length");
    }
    let padding: Vec<u16> = filler.iter().copied().cycle().take(missing as usize).collect();
    let padding = vm.heap.new_string(padding);
    if end { vm.join(text, padding) } else { vm.join(padding, text) }
}

fn repeat(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let units = this_units(vm, arguments)?;
    let count = vm.argument(arguments, 0);
    let count = vm.whole(count)?;
    if count < 0.0 || count.is_infinite() {
        return vm.range_error("Invalid count value");
    }
    if count * units.len() as f64 > vm.heap.max_string() as f64 {
        return vm.range_error("Invalid string length");
    }
    let repeated = if units.is_empty() { Vec::new() } else { units.repeat(count as usize) };
    Ok(vm.heap.new_string(repeated))
}

fn trim(vm: &mut Vm, arguments: Arguments, start: bool, end: bool) -> Completion<Value> {
    let units = this_units(vm, arguments)?;
    let space = |unit: &u16| char::from_u32(u32::from(*unit)).is_some_and(is_space);
    let mut part: &[u16] = &units;
    while let (true, [first, rest @ ..]) = (start, part)
        && space(first)
    {
        part = rest;
    }
    while let (true, [rest @ .., last]) = (end, part)
        && space(last)
    {
        part = rest;
    }
    let part = part.to_vec();
    Ok(vm.heap.new_string(part))
}

/// The method of a symbol that an argument has: an object, which then does the work.
fn delegate(vm: &mut Vm, arguments: Arguments, symbol: WellKnown) -> Completion<Option<Value>> {
    let this = vm.this(arguments);
    if this.is_nullish() {
        return vm.type_error("String.prototype method called on null or undefined");
    }
    let pattern = vm.argument(arguments, 0);
    if vm.heap.object(pattern).is_none() {
        return Ok(None);
    }
    let method = vm.method_of(pattern, symbol.atom())?;
    if method == Value::UNDEFINED {
        return Ok(None);
    }
    let mut operands = vec![this];
    operands.extend(vm.operands(arguments).into_iter().skip(1).take(1));
    if matches!(symbol, WellKnown::Replace | WellKnown::Split) && operands.len() == 1 {
        operands.push(Value::UNDEFINED);
    }
    vm.call_function(method, pattern, &operands).map(Some)
}

fn by_regexp(vm: &mut Vm, arguments: Arguments, symbol: WellKnown, flags: &str) -> Completion<Value> {
    if let Some(result) = delegate(vm, arguments, symbol)? {
        return Ok(result);
    }
    let text = this_text(vm, arguments)?;
    let pattern = vm.argument(arguments, 0);
    let pattern = if pattern == Value::UNDEFINED { vm.heap.text("") } else { vm.string_of(pattern)? };
    let flags = vm.heap.text(flags);
    let regexp = vm.regexp_literal(pattern, flags)?;
    vm.invoke(regexp, symbol.atom(), &[text])
}

fn match_all(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let pattern = vm.argument(arguments, 0);
    if vm.this(arguments).is_nullish() {
        return vm.type_error("String.prototype.matchAll called on null or undefined");
    }
    require_global(vm, pattern)?;
    by_regexp(vm, arguments, WellKnown::MatchAll, "g")
}

/// A TypeError if a regular expression is not global.
fn require_global(vm: &mut Vm, pattern: Value) -> Completion<()> {
    if vm.heap.object(pattern).is_none() || !super::regexp::is_regexp(vm, pattern)? {
        return Ok(());
    }
    let name = vm.heap.atom("flags");
    let flags = vm.get_atom(pattern, name)?;
    if flags.is_nullish() {
        return vm.type_error("flags must not be undefined or null");
    }
    let flags = vm.units_of(flags)?;
    if !flags.contains(&u16::from(b'g')) {
        return vm.type_error("the regular expression must have the g flag");
    }
    Ok(())
}

fn replace(vm: &mut Vm, arguments: Arguments, all: bool) -> Completion<Value> {
    if all {
        if vm.this(arguments).is_nullish() {
            return vm.type_error("String.prototype.replaceAll called on null or undefined");
        }
        let pattern = vm.argument(arguments, 0);
        require_global(vm, pattern)?;
    }
    if let Some(result) = delegate(vm, arguments, WellKnown::Replace)? {
        return Ok(result);
    }
    let text = this_text(vm, arguments)?;
    let (pattern, with) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
    let pattern = vm.string_of(pattern)?;
    let function = vm.is_callable(with);
    let with = if function { with } else { vm.string_of(with)? };
    let (units, part) = (vm.units_of(text)?, vm.units_of(pattern)?);
    let mut result: Vec<u16> = Vec::new();
    let mut end = 0;
    let mut from = 0;
    while let Some(at) = find(&units, &part, from) {
        let replacement: Rc<[u16]> = if function {
            let values = [pattern, Value::number(at as f64), text];
            let value = vm.call_function(with, Value::UNDEFINED, &values)?;
            vm.units_of(value)?
        } else {
            let template = vm.units_of(with)?;
            let found =
                Found { text: &units, start: at, matched: &part, captures: &[], names: Value::UNDEFINED };
            expand(vm, &template, found)?.into()
        };
        result.extend_from_slice(&units[end..at]);
        result.extend_from_slice(&replacement);
        if result.len() > vm.heap.max_string() {
            return vm.range_error("Invalid string length");
        }
        end = at + part.len();
        from = end.max(at + 1);
        if !all {
            break;
        }
    }
    result.extend_from_slice(&units[end..]);
    Ok(vm.heap.new_string(result))
}

/// A match whose parts a replacement names.
pub(super) struct Found<'a> {
    pub(super) text: &'a [u16],
    pub(super) start: usize,
    pub(super) matched: &'a [u16],
    pub(super) captures: &'a [Value],
    /// The object of named captures, or undefined.
    pub(super) names: Value,
}

/// GetSubstitution: replaces `$1`, `$&`, and their like.
pub(super) fn expand(vm: &mut Vm, template: &[u16], found: Found<'_>) -> Completion<Vec<u16>> {
    let mut result = Vec::new();
    let mut rest = template;
    let ascii = |unit: Option<&u16>| unit.and_then(|unit| u8::try_from(*unit).ok()).unwrap_or(0);
    while let [first, after @ ..] = rest {
        if *first != u16::from(b'$') {
            result.push(*first);
            rest = after;
            continue;
        }
        let mut used = 1;
        match ascii(after.first()) {
            b'$' => result.push(u16::from(b'$')),
            b'&' => result.extend_from_slice(found.matched),
            b'`' => result.extend_from_slice(&found.text[..found.start]),
            b'\'' => {
                let end = (found.start + found.matched.len()).min(found.text.len());
                result.extend_from_slice(&found.text[end..]);
            }
            digit @ b'0'..=b'9' => {
                let one = usize::from(digit - b'0');
                let second = ascii(after.get(1));
                let two = one * 10 + usize::from(second.wrapping_sub(b'0'));
                let index = if second.is_ascii_digit() && (1..=found.captures.len()).contains(&two) {
                    used = 2;
                    two
                } else {
                    one
                };
                if (1..=found.captures.len()).contains(&index) {
                    let capture = found.captures[index - 1];
                    if capture != Value::UNDEFINED {
                        result.extend_from_slice(&vm.units_of(capture)?);
                    }
                } else {
                    result.push(*first);
                    used = 0;
                }
            }
            b'<' if found.names != Value::UNDEFINED => {
                match after.iter().position(|unit| *unit == u16::from(b'>')) {
                    Some(end) => {
                        let name = vm.heap.new_string(&after[1..end]);
                        let value = vm.get(found.names, name)?;
                        if value != Value::UNDEFINED {
                            result.extend_from_slice(&vm.units_of(value)?);
                        }
                        used = end + 1;
                    }
                    None => {
                        result.push(*first);
                        used = 0;
                    }
                }
            }
            _ => {
                result.push(*first);
                used = 0;
            }
        }
        if result.len() > vm.heap.max_string() {
            return vm.throw_error(Intrinsic::RangeErrorPrototype, "Invalid string length");
        }
        rest = &after[used..];
    }
    Ok(result)
}

/// Maximum number of parts of a string.
fn limit_of(vm: &mut Vm, limit: Value) -> Completion<usize> {
    if limit == Value::UNDEFINED {
        return Ok(u32::MAX as usize);
    }
    Ok(crate::interp::to_int32(vm.number_of(limit)?) as u32 as usize)
}

fn split(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    if let Some(result) = delegate(vm, arguments, WellKnown::Split)? {
        return Ok(result);
    }
    let units = this_units(vm, arguments)?;
    let (separator, limit) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
    let limit = limit_of(vm, limit)?;
    let part = vm.units_of(separator)?;
    let mut parts: Vec<&[u16]> = Vec::new();
    if separator == Value::UNDEFINED {
        parts.push(&units);
    } else if part.is_empty() {
        parts.extend(units.chunks(1));
    } else {
        let mut start = 0;
        while let Some(at) = find(&units, &part, start) {
            parts.push(&units[start..at]);
            start = at + part.len();
        }
        parts.push(&units[start..]);
    }
    parts.truncate(limit);
    vm.reserve(parts.len() * size_of::<Value>() * 8)?;
    let parts = parts.into_iter().map(|part| vm.heap.new_string(part)).collect();
    Ok(vm.new_array(parts))
}
