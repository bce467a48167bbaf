//! Passes over the IR, without code: the interpreter executes random modules before and after, and everything that can
//! be seen is the same: results, traps, memory, exits and what they hand over.

use crate::differential::{Call, Mismatch};
use crate::exits::{self, ExitSummary, Expected};
use crate::fuzz::{self, FuzzOptions};
use crate::generate::{self, Minimizer, Recipe, Shape};
use crate::time_limit;
use barebones::base::Target;
use barebones::ir::{Module, Procedure, ValueId, validate};
use barebones::isa::TARGETS;
use barebones::opt::{
    InlineBudget, InlineStats, Levels, ModuleCallees, Optimizer, Pass, PassSet, Watch, demote_values, pass,
    pass_names,
};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Which passes to run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Way {
    /// These, in this order, whatever their levels.
    Named(Vec<&'static str>),
    /// Those of a level that are in the set, in the pipeline's order.
    Level(Levels, PassSet),
    /// As `Level`, after one value in four was put into a variable.
    Demoted(Levels, PassSet),
}

impl Way {
    /// The passes of both levels together.
    pub const ALL: [Way; 2] = [Way::Level(Levels::O2, PassSet::ALL), Way::Level(Levels::O1, PassSet::ALL)];

    /// Each pass alone.
    pub fn each() -> Vec<Way> {
        pass_names().map(|name| Way::Named(vec![name])).collect()
    }

    /// The same without this pass.
    fn without(&self, name: &str) -> Way {
        match self {
            Way::Named(names) => Way::Named(names.iter().copied().filter(|other| *other != name).collect()),
            Way::Level(level, passes) => Way::Level(*level, passes.without(name)),
            Way::Demoted(level, passes) => Way::Demoted(*level, passes.without(name)),
        }
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Way::Named(names) => f.write_str(&names.join(", ")),
            Way::Level(level, passes) | Way::Demoted(level, passes) => {
                let missing: Vec<&str> = pass_names().filter(|name| !passes.contains(name)).collect();
                write!(f, "{}", if *level == Levels::O1 { "O1" } else { "O2" })?;
                f.write_str(if matches!(self, Way::Demoted(..)) { " of variables" } else { "" })?;
                if missing.is_empty() { Ok(()) } else { write!(f, " without {}", missing.join(", ")) }
            }
        }
    }
}

/// Validates after each pass.
#[derive(Default)]
struct ValidateEach {
    broken: Option<String>,
}

impl Watch for ValidateEach {
    fn after(&mut self, pass: &'static Pass, proc: &Procedure, _work: u64) {
        if self.broken.is_none()
            && let Err(violations) = validate(proc)
        {
            let lines: Vec<String> = violations.iter().map(ToString::to_string).collect();
            self.broken =
                Some(format!("{}: not valid after {}:\n{}\n{proc}", proc.name, pass.name, lines.join("\n")));
        }
    }
}

/// Runs passes over the procedures of a module, which are validated before and after each, and which may be inlined
/// into each other as they are now, within this budget. What became of their calls.
///
/// # Errors
/// A procedure is not valid, or is not any more; or there is no such pass.
pub fn optimize(
    optimizer: &mut Optimizer,
    module: &mut Module,
    way: &Way,
    budget: InlineBudget,
) -> Result<InlineStats, String> {
    let mut inlined = InlineStats::default();
    optimizer.set_callees(Some(Arc::new(ModuleCallees::with_budget(module, budget))));
    for proc in &mut module.procedures {
        let facts = validate(proc).map_err(|violations| format!("{}: {}", proc.name, violations[0]))?;
        let mut watch = ValidateEach::default();
        match way {
            Way::Named(names) => {
                let rows: Option<Vec<&'static Pass>> = names.iter().map(|name| pass(name)).collect();
                let rows = rows.ok_or_else(|| {
                    format!("found {names:?}, expected of {}", pass_names().collect::<Vec<_>>().join(", "))
                })?;
                optimizer.run_rows(proc, facts.contents(), rows, Some(&mut watch));
            }
            Way::Demoted(level, passes) => {
                let chosen = |id: &ValueId| id.number().wrapping_mul(0x9E37_79B9) >> 16 & 3 == 0;
                let values: Vec<ValueId> = proc.value_ids().filter(chosen).collect();
                demote_values(proc, &values);
                let facts = validate(proc)
                    .map_err(|violations| format!("{}, with variables: {}", proc.name, violations[0]))?;
                optimizer.run(proc, facts.contents(), *level, *passes, Some(&mut watch));
            }
            Way::Level(level, passes) => {
                optimizer.run(proc, facts.contents(), *level, *passes, Some(&mut watch));
            }
        }
        inlined.add(optimizer.inlined());
        if let Some(broken) = watch.broken {
            return Err(broken);
        }
    }
    Ok(inlined)
}

