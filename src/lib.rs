//! An embeddable optimising JIT compiler library in the tradition of WebKit's B3.

pub mod base;
pub mod isa;
pub mod jit;
pub mod support;
