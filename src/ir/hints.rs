//! What the client knows of how often branches are taken: weights of edges, and cold blocks.
//!
//! A procedure without hints has no table of them. The pass `estimate_frequencies` runs first and replaces hints by
//! frequencies of blocks and by rare edges, which all later passes and stages use.

use super::{BlockId, Cursor, Procedure};
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

impl Procedure {
    /// Sets how often each successor of a block is taken relative to the others: `[90, 10]` for a Branch taken in nine
    /// of ten cases. A successor with the weight 0 is rarely taken. No weights: nothing is known.
    ///
    /// Unless the client gives frequencies of blocks ([`Procedure::set_frequency`]), the frequencies of all blocks are
    /// computed from the weights. They determine the layout of blocks, which values stay in registers, which cases of a
    /// Switch are tested first, what is inlined and unrolled, and whether a Branch becomes a Select. Weights never change
    /// what a procedure computes. [`Procedure::set_successors`] removes the weights of the block.
    pub fn set_weights(&mut self, block: BlockId, weights: &[u32]) {
        if !weights.is_empty() {
            self.hints.get_or_insert_default().weights.insert(block, weights.into());
        } else if let Some(hints) = &mut self.hints {
            hints.weights.remove(&block);
        }
    }

    /// The weights of a block's successors; empty if none are known.
    pub fn weights(&self, block: BlockId) -> &[u32] {
        self.hints.as_ref().and_then(|hints| hints.weights.get(&block)).map_or(&[], |weights| weights)
    }

    /// Marks a block as rarely executed, as if each edge to it were [rare](super::Successor::rare): its code is laid out
    /// after all other code, and does not slow down other code. The root stays where it is.
    pub fn set_cold(&mut self, block: BlockId) {
        self.hints.get_or_insert_default().cold.insert(block);
    }

    /// True if the block was marked by [`Procedure::set_cold`].
    pub fn is_cold(&self, block: BlockId) -> bool {
        self.hints.as_ref().is_some_and(|hints| hints.cold.contains(&block))
    }

    /// True if the procedure has weights or cold blocks.
    pub fn has_hints(&self) -> bool {
        self.hints.is_some()
    }

    /// The hints, if any.
    pub(crate) fn hints(&self) -> Option<&BranchHints> {
        self.hints.as_deref()
    }

    /// Removes the hints, and returns them.
    pub(crate) fn take_hints(&mut self) -> Option<Box<BranchHints>> {
        self.hints.take()
    }

    /// Adds the hints of another procedure whose blocks were copied, `by` blocks further.
    pub(super) fn add_hints_of(&mut self, from: &Procedure, by: u32) {
        if let Some(hints) = &from.hints {
            let copies = hints.renumbered(|block| BlockId::new(block.number().saturating_add(by)));
            let own = self.hints.get_or_insert_default();
            own.weights.extend(copies.weights);
            own.cold.extend(copies.cold);
        }
    }

    /// Removes the weights of a block, whose edges change.
    #[cold]
    #[inline(never)]
    pub(super) fn forget_weights(&mut self, block: BlockId) {
        self.set_weights(block, &[]);
    }
}

impl Cursor<'_> {
    /// Sets how often each successor of the block is taken: see [`Procedure::set_weights`]. Called after the terminal
    /// was appended, in the order of its successors.
    ///
    /// ```
    /// # use barebones::base::Type;
    /// # use barebones::{Compiler, host_target};
    /// # use barebones::ir::Procedure;
    /// # let mut proc = Procedure::new(&host_target()?);
    /// # let [root, likely, unlikely] = std::array::from_fn(|_| proc.add_block());
    /// let mut b = proc.at(root);
    /// let x = b.argument(Type::Int64);
    /// b.branch(x, likely, unlikely);
    /// b.weights([90, 10]);
    /// # proc.at(likely).ret([x]);
    /// # let mut b = proc.at(unlikely);
    /// # let one = b.const64(1);
    /// # b.ret([one]);
    /// # Compiler::host()?.compile(proc)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn weights(&mut self, weights: impl AsRef<[u32]>) {
        self.proc.set_weights(self.block, weights.as_ref());
    }
}
