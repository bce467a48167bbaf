//! The values that an exit state keeps alive.

use super::{ObjectId, Procedure, StateEntry, ValueId};
use crate::base::StateId;
use crate::support::Entity;

/// The result and scratch memory of [`Procedure::state_values`]; reusable for any procedure.
#[derive(Debug, Default)]
pub struct StateValues {
    values: Vec<ValueId>,
    objects: Vec<ObjectId>,
    frames: Vec<StateId>,
    /// For each value and object, the number of the walk that last visited it.
    value_marks: Vec<u32>,
    object_marks: Vec<u32>,
    walk: u32,
}

impl StateValues {
    /// An empty result.
    pub fn new() -> StateValues {
        StateValues::default()
    }

    /// The distinct values, in order of first visit.
    pub fn values(&self) -> &[ValueId] {
        &self.values
    }

    /// The virtual objects, without duplicates, in order of first visit.
    pub fn objects(&self) -> &[ObjectId] {
        &self.objects
    }

    /// The frames, the innermost first.
    pub fn frames(&self) -> &[StateId] {
        &self.frames
    }

    fn begin(&mut self, proc: &Procedure) {
        self.values.clear();
        self.objects.clear();
        self.frames.clear();
        self.walk = self.walk.wrapping_add(1);
        if self.walk == 0 {
            self.value_marks.fill(0);
            self.object_marks.fill(0);
            self.walk = 1;
        }
        let grow = |marks: &mut Vec<u32>, len: usize| marks.resize(marks.len().max(len), 0);
        grow(&mut self.value_marks, proc.values.len());
        grow(&mut self.object_marks, proc.objects.len());
    }

    fn visit(&mut self, proc: &Procedure, entries: &[StateEntry]) {
        for entry in entries {
            match *entry {
                StateEntry::Value(id) | StateEntry::Reference(id) => {
                    // Constants are described in the state itself.
                    if proc.values.get(id).is_some_and(|value| !value.opcode.is_constant())
                        && std::mem::replace(&mut self.value_marks[id.number() as usize], self.walk)
                            != self.walk
                    {
                        self.values.push(id);
                    }
                }
                StateEntry::Object(id) => {
                    if proc.objects.contains(id)
                        && std::mem::replace(&mut self.object_marks[id.number() as usize], self.walk)
                            != self.walk
                    {
                        self.objects.push(id);
                    }
                }
                StateEntry::Dead | StateEntry::Constant(..) => {}
            }
        }
    }
}

impl Procedure {
    /// The distinct values that an exit state needs, in order of first visit: the entries of its frames, innermost
    /// first, then the fields of the virtual objects in order of first visit. Excludes constants, which are described
    /// by their bits.
    ///
    /// An instruction with this state has these values as cold operands, in this order. Linear in the size of the
    /// state; constant time for a state without entries. Nonexistent ids are skipped, and cyclic chains of frames
    /// terminate.
    pub fn state_values<'s>(&self, state: StateId, scratch: &'s mut StateValues) -> &'s [ValueId] {
        scratch.begin(self);
        let mut at = state;
        // A chain longer than the table has a cycle, which validation reports.
        while let Some(node) = self.states.get(at)
            && scratch.frames.len() < self.states.len()
        {
            scratch.frames.push(at);
            scratch.visit(self, self.entries.get(node.entries));
            at = node.parent;
        }
        let mut next = 0;
        while let Some(&object) = scratch.objects.get(next) {
            scratch.visit(self, self.object_fields(object));
            next += 1;
        }
        &scratch.values
    }
}

impl Procedure {
    /// Number of entries of all exits, each with the frames of its callers and its virtual objects: what every later
    /// stage visits. The procedure is valid.
    ///
    /// States and objects share their parts, so this can be quadratic in the size of the procedure, and is counted
    /// without a visit of each entry.
    pub(crate) fn exit_entries(&self) -> u64 {
        if self.states.is_empty() {
            return 0;
        }
        let objects = self.object_sizes();
        let mut sizes: Vec<Option<u64>> = vec![None; self.states.len()];
        let mut chain = Vec::new();
        for state in self.states.ids() {
            let mut at = state;
            while let Some(None) = sizes.get(at.index()) {
                chain.push(at);
                at = self.states[at].parent;
            }
            let mut size = sizes.get(at.index()).copied().flatten().unwrap_or(0);
            while let Some(frame) = chain.pop() {
                let entries = self.state_entries(frame);
                size = entries
                    .iter()
                    .map(|entry| size_of_entry(entry, &objects))
                    .fold(size, u64::saturating_add);
                sizes[frame.index()] = Some(size);
            }
        }
        let of_value = |value| sizes.get(self.state_of(value).index()).copied().flatten().unwrap_or(0);
        self.values.values().map(of_value).fold(0, u64::saturating_add)
    }

