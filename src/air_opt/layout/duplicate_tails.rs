//! Which jumps of a loop become copies of the block that they lead to.
//!
//! Turn this: `#1: load code; go through the table to #2 .. #9` and `#2: add; jump to #1` and `#3: ..; jump to #1`
//! Into this: `#1: as before` and `#2: add; load code; go through the table to #2 .. #9` and `#3: ..` the same
//!
//! An interpreter's loop has one block that decides what comes next, and every instruction that it knows jumps back to
//! it. With a copy behind each of them the jump goes, and a machine that foresees where a jump through a table leads by
//! where that jump is, knows of each instruction what mostly comes behind it. Copies go through one table.
//!
//! This is the last that is decided about code: there are as many blocks and edges as before for whoever looks for
//! loops, lives of values or frames, and it is known which jumps are left. So neither Phis nor moves come of it, and a
//! loop does not get another head.
//!
//! Copied is a block that ends with a jump through a table, has at most [`MAX_INSTS`] other instructions, and nothing that a
//! generator, an unwinder or an exit knows of. The jump is in the same loop, of which all blocks run with a frame or all
//! without, and neither rare nor known to be seldom come to. What ends otherwise is not copied: `benches/RESULTS.md` says
//! what that would bring.
//!
//! - Requires: the order of blocks, and loops.
//! - Ensures: a copy is in the place of a jump that would have been emitted, and does what its block does.
//! - Cost: none without switches; else a look at the end of each block, and at all of those that may be copied. Copies
//!   have no more instructions than a part of the code and [`FREE_GROWTH`].
//! - Source: Anton Ertl and David Gregg, "The Structure and Performance of Efficient Interpreters" (JILP 2003); GCC's
//!   pass for computed gotos; B3's duplicateTails, which is in front of all that follows edges.

use super::{Layout, frequency};
use crate::air::opcode::Properties;
use crate::air::{BlockId, Code, Opcode};
use crate::support::Entity;

/// A block that is copied has no more instructions before its last.
const MAX_INSTS: usize = 7;
/// Code may grow by this part of its instructions, ..
const GROWTH: usize = 8;
/// .. and by so many more.
const FREE_GROWTH: usize = 64;

impl Layout {
    /// Finds which jumps become copies of what they lead to, in blocks that are placed.
    pub(super) fn duplicate_tails(&mut self, code: &Code) {
        self.tails.clear();
        if code.switches.is_empty() || self.loops.is_empty() {
            return;
        }
        let mut room = code.buffer.insts.len() / GROWTH + FREE_GROWTH;
        for place in 0..self.blocks.len() {
            let next = self.blocks.get(place + 1).copied();
            let Some(tail) = self.copied_behind(code, self.blocks[place], next) else { continue };
            let len = code.block_insts(&code.blocks[tail]).len();
            if len <= room {
                room -= len;
                self.tails.push((place, tail));
            }
        }
    }

    /// The block that is emitted instead of the jump at the end of the block at this place, if that is no jump.
    pub(super) fn tail(&self, place: usize) -> Option<BlockId> {
        let at = self.tails.binary_search_by_key(&place, |(place, _)| *place).ok()?;
        Some(self.tails[at].1)
    }

    /// The block that a jump leads to, if it may be copied there.
    fn copied_behind(&self, code: &Code, from: BlockId, next: Option<BlockId>) -> Option<BlockId> {
        let block = &code.blocks[from];
        let [tail] = block.successors[..] else { return None };
        let jumps = code.block_insts(block).last()?.opcode == Opcode::Jump;
        if !jumps || block.rare || Some(tail) == next || !goes_through_table(code, tail) {
            return None;
        }
        let own = self.loop_of(tail.index());
        let is_in_loop = own.is_some() && self.is_inside(from.index(), own);
        (is_in_loop && frequency(code, from.index()) >= 1.0).then_some(tail)
    }
}

/// True if a block is short, and ends with a jump through a table.
fn goes_through_table(code: &Code, tail: BlockId) -> bool {
    let Some((last, others)) = code.block_insts(&code.blocks[tail]).split_last() else { return false };
    matches!(last.opcode, Opcode::TableSwitch32 | Opcode::TableSwitch64)
        && others.len() <= MAX_INSTS
        && !others.iter().any(|inst| inst.opcode.has(Properties::SPECIAL))
}
