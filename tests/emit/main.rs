//! Emission: the machine instructions of allocated Air.

mod a64;
mod atomics;
mod call_frames;
mod windows_unwind;
mod x64;
