//! What the client knows of how often branches are taken: weights of edges, and cold blocks.
//!
//! A procedure without hints has no table of them. The pass `estimate_frequencies` runs first and replaces hints by
//! frequencies of blocks and by rare edges, which all later passes and stages use.

use super::BlockId;
use std::collections::{BTreeMap, BTreeSet};

/// The hints of a procedure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct BranchHints {
    /// For each successor of a block, how often it is taken relative to the others.
    pub(crate) weights: BTreeMap<BlockId, Box<[u32]>>,
    pub(crate) cold: BTreeSet<BlockId>,
}

impl BranchHints {
    /// The hints after a renumbering of the blocks.
    pub(super) fn renumbered(&self, new: impl Fn(BlockId) -> BlockId) -> BranchHints {
        BranchHints {
            weights: self.weights.iter().map(|(block, weights)| (new(*block), weights.clone())).collect(),
            cold: self.cold.iter().map(|block| new(*block)).collect(),
        }
    }
}
