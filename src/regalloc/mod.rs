//! Register allocation: replaces temporaries by registers and spill slots.
//!
//! [`LinearScan`] is the allocator of O2. [`LocalAllocator`] walks each block backward once and keeps nothing in
//! registers between blocks. O0 runs it block by block during instruction selection. [`allocate`] runs it over a
//! complete procedure; O1 does so with [`AllocOptions::global_registers`], which assigns registers to temporaries that
//! live across blocks. [`Cleanup`] removes redundant moves, reloads and spill stores after the scan. [`check`] proves
//! an allocation correct from its trace alone.

mod checker;
mod cleanup;
mod linear_scan;
mod live_across;
mod local;
mod plan;
mod registers;
mod stats;
#[cfg(test)]
mod tests;
mod trace;
pub mod why;

use crate::air::{Opcode, Tmp};
use crate::base::{Bank, Origin, Reg, Stop};
use crate::support::error_type;

pub use checker::{CheckError, CheckErrorKind, check};
pub use cleanup::Cleanup;
pub use linear_scan::LinearScan;
pub use live_across::{find_live_across, find_live_across_in_block};
pub use local::{LocalAllocator, allocate, allocate_within};
pub use stats::{AllocStats, WeightedStats};
pub use trace::Trace;
pub use why::Why;

/// States that tests force on the allocators because ordinary code rarely reaches them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Forced {
    /// Normal allocation.
    #[default]
    None,
    /// Picks registers in a random order from this seed; for complete procedures also callee-saved ones.
    Random(u64),
    /// Keeps no value in a register between two instructions.
    SpillAll,
    /// Takes registers away from values at random, from this seed.
    Split(u64),
    /// Uses two registers of each bank, and more only where an instruction needs them.
    Few,
}

/// Options of an allocation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AllocOptions {
    /// Forced states, for tests.
    pub forced: Forced,
    /// [`allocate`] assigns registers to temporaries of several blocks, for their entire lifetime. Meant for O1. The
    /// linear scan does not read this option.
    pub global_registers: bool,
}

/// Why an allocation failed. All except [`AllocError::StepLimit`] and [`AllocError::Stopped`] are faults of the code to
/// allocate.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum AllocError {
    /// An instruction needs more registers at once than the target has.
    TooFewRegisters {
        /// The instruction.
        opcode: Opcode,
        /// Where it comes from.
        origin: Origin,
        /// The bank that lacks registers.
        bank: Bank,
    },
    /// An instruction needs two values in one register at the same time.
    FixedConflict {
        /// The instruction.
        opcode: Opcode,
        /// Where it comes from.
        origin: Origin,
        /// The register.
        reg: Reg,
    },
    /// An instruction names a register that it may not use: a pinned one, or an allocatable one named directly.
    UnavailableRegister {
        /// The instruction.
        opcode: Opcode,
        /// Where it comes from.
        origin: Origin,
        /// The register.
        reg: Reg,
    },
    /// A block's terminal has a result that would need a store after it.
    TerminalDefinition {
        /// The instruction.
        opcode: Opcode,
        /// Where it comes from.
        origin: Origin,
    },
    /// An instruction defines a rematerialized temporary.
    RematDefinition {
        /// The instruction.
        opcode: Opcode,
        /// Where it comes from.
        origin: Origin,
        /// The temporary.
        tmp: Tmp,
    },
    /// A local temporary is used in its block before it is defined.
    Undefined {
        /// The temporary.
        tmp: Tmp,
    },
    /// The linear scan exceeded its step limit. This is a fault of the allocator.
    StepLimit,
    /// A limit was reached, or the compilation cancelled.
    Stopped(Stop),
    /// The target has no move between a register and a slot.
    MissingMove {
        /// The missing move.
        opcode: Opcode,
    },
}

error_type!(AllocError {
    AllocError::TooFewRegisters { opcode, origin, bank } =>
        "{} (origin {origin}) needs more {bank:?} registers than the target has", opcode.name();
    AllocError::FixedConflict { opcode, origin, reg } =>
        "{} (origin {origin}) needs two values in {reg:?} at once", opcode.name();
    AllocError::UnavailableRegister { opcode, origin, reg } =>
        "{} (origin {origin}) may not use {reg:?}", opcode.name();
    AllocError::TerminalDefinition { opcode, origin } =>
        "{} (origin {origin}) is a terminal whose result would need a store after it", opcode.name();
    AllocError::RematDefinition { opcode, origin, tmp } =>
        "{} (origin {origin}) defines {tmp:?}, which is rematerialised", opcode.name();
    AllocError::Undefined { tmp } => "{tmp:?} is local to one block and used there before its definition";
    AllocError::StepLimit => "the linear scan exceeded its step limit";
    AllocError::Stopped(stop) => "{stop}";
    AllocError::MissingMove { opcode } =>
        "the target has no {} to move values between registers and slots", opcode.name();
});
