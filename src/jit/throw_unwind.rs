//! Unwinds frames of compiled code to the handler of an exception.

use super::Code;
use super::exits::{restore_saved, resume_at};
use super::recovery::raise_trap;
use super::throw::{THROWN, Thrown, thrown};
use super::thunk::{FRAME_POINTER, ThunkFrame};
use crate::base::TrapCode;

/// Called by the thunk: sets the machine state with which the handler starts.
///
/// # Safety
/// `machine` is what the thunk stored for a throw.
pub(super) unsafe fn unwind(machine: *mut ThunkFrame) {
    // SAFETY: it belongs to the thunk, which waits for this call.
    let frame = unsafe { &*machine };
    let words = if frame.is_recorded() { thrown() } else { Thrown(WORDS.map(|register| frame.gp[register])) };
    let frame_pointer = frame.gp[FRAME_POINTER] as usize;
    // SAFETY: guaranteed by the caller.
    unsafe { throw_from(machine, words, frame_pointer) }
}

/// Throws from a frame of a procedure, which may have been removed from the machine state already: sets the machine
/// state with which the handler starts.
///
/// # Safety
/// As for [`unwind`]. `frame_pointer` is that of the frame, which is still on the stack.
pub(super) unsafe fn throw_from(machine: *mut ThunkFrame, words: Thrown, frame_pointer: usize) {
    THROWN.set(words);
    // SAFETY: guaranteed by the caller.
    if unsafe { find_handler(machine) } {
        return;
    }
    // Uncaught exceptions are reported with the code `Unreachable`.
    let (code, payload) = (TrapCode::Unreachable, Box::new(thrown()));
    // SAFETY: nothing here owns resources any more. If the frame is not a compiled procedure's, no callers are
    // recorded.
    unsafe { raise_trap(code, Some(payload), std::ptr::with_exposed_provenance(frame_pointer)) }
}

/// The registers of the two words: the first arguments of the C convention.
const WORDS: [usize; 2] = match (cfg!(target_arch = "aarch64"), cfg!(windows)) {
    (true, _) => [0, 1],
    (false, true) => [1, 2],
    (false, false) => [7, 6],
};

/// Unwinds to the next handler. False if there is none.
///
/// # Safety
/// As for [`unwind`].
unsafe fn find_handler(state: *mut ThunkFrame) -> bool {
    // SAFETY: guaranteed by the caller. The reference is not used after `resume_at`, which may write to the memory.
    let machine = unsafe { &mut *state };
    let mut return_address = machine.throwing_call() as usize;
    loop {
        // A return address may be the end of the procedure.
        let inside: *const u8 = std::ptr::without_provenance(return_address.wrapping_sub(1));
        // SAFETY: the thread has not returned from this call. The handle is dropped before it can leave the code.
        let Some(code) = (unsafe { Code::running(inside) }) else { return false };
        let Some(offset) = code.offset_of(inside) else { return false };
        let Some(piece) = code.piece_at(offset) else { return false };
        if let Some(handler) = code.handler_of_call(offset + 1) {
            let stack_pointer = machine.gp[FRAME_POINTER] as usize - piece.frame.size as usize;
            let place = code.at_offset(handler) as u64;
            // SAFETY: below that stack pointer are the return address of the call, and callees that are not needed any
            // more. If the call itself was that of the thunk, both words are the last ones of the machine state.
            unsafe { resume_at(state, place, stack_pointer) };
            return true;
        }
        // SAFETY: the frame pointer is that of a frame of this procedure: it has not returned from this call.
        return_address = unsafe { restore_saved(machine, piece) } as usize;
    }
}
