//! Measures what each pass over the IR brings: instructions that generated code executes, and the size of code, with
//! and without it. Counts are callgrind's, so the same binary and input always give the same numbers.
//!
//! ```sh
//! cargo build --release -p barebones-cli
//! cargo bench --bench passes -- --barebones target/release/barebones \
//!     --kernels crates/barebones-wasm/tests/kernels --programs tests/programs [--modules FOLDER] [--pass NAME]..
//! ```
//!
//! - `--kernels`: a folder with `NAME.wasm` that export `run(i32) -> i64`, and with `answers.tsv`, the columns of which
//!   are a name, a small n, its answer, and a large n. Can be given several times.
//! - `--programs`: a folder of `*.bb` with run lines; of each procedure the line that the interpreter needs longest for is
//!   run, and a program is the geometric mean of its procedures.
//! - `--modules`: a folder of `*.wasm` that are compiled only.
//! - `--pass`: a pass, or several separated by commas, which are then left out together; by default each pass.
//!
//! For each pass it prints a line per configuration and class of programs: the geometric mean of the instructions
//! without the pass in percent of those with all passes, less 100. Above 0 the pass brings something. A program whose
//! code is the same without the pass is not run.

use barebones::opt::pass_names;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::time::Instant;

/// Classes of programs, and the names of those in them.
const CLASSES: [(&str, &str); 7] = [
    (
        "crypto",
        "aes_table bigint bigmul blake2s keccak md5 montgomery poly1305 random sha256 sha512 siphash xorshift",
    ),
    ("compression", "adler32 crc32 huffman lz4 lzss rle"),
    ("text", "base64 ftoa leven levenshtein parse_number string_search utf8"),
    (
        "data structures",
        "binary_trees fannkuch hash_table hashtab heap_dijkstra heapsort qsort quicksort radixsort rbtree",
    ),
    (
        "numeric",
        "calendar collatz fft fir idct jacobi kahan life lu mandel mandelbrot matmul mulaw nbody ray sieve sobel \
         spectral spectral_norm",
    ),
    ("interpreters", "decoded dispatch interp interpreter regexvm stackvm"),
    ("calls", "ackermann callbacks choices fib many_arguments queens tail_calls"),
];

/// How WebAssembly is compiled: a name, and options of the command.
const CONFIGURATIONS: [(&str, &[&str]); 3] =
    [("guard", &[]), ("guard, raw", &["--profile", "raw"]), ("explicit", &["--bounds", "explicit"])];

/// What modules are compiled for.
const CODE: [(&str, &[&str]); 3] = [
    ("x64, raw", &["--target", "x86_64-linux"]),
    ("x64, optimized", &["--target", "x86_64-linux", "--profile", "producer-optimized"]),
    ("a64, optimized", &["--target", "aarch64-linux", "--profile", "producer-optimized"]),
];

/// Fewer instructions than this are mostly those of the beginning: a kernel gets a larger n.
const FEW: u64 = 2_000_000;

/// Something that is compiled and run.
#[derive(Clone)]
struct Program {
    name: String,
    configuration: &'static str,
    file: PathBuf,
    /// The command that runs it, its options, and the words after the file.
    command: &'static [&'static str],
    options: &'static [&'static str],
    call: Vec<String>,
}

impl Program {
    fn class(&self) -> &'static str {
        let found = CLASSES.iter().find(|(_, names)| names.split(' ').any(|name| name == self.name));
        found.map_or("other", |(class, _)| class)
    }
}

struct Harness {
    barebones: PathBuf,
    jobs: usize,
}

impl Harness {
    /// What the command prints.
    fn text(&self, words: &[&str], file: &Path, after: &[String]) -> Result<String, String> {
        let mut command = Command::new(&self.barebones);
        command.args(words).arg(file).args(after);
        let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
        if !output.status.success() {
            return Err(format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr)));
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Text that is the same for two sets of passes if they make the same code.
    fn code(&self, program: &Program, without: &[&str]) -> Result<String, String> {
        let text = |words: &[&str]| self.text(&[words, without].concat(), &program.file, &[]);
        if program.command == ["run"] {
            return text(&["compile", "--emit", "asm"]);
        }
        // All of the code as it is for a system's functions; of the code that runs, which pins registers, the sizes.
        let json = text(&[&["wasm", "compile", "--json", "--threads", "1"], program.options].concat())?;
        let sizes = json.split_once("\"functions\"").map_or("", |(_, sizes)| sizes);
        let sizes = sizes.split_once("\"peak").map_or(sizes, |(sizes, _)| sizes);
        let optimized = text(&["wasm", "code", "--profile", "producer-optimized"])?;
        Ok(text(&["wasm", "code"])? + &optimized + sizes)
    }

