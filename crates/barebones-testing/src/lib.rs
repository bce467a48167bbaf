//! Filetests and random procedures.

pub mod call;
pub mod disassembly;
pub mod externs;
pub mod filetest;
pub mod literal;
pub mod native;
