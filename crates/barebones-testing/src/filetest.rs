//! Filetests: files in the text format with what is expected of them.
//!
//! A line that begins with `;!` is a directive and is above the first procedure. A line that begins with `;;` is an
//! expectation, directly after the procedure that it is about. Both are comments of the text format. [`DIRECTIVES`] and [`LINES`] list them; `docs/testing.md` explains them.

mod asm;
mod check;
mod opt;
mod parse;
mod run;

use barebones::base::{Features, Target, Targets};
use barebones::ir::{Module, Procedure, parse_module, validate_module};
use barebones::isa::TARGETS;
use barebones::{Backend, Compiler, OptLevel, Options, host_target, targets};
use check::Repair;
use parse::{Command, Kind};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What a filetest may say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Directive {
    /// How it begins, without `;!` or `;;`.
    pub name: &'static str,
    /// What follows.
    pub arguments: &'static str,
    /// What it means, in a sentence.
    pub meaning: &'static str,
}

/// What stands after `;!`.
pub const DIRECTIVES: [Directive; 7] = [
    Directive {
        name: "run",
        arguments: "",
        meaning: "The `;; run` lines hold bit for bit in the interpreter and in code of every level.",
    },
    Directive {
        name: "parse-error",
        arguments: "",
        meaning: "The file does not parse; the message contains the `;; error:` line.",
    },
    Directive {
        name: "invalid",
        arguments: "",
        meaning: "The module violates rules: each violation starts with one of the `;; error:` lines, and each line has one.",
    },
    Directive {
        name: "print",
        arguments: "",
        meaning: "The module prints as the text below `;; output`, which parses and prints the same again.",
    },
    Directive {
        name: "asm",
        arguments: "TARGET -O n [as NAME]",
        meaning: "The disassembly for the target (`name+feature`) has what the `;; check:` and `;; not:` lines expect.",
    },
    Directive {
        name: "opt",
        arguments: "PASS.. [as NAME]",
        meaning: "The IR after these passes has what the `;; check:` and `;; not:` lines expect, and the `;; run` lines hold for it in the interpreter.",
    },
    Directive {
        name: "unsupported",
        arguments: "TEXT",
        meaning: "No level compiles it yet, and each error contains the text; `run` then uses the interpreter only.",
    },
];

/// What stands after `;;`.
pub const LINES: [Directive; 6] = [
    Directive {
        name: "run",
        arguments: "NAME(ARGS) == RESULT[, RESULT]",
        meaning: "The call returns this; `Void` for no result, `?` to fill it in. `NAME@2` is the third entry.",
    },
    Directive { name: "run", arguments: "NAME(ARGS) traps CODE", meaning: "The call traps." },
    Directive {
        name: "error:",
        arguments: "TEXT",
        meaning: "An error that the `parse-error` or `invalid` above expects.",
    },
    Directive {
        name: "check [NAME]:",
        arguments: "TEXT",
        meaning: "A line of the procedure's disassembly or IR, after that of the check before, contains this.",
    },
    Directive {
        name: "not [NAME]:",
        arguments: "TEXT",
        meaning: "No line of it between the checks before and after contains this.",
    },
    Directive {
        name: "output",
        arguments: "",
        meaning: "The rest of the file is the expected output of `print`.",
    },
];

/// An expectation that does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The file.
    pub path: PathBuf,
    /// The line of the expectation.
    pub line: usize,
    /// What happened.
    pub message: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path.display(), self.line, self.message)
    }
}

/// What came of some files.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// How many expectations hold: each `;; run` line is one, and so are the checks of a directive for a procedure, all
    /// calls after the passes of an `opt`, and each other directive.
    pub passed: usize,
    /// Those that do not.
    pub failures: Vec<Failure>,
    /// Files that were rewritten.
    pub blessed: Vec<PathBuf>,
}

/// How to run filetests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Rewrite files with what was found: output, errors, results written `?`, texts of `check` lines.
    pub bless: bool,
    /// After so many seconds a call in compiled code has failed.
    pub seconds: u32,
    /// The name of the target that `target=host` is in files that run; this machine, if there is none. Code for
    /// another machine is only interpreted.
    pub host: Option<&'static str>,
    /// What makes the code that `run` compares; directives that are about code itself are left out if it is not
    /// the library's own.
    pub backend: Backend,
}

