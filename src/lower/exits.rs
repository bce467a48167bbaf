//! Encodes the exit states of a procedure that its code uses as exit tables.
//!
//! The pool of frames and objects belongs to the procedure; value locations belong to the code buffer. A frame or
//! object is encoded for the first site that needs it and shared by later sites. Cost: linear in the states of all
//! sites.

use crate::base::{ExitId, StateId};
use crate::ir::{Procedure, StateEntry, StateValues, ValueId};
use crate::isa::{CodeBuffer, EmitError, ExitSite, ExitTable, ExitTableWriter, RecordEntry};
use crate::support::Entity;
use std::ops::Range;

/// No number is assigned yet.
const NONE: u32 = u32::MAX;

/// Encoder of exit tables; its memory is reused across procedures.
#[derive(Debug, Default)]
pub struct ExitEncoder {
    writer: ExitTableWriter,
    walk: StateValues,
    /// The numbers of values, frames and objects in the table, by id.
    values: Vec<u32>,
    frames: Vec<u32>,
    objects: Vec<u32>,
    entries: Vec<RecordEntry>,
    places: Vec<(u32, crate::base::ValueRep)>,
}

impl ExitEncoder {
    /// A new encoder.
    pub fn new() -> ExitEncoder {
        ExitEncoder::default()
    }

    /// Encodes the table of the sites of a finished buffer. Exits have the numbers that the buffer assigned.
    ///
    /// # Errors
    /// [`EmitError::InvalidExit`]: the state of a site does not exist, its frames form a cycle, or the number of
    /// locations differs from the number of values.
    pub fn encode(&mut self, proc: &Procedure, buffer: &CodeBuffer) -> Result<ExitTable, EmitError> {
        self.encode_parts(&[(proc, 0..buffer.exit_sites().len())], buffer)
    }

    /// Like [`ExitEncoder::encode`], for a buffer with several procedures. Each has a range of the sites, in order and
    /// without gaps.
    ///
    /// # Errors
    /// Those of [`ExitEncoder::encode`]. Also if the ranges do not cover the sites exactly once in order, or if the
    /// states take 4 GiB or more.
    pub fn encode_parts(
        &mut self,
        parts: &[(&Procedure, Range<usize>)],
        buffer: &CodeBuffer,
    ) -> Result<ExitTable, EmitError> {
        let count = buffer.exit_sites().len();
        let mut covered = 0;
        for next in parts.iter().map(|(_, range)| range.clone()).chain(std::iter::once(count..count)) {
            if next.start != covered || next.end < covered || next.end > count {
                let expected = "each exit in the range of exactly one procedure";
                return Err(EmitError::InvalidExit { exit: ExitId::from_index(covered), expected });
            }
            covered = next.end;
        }
        if count == 0 {
            return Ok(ExitTable::default());
        }
        self.writer.clear();
        let reset = |numbers: &mut Vec<u32>, len: usize| {
            numbers.clear();
            numbers.resize(len, NONE);
        };
        for (proc, range) in parts {
            reset(&mut self.values, proc.value_count());
            reset(&mut self.frames, proc.states().len());
            reset(&mut self.objects, proc.objects().len());
            for (index, site) in range.clone().zip(&buffer.exit_sites()[range.clone()]) {
                self.add_site(proc, buffer, site).map_err(|expected| {
                    let exit = ExitId::from_index(index);
                    EmitError::InvalidExit { exit, expected }
                })?;
            }
        }
        if !self.writer.fits() {
            let (exit, expected) = (ExitId::from_index(count - 1), "less than 4 GiB of exit states");
            return Err(EmitError::InvalidExit { exit, expected });
        }
        Ok(self.writer.finish())
    }

    fn add_site(
        &mut self,
        proc: &Procedure,
        buffer: &CodeBuffer,
        site: &ExitSite,
    ) -> Result<(), &'static str> {
        let reps = buffer.exit_reps(site);
        if proc.state_values(site.state, &mut self.walk).len() != reps.len() {
            return Err("one location for each value of the state");
        }
        let walk = std::mem::take(&mut self.walk);
        let result = self.add_records(proc, &walk);
        self.walk = walk;
        result?;
        self.places.clear();
        let numbers = self.walk.values().iter().map(|value| self.values[value.index()]);
        self.places.extend(numbers.zip(reps.iter().copied()));
        let innermost = self.frames[site.state.index()];
        self.writer.add_site(site.kind, [site.offset, site.end], innermost, &self.places);
        Ok(())
    }

    /// Adds the frames and objects that are not in the table yet, callers first.
    fn add_records(&mut self, proc: &Procedure, walk: &StateValues) -> Result<(), &'static str> {
        let Some(outermost) = walk.frames().last() else { return Err("a state of the procedure") };
        if proc.states().contains(parent_of(proc, *outermost)) {
            return Err("a state whose frames form no cycle");
        }
        let mut next = self.writer.next_record();
        let mut number = |numbers: &mut Vec<u32>, index: usize| {
            let new = numbers[index] == NONE;
            if new {
                numbers[index] = next;
                next += 1;
            }
            new
        };
        // New records have numbers from this one on.
        let first = self.writer.next_record();
        for frame in walk.frames().iter().rev() {
            number(&mut self.frames, frame.index());
        }
        for object in walk.objects() {
            number(&mut self.objects, object.index());
        }
        for &frame in walk.frames().iter().rev() {
            if self.frames[frame.index()] < first {
                continue;
            }
            self.number_entries(proc, proc.state_entries(frame));
            let node = &proc.states()[frame];
            let parent = self.frames.get(node.parent.index()).copied();
            let words = [node.function, node.pc];
            self.writer.add_frame(parent, words, node.local_count(), &self.entries);
        }
        for &object in walk.objects() {
            if self.objects[object.index()] < first {
                continue;
            }
            self.number_entries(proc, proc.object_fields(object));
            self.writer.add_object(object, proc.objects()[object].shape, &self.entries);
        }
        Ok(())
    }

    fn number_entries(&mut self, proc: &Procedure, entries: &[StateEntry]) {
        self.entries.clear();
        // The writer requires new values from the last entry to the first.
        for entry in entries.iter().rev() {
            let entry = match *entry {
                StateEntry::Dead => RecordEntry::Dead,
                StateEntry::Constant(ty, bits) => RecordEntry::Constant(ty, bits),
                StateEntry::Value(id) => match self.value(proc, id) {
                    Ok(number) => RecordEntry::Value(number),
                    Err(bits) => RecordEntry::Constant(proc.type_of(id), bits),
                },
                StateEntry::Reference(id) => match self.value(proc, id) {
                    Ok(number) => RecordEntry::Reference(number),
                    Err(bits) => RecordEntry::ConstantReference(bits),
                },
                StateEntry::Object(id) => match self.objects.get(id.index()) {
                    Some(number) => RecordEntry::Object(*number),
                    // Validation rejects this.
                    None => RecordEntry::Dead,
                },
            };
            self.entries.push(entry);
        }
        self.entries.reverse();
    }

    /// The number of a value, or the bits of a constant as the error. Zero bits for a value that does not exist.
    fn value(&mut self, proc: &Procedure, id: ValueId) -> Result<u32, u64> {
        let value = proc.get_value(id).ok_or(0u64)?;
        if value.opcode().is_constant() {
            return Err(value.bits());
        }
        let number = &mut self.values[id.index()];
        if *number == NONE {
            *number = self.writer.add_value(value.ty);
        }
        Ok(*number)
    }
}

fn parent_of(proc: &Procedure, state: StateId) -> StateId {
    proc.states().get(state).map_or(StateId::INVALID, |node| node.parent)
}
