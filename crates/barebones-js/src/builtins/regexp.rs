//! `RegExp`: patterns, flags, `exec`.

use super::{Row, getter, method, this};
use crate::heap::{Attributes, Class, RegExp, Value, WellKnown};
use crate::interp::{Arguments, Completion, Descriptor, Intrinsic, Key, Vm};
use std::rc::Rc;

const STATIC: &[Row] = &[getter("@@species", this)];

const PROTOTYPE: &[Row] = &[
    method("exec", 1, exec),
    method("test", 1, |vm, arguments| {
        let (regexp, text) = (vm.this(arguments), vm.argument(arguments, 0));
        require_object(vm, regexp)?;
        let text = vm.string_of(text)?;
        let found = execute(vm, regexp, text)?;
        Ok(Value::boolean(found != Value::NULL))
    }),
    method("toString", 0, text),
    method("compile", 2, compile),
    getter("dotAll", |vm, arguments| flag(vm, arguments, b's')),
    getter("flags", flags),
    getter("global", |vm, arguments| flag(vm, arguments, b'g')),
    getter("hasIndices", |vm, arguments| flag(vm, arguments, b'd')),
    getter("ignoreCase", |vm, arguments| flag(vm, arguments, b'i')),
    getter("multiline", |vm, arguments| flag(vm, arguments, b'm')),
    getter("source", source),
    getter("sticky", |vm, arguments| flag(vm, arguments, b'y')),
    getter("unicode", |vm, arguments| flag(vm, arguments, b'u')),
];

pub(super) fn install(vm: &mut Vm) {
    let prototype = vm.prototype_object(Intrinsic::RegExpPrototype, Intrinsic::ObjectPrototype);
    vm.install(prototype, PROTOTYPE);
    vm.install(prototype, super::regexp_methods::PROTOTYPE);
    let name = vm.heap.atom("exec");
    if let Ok(exec) = vm.get_atom(prototype, name) {
        vm.set_intrinsic(Intrinsic::RegExpExec, exec);
    }
    let constructor = vm.constructor("RegExp", 2, regexp, prototype);
    vm.install(constructor, STATIC);
}

pub(super) fn require_object(vm: &mut Vm, value: Value) -> Completion<()> {
    if vm.heap.object(value).is_some() {
        return Ok(());
    }
    vm.type_error("RegExp.prototype method requires that 'this' be an object")
}

/// IsRegExp.
pub(super) fn is_regexp(vm: &mut Vm, value: Value) -> Completion<bool> {
    if vm.heap.object(value).is_none() {
        return Ok(false);
    }
    let matcher = vm.get_atom(value, WellKnown::Match.atom())?;
    if matcher != Value::UNDEFINED {
        return Ok(vm.truthy(matcher));
    }
    Ok(matches!(vm.heap.class(value), Some(Class::RegExp(_))))
}

fn regexp(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (pattern, flags) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
    let is = is_regexp(vm, pattern)?;
    let mut new_target = vm.new_target(arguments);
    if new_target == Value::UNDEFINED {
        new_target = vm.stack[arguments.base];
        if is && flags == Value::UNDEFINED && vm.get_atom(pattern, vm.atoms.constructor)? == new_target {
            return Ok(pattern);
        }
    }
    let (source, flags) = match vm.heap.class(pattern) {
        Some(Class::RegExp(data)) => {
            let (source, own) = (data.source.clone(), data.flags.clone());
            let source = vm.heap.new_string(source);
            (source, if flags == Value::UNDEFINED { vm.heap.new_string(own) } else { flags })
        }
        _ if is => {
            let [source, own] = ["source", "flags"].map(|name| vm.heap.atom(name));
            let source = vm.get_atom(pattern, source)?;
            (source, if flags == Value::UNDEFINED { vm.get_atom(pattern, own)? } else { flags })
        }
        _ => (pattern, flags),
    };
    let prototype = vm.prototype_for(new_target, Intrinsic::RegExpPrototype)?;
    create(vm, source, flags, prototype)
}

fn create(vm: &mut Vm, pattern: Value, flags: Value, prototype: Value) -> Completion<Value> {
    let data = translate(vm, pattern, flags)?;
    let object = vm.heap.new_object(prototype, Class::RegExp(Box::new(data)));
    let attributes = Attributes { writable: true, ..Attributes::FIXED };
    vm.define(object, vm.atoms.last_index, Value::number(0.0), attributes);
    Ok(object)
}