impl Settings {
    /// The usual ones; blesses if the environment says `BLESS=1`.
    pub fn from_environment() -> Settings {
        let bless = std::env::var_os("BLESS").is_some_and(|value| value == "1");
        Settings { bless, seconds: 60, host: None, backend: Backend::default() }
    }
}

/// All filetests in these files and folders, sorted.
///
/// # Errors
/// Something cannot be read, or is no `.bb` file.
pub fn collect(paths: &[PathBuf]) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut pending = paths.to_vec();
    while let Some(path) = pending.pop() {
        if path.is_dir() {
            for entry in path.read_dir().map_err(|error| at(&path, error))? {
                let entry = entry.map_err(|error| at(&path, error))?.path();
                if entry.is_dir() || is_filetest(&entry) {
                    pending.push(entry);
                }
            }
        } else if is_filetest(&path) {
            path.metadata().map_err(|error| at(&path, error))?;
            found.push(path);
        } else {
            return Err(at(&path, io::Error::new(io::ErrorKind::InvalidInput, "expected a `.bb` file")));
        }
    }
    found.sort();
    found.dedup();
    Ok(found)
}

fn is_filetest(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "bb")
}

fn at(path: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// Compiled code recurses on the machine's stack: as much as the interpreter has.
const STACK_BYTES: usize = 16 << 20;

/// Runs filetests, on all processors. The report is in order of the files.
pub fn run_files(paths: &[PathBuf], settings: Settings) -> Report {
    let (next, reports) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some(path) = paths.get(next.fetch_add(1, Ordering::Relaxed)) {
            let report = run_file(path, settings);
            let mut reports = reports.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            reports.push((path, report));
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads.min(paths.len()) {
            let spawned = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
            if spawned.is_err() {
                work(); // on this thread then
            }
        }
    });
    let mut reports = reports.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    reports.sort_by_key(|(path, _)| *path);
    let mut total = Report::default();
    for (_, report) in reports {
        total.passed += report.passed;
        total.failures.extend(report.failures);
        total.blessed.extend(report.blessed);
    }
    total
}

/// Runs one file.
pub fn run_file(path: &Path, settings: Settings) -> Report {
    let failure = |line: usize, message: String| Failure { path: path.to_path_buf(), line, message };
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) => return Report { failures: vec![failure(1, error.to_string())], ..Report::default() },
    };
    let (results, edits) = run_text(&text, settings);
    let mut report = Report::default();
    for result in results {
        match result {
            Ok(()) => report.passed += 1,
            Err((line, message)) => report.failures.push(failure(line, message)),
        }
    }
    if settings.bless && !edits.is_empty() {
        match std::fs::write(path, apply(&text, edits)) {
            Ok(()) => report.blessed.push(path.to_path_buf()),
            Err(error) => report.failures.push(failure(1, error.to_string())),
        }
    }
    report
}

/// What came of one expectation: nothing, or its line and what happened.
type Expectation = Result<(), (usize, String)>;

/// Replaces lines of a file, `start..end` counted from zero.
struct Edit {
    start: usize,
    end: usize,
    lines: Vec<String>,
}

fn apply(text: &str, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|edit| edit.start);
    let lines: Vec<&str> = text.lines().collect();
    let (mut out, mut at) = (String::new(), 0);
    let mut push = |line: &str| {
        out.push_str(line);
        out.push('\n');
    };
    for edit in edits {
        lines[at..edit.start.max(at)].iter().for_each(|line| push(line));
        edit.lines.iter().for_each(|line| push(line));
        at = edit.end.max(at);
    }
    lines[at..].iter().for_each(|line| push(line));
    out
}

