//! Random procedures for barebones, and the comparison of everything that can execute one.
//!
//! [`fuzz::fuzz`] makes random modules ([`generate`]), compares all executions of each ([`differential`]) and
//! makes failures small. [`awkward`] has the operands on which implementations go wrong, [`coverage`] counts
//! what was never tried.

pub mod awkward;
pub mod coverage;
pub mod differential;
pub mod externs;
pub mod fuzz;
pub mod generate;
pub mod native;
