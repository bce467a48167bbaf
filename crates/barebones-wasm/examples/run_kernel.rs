//! Runs `run(n)` of a module once, and prints its answer: for tools that count what compiled code executes, as
//! `crates/barebones-yardstick/host-counts` does.
//!
//! Usage: `run_kernel O0|O1|O2 MODULE N`.

use barebones::OptLevel;
use barebones_wasm::{Config, Engine, Linker, Module, Store};
use std::error::Error;
use std::process::ExitCode;

fn run(words: &[String]) -> Result<i64, Box<dyn Error>> {
    let [level, path, n] = words else { return Err("expected LEVEL MODULE N".into()) };
    let named = OptLevel::ALL.into_iter().find(|found| format!("{found:?}") == *level);
    let level = named.ok_or_else(|| format!("found `{level}`, expected O0, O1 or O2"))?;
    let n: i32 = n.parse().map_err(|_| format!("found `{n}`, expected a number"))?;
    let bytes = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
    let mut config = Config::at(level);
    config.threads = 1;
    let engine = Engine::new(config)?;
    let module = Module::new(&engine, &bytes)?;
    let mut store = Store::new(&engine);
    let instance = Linker::new().instantiate(&mut store, &module)?;
    let run = instance.func(&store, "run")?.typed::<i32, i64>(&store)?;
    Ok(run.call(&mut store, n)?)
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match run(&words) {
        Ok(answer) => {
            println!("{answer}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("run_kernel: {error}");
            ExitCode::FAILURE
        }
    }
}
