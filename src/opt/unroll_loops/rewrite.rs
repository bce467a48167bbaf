//! Copies the blocks of loops, once for each iteration.

use super::{Carried, Counted, NONE, UnrollWork, int_of};
use crate::ir::{BlockId, Opcode, Procedure, Successor, ValueId};
use crate::opt::context::Context;
use crate::support::Entity;
use rustc_hash::FxHashMap;

/// State of copying.
#[derive(Debug, Default)]
pub(in crate::opt) struct Copying {
    /// Copies of the loop's values in the previous iteration, and in this one.
    before: FxHashMap<ValueId, ValueId>,
    values: FxHashMap<ValueId, ValueId>,
    /// The blocks and their copies in this iteration.
    blocks: Vec<[BlockId; 2]>,
    kept: Vec<ValueId>,
    edges: Vec<Successor>,
    /// Values in the last iterations, for users outside.
    last: FxHashMap<ValueId, ValueId>,
    /// Values that copies omit: checks that always pass in them, and Branches that always stay in the loop.
    pub(in crate::opt) left_out: Vec<ValueId>,
}

/// One copy of a loop's iteration.
#[derive(Clone, Copy, Debug)]
pub(in crate::opt) struct Iteration {
    /// An earlier iteration dominates it, so constants of that one are reused.
    pub(in crate::opt) reuses_constants: bool,
    /// The loop exits at its end.
    pub(in crate::opt) is_last: bool,
    /// A later iteration reaches the end of the loop in any case, and repeats the writes of Upsilons outside the loop.
    pub(in crate::opt) is_overwritten: bool,
    /// Frequency relative to the original body before unrolling.
    pub(in crate::opt) share: f64,
}

impl UnrollWork {
    /// Gives each iteration of the loops its own blocks.
    pub(super) fn rewrite(&mut self, proc: &mut Procedure, cx: &mut Context) {
        // Owners are recorded anew: rejected loops do not count as loops.
        self.owner.iter_mut().for_each(|owner| *owner = NONE);
        self.copying.last.clear();
        for n in 0..self.loops.len() {
            self.unroll(proc, cx, n);
        }
        if !self.copying.last.is_empty() {
            self.rename_outside(proc, cx);
        }
    }

    fn unroll(&mut self, proc: &mut Procedure, cx: &mut Context, n: usize) {
        let counted = &self.loops[n];
        let blocks = &self.blocks[counted.blocks[0]..counted.blocks[1]];
        let phis = &self.phis[counted.phis[0]..counted.phis[1]];
        let work = &mut self.copying;
        work.values.clear();
        work.left_out.clear();
        let share = entries(proc, counted);
        // The last block of the previous iteration, if that is a copy; the start of the second iteration.
        let (mut from, mut second) = (None, counted.head);
        for iteration in 1..=counted.iterations {
            work.go_on(phis);
            let is_last = iteration == counted.iterations;
            let iteration = Iteration { reuses_constants: true, is_last, is_overwritten: false, share };
            let head = work.copy_iteration(proc, cx, counted, blocks, phis, iteration);
            match from {
                Some(from) => redirect(proc, from, counted.head, head),
                None => second = head,
            }
            from = work.copy_of(counted.back);
        }
        self.owner.resize(proc.block_count(), n as u32);
        for block in blocks {
            self.owner[block.index()] = n as u32;
            proc.block_values(*block).iter().for_each(|id| self.of_value[id.index()] = n as u32);
            proc.set_frequency(*block, proc.frequency(*block) * share);
        }
        let stays = stays(proc, counted.last, blocks, counted.iterations == 0);
        end(proc, counted.last, stays);
        redirect(proc, counted.back, counted.head, second);
        for carried in phis {
            match int_of(proc, carried.first) {
                Some(bits) => proc.replace_with_constant(carried.phi, bits),
                None => proc.replace_with_identity(carried.phi, carried.first),
            }
        }
        if counted.is_used_outside {
            let values = blocks.iter().flat_map(|block| proc.block_values(*block));
            work.last.extend(values.filter_map(|of| Some((*of, *work.values.get(of)?))));
        }
    }

