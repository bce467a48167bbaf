//! Reports where a process trapped.
//!
//! The library never installs a signal handler unless requested. A test harness that runs code which may trap, without
//! knowing what the code calls, does so in a child process, and installs this reporter there. The parent reads the
//! report and looks up the address in its own handles ([`super::Code::trap_at`]): after a fork, both have the code at
//! the same addresses. Programs that continue after a trap use [`super::TrapRecovery`].

use std::ffi::{c_int, c_void};
use std::io;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicI32, Ordering};

/// The report of a process that trapped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrapReport {
    /// The signal's number.
    pub signal: i32,
    /// The address of the instruction; for `int3`, the one after it.
    pub pc: u64,
    /// The accessed address, for signals of memory accesses.
    pub address: u64,
}

impl TrapReport {
    /// Size of a report in bytes.
    pub const SIZE: usize = 24;

    /// The exit status of a process that has reported.
    pub const EXIT_STATUS: i32 = 101;

    /// Decodes a report.
    pub fn from_bytes(bytes: [u8; TrapReport::SIZE]) -> TrapReport {
        let word = |i: usize| {
            let mut word = [0; 8];
            word.copy_from_slice(&bytes[8 * i..8 * i + 8]);
            u64::from_ne_bytes(word)
        };
        TrapReport { signal: word(0) as i32, pc: word(1), address: word(2) }
    }
}

/// The signals raised by instructions.
const SIGNALS: [c_int; 5] = [libc::SIGILL, libc::SIGTRAP, libc::SIGSEGV, libc::SIGBUS, libc::SIGFPE];

/// The file descriptor to report to; set before the handler is installed.
static REPORT_TO: AtomicI32 = AtomicI32::new(-1);

/// Makes this process report the first trap of this thread to a file, and exit with status 101. A report has 24 bytes:
/// signal, address of the instruction, address of the access; eight bytes each, in the host's byte order.
///
/// The handler runs on a stack of its own, so that stack overflows are reported too. Traps on other threads are
/// reported as well, except overflows of their stacks.
///
/// # Errors
/// Fails if the system refuses memory or a handler.
///
/// # Safety
/// Nothing else in this process relies on handlers of SIGILL, SIGTRAP, SIGSEGV, SIGBUS and SIGFPE: they are replaced
/// permanently. `fd` stays open for writing.
pub unsafe fn install_trap_reporter(fd: i32) -> io::Result<()> {
    const STACK_SIZE: usize = 64 << 10;
    REPORT_TO.store(fd, Ordering::Relaxed);
    let protection = libc::PROT_READ | libc::PROT_WRITE;
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
    // SAFETY: a new mapping at an address chosen by the system does not touch existing ones. It is never unmapped.
    let stack = unsafe { libc::mmap(null_mut(), STACK_SIZE, protection, flags, -1, 0) };
    if stack == libc::MAP_FAILED {
        return Err(io::Error::last_os_error());
    }
    let stack = libc::stack_t { ss_sp: stack, ss_flags: 0, ss_size: STACK_SIZE };
    // SAFETY: the stack stays valid.
    if unsafe { libc::sigaltstack(&stack, null_mut()) } != 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: all zeros is a valid `sigaction`.
    let mut action: libc::sigaction = unsafe { std::mem::zeroed() };
    let handler: extern "C" fn(c_int, *mut libc::siginfo_t, *mut c_void) = report_and_exit;
    action.sa_sigaction = handler as libc::sighandler_t;
    action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_RESETHAND;
    for signal in SIGNALS {
        // SAFETY: the handler is async-signal-safe; the caller guarantees that the old one may be replaced.
        if unsafe { libc::sigaction(signal, &action, null_mut()) } != 0 {
            return Err(io::Error::last_os_error());
        }
    }
    Ok(())
}

extern "C" fn report_and_exit(signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
    // SAFETY: the system passes both to a handler with SA_SIGINFO; these signals carry an address.
    let (address, pc) = unsafe { ((*info).si_addr() as u64, pc_of(&*context.cast::<libc::ucontext_t>())) };
    let report = [signal as u64, pc, address];
    // SAFETY: `write` and `_exit` are async-signal-safe; the report is valid for reads. If the write fails, the exit
    // status alone reports the trap.
    unsafe {
        libc::write(REPORT_TO.load(Ordering::Relaxed), report.as_ptr().cast(), TrapReport::SIZE);
        libc::_exit(TrapReport::EXIT_STATUS);
    }
}

#[cfg(target_arch = "x86_64")]
fn pc_of(context: &libc::ucontext_t) -> u64 {
    context.uc_mcontext.gregs[libc::REG_RIP as usize] as u64
}

#[cfg(target_arch = "aarch64")]
fn pc_of(context: &libc::ucontext_t) -> u64 {
    context.uc_mcontext.pc
}
