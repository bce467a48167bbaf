//! The interpreter of the IR: the oracle of all tests, and the engine where executable memory is not available.
//!
//! A procedure is decoded once into a flat list of instructions. Execution is memory-safe and not recursive: calls
//! between procedures use an explicit stack of frames. Memory, functions and exits come from a [`Host`].
//! [`SandboxHost`] has memory of its own; [`RawHost`](crate::jit::RawHost) uses the memory and functions of the
//! process.
//!
//! # Unspecified bits
//! The following bits are unspecified by the IR, and zeros here: a Phi before any Upsilon, a variable before any Set, a
//! register that holds no argument, a fresh stack slot, and the rest of an anonymous slot after a partial store. The
//! interpreter tracks them, like a memory sanitizer: results computed from them are unspecified too.
//! [`Execution::unspecified`] is the first place where they become observable: at a branch, a store outside the stack,
//! an operand of a host call, check or patchpoint, or a result. After that place executions must not be compared. A
//! division by such bits, or their use as an address, is undefined behavior. 32-bit arguments are zero-extended in
//! their registers.
//!
//! # Pinned registers
//! The host defines their values at entry to the first procedure. Calls with a convention that shares them pass them in
//! both directions. Any other callee with pinned registers gets copies of its caller's, which are discarded when it
//! returns.

mod access;
mod call;
mod exit;
mod exit_entry;
mod host;
mod machine;
mod memory;
mod osr_buffer;
mod prepare;
mod program;
mod resume;
mod sandbox;
mod stack;

pub use exit_entry::EntryError;
pub use host::{
    Bits, Exit, ExitEntry, ExitFrame, ExitObject, ExternCall, ExternCallee, Fault, Host, HostError, Reply,
};
pub use memory::SandboxMemory;
pub use osr_buffer::OsrEntryError;
pub use resume::ResumedFrame;
pub use sandbox::{Function, SandboxHost};

use crate::base::{Signature, TrapCode, Type};
use crate::ir::{Module, Procedure, ValueId};
use crate::support::error_type;
use program::Program;
use rustc_hash::FxHashMap;
use std::fmt;

/// A value of one of the interpreter's procedures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The index of the procedure.
    pub procedure: u32,
    /// The value; invalid at entry to the first procedure.
    pub value: ValueId,
}

/// How an execution ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The procedure returned these results. A vector has two entries, the low half first.
    Returned(Vec<(Type, u64)>),
    /// A value trapped.
    Trap {
        /// The reason.
        code: TrapCode,
        /// The value; for a stack overflow, the call.
        place: Place,
    },
    /// A check or patchpoint exited, and the host did not continue.
    Exit(Box<Exit>),
    /// A host function threw, and no caller had an exceptional successor.
    Exception(Place),
    /// The procedure had undefined behavior; compiled code may do anything.
    Undefined {
        /// The value.
        place: Place,
        /// What it did.
        why: String,
    },
    /// The step limit was reached.
    StepLimit,
    /// The host failed.
    HostError {
        /// The value.
        place: Place,
        /// The error.
        error: HostError,
    },
}

/// The result of an execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Execution {
    /// How it ended.
    pub outcome: Outcome,
    /// After a trap: the calls that were active in its callers, innermost first. At most 64; those of the outermost
    /// callers are left out.
    pub callers: Vec<Place>,
    /// The first place where unspecified bits became observable, after which compiled code may behave differently.
    pub unspecified: Option<Place>,
    /// The number of values executed.
    pub steps: u64,
}

/// Limits of an execution that may not terminate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Maximum number of values executed.
    pub steps: u64,
    /// Maximum number of active calls; one more traps with StackOverflow.
    pub depth: u32,
}

impl Default for Limits {
    /// A hundred million steps and a hundred thousand calls: one or two seconds.
    fn default() -> Limits {
        Limits { steps: 100_000_000, depth: 100_000 }
    }
}

/// An error that prevents an execution.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum InterpError {
    /// A procedure is invalid.
    Invalid {
        /// Its name.
        procedure: String,
        /// The value at fault, if any.
        value: Option<ValueId>,
        /// The error.
        what: String,
    },
    /// No procedure has this name.
    NoProcedure(String),
    /// The types of the arguments do not match the signature.
    WrongArguments {
        /// The procedure.
        procedure: String,
        /// Its signature.
        expected: Signature,
        /// The types of the arguments given.
        found: Vec<Type>,
    },
    /// Execution cannot resume in the middle of the procedure with these values.
    WrongState {
        /// The procedure.
        procedure: String,
        /// The reason.
        what: String,
    },
    /// The procedure has no such entry.
    NoEntry {
        /// The procedure.
        procedure: String,
        /// The number of its entries.
        entries: u32,
        /// The entry requested.
        found: u32,
    },
}

