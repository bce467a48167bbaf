//! Computes, in loops of one block, what takes the place of a value behind the last use of that value.
//!
//! Turn this: `p = Phi; n = p ^ t; u = q ^ p; Upsilon(n, ^p)`
//! Into this: `p = Phi; u = q ^ p; n = p ^ t; Upsilon(n, ^p)`
//!
//! What a loop carries from turn to turn has one register if nobody needs the old value once the new one is there; else
//! each turn copies one of them. So does an operation that overwrites its operand, where machines have such, if somebody
//! needs the operand afterwards. A value that waits until the last use of an operand needs no copy, and takes up a
//! register for less long; its other operand does for longer, which is no more than one for one. Nothing waits for a use
//! that is a copy itself, at the end of its block, or for one behind which it is needed already, and nothing passes what
//! has an exit state. An operand that is loaded stays where it is part of the instruction that needs it.
//!
//! - Requires: valid IR. Loops, which it finds.
//! - Ensures: valid IR that means the same; the values of each block are those that it had.
//! - Keeps: ids, edges, frequencies, and that no use of an Identity is left.
//! - Cost: one visit of each value of a block that leads to itself.
//! - Tried: the same in all blocks that lead back, which costs three times as much and makes no kernel faster.
//! - Source: list scheduling from the bottom against register pressure, as in Muchnick, Advanced Compiler Design and
//!   Implementation, 17.1, for nothing but the values that would be copied.

use super::context::Context;
use crate::ir::opcode::Properties;
use crate::ir::validate::Contents;
use crate::ir::{BlockId, Opcode, Procedure, Value, ValueId};
use crate::support::Entity;

/// Where a value is used in the block that is looked at: numbers of places, which go on from block to block.
#[derive(Clone, Copy, Debug, Default)]
struct Uses {
    first: u32,
    last: u32,
    /// An Upsilon writes it; or [`WAITS`].
    carried: u32,
}

/// What is computed somewhere else.
const WAITS: u32 = u32::MAX;

/// What the pass works in.
#[derive(Debug, Default)]
pub(super) struct ScheduleWork {
    uses: Vec<Uses>,
    /// What waits, and behind which place of the block; the last ones first.
    waiting: Vec<(u32, ValueId)>,
    kept: Vec<ValueId>,
}

/// Runs the pass.
pub(super) fn schedule_values(proc: &mut Procedure, cx: &mut Context) {
    if cx.contents.contains(Contents::REFERENCES) {
        return; // a number of an object's address would be another one behind a safepoint
    }
    cx.find_loops(proc);
    cx.work += cx.flow.loops.len() as u64;
    cx.scratch.blocks.clear();
    for of in cx.flow.loops.ids() {
        let Some(header) = cx.flow.loops.header(of) else { continue };
        let block = BlockId::from_index(header);
        if proc.successors(block).iter().any(|edge| edge.block() == block) {
            cx.scratch.blocks.push(block);
        }
    }
    if cx.scratch.blocks.is_empty() {
        return;
    }
    let mut work = cx.scratch.take::<ScheduleWork>();
    work.uses.clear();
    work.uses.resize(proc.value_count(), Uses::default());
    let overwrites = proc.target().desc.overwrites_operands;
    let mut begin = 1;
    for &block in &cx.scratch.blocks {
        work.visit(proc, block, begin, overwrites);
        begin += proc.block_values(block).len() as u32;
        work.rewrite(proc, block);
    }
    cx.work += u64::from(begin);
    cx.scratch.put(work);
}

impl ScheduleWork {
    /// Finds out what waits in a block whose places have numbers from `begin` on.
    fn visit(&mut self, proc: &Procedure, block: BlockId, begin: u32, overwrites: bool) {
        let values = proc.block_values(block);
        // Behind this nothing waits: exits, and the copies at the end.
        let mut end = begin + values.len() as u32 - 1; // places have numbers above zero
        for (place, &id) in values.iter().enumerate().rev() {
            let at = begin + place as u32;
            let value = proc.value(id);
            let children = proc.children_of(value);
            let mut last = at;
            match value.opcode() {
                Opcode::Upsilon => {
                    self.uses[children[0].index()].carried = at;
                    end = end.min(at);
                }
                _ if proc.state_of(value).is_valid() => end = at,
                opcode if may_wait(opcode) => {
                    if let Some(behind) = self.place(proc, id, value, begin, end, overwrites) {
                        self.waiting.push((behind - begin, id));
                        self.uses[id.index()].carried = WAITS;
                        last = behind;
                    }
                }
                _ => {}
            }
            for child in children {
                let uses = &mut self.uses[child.index()];
                uses.first = at;
                uses.last = if uses.last < begin { last } else { uses.last.max(last) };
            }
        }
    }

    /// Behind which place a value is to be, if not where it is.
    fn place(
        &self,
        proc: &Procedure,
        id: ValueId,
        value: &Value,
        begin: u32,
        end: u32,
        overwrites: bool,
    ) -> Option<u32> {
        let uses = self.uses[id.index()];
        let is_carried = uses.carried >= begin;
        if !is_carried && !overwrites {
            return None;
        }
        // It is needed there; what no other place of the block needs is needed by other blocks.
        let end = if uses.first < begin { end } else { end.min(uses.first) };
        let children = proc.children_of(value);
        let ends_here = |child: &ValueId| self.uses[child.index()].last < begin;
        let is_commutative = value.opcode().has(Properties::COMMUTATIVE);
        let overwritten = if is_carried || is_commutative { children } else { &children[..1] };
        if !is_carried && overwritten.iter().any(ends_here)
            || children.iter().any(|child| is_load(proc, *child))
        {
            return None;
        }
        let last = |child: &ValueId| self.uses[child.index()].last;
        overwritten.iter().map(last).filter(|last| (begin..end).contains(last)).max()
    }

    /// Puts what waits where it is to be.
    fn rewrite(&mut self, proc: &mut Procedure, block: BlockId) {
        if self.waiting.is_empty() {
            return;
        }
        // What was found last of those for one place goes last: it overwrites what the others need.
        self.waiting.sort_by_key(|(behind, _)| *behind);
        self.kept.clear();
        let mut waiting = self.waiting.drain(..).peekable();
        for (at, &id) in (0..).zip(proc.block_values(block)) {
            // The place of what waits is empty.
            if self.uses[id.index()].carried != WAITS {
                self.kept.push(id);
            }
            while let Some((_, id)) = waiting.next_if(|(behind, _)| *behind == at) {
                self.kept.push(id);
            }
        }
        proc.set_block_values(block, &self.kept);
    }
}

/// Operations that an instruction has whose result may be where an operand was.
fn may_wait(opcode: Opcode) -> bool {
    matches!(
        opcode,
        Opcode::Add
            | Opcode::Sub
            | Opcode::Mul
            | Opcode::Neg
            | Opcode::BitAnd
            | Opcode::BitOr
            | Opcode::BitXor
            | Opcode::Shl
            | Opcode::SShr
            | Opcode::ZShr
            | Opcode::RotR
            | Opcode::RotL
    )
}

/// True if a value may be part of the instruction that uses it, as long as nothing is stored in between.
fn is_load(proc: &Procedure, id: ValueId) -> bool {
    !proc.effects_of(proc.value(id)).reads.is_empty()
}
