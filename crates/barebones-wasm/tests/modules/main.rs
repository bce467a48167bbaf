//! Modules of published packages compile, with the allocation checker, and work at every level.
//!
//! They are not part of this project: the environment variable `BAREBONES_MODULES` has their directory (see
//! docs/testing.md). Missing modules are reported as skipped. The expected results come from other engines with the
//! same modules, or from native builds of the same programs.

mod compressors;
mod guest;
mod hashes;
mod languages;

use barebones::OptLevel;
use barebones_wasm::{BoundsChecks, Config, Engine, Module};
use std::io::{Write, stderr};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Expected statistics of a module.
struct Counts {
    functions: usize,
    operators: u64,
}

/// Number of tests without a module.
static SKIPPED: AtomicUsize = AtomicUsize::new(0);
const ALL: usize = 7;

const CONFIGURATIONS: [(OptLevel, BoundsChecks); 4] = [
    (OptLevel::O0, BoundsChecks::GuardPages),
    (OptLevel::O1, BoundsChecks::GuardPages),
    (OptLevel::O2, BoundsChecks::GuardPages),
    (OptLevel::O2, BoundsChecks::Explicit),
];

/// Compiles a module with all configurations and runs its test.
fn module(name: &str, counts: Counts, work: impl Fn(&Engine, &Module)) {
    let folder = std::env::var_os("BAREBONES_MODULES").map(PathBuf::from);
    let path = folder.map(|folder| folder.join(name).with_extension("wasm"));
    let Some(path) = path.filter(|path| path.exists()) else {
        let skipped = 1 + SKIPPED.fetch_add(1, Ordering::Relaxed);
        // The test harness captures the output of passing tests.
        let _ = writeln!(
            stderr(),
            "SKIPPED: {name}.wasm is not in $BAREBONES_MODULES ({skipped} of {ALL} modules)"
        );
        return;
    };
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    for (level, checks) in CONFIGURATIONS {
        let mut config = Config::at(level);
        config.bounds_checks = checks;
        config.check_allocation = checks == BoundsChecks::GuardPages;
        let engine = Engine::new(config).expect("works where tests run");
        let module = Module::new(&engine, &bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(
            (module.stats().functions, module.stats().operators),
            (counts.functions, counts.operators)
        );
        println!("{name} at {level:?}, {checks:?}"); // identifies the configuration on failure
        work(&engine, &module);
    }
}
