//! A time limit for each case of a run, for the ones that would never end.
//!
//! It ends the process by an alarm, and no thread watches over it: a process that makes child processes has one thread,
//! or a child begins with locks that nobody opens.

// An alarm is a matter of the system, and so is its handler.
#![allow(unsafe_code)]

use barebones::ir::Module;
use std::sync::atomic::{AtomicPtr, AtomicU32, AtomicUsize, Ordering::SeqCst};
use std::sync::{Mutex, PoisonError};

/// The exit status of a process that a case was too long for.
pub const EXIT_STATUS: i32 = 3;

/// Seconds for each case; 0: there is no limit.
static LIMIT: AtomicU32 = AtomicU32::new(0);
/// What is printed of a case that takes longer.
static TEXT: Mutex<String> = Mutex::new(String::new());
/// Where that is, for a signal handler, which opens no lock.
static START: AtomicPtr<u8> = AtomicPtr::new(std::ptr::null_mut());
static LEN: AtomicUsize = AtomicUsize::new(0);

/// From now on, if a case takes longer than this, the process prints it as a file, and ends with [`EXIT_STATUS`]. 0 is no
/// limit, and on Windows there is none.
pub fn set(seconds: u32) {
    #[cfg(unix)]
    // SAFETY: the handler calls nothing but what a handler may call.
    unsafe {
        libc::signal(libc::SIGALRM, print_and_exit as *const () as libc::sighandler_t);
    }
    LIMIT.store(seconds, SeqCst);
}

/// This module of a case is next; what was before it is over.
pub(crate) fn begin(seed: u64, case: u64, module: &Module) {
    let limit = LIMIT.load(SeqCst);
    if limit == 0 {
        return;
    }
    restart(0);
    let mut text = TEXT.lock().unwrap_or_else(PoisonError::into_inner);
    *text = format!("{module}; case {case} of seed {seed}: it has not ended in {limit} s\n");
    START.store(text.as_mut_ptr(), SeqCst);
    LEN.store(text.len(), SeqCst);
    restart(limit);
}

/// The last case is over.
pub(crate) fn end() {
    if LIMIT.load(SeqCst) != 0 {
        restart(0);
    }
}

/// Has the alarm come in so many seconds, or not at all.
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
    // SAFETY: the text stays what it is while the alarm may come; the process ends without what was registered for its
    // exit.
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
        // SAFETY: waits.
        unsafe { libc::usleep(millis * 1000) };
    }

    #[test]
    fn cases_that_do_not_end_are_ended() {
        let ended = in_child(|| {
            set(1);
            begin(5, 7, &Module::default());
            pause(15_000);
        });
        assert_eq!(ended.expect("a child"), Ended::Status(EXIT_STATUS));

        // Several that take longer together.
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