    /// How many instructions of generated code a program executes, in all its processes.
    fn count(&self, program: &Program, without: &[&str], unique: usize) -> Result<u64, String> {
        let name = format!("barebones-passes-{}-{unique}.", std::process::id());
        let out = std::env::temp_dir().join(format!("{name}%p"));
        let mut command = Command::new("valgrind");
        command.args(["--tool=callgrind", "--trace-children=yes"]);
        command.arg(format!("--callgrind-out-file={}", out.display())).arg(&self.barebones);
        command.args(program.command).args(program.options).args(without);
        command.arg(&program.file).args(&program.call);
        let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
        if !output.status.success() {
            return Err(format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr)));
        }
        let mut sum = 0;
        let folder = std::fs::read_dir(std::env::temp_dir()).map_err(|error| error.to_string())?;
        for entry in folder.flatten().filter(|it| it.file_name().to_string_lossy().starts_with(&name)) {
            let text = std::fs::read_to_string(entry.path()).map_err(|error| error.to_string())?;
            sum += generated(&text);
            std::fs::remove_file(entry.path()).map_err(|error| error.to_string())?;
        }
        Ok(sum)
    }

    /// Does something with each of a list, on as many threads as there are jobs; results are in order.
    fn each<T: Sync, R: Send>(&self, list: &[T], work: impl Fn(usize, &T) -> R + Sync) -> Vec<R> {
        let next = Mutex::new(0);
        let results = Mutex::new(list.iter().map(|_| None).collect::<Vec<_>>());
        std::thread::scope(|scope| {
            for _ in 0..self.jobs {
                scope.spawn(|| {
                    loop {
                        let index = {
                            let mut next = next.lock().expect("no thread panicked");
                            *next += 1;
                            *next - 1
                        };
                        let Some(item) = list.get(index) else { return };
                        let result = work(index, item);
                        results.lock().expect("no thread panicked")[index] = Some(result);
                    }
                });
            }
        });
        results.into_inner().expect("no thread panicked").into_iter().flatten().collect()
    }
}

/// The instructions in callgrind's output that are of functions without an object file.
fn generated(text: &str) -> u64 {
    let (mut names, mut object, mut sum) = (BTreeMap::new(), "", 0);
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(rest) = line.strip_prefix("ob=").or_else(|| line.strip_prefix("cob=")) {
            // `(id) name` the first time, then `(id)`.
            let (id, name) = rest.split_once(' ').unwrap_or((rest, ""));
            if !name.is_empty() {
                names.insert(id, name);
            }
            if line.starts_with("ob=") {
                object = id;
            }
        } else if line.starts_with("calls=") {
            lines.next(); // what the callee costs
        } else if line.starts_with(|c: char| c.is_ascii_digit() || "+-*".contains(c))
            && names.get(object) == Some(&"???")
        {
            sum += line.split(' ').nth(1).and_then(|cost| cost.parse::<u64>().ok()).unwrap_or(0);
        }
    }
    sum
}

/// The files of a folder with this extension, in order of their names.
fn files(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, String> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|it| it == extension));
    files.sort();
    Ok(files)
}

