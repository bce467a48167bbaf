//! Mutation testing: seeds faults into a copy of the library, one at a time, and checks that the tests catch them.
//!
//! `cargo run --release -p barebones-mutate [DIR [NAME..]]` reads `DIR/*.mutation` (default: `tests/mutations`), or
//! only those named. Each is a text file:
//!
//! ```text
//! why: what this fault stands for
//! file: src/regalloc/local/mod.rs
//! test: -p barebones --lib regalloc::tests
//! <<<
//! the lines to find, which must be there exactly once
//! ===
//! what to put in their place
//! >>>
//! ```
//!
//! `--check` only checks that each text occurs in its file exactly once, and that tests are named. `--record` also
//! updates the named tests to those that caught the mutation. `--named` runs no others than the named tests: minutes instead
//! of hours if some mutations survive them.
//!
//! `test` gives the options of the first `cargo test` run: a few tests build faster than all. Variables may precede them:
//! `FILETESTS=files/opt` selects filetests, and if these pass, all filetests are run. If those pass, all other tests are
//! run. A mutant is *caught* if it builds and a test fails or times out; it *survives* if all tests pass. A
//! mutation that does not apply or does not build is an error. The last line is `N passed, N failed`: caught mutants,
//! and all others.
//!
//! Many mutations are built together, each behind a switch (`switch.rs`), and run one at a time. A mutation that cannot
//! have a switch is built on its own afterwards, and so is each one if there are only a few. Copies are built in
//! `target/mutants`.

mod cargo;
mod mutation;
mod switch;

use cargo::{Outcome, Tree};
use mutation::Mutation;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};
use std::{env, fs, io, thread};

/// Up to this number, mutations build faster one by one than behind a switch.
const MAX_SEPARATE_BUILDS: usize = 20;

/// Limit of processor time for the tests of one mutant: the named ones, and each run of all tests.
const TIME_LIMITS: [Duration; 2] = [Duration::from_secs(100), Duration::from_secs(600)];

/// Runs of all tests, fastest build first, used if the named tests pass. They skip the tests of imports between layers and
/// of the lengths of files: switches add imports and lines.
const TESTS: [&str; 3] = [
    "-p barebones --lib",
    "-p barebones --lib --tests -- --skip layers_import_only_lower_ones --skip files_are_short",
    "--workspace --lib --tests -- --skip layers_import_only_lower_ones --skip files_are_short",
];

/// Roots of the crates that can have mutations.
const ROOTS: [&str; 9] = [
    "src/lib.rs",
    "crates/barebones-clif/src/lib.rs",
    "crates/barebones-explorer/src/lib.rs",
    "crates/barebones-js/src/lib.rs",
    "crates/barebones-rtl/src/lib.rs",
    "crates/barebones-testing/src/lib.rs",
    "crates/barebones-tuffy/src/lib.rs",
    "crates/barebones-wasm/src/lib.rs",
    "crates/barebones-widths/src/lib.rs",
];

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> io::Result<bool> {
    let mut args = env::args().skip(1).peekable();
    let check = args.next_if(|arg| arg == "--check").is_some();
    let record = args.next_if(|arg| arg == "--record").is_some();
    let tests: &[&str] = if args.next_if(|arg| arg == "--named").is_some() { &[] } else { &TESTS };
    let folder = PathBuf::from(args.next().unwrap_or_else(|| String::from("tests/mutations")));
    let wanted: Vec<String> = args.collect();
    let mut mutations = mutation::read_all(&folder)?;
    mutations.retain(|mutation| wanted.is_empty() || wanted.contains(&mutation.name));
    if check {
        return check_all(&mutations);
    }
    let report = Report { record: record.then_some(&folder), passed: AtomicUsize::new(0) };
    let rest = if mutations.len() > MAX_SEPARATE_BUILDS {
        run_together(&mutations, tests, &report)?
    } else {
        mutations.iter().collect()
    };
    let tree = Tree::copy("tree")?;
    for mutation in rest {
        let start = Instant::now();
        report.report_verdict(mutation, start, run_alone(&tree, mutation, tests)?)?;
    }
    let passed = report.passed.into_inner();
    println!("{passed} passed, {} failed", mutations.len() - passed);
    Ok(passed == mutations.len() && passed > 0)
}

