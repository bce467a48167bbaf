//! Arguments, environment, clocks and random numbers.

use super::{Definer, Errno, Guest, State};
use crate::{Caller, Error};
use std::fs::File;
use std::io::Read;
use std::time::{SystemTime, UNIX_EPOCH};

/// Clock identifiers.
const REALTIME: u32 = 0;
const MONOTONIC: u32 = 1;

pub(super) fn define(define: &mut Definer<'_>) -> Result<(), Error> {
    add_strings(define, "args_sizes_get", "args_get", |state| &state.args)?;
    add_strings(define, "environ_sizes_get", "environ_get", |state| &state.environment)?;
    let state = define.state.clone();
    define.add("clock_res_get", move |caller: &mut Caller<'_>, clock: u32, result: u32| {
        state.run(caller, |_, guest| match clock {
            REALTIME | MONOTONIC => guest.store64(result, 1),
            _ => Err(Errno::Invalid),
        })
    })?;
    let state = define.state.clone();
    define.add(
        "clock_time_get",
        move |caller: &mut Caller<'_>, clock: u32, _precision: u64, result: u32| {
            state.run(caller, |state, guest| guest.store64(result, state.time(clock)?))
        },
    )?;
    let state = define.state.clone();
    define.add("random_get", move |caller: &mut Caller<'_>, buffer: u32, len: u32| {
        state.run(caller, |_: &mut State, guest| {
            let bytes = guest.bytes_mut(buffer, len)?;
            Ok(File::open("/dev/urandom")?.read_exact(bytes)?)
        })
    })
}

/// Defines the two functions for a list of strings: one returns its sizes, the other its contents.
fn add_strings(
    define: &mut Definer<'_>,
    size_name: &str,
    name: &str,
    list: fn(&State) -> &[Vec<u8>],
) -> Result<(), Error> {
    let state = define.state.clone();
    define.add(size_name, move |caller: &mut Caller<'_>, count: u32, size: u32| {
        state.run(caller, |state, guest| sizes(guest, list(state), count, size))
    })?;
    let state = define.state.clone();
    define.add(name, move |caller: &mut Caller<'_>, addresses: u32, text: u32| {
        state.run(caller, |state, guest| strings(guest, list(state), addresses, text))
    })
}

impl State {
    /// The time of a clock, in nanoseconds.
    pub(super) fn time(&self, clock: u32) -> Result<u64, Errno> {
        let time = match clock {
            REALTIME => SystemTime::now().duration_since(UNIX_EPOCH).map_err(|_| Errno::Io)?,
            MONOTONIC => self.began.elapsed(),
            _ => return Err(Errno::Invalid),
        };
        u64::try_from(time.as_nanos()).map_err(|_| Errno::Io)
    }
}

/// Writes the number of strings, and their total size with terminating zeros.
fn sizes(guest: &mut Guest<'_>, strings: &[Vec<u8>], count: u32, size: u32) -> Result<(), Errno> {
    guest.store32(count, strings.len() as u32)?;
    guest.store32(size, strings.iter().map(|string| string.len() as u32 + 1).sum())
}

/// Writes zero-terminated strings and a list of their addresses.
fn strings(guest: &mut Guest<'_>, strings: &[Vec<u8>], list: u32, text: u32) -> Result<(), Errno> {
    // `None` if the address overflows; permitted after the last string only.
    let mut next = Some(text);
    for (i, string) in (0..).zip(strings) {
        let at = next.ok_or(Errno::Fault)?;
        guest.store32(list.checked_add(4 * i).ok_or(Errno::Fault)?, at)?;
        guest.write(at, string)?;
        let end = at.checked_add(string.len() as u32).ok_or(Errno::Fault)?;
        guest.write(end, &[0])?;
        next = end.checked_add(1);
    }
    Ok(())
}
