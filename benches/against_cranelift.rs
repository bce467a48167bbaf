//! Compares the library's own backend with Cranelift: the same IR, interleaved in one process.
//!
//! ```text
//! cargo bench --bench against_cranelift --features cranelift                      # everything
//! cargo bench --bench against_cranelift --features cranelift -- compile sha256    # a section, a program
//! cargo bench --bench against_cranelift --features cranelift -- --rounds 31
//! cargo bench --bench against_cranelift --features cranelift -- --target aarch64-linux   # only code, for any machine
//! ```
//!
//! Sections are `compile` (microseconds to compile a program's procedures, from unvalidated IR to bytes), `run`
//! (microseconds of a call), `code` (bytes and instructions). In each round each configuration repeats for a few
//! milliseconds, and its fastest repetition counts; numbers are medians of the rounds. Ratios are Cranelift's number
//! over ours: above 1 is better for us. `RESULTS.md` has results by machine.

#![allow(unsafe_code)] // the table of runs only contains calls that are safe

use barebones::base::Target;
use barebones::ir::{Module, Procedure, parse_module};
use barebones::isa::{CompiledCode, target_by_name};
use barebones::jit::{Bits, Code};
use barebones::regalloc::WeightedStats;
use barebones::{Backend, Compiler, Observer, OptLevel, Options, Progress, Stage, host_target, targets};
use barebones_testing::calls::{Argument, Call, functions, number_origins};
use barebones_testing::disassembly::instruction_count;
use barebones_testing::native;
use iced_x86::{
    Code as Opcode, Decoder, DecoderOptions, FlowControl, InstructionInfoFactory, OpAccess, Register,
};
use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

type Failure = Box<dyn Error>;

/// A program and the call to time, which takes at least ten microseconds. Programs whose conventions Cranelift does not
/// support are omitted.
type Run = (&'static str, &'static str, &'static [&'static str]);

const RUNS: [Run; 35] = [
    ("ackermann", "ackermann", &["3", "6"]),
    ("adler32", "adler32_of_bytes", &["255", "100000"]),
    ("base64", "round_trip", &["20000"]),
    ("bigint", "factorial_digit_sum", &["300"]),
    ("binary_trees", "search_tree_checksum", &["1000"]),
    ("calendar", "fridays_13th", &["1600", "2000"]),
    ("callbacks", "fold", &["30000"]),
    ("collatz", "longest_below", &["2300"]),
    ("crc32", "crc32_of_pattern", &["40000"]),
    ("fannkuch", "fannkuch_checksum", &["7"]),
    ("fft", "digit_sum_of_square", &["500"]),
    ("fib", "fib", &["25"]),
    ("hash_table", "checksum", &["2000", "300"]),
    ("heapsort", "is_sorted_after", &["5000"]),
    ("interpreter", "interpret", &["@data:multiples", "6000", "0"]),
    ("kahan", "harmonic_kahan", &["100000"]),
    ("levenshtein", "levenshtein", &["@data:long_a", "230", "@data:long_b", "241"]),
    ("life", "population", &["@data:r_pentomino", "3", "450"]),
    ("lz4", "checksum_of", &["@data:letters", "128"]),
    ("mandelbrot", "mandelbrot_checksum", &["32"]),
    ("matmul", "matmul_trace", &["64"]),
    ("montgomery", "primes_from", &["0xfffffffffffff000", "400"]),
    ("mulaw", "resampled_sum", &["4000", "0.37f"]),
    ("nbody", "energy", &["1000"]),
    ("parse_number", "round_trips", &["3000"]),
    ("queens", "queens", &["9"]),
    ("quicksort", "weighted_sum_of_sorted", &["5000"]),
    ("random", "dice", &["3", "20000", "6"]),
    ("ray", "image_mix", &["40"]),
    ("rle", "pack_pattern", &["20000"]),
    ("sha256", "sha256_of_letters", &["97", "20000"]),
    ("sieve", "sieve", &["60000"]),
    ("siphash", "chain", &["2500"]),
    ("spectral_norm", "spectral_norm", &["100"]),
    ("string_search", "count_in_fibonacci_word", &["19", "9"]),
];

/// A configuration: backend and optimization level.
type Config = (Backend, OptLevel);

const OURS: [Config; 3] = [
    (Backend::Barebones, OptLevel::O0),
    (Backend::Barebones, OptLevel::O1),
    (Backend::Barebones, OptLevel::O2),
];
const THEIRS: [Config; 3] = [
    (Backend::Cranelift, OptLevel::O0),
    (Backend::Cranelift, OptLevel::O1),
    (Backend::Cranelift, OptLevel::O2),
];

