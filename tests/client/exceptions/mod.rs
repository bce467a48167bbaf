//! Calls with exceptional successors: exceptions of host functions and compiled code, at every level and with forced
//! allocator decisions, compared with the interpreter.
#![allow(unsafe_code)] // the test calls compiled code

mod catching;
mod host;
mod support;
mod unwinding;
