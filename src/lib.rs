//! An embeddable optimising JIT compiler library in the tradition of WebKit's B3.

pub mod air;
pub mod analysis;
pub mod base;
mod compile;
pub mod error;
pub mod interp;
pub mod ir;
pub mod isa;
pub mod jit;
pub mod lower;
pub mod options;
pub mod regalloc;
pub mod support;

pub use compile::{Compiler, host_target, targets};
pub use options::{Observer, OptLevel, Options, Progress, Stage};
