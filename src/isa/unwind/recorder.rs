//! Records frame states during emission.

use super::{CallerPlace, FrameRow, FrameState, FrameStates, RECORD, SavedRegisters};
use crate::base::Reg;
use crate::isa::CodeBuffer;

/// The frame states of code under construction, in emission order. The memory is reused.
#[derive(Debug, Default)]
pub(in crate::isa) struct FrameRecorder {
    rows: Vec<FrameRow>,
    saves: Vec<SavedRegisters>,
    /// The saved registers of the current procedure's body: an index of `saves`.
    body: Option<u32>,
    /// [`CodeBuffer::has_frame`], if the current state is that of the body for it.
    resumed: Option<bool>,
}

impl FrameRecorder {
    pub(in crate::isa) fn clear(&mut self) {
        self.rows.clear();
        self.saves.clear();
        self.body = None;
        self.resumed = None;
    }

    fn set(&mut self, offset: u32, state: Option<FrameState>) {
        self.resumed = None;
        match self.rows.last_mut() {
            Some(last) if last.state == state => {}
            Some(last) if last.offset == offset => last.state = state,
            None if state.is_none() => {}
            _ => self.rows.push(FrameRow { offset, state }),
        }
    }

    fn add_saves(&mut self, saves: SavedRegisters) -> u32 {
        self.saves.push(saves);
        self.saves.len() as u32 - 1
    }

    /// Begins the prologue, in a part of the buffer that will precede the rest.
    pub(in crate::isa) fn start_prologue(&mut self, offset: u32) {
        self.rows.push(FrameRow { offset, state: None });
        self.resumed = None;
    }

    /// The states in the order of the finished code. `place` moves the rows to it.
    pub(in crate::isa) fn finished(&self, place: impl FnOnce(&mut [FrameRow])) -> FrameStates {
        let mut placed = self.rows.clone();
        place(&mut placed);
        let mut rows: Vec<FrameRow> = Vec::with_capacity(placed.len());
        for row in placed {
            // Where the prologue meets the body, a row may cover no byte, or repeat the one before it.
            rows.pop_if(|last| last.offset == row.offset);
            if rows.last().map_or(row.state.is_some(), |last| last.state != row.state) {
                rows.push(row);
            }
        }
        FrameStates { rows, saves: self.saves.clone() }
    }
}

impl CodeBuffer {
    /// Begins the code of a procedure: blocks with a frame, whose saved registers the prologue adds.
    pub(crate) fn begin_procedure(&mut self) {
        self.frames.body = Some(self.frames.add_saves(Vec::new()));
        self.frames.resumed = None;
        self.set_frame(true);
    }

    /// Ends the code of a procedure in an assembly. The state of the following code is unknown.
    pub(crate) fn end_procedure(&mut self) {
        self.frames.body = None;
        self.set_frame_state(None);
    }

    /// The state of the next instruction, if it is known.
    pub(in crate::isa) fn frame_state(&self) -> Option<FrameState> {
        self.frames.rows.last().and_then(|row| row.state)
    }

    /// Sets the state from the next instruction on.
    pub(in crate::isa) fn set_frame_state(&mut self, state: Option<FrameState>) {
        self.frames.set(self.offset(), state);
    }

    /// The state with the frame record only.
    pub(in crate::isa) fn framed_state(&self) -> FrameState {
        FrameState::framed(self.arch(), self.protection().sign_return_address)
    }

    /// Sets the state of a prologue after its first instructions, which push the frame record, or of a client's
    /// function.
    pub(in crate::isa) fn note_pushed(&mut self) {
        self.set_frame_state(Some(FrameState::pushed(self.arch(), self.protection().sign_return_address)));
    }

    /// Sets the state once the frame pointer is set.
    pub(in crate::isa) fn note_framed(&mut self) {
        self.set_frame_state(Some(self.framed_state()));
    }

    /// Sets the state at an entry, or after a frame was removed.
    pub(in crate::isa) fn note_entry(&mut self) {
        self.set_frame_state(Some(FrameState::at_entry(self.arch())));
    }

    /// Ends a prologue that saved these registers, at offsets from the frame pointer.
    pub(in crate::isa) fn note_saves(&mut self, saves: &[(Reg, i32)]) {
        if let Some(body) = self.frames.body
            && let Some(places) = self.frames.saves.get_mut(body as usize)
            && places.is_empty()
        {
            *places = below_record(saves);
        }
        self.set_frame(true);
    }

    /// Sets the state of a function of the client that saved these registers, at offsets from the frame pointer.
    pub(in crate::isa) fn note_function_saves(&mut self, saves: &[(Reg, i32)]) {
        let saves = (!saves.is_empty()).then(|| self.frames.add_saves(below_record(saves)));
        self.set_frame_state(Some(FrameState { saves, ..self.framed_state() }));
    }

    /// Sets a state in which saved registers are at these offsets from the stack pointer.
    pub(in crate::isa) fn note_saves_on_stack(&mut self, saves: impl IntoIterator<Item = (Reg, i32)>) {
        let places = saves.into_iter().map(|(reg, offset)| (reg, CallerPlace::Stack(offset))).collect();
        let saves = Some(self.frames.add_saves(places));
        self.set_frame_state(Some(FrameState { saves, ..self.framed_state() }));
    }

    /// Sets the state that belongs to [`CodeBuffer::has_frame`], at the start of a block and after a jump.
    #[inline]
    pub(in crate::isa) fn resume_frame_state(&mut self) {
        if self.frames.resumed != Some(self.has_frame()) {
            self.change_to_body_state();
        }
    }

    fn change_to_body_state(&mut self) {
        let state = match (self.frames.body, self.has_frame()) {
            (None, _) => None,
            (Some(_), false) => Some(FrameState::at_entry(self.arch())),
            (saves, true) => Some(FrameState { saves, ..self.framed_state() }),
        };
        self.set_frame_state(state);
        self.frames.resumed = Some(self.has_frame());
    }
}

/// Places below the frame record, from offsets from the frame pointer.
fn below_record(saves: &[(Reg, i32)]) -> SavedRegisters {
    saves.iter().map(|(reg, offset)| (*reg, CallerPlace::Frame(offset - RECORD))).collect()
}
