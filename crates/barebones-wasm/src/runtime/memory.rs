//! Linear memories.

use super::Store;
use super::store::{StoreId, Words, address_of, words};
use crate::config::{BoundsChecks, Config};
use crate::error::{Error, TrapKind};
use crate::raw::Mapping;
use crate::types::{Limits, MemoryType};

/// Size of a WebAssembly page in bytes.
pub(super) const PAGE: u64 = 64 << 10;
/// Maximum number of pages with 32-bit addresses.
const MAX_PAGES: u64 = 1 << 16;
/// Maximum number of pages with 64-bit addresses: 64 GiB, a limit of this implementation.
const MAX_PAGES_64: u64 = 1 << 20;
/// Reserved bytes of a memory whose accesses are not compared with its size. Any 32-bit index plus 32-bit offset plus
/// the longest access stays inside.
const RESERVED: usize = (8 << 30) + PAGE as usize;

/// A linear memory of a store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Memory {
    pub(super) store: StoreId,
    pub(super) index: usize,
}

/// Data of a linear memory, which never moves.
pub(super) struct LinearMemory {
    pub(super) ty: MemoryType,
    /// Maximum number of pages.
    max_pages: u64,
    mapping: Mapping,
    /// Current size in bytes, which compiled code reads.
    size: Words,
}

/// Maximum number of pages to which a memory may grow.
fn page_limit(ty: MemoryType, config: &Config) -> u64 {
    let max_pages = if ty.memory64 { MAX_PAGES_64 } else { MAX_PAGES };
    let max_pages = max_pages.min(config.max_memory / PAGE);
    ty.limits.max.map_or(max_pages, |max| max.min(max_pages))
}

impl LinearMemory {
    pub(super) fn new(ty: MemoryType, config: &Config) -> Result<LinearMemory, Error> {
        let out_of_memory = || Error::OutOfMemory { what: "a linear memory" };
        // With explicit checks, only the maximum size must be reserved.
        let max_pages = page_limit(ty, config);
        let is_checked = ty.memory64 || config.bounds_checks == BoundsChecks::Explicit;
        let reserved = if is_checked { max_pages.max(1) * PAGE } else { RESERVED as u64 };
        let mapping = Mapping::reserve(reserved as usize).ok_or_else(out_of_memory)?;
        let mut memory = LinearMemory { ty, max_pages, mapping, size: words(1) };
        memory.grow(ty.limits.min).ok_or_else(out_of_memory)?;
        Ok(memory)
    }

    pub(super) fn pages(&self) -> u64 {
        self.size[0].get() / PAGE
    }

    pub(super) fn address(&self) -> u64 {
        self.mapping.address()
    }

    pub(super) fn size_address(&self) -> u64 {
        address_of(&self.size)
    }

    /// Grows by `delta` pages and returns the previous number of pages. `None` if the limit or the system does not
    /// permit it.
    pub(super) fn grow(&mut self, delta: u64) -> Option<u64> {
        let before = self.pages();
        let after = before.checked_add(delta)?;
        if after > self.max_pages {
            return None;
        }
        if !self.mapping.commit((after * PAGE) as usize) {
            return None;
        }
        self.size[0].set(after * PAGE);
        Some(before)
    }

    pub(super) fn bytes(&self) -> &[u8] {
        self.mapping.bytes()
    }

    pub(super) fn bytes_mut(&mut self) -> &mut [u8] {
        self.mapping.bytes_mut()
    }

    /// Copies bytes to an address of the memory.
    pub(super) fn write(&mut self, to: u64, bytes: &[u8]) -> Result<(), TrapKind> {
        let end = to.checked_add(bytes.len() as u64).ok_or(TrapKind::MemoryOutOfBounds)?;
        let place = self.bytes_mut().get_mut(to as usize..end as usize);
        place.ok_or(TrapKind::MemoryOutOfBounds)?.copy_from_slice(bytes);
        Ok(())
    }
}

impl Memory {
    /// Creates a linear memory of the host.
    ///
    /// # Errors
    /// The system has no memory left.
    pub fn new(store: &mut Store, ty: MemoryType) -> Result<Memory, Error> {
        let memory = LinearMemory::new(ty, store.engine.config())?;
        store.memories.push(memory);
        Ok(Memory { store: store.id, index: store.memories.len() - 1 })
    }

    /// Returns its type, with its current size.
    ///
    /// # Errors
    /// It belongs to another store.
    pub fn ty(&self, store: &Store) -> Result<MemoryType, Error> {
        store.check(self.store)?;
        let memory = &store.memories[self.index];
        Ok(MemoryType { limits: Limits { min: memory.pages(), max: memory.ty.limits.max }, ..memory.ty })
    }

    /// Returns its bytes.
    ///
    /// # Errors
    /// It belongs to another store.
    pub fn data<'a>(&self, store: &'a Store) -> Result<&'a [u8], Error> {
        store.check(self.store)?;
        Ok(store.memories[self.index].bytes())
    }

    /// Returns its bytes.
    ///
    /// # Errors
    /// It belongs to another store.
    pub fn data_mut<'a>(&self, store: &'a mut Store) -> Result<&'a mut [u8], Error> {
        store.check(self.store)?;
        Ok(store.memories[self.index].bytes_mut())
    }

    /// Grows by `pages` and returns the previous number of pages.
    ///
    /// # Errors
    /// It belongs to another store, or cannot grow that much.
    pub fn grow(&self, store: &mut Store, pages: u64) -> Result<u64, Error> {
        store.check(self.store)?;
        let grown = store.memories[self.index].grow(pages);
        grown.ok_or(Error::OutOfMemory { what: "a linear memory" })
    }
}
