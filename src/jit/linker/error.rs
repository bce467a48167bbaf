//! Errors of linking over time.

use crate::base::Signature;
use crate::jit::{LinkError, MemoryError};
use crate::support::error_type;
use std::fmt;

/// A place in a procedure that refers to a symbol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The procedure.
    pub procedure: String,
    /// The number of the value that refers to the symbol, if known: not after inlining, for example.
    pub value: Option<u32>,
    /// True if the value calls the symbol; false if it takes its address.
    pub is_call: bool,
}

/// "called from `main` at @12".
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verb = if self.is_call { "called from" } else { "used in" };
        write!(f, "{verb} `{}`", self.procedure)?;
        match self.value {
            Some(value) => write!(f, " at @{value}"),
            None => Ok(()),
        }
    }
}

/// Why a [`Linker`](super::Linker) refused a definition or a declaration.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum LinkerError {
    /// The code could not be linked.
    Link(LinkError),
    /// No memory could be provided.
    Memory(MemoryError),
    /// A symbol is neither declared nor defined nor known to the resolver.
    NoDefinition {
        /// The symbol.
        symbol: String,
        /// The place that refers to it.
        place: Place,
    },
    /// A call does not match the function's parameters and results, or its calling convention.
    WrongCall {
        /// The function.
        symbol: String,
        /// The call.
        place: Place,
        /// The function's types and convention.
        expected: String,
        /// Those of the call.
        found: String,
    },
    /// A declaration or definition does not match an earlier one, for which callers may be compiled.
    WrongSignature {
        /// The function.
        symbol: String,
        /// The types and convention of the earlier one.
        expected: String,
        /// Those of the later one.
        found: String,
        /// A place that needs the earlier types. `None` if only handles keep the function.
        place: Option<Box<Place>>,
    },
    /// The name belongs to a symbol of a kind that cannot be defined again.
    NameTaken {
        /// The symbol.
        symbol: String,
        /// Its kind: "a data object", "a thread-local object", "a host symbol".
        kind: &'static str,
    },
    /// The process was forked after the function was declared. It shares the function's slot with its parent, which
    /// would see the change.
    Forked {
        /// The function.
        symbol: String,
    },
}

impl LinkerError {
    /// Types and convention for a message: `(Int64) -> Int64, system_v`.
    pub(super) fn types(signature: &Signature, convention: &str) -> String {
        format!("{signature}, {convention}")
    }
}

impl From<LinkError> for LinkerError {
    fn from(error: LinkError) -> LinkerError {
        LinkerError::Link(error)
    }
}

impl From<MemoryError> for LinkerError {
    fn from(error: MemoryError) -> LinkerError {
        LinkerError::Memory(error)
    }
}

/// The kind of symbols of the host.
pub(super) const HOST_SYMBOL: &str = "a host symbol";

error_type!(LinkerError {
    LinkerError::Link(error) => "{error}";
    LinkerError::Memory(error) => "{error}";
    LinkerError::NoDefinition { symbol, place } => "no definition of `{symbol}`, {place}";
    LinkerError::WrongCall { symbol, place, expected, found } => "`{symbol}`, {place}: expected {expected}; found {found}";
    LinkerError::WrongSignature { symbol, expected, found, place: Some(place) } =>
        "`{symbol}` is known as {expected}, {place}; found {found}";
    LinkerError::WrongSignature { symbol, expected, found, place: None } =>
        "`{symbol}` is known as {expected}, of which there is a handle; found {found}";
    LinkerError::NameTaken { symbol, kind: HOST_SYMBOL } =>
        "`{symbol}` is {HOST_SYMBOL}, which procedures call without a declaration";
    LinkerError::NameTaken { symbol, kind } => "`{symbol}` is {kind}, which cannot be defined again";
    LinkerError::Forked { symbol } => "`{symbol}` belongs to the process that this one was forked from";
});