/// Duration of one measurement of a round.
const COMPILE_FOR: Duration = Duration::from_millis(5);
const RUN_FOR: Duration = Duration::from_millis(5);

fn main() -> ExitCode {
    match bench(std::env::args().skip(1).filter(|word| word != "--bench").collect()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("against_cranelift: {error}");
            ExitCode::FAILURE
        }
    }
}

fn bench(mut words: Vec<String>) -> Result<(), Failure> {
    let mut rounds = 9;
    if let Some(place) = words.iter().position(|word| word == "--rounds") {
        rounds = words.get(place + 1).ok_or("--rounds needs a number")?.parse()?;
        words.drain(place..place + 2);
    }
    if let Some(place) = words.iter().position(|word| word == "--target") {
        let name = words.get(place + 1).ok_or("--target needs a name")?.clone();
        words.drain(place..place + 2);
        let desc = target_by_name(&name).ok_or_else(|| format!("unknown target `{name}`"))?;
        return code_for(Target::baseline(desc), &words);
    }
    if rounds == 0 {
        return Err("--rounds must be at least 1".into());
    }
    let sections = ["compile", "run", "code"];
    let is_section = |word: &&String| sections.contains(&word.as_str());
    let names: Vec<&String> = words.iter().filter(|word| !is_section(word)).collect();
    if let Some(name) = names.iter().find(|name| !RUNS.iter().any(|(known, ..)| known == *name)) {
        return Err(format!("`{name}` is neither a program of the table nor a section").into());
    }
    let is_wanted = |name: &str| names.is_empty() || names.iter().any(|wanted| *wanted == name);
    let mut programs = Vec::new();
    for run in RUNS.into_iter().filter(|(name, ..)| is_wanted(name)) {
        programs.push(Program::read(run)?);
    }
    for (section, measure) in sections.into_iter().zip([compile_times, run_times, code]) {
        if !words.iter().any(|word| sections.contains(&word.as_str()))
            || words.iter().any(|word| word == section)
        {
            measure(&programs, rounds)?;
        }
    }
    Ok(())
}

struct Program {
    name: &'static str,
    module: Module,
    call: Call,
}

impl Program {
    fn read((name, procedure, args): Run) -> Result<Program, Failure> {
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs").join(name).with_extension("bb");
        let text = std::fs::read_to_string(&path)?;
        let mut module =
            parse_module(&text, &targets(host_target()?)).map_err(|error| format!("{name}:{error}"))?;
        module.procedures.iter_mut().for_each(number_origins);
        let call = Call::parse(&module, procedure, args.iter().copied())?;
        Ok(Program { name, module, call })
    }
}

