//! `barebones js`: runs a JavaScript program, reads one line by line, or prints its Hermes IR.

mod repl;

use crate::Failure;
use crate::arguments::{Arguments, Word, unknown};
use crate::help::print;
use barebones_js::front::{Options, translate};
use barebones_js::opt::{lower, optimise};
use barebones_js::random::{Features, KINDS, program};
use barebones_js::{InterruptHandle, RunError, RunOptions, Runtime, ScriptError, Tier, run, run_ir};
use std::cell::RefCell;
use std::io::{BufWriter, IsTerminal, Read, Write, stdin, stdout};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Instant;

/// Stack of the thread that runs a program, and the part of it that the program may use, in bytes.
const STACK: usize = 256 << 20;
const CALLS: usize = STACK - (8 << 20);

pub(crate) fn js(mut arguments: Arguments) -> Result<(), Failure> {
    let (mut file, mut ir): (Option<PathBuf>, Option<PathBuf>) = (None, None);
    let mut options = RunOptions::default();
    let mut front = Options::default();
    let (mut dump, mut lowered, mut stats) = (false, false, false);
    let mut background = None;
    let (mut fuzzes, mut seed, mut count, mut against) = (false, 0, 1000, None);
    while let Some(word) = arguments.next() {
        match word {
            Word::Plain(word) if file.is_none() => file = Some(PathBuf::from(word)),
            Word::Plain(_) => return Err(Failure::Usage(String::from("`js` expects one file"))),
            Word::Option(option) => match option.as_str() {
                "--gc-stress" => options.gc_stress = true,
                "--stats" => (stats, options.count_hits) = (true, true),
                "--tier" => {
                    let name = arguments.value("--tier")?;
                    let unknown = || Failure::Usage(format!("--tier expects 0, 1, 2 or auto, not `{name}`"));
                    options.tier = Tier::named(&name).ok_or_else(unknown)?;
                }
                "--no-ic" => options.no_ic = true,
                "--no-speculation" => options.no_speculation = true,
                "--no-osr" => options.no_osr = true,
                "--no-inlining" => options.no_inlining = true,
                "--background" => {
                    background = Some(match arguments.value("--background")?.as_str() {
                        "on" => true,
                        "off" => false,
                        other => {
                            return Err(Failure::Usage(format!(
                                "--background expects on or off, not `{other}`"
                            )));
                        }
                    });
                }
                "--trace-exits" => options.trace_exits = Some(|line| eprintln!("{line}")),
                "--heap-limit" => options.heap_limit = Some(arguments.number("--heap-limit")?),
                "--fuzz" => fuzzes = true,
                "--seed" => seed = arguments.number("--seed")?,
                "--count" => count = arguments.number("--count")?,
                "--against" => against = Some(arguments.value("--against")?),
                "--dump-ir" => dump = true,
                "--dump-lir" => (dump, lowered) = (true, true),
                "--ir" => ir = Some(PathBuf::from(arguments.value("--ir")?)),
                "--hermes-compat" => front.hermes_compat = true,
                other => return Err(unknown(other)),
            },
        }
    }
    options.background = background.unwrap_or(options.tier == Tier::Auto);
    if fuzzes {
        if file.is_some() || ir.is_some() {
            return Err(Failure::Usage(String::from("--fuzz takes no file")));
        }
        return fuzz(seed, count, against.as_deref());
    }
    if let Some(path) = ir {
        return run_ir_file(&path, file.as_deref(), options);
    }
    if front.hermes_compat && !dump {
        return Err(Failure::Usage(String::from("--hermes-compat needs --dump-ir")));
    }
    let Some(path) = file else {
        if dump {
            return Err(Failure::Usage(String::from("no file")));
        }
        if stdin().is_terminal() {
            return in_thread(|| repl::repl(options, stats));
        }
        let mut source = String::new();
        stdin()
            .read_to_string(&mut source)
            .map_err(|error| Failure::Failed(format!("standard input: {error}")))?;
        return in_thread(|| run_program("<stdin>", &source, options, stats));
    };
    let source = std::fs::read_to_string(&path)
        .map_err(|error| Failure::Failed(format!("{}: {error}", path.display())))?;
    if dump {
        let mut module = translate(&source, front)
            .map_err(|error| Failure::Failed(placed(&path, &source, error.offset(), &error.to_string())))?;
        if lowered {
            optimise(&mut module);
            lower(&mut module);
        }
        print(&if front.hermes_compat { module.to_dump() } else { module.to_text() })?;
        return Ok(());
    }
    in_thread(|| run_program(&path.display().to_string(), &source, options, stats))
}

