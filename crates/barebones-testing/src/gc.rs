//! Random procedures with references under a collector that moves every object at every safepoint.
//!
//! Memory of an object that was moved is poisoned, so that a stale reference changes the result. The interpreter, for
//! which nothing moves, gives the expected result.

mod generate;
mod heap;

pub use generate::generate;
pub use heap::{Heap, HeapStats, symbol};

use barebones::base::Type;
use barebones::interp::{Interpreter, Limits, Outcome};
use barebones::ir::{Module, Procedure};
use barebones::jit::Code;
use barebones::regalloc::Forced;
use barebones::{Compiler, OptLevel, Options};
use std::ops::Range;

/// Options of a run.
#[derive(Clone, Copy, Debug)]
pub struct GcOptions {
    /// Number of statements of a procedure, at most.
    pub steps: u32,
    /// The only level, if given.
    pub level: Option<OptLevel>,
    /// Number of failures after which the run stops.
    pub max_failures: usize,
}

impl Default for GcOptions {
    fn default() -> GcOptions {
        GcOptions { steps: 40, level: None, max_failures: 5 }
    }
}

/// A failure.
#[derive(Clone, Debug)]
pub struct GcFailure {
    /// Number of the case.
    pub case: u64,
    /// The difference, and the procedure.
    pub message: String,
}

/// Results of a run.
#[derive(Debug, Default)]
pub struct GcSummary {
    /// Number of procedures without a difference.
    pub passed: u64,
    /// What the collector did.
    pub heap: HeapStats,
    /// Number of executions of compiled code.
    pub executions: u64,
    /// Bytes of all maps, and the number of safepoints in them.
    pub map_bytes: [u64; 2],
    /// Bytes of the same maps in the formats of LLVM's stackmaps and of wasmtime's.
    pub other_map_bytes: [u64; 2],
    /// The failures.
    pub failures: Vec<GcFailure>,
}

/// The arguments of every call.
const ARGUMENTS: [[u64; 2]; 2] = [[3, 11], [0x1234_5678_9abc, u64::MAX]];
const STEP_LIMIT: u64 = 200_000;

/// The module of a procedure: it calls the functions of the heap.
pub fn module(proc: Procedure) -> Module {
    Module { externs: heap::externs(), procedures: vec![proc], ..Module::default() }
}

/// The bytes of maps as LLVM's stackmaps (version 3: 16 bytes for a record with three constant locations, and 12 bytes
/// for each location, of which a statepoint has two per pointer, then 8 for live-outs) and in wasmtime's section (8
/// bytes per site; 12 bytes and 4 per 32 slots of 4 bytes for each distinct set).
fn bytes_in_other_formats(code: &Code) -> [u64; 2] {
    let mut llvm = 0;
    let (mut wasmtime, mut sets) = (0, std::collections::BTreeSet::new());
    for site in code.gc_map().sites() {
        let places: Vec<i32> = site.references().chain(site.derived().map(|(offset, _)| offset)).collect();
        llvm += (16 + 12 * (3 + 2 * places.len() as u64)).next_multiple_of(8) + 8;
        wasmtime += 8;
        let span = places.iter().max().map_or(0, |max| max - places.iter().min().unwrap_or(max) + 4);
        if sets.insert(places) {
            wasmtime += 12 + 4 * (span as u64 / 4).div_ceil(32);
        }
    }
    [llvm, wasmtime]
}

/// Compares random procedures.
pub fn fuzz_gc(seed: u64, cases: Range<u64>, options: &GcOptions) -> GcSummary {
    let mut summary = GcSummary::default();
    for case in cases {
        let mut failed = None;
        // After a failure, a shorter procedure of the same seed is better.
        for steps in [options.steps, 4, 8, 12, 16, 20, 25, 30, 35] {
            if steps != options.steps && failed.is_none() {
                break;
            }
            let Err(message) = run_case(seed, case, steps, options, &mut summary) else { continue };
            failed = Some(message);
            if steps != options.steps {
                break;
            }
        }
        match failed {
            None => summary.passed += 1,
            Some(message) => summary.failures.push(GcFailure { case, message }),
        }
        if summary.failures.len() >= options.max_failures {
            break;
        }
    }
    summary
}

