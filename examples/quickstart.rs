//! Compiles SHA-256 from a text file in the IR's language, and hashes a file with it.
//!
//! `cargo run --release --example quickstart [FILE]`; hashes the README by default. Compare with `sha256sum FILE`.

// Calling compiled code is unsafe: only this program can guarantee what the code does.
#![allow(unsafe_code)]

use barebones::ir::parse_module;
use barebones::{Compiler, host_target, targets};
use std::error::Error;
use std::time::Instant;

const PROGRAM: &str = include_str!("../tests/programs/sha256.bb");

// Called by the compiled program.
unsafe extern "C" {
    fn memcpy(to: *mut u8, from: *const u8, count: usize) -> *mut u8;
    fn memset(to: *mut u8, byte: i32, count: usize) -> *mut u8;
    fn memcmp(a: *const u8, b: *const u8, count: usize) -> i32;
}

fn main() -> Result<(), Box<dyn Error>> {
    let path =
        std::env::args().nth(1).unwrap_or_else(|| concat!(env!("CARGO_MANIFEST_DIR"), "/README.md").into());
    let message = std::fs::read(&path).map_err(|error| format!("{path}: {error}"))?;

    let module = parse_module(PROGRAM, &targets(host_target()?))?;
    let mut compiler = Compiler::host()?;
    let externs = |name: &str| match name {
        "memcpy" => Some(memcpy as *const u8),
        "memset" => Some(memset as *const u8),
        "memcmp" => Some(memcmp as *const u8),
        _ => None,
    };
    let started = Instant::now();
    let codes = compiler.compile_module(module, &externs)?;
    let compile_time = started.elapsed();
    let code =
        codes.iter().find(|code| code.name() == "sha256").ok_or("the program has a procedure sha256")?;

    // SAFETY: by its text, the procedure writes 32 bytes and reads as many bytes as the last argument.
    let sha256 = unsafe { code.typed::<extern "C" fn(*mut u8, *const u8, usize)>()? };
    let mut digest = [0u8; 32];
    let started = Instant::now();
    sha256.call(digest.as_mut_ptr(), message.as_ptr(), message.len());
    let run_time = started.elapsed();

    let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    println!("{digest}  {path}");
    println!("{} bytes hashed in {run_time:?}", message.len());
    let size: usize = codes.iter().map(|code| code.instructions().len()).sum();
    println!("{} procedures compiled in {compile_time:?} to {size} bytes of code", codes.len());
    println!("\nThe first instructions of {}:", code.name());
    // Needs the cargo feature `disasm`.
    let disassembly = code.disassemble();
    let skipped = code.entry().addr() - code.start().addr();
    let from_entry = disassembly.instructions.iter().filter(|found| found.offset as usize >= skipped);
    for instruction in from_entry.take(12) {
        println!("  {:x}  {}", instruction.address, instruction.text);
    }
    Ok(())
}
