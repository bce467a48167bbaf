//! Values of the block that is being filled, to use them again: constants, and addresses of linear memory.
//!
//! A few of each, found by a number that is mostly different for different ones; the last one of a number wins.

use barebones::base::Type;
use barebones::ir::{BlockId, ValueId};

/// How many of a kind there are; a power of two.
const COUNT: usize = 16;

#[derive(Clone, Copy, Default)]
struct Constant {
    block: BlockId,
    is_64: bool,
    bits: u64,
    value: ValueId,
}

/// What has been computed of an index into a linear memory.
#[derive(Clone, Copy, Default)]
pub(super) struct Address {
    block: BlockId,
    memory: u32,
    index: ValueId,
    /// The index as a 64-bit number.
    pub(super) wide: ValueId,
    /// Where in memory that is.
    pub(super) address: ValueId,
}

#[derive(Default)]
pub(super) struct Known {
    constants: [Constant; COUNT],
    addresses: [Address; COUNT],
}

impl Known {
    /// Forgets everything; for a new function, in which blocks are others.
    pub(super) fn clear(&mut self) {
        *self = Known::default();
    }

    /// The constant with these bits in this block; invalid if it is not known, to be set.
    pub(super) fn constant(&mut self, block: BlockId, ty: Type, bits: u64) -> &mut ValueId {
        let is_64 = ty == Type::Int64;
        let found = &mut self.constants[(bits ^ bits >> 4) as usize % COUNT];
        if (found.block, found.is_64, found.bits) != (block, is_64, bits) {
            *found = Constant { block, is_64, bits, value: ValueId::INVALID };
        }
        &mut found.value
    }

    /// What is known of an index in this block; invalid what is not, to be set.
    pub(super) fn address(&mut self, block: BlockId, memory: u32, index: ValueId) -> &mut Address {
        let found = &mut self.addresses[index.number() as usize % COUNT];
        if (found.block, found.memory, found.index) != (block, memory, index) {
            *found = Address { block, memory, index, ..Address::default() };
        }
        found
    }
}
