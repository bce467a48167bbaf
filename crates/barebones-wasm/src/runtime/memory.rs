//! Linear memories.

use super::store::{StoreId, Words, address_of, words};
use super::{SharedMemory, Store};
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
    bytes: Bytes,
}

enum Bytes {
    Own {
        mapping: Mapping,
        /// Current size in bytes, which compiled code reads.
        size: Words,
    },
    Shared(SharedMemory),
}

/// Maximum number of pages to which a memory may grow.
pub(super) fn page_limit(ty: MemoryType, config: &Config) -> u64 {
    let max_pages = if ty.memory64 { MAX_PAGES_64 } else { MAX_PAGES };
    let max_pages = max_pages.min(config.max_memory / PAGE);
    ty.limits.max.map_or(max_pages, |max| max.min(max_pages))
}

/// True if accesses out of bounds fault instead of being compared with the size.
pub(super) fn is_guarded(ty: MemoryType, config: &Config) -> bool {
    !ty.memory64 && config.bounds_checks == BoundsChecks::GuardPages
}

/// Number of bytes of addresses that a memory reserves. With explicit checks, only its maximum size.
pub(super) fn reserved_bytes(ty: MemoryType, config: &Config) -> u64 {
    if is_guarded(ty, config) { RESERVED as u64 } else { page_limit(ty, config).max(1) * PAGE }
}

impl LinearMemory {
    pub(super) fn new(ty: MemoryType, config: &Config) -> Result<LinearMemory, Error> {
        let out_of_memory = || Error::OutOfMemory { what: "a linear memory" };
        if ty.shared {
            return Ok(LinearMemory::of_shared(SharedMemory::with_config(config, ty)?));
        }
        let max_pages = page_limit(ty, config);
        let mapping = Mapping::reserve(reserved_bytes(ty, config) as usize).ok_or_else(out_of_memory)?;
        let mut memory = LinearMemory { ty, max_pages, bytes: Bytes::Own { mapping, size: words(1) } };
        memory.grow(ty.limits.min).ok_or_else(out_of_memory)?;
        Ok(memory)
    }

    fn of_shared(memory: SharedMemory) -> LinearMemory {
        let ty = memory.ty();
        LinearMemory { ty, max_pages: 0, bytes: Bytes::Shared(memory) }
    }

    pub(super) fn pages(&self) -> u64 {
        match &self.bytes {
            Bytes::Own { size, .. } => size[0].get() / PAGE,
            Bytes::Shared(memory) => memory.pages(),
        }
    }

    pub(super) fn address(&self) -> u64 {
        match &self.bytes {
            Bytes::Own { mapping, .. } => mapping.address(),
            Bytes::Shared(memory) => memory.address(),
        }
    }

    pub(super) fn size_address(&self) -> u64 {
        match &self.bytes {
            Bytes::Own { size, .. } => address_of(size),
            Bytes::Shared(memory) => memory.size_address(),
        }
    }

    /// The memory, if it is shared.
    pub(super) fn shared(&self) -> Option<&SharedMemory> {
        match &self.bytes {
            Bytes::Own { .. } => None,
            Bytes::Shared(memory) => Some(memory),
        }
    }

    /// Grows by `delta` pages and returns the previous number of pages. `None` if the limit or the system does not
    /// permit it.
    pub(super) fn grow(&mut self, delta: u64) -> Option<u64> {
        let before = self.pages();
        let after = before.checked_add(delta)?;
        match &mut self.bytes {
            Bytes::Shared(memory) => memory.grow_by(delta),
            Bytes::Own { mapping, size } => {
                if after > self.max_pages || !mapping.commit((after * PAGE) as usize) {
                    return None;
                }
                size[0].set(after * PAGE);
                Some(before)
            }
        }
    }

    /// The bytes of a memory that is not shared.
    fn own_bytes(&self) -> Result<&[u8], Error> {
        match &self.bytes {
            Bytes::Own { mapping, .. } => Ok(mapping.bytes()),
            Bytes::Shared(_) => Err(shared_error()),
        }
    }

    fn own_bytes_mut(&mut self) -> Result<&mut [u8], Error> {
        match &mut self.bytes {
            Bytes::Own { mapping, .. } => Ok(mapping.bytes_mut()),
            Bytes::Shared(_) => Err(shared_error()),
        }
    }

    /// Copies bytes to an address of the memory.
    pub(super) fn write(&mut self, to: u64, bytes: &[u8]) -> Result<(), TrapKind> {
        let end = to.checked_add(bytes.len() as u64).ok_or(TrapKind::MemoryOutOfBounds)?;
        let place = match &mut self.bytes {
            Bytes::Own { mapping, .. } => mapping.bytes_mut().get_mut(to as usize..end as usize),
            Bytes::Shared(memory) => return memory.write_or_trap(to, bytes),
        };
        place.ok_or(TrapKind::MemoryOutOfBounds)?.copy_from_slice(bytes);
        Ok(())
    }
}

fn shared_error() -> Error {
    Error::Type { expected: String::from("an unshared memory"), found: String::from("a shared memory") }
}

impl Memory {
    /// Adds a shared memory to a store.
    ///
    /// # Errors
    /// The memory belongs to an engine with explicit bounds checks, and that of the store has none
    /// ([`Error::WrongEngine`]).
    pub fn from_shared(store: &mut Store, memory: &SharedMemory) -> Result<Memory, Error> {
        if !memory.fits(store.engine.config()) {
            return Err(Error::WrongEngine);
        }
        store.memories.push(LinearMemory::of_shared(memory.clone()));
        Ok(Memory { store: store.id, index: store.memories.len() - 1 })
    }

    /// Returns the shared memory; `None` if it is not shared.
    ///
    /// # Errors
    /// It belongs to another store.
    pub fn shared(&self, store: &Store) -> Result<Option<SharedMemory>, Error> {
        store.check(self.store)?;
        Ok(store.memories[self.index].shared().cloned())
    }

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
    /// It belongs to another store, or is shared.
    pub fn data<'a>(&self, store: &'a Store) -> Result<&'a [u8], Error> {
        store.check(self.store)?;
        store.memories[self.index].own_bytes()
    }

    /// Returns its bytes.
    ///
    /// # Errors
    /// It belongs to another store, or is shared.
    pub fn data_mut<'a>(&self, store: &'a mut Store) -> Result<&'a mut [u8], Error> {
        store.check(self.store)?;
        store.memories[self.index].own_bytes_mut()
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