fn stem(path: &Path) -> String {
    path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// The kernels of a folder, in each configuration.
fn kernels(harness: &Harness, folder: &Path) -> Result<Vec<Program>, String> {
    let path = folder.join("answers.tsv");
    let table = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let rows: Vec<Vec<&str>> = table
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split('\t').collect())
        .filter(|row: &Vec<&str>| row.len() >= 4)
        .collect();
    let found = harness.each(&rows, |unique, row| {
        let number = |text: &str| text.parse::<u64>().map_err(|_| format!("{}: `{text}`", path.display()));
        let (n, most) = (number(row[1])?, number(row[3])? / 10);
        let call = |n: u64| ["--invoke", "run", &n.to_string()].map(String::from).to_vec();
        let program = Program {
            name: row[0].to_string(),
            configuration: CONFIGURATIONS[0].0,
            file: folder.join(row[0]).with_extension("wasm"),
            command: &["wasm", "run"],
            options: CONFIGURATIONS[0].1,
            call: call(n),
        };
        let few = FEW.div_ceil(harness.count(&program, &[], unique)?.max(1));
        let n = if n * few <= most { n * few } else { n };
        Ok(CONFIGURATIONS.map(|(configuration, options)| Program {
            configuration,
            options,
            call: call(n),
            ..program.clone()
        }))
    });
    Ok(found.into_iter().collect::<Result<Vec<_>, String>>()?.into_iter().flatten().collect())
}

/// The programs of a folder: the longest run line of each procedure that run lines call.
fn programs(harness: &Harness, folder: &Path) -> Result<Vec<Program>, String> {
    let mut programs = Vec::new();
    for file in files(folder, "bb")? {
        let text = std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let calls = text.lines().filter_map(|line| line.strip_prefix(";; run ")?.split_once(") =="));
        let calls = calls.filter_map(|(call, _)| call.split_once('('));
        let calls = calls.map(|(name, args)| {
            let args = args.split(',').map(|arg| arg.trim().to_string()).filter(|arg| !arg.is_empty());
            ["--call", name].map(String::from).into_iter().chain(args).collect::<Vec<String>>()
        });
        let mut longest = BTreeMap::new();
        for call in calls {
            let began = Instant::now();
            if harness.text(&["run", "--engine", "interp"], &file, &call).is_ok() {
                let timed = (began.elapsed(), call);
                let known = longest.entry(timed.1[1].clone()).or_insert_with(|| timed.clone());
                *known = timed.max(known.clone());
            }
        }
        programs.extend(longest.into_values().map(|(_, call)| Program {
            name: stem(&file),
            configuration: "programs",
            file: file.clone(),
            command: &["run"],
            options: &[],
            call,
        }));
    }
    Ok(programs)
}

/// Bytes and instructions of the code of a module.
fn sizes(text: &str) -> Option<[u64; 2]> {
    let mut cells = text.lines().find(|line| line.starts_with("all "))?.split_whitespace().skip(1);
    Some([cells.next()?.parse().ok()?, cells.next()?.parse().ok()?])
}

fn percent(without: f64, with: f64) -> f64 {
    (without / with - 1.0) * 100.0
}

/// What the command line says.
#[derive(Default)]
struct Words {
    barebones: Option<PathBuf>,
    kernels: Vec<PathBuf>,
    programs: Vec<PathBuf>,
    modules: Vec<PathBuf>,
    passes: Vec<String>,
    jobs: usize,
}

fn words() -> Result<Words, String> {
    let mut words =
        Words { jobs: std::thread::available_parallelism().map_or(1, usize::from), ..Words::default() };
    let mut list = std::env::args().skip(1);
    while let Some(word) = list.next() {
        if word == "--bench" {
            continue; // cargo's
        }
        let value = list.next().ok_or_else(|| format!("{word} needs a value"))?;
        match word.as_str() {
            "--barebones" => words.barebones = Some(value.into()),
            "--kernels" => words.kernels.push(value.into()),
            "--programs" => words.programs.push(value.into()),
            "--modules" => words.modules.push(value.into()),
            "--pass" => words.passes.push(value),
            "--jobs" => words.jobs = value.parse().map_err(|_| format!("--jobs {value}"))?,
            _ => return Err(format!("`{word}` is no option")),
        }
    }
    if words.passes.is_empty() {
        words.passes.extend(pass_names().map(String::from));
    }
    Ok(words)
}

/// The options that leave out these passes.
fn without(passes: &str) -> Vec<&str> {
    passes.split(',').flat_map(|pass| ["--without", pass]).collect()
}

