//! Inlining: the decision which calls to replace, and the replacement.
//! Blocks are copied by `ir::copy_blocks`.

pub(in crate::opt) mod inline_calls;