fn compiler((backend, level): Config) -> Result<Compiler, Failure> {
    let mut options = Options::at(level);
    options.backend = backend;
    options.check_allocation = false;
    Ok(Compiler::with_options(options)?)
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

/// Repeats for a duration. Returns the time of the fastest repetition, in microseconds.
fn fastest(
    duration: Duration,
    mut repetition: impl FnMut() -> Result<Duration, Failure>,
) -> Result<f64, Failure> {
    let (begin, mut fastest) = (Instant::now(), repetition()?);
    while begin.elapsed() < duration {
        fastest = fastest.min(repetition()?);
    }
    Ok(fastest.as_secs_f64() * 1e6)
}

/// The geometric mean of each column.
#[derive(Default)]
struct Means {
    logarithms: Vec<f64>,
    count: usize,
}

impl Means {
    fn add(&mut self, ratios: &[f64]) {
        self.logarithms.resize(ratios.len(), 0.0);
        self.logarithms.iter_mut().zip(ratios).for_each(|(sum, ratio)| *sum += ratio.ln());
        self.count += 1;
    }

    fn of(&self) -> Vec<f64> {
        self.logarithms.iter().map(|sum| (sum / self.count as f64).exp()).collect()
    }
}

fn value_count(proc: &Procedure) -> usize {
    proc.block_ids().map(|block| proc.block_values(block).len()).sum()
}

// ---- Compile time -------------------------------------------------------------------------------------

fn compile_times(programs: &[Program], rounds: usize) -> Result<(), Failure> {
    println!("microseconds to compile a program; Cranelift's time over ours at each level");
    println!(
        "{:<16}{:>7}{:>9}{:>9}{:>9}{:>9}{:>9}{:>9}{:>8}{:>8}{:>8}",
        "program", "values", "O0", "O1", "O2", "clif O0", "clif O1", "clif O2", "O0", "O1", "O2"
    );
    let configs: Vec<Config> = OURS.into_iter().chain(THEIRS).collect();
    let (mut means, mut totals) = (Means::default(), vec![0.0; configs.len()]);
    let mut compilers = configs.iter().map(|config| compiler(*config)).collect::<Result<Vec<_>, _>>()?;
    for program in programs {
        let procs = &program.module.procedures;
        let mut times = vec![Vec::new(); configs.len()];
        for round in 0..=rounds {
            for (compiler, times) in compilers.iter_mut().zip(&mut times) {
                let fastest = fastest(COMPILE_FOR, || {
                    let begin = Instant::now();
                    compile_all(compiler, procs)?;
                    Ok(begin.elapsed())
                })?;
                // The first round runs with cold caches.
                if round > 0 {
                    times.push(fastest);
                }
            }
        }
        let times: Vec<f64> = times.into_iter().map(median).collect();
        let ratios: Vec<f64> = (0..3).map(|level| times[3 + level] / times[level]).collect();
        totals.iter_mut().zip(&times).for_each(|(total, time)| *total += time);
        means.add(&ratios);
        let values = procs.iter().map(value_count).sum();
        print_compile_row(program.name, values, &times, &ratios);
    }
    let values = programs.iter().flat_map(|program| &program.module.procedures).map(value_count).sum();
    let ratios: Vec<f64> = (0..3).map(|level| totals[3 + level] / totals[level]).collect();
    print_compile_row("all", values, &totals, &ratios);
    print!("{:<77}", "geometric mean");
    means.of().iter().for_each(|mean| print!("{mean:>8.2}"));
    println!("\n");
    Ok(())
}

fn print_compile_row(name: &str, values: usize, times: &[f64], ratios: &[f64]) {
    print!("{name:<16}{values:>7}");
    times.iter().for_each(|time| print!("{time:>9.1}"));
    ratios.iter().for_each(|ratio| print!("{ratio:>8.2}"));
    println!();
}

fn compile_all(compiler: &mut Compiler, procs: &[Procedure]) -> Result<usize, Failure> {
    procs.iter().try_fold(0, |bytes, proc| Ok(bytes + compiler.emit(proc)?.bytes.len()))
}

// ---- Run time -----------------------------------------------------------------------------------------

const RUN_CONFIGS: [Config; 3] = [OURS[1], OURS[2], THEIRS[2]];

fn run_times(programs: &[Program], rounds: usize) -> Result<(), Failure> {
    println!("microseconds of a call; Cranelift's time over ours at each level");
    println!("{:<16}{:>10}{:>10}{:>10}{:>8}{:>8}  call", "program", "O1", "O2", "clif O2", "O1", "O2");
    let mut means = Means::default();
    for program in programs {
        let mut runnables = Vec::new();
        for config in RUN_CONFIGS {
            runnables.push(Runnable::new(program, config)?);
        }
        let expected = runnables[0].call()?.1;
        let mut times = vec![Vec::new(); RUN_CONFIGS.len()];
        for round in 0..=rounds {
            for (runnable, times) in runnables.iter().zip(&mut times) {
                let fastest = fastest(RUN_FOR, || match runnable.call()? {
                    (time, results) if results == expected => Ok(time),
                    (_, found) => Err(format!("{}: {found:x?} and {expected:x?}", program.name).into()),
                })?;
                if round > 0 {
                    times.push(fastest);
                }
            }
        }
        let times: Vec<f64> = times.into_iter().map(median).collect();
        let ratios = [times[2] / times[0], times[2] / times[1]];
        means.add(&ratios);
        print!("{:<16}", program.name);
        times.iter().for_each(|time| print!("{time:>10.1}"));
        ratios.iter().for_each(|ratio| print!("{ratio:>8.2}"));
        let (_, name, args) =
            RUNS.iter().find(|(known, ..)| *known == program.name).expect("it is from there");
        println!("  {name}({})", args.join(", "));
    }
    print!("{:<46}", "geometric mean");
    means.of().iter().for_each(|mean| print!("{mean:>8.2}"));
    println!("\n");
    Ok(())
}

/// A program's call, compiled with one configuration.
struct Runnable<'a> {
    module: &'a Module,
    code: Code,
    args: Vec<Bits>,
}

