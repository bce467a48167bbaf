//! Differential fuzzing with random modules, for the command `barebones fuzz` and for tests.

use crate::awkward::awkward;
use crate::coverage::{Allocations, Coverage, Traps};
use crate::differential::{Call, Mismatch, Report, Setup, Tester};
use crate::generate::{self, LoopCounts, MAIN, Minimizer, Random, Recipe, Shape};
use crate::time_limit;
use barebones::base::{Target, Type};
use barebones::ir::Module;
use barebones::isa::TARGETS;
use barebones::{Backend, OptLevel, Stage};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Options of a run.
#[derive(Clone, Copy, Debug)]
pub struct FuzzOptions {
    /// Size and features of modules.
    pub shape: Shape,
    /// One in this many modules may trap; 0 for none.
    pub trapping: u64,
    /// Number of calls of each module.
    pub calls: u64,
    /// True to compile each module with all setups, instead of the default ones and one other.
    pub all_setups: bool,
    /// The only setup of the library's own backend, if given.
    pub only: Option<Setup>,
    /// True to also compile with Cranelift: with all its setups, or with the default one and one other.
    pub cranelift: bool,
    /// True to count coverage.
    pub coverage: bool,
    /// Maximum number of smaller modules tried to minimize a failure.
    pub minimize: usize,
    /// Number of failures after which the run stops.
    pub max_failures: usize,
}

impl Default for FuzzOptions {
    fn default() -> FuzzOptions {
        FuzzOptions {
            shape: Shape::default(),
            trapping: 4,
            calls: 2,
            all_setups: false,
            only: None,
            cranelift: false,
            coverage: false,
            minimize: 3000,
            max_failures: 10,
        }
    }
}

impl FuzzOptions {
    /// All setups of the tester.
    fn setups(&self) -> Vec<Setup> {
        let mut setups = self.only.map_or_else(|| Setup::ALL.to_vec(), |only| vec![only]);
        if self.cranelift {
            setups.extend(Setup::CRANELIFT);
        }
        setups
    }

    /// Indices of the setups for a case.
    fn setups_of(&self, case: u64) -> Vec<usize> {
        let own = if self.only.is_some() { 1 } else { Setup::ALL.len() };
        let mut setups: Vec<usize> = match self.only {
            Some(_) => vec![0],
            None if self.all_setups => (0..own).collect(),
            None => Setup::rotating(case).to_vec(),
        };
        if self.cranelift && self.all_setups {
            setups.extend(own..own + Setup::CRANELIFT.len());
        } else if self.cranelift {
            setups.extend([own, own + 1 + case as usize % (Setup::CRANELIFT.len() - 1)]);
        }
        setups
    }
}

/// A minimized failure.
#[derive(Clone, Debug)]
pub struct FuzzFailure {
    /// Number of the case.
    pub case: u64,
    /// The minimized recipe.
    pub recipe: Recipe,
    /// The difference; prints as a file.
    pub mismatch: Box<Mismatch>,
}

/// Results of a run.
#[derive(Debug, Default)]
pub struct Summary {
    /// Number of modules without a difference.
    pub passed: u64,
    /// Number of modules that failed.
    pub failed: u64,
    /// Number of executions compared with the interpreter.
    pub compared: u64,
    /// Number of calls in which the interpreter reached its step limit.
    pub skipped: u64,
    /// Calls that trapped.
    pub traps: Traps,
    /// Number of values executed by the interpreter.
    pub steps: u64,
    /// Number of procedures compiled for other targets.
    pub for_other_targets: u64,
    /// Decisions of register allocation, by level.
    pub allocations: [Allocations; OptLevel::ALL.len()],
    /// Number of procedures with limited work that were compiled at O0, by the stage that reached the limit.
    pub fallbacks: BTreeMap<Stage, u64>,
    /// The failures.
    pub failures: Vec<FuzzFailure>,
    /// Coverage, if enabled.
    pub coverage: Option<Box<Coverage>>,
}

