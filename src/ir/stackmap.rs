//! Stackmaps of patchpoints and checks, generators, and exit states.

use super::{ObjectId, ValueId};
use crate::base::{Effects, GeneratorId, RegSet, StateId, TrapCode, Type, ValueRep};
use crate::support::List;
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// How a patchpoint or check passes its operands to its generator, and what the generated code does.
#[derive(Clone, Debug, PartialEq)]
pub struct Stackmap {
    /// Who emits the code; invalid: nobody, it traps.
    pub generator: GeneratorId,
    /// The exit state, if any.
    pub state: StateId,
    /// Constraints of the children after the opcode's own operands; missing ones are [`ValueRep::ColdAny`].
    pub reps: Vec<ValueRep>,
    /// Constraints of the results, one per element of a tuple; missing ones are [`ValueRep::SomeRegister`].
    pub results: Vec<ValueRep>,
    /// Registers destroyed before the operands are read; one that an operand fixes, when it is read.
    pub clobber_early: RegSet,
    /// Registers destroyed after the operands are read and before the results are written.
    pub clobber_late: RegSet,
    /// How many general-purpose scratch registers the generator wants.
    pub scratch_gp: u8,
    /// How many floating-point scratch registers the generator wants.
    pub scratch_fp: u8,
    /// What a patchpoint's code does; for checks always [`Effects::for_check`].
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
    /// The registers that constraints and clobbers name.
    pub fn named_registers(&self) -> RegSet {
        let fixed = |rep: &ValueRep| match *rep {
            ValueRep::Register(reg) | ValueRep::LateRegister(reg) => Some(reg),
            _ => None,
        };
        let named: RegSet = self.reps.iter().chain(&self.results).filter_map(fixed).collect();
        named.union(self.clobber_early).union(self.clobber_late)
    }
}

/// What a generator's code did, seen from outside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It fell through; the bits of the results.
    Results(Vec<u64>),
    /// It left the procedure through an exit.
    Exit,
    /// It went to this successor of a terminal patchpoint, with these results.
    Successor(usize, Vec<u64>),
    /// It trapped.
    Trap(TrapCode),
}

/// The semantics of a generator for the interpreter: the operands' bits in, the outcome out.
pub type Meaning = Arc<dyn Fn(&[u64]) -> Outcome + Send + Sync>;

/// A named closure that emits code. The IR does not know what the closure is.
#[derive(Clone)]
pub struct Generator {
    /// The name, by which text refers to it.
    pub name: String,
    /// The closure, put in and taken out by the driver.
    pub closure: Option<Arc<dyn Any + Send + Sync>>,
    /// What its code does, for the interpreter.
    pub meaning: Option<Meaning>,
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
    /// Nobody needs it.
    #[default]
    Dead,
    /// A value.
    Value(ValueId),
    /// A value that is a reference.
    Reference(ValueId),
    /// A constant of a scalar type.
    Constant(Type, u64),
    /// An object that was never allocated: the exit allocates it.
    Object(ObjectId),
}

/// One frame of an exit state: the frame of `function` at `pc`, called from `parent`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StateNode {
    /// The caller's frame, for an inlined call; invalid for the outermost.
    pub parent: StateId,
    /// The client's number of the function.
    pub function: u32,
    /// The client's number of the place in it.
    pub pc: u32,
    pub(super) entries: List,
}

/// An object that exists only in exit states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VirtualObject {
    /// The client's number of its shape.
    pub shape: u32,
    pub(super) fields: List,
}
