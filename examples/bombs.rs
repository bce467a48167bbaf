//! Compiles compile bombs of doubled sizes, and prints by which factor time and memory grow.
//!
//! ```sh
//! cargo run --release --example bombs                # the table of docs/bombs.md
//! cargo run --release --example bombs -- NAME.. [--level 0|1|2] [--size N] [--target NAME] [--stages]
//! ```
//!
//! Each compilation runs in a process of its own, which reports processor time and peak memory; that needs Linux. Exits
//! with status 1 if doubling a size multiplies the time by more than 2.3, or if a compilation fails.

#![allow(unsafe_code)] // reads the clock of processor time

use barebones::ir::Procedure;
use barebones::opt::{Pass, PassCounts};
use barebones::{Compiler, Observer, OptLevel, Options, Progress, Stage, host_target, targets};
use barebones_testing::bombs::{BOMBS, Bomb};
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::process::{Command, ExitCode};

/// Largest factor of the time for twice the size.
const ALLOWED: f64 = 2.3;

/// Times below this are too short for a factor.
const SHORT_MS: f64 = 20.0;

/// Each compilation is measured this many times, the fastest counts.
const RUNS: usize = 3;

/// Compilations that take longer than this are measured once.
const LONG_MS: f64 = 200.0;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// What the command line requests.
struct Request {
    names: Vec<String>,
    levels: Vec<OptLevel>,
    size: Option<usize>,
    target: String,
    stages: bool,
    /// True in the process that compiles.
    is_child: bool,
}

impl Request {
    fn parse() -> Result<Request> {
        let mut request = Request {
            names: Vec::new(),
            levels: OptLevel::ALL.to_vec(),
            size: None,
            target: String::from("host"),
            stages: false,
            is_child: false,
        };
        let mut words = std::env::args().skip(1);
        while let Some(word) = words.next() {
            let mut operand = || words.next().ok_or(format!("{word} needs an operand"));
            match &word[..] {
                "--level" => {
                    let level: usize = operand()?.parse()?;
                    request.levels = vec![*OptLevel::ALL.get(level).ok_or("the levels are 0, 1 and 2")?];
                }
                "--size" => request.size = Some(operand()?.parse()?),
                "--target" => request.target = operand()?,
                "--stages" => request.stages = true,
                "--child" => request.is_child = true,
                name if Bomb::named(name).is_some() => request.names.push(word),
                other => return Err(format!("{other} is neither an option nor a bomb").into()),
            }
        }
        Ok(request)
    }

    fn bombs(&self) -> impl Iterator<Item = &'static Bomb> {
        BOMBS.iter().filter(|bomb| self.names.is_empty() || self.names.iter().any(|name| name == bomb.name))
    }
}

