//! Compile time per value of the IR, by stage.
//!
//! ```text
//! cargo bench --bench compile_time                           # all workloads
//! cargo bench --bench compile_time -- phis switch            # some
//! cargo bench --bench compile_time -- --largest 10000        # none with more values
//! cargo bench --bench compile_time -- --once phis 10000 2    # one compilation at O2, for callgrind
//! cargo bench --bench compile_time -- --once programs 1 0    # the same of all programs
//! cargo bench --bench compile_time -- --count                # instructions at O0, by callgrind: takes minutes
//! cargo bench --bench compile_time -- --count-allocation     # instructions of the allocator at O1 and O2, too
//! ```
//!
//! `RESULTS.md` has numbers, and the command lines that made them.

use barebones::base::{TrapCode, Type};
use barebones::ir::{BlockId, Procedure, ValueId, parse_module};
use barebones::{Compiler, Observer, OptLevel, Options, Progress, Stage, host_target, targets};
use std::error::Error;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

type Failure = Box<dyn Error>;

/// A workload: its name, and a function that builds a procedure with about the given number of values.
type Workload = (&'static str, fn(&Compiler, usize) -> Procedure);

const WORKLOADS: [Workload; 4] =
    [("straight", straight), ("diamonds", diamonds), ("phis", phis), ("switch", switch)];

const SIZES: [usize; 5] = [100, 1_000, 10_000, 100_000, 1_000_000];

/// Maximum number of arms of a switch; larger procedures have several switches.
const ARMS: usize = 10_000;

/// Duration of one measurement, and maximum number of its repetitions.
const REPEAT: Duration = Duration::from_millis(50);
const MOST: u32 = 200;

fn main() -> ExitCode {
    match bench(std::env::args().skip(1).filter(|word| word != "--bench").collect()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("compile_time: {error}");
            ExitCode::FAILURE
        }
    }
}

fn bench(mut words: Vec<String>) -> Result<(), Failure> {
    let mut largest = usize::MAX;
    if let Some(place) = words.iter().position(|word| word == "--largest") {
        largest = words.get(place + 1).ok_or("--largest needs a number")?.parse()?;
        words.drain(place..place + 2);
    }
    if words.first().is_some_and(|word| word == "--once") {
        return once(&words[1..]);
    }
    if words.first().is_some_and(|word| word == "--count-allocation") {
        return count_allocation(&words[1..], largest);
    }
    let counts = words.first().is_some_and(|word| word == "--count");
    words.drain(..usize::from(counts));
    let is_wanted = |name: &str| words.is_empty() || words.iter().any(|word| word == name);
    if let Some(word) = words.iter().find(|word| *word != "programs" && workload(word).is_none()) {
        return Err(format!("unknown workload `{word}`").into());
    }
    if counts {
        return count(is_wanted, largest);
    }
    println!(
        "nanoseconds per value of the IR, the fastest of several compilations; bytes of code per value;"
    );
    println!(
        "instructions of the Air that is allocated, the allocator's nanoseconds for each and share of all stages"
    );
    print!("{:<10}{:>9}{:>4}", "workload", "values", "O");
    Stage::ALL
        .iter()
        .filter(|stage| **stage != Stage::Check)
        .for_each(|stage| print!("{:>10}", stage.name()));
    println!("{:>10}{:>8}{:>9}{:>8}{:>7}", "all", "bytes", "air", "ns/air", "share");
    for (name, make) in WORKLOADS.into_iter().filter(|(name, _)| is_wanted(name)) {
        for size in SIZES.into_iter().filter(|size| *size <= largest) {
            for level in OptLevel::ALL {
                let mut compiler = compiler(level)?;
                let procs = [make(&compiler, size)];
                print_row(name, level, &measure(&mut compiler, &procs)?);
            }
        }
    }
    if is_wanted("programs") {
        for level in OptLevel::ALL {
            let mut compiler = compiler(level)?;
            let procs = programs(&mut compiler)?;
            print_row("programs", level, &measure(&mut compiler, &procs)?);
        }
    }
    Ok(())
}

fn workload(name: &str) -> Option<Workload> {
    WORKLOADS.into_iter().find(|(known, _)| *known == name)
}

fn compiler(level: OptLevel) -> Result<Compiler, Failure> {
    let mut options = Options::at(level);
    options.check_allocation = false;
    Ok(Compiler::with_options(options)?)
}

