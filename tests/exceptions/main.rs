//! Calls with exceptional successors: what functions of the host and compiled code throw, at every level, with the
//! allocator forced into rare decisions, compared with the interpreter.
#![allow(unsafe_code)] // calling compiled code is a promise of the test

mod catching;
mod host;
mod support;
mod unwinding;