impl<'a> Runnable<'a> {
    fn new(program: &'a Program, config: Config) -> Result<Runnable<'a>, Failure> {
        let codes = compiler(config)?.compile_module(program.module.clone(), &functions::address)?;
        let code = codes.into_iter().nth(program.call.procedure).ok_or("no code")?;
        let address = |index: usize| code.data(index).map_or(0, |data| data.cast::<u8>() as u64);
        let bits = |argument: &Argument| match argument {
            Argument::Bits(bits) => *bits,
            Argument::Data(index) => address(*index),
            Argument::Bytes(bytes) => bytes.as_ptr() as u64,
        };
        let args = program.call.args.iter().map(|(ty, argument)| Bits { ty: *ty, bits: bits(argument) });
        Ok(Runnable { module: &program.module, args: args.collect(), code })
    }

    /// Calls with fresh data. Returns the time and the results.
    fn call(&self) -> Result<(Duration, Vec<u64>), Failure> {
        for (index, data) in self.module.data.iter().enumerate() {
            native::reset_data(&self.code, index, &data.bytes);
        }
        let begin = Instant::now();
        // SAFETY: the calls of the table only access their arguments and the module's own data.
        let results = unsafe { self.code.call_raw(&self.args) }?;
        Ok((begin.elapsed(), results))
    }
}

// ---- Code ---------------------------------------------------------------------------------------------

/// Statistics of a program's code.
#[derive(Clone, Copy, Default)]
struct Counts {
    bytes: usize,
    instructions: usize,
    /// Loads from and stores to addresses relative to the stack or frame pointer.
    stack_loads: usize,
    stack_stores: usize,
    /// Copies between registers of the same bank.
    moves: usize,
}

impl Counts {
    fn add(&mut self, other: Counts) {
        self.bytes += other.bytes;
        self.instructions += other.instructions;
        self.stack_loads += other.stack_loads;
        self.stack_stores += other.stack_stores;
        self.moves += other.moves;
    }

