//! The same without child processes, where traps can be caught in this one: what crashes ends it.

use super::Ended;
use barebones::jit::TrapRecovery;
use std::io;
use std::ptr::NonNull;

/// Where it trapped, in the terms of the systems that report traps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrapReport {
    /// The signal's number: 0, there is none.
    pub signal: i32,
    /// The address of the instruction.
    pub pc: u64,
    /// The address that was accessed, for traps of memory accesses; 0 otherwise.
    pub address: u64,
}

/// Runs a function in this process. If compiled code that it calls traps, it ends there; what it owns is lost.
///
/// # Errors
/// The system catches no traps.
pub fn in_child(run: impl FnOnce()) -> io::Result<Ended> {
    let recovery = TrapRecovery::install().map_err(io::Error::other)?;
    // SAFETY: what the frames own that vanish is never asked for again.
    Ok(match unsafe { recovery.catch(run) } {
        Ok(()) => Ended::Finished,
        Err(trap) => {
            let pc = trap.site.map_or(0, |site| site.code.bytes().as_ptr() as u64 + u64::from(site.offset));
            Ended::Trapped(TrapReport { signal: 0, pc, address: trap.fault_address.unwrap_or(0) as u64 })
        }
    })
}

/// Memory of words at an address that stays.
#[derive(Debug)]
pub struct Arena {
    start: NonNull<u64>,
    words: usize,
}

impl Arena {
    /// Zeros.
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

    /// A word.
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
        // SAFETY: leaked in `new`; nobody has the addresses any more.
        drop(unsafe { Box::from_raw(memory) });
    }
}
