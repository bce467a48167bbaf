//! Every program in `tests/programs/` and every file in `tests/files/run/`, parsed, validated and interpreted:
//! known answers of known algorithms, and one idea of the IR's meaning per file.
//!
//! `tests/programs/README.md` has the directives.

use barebones::base::{Target, Targets, TrapCode, Type};
use barebones::interp::{Interpreter, Limits, Outcome, SandboxHost};
use barebones::ir::{Module, Opcode, parse_module, validate_module};
use barebones::isa::{TARGETS, a64, x64};
use std::fs;
use std::path::{Path, PathBuf};

/// What a run line expects.
#[derive(Debug, PartialEq)]
enum Expected {
    Returns(u64),
    Traps(TrapCode),
}

/// A line `;; run NAME(ARGUMENTS) == RESULT` or `;; run NAME(ARGUMENTS) traps CODE`.
struct Run<'a> {
    /// The line itself, without `;; run`.
    text: &'a str,
    name: &'a str,
    arguments: Vec<&'a str>,
    /// `==` or `traps`, and what follows.
    outcome: (&'a str, &'a str),
}

fn run_lines(text: &str) -> impl Iterator<Item = Run<'_>> {
    text.lines().filter_map(|line| line.strip_prefix(";; run ")).map(parse_run)
}

fn parse_run(text: &str) -> Run<'_> {
    let split = || {
        let (name, rest) = text.split_once('(')?;
        let (arguments, rest) = rest.split_once(')')?;
        let (verb, result) = rest.trim_start().split_once(' ')?;
        let arguments = arguments.split(',').map(str::trim).filter(|a| !a.is_empty()).collect();
        matches!(verb, "==" | "traps").then_some((name, arguments, (verb, result)))
    };
    let (name, arguments, outcome) = split().unwrap_or_else(|| panic!("no run line: {text}"));
    Run { text, name, arguments, outcome }
}

/// The bits of a literal of this type, or `None`.
fn literal(text: &str, ty: Type) -> Option<u64> {
    if ty.is_int() {
        let (digits, negative) = text.strip_prefix('-').map_or((text, false), |rest| (rest, true));
        let magnitude = match digits.strip_prefix("0x") {
            Some(hex) => u64::from_str_radix(hex, 16).ok()?,
            None => digits.parse().ok()?,
        };
        let bits = if negative { magnitude.wrapping_neg() } else { magnitude };
        return Some(if ty == Type::Int32 { u64::from(bits as u32) } else { bits });
    }
    if let Some(bits) = text.strip_prefix("nan:0x") {
        return u64::from_str_radix(bits, 16).ok();
    }
    if ty == Type::Double {
        return text.parse().ok().map(f64::to_bits);
    }
    let digits = text.strip_suffix('f').filter(|digits| !digits.ends_with("in")).unwrap_or(text);
    digits.parse().ok().map(|value: f32| u64::from(value.to_bits()))
}

fn trap_code(text: &str) -> Option<TrapCode> {
    let user = text.strip_prefix("User(").and_then(|rest| rest.strip_suffix(')'));
    match user {
        Some(number) => number.parse().ok().map(TrapCode::User),
        None => TrapCode::from_name(text),
    }
}

/// Runs one line in a fresh host. `Err` says what is wrong.
fn check(module: &Module, interpreter: &Interpreter<'_>, run: &Run<'_>) -> Result<u64, String> {
    let proc = module.procedure(run.name).ok_or("no such procedure")?;
    let signature = proc.signature();
    if signature.params.len() != run.arguments.len() {
        return Err(format!("the procedure takes {} arguments", signature.params.len()));
    }
    let mut host = SandboxHost::for_module(module);
    let mut arguments = Vec::new();
    for (text, ty) in run.arguments.iter().zip(&signature.params) {
        let bits = match text.strip_prefix("@data:") {
            Some(name) => host.data_address(name),
            None => literal(text, *ty),
        };
        arguments.push((*ty, bits.ok_or_else(|| format!("`{text}` is no argument of type {ty:?}"))?));
    }
    let expected = match run.outcome {
        ("traps", code) => trap_code(code).map(Expected::Traps),
        (_, result) => {
            let [ty] = signature.results[..] else { return Err("the procedure has not one result".into()) };
            literal(result, ty).map(Expected::Returns)
        }
    };
    let expected = expected.ok_or("the result cannot be read")?;
    let limits = Limits { steps: 3_000_000, ..Limits::default() };
    let execution =
        interpreter.call(run.name, &arguments, &mut host, limits).map_err(|error| error.to_string())?;
    if let Some(place) = execution.unspecified {
        return Err(format!("unspecified bits became observable at {place:?}"));
    }
    let found = match execution.outcome {
        Outcome::Returned(results) => Expected::Returns(results.first().map_or(0, |(_, bits)| *bits)),
        Outcome::Trap { code, .. } => Expected::Traps(code),
        other => return Err(format!("{other:?}")),
    };
    if found != expected {
        return Err(format!("found {found:x?}, expected {expected:x?}"));
    }
    Ok(execution.steps)
}

