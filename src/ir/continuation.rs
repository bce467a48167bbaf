//! Continuations: procedures that begin in the middle of another one.
//!
//! A tier that exits in the middle of a procedure describes the live values with an exit state
//! ([`Procedure::add_resume_state`]). A continuation takes them: its OSR entry has the same state, and its code is the
//! rest of the procedure. So any point at which execution can be resumed can be entered at any level.

use super::{
    BlockId, InsertionSet, Location, ObjectId, Opcode, Point, Procedure, ResumeError, ResumePoint,
    StateEntry, StateValues, Successor, ValueFlags, ValueId, VariableId,
};
use crate::base::{EffectFlags, StateId, Type};
use crate::support::{BitSet, Entity, SideTable};
use rustc_hash::FxHashMap;

/// The variables to which values that are live at the point have been moved.
type Homes = SideTable<ValueId, VariableId>;

impl Procedure {
    /// A copy of this procedure that begins at a point. Its only parameter is the address of a buffer with the values of
    /// the point, described by an OSR entry: one frame with `function` and [`Point::to_pc`], as
    /// [`Procedure::add_resume_state`] makes it for the exit. Results and convention are the same.
    ///
    /// The values live in variables, from which passes rebuild SSA form. Blocks that cannot be reached from the point are
    /// emptied.
    ///
    /// # Errors
    /// - [`ResumeError::NoPoint`] if the point is not before a value of a block
    /// - [`ResumeError::PinnedRegisters`] if the procedure has some
    /// - [`ResumeError::NoVariable`] if a live value, which code after the point uses, cannot be in a variable
    pub fn continuation(&self, function: u32, point: &ResumePoint) -> Result<Procedure, ResumeError> {
        let no_point = ResumeError::NoPoint { point: point.point };
        let Point::Before(at) = point.point else { return Err(no_point) };
        if !self.pinned.is_empty() {
            return Err(ResumeError::PinnedRegisters);
        }
        let mut blocks = self.block_ids();
        let found =
            blocks.find_map(|block| Some((block, self.block_values(block).iter().position(|id| *id == at)?)));
        let (block, index) = found.ok_or(no_point)?;

        let mut proc = self.clone();
        proc.name = format!("{}_from_{}", self.name, at.number());
        let homes = proc.add_homes(point)?;
        let tail = proc.split_before(block, index);
        proc.use_homes(&homes);
        proc.free_root();
        proc.build_entry(function, point, &homes, tail);
        proc.lift_constants_of_states();
        proc.empty_unreachable_blocks();
        Ok(proc)
    }

    /// Adds a variable for each value of the point.
    fn add_homes(&mut self, point: &ResumePoint) -> Result<Homes, ResumeError> {
        let mut bases = BitSet::default();
        for id in self.value_ids().filter(|id| self.value(*id).flags.contains(ValueFlags::DERIVED)) {
            bases.insert(self.bases[id].index());
        }
        let mut homes = Homes::new(VariableId::INVALID);
        for &id in point.values.iter().chain(&point.constants) {
            let value = self.get_value(id).ok_or(ResumeError::NoPoint { point: point.point })?;
            let is_derived = value.flags.contains(ValueFlags::DERIVED) || bases.contains(id.index());
            let is_terminal = self.effects(id).flags.contains(EffectFlags::TERMINAL);
            if is_derived || is_terminal {
                return Err(ResumeError::NoVariable { value: id });
            }
            homes.set(id, self.add_variable(value.ty));
        }
        Ok(homes)
    }

    /// Moves the values of a block from an index on to a new block, which follows it.
    fn split_before(&mut self, block: BlockId, index: usize) -> BlockId {
        let values = self.block_values(block).to_vec();
        let tail = self.move_edges(block);
        self.set_block_values(tail, &values[index..]);
        self.set_block_values(block, &values[..index]);
        self.at(block).jump(tail);
        tail
    }

    /// Adds a block with the successors of a block, and what the client knows of them.
    fn move_edges(&mut self, block: BlockId) -> BlockId {
        let to = self.add_block_with_frequency(self.frequency(block));
        let edges: Vec<Successor> = self.successors(block).to_vec();
        self.set_successors(to, &edges);
        self.set_successors(block, &[]);
        if let Some(hints) = &mut self.hints {
            if let Some(weights) = hints.weights.remove(&block) {
                hints.weights.insert(to, weights);
            }
            if hints.cold.contains(&block) {
                hints.cold.insert(to);
            }
        }
        to
    }

