//! Instruction sets: registers, conventions, assemblers, emission.
//!
//! `x64` and `a64` have the same files. Every target compiles and is tested on every host.

mod compiled;

pub use crate::base::LibCall;
pub use compiled::{CodeOrigin, CompiledCode, FrameInfo, RelocKind, RelocTarget, Relocation, TrapSite};
