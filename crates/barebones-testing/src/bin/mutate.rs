//! Seeds faults into a copy of the library, one at a time, and asks whether the tests notice.
//!
//! `cargo run --release -p barebones-testing --bin mutate [DIR [NAME..]]` reads `DIR/*.mutation` (by default
//! `tests/mutations`), or only those named. Each is a text file:
//!
//! ```text
//! why: what this fault stands for
//! file: src/regalloc/local.rs
//! test: -p barebones --lib regalloc::tests
//! <<<
//! the lines to find, which must be there exactly once
//! ===
//! what to put in their place
//! >>>
//! ```
//!
//! `mutate --check [DIR]` only looks whether each text is in its file, exactly once, and its tests are named.
//! `mutate --record [DIR [NAME..]]` also writes down which tests noticed, where others were named.
//!
//! `test` is what `cargo test` is to run first: few tests are built faster than all. If these do not notice, all others
//! are asked. The copy is built and tested under `target/mutants`. A mutant is *caught* if it
//! builds and a test fails, or if the tests do not end in time; it *survives* if all tests pass. A mutation that
//! does not apply or does not build is an error. The last line is `N passed, N failed`: caught, and everything
//! else.

use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, io, thread};

/// How long the tests of one mutant may take, those that are named and all: an endless loop is a caught fault.
const TIME_LIMITS: [Duration; 2] = [Duration::from_secs(100), Duration::from_secs(300)];

/// All tests, those that are built faster first: what must notice if the named ones do not.
const TESTS: [&str; 3] = ["-p barebones --lib", "-p barebones --lib --tests", "--workspace --lib --tests"];

struct Mutation {
    name: String,
    why: String,
    file: String,
    find: String,
    replace: String,
    /// Options of `cargo test`, which run what noticed it when it was written.
    tests: String,
}

enum Verdict {
    /// By what `cargo test` runs with these options; by the test of this name, or because the tests did not end.
    Caught {
        tests: String,
        name: String,
    },
    Survived,
    Unusable(String),
}

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
    let folder = args.next().unwrap_or_else(|| String::from("tests/mutations"));
    let wanted: Vec<String> = args.collect();
    let mut mutations = read_mutations(Path::new(&folder))?;
    mutations.retain(|mutation| wanted.is_empty() || wanted.contains(&mutation.name));
    if check {
        return check_all(&mutations);
    }
    let copy = copy_tree()?;
    let (mut passed, mut failed) = (0, 0);
    for mutation in &mutations {
        let start = Instant::now();
        let verdict = judge(&copy, mutation)?;
        let seconds = start.elapsed().as_secs();
        let (label, caught) = match &verdict {
            Verdict::Caught { name, .. } => (format!("caught ({name})"), true),
            Verdict::Survived => (String::from("SURVIVED"), false),
            Verdict::Unusable(why) => (format!("UNUSABLE: {why}"), false),
        };
        println!("{:<32} {label:<72} {seconds:>4} s  {}", mutation.name, mutation.why);
        if let Verdict::Caught { tests, .. } = &verdict
            && record
            && *tests != mutation.tests
        {
            mutation.write_down(Path::new(&folder), tests)?;
        }
        if caught { passed += 1 } else { failed += 1 }
    }
    println!("{passed} passed, {failed} failed");
    Ok(failed == 0 && passed > 0)
}

/// Whether all apply to the files here.
fn check_all(mutations: &[Mutation]) -> io::Result<bool> {
    let mut failed = 0;
    for mutation in mutations {
        if let Err(why) = mutation.apply(Path::new(".")) {
            println!("{:<32} UNUSABLE: {why}", mutation.name);
            failed += 1;
        }
    }
    println!("{} passed, {failed} failed", mutations.len() - failed);
    Ok(failed == 0 && !mutations.is_empty())
}

fn read_mutations(folder: &Path) -> io::Result<Vec<Mutation>> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<_>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "mutation"));
    paths.sort();
    paths.iter().map(|path| parse(path)).collect()
}

fn parse(path: &Path) -> io::Result<Mutation> {
    let text = fs::read_to_string(path)?;
    let malformed = || io::Error::other(format!("{}: not a mutation", path.display()));
    let field = |key: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(key));
        line.map(|value| value.trim().to_string()).ok_or_else(malformed)
    };
    let (_, rest) = text.split_once("<<<\n").ok_or_else(malformed)?;
    let (find, rest) = rest.split_once("===\n").ok_or_else(malformed)?;
    let (replace, _) = rest.split_once(">>>").ok_or_else(malformed)?;
    Ok(Mutation {
        name: path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        why: field("why:")?,
        file: field("file:")?,
        tests: field("test:")?,
        find: find.trim_end_matches('\n').to_string(),
        replace: replace.trim_end_matches('\n').to_string(),
    })
}

