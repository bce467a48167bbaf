//! The Cranelift backend: it must behave as the library's own code generator does.

#![allow(unsafe_code)] // the test calls compiled code

mod code;
mod refusals;
mod unwinding;

use barebones::base::{Target, Targets};
use barebones::ir::{Module, Procedure, parse_module, validate};
use barebones::isa::{TARGETS, target_by_name};
use barebones::regalloc::Forced;
use barebones::{Backend, Compiler, OptLevel, Options, host_target};
use barebones_testing::differential::Setup;
use barebones_testing::filetest::{Settings, collect, run_files};
use barebones_testing::fuzz::{FuzzOptions, fuzz};
use std::path::{Path, PathBuf};

fn options(level: OptLevel) -> Options {
    let mut options = Options::at(level);
    options.backend = Backend::Cranelift;
    options.check_allocation = true;
    options
}

fn compiler(level: OptLevel) -> Compiler {
    Compiler::with_options(options(level)).expect("a machine with code generation")
}

fn host_procedure() -> Procedure {
    Procedure::new(&host_target().expect("a machine with code generation"))
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

/// All programs that parse for a target; programs for this machine name its argument registers.
fn programs(target: Target) -> Vec<(PathBuf, Module)> {
    let paths = collect(&[folder("programs")]).expect("a folder of the project");
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("readable");
        let module = parse_module(&text, &Targets { all: &TARGETS, host: target });
        module.ok().map(|module| (path, module))
    };
    let programs: Vec<_> = paths.into_iter().filter_map(read).collect();
    assert!(programs.len() > 20, "{} programs for {}", programs.len(), target.name());
    programs
}

/// Files and folders of checks, forced frame offsets, and references at safepoints, which this backend rejects.
const REJECTED: [&str; 7] = [
    "files/asm/checked_products.bb",
    "files/asm/joined_checks.bb",
    "files/asm/tested_overflow.bb",
    "files/run/checks_without_code.bb",
    "files/run/forced_slots.bb",
    "files/run/references",
    "files/run/tested_overflow",
];

#[test]
fn files_and_programs_give_their_answers() {
    let mut files = collect(&[folder("files"), folder("programs")]).expect("folders of the project");
    // The files of `opt` test passes, which do not run here.
    files.retain(|path| !path.starts_with(folder("files/opt")));
    let is_of =
        |path: &Path, name: &str| path.ends_with(name) || path.parent().is_some_and(|of| of.ends_with(name));
    let (rejected, files): (Vec<_>, Vec<_>) =
        files.into_iter().partition(|path| REJECTED.iter().any(|name| is_of(path, name)));
    let settings = Settings { bless: false, seconds: 60, host: None, backend: Backend::Cranelift };
    for file in &rejected {
        let report = run_files(std::slice::from_ref(file), settings);
        let is_expected = |failure: &String| failure.contains("cannot be compiled yet");
        let failures: Vec<String> = report.failures.iter().map(ToString::to_string).collect();
        assert!(!failures.is_empty() && failures.iter().all(is_expected), "{}", failures.join("\n"));
    }
    assert!(REJECTED.iter().all(|name| rejected.iter().any(|path| is_of(path, name))), "{rejected:?}");
    let report = run_files(&files, settings);
    let failures: Vec<String> = report.failures.iter().map(ToString::to_string).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(report.passed > 1000, "{} lines", report.passed);
}

/// A number from the environment, or the default.
fn number(name: &str, default: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name} is {text:?}, not a number")),
        Err(_) => default,
    }
}

/// Compares the interpreter, the library's code and Cranelift's code.
#[test]
fn random_programs_agree() {
    let (seed, cases) = (number("BAREBONES_SEED", 11), number("BAREBONES_CASES", 2000));
    println!("BAREBONES_SEED={seed} BAREBONES_CASES={cases}");
    let only = Some(Setup::new(OptLevel::O1, Forced::None));
    let options = FuzzOptions { max_failures: 3, only, cranelift: true, ..FuzzOptions::default() };
    let summary = fuzz(seed, cases, &options).expect("a host that code is made for");
    for failure in &summary.failures {
        println!("; seed {seed}, case {}\n{}", failure.case, failure.mismatch);
    }
    assert_eq!((summary.failed, summary.passed), (0, cases), "see above");
    // Each call runs in the library's code and in two configurations of Cranelift's.
    let calls = cases * options.calls - summary.skipped;
    assert_eq!(summary.compared, 3 * calls, "{summary:?}");
    let missing = summary.traps.missing();
    assert!(cases < 2000 || missing.is_empty(), "no program trapped with {missing:?}");
}

#[test]
fn every_target_gets_code() {
    for name in ["aarch64-linux", "aarch64-macos", "x86_64-windows", "x86_64-macos"] {
        let target = Target::baseline(target_by_name(name).expect("a target"));
        let mut compilers = OptLevel::ALL.map(|level| Compiler::for_target(target, options(level)));
        let mut bytes = [0; 3];
        for (path, module) in programs(target) {
            // Some are written for one target, or have results without a location in its convention.
            let fits = |proc: &&Procedure| proc.target().name() == name && validate(proc).is_ok();
            for proc in module.procedures.iter().filter(fits) {
                for (compiler, bytes) in compilers.iter_mut().zip(&mut bytes) {
                    match compiler.emit(proc) {
                        Ok(code) => {
                            assert_eq!(code.arch, target.desc.arch);
                            *bytes += code.bytes.len();
                        }
                        Err(error) => {
                            // Only features without a C convention may be rejected; some programs also read an argument
                            // that Windows does not pass.
                            let what = error.to_string();
                            let named = ["TailCall", "EntrySwitch", "callee pops", "at entry"];
                            let named = named.iter().any(|part| what.contains(part));
                            assert!(named, "{}: {name}: {what}", path.display());
                        }
                    }
                }
            }
        }
        assert!(bytes[2] > 10_000 && bytes[2] < bytes[0], "{name}: {bytes:?}");
    }
}
