//! Vectors as lanes against Rust: every operation on every type of lanes, in the interpreter and at all levels.

mod harness;
mod moves;
mod operations;
mod reference;
mod trees;
