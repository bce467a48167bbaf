//! The exit thunk: saves the registers of compiled code that takes an exit, and restores those to resume with.
//!
//! There is one for the process, reached through a veneer if it is out of branch range. Code pushes the number of its
//! exit and calls the thunk. The thunk stores all registers, passes them to Rust, and resumes with the register values
//! found then: in the caller of the procedure that was left, or elsewhere. Throws use the same path, with other first
//! words.

/// Number of registers of each bank.
const COUNT: usize = if cfg!(target_arch = "aarch64") { 32 } else { 16 };

/// Register numbers. `LINK` holds the return address at a procedure's entry, on machines with such a register.
#[cfg(not(target_arch = "aarch64"))]
mod numbers {
    pub(in super::super) const STACK_POINTER: usize = 4;
    pub(in super::super) const FRAME_POINTER: usize = 5;
    pub(in super::super) const FIRST_ARGUMENT: usize = 7;
    pub(in super::super) const LINK: Option<usize> = None;
}

#[cfg(target_arch = "aarch64")]
mod numbers {
    pub(in super::super) const STACK_POINTER: usize = 31;
    pub(in super::super) const FRAME_POINTER: usize = 29;
    pub(in super::super) const FIRST_ARGUMENT: usize = 0;
    pub(in super::super) const LINK: Option<usize> = Some(30);
}
pub(super) use numbers::{FIRST_ARGUMENT, FRAME_POINTER, LINK, STACK_POINTER};

/// The registers at an exit or throw, and two words that the code passed. It is on the stack, directly below the frame
/// of the procedure that takes the exit or throws.
#[repr(C)]
#[derive(Debug)]
pub(super) struct ThunkFrame {
    /// General registers by number. The stack pointer's is unused on entry. On resumption it points to two words: the
    /// value of the first argument's register, and the address to resume at.
    pub(super) gp: [u64; COUNT],
    /// Floating-point registers by number: low and high 64 bits.
    pub(super) fp: [[u64; 2]; COUNT],
    /// For an exit: the address after the call of the thunk. For a throw: see [`ThunkFrame::is_recorded`].
    pub(super) return_address: u64,
    /// For an exit: its number. For a throw: see [`ThunkFrame::throwing_call`].
    pub(super) exit: u64,
}

/// The two words of a throw.
impl ThunkFrame {
    /// True if the exception is recorded already. Otherwise it is in the registers of the first two arguments.
    pub(super) fn is_recorded(&self) -> bool {
        self.return_address != 0
    }

    /// The return address of the call that throws.
    pub(super) fn throwing_call(&self) -> u64 {
        self.exit
    }

    /// Makes an exit a throw by the call with this return address.
    pub(super) fn set_throwing_call(&mut self, return_address: u64) {
        self.exit = return_address;
    }
}

/// The address of the thunk; `None` on unsupported machines.
pub(super) fn address() -> Option<*const u8> {
    #[cfg(target_arch = "x86_64")]
    return Some(x64_exit as *const u8);
    #[cfg(target_arch = "aarch64")]
    return Some(a64_exit as *const u8);
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    None
}

/// Called by the exit thunk.
///
/// # Safety
/// As for [`super::exits::take_exit`].
#[cfg(target_arch = "x86_64")]
unsafe extern "sysv64" fn exit_taken(machine: *mut ThunkFrame) {
    // SAFETY: guaranteed by the caller.
    unsafe { super::exits::take_exit(machine) }
}

/// Called by the exit thunk.
///
/// # Safety
/// As for [`super::exits::take_exit`].
#[cfg(target_arch = "aarch64")]
unsafe extern "C" fn exit_taken(machine: *mut ThunkFrame) {
    // SAFETY: guaranteed by the caller.
    unsafe { super::exits::take_exit(machine) }
}

