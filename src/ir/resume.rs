//! Resume points: the live values with which an interpreter can continue in the middle of a procedure.

use super::{BlockId, Opcode, Procedure, StateEntry, StateValues, Value, ValueId, VariableId};
use crate::base::StateId;
use crate::support::{BitSet, Entity, error_type};
use std::collections::BTreeMap;

/// A point in a procedure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Point {
    /// Before this value is executed.
    Before(ValueId),
    /// While this call is active: execution continues after it, with the call's results.
    During(ValueId),
}

impl Point {
    /// The value.
    pub fn value(self) -> ValueId {
        match self {
            Point::Before(value) | Point::During(value) => value,
        }
    }

    /// Encodes the point for [`StateNode::pc`](super::StateNode::pc): twice the number of the value, plus 1 during a
    /// call.
    pub fn to_pc(self) -> u32 {
        self.value().number() << 1 | u32::from(matches!(self, Point::During(_)))
    }

    /// The inverse of [`Point::to_pc`].
    pub fn from_pc(pc: u32) -> Point {
        let value = ValueId::new(pc >> 1);
        if pc & 1 == 0 { Point::Before(value) } else { Point::During(value) }
    }
}

/// A mutable location that is not a value, written by Upsilons and Sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Location {
    /// The location of this Phi.
    Phi(ValueId),
    /// A variable.
    Variable(VariableId),
}

/// The state with which execution can resume at a point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResumePoint {
    /// The point.
    pub point: Point,
    /// The values needed, ascending by id, without constants. The entries of an exit state are in this order.
    pub values: Vec<ValueId>,
    /// The constants needed.
    pub constants: Vec<ValueId>,
    /// Locations that are read later, with the value that an Upsilon or Set stored; it is one of the values or
    /// constants.
    pub stores: Vec<(Location, ValueId)>,
}

/// Reasons why execution cannot resume at a point.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ResumeError {
    /// The value is in no block, or cannot be active because it is not a call.
    NoPoint {
        /// The point.
        point: Point,
    },
    /// The procedure has stack slots, whose content is not part of exit states.
    StackSlots,
    /// A tuple is live at the point; exit states have only scalars.
    Tuple {
        /// The value.
        value: ValueId,
    },
    /// The Upsilon or Set that wrote a location depends on the path to the point.
    Ambiguous {
        /// The location.
        location: Location,
    },
    /// An argument or the frame pointer is read later, or its value is live: these exist only in the old frame.
    Frame {
        /// The value.
        value: ValueId,
    },
    /// The procedure has pinned registers, whose contents are not part of exit states.
    PinnedRegisters,
    /// A live value is derived from a reference, the base of such a value, or the result of a terminal, so a
    /// continuation cannot hold it in a variable.
    NoVariable {
        /// The value.
        value: ValueId,
    },
}

error_type!(ResumeError {
    ResumeError::NoPoint { point } => "{point:?} is no point where execution can resume";
    ResumeError::StackSlots => "the procedure has stack slots";
    ResumeError::Tuple { value } => "{value} is a tuple, expected scalars only";
    ResumeError::Ambiguous { location } => "the value in {location:?} depends on the path";
    ResumeError::PinnedRegisters => "the procedure has pinned registers";
    ResumeError::NoVariable { value } => "{value} is live, but cannot be kept in a variable";
    ResumeError::Frame { value } => "{value} is live, but exists only in the old frame";
});

/// Liveness of values, and of locations of Phis and variables, at the end of every block.
///
/// Each of them is numbered by a *place*: first the values, then the locations of Phis, the variables, and the frame.
/// The sets of blocks have only the places that are live across blocks, renumbered densely. Solved by iteration over
/// the blocks to a fixpoint, which takes at most as many passes as loops are nested, plus two.
#[derive(Debug)]
pub struct LiveValues<'a> {
    proc: &'a Procedure,
    /// The place of each dense number.
    across: Vec<usize>,
    /// The numbers live at the end of each block.
    out: Vec<BitSet>,
    /// The only predecessor of each block that has exactly one.
    only_predecessor: Vec<Option<BlockId>>,
    /// The block and index of each value.
    position: Vec<(BlockId, usize)>,
    /// Values stored by Upsilons and Sets, by place, block and index.
    writes: BTreeMap<(usize, BlockId, usize), ValueId>,
}

