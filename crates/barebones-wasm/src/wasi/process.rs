//! Process functions: exit, and no-ops or errors for signals, scheduling and sockets.

use super::{Definer, Errno, Exit};
use crate::{Caller, Error};

pub(super) fn define(define: &mut Definer<'_>) -> Result<(), Error> {
    define.add("proc_exit", |_: &mut Caller<'_>, status: u32| -> Result<(), Exit> { Err(Exit(status)) })?;
    define.add("sched_yield", |_: &mut Caller<'_>| 0u32)?;
    let no_system = Errno::NoSystem as u32;
    define.add("proc_raise", move |_: &mut Caller<'_>, _signal: u32| no_system)?;
    define.add("sock_accept", move |_: &mut Caller<'_>, _fd: u32, _flags: u32, _out: u32| no_system)?;
    define.add(
        "sock_recv",
        move |_: &mut Caller<'_>, _fd: u32, _list: u32, _n: u32, _flags: u32, _len: u32, _out: u32| no_system,
    )?;
    define.add(
        "sock_send",
        move |_: &mut Caller<'_>, _fd: u32, _list: u32, _n: u32, _flags: u32, _len: u32| no_system,
    )?;
    define.add("sock_shutdown", move |_: &mut Caller<'_>, _fd: u32, _how: u32| no_system)
}
