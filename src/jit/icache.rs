//! Instruction cache maintenance: makes written code visible to instruction fetch.

use std::ptr::NonNull;

/// Makes code written through any view visible to instruction fetch at `executable`, in all threads.
///
/// x86-64 keeps instruction fetch coherent with stores, by physical address. A thread reaches new code by an indirect
/// jump to an address that it received after the stores.
#[cfg(target_arch = "x86_64")]
pub(super) fn synchronize(_executable: NonNull<u8>, _len: usize) {}

/// Makes a changed byte of code visible to instruction fetch while other threads may execute it. Once this returns, a
/// thread that reaches the byte executes the new instruction.
///
/// Intel's manual (volume 3, "Handling Self- and Cross-Modifying Code") requires a serializing instruction in each
/// thread between the change and the execution of the changed code. The system executes one on all cores that run
/// threads of this process; the other cores serialize when they return to such a thread. A thread that arrives earlier
/// executes the old or the new instruction, which have the same length. AMD's manual (volume 2, "Cross-Modifying Code")
/// only requires that the change is within eight aligned bytes.
#[cfg(target_arch = "x86_64")]
pub(super) fn synchronize_running(_executable: NonNull<u8>) {
    synchronize_other_cores();
    // Serializes this thread, which wrote through another address than it executes.
    #[allow(unused_unsafe, reason = "safe in newer compilers only")]
    // SAFETY: all 64-bit processors have the instruction.
    unsafe {
        std::arch::x86_64::__cpuid(0);
    }
}

/// Same as [`synchronize`].
#[cfg(not(target_arch = "x86_64"))]
pub(super) fn synchronize_running(executable: NonNull<u8>) {
    synchronize(executable, 4);
}

#[cfg(all(target_arch = "x86_64", windows))]
fn synchronize_other_cores() {
    #[link(name = "kernel32")]
    unsafe extern "system" {
        fn FlushProcessWriteBuffers();
    }
    // SAFETY: interrupts all cores that run threads of this process; returns from interrupts serialize.
    unsafe { FlushProcessWriteBuffers() };
}

/// The caches are coherent, and a thread serializes whenever the system interrupts it.
#[cfg(all(target_arch = "x86_64", not(any(windows, target_os = "linux", target_os = "android"))))]
fn synchronize_other_cores() {}

/// Follows Arm ARM, B2.4.4: clean the data cache to the point of unification, invalidate the instruction cache, and
/// synchronize the context of every core that runs threads of this process.
#[cfg(all(target_arch = "aarch64", not(any(target_vendor = "apple", windows))))]
pub(super) fn synchronize(executable: NonNull<u8>, len: usize) {
    use std::arch::asm;
    let start = executable.as_ptr() as usize;
    let end = start + len;
    let types: usize;
    // SAFETY: reads a register that user code may read.
    unsafe { asm!("mrs {}, ctr_el0", out(reg) types, options(nomem, nostack, preserves_flags)) };
    let data_line = 4_usize << (types >> 16 & 15);
    let instruction_line = 4_usize << (types & 15);
    for line in (start & !(data_line - 1)..end).step_by(data_line) {
        // SAFETY: the line is readable; cleaning does not change its content.
        unsafe { asm!("dc cvau, {}", in(reg) line, options(nostack, preserves_flags)) };
    }
    // SAFETY: a barrier accesses no memory.
    unsafe { asm!("dsb ish", options(nostack, preserves_flags)) };
    for line in (start & !(instruction_line - 1)..end).step_by(instruction_line) {
        // SAFETY: the line is mapped; invalidating does not change its content.
        unsafe { asm!("ic ivau, {}", in(reg) line, options(nostack, preserves_flags)) };
    }
    // SAFETY: barriers access no memory.
    unsafe { asm!("dsb ish", "isb", options(nostack, preserves_flags)) };
    synchronize_other_cores();
}

#[cfg(all(
    any(target_arch = "x86_64", target_arch = "aarch64"),
    any(target_os = "linux", target_os = "android")
))]
fn synchronize_other_cores() {
    let membarrier = |command: libc::c_int| {
        // SAFETY: the commands have no arguments and change no memory.
        unsafe { libc::syscall(libc::SYS_membarrier, command, 0, 0) }
    };
    // Fails until the process is registered: once, and again after a fork. On systems without this call (Linux before
    // 4.16, and sandboxes that forbid it), a thread synchronizes when the kernel next returns to it. Until then it may
    // execute old instructions: `CodeMemory` documents this limit.
    if membarrier(libc::MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE) != 0 {
        membarrier(libc::MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_SYNC_CORE);
        membarrier(libc::MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE);
    }
}

#[cfg(all(
    target_arch = "aarch64",
    not(any(target_vendor = "apple", windows, target_os = "linux", target_os = "android"))
))]
fn synchronize_other_cores() {}

/// Calls the system's function.
#[cfg(all(target_arch = "aarch64", target_vendor = "apple"))]
pub(super) fn synchronize(executable: NonNull<u8>, len: usize) {
    unsafe extern "C" {
        fn sys_icache_invalidate(start: *mut std::ffi::c_void, len: usize);
    }
    // SAFETY: the range is readable; its content does not change.
    unsafe { sys_icache_invalidate(executable.as_ptr().cast(), len) };
}

/// Calls the system's function.
#[cfg(all(target_arch = "aarch64", windows))]
pub(super) fn synchronize(executable: NonNull<u8>, len: usize) {
    #[link(name = "kernel32")]
    unsafe extern "system" {
        fn GetCurrentProcess() -> *mut std::ffi::c_void;
        fn FlushInstructionCache(process: *mut std::ffi::c_void, start: *const u8, len: usize) -> i32;
    }
    // SAFETY: the range is readable; its content does not change.
    unsafe { FlushInstructionCache(GetCurrentProcess(), executable.as_ptr(), len) };
}

/// Not reached: the linker rejects all code on unsupported hosts.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(super) fn synchronize(_executable: NonNull<u8>, _len: usize) {}
