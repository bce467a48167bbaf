//! `barebones js`: runs a JavaScript program, or prints its Hermes IR.

use crate::Failure;
use crate::arguments::{Arguments, Word, unknown};
use crate::help::print;
use barebones_js::front::{Options, translate};
use barebones_js::opt::{lower, optimise};
use barebones_js::{RunError, RunOptions, run, run_ir};
use std::path::{Path, PathBuf};

pub(crate) fn js(mut arguments: Arguments) -> Result<(), Failure> {
    let (mut file, mut ir): (Option<PathBuf>, Option<PathBuf>) = (None, None);
    let mut options = RunOptions::default();
    let mut front = Options::default();
    let (mut dump, mut lowered, mut stats) = (false, false, false);
    while let Some(word) = arguments.next() {
        match word {
            Word::Plain(word) if file.is_none() => file = Some(PathBuf::from(word)),
            Word::Plain(_) => return Err(Failure::Usage(String::from("`js` expects one file"))),
            Word::Option(option) => match option.as_str() {
                "--gc-stress" => options.gc_stress = true,
                "--stats" => stats = true,
                "--dump-ir" => dump = true,
                "--dump-lir" => (dump, lowered) = (true, true),
                "--ir" => ir = Some(PathBuf::from(arguments.value("--ir")?)),
                "--hermes-compat" => front.hermes_compat = true,
                other => return Err(unknown(other)),
            },
        }
    }
    if let Some(path) = ir {
        return run_ir_file(&path, file.as_deref(), options);
    }
    let Some(path) = file else { return Err(Failure::Usage(String::from("no file"))) };
    if front.hermes_compat && !dump {
        return Err(Failure::Usage(String::from("--hermes-compat needs --dump-ir")));
    }
    let source = std::fs::read_to_string(&path)
        .map_err(|error| Failure::Failed(format!("{}: {error}", path.display())))?;
    if dump {
        let mut module = translate(&source, front)
            .map_err(|error| Failure::Failed(placed(&path, &source, error.offset(), &error.to_string())))?;
        if lowered {
            optimise(&mut module);
            lower(&mut module);
        }
        print(&if front.hermes_compat { module.to_dump() } else { module.to_text() })?;
        return Ok(());
    }
    let outcome = run(&source, options);
    print(&outcome.output)?;
    if stats {
        eprintln!("collections: {}", outcome.collections);
    }
    match outcome.error {
        None => Ok(()),
        Some(error) => {
            let offset = match &error {
                RunError::Front(error) => Some(error.offset()),
                RunError::Uncaught { offset, .. } => Some(*offset),
                RunError::Unsupported(_) | RunError::Parse(_) | RunError::Rule(_) => None,
            };
            Err(Failure::Failed(match offset {
                Some(offset) => placed(&path, &source, offset, &error.to_string()),
                None => format!("{}: {error}", path.display()),
            }))
        }
    }
}

/// Runs a dump of Hermes IR, with the source that has what dumps leave out.
fn run_ir_file(path: &Path, source: Option<&Path>, options: RunOptions) -> Result<(), Failure> {
    let read = |path: &Path| {
        std::fs::read_to_string(path).map_err(|error| Failure::Failed(format!("{}: {error}", path.display())))
    };
    let source = source.map(read).transpose()?;
    let outcome = run_ir(&read(path)?, source.as_deref(), options);
    print(&outcome.output)?;
    outcome.error.map_or(Ok(()), |error| Err(Failure::Failed(format!("{}: {error}", path.display()))))
}

/// A message with line and column, the line and a caret.
fn placed(path: &Path, source: &str, offset: u32, message: &str) -> String {
    let before = source.get(..offset as usize).unwrap_or(source);
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = source[start..].lines().next().unwrap_or("");
    let number = before.matches('\n').count() + 1;
    let column = before[start..].chars().count();
    let caret = " ".repeat(column);
    format!("{}:{number}:{}: {message}\n{line}\n{caret}^", path.display(), column + 1)
}
