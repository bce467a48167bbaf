//! Compares barebones with other WebAssembly engines: compile time, code size and peak memory for whole modules, run
//! time for kernels with known answers. All are measured in one run on one thread, and rounds alternate between
//! engines. The output is Markdown.
//!
//! Usage: `cargo run --release -- --modules FOLDER` in this folder; see `--help`.

mod class;
mod engine;
mod guard;
mod kernels;
mod measure;
mod memory;
mod modules;
mod outside;
mod table;

use measure::Clock;
use std::path::PathBuf;
use std::process::ExitCode;

const HELP: &str = "\
yardstick [--modules FOLDER] [--kernels FOLDER] [--repeat N] [--cpu] [--only NAME]
          [--without compile|run|memory|outside].. [--jsc PROGRAM] [--node PROGRAM]

  --modules FOLDER   *.wasm to compile; default: BAREBONES_MODULES in the environment
  --kernels FOLDER   *.wasm to run, with answers.tsv; for several folders, several times. Default: those of
                     barebones-wasm's tests, and the folders in BAREBONES_KERNELS, separated as in PATH
  --repeat N         minimum number of measurements per median (default: 7)
  --cpu              processor time of the thread instead of wall-clock time: for a machine that is not idle.
                     `node` reports it for its process; `jsc` cannot and is left out
  --only NAME        modules and kernels with this in their names
  --without WHAT     leaves a part out; `outside`: the engines in other processes
  --jsc, --node      paths of these programs (default: search PATH)

yardstick once ENGINE FILE N

  runs a kernel once, and prints its answer: for a tool that counts what it executes, as `dynamic-counts` and
  `host-counts` do. ENGINE is the name of a column, without spaces: O2, Cranelift-speed

Exit status: 0 if all answers are right, 1 for a wrong answer or a failure, 2 for a usage error.
";

/// Options of the command line.
pub(crate) struct Options {
    pub(crate) modules: Option<PathBuf>,
    /// Folders with kernels.
    pub(crate) kernels: Vec<PathBuf>,
    pub(crate) repeat: usize,
    pub(crate) clock: Clock,
    only: String,
    without: Vec<String>,
    pub(crate) jsc: String,
    pub(crate) node: String,
}

impl Options {
    fn parse(mut words: impl Iterator<Item = String>) -> Result<Options, String> {
        let mut options = Options {
            modules: std::env::var_os("BAREBONES_MODULES").map(PathBuf::from),
            kernels: Vec::new(),
            repeat: 7,
            clock: Clock::Wall,
            only: String::new(),
            without: Vec::new(),
            jsc: String::from("jsc"),
            node: String::from("node"),
        };
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
            match word.as_str() {
                "--modules" => options.modules = Some(value()?.into()),
                "--kernels" => options.kernels.push(value()?.into()),
                "--repeat" => {
                    let found = value()?;
                    let expected = || format!("--repeat: found `{found}`, expected a number above 0");
                    options.repeat = found.parse().ok().filter(|count| *count > 0).ok_or_else(expected)?;
                }
                "--cpu" => options.clock = Clock::Cpu,
                "--only" => options.only = value()?,
                "--without" => {
                    let part = value()?;
                    if !["compile", "run", "memory", "outside"].contains(&part.as_str()) {
                        return Err(format!("--without: `{part}` is not a part"));
                    }
                    options.without.push(part);
                }
                "--jsc" => options.jsc = value()?,
                "--node" => options.node = value()?,
                other => return Err(format!("`{other}` is not an option")),
            }
        }
        if options.kernels.is_empty() {
            let own = concat!(env!("CARGO_MANIFEST_DIR"), "/../barebones-wasm/tests/kernels");
            options.kernels.push(PathBuf::from(own));
            let more = std::env::var_os("BAREBONES_KERNELS").unwrap_or_default();
            options.kernels.extend(std::env::split_paths(&more).filter(|path| !path.as_os_str().is_empty()));
        }
        Ok(options)
    }

    /// True if this part was not left out.
    pub(crate) fn with(&self, part: &str) -> bool {
        !self.without.iter().any(|left_out| left_out == part)
    }

    /// True if a module or kernel of this name was selected.
    pub(crate) fn wants(&self, name: &str) -> bool {
        name.contains(&self.only)
    }
}

/// Runs all parts. Returns true if there were no errors.
fn run(options: &Options) -> Result<bool, String> {
    let outside = outside::Programs::find(options);
    println!("{}", outside.versions(options.clock));
    let mut right = true;
    if options.with("run") {
        right &= kernels::run(options, &outside)?;
    }
    if options.with("compile") || options.with("memory") {
        right &= modules::run(options, &outside)?;
    }
    Ok(right)
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.first().map(String::as_str) {
        Some("--help" | "-h") => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Some(memory::CHILD) => return memory::child(&words[1..]),
        Some("once") => {
            return match kernels::once(&words[1..]) {
                Ok(answer) => {
                    println!("{answer}");
                    ExitCode::SUCCESS
                }
                Err(message) => {
                    eprintln!("yardstick: {message}");
                    ExitCode::FAILURE
                }
            };
        }
        _ => {}
    }
    let options = match Options::parse(words.into_iter()) {
        Ok(options) => options,
        Err(message) => {
            eprintln!("yardstick: {message}; see --help");
            return ExitCode::from(2);
        }
    };
    match run(&options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("yardstick: {message}");
            ExitCode::FAILURE
        }
    }
}
