//! Procedures that look at something first and return, as those do that need no frame for it.

use super::BUFFER_START;
use super::body::Body;
use super::flow::{Ending, says};
use barebones::ir::{Successor, ValueId};

/// Of a procedure's flags: whether it may return before it does anything else.
const EARLY: (u16, u16) = (7 << 11, 1 << 11);

impl Body<'_> {
    /// Returns from the root, for a quarter of all buffers; what comes now is in another block.
    pub(super) fn return_early(&mut self) {
        let flags = self.recipe.flags;
        if !says(flags, EARLY) || self.flow.nodes[0].ending == Ending::Entries {
            return;
        }
        let block = self.block;
        let byte = self.proc.load8z(block, self.buffer, (BUFFER_START + u32::from(flags & 0xff)) as i32);
        let three = self.proc.add_const32(block, 3);
        let predicate = self.proc.bit_and(block, byte, three);
        // Made here, so that all that follows may use them, too.
        let types = self.proc.signature().results.clone();
        let results: Vec<ValueId> =
            (0..).zip(&types).map(|(i, ty)| self.exact_operand(*ty, flags.rotate_left(i))).collect();
        let [early, rest] = [0; 2].map(|_| self.another_block(block));
        self.proc.add_branch(block, predicate, Successor::new(rest), Successor::new(early));
        self.proc.add_returns(early, &results);
        self.block = rest;
    }
}
