//! Code as other programs see it: disassembly, GDB, LLDB, perf, samply, jitdump readers, valgrind, an emulator.
//!
//! The programs that they watch are ignored tests of this program itself. Tests that need a missing tool print that
//! they are skipped.

// Compiled code is called, which only its caller can promise to be sound.
#![allow(unsafe_code)]

mod disassembly;
#[cfg(target_os = "linux")]
mod gdb;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod lldb;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod perf;
#[cfg(target_os = "linux")]
mod registration;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod samply;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod stale_code;

/// Three procedures, each of which calls the next. The last one calls the host. `outer` has a local in the frame, and
/// returns early without a frame.
const PROGRAM: &str = include_str!("program.bb");

/// Compiles the program in a compiler, with its lines as origins. `stop` is what `inner` calls.
fn compile(
    compiler: &mut barebones::Compiler,
    stop: *const u8,
) -> Result<Vec<barebones::jit::Code>, Box<dyn std::error::Error>> {
    let mut module = barebones::ir::parse_module(PROGRAM, &barebones::targets(barebones::host_target()?))?;
    barebones::ir::set_origins_to_lines(&mut module, PROGRAM);
    Ok(compiler.compile_module(module, &|name| (name == "stop").then_some(stop))?)
}

/// The path of the program's text.
#[cfg(target_os = "linux")]
fn program_path() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tools/program.bb")
}

/// Runs a program, if it is installed. `None` and a message if it is not.
#[cfg(target_os = "linux")]
fn run(what: &str, command: &mut std::process::Command) -> Option<(bool, String)> {
    match command.output() {
        Ok(output) => {
            let text = [output.stdout, output.stderr].concat();
            Some((output.status.success(), String::from_utf8_lossy(&text).into_owned()))
        }
        Err(error) => {
            println!("{what}: SKIPPED: {}: {error}", command.get_program().display());
            None
        }
    }
}

/// A new folder for files of a test.
#[cfg(target_os = "linux")]
fn folder(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("barebones-tools-{name}-{}", std::process::id()));
    _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    folder
}

/// Starts this test program again, to run one ignored test alone.
#[cfg(target_os = "linux")]
fn child_arguments(test: &str) -> [String; 5] {
    let words = ["--exact", test, "--ignored", "--nocapture", "--test-threads=1"];
    words.map(String::from)
}
