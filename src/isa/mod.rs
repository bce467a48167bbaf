//! Instruction sets: registers, calling conventions, assemblers, emission.
//!
//! `x64` and `a64` have the same structure. Every target is compiled and tested on every host.

pub mod a64;
mod access_traps;
mod code_buffer;
mod compiled;
mod emit;
mod exit_stub;
mod exits;
mod gc_map;
mod generator_error;
pub mod masm;
mod patch;
mod patchable;
mod replace_frame;
mod stackmap_params;
pub(crate) mod switch;
mod targets;
pub mod unwind;
pub mod x64;

pub(crate) use code_buffer::Labels;
pub use code_buffer::{CodeBuffer, EmitError, FixupKind, Label};
pub use compiled::{
    CodeOrigin, CodePiece, CompiledCode, EntryFunction, FrameInfo, Handler, RelocKind, RelocTarget,
    Relocation, TrapSite,
};
pub use emit::{BlockContext, EmitState, Emitter, emitter};
pub(crate) use emit::{begin_roots, landing_blocks};
pub(crate) use exit_stub::{ExitStub, MAX_WORDS, WordMove, emit_exit_stub};
pub use exits::{
    DescribedEntry, DescribedFrame, DescribedObject, ExitDescription, ExitKind, ExitPlace, ExitSite,
    ExitTable, ExitTableError, ExitTableWriter, RecordEntry, SitePlace,
};
pub use gc_map::{GcMap, GcMapError, GcSite};
pub use generator_error::GeneratorError;
pub use patchable::{BranchRole, ConstantSite, JumpSite, PatchableKind, PatchableSite};
pub use replace_frame::{FrameMove, NewFrame};
pub use stackmap_params::{Generated, Generators, LatePath, NoGenerators, Place, SlowCall, StackmapParams};
pub use targets::{TARGETS, UnsupportedTarget, host_desc, target_by_name, target_by_triple};
