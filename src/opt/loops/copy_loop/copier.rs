//! The block copier of both unrollers.

use super::{Carried, CopiedLoop};
use crate::ir::{BlockId, Opcode, Procedure, Successor, ValueId};
use crate::opt::context::Context;
use crate::support::Entity;
use rustc_hash::FxHashMap;

/// The state of copying a loop, iteration by iteration.
#[derive(Debug, Default)]
pub(in crate::opt) struct Copier {
    /// Maps values of the loop to those of the previous iteration, and of the current one.
    before: FxHashMap<ValueId, ValueId>,
    pub(in crate::opt) values: FxHashMap<ValueId, ValueId>,
    /// Blocks of the loop and their copies in the current iteration.
    blocks: Vec<[BlockId; 2]>,
    kept: Vec<ValueId>,
    edges: Vec<Successor>,
    /// Values that copies omit: Checks that cannot fail in them, and Branches that stay in the loop.
    pub(in crate::opt) omitted: Vec<ValueId>,
}

/// The copy of one iteration.
#[derive(Clone, Copy, Debug)]
pub(in crate::opt) struct Iteration {
    /// Constants are shared with the iteration before, which dominates.
    pub(in crate::opt) shares_constants: bool,
    /// It ends the loop.
    pub(in crate::opt) is_last: bool,
    /// A later iteration reaches the exit in any case, and writes all Phis outside of the loop again.
    pub(in crate::opt) rewrites_phis: bool,
    /// Factor from the frequency of a block to that of its copy.
    pub(in crate::opt) share: f64,
}

impl Copier {
    /// Begins with a copy of the first iteration: maps the Phis of the header.
    pub(in crate::opt) fn begin(&mut self, phis: impl Iterator<Item = (ValueId, ValueId)>) {
        self.before.clear();
        self.values.clear();
        self.values.extend(phis);
    }

    /// Moves on to the next iteration: each Phi is the next value of the one before.
    pub(in crate::opt) fn advance(&mut self, phis: &[Carried]) {
        std::mem::swap(&mut self.before, &mut self.values);
        self.values.clear();
        for carried in phis {
            let next = self.before.get(&carried.next).copied().unwrap_or(carried.next);
            self.values.insert(carried.phi, next);
        }
    }

    /// Copies the loop for the current iteration; returns the copy of the header.
    pub(in crate::opt) fn copy_iteration(
        &mut self,
        proc: &mut Procedure,
        cx: &mut Context,
        copied: &CopiedLoop,
        blocks: &[BlockId],
        phis: &[Carried],
        iteration: Iteration,
    ) -> BlockId {
        self.blocks.clear();
        for &block in blocks {
            // The last iteration copies only blocks before the exit.
            let leads_here = |[from, _]: &[BlockId; 2]| {
                !(iteration.is_last && *from == copied.exit)
                    && proc.successors(*from).iter().any(|edge| edge.block() == block)
            };
            if block == copied.header || self.blocks.iter().any(leads_here) {
                let copy = proc.add_block_with_frequency(proc.frequency(block) * iteration.share);
                self.blocks.push([block, copy]);
                if block != copied.header {
                    self.copy_phis(proc, block);
                }
            }
        }
        for at in 0..self.blocks.len() {
            let [block, copy] = self.blocks[at];
            self.copy_block(proc, cx, copied, phis, [block, copy], iteration);
            let is_omitted = || proc.terminal(block).is_some_and(|id| self.omitted.contains(&id));
            if block == copied.exit || is_omitted() {
                let edge = exit_edge(proc, block, blocks, iteration.is_last);
                end_with_jump(proc, copy, self.moved(edge, copied.header));
            }
        }
        self.blocks[0][1]
    }

    /// The value in the current iteration.
    pub(in crate::opt) fn value(&self, id: ValueId) -> ValueId {
        self.values.get(&id).copied().unwrap_or(id)
    }

