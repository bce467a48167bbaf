//! Random modules that are interpreted in the IR and in Air.

use super::{Checked, Difference, check};
use crate::fuzz::{FuzzOptions, calls, recipe};
use crate::generate::{Minimizer, Recipe, Shape, build};
use crate::time_limit;
use barebones::OptLevel;
use barebones::base::{Features, Target};
use barebones::ir::Module;
use barebones::isa::TARGETS;
use std::fmt;
use std::ops::Range;

/// Levels at which whole procedures exist in Air.
const LEVELS: [OptLevel; 2] = [OptLevel::O2, OptLevel::O1];

/// Smaller modules tried to minimize a failure.
const ATTEMPTS: usize = 1000;

/// A minimized failure.
#[derive(Clone, Debug)]
pub struct AirFailure {
    /// Number of the case.
    pub case: u64,
    /// The target.
    pub target: Target,
    /// The level.
    pub level: OptLevel,
    /// The module as text.
    pub module: String,
    /// The difference.
    pub difference: Box<Difference>,
}

/// The setup, the module, and the difference with the machine code, as comments.
impl fmt::Display for AirFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let AirFailure { case, target, level, module, difference } = self;
        writeln!(f, "; case {case} at {level:?} for {}", target.desc.name)?;
        f.write_str(module)?;
        difference.to_string().lines().try_for_each(|line| writeln!(f, "; {line}"))
    }
}

/// Results of a run.
#[derive(Clone, Debug, Default)]
pub struct AirSummary {
    /// Number of modules without a difference.
    pub passed: u64,
    /// What was compared.
    pub checked: Checked,
    /// The failures.
    pub failures: Vec<AirFailure>,
}

/// The options of the modules. Code of the client has no meaning in Air, so there are no patchpoints; the types of
/// variable arguments are not known there.
fn options() -> FuzzOptions {
    let shape = Shape { patchpoints: false, variadic: false, ..Shape::default() };
    FuzzOptions { shape, ..FuzzOptions::default() }
}

/// The target and level of a case: each of these combinations in turn, with all features of the processors and without.
fn setup(case: u64, only: Option<OptLevel>) -> (Target, OptLevel) {
    let targets = TARGETS.len() as u64;
    let desc = TARGETS[(case % targets) as usize];
    let baseline = Target::baseline(desc);
    let features = if (case / targets / 2).is_multiple_of(2) { Features::all() } else { Features::empty() };
    let level = only.unwrap_or(LEVELS[(case / targets % 2) as usize]);
    (Target { features: baseline.features.union(features), ..baseline }, level)
}

fn run(
    recipe: &Recipe,
    seed: u64,
    case: u64,
    setup: (Target, OptLevel),
) -> Result<Checked, (Module, Box<Difference>)> {
    let module = build(recipe, &setup.0);
    time_limit::begin(seed, case, &module);
    let calls = calls(&module, seed ^ case, options().calls);
    check(&module, &calls, setup.0, setup.1).map_err(|difference| (module, difference))
}

/// Compares executions of random modules in the IR, after selection and after allocation, for all targets in turn.
/// Case n of a seed is always the same module. The level is O1 or O2; `None` for both in turn.
pub fn fuzz_air(seed: u64, cases: Range<u64>, level: Option<OptLevel>) -> AirSummary {
    let mut summary = AirSummary::default();
    for case in cases {
        let setup = setup(case, level);
        let recipe = recipe(seed, case, &options());
        match run(&recipe, seed, case, setup) {
            Ok(checked) => {
                summary.passed += 1;
                summary.checked.add(&checked);
            }
            Err(mut failure) => {
                Minimizer::new(recipe).run(ATTEMPTS, |smaller| match run(smaller, seed, case, setup) {
                    Err(found) if found.1.place == failure.1.place => {
                        failure = found;
                        true
                    }
                    _ => false,
                });
                let (module, difference) = (failure.0.to_string(), failure.1);
                summary.failures.push(AirFailure {
                    case,
                    target: setup.0,
                    level: setup.1,
                    module,
                    difference,
                });
                if summary.failures.len() == options().max_failures {
                    break;
                }
            }
        }
    }
    time_limit::end();
    summary
}
