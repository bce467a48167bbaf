//! Checks, at every level and with the allocator forced into rare decisions: what they return, and what they hand over
//! when they leave, is what the interpreter says.
#![allow(unsafe_code)] // calling compiled code is a promise of the test

mod arithmetic;
mod code;
mod conditions;
mod operands;
mod select;
mod support;
