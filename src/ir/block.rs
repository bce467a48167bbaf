//! Basic blocks.

use super::BlockId;
use crate::support::List;
use std::fmt;

/// An edge out of a block: where it goes, and whether it is rarely taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Successor(u32);

const RARE: u32 = 1 << 31;

impl Successor {
    /// An edge that is taken as often as any other.
    pub const fn new(block: BlockId) -> Successor {
        Successor(known(block))
    }

    /// An edge that is rarely taken: what it leads to is cold code.
    pub const fn rare(block: BlockId) -> Successor {
        Successor(known(block) | RARE)
    }

    /// Where it goes.
    pub const fn block(self) -> BlockId {
        BlockId::new(self.0 & !RARE)
    }

    /// An edge to another block that is taken as often.
    pub(super) const fn to(self, block: BlockId) -> Successor {
        Successor(known(block) | (self.0 & RARE))
    }

    /// True if it is rarely taken.
    pub const fn is_rare(self) -> bool {
        self.0 & RARE != 0
    }
}

/// The number of a block. Of one that no procedure has, because the bit is taken, a number that no procedure has.
const fn known(block: BlockId) -> u32 {
    if block.number() & RARE == 0 { block.number() } else { !RARE }
}

impl From<BlockId> for Successor {
    fn from(block: BlockId) -> Successor {
        Successor::new(block)
    }
}

impl Default for Successor {
    fn default() -> Successor {
        Successor(!RARE)
    }
}

/// `#3`, or `#3:rare`, as the text format writes it.
impl fmt::Display for Successor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.block(), if self.is_rare() { ":rare" } else { "" })
    }
}

impl fmt::Debug for Successor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A basic block: values in order, the last of which says how the block ends.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    pub(super) values: List,
    pub(super) successors: List,
    /// How often the block runs, relative to the root's 1.
    pub frequency: f64,
}
