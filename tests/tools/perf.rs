//! perf: reports name compiled procedures, by map and by jitdump.

use crate::{child_arguments, compile, folder, program_path, run};
use barebones::Compiler;
use barebones::jit::{CodeMemory, LineMap, MappingMode, MemoryOptions, Registrations};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

extern "C" fn stop(x: i64) -> i64 {
    x
}

#[test]
#[ignore = "the program that perf records"]
fn program() {
    let folder = std::env::var_os("BAREBONES_JITDUMP").map(PathBuf::from);
    let mut registrations = Registrations::default();
    registrations.perf_map = folder.is_none();
    registrations.jitdump = folder;
    registrations.source = Some(Arc::new(LineMap::new(program_path())));
    let mode = registrations.perf_map.then_some(MappingMode::Toggling);
    let memory =
        CodeMemory::with_options(MemoryOptions { mode, ..MemoryOptions::default() }).expect("memory");
    memory.register_with(registrations).expect("registers");
    let mut compiler = Compiler::host().expect("a supported host");
    compiler.set_memory(Arc::new(memory));
    let codes = compile(&mut compiler, stop as *const u8).expect("compiles");
    // SAFETY: the procedure computes with its argument.
    let spin = unsafe { codes[3].typed::<extern "C" fn(i64) -> i64>().expect("its type") };
    println!("process {}", std::process::id());
    std::hint::black_box(spin.call(std::hint::black_box(300_000_000)));
}

/// Records the program. `None` and a message if perf does not work here.
pub(crate) fn record(data: &Path, jitdump: Option<&Path>) -> Option<String> {
    let mut command = Command::new("perf");
    command.args(["record", "-q", "-e", "cpu-clock", "-k", "mono", "-o"]).arg(data).arg("--");
    command.arg(std::env::current_exe().expect("this program")).args(child_arguments("perf::program"));
    if let Some(folder) = jitdump {
        command.env("BAREBONES_JITDUMP", folder);
    }
    let (success, text) = run("perf", &mut command)?;
    if !success || !data.exists() {
        println!("perf: SKIPPED: {}", text.trim());
        return None;
    }
    Some(text)
}

fn report(data: &Path) -> String {
    let report =
        Command::new("perf").args(["report", "--stdio", "-i"]).arg(data).output().expect("perf ran before");
    String::from_utf8_lossy(&report.stdout).into_owned()
}

#[test]
fn reports_name_code_by_map() {
    let folder = folder("perf-map");
    let data = folder.join("perf.data");
    if let Some(output) = record(&data, None) {
        let report = report(&data);
        assert!(report.lines().any(|line| line.contains("[JIT]") && line.ends_with(" spin")), "{report}");
        let process = output.lines().find_map(|line| line.split("process ").nth(1)).expect("printed");
        _ = std::fs::remove_file(format!("/tmp/perf-{process}.map"));
    }
    _ = std::fs::remove_dir_all(folder);
}

#[test]
fn reports_name_code_by_jitdump() {
    let folder = folder("jitdump");
    let (data, injected) = (folder.join("perf.data"), folder.join("injected.data"));
    if record(&data, Some(&folder)).is_some() {
        let inject =
            Command::new("perf").args(["inject", "--jit", "-i"]).arg(&data).arg("-o").arg(&injected).output();
        let inject = inject.expect("perf ran before");
        let report = report(&injected);
        let is_it = |line: &str| line.contains("jitted-") && line.trim_end().ends_with(" spin");
        assert!(report.lines().any(is_it), "{report}\n{}", String::from_utf8_lossy(&inject.stderr));
    }
    _ = std::fs::remove_dir_all(folder);
}