    /// Replaces uses outside of loops by the values of the last iterations.
    fn rename_outside(&mut self, proc: &mut Procedure, cx: &mut Context) {
        for block in proc.block_ids() {
            let owner = self.owner.get(block.index()).copied().unwrap_or(NONE);
            for place in 0..proc.block_values(block).len() {
                let id = proc.block_values(block)[place];
                for child in 0..proc.children(id).len() {
                    let mut of = proc.children(id)[child];
                    let mut inside = owner;
                    // The final value of one loop may be the value of an earlier loop. It may also be a value of the
                    // same loop's previous iteration, which stays.
                    while let Some(last) = self.copying.last.get(&of)
                        && self.of_value[of.index()] != inside
                    {
                        inside = self.of_value[of.index()];
                        of = *last;
                    }
                    proc.children_mut(id)[child] = of;
                }
            }
            cx.work += proc.block_values(block).len() as u64;
        }
    }
}

impl Copying {
    /// Starts the first iteration with these values of the Phis.
    pub(in crate::opt) fn begin(&mut self, phis: impl Iterator<Item = (ValueId, ValueId)>) {
        self.before.clear();
        self.values.clear();
        self.values.extend(phis);
    }

    /// Starts the next iteration: the Phis get the values from the end of the last one.
    pub(in crate::opt) fn go_on(&mut self, phis: &[Carried]) {
        std::mem::swap(&mut self.before, &mut self.values);
        self.values.clear();
        for carried in phis {
            let next = self.before.get(&carried.next).copied().unwrap_or(carried.next);
            self.values.insert(carried.phi, next);
        }
    }

    /// Copies the loop body for one iteration. Returns the copy of the header.
    pub(in crate::opt) fn copy_iteration(
        &mut self,
        proc: &mut Procedure,
        cx: &mut Context,
        counted: &Counted,
        blocks: &[BlockId],
        phis: &[Carried],
        iteration: Iteration,
    ) -> BlockId {
        self.blocks.clear();
        for &block in blocks {
            // In the last iteration, nothing is copied after the exit Branch.
            let leads_here = |[from, _]: &[BlockId; 2]| {
                !(iteration.is_last && *from == counted.last)
                    && proc.successors(*from).iter().any(|edge| edge.block() == block)
            };
            if block == counted.head || self.blocks.iter().any(leads_here) {
                let copy = proc.add_block_with_frequency(proc.frequency(block) * iteration.share);
                self.blocks.push([block, copy]);
                if block != counted.head {
                    self.copy_phis(proc, block);
                }
            }
        }
        for at in 0..self.blocks.len() {
            let [block, copy] = self.blocks[at];
            self.copy_block(proc, cx, counted, phis, [block, copy], iteration);
            let goes_on = || proc.terminal(block).is_some_and(|id| self.left_out.contains(&id));
            if block == counted.last || goes_on() {
                let edge = stays(proc, block, blocks, iteration.is_last);
                end(proc, copy, self.moved(edge, counted.head));
            }
        }
        self.blocks[0][1]
    }

    /// Returns the instance of a value in this iteration.
    pub(in crate::opt) fn value(&self, id: ValueId) -> ValueId {
        self.values.get(&id).copied().unwrap_or(id)
    }

    /// Returns the copy of a block in this iteration.
    pub(in crate::opt) fn copy_of(&self, block: BlockId) -> Option<BlockId> {
        self.blocks.iter().find(|[of, _]| *of == block).map(|[_, copy]| *copy)
    }

    /// Redirects an edge to the copy of its target; edges to the loop header stay.
    fn moved(&self, edge: Successor, head: BlockId) -> Successor {
        match self.copy_of(edge.block()) {
            Some(copy) if edge.block() != head => edge_to(copy, edge.is_rare()),
            _ => edge,
        }
    }

    /// Copies the Phis of a block before its values: Upsilons of earlier blocks name them.
    fn copy_phis(&mut self, proc: &mut Procedure, block: BlockId) {
        for place in 0..proc.block_values(block).len() {
            let id = proc.block_values(block)[place];
            if proc.value(id).opcode() == Opcode::Phi {
                let copy = proc.copy_of(BlockId::INVALID, id);
                self.values.insert(id, copy);
            }
        }
    }

