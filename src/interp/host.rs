//! The interface to the environment of interpreted code: memory, functions, exits.

use super::Place;
use crate::base::{CallConv, Reg, TrapCode, Type};
use crate::ir::ObjectId;
use crate::support::error_type;
use smallvec::SmallVec;
use std::fmt;
use std::ops::Range;

/// The bits of results, usually at most two words: a vector has two, the low half first.
pub type Bits = SmallVec<[u64; 2]>;

/// An access to unmapped memory.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    /// The first address of the access.
    pub address: u64,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "access to unmapped memory at {:#x}", self.address)
    }
}

error_type!(Fault);

/// A request that the host cannot fulfil, such as a call of an unknown function. Ends the execution.
#[derive(Clone, PartialEq, Eq)]
pub struct HostError {
    /// What failed, and why.
    pub message: String,
}

impl HostError {
    /// An error with this message.
    pub fn new(message: impl Into<String>) -> HostError {
        HostError { message: message.into() }
    }
}

impl fmt::Display for HostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

error_type!(HostError);

/// A function that is not interpreted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExternCallee<'a> {
    /// By name.
    Name(&'a str),
    /// By address.
    Address(u64),
}

/// A call of a function that is not interpreted.
#[derive(Clone, Copy, Debug)]
pub struct ExternCall<'a> {
    /// The function.
    pub callee: ExternCallee<'a>,
    /// Its calling convention.
    pub conv: &'static CallConv,
    /// Types of the arguments: scalars and vectors.
    pub params: &'a [Type],
    /// Types of the results: scalars and vectors.
    pub results: &'a [Type],
    /// The number of fixed arguments of a variadic function.
    pub variadic_start: Option<u32>,
    /// The bits of the arguments; 32-bit ones are zero-extended. A vector has two words, the low half first.
    pub args: &'a [u64],
    /// The caller's stack pointer. The memory below it, down to the start of [`Host::stack`], is unused until the call
    /// returns.
    pub stack_pointer: u64,
    /// True if the caller has pinned registers that this convention shares; the host cannot access them.
    pub shares_pinned: bool,
}

/// The outcome of a host function or of a generator's code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// It returned, or fell through, with these results.
    Results(Bits),
    /// It branched to this successor of a terminal patchpoint, with these results.
    Successor(usize, Bits),
    /// It threw; control unwinds to the nearest caller whose call has an exceptional successor.
    Exception,
    /// It left the procedure through an exit.
    Exit,
    /// It trapped.
    Trap(TrapCode),
    /// It had undefined behavior.
    Undefined(String),
}

impl Reply {
    /// No results.
    pub fn nothing() -> Reply {
        Reply::Results(Bits::new())
    }

    /// One result.
    pub fn result(bits: u64) -> Reply {
        Reply::Results(Bits::from_slice(&[bits]))
    }
}

/// An entry of an exit frame, with its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExitEntry {
    /// Dead: not needed.
    Dead,
    /// A scalar.
    Scalar(Type, u64),
    /// A vector.
    Vector(u128),
    /// A reference.
    Reference(u64),
    /// An object to allocate: one of [`Exit::objects`].
    Object(ObjectId),
}

/// A frame to reconstruct.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExitFrame {
    /// The client's number of the function.
    pub function: u32,
    /// The client's number of the position in it.
    pub pc: u32,
    /// Number of entries that are locals; those of the expression stack follow. `None` if the exit state did not tell
    /// them apart. [`ExitFrame::locals`] and [`ExitFrame::stack`] split the entries by it.
    pub local_count: Option<u32>,
    /// The values of its entries.
    pub entries: Vec<ExitEntry>,
}

/// An object to allocate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExitObject {
    /// Its id in the procedure.
    pub id: ObjectId,
    /// The client's number of its shape.
    pub shape: u32,
    /// The values of its fields.
    pub fields: Vec<ExitEntry>,
}

/// An exit from a procedure, as described to the code that continues after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exit {
    /// The check or patchpoint.
    pub place: Place,
    /// The name of the generator; empty if there is none.
    pub generator: String,
    /// The operands after the opcode's own, with their types.
    pub operands: Vec<(Type, u64)>,
    /// The frames of the exit state, innermost first; empty if there is no state.
    pub frames: Vec<ExitFrame>,
    /// The objects that the frames need, without duplicates, in order of first use.
    pub objects: Vec<ExitObject>,
}

/// The environment of interpreted procedures.
///
/// Addresses have 64 bits, memory is little-endian, and accesses need no alignment.
pub trait Host {
    /// Reads 1, 2, 4 or 8 bytes, zero-extended.
    fn load(&mut self, address: u64, bytes: u32) -> Result<u64, Fault>;

    /// Writes the low 1, 2, 4 or 8 bytes of `bits`.
    fn store(&mut self, address: u64, bytes: u32, bits: u64) -> Result<(), Fault>;

    /// Called before each volatile access, which [`Host::load`] or [`Host::store`] then executes: its size in bytes, and
    /// true for a store. Does nothing by default.
    fn volatile(&mut self, bytes: u32, stores: bool) {
        let _ = (bytes, stores);
    }

    /// Copies `count` bytes between ranges that may overlap. On a fault nothing is written.
    fn copy(&mut self, destination: u64, source: u64, count: u64) -> Result<(), Fault>;

    /// Fills `count` bytes. On a fault nothing is written.
    fn fill(&mut self, destination: u64, byte: u8, count: u64) -> Result<(), Fault>;

    /// The memory of the stack. It grows from the end down to the start.
    fn stack(&self) -> Range<u64>;

    /// The address of the function or data with this name.
    fn symbol(&mut self, name: &str) -> Option<u64>;

    /// Calls a function that is not interpreted.
    fn call(&mut self, call: &ExternCall<'_>) -> Result<Reply, HostError>;

    /// Runs a patchpoint whose generator has no meaning, by the generator's name.
    fn patchpoint(&mut self, generator: &str, args: &[u64], results: &[Type]) -> Result<Reply, HostError> {
        let _ = (args, results);
        Err(HostError::new(format!("generator {generator:?} has no meaning")))
    }

    /// True if the code of the generators with this name, which have no meaning, exits. Called for checks that fail. If
    /// false, the generator has no code: the check exits through its state, or traps if it has none.
    fn exits_by(&mut self, generator: &str) -> bool {
        let _ = generator;
        false
    }

    /// Continues after an exit. `Some` is how the procedure ends: it returns results to its caller, throws, or traps.
    /// `None` ends the execution.
    fn exit(&mut self, exit: &Exit) -> Result<Option<Reply>, HostError> {
        let _ = exit;
        Ok(None)
    }

    /// True if an invalidation point exits. Called each time one is reached.
    fn is_invalidated(&mut self, point: Place) -> bool {
        let _ = point;
        false
    }

    /// The value at entry of a register that is pinned or holds no argument; `None` if it is unspecified.
    fn register(&mut self, reg: Reg) -> Option<u64> {
        let _ = reg;
        None
    }

    /// Returns the stack writes by host functions since the last call, as (address, bytes). `None` if unknown: then the
    /// whole stack counts as written.
    fn take_stack_writes(&mut self) -> Option<Vec<(u64, u64)>> {
        None
    }
}
