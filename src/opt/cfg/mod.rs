//! Passes that change the control flow graph outside of loops: they merge, skip and remove blocks.
//! If-conversion and jump threading are here.

pub(in crate::opt) mod estimate_frequencies;
pub(in crate::opt) mod infer_selects;
pub(in crate::opt) mod simplify_cfg;
pub(in crate::opt) mod thread_jumps;
