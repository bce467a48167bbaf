//! Passes over machine code, for O1 and O2.
//!
//! Before allocation, [`CopyForwarding`] removes copies that their readers do not need, and [`ShrinkWrap`] prepares
//! code for shrink-wrapping. After allocation, [`ShrinkWrap`] decides where frames are created, and [`Layout`] orders
//! the blocks for emission.

mod forward_copies;
mod layout;
mod place_roots;
mod shrink_wrap;

pub use forward_copies::CopyForwarding;
pub use layout::{Layout, Placed};
pub use place_roots::{RootError, place_roots};
pub use shrink_wrap::ShrinkWrap;
