//! A procedure as a graph of its blocks.

use super::{BlockId, Procedure, Successor};
use crate::analysis::Graph;
use crate::support::Entity;

/// Nodes are the numbers of blocks.
impl Graph for Procedure {
    type Edge = Successor;

    fn len(&self) -> usize {
        self.block_count()
    }

    fn root(&self) -> usize {
        Procedure::ROOT.index()
    }

    fn successors(&self, node: usize) -> &[Successor] {
        Procedure::successors(self, BlockId::from_index(node))
    }

    fn target(edge: Successor) -> usize {
        edge.block().index()
    }
}