/// A set of places, with a list of all that were ever inserted.
#[derive(Default)]
struct Live {
    set: BitSet,
    touched: Vec<usize>,
}

impl Live {
    fn insert(&mut self, place: usize) {
        if self.set.insert(place) {
            self.touched.push(place);
        }
    }

    /// Empties the set in time proportional to the number of insertions.
    fn clear(&mut self) {
        for place in self.touched.drain(..) {
            self.set.remove(place);
        }
    }
}

impl<'a> LiveValues<'a> {
    /// Computes the liveness of a valid procedure. For an invalid one the result is arbitrary, but there is no panic.
    pub fn compute(proc: &'a Procedure) -> LiveValues<'a> {
        let blocks = proc.block_count();
        let mut live = LiveValues {
            proc,
            across: Vec::new(),
            out: vec![BitSet::default(); blocks],
            only_predecessor: vec![None; blocks],
            position: vec![(BlockId::INVALID, 0); proc.value_count()],
            writes: BTreeMap::new(),
        };
        live.find_positions();
        // Places used in each block before they are defined there (upward-exposed).
        let (mut set, mut scratch) = (Live::default(), StateValues::new());
        let mut number_of: Vec<Option<usize>> = vec![None; live.frame_place() + 1];
        let mut needs: Vec<Vec<usize>> = Vec::with_capacity(blocks);
        for block in proc.block_ids() {
            set.clear();
            for &id in proc.block_values(block).iter().rev() {
                live.transfer(&mut set, &mut scratch, id);
            }
            let mut needed = Vec::new();
            for &place in set.touched.iter().filter(|place| set.set.contains(**place)) {
                let number = *number_of[place].get_or_insert(live.across.len());
                if number == live.across.len() {
                    live.across.push(place);
                }
                needed.push(number);
            }
            needed.sort_unstable();
            needed.dedup();
            needs.push(needed);
        }
        // Numbers defined in each block.
        let made = |block: BlockId| -> Vec<usize> {
            let values = proc.block_values(block).iter();
            let places = values.flat_map(|&id| {
                let location = proc.get_value(id).and_then(written).map(|location| live.place_of(location));
                [Some(id.index()), location]
            });
            places.flatten().filter_map(|place| number_of.get(place).copied().flatten()).collect()
        };
        let defs: Vec<Vec<usize>> = proc.block_ids().map(made).collect();
        let mut ins = vec![BitSet::default(); blocks];
        let mut changed = true;
        while changed {
            changed = false;
            for block in proc.block_ids().rev() {
                let mut set = BitSet::default();
                for edge in proc.successors(block) {
                    if let Some(successor) = ins.get(edge.block().index()) {
                        successor.iter().for_each(|number| _ = set.insert(number));
                    }
                }
                live.out[block.index()] = set.clone();
                defs[block.index()].iter().for_each(|number| _ = set.remove(*number));
                needs[block.index()].iter().for_each(|number| _ = set.insert(*number));
                if set != ins[block.index()] {
                    ins[block.index()] = set;
                    changed = true;
                }
            }
        }
        live
    }

    /// Records the positions of values and writes, and the blocks with exactly one predecessor.
    fn find_positions(&mut self) {
        let proc = self.proc;
        let mut predecessors = vec![0; proc.block_count()];
        for block in proc.block_ids() {
            for (index, &id) in proc.block_values(block).iter().enumerate() {
                let Some(value) = proc.get_value(id) else { continue };
                self.position[id.index()] = (block, index);
                if let (Some(location), Some(child)) = (written(value), proc.children_of(value).first()) {
                    self.writes.insert((self.place_of(location), block, index), *child);
                }
            }
            for edge in proc.successors(block) {
                let Some(count) = predecessors.get_mut(edge.block().index()) else { continue };
                *count += 1;
                self.only_predecessor[edge.block().index()] = (*count == 1).then_some(block);
            }
        }
        // The root is also entered from outside.
        if let Some(root) = self.only_predecessor.first_mut() {
            *root = None;
        }
    }

    fn place_of(&self, location: Location) -> usize {
        let values = self.proc.value_count();
        match location {
            Location::Phi(phi) => values + phi.index().min(values),
            Location::Variable(variable) => 2 * values + variable.index().min(self.proc.variables().len()),
        }
    }

    /// The place of everything that exists only in the procedure's frame.
    fn frame_place(&self) -> usize {
        2 * self.proc.value_count() + self.proc.variables().len()
    }

    /// Transfer function of one value, from after to before it.
    fn transfer(&self, live: &mut Live, scratch: &mut StateValues, id: ValueId) {
        let Some(value) = self.proc.get_value(id) else { return };
        live.set.remove(id.index());
        if let Some(location) = written(value) {
            live.set.remove(self.place_of(location));
        }
        match value.opcode() {
            Opcode::Phi => live.insert(self.place_of(Location::Phi(id))),
            Opcode::Get => live.insert(self.place_of(Location::Variable(value.variable()))),
            Opcode::ArgumentReg | Opcode::FramePointer | Opcode::StackPointer => {
                live.insert(self.frame_place());
            }
            _ => {}
        }
        // Nonexistent values are never live.
        let values = self.proc.value_count();
        let mut need = |needed: &ValueId| {
            if needed.index() < values {
                live.insert(needed.index());
            }
        };
        self.proc.children_of(value).iter().for_each(&mut need);
        let state = self.proc.state_of(value);
        if state.is_valid() {
            self.proc.state_values(state, scratch).iter().for_each(&mut need);
        }
    }

    /// The state needed to resume at a point. For many points, [`LiveValues::all`] is faster.
    ///
    /// # Errors
    /// The state at the point cannot be described by an exit state.
    pub fn at(&self, point: Point) -> Result<ResumePoint, ResumeError> {
        self.all(&[point]).pop().unwrap_or(Err(ResumeError::NoPoint { point }))
    }

    /// The states needed to resume at each of these points, in their order. Walks each block only once.
    ///
    /// # Errors
    /// Each result is as for [`LiveValues::at`].
    pub fn all(&self, points: &[Point]) -> Vec<Result<ResumePoint, ResumeError>> {
        let proc = self.proc;
        let mut found: Vec<_> = points.iter().map(|&point| Err(ResumeError::NoPoint { point })).collect();
        let mut order: Vec<(BlockId, usize, bool, usize)> = Vec::with_capacity(points.len());
        for (n, &point) in points.iter().enumerate() {
            let (id, during) = (point.value(), matches!(point, Point::During(_)));
            let Some(&(block, index)) = self.position.get(id.index()) else { continue };
            if proc.block_values(block).get(index) != Some(&id) {
                continue;
            }
            match proc.value(id).opcode() {
                Opcode::Nop => {}
                Opcode::CCall | Opcode::Poll => order.push((block, index, during, n)),
                _ if !during => order.push((block, index, during, n)),
                _ => {}
            }
        }
        if !proc.stack_slots().is_empty() {
            order.iter().for_each(|(.., n)| found[*n] = Err(ResumeError::StackSlots));
            return found;
        }
        // From the end of each block; the point during a call is processed before the point before it.
        order.sort_unstable_by(|a, b| b.cmp(a));
        let (mut live, mut scratch) = (Live::default(), StateValues::new());
        for points_of_block in order.chunk_by(|a, b| a.0 == b.0) {
            let block = points_of_block[0].0;
            live.clear();
            self.out[block.index()].iter().for_each(|number| live.insert(self.across[number]));
            let values = proc.block_values(block);
            let mut end = values.len();
            for &(_, index, during, n) in points_of_block {
                for &later in values[(index + usize::from(during)).min(end)..end].iter().rev() {
                    self.transfer(&mut live, &mut scratch, later);
                }
                end = end.min(index + usize::from(during));
                if during {
                    live.set.remove(values[index].index());
                }
                found[n] = self.needed(points[n], &live.set, (block, index));
            }
        }
        found
    }

    /// The resume point for this set of live places.
    fn needed(
        &self,
        point: Point,
        live: &BitSet,
        (block, index): (BlockId, usize),
    ) -> Result<ResumePoint, ResumeError> {
        let proc = self.proc;
        let is_own = |id: &ValueId| proc.get_value(*id).is_some_and(|value| is_frame(value.opcode()));
        if let Some(value) = live.iter().map(ValueId::from_index).find(is_own) {
            return Err(ResumeError::Frame { value });
        }
        if live.contains(self.frame_place()) {
            let fetches = |id: &ValueId| {
                let opcode = proc.value(*id).opcode();
                opcode == Opcode::ArgumentReg || is_frame(opcode)
            };
            let value = proc.value_ids().find(fetches).unwrap_or_default();
            return Err(ResumeError::Frame { value });
        }
        let mut needed = BitSet::default();
        let mut stores = Vec::new();
        for place in live.iter() {
            let location = match place.checked_sub(proc.value_count()) {
                None => {
                    needed.insert(place);
                    continue;
                }
                Some(phi) if phi < proc.value_count() => Location::Phi(ValueId::from_index(phi)),
                Some(rest) => Location::Variable(VariableId::from_index(rest - proc.value_count())),
            };
            let stored = self.stored(location, block, index)?;
            needed.insert(stored.index());
            stores.push((location, stored));
        }
        let mut found = ResumePoint { point, values: Vec::new(), constants: Vec::new(), stores };
        for id in needed.iter().map(ValueId::from_index) {
            let Some(value) = proc.get_value(id) else { continue };
            if value.opcode().is_constant() {
                found.constants.push(id);
            } else if value.ty.is_scalar() {
                found.values.push(id);
            } else {
                return Err(ResumeError::Tuple { value: id });
            }
        }
        Ok(found)
    }

    /// The value in a location before the `index`-th value of a block.
    fn stored(
        &self,
        location: Location,
        mut block: BlockId,
        mut index: usize,
    ) -> Result<ValueId, ResumeError> {
        let place = self.place_of(location);
        // A longer chain of only predecessors has a cycle.
        for _ in 0..=self.proc.block_count() {
            let before = self.writes.range((place, block, 0)..(place, block, index)).next_back();
            if let Some((_, stored)) = before {
                return Ok(*stored);
            }
            let Some(before) = self.only_predecessor[block.index()] else { break };
            (block, index) = (before, usize::MAX);
        }
        Err(ResumeError::Ambiguous { location })
    }
}

/// The location that a value writes, if any.
fn written(value: &Value) -> Option<Location> {
    match value.opcode() {
        Opcode::Upsilon => Some(Location::Phi(value.phi())),
        Opcode::Set => Some(Location::Variable(value.variable())),
        _ => None,
    }
}

impl Procedure {
    /// Adds a frame of an exit state in which an interpreter of the IR can resume. `function` is the client's number of
    /// the procedure to interpret, in which values must have the same ids as here. The entries are the point's values,
    /// and the pc is [`Point::to_pc`].
    ///
    /// The procedure to interpret is usually a clone of this one from before optimization.
    pub fn add_resume_state(&mut self, parent: StateId, function: u32, point: &ResumePoint) -> StateId {
        let entries: Vec<StateEntry> = point.values.iter().map(|value| StateEntry::Value(*value)).collect();
        self.add_state(parent, function, point.point.to_pc(), &entries)
    }
}
/// True for values that only the frame of the procedure has.
fn is_frame(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::FramePointer | Opcode::StackPointer)
}
