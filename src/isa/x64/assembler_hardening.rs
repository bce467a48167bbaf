//! Indirect branches whose targets the processor does not predict (retpolines).
//!
//! A return is predicted to end at the call before it, not where the branch predictors were trained to expect. So the
//! target is pushed, a call pushes the address of a loop, and a return goes to the target after its prediction waited in
//! the loop:
//!
//! ```text
//!     push TARGET
//!     call 2f
//! 1:  pause
//!     lfence
//!     jmp 1b              ; only speculation arrives here
//! 2:  lea rsp, [rsp + 8]  ; drops the address of the loop, and keeps the flags
//!     ret
//! ```
//!
//! All registers but the stack pointer keep their values. Two words below the stack pointer are overwritten.

use super::assembler::Assembler;
use super::encoding::Mem;
use super::registers::RSP;
use crate::base::Width;
use crate::isa::unwind::FrameState;

impl Assembler<'_> {
    /// Jumps to the address that `push` pushes.
    pub(super) fn jump_without_prediction(&mut self, push: impl FnOnce(&mut Self)) {
        let (state, written) = (self.buffer.frame_state(), self.buffer.written());
        let lowered = |bytes: i32| {
            state.map(|state| FrameState {
                offset: if state.base == RSP { state.offset + bytes } else { state.offset },
                ..state
            })
        };
        self.buffer.has_retpolines = true;
        push(self);
        self.buffer.set_frame_state(lowered(8));
        let (wait, jump) = (self.buffer.new_label(), self.buffer.new_label());
        self.call_label(jump);
        self.buffer.set_frame_state(lowered(16));
        self.buffer.bind(wait);
        self.pause();
        self.lfence();
        self.jmp(wait);
        self.buffer.bind(jump);
        self.lea(Width::W64, RSP, Mem::base(RSP, 8));
        self.buffer.set_frame_state(lowered(8));
        self.ret();
        self.buffer.set_frame_state(state);
        self.buffer.set_written(written);
    }

    /// Calls the address that `push` pushes, after the return address: a direct call of a jump to it.
    pub(super) fn call_without_prediction(&mut self, push: impl FnOnce(&mut Self)) {
        let (jump, call) = (self.buffer.new_label(), self.buffer.new_label());
        let state = self.buffer.frame_state();
        self.jmp_short(call);
        self.buffer.bind(jump);
        let called = |state: FrameState| FrameState {
            offset: if state.base == RSP { state.offset + 8 } else { state.offset },
            ..state
        };
        self.buffer.set_frame_state(state.map(called));
        self.jump_without_prediction(push);
        self.buffer.set_frame_state(state);
        self.buffer.bind(call);
        self.call_label(jump);
    }
}
