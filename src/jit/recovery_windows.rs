//! Catching traps on Windows on x86-64: the entry stub and the vectored exception handler.

use super::recovery::{Activation, Interrupted, RecoveryError, note};
use super::registry;
use std::cell::Cell;
use std::ffi::c_void;
use std::io;
use std::sync::{Mutex, PoisonError};

// winnt.h and minwinbase.h.
const EXCEPTION_ACCESS_VIOLATION: u32 = 0xc000_0005;
const EXCEPTION_IN_PAGE_ERROR: u32 = 0xc000_0006;
const EXCEPTION_ILLEGAL_INSTRUCTION: u32 = 0xc000_001d;
const EXCEPTION_INT_DIVIDE_BY_ZERO: u32 = 0xc000_0094;
const EXCEPTION_INT_OVERFLOW: u32 = 0xc000_0095;
const EXCEPTION_CONTINUE_EXECUTION: i32 = -1;
const EXCEPTION_CONTINUE_SEARCH: i32 = 0;

/// `EXCEPTION_RECORD` of winnt.h.
#[repr(C)]
struct ExceptionRecord {
    code: u32,
    flags: u32,
    nested: *mut ExceptionRecord,
    address: *mut c_void,
    parameter_count: u32,
    parameters: [usize; 15],
}

/// The beginning of `CONTEXT` of winnt.h for x86-64, up to the last register that is wanted.
#[repr(C)]
struct Context {
    homes: [u64; 6],
    flags: [u32; 2],
    segments: [u16; 6],
    eflags: u32,
    debug: [u64; 6],
    rax: u64,
    rcx: u64,
    rdx: u64,
    rbx: u64,
    rsp: u64,
    rbp: u64,
    rsi: u64,
    rdi: u64,
    r8_to_r15: [u64; 8],
    rip: u64,
}

const _: () = assert!(std::mem::offset_of!(Context, rax) == 0x78);
const _: () = assert!(std::mem::offset_of!(Context, rip) == 0xf8);

/// `EXCEPTION_POINTERS` of winnt.h.
#[repr(C)]
struct ExceptionPointers {
    record: *const ExceptionRecord,
    context: *mut Context,
}

#[link(name = "kernel32")]
unsafe extern "system" {
    fn AddVectoredExceptionHandler(
        first: u32,
        handler: unsafe extern "system" fn(*const ExceptionPointers) -> i32,
    ) -> *mut c_void;
}

/// True when the handler is installed.
static INSTALLED: Mutex<bool> = Mutex::new(false);

/// Installs the handler, if it is not yet.
pub(super) fn install() -> Result<(), RecoveryError> {
    let mut installed = INSTALLED.lock().unwrap_or_else(PoisonError::into_inner);
    if !*installed {
        // SAFETY: the handler does only what a handler may.
        if unsafe { AddVectoredExceptionHandler(1, handle) }.is_null() {
            return Err(RecoveryError::System(io::Error::last_os_error()));
        }
        *installed = true;
    }
    Ok(())
}

thread_local! {
    /// The exit of the instruction that has trapped last, and what its call of the thunk would return to.
    static TRAPPED: Cell<(u32, usize)> = const { Cell::new((0, 0)) };
}

/// By which exit this thread leaves, having trapped, and what stands for where it would return to.
pub(super) fn trapped() -> (u32, usize) {
    TRAPPED.get()
}

/// # Safety
///
/// The system calls it, with the thread that caused the exception.
unsafe extern "system" fn handle(pointers: *const ExceptionPointers) -> i32 {
    // SAFETY: the system passes pointers to both, and nobody else has them now.
    let recovered = unsafe { recover(&*(*pointers).record, &mut *(*pointers).context) };
    if recovered { EXCEPTION_CONTINUE_EXECUTION } else { EXCEPTION_CONTINUE_SEARCH }
}

/// If the exception is a trap of our code in a catching call, makes the thread continue behind the call.
///
/// # Safety
///
/// These are what a handler is told.
unsafe fn recover(record: &ExceptionRecord, context: &mut Context) -> bool {
    let is_access = match record.code {
        EXCEPTION_ACCESS_VIOLATION | EXCEPTION_IN_PAGE_ERROR => true,
        EXCEPTION_ILLEGAL_INSTRUCTION | EXCEPTION_INT_DIVIDE_BY_ZERO | EXCEPTION_INT_OVERFLOW => false,
        _ => return false,
    };
    let pc = context.rip as usize;
    // SAFETY: the thread was executing this instruction.
    let Some((site, frame)) = (unsafe { registry::trap_site_at(pc) }) else { return false };
    if let Some(frame) = frame {
        // Whose exit it is says the byte in front of where the call of the thunk would return to: here the first
        // one of the instruction. The two words cannot be written yet: what the system has told us is there.
        TRAPPED.set((site.exit.number(), pc + 1));
        context.rsp = context.rbp - u64::from(frame);
        context.rip = super::thunk::x64_trapped as *const () as u64;
        return true;
    }
    // An address that is not canonical is reported as all ones, which is none.
    let address = record.parameters[1];
    let address = (is_access && record.parameter_count >= 2 && address != usize::MAX).then_some(address);
    // There, procedures have a frame from the entry on.
    let at = Interrupted { frame: context.rbp as usize, low: context.rsp as usize, frameless: None };
    // SAFETY: the frames that vanish are of compiled code, and of host functions that may not own anything
    // (contracts of whoever made the call). The frame pointer is that of the interrupted procedure: trap sites are
    // between prologue and epilogue.
    match unsafe { note(site.code, pc, address, Some(at), None) } {
        None => false,
        Some(frame) => {
            context.rip = x64_leave as *const () as u64;
            context.rdi = frame as u64;
            true
        }
    }
}

/// Nothing: handlers run on the stack of the thread.
pub(super) fn prepare_thread() {}

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
    unsafe { x64_enter(&raw mut (*activation).frame, argument, entry) != 0 }
}

/// Leaves the call of this entry stub.
///
/// # Safety
///
/// The frame is that of an entry stub that is active on this thread, and nothing in between has anything to drop.
pub(super) unsafe fn leave(frame: usize) -> ! {
    // SAFETY: the caller's.
    unsafe { x64_leave(frame) }
}

/// Of the System V convention, and so the caller keeps nothing in rdi, rsi and xmm6 to xmm15, which the entry would
/// keep if it returned. The entry finds its 32 bytes of room below the saved registers.
#[unsafe(naked)]
unsafe extern "sysv64" fn x64_enter(
    frame: *mut usize,
    argument: *mut u8,
    entry: extern "C" fn(*mut u8),
) -> u32 {
    std::arch::naked_asm!(
        "push rbp",
        "mov rbp, rsp",
        "push rbx",
        "push r12",
        "push r13",
        "push r14",
        "push r15",
        "sub rsp, 40",
        "mov [rdi], rbp",
        "mov rcx, rsi",
        "call rdx",
        "xor eax, eax",
        "add rsp, 40",
        "pop r15",
        "pop r14",
        "pop r13",
        "pop r12",
        "pop rbx",
        "pop rbp",
        "ret",
    )
}

/// The end of [`x64_enter`], for a frame that is given.
#[unsafe(naked)]
unsafe extern "sysv64" fn x64_leave(frame: usize) -> ! {
    std::arch::naked_asm!(
        "mov rbp, rdi",
        "lea rsp, [rbp - 40]",
        "mov eax, 1",
        "pop r15",
        "pop r14",
        "pop r13",
        "pop r12",
        "pop rbx",
        "pop rbp",
        "ret",
    )
}
