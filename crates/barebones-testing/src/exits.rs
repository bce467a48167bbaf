//! Takes every exit of random modules, at each execution of its check, and compares the operands with those of the
//! interpreter.
//!
//! A module counts down its executed checks, and the check that reaches zero fails ([`crate::generate::COUNTDOWN`]).
//! A first execution determines their number, and then each is made to fail in an execution of its own. An
//! invalidation point exits when the program has invalidated itself, which it does instead of failing a check. Since
//! such programs change their code, their executions have a child process each, with code memory that is not shared
//! with the parent. The generators of compiled checks write their operands to memory and trap; the trap is caught.

mod osr;
mod record_exit;
mod recorder;

pub use osr::{OsrSummary, fuzz_osr, with_checks};
pub use recorder::{EXIT, Left, Recorder, STATE, left};

use crate::differential::{Call, Mismatch, Setup, compile_through_bytes};
use crate::externs;
use crate::fuzz::{self, FuzzOptions};
use crate::generate::{self, COUNTDOWN, MAIN, Minimizer, Recipe, Shape};
use crate::native::{self, Arena, Ended};
use crate::time_limit;
use barebones::Compiler;
use barebones::base::{TrapCode, Type};
use barebones::interp::{Exit, ExitEntry, Interpreter, Limits, Outcome, Reply, SandboxHost, SandboxMemory};
use barebones::ir::{self, Module, ObjectId};
use barebones::jit::{Bits, Code, CodeMemory, MappingMode, MemoryOptions};
use std::cell::Cell;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Arc;

/// Options of a run.
#[derive(Clone, Copy, Debug)]
pub struct ExitOptions {
    /// Size and features of modules.
    pub shape: Shape,
    /// Number of calls of each module.
    pub calls: u64,
    /// Maximum number of exits taken per call. If a call executes more checks, half of the exits are the first ones,
    /// and the others are spaced evenly.
    pub exits: u64,
    /// The only setup, if given.
    pub only: Option<Setup>,
    /// Maximum number of smaller modules tried to minimize a failure.
    pub minimize: usize,
    /// Number of failures after which the run stops.
    pub max_failures: usize,
}

impl Default for ExitOptions {
    fn default() -> ExitOptions {
        let shape = Shape { steps: 10, checks: true, ..Shape::default() };
        ExitOptions { shape, calls: 1, exits: 512, only: None, minimize: 2000, max_failures: 10 }
    }
}

/// A minimized failure.
#[derive(Clone, Debug)]
pub struct ExitFailure {
    /// Number of the case.
    pub case: u64,
    /// The difference; prints as a file.
    pub mismatch: Box<Mismatch>,
}

/// Results of a run.
#[derive(Debug, Default)]
pub struct ExitSummary {
    /// Number of modules without a difference.
    pub passed: u64,
    /// Number of modules that failed.
    pub failed: u64,
    /// Number of exits compared.
    pub exits: u64,
    /// Number of exit operands compared.
    pub operands: u64,
    /// Number of other executions compared.
    pub others: u64,
    /// Number of calls with too many checks, of which not every exit was taken.
    pub partial: u64,
    /// Number of executions in which the interpreter reached its step limit.
    pub skipped: u64,
    /// The failures.
    pub failures: Vec<ExitFailure>,
}

/// How an execution ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum End {
    Returned(Vec<u64>),
    /// Number of the exit, and its operands.
    Left(u64, Vec<u64>),
    Trapped(TrapCode),
    /// It ended as no valid program does.
    Crashed(String),
}

/// The end of an execution, and the contents of memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Execution {
    pub(crate) end: End,
    pub(crate) buffer: Vec<u8>,
    pub(crate) data: Vec<Vec<u8>>,
}

/// A call with its countdown, and the interpreter's result.
pub(crate) struct Expected {
    pub(crate) call: Call,
    pub(crate) execution: Execution,
    /// The exit that was taken, if any.
    pub(crate) exit: Option<Box<Exit>>,
    /// See [`SandboxHost::volatile_accesses`].
    pub(crate) volatile: u64,
}

