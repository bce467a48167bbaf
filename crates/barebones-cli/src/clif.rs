//! `barebones clif`: runs test files in Cranelift's intermediate language.

use crate::Failure;
use crate::arguments::{Arguments, Word, unknown};
use crate::input::host;
use barebones::OptLevel;
use barebones_clif::{Engine, Report, Vectors, run};
use std::path::{Path, PathBuf};

#[derive(Clone, Copy)]
enum Executor {
    Ours,
    Interpreter,
    #[cfg(feature = "cranelift")]
    Cranelift,
}

const ENGINES: &[(&str, Executor)] = &[
    ("ours", Executor::Ours),
    ("interp", Executor::Interpreter),
    #[cfg(feature = "cranelift")]
    ("cranelift", Executor::Cranelift),
];

const VECTORS: &[(&str, Vectors)] = &[("registers", Vectors::Registers), ("lanes", Vectors::Lanes)];

pub(crate) fn clif(mut arguments: Arguments) -> Result<(), Failure> {
    let target = host()?;
    let (mut level, mut executor, mut paths) = (OptLevel::default(), Executor::Ours, Vec::new());
    let mut vectors = Vectors::of(&target);
    while let Some(word) = arguments.next() {
        match word {
            Word::Plain(path) => paths.push(PathBuf::from(path)),
            Word::Option(option) => match option.as_str() {
                "-O" => level = arguments.level()?,
                "--engine" => executor = arguments.one_of("--engine", ENGINES)?,
                "--vectors" => vectors = arguments.one_of("--vectors", VECTORS)?,
                other => return Err(unknown(other)),
            },
        }
    }
    if paths.is_empty() {
        return Err(Failure::Usage(String::from("no file")));
    }
    let engine = match executor {
        Executor::Ours => Engine::Compiled(level),
        Executor::Interpreter => Engine::Interpreter,
        #[cfg(feature = "cranelift")]
        Executor::Cranelift => {
            // Its panics are counted by reason.
            std::panic::set_hook(Box::new(|_| {}));
            Engine::Cranelift(level)
        }
    };
    let mut all = Report::default();
    for path in files(paths)? {
        let text = std::fs::read_to_string(&path).map_err(|error| failed(&path, &error))?;
        let report = run(&path.display().to_string(), &text, engine, &target, vectors);
        let report = report.map_err(Failure::Failed)?;
        all.add(report);
    }
    let mut out = String::new();
    for line in &all.printed {
        out += &format!("{line}\n");
    }
    for failure in &all.failures {
        out += &format!("{failure}\n");
    }
    for (class, count) in &all.classes {
        out += &format!("{count} passed: {class}\n");
    }
    for (reason, count) in &all.skipped {
        out += &format!("{count} skipped: {reason}\n");
    }
    crate::help::print(&format!("{out}{all}\n"))?;
    if all.failures.is_empty() { Ok(()) } else { Err(Failure::Reported) }
}

fn failed(path: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::Failed(format!("{}: {error}", path.display()))
}

/// The given files and all test files in the given folders, sorted.
fn files(paths: Vec<PathBuf>) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    let mut pending = paths;
    while let Some(path) = pending.pop() {
        if !path.is_dir() {
            files.push(path);
            continue;
        }
        for entry in path.read_dir().map_err(|error| failed(&path, &error))? {
            let entry = entry.map_err(|error| failed(&path, &error))?.path();
            let is_test =
                entry.extension().is_some_and(|extension| extension == "clif" || extension == "cton");
            if entry.is_dir() || is_test {
                pending.push(entry);
            }
        }
    }
    files.sort();
    Ok(files)
}
