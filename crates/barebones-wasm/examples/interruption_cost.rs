//! What a check in every loop costs that another thread can arm: the same code with and without
//! [`Config::interruption`], run alternately: `cargo run --release -p barebones-wasm --example interruption_cost -- ANSWERS
//! DIRECTORY`, where each line of ANSWERS is a kernel's name, a small argument and its result, and a larger argument and its
//! result of the function `run`.

use barebones_wasm::{Config, Engine, Linker, Module, Store, TypedFunc};
use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};

/// Measurements of each kind; the fastest counts.
const REPEATS: usize = 9;

/// A kernel that was compiled with one configuration.
struct Kernel {
    store: Store,
    run: TypedFunc<i32, i64>,
}

impl Kernel {
    fn load(bytes: &[u8], interruption: bool) -> Result<Kernel, Box<dyn Error>> {
        let mut config = Config::default();
        config.interruption = interruption;
        let engine = Engine::new(config)?;
        let module = Module::new(&engine, bytes)?;
        let mut store = Store::new(&engine);
        let instance = Linker::new().instantiate(&mut store, &module)?;
        let run = instance.func(&store, "run")?.typed::<i32, i64>(&store)?;
        Ok(Kernel { store, run })
    }

    fn time(&mut self, argument: i32, answer: i64) -> Result<Duration, Box<dyn Error>> {
        let start = Instant::now();
        let result = self.run.call(&mut self.store, argument)?;
        let time = start.elapsed();
        if result == answer { Ok(time) } else { Err(format!("{result}, expected {answer}").into()) }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [answers, directory] = &arguments[..] else {
        return Err("usage: interruption_cost ANSWERS DIRECTORY".into());
    };
    let (mut sum, mut count) = (0.0, 0);
    for line in std::fs::read_to_string(answers)?.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let [name, _, _, argument, answer] = fields[..] else { continue };
        let (argument, answer) = (argument.parse()?, answer.parse()?);
        let bytes = std::fs::read(Path::new(directory).join(name).with_extension("wasm"))?;
        let mut kernels = [Kernel::load(&bytes, false)?, Kernel::load(&bytes, true)?];
        let mut best = [Duration::MAX; 2];
        for _ in 0..REPEATS {
            for (kernel, best) in kernels.iter_mut().zip(&mut best) {
                *best = kernel.time(argument, answer)?.min(*best);
            }
        }
        let ratio = best[1].as_secs_f64() / best[0].as_secs_f64();
        println!(
            "{name:>16} {:>8.2} ms {:>8.2} ms {ratio:>6.3}",
            best[0].as_secs_f64() * 1e3,
            best[1].as_secs_f64() * 1e3
        );
        sum += ratio.ln();
        count += 1;
    }
    println!("{:>16} {:>29.3}", "geometric mean", (sum / f64::from(count.max(1))).exp());
    Ok(())
}