/// Called by the throw thunks.
///
/// # Safety
/// As for [`super::throw_unwind::unwind`].
#[cfg(target_arch = "x86_64")]
unsafe extern "sysv64" fn unwind(machine: *mut ThunkFrame) {
    // SAFETY: guaranteed by the caller.
    unsafe { super::throw_unwind::unwind(machine) }
}

/// Called by the throw thunks.
///
/// # Safety
/// As for [`super::throw_unwind::unwind`].
#[cfg(target_arch = "aarch64")]
unsafe extern "C" fn unwind(machine: *mut ThunkFrame) {
    // SAFETY: guaranteed by the caller.
    unsafe { super::throw_unwind::unwind(machine) }
}

// Offsets: gp 0, fp 128, return_address 384, exit 392. Before both words were pushed, the stack pointer was a multiple
// of 16.
#[cfg(target_arch = "x86_64")]
macro_rules! x64_machine {
    ([$($first:expr),*] $function:path) => {
        std::arch::naked_asm!(
            cfi!(".cfi_startproc"),
            $($first,)*
            "sub rsp, 384",
            cfi!(".cfi_adjust_cfa_offset 384"),
            "mov [rsp], rax",
            "mov [rsp + 8], rcx",
            "mov [rsp + 16], rdx",
            "mov [rsp + 24], rbx",
            "mov [rsp + 40], rbp",
            "mov [rsp + 48], rsi",
            "mov [rsp + 56], rdi",
            "mov [rsp + 64], r8",
            "mov [rsp + 72], r9",
            "mov [rsp + 80], r10",
            "mov [rsp + 88], r11",
            "mov [rsp + 96], r12",
            "mov [rsp + 104], r13",
            "mov [rsp + 112], r14",
            "mov [rsp + 120], r15",
            "movups [rsp + 128], xmm0",
            "movups [rsp + 144], xmm1",
            "movups [rsp + 160], xmm2",
            "movups [rsp + 176], xmm3",
            "movups [rsp + 192], xmm4",
            "movups [rsp + 208], xmm5",
            "movups [rsp + 224], xmm6",
            "movups [rsp + 240], xmm7",
            "movups [rsp + 256], xmm8",
            "movups [rsp + 272], xmm9",
            "movups [rsp + 288], xmm10",
            "movups [rsp + 304], xmm11",
            "movups [rsp + 320], xmm12",
            "movups [rsp + 336], xmm13",
            "movups [rsp + 352], xmm14",
            "movups [rsp + 368], xmm15",
            "mov rdi, rsp",
            "call {function}",
            // The registers become those of the resumed code one by one: no caller can be found.
            cfi!(".cfi_undefined rip"),
            "mov rdi, rsp",
            "movups xmm0, [rdi + 128]",
            "movups xmm1, [rdi + 144]",
            "movups xmm2, [rdi + 160]",
            "movups xmm3, [rdi + 176]",
            "movups xmm4, [rdi + 192]",
            "movups xmm5, [rdi + 208]",
            "movups xmm6, [rdi + 224]",
            "movups xmm7, [rdi + 240]",
            "movups xmm8, [rdi + 256]",
            "movups xmm9, [rdi + 272]",
            "movups xmm10, [rdi + 288]",
            "movups xmm11, [rdi + 304]",
            "movups xmm12, [rdi + 320]",
            "movups xmm13, [rdi + 336]",
            "movups xmm14, [rdi + 352]",
            "movups xmm15, [rdi + 368]",
            "mov rax, [rdi]",
            "mov rcx, [rdi + 8]",
            "mov rdx, [rdi + 16]",
            "mov rbx, [rdi + 24]",
            "mov rbp, [rdi + 40]",
            "mov rsi, [rdi + 48]",
            "mov r8, [rdi + 64]",
            "mov r9, [rdi + 72]",
            "mov r10, [rdi + 80]",
            "mov r11, [rdi + 88]",
            "mov r12, [rdi + 96]",
            "mov r13, [rdi + 104]",
            "mov r14, [rdi + 112]",
            "mov r15, [rdi + 120]",
            // `ThunkFrame` is not read after this: it may be below the stack pointer.
            "mov rsp, [rdi + 32]",
            "pop rdi",
            "ret",
            cfi!(".cfi_endproc"),
            function = sym $function,
        )
    };
}

