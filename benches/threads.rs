//! Compile time with one and with several threads that share one code memory.
//!
//! `cargo bench --bench threads -- [THREADS]`; the default is 2. Each thread compiles the same procedures, so with
//! as many free processors as threads the time stays the same.

use barebones::base::Type;
use barebones::ir::Procedure;
use barebones::jit::CodeMemory;
use barebones::{Compiler, OptLevel, Options, host_target};
use std::sync::{Arc, Barrier};
use std::time::{Duration, Instant};

const FAILS: &str = "the procedure is valid, and the host is supported";

/// A loop over an array, with a condition in it.
fn procedure(number: usize) -> Procedure {
    let mut proc = Procedure::named(&format!("loop{number}"), &host_target().expect(FAILS));
    let [root, header, then, latch, done] = std::array::from_fn(|_| proc.add_block());
    let mut b = proc.at(root);
    let (base, count) = (b.argument(Type::Int64), b.argument(Type::Int64));
    let zero = b.const64(0);
    let mut b = proc.at(header);
    let (index, sum) = (b.phi(Type::Int64), b.phi(Type::Int64));
    let mut b = proc.at(root);
    b.upsilon(zero, index);
    b.upsilon(zero, sum);
    b.jump(header);
    let mut b = proc.at(header);
    let mut value = sum;
    for step in 0..8 + number as i32 % 8 {
        let three = b.const64(3 + i64::from(step));
        let scaled = b.mul(index, three);
        let address = b.add(base, scaled);
        let loaded = b.load(Type::Int64, address, 8 * step);
        value = b.add(value, loaded);
    }
    let one = b.const64(1);
    let next = b.add(index, one);
    let is_less = b.less_than(value, sum);
    b.upsilon(value, sum);
    b.branch(is_less, then, latch);
    let mut b = proc.at(then);
    b.store(value, base, 0);
    b.jump(latch);
    let mut b = proc.at(latch);
    b.upsilon(next, index);
    let more = b.less_than(next, count);
    b.branch(more, header, done);
    proc.at(done).ret([value]);
    proc
}

/// The time until this number of threads has compiled this number of procedures each.
fn compile(threads: usize, procedures: usize, level: OptLevel) -> Duration {
    let memory = Arc::new(CodeMemory::new().expect(FAILS));
    let barrier = Arc::new(Barrier::new(threads));
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                let (memory, barrier) = (memory.clone(), barrier.clone());
                scope.spawn(move || {
                    let mut compiler = Compiler::with_options(Options::at(level)).expect(FAILS);
                    compiler.set_memory(memory);
                    let inputs: Vec<Procedure> = (0..procedures).map(procedure).collect();
                    barrier.wait();
                    let start = Instant::now();
                    let codes: Vec<_> = inputs.into_iter().map(|input| compiler.compile(input)).collect();
                    let end = Instant::now();
                    assert!(codes.iter().all(Result::is_ok));
                    (start, end)
                })
            })
            .collect();
        let times: Vec<_> = workers.into_iter().map(|worker| worker.join().expect(FAILS)).collect();
        let start = times.iter().map(|(start, _)| *start).min();
        let end = times.iter().map(|(_, end)| *end).max();
        start.zip(end).map_or(Duration::ZERO, |(start, end)| end - start)
    })
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let is_test = arguments.iter().any(|argument| argument == "--test");
    let threads = arguments.iter().find_map(|argument| argument.parse().ok()).unwrap_or(2);
    let (procedures, rounds) = if is_test { (4, 1) } else { (2000, 9) };
    println!("{procedures} procedures per thread into one code memory; the shortest of {rounds} times");
    for level in OptLevel::ALL {
        let best =
            |threads| (0..rounds).map(|_| compile(threads, procedures, level)).min().unwrap_or_default();
        let (one, many) = (best(1), best(threads));
        println!(
            "{level:?}: 1 thread {:.1} ms, {threads} threads {:.1} ms, {:.2} times the work per time",
            one.as_secs_f64() * 1e3,
            many.as_secs_f64() * 1e3,
            threads as f64 * one.as_secs_f64() / many.as_secs_f64()
        );
    }
}
