//! Random procedures that leave at every check, each time to code of another level that takes over the frame.
//!
//! Checks that always fail are inserted before random values of `main`. The exit state of each has what execution needs to
//! resume there, and the rest of the procedure is compiled as a continuation ([`Procedure::continuation`]). The exit
//! handler fills the buffer of its OSR entry from the exit, and continues in it, up to its next check. Every second exit is
//! linked to its continuation instead. The results are compared with those of the interpreter in the procedure without
//! checks.

use super::{ARENA_WORDS, ExitFailure, ExitOptions, Expected, Recorder, Tester, difference, interpret_call};
use crate::differential::{Call, Mismatch, Setup};
use crate::fuzz::{self, FuzzOptions};
use crate::generate::{self, MAIN, Minimizer, Random, Recipe, Shape};
use crate::native;
use crate::time_limit;
use barebones::base::{ExitId, StateId, Type};
use barebones::interp::Interpreter;
use barebones::ir::{self, LiveValues, Module, Point, Procedure, ResumePoint};
use barebones::isa::ExitKind;
use barebones::jit::{Code, CodeMemory, ExitLinkError, TakenExit, WeakCode};
use std::collections::HashMap;
use std::error::Error;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicU32;

/// The outcome of a run.
#[derive(Clone, Debug, Default)]
pub struct OsrSummary {
    /// Cases without a failure.
    pub passed: u64,
    /// Cases with a failure.
    pub failed: u64,
    /// Cases in which no check could be inserted.
    pub unchecked: u64,
    /// Calls that reach the interpreter's step limit.
    pub skipped: u64,
    /// Checks that were inserted, each with a continuation.
    pub checks: u64,
    /// Executions compared.
    pub compared: u64,
    /// Exits taken, each of which entered a continuation.
    pub exits: u64,
    /// Minimized failures.
    pub failures: Vec<ExitFailure>,
}

/// The condition of all inserted checks.
static ALWAYS: AtomicU32 = AtomicU32::new(1);

/// The word of the arena that counts exits.
const EXITS: usize = ARENA_WORDS - 1;

/// Inserts a check that always fails before the value of each of these points. Its exit state has one frame, of
/// `function`, from which execution can resume at the point.
pub fn with_checks(proc: &Procedure, function: u32, points: &[ResumePoint]) -> Procedure {
    let mut checked = proc.clone();
    for point in points {
        let state = checked.add_resume_state(StateId::INVALID, function, point);
        let mut b = checked.detached();
        let address = b.const64(ALWAYS.as_ptr().addr() as i64);
        let fails = b.load(Type::Int32, address, 0);
        let check = b.check(fails).exit_state(state).append();
        for block in checked.block_ids() {
            let mut values = checked.block_values(block).to_vec();
            if let Some(at) = values.iter().position(|id| *id == point.point.value()) {
                values.splice(at..at, [address, fails, check]);
                checked.set_block_values(block, &values);
                break;
            }
        }
    }
    checked
}

/// Random points at which execution can resume in a continuation.
fn points(proc: &Procedure, random: &mut Random) -> Vec<ResumePoint> {
    let values = proc.block_ids().flat_map(|block| proc.block_values(block));
    let chosen: Vec<Point> = values.copied().filter(|_| random.below(4) == 0).map(Point::Before).collect();
    let found = LiveValues::compute(proc).all(&chosen).into_iter().flatten();
    found.filter(|point| proc.continuation(0, point).is_ok()).take(12).collect()
}

/// A module with another `main`.
fn with_main(module: &Module, mut main: Procedure) -> Module {
    let mut module = module.clone();
    main.name = String::from(MAIN);
    if let Some(place) = module.procedures.iter_mut().find(|procedure| procedure.name == MAIN) {
        *place = main;
    }
    module
}

fn main_of(codes: Vec<Code>) -> Result<Code, String> {
    codes.into_iter().find(|code| code.name() == MAIN).ok_or_else(|| String::from("there is no main"))
}

