//! Exit states: encoding, decoding, and handing over values when an exit is taken.

#![allow(unsafe_code)] // the tests call compiled code

#[cfg(any(target_os = "linux", windows))]
mod assemblies;
#[cfg(any(target_os = "linux", windows))]
mod bounds;
#[cfg(any(target_os = "linux", windows))]
mod compiled;
#[cfg(any(target_os = "linux", windows))]
mod links;
mod malformed;
mod pools;
mod replies;
mod resume;
mod round_trip;
#[cfg(all(any(target_os = "linux", windows), target_arch = "x86_64"))] // hand-assembled
mod runtime;
#[cfg(any(target_os = "linux", windows))]
mod traps;

/// Sets the exit handler of a group.
#[cfg(any(target_os = "linux", windows))]
fn handle(
    code: &barebones::jit::Code,
    handler: impl Fn(&mut barebones::jit::TakenExit<'_>) -> barebones::jit::ExitReply + Send + Sync + 'static,
) {
    // SAFETY: the tests' code is valid for any reply.
    unsafe { code.set_exit_handler(handler) };
}
