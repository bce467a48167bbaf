//! Stackmaps of patchpoints and checks, generators, and exit states.

use super::{ObjectId, ValueId};
use crate::base::{Effects, GeneratorId, RegSet, StateId, TrapCode, Type, ValueRep};
use crate::support::List;
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// The interface between a patchpoint or check and its generator: operand constraints, clobbers and effects.
#[derive(Clone, Debug, PartialEq)]
pub struct Stackmap {
    /// The generator that emits the code; if invalid, the code traps.
    pub generator: GeneratorId,
    /// The exit state, if any.
    pub state: StateId,
    /// Constraints of the children after the opcode's own operands; the default is [`ValueRep::ColdAny`].
    pub reps: Vec<ValueRep>,
    /// Constraints of the results, one per element of a tuple; the default is [`ValueRep::SomeRegister`].
    pub results: Vec<ValueRep>,
    /// Registers clobbered before the operands are read. One that an operand is fixed to is clobbered when it is read.
    pub clobber_early: RegSet,
    /// Registers clobbered after the operands are read and before the results are written.
    pub clobber_late: RegSet,
    /// Number of general-purpose scratch registers that the generator needs.
    pub scratch_gp: u8,
    /// Number of floating-point scratch registers that the generator needs.
    pub scratch_fp: u8,
    /// Effects of a patchpoint's code; always [`Effects::for_check`] for checks.
    pub effects: Effects,
}

impl Default for Stackmap {
    fn default() -> Stackmap {
        Stackmap {
            generator: GeneratorId::INVALID,
            state: StateId::INVALID,
            reps: Vec::new(),
            results: Vec::new(),
            clobber_early: RegSet::EMPTY,
            clobber_late: RegSet::EMPTY,
            scratch_gp: 0,
            scratch_fp: 0,
            effects: Effects::for_call(),
        }
    }
}

impl Stackmap {
    /// The registers named in constraints and clobbers.
    pub fn named_registers(&self) -> RegSet {
        let fixed = |rep: &ValueRep| match *rep {
            ValueRep::Register(reg) | ValueRep::LateRegister(reg) => Some(reg),
            _ => None,
        };
        let named: RegSet = self.reps.iter().chain(&self.results).filter_map(fixed).collect();
        named.union(self.clobber_early).union(self.clobber_late)
    }
}

/// The observable outcome of a generator's code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It fell through, with the bits of its results.
    Results(Vec<u64>),
    /// It exited from the procedure.
    Exit,
    /// It branched to this successor of a terminal patchpoint, with these results.
    Successor(usize, Vec<u64>),
    /// It trapped.
    Trap(TrapCode),
}

/// The semantics of a generator for the interpreter: a function from the bits of the operands to the outcome.
pub type GeneratorSemantics = Arc<dyn Fn(&[u64]) -> Outcome + Send + Sync>;

/// A named closure that emits code. Its type is opaque to the IR.
#[derive(Clone)]
pub struct Generator {
    /// The name used in the text format.
    pub name: String,
    /// The closure, which the driver stores and retrieves.
    pub closure: Option<Arc<dyn Any + Send + Sync>>,
    /// The semantics of its code, for the interpreter.
    pub meaning: Option<GeneratorSemantics>,
}

impl fmt::Debug for Generator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Generator({:?}, closure: {}, meaning: {})",
            self.name,
            self.closure.is_some(),
            self.meaning.is_some()
        )
    }
}

/// One entry of an exit state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum StateEntry {
    /// Not needed.
    #[default]
    Dead,
    /// A value.
    Value(ValueId),
    /// A value that is a reference.
    Reference(ValueId),
    /// A constant of a scalar type.
    Constant(Type, u64),
    /// A virtual object, which the exit allocates.
    Object(ObjectId),
}

/// One frame of an exit state: the frame of `function` at `pc`, called from `parent`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StateNode {
    /// The caller's frame, for an inlined call; invalid for the outermost.
    pub parent: StateId,
    /// The client's number of the function.
    pub function: u32,
    /// The client's number of the position in it.
    pub pc: u32,
    pub(super) local_count: Option<u32>,
    pub(super) entries: List,
}

impl StateNode {
    /// Number of entries that are locals; those of the expression stack follow. `None` if the client did not tell them
    /// apart. At most the number of entries.
    pub fn local_count(&self) -> Option<u32> {
        self.local_count
    }
}

/// A virtual object, which exists only in exit states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VirtualObject {
    /// The client's number of its shape.
    pub shape: u32,
    pub(super) fields: List,
}

/// An entry point that takes over the frames that a state describes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OsrEntry {
    /// The number of the entry point.
    pub entry: u32,
    /// The state.
    pub state: StateId,
}
