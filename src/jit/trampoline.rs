//! Calls compiled code with given registers and stack, and returns the registers and stack that it left.
//!
//! The trampoline is independent of conventions: it loads every register that can hold an argument and stores every one
//! that can hold a result. It only requires that the callee preserves the frame pointer. Stack arguments may be popped
//! by the caller or the callee.

/// Registers and outgoing stack area of a call, before and after it.
#[repr(C)]
#[derive(Debug)]
pub(super) struct CallState {
    /// General registers by number. The entries of the stack pointer and the frame pointer are unused.
    pub(super) gp: [u64; 32],
    /// The floating-point registers by number, the low half first.
    pub(super) fp: [[u64; 2]; 32],
    /// The lowest word of the outgoing stack area.
    stack: *mut u64,
    stack_words: usize,
    function: *const u8,
}

impl CallState {
    /// Prepares a call of `function` with this outgoing stack area and zeroed registers.
    pub(super) fn new(function: *const u8, stack: &mut [u64]) -> CallState {
        let (stack, stack_words) = (stack.as_mut_ptr(), stack.len());
        CallState { gp: [0; 32], fp: [[0; 2]; 32], stack, stack_words, function }
    }
}

/// Calls the function with this state, and stores the state after the call: registers that conventions use for results
/// (all that are not preserved), and the stack area.
///
/// # Safety
/// The stack area is valid. The function may be called with this state, preserves the callee-saved registers of the
/// host's C convention, and returns.
#[cfg(target_arch = "x86_64")]
pub(super) unsafe fn enter(state: &mut CallState) {
    // SAFETY: guaranteed by the caller.
    unsafe { x64_enter(state) }
}

