//! A time limit for each case of a run, in case it does not terminate.
//!
//! An alarm ends the process. A watchdog thread would not work: processes with child processes must be
//! single-threaded, because a child inherits locks that other threads hold.

// An alarm and its handler need unsafe code.
#![allow(unsafe_code)]

use barebones::ir::Module;
use std::sync::atomic::{AtomicPtr, AtomicU32, AtomicUsize, Ordering::SeqCst};
use std::sync::{Mutex, PoisonError};

/// Exit status of a process in which a case exceeded the limit.
pub const EXIT_STATUS: i32 = 3;

/// Seconds per case; 0 for no limit.
static LIMIT: AtomicU32 = AtomicU32::new(0);
/// The text to print for a case that exceeds the limit.
static TEXT: Mutex<String> = Mutex::new(String::new());
/// Address of the text, for the signal handler, which must not lock.
static START: AtomicPtr<u8> = AtomicPtr::new(std::ptr::null_mut());
static LEN: AtomicUsize = AtomicUsize::new(0);

/// Sets the limit in seconds. If a case takes longer, the process prints it as a file and exits with [`EXIT_STATUS`].
/// 0 means no limit; on Windows there is none.
pub fn set(seconds: u32) {
    #[cfg(unix)]
    // SAFETY: the handler calls only async-signal-safe functions.
    unsafe {
        libc::signal(libc::SIGALRM, print_and_exit as *const () as libc::sighandler_t);
    }
    LIMIT.store(seconds, SeqCst);
}

/// Starts the time of a case, whose module this is.
pub(crate) fn begin(seed: u64, case: u64, module: &Module) {
    let limit = LIMIT.load(SeqCst);
    if limit == 0 {
        return;
    }
    restart(0);
    let mut text = TEXT.lock().unwrap_or_else(PoisonError::into_inner);
    *text = format!("{module}; case {case} of seed {seed}: it exceeded the limit of {limit} s\n");
    START.store(text.as_mut_ptr(), SeqCst);
    LEN.store(text.len(), SeqCst);
    restart(limit);
}

/// Stops the time of the last case.
pub(crate) fn end() {
    if LIMIT.load(SeqCst) != 0 {
        restart(0);
    }
}

/// Sets the alarm, or cancels it for 0 seconds.
fn restart(seconds: u32) {
    #[cfg(unix)]
    // SAFETY: sets a timer of this process.
    unsafe {
        libc::alarm(seconds);
    }
    #[cfg(not(unix))]
    let _ = seconds;
}

/// The signal handler.
#[cfg(unix)]
extern "C" fn print_and_exit(_signal: libc::c_int) {
    // SAFETY: the text is unchanged while the alarm is set; exits without running exit handlers.
    unsafe {
        libc::write(libc::STDERR_FILENO, START.load(SeqCst).cast(), LEN.load(SeqCst));
        libc::_exit(EXIT_STATUS);
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use crate::native::{Ended, in_child};

    fn pause(millis: libc::useconds_t) {
        // SAFETY: only sleeps.
        unsafe { libc::usleep(millis * 1000) };
    }

    #[test]
    fn time_limit_ends_cases() {
        let ended = in_child(|| {
            set(1);
            begin(5, 7, &Module::default());
            pause(15_000);
        });
        assert_eq!(ended.expect("a child"), Ended::Status(EXIT_STATUS));

        // Several cases that take longer in total.
        let ended = in_child(|| {
            set(2);
            for case in 0..5 {
                begin(5, case, &Module::default());
                pause(500);
            }
            end();
            pause(2_100);
        });
        assert_eq!(ended.expect("a child"), Ended::Finished);
    }
}
