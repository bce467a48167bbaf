//! Catching traps on Linux: the handler, and a stack for it. Which registers it reads, and the entry stub, are of the
//! machine.

#[cfg(target_arch = "aarch64")]
use super::recovery_a64 as machine;
#[cfg(target_arch = "x86_64")]
use super::recovery_x64 as machine;

use super::recovery::{Activation, Interrupted, RecoveryError, note};
use super::registry;
use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::io;
use std::ptr::null_mut;
use std::sync::{Mutex, PoisonError};

/// An exit that is taken where an instruction trapped.
pub(super) struct Exit {
    pub(super) number: u32,
    /// Behind the call of the thunk.
    pub(super) return_address: usize,
    /// At the end of the frame.
    pub(super) stack_pointer: usize,
}

/// The signals that instructions cause.
const SIGNALS: [c_int; 4] = [libc::SIGILL, libc::SIGSEGV, libc::SIGBUS, libc::SIGFPE];

/// The actions that were there before, by the index of the signal. Written before the handler is installed, and
/// only read from then on.
static mut PREVIOUS: [Option<libc::sigaction>; SIGNALS.len()] = [None; SIGNALS.len()];

/// True when all handlers are installed.
static INSTALLED: Mutex<bool> = Mutex::new(false);

/// Installs the handlers, if they are not yet.
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
        // SAFETY: the handler of this signal, which alone reads it, is not installed yet; or it is, because
        // another could not be, and then this is that handler.
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
        // SAFETY: the handler does only what a handler may.
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
    // SAFETY: the system passes both to a handler with SA_SIGINFO, and nobody else has them now.
    unsafe {
        if !recover(signal, &*info, &mut *context.cast::<libc::ucontext_t>()) {
            hand_on(signal, info, context);
        }
    }
}

/// If the signal is a trap of our code in a catching call, makes the thread continue behind the call.
///
/// # Safety
///
/// These are a handler's arguments.
unsafe fn recover(signal: c_int, info: &libc::siginfo_t, context: &mut libc::ucontext_t) -> bool {
    /// Sent by the system without an address.
    const SI_KERNEL: c_int = 0x80;
    if info.si_code <= 0 {
        return false; // sent by somebody, not caused by an instruction
    }
    let (pc, (frame_pointer, stack_pointer)) = machine::interrupted(context);
    // SAFETY: the thread was executing this instruction.
    let Some((site, frame)) = (unsafe { registry::trap_site_at(pc) }) else { return false };
    if let (Some(frame), Some(thunk)) = (frame, super::thunk::address()) {
        // Whose exit it is says the byte in front of where the call of the thunk would return to: here the first
        // one of the instruction.
        let exit = Exit {
            number: site.exit.number(),
            return_address: pc + 1,
            stack_pointer: frame_pointer - frame as usize,
        };
        // SAFETY: the stack pointer is at the end of the frame that is left, on this thread's stack, where nothing
        // is: code has no red zone, and this handler, if it has no stack of its own, leaves room for one.
        unsafe { machine::go_to_exit(context, thunk as usize, &exit) };
        return true;
    }
    let is_access = matches!(signal, libc::SIGSEGV | libc::SIGBUS) && info.si_code != SI_KERNEL;
    // SAFETY: these signals have an address.
    let address = is_access.then(|| unsafe { info.si_addr() } as usize);
    // SAFETY: a site without a frame has the stack as the call has left it.
    let frameless = (!site.has_frame).then(|| unsafe { machine::return_address(context) });
    let at = Interrupted { frame: frame_pointer, low: stack_pointer, frameless };
    // SAFETY: the frames that vanish are of compiled code, and of host functions that may not own anything
    // (contracts of whoever made the call). The frame pointer is that of the interrupted procedure: trap sites with a
    // frame are between prologue and epilogue; or of its caller.
    match unsafe { note(site.code, pc, address, Some(at), None) } {
        None => false,
        Some(frame) => {
            machine::go_to_leave(context, frame);
            true
        }
    }
}

