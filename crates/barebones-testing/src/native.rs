//! Running compiled code of which nobody knows yet whether it is right: in a child process, where there are any.
//!
//! Parent and child share an [`Arena`], so that the parent sees results and memory whatever became of the child.

// Compiled code is called with arguments that the caller made up.
#![allow(unsafe_code)]

use barebones::base::{BranchProtection, TrapCode};
use barebones::jit::{Bits, CallError, Code, CodeMemory, MappingMode, MemoryOptions, TrapRecovery};
use barebones::{OptLevel, Options};

#[cfg_attr(target_os = "linux", path = "native/child.rs")]
#[cfg_attr(not(target_os = "linux"), path = "native/here.rs")]
pub(crate) mod process;

pub use process::{Arena, TrapReport, in_child};

/// [`in_child`] has a process of its own.
pub const HAS_CHILDREN: bool = cfg!(target_os = "linux");

/// How a child ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// It did everything.
    Finished,
    /// An instruction trapped.
    Trapped(TrapReport),
    /// A signal killed it: 14 if it took too long.
    Killed(i32),
    /// It gave up with this status.
    Status(i32),
}

/// Writes words to an address of an arena, in a child.
pub(crate) fn put(address: u64, words: &[u64]) {
    let start = std::ptr::with_exposed_provenance_mut::<u64>(address as usize);
    for (i, word) in words.iter().enumerate() {
        // SAFETY: the address of an arena that has so many words behind it, which whoever calls in a child has.
        unsafe { start.add(i).write_volatile(*word) };
    }
}

/// Calls a procedure, in a child.
///
/// # Errors
/// The arguments are not those of the procedure.
pub fn call(code: &Code, args: &[Bits]) -> Result<Vec<u64>, CallError> {
    call_entry(code, 0, args)
}

/// As [`call`], at one of the procedure's entries.
///
/// # Errors
/// As [`call`], or there is no such entry.
pub fn call_entry(code: &Code, entry: u32, args: &[Bits]) -> Result<Vec<u64>, CallError> {
    // SAFETY: whatever the code does, it does in a child that shares nothing but an arena.
    unsafe { code.call_raw_entry(entry as usize, args) }
}

/// As [`call`]; a trap of the code is its result.
///
/// # Errors
/// The arguments are not those of the procedure, or the system catches no traps, as text.
pub fn call_catching(code: &Code, args: &[Bits]) -> Result<Result<Vec<u64>, TrapCode>, String> {
    let recovery = TrapRecovery::install().map_err(|error| error.to_string())?;
    // SAFETY: whatever the code does, it does in a child that shares nothing but an arena; the functions that it calls
    // have nothing to drop.
    let result = unsafe { code.call_raw_catching(recovery, args) };
    result.map(|result| result.map_err(|trap| trap.code)).map_err(|error| error.to_string())
}

/// Writes the initial content of a piece of the module's data again.
pub fn reset_data(code: &Code, index: usize, bytes: &[u8]) {
    if let Some(data) = code.data(index) {
        let count = bytes.len().min(data.len());
        // SAFETY: the data is as large, lives as long as the code, and no code is running.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), data.cast(), count) };
    }
}

/// The content of a piece of the module's data.
pub fn read_data(code: &Code, index: usize) -> Vec<u8> {
    match code.data(index) {
        // SAFETY: the data lives as long as the code, and no code is running.
        Some(data) => unsafe { std::slice::from_raw_parts(data.cast::<u8>(), data.len()).to_vec() },
        None => Vec::new(),
    }
}

/// A command that starts this program again, as [`program`] does.
///
/// # Panics
/// If the system does not say which program this is.
pub fn this_program() -> std::process::Command {
    program(std::env::current_exe().expect("the system knows it"))
}

/// A command that starts a program of this project. `BAREBONES_RUNNER` says what runs it where the system itself cannot:
/// an emulator and its options, separated by blanks.
pub fn program(path: impl AsRef<std::ffi::OsStr>) -> std::process::Command {
    let runner = std::env::var("BAREBONES_RUNNER").unwrap_or_default();
    let mut words = runner.split_whitespace();
    match words.next() {
        None => std::process::Command::new(path),
        Some(emulator) => {
            let mut command = std::process::Command::new(emulator);
            command.args(words).arg(path.as_ref());
            command
        }
    }
}

/// What tests of whole features compile with: nothing, or landing pads and signed return addresses if
/// `BAREBONES_BRANCH_PROTECTION` is set, on AArch64.
pub fn branch_protection() -> BranchProtection {
    let is_on = cfg!(target_arch = "aarch64") && std::env::var_os("BAREBONES_BRANCH_PROTECTION").is_some();
    if is_on { BranchProtection::FULL } else { BranchProtection::NONE }
}

/// The defaults at this level, with [`branch_protection`].
pub fn options_at(level: OptLevel) -> Options {
    let mut options = Options::at(level);
    options.branch_protection = branch_protection();
    options
}

/// Code memory for all compilers of this process: thousands of compilers, each with a region of addresses of its own,
/// are more than emulators are made for.
///
/// # Panics
/// If the system gives none.
pub fn shared_memory() -> std::sync::Arc<CodeMemory> {
    use std::sync::{Arc, OnceLock};
    static MEMORY: OnceLock<Arc<CodeMemory>> = OnceLock::new();
    let new = || {
        let guarded = branch_protection().landing_pads;
        let options = MemoryOptions { guarded, ..MemoryOptions::default() };
        Arc::new(CodeMemory::with_options(options).expect("memory for code"))
    };
    MEMORY.get_or_init(new).clone()
}

/// The ways to map code that tests of this machine can try. On Windows there is one. Emulators that run tests may not see
/// that code changes which is written by another address than it runs by: QEMU before 8.1.
pub fn mapping_modes() -> &'static [MappingMode] {
    match cfg!(windows) || is_emulated() {
        false => &[MappingMode::Dual, MappingMode::Toggling],
        true => &[MappingMode::Toggling],
    }
}

/// True if an emulator runs the tests: what takes minutes of a processor takes hours there.
pub fn is_emulated() -> bool {
    std::env::var_os("BAREBONES_RUNNER").is_some()
}
