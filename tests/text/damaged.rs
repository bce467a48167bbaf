//! No text makes the library panic: damaged programs are parsed, validated, interpreted and compiled.
//!
//! A token of a good file is replaced by another one, so that most texts still parse and many are unusual but valid IR.
//! The outcome must be a result or an `Err`; a `CompileError::Bug` is a failure.

use barebones::error::CompileError;
use barebones::interp::{Interpreter, Limits, SandboxHost};
use barebones::ir::opcode::ROWS;
use barebones::ir::{Module, parse_module, validate_module};
use barebones::{Backend, Compiler, OptLevel, Options, host_target, targets};
use barebones_testing::filetest::collect;
use std::fs;
use std::path::Path;

/// A pseudo-random sequence (Marsaglia's xorshift64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % bound
    }
}

fn texts() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["tests/files/run", "tests/programs"].map(|folder| root.join(folder));
    let paths = collect(&folders).expect("part of the repository");
    paths.iter().map(|path| fs::read_to_string(path).expect("readable")).collect()
}

/// Positions of the tokens that are worth replacing.
fn tokens(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut start = None;
    for (i, c) in text.char_indices().chain([(text.len(), ' ')]) {
        let word = c.is_ascii_alphanumeric() || matches!(c, '@' | '#' | '-' | '_' | '.');
        match (word, start) {
            (true, None) => start = Some(i),
            (false, Some(from)) => {
                found.push((from, i));
                start = None;
            }
            _ => {}
        }
    }
    found
}

fn replacement(old: &str, random: &mut Random) -> String {
    const TYPES: [&str; 5] = ["Void", "Int32", "Int64", "Float", "Double"];
    const NUMBERS: [&str; 10] = [
        "0",
        "1",
        "-1",
        "63",
        "255",
        "2147483647",
        "-2147483648",
        "4294967296",
        "-9223372036854775808",
        "17",
    ];
    match old.as_bytes()[0] {
        b'@' => format!("@{}", random.below(60)),
        b'#' => format!("#{}", random.below(8)),
        b'0'..=b'9' | b'-' => NUMBERS[random.below(NUMBERS.len())].to_string(),
        _ if TYPES.contains(&old) => TYPES[random.below(TYPES.len())].to_string(),
        _ if ROWS.iter().any(|row| row.name == old) => ROWS[random.below(ROWS.len())].name.to_string(),
        _ => old.to_string(),
    }
}

/// Counts of texts by their outcome.
#[derive(Default, Debug)]
struct Totals {
    unread: usize,
    invalid: usize,
    refused: usize,
    compiled: usize,
}

fn judge(module: &Module, compilers: &mut [Compiler], totals: &mut Totals) -> Result<(), String> {
    if validate_module(module).is_err() {
        totals.invalid += 1;
        // An invalid procedure is an error of the compiler too; the interpreter may reject it.
        for proc in &module.procedures {
            if let Err(CompileError::Bug { message, .. }) = compilers[0].emit(proc) {
                return Err(message);
            }
        }
    } else {
        for compiler in compilers {
            for proc in &module.procedures {
                match compiler.emit(proc) {
                    Ok(_) => totals.compiled += 1,
                    Err(CompileError::Bug { message, .. }) => return Err(message),
                    Err(CompileError::Invalid(violations)) => return Err(format!("{violations:?}")),
                    Err(_) => totals.refused += 1,
                }
            }
        }
    }
    if let Ok(interpreter) = Interpreter::new(module) {
        let limits = Limits { steps: 2_000, ..Limits::default() };
        for proc in &module.procedures {
            let mut host = SandboxHost::for_module(module);
            let args: Vec<_> = proc.signature().params.iter().map(|ty| (*ty, 3)).collect();
            let _ = interpreter.call(&proc.name, &args, &mut host, limits);
        }
    }
    Ok(())
}

#[test]
fn damaged_programs_are_answered() {
    let host = host_target().expect("a machine with code generation");
    let targets = targets(host);
    let mut configurations = vec![(OptLevel::O0, Backend::Barebones), (OptLevel::O2, Backend::Barebones)];
    if Backend::Cranelift.is_built() {
        configurations.extend([(OptLevel::O0, Backend::Cranelift), (OptLevel::O2, Backend::Cranelift)]);
    }
    let mut compilers: Vec<Compiler> = configurations
        .into_iter()
        .map(|(level, backend)| {
            let mut options = Options::at(level);
            options.backend = backend;
            options.check_allocation = true;
            Compiler::with_options(options).expect("a machine with code generation")
        })
        .collect();
    let seed = std::env::var("BAREBONES_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    println!("seed {seed}");
    let mut random = Random(seed * 2 + 1);
    let mut totals = Totals::default();
    for text in texts() {
        // Only the part after the header comment, and only short files, for speed.
        let body = text.find("\nproc ").unwrap_or(0);
        let places = tokens(&text[body..]);
        for _ in 0..40 {
            let mut damaged = text.clone();
            for _ in 0..=random.below(3) {
                let (from, to) = places[random.below(places.len())];
                let (from, to) = (from + body, to + body);
                if damaged.is_char_boundary(from)
                    && damaged.is_char_boundary(to.min(damaged.len()))
                    && to <= damaged.len()
                {
                    let new = replacement(&text[from..to], &mut random);
                    damaged.replace_range(from..to, &new);
                }
            }
            match parse_module(&damaged, &targets) {
                Err(_) => totals.unread += 1,
                Ok(module) => {
                    if let Err(message) = judge(&module, &mut compilers, &mut totals) {
                        panic!("{message}\n{damaged}");
                    }
                }
            }
        }
    }
    println!("{totals:?}");
    assert!(totals.unread > 100 && totals.invalid > 500 && totals.compiled > 1000, "{totals:?}");
}
