//! Descriptions of exits: operands, and the exit state with its values.

use super::machine::Machine;
use super::program::{NO_SLOT, Slot, StackmapSite, words};
use super::{Exit, ExitEntry, ExitFrame, ExitObject};
use crate::ir::{ObjectId, Procedure, StateEntry, ValueId};
use crate::support::{BitSet, Entity};

impl<'a> Machine<'a, '_> {
    /// Describes the exit of the current frame at a check or patchpoint.
    pub(super) fn describe_exit(&mut self, point: &'a StackmapSite) -> Exit {
        let program = self.program();
        let proc: &'a Procedure = &self.interpreter.procedures[self.frame.program as usize];
        let types = program.operand_types[point.types.range()].iter().flat_map(words);
        let operands = types.zip(self.observed_operands(point)).collect();
        let mut seen = BitSet::with_len(proc.objects().len());
        let mut needed = Vec::new();
        let mut frames = Vec::new();
        let mut state = proc.stackmaps().get(point.stackmap).map(|map| map.state).unwrap_or_default();
        // A chain longer than the table has a cycle, which validation reports.
        while let Some(node) = proc.states().get(state)
            && frames.len() < proc.states().len()
        {
            let entries = self.entries(proc, proc.state_entries(state), &mut seen, &mut needed);
            let local_count = node.local_count();
            frames.push(ExitFrame { function: node.function, pc: node.pc, local_count, entries });
            state = node.parent;
        }
        let mut objects = Vec::new();
        let mut next = 0;
        while let Some(&id) = needed.get(next) {
            next += 1;
            let Some(object) = proc.objects().get(id) else { continue };
            let fields = self.entries(proc, proc.object_fields(id), &mut seen, &mut needed);
            objects.push(ExitObject { id, shape: object.shape, fields });
        }
        let generator = point.generator.as_ref().map(|generator| generator.name.clone());
        Exit { place: self.place(), generator: generator.unwrap_or_default(), operands, frames, objects }
    }

    fn entries(
        &mut self,
        proc: &Procedure,
        entries: &[StateEntry],
        seen: &mut BitSet,
        needed: &mut Vec<ObjectId>,
    ) -> Vec<ExitEntry> {
        let mut out = Vec::with_capacity(entries.len());
        for entry in entries {
            out.push(match *entry {
                StateEntry::Dead => ExitEntry::Dead,
                StateEntry::Value(id) if proc.type_of(id).is_vector() => {
                    let [low, high] = [0, 1].map(|word| u128::from(self.value(id, word)));
                    ExitEntry::Vector(low | high << 64)
                }
                StateEntry::Value(id) => ExitEntry::Scalar(proc.type_of(id), self.value(id, 0)),
                StateEntry::Reference(id) => ExitEntry::Reference(self.value(id, 0)),
                StateEntry::Constant(ty, bits) => ExitEntry::Scalar(ty, bits),
                StateEntry::Object(id) => {
                    if seen.insert(id.index()) {
                        needed.push(id);
                    }
                    ExitEntry::Object(id)
                }
            });
        }
        out
    }

    /// A word of a value of the current frame, which becomes observable; zero if it has no slot.
    fn value(&mut self, id: ValueId, word: Slot) -> u64 {
        match self.program().slot_of.get(id.index()) {
            Some(&slot) if slot != NO_SLOT => self.observe(slot + word),
            _ => 0,
        }
    }
}
