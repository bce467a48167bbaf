//! What an interpreter needs to go on in the middle of a procedure: every value that is live there.

use super::{BlockId, Opcode, Procedure, StateEntry, StateValues, Value, ValueId, VariableId};
use crate::base::StateId;
use crate::support::{BitSet, Entity};
use std::collections::BTreeMap;
use std::fmt;

/// A place in a procedure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Point {
    /// Before this value is executed.
    Before(ValueId),
    /// While this call is active: execution goes on behind it, with the call's results.
    During(ValueId),
}

impl Point {
    /// The value.
    pub fn value(self) -> ValueId {
        match self {
            Point::Before(value) | Point::During(value) => value,
        }
    }

    /// The point in one word, for [`StateNode::pc`](super::StateNode::pc): twice the number of the value, and 1 more
    /// during a call.
    pub fn to_pc(self) -> u32 {
        self.value().number() << 1 | u32::from(matches!(self, Point::During(_)))
    }

    /// The inverse of [`Point::to_pc`].
    pub fn from_pc(pc: u32) -> Point {
        let value = ValueId::new(pc >> 1);
        if pc & 1 == 0 { Point::Before(value) } else { Point::During(value) }
    }
}

/// Where something is that is no value: what Upsilons and Sets write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Location {
    /// The location of this Phi.
    Phi(ValueId),
    /// A variable.
    Variable(VariableId),
}

/// What execution needs to go on at a point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResumePoint {
    /// Where.
    pub point: Point,
    /// The values that are needed, in order of their ids; no constants. An exit state has them in this order.
    pub values: Vec<ValueId>,
    /// The constants that are needed.
    pub constants: Vec<ValueId>,
    /// What Upsilons and Sets wrote before and is read later: the location, and the value that is in it, which is one
    /// of the values or constants.
    pub stores: Vec<(Location, ValueId)>,
}

/// Why execution cannot begin at a point.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ResumeError {
    /// The value is in no block, or is no call of which something could be active.
    NoPoint {
        /// What was asked for.
        point: Point,
    },
    /// The procedure has stack slots: what is in them is not in an exit state.
    StackSlots,
    /// A tuple is live there: exit states have scalars only.
    Tuple {
        /// The value.
        value: ValueId,
    },
    /// Which Upsilon or Set wrote a location depends on the path to the point.
    Ambiguous {
        /// The location.
        location: Location,
    },
    /// An argument or the frame's address is fetched later, or the address is needed: only the frame that is left has
    /// them.
    Frame {
        /// The value.
        value: ValueId,
    },
}

impl fmt::Display for ResumeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResumeError::NoPoint { point } => write!(f, "{point:?} is no place where execution can begin"),
            ResumeError::StackSlots => f.write_str("the procedure has stack slots"),
            ResumeError::Tuple { value } => write!(f, "{value} is a tuple, expected scalars only"),
            ResumeError::Ambiguous { location } => {
                write!(f, "what is in {location:?} depends on the path")
            }
            ResumeError::Frame { value } => {
                write!(f, "{value} is needed later, and only the old frame has it")
            }
        }
    }
}

impl std::error::Error for ResumeError {}

/// Which values, and locations of Phis and variables, are live at the end of every block.
///
/// Each has a *place*: values their numbers; then come the locations of Phis, then variables, then the frame. Only
/// places that are live across blocks are in the sets of blocks, under numbers of their own. Iterates over blocks until
/// nothing changes: at most as often as loops are nested, plus two.
#[derive(Debug)]
pub struct LiveValues<'a> {
    proc: &'a Procedure,
    /// By number: the place.
    across: Vec<usize>,
    /// By block: the numbers that are live at its end.
    out: Vec<BitSet>,
    /// By block: the only predecessor, if there is one only.
    only_predecessor: Vec<Option<BlockId>>,
    /// By value: its block, and its index there.
    position: Vec<(BlockId, usize)>,
    /// What Upsilons and Sets write, by place, block and index.
    writes: BTreeMap<(usize, BlockId, usize), ValueId>,
}

/// A set of places, and which were ever in it.
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

    /// Empties it, in the time that it took to fill.
    fn clear(&mut self) {
        for place in self.touched.drain(..) {
            self.set.remove(place);
        }
    }
}