const RESULTS: usize = 8;
/// Words of an execution: how it ended, the number of words that follow, and these words.
const HEAD: usize = 2 + WORDS;
/// Maximum number of the latter, as for an exit.
const WORDS: usize = Recorder::WORDS;
const RETURNED: u64 = 1;
const LEFT: u64 = 2;
const TRAPPED: u64 = 3;
const ARENA_WORDS: usize = 1 << 18;
const STEP_LIMIT: u64 = 100_000;
/// More checks than any execution has.
const NEVER: u64 = 1 << 40;

pub(crate) struct Tester {
    setups: Vec<Setup>,
    compilers: Vec<Compiler>,
    arena: Arena,
}

impl Tester {
    pub(crate) fn new(setups: &[Setup]) -> Result<Tester, Box<dyn std::error::Error>> {
        let mut compilers: Vec<Compiler> =
            setups.iter().map(|setup| setup.compiler(true)).collect::<Result<_, _>>()?;
        let guarded = setups.iter().all(|setup| setup.protection.landing_pads);
        let options =
            MemoryOptions { mode: Some(MappingMode::Toggling), guarded, ..MemoryOptions::default() };
        let memory = Arc::new(CodeMemory::with_options(options)?);
        compilers.iter_mut().for_each(|compiler| compiler.set_memory(memory.clone()));
        Ok(Tester { setups: setups.to_vec(), compilers, arena: Arena::new(ARENA_WORDS)? })
    }

    /// Compares all executions of a module's `main` for these calls.
    pub(crate) fn run(
        &mut self,
        module: &Module,
        calls: &[Call],
        setups: &[usize],
        exits: u64,
        summary: &mut ExitSummary,
    ) -> Result<(), Box<Mismatch>> {
        let mismatch = |setup: Option<Setup>, call: Option<&Call>, what: String| {
            Box::new(Mismatch { module: module.to_string(), setup, call: call.cloned(), what })
        };
        if let Err(violations) = ir::validate_module(module) {
            let lines: Vec<String> = violations.iter().map(ToString::to_string).collect();
            return Err(mismatch(None, None, format!("not valid:\n{}", lines.join("\n"))));
        }
        let expected = interpret(module, calls, exits, summary)
            .map_err(|(call, what)| mismatch(None, call.as_ref(), what))?;
        for &index in setups {
            let setup = self.setups[index];
            let found = self
                .compile_and_execute(index, module, &expected)
                .map_err(|what| mismatch(Some(setup), None, what))?;
            for (Expected { call, execution, .. }, found) in expected.iter().zip(&found) {
                if let Some(what) = difference(execution, found) {
                    return Err(mismatch(Some(setup), Some(call), what));
                }
                match &execution.end {
                    End::Left(_, operands) => {
                        summary.exits += 1;
                        summary.operands += operands.len() as u64;
                    }
                    _ => summary.others += 1,
                }
            }
        }
        Ok(())
    }

    /// The recorder, whose record is at the start of the arena.
    fn recorder(&self) -> Recorder {
        Recorder::at(self.arena.address(0))
    }

    fn compile(&mut self, index: usize, module: &Module) -> Result<Vec<Code>, String> {
        let mut module = module.clone();
        self.recorder().add_generators(&mut module);
        if self.setups[index].saved {
            return compile_through_bytes(&mut self.compilers[index], &module);
        }
        let compiled = self.compilers[index].compile_module(module, &externs::address);
        compiled.map_err(|failure| failure.to_string())
    }

    /// Executes all calls of `main`, if there is one. Without child processes, code that changes itself is recompiled
    /// for each call.
    fn compile_and_execute(
        &mut self,
        index: usize,
        module: &Module,
        expected: &[Expected],
    ) -> Result<Vec<Execution>, String> {
        let mut found = Vec::new();
        while found.len() < expected.len() {
            let codes = self.compile(index, module)?;
            let Some(code) = codes.iter().find(|code| code.name() == MAIN) else { break };
            self.recorder().handle_exits(code);
            let stays = native::HAS_CHILDREN || !is_self_modifying(code);
            let last = if stays { expected.len() } else { found.len() + 1 };
            let executed = self.execute(code, module, &expected[found.len()..last]);
            found.extend(executed.map_err(|error| format!("no child process: {error}"))?);
        }
        Ok(found)
    }

