//! Loop passes, and the analyses that only they need.
//! Natural loops themselves are found in `analysis`.

pub(in crate::opt) mod copy_loop;
pub(in crate::opt) mod fully_unroll_loops;
pub(in crate::opt) mod hoist_loop_invariants;
pub(in crate::opt) mod induction;
pub(in crate::opt) mod shorten_phi_live_ranges;
pub(in crate::opt) mod unroll_by_four;
pub(in crate::opt) mod widen_induction_variables;
