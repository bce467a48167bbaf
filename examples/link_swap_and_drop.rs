//! Compiles functions one at a time on two threads, links, calls, replaces and drops them, and checks that memory does
//! not grow.
//!
//! `cargo run --release --example link_swap_and_drop [COUNT]`, by default a million functions. Exits with status 1 if
//! the resident memory at the end exceeds that after the first half (at most 20,000) by more than 1 MiB, or if code is
//! left.

// Calling compiled code is unsafe: only this program can guarantee what the code does.
#![allow(unsafe_code)]

use barebones::base::{Signature, Type};
use barebones::ir::Procedure;
use barebones::jit::Linker;
use barebones::{Compiler, OptLevel, Options};
use std::error::Error;
use std::process::ExitCode;
use std::sync::Barrier;
use std::time::Instant;

const THREADS: u64 = 2;
/// Functions that a thread compiles in each round.
const ROUND: u64 = 4;
const ALLOWED: u64 = 1 << 20;
/// Maximum number of replaced or dropped functions that wait for the other thread.
const WAITING: usize = 200;

type LongToLong = extern "C" fn(i64) -> i64;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let count = std::env::args().nth(1).map_or(Ok(1_000_000), |count| count.parse::<u64>())?;
    if count < 1000 {
        return Err(format!("found {count}, expected a count of at least 1000").into());
    }
    let linker = Compiler::host()?.linker()?;
    let long_to_long = Signature { params: vec![Type::Int64], results: vec![Type::Int64] };
    let shared = Compiler::host()?.declare(&linker, "shared", &long_to_long)?;
    let used = linker.memory().stats().used;

    let (rounds, warm) = (count / THREADS / ROUND, (count / 2).min(20_000) / THREADS / ROUND);
    let barrier = Barrier::new(THREADS as usize + 1);
    let started = Instant::now();
    let (warm_bytes, results) = std::thread::scope(|scope| {
        let worker = |number| {
            let (linker, barrier) = (&linker, &barrier);
            scope.spawn(move || {
                let result = run(linker, number, 0..warm).map_err(|error| error.to_string());
                barrier.wait(); // the memory is measured
                barrier.wait();
                result.and_then(|()| run(linker, number, warm..rounds).map_err(|error| error.to_string()))
            })
        };
        let workers: Vec<_> = (0..THREADS).map(worker).collect();
        barrier.wait();
        let warm = resident_bytes();
        barrier.wait();
        let join = |worker: std::thread::ScopedJoinHandle<'_, Result<(), String>>| {
            worker.join().unwrap_or_else(|_| Err(String::from("a thread panicked")))
        };
        (warm, workers.into_iter().map(join).collect::<Vec<_>>())
    });
    results.into_iter().collect::<Result<(), String>>()?;
    let (warm, end) = (warm_bytes?, resident_bytes()?);
    let elapsed = started.elapsed();
    println!("resident: {} KiB, at the end {} KiB; {count} functions in {elapsed:?}", warm >> 10, end >> 10);

    drop(shared);
    linker.collect();
    let left = linker.memory().stats().used;
    let grown = end.saturating_sub(warm);
    if grown > ALLOWED || left > used {
        println!("grown by {} KiB; {} bytes of code are left", grown >> 10, left.saturating_sub(used));
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

/// What each thread does, with names of its own apart from `shared`, which both threads replace.
fn run(linker: &Linker, number: u64, rounds: std::ops::Range<u64>) -> Result<(), Box<dyn Error>> {
    let mut compilers = OptLevel::ALL.map(|level| Compiler::with_options(Options::at(level)));
    let mut thread = linker.register_thread();
    let long_to_long = Signature { params: vec![Type::Int64], results: vec![Type::Int64] };
    for round in rounds {
        let compiler = compilers[(round % 3) as usize].as_mut().map_err(|error| error.to_string())?;
        // Two functions that call each other, before either is defined. Their last handles are dropped at the end.
        let [even, odd] = ["even", "odd"].map(|name| format!("{name}{number}"));
        let odd_function = compiler.declare(linker, &odd, &long_to_long)?;
        let even_function = compiler.define(linker, calling(compiler, &even, &odd, 1))?;
        compiler.define(linker, calling(compiler, &odd, "shared", round as i64))?;
        // Replaced by both threads, while the other one may be calling it.
        compiler.define(linker, calling(compiler, "shared", "", 1))?;
        // SAFETY: the procedures only add and call each other; the thread is registered with their linker.
        let call = unsafe { even_function.typed::<LongToLong>()? };
        let (found, expected) = (call.call(&thread, 40), 42 + round as i64);
        if found != expected {
            return Err(format!("round {round}: found {found}, expected {expected}").into());
        }
        // A cycle, which is not called.
        compiler.define(linker, calling(compiler, &odd, &even, 0))?;
        drop((odd_function, even_function, call));
        thread.quiescent();
        // If the other thread is interrupted in its round, what this one replaces waits for it: wait, too.
        while linker.quiescence().reclaim() > WAITING {
            thread.offline(std::thread::yield_now);
        }
    }
    Ok(())
}

/// A procedure that returns callee(x) + n; without a callee, x + n.
fn calling(compiler: &Compiler, name: &str, callee: &str, n: i64) -> Procedure {
    let mut proc = Procedure::new(compiler.target());
    proc.name = name.into();
    let root = proc.add_block();
    let mut x = proc.at(root).argument(Type::Int64);
    if !callee.is_empty() {
        let callee = proc.symbol(callee);
        x = proc.at(root).ccall(Type::Int64, callee, &[x]);
    }
    let n = proc.at(root).const64(n);
    let sum = proc.at(root).add(x, n);
    proc.at(root).ret([sum]);
    proc
}

/// Resident memory of this process in bytes, where the system reports it in `/proc`.
fn resident_bytes() -> Result<u64, String> {
    let status = std::fs::read_to_string("/proc/self/status")
        .map_err(|error| format!("/proc/self/status: {error}"))?;
    let line =
        status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("no VmRSS in /proc/self/status")?;
    let kib: u64 = line.trim().trim_end_matches("kB").trim().parse().map_err(|_| "VmRSS is no number")?;
    Ok(kib << 10)
}
