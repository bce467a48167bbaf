//! Trap recovery on x86-64: registers of a signal context, and the entry stub.

use super::recovery_host::Exit;

/// The interrupted instruction, and its frame pointer and stack pointer.
pub(super) fn interrupted(context: &libc::ucontext_t) -> (usize, (usize, usize)) {
    let register = |n: libc::c_int| context.uc_mcontext.gregs[n as usize] as usize;
    (register(libc::REG_RIP), (register(libc::REG_RBP), register(libc::REG_RSP)))
}

/// The return address of a procedure that has not set up its frame.
///
/// # Safety
/// The thread was interrupted in such a procedure.
pub(super) unsafe fn return_address(context: &libc::ucontext_t) -> usize {
    let stack_pointer = context.uc_mcontext.gregs[libc::REG_RSP as usize] as usize;
    // SAFETY: the call pushed it, and nothing was pushed since (caller).
    unsafe { super::frame_values::read(stack_pointer, 8) as usize }
}

/// Resumes the thread in [`end_catching_call`].
pub(super) fn resume_in_leave(context: &mut libc::ucontext_t, frame: usize) {
    let registers = &mut context.uc_mcontext.gregs;
    registers[libc::REG_RIP as usize] = (end_catching_call as *const () as usize) as i64;
    registers[libc::REG_RDI as usize] = frame as i64;
}

/// Resumes the thread in the thunk, as if it had taken the exit by `push exit; call thunk`.
///
/// # Safety
/// The two words below the stack pointer are unused.
pub(super) unsafe fn resume_in_thunk(context: &mut libc::ucontext_t, thunk: usize, exit: &Exit) {
    let stack_pointer = exit.stack_pointer - 16;
    // SAFETY: guaranteed by the caller.
    unsafe {
        super::frame_values::write(stack_pointer, exit.return_address as u64);
        super::frame_values::write(stack_pointer + 8, exit.number.into());
    }
    let registers = &mut context.uc_mcontext.gregs;
    registers[libc::REG_RSP as usize] = stack_pointer as i64;
    registers[libc::REG_RIP as usize] = thunk as i64;
}

/// Calls `entry(argument)`. Stores the frame with which [`end_catching_call`] can end the call. Returns 0 if `entry` returned, 1 if
/// it was left.
///
/// # Safety
/// `entry` may be called, and `frame` is valid for writes.
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn enter(
    frame: *mut usize,
    argument: *mut u8,
    entry: extern "C" fn(*mut u8),
) -> u32 {
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
        "sub rsp, 8",
        "mov [rdi], rbp",
        "mov rdi, rsi",
        "call rdx",
        "xor eax, eax",
        "add rsp, 8",
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

/// Returns from [`enter`] through its epilogue, for a given frame.
///
/// # Safety
/// The frame is that of an active entry stub of this thread, and no frame in between has anything to drop.
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn end_catching_call(frame: usize) -> ! {
    std::arch::naked_asm!(
        cfi!(".cfi_startproc"),
        // The caller of the entry stub, seen from the frame of the stub.
        cfi!(".cfi_def_cfa rdi, 16"),
        cfi!(".cfi_offset rbp, -16"),
        cfi!(".cfi_offset rbx, -24"),
        cfi!(".cfi_offset r12, -32"),
        cfi!(".cfi_offset r13, -40"),
        cfi!(".cfi_offset r14, -48"),
        cfi!(".cfi_offset r15, -56"),
        "mov rbp, rdi",
        "lea rsp, [rbp - 40]",
        "mov eax, 1",
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