/// The continuation of an exit, and the address of its buffer.
fn entered(
    exit: &TakenExit<'_>,
    continuations: &HashMap<u32, WeakCode>,
    exits: u64,
) -> Result<(Code, u64), Box<dyn Error>> {
    let values = exit.values()?;
    let frame = values.frames.first().ok_or("an exit without frames")?;
    let code = continuations.get(&frame.pc).and_then(WeakCode::upgrade).ok_or("an unknown exit")?;
    let layout = code.osr_layout(0).ok_or("the continuation has no OSR entry")?;
    // The code reads it at its start; the process ends soon.
    let buffer = layout.buffer(&values.frames)?.leak();
    native::add(exits, 1);
    Ok((code, buffer.as_ptr().addr() as u64))
}

/// Links every second exit of the code to the continuation of its check.
fn link_some(
    codes: &[Code],
    continuations: &HashMap<u32, WeakCode>,
    memory: &CodeMemory,
    first: usize,
) -> Result<(), String> {
    for (code, number) in codes.iter().zip(first..) {
        let count = code.exits().len().map_err(|error| error.to_string())?;
        for exit in (number as u32 % 2..count).step_by(2).map(ExitId::new) {
            let description = code.exits().describe(exit).map_err(|error| error.to_string())?;
            // Procedures may have exits of their own, at calls.
            let pc = description.frames.first().map(|frame| frame.pc);
            let rest = pc.filter(|_| description.kind == ExitKind::Check);
            let Some(rest) = rest.and_then(|pc| continuations.get(&pc)).and_then(WeakCode::upgrade) else {
                continue;
            };
            match Recorder::link_exit(code, memory, exit, &rest) {
                Ok(_) | Err(ExitLinkError::Stack { .. }) => {}
                Err(error) => return Err(format!("{exit} is not linked: {error}")),
            }
        }
    }
    Ok(())
}

struct OsrFuzzer {
    tester: Tester,
    /// For the code between exits and continuations.
    memory: CodeMemory,
    options: ExitOptions,
}

impl OsrFuzzer {
    fn run(
        &mut self,
        recipe: &Recipe,
        seed: u64,
        case: u64,
        summary: &mut OsrSummary,
    ) -> Result<(), Box<Mismatch>> {
        let target = *self.tester.compilers[0].target();
        let module = generate::build(recipe, &target);
        time_limit::begin(seed, case, &module);
        let calls = fuzz::calls(&module, seed ^ case, self.options.calls);
        let mut random = Random::of_case(!seed, case);
        let Some(main) = module.procedure(MAIN).filter(|_| module.data.is_empty()) else {
            summary.unchecked += 1;
            return Ok(());
        };
        let points = points(main, &mut random);
        if points.is_empty() {
            summary.unchecked += 1;
            return Ok(());
        }
        summary.checks += points.len() as u64;
        let checked = with_checks(main, 0, &points);
        let setups = self.tester.setups.len() as u64;
        let [first, second] = [random.below(setups), random.below(setups)].map(|index| index as usize);
        let (from, to) = (self.tester.setups[first], self.tester.setups[second]);
        let mismatch = |call: Option<&Call>, what: String| {
            let what = format!("continues in {to:?}\n{what}");
            Box::new(Mismatch { module: module.to_string(), setup: Some(from), call: call.cloned(), what })
        };
        let found = self
            .execute(&module, &checked, &points, [first, second], &calls, summary)
            .map_err(|what| mismatch(None, what))?;
        for (Expected { call, execution, .. }, found) in &found {
            summary.compared += 1;
            if let Some(what) = difference(execution, found) {
                return Err(mismatch(Some(call), what));
            }
        }
        Ok(())
    }

