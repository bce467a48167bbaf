//! Executes a module with all engines and compares the results: the interpreter, and code of all levels, with and
//! without optional instructions, and with forced decisions of register allocation. At O2 with forced decisions,
//! calls are inlined, too.

use crate::coverage::{Allocations, Coverage, Traps};
use crate::externs;
use crate::generate::MAIN;
use crate::native::{self, Arena, Ended};
use crate::passes::BUDGET;
use barebones::base::{Arch, BranchProtection, Features, Hardening, Target, Targets, TrapCode, Type};
use barebones::error::{CompileError, ModuleFailure};
use barebones::interp::{Interpreter, Limits, Outcome, SandboxHost};
use barebones::ir::{self, Module};
use barebones::jit::{Bits, Code};
use barebones::opt::ModuleCallees;
use barebones::regalloc::Forced;
use barebones::saved_code::SavedCode;
use barebones::{Backend, Budget, Compiler, OnLimit, OptLevel, Options, Stage};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::{fmt, io};

/// A configuration for compilation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The optimization level.
    pub level: OptLevel,
    /// Forced decisions of register allocation.
    pub forced: Forced,
    /// The optional instructions that code may use, as far as the machine has them.
    pub features: Features,
    /// The code generator.
    pub backend: Backend,
    /// Branch protection, as far as the machine has it.
    pub protection: BranchProtection,
    /// Blinded constants and hardened branches.
    pub hardening: Hardening,
    /// True to limit the work, so that some procedures fall back to O0.
    pub limited: bool,
    /// True to save the code, and link what is loaded.
    pub saved: bool,
}

impl Setup {
    /// A setup with all features of this machine.
    pub const fn new(level: OptLevel, forced: Forced) -> Setup {
        Setup {
            level,
            forced,
            features: Features::all(),
            backend: Backend::Barebones,
            protection: BranchProtection::NONE,
            hardening: Hardening::NONE,
            limited: false,
            saved: false,
        }
    }

    /// A setup with landing pads and hardening, for hostile input.
    pub const fn hardened(level: OptLevel, seed: u64) -> Setup {
        let protection = BranchProtection { landing_pads: true, sign_return_address: false };
        Setup { protection, hardening: Hardening::full(seed), ..Setup::new(level, Forced::None) }
    }

    const fn cranelift(level: OptLevel) -> Setup {
        Setup { backend: Backend::Cranelift, ..Setup::new(level, Forced::None) }
    }

    /// All setups of the Cranelift backend, the default one first.
    pub const CRANELIFT: [Setup; 5] = {
        use OptLevel::{O0, O1, O2};
        [
            Setup::cranelift(O2),
            Setup::cranelift(O0),
            Setup::cranelift(O1),
            Setup { features: Features::empty(), ..Setup::cranelift(O2) },
            Setup { features: Features::empty(), ..Setup::cranelift(O0) },
        ]
    };

    /// All setups of the library's own backend, the default ones first.
    pub const ALL: [Setup; 22] = {
        use OptLevel::{O0, O1, O2};
        [
            Setup::new(O0, Forced::None),
            Setup::new(O2, Forced::None),
            Setup::new(O1, Forced::None),
            Setup { features: Features::empty(), ..Setup::new(O0, Forced::None) },
            Setup { features: Features::empty(), ..Setup::new(O2, Forced::None) },
            Setup::new(O0, Forced::SpillAll),
            Setup::new(O2, Forced::SpillAll),
            Setup::new(O0, Forced::Few),
            Setup::new(O2, Forced::Few),
            Setup::new(O0, Forced::Random(1)),
            Setup::new(O2, Forced::Random(2)),
            Setup::new(O0, Forced::Split(3)),
            Setup::new(O2, Forced::Split(4)),
            Setup::new(O1, Forced::Random(5)),
            Setup { features: Features::SSE41, ..Setup::new(O1, Forced::Split(6)) },
            Setup { limited: true, ..Setup::new(O2, Forced::None) },
            Setup { limited: true, ..Setup::new(O1, Forced::None) },
            Setup { saved: true, ..Setup::new(O2, Forced::None) },
            Setup { saved: true, ..Setup::new(O0, Forced::None) },
            Setup::hardened(O0, 7),
            Setup::hardened(O1, 8),
            Setup::hardened(O2, 9),
        ]
    };

