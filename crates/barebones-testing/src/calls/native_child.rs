//! Calls in a child process. Results are passed in shared memory, so that other children cannot delay them.

use super::Native;
use crate::calls::{Argument, Call, Outcome, Scalar};
use crate::native::process::{GRACE, Pipe, TRIES, wait_for};
use barebones::base::{Origin, TrapCode};
use barebones::ir::ValueId;
use barebones::jit::{Bits, Trap, TrapRecovery, TrapReport, install_trap_reporter};
use std::io;
use std::ptr::NonNull;
use std::time::Duration;

/// Number of words before the results in the shared memory.
const HEADER: usize = 2;
/// Index of the word that counts completed calls.
const DONE: usize = 0;
/// Index of the word with an address near the top of the child's stack.
const STACK: usize = 1;

/// First word of a call: its outcome.
const RETURNED: u64 = 1;
const NOT_CALLABLE: u64 = 2;
/// A trap that was caught. The code, the procedure plus 1, or 0 without a place, and the value follow.
const TRAPPED: u64 = 3;
const TRAP_WORDS: usize = 3;

/// Maximum distance below the top of the stack at which a fault counts as a stack overflow.
const LARGEST_STACK: u64 = 1 << 30;

/// Whether a child continues after a trap.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Traps {
    /// A trap ends the child.
    End,
    /// A trap is caught. One that the library does not know ends the child.
    Catch,
}

pub(super) fn call(native: &Native, calls: &[Call], seconds: u32, traps: Traps) -> Vec<Outcome> {
    let (mut outcomes, mut tries) = (Vec::with_capacity(calls.len()), 1);
    while outcomes.len() < calls.len() {
        let rest = &calls[outcomes.len()..];
        match call_in_child(native, rest, seconds, traps, &mut outcomes) {
            Err(error) if error.kind() == io::ErrorKind::TimedOut && tries < TRIES => tries += 1,
            Err(error) => outcomes.push(Outcome::Failed(format!("no child process: {error}"))),
            Ok(()) => tries = 1,
        }
    }
    outcomes
}

/// Memory shared between a child and its parent.
struct Shared {
    words: NonNull<u64>,
    len: usize,
}

impl Shared {
    fn new(len: usize) -> io::Result<Shared> {
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        let flags = libc::MAP_SHARED | libc::MAP_ANON;
        // SAFETY: a new mapping at an address that the system chooses.
        let memory = unsafe { libc::mmap(std::ptr::null_mut(), len * 8, protection, flags, -1, 0) };
        match NonNull::new(memory.cast()) {
            Some(words) if memory != libc::MAP_FAILED => Ok(Shared { words, len }),
            _ => Err(io::Error::last_os_error()),
        }
    }

    fn get(&self, index: usize) -> u64 {
        assert!(index < self.len);
        // SAFETY: inside the mapping; the child that writes it has ended, or is this process.
        unsafe { self.words.add(index).read_volatile() }
    }

    fn set(&self, index: usize, word: u64) {
        assert!(index < self.len);
        // SAFETY: inside the mapping; the parent reads after the child has ended.
        unsafe { self.words.add(index).write_volatile(word) }
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        // SAFETY: mapped in `new` with this size; no addresses in it are left.
        unsafe { libc::munmap(self.words.as_ptr().cast(), self.len * 8) };
    }
}

/// Number of words of a call in the shared memory: its outcome and results.
fn words(native: &Native, call: &Call) -> usize {
    1 + super::word_types(&native.codes[call.procedure].signature().results).count().max(TRAP_WORDS)
}

/// Executes calls in a child until all have ended or one ends the child, whose outcome is added last.
fn call_in_child(
    native: &Native,
    calls: &[Call],
    seconds: u32,
    traps: Traps,
    outcomes: &mut Vec<Outcome>,
) -> io::Result<()> {
    let shared = Shared::new(HEADER + calls.iter().map(|call| words(native, call)).sum::<usize>())?;
    let pipe = Pipe::new()?;
    // SAFETY: the child executes the calls and exits. It runs no other threads of the parent, and takes none of their
    // locks except the allocator's, which remains usable after a fork.
    let child = unsafe { libc::fork() };
    if child == 0 {
        // SAFETY: this is the child, which has no other use of signals.
        let ready = unsafe { install_trap_reporter(pipe.0[1]) }.is_ok();
        if ready {
            let recovery = (traps == Traps::Catch).then(TrapRecovery::install).and_then(Result::ok);
            call_all(native, calls, seconds, recovery, &shared);
        }
        // SAFETY: exits without running the parent's exit handlers.
        unsafe { libc::_exit(if ready { 0 } else { 1 }) }
    }
    let status = wait_for(child, Duration::from_secs(seconds.into()) + GRACE, || shared.get(DONE))?;

    let done = shared.get(DONE) as usize;
    let mut at = HEADER;
    for call in &calls[..done] {
        let results = super::word_types(&native.codes[call.procedure].signature().results).enumerate();
        outcomes.push(match shared.get(at) {
            RETURNED => Outcome::Returned(
                results.map(|(i, ty)| Scalar { ty, bits: shared.get(at + 1 + i) }).collect(),
            ),
            TRAPPED => {
                let [code, procedure, value] = [1, 2, 3].map(|word| shared.get(at + word));
                let code = TrapCode::from_bits(code as u32).unwrap_or(TrapCode::Unreachable);
                let place =
                    (procedure as usize).checked_sub(1).map(|index| (index, ValueId::new(value as u32)));
                Outcome::Trapped { code, place }
            }
            _ => Outcome::Failed(String::from("the arguments or results do not fit a call from the host")),
        });
        at += words(native, call);
    }
    if done < calls.len() {
        outcomes.push(how_it_ended(native, status, &pipe, shared.get(STACK), seconds));
    }
    Ok(())
}