    /// Interprets calls without checks, and executes them with all exits taken.
    fn execute(
        &mut self,
        module: &Module,
        checked: &Procedure,
        points: &[ResumePoint],
        [first, second]: [usize; 2],
        calls: &[Call],
        summary: &mut OsrSummary,
    ) -> Result<Vec<(Expected, super::Execution)>, String> {
        let mut expected = Vec::new();
        {
            let interpreter = Interpreter::new(module).map_err(|error| error.to_string())?;
            for call in calls {
                let call = Call { entry: 0, ..call.clone() };
                match interpret_call(&interpreter, module, &call)? {
                    Some((execution, exit, volatile)) => {
                        expected.push(Expected { call, execution, exit, volatile });
                    }
                    None => summary.skipped += 1,
                }
            }
        }
        let speculative = with_main(module, checked.clone());
        if let Err(violations) = ir::validate_module(&speculative) {
            let lines: Vec<String> = violations.iter().map(ToString::to_string).collect();
            return Err(format!("not valid with checks:\n{}", lines.join("\n")));
        }
        let code = main_of(self.tester.compile(first, &speculative)?)?;
        let mut codes = vec![code.clone()];
        let mut by_pc = HashMap::new();
        for point in points {
            let rest = checked.continuation(0, point).map_err(|error| error.to_string())?;
            let text = rest.to_string();
            let compiled = self.tester.compile(second, &with_main(module, rest));
            let entered = main_of(compiled.map_err(|error| format!("{error}\n{text}"))?)?;
            by_pc.insert(point.point.to_pc(), entered.downgrade());
            codes.push(entered);
        }
        let (by_pc, exits) = (Arc::new(by_pc), self.tester.arena.address(EXITS));
        for code in &codes {
            let by_pc = by_pc.clone();
            Recorder::continue_exits(code, move |exit| entered(exit, &by_pc, exits));
        }
        link_some(&codes, &by_pc, &self.memory, points.len())?;
        self.tester.arena.write(EXITS, &[0]);
        let executed = self.tester.execute(&code, module, &expected);
        summary.exits += self.tester.arena.get(EXITS);
        let executed = executed.map_err(|error| format!("no child process: {error}"))?;
        Ok(expected.into_iter().zip(executed).collect())
    }

    fn minimize(&mut self, recipe: Recipe, seed: u64, case: u64, mut mismatch: Box<Mismatch>) -> ExitFailure {
        let mut ignored = OsrSummary::default();
        let attempts = self.options.minimize;
        Minimizer::new(recipe).run(attempts, |smaller| match self.run(smaller, seed, case, &mut ignored) {
            Err(found) => {
                mismatch = found;
                true
            }
            Ok(()) => false,
        });
        ExitFailure { case, mismatch }
    }
}

/// Leaves random procedures at every check, and enters code of another level each time. Case n of a seed is always the
/// same procedure.
///
/// # Errors
/// This machine is not supported, or memory is exhausted.
pub fn fuzz_osr(seed: u64, cases: Range<u64>, options: &ExitOptions) -> Result<OsrSummary, Box<dyn Error>> {
    let setups = options.only.map_or_else(|| Setup::ALL.to_vec(), |only| vec![only]);
    // Frames with stack slots cannot be taken over, and code of two compilations has data objects of its own.
    let shape = Shape { checks: false, entries: false, objects: false, ..options.shape };
    let recipes = FuzzOptions { shape, trapping: 8, ..FuzzOptions::default() };
    let mut fuzzer =
        OsrFuzzer { tester: Tester::new(&setups)?, memory: CodeMemory::new()?, options: *options };
    let mut summary = OsrSummary::default();
    for case in cases {
        let recipe = fuzz::recipe(seed, case, &recipes);
        match fuzzer.run(&recipe, seed, case, &mut summary) {
            Ok(()) => summary.passed += 1,
            Err(mismatch) => {
                summary.failed += 1;
                let failure = fuzzer.minimize(recipe, seed, case, mismatch);
                summary.failures.push(failure);
                if summary.failures.len() >= options.max_failures {
                    break;
                }
            }
        }
    }
    time_limit::end();
    Ok(summary)
}
