//! Values computed from references, and safepoints.
//!
//! The garbage collector may move a reference when it runs. An address computed from it is then wrong, unless it is
//! declared derived. Computed addresses are Int64 results of Add, Sub (with a reference on the left), the bitwise
//! operations (tags), Identity, Opaque, Select, and of assignments (Upsilon to Phi, Set to Get). A tag or hash that
//! must live longer should be converted to Int32, or computed by other operations, such as shifts.

use super::states::Marks;
use super::{Facts, Report, Rule};
use crate::analysis::Predecessors;
use crate::base::{EffectFlags, Type};
use crate::ir::{BlockId, Opcode, Procedure, ValueFlags, ValueId};
use crate::support::Entity;

/// How a value is computed from references.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    /// It is not.
    Nothing,
    /// It is a reference, or declared derived.
    Declared,
    /// It is computed from this value, a reference or derived, without a declaration.
    Computed(ValueId),
}

#[derive(Debug, Default)]
pub(super) struct References {
    /// For the values, then the variables.
    from: Vec<Source>,
    /// Dataflow edges from an operand to its users, in CSR form: `starts` is indexed by operand.
    starts: Vec<u32>,
    edges: Vec<u32>,
    work: Vec<u32>,
    /// Safepoints in layout order.
    safepoints: Vec<(BlockId, u32)>,
    /// The index in its block of each value.
    positions: Vec<u32>,
    /// Uses of computed values in other blocks: value, block, position.
    uses: Vec<(ValueId, BlockId, u32)>,
    /// For each block, the last value seen live at its end, plus one.
    live_out: Vec<u32>,
    blocks: Vec<BlockId>,
}

/// The operands from which an opcode computes an address.
fn address_operands(opcode: Opcode, children: &[ValueId]) -> &[ValueId] {
    let range = match opcode {
        Opcode::Add | Opcode::BitAnd | Opcode::BitOr | Opcode::BitXor => 0..2,
        Opcode::Sub | Opcode::Identity | Opcode::Opaque => 0..1,
        Opcode::Select => 1..3,
        _ => 0..0,
    };
    children.get(range).unwrap_or(&[])
}

impl References {
    /// Reports computed values that live across safepoints. Linear in the values, plus the blocks in which computed
    /// values are live.
    pub(super) fn check(
        &mut self,
        proc: &Procedure,
        facts: &Facts,
        marks: &mut Marks,
        predecessors: &mut Predecessors,
        report: &mut Report,
    ) {
        self.propagate_references(proc);
        if self.from.iter().any(|from| matches!(from, Source::Computed(_))) {
            self.find_safepoints(proc);
            predecessors.compute(proc);
            self.check_uses(proc, facts, marks, predecessors, report);
        }
    }

    /// Calls `visit(operand, user)` for every dataflow edge; variables are numbered after the values.
    fn each_edge(proc: &Procedure, mut visit: impl FnMut(usize, usize)) {
        let variable = |id: crate::ir::VariableId| proc.value_count() + id.index();
        for (id, value) in proc.values.iter() {
            let children = proc.children_of(value);
            match value.opcode {
                Opcode::Upsilon => visit(children[0].index(), value.phi().index()),
                Opcode::Set => visit(children[0].index(), variable(value.variable())),
                Opcode::Get => visit(variable(value.variable()), id.index()),
                opcode => {
                    for operand in address_operands(opcode, children) {
                        visit(operand.index(), id.index());
                    }
                }
            }
        }
    }

    /// Propagates references along the dataflow edges.
    fn propagate_references(&mut self, proc: &Procedure) {
        let len = proc.value_count() + proc.variables.len();
        self.starts.clear();
        self.starts.resize(len + 1, 0);
        let starts = &mut self.starts;
        Self::each_edge(proc, |read, computed| {
            if read < len && computed < len {
                starts[read] += 1;
            }
        });
        let mut total = 0;
        for start in starts.iter_mut() {
            total += *start;
            *start = total;
        }
        self.edges.clear();
        self.edges.resize(total as usize, 0);
        let edges = &mut self.edges;
        Self::each_edge(proc, |read, computed| {
            if read < len && computed < len {
                starts[read] -= 1;
                edges[starts[read] as usize] = computed as u32;
            }
        });
        self.from.clear();
        self.from.resize(len, Source::Nothing);
        for (id, value) in proc.values.iter() {
            if value.flags.intersects(ValueFlags::REFERENCE | ValueFlags::DERIVED) {
                self.from[id.index()] = Source::Declared;
                self.work.push(id.number());
            }
        }
        while let Some(read) = self.work.pop() {
            let stem = match self.from[read as usize] {
                Source::Computed(stem) => stem,
                _ => ValueId::new(read),
            };
            let range = self.starts[read as usize] as usize..self.starts[read as usize + 1] as usize;
            for &computed in &self.edges[range] {
                let id = ValueId::new(computed);
                let is_address = proc.get_value(id).is_none_or(|value| value.ty == Type::Int64);
                if is_address && self.from[computed as usize] == Source::Nothing {
                    self.from[computed as usize] = Source::Computed(stem);
                    self.work.push(computed);
                }
            }
        }
    }

