//! Register allocation: temporaries become registers and slots of the frame.
//!
//! [`LinearScan`] allocates whole code at O2. [`LocalAllocator`] takes one backward walk per block and keeps nothing in
//! registers between blocks: it is what O0 uses, block by block, straight from selection. [`allocate`] runs it over
//! whole code, at O1 with [`AllocOptions::global_registers`] for what lives in several blocks. [`Cleanup`]
//! removes what the scan's decisions leave in vain. [`check`] proves an allocation right without knowing how it was
//! made.

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
use crate::base::{Bank, Origin, Reg};
use std::fmt;

pub use checker::{CheckError, CheckErrorKind, check};
pub use cleanup::Cleanup;
pub use linear_scan::LinearScan;
pub use live_across::{find_live_across, find_live_across_in_block};
pub use local::{LocalAllocator, allocate};
pub use stats::{AllocStats, WeightedStats};
pub use trace::Trace;
pub use why::Why;

/// What tests force on allocation, to reach states that ordinary code rarely does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Forced {
    /// Nothing.
    #[default]
    None,
    /// Registers in random order, from this seed; in whole code also callee-saved ones.
    Random(u64),
    /// No value stays in a register between two instructions.
    SpillAll,
    /// Values lose their registers at random, from this seed.
    Split(u64),
    /// Two registers of each bank, and more only where an instruction needs them.
    Few,
}

/// How to allocate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AllocOptions {
    /// For tests.
    pub forced: Forced,
    /// [`allocate`] looks for registers in which temporaries of several blocks can live: worth its time at O1. The linear
    /// scan always does.
    pub global_registers: bool,
}

/// Why code has no allocation. All of these but [`AllocError::Endless`] are faults of whoever made the code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AllocError {
    /// An instruction needs more registers at once than the target has.
    TooFewRegisters {
        /// The instruction.
        opcode: Opcode,
        /// Where it comes from.
        origin: Origin,
        /// Where registers are missing.
        bank: Bank,
    },
    /// An instruction needs two things in one register at the same time.
    FixedConflict {
        /// The instruction.
        opcode: Opcode,
        /// Where it comes from.
        origin: Origin,
        /// The register.
        reg: Reg,
    },
    /// An instruction asks for a register that is not its to use: pinned, or named though allocation gives it out.
    UnavailableRegister {
        /// The instruction.
        opcode: Opcode,
        /// Where it comes from.
        origin: Origin,
        /// The register.
        reg: Reg,
    },
    /// The terminal of a block has a result that would have to be stored after it.
    TerminalDefinition {
        /// The instruction.
        opcode: Opcode,
        /// Where it comes from.
        origin: Origin,
    },
    /// An instruction defines a temporary whose value is made again instead.
    RematDefinition {
        /// The instruction.
        opcode: Opcode,
        /// Where it comes from.
        origin: Origin,
        /// The temporary.
        tmp: Tmp,
    },
    /// A temporary that lives in one block is used there before it is defined.
    Undefined {
        /// The temporary.
        tmp: Tmp,
    },
    /// The linear scan took more steps than any code needs: a fault of the allocator, which ends nevertheless.
    Endless,
    /// The target cannot move a value between a register and a slot.
    MissingMove {
        /// The move it lacks.
        opcode: Opcode,
    },
}

impl fmt::Display for AllocError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            AllocError::TooFewRegisters { opcode, origin, bank } => {
                write!(f, "{} (origin {origin}) needs more {bank:?} registers than there are", opcode.name())
            }
            AllocError::FixedConflict { opcode, origin, reg } => {
                write!(f, "{} (origin {origin}) needs two values in {reg:?} at once", opcode.name())
            }
            AllocError::UnavailableRegister { opcode, origin, reg } => {
                write!(f, "{} (origin {origin}) may not use {reg:?}", opcode.name())
            }
            AllocError::TerminalDefinition { opcode, origin } => {
                write!(f, "{} (origin {origin}) ends a block and has a result", opcode.name())
            }
            AllocError::RematDefinition { opcode, origin, tmp } => {
                write!(f, "{} (origin {origin}) defines {tmp:?}, which is rematerialised", opcode.name())
            }
            AllocError::Undefined { tmp } => {
                write!(f, "{tmp:?} lives in one block and is used there before it is defined")
            }
            AllocError::Endless => f.write_str("the linear scan does not come to its end"),
            AllocError::MissingMove { opcode } => {
                write!(f, "the target has no {} between registers and slots", opcode.name())
            }
        }
    }
}

impl std::error::Error for AllocError {}
