//! `barebones tuffy`: runs, checks and compiles Tuffy IR, and compares the oracle with all engines.

use crate::Failure;
use crate::arguments::{Arguments, Word, unknown};
use crate::help::print;
use crate::input::host;
use barebones::OptLevel;
use barebones_tuffy::run::{Engine, run as run_function};
use barebones_tuffy::table::ROWS;
use barebones_tuffy::testing::{Coverage, Plan, Tally, exhaustive, fuzz};
use barebones_tuffy::translate::{Options, translate};
use barebones_tuffy::widths::widths;
use barebones_tuffy::{Division, Module, parse, validate};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Write;
use std::path::Path;

const ENGINES: [(&str, Engine); 3] =
    [("oracle", Engine::Oracle), ("interp", Engine::Interpreter), ("jit", Engine::Compiled(OptLevel::O2))];

const DIVISIONS: [(&str, Division); 2] =
    [("truncating", Division::Truncating), ("euclidean", Division::Euclidean)];

#[derive(Clone, Copy)]
enum Emit {
    Text,
    Widths,
    Ir,
}

const EMITS: [(&str, Emit); 3] = [("tuffy", Emit::Text), ("widths", Emit::Widths), ("ir", Emit::Ir)];

/// Number of random programs that must execute every instruction.
const COVERED: u64 = 2000;

/// What the command line says.
struct Command {
    files: Vec<OsString>,
    engine: Engine,
    level: Option<OptLevel>,
    plan: Plan,
    emit: Emit,
    call: Option<(String, Vec<String>)>,
    exhaustive: Option<u32>,
    fuzz: bool,
    seed: u64,
    count: u64,
}

pub(crate) fn tuffy(mut arguments: Arguments) -> Result<(), Failure> {
    let mut command = Command {
        files: Vec::new(),
        engine: Engine::Oracle,
        level: None,
        plan: Plan::everything(),
        emit: Emit::Ir,
        call: None,
        exhaustive: None,
        fuzz: false,
        seed: 0,
        count: 1000,
    };
    let mut verb = None;
    while let Some(word) = arguments.next() {
        match word {
            Word::Plain(word) if verb.is_none() => verb = Some(word.to_string_lossy().into_owned()),
            Word::Plain(file) => command.files.push(file),
            Word::Option(option) => match option.as_str() {
                "-O" => command.level = Some(arguments.level()?),
                "--engine" => command.engine = arguments.one_of("--engine", &ENGINES)?,
                "--division" => command.plan.division = arguments.one_of("--division", &DIVISIONS)?,
                "--check-annotations" => command.plan.check_annotations = true,
                "--emit" => command.emit = arguments.one_of("--emit", &EMITS)?,
                "--call" => command.call = Some((arguments.value("--call")?, arguments.rest()?)),
                "--exhaustive" => command.exhaustive = Some(arguments.number("--exhaustive")?),
                "--fuzz" => command.fuzz = true,
                "--seed" => command.seed = arguments.number("--seed")?,
                "--count" => command.count = arguments.number("--count")?,
                other => return Err(unknown(other)),
            },
        }
    }
    let usage = "`tuffy` expects `run`, `check`, `compile`, `--exhaustive` or `--fuzz`";
    match (verb.as_deref(), command.exhaustive) {
        (None, Some(bits)) => command.exhaustive(bits),
        (None, None) if command.fuzz => command.fuzz(),
        (Some(_), _) if command.files.is_empty() => Err(Failure::Usage(String::from("no file"))),
        (Some("run"), _) => command.each(Command::run),
        (Some("check"), _) => command.each(Command::check),
        (Some("compile"), _) => command.each(Command::compile),
        _ => Err(Failure::Usage(String::from(usage))),
    }
}

