//! Small C programs have the same results as native code, at every level and with both kinds of bounds checks.

use barebones::OptLevel;
use barebones_wasm::{BoundsChecks, Config, Engine, Linker, Module, Store};
use std::io::Write;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels")
}

/// A kernel, with inputs and expected results.
struct Kernel {
    name: String,
    bytes: Vec<u8>,
    small: (i32, i64),
    large: (i32, i64),
}

fn kernels() -> Vec<Kernel> {
    let table = std::fs::read_to_string(folder().join("answers.tsv")).expect("a file of the project");
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| {
        let cells: Vec<&str> = row.split('\t').collect();
        let [name, small, small_answer, large, large_answer] = cells[..] else { panic!("{row}") };
        let number =
            |cell: &str| cell.parse::<i64>().unwrap_or_else(|error| panic!("{row}: {cell}: {error}"));
        let bytes = std::fs::read(folder().join(name).with_extension("wasm")).expect("a file of the project");
        Kernel {
            name: name.to_string(),
            bytes,
            small: (number(small) as i32, number(small_answer)),
            large: (number(large) as i32, number(large_answer)),
        }
    })
    .collect()
}

/// Calls `run(n)` of a new instance.
fn answer(engine: &Engine, kernel: &Kernel, n: i32) -> i64 {
    let module =
        Module::new(engine, &kernel.bytes).unwrap_or_else(|error| panic!("{}: {error}", kernel.name));
    let mut store = Store::new(engine);
    let instance = Linker::new().instantiate(&mut store, &module).expect("imports nothing");
    let run =
        instance.func(&store, "run").expect("exports `run`").typed::<i32, i64>(&store).expect("its type");
    run.call(&mut store, n).unwrap_or_else(|error| panic!("{}: {error}", kernel.name))
}

/// Runs all kernels at all levels and compares the results.
fn check(bounds: &[BoundsChecks], input: impl Fn(&Kernel) -> (i32, i64)) {
    let kernels = kernels();
    assert_eq!(kernels.len(), 15);
    let mut wrong = Vec::new();
    for level in OptLevel::ALL {
        for checks in bounds {
            let mut config = Config::at(level);
            config.bounds_checks = *checks;
            let engine = Engine::new(config).expect("works where tests run");
            for kernel in &kernels {
                let (n, expected) = input(kernel);
                let found = answer(&engine, kernel, n);
                if found != expected {
                    let name = &kernel.name;
                    wrong.push(format!(
                        "{name}({n}) at {level:?}, {checks:?}: found {found}, expected {expected}"
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn answers_for_small_inputs() {
    check(&[BoundsChecks::GuardPages, BoundsChecks::Explicit], |kernel| kernel.small);
}

#[test]
fn answers_of_the_interpreter() {
    let mut config = Config::default();
    config.interpret = true;
    let engine = Engine::new(config).expect("works where tests run");
    for kernel in kernels() {
        let (n, expected) = kernel.small;
        assert_eq!(answer(&engine, &kernel, n), expected, "{}({n})", kernel.name);
    }
}

/// The compiled kernels dominate the time, so the profile of the build does not matter.
#[test]
fn answers_for_large_inputs() {
    if barebones_testing::native::is_emulated() {
        let count = kernels().len();
        // The test harness captures `println!`.
        _ = writeln!(
            std::io::stderr(),
            "SKIPPED: large inputs of {count} kernels, which are emulated for hours"
        );
        return;
    }
    check(&[BoundsChecks::GuardPages], |kernel| kernel.large);
}