/// Compiles one workload once, for tools that count instructions.
fn once(words: &[String]) -> Result<(), Failure> {
    let [name, size, level] = words else {
        return Err("--once needs a workload, a number of values and a level".into());
    };
    let level = match level.as_str() {
        "0" => OptLevel::O0,
        "1" => OptLevel::O1,
        "2" => OptLevel::O2,
        other => return Err(format!("unknown level `{other}`").into()),
    };
    let mut once = compiler(level)?;
    let mut procs = match workload(name) {
        Some((_, make)) => vec![make(&once, size.parse()?)],
        // All of them, for any size. A separate compiler determines which can be compiled, so that the measured one is
        // cold.
        None if name == "programs" => programs(&mut compiler(level)?)?,
        None => return Err(format!("unknown workload `{name}`").into()),
    };
    let mut code = 0;
    let values = procs.iter().map(value_count).sum::<usize>();
    for proc in &mut procs {
        code += compile_once(&mut once, proc)?;
    }
    println!("{values} values, {code} bytes of code");
    Ok(())
}

/// Prints instructions per value of one cold compilation at O0.
fn count(is_wanted: impl Fn(&str) -> bool, largest: usize) -> Result<(), Failure> {
    const COUNTED: [usize; 3] = [1_000, 100_000, 1_000_000];
    println!("instructions per value of the IR, one cold compilation at O0, counted by callgrind");
    println!("{:<10}{:>9}{:>14}{:>8}", "workload", "values", "instructions", "each");
    for (name, _) in WORKLOADS.into_iter().filter(|(name, _)| is_wanted(name)) {
        for size in COUNTED.into_iter().filter(|size| *size <= largest) {
            count_one(name, size)?;
        }
    }
    if is_wanted("programs") { count_one("programs", 1) } else { Ok(()) }
}

/// Prints the allocator's instructions per Air instruction, and its share of one cold compilation.
fn count_allocation(words: &[String], largest: usize) -> Result<(), Failure> {
    println!(
        "instructions of one cold compilation, counted by callgrind: the allocator's per Air instruction"
    );
    println!("{:<10}{:>9}{:>4}{:>14}{:>8}{:>7}", "workload", "air", "O", "allocator", "each", "share");
    let is_wanted = |name: &str| words.is_empty() || words.iter().any(|word| word == name);
    for (name, make) in WORKLOADS.into_iter().filter(|(name, _)| is_wanted(name)) {
        for size in SIZES.into_iter().filter(|size| *size >= 1_000 && *size <= largest) {
            for level in [OptLevel::O1, OptLevel::O2] {
                let mut compiler = compiler(level)?;
                let proc = make(&compiler, size);
                let mut watch = Stopwatch { started: None, times: Default::default(), air: 0 };
                compiler.emit_observed(&proc, &mut watch)?;
                let (_, all) = instructions(name, size, level, "*compile_once*")?;
                let (_, own) = instructions(name, size, level, "*LinearScan*explain*")?;
                let (each, share) = (own / watch.air.max(1) as u64, 100.0 * own as f64 / all as f64);
                println!("{name:<10}{:>9}{:>4}{own:>14}{each:>8}{share:>6.1}%", watch.air, level as usize);
            }
        }
    }
    Ok(())
}

/// Runs this program under callgrind, and prints the number of instructions in `compile_once`.
fn count_one(name: &str, size: usize) -> Result<(), Failure> {
    let (values, instructions) = instructions(name, size, OptLevel::O0, "*compile_once*")?;
    println!("{name:<10}{values:>9}{instructions:>14}{:>8}", instructions / values.max(1));
    Ok(())
}

/// The number of values of a workload, and the number of instructions that functions matching `counted` execute to
/// compile it.
fn instructions(name: &str, size: usize, level: OptLevel, counted: &str) -> Result<(u64, u64), Failure> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", &format!("--toggle-collect={counted}"), "--callgrind-out-file=/dev/null"])
        .arg(std::env::current_exe()?)
        .args(["--once", name, &size.to_string(), &(level as usize).to_string()])
        .output()?;
    let number_at = |text: &[u8], word: &str, place: fn(&str) -> Option<&str>| {
        let text = String::from_utf8_lossy(text).into_owned();
        let line = text.lines().find(|line| line.contains(word))?.to_owned();
        place(&line)?.parse::<u64>().ok()
    };
    let values = number_at(&output.stdout, " values, ", |line| line.split_whitespace().next());
    let instructions = number_at(&output.stderr, "Collected", |line| line.split_whitespace().last());
    let (Some(values), Some(instructions)) = (values, instructions) else {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(format!("valgrind counted nothing in {name}: {said}").into());
    };
    Ok((values, instructions))
}

