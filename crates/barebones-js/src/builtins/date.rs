//! `Date`. Local time is UTC.

use super::date_parse::{DAYS, MONTHS, clip, iso, make, parse, split, week_day, year_text};
use super::{Row, method};
use crate::heap::{Attributes, Class, Value};
use crate::interp::{Arguments, Completion, Intrinsic, Vm};

const STATIC: &[Row] = &[
    method("UTC", 7, |vm, arguments| {
        let time = from_fields(vm, arguments)?;
        Ok(Value::number(clip(time)))
    }),
    method("now", 0, |_, _| Ok(Value::number(now()))),
    method("parse", 1, |vm, arguments| {
        let text = vm.argument(arguments, 0);
        let text = vm.text_from(text)?;
        Ok(Value::number(parse(&text)))
    }),
];

const PROTOTYPE: &[Row] = &[
    method("getDate", 0, |vm, arguments| field(vm, arguments, 2)),
    method("getDay", 0, get_day),
    method("getFullYear", 0, |vm, arguments| field(vm, arguments, 0)),
    method("getHours", 0, |vm, arguments| field(vm, arguments, 3)),
    method("getMilliseconds", 0, |vm, arguments| field(vm, arguments, 6)),
    method("getMinutes", 0, |vm, arguments| field(vm, arguments, 4)),
    method("getMonth", 0, |vm, arguments| field(vm, arguments, 1)),
    method("getSeconds", 0, |vm, arguments| field(vm, arguments, 5)),
    method("getTime", 0, |vm, arguments| this_time(vm, arguments).map(Value::number)),
    method("getTimezoneOffset", 0, |vm, arguments| {
        let time = this_time(vm, arguments)?;
        Ok(Value::number(if time.is_nan() { time } else { 0.0 }))
    }),
    method("getUTCDate", 0, |vm, arguments| field(vm, arguments, 2)),
    method("getUTCDay", 0, get_day),
    method("getUTCFullYear", 0, |vm, arguments| field(vm, arguments, 0)),
    method("getUTCHours", 0, |vm, arguments| field(vm, arguments, 3)),
    method("getUTCMilliseconds", 0, |vm, arguments| field(vm, arguments, 6)),
    method("getUTCMinutes", 0, |vm, arguments| field(vm, arguments, 4)),
    method("getUTCMonth", 0, |vm, arguments| field(vm, arguments, 1)),
    method("getUTCSeconds", 0, |vm, arguments| field(vm, arguments, 5)),
    method("getYear", 0, |vm, arguments| {
        let time = this_time(vm, arguments)?;
        Ok(Value::number(if time.is_nan() { time } else { split(time)[0] - 1900.0 }))
    }),
    method("setDate", 1, |vm, arguments| change(vm, arguments, 2, 1)),
    method("setFullYear", 3, |vm, arguments| change(vm, arguments, 0, 3)),
    method("setHours", 4, |vm, arguments| change(vm, arguments, 3, 4)),
    method("setMilliseconds", 1, |vm, arguments| change(vm, arguments, 6, 1)),
    method("setMinutes", 3, |vm, arguments| change(vm, arguments, 4, 3)),
    method("setMonth", 2, |vm, arguments| change(vm, arguments, 1, 2)),
    method("setSeconds", 2, |vm, arguments| change(vm, arguments, 5, 2)),
    method("setTime", 1, |vm, arguments| {
        this_time(vm, arguments)?;
        let time = vm.argument(arguments, 0);
        let time = vm.number_of(time)?;
        Ok(store(vm, arguments, clip(time)))
    }),
    method("setUTCDate", 1, |vm, arguments| change(vm, arguments, 2, 1)),
    method("setUTCFullYear", 3, |vm, arguments| change(vm, arguments, 0, 3)),
    method("setUTCHours", 4, |vm, arguments| change(vm, arguments, 3, 4)),
    method("setUTCMilliseconds", 1, |vm, arguments| change(vm, arguments, 6, 1)),
    method("setUTCMinutes", 3, |vm, arguments| change(vm, arguments, 4, 3)),
    method("setUTCMonth", 2, |vm, arguments| change(vm, arguments, 1, 2)),
    method("setUTCSeconds", 2, |vm, arguments| change(vm, arguments, 5, 2)),
    method("setYear", 1, set_year),
    method("toDateString", 0, |vm, arguments| text(vm, arguments, true, false)),
    method("toISOString", 0, |vm, arguments| {
        let time = this_time(vm, arguments)?;
        if time.is_nan() {
            return vm.range_error("Invalid time value");
        }
        Ok(vm.heap.text(&iso(time)))
    }),
    method("toJSON", 1, to_json),
    method("toLocaleDateString", 0, |vm, arguments| text(vm, arguments, true, false)),
    method("toLocaleString", 0, |vm, arguments| text(vm, arguments, true, true)),
    method("toLocaleTimeString", 0, |vm, arguments| text(vm, arguments, false, true)),
    method("toString", 0, |vm, arguments| text(vm, arguments, true, true)),
    method("toTimeString", 0, |vm, arguments| text(vm, arguments, false, true)),
    method("toUTCString", 0, utc_text),
    method("valueOf", 0, |vm, arguments| this_time(vm, arguments).map(Value::number)),
    method("@@toPrimitive", 1, to_primitive),
];

