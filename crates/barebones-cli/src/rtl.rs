//! `barebones rtl`: runs, checks and compiles functions in GCC's RTL, and compares the interpreter with all engines.

use crate::Failure;
use crate::arguments::{Arguments, Word, unknown};
use crate::help::print;
use crate::input::host;
use barebones::OptLevel;
use barebones_rtl::run::{Engine, Engines, File, arguments as read_arguments, result_mode, run, show};
use barebones_rtl::testing::fuzz;
use barebones_rtl::{Class, Options, Outcome, ROWS, StoreFlag, translate};
use std::ffi::OsString;
use std::fmt::Write;
use std::path::Path;

const ENGINES: [(&str, Engine); 3] =
    [("oracle", Engine::Oracle), ("interp", Engine::Interpreter), ("jit", Engine::Compiled(OptLevel::O2))];

#[derive(Clone, Copy)]
enum Emit {
    Text,
    Ir,
}

const EMITS: [(&str, Emit); 2] = [("rtl", Emit::Text), ("ir", Emit::Ir)];

const FLAGS: [(&str, StoreFlag); 2] = [("1", StoreFlag::One), ("-1", StoreFlag::MinusOne)];

const LEVELS: [OptLevel; 3] = [OptLevel::O0, OptLevel::O1, OptLevel::O2];

/// Number of random functions that must execute every code.
const COVERED: u64 = 2000;

/// What the command line says.
struct Command {
    files: Vec<OsString>,
    engine: Engine,
    level: Option<OptLevel>,
    store_flag: Option<StoreFlag>,
    emit: Emit,
    call: Option<Vec<String>>,
    fuzz: bool,
    seed: u64,
    count: u64,
}

pub(crate) fn rtl(mut arguments: Arguments) -> Result<(), Failure> {
    let mut command = Command {
        files: Vec::new(),
        engine: Engine::Oracle,
        level: None,
        store_flag: None,
        emit: Emit::Ir,
        call: None,
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
                "--store-flag" => command.store_flag = Some(arguments.one_of("--store-flag", &FLAGS)?),
                "--emit" => command.emit = arguments.one_of("--emit", &EMITS)?,
                "--call" => command.call = Some(arguments.rest()?),
                "--fuzz" => command.fuzz = true,
                "--seed" => command.seed = arguments.number("--seed")?,
                "--count" => command.count = arguments.number("--count")?,
                other => return Err(unknown(other)),
            },
        }
    }
    match verb.as_deref() {
        None if command.fuzz => command.fuzz(),
        Some("run" | "check" | "compile") if command.files.is_empty() => {
            Err(Failure::Usage(String::from("no file")))
        }
        Some("run") => command.each(Command::run),
        Some("check") => command.each(Command::check),
        Some("compile") => command.each(Command::compile),
        _ => Err(Failure::Usage(String::from("`rtl` expects `run`, `check`, `compile` or `--fuzz`"))),
    }
}

impl Command {
    fn each(&self, work: fn(&Command, &str, &File) -> Result<(), Failure>) -> Result<(), Failure> {
        self.files.iter().try_for_each(|file| {
            let name = Path::new(file).display().to_string();
            let failed = |what: String| Failure::Failed(format!("{name}:{what}"));
            let text = std::fs::read_to_string(file).map_err(|error| failed(format!(" {error}")))?;
            let mut read = File::parse(&text).map_err(failed)?;
            read.store_flag = self.store_flag.unwrap_or(read.store_flag);
            work(self, &name, &read)
        })
    }

    fn run(&self, name: &str, file: &File) -> Result<(), Failure> {
        let failed = |what: String| Failure::Failed(format!("{name}:{what}"));
        let Some(texts) = &self.call else {
            let levels = self.level.map_or(LEVELS.to_vec(), |level| vec![level]);
            let mut engines = Engines::new(&levels).map_err(failed)?;
            let calls = file.run(&mut engines, &mut vec![0; ROWS.len()]).map_err(failed)?;
            return print(&format!(
                "{name}: {calls} calls, each as expected in {} engines\n",
                levels.len() + 2
            ));
        };
        let values = read_arguments(&file.checked, texts.iter().map(String::as_str));
        let values = values.map_err(|error| failed(format!(" {error}")))?;
        let engine = match (self.engine, self.level) {
            (Engine::Compiled(_), Some(level)) => Engine::Compiled(level),
            (engine, _) => engine,
        };
        let outcome = run(&file.checked, &values, engine, file.store_flag);
        let outcome = outcome.map_err(|error| failed(format!(" {error}")))?;
        let text = show(&outcome, result_mode(&file.checked));
        match outcome {
            Outcome::Returned(_) => print(&format!("{text}\n")),
            _ => Err(Failure::Failed(text)),
        }
    }

    fn check(&self, name: &str, file: &File) -> Result<(), Failure> {
        let function = &file.checked.function;
        print(&format!(
            "{name}: {}, {} insns, {} calls\n",
            function.name,
            function.insns.len(),
            file.runs.len()
        ))
    }

    fn compile(&self, name: &str, file: &File) -> Result<(), Failure> {
        if let Emit::Text = self.emit {
            return print(&file.checked.function.to_string());
        }
        let options = Options { store_flag: file.store_flag, ..Options::new(host()?) };
        match translate(&[&file.checked], &options) {
            Ok(module) => print(&module.to_string()),
            Err(refusal) => Err(Failure::Failed(format!("{name}:{refusal}"))),
        }
    }

    fn fuzz(&self) -> Result<(), Failure> {
        let levels = self.level.map_or(LEVELS.to_vec(), |level| vec![level]);
        let summary = fuzz(self.seed, self.count, &levels).map_err(Failure::Failed)?;
        let mut text = String::from("executions of each code:\n");
        for (row, count) in
            ROWS.iter().zip(&summary.executions).filter(|(row, _)| row.class != Class::Refused)
        {
            let _ = writeln!(text, "  {:<18} {count}", row.name); // writing to a string does not fail
        }
        let (functions, calls, traps) = (summary.functions, summary.calls, summary.traps);
        let _ =
            writeln!(text, "{functions} functions: {calls} calls compared ({traps} trapped), 0 differences");
        print(&text)?;
        let missing = summary.missing();
        if self.count < COVERED || missing.is_empty() {
            return Ok(());
        }
        Err(Failure::Failed(format!("no function executed {}", missing.join(", "))))
    }
}
