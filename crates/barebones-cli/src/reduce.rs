//! `barebones reduce`: shrinks a bundle or a text while a judge finds it interesting.

use crate::Failure;
use crate::arguments::{Arguments, Word, unknown};
use crate::bundle_input::{self, Overrides};
use crate::input::one_file;
use barebones::bundle::Bundle;
use barebones::ir::{Module, Procedure};
use barebones_testing::reduce::{
    Judge, ReduceOptions, judge_command, judge_difference, judge_error, reduce as reduce_module,
};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// What decides whether a candidate is interesting.
enum By {
    Command(Vec<String>),
    Error,
    Difference,
}

pub(crate) fn reduce(mut arguments: Arguments) -> Result<(), Failure> {
    let (mut file, mut overrides, mut by, mut call) = (None, Overrides::default(), None, None);
    let (mut output, mut options) = (None, ReduceOptions::default());
    while let Some(word) = arguments.next() {
        match word {
            Word::Plain(path) if file.is_none() => file = Some(path),
            Word::Plain(word) => {
                return Err(Failure::Usage(format!("{word:?}: arguments come after --call NAME")));
            }
            Word::Option(option) => match option.as_str() {
                "--judge" => {
                    let command = arguments.value("--judge")?;
                    by = Some(By::Command(command.split_whitespace().map(String::from).collect()));
                }
                "--judge-error" => by = Some(By::Error),
                "--judge-difference" => by = Some(By::Difference),
                "--tries" => options.tries = arguments.number("--tries")?,
                "-o" => output = Some(OsString::from(arguments.value("-o")?)),
                "--call" => {
                    let mut words = vec![arguments.value("--call")?];
                    words.extend(arguments.rest()?);
                    call = Some(words.join(" "));
                }
                other if overrides.set(other, &mut arguments)? => {}
                other => return Err(unknown(other)),
            },
        }
    }
    let file = one_file(file)?;
    let by = by.ok_or_else(|| {
        Failure::Usage(String::from("no judge: --judge COMMAND, --judge-error or --judge-difference"))
    })?;
    let bundle = bundle_input::read(&file, &overrides)?.bundle;
    let output = output.map_or_else(|| beside(Path::new(&file), "reduced"), PathBuf::from);
    // A compilation that panics is an outcome, and many candidates do.
    std::panic::set_hook(Box::new(|_| {}));
    let is_text = !bundle_input::is_bundle(&file)?;
    let content = |module: &Module| match is_text {
        true => module.to_string(),
        false => recaptured(&bundle, module).to_string(),
    };
    let candidate = beside(&output, "candidate");
    let mut error_judge;
    let mut difference_judge;
    let mut command_judge;
    let judge: &mut Judge<'_> = match &by {
        By::Error => {
            error_judge = judge_error(&bundle).ok_or_else(|| {
                Failure::Failed(String::from("--judge-error: the compilation does not fail"))
            })?;
            &mut error_judge
        }
        By::Difference => {
            let calls = call.map_or_else(|| bundle.calls.clone(), |call| vec![call]);
            if calls.is_empty() {
                let what = "--judge-difference: the file has no call; use --call NAME ARGS..";
                return Err(Failure::Usage(String::from(what)));
            }
            difference_judge = judge_difference(&bundle, calls);
            &mut difference_judge
        }
        By::Command(command) => {
            command_judge = judge_command(command, &candidate, &content);
            &mut command_judge
        }
    };
    let reduced = reduce_module(&bundle.module, judge, options);
    if matches!(by, By::Command(_)) {
        // It was written for the last candidate, if for any.
        let _ = std::fs::remove_file(&candidate);
    }
    let reduced = reduced.map_err(|error| Failure::Failed(error.to_string()))?;
    let text = content(&reduced.module);
    std::fs::write(&output, &text)
        .map_err(|error| Failure::Failed(format!("{}: {error}", output.display())))?;
    crate::help::print(&format!(
        "{} values became {} after {} tries{}\n{}\n",
        size(&bundle.module),
        size(&reduced.module),
        reduced.tries,
        if reduced.is_fixpoint { "" } else { ", and more tries might help" },
        output.display()
    ))
}

/// A path with another ending appended.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(".");
    name.push(ending);
    name.into()
}

/// The bundle with another module, compiled again.
fn recaptured(bundle: &Bundle, module: &Module) -> Bundle {
    let mut bundle = bundle.clone();
    bundle.module = module.clone();
    bundle.procedures.clear();
    bundle.fault = None;
    bundle.replay().bundle
}

/// Number of values in blocks.
fn size(module: &Module) -> usize {
    let of = |proc: &Procedure| proc.block_ids().map(|block| proc.block_values(block).len()).sum::<usize>();
    module.procedures.iter().map(of).sum()
}