/// Does what would have happened without us.
///
/// # Safety
///
/// These are a handler's arguments.
unsafe fn hand_on(signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
    let index = SIGNALS.iter().position(|s| *s == signal).unwrap_or(0);
    // SAFETY: written before the handler was installed.
    let Some(previous) = (unsafe { PREVIOUS[index] }) else { return };
    // SAFETY: the caller's; the system would call these functions with the same arguments. Setting an action and
    // raising a signal are allowed in handlers.
    unsafe {
        let caused = (*info).si_code > 0;
        match previous.sa_sigaction {
            // An ignored signal that an instruction causes kills all the same.
            libc::SIG_IGN if !caused => {}
            libc::SIG_DFL | libc::SIG_IGN => {
                let mut action: libc::sigaction = std::mem::zeroed();
                action.sa_sigaction = libc::SIG_DFL;
                libc::sigaction(signal, &action, null_mut());
                // The instruction causes it again; what was sent must be sent again.
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

// ---- A stack for the handler --------------------------------------------------------------------------

/// Makes sure that the thread has a stack for handlers, so that they run where the thread's own has ended. Threads
/// of the standard library have one.
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

/// A stack for handlers, of the thread that made it.
struct SignalStack {
    start: *mut c_void,
}

impl SignalStack {
    const SIZE: usize = 64 << 10;

    /// `None` if the thread has one, or the system refuses: then a stack overflow cannot be handled.
    fn install_if_missing() -> Option<SignalStack> {
        if current_stack()?.is_some() {
            return None;
        }
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        // SAFETY: a new mapping at an address that the system chooses.
        let start = unsafe { libc::mmap(null_mut(), SignalStack::SIZE, protection, flags, -1, 0) };
        if start == libc::MAP_FAILED {
            return None;
        }
        let stack = SignalStack { start };
        let description = libc::stack_t { ss_sp: start, ss_flags: 0, ss_size: SignalStack::SIZE };
        // SAFETY: the memory is ours until `stack` is dropped, which takes it out of use.
        (unsafe { libc::sigaltstack(&description, null_mut()) } == 0).then_some(stack)
    }
}

impl Drop for SignalStack {
    fn drop(&mut self) {
        if current_stack().flatten() == Some(self.start) {
            let none = libc::stack_t { ss_sp: null_mut(), ss_flags: libc::SS_DISABLE, ss_size: 0 };
            // SAFETY: no stack is always allowed; no handler is running, since a thread is ending.
            unsafe { libc::sigaltstack(&none, null_mut()) };
        }
        // SAFETY: mapped when it was made, and not in use any more.
        unsafe { libc::munmap(self.start, SignalStack::SIZE) };
    }
}

/// The stack for handlers that the thread has; `None` if the system does not say.
fn current_stack() -> Option<Option<*mut c_void>> {
    // SAFETY: all zeros is a valid `stack_t`.
    let mut current: libc::stack_t = unsafe { std::mem::zeroed() };
    // SAFETY: `current` is valid for writes.
    let result = unsafe { libc::sigaltstack(std::ptr::null(), &mut current) };
    (result == 0).then(|| (current.ss_flags & libc::SS_DISABLE == 0).then_some(current.ss_sp))
}

// ---- The entry stub -----------------------------------------------------------------------------------

/// Calls `entry(argument)`; true if it was left by a trap.
///
/// # Safety
///
/// `entry` may be called. `activation` is the thread's current one.
pub(super) unsafe fn enter(
    activation: *mut Activation,
    entry: extern "C" fn(*mut u8),
    argument: *mut u8,
) -> bool {
    // SAFETY: the caller's.
    unsafe { machine::enter(&raw mut (*activation).frame, argument, entry) != 0 }
}

/// Leaves the call of this entry stub.
///
/// # Safety
///
/// The frame is that of an entry stub that is active on this thread, and nothing in between has anything to drop.
pub(super) unsafe fn leave(frame: usize) -> ! {
    // SAFETY: the caller's.
    unsafe { machine::leave(frame) }
}
