//! GDB: backtraces through compiled frames, breakpoints on source lines, variables in the frame. For a program in an
//! emulator, GDB for all machines talks to the emulator.

use crate::{PROGRAM, child_arguments, compile, folder, program_path, run};
use barebones::base::StackSlotId;
use barebones::jit::{
    CodeMemory, LineMap, MappingMode, MemoryOptions, Registrations, SourceLocation, SourceMap, Variable,
    VariableType,
};
use barebones::support::Entity;
use barebones::{Compiler, OptLevel, Options};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The register of the first argument of [`tools_test_stop`].
const ARGUMENT: &str = if cfg!(target_arch = "x86_64") { "$rdi" } else { "$x0" };

/// GDB has a breakpoint here.
#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn tools_test_stop(x: i64) -> i64 {
    std::hint::black_box(x)
}

/// The lines of the program; `outer` has a variable with a name.
struct Source(LineMap);

impl SourceMap for Source {
    fn location(&self, procedure: &str, origin: barebones::base::Origin) -> Option<SourceLocation> {
        self.0.location(procedure, origin)
    }

    fn variable(&self, procedure: &str, slot: StackSlotId) -> Option<Variable> {
        let is_it = procedure == "outer" && slot.index() == 0;
        is_it.then(|| Variable { name: String::from("seventy"), ty: VariableType::Signed(8) })
    }
}

#[test]
#[ignore = "the program that GDB runs"]
fn program() {
    let level = std::env::var("BAREBONES_LEVEL").map_or(2, |level| level.parse().expect("a level"));
    let mut compiler = Compiler::with_options(Options::at(OptLevel::ALL[level])).expect("a supported host");
    let mut registrations = Registrations::default();
    registrations.gdb = true;
    registrations.source = Some(Arc::new(Source(LineMap::new(program_path()))));
    // GDB cannot write breakpoints to memory that is mapped twice.
    let options = MemoryOptions { mode: Some(MappingMode::Toggling), ..MemoryOptions::default() };
    let memory = CodeMemory::with_options(options).expect("memory");
    memory.register_with(registrations).expect("registers");
    compiler.set_memory(Arc::new(memory));
    let codes = compile(&mut compiler, tools_test_stop as *const u8).expect("compiles");
    // SAFETY: the program touches its own frame only.
    let outer = unsafe { codes[0].typed::<extern "C" fn(i64) -> i64>().expect("its type") };
    println!("result {}", outer.call(std::hint::black_box(5)));
    println!("result {}", outer.call(std::hint::black_box(0)));
    drop((codes, outer));
    tools_test_stop(0); // GDB forgot the code
}

/// Runs commands of GDB on the program.
fn gdb(level: usize, commands: &[&str]) -> Option<String> {
    gdb_on("gdb::program", level, commands)
}

/// A new folder for one run of GDB.
fn next_folder() -> PathBuf {
    static RUNS: AtomicU32 = AtomicU32::new(0);
    folder(&format!("gdb-{}", RUNS.fetch_add(1, Relaxed)))
}

/// A program in an emulator that waits for GDB.
struct Emulated {
    child: Child,
    folder: PathBuf,
    sysroot: Option<String>,
}

impl Emulated {
    /// Starts an ignored test in the emulator that `BAREBONES_RUNNER` names, if it names one.
    fn start(program: &str, level: usize) -> Option<Emulated> {
        let runner = std::env::var("BAREBONES_RUNNER").ok()?;
        let words: Vec<&str> = runner.split_whitespace().collect();
        let (emulator, options) = words.split_first()?;
        let folder = next_folder();
        let mut command = Command::new(emulator);
        command.arg("-g").arg(folder.join("stub")).args(options);
        command.arg(std::env::current_exe().expect("this program")).args(child_arguments(program));
        command.env("BAREBONES_LEVEL", level.to_string()).stdout(Stdio::piped());
        let child = command.spawn().expect("the emulator runs this program too");
        let stub = folder.join("stub");
        let end = Instant::now() + Duration::from_secs(60);
        while !stub.exists() {
            assert!(Instant::now() < end, "the emulator does not listen");
            std::thread::sleep(Duration::from_millis(10));
        }
        let sysroot = words.iter().skip_while(|word| **word != "-L").nth(1).map(|word| (*word).to_string());
        Some(Emulated { child, folder, sysroot })
    }

