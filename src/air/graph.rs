//! Machine code as a control-flow graph.

use super::{BlockId, Code};
use crate::analysis::Graph;
use crate::support::Entity;

impl Graph for Code {
    type Edge = BlockId;

    fn len(&self) -> usize {
        self.blocks.len()
    }

    fn successors(&self, node: usize) -> &[BlockId] {
        &self.blocks[BlockId::from_index(node)].successors
    }

    fn target(edge: BlockId) -> usize {
        edge.index()
    }
}
