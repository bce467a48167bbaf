//! Differential fuzzing of random modules, with several configurations against an interpreter.
//!
//! All observable behaviour is compared, in order: results of instantiation and of each call of an export; arguments
//! of host functions; and after each call the sizes and contents of memories, the globals, and the elements of
//! tables.

mod coverage;
mod generate;
mod oracle;
mod ours;
mod rewrite;
mod trace;

pub(crate) use coverage::Coverage;

use barebones_testing::generate::Random;
use generate::{Plan, make};
use ours::{Setup, Subject};
use std::fmt;

/// Options of a run.
#[derive(Default)]
pub(crate) struct Options {
    /// Runs only this case and prints its module.
    pub(crate) only: Option<u64>,
}

/// Results of a run.
#[derive(Default)]
pub(crate) struct Summary {
    pub(crate) passed: u64,
    /// Descriptions of modules whose behaviour differs.
    pub(crate) failures: Vec<String>,
    pub(crate) coverage: Coverage,
}

/// `10 passed, 0 failed`.
impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failures.len())
    }
}

/// Number of modules after which engines are replaced, because they keep adapters for each signature.
const MODULES_PER_ENGINE: u64 = 500;

/// Number of failures after which the run stops.
const MAX_FAILURES: usize = 10;

/// Stack size in bytes of the thread that runs modules, which recurse until their fuel is used up.
const STACK: usize = 1 << 30;

/// Compares `count` random modules.
///
/// # Errors
/// There is no engine for this machine.
pub(crate) fn fuzz(seed: u64, count: u64, options: &Options) -> Result<Summary, barebones_wasm::Error> {
    let only = options.only;
    let thread = std::thread::Builder::new().stack_size(STACK);
    let worker = thread.spawn(move || all(seed, count, only)).expect("a thread");
    worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

fn all(seed: u64, count: u64, only: Option<u64>) -> Result<Summary, barebones_wasm::Error> {
    let mut summary = Summary::default();
    let mut subjects = Subject::all()?;
    let cases = only.map_or(0..count, |case| case..case + 1);
    for case in cases {
        if case % MODULES_PER_ENGINE == MODULES_PER_ENGINE - 1 {
            subjects = Subject::all()?;
        }
        let mut random = Random::of_case(seed, case);
        let data: Vec<u8> = generate::data(&mut random);
        let calls = random.bits();
        let Some(plan) = make(&data, calls) else { continue };
        if only.is_some() {
            println!("{}", plan.text());
        }
        match compare(&plan, &subjects, case, &mut summary.coverage) {
            Ok(()) => summary.passed += 1,
            Err(difference) => {
                let (plan, difference) = shrink(&data, calls, &subjects, case).unwrap_or((plan, difference));
                let text = plan.text();
                summary.failures.push(format!("case {case} of seed {seed}: {difference}\n{text}"));
                if summary.failures.len() == MAX_FAILURES {
                    break;
                }
            }
        }
    }
    Ok(summary)
}

/// Runs a module with the configurations of this case; returns the first difference as an error.
fn compare(plan: &Plan, subjects: &[Subject], case: u64, coverage: &mut Coverage) -> Result<(), String> {
    let expected = oracle::run(plan)?;
    coverage.add(plan, &expected);
    // The cases alternate between kinds of bounds checks, and between metered and unmetered code.
    // Every third runs with tier-up, too.
    let is_selected = |setup: &Setup| {
        let is_kind = setup.explicit == (case % 2 == 1) && setup.metered == (case % 8 > 5);
        is_kind && (!setup.tiered || case.is_multiple_of(3))
    };
    let mut first_cost = None;
    for subject in subjects.iter().filter(|subject| is_selected(&subject.setup)) {
        let Setup { level, explicit, metered, interpreted, tiered } = subject.setup;
        let checks = if explicit { "explicit bounds checks" } else { "guard pages" };
        let engine = match (interpreted, tiered) {
            (true, _) => "in the interpreter".into(),
            (_, true) => "with tier-up".into(),
            _ => format!("at {level:?}"),
        };
        let at = format!("{engine} with {checks}{}", if metered { " and fuel" } else { "" });
        let (found, cost, speculated) = subject.run(plan).map_err(|error| format!("{at}: {error}"))?;
        if let Some(difference) = trace::difference(&expected, &found) {
            return Err(format!("{at}: {difference}"));
        }
        coverage.add_speculated(speculated);
        if cost != *first_cost.get_or_insert(cost) {
            return Err(format!("{at}: a cost of {cost} instead of {first_cost:?}"));
        }
    }
    coverage.add_cost(first_cost.unwrap_or(0));
    Ok(())
}

/// Shrinks a failing module: finds a short prefix of the random bytes that still fails.
fn shrink(data: &[u8], calls: u64, subjects: &[Subject], case: u64) -> Option<(Plan, String)> {
    let mut smallest = None;
    let mut len = data.len();
    let mut step = len / 2;
    while step > 0 {
        let shorter = len.saturating_sub(step);
        let plan = make(&data[..shorter], calls);
        let failure = plan.and_then(|plan| {
            let difference = compare(&plan, subjects, case, &mut Coverage::default()).err()?;
            Some((plan, difference))
        });
        match failure {
            Some(failure) => (smallest, len) = (Some(failure), shorter),
            None => step /= 2,
        }
    }
    smallest
}
