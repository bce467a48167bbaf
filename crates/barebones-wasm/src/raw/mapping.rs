//! Addresses that are reserved at once and get memory as they are needed.

use std::ptr::{NonNull, null_mut};

/// A reservation whose first bytes have memory. Access to the others faults.
pub(crate) struct Mapping {
    base: NonNull<u8>,
    reserved: usize,
    committed: usize,
}

// SAFETY: it owns its memory as a box does.
unsafe impl Send for Mapping {}
// SAFETY: a shared reference gives shared slices only.
unsafe impl Sync for Mapping {}

impl Mapping {
    /// Reserves addresses, without memory behind them.
    pub(crate) fn reserve(bytes: usize) -> Option<Mapping> {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        // SAFETY: a new mapping at an address that the system chooses.
        let base = unsafe { libc::mmap(null_mut(), bytes, libc::PROT_NONE, flags, -1, 0) };
        if base == libc::MAP_FAILED {
            return None;
        }
        Some(Mapping { base: NonNull::new(base.cast())?, reserved: bytes, committed: 0 })
    }

    /// Puts zeroed memory behind the first `bytes`, a multiple of the page size; what is there already stays.
    /// False if the system has none.
    pub(crate) fn commit(&mut self, bytes: usize) -> bool {
        if bytes <= self.committed {
            return true;
        }
        if bytes > self.reserved {
            return false;
        }
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        // SAFETY: the range is in our reservation.
        let done = unsafe {
            let start = self.base.as_ptr().add(self.committed);
            libc::mprotect(start.cast(), bytes - self.committed, protection)
        };
        if done == 0 {
            self.committed = bytes;
        }
        done == 0
    }

    /// The first address.
    pub(crate) fn address(&self) -> u64 {
        self.base.as_ptr() as u64
    }

    /// The bytes that have memory.
    pub(crate) fn bytes(&self) -> &[u8] {
        // SAFETY: committed, zeroed at first, and ours; code that writes it runs only while the store that owns
        // the mapping is borrowed mutably.
        unsafe { std::slice::from_raw_parts(self.base.as_ptr(), self.committed) }
    }

    /// The bytes that have memory.
    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: as above, and borrowed mutably.
        unsafe { std::slice::from_raw_parts_mut(self.base.as_ptr(), self.committed) }
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: our reservation; nobody has a reference into it.
        unsafe { libc::munmap(self.base.as_ptr().cast(), self.reserved) };
    }
}
