//! Basic blocks.

use super::BlockId;
use crate::support::List;
use std::fmt;

/// An edge to a successor block, and whether it is rarely taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Successor(u32);

const RARE: u32 = 1 << 31;

impl Successor {
    /// An edge without a branch hint.
    pub const fn new(block: BlockId) -> Successor {
        Successor(known(block))
    }

    /// A rarely taken edge; its target is cold code.
    pub const fn rare(block: BlockId) -> Successor {
        Successor(known(block) | RARE)
    }

    /// The target of the edge.
    pub const fn block(self) -> BlockId {
        BlockId::new(self.0 & !RARE)
    }

    /// An edge to another block with the same hint.
    pub(super) const fn to(self, block: BlockId) -> Successor {
        Successor(known(block) | (self.0 & RARE))
    }

    /// True if the edge is rarely taken.
    pub const fn is_rare(self) -> bool {
        self.0 & RARE != 0
    }
}

/// The number of a block in the low 31 bits. Larger numbers, which no block has, become the invalid one.
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

/// `#3`, or `#3:rare`: the text format.
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

/// A basic block: values in order, of which the last is the terminal.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    pub(super) values: List,
    pub(super) successors: List,
    /// Execution frequency, relative to that of the root, which is 1.
    pub frequency: f64,
}
