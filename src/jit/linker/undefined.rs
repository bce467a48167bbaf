//! Calls of functions that are declared but not defined: they end the innermost catching call with a trap.

use crate::base::TrapCode;
use crate::jit::recovery::{Interrupted, UndefinedCall, abort, record_trap};
use crate::jit::recovery_host;
use std::sync::Arc;

/// What the slot of an undefined function passes to the handler. It lives as long as the slot.
pub(super) struct UndefinedSlot {
    pub(super) name: Arc<str>,
}

/// The address to which a slot jumps if its function is not defined; null on unsupported machines, for which nothing is
/// linked.
pub(super) fn thunk() -> *const u8 {
    #[cfg(target_arch = "x86_64")]
    return x64_undefined as *const u8;
    #[cfg(target_arch = "aarch64")]
    return a64_undefined as *const u8;
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    std::ptr::null()
}

/// The slot has pushed the context. Otherwise the stack is as at the entry of the function.
#[cfg(target_arch = "x86_64")]
#[unsafe(naked)]
unsafe extern "sysv64" fn x64_undefined() {
    std::arch::naked_asm!(
        "pop rdi",
        "mov rsi, rbp",
        "mov rdx, [rsp]",
        "mov rcx, rsp",
        "jmp {undefined}",
        undefined = sym x64_called,
    )
}

/// # Safety
/// As for [`called`].
#[cfg(target_arch = "x86_64")]
unsafe extern "sysv64" fn x64_called(
    context: *const UndefinedSlot,
    frame: usize,
    caller: usize,
    low: usize,
) -> ! {
    // SAFETY: guaranteed by the caller.
    unsafe { called(context, frame, caller, low) }
}

/// The slot has loaded the context to x17. Otherwise the registers are as at the entry of the function.
#[cfg(target_arch = "aarch64")]
#[unsafe(naked)]
unsafe extern "C" fn a64_undefined() {
    std::arch::naked_asm!(
        "hint #34", // bti c
        "mov x0, x17",
        "mov x1, x29",
        "mov x2, x30",
        "mov x3, sp",
        "b {undefined}",
        undefined = sym a64_called,
    )
}

/// # Safety
/// As for [`called`].
#[cfg(target_arch = "aarch64")]
unsafe extern "C" fn a64_called(context: *const UndefinedSlot, frame: usize, caller: usize, low: usize) -> ! {
    // SAFETY: guaranteed by the caller.
    unsafe { called(context, frame, caller, low) }
}

/// Ends the innermost catching call. Without one it writes the name to the standard error output and aborts.
///
/// # Safety
/// Compiled code called the slot of the context, with this return address, stack pointer and frame pointer.
#[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), expect(dead_code))]
unsafe fn called(context: *const UndefinedSlot, frame: usize, caller: usize, low: usize) -> ! {
    // SAFETY: the context lives as long as the slot, which this thread is executing (caller).
    let name = unsafe { &(*context).name };
    let payload = Box::new(UndefinedCall { name: name.clone() });
    let at = Interrupted { frame, low, frameless: Some(caller) };
    // SAFETY: the frames up to the catching call are those of compiled code, and of host functions that follow the
    // rules of `TrapRecovery::catch`. The payload moves into memory of the thread; nothing else needs to be dropped.
    match unsafe { record_trap(TrapCode::UndefinedFunction, 0, None, Some(at), Some(payload)) } {
        // SAFETY: it is the frame of the innermost catching call, which is on this stack.
        Some(frame) => unsafe { recovery_host::end_catching_call(frame) },
        None => abort(&format!("call of the undefined function `{name}`, outside of a catching call")),
    }
}
