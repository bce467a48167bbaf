//! Runs untested compiled code, in a child process on systems that support it.
//!
//! Parent and child share an [`Arena`], so that the parent sees results and memory however the child ended.

// Compiled code is called with untyped arguments.
#![allow(unsafe_code)]

use barebones::base::{BranchProtection, TrapCode};
use barebones::jit::{Bits, CallError, Code, CodeMemory, MappingMode, MemoryOptions, TrapRecovery};
use barebones::{Compiler, OptLevel, Options};
use std::sync::{Arc, OnceLock};

#[cfg_attr(target_os = "linux", path = "native/child.rs")]
#[cfg_attr(not(target_os = "linux"), path = "native/in_process.rs")]
pub(crate) mod process;

pub use process::{Arena, TrapReport, in_child};

/// True if [`in_child`] uses a process of its own.
pub const HAS_CHILDREN: bool = cfg!(target_os = "linux");

/// How a child ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// It completed.
    Finished,
    /// An instruction trapped.
    Trapped(TrapReport),
    /// A signal killed it; 14 for a timeout.
    Killed(i32),
    /// It exited with this status.
    Status(i32),
}

/// Writes words to an address of an arena, in a child.
pub(crate) fn put(address: u64, words: &[u64]) {
    let start = std::ptr::with_exposed_provenance_mut::<u64>(address as usize);
    for (i, word) in words.iter().enumerate() {
        // SAFETY: the caller, in a child, passes the address of an arena with this number of words left.
        unsafe { start.add(i).write_volatile(*word) };
    }
}

/// Adds to a word of an arena, in a child.
pub(crate) fn add(address: u64, count: u64) {
    let word = std::ptr::with_exposed_provenance_mut::<u64>(address as usize);
    // SAFETY: the caller, in a child, passes the address of a word of an arena, which no other thread uses.
    unsafe { word.write_volatile(word.read_volatile().wrapping_add(count)) };
}

/// Calls a procedure, in a child.
///
/// # Errors
/// The arguments do not match the procedure.
pub fn call(code: &Code, args: &[Bits]) -> Result<Vec<u64>, CallError> {
    call_entry(code, 0, args)
}

/// Like [`call`], at one of the procedure's entries.
///
/// # Errors
/// As [`call`], or there is no such entry.
pub fn call_entry(code: &Code, entry: u32, args: &[Bits]) -> Result<Vec<u64>, CallError> {
    // SAFETY: all effects of the code are confined to a child that shares only an arena.
    unsafe { code.call_raw_entry(entry as usize, args) }
}

/// Like [`call`], and returns a trap of the code as an inner error.
///
/// # Errors
/// The arguments do not match the procedure, or the system does not support catching traps; as text.
pub fn call_catching(code: &Code, args: &[Bits]) -> Result<Result<Vec<u64>, TrapCode>, String> {
    let recovery = TrapRecovery::install().map_err(|error| error.to_string())?;
    // SAFETY: all effects of the code are confined to a child that shares only an arena; the functions that it calls
    // have nothing to drop.
    let result = unsafe { code.call_raw_catching(recovery, args) };
    result.map(|result| result.map_err(|trap| trap.code)).map_err(|error| error.to_string())
}

/// Restores the initial contents of a data object of the module.
pub fn reset_data(code: &Code, index: usize, bytes: &[u8]) {
    if let Some(data) = code.data(index) {
        let count = bytes.len().min(data.len());
        // SAFETY: the data has this size, lives as long as the code, and no code is running.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), data.cast(), count) };
    }
}

/// Contents of a data object of the module.
pub fn read_data(code: &Code, index: usize) -> Vec<u8> {
    match code.data(index) {
        // SAFETY: the data lives as long as the code, and no code is running.
        Some(data) => unsafe { std::slice::from_raw_parts(data.cast::<u8>(), data.len()).to_vec() },
        None => Vec::new(),
    }
}

/// A command that runs this program again, as [`program`] does.
///
/// # Panics
/// If the system does not report the path of this program.
pub fn this_program() -> std::process::Command {
    program(std::env::current_exe().expect("the system reports it"))
}

/// A command that runs a program of this project. `BAREBONES_RUNNER` names an emulator and its options, separated by
/// blanks, for programs that the system itself cannot run.
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

/// The branch protection for tests of complete features: none; or landing pads and, on AArch64, signed return addresses
/// if `BAREBONES_BRANCH_PROTECTION` is set.
pub fn branch_protection() -> BranchProtection {
    let is_on = std::env::var_os("BAREBONES_BRANCH_PROTECTION").is_some();
    BranchProtection { landing_pads: is_on, sign_return_address: is_on && cfg!(target_arch = "aarch64") }
}

/// The default options at this level, with [`branch_protection`].
pub fn options_at(level: OptLevel) -> Options {
    let mut options = Options::at(level);
    options.branch_protection = branch_protection();
    options
}

/// Code memory shared by all compilers of this process. Emulators do not support thousands of compilers with an
/// address range each.
///
/// # Panics
/// If the system has no memory left.
pub fn shared_memory() -> Arc<CodeMemory> {
    static MEMORY: OnceLock<Arc<CodeMemory>> = OnceLock::new();
    MEMORY.get_or_init(|| memory(None, branch_protection())).clone()
}

fn memory(mode: Option<MappingMode>, protection: BranchProtection) -> Arc<CodeMemory> {
    let options = MemoryOptions { mode, guarded: protection.landing_pads, ..MemoryOptions::default() };
    Arc::new(CodeMemory::with_options(options).expect("memory for code"))
}

/// New code memory of this mode, for code with [`branch_protection`].
///
/// # Panics
/// If the system has no such memory.
pub fn memory_in(mode: MappingMode) -> Arc<CodeMemory> {
    memory(Some(mode), branch_protection())
}

/// A compiler for this machine, with new code memory of this mode for code with these options.
///
/// # Panics
/// If this machine is not supported, or has no such memory.
pub fn compiler_in(mode: MappingMode, options: Options) -> Compiler {
    let memory = memory(Some(mode), options.branch_protection);
    let mut compiler = Compiler::with_options(options).expect("a supported machine");
    compiler.set_memory(memory);
    compiler
}

/// The modes of mapping code that tests can use on this machine. Windows has only one. Some emulators do not notice
/// code that is modified through another mapping: QEMU before 8.1.
pub fn mapping_modes() -> &'static [MappingMode] {
    match cfg!(windows) || is_emulated() {
        false => &[MappingMode::Dual, MappingMode::Toggling],
        true => &[MappingMode::Toggling],
    }
}

/// True if an emulator runs the tests, which is too slow for long tests.
pub fn is_emulated() -> bool {
    std::env::var_os("BAREBONES_RUNNER").is_some()
}