    /// True if procedures are inlined: not in the default setups.
    fn inlines(&self) -> bool {
        self.level == OptLevel::O2 && self.forced != Forced::None
    }

    /// Creates a compiler with this setup.
    ///
    /// # Errors
    /// [`CompileError::UnsupportedTarget`] on a machine without code generator.
    pub fn compiler(&self, check_allocation: bool) -> Result<Compiler, CompileError> {
        Ok(self.compiler_for(barebones::host_target()?, check_allocation))
    }

    /// Creates a compiler with this setup for a target.
    pub fn compiler_for(&self, target: Target, check_allocation: bool) -> Compiler {
        let mut options = Options::at(self.level);
        options.forced = self.forced;
        options.backend = self.backend;
        options.branch_protection = self.protection;
        options.branch_protection.sign_return_address &= target.desc.arch == Arch::A64;
        options.hardening = self.hardening;
        options.check_allocation = check_allocation;
        let mut compiler = Compiler::for_target(target, options);
        compiler.restrict_features(self.features);
        compiler
    }

    /// Indices of the default setups, and of another one that depends on the case.
    pub fn rotating(case: u64) -> [usize; 3] {
        [0, 1, 2 + (case % (Setup::ALL.len() as u64 - 2)) as usize]
    }
}

/// `O2`, `O0 SpillAll`, `O2 without features`, `O1 Split(6) with sse4.1 only`, `cranelift O2`.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.backend != Backend::Barebones {
            write!(f, "{} ", self.backend.name())?;
        }
        write!(f, "{:?}", self.level)?;
        if self.forced != Forced::None {
            write!(f, " {:?}", self.forced)?;
        }
        match Features::NAMES.iter().find(|(_, feature)| self.features == *feature) {
            Some((name, _)) => write!(f, " with {name} only")?,
            None => f.write_str(if self.features.is_empty() { " without features" } else { "" })?,
        }
        let BranchProtection { landing_pads, sign_return_address } = self.protection;
        f.write_str(if landing_pads { " with landing pads" } else { "" })?;
        f.write_str(if sign_return_address { " with signed return addresses" } else { "" })?;
        if self.hardening != Hardening::NONE {
            write!(f, " hardened with seed {}", self.hardening.seed)?;
        }
        f.write_str(if self.limited { " with limited work" } else { "" })?;
        f.write_str(if self.saved { " saved and loaded" } else { "" })
    }
}

/// Compiles a module to bytes, and links the code that is loaded from them.
pub(crate) fn compile_through_bytes(compiler: &mut Compiler, module: &Module) -> Result<Vec<Code>, String> {
    let saved = compiler.save_module(module).map_err(|error| error.to_string())?;
    let bytes = saved.to_bytes();
    let loaded = SavedCode::from_bytes(&bytes, compiler.target(), compiler.content_key(module));
    let loaded = loaded.map_err(|error| error.to_string())?;
    if loaded != saved || loaded.to_bytes() != bytes {
        return Err(String::from("the saved code changes when it is loaded"));
    }
    compiler.link_saved(&loaded, &externs::address).map_err(|error| error.to_string())
}

/// A call of a module's `main`. Its first argument is a buffer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Call {
    /// Index of the entry.
    pub entry: u32,
    /// Contents of the buffer.
    pub buffer: Vec<u8>,
    /// The arguments after the buffer.
    pub args: Vec<(Type, u64)>,
}

