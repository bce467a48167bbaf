//! Values to use again: constants, which are at the beginning of the function, where they cost nothing until
//! somebody needs them in a register; and addresses of linear memory in the block that is being filled.
//!
//! A few of each, found by a number that is mostly different for different ones; the last one of a number wins.

use barebones::base::Type;
use barebones::ir::{BlockId, ValueId};

/// How many there are of each; powers of two.
const CONSTANTS: usize = 64;
const ADDRESSES: usize = 16;

#[derive(Clone, Copy, Default)]
struct Constant {
    is_64: bool,
    bits: u64,
    value: ValueId,
}

/// What has been computed of an index into a linear memory.
#[derive(Clone, Copy, Default)]
pub(super) struct Address {
    pub(super) block: BlockId,
    pub(super) memory: u32,
    pub(super) index: ValueId,
    /// The index as a 64-bit number.
    pub(super) wide: ValueId,
    /// Where in memory that is.
    pub(super) address: ValueId,
}

pub(super) struct Known {
    constants: [Constant; CONSTANTS],
    addresses: [Address; ADDRESSES],
}

impl Default for Known {
    fn default() -> Known {
        Known { constants: [Constant::default(); CONSTANTS], addresses: [Address::default(); ADDRESSES] }
    }
}

impl Known {
    /// Forgets everything; for a new function, in which blocks are others.
    pub(super) fn clear(&mut self) {
        *self = Known::default();
    }

    /// Forgets what has been computed of indices: after a call, which leaves nothing in registers. It would have to
    /// be stored and loaded, or be computed from a pinned register that was set.
    pub(super) fn forget_addresses(&mut self) {
        self.addresses = [Address::default(); ADDRESSES];
    }

    /// The integer constant with these bits; invalid if it is not known, to be set.
    pub(super) fn constant(&mut self, ty: Type, bits: u64) -> &mut ValueId {
        let is_64 = ty == Type::Int64;
        let found = &mut self.constants[(bits ^ bits >> 6) as usize % CONSTANTS];
        if (found.is_64, found.bits) != (is_64, bits) {
            *found = Constant { is_64, bits, value: ValueId::INVALID };
        }
        &mut found.value
    }

    /// What is known of an index in this block.
    pub(super) fn address(&self, block: BlockId, memory: u32, index: ValueId) -> Option<Address> {
        let found = self.addresses[index.number() as usize % ADDRESSES];
        ((found.block, found.memory, found.index) == (block, memory, index)).then_some(found)
    }

    /// From now on this is known.
    pub(super) fn keep_address(&mut self, address: Address) {
        self.addresses[address.index.number() as usize % ADDRESSES] = address;
    }
}
