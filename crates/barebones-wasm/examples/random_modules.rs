//! Differential fuzzing: compares random modules with an interpreter: `cargo run --release -p barebones-wasm
//! --example random_modules -- --seed 1 --count 100000`.
//!
//! `--case N` runs only module `N`, and prints it.

#[path = "../tests/random_modules/fuzz/mod.rs"]
mod fuzz;

use fuzz::{Options, fuzz};
use std::process::ExitCode;

fn main() -> ExitCode {
    let (mut seed, mut count, mut options) = (1, 1_000, Options::default());
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let number = words.next().and_then(|value| value.parse().ok());
        match (word.as_str(), number) {
            ("--seed", Some(number)) => seed = number,
            ("--count", Some(number)) => count = number,
            ("--case", Some(number)) => options.only = Some(number),
            _ => {
                eprintln!("random_modules [--seed N] [--count N] [--case N]");
                return ExitCode::from(2);
            }
        }
    }
    let summary = match fuzz(seed, count, &options) {
        Ok(summary) => summary,
        Err(error) => {
            eprintln!("random_modules: {error}");
            return ExitCode::FAILURE;
        }
    };
    for failure in &summary.failures {
        eprintln!("{failure}\n");
    }
    println!("seed {seed}\n{}", summary.coverage);
    let missing = summary.coverage.missing();
    if !missing.is_empty() {
        println!("never seen: {}", missing.join(", "));
    }
    println!("{summary}");
    // A run without modules proves nothing.
    if summary.failures.is_empty() && summary.passed > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
