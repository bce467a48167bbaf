//! Trap recovery on Windows on x86-64: the entry stub and the vectored exception handler.

use super::recovery::{Activation, Interrupted, RecoveryError, record_trap};
use super::registry;
use std::cell::Cell;
use std::ffi::c_void;
use std::io;
use std::sync::{Mutex, PoisonError};

// From winnt.h and minwinbase.h.
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

/// The beginning of `CONTEXT` of winnt.h for x86-64, up to the last register used here.
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

static INSTALLED: Mutex<bool> = Mutex::new(false);

pub(super) fn install() -> Result<(), RecoveryError> {
    let mut installed = INSTALLED.lock().unwrap_or_else(PoisonError::into_inner);
    if !*installed {
        // SAFETY: the handler does only what is allowed in a vectored exception handler.
        if unsafe { AddVectoredExceptionHandler(1, handle) }.is_null() {
            return Err(RecoveryError::System(io::Error::last_os_error()));
        }
        *installed = true;
    }
    Ok(())
}

thread_local! {
    /// The exit of the instruction that trapped last, and the return address of its virtual call of the thunk.
    static TRAPPED: Cell<(u32, usize)> = const { Cell::new((0, 0)) };
}

/// The exit that this thread takes after a trap, and the address that stands for the return address.
pub(super) fn trapped() -> (u32, usize) {
    TRAPPED.get()
}

/// # Safety
/// Called by the system only, on the thread that caused the exception.
unsafe extern "system" fn handle(pointers: *const ExceptionPointers) -> i32 {
    // SAFETY: the system passes pointers to both, and nothing else uses them now.
    let recovered = unsafe { recover(&*(*pointers).record, &mut *(*pointers).context) };
    if recovered { EXCEPTION_CONTINUE_EXECUTION } else { EXCEPTION_CONTINUE_SEARCH }
}

/// If the exception is a trap of compiled code with an exit or in a catching call, resumes the thread at the exit or
/// after the call. Returns false for any other exception.
///
/// # Safety
/// These are an exception handler's arguments.
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
        // The procedure of the exit is found from the byte before the return address: here the instruction's first
        // byte. The two words cannot be written to the stack yet: the system's exception data is there.
        TRAPPED.set((site.exit.number(), pc + 1));
        context.rsp = context.rbp - u64::from(frame);
        context.rip = super::thunk::x64_exit_after_trap as *const () as u64;
        return true;
    }
    // Accesses to non-canonical addresses are reported as all ones, without the address.
    let address = record.parameters[1];
    let address = (is_access && record.parameter_count >= 2 && address != usize::MAX).then_some(address);
    // On Windows, procedures have a frame from the entry on.
    let at = Interrupted { frame: context.rbp as usize, low: context.rsp as usize, frameless: None };
    // SAFETY: the discarded frames are of compiled code, and of host functions that may not own anything (contracts of
    // the catching calls). The frame pointer is that of the interrupted procedure: trap sites are between prologue and
    // epilogue.
    match unsafe { record_trap(site.code, pc, address, Some(at), None) } {
        None => false,
        Some(frame) => {
            context.rip = x64_leave as *const () as u64;
            context.rdi = frame as u64;
            true
        }
    }
}

/// Does nothing: handlers run on the thread's stack.
pub(super) fn prepare_thread() {}

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
    unsafe { x64_enter(&raw mut (*activation).frame, argument, entry) != 0 }
}

/// Leaves the call of this entry stub.
///
/// # Safety
/// The frame is that of an active entry stub of this thread, and no frame in between has anything to drop.
pub(super) unsafe fn end_catching_call(frame: usize) -> ! {
    // SAFETY: guaranteed by the caller.
    unsafe { x64_leave(frame) }
}

/// Uses the System V convention, where rdi, rsi and xmm6 to xmm15 are caller-saved: the entry would preserve them if it
/// returned, but not if it is left. The 32 bytes of shadow space for the entry are below the saved registers.
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

/// Leaves [`x64_enter`] through its epilogue, for a given frame.
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