    /// Executes all calls, in one child until it ends.
    fn execute(
        &self,
        code: &Code,
        module: &Module,
        expected: &[Expected],
    ) -> std::io::Result<Vec<Execution>> {
        let data: usize = module.data.iter().map(|data| data.bytes.len().div_ceil(8)).sum();
        let mut place = HEAD;
        let mut places = Vec::new();
        for Expected { call, .. } in expected {
            self.arena.write(place, &[0; HEAD]);
            self.arena.write(place + HEAD, &words(&call.buffer));
            places.push(place);
            place += HEAD + call.buffer.len().div_ceil(8) + data;
        }
        let is_self_modifying = is_self_modifying(code);
        let _running = externs::run(code.clone());
        let mut found = Vec::new();
        while found.len() < expected.len() {
            let last = if is_self_modifying { found.len() + 1 } else { expected.len() };
            let rest = found.len()..last;
            let ended = native::in_child(|| {
                rest.clone().for_each(|i| self.call(code, module, &expected[i].call, places[i]));
            })?;
            for i in rest {
                let execution = self.read_back(module, &expected[i].call, places[i], ended);
                let crashed = matches!(execution.end, End::Crashed(_));
                found.push(execution);
                if crashed {
                    break;
                }
            }
        }
        Ok(found)
    }

    /// Calls `main` in the child, and stores the results and memory in the arena.
    fn call(&self, code: &Code, module: &Module, call: &Call, place: usize) {
        for (i, data) in module.data.iter().enumerate() {
            native::reset_data(code, i, &data.bytes);
        }
        self.arena.write(0, &[0; HEAD]);
        let mut args = vec![Bits { ty: Type::Int64, bits: self.arena.address(place + HEAD) }];
        args.extend(call.args.iter().map(|&(ty, bits)| {
            let garbage = if ty.size() == 4 { 0xdead_beef_0000_0000 } else { 0 };
            Bits { ty, bits: bits | garbage }
        }));
        let (kind, words) = match native::call_catching(code, &args) {
            Ok(Ok(results)) => (RETURNED, results[..results.len().min(RESULTS)].to_vec()),
            Ok(Err(EXIT)) => (LEFT, self.arena.read(0, WORDS)),
            Ok(Err(code)) => (TRAPPED, vec![u64::from(code.to_bits())]),
            Err(_) => return,
        };
        let mut at = place + HEAD + call.buffer.len().div_ceil(8);
        for i in 0..module.data.len() {
            let content = self::words(&native::read_data(code, i));
            self.arena.write(at, &content);
            at += content.len();
        }
        self.arena.write(place + 1, &[words.len() as u64]);
        self.arena.write(place + 2, &words);
        self.arena.write(place, &[kind]);
    }

    fn read_back(&self, module: &Module, call: &Call, place: usize, ended: Ended) -> Execution {
        let count = self.arena.get(place + 1) as usize;
        let words = self.arena.read(place + 2, count.min(WORDS));
        let end = match (self.arena.get(place), &words[..]) {
            (RETURNED, results) => End::Returned(results.to_vec()),
            (LEFT, [number, count, operands @ ..]) => {
                End::Left(*number, operands[..(*count as usize).min(operands.len())].to_vec())
            }
            (TRAPPED, [code]) => TrapCode::from_bits(*code as u32)
                .map_or_else(|| End::Crashed(format!("trap {code:#x}")), End::Trapped),
            _ => End::Crashed(format!("{ended:?}")),
        };
        let mut at = place + HEAD;
        let mut take = |len: usize| {
            let words = self.arena.read(at, len.div_ceil(8));
            at += words.len();
            bytes(&words, len)
        };
        let buffer = take(call.buffer.len());
        let data = module.data.iter().map(|data| take(data.bytes.len())).collect();
        Execution { end, buffer, data }
    }
}

