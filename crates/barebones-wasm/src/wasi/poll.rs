//! Waiting for clocks. File descriptors are always ready.
//!
//! The layout of subscriptions and events follows WASI preview 1 (`wasi_snapshot_preview1.witx`).

use super::{Definer, Descriptor, Errno, Guest, State};
use crate::{Caller, Error};
use std::time::{Duration, Instant};

/// Size in bytes of a subscription and of an event.
const SUBSCRIPTION: u32 = 48;
const EVENT: u32 = 32;

/// Event types.
const CLOCK: u8 = 0;
const READ: u8 = 1;
const WRITE: u8 = 2;

/// Clock flag: the timeout is an absolute time.
const ABSOLUTE: u16 = 1;

/// Maximum number of subscriptions of a call.
const MAX_SUBSCRIPTIONS: u32 = 1 << 16;

/// Interval at which a sleeping program checks for interruption.
const SLICE: Duration = Duration::from_millis(10);

struct Subscription {
    /// Identifies the subscription to the program.
    user: u64,
    kind: u8,
    /// Time from now until it is ready.
    after: Duration,
    /// Number of bytes that can be read or written, or the error.
    bytes: Result<u64, Errno>,
}

pub(super) fn define(define: &mut Definer<'_>) -> Result<(), Error> {
    let state = define.state.clone();
    define.add(
        "poll_oneoff",
        move |caller: &mut Caller<'_>, list: u32, events: u32, count: u32, written: u32| {
            let mut all = Vec::new();
            let errno = state.run(caller, |state, guest| {
                all = subscriptions(state, guest, list, count)?;
                Ok(())
            })?;
            let Some(shortest) = all.iter().map(|it| it.after).min() else { return Ok(errno) };
            // The state is unlocked while the program sleeps.
            let began = Instant::now();
            if !sleep(caller, began, shortest) {
                return Ok(Errno::Interrupted as u32);
            }
            let passed = began.elapsed().max(shortest);
            let ready = all.iter().filter(|it| it.after <= passed);
            state.run(caller, |_, guest| write_events(guest, ready, events, written))
        },
    )
}

/// Reads the subscriptions, at least one.
fn subscriptions(
    state: &mut State,
    guest: &mut Guest<'_>,
    list: u32,
    count: u32,
) -> Result<Vec<Subscription>, Errno> {
    if count == 0 || count > MAX_SUBSCRIPTIONS {
        return Err(Errno::Invalid);
    }
    let bytes = guest.bytes(list, count * SUBSCRIPTION)?;
    Ok(bytes.chunks_exact(SUBSCRIPTION as usize).map(|bytes| subscription(state, bytes)).collect())
}

fn subscription(state: &mut State, bytes: &[u8]) -> Subscription {
    let word = |at: usize, size: usize| {
        bytes[at..at + size].iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
    };
    let (user, kind, number) = (word(0, 8), bytes[8], word(16, 4) as u32);
    let (mut after, mut ready) = (Duration::ZERO, Ok(0));
    match kind {
        CLOCK => {
            let (time, is_absolute) = (word(24, 8), word(40, 2) as u16 & ABSOLUTE != 0);
            match state.time(number) {
                Ok(now) if is_absolute => after = Duration::from_nanos(time.saturating_sub(now)),
                Ok(_) => after = Duration::from_nanos(time),
                Err(errno) => ready = Err(errno),
            }
        }
        READ => ready = state.bytes_to_read(number),
        WRITE => ready = state.bytes_to_write(number),
        _ => ready = Err(Errno::Invalid),
    }
    Subscription { user, kind, after, bytes: ready }
}

impl State {
    /// Number of bytes that can be read without blocking. For a stream, which does not report it, 1.
    fn bytes_to_read(&mut self, number: u32) -> Result<u64, Errno> {
        match self.descriptor(number)? {
            Descriptor::Input => Ok(1),
            Descriptor::File(file) => {
                let (all, before) = (file.metadata()?.len(), std::io::Seek::stream_position(file)?);
                Ok(all.saturating_sub(before))
            }
            Descriptor::Directory { .. } => Err(Errno::IsDirectory),
            Descriptor::Output | Descriptor::Errors => Err(Errno::NotCapable),
        }
    }

    fn bytes_to_write(&mut self, number: u32) -> Result<u64, Errno> {
        match self.descriptor(number)? {
            Descriptor::Output | Descriptor::Errors => Ok(1),
            Descriptor::File(_) => Err(Errno::ReadOnly),
            Descriptor::Input | Descriptor::Directory { .. } => Err(Errno::NotCapable),
        }
    }
}

/// Sleeps until `time` has passed since `began`. Returns false if interrupted.
fn sleep(caller: &Caller<'_>, began: Instant, time: Duration) -> bool {
    let handle = caller.interrupt_handle().ok();
    loop {
        let left = time.saturating_sub(began.elapsed());
        if left.is_zero() {
            return true;
        }
        match &handle {
            Some(handle) if handle.is_interrupted() => return false,
            Some(_) => std::thread::sleep(left.min(SLICE)),
            None => std::thread::sleep(left),
        }
    }
}

/// Writes the events of ready subscriptions, and their number.
fn write_events<'a>(
    guest: &mut Guest<'_>,
    ready: impl Iterator<Item = &'a Subscription>,
    events: u32,
    written: u32,
) -> Result<(), Errno> {
    let mut count = 0;
    for it in ready {
        let mut event = [0; EVENT as usize];
        event[..8].copy_from_slice(&it.user.to_le_bytes());
        let errno = it.bytes.err().map_or(0, |errno| errno as u16);
        event[8..10].copy_from_slice(&errno.to_le_bytes());
        event[10] = it.kind;
        event[16..24].copy_from_slice(&it.bytes.unwrap_or(0).to_le_bytes());
        guest.write(events.checked_add(count * EVENT).ok_or(Errno::Fault)?, &event)?;
        count += 1;
    }
    guest.store32(written, count)
}
