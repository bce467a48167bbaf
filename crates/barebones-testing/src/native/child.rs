//! Child processes that report traps, and memory that they share with their parent.

use super::Ended;
pub use barebones::jit::TrapReport;
use barebones::jit::install_trap_reporter;
use std::io;
use std::ptr::{NonNull, null_mut};
use std::time::{Duration, Instant};

/// Seconds after which a child's alarm ends it.
const TIMEOUT: u32 = 20;

/// Time after its own alarm at which a child is killed. Compiled code cannot delay the alarm, but a stuck emulator
/// can, as QEMU before 8.0 in the child of a process with threads.
pub(crate) const GRACE: Duration = Duration::from_secs(10);

/// Maximum number of tries of an operation that may get stuck.
pub(crate) const TRIES: u32 = 3;

/// Runs a function in a child process and waits for it.
///
/// # Errors
/// The system cannot create a process, or the child did not end even after its alarm.
pub fn in_child(run: impl FnOnce()) -> io::Result<Ended> {
    let mut tries = 1;
    loop {
        let begun = Arena::new(1)?;
        let pipe = Pipe::new()?;
        // SAFETY: the child runs only this thread, and exits below.
        let child = unsafe { libc::fork() };
        if child == 0 {
            // SAFETY: sets a timer of this process.
            unsafe { libc::alarm(TIMEOUT) };
            // SAFETY: the child has no other use of these signals.
            let installed = unsafe { install_trap_reporter(pipe.0[1]) };
            if installed.is_ok() {
                begun.write(0, &[1]);
                run();
            }
            // SAFETY: exits without running the parent's exit handlers.
            unsafe { libc::_exit(i32::from(installed.is_err())) };
        }
        let status = match wait_for(child, Duration::from_secs(TIMEOUT.into()) + GRACE, || 0) {
            // Tries again only if `run` has not begun.
            Err(error) if error.kind() == io::ErrorKind::TimedOut && begun.get(0) == 0 && tries < TRIES => {
                tries += 1;
                continue;
            }
            status => status?,
        };
        return Ok(if libc::WIFSIGNALED(status) {
            Ended::Killed(libc::WTERMSIG(status))
        } else {
            match (libc::WEXITSTATUS(status), pipe.report()) {
                (0, _) => Ended::Finished,
                (TrapReport::EXIT_STATUS, Some(report)) => Ended::Trapped(report),
                (status, _) => Ended::Status(status),
            }
        });
    }
}

/// Waits for a child and returns its status. Kills it, with a message, if it has not ended after `limit` since the
/// last change of its `progress`.
///
/// # Errors
/// There is no such child, also if the fork failed; `TimedOut` if it was killed.
pub(crate) fn wait_for(
    child: libc::pid_t,
    limit: Duration,
    progress: impl Fn() -> u64,
) -> io::Result<libc::c_int> {
    if child < 0 {
        return Err(io::Error::last_os_error());
    }
    let (mut since, mut last, mut pause) = (Instant::now(), progress(), Duration::from_micros(20));
    loop {
        let mut status = 0;
        // SAFETY: `status` is valid for writes.
        match unsafe { libc::waitpid(child, &mut status, libc::WNOHANG) } {
            0 => {}
            -1 => {
                let error = io::Error::last_os_error();
                if error.kind() != io::ErrorKind::Interrupted {
                    return Err(error);
                }
            }
            _ => return Ok(status),
        }
        let now = progress();
        if now != last {
            (since, last) = (Instant::now(), now);
        } else if since.elapsed() > limit {
            // SAFETY: our own child, which has not been waited for.
            unsafe { (libc::kill(child, libc::SIGKILL), libc::waitpid(child, &mut status, 0)) };
            eprintln!(
                "child process {child} was stuck for {limit:?} and killed: it did not end, not even by its alarm"
            );
            return Err(io::Error::new(io::ErrorKind::TimedOut, "stuck and killed"));
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(2));
    }
}

/// A pipe for the report of a trap, closed on drop.
pub(crate) struct Pipe(pub(crate) [i32; 2]);

