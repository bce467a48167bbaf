//! Creates the unrolled loop and the code that enters it.

use super::bounds::Body;
use super::{FourWork, ITERATIONS, Test, furthest, may_be_copied};
use crate::base::Type;
use crate::ir::{BlockId, Opcode, Procedure, ValueId};
use crate::opt::context::Context;
use crate::opt::loops::copy_loop::copier::{Iteration, entry_share, redirect};
use crate::opt::loops::copy_loop::{CopiedLoop, CopyWork};

/// Expected number of iterations that are left to the original loop per entry.
const LEFT: f64 = ITERATIONS as f64 / 2.0;

impl FourWork {
    /// Unrolls the loops.
    pub(super) fn rewrite(&mut self, proc: &mut Procedure, cx: &mut Context, loops: &mut CopyWork) {
        for n in 0..loops.loops.len() {
            if may_be_copied(&loops.loops[n]) && cx.fuel.take() {
                let branch = proc.terminal(loops.loops[n].exit);
                let origin = branch.map_or(proc.origin, |id| proc.value(id).origin);
                let outer = std::mem::replace(&mut proc.origin, origin);
                self.unroll(proc, cx, loops, n);
                proc.origin = outer;
            }
        }
    }

    fn unroll(&mut self, proc: &mut Procedure, cx: &mut Context, loops: &mut CopyWork, n: usize) {
        let (copied, (test, bounds)) = (&loops.loops[n], self.tests[n]);
        let blocks = &loops.blocks[copied.blocks[0]..copied.blocks[1]];
        let phis = &loops.phis[copied.phis[0]..copied.phis[1]];
        let (share, left) = shares(proc, copied);
        let entered = proc.frequency(copied.header) * entry_share(proc, copied);
        let before = proc.add_block_with_frequency(entered);
        let header = proc.add_block_with_frequency(proc.frequency(copied.header) * share);
        let after = proc.add_block_with_frequency(entered);

        self.copies.clear();
        self.copies
            .extend(phis.iter().map(|carried| (carried.phi, proc.copy_of(BlockId::INVALID, carried.phi))));
        let body = Body { blocks, phis };
        let limit =
            body.find_guards(proc, before, &test, &self.bounds[bounds[0]..bounds[1]], &mut self.guards);
        proc.at(before).jump(header);
        self.enter(proc, copied.entry);
        redirect(proc, copied.entry, copied.header, before);
        self.kept.clear();
        self.kept.extend(self.copies.iter().map(|(_, copy)| *copy));
        proc.set_block_values(header, &self.kept);
        for (phi, copy) in &self.copies {
            proc.at(after).upsilon(*copy, *phi);
        }
        proc.at(after).jump(copied.header);

        let copier = &mut loops.copier;
        copier.begin(self.copies.iter().copied());
        copier.omitted.clear();
        copier.omitted.extend_from_slice(&self.omitted[bounds[0]..bounds[1]]);
        let is_branch = |id: &ValueId| proc.value(*id).opcode() == Opcode::Branch;
        let rewrites_phis = copied.has_one_exit && !copier.omitted.iter().any(is_branch);
        let goes_on = test.emit(proc, header, copier.value(test.phi), limit);
        // The latch of the iteration before; the header of the first one.
        let (mut from, mut first) = (None, after);
        for n in 0..ITERATIONS {
            let shares_constants = n > 0;
            if shares_constants {
                copier.advance(phis);
            }
            let iteration = Iteration { shares_constants, is_last: false, rewrites_phis, share };
            let begin = copier.copy_iteration(proc, cx, copied, blocks, phis, iteration);
            match from {
                Some(from) => redirect(proc, from, copied.header, begin),
                None => first = begin,
            }
            from = copier.copy_of(copied.latch);
        }
        if let Some(from) = from {
            self.kept.clear();
            self.kept.extend_from_slice(proc.block_values(from));
            let terminal = self.kept.pop();
            for (carried, (_, phi)) in phis.iter().zip(&self.copies) {
                self.kept.push(proc.detached().upsilon(copier.value(carried.next), *phi));
            }
            self.kept.extend(terminal);
            proc.set_block_values(from, &self.kept);
            redirect(proc, from, copied.header, header);
        }
        let (mut at, mut goes_on) = (header, goes_on);
        for guard in &self.guards {
            let next = proc.add_block_with_frequency(proc.frequency(header));
            proc.at(at).branch(goes_on, next, after);
            goes_on = body.is_in_bounds(proc, next, *guard, &self.copies);
            at = next;
        }
        proc.at(at).branch(goes_on, first, after);
        for block in blocks {
            proc.set_frequency(*block, proc.frequency(*block) * left);
        }
    }

    /// Makes Upsilons on the entry edge write the Phis of the unrolled loop.
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
                *id = proc.detached().upsilon(of, *copy);
                proc.origin = outer;
            }
        }
        proc.set_block_values(entry, &self.kept);
    }
}

impl Test {
    /// Computes the limit of the variable at the beginning of four iterations: a number [`Test::distance`] before the
    /// end, or the one that no number is before.
    pub(super) fn limit(&self, proc: &mut Procedure, block: BlockId) -> ValueId {
        let ty = self.ty;
        // A constant may be defined in the loop.
        let constant = self.end.map_or(Some(0), |end| proc.value(end).int());
        let end = match (constant, self.end) {
            (None, Some(end)) => end,
            (constant, _) => proc.at(block).constant(ty, constant.unwrap_or(0) as u64),
        };
        if self.relation == Opcode::NotEqual {
            return end;
        }
        before(proc, block, (self.relation, self.ty), end, self.distance())
    }

    /// Emits the test for four iterations.
    fn emit(&self, proc: &mut Procedure, block: BlockId, variable: ValueId, limit: ValueId) -> ValueId {
        if self.relation != Opcode::NotEqual {
            return proc.at(block).apply_typed(self.relation, Type::Int32, &[variable, limit]);
        }
        let sides = if self.step > 0 { [limit, variable] } else { [variable, limit] };
        let left = proc.at(block).apply_typed(Opcode::Sub, self.ty, &sides);
        let distance = proc.at(block).constant(self.ty, self.distance() as u64);
        proc.at(block).apply_typed(Opcode::Above, Type::Int32, &[left, distance])
    }
}

/// Computes the number `distance` before an end, or the one that no number is before: a number before the result is at
/// least that far from the end.
pub(super) fn before(
    proc: &mut Procedure,
    block: BlockId,
    (relation, ty): (Opcode, Type),
    end: ValueId,
    distance: i64,
) -> ValueId {
    let distance = if matches!(relation, Opcode::LessThan | Opcode::Below) { distance } else { -distance };
    let mut b = proc.at(block);
    let nearest = b.constant(ty, furthest(relation, ty).wrapping_add(distance) as u64);
    let is_nearer = b.apply_typed(relation, Type::Int32, &[end, nearest]);
    let end = b.apply_typed(Opcode::Select, ty, &[is_nearer, nearest, end]);
    let distance = b.constant(ty, -distance as u64);
    proc.at(block).apply_typed(Opcode::Add, ty, &[end, distance])
}

/// Frequencies of each copy and of the original relative to that of the body so far: 1 if frequencies are unknown. If
/// they are known, the loop has at least [`FEW`](super::FEW) iterations.
fn shares(proc: &Procedure, copied: &CopiedLoop) -> (f64, f64) {
    let entries = entry_share(proc, copied);
    if entries == 1.0 {
        return (1.0, 1.0);
    }
    let left = LEFT * entries;
    ((1.0 - left) / ITERATIONS as f64, left)
}
