//! `barebones reduce`: shrinks a bundle or a text while a judge finds it interesting.

use crate::Failure;
use crate::arguments::{Arguments, Word, unknown};
use crate::bundle_input::{self, Overrides};
use crate::input::one_file;
use barebones::bundle::Bundle;
use barebones::ir::{Module, Procedure};
use barebones_testing::calls::Call;
use barebones_testing::reduce::{
    Bisection, Judge, ReduceError, ReduceOptions, Reduced, bisect, judge_command, judge_difference,
    judge_error, reduce as reduce_module,
};
use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
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
    let is_text = !bundle_input::is_bundle(&file)?;
    let content = |bundle: &Bundle| match is_text {
        true => bundle.module.to_string(),
        false => bundle.to_string(),
    };
    let candidate = beside(&output, "candidate");
    let mut judge: Box<Judge<'_>> = match &by {
        By::Error => {
            let judge = judge_error(&bundle);
            let fine = || Failure::Failed(String::from("--judge-error: the compilation does not fail"));
            Box::new(judge.ok_or_else(fine)?)
        }
        By::Difference => {
            let calls = call.map_or_else(|| bundle.calls.clone(), |call| vec![call]);
            if calls.is_empty() {
                let what = "--judge-difference: the file has no call; use --call NAME ARGS..";
                return Err(Failure::Usage(String::from(what)));
            }
            Box::new(judge_difference(calls))
        }
        By::Command(command) => Box::new(judge_command(command, &candidate, content)),
    };
    // A command gets no options with a text.
    let bisects = !is_text || !matches!(by, By::Command(_));
    // A compilation that panics is an outcome, and many candidates do.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let reduced = catch_unwind(AssertUnwindSafe(|| run(&bundle, &mut *judge, options, bisects)));
    std::panic::set_hook(hook);
    let reduced = reduced.unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<String>().map(String::as_str);
        let message = message.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
        Err(Failure::Failed(format!("the reducer panicked: {message}")))
    });
    if matches!(by, By::Command(_)) {
        // It was written for the last candidate, if for any.
        let _ = std::fs::remove_file(&candidate);
    }
    let (reduced, causes) = reduced?;
    let (before, mut bundle) = (size(&bundle.module), bundle);
    bundle.module = reduced.module;
    let is_kept = |call: &String| calls_procedure_of(&bundle.module, call);
    bundle.calls = std::mem::take(&mut bundle.calls).into_iter().filter(is_kept).collect();
    bundle.procedures.clear();
    bundle.fault = None;
    let bundle = bundle.replay().bundle;
    std::fs::write(&output, content(&bundle))
        .map_err(|error| Failure::Failed(format!("{}: {error}", output.display())))?;
    crate::help::print(&format!(
        "{causes}{before} values became {} after {} tries{}\n{}\n",
        size(&bundle.module),
        reduced.tries,
        if reduced.is_fixpoint { "" } else { ", and more tries might help" },
        output.display()
    ))
}

/// Reduces a bundle, and finds the passes and the rewrite that make it interesting, before and after.
fn run(
    bundle: &Bundle,
    judge: &mut Judge<'_>,
    options: ReduceOptions,
    bisects: bool,
) -> Result<(Reduced, String), Failure> {
    let failed = |error: ReduceError| Failure::Failed(error.to_string());
    // Fails early if the input itself is not interesting.
    let first = ReduceOptions { tries: 0 };
    reduce_module(bundle, judge, first).map_err(failed)?;
    let before = bisects.then(|| bisect(bundle, judge));
    let reduced = reduce_module(bundle, judge, options).map_err(failed)?;
    let after = bisects.then(|| {
        let mut small = bundle.clone();
        small.module = reduced.module.clone();
        bisect(&small, judge)
    });
    let named = |when: &str, found: Option<Bisection>| {
        found.map_or_else(String::new, |found| format!("{when}:\n{found}"))
    };
    Ok((reduced, named("before", before) + &named("after", after)))
}

/// True if the module has the procedure of a call, `NAME ARGS..`, with the same number of parameters.
fn calls_procedure_of(module: &Module, call: &str) -> bool {
    let mut words = call.split_whitespace();
    let name = words.next().unwrap_or_default();
    Call::parse(module, name, words).is_ok()
}

/// A path with another ending appended.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(".");
    name.push(ending);
    name.into()
}

/// Number of values in blocks.
fn size(module: &Module) -> usize {
    let of = |proc: &Procedure| proc.block_ids().map(|block| proc.block_values(block).len()).sum::<usize>();
    module.procedures.iter().map(of).sum()
}