pub(super) fn install(vm: &mut Vm) {
    let prototype = vm.prototype_object(Intrinsic::DatePrototype, Intrinsic::ObjectPrototype);
    vm.install(prototype, PROTOTYPE);
    let name = vm.heap.atom("toUTCString");
    if let Ok(function) = vm.get_atom(prototype, name) {
        let name = vm.heap.atom("toGMTString");
        vm.define(prototype, name, function, Attributes::HIDDEN);
    }
    let constructor = vm.constructor("Date", 7, date, prototype);
    vm.install(constructor, STATIC);
}

fn now() -> f64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(0.0, |now| now.as_millis() as f64)
}

/// The time of the arguments as fields; a year of two digits is in the twentieth century.
fn from_fields(vm: &mut Vm, arguments: Arguments) -> Completion<f64> {
    let mut fields = [f64::NAN, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0];
    for (index, field) in fields.iter_mut().enumerate().take(arguments.count) {
        let value = vm.argument(arguments, index);
        *field = vm.number_of(value)?;
    }
    if (0.0..=99.0).contains(&fields[0].trunc()) {
        fields[0] = 1900.0 + fields[0].trunc();
    }
    Ok(make(fields))
}

fn date(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    if !arguments.new_target {
        return Ok(vm.heap.text(&full_text(now(), true, true)));
    }
    let time = match arguments.count {
        0 => now(),
        1 => {
            let value = vm.argument(arguments, 0);
            match vm.heap.class(value) {
                Some(Class::Date(time)) => *time,
                _ => {
                    let value = vm.default_primitive(value)?;
                    if vm.heap.is_string(value) {
                        parse(&vm.text_of(value))
                    } else {
                        clip(vm.number_of(value)?)
                    }
                }
            }
        }
        _ => clip(from_fields(vm, arguments)?),
    };
    let new_target = vm.new_target(arguments);
    let prototype = vm.prototype_for(new_target, Intrinsic::DatePrototype)?;
    Ok(vm.heap.new_object(prototype, Class::Date(time)))
}

fn this_time(vm: &mut Vm, arguments: Arguments) -> Completion<f64> {
    let this = vm.this(arguments);
    match vm.heap.class(this) {
        Some(Class::Date(time)) => Ok(*time),
        _ => vm.type_error("this is not a Date object"),
    }
}

