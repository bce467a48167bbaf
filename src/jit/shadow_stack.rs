//! Shadow stacks of the processor: copies of return addresses, with which returns are compared.
//!
//! Exits, throws and traps remove frames without returning through them, so the next return would fault. A retpoline
//! returns to an address that it pushed, which faults at once. The library does not adjust shadow stacks: where they are
//! in use, it refuses code that needs these, with an error.

/// True if this thread uses a shadow stack (CET on x86-64).
#[cfg(target_arch = "x86_64")]
fn is_in_use() -> bool {
    let pointer: u64;
    // SAFETY: `rdsspq rax`, which reads the shadow stack's pointer; a no-op without one.
    unsafe {
        std::arch::asm!(
            ".byte 0xf3, 0x48, 0x0f, 0x1e, 0xc8",
            inout("rax") 0u64 => pointer,
            options(nomem, nostack, preserves_flags),
        );
    }
    pointer != 0
}

/// True if this thread uses a shadow stack (GCS on AArch64).
#[cfg(target_arch = "aarch64")]
fn is_in_use() -> bool {
    let unchanged: u64;
    // SAFETY: `chkfeat x16`, which clears the bit of a feature that is in use; a no-op on older processors.
    unsafe {
        std::arch::asm!("hint #40", inout("x16") 1u64 => unchanged, options(nomem, nostack, preserves_flags));
    }
    unchanged & 1 == 0
}

/// Not reached: the linker rejects all code on unsupported hosts.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn is_in_use() -> bool {
    false
}

#[cfg(test)]
thread_local! {
    /// Makes this thread behave as if it used one.
    pub(super) static PRETENDED: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// True if each return must go to its call.
pub(super) fn forbids_other_returns() -> bool {
    #[cfg(test)]
    if PRETENDED.get() {
        return true;
    }
    is_in_use()
}
