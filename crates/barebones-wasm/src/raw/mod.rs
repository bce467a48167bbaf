//! Code that needs `unsafe`: mapping memory, calling and interpreting code, callbacks from it, and loading it.
//!
//! No other part of the package contains `unsafe` code.

#![allow(unsafe_code)]
#![deny(unsafe_op_in_unsafe_fn)]
#![deny(clippy::undocumented_unsafe_blocks, clippy::missing_safety_doc)]

mod call;
mod callback;
mod interp;
mod load;
mod mapping;

pub(crate) use call::{Entry, call, prepare};
pub(crate) use callback::addresses;
pub(crate) use interp::{HOST_FUNCTION, Interpreted, InterpretedStack};
pub(crate) use mapping::Mapping;