// Offsets: gp 0, fp 256, stack 768, stack_words 776, function 784. The stack area is copied from its highest word down,
// so that pages of a growing stack are touched in order.
#[cfg(target_arch = "x86_64")]
#[unsafe(naked)]
unsafe extern "sysv64" fn x64_enter(state: *mut CallState) {
    std::arch::naked_asm!(
        cfi!(".cfi_startproc"),
        "push rbp",
        cfi!(".cfi_def_cfa_offset 16"),
        cfi!(".cfi_offset rbp, -16"),
        "mov rbp, rsp",
        cfi!(".cfi_def_cfa_register rbp"),
        "push rbx",
        "push r12",
        "push r13",
        "push r14",
        "push r15",
        cfi!(".cfi_offset rbx, -24"),
        cfi!(".cfi_offset r12, -32"),
        cfi!(".cfi_offset r13, -40"),
        cfi!(".cfi_offset r14, -48"),
        cfi!(".cfi_offset r15, -56"),
        "push rdi",                   // [rbp - 48]: state
        "push qword ptr [rdi + 784]", // [rbp - 56]: function
        "push rdi",                   // [rbp - 64]: room
        "mov rcx, [rdi + 776]",
        "mov rsi, [rdi + 768]",
        "lea rax, [8*rcx + 15]",
        "and rax, -16",
        "sub rsp, rax",
        "2:",
        "sub rcx, 1",
        "jb 3f",
        "mov rax, [rsi + 8*rcx]",
        "mov [rsp + 8*rcx], rax",
        "jmp 2b",
        "3:",
        "movups xmm0, [rdi + 256]",
        "movups xmm1, [rdi + 272]",
        "movups xmm2, [rdi + 288]",
        "movups xmm3, [rdi + 304]",
        "movups xmm4, [rdi + 320]",
        "movups xmm5, [rdi + 336]",
        "movups xmm6, [rdi + 352]",
        "movups xmm7, [rdi + 368]",
        "movups xmm8, [rdi + 384]",
        "movups xmm9, [rdi + 400]",
        "movups xmm10, [rdi + 416]",
        "movups xmm11, [rdi + 432]",
        "movups xmm12, [rdi + 448]",
        "movups xmm13, [rdi + 464]",
        "movups xmm14, [rdi + 480]",
        "movups xmm15, [rdi + 496]",
        "mov rax, [rdi]",
        "mov rcx, [rdi + 8]",
        "mov rdx, [rdi + 16]",
        "mov rbx, [rdi + 24]",
        "mov rsi, [rdi + 48]",
        "mov r8, [rdi + 64]",
        "mov r9, [rdi + 72]",
        "mov r10, [rdi + 80]",
        "mov r11, [rdi + 88]",
        "mov r12, [rdi + 96]",
        "mov r13, [rdi + 104]",
        "mov r14, [rdi + 112]",
        "mov r15, [rdi + 120]",
        "mov rdi, [rdi + 56]",
        "call qword ptr [rbp - 56]",
        "mov [rbp - 64], rdi",
        "mov rdi, [rbp - 48]",
        "mov [rdi], rax",
        "mov [rdi + 8], rcx",
        "mov [rdi + 16], rdx",
        "mov [rdi + 24], rbx",
        "mov [rdi + 48], rsi",
        "mov rax, [rbp - 64]",
        "mov [rdi + 56], rax",
        "mov [rdi + 64], r8",
        "mov [rdi + 72], r9",
        "mov [rdi + 80], r10",
        "mov [rdi + 88], r11",
        "mov [rdi + 96], r12",
        "mov [rdi + 104], r13",
        "mov [rdi + 112], r14",
        "mov [rdi + 120], r15",
        "movups [rdi + 256], xmm0",
        "movups [rdi + 272], xmm1",
        "movups [rdi + 288], xmm2",
        "movups [rdi + 304], xmm3",
        "movups [rdi + 320], xmm4",
        "movups [rdi + 336], xmm5",
        "movups [rdi + 352], xmm6",
        "movups [rdi + 368], xmm7",
        "movups [rdi + 384], xmm8",
        "movups [rdi + 400], xmm9",
        "movups [rdi + 416], xmm10",
        "movups [rdi + 432], xmm11",
        "movups [rdi + 448], xmm12",
        "movups [rdi + 464], xmm13",
        "movups [rdi + 480], xmm14",
        "movups [rdi + 496], xmm15",
        "mov rcx, [rdi + 776]",
        "mov rsi, [rdi + 768]",
        "lea rax, [8*rcx + 15]",
        "and rax, -16",
        "lea rdx, [rbp - 64]",
        "sub rdx, rax", // the area, independent of the current stack pointer
        "mov rsp, rdx",
        "2:",
        "sub rcx, 1",
        "jb 3f",
        "mov rax, [rdx + 8*rcx]",
        "mov [rsi + 8*rcx], rax",
        "jmp 2b",
        "3:",
        "lea rsp, [rbp - 40]",
        "pop r15",
        "pop r14",
        "pop r13",
        "pop r12",
        "pop rbx",
        "pop rbp",
        cfi!(".cfi_def_cfa rsp, 8"),
        cfi!(".cfi_restore rbp"),
        cfi!(".cfi_restore rbx"),
        cfi!(".cfi_restore r12"),
        cfi!(".cfi_restore r13"),
        cfi!(".cfi_restore r14"),
        cfi!(".cfi_restore r15"),
        "ret",
        cfi!(".cfi_endproc"),
    )
}

/// Calls the function with this state, and stores the state after the call: registers that conventions use for results
/// (all that are not preserved), and the stack area.
///
/// # Safety
/// The stack area is valid. The function may be called with this state, preserves the callee-saved registers of the
/// host's C convention, and returns.
#[cfg(target_arch = "aarch64")]
pub(super) unsafe fn enter(state: &mut CallState) {
    // SAFETY: guaranteed by the caller.
    unsafe { a64_enter(state) }
}