/// Copies what git tracks, as it is in the working tree, to `target/mutants/tree`.
fn copy_tree() -> io::Result<PathBuf> {
    let tree = PathBuf::from("target/mutants/tree");
    let listed = Command::new("git").args(["ls-files", "-z"]).output()?;
    for name in String::from_utf8_lossy(&listed.stdout).split('\0').filter(|name| !name.is_empty()) {
        let (from, to) = (Path::new(name), tree.join(name));
        let Ok(content) = fs::read(from) else { continue };
        // An unchanged file keeps its time, so that a second run builds little.
        if fs::read(&to).is_ok_and(|old| old == content) {
            continue;
        }
        fs::create_dir_all(to.parent().unwrap_or(&tree))?;
        fs::write(to, content)?;
    }
    fs::canonicalize(tree)
}

impl Mutation {
    /// The file's text with the fault and without it; or why it does not apply.
    fn apply(&self, tree: &Path) -> Result<(String, String), String> {
        let original =
            fs::read_to_string(tree.join(&self.file)).map_err(|_| format!("no file {}", self.file))?;
        match original.matches(&self.find).count() {
            1 => Ok((original.replacen(&self.find, &self.replace, 1), original)),
            places => Err(format!("the text is there {places} times")),
        }
    }

    /// Writes into its file which tests noticed it.
    fn write_down(&self, folder: &Path, tests: &str) -> io::Result<()> {
        let path = folder.join(format!("{}.mutation", self.name));
        let (old, new) = (format!("\ntest: {}\n", self.tests), format!("\ntest: {tests}\n"));
        fs::write(&path, fs::read_to_string(&path)?.replacen(&old, &new, 1))
    }
}

fn judge(tree: &Path, mutation: &Mutation) -> io::Result<Verdict> {
    let (mutant, original) = match mutation.apply(tree) {
        Ok(texts) => texts,
        Err(why) => return Ok(Verdict::Unusable(why)),
    };
    let path = tree.join(&mutation.file);
    fs::write(&path, mutant)?;
    let verdict = build_and_test(tree, &mutation.tests);
    fs::write(&path, original)?;
    verdict
}

fn build_and_test(tree: &Path, named: &str) -> io::Result<Verdict> {
    let all = TESTS.map(|tests| (tests, TIME_LIMITS[1]));
    for (tests, limit) in [(named, TIME_LIMITS[0])].into_iter().chain(all) {
        match build_and_run(tree, tests, limit)? {
            Verdict::Survived => {}
            verdict => return Ok(verdict),
        }
    }
    Ok(Verdict::Survived)
}

fn build_and_run(tree: &Path, tests: &str, limit: Duration) -> io::Result<Verdict> {
    let cargo = |more: &[&str]| {
        let mut command = Command::new("cargo");
        command.arg("test").args(tests.split_whitespace()).args(more).current_dir(tree);
        command.env("CARGO_TARGET_DIR", "../build").env("CARGO_TERM_COLOR", "never");
        command.env("CARGO_PROFILE_DEV_DEBUG", "0"); // nobody looks at where a mutant failed
        command.env("CARGO_PROFILE_DEV_LTO", "off"); // between the units of one crate it is most of the time
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    if !cargo(&["--no-run"]).status()?.success() {
        return Ok(Verdict::Unusable(String::from("it does not build")));
    }
    let path = tree.join("../tests.log");
    let log = fs::File::create(&path)?;
    let mut running = cargo(&[]).stderr(log.try_clone()?).stdout(log).process_group(0).spawn()?;
    let start = Instant::now();
    let ended = loop {
        match running.try_wait()? {
            Some(status) if status.success() => return Ok(Verdict::Survived),
            Some(_) => break true,
            None if start.elapsed() > limit => {
                // The whole group: what hangs is a test, not the runner.
                Command::new("kill").args(["-9", "--", &format!("-{}", running.id())]).status()?;
                running.wait()?;
                break false;
            }
            None => thread::sleep(Duration::from_millis(50)),
        }
    };
    let log = fs::read(&path)?;
    let (tests, name) = first_failure(&String::from_utf8_lossy(&log), tests);
    Ok(match name {
        _ if !ended => Verdict::Caught { tests, name: String::from("no end") },
        Some(name) => Verdict::Caught { tests: format!("{tests} {name}"), name },
        None => Verdict::Caught { tests, name: String::from("the tests ended early") },
    })
}

/// What runs the first test that failed, and its name. A fault that ends the process, with a signal for example, leaves
/// no name.
fn first_failure(log: &str, tests: &str) -> (String, Option<String>) {
    let package = tests.split("--").next().unwrap_or_default().trim();
    let package = if package.is_empty() { "-p barebones" } else { package };
    let mut found = tests.to_string();
    for line in log.lines() {
        // `Running tests/exits/main.rs (target/debug/deps/exits-0123456789abcdef)`
        if let Some(running) = line.trim_start().strip_prefix("Running ") {
            let name = running.rsplit(['/', '(']).next().and_then(|name| name.rsplit_once('-'));
            let name = name.map_or("", |(name, _)| name);
            found = match running.starts_with("unittests") {
                true => format!("-p {} --lib", name.replace('_', "-")),
                false if package.starts_with("-p") => format!("{package} --test {name}"),
                false => tests.to_string(),
            };
        }
        if let Some(name) = line.strip_prefix("---- ").and_then(|rest| rest.strip_suffix(" stdout ----")) {
            return (found, Some(name.to_string()));
        }
    }
    (found, None)
}