/// Runs a step in a thread with a large stack.
pub(crate) fn in_thread(step: impl FnOnce() -> Result<(), Failure> + Send) -> Result<(), Failure> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, step);
        match thread.map(std::thread::ScopedJoinHandle::join) {
            Ok(Ok(result)) => result,
            Ok(Err(_)) => Err(Failure::Failed(String::from("internal error"))),
            Err(error) => Err(Failure::Failed(format!("a thread with a stack of 256 MB: {error}"))),
        }
    })
}

/// A runtime as the command line wants it, which prints to a writer.
fn runtime(options: RunOptions, output: Box<dyn FnMut(&str)>) -> Runtime {
    let mut all = barebones_js::Options {
        stack: CALLS,
        gc_stress: options.gc_stress,
        unoptimised: options.unoptimised,
        max_steps: options.max_steps,
        tier: options.tier,
        no_ic: options.no_ic,
        no_speculation: options.no_speculation,
        no_osr: options.no_osr,
        no_inlining: options.no_inlining,
        background: options.background,
        count_hits: options.count_hits,
        trace_exits: options.trace_exits,
        output: Some(output),
        ..barebones_js::Options::default()
    };
    if let Some(bytes) = options.heap_limit {
        all.heap_limit = bytes;
    }
    Runtime::new(all)
}

/// Lets Ctrl-C end the running program; a second one that it does not see ends the command.
fn end_by_interrupt(handle: InterruptHandle) -> Result<(), Failure> {
    let handler = move || {
        if handle.is_pending() {
            std::process::exit(130);
        }
        handle.interrupt();
    };
    ctrlc::set_handler(handler).map_err(|error| Failure::Failed(format!("Ctrl-C: {error}")))
}

/// Runs a program, and prints what it prints as it does.
fn run_program(name: &str, source: &str, options: RunOptions, stats: bool) -> Result<(), Failure> {
    let out = Rc::new(RefCell::new(BufWriter::new(stdout())));
    let sink = out.clone();
    let lines = stdout().is_terminal();
    // What cannot be written, as to a closed pipe, is lost.
    let mut runtime = runtime(
        options,
        Box::new(move |text| {
            let mut out = sink.borrow_mut();
            let written = out.write_all(text.as_bytes());
            if lines && written.is_ok() {
                out.flush().ok();
            }
        }),
    );
    end_by_interrupt(runtime.interrupt_handle())?;
    let start = Instant::now();
    let result = runtime.eval(source, name);
    let seconds = start.elapsed().as_secs_f64();
    out.borrow_mut().flush().ok();
    if stats {
        print_statistics(&runtime, seconds);
    }
    match result {
        Ok(_) => Ok(()),
        Err(error) => Err(Failure::Failed(report(name, &error))),
    }
}

fn report(name: &str, error: &ScriptError) -> String {
    match error {
        ScriptError::Thrown(exception) => exception.report(),
        error => format!("{name}: {error}"),
    }
}

fn print_statistics(runtime: &Runtime, seconds: f64) {
    let statistics = runtime.statistics();
    eprintln!(
        "heap bytes: {}\ncollections: {}, of the nursery {}\nfunctions: {}\nseconds: {seconds:.3}",
        statistics.heap_bytes, statistics.collections, statistics.nursery_collections, statistics.functions
    );
    let (phases, sites) = (statistics.phases, statistics.sites);
    eprintln!(
        "front end seconds: {:.3}\noptimisation seconds: {:.3}\nregister code seconds: {:.3}\n\
         sites of properties: {}, with a cache {}\ncache hits: own {}, inherited {}, added {}; misses {}",
        phases.front.as_secs_f64(),
        phases.optimisation.as_secs_f64(),
        phases.code.as_secs_f64(),
        sites.all,
        sites.cached,
        sites.own_hits,
        sites.inherited_hits,
        sites.added_hits,
        sites.misses
    );
    let compiled = runtime.compile_statistics();
    if compiled.functions + compiled.speculating == 0 && compiled.refused.is_empty() {
        return;
    }
    eprintln!(
        "compiled functions: {}\ncompiled with speculation: {}\ninlined operations: {}\ndiscarded: {}\ncode bytes: {}\n\
         translation seconds: {:.3}\ngeneration seconds: {:.3}, in the background {:.3}",
        compiled.functions,
        compiled.speculating,
        compiled.inlined,
        compiled.discarded,
        compiled.code_bytes,
        compiled.translation.as_secs_f64(),
        compiled.generation.as_secs_f64(),
        compiled.background.as_secs_f64()
    );
    for (reason, count) in &compiled.exits {
        eprintln!("exits: {count}: {reason}");
    }
    for (reason, count) in &compiled.refused {
        eprintln!("not compiled: {count}: {reason}");
    }
}

