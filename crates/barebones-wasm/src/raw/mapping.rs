//! Reserved address ranges that are committed on demand.

use std::ptr::{NonNull, null_mut};

/// A reserved address range whose first bytes are committed. Access to the rest faults.
pub(crate) struct Mapping {
    base: NonNull<u8>,
    reserved: usize,
    committed: usize,
}

// SAFETY: it owns its memory, like a `Box`.
unsafe impl Send for Mapping {}
// SAFETY: a shared reference gives access to shared slices only.
unsafe impl Sync for Mapping {}

impl Mapping {
    /// Reserves addresses without committing memory.
    pub(crate) fn reserve(bytes: usize) -> Option<Mapping> {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        // SAFETY: a new mapping at an address that the system chooses.
        let base = unsafe { libc::mmap(null_mut(), bytes, libc::PROT_NONE, flags, -1, 0) };
        if base == libc::MAP_FAILED {
            return None;
        }
        Some(Mapping { base: NonNull::new(base.cast())?, reserved: bytes, committed: 0 })
    }

    /// Commits zeroed memory for the first `bytes`, a multiple of the page size; committed memory is unchanged.
    /// Returns false if there is not enough memory or address space.
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

    /// Address of the first byte.
    pub(crate) fn address(&self) -> u64 {
        self.base.as_ptr() as u64
    }

    /// The committed bytes.
    pub(crate) fn bytes(&self) -> &[u8] {
        // SAFETY: committed, initially zeroed, and owned. Code that writes it runs only while the store that owns the
        // mapping is borrowed mutably.
        unsafe { std::slice::from_raw_parts(self.base.as_ptr(), self.committed) }
    }

    /// The committed bytes.
    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: as in `bytes`, and borrowed mutably.
        unsafe { std::slice::from_raw_parts_mut(self.base.as_ptr(), self.committed) }
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: our own reservation, without references into it.
        unsafe { libc::munmap(self.base.as_ptr().cast(), self.reserved) };
    }
}
