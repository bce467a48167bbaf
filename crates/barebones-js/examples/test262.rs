//! Runs the tests of the standard, test262, which lie in a folder that has `test/` and `harness/`:
//!
//! ```text
//! cargo run --release -p barebones-js --example test262 -- FOLDER [--filter TEXT] [--every N] [--failing FILE] [--update FILE] [--tier 0|1|2|auto] [--gc-stress]
//! ```
//!
//! `--every N` runs each Nth test only, and `--verbose` prints what fails while it runs. Tests run in two child processes, so that neither a crash nor a loop without end stops the run. `--failing FILE` is
//! the list of the tests that may fail: the exit status is 1 if another one fails. `--update FILE` writes the list. `--tier`
//! selects how functions are executed, and `--gc-stress` collects garbage at each safepoint.

use barebones_js::{RunError, RunOptions, Tier, run_in_test_host};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Maximum time of a test, in seconds.
const SECONDS: u64 = 20;

/// Maximum address space of a child process, in KiB.
const MEMORY: u64 = 4 << 20;

/// Maximum number of calls and iterations of a test.
const STEPS: u64 = 30_000_000;

/// Number of child processes.
const CHILDREN: usize = 2;

/// Features that Hermes 0.12 does not claim: tests that need one are left out.
const LEFT_OUT: &[&str] = &[
    "Array.fromAsync",
    "Atomics",
    "Atomics.pause",
    "Atomics.waitAsync",
    "Error.isError",
    "FinalizationRegistry",
    "Float16Array",
    "IsHTMLDDA",
    "Iterator.prototype.join",
    "Math.sumPrecise",
    "RegExp.escape",
    "ShadowRealm",
    "SharedArrayBuffer",
    "Temporal",
    "arbitrary-module-namespace-names",
    "array-grouping",
    "arraybuffer-transfer",
    "await-dictionary",
    "canonical-tz",
    "change-array-by-copy",
    "cross-realm",
    "decorators",
    "dynamic-import",
    "error-stack-accessor",
    "explicit-resource-management",
    "export-defer",
    "export-star-as-namespace-from-module",
    "host-gc-required",
    "immutable-arraybuffer",
    "import-attributes",
    "import-bytes",
    "import-defer",
    "import-text",
    "import.meta",
    "intl-normative-optional",
    "iterator-chunking",
    "iterator-helpers",
    "iterator-includes",
    "iterator-sequencing",
    "joint-iteration",
    "json-modules",
    "json-parse-with-source",
    "legacy-regexp",
    "nonextensible-applies-to-private",
    "promise-try",
    "promise-with-resolvers",
    "regexp-duplicate-named-groups",
    "regexp-modifiers",
    "regexp-v-flag",
    "resizable-arraybuffer",
    "set-methods",
    "source-phase-imports",
    "source-phase-imports-module-source",
    "symbols-as-weakmap-keys",
    "tail-call-optimization",
    "top-level-await",
    "uint8array-base64",
    "upsert",
];

/// What the front matter of a test says.
#[derive(Default)]
struct Test {
    flags: Vec<String>,
    features: Vec<String>,
    includes: Vec<String>,
    /// Phase and constructor of the error that the test expects.
    negative: Option<(String, String)>,
}

impl Test {
    fn read(source: &str) -> Test {
        let mut test = Test::default();
        let Some((_, rest)) = source.split_once("/*---") else { return test };
        let Some((front, _)) = rest.split_once("---*/") else { return test };
        let (mut key, mut phase) = (String::new(), String::new());
        // Lines of some tests end with a carriage return only.
        for line in front.split(['\n', '\r']) {
            let text = line.trim();
            if let Some(item) = text.strip_prefix("- ") {
                test.add(&key, item);
            } else if let Some((name, value)) = text.split_once(':') {
                let nested = line.starts_with(' ') && key == "negative";
                match (nested, name) {
                    (true, "phase") => phase = value.trim().to_string(),
                    (true, "type") => test.negative = Some((phase.clone(), value.trim().to_string())),
                    _ if line.starts_with(' ') => {}
                    _ => {
                        key = name.to_string();
                        let items = value.trim().trim_start_matches('[').trim_end_matches(']');
                        items.split(',').for_each(|item| test.add(&key, item));
                    }
                }
            }
        }
        test
    }

