//! What cannot be said in safe Rust: mapping memory, running code, being called by it, and loading it.
//!
//! This is the only part of the package with `unsafe` in it.

#![allow(unsafe_code)]
#![deny(unsafe_op_in_unsafe_fn)]
#![deny(clippy::undocumented_unsafe_blocks, clippy::missing_safety_doc)]

mod call;
mod callback;
mod load;
mod mapping;

pub(crate) use call::{Entry, call, prepare};
pub(crate) use callback::addresses;
pub(crate) use mapping::Mapping;
