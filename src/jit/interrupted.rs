//! Walks from the instruction at which a signal interrupted a thread: what a sampling profiler needs.
//!
//! A frame is complete only between its prologue and its epilogue, so frame pointers alone miss callers of the
//! instructions around them. Here the first step uses what emission recorded for unwinders: one [`CallerRow`](super::caller_rows::CallerRow) for each
//! change of the frame. All further steps are those of [`active_frames`](super::active_frames).
//!
//! Nothing here locks or allocates.

use super::activation::{ActiveFrame, ActiveFrames};
use super::registry;
use super::signed::strip_signature;

/// The registers of an interrupted thread that tell its frames.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Interrupted {
    /// The address of the instruction that was about to be executed.
    pub pc: usize,
    /// The stack pointer.
    pub stack_pointer: usize,
    /// The frame pointer: `rbp` or `x29`.
    pub frame_pointer: usize,
    /// The link register `x30`; unused on x86-64.
    pub link: usize,
}

impl Interrupted {
    /// Reads the registers from the context that the system passes to a signal handler: its third argument if the handler
    /// was installed with `SA_SIGINFO`.
    ///
    /// # Safety
    /// The pointer is that argument, and the handler has not returned.
    #[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
    pub unsafe fn of_context(context: *const std::ffi::c_void) -> Interrupted {
        // SAFETY: guaranteed by the caller.
        let machine = unsafe { &(*context.cast::<libc::ucontext_t>()).uc_mcontext };
        #[cfg(target_arch = "x86_64")]
        {
            let register = |number: libc::c_int| machine.gregs[number as usize] as usize;
            Interrupted {
                pc: register(libc::REG_RIP),
                stack_pointer: register(libc::REG_RSP),
                frame_pointer: register(libc::REG_RBP),
                link: 0,
            }
        }
        #[cfg(target_arch = "aarch64")]
        {
            Interrupted {
                pc: machine.pc as usize,
                stack_pointer: machine.sp as usize,
                frame_pointer: machine.regs[29] as usize,
                link: machine.regs[30] as usize,
            }
        }
    }
}

/// Walks the frames of compiled code that were active when a signal interrupted this thread, from the interrupted
/// instruction outwards. If that is an instruction of compiled code, its procedure is the first frame, also in a
/// prologue, in an epilogue and where the procedure has no frame. All others are as of [`active_frames`](super::active_frames): if a
/// host function was interrupted, or a stub of the library, the walk begins with the innermost call of a function made
/// by [`transition`](super::transition).
///
/// Neither locks nor allocates.
///
/// # Safety
/// The registers are those with which the thread will resume: this is called in the handler of the signal, and the items
/// are used there.
pub unsafe fn interrupted_frames<'a>(at: &Interrupted) -> ActiveFrames<'a> {
    // SAFETY: the frames stay active until the handler returns (caller).
    let mut frames = unsafe { super::active_frames() };
    // SAFETY: the thread executes the code there, if it is code, so the code lives.
    let Some((group, index, offset)) = (unsafe { registry::running(at.pc) }) else { return frames };
    let Some(row) = group.caller_row(index, offset) else { return frames };
    // SAFETY: guaranteed by the caller.
    let (frame_address, frame_pointer, return_address) =
        unsafe { row.caller(at.stack_pointer, at.frame_pointer, at.link) };
    frames.begin_at(
        ActiveFrame::interrupted(group, index, offset, frame_address.wrapping_sub(16)),
        frame_pointer,
        strip_signature(return_address),
    );
    frames
}
