//! What tests barebones: filetests, random procedures, and the comparison of everything that can execute one.
//!
//! [`filetest`] runs files that say what is expected of them. [`fuzz::fuzz`] makes random modules
//! ([`generate`]), compares all executions of each ([`differential`]) and makes failures small. [`awkward`] has
//! the operands on which implementations go wrong, [`coverage`] counts what was never tried, and
//! [`passes`] does the same with passes over the IR, and
//! [`hostile`] has a generator that does to its patchpoint whatever it may. [`time_limit`] ends what would not end.

pub mod awkward;
pub mod calls;
pub mod coverage;
pub mod differential;
pub mod disassembly;
pub mod exits;
pub mod externs;
pub mod filetest;
pub mod fuzz;
pub mod generate;
pub mod gnu;
pub mod hostile;
pub mod native;
pub mod passes;
pub mod registers;
pub mod time_limit;
