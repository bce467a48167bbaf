//! Seeds faults into a copy of the library, one at a time, and asks whether the tests notice.
//!
//! `cargo run --release -p barebones-testing --bin mutate [DIR [NAME..]]` reads `DIR/*.mutation` (by default
//! `tests/mutations`), or only those named. Each is a text file:
//!
//! ```text
//! why: what this fault stands for
//! file: src/regalloc/local.rs
//! <<<
//! the lines to find, which must be there exactly once
//! ===
//! what to put in their place
//! >>>
//! ```
//!
//! `mutate --check [DIR]` only looks whether each text is in its file, exactly once.
//!
//! The copy is built and tested under `target/mutants`, the library's own tests first. A mutant is *caught* if it
//! builds and a test fails, or if the tests do not end in time; it *survives* if all tests pass. A mutation that
//! does not apply or does not build is an error. The last line is `N passed, N failed`: caught, and everything
//! else.

use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, io, thread};

/// How long the tests of one mutant may take: an endless loop is a caught fault.
const TIME_LIMIT: Duration = Duration::from_secs(300);

/// Tests that are likely to notice a fault in files whose path begins so: the first row that fits. They are asked
/// first, because few are built faster than all.
const LIKELY: [(&str, &[&str]); 15] = [
    ("crates/barebones-wasm/", &["-p", "barebones-wasm", "--lib", "--tests"]),
    ("src/air/hidden", &["--lib", "--test", "checks"]),
    ("src/isa/a64/", &["--test", "masm", "--test", "assembler_a64"]),
    ("src/isa/exits/", &["--lib", "--test", "exits"]),
    ("src/isa/masm/", &["--test", "masm", "--test", "patchpoints"]),
    ("src/isa/patch", &["--test", "patchpoints"]),
    ("src/isa/stackmap", &["--test", "patchpoints"]),
    ("src/isa/x64/emit_check", &["--test", "checks"]),
    ("src/isa/x64/masm", &["--test", "masm"]),
    ("src/isa/", &["--test", "filetests", "--test", "emit_x64", "--test", "opcodes"]),
    ("src/lower/check", &["--test", "checks"]),
    ("src/lower/exits", &["--test", "exits"]),
    ("src/lower/patchpoint", &["--test", "patchpoints"]),
    ("src/lower/", &["--test", "filetests", "--test", "opcodes"]),
    ("src/", &["--lib"]),
];

/// The tests that must notice, after the likely ones: those that are built faster come first, and all of them at last.
const TESTS: [&[&str]; 2] = [&["-p", "barebones", "--lib", "--tests"], &["--workspace", "--lib", "--tests"]];

struct Mutation {
    name: String,
    why: String,
    file: String,
    find: String,
    replace: String,
}

enum Verdict {
    /// By the test of this name, or because the tests did not end.
    Caught(String),
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
            Verdict::Caught(how) => (format!("caught ({how})"), true),
            Verdict::Survived => (String::from("SURVIVED"), false),
            Verdict::Unusable(why) => (format!("UNUSABLE: {why}"), false),
        };
        println!("{:<32} {label:<48} {seconds:>4} s  {}", mutation.name, mutation.why);
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
}

fn judge(tree: &Path, mutation: &Mutation) -> io::Result<Verdict> {
    let (mutant, original) = match mutation.apply(tree) {
        Ok(texts) => texts,
        Err(why) => return Ok(Verdict::Unusable(why)),
    };
    let path = tree.join(&mutation.file);
    fs::write(&path, mutant)?;
    let verdict = build_and_test(tree, &mutation.file);
    fs::write(&path, original)?;
    verdict
}

fn build_and_test(tree: &Path, file: &str) -> io::Result<Verdict> {
    let likely = LIKELY.iter().find(|(prefix, _)| file.starts_with(prefix)).map(|(_, tests)| *tests);
    for tests in likely.into_iter().chain(TESTS) {
        match build_and_run(tree, tests)? {
            Verdict::Survived => {}
            verdict => return Ok(verdict),
        }
    }
    Ok(Verdict::Survived)
}

fn build_and_run(tree: &Path, tests: &[&str]) -> io::Result<Verdict> {
    let cargo = |more: &[&str]| {
        let mut command = Command::new("cargo");
        command.args(["test", "--quiet"]).args(tests).args(more).current_dir(tree);
        command.env("CARGO_TARGET_DIR", "../build");
        command.env("CARGO_PROFILE_DEV_DEBUG", "0"); // nobody looks at where a mutant failed
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    if !cargo(&["--no-run"]).status()?.success() {
        return Ok(Verdict::Unusable(String::from("it does not build")));
    }
    let log = tree.join("../tests.log");
    let mut tests = cargo(&[]).stdout(fs::File::create(&log)?).process_group(0).spawn()?;
    let start = Instant::now();
    loop {
        match tests.try_wait()? {
            Some(status) if status.success() => return Ok(Verdict::Survived),
            Some(_) => return Ok(Verdict::Caught(first_failure(&fs::read(&log)?))),
            None if start.elapsed() > TIME_LIMIT => {
                // The whole group: what hangs is a test, not the runner.
                Command::new("kill").args(["-9", "--", &format!("-{}", tests.id())]).status()?;
                tests.wait()?;
                return Ok(Verdict::Caught(String::from("no end")));
            }
            None => thread::sleep(Duration::from_millis(50)),
        }
    }
}

/// The name of the first test that failed. A fault that ends the process, with a signal for example, leaves none.
fn first_failure(log: &[u8]) -> String {
    let log = String::from_utf8_lossy(log);
    let name = |line: &str| Some(line.strip_prefix("---- ")?.strip_suffix(" stdout ----")?.to_string());
    log.lines().find_map(name).unwrap_or_else(|| String::from("the tests ended early"))
}
