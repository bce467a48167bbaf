//! What the interpreter needs from outside: memory, functions, exits.

use super::Place;
use crate::base::{CallConv, Reg, TrapCode, Type};
use crate::ir::ObjectId;
use smallvec::SmallVec;
use std::fmt;
use std::ops::Range;

/// The bits of a few results.
pub type Bits = SmallVec<[u64; 2]>;

/// An access to memory that is not there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The first address that was asked for.
    pub address: u64,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "access to {:#x}, where no memory is", self.address)
    }
}

impl std::error::Error for Fault {}

/// Something that the host cannot do: an unknown function, for example. Ends the execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HostError {
    /// What, and why.
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

impl std::error::Error for HostError {}

/// A function outside the procedures that are interpreted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExternCallee<'a> {
    /// By name.
    Name(&'a str),
    /// By address.
    Address(u64),
}

/// A call of a function outside the procedures that are interpreted.
#[derive(Clone, Copy, Debug)]
pub struct ExternCall<'a> {
    /// Whom.
    pub callee: ExternCallee<'a>,
    /// How.
    pub conv: &'static CallConv,
    /// Types of the arguments; scalars.
    pub params: &'a [Type],
    /// Types of the results; scalars.
    pub results: &'a [Type],
    /// The number of fixed arguments of a variadic function.
    pub variadic_start: Option<u32>,
    /// The arguments; 32 bits are zero-extended.
    pub args: &'a [u64],
    /// True if the caller has pinned registers and shares them by this convention; a host does not get to see them.
    pub shares_pinned: bool,
}

/// What a function of the host, or the code of a generator, did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// It returned, or fell through, with these results.
    Results(Bits),
    /// It went to this successor of a terminal patchpoint, with these results.
    Successor(usize, Bits),
    /// It threw: control unwinds to the nearest caller whose call has an exceptional successor.
    Exception,
    /// It left the procedure through an exit.
    Exit,
    /// It trapped.
    Trap(TrapCode),
    /// It did what has no meaning.
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

/// An entry of a frame of an exit state, with its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExitEntry {
    /// Nobody needs it.
    Dead,
    /// A scalar.
    Scalar(Type, u64),
    /// A reference.
    Reference(u64),
    /// An object to allocate: one of [`Exit::objects`].
    Object(ObjectId),
}

/// A frame to rebuild.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExitFrame {
    /// The client's number of the function.
    pub function: u32,
    /// The client's number of the place in it.
    pub pc: u32,
    /// The values.
    pub entries: Vec<ExitEntry>,
}

/// An object to allocate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExitObject {
    /// Its id in the procedure.
    pub id: ObjectId,
    /// The client's number of its shape.
    pub shape: u32,
    /// The values.
    pub fields: Vec<ExitEntry>,
}

/// How control left a procedure: what a check or patchpoint hands to whoever continues.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exit {
    /// Where.
    pub place: Place,
    /// The name of the generator; empty if there is none.
    pub generator: String,
    /// The operands after the opcode's own, with their types.
    pub operands: Vec<(Type, u64)>,
    /// The exit state, innermost frame first; empty if there is none.
    pub frames: Vec<ExitFrame>,
    /// The objects that the frames need, each once, in the order in which they are met.
    pub objects: Vec<ExitObject>,
}

/// The outside of interpreted procedures.
///
/// Addresses are 64 bits; memory is little endian; accesses need no alignment.
pub trait Host {
    /// Reads 1, 2, 4 or 8 bytes, zero-extended.
    fn load(&mut self, address: u64, bytes: u32) -> Result<u64, Fault>;

    /// Writes the low 1, 2, 4 or 8 bytes of `bits`.
    fn store(&mut self, address: u64, bytes: u32, bits: u64) -> Result<(), Fault>;

    /// Copies `count` bytes, which may overlap; on a fault nothing is written.
    fn copy(&mut self, destination: u64, source: u64, count: u64) -> Result<(), Fault>;

    /// Fills `count` bytes; on a fault nothing is written.
    fn fill(&mut self, destination: u64, byte: u8, count: u64) -> Result<(), Fault>;

    /// Memory for frames: they grow from its end down to its start, and overflow there.
    fn stack(&self) -> Range<u64>;

    /// The address of a function or data of this name.
    fn symbol(&mut self, name: &str) -> Option<u64>;

    /// Calls a function that is not interpreted.
    fn call(&mut self, call: &ExternCall<'_>) -> Result<Reply, HostError>;

    /// Does what the generator of this name emits, for a patchpoint whose generator has no meaning.
    fn patchpoint(&mut self, generator: &str, args: &[u64], results: &[Type]) -> Result<Reply, HostError> {
        let _ = (args, results);
        Err(HostError::new(format!("generator {generator:?} has no meaning")))
    }

    /// Continues where a procedure was left. `Some`: the results that the procedure returns to its caller
    /// after all. `None`: the execution ends.
    fn exit(&mut self, exit: &Exit) -> Result<Option<Bits>, HostError> {
        let _ = exit;
        Ok(None)
    }

    /// Whether an invalidation point leaves. Asked each time one is reached.
    fn is_invalidated(&mut self, point: Place) -> bool {
        let _ = point;
        false
    }

    /// What a register that is no argument, or is pinned, holds at entry; `None` if nothing in particular.
    fn register(&mut self, reg: Reg) -> Option<u64> {
        let _ = reg;
        None
    }

    /// Stack memory that functions of the host wrote since this was asked last, as (address, bytes). `None`
    /// if the host does not know; then all of it counts as written.
    fn take_stack_writes(&mut self) -> Option<Vec<(u64, u64)>> {
        None
    }
}
