//! Compiles whole modules: measures time, code size and memory.

use crate::engine::{BASE, COMPILERS, Ready};
use crate::measure::median;
use crate::outside::{Compilation, Programs};
use crate::table::Table;
use crate::{Options, memory};
use std::path::{Path, PathBuf};

/// The modules of the published results; docs/testing.md gives their sources.
const KNOWN: [&str; 7] = ["argon2", "sourcemap", "treesitter", "zstd", "brotli", "quickjs", "sqlite"];

struct Input {
    name: String,
    path: PathBuf,
    bytes: Vec<u8>,
}

/// The modules of the folder, smallest code first.
fn inputs(options: &Options, folder: &Path) -> Result<Vec<Input>, String> {
    let failed = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    let mut inputs = Vec::new();
    for entry in folder.read_dir().map_err(|error| failed(folder, error))? {
        let path = entry.map_err(|error| failed(folder, error))?.path();
        if path.extension().is_none_or(|extension| extension != "wasm") {
            continue;
        }
        let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if options.wants(&name) {
            let bytes = std::fs::read(&path).map_err(|error| failed(&path, error))?;
            inputs.push(Input { name, path, bytes });
        }
    }
    inputs.sort_by_key(|input| (code_bytes(&input.bytes), input.name.clone()));
    Ok(inputs)
}

/// Size of the code section; 0 if there is none.
fn code_bytes(module: &[u8]) -> usize {
    let payloads = wasmparser::Parser::new(0).parse_all(module).flatten();
    let sizes = payloads.filter_map(|payload| match payload {
        wasmparser::Payload::CodeSectionStart { size, .. } => Some(size as usize),
        _ => None,
    });
    sizes.sum()
}

/// Measures all modules, and reports missing ones. Returns true if there were no errors; missing modules are none.
pub(crate) fn run(options: &Options, programs: &Programs) -> Result<bool, String> {
    let Some(folder) = options.modules.as_deref().filter(|folder| folder.is_dir()) else {
        println!("\nSkipped: {} modules, because their folder does not exist (--modules).", KNOWN.len());
        return Ok(true);
    };
    let inputs = inputs(options, folder)?;
    let is_missing = |name: &&&str| options.wants(name) && !inputs.iter().any(|input| input.name == **name);
    let missing: Vec<&str> = KNOWN.iter().filter(is_missing).copied().collect();
    if !missing.is_empty() {
        println!("\nSkipped: {} missing modules: {}.", missing.len(), missing.join(", "));
    }
    let mut problems = Vec::new();
    if options.with("compile") {
        compile(options, programs, &inputs, &mut problems)?;
    }
    if options.with("memory") {
        peak(&inputs, &mut problems);
    }
    for problem in &problems {
        println!("\nNot measured: {problem}.");
    }
    // Failures of other engines do not count.
    let own =
        |problem: &String| COMPILERS[..3].iter().any(|engine| problem.contains(&engine_label(engine.name())));
    Ok(!problems.iter().any(own))
}

/// The part of a problem that names its engine.
fn engine_label(engine: &str) -> String {
    format!(" with {engine}: ")
}

/// Describes a failed measurement in one line.
fn problem(what: &str, engine: &str, error: &str) -> String {
    format!("{what}{}{}", engine_label(engine), error.lines().next().unwrap_or_default())
}

fn compile(
    options: &Options,
    programs: &Programs,
    inputs: &[Input],
    problems: &mut Vec<String>,
) -> Result<(), String> {
    let clock = options.clock;
    let mut columns: Vec<&'static str> = COMPILERS.iter().map(|engine| engine.name()).collect();
    columns.extend(programs.iter().map(|program| program.name()));
    let title = format!("Compile time, ms{}", clock.remark());
    let mut times_of = Table::new(title, columns, BASE.name(), 1);
    let names = COMPILERS.iter().map(|engine| engine.name()).collect();
    let mut sizes_of = Table::new(String::from("Machine code, bytes"), names, BASE.name(), 0);
    let engines = COMPILERS.iter().map(|engine| engine.ready()).collect::<Result<Vec<Ready>, String>>()?;
    for input in inputs {
        eprintln!("compiling {}", input.name);
        let mut outside: Vec<Result<Compilation, String>> =
            programs.iter().map(|program| program.compilation(&input.bytes, clock)).collect();
        let mut times = vec![Vec::new(); COMPILERS.len() + outside.len()];
        let mut sizes = vec![None; COMPILERS.len()];
        let mut failures = vec![None; times.len()];
        // Short compilations are repeated more often.
        let rounds = options.repeat * (200_000 / input.bytes.len().max(1)).clamp(1, 5);
        for _ in 0..rounds {
            for (i, engine) in engines.iter().enumerate() {
                match clock.time(|| engine.compile(&input.bytes)) {
                    (Ok(module), time) => {
                        times[i].push(time);
                        sizes[i] = Some(module.code_bytes() as f64);
                    }
                    (Err(error), _) => failures[i] = Some(error),
                }
            }
            for (i, compilation) in (engines.len()..).zip(&mut outside) {
                match compilation.as_mut().map_err(|error| error.clone()).and_then(Compilation::again) {
                    Ok(time) => times[i].push(time),
                    Err(error) => failures[i] = Some(error),
                }
            }
        }
        let all = COMPILERS.iter().map(|engine| engine.name()).chain(programs.iter().map(|p| p.name()));
        for (name, failure) in all.zip(failures) {
            problems.extend(failure.map(|error| problem(&input.name, name, &error)));
        }
        times_of.row(
            &input.name,
            times.iter_mut().map(|times| median(times).map(|seconds| seconds * 1e3)).collect(),
        );
        sizes_of.row(&input.name, sizes);
    }
    times_of.print();
    sizes_of.print();
    Ok(())
}

fn peak(inputs: &[Input], problems: &mut Vec<String>) {
    let columns = COMPILERS.iter().map(|engine| engine.name()).collect();
    let title = String::from("Peak memory of a compilation, KiB beyond the initialized engine");
    let mut table = Table::new(title, columns, BASE.name(), 0);
    for input in inputs {
        let cells = COMPILERS.iter().map(|engine| match memory::peak(*engine, &input.path) {
            Ok(bytes) => Some(bytes / 1024.0),
            Err(error) => {
                problems.push(problem(&format!("memory of {}", input.name), engine.name(), &error));
                None
            }
        });
        table.row(&input.name, cells.collect());
    }
    table.print();
}
