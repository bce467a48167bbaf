//! Inlining: the decision which calls to replace, and the replacement; direct calls of frequent targets before.
//! Blocks are copied by `ir::copy_blocks`.

pub(in crate::opt) mod inline_calls;
pub(in crate::opt) mod speculate_calls;
