//! OSR entries: entry points that take over the frames of another tier.
//!
//! An OSR entry is described by a state, in the vocabulary of exit states: each value of the state is a load, in the
//! entry's block, from a buffer of 64-bit words whose address is the first argument. A dead entry is not read, and code
//! may be compiled for a constant. What an exit with such a state leaves, the entry takes.

use super::{BlockId, Opcode, OsrEntry, Procedure, StateEntry, Value, ValueFlags, ValueId};
use crate::base::{ArgLocation, OsrFrame, OsrLayout, OsrSlot, StateId, Type};

/// Reasons why the state of an OSR entry is invalid.
pub(super) enum OsrFault {
    /// The procedure has no entry point of this number, or it is described twice.
    Entry,
    /// The state does not exist.
    State,
    /// A virtual object cannot be entered with.
    Object,
    /// The value is no load of a word of the buffer in the entry's block.
    Value(ValueId),
}

impl Procedure {
    /// Declares that an entry point takes over the frames of this state.
    pub fn add_osr_entry(&mut self, entry: u32, state: StateId) {
        self.osr_entries.push(OsrEntry { entry, state });
    }

    /// The OSR entries.
    pub fn osr_entries(&self) -> &[OsrEntry] {
        &self.osr_entries
    }

    /// Removes the descriptions of OSR entries, whose loads passes may change.
    pub(crate) fn clear_osr_entries(&mut self) {
        self.osr_entries.clear();
    }

    /// The buffer of an OSR entry. `None` if the entry point is none, or its state is invalid.
    pub fn osr_layout(&self, entry: u32) -> Option<OsrLayout> {
        let found = self.osr_entries.iter().find(|osr| osr.entry == entry)?;
        self.layout_of(found).ok()
    }

    /// The buffers of all OSR entries with valid states.
    pub fn osr_layouts(&self) -> Vec<OsrLayout> {
        self.osr_entries.iter().filter_map(|osr| self.layout_of(osr).ok()).collect()
    }

    /// The buffer of an OSR entry.
    pub(super) fn layout_of(&self, osr: &OsrEntry) -> Result<OsrLayout, OsrFault> {
        let twice = self.osr_entries.iter().filter(|other| other.entry == osr.entry).count() > 1;
        let block = self.entry_block(osr.entry).filter(|_| !twice).ok_or(OsrFault::Entry)?;
        let mut frames = Vec::new();
        let mut next = osr.state;
        while next.is_valid() {
            // Parents have smaller numbers, so the chain ends.
            let node = self.states.get(next).filter(|node| !node.parent.is_valid() || node.parent < next);
            let node = node.ok_or(OsrFault::State)?;
            let slots = self.state_entries(next).iter().map(|entry| self.slot_of(block, entry));
            frames.push(OsrFrame {
                function: node.function,
                pc: node.pc,
                local_count: node.local_count(),
                slots: slots.collect::<Result<_, _>>()?,
            });
            next = node.parent;
        }
        if frames.is_empty() { Err(OsrFault::State) } else { Ok(OsrLayout { entry: osr.entry, frames }) }
    }

    /// The block in which execution begins at an entry point.
    fn entry_block(&self, entry: u32) -> Option<BlockId> {
        if entry >= self.entry_count {
            return None;
        }
        if self.entry_count == 1 {
            return Some(Procedure::ROOT);
        }
        self.successors(Procedure::ROOT).get(entry as usize).map(|edge| edge.block())
    }

    fn slot_of(&self, block: BlockId, entry: &StateEntry) -> Result<OsrSlot, OsrFault> {
        let (id, is_reference) = match *entry {
            StateEntry::Dead => return Ok(OsrSlot::Dead),
            StateEntry::Constant(ty, bits) => return Ok(OsrSlot::Constant(ty, bits)),
            StateEntry::Object(_) => return Err(OsrFault::Object),
            StateEntry::Value(id) => (id, false),
            StateEntry::Reference(id) => (id, true),
        };
        let value = self.get_value(id).ok_or(OsrFault::Value(id))?;
        let word = self.buffer_word(value).filter(|_| self.block_values(block).contains(&id));
        let marked = value.flags.contains(ValueFlags::REFERENCE);
        match word {
            Some(index) if marked || !is_reference => Ok(OsrSlot::Word { index, ty: value.ty, is_reference }),
            _ => Err(OsrFault::Value(id)),
        }
    }

