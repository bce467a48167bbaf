//! Patchpoints: every constraint at every level and with forced allocator decisions, compared with the interpreter and
//! the generators' meanings.
#![allow(unsafe_code)] // the test calls compiled code

mod calls;
mod constraints;
mod errors;
mod local;
mod named;
mod support;
mod terminals;
