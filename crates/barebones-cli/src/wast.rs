//! `barebones wast`: runs WebAssembly scripts of assertions.

use crate::Failure;
use crate::arguments::{Arguments, Word, unknown};
use crate::wasm::ENGINES;
use barebones::OptLevel;
use barebones_wasm::Config;
use barebones_wasm::wast::{Report, run};
use std::path::{Path, PathBuf};

pub(crate) fn wast(mut arguments: Arguments) -> Result<(), Failure> {
    let (mut level, mut interpret, mut paths) = (OptLevel::default(), false, Vec::new());
    while let Some(word) = arguments.next() {
        match word {
            Word::Plain(path) => paths.push(PathBuf::from(path)),
            Word::Option(option) if option == "-O" => level = arguments.level()?,
            Word::Option(option) if option == "--engine" => {
                interpret = arguments.one_of("--engine", &ENGINES)?;
            }
            Word::Option(other) => return Err(unknown(&other)),
        }
    }
    if paths.is_empty() {
        return Err(Failure::Usage(String::from("no file")));
    }
    let mut config = Config::at(level);
    config.interpret = interpret;
    let mut all = Report::default();
    for path in scripts(paths)? {
        let text = std::fs::read_to_string(&path).map_err(|error| failed(&path, &error))?;
        let report =
            run(&config, &path.display().to_string(), &text).map_err(|error| failed(&path, &error))?;
        all.add(report);
    }
    let mut out = String::new();
    for failure in &all.failures {
        out += &format!("{failure}\n");
    }
    for (proposal, count) in &all.skipped {
        out += &format!("{count} skipped: {proposal}\n");
    }
    crate::help::print(&format!("{out}{all}\n"))?;
    if all.failures.is_empty() { Ok(()) } else { Err(Failure::Reported) }
}

fn failed(path: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::Failed(format!("{}: {error}", path.display()))
}

/// The given files and all scripts in the given folders, sorted.
fn scripts(paths: Vec<PathBuf>) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    let mut pending = paths;
    while let Some(path) = pending.pop() {
        if !path.is_dir() {
            files.push(path);
            continue;
        }
        for entry in path.read_dir().map_err(|error| failed(&path, &error))? {
            let entry = entry.map_err(|error| failed(&path, &error))?.path();
            if entry.is_dir() || entry.extension().is_some_and(|extension| extension == "wast") {
                pending.push(entry);
            }
        }
    }
    files.sort();
    Ok(files)
}
