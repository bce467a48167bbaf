//! Lowering of the IR to Air: instruction selection.
//!
//! Selection visits a block bottom up, so that the users of a value are known when it is selected. The form table of
//! the machine IR determines what may be folded into an instruction. See [`select`].

mod address;
mod arithmetic;
mod assignments;
mod atomic;
mod call;
mod carry;
mod check;
pub mod combinations;
mod combine;
mod compare;
mod control;
mod divide;
mod exits;
mod flags;
mod float;
mod fold;
mod fuse;
mod memory;
mod motion;
mod narrow;
pub mod order;
mod overflow;
mod patchpoint;
mod pinned;
mod quotients;
mod record;
mod references;
mod scratches;
pub mod select;
mod shadows;
mod single_bits;
mod slots;
mod vector;
mod vector_floats;
mod vector_lanes;
mod vector_moves;

pub use exits::ExitEncoder;
pub use references::references_move;
pub use select::{SelectError, Selector, may_save};
