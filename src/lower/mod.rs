//! IR to Air: instruction selection.
//!
//! Selection goes through a block bottom up, so that a value knows whether anybody wants it and as what, and
//! asks the form table of the machine IR what may be folded into an instruction. See [`select`].

mod address;
mod arithmetic;
mod assignments;
mod call;
mod check;
mod combine;
mod compare;
mod control;
mod divide;
mod exits;
mod flags;
mod float;
mod fold;
mod memory;
mod merge;
mod motion;
mod narrow;
pub mod order;
mod patchpoint;
mod pinned;
pub mod select;
mod shadows;

pub use exits::ExitEncoder;
pub use select::{SelectError, Selector, may_save};