/// Translates pattern and flags.
fn translate(vm: &mut Vm, pattern: Value, flags: Value) -> Completion<RegExp> {
    let source: Rc<[u16]> = if pattern == Value::UNDEFINED { Rc::from([]) } else { vm.units_of(pattern)? };
    let flags: Rc<[u16]> = if flags == Value::UNDEFINED { Rc::from([]) } else { vm.units_of(flags)? };
    let has = |flag: u8| flags.contains(&u16::from(flag));
    let known = |flag: &u16| b"dgimsuy".iter().any(|known| u16::from(*known) == *flag);
    let doubled = flags.iter().enumerate().any(|(index, flag)| flags[..index].contains(flag));
    if doubled || !flags.iter().all(known) {
        let text = String::from_utf16_lossy(&flags);
        let message = format!("Invalid flags supplied to RegExp constructor '{text}'");
        return vm.throw_error(Intrinsic::SyntaxErrorPrototype, &message);
    }
    let options = regress::Flags {
        icase: has(b'i'),
        multiline: has(b'm'),
        dot_all: has(b's'),
        no_opt: false,
        unicode: has(b'u'),
        unicode_sets: false,
    };
    let points: Vec<u32> = if options.unicode {
        let decoded = char::decode_utf16(source.iter().copied());
        decoded.map(|c| c.map_or_else(|lone| u32::from(lone.unpaired_surrogate()), u32::from)).collect()
    } else {
        source.iter().map(|unit| u32::from(*unit)).collect()
    };
    let key = (source.clone(), flags.clone());
    if let Some(program) = vm.patterns.get(&key) {
        return Ok(RegExp { source, flags, program: program.clone() });
    }
    match regress::Regex::from_unicode(points.into_iter(), options) {
        Ok(program) => {
            let program = Rc::new(program);
            if vm.patterns.len() < 1000 {
                vm.patterns.insert(key, program.clone());
            }
            Ok(RegExp { source, flags, program })
        }
        Err(error) => {
            let text = String::from_utf16_lossy(&source);
            let message = format!("Invalid regular expression: /{text}/: {error}");
            vm.throw_error(Intrinsic::SyntaxErrorPrototype, &message)
        }
    }
}

impl Vm {
    /// The object of a regular expression literal.
    pub(crate) fn regexp_literal(&mut self, pattern: Value, flags: Value) -> Completion<Value> {
        let prototype = self.intrinsic(Intrinsic::RegExpPrototype);
        create(self, pattern, flags, prototype)
    }
}

fn compile(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let this = vm.this(arguments);
    let (pattern, flags) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
    if !matches!(vm.heap.class(this), Some(Class::RegExp(_))) {
        return vm.type_error("RegExp.prototype.compile requires a regular expression");
    }
    let data = match vm.heap.class(pattern) {
        Some(Class::RegExp(_)) if flags != Value::UNDEFINED => {
            return vm.type_error("flags must be undefined if the pattern is a regular expression");
        }
        Some(Class::RegExp(data)) => {
            RegExp { source: data.source.clone(), flags: data.flags.clone(), program: data.program.clone() }
        }
        _ => translate(vm, pattern, flags)?,
    };
    if let Some(class) = vm.heap.class_mut(this) {
        *class = Class::RegExp(Box::new(data));
    }
    vm.set_atom(this, vm.atoms.last_index, Value::number(0.0))?;
    Ok(this)
}

fn flag(vm: &mut Vm, arguments: Arguments, flag: u8) -> Completion<Value> {
    let this = vm.this(arguments);
    match vm.heap.class(this) {
        Some(Class::RegExp(data)) => Ok(Value::boolean(data.flags.contains(&u16::from(flag)))),
        _ if this == vm.intrinsic(Intrinsic::RegExpPrototype) => Ok(Value::UNDEFINED),
        _ => vm.type_error("the flag requires that 'this' be a regular expression"),
    }
}

fn flags(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let this = vm.this(arguments);
    require_object(vm, this)?;
    let mut text = String::new();
    for (name, flag) in [
        ("hasIndices", 'd'),
        ("global", 'g'),
        ("ignoreCase", 'i'),
        ("multiline", 'm'),
        ("dotAll", 's'),
        ("unicode", 'u'),
        ("sticky", 'y'),
    ] {
        let name = vm.heap.atom(name);
        let value = vm.get_atom(this, name)?;
        if vm.truthy(value) {
            text.push(flag);
        }
    }
    Ok(vm.heap.text(&text))
}

fn source(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let this = vm.this(arguments);
    let units = match vm.heap.class(this) {
        Some(Class::RegExp(data)) => data.source.clone(),
        _ if this == vm.intrinsic(Intrinsic::RegExpPrototype) => Rc::from([]),
        _ => return vm.type_error("source requires that 'this' be a regular expression"),
    };
    if units.is_empty() {
        return Ok(vm.heap.text("(?:)"));
    }
    let mut escaped: Vec<u16> = Vec::new();
    let mut in_class = false;
    let mut after_backslash = false;
    for unit in units.iter() {
        let c = char::from_u32(u32::from(*unit)).unwrap_or('a');
        let text = match c {
            '\n' => "\\n",
            '\r' => "\\r",
            '\u{2028}' => "\\u2028",
            '\u{2029}' => "\\u2029",
            '/' if !in_class && !after_backslash => "\\/",
            _ => "",
        };
        if text.is_empty() {
            escaped.push(*unit);
        } else {
            // A backslash before a line end is part of the new escape.
            let text = if after_backslash { text.trim_start_matches('\\') } else { text };
            escaped.extend(text.encode_utf16());
        }
        if !after_backslash {
            in_class = (in_class || c == '[') && c != ']';
        }
        after_backslash = c == '\\' && !after_backslash;
    }
    Ok(vm.heap.new_string(escaped))
}

