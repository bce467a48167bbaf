//! `barebones compile --emit stats`: time and results of each stage.

use crate::Failure;
use crate::input::Input;
use barebones::ir::Procedure;
use barebones::opt::{Pass, PassCounts};
use barebones::regalloc::{AllocStats, WeightedStats};
use barebones::{Backend, Budget, Compiler, Observer, Progress, Stage};
use barebones_testing::disassembly::instruction_count;
use std::fmt::Write;
use std::time::{Duration, Instant};

/// Measures stages and passes, and records their results.
struct Stopwatch {
    /// Start of the current stage.
    started: Option<Instant>,
    times: [Duration; Stage::ALL.len()],
    /// Instructions of the machine IR after selection and after allocation, if it exists.
    selected: Option<usize>,
    allocated: Option<usize>,
    stats: AllocStats,
    /// Counts weighted by block frequency, if the machine IR of the whole procedure exists.
    weighted: Option<WeightedStats>,
    slots: usize,
    /// Passes that ran: name, time, work, and the number of values in blocks afterwards.
    passes: Vec<(&'static str, Duration, u64, usize)>,
    pass_started: Option<Instant>,
}

fn placed(proc: &Procedure) -> usize {
    proc.block_ids().map(|block| proc.block_values(block).len()).sum()
}

impl Observer for Stopwatch {
    fn before(&mut self, _stage: Stage) {
        self.started = Some(Instant::now());
    }

    fn before_pass(&mut self, _pass: &'static Pass) {
        self.pass_started = Some(Instant::now());
    }

    fn after_pass(&mut self, pass: &'static Pass, proc: &Procedure, counts: PassCounts) {
        let time = self.pass_started.take().map_or(Duration::ZERO, |started| started.elapsed());
        self.passes.push((pass.name, time, counts.work, placed(proc)));
    }

    fn after(&mut self, stage: Stage, progress: Progress<'_>) {
        self.times[stage as usize] += self.started.take().map_or(Duration::ZERO, |started| started.elapsed());
        let count = |code: &barebones::air::Code| Some(code.buffer.insts.len()).filter(|count| *count > 0);
        match (stage, progress) {
            (Stage::Select, Progress::Code(code)) => self.selected = count(code),
            (Stage::Allocate, Progress::Code(code)) => {
                self.allocated = count(code);
                self.slots = code.slots.len();
                self.weighted = self.allocated.map(|_| WeightedStats::of(code));
            }
            (Stage::Allocate, Progress::Allocated(stats)) => self.stats = *stats,
            _ => {}
        }
    }
}

fn cell(number: Option<usize>) -> String {
    number.map_or_else(|| String::from("-"), |number| number.to_string())
}

/// Builds a table per procedure. Times are of the second compilation, with warm memory.
pub(crate) fn stats(input: &Input, compiler: &mut Compiler) -> Result<String, Failure> {
    let mut out = String::new();
    for (index, proc) in input.module.procedures.iter().enumerate() {
        let failed = |error| input.not_compiled(Some(index), &error);
        compiler.emit(proc).map_err(failed)?;
        let mut watch = Stopwatch {
            started: None,
            times: [Duration::ZERO; Stage::ALL.len()],
            selected: None,
            allocated: None,
            stats: AllocStats::default(),
            weighted: None,
            slots: 0,
            passes: Vec::new(),
            pass_started: None,
        };
        let code = compiler.emit_observed(proc, &mut watch).map_err(failed)?;
        let values = placed(proc);
        // Writing to a string does not fail.
        let _ = writeln!(out, "{}: {values} values in {} blocks", proc.name, proc.block_count());
        let _ =
            writeln!(out, "  {:<10}{:>12}{:>14}{:>8}{:>8}", "stage", "ns", "instructions", "bytes", "spills");
        for stage in Stage::ALL {
            let time = watch.times[stage as usize].as_nanos();
            let (instructions, bytes, spills) = match stage {
                Stage::Select => (watch.selected, None, None),
                Stage::Allocate => {
                    let spills = watch.stats.stores + watch.stats.reloads;
                    (watch.allocated, None, Some(spills as usize))
                }
                Stage::Emit => (Some(instruction_count(&code)), Some(code.code_size as usize), None),
                Stage::Validate | Stage::Optimize | Stage::Check => (None, None, None),
            };
            let cells = [cell(instructions), cell(bytes), cell(spills)];
            let _ = writeln!(
                out,
                "  {:<10}{time:>12}{:>14}{:>8}{:>8}",
                stage.name(),
                cells[0],
                cells[1],
                cells[2]
            );
        }
        if !watch.passes.is_empty() {
            let _ = writeln!(out, "  {:<30}{:>12}{:>14}{:>8}{:>8}", "pass", "ns", "work", "before", "after");
        }
        let mut before = values;
        for (name, time, work, after) in &watch.passes {
            let _ = writeln!(out, "  {name:<30}{:>12}{work:>14}{before:>8}{after:>8}", time.as_nanos());
            before = *after;
        }
        if compiler.options().backend == Backend::Barebones {
            let _ = write!(out, "{}", allocation(&watch));
        }
        let _ = writeln!(
            out,
            "  frame of {} bytes with {} slots; {} bytes with constants",
            code.frame.size,
            watch.slots,
            code.bytes.len()
        );
        let used = |budget: &Budget| format!("{}={}", budget.name(), compiler.usage().get(*budget));
        let used: Vec<String> = Budget::ALL.iter().map(used).collect();
        let _ = writeln!(out, "  used: {}\n", used.join(" "));
    }
    Ok(out)
}

/// Formats the allocation counters that are not zero or have a weight (the count times block frequency).
fn allocation(watch: &Stopwatch) -> String {
    let mut out = format!("  {:<30}{:>12}{:>14}\n", "allocation", "count", "weighted");
    let weights: Vec<(&str, f64)> = watch.weighted.iter().flat_map(WeightedStats::list).collect();
    for (name, count) in watch.stats.list() {
        let weight = weights.iter().find(|(of, _)| *of == name).map(|(_, weight)| *weight);
        if count > 0 || weight.is_some() {
            let weight = weight.map_or_else(|| String::from("-"), |weight| format!("{weight:.1}"));
            let _ = writeln!(out, "  {name:<30}{count:>12}{weight:>14}");
        }
    }
    out
}
