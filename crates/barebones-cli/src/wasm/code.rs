//! `barebones wasm code`: code size of a module for any target, compared with Cranelift's.

use super::{failed, read};
use crate::Failure;
use crate::arguments::{Arguments, BACKENDS, PROFILES, Word, built, unknown};
use crate::compile::target_by_name;
use crate::fuzz::pass_name;
use crate::input::host;
use barebones::ir::{self, Procedure};
use barebones::isa::CompiledCode;
use barebones::opt::PassSet;
use barebones::{Backend, Compiler, InputProfile, OptLevel, Options};
use barebones_testing::disassembly::{disassemble, instruction_count};
use barebones_wasm::{Config, Module};
use std::fmt::Write;
use std::path::Path;

/// Number of functions with the largest difference to list.
const WORST: usize = 20;

#[derive(Clone, Copy)]
enum Emit {
    Ir,
    Asm,
}

const EMIT: [(&str, Emit); 2] = [("ir", Emit::Ir), ("asm", Emit::Asm)];

pub(crate) fn code(mut arguments: Arguments) -> Result<(), Failure> {
    let (mut file, mut level, mut target) = (None, OptLevel::O2, None);
    let (mut backend, mut function, mut shown) = (Backend::default(), None, None);
    let (mut passes, mut input) = (PassSet::ALL, InputProfile::default());
    while let Some(word) = arguments.next() {
        match word {
            Word::Plain(path) if file.is_none() => file = Some(path),
            Word::Plain(_) => return Err(Failure::Usage(String::from("one module at a time"))),
            Word::Option(option) => match option.as_str() {
                "-O" => level = arguments.level()?,
                "--target" => target = Some(target_by_name(&arguments.value("--target")?)?),
                "--backend" => backend = arguments.one_of("--backend", &BACKENDS)?,
                "--without" => passes = passes.without(pass_name(&arguments.value("--without")?)?),
                "--profile" => input = arguments.one_of("--profile", &PROFILES)?,
                "--function" => function = Some(arguments.number("--function")?),
                "--emit" => shown = Some(arguments.one_of("--emit", &EMIT)?),
                other => return Err(unknown(other)),
            },
        }
    }
    if shown.is_some() && function.is_none() {
        return Err(Failure::Usage(String::from("--emit requires --function")));
    }
    built(backend)?;
    let target = target.map_or_else(host, Ok)?;
    let (file, bytes) = read(file)?;
    let emit = |backend, level, each: &mut dyn FnMut(u32, &Procedure, &CompiledCode)| {
        let mut options = Options::at(level);
        options.backend = backend;
        (options.passes, options.input) = (passes, input);
        options.check_allocation = false;
        let compiler = Compiler::for_target(target, options);
        let stats = Module::emit_with(compiler, &Config::default(), &bytes, each);
        stats.map_err(|error| failed(Path::new(&file), &error))
    };
    if let Some(function) = function {
        let mut text = None;
        emit(backend, level, &mut |index, proc, code| {
            if index == function {
                text = Some(match shown {
                    Some(Emit::Ir) => ir::Module::of(proc.clone()).to_string(),
                    Some(Emit::Asm) | None => {
                        // Origins are offsets in the module here, not values.
                        let code = CompiledCode { origins: Vec::new(), ..code.clone() };
                        disassemble(proc, &code)
                    }
                });
            }
        })?;
        let text = text.ok_or_else(|| Failure::Usage(format!("the module has no function {function}")))?;
        return crate::help::print(&text);
    }
    let mut sizes = Vec::new();
    let mut digest = Digest::new();
    emit(backend, level, &mut |index, _, code| {
        sizes.push(Size::of(index, code));
        digest.add(&index.to_le_bytes());
        digest.add(&code.bytes);
    })?;
    let mut theirs = Vec::new();
    if backend == Backend::Barebones && Backend::Cranelift.is_built() {
        emit(Backend::Cranelift, OptLevel::O2, &mut |index, _, code| theirs.push(Size::of(index, code)))?;
    }
    crate::help::print(&format!("{}digest      {:016x}\n", report(&sizes, &theirs), digest.0))
}

/// A hash of all code (64-bit FNV-1a), to check that two builds of the library emit the same bytes.
struct Digest(u64);

impl Digest {
    fn new() -> Digest {
        Digest(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
}

#[derive(Clone, Copy, Default)]
struct Size {
    function: u32,
    /// Includes constants and padding.
    bytes: usize,
    instructions: usize,
}

impl Size {
    fn of(function: u32, code: &CompiledCode) -> Size {
        Size { function, bytes: code.bytes.len(), instructions: instruction_count(code) }
    }

    fn sum(sizes: &[Size]) -> Size {
        let add = |sum: Size, size: &Size| Size {
            function: sum.function,
            bytes: sum.bytes + size.bytes,
            instructions: sum.instructions + size.instructions,
        };
        sizes.iter().fold(Size::default(), add)
    }
}

/// Formats the totals and the worst functions. `theirs` has the same functions, or is empty.
fn report(ours: &[Size], theirs: &[Size]) -> String {
    let mut out = format!("{:<12}{:>12}{:>14}", "", "bytes", "instructions");
    out += if theirs.is_empty() { "\n" } else { "  cranelift: bytes  instructions   ratio\n" };
    // Writing to a string does not fail.
    let mut row = |name: &str, ours: Size, theirs: Option<Size>| {
        let _ = write!(out, "{name:<12}{:>12}{:>14}", ours.bytes, ours.instructions);
        if let Some(theirs) = theirs {
            let ratio = ours.instructions as f64 / theirs.instructions.max(1) as f64;
            let _ = write!(out, "{:>18}{:>14}{ratio:>8.3}", theirs.bytes, theirs.instructions);
        }
        out.push('\n');
    };
    row("all", Size::sum(ours), (!theirs.is_empty()).then(|| Size::sum(theirs)));
    let mut pairs: Vec<(Size, Size)> = ours.iter().copied().zip(theirs.iter().copied()).collect();
    pairs
        .sort_by_key(|(ours, theirs)| (theirs.instructions as i64 - ours.instructions as i64, ours.function));
    for (ours, theirs) in pairs.into_iter().take(WORST) {
        row(&format!("function {}", ours.function), ours, Some(theirs));
    }
    out
}