/// A separate function, so that tools can start counting here.
#[inline(never)]
fn compile_once(compiler: &mut Compiler, proc: &mut Procedure) -> Result<u32, Failure> {
    Ok(compiler.emit_in_place(proc)?.code_size)
}

/// The procedures of all programs that can be compiled for this machine.
fn programs(compiler: &mut Compiler) -> Result<Vec<Procedure>, Failure> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut paths: Vec<_> = folder.read_dir()?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "bb"));
    paths.sort();
    let host = host_target()?;
    let (mut procs, mut left_out) = (Vec::new(), 0);
    for path in paths {
        let module = parse_module(&std::fs::read_to_string(&path)?, &targets(host))
            .map_err(|error| format!("{}:{error}", path.display()))?;
        for proc in module.procedures {
            match compiler.emit(&proc) {
                Ok(_) => procs.push(proc),
                Err(_) => left_out += 1,
            }
        }
    }
    if left_out > 0 {
        println!("({left_out} procedures of the programs cannot be compiled yet)");
    }
    Ok(procs)
}

/// The number of values in blocks.
fn value_count(proc: &Procedure) -> usize {
    proc.block_ids().map(|block| proc.block_values(block).len()).sum()
}

struct Stopwatch {
    started: Option<Instant>,
    times: [Duration; Stage::ALL.len()],
    /// Number of instructions after selection; 0 at O0, where no whole Air is built.
    air: usize,
}

impl Observer for Stopwatch {
    fn before(&mut self, _stage: Stage) {
        self.started = Some(Instant::now());
    }

    fn after(&mut self, stage: Stage, progress: Progress<'_>) {
        self.times[stage as usize] += self.started.take().map_or(Duration::ZERO, |started| started.elapsed());
        if let (Stage::Select, Progress::Code(code)) = (stage, progress) {
            self.air += code.buffer.insts.len();
        }
    }
}

struct Row {
    values: usize,
    bytes: usize,
    /// The fastest time of each stage, and of the whole compilation without an observer.
    times: [Duration; Stage::ALL.len()],
    all: Duration,
    air: usize,
}

fn measure(compiler: &mut Compiler, procs: &[Procedure]) -> Result<Row, Failure> {
    let values = procs.iter().map(value_count).sum();
    let mut row =
        Row { values, bytes: 0, times: [Duration::MAX; Stage::ALL.len()], all: Duration::MAX, air: 0 };
    let begin = Instant::now();
    for round in 0..MOST {
        // The first round runs with cold caches; the fastest of at least two counts.
        if round > 1 && begin.elapsed() > REPEAT {
            break;
        }
        row.bytes = 0;
        let mut copies = procs.to_vec();
        let started = Instant::now();
        for proc in &mut copies {
            row.bytes += compiler.emit_in_place(proc)?.code_size as usize;
        }
        row.all = row.all.min(started.elapsed());
        let mut watch = Stopwatch { started: None, times: [Duration::ZERO; Stage::ALL.len()], air: 0 };
        for proc in procs {
            compiler.emit_observed(proc, &mut watch)?;
        }
        row.air = watch.air;
        for (fastest, time) in row.times.iter_mut().zip(watch.times) {
            *fastest = time.min(*fastest);
        }
    }
    Ok(row)
}

fn print_row(name: &str, level: OptLevel, row: &Row) {
    let per_value = |time: Duration| time.as_nanos() as f64 / row.values as f64;
    print!("{name:<10}{:>9}{:>4}", row.values, level as usize);
    for stage in Stage::ALL.into_iter().filter(|stage| *stage != Stage::Check) {
        print!("{:>10.1}", per_value(row.times[stage as usize]));
    }
    print!("{:>10.1}{:>8.2}", per_value(row.all), row.bytes as f64 / row.values as f64);
    let allocate = row.times[Stage::Allocate as usize].as_nanos() as f64;
    let stages: f64 = row.times.iter().map(|time| time.as_nanos() as f64).sum();
    match row.air {
        0 => println!("{:>9}{:>8}{:>6.1}%", "-", "-", 100.0 * allocate / stages),
        air => println!("{air:>9}{:>8.1}{:>6.1}%", allocate / air as f64, 100.0 * allocate / stages),
    }
}