    fn add(&mut self, key: &str, item: &str) {
        let item = item.trim().to_string();
        match key {
            _ if item.is_empty() => {}
            "flags" => self.flags.push(item),
            "features" => self.features.push(item),
            "includes" => self.includes.push(item),
            _ => {}
        }
    }

    fn has(&self, flag: &str) -> bool {
        self.flags.iter().any(|known| known == flag)
    }

    /// The feature for which the test is left out.
    fn left_out(&self) -> Option<String> {
        if self.has("module") {
            return Some(String::from("modules"));
        }
        let unknown = |feature: &&String| LEFT_OUT.contains(&feature.as_str()) || feature.starts_with("Intl");
        self.features.iter().find(unknown).cloned()
    }
}

/// Runs a test, and says what is wrong.
fn check(root: &Path, path: &str, options: RunOptions) -> Result<Option<String>, Failure> {
    let source = std::fs::read_to_string(root.join("test").join(path))?;
    let test = Test::read(&source);
    let mut harness = Vec::new();
    if !test.has("raw") {
        let mut names = vec!["assert.js", "sta.js"];
        if test.has("async") {
            names.push("doneprintHandle.js");
        }
        names.extend(test.includes.iter().map(String::as_str));
        for name in names {
            harness.push(std::fs::read_to_string(root.join("harness").join(name))?);
        }
    }
    let sloppy_only = test.has("noStrict") || test.has("raw");
    for strict in [false, true] {
        if (strict && sloppy_only) || (!strict && test.has("onlyStrict")) {
            continue;
        }
        let text = if strict { format!("\"use strict\";\n{source}") } else { source.clone() };
        let mut scripts: Vec<&str> = harness.iter().map(String::as_str).collect();
        scripts.push(&text);
        let outcome = run_in_test_host(&scripts, options);
        if let Some(problem) = judge(&test, outcome.error, &outcome.output) {
            let mode = if strict { "strict" } else { "sloppy" };
            return Ok(Some(format!("{mode}: {problem}")));
        }
    }
    Ok(None)
}

/// What is wrong with the outcome of a test.
fn judge(test: &Test, error: Option<RunError>, output: &str) -> Option<String> {
    if let Some((phase, kind)) = &test.negative {
        let message = error.as_ref().map_or_else(String::new, ToString::to_string);
        let right = match &error {
            Some(RunError::Front(_)) => phase == "parse" && message.starts_with(kind.as_str()),
            Some(RunError::Uncaught { message, .. }) => {
                phase != "parse" && message.starts_with(kind.as_str())
            }
            _ => false,
        };
        return (!right).then(|| format!("{kind} in phase {phase} is expected; {message}"));
    }
    if let Some(error) = error {
        return Some(error.to_string());
    }
    if test.has("async") && !output.contains("Test262:AsyncTestComplete") {
        let line = output.lines().find(|line| line.starts_with("Test262:"));
        return Some(line.unwrap_or("$DONE is not called").to_string());
    }
    None
}

/// The child process: reads paths, and answers each with a line.
fn serve(root: &Path, options: RunOptions) -> Result<(), Failure> {
    for line in std::io::stdin().lines() {
        let answer = match check(root, &line?, options) {
            Ok(None) => String::from("ok"),
            Ok(Some(problem)) => problem.replace('\n', " "),
            Err(error) => format!("the test cannot be read: {error}"),
        };
        let answer: String = answer.chars().take(300).collect();
        writeln!(std::io::stdout(), "{answer}")?;
        std::io::stdout().flush()?;
    }
    Ok(())
}