error_type!(InterpError {
    InterpError::Invalid { procedure, value: Some(value), what } => "{procedure}: {value}: {what}";
    InterpError::Invalid { procedure, value: None, what } => "{procedure}: {what}";
    InterpError::NoProcedure(name) => "no procedure {name:?}";
    InterpError::WrongArguments { procedure, expected, found } =>
        "{procedure} has type {expected}; called with {found:?}";
    InterpError::WrongState { procedure, what } => "{procedure} cannot resume: {what}";
    InterpError::NoEntry { procedure, entries, found } =>
        "{procedure} has {entries} entries; entry {found} requested";
});

/// Numbers of the names of all procedures and symbols.
struct NameTable<'m> {
    numbers: FxHashMap<&'m str, u32>,
    /// For each number the name, and the procedure with this name.
    names: Vec<(&'m str, Option<u32>)>,
}

impl<'m> NameTable<'m> {
    /// Numbers the names of the procedures. If several are equal, the first procedure has the name.
    fn new(procedures: &'m [Procedure]) -> NameTable<'m> {
        let mut names = NameTable { numbers: FxHashMap::default(), names: Vec::new() };
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
    names: NameTable<'m>,
    /// The address of the first procedure.
    base: u64,
}

/// Default base of the addresses of procedures, where no supported machine has memory.
const PROCEDURES: u64 = 0xbb00_0000_0000_0000;

/// Distance between the addresses of procedures.
const PROCEDURE_BYTES: u64 = 16;

impl fmt::Debug for Interpreter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.procedures.iter().map(|proc| &proc.name)).finish()
    }
}

impl<'m> Interpreter<'m> {
    /// Decodes the procedures of a module. The host must provide the module's data ([`SandboxHost::for_module`]).
    ///
    /// # Errors
    /// [`InterpError::Invalid`] if the IR cannot be executed. Valid IR always can.
    pub fn new(module: &'m Module) -> Result<Interpreter<'m>, InterpError> {
        Interpreter::of(&module.procedures)
    }

    /// Decodes procedures, which may call each other.
    ///
    /// # Errors
    /// As [`Interpreter::new`].
    pub fn of(procedures: &'m [Procedure]) -> Result<Interpreter<'m>, InterpError> {
        let mut names = NameTable::new(procedures);
        let programs = procedures
            .iter()
            .map(|proc| prepare::prepare(procedures, proc, &mut names))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Interpreter { procedures, programs, names, base: PROCEDURES })
    }

    /// Places the addresses of the procedures from `base` on: 16 bytes apart, in their order. Interpreters whose
    /// procedures call each other by address, through the host, need different ones. No memory or function of the host
    /// may be there.
    pub fn with_base(self, base: u64) -> Interpreter<'m> {
        Interpreter { base, ..self }
    }

    /// The address of the procedure with this name, which calls by address and SymbolAddress use.
    pub fn address(&self, name: &str) -> Option<u64> {
        self.names.find(name).map(|index| self.address_of(index))
    }

    fn address_of(&self, procedure: u32) -> u64 {
        self.base.wrapping_add(u64::from(procedure) * PROCEDURE_BYTES)
    }

    /// The index of the procedure with this address.
    fn procedure_at(&self, address: u64) -> Option<u32> {
        let offset = address.wrapping_sub(self.base);
        let index = offset / PROCEDURE_BYTES;
        let exact = offset.is_multiple_of(PROCEDURE_BYTES);
        (exact && index < self.programs.len() as u64).then_some(index as u32)
    }

    /// The procedure of a place.
    pub fn procedure(&self, place: Place) -> Option<&'m Procedure> {
        self.procedures.get(place.procedure as usize)
    }

    /// Calls a procedure. A vector takes two arguments of type V128, the low half first.
    ///
    /// # Errors
    /// There is no such procedure, or the arguments do not match its signature. Anything that happens in the execution
    /// is an [`Outcome`] instead.
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
    /// # Errors
    /// As [`Interpreter::call`], or there is no such entry.
    pub fn call_entry(
        &self,
        name: &str,
        entry: u32,
        args: &[(Type, u64)],
        host: &mut dyn Host,
        limits: Limits,
    ) -> Result<Execution, InterpError> {
        let index = self.names.find(name).ok_or_else(|| InterpError::NoProcedure(name.to_string()))?;
        self.call_index(index, entry, args, host, limits)
    }

    /// Calls the procedure with this address: see [`Interpreter::address`].
    ///
    /// # Errors
    /// As [`Interpreter::call`].
    pub fn call_address(
        &self,
        address: u64,
        args: &[(Type, u64)],
        host: &mut dyn Host,
        limits: Limits,
    ) -> Result<Execution, InterpError> {
        let index = self.procedure_at(address);
        let index = index.ok_or_else(|| InterpError::NoProcedure(format!("at {address:#x}")))?;
        self.call_index(index, 0, args, host, limits)
    }

    fn call_index(
        &self,
        index: u32,
        entry: u32,
        args: &[(Type, u64)],
        host: &mut dyn Host,
        limits: Limits,
    ) -> Result<Execution, InterpError> {
        let proc = &self.procedures[index as usize];
        let name = proc.name.as_str();
        if !proc.signature().params.iter().flat_map(program::words).eq(args.iter().map(|(ty, _)| *ty)) {
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