fn run_text(text: &str, settings: Settings) -> (Vec<Expectation>, Vec<Edit>) {
    let commands = match parse::commands(text) {
        Ok(commands) => commands,
        Err(error) => return (vec![Err(error)], Vec::new()),
    };
    let source: Vec<&str> = text.lines().collect();
    let (mut results, mut edits) = (Vec::new(), Vec::new());
    let is_unsupported = commands.iter().any(|command| matches!(command.kind, Kind::Unsupported(_)));
    let compiled =
        !is_unsupported && (settings.backend == Backend::Barebones || !needs_own_backend(text, settings));
    for command in &commands {
        match &command.kind {
            Kind::Run(lines) => {
                let levels = if compiled { &OptLevel::ALL[..] } else { &[] };
                let (more, blessed) = run::run(text, command.line, lines, levels, settings);
                results.extend(more);
                edits.extend(blessed);
            }
            _ if settings.backend != Backend::Barebones => {}
            Kind::ParseError(expected) => {
                results.push(parse_error(text, command, expected, settings, &mut edits));
            }
            Kind::Invalid(expected) => results.push(invalid(text, command, expected, settings, &mut edits)),
            Kind::Print(output) => results.push(print(text, command, output.as_ref(), settings, &mut edits)),
            Kind::Asm { target, level, checks } => {
                let mut repair = Repair { source: &source, edits: &mut edits };
                let repair = settings.bless.then_some(&mut repair);
                results.extend(asm::check(text, command.line, (target, *level), checks, repair));
            }
            Kind::Opt { passes, checks } => {
                let runs = commands.iter().find_map(|command| match &command.kind {
                    Kind::Run(lines) => Some(&lines[..]),
                    _ => None,
                });
                let expected = (checks, runs.unwrap_or_default());
                let mut repair = Repair { source: &source, edits: &mut edits };
                let repair = settings.bless.then_some(&mut repair);
                results.extend(opt::check(text, command.line, passes, expected, settings, repair));
            }
            Kind::Unsupported(part) => results.push(unsupported(text, command, part)),
        }
    }
    (results, edits)
}

/// True if a procedure has a convention in which the callee removes arguments, an EntrySwitch or a volatile access:
/// Cranelift has no such things.
fn needs_own_backend(text: &str, settings: Settings) -> bool {
    let pops = |proc: &Procedure| proc.target().convention(proc.convention()).callee_pops;
    let root_end = |proc: &Procedure| proc.get_value(*proc.block_values(Procedure::ROOT).last()?).copied();
    let switches = |proc: &Procedure| {
        proc.block_count() != 0
            && root_end(proc).is_some_and(|value| value.opcode() == barebones::ir::Opcode::EntrySwitch)
    };
    let is_volatile = |proc: &Procedure| {
        let flags = |id| proc.get_value(id).map(|value| value.flags);
        proc.value_ids().filter_map(flags).any(|flags| flags.contains(barebones::ir::ValueFlags::VOLATILE))
    };
    let needs = |proc: &Procedure| pops(proc) || switches(proc) || is_volatile(proc);
    read(text, settings).is_ok_and(|module| module.procedures.iter().any(needs))
}

/// The target that directives which run nothing take for the host, so that they mean the same everywhere.
fn fixed_target() -> Target {
    Target::baseline(TARGETS[0])
}

/// Reads a module to run it, and checks that what it prints is what was read.
fn read(text: &str, settings: Settings) -> Result<Module, (usize, String)> {
    let host = match settings.host {
        Some(name) => target_by_name(name).ok_or_else(|| (1, format!("there is no target {name}")))?,
        None => host_target().unwrap_or_else(|_| fixed_target()),
    };
    let module = read_for(text, &targets(host))?;
    let printed = module.to_string();
    match read_for(&printed, &targets(host)) {
        Ok(again) if again.to_string() == printed => Ok(module),
        _ => Err((1, format!("what is printed is not what is read\n{printed}"))),
    }
}

fn read_for(text: &str, targets: &Targets<'_>) -> Result<Module, (usize, String)> {
    parse_module(text, targets)
        .map_err(|error| (error.line as usize, format!("found {}, expected {}", error.found, error.expected)))
}

/// The target of this name, with the features behind plus signs besides those of the baseline.
fn target_by_name(name: &str) -> Option<Target> {
    let mut words = name.split('+');
    let first = words.next()?;
    let desc = TARGETS.iter().find(|desc| desc.name == first || desc.triple == first)?;
    words.try_fold(Target::baseline(desc), |mut target, word| {
        target.features |= feature(word)?;
        Some(target)
    })
}

fn feature(name: &str) -> Option<Features> {
    Features::NAMES.iter().find(|(known, _)| *known == name).map(|(_, feature)| *feature)
}

