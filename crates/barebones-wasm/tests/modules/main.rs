//! Modules of published packages are compiled, with the checker, and do their work, at every level.
//!
//! They are not part of this project: the environment's `BAREBONES_MODULES` says in which folder they are (see
//! docs/testing.md); a module that is not there is skipped, and says so. Answers are those of other engines on the
//! same modules, or of the same programs as native code.

mod compressors;
mod guest;
mod hashes;
mod languages;

use barebones::OptLevel;
use barebones_wasm::{BoundsChecks, Config, Engine, Module};
use std::io::{Write, stderr};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What is known of a module.
struct Counts {
    functions: usize,
    operators: u64,
}

/// How many of the tests found no module.
static SKIPPED: AtomicUsize = AtomicUsize::new(0);
const ALL: usize = 7;

const WAYS: [(OptLevel, BoundsChecks); 4] = [
    (OptLevel::O0, BoundsChecks::GuardPages),
    (OptLevel::O1, BoundsChecks::GuardPages),
    (OptLevel::O2, BoundsChecks::GuardPages),
    (OptLevel::O2, BoundsChecks::Explicit),
];

/// Compiles a module in all ways and lets it work.
fn module(name: &str, counts: Counts, work: impl Fn(&Engine, &Module)) {
    let folder = std::env::var_os("BAREBONES_MODULES").map(PathBuf::from);
    let path = folder.map(|folder| folder.join(name).with_extension("wasm"));
    let Some(path) = path.filter(|path| path.exists()) else {
        let skipped = 1 + SKIPPED.fetch_add(1, Ordering::Relaxed);
        // The harness would hide what a test that passes prints.
        let _ = writeln!(
            stderr(),
            "SKIPPED: {name}.wasm is not in $BAREBONES_MODULES ({skipped} of {ALL} modules)"
        );
        return;
    };
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    for (level, checks) in WAYS {
        let mut config = Config::at(level);
        config.bounds_checks = checks;
        config.check_allocation = checks == BoundsChecks::GuardPages;
        let engine = Engine::new(config).expect("works where tests run");
        let module = Module::new(&engine, &bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(
            (module.stats().functions, module.stats().operators),
            (counts.functions, counts.operators)
        );
        println!("{name} at {level:?}, {checks:?}"); // which one it is, if it fails
        work(&engine, &module);
    }
}
