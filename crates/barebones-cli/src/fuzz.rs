//! `barebones fuzz`: compares random procedures in the interpreter with compiled code, or before and after passes.

use crate::Failure;
use crate::arguments::{Arguments, Word, built, unknown};
use crate::machine::MACHINES;
use barebones::base::{BranchProtection, Hardening};
use barebones::opt::{Declined, InlineStats, PassSet, pass_names};
use barebones::regalloc::Forced;
use barebones::{Backend, OptLevel};
use barebones_testing::differential::Setup;
use barebones_testing::exits::ExitOptions;
use barebones_testing::fuzz::FuzzOptions;
use barebones_testing::gc::{GcOptions, fuzz_gc as fuzz_gc_cases};
use barebones_testing::machine::AirOptions;
use barebones_testing::passes::{PassOptions, PassSelection, fuzz_passes};
use barebones_testing::time_limit;

/// Creates the forced allocation decisions from the seed.
type Force = fn(u64) -> Forced;

const FORCE: [(&str, Force); 5] = [
    ("none", |_| Forced::None),
    ("random", Forced::Random),
    ("spill", |_| Forced::SpillAll),
    ("split", Forced::Split),
    ("few", |_| Forced::Few),
];

/// Default time limit per case in seconds: longer than the timeouts of three child processes.
const LIMIT: u32 = 180;

/// What is compared with the interpreter of the IR.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Against {
    /// Code of this backend.
    Code(Backend),
    /// The machine IR, interpreted.
    Air,
}

const AGAINST: [(&str, Against); 3] = [
    ("interp", Against::Code(Backend::Barebones)),
    ("cranelift", Against::Code(Backend::Cranelift)),
    ("air", Against::Air),
];

pub(crate) fn fuzz(mut arguments: Arguments) -> Result<(), Failure> {
    let (mut seed, mut count, mut forced, mut level) = (0u64, 1000u64, None, None);
    let (mut against, mut protection) = (Against::Code(Backend::Barebones), BranchProtection::NONE);
    let mut hardening = Hardening::NONE;
    let (mut exits, mut osr, mut gc) = (false, false, false);
    let (mut opt, mut without) = (None, PassSet::ALL);
    let (mut limit, mut machine) = (LIMIT, None);
    while let Some(word) = arguments.next() {
        match word {
            Word::Plain(word) => return Err(Failure::Usage(format!("{word:?}: this command takes no file"))),
            Word::Option(option) => match option.as_str() {
                "--seed" => seed = arguments.number("--seed")?,
                "--count" => count = arguments.number("--count")?,
                "--force" => forced = Some(arguments.one_of("--force", &FORCE)?),
                "--against" => against = arguments.one_of("--against", &AGAINST)?,
                "--limit" => limit = arguments.number("--limit")?,
                "--exits" => exits = true,
                "--osr" => osr = true,
                "--gc" => gc = true,
                "--machine" => machine = Some(arguments.one_of("--machine", &MACHINES)?),
                "--opt" => opt = Some(selections(&arguments.value("--opt")?)?),
                "--without" => without = without.without(pass_name(&arguments.value("--without")?)?),
                "-O" => level = Some(arguments.level()?),
                other if Arguments::set_protection(other, &mut protection) => {}
                other if arguments.set_hardening(other, &mut hardening)? => {}
                other => return Err(unknown(other)),
            },
        }
    }
    if let Against::Code(backend) = against {
        built(backend)?;
    }
    time_limit::set(limit);
    if let Some(selections) = opt {
        return fuzz_opt(seed, count, selections, without);
    }
    if without != PassSet::ALL {
        return Err(Failure::Usage(String::from("--without requires --opt")));
    }
    // Without any of these options, cases cycle through all configurations.
    let is_protected = protection != BranchProtection::NONE || hardening != Hardening::NONE;
    let is_one = forced.is_some() || level.is_some() || is_protected;
    let only = is_one.then(|| {
        let forced = forced.map_or(Forced::None, |forced| forced(seed));
        Setup { protection, hardening, ..Setup::new(level.unwrap_or(OptLevel::O2), forced) }
    });
    if against == Against::Air {
        return fuzz_air(seed, count, AirOptions { level, arch: machine, exits });
    }
    if machine.is_some() {
        return Err(Failure::Usage(String::from("--machine requires --against air")));
    }
    if exits {
        return fuzz_exits(seed, count, only);
    }
    if osr {
        return fuzz_osr(seed, count, only);
    }
    if gc {
        return fuzz_gc(seed, count, level);
    }
    let cranelift = against == Against::Code(Backend::Cranelift);
    let options = FuzzOptions { only, cranelift, ..FuzzOptions::default() };
    let summary = barebones_testing::fuzz::fuzz(seed, count, &options)
        .map_err(|error| Failure::Failed(format!("barebones: {error}")))?;
    for failure in &summary.failures {
        eprintln!("; case {} of seed {seed}\n{}", failure.case, failure.mismatch);
    }
    crate::help::print(&format!(
        "{}seed {seed}: {} executions compared, {} calls trapped, {} timed out, {} procedures compiled for other machines\n{} passed, {} failed\n",
        summary.allocation_table(),
        summary.compared,
        summary.traps.total(),
        summary.skipped,
        summary.for_other_targets,
        summary.passed,
        summary.failed
    ))?;
    // A run without cases is a failure.
    if summary.failed == 0 && summary.passed > 0 { Ok(()) } else { Err(Failure::Reported) }
}

