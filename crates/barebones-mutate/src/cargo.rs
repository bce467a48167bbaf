//! Checks, builds and tests a copy of the workspace.

use crate::switch::VARIABLE;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};
use std::{fs, io, thread};

/// How many times its limit of processor time a test may take: more than other work on the machine costs.
const WAITING: u32 = 4;

/// Sets the limit of processor time in seconds, `$0`, of each process that the command `$@` starts.
const LIMITED: &str = "ulimit -t \"$0\" && exec \"$@\"";

/// The variable that names the files that the test of filetests runs.
const FILES: &str = "FILETESTS";

/// Number of log files created so far, for unique names: tests run in parallel.
static LOGS: AtomicUsize = AtomicUsize::new(0);

/// A copy of the workspace.
pub(crate) struct Tree {
    pub(crate) path: PathBuf,
}

pub(crate) enum Outcome {
    Passed,
    /// Options that run the first failing test, and its name, or the reason if no test is named.
    Failed {
        tests: String,
        name: String,
    },
    DoesNotBuild,
}

impl Tree {
    /// Copies all files that git tracks, as they are in the working tree, to a folder in `target/mutants`.
    pub(crate) fn copy(name: &str) -> io::Result<Tree> {
        let tree = Path::new("target/mutants").join(name);
        let listed = Command::new("git").args(["ls-files", "-z"]).output()?;
        for name in String::from_utf8_lossy(&listed.stdout).split('\0').filter(|name| !name.is_empty()) {
            let Ok(content) = fs::read(name) else { continue };
            write(&tree.join(name), &content)?;
        }
        Ok(Tree { path: fs::canonicalize(tree)? })
    }

    pub(crate) fn write(&self, file: &str, text: &str) -> io::Result<()> {
        write(&self.path.join(file), text.as_bytes())
    }

    fn cargo(&self, command: &str) -> Command {
        let mut cargo = self.command("cargo");
        cargo.arg(command);
        cargo
    }

    /// A command in this tree, with the settings of cargo.
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.path);
        command.env("CARGO_TARGET_DIR", "../build").env("CARGO_TERM_COLOR", "never");
        command.env("CARGO_PROFILE_DEV_DEBUG", "0"); // debug information of mutants is not used
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// Files and lines of compile errors; empty if there are none.
    pub(crate) fn errors(&self) -> io::Result<Vec<(String, usize)>> {
        let mut check = self.cargo("check");
        check.args(["--workspace", "--lib", "--keep-going", "--message-format", "short"]);
        let out = check.stderr(Stdio::piped()).output()?;
        let log = String::from_utf8_lossy(&out.stderr);
        let errors: Vec<_> = log.lines().filter_map(place_of_error).collect();
        if errors.is_empty() && !out.status.success() {
            return Err(io::Error::other(format!("it does not build: {log}")));
        }
        Ok(errors)
    }

    pub(crate) fn builds(&self, tests: &str) -> io::Result<bool> {
        // Cargo builds tests in documentation only when it runs them.
        let in_docs = options(tests).any(|option| option == "--doc");
        let command: &[_] = if in_docs { &["check"] } else { &["test", "--no-run"] };
        let mut build = self.cargo(command[0]);
        build.args(&command[1..]).args(options(tests).take_while(|&option| option != "--doc"));
        Ok(build.status()?.success())
    }

    /// Builds and runs tests with this mutation active. A timeout is a failure: an endless loop is a caught mutation.
    ///
    /// `limit` is the processor time of each test binary, so that other work on the machine does not matter. A test that
    /// waits uses none: [`WAITING`] times the limit may pass.
    pub(crate) fn test(&self, tests: &str, fault: usize, limit: Duration) -> io::Result<Outcome> {
        if !self.builds(tests)? {
            return Ok(Outcome::DoesNotBuild);
        }
        let path = self.path.join(format!("../tests-{}.log", LOGS.fetch_add(1, Relaxed)));
        let log = fs::File::create(&path)?;
        let mut command = self.command("sh");
        command.args(["-c", LIMITED, &limit.as_secs().to_string(), "cargo", "test"]);
        command.args(options(tests)).envs(variables(tests)).env(VARIABLE, fault.to_string());
        let mut running = command.stderr(log.try_clone()?).stdout(log).process_group(0).spawn()?;
        let start = Instant::now();
        let ended = loop {
            match running.try_wait()? {
                Some(status) if status.success() => break None,
                Some(_) => break Some("the tests ended early"),
                None if start.elapsed() > limit * WAITING => {
                    // Kills the process group: the test hangs, not the runner.
                    Command::new("kill").args(["-9", "--", &format!("-{}", running.id())]).status()?;
                    running.wait()?;
                    break Some("timeout");
                }
                None => thread::sleep(Duration::from_millis(20)),
            }
        };
        let log = fs::read(&path)?;
        fs::remove_file(&path)?;
        let Some(how) = ended else { return Ok(Outcome::Passed) };
        let (found, name) = first_failure(&String::from_utf8_lossy(&log), tests);
        Ok(match name {
            Some(name) if how != "timeout" => Outcome::Failed { tests: format!("{found} {name}"), name },
            // No file is named: the selected files stay.
            _ if variables(tests).count() != 0 => {
                Outcome::Failed { tests: tests.to_string(), name: String::from(how) }
            }
            _ => Outcome::Failed { tests: found, name: String::from(how) },
        })
    }
}

