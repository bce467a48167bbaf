//! Basic data types shared by all layers.
//!
//! Types, registers, conditions, heap ranges, effects, ids of both IRs, trap codes, signatures, conventions. Only their
//! types are here: register names and the conventions themselves belong to the targets.

mod condition;
mod convention;
mod effects;
mod hardening;
mod heap_range;
mod ids;
mod lane;
mod lib_call;
mod limits;
mod memory_order;
mod osr_layout;
mod protection;
mod reg;
pub mod semantics;
mod target;
pub(crate) mod text;
mod trap;
mod types;
mod value_rep;

pub use condition::{FloatCondition, IntCondition};
pub use convention::{ArgLocation, Assignment, CallConv, StackArgs, Variadic};
pub use effects::{EffectFlags, Effects};
pub use hardening::Hardening;
pub use heap_range::HeapRange;
pub use ids::{
    ConvId, ExitId, GeneratorId, ObjectId, Origin, SiteId, StackSlotId, StateId, SymbolId, VectorId,
};
pub use lane::{Lane, LaneSet};
pub use lib_call::LibCall;
pub(crate) use limits::bytes_of;
pub use limits::{Budget, CancelToken, Gauge, Limits, MemoryOf, Stop, Usage};
pub use memory_order::MemoryOrder;
pub use osr_layout::{OsrFrame, OsrLayout, OsrSlot};
pub use protection::BranchProtection;
pub use reg::{Bank, Reg, RegSet, RegSetIter, Width};
pub use target::{Arch, Features, ImmediateOf, RegEnv, RegNames, Target, TargetDesc, Targets};
pub use trap::TrapCode;
pub use types::{Signature, Type};
pub use value_rep::ValueRep;
