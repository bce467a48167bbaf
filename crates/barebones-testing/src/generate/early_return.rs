//! Procedures with an early return that needs no frame, for shrink-wrapping.

use super::BUFFER_START;
use super::body::Body;
use super::flow::{Ending, matches_mask};
use barebones::ir::{Successor, ValueId};

/// Mask and value of the procedure flags: the procedure has an early return.
const EARLY: (u16, u16) = (7 << 11, 1 << 11);

impl Body<'_> {
    /// Returns from the root, for a quarter of all buffers; continues in a new block.
    pub(super) fn return_early(&mut self) {
        let flags = self.recipe.flags;
        if !matches_mask(flags, EARLY) || self.flow.nodes[0].ending == Ending::Entries {
            return;
        }
        let block = self.block;
        let byte = self.proc.at(block).load8z(self.buffer, (BUFFER_START + u32::from(flags & 0xff)) as i32);
        let three = self.proc.at(block).const32(3);
        let predicate = self.proc.at(block).bit_and(byte, three);
        // Created here, so that all following code may use them, too.
        let types = self.proc.signature().results.clone();
        let results: Vec<ValueId> =
            (0..).zip(&types).map(|(i, ty)| self.exact_operand(*ty, flags.rotate_left(i))).collect();
        let [early, rest] = [0; 2].map(|_| self.another_block(block));
        self.proc.at(block).branch(predicate, Successor::new(rest), Successor::new(early));
        self.proc.at(early).ret(results.iter().copied());
        self.block = rest;
    }
}
