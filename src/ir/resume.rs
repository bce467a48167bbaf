//! What an interpreter needs to go on in the middle of a procedure: every value that is live there.

use super::{BlockId, Opcode, Procedure, StateEntry, StateValues, Value, ValueId, VariableId};
use crate::base::StateId;
use crate::support::{BitSet, Entity};
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
/// Values have their numbers in the sets; then come the locations of Phis, then variables. Iterates over blocks until
/// nothing changes: at most as often as loops are nested, plus two.
#[derive(Debug)]
pub struct LiveValues<'a> {
    proc: &'a Procedure,
    /// By block: live at its end.
    out: Vec<BitSet>,
    /// By block: the only predecessor, if there is one only.
    only_predecessor: Vec<Option<BlockId>>,
    /// By value: its block.
    block_of: Vec<BlockId>,
}

impl<'a> LiveValues<'a> {
    /// Of a valid procedure; of another one, anything, without a panic.
    pub fn compute(proc: &'a Procedure) -> LiveValues<'a> {
        let blocks = proc.block_count();
        let mut live = LiveValues {
            proc,
            out: vec![BitSet::default(); blocks],
            only_predecessor: vec![None; blocks],
            block_of: vec![BlockId::INVALID; proc.value_count()],
        };
        let mut predecessors = vec![0; blocks];
        for block in proc.block_ids() {
            for &id in proc.block_values(block) {
                if let Some(place) = live.block_of.get_mut(id.index()) {
                    *place = block;
                }
            }
            for edge in proc.successors(block) {
                let Some(count) = predecessors.get_mut(edge.block().index()) else { continue };
                *count += 1;
                live.only_predecessor[edge.block().index()] = (*count == 1).then_some(block);
            }
        }
        // The root is entered from outside too.
        if let Some(root) = live.only_predecessor.first_mut() {
            *root = None;
        }
        let mut scratch = StateValues::new();
        let mut ins = vec![BitSet::default(); blocks];
        let mut changed = true;
        while changed {
            changed = false;
            for block in proc.block_ids().rev() {
                let mut set = BitSet::default();
                for edge in proc.successors(block) {
                    if let Some(successor) = ins.get(edge.block().index()) {
                        successor.iter().for_each(|bit| _ = set.insert(bit));
                    }
                }
                live.out[block.index()] = set.clone();
                for &id in proc.block_values(block).iter().rev() {
                    live.step_back(&mut set, &mut scratch, id);
                }
                if set != ins[block.index()] {
                    ins[block.index()] = set;
                    changed = true;
                }
            }
        }
        live
    }

    fn bit_of(&self, location: Location) -> usize {
        let values = self.proc.value_count();
        match location {
            Location::Phi(phi) => values + phi.index(),
            Location::Variable(variable) => 2 * values + variable.index(),
        }
    }

    /// Stands for everything that only the procedure's frame has.
    fn frame_bit(&self) -> usize {
        2 * self.proc.value_count() + self.proc.variables().len()
    }

    /// From behind a value to before it.
    fn step_back(&self, set: &mut BitSet, scratch: &mut StateValues, id: ValueId) {
        let Some(value) = self.proc.get_value(id) else { return };
        set.remove(id.index());
        if let Some(location) = written(value) {
            set.remove(self.bit_of(location));
        }
        match value.opcode() {
            Opcode::Phi => _ = set.insert(self.bit_of(Location::Phi(id))),
            Opcode::Get => _ = set.insert(self.bit_of(Location::Variable(value.variable()))),
            Opcode::ArgumentReg | Opcode::FramePointer => _ = set.insert(self.frame_bit()),
            _ => {}
        }
        self.proc.children_of(value).iter().for_each(|child| _ = set.insert(child.index()));
        let state = self.proc.state_of(value);
        if state.is_valid() {
            let needed = self.proc.state_values(state, scratch);
            needed.iter().for_each(|needed| _ = set.insert(needed.index()));
        }
    }

    /// What execution needs to go on at a point.
    ///
    /// # Errors
    /// Nothing that an exit state can have is enough.
    pub fn at(&self, point: Point) -> Result<ResumePoint, ResumeError> {
        let proc = self.proc;
        let no_point = ResumeError::NoPoint { point };
        let id = point.value();
        let block = self.block_of.get(id.index()).copied().unwrap_or_default();
        let values = proc.block_values(block);
        let Some(index) = values.iter().position(|value| *value == id) else { return Err(no_point) };
        let is_call = proc.value(id).opcode() == Opcode::CCall;
        let is_nothing = proc.value(id).opcode() == Opcode::Nop;
        if is_nothing || (matches!(point, Point::During(_)) && !is_call) {
            return Err(no_point);
        }
        if !proc.stack_slots().is_empty() {
            return Err(ResumeError::StackSlots);
        }
        let mut set = self.out[block.index()].clone();
        let mut scratch = StateValues::new();
        for &later in values[index..].iter().rev() {
            if later == id && matches!(point, Point::During(_)) {
                set.remove(id.index());
            } else {
                self.step_back(&mut set, &mut scratch, later);
            }
        }
        let is_frame = |id: &ValueId| proc.get_value(*id).map(Value::opcode) == Some(Opcode::FramePointer);
        if let Some(value) = set.iter().map(ValueId::from_index).find(is_frame) {
            return Err(ResumeError::Frame { value });
        }
        if set.contains(self.frame_bit()) {
            let fetches =
                |id: &ValueId| matches!(proc.value(*id).opcode(), Opcode::ArgumentReg | Opcode::FramePointer);
            let value = proc.value_ids().find(fetches).unwrap_or_default();
            return Err(ResumeError::Frame { value });
        }
        let mut needed = BitSet::default();
        let mut stores = Vec::new();
        for bit in set.iter() {
            let location = match bit.checked_sub(proc.value_count()) {
                None => {
                    needed.insert(bit);
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
    fn stored(&self, location: Location, mut block: BlockId, index: usize) -> Result<ValueId, ResumeError> {
        let mut values = &self.proc.block_values(block)[..index];
        // A chain of only predecessors that is longer goes in circles.
        for _ in 0..=self.proc.block_count() {
            for &id in values.iter().rev() {
                let value = self.proc.value(id);
                if written(value) == Some(location)
                    && let Some(child) = self.proc.children_of(value).first()
                {
                    return Ok(*child);
                }
            }
            let Some(before) = self.only_predecessor[block.index()] else { break };
            block = before;
            values = self.proc.block_values(block);
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