impl<'a> LiveValues<'a> {
    /// Of a valid procedure; of another one, anything, without a panic.
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
        // What each block needs from before it.
        let (mut set, mut scratch) = (Live::default(), StateValues::new());
        let mut number_of: Vec<Option<usize>> = vec![None; live.frame_place() + 1];
        let mut needs: Vec<Vec<usize>> = Vec::with_capacity(blocks);
        for block in proc.block_ids() {
            set.clear();
            for &id in proc.block_values(block).iter().rev() {
                live.step_back(&mut set, &mut scratch, id);
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
        // What each block makes, of that.
        let made = |block: BlockId| -> Vec<usize> {
            let values = proc.block_values(block).iter();
            let places = values.flat_map(|&id| {
                let location = proc.get_value(id).and_then(written).map(|location| live.place_of(location));
                [Some(id.index()), location]
            });
            places.flatten().filter_map(|place| number_of.get(place).copied().flatten()).collect()
        };
        let makes: Vec<Vec<usize>> = proc.block_ids().map(made).collect();
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
                makes[block.index()].iter().for_each(|number| _ = set.remove(*number));
                needs[block.index()].iter().for_each(|number| _ = set.insert(*number));
                if set != ins[block.index()] {
                    ins[block.index()] = set;
                    changed = true;
                }
            }
        }
        live
    }

    /// Where values and writes are, and which blocks have one predecessor only.
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
        // The root is entered from outside too.
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

    /// Stands for everything that only the procedure's frame has.
    fn frame_place(&self) -> usize {
        2 * self.proc.value_count() + self.proc.variables().len()
    }

    /// From behind a value to before it.
    fn step_back(&self, live: &mut Live, scratch: &mut StateValues, id: ValueId) {
        let Some(value) = self.proc.get_value(id) else { return };
        live.set.remove(id.index());
        if let Some(location) = written(value) {
            live.set.remove(self.place_of(location));
        }
        match value.opcode() {
            Opcode::Phi => live.insert(self.place_of(Location::Phi(id))),
            Opcode::Get => live.insert(self.place_of(Location::Variable(value.variable()))),
            Opcode::ArgumentReg | Opcode::FramePointer => live.insert(self.frame_place()),
            _ => {}
        }
        // What does not exist is never needed.
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

    /// What execution needs to go on at a point. For many points, [`LiveValues::all`] is faster.
    ///
    /// # Errors
    /// Nothing that an exit state can have is enough.
    pub fn at(&self, point: Point) -> Result<ResumePoint, ResumeError> {
        self.all(&[point]).pop().unwrap_or(Err(ResumeError::NoPoint { point }))
    }

    /// What execution needs to go on at each of these points, in their order; goes through the block of several points
    /// once.
    ///
    /// # Errors
    /// Inside, as of [`LiveValues::at`].
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
                Opcode::CCall => order.push((block, index, during, n)),
                _ if !during => order.push((block, index, during, n)),
                _ => {}
            }
        }
        if !proc.stack_slots().is_empty() {
            order.iter().for_each(|(.., n)| found[*n] = Err(ResumeError::StackSlots));
            return found;
        }
        // From the end of each block: what is during a call comes before what is before it.
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
                    self.step_back(&mut live, &mut scratch, later);
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

    /// What is needed where these places are live.
    fn needed(
        &self,
        point: Point,
        live: &BitSet,
        (block, index): (BlockId, usize),
    ) -> Result<ResumePoint, ResumeError> {
        let proc = self.proc;
        let is_frame = |id: &ValueId| proc.get_value(*id).map(Value::opcode) == Some(Opcode::FramePointer);
        if let Some(value) = live.iter().map(ValueId::from_index).find(is_frame) {
            return Err(ResumeError::Frame { value });
        }
        if live.contains(self.frame_place()) {
            let fetches =
                |id: &ValueId| matches!(proc.value(*id).opcode(), Opcode::ArgumentReg | Opcode::FramePointer);
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

    /// The value that is in a location before the `index`-th value of a block.
    fn stored(
        &self,
        location: Location,
        mut block: BlockId,
        mut index: usize,
    ) -> Result<ValueId, ResumeError> {
        let place = self.place_of(location);
        // A chain of only predecessors that is longer goes in circles.
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

/// The location that a value writes.
fn written(value: &Value) -> Option<Location> {
    match value.opcode() {
        Opcode::Upsilon => Some(Location::Phi(value.phi())),
        Opcode::Set => Some(Location::Variable(value.variable())),
        _ => None,
    }
}

impl Procedure {
    /// Adds a frame of an exit state in which an interpreter of the IR can go on: `function` is the client's number of
    /// the procedure that is interpreted then, and its values, which have the same ids here, are the entries. The pc is
    /// [`Point::to_pc`].
    ///
    /// The procedure that is interpreted is usually the one from which this one was cloned before it was optimised.
    pub fn add_resume_state(&mut self, parent: StateId, function: u32, point: &ResumePoint) -> StateId {
        let entries: Vec<StateEntry> = point.values.iter().map(|value| StateEntry::Value(*value)).collect();
        self.add_state(parent, function, point.point.to_pc(), &entries)
    }
}