    /// Ends the program. Returns what it printed.
    fn end(mut self) -> String {
        _ = self.child.kill();
        let output = self.child.wait_with_output().expect("it ends");
        _ = std::fs::remove_dir_all(self.folder);
        String::from_utf8_lossy(&output.stdout).into_owned()
    }
}

/// Runs commands of GDB on an ignored test; `run` starts it.
fn gdb_on(program: &str, level: usize, commands: &[&str]) -> Option<String> {
    let emulated = Emulated::start(program, level);
    let mut command = Command::new(if emulated.is_some() { "gdb-multiarch" } else { "gdb" });
    command.args(["-nx", "-batch", "-iex", "set debuginfod enabled off", "-iex", "set auto-load off"]);
    for line in ["set breakpoint pending on", "set width 0", "set startup-with-shell off"] {
        command.args(["-ex", line]);
    }
    if let Some(sysroot) = emulated.as_ref().and_then(|emulated| emulated.sysroot.as_ref()) {
        command.args(["-ex", &format!("set sysroot {sysroot}")]);
    }
    // In the emulator, the program waits at its first instruction.
    let start = match &emulated {
        Some(emulated) => format!("target remote {}\ncontinue", emulated.folder.join("stub").display()),
        None => String::from("run"),
    };
    let commands = commands
        .join("\n")
        .lines()
        .map(|line| if line == "run" { &start } else { line })
        .collect::<Vec<_>>()
        .join("\n");
    let script = next_folder().join("commands.gdb");
    std::fs::write(&script, commands).expect("a temporary file");
    command.arg("-x").arg(&script);
    command.env("BAREBONES_LEVEL", level.to_string());
    command.arg("--args").arg(std::env::current_exe().expect("this program"));
    command.args(child_arguments(program));
    let output = run("gdb", &mut command);
    let printed = emulated.map_or_else(String::new, Emulated::end);
    _ = std::fs::remove_dir_all(script.parent().expect("a folder"));
    let (_, text) = output?;
    if text.contains("ptrace: Operation not permitted") {
        println!("gdb: SKIPPED: it may not trace processes here");
        return None;
    }
    Some(text + &printed)
}

/// The line of the program that contains a text, from 1.
pub(crate) fn line(text: &str) -> usize {
    PROGRAM.lines().position(|line| line.contains(text)).expect("in the program") + 1
}

#[test]
fn backtraces_breakpoints_and_variables() {
    let call = line("CCall(middle");
    let breakpoint = format!("break program.bb:{call}");
    for level in 0..=2 {
        let commands = [
            &breakpoint[..],
            "run",
            "bt 1",
            "info locals",
            "break tools_test_stop",
            "continue",
            "bt",
            "frame 3",
            "info locals",
            "delete",
            &format!("break tools_test_stop if {ARGUMENT} == 0"),
            "continue",
            "info symbol outer",
        ];
        let Some(text) = gdb(level, &commands) else { return };
        let expect = |expected: &str| assert!(text.contains(expected), "O{level}: {expected}\n{text}");
        // The breakpoint on the line.
        expect(&format!(", outer () at {}:{call}\n", program_path().display()));
        // Through three compiled frames, with lines, up to the start of the thread.
        let [middle, inner] = [line("CCall(inner"), line("CCall(stop")];
        let path = program_path();
        let path = path.display();
        expect(&format!(" in inner () at {path}:{inner}\n"));
        expect(&format!(" in middle () at {path}:{middle}\n"));
        expect(&format!(" in outer () at {path}:{call}\n"));
        assert!([" in clone", "_start ("].iter().any(|start| text.contains(start)), "{text}");
        assert_eq!(text.matches("seventy = 77").count(), 2, "{text}");
        expect(&format!("result {}\n", 6 * 6 + 5 + 77));
        // The code was dropped. The quotes are those of the frame's language.
        assert!(
            ["\"outer\"", "'outer'"].iter().any(|name| text.contains(&format!("No symbol {name}"))),
            "{text}"
        );
    }
}