impl Call {
    /// Parses the calls that the lines `;; entry`, `;; buffer`, `;; argument` and `;; call` of a file describe.
    ///
    /// # Errors
    /// The first line that is none of these.
    pub fn parse(text: &str) -> Result<Vec<Call>, String> {
        let mut calls = Vec::new();
        let mut call = Call::default();
        for line in text.lines() {
            let Some(directive) = line.strip_prefix(";;") else { continue };
            let words: Vec<&str> = directive.split_whitespace().collect();
            let understood = match words[..] {
                ["buffer", bytes] if bytes.is_ascii() => (0..bytes.len()).step_by(2).try_for_each(|i| {
                    call.buffer.push(u8::from_str_radix(bytes.get(i..i + 2)?, 16).ok()?);
                    Some(())
                }),
                ["argument", ty, bits] => {
                    Type::from_name(ty).zip(bits.strip_prefix("0x")).and_then(|(ty, bits)| {
                        call.args.push((ty, u64::from_str_radix(bits, 16).ok()?));
                        Some(())
                    })
                }
                ["entry", number] => number.parse().ok().map(|entry| call.entry = entry),
                ["call"] => {
                    calls.push(std::mem::take(&mut call));
                    Some(())
                }
                _ => None,
            };
            understood.ok_or_else(|| line.to_string())?;
        }
        Ok(calls)
    }
}

/// The comparable outcome of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// It returned these results.
    Returned(Vec<u64>),
    /// It trapped with this code, in this procedure.
    Trapped(TrapCode, String),
    /// It ended as no valid program does.
    Crashed(String),
}

/// Statistics of calls whose outcomes agree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Number of values executed by the interpreter.
    pub steps: u64,
    /// Number of executions compared with the interpreter.
    pub compared: u32,
    /// Number of calls not compared, because the interpreter reached its step limit.
    pub skipped: u32,
    /// Calls that trapped.
    pub traps: Traps,
}

/// A difference between two executions, or a failure to execute. Prints as a file that can be run again.
#[derive(Clone, Debug)]
pub struct Mismatch {
    /// The module as text.
    pub module: String,
    /// The setup; `None` before compilation.
    pub setup: Option<Setup>,
    /// The call; `None` if there was none.
    pub call: Option<Call>,
    /// Description of the difference.
    pub what: String,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.module)?;
        if let Some(setup) = self.setup {
            writeln!(f, "; compiled: {setup}")?;
        }
        self.what.lines().try_for_each(|line| writeln!(f, "; {line}"))?;
        if let Some(call) = &self.call {
            if call.entry != 0 {
                writeln!(f, ";; entry {}", call.entry)?;
            }
            for chunk in call.buffer.chunks(48) {
                let bytes: String = chunk.iter().map(|byte| format!("{byte:02x}")).collect();
                writeln!(f, ";; buffer {bytes}")?;
            }
            call.args.iter().try_for_each(|(ty, bits)| writeln!(f, ";; argument {ty} {bits:#x}"))?;
            writeln!(f, ";; call")?;
        }
        Ok(())
    }
}

impl std::error::Error for Mismatch {}

/// The outcome and memory of a call: those of the interpreter are the expected ones.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Expected {
    pub(crate) effect: Effect,
    pub(crate) buffer: Vec<u8>,
    pub(crate) data: Vec<Vec<u8>>,
}

/// Layout of an execution in the arena, in words: a flag, the number of results, and the results.
const RESULTS: usize = 8;
const HEAD: usize = 2 + RESULTS;
const FINISHED: u64 = 0x0bad_cafe;
const STEP_LIMIT: u64 = 300_000;
const ARENA_WORDS: usize = 1 << 16;

/// Compiles modules and compares their executions; reuses its compilers.
pub struct Tester {
    setups: Vec<Setup>,
    compilers: Vec<Compiler>,
    arena: Arena,
    /// Decisions of register allocation by level, with the library's own backend.
    pub allocations: [Allocations; OptLevel::ALL.len()],
    /// Number of procedures that were compiled at O0, by the stage that reached the limit.
    pub fallbacks: BTreeMap<Stage, u64>,
    /// Coverage counters, if enabled.
    pub coverage: Option<Box<Coverage>>,
}

