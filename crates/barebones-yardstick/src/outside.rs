//! Engines in other processes: WebKit's `jsc`, whose second WebAssembly tier is B3, and `node` with V8's optimizing
//! compiler. Both are configured to compile everything with that compiler right away, on one thread.

use crate::Options;
use crate::guard::guard;
use crate::measure::Clock;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Output, Stdio};

/// Compiles each function with the last tier on its first call, synchronously.
const JSC: [&str; 7] = [
    "--useConcurrentJIT=0",
    "--thresholdForBBQOptimizeAfterWarmUp=0",
    "--thresholdForOMGOptimizeAfterWarmUp=0",
    "--thresholdForBBQOptimizeSoon=0",
    "--thresholdForOMGOptimizeSoon=0",
    "--maximumOMGCandidateCost=100000000",
    "--useOMGInlining=0",
];

/// Compiles whole modules with the last tier.
const NODE: [&str; 6] = [
    "--no-liftoff",
    "--no-wasm-tier-up",
    "--no-wasm-lazy-compilation",
    "--no-wasm-dynamic-tiering",
    "--single-threaded",
    "--wasm-num-compilation-tasks=1",
];

impl Clock {
    /// Remark for the title of a table.
    pub(crate) fn remark(self) -> &'static str {
        match self {
            Clock::Wall => "",
            Clock::Cpu => " of processor time",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Jsc,
    Node,
}

pub(crate) struct Program {
    kind: Kind,
    path: String,
    version: String,
}

/// The programs found, and the names of missing ones.
pub(crate) struct Programs {
    found: Vec<Program>,
    missing: Vec<String>,
}

/// A temporary file, removed on drop.
struct Temporary(PathBuf);

impl Temporary {
    fn new(bytes: &[u8]) -> Result<Temporary, String> {
        static NEXT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let next = NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("barebones-yardstick-{}-{next}", std::process::id()));
        std::fs::write(&path, bytes).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Temporary(path))
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // A file that is left over does no harm.
        let _ = std::fs::remove_file(&self.0);
    }
}

/// A process that makes one measurement for each line of input.
struct MeasuringProcess {
    child: Child,
    answers: BufReader<ChildStdout>,
    _file: Temporary,
}

impl MeasuringProcess {
    fn begin(command: &mut Command, file: Temporary) -> Result<MeasuringProcess, String> {
        let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut child = child.map_err(|error| error.to_string())?;
        let answers = BufReader::new(child.stdout.take().ok_or("no output")?);
        Ok(MeasuringProcess { child, answers, _file: file })
    }

    /// Makes a measurement. Returns the answer, and the time in seconds.
    fn again(&mut self) -> Result<(i64, f64), String> {
        let input = self.child.stdin.as_mut().ok_or("no input")?;
        input.write_all(b"again\n").and_then(|()| input.flush()).map_err(|error| error.to_string())?;
        let mut line = String::new();
        self.answers.read_line(&mut line).map_err(|error| error.to_string())?;
        let (answer, time) =
            line.trim().split_once(' ').ok_or_else(|| format!("unexpected output: {line:?}"))?;
        answer.parse().ok().zip(time.parse().ok()).ok_or_else(|| format!("unexpected output: {line:?}"))
    }
}

