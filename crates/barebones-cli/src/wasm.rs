//! `barebones wasm`: runs and compiles WebAssembly modules.

mod code;

use crate::Failure;
use crate::arguments::{Arguments, PROFILES, Word, unknown};
use crate::fuzz::pass_name;
use barebones::Stage;
use barebones_wasm::wasi::Wasi;
use barebones_wasm::{
    BoundsChecks, CompileStats, Config, Engine, Error, Func, Linker, Module, Pins, Store, TIER_UP_THRESHOLD,
    Val, ValType,
};
use std::ffi::OsString;
use std::fmt::Write;
use std::path::Path;
use std::time::{Duration, Instant};

pub(crate) fn wasm(mut arguments: Arguments) -> Result<(), Failure> {
    match arguments.next() {
        Some(Word::Plain(word)) if word == "run" => run(arguments),
        Some(Word::Plain(word)) if word == "compile" => compile(arguments),
        Some(Word::Plain(word)) if word == "code" => code::code(arguments),
        _ => Err(Failure::Usage(String::from("`wasm` expects `run`, `compile` or `code`"))),
    }
}

const CHECKS: [(&str, BoundsChecks); 2] =
    [("guard", BoundsChecks::GuardPages), ("explicit", BoundsChecks::Explicit)];

/// Whether functions are interpreted.
/// Names of engines, and whether they interpret.
pub(crate) const ENGINES: [(&str, bool); 2] = [("jit", false), ("interp", true)];

const PINS: [(&str, Pins); 3] =
    [("nothing", Pins::Nothing), ("instance", Pins::Instance), ("memory", Pins::InstanceAndMemory)];

pub(crate) fn failed(path: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::Failed(format!("{}: {error}", path.display()))
}

pub(crate) fn read(file: Option<OsString>) -> Result<(OsString, Vec<u8>), Failure> {
    let file = crate::input::one_file(file)?;
    let bytes = std::fs::read(&file).map_err(|error| failed(Path::new(&file), &error))?;
    Ok((file, bytes))
}

/// Bytes of stack for a running module, and the part reserved for host functions. Code of O0 has large frames.
const STACK: usize = 16 << 20;
const HOST_STACK: usize = 1 << 20;

/// Runs a closure on a thread with a stack of [`STACK`] bytes.
fn with_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, Failure> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let thread = thread.map_err(|error| Failure::Failed(format!("no thread: {error}")))?;
        thread.join().map_err(|panic| std::panic::resume_unwind(panic))
    })
}

fn all_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

// ---- Running ------------------------------------------------------------------------------------------------

#[derive(Default)]
struct Run {
    invoke: Option<(String, Vec<String>)>,
    args: Vec<String>,
    directories: Vec<(String, String)>,
    repeat: usize,
    /// Fuel of each instance, for instantiation and calls.
    fuel: Option<u64>,
    time: bool,
}

fn run(mut arguments: Arguments) -> Result<(), Failure> {
    let mut config = Config::default();
    config.threads = all_threads();
    config.max_stack = STACK - HOST_STACK;
    let (mut file, mut run) = (None, Run { repeat: 1, ..Run::default() });
    while let Some(word) = arguments.next() {
        match word {
            Word::Plain(path) if file.is_none() => file = Some(path),
            Word::Plain(word) => {
                return Err(Failure::Usage(format!("{word:?}: arguments of the program come after --")));
            }
            Word::Option(option) => match option.as_str() {
                "-O" => config.opt_level = arguments.level()?,
                "--bounds" => config.bounds_checks = arguments.one_of("--bounds", &CHECKS)?,
                "--profile" => config.input = Some(arguments.one_of("--profile", &PROFILES)?),
                "--pins" => config.pins = arguments.one_of("--pins", &PINS)?,
                "--without" => {
                    config.passes = config.passes.without(pass_name(&arguments.value("--without")?)?)
                }
                "--repeat" => run.repeat = arguments.number("--repeat")?,
                "--fuel" => run.fuel = Some(arguments.number("--fuel")?),
                "--time" => run.time = true,
                "--engine" => config.interpret = arguments.one_of("--engine", &ENGINES)?,
                "--lazy" => config.lazy = true,
                "--tier-up" => config.tier_up = Some(TIER_UP_THRESHOLD),
                "--no-speculation" => config.speculate_calls = false,
                "--no-inlining" => config.inline = false,
                option if Arguments::set_protection(option, &mut config.branch_protection) => {}
                option if arguments.set_hardening(option, &mut config.hardening)? => {}
                option if arguments.set_limit(option, &mut config.limits, &mut config.on_limit)? => {}
                "--dir" => {
                    let value = arguments.value("--dir")?;
                    let (name, path) = value.split_once('=').unwrap_or((&value, &value));
                    run.directories.push((name.to_string(), path.to_string()));
                }
                "--invoke" => {
                    let name = arguments.value("--invoke")?;
                    run.invoke = Some((name, arguments.plain_until_option()?));
                }
                "--" => run.args = arguments.rest()?,
                other => return Err(unknown(other)),
            },
        }
    }
    config.fuel = run.fuel.is_some();
    let (file, bytes) = read(file)?;
    let path = Path::new(&file);
    let engine = Engine::new(config).map_err(|error| failed(path, &error))?;
    let module = crate::progress::compile(&engine, &bytes).map_err(|error| failed(path, &error))?;
    with_stack(|| run.run(path, &engine, &module))?
}

