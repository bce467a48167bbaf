//! Checks, at every level and with forced allocator decisions: results and stackmap values at exits must be those of
//! the interpreter.
#![allow(unsafe_code)] // the test calls compiled code

mod arithmetic;
mod code;
mod conditions;
mod operands;
mod select;
mod support;