impl Summary {
    /// A table of the decisions of register allocation: a line for each kind, a column for each level that was used.
    pub fn allocation_table(&self) -> String {
        let levels =
            || OptLevel::ALL.into_iter().zip(&self.allocations).filter(|(_, a)| !a.counts().is_empty());
        let mut text = format!("{:<32}", "allocation");
        levels().for_each(|(level, _)| text += &format!("{:>14}", format!("{level:?}")));
        let kinds = levels().next().map_or(&[][..], |(_, allocations)| allocations.counts());
        for (i, (name, _)) in kinds.iter().enumerate() {
            text += &format!("\n{name:<32}");
            levels().for_each(|(_, allocations)| text += &format!("{:>14}", allocations.counts()[i].1));
        }
        text + "\n"
    }
}

/// The recipe of a case.
pub fn recipe(seed: u64, case: u64, options: &FuzzOptions) -> Recipe {
    let traps = options.trapping != 0 && case % options.trapping == options.trapping - 1;
    let variadic = options.shape.variadic && !options.cranelift;
    let internal = options.shape.internal && !options.cranelift;
    let patchpoints = options.shape.patchpoints && !options.cranelift;
    let exceptions = options.shape.exceptions && !options.cranelift;
    let entries = options.shape.entries && !options.cranelift;
    let volatile = options.shape.volatile && !options.cranelift;
    Recipe::random(
        &mut Random::of_case(seed, case),
        &Shape { traps, variadic, internal, patchpoints, exceptions, entries, volatile, ..options.shape },
    )
}

/// Calls of a module's `main` with awkward arguments.
pub fn calls(module: &Module, seed: u64, count: u64) -> Vec<Call> {
    let params = module.procedure(MAIN).map_or(&[][..], |main| &main.signature().params);
    let entries = module.procedure(MAIN).map_or(1, |main| main.entry_count.max(1));
    (0..count)
        .map(|n| {
            let mut random = Random::of_case(seed, n);
            // A vector has two words.
            let words = params.iter().skip(1).flat_map(|ty| std::iter::repeat_n(ty, ty.words()));
            let args = words.map(|ty| {
                let table = awkward(*ty);
                let bits = match random.below(4) {
                    0 => random.bits(),
                    _ => table[random.below(table.len() as u64) as usize],
                };
                (*ty, if ty.size() == 4 { bits & u64::from(u32::MAX) } else { bits })
            });
            let args: Vec<(Type, u64)> = args.collect();
            Call { entry: n as u32 % entries, buffer: generate::buffer(random.bits(), 20), args }
        })
        .collect()
}

struct Fuzzer {
    target: Target,
    tester: Tester,
    options: FuzzOptions,
    /// All setups of the tester.
    setups: Vec<Setup>,
    /// The setup with which a failure occurs, during minimization.
    only: Option<usize>,
    /// Number of procedures compiled for other targets.
    for_other_targets: u64,
}

impl Fuzzer {
    fn run(&mut self, recipe: &Recipe, seed: u64, case: u64) -> Result<Report, Box<Mismatch>> {
        let mut uncounted = LoopCounts::default();
        let loops = self.tester.coverage.as_mut().map_or(&mut uncounted, |coverage| &mut coverage.loops);
        let module = generate::build_counted(recipe, &self.target, loops);
        time_limit::begin(seed, case, &module);
        let calls = calls(&module, seed ^ case, self.options.calls);
        let setups = self.only.map_or_else(|| self.options.setups_of(case), |setup| vec![setup]);
        let tester = &mut self.tester;
        let report = without_panic(&module, || tester.run_setups(&module, &calls, &setups))?;
        let setup = self.setups[setups[case as usize % setups.len()]];
        if setup.backend == Backend::Barebones {
            self.compile_for_other_target(recipe, (seed, case), setup)?;
        }
        Ok(report)
    }

    /// Compiles the module of the recipe for one of the other targets.
    fn compile_for_other_target(
        &mut self,
        recipe: &Recipe,
        (seed, case): (u64, u64),
        setup: Setup,
    ) -> Result<(), Box<Mismatch>> {
        let others: Vec<_> = TARGETS.iter().filter(|desc| desc.name != self.target.desc.name).collect();
        let target = Target::baseline(others[case as usize % others.len()]);
        let module = generate::build(recipe, &target);
        time_limit::begin(seed, case, &module);
        let mut compiler = setup.compiler_for(target, true);
        let compiled = without_panic(&module, || {
            module.procedures.iter().try_for_each(|proc| match compiler.emit(proc) {
                Ok(_) => Ok(()),
                Err(error) => {
                    let what = format!("{}: {error}", proc.name);
                    Err(Box::new(Mismatch {
                        module: module.to_string(),
                        setup: Some(setup),
                        call: None,
                        what,
                    }))
                }
            })
        });
        self.for_other_targets += module.procedures.len() as u64;
        compiled
    }

