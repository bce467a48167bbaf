//! `barebones combine`: counts what selection combines in files, and the adjacent pairs that it does not.

use crate::Failure;
use crate::arguments::{Arguments, Word, unknown};
use crate::compile::target_by_name;
use crate::input::{Input, host};
use barebones::base::Target;
use barebones::{Compiler, OptLevel, Options};
use barebones_testing::combinations::CombinationCounts;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Extensions of files that are read in folders.
const EXTENSIONS: [&str; 4] = ["bb", "clif", "cton", "wasm"];

pub(crate) fn combine(mut arguments: Arguments) -> Result<(), Failure> {
    let (mut paths, mut level, mut target) = (Vec::new(), OptLevel::default(), None);
    while let Some(word) = arguments.next() {
        match word {
            Word::Plain(path) => paths.push(PathBuf::from(path)),
            Word::Option(option) => match option.as_str() {
                "-O" => level = arguments.level()?,
                "--target" => target = Some(target_by_name(&arguments.value("--target")?)?),
                other => return Err(unknown(other)),
            },
        }
    }
    if level == OptLevel::O0 {
        return Err(Failure::Usage(String::from(
            "-O 0 has few rules, which are not recorded; use -O 1 or -O 2",
        )));
    }
    if paths.is_empty() {
        return Err(Failure::Usage(String::from("no file")));
    }
    let target = target.map_or_else(host, Ok)?;
    let mut counts = CombinationCounts::default();
    let (mut files, mut refused) = (0, 0);
    for path in paths {
        let is_named = !path.is_dir();
        for file in files_of(path)? {
            match count(&file, target, level, &mut counts) {
                Ok(()) => files += 1,
                Err(error) if is_named => return Err(error),
                // Folders of tests contain files that do not compile.
                Err(_) => refused += 1,
            }
        }
    }
    let refused = match refused {
        0 => String::new(),
        refused => format!("; {refused} others do not compile"),
    };
    crate::help::print(&format!("{files} files at {level:?} for {}{refused}\n\n{counts}", target.name()))
}

/// The file, or all files of known extensions in the folder, in order.
fn files_of(path: PathBuf) -> Result<Vec<PathBuf>, Failure> {
    let (mut files, mut rest) = (Vec::new(), vec![path]);
    while let Some(path) = rest.pop() {
        if !path.is_dir() {
            files.push(path);
            continue;
        }
        let failed = |error: std::io::Error| Failure::Failed(format!("{}: {error}", path.display()));
        for entry in path.read_dir().map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
            if path.is_dir() || EXTENSIONS.contains(&extension) {
                rest.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

/// Compiles the procedures of a file and adds what selection combined.
fn count(
    file: &Path,
    target: Target,
    level: OptLevel,
    counts: &mut CombinationCounts,
) -> Result<(), Failure> {
    let mut options = Options::at(level);
    options.check_allocation = false;
    if file.extension().is_some_and(|extension| extension == "wasm") {
        return count_module(file, target, options, counts);
    }
    let input = Input::read(file.as_os_str(), target)?;
    let mut compiler = Compiler::for_target(target, options);
    for (index, proc) in input.module.procedures.iter().enumerate() {
        let compiled = compiler.emit_observed(proc, counts);
        compiled.map_err(|error| input.not_compiled(Some(index), &error))?;
    }
    Ok(())
}

/// The functions of a WebAssembly module are compiled twice: the second time after the passes, which run once.
#[cfg(feature = "wasm")]
fn count_module(
    file: &Path,
    target: Target,
    options: Options,
    counts: &mut CombinationCounts,
) -> Result<(), Failure> {
    use barebones::opt::PassSet;
    use barebones_wasm::{Config, Module};

    let failed = |what: String| Failure::Failed(format!("{}: {what}", file.display()));
    let bytes = std::fs::read(file).map_err(|error| failed(error.to_string()))?;
    let mut again = options.clone();
    again.passes = PassSet::NONE;
    let mut observed = Compiler::for_target(target, again);
    let mut error = None;
    let compiler = Compiler::for_target(target, options);
    let compiled = Module::emit_with(compiler, &Config::default(), &bytes, &mut |_, proc, _| {
        error = error.take().or(observed.emit_observed(proc, counts).err());
    });
    compiled.map_err(|error| failed(error.to_string()))?;
    error.map_or(Ok(()), |error| Err(failed(error.to_string())))
}

#[cfg(not(feature = "wasm"))]
fn count_module(file: &Path, _: Target, _: Options, _: &mut CombinationCounts) -> Result<(), Failure> {
    Err(Failure::Failed(format!("{}: the command was built without the feature `wasm`", file.display())))
}
