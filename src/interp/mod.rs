//! Executes the IR: the oracle of all tests, and an engine where code memory is refused.
//!
//! A procedure is decoded once into a flat list of instructions. Execution is safe and not recursive: calls
//! between procedures use a stack of frames of its own. Memory, functions and exits come from a [`Host`];
//! [`SandboxHost`] is one whose memory is its own; [`RawHost`](crate::jit::RawHost) is one whose memory and functions
//! are the process's.
//!
//! Bits that nothing specifies (a Phi before any Upsilon, a variable before any Set, a register that holds no
//! argument, a fresh stack slot, the rest of an anonymous slot after a partial store) are zeros here. They are
//! tracked: what is computed from them is unspecified too, and the first place where they become observable
//! (a branch, a store outside the stack, an operand of a call, check or patchpoint of the host's, a result) is
//! in [`Execution::unspecified`]. Whoever compares executions does not compare those. To divide by such bits
//! or to use them as an address is undefined. An argument of 32 bits is zero-extended in its register.
//!
//! Pinned registers are those of the procedure that is called first, which finds in them what the host says. Calls
//! in a convention that shares them hand them on and back; other procedures with pinned registers find in theirs
//! what their caller has pinned there, and what they set is gone when they return.

mod access;
mod call;
mod exit;
mod host;
mod machine;
mod memory;
mod prepare;
mod program;
mod resume;
mod sandbox;
mod stack;

pub use host::{
    Bits, Exit, ExitEntry, ExitFrame, ExitObject, ExternCall, ExternCallee, Fault, Host, HostError, Reply,
};
pub use memory::SandboxMemory;
pub use resume::ResumedFrame;
pub use sandbox::{Function, SandboxHost};

use crate::base::{Signature, TrapCode, Type};
use crate::ir::{Module, Procedure, ValueId};
use program::Program;
use rustc_hash::FxHashMap;
use std::fmt;

/// A value of one of the interpreter's procedures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The index of the procedure.
    pub procedure: u32,
    /// The value; invalid at the entry of the first procedure.
    pub value: ValueId,
}

/// How an execution ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The procedure returned these results.
    Returned(Vec<(Type, u64)>),
    /// A value trapped.
    Trap {
        /// Why.
        code: TrapCode,
        /// Where; for an overflow of the stack, the call.
        place: Place,
    },
    /// A check or patchpoint left the procedure, and the host did not continue.
    Exit(Box<Exit>),
    /// A function of the host threw, and no caller had an exceptional successor.
    Exception(Place),
    /// The procedure did what has no meaning; compiled code may do anything.
    Undefined {
        /// Where.
        place: Place,
        /// What it did.
        why: String,
    },
    /// The limit of steps was reached.
    StepLimit,
    /// The host could not do something.
    HostError {
        /// Where.
        place: Place,
        /// What.
        error: HostError,
    },
}

/// An execution that ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Execution {
    /// How it ended.
    pub outcome: Outcome,
    /// The first place where unspecified bits became observable. If there is one, compiled code may
    /// have done something else from there on.
    pub unspecified: Option<Place>,
    /// How many values were executed.
    pub steps: u64,
}

/// When to stop an execution that does not end by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// At most this many values are executed.
    pub steps: u64,
    /// At most this many calls are active; one more traps StackOverflow.
    pub depth: u32,
}

impl Default for Limits {
    /// A hundred million steps and a hundred thousand calls: a second or two.
    fn default() -> Limits {
        Limits { steps: 100_000_000, depth: 100_000 }
    }
}

/// Why something cannot be executed.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum InterpError {
    /// A procedure is not valid IR.
    Invalid {
        /// Its name.
        procedure: String,
        /// The value, if it is about one.
        value: Option<ValueId>,
        /// What is wrong with it.
        what: String,
    },
    /// There is no procedure of this name.
    NoProcedure(String),
    /// The procedure takes other arguments.
    WrongArguments {
        /// The procedure.
        procedure: String,
        /// What it takes.
        expected: Signature,
        /// The types of the arguments given.
        found: Vec<Type>,
    },
    /// Execution cannot go on in the middle of the procedure with these values.
    WrongState {
        /// The procedure.
        procedure: String,
        /// What is wrong.
        what: String,
    },
    /// The procedure has no such entry.
    NoEntry {
        /// The procedure.
        procedure: String,
        /// How many it has.
        entries: u32,
        /// The entry asked for.
        found: u32,
    },
}