impl Tester {
    /// Creates a tester with these setups.
    ///
    /// # Errors
    /// [`CompileError::UnsupportedTarget`], or memory is exhausted.
    pub fn new(setups: &[Setup]) -> Result<Tester, Box<dyn std::error::Error>> {
        let compilers = setups.iter().map(|setup| setup.compiler(true)).collect::<Result<_, _>>()?;
        Ok(Tester {
            setups: setups.to_vec(),
            compilers,
            arena: Arena::new(ARENA_WORDS)?,
            allocations: Default::default(),
            fallbacks: BTreeMap::new(),
            coverage: None,
        })
    }

    /// Compares all executions of a module's `main`.
    ///
    /// # Errors
    /// A [`Mismatch`]; also if the module is invalid, its text does not round-trip, or it does not compile.
    pub fn run(&mut self, module: &Module, calls: &[Call]) -> Result<Report, Box<Mismatch>> {
        self.run_setups(module, calls, &(0..self.setups.len()).collect::<Vec<_>>())
    }

    /// Like [`Tester::run`], with the setups of these indices only.
    ///
    /// # Errors
    /// As [`Tester::run`].
    pub fn run_setups(
        &mut self,
        module: &Module,
        calls: &[Call],
        setups: &[usize],
    ) -> Result<Report, Box<Mismatch>> {
        let mismatch = |setup: Option<Setup>, call: Option<&Call>, what: String| {
            Box::new(Mismatch { module: module.to_string(), setup, call: call.cloned(), what })
        };
        if let Err(violations) = ir::validate_module(module) {
            let lines: Vec<String> = violations.iter().map(ToString::to_string).collect();
            return Err(mismatch(None, None, format!("not valid:\n{}", lines.join("\n"))));
        }
        check_text(module).map_err(|what| mismatch(None, None, what))?;
        let mut report = Report::default();
        let (calls, expected) =
            interpret(module, calls, &mut report).map_err(|(call, what)| mismatch(None, call, what))?;
        let mut compiled = Vec::with_capacity(setups.len());
        for &index in setups {
            let codes = self.compile(index, module);
            let codes = codes.map_err(|what| mismatch(Some(self.setups[index]), None, what))?;
            compiled.push((self.setups[index], codes));
        }
        let runs = plan(&compiled, module, &calls, &expected);
        let results = self
            .execute(&runs, module)
            .map_err(|error| mismatch(None, None, format!("no child process: {error}")))?;
        for (run, found) in runs.iter().zip(results) {
            report.compared += 1;
            if let Some(what) = difference(run.expected, &found, run.setup.inlines()) {
                return Err(mismatch(Some(run.setup), Some(run.call), what));
            }
        }
        Ok(report)
    }

    fn compile(&mut self, index: usize, module: &Module) -> Result<Vec<Code>, String> {
        let compiler = &mut self.compilers[index];
        if self.setups[index].inlines() {
            compiler.set_callees(Some(Arc::new(ModuleCallees::with_budget(module, BUDGET))));
        }
        if let Some(coverage) = &mut self.coverage {
            for proc in &module.procedures {
                coverage.count_procedure(proc);
                compiler.emit_observed(proc, &mut **coverage).map_err(|error| error.to_string())?;
            }
        }
        if self.setups[index].limited {
            return self.compile_limited(index, module);
        }
        if self.setups[index].saved {
            return compile_through_bytes(compiler, module);
        }
        let allocations = &mut self.allocations[self.setups[index].level as usize];
        let compiled = compiler.compile_module_observed(module.clone(), &externs::address, allocations);
        compiled.map_err(|failure| failure.to_string())
    }

