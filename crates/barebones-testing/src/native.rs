//! Running compiled code of which nobody knows yet whether it is right: in a child process.
//!
//! Parent and child share an [`Arena`], so that the parent sees results and memory whatever became of the child.

// Compiled code is called with arguments that the caller made up, in a process of its own.
#![allow(unsafe_code)]

use barebones::base::TrapCode;
use barebones::jit::{Bits, CallError, Code, TrapRecovery, TrapReport, install_trap_reporter};
use std::io;
use std::ptr::{NonNull, null_mut};

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

/// Seconds until a child is killed.
const TIMEOUT: u32 = 20;

/// Runs a function in a child process and waits for it.
///
/// # Errors
/// The system made no process.
pub fn in_child(run: impl FnOnce()) -> io::Result<Ended> {
    let mut pipe = [0; 2];
    // SAFETY: room for two numbers.
    if unsafe { libc::pipe(pipe.as_mut_ptr()) } != 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the child runs this thread only, and ends below.
    let child = unsafe { libc::fork() };
    if child == 0 {
        // SAFETY: nobody else in the child needs these signals.
        let installed = unsafe { install_trap_reporter(pipe[1]) };
        // SAFETY: sets a timer of this process.
        unsafe { libc::alarm(TIMEOUT) };
        if installed.is_ok() {
            run();
        }
        // SAFETY: ends the child without what the parent registered for its exit.
        unsafe { libc::_exit(i32::from(installed.is_err())) };
    }
    let (mut bytes, mut status) = ([0; TrapReport::SIZE], 0);
    // SAFETY: the pipe is ours, and the two variables are valid for writes.
    let (len, waited) = unsafe {
        libc::close(pipe[1]);
        let len = if child > 0 { libc::read(pipe[0], bytes.as_mut_ptr().cast(), bytes.len()) } else { 0 };
        libc::close(pipe[0]);
        (len, if child > 0 { libc::waitpid(child, &mut status, 0) } else { -1 })
    };
    if waited != child || child < 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(if libc::WIFSIGNALED(status) {
        Ended::Killed(libc::WTERMSIG(status))
    } else {
        match libc::WEXITSTATUS(status) {
            0 => Ended::Finished,
            TrapReport::EXIT_STATUS if len == TrapReport::SIZE as isize => {
                Ended::Trapped(TrapReport::from_bytes(bytes))
            }
            status => Ended::Status(status),
        }
    })
}

/// Memory of words that a child shares with its parent.
#[derive(Debug)]
pub struct Arena {
    start: NonNull<u64>,
    words: usize,
}

impl Arena {
    /// Zeros.
    ///
    /// # Errors
    /// The system gave no memory.
    pub fn new(words: usize) -> io::Result<Arena> {
        let (protection, flags) =
            (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED | libc::MAP_ANONYMOUS);
        // SAFETY: asks for new memory.
        let start = unsafe { libc::mmap(null_mut(), words * 8, protection, flags, -1, 0) };
        match NonNull::new(start.cast::<u64>()) {
            Some(start) if start.as_ptr().cast::<libc::c_void>() != libc::MAP_FAILED => {
                Ok(Arena { start, words })
            }
            _ => Err(io::Error::last_os_error()),
        }
    }

    /// The number of words.
    pub fn words(&self) -> usize {
        self.words
    }

    /// The address of a word.
    pub fn address(&self, word: usize) -> u64 {
        assert!(word < self.words);
        self.start.as_ptr() as u64 + word as u64 * 8
    }

    /// The words from `from` on.
    pub fn read(&self, from: usize, count: usize) -> Vec<u64> {
        (from..from + count).map(|word| self.get(word)).collect()
    }

    /// A word.
    pub fn get(&self, word: usize) -> u64 {
        assert!(word < self.words);
        // SAFETY: inside the mapping. Volatile: the child writes it.
        unsafe { self.start.as_ptr().add(word).read_volatile() }
    }

    /// Writes words from `to` on.
    pub fn write(&self, to: usize, words: &[u64]) {
        assert!(to + words.len() <= self.words);
        for (i, word) in words.iter().enumerate() {
            // SAFETY: inside the mapping.
            unsafe { self.start.as_ptr().add(to + i).write_volatile(*word) };
        }
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        // SAFETY: mapped with this size in `new`; nobody has the addresses any more.
        unsafe { libc::munmap(self.start.as_ptr().cast(), self.words * 8) };
    }
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
    // SAFETY: whatever the code does, it does in a child that shares nothing but an arena.
    unsafe { code.call_raw(args) }
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

/// A command that starts this program again. `BAREBONES_RUNNER` says what runs it where the system itself cannot: an
/// emulator and its options, separated by blanks.
///
/// # Panics
/// If the system does not say which program this is.
pub fn this_program() -> std::process::Command {
    let program = std::env::current_exe().expect("the system knows it");
    let runner = std::env::var("BAREBONES_RUNNER").unwrap_or_default();
    let mut words = runner.split_whitespace();
    match words.next() {
        None => std::process::Command::new(program),
        Some(emulator) => {
            let mut command = std::process::Command::new(emulator);
            command.args(words).arg(program);
            command
        }
    }
}

/// Code memory for all compilers of this process: thousands of compilers, each with a region of addresses of its own,
/// are more than emulators are made for.
///
/// # Panics
/// If the system gives none.
pub fn shared_memory() -> std::sync::Arc<barebones::jit::CodeMemory> {
    use std::sync::{Arc, OnceLock};
    static MEMORY: OnceLock<Arc<barebones::jit::CodeMemory>> = OnceLock::new();
    let new = || Arc::new(barebones::jit::CodeMemory::new().expect("memory for code"));
    MEMORY.get_or_init(new).clone()
}
