//! Emission: the machine instructions of allocated Air.

mod a64;
mod x64;
