//! Patchpoints: every constraint at every level, with the allocator forced into rare decisions, compared with the
//! interpreter and the generators' meanings.
#![allow(unsafe_code)] // calling compiled code is a promise of the test

mod constraints;
mod errors;
mod named;
mod support;
mod terminals;
