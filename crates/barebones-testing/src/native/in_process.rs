//! The same interface without child processes, on systems where traps can be caught. A crash ends this process.

use super::Ended;
use barebones::jit::TrapRecovery;
use std::io;
use std::ptr::NonNull;

/// A trap, in the form of systems that report traps by signals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrapReport {
    /// Number of the signal; 0 because there is none.
    pub signal: i32,
    /// Address of the instruction.
    pub pc: u64,
    /// The accessed address for a trap of a memory access, otherwise 0.
    pub address: u64,
}

/// Runs a function in this process. A trap of compiled code ends the function; objects that it owns are leaked.
///
/// # Errors
/// The system does not support catching traps.
pub fn in_child(run: impl FnOnce()) -> io::Result<Ended> {
    let recovery = TrapRecovery::install().map_err(io::Error::other)?;
    // SAFETY: objects owned by the abandoned frames are not used again.
    Ok(match unsafe { recovery.catch(run) } {
        Ok(()) => Ended::Finished,
        Err(trap) => {
            let pc = trap.site.map_or(0, |site| site.code.start() as u64 + u64::from(site.offset));
            Ended::Trapped(TrapReport { signal: 0, pc, address: trap.fault_address.unwrap_or(0) as u64 })
        }
    })
}

/// Words of memory at a fixed address.
#[derive(Debug)]
pub struct Arena {
    start: NonNull<u64>,
    words: usize,
}

impl Arena {
    /// Allocates zeroed words.
    ///
    /// # Errors
    /// None.
    pub fn new(words: usize) -> io::Result<Arena> {
        Ok(Arena { start: NonNull::from(Box::leak(vec![0u64; words].into_boxed_slice())).cast(), words })
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

    /// Reads a word.
    pub fn get(&self, word: usize) -> u64 {
        assert!(word < self.words);
        // SAFETY: inside the memory. Volatile: compiled code writes it.
        unsafe { self.start.as_ptr().add(word).read_volatile() }
    }

    /// Writes words from `to` on.
    pub fn write(&self, to: usize, words: &[u64]) {
        assert!(to + words.len() <= self.words);
        for (i, word) in words.iter().enumerate() {
            // SAFETY: inside the memory.
            unsafe { self.start.as_ptr().add(to + i).write_volatile(*word) };
        }
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        let memory = std::ptr::slice_from_raw_parts_mut(self.start.as_ptr(), self.words);
        // SAFETY: leaked in `new`; no addresses in it are left.
        drop(unsafe { Box::from_raw(memory) });
    }
}