/// Checks that all mutations apply to the files of this tree, and that their crates can have switches.
fn check_all(mutations: &[Mutation]) -> io::Result<bool> {
    let has_root = |file: &str| ROOTS.iter().any(|root| file.starts_with(root.trim_end_matches("lib.rs")));
    let mut failed = 0;
    for mutation in mutations {
        let applied = mutation.apply(Path::new(".")).map(|_| ());
        let checked = match has_root(&mutation.file) {
            true => applied,
            false => applied.and(Err(format!("{}: its crate is not in `ROOTS`", mutation.file))),
        };
        if let Err(why) = checked {
            println!("{:<32} UNUSABLE: {why}", mutation.name);
            failed += 1;
        }
    }
    println!("{} passed, {failed} failed", mutations.len() - failed);
    Ok(failed == 0 && !mutations.is_empty())
}

struct Report<'a> {
    /// The folder in which to record which tests caught each mutation.
    record: Option<&'a Path>,
    passed: AtomicUsize,
}

impl Report<'_> {
    /// Prints the verdict on a mutation that was tested since `start`.
    fn report_verdict(
        &self,
        mutation: &Mutation,
        start: Instant,
        verdict: Result<Outcome, String>,
    ) -> io::Result<()> {
        let label = match verdict {
            Ok(Outcome::Failed { tests, name }) => {
                self.passed.fetch_add(1, Relaxed);
                if let Some(folder) = self.record.filter(|_| tests != mutation.tests) {
                    mutation.record(folder, &tests)?;
                }
                format!("caught ({name})")
            }
            Ok(Outcome::Passed) => String::from("SURVIVED"),
            Ok(Outcome::DoesNotBuild) => String::from("UNUSABLE: it does not build"),
            Err(why) => format!("UNUSABLE: {why}"),
        };
        let seconds = start.elapsed().as_secs_f32();
        println!("{:<32} {label:<72} {seconds:>5.1} s  {}", mutation.name, mutation.why);
        Ok(())
    }
}

/// Builds and tests one mutation on its own.
fn run_alone(tree: &Tree, mutation: &Mutation, others: &[&str]) -> io::Result<Result<Outcome, String>> {
    let (text, change) = match mutation.apply(&tree.path) {
        Ok(applied) => applied,
        Err(why) => return Ok(Err(why)),
    };
    tree.write(&mutation.file, &change.made(&text, 0..text.len()))?;
    let outcome = first_failing(mutation, others, |tests, limit| tree.test(tests, 0, limit));
    tree.write(&mutation.file, &text)?;
    outcome.map(Ok)
}

/// Runs the named tests, then the others if these pass. Returns the first outcome other than a pass.
fn first_failing(
    mutation: &Mutation,
    others: &[&str],
    mut test: impl FnMut(&str, Duration) -> io::Result<Outcome>,
) -> io::Result<Outcome> {
    let others = others.iter().map(|tests| (*tests, TIME_LIMITS[1]));
    let unselected = cargo::options(&mutation.tests).collect::<Vec<_>>().join(" ");
    let named = [&*mutation.tests, &*unselected].map(|tests| (tests, TIME_LIMITS[0]));
    let named = &named[..if unselected == mutation.tests { 1 } else { 2 }];
    for (tests, limit) in named.iter().copied().chain(others) {
        let outcome = test(tests, limit)?;
        if !matches!(outcome, Outcome::Passed) {
            return Ok(outcome);
        }
    }
    Ok(Outcome::Passed)
}

