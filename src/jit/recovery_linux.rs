//! Trap recovery on Linux: the signal handler, and a stack for it. Access to registers, and the entry stub, are in a
//! module per instruction set.

#[cfg(target_arch = "aarch64")]
use super::recovery_a64 as machine;
#[cfg(target_arch = "x86_64")]
use super::recovery_x64 as machine;

use super::recovery::{Activation, Interrupted, RecoveryError, record_trap};
use super::registry;
use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::io;
use std::ptr::null_mut;
use std::sync::{Mutex, PoisonError};

/// An exit that is taken because an instruction trapped.
pub(super) struct Exit {
    pub(super) number: u32,
    /// The address after the call of the thunk.
    pub(super) return_address: usize,
    /// The stack pointer at the end of the frame.
    pub(super) stack_pointer: usize,
}

/// The signals raised by instructions.
const SIGNALS: [c_int; 4] = [libc::SIGILL, libc::SIGSEGV, libc::SIGBUS, libc::SIGFPE];

/// The previous actions, by index of the signal. Written before the handler is installed; only read afterwards.
static mut PREVIOUS: [Option<libc::sigaction>; SIGNALS.len()] = [None; SIGNALS.len()];

static INSTALLED: Mutex<bool> = Mutex::new(false);

pub(super) fn install() -> Result<(), RecoveryError> {
    let mut installed = INSTALLED.lock().unwrap_or_else(PoisonError::into_inner);
    if *installed {
        return Ok(());
    }
    let check = |result: c_int| match result {
        0 => Ok(()),
        _ => Err(RecoveryError::System(io::Error::last_os_error())),
    };
    for (i, signal) in SIGNALS.into_iter().enumerate() {
        // SAFETY: all zeros is a valid `sigaction`.
        let mut previous: libc::sigaction = unsafe { std::mem::zeroed() };
        // SAFETY: `previous` is valid for writes.
        check(unsafe { libc::sigaction(signal, std::ptr::null(), &mut previous) })?;
        // SAFETY: the handler of this signal, the only reader, is not installed yet. Or it is, because installing
        // another one failed; then `previous` is that handler.
        unsafe {
            if previous.sa_sigaction == handle_address() {
                continue;
            }
            PREVIOUS[i] = Some(previous);
        }
        // SAFETY: all zeros is a valid `sigaction`.
        let mut action: libc::sigaction = unsafe { std::mem::zeroed() };
        action.sa_sigaction = handle_address();
        action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
        // SAFETY: the handler is async-signal-safe.
        check(unsafe { libc::sigaction(signal, &action, null_mut()) })?;
    }
    *installed = true;
    Ok(())
}

fn handle_address() -> libc::sighandler_t {
    let handler: extern "C" fn(c_int, *mut libc::siginfo_t, *mut c_void) = handle;
    handler as libc::sighandler_t
}

extern "C" fn handle(signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
    // SAFETY: the system passes both to a handler with SA_SIGINFO, and nothing else uses them now.
    unsafe {
        if !recover(signal, &*info, &mut *context.cast::<libc::ucontext_t>()) {
            forward_signal(signal, info, context);
        }
    }
}

/// If the signal is a trap of compiled code with an exit or in a catching call, resumes the thread at the exit or after
/// the call. Returns false for any other signal.
///
/// # Safety
/// These are a signal handler's arguments.
unsafe fn recover(signal: c_int, info: &libc::siginfo_t, context: &mut libc::ucontext_t) -> bool {
    /// The `si_code` of signals that the system sends without an address.
    const SI_KERNEL: c_int = 0x80;
    if info.si_code <= 0 {
        return false; // sent by a process, not raised by an instruction
    }
    let (pc, (frame_pointer, stack_pointer)) = machine::interrupted(context);
    // SAFETY: the thread was executing this instruction.
    let Some((site, frame)) = (unsafe { registry::trap_site_at(pc) }) else { return false };
    if let (Some(frame), Some(thunk)) = (frame, super::thunk::address()) {
        // The procedure of the exit is found from the byte before the return address: here the instruction's first
        // byte.
        let exit = Exit {
            number: site.exit.number(),
            return_address: pc + 1,
            stack_pointer: frame_pointer - frame as usize,
        };
        // SAFETY: the stack pointer is at the end of the frame that is left, on this thread's stack. The memory below
        // is unused: compiled code has no red zone, and a handler without a stack of its own skips room for one.
        unsafe { machine::resume_in_thunk(context, thunk as usize, &exit) };
        return true;
    }
    let is_access = matches!(signal, libc::SIGSEGV | libc::SIGBUS) && info.si_code != SI_KERNEL;
    // SAFETY: these signals carry an address.
    let address = is_access.then(|| unsafe { info.si_addr() } as usize);
    // SAFETY: at a site without a frame, the stack is as the call left it.
    let frameless = (!site.has_frame).then(|| unsafe { machine::return_address(context) });
    let at = Interrupted { frame: frame_pointer, low: stack_pointer, frameless };
    // SAFETY: the discarded frames are of compiled code, and of host functions that may not own anything (contracts of
    // the catching calls). The frame pointer is that of the interrupted procedure, because trap sites with a frame are
    // between prologue and epilogue; or of its caller.
    match unsafe { record_trap(site.code, pc, address, Some(at), None) } {
        None => false,
        Some(frame) => {
            machine::resume_in_leave(context, frame);
            true
        }
    }
}

