//! Instruction cache maintenance: makes written code visible to instruction fetch.

use std::ptr::NonNull;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};

/// Number of patches of running code.
static PATCHES: AtomicU64 = AtomicU64::new(0);
/// Number of patches that all cores execute.
static SERIALIZED: AtomicU64 = AtomicU64::new(0);

/// Counts a patch of running code, after it was published.
pub(super) fn count_patch() {
    PATCHES.fetch_add(1, SeqCst);
}

/// Serializes all cores if running code was patched since the last time. Called before code is freed: a core that has not
/// serialized since a branch to that code was redirected may still execute the old branch, even after its thread passed
/// a quiescent point.
pub(super) fn serialize_after_patches() {
    let patches = PATCHES.load(SeqCst);
    if SERIALIZED.load(SeqCst) < patches {
        serialize_cores();
        SERIALIZED.fetch_max(patches, SeqCst);
    }
}

/// Makes code written through any view visible to instruction fetch at `executable`, in all threads.
///
/// x86-64 keeps instruction fetch coherent with stores, by physical address. A thread reaches new code by an indirect
/// jump to an address that it received after the stores.
#[cfg(target_arch = "x86_64")]
pub(super) fn synchronize(_executable: NonNull<u8>, _len: usize) {}

/// Makes changed instructions visible to the instruction fetch of other threads, which execute the old or the new ones
/// until each of their cores serializes: see [`serialize_cores`].
///
/// The bytes are inside one aligned word of eight bytes, and instructions keep their sizes. AMD's manual (volume 2,
/// "Cross-Modifying Code") requires no more; Intel's (volume 3, "Handling Self- and Cross-Modifying Code") requires that
/// each core serializes before it is certain to execute the new ones.
#[cfg(target_arch = "x86_64")]
pub(super) fn publish_running(_executable: NonNull<u8>) {}

/// Makes changed instructions visible to the instruction fetch of other threads, which execute the old or the new ones
/// until each of their cores synchronizes its context: see [`serialize_cores`].
#[cfg(not(target_arch = "x86_64"))]
pub(super) fn publish_running(executable: NonNull<u8>) {
    clean(executable, 8);
}

/// Serializes all cores that run threads of this process; the others serialize when they return to such a thread. After
/// it, every thread executes instructions that were published before. Not atomic: one thread may execute new ones while
/// another still executes old ones, until this returns. It is a memory barrier of all these threads, too.
///
/// False if the system may not do it: then each thread executes the new instructions after the system has interrupted it.
#[cfg(target_arch = "x86_64")]
pub(super) fn serialize_cores() -> bool {
    let done = synchronize_other_cores();
    // Serializes this thread, which wrote through another address than it executes.
    #[allow(unused_unsafe, reason = "safe in newer compilers only")]
    // SAFETY: all 64-bit processors have the instruction.
    unsafe {
        std::arch::x86_64::__cpuid(0);
    }
    done
}

/// As above: [`publish_running`] has synchronized this core.
#[cfg(target_arch = "aarch64")]
pub(super) fn serialize_cores() -> bool {
    synchronize_other_cores()
}

/// Not reached: the linker rejects all code on unsupported hosts.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(super) fn serialize_cores() -> bool {
    false
}

#[cfg(all(target_arch = "x86_64", windows))]
fn synchronize_other_cores() -> bool {
    #[link(name = "kernel32")]
    unsafe extern "system" {
        fn FlushProcessWriteBuffers();
    }
    // SAFETY: interrupts all cores that run threads of this process; returns from interrupts serialize.
    unsafe { FlushProcessWriteBuffers() };
    true
}

/// The caches are coherent, and a thread serializes whenever the system interrupts it.
#[cfg(all(target_arch = "x86_64", not(any(windows, target_os = "linux", target_os = "android"))))]
fn synchronize_other_cores() -> bool {
    false
}

/// Makes code written through any view visible to instruction fetch at `executable`, in all threads.
#[cfg(target_arch = "aarch64")]
pub(super) fn synchronize(executable: NonNull<u8>, len: usize) {
    clean(executable, len);
    _ = synchronize_other_cores();
}

/// Follows Arm ARM, B2.4.4, for this core: cleans the data cache to the point of unification, invalidates the
/// instruction cache, and synchronizes the context.
#[cfg(all(target_arch = "aarch64", not(any(target_vendor = "apple", windows))))]
fn clean(executable: NonNull<u8>, len: usize) {
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
}

#[cfg(all(
    any(target_arch = "x86_64", target_arch = "aarch64"),
    any(target_os = "linux", target_os = "android")
))]
fn synchronize_other_cores() -> bool {
    let membarrier = |command: libc::c_int| {
        // SAFETY: the commands have no arguments and change no memory.
        unsafe { libc::syscall(libc::SYS_membarrier, command, 0, 0) == 0 }
    };
    // Fails until the process is registered: once, and again after a fork. On systems without this call (Linux before
    // 4.16, and sandboxes that forbid it), a thread synchronizes when the kernel next returns to it. Until then it may
    // execute old instructions: `CodeMemory` documents this limit.
    membarrier(libc::MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE)
        || membarrier(libc::MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_SYNC_CORE)
            && membarrier(libc::MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE)
}

/// The system's functions that clean the caches synchronize the instruction fetch of all cores, or the system is none
/// that is tested. They are no barriers for the data accesses of other threads.
#[cfg(all(target_arch = "aarch64", not(any(target_os = "linux", target_os = "android"))))]
fn synchronize_other_cores() -> bool {
    false
}

/// Calls the system's function.
#[cfg(all(target_arch = "aarch64", target_vendor = "apple"))]
fn clean(executable: NonNull<u8>, len: usize) {
    unsafe extern "C" {
        fn sys_icache_invalidate(start: *mut std::ffi::c_void, len: usize);
    }
    // SAFETY: the range is readable; its content does not change.
    unsafe { sys_icache_invalidate(executable.as_ptr().cast(), len) };
}

/// Calls the system's function.
#[cfg(all(target_arch = "aarch64", windows))]
fn clean(executable: NonNull<u8>, len: usize) {
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

/// As above.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn clean(_executable: NonNull<u8>, _len: usize) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_patches_are_executed_before_code_is_freed() {
        for _ in 0..3 {
            count_patch();
            let patches = PATCHES.load(SeqCst);
            serialize_after_patches();
            assert!(SERIALIZED.load(SeqCst) >= patches);
        }
    }
}
