//! Compares the time to compile the functions of CLIF files with Cranelift's. Readers are not counted; the translation to
//! a procedure is.
//!
//! ```text
//! cargo run --release -p barebones-clif --features cranelift --example compile_time -- [--repeat N] PATH..
//! ```
//!
//! A path is a `.clif` file or a folder of such files. Functions that either compiler refuses are left out and counted. For
//! each level it prints the sum of the medians of all functions, the ratio, and the bytes of code.

use barebones::{Compiler, OptLevel, Options};
use barebones_clif::{Settings, read_file, translate};
use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_codegen::settings::Configurable;
use cranelift_codegen::{Context, control::ControlPlane, ir, settings};
use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A function as both readers see it.
struct Pair {
    ours: barebones_clif::ast::Function,
    settings: Settings,
    cranelift: ir::Function,
}

fn files(path: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if !path.is_dir() {
        found.push(path.to_path_buf());
        return Ok(());
    }
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(path)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    entries.sort();
    for entry in entries.iter().filter(|entry| entry.extension().is_some_and(|extension| extension == "clif"))
    {
        files(entry, found)?;
    }
    Ok(())
}

fn isa(level: OptLevel) -> Result<OwnedTargetIsa, Box<dyn Error>> {
    let mut flags = settings::builder();
    let speed = if level == OptLevel::O0 { "none" } else { "speed" };
    let verifier = "false"; // the library validates, too, but that is part of its time
    for (name, value) in [
        ("opt_level", speed),
        ("enable_verifier", verifier),
        ("enable_llvm_abi_extensions", "true"),
        ("is_pic", "false"),
    ] {
        flags.set(name, value)?;
    }
    Ok(cranelift_native::builder()?.finish(settings::Flags::new(flags))?)
}

/// The functions of files that both readers read.
fn read(paths: &[PathBuf], target: &barebones::base::Target) -> Result<(Vec<Pair>, usize), Box<dyn Error>> {
    let (mut pairs, mut left_out) = (Vec::new(), 0);
    for path in paths {
        let text = std::fs::read_to_string(path)?;
        let ours = read_file(&text);
        let theirs = catch_unwind(|| cranelift_reader::parse_functions(&text));
        let (Ok(ours), Ok(Ok(theirs))) = (ours, theirs) else {
            left_out += 1;
            continue;
        };
        let settings = Settings::of(&ours.functions, target);
        if ours.functions.len() != theirs.len() || settings.pinned.is_some() {
            left_out += ours.functions.len();
            continue;
        }
        for (ours, cranelift) in ours.functions.into_iter().zip(theirs) {
            pairs.push(Pair { ours, settings, cranelift });
        }
    }
    Ok((pairs, left_out))
}

/// Runs once without measuring, then several times; the median. What `prepare` does is not measured.
fn median<T>(
    repeat: usize,
    mut prepare: impl FnMut() -> T,
    mut run: impl FnMut(T) -> Option<usize>,
) -> Option<(Duration, usize)> {
    let size = run(prepare())?;
    let mut times: Vec<Duration> = (0..repeat)
        .map(|_| {
            let prepared = prepare();
            let start = Instant::now();
            run(prepared);
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    Some((times[times.len() / 2], size))
}

fn main() -> Result<(), Box<dyn Error>> {
    let (mut repeat, mut paths) = (5, Vec::new());
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--repeat" => repeat = words.next().ok_or("--repeat: no number")?.parse::<usize>()?.max(1),
            path => files(Path::new(path), &mut paths)?,
        }
    }
    if paths.is_empty() {
        return Err("no file; see the head of this example".into());
    }
    std::panic::set_hook(Box::new(|_| {})); // Cranelift's panics are counted
    let target = barebones::host_target()?;
    let (pairs, unread) = read(&paths, &target)?;
    println!("{} functions; {unread} files or functions are not read alike", pairs.len());
    for level in [OptLevel::O0, OptLevel::O2] {
        let isa = isa(level)?;
        let mut compiler = Compiler::with_options(Options::at(level))?;
        let (mut ours, mut theirs, mut sizes) = (Duration::ZERO, Duration::ZERO, [0, 0]);
        let (mut compared, mut refused) = (0, [0, 0]);
        for pair in &pairs {
            let own = median(
                repeat,
                || (),
                |()| {
                    let translated = translate(&pair.ours, &target, pair.settings).ok()?;
                    let mut procedure = translated.procedure;
                    Some(compiler.emit_in_place(&mut procedure).ok()?.bytes.len())
                },
            );
            let Some((own, own_size)) = own else {
                refused[0] += 1;
                continue;
            };
            let other = catch_unwind(AssertUnwindSafe(|| {
                let prepare = || Context::for_function(pair.cranelift.clone());
                median(repeat, prepare, |mut context| {
                    let code = context.compile(&*isa, &mut ControlPlane::default()).ok()?;
                    Some(code.code_buffer().len())
                })
            }));
            let Ok(Some((other, other_size))) = other else {
                refused[1] += 1;
                continue;
            };
            compared += 1;
            (ours, theirs) = (ours + own, theirs + other);
            sizes = [sizes[0] + own_size, sizes[1] + other_size];
        }
        let ratio = ours.as_secs_f64() / theirs.as_secs_f64();
        println!(
            "{level:?}: {compared} functions, {:.2} ms beside {:.2} ms, ratio {ratio:.3}; {} and {} bytes; refused by us {}, by Cranelift {}",
            ours.as_secs_f64() * 1e3,
            theirs.as_secs_f64() * 1e3,
            sizes[0],
            sizes[1],
            refused[0],
            refused[1]
        );
    }
    Ok(())
}
