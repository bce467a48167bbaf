//! Tail duplication: replaces jumps in a loop by copies of the target block.
//!
//! Turn this: `#1: load code; go through the table to #2 .. #9` and `#2: add; jump to #1` and `#3: ..; jump to #1`
//! Into this: `#1: as before` and `#2: add; load code; go through the table to #2 .. #9` and `#3: ..` the same
//!
//! An interpreter loop has one dispatch block, and every instruction handler jumps back to it. A copy at the end of
//! each handler removes the jump. Branch predictors key an indirect jump by its address, so with copies they learn
//! which handler usually follows each handler. All copies share one jump table.
//!
//! This is the last decision about the code. Analyses of loops, live ranges and frames see the original blocks and
//! edges, and it is known which jumps remain. So duplication creates no Phis or moves, and gives no loop a second
//! header.
//!
//! A block is copied if it ends with a jump through a table, has at most [`MAX_INSTS`] other instructions, and none
//! that a generator, an unwinder or an exit refers to. The jump must be in the same loop, and neither cold nor known to
//! be infrequent. The frame does not matter: either all blocks of a loop run with it or none. Blocks with other
//! terminals are not copied; `benches/RESULTS.md` records what that would gain.
//!
//! - Requires: the order of blocks, and loops.
//! - Ensures: each copy replaces a jump that would have been emitted, and is equivalent to its block.
//! - Cost: none without switches; else a scan of the last instruction of each block, and of the blocks that may be
//!   copied. The total size of the copies is limited by [`GROWTH`] and [`BASE_GROWTH`].
//! - Source: Anton Ertl and David Gregg, "The Structure and Performance of Efficient Interpreters" (JILP 2003); GCC's
//!   pass for computed gotos; B3's duplicateTails, which runs before all analyses of edges.

use super::{Layout, frequency};
use crate::air::opcode::Properties;
use crate::air::{BlockId, Code, Opcode};
use crate::support::Entity;

/// Maximum number of instructions before the terminal of a copied block.
const MAX_INSTS: usize = 7;
/// Copies may grow the code by one part in this many, ..
const GROWTH: usize = 8;
/// .. plus this number of instructions.
const BASE_GROWTH: usize = 64;

impl Layout {
    /// Finds the jumps between placed blocks that become copies of their targets.
    pub(super) fn duplicate_tails(&mut self, code: &Code) {
        self.tails.clear();
        if code.switches.is_empty() || self.loops.is_empty() {
            return;
        }
        let mut room = code.buffer.insts.len() / GROWTH + BASE_GROWTH;
        for place in 0..self.blocks.len() {
            let next = self.blocks.get(place + 1).copied();
            let Some(tail) = self.duplicated_tail(code, self.blocks[place], next) else { continue };
            let len = code.block_insts(&code.blocks[tail]).len();
            if len <= room {
                room -= len;
                self.tails.push((place, tail));
            }
        }
    }

    /// The block that is emitted instead of the jump at the end of the block at this place; `None` to keep the jump.
    pub(super) fn tail(&self, place: usize) -> Option<BlockId> {
        let at = self.tails.binary_search_by_key(&place, |(place, _)| *place).ok()?;
        Some(self.tails[at].1)
    }

    /// The target of the jump at the end of `from`, if it may be copied there. `next` is the block placed after `from`.
    fn duplicated_tail(&self, code: &Code, from: BlockId, next: Option<BlockId>) -> Option<BlockId> {
        let block = &code.blocks[from];
        let [tail] = block.successors[..] else { return None };
        let jumps = code.block_insts(block).last()?.opcode == Opcode::Jump;
        if !jumps || block.rare || Some(tail) == next || !ends_in_table_switch(code, tail) {
            return None;
        }
        let own = self.loop_of(tail.index());
        let is_in_loop = own.is_some() && self.is_inside(from.index(), own);
        (is_in_loop && frequency(code, from.index()) >= 1.0).then_some(tail)
    }
}

/// True if a block is short and ends with a jump through a table.
fn ends_in_table_switch(code: &Code, tail: BlockId) -> bool {
    let Some((last, others)) = code.block_insts(&code.blocks[tail]).split_last() else { return false };
    matches!(last.opcode, Opcode::TableSwitch32 | Opcode::TableSwitch64)
        && others.len() <= MAX_INSTS
        && !others.iter().any(|inst| inst.opcode.has(Properties::SPECIAL))
}