/// Interprets random procedures in the IR, after selection and after allocation.
fn fuzz_air(seed: u64, count: u64, options: AirOptions) -> Result<(), Failure> {
    if options.level == Some(OptLevel::O0) {
        return Err(Failure::Usage(String::from(
            "--against air requires -O 1 or -O 2: at -O 0 there is no whole Air",
        )));
    }
    let summary = barebones_testing::machine::fuzz_air(seed, 0..count, &options);
    for failure in &summary.failures {
        eprintln!("{failure}");
    }
    let checked = &summary.checked;
    let unsupported: Vec<String> = checked
        .unsupported
        .iter()
        .map(|(reason, count)| format!("{count} not finished: {reason}\n"))
        .collect();
    crate::help::print(&format!(
        "{}seed {seed}: {} executions compared, of which {} ended in an exit with {} values in all, {} machine instructions, {} opcodes\n{} passed, {} failed\n",
        unsupported.concat(),
        checked.compared,
        checked.exits,
        checked.exit_values,
        checked.steps,
        checked.opcodes.len(),
        summary.passed,
        summary.failures.len()
    ))?;
    if summary.failures.is_empty() && summary.passed > 0 { Ok(()) } else { Err(Failure::Reported) }
}

/// Runs random procedures in which each check fails every time it executes.
fn fuzz_exits(seed: u64, count: u64, only: Option<Setup>) -> Result<(), Failure> {
    let options = ExitOptions { only, ..ExitOptions::default() };
    let summary = barebones_testing::exits::fuzz_exits(seed, 0..count, &options)
        .map_err(|error| Failure::Failed(format!("barebones: {error}")))?;
    for failure in &summary.failures {
        eprintln!("; case {} of seed {seed}\n{}", failure.case, failure.mismatch);
    }
    crate::help::print(&format!(
        "seed {seed}: {} exits with {} operands and {} other executions compared; {} calls have further exits, {} timed out\n{} passed, {} failed\n",
        summary.exits,
        summary.operands,
        summary.others,
        summary.partial,
        summary.skipped,
        summary.passed,
        summary.failed
    ))?;
    if summary.failed == 0 && summary.passed > 0 { Ok(()) } else { Err(Failure::Reported) }
}

/// Runs random procedures that leave at each check, each time to code of another level.
fn fuzz_osr(seed: u64, count: u64, only: Option<Setup>) -> Result<(), Failure> {
    let options = ExitOptions { only, calls: 4, ..ExitOptions::default() };
    let summary = barebones_testing::exits::fuzz_osr(seed, 0..count, &options)
        .map_err(|error| Failure::Failed(format!("barebones: {error}")))?;
    for failure in &summary.failures {
        eprintln!("; case {} of seed {seed}\n{}", failure.case, failure.mismatch);
    }
    crate::help::print(&format!(
        "seed {seed}: {} executions compared, {} exits entered at {} checks; {} cases without checks, {} calls timed out\n{} passed, {} failed\n",
        summary.compared,
        summary.exits,
        summary.checks,
        summary.unchecked,
        summary.skipped,
        summary.passed,
        summary.failed
    ))?;
    // A run that enters no continuation is a failure.
    if summary.failed == 0 && summary.exits > 0 { Ok(()) } else { Err(Failure::Reported) }
}