impl Drop for MeasuringProcess {
    fn drop(&mut self) {
        // The process exits at the end of input; it may have exited before.
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

/// A kernel that is run repeatedly.
pub(crate) struct Run(MeasuringProcess);

impl Run {
    /// Runs it. Returns the answer, and the time in seconds.
    pub(crate) fn again(&mut self) -> Result<(i64, f64), String> {
        self.0.again()
    }
}

/// A module that is compiled repeatedly.
pub(crate) struct Compilation(Compiling);

enum Compiling {
    /// In one process.
    Node(MeasuringProcess),
    /// In a new process each time: the command, and the files that it reads.
    Jsc { command: Box<Command>, _files: [Temporary; 2] },
}

impl Compilation {
    /// Compiles it. Returns the time in seconds.
    pub(crate) fn again(&mut self) -> Result<f64, String> {
        match &mut self.0 {
            Compiling::Node(conversation) => Ok(conversation.again()?.1),
            Compiling::Jsc { command, .. } => {
                compiled_by_jsc(&command.output().map_err(|error| error.to_string())?)
            }
        }
    }
}

/// Compile time in seconds, as reported by `jsc`.
fn compiled_by_jsc(output: &Output) -> Result<f64, String> {
    let text =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    if !text.contains("all trapped") {
        return Err(text.lines().next().unwrap_or("no output").to_string());
    }
    let line = text.lines().find(|line| line.contains("[B3] Total OMG compilation"));
    let number =
        line.and_then(|line| line.split("total ms:").nth(1)?.split_whitespace().next()?.parse::<f64>().ok());
    number.map(|ms| ms / 1e3).ok_or_else(|| String::from("it does not report the time"))
}

impl Program {
    pub(crate) fn name(&self) -> &'static str {
        match self.kind {
            Kind::Jsc => "B3 in jsc",
            Kind::Node => "V8 in node",
        }
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        match self.kind {
            Kind::Jsc => command.args(JSC),
            Kind::Node => command.args(NODE),
        };
        command
    }

    pub(crate) fn run(&self, bytes: &[u8], n: i32, clock: Clock) -> Result<Run, String> {
        let file = Temporary::new(bytes)?;
        let mut command = self.command();
        match self.kind {
            Kind::Jsc => {
                command.args(["-e", include_str!("js/jsc_run.js"), "--"]).arg(&file.0).arg(n.to_string())
            }
            Kind::Node => node(&mut command, "run", &file.0, n, clock),
        };
        MeasuringProcess::begin(&mut command, file).map(Run)
    }

    pub(crate) fn compilation(&self, bytes: &[u8], clock: Clock) -> Result<Compilation, String> {
        let mut command = self.command();
        match self.kind {
            Kind::Jsc => {
                let guarded = guard(bytes)?;
                let (file, js) = (Temporary::new(&guarded.bytes)?, include_str!("js/jsc_compile.js"));
                let script = Temporary::new(format!("const what = {};\n{js}", guarded.script).as_bytes())?;
                command.arg("--reportTotalPhaseTimes=1").arg(&script.0).arg("--").arg(&file.0);
                Ok(Compilation(Compiling::Jsc { command: Box::new(command), _files: [script, file] }))
            }
            Kind::Node => {
                let file = Temporary::new(bytes)?;
                node(&mut command, "compile", &file.0, 0, clock);
                Ok(Compilation(Compiling::Node(MeasuringProcess::begin(&mut command, file)?)))
            }
        }
    }
}

fn node<'a>(command: &'a mut Command, what: &str, file: &Path, n: i32, clock: Clock) -> &'a mut Command {
    let clock = if clock == Clock::Wall { "wall" } else { "cpu" };
    command.args(["-e", include_str!("js/node.js"), "--", what]).arg(file).arg(n.to_string()).arg(clock)
}

impl Programs {
    pub(crate) fn find(options: &Options) -> Programs {
        let mut programs = Programs { found: Vec::new(), missing: Vec::new() };
        if !options.with("outside") {
            return programs;
        }
        let jsc = (options.clock == Clock::Wall).then_some((Kind::Jsc, &options.jsc, ["-e", "print('')"]));
        let node = (Kind::Node, &options.node, ["-p", "process.version + ', V8 ' + process.versions.v8"]);
        for (kind, path, version) in jsc.into_iter().chain([node]) {
            let output = Command::new(path).args(version).stdin(Stdio::null()).output();
            match output.ok().filter(|output| output.status.success()) {
                Some(output) => {
                    let version = String::from_utf8_lossy(&output.stdout).trim().to_string();
                    programs.found.push(Program { kind, path: path.clone(), version });
                }
                None => programs.missing.push(path.clone()),
            }
        }
        programs
    }

    /// A line with the versions of all engines.
    pub(crate) fn versions(&self, clock: Clock) -> String {
        let mut all = vec![String::from("barebones"), String::from("wasmtime 48")];
        all.extend(self.found.iter().map(|program| match program.version.as_str() {
            "" => program.name().to_string(), // `jsc` does not report it
            version => format!("{} ({version})", program.name()),
        }));
        let mut line = format!("{}; medians{}, one thread.", all.join(", "), clock.remark());
        if !self.missing.is_empty() {
            line += &format!(" Skipped, because not installed: {}.", self.missing.join(", "));
        }
        line
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Program> {
        self.found.iter()
    }
}