    /// By object: the number of fields of it and of the objects in it, at most that of all objects.
    fn object_sizes(&self) -> Vec<u64> {
        let fields = |object| self.object_fields(object);
        let all: u64 = self.objects.ids().map(|object| fields(object).len() as u64).sum();
        let mut sizes = vec![0; self.objects.len()];
        let mut seen = vec![false; self.objects.len()];
        let mut open: Vec<(ObjectId, usize)> = Vec::new();
        for object in self.objects.ids() {
            if !std::mem::replace(&mut seen[object.index()], true) {
                open.push((object, 0));
            }
            while let Some((object, place)) = open.last_mut() {
                match fields(*object).get(*place) {
                    Some(entry) => {
                        *place += 1;
                        if let StateEntry::Object(inner) = *entry
                            && !std::mem::replace(&mut seen[inner.index()], true)
                        {
                            open.push((inner, 0));
                        }
                    }
                    None => {
                        let sum = fields(*object).iter().map(|entry| size_of_entry(entry, &sizes));
                        sizes[object.index()] = sum.fold(0, u64::saturating_add).min(all);
                        open.pop();
                    }
                }
            }
        }
        sizes
    }
}

fn size_of_entry(entry: &StateEntry, objects: &[u64]) -> u64 {
    let inner = if let StateEntry::Object(object) = entry { objects[object.index()] } else { 0 };
    inner.saturating_add(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Type;
    use crate::ir::testing::target;

    #[test]
    fn values_are_in_order_of_first_visit() {
        let mut proc = Procedure::new(&target());
        let root = proc.add_block();
        let [a, b, c, d] = [0; 4].map(|_| proc.at(root).argument(Type::Int64));
        let constant = proc.at(root).const64(7);
        // Two objects that refer to each other.
        let [first, second] = [0, 1].map(ObjectId::new);
        proc.add_object(1, &[StateEntry::Value(d), StateEntry::Object(second)]);
        proc.add_object(2, &[StateEntry::Object(first), StateEntry::Value(a), StateEntry::Object(second)]);
        let caller = proc.add_state(StateId::INVALID, 1, 1, &[StateEntry::Value(b), StateEntry::Value(c)]);
        let entries = [
            StateEntry::Object(first),
            StateEntry::Value(c),
            StateEntry::Dead,
            StateEntry::Value(constant),
            StateEntry::Constant(Type::Int32, 1),
            StateEntry::Reference(c),
        ];
        let callee = proc.add_state(caller, 2, 1, &entries);
        let mut scratch = StateValues::new();
        assert_eq!(proc.state_values(callee, &mut scratch), [c, b, d, a]);
        assert_eq!((scratch.objects(), scratch.frames()), (&[first, second][..], &[callee, caller][..]));
        assert_eq!(proc.state_values(caller, &mut scratch), [b, c]);
        assert_eq!((scratch.objects(), scratch.frames()), (&[][..], &[caller][..]));
        assert_eq!(proc.state_values(StateId::INVALID, &mut scratch), []);
        // Reuse with another, smaller procedure.
        let empty = Procedure::new(&target());
        assert_eq!(empty.state_values(callee, &mut scratch), []);
        scratch.walk = u32::MAX;
        assert_eq!(proc.state_values(callee, &mut scratch), [c, b, d, a], "walk numbers wrap around");
    }

    #[test]
    fn cyclic_tables_terminate() {
        let mut proc = Procedure::new(&target());
        let foreign = [StateEntry::Value(ValueId::new(9)), StateEntry::Object(ObjectId::new(9))];
        let circle = proc.add_state(StateId::new(1), 0, 0, &foreign);
        proc.add_state(circle, 0, 0, &[]);
        let mut scratch = StateValues::new();
        assert_eq!(proc.state_values(circle, &mut scratch), []);
        assert_eq!(scratch.frames().len(), 2);
    }
}
