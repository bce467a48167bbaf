//! Catching traps on AArch64: registers of a context, and the entry stub.

use super::recovery_host::Exit;

/// The interrupted instruction, and the frame pointer and the stack pointer there.
pub(super) fn interrupted(context: &libc::ucontext_t) -> (usize, (usize, usize)) {
    let machine = &context.uc_mcontext;
    (machine.pc as usize, (machine.regs[29] as usize, machine.sp as usize))
}

/// Where a procedure returns to whose frame has not been made.
///
/// # Safety
///
/// The thread was interrupted in such a procedure.
pub(super) unsafe fn return_address(context: &libc::ucontext_t) -> usize {
    context.uc_mcontext.regs[30] as usize
}

/// Makes the thread go on in [`leave`].
pub(super) fn go_to_leave(context: &mut libc::ucontext_t, frame: usize) {
    context.uc_mcontext.pc = leave as *const () as usize as u64;
    forget_branch(context);
    context.uc_mcontext.regs[0] = frame as u64;
}

/// The thread does not come to where it goes on by a branch, so that needs no landing pad.
fn forget_branch(context: &mut libc::ucontext_t) {
    const BTYPE: u64 = 3 << 10;
    context.uc_mcontext.pstate &= !BTYPE;
}

/// Makes the thread go on in the thunk, as if it had left by the exit: what `mov x17, exit; bl thunk` does.
///
/// # Safety
///
/// Nothing below the stack pointer is anybody's.
pub(super) unsafe fn go_to_exit(context: &mut libc::ucontext_t, thunk: usize, exit: &Exit) {
    forget_branch(context);
    let machine = &mut context.uc_mcontext;
    machine.regs[17] = exit.number.into();
    machine.regs[30] = exit.return_address as u64;
    machine.sp = exit.stack_pointer as u64;
    machine.pc = thunk as u64;
}

/// Calls `entry(argument)`, and writes the frame by which [`leave`] ends the call. 0 if it returned, 1 if it was left.
///
/// # Safety
///
/// `entry` may be called, and `frame` is valid for writes.
#[unsafe(naked)]
pub(super) unsafe extern "C" fn enter(
    frame: *mut usize,
    argument: *mut u8,
    entry: extern "C" fn(*mut u8),
) -> u32 {
    std::arch::naked_asm!(
        "stp x29, x30, [sp, #-160]!",
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
        "ret",
    )
}

/// The end of [`enter`], for a frame that is given.
///
/// # Safety
///
/// The frame is that of an entry stub that is active on this thread, and nothing in between has anything to drop.
#[unsafe(naked)]
pub(super) unsafe extern "C" fn leave(frame: usize) -> ! {
    std::arch::naked_asm!(
        "mov sp, x0",
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
        "ret",
    )
}
