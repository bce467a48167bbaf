//! Memory: allocations of bytes with states.

use super::value::{Byte, Pointer};
use super::{Limit, UndefinedReason};

/// Maximum number of bytes of all allocations.
const MAX_MEMORY: u64 = 64 << 20;

/// The first address, and the alignment of allocations.
const BASE: u64 = 0x1_0000;
const ALIGNMENT: u64 = 16;

/// What an allocation is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Bytes.
    Data,
    /// The function with this index.
    Function(usize),
    /// A function outside the module.
    Extern(String),
}

#[derive(Clone, Debug)]
struct Allocation {
    base: u64,
    bytes: Vec<Byte>,
    live: bool,
    /// True if `ptrtoint` made its address known.
    exposed: bool,
    kind: Kind,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    allocations: Vec<Allocation>,
    used: u64,
}

/// The size of an allocation with a gap after it: a pointer past its end is not the base of the next one.
fn room(bytes: usize) -> u64 {
    (bytes as u64 / ALIGNMENT + 2) * ALIGNMENT
}

impl Memory {
    /// Adds an allocation of these bytes and returns a pointer to it.
    pub(super) fn allocate(&mut self, bytes: Vec<Byte>, kind: Kind) -> Result<Pointer, Limit> {
        let base = BASE + self.used;
        self.used += room(bytes.len());
        let index = u32::try_from(self.allocations.len()).ok().filter(|_| self.used <= MAX_MEMORY);
        let index = index.ok_or(Limit::Memory)?;
        self.allocations.push(Allocation { base, bytes, live: true, exposed: false, kind });
        Ok(Pointer { allocation: Some(index), address: base })
    }

    /// Number of allocations.
    pub(super) fn count(&self) -> usize {
        self.allocations.len()
    }

    /// Removes all allocations but the first `count`, which are not exposed then.
    pub(super) fn truncate(&mut self, count: usize) {
        self.allocations.truncate(count);
        self.allocations.iter_mut().for_each(|allocation| allocation.exposed = false);
        self.used = self.allocations.last().map_or(0, |last| last.base - BASE + room(last.bytes.len()));
    }

    pub(super) fn free(&mut self, pointer: Pointer) {
        let allocation = pointer.allocation.and_then(|index| self.allocations.get_mut(index as usize));
        allocation.into_iter().for_each(|allocation| allocation.live = false);
    }

    pub(super) fn expose(&mut self, pointer: Pointer) {
        let allocation = pointer.allocation.and_then(|index| self.allocations.get_mut(index as usize));
        allocation.into_iter().for_each(|allocation| allocation.exposed = true);
    }

    /// What a pointer to the start of an allocation refers to.
    pub(super) fn kind(&self, pointer: Pointer) -> Option<&Kind> {
        let found = |allocation: &&Allocation| allocation.base == pointer.address && allocation.live;
        match pointer.allocation {
            Some(index) => self.allocations.get(index as usize).filter(found),
            None => self.allocations.iter().filter(|allocation| allocation.exposed).find(found),
        }
        .map(|allocation| &allocation.kind)
    }

    /// The allocation and the offset of `count` bytes that a pointer may access.
    fn find(&self, pointer: Pointer, count: u64) -> Result<(usize, usize), UndefinedReason> {
        let inside = |allocation: &Allocation| {
            let offset = pointer.address.checked_sub(allocation.base)?;
            let end = offset.checked_add(count)?;
            (end <= allocation.bytes.len() as u64).then_some(usize::try_from(offset).ok()?)
        };
        match pointer.allocation {
            Some(index) => {
                let allocation = self.allocations.get(index as usize).ok_or(UndefinedReason::NoProvenance)?;
                if !allocation.live {
                    return Err(UndefinedReason::FreedMemory);
                }
                let offset = inside(allocation).ok_or(UndefinedReason::OutOfBounds)?;
                Ok((index as usize, offset))
            }
            None => {
                let exposed = self.allocations.iter().enumerate();
                let exposed = exposed.filter(|(_, allocation)| allocation.exposed && allocation.live);
                let found =
                    exposed.filter_map(|(index, allocation)| Some((index, inside(allocation)?))).next();
                found.ok_or(UndefinedReason::NoProvenance)
            }
        }
    }

    pub(super) fn read(&self, pointer: Pointer, count: u64) -> Result<&[Byte], UndefinedReason> {
        if count == 0 {
            return Ok(&[]);
        }
        let (index, offset) = self.find(pointer, count)?;
        let end = offset + usize::try_from(count).map_err(|_| UndefinedReason::OutOfBounds)?;
        Ok(&self.allocations[index].bytes[offset..end])
    }

    pub(super) fn write(&mut self, pointer: Pointer, bytes: &[Byte]) -> Result<(), UndefinedReason> {
        if bytes.is_empty() {
            return Ok(());
        }
        let (index, offset) = self.find(pointer, bytes.len() as u64)?;
        self.allocations[index].bytes[offset..offset + bytes.len()].copy_from_slice(bytes);
        Ok(())
    }
}
