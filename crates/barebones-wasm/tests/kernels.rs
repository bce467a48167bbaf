//! Small C programs have the same results as native code, at every level and with both kinds of bounds checks.

use barebones::OptLevel;
use barebones_wasm::{BoundsChecks, Config, Engine, Linker, Module, Store};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Kernels of the project.
const OWN: usize = 15;
/// Kernels that were added later, which are not part of it.
const MORE: usize = 22;

/// The folder of the project, and those that BAREBONES_KERNELS names, separated as in PATH.
fn folders() -> Vec<PathBuf> {
    let more = std::env::var_os("BAREBONES_KERNELS").unwrap_or_default();
    let more = std::env::split_paths(&more).filter(|path| !path.as_os_str().is_empty());
    [Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels")].into_iter().chain(more).collect()
}

/// A kernel, with inputs and expected results.
struct Kernel {
    name: String,
    bytes: Vec<u8>,
    small: (i32, i64),
    large: (i32, i64),
}

fn kernels() -> Vec<Kernel> {
    let folders = folders();
    let kernels: Vec<Kernel> = folders.iter().flat_map(|folder| kernels_of(folder)).collect();
    assert!(kernels.len() >= OWN);
    if folders.len() == 1 {
        // The test harness captures `println!`.
        _ = writeln!(std::io::stderr(), "SKIPPED: {MORE} kernels, because BAREBONES_KERNELS names no folder");
    }
    kernels
}

fn kernels_of(folder: &Path) -> Vec<Kernel> {
    let path = folder.join("answers.tsv");
    let read =
        |path: &Path| std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let table = String::from_utf8(read(&path)).expect("text");
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| {
        let cells: Vec<&str> = row.split('\t').collect();
        let [name, small, small_answer, large, large_answer] = cells[..] else { panic!("{row}") };
        let number =
            |cell: &str| cell.parse::<i64>().unwrap_or_else(|error| panic!("{row}: {cell}: {error}"));
        Kernel {
            name: name.to_string(),
            bytes: read(&folder.join(name).with_extension("wasm")),
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
