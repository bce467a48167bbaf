//! Exit states.

use super::{Report, Rule};
use crate::base::{StateId, Type};
use crate::ir::{ObjectId, Procedure, StateEntry, ValueId};
use crate::support::Entity;

/// The last mark under which each frame and object of exit states was visited; 0 if never.
#[derive(Debug, Default)]
pub(super) struct Marks {
    states: Vec<u32>,
    objects: Vec<u32>,
    work: Vec<ObjectId>,
}

impl Marks {
    pub(super) fn reset(&mut self, proc: &Procedure) {
        self.states.clear();
        self.states.resize(proc.states.len(), 0);
        self.objects.clear();
        self.objects.resize(proc.objects.len(), 0);
    }

    /// Visits the values of a state: its frames and the objects in them, except those already visited under `mark`
    /// since the last reset. Calls `visit(value, is_reference)`. `mark` must not be 0.
    pub(super) fn each_value(
        &mut self,
        proc: &Procedure,
        mut state: StateId,
        mark: u32,
        mut visit: impl FnMut(ValueId, bool),
    ) {
        while let Some(seen) = self.states.get_mut(state.index()).filter(|seen| **seen != mark) {
            *seen = mark;
            let mut entries = proc.state_entries(state);
            loop {
                for entry in entries {
                    match *entry {
                        StateEntry::Value(value) => visit(value, false),
                        StateEntry::Reference(value) => visit(value, true),
                        StateEntry::Object(object) => {
                            if let Some(seen) = self.objects.get_mut(object.index())
                                && *seen != mark
                            {
                                *seen = mark;
                                self.work.push(object);
                            }
                        }
                        StateEntry::Dead | StateEntry::Constant(..) => {}
                    }
                }
                let Some(object) = self.work.pop() else { break };
                entries = proc.object_fields(object);
            }
            state = proc.states[state].parent;
        }
    }
}

/// Checks the tables of frames and objects.
pub(super) fn check_frames(proc: &Procedure, marks: &mut Marks, report: &mut Report) {
    marks.reset(proc);
    if proc.states.is_empty() && proc.objects.is_empty() {
        return;
    }
    let mut wrong = |message| report.add(proc, Rule::StateFrame, None, None, message);
    for (id, state) in proc.states.iter() {
        if state.parent.is_valid() && !proc.states.contains(state.parent) {
            wrong(format!("{id} has the parent {}, which does not exist", state.parent));
        }
        check_entries(proc, id, proc.state_entries(id), &mut wrong);
        // Stop at frames that an earlier walk has visited. A frame already visited by this walk is a cycle.
        let mark = id.number() + 1;
        let mut at = id;
        while let Some(seen) = marks.states.get_mut(at.index()) {
            if *seen == mark {
                wrong(format!("{at} is among its own parents"));
            }
            if *seen != 0 {
                break;
            }
            *seen = mark;
            at = proc.states[at].parent;
        }
    }
    for id in proc.objects.ids() {
        check_entries(proc, id, proc.object_fields(id), &mut wrong);
    }
    marks.reset(proc);
}

fn check_entries(
    proc: &Procedure,
    id: impl std::fmt::Display,
    entries: &[StateEntry],
    wrong: &mut impl FnMut(String),
) {
    for entry in entries {
        match *entry {
            StateEntry::Object(object) if !proc.objects.contains(object) => {
                wrong(format!("{id} holds {object}, which does not exist"));
            }
            StateEntry::Constant(ty, bits) if !ty.is_scalar() || exceeds_type(ty, bits) => {
                wrong(format!("{id} holds the constant {bits:#x} of type {ty}, expected a scalar that fits"));
            }
            _ => {}
        }
    }
}

/// True if the bits do not fit the scalar type.
fn exceeds_type(ty: Type, bits: u64) -> bool {
    ty.size() == 4 && bits > u64::from(u32::MAX)
}