/// Runs random procedures with references under a collector that moves every object.
fn fuzz_gc(seed: u64, count: u64, level: Option<OptLevel>) -> Result<(), Failure> {
    let summary = fuzz_gc_cases(seed, 0..count, &GcOptions { level, ..GcOptions::default() });
    for failure in &summary.failures {
        eprintln!("; case {} of seed {seed}: {}", failure.case, failure.message);
    }
    let (heap, [bytes, sites]) = (&summary.heap, summary.map_bytes);
    let [llvm, wasmtime] = summary.other_map_bytes;
    crate::help::print(&format!(
        "seed {seed}: {} executions compared, {} collections, {} frames, {} roots, {} objects moved\n\
         {sites} safepoints, {bytes} bytes of maps; {llvm} as LLVM's stackmaps, {wasmtime} as wasmtime's\n\
         {} passed, {} failed\n",
        summary.executions,
        heap.collections,
        heap.frames,
        heap.roots,
        heap.moved,
        summary.passed,
        summary.failures.len()
    ))?;
    if summary.failures.is_empty() && summary.passed > 0 { Ok(()) } else { Err(Failure::Reported) }
}

pub(crate) fn pass_name(text: &str) -> Result<&'static str, Failure> {
    let known: Vec<&'static str> = pass_names().collect();
    let found = known.iter().copied().find(|name| *name == text);
    found.ok_or_else(|| Failure::Usage(format!("found {text:?}, expected one of {}", known.join(", "))))
}

/// Parses the value of `--opt`: all passes at both levels and after what clients run before them, each pass alone, both, or one pass.
fn selections(text: &str) -> Result<Vec<PassSelection>, Failure> {
    Ok(match text {
        "all" => PassSelection::ALL.to_vec(),
        "each" => PassSelection::each(),
        "both" => PassSelection::ALL.into_iter().chain(PassSelection::each()).collect(),
        name => vec![PassSelection::Named(vec![pass_name(name)?])],
    })
}

/// Formats the inlining statistics: inlined calls, and declined ones by reason.
fn inlining(stats: &InlineStats) -> String {
    let mut out = format!("{} calls inlined, {} values copied; not inlined:\n", stats.inlined, stats.copied);
    for reason in Declined::ALL.iter().filter(|reason| stats.declined(**reason) != 0) {
        out.push_str(&format!("  {:<18}{:>8}  {reason}\n", format!("{reason:?}"), stats.declined(*reason)));
    }
    out
}

/// Compares random procedures in the interpreter before and after passes.
fn fuzz_opt(
    seed: u64,
    count: u64,
    mut selections: Vec<PassSelection>,
    without: PassSet,
) -> Result<(), Failure> {
    for selection in &mut selections {
        if let PassSelection::Level(_, passes)
        | PassSelection::Demoted(_, passes)
        | PassSelection::Speculated(_, passes) = selection
        {
            *passes = without;
        }
    }
    let summary = fuzz_passes(seed, 0..count, &PassOptions { selections, ..PassOptions::default() });
    for failure in &summary.failures {
        eprintln!("; case {} of seed {seed}, passes: {}", failure.case, failure.selection);
        eprintln!("; passes that cause it: {}\n{}", failure.culprits.join(", "), failure.mismatch);
    }
    let [before, after] = summary.values;
    for (name, count) in &summary.changed {
        crate::help::print(&format!("{count} changed by {name}\n"))?;
    }
    crate::help::print(&format!(
        "seed {seed}: {} executions compared, of which {} ended in an exit, {} timed out; {before} values became {after}\n{}{} passed, {} failed\n",
        summary.compared,
        summary.exits,
        summary.skipped,
        inlining(&summary.inlined),
        summary.passed,
        summary.failed
    ))?;
    if summary.failed == 0 && summary.passed > 0 { Ok(()) } else { Err(Failure::Reported) }
}