    /// Copies the values and the edges of a block; edges to the loop header stay.
    fn copy_block(
        &mut self,
        proc: &mut Procedure,
        cx: &mut Context,
        counted: &Counted,
        phis: &[Carried],
        [block, to]: [BlockId; 2],
        iteration: Iteration,
    ) {
        self.kept.clear();
        let is_always = cx.flow.dominators.dominates(block.index(), counted.back.index());
        for place in 0..proc.block_values(block).len() {
            let id = proc.block_values(block)[place];
            let value = *proc.value(id);
            let copy = match value.opcode() {
                Opcode::Nop => continue,
                Opcode::Check | Opcode::TrapIf if self.left_out.contains(&id) => continue,
                Opcode::Phi if block == counted.head => continue,
                Opcode::Phi => self.values[&id],
                opcode if opcode.is_constant() && is_always && iteration.reuses_constants => {
                    // Reuse the constant of the first iteration.
                    let constant = self.before.get(&id).copied().unwrap_or(id);
                    self.values.insert(id, constant);
                    continue;
                }
                Opcode::Identity => {
                    self.values.insert(id, self.value(proc.children_of(&value)[0]));
                    continue;
                }
                Opcode::Upsilon => {
                    let operand = self.value(proc.children_of(&value)[0]);
                    let is_outside = !self.values.contains_key(&value.phi());
                    let is_overwritten = || {
                        iteration.is_overwritten
                            && cx.flow.dominators.dominates(block.index(), counted.last.index())
                    };
                    if phis.iter().any(|carried| carried.phi == value.phi()) || is_outside && is_overwritten()
                    {
                        continue;
                    }
                    let phi = self.value(value.phi());
                    let outer = std::mem::replace(&mut proc.origin, value.origin);
                    let copy = proc.upsilon(BlockId::INVALID, operand, phi);
                    proc.origin = outer;
                    copy
                }
                _ => {
                    let copy = proc.copy_of(BlockId::INVALID, id);
                    for child in proc.children_mut(copy) {
                        *child = self.value(*child);
                    }
                    copy
                }
            };
            self.values.insert(id, copy);
            self.kept.push(copy);
        }
        cx.work += self.kept.len() as u64;
        proc.set_block_values(to, &self.kept);
        self.edges.clear();
        self.edges.extend_from_slice(proc.successors(block));
        for at in 0..self.edges.len() {
            self.edges[at] = self.moved(self.edges[at], counted.head);
        }
        proc.set_successors(to, &self.edges);
    }
}

/// Returns how often a loop is entered per execution of its header; 1 if frequencies are unknown.
pub(in crate::opt) fn entries(proc: &Procedure, counted: &Counted) -> f64 {
    let share = proc.frequency(counted.entry) / proc.frequency(counted.head);
    if share < 1.0 { share } else { 1.0 }
}

/// Returns the edge of an exit Branch that exits the loop, or stays in it.
fn stays(proc: &Procedure, last: BlockId, blocks: &[BlockId], leaves: bool) -> Successor {
    let edges = proc.successors(last);
    let is_wanted = |edge: &&Successor| blocks.contains(&edge.block()) != leaves;
    edges.iter().find(is_wanted).copied().unwrap_or(edges[0])
}

/// Replaces the terminal of a block by a Jump.
fn end(proc: &mut Procedure, block: BlockId, to: Successor) {
    if let Some(terminal) = proc.terminal(block) {
        proc.replace(terminal, Opcode::Jump, &[]);
        proc.set_successors(block, &[Successor::new(to.block())]);
    }
}

/// Redirects the edges of a block from the loop header to the header of another iteration.
pub(in crate::opt) fn redirect(proc: &mut Procedure, from: BlockId, head: BlockId, to: BlockId) {
    for edge in proc.successors_mut(from).iter_mut().filter(|edge| edge.block() == head) {
        *edge = edge_to(to, edge.is_rare());
    }
}

fn edge_to(block: BlockId, is_rare: bool) -> Successor {
    if is_rare { Successor::rare(block) } else { Successor::new(block) }
}
