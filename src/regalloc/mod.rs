//! Register allocation: temporaries become registers and slots of the frame.
//!
//! [`LinearScan`] allocates whole code at O1 and O2. [`LocalAllocator`] takes one backward walk per block and keeps
//! nothing in registers between blocks: it is what O0 uses, block by block, straight from selection; [`allocate`]
//! runs it over whole code. [`Cleanup`] removes what the scan's decisions leave in vain. [`check`] proves an
//! allocation right without knowing how it was made.

mod checker;
mod checker_block;
mod cleanup;
mod constrained;
mod linear_scan;
mod live_across;
mod local;
mod plain;
mod plan;
mod registers;
mod stats;
#[cfg(test)]
mod tests;
mod trace;
pub mod why;

use crate::air::{Arg, Code, Opcode, Tmp};
use crate::base::{Bank, Origin, Reg};
use std::fmt;

pub use checker::{CheckError, CheckErrorKind, check};
pub use cleanup::Cleanup;
pub use linear_scan::LinearScan;
pub use live_across::{find_live_across, find_live_across_in_block};
pub use local::LocalAllocator;
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
    /// Looks at loops when it splits: worth its time at O2. The local allocator does not.
    pub split_at_loops: bool,
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

/// Allocates whole code in forward order, block by block, and leaves it in forward order.
///
/// Which temporaries live across blocks is found here. With a trace, the result can be proved by [`check`].
///
/// # Errors
///
/// If the code asks for what no allocation can give; the code is then of no further use.
pub fn allocate(
    allocator: &mut LocalAllocator,
    code: &mut Code,
    options: &AllocOptions,
    mut trace: Option<&mut Trace>,
) -> Result<AllocStats, AllocError> {
    mark_global(code);
    allocator.begin(code, options)?;
    // What is saved is known before anything is emitted.
    allocator.regs.reserve = code.env().callee_saved.intersection(allocator.regs.allocatable);
    if let Forced::Random(seed) = options.forced {
        allocator.use_callee_saved(code, seed);
    }
    let input = std::mem::take(&mut code.buffer);
    let mut output = std::mem::take(&mut allocator.spare);
    output.clear();
    for block in code.blocks.ids() {
        let range = code.blocks[block].insts.clone();
        let insts = &input.insts[range.start as usize..range.end as usize];
        if let Some(trace) = &mut trace {
            trace.begin_block(block);
        }
        let start = output.insts.len();
        allocator.allocate_block(code, insts.iter().rev(), &input, &mut output, trace.as_deref_mut())?;
        output.insts[start..].reverse();
        code.blocks[block].insts = start as u32..output.insts.len() as u32;
    }
    code.buffer = output;
    allocator.spare = input;
    code.allocated = true;
    Ok(allocator.stats())
}

/// Marks every temporary that is mentioned in more than one block, or read before it is written in one.
fn mark_global(code: &mut Code) {
    const NOT_SEEN: u32 = u32::MAX;
    let mut seen_in = vec![NOT_SEEN; code.tmps.len()];
    let Code { buffer, blocks, tmps, specials, .. } = code;
    for (block, data) in blocks.iter() {
        for inst in &buffer.insts[data.insts.start as usize..data.insts.end as usize] {
            let args = buffer.args(inst);
            let (specs, first) = match (inst.form.get(), args.first()) {
                (Some(form), _) => (form.operands, 0),
                (None, Some(Arg::Special(id))) => {
                    (specials.get(*id).map_or(&[][..], |special| &special.operands), 1)
                }
                _ => (&[][..], 0),
            };
            let mut see = |tmp: Tmp, exposed: bool| {
                let Some(number) = tmp.number() else { return };
                let seen = &mut seen_in[number as usize];
                if *seen == NOT_SEEN {
                    *seen = block.number();
                    tmps[number as usize].global |= exposed;
                } else if *seen != block.number() {
                    tmps[number as usize].global = true;
                }
            };
            let args = || args.iter().skip(first).zip(specs);
            for (arg, spec) in args() {
                match *arg {
                    Arg::Tmp(tmp) if spec.role.is_use() => see(tmp, true),
                    Arg::Tmp(_) => {}
                    mut arg => arg.for_each_address_tmp(|tmp| see(*tmp, true)),
                }
            }
            for (arg, spec) in args() {
                if let (Arg::Tmp(tmp), false) = (arg, spec.role.is_use()) {
                    see(*tmp, false);
                }
            }
        }
    }
}