/// Random procedures are larger than what is worth inlining.
pub(crate) const BUDGET: InlineBudget = InlineBudget {
    callee: 1000,
    callee_once: 1000,
    callee_recursive: 1000,
    growth_percent: 200,
    growth: 1000,
    growth_recursive: 1000,
    depth: 3,
    recursion: 1,
    frame: 4096,
    calls: 8,
};

/// What to run.
#[derive(Clone, Debug)]
pub struct PassOptions {
    /// The ways, of which each module goes each.
    pub ways: Vec<Way>,
    /// Calls of each module.
    pub calls: u64,
    /// At most so many exits of each call.
    pub exits: u64,
    /// How many smaller modules to try to make a failure small.
    pub minimize: usize,
    /// Stop after this many failures.
    pub max_failures: usize,
}

impl Default for PassOptions {
    fn default() -> PassOptions {
        let ways = Way::ALL.into_iter().chain(Way::each()).collect();
        PassOptions { ways, calls: 2, exits: 12, minimize: 2000, max_failures: 10 }
    }
}

/// A module that means something else after passes, made small.
#[derive(Clone, Debug)]
pub struct PassFailure {
    /// The number of the case.
    pub case: u64,
    /// Which passes.
    pub way: Way,
    /// Passes without each of which it would not have happened.
    pub guilty: Vec<&'static str>,
    /// What happened; prints as a file.
    pub mismatch: Box<Mismatch>,
}

/// What became of all cases.
#[derive(Debug, Default)]
pub struct PassSummary {
    /// Modules that mean the same after all passes.
    pub passed: u64,
    /// Others.
    pub failed: u64,
    /// Executions that were compared.
    pub compared: u64,
    /// Of these, those that left by an exit.
    pub exits: u64,
    /// Executions that took too long.
    pub skipped: u64,
    /// Values in blocks before, and after the first way.
    pub values: [u64; 2],
    /// What became of calls, in all ways.
    pub inlined: InlineStats,
    /// Modules that a pass alone made another of, by its name.
    pub changed: BTreeMap<&'static str, u64>,
    /// The failures.
    pub failures: Vec<PassFailure>,
}

/// Values in blocks.
fn size(module: &Module) -> u64 {
    let of =
        |proc: &Procedure| -> usize { proc.block_ids().map(|block| proc.block_values(block).len()).sum() };
    module.procedures.iter().map(of).sum::<usize>() as u64
}

struct Fuzzer {
    optimizer: Optimizer,
    options: PassOptions,
}

impl Fuzzer {
    /// The executions of a module that are compared; nothing if it is not a module to test with.
    fn expected(
        &self,
        module: &Module,
        seed: u64,
        case: u64,
        summary: &mut PassSummary,
    ) -> Result<Vec<Expected>, Box<Mismatch>> {
        let calls = fuzz::calls(module, seed ^ case, self.options.calls);
        let mut counted = ExitSummary::default();
        let expected = exits::interpret(module, &calls, self.options.exits, &mut counted);
        summary.skipped += counted.skipped;
        expected.map_err(|(call, what)| mismatch(module, call, what))
    }

