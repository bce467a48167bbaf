//! What is thrown goes outwards to its handler.

use super::Code;
use super::exits::{go_on, restore_saved};
use super::recovery::raise_trap;
use super::throw::{THROWN, Thrown, thrown};
use super::thunk::{FRAME_POINTER, Machine};
use crate::base::TrapCode;

/// Called by the thunk: makes of the machine what it shall be at the handler.
///
/// # Safety
///
/// The machine is what the thunk stored when something was thrown: `exit` is where the call of what threw returns to.
pub(super) unsafe fn unwind(machine: *mut Machine) {
    // SAFETY: the thunk's, which waits.
    let machine = unsafe { &mut *machine };
    if machine.return_address == 0 {
        THROWN.set(Thrown(WORDS.map(|register| machine.gp[register])));
    }
    let frame_pointer = machine.gp[FRAME_POINTER] as usize;
    // SAFETY: the caller's.
    if unsafe { find_handler(machine) } {
        return;
    }
    // Unreachable is the code of what should not have come to this.
    let (code, payload) = (TrapCode::Unreachable, Box::new(thrown()));
    // SAFETY: this owns nothing any more; if the frame is no compiled procedure's, nobody is found to have called it.
    unsafe { raise_trap(code, Some(payload), std::ptr::with_exposed_provenance(frame_pointer)) }
}

/// The numbers of the registers with the two words: the first arguments of the C convention.
const WORDS: [usize; 2] = match (cfg!(target_arch = "aarch64"), cfg!(windows)) {
    (true, _) => [0, 1],
    (false, true) => [1, 2],
    (false, false) => [7, 6],
};

/// Goes outwards to the next handler; false if there is none.
///
/// # Safety
///
/// As for [`unwind`].
unsafe fn find_handler(machine: &mut Machine) -> bool {
    let mut return_address = machine.exit as usize;
    loop {
        // The end of a call may be the end of the procedure.
        let inside: *const u8 = std::ptr::without_provenance(return_address.wrapping_sub(1));
        let Some(code) = Code::at(inside) else { return false };
        let Some(offset) = code.offset_of(inside) else { return false };
        let Some(piece) = code.piece_at(offset) else { return false };
        if let Some(handler) = code.handler_of_call(offset + 1) {
            let stack_pointer = machine.gp[FRAME_POINTER] as usize - piece.frame.size as usize;
            let place = &raw const code.bytes()[handler as usize] as u64;
            // SAFETY: below that stack pointer are the return address of the call, and whatever was called, of which
            // nothing is needed any more but the machine, which is below both words.
            unsafe { go_on(machine, place, stack_pointer) };
            return true;
        }
        // SAFETY: the frame pointer is that of a frame of this procedure: it has not returned from this call.
        return_address = unsafe { restore_saved(machine, piece) } as usize;
    }
}
