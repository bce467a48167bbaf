//! Makes the loop of four turns, and leads to it.

use super::bounds::Body;
use super::{FourWork, TURNS, Test, furthest, may_be_copied};
use crate::base::Type;
use crate::ir::{BlockId, Opcode, Procedure, ValueId};
use crate::opt::context::Context;
use crate::opt::loops::unroll_loops::rewrite::{Turn, entries, lead};
use crate::opt::loops::unroll_loops::{Counted, UnrollWork};

/// So many turns are left for the loop as it was, for each time it is entered.
const LEFT: f64 = TURNS as f64 / 2.0;

impl FourWork {
    /// Makes loops of four turns.
    pub(super) fn rewrite(&mut self, proc: &mut Procedure, cx: &mut Context, loops: &mut UnrollWork) {
        for n in 0..loops.loops.len() {
            if may_be_copied(&loops.loops[n]) {
                let branch = proc.terminal(loops.loops[n].last);
                let origin = branch.map_or(proc.origin, |id| proc.value(id).origin);
                let outer = std::mem::replace(&mut proc.origin, origin);
                self.unroll(proc, cx, loops, n);
                proc.origin = outer;
            }
        }
    }

    fn unroll(&mut self, proc: &mut Procedure, cx: &mut Context, loops: &mut UnrollWork, n: usize) {
        let (counted, (test, bounds)) = (&loops.loops[n], self.tests[n]);
        let blocks = &loops.blocks[counted.blocks[0]..counted.blocks[1]];
        let phis = &loops.phis[counted.phis[0]..counted.phis[1]];
        let (share, left) = shares(proc, counted);
        let entered = proc.frequency(counted.head) * entries(proc, counted);
        let front = proc.add_block_with_frequency(entered);
        let head = proc.add_block_with_frequency(proc.frequency(counted.head) * share);
        let behind = proc.add_block_with_frequency(entered);

        self.copies.clear();
        self.copies
            .extend(phis.iter().map(|carried| (carried.phi, proc.copy_of(BlockId::INVALID, carried.phi))));
        let body = Body { blocks, phis };
        let limit =
            body.find_guards(proc, front, &test, &self.bounds[bounds[0]..bounds[1]], &mut self.guards);
        proc.add_jump(front, head);
        self.enter(proc, counted.entry);
        lead(proc, counted.entry, counted.head, front);
        self.kept.clear();
        self.kept.extend(self.copies.iter().map(|(_, copy)| *copy));
        proc.set_block_values(head, &self.kept);
        for (phi, copy) in &self.copies {
            proc.upsilon(behind, *copy, *phi);
        }
        proc.add_jump(behind, counted.head);

        let copying = &mut loops.copying;
        copying.begin(self.copies.iter().copied());
        copying.left_out.clear();
        copying.left_out.extend_from_slice(&self.left_out[bounds[0]..bounds[1]]);
        let is_branch = |id: &ValueId| proc.value(*id).opcode() == Opcode::Branch;
        let comes_again = counted.is_only_way && !copying.left_out.iter().any(is_branch);
        let goes_on = test.goes_on(proc, head, copying.value(test.phi), limit);
        // The last block of the turn before; what leads to the first one.
        let (mut from, mut first) = (None, behind);
        for turn in 0..TURNS {
            let is_behind = turn > 0;
            if is_behind {
                copying.go_on(phis);
            }
            let turn = Turn { is_behind, is_last: false, comes_again, share };
            let begin = copying.copy_turn(proc, cx, counted, blocks, phis, turn);
            match from {
                Some(from) => lead(proc, from, counted.head, begin),
                None => first = begin,
            }
            from = copying.copy_of(counted.back);
        }
        if let Some(from) = from {
            self.kept.clear();
            self.kept.extend_from_slice(proc.block_values(from));
            let terminal = self.kept.pop();
            for (carried, (_, phi)) in phis.iter().zip(&self.copies) {
                self.kept.push(proc.upsilon(BlockId::INVALID, copying.value(carried.next), *phi));
            }
            self.kept.extend(terminal);
            proc.set_block_values(from, &self.kept);
            lead(proc, from, counted.head, head);
        }
        let (mut at, mut goes_on) = (head, goes_on);
        for guard in &self.guards {
            let next = proc.add_block_with_frequency(proc.frequency(head));
            proc.add_branch(at, goes_on, next, behind);
            goes_on = body.is_in_bounds(proc, next, *guard, &self.copies);
            at = next;
        }
        proc.add_branch(at, goes_on, first, behind);
        for block in blocks {
            proc.set_frequency(*block, proc.frequency(*block) * left);
        }
    }

