//! Runs kernels: measures run time and checks the answers.

use crate::Options;
use crate::class::{class_of, classes, programs};
use crate::engine::{BASE, Engine, Kernel, RUNNERS};
use crate::measure::{Clock, geometric_mean, median};
use crate::outside::{Programs, Run};
use crate::table::Table;
use std::path::Path;

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

/// The kernels of all folders; a folder that does not exist has none.
fn inputs(options: &Options) -> Result<Vec<Input>, String> {
    let mut inputs = Vec::new();
    for folder in options.kernels.iter().filter(|folder| folder.is_dir()) {
        inputs_of(options, folder, &mut inputs)?;
    }
    Ok(inputs)
}

fn inputs_of(options: &Options, folder: &Path, inputs: &mut Vec<Input>) -> Result<(), String> {
    let path = folder.join("answers.tsv");
    let table = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    for (line, number) in table.lines().zip(1..) {
        let cells: Vec<&str> = line.split('\t').collect();
        if line.starts_with('#') || !options.wants(cells[0]) {
            continue;
        }
        let wrong = || format!("{}:{number}: expected a name and four numbers", path.display());
        let [name, _, _, n, answer] = cells[..] else { return Err(wrong()) };
        let (n, answer) = n.parse().ok().zip(answer.parse().ok()).ok_or_else(wrong)?;
        let wasm = folder.join(name).with_extension("wasm");
        let bytes = std::fs::read(&wasm).map_err(|error| format!("{}: {error}", wasm.display()))?;
        inputs.push(Input { name: name.to_string(), bytes, n, answer });
    }
    Ok(())
}

/// Reports the programs of the published results that no folder has.
fn report_missing(options: &Options, inputs: &[Input]) {
    let is_missing = |name: &&str| options.wants(name) && !inputs.iter().any(|input| input.name == **name);
    let missing: Vec<&str> = programs().map(|(name, _)| name).filter(is_missing).collect();
    if !missing.is_empty() {
        println!("\nSkipped: {} missing kernels (--kernels): {}.", missing.len(), missing.join(", "));
    }
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
    let inputs = inputs(options)?;
    report_missing(options, &inputs);
    let clock = options.clock;
    let names = RUNNERS.iter().map(|engine| engine.name()).chain(programs.iter().map(|p| p.name()));
    let names: Vec<&'static str> = names.collect();
    let title = format!("Run time of kernels, ms{}", clock.remark());
    let mut table = Table::new(title, names.clone(), BASE.name(), 1);
    let mut ratios = Vec::new();
    let mut wrong = Vec::new();
    for input in inputs {
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
        let times: Vec<Option<f64>> =
            times.iter_mut().map(|times| median(times).map(|seconds| seconds * 1e3)).collect();
        let base = RUNNERS.iter().position(|engine| *engine == BASE).and_then(|base| times[base]);
        ratios.push((class_of(&input.name), times.iter().map(|time| Some((*time)? / base?)).collect()));
        table.row(&input.name, times);
    }
    table.print();
    let title = format!("Run time by class, {} = 1", BASE.name());
    print!("{}", by_class(title, names.clone(), &ratios).text());
    for wrong in &wrong {
        println!("\nWRONG: {wrong}.");
    }
    Ok(wrong.is_empty())
}

/// The class of a program, and for each column the ratio of its time to that of the base.
type Ratios = (&'static str, Vec<Option<f64>>);

/// The geometric means of ratios: a row for each class that has programs, and one over the classes.
fn by_class<'a>(title: String, columns: Vec<&'a str>, ratios: &[Ratios]) -> Table<'a> {
    let count = columns.len();
    let mut table = Table::new(title, columns, "", 3);
    let mut means = vec![Vec::new(); count];
    for class in classes() {
        let rows: Vec<&Vec<Option<f64>>> =
            ratios.iter().filter(|(found, _)| *found == class).map(|(_, row)| row).collect();
        if rows.is_empty() {
            continue;
        }
        let mean =
            |column: usize| geometric_mean(&rows.iter().filter_map(|row| row[column]).collect::<Vec<f64>>());
        let cells: Vec<Option<f64>> = (0..count).map(mean).collect();
        means.iter_mut().zip(&cells).for_each(|(means, mean)| means.extend(mean));
        table.row(&format!("{class} ({})", rows.len()), cells);
    }
    table.row("geometric mean of classes", means.iter().map(|means| geometric_mean(means)).collect());
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_weigh_the_same_whatever_the_number_of_their_programs() {
        let row = |name: &str, a: f64, b: Option<f64>| (class_of(name), vec![Some(a), b]);
        let rows = [row("md5", 2.0, None), row("sha256", 8.0, Some(1.0)), row("fib", 1.0, Some(3.0))];
        let expected = "\n### By class\n\n|  | a | b |\n| --- | ---: | ---: |\n| calls (1) | 1.000 | 3.000 |\n\
                        | crypto (2) | 4.000 | 1.000 |\n| geometric mean of classes | 2.000 | 1.732 |\n";
        assert_eq!(by_class(String::from("By class"), vec!["a", "b"], &rows).text(), expected);
    }
}
