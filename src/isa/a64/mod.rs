//! AArch64.

pub mod abi;
pub mod registers;