/// Builds all mutations together and tests them on all processors. Returns those that are not in the build.
fn run_together<'a>(
    mutations: &'a [Mutation],
    others: &[&str],
    report: &Report,
) -> io::Result<Vec<&'a Mutation>> {
    let tree = Tree::copy("switched")?;
    let built = build_together(&tree, mutations)?;
    if !others.is_empty() {
        // Builds all tests before workers run some in parallel. The run without a mutation reports build errors.
        tree.builds(TESTS[2])?;
    }
    println!("{} of {} faults are in one build", built.len(), mutations.len());
    let next = AtomicUsize::new(0);
    let limits = Limits::default();
    let work = || -> io::Result<()> {
        while let Some(&number) = built.get(next.fetch_add(1, Relaxed)) {
            let mutation = &mutations[number - 1];
            let start = Instant::now();
            let outcome = first_failing(mutation, others, |tests, _| {
                tree.test(tests, number, limit(&tree, tests, &limits)?)
            });
            report.report_verdict(mutation, start, outcome.map_err(|error| error.to_string()))?;
        }
        Ok(())
    };
    let workers = thread::available_parallelism()?.get();
    thread::scope(|scope| {
        let running: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        running.into_iter().try_for_each(|worker| {
            worker.join().unwrap_or_else(|_| Err(io::Error::other("a worker panicked")))
        })
    })?;
    Ok((1..).zip(mutations).filter(|(number, _)| !built.contains(number)).map(|(_, rest)| rest).collect())
}

/// Limits of processor time of tests, or why they cannot be used.
type Limits = Mutex<HashMap<String, Result<Duration, String>>>;

/// Limit of processor time for tests of a mutant: a multiple of their time without a mutation, which they must pass.
fn limit(tree: &Tree, tests: &str, limits: &Limits) -> io::Result<Duration> {
    let lock = || limits.lock().unwrap_or_else(|lock| lock.into_inner());
    let known = lock().get(tests).cloned();
    let limit = match known {
        Some(known) => known,
        None => {
            let start = Instant::now();
            let limit = match tree.test(tests, 0, TIME_LIMITS[1])? {
                Outcome::Passed => Ok(start.elapsed() * 5 + Duration::from_secs(10)),
                Outcome::Failed { name, .. } => {
                    Err(format!("cargo test {tests}: {name} fails without a fault"))
                }
                Outcome::DoesNotBuild => Err(format!("cargo test {tests}: does not build without a fault")),
            };
            lock().insert(tests.to_string(), limit.clone());
            limit
        }
    };
    limit.map_err(io::Error::other)
}

/// Makes a tree with switches that builds. Returns the numbers, counted from 1, of the mutations in it.
fn build_together(tree: &Tree, mutations: &[Mutation]) -> io::Result<Vec<usize>> {
    let mut files: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (number, mutation) in (1..).zip(mutations) {
        files.entry(&mutation.file).or_default().push(number);
    }
    for root in ROOTS {
        files.entry(root).or_default();
    }
    let mut left_out = Vec::new();
    loop {
        let mut built = Vec::new();
        for (file, numbers) in &files {
            let original = fs::read_to_string(file)?;
            let change = |number: &usize| {
                let change = mutations[number - 1].find_in(&original).ok()?;
                (!left_out.contains(number)).then_some((*number, change))
            };
            let changes: Vec<_> = numbers.iter().filter_map(change).collect();
            let switched = switch::switched(&original, &changes)
                .map_err(|error| io::Error::other(format!("{file}: {error}")))?;
            let end = if ROOTS.contains(file) { switch::SWITCH } else { "" };
            tree.write(file, &format!("{}{end}", switched.text))?;
            built.extend(switched.lines.into_iter().map(|(number, lines)| (*file, number, lines)));
        }
        let errors = tree.errors()?;
        if errors.is_empty() {
            return Ok(built.into_iter().map(|(_, number, _)| number).collect());
        }
        let known = left_out.len();
        for (file, number, lines) in built {
            if errors.iter().any(|(place, line)| place == file && lines.contains(line)) {
                left_out.push(number);
            }
        }
        if left_out.len() == known {
            return Err(io::Error::other(format!("errors outside of all faults: {errors:?}")));
        }
    }
}