/// Executes the calls, in the child.
fn call_all(native: &Native, calls: &[Call], seconds: u32, recovery: Option<TrapRecovery>, shared: &Shared) {
    let here = 0u64;
    shared.set(STACK, &raw const here as u64);
    let mut at = HEADER;
    for (index, call) in calls.iter().enumerate() {
        let code = &native.codes[call.procedure];
        for (index, data) in native.data.iter().enumerate() {
            if let Some(memory) = code.data(index) {
                // SAFETY: the data has the size of the module's, and no code that uses it is running.
                unsafe {
                    memory.cast::<u8>().copy_from_nonoverlapping(data.bytes.as_ptr(), data.bytes.len())
                };
            }
        }
        let args: Vec<Bits> = call
            .args
            .iter()
            .map(|(ty, argument)| {
                let bits = match argument {
                    Argument::Bits(bits) => *bits,
                    Argument::Data(index) => code.data(*index).map_or(0, |memory| memory.cast::<u8>() as u64),
                    // The copy must live as long as the child.
                    Argument::Bytes(bytes) => Box::leak(bytes.to_vec().into_boxed_slice()).as_ptr() as u64,
                };
                Bits { ty: *ty, bits }
            })
            .collect();
        // SAFETY: no pointers are involved.
        unsafe { libc::alarm(seconds) };
        // SAFETY: none. The code may do anything to this process, which exists only for that. A trap discards only what
        // the child needs no more.
        let ended = unsafe {
            let run = || code.call_raw_entry(call.entry as usize, &args);
            match recovery {
                Some(recovery) => recovery.catch(run),
                None => Ok(run()),
            }
        };
        match ended {
            Ok(Ok(results)) => {
                shared.set(at, RETURNED);
                results.iter().enumerate().for_each(|(i, bits)| shared.set(at + 1 + i, *bits));
            }
            Ok(Err(_)) => shared.set(at, NOT_CALLABLE),
            Err(trap) => {
                shared.set(at, TRAPPED);
                let words = trap_words(native, &trap);
                words.into_iter().enumerate().for_each(|(i, word)| shared.set(at + 1 + i, word));
            }
        }
        at += words(native, call);
        shared.set(DONE, index as u64 + 1);
    }
}

/// A trap as words: its code, its procedure and its value.
fn trap_words(native: &Native, trap: &Trap) -> [u64; TRAP_WORDS] {
    let site = trap.site.as_ref().filter(|site| site.origin != Origin::NONE);
    let place = site.and_then(|site| {
        let index = native.codes.iter().position(|code| code.start() == site.code.start())?;
        Some((index as u64 + 1, u64::from(site.origin.0)))
    });
    let (procedure, value) = place.unwrap_or((0, 0));
    [u64::from(trap.code.to_bits()), procedure, value]
}

/// The outcome of the call that ended a child early.
fn how_it_ended(native: &Native, status: i32, pipe: &Pipe, stack: u64, seconds: u32) -> Outcome {
    if libc::WIFSIGNALED(status) {
        return Outcome::Failed(match libc::WTERMSIG(status) {
            libc::SIGALRM => format!("timed out after {seconds} seconds"),
            signal => format!("ended by signal {signal}"),
        });
    }
    if libc::WEXITSTATUS(status) != TrapReport::EXIT_STATUS {
        return Outcome::Failed(format!("the process ended with status {}", libc::WEXITSTATUS(status)));
    }
    let Some(TrapReport { signal, pc, address }) = pipe.report() else {
        return Outcome::Failed(String::from("a trap without a report"));
    };
    // SIGTRAP reports the address after `int3`; other signals report that of the instruction.
    let pc = if signal == libc::SIGTRAP { pc.wrapping_sub(1) } else { pc };
    if let Some(outcome) = native.trap_at(pc) {
        return outcome;
    }
    if signal == libc::SIGSEGV && (stack.saturating_sub(LARGEST_STACK)..stack).contains(&address) {
        return Outcome::Trapped { code: barebones::base::TrapCode::StackOverflow, place: None };
    }
    let start = |code: &barebones::jit::Code| code.start() as u64;
    let inside =
        native.codes.iter().find(|code| (start(code)..start(code) + code.size() as u64).contains(&pc));
    Outcome::Failed(match inside {
        Some(code) => {
            let offset = pc - start(code);
            format!("signal {signal} at {}+{offset:#x}, access to {address:#x}", code.name())
        }
        None => format!("signal {signal} outside of compiled code, at {pc:#x}, access to {address:#x}"),
    })
}