/// What a folder holds.
#[derive(Default)]
struct Totals {
    files: usize,
    runs: usize,
    steps: u64,
}

/// The files of a folder in the text format, in order of their names.
fn files_in(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = fs::read_dir(&root).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("readable").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "bb"));
    paths.sort();
    paths
}

/// Runs everything in a folder with `host` as the meaning of `target=host`; panics with all failures.
fn run_folder(folder: &str, host: Target, least_runs: usize) -> Totals {
    let targets = Targets { all: &TARGETS, host };
    let mut totals = Totals::default();
    let mut failures = Vec::new();
    for path in files_in(folder) {
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).expect("readable");
        let module = match parse_module(&text, &targets) {
            Ok(module) => module,
            Err(error) => {
                failures.push(format!("{name}:{error}"));
                continue;
            }
        };
        if parse_module(&module.to_string(), &targets).map(|again| again.to_string())
            != Ok(module.to_string())
        {
            failures.push(format!("{name}: what is printed is not what is read"));
        }
        if !text.lines().any(|line| line == ";! run") {
            failures.push(format!("{name}: no line `;! run`"));
        }
        if let Err(violations) = validate_module(&module) {
            failures.extend(violations.iter().map(|violation| format!("{name}: {violation}")));
            continue;
        }
        let interpreter = match Interpreter::new(&module) {
            Ok(interpreter) => interpreter,
            Err(error) => {
                failures.push(format!("{name}: {error}"));
                continue;
            }
        };
        let before = totals.runs;
        for run in run_lines(&text) {
            totals.runs += 1;
            match check(&module, &interpreter, &run) {
                Ok(steps) => totals.steps += steps,
                Err(error) => failures.push(format!("{name}: {}: {error}", run.text)),
            }
        }
        if totals.runs - before < least_runs {
            failures.push(format!("{name}: {} run lines", totals.runs - before));
        }
        totals.files += 1;
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
    println!("{folder}: {} files, {} runs, {} steps", totals.files, totals.runs, totals.steps);
    totals
}

#[test]
fn programs_give_the_known_answers() {
    let totals = run_folder("tests/programs", Target::baseline(&x64::abi::X86_64_LINUX), 3);
    assert!(totals.files >= 20, "{} programs", totals.files);
}

#[test]
fn files_give_the_known_answers_whatever_the_target() {
    for desc in [&x64::abi::X86_64_LINUX, &a64::abi::AARCH64_LINUX] {
        let totals = run_folder("tests/files/run", Target::baseline(desc), 2);
        assert!(totals.files >= 30, "{} files", totals.files);
    }
}

/// What no run line can reach: what these do is up to closures of the client.
const UP_TO_THE_CLIENT: [Opcode; 6] = [
    Opcode::Patchpoint,
    Opcode::CheckAdd,
    Opcode::CheckSub,
    Opcode::CheckMul,
    Opcode::Check,
    Opcode::InvalidationPoint,
];

#[test]
fn every_opcode_is_in_a_file() {
    let mut text = String::new();
    for folder in ["tests/programs", "tests/files/run"] {
        for path in files_in(folder) {
            text += &fs::read_to_string(path).expect("readable");
        }
    }
    for opcode in Opcode::all() {
        let found = text.contains(&format!(" = {}(", opcode.name()));
        assert_eq!(found, !UP_TO_THE_CLIENT.contains(&opcode), "{}", opcode.name());
    }
}

#[test]
fn a_wrong_answer_is_a_failure() {
    let text = "barebones 1\nproc f(Int32) -> Int32 {\n#0:\n    Int64 @0 = ArgumentReg(%a0)\n    \
        Int32 @1 = Trunc(@0)\n    Void @2 = TrapIf(@1, User(7))\n    Void @3 = Return(@1)\n}\n";
    let host = Target::baseline(&x64::abi::X86_64_LINUX);
    let module = parse_module(text, &Targets { all: &TARGETS, host }).expect("well written");
    let interpreter = Interpreter::new(&module).expect("valid");
    let outcome = |line| check(&module, &interpreter, &parse_run(line));
    assert_eq!(outcome("f(0) == 0"), Ok(4));
    assert_eq!(outcome("f(-1) traps User(7)"), Ok(3));
    for line in
        ["f(0) == 1", "f(0) traps User(7)", "f(1) == 1", "f(1) traps User(8)", "f() == 0", "g(0) == 0"]
    {
        assert!(outcome(line).is_err(), "{line}");
    }
}

#[test]
fn literals_have_the_types_of_the_signature() {
    assert_eq!(literal("-5", Type::Int32), Some(0xffff_fffb));
    assert_eq!(literal("0xba7816bf8f01cfea", Type::Int64), Some(0xba78_16bf_8f01_cfea));
    assert_eq!(literal("-0.0", Type::Double), Some(1 << 63));
    assert_eq!(literal("1.5f", Type::Float), Some(0x3fc0_0000));
    assert_eq!(literal("-inf", Type::Float), Some(0xff80_0000));
    assert_eq!(literal("nan:0x7fa00001", Type::Float), Some(0x7fa0_0001));
    assert_eq!(literal("x", Type::Int64), None);
}
