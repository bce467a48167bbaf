//! Makes copies of loops for their turns.

use super::{Carried, Counted, NONE, UnrollWork, int_of};
use crate::ir::{BlockId, Opcode, Procedure, Successor, ValueId};
use crate::opt::context::Context;
use crate::support::Entity;
use rustc_hash::FxHashMap;

/// What copies are made in.
#[derive(Debug, Default)]
pub(in crate::opt) struct Copying {
    /// What the values of a loop are in the turn before, and in this one.
    before: FxHashMap<ValueId, ValueId>,
    values: FxHashMap<ValueId, ValueId>,
    /// What its blocks are in this one.
    blocks: Vec<[BlockId; 2]>,
    kept: Vec<ValueId>,
    edges: Vec<Successor>,
    /// What values are in the last turns, for those who use them outside.
    last: FxHashMap<ValueId, ValueId>,
    /// What copies do without: checks that go on in each of them, and Branches that stay in the loop.
    pub(in crate::opt) left_out: Vec<ValueId>,
}

/// One copy of a loop's turn.
#[derive(Clone, Copy, Debug)]
pub(in crate::opt) struct Turn {
    /// The original, of which copies have the constants, comes before.
    pub(in crate::opt) is_behind: bool,
    /// It ends where the loop does.
    pub(in crate::opt) is_last: bool,
    /// Another turn comes to the loop's end in any case, and writes again what is written on the way there.
    pub(in crate::opt) comes_again: bool,
    /// How often it runs for one run of the original so far.
    pub(in crate::opt) share: f64,
}