/// True if the code may be patched while it runs.
fn is_self_modifying(code: &Code) -> bool {
    code.siblings().iter().any(|code| !code.patchable_sites().is_empty())
}

fn words(bytes: &[u8]) -> Vec<u64> {
    let word = |chunk: &[u8]| chunk.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
    bytes.chunks(8).map(word).collect()
}

fn bytes(words: &[u64], len: usize) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).take(len).collect()
}

/// Interprets calls: each with no forced failure, and with failures of its checks, one at a time.
pub(crate) fn interpret(
    module: &Module,
    calls: &[Call],
    exits: u64,
    summary: &mut ExitSummary,
) -> Result<Vec<Expected>, (Option<Call>, String)> {
    let interpreter = Interpreter::new(module).map_err(|error| (None, error.to_string()))?;
    let mut all = Vec::new();
    for call in calls {
        let call = with_countdown(call, NEVER);
        let Some((complete, exit, volatile)) =
            interpret_call(&interpreter, module, &call).map_err(|what| (Some(call.clone()), what))?
        else {
            summary.skipped += 1;
            continue;
        };
        let left =
            u64::from_le_bytes(complete.buffer[COUNTDOWN as usize..][..8].try_into().unwrap_or_default());
        let checks = NEVER.wrapping_sub(left);
        all.push(Expected { call: call.clone(), execution: complete, exit, volatile });
        let first = if checks <= exits { checks } else { exits / 2 };
        summary.partial += u64::from(first < checks);
        let far = (checks - first).div_ceil((exits - exits / 2).max(1)).max(1);
        let chosen = (1..=first).chain((first + 1..=checks).step_by(far as usize));
        for countdown in chosen {
            let call = with_countdown(&call, countdown);
            match interpret_call(&interpreter, module, &call).map_err(|what| (Some(call.clone()), what))? {
                Some((execution, exit, volatile)) => all.push(Expected { call, execution, exit, volatile }),
                None => summary.skipped += 1,
            }
        }
    }
    Ok(all)
}

/// Interprets the calls again, in a module that should be equivalent. Returns the number of executions compared, and
/// of exits among them; or the first difference. Executions that now reach the step limit are skipped.
pub(crate) fn compare_again(
    module: &Module,
    expected: &[Expected],
) -> Result<(u64, u64), (Option<Call>, String)> {
    let interpreter = Interpreter::new(module).map_err(|error| (None, error.to_string()))?;
    let (mut compared, mut exits) = (0, 0);
    for Expected { call, execution, exit, volatile } in expected {
        let found = interpret_call(&interpreter, module, call).map_err(|what| (Some(call.clone()), what))?;
        let Some((mut found, found_exit, found_volatile)) = found else { continue };
        if let (Some(before), Some(after)) = (exit, &found_exit)
            && is_same_exit(before, after)
        {
            found.end = execution.end.clone();
        }
        if execution.end != found.end {
            let what = format!("before: {:x?}\nafter: {:x?}", execution.end, found.end);
            return Err((Some(call.clone()), what));
        }
        if *execution != found {
            return Err((Some(call.clone()), String::from("memory differs")));
        }
        if *volatile != found_volatile {
            return Err((Some(call.clone()), String::from("the sequences of volatile accesses differ")));
        }
        compared += 1;
        exits += u64::from(matches!(execution.end, End::Left(..)));
    }
    Ok((compared, exits))
}

fn with_countdown(call: &Call, countdown: u64) -> Call {
    // Exits are taken from the first entry only.
    let mut call = Call { entry: 0, ..call.clone() };
    call.buffer[COUNTDOWN as usize..][..8].copy_from_slice(&countdown.to_le_bytes());
    call
}

/// Adds the function with which a module invalidates itself, and lets invalidation points exit after its call.
pub(crate) fn add_invalidation(host: &mut SandboxHost) {
    let invalid = Rc::new(Cell::new(false));
    let flag = invalid.clone();
    let invalidate = move |_: &mut SandboxMemory, args: &[u64]| {
        flag.set(flag.get() || args != [0]);
        Ok(Reply::nothing())
    };
    host.add_function(externs::INVALIDATE.name, Box::new(invalidate));
    host.set_invalidation(move |_| invalid.get());
}

