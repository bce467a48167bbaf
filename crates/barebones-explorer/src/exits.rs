//! Exit states: which values the frames of each exit hold, and where they are.

use crate::recording::{Exit, ExitEntry, ExitFrame};
use barebones::air::Tmp;
use barebones::base::{ExitId, RegNames, StateId};
use barebones::ir::{Procedure, StateEntry};
use barebones::isa::{CompiledCode, DescribedEntry, DescribedFrame, ExitDescription, ExitKind, ExitPlace};
use std::collections::BTreeMap;

/// What identifies a chain of frames: function, place and number of entries of each, innermost first.
type Key = Vec<(u32, u32, usize)>;

/// The exits of the code of a procedure, by number.
pub(crate) fn describe(proc: &Procedure, code: &CompiledCode, names: &RegNames) -> Vec<Exit> {
    let mut states: BTreeMap<Key, Vec<StateId>> = BTreeMap::new();
    if code.exits.is_empty() {
        return Vec::new();
    }
    for (id, _) in proc.states().iter() {
        states.entry(key_of_state(proc, id)).or_default().push(id);
    }
    let count = code.exits.len().unwrap_or(0);
    let descriptions = (0..count).filter_map(|exit| code.exits.describe(ExitId::new(exit)).ok());
    descriptions.map(|exit| exit_of(proc, &states, &exit, names)).collect()
}

fn key_of_state(proc: &Procedure, state: StateId) -> Key {
    let mut key = Vec::new();
    let mut next = state;
    while let Some(node) = proc.states().get(next) {
        key.push((node.function, node.pc, proc.state_entries(next).len()));
        next = node.parent;
    }
    key
}

fn exit_of(
    proc: &Procedure,
    states: &BTreeMap<Key, Vec<StateId>>,
    exit: &ExitDescription,
    names: &RegNames,
) -> Exit {
    let key: Key = exit.frames.iter().map(|frame| (frame.function, frame.pc, frame.entries.len())).collect();
    let fitting = states.get(&key).map_or(&[][..], Vec::as_slice);
    let mut chains: Vec<Vec<StateId>> = vec![Vec::new(); exit.frames.len()];
    for state in fitting {
        let mut next = *state;
        for chain in &mut chains {
            chain.push(next);
            next = proc.states().get(next).map_or(StateId::INVALID, |node| node.parent);
        }
    }
    let frames = exit.frames.iter().zip(&chains).map(|(frame, chain)| frame_of(proc, frame, chain, names));
    Exit {
        kind: format!("{:?}", exit.kind).to_lowercase(),
        offset: (exit.kind != ExitKind::Check).then_some(exit.range.start),
        state: match fitting {
            [state] => Some(state.number()),
            _ => None,
        },
        frames: frames.collect(),
    }
}

/// A frame. The value of an entry is known if all states that fit have the same one.
fn frame_of(proc: &Procedure, frame: &DescribedFrame, chain: &[StateId], names: &RegNames) -> ExitFrame {
    let value_in = |state: &StateId, place: usize| match proc.state_entries(*state).get(place) {
        Some(StateEntry::Value(value) | StateEntry::Reference(value)) => Some(value.number()),
        _ => None,
    };
    let value = |place: usize| {
        let first = value_in(chain.first()?, place)?;
        chain.iter().all(|state| value_in(state, place) == Some(first)).then_some(first)
    };
    let entries = frame.entries.iter().enumerate();
    let entries =
        entries.map(|(place, entry)| ExitEntry { value: value(place), place: text_of(entry, names) });
    ExitFrame { function: frame.function, pc: frame.pc, entries: entries.collect() }
}

fn text_of(entry: &DescribedEntry, names: &RegNames) -> String {
    match *entry {
        DescribedEntry::Dead => String::from("dead"),
        DescribedEntry::Scalar(ty, place) => format!("{ty} {}", place_text(place, names)),
        DescribedEntry::Reference(_, place) => format!("reference {}", place_text(place, names)),
        DescribedEntry::Object(object) => object.to_string(),
    }
}

fn place_text(place: ExitPlace, names: &RegNames) -> String {
    match place {
        ExitPlace::Register(reg) => Tmp::from(reg).display(names).to_string(),
        ExitPlace::Stack(offset) => format!("[frame pointer {offset:+}]"),
        ExitPlace::StackArgument(offset) => format!("[stack pointer {offset:+}]"),
        ExitPlace::Constant(bits) => format!("{bits:#x}"),
    }
}