    /// The word of the buffer that a value loads.
    fn buffer_word(&self, value: &Value) -> Option<u32> {
        let &[address] = self.children_of(value) else { return None };
        let offset = u32::try_from(value.offset()).ok().filter(|offset| offset % 8 == 0)?;
        let loads = value.opcode() == Opcode::Load && value.ty.is_scalar();
        let address = self.get_value(address)?;
        let first = self.signature().params.first().filter(|ty| **ty == Type::Int64)?;
        let convention = self.target().convention(self.convention());
        let assigned = convention.assign(std::slice::from_ref(first), &[], 1)?;
        let is_buffer = address.opcode() == Opcode::ArgumentReg
            && assigned.params.first() == Some(&ArgLocation::Reg(address.reg()));
        (loads && is_buffer).then_some(offset / 8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::testing::target;
    use crate::ir::validate::{Rule, validate};

    /// A procedure with an OSR entry whose state has these entries.
    fn with_entries(build: impl FnOnce(&mut Procedure, ValueId) -> Vec<StateEntry>) -> Procedure {
        let mut proc = Procedure::new(&target());
        let root = proc.add_block();
        let buffer = proc.at(root).argument(Type::Int64);
        let entries = build(&mut proc, buffer);
        let outer = proc.exit_state(1, 2).locals([3]).add();
        let state = proc.exit_state(4, 5).locals(entries).inlined_in(outer).add();
        proc.add_osr_entry(0, state);
        proc.at(root).ret([]);
        proc
    }

    fn reference(proc: &mut Procedure, buffer: ValueId, offset: i32) -> ValueId {
        let load = proc.at(Procedure::ROOT).load(Type::Int64, buffer, offset);
        proc.get_value_mut(load).expect("it was just built").flags |= ValueFlags::REFERENCE;
        load
    }

    #[test]
    fn layouts_name_words_by_their_loads() {
        let proc = with_entries(|proc, buffer| {
            let number = proc.at(Procedure::ROOT).load(Type::Float, buffer, 24);
            let reference = reference(proc, buffer, 0);
            vec![number.into(), StateEntry::Dead, StateEntry::Reference(reference), 2.5f64.into()]
        });
        assert!(validate(&proc).is_ok());
        let layout = proc.osr_layout(0).expect("it is one");
        let slots = vec![
            OsrSlot::Word { index: 3, ty: Type::Float, is_reference: false },
            OsrSlot::Dead,
            OsrSlot::Word { index: 0, ty: Type::Int64, is_reference: true },
            OsrSlot::Constant(Type::Double, 2.5f64.to_bits()),
        ];
        let inner = OsrFrame { function: 4, pc: 5, local_count: Some(4), slots };
        let slots = vec![OsrSlot::Constant(Type::Int32, 3)];
        let outer = OsrFrame { function: 1, pc: 2, local_count: Some(1), slots };
        assert_eq!(layout, OsrLayout { entry: 0, frames: vec![inner, outer] });
        assert_eq!((layout.word_count(), proc.osr_layout(1)), (4, None));
    }

    #[test]
    fn states_that_no_buffer_can_fill_are_violations() {
        type Build = fn(&mut Procedure, ValueId) -> StateEntry;
        let builds: [Build; 7] = [
            |proc, buffer| proc.at(Procedure::ROOT).load(Type::Int64, buffer, 4).into(),
            |proc, buffer| proc.at(Procedure::ROOT).load(Type::Int64, buffer, -8).into(),
            |proc, buffer| proc.at(Procedure::ROOT).load8z(buffer, 0).into(),
            |_, buffer| buffer.into(),
            |proc, _| {
                let mut b = proc.at(Procedure::ROOT);
                let other = b.const64(64);
                b.load(Type::Int64, other, 0).into()
            },
            |proc, buffer| StateEntry::Reference(proc.at(Procedure::ROOT).load(Type::Int64, buffer, 0)),
            |proc, _| proc.add_object(1, &[]).into(),
        ];
        for (number, build) in builds.into_iter().enumerate() {
            let proc = with_entries(|proc, buffer| vec![build(proc, buffer)]);
            let violations = validate(&proc).expect_err("the state is wrong");
            assert!(violations.iter().any(|violation| violation.rule == Rule::OsrEntry), "{number}");
            assert_eq!(proc.osr_layout(0), None, "{number}");
        }
    }

    #[test]
    fn an_entry_is_described_once_by_a_state_that_exists() {
        let mut twice = with_entries(|_, _| vec![]);
        twice.add_osr_entry(0, StateId::new(0));
        let mut without = with_entries(|_, _| vec![]);
        without.osr_entries[0].state = StateId::new(2);
        for proc in [twice, without] {
            let violations = validate(&proc).expect_err("the entry is wrong");
            assert!(violations.iter().all(|violation| violation.rule == Rule::OsrEntry));
            assert_eq!(proc.osr_layout(0), None);
        }
    }
}
