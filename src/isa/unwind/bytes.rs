//! Frame states as bytes, for clients that store compiled code.

use super::{CallerPlace, FrameRow, FrameState, FrameStates};
use crate::base::Reg;

impl FrameStates {
    /// Encodes the states. The format may change with the library's version.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        put(&mut bytes, self.rows.len() as u32);
        for row in &self.rows {
            put(&mut bytes, row.offset);
            bytes.push(row.state.is_some().into());
            let Some(state) = &row.state else { continue };
            bytes.push(state.base.index() as u8);
            put(&mut bytes, state.offset as u32);
            put_place(&mut bytes, state.frame_pointer);
            put_place(&mut bytes, state.return_address);
            bytes.extend([u8::from(state.is_signed), u8::from(state.saves.is_some())]);
            put(&mut bytes, state.saves.unwrap_or(0));
        }
        put(&mut bytes, self.saves.len() as u32);
        for saves in &self.saves {
            put(&mut bytes, saves.len() as u32);
            for (reg, place) in saves {
                bytes.push(reg.index() as u8);
                put_place(&mut bytes, *place);
            }
        }
        bytes
    }

    /// Decodes the states; `None` if the bytes are not from [`FrameStates::to_bytes`].
    pub fn from_bytes(mut bytes: &[u8]) -> Option<FrameStates> {
        let from = &mut bytes;
        let mut states = FrameStates::default();
        for _ in 0..number(from)? {
            let offset = number(from)?;
            let state = match flag(from)? {
                false => None,
                true => Some(FrameState {
                    base: register(from)?,
                    offset: number(from)? as i32,
                    frame_pointer: place(from)?,
                    return_address: place(from)?,
                    is_signed: flag(from)?,
                    saves: {
                        let (is_some, saves) = (flag(from)?, number(from)?);
                        is_some.then_some(saves)
                    },
                }),
            };
            if states.rows.last().is_some_and(|last| last.offset >= offset) {
                return None;
            }
            states.rows.push(FrameRow { offset, state });
        }
        for _ in 0..number(from)? {
            let count = number(from)?;
            let saves = (0..count).map(|_| Some((register(from)?, place(from)?)));
            states.saves.push(saves.collect::<Option<_>>()?);
        }
        bytes.is_empty().then_some(states)
    }
}

fn put(bytes: &mut Vec<u8>, number: u32) {
    bytes.extend(number.to_le_bytes());
}

fn put_place(bytes: &mut Vec<u8>, place: CallerPlace) {
    let (kind, number) = match place {
        CallerPlace::Entry => (0, 0),
        CallerPlace::Frame(offset) => (1, offset as u32),
        CallerPlace::Stack(offset) => (2, offset as u32),
        CallerPlace::Register(reg) => (3, reg.index() as u32),
    };
    bytes.push(kind);
    put(bytes, number);
}

fn number(bytes: &mut &[u8]) -> Option<u32> {
    let (first, rest) = bytes.split_first_chunk::<4>()?;
    *bytes = rest;
    Some(u32::from_le_bytes(*first))
}

fn byte(bytes: &mut &[u8]) -> Option<u8> {
    let (first, rest) = bytes.split_first()?;
    *bytes = rest;
    Some(*first)
}

fn flag(bytes: &mut &[u8]) -> Option<bool> {
    match byte(bytes)? {
        0 => Some(false),
        1 => Some(true),
        _ => None,
    }
}

fn register(bytes: &mut &[u8]) -> Option<Reg> {
    let index = byte(bytes)?;
    (usize::from(index) < Reg::COUNT).then(|| Reg::from_index(index))
}

fn place(bytes: &mut &[u8]) -> Option<CallerPlace> {
    let (kind, value) = (byte(bytes)?, number(bytes)?);
    Some(match kind {
        0 => CallerPlace::Entry,
        1 => CallerPlace::Frame(value as i32),
        2 => CallerPlace::Stack(value as i32),
        3 => {
            let index = u8::try_from(value).ok().filter(|index| usize::from(*index) < Reg::COUNT)?;
            CallerPlace::Register(Reg::from_index(index))
        }
        _ => return None,
    })
}