/// Passes the signal to the previous action.
///
/// # Safety
/// These are a signal handler's arguments.
unsafe fn forward_signal(signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
    let index = SIGNALS.iter().position(|s| *s == signal).unwrap_or(0);
    // SAFETY: written before the handler was installed.
    let Some(previous) = (unsafe { PREVIOUS[index] }) else { return };
    // SAFETY: guaranteed by the caller; the system would call these functions with the same arguments. Setting an
    // action and raising a signal are allowed in handlers.
    unsafe {
        let caused = (*info).si_code > 0;
        match previous.sa_sigaction {
            // A signal raised by an instruction kills even if it is ignored.
            libc::SIG_IGN if !caused => {}
            libc::SIG_DFL | libc::SIG_IGN => {
                let mut action: libc::sigaction = std::mem::zeroed();
                action.sa_sigaction = libc::SIG_DFL;
                libc::sigaction(signal, &action, null_mut());
                // The instruction raises the signal again. A signal that was sent must be sent again.
                if !caused {
                    libc::raise(signal);
                }
            }
            function if previous.sa_flags & libc::SA_SIGINFO != 0 => {
                let function: extern "C" fn(c_int, *mut libc::siginfo_t, *mut c_void) =
                    std::mem::transmute(function);
                function(signal, info, context);
            }
            function => {
                let function: extern "C" fn(c_int) = std::mem::transmute(function);
                function(signal);
            }
        }
    }
}

// ---- A stack for the handler -----------------------------------------------------------------------------------

/// Ensures that the thread has an alternate signal stack, so that handlers run after a stack overflow. Threads of the
/// standard library have one.
pub(super) fn prepare_thread() {
    thread_local! {
        static PREPARED: Cell<bool> = const { Cell::new(false) };
        static STACK: Cell<Option<SignalStack>> = const { Cell::new(None) };
    }
    if !PREPARED.get() {
        PREPARED.set(true);
        let _ = STACK.try_with(|stack| stack.set(SignalStack::install_if_missing()));
    }
}

/// An alternate signal stack of the thread that created it.
struct SignalStack {
    start: *mut c_void,
}

impl SignalStack {
    const SIZE: usize = 64 << 10;

    /// `None` if the thread has one, or if the system refuses; then a stack overflow cannot be handled.
    fn install_if_missing() -> Option<SignalStack> {
        if current_stack()?.is_some() {
            return None;
        }
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        // SAFETY: a new mapping at an address chosen by the system does not touch existing ones.
        let start = unsafe { libc::mmap(null_mut(), SignalStack::SIZE, protection, flags, -1, 0) };
        if start == libc::MAP_FAILED {
            return None;
        }
        let stack = SignalStack { start };
        let description = libc::stack_t { ss_sp: start, ss_flags: 0, ss_size: SignalStack::SIZE };
        // SAFETY: `stack` owns the memory, and disables its use before it unmaps it.
        (unsafe { libc::sigaltstack(&description, null_mut()) } == 0).then_some(stack)
    }
}

impl Drop for SignalStack {
    fn drop(&mut self) {
        if current_stack().flatten() == Some(self.start) {
            let none = libc::stack_t { ss_sp: null_mut(), ss_flags: libc::SS_DISABLE, ss_size: 0 };
            // SAFETY: disabling is always allowed; no handler is running, since the thread is ending.
            unsafe { libc::sigaltstack(&none, null_mut()) };
        }
        // SAFETY: mapped in `install_if_missing`, and not in use any more.
        unsafe { libc::munmap(self.start, SignalStack::SIZE) };
    }
}

/// The thread's alternate signal stack, if any; `None` if the system does not report it.
fn current_stack() -> Option<Option<*mut c_void>> {
    // SAFETY: all zeros is a valid `stack_t`.
    let mut current: libc::stack_t = unsafe { std::mem::zeroed() };
    // SAFETY: `current` is valid for writes.
    let result = unsafe { libc::sigaltstack(std::ptr::null(), &mut current) };
    (result == 0).then(|| (current.ss_flags & libc::SS_DISABLE == 0).then_some(current.ss_sp))
}

// ---- The entry stub --------------------------------------------------------------------------------------------

/// Calls `entry(argument)`. True if it was left by a trap.
///
/// # Safety
/// `entry` may be called. `activation` is the thread's current one.
pub(super) unsafe fn enter(
    activation: *mut Activation,
    entry: extern "C" fn(*mut u8),
    argument: *mut u8,
) -> bool {
    // SAFETY: guaranteed by the caller.
    unsafe { machine::enter(&raw mut (*activation).frame, argument, entry) != 0 }
}

/// Leaves the call of this entry stub.
///
/// # Safety
/// The frame is that of an active entry stub of this thread, and no frame in between has anything to drop.
pub(super) unsafe fn end_catching_call(frame: usize) -> ! {
    // SAFETY: guaranteed by the caller.
    unsafe { machine::end_catching_call(frame) }
}
