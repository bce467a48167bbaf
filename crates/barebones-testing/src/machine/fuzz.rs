//! Random modules that are interpreted in the IR and in Air.

use super::{Checked, Difference, check, check_exits};
use crate::fuzz::{FuzzOptions, calls, recipe};
use crate::generate::{Minimizer, Recipe, Shape, build};
use crate::time_limit;
use barebones::OptLevel;
use barebones::base::{Arch, Features, Target};
use barebones::ir::Module;
use barebones::isa::TARGETS;
use std::fmt;
use std::ops::Range;

/// Levels at which whole procedures exist in Air.
const LEVELS: [OptLevel; 2] = [OptLevel::O2, OptLevel::O1];

/// Maximum number of exits taken per call.
const EXITS: u64 = 64;

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

/// What is interpreted.
#[derive(Clone, Copy, Debug, Default)]
pub struct AirOptions {
    /// O1 or O2; both in turn by default.
    pub level: Option<OptLevel>,
    /// The architecture; all targets in turn by default.
    pub arch: Option<Arch>,
    /// True to let each check fail at each of its executions, and compare what the exits describe.
    pub exits: bool,
}

impl AirOptions {
    /// The options of the modules. The types of variable arguments are not known in Air.
    fn modules(&self) -> FuzzOptions {
        let shape = Shape { variadic: false, ..Shape::default() };
        match self.exits {
            true => FuzzOptions {
                shape: Shape { steps: 10, checks: true, ..shape },
                trapping: 8,
                calls: 1,
                ..FuzzOptions::default()
            },
            false => FuzzOptions { shape, ..FuzzOptions::default() },
        }
    }

    /// The target and level of a case: each of these combinations in turn, with all features of the processors and
    /// without.
    fn setup(&self, case: u64) -> (Target, OptLevel) {
        let descs: Vec<_> =
            TARGETS.iter().filter(|desc| self.arch.is_none_or(|it| it == desc.arch)).collect();
        let targets = descs.len() as u64;
        let baseline = Target::baseline(descs[(case % targets) as usize]);
        let has_features = (case / targets / 2).is_multiple_of(2);
        let features = if has_features { Features::all() } else { Features::empty() };
        let level = self.level.unwrap_or(LEVELS[(case / targets % 2) as usize]);
        (Target { features: baseline.features.union(features), ..baseline }, level)
    }
}

fn run(
    recipe: &Recipe,
    (seed, case): (u64, u64),
    options: &AirOptions,
) -> Result<Checked, (Module, Box<Difference>)> {
    let (target, level) = options.setup(case);
    let module = build(recipe, &target);
    time_limit::begin(seed, case, &module);
    let calls = calls(&module, seed ^ case, options.modules().calls);
    let checked = match options.exits {
        true => check_exits(&module, &calls, EXITS, target, level),
        false => check(&module, &calls, target, level),
    };
    checked.map_err(|difference| (module, difference))
}

/// Compares executions of random modules in the IR, after selection and after allocation, for all targets in turn.
/// Case n of a seed is always the same module.
pub fn fuzz_air(seed: u64, cases: Range<u64>, options: &AirOptions) -> AirSummary {
    let mut summary = AirSummary::default();
    let modules = options.modules();
    for case in cases {
        let recipe = recipe(seed, case, &modules);
        match run(&recipe, (seed, case), options) {
            Ok(checked) => {
                summary.passed += 1;
                summary.checked.add(&checked);
            }
            Err(mut failure) => {
                Minimizer::new(recipe).run(ATTEMPTS, |smaller| match run(smaller, (seed, case), options) {
                    Err(found) if found.1.place == failure.1.place => {
                        failure = found;
                        true
                    }
                    _ => false,
                });
                let (target, level) = options.setup(case);
                let (module, difference) = (failure.0.to_string(), failure.1);
                summary.failures.push(AirFailure { case, target, level, module, difference });
                if summary.failures.len() == modules.max_failures {
                    break;
                }
            }
        }
    }
    time_limit::end();
    summary
}