/// A value computed from two others, with an operation chosen by number.
fn mix(proc: &mut Procedure, block: BlockId, number: usize, a: ValueId, b: ValueId) -> ValueId {
    match number % 5 {
        0 => proc.at(block).add(a, b),
        1 => proc.at(block).bit_xor(a, b),
        2 => proc.at(block).mul(a, b),
        3 => proc.at(block).sub(a, b),
        _ => proc.at(block).bit_or(a, b),
    }
}

/// One block; each value is computed from the previous one and one of sixteen live values.
fn straight(compiler: &Compiler, size: usize) -> Procedure {
    let mut proc = Procedure::new(compiler.target());
    let root = proc.add_block();
    let mut live = [proc.at(root).argument(Type::Int64); 16];
    let mut last = proc.at(root).argument(Type::Int64);
    for number in 0..size {
        last = mix(&mut proc, root, number, last, live[number * 7 % 16]);
        live[number % 16] = last;
    }
    proc.at(root).ret([last]);
    proc
}

/// Many small if-then-else diamonds: a condition, two sides, a merge.
fn diamonds(compiler: &Compiler, size: usize) -> Procedure {
    let mut proc = Procedure::new(compiler.target());
    let mut block = proc.add_block();
    let x = proc.at(block).argument(Type::Int64);
    let mut last = x;
    for number in 0..size / 11 {
        let [left, right, merge] = [proc.add_block(), proc.add_block(), proc.add_block()];
        let predicate = proc.at(block).less_than(last, x);
        proc.at(block).branch(predicate, left, right);
        let phi = proc.at(merge).phi(Type::Int64);
        for (side, offset) in [(left, 0), (right, 1)] {
            let value = mix(&mut proc, side, number + offset, last, x);
            proc.at(side).upsilon(value, phi);
            proc.at(side).jump(merge);
        }
        let sum = proc.at(merge).add(phi, x);
        (block, last) = (merge, sum);
    }
    proc.at(block).ret([last]);
    proc
}

/// Consecutive loops, each with sixteen Phis that every iteration permutes.
fn phis(compiler: &Compiler, size: usize) -> Procedure {
    const WEB: usize = 16;
    let mut proc = Procedure::new(compiler.target());
    let mut block = proc.add_block();
    let x = proc.at(block).argument(Type::Int64);
    let mut values = [x; WEB];
    for number in 0..(size / (3 * WEB + 6)).max(1) {
        let [head, body, done] = [proc.add_block(), proc.add_block(), proc.add_block()];
        let webs: Vec<ValueId> = (0..WEB).map(|_| proc.at(head).phi(Type::Int64)).collect();
        for (value, phi) in values.iter().zip(&webs) {
            proc.at(block).upsilon(*value, *phi);
        }
        proc.at(block).jump(head);
        let predicate = proc.at(head).less_than(webs[0], x);
        proc.at(head).branch(predicate, body, done);
        let changed = mix(&mut proc, body, number, webs[0], webs[1]);
        for (place, phi) in webs.iter().enumerate() {
            let value = if place == 0 { changed } else { webs[(place * 5 + 3) % WEB] };
            proc.at(body).upsilon(value, *phi);
        }
        proc.at(body).jump(head);
        values.copy_from_slice(&webs);
        block = done;
    }
    proc.at(block).ret([values[WEB - 1]]);
    proc
}

/// Switches of up to ten thousand arms; an arm has two values.
fn switch(compiler: &Compiler, size: usize) -> Procedure {
    let mut proc = Procedure::new(compiler.target());
    let mut block = proc.add_block();
    let x = proc.at(block).argument(Type::Int64);
    let mut rest = size / 3;
    while rest > 0 {
        let (merge, default) = (proc.add_block(), proc.add_block());
        proc.at(default).trap(TrapCode::User(1));
        let phi = proc.at(merge).phi(Type::Int64);
        let count = rest.min(ARMS);
        let cases: Vec<(i64, BlockId)> = (0..count)
            .map(|number| {
                let arm = proc.add_block();
                let mut b = proc.at(arm);
                let value = b.const64(number as i64 * 3);
                b.upsilon(value, phi);
                b.jump(merge);
                (number as i64, arm)
            })
            .collect();
        proc.at(block).switch(x, &cases, default);
        block = merge;
        rest -= count;
    }
    proc.at(block).ret([x]);
    proc
}
