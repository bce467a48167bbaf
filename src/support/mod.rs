//! Containers and small algorithms that do not depend on the compiler.
//!
//! All entities of the library have a 32-bit id (`entity!`), live in one [`Table`] and have further data in
//! [`SideTable`]s; lists of ids live in a [`ListPool`]. Ids keep structures plain data: they can be cloned, printed and
//! sent to other threads, and no map needs hashing. [`lex`] is the lexer of the text formats.

mod bit_set;
mod entity;
mod error;
mod fused;
pub mod lex;
mod list_pool;
mod parallel_move;
mod random;
mod sha256;

pub use bit_set::BitSet;
pub use entity::{Entity, SideTable, Table};
pub use error::write_chain;
pub use list_pool::{List, ListPool};
pub use parallel_move::{ParallelMove, sequentialize};
pub use sha256::{Sha256, hmac_sha256};

pub(crate) use entity::entity;
pub(crate) use error::{Named, error_type};
pub(crate) use fused::MulAdd;
pub(crate) use random::SecretRandom;

/// Sets a vector to `len` copies of `value`. If it must be reallocated, the old content is not copied.
pub(crate) fn refill<T: Clone>(items: &mut Vec<T>, len: usize, value: T) {
    items.clear();
    if items.capacity() < len {
        *items = Vec::with_capacity(len.next_power_of_two());
    }
    items.resize(len, value);
}
