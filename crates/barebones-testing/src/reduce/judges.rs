//! What decides whether a candidate is still interesting.

use crate::replay::compare_call;
use barebones::bundle::Bundle;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Decides whether a candidate is interesting: a bundle without records. Must give the same answer for the same one.
pub type Judge<'a> = dyn FnMut(&Bundle) -> bool + 'a;

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
pub fn judge_error(bundle: &Bundle) -> Option<impl FnMut(&Bundle) -> bool + use<>> {
    let bundle = bundle.replay().bundle;
    let (stage, message) = bundle.error()?;
    let expected = (stage, without_numbers(message));
    Some(move |candidate: &Bundle| {
        let found = candidate.replay().bundle;
        found.error().is_some_and(|(stage, message)| (stage, without_numbers(message)) == expected)
    })
}

/// Returns a judge: one of these calls has another outcome in compiled code than in the interpreter.
pub fn judge_difference(calls: Vec<String>) -> impl FnMut(&Bundle) -> bool {
    move |candidate: &Bundle| {
        calls.iter().any(|call| compare_call(candidate, call).is_ok_and(|compared| compared.differs()))
    }
}

/// Returns a judge: a command exits with status 0, given the path of a file with the candidate as its last argument.
/// `write` makes the content of the file; `file` is overwritten for each candidate.
pub fn judge_command<'a>(
    command: &'a [String],
    file: &'a Path,
    write: impl Fn(&Bundle) -> String + 'a,
) -> impl FnMut(&Bundle) -> bool + 'a {
    let file: PathBuf = file.into();
    move |candidate: &Bundle| {
        let Some((program, arguments)) = command.split_first() else { return false };
        if std::fs::write(&file, write(candidate)).is_err() {
            return false;
        }
        let mut command = Command::new(program);
        command.args(arguments).arg(&file).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    }
}
