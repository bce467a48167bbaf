//! Loop passes, and the analyses that only they need.
//! Natural loops themselves are found in `analysis`.

pub(in crate::opt) mod hoist_loop_invariants;
pub(in crate::opt) mod retire_old_values;
pub(in crate::opt) mod unroll_by_four;
pub(in crate::opt) mod unroll_loops;
pub(in crate::opt) mod widen_counters;
