//! Differential tests of passes over the IR, without code generation. The interpreter executes random modules before
//! and after passes, and all observable behaviour must be the same: results, traps, memory, and exits with their
//! operands.

use crate::differential::{Call, Mismatch};
use crate::exits::{self, ExitSummary, Expected};
use crate::fuzz::{self, FuzzOptions};
use crate::generate::{self, Minimizer, Recipe, Shape};
use crate::time_limit;
use barebones::base::{ConvId, Signature, Target, Type};
use barebones::ir::{Module, Opcode, Procedure, ValueId, validate};
use barebones::isa::TARGETS;
use barebones::opt::{
    CallProfile, CallTarget, InlineBudget, InlineStats, Levels, ModuleCallees, Optimizer, Pass, PassCounts,
    PassSet, Watch, demote_values, pass, pass_names, speculate_calls,
};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// A selection of passes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PassSelection {
    /// These passes in this order, independent of their levels.
    Named(Vec<&'static str>),
    /// The passes of a level that are in the set, in the order of the pipeline.
    Level(Levels, PassSet),
    /// Like `Level`, after a quarter of the values were demoted to variables.
    Demoted(Levels, PassSet),
    /// Like `Level`, after calls through addresses were given direct calls of procedures of the module.
    Speculated(Levels, PassSet),
}

impl PassSelection {
    /// All passes of each level, also after what clients run before them.
    pub const ALL: [PassSelection; 4] = [
        PassSelection::Level(Levels::O2, PassSet::ALL),
        PassSelection::Level(Levels::O1, PassSet::ALL),
        PassSelection::Demoted(Levels::O2, PassSet::ALL),
        PassSelection::Speculated(Levels::O2, PassSet::ALL),
    ];

    /// Each pass alone.
    pub fn each() -> Vec<PassSelection> {
        pass_names().map(|name| PassSelection::Named(vec![name])).collect()
    }

    /// The same selection without this pass.
    fn without(&self, name: &str) -> PassSelection {
        match self {
            PassSelection::Named(names) => {
                PassSelection::Named(names.iter().copied().filter(|other| *other != name).collect())
            }
            PassSelection::Level(level, passes) => PassSelection::Level(*level, passes.without(name)),
            PassSelection::Demoted(level, passes) => PassSelection::Demoted(*level, passes.without(name)),
            PassSelection::Speculated(level, passes) => {
                PassSelection::Speculated(*level, passes.without(name))
            }
        }
    }
}

impl fmt::Display for PassSelection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PassSelection::Named(names) => f.write_str(&names.join(", ")),
            PassSelection::Level(level, passes)
            | PassSelection::Demoted(level, passes)
            | PassSelection::Speculated(level, passes) => {
                let missing: Vec<&str> = pass_names().filter(|name| !passes.contains(name)).collect();
                write!(f, "{}", if *level == Levels::O1 { "O1" } else { "O2" })?;
                f.write_str(match self {
                    PassSelection::Demoted(..) => " with variables",
                    PassSelection::Speculated(..) => " with direct calls",
                    _ => "",
                })?;
                if missing.is_empty() { Ok(()) } else { write!(f, " without {}", missing.join(", ")) }
            }
        }
    }
}

/// Validates the procedure after each pass.
#[derive(Default)]
struct ValidateEach {
    broken: Option<String>,
}

impl Watch for ValidateEach {
    fn after(&mut self, pass: &'static Pass, proc: &Procedure, _counts: PassCounts) {
        if self.broken.is_none()
            && let Err(violations) = validate(proc)
        {
            let lines: Vec<String> = violations.iter().map(ToString::to_string).collect();
            self.broken =
                Some(format!("{}: not valid after {}:\n{}\n{proc}", proc.name, pass.name, lines.join("\n")));
        }
    }
}

/// Runs passes over the procedures of a module, with validation before and after each. The procedures may be inlined
/// into each other in their original form, within this budget. Returns statistics of their calls.
///
/// # Errors
/// A procedure is invalid before or after a pass, or there is no such pass.
pub fn optimize(
    optimizer: &mut Optimizer,
    module: &mut Module,
    selection: &PassSelection,
    budget: InlineBudget,
) -> Result<CallStats, String> {
    let mut stats = CallStats::default();
    optimizer.set_callees(Some(Arc::new(ModuleCallees::with_budget(module, budget))));
    let mut profile = match selection {
        PassSelection::Speculated(..) => Targets::of(module),
        _ => Targets::default(),
    };
    for proc in &mut module.procedures {
        let facts = validate(proc).map_err(|violations| format!("{}: {}", proc.name, violations[0]))?;
        let mut watch = ValidateEach::default();
        match selection {
            PassSelection::Named(names) => {
                let rows: Option<Vec<&'static Pass>> = names.iter().map(|name| pass(name)).collect();
                let rows = rows.ok_or_else(|| {
                    format!("found {names:?}, expected of {}", pass_names().collect::<Vec<_>>().join(", "))
                })?;
                optimizer.run_rows(proc, facts.contents(), rows, Some(&mut watch));
            }
            PassSelection::Demoted(level, passes) => {
                let chosen = |id: &ValueId| id.number().wrapping_mul(0x9E37_79B9) >> 16 & 3 == 0;
                let values: Vec<ValueId> = proc.value_ids().filter(chosen).collect();
                demote_values(proc, &values);
                let facts = validate(proc)
                    .map_err(|violations| format!("{}, with variables: {}", proc.name, violations[0]))?;
                optimizer.run(proc, facts.contents(), *level, *passes, Some(&mut watch));
            }
            PassSelection::Speculated(level, passes) => {
                stats.direct += u64::from(speculate_calls(proc, &mut profile).direct);
                let facts = validate(proc)
                    .map_err(|violations| format!("{}, with direct calls: {}", proc.name, violations[0]))?;
                optimizer.run(proc, facts.contents(), *level, *passes, Some(&mut watch));
            }
            PassSelection::Level(level, passes) => {
                optimizer.run(proc, facts.contents(), *level, *passes, Some(&mut watch));
            }
        }
        stats.inlined.add(optimizer.inlined());
        if let Some(broken) = watch.broken {
            return Err(broken);
        }
    }
    Ok(stats)
}