    /// Compiles with less work than the procedures need. What falls back, and in which stage, is up to the module.
    fn compile_limited(&mut self, index: usize, module: &Module) -> Result<Vec<Code>, String> {
        let (mut most, mut values) = (0, 0);
        for proc in &module.procedures {
            self.compilers[index].emit(proc).map_err(|error| error.to_string())?;
            most = most.max(self.compilers[index].usage().work);
            values += proc.value_count() as u64;
        }
        let mut options = self.compilers[index].options().clone();
        options.on_limit = OnLimit::CompileAtO0;
        options.limits.work = most * (values % 16 + 1) / 17;
        loop {
            let mut compiler = Compiler::for_target(*self.compilers[index].target(), options.clone());
            match compiler.compile_module(module.clone(), &externs::address) {
                Err(ModuleFailure {
                    error: CompileError::Budget { budget: Budget::Work, needed, .. },
                    ..
                }) if needed > options.limits.work && options.limits.work < most => {
                    options.limits.work = 2 * options.limits.work + 1; // it is not enough for O0
                }
                result => {
                    for proc in &module.procedures {
                        // It was compiled before.
                        if compiler.emit(proc).is_ok()
                            && let Some(CompileError::Budget { stage, .. }) = compiler.fell_back()
                        {
                            *self.fallbacks.entry(*stage).or_default() += 1;
                        }
                    }
                    return result.map_err(|failure| failure.to_string());
                }
            }
        }
    }

    /// Executes all runs: those expected to return in a common child, and each that is expected to trap in its own.
    fn execute(&self, runs: &[Run<'_>], module: &Module) -> io::Result<Vec<Expected>> {
        for run in runs {
            self.arena.write(run.place, &[0; HEAD]);
            self.arena.write(run.place + HEAD, &words(&run.call.buffer));
        }
        let returns = |i: &usize| matches!(runs[*i].expected.effect, Effect::Returned(_));
        let (together, alone): (Vec<usize>, Vec<usize>) = (0..runs.len()).partition(returns);
        let mut groups: Vec<Vec<usize>> = alone.into_iter().map(|i| vec![i]).collect();
        groups.push(together);
        let mut found: Vec<Option<Expected>> = runs.iter().map(|_| None).collect();
        for mut group in groups {
            // A run that does not return ends the child; the rest of the group continues in a new one.
            while !group.is_empty() {
                let ended = native::in_child(|| group.iter().for_each(|&i| self.call(&runs[i], module)))?;
                let done = group.iter().take_while(|i| self.arena.get(runs[**i].place) == FINISHED).count();
                for (n, &i) in group.iter().enumerate().take(done + 1) {
                    let run = &runs[i];
                    let effect = if n < done {
                        let count = (self.arena.get(run.place + 1) as usize).min(RESULTS);
                        Effect::Returned(self.arena.read(run.place + 2, count))
                    } else {
                        effect_of(ended, run.code)
                    };
                    found[i] = Some(self.read_back(effect, module, run));
                }
                group.drain(..(done + 1).min(group.len()));
            }
        }
        Ok(found.into_iter().flatten().collect())
    }

    /// Calls `main` in the child, and stores the results and memory in the arena.
    fn call(&self, run: &Run<'_>, module: &Module) {
        let Run { code, call, place, .. } = *run;
        for (i, data) in module.data.iter().enumerate() {
            native::reset_data(code, i, &data.bytes);
        }
        let mut args = vec![Bits { ty: Type::Int64, bits: self.arena.address(place + HEAD) }];
        args.extend(call.args.iter().map(|&(ty, bits)| {
            let garbage = if ty.size() == 4 { 0xdead_beef_0000_0000 } else { 0 };
            Bits { ty, bits: bits | garbage }
        }));
        let results = native::call_entry(code, call.entry, &args);
        let mut at = place + HEAD + call.buffer.len().div_ceil(8);
        for i in 0..module.data.len() {
            let content = words(&native::read_data(code, i));
            self.arena.write(at, &content);
            at += content.len();
        }
        if let Ok(results) = results {
            self.arena.write(place + 1, &[results.len() as u64]);
            self.arena.write(place + 2, &results[..results.len().min(RESULTS)]);
            self.arena.write(place, &[FINISHED]);
        }
    }

    fn read_back(&self, effect: Effect, module: &Module, run: &Run<'_>) -> Expected {
        let mut at = run.place + HEAD;
        let mut take = |len: usize| {
            let bytes = bytes(&self.arena.read(at, len.div_ceil(8)), len);
            at += len.div_ceil(8);
            bytes
        };
        let buffer = take(run.call.buffer.len());
        // The data of a child that trapped is lost.
        let data = match effect {
            Effect::Returned(_) => module.data.iter().map(|data| take(data.bytes.len())).collect(),
            _ => Vec::new(),
        };
        Expected { effect, buffer, data }
    }
}

/// A call of `main` with one setup.
struct Run<'a> {
    setup: Setup,
    code: &'a Code,
    call: &'a Call,
    expected: &'a Expected,
    /// Index of its first word in the arena.
    place: usize,
}