#[cfg(target_arch = "x86_64")]
#[unsafe(naked)]
unsafe extern "sysv64" fn x64_exit() {
    x64_machine!([] exit_taken)
}

/// Resumption point of a thread that trapped in an instruction with an exit. The stack pointer is at the end of the
/// frame. [`super::recovery_host::trapped`] returns the words that `push exit; call thunk` would have pushed.
#[cfg(all(target_arch = "x86_64", windows))]
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn x64_exit_after_trap() {
    x64_machine!(["lea rsp, [rsp - 16]"] take_exit_after_trap)
}

/// Called by the thunk for a trap.
///
/// # Safety
/// As for [`super::exits::take_exit`], but the first two words are not set.
#[cfg(all(target_arch = "x86_64", windows))]
unsafe extern "sysv64" fn take_exit_after_trap(machine: *mut ThunkFrame) {
    let (exit, return_address) = super::recovery_host::trapped();
    // SAFETY: guaranteed by the caller.
    unsafe {
        (*machine).exit = exit.into();
        (*machine).return_address = return_address as u64;
        super::exits::take_exit(machine);
    }
}

/// Called by code like a function, with the two words to throw as arguments.
#[cfg(target_arch = "x86_64")]
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn x64_throw() {
    x64_machine!(["push 0", cfi!(".cfi_adjust_cfa_offset 8")] unwind)
}

/// A host function that throws jumps here, with the stack as at its entry. The exception is recorded already.
#[cfg(target_arch = "x86_64")]
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn x64_throw_recorded() {
    x64_machine!(["push 1", cfi!(".cfi_adjust_cfa_offset 8")] unwind)
}

