//! JavaScript: all tiers print the same.

use barebones_js::{Outcome, RunError, RunOptions, Tier, run};

/// Calls and iterations.
const STEPS: u64 = 20_000;

/// What differs between two runs of the same program, or depends on limits that the tiers reach at different places.
const VARYING: [&str; 8] =
    ["Date", "random", "RangeError", "stack", "performance", "setTimeout", "WeakRef", "FinalizationRegistry"];

fn at(source: &str, tier: Tier) -> Outcome {
    run(
        source,
        RunOptions { tier, max_steps: Some(STEPS), heap_limit: Some(64 << 20), ..RunOptions::default() },
    )
}

/// Runs a program in the interpreter and in both compiled tiers.
fn run_tiers(source: &str) {
    let expected = at(source, Tier::Interpreter);
    let is_limited = |outcome: &Outcome| {
        let varies = VARYING.iter().any(|word| outcome.output.contains(word));
        let limited = match &outcome.error {
            Some(RunError::Unsupported(_) | RunError::Interrupted) => true,
            Some(RunError::Uncaught { message, .. }) => VARYING.iter().any(|word| message.contains(word)),
            _ => false,
        };
        varies || limited
    };
    if matches!(expected.error, Some(RunError::Front(_))) {
        return;
    }
    for tier in [Tier::Compiled, Tier::Speculating] {
        let found = at(source, tier);
        if is_limited(&expected) || is_limited(&found) || VARYING.iter().any(|word| source.contains(word)) {
            continue;
        }
        assert_eq!((&found.output, &found.error), (&expected.output, &expected.error), "{tier:?}:\n{source}");
    }
}

/// The bytes are the source.
pub(crate) fn run_bytes(data: &[u8]) {
    if let Ok(source) = std::str::from_utf8(data) {
        run_tiers(source);
    }
}