/// A running child process.
/// Arguments of a child process beside the folder.
type Settings = Vec<String>;

struct Server {
    child: Child,
    input: ChildStdin,
    answers: Receiver<String>,
}

impl Server {
    fn start(root: &Path, settings: &Settings) -> Result<Server, Failure> {
        let mut child = Command::new("sh")
            .arg("-c")
            .arg(format!("ulimit -v {MEMORY}; exec \"$@\""))
            .arg("sh")
            .arg(std::env::current_exe()?)
            .args(settings)
            .arg("--serve")
            .arg(root)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("a child process without pipes".into());
        };
        let (sender, answers) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Server { child, input, answers })
    }

    /// The answer for a test; `None` in place of a child that did not survive it.
    fn ask(mut self, path: &str) -> Result<(Option<Server>, String), Failure> {
        if writeln!(self.input, "{path}").is_err() {
            self.child.wait()?;
            return Ok((None, String::from("crash: before the test")));
        }
        let answer = match self.answers.recv_timeout(Duration::from_secs(SECONDS)) {
            Ok(answer) => return Ok((Some(self), answer)),
            Err(RecvTimeoutError::Timeout) => {
                self.child.kill()?;
                String::from("hang: no answer")
            }
            Err(RecvTimeoutError::Disconnected) => String::from("crash: the process ended"),
        };
        self.child.wait()?;
        Ok((None, answer))
    }
}

/// All tests below a folder, relative to `test/`.
fn collect(folder: &Path, root: &Path, found: &mut Vec<String>) -> Result<(), Failure> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, root, found)?;
        } else if path.extension().is_some_and(|ext| ext == "js")
            && !path.file_name().is_some_and(|name| name.to_string_lossy().contains("_FIXTURE"))
        {
            found.push(path.strip_prefix(root)?.to_string_lossy().into_owned());
        }
    }
    Ok(())
}