fn text(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let this = vm.this(arguments);
    require_object(vm, this)?;
    let [source, flags] = ["source", "flags"].map(|name| vm.heap.atom(name));
    let source = vm.get_atom(this, source)?;
    let source = vm.string_of(source)?;
    let flags = vm.get_atom(this, flags)?;
    let flags = vm.string_of(flags)?;
    let slash = vm.heap.text("/");
    let start = vm.join(slash, source)?;
    let start = vm.join(start, slash)?;
    vm.join(start, flags)
}

/// RegExpExec: a match of an object's `exec`.
pub(super) fn execute(vm: &mut Vm, regexp: Value, text: Value) -> Completion<Value> {
    let name = vm.heap.atom("exec");
    let exec = vm.get_atom(regexp, name)?;
    let own = matches!(vm.heap.class(regexp), Some(Class::RegExp(_)));
    if vm.is_callable(exec) && !(own && exec == vm.intrinsic(Intrinsic::RegExpExec)) {
        let result = vm.call_function(exec, regexp, &[text])?;
        if result != Value::NULL && vm.heap.object(result).is_none() {
            return vm.type_error("exec must return an object or null");
        }
        return Ok(result);
    }
    if !own {
        return vm.type_error("RegExp.prototype.exec requires a regular expression");
    }
    run(vm, regexp, text)
}

fn exec(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (this, text) = (vm.this(arguments), vm.argument(arguments, 0));
    if !matches!(vm.heap.class(this), Some(Class::RegExp(_))) {
        return vm.type_error("RegExp.prototype.exec requires a regular expression");
    }
    let text = vm.string_of(text)?;
    run(vm, this, text)
}

/// RegExpBuiltinExec.
fn run(vm: &mut Vm, regexp: Value, text: Value) -> Completion<Value> {
    let last = vm.get_atom(regexp, vm.atoms.last_index)?;
    let last = vm.length_from(last)?;
    let Some(Class::RegExp(data)) = vm.heap.class(regexp) else { return Ok(Value::NULL) };
    let (program, flags) = (data.program.clone(), data.flags.clone());
    let has = |flag: u8| flags.contains(&u16::from(flag));
    let moves = has(b'g') || has(b'y');
    let units = vm.units_of(text)?;
    let start = if moves { last } else { 0.0 };
    let mut found = None;
    if start <= units.len() as f64 {
        let start = start as usize;
        found = if has(b'u') {
            // A search that starts within a pair of surrogates starts with the pair.
            let split =
                start > 0 && matches!(units.get(start - 1..=start), Some([0xd800..=0xdbff, 0xdc00..=0xdfff]));
            program.find_from_utf16(&units, start - usize::from(split)).next()
        } else {
            program.find_from_ucs2(&units, start).next()
        };
        if has(b'y') && found.as_ref().is_some_and(|found| found.start() != start) {
            found = None;
        }
    }
    let Some(found) = found else {
        if moves {
            vm.set_atom(regexp, vm.atoms.last_index, Value::number(0.0))?;
        }
        return Ok(Value::NULL);
    };
    if moves {
        vm.set_atom(regexp, vm.atoms.last_index, Value::number(found.end() as f64))?;
    }
    let mut elements = Vec::new();
    let mut indices = Vec::new();
    for group in found.groups() {
        match group {
            Some(range) => {
                let pair = [range.start, range.end].map(|index| Value::number(index as f64)).to_vec();
                indices.push(vm.new_array(pair));
                elements.push(vm.heap.new_string(units.get(range).unwrap_or(&[])));
            }
            None => {
                elements.push(Value::UNDEFINED);
                indices.push(Value::UNDEFINED);
            }
        }
    }
    let mut groups = Value::UNDEFINED;
    let mut named_indices = Value::UNDEFINED;
    for (name, range) in found.named_groups() {
        if groups == Value::UNDEFINED {
            groups = vm.heap.new_object(Value::NULL, Class::Plain);
            named_indices = vm.heap.new_object(Value::NULL, Class::Plain);
        }
        let name = vm.heap.text(name);
        let key = vm.string_key(name);
        let (value, place) = match range {
            Some(range) => {
                let pair = [range.start, range.end].map(|index| Value::number(index as f64)).to_vec();
                (vm.heap.new_string(units.get(range).unwrap_or(&[])), vm.new_array(pair))
            }
            None => (Value::UNDEFINED, Value::UNDEFINED),
        };
        let new = Descriptor::data(value, Attributes::ALL);
        vm.define_own(groups, key, new)?;
        vm.define_own(named_indices, key, Descriptor::data(place, Attributes::ALL))?;
    }
    let array = vm.new_array(elements);
    let index = Value::number(found.start() as f64);
    for (name, value) in [("index", index), ("input", text), ("groups", groups)] {
        let name = vm.heap.atom(name);
        vm.define(array, name, value, Attributes::ALL);
    }
    if has(b'd') {
        let list = vm.new_array(indices);
        let [name, groups] = ["indices", "groups"].map(|name| vm.heap.atom(name));
        vm.define(list, groups, named_indices, Attributes::ALL);
        vm.create_data(array, Key::Name(name), list)?;
    }
    Ok(array)
}
