//! Random modules, here and in an interpreter that has nothing in common with us.

mod fuzz;

use fuzz::{Options, fuzz};

/// Every run of the tests takes the same modules; `--example random_modules` takes others.
const SEED: u64 = 2026;

/// How many: enough to see everything that [`fuzz::Coverage::missing`] asks for, in bounded time.
const COUNT: u64 = 4_000;

#[test]
fn random_modules_do_what_an_interpreter_does() {
    let summary = fuzz(SEED, COUNT, &Options::default()).expect("an engine");
    println!("seed {SEED}\n{}", summary.coverage);
    println!("{summary}");
    assert!(summary.failures.is_empty(), "{}", summary.failures.join("\n\n"));
    let missing = summary.coverage.missing();
    assert!(missing.is_empty(), "never seen: {}", missing.join(", "));
}
