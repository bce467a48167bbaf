//! The readers of all languages: what is read prints, and reads the same again; what is valid becomes code.

use crate::compile::{compile_everywhere, host};
use barebones::bundle::Bundle;
use barebones::ir::{parse_module, validate_module};
use barebones::{air, targets};
use barebones_clif::{read_file, translate_file};
use barebones_js::{RunOptions, hir, run_ir};
use barebones_tuffy::{Oracle, translate::translate};
use std::fmt::{Debug, Display};

/// Steps of interpreters.
const STEPS: u64 = 20_000;

/// Reads a text. If that succeeds, what is printed must read and print the same.
fn round_trip<T, E: Display + Debug>(
    data: &[u8],
    read: impl Fn(&str) -> Result<T, E>,
    print: impl Fn(&T) -> String,
) -> Option<T> {
    let text = std::str::from_utf8(data).ok()?;
    let value = match read(text) {
        Ok(value) => value,
        Err(error) => {
            assert!(!error.to_string().is_empty(), "an error without a text");
            return None;
        }
    };
    let printed = print(&value);
    match read(&printed) {
        Ok(again) => assert_eq!(print(&again), printed, "it prints otherwise the second time"),
        Err(error) => panic!("what was printed does not read: {error}\n{printed}"),
    }
    Some(value)
}

pub(crate) fn ir(data: &[u8]) {
    let targets = targets(host());
    let module = round_trip(data, |text| parse_module(text, &targets), ToString::to_string);
    if let Some(module) = module {
        _ = validate_module(&module);
    }
}

pub(crate) fn air(data: &[u8]) {
    let targets = targets(host());
    let code = round_trip(data, |text| air::parse_code(text, &targets), ToString::to_string);
    if let Some(code) = code {
        _ = air::validate(&code);
    }
}

pub(crate) fn bundle(data: &[u8]) {
    round_trip(data, Bundle::parse, ToString::to_string);
}

pub(crate) fn clif(data: &[u8]) {
    let file = round_trip(data, read_file, ToString::to_string);
    if let Some(module) = file.and_then(|file| translate_file(&file, &host()).ok()) {
        compile_everywhere(&module);
    }
}

pub(crate) fn tuffy(data: &[u8]) {
    let Some(module) = round_trip(data, barebones_tuffy::parse, ToString::to_string) else { return };
    if !barebones_tuffy::validate(&module).is_empty() {
        return;
    }
    for function in &module.functions {
        if function.params.is_empty() {
            let mut oracle = Oracle::new(&module);
            oracle.limits.steps = STEPS;
            _ = oracle.call(&function.name, &[]);
        }
    }
    if let Ok(core) = translate(&module, &barebones_tuffy::translate::Options::new(host())) {
        compile_everywhere(&core);
    }
}

pub(crate) fn hermes(data: &[u8]) {
    let Some(module) = round_trip(data, hir::parse, hir::Module::to_text) else { return };
    if hir::validate(&module).is_empty() {
        let options =
            RunOptions { max_steps: Some(STEPS), heap_limit: Some(32 << 20), ..RunOptions::default() };
        _ = run_ir(&module.to_text(), None, options);
    }
}

pub(crate) fn rtl(data: &[u8]) {
    let Some(function) = round_trip(data, barebones_rtl::parse, ToString::to_string) else { return };
    let Ok(checked) = barebones_rtl::check(function) else { return };
    if let Ok(module) = barebones_rtl::translate(&[&checked], &barebones_rtl::Options::new(host())) {
        compile_everywhere(&module);
    }
}