fn main() -> Result<ExitCode> {
    let request = Request::parse()?;
    if request.is_child {
        for bomb in request.bombs() {
            compile(bomb, &request)?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    println!("| bomb | n | values | level | ms | factor | ns/value | bytes/value | memory factor |");
    println!("|---|---:|---:|---|---:|---:|---:|---:|---:|");
    let mut all_linear = true;
    for bomb in request.bombs() {
        for level in &request.levels {
            all_linear &= row(bomb, *level, &request)?;
        }
    }
    Ok(if all_linear { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Prints the row of a bomb at a level. Returns false if it grows too fast.
fn row(bomb: &Bomb, level: OptLevel, request: &Request) -> Result<bool> {
    let n = request.size.unwrap_or(bomb.full);
    let measured = [n / 2, n].map(|n| measure(bomb, n, level, request));
    let [half, whole] = match measured {
        [Ok(half), Ok(whole)] => [half, whole],
        [Err(error), _] | [_, Err(error)] => {
            println!("| {} | {n} | | {level:?} | {error} | | | | |", bomb.name);
            return Ok(false);
        }
    };
    let factor = whole.nanos() / half.nanos();
    let too_fast = factor > ALLOWED && whole.nanos() > SHORT_MS * 1e6;
    println!(
        "| {} | {n} | {} | {level:?} | {:.0} | {factor:.2}{} | {:.0} | {:.0} | {:.2} |",
        bomb.name,
        whole.get("values"),
        whole.nanos() / 1e6,
        if too_fast { " !" } else { "" },
        whole.nanos() / whole.get("values"),
        whole.get("bytes") / whole.get("values"),
        whole.get("bytes") / half.get("bytes"),
    );
    if request.stages {
        for (stage, nanos) in whole.0.iter().filter(|(stage, _)| stage.starts_with("time of ")) {
            let before = half.get(stage);
            println!("    {stage}: {:.1} ms, factor {:.2}", nanos / 1e6, nanos / before);
        }
        for stage in ["work", "memory", "code"] {
            println!("    {stage}: {}, factor {:.2}", whole.get(stage), whole.get(stage) / half.get(stage));
        }
    }
    Ok(!too_fast)
}

/// What a compilation reports, by name.
struct Measured(BTreeMap<String, f64>);

impl Measured {
    fn get(&self, name: &str) -> f64 {
        self.0.get(name).copied().unwrap_or(f64::NAN)
    }

    fn nanos(&self) -> f64 {
        self.get("nanos")
    }
}

/// Compiles in processes of their own, and returns the fastest result.
fn measure(bomb: &Bomb, n: usize, level: OptLevel, request: &Request) -> Result<Measured> {
    let mut fastest = measure_once(bomb, n, level, request)?;
    for _ in 1..RUNS {
        if fastest.nanos() > LONG_MS * 1e6 {
            break;
        }
        let again = measure_once(bomb, n, level, request)?;
        if again.nanos() < fastest.nanos() {
            fastest = again;
        }
    }
    Ok(fastest)
}

fn measure_once(bomb: &Bomb, n: usize, level: OptLevel, request: &Request) -> Result<Measured> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args([bomb.name, "--child", "--size", &n.to_string(), "--level", &(level as usize).to_string()]);
    command.args(["--target", &request.target]);
    let output = command.output()?;
    let (text, errors) = (String::from_utf8(output.stdout)?, String::from_utf8_lossy(&output.stderr));
    if !output.status.success() {
        let reason = errors.lines().find(|line| !line.is_empty()).unwrap_or("no message").to_owned();
        return Err(format!("{}: {reason}", output.status).into());
    }
    let pairs = text.lines().filter_map(|line| line.split_once(": "));
    let pairs = pairs.map(|(name, number)| Ok((name.to_owned(), number.parse()?)));
    Ok(Measured(pairs.collect::<Result<_>>()?))
}

/// Compiles one bomb and prints what that took.
fn compile(bomb: &Bomb, request: &Request) -> Result<()> {
    let n = request.size.unwrap_or(bomb.full);
    let host = host_target()?;
    let target = targets(host).by_name(&request.target).ok_or("no such target")?;
    let mut compiler = Compiler::for_target(target, Options::at(request.levels[0]));
    let before = memory_of("VmRSS:")?;
    let input = bomb.build(&target, n);
    compiler.set_callees(input.callees());
    let mut proc = input.proc;
    let values = proc.value_count();
    let mut times = Times::default();
    let start = processor_nanos()?;
    let code = compiler.emit_in_place_observed(&mut proc, &mut times)?;
    let emitted = processor_nanos()?;
    println!("values: {values}");
    println!("nanos: {}", emitted - start);
    println!("bytes: {}", memory_of("VmHWM:")? - before);
    println!("work: {}", compiler.usage().work);
    println!("memory: {}", compiler.usage().memory);
    println!("code: {}", code.bytes.len());
    for (name, nanos) in &times.of {
        println!("time of {name}: {nanos}");
    }
    Ok(())
}

/// The processor time of each stage and pass.
#[derive(Default)]
struct Times {
    of: BTreeMap<String, u64>,
    begun: Vec<u64>,
}

impl Times {
    fn begin(&mut self) {
        self.begun.push(processor_nanos().unwrap_or(0));
    }

    fn end(&mut self, name: &str) {
        let now = processor_nanos().unwrap_or(0);
        let nanos = self.begun.pop().map_or(0, |begun| now - begun);
        *self.of.entry(name.to_owned()).or_default() += nanos;
    }
}

impl Observer for Times {
    fn before(&mut self, _stage: Stage) {
        self.begin();
    }

    fn after(&mut self, stage: Stage, _progress: Progress<'_>) {
        self.end(stage.name());
    }

    fn before_pass(&mut self, _pass: &'static Pass) {
        self.begin();
    }

    fn after_pass(&mut self, pass: &'static Pass, _proc: &Procedure, _counts: PassCounts) {
        self.end(pass.name);
    }
}

/// Time that this thread has run on a processor.
fn processor_nanos() -> Result<u64> {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: it writes to `time` only.
    match unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) } {
        0 => Ok(time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64),
        _ => Err("no clock of processor time".into()),
    }
}

/// Bytes of memory of this process: a row of its status.
fn memory_of(row: &str) -> Result<u64> {
    let text = fs::read_to_string("/proc/self/status")?;
    let line = text.lines().find_map(|line| line.strip_prefix(row)).ok_or(format!("no {row}"))?;
    let kib: u64 = line.trim().trim_end_matches(" kB").parse()?;
    Ok(kib << 10)
}