/// Runs tests in child processes; the answers, by path.
fn run_all(
    root: &Path,
    tests: Vec<String>,
    settings: &Settings,
    verbose: bool,
) -> Result<BTreeMap<String, String>, Failure> {
    let queue = Arc::new(Mutex::new(tests));
    let answers = Arc::new(Mutex::new(BTreeMap::new()));
    let threads: Vec<_> = (0..CHILDREN)
        .map(|_| {
            let (queue, answers) = (queue.clone(), answers.clone());
            let (root, settings) = (root.to_path_buf(), settings.clone());
            std::thread::spawn(move || -> Result<(), Failure> {
                let mut server = None;
                loop {
                    let next = queue.lock().map_err(|_| "a thread panicked")?.pop();
                    let Some(path) = next else { return Ok(()) };
                    let current = match server.take() {
                        Some(server) => server,
                        None => Server::start(&root, &settings)?,
                    };
                    let (rest, answer) = current.ask(&path)?;
                    server = rest;
                    if verbose && answer != "ok" {
                        println!("{path}: {answer}");
                    }
                    let mut answers = answers.lock().map_err(|_| "a thread panicked")?;
                    answers.insert(path, answer);
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().map_err(|_| "a thread panicked")??;
    }
    let mut answers = answers.lock().map_err(|_| "a thread panicked")?;
    Ok(std::mem::take(&mut *answers))
}

/// Adds a test to the counts of a group: passed, run.
fn count(groups: &mut BTreeMap<String, (u32, u32)>, name: &str, passed: bool) {
    let group = groups.entry(name.to_string()).or_default();
    group.0 += u32::from(passed);
    group.1 += 1;
}

fn print_counts(title: &str, groups: &BTreeMap<String, (u32, u32)>) {
    println!("\n{title}");
    for (name, (passed, run)) in groups {
        let rate = 100.0 * f64::from(*passed) / f64::from(*run);
        println!("  {name}: {passed} of {run} ({rate:.1} %)");
    }
}

fn main() -> Result<(), Failure> {
    let mut words = std::env::args().skip(1);
    let (mut root, mut filters, mut failing, mut update) = (None, Vec::new(), None, None);
    let (mut verbose, mut every) = (false, 1);
    let mut options = RunOptions { max_steps: Some(STEPS), ..RunOptions::default() };
    let mut settings = Settings::new();
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} needs a value"));
        match word.as_str() {
            "--serve" => return serve(Path::new(&value()?), options),
            "--tier" => {
                let name = value()?;
                options.tier = Tier::named(&name).ok_or("--tier expects 0, 1, 2 or auto")?;
                settings.extend([word, name]);
            }
            "--gc-stress" => {
                options.gc_stress = true;
                settings.push(word);
            }
            "--filter" => filters.push(value()?),
            "--failing" => failing = Some(PathBuf::from(value()?)),
            "--update" => update = Some(PathBuf::from(value()?)),
            "--every" => every = value()?.parse::<usize>()?.max(1),
            "--verbose" => verbose = true,
            _ => root = Some(PathBuf::from(word)),
        }
    }
    let Some(root) = root else { return Err("no folder is given".into()) };
    let mut tests = Vec::new();
    for folder in ["built-ins", "language"] {
        let folder = root.join("test").join(folder);
        collect(&folder, &root.join("test"), &mut tests)?;
    }
    tests.retain(|path| filters.is_empty() || filters.iter().any(|filter| path.contains(filter.as_str())));
    tests.sort_unstable_by(|a, b| b.cmp(a));

    let (mut chosen, mut features) = (Vec::new(), BTreeMap::new());
    let mut left_out: BTreeMap<String, u32> = BTreeMap::new();
    for path in tests {
        let test = Test::read(&std::fs::read_to_string(root.join("test").join(&path))?);
        match test.left_out() {
            Some(feature) => *left_out.entry(feature).or_default() += 1,
            None => {
                features.insert(path.clone(), test.features);
                chosen.push(path);
            }
        }
    }
    let chosen = chosen.into_iter().step_by(every).collect();
    let answers = run_all(&root, chosen, &settings, verbose)?;
    let (mut by_folder, mut by_feature) = (BTreeMap::new(), BTreeMap::new());
    let mut failed = BTreeSet::new();
    let mut ends: BTreeMap<&str, u32> = BTreeMap::new();
    for (path, answer) in &answers {
        let passed = answer == "ok";
        let parts: Vec<&str> = path.split('/').collect();
        count(&mut by_folder, parts[0], passed);
        count(&mut by_folder, &parts[..parts.len().min(3) - 1].join("/"), passed);
        for feature in features.get(path).into_iter().flatten() {
            count(&mut by_feature, feature, passed);
        }
        if passed {
            continue;
        }
        failed.insert(path.clone());
        for (mark, name) in [
            ("crash:", "crashes"),
            ("hang:", "hangs"),
            ("internal error", "panics"),
            ("unsupported:", "unsupported"),
        ] {
            if answer.contains(mark) {
                *ends.entry(name).or_default() += 1;
            }
        }
    }
    print_counts("By folder:", &by_folder);
    print_counts("By feature:", &by_feature);
    println!("\nLeft out:");
    for (feature, count) in &left_out {
        println!("  {feature}: {count}");
    }
    println!("\nAmong the failures: {ends:?}");
    if let Some(path) = update {
        let lines: Vec<String> = failed.iter().map(|path| format!("{path}\n")).collect();
        std::fs::write(path, lines.concat())?;
    }
    if let Some(path) = failing {
        let known = std::fs::read_to_string(path)?;
        let known: BTreeSet<&str> = known.lines().collect();
        let new: Vec<_> = failed.iter().filter(|path| !known.contains(path.as_str())).collect();
        for path in &new {
            println!("fails anew: {path}");
        }
        if !new.is_empty() {
            std::process::exit(1);
        }
    }
    Ok(())
}