fn run_case(
    seed: u64,
    case: u64,
    steps: u32,
    options: &GcOptions,
    summary: &mut GcSummary,
) -> Result<(), String> {
    let proc = generate(seed.wrapping_mul(0x9e37_79b9).wrapping_add(case), steps);
    let text = proc.to_string();
    let failed = |what: String| format!("{what}\n{text}");
    let module = module(proc);
    let expected = ARGUMENTS.map(|arguments| interpret(&module, arguments));
    let levels = [OptLevel::O0, OptLevel::O1, OptLevel::O2];
    for (n, level) in
        levels.into_iter().filter(|level| options.level.is_none_or(|only| only == *level)).enumerate()
    {
        let forced = match (case + n as u64) % 6 {
            0 => Forced::SpillAll,
            1 => Forced::Random(case),
            2 => Forced::Split(case),
            3 => Forced::Few,
            _ => Forced::None,
        };
        let mut compile_options = Options::default();
        (compile_options.opt_level, compile_options.forced) = (level, forced);
        compile_options.check_allocation = true;
        let compiler = Compiler::with_options(compile_options);
        let mut compiler = compiler.map_err(|error| failed(error.to_string()))?;
        let code = compiler.compile_module(module.clone(), &symbol);
        let code = code.map_err(|error| failed(format!("{level:?}, {forced:?}: {error}")))?;
        let map = code[0].gc_map();
        summary.map_bytes[0] += map.bytes().len() as u64;
        summary.map_bytes[1] += map.len() as u64;
        let others = bytes_in_other_formats(&code[0]);
        summary.other_map_bytes.iter_mut().zip(others).for_each(|(sum, bytes)| *sum += bytes);
        for (arguments, expected) in ARGUMENTS.into_iter().zip(&expected) {
            let Some(expected) = expected else { continue };
            summary.executions += 1;
            let (result, stats) = Heap::run(true, || heap::call(&code[0], arguments));
            let found = result.map_err(|error| failed(format!("{level:?}, {forced:?}: {error}")))?;
            summary.heap.add(&stats);
            if let Some(error) = stats.error {
                return Err(failed(format!("{level:?}, {forced:?}, {arguments:?}: {error}")));
            }
            if found != *expected {
                return Err(failed(format!(
                    "{level:?}, {forced:?}, {arguments:?}: found {found:#x}, expected {expected:#x}"
                )));
            }
        }
    }
    Ok(())
}

/// The result of the interpreter; `None` if it reaches its step limit.
fn interpret(module: &Module, arguments: [u64; 2]) -> Option<u64> {
    let run = || {
        let mut host = heap::interpreter_host()?;
        let limits = Limits { steps: STEP_LIMIT, ..Limits::default() };
        let arguments = arguments.map(|bits| (Type::Int64, bits));
        let execution = Interpreter::new(module).ok()?.call("main", &arguments, &mut host, limits).ok()?;
        match execution.outcome {
            Outcome::Returned(results) => results.first().map(|(_, bits)| *bits),
            _ => None,
        }
    };
    Heap::run(false, run).0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_survive_a_collector_that_moves_everything() {
        let summary = fuzz_gc(1, 0..150, &GcOptions::default());
        let failures: Vec<String> = summary.failures.iter().map(|failure| failure.message.clone()).collect();
        assert!(failures.is_empty(), "{}", failures.join("\n"));
        assert_eq!(summary.passed, 150);
        let heap = &summary.heap;
        assert!(heap.collections > 1000 && heap.roots > 2000 && heap.moved > 2000, "{summary:?}");
        // Maps take at most half of the bytes of either other format.
        let others = summary.other_map_bytes;
        assert!(others.iter().all(|bytes| summary.map_bytes[0] * 2 <= *bytes), "{summary:?}");
    }
}
