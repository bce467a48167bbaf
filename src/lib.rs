//! An embeddable optimising JIT compiler library in the tradition of WebKit's B3.

pub mod air;
pub mod analysis;
pub mod base;
pub mod interp;
pub mod ir;
pub mod isa;
pub mod jit;
pub mod lower;
pub mod regalloc;
pub mod support;