/// Prints what programs execute without a pass.
fn executed(
    harness: &Harness,
    pass: &str,
    programs: &[Program],
    all: &[(String, u64)],
) -> Result<(), String> {
    let without = without(pass);
    let counts = harness.each(programs, |unique, program| {
        if harness.code(program, &without)? == all[unique].0 {
            return Ok(all[unique].1);
        }
        harness.count(program, &without, unique)
    });
    let mut changes: BTreeMap<(&str, &str, &str), Vec<f64>> = BTreeMap::new();
    for ((program, count), (_, with)) in programs.iter().zip(counts).zip(all) {
        let key = (program.configuration, program.class(), program.name.as_str());
        changes.entry(key).or_default().push((count? as f64 / *with as f64).ln());
    }
    let mean = |logs: &[f64]| logs.iter().sum::<f64>() / logs.len() as f64;
    let mut groups: BTreeMap<(&str, &str), Vec<(f64, &str)>> = BTreeMap::new();
    for ((configuration, class, name), logs) in changes {
        for class in [class, "all"] {
            groups.entry((configuration, class)).or_default().push((mean(&logs), name));
        }
    }
    for ((configuration, class), mut changes) in groups {
        changes.sort_by(|a, b| b.0.total_cmp(&a.0));
        let in_percent = |log: f64| log.exp_m1() * 100.0;
        let all = in_percent(mean(&changes.iter().map(|(log, _)| *log).collect::<Vec<f64>>()));
        let named = changes.iter().map(|(log, name)| (in_percent(*log), name));
        let named = named.filter(|(change, _)| class != "all" && change.abs() >= 0.5);
        let named: Vec<String> = named.map(|(change, name)| format!("{name} {change:+.1}")).collect();
        if all.abs() >= 0.005 || !named.is_empty() {
            println!("| {pass} | {configuration} | {class} | {all:+.2} | {} |", named.join(", "));
        }
    }
    Ok(())
}

fn run() -> Result<(), String> {
    let words = words()?;
    let barebones = words.barebones.ok_or("--barebones: the command to measure")?;
    let harness = Harness { barebones, jobs: words.jobs.max(1) };
    let mut all_programs = Vec::new();
    for folder in &words.kernels {
        all_programs.extend(kernels(&harness, folder)?);
    }
    for folder in &words.programs {
        all_programs.extend(programs(&harness, folder)?);
    }
    let with = harness.each(&all_programs, |unique, program| {
        Ok((harness.code(program, &[])?, harness.count(program, &[], unique)?))
    });
    let with = with.into_iter().collect::<Result<Vec<(String, u64)>, String>>()?;
    for (program, (_, count)) in all_programs.iter().zip(&with) {
        println!("{} {} {} {count}", program.configuration, program.class(), program.name);
    }
    let mut modules = Vec::new();
    for folder in &words.modules {
        modules.extend(files(folder, "wasm")?);
    }
    let size = |pass: Option<&str>| -> Result<Vec<[u64; 2]>, String> {
        let mut list = Vec::new();
        for (_, options) in CODE {
            list.extend(modules.iter().map(|module| (module, options)));
        }
        let found = harness.each(&list, |_, (module, options)| {
            let mut options = [&["wasm", "code"], *options].concat();
            options.extend(pass.map(without).into_iter().flatten());
            sizes(&harness.text(&options, module, &[])?).ok_or_else(|| String::from("no sizes"))
        });
        found.into_iter().collect()
    };
    let all_sizes = size(None)?;
    println!("\n| pass | configuration | class | % | programs |\n|---|---|---|---:|---|");
    for pass in &words.passes {
        executed(&harness, pass, &all_programs, &with)?;
        let sizes = size(Some(pass))?;
        for (index, (name, _)) in CODE.iter().enumerate().filter(|_| !modules.is_empty()) {
            let range = index * modules.len()..(index + 1) * modules.len();
            let sum = |sizes: &[[u64; 2]], what: usize| {
                sizes[range.clone()].iter().map(|s| s[what]).sum::<u64>() as f64
            };
            let [bytes, instructions] = [0, 1].map(|what| percent(sum(&sizes, what), sum(&all_sizes, what)));
            println!("| {pass} | {name} | code | {bytes:+.2} | instructions {instructions:+.2} |");
        }
    }
    Ok(())
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("passes: {error}");
            ExitCode::FAILURE
        }
    }
}