impl Run {
    fn run(&self, path: &Path, engine: &Engine, module: &Module) -> Result<(), Failure> {
        let (name, words) = match &self.invoke {
            Some((name, words)) => (name.as_str(), words.as_slice()),
            None => ("_start", &[][..]),
        };
        let mut results = Vec::new();
        let mut instance: Option<(Store, Func, Vec<Val>)> = None;
        for _ in 0..self.repeat.max(1) {
            // A program needs a new instance for each run; a function is called on the same one.
            let (mut store, func, args) = match instance.take().filter(|_| self.invoke.is_some()) {
                Some(same) => same,
                None => self.instantiate(path, engine, module, name, words)?,
            };
            let began = Instant::now();
            let result = func.call(&mut store, &args);
            let time = began.elapsed();
            match result {
                Ok(values) => results = values,
                Err(error) => match error.exit_status() {
                    Some(0) => {}
                    Some(status) => return Err(Failure::Exit(u8::try_from(status).unwrap_or(1))),
                    None => return Err(failed(path, &error)),
                },
            }
            if self.time {
                crate::help::print(&format!("time: {:.3} ms\n", time.as_secs_f64() * 1e3))?;
            }
            instance = Some((store, func, args));
        }
        if self.invoke.is_none() || results.is_empty() {
            return Ok(());
        }
        let words: Vec<String> = results.iter().map(display).collect();
        crate::help::print(&format!("{}\n", words.join(" ")))
    }

    fn instantiate(
        &self,
        path: &Path,
        engine: &Engine,
        module: &Module,
        name: &str,
        words: &[String],
    ) -> Result<(Store, Func, Vec<Val>), Failure> {
        let make = || -> Result<(Store, Func), Error> {
            let (mut store, mut linker) = (Store::new(engine), Linker::new());
            self.fuel.map_or(Ok(()), |fuel| store.set_fuel(fuel))?;
            let mut wasi = Wasi::new().inherit_streams().arg(path.display().to_string());
            for arg in &self.args {
                wasi = wasi.arg(arg);
            }
            for (name, path) in &self.directories {
                wasi = wasi.directory(name, path);
            }
            wasi.define(&mut store, &mut linker)?;
            let instance = linker.instantiate(&mut store, module)?;
            let func = instance.func(&store, name)?;
            Ok((store, func))
        };
        let (store, func) = make().map_err(|error| failed(path, &error))?;
        let ty = func.ty(&store).map_err(|error| failed(path, &error))?;
        if ty.params.len() != words.len() {
            let (expected, found) = (ty.params.len(), words.len());
            return Err(Failure::Usage(format!("`{name}`: found {found} arguments, expected {expected}")));
        }
        let args = ty.params.iter().zip(words).map(|(ty, word)| {
            parse(*ty, word).ok_or_else(|| Failure::Usage(format!("`{name}`: found `{word}`, expected {ty}")))
        });
        Ok((store, func, args.collect::<Result<Vec<Val>, Failure>>()?))
    }
}

/// Parses a value; integers may be signed or unsigned, vectors are the digits after `0x`.
fn parse(ty: ValType, word: &str) -> Option<Val> {
    Some(match ty {
        ValType::I32 => Val::I32(word.parse().or_else(|_| word.parse().map(|value: u32| value as i32)).ok()?),
        ValType::I64 => Val::I64(word.parse().or_else(|_| word.parse().map(|value: u64| value as i64)).ok()?),
        ValType::F32 => Val::from(word.parse::<f32>().ok()?),
        ValType::F64 => Val::from(word.parse::<f64>().ok()?),
        ValType::V128 => Val::V128(u128::from_str_radix(word.strip_prefix("0x")?, 16).ok()?),
        ValType::Ref(_) => return Val::default_of(ty).filter(|_| word == "null"),
    })
}

fn display(value: &Val) -> String {
    match value {
        Val::I32(value) => value.to_string(),
        Val::I64(value) => value.to_string(),
        Val::F32(bits) => f32::from_bits(*bits).to_string(),
        Val::F64(bits) => f64::from_bits(*bits).to_string(),
        Val::V128(bits) => format!("{bits:#034x}"),
        Val::FuncRef(None) | Val::ExternRef(None) | Val::ExnRef(None) => String::from("null"),
        Val::FuncRef(Some(_)) => String::from("funcref"),
        Val::ExternRef(Some(reference)) => reference.0.to_string(),
        Val::ExnRef(Some(_)) => String::from("exnref"),
    }
}

