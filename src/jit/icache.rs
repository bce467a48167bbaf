//! Making written code visible to instruction fetch.

use std::ptr::NonNull;

/// Makes code that was written through any view visible to instruction fetch at `executable`, in all threads.
///
/// x86-64 keeps instruction fetch coherent with stores, by physical address; a thread reaches new code by an
/// indirect jump to an address that it got after the stores.
#[cfg(target_arch = "x86_64")]
pub(super) fn synchronize(_executable: NonNull<u8>, _len: usize) {}

/// Makes a byte of code that changed while other threads may be executing it visible to their instruction fetch. When
/// this returns, a thread that comes there executes what is there now.
///
/// Intel's manual (volume 3, "Handling Self- and Cross-Modifying Code") asks for a serializing instruction in each
/// thread between the change and the execution of what was changed. The system has all cores do that which run
/// threads of this process; the others do when they come back to them. That they may come by before does no harm:
/// the instruction is an old one or a new one, of the same length. AMD's (volume 2, "Cross-Modifying Code") asks
/// for no more than a change inside of eight aligned bytes.
#[cfg(target_arch = "x86_64")]
pub(super) fn synchronize_running(_executable: NonNull<u8>) {
    synchronize_other_cores();
    // This thread, which wrote by another address than it runs by.
    #[allow(unused_unsafe, reason = "safe in newer compilers only")]
    // SAFETY: all processors of 64 bits have the instruction.
    unsafe {
        std::arch::x86_64::__cpuid(0);
    }
}

/// As [`synchronize`].
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
    // SAFETY: interrupts all cores that run threads of this process, and returns from interrupts serialize.
    unsafe { FlushProcessWriteBuffers() };
}

/// The caches are coherent, and threads serialize whenever the system interrupts them.
#[cfg(all(target_arch = "x86_64", not(any(windows, target_os = "linux", target_os = "android"))))]
fn synchronize_other_cores() {}

/// As Arm ARM, B2.4.4: clean the data cache to the point of unification, invalidate the instruction cache,
/// and let every core that runs threads of this process synchronise its context.
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
        // SAFETY: the line is readable; cleaning changes no content.
        unsafe { asm!("dc cvau, {}", in(reg) line, options(nostack, preserves_flags)) };
    }
    // SAFETY: a barrier.
    unsafe { asm!("dsb ish", options(nostack, preserves_flags)) };
    for line in (start & !(instruction_line - 1)..end).step_by(instruction_line) {
        // SAFETY: the line is mapped; invalidating changes no content.
        unsafe { asm!("ic ivau, {}", in(reg) line, options(nostack, preserves_flags)) };
    }
    // SAFETY: barriers.
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
    // Refused until the process is registered, which is once, and after a fork again. Where the system has no
    // such call, a thread synchronises when the kernel next returns to it.
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

/// The system does it.
#[cfg(all(target_arch = "aarch64", target_vendor = "apple"))]
pub(super) fn synchronize(executable: NonNull<u8>, len: usize) {
    unsafe extern "C" {
        fn sys_icache_invalidate(start: *mut std::ffi::c_void, len: usize);
    }
    // SAFETY: the range is readable; its content stays.
    unsafe { sys_icache_invalidate(executable.as_ptr().cast(), len) };
}

/// The system does it.
#[cfg(all(target_arch = "aarch64", windows))]
pub(super) fn synchronize(executable: NonNull<u8>, len: usize) {
    #[link(name = "kernel32")]
    unsafe extern "system" {
        fn GetCurrentProcess() -> *mut std::ffi::c_void;
        fn FlushInstructionCache(process: *mut std::ffi::c_void, start: *const u8, len: usize) -> i32;
    }
    // SAFETY: the range is readable; its content stays.
    unsafe { FlushInstructionCache(GetCurrentProcess(), executable.as_ptr(), len) };
}

/// The linker refuses code on hosts for which the library makes none.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(super) fn synchronize(_executable: NonNull<u8>, _len: usize) {}