    fn find_safepoints(&mut self, proc: &Procedure) {
        self.safepoints.clear();
        self.positions.resize(proc.value_count(), 0);
        for block in proc.block_ids() {
            for (position, id) in proc.block_values(block).iter().enumerate() {
                if let Some(place) = self.positions.get_mut(id.index()) {
                    *place = position as u32;
                }
                let is_call = proc.get_value(*id).is_some_and(|v| {
                    matches!(v.opcode, Opcode::CCall | Opcode::TailCall | Opcode::Poll | Opcode::Patchpoint)
                });
                if is_call && proc.effects(*id).flags.contains(EffectFlags::SAFEPOINT) {
                    self.safepoints.push((block, position as u32));
                }
            }
        }
    }

    /// True if a block has a safepoint in `from..to`.
    fn has_safepoint(&self, block: BlockId, from: u32, to: u32) -> bool {
        let next = self.safepoints.partition_point(|at| *at < (block, from));
        self.safepoints.get(next).is_some_and(|at| *at < (block, to))
    }

    fn check_uses(
        &mut self,
        proc: &Procedure,
        facts: &Facts,
        marks: &mut Marks,
        predecessors: &Predecessors,
        report: &mut Report,
    ) {
        self.uses.clear();
        marks.reset(proc);
        for block in proc.block_ids() {
            // Backward, so that a frame of an exit state is visited at its last use in the block.
            for (position, id) in proc.block_values(block).iter().enumerate().rev() {
                let position = position as u32;
                for child in proc.children(*id) {
                    self.note_use(*child, block, position);
                }
                let state = proc.get_value(*id).map(|value| proc.state_of(value)).unwrap_or_default();
                if state.is_valid() {
                    marks.each_value(proc, state, block.number() + 1, |used, _| {
                        self.note_use(used, block, position);
                    });
                }
            }
        }
        self.uses.sort_unstable();
        self.live_out.clear();
        self.live_out.resize(proc.block_count(), 0);
        let uses = std::mem::take(&mut self.uses);
        let mut reported = ValueId::INVALID;
        for &(id, block, position) in &uses {
            if id == reported {
                continue;
            }
            if let Some(at) = self.safepoint_between(facts, predecessors, id, block, position) {
                let Source::Computed(stem) = self.from[id.index()] else { continue };
                let message = format!(
                    "it is computed from the reference {stem}, is used in {block}, lives across a safepoint in {at} \
                     and is not declared derived"
                );
                report.add(proc, Rule::Safepoint, Some(facts.value(id).block()), Some(id), message);
                reported = id;
            }
        }
        self.uses = uses;
    }

    fn note_use(&mut self, id: ValueId, block: BlockId, position: u32) {
        if matches!(self.from.get(id.index()), Some(Source::Computed(_))) {
            self.uses.push((id, block, position));
        }
    }

    /// The block of a safepoint between the definition of a value and a use, if any.
    fn safepoint_between(
        &mut self,
        facts: &Facts,
        predecessors: &Predecessors,
        id: ValueId,
        block: BlockId,
        position: u32,
    ) -> Option<BlockId> {
        let defined = facts.value(id);
        let after = self.positions.get(id.index()).map_or(0, |position| position + 1);
        if block == defined.block() && position >= after {
            return self.has_safepoint(block, after, position).then_some(block);
        }
        if self.has_safepoint(block, 0, position) {
            return Some(block);
        }
        self.blocks.clear();
        self.blocks.push(block);
        while let Some(block) = self.blocks.pop() {
            for predecessor in predecessors.of(block.index()) {
                let mark = &mut self.live_out[*predecessor as usize];
                if std::mem::replace(mark, id.number() + 1) == id.number() + 1 {
                    continue;
                }
                let predecessor = BlockId::new(*predecessor);
                let is_definition = predecessor == defined.block();
                if self.has_safepoint(predecessor, if is_definition { after } else { 0 }, u32::MAX) {
                    return Some(predecessor);
                }
                if !is_definition {
                    self.blocks.push(predecessor);
                }
            }
        }
        None
    }
}
