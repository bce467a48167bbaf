//! Filetests and random procedures.

pub mod calls;
pub mod disassembly;
pub mod filetest;