    fn minimize(&mut self, recipe: Recipe, seed: u64, case: u64, mut mismatch: Box<Mismatch>) -> FuzzFailure {
        self.only = self.setups.iter().position(|setup| Some(*setup) == mismatch.setup);
        let coverage = self.tester.coverage.take();
        let attempts = self.options.minimize;
        let recipe = Minimizer::new(recipe).run(attempts, |smaller| match self.run(smaller, seed, case) {
            Err(found) => {
                mismatch = found;
                true
            }
            Ok(_) => false,
        });
        self.tester.coverage = coverage;
        self.only = None;
        FuzzFailure { case, recipe, mismatch }
    }
}

/// Converts a panic to a failure.
fn without_panic<T>(
    module: &Module,
    run: impl FnOnce() -> Result<T, Box<Mismatch>>,
) -> Result<T, Box<Mismatch>> {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<String>().cloned();
        let message = message.or_else(|| panic.downcast_ref::<&str>().map(|text| text.to_string()));
        let what = format!("panic: {}", message.unwrap_or_default());
        Err(Box::new(Mismatch { module: module.to_string(), setup: None, call: None, what }))
    })
}

/// Compares the executions of random modules, and compiles them for other targets. Case n of a seed is always the
/// same module.
///
/// # Errors
/// This machine is not supported, or memory is exhausted.
pub fn fuzz(seed: u64, count: u64, options: &FuzzOptions) -> Result<Summary, Box<dyn std::error::Error>> {
    fuzz_cases(seed, 0..count, options)
}

/// Counts the coverage of compiling random modules with all setups except those of O0, without running them.
///
/// # Errors
/// This machine is not supported, or a module does not compile.
pub fn cover(seed: u64, count: u64, options: &FuzzOptions) -> Result<Coverage, Box<dyn std::error::Error>> {
    let target = barebones::host_target()?;
    let mut compilers = Vec::new();
    // Without O0: its block-local allocation covers nothing more.
    for setup in Setup::ALL.iter().filter(|setup| setup.level != OptLevel::O0) {
        compilers.push(setup.compiler(false)?);
    }
    let mut coverage = Coverage::default();
    for case in 0..count {
        let module = generate::build_counted(&recipe(seed, case, options), &target, &mut coverage.loops);
        for proc in &module.procedures {
            coverage.count_procedure(proc);
            for compiler in &mut compilers {
                compiler.emit_observed(proc, &mut coverage)?;
            }
        }
    }
    Ok(coverage)
}

/// Like [`fuzz`], for a range of cases.
///
/// # Errors
/// As [`fuzz`].
pub fn fuzz_cases(
    seed: u64,
    cases: std::ops::Range<u64>,
    options: &FuzzOptions,
) -> Result<Summary, Box<dyn std::error::Error>> {
    let setups = options.setups();
    let mut tester = Tester::new(&setups)?;
    tester.coverage = options.coverage.then(Box::default);
    let target = barebones::host_target()?;
    let mut fuzzer = Fuzzer { target, tester, options: *options, setups, only: None, for_other_targets: 0 };
    let mut summary = Summary::default();
    for case in cases {
        let recipe = recipe(seed, case, options);
        match fuzzer.run(&recipe, seed, case) {
            Ok(report) => {
                summary.passed += 1;
                summary.compared += u64::from(report.compared);
                summary.skipped += u64::from(report.skipped);
                summary.traps.merge(&report.traps);
                summary.steps += report.steps;
            }
            Err(mismatch) => {
                summary.failed += 1;
                summary.failures.push(fuzzer.minimize(recipe, seed, case, mismatch));
                if summary.failures.len() >= options.max_failures {
                    break;
                }
            }
        }
    }
    time_limit::end();
    summary.for_other_targets = fuzzer.for_other_targets;
    summary.coverage = fuzzer.tester.coverage;
    summary.allocations = fuzzer.tester.allocations;
    summary.fallbacks = fuzzer.tester.fallbacks;
    Ok(summary)
}