    /// The copy of a block in the current iteration.
    pub(in crate::opt) fn copy_of(&self, block: BlockId) -> Option<BlockId> {
        self.blocks.iter().find(|[of, _]| *of == block).map(|[_, copy]| *copy)
    }

    /// The edge of the current iteration; edges to the header stay.
    fn moved(&self, edge: Successor, header: BlockId) -> Successor {
        match self.copy_of(edge.block()) {
            Some(copy) if edge.block() != header => edge_to(copy, edge.is_rare()),
            _ => edge,
        }
    }

    /// Copies the Phis of a block, before Upsilons that name them.
    fn copy_phis(&mut self, proc: &mut Procedure, block: BlockId) {
        for place in 0..proc.block_values(block).len() {
            let id = proc.block_values(block)[place];
            if proc.value(id).opcode() == Opcode::Phi {
                let copy = proc.copy_of(BlockId::INVALID, id);
                self.values.insert(id, copy);
            }
        }
    }

    /// Copies the values and the edges of a block.
    fn copy_block(
        &mut self,
        proc: &mut Procedure,
        cx: &mut Context,
        copied: &CopiedLoop,
        phis: &[Carried],
        [block, to]: [BlockId; 2],
        iteration: Iteration,
    ) {
        self.kept.clear();
        let is_always = cx.flow.dominators.dominates(block.index(), copied.latch.index());
        for place in 0..proc.block_values(block).len() {
            let id = proc.block_values(block)[place];
            let value = *proc.value(id);
            let copy = match value.opcode() {
                Opcode::Nop => continue,
                Opcode::Check | Opcode::TrapIf if self.omitted.contains(&id) => continue,
                Opcode::Phi if block == copied.header => continue,
                Opcode::Phi => self.values[&id],
                opcode if opcode.is_constant() && is_always && iteration.shares_constants => {
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
                    let is_rewritten = || {
                        iteration.rewrites_phis
                            && cx.flow.dominators.dominates(block.index(), copied.exit.index())
                    };
                    if phis.iter().any(|carried| carried.phi == value.phi()) || is_outside && is_rewritten() {
                        continue;
                    }
                    let phi = self.value(value.phi());
                    let outer = std::mem::replace(&mut proc.origin, value.origin);
                    let copy = proc.detached().upsilon(operand, phi);
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
            self.edges[at] = self.moved(self.edges[at], copied.header);
        }
        proc.set_successors(to, &self.edges);
    }
}

/// Number of entries of a loop per execution of its header, if the frequencies show it; otherwise 1.
pub(in crate::opt) fn entry_share(proc: &Procedure, copied: &CopiedLoop) -> f64 {
    let share = proc.frequency(copied.entry) / proc.frequency(copied.header);
    if share < 1.0 { share } else { 1.0 }
}

/// The edge of a Branch with one exit edge: that one, or the other.
pub(in crate::opt) fn exit_edge(
    proc: &Procedure,
    block: BlockId,
    blocks: &[BlockId],
    leaves: bool,
) -> Successor {
    let edges = proc.successors(block);
    let is_it = |edge: &&Successor| blocks.contains(&edge.block()) != leaves;
    edges.iter().find(is_it).copied().unwrap_or(edges[0])
}

/// Replaces the terminal of a block by a Jump.
pub(in crate::opt) fn end_with_jump(proc: &mut Procedure, block: BlockId, to: Successor) {
    if let Some(terminal) = proc.terminal(block) {
        proc.replace(terminal, Opcode::Jump, &[]);
        proc.set_successors(block, &[Successor::new(to.block())]);
    }
}

/// Redirects the edges of a block from a loop header to another block.
pub(in crate::opt) fn redirect(proc: &mut Procedure, from: BlockId, header: BlockId, to: BlockId) {
    for edge in proc.successors_mut(from).iter_mut().filter(|edge| edge.block() == header) {
        *edge = edge_to(to, edge.is_rare());
    }
}

fn edge_to(block: BlockId, is_rare: bool) -> Successor {
    if is_rare { Successor::rare(block) } else { Successor::new(block) }
}