/// Runs a dump of Hermes IR, with the source that has what dumps leave out.
fn run_ir_file(path: &Path, source: Option<&Path>, options: RunOptions) -> Result<(), Failure> {
    let read = |path: &Path| {
        std::fs::read_to_string(path).map_err(|error| Failure::Failed(format!("{}: {error}", path.display())))
    };
    let source = source.map(read).transpose()?;
    let outcome = run_ir(&read(path)?, source.as_deref(), options);
    print(&outcome.output)?;
    outcome.error.map_or(Ok(()), |error| Err(Failure::Failed(format!("{}: {error}", path.display()))))
}

/// Runs random programs in all tiers, with and without a collection at each safepoint and optimisations, and in another engine
/// if a command is given.
fn fuzz(seed: u64, count: u64, against: Option<&str>) -> Result<(), Failure> {
    // Hermes 0.12 has no classes, and its `let` is `var`.
    let later = !against.is_some_and(|command| command.contains("hermes"));
    let mut coverage = vec![0u64; KINDS.len()];
    let (mut compared, mut refused, mut failed) = (0u64, 0u64, 0u64);
    for number in 0..count {
        let features = Features { generators: number % 4 == 0, later };
        let program = program(seed, number, features);
        coverage.iter_mut().zip(&program.coverage).for_each(|(sum, more)| *sum += more);
        let plain = run(&program.source, RunOptions::default());
        if matches!(plain.error, Some(RunError::Front(_) | RunError::Unsupported(_))) {
            refused += 1;
            continue;
        }
        compared += 1;
        let defaults = RunOptions::default();
        let compiled = RunOptions { tier: Tier::Compiled, ..defaults };
        let speculating = RunOptions { tier: Tier::Speculating, ..defaults };
        let variants = [
            (RunOptions { gc_stress: true, ..defaults }, "a collection at each safepoint"),
            (RunOptions { unoptimised: true, ..defaults }, "leaving out optimisations"),
            (
                RunOptions { gc_stress: true, unoptimised: true, ..defaults },
                "a collection at each safepoint without optimisations",
            ),
            (compiled, "compiled code"),
            (RunOptions { gc_stress: true, ..compiled }, "compiled code with a collection at each safepoint"),
            (speculating, "speculation"),
            (
                RunOptions { gc_stress: true, ..speculating },
                "speculation with a collection at each safepoint",
            ),
            (RunOptions { tier: Tier::Auto, ..defaults }, "compiling what runs often"),
            (
                RunOptions { tier: Tier::Auto, background: true, ..defaults },
                "compiling what runs often in the background",
            ),
        ];
        let mut mismatch = variants.into_iter().find_map(|(options, name)| {
            let other = run(&program.source, options);
            // A stack has no inlined calls.
            let message = |error: &Option<RunError>| error.as_ref().map(ToString::to_string);
            let differs = plain.output != other.output || message(&plain.error) != message(&other.error);
            differs.then(|| format!("{name} changes the output to\n{}", other.output))
        });
        if let (None, Some(command)) = (&mismatch, against) {
            let (output, succeeded) = other_engine(command, &program.source)?;
            if output != plain.output || succeeded != plain.error.is_none() {
                mismatch =
                    Some(format!("`{command}` prints\n{output}; this engine prints\n{}", plain.output));
            }
        }
        if let Some(mismatch) = mismatch {
            failed += 1;
            eprintln!("// program {number} of seed {seed}: {mismatch}\n{}", program.source);
        }
    }
    let kinds: Vec<String> =
        KINDS.iter().zip(&coverage).map(|(kind, count)| format!("{kind} {count}")).collect();
    print(&format!("{}\n{compared} compared, {refused} refused, {failed} failed\n", kinds.join(", ")))?;
    let missing = later && count >= 2000 && coverage.contains(&0);
    if failed > 0 || missing { Err(Failure::Reported) } else { Ok(()) }
}

/// What a command prints for a program, and whether it succeeds.
fn other_engine(command: &str, source: &str) -> Result<(String, bool), Failure> {
    let path = std::env::temp_dir().join(format!("barebones-js-{}.js", std::process::id()));
    let failed = |error: std::io::Error| Failure::Failed(format!("{command}: {error}"));
    std::fs::write(&path, source).map_err(failed)?;
    let mut words = command.split_whitespace();
    let mut process = std::process::Command::new(words.next().unwrap_or_default());
    let output = process.args(words).arg(&path).output().map_err(failed);
    let removed = std::fs::remove_file(&path).map_err(failed);
    let output = output?;
    removed?;
    Ok((String::from_utf8_lossy(&output.stdout).into_owned(), output.status.success()))
}

/// A message with line and column, the line and a caret.
fn placed(path: &Path, source: &str, offset: u32, message: &str) -> String {
    let before = source.get(..offset as usize).unwrap_or(source);
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = source[start..].lines().next().unwrap_or("");
    let number = before.matches('\n').count() + 1;
    let column = before[start..].chars().count();
    let caret = " ".repeat(column);
    format!("{}:{number}:{}: {message}\n{line}\n{caret}^", path.display(), column + 1)
}
