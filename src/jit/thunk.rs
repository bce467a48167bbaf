//! The exit thunk: where compiled code that leaves a procedure puts its registers down, and takes others up.
//!
//! There is one for the process, reached by a veneer where it is far. Code pushes the number of its exit and calls it;
//! it stores all registers, hands them to Rust, and goes on with the registers it finds then: at the caller of the
//! procedure that was left, or elsewhere. What is thrown takes the same way, with other first words.

/// The machine at an exit. It is on the stack, directly below the frame of the procedure that is left.
#[repr(C)]
#[derive(Debug)]
pub(super) struct Machine {
    /// General registers by number; that of the stack pointer is not used when code leaves. When the thunk goes on, it
    /// points to two words: what the register of the first argument gets, and where to go on.
    pub(super) gp: [u64; 16],
    /// Floating-point registers by number: 64 bits, and the higher 64.
    pub(super) fp: [[u64; 2]; 16],
    /// Behind the call of the thunk. When something is thrown, whether it is noted already.
    pub(super) return_address: u64,
    /// The exit's number. When something is thrown, behind the call of what threw.
    pub(super) exit: u64,
}

/// The thunk; `None` on machines that have none.
pub(super) fn address() -> Option<*const u8> {
    #[cfg(target_arch = "x86_64")]
    return Some(x64_exit as *const u8);
    #[cfg(not(target_arch = "x86_64"))]
    None
}

// Offsets: gp 0, fp 128, return_address 384, exit 392. Behind both words the stack pointer is a multiple of 16.
#[cfg(target_arch = "x86_64")]
macro_rules! x64_machine {
    ($($first:literal,)* $function:path) => {
        std::arch::naked_asm!(
            $($first,)*
            "sub rsp, 384",
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
            "call {leave}",
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
            // Nothing of the machine is read after this: it may be below the stack pointer.
            "mov rsp, [rdi + 32]",
            "pop rdi",
            "ret",
            leave = sym $function,
        )
    };
}

#[cfg(target_arch = "x86_64")]
#[unsafe(naked)]
unsafe extern "sysv64" fn x64_exit() {
    x64_machine!(super::exits::leave)
}

/// As code calls a function: with two words to throw.
#[cfg(all(target_arch = "x86_64", not(windows)))]
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn x64_throw() {
    x64_machine!("push 0", super::throw::unwind)
}

/// Where a function of the host goes that throws: to here, with the stack as it was called with. What it throws is noted.
#[cfg(all(target_arch = "x86_64", not(windows)))]
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn x64_throw_noted() {
    x64_machine!("push 1", super::throw::unwind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::mem::offset_of;

    #[test]
    fn offsets_are_those_in_the_thunk() {
        let offsets = [
            offset_of!(Machine, gp),
            offset_of!(Machine, fp),
            offset_of!(Machine, return_address),
            offset_of!(Machine, exit),
            size_of::<Machine>(),
        ];
        assert_eq!(offsets, [0, 128, 384, 392, 400]);
    }
}
