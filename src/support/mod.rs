//! Containers and small algorithms that know nothing of compilers.
//!
//! Everything of the library is named by a 32-bit id (`entity!`), lives in one [`Table`] and is described
//! by [`SideTable`]s; lists of ids live in a [`ListPool`]. Ids make structures plain data: they clone, print
//! and cross threads, and no map needs a hash. [`lex`] has the tokens of the text formats.

mod bit_set;
mod entity;
mod fused;
pub mod lex;
mod list_pool;
mod parallel_move;

pub use bit_set::BitSet;
pub use entity::{Entity, SideTable, Table};
pub use list_pool::{List, ListPool};
pub use parallel_move::{ParallelMove, sequentialize};

pub(crate) use entity::entity;
pub(crate) use fused::MulAdd;

/// Makes a vector `len` times `value`. If that takes more memory, nothing is copied from where it was before.
pub(crate) fn refill<T: Clone>(items: &mut Vec<T>, len: usize, value: T) {
    items.clear();
    if items.capacity() < len {
        *items = Vec::with_capacity(len.next_power_of_two());
    }
    items.resize(len, value);
}
