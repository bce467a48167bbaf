//! Trap recovery on AArch64: registers of a signal context, and the entry stub.

use super::recovery_host::Exit;

/// The interrupted instruction, and its frame pointer and stack pointer.
pub(super) fn interrupted(context: &libc::ucontext_t) -> (usize, (usize, usize)) {
    let machine = &context.uc_mcontext;
    (machine.pc as usize, (machine.regs[29] as usize, machine.sp as usize))
}

/// The return address of a procedure that has not set up its frame.
///
/// # Safety
/// The thread was interrupted in such a procedure.
pub(super) unsafe fn return_address(context: &libc::ucontext_t) -> usize {
    context.uc_mcontext.regs[30] as usize
}

/// Resumes the thread in [`end_catching_call`].
pub(super) fn resume_in_leave(context: &mut libc::ucontext_t, frame: usize) {
    context.uc_mcontext.pc = end_catching_call as *const () as usize as u64;
    clear_btype(context);
    context.uc_mcontext.regs[0] = frame as u64;
}

/// Clears BTYPE: the thread does not arrive at its next instruction by a branch, so that needs no landing pad.
fn clear_btype(context: &mut libc::ucontext_t) {
    const BTYPE: u64 = 3 << 10;
    context.uc_mcontext.pstate &= !BTYPE;
}

/// Resumes the thread in the thunk, as if it had taken the exit by `mov x17, exit; bl thunk`.
///
/// # Safety
/// The memory below the stack pointer is unused.
pub(super) unsafe fn resume_in_thunk(context: &mut libc::ucontext_t, thunk: usize, exit: &Exit) {
    clear_btype(context);
    let machine = &mut context.uc_mcontext;
    machine.regs[17] = exit.number.into();
    machine.regs[30] = exit.return_address as u64;
    machine.sp = exit.stack_pointer as u64;
    machine.pc = thunk as u64;
}

/// Calls `entry(argument)`. Stores the frame with which [`end_catching_call`] can end the call. Returns 0 if `entry` returned, 1 if
/// it was left.
///
/// # Safety
/// `entry` may be called, and `frame` is valid for writes.
#[unsafe(naked)]
pub(super) unsafe extern "C" fn enter(
    frame: *mut usize,
    argument: *mut u8,
    entry: extern "C" fn(*mut u8),
) -> u32 {
    std::arch::naked_asm!(
        cfi!(".cfi_startproc"),
        "stp x29, x30, [sp, #-160]!",
        cfi!(".cfi_def_cfa_offset 160"),
        cfi!(".cfi_offset x29, -160"),
        cfi!(".cfi_offset x30, -152"),
        "mov x29, sp",
        "stp x19, x20, [sp, #16]",
        "stp x21, x22, [sp, #32]",
        "stp x23, x24, [sp, #48]",
        "stp x25, x26, [sp, #64]",
        "stp x27, x28, [sp, #80]",
        "stp d8, d9, [sp, #96]",
        "stp d10, d11, [sp, #112]",
        "stp d12, d13, [sp, #128]",
        "stp d14, d15, [sp, #144]",
        cfi!(".cfi_offset x19, -144"),
        cfi!(".cfi_offset x20, -136"),
        cfi!(".cfi_offset x21, -128"),
        cfi!(".cfi_offset x22, -120"),
        cfi!(".cfi_offset x23, -112"),
        cfi!(".cfi_offset x24, -104"),
        cfi!(".cfi_offset x25, -96"),
        cfi!(".cfi_offset x26, -88"),
        cfi!(".cfi_offset x27, -80"),
        cfi!(".cfi_offset x28, -72"),
        cfi!(".cfi_offset d8, -64"),
        cfi!(".cfi_offset d9, -56"),
        cfi!(".cfi_offset d10, -48"),
        cfi!(".cfi_offset d11, -40"),
        cfi!(".cfi_offset d12, -32"),
        cfi!(".cfi_offset d13, -24"),
        cfi!(".cfi_offset d14, -16"),
        cfi!(".cfi_offset d15, -8"),
        "str x29, [x0]",
        "mov x0, x1",
        "blr x2",
        "mov w0, #0",
        "ldp x19, x20, [sp, #16]",
        "ldp x21, x22, [sp, #32]",
        "ldp x23, x24, [sp, #48]",
        "ldp x25, x26, [sp, #64]",
        "ldp x27, x28, [sp, #80]",
        "ldp d8, d9, [sp, #96]",
        "ldp d10, d11, [sp, #112]",
        "ldp d12, d13, [sp, #128]",
        "ldp d14, d15, [sp, #144]",
        "ldp x29, x30, [sp], #160",
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

/// Returns from [`enter`] through its epilogue, for a given frame.
///
/// # Safety
/// The frame is that of an active entry stub of this thread, and no frame in between has anything to drop.
#[unsafe(naked)]
pub(super) unsafe extern "C" fn end_catching_call(frame: usize) -> ! {
    std::arch::naked_asm!(
        cfi!(".cfi_startproc"),
        // The caller of the entry stub, seen from the frame of the stub.
        cfi!(".cfi_def_cfa x0, 160"),
        cfi!(".cfi_offset x29, -160"),
        cfi!(".cfi_offset x30, -152"),
        cfi!(".cfi_offset x19, -144"),
        cfi!(".cfi_offset x20, -136"),
        cfi!(".cfi_offset x21, -128"),
        cfi!(".cfi_offset x22, -120"),
        cfi!(".cfi_offset x23, -112"),
        cfi!(".cfi_offset x24, -104"),
        cfi!(".cfi_offset x25, -96"),
        cfi!(".cfi_offset x26, -88"),
        cfi!(".cfi_offset x27, -80"),
        cfi!(".cfi_offset x28, -72"),
        cfi!(".cfi_offset d8, -64"),
        cfi!(".cfi_offset d9, -56"),
        cfi!(".cfi_offset d10, -48"),
        cfi!(".cfi_offset d11, -40"),
        cfi!(".cfi_offset d12, -32"),
        cfi!(".cfi_offset d13, -24"),
        cfi!(".cfi_offset d14, -16"),
        cfi!(".cfi_offset d15, -8"),
        "mov sp, x0",
        cfi!(".cfi_def_cfa_register sp"),
        "mov w0, #1",
        "ldp x19, x20, [sp, #16]",
        "ldp x21, x22, [sp, #32]",
        "ldp x23, x24, [sp, #48]",
        "ldp x25, x26, [sp, #64]",
        "ldp x27, x28, [sp, #80]",
        "ldp d8, d9, [sp, #96]",
        "ldp d10, d11, [sp, #112]",
        "ldp d12, d13, [sp, #128]",
        "ldp d14, d15, [sp, #144]",
        "ldp x29, x30, [sp], #160",
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
