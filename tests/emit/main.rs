//! Emission: the machine instructions of allocated Air.

mod a64;
mod call_frames;
mod x64;
