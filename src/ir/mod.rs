//! The SSA intermediate representation: values in basic blocks, modelled on B3.
//!
//! A [`Procedure`] owns everything; values, blocks and other entities are ids. Opcodes are declared once, in
//! [`opcode`]. Control-flow merges use Upsilon and Phi: a Phi has a location to which Upsilons store.

mod atomic;
mod blind;
mod block;
mod builder;
mod continuation;
mod copy_blocks;
mod cursor;
pub mod evaluate;
mod exit_state;
mod expand_polls;
mod graph;
mod hints;
mod insertion_set;
mod lines;
mod module;
pub mod opcode;
mod osr_entry;
mod parse;
mod parse_value;
mod print;
mod procedure;
mod resume;
mod rewrite;
mod slot_access;
mod ssa_builder;
mod stackmap;
mod state_values;
mod symbols;
#[cfg(test)]
pub(crate) mod testing;
pub mod validate;
mod value;
mod vector;
mod vector_table;

pub use atomic::AtomicAccess;
pub use block::{Block, Successor};
pub use builder::Callee;
pub(crate) use builder::FIRST_STACK_ARGUMENT;
pub(crate) use copy_blocks::BlockCopy;
pub use cursor::Cursor;
pub use exit_state::{StateBuilder, StateEntries, StateFrame, StateItem};
pub(crate) use hints::BranchHints;
pub use insertion_set::InsertionSet;
pub use lines::set_origins_to_lines;
pub use module::{Data, Extern, Module};
pub use opcode::Opcode;
pub use parse::parse_module;
pub use procedure::{CallData, Procedure, RangePair, StackSlot, StackSlotKind, Symbol, Variable};
pub use resume::{LiveValues, Location, Point, ResumeError, ResumePoint};
pub(crate) use rewrite::KIND;
pub use rewrite::Rewriter;
pub use ssa_builder::{LatePredecessor, SsaBuilder, SsaVariable};
pub use stackmap::{
    Generator, GeneratorSemantics, OsrEntry, Outcome, Stackmap, StateEntry, StateNode, VirtualObject,
};
pub use state_values::StateValues;
pub use validate::{Facts, Validator, Violation, validate, validate_module};
pub(crate) use validate::{validate_links, validate_own_calls};
pub use value::{Value, ValueFlags};

pub use crate::base::ObjectId;
pub use crate::support::lex::ParseError;

use crate::support::entity;

entity!(
    /// A value of a procedure.
    ValueId, "@"
);
entity!(
    /// A basic block of a procedure; block 0 is the root.
    BlockId, "#"
);
entity!(
    /// A variable of a procedure, not in SSA form.
    VariableId, "var"
);
entity!(
    /// The properties of a call besides its operands: an entry of the procedure's table of calls.
    CallId, "call"
);
entity!(
    /// The read range and the write range of an operation that has both.
    RangesId, "ranges"
);
entity!(
    /// The stackmap of a patchpoint or check.
    StackmapId, "stackmap"
);