/// What became of the calls of a module.
#[derive(Clone, Debug, Default)]
pub struct CallStats {
    /// Statistics of inlining.
    pub inlined: InlineStats,
    /// Number of direct calls added to calls through addresses.
    pub direct: u64,
}

/// The procedures of a module as targets of any call that fits, each with a share of its own.
#[derive(Default)]
struct Targets {
    procedures: Vec<(String, Signature, ConvId)>,
}

impl Targets {
    fn of(module: &Module) -> Targets {
        let entry = |proc: &Procedure| (proc.name.clone(), proc.signature().clone(), proc.convention());
        Targets { procedures: module.procedures.iter().map(entry).collect() }
    }
}

impl CallProfile for Targets {
    fn targets(&mut self, proc: &Procedure, call: ValueId) -> Vec<CallTarget> {
        let Some(data) = proc.calls().get(proc.value(call).call()) else { return Vec::new() };
        let types: Vec<Type> = proc.children(call).iter().skip(1).map(|child| proc.type_of(*child)).collect();
        let results = match proc.value(call).opcode() {
            Opcode::TailCall => &proc.signature().results[..],
            _ => proc.scalars(proc.type_of(call)),
        };
        let fits = |(_, signature, conv): &&(String, Signature, ConvId)| {
            signature.params[..] == types[..] && signature.results[..] == *results && *conv == data.conv
        };
        let shares = [0.875, 0.25, 1.0, f64::NAN];
        let number = call.number() as usize;
        let target = |(n, (name, ..)): (usize, &(String, Signature, ConvId))| CallTarget {
            name: name.clone(),
            share: shares[(number + n) % shares.len()],
        };
        let skipped = number % 3;
        self.procedures.iter().filter(fits).enumerate().skip(skipped).map(target).collect()
    }
}

/// A large budget, because random procedures exceed the default one.
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

/// Options of a run.
#[derive(Clone, Debug)]
pub struct PassOptions {
    /// The selections of passes, each of which is tested with each module.
    pub selections: Vec<PassSelection>,
    /// Number of calls of each module.
    pub calls: u64,
    /// Maximum number of exits taken per call.
    pub exits: u64,
    /// Maximum number of smaller modules tried to minimize a failure.
    pub minimize: usize,
    /// Number of failures after which the run stops.
    pub max_failures: usize,
}

impl Default for PassOptions {
    fn default() -> PassOptions {
        let selections = PassSelection::ALL.into_iter().chain(PassSelection::each()).collect();
        PassOptions { selections, calls: 2, exits: 12, minimize: 2000, max_failures: 10 }
    }
}

/// A minimized module whose behaviour passes change.
#[derive(Clone, Debug)]
pub struct PassFailure {
    /// Number of the case.
    pub case: u64,
    /// The selection of passes.
    pub selection: PassSelection,
    /// The passes without each of which the failure does not occur.
    pub culprits: Vec<&'static str>,
    /// The difference; prints as a file.
    pub mismatch: Box<Mismatch>,
}

/// Results of a run.
#[derive(Debug, Default)]
pub struct PassSummary {
    /// Number of modules whose behaviour is unchanged.
    pub passed: u64,
    /// Number of modules that failed.
    pub failed: u64,
    /// Number of executions compared.
    pub compared: u64,
    /// Number of exits among them.
    pub exits: u64,
    /// Number of executions that reached the step limit.
    pub skipped: u64,
    /// Number of values in blocks, before passes and after the first selection.
    pub values: [u64; 2],
    /// Statistics of inlining, for all selections.
    pub inlined: InlineStats,
    /// Number of direct calls added to calls through addresses.
    pub direct_calls: u64,
    /// Number of modules changed by each pass alone, by name.
    pub changed: BTreeMap<&'static str, u64>,
    /// The failures.
    pub failures: Vec<PassFailure>,
}

