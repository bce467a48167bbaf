//! Frame states of Cranelift's code.
//!
//! Cranelift reports what prologues do. Blocks after them have the frame. Epilogues are not reported: in the few
//! instructions after the frame was removed, the states are wrong. No call is there.

use crate::base::{Arch, Reg};
use crate::isa::unwind::{CallerPlace, FrameRow, FrameState, FrameStates};
use cranelift_codegen::RegClass;
use cranelift_codegen::isa::unwind::UnwindInst;

/// The states, and the saved registers with their offsets from the frame pointer.
pub(super) fn frame_states(arch: Arch, prologue: &[(u32, UnwindInst)]) -> (FrameStates, Vec<(Reg, i32)>) {
    let mut states = FrameStates::default();
    let mut set = |offset, state| {
        states.rows.pop_if(|last| last.offset >= offset);
        states.rows.push(FrameRow { offset, state: Some(state) });
    };
    set(0, FrameState::at_entry(arch));
    let (mut saves, mut lowest, mut saved_at) = (Vec::new(), 0, None);
    for (offset, operation) in prologue {
        match operation {
            UnwindInst::PushFrameRegs { .. } => set(*offset, FrameState::pushed(arch, false)),
            UnwindInst::DefineNewFrame { offset_downward_to_clobbers, .. } => {
                lowest = -(*offset_downward_to_clobbers as i32);
                set(*offset, FrameState::framed(arch, false));
            }
            UnwindInst::SaveReg { clobber_offset, reg } => {
                let number = reg.hw_enc();
                let reg = match reg.class() {
                    RegClass::Int => Reg::gp(number),
                    RegClass::Float | RegClass::Vector => Reg::fp(number),
                };
                saves.push((reg, lowest + *clobber_offset as i32));
                saved_at = Some(*offset);
            }
            // Tail calls and signed addresses, which are not translated.
            UnwindInst::StackAlloc { .. }
            | UnwindInst::RegStackOffset { .. }
            | UnwindInst::Aarch64SetPointerAuth { .. } => {}
        }
    }
    // Until the last one is saved, all are still in their registers.
    if let Some(offset) = saved_at {
        set(offset, FrameState { saves: Some(0), ..FrameState::framed(arch, false) });
        // The canonical frame address is 16 bytes above the frame pointer.
        let place = |&(reg, offset): &(Reg, i32)| (reg, CallerPlace::Frame(offset - 16));
        states.saves.push(saves.iter().map(place).collect());
    }
    (states, saves)
}
