//! Shadow stacks of the processor: copies of return addresses, with which returns are compared.
//!
//! Exits, throws and traps remove frames without returning through them, so the next return would fault. The library
//! does not adjust shadow stacks: where they are in use, it refuses code that needs these, with an error.

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

/// True if frames must not be removed without returning through them.
pub(super) fn forbids_removed_frames() -> bool {
    #[cfg(test)]
    if PRETENDED.get() {
        return true;
    }
    is_in_use()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Type;
    use crate::ir::Procedure;
    use crate::jit::{LinkError, RecoveryError, TrapRecovery, throw_function};
    use crate::{Compiler, exit_state, host_target};

    fn checked() -> Procedure {
        let mut proc = Procedure::named("checked", &host_target().expect("a supported host"));
        let root = proc.add_block();
        let mut b = proc.at(root);
        let x = b.argument(Type::Int32);
        let state = exit_state![b.proc, frame { function: 0, pc: 0, locals: [x], stack: [] }];
        let sum = b.check_add(x, x).exit_state(state).append();
        b.ret([sum]);
        proc
    }

    #[test]
    fn code_that_removes_frames_is_refused() {
        assert!(Compiler::host().expect("a host").compile(checked()).is_ok());
        PRETENDED.set(true);
        let failure = Compiler::host().expect("a host").compile(checked()).expect_err("it has an exit");
        let procedure = "checked".to_string();
        assert_eq!(failure.error.to_string(), LinkError::ShadowStack { procedure }.to_string());
        let mut plain = Procedure::new(&host_target().expect("a supported host"));
        let root = plain.add_block();
        plain.at(root).ret([]);
        assert!(Compiler::host().expect("a host").compile(plain).is_ok());
        assert!(matches!(TrapRecovery::install(), Err(RecoveryError::ShadowStack)));
        assert!(throw_function().is_none());
        PRETENDED.set(false);
        assert!(throw_function().is_some());
    }
}
