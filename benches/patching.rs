//! Time of ending an assumption on which 10,000 invalidation points depend, and of redirecting a jump, for each kind of
//! code memory.
//!
//! `cargo bench --bench patching`

use barebones::exit_state;
use barebones::ir::Procedure;
use barebones::jit::{Assumption, Code, CodeMemory, MappingMode, MemoryOptions};
use barebones::{Compiler, host_target};
use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

const SITES: usize = 10_000;
/// Number of sites in one procedure.
const SITES_EACH: usize = 10;

/// A procedure with this number of invalidation points.
fn assuming(compiler: &mut Compiler) -> Result<Code, Box<dyn Error>> {
    let mut proc = Procedure::new(&host_target()?);
    let root = proc.add_block();
    let mut b = proc.at(root);
    let answer = b.const64(42);
    let state = exit_state![b.proc, frame { function: 1, pc: 0, locals: [], stack: [] }];
    for _ in 0..SITES_EACH {
        b.invalidation_point().exit_state(state).append();
    }
    b.ret([answer]);
    Ok(compiler.compile(proc)?)
}

/// The median time of ending the assumption.
fn invalidate(memory: &Arc<CodeMemory>, rounds: usize) -> Result<Duration, Box<dyn Error>> {
    let mut compiler = Compiler::host()?;
    compiler.set_memory(memory.clone());
    let mut times = Vec::new();
    for _ in 0..rounds {
        let codes: Result<Vec<Code>, _> = (0..SITES / SITES_EACH).map(|_| assuming(&mut compiler)).collect();
        let codes = codes?;
        let assumption = Assumption::new();
        for code in &codes {
            assumption.depend(code)?;
        }
        let start = Instant::now();
        let count = assumption.invalidate()?;
        times.push(start.elapsed());
        assert_eq!(count, SITES);
    }
    times.sort();
    Ok(times[rounds / 2])
}

fn main() -> Result<(), Box<dyn Error>> {
    let rounds = if std::env::args().any(|argument| argument == "--test") { 1 } else { 21 };
    println!(
        "ending an assumption with {SITES} sites in {} procedures, median of {rounds}",
        SITES / SITES_EACH
    );
    for mode in [MappingMode::Dual, MappingMode::Toggling] {
        let options = MemoryOptions { mode: Some(mode), ..MemoryOptions::default() };
        match CodeMemory::with_options(options) {
            Ok(memory) => {
                let time = invalidate(&Arc::new(memory), rounds)?;
                println!("{:>12} {:>10.3} ms", format!("{mode:?}"), time.as_secs_f64() * 1e3);
            }
            Err(error) => println!("{:>12} {error}", format!("{mode:?}")),
        }
    }
    Ok(())
}