/// The variables at the start of a mutation's tests: `NAME=value`.
fn variables(tests: &str) -> impl Iterator<Item = (&str, &str)> {
    tests.split_whitespace().map_while(|word| word.split_once('='))
}

/// A mutation's tests without the variables.
pub(crate) fn options(tests: &str) -> impl Iterator<Item = &str> {
    tests.split_whitespace().skip(variables(tests).count())
}

/// Leaves an unchanged file alone, so that its modification time does not cause a rebuild.
fn write(to: &Path, content: &[u8]) -> io::Result<()> {
    if fs::read(to).is_ok_and(|old| old == content) {
        return Ok(());
    }
    fs::create_dir_all(to.parent().unwrap_or(to))?;
    fs::write(to, content)
}

/// Parses the position of an error, as in `src/a.rs:12:5: error[E0308]: mismatched types`.
fn place_of_error(line: &str) -> Option<(String, usize)> {
    let (place, _) = line.split_once(": error")?;
    let (place, _column) = place.rsplit_once(':')?;
    let (file, line) = place.rsplit_once(':')?;
    Some((file.to_string(), line.parse().ok()?))
}

/// Options that run the first failing test, and its name; `None` if the process ended without reporting one, for
/// example by a signal.
fn first_failure(log: &str, tests: &str) -> (String, Option<String>) {
    let tests = options(tests).collect::<Vec<_>>().join(" ");
    let package = tests.split("--").next().unwrap_or_default().trim();
    let package = if package.is_empty() { "-p barebones" } else { package };
    // A failed filetest: `/home/a/tests/files/opt/fix_ssa.bb:12: what is wrong`
    let filetest = log.lines().find_map(|line| {
        let (path, _) = line.split_once(".bb:")?;
        path.starts_with('/').then(|| path.find("/tests/").map(|at| format!("{}.bb", &path[at + 7..])))?
    });
    let mut found = tests.clone();
    for line in log.lines() {
        // `Running tests/exits/main.rs (target/debug/deps/exits-0123456789abcdef)`
        if let Some(running) = line.trim_start().strip_prefix("Running ") {
            let name = running.rsplit(['/', '(']).next().and_then(|name| name.rsplit_once('-'));
            let name = name.map_or("", |(name, _)| name);
            found = match running.starts_with("unittests") {
                true => format!("-p {} --lib", name.replace('_', "-")),
                false if package.starts_with("-p") => format!("{package} --test {name}"),
                false => tests.clone(),
            };
        }
        if let Some(name) = line.strip_prefix("---- ").and_then(|rest| rest.strip_suffix(" stdout ----")) {
            if let Some(path) = filetest.filter(|_| name == "files_and_programs") {
                found = format!("{FILES}={path} {found}");
            }
            return (found, Some(name.to_string()));
        }
    }
    (found, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_have_places() {
        let place = place_of_error("src/a.rs:12:5: error[E0308]: mismatched types: expected `u8`");
        assert_eq!(place, Some((String::from("src/a.rs"), 12)));
        assert_eq!(place_of_error("src/a.rs:12:5: warning: unused variable"), None);
        assert_eq!(place_of_error("error: could not compile `a`"), None);
    }

    #[test]
    fn tests_begin_with_variables() {
        let tests = "A=b C=d/e -p barebones --test a=b";
        assert_eq!(variables(tests).collect::<Vec<_>>(), [("A", "b"), ("C", "d/e")]);
        assert_eq!(options(tests).collect::<Vec<_>>(), ["-p", "barebones", "--test", "a=b"]);
    }

    #[test]
    fn the_first_test_that_failed_is_named() {
        let log = "     Running unittests src/lib.rs (target/debug/deps/barebones-0123)\n\
            test a::b ... FAILED\n---- a::b stdout ----\n---- a::c stdout ----\n";
        let expected = (String::from("-p barebones --lib"), Some(String::from("a::b")));
        assert_eq!(first_failure(log, "-p barebones --lib --tests"), expected);
        let log = "     Running tests/exits/main.rs (target/debug/deps/exits-0123)\n";
        assert_eq!(first_failure(log, "-p barebones"), (String::from("-p barebones --test exits"), None));
        let log = "     Running tests/filetests.rs (target/debug/deps/filetests-0123)\n\
            ---- files_and_programs stdout ----\n/home/a/tests/files/opt/fix_ssa.bb:12: expected 1, found 2\n";
        let expected = "FILETESTS=files/opt/fix_ssa.bb -p barebones --test filetests";
        let found = first_failure(log, "FILETESTS=files/opt -p barebones --test filetests");
        assert_eq!(found, (String::from(expected), Some(String::from("files_and_programs"))));
    }
}