/// An execution by the interpreter, the exit that it took, and a digest of its volatile accesses.
type Interpreted = (Execution, Option<Box<Exit>>, u64);

/// Interprets a call; `None` if it reaches the step limit.
fn interpret_call(
    interpreter: &Interpreter<'_>,
    module: &Module,
    call: &Call,
) -> Result<Option<Interpreted>, String> {
    let mut host = SandboxHost::with_stack(1 << 16);
    host.set_exits_by_generators(true);
    host.add_data(module);
    externs::register(&mut host);
    add_invalidation(&mut host);
    let size = call.buffer.len();
    let address = host.memory.allocate(size);
    let fault = |fault: barebones::interp::Fault| fault.to_string();
    host.memory.bytes_mut(address, size as u64).map_err(fault)?.copy_from_slice(&call.buffer);
    let mut args = vec![(Type::Int64, address)];
    args.extend(&call.args);
    let limits = Limits { steps: STEP_LIMIT, depth: 200 };
    let execution = interpreter.call(MAIN, &args, &mut host, limits).map_err(|error| error.to_string())?;
    if let Some(place) = execution.unspecified {
        return Err(format!("the program exposes unspecified bits at {place:?}"));
    }
    let mut taken = None;
    let end = match execution.outcome {
        Outcome::Returned(results) => End::Returned(results.iter().map(|(_, bits)| *bits).collect()),
        Outcome::Trap { code, .. } => End::Trapped(code),
        Outcome::Exit(exit) => {
            let Left { number, words } = left(&exit).ok_or_else(|| format!("{exit:?}"))?;
            taken = Some(exit);
            End::Left(number, words)
        }
        Outcome::StepLimit => return Ok(None),
        other => return Err(format!("the interpreter: {other:?}")),
    };
    let buffer = host.memory.bytes(address, size as u64).map_err(fault)?.to_vec();
    let content = |data: &ir::Data| {
        let address = host.data_address(&data.name).unwrap_or_default();
        host.memory.bytes(address, data.bytes.len() as u64).map(<[u8]>::to_vec)
    };
    let data = module.data.iter().map(content).collect::<Result<_, _>>().map_err(fault)?;
    Ok(Some((Execution { end, buffer, data }, taken, host.volatile_accesses)))
}

/// True if two exits are equivalent. The second may be from an inlined copy of its procedure: then it has additional
/// outer frames, and other numbers of objects.
pub(crate) fn is_same_exit(before: &Exit, after: &Exit) -> bool {
    /// Objects are the same if they occur in the same places.
    fn same(before: &[ExitEntry], after: &[ExitEntry], objects: &mut Vec<(ObjectId, ObjectId)>) -> bool {
        let mut pair = |(a, b): (&ExitEntry, &ExitEntry)| match (*a, *b) {
            (ExitEntry::Object(a), ExitEntry::Object(b)) => {
                let known = objects.iter().find(|(x, y)| *x == a || *y == b).copied();
                known.unwrap_or_else(|| {
                    objects.push((a, b));
                    (a, b)
                }) == (a, b)
            }
            (a, b) => a == b,
        };
        before.len() == after.len() && before.iter().zip(after).all(&mut pair)
    }

    let mut objects = Vec::new();
    let mut frames = before.frames.iter().zip(&after.frames);
    if before.generator != after.generator
        || before.operands != after.operands
        || before.frames.len() > after.frames.len()
        || !frames.all(|(a, b)| {
            (a.function, a.pc, a.local_count) == (b.function, b.pc, b.local_count)
                && same(&a.entries, &b.entries, &mut objects)
        })
    {
        return false;
    }
    let mut next = 0;
    while let Some(&(a, b)) = objects.get(next) {
        next += 1;
        let find = |exit: &Exit, id| exit.objects.iter().find(|object| object.id == id).cloned();
        match (find(before, a), find(after, b)) {
            (Some(a), Some(b)) if a.shape == b.shape && same(&a.fields, &b.fields, &mut objects) => {}
            _ => return false,
        }
    }
    true
}