    /// Stores each value with a home after its definition, and loads it before each use, also in exit states.
    fn use_homes(&mut self, homes: &Homes) {
        let mut insertions = InsertionSet::new();
        let mut scratch = StateValues::new();
        for block in self.block_ids() {
            for at in 0..self.block_values(block).len() {
                let id = self.block_values(block)[at];
                for place in 0..self.children(id).len() {
                    let child = self.children(id)[place];
                    if homes[child].is_valid() {
                        let get = self.get_home(homes, child);
                        self.children_mut(id)[place] = get;
                        insertions.insert(at, get);
                    }
                }
                self.use_homes_in_state(homes, id, &mut scratch, |get| insertions.insert(at, get));
                if homes[id].is_valid() {
                    let set = self.detached().set(id, homes[id]);
                    insertions.insert(at + 1, set);
                }
            }
            insertions.execute(self, block);
        }
    }

    fn get_home(&mut self, homes: &Homes, id: ValueId) -> ValueId {
        let flags = self.value(id).flags & ValueFlags::REFERENCE;
        let get = self.detached().get(homes[id]);
        if let Some(get) = self.get_value_mut(get) {
            get.flags |= flags;
        }
        get
    }

    /// Gives a user an exit state of its own that names loaded values, if its state names values with homes.
    fn use_homes_in_state(
        &mut self,
        homes: &Homes,
        user: ValueId,
        scratch: &mut StateValues,
        mut insert: impl FnMut(ValueId),
    ) {
        let state = self.state_of(self.value(user));
        if !state.is_valid() {
            return;
        }
        let named = self.state_values(state, scratch).iter().filter(|id| homes[**id].is_valid());
        let named: Vec<ValueId> = named.copied().collect();
        if named.is_empty() {
            return;
        }
        let mut gets = FxHashMap::default();
        for id in named {
            let get = self.get_home(homes, id);
            insert(get);
            gets.insert(id, get);
        }
        let state = self.copy_state(scratch, &gets);
        self.set_state(user, state);
    }

    /// Copies the frames and objects of a state that was just walked, with other values.
    fn copy_state(&mut self, walked: &StateValues, gets: &FxHashMap<ValueId, ValueId>) -> StateId {
        let first = self.objects.len() as u32;
        let objects: FxHashMap<ObjectId, ObjectId> =
            walked.objects().iter().copied().zip((first..).map(ObjectId::new)).collect();
        let copy = |entry: &StateEntry| match *entry {
            StateEntry::Value(id) => StateEntry::Value(gets.get(&id).copied().unwrap_or(id)),
            StateEntry::Reference(id) => StateEntry::Reference(gets.get(&id).copied().unwrap_or(id)),
            StateEntry::Object(id) => StateEntry::Object(objects.get(&id).copied().unwrap_or(id)),
            StateEntry::Dead | StateEntry::Constant(..) => *entry,
        };
        for &object in walked.objects() {
            let fields: Vec<StateEntry> = self.object_fields(object).iter().map(copy).collect();
            let shape = self.objects.get(object).map_or(0, |object| object.shape);
            self.add_object(shape, &fields);
        }
        let mut parent = StateId::INVALID;
        for &frame in walked.frames().iter().rev() {
            let Some(node) = self.states.get(frame).copied() else { continue };
            let entries: Vec<StateEntry> = self.state_entries(frame).iter().map(copy).collect();
            parent = self.push_state(parent, [node.function, node.pc], node.local_count(), &entries);
        }
        parent
    }

    /// Moves the root's values to another block, so that the root is empty and has no predecessors.
    fn free_root(&mut self) {
        let values = self.block_values(Procedure::ROOT).to_vec();
        let moved = self.move_edges(Procedure::ROOT);
        self.set_block_values(moved, &values);
        self.set_block_values(Procedure::ROOT, &[]);
        for block in self.block_ids() {
            let edges: Vec<Successor> = self.successors(block).to_vec();
            if edges.iter().any(|edge| edge.block() == Procedure::ROOT) {
                let moved = edges.iter().map(|edge| match edge.block() {
                    Procedure::ROOT => edge.to(moved),
                    _ => *edge,
                });
                let moved: Vec<Successor> = moved.collect();
                self.set_successors(block, &moved);
            }
        }
    }