/// A procedure with an exit state at its call: a client's local for each kind of place, and one that is not needed.
const LOCALS: &str = "barebones 1
    extern stop(Int64) -> Int64
    proc counts(Int64, Double) -> Int64 {
        state0 = frame function=7 pc=3 [@3, @4, @1, dead | @0]
    #0:
        Int64 @0 = ArgumentReg(%a0)
        Double @1 = ArgumentReg(%fa0)
        Int64 @2 = Const64(3)
        Int64 @3 = Mul(@0, @2)
        Int64 @4 = Const64(-1234)
        Int64 @5 = CCall(\"stop\", @0, state=state0)
        Int64 @6 = Add(@5, @3)
        Double @7 = Add(@1, @1)
        Int64 @8 = BitwiseCast(@7)
        Int64 @9 = Add(@6, @8)
        Void @10 = Return(@9)
    }";

/// Names the first two locals.
struct Names;

impl SourceMap for Names {
    fn location(&self, _: &str, _: barebones::base::Origin) -> Option<SourceLocation> {
        None
    }

    fn local(&self, procedure: &str, function: u32, index: u32) -> Option<Variable> {
        let name = ["product", "constant"].get(index as usize)?;
        let ty = VariableType::Signed(8);
        (procedure == "counts" && function == 7).then(|| Variable { name: (*name).into(), ty })
    }
}

#[test]
#[ignore = "the program that GDB runs"]
fn program_with_locals() {
    let level = std::env::var("BAREBONES_LEVEL").map_or(2, |level| level.parse().expect("a level"));
    let mut compiler = Compiler::with_options(Options::at(OptLevel::ALL[level])).expect("a supported host");
    let mut registrations = Registrations::default();
    registrations.gdb = true;
    registrations.source = Some(Arc::new(Names));
    let options = MemoryOptions { mode: Some(MappingMode::Toggling), ..MemoryOptions::default() };
    let memory = CodeMemory::with_options(options).expect("memory");
    memory.register_with(registrations).expect("registers");
    compiler.set_memory(Arc::new(memory));
    let module =
        barebones::ir::parse_module(LOCALS, &barebones::targets(barebones::host_target().expect("a host")));
    let find = |name: &str| (name == "stop").then_some(tools_test_stop as *const u8);
    let codes = compiler.compile_module(module.expect("parses"), &find);
    let codes = codes.unwrap_or_else(|failure| panic!("{}", failure.error));
    // SAFETY: the program touches its own frame only.
    let counts = unsafe { codes[0].typed::<extern "C" fn(i64, f64) -> i64>().expect("its type") };
    println!("result {}", counts.call(std::hint::black_box(5), std::hint::black_box(2.5)));
}

/// Locals are in registers, in the frame, or constants where the procedure waits for a call with an exit state.
#[test]
fn locals_of_exit_states() {
    for level in 0..=2 {
        let commands = [
            "break tools_test_stop",
            "run",
            "up",
            "info locals",
            "down",
            "finish",
            "info locals",
            "info address product",
        ];
        let Some(text) = gdb_on("gdb::program_with_locals", level, &commands) else { return };
        for expected in ["product = 15", "constant = -1234", "local2 = 2.5", "product = <optimized out>"] {
            assert!(text.contains(expected), "O{level}: {expected}\n{text}");
        }
        // First while the procedure waits, then after the return.
        let [waiting, returned] = ["product = 15", "product = <optimized out>"].map(|shown| text.find(shown));
        assert!(waiting < returned, "O{level}\n{text}");
        // Neither what the state does not need nor what is on its stack.
        assert!(!text.contains("local3") && !text.contains("local4"), "O{level}\n{text}");
    }
}

/// At every instruction, also in prologues, epilogues and code without a frame, the backtrace leads to the start of the
/// thread.
#[test]
fn backtraces_at_every_instruction() {
    let first = format!("break program.bb:{}", line("Branch(@0, #1, #2)"));
    for level in 0..=2 {
        let commands = [
            &first[..],
            "run",
            "set $steps = 0",
            "while $steps < 70\nprintf \"STEP %d %p\\n\", $steps, $pc\nbt -3\nstepi\nset $steps = $steps + 1\nend",
        ];
        let Some(text) = gdb(level, &commands) else { return };
        let steps: Vec<&str> = text.split("STEP ").skip(1).collect();
        assert_eq!(steps.len(), 70, "{text}");
        for step in steps {
            assert!(step.contains("clone") || step.contains("_start ("), "O{level}: {step}\n\n{text}");
        }
    }
}
