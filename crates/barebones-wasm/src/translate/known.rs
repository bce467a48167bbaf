//! Caches of reusable values: integer constants, which are placed at the start of the function and cost nothing until
//! they are needed in a register; and addresses in linear memory, within the current block.
//!
//! Both are small direct-mapped caches: the newer of two colliding entries wins.

use barebones::base::Type;
use barebones::ir::{BlockId, ValueId};

/// Cache sizes; powers of two.
const CONSTANTS: usize = 64;
const ADDRESSES: usize = 16;

#[derive(Clone, Copy, Default)]
struct Constant {
    is_64: bool,
    bits: u64,
    value: ValueId,
}

/// The values computed for an index into a linear memory.
#[derive(Clone, Copy, Default)]
pub(super) struct Address {
    pub(super) block: BlockId,
    pub(super) memory: u32,
    pub(super) index: ValueId,
    /// The index, zero-extended to 64 bits.
    pub(super) wide: ValueId,
    /// The address of the index in memory.
    pub(super) address: ValueId,
}

pub(super) struct ValueCache {
    constants: [Constant; CONSTANTS],
    addresses: [Address; ADDRESSES],
}

impl Default for ValueCache {
    fn default() -> ValueCache {
        ValueCache { constants: [Constant::default(); CONSTANTS], addresses: [Address::default(); ADDRESSES] }
    }
}

impl ValueCache {
    /// Drops all entries, at the start of a function.
    pub(super) fn clear(&mut self) {
        *self = ValueCache::default();
    }

    /// Drops all addresses, after a call. A reused address would be spilled across the call, or recomputed from a
    /// pinned register that was set since.
    pub(super) fn drop_addresses(&mut self) {
        self.addresses = [Address::default(); ADDRESSES];
    }

    /// The entry for an integer constant; an invalid entry is for the caller to set.
    pub(super) fn constant(&mut self, ty: Type, bits: u64) -> &mut ValueId {
        let is_64 = ty == Type::Int64;
        let found = &mut self.constants[(bits ^ bits >> 6) as usize % CONSTANTS];
        if (found.is_64, found.bits) != (is_64, bits) {
            *found = Constant { is_64, bits, value: ValueId::INVALID };
        }
        &mut found.value
    }

    /// The values computed for an index in this block.
    pub(super) fn address(&self, block: BlockId, memory: u32, index: ValueId) -> Option<Address> {
        let found = self.addresses[index.number() as usize % ADDRESSES];
        ((found.block, found.memory, found.index) == (block, memory, index)).then_some(found)
    }

    /// Adds an entry.
    pub(super) fn insert_address(&mut self, address: Address) {
        self.addresses[address.index.number() as usize % ADDRESSES] = address;
    }
}