/// All calls with all setups, with their places in the arena.
fn plan<'a>(
    compiled: &'a [(Setup, Vec<Code>)],
    module: &Module,
    calls: &'a [Call],
    expected: &'a [Expected],
) -> Vec<Run<'a>> {
    let mut place = 0;
    let mut runs = Vec::with_capacity(compiled.len() * calls.len());
    for (setup, codes) in compiled {
        let Some(code) = codes.iter().find(|code| code.name() == MAIN) else { continue };
        for (call, expected) in calls.iter().zip(expected) {
            runs.push(Run { setup: *setup, code, call, expected, place });
            place += HEAD + words_of(call, module);
        }
    }
    runs
}

/// Number of words in the arena for the memory of a call.
fn words_of(call: &Call, module: &Module) -> usize {
    call.buffer.len().div_ceil(8) + module.data.iter().map(|data| data.bytes.len().div_ceil(8)).sum::<usize>()
}

fn words(bytes: &[u8]) -> Vec<u64> {
    bytes
        .chunks(8)
        .map(|chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(word)
        })
        .collect()
}

fn bytes(words: &[u64], len: usize) -> Vec<u8> {
    let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    bytes.truncate(len);
    bytes
}

/// Checks that the printed module can be parsed, and prints the same.
fn check_text(module: &Module) -> Result<(), String> {
    let host = barebones::host_target().map_err(|error| error.to_string())?;
    let text = module.to_string();
    let parsed =
        ir::parse_module(&text, &barebones::targets(host)).map_err(|error| format!("its text: {error}"))?;
    let again = parsed.to_string();
    if again == text { Ok(()) } else { Err(format!("its text does not round-trip; it became\n{again}")) }
}

