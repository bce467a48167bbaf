//! Random procedures for barebones, and the comparison of everything that can execute one.

pub mod awkward;
pub mod externs;
pub mod generate;
