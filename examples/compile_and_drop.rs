//! Compiles a small procedure, calls it and drops it, repeatedly, and checks that memory does not grow.
//!
//! `cargo run --release --example compile_and_drop [COUNT]`, by default a million times. Exits with status 1 if the
//! resident memory at the end exceeds that after 10,000 times by more than 1 MiB.

// Calling compiled code is unsafe: only this program can guarantee what the code does.
#![allow(unsafe_code)]

use barebones::base::Type;
use barebones::ir::Procedure;
use barebones::{Compiler, OptLevel, Options};
use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

const WARM: u64 = 10_000;
const ALLOWED: u64 = 1 << 20;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let count = std::env::args().nth(1).map_or(Ok(1_000_000), |count| count.parse::<u64>())?;
    if count <= WARM {
        return Err(format!("found {count}, expected a count above {WARM}").into());
    }
    let mut compilers = OptLevel::ALL.map(|level| Compiler::with_options(Options::at(level)));
    let mut warm = 0;
    let started = Instant::now();
    for n in 0..count {
        let [o0, o1, o2] = &mut compilers;
        let compiler = [o0, o1, o2][(n % 3) as usize].as_mut().map_err(|error| error.to_string())?;
        let code = compiler.compile(adding(compiler, n as i64))?;
        // SAFETY: the procedure only adds.
        let add = unsafe { code.typed::<extern "C" fn(i64) -> i64>()? };
        if add.call(1) != n as i64 + 1 {
            return Err(format!("1 + {n} is {}", add.call(1)).into());
        }
        if n + 1 == WARM {
            warm = resident_bytes()?;
            println!("after {WARM} times: {} KiB resident", warm >> 10);
        }
    }
    let end = resident_bytes()?;
    println!("after {count} times: {} KiB resident, {:?}", end >> 10, started.elapsed());
    let grown = end.saturating_sub(warm);
    if grown > ALLOWED {
        println!("grown by {} KiB; at most {} KiB are allowed", grown >> 10, ALLOWED >> 10);
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

/// A procedure that adds a number to its argument.
fn adding(compiler: &Compiler, number: i64) -> Procedure {
    let mut proc = Procedure::new(compiler.target());
    let root = proc.add_block();
    let mut b = proc.at(root);
    let x = b.argument(Type::Int64);
    let number = b.const64(number);
    let sum = b.add(x, number);
    b.ret([sum]);
    proc
}

/// Resident memory of this process in bytes, where the system reports it in `/proc`.
fn resident_bytes() -> Result<u64, Box<dyn Error>> {
    let status = std::fs::read_to_string("/proc/self/status")
        .map_err(|error| format!("/proc/self/status: {error}"))?;
    let line =
        status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("no VmRSS in /proc/self/status")?;
    let kib: u64 = line.trim().trim_end_matches("kB").trim().parse()?;
    Ok(kib << 10)
}