/// Replaces the `;; error:` lines below a directive.
fn bless_errors(
    command: &Command,
    count: usize,
    errors: impl Iterator<Item = String>,
    edits: &mut Vec<Edit>,
) {
    let lines = errors.map(|error| format!(";; error: {error}")).collect();
    edits.push(Edit { start: command.line, end: command.line + count, lines });
}

fn parse_error(
    text: &str,
    command: &Command,
    expected: &[String],
    settings: Settings,
    edits: &mut Vec<Edit>,
) -> Expectation {
    let Err(error) = parse_module(text, &targets(fixed_target())) else {
        return Err((command.line, String::from("the file is read without an error")));
    };
    let message = error.to_string();
    if !expected.is_empty() && expected.iter().all(|part| message.contains(part.as_str())) {
        return Ok(());
    }
    if settings.bless {
        // Positions are relative to lines that blessing may move; the message is not.
        let message = format!("found {}, expected {}", error.found, error.expected);
        bless_errors(command, expected.len(), std::iter::once(message), edits);
        return Ok(());
    }
    Err((command.line, format!("the error is {message}")))
}

fn invalid(
    text: &str,
    command: &Command,
    expected: &[String],
    settings: Settings,
    edits: &mut Vec<Edit>,
) -> Expectation {
    let module = read_for(text, &targets(fixed_target()))?;
    let found: Vec<String> = match validate_module(&module) {
        Ok(_) => return Err((command.line, String::from("the module is valid"))),
        Err(violations) => violations.iter().map(ToString::to_string).collect(),
    };
    // `V1` is not the beginning of `V12 at #0`.
    let begins = |message: &String, part: &String| {
        message
            .strip_prefix(part.as_str())
            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    let missing = expected.iter().find(|part| !found.iter().any(|message| begins(message, part)));
    let surplus = found.iter().find(|message| !expected.iter().any(|part| begins(message, part)));
    if (missing.is_some() || surplus.is_some()) && settings.bless {
        bless_errors(command, expected.len(), found.into_iter(), edits);
        return Ok(());
    }
    match (missing, surplus) {
        (None, None) => Ok(()),
        (Some(part), _) => Err((command.line, format!("no violation begins with `{part}`; found {found:?}"))),
        (None, Some(message)) => Err((command.line, format!("not expected: {message}"))),
    }
}

fn print(
    text: &str,
    command: &Command,
    output: Option<&(usize, String)>,
    settings: Settings,
    edits: &mut Vec<Edit>,
) -> Expectation {
    let targets = targets(fixed_target());
    let printed = read_for(text, &targets)?.to_string();
    let again = read_for(&printed, &targets).map_err(|(line, error)| {
        (command.line, format!("what is printed is not read: line {line}: {error}\n{printed}"))
    })?;
    if again.to_string() != printed {
        let message = format!("what is printed prints differently\n--- first\n{printed}\n--- then\n{again}");
        return Err((command.line, message));
    }
    if output.is_some_and(|(_, output)| *output == printed) {
        return Ok(());
    }
    if settings.bless {
        let end = text.lines().count();
        let start = output.map_or(end, |(line, _)| line - 1);
        let comment = |line: &str| if line.is_empty() { String::from(";") } else { format!("; {line}") };
        let lines = std::iter::once(String::from(";; output")).chain(printed.lines().map(comment)).collect();
        edits.push(Edit { start, end, lines });
        return Ok(());
    }
    let line = output.map_or(command.line, |(line, _)| *line);
    Err((line, format!("the output is not what is printed; BLESS=1 replaces it\n{printed}")))
}

fn unsupported(text: &str, command: &Command, part: &str) -> Expectation {
    let module = read_for(text, &targets(fixed_target()))?;
    for level in OptLevel::ALL {
        let mut compiler = Compiler::for_target(target_of(&module), Options::at(level));
        let error = module.procedures.iter().find_map(|proc| compiler.emit(proc).err());
        match error.map(|error| error.to_string()) {
            None => return Err((command.line, format!("{level:?} makes code"))),
            Some(message) if !message.contains(part) => {
                return Err((command.line, format!("{level:?}: the error is {message}")));
            }
            Some(_) => {}
        }
    }
    Ok(())
}

/// The target of a module's first procedure.
fn target_of(module: &Module) -> Target {
    module.procedures.first().map_or_else(fixed_target, |proc| *proc.target())
}

#[cfg(test)]
mod tests;