fn store(vm: &mut Vm, arguments: Arguments, time: f64) -> Value {
    let this = vm.this(arguments);
    if let Some(class) = vm.heap.class_mut(this) {
        *class = Class::Date(time);
    }
    Value::number(time)
}

fn field(vm: &mut Vm, arguments: Arguments, index: usize) -> Completion<Value> {
    let time = this_time(vm, arguments)?;
    Ok(Value::number(if time.is_nan() { time } else { split(time)[index] }))
}

fn get_day(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let time = this_time(vm, arguments)?;
    Ok(Value::number(if time.is_nan() { time } else { week_day(time) }))
}

/// Changes fields from one on, as many as there are arguments.
fn change(vm: &mut Vm, arguments: Arguments, first: usize, most: usize) -> Completion<Value> {
    let time = this_time(vm, arguments)?;
    let mut values = [f64::NAN; 4];
    let count = arguments.count.clamp(1, most);
    for (index, value) in values.iter_mut().enumerate().take(count) {
        let argument = vm.argument(arguments, index);
        *value = vm.number_of(argument)?;
    }
    let mut fields = if time.is_nan() {
        if first != 0 {
            return Ok(Value::number(f64::NAN));
        }
        split(0.0)
    } else {
        split(time)
    };
    fields[first..first + count].copy_from_slice(&values[..count]);
    Ok(store(vm, arguments, clip(make(fields))))
}

fn set_year(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let time = this_time(vm, arguments)?;
    let year = vm.argument(arguments, 0);
    let year = vm.number_of(year)?;
    let mut fields = split(if time.is_nan() { 0.0 } else { time });
    fields[0] = if (0.0..=99.0).contains(&year.trunc()) { 1900.0 + year.trunc() } else { year };
    Ok(store(vm, arguments, clip(make(fields))))
}

fn full_text(time: f64, date: bool, clock: bool) -> String {
    let [year, month, day, hours, minutes, seconds, _] = split(time);
    let mut parts = Vec::new();
    if date {
        let (week, month) = (DAYS[week_day(time) as usize], MONTHS[month as usize]);
        parts.push(format!("{week} {month} {day:02} {}", year_text(year)));
    }
    if clock {
        parts.push(format!("{hours:02}:{minutes:02}:{seconds:02} GMT+0000 (UTC)"));
    }
    parts.join(" ")
}

fn text(vm: &mut Vm, arguments: Arguments, date: bool, clock: bool) -> Completion<Value> {
    let time = this_time(vm, arguments)?;
    let text = if time.is_nan() { String::from("Invalid Date") } else { full_text(time, date, clock) };
    Ok(vm.heap.text(&text))
}

fn utc_text(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let time = this_time(vm, arguments)?;
    if time.is_nan() {
        return Ok(vm.heap.text("Invalid Date"));
    }
    let [year, month, day, hours, minutes, seconds, _] = split(time);
    let (week, month) = (DAYS[week_day(time) as usize], MONTHS[month as usize]);
    let year = year_text(year);
    Ok(vm.heap.text(&format!("{week}, {day:02} {month} {year} {hours:02}:{minutes:02}:{seconds:02} GMT")))
}

fn to_json(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let this = vm.this(arguments);
    let object = vm.object_of(this)?;
    let primitive = vm.primitive_of(object, false)?;
    if primitive.as_number().is_some_and(|number| !number.is_finite()) {
        return Ok(Value::NULL);
    }
    let name = vm.heap.atom("toISOString");
    vm.invoke(object, name, &[])
}

fn to_primitive(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (this, hint) = (vm.this(arguments), vm.argument(arguments, 0));
    if vm.heap.object(this).is_none() {
        return vm.type_error("Date.prototype[Symbol.toPrimitive] requires that 'this' be an object");
    }
    match &*vm.text_of(hint) {
        "string" | "default" => vm.ordinary_primitive(this, true),
        "number" => vm.ordinary_primitive(this, false),
        _ => vm.type_error("Invalid hint"),
    }
}