    fn columns(self) -> [usize; 5] {
        [self.bytes, self.instructions, self.stack_loads, self.stack_stores, self.moves]
    }
}

fn code(programs: &[Program], _rounds: usize) -> Result<(), Failure> {
    if !cfg!(target_arch = "x86_64") {
        println!("instructions are counted on x86-64 only");
        return Ok(());
    }
    println!("bytes, instructions, loads from and stores to the frame, moves between registers");
    print!("{:<16}", "program");
    for level in ["O1", "O2", "clif O2"] {
        print!("{:>10}{:>7}{:>6}{:>7}{:>6}", level, "insts", "loads", "stores", "moves");
    }
    println!();
    let mut totals = [Counts::default(); 3];
    for program in programs {
        let mut counts = [Counts::default(); 3];
        for (config, counts) in RUN_CONFIGS.into_iter().zip(&mut counts) {
            let mut compiler = compiler(config)?;
            for proc in &program.module.procedures {
                counts.add(count(&compiler.emit(proc)?));
            }
        }
        totals.iter_mut().zip(counts).for_each(|(total, counts)| total.add(counts));
        print_code_row(program.name, &counts);
    }
    print_code_row("all", &totals);
    println!();
    allocation(programs)
}

/// Prints bytes and instructions of the programs for any target: nothing runs.
fn code_for(target: Target, names: &[String]) -> Result<(), Failure> {
    if let Some(name) = names.iter().find(|name| !RUNS.iter().any(|(known, ..)| known == *name)) {
        return Err(format!("`{name}` is not a program of the table").into());
    }
    println!("bytes and instructions for {}; our instructions at O2 over Cranelift's", target.name());
    println!(
        "{:<16}{:>10}{:>7}{:>10}{:>7}{:>10}{:>7}{:>8}",
        "program", "O1", "insts", "O2", "insts", "clif O2", "insts", "O2"
    );
    let (mut totals, mut means) = ([[0; 2]; 3], Means::default());
    for (name, ..) in RUNS.iter().filter(|(name, ..)| names.is_empty() || names.iter().any(|it| it == name)) {
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs").join(name).with_extension("bb");
        let text = std::fs::read_to_string(&path)?;
        let module = parse_module(&text, &targets(target)).map_err(|error| format!("{name}:{error}"))?;
        let mut sizes = [[0; 2]; 3];
        for ((backend, level), [bytes, instructions]) in RUN_CONFIGS.into_iter().zip(&mut sizes) {
            let mut options = Options::at(level);
            options.backend = backend;
            options.check_allocation = false;
            let mut compiler = Compiler::for_target(target, options);
            for proc in &module.procedures {
                let code = compiler.emit(proc)?;
                *bytes += code.bytes.len();
                *instructions += instruction_count(&code);
            }
        }
        means.add(&[sizes[1][1] as f64 / sizes[2][1] as f64]);
        totals.iter_mut().flatten().zip(sizes.iter().flatten()).for_each(|(total, size)| *total += size);
        print_sizes(name, &sizes);
    }
    print_sizes("all", &totals);
    print!("{:<67}", "geometric mean");
    means.of().iter().for_each(|mean| print!("{mean:>8.3}"));
    println!();
    Ok(())
}

fn print_sizes(name: &str, sizes: &[[usize; 2]; 3]) {
    print!("{name:<16}");
    sizes.iter().for_each(|[bytes, instructions]| print!("{bytes:>10}{instructions:>7}"));
    println!("{:>8.3}", sizes[1][1] as f64 / sizes[2][1] as f64);
}

/// Prints the code inserted by our allocator, weighted by block frequency. Cranelift's allocator does not report it;
/// its only columns are those of the table above.
fn allocation(programs: &[Program]) -> Result<(), Failure> {
    println!(
        "weighted by block frequency: spill stores, reloads, rematerialised, moves inserted, slot operands"
    );
    for program in programs {
        print!("{:<16}", program.name);
        for level in [OptLevel::O1, OptLevel::O2] {
            let mut weights = Weights::default();
            let mut compiler = Compiler::with_options(Options::at(level))?;
            for proc in &program.module.procedures {
                compiler.emit_observed(proc, &mut weights)?;
            }
            print!("{:>6}", format!("{level:?}"));
            weights.0.list().for_each(|(_, weight)| print!("{weight:>11.1}"));
        }
        println!();
    }
    println!();
    Ok(())
}

#[derive(Default)]
struct Weights(WeightedStats);

impl Observer for Weights {
    fn after(&mut self, stage: Stage, progress: Progress<'_>) {
        if let (Stage::Allocate, Progress::Code(code)) = (stage, progress) {
            self.0 += WeightedStats::of(code);
        }
    }
}

fn print_code_row(name: &str, counts: &[Counts]) {
    print!("{name:<16}");
    for counts in counts {
        let [bytes, instructions, loads, stores, moves] = counts.columns();
        print!("{bytes:>10}{instructions:>7}{loads:>6}{stores:>7}{moves:>6}");
    }
    println!();
}

/// Decodes the instructions of a procedure. A jump table may follow an indirect jump: counting continues where the next
/// value's code begins.
fn count(code: &CompiledCode) -> Counts {
    let mut counts = Counts { bytes: code.bytes.len(), ..Counts::default() };
    let bytes = &code.bytes[..code.code_size as usize];
    let mut decoder = Decoder::with_ip(64, bytes, 0, DecoderOptions::NONE);
    let mut facts = InstructionInfoFactory::new();
    while decoder.can_decode() {
        let inst = decoder.decode();
        counts.instructions += 1;
        if inst.flow_control() == FlowControl::IndirectBranch {
            let next =
                code.origins.iter().map(|origin| origin.offset as usize).find(|at| *at >= decoder.position());
            if decoder.set_position(next.unwrap_or(bytes.len()).min(bytes.len())).is_err() {
                break;
            }
            decoder.set_ip(decoder.position() as u64);
            continue;
        }
        if is_move(inst.code()) && inst.op0_kind() == inst.op1_kind() {
            counts.moves += 1;
        }
        let is_frame = |register| matches!(register, Register::RSP | Register::RBP);
        let is_push_or_pop = inst.is_stack_instruction();
        for memory in facts.info(&inst).used_memory() {
            if !is_frame(memory.base()) || is_push_or_pop {
                continue;
            }
            match memory.access() {
                OpAccess::Read => counts.stack_loads += 1,
                OpAccess::Write => counts.stack_stores += 1,
                OpAccess::ReadWrite | OpAccess::ReadCondWrite => {
                    counts.stack_loads += 1;
                    counts.stack_stores += 1;
                }
                _ => {}
            }
        }
    }
    counts
}

/// True for copies, if both operands are registers.
fn is_move(code: Opcode) -> bool {
    use Opcode::*;
    matches!(
        code,
        Mov_rm64_r64
            | Mov_r64_rm64
            | Mov_rm32_r32
            | Mov_r32_rm32
            | Movaps_xmm_xmmm128
            | Movapd_xmm_xmmm128
            | Movaps_xmmm128_xmm
            | Movapd_xmmm128_xmm
            | Movups_xmm_xmmm128
            | Movdqa_xmm_xmmm128
            | Movdqu_xmm_xmmm128
            | VEX_Vmovaps_xmm_xmmm128
            | VEX_Vmovapd_xmm_xmmm128
            | VEX_Vmovups_xmm_xmmm128
            | VEX_Vmovdqa_xmm_xmmm128
            | VEX_Vmovdqu_xmm_xmmm128
    )
}
