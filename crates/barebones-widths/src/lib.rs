//! Values of any width over barebones' IR, whose integers have 32 or 64 bits.
//!
//! A value of a front end becomes **leaves**: values of a [`Procedure`](barebones::ir::Procedure), each an Int32, Int64,
//! Float or Double. What passes values around (Phis, calls, returns, slots) passes leaves one by one. Operations append
//! values at a [`Cursor`](barebones::ir::Cursor), and never add blocks.
//!
//! - [`int`]: integers of any width, in limbs of 64 bits above 64.
//! - [`float`]: `f16`, `bf16` and `f128`.
//! - [`helpers`]: procedures that long operations call. The client adds them to its module.
//! - [`lanes`]: vectors of up to 256 lanes, a core value for each lane.

pub mod float;
pub mod helpers;
pub mod int;
pub mod lanes;
mod procedures;
mod types;

use barebones::ir::ValueId;
use smallvec::SmallVec;

/// The leaves of a value, in order.
pub type Leaves = SmallVec<[ValueId; 4]>;

/// Compiles and runs the programs of the chapter about values of any width.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/widths.md")]
pub struct Chapter;