// In a process whose own code is guarded, veneers and indirect calls must arrive at landing pads: `hint #34` is `bti
// c`.
//
// Offsets: gp 0, fp 256, return_address 768, exit 776. The stack pointer is a multiple of 16. x16 and x17 hold no
// values of compiled code, x18 belongs to the platform. The exit's number is in x17, and x30 is the return address of
// the call.
#[cfg(target_arch = "aarch64")]
macro_rules! a64_machine {
    ([$($first:expr),*] $saved:expr, $function:path) => {
        std::arch::naked_asm!(
            cfi!(".cfi_startproc"),
            $($first,)*
            "sub sp, sp, #784",
            cfi!(".cfi_adjust_cfa_offset 784"),
            "stp x0, x1, [sp, #0]",
            "stp x2, x3, [sp, #16]",
            "stp x4, x5, [sp, #32]",
            "stp x6, x7, [sp, #48]",
            "stp x8, x9, [sp, #64]",
            "stp x10, x11, [sp, #80]",
            "stp x12, x13, [sp, #96]",
            "stp x14, x15, [sp, #112]",
            "stp x18, x19, [sp, #144]",
            "stp x20, x21, [sp, #160]",
            "stp x22, x23, [sp, #176]",
            "stp x24, x25, [sp, #192]",
            "stp x26, x27, [sp, #208]",
            "stp x28, x29, [sp, #224]",
            "str x30, [sp, #768]",
            "str x17, [sp, #776]",
            $saved,
            "stp q0, q1, [sp, #256]",
            "stp q2, q3, [sp, #288]",
            "stp q4, q5, [sp, #320]",
            "stp q6, q7, [sp, #352]",
            "stp q8, q9, [sp, #384]",
            "stp q10, q11, [sp, #416]",
            "stp q12, q13, [sp, #448]",
            "stp q14, q15, [sp, #480]",
            "stp q16, q17, [sp, #512]",
            "stp q18, q19, [sp, #544]",
            "stp q20, q21, [sp, #576]",
            "stp q22, q23, [sp, #608]",
            "stp q24, q25, [sp, #640]",
            "stp q26, q27, [sp, #672]",
            "stp q28, q29, [sp, #704]",
            "stp q30, q31, [sp, #736]",
            "mov x0, sp",
            "bl {function}",
            // The registers become those of the resumed code one by one: no caller can be found.
            cfi!(".cfi_undefined x30"),
            "mov x16, sp",
            "ldp q0, q1, [x16, #256]",
            "ldp q2, q3, [x16, #288]",
            "ldp q4, q5, [x16, #320]",
            "ldp q6, q7, [x16, #352]",
            "ldp q8, q9, [x16, #384]",
            "ldp q10, q11, [x16, #416]",
            "ldp q12, q13, [x16, #448]",
            "ldp q14, q15, [x16, #480]",
            "ldp q16, q17, [x16, #512]",
            "ldp q18, q19, [x16, #544]",
            "ldp q20, q21, [x16, #576]",
            "ldp q22, q23, [x16, #608]",
            "ldp q24, q25, [x16, #640]",
            "ldp q26, q27, [x16, #672]",
            "ldp q28, q29, [x16, #704]",
            "ldp q30, q31, [x16, #736]",
            "ldr x1, [x16, #8]",
            "ldp x2, x3, [x16, #16]",
            "ldp x4, x5, [x16, #32]",
            "ldp x6, x7, [x16, #48]",
            "ldp x8, x9, [x16, #64]",
            "ldp x10, x11, [x16, #80]",
            "ldp x12, x13, [x16, #96]",
            "ldp x14, x15, [x16, #112]",
            "ldr x19, [x16, #152]",
            "ldp x20, x21, [x16, #160]",
            "ldp x22, x23, [x16, #176]",
            "ldp x24, x25, [x16, #192]",
            "ldp x26, x27, [x16, #208]",
            "ldp x28, x29, [x16, #224]",
            "ldr x30, [x16, #240]",
            "ldr x17, [x16, #248]",
            // `ThunkFrame` is not read after this: it may be below the stack pointer.
            "mov sp, x17",
            "ldp x0, x17, [sp], #16",
            // Return points and handlers have no landing pads: only a return may arrive there.
            "ret x17",
            cfi!(".cfi_endproc"),
            function = sym $function,
        )
    };
}

#[cfg(target_arch = "aarch64")]
#[unsafe(naked)]
unsafe extern "C" fn a64_exit() {
    a64_machine!(["hint #34"] cfi!(".cfi_offset x30, -16"), exit_taken)
}

/// Called by code like a function, with the two words to throw as arguments.
#[cfg(target_arch = "aarch64")]
#[unsafe(naked)]
pub(super) unsafe extern "C" fn a64_throw() {
    a64_machine!(
        ["hint #34", "mov x17, x30", cfi!(".cfi_register x30, x17"), "mov x30, #0"]
        cfi!(".cfi_offset x30, -8"),
        unwind
    )
}

/// A host function that throws jumps here, with the registers as at its entry. The exception is recorded already.
#[cfg(target_arch = "aarch64")]
#[unsafe(naked)]
pub(super) unsafe extern "C" fn a64_throw_recorded() {
    a64_machine!(
        ["hint #34", "mov x17, x30", cfi!(".cfi_register x30, x17"), "mov x30, #1"]
        cfi!(".cfi_offset x30, -8"),
        unwind
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::mem::offset_of;

    #[test]
    fn struct_offsets_match_the_thunk() {
        let offsets = [
            offset_of!(ThunkFrame, gp),
            offset_of!(ThunkFrame, fp),
            offset_of!(ThunkFrame, return_address),
            offset_of!(ThunkFrame, exit),
            size_of::<ThunkFrame>(),
        ];
        let expected = match COUNT {
            16 => [0, 128, 384, 392, 400],
            _ => [0, 256, 768, 776, 784],
        };
        assert_eq!(offsets, expected);
    }
}
