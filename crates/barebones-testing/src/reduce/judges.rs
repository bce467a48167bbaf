//! What decides whether a candidate is still interesting.

use crate::replay::compare_call;
use barebones::bundle::Bundle;
use barebones::ir::Module;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Decides whether a module is interesting. Must give the same answer for the same module.
pub type Judge<'a> = dyn FnMut(&Module) -> bool + 'a;

/// A bundle of another module, which is not compiled yet.
fn with_module(bundle: &Bundle, module: &Module) -> Bundle {
    let mut bundle = bundle.clone();
    bundle.module = module.clone();
    bundle.procedures.clear();
    bundle.fault = None;
    bundle
}

/// A message without its numbers: those of values and instructions change when others are removed.
fn without_numbers(message: &str) -> String {
    let mut text = String::new();
    let mut in_number = false;
    for c in message.chars() {
        if !c.is_ascii_digit() {
            text.push(c);
        } else if !in_number {
            text.push('N');
        }
        in_number = c.is_ascii_digit();
    }
    text
}

/// Returns a judge: compilation fails in the same stage as that of the bundle, with the same message apart from
/// numbers. `None` if the compilation of the bundle does not fail.
pub fn judge_error(bundle: &Bundle) -> Option<impl FnMut(&Module) -> bool + use<>> {
    let bundle = bundle.replay().bundle;
    let (stage, message) = bundle.error()?;
    let expected = (stage, without_numbers(message));
    Some(move |module: &Module| {
        let found = with_module(&bundle, module).replay().bundle;
        found.error().is_some_and(|(stage, message)| (stage, without_numbers(message)) == expected)
    })
}

/// Returns a judge: one of these calls has another outcome in compiled code than in the interpreter.
pub fn judge_difference(bundle: &Bundle, calls: Vec<String>) -> impl FnMut(&Module) -> bool + use<> {
    let bundle = with_module(bundle, &Module::default());
    move |module: &Module| {
        let candidate = with_module(&bundle, module);
        calls.iter().any(|call| compare_call(&candidate, call).is_ok_and(|compared| compared.differs()))
    }
}

/// Returns a judge: a command exits with status 0, given the path of a file with the candidate as its last argument.
/// `write` makes the content of the file; `file` is overwritten for each candidate.
pub fn judge_command<'a>(
    command: &'a [String],
    file: &'a Path,
    write: impl Fn(&Module) -> String + 'a,
) -> impl FnMut(&Module) -> bool + 'a {
    let file: PathBuf = file.into();
    move |module: &Module| {
        let Some((program, arguments)) = command.split_first() else { return false };
        if std::fs::write(&file, write(module)).is_err() {
            return false;
        }
        let mut command = Command::new(program);
        command.args(arguments).arg(&file).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    }
}
