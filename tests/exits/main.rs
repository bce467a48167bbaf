//! Exit states: written down, read again, and handed over when an exit is taken.

#![allow(unsafe_code)] // what is tested is calls into the unknown

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod assemblies;
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod compiled;
mod malformed;
mod pools;
mod resume;
mod round_trip;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))] // hand-assembled
mod runtime;

/// Sets the handler of a group.
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
fn handle(
    code: &barebones::jit::Code,
    handler: impl Fn(&mut barebones::jit::TakenExit<'_>) -> barebones::jit::ExitReply + Send + Sync + 'static,
) {
    // SAFETY: the tests know what the code does with any reply.
    unsafe { code.set_exit_handler(handler) };
}
