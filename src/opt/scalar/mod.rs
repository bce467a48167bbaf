//! Passes that replace values by equal, cheaper or better ordered ones, and remove what is dead.
//! They leave blocks as they are, but for branches whose condition is known.

pub(in crate::opt) mod eliminate_common_subexpressions;
pub(in crate::opt) mod eliminate_dead_code;
pub(in crate::opt) mod known_bits;
pub(in crate::opt) mod propagate_ranges;
pub(in crate::opt) mod reassociate;
pub(in crate::opt) mod reduce_strength;
pub(in crate::opt) mod simplify_ssa;
