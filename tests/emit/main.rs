//! Emission: the machine instructions of allocated Air.

mod a64;
mod atomics;
mod x64;