/// Interprets calls. Returns those within the step limit, with their expected outcomes.
#[allow(clippy::type_complexity)] // two lists for the same calls
pub(crate) fn interpret<'a>(
    module: &Module,
    calls: &'a [Call],
    report: &mut Report,
) -> Result<(Vec<Call>, Vec<Expected>), (Option<&'a Call>, String)> {
    let interpreter = Interpreter::new(module).map_err(|error| (None, error.to_string()))?;
    let mut kept = Vec::new();
    let mut all = Vec::new();
    for call in calls {
        let mut host = SandboxHost::with_stack(1 << 16);
        host.add_data(module);
        externs::register(&mut host);
        let size = call.buffer.len();
        let address = host.memory.allocate(size);
        let fault = |fault: barebones::interp::Fault| (Some(call), fault.to_string());
        host.memory.bytes_mut(address, size as u64).map_err(fault)?.copy_from_slice(&call.buffer);
        let mut args = vec![(Type::Int64, address)];
        args.extend(&call.args);
        let limits = Limits { steps: STEP_LIMIT, depth: 200 };
        let execution = interpreter
            .call_entry(MAIN, call.entry, &args, &mut host, limits)
            .map_err(|error| (Some(call), error.to_string()))?;
        report.steps += execution.steps;
        if let Some(place) = execution.unspecified {
            return Err((Some(call), format!("the program exposes unspecified bits at {place:?}")));
        }
        let effect = match execution.outcome {
            Outcome::Returned(results) => Effect::Returned(results.iter().map(|(_, bits)| *bits).collect()),
            Outcome::Trap { code, place } => {
                report.traps.count(code);
                let proc = interpreter.procedure(place).map_or("?", |proc| &proc.name);
                Effect::Trapped(code, proc.to_string())
            }
            Outcome::StepLimit => {
                report.skipped += 1;
                continue;
            }
            other => return Err((Some(call), format!("the interpreter: {other:?}"))),
        };
        let buffer = host.memory.bytes(address, size as u64).map_err(fault)?.to_vec();
        let content = |data: &ir::Data| {
            let address = host.data_address(&data.name).unwrap_or_default();
            host.memory.bytes(address, data.bytes.len() as u64).map(<[u8]>::to_vec)
        };
        let data = module.data.iter().map(content).collect::<Result<_, _>>().map_err(fault)?;
        all.push(Expected { effect, buffer, data });
        kept.push(call.clone());
    }
    Ok((kept, all))
}

/// The outcome of the call that a child was executing when it ended.
fn effect_of(ended: Ended, code: &Code) -> Effect {
    let Ended::Trapped(report) = ended else { return Effect::Crashed(format!("{ended:?}")) };
    let address = std::ptr::without_provenance(report.pc as usize);
    let procedure = code.procedure_at(address);
    match procedure.as_ref().and_then(|procedure| procedure.trap_at(address)) {
        Some(site) => {
            Effect::Trapped(site.code, procedure.map_or_else(String::new, |p| p.name().to_string()))
        }
        None => {
            let place = match procedure {
                Some(procedure) => {
                    format!("{} + {:#x}", procedure.name(), report.pc.wrapping_sub(procedure.start() as u64))
                }
                None => String::from("outside the code"),
            };
            Effect::Crashed(format!("signal {} at {place}, address {:#x}", report.signal, report.address))
        }
    }
}

fn difference(expected: &Expected, found: &Expected, inlined: bool) -> Option<String> {
    let same = match (&expected.effect, &found.effect) {
        // The procedure may have been inlined.
        (Effect::Trapped(expected, _), Effect::Trapped(found, _)) if inlined => expected == found,
        (expected, found) => expected == found,
    };
    if !same {
        return Some(format!("interpreter: {:x?}\ncompiled: {:x?}", expected.effect, found.effect));
    }
    let pieces = std::iter::once(("buffer", &expected.buffer, &found.buffer))
        .chain(expected.data.iter().zip(&found.data).map(|(e, f)| ("data", e, f)));
    for (name, expected, found) in pieces {
        if let Some(at) = expected.iter().zip(found).position(|(e, f)| e != f) {
            let end = (at + 16).min(expected.len());
            let (e, f) = (&expected[at..end], &found[at..end]);
            return Some(format!("{name} differs at {at}\ninterpreter: {e:02x?}\ncompiled: {f:02x?}"));
        }
    }
    None
}

/// The targets of texts on this machine, which is `host`.
///
/// # Errors
/// [`CompileError::UnsupportedTarget`]
pub fn host_targets() -> Result<Targets<'static>, CompileError> {
    Ok(barebones::targets(barebones::host_target()?))
}

/// Compares all executions of a module with all setups of the library's own backend.
///
/// # Errors
/// A [`Mismatch`].
pub fn run_everywhere(module: &Module, calls: &[Call]) -> Result<Report, Box<Mismatch>> {
    let tester = Tester::new(&Setup::ALL);
    let mut tester = tester.map_err(|error| {
        let (module, what) = (module.to_string(), error.to_string());
        Box::new(Mismatch { module, setup: None, call: None, what })
    })?;
    tester.run(module, calls)
}