/// Reads and validates a file.
fn read(path: &Path) -> Result<Module, Failure> {
    let failed = |what: String| Failure::Failed(format!("{}:{what}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| failed(format!(" {error}")))?;
    let module = parse(&text).map_err(|error| failed(error.to_string()))?;
    let violations = validate(&module);
    if violations.is_empty() {
        return Ok(module);
    }
    let line = |violation| format!("{}:{violation}", path.display());
    Err(Failure::Failed(violations.iter().map(line).collect::<Vec<_>>().join("\n")))
}

fn describe(tally: &Tally) -> String {
    let Tally { compared, poison, traps, undefined, limits } = tally;
    format!(
        "{compared} calls compared ({poison} with poison, {traps} trapped), {undefined} undefined, {limits} at a limit"
    )
}

fn refusals(refused: &BTreeMap<String, u64>) -> String {
    refused.iter().fold(String::new(), |mut text, (reason, count)| {
        let _ = writeln!(text, "  refused {count}: {reason}"); // writing to a string does not fail
        text
    })
}

impl Command {
    fn each(&self, work: fn(&Command, &Path, &Module) -> Result<(), Failure>) -> Result<(), Failure> {
        self.files.iter().try_for_each(|file| {
            let path = Path::new(file);
            work(self, path, &read(path)?)
        })
    }

    fn run(&self, path: &Path, module: &Module) -> Result<(), Failure> {
        let failed = |what: String| Failure::Failed(format!("{}: {what}", path.display()));
        let (name, args) = match &self.call {
            Some((name, args)) => (name.clone(), args.clone()),
            None => {
                let main = module.function("main").or(module.functions.first());
                let main = main.ok_or_else(|| failed(String::from("there is no function")))?;
                (main.name.clone(), Vec::new())
            }
        };
        let engine = match (self.engine, self.level) {
            (Engine::Compiled(_), Some(level)) => Engine::Compiled(level),
            (engine, _) => engine,
        };
        let (text, returned) = run_function(module, &name, &args, engine, &self.plan).map_err(failed)?;
        if returned { print(&format!("{text}\n")) } else { Err(Failure::Failed(text)) }
    }

    fn options(&self) -> Result<Options, Failure> {
        let Plan { division, check_annotations, .. } = self.plan;
        Ok(Options { division, check_annotations, ..Options::new(host()?) })
    }

    /// Reading and the rules are done; the width of every integer remains.
    fn check(&self, path: &Path, module: &Module) -> Result<(), Failure> {
        match translate(module, &self.options()?) {
            Ok(core) => print(&format!("{}: {} functions\n", path.display(), core.procedures.len())),
            Err((name, refusal)) => Err(Failure::Failed(format!("{}:{refusal} (@{name})", path.display()))),
        }
    }

    fn compile(&self, path: &Path, module: &Module) -> Result<(), Failure> {
        let failed =
            |name: &str, what: String| Failure::Failed(format!("{}:{what} (@{name})", path.display()));
        match self.emit {
            Emit::Text => print(&module.to_string()),
            Emit::Ir => match translate(module, &self.options()?) {
                Ok(core) => print(&core.to_string()),
                Err((name, refusal)) => Err(failed(&name, refusal.to_string())),
            },
            Emit::Widths => {
                let mut text = String::new();
                for function in &module.functions {
                    let found = widths(module, function, self.plan.division, self.plan.check_annotations);
                    let found = found.map_err(|refusal| failed(&function.name, refusal.to_string()))?;
                    let _ = writeln!(text, "@{}", function.name); // writing to a string does not fail
                    for (index, bits) in found.registers.iter().enumerate().filter(|(_, bits)| **bits != 0) {
                        let _ =
                            writeln!(text, "  v{index}: {bits} bits, {}", found.intervals.annotated[index]);
                    }
                }
                print(&text)
            }
        }
    }

    fn levels(&self) -> Vec<OptLevel> {
        self.level.map_or_else(|| self.plan.levels.clone(), |level| vec![level])
    }

    fn exhaustive(&self, bits: u32) -> Result<(), Failure> {
        if !(1..=8).contains(&bits) {
            return Err(Failure::Usage(format!("--exhaustive: found {bits}, expected 1 to 8")));
        }
        let coverage =
            exhaustive(bits, &self.levels(), self.plan.check_annotations).map_err(Failure::Failed)?;
        let Coverage { tallies, refused } = &coverage;
        let mut text = refusals(refused);
        for (name, tally) in tallies {
            let _ = writeln!(text, "{name:<20} {}", describe(tally)); // writing to a string does not fail
        }
        let _ =
            writeln!(text, "{} instructions: {}, 0 differences", tallies.len(), describe(&coverage.total()));
        print(&text)
    }

    fn fuzz(&self) -> Result<(), Failure> {
        let plan = Plan { levels: self.levels(), ..self.plan.clone() };
        let summary = fuzz(self.seed, self.count, &plan).map_err(Failure::Failed)?;
        let mut text = String::from("executions of each instruction in the oracle:\n");
        for (row, count) in ROWS.iter().zip(&summary.executions) {
            let _ = writeln!(text, "  {:<18} {count}", row.name); // writing to a string does not fail
        }
        text.push_str(&refusals(&summary.refused));
        for (programs, tally, what) in [
            (summary.programs, &summary.calls, "programs"),
            (summary.checked_programs, &summary.checked, "programs with checks"),
        ] {
            let _ = writeln!(text, "{programs} {what}: {}, 0 differences", describe(tally));
        }
        print(&text)?;
        let missing = summary.missing();
        if self.count < COVERED || missing.is_empty() {
            return Ok(());
        }
        Err(Failure::Failed(format!("no program executed {}", missing.join(", "))))
    }
}