    /// Compares the executions of a module with those after passes.
    fn compare(
        &mut self,
        module: &Module,
        expected: &[Expected],
        way: &Way,
        summary: &mut PassSummary,
    ) -> Result<(), Box<Mismatch>> {
        let mut optimized = module.clone();
        let optimizer = &mut self.optimizer;
        let ran = catch_unwind(AssertUnwindSafe(|| optimize(optimizer, &mut optimized, way, BUDGET)));
        let ran = ran.unwrap_or_else(|panic| {
            let message = panic.downcast_ref::<String>().cloned();
            let message = message.or_else(|| panic.downcast_ref::<&str>().map(|text| text.to_string()));
            let pass = self.optimizer.current().unwrap_or_default();
            self.optimizer = Optimizer::new();
            Err(format!("panic in {pass}: {}", message.unwrap_or_default()))
        });
        let inlined = ran.map_err(|what| mismatch(module, None, format!("{way}: {what}")))?;
        summary.inlined.add(&inlined);
        if *way == self.options.ways[0] {
            summary.values[0] += size(module);
            summary.values[1] += size(&optimized);
        }
        if let Way::Named(names) = way
            && let [name] = names[..]
        {
            *summary.changed.entry(name).or_default() +=
                u64::from(optimized.to_string() != module.to_string());
        }
        match exits::differ(&optimized, expected) {
            Ok((compared, exits)) => {
                summary.compared += compared;
                summary.exits += exits;
                Ok(())
            }
            Err((call, what)) => {
                Err(mismatch(module, call, format!("{way}: {what}\nafter passes:\n{optimized}")))
            }
        }
    }

    fn run(
        &mut self,
        recipe: &Recipe,
        (seed, case): (u64, u64),
        ways: &[Way],
        summary: &mut PassSummary,
    ) -> Result<(), (Way, Box<Mismatch>)> {
        let module = generate::build(recipe, &target(case));
        time_limit::begin(seed, case, &module);
        let expected =
            self.expected(&module, seed, case, summary).map_err(|mismatch| (ways[0].clone(), mismatch))?;
        for way in ways {
            self.compare(&module, &expected, way, summary).map_err(|mismatch| (way.clone(), mismatch))?;
        }
        Ok(())
    }

    fn minimize(
        &mut self,
        recipe: Recipe,
        place: (u64, u64),
        way: Way,
        mut found: Box<Mismatch>,
    ) -> PassFailure {
        let (attempts, ways) = (self.options.minimize, [way.clone()]);
        let ignored = &mut PassSummary::default();
        let recipe =
            Minimizer::new(recipe).run(attempts, |smaller| match self.run(smaller, place, &ways, ignored) {
                Err((_, smaller)) => {
                    found = smaller;
                    true
                }
                Ok(()) => false,
            });
        let is_guilty = |name: &&'static str| self.run(&recipe, place, &[way.without(name)], ignored).is_ok();
        let guilty = pass_names().filter(is_guilty).collect();
        PassFailure { case: place.1, way, guilty, mismatch: found }
    }
}

fn mismatch(module: &Module, call: Option<Call>, what: String) -> Box<Mismatch> {
    Box::new(Mismatch { module: module.to_string(), setup: None, call, what })
}

/// The target of a case: nothing of it is executed, and passes ask what machines do, so half are for another one.
fn target(case: u64) -> Target {
    let host = barebones::host_target().unwrap_or_else(|_| Target::baseline(TARGETS[0]));
    let other = TARGETS.iter().find(|desc| desc.arch != host.desc.arch);
    other.filter(|_| case & 2 != 0).map_or(host, |desc| Target::baseline(desc))
}

/// The recipe of a case: every other one has checks.
fn recipe(seed: u64, case: u64) -> Recipe {
    let checks = case % 2 == 1;
    let steps = if checks { 10 } else { Shape::default().steps };
    let shape = Shape { checks, steps, ..Shape::default() };
    fuzz::recipe(seed, case, &FuzzOptions { shape, trapping: 8, ..FuzzOptions::default() })
}

/// Compares the executions of random modules before and after passes; case n of a seed is always the same module.
pub fn fuzz_passes(seed: u64, cases: Range<u64>, options: &PassOptions) -> PassSummary {
    let mut fuzzer = Fuzzer { optimizer: Optimizer::new(), options: options.clone() };
    let mut summary = PassSummary::default();
    for case in cases {
        let recipe = recipe(seed, case);
        match fuzzer.run(&recipe, (seed, case), &options.ways, &mut summary) {
            Ok(()) => summary.passed += 1,
            Err((way, mismatch)) => {
                summary.failed += 1;
                summary.failures.push(fuzzer.minimize(recipe, (seed, case), way, mismatch));
                if summary.failures.len() >= options.max_failures {
                    break;
                }
            }
        }
    }
    time_limit::end();
    summary
}