impl fmt::Display for InterpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InterpError::Invalid { procedure, value: Some(value), what } => {
                write!(f, "{procedure}: {value}: {what}")
            }
            InterpError::Invalid { procedure, value: None, what } => write!(f, "{procedure}: {what}"),
            InterpError::NoProcedure(name) => write!(f, "no procedure {name:?}"),
            InterpError::WrongArguments { procedure, expected, found } => {
                write!(f, "{procedure} has type {expected}; called with {found:?}")
            }
            InterpError::WrongState { procedure, what } => write!(f, "{procedure} cannot go on: {what}"),
            InterpError::NoEntry { procedure, entries, found } => {
                write!(f, "{procedure} has {entries} entries; entered at {found}")
            }
        }
    }
}

impl std::error::Error for InterpError {}

/// The names that procedures use or have, numbered.
struct Names<'m> {
    numbers: FxHashMap<&'m str, u32>,
    /// By number: the name, and the procedure that has it.
    names: Vec<(&'m str, Option<u32>)>,
}

impl<'m> Names<'m> {
    /// Numbers the procedures' own names; of equal ones the first procedure counts.
    fn new(procedures: &'m [Procedure]) -> Names<'m> {
        let mut names = Names { numbers: FxHashMap::default(), names: Vec::new() };
        for (i, proc) in procedures.iter().enumerate() {
            let number = names.number(&proc.name);
            names.names[number as usize].1.get_or_insert(i as u32);
        }
        names
    }

    fn number(&mut self, name: &'m str) -> u32 {
        *self.numbers.entry(name).or_insert_with(|| {
            self.names.push((name, None));
            self.names.len() as u32 - 1
        })
    }

    /// The procedure of a numbered name.
    fn procedure(&self, number: u32) -> Option<u32> {
        self.names[number as usize].1
    }

    fn find(&self, name: &str) -> Option<u32> {
        self.numbers.get(name).and_then(|number| self.procedure(*number))
    }
}

/// Procedures decoded for execution. Decode once, call often.
pub struct Interpreter<'m> {
    procedures: &'m [Procedure],
    programs: Vec<Program>,
    names: Names<'m>,
}

impl fmt::Debug for Interpreter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.procedures.iter().map(|proc| &proc.name)).finish()
    }
}

impl<'m> Interpreter<'m> {
    /// Decodes the procedures of a module. Its data is the host's business ([`SandboxHost::for_module`]).
    ///
    /// Errors: [`InterpError::Invalid`] for IR that cannot be executed. All valid IR can.
    pub fn new(module: &'m Module) -> Result<Interpreter<'m>, InterpError> {
        Interpreter::of(&module.procedures)
    }

    /// Decodes procedures, which may call each other.
    ///
    /// Errors: as [`Interpreter::new`].
    pub fn of(procedures: &'m [Procedure]) -> Result<Interpreter<'m>, InterpError> {
        let mut names = Names::new(procedures);
        let programs = procedures
            .iter()
            .map(|proc| prepare::prepare(procedures, proc, &mut names))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Interpreter { procedures, programs, names })
    }

    /// The procedure of a place.
    pub fn procedure(&self, place: Place) -> Option<&'m Procedure> {
        self.procedures.get(place.procedure as usize)
    }

    /// Calls a procedure.
    ///
    /// Errors: there is no such procedure, or it takes other arguments. What happens inside is an [`Outcome`].
    pub fn call(
        &self,
        name: &str,
        args: &[(Type, u64)],
        host: &mut dyn Host,
        limits: Limits,
    ) -> Result<Execution, InterpError> {
        self.call_entry(name, 0, args, host, limits)
    }

    /// Calls a procedure at one of its entries.
    ///
    /// Errors: as [`Interpreter::call`], or there is no such entry.
    pub fn call_entry(
        &self,
        name: &str,
        entry: u32,
        args: &[(Type, u64)],
        host: &mut dyn Host,
        limits: Limits,
    ) -> Result<Execution, InterpError> {
        let index = self.names.find(name).ok_or_else(|| InterpError::NoProcedure(name.to_string()))?;
        let proc = &self.procedures[index as usize];
        if !proc.signature().params.iter().eq(args.iter().map(|(ty, _)| ty)) {
            return Err(InterpError::WrongArguments {
                procedure: name.to_string(),
                expected: proc.signature().clone(),
                found: args.iter().map(|(ty, _)| *ty).collect(),
            });
        }
        if entry >= proc.entry_count {
            let (procedure, entries) = (name.to_string(), proc.entry_count);
            return Err(InterpError::NoEntry { procedure, entries, found: entry });
        }
        Ok(machine::Machine::new(self, host, limits).execute(index, entry, args))
    }
}

#[cfg(test)]
mod tests;