impl UnrollWork {
    /// Makes each turn of the loops blocks of its own.
    pub(super) fn rewrite(&mut self, proc: &mut Procedure, cx: &mut Context) {
        // Those that stay as they are, are no loops.
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
        // The last block of the turn before, if that is a copy; what leads to the second turn.
        let (mut from, mut second) = (None, counted.head);
        for turn in 1..=counted.turns {
            work.go_on(phis);
            let is_last = turn == counted.turns;
            let turn = Turn { is_behind: true, is_last, comes_again: false, share };
            let head = work.copy_turn(proc, cx, counted, blocks, phis, turn);
            match from {
                Some(from) => lead(proc, from, counted.head, head),
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
        let stays = stays(proc, counted.last, blocks, counted.turns == 0);
        end(proc, counted.last, stays);
        lead(proc, counted.back, counted.head, second);
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

    /// Gives those outside of loops the values of the last turns.
    fn rename_outside(&mut self, proc: &mut Procedure, cx: &mut Context) {
        for block in proc.block_ids() {
            let owner = self.owner.get(block.index()).copied().unwrap_or(NONE);
            for place in 0..proc.block_values(block).len() {
                let id = proc.block_values(block)[place];
                for child in 0..proc.children(id).len() {
                    let mut of = proc.children(id)[child];
                    let mut inside = owner;
                    // What one loop has made last may be what an earlier one has; or what it has itself made in the
                    // turn before, which stays.
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
    /// The next turn will be the first: the Phis are these.
    pub(in crate::opt) fn begin(&mut self, phis: impl Iterator<Item = (ValueId, ValueId)>) {
        self.before.clear();
        self.values.clear();
        self.values.extend(phis);
    }

    /// There will be one more turn: the Phis are what the last one has made.
    pub(in crate::opt) fn go_on(&mut self, phis: &[Carried]) {
        std::mem::swap(&mut self.before, &mut self.values);
        self.values.clear();
        for carried in phis {
            let next = self.before.get(&carried.next).copied().unwrap_or(carried.next);
            self.values.insert(carried.phi, next);
        }
    }

    /// Copies a loop for one more turn; the copy of its head.
    pub(in crate::opt) fn copy_turn(
        &mut self,
        proc: &mut Procedure,
        cx: &mut Context,
        counted: &Counted,
        blocks: &[BlockId],
        phis: &[Carried],
        turn: Turn,
    ) -> BlockId {
        self.blocks.clear();
        for &block in blocks {
            // Behind the Branch that leaves, the last turn comes to nothing.
            let leads_here = |[from, _]: &[BlockId; 2]| {
                !(turn.is_last && *from == counted.last)
                    && proc.successors(*from).iter().any(|edge| edge.block() == block)
            };
            if block == counted.head || self.blocks.iter().any(leads_here) {
                let copy = proc.add_block_with_frequency(proc.frequency(block) * turn.share);
                self.blocks.push([block, copy]);
                if block != counted.head {
                    self.copy_phis(proc, block);
                }
            }
        }
        for at in 0..self.blocks.len() {
            let [block, copy] = self.blocks[at];
            self.copy_block(proc, cx, counted, phis, [block, copy], turn);
            let goes_on = || proc.terminal(block).is_some_and(|id| self.left_out.contains(&id));
            if block == counted.last || goes_on() {
                let way = stays(proc, block, blocks, turn.is_last);
                end(proc, copy, self.moved(way, counted.head));
            }
        }
        self.blocks[0][1]
    }

    /// What a value is in this turn.
    pub(in crate::opt) fn value(&self, id: ValueId) -> ValueId {
        self.values.get(&id).copied().unwrap_or(id)
    }

    /// The copy of a block in this turn.
    pub(in crate::opt) fn copy_of(&self, block: BlockId) -> Option<BlockId> {
        self.blocks.iter().find(|[of, _]| *of == block).map(|[_, copy]| *copy)
    }

    /// Where an edge leads in this turn; to the head of the loop as before.
    fn moved(&self, edge: Successor, head: BlockId) -> Successor {
        match self.copy_of(edge.block()) {
            Some(copy) if edge.block() != head => edge_to(copy, edge.is_rare()),
            _ => edge,
        }
    }

    /// Copies the Phis of a block, which Upsilons name before they are there.
    fn copy_phis(&mut self, proc: &mut Procedure, block: BlockId) {
        for place in 0..proc.block_values(block).len() {
            let id = proc.block_values(block)[place];
            if proc.value(id).opcode() == Opcode::Phi {
                let copy = proc.copy_of(BlockId::INVALID, id);
                self.values.insert(id, copy);
            }
        }
    }

    /// Copies the values and the edges of a block; those to the head stay.
    fn copy_block(
        &mut self,
        proc: &mut Procedure,
        cx: &mut Context,
        counted: &Counted,
        phis: &[Carried],
        [block, to]: [BlockId; 2],
        turn: Turn,
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
                opcode if opcode.is_constant() && is_always && turn.is_behind => {
                    // That of the first turn.
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
                    let comes_again = || {
                        turn.comes_again && cx.flow.dominators.dominates(block.index(), counted.last.index())
                    };
                    if phis.iter().any(|carried| carried.phi == value.phi()) || is_outside && comes_again() {
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

/// How often a loop is entered for one run of its head, if it is known how often it runs.
pub(in crate::opt) fn entries(proc: &Procedure, counted: &Counted) -> f64 {
    let share = proc.frequency(counted.entry) / proc.frequency(counted.head);
    if share < 1.0 { share } else { 1.0 }
}

/// Where a Branch with one way out of a loop goes: out of it, or on.
fn stays(proc: &Procedure, last: BlockId, blocks: &[BlockId], leaves: bool) -> Successor {
    let edges = proc.successors(last);
    let is_way = |edge: &&Successor| blocks.contains(&edge.block()) != leaves;
    edges.iter().find(is_way).copied().unwrap_or(edges[0])
}

/// Ends a block with a Jump.
fn end(proc: &mut Procedure, block: BlockId, to: Successor) {
    if let Some(terminal) = proc.terminal(block) {
        proc.replace(terminal, Opcode::Jump, &[]);
        proc.set_successors(block, &[Successor::new(to.block())]);
    }
}

/// Leads the edges of a block that go to a loop's head to that of another turn.
pub(in crate::opt) fn lead(proc: &mut Procedure, from: BlockId, head: BlockId, to: BlockId) {
    for edge in proc.successors_mut(from).iter_mut().filter(|edge| edge.block() == head) {
        *edge = edge_to(to, edge.is_rare());
    }
}

fn edge_to(block: BlockId, is_rare: bool) -> Successor {
    if is_rare { Successor::rare(block) } else { Successor::new(block) }
}
