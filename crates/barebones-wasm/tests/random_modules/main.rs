//! Random modules behave as in an independent interpreter.

mod fuzz;

use fuzz::{Options, fuzz};

/// A fixed seed; `--example random_modules` accepts others.
const SEED: u64 = 2026;

/// Number of modules: enough to satisfy [`fuzz::Coverage::missing`] in bounded time.
const COUNT: u64 = 4_000;

#[test]
fn random_modules_match_an_interpreter() {
    let summary = fuzz(SEED, COUNT, &Options::default()).expect("an engine");
    println!("seed {SEED}\n{}", summary.coverage);
    println!("{summary}");
    assert!(summary.failures.is_empty(), "{}", summary.failures.join("\n\n"));
    let missing = summary.coverage.missing();
    assert!(missing.is_empty(), "never seen: {}", missing.join(", "));
}