impl Pipe {
    pub(crate) fn new() -> io::Result<Pipe> {
        let mut ends = [0; 2];
        // SAFETY: valid for writes of two numbers.
        if unsafe { libc::pipe(ends.as_mut_ptr()) } == 0 {
            Ok(Pipe(ends))
        } else {
            Err(io::Error::last_os_error())
        }
    }

    /// The report of a child that has ended.
    pub(crate) fn report(&self) -> Option<TrapReport> {
        let mut bytes = [0; TrapReport::SIZE];
        // SAFETY: `bytes` is valid for writes; a report was written before the child ended.
        let len = unsafe {
            libc::fcntl(self.0[0], libc::F_SETFL, libc::O_NONBLOCK);
            libc::read(self.0[0], bytes.as_mut_ptr().cast(), bytes.len())
        };
        (len == TrapReport::SIZE as isize).then(|| TrapReport::from_bytes(bytes))
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        for end in self.0 {
            // SAFETY: our own descriptor, without other uses.
            unsafe { libc::close(end) };
        }
    }
}

/// Words of memory shared between a child and its parent.
#[derive(Debug)]
pub struct Arena {
    start: NonNull<u64>,
    words: usize,
}

impl Arena {
    /// Allocates zeroed words.
    ///
    /// # Errors
    /// Memory is exhausted.
    pub fn new(words: usize) -> io::Result<Arena> {
        let (protection, flags) =
            (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED | libc::MAP_ANONYMOUS);
        // SAFETY: a new mapping at an address that the system chooses.
        let start = unsafe { libc::mmap(null_mut(), words * 8, protection, flags, -1, 0) };
        match NonNull::new(start.cast::<u64>()) {
            Some(start) if start.as_ptr().cast::<libc::c_void>() != libc::MAP_FAILED => {
                Ok(Arena { start, words })
            }
            _ => Err(io::Error::last_os_error()),
        }
    }

    /// The number of words.
    pub fn words(&self) -> usize {
        self.words
    }

    /// The address of a word.
    pub fn address(&self, word: usize) -> u64 {
        assert!(word < self.words);
        self.start.as_ptr() as u64 + word as u64 * 8
    }

    /// The words from `from` on.
    pub fn read(&self, from: usize, count: usize) -> Vec<u64> {
        (from..from + count).map(|word| self.get(word)).collect()
    }

    /// Reads a word.
    pub fn get(&self, word: usize) -> u64 {
        assert!(word < self.words);
        // SAFETY: inside the mapping. Volatile: the child writes it.
        unsafe { self.start.as_ptr().add(word).read_volatile() }
    }

    /// Writes words from `to` on.
    pub fn write(&self, to: usize, words: &[u64]) {
        assert!(to + words.len() <= self.words);
        for (i, word) in words.iter().enumerate() {
            // SAFETY: inside the mapping.
            unsafe { self.start.as_ptr().add(to + i).write_volatile(*word) };
        }
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        // SAFETY: mapped with this size in `new`; no addresses in it are left.
        unsafe { libc::munmap(self.start.as_ptr().cast(), self.words * 8) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forked(run: impl FnOnce()) -> libc::pid_t {
        // SAFETY: the child runs only this thread, and exits below.
        let child = unsafe { libc::fork() };
        if child == 0 {
            run();
            // SAFETY: exits without running the parent's exit handlers.
            unsafe { libc::_exit(7) };
        }
        child
    }

    fn pause(millis: libc::useconds_t) {
        // SAFETY: only sleeps.
        unsafe { libc::usleep(millis * 1000) };
    }

    #[test]
    fn stuck_children_are_killed() {
        let limit = Duration::from_secs(1);
        let stuck = wait_for(forked(|| pause(900_000)), limit, || 0);
        assert_eq!(stuck.map_err(|error| error.kind()), Err(io::ErrorKind::TimedOut));

        // Takes longer in total, but makes progress.
        let done = Arena::new(1).expect("memory");
        let child = forked(|| {
            (1..=20).for_each(|step| {
                pause(60);
                done.write(0, &[step]);
            });
        });
        let status = wait_for(child, limit, || done.get(0)).expect("an end");
        assert!(libc::WIFEXITED(status) && libc::WEXITSTATUS(status) == 7, "{status:#x}");
        assert_eq!(done.get(0), 20);
    }
}
