//! Runs kernels: measures run time and checks the answers.

use crate::Options;
use crate::engine::{BASE, Engine, Kernel, RUNNERS};
use crate::measure::{Clock, median};
use crate::outside::{Programs, Run};
use crate::table::Table;

/// A kernel, with an `n` large enough to measure.
struct Input {
    name: String,
    bytes: Vec<u8>,
    n: i32,
    answer: i64,
}

/// An engine with a kernel that is ready to run.
enum Runner {
    Inside(Kernel),
    Outside(Run),
}

impl Runner {
    fn run(&mut self, clock: Clock, n: i32) -> Result<(i64, f64), String> {
        match self {
            Runner::Inside(kernel) => kernel.run(clock, n),
            Runner::Outside(run) => run.again(),
        }
    }
}

fn inputs(options: &Options) -> Result<Vec<Input>, String> {
    let path = options.kernels.join("answers.tsv");
    let table = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut inputs = Vec::new();
    for (line, number) in table.lines().zip(1..) {
        let cells: Vec<&str> = line.split('\t').collect();
        if line.starts_with('#') || !options.wants(cells[0]) {
            continue;
        }
        let wrong = || format!("{}:{number}: expected a name and four numbers", path.display());
        let [name, _, _, n, answer] = cells[..] else { return Err(wrong()) };
        let (n, answer) = n.parse().ok().zip(answer.parse().ok()).ok_or_else(wrong)?;
        let wasm = options.kernels.join(name).with_extension("wasm");
        let bytes = std::fs::read(&wasm).map_err(|error| format!("{}: {error}", wasm.display()))?;
        inputs.push(Input { name: name.to_string(), bytes, n, answer });
    }
    Ok(inputs)
}

/// Returns the answer of one kernel. The arguments are the engine, the file and `n`.
pub(crate) fn once(words: &[String]) -> Result<i64, String> {
    let [engine, path, n] = words else { return Err(String::from("once: expected ENGINE FILE N")) };
    let is_named = |candidate: &&Engine| candidate.name().replace(' ', "-") == *engine;
    let engine = RUNNERS.iter().find(is_named).ok_or_else(|| format!("once: no engine is `{engine}`"))?;
    let n = n.parse().map_err(|_| format!("once: found `{n}`, expected a number"))?;
    let bytes = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
    let (answer, _) = engine.ready()?.compile(&bytes)?.kernel()?.run(Clock::Cpu, n)?;
    Ok(answer)
}

/// Runs all kernels on all engines. Returns true if all answers are right.
pub(crate) fn run(options: &Options, programs: &Programs) -> Result<bool, String> {
    if !options.kernels.is_dir() {
        println!("\nSkipped: the kernels, because folder {} does not exist.", options.kernels.display());
        return Ok(true);
    }
    let clock = options.clock;
    let names = RUNNERS.iter().map(|engine| engine.name()).chain(programs.iter().map(|p| p.name()));
    let names: Vec<&'static str> = names.collect();
    let title = format!("Run time of kernels, ms{}", clock.remark());
    let mut table = Table::new(title, names.clone(), BASE.name(), 1);
    let mut wrong = Vec::new();
    for input in inputs(options)? {
        eprintln!("running {}", input.name);
        let inside = RUNNERS.iter().map(|engine| {
            Ok(Runner::Inside(engine.ready()?.compile(&input.bytes).and_then(|module| module.kernel())?))
        });
        let outside =
            programs.iter().map(|program| Ok(Runner::Outside(program.run(&input.bytes, input.n, clock)?)));
        let mut runners: Vec<Result<Runner, String>> = inside.chain(outside).collect();
        let mut times = vec![Vec::new(); runners.len()];
        // The first round warms up caches and is not counted.
        for round in 0..=options.repeat {
            for (i, runner) in runners.iter_mut().enumerate() {
                let Ok(ready) = runner else { continue };
                match ready.run(clock, input.n) {
                    Ok((answer, time)) if answer == input.answer => {
                        if round > 0 {
                            times[i].push(time);
                        }
                    }
                    Ok((answer, _)) => *runner = Err(format!("found {answer}, expected {}", input.answer)),
                    Err(error) => *runner = Err(error),
                }
            }
        }
        for (name, runner) in names.iter().zip(&runners) {
            if let Err(error) = runner {
                wrong.push(format!("{} with {name}: {error}", input.name));
            }
        }
        table.row(
            &input.name,
            times.iter_mut().map(|times| median(times).map(|seconds| seconds * 1e3)).collect(),
        );
    }
    table.print();
    for wrong in &wrong {
        println!("\nWRONG: {wrong}.");
    }
    Ok(wrong.is_empty())
}
