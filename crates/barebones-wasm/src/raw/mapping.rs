//! Reserved address ranges that are committed on demand.

use crate::layout::Change;
use std::ptr::{NonNull, null_mut};
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};

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

    /// The committed bytes of a mapping that other threads access, too.
    fn shared_bytes(&self) -> &[AtomicU8] {
        // SAFETY: committed and initially zeroed. All accesses in Rust are atomic; compiled code makes others, as the
        // memory model of the machine permits.
        unsafe { std::slice::from_raw_parts(self.base.as_ptr().cast::<AtomicU8>(), self.committed) }
    }

    fn shared_range(&self, at: u64, count: usize) -> Option<&[AtomicU8]> {
        let at = usize::try_from(at).ok()?;
        self.shared_bytes().get(at..at.checked_add(count)?)
    }

    /// Copies bytes of a shared mapping; false if they are not all committed.
    pub(crate) fn read_shared(&self, from: u64, bytes: &mut [u8]) -> bool {
        let range = self.shared_range(from, bytes.len());
        let copy = |range: &[AtomicU8]| {
            bytes.iter_mut().zip(range).for_each(|(byte, here)| *byte = here.load(Ordering::Relaxed));
        };
        range.map(copy).is_some()
    }

    /// Copies bytes to a shared mapping; false if they are not all committed.
    pub(crate) fn write_shared(&self, to: u64, bytes: &[u8]) -> bool {
        let range = self.shared_range(to, bytes.len());
        let copy = |range: &[AtomicU8]| {
            range.iter().zip(bytes).for_each(|(here, byte)| here.store(*byte, Ordering::Relaxed));
        };
        range.map(copy).is_some()
    }

    /// Loads an aligned integer of a shared mapping; `None` if it is not committed or not aligned.
    pub(crate) fn load_shared(&self, at: u64, bytes: u32) -> Option<u64> {
        let range = self.shared_range(at, bytes as usize)?;
        let address = range.as_ptr().expose_provenance() as u64;
        // SAFETY: the bytes are committed.
        at.is_multiple_of(bytes.into())
            .then(|| unsafe { atomic_access(address, bytes, Change::Load, [0; 2]) })
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

/// Accesses an integer of this number of bytes atomically; returns its old value.
///
/// # Safety
///
/// The integer exists, its address is a multiple of its size, and all concurrent accesses in Rust are atomic.
pub(super) unsafe fn atomic_access(
    address: u64,
    bytes: u32,
    change: Change,
    [operand, new]: [u64; 2],
) -> u64 {
    let order = Ordering::SeqCst;
    macro_rules! access {
        ($atomic:ident, $int:ident) => {{
            let place = std::ptr::with_exposed_provenance_mut::<$int>(address as usize);
            // SAFETY: guaranteed by the caller.
            let place = unsafe { $atomic::from_ptr(place) };
            let [operand, new] = [operand as $int, new as $int];
            let old = match change {
                Change::Load => place.load(order),
                Change::Store => place.swap(operand, order),
                Change::Add => place.fetch_add(operand, order),
                Change::Sub => place.fetch_sub(operand, order),
                Change::And => place.fetch_and(operand, order),
                Change::Or => place.fetch_or(operand, order),
                Change::Xor => place.fetch_xor(operand, order),
                Change::Xchg => place.swap(operand, order),
                Change::Cmpxchg => {
                    place.compare_exchange(operand, new, order, order).unwrap_or_else(|found| found)
                }
            };
            u64::from(old)
        }};
    }
    match bytes {
        1 => access!(AtomicU8, u8),
        2 => access!(AtomicU16, u16),
        4 => access!(AtomicU32, u32),
        _ => access!(AtomicU64, u64),
    }
}