// ---- Compiling ----------------------------------------------------------------------------------------------

fn compile(mut arguments: Arguments) -> Result<(), Failure> {
    let mut config = Config::default();
    let (mut file, mut repeat, mut json) = (None, 1usize, false);
    while let Some(word) = arguments.next() {
        match word {
            Word::Plain(path) if file.is_none() => file = Some(path),
            Word::Plain(_) => return Err(Failure::Usage(String::from("one module at a time"))),
            Word::Option(option) => match option.as_str() {
                "-O" => config.opt_level = arguments.level()?,
                "--bounds" => config.bounds_checks = arguments.one_of("--bounds", &CHECKS)?,
                "--profile" => config.input = Some(arguments.one_of("--profile", &PROFILES)?),
                "--pins" => config.pins = arguments.one_of("--pins", &PINS)?,
                "--threads" => config.threads = arguments.number("--threads")?,
                "--without" => {
                    config.passes = config.passes.without(pass_name(&arguments.value("--without")?)?)
                }
                "--repeat" => repeat = arguments.number("--repeat")?,
                "--json" => json = true,
                other => return Err(unknown(other)),
            },
        }
    }
    let (file, bytes) = read(file)?;
    let path = Path::new(&file);
    let made = |config: &Config| -> Result<(Duration, CompileStats), Failure> {
        let engine = Engine::new(config.clone()).map_err(|error| failed(path, &error))?;
        let began = Instant::now();
        let module = crate::progress::compile(&engine, &bytes).map_err(|error| failed(path, &error))?;
        Ok((began.elapsed(), module.stats().clone()))
    };
    let mut times = Vec::new();
    for _ in 0..repeat.max(1) {
        times.push(made(&config)?.0);
    }
    times.sort();
    let peak = peak_memory();
    // Phases are measured in a separate compilation, because measuring takes time.
    config.measure = true;
    let (_, stats) = made(&config)?;
    let (median, min) = (times[times.len() / 2].as_secs_f64(), times[0].as_secs_f64());
    crate::help::print(&report(median, min, &stats, peak, json))
}

/// Peak memory of this process in bytes, if the system reports it.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kib| kib << 10)
}

fn report(median: f64, min: f64, stats: &CompileStats, peak: Option<u64>, json: bool) -> String {
    let mut out = String::new();
    let mut phases = vec![("translate", stats.translate)];
    phases.extend(Stage::ALL.iter().zip(stats.stages).map(|(stage, time)| (stage.name(), time)));
    phases.push(("link", stats.link));
    // Writing to a string does not fail.
    if json {
        let _ = write!(out, "{{\"median_s\": {median:.6}, \"min_s\": {min:.6}, \"phases_s\": {{");
        for (i, (name, time)) in phases.iter().enumerate() {
            let comma = if i == 0 { "" } else { ", " };
            let _ = write!(out, "{comma}\"{name}\": {:.6}", time.as_secs_f64());
        }
        let _ = write!(
            out,
            "}}, \"functions\": {}, \"operators\": {}, \"values\": {}, \"inlined\": {}, \"copied_values\": {}, \
             \"code_bytes\": {}, \"spills\": {}, \"peak_memory_bytes\": {}}}",
            stats.functions,
            stats.operators,
            stats.values,
            stats.inlined,
            stats.copied_values,
            stats.code_bytes,
            stats.spills,
            peak.map_or_else(|| String::from("null"), |peak| peak.to_string())
        );
        out.push('\n');
        return out;
    }
    let per_operator = |seconds: f64| seconds * 1e9 / stats.operators.max(1) as f64;
    let _ = writeln!(
        out,
        "{} functions, {} operators, {} values, {} bytes of code, {} spills",
        stats.functions, stats.operators, stats.values, stats.code_bytes, stats.spills
    );
    let _ = writeln!(out, "{} calls inlined, {} values copied", stats.inlined, stats.copied_values);
    let _ =
        writeln!(out, "median {median:.4} s, least {min:.4} s: {:.0} ns per operator", per_operator(median));
    if let Some(peak) = peak {
        let _ = writeln!(out, "peak memory of the process: {} KiB", peak >> 10);
    }
    for (name, time) in phases {
        let time = time.as_secs_f64();
        let _ = writeln!(out, "  {name:<10}{time:>10.4} s{:>8.1} ns per operator", per_operator(time));
    }
    for (function, time) in &stats.slowest {
        let _ = writeln!(out, "  function {function}: {:.2} ms", time.as_secs_f64() * 1e3);
    }
    out
}