fn difference(expected: &Execution, found: &Execution) -> Option<String> {
    if expected.end != found.end {
        return Some(format!("interpreter: {:x?}\ncompiled: {:x?}", expected.end, found.end));
    }
    (expected != found).then(|| String::from("memory differs"))
}

struct Fuzzer {
    tester: Tester,
    options: ExitOptions,
    setups: Vec<Setup>,
    /// The setup with which a failure occurs, during minimization.
    only: Option<usize>,
}

impl Fuzzer {
    fn run(
        &mut self,
        recipe: &Recipe,
        seed: u64,
        case: u64,
        summary: &mut ExitSummary,
    ) -> Result<(), Box<Mismatch>> {
        let target = *self.tester.compilers[0].target();
        let module = generate::build(recipe, &target);
        time_limit::begin(seed, case, &module);
        let calls = fuzz::calls(&module, seed ^ case, self.options.calls);
        let setups = match (self.only, self.options.only) {
            (Some(setup), _) => vec![setup],
            (None, Some(_)) => vec![0],
            (None, None) => Setup::rotating(case).to_vec(),
        };
        let (tester, exits) = (&mut self.tester, self.options.exits);
        let run = AssertUnwindSafe(|| tester.run(&module, &calls, &setups, exits, summary));
        catch_unwind(run).unwrap_or_else(|panic| {
            let message = panic.downcast_ref::<String>().cloned();
            let message = message.or_else(|| panic.downcast_ref::<&str>().map(|text| text.to_string()));
            let what = format!("panic: {}", message.unwrap_or_default());
            Err(Box::new(Mismatch { module: module.to_string(), setup: None, call: None, what }))
        })
    }

    fn minimize(&mut self, recipe: Recipe, seed: u64, case: u64, mut mismatch: Box<Mismatch>) -> ExitFailure {
        self.only = self.setups.iter().position(|setup| Some(*setup) == mismatch.setup);
        let attempts = self.options.minimize;
        let mut ignored = ExitSummary::default();
        Minimizer::new(recipe).run(attempts, |smaller| match self.run(smaller, seed, case, &mut ignored) {
            Err(found) => {
                mismatch = found;
                true
            }
            Ok(()) => false,
        });
        self.only = None;
        ExitFailure { case, mismatch }
    }
}

/// Takes every exit of the module of a recipe, with one setup of `options` or with those of case 0.
///
/// # Errors
/// A [`Mismatch`], which is not minimized.
///
/// # Panics
/// This machine is not supported, or memory is exhausted.
pub fn take_exits(recipe: &Recipe, seed: u64, options: &ExitOptions) -> Result<(), Box<Mismatch>> {
    let setups = options.only.map_or_else(|| Setup::ALL.to_vec(), |only| vec![only]);
    let tester = Tester::new(&setups).expect("memory for a tester");
    let mut fuzzer = Fuzzer { tester, options: *options, setups, only: None };
    fuzzer.run(recipe, seed, 0, &mut ExitSummary::default())
}

/// Takes every exit of random modules. Case n of a seed is always the same module.
///
/// # Errors
/// This machine is not supported, or memory is exhausted.
pub fn fuzz_exits(
    seed: u64,
    cases: Range<u64>,
    options: &ExitOptions,
) -> Result<ExitSummary, Box<dyn std::error::Error>> {
    let setups = options.only.map_or_else(|| Setup::ALL.to_vec(), |only| vec![only]);
    let tester = Tester::new(&setups)?;
    let mut fuzzer = Fuzzer { tester, options: *options, setups, only: None };
    let recipes = FuzzOptions { shape: options.shape, trapping: 8, ..FuzzOptions::default() };
    let mut summary = ExitSummary::default();
    for case in cases {
        let recipe = fuzz::recipe(seed, case, &recipes);
        match fuzzer.run(&recipe, seed, case, &mut summary) {
            Ok(()) => summary.passed += 1,
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
    Ok(summary)
}
