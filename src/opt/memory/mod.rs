//! Passes over loads, stores, stack slots and variables, and what they know of the memory that an access touches.
//! Variables and slots become SSA values here, and values variables again.

pub(in crate::opt) mod demote_values;
pub(in crate::opt) mod fix_ssa;
pub(in crate::opt) mod footprint;
pub(in crate::opt) mod slot_accesses;
