//! Checks, builds and tests a copy of the workspace.

use crate::switch::VARIABLE;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};
use std::{fs, io, thread};

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
        let mut cargo = Command::new("cargo");
        cargo.arg(command).current_dir(&self.path);
        cargo.env("CARGO_TARGET_DIR", "../build").env("CARGO_TERM_COLOR", "never");
        cargo.env("CARGO_PROFILE_DEV_DEBUG", "0"); // debug information of mutants is not used
        cargo.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        cargo
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
        Ok(self.cargo("test").arg("--no-run").args(tests.split_whitespace()).status()?.success())
    }

    /// Builds and runs tests with this mutation active. A timeout is a failure: an endless loop is a caught mutation.
    pub(crate) fn test(&self, tests: &str, fault: usize, limit: Duration) -> io::Result<Outcome> {
        if !self.builds(tests)? {
            return Ok(Outcome::DoesNotBuild);
        }
        let path = self.path.join(format!("../tests-{}.log", LOGS.fetch_add(1, Relaxed)));
        let log = fs::File::create(&path)?;
        let mut command = self.cargo("test");
        command.args(tests.split_whitespace()).env(VARIABLE, fault.to_string());
        let mut running = command.stderr(log.try_clone()?).stdout(log).process_group(0).spawn()?;
        let start = Instant::now();
        let ended = loop {
            match running.try_wait()? {
                Some(status) if status.success() => break None,
                Some(_) => break Some("the tests ended early"),
                None if start.elapsed() > limit => {
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
            _ => Outcome::Failed { tests: found, name: String::from(how) },
        })
    }
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
    fn the_first_test_that_failed_is_named() {
        let log = "     Running unittests src/lib.rs (target/debug/deps/barebones-0123)\n\
            test a::b ... FAILED\n---- a::b stdout ----\n---- a::c stdout ----\n";
        let expected = (String::from("-p barebones --lib"), Some(String::from("a::b")));
        assert_eq!(first_failure(log, "-p barebones --lib --tests"), expected);
        let log = "     Running tests/exits/main.rs (target/debug/deps/exits-0123)\n";
        assert_eq!(first_failure(log, "-p barebones"), (String::from("-p barebones --test exits"), None));
    }
}
