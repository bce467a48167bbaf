//! Peak memory of a compilation, measured in a child process.

use crate::engine::{COMPILERS, Engine};
use std::path::Path;
use std::process::{Command, ExitCode};

/// First argument of a child process.
pub(crate) const CHILD: &str = "--child-memory";

/// A field of `/proc/self/status`, in bytes.
fn status(name: &str) -> Result<u64, String> {
    let status = std::fs::read_to_string("/proc/self/status").map_err(|error| error.to_string())?;
    let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
    let number = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
    number.map(|kib| kib << 10).ok_or_else(|| format!("/proc/self/status has no {name}"))
}

/// Peak memory of a compilation, beyond the initialized engine and the bytes of the module.
fn growth(engine: Engine, path: &str) -> Result<u64, String> {
    let bytes = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
    let ready = engine.ready()?;
    let before = status("VmRSS")?;
    let module = ready.compile(&bytes)?;
    let peak = status("VmHWM")?;
    drop(module);
    Ok(peak.saturating_sub(before))
}

/// Runs the child process: prints the number of bytes.
pub(crate) fn child(words: &[String]) -> ExitCode {
    let result = match words {
        [name, path] => match COMPILERS.iter().find(|engine| engine.name() == name) {
            Some(engine) => growth(*engine, path),
            None => Err(format!("`{name}` is not an engine")),
        },
        _ => Err(format!("{CHILD} expects an engine and a module")),
    };
    match result {
        Ok(bytes) => {
            println!("{bytes}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// Peak memory of a compilation in bytes.
pub(crate) fn peak(engine: Engine, path: &Path) -> Result<f64, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new(program).arg(CHILD).arg(engine.name()).arg(path).output();
    let output = output.map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&output.stdout);
    said.trim().parse::<f64>().map_err(|_| String::from_utf8_lossy(&output.stderr).trim().to_string())
}