// Offsets as above. x16 holds the address to call, so it cannot hold an argument. Neither can x17 and x18, which are
// reserved for linkers and systems.
#[cfg(target_arch = "aarch64")]
#[unsafe(naked)]
unsafe extern "C" fn a64_enter(state: *mut CallState) {
    std::arch::naked_asm!(
        cfi!(".cfi_startproc"),
        "stp x29, x30, [sp, #-176]!",
        cfi!(".cfi_def_cfa_offset 176"),
        cfi!(".cfi_offset x29, -176"),
        cfi!(".cfi_offset x30, -168"),
        "mov x29, sp",
        cfi!(".cfi_def_cfa_register x29"),
        "stp x19, x20, [sp, #16]",
        "stp x21, x22, [sp, #32]",
        "stp x23, x24, [sp, #48]",
        "stp x25, x26, [sp, #64]",
        "stp x27, x28, [sp, #80]",
        "stp d8, d9, [sp, #96]",
        "stp d10, d11, [sp, #112]",
        "stp d12, d13, [sp, #128]",
        "stp d14, d15, [sp, #144]",
        cfi!(".cfi_offset x19, -160"),
        cfi!(".cfi_offset x20, -152"),
        cfi!(".cfi_offset x21, -144"),
        cfi!(".cfi_offset x22, -136"),
        cfi!(".cfi_offset x23, -128"),
        cfi!(".cfi_offset x24, -120"),
        cfi!(".cfi_offset x25, -112"),
        cfi!(".cfi_offset x26, -104"),
        cfi!(".cfi_offset x27, -96"),
        cfi!(".cfi_offset x28, -88"),
        cfi!(".cfi_offset d8, -80"),
        cfi!(".cfi_offset d9, -72"),
        cfi!(".cfi_offset d10, -64"),
        cfi!(".cfi_offset d11, -56"),
        cfi!(".cfi_offset d12, -48"),
        cfi!(".cfi_offset d13, -40"),
        cfi!(".cfi_offset d14, -32"),
        cfi!(".cfi_offset d15, -24"),
        "str x0, [sp, #160]",
        "ldr x9, [x0, #768]",
        "ldr x10, [x0, #776]",
        "ldr x16, [x0, #784]",
        "add x11, x10, #1",
        "and x11, x11, #-2",
        "sub sp, sp, x11, lsl #3",
        "mov x12, sp",
        "2:",
        "cbz x10, 3f",
        "sub x10, x10, #1",
        "ldr x11, [x9, x10, lsl #3]",
        "str x11, [x12, x10, lsl #3]",
        "b 2b",
        "3:",
        "add x9, x0, #256",
        "ldp q0, q1, [x9]",
        "ldp q2, q3, [x9, #32]",
        "ldp q4, q5, [x9, #64]",
        "ldp q6, q7, [x9, #96]",
        "ldp q8, q9, [x9, #128]",
        "ldp q10, q11, [x9, #160]",
        "ldp q12, q13, [x9, #192]",
        "ldp q14, q15, [x9, #224]",
        "ldp q16, q17, [x9, #256]",
        "ldp q18, q19, [x9, #288]",
        "ldp q20, q21, [x9, #320]",
        "ldp q22, q23, [x9, #352]",
        "ldp q24, q25, [x9, #384]",
        "ldp q26, q27, [x9, #416]",
        "ldp q28, q29, [x9, #448]",
        "ldp q30, q31, [x9, #480]",
        "ldp x2, x3, [x0, #16]",
        "ldp x4, x5, [x0, #32]",
        "ldp x6, x7, [x0, #48]",
        "ldp x8, x9, [x0, #64]",
        "ldp x10, x11, [x0, #80]",
        "ldp x12, x13, [x0, #96]",
        "ldp x14, x15, [x0, #112]",
        "ldp x19, x20, [x0, #152]",
        "ldp x21, x22, [x0, #168]",
        "ldp x23, x24, [x0, #184]",
        "ldp x25, x26, [x0, #200]",
        "ldp x27, x28, [x0, #216]",
        "ldp x0, x1, [x0]",
        "blr x16",
        "ldr x16, [x29, #160]",
        "stp x0, x1, [x16]",
        "stp x2, x3, [x16, #16]",
        "stp x4, x5, [x16, #32]",
        "stp x6, x7, [x16, #48]",
        "stp x8, x9, [x16, #64]",
        "stp x10, x11, [x16, #80]",
        "stp x12, x13, [x16, #96]",
        "stp x14, x15, [x16, #112]",
        "stp x19, x20, [x16, #152]",
        "stp x21, x22, [x16, #168]",
        "stp x23, x24, [x16, #184]",
        "stp x25, x26, [x16, #200]",
        "stp x27, x28, [x16, #216]",
        "add x9, x16, #256",
        "stp q0, q1, [x9]",
        "stp q2, q3, [x9, #32]",
        "stp q4, q5, [x9, #64]",
        "stp q6, q7, [x9, #96]",
        "stp q8, q9, [x9, #128]",
        "stp q10, q11, [x9, #160]",
        "stp q12, q13, [x9, #192]",
        "stp q14, q15, [x9, #224]",
        "stp q16, q17, [x9, #256]",
        "stp q18, q19, [x9, #288]",
        "stp q20, q21, [x9, #320]",
        "stp q22, q23, [x9, #352]",
        "stp q24, q25, [x9, #384]",
        "stp q26, q27, [x9, #416]",
        "stp q28, q29, [x9, #448]",
        "stp q30, q31, [x9, #480]",
        "ldr x9, [x16, #768]",
        "ldr x10, [x16, #776]",
        "add x11, x10, #1",
        "and x11, x11, #-2",
        "sub x12, x29, x11, lsl #3", // the area, independent of the current stack pointer
        "mov sp, x12",
        "2:",
        "cbz x10, 3f",
        "sub x10, x10, #1",
        "ldr x11, [x12, x10, lsl #3]",
        "str x11, [x9, x10, lsl #3]",
        "b 2b",
        "3:",
        "mov sp, x29",
        cfi!(".cfi_def_cfa_register sp"),
        "ldp x19, x20, [sp, #16]",
        "ldp x21, x22, [sp, #32]",
        "ldp x23, x24, [sp, #48]",
        "ldp x25, x26, [sp, #64]",
        "ldp x27, x28, [sp, #80]",
        "ldp d8, d9, [sp, #96]",
        "ldp d10, d11, [sp, #112]",
        "ldp d12, d13, [sp, #128]",
        "ldp d14, d15, [sp, #144]",
        "ldp x29, x30, [sp], #176",
        cfi!(".cfi_def_cfa_offset 0"),
        cfi!(".cfi_restore x19"),
        cfi!(".cfi_restore x20"),
        cfi!(".cfi_restore x21"),
        cfi!(".cfi_restore x22"),
        cfi!(".cfi_restore x23"),
        cfi!(".cfi_restore x24"),
        cfi!(".cfi_restore x25"),
        cfi!(".cfi_restore x26"),
        cfi!(".cfi_restore x27"),
        cfi!(".cfi_restore x28"),
        cfi!(".cfi_restore x29"),
        cfi!(".cfi_restore x30"),
        cfi!(".cfi_restore d8"),
        cfi!(".cfi_restore d9"),
        cfi!(".cfi_restore d10"),
        cfi!(".cfi_restore d11"),
        cfi!(".cfi_restore d12"),
        cfi!(".cfi_restore d13"),
        cfi!(".cfi_restore d14"),
        cfi!(".cfi_restore d15"),
        "ret",
        cfi!(".cfi_endproc"),
    )
}

/// Not reached on other hosts: the linker rejects their code.
///
/// # Safety
/// Never called.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(super) unsafe fn enter(_state: &mut CallState) {
    unreachable!("no code is linked on this host")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::mem::offset_of;

    #[test]
    fn struct_offsets_match_the_trampolines() {
        let offsets = [
            offset_of!(CallState, gp),
            offset_of!(CallState, fp),
            offset_of!(CallState, stack),
            offset_of!(CallState, stack_words),
            offset_of!(CallState, function),
        ];
        assert_eq!(offsets, [0, 256, 768, 776, 784]);
    }
}
