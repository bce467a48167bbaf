//! Child processes that report traps, and memory that they share with their parent.

use super::Ended;
pub use barebones::jit::TrapReport;
use barebones::jit::install_trap_reporter;
use std::io;
use std::ptr::{NonNull, null_mut};

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