    /// Fills the root: loads the values of the point, stores them where the rest of the procedure reads them, and jumps
    /// there.
    fn build_entry(&mut self, function: u32, point: &ResumePoint, homes: &Homes, tail: BlockId) {
        self.entry_count = 1;
        self.osr_entries.clear();
        self.signature.params.clear();
        let buffer = self.at(Procedure::ROOT).argument(Type::Int64);
        let mut entries = Vec::with_capacity(point.values.len());
        let mut entered: FxHashMap<ValueId, ValueId> = FxHashMap::default();
        for (word, &id) in point.values.iter().enumerate() {
            let from = *self.value(id);
            let load = self.at(Procedure::ROOT).load(from.ty, buffer, 8 * word as i32);
            if let Some(load) = self.get_value_mut(load) {
                load.flags |= from.flags & ValueFlags::REFERENCE;
            }
            entries.push(StateEntry::Value(load));
            entered.insert(id, load);
        }
        for &id in &point.constants {
            let constant = *self.value(id);
            entered.insert(id, self.append(Procedure::ROOT, constant));
        }
        let mut b = self.at(Procedure::ROOT);
        for &id in point.values.iter().chain(&point.constants) {
            b.set(entered[&id], homes[id]);
        }
        for (location, stored) in &point.stores {
            let Some(&stored) = entered.get(stored) else { continue };
            match *location {
                Location::Phi(phi) => b.upsilon(stored, phi),
                Location::Variable(variable) => b.set(stored, variable),
            };
        }
        b.jump(tail);
        let state = self.add_state(StateId::INVALID, function, point.point.to_pc(), &entries);
        self.add_osr_entry(0, state);
    }

    /// Moves the constants that exit states name to the root, so that they dominate all code.
    fn lift_constants_of_states(&mut self) {
        let (mut named, mut scratch) = (BitSet::default(), StateValues::new());
        for block in self.block_ids() {
            for &id in self.block_values(block) {
                let state = self.state_of(self.value(id));
                if state.is_valid() {
                    self.state_values(state, &mut scratch);
                    let frames = scratch.frames().iter().flat_map(|frame| self.state_entries(*frame));
                    let objects = scratch.objects().iter().flat_map(|object| self.object_fields(*object));
                    for entry in frames.chain(objects) {
                        if let StateEntry::Value(id) | StateEntry::Reference(id) = *entry
                            && self.value(id).opcode().is_constant()
                        {
                            named.insert(id.index());
                        }
                    }
                }
            }
        }
        let mut lifted = Vec::new();
        for block in self.block_ids() {
            let values = self.block_values(block).iter();
            let (constants, others): (Vec<_>, Vec<_>) = values.partition(|id| named.contains(id.index()));
            if !constants.is_empty() {
                lifted.extend(constants);
                self.set_block_values(block, &others);
            }
        }
        lifted.extend_from_slice(self.block_values(Procedure::ROOT));
        self.set_block_values(Procedure::ROOT, &lifted);
    }

    /// Replaces the values of blocks that cannot be reached by an Oops. Phis stay, because Upsilons of other blocks may
    /// name them.
    fn empty_unreachable_blocks(&mut self) {
        let mut reached = BitSet::default();
        reached.insert(Procedure::ROOT.index());
        let mut work = vec![Procedure::ROOT];
        while let Some(block) = work.pop() {
            for edge in self.successors(block) {
                if reached.insert(edge.block().index()) {
                    work.push(edge.block());
                }
            }
        }
        for block in self.block_ids().filter(|block| !reached.contains(block.index())) {
            let mut phis = Vec::new();
            for id in self.block_values(block).to_vec() {
                match self.value(id).opcode() {
                    Opcode::Phi => phis.push(id),
                    _ => self.replace_with_nop(id),
                }
            }
            self.set_block_values(block, &phis);
            self.set_successors(block, &[]);
            if let Some(hints) = &mut self.hints {
                hints.weights.remove(&block);
            }
            self.at(block).add_oops();
        }
    }
}
