//! Latency of cancellation: the time from the cancellation of a long compilation by another thread until the compilation
//! returns.
//!
//! `cargo bench --bench cancellation`

use barebones::base::Type;
use barebones::error::CompileError;
use barebones::ir::{Procedure, ValueId};
use barebones::{CancelToken, Compiler, OptLevel, Options, host_target};
use std::collections::BTreeMap;
use std::error::Error;
use std::thread;
use std::time::{Duration, Instant};

/// Number of cancellations for each row, spread over the time of a compilation.
const TRIALS: u32 = 100;

/// One block: sums of products of loads.
fn straight(values: usize) -> Result<Procedure, Box<dyn Error>> {
    let mut proc = Procedure::named("straight", &host_target()?);
    let root = proc.add_block();
    let mut b = proc.at(root);
    let (base, mut sum) = (b.argument(Type::Int64), b.argument(Type::Int64));
    for i in 0..values / 3 {
        let loaded: ValueId = b.load(Type::Int64, base, 8 * (i % 1000) as i32);
        let product = b.mul(loaded, sum);
        sum = b.add(product, loaded);
    }
    b.ret([sum]);
    Ok(proc)
}

/// Many loops, one after the other, each with a condition and a store.
fn loops(values: usize) -> Result<Procedure, Box<dyn Error>> {
    let mut proc = Procedure::named("loops", &host_target()?);
    let mut block = proc.add_block();
    let mut b = proc.at(block);
    let (base, count) = (b.argument(Type::Int64), b.argument(Type::Int64));
    let mut sum = b.const64(0);
    for i in 0..values / 20 {
        let [header, then, latch, exit] = std::array::from_fn(|_| proc.add_block());
        let mut b = proc.at(block);
        let zero = b.const64(0);
        let mut b = proc.at(header);
        let (at, all) = (b.phi(Type::Int64), b.phi(Type::Int64));
        let mut b = proc.at(block);
        b.upsilon(zero, at);
        b.upsilon(sum, all);
        b.jump(header);
        let mut b = proc.at(header);
        let address = b.add(base, at);
        let loaded = b.load(Type::Int64, address, 8 * (i % 100) as i32);
        let next = b.add(all, loaded);
        let is_odd = b.less_than(loaded, all);
        b.branch(is_odd, then, latch);
        let mut b = proc.at(then);
        b.store(next, base, 8 * (i % 50) as i32);
        b.jump(latch);
        let mut b = proc.at(latch);
        let eight = b.const64(8);
        let after = b.add(at, eight);
        b.upsilon(after, at);
        b.upsilon(next, all);
        let again = b.less_than(after, count);
        b.branch(again, header, exit);
        (block, sum) = (exit, next);
    }
    proc.at(block).ret([sum]);
    Ok(proc)
}

fn main() -> Result<(), Box<dyn Error>> {
    let values = 300_000;
    println!(
        "| procedure of {values} values | compilation, ms | median, ms | maximum, ms | stage of the maximum |"
    );
    println!("|---|---:|---:|---:|---|");
    for proc in [straight(values)?, loops(values)?] {
        for level in OptLevel::ALL {
            row(&proc, level)?;
        }
    }
    Ok(())
}

fn row(proc: &Procedure, level: OptLevel) -> Result<(), Box<dyn Error>> {
    let token = CancelToken::new();
    let mut options = Options::at(level);
    options.check_allocation = false;
    let mut compiler = Compiler::with_options(options)?;
    compiler.set_cancel_token(Some(token.clone()));
    compiler.emit(proc)?; // its memory is kept
    let started = Instant::now();
    compiler.emit(proc)?;
    let whole = started.elapsed();
    // Each latency, with the stage that noticed.
    let mut latencies: Vec<(Duration, &str)> = Vec::new();
    let mut noticed: BTreeMap<&str, u32> = BTreeMap::new();
    for trial in 0..TRIALS {
        token.reset();
        let canceller = token.clone();
        let delay = whole * trial / TRIALS;
        let thread = thread::spawn(move || {
            thread::sleep(delay);
            let now = Instant::now();
            canceller.cancel();
            now
        });
        let result = compiler.emit(proc);
        let ended = Instant::now();
        let cancelled = thread.join().map_err(|_| "the thread panicked")?;
        match result {
            Err(CompileError::Cancelled { stage, .. }) => {
                latencies.push((ended.saturating_duration_since(cancelled), stage.name()));
                *noticed.entry(stage.name()).or_default() += 1;
            }
            Err(error) => return Err(error.into()),
            Ok(_) => {} // it was faster this time
        }
    }
    latencies.sort();
    let (Some(median), Some(worst)) = (latencies.get(latencies.len() / 2), latencies.last()) else {
        return Err("nothing was cancelled".into());
    };
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    println!(
        "| {}, {level:?} | {:.0} | {:.2} | {:.2} | {} |",
        proc.name,
        ms(whole),
        ms(median.0),
        ms(worst.0),
        worst.1
    );
    eprintln!("{}, {level:?}: noticed in {noticed:?}", proc.name);
    Ok(())
}