    /// What is written on the way into a loop to its Phis is for the copies of these.
    fn enter(&mut self, proc: &mut Procedure, entry: BlockId) {
        self.kept.clear();
        self.kept.extend_from_slice(proc.block_values(entry));
        for id in &mut self.kept {
            let value = *proc.value(*id);
            if value.opcode() == Opcode::Upsilon
                && let Some((_, copy)) = self.copies.iter().find(|(phi, _)| *phi == value.phi())
            {
                let of = proc.children_of(&value)[0];
                let outer = std::mem::replace(&mut proc.origin, value.origin);
                proc.replace_with_nop(*id);
                *id = proc.upsilon(BlockId::INVALID, of, *copy);
                proc.origin = outer;
            }
        }
        proc.set_block_values(entry, &self.kept);
    }
}

impl Test {
    /// What the counter must be related to at the beginning of four turns, computed in a block in front of them: a number
    /// that far in front of the end, or the one from which nothing is.
    pub(super) fn limit(&self, proc: &mut Procedure, block: BlockId) -> ValueId {
        let ty = self.ty;
        // A constant may be one of the loop's.
        let constant = self.end.map_or(Some(0), |end| proc.value(end).int());
        let end = match (constant, self.end) {
            (None, Some(end)) => end,
            (constant, _) => proc.add_constant(block, ty, constant.unwrap_or(0) as u64),
        };
        if self.relation == Opcode::NotEqual {
            return end;
        }
        in_front(proc, block, (self.relation, self.ty), end, self.distance())
    }

    /// Asks whether a counter passes the tests of four turns.
    fn goes_on(&self, proc: &mut Procedure, block: BlockId, counter: ValueId, limit: ValueId) -> ValueId {
        if self.relation != Opcode::NotEqual {
            return proc.append_typed(block, self.relation, Type::Int32, &[counter, limit]);
        }
        let sides = if self.step > 0 { [limit, counter] } else { [counter, limit] };
        let way = proc.append_typed(block, Opcode::Sub, self.ty, &sides);
        let distance = proc.add_constant(block, self.ty, self.distance() as u64);
        proc.append_typed(block, Opcode::Above, Type::Int32, &[way, distance])
    }
}

/// The number that far in front of an end, or the one that nothing is in front of: no less than so many steps from what is,
/// the end is.
pub(super) fn in_front(
    proc: &mut Procedure,
    block: BlockId,
    (relation, ty): (Opcode, Type),
    end: ValueId,
    distance: i64,
) -> ValueId {
    let distance = if matches!(relation, Opcode::LessThan | Opcode::Below) { distance } else { -distance };
    let nearest = proc.add_constant(block, ty, furthest(relation, ty).wrapping_add(distance) as u64);
    let is_nearer = proc.append_typed(block, relation, Type::Int32, &[end, nearest]);
    let end = proc.append_typed(block, Opcode::Select, ty, &[is_nearer, nearest, end]);
    let distance = proc.add_constant(block, ty, -distance as u64);
    proc.append_typed(block, Opcode::Add, ty, &[end, distance])
}

/// How often the copies of a turn run for one run of the turn so far, and how often it still does itself: as often as before,
/// if that is not known. If it is, a loop that is copied turns [`FEW`](super::FEW) times at least.
fn shares(proc: &Procedure, counted: &Counted) -> (f64, f64) {
    let entries = entries(proc, counted);
    if entries == 1.0 {
        return (1.0, 1.0);
    }
    let left = LEFT * entries;
    ((1.0 - left) / TURNS as f64, left)
}
