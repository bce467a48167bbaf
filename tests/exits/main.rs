//! Exit states: written down, read again, and handed over when an exit is taken.

#![allow(unsafe_code)] // what is tested is calls into the unknown

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod compiled;
mod malformed;
mod pools;
mod resume;
mod round_trip;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod runtime;