/// Number of values in blocks.
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
    /// The executions of a module to compare. Fails if the module is unsuitable for testing.
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
        selection: &PassSelection,
        summary: &mut PassSummary,
    ) -> Result<(), Box<Mismatch>> {
        let mut optimized = module.clone();
        let optimizer = &mut self.optimizer;
        let ran = catch_unwind(AssertUnwindSafe(|| optimize(optimizer, &mut optimized, selection, BUDGET)));
        let ran = ran.unwrap_or_else(|panic| {
            let message = panic.downcast_ref::<String>().cloned();
            let message = message.or_else(|| panic.downcast_ref::<&str>().map(|text| text.to_string()));
            let pass = self.optimizer.current().unwrap_or_default();
            self.optimizer = Optimizer::new();
            Err(format!("panic in {pass}: {}", message.unwrap_or_default()))
        });
        let calls = ran.map_err(|what| mismatch(module, None, format!("{selection}: {what}")))?;
        summary.inlined.add(&calls.inlined);
        summary.direct_calls += calls.direct;
        if *selection == self.options.selections[0] {
            summary.values[0] += size(module);
            summary.values[1] += size(&optimized);
        }
        if let PassSelection::Named(names) = selection
            && let [name] = names[..]
        {
            *summary.changed.entry(name).or_default() +=
                u64::from(optimized.to_string() != module.to_string());
        }
        match exits::compare_again(&optimized, expected) {
            Ok((compared, exits)) => {
                summary.compared += compared;
                summary.exits += exits;
                Ok(())
            }
            Err((call, what)) => {
                Err(mismatch(module, call, format!("{selection}: {what}\nafter passes:\n{optimized}")))
            }
        }
    }

    fn run(
        &mut self,
        recipe: &Recipe,
        (seed, case): (u64, u64),
        selections: &[PassSelection],
        summary: &mut PassSummary,
    ) -> Result<(), (PassSelection, Box<Mismatch>)> {
        let module = generate::build(recipe, &target(case));
        time_limit::begin(seed, case, &module);
        let expected = self
            .expected(&module, seed, case, summary)
            .map_err(|mismatch| (selections[0].clone(), mismatch))?;
        for selection in selections {
            self.compare(&module, &expected, selection, summary)
                .map_err(|mismatch| (selection.clone(), mismatch))?;
        }
        Ok(())
    }

    fn minimize(
        &mut self,
        recipe: Recipe,
        place: (u64, u64),
        selection: PassSelection,
        mut found: Box<Mismatch>,
    ) -> PassFailure {
        let (attempts, selections) = (self.options.minimize, [selection.clone()]);
        let ignored = &mut PassSummary::default();
        let recipe = Minimizer::new(recipe).run(attempts, |smaller| {
            match self.run(smaller, place, &selections, ignored) {
                Err((_, smaller)) => {
                    found = smaller;
                    true
                }
                Ok(()) => false,
            }
        });
        let is_culprit =
            |name: &&'static str| self.run(&recipe, place, &[selection.without(name)], ignored).is_ok();
        let culprits = pass_names().filter(is_culprit).collect();
        PassFailure { case: place.1, selection, culprits, mismatch: found }
    }
}

fn mismatch(module: &Module, call: Option<Call>, what: String) -> Box<Mismatch> {
    Box::new(Mismatch { module: module.to_string(), setup: None, call, what })
}

/// The target of a case. Code is not executed, and passes query the target, so half of the cases use another target.
fn target(case: u64) -> Target {
    let host = barebones::host_target().unwrap_or_else(|_| Target::baseline(TARGETS[0]));
    let other = TARGETS.iter().find(|desc| desc.arch != host.desc.arch);
    other.filter(|_| case & 2 != 0).map_or(host, |desc| Target::baseline(desc))
}

/// The recipe of a case; odd ones have checks.
fn recipe(seed: u64, case: u64) -> Recipe {
    let checks = case % 2 == 1;
    let steps = if checks { 10 } else { Shape::default().steps };
    let shape = Shape { checks, steps, ..Shape::default() };
    fuzz::recipe(seed, case, &FuzzOptions { shape, trapping: 8, ..FuzzOptions::default() })
}

/// Compares the executions of random modules before and after passes. Case n of a seed is always the same module.
pub fn fuzz_passes(seed: u64, cases: Range<u64>, options: &PassOptions) -> PassSummary {
    let mut fuzzer = Fuzzer { optimizer: Optimizer::new(), options: options.clone() };
    let mut summary = PassSummary::default();
    for case in cases {
        let recipe = recipe(seed, case);
        match fuzzer.run(&recipe, (seed, case), &options.selections, &mut summary) {
            Ok(()) => summary.passed += 1,
            Err((selection, mismatch)) => {
                summary.failed += 1;
                summary.failures.push(fuzzer.minimize(recipe, (seed, case), selection, mismatch));
                if summary.failures.len() >= options.max_failures {
                    break;
                }
            }
        }
    }
    time_limit::end();
    summary
}
